"""Reports of Downfall XIII: what they print, and what they keep secret."""

from collections.abc import Mapping, Sequence

import pytest

from adjudicator import downfall_xiii
from adjudicator.core.dice import ListedDice
from adjudicator.core.game import Remembered, ReportFacts
from adjudicator.downfall_xiii.view.news import in_words
from adjudicator.middle_earth.resolve.record import News
from adjudicator.middle_earth.view import memory

GAME = downfall_xiii.game
Lines = Mapping[str, Sequence[str]]


def _report(units: Lines, orders: Lines, reader: str | None, turn: int = 3, **state: str) -> ReportFacts:
    before = GAME.place({"phase": "movement", "turn": turn, "units": units, "state": state})
    given = {power: GAME.read(before, power, None, lines).orders for power, lines in orders.items()}
    judged = GAME.judge(before, given, ListedDice(()))
    return GAME.show(judged.state, judged.record, reader)


def _text(report: ReportFacts) -> str:
    items = [item.text for section in report.sections for item in section.items]
    return "\n".join([report.headline, report.lead, *items])


def test_a_unit_destroyed_by_a_peril_is_not_called_driven_out() -> None:
    report = _report({"Saruman": ["A Wes"]}, {"Saruman": ["A Wes - Fan"]}, None)
    assert report.headline == "The Ents destroy an army of Saruman"
    assert "driven out" not in _text(report)


def test_peoples_have_a_plural_verb_and_other_powers_a_singular_one() -> None:
    units = {"Elves": ["A Crk"], "Dwarves": ["A Esg"], "Rohan": ["C Wol"]}
    text = _text(_report(units, {}, None, turn=2))
    assert "The Elves gain the Carrock." in text
    assert "Rohan gains the Wold." in text
    assert "Dwarves gains" not in text


PELARGIR = {"Gandalf": ["Gandalf Pel"], "Gondor": ["2F ETH"]}


def test_a_hidden_piece_without_a_fleet_is_not_printed() -> None:
    orders = {"Gandalf": ["Gandalf embarks F ETH", "Gandalf ETH disembarks Los"], "Gondor": ["2F ETH H"]}
    assert "Gandalf" not in _text(_report(PELARGIR, orders, None))
    assert "Gandalf disembarks" in _text(_report(PELARGIR, orders, "Gandalf"))


def test_a_part_of_a_stack_that_ferries_a_hidden_piece_is_reported_as_holding() -> None:
    ferry = "2F ETH D : F ETH FF Gandalf Pel - Por, F ETH H"
    orders = {"Gandalf": ["Gandalf - Por"], "Gondor": [ferry]}
    assert "Gandalf" not in _text(_report(PELARGIR, orders, None))
    assert "ferries Gandalf" in _text(_report(PELARGIR, orders, "Gondor"))
    assert "Gandalf is in Poros" in _text(_report(PELARGIR, orders, "Gandalf"))


def test_a_power_of_gandalf_that_failed_is_not_printed() -> None:
    units = {"Gandalf": ["Gandalf Bre"], "Gondor": ["A Shi"]}
    orders = {"Gandalf": ["Gandalf S A Shi - Tyr"], "Gondor": ["A Shi H"]}
    assert "Gandalf" not in _text(_report(units, orders, None))


def test_a_report_says_how_many_units_of_each_kind_may_be_built() -> None:
    facts = {"phase": "adjustment", "units": {"Rohan": ["C Wol"], "Elves": ["A Lor"]}}
    before = GAME.place({**facts, "state": {"fleets_built": {"Elves": 2}}})
    rohan, elves = (_text(GAME.show(before, None, power)) for power in ("Rohan", "Elves"))
    places = "Places to build in, one unit each: Dunharrow, Eastfold, Helm's Deep."
    assert f"Rohan may build 2 units. {places} At most 1 Cavalry may be built." in rohan
    assert "No further Fleets may be built in the Grey Havens in this game." in elves
    assert "The Elves may build" in elves
    public = _text(GAME.show(before, None, None))
    assert not any(limit in public for limit in ("At most", "No further"))


def test_only_the_owner_sees_the_die_of_khazad_dum() -> None:
    before = GAME.place({"phase": "movement", "turn": 3, "units": {"Gondor": ["Faramir KDu"]}})
    judged = GAME.judge(before, {}, ListedDice((4,)))
    own, others = (_text(GAME.show(judged.state, judged.record, who)) for who in ("Gondor", None))
    assert "Faramir in Khazad-dûm: the die shows 4; a 1 means death." in own
    assert "the die shows" not in others


def test_only_the_player_of_a_move_learns_that_its_way_was_barred() -> None:
    units = {"Gandalf": ["Fe Ano"], "Mordor": ["3A Eas"]}
    facts = {"phase": "retreat", "turn": 3, "units": units, "dislodged": {"Rohan": ["A Eas < WEm"]}}
    before = GAME.place(facts)
    orders = {"Rohan": GAME.read(before, "Rohan", None, ["A Eas R Ano"]).orders}
    judged = GAME.judge(before, orders, ListedDice(()))
    own, others, public = (
        _text(GAME.show(judged.state, judged.record, who)) for who in ("Rohan", "Gandalf", None)
    )
    assert "disbanded, its way barred" in own and "finds its way barred" in own
    assert "barred" not in others + public
    assert "Army of Rohan in Eastfold is disbanded." in public


