from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ZavandorViewInts(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, items: _Optional[_Iterable[int]] = ...) -> None: ...

class ZavandorCard(_message.Message):
    __slots__ = ("card", "level", "used")
    CARD_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    USED_FIELD_NUMBER: _ClassVar[int]
    card: int
    level: int
    used: bool
    def __init__(self, card: _Optional[int] = ..., level: _Optional[int] = ..., used: _Optional[bool] = ...) -> None: ...

class ZavandorSeat(_message.Message):
    __slots__ = ("board", "family", "dragon", "vp", "gallery", "backs", "known", "hand", "table", "bids")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    FAMILY_FIELD_NUMBER: _ClassVar[int]
    DRAGON_FIELD_NUMBER: _ClassVar[int]
    VP_FIELD_NUMBER: _ClassVar[int]
    GALLERY_FIELD_NUMBER: _ClassVar[int]
    BACKS_FIELD_NUMBER: _ClassVar[int]
    KNOWN_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    BIDS_FIELD_NUMBER: _ClassVar[int]
    board: int
    family: int
    dragon: int
    vp: int
    gallery: _containers.RepeatedCompositeFieldContainer[ZavandorCard]
    backs: _containers.RepeatedScalarFieldContainer[int]
    known: _containers.RepeatedCompositeFieldContainer[ZavandorViewInts]
    hand: _containers.RepeatedCompositeFieldContainer[ZavandorViewInts]
    table: _containers.RepeatedCompositeFieldContainer[ZavandorViewInts]
    bids: ZavandorViewInts
    def __init__(self, board: _Optional[int] = ..., family: _Optional[int] = ..., dragon: _Optional[int] = ..., vp: _Optional[int] = ..., gallery: _Optional[_Iterable[_Union[ZavandorCard, _Mapping]]] = ..., backs: _Optional[_Iterable[int]] = ..., known: _Optional[_Iterable[_Union[ZavandorViewInts, _Mapping]]] = ..., hand: _Optional[_Iterable[_Union[ZavandorViewInts, _Mapping]]] = ..., table: _Optional[_Iterable[_Union[ZavandorViewInts, _Mapping]]] = ..., bids: _Optional[_Union[ZavandorViewInts, _Mapping]] = ...) -> None: ...

class ZavandorRow(_message.Message):
    __slots__ = ("right", "middle", "deck")
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    MIDDLE_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    right: int
    middle: int
    deck: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, right: _Optional[int] = ..., middle: _Optional[int] = ..., deck: _Optional[_Iterable[int]] = ...) -> None: ...

class ZavandorTrade(_message.Message):
    __slots__ = ("cycle", "seat", "offered", "any_offer", "give", "want", "failed")
    CYCLE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OFFERED_FIELD_NUMBER: _ClassVar[int]
    ANY_OFFER_FIELD_NUMBER: _ClassVar[int]
    GIVE_FIELD_NUMBER: _ClassVar[int]
    WANT_FIELD_NUMBER: _ClassVar[int]
    FAILED_FIELD_NUMBER: _ClassVar[int]
    cycle: int
    seat: int
    offered: bool
    any_offer: bool
    give: ZavandorViewInts
    want: ZavandorViewInts
    failed: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, cycle: _Optional[int] = ..., seat: _Optional[int] = ..., offered: _Optional[bool] = ..., any_offer: _Optional[bool] = ..., give: _Optional[_Union[ZavandorViewInts, _Mapping]] = ..., want: _Optional[_Union[ZavandorViewInts, _Mapping]] = ..., failed: _Optional[_Iterable[int]] = ...) -> None: ...

class ZavandorFinal(_message.Message):
    __slots__ = ("coins", "bought", "items", "left")
    COINS_FIELD_NUMBER: _ClassVar[int]
    BOUGHT_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    coins: int
    bought: int
    items: int
    left: int
    def __init__(self, coins: _Optional[int] = ..., bought: _Optional[int] = ..., items: _Optional[int] = ..., left: _Optional[int] = ...) -> None: ...

class ZavandorView(_message.Message):
    __slots__ = ("game", "variant", "players", "seat", "actors", "phase", "round", "over", "scores", "ranks", "starter", "turn", "king", "seats", "rows", "decks", "decks_from", "discards", "removed", "markers", "upgraded", "trade", "winners", "evaluating", "deck_cards", "discard_cards", "final")
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
    STARTER_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    KING_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    DECKS_FIELD_NUMBER: _ClassVar[int]
    DECKS_FROM_FIELD_NUMBER: _ClassVar[int]
    DISCARDS_FIELD_NUMBER: _ClassVar[int]
    REMOVED_FIELD_NUMBER: _ClassVar[int]
    MARKERS_FIELD_NUMBER: _ClassVar[int]
    UPGRADED_FIELD_NUMBER: _ClassVar[int]
    TRADE_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    EVALUATING_FIELD_NUMBER: _ClassVar[int]
    DECK_CARDS_FIELD_NUMBER: _ClassVar[int]
    DISCARD_CARDS_FIELD_NUMBER: _ClassVar[int]
    FINAL_FIELD_NUMBER: _ClassVar[int]
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
    starter: int
    turn: int
    king: int
    seats: _containers.RepeatedCompositeFieldContainer[ZavandorSeat]
    rows: _containers.RepeatedCompositeFieldContainer[ZavandorRow]
    decks: _containers.RepeatedScalarFieldContainer[int]
    decks_from: _containers.RepeatedCompositeFieldContainer[ZavandorViewInts]
    discards: _containers.RepeatedCompositeFieldContainer[ZavandorViewInts]
    removed: _containers.RepeatedScalarFieldContainer[int]
    markers: int
    upgraded: _containers.RepeatedScalarFieldContainer[int]
    trade: ZavandorTrade
    winners: _containers.RepeatedScalarFieldContainer[int]
    evaluating: int
    deck_cards: _containers.RepeatedCompositeFieldContainer[ZavandorViewInts]
    discard_cards: _containers.RepeatedCompositeFieldContainer[ZavandorViewInts]
    final: _containers.RepeatedCompositeFieldContainer[ZavandorFinal]
    def __init__(self, game: _Optional[str] = ..., variant: _Optional[str] = ..., players: _Optional[int] = ..., seat: _Optional[int] = ..., actors: _Optional[_Iterable[int]] = ..., phase: _Optional[str] = ..., round: _Optional[int] = ..., over: _Optional[bool] = ..., scores: _Optional[_Iterable[int]] = ..., ranks: _Optional[_Iterable[int]] = ..., starter: _Optional[int] = ..., turn: _Optional[int] = ..., king: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[ZavandorSeat, _Mapping]]] = ..., rows: _Optional[_Iterable[_Union[ZavandorRow, _Mapping]]] = ..., decks: _Optional[_Iterable[int]] = ..., decks_from: _Optional[_Iterable[_Union[ZavandorViewInts, _Mapping]]] = ..., discards: _Optional[_Iterable[_Union[ZavandorViewInts, _Mapping]]] = ..., removed: _Optional[_Iterable[int]] = ..., markers: _Optional[int] = ..., upgraded: _Optional[_Iterable[int]] = ..., trade: _Optional[_Union[ZavandorTrade, _Mapping]] = ..., winners: _Optional[_Iterable[int]] = ..., evaluating: _Optional[int] = ..., deck_cards: _Optional[_Iterable[_Union[ZavandorViewInts, _Mapping]]] = ..., discard_cards: _Optional[_Iterable[_Union[ZavandorViewInts, _Mapping]]] = ..., final: _Optional[_Iterable[_Union[ZavandorFinal, _Mapping]]] = ...) -> None: ...
