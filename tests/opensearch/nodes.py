"""Nodes: OpenSearch started for tests from the jars of ``pom.xml``, and ended with them."""

import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = HERE.parents[1] / "build" / "opensearch"
SETTING = "REGULAE_OPENSEARCH_JARS"
_HEAP = ("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC")
SOON_UP = (*_HEAP, "-XX:TieredStopAtLevel=1")
"""Compiled in haste: for tests, which ask little."""
LASTING = _HEAP
_START = 120.0
"""Seconds that a node may take to come up on a busy machine."""


def missing() -> str | None:
    """What a node cannot be started without, as a sentence; None where nothing is missing."""
    for tool in ("java", "javac"):
        if shutil.which(tool) is None:
            return f"no {tool}: OpenSearch needs a JDK (17 or newer)"
    if not any(jars().glob("opensearch-2*.jar")):
        return (
            f"no jars of OpenSearch in {jars()}: "
            "mvn -B -q -f tests/opensearch/pom.xml dependency:copy-dependencies"
        )
    return None


def jars() -> Path:
    named = os.environ.get(SETTING)
    return Path(named) if named else BUILD / "jars"


@dataclass
class Node:
    """A running node."""

    name: str
    port: int
    transport: int
    process: subprocess.Popen[str]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it as a machine ends whose power fails."""
        self.process.kill()
        self.close()

    def close(self) -> None:
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                pipe.close()


@dataclass
class Nodes:
    """Nodes of one cluster."""

    room: Path
    classes: Path
    options: Sequence[str]
    """For Java."""
    running: list[Node]

    @property
    def urls(self) -> str:
        return " ".join(node.url for node in self.running)

    def start(self, name: str, first: Sequence[str] = ()) -> Node:
        """Start a node, and wait until it answers."""
        seeds = ",".join(f"127.0.0.1:{node.transport}" for node in self.running)
        settings = [
            f"node.name={name}",
            "cluster.name=regulae-tests",
            f"cluster.initial_cluster_manager_nodes={','.join(first)}",
            f"discovery.seed_hosts={seeds}",
            "cluster.fault_detection.leader_check.timeout=2s",
            "cluster.fault_detection.follower_check.timeout=2s",
        ]
        home = self.room / name
        home.mkdir(exist_ok=True)
        log = (home / "log").open("w", encoding="utf-8")
        process = subprocess.Popen(
            [
                "java", *self.options, "-cp", f"{self.classes}:{jars()}/*",
                "OneNode", str(home), *settings,
            ],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
        )  # fmt: skip
        log.close()
        node = Node(name, *_ready(process, home / "log"), process)
        self.running.append(node)
        return node

    def end(self) -> None:
        for node in self.running:
            node.process.kill()
        for node in self.running:
            node.close()


def _ready(process: subprocess.Popen[str], log: Path) -> tuple[int, int]:
    """The ports of a node that has come up; it is ended where it does not in time."""
    timer = threading.Timer(_START, process.kill)
    timer.start()
    try:
        for line in process.stdout or ():
            if line.startswith("ready "):
                _, http, transport = line.split()
                return int(http), int(transport)
    finally:
        timer.cancel()
    process.kill()
    process.wait()
    raise RuntimeError(f"OpenSearch did not come up: {log.read_text('utf-8')[-2000:]}")


@contextmanager
def cluster(count: int, *, options: Sequence[str] = SOON_UP) -> Iterator[Nodes]:
    """So many nodes, of which each may become their manager; they end with the block."""
    with tempfile.TemporaryDirectory(prefix="regulae-opensearch-") as folder:
        room = Path(folder)
        classes = room / "classes"
        subprocess.run(
            ["javac", "-d", str(classes), "-cp", f"{jars()}/*", str(HERE / "OneNode.java")],
            check=True,
        )
        nodes = Nodes(room, classes, options, [])
        try:
            nodes.start("n1", ("n1",))
            for at in range(2, count + 1):
                nodes.start(f"n{at}")
            yield nodes
        finally:
            nodes.end()
