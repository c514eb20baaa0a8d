"""A sentence for every kind of news; `sight` has decided who gets it."""

from collections.abc import Sequence

from adjudicator.core.language.words import listed
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.sentences import group
from adjudicator.middle_earth.resolve.pieces import NAMES, PLURALS
from adjudicator.middle_earth.resolve.record import News
from adjudicator.middle_earth.view import news
from adjudicator.middle_earth.view.news import Tiding
from adjudicator.middle_earth.view.wording import mine

MANY = {NAMES[kind]: many for kind, many in PLURALS.items()}

TOLD = group("news")  # by key; blanks are filled from `News.words`, places in full
VEILED = group("veiled_news")
WHY_CHANGED = group("why_alignment")


def tidings(some: Sequence[News]) -> list[Tiding]:
    return news.tidings(some, in_words, ground.SPEECH)


def in_words(one: News) -> str:
    filled = news.words(one, ground.SPEECH)
    if "number" in filled and "unit" in filled:
        filled["unit"] = _many(filled["unit"], int(filled["number"]))
    elif "unit" in filled:
        own, units = news.is_own_ring(one), filled["unit"].split(", ")
        filled["unit"] = listed((mine(unit, ground.SPEECH) if own else _unit(unit) for unit in units), "and")
    if one.key == "alignment":
        filled["why"] = WHY_CHANGED.get(one.words.get("why", ""), "")
    return ground.SPEECH.sentence({**TOLD, **VEILED}[one.key], **filled)


def _unit(text: str) -> str:
    """Return "2 Armies" for "2A", "a Cavalry" for "C"; other texts are unchanged."""
    kind = text.lstrip("0123456789")
    number = text.removesuffix(kind)
    return f"{number} {PLURALS[kind]}" if number else news.unit(text)


def _many(unit: str, number: int) -> str:
    return news.unit(unit) if number == 1 else f"{number} {MANY[unit]}"
