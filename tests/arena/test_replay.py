"""A replay is read as it was written, and whatever is changed in it is found."""

import random
import re
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from arena import replay
from arena.records import Clock, Fault, FaultKind, Match, Move, Result, Seat, Verdict, standing


def played(game: str = "rummy", players: int = 3, seed: int = 5, out: int | None = None) -> tuple[Match, Result]:
    """A match of random play; seat `out` forfeits at its first choice after the tenth decision."""
    seats = tuple(Seat(f"bot{i}@1", "") for i in range(players))
    match = Match("01J9Z", game, "standard", seed.to_bytes(32, "little"), seats, Clock(2, 10), "spring", "set 4", 1)
    state = engine.new(game, players, "standard", match.seed)
    dice = random.Random(seed)
    moves: list[Move] = []
    faults: list[Fault] = []
    while not state.over:
        seat = state.actors[0]
        legal = state.legal(seat)
        if seat == out and len(moves) > 10 and len(legal) > 1 and not faults:
            reason = f"seat {seat}, decision {len(moves)}: no answer within 2.000 s, bank empty"
            faults.append(Fault(seat, len(moves), FaultKind.TIMEOUT, reason))
        default = len(legal) == 1 or (faults and seat == out)
        code = legal[0] if default else dice.choice(legal)
        moves.append(Move(seat, code, 0 if default else dice.randrange(1, 10**6)))
        state.apply(seat, code)
    ranks = standing(state.ranks, [seat == out for seat in range(players)])
    reason = faults[0].reason if faults else "played to the end"
    result = Result(match.id, Verdict.PLAYED, state.scores, ranks, tuple(faults), tuple(moves), reason, 1.25, 8120)
    return match, result


MATCH, RESULT = played(out=1)
TEXT = replay.write(MATCH, RESULT)
LINES = TEXT.split("\n")


def at(word: str) -> int:
    return next(number for number, line in enumerate(LINES) if line.startswith(word + " "))


def changed(number: int, line: str) -> str:
    assert LINES[number] != line
    return "\n".join([*LINES[:number], line, *LINES[number + 1 :]])


@pytest.mark.parametrize("game", list(engine.games()))
def test_a_match_is_read_as_it_was_written(game: str) -> None:
    match, result = played(game, 2, out=0)
    text = replay.write(match, result)
    assert replay.verify(text) is None
    again, whole = replay.load(text)
    assert again == match and whole == result


def test_a_replay_is_small() -> None:
    assert len(TEXT) / len(RESULT.moves) < 40, "bytes a move, before compression"


def test_names_and_reasons_of_anybody_stay_in_their_line() -> None:
    seats = (Seat('a, b\n"c"@1', ""), Seat("\x1b[2J\u2028\\u002c@2", ""), Seat("ß@3", ""))
    match = replace(MATCH, id="with\nbreaks", seats=seats)
    fault = replace(RESULT.faults[0], reason=RESULT.faults[0].reason + "\ntwo lines")
    result = replace(RESULT, match=match.id, faults=(fault,), reason=fault.reason)
    text = replay.write(match, result)
    assert replay.verify(text) is None and replay.load(text) == (match, result)


def test_another_seed_is_found_even_with_its_own_commitment() -> None:
    seed = bytes(31) + b"\1"
    text = changed(at("seed"), f"seed {seed.hex()}")
    assert "header was changed" in str(replay.verify(text))
    both = text.replace(LINES[at("commitment")], f"commitment {sha256(seed).hexdigest()}")
    assert replay.verify(both) is not None
    # Whoever works out all digests anew has another deal, in which these moves are not possible.
    forged = replay.Digest()
    lines = both.split("\n")
    for line in lines[: at("header")]:
        forged.add(line)
    lines[at("header")] = f"header {forged.hex(16)}"
    assert "move 0" in str(replay.verify("\n".join(lines)))


def test_a_commitment_of_another_seed_is_found() -> None:
    assert replay.verify(changed(at("commitment"), "commitment " + "00" * 32)) is not None
    digest = replay.Digest()
    lines = changed(at("commitment"), "commitment " + "00" * 32).split("\n")
    for line in lines[: at("header")]:
        digest.add(line)
    lines[at("header")] = f"header {digest.hex(16)}"
    assert "not the one that was committed to" in str(replay.verify("\n".join(lines)))


