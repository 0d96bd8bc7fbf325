from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class LagoonViewInts(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, items: _Optional[_Iterable[int]] = ...) -> None: ...

class LagoonViewIntLists(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[LagoonViewInts]
    def __init__(self, items: _Optional[_Iterable[_Union[LagoonViewInts, _Mapping]]] = ...) -> None: ...

class LagoonGallery(_message.Message):
    __slots__ = ("tile", "up", "left", "by")
    TILE_FIELD_NUMBER: _ClassVar[int]
    UP_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    tile: int
    up: bool
    left: int
    by: int
    def __init__(self, tile: _Optional[int] = ..., up: _Optional[bool] = ..., left: _Optional[int] = ..., by: _Optional[int] = ...) -> None: ...

class LagoonGalleryList(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[LagoonGallery]
    def __init__(self, items: _Optional[_Iterable[_Union[LagoonGallery, _Mapping]]] = ...) -> None: ...

class LagoonDeckSizes(_message.Message):
    __slots__ = ("deals", "equipment", "galleries", "shipments")
    DEALS_FIELD_NUMBER: _ClassVar[int]
    EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
    GALLERIES_FIELD_NUMBER: _ClassVar[int]
    SHIPMENTS_FIELD_NUMBER: _ClassVar[int]
    deals: int
    equipment: int
    galleries: int
    shipments: int
    def __init__(self, deals: _Optional[int] = ..., equipment: _Optional[int] = ..., galleries: _Optional[int] = ..., shipments: _Optional[int] = ...) -> None: ...

class LagoonPending(_message.Message):
    __slots__ = ("source", "id", "mode", "count", "enriched", "assigned", "placed", "faces_up", "deal", "tiles", "tiles_left")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    ENRICHED_FIELD_NUMBER: _ClassVar[int]
    ASSIGNED_FIELD_NUMBER: _ClassVar[int]
    PLACED_FIELD_NUMBER: _ClassVar[int]
    FACES_UP_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    TILES_LEFT_FIELD_NUMBER: _ClassVar[int]
    source: str
    id: int
    mode: str
    count: int
    enriched: _containers.RepeatedScalarFieldContainer[int]
    assigned: _containers.RepeatedScalarFieldContainer[int]
    placed: _containers.RepeatedScalarFieldContainer[int]
    faces_up: int
    deal: int
    tiles: LagoonViewInts
    tiles_left: int
    def __init__(self, source: _Optional[str] = ..., id: _Optional[int] = ..., mode: _Optional[str] = ..., count: _Optional[int] = ..., enriched: _Optional[_Iterable[int]] = ..., assigned: _Optional[_Iterable[int]] = ..., placed: _Optional[_Iterable[int]] = ..., faces_up: _Optional[int] = ..., deal: _Optional[int] = ..., tiles: _Optional[_Union[LagoonViewInts, _Mapping]] = ..., tiles_left: _Optional[int] = ...) -> None: ...

class LagoonSeat(_message.Message):
    __slots__ = ("score", "money", "resources", "enriched", "merchants", "merchants_free", "miners", "miners_free", "artifacts", "equipment", "equipment_used", "shipments", "deals_closed", "deals_held", "ship", "passed", "acted", "closed", "corporation", "objectives", "deals", "offer", "objective_returned", "corporation_declined")
    SCORE_FIELD_NUMBER: _ClassVar[int]
    MONEY_FIELD_NUMBER: _ClassVar[int]
    RESOURCES_FIELD_NUMBER: _ClassVar[int]
    ENRICHED_FIELD_NUMBER: _ClassVar[int]
    MERCHANTS_FIELD_NUMBER: _ClassVar[int]
    MERCHANTS_FREE_FIELD_NUMBER: _ClassVar[int]
    MINERS_FIELD_NUMBER: _ClassVar[int]
    MINERS_FREE_FIELD_NUMBER: _ClassVar[int]
    ARTIFACTS_FIELD_NUMBER: _ClassVar[int]
    EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
    EQUIPMENT_USED_FIELD_NUMBER: _ClassVar[int]
    SHIPMENTS_FIELD_NUMBER: _ClassVar[int]
    DEALS_CLOSED_FIELD_NUMBER: _ClassVar[int]
    DEALS_HELD_FIELD_NUMBER: _ClassVar[int]
    SHIP_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    ACTED_FIELD_NUMBER: _ClassVar[int]
    CLOSED_FIELD_NUMBER: _ClassVar[int]
    CORPORATION_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVES_FIELD_NUMBER: _ClassVar[int]
    DEALS_FIELD_NUMBER: _ClassVar[int]
    OFFER_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVE_RETURNED_FIELD_NUMBER: _ClassVar[int]
    CORPORATION_DECLINED_FIELD_NUMBER: _ClassVar[int]
    score: int
    money: int
    resources: _containers.RepeatedScalarFieldContainer[int]
    enriched: _containers.RepeatedCompositeFieldContainer[LagoonViewInts]
    merchants: int
    merchants_free: int
    miners: int
    miners_free: int
    artifacts: _containers.RepeatedScalarFieldContainer[int]
    equipment: _containers.RepeatedScalarFieldContainer[int]
    equipment_used: _containers.RepeatedScalarFieldContainer[int]
    shipments: _containers.RepeatedScalarFieldContainer[int]
    deals_closed: _containers.RepeatedScalarFieldContainer[int]
    deals_held: int
    ship: int
    passed: bool
    acted: bool
    closed: bool
    corporation: int
    objectives: LagoonViewInts
    deals: LagoonViewInts
    offer: LagoonViewInts
    objective_returned: int
    corporation_declined: int
    def __init__(self, score: _Optional[int] = ..., money: _Optional[int] = ..., resources: _Optional[_Iterable[int]] = ..., enriched: _Optional[_Iterable[_Union[LagoonViewInts, _Mapping]]] = ..., merchants: _Optional[int] = ..., merchants_free: _Optional[int] = ..., miners: _Optional[int] = ..., miners_free: _Optional[int] = ..., artifacts: _Optional[_Iterable[int]] = ..., equipment: _Optional[_Iterable[int]] = ..., equipment_used: _Optional[_Iterable[int]] = ..., shipments: _Optional[_Iterable[int]] = ..., deals_closed: _Optional[_Iterable[int]] = ..., deals_held: _Optional[int] = ..., ship: _Optional[int] = ..., passed: _Optional[bool] = ..., acted: _Optional[bool] = ..., closed: _Optional[bool] = ..., corporation: _Optional[int] = ..., objectives: _Optional[_Union[LagoonViewInts, _Mapping]] = ..., deals: _Optional[_Union[LagoonViewInts, _Mapping]] = ..., offer: _Optional[_Union[LagoonViewInts, _Mapping]] = ..., objective_returned: _Optional[int] = ..., corporation_declined: _Optional[int] = ...) -> None: ...

class LagoonDecks(_message.Message):
    __slots__ = ("objectives", "corporations", "deals", "equipment", "galleries", "shipments")
    OBJECTIVES_FIELD_NUMBER: _ClassVar[int]
    CORPORATIONS_FIELD_NUMBER: _ClassVar[int]
    DEALS_FIELD_NUMBER: _ClassVar[int]
    EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
    GALLERIES_FIELD_NUMBER: _ClassVar[int]
    SHIPMENTS_FIELD_NUMBER: _ClassVar[int]
    objectives: _containers.RepeatedScalarFieldContainer[int]
    corporations: _containers.RepeatedScalarFieldContainer[int]
    deals: _containers.RepeatedScalarFieldContainer[int]
    equipment: _containers.RepeatedScalarFieldContainer[int]
    galleries: _containers.RepeatedScalarFieldContainer[int]
    shipments: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, objectives: _Optional[_Iterable[int]] = ..., corporations: _Optional[_Iterable[int]] = ..., deals: _Optional[_Iterable[int]] = ..., equipment: _Optional[_Iterable[int]] = ..., galleries: _Optional[_Iterable[int]] = ..., shipments: _Optional[_Iterable[int]] = ...) -> None: ...

class LagoonView(_message.Message):
    __slots__ = ("game", "variant", "players", "seat", "actors", "phase", "round", "over", "scores", "ranks", "token", "order", "actions_left", "final_round", "spaces", "galleries", "center", "artifacts", "equipment_market", "shipment_market", "deck_sizes", "deal_discard", "gallery_discard", "pending", "seats", "decks", "objective_vp")
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
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_LEFT_FIELD_NUMBER: _ClassVar[int]
    FINAL_ROUND_FIELD_NUMBER: _ClassVar[int]
    SPACES_FIELD_NUMBER: _ClassVar[int]
    GALLERIES_FIELD_NUMBER: _ClassVar[int]
    CENTER_FIELD_NUMBER: _ClassVar[int]
    ARTIFACTS_FIELD_NUMBER: _ClassVar[int]
    EQUIPMENT_MARKET_FIELD_NUMBER: _ClassVar[int]
    SHIPMENT_MARKET_FIELD_NUMBER: _ClassVar[int]
    DECK_SIZES_FIELD_NUMBER: _ClassVar[int]
    DEAL_DISCARD_FIELD_NUMBER: _ClassVar[int]
    GALLERY_DISCARD_FIELD_NUMBER: _ClassVar[int]
    PENDING_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    DECKS_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVE_VP_FIELD_NUMBER: _ClassVar[int]
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
    token: int
    order: _containers.RepeatedScalarFieldContainer[int]
    actions_left: int
    final_round: bool
    spaces: _containers.RepeatedCompositeFieldContainer[LagoonViewInts]
    galleries: _containers.RepeatedCompositeFieldContainer[LagoonGalleryList]
    center: _containers.RepeatedCompositeFieldContainer[LagoonViewIntLists]
    artifacts: _containers.RepeatedCompositeFieldContainer[LagoonViewInts]
    equipment_market: _containers.RepeatedScalarFieldContainer[int]
    shipment_market: _containers.RepeatedScalarFieldContainer[int]
    deck_sizes: LagoonDeckSizes
    deal_discard: _containers.RepeatedScalarFieldContainer[int]
    gallery_discard: _containers.RepeatedScalarFieldContainer[int]
    pending: LagoonPending
    seats: _containers.RepeatedCompositeFieldContainer[LagoonSeat]
    decks: LagoonDecks
    objective_vp: _containers.RepeatedCompositeFieldContainer[LagoonViewInts]
    def __init__(self, game: _Optional[str] = ..., variant: _Optional[str] = ..., players: _Optional[int] = ..., seat: _Optional[int] = ..., actors: _Optional[_Iterable[int]] = ..., phase: _Optional[str] = ..., round: _Optional[int] = ..., over: _Optional[bool] = ..., scores: _Optional[_Iterable[int]] = ..., ranks: _Optional[_Iterable[int]] = ..., token: _Optional[int] = ..., order: _Optional[_Iterable[int]] = ..., actions_left: _Optional[int] = ..., final_round: _Optional[bool] = ..., spaces: _Optional[_Iterable[_Union[LagoonViewInts, _Mapping]]] = ..., galleries: _Optional[_Iterable[_Union[LagoonGalleryList, _Mapping]]] = ..., center: _Optional[_Iterable[_Union[LagoonViewIntLists, _Mapping]]] = ..., artifacts: _Optional[_Iterable[_Union[LagoonViewInts, _Mapping]]] = ..., equipment_market: _Optional[_Iterable[int]] = ..., shipment_market: _Optional[_Iterable[int]] = ..., deck_sizes: _Optional[_Union[LagoonDeckSizes, _Mapping]] = ..., deal_discard: _Optional[_Iterable[int]] = ..., gallery_discard: _Optional[_Iterable[int]] = ..., pending: _Optional[_Union[LagoonPending, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[LagoonSeat, _Mapping]]] = ..., decks: _Optional[_Union[LagoonDecks, _Mapping]] = ..., objective_vp: _Optional[_Iterable[_Union[LagoonViewInts, _Mapping]]] = ...) -> None: ...
