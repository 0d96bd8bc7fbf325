"""All that can be configured, from the environment, in one place."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """Each field is MOTHERLODE_<FIELD> in the environment; durations in seconds."""

    redis_url: str = ""  # empty: a Redis of our own, in `home`
    home: str = ""  # our own folder; empty: motherlode in the user's data folder
    namespace: str = "motherlode"  # of all keys
    chunk: int = 32  # matches one task referees at once
    task_seconds: float = 5.0  # how long a task goes on taking matches
    lease: float = 5.0  # a worker that is silent so long is dead, and its matches go on elsewhere
    stop_seconds: float = 6.0  # a worker told to stop is gone after that, whatever hangs
    api: str = "127.0.0.1:50050"
    metrics: str = "127.0.0.1:9464"
    tls_certificate: str = ""  # PEM files; both or none
    tls_key: str = ""
    private: bool = False  # reading through the API needs a token too
    bot_networks: str = "public"  # where authors may register bots: networks as 10.0.0.0/8, or `public`; with commas
    appendfsync: str = "everysec"  # of our own Redis

    @property
    def folder(self) -> Path:
        if self.home:
            return Path(self.home)
        data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
        return Path(data) / "motherlode"

    @property
    def prefix(self) -> str:
        """Of every key; the hash tag keeps what changes together in one place of a cluster."""
        return f"{{{self.namespace}}}:"

    @classmethod
    def load(cls, environment: Mapping[str, str] | None = None) -> "Settings":
        environment = os.environ if environment is None else environment
        given: dict[str, str | int | float | bool] = {}
        for field in fields(cls):
            text = environment.get(f"MOTHERLODE_{field.name.upper()}")
            if text is not None:
                given[field.name] = _value(field.name, text, type(field.default))
        return cls(**given)  # type: ignore[arg-type]

    def environment(self) -> dict[str, str]:
        """The variables that give a child process the same settings."""
        return {f"MOTHERLODE_{f.name.upper()}": str(getattr(self, f.name)) for f in fields(self)}


def _value(name: str, text: str, kind: type) -> str | int | float | bool:
    if kind is bool:
        if text.lower() in ("1", "true", "yes", "on"):
            return True
        if text.lower() in ("", "0", "false", "no", "off"):
            return False
        raise ValueError(f"MOTHERLODE_{name.upper()} is true or false, not {text!r}")
    if kind is str:
        return text
    try:
        number: int | float = kind(text)
    except ValueError:
        raise ValueError(f"MOTHERLODE_{name.upper()} is a number, not {text!r}") from None
    if number <= 0:
        raise ValueError(f"MOTHERLODE_{name.upper()} is above 0, not {text}")
    return number
