"""Checkers asked for by several threads at once, as pages are: each gets all of them."""

import subprocess
import sys

_ASK = """
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from kb.checks.registry import REGISTRY

start = Barrier(4)

def asked(_):
    start.wait()
    return len(REGISTRY.all())

with ThreadPoolExecutor(4) as threads:
    found = list(threads.map(asked, range(4)))
print(len(set(found)), min(found) > 200)
"""


def test_all_threads_get_all_checkers() -> None:
    """In a process that has imported none of them yet."""
    run = subprocess.run([sys.executable, "-c", _ASK], capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == ("1 True\n", "")
