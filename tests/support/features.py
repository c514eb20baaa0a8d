"""Read the table of features: what other judges offer, and the tests that show how it is done here.

`python -m tests.support.features` writes `docs/features.md` from `tests/features.toml`.
"""

from pathlib import Path

from msgspec import Struct, convert

from adjudicator.core.toml import tables_of

ROOT = Path(__file__).parents[2]
FILE = ROOT / "tests" / "features.toml"
PAGE = ROOT / "docs" / "features.md"
HEAD = """# Features

Features of njudge and DPjudge, two email judges in use for thirty years, how each is done
here, and the tests that show it. This page is generated from `tests/features.toml`; the tests are in
`tests/`. Passwords in clear text as the only key, dedication points, a master password,
PostScript maps and escapes for pagers are left out.
"""


class Row(Struct, forbid_unknown_fields=True, rename={"left_out": "not"}):
    """A feature, how it is done here, and the tests that show it, as "folder/file::test"."""

    feature: str
    by: str
    tests: tuple[str, ...]
    left_out: str = ""


class Section(Struct, forbid_unknown_fields=True):
    title: str
    rows: tuple[Row, ...]


def sections() -> tuple[Section, ...]:
    return convert(tables_of(FILE.read_text("utf-8"))["section"], tuple[Section, ...])


def page() -> str:
    """Return the table as Markdown."""
    return "\n".join([HEAD, *(_section(section) for section in sections())])


def _section(section: Section) -> str:
    head = [f"## {section.title}", "", "| feature | here | shown by |", "|---|---|---|"]
    return "\n".join([*head, *(_row(row) for row in section.rows), ""])


def _row(row: Row) -> str:
    here = f"{row.by}; not: {row.left_out}" if row.left_out else row.by
    return f"| {row.feature} | {here} | {', '.join(f'`{test}`' for test in row.tests)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
