"""Turns of Hardbop that wait for players, and the start of the game."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from adjudicator import hardbop
from adjudicator.core.dice import ListedDice, SeededDice
from adjudicator.hardbop import calendar, ground, options, position
from adjudicator.hardbop.resolve import losses
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.view.wording import destroy_together
from adjudicator.middle_earth.language.orders import Target, Unit

GAME = hardbop.game
Sheets = Mapping[str, Sequence[str]]
ROW = re.compile(r"^\| ([\w.()]+) \| `([\w-]+)` \| (.+) \|$", re.MULTILINE)
KEYS = {one.key for one in options.OPTIONS}


def placed(units: Mapping[str, Sequence[str]], turn: int = 1, **more: Any) -> str:
    return GAME.place({"phase": "movement", "turn": turn, "units": units, **more})


def judged(state: str, sheets: Sheets) -> tuple[str, str]:
    """Return the state and the record after the phase that is due. Every line must be an order."""
    orders = {}
    for power, lines in sheets.items():
        reading = GAME.read(state, power, None, lines)
        assert [(line.text, line.reason) for line in reading.lines if line.verdict != "taken"] == []
        orders[power] = reading.orders
    turn = GAME.judge(state, orders, ListedDice((1, 1, 1)))
    return turn.state, turn.record


def units(state: str, power: str) -> list[str]:
    told: list[str] = GAME.describe(state)["units"][power]
    return sorted(told)


BEATEN = {"Rohan": ["C Edo"], "Mordor": ["2A WEm"]}
ATTACK: Sheets = {"Rohan": ["C Edo H - EEm"], "Mordor": ["2A WEm - Edo"]}


def test_a_dislodged_cavalry_loses_its_second_move() -> None:
    """HB 4.4(h)"""
    state, _ = judged(placed(BEATEN), ATTACK)
    assert GAME.due(state).phase == "retreat"
    state, record = judged(state, {"Rohan": ["C Edo R Dhw"]})
    assert GAME.due(state).phase == "movement"
    assert units(state, "Rohan") == ["C Dhw"]
    assert GAME.describe(state, record)["results"]["Rohan"] == {
        "Cavalry Edoras retreats to Dunharrow": "succeeds"
    }


def test_a_unit_that_retreated_this_turn_destroys_nobody() -> None:
    """HB 3.3(e)"""
    beaten = {"Umbar": ["A Osg"], "Mordor": ["2A SIt"], "Gondor": ["Faramir NIt"]}
    orders = {"Umbar": ["A Osg H", "A Osg destroys any"], "Mordor": ["2A SIt - Osg"]}
    state, _ = judged(placed(beaten), orders)
    after, _ = judged(state, {"Umbar": ["A Osg R NIt"]})
    assert units(after, "Umbar") == ["A NIt"]
    assert units(after, "Gondor") == ["Faramir NIt"]


def test_a_unit_that_stood_still_destroys() -> None:
    """HB 3.3(d): the other side of 3.3(e)"""
    state, _ = judged(
        placed({"Umbar": ["A Ano"], "Gondor": ["Faramir Ano"]}), {"Umbar": ["A Ano destroys Faramir"]}
    )
    assert units(state, "Gondor") == []


def test_second_moves_come_after_the_retreats() -> None:
    """HB 2.2(a), 9: until then only the first move is reported."""
    start = placed({"Rohan": ["C HDe", "A Gap"], "Mordor": ["2A Dld"]})
    state, record = judged(start, {"Rohan": ["C HDe - WEm - EEm", "A Gap H"], "Mordor": ["2A Dld - Gap"]})
    assert GAME.due(state).phase == "retreat"
    assert "C WEm" in units(state, "Rohan")
    told = [row["short"] for row in GAME.show(state, record, None).facts["orders"]]
    assert "C HDe - WEm" in told
    assert "C HDe - WEm - EEm" not in told
    after, second = judged(state, {"Rohan": ["A Gap D"]})
    assert units(after, "Rohan") == ["C EEm"]
    assert "C HDe - WEm - EEm" in [row["short"] for row in GAME.show(after, second, None).facts["orders"]]


def test_a_unit_beaten_by_a_second_move_retreats_in_a_separate_phase() -> None:
    """HB 9(a)"""
    start = placed({"Rohan": ["C Edo", "C HDe"], "Saruman": ["A Gap"]})
    state, _ = judged(
        start,
        {"Rohan": ["C Edo - WEm - Gap", "C HDe S2 C Edo - WEm - Gap"], "Saruman": ["A Gap H"]},
    )
    assert GAME.due(state).phase == "second-retreat"
    assert dict(GAME.due(state).owed) == {"Saruman": "retreats"}
    after, _ = judged(state, {"Saruman": ["A Gap R Dld"]})
    assert units(after, "Saruman") == ["A Dld"]


def test_a_unit_just_built_destroys_at_once() -> None:
    """HB 3.3(d), 9(c)"""
    start = placed({"Mordor": ["2A Udu"], "Elves": ["Fellowship Bar"]}, turn=2)
    state, _ = judged(start, {})
    assert GAME.due(state).phase == "adjustment"
    after, _ = judged(state, {"Mordor": ["Build A Bar", "A Bar destroys Fellowship"]})
    assert units(after, "Elves") == []


@pytest.mark.parametrize(("again", "left"), [([], ["Fellowship Bar"]), (["A Bar destroys any"], [])])
def test_an_order_of_the_movement_sheet_is_not_that_of_a_unit_built_since(
    again: Sequence[str], left: Sequence[str]
) -> None:
    """HB 9(d): it names the army that was there; 9(c): the adjustment sheet may repeat it."""
    start = placed({"Mordor": ["A Bar"], "Elves": ["Fellowship Bar"]}, turn=2)
    state, _ = judged(start, {"Mordor": ["A Bar - Gor", "A Bar destroys any"]})
    assert GAME.due(state).phase == "adjustment"
    after, _ = judged(state, {"Mordor": ["Build A Bar", *again]})
    assert units(after, "Mordor") == ["A Bar", "A Gor"]
    assert units(after, "Elves") == left


def test_a_fleet_that_was_lost_may_be_built_again() -> None:
    """HB 6.7"""
    beaten = {"Mordor": ["F SoN < SoR"]}
    start = placed({"Umbar": ["P SoN"]}, phase="retreat", turn=2, dislodged=beaten)
    state, _ = judged(start, {"Mordor": ["F SoN D"]})
    assert GAME.due(state).phase == "adjustment"
    after, _ = judged(state, {"Mordor": ["Build F Nrn"]})
    assert units(after, "Mordor") == ["F Nrn"]


def test_the_bulletin_says_only_that_the_way_of_the_nazgul_was_barred() -> None:
    """HB 3.10(c), I: only its player learns by whom."""
    start = placed({"Gondor": ["Gandalf SIt"], "Mordor": ["A MMo", "Nazgul MMo"]})
    after, record = judged(start, {"Gondor": ["Gandalf H"], "Mordor": ["Nazgul leads A MMo - SIt"]})
    told = {reader: _text(GAME.show(after, record, reader)) for reader in (None, "Rohan", "Mordor")}
    assert "the way was barred" in told[None] and "the way was barred" in told["Rohan"]
    assert "Gandalf" not in told[None] and "Gandalf" not in told["Rohan"]
    assert "Gandalf kept the Nazgul out of South Ithilien" in told["Mordor"]


def test_the_bulletin_does_not_reveal_that_a_leading_nazgul_was_driven_out() -> None:
    """HB 3.10(d), I: public facts are the same whether Gandalf comes or not."""
    start = placed({"Gondor": ["Gandalf MTi"], "Mordor": ["A Osg", "Nazgul Osg"]})
    bulletins = []
    for line in ("Gandalf - Osg", "Gandalf H"):
        after, record = judged(start, {"Gondor": [line], "Mordor": ["Nazgul leads A Osg"]})
        bulletins.append(GAME.show(after, record, None))
    assert "Nazgul Los" in GAME.describe(judged(start, {"Gondor": ["Gandalf - Osg"]})[0])["units"]["Mordor"]
    assert bulletins[0] == bulletins[1]


def test_its_player_sees_where_a_nazgul_that_was_driven_out_was_disclosed() -> None:
    """HB 3.10(i), I(c): a report includes what the bulletin says about the player's own pieces."""
    start = placed({"Gondor": ["Gandalf MTi"], "Mordor": ["A Osg", "Nazgul Osg"]})
    sheets = {"Gondor": ["Gandalf - Osg"], "Mordor": ["Nazgul leads A Osg"]}
    after, record = judged(start, sheets)
    report = GAME.show(after, record, "Mordor")
    assert "Everybody was shown your Nazgul in Osgiliath." in _text(report)
    assert {"Nazgul Los", "Nazgul Osg"} <= set(report.facts["sees"])
    assert "Everybody was shown" not in _text(GAME.show(after, record, None))
    stayed = {"Gondor": ["Gandalf H"], "Mordor": ["Nazgul leads A Osg"]}
    assert "Everybody was shown" not in _text(GAME.show(*judged(start, stayed), "Mordor"))


