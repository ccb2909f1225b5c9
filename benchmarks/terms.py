"""The speed of the check of terms, and of the search for false friends, against plain ways.

Quote the ratios, not the megabytes: both sides run in turn in one process.
"""

import argparse
import re
import tomllib
from collections.abc import Sequence
from itertools import product

from benchmarks.extract import Side, rules
from kb.dictionary import Dictionary
from kb.false_friends import found_in
from kb.lang import codes
from kb.paths import data_dir
from kb.term import Term
from kb.term_faults import faults
from kb.terms import terms
from kb.word_likeness import likeness

_PLAIN = re.compile(r"[^\W\d_]+")


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks terms", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args(arguments)
    heads = ("MB", "found", "MB/s", "words MB/s", "× words")
    print(f"{'':28}" + "".join(f"{head:>12}" for head in heads))
    check("the newest rules", rules(), "en", rounds=args.rounds)
    for code in codes():
        check(f"our own texts, {code}", own_texts(code), code, rounds=args.rounds)
    table = [term for code in codes() for term in terms(code)]
    friends(table, rounds=min(args.rounds, 3))


def own_texts(code: str) -> str:
    files = sorted((data_dir() / code / "corpus").glob("*.toml"))
    each = (tomllib.loads(path.read_text(encoding="utf-8")).values() for path in files)
    return "\n".join(rule.get("text") or rule["title"] for rules in each for rule in rules)


def check(name: str, text: str, code: str, *, rounds: int) -> None:
    is_word = Dictionary(code).has
    ours = Side(lambda text: sum(1 for _ in faults(text, code=code, is_word=is_word)))
    plain = Side(lambda text: sum(1 for _ in _PLAIN.finditer(text)))
    ours.run([text])  # reads the tables and the dictionary
    ours.seconds.clear()
    for _ in range(rounds):
        ours.run([text])
        plain.run([text])
    size = len(text) / 1e6
    print(
        f"{name:28}{size:12.2f}{ours.found:12}{size / ours.median:12.2f}"
        f"{size / plain.median:12.1f}{ours.median / plain.median:12.1f}"
    )


def friends(table: Sequence[Term], *, rounds: int) -> None:
    """With the keys of likeness, and by comparing each word with each of another language."""
    keyed = Side(lambda _: sum(1 for _ in found_in(table)))
    words = [(term.language, name) for term in table for name in (term.word, *term.variants)]
    pairs = Side(
        lambda _: sum(
            1
            for (code, one), (other, two) in product(words, words)
            if code < other and likeness(one, two) is not None
        )
    )
    for _ in range(rounds):
        keyed.run([""])
        pairs.run([""])
    print(
        f"\nfalse friends of {len(words)} words: {keyed.median * 1000:.0f} ms,"
        f" {pairs.median / keyed.median:.0f} times as fast as every pair compared"
    )
