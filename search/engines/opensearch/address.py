"""Address: where OpenSearch answers, and what is shown to it, as the user set them."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from kb.errors import NoEngine
from kb.saying import said
from search.engines.chosen import REMOTE_SETTING as URL

USER = "REGULAE_OPENSEARCH_USER"
PASSWORD = "REGULAE_OPENSEARCH_PASSWORD"
CA = "REGULAE_OPENSEARCH_CA"
PLAIN = "REGULAE_OPENSEARCH_PLAIN_HTTP"
PREFIX = "REGULAE_OPENSEARCH_PREFIX"
SHARDS = "REGULAE_OPENSEARCH_SHARDS"
REPLICAS = "REGULAE_OPENSEARCH_REPLICAS"

_PORT = 9200
_MOST_SHARDS = 64
_MOST_REPLICAS = 10
_SHOWN = 100
"""Signs of an address that are told again."""
_PREFIX_RULE = re.compile(r"[a-z][a-z0-9-]{0,39}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Host:
    """One node, or what stands before some."""

    name: str
    port: int
    path: str
    is_tls: bool

    def __str__(self) -> str:
        name = f"[{self.name}]" if ":" in self.name else self.name
        return f"http{'s' * self.is_tls}://{name}:{self.port}{self.path}"


@dataclass(frozen=True, slots=True)
class Address:
    """The hosts of one cluster, and how an index is laid out in it."""

    hosts: tuple[Host, ...]
    login: tuple[str, str] | None = field(default=None, repr=False)
    ca: Path | None = None
    prefix: str = "regulae"
    """The alias of the newest index, and how the names of all begin."""
    shards: int = 1
    replicas: int = 1

    def __str__(self) -> str:
        return ", ".join(map(str, self.hosts))


def address(urls: str | None = None, settings: Mapping[str, str] = os.environ) -> Address:
    """The address in these words, else in the settings; raises NoEngine."""
    named = (urls or settings.get(URL, "")).replace(",", " ").split()
    if not named:
        raise NoEngine(said("opensearch.no_url", setting=URL))
    plain = settings.get(PLAIN, "") == "1"
    return Address(
        hosts=tuple(_host(url, may_be_plain=plain) for url in named),
        login=_login(settings),
        ca=_ca(settings),
        prefix=_prefix(settings),
        shards=_number(settings, SHARDS, 1, least=1, most=_MOST_SHARDS),
        replicas=_number(settings, REPLICAS, 1, least=0, most=_MOST_REPLICAS),
    )


def _host(url: str, *, may_be_plain: bool) -> Host:
    try:
        parts = urlsplit(url)
        port = parts.port or _PORT
    except ValueError:
        raise _no_address(url) from None
    if "@" in url:
        raise NoEngine(said("opensearch.with_user", user=USER, password=PASSWORD))
    if parts.scheme not in ("https", "http") or not parts.hostname or parts.query or parts.fragment:
        raise _no_address(url)
    if parts.scheme == "http" and not may_be_plain and not _is_loopback(parts):
        raise NoEngine(said("opensearch.plain", url=url[:_SHOWN], setting=PLAIN))
    return Host(parts.hostname, port, parts.path.rstrip("/"), parts.scheme == "https")


def _no_address(url: str) -> NoEngine:
    # What is no address may hold a password all the same.
    shown = re.split(r"[?#]", url.rpartition("@")[2])[0][:_SHOWN]
    return NoEngine(said("opensearch.no_address", url=shown, setting=URL))


def _is_loopback(parts: SplitResult) -> bool:
    if parts.hostname == "localhost":
        return True
    try:
        return ip_address(parts.hostname or "").is_loopback
    except ValueError:
        return False


def _login(settings: Mapping[str, str]) -> tuple[str, str] | None:
    user, password = settings.get(USER), settings.get(PASSWORD)
    if not user and not password:
        return None
    if not user or not password:
        raise NoEngine(said("opensearch.half_login", user=USER, password=PASSWORD))
    return user, password


def _ca(settings: Mapping[str, str]) -> Path | None:
    named = settings.get(CA)
    if not named:
        return None
    if not Path(named).is_file():
        raise NoEngine(said("opensearch.no_ca", path=named, setting=CA))
    return Path(named)


def _prefix(settings: Mapping[str, str]) -> str:
    named = settings.get(PREFIX) or "regulae"
    if _PREFIX_RULE.fullmatch(named) is None:
        raise NoEngine(said("opensearch.bad_prefix", prefix=named[:40], setting=PREFIX))
    return named


def _number(settings: Mapping[str, str], name: str, else_: int, *, least: int, most: int) -> int:
    text = settings.get(name)
    if not text:
        return else_
    if not (text.isascii() and text.isdigit() and len(text) < 4 and least <= int(text) <= most):
        raise NoEngine(
            said("opensearch.bad_number", setting=name, text=text[:20], least=least, most=most)
        )
    return int(text)
