"""What every server of gRPC has beside its own methods: health and reflection."""

import asyncio

from grpc_health.v1 import health_pb2
from motherlode.rpc.http2 import Call, EndOfCall, RpcError
from motherlode.rpc.server import Method

HEALTH = "grpc.health.v1.Health"
REFLECTION = ("grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection")  # the same messages


def health_and_reflection(service: str) -> dict[str, Method]:
    """The methods; `service` is healthy as long as it is served."""
    serving = health_pb2.HealthCheckResponse(status=health_pb2.HealthCheckResponse.SERVING).SerializeToString()
    unknown = health_pb2.HealthCheckResponse(status=health_pb2.HealthCheckResponse.SERVICE_UNKNOWN).SerializeToString()

    async def asked(call: Call) -> bool:
        """Whether the client asks for a service that is there."""
        return health_pb2.HealthCheckRequest.FromString(await call.read_one()).service in ("", service)

    async def check(call: Call) -> None:
        if not await asked(call):
            raise RpcError("NOT_FOUND", f"only {service} is served")
        await call.write(serving)

    async def watch(call: Call) -> None:
        await call.write(serving if await asked(call) else unknown)
        await asyncio.Event().wait()  # nothing changes until the client or the server goes

    async def reflect(call: Call) -> None:
        # Only here, because it brings grpcio with it, which a bot that nobody looks into does without.
        from grpc_reflection.v1alpha import reflection, reflection_pb2

        reflector = reflection.ReflectionServicer((service, HEALTH, REFLECTION[1]))  # the one it can describe
        try:
            while True:
                for data in await call.read():
                    question = reflection_pb2.ServerReflectionRequest.FromString(data)
                    for answer in reflector.ServerReflectionInfo(iter((question,)), None):
                        await call.write(answer.SerializeToString())
        except EndOfCall:
            pass

    return {
        f"/{HEALTH}/Check": check,
        f"/{HEALTH}/Watch": watch,
        **{f"/{name}/ServerReflectionInfo": reflect for name in REFLECTION},
    }
