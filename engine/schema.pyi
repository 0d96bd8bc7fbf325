from typing import Any

class Field:
    name: str
    number: int
    message: Message | None
    many: int
    null: bool
    holes: bool
    names: dict[int, str] | None
    only: str | None
    doc: str
    def __init__(
        self,
        name: str,
        number: int,
        type: str | Message = "whole",
        *,
        many: int = 0,
        null: bool = False,
        holes: bool = False,
        names: dict[int, str] | None = None,
        only: str | None = None,
        doc: str = "",
    ) -> None: ...

class Message:
    name: str
    doc: str
    fields: tuple[Field, ...]
    row: bool
    def __init__(self, name: str, *fields: Field, row: bool = False, doc: str = "") -> None: ...
    def decode(self, data: bytes) -> dict[str, Any]: ...
    def encode(self, value: dict[str, Any]) -> bytes: ...
    def proto(self, id: str, game: str) -> str: ...

def head(game: str, variants: str, phases: str, rounds: str = "from 1") -> tuple[Field, ...]: ...
