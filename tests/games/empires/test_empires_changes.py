"""CHANGE replaces one line or one action of the sheet on file, and nothing else."""

import pytest

from adjudicator.core.game import REFUSED, Reading
from adjudicator.empires import game

FACTS = {
    "phase": "Germany",
    "turn": 3,
    "units": {
        "Germany": ["3 Army Warsaw", "Army Metz reduced", "Army Cologne reduced"],
        "Russia": ["Army Kiev", "Army Lublin"],
    },
    "state": {"control": {"Warsaw": "Germany"}},
}
SHEET = ("RECRUIT full in Breslau, reinforce Cologne", "ACTIVATE", "Army Warsaw - Lublin attacks")
ENDS = ("RESEARCH Manoeuvre",)
OTHERS = ["Activates armies", "Army Warsaw moves to Lublin and attacks", "Researches Manoeuvre"]


def changed(*lines: str, sheet: tuple[str, ...] = SHEET + ENDS) -> Reading:
    state = game.place(FACTS)
    return game.read(state, "Germany", game.read(state, "Germany", None, sheet).orders, lines)


def on_file(found: Reading) -> list[str]:
    return [row.order for row in found.in_force if row.source.endswith("message")]


def refusals(found: Reading) -> list[str]:
    return [f"{line.reason} {line.remedy}" for line in found.lines if line.verdict == REFUSED]


@pytest.mark.parametrize(
    "lines",
    [
        ("CHANGE RECRUIT reinforce Cologne, Metz",),
        ("CHANGE", "RECRUIT reinforce Cologne, Metz"),
        ("CHANGE", "RECRUIT", "reinforce Cologne", "reinforce Metz"),
    ],
)
def test_change_replaces_the_action_recruit_with_all_that_it_recruits(lines: tuple[str, ...]) -> None:
    found = changed(*lines)
    assert refusals(found) == []
    assert on_file(found) == ["Recruits", "Makes full: Army Cologne", "Makes full: Army Metz", *OTHERS]
    replaced = 'This replaces one action of your sheet, "RECRUIT full in Breslau, reinforce in Cologne"'
    assert any(replaced in note for note in found.warnings)


def test_lines_below_change_replace_single_lines_like_a_line_after_it() -> None:
    found = changed("CHANGE", "RESEARCH Gas", "Army Warsaw - Grodno")
    assert on_file(found)[-2:] == ["Army Warsaw moves to Grodno", "Researches Gas"]
    assert found.gone == ()


@pytest.mark.parametrize("line", ["CHANGE Army Warsaw - Grodno", "CHANGE: Army Warsaw - Grodno"])
def test_the_line_of_an_army_may_stand_after_change(line: str) -> None:
    found = changed("CHANGE RECRUIT reinforce Metz", line)
    assert refusals(found) == []
    assert "Army Warsaw moves to Grodno" in on_file(found)


def test_an_action_of_which_it_is_not_clear_what_changes_is_refused_with_the_reason() -> None:
    with_condition = ("RECRUIT", "full in Breslau", "IF Warsaw is ours: reinforce Cologne", *SHEET[1:])
    for lines, sheet in [
        (("CHANGE ACTIVATE Army Warsaw - Grodno",), SHEET),
        (("CHANGE RECRUIT",), SHEET),
        (("CHANGE RECRUIT reinforce Metz",), with_condition),
    ]:
        found = changed(*lines, sheet=sheet)
        assert on_file(found) == on_file(changed(sheet=sheet))
        assert "it is not clear which of them this line replaces" in refusals(found)[0]


def test_one_change_does_not_undo_another() -> None:
    lines = ("CHANGE RECRUIT reinforce Metz", "CHANGE ENTRENCH Metz")
    found = changed(*lines, sheet=(*SHEET, "ENTRENCH Warsaw"))
    assert refusals(found) == []
    assert on_file(found)[1] == "Makes full: Army Metz"
    assert on_file(found)[-1] == "Entrenches in Metz"