def test_the_bulletin_does_not_reveal_that_a_nazgul_fled_to_the_balrog() -> None:
    """HB 3.10(d), I: that it paralyses is public; only its player knows of its end."""
    start = placed({"Gondor": ["Gandalf Gwa", "A Cad"], "Mordor": ["Nazgul Hol"]})
    bulletins = []
    for line in ("Gandalf - Hol", "Gandalf H"):
        sheets = {"Gondor": [line, "A Cad H"], "Mordor": ["Nazgul paralyses A Cad", "Nazgul R KDu"]}
        after, record = judged(start, sheets)
        bulletins.append(GAME.show(after, record, None))
        assert units(after, "Mordor") == ([] if line == "Gandalf - Hol" else ["Nazgul Hol"])
    assert bulletins[0] == bulletins[1]


def test_the_ring_is_passed_carried_on_and_passed_again() -> None:
    """HB 7.3(c): in step v to the Ranger, who passes it in step ix."""
    start = placed({"Gondor": ["A Osg [Ring]", "Ranger Ano"], "Elves": ["Fellowship NIt"]})
    lines = ["A Osg passes the Ring to R", "Ranger - MTi - Osg", "Ranger passes the Ring to Fe"]
    after, _ = judged(start, {"Gondor": lines, "Elves": ["Fellowship NIt H"]})
    assert units(after, "Elves") == ["Fellowship NIt [Ring]"]


