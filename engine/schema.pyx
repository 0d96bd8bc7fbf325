"""The one description of a view: its message, field by field.

A game describes its view once, as a Message. From it come the dict of the rules document (`decode`), the protobuf bytes of
such a dict (`encode`) and the text of the .proto file (`proto`); the game's C code writes and reads the same bytes directly.

How JSON maps to fields:
- `whole` is an integer (int32), `flag` a bool, `word` a string, a Message an object.
- `many` of these is a list. `many=2` is a list of lists; protobuf wants a message in between (`Ints`, `Words`, or named
  after the objects: `...List`).
  `many=3` is a list of those, with one more message in between (`IntLists`).
- `null=True` may be null: the field is absent. A list that may be null, or may hold nulls, is said with
  `null=True` (absent field; the list itself is wrapped in a message so that empty and null differ) and `holes=True` (-1 for null;
  in a list of objects an empty message).
- `names` gives some values of a `whole` a word in JSON, as in `names={-1: "dig"}`.
- A Message with `row=True` is a list of its fields' values in JSON, not an object.
- `only` names when the key is there at all: "seat" (a seat's view), "referee", "over", the name of a field of the same
  message that must be true or non-null (its own name: now and then), or "field=word,word" for a field that must be one of these.
"""

from cpython.bytes cimport PyBytes_AsString, PyBytes_GET_SIZE
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from engine.wire cimport Reader, next_field, open_reader, take_varint

cdef enum Kind:
    WHOLE
    FLAG
    WORD
    OBJECT


cdef class Field:
    """One key of an object."""

    cdef readonly str name
    cdef readonly int number
    cdef readonly Message message
    cdef readonly int many
    cdef readonly bint null, holes
    cdef readonly str only, doc
    cdef readonly dict names
    cdef readonly Kind kind

    def __init__(
        self, name, number, type="whole", *, many=0, null=False, holes=False, names=None, only=None, doc=""
    ):
        self.name = name
        self.number = number
        self.message = type if isinstance(type, Message) else None
        self.kind = OBJECT if self.message is not None else {"whole": WHOLE, "flag": FLAG, "word": WORD}[type]
        self.many = many
        self.null = null
        self.holes = holes
        self.names = names
        self.only = only
        self.doc = doc

    cdef bint wrapped(self):
        return self.many >= 2 or (self.many == 1 and self.null)


