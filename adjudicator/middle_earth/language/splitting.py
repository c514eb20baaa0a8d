"""Split the lines of a message into single orders and parse each of them.

A bad clause spoils no other. What an order means on the board is checked afterwards, in `reading` and in the
modules of each game.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from adjudicator.core.clauses import Clause, Sense, behind_heading, cut, doubted
from adjudicator.core.clauses.doubts import is_choice, orders_beside
from adjudicator.core.language.rewording import who_holds
from adjudicator.core.language.words import clean
from adjudicator.middle_earth.language.grammar import HoldAll, parse_order, uncommented
from adjudicator.middle_earth.language.orders import Hold, Power
from adjudicator.middle_earth.language.parsing import (
    OrderLanguage,
    OrderText,
    ReadItem,
    is_by_proxy,
    parse_line,
    withdrawn,
)
from adjudicator.middle_earth.language.sentences.destroying_there import without_conditions
from adjudicator.middle_earth.language.sentences.rewording import sense, with_retreats, with_units_alone
from adjudicator.middle_earth.language.sentences.second_choices import with_second_choices
from adjudicator.middle_earth.resolve.pieces import is_piece

_HEADING = re.compile(
    r"^([^\W\d_][\w' -]{2,24}?)(?:'s)?(?: orders?)?\s*:(?!-?[()DP](?:\s|$))\s*(.*)$", re.IGNORECASE
)
_DOES = re.compile(  # after a piece that is also the name of a power: "Gandalf: to Bree", his own order
    r"(?:himself )?(?:to|into|goes|moves?|flies|rides?|walks?|travels?|stays?|holds?|remains?|leads?|orders?"
    r"|commands?|supports?|destroys?|neutrali[sz]es|paraly[sz]es|returns?|retreats?|heads?|with|h|s|-+>?)"
    r"(?: |(?<=[hs>-])|$)",
    re.IGNORECASE,
)


def parse_lines(
    lines: Sequence[str],
    language: OrderLanguage,
    headed: str,
    is_lawful: Callable[[str], bool],
    retreating: Sequence[str] = (),
) -> list[ReadItem]:
    """Return an item for each order, and one for each clause that is not an order.

    The *lines* are within the limits of a message. *is_lawful* returns whether an order is accepted in this
    position; *retreating* are the units that must retreat now.
    """
    known = with_units_alone(sense(language, headed), is_lawful)
    known = with_retreats(known, retreating) if retreating else known
    return [
        item
        for clause, under in _split(lines, language, known, retreating)
        for item in _items(clause, under, language)
    ]


def _split(
    lines: Sequence[str], language: OrderLanguage, known: Sense, retreating: Sequence[str]
) -> Iterator[tuple[Clause, Power | None]]:
    """Yield each clause with the power in the heading above it."""
    under: list[Power | None] = []
    bare: list[str] = []
    headings: dict[int, str] = {}  # the text removed from the front of a line, by its number
    power: Power | None = None
    shortened = without_conditions(lines)
    for number, line in enumerate(shortened.lines, 1):
        text, rest = clean(line), line
        heading = _HEADING.match(uncommented(text))
        named = language.power_named(heading[1]) if heading else None
        if heading and named and not (_is_piece(heading[1]) and _DOES.match(heading[2])):
            power = named
            headings[number], rest = behind_heading(text)
        under.append(power)
        bare.append(rest)
    for clause in _cut(bare, known, retreating):
        heading_of = headings.pop(clause.number, "")
        text = shortened.as_written(clause.text)
        whole = replace(clause, text=f"{heading_of}{text}".strip(), is_comment=clause.is_comment)
        is_noted = clause.is_comment or not uncommented(clause.text)
        yield replace(whole, is_comment=is_noted), under[clause.number - 1]


def _is_piece(word: str) -> bool:
    order = parse_order(f"{word} H")
    return isinstance(order, Hold) and is_piece(order.unit.kind)


def _cut(lines: Sequence[str], known: Sense, retreating: Sequence[str]) -> Iterator[Clause]:
    """Yield the clauses of the lines; a retreat and its second choices are one clause."""
    if not (retreating and lines):
        yield from cut(lines, known)
        return
    reflowed = with_second_choices(lines, known, retreating)
    for clause in cut(reflowed.lines, known):
        number = reflowed.numbers[clause.number - 1]
        yield replace(clause, number=number, text=reflowed.written.get(clause.text, clause.text))


def _items(clause: Clause, under: Power | None, language: OrderLanguage) -> Iterator[ReadItem]:
    for text in clause.orders or (uncommented(clause.text),):
        item = OrderText(clause.number, clause.text, under, clause.is_comment, clause.sentence)
        if doubt := doubted(clause):
            is_beside = not (clause.taken_back or clause.other_heading)
            beside = orders_beside(clause) if is_beside else clause.instead
            is_open = is_beside and is_choice(clause)
            rest = clause.rest if is_beside else ()
            yield ReadItem(
                item,
                None,
                refusal=doubt,
                is_doubted=is_beside,
                beside=beside,
                rest=rest,
                is_choice=is_open,
            )
        elif clause.orders and (kind := who_holds(text)) is not None:
            yield ReadItem(item, HoldAll(kind))
        elif clause.orders and (withdraw := withdrawn(text, language)):
            yield ReadItem(item, withdraw)
        else:
            parsed = None if clause.is_comment else parse_line(text, language)
            beside = () if clause.orders else clause.beside
            yield ReadItem(item, parsed, by_proxy=is_by_proxy(text), beside=beside, has_orders=bool(beside))
