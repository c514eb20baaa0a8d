"""What a message adds to the sheet on file, and what it leaves out of it."""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import REFUSED, REMARK, Reading
from adjudicator.empires import game

FACTS = {
    "phase": "Russia",
    "turn": 3,
    "units": {
        "Russia": ["2 Armies Warsaw", "Army Lutsk", "Army Vilna", "Army Kiev reduced"],
        "Austria-Hungary": ["Army Krakow", "Army Vienna"],
    },
}
SHEET = ("ACTIVATE", "Army Warsaw - Krakow attacks with Army Warsaw")
ATTACK = "Army Warsaw moves to Krakow and attacks, supported by Army Warsaw, which moves there too"


def sent(*messages: tuple[str, ...]) -> Reading:
    """Return the reading of the last of several messages."""
    state, so_far = game.place(FACTS), None
    for lines in messages[:-1]:
        so_far = game.read(state, "Russia", so_far, lines).orders
    return game.read(state, "Russia", so_far, messages[-1])


def on_file(found: Reading) -> list[str]:
    return [row.order for row in found.in_force if row.source.endswith("message")]


@pytest.mark.parametrize(
    "lines",
    [
        ("Wait, I still have a second action: also DIPLOMACY Romania forward.",),
        ("ALSO DIPLOMACY Romania forward",),
        ("ALSO", "DIPLOMACY Romania forward"),
        ("In addition:", "DIPLOMACY Romania forward"),
        ("DIPLOMACY Romania forward as well",),
        ("I forgot one thing: DIPLOMACY Romania forward",),
    ],
)
def test_words_such_as_also_add_an_action(lines: tuple[str, ...]) -> None:
    found = sent(SHEET, lines)
    assert on_file(found) == ["Activates armies", ATTACK, "Diplomacy: Romania forward"]
    assert found.gone == ()
    assert "This is added to your sheet; what was on file stays." in found.warnings
    assert not any(line.verdict == REMARK for line in found.lines)


@pytest.mark.parametrize(
    "lines",
    [
        ("Also recruit a reduced army in Kiev",),
        ("ALSO reduced in Kiev",),
        ("Also:", "RECRUIT", "reduced in Kiev"),
    ],
)
def test_added_recruits_come_first_and_join_those_on_file(lines: tuple[str, ...]) -> None:
    """7.3"""
    assert on_file(sent(SHEET, lines))[:2] == ["Recruits", "Recruits a reduced army in Kiev"]
    recruits = on_file(sent(("RECRUIT full in Vilna", *SHEET), lines))
    assert recruits[:3] == ["Recruits", "Recruits a full army in Vilna", "Recruits a reduced army in Kiev"]


def test_also_further_down_adds_to_its_own_message() -> None:
    found = sent(SHEET, ("ENTRENCH Warsaw", "also RESEARCH Manoeuvre"))
    assert on_file(found) == ["Entrenches in Warsaw", "Researches Manoeuvre"]
    assert found.gone == ("ACTIVATE Army Warsaw - Krakow attacks with Army Warsaw",)


def test_what_is_added_below_a_heading_with_if_does_not_depend_on_it() -> None:
    found = sent(
        ("IF Riga is ours:", "ENTRENCH Warsaw", "OTHERWISE:", "ENTRENCH Vilna"), ("ALSO RESEARCH Manoeuvre",)
    )
    assert on_file(found)[-2:] == ["The lines below count in any case", "Researches Manoeuvre"]


def test_an_army_without_a_line_joins_the_one_activation() -> None:
    found = sent(SHEET, ("Army Lutsk - Lemberg",))
    assert on_file(found) == ["Activates armies", ATTACK, "Army Lutsk moves to Lemberg"]
    assert found.gone == ()
    assert "This army is added to the ACTIVATE of your sheet; the other lines stay." in found.warnings


def test_a_suggestion_is_taken_when_it_is_sent_as_it_is() -> None:
    for sheet in (SHEET, ("IF the enemy is in Krakow:", *SHEET, "OTHERWISE:", "RESEARCH Manoeuvre")):
        refused = sent(sheet, ("Army Lutsk - Lemburg",)).lines[0]
        assert refused.remedy == "Did you mean Army Lutsk - Lemberg?"
        found = sent(sheet, ("Army Lutsk - Lemburg",), ("Army Lutsk - Lemberg",))
        assert not any(line.verdict == REFUSED for line in found.lines)


