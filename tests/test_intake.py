"""A folder of documents into a base: none twice, whole ones only, two at once, revisions told."""

import json
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ingest.incoming import HowRead, Incoming, texts_of
from kb.model import SourceTexts
from kb.records import best_first, holds
from kb.revisions import Revision, revision
from kb.schema import MIGRATIONS
from kb.store import in_memory, open_to_read, open_to_write
from search.cli.ingest_report import report_revision
from search.cli.intake import Reading, Taken, intake, key_of
from search.progress import bar
from tests.factories import document, edition, put, rule
from tests.test_interrupted import PLAIN, ROOT, run, start

PAGES = 8


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Small pages, each of an edition of its own."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for n in range(PAGES):
        text = "\n".join(
            [
                f"These rules are effective as of May {n + 1}, 2019.",
                "702.33. Kicker",
                *(f"702.33{letter} Our own words, {n}: see rule 601.2b." for letter in "abcdefgh"),
            ]
        )
        (folder / f"{n}.txt").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def base(tmp_path: Path, bundled_folder: Path) -> Path:
    folder = tmp_path / "base"
    subprocess.run(["cp", "-r", str(bundled_folder), str(folder)], check=True)
    return folder


def held(base: Path) -> list[tuple[str, int, int]]:
    """The dates of the pages that are held, with their rules and edges."""
    with open_to_read(base) as store:
        assert store.db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return store.db.execute(
            "SELECT e.date, (SELECT count(*) FROM rule r WHERE r.edition = e.id),"
            " (SELECT count(*) FROM edge g WHERE g.edition = e.id)"
            " FROM edition e WHERE e.kind <> 'ours' ORDER BY e.date"
        ).fetchall()


WHOLE = [(f"2019-05-0{n + 1}", 9, 8) for n in range(PAGES)]


def test_killed_at_any_time_it_holds_whole_documents(
    pages: Path, base: Path, bundled_folder: Path
) -> None:
    begun = time.monotonic()
    code, _, err = run(PLAIN, "--kb", str(base), "ingest", str(pages))
    whole = time.monotonic() - begun  # so that on a quick machine too most are killed in time
    assert code == 0, err
    shutil.rmtree(base)
    shutil.copytree(bundled_folder, base)
    chance = random.Random(0)
    killed = 0
    for _ in range(20):
        process = start(PLAIN, "--kb", str(base), "ingest", str(pages))
        time.sleep(chance.uniform(0.1, 1.0) * whole)  # where it is then, nobody knows: that is it
        process.send_signal(signal.SIGKILL)
        process.communicate()
        killed += process.returncode == -signal.SIGKILL
        assert set(held(base)) <= set(WHOLE)
        if held(base) == WHOLE:  # it came through: once more from the beginning
            shutil.rmtree(base)
            shutil.copytree(bundled_folder, base)
    assert killed > 5
    code, out, err = run(PLAIN, "--kb", str(base), "ingest", str(pages))
    assert code == 0, err
    assert f"{PAGES} documents" in out
    assert held(base) == WHOLE


def test_two_at_once(pages: Path, base: Path) -> None:
    both = [start(PLAIN, "--kb", str(base), "ingest", str(pages), "--json") for _ in range(2)]
    answers = [process.communicate() for process in both]
    assert [process.returncode for process in both] == [0, 0], answers
    assert json.loads(answers[0][0]) == json.loads(answers[1][0])
    assert held(base) == WHOLE
    code, out, _ = run(PLAIN, "--kb", str(base), "search", "own words", "--lang", "en", "--json")
    assert code == 0 and json.loads(out)["hits"]


def test_who_waits_is_told_so(pages: Path, base: Path) -> None:
    with open_to_write(base) as store, store.writing():
        waiting = start(PLAIN, "--kb", str(base), "ingest", str(pages))
        assert waiting.stderr is not None
        told = waiting.stderr.readline()
    out, _ = waiting.communicate()
    assert "another process is writing" in told and str(base) in told
    assert waiting.returncode == 0 and f"{PAGES} documents" in out
    assert held(base) == WHOLE


def test_again_reads_what_is_held_and_puts_it_in_its_place(pages: Path, base: Path) -> None:
    one = str(pages / "0.txt")
    assert run(PLAIN, "--kb", str(base), "ingest", str(pages))[0] == 0
    with sqlite3.connect(base / "base.sqlite") as db:  # as an older reader would have left it
        db.execute("UPDATE rule SET inferred = 1 WHERE number = '702.33a'")
    db.close()
    before = inferred(base)
    code, out, err = run(PLAIN, "--kb", str(base), "ingest", one, "--json")
    assert (code, inferred(base)) == (0, before), "without it nothing is read"
    code, out, err = run(PLAIN, "--kb", str(base), "ingest", one, "--again", "--json")
    assert code == 0, err
    assert inferred(base) == before - 1
    assert held(base) == WHOLE
    code, out, _ = run(PLAIN, "--kb", str(base), "search", "own words", "--lang", "en", "--json")
    assert code == 0 and json.loads(out)["hits"], "the index is of what is held now"


