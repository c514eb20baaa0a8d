"""Notes on orders whose number of units may be another: "militia" or "knights" where several stand."""

import re

from adjudicator.core.clauses import Clause
from adjudicator.core.language.words import NotAllowed
from adjudicator.domination.language.grammar import ParsedLine, bare
from adjudicator.domination.language.legality import ReadingContext, stack_size
from adjudicator.domination.language.orders import Build, Move
from adjudicator.domination.language.vocabulary import many
from adjudicator.domination.sentences import say

_ONE = re.compile(r"\b(?:1|a|one|single|eine?|une?)\b|(?<!\d)1(?=[a-z])", re.IGNORECASE)
_CONDITION = re.compile(r"^(?:if [^:]*|else):? ", re.IGNORECASE)


def note_on_number(context: ReadingContext, clause: Clause, words: str, parsed: ParsedLine | None) -> str:
    """Return a note if an order is read as one unit though more may be meant; "" otherwise."""
    if parsed is None or not isinstance(order := parsed.order, Move):
        return ""
    return _about_plural(context, words, order) or _about_militia(context, clause, words, order)


def check_number_of_builds(clause: Clause, parsed: ParsedLine) -> None:
    """Raise a refusal for "the Griffins at B6" as a build: it does not say how many."""
    if not isinstance(order := parsed.order, Build) or order.rest or _ONE.search(clause.text):
        return
    for part in order.units:
        plural = many(part.kind)
        if part.count == 1 and part.kind != plural and plural.casefold() in clause.text.casefold():
            remedy = say("write_number_of_builds", kind=part.kind, place=order.places[0])
            raise NotAllowed(say("number_of_builds_is_missing", kind=plural), remedy)


def _about_plural(context: ReadingContext, words: str, order: Move) -> str:
    """Return a note if a plural without a number is read as one unit but several are there."""
    said = _CONDITION.sub("", words.casefold())
    for part in order.units:
        plural = many(part.kind)
        if part.count == 1 and part.kind != plural and said.startswith(f"{plural.casefold()} "):
            return _if_more_are_there(context, part.kind, order.origin)
    return ""


def _about_militia(context: ReadingContext, clause: Clause, words: str, order: Move) -> str:
    """Return a note if "militia" in a sentence is read as one unit but several are there."""
    is_one = [(part.kind, part.count) for part in order.units] == [("Militia", 1)]
    if not is_one or bare(clause.text) == words or _ONE.search(clause.text):
        return ""
    return _if_more_are_there(context, "Militia", order.origin)


def _if_more_are_there(context: ReadingContext, kind: str, space: str) -> str:
    here = stack_size(context, kind, space)
    return say("plural_is_one", here=here, kind=kind, space=space) if here > 1 else ""
