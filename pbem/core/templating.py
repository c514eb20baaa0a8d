"""Find templates and render them, with the few filters that they need.

Templates hold every word and every layout that a person receives; they loop over values and hold no logic of
their own. A template in the host's own folder replaces ours of the same name.
"""

import re
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from markupsafe import Markup
from msgspec import Struct

from adjudicator.core.lazy_imports import IMPORTS
from adjudicator.core.phrasing import capital, in_sentence, of_many, spelled
from pbem.core.lists import either, listed
from pbem.core.text_layout import columns, form_line, hanging, laid_out, underlined, unwrapped, wrapped

if TYPE_CHECKING:  # slow to import, and often not needed
    from css_inline import CSSInliner
    from jinja2 import Environment, Template

DATES = "dates.txt"
LONGEST_FACT = 100  # characters of a text in a sentence that is cached
SENTENCES = 2048  # that are cached
KEPT = re.compile(r'<style data-css-inline="ignore">.*?</style>', re.DOTALL)  # of what a mail has many of


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
