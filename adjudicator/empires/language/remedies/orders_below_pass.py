"""PASS above other orders of the same message: it ends the sheet, so they are refused (S.12).

Somebody who writes orders below it hardly means that. A sentence such as "I pass this turn" is then refused
in their place, and the word PASS is asked about: the answer offers the sheet without it.
"""

from collections.abc import Sequence

from adjudicator.core.language.words import NotAllowed
from adjudicator.empires.language.entries import Entry, lines_of
from adjudicator.empires.language.orders import Pass, SheetOrder
from adjudicator.empires.language.plan import Plan, Refused, SheetLine, planned
from adjudicator.empires.language.splitting import Said
from adjudicator.empires.position import Position
from adjudicator.empires.sentences import say

THE_WORD = "PASS"


def without_passes_in_words(said: Sequence[Said]) -> list[Said]:
    """Return *said*; a sentence that means PASS is refused if there are orders of the sheet below it."""
    last = max((at for at, one in enumerate(said) if _is_work(one)), default=0)
    fault = NotAllowed(say("orders_below_sentence_of_pass"), say("write_pass_below_them"))
    return [
        one._replace(order=fault) if at < last and one.order == Pass() and not _is_the_word(one) else one
        for at, one in enumerate(said)
    ]


def _is_work(one: Said) -> bool:
    return isinstance(one.order, SheetOrder) and one.order != Pass()


def _is_the_word(one: Said) -> bool:
    return one.text.strip(" .!:*").upper() == THE_WORD


def without_pass(position: Position, entries: Sequence[Entry], plan: Plan) -> tuple[str, ...]:
    """Return the lines of a sheet without its PASS; () unless all are legal, and refused beside it."""
    refused = [one.number for one in plan.verdicts if isinstance(one, Refused)]
    place = next((at for at, entry in enumerate(entries) if entry.order == Pass()), None)
    if place is None or not any(number > place for number in refused):
        return ()
    others = [entry for entry in entries if entry.order != Pass()]
    again = planned(position, [SheetLine(at, one.text, one.order) for at, one in enumerate(others)])
    if any(isinstance(one, Refused) for one in again.verdicts):
        return ()
    return tuple(line.strip() for line in lines_of(others))
