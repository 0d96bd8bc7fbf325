"""The bot that plays anything: every legal action is equally likely."""

import random

from bots import Bot, Turn, serve


class RandomBot(Bot):
    name = "random"
    wants = "codes"

    def choose(self, turn: Turn) -> int:
        return random.choice(turn.codes)


if __name__ == "__main__":
    serve(RandomBot())
