"""Read the text in the box while it is written: what each line means, and what each unit would be ordered.

The page asks for it by script. Nothing is stored; the same words stand in the confirmation of a message with
this text.
"""

import json
from collections.abc import Iterator, Sequence

from adjudicator.core.game import MISSING, REFUSED, TAKEN, THIS_MESSAGE, InForce, ReadLine
from pbem.core.sentences import Sentence, sentence
from pbem.tables import order_sheets
from pbem.web.seat_page import choices
from pbem.web.seat_page.visits import Visit, acting_with


def of_text(visit: Visit, text: str) -> str:
    """Return the reading of *text* as JSON.

    *lines* has the text of each line that is an order, its meaning, and whether it is accepted; *units* the
    order of each own entry of the page, "" if the text has none; *later* what each may be ordered in addition
    because of its orders, and *instead* what replaces its list, if anything; *remarks* what is missing or
    contradictory.
    """
    acting = acting_with(visit, text)
    reading = order_sheets.draft(visit.session, acting.at.place, acting.visit.script).reading
    written = [row for row in reading.in_force if row.source == THIS_MESSAGE]
    own = choices.with_later(acting, choices.own_choices(acting, written), reading.orders)
    said = {
        "lines": [
            [line.text.strip(), acting.words(_meaning(line)), line.verdict == TAKEN]
            for line in reading.lines
            if line.is_order
        ],
        "units": [choice.now for choice in own],
        "later": [choice.later for choice in own],
        "instead": [choice.instead for choice in own],
        "remarks": [*reading.warnings, *dict.fromkeys(_missing(reading.in_force))],
    }
    return json.dumps(said, ensure_ascii=False)


def _meaning(line: ReadLine) -> Sentence:
    if line.verdict == REFUSED:
        return sentence("seat_page", "not_accepted", reason=line.reason, remedy=line.remedy)
    return sentence("seat_page", "meaning", reading=line.reading, condition=line.condition)


def _missing(in_force: Sequence[InForce]) -> Iterator[str]:
    """Yield what is owed and has no order, except for units: the list shows which of these have none."""
    return (row.order for row in in_force if row.source == MISSING and not row.unit)
