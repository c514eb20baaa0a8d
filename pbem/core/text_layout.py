"""Lay out text for the width of a mail: wrapping, columns, order forms; and text as HTML."""

import re
import textwrap
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby, pairwise

from markupsafe import Markup

from adjudicator.core.lazy_imports import IMPORTS

WIDTH = 76  # columns of a text part: readable in mutt, with room for quoting
NARROWEST = 6  # columns of a cell
NO_BREAK = "\u00a0"
ANSWERS = 13  # the column of answers to commands, below the command
NUMBER = re.compile(r"(?<![\w.,:-])(\d{1,2}) (?=[A-Z][a-z]{3,})")  # of units: "2 Armies"
INDENTS = (0, 2, 4, 6, 9, 13, 17)  # of lines in mails that have a class in the style of a page
EXAMPLES = re.compile(r"<pre><code>.*?</code></pre>", re.DOTALL)
GAP = re.compile(r"(?<=\S)(?: {2,}| (?=# ))(?P<explanation>\S.*)")  # between an example and what explains it
EXPLAINS = "   # "  # between an example in an order form and what explains it
MAIL_LINK = re.compile(r"&lt;(mailto:[\w.@+-]+(?:[?][\w.%=+-]+(?:&amp;[\w.%=+-]+)*)?)&gt;")


def columns(rows: Sequence[Sequence[str]], heads: Sequence[str] = ()) -> str:
    """Lay out rows of cells as text, each column as wide as its widest cell, the last one wrapped.

    If that is too wide for the page, the widest columns become narrower and their cells are wrapped.
    """
    table = tuple(tuple(map(str, row)) for row in ([heads, *rows] if heads else rows))
    while table and len(table[0]) > 1 and not any(row[-1] for row in table if len(row) == len(table[0])):
        table = tuple(row[: len(table[0]) - 1] for row in table)  # an empty last column
    return _laid_out(table, has_heads=bool(heads)) if table else ""


@lru_cache(maxsize=256)  # most tables of a turn are in every mail of it
def _laid_out(table: Sequence[Sequence[str]], *, has_heads: bool) -> str:
    widths = _fitted([_widest(table, i) for i in range(len(table[0]))])
    lines = [_row(row, widths) for row in table]
    if has_heads:
        lines.insert(1, ["  ".join("-" * width for width in widths)])
    return "\n".join(line for row in lines for line in row)


def _widest(table: Sequence[Sequence[str]], column: int) -> int:
    return max(1, *(len(row[column]) for row in table if column < len(row)))


def _fitted(widths: Sequence[int]) -> list[int]:
    """Reduce *widths*, the widest first, until the row fits the page."""
    fitted = list(widths)
    while (over := sum(fitted) + 2 * (len(fitted) - 1) - WIDTH) > 0:
        widest = max(fitted)
        second = max((width for width in fitted if width < widest), default=NARROWEST)
        at = fitted.index(widest)
        fitted[at] = max(widest - over, second - 1, NARROWEST)
        if widest <= NARROWEST:
            break
    return fitted


