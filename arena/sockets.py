"""Where unix sockets are put: in our own folder, or in a short private one where that lies too deep."""

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
    short = Path(tempfile.gettempdir()) / f"motherlode-{os.getuid()}-{_digest(str(folder))}"
    short.mkdir(mode=0o700, exist_ok=True)
    if short.stat().st_uid != os.getuid():
        raise PermissionError(f"{short} belongs to somebody else; set MOTHERLODE_HOME to a shorter folder")
    path = short / name
    return path if len(os.fsencode(path)) <= LONGEST else short / f"{_digest(name)}.sock"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
