"""Lanes and what is kept: who waits for whom, how many may wait, what is read only once."""

import asyncio
import socket
import threading
from contextlib import ExitStack, closing
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from kb.errors import StoreBusy
from kb.number import RuleNumber
from kb.store import Store, open_to_read
from search.web.kept import Kept, KeptHoldings, Memo
from search.web.lanes import Lane
from search.web.room import Room
from search.web.serving import FairLoop
from search.web.settings import Settings


def test_a_page_does_not_wait_for_what_takes_long(bundled_folder: Path) -> None:
    async def asked() -> list[str]:
        room, go = Room(Settings(folder=bundled_folder)), threading.Event()
        done: list[str] = []

        def long(store: Store) -> None:
            assert go.wait(30)
            done.append("long")

        slow = [asyncio.create_task(room.ask(long, Lane.LONG)) for _ in range(4)]
        await asyncio.sleep(0)
        await room.ask(lambda store: done.append("page"))
        go.set()
        await asyncio.gather(*slow)
        room.close()
        return done

    assert asyncio.run(asked()) == ["page", "long", "long", "long", "long"]


def test_no_more_wait_than_are_answered_in_time(bundled_folder: Path) -> None:
    async def asked() -> tuple[int, int]:
        room, go = Room(Settings(folder=bundled_folder)), threading.Event()
        most = sum(Lane.LONG.value)
        held = [
            asyncio.create_task(room.ask(lambda store: go.wait(30), Lane.LONG)) for _ in range(most)
        ]
        await asyncio.sleep(0)
        with pytest.raises(StoreBusy, match="wait already"):
            await room.ask(lambda store: True, Lane.LONG)
        go.set()
        answers = await asyncio.gather(*held)
        again = await room.ask(lambda store: True, Lane.LONG)  # there is room again
        room.close()
        return sum(answers), again

    assert asyncio.run(asked()) == (sum(Lane.LONG.value), True)


def test_a_question_of_a_former_day_leaves_nothing_to_the_next(bundled_folder: Path) -> None:
    async def asked() -> list[str]:
        room = Room(Settings(folder=bundled_folder))

        def turned(store: Store) -> str:
            store.as_of = "2020-01-01"
            return store.as_of

        answers = [await room.ask(turned), await room.ask(lambda store: store.as_of)]
        room.close()
        return answers

    assert asyncio.run(asked()) == ["2020-01-01", ""]


def test_a_thread_keeps_its_connection_until_another_base_is_there(own_folder: Path) -> None:
    async def asked() -> tuple[bool, bool]:
        room = Room(Settings(folder=own_folder))
        first, same = [await room.ask(lambda store: store) for _ in range(2)]
        copy = own_folder / "copy"
        copy.write_bytes((own_folder / "base.sqlite").read_bytes())
        copy.replace(own_folder / "base.sqlite")
        other = await room.ask(lambda store: store)
        room.close()
        return first is same, other is first

    assert asyncio.run(asked()) == (True, False)


def test_what_is_kept_is_what_the_base_says(bundled_folder: Path) -> None:
    with open_to_read(bundled_folder) as store:
        kept = Kept(store.version)
        asked: list[str] = []
        store.db.set_trace_callback(asked.append)
        holdings = [KeptHoldings(store, kept) for _ in range(2)]
        number = RuleNumber.parse("702.33d")
        answers = [
            (each.known(number), each.heading(number), each.known_title(number, "it"))
            for each in holdings
        ]
        count = len(asked)
        assert KeptHoldings(store, kept).known(number)
        store.db.set_trace_callback(None)
    assert answers[0] == answers[1]
    assert len(asked) == count > 0


def test_a_memo_that_is_full_begins_anew() -> None:
    memo, made = Memo(2), list[str]()

    def make(key: str) -> None:
        """What is not there is worth keeping too."""
        made.append(key)

    for key in ("a", "a", "b", "b", "c", "a"):
        memo.once(key, partial(make, key))
    assert made == ["a", "b", "c", "a"]


def test_the_loop_accepts_one_connection_at_a_time() -> None:
    """Two processes wait for the same socket: what one takes, the other does not get."""
    met: list[asyncio.BaseTransport] = []

    class Met(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            met.append(transport)
            transport.close()

    async def most_at_once(accepting: socket.socket, count: int) -> int:
        server = await asyncio.get_running_loop().create_server(Met, sock=accepting, backlog=50)
        counts = [0]
        while counts[-1] < count:
            await asyncio.sleep(0)
            counts.append(len(met))
        server.close()
        await asyncio.sleep(0.01)  # what was closed is gone
        return max(after - before for before, after in pairwise(counts))

    with socket.create_server(("127.0.0.1", 0), backlog=50) as accepting, ExitStack() as waiting:
        for _ in range(6):
            waiting.enter_context(socket.create_connection(accepting.getsockname()))
        with closing(FairLoop()) as loop:
            assert loop.run_until_complete(most_at_once(accepting, 6)) == 1
