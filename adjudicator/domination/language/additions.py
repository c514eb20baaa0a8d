"""Add the orders of a message to the sheet on file, if its writer says so: "also Knight A5 - A10".

Any other later sheet replaces the whole earlier one. If a message says "also" of units that have an order
already, nobody knows whether that order or the whole sheet is meant to go: its lines are refused, and the
sheet stays.
"""

import re
from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from adjudicator.core.game import REFUSED, TAKEN, ReadLine
from adjudicator.core.languages import is_greeting
from adjudicator.domination.language.in_force import kept_beside, ordered_in
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import EVERY, MOVE, Hold, OrderLine, OrderSheet, UnitCount
from adjudicator.domination.language.sentences.lexicon import word_tables
from adjudicator.domination.language.sentences.who_holds import Held
from adjudicator.domination.position import PHASES
from adjudicator.domination.sentences import say
from adjudicator.domination.view.wording import stack

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


def together(before: OrderSheet, new: OrderSheet) -> tuple[OrderLine, ...]:
    """Return the sheet *before* with the lines of *new* below it."""
    first = max(line.number for line in before)
    return (*kept_beside(before, new), *(_renumbered(line, first) for line in new))


def why_not_added(context: ReadingContext, before: OrderSheet, new: OrderSheet) -> tuple[str, str]:
    """Return why *new* cannot be added to the sheet *before*, and what to do; ("", "") if it can."""
    if MOVE not in PHASES[context.position.phase].headings:  # the builds of a phase are paid from one income
        return say("nothing_is_added_in_the_set_up"), say("send_all_of_the_set_up")
    for row in context.position.units:
        ordered = ordered_in((*before, *new), row)
        is_clear = not (ordered_in(before, row) and ordered_in(new, row)) or ordered <= row.count
        if row.player == context.player and not is_clear:
            name = f"{stack(row.kind, row.count)} {row.space}"
            return say("ordered_on_file_already", unit=name), say("also_is_for_others")
    return "", ""


def holds(
    context: ReadingContext, held: Sequence[Held], answers: Sequence[ReadLine]
) -> tuple[OrderLine, ...]:
    """Return the sheet of a message that only says that units hold: "everything stays".

    It is empty if these are the units without an order, or if another line of the message was refused.
    """
    is_in_doubt = any(one.of_others for one in held) or any(line.verdict == REFUSED for line in answers)
    if is_in_doubt or MOVE not in PHASES[context.position.phase].headings:
        return ()
    kinds = {one.kind for one in held}
    stacks = [
        row
        for row in context.position.units
        if row.player == context.player and (row.kind in kinds or "" in kinds)
    ]
    return tuple(
        OrderLine(number, MOVE, Hold((UnitCount(EVERY, row.kind),), row.space))
        for number, row in enumerate(stacks, 1)
    )


def refused(answers: Sequence[ReadLine], reason: str, remedy: str) -> list[ReadLine]:
    """Return the answers to the lines of a message none of which is added; headings are not orders."""
    return [
        ReadLine(one.number, one.text, REFUSED, reason=reason, remedy=remedy)
        if one.verdict == TAKEN and not one.reading.endswith(":")
        else one
        for one in answers
    ]


def _renumbered(line: OrderLine, first: int) -> OrderLine:
    otherwise = line.otherwise + first if line.otherwise else 0
    return replace(line, number=line.number + first, otherwise=otherwise)
