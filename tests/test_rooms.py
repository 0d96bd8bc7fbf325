"""The rooms of the house: who may import whom."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent
ROOMS = {"engine", "bots", "workers", "arena", "motherlode"}
FOLDERS = {"motherlode": HOUSE / "proto" / "motherlode"}  # the others are called as they are imported
MAY = {
    "motherlode": set(),
    "engine": set(),
    "bots": {"engine", "motherlode"},
    "arena": {"engine", "motherlode"},
    "workers": {"engine", "motherlode", "arena"},
}


def imports(path: Path) -> Iterator[str]:
    """The modules a source file imports, whole names."""
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield node.module
    else:
        code = re.sub(r'""".*?"""', "", path.read_text(), flags=re.DOTALL)
        yield from re.findall(r"^\s*(?:from|import|cimport)\s+([\w.]+)", code, flags=re.MULTILINE)


def sources(room: str) -> list[Path]:
    return [p for p in sorted(FOLDERS.get(room, HOUSE / room).rglob("*")) if p.suffix in {".py", ".pyx", ".pxd"}]


@pytest.mark.parametrize("room", MAY)
def test_a_room_imports_only_what_it_may(room: str) -> None:
    for path in sources(room):
        if path.is_relative_to(HOUSE / "arena" / "cli"):
            continue
        for name in imports(path):
            other = name.split(".")[0]
            assert other not in ROOMS - MAY[room] - {room}, f"{path.relative_to(HOUSE)} imports {name}"


def test_no_room_is_empty() -> None:
    assert all(sources(room) for room in MAY)


def test_workers_know_nothing_of_the_web_and_the_commands() -> None:
    for path in sources("workers"):
        assert not [n for n in imports(path) if n.startswith(("arena.cli", "arena.api", "arena.web"))], path


def test_the_engine_needs_nothing_but_the_standard_library() -> None:
    allowed = set(sys.stdlib_module_names) | {"engine", "libc", "cpython", "cython", "cimport"}
    for path in sources("engine"):
        for name in imports(path):
            assert name.split(".")[0] in allowed, f"{path.relative_to(HOUSE)} imports {name}"
