"""The form ``site`` of the command export: the pages as files."""

from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

import click

from kb.holdings import Holdings
from kb.saying import said
from kb.store import Store
from search.sentences import words


def write(
    store: Store, dest: Path, *, base: str | None, spoken: str, force: bool
) -> dict[str, int]:
    """Write the site of a base to a folder that appears when it is whole."""
    missing = [name for name in ("jinja2", "litestar") if find_spec(name) is None]
    if missing:
        raise click.UsageError(words(spoken, "site_lacking", packages=", ".join(missing)))
    from kb.new_place import new_folder
    from search.cli.held import held_sources
    from search.histories import Reader, prepare
    from search.sentences import language_name
    from search.web.site.making import Job
    from search.web.site.writing import is_site_export, write_site

    def tell(code: str) -> None:
        click.echo(
            words(spoken, "history_indexing", language=language_name(code, spoken)), err=True
        )

    assert store.folder is not None  # that of a command is in a folder
    with new_folder(dest, force=force, ours=is_site_export) as folder:
        prepare(store, Holdings(store).languages(), Reader(spoken, tell))
        click.echo(words(spoken, "site_writing"), err=True)
        made = write_site(
            Job(
                kb=store.folder,
                version=store.version,
                dest=folder,
                base=base,
                today=datetime.now(UTC).date(),
                sources=held_sources(store.folder),
            )
        )
    return {"pages": made.pages, "files": made.files, "bytes": made.bytes}


def base_address(text: str | None) -> str | None:
    """The address of a site without a slash at its end; raises UsageError for what is none."""
    if text is None:
        return None
    from urllib.parse import urlsplit

    parts = urlsplit(text)
    plain = not (parts.query or parts.fragment or set(text) & set("\"'<>\\ "))
    if parts.scheme not in ("http", "https") or not parts.hostname or not plain:
        raise click.UsageError(said("usage.bad_base_url", text=text))
    return text.rstrip("/")
