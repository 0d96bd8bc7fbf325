from motherlode.v1 import imperial_pb2 as _imperial_pb2
from motherlode.v1 import lagoon_pb2 as _lagoon_pb2
from motherlode.v1 import minerals_pb2 as _minerals_pb2
from motherlode.v1 import rummy_pb2 as _rummy_pb2
from motherlode.v1 import zavandor_pb2 as _zavandor_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Protocol(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PROTOCOL_UNKNOWN: _ClassVar[Protocol]
    PROTOCOL_1: _ClassVar[Protocol]

class Wants(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WANTS_ALL: _ClassVar[Wants]
    WANTS_VIEW: _ClassVar[Wants]
    WANTS_NOTATIONS: _ClassVar[Wants]
    WANTS_CODES: _ClassVar[Wants]
PROTOCOL_UNKNOWN: Protocol
PROTOCOL_1: Protocol
WANTS_ALL: Wants
WANTS_VIEW: Wants
WANTS_NOTATIONS: Wants
WANTS_CODES: Wants

class DescribeRequest(_message.Message):
    __slots__ = ("protocol",)
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    protocol: Protocol
    def __init__(self, protocol: _Optional[_Union[Protocol, str]] = ...) -> None: ...

class Description(_message.Message):
    __slots__ = ("protocol", "name", "version", "author", "games", "wants", "concurrency")
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    AUTHOR_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    WANTS_FIELD_NUMBER: _ClassVar[int]
    CONCURRENCY_FIELD_NUMBER: _ClassVar[int]
    protocol: Protocol
    name: str
    version: str
    author: str
    games: _containers.RepeatedScalarFieldContainer[str]
    wants: Wants
    concurrency: int
    def __init__(self, protocol: _Optional[_Union[Protocol, str]] = ..., name: _Optional[str] = ..., version: _Optional[str] = ..., author: _Optional[str] = ..., games: _Optional[_Iterable[str]] = ..., wants: _Optional[_Union[Wants, str]] = ..., concurrency: _Optional[int] = ...) -> None: ...

class ToBot(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[ForMatch]
    def __init__(self, items: _Optional[_Iterable[_Union[ForMatch, _Mapping]]] = ...) -> None: ...

class ForMatch(_message.Message):
    __slots__ = ("match", "start", "turn", "end")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    match: int
    start: MatchStart
    turn: Turn
    end: MatchEnd
    def __init__(self, match: _Optional[int] = ..., start: _Optional[_Union[MatchStart, _Mapping]] = ..., turn: _Optional[_Union[Turn, _Mapping]] = ..., end: _Optional[_Union[MatchEnd, _Mapping]] = ...) -> None: ...

class MatchStart(_message.Message):
    __slots__ = ("id", "game", "players", "variant", "seat", "limit_ms", "bank_ms", "commitment", "decided")
    ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LIMIT_MS_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    DECIDED_FIELD_NUMBER: _ClassVar[int]
    id: str
    game: str
    players: int
    variant: str
    seat: int
    limit_ms: int
    bank_ms: int
    commitment: bytes
    decided: int
    def __init__(self, id: _Optional[str] = ..., game: _Optional[str] = ..., players: _Optional[int] = ..., variant: _Optional[str] = ..., seat: _Optional[int] = ..., limit_ms: _Optional[int] = ..., bank_ms: _Optional[int] = ..., commitment: _Optional[bytes] = ..., decided: _Optional[int] = ...) -> None: ...

class Turn(_message.Message):
    __slots__ = ("decision", "legal", "notations", "bank_ms", "round_trip_us", "imperial", "lagoon", "minerals", "rummy", "zavandor")
    DECISION_FIELD_NUMBER: _ClassVar[int]
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    NOTATIONS_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    ROUND_TRIP_US_FIELD_NUMBER: _ClassVar[int]
    IMPERIAL_FIELD_NUMBER: _ClassVar[int]
    LAGOON_FIELD_NUMBER: _ClassVar[int]
    MINERALS_FIELD_NUMBER: _ClassVar[int]
    RUMMY_FIELD_NUMBER: _ClassVar[int]
    ZAVANDOR_FIELD_NUMBER: _ClassVar[int]
    decision: int
    legal: _containers.RepeatedScalarFieldContainer[int]
    notations: _containers.RepeatedScalarFieldContainer[str]
    bank_ms: int
    round_trip_us: int
    imperial: _imperial_pb2.ImperialView
    lagoon: _lagoon_pb2.LagoonView
    minerals: _minerals_pb2.MineralsView
    rummy: _rummy_pb2.RummyView
    zavandor: _zavandor_pb2.ZavandorView
    def __init__(self, decision: _Optional[int] = ..., legal: _Optional[_Iterable[int]] = ..., notations: _Optional[_Iterable[str]] = ..., bank_ms: _Optional[int] = ..., round_trip_us: _Optional[int] = ..., imperial: _Optional[_Union[_imperial_pb2.ImperialView, _Mapping]] = ..., lagoon: _Optional[_Union[_lagoon_pb2.LagoonView, _Mapping]] = ..., minerals: _Optional[_Union[_minerals_pb2.MineralsView, _Mapping]] = ..., rummy: _Optional[_Union[_rummy_pb2.RummyView, _Mapping]] = ..., zavandor: _Optional[_Union[_zavandor_pb2.ZavandorView, _Mapping]] = ...) -> None: ...

class MatchEnd(_message.Message):
    __slots__ = ("scores", "ranks", "reason", "seed")
    SCORES_FIELD_NUMBER: _ClassVar[int]
    RANKS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    scores: _containers.RepeatedScalarFieldContainer[int]
    ranks: _containers.RepeatedScalarFieldContainer[int]
    reason: str
    seed: bytes
    def __init__(self, scores: _Optional[_Iterable[int]] = ..., ranks: _Optional[_Iterable[int]] = ..., reason: _Optional[str] = ..., seed: _Optional[bytes] = ...) -> None: ...

class FromBot(_message.Message):
    __slots__ = ("choices",)
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    choices: _containers.RepeatedCompositeFieldContainer[Choice]
    def __init__(self, choices: _Optional[_Iterable[_Union[Choice, _Mapping]]] = ...) -> None: ...

class Choice(_message.Message):
    __slots__ = ("match", "decision", "code", "notation")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    match: int
    decision: int
    code: int
    notation: str
    def __init__(self, match: _Optional[int] = ..., decision: _Optional[int] = ..., code: _Optional[int] = ..., notation: _Optional[str] = ...) -> None: ...
