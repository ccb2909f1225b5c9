"""Since when a heading of today has stood at its number."""

import csv
from collections.abc import Mapping
from functools import cache

from kb.edition import EditionDate
from kb.errors import BadData, RegulaeError
from kb.number import RuleNumber
from kb.paths import data_dir


@cache
def heading_since() -> Mapping[RuleNumber, EditionDate]:
    """For each named number of the bundled table, the first edition known from which it is so."""
    path = data_dir() / "heading_since.csv"
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        return {RuleNumber.parse(row["number"]): EditionDate.parse(row["since"]) for row in rows}
    except (OSError, KeyError, RegulaeError) as error:
        raise BadData(f"{path}: wanted number,since: {error}") from error
