"""Asks a bot what it is: at registration, and to see whether a benched one is back."""

import asyncio

from motherlode.rpc import bot
from motherlode.v1.bot_pb2 import Description


def describe(address: str, timeout: float = 5.0) -> Description:
    """The description of the bot at an address; ValueError says why there is none."""
    try:
        return asyncio.run(bot.describe(address, timeout))
    except bot.NoBot as error:
        raise ValueError(str(error)) from None
