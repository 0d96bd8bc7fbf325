"""Replays: a match as a text that people can read and the engine can check.

    motherlode replay 1
    match 01J9Z
    game rummy standard
    seats random@1, greedy@2
    clock 2.0 10.0 0.05
    commitment 66687aad...
    seed 00000000...
    header 5d41402abc4b2a76

    0 412 9f draw deck
    1 0 07 pass
    ...

    result played
    scores 12 7
    ranks 1 2
    fault 1 41 timeout seat 1, decision 41: no answer within 2.000 s, bank empty
    reason played to the end
    time 1.661 8120
    digest 9c56cc51...

A move is its seat, the time its bot thought in microseconds (0 when no bot was asked), two digits of the digest that runs over
everything from the first line on, and its notation. A changed character therefore shows at the line where it stands.
"""

import hashlib
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import engine
from arena.records import Clock, Fault, FaultKind, Match, Move, Result, Seat, Verdict, standing, told

FORMAT = "motherlode replay 1"
ROUNDING_US = 1000  # by which think times, in whole microseconds, may differ from what a clock took for a match


class Step(NamedTuple):
    """A move as it is written."""

    seat: int
    think_us: int
    check: str
    notation: str


@dataclass(frozen=True)
class Replay:
    """A replay as it is written. The moves of `result` are there once the engine has followed the steps: `moves`."""

    match: Match
    commitment: bytes
    steps: tuple[Step, ...]
    result: Result

    def positions(self) -> Iterator[tuple[engine.Game, Step | None]]:
        """The match as it unfolds: each position with the step that is made in it, None at the end."""
        game = new_game(self.match)
        for step in self.steps:
            yield game, step
            game.apply(step.seat, game.code(step.seat, step.notation))
        yield game, None

    def moves(self) -> tuple[Move, ...]:
        """The moves with their codes; ValueError when the engine cannot follow them."""
        return tuple(
            Move(step.seat, game.code(step.seat, step.notation), step.think_us)
            for game, step in self.positions()
            if step is not None
        )


class Digest:
    """The digest that runs over the lines of a replay."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def add(self, line: str) -> None:
        self._hash.update(line.encode() + b"\n")

    def hex(self, digits: int = 64) -> str:
        return self._hash.hexdigest()[:digits]


def new_game(match: Match) -> engine.Game:
    return engine.new(match.game, match.players, match.variant, match.seed)


# --- Writing.


def write(match: Match, result: Result) -> str:
    """The text of a match that was refereed; where its bots were reached stays out of it."""
    digest = Digest()
    lines: list[str] = []

    def put(line: str) -> None:
        lines.append(line)
        digest.add(line)

    for line in header(match):
        put(line)
    put(f"header {digest.hex(16)}")
    lines.append("")
    game = new_game(match)
    for move in result.moves:
        head, notation = f"{move.seat} {move.think_us}", game.notation(move.seat, move.code)
        digest.add(f"{head} {notation}")
        lines.append(f"{head} {digest.hex(2)} {notation}")
        game.apply(move.seat, move.code)
    lines.append("")
    for line in footer(result):
        put(line)
    lines.append(f"digest {digest.hex()}")
    return "\n".join(lines) + "\n"


def header(match: Match) -> Iterator[str]:
    yield FORMAT
    yield f"match {one_line(match.id)}"
    yield f"game {match.game} {match.variant}"
    yield "seats " + ", ".join(one_line(seat.bot).replace(",", "\\u002c") for seat in match.seats)
    clock = match.clock
    yield f"clock {float(clock.limit)!r} {float(clock.bank)!r} {float(clock.margin)!r}"
    if match.tournament:
        yield f"tournament {one_line(match.tournament)}"
    if match.table_set:
        yield f"table-set {match.rotation} {one_line(match.table_set)}"
    yield f"commitment {match.commitment.hex()}"
    yield f"seed {match.seed.hex()}"


def footer(result: Result) -> Iterator[str]:
    yield f"result {result.verdict}"
    if result.scores:
        yield "scores " + " ".join(map(str, result.scores))
        yield "ranks " + " ".join(map(str, result.ranks))
    for fault in result.faults:
        yield f"fault {fault.seat} {fault.decision} {fault.kind} {one_line(fault.reason)}"
    yield f"reason {one_line(result.reason)}"
    yield f"time {result.seconds:.3f} {result.referee_us}"


def one_line(text: str) -> str:
    """Text from anybody, without line breaks."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def as_said(text: str) -> str:
    """What `one_line` was given."""
    return str(json.loads(f'"{text}"'))


# --- Reading.


