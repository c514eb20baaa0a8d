"""A HOLD for the unit that others merge with leaves the merge intact (XIII 4.6, 4.10; order language 1.7)."""

import pytest

from adjudicator import downfall_xiii
from adjudicator.core.dice import ListedDice
from adjudicator.core.game import Orders, Reading, State

GAME = downfall_xiii.game
MERGE = "A Osg - SIt M A SIt : 2A SIt"


def _place(**units: str) -> State:
    listed = {power: text.split(", ") for power, text in units.items()}
    return GAME.place({"phase": "movement", "turn": 3, "units": listed})


def _send(state: State, power: str, *messages: str) -> Reading:
    """Return the orders in force after these messages, whose lines are separated by slashes."""
    orders: Orders | None = None
    for message in messages:
        reading = GAME.read(state, power, orders, message.split(" / "))
        orders = reading.orders
    return reading


def _after(state: State, **readings: Reading) -> list[str]:
    orders = {power: reading.orders for power, reading in readings.items()}
    units = GAME.describe(GAME.judge(state, orders, ListedDice(())).state)["units"]
    return [unit for power in readings for unit in units[power]]


@pytest.mark.parametrize(
    "messages",
    [
        (f"A SIt H / {MERGE}",),
        (f"{MERGE} / A SIt H",),
        (MERGE, "A SIt H"),
        ("A SIt H", MERGE),
        ("A Osg H / A SIt H", MERGE),
        (f"A Osg H / {MERGE} / A SIt H", "SIt H"),
    ],
    ids=" // ".join,
)
def test_a_hold_of_the_holder_leaves_the_merge(messages: tuple[str, ...]) -> None:
    state = _place(Gondor="A SIt, A Osg")
    reading = _send(state, "Gondor", *messages)
    assert [warning for warning in reading.warnings if "Ithilien" in warning or "SIt" in warning] == []
    assert _after(state, Gondor=reading) == ["2A SIt"]


def test_the_form_with_one_line_changed_merges() -> None:
    state = _place(Gondor="A SIt, A Osg")
    form = [MERGE if line.startswith("A Osg") else line for line in GAME.form(state, "Gondor")]
    reading = _send(state, "Gondor", " / ".join(form))
    assert reading.warnings == ()
    assert all(line.verdict == "taken" for line in reading.lines)
    assert _after(state, Gondor=reading) == ["2A SIt"]


@pytest.mark.parametrize(
    "messages",
    [
        ("A SIt M A Osg - SIt / A SIt H",),
        ("A SIt H / A SIt M A Osg - SIt",),
        ("A SIt M A Osg - SIt", "A SIt H"),
    ],
    ids=" // ".join,
)
def test_a_holder_of_another_power_consents_and_holds(messages: tuple[str, ...]) -> None:
    state = _place(Gondor="A SIt", Rohan="A Osg")
    gondor = _send(state, "Gondor", *messages)
    rohan = _send(state, "Rohan", "A Osg - SIt M A SIt")
    assert _after(state, Gondor=gondor, Rohan=rohan) == ["A SIt", "A SIt"]


def test_the_mover_may_still_change_its_mind() -> None:
    state = _place(Gondor="A SIt, A Osg")
    reading = _send(state, "Gondor", MERGE, "A SIt H / A Osg - NIt")
    assert sorted(_after(state, Gondor=reading)) == ["A NIt", "A SIt"]


def test_the_holder_may_still_move_away() -> None:
    state = _place(Gondor="A SIt, A Osg")
    reading = _send(state, "Gondor", MERGE, "A SIt - NIt")
    assert sorted(_after(state, Gondor=reading)) == ["A NIt", "A SIt"]


def test_a_move_without_m_is_warned_about() -> None:
    reading = _send(_place(Gondor="A SIt, A Osg"), "Gondor", "A Osg - SIt / A SIt H")
    assert "A Osg goes where A SIt stays: the move fails, unless you merge them (M)." in reading.warnings
