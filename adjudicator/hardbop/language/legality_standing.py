"""Resolve the names in a standing order. Any order may be a standing one."""

from functools import partial

from adjudicator.core.language.words import NotAllowed
from adjudicator.hardbop.language.knowledge import POWERS, Known, place_meant
from adjudicator.hardbop.language.legality_at_end import target_meant
from adjudicator.hardbop.sentences import say
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Standable, Unit
from adjudicator.middle_earth.language.standing_names import StandingNames
from adjudicator.middle_earth.resolve.pieces import is_piece


def _check_destroyer(unit: Unit) -> None:
    if is_piece(unit.kind):
        raise NotAllowed(say("personality_units_do_not_destroy"), say("military_units_do"))


def _any_kind(_: Unit) -> None:
    """Accept every kind: Hardbop has all that the grammar knows."""


def _place(words: str, _water: bool) -> Place:
    return place_meant(words)


def named(order: Standable, known: Known) -> Standable:
    """Return *order* with ids for all words. Raises `Unreadable` or `NotAllowed`."""
    target = partial(target_meant, known=known)
    names = StandingNames(POWERS, _place, target, _check_destroyer, _any_kind)
    if isinstance(order, act.Accompany):
        order = act.Lead(order.unit, order.companion, order.path)
    return names.resolved(order)
