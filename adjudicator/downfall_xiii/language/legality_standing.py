"""Resolve the names in a standing order. Any order may be a standing order (N.1)."""

from adjudicator.core.language.words import NotAllowed
from adjudicator.downfall_xiii.language.knowledge import FLEETS, POWERS, place_meant
from adjudicator.downfall_xiii.language.legality_at_end import NEVER_DESTROY, target_meant
from adjudicator.downfall_xiii.sentences import say
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Standable, Unit
from adjudicator.middle_earth.language.standing_names import StandingNames


def _check_destroyer(unit: Unit) -> None:
    if unit.kind in NEVER_DESTROY:
        raise NotAllowed(NEVER_DESTROY[unit.kind], say("only_armies_cavalry_and_fleets_destroy"))


def _check_kind(unit: Unit) -> None:
    if unit.kind in ("P", "E"):
        raise NotAllowed(say("xiii_has_no_such_units"), say("its_units_are_c_and_f"))


NAMES = StandingNames(POWERS, place_meant, target_meant, _check_destroyer, _check_kind, FLEETS)


def named(order: Standable) -> Standable:
    """Return *order* with ids for all words. Raises `Unreadable` or `NotAllowed`."""
    if isinstance(order, act.Destroy) and order.unit.kind == "Gandalf" and order.target.kind == "Balrog":
        return act.DestroyBalrog(NAMES.unit(order.unit))
    return NAMES.resolved(order)
