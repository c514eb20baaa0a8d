""" "All others hold" concerns units that no line mentions, not units whose orders are refused."""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.games import find
from tests.support.play.read_lines import written_positions

DOMINATION = find("domination")
STANDARD = find("standard")
SPRING = STANDARD.start({}, SeededDice("others hold", 0))
XIII = find("downfall-xiii")
FIRST = XIII.start({}, SeededDice("others hold", 0))


@pytest.mark.parametrize(
    "lines",
    [
        ["A Mun - Mos", "All others hold"],
        ["Everything else holds.", "A Mun - Mos"],
        ["My army in Munich should go to Moscow.", "All others hold"],
        ["A Munhic - Bur", "All others hold"],
        ["A Mun - Bur", "no wait, scrap that", "All others hold"],
        ["Munich goes to Burgundy if France lets me, Berlin to Prussia", "My other units hold."],
    ],
)
def test_a_unit_with_a_refused_order_is_not_one_of_the_others(lines: list[str]) -> None:
    before = STANDARD.read(SPRING, "Germany", None, ["A Mun - Ruh"]).orders
    in_force = STANDARD.read(SPRING, "Germany", before, [*lines, "F Kie - Den"]).in_force
    assert [row.notation for row in in_force if row.unit == "Army Munich"] == ["A Mun - Ruh"]


@pytest.mark.parametrize(
    ("line", "unit"),
    [
        ("2A Bar - Lin", "2A Bar"),
        ("2A Braad-dur - Lin", "2A Bar"),
        ("army Nurn to Lorien, please", "A Nur"),
        ("Nazgul - Los", "Nazgul"),
        ("Sauron - Lorien", "Sauron"),
    ],
)
def test_in_middle_earth_too_a_unit_with_a_refused_order_is_not_one_of_the_others(
    line: str, unit: str
) -> None:
    form = set(XIII.form(FIRST, "Mordor"))
    in_force = XIII.read(FIRST, "Mordor", None, [line, "all others hold"]).in_force
    assert form - {row.notation for row in in_force} == {f"{unit} H"}


@pytest.mark.parametrize("key", ["hardbop", "downfall-xiii"])
def test_every_unit_of_a_kind_holds_with_a_star(key: str) -> None:
    """As in a standing order; units with their own order keep it."""
    game = find(key)
    fleet = "F BAY" if key == "hardbop" else "F AND"
    state = game.place({"phase": "movement", "turn": 3, "units": {"Gondor": ("A MTi", "A Los", fleet)}})
    reading = game.read(state, "Gondor", None, ["A MTi - Osg", "A * H"])
    assert [line.verdict for line in reading.lines] == ["taken", "taken"]
    told = {row.order.partition(",")[0] for row in reading.in_force}
    assert "Army Lossarnach holds" in told and "Army Minas Tirith moves to Osgiliath" in told
    assert any(row.source == "missing" and "Fleet" in row.unit for row in reading.in_force)


@pytest.mark.parametrize("key", ["hardbop", "downfall-xiii"])
@pytest.mark.parametrize("others", ["all others hold", "A * H"])
def test_a_led_unit_is_not_one_of_the_others(key: str, others: str) -> None:
    """The lead orders it, or it goes on with its order of an earlier message; else it holds."""
    game = find(key)
    units = {"Gondor": ("A MTi", "A Los", "Faramir MTi")}
    state = game.place({"phase": "movement", "turn": 3, "units": units})

    def army(earlier: list[str], lead: str) -> set[str]:
        before = game.read(state, "Gondor", None, earlier).orders if earlier else None
        in_force = game.read(state, "Gondor", before, [lead, others]).in_force
        assert "A Los H" in {row.notation for row in in_force}
        return {row.notation for row in in_force if row.notation.startswith("A MTi")}

    assert army([], "Faramir leads A MTi - Ano") == set()
    assert army(["A MTi - Ano"], "Faramir leads A MTi") == {"A MTi - Ano"}
    assert army([], "Faramir leads A MTi") == {"A MTi H"}


def test_an_army_that_is_ferried_is_not_one_of_the_others() -> None:
    """XIII 6g.15: the fleet orders it."""
    state = XIII.place({"phase": "movement", "units": {"Gondor": ("F SBY", "A Pel", "A MTi")}})
    in_force = XIII.read(state, "Gondor", None, ["F SBY FF A Pel - Hrd", "all others hold"]).in_force
    told = {row.notation for row in in_force}
    assert "A MTi H" in told and "A Pel H" not in told


def _later_in_domination(text: str) -> list[str]:
    """Return the orders on file, without preferences, after a later message of Red."""
    place = written_positions("domination")["3110"]
    sheet = ("Knight A5 - A10", "lose Militia, Knight")
    before = DOMINATION.read(place["state"], place["power"], None, sheet).orders
    reading = DOMINATION.read(place["state"], place["power"], before, text.splitlines())
    assert any(line.withdraws for line in reading.lines)
    return [row.order for row in reading.in_force if row.source != "missing"]


@pytest.mark.parametrize(
    "text", ["Rest of the knights stay.", "Everything else holds.", "Knigth A5 - A11, all others hold"]
)
def test_that_the_others_hold_leaves_a_sheet_of_domination_as_it_is(text: str) -> None:
    assert _later_in_domination(text) == ["Knight from A5 to A10 Ambermouth", "Lose Militia, Knight"]


@pytest.mark.parametrize("text", ["everything stays", "hold all", "Nobody moves!"])
def test_that_all_units_hold_replaces_a_sheet_of_domination(text: str) -> None:
    found = _later_in_domination(text)
    assert "All Knights at A5 hold" in found and "All Wizards at A10 Ambermouth hold" in found
    assert "Knight from A5 to A10 Ambermouth" not in found


def test_that_a_kind_of_unit_holds_is_on_file() -> None:
    found = _later_in_domination("all knights hold")
    assert found == ["All Knights at A5 hold", "All Knights at A7 Aldgate hold"]


@pytest.mark.parametrize("key", ["hardbop", "downfall-xiii"])
@pytest.mark.parametrize("text", ["All my armies hold", "my armies hold.", "A * H", "all other armies hold"])
def test_that_all_armies_hold_is_said_of_armies_and_means_no_other_unit(key: str, text: str) -> None:
    game = find(key)
    fleet = "F BAY" if key == "hardbop" else "F AND"
    state = game.place({"phase": "movement", "turn": 3, "units": {"Gondor": ("A MTi", "Faramir MTi", fleet)}})
    before = game.read(state, "Gondor", None, ["Faramir - Osg", "A MTi - Osg"]).orders
    reading = game.read(state, "Gondor", before, [text])
    assert [line.reading for line in reading.lines] == ["All Armies without another order hold"]
    assert {row.notation for row in reading.in_force} >= {"A MTi H", "Faramir - Osg"}
