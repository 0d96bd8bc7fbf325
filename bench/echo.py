"""The raw peer: a grpcio server that answers every message at once, `python -m bench.echo SOCKET REPLY_BYTES`."""

import sys
from typing import Any

import grpc
import grpc.aio
import uvloop


async def main(address: str, size: int) -> None:
    async def play(_: Any, context: Any) -> None:
        while (data := await context.read()) is not grpc.aio.EOF:
            await context.write(bytes(size * data[0]))  # the first byte says how many turns the message stands for

    server = grpc.aio.server()
    handlers = {"Play": grpc.stream_stream_rpc_method_handler(play)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("bench.Echo", handlers),))
    server.add_insecure_port(address)
    await server.start()
    await server.wait_for_termination()


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], int(sys.argv[2])))
