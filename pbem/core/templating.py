"""Find templates and render them, with the few filters that they need.

Templates hold every word and every layout that a person receives; they loop over values and hold no logic of
their own. A template in the host's own folder replaces ours of the same name.
"""

import re
import textwrap
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache, partial
from itertools import groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from markupsafe import Markup
from msgspec import Struct

from adjudicator.core.lazy_imports import IMPORTS
from adjudicator.core.phrasing import capital, in_sentence, of_many, spelled
from pbem.core.lists import either, listed

if TYPE_CHECKING:  # slow to import, and often not needed
    from css_inline import CSSInliner
    from jinja2 import Environment, Template

WIDTH = 76  # columns of a text part: readable in mutt, with room for quoting
NARROWEST = 6  # columns of a cell
NO_BREAK = "\u00a0"
ANSWERS = 13  # the column of answers to commands, below the command
NUMBER = re.compile(r"(?<![\w.,:-])(\d{1,2}) (?=[A-Z][a-z]{3,})")  # of units: "2 Armies"
DATES = "dates.txt"
INDENTS = (0, 2, 4, 6, 9, 13, 17)  # of lines in mails that have a class in the style of a page
LONGEST_FACT = 100  # characters of a text in a sentence that is cached
SENTENCES = 2048  # that are cached
EXAMPLES = re.compile(r"<pre><code>.*?</code></pre>", re.DOTALL)
GAP = re.compile(r"(?<=\S)(?: {2,}| (?=# ))(?P<explanation>\S.*)")  # between an example and what explains it
EXPLAINS = "   # "  # between an example in an order form and what explains it
KEPT = re.compile(r'<style data-css-inline="ignore">.*?</style>', re.DOTALL)  # of what a mail has many of
MAIL_LINK = re.compile(r"&lt;(mailto:[\w.@+-]+(?:[?][\w.%=+-]+(?:&amp;[\w.%=+-]+)*)?)&gt;")


