"""Asks a bot what it is: at registration, and to see whether a benched one is back."""

import grpc
from google.protobuf.message import DecodeError
from motherlode.v1 import bot_pb2

DESCRIBE = "/motherlode.v1.Bot/Describe"
LARGEST = 64 * 1024  # bytes of an answer


def describe(address: str, timeout: float = 5.0) -> bot_pb2.Description:
    """The description of the bot at an address; ValueError says why there is none."""
    options = [
        ("grpc.use_local_subchannel_pool", 1),
        ("grpc.enable_http_proxy", 0),
        ("grpc.max_receive_message_length", LARGEST),
    ]
    with grpc.insecure_channel(address, options=options) as channel:
        call = channel.unary_unary(DESCRIBE)
        request = bot_pb2.DescribeRequest(protocol=bot_pb2.PROTOCOL_1).SerializeToString()
        try:
            answer = call(request, timeout=timeout, wait_for_ready=True)
        except grpc.RpcError as error:
            if error.code() is grpc.StatusCode.DEADLINE_EXCEEDED:
                raise ValueError(f"no bot answers at {address} within {timeout:g} s") from None
            raise ValueError(f"{address} does not answer Describe: {error.code().name}, {error.details()}") from None
    try:
        return bot_pb2.Description.FromString(answer)
    except DecodeError:
        raise ValueError(f"{address} answers Describe with bytes that are no Description") from None
