"""Detect orders with a condition that the game does not have, and refuse them.

Most games have no orders that depend on others ("IF A Mun bounced THEN A Par - Bur"): their readers take such
a line for a remark, or for a slip and suggest orders that nobody meant. The answer names the orders of the
line instead. Conditions that a game has are left alone.
"""

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from adjudicator.core.game import REFUSED, REMARK, TAKEN, Card, ConditionForm, Reading, ReadLine
from pbem.core.sentences import sentence

Read = Callable[[Sequence[str]], Reading]
"""Read lines by the rules of the game, on an empty sheet."""

_IF = r"if|when|unless|in case|provided|wenn|falls|sofern"
LEADING = re.compile(rf"\W*(?:{_IF}|should|default|si)\b.*?(?:\bthen\b|[:,])\s*(?P<orders>.+)", re.IGNORECASE)
BEHIND = re.compile(
    rf"(?P<order>.*?\w)\W+(?:but )?(?:only )?(?:{_IF}|as long as)\b(?P<rest>.*)", re.IGNORECASE
)
_ELSE = "|".join((r"or\s+else", "else", "otherwise", r"if\s+not", r"in\s+which\s+case", "sonst", "sinon"))
OTHERWISE = re.compile(rf"[\s,;.(]*\b(?:{_ELSE})\b[\s,:]*", re.IGNORECASE)
BEGINS = re.compile(rf"\W*(?:{_IF}|si)\b", re.IGNORECASE)
MOST_ORDERS = 4  # of a line that are tried
MOST_WORDS = 8  # of an order behind a condition that nothing separates from it

PHASE_WORDS = {
    "retreat": re.compile(r"\b(?:R|retreats?|disbands?)\b"),
    "adjustment": re.compile(r"\b(?:builds?|removes?|raises?|waives?)\b", re.I),
}


def refuse(reading: Reading, read: Read, card: Card) -> Reading:
    """Return *reading*, with each line that has a condition beside an order refused.

    A game in which every order may have one refuses bad ones itself. In others, lines that are already
    refused get this reason too, so that the suggested orders are those of the line.
    """
    is_of_all = card.conditions is not None and not card.conditions.only
    check = _checked if is_of_all else _checked_or_refused
    return replace(reading, lines=tuple(check(line, read, card) for line in reading.lines))


def _checked_or_refused(line: ReadLine, read: Read, card: Card) -> ReadLine:
    """Refuse a line with a condition; its orders are suggested only if all of them are lawful.

    If only what is to count otherwise is no order, such as "otherwise to Ano", the game's own answer stays.
    """
    if line.verdict != REFUSED:
        return _checked(line, read, card)
    found = _orders_of(line.text) or _behind_a_condition(line.text, read, card.conditions)
    are_taken = [_is_taken(one, read, card.conditions) for one in found]
    if not any(are_taken) or (are_taken[0] and not all(are_taken)):
        return line
    return _refused(line, card, "", found if all(are_taken) else [])


def _checked(line: ReadLine, read: Read, card: Card) -> ReadLine:
    """Refuse a remark that begins with a condition and has an order behind it."""
    found = LEADING.match(line.text) if line.verdict == REMARK else None
    if found is None:
        return line
    orders = [one for one in _orders_of(line.text) if _is_taken(one, read, None)]
    phase = "" if orders else _phase_of(found["orders"], card.phases)
    return _refused(line, card, phase, orders) if orders or phase else line


def _orders_of(text: str) -> list[str]:
    """Return what may be the orders of a line with a condition, those of its other branches too."""
    if found := LEADING.match(text):
        parts = OTHERWISE.split(found["orders"])
    elif found := BEHIND.match(text):
        parts = [found["order"], *OTHERWISE.split(found["rest"])[1:]]
    else:
        parts = []
    return [part for part in (whole.strip(" ,;:.()") for whole in parts[:MOST_ORDERS]) if part]


def _behind_a_condition(text: str, read: Read, form: ConditionForm | None) -> list[str]:
    """Return the orders of "If Greece is free A Bul R Gre else A Bul D": the longest end that is one."""
    if BEGINS.match(text) is None:
        return []
    first, *others = OTHERWISE.split(text)
    words = first.split()[2:][-MOST_WORDS:]
    ends = (" ".join(words[at:]) for at in range(len(words) - 1))
    found = next((one for one in ends if _is_taken(one, read, form)), None)
    return [found, *others[: MOST_ORDERS - 1]] if found else []


def _is_taken(order: str, read: Read, form: ConditionForm | None) -> bool:
    """Return whether it is a lawful order by itself, and not of the kind that may have a condition."""
    lines = read([order]).lines
    may_depend = form is not None and any(_stem(form) in one.reading.casefold() for one in lines)
    return not may_depend and [one.verdict for one in lines] == [TAKEN]


def _stem(form: ConditionForm) -> str:
    """Return the verb of the orders that may have a condition, in the plural."""
    return form.only.strip().removesuffix("s")


def _refused(line: ReadLine, card: Card, phase: str, orders: Sequence[str]) -> ReadLine:
    only = card.conditions.only.strip() if card.conditions else ""
    # A reading holds texts from the game.
    refusal = sentence("conditions", "refused", phase=phase, orders=tuple(orders), only=only)
    reason, remedy = refusal.parts(None)
    return replace(line, verdict=REFUSED, reason=reason, remedy=remedy)


def _phase_of(order: str, phases: Sequence[str]) -> str:
    """Return the later phase that *order* is for, "" if its words do not say."""
    found = (phase for phase, words in PHASE_WORDS.items() if words.search(order) and phase in phases)
    return next(found, "")