def _warnings(units_: dict[str, list[str]], power: str, *lines: str) -> tuple[str, ...]:
    return GAME.read(placed(units_), power, None, lines).warnings


def test_passing_the_ring_to_nobody_is_warned_about() -> None:
    """Orders 1.6: from public facts and the player's own."""
    there = {"Gondor": ["A MTi [Ring]", "A Osg", "Faramir NIt"], "Rohan": ["A Ano"]}
    (told,) = _warnings(there, "Gondor", "A MTi passes the Ring to A Los")
    assert told.startswith("There is no A Los now") and told.endswith("A MTi passes the Ring to Los.")
    (told,) = _warnings(there, "Gondor", "A MTi passes the Ring to A Osg", "A Osg - Los")
    assert told.startswith("A Osg is ordered to move")
    for receiver in ("A Osg", "A Ano", "Faramir", "Los"):
        assert _warnings(there, "Gondor", f"A MTi passes the Ring to {receiver}") == ()


@pytest.mark.parametrize(
    ("giver", "way", "place"),
    [
        ("A Dru", "C WEm - HDe - WEm", "HDe"),
        ("C Gap", "C WEm - HDe - Dhw", ""),
        ("A Dru", "C WEm - Gap", "Gap"),
    ],
)
def test_the_order_suggested_for_the_ring_is_allowed(giver: str, way: str, place: str) -> None:
    """HB 7.3(c): Cavalry is on its way when others pass the Ring, and at its goal when Cavalry does."""
    there = {"Rohan": [f"{giver} [Ring]", "C WEm"]}
    (told,) = _warnings(there, "Rohan", f"{giver} passes the Ring to C WEm", way)
    advised = f"{giver} passes the Ring to {place or 'WEm'}"
    assert f"write {advised}." in told
    read = GAME.read(placed(there), "Rohan", None, [way, advised])
    assert [line.verdict for line in read.lines] == ["taken", "taken"]


def test_nothing_is_advised_if_the_ring_cannot_get_there() -> None:
    there = {"Rohan": ["A Dru [Ring]", "C Edo"]}
    (told,) = _warnings(there, "Rohan", "A Dru passes the Ring to C Edo", "C Edo - EEm")
    assert told.endswith("does not get the Ring if it does.")


def test_a_lead_whose_unit_is_ordered_elsewhere_later_is_warned_about() -> None:
    """HB 3.2(c)"""
    before = placed({"Gondor": ["A MTi", "Faramir MTi"]})
    lead = GAME.read(before, "Gondor", None, ["Faramir leads A MTi - Ano"]).orders
    (told,) = GAME.read(before, "Gondor", lead, ["A MTi - Osg"]).warnings
    assert told.startswith("Faramir leads A MTi to Anórien, but A MTi has another order: the lead is void.")
    assert "To send A MTi there, write A MTi - Ano." in told and told.endswith("write Faramir leads A MTi.")


def test_a_lead_that_agrees_with_the_order_of_the_unit_is_not_warned_about() -> None:
    """HB 3.2(c)"""
    there = {"Gondor": ["A MTi", "Faramir MTi"]}
    for lines in (
        ["Faramir leads A MTi - Ano"],
        ["A MTi - Ano", "Faramir leads A MTi - Ano"],
        ["A MTi H", "Faramir leads A MTi"],
    ):
        assert _warnings(there, "Gondor", *lines) == ()


