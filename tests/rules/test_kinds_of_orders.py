"""No kind of order has subclasses: readers compare `type(order)`, which is much faster than `isinstance`."""

from typing import get_args

import pytest

from adjudicator.middle_earth.language import grammar, merging
from adjudicator.middle_earth.language import orders as middle_earth
from adjudicator.standard.language import orders as standard

KINDS = (*get_args(grammar.ParsedOrder), *get_args(standard.Order))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_kind_has_no_subclasses(kind: type) -> None:
    assert not kind.__subclasses__()


def test_each_kind_belongs_to_one_union() -> None:
    unions = (
        middle_earth.StackOrder,
        middle_earth.JointOrder,
        middle_earth.PieceOrder,
        middle_earth.EndOfMoveOrder,
        middle_earth.LaterOrder,
        middle_earth.ExtraOrder,
    )
    kinds = [kind for union in unions for kind in get_args(union)]
    assert len(set(kinds)) == len(kinds)
    assert set(kinds) == set(get_args(middle_earth.Standable))


def test_plain_orders_name_one_unit() -> None:
    unit = middle_earth.Unit("A", "Pel")
    plain = (middle_earth.Hold(unit), middle_earth.Move(unit, ("Los",)))
    assert all(middle_earth.is_plain(order) and merging.units(order) == (unit,) for order in plain)