def inferred(base: Path) -> int:
    with open_to_read(base) as store:
        (count,) = store.db.execute("SELECT sum(inferred) FROM rule").fetchone()
    return int(count)


def test_one_file_that_cannot_be_read_does_not_stop_the_others(pages: Path, base: Path) -> None:
    (pages / "3x.txt").symlink_to(pages / "nowhere.txt")
    code, _, err = run(PLAIN, "--kb", str(base), "ingest", str(pages))
    assert code == 1, "one is refused"
    assert "3x.txt: refused" in err and "No such file" in err
    assert held(base) == WHOLE
    code, _, err = run(PLAIN, "--kb", str(base), "ingest", str(pages / "3x.txt"))
    assert code == 2, "it was named"


def test_a_text_whose_language_nobody_can_tell_is_refused(tmp_path: Path, base: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text("702.9. Xyz\n702.9a Xyz.\n", encoding="utf-8")
    code, _, err = run(PLAIN, "--kb", str(base), "ingest", str(page))
    assert code == 1 and "--lang" in err, err
    assert run(PLAIN, "--kb", str(base), "ingest", str(page), "--lang", "it")[0] == 0


def test_a_folder_that_may_not_be_listed_is_told() -> None:
    with TemporaryDirectory() as folder:  # which others may enter, unlike those of pytest
        Path(folder).chmod(0o755)
        page, closed = Path(folder, "page.txt"), Path(folder, "closed")
        page.write_text("702.9. Volare\n", encoding="utf-8")
        closed.mkdir(mode=0o000)
        script = (
            "import os, sys; from ingest.pipeline import files_in\n"
            "if os.geteuid() == 0: os.setuid(65534)\n"  # who may read everything gives that up
            "print(*files_in(sys.argv[1]), sep=os.linesep)"
        )
        code, out, err = run(script, folder)
    assert code == 0, err
    assert out.splitlines() == [str(closed), str(page)]


def test_numbers_of_a_newer_edition_that_is_held_are_known(tmp_path: Path, base: Path) -> None:
    lines = ["These rules are effective as of May 1, 2030."]
    for chapter in range(1, 10):  # long enough to be taken for a whole edition
        lines += [f"{chapter}. Chapter", f"{chapter}02. Section"]
        for n in range(1, 300):
            lines += [f"{chapter}02.{n}. Our own words.", f"{chapter}02.{n}a Our own words."]
    newer = tmp_path / "newer.txt"
    newer.write_text("\n".join(lines), encoding="utf-8")
    citing = tmp_path / "citing.txt"
    citing.write_text("702.9a Our own words (see rule 702.290a and rule 702.400).\n", "utf-8")

    def told() -> list[str]:
        _, out, _ = run(PLAIN, "--kb", str(base), "ingest", str(citing), "--dry-run", "--json")
        notes = json.loads(out)["documents"][0]["notes"]
        return [note["detail"] for note in notes if note["kind"] == "newer-reference"]

    assert [detail.split()[0] for detail in told()] == ["702.290a", "702.400"]
    code, _, err = run(PLAIN, "--kb", str(base), "ingest", str(newer), "--lang", "en")
    assert code == 0, err
    assert [detail.split()[0] for detail in told()] == ["702.400"]


def unread() -> SourceTexts:
    raise AssertionError("these bytes were read before")


def test_the_same_bytes_are_not_read_again(pages: Path, base: Path) -> None:
    incoming = Incoming("page.txt", (pages / "0.txt").read_bytes())
    key = key_of(incoming, HowRead())
    with intake(base, language="en") as take:
        first = take(Reading("page.txt", partial(texts_of, incoming), key))
        again = take(Reading("page.txt", unread, key))
    assert not first.held and again.held
    assert again.texts == first.texts, "what is held is told as it was read"
    how = HowRead(language="it")
    with intake(base, language="en") as take:
        read = partial(texts_of, incoming, how)
        other = take(Reading("page.txt", read, key_of(incoming, how)))
    assert not other.held, "as another language they are another document"


def test_what_was_refused_is_read_again(base: Path) -> None:
    incoming = Incoming("page.txt", b"Nothing of the kind.")
    key = key_of(incoming, HowRead())
    reading = Reading("page.txt", partial(texts_of, incoming), key)
    with intake(base, language="en") as take:
        assert take(reading).texts.refused
        again = take(reading)
    assert again.texts.refused and not again.held


def test_a_reissued_edition_is_a_revision() -> None:
    from kb.edition import EditionKind

    official = EditionKind.OFFICIAL
    old = document(
        rule("702.33a", "Old."),
        rule("702.33b", "Same."),
        of=edition("en", kind=official, digest="1", source="old.txt"),
    )
    new = document(
        rule("702.33a", "New."),
        rule("702.33b", "Same."),
        rule("702.33c", "More."),
        of=edition("en", kind=official, digest="2", source="new.txt"),
    )
    page = document(rule("702.33a", "A page."), of=edition("en", digest="3"))
    with in_memory() as store:
        put(store, old, page, new)
        assert revision(store, repr(new.editions)) == Revision("2024-11-23", "old.txt", 2)
        assert revision(store, repr(old.editions)) is None, "the first is no revision"
        assert revision(store, repr(page.editions)) is None, "a page is a part, not a revision"
        assert holds(store, repr(old.editions)), "both are kept"


@pytest.mark.parametrize(("changed", "says"), [(0, "the same rules as"), (2, "2 rules differ")])
def test_the_same_edition_in_another_form_is_no_revision(
    capsys: pytest.CaptureFixture[str], changed: int, says: str
) -> None:
    texts = document(rule("702.33a", "Old."), of=edition("en"))
    report_revision(Taken(texts, revises=Revision("2024-11-23", "old.txt", changed)), "en")
    err = capsys.readouterr().err
    assert says in err and "old.txt" in err and "2024-11-23" in err


def test_the_current_texts_are_those_of_a_choice_made_anew() -> None:
    """An edition that comes in is set among the others; the order of coming does not matter."""
    from kb.edition import EditionKind

    chance = random.Random(1)
    kinds = list(EditionKind)
    with in_memory() as store:
        for n in range(25):
            date = chance.choice([None, "2011-09", f"20{chance.randint(10, 26)}-01-01"])
            numbers = chance.sample(["702.33", "702.33a", "702.33b", "704.5aa", "100"], 3)
            of = edition(date=date, kind=chance.choice(kinds), digest=str(n))
            put(store, document(*(rule(number, f"{n}") for number in numbers), of=of))
        chosen = store.db.execute("SELECT * FROM current ORDER BY rank").fetchall()
        anew: dict[str, tuple[object, ...]] = {}
        for key in best_first(store, "it"):
            rows = store.db.execute("SELECT * FROM rule WHERE edition = ? AND NOT moved", (key,))
            for row in rows:
                anew.setdefault(row[2], ("it", row[2], row[3], key, row[1]))
        assert chosen == sorted(anew.values(), key=lambda row: str(row[2]).zfill(12))


def test_a_base_of_the_first_schema_is_renewed(base: Path) -> None:
    with sqlite3.connect(base / "base.sqlite") as db:
        later = re.findall(r"CREATE (TABLE|INDEX) (\w+)", "".join(MIGRATIONS[1:]))
        for kind, name in reversed(later):
            db.execute(f"DROP {kind} {name}")
        for change in (
            "term DROP COLUMN sure",
            "term ADD COLUMN sure INTEGER NOT NULL DEFAULT 1",
            *(f"term DROP COLUMN {column}" for column in ("status", "variants", "inflections")),
            "false_friend DROP COLUMN likeness",
        ):
            db.execute(f"ALTER TABLE {change}")
        db.execute("PRAGMA user_version = 1")
    db.close()
    code, _, err = run(PLAIN, "--kb", str(base), "show", "702.33", "--lang", "it")
    assert code == 0, err
    with open_to_read(base) as store:
        assert store.db.execute("SELECT count(*) FROM reading").fetchone() == (0,)
        assert store.db.execute("SELECT count(*) FROM translates").fetchone() == (0,)


class Terminal:
    """Collects what is drawn."""

    def __init__(self, is_one: bool) -> None:
        self.drawn = ""
        self.is_one = is_one
        self.encoding = "utf-8"

    def isatty(self) -> bool:
        return self.is_one

    def write(self, text: str) -> int:
        self.drawn += text
        return len(text)

    def flush(self) -> None:
        pass


@pytest.mark.parametrize(
    ("says", "is_terminal", "total", "drawn"),
    [
        ("on a terminal", True, 2, True),
        ("not into a file", False, 2, False),
        ("not for a single document", True, 1, False),
    ],
)
def test_the_bar(
    monkeypatch: pytest.MonkeyPatch, says: str, is_terminal: bool, total: int, drawn: bool
) -> None:
    terminal = Terminal(is_terminal)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with bar("Reading", total) as step:
        for n in range(total):
            step(f"{n}.txt")
    assert ("Reading" in terminal.drawn) is drawn, says


def test_benchmarks_are_called_by_name() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "nothing"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "commands, ingest, editions" in done.stderr
