"""Fail where acceptance got worse: compare_acceptance.py BASELINE REPORT."""

import json
import sys
from pathlib import Path

TOLERANCE = 0.02
LOWER_IS_BETTER = ("false-friends-first",)


def worse(baseline: dict, report: dict) -> list[str]:
    """What passed and fails now, and the search figures that fell below their floor."""
    found = []
    for group, was in baseline.items():
        now = report.get(group, {})
        if group.startswith("search-"):
            for part, figures in was.items():
                for name, floor in figures.items():
                    value = now.get(part, {}).get(name)
                    sign = -1 if name in LOWER_IS_BETTER else 1
                    if value is None or sign * (value - floor) < -TOLERANCE:
                        found.append(f"{group} {part} {name}: {value}, floor {floor}")
        else:
            passed = set(now.get("passed", ()))
            gone = [name for name in was["passed"] if name not in passed]
            found += [f"{name} passed and fails now" for name in gone]
    return found


baseline, report = (json.loads(Path(path).read_text("utf-8")) for path in sys.argv[1:3])
lines = worse(baseline, report)
if lines:
    sys.exit("\n".join(lines))
count = sum(len(group.get("passed", ())) for group in report.values())
print(f"acceptance: {count} passed, 0 failed of those that passed before")