def test_a_changed_move_is_named() -> None:
    number = at("header") + 2 + 7
    seat, think, check, _ = LINES[number].split(" ", 3)
    assert str(replay.verify(changed(number, f"{seat} {think} {check} no such action"))).startswith("move 7, seat ")
    more = changed(number, LINES[number].replace(f" {think} ", f" {int(think) + 1} ", 1))
    assert "move 7" in str(replay.verify(more)), "a think time"
    assert replay.verify("\n".join([*LINES[:number], *LINES[number + 1 :]])) is not None, "a move left out"
    assert replay.verify("\n".join([*LINES[:number], LINES[number], *LINES[number:]])) is not None, "a move twice"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda result: replace(result, scores=(99, 0, 0)), "the scores are"),
        (lambda result: replace(result, ranks=(3, 2, 1)), "the ranks are"),
        (lambda result: replace(result, faults=()), "had not forfeited"),
        (lambda result: replace(result, moves=result.moves[:-1]), "not over"),
        (lambda result: replace(result, verdict=Verdict.CANCELLED), "was not played to its end"),
        (
            lambda result: replace(
                result, faults=(replace(result.faults[0], decision=0, reason="seat 1, decision 0: late"),)
            ),
            "had forfeited at decision 0",
        ),
        (
            lambda result: replace(result, faults=(replace(result.faults[0], seat=9),)),
            "a fault of seat 9 in a match of 3",
        ),
        (lambda result: replace(result, faults=result.faults * 2), "more than one fault of seat 1"),
        (
            lambda result: replace(result, faults=(*result.faults, replace(result.faults[0], seat=0, decision=99999))),
            "a fault of seat 0 at decision 99999",
        ),
        (lambda result: replace(result, seconds=-1.0), "is no time"),
        (lambda result: replace(result, reason="all went well"), "the reason is"),
        (
            lambda result: replace(result, verdict=Verdict.CANCELLED, scores=(), ranks=()),
            "called off, though after the last move the match is over",
        ),
        (
            lambda result: replace(result, faults=(replace(result.faults[0], reason="seat 2, decision 1: late"),)),
            "that says 'seat 2, decision 1: late'",
        ),
        (lambda result: forced(result), "a bot was asked for it, though there was no choice"),
        (lambda result: thought(result, 3_600_000_000), "a think time of 3600 s, which the clock does not allow"),
        (lambda result: thought(result, -1), "which the clock does not allow"),
    ],
)
def test_a_result_written_wrongly_with_all_digests_right_is_found(change, said: str) -> None:  # type: ignore[no-untyped-def]
    assert said in str(replay.verify(replay.write(MATCH, change(RESULT))))


def thought(result: Result, think_us: int) -> Result:
    """The same, with another time for the first move that a bot made."""
    at = next(i for i, move in enumerate(result.moves) if move.think_us)
    moves = list(result.moves)
    moves[at] = moves[at]._replace(think_us=think_us)
    return replace(result, moves=tuple(moves))


def forced(result: Result) -> Result:
    """The same, with a think time for a move that was the only one."""
    state = replay.new_game(MATCH)
    moves = list(result.moves)
    for at, move in enumerate(moves):
        if len(state.legal(move.seat)) == 1 and move.seat not in {fault.seat for fault in result.faults}:
            moves[at] = move._replace(think_us=5)
            break
        state.apply(move.seat, move.code)
    return replace(result, moves=tuple(moves))


def test_a_rotation_that_the_table_does_not_have_is_found() -> None:
    for rotation in (-7, 3):
        told = replay.verify(replay.write(replace(MATCH, table_set="s", rotation=rotation), RESULT))
        assert told == f"rotation {rotation} of a table set for 3"


@pytest.mark.parametrize(
    "clock", [Clock(float("nan"), 0, 0), Clock(1, float("inf"), 0), Clock(-1, 0, 0), Clock(1e-4, 0, 0)]
)
def test_a_clock_that_no_referee_had_is_found(clock: Clock) -> None:
    assert "clock" in str(replay.verify(replay.write(replace(MATCH, clock=clock), RESULT)))


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_any_changed_character_is_found(data: st.DataObject) -> None:
    where = data.draw(st.integers(0, len(TEXT) - 1))
    letter = data.draw(st.characters(codec="utf-8").filter(lambda c: c != TEXT[where]))
    assert replay.verify(TEXT[:where] + letter + TEXT[where + 1 :]) is not None


@given(st.integers(0, len(TEXT) - 1))
@settings(max_examples=60, deadline=None)
def test_a_file_cut_short_is_found(size: int) -> None:
    assert replay.verify(TEXT[:size]) is not None


@given(st.text(max_size=300))
@settings(max_examples=100, deadline=None)
def test_no_text_makes_it_fail(text: str) -> None:
    assert replay.verify(text) is not None
    assert replay.verify(f"{replay.FORMAT}\n{text}") is not None
    assert replay.verify(re.sub(r"seats .*", lambda _: "seats " + text, TEXT)) is not None or text in TEXT


def test_something_behind_the_end_is_found() -> None:
    assert replay.verify(TEXT + "more\n") is not None