cdef class Message:
    """An object: a protobuf message with its fields."""

    def __init__(self, name, *fields, row=False, doc=""):
        self.name = name
        self.doc = doc
        self.row = row
        self.fields = fields
        self.by_number = {f.number: f for f in fields}
        if len(self.by_number) != len(fields):
            raise ValueError(f"{name}: two fields share a number")

    def decode(self, bytes data):
        """The dict of these bytes; ValueError when they are no such message."""
        return self.read(<const uint8_t*>PyBytes_AsString(data), PyBytes_GET_SIZE(data))

    cdef dict read(self, const uint8_t* data, size_t size):
        cdef Reader r
        cdef Field f
        cdef dict out = {}
        open_reader(&r, data, size)
        for f in self.fields:
            if f.only is None:
                out[f.name] = None if f.null else [] if f.many else blank(f)
        while next_field(&r):
            f = self.by_number.get(r.field)
            if f is None:
                continue
            if f.many == 0:
                out[f.name] = one(f, &r)
            elif f.wrapped():
                inner = wrapped_list(f, &r, f.many)
                if f.many >= 2:
                    if out.get(f.name) is None:
                        out[f.name] = []
                    out[f.name].append(inner)
                else:
                    out[f.name] = inner
            else:
                if out.get(f.name) is None:
                    out[f.name] = []
                extend(out[f.name], f, &r)
        if r.broken:
            raise ValueError(f"these bytes are no {self.name}")
        for f in self.fields:
            if f.only is not None and present(f, out):
                if f.name not in out:
                    out[f.name] = None if f.null else [] if f.many else blank(f)
        return out

    def encode(self, dict value):
        """The bytes of such a dict; ValueError names the key that is missing, unknown or of the wrong type."""
        cdef bytearray out = bytearray()
        self.write(out, value, self.name)
        return bytes(out)

    cdef int write(self, bytearray out, value, str where) except -1:
        cdef Field f
        cdef int seen = 0
        if self.row:
            if not isinstance(value, list) or len(value) != len(self.fields):
                raise ValueError(f"{where}: expected a list of {len(self.fields)}, not {value!r}")
            value = {f.name: item for f, item in zip(self.fields, value)}
        if not isinstance(value, dict):
            raise ValueError(f"{where}: expected an object, not {value!r}")
        for f in self.fields:
            if f.name not in value:
                if f.only is None or present(f, value):
                    raise ValueError(f"{where}: {f.name} is missing")
                continue
            if f.only is not None and not present(f, value):
                raise ValueError(f"{where}: {f.name} does not belong here")
            seen += 1
            write_field(out, f, value[f.name], f"{where}.{f.name}")
        if seen != len(value):
            unknown = sorted(set(value) - {g.name for g in self.fields}, key=str)
            raise ValueError(f"{where}: unknown key {unknown[0]!r}")
        return 0

    def proto(self, id, game):
        """The text of the .proto file of this view."""
        messages = []
        collect(self, messages)
        lists = sorted({f.kind for m in messages for f in m.fields if wraps(f) and f.message is None})
        text = [
            f"// What a seat knows of a match of {game}. The rules, with what words and ids mean: docs/rules/{id}.md; the cards, tiles and",
            f"// boards behind the ids: engine/{id}/*.toml. Made from engine/{id}/schema.py by `make proto`; do not edit.",
            'syntax = "proto3";\n', "package motherlode.v1;\n", PACKAGES,
        ]
        for kind in lists:
            item = {WHOLE: "int32", FLAG: "bool", WORD: "string"}[kind]
            text.append(f"message {self.name}{LIST_NAMES[kind]} {{\n  repeated {item} items = 1;\n}}\n")
        for kind in sorted({f.kind for m in messages for f in m.fields if f.many == 3}):
            inner = f"{self.name}{LIST_NAMES[kind]}"
            text.append(f"message {self.name}{DEEP_NAMES[kind]} {{\n  repeated {inner} items = 1;\n}}\n")
        fillers = [f.message for m in messages for f in m.fields if f.message is not None and f.holes]
        for m in messages:
            text.append(message_text(m, self.name, m in fillers))
            if any([f.message is m and wraps(f) for other in messages for f in other.fields]):
                text.append(f"message {m.name}List {{\n  repeated {m.name} items = 1;\n}}\n")
        return "\n".join(text)


def head(game, variants, phases, rounds="from 1"):
    """What every view begins with; `wire.put_head` writes it."""
    return (
        Field("game", 1, "word", doc=game),
        Field("variant", 2, "word", doc=variants),
        Field("players", 3, doc="number of seats"),
        Field("seat", 4, null=True, doc="whose view this is; the referee has none"),
        Field("actors", 5, many=1, doc="seats that must act now"),
        Field("phase", 6, "word", doc=phases),
        Field("round", 7, doc=rounds),
        Field("over", 8, "flag", doc="the match has ended"),
        Field("scores", 9, many=1, only="over", doc="by seat"),
        Field("ranks", 10, many=1, only="over", doc="by seat, 1 is best"),
    )


# What the generated code is called in languages that want to be told.
PACKAGES = """\
option go_package = "motherlode/v1;motherlode";
option java_package = "motherlode.v1";
option java_multiple_files = true;
option csharp_namespace = "Motherlode.V1";
"""

LIST_NAMES = {WHOLE: "Ints", FLAG: "Flags", WORD: "Words"}
DEEP_NAMES = {WHOLE: "IntLists", FLAG: "FlagLists", WORD: "WordLists"}


def wraps(Field f):
    return f.wrapped()


