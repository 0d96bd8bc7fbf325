"""The store's records as messages of the API. The only door through which a record leaves: secrets stay behind it."""

from enum import StrEnum
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp
from motherlode.v1 import arena_pb2 as pb

from arena.records import Clock, Result
from arena.store.bots import BotVersion
from arena.store.matches import MatchStatus
from arena.store.standings import Row
from arena.store.tournaments import Progress, Tournament


def enum(kind: Any, prefix: str, value: StrEnum | str) -> Any:
    """`set-aside` of verdicts as VERDICT_SET_ASIDE."""
    return kind.Value(f"{prefix}_{value.upper().replace('-', '_')}")


def timestamp(seconds: float) -> Timestamp | None:
    if not seconds:
        return None
    stamp = Timestamp()
    stamp.FromMicroseconds(round(seconds * 1e6))
    return stamp


def bot_message(bot: BotVersion, last_fault: str, with_address: bool) -> pb.BotVersion:
    return pb.BotVersion(
        id=bot.id,
        name=bot.name,
        version=bot.version,
        author=bot.author,
        games=bot.games,
        concurrency=bot.concurrency,
        state=enum(pb.BotState, "BOT_STATE", bot.state),
        reason=bot.reason,
        last_fault=last_fault,
        added=timestamp(bot.added),
        address=bot.address if with_address else "",
    )


def clock_message(clock: Clock) -> pb.Clock:
    return pb.Clock(
        limit_ms=round(clock.limit * 1000), bank_ms=round(clock.bank * 1000), margin_ms=round(clock.margin * 1000)
    )


def clock_of(message: pb.Clock) -> Clock:
    """A clock as asked for; what is not given is as usual."""
    usual = Clock()
    return Clock(
        message.limit_ms / 1000 if message.HasField("limit_ms") else usual.limit,
        message.bank_ms / 1000 if message.HasField("bank_ms") else usual.bank,
        message.margin_ms / 1000 if message.HasField("margin_ms") else usual.margin,
    )


def tournament_message(tournament: Tournament, progress: Progress) -> pb.Tournament:
    return pb.Tournament(
        id=tournament.id,
        game=tournament.game,
        format=tournament.format,
        entrants=tournament.entrants,
        variant=tournament.variant,
        size=tournament.size,
        rounds=tournament.rounds,
        sets=tournament.sets,
        challengers=tournament.challengers,
        clock=clock_message(tournament.clock),
        created=timestamp(tournament.created),
        progress=progress_message(progress),
        rated=tournament.rated,
    )


def progress_message(progress: Progress) -> pb.Progress:
    return pb.Progress(
        state=enum(pb.TournamentState, "TOURNAMENT_STATE", progress.state),
        planned=progress.planned,
        done=progress.done,
        placing=[pb.Place(bots=bots) for bots in progress.placing],
    )


def standing_message(row: Row) -> pb.Standing:
    fitted = row.fitted
    return pb.Standing(
        bot=row.bot,
        elo=row.elo,
        fitted=pb.Fitted(elo=fitted.elo, low=fitted.low, high=fitted.high) if fitted else None,
        games=row.games,
        wins=row.wins,
        ties=row.ties,
        losses=row.losses,
    )


def match_message(status: MatchStatus, with_worker: bool) -> pb.Match:
    """A match without its moves, and with its seed only when no match of its set can still profit from it."""
    match = status.match
    return pb.Match(
        id=match.id,
        game=match.game,
        variant=match.variant,
        bots=[seat.bot for seat in match.seats],
        clock=clock_message(match.clock),
        tournament=match.tournament,
        table_set=match.table_set,
        rotation=match.rotation,
        state=enum(pb.MatchState, "MATCH_STATE", status.state),
        attempt=status.attempt,
        commitment=match.commitment,
        seed=match.seed if status.revealed else b"",
        result=result_message(status.result, status.decisions) if status.result else None,
        finished=timestamp(status.finished),
        worker=status.worker if with_worker else "",
        rated=match.rated,
    )


def result_message(result: Result, decisions: int) -> pb.Result:
    return pb.Result(
        verdict=enum(pb.Verdict, "VERDICT", result.verdict),
        scores=result.scores,
        ranks=result.ranks,
        faults=[
            pb.Fault(seat=f.seat, decision=f.decision, kind=enum(pb.FaultKind, "FAULT_KIND", f.kind), reason=f.reason)
            for f in result.faults
        ],
        reason=result.reason,
        decisions=decisions,
        seconds=result.seconds,
        referee_us=result.referee_us,
    )
