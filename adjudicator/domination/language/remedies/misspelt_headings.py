"""Headings with a slip ("biuld"), and what is below them. It is only suggested, never taken."""

import re

from adjudicator.core.language.words import one_slip_from
from adjudicator.domination.language.grammar import bare, parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import BUILD, COMBAT, MAGIC, MOVE, Build
from adjudicator.domination.language.remedies.fragments import nearly_said
from adjudicator.domination.language.remedies.mending import FEWEST_LETTERS

_HEADINGS = {
    **dict.fromkeys(("build", "builds", "building", "buildings", "recruit", "recruits"), BUILD),
    **dict.fromkeys(("move", "moves", "movement", "movements", "orders"), MOVE),
    **dict.fromkeys(("combat", "losses", "battle", "battles"), COMBAT),
    **dict.fromkeys(("magic", "spells"), MAGIC),
}
_FIRST_WORD = re.compile(r"\W*(?:(?:my|the|and|our) )*(?P<word>[^\W\d_]+)", re.IGNORECASE)
_BUILDS = re.compile(r"\W*(?:(?:my|the|and|our) )*[^\W\d_]+[\s:.-]*")


def heading_meant(text: str) -> str:
    """Return the heading that the first word of *text* misspells; "" if it is correct, or another word."""
    found = _FIRST_WORD.match(text)
    word = found["word"].casefold() if found else ""
    if len(word) < FEWEST_LETTERS or word in _HEADINGS:
        return ""
    return _HEADINGS.get(one_slip_from(word, _HEADINGS), "")


def builds_said(context: ReadingContext, text: str) -> tuple[str, ...]:
    """Return the builds of *text* below Build, with its slips corrected; () if it says another order."""
    plain = bare(text)
    if heading_meant(plain) == BUILD:
        plain = _BUILDS.sub("", plain, count=1)
    parsed = [parse_line(context.data, one) for one in nearly_said(context, plain)]
    if any(one is not None and not isinstance(one.order, Build) for one in parsed):
        return ()
    orders = nearly_said(context, f"build {plain}") or nearly_said(context, f"build a {plain}")
    said = [parse_line(context.data, one) for one in orders]
    return orders if all(one is not None and isinstance(one.order, Build) for one in said) else ()