def collect(Message m, list found):
    if m in found:
        return
    for f in m.fields:
        if f.message is not None:
            collect(f.message, found)
    found.append(m)


def message_text(Message m, str view, bint filler):
    """A message's text. One that fills the place of a hole says all its numbers, so that it is never empty."""
    cdef Field f
    lines = [f"// {line}" for line in m.doc.splitlines()] + [f"message {m.name} {{"]
    for f in m.fields:
        note = f.doc
        if f.holes:
            note = f"{note} ({'an empty message' if f.message is not None else '-1'}: none)".strip()
        if f.names is not None:
            note = f"{note} ({', '.join([f'{number}: {word}' for number, word in f.names.items()])})".strip()
        if f.only is not None and f.only != f.name:
            note = f"{note} (only {'when' if f.only not in ('seat', 'referee', 'over') else 'in'} {ONLY.get(f.only, f.only)})".strip()
        if f.null:
            note = f"{note} ({'empty: none, or hidden' if f.many >= 2 else 'may be absent'})".strip()
        item = f.message.name if f.message is not None else {WHOLE: "int32", FLAG: "bool", WORD: "string"}[f.kind]
        if f.wrapped():
            item = f"{item}List" if f.message is not None else f"{view}{(DEEP_NAMES if f.many == 3 else LIST_NAMES)[f.kind]}"
        label = "repeated " if (f.many >= 2 or (f.many == 1 and not f.null)) else ""
        if (f.null or filler) and f.many == 0 and f.message is None:
            label = "optional "
        lines.append(f"  {label}{item} {f.name} = {f.number};" + (f"  // {note}" if note else ""))
    return "\n".join([*lines, "}\n"])


ONLY = {"seat": "a seat's view", "referee": "the referee's view", "over": "a finished match"}


cdef bint present(Field f, dict value):
    if f.only == "seat":
        return value.get("seat") is not None
    if f.only == "referee":
        return value.get("seat") is None
    if "=" in f.only:
        key, _, words = f.only.partition("=")
        return value.get(key) in words.split(",")
    return value.get(f.only) not in (None, False)


cdef object blank(Field f):
    if f.kind == WHOLE:
        return 0
    if f.kind == FLAG:
        return False
    if f.kind == WORD:
        return ""
    return {}


cdef object one(Field f, Reader* r):
    cdef int64_t value
    if f.kind == OBJECT:
        if r.kind != 2:
            raise ValueError(f"{f.name}: expected a message")
        if f.holes and r.size == 0:
            return None
        found = f.message.read(r.data, r.size)
        return list(found.values()) if f.message.row else found
    if f.kind == WORD:
        if r.kind != 2:
            raise ValueError(f"{f.name}: expected a string")
        return (<const char*>r.data)[:r.size].decode("ascii")
    if r.kind != 0:
        raise ValueError(f"{f.name}: expected an integer")
    if f.kind == FLAG:
        return r.value != 0
    value = <int64_t>r.value
    if f.names is not None and value in f.names:
        return f.names[value]
    return value


cdef int extend(list out, Field f, Reader* r) except -1:
    cdef Reader part
    cdef int64_t value
    if f.kind == OBJECT or f.kind == WORD or r.kind == 0:
        out.append(one(f, r))
        return 0
    open_reader(&part, r.data, r.size)
    while part.at < part.end and not part.broken:
        value = <int64_t>take_varint(&part)
        if f.kind == FLAG:
            out.append(value != 0)
        elif f.holes and value < 0:
            out.append(None)
        else:
            out.append(value)
    if part.broken:
        r.broken = True
    return 0


cdef list wrapped_list(Field f, Reader* r, int depth):
    cdef Reader part
    cdef list out = []
    if r.kind != 2:
        raise ValueError(f"{f.name}: expected a list")
    open_reader(&part, r.data, r.size)
    while next_field(&part):
        if part.field == 1 and depth == 3:
            out.append(wrapped_list(f, &part, 2))
        elif part.field == 1:
            extend(out, f, &part)
    if part.broken:
        r.broken = True
    return out