def test_a_retreat_to_the_origin_of_a_hidden_attacker_fails_without_revealing_it() -> None:
    units = {"Gandalf": ["Fe Bre"], "Mordor": ["Nazgul FEr"]}
    before = GAME.place({"phase": "movement", "turn": 3, "units": units})
    orders = {"Mordor": GAME.read(before, "Mordor", None, ["Nazgul FEr - Bre"]).orders}
    beaten = GAME.judge(before, orders, ListedDice(()))
    flight = GAME.read(beaten.state, "Gandalf", None, ["Fe R FEr, Cdl"])
    assert [line.verdict for line in flight.lines] == ["taken"]
    fled = GAME.judge(beaten.state, {"Gandalf": flight.orders}, ListedDice(()))
    assert "Fellowship is in Cardolan" in _text(GAME.show(fled.state, fled.record, "Gandalf"))


def test_a_unit_parted_from_a_stack_was_not_driven_out_by_itself() -> None:
    units = {"Saruman": ["A Gap"], "Rohan": ["2A Gap"]}
    text = _text(_report(units, {"Saruman": ["DECLARE Evil", "A Gap H"], "Rohan": ["2A Gap H"]}, "Saruman"))
    assert "parted from Rohan's 2 Armies from the Gap of Rohan" in text
    assert "driven out" not in text and "by Saruman" not in text


def test_the_wearer_of_the_ring_is_not_reported_as_moved_with_a_unit() -> None:
    report = _report({"Saruman": ["Saruman Gap [Ring]"]}, {"Saruman": ["Saruman puts on the Ring"]}, "Rohan")
    assert "wears the Ring" in _text(report)
    assert "moved with a unit" not in _text(report)


def test_boromir_is_not_reported_as_moved_with_a_unit() -> None:
    units = {"Gandalf": ["Fe MTi [Ring]"], "Gondor": ["A Los"]}
    text = _text(_report(units, {"Gondor": ["Boromir seizes the Ring"]}, None))
    assert "Boromir (Gondor) in Minas Tirith: wearing the Ring." in text
    assert "moved with a unit" not in text


def test_a_piece_that_comes_with_the_ring_is_reported_so() -> None:
    facts = {"units": {"Rohan": ["A Wes [Ring]"]}, "centres": {"Rohan": ["MTi"]}}
    state = {"alignment": {"Rohan": "Neutral"}}
    before = GAME.place({"phase": "movement", "turn": 3, **facts, "state": state})
    orders = {"Rohan": GAME.read(before, "Rohan", None, ["A Wes puts on the Ring"]).orders}
    judged = GAME.judge(before, orders, ListedDice(()))
    assert "(Rohan) in Westfold: came with the Ring." in _text(GAME.show(judged.state, judged.record, None))


def test_pieces_unmade_with_the_ring_do_not_reveal_their_hidden_places() -> None:
    units = {"Dwarves": ["A Oro [Ring]"], "Mordor": ["Lord of the Nazgul Nrd", "Sauron Bar"]}
    orders = {"Dwarves": ["A Oro destroys the Ring"]}
    public, own = (_text(_report(units, orders, reader)) for reader in (None, "Mordor"))
    assert "Lord of the Nazgul is unmade." in public and "Nurn" not in public
    assert "Sauron is unmade in Barad-dûr." in public
    assert "Lord of the Nazgul is unmade in" in own


def test_the_counts_show_that_faramir_is_dead() -> None:
    units, orders = {"Gondor": ["Faramir Bre"]}, {"Gondor": ["Faramir - Tyr"]}
    public, own = (_text(_report(units, orders, reader)) for reader in (None, "Gondor"))
    assert "Faramir is dead." in public and "Tyrn Gorthad" not in public
    assert "destroyed by the Barrow-wights" in own


def test_the_death_of_faramir_stays_hidden_if_the_counts_do_not_show_it() -> None:
    facts = {"units": {"Gondor": ["Faramir Bre"]}, "state": {"logical": {"Gondor": 0}}}
    before = GAME.place({"phase": "movement", "turn": 3, **facts})
    orders = {"Gondor": GAME.read(before, "Gondor", None, ["Faramir - Tyr"]).orders}
    judged = GAME.judge(before, orders, ListedDice(()))
    assert "Faramir" not in _text(GAME.show(judged.state, judged.record, None))


def _umbar_is_beaten(turn: int, **state: object) -> str:
    """Return a position with a retreat due, after Umbar declares or while Mordor orders its units."""
    units = {"Umbar": ["C Hrd"], "Gondor": ["3A Hav"]}
    before = GAME.place({"phase": "movement", "turn": turn, "units": units, "state": state})
    given = {"Umbar": ["DECLARE Evil"], "Gondor": ["3A Hav - Hrd"]}
    orders = {power: GAME.read(before, power, None, lines).orders for power, lines in given.items()}
    return GAME.judge(before, orders, ListedDice(())).state


