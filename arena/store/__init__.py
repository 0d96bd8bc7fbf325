"""The store: everything the arena remembers, on Redis. One small module a concern; every multi-key change is one Lua script."""

from arena.store.store import Store, open_store

__all__ = ["Store", "open_store"]
