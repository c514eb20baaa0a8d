"""How is an order told in words, with the names of this board?"""

from adjudicator.hardbop.ground import NAMES
from adjudicator.middle_earth import wording
from adjudicator.middle_earth.actions import Order, Place, Unit
from adjudicator.middle_earth.wording import short, short_unit

__all__ = ["place_name", "sentence", "short", "short_unit", "unit_name"]


def sentence(order: Order) -> str:
    return wording.sentence(order, NAMES)


def unit_name(unit: Unit) -> str:
    return wording.unit_name(unit, NAMES)


def place_name(place: Place) -> str:
    return wording.place_name(place, NAMES)
