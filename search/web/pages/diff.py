"""What the rules became from one edition to another: the form, and the changes word by word."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from kb.diff.changes import Change, Said
from kb.diff.entries import EntryChange
from kb.diff.kinds import ChangeKind
from kb.diff.marks import Mark
from kb.edition import Edition, EditionDate
from kb.errors import BadDate, RegulaeError, UnknownEdition
from kb.number import RuleNumber
from search.changes import Changes, Wanted, changes, keep
from search.changes_text import change_marks, edition_names, entry_marks, retarget_words
from search.marked import paragraphs
from search.sentences import friend_sentence, words
from search.web.addresses import quoted
from search.web.asking import Answer, Asking, Missing, Page, Redirect, page_asked
from search.web.marking import inserted
from search.web.sentences import said
from search.web.strangers import told_source

_ON_A_PAGE = 40
_LONGEST = 80
"""Signs of what is asked for."""


class Place(NamedTuple):
    """A number in one of the two editions."""

    number: RuleNumber
    address: str


class Paragraph(NamedTuple):
    is_example: bool
    text: Markup


class Shown(NamedTuple):
    """One change, of a rule or of an entry of the glossary."""

    kind: ChangeKind
    said: str
    """The kind in a word."""
    old: tuple[Place, ...]
    new: tuple[Place, ...]
    """Empty where it is one with the old place."""
    title: str | None
    citations: tuple[str, ...]
    paragraphs: tuple[Paragraph, ...]


class Part(NamedTuple):
    """The changes of a section; of the glossary without a number."""

    section: RuleNumber | None
    title: str
    changes: tuple[Shown, ...]


class Counted(NamedTuple):
    """How many changes of a kind there are, and where these alone are shown."""

    said: str
    changes: int
    address: str
    is_chosen: bool


class Stop(NamedTuple):
    """A section of many, and the page where it begins."""

    said: str
    address: str


class DiffContent(NamedTuple):
    dates: tuple[EditionDate, ...]
    """Of the editions held, the newest first."""
    old: EditionDate | None
    new: EditionDate | None
    what: str
    names: tuple[str, str]
    language: str
    """Of the texts."""
    kinds: tuple[Counted, ...]
    unchanged: str
    notes: tuple[str, ...]
    parts: tuple[Part, ...]
    stops: tuple[Stop, ...]
    pages: tuple[tuple[int, str], ...]
    page: int
    full: bool
    switch: str
    """Where whole texts are shown, or only what changed."""


def form(asking: Asking) -> Answer:
    """Where one picks two editions; what is picked leads to its own page."""
    old, new = (asking.query.get(name, "").strip() for name in ("old", "new"))
    if old and new:
        what = asking.query.get("what", "").strip()[:_LONGEST]
        path = f"/diff/{quoted(old)}/{quoted(new)}" + (f"/{quoted(what)}" if what else "")
        return Redirect(asking.addresses.page(path))
    dates = _dates(asking)
    code = asking.language
    return Page(
        template="diff.html",
        title=said(code, "diff_page_title"),
        content=DiffContent(
            dates=dates,
            old=dates[1] if len(dates) > 1 else None,
            new=dates[0] if dates else None,
            what="",
            names=("", ""),
            language=code,
            kinds=(),
            unchanged="",
            notes=(),
            parts=(),
            stops=(),
            pages=(),
            page=1,
            full=False,
            switch="",
        ),
        path="/diff",
        description=said(code, "diff_page_description"),
    )


def page(asking: Asking) -> Answer:
    if asking.at is not None:  # both days are in the address
        return Redirect(asking.addresses.page(asking.path))
    what = asking.parameters.get("what", "")
    try:
        old, new = (_day(asking, name) for name in ("old", "new"))
    except BadDate as error:
        return Missing(error.told(asking.language), _dates(asking))
    if len(what) > _LONGEST:
        return Missing(what[:_LONGEST])
    asked_kind = asking.query.get("kind", "")
    kind = ChangeKind(asked_kind) if asked_kind in [*ChangeKind] else None
    wanted = Wanted(old, new, (what,) if what else ())
    try:
        answer, chain = changes(asking.store, wanted, language=asking.language)
    except UnknownEdition:
        lacking = [str(day) for day in (old, new) if not _holds(asking, day)]
        return Missing(", ".join(lacking or [f"{old} – {new}"]), _dates(asking))
    except RegulaeError:  # a range that is none
        return Missing(what)
    keep(asking.store, chain, patient=False)  # a reader waits
    if what and not answer.asked and not answer.entries:
        return Missing(what)
    return _Shower(asking, answer, what, kind).page()


def _day(asking: Asking, name: str) -> EditionDate:
    """Raises BadDate with what stands in the address alone."""
    text = asking.parameters[name]
    try:
        return EditionDate.parse(text)
    except BadDate as error:
        raise BadDate(text) from error


def _holds(asking: Asking, day: EditionDate) -> bool:
    """Whether an edition was in force on a day."""
    return any(each <= day.latest for each in _dates(asking))


def _told(edition: Edition) -> Edition:
    return replace(edition, source=told_source(edition.source))


def _dates(asking: Asking) -> tuple[EditionDate, ...]:
    held = {each.date for each in asking.holdings.editions() if each.date}
    return tuple(sorted(held, reverse=True))


class _Shower:
    """Shows one page of the changes."""

    def __init__(self, asking: Asking, answer: Changes, what: str, kind: ChangeKind | None) -> None:
        self._asking = asking
        self._code = asking.language
        self._answer = answer
        self._what = what
        self._kind = kind
        self._full = bool(asking.query.get("full"))
        ends = answer.old.date, answer.new.date
        self._path = f"/diff/{ends[0]}/{ends[1]}" + (f"/{quoted(what)}" if what else "")
        listed: list[Change | EntryChange] = [*answer.changes, *answer.entries]
        self._listed = [each for each in listed if kind is None or each.kind is kind]

    def page(self) -> Page:
        answer, code = self._answer, self._code
        count = max(1, -(-len(self._listed) // _ON_A_PAGE))
        at = page_asked(self._asking, count)
        some = self._listed[(at - 1) * _ON_A_PAGE : at * _ON_A_PAGE]
        title = words(code, "diff_title", old=answer.old.date, new=answer.new.date)
        query = self._query(page=at)
        return Page(
            template="diff.html",
            title=f"{self._what}: {title}" if self._what else title,
            content=DiffContent(
                dates=_dates(self._asking),
                old=answer.old.date,
                new=answer.new.date,
                what=self._what,
                names=edition_names(
                    replace(answer, old=_told(answer.old), new=_told(answer.new)), code
                ),
                language=answer.new.language,
                kinds=tuple(self._kinds()),
                unchanged=words(code, "diff_unchanged", count=answer.unchanged),
                notes=tuple(self._notes()),
                parts=tuple(self._parts(some)),
                stops=tuple(self._stops()),
                pages=tuple((each, self._address(page=each)) for each in range(1, count + 1)),
                page=at,
                full=self._full,
                switch=self._address(page=at, full=not self._full),
            ),
            path=self._path,
            description=said(code, "diff_page_description"),
            indexed=False,
            query=query,
        )

    def _query(
        self, *, page: int = 1, full: bool | None = None, kind: ChangeKind | None = None
    ) -> dict[str, str]:
        kind = kind or self._kind
        full = self._full if full is None else full
        return (
            ({"kind": str(kind)} if kind else {})
            | ({"full": "1"} if full else {})
            | ({"page": str(page)} if page > 1 else {})
        )

    def _address(self, **asked: object) -> str:
        return self._asking.addresses.page(self._path, **self._query(**asked))  # type: ignore[arg-type]

    def _kinds(self) -> Iterator[Counted]:
        totals = self._totals()
        every = {k: v for k, v in self._query().items() if k != "kind"}
        address = self._asking.addresses.page(self._path, **every)
        yield Counted(
            said(self._code, "diff_all"), sum(totals.values()), address, self._kind is None
        )
        for kind, count in totals.items():
            name = words(self._code, f"diff_{kind}")
            yield Counted(name, count, self._address(kind=kind), kind is self._kind)

    def _totals(self) -> Mapping[ChangeKind, int]:
        rules, entries = self._answer.counts, self._answer.entry_counts
        return {
            kind: count
            for kind in ChangeKind
            if (count := rules.get(kind, 0) + entries.get(kind, 0))
        }

    def _notes(self) -> Iterator[str]:
        answer, code = self._answer, self._code
        if answer.same_edition:
            yield words(code, "diff_same", edition=answer.new.date)
        for edition, lacking in ((answer.new, answer.only_old), (answer.old, answer.only_new)):
            if lacking:
                yield words(code, "diff_not_held", count=len(lacking), edition=edition.date)
        for friend in answer.warnings:
            yield friend_sentence(friend, code)

    def _stops(self) -> Iterator[Stop]:
        """Where each section begins, if there is more than one page."""
        if len(self._listed) <= _ON_A_PAGE:
            return
        seen = set()
        for place, each in enumerate(self._listed):
            section = each.place.section if isinstance(each, Change) else 0
            if section in seen:
                continue
            seen.add(section)
            anchor = f"s{section}" if section else "glossary"
            address = self._address(page=place // _ON_A_PAGE + 1)
            name = str(section) if section else words(self._code, "glossary")
            yield Stop(name, f"{address}#{anchor}")

    def _parts(self, some: list[Change | EntryChange]) -> Iterator[Part]:
        of_rules = [each for each in some if isinstance(each, Change)]
        for section, of_section in groupby(of_rules, key=lambda change: change.place.section):
            title = self._answer.titles.get(section, "")
            yield Part(RuleNumber(section), title, tuple(map(self._change, of_section)))
        entries = tuple(self._entry(each) for each in some if isinstance(each, EntryChange))
        if entries:
            yield Part(None, words(self._code, "glossary"), entries)

    def _change(self, change: Change) -> Shown:
        old, new = ([each] if each else [] for each in (change.old, change.new))
        if change.kind is ChangeKind.SPLIT:
            new += change.others
        elif change.kind is ChangeKind.MERGED:
            old += change.others
        places = self._places(old, self._answer.old), self._places(new, self._answer.new)
        there = [place.number for place in places[0]] == [place.number for place in places[1]]
        said = change.new or change.old
        return Shown(
            change.kind,
            words(self._code, f"diff_{change.kind}"),
            () if there else places[0],
            places[1],
            said.heading if said else None,
            tuple(retarget_words(each, self._code) for each in change.citations),
            self._paragraphs(change_marks(change)),
        )

    def _places(self, sides: list[Said], edition: Edition) -> tuple[Place, ...]:
        there = self._asking.addresses.rule_on
        numbers = sorted(each.number for each in sides)
        return tuple(Place(number, there(number, edition.date)) for number in numbers)

    def _entry(self, change: EntryChange) -> Shown:
        return Shown(
            change.kind,
            words(self._code, f"diff_{change.kind}"),
            (),
            (),
            change.term,
            tuple(retarget_words(each, self._code) for each in change.citations),
            self._paragraphs(entry_marks(change)),
        )

    def _paragraphs(self, marks: tuple[Mark, ...]) -> tuple[Paragraph, ...]:
        return tuple(
            Paragraph(is_example, Markup("").join(inserted(mark, self._code) for mark in paragraph))
            for is_example, paragraph in paragraphs(marks, full=self._full)
        )
