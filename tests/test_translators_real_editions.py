"""The round trip of translators by real editions: nothing lost, nothing passed for up to date."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import polib
import pytest

from ingest.exported import exported
from ingest.pipeline import read_path
from kb.edition import EditionKind
from kb.export_po import as_po
from kb.model import EditionTexts, RuleText, SourceTexts
from kb.store import Store, in_memory
from tests.factories import put

pytestmark = pytest.mark.real_text


def in_other_words(text: str) -> str:
    """A text that is as long and shares no word with it, and from which it can be had again."""
    return " ".join(f"{word[::-1]}o" for word in text.split())


def in_english(text: str) -> str:
    return " ".join(word[-2::-1] for word in text.split())


def translated(source: SourceTexts) -> SourceTexts:
    """The whole edition in another language."""
    [english] = source.editions
    rules = tuple(
        RuleText(
            rule.number,
            in_other_words(rule.text),
            rule.title and in_other_words(rule.title),
            tuple(map(in_other_words, rule.examples)),
        )
        for rule in english.rules
    )
    of = replace(
        english.edition, language="it", kind=EditionKind.TRANSLATION, source="it", hash="it"
    )
    return SourceTexts("it", "text", "it", (EditionTexts(of, rules),))


@pytest.fixture(scope="module")
def held(shared: Path) -> Iterator[Store]:
    """Two neighbouring editions, and a translation of the older one."""
    with in_memory() as store:
        old, new = (
            read_path(str(shared / "cr" / f"{name}.txt")) for name in ("2026-01-16", "2026-04-17")
        )
        put(store, old, new, translated(old))
        yield store


def translations(content: str) -> Counter[str]:
    return Counter(entry.msgstr for entry in polib.pofile(content) if entry.msgstr)


def up_to_date(content: str) -> set[tuple[str | None, str]]:
    file = polib.pofile(content)
    return {(e.msgctxt, e.msgstr) for e in file if e.msgstr and not e.fuzzy and not e.obsolete}


def test_fuzzy_is_what_really_differs(held: Store, shared: Path) -> None:
    content = as_po(held, "it").content
    [old] = read_path(str(shared / "cr" / "2026-01-16.txt")).editions
    texts = [text for rule in old.rules for text in (rule.text, *rule.examples)]
    assert translations(content) == Counter(map(in_other_words, texts)), "a translation was lost"
    states: Counter[str] = Counter()
    for entry in polib.pofile(content):
        if entry.obsolete:
            states["obsolete"] += 1
        elif not entry.msgstr:
            states["missing"] += 1
        elif entry.fuzzy:
            moved = entry.previous_msgctxt not in (None, entry.msgctxt)
            same = in_english(entry.msgstr) == entry.msgid
            assert moved or not same, f"{entry.msgctxt} is fuzzy and the same"
            states["moved" if same else "changed"] += 1
            if not same:
                assert entry.previous_msgid == in_english(entry.msgstr), entry.msgctxt
        else:
            assert in_english(entry.msgstr) == entry.msgid, f"{entry.msgctxt} is another text now"
            states["same"] += 1
    # what these two editions have in common, counted by the texts alone
    [new] = read_path(str(shared / "cr" / "2026-04-17.txt")).editions
    then = {rule.number: rule.text for rule in old.rules}
    kept = sum(then.get(rule.number) == rule.text for rule in new.rules)
    assert kept <= states["same"] <= kept + sum(len(rule.examples) for rule in new.rules)
    assert states["moved"] > 50
    assert 20 < states["changed"] < 200


def test_back_and_forth(held: Store, shared: Path, tmp_path: Path) -> None:
    """Into a base that has only the newer edition, and out of it: all there, the same up to date.

    Without the older English text it cannot be told whither a rule went that was reworded too.
    """
    content = as_po(held, "it").content
    path = tmp_path / "it.po"
    path.write_text(content, encoding="utf-8")
    found = exported(str(path))
    assert found is not None
    with in_memory() as other:
        put(other, read_path(str(shared / "cr" / "2026-04-17.txt")), *found)
        again = as_po(other, "it").content
    assert translations(again) == translations(content)
    assert up_to_date(again) == up_to_date(content)