def test_in_the_turn_of_the_declaration_umbar_orders_its_retreats() -> None:
    state = _umbar_is_beaten(5, mordor_in_the_south=True)
    assert dict(GAME.due(state).owed) == {"Umbar": "retreats"}
    assert GAME.form(state, "Umbar") and not GAME.form(state, "Mordor")


def test_while_mordor_orders_umbar_mordor_owes_its_retreats() -> None:
    state = _umbar_is_beaten(7, alignment={"Umbar": "Evil"}, turns={"umbar_commanded": 1, "umbar_truce": 5})
    assert dict(GAME.due(state).owed) == {"Mordor": "retreats"}
    assert GAME.form(state, "Mordor") and not GAME.form(state, "Umbar")
    assert GAME.form(GAME.imagined(state, "Mordor"), "Mordor") == GAME.form(state, "Mordor")
    text = _text(GAME.show(state, None, "Mordor"))
    assert "may retreat to" in text
    assert "Mordor orders Umbar's units: 1 more turn, turn 7." in text
    assert "Mordor may not attack Umbar: 5 more turns, the last of them turn 11." in text
    reading = GAME.read(state, "Mordor", None, ["C Hrd R NHa"])
    assert [line.verdict for line in reading.lines] == ["taken"]
    assert "obey Mordor" in GAME.read(state, "Umbar", None, ["C Hrd R NHa"]).lines[0].reason


def test_mordor_does_not_learn_whether_the_unit_of_umbar_carries_the_ring() -> None:
    answers = []
    for hav in ("A Hav", "A Hav [Ring]"):
        units = {"Umbar": [hav, "C Hrd"], "Mordor": ["A Hdw"]}
        state = {"alignment": {"Umbar": "Evil"}, "turns": {"umbar_commanded": 1}}
        before = GAME.place({"phase": "movement", "turn": 7, "units": units, "state": state})
        lines = ["A Hav passes the Ring to NHa", "A Hav throws the Ring into BAY", "A Hav puts on the Ring"]
        answers.append(GAME.read(before, "Mordor", None, lines))
    assert answers[0] == answers[1]


def test_a_retreat_of_a_piece_is_listed_with_the_orders_in_force() -> None:
    before = GAME.place({"phase": "movement", "turn": 3, "units": {"Gondor": ["A Osg", "Faramir Osg"]}})
    reading = GAME.read(before, "Gondor", None, ["A Osg H", "Faramir R SIt, MTi"])
    orders = [(one.unit, one.order) for one in reading.in_force]
    assert ("Faramir", "Faramir retreats to South Ithilien or Minas Tirith") in orders
    assert ("Faramir", "no order, so no move") in orders


def test_a_second_move_meets_the_part_of_a_stack_that_stays() -> None:
    units = {"Umbar": ["C SGo"], "Mordor": ["2A SIt"]}
    orders = {"Umbar": ["C SGo - Por - SIt"], "Mordor": ["2A SIt D : A SIt - Osg"]}
    report = _report(units, orders, None)
    assert "Umbar is turned away from South Ithilien." in report.lead
    assert "Poros" not in report.lead


def _own_results(report: ReportFacts) -> list[str]:
    return [item.text for section in report.sections if section.key == "results" for item in section.items]


def test_the_parts_of_a_divided_stack_are_reported_once() -> None:
    units = {"Mordor": ["2A Udu", "A Nur"]}
    orders = ["2A Udu D : A Udu - Gor, A Udu H", "A Nur - Gor"]
    told = _own_results(_report(units, {"Mordor": orders}, "Mordor"))
    assert told == [
        "Army Udûn moves to Gorgoroth: stood off by Mordor's Army from Nurn.",
        "Army Udûn holds.",
        "Army Nurn moves to Gorgoroth: stood off by Mordor's Army from Udûn.",
    ]


def test_a_report_says_how_to_order_the_unit_that_gandalf_is_with() -> None:
    units = {"Gandalf": ["Gandalf Hol"], "Elves": ["A Hol"]}
    own, others = (_text(_report(units, {}, reader)) for reader in ("Gandalf", "Elves"))
    assert (
        "Gandalf is with A Hol, so you may order that unit, in place of its owner, such as: "
        "Gandalf orders A Hol H. (See RULES 6a.iii.)"
    ) in own
    assert "in place of its owner" not in others


def test_the_report_says_who_commands_the_nazgul_and_why_mordor_loses_centres() -> None:
    text = _text(_report({"Dwarves": ["A Bre [Ring]"]}, {"Dwarves": ["A Bre puts on the Ring"]}, "Gondor"))
    assert "The Nazgul and their Lord obey the Dwarves from now on. (See RULES 8.22.)" in text
    assert "Mordor loses all logical centres of its start, for the rest of the game. (See RULES 3.)" in text


