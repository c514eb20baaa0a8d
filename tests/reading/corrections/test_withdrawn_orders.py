"""A line that withdraws the order of one unit: "Forget the order for A Par"."""

from collections.abc import Mapping

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Reading
from adjudicator.games import find

FACTS: Mapping[str, Mapping[str, object]] = {
    "standard": {
        "phase": "movement",
        "units": {"France": ("A Par", "A Mar", "F Bre"), "Germany": ("A Mun",)},
    },
    "downfall-xiii": {
        "phase": "movement",
        "turn": 4,
        "units": {"Gondor": ("2A MTi", "A Pel", "Faramir MTi")},
    },
    "hardbop": {"phase": "movement", "units": {"Gondor": ("A MTi", "A Leb", "Faramir MTi")}},
}
ORDERS = {  # the tests withdraw the order of the first unit
    "standard": ("France", ("A Par - Bur", "A Mar - Spa", "F Bre H"), "Par", "Paris"),
    "downfall-xiii": ("Gondor", ("2A MTi - Osg", "A Pel H", "Faramir H"), "MTi", "Minas Tirith"),
    "hardbop": ("Gondor", ("A MTi - Osg", "A Leb H", "Faramir H"), "MTi", "Minas Tirith"),
}


def _read(key: str, *messages: str) -> Reading:
    """Return how the last of the messages is read on top of the others."""
    game, power = find(key), ORDERS[key][0]
    state = game.place(FACTS[key])
    reading = game.read(state, power, None, messages[0].splitlines())
    for message in messages[1:]:
        reading = game.read(state, power, reading.orders, message.splitlines())
    return reading


def _in_force(reading: Reading) -> set[str]:
    return {row.order for row in reading.in_force if row.source != "missing"}


@pytest.mark.parametrize("key", ORDERS)
@pytest.mark.parametrize(
    "line",
    [
        "Forget the order for A {short}",
        "Cancel the order for {full}.",
        "please withdraw my order for the army in {full}",
        "Drop the earlier move of A {short}",
        "No order for A {short} please",
        "A {short}: no order",
        "A {short}: cancel",
        "CLEAR A {short}",
        "Scrap A {short}'s order",
        "The order for {full} is cancelled",
        "Remove the order for A {short}",
        "Streiche den Befehl für A {short}",
        "Annule l'ordre de A {short}",
    ],
)
def test_forget_deletes_the_order_of_an_earlier_message(key: str, line: str) -> None:
    _, orders, short, full = ORDERS[key]
    text = line.format(short=short, full=full)
    before = _read(key, "\n".join(orders))
    reading = _read(key, "\n".join(orders), text)
    assert [one.verdict for one in reading.lines] == [TAKEN]
    assert full in reading.lines[0].reading
    assert len(_in_force(before) - _in_force(reading)) == 1
    assert _in_force(reading) < _in_force(before)


@pytest.mark.parametrize("key", ORDERS)
def test_forget_deletes_the_order_above_and_one_below_counts(key: str) -> None:
    _, orders, short, full = ORDERS[key]
    above = "\n".join((*orders, f"Forget the order for {full}"))
    assert _in_force(_read(key, above)) == _in_force(_read(key, "\n".join(orders[1:])))
    again = f"{above}\n{orders[0]}"
    assert _in_force(_read(key, again)) == _in_force(_read(key, "\n".join(orders)))
    assert f" {short}" in orders[0]


@pytest.mark.parametrize("key", ORDERS)
def test_one_line_withdraws_the_orders_of_several_units(key: str) -> None:
    _, orders, _, full = ORDERS[key]
    other = {"standard": "Marseilles"}.get(key, "Faramir")
    reading = _read(key, "\n".join(orders), f"Cancel the orders for {full} and {other}")
    assert len(_in_force(reading)) == 1
    assert [one.verdict for one in reading.lines] == [TAKEN, TAKEN]


def test_another_order_may_follow_on_the_same_line() -> None:
    reading = _read("standard", "Forget the order for A Par, F Bre - ENG")
    assert [one.reading for one in reading.lines][1] == "Fleet Brest moves to the English Channel"
    reading = _read("standard", "A Par - Bur\nForget the order for A Par, it holds")
    assert _in_force(reading) == {"Army Paris holds"}


