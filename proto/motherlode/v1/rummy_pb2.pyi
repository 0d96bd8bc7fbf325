from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RummyViewInts(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, items: _Optional[_Iterable[int]] = ...) -> None: ...

class RummyMeld(_message.Message):
    __slots__ = ("mineral", "seat", "cards", "wild_for")
    MINERAL_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    WILD_FOR_FIELD_NUMBER: _ClassVar[int]
    mineral: int
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    wild_for: int
    def __init__(self, mineral: _Optional[int] = ..., seat: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ..., wild_for: _Optional[int] = ...) -> None: ...

class RummySeat(_message.Message):
    __slots__ = ("score", "left", "hand", "minerals", "known", "turns", "first_play")
    SCORE_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    MINERALS_FIELD_NUMBER: _ClassVar[int]
    KNOWN_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    FIRST_PLAY_FIELD_NUMBER: _ClassVar[int]
    score: int
    left: int
    hand: int
    minerals: int
    known: _containers.RepeatedScalarFieldContainer[int]
    turns: int
    first_play: int
    def __init__(self, score: _Optional[int] = ..., left: _Optional[int] = ..., hand: _Optional[int] = ..., minerals: _Optional[int] = ..., known: _Optional[_Iterable[int]] = ..., turns: _Optional[int] = ..., first_play: _Optional[int] = ...) -> None: ...

class RummyRound(_message.Message):
    __slots__ = ("round", "reason", "winner", "rummy", "points", "left", "turns")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    RUMMY_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    round: int
    reason: str
    winner: int
    rummy: bool
    points: int
    left: _containers.RepeatedScalarFieldContainer[int]
    turns: int
    def __init__(self, round: _Optional[int] = ..., reason: _Optional[str] = ..., winner: _Optional[int] = ..., rummy: _Optional[bool] = ..., points: _Optional[int] = ..., left: _Optional[_Iterable[int]] = ..., turns: _Optional[int] = ...) -> None: ...

class RummyView(_message.Message):
    __slots__ = ("game", "variant", "players", "seat", "actors", "phase", "round", "over", "scores", "ranks", "turn", "dealer", "taken", "stock", "discard", "stock_from", "melds", "seats", "history", "hand", "minerals", "need", "rounds", "target", "turns_each", "hands", "holders", "stock_cards", "aside")
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
    DEALER_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    STOCK_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    STOCK_FROM_FIELD_NUMBER: _ClassVar[int]
    MELDS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    MINERALS_FIELD_NUMBER: _ClassVar[int]
    NEED_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    TURNS_EACH_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    HOLDERS_FIELD_NUMBER: _ClassVar[int]
    STOCK_CARDS_FIELD_NUMBER: _ClassVar[int]
    ASIDE_FIELD_NUMBER: _ClassVar[int]
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
    dealer: int
    taken: int
    stock: int
    discard: _containers.RepeatedScalarFieldContainer[int]
    stock_from: RummyViewInts
    melds: _containers.RepeatedCompositeFieldContainer[RummyMeld]
    seats: _containers.RepeatedCompositeFieldContainer[RummySeat]
    history: _containers.RepeatedCompositeFieldContainer[RummyRound]
    hand: _containers.RepeatedScalarFieldContainer[int]
    minerals: _containers.RepeatedScalarFieldContainer[int]
    need: int
    rounds: int
    target: int
    turns_each: int
    hands: _containers.RepeatedCompositeFieldContainer[RummyViewInts]
    holders: _containers.RepeatedCompositeFieldContainer[RummyViewInts]
    stock_cards: _containers.RepeatedScalarFieldContainer[int]
    aside: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, game: _Optional[str] = ..., variant: _Optional[str] = ..., players: _Optional[int] = ..., seat: _Optional[int] = ..., actors: _Optional[_Iterable[int]] = ..., phase: _Optional[str] = ..., round: _Optional[int] = ..., over: _Optional[bool] = ..., scores: _Optional[_Iterable[int]] = ..., ranks: _Optional[_Iterable[int]] = ..., turn: _Optional[int] = ..., dealer: _Optional[int] = ..., taken: _Optional[int] = ..., stock: _Optional[int] = ..., discard: _Optional[_Iterable[int]] = ..., stock_from: _Optional[_Union[RummyViewInts, _Mapping]] = ..., melds: _Optional[_Iterable[_Union[RummyMeld, _Mapping]]] = ..., seats: _Optional[_Iterable[_Union[RummySeat, _Mapping]]] = ..., history: _Optional[_Iterable[_Union[RummyRound, _Mapping]]] = ..., hand: _Optional[_Iterable[int]] = ..., minerals: _Optional[_Iterable[int]] = ..., need: _Optional[int] = ..., rounds: _Optional[int] = ..., target: _Optional[int] = ..., turns_each: _Optional[int] = ..., hands: _Optional[_Iterable[_Union[RummyViewInts, _Mapping]]] = ..., holders: _Optional[_Iterable[_Union[RummyViewInts, _Mapping]]] = ..., stock_cards: _Optional[_Iterable[int]] = ..., aside: _Optional[_Iterable[int]] = ...) -> None: ...
