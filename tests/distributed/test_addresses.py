"""Addresses: what is opened, and what never is."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from search.distributed.addresses import holds, is_address, place_of, shown
from search.distributed.errors import BadAddress, OtherWork
from search.distributed.listing import apart, files
from tests.distributed.making import put


@pytest.mark.parametrize(
    "name",
    [
        "ssh://machine/file",
        "sftp://machine/file",
        "http://machine/file",
        "github://org:repo@/file",
        "zip://a::file:///b.zip",
        "simplecache::s3://bucket/file",
        "filecache://x",
        "dask://worker/file",
        "reference://x",
        "file://",
        "memory:///",
        "s3://bucket/a::file:///etc/passwd",
    ],
)
def test_only_stores_of_files_are_opened(name: str) -> None:
    assert is_address(name)
    with pytest.raises(BadAddress, match=r"wanted a path, or one of file://"):
        place_of(name)


def test_a_chain_is_never_followed(tmp_path: Path) -> None:
    """What is no address is a path, whatever stands in it."""
    assert place_of("cached/a::b").path.endswith("/cached/a::b")
    with pytest.raises(BadAddress):
        place_of("simplecache::memory://x")


def test_a_store_without_its_package_names_it() -> None:
    if find_spec("gcsfs") is not None:
        pytest.skip("gcsfs is installed here")
    with pytest.raises(BadAddress, match="pip install gcsfs"):
        place_of("gs://bucket/file")


def test_a_folder_at_an_address_is_listed_in_order(memory: str) -> None:
    for name in ("b.yaml", "a.json", "sub/c.yml", "notes.txt"):
        put(f"{memory}/{name}", b"x")
    found = files(
        [f"{memory}/"], lambda path: (), suffixes=(".yaml", ".json", ".yml"), wanted="state"
    )
    assert [file.name for file in found] == [
        f"{memory}/{name}" for name in ("a.json", "b.yaml", "sub/c.yml")
    ]


def test_a_folder_is_named_as_it_was_named(tmp_path: Path) -> None:
    place = place_of(f"file://{tmp_path}")
    assert shown(f"{tmp_path}/a", place, "file:///there/") == "file:///there/a"


def test_parts_do_not_go_among_what_is_read(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "in")
    for out in (tmp_path / "in", tmp_path / "in" / "out", tmp_path / "link" / "out"):
        with pytest.raises(OtherWork, match="a folder elsewhere"):
            apart([str(tmp_path / "in")], str(out))
    apart([str(tmp_path / "in")], str(tmp_path / "input"))
    assert holds(place_of("memory://a"), place_of("memory://a/b"))
    assert not holds(place_of("memory://a"), place_of(str(tmp_path)))