def test_a_failed_attack_on_a_fortress_reports_what_its_walls_add() -> None:
    units = {"Mordor": ["2A Osg", "Lord of the Nazgul Osg"], "Gondor": ["A MTi"]}
    orders = {"Mordor": ["Lord of the Nazgul leads 2A Osg - MTi"], "Gondor": ["A MTi - Osg"]}
    own = _own_results(_report(units, orders, "Mordor"))
    held = "stood off by Gondor's Army in Minas Tirith, in a fortress that adds 2; see RULES 7c."
    assert len(own) == 1 and own[0].endswith(held)
    assert own[0].startswith("2 Armies Osgiliath move to Minas Tirith, led by the Lord of the Nazgul:")
    assert "fortress" not in _text(_report(units, orders, "Gondor"))
    open_ground = {"Mordor": ["A Osg"], "Gondor": ["A NIt"]}
    text = _text(_report(open_ground, {"Mordor": ["A Osg - NIt"]}, "Mordor"))
    assert "stood off by Gondor's Army in North Ithilien." in text


def test_a_ranger_learns_why_a_centre_was_not_neutralised() -> None:
    units = {"Gandalf": ["R Bre", "R Hol"], "Saruman": ["A Dun"]}
    orders = {"Gandalf": ["R Bre - FEr neutralises", "R Hol - Dun neutralises"], "Saruman": ["A Dun H"]}
    free, held = _own_results(_report(units, orders, "Gandalf"))
    assert free.endswith("the centre was not neutralised, because it has no owner; see RULES 6h.3.")
    why = "the centre was not neutralised, because Saruman's Army from Dunland is there; see RULES 6h.3."
    assert held.endswith(why)


def test_the_owner_of_a_hidden_piece_learns_that_all_have_seen_it() -> None:
    units = {"Gandalf": ["Fe Rhu"], "Saruman": ["A KDu"]}
    orders = {"Gandalf": ["Fe Rhu - Hol"], "Saruman": ["A KDu - Hol"]}
    told = "All players have been told that your Fellowship is in Rhudaur (met others)."
    assert told in _text(_report(units, orders, "Gandalf"))
    assert "(Gandalf) in Rhudaur" in _text(_report(units, orders, "Mordor"))
    assert "All players have been told" not in _text(_report(units, orders, "Mordor"))
    unseen = {"Gandalf": ["Fe Rhu"]}
    assert told not in _text(_report(unseen, {"Gandalf": ["Fe Rhu - Hol"]}, "Gandalf"))


def test_the_owner_of_a_piece_does_not_learn_who_alone_met_it() -> None:
    """The one who met it may have been a hidden piece."""
    units = {"Gandalf": ["Gandalf Hol"], "Elves": ["A Hol"]}
    assert "have been told" not in _text(_report(units, {}, "Gandalf"))


def test_a_lead_with_many_powers_turned_away_names_no_places() -> None:
    held = {"Elves": ["A Lor", "A Wol"], "Rohan": ["A Wes"], "Gondor": ["A MTi"], "Umbar": ["A Hrd"]}
    orders = {
        "Elves": ["A Lor H", "A Wol - Bro"],
        "Rohan": ["A Wes - Gap"],
        "Gondor": ["A MTi - Osg"],
        "Umbar": ["A Hrd - Sut"],
    }
    block = {"Mordor": ["2A Bro", "2A Gap", "2A Osg", "2A Sut"]}
    lead = _report({**held, **block}, orders, None).lead
    assert lead == "Moves of the Elves, Gondor, Rohan and Umbar are turned away."
    del block["Mordor"][1]
    lead = _report({**held, **block}, orders, None).lead
    assert "Gondor is turned away from Osgiliath." in lead


def test_the_reason_why_a_stack_stayed_is_not_repeated_for_its_leader() -> None:
    units = {"Saruman": ["A Gap", "Saruman Gap"], "Rohan": ["2A Wes"]}
    orders = {"Saruman": ["Saruman leads A Gap - Wes"], "Rohan": ["2A Wes H"]}
    text = _text(_report(units, orders, "Rohan"))
    stood_off = "A Gap - Wes, led by Saruman (stood off by Rohan's 2 Armies in Westfold)"
    assert text.count("stood off by") == text.count(stood_off) == 1
    assert "Saruman leads" not in text


def test_sending_units_to_one_area_without_a_merge_is_warned_about() -> None:
    before = GAME.place({"phase": "movement", "turn": 3, "units": {"Mordor": ["2A Bro", "A SRh"]}})
    lines = ["2A Bro - Dag", "A SRh - Dag"]
    reading = GAME.read(before, "Mordor", None, lines)
    assert reading.warnings == (
        "2A Bro and A SRh go to Dagorlad without M, so they do not act together: "
        "at most the strongest gets in, and equal ones stand each other off.",
    )
    judged = GAME.judge(before, {"Mordor": reading.orders}, ListedDice(()))
    assert "2 Armies Brown Lands move to Dagorlad." in _text(GAME.show(judged.state, judged.record, "Mordor"))


def test_a_support_of_a_divided_stack_is_for_the_part_that_stays() -> None:
    """The answer once warned that the stack leaves, although a part of it stayed and was supported."""
    units = {"Gondor": ["3A MTi", "A Los"]}
    before = GAME.place({"phase": "movement", "turn": 3, "units": units})
    both = ["3A MTi D : A MTi - Osg, 2A MTi H", "A Los S 2A MTi"]
    assert GAME.read(before, "Gondor", None, both).warnings == (
        "A Los supports the part that stays; A MTi goes without that support.",
    )
    unnamed = ["3A MTi D : A MTi - Osg, A MTi - Ano", "A Los S A MTi"]
    assert "the part that stays" in "".join(GAME.read(before, "Gondor", None, unnamed).warnings)
    all_go = ["3A MTi D : A MTi - Osg, 2A MTi - Ano", "A Los S 2A MTi"]
    assert "but A MTi is ordered to move" in "".join(GAME.read(before, "Gondor", None, all_go).warnings)
    second = ["3A MTi D : A MTi - Osg, 2A MTi - Pel", "A Los S 2A MTi - Pel"]
    assert GAME.read(before, "Gondor", None, second).warnings == ()


