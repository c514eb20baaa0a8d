"""Parse the lines of a message: an order, a refusal of an order, or a remark."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from adjudicator.core.language.words import NotAllowed, Refusal, Unreadable, clean, nearest_form
from adjudicator.empires.ground import power_called
from adjudicator.empires.language import branches
from adjudicator.empires.language.grammar import (
    FORMS,
    asks,
    has_arrow,
    is_like_an_order,
    is_question,
    misspelt,
    parse_line,
    plain,
)
from adjudicator.empires.language.orders import Order
from adjudicator.empires.sentences import say

# What players of other games write, why it is not an order here, and what to write.
HABITS = (
    (r"\b(holds?|stays?|stands)\b", say("army_that_stays_needs_no_order"), say("leave_this_line_out")),
    (r"\bsupports?\b", say("supporters_are_named_with_attack"), say("nearest_form", form=FORMS["attack"])),
)
_ATTACKS = re.compile(
    r"\b(?:attack|goes? to|moves? to|march)|->"
)  # "everything that stands there attacks Metz"
_STANDING = re.compile(r"standing(?: orders?)?:\s*(?=\S)", re.IGNORECASE)


class ParsedLine(NamedTuple):
    """*order* is a Refusal if the line is not understood, None for a remark or an empty line."""

    number: int
    text: str
    order: Order | Refusal | None


def said(lines: Sequence[str], power: str = "") -> list[ParsedLine]:
    """Parse each line; lines under the heading of another Power than *power* are refused."""
    found, other_power = [], ""
    for number, line in enumerate(lines, 1):
        text = clean(line)
        named, bare = _headed(without_standing(plain(text)))
        if named:
            other_power = named if power and named != power else ""
        order = meaning(bare) if bare else None
        if order is not None and other_power:
            reason = say("this_stands_under_this_sheet", other_power=other_power, power=power)
            order = NotAllowed(reason, say("send_orders_of_each_power"))
        found.append(ParsedLine(number, text, order))
    return found


def _headed(text: str) -> tuple[str, str]:
    """Split "Germany: MISSIONS" into the Power, "" if none is named, and the rest."""
    head, colon, rest = text.partition(":")
    named = power_called(head) if colon else None
    return (named, rest.strip()) if named else ("", text)


@lru_cache(maxsize=2048)  # a sheet is parsed twice: from the message, and as it is stored
def meaning(text: str) -> Order | Refusal | None:
    if branches.begins(text) and (branch := branches.in_notation(text)):
        return branch
    try:
        order = parse_line(text)
    except Unreadable as fault:
        return (_misspelt(text) or _habit(text) or fault) if is_like_an_order(text) else None
    if order is not None:
        return order
    if asks(text) or not is_like_an_order(text):
        return None
    return _asked(text) or _misspelt(text) or _habit(text) or _strange(text)


def _asked(text: str) -> Unreadable | None:
    return (
        Unreadable(say("question_is_no_order"), say("leave_question_mark_out")) if is_question(text) else None
    )


def _misspelt(text: str) -> Unreadable | None:
    meant = misspelt(text)
    remedy = say("did_you_mean_command", meant=meant.upper(), form=FORMS.get(meant))
    return Unreadable(say("no_order_begins", word=_first_word(text)), remedy) if meant else None


def _habit(text: str) -> Unreadable | None:
    folded = text.casefold()
    habits = HABITS[1:] if _ATTACKS.search(folded) else HABITS
    fits = (Unreadable(why, remedy) for words, why, remedy in habits if re.search(words, folded))
    return next(fits, None)


def _strange(text: str) -> Unreadable:
    form = FORMS.get(_first_word(text).casefold()) or _army_form(text)
    form = form or nearest_form(text, tuple(FORMS.values()))
    return Unreadable(say("this_is_not_understood"), say("nearest_form", form=form))


def _army_form(text: str) -> str:
    """Return an example of an attack or a move if *text* contains an attack or an arrow, else ""."""
    words = text.casefold().split()
    if "attack" in words or "attacks" in words:
        return FORMS["attack"]
    return FORMS["army"] if has_arrow(text) else ""


def _first_word(text: str) -> str:
    return text.split(maxsplit=1)[0].strip(",:.!")


def without_standing(text: str) -> str:
    """Return *text* without "Standing orders:" in front of an order."""
    return _STANDING.sub("", text)
