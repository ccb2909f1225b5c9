"""Sources: their files, what a word stands for, links to documents, what arrived, packed bodies."""

import gzip
import json
import threading
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.fetch_body import unpacked
from ingest.fetch_links import MOST_LINKS, document_link, links
from ingest.fetch_net import is_public
from ingest.fetched import Fetched
from ingest.sources import Source, checked_address, expand, expand_all, source_of, sources
from kb.edition import EditionKind
from kb.errors import RegulaeError, Unfetched, Unreadable
from kb.lang import codes

ROW = """
[[source]]
id = "es-ficha"
language = "es"
name = "Una página por regla"
kind = "translation"
address = "https://reglas.example/regla/{number}"
under = ["718", "702.33"]
pages = ["100.1a"]
licence = "unknown"
"""


def own(folder: Path, text: str) -> Path:
    path = folder / "sources.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("source", sources(), ids=lambda source: source.id)
def test_bundled_sources(source: Source) -> None:
    assert source.id.startswith(f"{source.language}-")
    assert source.addresses()
    for address in source.addresses():
        assert address.startswith("https://") and address.isascii()
        assert "wizards.com" in address.split("/")[2] or source.kind is EditionKind.TRANSLATION


def test_every_language_has_sources() -> None:
    assert {source.language for source in sources()} == set(codes())


def test_ids_are_of_one_source() -> None:
    ids = [source.id for source in sources()]
    assert len(set(ids)) == len(ids)


def test_what_a_word_stands_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.txt").write_text("702.33. Kicker\n")
    (tmp_path / "it-wiki").write_text("702.33. Potenziamento\n")

    def places(word: str) -> list[str]:
        return [wanted.place for wanted in expand(word)]

    wiki = "https://magicthegathering.fandom.com/it/wiki/"
    assert places("-") == ["-"]
    assert places("rules.txt") == ["rules.txt"]
    assert places(str(tmp_path)) == [str(tmp_path)]
    assert places("./it-wiki") == ["./it-wiki"]
    assert f"{wiki}Potenziamento" in places("it-wiki")
    assert places("it-wiki:Mossa Inversa") == [f"{wiki}Mossa_Inversa"]
    assert places("it-wiki-sezioni:Magie, Abilità ed Effetti") == [
        f"{wiki}Magie,_Abilit%C3%A0_ed_Effetti"
    ]
    assert places("HTTPS://example.org/a#b") == ["https://example.org/a"]
    [known] = expand(f"{wiki}Potenziamento")
    assert known.source is not None and known.source.id == "it-wiki"
    [other] = expand("https://example.org/a")
    assert other.source is None and other.on_the_net
    assert not expand("rules.txt")[0].on_the_net


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("nowhere.txt", "no such file or folder, no address (https://…) and no source"),
        ("en-rule", "`regulae sources` lists"),
        ("", "no such file"),
        ("x" * 5000, "no such file"),
        ("a\0b", "no such file"),
        ("ftp://example.org/rules.txt", "only http and https"),
        ("file:///etc/passwd", "only http and https"),
        ("https://", "no address"),
        ("https://me:secret@example.org/", "user name"),
        ("en-rules:702", "one document"),
        ("it-wiki:", "name of a page"),
        ("it-wiki:..", "name of a page"),
        ("it-wiki:a/b", "name of a page"),
        ("it-wiki:a?b=c", "name of a page"),
    ],
)
def test_a_word_that_stands_for_nothing(word: str, said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        expand(word)
    assert said in str(caught.value)
    assert "secret" not in str(caught.value)


def test_all_of_a_language() -> None:
    english = {wanted.source.id for wanted in expand_all("en") if wanted.source}
    assert english == {"en-rules"}, "not the same edition in three forms"
    assert len(expand_all()) == sum(len(expand_all(code)) for code in codes())
    assert expand_all("xx") == ()


def test_sources_of_the_user(tmp_path: Path) -> None:
    mine = own(tmp_path, ROW)
    [source] = [each for each in sources(mine) if each.id == "es-ficha"]
    assert source.pages[:2] == ("100.1a", "702.33")
    assert "718.3" in source.pages and "718.3a" not in source.pages
    [wanted] = expand("es-ficha:702.193.", own=mine)
    assert wanted.place == "https://reglas.example/regla/702.193"
    with pytest.raises(Unreadable, match="wanted a rule number"):
        expand("es-ficha:potenciar", own=mine)
    assert source_of("https://reglas.example/regla/718.1", own=mine) == source
    assert sources(tmp_path / "absent.toml") == sources()
    again = own(tmp_path, ROW.replace("es-ficha", "es-wiki"))
    assert len(sources(again)) == len(sources()), "an own source stands in the place of a bundled"


@pytest.mark.parametrize(
    ("says", "old", "new", "said"),
    [
        ("no TOML", "[[source]]", "[[source", "cannot be read"),
        ("another table", "[[source]]", "[x]\n[[source]]", "nothing but"),
        ("no list", "[[source]]", "[source]", "nothing but"),
        ("a key unknown", "licence", "license", "unknown key 'license'"),
        ("no licence", 'licence = "unknown"', "", "licence is not"),
        ("no text", '"Una página por regla"', "7", "name is not a text"),
        ("a crooked id", "es-ficha", "Ficha!", "the id"),
        ("no language", 'language = "es"', "", "language"),
        ("a language unknown", 'language = "es"', 'language = "xx"', "no language 'xx'"),
        ("ours", '"translation"', '"ours"', "kind is neither"),
        ("no form", 'kind =', 'form = "scroll"\nkind =', "form is none"),
        ("a file", "https://reglas.example", "file://", "no address"),
        ("a host to fill in", "reglas.example/regla/{number}", "{number}/", "not in the host"),
        ("two places", "{number}", "{number}/{page}", "more than one place"),
        ("an unknown place", "{number}", "{rule}", "only {page} or {number}"),
        ("pages of no template", "{number}", "one", "pages without"),
        ("links of a template", 'kind =', "links = 'txt'\nkind =", "has no links"),
        ("no pattern", 'kind =', "links = '('\nkind =", "no pattern"),
        ("no numbers", '"718"', '"kicker"', "no rule number"),
        ("no list of pages", '["100.1a"]', '"100.1a"', "pages is not a list"),
    ],
)  # fmt: skip
def test_a_file_of_sources_that_is_wrong(
    tmp_path: Path, says: str, old: str, new: str, said: str
) -> None:
    assert old in ROW
    with pytest.raises(RegulaeError) as caught:
        sources(own(tmp_path, ROW.replace(old, new)))
    assert said in str(caught.value), says


PAGE = """<html><head><base href="/media/"></head><body>
<a href='https://example.org/x.txt?download=1'>x</a> <A HREF="Rules 2026.TXT">text</A>
<a href="rules.docx#top">docx</a><a>no link</a><a href="javascript:void(0)">.txt</a>
<a href="mailto:a@example.org">.pdf</a><a href="http://[bad/.txt">bad</a> <a href="b&amp;c.pdf">
"""


def test_links() -> None:
    found = links(PAGE, address="https://magic.example/en/rules")
    assert found[:3] == (
        "https://example.org/x.txt?download=1",
        "https://magic.example/media/Rules%202026.TXT",
        "https://magic.example/media/rules.docx",
    )
    assert found[-1] == "https://magic.example/media/b&c.pdf"


def test_the_link_to_a_document() -> None:
    def link(pattern: str) -> str:
        return document_link(PAGE, address="https://magic.example/en/rules", pattern=pattern)

    assert link(r"(?i)\.txt$") == "https://example.org/x.txt?download=1"
    assert link(r"(?i)Rules.*\.txt$") == "https://magic.example/media/Rules%202026.TXT"
    assert link(r"\.pdf$") == "https://magic.example/media/b&c.pdf"
    with pytest.raises(Unfetched, match="none of its 6 links"):
        link(r"\.epub$")
    with pytest.raises(Unfetched, match="none of its 0 links"):
        document_link("", address="https://magic.example/", pattern="txt")


def test_a_page_of_nothing_but_links() -> None:
    page = "".join(f'<a href="/{n}">' for n in range(MOST_LINKS + 10))
    assert len(links(page, address="https://example.org/")) == MOST_LINKS


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:4700::1111", True),
        ("127.0.0.1", False),
        ("127.9.9.9", False),
        ("0.0.0.0", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("100.64.0.1", False),
        ("169.254.169.254", False),
        ("224.0.0.1", False),
        ("240.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fec0::1", False),
        ("fd00::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:93.184.216.34", True),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b::5db8:d822", True),
        ("2002:7f00:1::", False),
    ],
)
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(address) is public