class NoTemplates(Exception):  # noqa: N818 - named, as all our errors, by what happened
    """Our own templates are missing. Only this sentence has to be in the code."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder}: the templates of the program are missing; install the program again")


class Page(Struct, frozen=True):
    """One page as text and HTML; *html* has its styles inlined, as mail programs need them."""

    text: str
    html: str


def page(template: str, facts: dict[str, Any], own_templates: Path | None = None) -> Page:
    """Render ``template.txt`` and ``template.html``. Raises jinja2.TemplateError with file and line."""
    texts, pages = environments(own_templates)
    text = texts.get_template(f"{template}.txt").render(facts, frame="base")
    html = pages.get_template(f"{template}.html").render(facts, frame="base")
    return Page(_tidy(text), _inlined(html))


def _inlined(html: str) -> str:
    """Inline the styles of a page, except those that are to stay in a style sheet."""
    kept = KEPT.search(html)
    inlined = _inliner().inline(html)
    return inlined.replace("</head>", f"{kept[0]}</head>", 1) if kept else inlined


def part(template: str, facts: dict[str, Any], own_templates: Path | None = None) -> Page:
    """Render a page without its frame, for use inside another one."""
    texts, pages = environments(own_templates)
    text = texts.get_template(f"{template}.txt").render(facts, frame="part")
    return Page(_tidy(text), pages.get_template(f"{template}.html").render(facts, frame="part"))


def words(template: str, facts: dict[str, Any], own_templates: Path | None = None) -> str:
    """Render a text for use inside a mail. Raises jinja2.TemplateError with file and line."""
    return _tidy(environments(own_templates)[0].get_template(template).render(facts))


def block(template: str, name: str, facts: dict[str, Any], own_templates: Path | None = None) -> str:
    """Render one block of a template of short texts; ours is used if the host's file lacks the block.

    Raises jinja2.TemplateError, and KeyError if there is no such block.
    """
    page = environments(own_templates)[0].get_template(template)
    if name not in page.blocks:
        page = environments(None)[0].get_template(template)
    if all(map(_is_short, facts.values())):
        return _filled_block(page, name, tuple(facts.items()))
    return "".join(page.blocks[name](page.new_context(facts)))


def _is_short(fact: object) -> bool:
    """Return whether it is a number or a short text; mails of a turn repeat most sentences about these."""
    if type(fact) is str:  # exactly: markup is not text
        return len(fact) <= LONGEST_FACT
    return type(fact) is int  # True has other words than 1


@lru_cache(maxsize=SENTENCES)
def _filled_block(page: "Template", name: str, facts: tuple[tuple[str, object], ...]) -> str:
    return "".join(page.blocks[name](page.new_context(dict(facts))))


def blocks_of(template: str) -> tuple[str, ...]:
    """Return the names of the blocks of our template of short texts, in its order."""
    return tuple(environments(None)[0].get_template(template).blocks)


def web_page(template: str, facts: dict[str, Any], own_templates: Path | None = None) -> str:
    """Render a page of the archive, which has a separate style sheet. Raises jinja2.TemplateError."""
    return environments(own_templates)[1].get_template(template).render(facts)


def short_day(one: date, own_templates: Path | None = None) -> str:
    """Return "Fri 4 Dec"."""
    return _dated("short_day", _at_midnight(one), own_templates)


def long_day(one: date, own_templates: Path | None = None) -> str:
    """Return "Fri 4 Dec 2026"."""
    return _dated("long_day", _at_midnight(one), own_templates)


def when(moment: datetime, zone: str, own_templates: Path | None = None) -> str:
    """Return *moment* in *zone*: "Fri 4 Dec 2026, 20:00 GMT"."""
    return _dated("when", moment.astimezone(ZoneInfo(zone)), own_templates)


def when_soon(now: datetime, moment: datetime, zone: str, own_templates: Path | None = None) -> str:
    """Return the shortest form, seen from *now*: "Thu 20:00", or "Thu 4 Dec 20:00" from six days on."""
    form = "this_week" if moment - now < timedelta(days=6) else "later"
    return _dated(form, moment.astimezone(ZoneInfo(zone)), own_templates)


def when_here(moment: datetime, zone: str, own_templates: Path | None = None) -> str:
    """Return the same, and UTC in brackets if that differs: "Fri 4 Dec 2026, 15:00 EST (20:00 UTC)"."""
    here, there = moment.astimezone(ZoneInfo(zone)), moment.astimezone(UTC)
    text = when(moment, zone, own_templates)
    if here.utcoffset() == there.utcoffset():
        return text
    form = "with_utc" if here.date() == there.date() else "with_day_in_utc"
    return _dated(form, there, own_templates, here=text)


def _at_midnight(one: date) -> datetime:
    return datetime(one.year, one.month, one.day, tzinfo=UTC)


def _dated(form: str, moment: datetime, own_templates: Path | None, **more: str) -> str:
    """Return *moment* in one of the forms of ``dates.txt``."""
    weekdays, months = (block(DATES, names, {}, own_templates).split() for names in ("weekdays", "months"))
    facts = {
        "weekday": weekdays[moment.weekday()],
        "day": moment.day,
        "month": months[moment.month - 1],
        "year": moment.year,
        "hour": f"{moment:%H}",
        "minute": f"{moment:%M}",
        "zone": f"{moment:%Z}",
    }
    return block(DATES, form, facts | more, own_templates)


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


def single_quoted(text: str) -> Markup:
    """Escape text for an attribute in single quotes: JSON is much longer with each of its quotes escaped."""
    escaped = text.replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;")
    return Markup(escaped)  # noqa: S704 - nothing else can end such an attribute


def _tidy(text: str) -> str:
    """Remove blanks at line ends and repeated empty lines; end with one newline."""
    lines = [line if line == "-- " else line.rstrip() for line in text.strip("\n").splitlines()]
    stored = [line for i, line in enumerate(lines) if line or (i > 0 and lines[i - 1])]
    return "\n".join(stored) + "\n"


def packaged(folder: str) -> Path:
    """Locate *folder* ("templates", "config"): inside the wheel, or next to the package in a checkout."""
    package = Path(__file__).parents[1]
    inside = package / folder
    return inside if inside.is_dir() else package.parent / folder


@lru_cache(maxsize=8)
def environments(own_templates: Path | None) -> "tuple[Environment, Environment]":
    """Return the environments for text and HTML. A service keeps the templates that it started with."""
    ours = packaged("templates")
    if not ours.is_dir():
        raise NoTemplates(ours)
    folders = [folder for folder in (own_templates, ours) if folder is not None]
    both = _environment(folders, is_html=False), _environment(folders, is_html=True)
    for environment in both:
        environment.filters |= {
            name: partial(filter_, own_templates=own_templates) for name, filter_ in WITH_WORDS.items()
        }
    return both


def _in_words(sentence: Any, own_templates: Path | None) -> str:
    """Return the text of a `pbem.core.sentences.Sentence`; a text is returned as it is."""
    return sentence if isinstance(sentence, str) else str(sentence.words(own_templates))


def _environment(folders: Sequence[Path], *, is_html: bool) -> "Environment":
    with IMPORTS:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined  # see above

    environment = Environment(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        auto_reload=False,
        cache_size=-1,
        autoescape=is_html,  # noqa: S701  a text part is not HTML: escapes would be shown as they are
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= FILTERS
    return environment


def does(named: str | Sequence[str], verb: str) -> str:
    """Return powers, as `Card.named` names them, with their verb: "France has", "the Dwarves have"."""
    powers = [named] if isinstance(named, str) else named
    are_many = len(powers) > 1 or powers[0].startswith("the ")
    return f"{listed(powers)} {of_many(verb) if are_many else verb}"


def counted(number: int, one: str, many: str) -> str:
    """Return "one army", "two armies"."""
    return f"{spelled(number)} {one if number == 1 else many}"


def ending(winners: Sequence[str], many: Collection[str] = ()) -> str:
    """Return how a game ended: ": won by Turkey", ": shared by England and the Dwarves", or "".

    *many* are the powers that are called by a plural, as in `Card.of_many`.
    """
    if not winners:
        return ""
    named = [in_sentence(power, many) for power in winners]
    return f": won by {named[0]}" if len(named) == 1 else f": shared by {listed(named)}"


@lru_cache(maxsize=1)
def _inliner() -> "CSSInliner":
    """Inline styles into elements; rules that need a style sheet (dark mode, narrow screens) stay."""
    with IMPORTS:
        from css_inline import CSSInliner  # as above

    return CSSInliner(load_remote_stylesheets=False, keep_at_rules=True, minify_css=True)


FILTERS = {
    "wrapped": wrapped,
    "unwrapped": unwrapped,
    "underlined": underlined,
    "columns": columns,
    "form_line": form_line,
    "laid_out": laid_out,
    "hanging": hanging,
    "single_quoted": single_quoted,
    "ending": ending,
    "listed": listed,
    "either": either,
    "counted": counted,
    "capital": capital,
    "does": does,
    "in_sentence": in_sentence,
}
WITH_WORDS: dict[str, Callable[..., str]] = {  # whose words a host can change
    "in_words": _in_words,
    "when": when,
    "long_day": long_day,
    "short_day": short_day,
}
