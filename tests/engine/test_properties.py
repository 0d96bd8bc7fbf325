"""Promises that hold for every game, in every variant and with every number of players, over thousands of random matches."""

import pickle
from itertools import chain, permutations
from random import Random

import pytest

import engine
from engine.registry import schema
from tests.engine.kit import ALL, GAMES, MATCHES, bound, glimpses, matches, positions, random_move

each = pytest.mark.parametrize(("game", "variant", "players"), ALL)


@each
def test_invariants_hold_after_every_move_and_every_match_ends_within_its_bound(
    game: str, variant: str, players: int
) -> None:
    """Among the invariants: every card, tile and gem is in exactly one place."""
    most = bound(game, variant, players)
    for g, dice in matches(game, variant, players):
        g.check()
        decisions = 0
        while not g.over:
            g.apply(*random_move(g, dice))
            g.check()
            decisions += 1
            assert decisions <= most
        assert len(g.scores) == len(g.ranks) == players
        assert min(g.ranks) == 1
        assert g.scores[g.ranks.index(1)] == max(g.scores)


@each
def test_playouts_end_within_the_bound(game: str, variant: str, players: int) -> None:
    most = bound(game, variant, players)
    for g, dice in matches(game, variant, players, 4 * MATCHES):
        assert 1 <= g.playout(dice.randbytes(32)) <= most
        assert g.over
        g.check()


@each
def test_playouts_do_not_depend_on_the_number_of_threads(game: str, variant: str, players: int) -> None:
    done = engine.playouts(game, players, variant, games=100, seed=7, threads=2)
    assert done.games == 100
    assert engine.playouts(game, players, variant, games=100, seed=7, threads=1).decisions == done.decisions


@each
def test_legal_codes_ascend_and_their_notations_tell_them_apart(game: str, variant: str, players: int) -> None:
    for g, _ in positions(game, variant, players, every=5):
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
    for g, dice in chain(positions(game, variant, players, every=9), glimpses(game, variant, players)):
        before = g.to_bytes()
        for twin in (g.copy(), engine.from_bytes(before), pickle.loads(pickle.dumps(g))):
            assert twin == g and twin.to_bytes() == before and twin.seed == g.seed
            if not g.over:
                twin.apply(*random_move(twin, dice))
                assert twin != g
        assert g.to_bytes() == before


@each
def test_a_match_is_fixed_by_its_seed_and_moves(game: str, variant: str, players: int) -> None:
    for g, dice in matches(game, variant, players, 2):
        again = engine.new(game, players, variant, g.seed)
        while not g.over:
            move = random_move(g, dice)
            g.apply(*move)
            again.apply(*move)
        assert again == g


@each
def test_the_order_of_simultaneous_commitments_does_not_matter(game: str, variant: str, players: int) -> None:
    for g, dice in chain(positions(game, variant, players, every=6), glimpses(game, variant, players)):
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
    for g, dice in chain(positions(game, variant, players, every=7), glimpses(game, variant, players)):
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
    for bad in (b"", b"MLG1", data[:-1], data[: len(data) // 2], data + b"x", b"XXXX" + data[4:], "text", 5, None):
        with pytest.raises(ValueError):
            engine.from_bytes(bad)  # type: ignore[arg-type]
    for _ in range(50):
        i = dice.randrange(len(data))
        with pytest.raises(ValueError):
            engine.from_bytes(data[:i] + bytes([data[i] ^ 1 << dice.randrange(8)]) + data[i + 1 :])


@pytest.mark.parametrize("game", GAMES)
def test_a_state_is_small_enough_to_copy_by_the_million(game: str) -> None:
    assert len(engine.new(game, engine.games()[game].max_players, seed=1).to_bytes()) < 2048 + 64


@each
def test_view_bytes_are_the_message_of_the_view(game: str, variant: str, players: int) -> None:
    for g, _ in chain(positions(game, variant, players, every=5), glimpses(game, variant, players)):
        for seat in [*range(players), None]:
            data = g.view_bytes(seat)
            assert len(data) < 16_000
            assert schema(game).encode(g.view(seat)) == data
