from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ImperialViewInts(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, items: _Optional[_Iterable[int]] = ...) -> None: ...

class ImperialCard(_message.Message):
    __slots__ = ("level", "x", "card", "machines", "collapse", "activated")
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    MACHINES_FIELD_NUMBER: _ClassVar[int]
    COLLAPSE_FIELD_NUMBER: _ClassVar[int]
    ACTIVATED_FIELD_NUMBER: _ClassVar[int]
    level: int
    x: int
    card: int
    machines: int
    collapse: bool
    activated: bool
    def __init__(self, level: _Optional[int] = ..., x: _Optional[int] = ..., card: _Optional[int] = ..., machines: _Optional[int] = ..., collapse: _Optional[bool] = ..., activated: _Optional[bool] = ...) -> None: ...

class ImperialToken(_message.Message):
    __slots__ = ("level", "x", "side")
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    level: int
    x: int
    side: str
    def __init__(self, level: _Optional[int] = ..., x: _Optional[int] = ..., side: _Optional[str] = ...) -> None: ...

class ImperialSeat(_message.Message):
    __slots__ = ("coins", "vp", "carts", "hand_levels", "hand", "shown", "draft", "choice", "revealed", "board", "space", "boards_done", "advanced", "mine", "tokens")
    COINS_FIELD_NUMBER: _ClassVar[int]
    VP_FIELD_NUMBER: _ClassVar[int]
    CARTS_FIELD_NUMBER: _ClassVar[int]
    HAND_LEVELS_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    SHOWN_FIELD_NUMBER: _ClassVar[int]
    DRAFT_FIELD_NUMBER: _ClassVar[int]
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    REVEALED_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    BOARDS_DONE_FIELD_NUMBER: _ClassVar[int]
    ADVANCED_FIELD_NUMBER: _ClassVar[int]
    MINE_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    coins: int
    vp: int
    carts: int
    hand_levels: _containers.RepeatedScalarFieldContainer[int]
    hand: ImperialViewInts
    shown: _containers.RepeatedScalarFieldContainer[int]
    draft: ImperialViewInts
    choice: int
    revealed: int
    board: int
    space: int
    boards_done: int
    advanced: int
    mine: _containers.RepeatedCompositeFieldContainer[ImperialCard]
    tokens: _containers.RepeatedCompositeFieldContainer[ImperialToken]
    def __init__(self, coins: _Optional[int] = ..., vp: _Optional[int] = ..., carts: _Optional[int] = ..., hand_levels: _Optional[_Iterable[int]] = ..., hand: _Optional[_Union[ImperialViewInts, _Mapping]] = ..., shown: _Optional[_Iterable[int]] = ..., draft: _Optional[_Union[ImperialViewInts, _Mapping]] = ..., choice: _Optional[int] = ..., revealed: _Optional[int] = ..., board: _Optional[int] = ..., space: _Optional[int] = ..., boards_done: _Optional[int] = ..., advanced: _Optional[int] = ..., mine: _Optional[_Iterable[_Union[ImperialCard, _Mapping]]] = ..., tokens: _Optional[_Iterable[_Union[ImperialToken, _Mapping]]] = ...) -> None: ...

class ImperialCell(_message.Message):
    __slots__ = ("level", "x")
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    level: int
    x: int
    def __init__(self, level: _Optional[int] = ..., x: _Optional[int] = ...) -> None: ...

class ImperialPending(_message.Message):
    __slots__ = ("seat", "ask", "source", "cell", "left")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ASK_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    ask: str
    source: str
    cell: ImperialCell
    left: int
    def __init__(self, seat: _Optional[int] = ..., ask: _Optional[str] = ..., source: _Optional[str] = ..., cell: _Optional[_Union[ImperialCell, _Mapping]] = ..., left: _Optional[int] = ...) -> None: ...