def read(text: str) -> Replay:
    """A replay from its text; ValueError names the line that does not belong. Whether it is true is said by `verify`."""
    lines = text.split("\n")
    if lines[0] != FORMAT:
        raise ValueError(f"line 1: expected {FORMAT!r}, not {lines[0][:60]!r}")
    parts: list[list[tuple[int, str]]] = [[]]
    for number, line in enumerate(lines, 1):
        if line:
            parts[-1].append((number, line))
        elif number < len(lines):
            parts.append([])
    if len(parts) != 3:
        raise ValueError(
            f"line {len(lines)}: expected a header, moves and a result with an empty line between them; the file has {len(parts)} of them"
        )
    top, middle, bottom = parts
    match, commitment = read_header(fields(top[1:]))
    steps = tuple(read_step(number, line) for number, line in middle)
    return Replay(match, commitment, steps, read_footer(match, fields(bottom)))


def fields(lines: list[tuple[int, str]]) -> dict[str, list[str]]:
    """What stands behind each word; a word may stand on several lines."""
    found: dict[str, list[str]] = {}
    for _, line in lines:
        word, _, rest = line.partition(" ")
        found.setdefault(word, []).append(rest)
    return found


def one(found: dict[str, list[str]], word: str, otherwise: str | None = None) -> str:
    values = found.get(word, [])
    if not values and otherwise is not None:
        return otherwise
    if len(values) != 1:
        raise ValueError(f"expected one line {word!r}, not {len(values)}")
    return values[0]


def read_header(found: dict[str, list[str]]) -> tuple[Match, bytes]:
    try:
        game, variant = one(found, "game").split(" ")
        limit, bank, margin = map(float, one(found, "clock").split(" "))
        rotation, _, table_set = one(found, "table-set", "0 ").partition(" ")
        match = Match(
            id=as_said(one(found, "match")),
            game=game,
            variant=variant,
            seed=bytes.fromhex(one(found, "seed")),
            seats=tuple(Seat(as_said(bot), "") for bot in one(found, "seats").split(", ")),
            clock=Clock(limit, bank, margin),
            tournament=as_said(one(found, "tournament", "")),
            table_set=as_said(table_set),
            rotation=int(rotation),
        )
        one(found, "header")
        return match, bytes.fromhex(one(found, "commitment"))
    except ValueError as error:
        raise ValueError(f"the header does not read: {error}") from None


def read_step(number: int, line: str) -> Step:
    try:
        seat, think_us, check, notation = line.split(" ", 3)
        return Step(int(seat), int(think_us), check, notation)
    except ValueError:
        raise ValueError(f"line {number}: expected 'SEAT MICROSECONDS CHECK NOTATION', not {line[:60]!r}") from None


def read_footer(match: Match, found: dict[str, list[str]]) -> Result:
    try:
        faults = []
        for line in found.get("fault", []):
            seat, decision, kind, reason = line.split(" ", 3)
            faults.append(Fault(int(seat), int(decision), FaultKind(kind), as_said(reason)))
        seconds, referee_us = one(found, "time").split(" ")
        one(found, "digest")
        return Result(
            match=match.id,
            verdict=Verdict(one(found, "result")),
            scores=tuple(map(int, one(found, "scores", "").split())),
            ranks=tuple(map(int, one(found, "ranks", "").split())),
            faults=tuple(faults),
            moves=(),
            reason=as_said(one(found, "reason")),
            seconds=not_negative(float(seconds)),
            referee_us=int(not_negative(int(referee_us))),
        )
    except ValueError as error:
        raise ValueError(f"the result does not read: {error}") from None


def not_negative(value: float) -> float:
    if not 0 <= value < math.inf:
        raise ValueError(f"{value} is no time")
    return value


def load(text: str) -> tuple[Match, Result]:
    """The match and its whole result, moves included, as they were given to `write`."""
    replay = read(text)
    return replay.match, replace(replay.result, moves=replay.moves())


# --- Verifying.


def verify(text: str) -> str | None:
    """Plays a replay again on the engine: None when everything agrees, else the first difference."""
    try:
        replay = read(text)
        lines = text.split("\n")
        return differs_in_header(replay, lines) or differs_in_moves(replay) or differs_in_text(replay, text)
    except ValueError as error:
        return str(error)


def differs_in_header(replay: Replay, lines: list[str]) -> str | None:
    digest = Digest()
    for line in lines:
        if line.startswith("header "):
            break
        digest.add(line)
    if line != f"header {digest.hex(16)}":
        return f"the header was changed: its digest is {digest.hex(16)}, the file says {line.removeprefix('header ')[:40]!r}"
    if replay.match.commitment != replay.commitment:
        return "the seed is not the one that was committed to before the match: its SHA-256 is no commitment of it"
    new_game(replay.match)
    clock = replay.match.clock
    if not (
        math.isfinite(clock.limit + clock.bank + clock.margin) and clock.limit > 0 <= min(clock.bank, clock.margin)
    ):
        return f"a clock of {clock.limit} s, {clock.bank} s and {clock.margin} s is none"
    if not 0 <= replay.match.rotation < replay.match.players:
        return f"rotation {replay.match.rotation} of a table set for {replay.match.players}"
    return differs_in_faults(replay)


