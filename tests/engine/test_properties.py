"""Promises that hold for every game, in every variant and with every number of players, over thousands of random matches."""

import pickle
from itertools import permutations
from random import Random

import pytest

import engine
from engine.registry import schema
from tests.engine.kit import ALL, GAMES, matches, positions, random_move

BOUND = 12_000  # decisions; the longest match any document allows has 11,028 (rummy, six players, variant target)

each = pytest.mark.parametrize(("game", "variant", "players"), ALL)


@each
def test_invariants_hold_after_every_move_and_every_match_ends(game: str, variant: str, players: int) -> None:
    for g, dice in matches(game, variant, players, 4):
        g.check()
        decisions = 0
        while not g.over:
            g.apply(*random_move(g, dice))
            g.check()
            decisions += 1
            assert decisions < BOUND
        assert len(g.scores) == len(g.ranks) == players
        assert min(g.ranks) == 1
        assert g.scores[g.ranks.index(1)] == max(g.scores)


@each
def test_playouts_end_and_do_not_depend_on_the_number_of_threads(game: str, variant: str, players: int) -> None:
    done = engine.playouts(game, players, variant, games=200, seed=7, threads=2)
    assert done.games == 200
    assert 200 <= done.decisions < 200 * BOUND
    assert engine.playouts(game, players, variant, games=200, seed=7, threads=1).decisions == done.decisions


@each
def test_legal_codes_ascend_and_their_notations_tell_them_apart(game: str, variant: str, players: int) -> None:
    for g, _ in positions(game, variant, players, 1, every=5):
        for seat in range(players):
            codes, words = g.legal(seat), g.notations(seat)
            assert bool(codes) == (seat in g.actors)
            assert codes == sorted(set(codes)) and len(codes) <= 1024
            assert len(set(words)) == len(words) == len(codes)
            for code, notation in list(zip(codes, words, strict=True))[:40]:
                assert g.notation(seat, code) == notation
                assert notation.isascii() and notation == " ".join(notation.lower().split())
                assert g.code(seat, notation) == code


@each
def test_copies_and_bytes_are_exact_and_independent(game: str, variant: str, players: int) -> None:
    for g, dice in positions(game, variant, players, 1, every=9):
        before = g.to_bytes()
        for twin in (g.copy(), engine.from_bytes(before), pickle.loads(pickle.dumps(g))):
            assert twin == g and twin.to_bytes() == before and twin.seed == g.seed
            if not g.over:
                twin.apply(*random_move(twin, dice))
                assert twin != g
        assert g.to_bytes() == before


@each
def test_a_match_is_fixed_by_its_seed_and_moves(game: str, variant: str, players: int) -> None:
    for g, dice in matches(game, variant, players, 1):
        again = engine.new(game, players, variant, g.seed)
        while not g.over:
            move = random_move(g, dice)
            g.apply(*move)
            again.apply(*move)
        assert again == g


@each
def test_the_order_of_simultaneous_commitments_does_not_matter(game: str, variant: str, players: int) -> None:
    for g, dice in positions(game, variant, players, 2, every=6):
        seats = g.actors
        if len(seats) < 2:
            continue
        choice = {seat: dice.choice(g.legal(seat)) for seat in seats}
        ends = []
        for order in list(permutations(seats))[:6]:
            twin = g.copy()
            for seat in order:
                twin.apply(seat, choice[seat])
            ends.append(twin)
        assert all(end == ends[0] for end in ends)


@each
def test_an_illegal_attempt_changes_nothing(game: str, variant: str, players: int) -> None:
    for g, dice in positions(game, variant, players, 1, every=7):
        before = g.to_bytes()
        actor = g.actors[0] if g.actors else 0
        wrong = dice.randrange(2**32)
        while wrong in g.legal(actor):
            wrong = dice.randrange(2**32)
        attempts = [(actor, wrong), (actor, -1), (actor, 2**32), (actor, "pass"), (actor, None), (players, 0), (-1, 0)]
        for seat, code in attempts:
            with pytest.raises(ValueError, match=r"legal|seat|over"):
                g.apply(seat, code)
        for seat in set(range(players)) - set(g.actors):
            with pytest.raises(ValueError, match="need not act"):
                g.apply(seat, 0)
        with pytest.raises(ValueError):
            g.code(actor, "dance a jig")
        assert g.to_bytes() == before


@pytest.mark.parametrize("game", GAMES)
def test_bad_matches_are_refused(game: str) -> None:
    info = engine.games()[game]
    n = info.min_players
    for players in (0, info.min_players - 1, info.max_players + 1, "2", 2.0, None):
        with pytest.raises(ValueError, match="players"):
            engine.new(game, players, "standard", 1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="variants"):
        engine.new(game, n, "blitz", 1)
    for seed in (b"short", bytes(33), -1, 2**256, "0", None, 1.5):
        with pytest.raises(ValueError, match="seed"):
            engine.new(game, n, "standard", seed)  # type: ignore[arg-type]
    assert engine.new(game, n, "standard", 5) == engine.new(game, n, "standard", (5).to_bytes(32, "little"))


def test_an_unknown_game_is_refused_with_the_list_of_games() -> None:
    with pytest.raises(ValueError, match="rummy"):
        engine.new("chess", 2)


@pytest.mark.parametrize("game", GAMES)
def test_foreign_truncated_and_altered_bytes_are_refused(game: str) -> None:
    data = engine.new(game, engine.games()[game].max_players, seed=3).to_bytes()
    dice = Random(game)
    for bad in (b"", b"MLG1", data[:-1], data[: len(data) // 2], data + b"x", b"XXXX" + data[4:]):
        with pytest.raises(ValueError):
            engine.from_bytes(bad)
    for _ in range(50):
        i = dice.randrange(len(data))
        with pytest.raises(ValueError):
            engine.from_bytes(data[:i] + bytes([data[i] ^ 1 << dice.randrange(8)]) + data[i + 1 :])


@each
def test_view_bytes_are_the_message_of_the_view(game: str, variant: str, players: int) -> None:
    for g, _ in positions(game, variant, players, 1, every=5):
        for seat in [*range(players), None]:
            data = g.view_bytes(seat)
            assert len(data) < 16_000
            assert schema(game).encode(g.view(seat)) == data