class ImperialTask(_message.Message):
    __slots__ = ("item", "cell", "left", "used", "source", "effect", "step", "faction", "tried", "spaces")
    ITEM_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    USED_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    FACTION_FIELD_NUMBER: _ClassVar[int]
    TRIED_FIELD_NUMBER: _ClassVar[int]
    SPACES_FIELD_NUMBER: _ClassVar[int]
    item: str
    cell: ImperialCell
    left: int
    used: _containers.RepeatedScalarFieldContainer[int]
    source: str
    effect: int
    step: int
    faction: str
    tried: _containers.RepeatedScalarFieldContainer[int]
    spaces: int
    def __init__(self, item: _Optional[str] = ..., cell: _Optional[_Union[ImperialCell, _Mapping]] = ..., left: _Optional[int] = ..., used: _Optional[_Iterable[int]] = ..., source: _Optional[str] = ..., effect: _Optional[int] = ..., step: _Optional[int] = ..., faction: _Optional[str] = ..., tried: _Optional[_Iterable[int]] = ..., spaces: _Optional[int] = ...) -> None: ...

class ImperialView(_message.Message):
    __slots__ = ("game", "variant", "players", "seat", "actors", "phase", "round", "over", "scores", "ranks", "start", "event", "events_seen", "events_left", "tracks", "deck_counts", "discards", "seats", "pending", "agenda", "decks", "event_deck", "title")
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
    START_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    EVENTS_SEEN_FIELD_NUMBER: _ClassVar[int]
    EVENTS_LEFT_FIELD_NUMBER: _ClassVar[int]
    TRACKS_FIELD_NUMBER: _ClassVar[int]
    DECK_COUNTS_FIELD_NUMBER: _ClassVar[int]
    DISCARDS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    PENDING_FIELD_NUMBER: _ClassVar[int]
    AGENDA_FIELD_NUMBER: _ClassVar[int]
    DECKS_FIELD_NUMBER: _ClassVar[int]
    EVENT_DECK_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
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
    start: int
    event: int
    events_seen: _containers.RepeatedScalarFieldContainer[int]
    events_left: int
    tracks: _containers.RepeatedScalarFieldContainer[int]
    deck_counts: _containers.RepeatedScalarFieldContainer[int]
    discards: _containers.RepeatedCompositeFieldContainer[ImperialViewInts]
    seats: _containers.RepeatedCompositeFieldContainer[ImperialSeat]
    pending: ImperialPending
    agenda: _containers.RepeatedCompositeFieldContainer[ImperialTask]
    decks: _containers.RepeatedCompositeFieldContainer[ImperialViewInts]
    event_deck: _containers.RepeatedScalarFieldContainer[int]
    title: str
    def __init__(self, game: _Optional[str] = ..., variant: _Optional[str] = ..., players: _Optional[int] = ..., seat: _Optional[int] = ..., actors: _Optional[_Iterable[int]] = ..., phase: _Optional[str] = ..., round: _Optional[int] = ..., over: _Optional[bool] = ..., scores: _Optional[_Iterable[int]] = ..., ranks: _Optional[_Iterable[int]] = ..., start: _Optional[int] = ..., event: _Optional[int] = ..., events_seen: _Optional[_Iterable[int]] = ..., events_left: _Optional[int] = ..., tracks: _Optional[_Iterable[int]] = ..., deck_counts: _Optional[_Iterable[int]] = ..., discards: _Optional[_Iterable[_Union[ImperialViewInts, _Mapping]]] = ..., seats: _Optional[_Iterable[_Union[ImperialSeat, _Mapping]]] = ..., pending: _Optional[_Union[ImperialPending, _Mapping]] = ..., agenda: _Optional[_Iterable[_Union[ImperialTask, _Mapping]]] = ..., decks: _Optional[_Iterable[_Union[ImperialViewInts, _Mapping]]] = ..., event_deck: _Optional[_Iterable[int]] = ..., title: _Optional[str] = ...) -> None: ...
