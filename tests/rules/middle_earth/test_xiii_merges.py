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


PELARGIR = "A Pel, A Los, A Lam, 2A Osg"
SUPPORT = "A Pel S 2A Osg - SIt"
ENDED = "No longer in force: Army Pelargir supports 2 Armies Osgiliath moving to South Ithilien."


@pytest.mark.parametrize(
    ("messages", "is_told"),
    [
        ((SUPPORT, "A Lam - Pel M A Pel"), True),
        ((SUPPORT, "A Lam - Dor M A Pel - Dor"), True),
        ((SUPPORT, "A Lam - Pel"), False),
        ((SUPPORT, "A Pel - Dor M A Lam - Dor"), False),  # the line is about A Pel itself
        ((SUPPORT, "A Pel H", "A Lam - Pel M A Pel"), False),
        ((SUPPORT, "CLEAR A Pel", "A Lam - Pel M A Pel"), False),
    ],
)
def test_a_merge_names_the_order_of_another_unit_that_it_ends(
    messages: tuple[str, ...], is_told: bool
) -> None:
    reading = _send(_place(Gondor=PELARGIR), "Gondor", *messages)
    assert [one for one in reading.warnings if "No longer" in one] == ([ENDED] if is_told else [])


LEFT = (
    "No longer in force: Army Lossarnach moves to Pelargir and Army Pelargir holds, to merge."
    " What is left of it: "
)


@pytest.mark.parametrize(
    ("later", "left"),
    [
        ("A Pel S 2A Osg - SIt", "A Los - Pel."),
        ("A Los H", "A Pel H."),
        ("A Lam - Pel M A Pel", "A Los - Pel."),
        ("CLEAR A Pel", "A Los - Pel."),
        ("A Los H / A Pel - SIt", ""),
        ("A Pel H", ""),
        ("A Los - Pel M A Pel", ""),
        ("CLEAR", ""),
    ],
)
def test_what_is_left_of_a_merge_that_ends_is_named(later: str, left: str) -> None:
    reading = _send(_place(Gondor=PELARGIR), "Gondor", "A Los - Pel M A Pel", later)
    assert [one for one in reading.warnings if "No longer" in one] == ([LEFT + left] if left else [])


def test_a_unit_that_goes_where_a_part_of_a_divided_stack_stays_is_warned() -> None:
    state = _place(Gondor="A Pel, C Pel, A Los")
    reading = _send(state, "Gondor", "A Los - Pel M C Pel", "C Pel D : C Pel - Lam")
    fails = "A Los goes where A Pel stays: the move fails, unless you merge them (M)."
    assert fails in reading.warnings
    both = _send(state, "Gondor", "A Los - Pel / C Pel - Lam / A Pel - Lam")
    assert not any("goes where" in one for one in both.warnings)


def test_two_orders_of_a_unit_in_a_message_one_of_them_a_merge_are_told_with_its_name() -> None:
    reading = _send(_place(Gondor=PELARGIR), "Gondor", "A Los - Pel M A Pel / A Lam - Pel M A Pel")
    told = "There are two orders for Army Pelargir in this message; the later one counts."
    assert told in reading.warnings


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            "C DAm - Lam - Dor / A Lam - Dor",
            "C DAm is to go on to Dor-en-Ernil, where A Lam goes first:"
            " if A Lam gets there, the second step fails.",
        ),
        (
            "C DAm - Dor - Lam / A Lam H",
            "C DAm is to go on to Lamedon, where A Lam stays: the second step fails.",
        ),
        ("C DAm - Dor - Lam", "C DAm is to go on to Lamedon, where A Lam stays: the second step fails."),
        ("C DAm - Lam - Pel / C Los - Pel", ""),
        ("C DAm - Dor - Lam / A Lam - MVa", ""),
        (
            "C DAm - Dor - Lam / C Los - Pel - Lam / A Lam - MVa",
            "C DAm and C Los are to go on to Lamedon: at most one of them gets in.",
        ),
    ],
)
def test_a_second_step_to_where_an_own_unit_will_be_is_warned(lines: str, told: str) -> None:
    reading = _send(_place(Gondor="C DAm, A Lam, C Los"), "Gondor", lines)
    found = [one for one in reading.warnings if "go on to" in one and "C Los goes" not in one]
    assert found == ([told] if told else [])
