"""How records are written in Redis: matches and results as JSON, moves as lines that can be appended to."""

import json
from collections.abc import Sequence
from typing import Any

from arena.records import Clock, Fault, FaultKind, Match, Move, Result, Seat, Verdict


def write_match(match: Match) -> str:
    return json.dumps(
        {
            "id": match.id,
            "game": match.game,
            "variant": match.variant,
            "seed": match.seed.hex(),
            "seats": [[seat.bot, seat.address] for seat in match.seats],
            "clock": [match.clock.limit, match.clock.bank, match.clock.margin],
            "tournament": match.tournament,
            "table_set": match.table_set,
            "rotation": match.rotation,
            "reveal": match.reveal,
            "rated": match.rated,
        },
        separators=(",", ":"),
    )


def read_match(text: str | bytes) -> Match:
    m = json.loads(text)
    return Match(
        m["id"],
        m["game"],
        m["variant"],
        bytes.fromhex(m["seed"]),
        tuple(Seat(bot, address) for bot, address in m["seats"]),
        Clock(*m["clock"]),
        m["tournament"],
        m["table_set"],
        m["rotation"],
        m["reveal"],
        m["rated"],
    )


def write_result(result: Result) -> str:
    """A result without its moves, which are in the replay."""
    return json.dumps(
        {
            "verdict": result.verdict.value,
            "scores": result.scores,
            "ranks": result.ranks,
            "faults": [_fault(f) for f in result.faults],
            "reason": result.reason,
            "decisions": len(result.moves),
            "seconds": round(result.seconds, 3),
            "referee_us": result.referee_us,
        },
        separators=(",", ":"),
    )


def read_result(match: str, text: str | bytes) -> Result:
    r = json.loads(text)
    return Result(
        match,
        Verdict(r["verdict"]),
        tuple(r.get("scores", ())),
        tuple(r.get("ranks", ())),
        tuple(_read_fault(f) for f in r.get("faults", ())),
        (),
        r.get("reason", ""),
        r.get("seconds", 0.0),
        r.get("referee_us", 0),
    )


def write_move(move: Move) -> bytes:
    return b"%d %d %d\n" % (move.seat, move.code, move.think_us)


def write_fault(fault: Fault) -> bytes:
    return b"!" + json.dumps(_fault(fault), separators=(",", ":")).encode() + b"\n"


def read_journal(data: bytes) -> tuple[list[Move], list[Fault]]:
    """The moves and faults of an interrupted match."""
    moves: list[Move] = []
    faults: list[Fault] = []
    for line in data.splitlines():
        if line.startswith(b"!"):
            faults.append(_read_fault(json.loads(line[1:])))
        else:
            moves.append(Move(*map(int, line.split())))
    return moves, faults


def _fault(fault: Fault) -> Sequence[Any]:
    return (fault.seat, fault.decision, fault.kind.value, fault.reason)


def _read_fault(f: Sequence[Any]) -> Fault:
    return Fault(f[0], f[1], FaultKind(f[2]), f[3])
