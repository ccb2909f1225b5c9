"""robots.txt: what each host allows programs to read, and how often (RFC 9309)."""

from urllib.parse import urlsplit

from protego import Protego


def robots_address(address: str) -> str:
    """Where the robots.txt stands that an address is under.

    >>> robots_address("https://example.org:8443/wiki/Kicker?x=1")
    'https://example.org:8443/robots.txt'
    """
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}/robots.txt"


class Robots:
    """The robots.txt files that were read, by their address."""

    def __init__(self, *, product: str) -> None:
        self._product = product
        self._known: dict[str, Protego] = {}
        self._delays: dict[str, float] = {}

    def knows(self, place: str) -> bool:
        return place in self._known

    def learn(self, place: str, content: bytes) -> None:
        rules = Protego.parse(content.decode("utf-8", "replace").removeprefix("\ufeff"))
        self._known[place] = rules
        host = urlsplit(place).hostname or ""
        self._delays[host] = max(self._delays.get(host, 0.0), _delay(rules, self._product))

    def allow(self, place: str, address: str) -> bool:
        return self._known[place].can_fetch(address, self._product)

    def delay(self, place: str) -> float:
        """Seconds between two questions that this file asks for."""
        return _delay(self._known[place], self._product)

    def delay_of(self, host: str) -> float:
        """The same for a host; 0 where it was not asked yet."""
        return self._delays.get(host, 0.0)


def _delay(rules: Protego, product: str) -> float:
    rate = rules.request_rate(product)
    spread = rate.seconds / rate.requests if rate is not None and rate.requests else 0.0
    return max(rules.crawl_delay(product) or 0.0, spread)