@pytest.mark.parametrize(
    "lines",
    [
        ["Faramir leads A MTi - Ano", "A Los - MTi", "A EEm S A MTi - Ano"],
        ["STANDING: A MTi - Ano", "A Los - MTi", "A EEm S A MTi - Ano"],
        ["PROXY A MTi to Rohan", "A Los - MTi", "A EEm S A MTi - Ano"],
    ],
)
def test_notes_count_the_move_of_a_led_unit_and_do_not_guess_that_of_a_lent_one(lines: list[str]) -> None:
    """HB 3.2(c)"""
    assert _warnings({"Gondor": ["A MTi", "A Los", "A EEm", "Faramir MTi"]}, "Gondor", *lines) == ()


def test_notes_say_that_a_led_unit_stays_or_goes_elsewhere() -> None:
    """HB 3.2(c): the other side of the test above."""
    there = {"Gondor": ["A MTi", "A Los", "A EEm", "Faramir MTi"]}
    lines = ["Faramir leads A MTi H", "A Los - MTi", "A EEm S A MTi - Ano"]
    assert _warnings(there, "Gondor", *lines) == (
        "A Los goes where A MTi stays: the move fails.",
        "A EEm supports a move that A MTi is not ordered to make.",
    )


def test_a_unit_that_gandalf_leads_to_the_balrog_is_not_warned() -> None:
    """HB 5.4(a): the player of one that Faramir leads learns of it as if it went alone."""
    there = {"Gondor": ["A Hol", "Faramir Hol", "Gandalf Hol"]}
    assert _warnings(there, "Gondor", "Gandalf leads A Hol - KDu") == ()
    told = "A Hol goes to Khazad-dûm, where the Balrog is."
    assert _warnings(there, "Gondor", "Faramir leads A Hol - KDu") == (told,)


def test_the_ring_never_goes_to_the_enemy_who_drove_out_the_army_named() -> None:
    """HB 7.3(d), orders 1.6: nor to the army that was named, which has retreated to a neighbouring space."""
    start = placed({"Gondor": ["A MTi [Ring]", "A Los"], "Mordor": ["2A Osg"]})
    lines = ["A MTi H", "A Los H", "A MTi passes the Ring to A Los"]
    state, _ = judged(start, {"Gondor": lines, "Mordor": ["2A Osg - Los"]})
    after, _ = judged(state, {"Gondor": ["A Los R Lam"]})
    assert units(after, "Gondor") == ["A Lam", "A MTi [Ring]"]
    assert units(after, "Mordor") == ["2A Los"]


def test_leaders_go_with_the_unit_that_retreats() -> None:
    """HB 3.3(b), over two phases"""
    start = placed({"Gondor": ["A Osg", "Faramir Osg"], "Mordor": ["2A SIt", "A NIt"]})
    state, _ = judged(
        start,
        {
            "Gondor": ["Faramir leads A Osg", "A Osg H"],
            "Mordor": ["2A SIt - Osg", "A NIt S 2A SIt - Osg"],
        },
    )
    after, _ = judged(state, {"Gondor": ["A Osg R MTi"]})
    assert units(after, "Gondor") == ["A MTi", "Faramir MTi"]


def test_a_turn_that_waits_is_the_same_after_writing_and_reading() -> None:
    state, _ = judged(placed(BEATEN), ATTACK)
    assert position.to_text(position.from_text(state)) == state


# The start.


TEN = ["And", "Anf", "Bra", "Dru", "Ene", "Fnd", "Gap", "Gwa", "Har", "Min"]
THIRTEEN = sorted([*TEN, "Fli", "Lhu", "Sut"])
MORE = ["Amo", "Ang", "CDu", "Cad", "Ett", "Fch", "Fdw", "Hol", "NDo", "Nen", "Rhu"]
TWENTY_FOUR = sorted([*THIRTEEN, *MORE])
HIDING = {"army": THIRTEEN, "any-border": TEN, "without-gundabad": TWENTY_FOUR}


@pytest.mark.parametrize("distance", HIDING)
def test_the_ring_is_hidden_where_the_rules_list_it(distance: str) -> None:
    """HB 7.1, 7.1(a): in each of these spaces, and in no other."""
    starts = [GAME.start({"ring-distance": distance}, SeededDice(str(seed), 0)) for seed in range(300)]
    assert sorted({position.from_text(start).ring.place for start in starts}) == HIDING[distance]


def test_the_ring_is_hidden_by_the_marches_of_an_army_where_nothing_is_chosen() -> None:
    """HB 7.1(a)"""
    for seed in range(40):
        dice = [SeededDice(str(seed), 0) for _ in range(2)]
        chosen = position.from_text(GAME.start({"ring-distance": "army"}, dice[0]))
        assert position.from_text(GAME.start({}, dice[1])).ring == chosen.ring