@given(st.binary(max_size=5000), st.sampled_from(["gzip", "deflate", " GZIP "]), st.data())
def test_what_was_packed_is_unpacked(content: bytes, encoding: str, data: st.DataObject) -> None:
    half = data.draw(st.integers(0, len(content)))
    if "gzip" in encoding.lower():
        packed = gzip.compress(content[:half]) + gzip.compress(content[half:])
    else:
        packed = zlib.compress(content)
    size = data.draw(st.integers(1, max(1, len(packed))))
    pieces = [packed[n : n + size] for n in range(0, len(packed), size)]
    assert unpacked(pieces, encoding=encoding, largest=5000) == content


def test_a_line_that_was_cut_off_is_passed_over(tmp_path: Path) -> None:
    fetched = Fetched(tmp_path)
    assert list(fetched.arrivals()) == []

    def keep(content: bytes) -> str:
        arrival = fetched.keep(
            content, address="https://a.example/", answered="", wall=0, source=None
        )
        return arrival.hash

    first = keep(b"first")
    with fetched.log.open("ab") as log:
        log.write(b'{"address": "https://a.exam')
    second = keep(b"second")
    bad = {"address": "a", "answered": "a", "time": "soon", "hash": "0" * 64, "size": 1}
    outside = bad | {"time": "2026-11-30T00:00:00Z", "hash": "../" * 21 + "x"}
    with fetched.log.open("ab") as log:
        for line in ("[]", "{}", "7", '"x"', json.dumps(bad), json.dumps(outside)):
            log.write(f"{line}\n".encode())
        log.write(b"\xff\xfe\n")
    assert [arrival.hash for arrival in fetched.arrivals()] == [first, second]


def test_two_fetches_at_once_note_both(tmp_path: Path) -> None:
    def keep(name: str) -> None:
        for n in range(50):
            Fetched(tmp_path).keep(
                b"same", address=f"https://{name}.example/{n}", answered="", wall=n, source=name
            )

    threads = [threading.Thread(target=keep, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    noted = {arrival.address for arrival in Fetched(tmp_path).arrivals()}
    assert len(noted) == 150
    assert len(list((tmp_path / "documents").iterdir())) == 1


def test_an_address_is_made_whole() -> None:
    assert checked_address(" https://example.org/a?b=c#d ") == "https://example.org/a?b=c"
