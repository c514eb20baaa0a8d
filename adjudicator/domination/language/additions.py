"""Add the orders of a message to the sheet on file, if its writer says so: "also Knight A5 - A10".

Any other later sheet replaces the whole earlier one. So does one that says "also" of units that have an order
already: nobody knows which of the two is meant to go.
"""

import re
from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from adjudicator.core.game import TAKEN, ReadLine
from adjudicator.core.languages import is_greeting
from adjudicator.domination.language.in_force import kept_beside, ordered_in
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import MOVE, OrderLine, OrderSheet
from adjudicator.domination.language.sentences.lexicon import word_tables
from adjudicator.domination.position import PHASES

MOST_BEFORE = 4  # lines before the first order
LONGEST_ANNOUNCED = 40  # characters of one that says so: "I forgot one thing:"


def says_it_adds(lines: Sequence[str], answers: Sequence[ReadLine]) -> bool:
    """Return whether the first order of a message, or all that comes before it, begins with such a word."""
    said = [one for one in answers if one.text and not is_greeting(one.text)]
    first = next((at for at, one in enumerate(said) if one.verdict == TAKEN), MOST_BEFORE)
    if first == MOST_BEFORE or first >= len(said):
        return False
    above = [
        one.text for one in said[:first] if len(one.text) <= LONGEST_ANNOUNCED and not one.text.endswith("?")
    ]
    return any(_begins().match(text) is not None for text in (*above, lines[said[first].number - 1]))


@cache
def _begins() -> re.Pattern[str]:
    tables = word_tables()["additions"]
    words, courtesies = (_any_of(tables[one]) for one in ("words", "courtesies"))
    return re.compile(rf"\W*(?:(?:{courtesies})(?!\w)[\s,.!:]*)*(?:{words})\b", re.IGNORECASE)


def _any_of(words: Sequence[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def together(context: ReadingContext, before: OrderSheet, new: OrderSheet) -> tuple[OrderLine, ...]:
    """Return the sheet *before* with the lines of *new* below it; () if units would have two orders."""
    if MOVE not in PHASES[context.position.phase].headings:
        return ()  # the builds of a phase are paid from one income
    if any(
        ordered_in(before, row) and ordered_in(new, row) and ordered_in((*before, *new), row) > row.count
        for row in context.position.units
        if row.player == context.player
    ):
        return ()
    first = max(line.number for line in before)
    return (*kept_beside(before, new), *(_renumbered(line, first) for line in new))


def _renumbered(line: OrderLine, first: int) -> OrderLine:
    otherwise = line.otherwise + first if line.otherwise else 0
    return replace(line, number=line.number + first, otherwise=otherwise)
