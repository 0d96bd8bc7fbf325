"""Positions of Imperial Miners, said in slugs: what a test does not name is filled in."""

from typing import Any

import engine
from engine.imperial import tables

DATA = tables.load()
CARD = {card.slug: card.id for card in DATA.cards}
EVENT = {event.slug: event.id for event in DATA.events}
LEVEL = {card.id: card.level for card in DATA.cards}
STOCK = {
    level: [card.id for card in DATA.cards if card.level == level for _ in range(card.copies)] for level in (1, 2, 3, 4)
}

View = dict[str, Any]


def cards(text: str) -> list[int]:
    """Ids of `2 embassy, quicksand`, in this order."""
    found = []
    for part in filter(None, text.split(", ")):
        copies, _, slug = part.rpartition(" ")
        found += [CARD[slug]] * int(copies or 1)
    return found


def mine(text: str) -> list[View]:
    """The cards of `1,0 old-gallery; 2,1 embassy collapse 2 machines`."""
    found = []
    for part in filter(None, text.split("; ")):
        cell, slug, *marks = part.split()
        level, x = map(int, cell.split(","))
        machines = int(marks[marks.index("machines") - 1]) if "machines" in marks else 0
        found.append(
            {"level": level, "x": x, "card": CARD[slug], "machines": machines, "collapse": "collapse" in marks}
            | {"activated": "activated" in marks}
        )
    return sorted(found, key=lambda card: (card["level"], card["x"]))


def seat(text: str = "", hand: str = "", tokens: list[Any] | None = None, **numbers: Any) -> View:
    """What the referee sees of a seat with this mine and hand."""
    held = sorted(cards(hand))
    board = numbers.pop("board", None)
    shown = sorted(cards(numbers.pop("shown", "")))
    return {
        "coins": 0, "vp": 0, "hand": held, "shown": shown, "draft": [], "choice": None, "revealed": None, "board": board,
        "space": 0, "boards_done": 0, "advanced": 0, "mine": mine(text), "tokens": tokens or [],
    } | numbers  # fmt: skip


def position(
    text: str = "",
    hand: str = "",
    *,
    round: int = 5,
    event: str = "payday",
    players: int = 1,
    others: dict[int, View] | None = None,
    piles: dict[int, str] | None = None,  # in full, top last: what is left over is in the hands of others
    discards: dict[int, str] | None = None,
    tracks: tuple[int, int, int] = (0, 2, 4),
    seed: int = 1,
    **numbers: Any,
) -> engine.Game:
    """All are to choose a card; the mine and hand are those of the round's start seat. Its event has been resolved."""
    me = (round - 1) % players
    seats = [(others or {}).get(i, seat()) for i in range(players)]
    seats[me] = seat(text, hand, **numbers)
    return engine.from_view(referee(seats, round, event, piles or {}, discards or {}, tracks), seed)


def referee(
    seats: list[View], round: int, event: str, piles: dict[int, str], discards: dict[int, str], tracks: tuple[int, ...]
) -> View:
    """The referee's view of all seats choosing a card."""
    decks, thrown = [], []
    for level, stock in STOCK.items():
        pool = list(stock)
        thrown.append(cards(discards.get(level, "")))
        pile = cards(piles[level]) if level in piles else []
        for card in [
            *thrown[-1],
            *pile,
            *(c["card"] for s in seats for c in s["mine"]),
            *(c for s in seats for c in s["hand"]),
        ]:
            if LEVEL[card] == level:
                pool.remove(card)
        if level not in piles:
            pile = pool
        else:
            for card in pool:
                others = [s["hand"] for i, s in enumerate(seats) if i != (round - 1) % len(seats)]
                min(others, key=len).append(card)
        decks.append(pile)
    for s in seats:
        s["hand"].sort()
        s["hand_levels"] = [sum(LEVEL[card] == level for card in s["hand"]) for level in STOCK]
        s["carts"] = carts(s)
    unseen = [id for id in range(18) if id != EVENT[event]]
    return {
        "game": "imperial", "variant": "standard", "players": len(seats), "seat": None, "actors": list(range(len(seats))),
        "phase": "choose", "round": round, "over": False, "start": (round - 1) % len(seats), "event": EVENT[event],
        "events_seen": [*unseen[: round - 1], EVENT[event]], "events_left": 10 - round, "tracks": list(tracks),
        "deck_counts": [len(pile) for pile in decks], "discards": thrown, "pending": None, "agenda": [], "seats": seats,
        "decks": decks, "event_deck": unseen[round - 1 : 9],
    }  # fmt: skip


def carts(s: View) -> int:
    """Complete carts of a seat, counted border by border."""
    full = {(card["level"], card["x"]): DATA.cards[card["card"]].carts for card in s["mine"]}
    found = 0
    for (level, x), own in full.items():
        for side, other, ours, theirs in (
            ("tl", (level - 1, x - 1), 0, 3),
            ("tr", (level - 1, x + 1), 1, 4),
            ("r", (level, x + 2), 2, 5),
        ):
            if other in full:
                found += (ours in own and theirs in full[other]) or [level, x, side] in s["tokens"]
    return found


def play(g: engine.Game, *moves: str) -> None:
    """Moves of the round's start seat. When it has chosen a card, so do the others."""
    for move in moves:
        me = g.view(None)["start"]
        g.apply(me, g.code(me, move))
        g.check()
        while g.view(None)["phase"] == "choose" and me not in g.actors:
            other = g.actors[0]
            g.apply(other, g.legal(other)[0])


def options(g: engine.Game) -> list[str]:
    return g.notations(g.actors[0])


def me(g: engine.Game) -> View:
    """All there is to know of the round's start seat."""
    view = g.view(None)
    return view["seats"][view["start"]]


def at(g: engine.Game, level: int, x: int) -> View:
    """The card of the start seat's mine at a cell."""
    return next(card for card in me(g)["mine"] if (card["level"], card["x"]) == (level, x))


def slugs(ids: list[int]) -> list[str]:
    return [DATA.cards[id].slug for id in ids]
