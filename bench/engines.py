"""The engines beside OpenSpiel: playouts, loops from Python, copies, views, worlds."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random
from time import perf_counter_ns, process_time_ns

import pyspiel

import engine
from bench.measure import Cost, Row, compare, each, per_unit

GAMES_A_ROUND = 400
PLAYERS = 4  # where not all numbers of players are measured

# OpenSpiel's games nearest to ours, with the ratio of playouts a decision we aim at (None: for orientation).
PEERS: dict[str, dict[str, float | None]] = {
    "rummy": {"gin_rummy": 60, "hearts": 2, "oh_hell": None},
    "minerals": {"hex": 3, "chinese_checkers": 4, "havannah": None},
    "zavandor": {"goofspiel": 4, "bargaining": None},
    "imperial": {"hearts": 1, "oh_hell": None},
    "lagoon": {"hearts": 1 / 1.5, "chess": None, "backgammon": None},
}
ANY: dict[str, float | None] = {"hearts": None}  # the peer of a game not named above
SETTINGS = {
    "goofspiel": "goofspiel(players=4,num_cards=13,imp_info=False)",
    "chinese_checkers": "chinese_checkers(players=6)",
    "oh_hell": "oh_hell(players=6)",
}
WHOLE = {"goofspiel"}  # simultaneous: measured as whole games played by uniform bots


def peer_rollouts(name: str) -> Cost:
    """Random rollouts inside OpenSpiel's C++, a decision."""
    game = pyspiel.load_game(SETTINGS.get(name, name))
    if name in WHOLE:
        bots = [pyspiel.make_uniform_random_bot(seat, 7 + seat) for seat in range(game.num_players())]

        def whole() -> int:
            decisions = 0
            for _ in range(60):
                state = game.new_initial_state()
                pyspiel.evaluate_bots(state, bots, 1)
                decisions += state.move_number() * game.num_players()
            return decisions

        return lambda: per_unit(whole)
    state = game.new_initial_state()
    dice = Random(5)
    while state.is_chance_node():
        state.apply_action(drawn(state, dice))
    length = mean_length(state, dice)
    rollouts = max(4, int(2000 / length))
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 11)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 3, False)

    def work() -> int:
        bot.mcts_search(state)
        return max(1, int(rollouts * length))

    return lambda: per_unit(work)


def mean_length(state: "pyspiel.State", dice: Random, games: int = 40) -> float:
    """Decisions from here to the end under random play."""
    decisions = 0
    for _ in range(games):
        s = state.clone()
        while not s.is_terminal():
            if s.is_chance_node():
                s.apply_action(drawn(s, dice))
            else:
                s.apply_action(dice.choice(s.legal_actions()))
                decisions += 1
    return decisions / games


def peer_loop(name: str) -> Cost:
    """A loop over OpenSpiel's Python binding, a decision."""
    game = pyspiel.load_game(SETTINGS.get(name, name))
    dice = Random(3)

    def work() -> int:
        decisions = 0
        for _ in range(6):
            s = game.new_initial_state()
            while not s.is_terminal():
                if s.is_chance_node():
                    s.apply_action(drawn(s, dice))
                else:
                    actions = s.legal_actions()
                    s.apply_action(actions[int(dice.random() * len(actions))])
                    decisions += 1
        return decisions

    return lambda: per_unit(work)


def drawn(state: "pyspiel.State", dice: Random) -> int:
    """A chance outcome, as likely as the game says."""
    actions, odds = zip(*state.chance_outcomes(), strict=True)
    return int(dice.choices(actions, odds)[0])


def hearts_in_play() -> "pyspiel.State":
    """A game of hearts, some tricks in: what clone and resample are measured on."""
    state = pyspiel.load_game("hearts").new_initial_state()
    dice = Random(4)
    for _ in range(75):
        state.apply_action(dice.choice(state.legal_actions()))
    return state


def our_loop(game: str, players: int) -> Cost:
    dice = Random(3)

    def work() -> int:
        decisions = 0
        for i in range(12):
            g = engine.new(game, players, "standard", i)
            actors = g.actors
            while actors:
                seat = actors[0]
                codes = g.legal(seat)
                g.apply(seat, codes[int(dice.random() * len(codes))])
                decisions += 1
                actors = g.actors
        return decisions

    return lambda: per_unit(work)


