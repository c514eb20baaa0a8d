"""A lead that says where its unit goes replaces an earlier order of the unit, or is asked about beside it."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.games import find

UNITS = {"Gondor": ("A MTi", "A Osg", "Faramir MTi", "A Los")}
BOTH = pytest.mark.parametrize("key", ["hardbop", "downfall-xiii"])


def _in_force(key: str, *messages: str) -> set[str]:
    """Return the orders in force after the last of the messages, one to a line."""
    game, orders = find(key), None
    state = game.place({"phase": "movement", "turn": 3, "units": UNITS})
    for message in messages:
        reading = game.read(state, "Gondor", orders, message.splitlines())
        orders = reading.orders
    return {row.notation for row in reading.in_force if row.notation}


@BOTH
@pytest.mark.parametrize("earlier", ["A MTi H", "A MTi - Osg", "A MTi S A Los", "A MTi S A Los - Osg"])
def test_a_lead_of_a_later_message_replaces_the_order_of_its_unit(key: str, earlier: str) -> None:
    """HB 3.2(c), XIII 5.4"""
    assert _in_force(key, earlier, "Faramir leads A MTi - Ano") == {"Faramir leads A MTi - Ano"}


@BOTH
@pytest.mark.parametrize(
    ("earlier", "lead"),
    [
        ("A MTi - Ano", "Faramir leads A MTi - Ano"),
        ("A MTi - Ano", "Faramir leads A MTi"),
        ("A MTi S A Los", "Faramir leads A MTi"),
        ("A MTi S A Los", "Faramir leads A MTi H"),
        ("A Los H", "Faramir leads A MTi - Ano"),
        ("A MTi destroys Nazgul", "Faramir leads A MTi - Ano"),
    ],
)
def test_an_order_that_goes_with_the_lead_stays(key: str, earlier: str, lead: str) -> None:
    assert _in_force(key, earlier, lead) == {earlier, lead}


@BOTH
def test_a_lead_to_hold_replaces_a_move(key: str) -> None:
    assert _in_force(key, "A MTi - Ano", "Faramir leads A MTi H") == {"Faramir leads A MTi H"}


@BOTH
@pytest.mark.parametrize("order", ["A MTi H", "A MTi - Osg", "A MTi S A Los"])
@pytest.mark.parametrize("is_first", [True, False])
def test_a_lead_beside_another_order_in_one_message_is_asked_about(
    key: str, order: str, is_first: bool
) -> None:
    """The order form has a line `A MTi H`: only the line of the leader may have been changed."""
    game, lead = find(key), "Faramir leads A MTi - Ano"
    state = game.place({"phase": "movement", "turn": 3, "units": UNITS})
    lines = [order, lead] if is_first else [lead, order]
    reading = game.read(state, "Gondor", None, lines)
    answers = {line.text: line for line in reading.lines}
    assert answers[order].verdict == TAKEN and answers[lead].verdict == REFUSED
    assert answers[lead].reason == f"This message has another order for A MTi, which is on file: {order}."
    assert answers[lead].remedy == f"Did you mean {lead}?"
    answered = game.read(state, "Gondor", reading.orders, [lead])  # as YES does
    assert {row.notation for row in answered.in_force} & {order, lead} == {lead}


@BOTH
@pytest.mark.parametrize(
    "message",
    ["A MTi H\nCLEAR A MTi\nFaramir leads A MTi - Ano", "A MTi - Ano\nFaramir leads A MTi - Ano"],
)
def test_lines_of_one_message_that_agree_are_not_asked_about(key: str, message: str) -> None:
    assert "Faramir leads A MTi - Ano" in _in_force(key, message)


def test_the_lead_of_a_part_leaves_the_order_of_the_divided_stack() -> None:
    """XIII 4.3"""
    game = find("downfall-xiii")
    state = game.place({"phase": "movement", "units": {"Gondor": ("2A MTi", "Faramir MTi")}})
    divided = "2A MTi D A MTi - Osg, A MTi H"
    orders = game.read(state, "Gondor", None, [divided]).orders
    for lead in ("Faramir leads A MTi - Osg", "Faramir leads A MTi"):
        in_force = game.read(state, "Gondor", orders, [lead]).in_force
        told = {row.notation for row in in_force}
        assert lead in told and any(order.startswith("2A MTi D") for order in told)


@pytest.mark.parametrize("is_one_message", [True, False])
def test_a_lead_where_units_of_two_powers_stand_may_be_for_the_other(is_one_message: bool) -> None:
    """XIII 4.11"""
    game = find("downfall-xiii")
    units = {"Gondor": ("A Osg", "Faramir Osg"), "Rohan": ("A Osg",)}
    state = game.place({"phase": "movement", "turn": 3, "units": units})
    orders = None
    lines = ["A Osg H", "Faramir leads A Osg - NIt"]
    for message in [lines] if is_one_message else [[line] for line in lines]:
        reading = game.read(state, "Gondor", orders, message)
        orders = reading.orders
    assert {row.notation for row in reading.in_force} == set(lines) and reading.warnings == ()
