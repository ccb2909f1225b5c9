"""Making the pages of a site: many at a time, by what answers them on a server too."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from kb.errors import StoreBusy
from kb.lang import codes
from kb.store import open_to_read
from search.held_sources import HeldSource
from search.web.asking import Asking, Page
from search.web.guard import POLICY
from search.web.kept import Kept
from search.web.routes import ROUTES
from search.web.site.links import ORIGIN, Links
from search.web.site.scope import Scope, Spot, scope
from search.web.templating import Reader, rendered

_PAGES = {route.path: route.page for route in ROUTES}
_POLICY = "; ".join(part for part in POLICY.split("; ") if not part.startswith("frame-ancestors"))
"""What a page may say of itself: frames are a matter of who sends it."""


@dataclass(frozen=True)
class Job:
    """One site, as every process that makes its pages has to know it."""

    kb: Path
    version: str
    """Of the base from which all pages are made."""
    dest: Path
    """The folder that is written to."""
    base: str | None
    """The address of the site, if it is known."""
    today: date
    sources: tuple[HeldSource, ...]


class Batch(NamedTuple):
    """Some of the pages of a site, by their places in its scope."""

    job: Job
    first: int
    end: int


class Written(NamedTuple):
    pages: int
    bytes: int


@lru_cache(maxsize=1)
def _kept(version: str) -> Kept:
    """By a process for all its batches."""
    return Kept(version)


@contextmanager
def asked(job: Job) -> Iterator[Asking]:
    """The base of a job, as one who asks; raises StoreBusy where it has become another one."""
    with open_to_read(job.kb) as store, store.snapshot():
        if store.version != job.version:
            raise StoreBusy(
                f"{job.kb}: the base became another one while its pages were made; export it again"
            )
        yield Asking(
            store=store,
            language=codes()[0],
            path="/",
            parameters={},
            query={},
            at=None,
            today=job.today,
            sources=lambda: job.sources,
            origin=ORIGIN,
            kept=_kept(job.version),
        )


@lru_cache(maxsize=1)
def scope_of(job: Job) -> Scope:
    """Once for each process."""
    with asked(job) as asking:
        return scope(asking)


def write_pages(batch: Batch) -> Written:
    """Write some pages to the folder of the job."""
    job, whole = batch.job, scope_of(batch.job)
    links = Links(whole.places, job.base)
    size = 0
    with asked(job) as asking:
        for spot in whole.spots[batch.first : batch.end]:
            page = links.page(_rendered(spot, asking), spot.folder)
            size += put(job.dest / spot.folder / "index.html", page)
    return Written(batch.end - batch.first, size)


def put(place: Path, text: str) -> int:
    """Write a file, with the folders above it; gives its bytes."""
    content = text.encode()
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content)
    return len(content)


def page_as_file(page: Page, asking: Asking) -> str:
    """A page with the addresses of a server, that says for itself what it lets in."""
    return rendered(
        page, Reader(asking.language, ORIGIN, asking.addresses, asking.today, policy=_POLICY)
    )


def asking_for(spot: Spot, asking: Asking) -> Asking:
    """The same base, asked for another page by readers of its language."""
    return Asking(
        store=asking.store,
        language=spot.code,
        path=spot.path,
        parameters=dict(spot.parameters),
        query=dict(spot.query),
        at=None,
        today=asking.today,
        sources=asking.sources,
        origin=ORIGIN,
        kept=asking.kept,
    )


def _rendered(spot: Spot, asking: Asking) -> str:
    own = asking_for(spot, asking)
    answer = _PAGES[spot.route](own)
    assert isinstance(answer, Page), spot  # the scope holds only what is there
    return page_as_file(answer, own)