def moments(game: str, players: int, count: int = 8) -> list[tuple[engine.Game, int]]:
    """Positions spread over a random match, each with a seat that must act."""
    dice = Random(game)
    path = []
    g = engine.new(game, players, "standard", 2)
    while not g.over:
        seat = dice.choice(g.actors)
        path.append((g.copy(), seat))
        g.apply(seat, dice.choice(g.legal(seat)))
    return path[len(path) // (2 * count) :: len(path) // count][:count]


def builders(game: str, where: list[tuple[engine.Game, int]]) -> list[Callable[[], bytes]]:
    """Each builds and serialises the view of a position through the protobuf library, field by field."""
    message = getattr(import_module(f"motherlode.v1.{game}_pb2"), f"{game.capitalize()}View")

    def build(steps: list[Step]) -> bytes:
        fresh = message()
        fill(fresh, steps)
        return bytes(fresh.SerializeToString())

    return [partial(build, recipe(message.FromString(g.view_bytes(seat)))) for g, seat in where]


Step = tuple[str, str, object]


def recipe(message: object) -> list[Step]:
    """What to set to make this message again."""
    steps: list[Step] = []
    for field, value in message.ListFields():  # type: ignore[attr-defined]
        inner = field.message_type is not None
        if field.is_repeated if hasattr(field, "is_repeated") else field.label == field.LABEL_REPEATED:
            steps.append(
                (field.name, "messages", [recipe(v) for v in value]) if inner else (field.name, "list", list(value))
            )
        else:
            steps.append((field.name, "message", recipe(value)) if inner else (field.name, "value", value))
    return steps


def fill(message: object, steps: list[Step]) -> None:
    for name, how, value in steps:
        if how == "value":
            setattr(message, name, value)
        elif how == "list":
            getattr(message, name).extend(value)
        elif how == "message":
            fill(getattr(message, name), value)  # type: ignore[arg-type]
        else:
            for inner in value:  # type: ignore[attr-defined]
                fill(getattr(message, name).add(), inner)


def scaling(game: str, players: int, rounds: int) -> list[Row]:
    """Two threads beside one: in wall time, where the ideal is 2; and in CPU time, where it is 1 whoever else is running."""

    def cost(clock: Callable[[], int], threads: int) -> float:
        start = clock()
        done = engine.playouts(game, players, "standard", games=GAMES_A_ROUND * 10, seed=1, threads=threads)
        return (clock() - start) / done.decisions

    rows = []
    for what, clock, goal in (("wall", perf_counter_ns, 1.8), ("CPU", process_time_ns, 0.9)):
        ours = {f"{game}: two threads, {what}": partial(cost, clock, 2)}
        rows += compare(ours, {"one thread": (partial(cost, clock, 1), goal)}, rounds)
    return rows


def table(game: str, rounds: int) -> list[Row]:
    peers = PEERS.get(game, ANY)
    info = engine.games()[game]
    players = min(PLAYERS, info.max_players)

    def playouts(n: int) -> float:
        return per_unit(lambda: engine.playouts(game, n, "standard", games=GAMES_A_ROUND, seed=1).decisions)

    rows = compare(
        {
            f"{game}, {n} players: playouts, a decision": partial(playouts, n)
            for n in range(info.min_players, info.max_players + 1)
        },
        {name: (peer_rollouts(name), goal) for name, goal in peers.items()},
        rounds,
    )
    loops = {"hearts": 6.0, **{name: None for name in peers if name not in WHOLE | {"hearts"}}}
    rows += compare(
        {f"{game}: Python loop, a decision": our_loop(game, players)},
        {name: (peer_loop(name), goal) for name, goal in loops.items()},
        rounds,
    )
    where, hearts = moments(game, players), hearts_in_play()
    seat, resample = hearts.current_player(), hearts.resample_from_infostate
    for what, ours, times, peer, theirs, goal in (
        ("copy", [g.copy for g, _ in where], 600, "hearts clone", [hearts.clone], 5),
        (
            "determinize",
            [partial(g.determinize, seat, 77) for g, seat in where],
            300,
            "hearts resample",
            [partial(resample, seat, Random(1).random)],
            20,
        ),
        (
            "view bytes",
            [partial(g.view_bytes, seat) for g, seat in where],
            300,
            "protobuf library",
            builders(game, where),
            30,
        ),
        (
            "view",
            [partial(g.view, seat) for g, seat in where],
            60,
            "hearts information state",
            [partial(hearts.information_state_string, seat)],
            None,
        ),
    ):
        beside = {peer: (each(theirs, max(1, times // (4 * len(theirs)))), goal)}
        rows += compare({f"{game}: {what}": each(ours, times)}, beside, rounds)
    return rows + scaling(game, players, rounds)
