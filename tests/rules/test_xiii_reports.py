"""Reports of Downfall XIII: what they print, and what they keep secret."""

from collections.abc import Mapping, Sequence

from adjudicator import downfall_xiii
from adjudicator.core.dice import ListedDice
from adjudicator.core.game import ReportFacts

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


def test_a_victim_of_a_peril_was_driven_out_by_nobody() -> None:
    report = _report({"Saruman": ["A Wes"]}, {"Saruman": ["A Wes - Fan"]}, None)
    assert report.headline == "The Ents destroy an army of Saruman"
    assert "driven out" not in _text(report)


def test_peoples_take_and_powers_take_s() -> None:
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


def test_a_part_of_a_stack_that_ferries_a_hidden_piece_is_printed_as_holding() -> None:
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
    assert f"Rohan may build 2. {places} At most 1 Cavalry may be built." in rohan
    assert "No further Fleets may be built in Grey Havens in this game." in elves
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


def test_the_way_back_to_where_a_hidden_intruder_came_from_is_barred_in_secret() -> None:
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


def test_the_wearer_of_the_ring_did_not_move_with_a_unit() -> None:
    report = _report({"Saruman": ["Saruman Gap [Ring]"]}, {"Saruman": ["Saruman puts on the Ring"]}, "Rohan")
    assert "wears the Ring" in _text(report)
    assert "moved with a unit" not in _text(report)


def test_boromir_did_not_move_with_a_unit() -> None:
    units = {"Gandalf": ["Fe MTi [Ring]"], "Gondor": ["A Los"]}
    text = _text(_report(units, {"Gondor": ["Boromir seizes the Ring"]}, None))
    assert "Boromir (Gondor) in Minas Tirith: wears the Ring." in text
    assert "moved with a unit" not in text


def test_a_piece_that_comes_with_the_ring_is_reported_so() -> None:
    facts = {"units": {"Rohan": ["A Wes [Ring]"]}, "centres": {"Rohan": ["MTi"]}}
    state = {"alignment": {"Rohan": "Neutral"}}
    before = GAME.place({"phase": "movement", "turn": 3, **facts, "state": state})
    orders = {"Rohan": GAME.read(before, "Rohan", None, ["A Wes puts on the Ring"]).orders}
    judged = GAME.judge(before, orders, ListedDice(()))
    assert "(Rohan) in Westfold: came with the Ring." in _text(GAME.show(judged.state, judged.record, None))


def test_the_fire_reveals_no_hidden_place() -> None:
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


def test_his_death_stays_hidden_where_the_counts_do_not_show_it() -> None:
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


def test_while_mordor_orders_umbar_it_is_asked_for_the_retreats() -> None:
    state = _umbar_is_beaten(7, alignment={"Umbar": "Evil"}, turns={"umbar_commanded": 1, "umbar_truce": 5})
    assert dict(GAME.due(state).owed) == {"Mordor": "retreats"}
    assert GAME.form(state, "Mordor") and not GAME.form(state, "Umbar")
    assert GAME.form(GAME.imagined(state, "Mordor"), "Mordor") == GAME.form(state, "Mordor")
    text = _text(GAME.show(state, None, "Mordor"))
    assert "may retreat to" in text
    assert "Mordor orders Umbar's units: 1 more turn." in text
    assert "Mordor may not attack Umbar: 5 more turns." in text
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