@pytest.mark.parametrize(
    "text",
    [
        "Forget the order for A Mun",
        "Forget the order for A Par if Mar holds",
        "Cancel all orders",
        "Forget Rome",
    ],
)
def test_unknown_units_and_conditional_lines_delete_nothing(text: str) -> None:
    orders = "\n".join(ORDERS["standard"][1])
    assert _in_force(_read("standard", orders, text)) == _in_force(_read("standard", orders))


def test_a_line_that_is_not_understood_withdraws_the_order_above() -> None:
    reading = _read("standard", "A Par - Bur\nSo please forget the army in Paris and make it a fleet")
    assert "Army Paris moves to Burgundy" not in _in_force(reading)


def test_a_build_is_withdrawn_by_its_place() -> None:
    game = find("standard")
    facts = {
        "phase": "adjustment",
        "units": {"France": ("A Spa",)},
        "centres": {"France": ("Par", "Bre", "Spa")},
    }
    state = game.place(facts)
    first = game.read(state, "France", None, ["Build A Par", "Build F Bre"])
    reading = game.read(state, "France", first.orders, ["Forget the order for Paris"])
    assert "Army Paris is built" not in {row.order for row in reading.in_force}
    assert "Fleet Brest is built" in {row.order for row in reading.in_force}


@pytest.mark.parametrize("key", ORDERS)
@pytest.mark.parametrize(
    "line",
    [
        "cancel {order}",
        "CANCEL: {order}.",
        "please withdraw {order}",
        "Scratch {order}",
        "forget {order}, thanks",
        "Cancel the order {order}",
        "{order}: cancelled",
        "{order} is withdrawn",
        "Streiche {order}",
        "Annule {order}",
    ],
)
def test_exactly_the_named_order_is_withdrawn(key: str, line: str) -> None:
    _, orders, _, full = ORDERS[key]
    before = _read(key, "\n".join(orders))
    reading = _read(key, "\n".join(orders), line.format(order=orders[0]))
    assert [one.verdict for one in reading.lines] == [TAKEN]
    assert full in reading.lines[0].reading
    assert len(_in_force(before) - _in_force(reading)) == 1
    assert _in_force(reading) < _in_force(before)


@pytest.mark.parametrize("key", ORDERS)
def test_an_order_of_the_same_message_is_withdrawn(key: str) -> None:
    _, orders, _, _ = ORDERS[key]
    reading = _read(key, "\n".join((*orders, f"cancel {orders[0]}")))
    assert _in_force(reading) == _in_force(_read(key, "\n".join(orders[1:])))


@pytest.mark.parametrize("key", ORDERS)
def test_two_orders_are_withdrawn_on_one_line(key: str) -> None:
    _, orders, _, _ = ORDERS[key]
    reading = _read(key, "\n".join(orders), f"Cancel {orders[0]} and {orders[1]}")
    assert {one.verdict for one in reading.lines} == {TAKEN}
    assert _in_force(reading) == _in_force(_read(key, orders[2]))


@pytest.mark.parametrize("key", ORDERS)
def test_a_new_order_on_the_same_line_counts(key: str) -> None:
    _, orders, short, _ = ORDERS[key]
    unit = orders[0].partition(" - ")[0]
    reading = _read(key, orders[0], f"cancel {orders[0]}, {unit} H instead")
    assert _in_force(reading) == _in_force(_read(key, f"{unit} H"))
    assert short in unit


@pytest.mark.parametrize("key", ORDERS)
def test_an_order_that_is_not_on_file_cannot_be_withdrawn(key: str) -> None:
    _, orders, _, _ = ORDERS[key]
    unit = orders[0].partition(" - ")[0]
    before = _read(key, orders[0])
    reading = _read(key, orders[0], f"cancel {unit} H")
    assert _in_force(reading) == _in_force(before)
    assert reading.lines[0].reason == "No such order is on file."
    assert f"CANCEL {orders[0]}" in reading.lines[0].remedy
    nothing = _read(key, orders[1], f"cancel {orders[0]}")
    assert nothing.lines[0].reason == "No such order is on file."


