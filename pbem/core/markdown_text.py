"""Markdown as plain text, for pages that HTML lays out from the same source."""

import re
from collections.abc import Sequence

from pbem.core.text_layout import GAP, columns, underlined, wrapped

BREAK = re.compile(r"\s*$|#|\s*\||```")  # an empty line, a heading, a row of a table
ITEM = re.compile(r"\s*([-*]|\d+\.) ")
EXAMPLE = re.compile(r"    ")
DEEPEST = 36  # column, after the indent, below which the explanation of an example goes on
CLAUSE = re.compile(r"\*\*\d")
ROW = re.compile(r"\s*\|.*\|\s*")
EMPHASIS = re.compile(r"\*(\S[^*\n]*\S|\S)\*")
RULE_OF_ROW = re.compile(r"[\s|:-]+")


def flowing(page: str) -> str:
    """Join the lines of each paragraph, since the mail wraps it again; keep lists, tables and examples."""
    lines: list[str] = []
    for line in page.splitlines():
        if lines and _goes_on(lines[-1], line):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines)


def _goes_on(before: str, line: str) -> bool:
    if ITEM.match(before):
        return not BREAK.match(line) and not ITEM.match(line)
    return not any(kind.match(both) for kind in (BREAK, EXAMPLE) for both in (before, line)) and not (
        ITEM.match(line) or CLAUSE.match(line)
    )


def plain(markdown: str) -> str:
    """Convert Markdown to plain text: headings underlined, tables in columns, no marks, wrapped.

    Lines indented by four (examples) stay as they are.
    """
    lines = flowing(markdown.strip()).splitlines()
    written: list[str] = []
    table: list[list[str]] = []
    for line in [*lines, ""]:
        if ROW.fullmatch(line):
            table += [[unmarked(cell.strip()) for cell in line.strip().strip("|").split("|")]]
            continue
        if table:
            written += columns([row for row in table[1:] if not _is_rule(row)], table[0]).splitlines()
            table = []
        written.append(_line(line))
    return "\n".join(written).strip()


def _is_rule(row: Sequence[str]) -> bool:
    return all(RULE_OF_ROW.fullmatch(cell) for cell in row)


def _line(line: str) -> str:
    if line.startswith("#"):
        return underlined(unmarked(line.lstrip("# ")))
    if EXAMPLE.match(line):
        indent = len(line) - len(line.lstrip())
        gap = GAP.search(line)
        return wrapped(line.lstrip(), indent, min(gap.start("explanation") - indent, DEEPEST) if gap else 4)
    if RULE_OF_ROW.fullmatch(line):
        return ""
    indent = len(line) - len(line.lstrip())
    words = _item(unmarked(line.lstrip()))
    return wrapped(words, indent, 2 if words.startswith("- ") else 0) if words else ""


def _item(words: str) -> str:
    """Return an item of a list with the mark that all lists have."""
    return f"- {words[2:].strip()}" if words.startswith("* ") else words


def unmarked(text: str) -> str:
    return EMPHASIS.sub(r"\1", text.replace("**", "").replace("`", ""))