def test_an_army_joins_the_only_activation_that_has_room_for_it() -> None:
    full = (*SHEET, "Army Vilna - Riga")
    found = sent((*full, "ACTIVATE", "Army Kiev - Kamenets"), ("Army Lutsk - Lemberg",))
    assert on_file(found)[-2:] == ["Army Kiev moves to Kamenets", "Army Lutsk moves to Lemberg"]
    unclear = sent((*SHEET, "ACTIVATE", "Army Kiev - Kamenets"), ("Army Lutsk - Lemberg",))
    assert [line.verdict for line in unclear.lines] == [REFUSED]


def test_an_army_too_many_is_refused_and_nothing_is_said_to_be_added() -> None:
    sheet = (*SHEET, "Army Vilna - Riga")
    found = sent(sheet, ("Army Lutsk - Lublin",))
    assert "An Activation moves 3 armies" in found.lines[0].reason
    assert found.warnings == ("You have used 1 of 2 actions; 1 is free.",)


@pytest.mark.parametrize(
    ("sheet", "lines", "gone"),
    [
        (SHEET, ("DIPLOMACY Romania forward",), ("ACTIVATE Army Warsaw - Krakow attacks with Army Warsaw",)),
        (("RECRUIT full in Vilna, reinforce Kiev", "ENTRENCH Warsaw"), ("RECRUIT reduced in Kiev",),
         ("RECRUIT full in Vilna, reinforce in Kiev", "ENTRENCH Warsaw")),
        (("RESEARCH Manoeuvre", "ENTRENCH Warsaw"), ("PASS",), ("RESEARCH Manoeuvre", "ENTRENCH Warsaw")),
        ((*SHEET, "Army Vilna - Riga"), SHEET, ("Army Vilna - Riga",)),
        (SHEET, ("RESEARCH Manoeuvre", "ACTIVATE", "full Army Warsaw - Krakow attacks with Army Warsaw"), ()),
        (("PASS",), ("RESEARCH Manoeuvre",), ()),
    ],
)  # fmt: skip
def test_what_a_new_sheet_leaves_out_is_said(
    sheet: tuple[str, ...], lines: tuple[str, ...], gone: tuple[str, ...]
) -> None:
    found = sent(sheet, lines)
    assert found.gone == gone
    assert any("Gone:" in note for note in found.warnings) == bool(gone)


def test_the_old_sheet_may_be_restored_if_nothing_of_the_new_one_is_accepted() -> None:
    found = sent(("DIPLOMACY Romania forward",), ("ACTIVATE", "Army Warsaw - Petrograd"))
    assert any("send it again after ALSO" in note for note in found.warnings)


def test_an_action_with_a_new_line_is_not_of_an_earlier_message() -> None:
    found = sent((*SHEET, "Army Lutsk - Lublin"), ("Army Lutsk - Lemberg",))
    assert [row.source for row in found.in_force[:3]] == [
        "this message",
        "an earlier message",
        "this message",
    ]


def test_pass_and_pause_leave_no_action_unused() -> None:
    assert sent(("ENTRENCH Warsaw",)).unused == "You have used 1 of 2 actions; 1 is free."
    assert sent(("ENTRENCH Warsaw", "PASS")).unused == ""
    assert sent(("ENTRENCH Warsaw", "PAUSE")).unused == ""
    assert sent(("ENTRENCH Warsaw", "RESEARCH Manoeuvre")).unused == ""


def test_pause_after_the_last_action_ends_the_turn() -> None:
    """It once held up the table for the rest of a turn in which nothing could be ordered. S.2"""
    found = sent(("ENTRENCH Warsaw", "RESEARCH Manoeuvre", "PAUSE"))
    assert "PAUSE is not needed: your actions are used up, so your turn ends there." in found.warnings
    assert not found.is_part
    state = game.place(FACTS)
    after = game.judge(state, {"Russia": found.orders}, SeededDice("pause", 1)).state
    assert "Russia" not in game.due(after).owed


def test_pause_with_an_action_left_is_one() -> None:
    found = sent(("ENTRENCH Warsaw", "PAUSE"))
    assert found.is_part
    assert not any("not needed" in note for note in found.warnings)
