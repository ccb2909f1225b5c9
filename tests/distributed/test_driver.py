"""The driver: few orders at a time, failures told, schedulers that do not answer."""

import logging
import os
import socket
from collections.abc import Iterator

import psutil  # type: ignore[import-untyped]
import pytest
from distributed import Client, LocalCluster
from msgspec import structs

from search.distributed import orders
from search.distributed.carrying import Tally, carried_out
from search.distributed.cluster import workers_here, workers_of
from search.distributed.content import content_of, stream_of
from search.distributed.driver import AHEAD, Sent, outcomes
from search.distributed.errors import NoScheduler, OtherWorker, SourceChanged
from search.distributed.orders import Failed, File, Order, Range
from search.distributed.parts import Row
from search.distributed.program import program
from tests.distributed.making import put

ORDER = Order(
    number=3,
    partition=Range("log", "memory://tests/log", 0, 4, 1, "0"),
    out="memory://tests/out",
    work="0",
    form="jsonl",
    program=program(),
    options="{}",
)


def answered(order: bytes) -> bytes:
    """A worker that fails where the order says so."""
    number = int(order)
    if number == 5:
        raise OSError("the disk is on fire")
    return orders.written(Failed(number, "x", "never tried"))


def test_no_more_is_under_way_than_workers_can_soon_begin(threads: Client) -> None:
    drawn = came = most = 0

    def sent() -> Iterator[Sent]:
        nonlocal drawn, most
        for number in range(100, 160):
            drawn += 1
            most = max(most, drawn - came)
            yield Sent(number, "x", str(number).encode())

    for _ in outcomes(threads, answered, sent()):
        came += 1
    assert came == 60
    assert most == 2 * AHEAD, "two workers of one thread each"


def test_what_no_try_mends_is_told_and_the_rest_is_done(threads: Client) -> None:
    sent = (Sent(number, f"partition {number}", str(number).encode()) for number in range(10))
    failed = [each for each in outcomes(threads, answered, sent) if isinstance(each, Failed)]
    came = {each.number: each for each in failed}
    assert set(came) == set(range(10))
    assert came[5] == Failed(5, "partition 5", "OSError: the disk is on fire")


def nothing(order: Order, tally: Tally) -> Iterator[Row]:
    yield from ()


@pytest.mark.parametrize(
    ("says", "order", "said"),
    [
        ("another program", structs.replace(ORDER, program="old"), "another program"),
        ("a folder that is not seen", ORDER, "wanted a folder that all machines share"),
    ],
)
def test_a_worker_that_is_not_like_the_driver_says_so(
    memory: str, says: str, order: Order, said: str
) -> None:
    outcome = orders.read_outcome(carried_out(orders.written(order), nothing))
    assert isinstance(outcome, Failed), says
    assert outcome.number == 3 and said in outcome.reason


def test_a_worker_that_does_not_see_a_file_says_so(memory: str) -> None:
    with pytest.raises(OtherWorker, match="but for the driver"), stream_of(_range()):
        pass
    with pytest.raises(OtherWorker, match="but for the driver"):
        content_of(File("a", "memory://tests/a", 4), largest=9, wanted="state")


def test_a_file_that_changes_while_it_is_read_is_told(memory: str) -> None:
    put("memory://tests/log", b"a\nb\n")
    said = "other bytes than when they were cut"
    with pytest.raises(SourceChanged, match=said), stream_of(_range()) as stream:
        assert stream.read() == b"a\nb\n"
    with pytest.raises(SourceChanged, match="4 bytes, and 3 when it was listed"):
        content_of(File("log", "memory://tests/log", 3), largest=9, wanted="state")


def _range() -> Range:
    return Range("log", "memory://tests/log", 0, 4, 1, "0" * 64)


def test_orders_and_records_are_read_as_they_were_written() -> None:
    odd = File("\udcff", "file:///\udcff", 5, "t", "no")
    order = orders.Bunch((odd,))
    for one in (order, ORDER.partition):
        sent = Order(1, one, "o", "w", "jsonl", "p", "{}")
        assert orders.read(orders.written(sent), Order) == sent
    assert isinstance(orders.read_outcome(orders.written(Failed(1, "a", "b"))), Failed)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "machine:8786",
        "http://machine:8786",
        "inproc://1",
        "tcp://machine",
        "tcp://a b:1",
        "tcp://a:0",
        "tcp://a:99999",
    ],
)
def test_what_is_no_address_of_a_scheduler_is_refused(address: str) -> None:
    with pytest.raises(NoScheduler, match="no address of a scheduler"), workers_of(address):
        pass


def test_without_certificates_tls_is_refused_at_once() -> None:
    with pytest.raises(NoScheduler, match="CA_FILE"), workers_of("tls://127.0.0.1:9"):
        pass


def test_a_scheduler_that_is_not_there_is_not_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    _is_not_answered(port)


def test_a_scheduler_that_never_answers_is_not_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        _is_not_answered(server.getsockname()[1])


def _is_not_answered(port: int) -> None:
    said = "no answer within 1 s"
    address = f"tcp://127.0.0.1:{port}"
    with pytest.raises(NoScheduler, match=said), workers_of(address, wait=0.6):
        pass


def test_a_scheduler_without_workers_is_told() -> None:
    cluster = LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=0,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
    )
    with cluster, pytest.raises(NoScheduler, match="it has no worker"):  # noqa: SIM117
        with workers_of(cluster.scheduler_address, wait=1.0):
            pass


def test_a_scheduler_that_goes_away_is_told() -> None:
    sent = (Sent(number, "x", str(number).encode()) for number in range(200, 300))
    with workers_here(1, processes=False) as client:
        came = outcomes(client, answered, sent)
        next(came)
        assert client.cluster is not None
        client.cluster.close()
        with pytest.raises(NoScheduler, match="run the same command again"):
            list(came)


def test_workers_of_this_machine_are_heard_by_it_alone(processes: Client) -> None:
    assert processes.security.get_connection_args("client")["require_encryption"]
    workers = processes.run(os.getpid)
    assert all(address.startswith("tls://127.0.0.1:") for address in workers)
    heard = [
        connection.laddr.ip
        for pid in (os.getpid(), *workers.values())
        for connection in psutil.Process(pid).net_connections()
        if connection.status == psutil.CONN_LISTEN
    ]
    assert heard and set(heard) == {"127.0.0.1"}
