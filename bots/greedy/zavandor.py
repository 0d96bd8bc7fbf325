"""The Mines of Zavandor: bid three for cards, finish what is begun, keep the gems for upgrades, spend all at the end."""

from functools import cache
from typing import Any

from bots.turn import Turn
from engine import Game
from engine.zavandor import tables

PASS, DECLINE, VP, DRAW, PLACE, USE, BANK, OFFER, GIVE, WANT, ACCEPT, TAKE, SEARCH, BID, CARD, KING, UPGRADE = range(17)
GEM_WORTH = (1.0, 1.3, 1.7, 2.0)
LATE = 6  # round from which the King is near his throne


@cache
def data() -> tables.Data:
    return tables.load()


def choose(turn: Turn) -> int:
    view, seat = turn.view, turn.match.seat
    if len(turn.codes) == 1:
        return turn.codes[0]
    phase = view["phase"]
    if phase in ("income_place", "scroll_place", "upgrade"):
        world = turn.simulate(turn.decision)
        return max(turn.codes, key=lambda code: marker(world, view, seat, code))
    return max(turn.codes, key=lambda code: worth(view, seat, code))


def vector(code: int) -> tuple[int, int, int, int]:
    return code >> 12 & 15, code >> 8 & 15, code >> 4 & 15, code & 15


def value(gems: tuple[int, ...]) -> float:
    return sum(n * w for n, w in zip(gems, GEM_WORTH, strict=True))


def item(view: dict[str, Any], seat: int, number: int) -> tuple[tables.Item, int]:
    """An item of the seat and its level."""
    mine = view["seats"][seat]
    board = data().boards[mine["board"]]
    if number == 0:
        return board.family, mine["family"]
    if number == 1:
        assert board.dragon is not None
        return board.dragon, mine["dragon"]
    entry = mine["gallery"][number - 2]
    return data().cards[entry["card"]], entry["level"]


def last_round(view: dict[str, Any]) -> bool:
    return not data().halls[view["king"]].next


def marker(world: Game, view: dict[str, Any], seat: int, code: int) -> float:
    """What one more marker on an item is worth, less its price."""
    if code >> 24 == PASS:
        return 0.0
    free = code >> 24 == PLACE
    thing, level = item(view, seat, code & 0xFF if free else code >> 16 & 0xFF)
    price = 0.0 if free else value(vector(code))
    after = world.copy()
    after.apply(seat, code)
    gain = 3.0 * (after.scores[seat] - world.scores[seat])
    if last_round(view):
        return gain - 0.01 if free else gain
    left = len(thing.costs) - level
    rounds = max(0, 8 - view["round"])
    promise = max(thing.vp, 2 if thing.end_vp else 0) * 3.0 / left if left <= rounds + 1 else 0.0
    if thing.income and level + 1 < len(thing.income):
        now, then = thing.income[level], thing.income[level + 1]
        promise += rounds * (value(tuple(then[:4])) - value(tuple(now[:4])) + 2.0 * (then[4] - now[4]))
    if thing.use:
        promise += 6.0 if view["round"] < LATE else 0.0
    return max(gain, promise) - price + 1.0


def worth(view: dict[str, Any], seat: int, code: int) -> float:
    kind = code >> 24
    mine = view["seats"][seat]
    late = view["round"] >= LATE
    if kind == DRAW:
        return value(vector(code))
    if kind == USE:
        space, option = code >> 8 & 0xFF, code & 0xFF
        thing, level = item(view, seat, space + 2)
        gain = thing.use[level][option]
        full = level == len(thing.costs)
        return value(tuple(gain[:4])) + 3.0 * gain[4] if full or late else -1.0
    if kind == ACCEPT:
        trade = view["trade"]
        return value(tuple(trade["give"])) - value(tuple(trade["want"])) - 0.2
    if kind in (BANK, OFFER):
        return -1.0
    if kind == CARD:
        replaced = code & 0xFF
        card = data().cards[view["rows"][view["evaluating"]]["right"]]
        if late and len(card.costs) > 1:
            return -1.0
        return 2.0 + card.vp if replaced == 0 else -1.0
    if kind == BID:
        return bid(view, mine, code >> 8 & 0xFF, code & 0xFF)
    if kind == KING:
        held = [sum(deck[gem] for deck in mine["hand"]) for gem in range(4)]
        cost = data().halls[code & 0xFF].cost
        missing: int = sum(max(0, n - have) for n, have in zip(cost, held, strict=True))
        return -missing
    return 0.0


def bid(view: dict[str, Any], mine: dict[str, Any], gem: int, count: int) -> float:
    """Nearest to the number wanted wins."""
    held = sum(deck[gem] for deck in mine["hand"])
    bonus = data().gems[gem].bonus
    on_sale = view["rows"][gem]["right"] is not None and None in mine["gallery"]
    if held >= bonus:
        wanted = bonus
    elif on_sale and held >= 3 and view["round"] < LATE:
        wanted = 3 if held < 6 else 4
    elif view["round"] >= LATE + 1:
        wanted = max(0, held - 1)  # a point for a gem or two
    else:
        wanted = 1 if held > 3 else 0
    return -abs(count - wanted)