@pytest.mark.parametrize("key", ORDERS)
def test_a_misspelt_withdrawal_never_gets_the_order_as_a_suggestion(key: str) -> None:
    _, orders, _, _ = ORDERS[key]
    reading = _read(key, orders[0], f"cancel {orders[0]}q")
    assert _in_force(reading) == _in_force(_read(key, orders[0]))
    assert f"mean {orders[0]}" not in reading.lines[0].remedy


@pytest.mark.parametrize("key", ORDERS)
@pytest.mark.parametrize(
    "heading", ["Cancel:", "Please cancel these orders:", "Streiche:", "Annulez ces ordres:"]
)
def test_the_heading_cancel_withdraws_the_orders_below_it(key: str, heading: str) -> None:
    _, orders, _, _ = ORDERS[key]
    unit = orders[1].partition(" - ")[0].removesuffix(" H")
    reading = _read(key, "\n".join(orders), f"{heading}\n{orders[0]}\n{orders[1]}\n\n{unit} H")
    assert _in_force(reading) == _in_force(_read(key, f"{unit} H\n{orders[2]}"))


STANDINGS = ("STANDING: A * destroys Nazgul", "STANDING: Faramir - Los")
MIDDLE_EARTH = ("downfall-xiii", "hardbop")


def _standing(reading: Reading) -> list[str]:
    return [row.unit for row in reading.in_force if row.unit.startswith("Standing order ")]


@pytest.mark.parametrize("key", MIDDLE_EARTH)
def test_a_standing_order_keeps_its_number_until_the_turn_is_over(key: str) -> None:
    sheet = (STANDINGS[0], "CANCEL STANDING 1", STANDINGS[1])
    assert _standing(_read(key, *sheet)) == ["Standing order 2"]
    assert _standing(_read(key, *sheet, STANDINGS[1])) == ["Standing order 2"]
    assert _standing(_read(key, *sheet, "CANCEL STANDING 1")) == ["Standing order 2"]
    assert not _standing(_read(key, *sheet, "CANCEL STANDING 2"))
    assert _standing(_read(key, *sheet, "CANCEL STANDING 2", STANDINGS[0])) == ["Standing order 3"]
    again = _read(key, *STANDINGS, STANDINGS[0], "CANCEL STANDING 1")
    assert _standing(again) == ["Standing order 2"]


@pytest.mark.parametrize("key", MIDDLE_EARTH)
def test_a_replaced_standing_order_has_no_number(key: str) -> None:
    replaced = _read(key, STANDINGS[1], "STANDING: Faramir - Osg", "CANCEL STANDING 1")
    assert "There is no standing order 1." in [line.reason for line in replaced.lines]
    assert _standing(replaced) == ["Standing order 2"]


@pytest.mark.parametrize("key", MIDDLE_EARTH)
@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("Faramir leads A MTi", "CLEAR Faramir leads A MTi"),
        ("Faramir leads A MTi", "CANCEL Faramir"),
        ("Faramir leads A MTi - Osg", "CLEAR A MTi"),
        ("PROXY A MTi TO Rohan", "CANCEL PROXY"),
        ("PROXY ALL TO Rohan", "Cancel proxy"),
        ("PROXY A MTi TO Rohan", "CLEAR PROXY A MTi"),
        ("PROXY A MTi TO Rohan", "CANCEL PROXY A MTi TO Rohan"),
        ("STANDING: A * destroys Nazgul", "CANCEL STANDING: A * destroys Nazgul"),
        ("A MTi destroys Nazgul", "CLEAR A MTi destroys Nazgul"),
    ],
)
def test_an_order_is_withdrawn_by_its_own_words(key: str, given: str, line: str) -> None:
    given = given.replace("A MTi", "2A MTi") if key == "downfall-xiii" else given
    line = line.replace("A MTi", "2A MTi") if key == "downfall-xiii" else line
    reading = _read(key, given, line)
    assert [one.verdict for one in reading.lines] == [TAKEN]
    kept = {row.order for row in reading.in_force if row.source not in ("missing", "this message")}
    assert not kept


