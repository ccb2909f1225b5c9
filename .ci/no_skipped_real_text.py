"""Fail where a test that reads the real rules was skipped: no_skipped_real_text.py REPORT."""

import sys
from xml.etree import ElementTree

report = ElementTree.parse(sys.argv[1])
skipped = [
    f"{case.get('classname')}::{case.get('name')}: {reason.get('message')}"
    for case in report.iter("testcase")
    for reason in case.iter("skipped")
    if "REGULAE_SHARED" in (reason.get("message") or "")
]
if skipped:
    sys.exit("skipped, though the real rules are there:\n" + "\n".join(skipped))