def test_no_army_of_mordor_is_near_the_ring() -> None:
    """HB 7.1(a): a marsh beside Mordor is near, though no army can enter it; Gundabad may be left out."""
    far = ground.marches({"Bar", "MMo", "Udu", "Nrn", "Dol", "SRh", "Gun"})
    assert far["DMa"] == 2
    assert all(far[place] > 3 for place in THIRTEEN)
    without = ground.marches({"Bar", "MMo", "Udu", "Nrn", "Dol", "SRh"})
    assert all(without[place] > 3 for place in TWENTY_FOUR)
    assert far["Ett"] == 2


def test_hints_name_hiding_places_of_the_option() -> None:
    """HB 7.1(b)"""
    for distance, places in HIDING.items():
        for seed in range(40):
            start = GAME.start({"ring-distance": distance}, SeededDice(str(seed), 0))
            hinted = {one for hint in position.from_text(start).hints.values() for one in hint}
            assert hinted <= {*places}


def test_hints_are_for_three_players_and_for_the_first_report() -> None:
    """HB 7.1(b)"""
    state = GAME.start({}, SeededDice("hints", 0))
    now = position.from_text(state)
    assert set(now.hints) == {"Mordor", "Saruman", "Gondor"}
    assert all(len(set(places)) == 3 and set(places) <= set(THIRTEEN) for places in now.hints.values())
    told = {power: _text(GAME.show(state, None, power)) for power in GAME.card.seats}
    assert {power for power, text in told.items() if "whispered" in text} == set(now.hints)


def test_the_first_report_of_mordor_says_what_holds_the_fire() -> None:
    """HB 7.7: no other report does. The order that it suggests is accepted."""
    state = GAME.start({}, SeededDice("fire", 0))
    told = {reader: _text(GAME.show(state, None, reader)) for reader in (None, *GAME.card.seats)}
    assert [reader for reader, text in told.items() if "the Fire" in text] == ["Mordor"]
    assert "Multiple Army" in told["Mordor"]
    (line,) = GAME.read(state, "Mordor", None, ["STANDING: A * destroys any"]).lines
    assert line.verdict == "taken" and line.text in told["Mordor"]
    after, record = judged(state, {})
    assert "the Fire" not in _text(GAME.show(after, record, "Mordor"))


def test_hints_can_be_left_out() -> None:
    assert position.from_text(GAME.start({"hints": "off"}, SeededDice("hints", 0))).hints == {}
    with pytest.raises(ValueError, match="hints"):
        GAME.start({"hints": "some"}, SeededDice("hints", 0))


def test_the_start_is_public_but_for_gandalf_and_the_nazgul() -> None:
    """HB I, before turn 1; and 1(a)"""
    state = GAME.start({}, SeededDice("x", 0))
    sees = GAME.show(state, None, None).facts["sees"]
    assert sees == ["Faramir MTi", "Fellowship Shi", "Ranger Bre", "Saruman Ise", "Sauron Bar"]
    now = position.from_text(state)
    assert [one.place for one in now.military if one.kind == "P"] == ["Cit"]
    assert sum(one.kind == "E" and one.place == ground.OFF for one in now.military) == 3
    after, record = judged(state, {})
    assert GAME.show(after, record, None).facts["sees"] == ["Sauron Bar"]
    assert "Gandalf MTi" in units(after, "Gondor") and "Nazgul MMo" in units(after, "Mordor")


def _text(report: Any) -> str:
    return " ".join(item.text for section in report.sections for item in section.items)


# Votes and calendar.


def test_a_draw_needs_all_survivors_and_nobody_else() -> None:
    """HB V4, V4(a)"""
    state = GAME.place({"units": {"Gondor": ["A MTi"]}, "state": {"eliminated": ["Mordor"]}})
    (draw,) = GAME.due(state).motions
    assert draw.key == "draw" and "Mordor" not in draw.voters and len(draw.voters) == 6


def test_nobody_concedes_before_the_ring_was_worn() -> None:
    """HB V4(b)"""
    before = GAME.place({"units": {"Gondor": ["A MTi"]}})
    after = GAME.place(
        {"units": {"Gondor": ["A MTi"]}, "state": {"ring_worn": True, "eliminated": ["Umbar"]}}
    )
    assert [motion.key for motion in GAME.due(before).motions] == ["draw"]
    concessions = {motion.key: motion for motion in GAME.due(after).motions}
    assert "concede Umbar" not in concessions
    assert concessions["concede Rohan"].winners == ("Rohan",)
    assert "Rohan" not in concessions["concede Rohan"].voters


@pytest.mark.parametrize(
    ("turn", "name"),
    [
        (1, "AFTERYULE I 3019"),
        (2, "AFTERYULE II 3019"),
        (3, "SOLMATH I 3019"),
        (24, "FOREYULE II 3019"),
        (25, "AFTERYULE I 3020"),
    ],
)
def test_turns_have_the_names_of_the_calendar(turn: int, name: str) -> None:
    """HB 10.2"""
    assert calendar.name(turn) == name


