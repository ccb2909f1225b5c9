"""Settings: what whoever serves the pages decides, and its way to the processes that serve."""

import json
import os
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
VARIABLE = "REGULAE_SERVE"
"""Under this name a process that serves finds the settings: uvicorn hands it nothing else."""
_HOST = re.compile(r"(?P<bare>\[[0-9a-f:.]+\]|[^:\[\]@/?#\s]+)(?::(?P<port>[0-9]{1,5}))?")
_LAST_PORT = 65_535


@dataclass(frozen=True, slots=True)
class Settings:
    folder: Path
    """Of the knowledge base."""
    hosts: tuple[str, ...] = LOOPBACK
    """The names, without a port, under which readers may ask; any where it holds ``*``."""
    public: str | None = None
    """The address under which the world sees the pages: ``https://rules.example``."""
    language: str = "en"
    """For readers who say no language that we have."""
    seconds: float = 30.0
    """After which an answer is given up."""
    cache_bytes: int = 64 * 2**20
    """Of pages kept ready, by each process."""

    def allows(self, host: str) -> bool:
        """Whether the value of a Host header names one of the hosts."""
        told = _HOST.fullmatch(host.lower())
        if told is None or int(told["port"] or 0) > _LAST_PORT:
            return False  # nor would an address be made of it
        return "*" in self.hosts or told["bare"] in self.hosts


def public_host(address: str) -> str | None:
    """The host of an address like ``https://rules.example``; None where it is no such address."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or parts.path not in ("", "/") or parts.query:
        return None
    return parts.hostname


def hand_over(settings: Settings) -> None:
    """To the processes that this one starts."""
    os.environ[VARIABLE] = json.dumps(asdict(settings) | {"folder": str(settings.folder)})


def handed_over() -> Settings:
    values = json.loads(os.environ[VARIABLE])
    return Settings(**values | {"folder": Path(values["folder"]), "hosts": tuple(values["hosts"])})
