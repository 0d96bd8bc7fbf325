"""The arena's gRPC API: what the commands do, for programs. `proto/motherlode/v1/arena.proto` is its contract."""

from arena.api.server import Api

__all__ = ["Api"]
