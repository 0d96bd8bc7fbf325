"""The engines beside OpenSpiel: playouts, loops from Python, copies, views, worlds."""

from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter

import pyspiel

import engine
from bench.measure import Cost, Row, compare, each, per_unit

GAMES_A_ROUND = 400

# game -> players, and OpenSpiel's games nearest to it with the ratio of playouts a decision we aim at (None: for orientation)
PEERS: dict[str, tuple[int, dict[str, float | None]]] = {
    "rummy": (4, {"gin_rummy": 60, "hearts": 2, "oh_hell": None}),
    "minerals": (4, {"hex": 3, "chinese_checkers": 4, "havannah": None}),
    "zavandor": (4, {"goofspiel": 4, "bargaining": None}),
    "imperial": (4, {"hearts": 1, "oh_hell": None}),
    "lagoon": (4, {"hearts": 1 / 1.5, "chess": None, "backgammon": None}),
}
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


def mean_length(state: "pyspiel.State", dice: Random, games: int = 12) -> float:
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


def midgame(game: str, players: int) -> engine.Game:
    """A position half way through a random match, with a seat to act."""
    dice = Random(game)
    whole = engine.new(game, players, "standard", 2).playout(2)
    g = engine.new(game, players, "standard", 2)
    for _ in range(whole // 2):
        seat = dice.choice(g.actors)
        g.apply(seat, dice.choice(g.legal(seat)))
        if g.over:
            return engine.new(game, players, "standard", 2)
    return g


def built_message(game: str, g: engine.Game) -> Callable[[], object]:
    """Builds and serialises the same view through the protobuf library, field by field."""
    from importlib import import_module

    module = import_module(f"motherlode.v1.{game}_pb2")
    message = getattr(module, f"{game.capitalize()}View")
    parsed = message.FromString(g.view_bytes(0))
    steps = recipe(parsed)

    def build() -> bytes:
        fresh = message()
        fill(fresh, steps)
        return bytes(fresh.SerializeToString())

    return build


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


def threads(game: str, players: int, rounds: int) -> Row:
    """Two threads beside one, in wall time; the ideal is 2."""

    def wall(count: int) -> float:
        start = perf_counter()
        done = engine.playouts(game, players, "standard", games=GAMES_A_ROUND * 10, seed=1, threads=count)
        return (perf_counter() - start) * 1e9 / done.decisions

    return compare(f"{game}: two threads", partial(wall, 2), {"one thread": (partial(wall, 1), 1.8)}, rounds)[0]


def table(game: str, rounds: int) -> list[Row]:
    players, peers = PEERS[game]
    info = engine.games()[game]

    def playouts(n: int) -> float:
        return per_unit(lambda: engine.playouts(game, n, "standard", games=GAMES_A_ROUND, seed=1).decisions)

    rows = compare(
        f"{game}, {players} players: playouts, a decision",
        partial(playouts, players),
        {f"OpenSpiel {name}": (peer_rollouts(name), goal) for name, goal in peers.items()},
        rounds,
    )
    first = next(iter(peers))
    for n in range(info.min_players, info.max_players + 1):
        if n != players:
            rows += compare(
                f"{game}, {n} players: playouts, a decision",
                partial(playouts, n),
                {f"OpenSpiel {first}": (peer_rollouts(first), None)},
                max(3, rounds // 4),
            )
    rows += compare(
        f"{game}: Python loop, a decision",
        our_loop(game, players),
        {"OpenSpiel hearts": (peer_loop("hearts"), 6)},
        rounds,
    )
    g, hearts = midgame(game, players), hearts_in_play()
    seat = g.actors[0]
    rows += compare(
        f"{game}: copy", each(g.copy, 5000), {"OpenSpiel hearts clone": (each(hearts.clone, 1000), 5)}, rounds
    )
    rows += compare(
        f"{game}: determinize",
        each(lambda: g.determinize(seat, 77), 3000),
        {
            "OpenSpiel hearts resample": (
                each(lambda: hearts.resample_from_infostate(hearts.current_player(), Random(1).random), 100),
                20,
            )
        },
        rounds,
    )
    rows += compare(
        f"{game}: view bytes",
        each(lambda: g.view_bytes(0), 3000),
        {"protobuf library": (each(built_message(game, g), 100), 30), "our dict": (each(lambda: g.view(0), 500), None)},
        rounds,
    )
    rows.append(threads(game, players, rounds))
    return rows
