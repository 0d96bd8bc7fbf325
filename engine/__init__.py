"""The authoritative rules of five mining board games.

>>> g = engine.new("rummy", players=4, variant="standard", seed=bytes(32))
>>> g.actors, g.legal(0), g.notation(0, g.legal(0)[0])
"""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from time import perf_counter
from typing import Any

from engine import registry
from engine.game import FORMAT, Game, begin, check_match, load, many_playouts, rebuild, view_header
from engine.info import GameInfo, Playouts

SHARES = 8  # of the work, a thread: one that is held up leaves more of them to the others

__all__ = ["Game", "GameInfo", "Playouts", "from_bytes", "from_view", "games", "new", "playouts"]


@cache
def games() -> dict[str, GameInfo]:
    """The games there are, by id."""
    return {id: registry.rules(id).__new__(registry.rules(id)).info for id in registry.MODULES}


def new(game: str, players: int, variant: str = "standard", seed: bytes | int = 0) -> Game:
    """A new match. A seed is 32 bytes, or a non-negative integer taken as its 32 little-endian bytes."""
    return begin(registry.rules(game), players, variant, seed)


def from_view(view: dict[str, Any] | bytes, seed: bytes | int) -> Game:
    """A match consistent with a view (dict or protobuf bytes); what the view hides is drawn from the seed."""
    if isinstance(view, dict):
        data = registry.schema(str(view.get("game"))).encode(view)
    elif isinstance(view, (bytes, bytearray, memoryview)):
        data = bytes(view)
    else:
        raise ValueError(f"a view is a dict or its protobuf bytes, not {type(view).__name__}")
    header = view_header(data)
    rules = registry.rules(header["game"])
    try:
        return rebuild(rules, data, header, seed)
    except ValueError:
        # Bytes that another protobuf library wrote lack the fields that are zero: put them back.
        schema = registry.schema(header["game"])
        whole = schema.encode(schema.decode(data))
        if whole == data:
            raise
        return rebuild(rules, whole, header, seed)


def from_bytes(data: bytes) -> Game:
    """The exact state that `to_bytes` wrote."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise ValueError(f"a state of a match is bytes, not {type(data).__name__}")
    data = bytes(data)
    if not data.startswith(FORMAT) or len(data) < len(FORMAT) + 10:
        raise ValueError(f"these bytes are no state of a match: they do not begin with {FORMAT!r}")
    if hashlib.sha256(data[:-8]).digest()[:8] != data[-8:]:
        raise ValueError("these bytes are no whole state of a match: the checksum differs")
    length = data[len(FORMAT)]
    game = data[len(FORMAT) + 1 : len(FORMAT) + 1 + length].decode("ascii", "replace")
    return load(registry.rules(game), data)


def playouts(
    game: str, players: int, variant: str = "standard", games: int = 1000, seed: bytes | int = 0, threads: int = 1
) -> Playouts:
    """Plays whole matches at random in C, without the GIL; the same matches whatever the number of threads."""
    if games < 1 or threads < 1:
        raise ValueError(f"games and threads are at least 1, not {games} and {threads}")
    rules = registry.rules(game)
    check_match(rules.__new__(rules).info, players, variant)
    parts = min(games, SHARES * threads if threads > 1 else 1)
    start = perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        shares = pool.map(lambda first: many_playouts(rules, players, variant, games, seed, first, parts), range(parts))
        decisions = sum(shares)
    return Playouts(games, decisions, perf_counter() - start)
