"""The search index of a site: small files, of which a query needs only some."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from kb.lang import codes
from kb.number import RuleNumber
from search.web.addresses import Addresses
from search.web.asking import Asking
from search.web.cleaning import clean
from search.web.site.inverted import Text, shards
from search.web.site.making import put
from search.web.site.scope import Scope
from search.words import Lexicon

FOLDER = "find"
_TOGETHER = 32
"""Texts in a file."""
_LONGEST = 1_200
"""Signs of a text that are shown and searched for what to show; all its words are in the index."""


def write_index(asking: Asking, scope: Scope, dest: Path) -> tuple[str, int]:
    """Write it; gives its folder inside the site, which is another for another content, and bytes.

    ``contents.json`` says for each language how many texts there are, how many a file has, and
    with which letters the files of words are named.
    """
    lexicon = Lexicon(asking.store)
    silent = lexicon.stop_words()
    files: dict[str, str] = {}
    contents: dict[str, Any] = {}
    for code in codes():
        texts = list(_texts(asking, scope, code))
        found = shards(texts, lexicon.table(code), silent)
        for key, shard in found.items():
            files[f"{code}/words/{_named(key)}.json"] = _json([shard.forms, shard.lists])
        for first in range(0, len(texts), _TOGETHER):
            some = texts[first : first + _TOGETHER]
            files[f"{code}/texts/{first // _TOGETHER}.json"] = _json(
                [[each.place, each.label, each.name, each.text[:_LONGEST]] for each in some]
            )
        contents[code] = {"texts": len(texts), "together": _TOGETHER, "keys": sorted(found)}
    files["contents.json"] = _json(contents)
    named = hashlib.sha256()
    for name, content in files.items():
        named.update(f"{name}\0{content}\0".encode())
    folder = f"{FOLDER}/{named.hexdigest()[:12]}"
    size = sum(put(dest / folder / name, content) for name, content in files.items())
    return folder, size


def _texts(asking: Asking, scope: Scope, code: str) -> Iterator[Text]:
    """Rules with their examples, then names of rules whose text is not held, then the glossary."""
    names = _names(asking, code)
    held = set()
    for rule in asking.holdings.current_rules(code):
        if asking.holdings.known(rule.number):
            held.add(rule.number)
            name = rule.title or names.get(rule.number, "")
            said = rule.text if rule.text != name else ""
            yield _rule(rule.number, name, " ".join((said, *rule.examples)))
    for number in scope.numbers:
        if number not in held and number in names:
            yield _rule(number, names[number], "")
    for entry in asking.entries(code).values():
        if asking.holdings.edition(entry.edition).language != code:
            break  # the glossary of another language, in whose index it is
        place = unquote(scope.places[Addresses(code).entry(entry.term)])
        yield Text(
            place.removeprefix(f"{code}/").rstrip("/"), "", clean(entry.term), clean(entry.text)
        )


def _names(asking: Asking, code: str) -> dict[RuleNumber, str]:
    """What a language calls a rule, by its heading where it has one."""
    terms = [each for each in asking.holdings.terms() if each.language == code and each.sure]
    terms.sort(key=lambda each: each.kind.is_heading, reverse=True)
    names: dict[RuleNumber, str] = {}
    for each in terms:
        names.setdefault(each.number, each.word)
    return names


def _rule(number: RuleNumber, name: str, text: str) -> Text:
    return Text(f"rules/{number}", str(number), clean(name), clean(text).strip())


def _named(key: str) -> str:
    """A name of a file that is the same on every host: letters beyond ASCII by their code."""
    return "-".join(f"{ord(sign):x}" for sign in key)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