def test_a_new_sheet_leaves_out_nothing_that_was_refused_before() -> None:
    """Nobody is asked to send again what was not accepted, or must send READY twice for it."""
    below_pause = ("PAUSE", "RESEARCH Gas", "ACTIVATE", "Army Warsaw - Grodno")
    found = changed(*SHEET, "PAUSE", sheet=(*SHEET, *below_pause))
    assert found.gone == ()
    assert found.warnings == ()
    shorter = changed(*SHEET[:1], sheet=(*SHEET, "Army Kiev - Lutsk", *below_pause))
    assert shorter.gone == ("ACTIVATE Army Warsaw - Lublin attacks", "PAUSE")


@pytest.mark.parametrize(
    ("first", "then", "reading"),
    [
        ("RESEARCH Attack 1", "so research Defence 1 instead of Attack 1", "Researches Defence 1"),
        ("RESEARCH Attack 1", "Research Defence 1 rather than Attack 1", "Researches Defence 1"),
    ],
)
def test_an_action_in_the_place_of_another_takes_that_back(first: str, then: str, reading: str) -> None:
    """It was refused, as an action of the same kind, and the first stayed in force."""
    found = game.read(game.place(FACTS), "Germany", None, [first, "", then])
    assert on_file(found) == [reading]


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        ("CHANGE RESEARCH Manoeuvre TO MISSIONS", "RESEARCH Manoeuvre", "Adds missions"),
        ("CHANGE RESEARCH TO MISSIONS", "RESEARCH Manoeuvre", "Adds missions"),
        ("CHANGE RESEARCH Manoeuvre TO Gas", "RESEARCH Manoeuvre", "Researches Gas"),
        ("Change my research from Manoeuvre to Gas", "RESEARCH Manoeuvre", "Researches Gas"),
        ("RESEARCH Gas instead of Manoeuvre", "RESEARCH Manoeuvre", "Researches Gas"),
        ("Instead of researching Manoeuvre, do missions", "RESEARCH Manoeuvre", "Adds missions"),
        (
            "Please replace Army Warsaw - Lublin attacks with Army Warsaw - Grodno",
            "Army Warsaw - Lublin attacks",
            "Army Warsaw moves to Grodno",
        ),
        (
            "CHANGE Warsaw - Lublin attacks TO Warsaw - Grodno",
            "Army Warsaw - Lublin attacks",
            "Army Warsaw moves to Grodno",
        ),
        ("CHANGE full in Breslau TO full in Posen", "full in Breslau", "Recruits a full army in Posen"),
        ("CHANGE full in Breslau TO Posen", "full in Breslau", "Recruits a full army in Posen"),
    ],
)
def test_change_to_names_the_line_that_it_replaces(line: str, old: str, new: str) -> None:
    found = changed(line)
    assert refusals(found) == []
    assert f'This replaces one line of your sheet, "{old}"; the others stay.' in found.warnings
    assert new in on_file(found)
    assert len(on_file(found)) == len(on_file(changed("CHANGE RESEARCH Gas")))
    assert [one.text for one in found.lines] == [line]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "CHANGE ENTRENCH Metz TO MISSIONS",
            'No line of your sheet that this could replace says "ENTRENCH Metz"',
        ),
        ("CHANGE Army Warsaw - Lublin attacks TO MISSIONS", "cannot become an order of another kind"),
        (
            "CHANGE Army Warsaw - Lublin attacks TO Grodno",
            "Did you mean CHANGE Army Warsaw - Grodno attacks or CHANGE Army Warsaw - Grodno?",
        ),
    ],
)
def test_change_to_that_is_not_clear_changes_nothing(line: str, said: str) -> None:
    found = changed(line)
    assert said in refusals(found)[0]
    assert on_file(found) == on_file(changed("How does PAUSE work?"))


def test_change_to_of_a_line_above_it_takes_that_line_back() -> None:
    state = game.place(FACTS)
    lines = (*SHEET, *ENDS, "CHANGE RESEARCH Manoeuvre TO MISSIONS")
    found = game.read(state, "Germany", None, lines)
    assert on_file(found)[-1] == "Adds missions"
    assert refusals(found)[0].startswith('You take this back: "CHANGE RESEARCH Manoeuvre TO MISSIONS"')


def test_a_wish_to_change_is_not_lost() -> None:
    assert refusals(changed("I would like to change to Gas")) != []
    assert refusals(changed("The times change for the worse.")) == []
