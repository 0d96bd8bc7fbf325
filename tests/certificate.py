"""A certificate for localhost that signs itself."""

import subprocess
from pathlib import Path

REQUEST = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost"


def certificate(folder: Path) -> tuple[Path, Path]:
    """The files of a certificate and its key."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run([*REQUEST.split(), "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key
