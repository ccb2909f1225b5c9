"""A fourth language is a folder: Portuguese, with no line of Python, through the command line."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polib
import pytest

from kb.paths import data_dir

ROOT = Path(__file__).resolve().parents[1]
PORTUGUESE = Path(__file__).with_name("pt")
REGULAE = "from search.cli import main; main(prog_name='regulae')"

# In words of our own, as all that the tests ingest.
RULES = (
    (
        "These rules are effective as of November 18, 2022.",
        "Estas regras valem a partir de 18 de novembro de 2022.",
    ),
    ("702.33. Kicker", "702.33. Reforçar"),
    (
        "702.33a Kicker is a static ability of a spell.",
        "702.33a Reforçar é uma habilidade estática que vale enquanto a mágica está na pilha."
        " O custo de reforço é pago conforme as regras 601.2b e 601.2f–h.",
    ),
    ("702.33b Two costs are two abilities.", ""),
    ("702.33c Some of it is paid often.", ""),
    (
        "702.33d A kicked spell had its cost paid.",
        "702.33d Uma mágica é reforçada quando se pagou um custo. Veja a regra 601.2b.",
    ),
    ("Example: A spell is kicked.", "Exemplo: Uma mágica foi reforçada duas vezes."),
)


@dataclass(frozen=True)
class Done:
    code: int
    stdout: str
    stderr: str

    @property
    def answer(self) -> Any:
        return json.loads(self.stdout)


Run = Callable[..., Done]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The command line, as a process of its own, over the data with two folders more."""
    folder = tmp_path_factory.mktemp("fourth")
    data = folder / "data"
    shutil.copytree(data_dir(), data)
    shutil.copytree(PORTUGUESE, data / "pt")
    (data / "zz").mkdir()
    (data / "zz" / "language.toml").write_text('name = "zuzu"\n', encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("REGULAE_")}
    environment = {**kept, "REGULAE_DATA": str(data), "LANG": "C.UTF-8", "COLUMNS": "100"}

    def command(*args: str, stdin: str = "") -> Done:
        done = subprocess.run(
            [sys.executable, "-c", REGULAE, "--kb", str(folder / "kb"), *args],
            cwd=ROOT,
            env=environment,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=300,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    file = polib.POFile()
    file.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Language": "pt_BR"}
    for msgid, msgstr in RULES:
        file.append(polib.POEntry(msgid=msgid, msgstr=msgstr))
    (folder / "regras.po").write_text(str(file), encoding="utf-8")
    built = command("build", "--json")
    assert built.code == 0, built.stderr
    notes = [note["detail"] for note in built.answer["notes"] if note["kind"] == "untranslated"]
    assert [note.split()[0] for note in notes] == ["pt:", "zz:"]
    read = command("ingest", str(folder / "regras.po"), "--json")
    assert read.code == 0, read.stderr
    [document] = read.answer["documents"]
    assert (document["form"], document["language"]) == ("po", "pt")
    assert [edition["date"] for edition in document["editions"]] == ["2022-11-18"]
    assert [rule["number"] for rule in document["rules"]] == ["702.33", "702.33a", "702.33d"]
    assert document["rules"][1]["cites"] == ["601.2b", "601.2f", "601.2g", "601.2h"]
    missing = [note["number"] for note in document["notes"] if note["kind"] == "missing-number"]
    assert missing == ["702.33b", "702.33c"]
    return command


def test_show(run: Run) -> None:
    [shown] = run("show", "702.33d", "--lang", "pt", "--json").answer["results"]
    assert (shown["language"], shown["title"]) == ("pt", "Reforçar")
    assert shown["examples"] == ["Uma mágica foi reforçada duas vezes."]
    text = run("show", "reforcar", "--lang", "pt").stdout
    assert "702.33a  Reforçar  [pt, 2022-11-18, tradução, não oficial]" in text
    assert "Cita: 601.2b" in text
    assert "Part of" not in text


def test_what_is_not_translated_is_english(run: Run) -> None:
    done = run("show", "702.19", "--lang", "pt")
    assert done.stdout.startswith("702.19  Atropelar")
    assert "The text of this rule is not bundled" in done.stdout


@pytest.mark.parametrize("word", ["Alistar", "PROTOTIPO", "reforçadas", "atropelando"])
def test_terms(run: Run, word: str) -> None:
    found = run("terms", word, "--lang", "pt", "--json").answer
    [number] = {term["number"] for term in found["terms"]}
    numbers = {"Alistar": "702.154", "reforçadas": "702.33d", "atropelando": "702.19"}
    assert number == numbers.get(word, "702.160")
    assert "pt" in found["terms"][0]["words"]


def test_false_friends_are_found_in_the_table_alone(run: Run) -> None:
    pairs = run("terms", "--friends", "--langs", "pt,es,it", "--json").answer["friends"]
    found = {
        (pair["word"], pair["number"], pair["other"]["word"], pair["other"]["number"])
        for pair in pairs
        if "pt" in pair["languages"]
    }
    assert found == {
        ("Reforzar", "702.77", "Reforçar", "702.33"),
        ("Iniciativa", "726", "Iniciativa", "702.7"),
        ("Iniziativa", "726", "Iniciativa", "702.7"),
        ("Conjuro", "307", "Conjurar", "701.5"),
        ("Dono", "702.174", "Dono", "108.3"),
    }
    assert "Falso amigo: «Reforçar» (português)" in run("show", "reforçar", "--lang", "pt").stderr


def test_the_terms_of_a_text(run: Run) -> None:
    text = "A criatura tem trample e resistência 3. Embaralhe sua biblioteca. Reforçar (702.77a).\n"
    done = run("terms", "--check", "-", "--lang", "pt", "--json", stdin=text)
    assert done.code == 1
    assert [(each["kind"], each["word"], each["expected"]) for each in done.answer["findings"]] == [
        ("foreign-word", "trample", "Atropelar"),
        ("wrong-word", "biblioteca", "grimório"),
        ("false-friend", "Reforçar", None),
    ]


@pytest.mark.parametrize("lang", [("--lang", "pt"), ()])
def test_extract(run: Run, lang: tuple[str, ...]) -> None:
    text = "Veja as regras 601.2b e 601.2f–h, e a seção 8."
    found = run("extract", "-", *lang, "--json", stdin=text).answer["citations"]
    assert [each["numbers"] for each in found] == [
        ["601.2b", "601.2f", "601.2g", "601.2h"],
        ["8"],
    ]


def test_cite_is_read_back(run: Run) -> None:
    done = run("cite", "reforçar", "702.154a-d", "7", "--lang", "pt")
    assert done.stdout.splitlines() == [
        "regra 702.33 (“Reforçar”), edição de 18 de novembro de 2022",
        "regras 702.154a–d (“Alistar”), edição de 7 de agosto de 2026",
        "seção 7 (“Additional Rules”)",
    ]
    found = run("extract", "-", "--json", stdin=done.stdout).answer["citations"]
    assert [each["numbers"][0] for each in found] == ["702.33", "702.154a", "7"]


def test_search(run: Run) -> None:
    found = run("search", "custo de reforço", "--lang", "pt", "--json").answer
    hits = {hit["number"]: hit["language"] for hit in found["hits"]}
    assert (hits["702.33"], hits["702.33a"], hits["702.33b"]) == ("pt", "pt", "en")
    english = run("search", "kicker", "--in", "pt", "--json").answer
    assert english["hits"] and {hit["language"] for hit in english["hits"]} == {"pt"}


def test_compare(run: Run) -> None:
    found = run("compare", "702.33", "--langs", "pt,en", "--lang", "pt", "--json").answer
    rows = {row["number"]: row["texts"] for row in found["rows"]}
    assert rows["702.33a"]["pt"]["edition"]["date"] == "2022-11-18"
    assert rows["702.33b"]["pt"] is None
    missing = [each["number"] for each in found["findings"] if each["kind"] == "missing"]
    assert "702.33b" in missing and "702.33a" not in missing
    assert "pt" in run("compare", "--help").stdout


def test_a_state_in_its_words(run: Run) -> None:
    state = """
        {"format": "mtg-state/1", "turn": {"number": 1, "active": "Ana"},
         "objects": {"golem": {"type": "Criatura artefato", "pt": "0/0", "owner": "Ana",
                               "zone": "campo de batalha"}}}
    """
    done = run("verify", "-", "--lang", "pt", "--json", stdin=state)
    assert done.code in (0, 1), done.stderr
    assert done.answer["documents"]


def test_sources(run: Run) -> None:
    found = run("sources", "--lang", "pt", "--json").answer["sources"]
    assert "pt-wiki" in [source["id"] for source in found]


def test_a_name_is_all_that_a_language_needs(run: Run) -> None:
    """No library knows the language zz: not its dates, not its dictionary, not its tokens."""
    page = "702.154. Enlist\n702.154a Zuzu 601.2b zuzu zu.\n702.154b Zu zuzu zu.\n"
    read = run("ingest", "-", "--lang", "zz", "--date", "2020-02-02", "--json", stdin=page)
    assert read.code == 0, read.stderr
    shown = run("show", "702.154", "--lang", "zz")
    assert "702.154a  Enlist  [zz, 2020-02-02" in shown.stdout
    assert run("cite", "702.154a", "--lang", "zz").stdout.startswith("rule 702.154a (“Enlist”)")
    assert run("terms", "--check", "-", "--lang", "zz", stdin="Zu trample zuzu.").code == 0


def test_the_folder_keeps_the_contract_of_languages(tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(data_dir(), data)
    shutil.copytree(PORTUGUESE, data / "pt")
    contract = str(ROOT / "tests" / "test_languages.py")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "pt", contract],
        cwd=ROOT,
        env={**os.environ, "REGULAE_DATA": str(data)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
