"""How do facts become words on a page?  Finds the templates, and gives them the few filters they need.

Templates hold every word and every layout that a person receives; they loop over values and hold no logic
of their own. A template in the host's own folder goes before ours of the same name.
"""

import textwrap
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import css_inline
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from msgspec import Struct

WIDTH = 76  # columns of a text part: readable in mutt, with room for quoting


class Page(Struct, frozen=True):
    """One page in both its forms; *html* has its styles inlined, as mail programs want them."""

    text: str
    html: str


def page(template: str, facts: dict[str, Any], own_templates: Path | None = None) -> Page:
    """Render ``template.txt`` and ``template.html``. Raises jinja2.TemplateError with file and line."""
    texts, pages = _environments(own_templates)
    text = texts.get_template(f"{template}.txt").render(facts, frame="base")
    html = pages.get_template(f"{template}.html").render(facts, frame="base")
    return Page(_tidy(text), _inliner().inline(html))


def part(template: str, facts: dict[str, Any], own_templates: Path | None = None) -> Page:
    """A page without its frame, for use inside another one."""
    texts, pages = _environments(own_templates)
    text = texts.get_template(f"{template}.txt").render(facts, frame="part")
    return Page(_tidy(text), pages.get_template(f"{template}.html").render(facts, frame="part"))


def words(template: str, facts: dict[str, Any], own_templates: Path | None = None) -> str:
    """A text of our own for use inside a mail. Raises jinja2.TemplateError with file and line."""
    return _tidy(_environments(own_templates)[0].get_template(template).render(facts))


def web_page(template: str, facts: dict[str, Any], own_templates: Path | None = None) -> str:
    """A page of the archive, whose styles lie in a file beside it. Raises jinja2.TemplateError."""
    return _environments(own_templates)[1].get_template(template).render(facts)


def when(moment: datetime, zone: str) -> str:
    """*moment* by the clock of *zone*: "Fri 4 Dec 2026, 20:00 GMT"."""
    local = moment.astimezone(ZoneInfo(zone))
    return f"{local:%a} {local.day} {local:%b %Y, %H:%M %Z}"


def columns(rows: Sequence[Sequence[str]], heads: Sequence[str] = ()) -> str:
    """Rows of cells as lines of text, each column as wide as its widest cell, the last one wrapped."""
    table = [[str(cell) for cell in row] for row in ([heads, *rows] if heads else rows)]
    if not table:
        return ""
    widths = [max(len(row[i]) for row in table if i < len(row)) for i in range(len(table[0]))]
    lines = [line for row in table for line in _row(row, widths)]
    if heads:
        lines.insert(1, "  ".join("-" * min(width, WIDTH) for width in widths)[:WIDTH])
    return "\n".join(lines)


def _row(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """One row as one line or, where its last cell is long, several."""
    lead = "".join(f"{cell:<{width}}  " for cell, width in zip(cells[:-1], widths, strict=False))
    room = max(WIDTH - len(lead), 24)
    last = textwrap.wrap(cells[-1], room, break_long_words=False) or [""]
    return [(lead + last[0]).rstrip(), *(" " * len(lead) + line for line in last[1:])]


def wrapped(text: str, indent: int = 0, hang: int = 0) -> str:
    """*text* in lines of at most WIDTH columns; the second and later lines of a paragraph hang by *hang*."""
    wrapper = textwrap.TextWrapper(
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(wrapper.fill(paragraph) for paragraph in text.splitlines() or [""])


def underlined(title: str, mark: str = "-") -> str:
    return f"{title}\n{mark * min(len(title), WIDTH)}"


def _tidy(text: str) -> str:
    """No blanks at line ends, never more than one empty line, one line end at the end."""
    lines = [line if line == "-- " else line.rstrip() for line in text.strip("\n").splitlines()]
    kept = [line for i, line in enumerate(lines) if line or (i > 0 and lines[i - 1])]
    return "\n".join(kept) + "\n"


def packaged(folder: str) -> Path:
    """Where *folder* ("templates", "config") lies: inside the wheel, or beside the package in a checkout."""
    inside = Path(__file__).parent / folder
    return inside if inside.is_dir() else Path(__file__).parent.parent / folder


@lru_cache(maxsize=8)
def _environments(own_templates: Path | None) -> tuple[Environment, Environment]:
    folders = [folder for folder in (own_templates, packaged("templates")) if folder is not None]
    return _environment(folders, is_html=False), _environment(folders, is_html=True)


def _environment(folders: Sequence[Path], *, is_html: bool) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        autoescape=is_html,  # noqa: S701  a text part is no HTML: escapes would stand in it as they are
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"wrapped": wrapped, "when": when, "underlined": underlined, "columns": columns}
    return environment


@lru_cache(maxsize=1)
def _inliner() -> css_inline.CSSInliner:
    """Styles go into the elements; what only a style sheet can say (dark mode, narrow screens) stays."""
    return css_inline.CSSInliner(load_remote_stylesheets=False, keep_at_rules=True)
