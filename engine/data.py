"""Reading a game's data files: tables whose values are handed out one by one, checked, and refused with file, entry and reason.

The files of a game lie in its folder, or in `$MOTHERLODE_DATA/<id>` for whoever wants to play with other cards.
"""

import os
import re
import tomllib
from pathlib import Path
from typing import Any


class Entry:
    """One table of a file: hands out its values, checked, and refuses keys nobody asked for but `text`, which is for people."""

    def __init__(self, file: str, name: str, values: Any) -> None:
        self.file, self.name = file, name
        if not isinstance(values, dict):
            raise self.wrong(f"expected a table, not {values!r}")
        self.values = values
        self.asked: set[str] = set()

    def wrong(self, reason: str) -> ValueError:
        return ValueError(f"{self.file}, {self.name}: {reason}")

    def get(self, key: str) -> Any:
        self.asked.add(key)
        if key not in self.values:
            raise self.wrong(f"{key} is missing")
        return self.values[key]

    def has(self, key: str) -> bool:
        self.asked.add(key)
        return key in self.values

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        if default is not None and not self.has(key):
            return default
        return self.integer(key, self.get(key), low, high)

    def integer(self, what: str, value: Any, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            raise self.wrong(f"{what} is an integer from {low} to {high}, not {value!r}")
        return value

    def word(self, key: str, allowed: tuple[str, ...]) -> str:
        return self.among(key, self.get(key), allowed)

    def among(self, what: str, value: Any, allowed: tuple[str, ...]) -> str:
        if value not in allowed:
            raise self.wrong(f"{what} is one of {', '.join(allowed)}, not {value!r}")
        return str(value)

    def flag(self, key: str, default: bool | None = None) -> bool:
        value = default if default is not None and not self.has(key) else self.get(key)
        if type(value) is not bool:
            raise self.wrong(f"{key} is true or false, not {value!r}")
        return value

    def text(self, key: str) -> str:
        value = self.get(key)
        if not isinstance(value, str):
            raise self.wrong(f"{key} is a text, not {value!r}")
        return value

    def slug(self) -> str:
        value = self.get("slug")
        if not isinstance(value, str) or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value):
            raise self.wrong(f"slug is lower-case words joined by hyphens, not {value!r}")
        return value

    def part(self, key: str) -> "Entry":
        """The table under a key."""
        return Entry(self.file, f"{self.name}, {key}", self.get(key))

    def parts(self, key: str, most: int = 99) -> list["Entry"]:
        """The tables in the list under a key."""
        found = self.sequence(key, self.get(key), most=most)
        return [Entry(self.file, f"{self.name}, {key}[{i}]", values) for i, values in enumerate(found)]

    def pairs(self, key: str, most: int) -> list[list[Any]]:
        """The lists of two in the list under a key."""
        return [self.sequence(key, pair, 2) for pair in self.sequence(key, self.get(key), most=most)]

    def sequence(self, what: str, value: Any, length: int | None = None, most: int = 99) -> list[Any]:
        if not isinstance(value, list):
            raise self.wrong(f"{what} is a list, not {value!r}")
        if length is not None and len(value) != length:
            raise self.wrong(f"{what} has {length} elements, not {len(value)}")
        if len(value) > most:
            raise self.wrong(f"{what} has at most {most} elements, not {len(value)}")
        return value

    def counts(self, what: str, value: Any, length: int, high: int) -> tuple[int, ...]:
        """A list of so many integers from 0 on."""
        return tuple(self.integer(what, v, 0, high) for v in self.sequence(what, value, length))

    def done(self) -> None:
        unknown = sorted(set(self.values) - self.asked - {"text"})
        if unknown:
            raise self.wrong(f"unknown key {unknown[0]!r}")


def folder(game: str) -> Path:
    """Where the files of a game are read from."""
    own = os.environ.get("MOTHERLODE_DATA")
    if own and (Path(own) / game).is_dir():
        return Path(own) / game
    return Path(__file__).parent / game


def parse(place: Path, file: str, keys: tuple[str, ...] | None = None) -> dict[str, Any]:
    """A file; its top level has these keys and no others, if any are named."""
    try:
        found = tomllib.loads((place / file).read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{file}: cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file}: no TOML: {error}") from error
    for unknown in sorted(set(found) - set(found if keys is None else keys)):
        raise ValueError(f"{file}, {unknown}: unknown entry")
    return found


def table(place: Path, file: str, key: str, keys: tuple[str, ...] = ()) -> Entry:
    """The table `[key]` of a file that may have `keys` besides."""
    return Entry(file, key, parse(place, file, (key, *keys)).get(key))


def entries(
    place: Path, file: str, key: str, count: int | None = None, keys: tuple[str, ...] = (), first: int | None = 0
) -> list[Entry]:
    """The tables `[[key]]` of a file that may have `keys` besides; their ids count from `first` (None: they have none)."""
    rows = parse(place, file, (key, *keys)).get(key)
    if not isinstance(rows, list) or not rows:
        raise ValueError(f"{file}, {key}: expected [[{key}]] entries")
    if count is not None and len(rows) != count:
        raise ValueError(f"{file}, {key}: there are {count} entries, not {len(rows)}")
    found = [Entry(file, f"{key} {i}", row) for i, row in enumerate(rows, first or 0)]
    if first is not None:
        for i, entry in enumerate(found, first):
            if type(entry.get("id")) is not int or entry.get("id") != i:
                raise entry.wrong(f"ids count from {first} in the order of the file, this is {entry.get('id')!r}")
    return found


def distinct(found: list[Entry]) -> list[Entry]:
    """The entries, when no two share a slug."""
    slugs: set[str] = set()
    for entry in found:
        if entry.slug() in slugs:
            raise entry.wrong(f"the slug {entry.slug()!r} is taken")
        slugs.add(entry.slug())
    return found
