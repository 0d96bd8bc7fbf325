"""The methods of a bot, and the question that every acquaintance with one begins with."""

import asyncio

from google.protobuf.message import DecodeError

from motherlode.rpc.client import ask
from motherlode.rpc.http2 import RpcError
from motherlode.v1.bot_pb2 import PROTOCOL_1, DescribeRequest, Description

DESCRIBE = "/motherlode.v1.Bot/Describe"
PLAY = "/motherlode.v1.Bot/Play"
DESCRIBE_REQUEST = DescribeRequest(protocol=PROTOCOL_1).SerializeToString()

LARGEST_ANSWER = 64 * 1024  # bytes of a message from a bot
PAUSE = 0.05  # seconds between two attempts


class NoBot(Exception):
    """No bot answers there; the message says why."""


async def describe(address: str, timeout: float = 5.0) -> Description:
    """What the bot at an address says of itself; it may still be coming up."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + timeout
    while True:
        try:
            answer = await ask(address, DESCRIBE, DESCRIBE_REQUEST, deadline - loop.time(), LARGEST_ANSWER)
            return Description.FromString(answer)
        except RpcError as error:
            if error.status == "UNAVAILABLE" and loop.time() + PAUSE < deadline:
                await asyncio.sleep(PAUSE)
            elif error.status in ("UNAVAILABLE", "DEADLINE_EXCEEDED"):
                why = f": {error.details}" if error.status == "UNAVAILABLE" else ""
                raise NoBot(f"no bot answers at {address} within {timeout:g} s{why}") from None
            else:
                raise NoBot(f"{address} does not answer Describe: {error}") from None
        except DecodeError:
            raise NoBot(f"{address} answers Describe with bytes that are no Description: {answer[:40]!r}") from None
