"""The Python bot SDK.

from bots import Bot, serve

class MyBot(Bot):
    def choose(self, turn):
        return turn.legal[0]

if __name__ == "__main__":
    serve(MyBot())
"""

import os

# gRPC reads these when it is imported: it tells of every process started beside it otherwise.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")

from bots.bot import Answer, Bot
from bots.server import serve
from bots.turn import Action, Ending, Match, Turn

__all__ = ["Action", "Answer", "Bot", "Ending", "Match", "Turn", "serve"]
