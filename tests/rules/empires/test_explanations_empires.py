"""Answers and reports of Empires explain themselves: what was counted, why, and what to do next."""

import re
from pathlib import Path

import pytest

from adjudicator.core.dice import ListedDice
from adjudicator.core.game import REFUSED
from adjudicator.empires.ground import BOARD, ZONES
from adjudicator.empires.record import Event
from adjudicator.empires.view.wording import event_words
from adjudicator.games import find
from adjudicator.robots.reasons import reasons
from tests.support.table import Table, text_of

GAME = find("empires")
UNITS = {
    "Germany": ["2 Armies Cologne", "Army Berlin", "2 Armies Metz"],
    "Franco-British": ["French Army Verdun reduced", "2 French Armies Paris"],
}


def _state() -> str:
    return GAME.place({"units": UNITS, "phase": "Germany", "turn": 5})


def _refused(*lines: str) -> str:
    found = [one for one in GAME.read(_state(), "Germany", None, lines).lines if one.verdict == REFUSED]
    return " ".join(f"{one.reason} {one.remedy}" for one in found)


def test_an_activation_that_is_full_says_how_many_it_moves_and_that_supporters_count() -> None:
    said = _refused(
        "ACTIVATE",
        "Army Metz - Verdun attacks with Army Metz",
        "Army Cologne - Brussels",
        "Army Berlin - Posen",
    )
    assert "An Activation moves 3 armies, supporters included" in said
    assert "This line needs 1, and none are left." in said


@pytest.mark.parametrize(
    ("lines", "story"),
    [
        (["ACTIVATE", "Army Cologne - Brussels"], "Germany moves an army to Brussels."),
        (["ACTIVATE", "2 Armies Cologne - Brussels"], "Germany moves armies to Brussels."),
        (["ACTIVATE", "Army Cologne - Brussels", "Army Berlin - Posen"],
         "Germany moves armies to Brussels and Posen."),
    ],
)  # fmt: skip
def test_the_report_says_an_army_for_one_and_armies_for_several(lines: list[str], story: str) -> None:
    state = _state()
    turn = GAME.judge(state, {"Germany": GAME.read(state, "Germany", None, lines).orders}, ListedDice([]))
    assert story in str(GAME.show(turn.state, turn.record, None))


def test_zones_that_change_hands_for_want_of_supply_name_the_clause() -> None:
    units = {"Germany": ["Army Berlin"], "Russia": ["Army Moscow"]}
    state = GAME.place(
        {"units": units, "phase": "Germany", "turn": 5, "state": {"control": {"Nantes": "Germany"}}}
    )
    turn = GAME.judge(state, {"Germany": GAME.read(state, "Germany", None, ["PASS"]).orders}, ListedDice([]))
    facts = str(GAME.show(turn.state, turn.record, None))
    assert "Nantes is out of supply and passes from Germany to the Franco-British (RULES 6.7)." in facts


def test_a_robot_gives_a_reason_for_its_pass() -> None:
    [one] = reasons(GAME, _state(), "Germany", ["PASS"], [0.0])
    assert one.kind == "ends"


