"""A bot that costs nothing but its transport; BENCH_WANTS says what its turns carry."""

import os
import random

from bots import Bot, Turn, serve


class Trivial(Bot):
    name = "trivial"
    wants = os.environ.get("BENCH_WANTS", "codes")

    def choose(self, turn: Turn) -> int:
        return random.choice(turn.codes)


if __name__ == "__main__":
    serve(Trivial())
