"""What an organiser may do, checked: the one door for the command line and the API to bots, tournaments and ladders."""

from collections.abc import Sequence

from motherlode.v1.bot_pb2 import Description

import engine
from arena import formats
from arena.formats import Rules
from arena.probe import describe
from arena.records import Clock
from arena.store import Store
from arena.store.bots import BotState, BotVersion
from arena.store.errors import NotNow
from arena.store.tournaments import LADDER, Tournament

LONGEST = 200  # characters of what bots and their authors say, to be shown to people
LADDERS = "ladder-"  # begins their names


def register(
    store: Store, address: str, name: str = "", version: str = "", target: str = "", by_author: bool = False
) -> BotVersion:
    """Registers the bot that answers at an address under what it says of itself, unless told otherwise.

    An author registers only a bot that calls itself by the author's name for it: nobody plays with somebody else's.
    """
    return enter(store, describe(address), address, name, version, target, by_author)


def enter(
    store: Store,
    said: Description,
    address: str,
    name: str = "",
    version: str = "",
    target: str = "",
    by_author: bool = False,
) -> BotVersion:
    """The same for a bot that has said what it is already, and will be at that address.

    `target` is how `arena bot host` starts it; none for a bot that runs by itself.
    """
    wanted = BotVersion(
        name or said.name,
        version or said.version or "1",
        address,
        plain(said.author),
        tuple(said.games),
        said.concurrency,
        target=target,
    )
    if by_author and said.name != wanted.name:
        raise ValueError(f"the bot at {address} calls itself {plain(said.name)!r}, not {wanted.name!r}")
    unknown = sorted(set(wanted.games) - set(engine.games()))
    if unknown:
        raise ValueError(
            f"{wanted.id} says it plays {plain(', '.join(unknown))}; there are {', '.join(engine.games())}"
        )
    if by_author:
        for known in store.bots.all():
            if known.id == wanted.id:
                check_author(known)
    return store.bots.add(wanted)


def check_author(bot: BotVersion) -> None:
    """An author changes nothing about a bot that an organiser benched: that would let it back."""
    if bot.by_hand and not bot.by_author:
        raise NotNow(f"{bot.id} was benched by an organiser, who alone lets it back: {bot.reason or 'no reason given'}")


def bench(store: Store, bot: str, reason: str, by_author: bool = False) -> BotVersion:
    """Takes a bot off the ladders until it is unbenched; answering probes does not bring it back, as a person decided."""
    return store.bots.set_state(bot, BotState.BENCHED, plain(reason), by_hand=True, by_author=by_author)


def unbench(store: Store, bot: str) -> BotVersion:
    return store.bots.set_state(bot, BotState.ACTIVE)


def remove(store: Store, bot: str) -> BotVersion:
    """Takes a bot out; its results stay."""
    return store.bots.set_state(bot, BotState.REMOVED)


def create_tournament(
    store: Store,
    id: str,
    game: str,
    format: str,
    bots: Sequence[str],
    *,
    variant: str = "standard",
    size: int = 0,
    rounds: int = 0,
    sets: int = 1,
    challengers: int = 1,
    clock: Clock | None = None,
    rated: bool = True,
) -> Tournament:
    """A tournament that runs from now on, planned and played by whatever workers there are."""
    info = check_game(game, variant)
    if id.startswith(LADDERS):
        raise ValueError(f"names that begin with {LADDERS!r} are the ladders'; choose another than {id!r}")
    if format not in formats.FORMATS:
        raise ValueError(f"unknown format {format!r}; there are {', '.join(formats.FORMATS)}")
    entrants = tuple(entrant(store, bot, game).id for bot in bots)
    size = size or max(2, info.min_players)
    tournament = Tournament(
        id, game, format, entrants, variant, size, rounds, sets, challengers, check_clock(clock or Clock()), rated=rated
    )
    if sets < 1 or rounds < 0:
        raise ValueError(f"a tournament has at least one set a table and no negative rounds, not {sets} and {rounds}")
    formats.plan(format, entrants, {}, rules(tournament))  # refuses what cannot be played
    return store.tournaments.create(tournament)


def start_ladder(
    store: Store, game: str, *, variant: str = "", size: int = 0, clock: Clock | None = None
) -> Tournament:
    """The ladder of a game: begun, or resumed where it was stopped, under the rules it was begun with."""
    info = check_game(game, variant or "standard")
    id = ladder_id(game)
    if id in store.tournaments.ids():
        there = store.tournaments.get(id)
        if (variant or there.variant, size or there.size, clock or there.clock) != (
            there.variant,
            there.size,
            there.clock,
        ):
            raise ValueError(f"{id} is there already with other rules; it keeps them: resume it without options")
        store.tournaments.resume(id)
        return there
    size = size or max(2, info.min_players)
    tournament = Tournament(id, game, LADDER, (), variant or "standard", size, clock=check_clock(clock or Clock()))
    rules(tournament)
    return store.tournaments.create(tournament)


def stop_ladder(store: Store, game: str) -> Tournament:
    """No new matches; those under way are played to their end."""
    check_game(game)
    store.tournaments.pause(ladder_id(game))
    return store.tournaments.get(ladder_id(game))


def plain(text: str) -> str:
    """Without what would steer a terminal, and not too long."""
    return "".join(c for c in text if c.isprintable())[:LONGEST]


def ladder_id(game: str) -> str:
    return f"{LADDERS}{game}"


def rules(tournament: Tournament) -> Rules:
    """The rules of a tournament, as its format sees them."""
    info = engine.games()[tournament.game]
    least = max(2, info.min_players)
    if not least <= tournament.size <= info.max_players:
        raise ValueError(f"a table of {tournament.game} seats {least} to {info.max_players}, not {tournament.size}")
    return Rules(tournament.size, least, tournament.rounds, tournament.challengers)


def check_game(game: str, variant: str = "standard") -> engine.GameInfo:
    info = engine.games().get(game)
    if info is None:
        raise ValueError(f"unknown game {game!r}; there are {', '.join(engine.games())}")
    if variant not in info.variants:
        raise ValueError(f"{game} has the variants {', '.join(info.variants)}, not {variant!r}")
    return info


def check_clock(clock: Clock) -> Clock:
    if not 0 < clock.limit <= 3600 or not 0 <= clock.bank <= 86400 or not 0 <= clock.margin <= 60:
        raise ValueError(
            f"a clock has a limit above 0 and up to 3600 s, a bank up to 86400 s and a margin up to 60 s, not {clock}"
        )
    return clock


def entrant(store: Store, bot: str, game: str) -> BotVersion:
    """A bot that may enter: registered, not removed, and it plays the game."""
    found = store.bots.get(bot)
    if found.state is BotState.REMOVED:
        raise ValueError(f"{found.id} was removed; register it again with `arena bot add`")
    if found.games and game not in found.games:
        raise ValueError(f"{found.id} plays {', '.join(found.games)}, not {game}")
    return found
