"""The checker of the HTML standard's authors over every kind of page, where it is installed.

REGULAE_VNU names the file ``vnu.jar``, as the package ``vnu-jar`` of npm brings it; it needs Java.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from kb.lang import codes
from tests.web.conftest import Client
from tests.web.test_pages import PATHS
from tests.web.working.test_verify_page import ENLIST

WORKING = (
    "/compare",
    "/compare/702.33",
    "/diff",
    "/graph/702.33?to=107.3",
    "/cite?what=702.33d,601.2b&quote=1",
    "/checks",
    "/checks/702.33",
    "/verify?example=combat/too-new",
    "/search?q=cost&page=2",
    "/search?q=kicker&edition=1990-01-01",
    "/search?q=(",
)


def test_no_page_has_a_fault(room: Client, tmp_path: Path) -> None:
    jar, java = os.environ.get("REGULAE_VNU"), shutil.which("java")
    if not jar or java is None:
        pytest.skip("REGULAE_VNU names no vnu.jar (npm install vnu-jar), or there is no Java")
    pages = {}
    for code in codes():
        for place, path in enumerate(dict.fromkeys((*PATHS, *WORKING))):
            pages[f"{code}-{place}.html"] = room.get(f"/{code}{path}")
        pages[f"{code}-verified.html"] = room.post(f"/{code}/verify", data={"text": ENLIST})
    for name, answer in pages.items():
        if answer.status_code < 300 or answer.status_code >= 400:
            (tmp_path / name).write_text(answer.text, encoding="utf-8")
    command = [java, "-Xss4m", "-jar", jar, "--format", "gnu", *map(str, tmp_path.glob("*.html"))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