def _row(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Lay out a row as one line, or several if a cell is long."""
    folded = [_folded(cell, width) for cell, width in zip(cells, widths, strict=False)]
    height = max(len(cell) for cell in folded)
    return [
        "  ".join(
            f"{cell[i] if i < len(cell) else '':<{width}}"
            for cell, width in zip(folded, widths, strict=False)
        ).rstrip()
        for i in range(height)
    ]


def _folded(cell: str, width: int) -> list[str]:
    if _is_one_line(cell, width):
        return [cell]
    lines = textwrap.wrap(_tied(cell), width, break_on_hyphens=False)
    return [line.replace(NO_BREAK, " ") for line in lines] or [""]


def _is_one_line(text: str, width: int) -> bool:
    """Return whether wrapping would change nothing: true for most texts, and wrapping is slow."""
    return len(text) <= width and text.isprintable() and text != "" and text[-1] != " "


def wrapped(text: str, indent: int = 0, hang: int = 0) -> str:
    """Wrap *text* to at most WIDTH columns; later lines of a paragraph are indented by *hang*.

    Those of a list item, or of a paragraph that is indented itself, are at least two columns deeper than its
    first.
    """
    return "\n".join(_filled(paragraph, indent, hang) for paragraph in text.splitlines() or [""])


def _filled(paragraph: str, indent: int, hang: int) -> str:
    own = _indent(paragraph)
    paragraph, indent = paragraph[own:], indent + own
    if own or paragraph.startswith("- "):
        hang = max(hang, 2)
    if _is_one_line(paragraph, WIDTH - indent):
        return " " * indent + paragraph
    return _hanging(paragraph, indent, hang)


@lru_cache(maxsize=1024)  # public texts are in every mail of a turn
def _hanging(paragraph: str, indent: int, hang: int) -> str:
    filled = textwrap.fill(
        _tied(paragraph),
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return filled.replace(NO_BREAK, " ")


def _tied(text: str) -> str:
    """Return *text* with no-break spaces where no line may end, as in "2 Armies"."""
    return NUMBER.sub(rf"\1{NO_BREAK}", text)


def unwrapped(text: str) -> str:
    """Undo `wrapped` for a screen of another width: join the lines that were broken for lack of room.

    A line that would have had room for the next word ended there on purpose. Rows of tables stay apart, and
    so do full lines of a list, which have the same indent. Lines in the column of the answers to commands are
    one paragraph if all but the last are full.
    """
    rows: list[str] = []
    last, is_hanging = "", False
    for _, block in groupby(text.split("\n"), _indent):
        lines = list(block)
        is_answer = _indent(lines[0]) >= ANSWERS and all(_is_full(*two) for two in pairwise(lines))
        for line in lines:
            is_hanging = _goes_on(last, line) or (is_hanging and _is_even(last, line))
            if rows and (is_hanging or (is_answer and line is not lines[0])):
                rows[-1] += f" {line.strip()}"
            else:
                rows.append(line)
            last = line
    return "\n".join(rows)


def _is_even(line: str, below: str) -> bool:
    """Return whether a line of a hanging indent goes on in the next line of it."""
    return _indent(below) == _indent(line) and _is_full(line, below)


def _goes_on(line: str, below: str) -> bool:
    deeper = _indent(below) - _indent(line)
    return _is_full(line, below) and (deeper > 0 or (deeper == 0 and line[0] != " "))


def _is_full(line: str, below: str) -> bool:
    """Return whether *line* had no room for the first word of the line below it."""
    words = [word for word in re.split(r"[ \t]+", _tied(below.strip())) if word]
    if not words or not line.strip() or "  " in f"{line.strip()}\n{below.strip()}":
        return False
    return len(line) + 1 + len(words[0]) > WIDTH


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def in_columns(lines: Iterable[str]) -> str:
    """Keep lines as they are, but wrap those that are too long, with a deeper indent."""
    rows = [row for line in lines for row in line.split("\n")]
    return "\n".join(
        row if len(row) <= WIDTH else wrapped(row.strip(), len(row) - len(row.lstrip()), 4) for row in rows
    )


def form_line(line: str, indent: int = 2) -> str:
    """Wrap a line of an order form: a long remark (#) continues as a remark; orders stay on one line.

    What explains an example in a remark ("# keep Knight   # lost last") has a line of its own if not even a
    word of it fits beside the example.
    """
    if not line.startswith("#") or len(line) + indent <= WIDTH:
        return " " * indent + line
    example, gap, explanation = line.partition(EXPLAINS)
    if gap and len(example + gap + explanation.partition(" ")[0]) + indent > WIDTH:
        return "\n".join((form_line(example, indent), form_line(f"#     {explanation}", indent)))
    return textwrap.fill(
        line,
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * indent + "#     ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def underlined(title: str, mark: str = "-") -> str:
    """Return the title, on as many lines as it needs, over a line of *mark*."""
    lines = wrapped(title)
    return f"{lines}\n{mark * max(map(len, lines.splitlines()), default=0)}"


def laid_out(text: str) -> Markup:
    """Render Markdown as HTML, with small headings; tags in it are escaped."""
    with IMPORTS:
        from markdown_it import MarkdownIt  # few mails have such a page

    written = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["link", "image", "autolink"])
    html = written.render(text)
    html = re.sub(r"(</?)h[1-6]>", r"\1h3>", html)
    html = EXAMPLES.sub(_explained_below, html)
    return Markup(MAIL_LINK.sub(r'<a href="\1">\1</a>', html))  # noqa: S704 - the reader has escaped what was written


def _explained_below(examples: re.Match[str]) -> str:
    """Put what explains an example on a line below it: two columns run together on a narrow screen."""
    return GAP.sub(r"\n<em>\g<explanation></em>", examples[0])


def hanging(text: str) -> Markup:
    """Render preformatted text so that what a narrow page wraps stays below the first word of its line."""
    return Markup("\n").join(map(_hanging_line, text.splitlines()))


def _hanging_line(line: str) -> Markup:
    step = max(one for one in INDENTS if one <= _indent(line))
    return Markup('<span class="line in{}">{}</span>').format(step, line)