def test_the_owner_of_a_centre_builds_before_gondor_by_the_ranger() -> None:
    """HB 6.5: two powers may build in one centre, and one unit stands there."""
    start = placed({"Gondor": ["Ranger Dhw"], "Rohan": ["A Gap"]}, turn=2, state={"paths_walked": True})
    state, _ = judged(start, {})
    after, _ = judged(state, {"Gondor": ["Build A Dhw"], "Rohan": ["Build C Dhw"]})
    assert units(after, "Rohan") == ["A Gap", "C Dhw"]
    assert units(after, "Gondor") == ["Ranger Dhw"]


def test_the_rules_list_every_option_with_its_values() -> None:
    rows = [row for row in ROW.findall(GAME.card.rules) if row[1] in KEYS]
    listed = {key: (clause, tuple(re.findall(r"`([\w-]+)`", values))) for clause, key, values in rows}
    assert listed == {one.key: (one.clause, one.values) for one in options.OPTIONS}
    assert all(one.values[0] == one.default for one in options.OPTIONS)


def test_an_unknown_option_is_reported() -> None:
    with pytest.raises(ValueError, match="no option"):
        GAME.start({"leaders": "attack"}, SeededDice("1", 0))


@pytest.mark.parametrize(
    ("power", "units_", "line", "reason"),
    [
        (
            "Rohan",
            ["C EEm", "C WEm"],
            "Build C Edo",
            "With 3 centres you may own 2 Cavalry; one more needs 6.",
        ),
        ("Rohan", ["A Dru"], "Build F HDe", "HDe is not on the sea, so no Fleet is built there."),
        (
            "Umbar",
            ["P SOU", "P BAY"],
            "Build P Cit",
            "With 3 centres you may own 2 Pirates; one more needs 8.",
        ),
        ("Gondor", ["F BAY", "F SOU"], "Build F Bel", "You may own 2 Fleets and no more. (See RULES 6.7.)"),
    ],
)
def test_a_refused_build_has_a_reason(power: str, units_: list[str], line: str, reason: str) -> None:
    facts = {"phase": "adjustment", "turn": 2, "units": {power: units_}}
    (read,) = GAME.read(GAME.place(facts), power, None, [line]).lines
    assert read.reason.startswith(reason)


def test_a_piece_that_is_gone_for_good_is_offered_to_nobody() -> None:
    """HB 3.3(i): its end is public, also for those who still have a standing order about it."""
    start = placed({"Rohan": ["A WEm", "C Edo"], "Saruman": ["Saruman WEm", "A Ise"], "Mordor": ["A Udu"]})
    options = [line for lines in GAME.choices(start, "Mordor").values() for line in lines]
    assert "A Udu destroys Saruman" in options
    after, _ = judged(start, {"Rohan": ["A WEm destroys Saruman", "STANDING: C * destroys Saruman"]})
    for power, unit in (("Mordor", "A Udu"), ("Rohan", "C Edo")):
        options = [line for lines in GAME.choices(after, power).values() for line in lines]
        assert f"{unit} destroys Faramir" in options
        assert f"{unit} destroys Saruman" not in options
    (told,) = GAME.read(after, "Rohan", None, ["A WEm H", "C Edo H"]).warnings
    assert told.startswith("Saruman is destroyed and never comes back")
    for piece in ("Gandalf", "Nazgul"):
        assert GAME.read(after, "Mordor", None, [f"A Udu destroys {piece}"]).lines[0].verdict == "taken"


def test_a_hidden_end_of_a_piece_changes_nothing_that_others_may_order() -> None:
    state = position.from_text(placed({"Mordor": ["A Udu"], "Gondor": ["Faramir MTi"]}))
    turn = TurnState(state, {}, ListedDice([]))
    losses.lose_piece(turn, turn.pieces[0], "no order", openly=False)
    assert turn.state().fallen == ()


def test_several_units_destroy_what_they_can() -> None:
    units_ = [Unit("C", "EEm"), Unit("C", "WEm")]
    told = destroy_together(units_, Target("any"))
    assert told == "Cavalry East Emnet and Cavalry West Emnet destroy any piece that they can"


def _notes(units: Mapping[str, Sequence[str]], power: str, *messages: Sequence[str]) -> tuple[str, ...]:
    """Return the warnings below the last of the messages."""
    state, orders = placed(units), None
    for lines in messages:
        reading = GAME.read(state, power, orders, lines)
        orders = reading.orders
    return tuple(reading.warnings)


