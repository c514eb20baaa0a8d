"""Check the conditions of an order to destroy: they depend on a move or support of another unit."""

from collections.abc import Callable

from adjudicator.core.game import ConditionForm
from adjudicator.core.language.words import NotAllowed
from adjudicator.middle_earth.language.knowledge import AnyKnowledge
from adjudicator.middle_earth.language.orders import Condition, Place, Unit
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.sentences import say

Path = tuple[Place, ...]
FORM = ConditionForm(("{} succeeds", "{} fails"), behind=" if {}", only=" destroys ", subject="moves")


def check(condition: Condition) -> None:
    if not condition.path:
        reason = say("destroying_cannot_depend_on_retreat")
        raise NotAllowed(reason, say("write_if_pel_los_succeeds"))


def meant(
    condition: Condition,
    known: AnyKnowledge,
    place: Callable[[str], Place],
    path: Callable[[Unit, Path], Path],
) -> Condition:
    """Return *condition* with ids for its words; a piece may be anywhere."""
    check(condition)
    unit = condition.unit
    if is_piece(unit.kind):
        unit = Unit(unit.kind, place(unit.place) if unit.place else "")
    else:
        unit = known.any_unit(unit)
    return Condition(unit, path(unit, condition.path), condition.succeeds)
