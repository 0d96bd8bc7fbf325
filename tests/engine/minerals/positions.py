"""Positions of Minerals as the rules document writes them."""

from typing import Any

import engine

COUNTS = [53, 30, 20, 10, 5]
FRONT = [1, 3, 5, 7, 9]  # hammer, chest, map, magnifying-glass, rope
BACK = [2, 4, 6, 8, 10]  # shovel, sack, compass, vortex, lamp
DEAR = [3, 7, 10, 23]  # a row that the pools of the examples cannot pay


def cell(text: str) -> int:
    q, r = map(int, text.split(","))
    return 16 * r + q


def position(
    tiles: str,
    pools: dict[int, list[int]] | None = None,
    spent: dict[int, list[int]] | None = None,
    cards: dict[int, list[list[int]]] | None = None,
    tools: list[int] | None = None,
    row: list[int] | None = None,
    variant: str | None = None,
    seat: int = 0,
    in_pouch: bool = True,
) -> engine.Game:
    """Tiles as `q,r MINERAL`, each followed by P0, P1, ... where a pawn stands; seat `seat` begins its turn.

    Without tools it is the variant `kids7`. All other minerals are in the pouch, or in the last seat's pool.
    """
    board = [["."] * 16 for _ in range(16)]
    pawns: dict[int, int] = {}
    words = tiles.split()
    at = 0
    left = COUNTS.copy()
    for word in words:
        if "," in word:
            at = cell(word)
        elif word.startswith("P"):
            pawns[int(word[1:])] = at
        else:
            kind = "WKTAO".index(word) + 1
            board[at >> 4][at & 15] = str(kind)
            left[kind - 1] -= 1
    players = len(pawns)
    seats = range(players)
    given = {
        "pools": [list((pools or {}).get(s, [0] * 5)) for s in seats],
        "spent": [list((spent or {}).get(s, [0] * 5)) for s in seats],
    }
    for bags in given.values():
        for bag in bags:
            left = [n - m for n, m in zip(left, bag, strict=True)]
    if not in_pouch:
        given["pools"][-1] = [n + m for n, m in zip(given["pools"][-1], left, strict=True)]
        left = [0] * 5
    if variant is None:
        variant = "standard" if tools else "kids7"
    held = [(cards or {}).get(s, []) for s in seats]
    row = [] if variant == "kids6" else row or DEAR
    seen = set(row) | {id for hand in held for id, _ in hand}
    deck = [] if variant == "kids6" else [id for id in range(1, 25) if id not in seen]
    view: dict[str, Any] = {
        "game": "minerals", "variant": variant, "players": players, "seat": None, "actors": [seat], "phase": "before",
        "round": 1, "over": False, "turn": seat, "board": ["".join(line) for line in board],
        "pawns": [pawns[s] for s in seats], "pouch": left, **given, "cards": held, "row": row,
        "deck_count": len(deck), "tools": tools or [], "removals_left": 0, "tool_used": False, "card_taken": False,
        "dug": None, "drawn": None, "fragments": [], "deck": deck,
    }  # fmt: skip
    return engine.from_view(view, 7)


def legal(g: engine.Game, *kinds: str) -> list[str]:
    """What the seat to act may do, of these kinds or all."""
    return [words for words in g.notations(g.actors[0]) if not kinds or words.split()[0] in kinds]


def do(g: engine.Game, *moves: str) -> dict[str, Any]:
    """Plays moves of the seats to act; the referee's view afterwards."""
    for move in moves:
        seat = g.actors[0]
        g.apply(seat, g.code(seat, move))
        g.check()
    return g.view(None)


def tile(view: dict[str, Any], at: str) -> str:
    q, r = map(int, at.split(","))
    return str(view["board"][r][q])


def tiles_left(view: dict[str, Any]) -> list[str]:
    return [f"{q},{r}" for r in range(16) for q in range(16) if view["board"][r][q] != "."]
