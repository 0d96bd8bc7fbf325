"""The components of the game in C, read once at import."""

from engine.imperial.state cimport Effect, EventCard, Face, Step

from engine.imperial import tables

DATA = tables.load()

cdef int steps = 0
cdef int effects = 0


cdef int add_effect(effect) except -1:
    """Writes an effect and its steps; its number."""
    global steps, effects
    cdef Effect* e = &T.effect[effects]
    cdef Step* s
    if effects == 600 or steps + len(effect.do) > 2048:
        raise ValueError("imperial: more effects than the engine has room for")
    e.need = tables.METRICS.index(effect.need.name)
    e.need_arg = effect.need.arg
    e.need_min = effect.need_min
    e.pay = effect.pay
    e.discount = 0 if effect.discount is None else effect.discount + 1
    e.steps = len(effect.do)
    e.first = steps
    for step in effect.do:
        s = &T.step[steps]
        s.op = tables.OPS.index(step.op)
        s.n = step.n
        s.metric = tables.METRICS.index(step.per.name)
        s.metric_arg = step.per.arg
        s.each = step.each
        s.div = step.div
        s.most = 255 if step.max is None else step.max
        s.where = tables.PLACES.index(step.where)
        s.where_arg = step.where_arg
        s.level = step.level
        s.faction = step.faction
        s.coins = step.coins
        s.vp = step.vp
        steps += 1
    effects += 1
    return effects - 1


cdef int fill() except -1:
    cdef Face* face
    cdef EventCard* event
    numbers = DATA.numbers
    for card in DATA.cards:
        face = &T.card[<int>card.id]
        face.level = card.level
        face.cost = card.cost
        T.copies[<int>card.id] = card.copies
        face.factions = sum(1 << f for f in card.factions)
        face.carts = sum(1 << b for b in card.carts)
        face.effects = len(card.effects)
        face.first = effects
        for effect in card.effects:
            add_effect(effect)
        for _ in range(card.copies):
            T.stock[face.level - 1][T.stocked[face.level - 1]] = card.id
            T.stocked[face.level - 1] += 1
    for i, card in enumerate(sorted(DATA.cards, key=lambda card: card.level)):
        T.by_level[<int>i] = card.id
        T.first[<int>card.level] = i + 1
    for card in DATA.events:
        event = &T.event[<int>card.id]
        event.type = tables.TYPES.index(card.type)
        event.effect = add_effect(card.effect)
        ability = card.ability
        if ability.get("op") == "cost":
            event.minus[<int>ability["level"] - 1] = ability["minus"]
        event.extra = ability.get("extra", 0)
        event.plus = ability.get("plus", 0)
        event.rescue = ability.get("op") == "rescue"
        event.coins = ability.get("coins", 0)
    for track in DATA.tracks:
        T.top[<int>track.id] = len(track.spaces) - 1
        for i, effect in enumerate(track.spaces):
            T.space[<int>track.id][<int>i] = add_effect(effect)
    for board in DATA.surfaces:
        T.surface[<int>board.id] = effects
        for effect in board.effects:
            add_effect(effect)
    for kind in range(2):
        for level in range(3):
            T.deal[<int>kind][<int>level] = numbers.deals[kind][level]
        T.drop[<int>kind] = numbers.drops[kind]
    T.kinds = len(DATA.cards)
    T.rounds = numbers.rounds
    T.hand_limit = numbers.hand_limit
    T.machine_limit = numbers.machine_limit
    T.cart_vp = numbers.cart_vp
    T.titles = len(numbers.titles)
    for i, title in enumerate(numbers.titles):
        T.title_from[<int>i] = title.at_least
        write(T.title[<int>i], 64, title.slug)
    for i, name in enumerate(numbers.factions):
        write(T.faction[<int>i], 24, name)
    return 0


cdef int write(char* out, int room, str text) except -1:
    word = text.encode("ascii")
    if len(word) >= room:
        raise ValueError(f"imperial: {text!r} is longer than {room - 1} letters")
    for i, letter in enumerate(word):
        out[<int>i] = letter
    return 0


fill()