cdef int put(bytearray out, uint64_t value) except -1:
    while value >= 0x80:
        out.append(<uint8_t>(value & 0x7f | 0x80))
        value >>= 7
    out.append(<uint8_t>value)
    return 0


cdef int put_part(bytearray out, int field, bytearray part) except -1:
    put(out, field << 3 | 2)
    put(out, len(part))
    out.extend(part)
    return 0


cdef uint64_t integer(Field f, value, str where) except? 0:
    if f.kind == FLAG:
        if value is not True and value is not False:
            raise ValueError(f"{where}: expected true or false, not {value!r}")
        return 1 if value else 0
    if f.holes and value is None:
        return <uint64_t><int64_t>-1
    if f.names is not None and isinstance(value, str):
        for number, name in f.names.items():
            if name == value:
                return <uint64_t><int64_t>number
    if type(value) is not int or not (0 if f.holes else -2**31) <= value < 2**31:
        raise ValueError(f"{where}: expected an integer, not {value!r}")
    if f.names is not None and value in f.names:
        raise ValueError(f"{where}: expected the word {f.names[value]!r}, not {value!r}")
    return <uint64_t><int64_t>value


cdef int write_one(bytearray out, Field f, value, str where) except -1:
    cdef bytearray part
    if f.kind == OBJECT:
        part = bytearray()
        f.message.write(part, value, where)
        put_part(out, f.number, part)
    elif f.kind == WORD:
        if not isinstance(value, str) or not value.isascii():
            raise ValueError(f"{where}: expected a word, not {value!r}")
        put_part(out, f.number, bytearray(value.encode("ascii")))
    else:
        put(out, f.number << 3)
        put(out, integer(f, value, where))
    return 0


cdef bytearray packed(Field f, list values, str where):
    cdef bytearray part = bytearray()
    for i, value in enumerate(values):
        put(part, integer(f, value, f"{where}[{i}]"))
    return part


cdef int write_list(bytearray out, Field f, int number, values, str where) except -1:
    cdef bytearray part
    if not isinstance(values, list):
        raise ValueError(f"{where}: expected a list, not {values!r}")
    if f.kind == OBJECT:
        for i, value in enumerate(values):
            part = bytearray()
            if value is not None or not f.holes:
                f.message.write(part, value, f"{where}[{i}]")
            put_part(out, number, part)
    elif f.kind == WORD:
        for i, value in enumerate(values):
            if not isinstance(value, str) or not value.isascii():
                raise ValueError(f"{where}[{i}]: expected a word, not {value!r}")
            put_part(out, number, bytearray(value.encode("ascii")))
    elif values:
        put_part(out, number, packed(f, values, where))
    return 0


cdef int write_field(bytearray out, Field f, value, str where) except -1:
    cdef bytearray part
    if value is None and f.null:
        return 0
    if f.many == 0:
        return write_one(out, f, value, where)
    if f.many == 1 and not f.null:
        return write_list(out, f, f.number, value, where)
    if not isinstance(value, list):
        raise ValueError(f"{where}: expected a list, not {value!r}")
    if f.many >= 2 and f.null and not value:
        raise ValueError(f"{where}: expected lists or null, an empty list would read as null")
    for i, inner in enumerate(value if f.many >= 2 else [value]):
        part = bytearray()
        write_inner(part, f, f.many, inner, f"{where}[{i}]" if f.many >= 2 else where)
        put_part(out, f.number, part)
    return 0


cdef int write_inner(bytearray out, Field f, int depth, value, str where) except -1:
    cdef bytearray part
    if depth < 3:
        return write_list(out, f, 1, value, where)
    if not isinstance(value, list):
        raise ValueError(f"{where}: expected a list, not {value!r}")
    for i, inner in enumerate(value):
        part = bytearray()
        write_list(part, f, 1, inner, f"{where}[{i}]")
        put_part(out, 1, part)
    return 0