def test_where_lists_every_army_of_a_zone(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.vouched.add("one@x.org")
    table.opens("p1", "72h", {"Germany": "one@x.org", "Russia": "two@y.org"}, "empires")
    with table.store.writing() as session:
        row = session.get_one(type(table.row("p1")), "p1")
        row.position = _state()
    table.mail("one@x.org", "WHERE Verdun\nWHERE Paris\nWHERE Berlin", "p1")
    said = text_of(table.last_to("one@x.org"))
    assert "French army (reduced)" in said
    assert "2 French armies" in said
    assert "It belongs to Germany." in said
    assert "as far as you know" not in said, "this game hides nothing on the board"
    assert "Verdun, home of France" in said
    assert "It belongs to the Franco-British." in said


@pytest.mark.parametrize(
    ("nation", "power", "named"),
    [
        ("Russian", "Russia", "the Russian army loses"),
        ("small British", "Franco-British", "the small British army loses"),
        ("Turkish", "Germany", "the Turkish army (Germany) loses"),
        ("German", "Austria-Hungary", "the German army (Austria-Hungary) loses"),
    ],
)
def test_the_power_of_an_army_is_named_only_if_its_nation_does_not_show_it(
    nation: str, power: str, named: str
) -> None:
    assert named in event_words(Event("reduced", power, "paris", f"{nation} army"))


def test_the_key_in_the_first_mail_has_a_line_for_each_country(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.opens("p1", "72h", {"Germany": "one@x.org", "Russia": "two@y.org"}, "empires")
    key = text_of(table.report_to("one@x.org")).partition("Key to the places")[2]
    assert re.search(r"Serbia: BEL Belgrade \(city\), NIS Nish.*, USK Uskub.* United Kingdom: EGY Egypt", key)
    assert len(re.findall(r"\(city\b", key)) == sum(zone.city for zone in ZONES.values())


def test_pass_is_explained_by_rules_and_by_help(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.vouched.add("one@x.org")
    table.opens("p1", "72h", {"Germany": "one@x.org", "Russia": "two@y.org"}, "empires")
    table.mail("one@x.org", "RULES pass", "p1")
    assert "S.12 PASS is the last line of a sheet" in text_of(table.last_to("one@x.org"))
    table.mail("one@x.org", "HELP PASS", "p1")
    said = text_of(table.last_to("one@x.org"))
    assert "PASS is the last line, and means that you do nothing more in this turn" in said
    assert "There is no help page" not in said


def test_an_activation_without_armies_is_not_counted_and_the_answer_says_so() -> None:
    for lines in (["ACTIVATE", "Army Cologne - Vienna"], ["ACTIVATE Army Cologne - Vienna"], ["ACTIVATE"]):
        reading = GAME.read(_state(), "Germany", None, lines)
        assert any("so it is not carried out and is not counted" in one for one in reading.warnings)
        assert not any(row.order == "Activates armies" for row in reading.in_force)
        refused = [one.text for one in reading.lines if one.verdict == REFUSED]
        assert refused == (lines[-1:] if lines != ["ACTIVATE"] else [])
    carried_out = GAME.read(_state(), "Germany", None, ["ACTIVATE", "Army Cologne - Brussels"])
    assert carried_out.warnings == ("You have used 1 of 3 actions; 2 are free.",)


@pytest.mark.parametrize("lines", [["ACTIVATE", "Army Cologne - Vienna"], ["RECRUIT", "full in Paris"]])
def test_an_action_without_accepted_orders_does_not_count_before_a_pause(lines: list[str]) -> None:
    state = _state()
    first = GAME.read(state, "Germany", None, [*lines, "PAUSE"])
    state = GAME.judge(state, {"Germany": first.orders}, ListedDice([])).state
    rest = GAME.read(state, "Germany", None, ["MISSIONS", "ENTRENCH Metz", "RESEARCH Attack 1"])
    assert not [one for one in rest.lines if one.verdict == REFUSED]


def test_an_activation_whose_condition_does_not_hold_yet_stays_on_the_sheet() -> None:
    reading = GAME.read(_state(), "Germany", None, ["ACTIVATE", "IF Verdun is ours: Army Metz - Verdun"])
    assert not [one for one in reading.lines if one.verdict == REFUSED]


def test_tiles_in_box_1_say_how_they_come_into_use() -> None:
    state = GAME.place(
        {"units": UNITS, "phase": "Germany", "turn": 9, "state": {"research": {"Germany": ["Gas"]}}}
    )
    assert "Choose it again to move it into box 2" in str(GAME.show(state, None, "Germany"))
    assert "into box 2" not in str(GAME.show(_state(), None, "Russia"))


def test_several_activations_on_file_are_numbered() -> None:
    lines = ["ACTIVATE", "Army Cologne - Brussels", "ACTIVATE", "Army Berlin - Posen"]
    rows = GAME.read(_state(), "Germany", None, lines).in_force
    assert [row.order for row in rows[:4:2]] == ["Activates armies (first)", "Activates armies (second)"]
    assert [row.under for row in rows[1:4:2]] == ["Activates armies (first)", "Activates armies (second)"]
    assert GAME.read(_state(), "Germany", None, lines[:2]).in_force[0].order == "Activates armies"


def test_armies_that_may_not_support_may_still_move_there() -> None:
    units = {"Germany": ["3 Armies Metz"], "Franco-British": ["2 French Armies Verdun"]}
    state = GAME.place({"units": units, "phase": "Germany", "turn": 5})
    lines = ["ACTIVATE", "Army Metz - Verdun attacks with 2 Armies Metz"]
    (refused,) = [one for one in GAME.read(state, "Germany", None, lines).lines if one.verdict == REFUSED]
    assert "The other armies may move there on lines of their own, without supporting." in refused.remedy
    lines = ["ACTIVATE", "Army Metz - Verdun attacks with Army Metz", "Army Metz - Verdun"]
    assert not [one for one in GAME.read(state, "Germany", None, lines).lines if one.verdict == REFUSED]


def test_a_destination_two_zones_away_is_refused_with_the_way_to_it() -> None:
    said = _refused("ACTIVATE", "Army Berlin - Cologne")
    assert "does not touch" in said
    units = {"Franco-British": ["British Army Rouen"]}
    state = GAME.place({"units": units, "phase": "Franco-British", "turn": 5})
    lines = ["ACTIVATE", "Army Rouen - Verdun"]
    (refused,) = [
        one for one in GAME.read(state, "Franco-British", None, lines).lines if one.verdict == REFUSED
    ]
    assert refused.remedy == (
        "Write every zone of the way: "
        "Rouen - Lille - Verdun, Rouen - Orleans - Verdun or Rouen - Paris - Verdun."
    )


@pytest.mark.parametrize(
    ("written", "meant"), [("Research attack", "Attack 1"), ("research Defence.", "Defence 2")]
)
def test_a_branch_with_one_possible_level_is_researched(written: str, meant: str) -> None:
    state = GAME.place(
        {"units": UNITS, "phase": "Germany", "turn": 5, "state": {"technologies": {"Germany": ["Defence 1"]}}}
    )
    (line,) = GAME.read(state, "Germany", None, [written]).lines
    assert line.reading == f"Researches {meant}"


def test_a_branch_without_a_possible_level_is_refused() -> None:
    state = GAME.place(
        {
            "units": UNITS,
            "phase": "Russia",
            "turn": 5,
            "state": {"technologies": {"Russia": ["Attack 1", "Attack 2"]}},
        }
    )
    assert GAME.read(state, "Russia", None, ["Research attack"]).lines[0].verdict == REFUSED
    other = GAME.read(_state(), "Germany", None, ["MISSIONS", "Austria:", "Research attack"])
    assert other.lines[-1].verdict == REFUSED, "it is below the heading of another Power"


def test_a_line_for_another_army_is_refused_if_two_activations_are_on_file() -> None:
    sheet = ["ACTIVATE", "Army Cologne - Brussels", "ACTIVATE", "Army Brussels - Lille attacks"]
    before = GAME.read(_state(), "Germany", None, sheet).orders
    (line,) = GAME.read(_state(), "Germany", before, ["Army Metz - Verdun attacks"]).lines
    assert "there is none that this could replace" in line.reason
    assert line.remedy == "Send the whole sheet again, with this line below its ACTIVATE."


def test_two_equal_armies_out_of_supply_in_one_zone_are_told_apart() -> None:
    """A reduced army loses its last step by 6.5, and the report once read as if there were only one army."""
    units = {"Russia": ["Army Berlin", "Army Berlin reduced"], "Germany": ["2 Armies Berlin"]}
    state = GAME.place({"units": units, "phase": "Germany", "turn": 5})
    turn = GAME.judge(state, {}, ListedDice([]))
    said = str(GAME.show(turn.state, turn.record, "Russia"))
    assert "The Russian army in Berlin is out of supply and loses a step. (See RULES 6.5.)" in said
    assert (
        "The other Russian army in Berlin is out of supply and loses its last step. (See RULES 6.5.)" in said
    )


def test_the_first_mail_says_what_a_supporter_adds_and_how_far_a_marker_goes(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.opens("p1", "72h", {"Germany": "one@x.org", "Russia": "two@y.org"}, "empires")
    said = " ".join(text_of(table.report_to("one@x.org")).split())
    assert (
        "A supporter adds 2, or 1 if it is of a lesser nation; like the attacker, it moves in and stays."
        in said
    )
    assert "A move goes through up to 4 zones (an enemy's counts as 2)" in said
    assert "Most zones hold 3 armies of a Power." in said
    others = {nation for (nation, _), counter in BOARD.counters.items() if counter.full[1] == 1}
    assert others == {"Turkish", "Bulgarian", "Italian", "Serbian", "Romanian"}
    assert {counter.full[1] for counter in BOARD.counters.values()} == {1, 2}
    assert "moves the marker of a neutral 2 boxes forward or 1 back" in said
