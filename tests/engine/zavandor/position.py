"""Positions for tests: a referee's view with hands, galleries and piles as a test wants them, made into a match."""

from collections import Counter
from typing import Any

import engine

LETTERS = "sedr"
DECKS = ("wood", "copper", "iron", "bronze")
CARDS = ((30, 12, 4, 2), (4, 13, 5, 2), (1, 3, 12, 4), (1, 2, 5, 12))
TRADE: dict[str, Any] = {"cycle": 1, "offered": False, "any_offer": False, "give": None, "want": None, "failed": []}

Cards = dict[str, str]  # gem letters by deck
Card = tuple[int, int] | tuple[int, int, bool]  # improvement, level, used


def matrix(cards: Cards) -> list[list[int]]:
    return [[cards.get(deck, "").count(letter) for letter in LETTERS] for deck in DECKS]


def position(
    phase: str,
    *,
    turn: int | None = 0,
    players: int = 2,
    round: int = 1,
    king: int = 0,
    hands: dict[int, Cards] | None = None,
    galleries: dict[int, list[Card]] | None = None,
    boards: dict[int, int] | None = None,
    family: dict[int, int] | None = None,
    dragon: dict[int, int] | None = None,
    vp: dict[int, int] | None = None,
    discards: Cards | None = None,
    decks: Cards | None = None,
    rest: dict[str, int | str] | None = None,
    seed: int = 1,
) -> engine.Game:
    """A match of these players in this phase.

    Gem cards not named lie in the decks. Where `decks` gives a deck in full (top last), the cards left over go to the
    hand of the seat or to the pile ("discards") that `rest` names. Seats have an empty gallery unless it is given.
    """
    variant = "reverse" if boards else "standard"
    view = engine.new("zavandor", players, variant, seed).view(None)
    view |= {"phase": phase, "turn": turn, "round": round, "starter": (round - 1) % players, "king": king}
    view["actors"] = list(range(players)) if turn is None else [turn]
    view["trade"] = {**TRADE, "seat": turn} if phase == "trade" else None
    held = {seat: dict((hands or {}).get(seat, {})) for seat in range(players)}
    piles, stacks = dict(discards or {}), dict(decks or {})
    for name, counts in zip(DECKS, CARDS, strict=True):
        left = Counter({letter: n for letter, n in zip(LETTERS, counts, strict=True)})
        for cards in (*held.values(), piles, stacks):
            left.subtract(cards.get(name, ""))
        assert min(left.values()) >= 0, f"too many cards of the {name} deck"
        where = (rest or {}).get(name)
        cards = stacks if where is None else piles if where == "discards" else held[int(where)]
        cards[name] = "".join(left.elements()) + cards.get(name, "")
    view["deck_cards"] = [[LETTERS.index(c) for c in stacks.get(deck, "")] for deck in DECKS]
    view["discard_cards"] = [[LETTERS.index(c) for c in piles.get(deck, "")] for deck in DECKS]
    view["decks"] = [len(cards) for cards in view["deck_cards"]]
    view["decks_from"] = [list(counts) for counts in CARDS]
    view["discards"] = matrix(piles)
    for i, seat in enumerate(view["seats"]):
        change_seat(view, seat, (galleries or {}).get(i, []), (boards or {}).get(i, 0))
        seat["family"] = (family or {}).get(i, 1)
        if seat["dragon"] is not None:
            seat["dragon"] = (dragon or {}).get(i, 0)
        seat["vp"] = (vp or {}).get(i, 0)
        seat["hand"] = matrix(held[i])
        seat["backs"] = [sum(row) for row in seat["hand"]]
        seat["known"] = matrix({})
        seat["bids"] = {"bid": [None] * 4, "upgrade": [0] * 4}.get(phase)
    return engine.from_view(view, seed)


def change_seat(view: dict[str, Any], seat: dict[str, Any], gallery: list[Card], board: int) -> None:
    """Gives the seat its board and gallery; what lay there leaves the game, what it gets leaves its row."""
    view["removed"] = sorted(view["removed"] + [entry["card"] for entry in seat["gallery"] if entry])
    spaces = 6 if board in (2, 3) else 5
    seat["board"] = board
    seat["dragon"] = None if board in (2, 3) else 0
    seat["gallery"] = [{"card": c[0], "level": c[1], "used": len(c) > 2 and c[2]} for c in gallery]
    seat["gallery"] += [None] * (spaces - len(gallery))
    taken = {c[0] for c in gallery}
    view["removed"] = [card for card in view["removed"] if card not in taken]
    for row in view["rows"]:
        cards = [card for card in [*row["deck"], row["middle"], row["right"]] if card is not None and card not in taken]
        row["right"] = cards.pop() if cards else None
        row["middle"] = cards.pop() if cards else None
        row["deck"] = cards


def play(g: engine.Game, seat: int, *notations: str) -> None:
    for notation in notations:
        g.apply(seat, g.code(seat, notation))


def bid(g: engine.Game, seat: int, sapphires: int = 0, emeralds: int = 0, diamonds: int = 0, rubies: int = 0) -> None:
    play(
        g, seat, f"bid ruby {rubies}", f"bid diamond {diamonds}", f"bid emerald {emeralds}", f"bid sapphire {sapphires}"
    )