def test_nazgul_and_lord_of_the_nazgul_are_two_pieces() -> None:
    units = {"Mordor": ["2A MMo", "Nazgul DGu", "Lord of the Nazgul MMo"]}
    before = GAME.place({"phase": "movement", "turn": 3, "units": units})
    line = GAME.read(before, "Mordor", None, ["Nazgul MMo - NIt"]).lines[0]
    assert line.reason == "Your Nazgul is in Dol Guldur, not in Minas Morgul."
    assert line.remedy == (
        "Nazgul and Lord of the Nazgul are two pieces. For the one in Minas Morgul, write Lord of the Nazgul."
    )
    led = GAME.read(before, "Mordor", None, ["Nazgul leads 2A MMo to NIt"]).lines[0]
    assert "write Lord of the Nazgul, or LotN" in (led.reason or "")


def test_an_army_lost_with_its_removed_fleet_counts_as_one_of_the_removals() -> None:
    """XIII N.3, 6g.8: two removals are due; the fleet is the first, and the army aboard goes with it."""
    units = {"Umbar": ["F SUN", "A SUN", "A FHa", "A Hav", "C Hrd", "A Cit"]}
    start = GAME.place({"phase": "adjustment", "turn": 2, "units": units})
    turn = GAME.judge(start, {}, ListedDice(()))
    told = GAME.describe(turn.state, turn.record)
    assert told["units"]["Umbar"] == ["A Cit", "A FHa", "A Hav", "C Hrd"]
    assert told["results"]["Umbar"] == {"Fleet Sundering Sea is removed": "succeeds"}


def test_an_attack_that_my_unit_held_off_is_reported_with_my_orders() -> None:
    units = {"Gondor": ["A MTi"], "Rohan": ["C Ano"]}
    orders = {"Gondor": ["A MTi H"], "Rohan": ["C Ano H - MTi"]}
    text = _text(_report(units, orders, "Gondor"))
    assert "You held Minas Tirith against Rohan." in text
    assert "Rohan is turned away from Minas Tirith." in text
    assert "You held" not in _text(_report(units, orders, "Rohan"))


def test_an_attack_that_cut_my_support_is_reported_once() -> None:
    units = {"Gondor": ["A MTi", "A Osg"], "Rohan": ["C Ano"]}
    orders = {"Gondor": ["A MTi S A Osg H", "A Osg H"], "Rohan": ["C Ano - MTi"]}
    assert "You held" not in _text(_report(units, orders, "Gondor"))


def test_a_unit_with_nowhere_to_go_is_reported_with_its_attacker() -> None:
    units = {
        "Mordor": ["A SRh"],
        "Umbar": ["3A NRh", "A Nrd", "A Wil", "A Nur"],
        "Rohan": ["4A Dag", "A Udu"],
    }
    text = _text(_report(units, {"Umbar": ["3A NRh - SRh"], "Mordor": ["A SRh H"]}, "Mordor"))
    assert "dislodged by Umbar's 3 Armies from North Rhûn and disbanded, with nowhere to go" in text, text
    assert "An Army of Mordor in South Rhûn, dislodged by Umbar, has nowhere to go and is disbanded." in text


def test_the_death_of_one_ranger_does_not_erase_the_memory_of_others() -> None:
    slain = News("piece.destroyed", None, {"piece": "Ranger", "owner": "Gandalf", "power": "Dwarves"})
    seen = Remembered(memory.about("Ranger", "Gandalf", ["Ranger"]), "Ranger (Gandalf) in Bree")
    told = list(memory.of_pieces([seen], [slain], lambda _: "A Ranger is destroyed.", "Gondor", ["Ranger"]))
    assert len({one.about for one in told}) == 2


def test_units_that_must_retreat_are_listed_by_power() -> None:
    units = {
        "Dwarves": ["A Esg", "Dain Esg"],
        "Mordor": ["3A RRu"],
        "Saruman": ["A Gap"],
        "Rohan": ["3A HDe"],
    }
    orders = {"Mordor": ["3A RRu - Esg"], "Rohan": ["3A HDe - Gap"], "Dwarves": ["Dain with A Esg"]}
    due = next(one for one in _report(units, orders, None).sections if one.key == "due")
    assert [item.text for item in due.items] == [
        "Dwarves: Army Esgaroth must retreat.",
        "Dwarves: Dain in Esgaroth must retreat.",
        "Saruman: Army Gap of Rohan must retreat.",
    ]


