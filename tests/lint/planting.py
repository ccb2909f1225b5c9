"""What the tests of the command lint plant."""

from pathlib import Path

PLAIN = "import sys; from search.cli import main; main(sys.argv[1:], prog_name='regulae')"
ROOT = Path(__file__).resolve().parents[2]


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")


ROTTEN = "package bench;\r\n\r\n// rules 601.2 and 601.9\r\n\t/* CR 799.1 */ è\r\n"