@pytest.mark.parametrize("key", MIDDLE_EARTH)
def test_only_an_order_on_file_is_withdrawn(key: str) -> None:
    refused = {
        "CLEAR A Leb - Los": "on file",
        "CANCEL PROXY": "You have no such proxy on file.",
        "CLEAR Saruman": "You have no order for Saruman on file.",
    }
    for line, reason in refused.items():
        mine = line.replace("Leb", "Pel") if key == "downfall-xiii" else line
        (answer,) = _read(key, "Faramir - Los", mine).lines
        assert answer.verdict == REFUSED
        assert reason in answer.reason


def test_the_owner_withdraws_the_permission_to_lead() -> None:
    game = find("hardbop")
    facts = {"phase": "movement", "units": {"Gondor": ("Gandalf MTi",), "Rohan": ("A Edo", "A HDe")}}
    state = game.place(facts)
    for line in ("CLEAR Gandalf", "CLEAR Gandalf leads A Edo", "CLEAR A Edo"):
        given = game.read(state, "Rohan", None, ["Gandalf leads A Edo", "A Edo H", "A HDe H"])
        reading = game.read(state, "Rohan", given.orders, [line])
        assert [one.verdict for one in reading.lines] == [TAKEN]
        assert not any("Gandalf" in row.order for row in reading.in_force)
        both = game.read(state, "Rohan", None, ["Gandalf leads A Edo", line])
        assert not any("Gandalf" in row.order for row in both.in_force)


def test_the_order_of_the_only_ranger_is_withdrawn_without_its_place() -> None:
    game = find("hardbop")
    state = game.place({"phase": "movement", "units": {"Gondor": ("R Bre", "A MTi")}})
    given = game.read(state, "Gondor", None, ["Ranger - Shi"])
    assert not any(
        "Shire" in row.order for row in game.read(state, "Gondor", given.orders, ["CLEAR Ranger"]).in_force
    )


@pytest.mark.parametrize("key", MIDDLE_EARTH)
@pytest.mark.parametrize(
    "proxy", ["PROXY {unit} TO Rohan", "PROXY ALL TO Rohan", "STANDING: PROXY {unit} TO Rohan"]
)
def test_an_own_order_for_a_lent_unit_is_warned_about(key: str, proxy: str) -> None:
    unit = "2A MTi" if key == "downfall-xiii" else "A MTi"
    lent = proxy.format(unit=unit)
    for lines in ((f"{unit} - Osg", lent), (lent, f"{unit} - Osg")):
        told = _read(key, *lines).warnings
        assert (
            sum("Minas Tirith to Rohan by proxy, so your own order does not count" in one for one in told)
            == 1
        )
    others = _read(key, "Faramir H", lent, f"{unit} destroys Nazgul").warnings
    assert not any("by proxy" in one for one in others)


@pytest.mark.parametrize(
    "line",
    ["Please take back the move to Burgundy.", "Cancel the move to Bur", "withdraw the move to Burgundy"],
)
def test_the_only_move_to_a_place_is_taken_back(line: str) -> None:
    reading = _read("standard", "A Par - Bur\nA Mar - Spa", line)
    assert reading.lines[-1].verdict == TAKEN
    assert _in_force(reading) == {"Army Marseilles moves to Spain"}


def test_of_two_moves_to_a_place_it_is_asked_which_is_taken_back() -> None:
    reading = _read("standard", "A Par - Bur\nA Mar - Bur", "Please take back the move to Burgundy.")
    assert reading.lines[-1].verdict == REFUSED
    assert "CANCEL A Par - Bur or CANCEL A Mar - Bur" in reading.lines[-1].remedy
    assert len(_in_force(reading)) == 2


def test_a_move_that_is_not_on_file_is_not_taken_back() -> None:
    reading = _read("standard", "A Par - Bur\nA Mar H", "Please take back the move to Spain.")
    assert reading.lines[-1].verdict == REFUSED
    assert len(_in_force(reading)) == 2
