"""A clock whose time passes only where a test, or a sleep, lets it."""

from ingest.fetch_net import Clock


class Hand:
    """Moves a clock: what was slept, and how much passes with each look at it."""

    def __init__(self, *, each_look: float = 0.0) -> None:
        self.time = 1000.0
        self.slept: list[float] = []
        self._each_look = each_look

    def clock(self) -> Clock:
        return Clock(now=self._look, wall=lambda: 1_796_000_000 + self.time, sleep=self._sleep)

    def _look(self) -> float:
        self.time += self._each_look
        return self.time

    def _sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 3))
        self.time += seconds
