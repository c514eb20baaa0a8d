"""Epic Domination: a later message that says "also" adds its orders; any other replaces the whole sheet.

Position 3110 is Red's: a Knight at A5, a Griffin at A7 and at A12.
"""

import pytest

from adjudicator.core.game import MISSING, REFUSED, Reading
from adjudicator.games import find
from tests.support.play.read_lines import written_positions

SHEET = (
    "Knight A5 - A10",
    "if Blue at E6: Griffin A7 - A8",
    "else: Griffin A7 holds",
    "lose Militia, Knight",
    "Build",
    "2 Knight A7",
)


def _read_after(sheet: tuple[str, ...], text: str, position: str = "3110") -> Reading:
    place = written_positions("domination")[position]
    game = find("domination")
    first = game.read(place["state"], place["power"], None, sheet)
    return game.read(place["state"], place["power"], first.orders, text.splitlines())


def _in_force(reading: Reading) -> list[str]:
    return [one.order for one in reading.in_force if one.source != MISSING]


BEFORE = _in_force(_read_after(SHEET, "STATUS"))


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("also Griffin A12 - A8", ["Griffin from A12 to A8"]),
        ("Sorry, one more thing: Griffin A12 - A8", ["Griffin from A12 to A8"]),
        ("Sorry, I forgot: Griffin A12 - A8", ["Griffin from A12 to A8"]),
        ("Oh, please, another thing: Griffin A12 - A8", ["Griffin from A12 to A8"]),
        ("Hello,\nI forgot one thing:\nGriffin A12 - A8", ["Griffin from A12 to A8"]),
        ("Please add to my orders:\nBuild\n1 Wizard A10", ["Build Wizard at A10 Ambermouth"]),
        (
            "Also, if Blue at E6: Griffin A12 - A8\nelse: Griffin A12 holds",
            ["If Blue is at E6 Eaglecrag: Griffin from A12 to A8", "Otherwise: Griffin at A12 holds"],
        ),
    ],
)
def test_orders_are_added(text: str, added: list[str]) -> None:
    reading = _read_after(SHEET, text)
    assert _in_force(reading) == [*BEFORE, *added]
    assert not reading.gone
    assert "added" in reading.warnings[0]


@pytest.mark.parametrize(
    "text",
    [
        "Griffin A12 - A8",
        "Sorry, here are my orders: Griffin A12 - A8",
        "Also, how are you?\nGriffin A12 - A8",
    ],
)
def test_any_other_message_replaces_the_sheet(text: str) -> None:
    reading = _read_after(SHEET, text)
    assert "Build 2 Knights at A7 Aldgate" in reading.gone
    assert "Build 2 Knights at A7 Aldgate" not in _in_force(reading)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("also Knight A5 holds\nGriffin A12 - A8", 2),
        ("also: if Blue at E6: Knight A5 holds", 1),
        ("also\nKnight A5 - A4", 1),
        ("Also:\nMove\nKnight A5 - A4\nBuild\n1 Knight A7", 2),
    ],
)
def test_nothing_is_added_for_units_that_have_orders_and_the_sheet_stays(text: str, orders: int) -> None:
    reading = _read_after(SHEET, text)
    assert _in_force(reading) == BEFORE
    refused = [line for line in reading.lines if line.verdict == REFUSED]
    assert len(refused) == orders
    assert all("has an order for Knight A5 already" in line.reason for line in refused)
    assert not reading.gone


def test_preferences_that_are_added_replace_their_like() -> None:
    reading = _read_after(SHEET, "also Griffin A12 - A8\nlose Fort, Militia")
    found = _in_force(reading)
    assert "Lose Militia, Knight" not in found
    assert found[-2:] == ["Griffin from A12 to A8", "Lose Fort, Militia"]


def test_nothing_is_added_to_starting_builds_which_are_one_sum() -> None:
    reading = _read_after(("piece F, C", "5 Knight first city"), "Please add:\n2 Militia first city", "3101")
    assert "Build 5 Knights at your first city" in _in_force(reading)
    assert [line.text for line in reading.lines if line.verdict == REFUSED] == ["2 Militia first city"]


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("if Blue at E6: lose Griffin", ["If Blue is at E6 Eaglecrag: lose Griffin"]),
        (
            "if Blue at E6: lose Griffin\nelse: lose Knight",
            ["If Blue is at E6 Eaglecrag: lose Griffin", "Otherwise: lose Knight"],
        ),
    ],
)
def test_preferences_with_a_condition_are_added_too(text: str, added: list[str]) -> None:
    assert _in_force(_read_after(SHEET, text)) == [*BEFORE, *added]


def test_the_rest_of_the_money_takes_no_move_back() -> None:
    """It is refused as it has two places, but it is a build: the move stands."""
    reading = _read_after(SHEET, "Move\nKnight A7 - A8\nBuild\nrest Knight A7, A10")
    assert "Knight from A7 Aldgate to A8" in _in_force(reading)
    assert [line.text for line in reading.lines if line.verdict == REFUSED] == ["rest Knight A7, A10"]