def differs_in_faults(replay: Replay) -> str | None:
    """Whether a referee could have noted such faults."""
    seats = [fault.seat for fault in replay.result.faults]
    for fault in replay.result.faults:
        if not 0 <= fault.seat < replay.match.players:
            return f"a fault of seat {fault.seat} in a match of {replay.match.players}"
        if seats.count(fault.seat) > 1:
            return f"more than one fault of seat {fault.seat}, which had forfeited with the first"
        if not 0 <= fault.decision < len(replay.steps) + (replay.result.verdict is not Verdict.PLAYED):
            return f"a fault of seat {fault.seat} at decision {fault.decision}, in a match of {len(replay.steps)} moves"
        if not fault.reason.startswith(f"seat {fault.seat}, decision {fault.decision}: "):
            return f"a fault of seat {fault.seat} at decision {fault.decision} that says {fault.reason[:80]!r}"
    return None


def differs_in_moves(replay: Replay) -> str | None:
    match, result = replay.match, replay.result
    digest = Digest()
    for line in header(match):
        digest.add(line)
    digest.add(f"header {digest.hex(16)}")
    out = {fault.seat: fault.decision for fault in result.faults}
    game = new_game(match)
    limit_us = round((match.clock.limit + match.clock.margin) * 1e6)
    banks_us = [round(match.clock.bank * 1e6)] * match.players
    for index, step in enumerate(replay.steps):
        where = f"move {index}, seat {step.seat} {step.notation[:60]!r}"
        digest.add(f"{step.seat} {step.think_us} {step.notation}")
        if digest.hex(2) != step.check:
            return f"{where}: the running digest is {digest.hex(2)}, the file says {step.check[:20]!r}"
        try:
            code = game.code(step.seat, step.notation)
        except ValueError as error:
            return f"{where}: {error}"
        legal = game.legal(step.seat)
        if step.think_us and len(legal) == 1:
            return f"{where}: a bot was asked for it, though there was no choice"
        if not step.think_us and len(legal) > 1:
            if out.get(step.seat, index + 1) > index:
                return f"{where}: played for a bot that had not forfeited"
            if code != legal[0]:
                return f"{where}: not the default action, which is {game.notation(step.seat, legal[0])!r}"
        if step.think_us and out.get(step.seat, index + 1) <= index:
            return f"{where}: made by a bot that had forfeited at decision {out[step.seat]}"
        banks_us[step.seat] -= max(step.think_us - limit_us, 0)
        if step.think_us < 0 or banks_us[step.seat] < -ROUNDING_US:
            return f"{where}: a think time of {step.think_us / 1e6:g} s, which the clock does not allow"
        game.apply(step.seat, code)
    return differs_in_result(replay, game)


def differs_in_result(replay: Replay, game: engine.Game) -> str | None:
    result = replay.result
    if result.verdict is not Verdict.PLAYED:
        if result.scores or result.ranks:
            return "scores of a match that was not played to its end"
        if result.verdict is Verdict.CANCELLED and game.over:
            return "called off, though after the last move the match is over"
        return None
    if not game.over:
        return f"after the last move the match is not over: seats {list(game.actors)} are to act"
    forfeited = {fault.seat for fault in result.faults}
    ranks = standing(game.ranks, [seat in forfeited for seat in range(game.players)])
    if result.scores != game.scores:
        return f"the scores are {list(game.scores)}, the file says {str(list(result.scores))[:80]}"
    if result.ranks != ranks:
        return f"the ranks are {list(ranks)}, the file says {str(list(result.ranks))[:80]}"
    if result.reason != told(result.faults):
        return f"the reason is {told(result.faults)[:80]!r}, the file says {result.reason[:80]!r}"
    return None


def differs_in_text(replay: Replay, text: str) -> str | None:
    """Whatever else was changed: the text must be, to the letter, the one that is written for this match."""
    expected = write(replay.match, replace(replay.result, moves=replay.moves()))
    for number, (ours, theirs) in enumerate(zip(expected.split("\n"), text.split("\n"), strict=False), 1):
        if ours != theirs:
            return f"line {number}: expected {ours[:80]!r}, the file says {theirs[:80]!r}"
    if expected == text:
        return None
    return (
        f"the file ends {'early' if len(text) < len(expected) else 'late'}: its last line is {expected.count(chr(10))}"
    )