def test_a_declaration_warns_of_earlier_orders_that_it_makes_void() -> None:
    """HB 7.4, 8(f)"""
    units = {"Saruman": ["A Ise", "A Gap", "Saruman Gap [Ring]"], "Mordor": ["A Dru"]}
    earlier = ["A Gap S A Dru - HDe", "A Ise H", "Saruman puts on the Ring"]
    assert _notes(units, "Saruman", earlier) == ()
    assert _notes(units, "Saruman", earlier, ["DECLARE Evil"]) == ()
    assert _notes(units, "Saruman", earlier, ["DECLARE Good"]) == (
        "With the alignment that you declare, this order has no effect: A Gap S A Dru - HDe."
        " Good cannot support Evil, and Evil cannot support Good.",
        "With the alignment that you declare, this order has no effect: Saruman puts on the Ring."
        " A Good power cannot put on the Ring.",
    )


@pytest.mark.parametrize("line", ["STANDING: A * destroys R", "A Ise destroys R"])
def test_a_power_that_cannot_destroy_the_ranger_is_told_once(line: str) -> None:
    """HB 3.8(a): who may do so is public."""
    units = {"Saruman": ["A Ise", "A Gap"], "Mordor": ["A Dru"]}
    (told,) = _notes(units, "Saruman", [line, "A Gap destroys R"])
    assert told.startswith("Only Evil powers, and powers that have had a centre neutralised")
    assert _notes(units, "Saruman", [line, "DECLARE Evil"]) == ()
    foe = placed(units, state={"ranger_foes": ["Saruman"]})
    assert GAME.read(foe, "Saruman", None, [line]).warnings == ()


def test_a_standing_order_to_destroy_gandalf_waits_for_units_that_are_led() -> None:
    """HB 3.7(a): it is no mistake, but an order for one unit may be."""
    units = {"Saruman": ["A Ise", "A Gap", "A Dld"]}
    assert _notes(units, "Saruman", ["STANDING: A * destroys Gandalf"]) == ()
    (told,) = _notes(units, "Saruman", ["A Gap destroys Gandalf"])
    assert told.startswith("A Gap is a single unit that nobody leads")


def _rest_of_turn(orders: Sequence[str], power: str = "Saruman") -> list[str]:
    """Return what a report lists for the rest of a turn in which Saruman takes Helm's Deep."""
    units = {"Saruman": ["A Gap", "2A WEm", "A Dru", "Saruman Dru [Ring]"], "Rohan": ["A HDe"]}
    moves = ["A Gap S 2A WEm - HDe", "2A WEm - HDe", *orders]
    state, _ = judged(placed(units), {"Saruman": moves, "Rohan": ["A HDe H"]})
    sections = GAME.show(state, None, power).sections
    return [item.text for section in sections if section.key == "waiting" for item in section.items]


def test_orders_for_the_rest_of_the_turn_name_units_by_where_they_are_now() -> None:
    """HB I(c): the rest of the report does."""
    assert _rest_of_turn(["2A WEm destroys Faramir"]) == ["Double Army Helm's Deep destroys Faramir."]
    assert _rest_of_turn(["2A WEm destroys Faramir"], "Rohan") == []


def test_an_order_for_the_rest_of_the_turn_that_cannot_have_effect_says_so() -> None:
    """HB 3.7(a), 7.4"""
    lines = ["A Dru destroys Gandalf", "2A WEm destroys Gandalf", "Saruman puts on the Ring"]
    assert _rest_of_turn(lines) == [
        "Army Drúwaith Iaur destroys Gandalf: as things stand, this will have no effect. (See RULES 3.7(a).)",
        "Double Army Helm's Deep destroys Gandalf.",
        "Saruman puts on the Ring.",
    ]
    assert _rest_of_turn(["A Dru destroys Gandalf", "Saruman leads A Dru"]) == [
        "Army Drúwaith Iaur destroys Gandalf."
    ]


def test_a_declaration_leaves_the_ring_off_for_the_rest_of_the_turn() -> None:
    """HB 7.4: the order is older than the declaration."""
    units = {"Saruman": ["A Gap", "2A WEm", "Saruman Gap [Ring]"], "Rohan": ["A HDe"]}
    before = placed(units)
    sheet = ""
    for line in ("Saruman puts on the Ring", "2A WEm - HDe\nA Gap S 2A WEm - HDe\nDECLARE Good"):
        sheet = GAME.read(before, "Saruman", sheet or None, line.splitlines()).orders
    after = GAME.judge(before, {"Saruman": sheet}, ListedDice(())).state
    texts = [item.text for part in GAME.show(after, None, "Saruman").sections for item in part.items]
    assert "Saruman puts on the Ring: as things stand, this will have no effect. (See RULES 7.4.)" in texts


def _section(state: str, record: str | None, power: str, key: str) -> list[str]:
    sections = GAME.show(state, record, power).sections
    return [item.text for section in sections if section.key == key for item in section.items]


