"""One turn as it happened, to check what headlines and reports say about it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


class Ordered(NamedTuple):
    """An order that is public after the turn, and its outcome."""

    power: str
    kind: str  # the name of the order's type
    start: str
    way: tuple[str, ...]  # the places it moves to
    word: str
    by: str  # the power of the other party


class Happened(NamedTuple):
    """One turn: the position before and after in the notation of rule cases, and the orders."""

    before: Mapping[str, Any]
    after: Mapping[str, Any]
    orders: Sequence[Ordered]
    winners: Sequence[str]
    names: Mapping[str, str]  # the short name of each place, by its names
    powers: Mapping[str, str]  # the same of powers: "the Elves" → "Elves"
    homes: Mapping[str, Sequence[str]]  # of each power: centres, or cities, that it had at the start

    def place(self, name: str) -> str:
        plain = re.sub(r"^the ", "", name.strip(), flags=re.I).partition(" (")[0]
        return self.names.get(plain.lower(), plain)

    def power(self, name: str) -> str:
        plain = re.sub(r"^the ", "", name.strip().removesuffix("'s side"), flags=re.I)
        return self.powers.get(plain.lower(), plain)


def number(word: str) -> int:
    return NUMBERS.index(word.lower()) if word.lower() in NUMBERS else int(word)


def stands(units: Sequence[str], place: str) -> bool:
    """Return whether one of *units* is an ordinary unit, not a piece, and stands at *place*."""
    return any(re.fullmatch(rf"(?:A/F|\d*[ACFPE]) {place}(/\w+)?(?: \[.+\])?", one) for one in units)


def owner(facts: Mapping[str, Any], place: str) -> str:
    return next((power for power, there in facts["centres"].items() if place in there), "")


def holder(facts: Mapping[str, Any], place: str) -> str:
    """Return the power that controls a place (Empires) or owns it (Domination, centres); "" if none does."""
    control: Mapping[str, Any] = facts["state"].get("owner") or facts["state"].get("control", {})
    return str(control.get(place, "")) if control else owner(facts, place)
