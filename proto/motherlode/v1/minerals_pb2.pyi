from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MineralsViewInts(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, items: _Optional[_Iterable[int]] = ...) -> None: ...

class MineralsViewIntLists(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[MineralsViewInts]
    def __init__(self, items: _Optional[_Iterable[_Union[MineralsViewInts, _Mapping]]] = ...) -> None: ...

class MineralsView(_message.Message):
    __slots__ = ("game", "variant", "players", "seat", "actors", "phase", "round", "over", "scores", "ranks", "turn", "board", "pawns", "pools", "spent", "pouch", "cards", "row", "deck_count", "tools", "removals_left", "tool_used", "card_taken", "dug", "drawn", "fragments", "deck")
    GAME_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTORS_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    RANKS_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    PAWNS_FIELD_NUMBER: _ClassVar[int]
    POOLS_FIELD_NUMBER: _ClassVar[int]
    SPENT_FIELD_NUMBER: _ClassVar[int]
    POUCH_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    DECK_COUNT_FIELD_NUMBER: _ClassVar[int]
    TOOLS_FIELD_NUMBER: _ClassVar[int]
    REMOVALS_LEFT_FIELD_NUMBER: _ClassVar[int]
    TOOL_USED_FIELD_NUMBER: _ClassVar[int]
    CARD_TAKEN_FIELD_NUMBER: _ClassVar[int]
    DUG_FIELD_NUMBER: _ClassVar[int]
    DRAWN_FIELD_NUMBER: _ClassVar[int]
    FRAGMENTS_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    game: str
    variant: str
    players: int
    seat: int
    actors: _containers.RepeatedScalarFieldContainer[int]
    phase: str
    round: int
    over: bool
    scores: _containers.RepeatedScalarFieldContainer[int]
    ranks: _containers.RepeatedScalarFieldContainer[int]
    turn: int
    board: _containers.RepeatedScalarFieldContainer[str]
    pawns: _containers.RepeatedScalarFieldContainer[int]
    pools: _containers.RepeatedCompositeFieldContainer[MineralsViewInts]
    spent: _containers.RepeatedCompositeFieldContainer[MineralsViewInts]
    pouch: _containers.RepeatedScalarFieldContainer[int]
    cards: _containers.RepeatedCompositeFieldContainer[MineralsViewIntLists]
    row: _containers.RepeatedScalarFieldContainer[int]
    deck_count: int
    tools: _containers.RepeatedScalarFieldContainer[int]
    removals_left: int
    tool_used: bool
    card_taken: bool
    dug: MineralsViewInts
    drawn: int
    fragments: _containers.RepeatedCompositeFieldContainer[MineralsViewInts]
    deck: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, game: _Optional[str] = ..., variant: _Optional[str] = ..., players: _Optional[int] = ..., seat: _Optional[int] = ..., actors: _Optional[_Iterable[int]] = ..., phase: _Optional[str] = ..., round: _Optional[int] = ..., over: _Optional[bool] = ..., scores: _Optional[_Iterable[int]] = ..., ranks: _Optional[_Iterable[int]] = ..., turn: _Optional[int] = ..., board: _Optional[_Iterable[str]] = ..., pawns: _Optional[_Iterable[int]] = ..., pools: _Optional[_Iterable[_Union[MineralsViewInts, _Mapping]]] = ..., spent: _Optional[_Iterable[_Union[MineralsViewInts, _Mapping]]] = ..., pouch: _Optional[_Iterable[int]] = ..., cards: _Optional[_Iterable[_Union[MineralsViewIntLists, _Mapping]]] = ..., row: _Optional[_Iterable[int]] = ..., deck_count: _Optional[int] = ..., tools: _Optional[_Iterable[int]] = ..., removals_left: _Optional[int] = ..., tool_used: _Optional[bool] = ..., card_taken: _Optional[bool] = ..., dug: _Optional[_Union[MineralsViewInts, _Mapping]] = ..., drawn: _Optional[int] = ..., fragments: _Optional[_Iterable[_Union[MineralsViewInts, _Mapping]]] = ..., deck: _Optional[_Iterable[int]] = ...) -> None: ...
