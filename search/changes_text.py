"""Changes for people: by section, each with its words marked."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from kb.diff.changes import Change, Said
from kb.diff.entries import EntryChange
from kb.diff.kinds import ChangeKind, Retarget
from kb.diff.marks import Mark, Shared, marks
from search.changes import Changes
from search.marked import marked, paragraphs
from search.render import in_one_line, painted, wrapped
from search.sentences import edition_words, words

_INDENT = "  "
_COLOURS = {ChangeKind.ADDED: "green", ChangeKind.REMOVED: "red"}


def changes_text(answer: Changes, language: str, *, full: bool) -> Iterator[str]:
    """Paragraph by paragraph; without ``full`` what did not change is shortened."""
    yield summary_text(answer, language)
    for section, of_section in groupby(answer.changes, key=lambda change: change.place.section):
        listed = list(of_section)
        yield _rule_off(in_one_line(f"{section} {answer.titles.get(section, '')}".rstrip()))
        for change in listed:
            yield "\n".join(_change(change, language, full=full))
    if answer.entries:
        yield _rule_off(words(language, "glossary"))
        for entry in answer.entries:
            yield "\n".join(_entry(entry, language, full=full))


def summary_text(answer: Changes, language: str) -> str:
    """Which editions, and how many changes of each kind."""
    old, new = edition_names(answer, language)
    head = words(language, "diff_editions", old=old, new=new)
    return painted(head, bold=True) + "\n" + counts_words(answer, language)


def _rule_off(name: str) -> str:
    return painted(f"── {name} {'─' * 60}"[:70], dim=True)


def edition_names(answer: Changes, language: str) -> tuple[str, str]:
    """The two editions; with their sources where they are revisions of one day."""
    names = [edition_words(edition, language) for edition in (answer.old, answer.new)]
    if names[0] == names[1] and not answer.same_edition:
        sources = (in_one_line(edition.source) for edition in (answer.old, answer.new))
        names = [f"{name} ({source})" for name, source in zip(names, sources, strict=True)]
    return names[0], names[1]


def counts_words(answer: Changes, language: str) -> str:
    """How many changes of each kind there are: ``added 12, moved 3. Unchanged: 3100.``"""
    unchanged = words(language, "diff_unchanged", count=answer.unchanged)
    none = words(language, "diff_none_of_kind" if answer.kinds else "diff_none")
    said = f"{_counts(answer.counts, language) or none}. {unchanged}"
    if answer.entries:
        counts = _counts(answer.entry_counts, language)
        said += " " + words(language, "diff_glossary", counts=counts)
    return said


def _counts(counts: Mapping[ChangeKind, int], language: str) -> str:
    return ", ".join(
        words(language, f"diff_count_{kind}", count=count) for kind, count in counts.items()
    )


def numbers_words(change: Change) -> str:
    """Where a rule stood and where it stands: ``702.32a → 702.33a``."""
    old, new = ([said] if said else [] for said in (change.old, change.new))
    if change.kind is ChangeKind.SPLIT:
        new += change.others
    elif change.kind is ChangeKind.MERGED:
        old += change.others
    numbers = ([said.number for said in side] for side in (old, new) if side)
    sides = [", ".join(map(str, sorted(each))) for each in numbers]
    return " → ".join(dict.fromkeys(sides))


def _change(change: Change, language: str, *, full: bool) -> Iterator[str]:
    said = change.new or change.old
    title = f"  {in_one_line(said.heading)}" if said and said.heading else ""
    kind = words(language, f"diff_{change.kind}")
    yield (
        painted(f"{numbers_words(change)}{title}", bold=True)
        + "  "
        + painted(kind, fg=_COLOURS.get(change.kind, "yellow"))
    )
    for cited in change.citations:
        yield wrapped(retarget_words(cited, language))
    yield from marked_paragraphs(change_marks(change), language, full=full)


def _entry(change: EntryChange, language: str, *, full: bool) -> Iterator[str]:
    kind = painted(words(language, f"diff_{change.kind}"), fg=_COLOURS.get(change.kind, "yellow"))
    yield painted(in_one_line(change.term), bold=True) + f"  {kind}"
    for cited in change.citations:
        yield wrapped(retarget_words(cited, language))
    yield from marked_paragraphs(entry_marks(change), language, full=full)


def entry_marks(change: EntryChange) -> tuple[Mark, ...]:
    """As ``change_marks``, for an entry of the glossary."""
    if change.citations:
        return ()
    old, new = (" ".join(each.text.split()) if each else "" for each in (change.old, change.new))
    return marks(old, new)


def retarget_words(cited: Retarget, language: str) -> str:
    key = "diff_cites_moved" if cited.follows else "diff_cites_other"
    return words(language, key, old=cited.old, new=cited.new)


def change_marks(change: Change) -> tuple[Mark, ...]:
    """The words of the old and the new texts; none where nothing but numbers differ."""
    if change.citations:
        return ()
    old = _texts(change, change.old, ChangeKind.MERGED)
    new = _texts(change, change.new, ChangeKind.SPLIT)
    if not new:
        return (Mark(Shared.OLD, old),)
    if not old:
        return (Mark(Shared.NEW, new),)
    found = marks(old, new)
    return () if all(mark.shared is Shared.BOTH for mark in found) else found


def _texts(change: Change, said: Said | None, several: ChangeKind) -> str:
    """The text of one side; of several rules one after the other."""
    if said is None:
        return ""
    if change.kind is not several:
        return said.whole
    return " ".join(
        each.whole for each in sorted((said, *change.others), key=lambda each: each.number)
    )


def marked_paragraphs(
    found: Sequence[Mark], language: str, *, full: bool, indent: str = _INDENT
) -> Iterator[str]:
    """The text, and each example behind the word for one."""
    for is_example, paragraph in paragraphs(found, full=full):
        if is_example:
            label = Mark(Shared.BOTH, f"{words(language, 'example')}: ")
            yield marked([label, *paragraph], indent=indent + _INDENT)
        else:
            yield marked(paragraph, indent=indent)
