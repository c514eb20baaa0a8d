"""Find what corrects or takes back an order: "no, wait, rather to Fangorn", "scrap the second one"."""

import re
from functools import cache
from typing import NamedTuple

from adjudicator.core.language.necessary import Guarded, Likely, numbers
from adjudicator.core.language.short_texts import remembered
from adjudicator.core.languages.phrases import goals, languages, without_trail, words_for

SIGNS = "^&@~"  # before a retraction: see `english.toml`
LONGEST_CORRECTED = 200  # characters of an order with words of correction before it
LONGEST_CORRECTION = 80  # characters of "no, wait, rather to Fangorn"
_NUMBER = r"\d{1,2}(?![\w']|\.\d)"
_NUMBERS = rf"{_NUMBER}(?:(?:\s*(?:[,&+/-]|\b(?:and|und|et|to|bis|or)\b)){{1,2}}\s*#?{_NUMBER}){{0,9}}"


def _of_correction() -> str:
    return words_for(lambda one: (*one.corrections, *one.making))


@cache
def _correcting() -> re.Pattern[str]:
    words = words_for(lambda one: one.corrections)
    making = words_for(lambda one: one.making)
    return re.compile(
        rf"(?:(?:(?P<made>{making})|{words})(?!\w)[\s,.!:-]*)+(?:(?P<goal>{goals()})\s+)?(?:the\s+)?(?P<place>[^\W\d_][^,;:!?]{{1,40}}?)"
        rf"(?:,? (?:{words}))*[.!]*",
        re.IGNORECASE,
    )


def _untrailed(text: str) -> str:
    """Return *text* without words that mean nothing after an order, in any language: "please"."""
    for language in languages():
        text = without_trail(language.trail, text)
    return text


class CorrectedGoal(NamedTuple):
    """The place that a correction names; "" if it says more, or something else."""

    place: str
    is_goal: bool  # a word for going comes before it: "no, wait, rather to Fangorn"
    is_made: bool  # or only what makes the order another: "make that Fangorn"


def corrected_goal(text: str) -> CorrectedGoal:
    """Return the place in "no, wait, rather to Fangorn", and what comes before it."""
    found = _correcting().fullmatch(_untrailed(text)) if len(text) <= LONGEST_CORRECTION else None
    if found is None:
        return CorrectedGoal("", is_goal=False, is_made=False)
    return CorrectedGoal(found["place"], found["goal"] is not None, found["made"] is not None)


_NOT_GOING_ON = r"(?!then\b)"  # "to H8 and whatnot, then E14" names a second step, no other goal


@cache
def _putting_right() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<to>(?:(?<=[\w\s])[-=]+>?|\b(?:{goals()}))\s+(?:the\s+)?)(?P<slip>[^\W\d_][^,;:!?>-]{{1,25}}?)[\s,.]+"
        rf"{_NOT_GOING_ON}(?:(?:{_of_correction()})(?!\w)[\s,.!:-]*)+(?:(?:{goals()})\s+)?(?:the\s+)?"
        rf"(?P<place>[^\W\d_][^,;:!?]{{1,40}})",
        re.IGNORECASE,
    )


def put_right(text: str) -> tuple[str, str]:
    """Return *text* without a slip that is put right at once, and the slip: "to s garoth i mean Esgaroth"."""
    found = _putting_right().search(text) if len(text) <= LONGEST_CORRECTION else None
    if found is None or found.end() < len(text):
        return text, ""
    return f"{text[: found.start()]}{found['to']}{found['place']}", found["slip"]


@cache
def _correcting_order() -> re.Pattern[str]:
    return re.compile(rf"(?:(?:{_of_correction()})(?!\w)[ ,.:;!-]+)+(?P<order>.+)", re.IGNORECASE)


def corrected_order(text: str) -> str:
    """Return what follows the words of a correction: "no, better: C Lam - Dor"; "" without them."""
    found = _correcting_order().fullmatch(text) if len(text) <= LONGEST_CORRECTED else None
    return found["order"] if found else ""


def without_other(text: str) -> tuple[str, str]:
    """Split off what an order explicitly excludes: "instead of Bur", "not Bur"."""
    for at in numbers(_other_goals().those(text)):
        if found := languages()[at].other_goal.search(text):
            return text[: found.start()], found[1]
    return text, ""


def without_denied(text: str) -> tuple[str, str]:
    """Return *text* without "not Bur" at its end, and the place that it names; "" if none."""
    found = next(filter(None, (one.denied_goal.search(text) for one in languages())), None)
    return (text[: found.start()], found[1]) if found else (text, "")


@cache
def _other_goals() -> Likely:
    return Likely([language.other_goal.pattern for language in languages()])


@cache
def _forgetting() -> Guarded:
    return Guarded(rf"\W*(?:{words_for(lambda one: one.forgetting)})")


@remembered
def forgets(text: str) -> bool:
    """Return whether *text* takes back what it names first: "Forget Moscow, make it an army in Rome"."""
    return _forgetting().match(text) is not None


class Retracting(NamedTuple):
    """Patterns of sentences that take back the orders above."""

    anywhere: Guarded
    at_start: Guarded
    behind: Guarded  # only right after an order on its line
    condition: Guarded  # begins a condition of the order above
    naming: Guarded  # takes back only what it names
    switching: Guarded  # takes back the order of a unit by giving it another
    numbered: Guarded  # takes back orders by their numbers, anywhere


@cache
def retracting() -> Retracting:
    every = [one for language in languages() for one in language.retractions]
    written = [_with_numbers(one) for one in every]
    numbered = "|".join(_with_numbers(one) for one in every if one[0] not in SIGNS and "<orders>" in one)
    anywhere = "|".join(one for one in every if one[0] not in SIGNS and "<orders>" not in one)
    at_start, behind, naming, switching = (
        "|".join(one[1:] for one in written if one[0] == sign) for sign in SIGNS
    )
    condition = "|".join(one for language in languages() for one in language.conditions_behind)
    return Retracting(
        Guarded(rf"(?<!\w)(?:{anywhere})(?!\w)"),
        Guarded(rf"\W*(?:p\.? ?s\.?\W+)?(?:{at_start})(?!\w)"),
        Guarded(rf"\W*(?:{behind})(?!\w)"),
        Guarded(rf"\W*(?:{condition})(?!\w)"),
        Guarded(rf"(?<!\w)(?:{naming})"),
        Guarded(rf"(?<!\w)(?:{switching})"),
        Guarded(rf"(?<!\w)(?:{numbered})(?!\w)"),
    )


def _with_numbers(pattern: str) -> str:
    """Return the pattern with those of the numbers of orders, alone or with "line" before them."""
    return pattern.replace("<orders>", numbered_orders()).replace("<numbers>", _NUMBERS)


@cache
def numbered_orders() -> str:
    """Return the pattern of orders that are named by their numbers: "lines 2 and 3"."""
    labels = "|".join(language.number_label for language in languages())
    return rf"(?:(?:(?:{labels})\b[ .]*){{1,3}}#?|#){_NUMBERS}"


def ranks_in(text: str) -> list[int]:
    """Return the ranks of the orders that *text* names by them, from 1: "the second one"."""
    found = (
        language.ranks.get(one["rank"].casefold())
        for language in languages()
        for one in language.ordinal.finditer(text)
    )
    return [rank for rank in found if rank]
