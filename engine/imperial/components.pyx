"""The components of the game in C, read once at import."""

from engine.imperial.state cimport Effect, EventCard, Face, Step

from engine.imperial import tables as source

data = source.load()

cdef int steps = 0
cdef int effects = 0


cdef int add_effect(effect) except -1:
    """Writes an effect and its steps; its number."""
    global steps, effects
    cdef Effect* e = &tables.effect[effects]
    cdef Step* s
    if effects == 600 or steps + len(effect.do) > 2048:
        raise ValueError("imperial: more effects than the engine has room for")
    e.need = source.METRICS.index(effect.need.name)
    e.need_arg = effect.need.arg
    e.need_min = effect.need_min
    e.pay = effect.pay
    e.discount = 0 if effect.discount is None else effect.discount + 1
    e.steps = len(effect.do)
    e.first = steps
    for step in effect.do:
        s = &tables.step[steps]
        s.op = source.OPS.index(step.op)
        s.n = step.n
        s.metric = source.METRICS.index(step.per.name)
        s.metric_arg = step.per.arg
        s.each = step.each
        s.div = step.div
        s.most = 255 if step.max is None else step.max
        s.where = source.PLACES.index(step.where)
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
    numbers = data.numbers
    for card in data.cards:
        face = &tables.card[<int>card.id]
        face.level = card.level
        face.cost = card.cost
        tables.copies[<int>card.id] = card.copies
        face.factions = sum(1 << f for f in card.factions)
        face.carts = sum(1 << b for b in card.carts)
        face.effects = len(card.effects)
        face.first = effects
        for effect in card.effects:
            add_effect(effect)
        for _ in range(card.copies):
            tables.stock[face.level - 1][tables.stocked[face.level - 1]] = card.id
            tables.stocked[face.level - 1] += 1
    for i, card in enumerate(sorted(data.cards, key=lambda card: card.level)):
        tables.by_level[<int>i] = card.id
        tables.first[<int>card.level] = i + 1
    for card in data.events:
        event = &tables.event[<int>card.id]
        event.type = source.TYPES.index(card.type)
        event.effect = add_effect(card.effect)
        ability = card.ability
        if ability.get("op") == "cost":
            event.minus[<int>ability["level"] - 1] = ability["minus"]
        event.extra = ability.get("extra", 0)
        event.plus = ability.get("plus", 0)
        event.rescue = ability.get("op") == "rescue"
        event.coins = ability.get("coins", 0)
    for track in data.tracks:
        tables.top[<int>track.id] = len(track.spaces) - 1
        for i, effect in enumerate(track.spaces):
            tables.space[<int>track.id][<int>i] = add_effect(effect)
    for board in data.surfaces:
        tables.surface[<int>board.id] = effects
        for effect in board.effects:
            add_effect(effect)
    for kind in range(2):
        for level in range(3):
            tables.deal[<int>kind][<int>level] = numbers.deals[kind][level]
        tables.drop[<int>kind] = numbers.drops[kind]
    tables.kinds = len(data.cards)
    tables.rounds = numbers.rounds
    tables.hand_limit = numbers.hand_limit
    tables.machine_limit = numbers.machine_limit
    tables.cart_vp = numbers.cart_vp
    tables.titles = len(numbers.titles)
    for i, title in enumerate(numbers.titles):
        tables.title_from[<int>i] = title.at_least
        write(tables.title[<int>i], 64, title.slug)
    for i, name in enumerate(numbers.factions):
        write(tables.faction[<int>i], 24, name)
    return 0


cdef int write(char* out, int room, str text) except -1:
    word = text.encode("ascii")
    if len(word) >= room:
        raise ValueError(f"imperial: {text!r} is longer than {room - 1} letters")
    for i, letter in enumerate(word):
        out[<int>i] = letter
    return 0


fill()
