"""Writing a site: its pages, its search index, and what hosts and engines look for beside them."""

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from kb.lang import codes
from search.processes import in_processes
from search.web import assets, feeds
from search.web.asking import Asking, Page
from search.web.site import doors
from search.web.site.find import write_index
from search.web.site.links import ORIGIN, Links
from search.web.site.making import Batch, Job, asked, page_as_file, put, scope_of, write_pages
from search.web.site.scope import Scope

MANIFEST = "regulae-site.json"
_FORMAT = 1
_TOGETHER = 60
"""Pages that a process makes at a time."""


class Site(NamedTuple):
    """What was written."""

    pages: int
    files: int
    bytes: int


def is_site_export(folder: Path) -> bool:
    """Whether the folder is a site that was written by ``write_site``."""
    place = folder / MANIFEST
    return place.is_file() and not place.is_symlink() and place.stat().st_size < 10_000


def write_site(job: Job, *, jobs: int | None = None) -> Site:
    """Write all of it into the empty folder of the job, the manifest last.

    Raises StoreBusy where the base becomes another one meanwhile.
    """
    whole = scope_of(job)
    links = Links(whole.places, job.base)
    wanted = jobs or min(os.cpu_count() or 1, 8)
    batches = (
        Batch(job, first, min(first + _TOGETHER, len(whole.spots)))
        for first in range(0, len(whole.spots), _TOGETHER)
    )
    with asked(job) as asking:
        index, _ = write_index(asking, whole, job.dest)
        extra = sum(1 for _ in _beside(job, whole, links, asking, index))
    pages = sum(written.pages for written in in_processes(write_pages, batches, jobs=wanted))
    put(
        job.dest / MANIFEST,
        json.dumps({"regulae-site": _FORMAT, "pages": pages + extra, "base": job.version}) + "\n",
    )
    sizes = [path.stat().st_size for path in job.dest.rglob("*") if path.is_file()]
    return Site(pages + extra, len(sizes), sum(sizes))


def _beside(job: Job, whole: Scope, links: Links, asking: Asking, index: str) -> Iterator[Path]:
    """The pages that no server has, each as it is written; and the files that are no pages."""

    def written(page: Page, folder: str, asking: Asking = asking) -> Path:
        place = job.dest / folder / "index.html"
        put(place, links.page(page_as_file(page, asking), folder))
        return place

    for code in codes():
        folder = f"{code}/search"
        own = replace(asking, language=code)
        yield written(doors.finder(own, links.root(folder), index), folder, own)
    yield written(doors.front(), "")
    for number in whole.numbers:
        yield written(doors.to_rule(number), f"r/{number}")
    # A host sends it for any address, at whatever depth: its links must begin at the root.
    at_root = Links(whole.places, job.base or "/")
    lost = job.dest / "404.html"
    put(lost, at_root.page(page_as_file(doors.not_there(), asking), ""))
    yield lost
    _write_files(job, whole, links, asking)


def _write_files(job: Job, whole: Scope, links: Links, asking: Asking) -> None:
    folder = job.dest / "static" / assets.digest()
    folder.mkdir(parents=True)
    for name, asset in assets.assets().items():
        (folder / name).write_bytes(asset.body)
    put(job.dest / ".nojekyll", "")  # GitHub would leave out what begins with an underscore
    robots = "User-agent: *\nDisallow:\n"
    if job.base is not None:
        robots += f"\nSitemap: {job.base}/sitemap.xml\n"
        made = {"sitemap.xml": feeds.sitemaps(asking.store, ORIGIN)}
        for code in codes():
            for feed in feeds.FEEDS:
                made[f"{code}{feed.path}"] = feed.making(code, asking.store, ORIGIN)
            here = (spot.address for spot in whole.spots if spot.code == code)
            made[f"{code}/sitemap.xml"] = feeds.urls(f"{ORIGIN}{address}" for address in here)
        for name, ready in made.items():
            put(job.dest / name, links.document(ready.body.decode()))
    put(job.dest / "robots.txt", robots)
