import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class BotState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BOT_STATE_UNKNOWN: _ClassVar[BotState]
    BOT_STATE_ACTIVE: _ClassVar[BotState]
    BOT_STATE_BENCHED: _ClassVar[BotState]
    BOT_STATE_REMOVED: _ClassVar[BotState]

class TournamentState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOURNAMENT_STATE_UNKNOWN: _ClassVar[TournamentState]
    TOURNAMENT_STATE_RUNNING: _ClassVar[TournamentState]
    TOURNAMENT_STATE_PAUSED: _ClassVar[TournamentState]
    TOURNAMENT_STATE_OVER: _ClassVar[TournamentState]
    TOURNAMENT_STATE_CANCELLED: _ClassVar[TournamentState]

class MatchState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MATCH_STATE_UNKNOWN: _ClassVar[MatchState]
    MATCH_STATE_HELD: _ClassVar[MatchState]
    MATCH_STATE_QUEUED: _ClassVar[MatchState]
    MATCH_STATE_PAUSED: _ClassVar[MatchState]
    MATCH_STATE_RUNNING: _ClassVar[MatchState]
    MATCH_STATE_DONE: _ClassVar[MatchState]

class Verdict(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VERDICT_UNKNOWN: _ClassVar[Verdict]
    VERDICT_PLAYED: _ClassVar[Verdict]
    VERDICT_CANCELLED: _ClassVar[Verdict]
    VERDICT_SET_ASIDE: _ClassVar[Verdict]

class FaultKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_KIND_UNKNOWN: _ClassVar[FaultKind]
    FAULT_KIND_TIMEOUT: _ClassVar[FaultKind]
    FAULT_KIND_ILLEGAL: _ClassVar[FaultKind]
    FAULT_KIND_MALFORMED: _ClassVar[FaultKind]
    FAULT_KIND_FLOODING: _ClassVar[FaultKind]
    FAULT_KIND_LOST: _ClassVar[FaultKind]
    FAULT_KIND_UNREACHABLE: _ClassVar[FaultKind]
BOT_STATE_UNKNOWN: BotState
BOT_STATE_ACTIVE: BotState
BOT_STATE_BENCHED: BotState
BOT_STATE_REMOVED: BotState
TOURNAMENT_STATE_UNKNOWN: TournamentState
TOURNAMENT_STATE_RUNNING: TournamentState
TOURNAMENT_STATE_PAUSED: TournamentState
TOURNAMENT_STATE_OVER: TournamentState
TOURNAMENT_STATE_CANCELLED: TournamentState
MATCH_STATE_UNKNOWN: MatchState
MATCH_STATE_HELD: MatchState
MATCH_STATE_QUEUED: MatchState
MATCH_STATE_PAUSED: MatchState
MATCH_STATE_RUNNING: MatchState
MATCH_STATE_DONE: MatchState
VERDICT_UNKNOWN: Verdict
VERDICT_PLAYED: Verdict
VERDICT_CANCELLED: Verdict
VERDICT_SET_ASIDE: Verdict
FAULT_KIND_UNKNOWN: FaultKind
FAULT_KIND_TIMEOUT: FaultKind
FAULT_KIND_ILLEGAL: FaultKind
FAULT_KIND_MALFORMED: FaultKind
FAULT_KIND_FLOODING: FaultKind
FAULT_KIND_LOST: FaultKind
FAULT_KIND_UNREACHABLE: FaultKind

class BotVersion(_message.Message):
    __slots__ = ("id", "name", "version", "author", "games", "concurrency", "state", "reason", "last_fault", "added", "address")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    AUTHOR_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    CONCURRENCY_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    LAST_FAULT_FIELD_NUMBER: _ClassVar[int]
    ADDED_FIELD_NUMBER: _ClassVar[int]
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    version: str
    author: str
    games: _containers.RepeatedScalarFieldContainer[str]
    concurrency: int
    state: BotState
    reason: str
    last_fault: str
    added: _timestamp_pb2.Timestamp
    address: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., version: _Optional[str] = ..., author: _Optional[str] = ..., games: _Optional[_Iterable[str]] = ..., concurrency: _Optional[int] = ..., state: _Optional[_Union[BotState, str]] = ..., reason: _Optional[str] = ..., last_fault: _Optional[str] = ..., added: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., address: _Optional[str] = ...) -> None: ...

