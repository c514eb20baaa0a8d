"""Say what becomes of the order sheet on file when a message replaces it.

Every line that no longer counts is named. A preference that is in force from an earlier turn still counts if
the new sheet has no other of its kind; 11.7.
"""

from collections import Counter
from collections.abc import Collection, Iterator

from adjudicator.domination.language.in_force import replacing, standing, standing_lines
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import Hold, Move, Order, OrderLine, OrderSheet
from adjudicator.domination.sentences import say
from adjudicator.domination.view.wording import Names, sentence

EVERY_KIND = ""


def what_is_replaced(context: ReadingContext, before: OrderSheet, new: OrderSheet) -> str:
    """Return what to say to the player when the sheet *new* takes the place of the sheet *before*."""
    names = context.ground.titles
    gone = [sentence(line, names) for line in _missing(before, new, names, standing(context, new))]
    if gone:
        lost = " ".join((say("this_order_sheet_replaces_your_whole"), say("gone", orders="; ".join(gone))))
        return f"{lost} {say('to_have_them_again')}" if left_out(context, before, new) else lost
    added = [sentence(line, names) for line in _missing(new, before, names, ())]
    return say("all_lines_still_count", orders="; ".join(added)) if added else say("same_lines_again")


def preferences_replaced(context: ReadingContext, before: OrderSheet, new: OrderSheet) -> tuple[str, ...]:
    """Return what to say of preferences that *new* replaces: of earlier turns, or in *before*; 11.7.

    If neither has a condition, it is plain that the later one counts, and nothing is said.
    """
    names = context.ground.titles
    gone = [line for line in (*standing_lines(context, before), *before) if _is_replaced_in_part(line, new)]
    said = {sentence(line, names) for line in new}
    lost = [words for line in gone if (words := sentence(line, names)) not in said]
    return (say("preferences_are_replaced", orders="; ".join(dict.fromkeys(lost))),) if lost else ()


def _is_replaced_in_part(line: OrderLine, new: OrderSheet) -> bool:
    """Return whether a preference is replaced, and it or what replaces it has a condition."""
    instead = replacing(line, new)
    return any(bool(one.conditions) for one in (line, *instead)) if instead else False


def left_out(context: ReadingContext, before: OrderSheet, new: OrderSheet) -> tuple[str, ...]:
    """Return the lines that no longer count and for whose units *new* has no order."""
    names = context.ground.titles
    ordered = {stack for line in new for stack in _stacks(line.order)}
    gone = _missing(before, new, names, standing(context, new))
    return tuple(dict.fromkeys(sentence(line, names) for line in gone if not _is_met(line.order, ordered)))


def _missing(
    sheet: OrderSheet, other: OrderSheet, names: Names, in_force: Collection[str]
) -> Iterator[OrderLine]:
    """Yield the lines of *sheet* that *other* has not, and that are not among the preferences *in_force*."""
    found = Counter(_key(line, other, names) for line in other)
    for line in sheet:
        key = _key(line, sheet, names)
        found[key] -= 1
        if found[key] < 0 and key[1] not in in_force:
            yield line


def _key(line: OrderLine, sheet: OrderSheet, names: Names) -> tuple[str, str]:
    """Return what identifies a line: its words, and those of the "if" that its "otherwise" answers."""
    answered = next((one for one in sheet if line.otherwise and one.number == line.otherwise), None)
    return sentence(answered, names) if answered else "", sentence(line, names)


def _is_met(order: Order, ordered: Collection[tuple[str, str]]) -> bool:
    """Return whether units that *order* names are among the stacks that are *ordered*."""
    return any(_is_one(stack, other) for stack in _stacks(order) for other in ordered)


def _is_one(stack: tuple[str, str], other: tuple[str, str]) -> bool:
    return stack[0] == other[0] and (stack[1] == other[1] or EVERY_KIND in (stack[1], other[1]))


def _stacks(order: Order) -> frozenset[tuple[str, str]]:
    """Return the spaces and kinds of the units that *order* moves or holds; none if it does neither."""
    match order:
        case Move(units=units, origin=space, carrying=carried):
            return frozenset((space, part.kind) for part in (*units, *(carried or ())))
        case Hold(units=units, place=space):
            return frozenset((space, part.kind) for part in units)
        case _:
            return frozenset()