def test_a_change_of_alignment_is_reported_with_its_reason() -> None:
    report = _report({"Saruman": ["A Gap"]}, {"Saruman": ["DECLARE Evil"]}, None)
    assert report.headline == "Saruman is Evil from now on, by declaration"
    assert "Saruman is Evil from now on, by declaration." in _text(report)


def test_parts_of_a_divided_stack_are_listed_with_the_units_not_the_pieces() -> None:
    orders = ["3A Esg D : A Esg - Iro, A Esg - RRu, A Esg H", "Sauron - MMo"]
    text = _text(_report({"Mordor": ["3A Esg", "Sauron Gor"]}, {"Mordor": orders}, "Gondor"))
    assert "A Esg - RRu; A Esg H; Sauron - MMo." in text


def test_the_power_gandalf_is_told_apart_from_the_wizard() -> None:
    """ "Gandalf puts on the Ring" was said when Aragorn wore it."""
    worn = News("ring.worn", None, {"power": "Gandalf", "unit": "Aragorn", "place": "Bre"})
    assert in_words(worn) == "Gandalf's side puts on the Ring: Aragorn in Bree wears it."
    theirs = News("ring.worn", None, {"power": "Saruman", "unit": "A", "place": "Bre"})
    assert in_words(theirs).startswith("Saruman puts on the Ring: an Army")
    units = {"Gandalf": ["Aragorn Bre", "Gandalf Iml"], "Mordor": ["2A Bre"]}
    text = _text(_report(units, {"Mordor": ["2A Bre destroys Aragorn"]}, None))
    assert "Aragorn of Gandalf's side is destroyed in Bree by Mordor" in text


HOST = {"Gandalf": ["Aragorn MVa", "Fe EWa"], "Gondor": ["A Lam"], "Mordor": ["A Adr"]}


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        *(
            (line, "Aragorn moves to Anfalas")
            for line in ("The Dead - Anf", "dead to Anfalas", "Aragorn - Anf")
        ),
        *(
            (line, "Aragorn moves to Anfalas")
            for line in (
                "Aragorn leads the Dead - Anf",
                "Aragorn with the Dead - Anf",
                "Aragorn - Anf with the Dead",
                "Aragorn and the Dead march to Anfalas",
                "The Dead in Morthond Vale move to Anfalas",
                "The army of the Dead moves to Anfalas",
            )
        ),
        ("The Dead hold", "Aragorn holds"),
        ("The Dead support A Lam", "Aragorn supports Army Lamedon where it stays"),
    ],
)
def test_an_order_for_the_dead_is_one_for_aragorn(line: str, meant: str) -> None:
    """They go where he goes (6b.8); a new player was once asked whether he meant the Dead Marshes."""
    before = GAME.place({"phase": "movement", "turn": 8, "units": HOST, "state": {"dead": "awake 6"}})
    reading = GAME.read(before, "Gandalf", None, [line])
    assert {(one.verdict, one.reading) for one in reading.lines} == {("taken", meant)}


@pytest.mark.parametrize(("fate", "why"), [("asleep", "do not march yet."), ("gone", "are gone.")])
def test_an_order_for_the_dead_is_refused_while_they_do_not_march(fate: str, why: str) -> None:
    before = GAME.place({"phase": "movement", "turn": 8, "units": HOST, "state": {"dead": fate}})
    (line,) = GAME.read(before, "Gandalf", None, ["The Dead - Anf"]).lines
    assert line.verdict == "refused" and line.reason == f"The Dead {why}"


def test_the_dead_are_shown_with_aragorn() -> None:
    """In the positions, on the map, on the form and in the confirmation; to everybody (6b.8)."""
    before = GAME.place({"phase": "movement", "turn": 8, "units": HOST, "state": {"dead": "awake 6"}})
    orders = {"Gandalf": GAME.read(before, "Gandalf", None, ["Aragorn - Anf"]).orders}
    judged = GAME.judge(before, orders, ListedDice(()))
    for reader in ("Gandalf", "Mordor", None):
        report = GAME.show(judged.state, judged.record, reader)
        rows = [row for section in report.sections for table in section.tables for row in table.rows]
        assert any("Aragorn and the Dead in Anfalas" in cell for row in rows for cell in row)
        assert "The Dead march with Aragorn, with strength 3, until the end of turn 13: they go" in _text(
            report
        )
        assert "<title>Gandalf Aragorn and the Dead, Anf</title>" in GAME.picture(
            judged.state, judged.record, reader
        )
    assert "# the Dead go where Aragorn goes: Aragorn - and a place" in GAME.form(before, "Gandalf")
    assert not any("Dead" in line for line in GAME.form(before, "Gondor"))
    moving = GAME.read(before, "Gandalf", None, ["Aragorn - Anf"]).in_force
    assert "Aragorn moves to Anfalas, and the Dead with him, with strength 3" in [row.order for row in moving]
    staying = GAME.read(before, "Gandalf", None, []).in_force
    assert "no order, so no move; the Dead stay with him" in [row.order for row in staying]


def test_the_dead_are_not_shown_when_they_do_not_march() -> None:
    report = _report(HOST, {}, None, dead="asleep")
    assert "Dead" not in _text(report)