@pytest.mark.parametrize(
    ("power", "pieces", "told"),
    [
        ("Saruman", ["A Gap", "Saruman Gap [Ring]"], "At the end of a turn Saruman may put it on, for good"),
        ("Saruman", ["A Gap [Ring]"], "A Military Unit of yours that carries it may put it on"),
        ("Umbar", ["A Gap [Ring]"], "A Military Unit of yours that carries it may put it on"),
        ("Mordor", ["2A Gap [Ring]", "Sauron Gap"], "If Sauron carries it, he may put it on"),
        ("Rohan", ["A Gap [Ring]"], "A Good power cannot put it on."),
    ],
)
def test_the_holder_of_the_ring_reads_what_putting_it_on_does(
    power: str, pieces: Sequence[str], told: str
) -> None:
    """HB 7.4: a newcomer who found it read only that it can be destroyed."""
    held = _section(placed({power: pieces}), None, power, "holds")
    assert len([text for text in held if text.startswith(told)]) == 1


def test_the_holder_of_the_ring_reads_that_an_order_for_it_is_still_to_come() -> None:
    """HB 9(c): while retreats are due."""
    units = {"Saruman": ["A Gap", "2A WEm", "Saruman WEm [Ring]"], "Rohan": ["A HDe"]}
    moves = ["A Gap S 2A WEm - HDe", "2A WEm - HDe"]
    waits = "What you have ordered for it is still to be carried out in this turn, after this phase."
    for more, is_told in (([], False), (["Saruman puts on the Ring"], True)):
        state, record = judged(placed(units), {"Saruman": [*moves, *more]})
        assert (waits in _section(state, record, "Saruman", "holds")) is is_told


@pytest.mark.parametrize(
    ("units", "told"),
    [
        (["A Ise", "A Dld"], "To win by counting you need 36, and more than three quarters of all units"),
        (["A Ise [Ring]", "A Dld"], "You cannot win by counting while you carry the Ring without wearing it"),
    ],
)
def test_a_player_reads_after_turn_ii_how_far_a_victory_is(units: Sequence[str], told: str) -> None:
    """HB V2, V3"""
    for turn, is_told in ((1, False), (2, True)):
        state, record = judged(placed({"Saruman": units}, turn=turn), {})
        found = [text for text in _section(state, record, "Saruman", "centres") if told in text]
        assert bool(found) is is_told
        assert not [text for text in _section(state, record, "Rohan", "centres") if "carry the Ring" in text]


def test_centres_off_the_board_are_explained_while_mordor_has_them() -> None:
    """HB 1(d), 7.5.2"""
    units = {"Saruman": ["A Gap", "Saruman Gap [Ring]"], "Mordor": ["2A Bar"]}
    told = "Mordor's centres off the board count"
    for orders, is_told in (([], True), (["Saruman puts on the Ring"], False)):
        state, record = judged(placed(units), {"Saruman": orders})
        assert any(told in text for text in _section(state, record, "Saruman", "centres")) is is_told


@pytest.mark.parametrize("power", ["Saruman", "Rohan"])
def test_nobody_is_offered_to_pass_a_ring_that_is_worn(power: str) -> None:
    """HB 7.4, 7.6: others may still get it from a wearer who is lost in this turn."""
    units = {"Saruman": ["A Ise", "A Gap", "Saruman Gap [Ring]"], "Rohan": ["A HDe"]}
    start = placed(units)
    worn = judged(start, {"Saruman": ["Saruman puts on the Ring"]})[0]
    for state, is_offered in ((start, True), (worn, power == "Rohan")):
        every = [*GAME.choices(state, power).values(), *GAME.later_choices(state, power, "").values()]
        assert any("passes the Ring" in order for orders in every for order in orders) is is_offered


@pytest.mark.parametrize(
    ("army", "is_barred", "told"),
    [
        ("A EEm H", True, "reached West Emnet only; may not dislodge Rohan's Army in East Emnet"),
        ("A EEm - Wol", False, "moves to West Emnet and on to East Emnet."),
    ],
)
def test_a_second_step_onto_an_own_unit_is_warned_and_told_with_the_place_reached(
    army: str, is_barred: bool, told: str
) -> None:
    facts = {"phase": "movement", "turn": 3, "units": {"Rohan": ["C HDe", "A EEm"], "Mordor": ["A Bar"]}}
    before = hardbop.game.place(facts)
    reading = hardbop.game.read(before, "Rohan", None, ["C HDe - WEm - EEm", army])
    assert any("go on to East Emnet" in one for one in reading.warnings) == is_barred
    turn = hardbop.game.judge(before, {"Rohan": reading.orders}, ListedDice(()))
    sections = hardbop.game.show(turn.state, turn.record, "Rohan").sections
    assert told in "\n".join(item.text for one in sections for item in one.items)