class RegisterBotRequest(_message.Message):
    __slots__ = ("address", "name", "version")
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    address: str
    name: str
    version: str
    def __init__(self, address: _Optional[str] = ..., name: _Optional[str] = ..., version: _Optional[str] = ...) -> None: ...

class ListBotsRequest(_message.Message):
    __slots__ = ("game", "removed", "page_size", "page_token")
    GAME_FIELD_NUMBER: _ClassVar[int]
    REMOVED_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    game: str
    removed: bool
    page_size: int
    page_token: str
    def __init__(self, game: _Optional[str] = ..., removed: _Optional[bool] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListBotsResponse(_message.Message):
    __slots__ = ("bots", "next_page_token")
    BOTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    bots: _containers.RepeatedCompositeFieldContainer[BotVersion]
    next_page_token: str
    def __init__(self, bots: _Optional[_Iterable[_Union[BotVersion, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetBotRequest(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: str
    def __init__(self, bot: _Optional[str] = ...) -> None: ...

class BenchBotRequest(_message.Message):
    __slots__ = ("bot", "reason")
    BOT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    bot: str
    reason: str
    def __init__(self, bot: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class UnbenchBotRequest(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: str
    def __init__(self, bot: _Optional[str] = ...) -> None: ...

class RemoveBotRequest(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: str
    def __init__(self, bot: _Optional[str] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("limit_ms", "bank_ms", "margin_ms")
    LIMIT_MS_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    MARGIN_MS_FIELD_NUMBER: _ClassVar[int]
    limit_ms: int
    bank_ms: int
    margin_ms: int
    def __init__(self, limit_ms: _Optional[int] = ..., bank_ms: _Optional[int] = ..., margin_ms: _Optional[int] = ...) -> None: ...

class Tournament(_message.Message):
    __slots__ = ("id", "game", "format", "entrants", "variant", "size", "rounds", "sets", "challengers", "clock", "created", "progress", "rated")
    ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    SETS_FIELD_NUMBER: _ClassVar[int]
    CHALLENGERS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    CREATED_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    id: str
    game: str
    format: str
    entrants: _containers.RepeatedScalarFieldContainer[str]
    variant: str
    size: int
    rounds: int
    sets: int
    challengers: int
    clock: Clock
    created: _timestamp_pb2.Timestamp
    progress: Progress
    rated: bool
    def __init__(self, id: _Optional[str] = ..., game: _Optional[str] = ..., format: _Optional[str] = ..., entrants: _Optional[_Iterable[str]] = ..., variant: _Optional[str] = ..., size: _Optional[int] = ..., rounds: _Optional[int] = ..., sets: _Optional[int] = ..., challengers: _Optional[int] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ..., created: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., progress: _Optional[_Union[Progress, _Mapping]] = ..., rated: _Optional[bool] = ...) -> None: ...

class Progress(_message.Message):
    __slots__ = ("state", "planned", "done", "placing")
    STATE_FIELD_NUMBER: _ClassVar[int]
    PLANNED_FIELD_NUMBER: _ClassVar[int]
    DONE_FIELD_NUMBER: _ClassVar[int]
    PLACING_FIELD_NUMBER: _ClassVar[int]
    state: TournamentState
    planned: int
    done: int
    placing: _containers.RepeatedCompositeFieldContainer[Place]
    def __init__(self, state: _Optional[_Union[TournamentState, str]] = ..., planned: _Optional[int] = ..., done: _Optional[int] = ..., placing: _Optional[_Iterable[_Union[Place, _Mapping]]] = ...) -> None: ...

class Place(_message.Message):
    __slots__ = ("bots",)
    BOTS_FIELD_NUMBER: _ClassVar[int]
    bots: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, bots: _Optional[_Iterable[str]] = ...) -> None: ...

class CreateTournamentRequest(_message.Message):
    __slots__ = ("id", "game", "format", "bots", "variant", "size", "rounds", "sets", "challengers", "clock", "unrated")
    ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    SETS_FIELD_NUMBER: _ClassVar[int]
    CHALLENGERS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    UNRATED_FIELD_NUMBER: _ClassVar[int]
    id: str
    game: str
    format: str
    bots: _containers.RepeatedScalarFieldContainer[str]
    variant: str
    size: int
    rounds: int
    sets: int
    challengers: int
    clock: Clock
    unrated: bool
    def __init__(self, id: _Optional[str] = ..., game: _Optional[str] = ..., format: _Optional[str] = ..., bots: _Optional[_Iterable[str]] = ..., variant: _Optional[str] = ..., size: _Optional[int] = ..., rounds: _Optional[int] = ..., sets: _Optional[int] = ..., challengers: _Optional[int] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ..., unrated: _Optional[bool] = ...) -> None: ...

class ListTournamentsRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListTournamentsResponse(_message.Message):
    __slots__ = ("tournaments", "next_page_token")
    TOURNAMENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tournaments: _containers.RepeatedCompositeFieldContainer[Tournament]
    next_page_token: str
    def __init__(self, tournaments: _Optional[_Iterable[_Union[Tournament, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetTournamentRequest(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    def __init__(self, id: _Optional[str] = ...) -> None: ...

class PauseTournamentRequest(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    def __init__(self, id: _Optional[str] = ...) -> None: ...

class ResumeTournamentRequest(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    def __init__(self, id: _Optional[str] = ...) -> None: ...

class CancelTournamentRequest(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    def __init__(self, id: _Optional[str] = ...) -> None: ...

class WatchTournamentRequest(_message.Message):
    __slots__ = ("id", "after")
    ID_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    id: str
    after: str
    def __init__(self, id: _Optional[str] = ..., after: _Optional[str] = ...) -> None: ...

class TournamentEvent(_message.Message):
    __slots__ = ("id", "progress", "match")
    ID_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    id: str
    progress: Progress
    match: MatchEnded
    def __init__(self, id: _Optional[str] = ..., progress: _Optional[_Union[Progress, _Mapping]] = ..., match: _Optional[_Union[MatchEnded, _Mapping]] = ...) -> None: ...

class MatchEnded(_message.Message):
    __slots__ = ("match", "ratings")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    RATINGS_FIELD_NUMBER: _ClassVar[int]
    match: Match
    ratings: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, match: _Optional[_Union[Match, _Mapping]] = ..., ratings: _Optional[_Iterable[float]] = ...) -> None: ...

class StartLadderRequest(_message.Message):
    __slots__ = ("game", "variant", "size", "clock")
    GAME_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    game: str
    variant: str
    size: int
    clock: Clock
    def __init__(self, game: _Optional[str] = ..., variant: _Optional[str] = ..., size: _Optional[int] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ...) -> None: ...

class StopLadderRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: str
    def __init__(self, game: _Optional[str] = ...) -> None: ...

class GetLadderRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: str
    def __init__(self, game: _Optional[str] = ...) -> None: ...

class GetStandingsRequest(_message.Message):
    __slots__ = ("game", "page_size", "page_token")
    GAME_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    game: str
    page_size: int
    page_token: str
    def __init__(self, game: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class GetStandingsResponse(_message.Message):
    __slots__ = ("standings", "next_page_token")
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    standings: _containers.RepeatedCompositeFieldContainer[Standing]
    next_page_token: str
    def __init__(self, standings: _Optional[_Iterable[_Union[Standing, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class Standing(_message.Message):
    __slots__ = ("bot", "elo", "fitted", "games", "wins", "ties", "losses")
    BOT_FIELD_NUMBER: _ClassVar[int]
    ELO_FIELD_NUMBER: _ClassVar[int]
    FITTED_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    TIES_FIELD_NUMBER: _ClassVar[int]
    LOSSES_FIELD_NUMBER: _ClassVar[int]
    bot: str
    elo: float
    fitted: Fitted
    games: int
    wins: int
    ties: int
    losses: int
    def __init__(self, bot: _Optional[str] = ..., elo: _Optional[float] = ..., fitted: _Optional[_Union[Fitted, _Mapping]] = ..., games: _Optional[int] = ..., wins: _Optional[int] = ..., ties: _Optional[int] = ..., losses: _Optional[int] = ...) -> None: ...

class Fitted(_message.Message):
    __slots__ = ("elo", "low", "high")
    ELO_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    elo: float
    low: float
    high: float
    def __init__(self, elo: _Optional[float] = ..., low: _Optional[float] = ..., high: _Optional[float] = ...) -> None: ...

class ListHeadToHeadRequest(_message.Message):
    __slots__ = ("game", "bot", "page_size", "page_token")
    GAME_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    game: str
    bot: str
    page_size: int
    page_token: str
    def __init__(self, game: _Optional[str] = ..., bot: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListHeadToHeadResponse(_message.Message):
    __slots__ = ("pairs", "next_page_token")
    PAIRS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    pairs: _containers.RepeatedCompositeFieldContainer[HeadToHead]
    next_page_token: str
    def __init__(self, pairs: _Optional[_Iterable[_Union[HeadToHead, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class HeadToHead(_message.Message):
    __slots__ = ("bot", "opponent", "wins", "ties", "losses")
    BOT_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    TIES_FIELD_NUMBER: _ClassVar[int]
    LOSSES_FIELD_NUMBER: _ClassVar[int]
    bot: str
    opponent: str
    wins: int
    ties: int
    losses: int
    def __init__(self, bot: _Optional[str] = ..., opponent: _Optional[str] = ..., wins: _Optional[int] = ..., ties: _Optional[int] = ..., losses: _Optional[int] = ...) -> None: ...

class Match(_message.Message):
    __slots__ = ("id", "game", "variant", "bots", "clock", "tournament", "table_set", "rotation", "state", "attempt", "commitment", "seed", "result", "finished", "worker", "rated")
    ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    TABLE_SET_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    FINISHED_FIELD_NUMBER: _ClassVar[int]
    WORKER_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    id: str
    game: str
    variant: str
    bots: _containers.RepeatedScalarFieldContainer[str]
    clock: Clock
    tournament: str
    table_set: str
    rotation: int
    state: MatchState
    attempt: int
    commitment: bytes
    seed: bytes
    result: Result
    finished: _timestamp_pb2.Timestamp
    worker: str
    rated: bool
    def __init__(self, id: _Optional[str] = ..., game: _Optional[str] = ..., variant: _Optional[str] = ..., bots: _Optional[_Iterable[str]] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ..., tournament: _Optional[str] = ..., table_set: _Optional[str] = ..., rotation: _Optional[int] = ..., state: _Optional[_Union[MatchState, str]] = ..., attempt: _Optional[int] = ..., commitment: _Optional[bytes] = ..., seed: _Optional[bytes] = ..., result: _Optional[_Union[Result, _Mapping]] = ..., finished: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., worker: _Optional[str] = ..., rated: _Optional[bool] = ...) -> None: ...

class Result(_message.Message):
    __slots__ = ("verdict", "scores", "ranks", "faults", "reason", "decisions", "seconds", "referee_us")
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    RANKS_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    SECONDS_FIELD_NUMBER: _ClassVar[int]
    REFEREE_US_FIELD_NUMBER: _ClassVar[int]
    verdict: Verdict
    scores: _containers.RepeatedScalarFieldContainer[int]
    ranks: _containers.RepeatedScalarFieldContainer[int]
    faults: _containers.RepeatedCompositeFieldContainer[Fault]
    reason: str
    decisions: int
    seconds: float
    referee_us: int
    def __init__(self, verdict: _Optional[_Union[Verdict, str]] = ..., scores: _Optional[_Iterable[int]] = ..., ranks: _Optional[_Iterable[int]] = ..., faults: _Optional[_Iterable[_Union[Fault, _Mapping]]] = ..., reason: _Optional[str] = ..., decisions: _Optional[int] = ..., seconds: _Optional[float] = ..., referee_us: _Optional[int] = ...) -> None: ...

class Fault(_message.Message):
    __slots__ = ("seat", "decision", "kind", "reason")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    seat: int
    decision: int
    kind: FaultKind
    reason: str
    def __init__(self, seat: _Optional[int] = ..., decision: _Optional[int] = ..., kind: _Optional[_Union[FaultKind, str]] = ..., reason: _Optional[str] = ...) -> None: ...

class ListMatchesRequest(_message.Message):
    __slots__ = ("tournament", "page_size", "page_token")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    page_size: int
    page_token: str
    def __init__(self, tournament: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListMatchesResponse(_message.Message):
    __slots__ = ("matches", "next_page_token")
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[Match]
    next_page_token: str
    def __init__(self, matches: _Optional[_Iterable[_Union[Match, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetMatchRequest(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    def __init__(self, id: _Optional[str] = ...) -> None: ...

class GetReplayRequest(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: str
    def __init__(self, match: _Optional[str] = ...) -> None: ...

class Replay(_message.Message):
    __slots__ = ("match", "text")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    match: str
    text: str
    def __init__(self, match: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...