@pytest.mark.parametrize(("turn", "left"), [(7, 6), (8, 6)])
def test_the_last_turn_of_the_dead_is_the_same_in_every_phase_of_a_turn(turn: int, left: int) -> None:
    """The number of turns was once the same before and after the retreats of a turn, and then one less."""
    last = {7: 12, 8: 13}[turn]
    units = {**HOST, "Gondor": ["2A MTi"], "Mordor": ["A Osg"]}
    before = GAME.place(
        {"phase": "movement", "turn": turn, "units": units, "state": {"dead": f"awake {left}"}}
    )
    sheet = GAME.read(before, "Gondor", None, ["2A MTi - Osg"]).orders
    first = GAME.judge(before, {"Gondor": sheet}, ListedDice(()))
    assert "retreat" in GAME.due(first.state).turn
    then = GAME.judge(first.state, {}, ListedDice(()))
    for now in (first, then):
        report = _text(GAME.show(now.state, now.record, "Gandalf"))
        assert f"until the end of turn {last}:" in report


def test_the_last_turn_of_the_dead_counts_six_turns_after_that_in_which_they_joined() -> None:
    units = {"Gandalf": ["Aragorn DHa", "R Shi"], "Mordor": ["A SIt"]}
    report = _report(units, {"Gandalf": ["Aragorn takes the Paths of the Dead"]}, "Gandalf", turn=7)
    assert "until the end of turn 13:" in _text(report)


def test_the_dead_are_written_as_two_words_of_whom_they_follow() -> None:
    """A report once spoke of "Gandalf's 2Dead"."""
    report = _report(
        HOST, {"Gandalf": ["Aragorn - Anf"], "Mordor": ["A Adr - Anf"]}, "Mordor", dead="awake 3"
    )
    assert "kept out by Gandalf's Dead from Morthond Vale" in _text(report)


def test_a_power_that_may_have_more_units_learns_why_it_builds_none() -> None:
    """The table said "Allowed 2, Units 1", and nothing said that the only home centre was occupied."""
    units = {"Gandalf": ["A FEr", "Aragorn MVa"], "Elves": ["A Iml"], "Mordor": ["A Bar"]}
    centres = {"Gandalf": ["FEr", "Tha"], "Elves": ["Iml", "Lor"]}
    before = GAME.place(
        {
            "phase": "movement",
            "turn": 8,
            "units": units,
            "centres": centres,
            "state": {"home": {"Gandalf": ["FEr"]}},
        }
    )
    judged = GAME.judge(before, {}, ListedDice(()))

    def due(reader: str) -> list[str]:
        sections = GAME.show(judged.state, judged.record, reader).sections
        return [item.text for one in sections if one.key == "due" for item in one.items]

    told = "Gandalf may have 1 unit more, but has no place to build in"
    (own,) = [line for line in due("Gandalf") if line.startswith(told)]
    assert own.endswith("(See RULES S.1.) Not in Fornost Erain: a unit is there.")
    assert not any(told in line for line in due("Elves"))
    assert any("Not in Imladris: a unit is there." in line for line in due("Elves"))


@pytest.mark.parametrize(("turn", "is_told"), [(4, True), (3, False)])
def test_the_table_of_centres_says_that_they_change_hands_after_the_retreats(
    turn: int, is_told: bool
) -> None:
    """A newcomer took the owners for those after the move."""
    units = {"Mordor": ["2A MTi"], "Gondor": ["A Los"]}
    moved = _report(units, {"Mordor": ["2A MTi - Los"]}, "Rohan", turn)
    assert ("when its retreats are over" in _text(moved)) == is_told


# --- who goes with which part of a stack, and perils beforehand ---------------------------------------------


def _warnings(units: Lines, power: str, *lines: str) -> tuple[str, ...]:
    before = GAME.place({"phase": "movement", "turn": 3, "units": units})
    return tuple(GAME.read(before, power, None, lines).warnings)


DUNLAND = {"Saruman": ["2A Dun", "Saruman Dun"]}


@pytest.mark.parametrize(
    ("parts", "with_whom", "goes", "other"),
    [
        ("A Dun H, A Dun - Tha", "Army Dunland holds, with Saruman", "A Dun H", "Saruman - Tha with A Dun"),
        ("A Dun - Tha, A Dun H", "moves to Tharbad, with Saruman", "A Dun - Tha", "Saruman H"),
    ],
)
def test_it_is_told_with_which_part_of_a_stack_a_piece_goes(
    parts: str, with_whom: str, goes: str, other: str
) -> None:
    """The report had named the other part, beside the place where the piece stood."""
    lines = [f"2A Dun D : {parts}", "Saruman with A Dun"]
    assert with_whom in _text(_report(DUNLAND, {"Saruman": lines}, "Saruman"))
    (warning,) = _warnings(DUNLAND, "Saruman", *lines)
    assert f"the part of the divided stack that is ordered {goes} (RULES 5.4)" in warning
    assert f"If you mean otherwise, write {other}." in warning


def test_a_piece_that_names_where_it_goes_needs_no_such_note() -> None:
    lines = ["2A Dun D : A Dun H, A Dun - Tha", "Saruman - Tha with A Dun"]
    assert "moves to Tharbad, with Saruman" in _text(_report(DUNLAND, {"Saruman": lines}, "Saruman"))
    assert _warnings(DUNLAND, "Saruman", *lines) == ()


