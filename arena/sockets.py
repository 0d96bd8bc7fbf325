"""Where unix sockets are put: in our own folder, or in a short private one where that lies too deep."""

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path

LONGEST = 100  # bytes; a unix socket's path may not be longer than 107


def socket_path(folder: Path, name: str) -> Path:
    """The path of a socket of that name for a folder; always the same one for the same two."""
    path = folder / name
    if len(os.fsencode(path)) <= LONGEST:
        return path
    path = _short(folder) / name
    return path if len(os.fsencode(path)) <= LONGEST else _short(folder) / f"{_digest(name)}.sock"


def prepare(path: Path) -> None:
    """Makes room for a socket: its folder is there and ours alone, and nothing is in its place."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.parent.stat().st_uid != os.getuid():
        raise PermissionError(f"{path.parent} belongs to somebody else; set MOTHERLODE_HOME to a folder of yours")
    path.unlink(missing_ok=True)


def put_away(folder: Path) -> None:
    """Removes the short folder that stands for a deep one, with its last socket gone."""
    with contextlib.suppress(OSError):
        _short(folder).rmdir()


def _short(folder: Path) -> Path:
    base = tempfile.gettempdir()
    return Path(base if len(base) <= LONGEST // 2 else "/tmp") / f"motherlode-{os.getuid()}-{_digest(str(folder))}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
