"""On what may an order to destroy depend?  On an order of another unit to move or to support."""

from collections.abc import Callable
from typing import Any

from adjudicator.core.words import NotAllowed
from adjudicator.middle_earth.language.knowledge import Knowledge
from adjudicator.middle_earth.language.orders import Condition, Place, Unit
from adjudicator.middle_earth.resolve.pieces import is_piece

Path = tuple[Place, ...]


def check(said: Condition) -> None:
    if not said.path:
        reason = "Destroying cannot depend on a retreat."
        raise NotAllowed(reason, "Write: if A Pel - Los succeeds (or fails).")


def meant(
    said: Condition, known: Knowledge[Any], place: Callable[[str], Place], path: Callable[[Unit, Path], Path]
) -> Condition:
    """With ids for its words; a piece may be anywhere."""
    check(said)
    if is_piece(said.unit.kind):
        unit = Unit(said.unit.kind, place(said.unit.place) if said.unit.place else "")
    else:
        unit = known.any_unit(said.unit)
    return Condition(unit, path(unit, said.path), said.succeeds)
