"""Which lines of a letter are orders, and what do they say?  Text → `plan.Said`."""

import re
from collections.abc import Sequence
from functools import lru_cache

from adjudicator.core.words import NotAllowed, Unreadable, clean, nearest_form
from adjudicator.empires.ground import power_called
from adjudicator.empires.language.grammar import FORMS, has_arrow, is_like_an_order, misspelt, plain, spoken
from adjudicator.empires.language.plan import ParsedLine

# What players of other games write, why it is none here, and what would do.
HABITS = (
    (r"\b(holds?|stays?|stands)\b", "An army that stays needs no order.", "Leave this line out."),
    (r"\bsupports?\b", "Supporters are named with the attack.", f"Nearest form: {FORMS['attack']}"),
)
_STANDING = re.compile(r"standing(?: orders?)?:\s*(?=\S)", re.IGNORECASE)


def said(lines: Sequence[str], power: str = "") -> list[ParsedLine]:
    """Each line that holds anything; *order* is None for a remark and a Refusal for what is not understood.

    Lines under the heading of another Power than *power* are refused.
    """
    found, stranger = [], ""
    for number, line in enumerate(lines, 1):
        text = clean(line)
        named, bare = _headed(_STANDING.sub("", plain(text)))
        if named:
            stranger = named if power and named != power else ""
        order = _meaning(bare) if bare else None
        if order is not None and stranger:
            words = f"This stands under {stranger}; this sheet is {power}'s."
            order = NotAllowed(words, "Send the orders of each Power as its own.")
        found.append(ParsedLine(number, text, order))
    return found


def _headed(text: str) -> tuple[str, str]:
    """The Power before the colon of "Germany: MISSIONS", if one stands there, and what is left."""
    head, colon, rest = text.partition(":")
    named = power_called(head) if colon else None
    return (named, rest.strip()) if named else ("", text)


@lru_cache(maxsize=2048)  # a sheet that is taken is read twice: from the letter, and as it is kept
def _meaning(text: str) -> object:
    """An order, a Refusal, or None for a remark."""
    try:
        order = spoken(text)
    except Unreadable as fault:
        return (_misspelt(text) or _habit(text) or fault) if is_like_an_order(text) else None
    if order is not None:
        return order
    return (_misspelt(text) or _habit(text) or _strange(text)) if is_like_an_order(text) else None


def _misspelt(text: str) -> Unreadable | None:
    said, meant = _first_word(text), misspelt(text)
    remedy = f"Did you mean {meant.upper()}? Nearest form: {FORMS.get(meant)}"
    return Unreadable(f'No order begins with "{said}".', remedy) if meant else None


def _habit(text: str) -> Unreadable | None:
    folded = text.casefold()
    fits = (Unreadable(why, remedy) for words, why, remedy in HABITS if re.search(words, folded))
    return next(fits, None)


def _strange(text: str) -> Unreadable:
    form = FORMS.get(_first_word(text).casefold()) or _army_form(text)
    return Unreadable(
        "This is not understood.", f"Nearest form: {form or nearest_form(text, tuple(FORMS.values()))}"
    )


def _army_form(text: str) -> str:
    """The order to an army that *text* was meant to be, by an attack or an arrow in it."""
    words = text.casefold().split()
    if "attack" in words or "attacks" in words:
        return FORMS["attack"]
    return FORMS["army"] if has_arrow(text) else ""


def _first_word(text: str) -> str:
    return text.split(maxsplit=1)[0].strip(",:.!")