@pytest.mark.parametrize(
    ("units", "power", "lines", "told"),
    [
        ({"Saruman": ["A Aza"]}, "Saruman", ["A Aza - Fan"], "destroyed by the Ents"),
        ({"Saruman": ["2A Aza"]}, "Saruman", ["2A Aza - Fan"], ""),
        ({"Rohan": ["A Wes"]}, "Rohan", ["A Wes - Fan"], ""),
        ({"Dwarves": ["A Hol"]}, "Dwarves", ["A Hol - KDu"], "destroyed by the Balrog"),
        ({"Dwarves": ["A Hol", "Dain Hol"]}, "Dwarves", ["Dain leads A Hol - KDu"], ""),
        ({"Saruman": ["A Hol"]}, "Saruman", ["A Hol - KDu"], ""),
        ({"Gandalf": ["Fe Bre"]}, "Gandalf", ["Fe Bre - Tyr"], "destroyed by the Barrow-wights"),
        ({"Saruman": ["Saruman Bre"]}, "Saruman", ["Saruman - Tyr"], ""),
    ],
)
def test_who_enters_a_peril_alone_is_warned(units: Lines, power: str, lines: list[str], told: str) -> None:
    """7e.1, 7f.1, 7g.1: only PREVIEW had told it."""
    warnings = " ".join(_warnings(units, power, *lines))
    assert told in warnings
    assert bool(told) == ("destroyed by the" in warnings)


@pytest.mark.parametrize(
    ("units", "lines", "why"),
    [
        (
            {"Gandalf": ["Fe Eas"], "Rohan": ["C DHa", "Theoden DHa"]},
            ["Fe - DHa", "Fe awakens Theoden"],
            "it was not with Theoden in Dunharrow; see RULES 5.13",
        ),
        (
            {"Gandalf": ["Gandalf Bre"]},
            ["Gandalf claims the Ring"],
            "it entered no area in this turn; see RULES 8.5",
        ),
    ],
)
def test_who_awakens_or_claims_in_vain_reads_why(units: Lines, lines: list[str], why: str) -> None:
    told = _text(_report(units, {"Gandalf": lines}, "Gandalf"))
    assert f"(void: {why})" in told
    for reader in (None, "Mordor"):
        assert why not in _text(_report(units, {"Gandalf": lines}, reader))


def test_a_claim_after_a_move_does_not_tell_where_the_ring_is() -> None:
    """Whether nobody carried it there, or nobody at all, stays secret (Part H)."""
    lines = {"Gandalf": ["Gandalf - Wea", "Gandalf claims the Ring"]}
    near = _report({"Gandalf": ["Gandalf Bre"], "Saruman": ["A Shi [Ring]"]}, lines, "Gandalf")
    far = _report({"Gandalf": ["Gandalf Bre"], "Saruman": ["A Shi"]}, lines, "Gandalf", ring="lost")
    assert "nothing came of it" in _text(near)
    assert _text(near) == _text(far)


RIDER = {"Gondor": ["C DAm", "A Lam"]}


@pytest.mark.parametrize(
    ("orders", "told"),
    [
        (
            ["C DAm - Lam - Dor", "A Lam - Dor"],
            "Cavalry Dol Amroth moves to Lamedon and on to Dor-en-Ernil: reached Lamedon only; may not"
            " dislodge Gondor's Army in Dor-en-Ernil, a unit of its own power; see RULES 1.5.",
        ),
        (
            ["C DAm - Dor - Lam", "A Lam H"],
            "Cavalry Dol Amroth moves to Dor-en-Ernil and on to Lamedon: reached Dor-en-Ernil only; may not"
            " dislodge Gondor's Army in Lamedon, a unit of its own power; see RULES 1.5.",
        ),
        (
            ["C DAm - Lam - Dor", "A Lam H"],
            "Cavalry Dol Amroth moves to Lamedon and on to Dor-en-Ernil: may not dislodge Gondor's Army from"
            " Lamedon, a unit of its own power; see RULES 1.5.",
        ),
        (
            ["C DAm H - Lam", "A Lam H"],
            "Cavalry Dol Amroth holds, then moves to Lamedon: may not dislodge Gondor's Army from Lamedon, a"
            " unit of its own power; see RULES 1.5.",
        ),
        (["C DAm - Lam - Dor", "A Lam - Pel"], "Cavalry Dol Amroth moves to Lamedon and on to Dor-en-Ernil."),
    ],
)
def test_a_report_says_which_of_two_steps_failed_and_where_the_unit_in_the_way_is(
    orders: list[str], told: str
) -> None:
    assert told in _text(_report(RIDER, {"Gondor": orders}, "Gondor")).splitlines()


def test_a_report_says_where_a_second_step_was_stood_off() -> None:
    orders = {"Gondor": ["C DAm - Lam - Pel", "A Lam - MVa"], "Umbar": ["A Pel H"]}
    text = _text(_report({"Gondor": ["C DAm", "A Lam"], "Umbar": ["A Pel"]}, orders, "Gondor"))
    assert "reached Lamedon only; stood off by Umbar's Army in Pelargir" in text
