"""The wording of reports in both games of Middle-earth, where new players once stumbled."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from adjudicator import downfall_xiii, hardbop
from adjudicator.core.dice import SeededDice
from adjudicator.core.form_lines import instead
from adjudicator.core.game import Game, Reading, ReportFacts
from adjudicator.core.language.words import unaccented
from adjudicator.downfall_xiii import sentences as xiii_sentences
from adjudicator.games import find
from adjudicator.hardbop import sentences as hardbop_sentences
from adjudicator.middle_earth.resolve.pieces import NAMES, PIECES
from adjudicator.middle_earth.view import news
from pbem.core.templating import packaged
from pbem.reports.layout import notice, without_repetition

XIII, HARDBOP = downfall_xiii.game, hardbop.game
SOURCES = Path(__file__).parents[3] / "adjudicator"
KEY = re.compile(r"^\S.*? = ", re.MULTILINE)  # of a sentence
Lines = Mapping[str, Sequence[str]]


def report(game: Game, units: Lines, orders: Lines, reader: str | None, **facts: object) -> ReportFacts:
    before = game.place({"phase": "movement", "turn": 3, "units": units, **facts})
    given = {power: game.read(before, power, None, lines).orders for power, lines in orders.items()}
    judged = game.judge(before, given, SeededDice("a report", 0))
    return game.show(judged.state, judged.record, reader)


def text(facts: ReportFacts) -> str:
    items = [item.text for section in facts.sections for item in section.items]
    return "\n".join([facts.headline, facts.lead, *items])


def test_a_unit_that_got_in_kept_the_other_out() -> None:
    """Only where nobody gets in does the report say "stood off"."""
    units = {"Mordor": ["2A Dag", "A SIt"], "Rohan": ["A Wol"], "Gondor": ["A Ano"]}
    orders = {"Mordor": ["2A Dag - Bro"], "Rohan": ["A Wol - Bro"], "Gondor": ["A Ano H"]}
    for game in (XIII, HARDBOP):
        told = text(report(game, units, orders, "Rohan"))
        assert "from Dagorlad, which got in" in told and "kept out by Mordor's" in told
        assert "stood off" not in told


def test_equal_moves_and_a_move_against_a_unit_are_stood_off() -> None:
    units = {"Mordor": ["A Dag"], "Rohan": ["A Wol"]}
    for game in (XIII, HARDBOP):
        met = report(game, units, {"Mordor": ["A Dag - Bro"], "Rohan": ["A Wol - Bro"]}, "Rohan")
        assert "stood off by Mordor's Army from Dagorlad" in text(met)
        assert "Units bounce in the Brown Lands, and none gets in." in text(met)
        held = report(game, {**units, "Mordor": ["A Bro"]}, {"Mordor": ["A Bro - Wol"]}, "Mordor")
        assert "stood off by Rohan's Army in the Wold" in text(held)


STRENGTHS = [
    (["A Dag - Bro"], ["A Wol - Bro"], "stood off by Mordor's Army from Dagorlad, 1 against 1."),
    (
        ["2A Wil - Bro"],
        ["A Wol - Bro", "A Emy S A Wol - Bro"],
        "stood off by Mordor's Double Army from Wilderland, 2 against 2.",
    ),
    (
        ["2A Wil - Bro", "A Dag S 2A Wil - Bro"],
        ["A Wol - Bro"],
        "kept out by Mordor's Double Army from Wilderland, which got in, 1 against 3.",
    ),
    (
        ["A MMo H", "Sauron leads A MMo"],
        ["A SIt - MMo", "A NIt S A SIt - MMo"],
        "Minas Morgul, 2 against 3, in a fortress that adds 1; see RULES 5.1(a).",
    ),
]


@pytest.mark.parametrize(("mordor", "rohan", "outcome"), STRENGTHS)
def test_hardbop_reports_strengths_that_everybody_can_count(
    mordor: list[str], rohan: list[str], outcome: str
) -> None:
    """Leaders, supports and fortresses are public there; XIII keeps hidden company secret."""
    units = {
        "Mordor": ["A Dag", "2A Wil", "A MMo", "Sauron MMo"],
        "Rohan": ["A Wol", "A Emy", "A SIt", "A NIt"],
    }
    told = own_lines(report(HARDBOP, units, {"Mordor": mordor, "Rohan": rohan}, "Rohan"))
    assert any(outcome in line for line in told), told


def test_the_strongest_opponent_of_a_move_is_named() -> None:
    """The unit that stays is too weak to stop the move; the other move is not."""
    units = {"Umbar": ["A Bro"], "Mordor": ["2A Wil"], "Rohan": ["A Wol", "A Emy"]}
    orders = {"Mordor": ["2A Wil - Bro"], "Rohan": ["A Wol - Bro", "A Emy S A Wol - Bro"]}
    (line,) = [line for line in own_lines(report(HARDBOP, units, orders, "Rohan")) if "Wold moves" in line]
    assert line.endswith("stood off by Mordor's Double Army from Wilderland, 2 against 2.")


def test_a_unit_that_got_in_with_its_first_move_keeps_a_second_move_out() -> None:
    units = {"Mordor": ["A Dag"], "Rohan": ["C Emy"]}
    orders = {"Mordor": ["A Dag - Bro"], "Rohan": ["C Emy H - Bro"]}
    assert "kept out by Mordor's Army from Dagorlad, which got in" in text(report(XIII, units, orders, None))


def test_a_unit_that_dislodged_the_other_is_not_said_to_have_got_in_where_that_went() -> None:
    units = {"Mordor": ["2A Dag"], "Rohan": ["A Bro"]}
    orders = {"Mordor": ["2A Dag - Bro"], "Rohan": ["A Bro - Dag"]}
    for game in (XIII, HARDBOP):
        told = text(report(game, units, orders, "Rohan"))
        assert "dislodged by" in told and "got in" not in told


def own_lines(facts: ReportFacts) -> list[str]:
    return [item.text for section in facts.sections if section.key == "results" for item in section.items]


def test_a_single_unit_is_warned_that_it_cannot_destroy_the_nazgul() -> None:
    """Only a led or a double one can (Hardbop 3.10(e)); whether the Nazgul is there changes nothing."""
    for facts in ({}, {"Mordor": ["Nazgul MTi"]}):
        units = {"Gondor": ["A MTi", "2A Osg", "Faramir MTi", "A Los"], **facts}
        state = HARDBOP.place({"phase": "movement", "turn": 3, "units": units})

        def warned(*lines: str, at: str = state) -> str:
            return " ".join(HARDBOP.read(at, "Gondor", None, lines).warnings)

        assert "it cannot destroy the Nazgul. (See RULES 3.10(e).)" in warned("A Los destroys Nazgul")
        assert "it cannot destroy Gandalf. (See RULES 3.7(a).)" in warned("A Los destroys Gandalf")
        assert "cannot destroy" not in warned("2A Osg destroys Nazgul")
        assert "cannot destroy" not in warned("A MTi destroys Nazgul", "Faramir leads A MTi H", "A MTi H")
        assert "cannot destroy" not in warned("A Los destroys Saruman")


def test_a_leader_of_a_unit_without_a_convoy_stays_and_the_report_says_why() -> None:
    units = {"Gondor": ["A Bel", "F BAY", "Faramir Bel"]}
    lead = "Faramir leads A Bel - Cit"
    for orders in ([lead], ["A Bel - Cit", lead], ["A Bel - Cit", "Faramir leads A Bel"]):
        told = own_lines(report(HARDBOP, units, {"Gondor": orders}, "Gondor"))
        assert "Army Belfalas moves to the City of the Corsairs (void: no fleet takes it there)." in told
        assert any(one.startswith("Faramir leads") and "its unit did not get there" in one for one in told)
    public = report(HARDBOP, units, {"Gondor": [lead]}, None)
    assert public.headline == "No move reaches its goal"


def test_a_piece_with_a_stack_without_a_ferry_stays_and_the_report_says_why() -> None:
    units = {"Gondor": ["A Pel", "F ETH", "Faramir Pel"]}
    orders = {"Gondor": ["A Pel - Por", "Faramir leads A Pel"]}
    told = own_lines(report(XIII, units, orders, "Gondor"))
    assert "Army Pelargir moves to Poros (void: no fleet takes it there; see RULES 6g.3)." in told
    assert "Faramir leads Army Pelargir: its unit did not get there." in told
    assert "Faramir" not in text(report(XIII, units, orders, None))


def test_a_move_by_sea_without_an_own_fleet_is_warned_about() -> None:
    def warned(game: Game, *lines: str) -> Sequence[str]:
        units = {XIII: ["A Pel", "F ETH"], HARDBOP: ["A Bel", "F BAY", "Faramir Bel"]}[game]
        before = game.place({"phase": "movement", "turn": 3, "units": {"Gondor": units}})
        return game.read(before, "Gondor", None, lines).warnings

    needs = "A Bel needs a convoy to the City of the Corsairs, and no fleet of yours is ordered to convoy it."
    assert any(needs in one for one in warned(HARDBOP, "A Bel - Cit"))
    assert any(needs in one for one in warned(HARDBOP, "Faramir leads A Bel - Cit"))
    assert any("Faramir needs a convoy" in one for one in warned(HARDBOP, "Faramir - Cit"))
    assert not warned(HARDBOP, "A Bel - Cit", "F BAY C A Bel - Cit")
    assert not warned(HARDBOP, "A Bel - Lam", "Faramir - Lam")
    assert any("A Pel needs a ferry to Poros" in one for one in warned(XIII, "A Pel - Por"))
    assert not any("ferry" in one for one in warned(XIII, "A Pel - Por", "F ETH FF A Pel - Por"))
    assert not any("ferry" in one for one in warned(XIII, "A Pel - Los"))


@pytest.mark.parametrize("game", [XIII, HARDBOP], ids=["xiii", "hardbop"])
def test_each_name_has_one_spelling_in_all_mails_of_a_game(game: Game) -> None:
    """Nazgul and Theoden as in the rules, places as on the map."""
    own = SOURCES / game.card.key.replace("-", "_")
    pages = packaged("templates") / "first_mail" / game.card.key
    files = [own / "sentences.toml", SOURCES / "middle_earth" / "sentences.toml", *pages.glob("*.txt")]
    texts = [*(KEY.sub("", path.read_text("utf-8")) for path in files), game.card.help]
    texts += [*(entry.name for entry in game.card.atlas), *NAMES.values(), *PIECES]
    spelled: dict[str, set[str]] = {}
    for word in re.findall(r"[^\W\d_]{3,}(?:-[^\W\d_]+)*", "\n".join(texts)):
        spelled.setdefault(unaccented(word), set()).add(word.casefold())
    assert [words for words in spelled.values() if len(words) > 1] == []


def test_removing_a_unit_warns_that_its_leader_leaves_with_it() -> None:
    units = {"Gondor": ["A MTi", "A And", "A NIt", "A Los", "Faramir MTi", "Gandalf And"]}
    centres = {"none": ["Bel", "Lam", "Leb"]}
    before = HARDBOP.place({"phase": "movement", "turn": 2, "units": units, "centres": centres})
    orders = HARDBOP.read(before, "Gondor", None, ["Faramir leads A MTi - Osg"]).orders
    state = HARDBOP.judge(before, {"Gondor": orders}, SeededDice("builds", 0)).state
    (note,) = HARDBOP.read(state, "Gondor", None, ["Remove A Osg", "Remove A And"]).warnings
    assert note == "Faramir leads A Osg in this turn, and leaves the board with it. (See RULES 3.3(b).)"
    assert not HARDBOP.read(state, "Gondor", None, ["Remove A NIt", "Remove A And"]).warnings
    removed = HARDBOP.read(state, "Gondor", None, ["Remove A Osg", "Remove A And"]).orders
    after = HARDBOP.judge(state, {"Gondor": removed}, SeededDice("builds", 0))
    told = text(HARDBOP.show(after.state, after.record, "Gondor"))
    assert "Faramir leaves the board with the unit in Osgiliath." in told
    assert "Gandalf is in Andrast." in told


def test_two_rangers_in_one_area_are_counted() -> None:
    units = {"Gandalf": ["R Bre", "R Bre", "R Shi"]}
    facts = report(XIII, units, {}, "Gandalf")
    (positions,) = (section for section in facts.sections if section.key == "positions")
    rows = {row[0]: row[1] for table in positions.tables for row in table.rows}
    assert rows["Gandalf"] == "2 Rangers in Bree, Ranger in the Shire"
    assert "Your 2 Rangers are in Bree." in text(facts)
    assert "Your Ranger is in the Shire." in text(facts)


def test_the_columns_of_the_centres_table_are_explained_above_it() -> None:
    for game, words in ((XIII, ("Logical", "Allowed")), (HARDBOP, ("Allowed",))):
        facts = report(game, {"Rohan": ["A HDe"]}, {}, "Rohan")
        (centres,) = (section for section in facts.sections if section.key == "centres")
        assert all(word in centres.items[0].text for word in words)
        assert set(words) <= set(centres.tables[0].columns)


def test_a_preview_does_not_say_that_others_have_chosen() -> None:
    """A power that sends nothing is Neutral; in a preview all others have sent nothing."""
    before = XIII.imagined(XIII.start({}, SeededDice("start", 0)), "Umbar")
    declared = XIII.read(before, "Umbar", None, ["DECLARE Neutral"]).orders
    tried = XIII.judge(before, {"Umbar": declared}, SeededDice("preview", 0))
    told = text(XIII.show(tried.state, tried.record, "Umbar"))
    assert "The Dwarves, Saruman and Umbar begin the game Neutral." in told and "choose" not in told


def test_the_reason_for_a_void_support_is_short() -> None:
    """Reports repeat it for many units of other powers."""
    units = {"Gondor": ["A Ano", "A MTi"], "Rohan": ["A Edo"]}
    orders = {"Gondor": ["A MTi S A Ano - NIt", "A Ano H"]}
    told = text(report(HARDBOP, units, orders, "Rohan"))
    assert "A MTi S A Ano - NIt (void: that unit has no such order)" in told


def test_a_meeting_names_the_readers_own_pieces() -> None:
    units = {"Gondor": ["A Ano", "Ranger Bre", "Gandalf Bre"], "Elves": ["Fellowship Shi"]}
    orders = {"Elves": ["Fellowship - Bre"]}
    told = text(report(HARDBOP, units, orders, "Gondor"))
    assert "Fellowship (Elves) in Bree: in the same space as your Gandalf and Ranger." in told
    met = text(report(HARDBOP, units, orders, "Elves"))
    assert "Ranger (Gondor) in Bree: in the same space as your Fellowship." in met


def test_a_home_centre_closed_to_builds_is_listed_with_the_reason() -> None:
    facts = {
        "turn": 2,
        "phase": "adjustment",
        "units": {"Gondor": ["A Leb"], "Mordor": ["A Bel"]},
        "centres": {"Gondor": ["MTi", "Leb", "Lam", "Osg"], "Mordor": ["Bel"]},
    }
    told = text(HARDBOP.show(HARDBOP.place(facts), None, "Gondor"))
    assert "Not in Lebennin: a Military Unit is there." in told
    assert "Not in Belfalas: you do not own it." in told
    assert "Not in" not in text(HARDBOP.show(HARDBOP.place(facts), None, "Mordor"))


def test_a_closed_home_centre_is_explained_beside_the_readers_own_builds() -> None:
    """It once was below "What others may build or must do"."""
    facts = {
        "turn": 2,
        "phase": "adjustment",
        "units": {"Gondor": ["A Leb", "A Lam"], "Mordor": ["A Nrn"]},
        "centres": {"Gondor": ["MTi", "Leb", "Lam", "Osg", "Bel"], "Mordor": ["Bar", "Nrn", "Udu"]},
    }
    sheet = HARDBOP.show(HARDBOP.place(facts), None, "Gondor")
    due = next(section for section in sheet.sections if section.key == "due")
    own = next(item.text for item in due.items if item.text.startswith("Gondor"))
    assert "Not in Lamedon and Lebennin: Military Units are there." in own
    assert not any(item.text.startswith("Not in") for item in due.items)


def test_the_owner_of_gandalf_reads_once_where_gandalf_came_back() -> None:
    back = {"state": {"gandalf_returns": 3}}
    units = {"Gondor": ["A MTi"], "Rohan": ["A Edo"]}
    orders = {"Gondor": ["Gandalf returns Ano"]}
    own = text(report(HARDBOP, units, orders, "Gondor", **back))
    assert own.count("Gandalf is back") == 1 and "Gandalf is back, in Anórien." in own
    assert "Gandalf is back." in text(report(HARDBOP, units, orders, "Rohan", **back))


def test_a_headline_about_the_ring_is_true_for_every_reader() -> None:
    """Game masters and observers read it, too, and the Ring is not theirs."""
    for group in (xiii_sentences.group, hardbop_sentences.group):
        headlines = group("headlines").values()
        assert headlines and not [one for one in headlines if re.search(r"\b(our|ours|us|we)\b", str(one))]


@pytest.mark.parametrize(("game", "power"), [(XIII, "Gandalf"), (HARDBOP, "Gondor")])
def test_the_report_says_once_who_carries_the_ring(game: Game, power: str) -> None:
    units = {power: ["Gandalf Gap"]}
    told = text(report(game, units, {power: ["Gandalf - Ise"]}, power, state={"ring": "Ise"}))
    assert told.count("Gandalf in Isengard carries the Ring, which goes where Gandalf goes.") == 1
    assert "carrying the Ring" not in told and "our Gandalf" not in told
    army = text(
        report(game, {"Gondor": ["A MTi"]}, {"Gondor": ["A MTi - Los"]}, "Gondor", state={"ring": "Los"})
    )
    assert army.count("carries the Ring") == 1
    assert "Your Army in Lossarnach carries the Ring, which goes where your Army goes." in army


def test_the_report_says_once_a_turn_when_a_piece_comes_back() -> None:
    units = {"Gondor": ["2A MTi"], "Mordor": ["A Bar", "Nazgul MTi"]}
    before = HARDBOP.place({"phase": "movement", "turn": 3, "units": units, "centres": {"Mordor": ["Bar"]}})
    orders = {"Gondor": HARDBOP.read(before, "Gondor", None, ["2A MTi destroys Nazgul"]).orders}
    slain = HARDBOP.judge(before, orders, SeededDice("slain", 0))
    told = text(HARDBOP.show(slain.state, slain.record, "Mordor"))
    assert told.count("comes back at the end of") == 1 and "may be rebuilt" not in told
    assert "It may be rebuilt at the end of the second turn after this one." in text(
        HARDBOP.show(slain.state, slain.record, "Rohan")
    )
    later = HARDBOP.judge(slain.state, {}, SeededDice("slain", 1))
    told = text(HARDBOP.show(later.state, later.record, "Mordor"))
    assert told.count("The Nazgul comes back at the end of RETHE I 3019.") == 1


def test_the_form_has_a_line_for_each_army_off_the_board() -> None:
    """Each needs an order of its own, and so has a line and an entry among the choices (9(d))."""
    start = HARDBOP.start({}, SeededDice("start", 0))
    assert list(HARDBOP.form(start, "Mordor")).count("E Off H") == 3
    waiting = [entry for entry in HARDBOP.choices(start, "Mordor") if entry.startswith("E Off")]
    assert [entry for entry in waiting if "besides" not in entry] == ["E Off 1", "E Off 2", "E Off 3"]


@pytest.mark.parametrize("game", [XIII, HARDBOP])
def test_an_order_for_a_unit_of_another_power_is_void_for_that_reason(game: Game) -> None:
    """It is accepted, because a proxy may still arrive; the report does not say that no unit is there."""
    units = {"Gondor": ["A MTi"], "Rohan": ["A Ano"]}
    told = own_lines(report(game, units, {"Gondor": ["A Ano H", "A MTi H"]}, "Gondor"))
    assert any("(void: that unit is not yours to order)" in line for line in told), told


def test_hardbop_says_why_a_good_power_does_not_take_a_home_centre_of_another() -> None:
    units = {"Elves": ["A Edo", "A Fra"], "Rohan": ["A Dhw"], "Umbar": ["A HDe"], "Mordor": ["A Leb"]}
    told = "The Elves do not take Edoras, home of Rohan: both powers are Good. (See RULES 6.2.)"
    second = _after(units, 2)
    assert second.count("both powers are Good") == 1 and told in second
    assert "both powers are Good" not in _after(units, 3)


def test_hardbop_says_it_once_a_turn_and_of_both_homes_together() -> None:
    """It stood in every report of a turn II, before centres had changed hands and after the builds, too."""
    units = {
        "Elves": ["A Edo", "A Dhw", "A Fra"],
        "Rohan": ["C HDe"],
        "Mordor": ["2A DoS"],
        "Dwarves": ["A Dal"],
    }
    centres = {"Rohan": ["HDe", "Edo", "Dhw"], "Elves": ["Iml", "Lor", "EKH", "GHa"]}
    state = HARDBOP.place({"phase": "movement", "turn": 2, "units": units, "centres": centres})
    told = []
    orders = {"Mordor": HARDBOP.read(state, "Mordor", None, ["2A DoS - Dal"]).orders}
    for number in range(3):
        turn = HARDBOP.judge(state, orders if not number else {}, SeededDice("homes", number))
        told.append((HARDBOP.due(turn.state).phase, text(HARDBOP.show(turn.state, turn.record, "Elves"))))
        state = turn.state
    assert [phase for phase, _ in told] == ["retreat", "adjustment", "movement"]
    said = "The Elves do not take Dunharrow and Edoras, home of Rohan: both powers are Good."
    assert [said in one for _, one in told] == [False, True, False]
    assert ["To win by counting" in one for _, one in told] == [False, True, False]


def test_who_owes_nothing_when_builds_are_due_learns_what_may_be_ordered_then() -> None:
    """Sauron stood beside an army of a player whose report said that nothing was owed. 9(c)"""
    gondor = ["A SIt", "A MTi", "A Lam", "A Leb", "A Bel"]
    units = {"Gondor": gondor, "Mordor": ["2A Bar", "Sauron SIt"], "Rohan": ["C Edo"]}
    before = HARDBOP.place({"phase": "movement", "turn": 2, "units": units})
    turn = HARDBOP.judge(before, {}, SeededDice("builds", 0))
    assert HARDBOP.due(turn.state).phase == "adjustment" and "Gondor may build" not in text(
        HARDBOP.show(turn.state, turn.record, "Gondor")
    )
    told = {who: text(HARDBOP.show(turn.state, turn.record, who)) for who in ("Gondor", "Rohan", None)}
    said = (
        "Gondor may also order, or change, what units do at the end of the turn, such as A Bel destroys any"
    )
    assert said in told["Gondor"]
    told_shortly = notice(HARDBOP.show(turn.state, turn.record, "Gondor")).next
    assert any(said in line for line in told_shortly), "a short notice says it, too"
    assert "such as C Edo destroys any" in told["Rohan"]
    assert "destroys any" not in told[None]
    reading = HARDBOP.read(turn.state, "Gondor", None, ["A SIt destroys any"])
    assert [line.verdict for line in reading.lines] == ["taken"]


def test_hardbop_lists_centres_and_units_by_their_names() -> None:
    """They were sorted by short name, so that the Vale of Anduin (Adu) came first."""
    units = {"Mordor": ["A Adu", "A Bar", "A Dol"], "Rohan": ["A Dru", "A Dhw"]}
    before = HARDBOP.place(
        {
            "phase": "movement",
            "turn": 1,
            "units": units,
            "centres": {"Rohan": ["Dhw", "Dru"], "Mordor": ["Adu", "Bar"]},
        }
    )
    facts = HARDBOP.show(before, None, None)
    tables = [row for section in facts.sections for table in section.tables for row in table.rows]
    cells = [cell for row in tables for cell in row]
    assert (
        "Barad-dûr, Dol Guldur, Minas Morgul, Nurn, South Rhûn, Udûn, Vale of Anduin" in cells
        and "Drúwaith Iaur, Dunharrow, Edoras, Helm's Deep" in cells
    )
    assert "Army Barad-dûr, Army Dol Guldur, Army Vale of Anduin" in cells


def _after(units: Lines, turn: int) -> str:
    """Return the report after a turn in which nobody moves."""
    before = HARDBOP.place({"phase": "movement", "turn": turn, "units": units, "centres": {"Rohan": ["Dhw"]}})
    judged = HARDBOP.judge(before, {}, SeededDice("a report", 0))
    return text(HARDBOP.show(judged.state, judged.record, "Rohan"))


def test_cavalry_has_no_article() -> None:
    """ "A Cavalry of Rohan" is not English."""
    assert [news.unit(one) for one in ("A", "C", "Faramir")] == ["an Army", "Cavalry", "Faramir"]


def test_a_single_alternative_in_the_form_is_not_called_one_of_several() -> None:
    assert instead(["Waive"], {"Build 1": ["Build A MTi", "Waive"]})[1:] == [
        "# Waive builds nothing; write instead: Build A MTi"
    ]
    several = {"Build 1": ["Build A MTi", "Build A Bel", "Waive"]}
    assert instead(["Waive"], several)[1:] == [
        "# Waive builds nothing; write instead one of: Build A MTi, Build A Bel"
    ]


def test_the_lead_says_how_mordor_fell_next_to_its_fall() -> None:
    units = {"Mordor": ["Sauron EEm"], "Rohan": ["2A EEm", "A Dru"], "Saruman": ["Saruman Dru"]}
    orders = {"Rohan": ["2A EEm destroys Sauron", "A Dru destroys Saruman"]}
    facts = report(HARDBOP, units, orders, "Gondor")
    assert facts.headline == "Sauron is no more; Mordor falls"
    assert [told.split()[0] for told in facts.lead.split("\n\n")] == ["Mordor", "Sauron", "Saruman"]


def test_the_fall_of_sauron_says_that_double_armies_become_single() -> None:
    """A new player saw "Army East Emnet" where the last map had a double Army, without an explanation."""
    units = {"Rohan": ["A Wol"], "Mordor": ["Sauron Wol", "2A Bar"]}
    shown = report(HARDBOP, units, {"Rohan": ["A Wol destroys Sauron"]}, "Rohan")
    assert "double Armies that it still has become single." in text(shown)


def test_an_order_repeated_with_the_builds_is_reported_once() -> None:
    units = {"Rohan": ["A Wol", "A Edo"], "Mordor": ["Sauron Wol", "2A Bar"]}
    facts = {
        "units": units,
        "phase": "movement",
        "turn": 4,
        "centres": {"Rohan": ["Edo", "HDe", "Dhw", "Wol"]},
    }
    before = HARDBOP.place(facts)
    moves = HARDBOP.read(before, "Rohan", None, ["A Wol destroys Sauron", "A Edo destroys Saruman"]).orders
    builds = HARDBOP.judge(before, {"Rohan": moves}, SeededDice("a report", 0)).state
    assert HARDBOP.due(builds).phase == "adjustment"
    again = ["Build A HDe", "A Wol destroys Sauron", "A Edo destroys Saruman"]
    given = HARDBOP.read(builds, "Rohan", None, again).orders
    judged = HARDBOP.judge(builds, {"Rohan": given}, SeededDice("a report", 0))
    told = own_lines(HARDBOP.show(judged.state, judged.record, "Rohan"))
    assert [line for line in told if "Sauron" in line] == ["Army Wold destroys Sauron."]
    assert [line for line in told if "Saruman" in line] == [
        "Army Edoras destroys Saruman: nothing was destroyed, because no such piece was there or it could not"
        " be destroyed; see RULES 3.3(g)."
    ]


def test_a_powers_only_ranger_is_called_the_ranger() -> None:
    units = {"Gondor": ["R Wol", "A MTi"], "Mordor": ["2A Wol"]}
    shown = report(HARDBOP, units, {"Mordor": ["2A Wol destroys R"]}, "Gondor")
    assert "The Ranger of Gondor is destroyed in the Wold by Mordor" in text(shown)


def test_orders_that_destroyed_nothing_are_reported_in_one_line() -> None:
    """One precaution once gave four lines "void: nothing came of it" each turn."""
    units = {"Rohan": ["A Wol", "A Emy", "A Edo"], "Mordor": ["A Bar"]}
    orders = {"Rohan": ["A Wol destroys any", "A Emy destroys any", "A Edo destroys Saruman"]}
    told = own_lines(report(HARDBOP, units, orders, "Rohan"))
    assert "it could not be destroyed; see RULES 3.3(g)." in "\n".join(told)
    assert (
        sum("Army Wold" in line and "Army Emyn Muil" in line and "destroy any" in line for line in told) == 1
    )
    assert sum("Army Edoras destroys Saruman" in line for line in told) == 1
    assert not any("void" in line for line in told)


@pytest.mark.parametrize("again", [[], ["A Wol destroys Saruman"]])
def test_standing_orders_that_destroyed_nothing_are_reported_in_one_line(again: list[str]) -> None:
    """A new player found no outcome for an order that repeated a standing one."""
    units = {"Rohan": ["A Wol", "A Emy"], "Mordor": ["A Bar"]}
    sheet = ["STANDING: A * destroys Saruman", "A Wol H", *again]
    shown = report(HARDBOP, units, {"Rohan": sheet}, "Rohan")
    told = [line for line in own_lines(shown) if "destroy" in line]
    assert told == ["Your orders to destroy Saruman, standing orders included: nothing was destroyed."]
    assert "1. every Army destroys Saruman." in text(shown)


def test_an_order_to_destroy_has_its_own_outcome_beside_standing_ones() -> None:
    units = {"Rohan": ["A Wol", "A Emy"], "Mordor": ["A Bar"]}
    sheet = ["STANDING: A * destroys Saruman", "A Wol destroys Nazgul"]
    told = [
        line for line in own_lines(report(HARDBOP, units, {"Rohan": sheet}, "Rohan")) if "destroy" in line
    ]
    assert told[0].startswith("Army Wold destroys Nazgul: nothing was destroyed")
    assert told[1:] == [
        "Your orders to destroy Saruman, standing orders included: nothing else was destroyed."
    ]


def test_the_death_of_a_piece_is_reported_once_below_the_headline() -> None:
    """One death once was reported in the headline, the lead and the news."""
    units = {"Mordor": ["2A Osg", "Sauron Bar"], "Gondor": ["A MTi", "Faramir Osg"]}
    shown = report(HARDBOP, units, {"Mordor": ["2A Osg destroys Faramir"]}, "Rohan")
    told = [line for line in text(without_repetition(shown)).splitlines() if "Faramir" in line]
    assert len(told) == 2, told


@pytest.mark.parametrize(
    ("game", "units", "moves"),
    [
        (HARDBOP, {"Rohan": ["A Wol", "A Emy"], "Mordor": ["A Bro"]}, ["A Wol - Bro", "A Emy S A Wol - Bro"]),
        (XIII, {"Rohan": ["2A Wol"], "Mordor": ["A Bro"]}, ["2A Wol - Bro"]),
    ],
)
def test_a_unit_that_must_retreat_is_counted_and_listed(game: Game, units: Lines, moves: list[str]) -> None:
    """A dislodged unit once vanished from all tables until it had retreated."""
    shown = report(game, units, {"Rohan": moves}, "Mordor", centres={"Mordor": ["Bar"]})
    rows = {section.key: section.tables[0].rows for section in shown.sections if section.tables}
    (stands,) = (row[1] for row in rows["positions"] if row[0] == "Mordor")
    assert stands == "Army Brown Lands (must retreat)"
    (counted,) = (row for row in rows["centres"] if row[0] == "Mordor")
    assert counted[-2] == "1"


def test_a_lost_unit_is_drawn_where_it_was() -> None:
    """The picture of the turn in which an army was lost once did not show it."""
    units = {"Mordor": ["2A SRh"], "Umbar": ["4A NRh", "A Nrd", "A Wil", "A Nur"], "Rohan": ["4A Dag"]}
    before = XIII.place({"phase": "movement", "turn": 3, "units": units})
    sheet = XIII.read(before, "Umbar", None, ["4A NRh - SRh"]).orders
    turn = XIII.judge(before, {"Umbar": sheet}, SeededDice("lost", 0))
    assert "<title>Mordor army, SRh (disbanded)</title>" in XIII.picture(turn.state, turn.record, None)
    assert "(disbanded)" not in XIII.picture(turn.state, None, None)


def test_retreats_that_clash_are_reported_once() -> None:
    """The lead once reported it twice: as a clash and as the loss of dislodged units."""
    units = {"Elves": ["A Wol"], "Rohan": ["A EEm"], "Mordor": ["A Cel", "A Bro", "A Emy", "A Ano"]}
    moves = ["A Cel - Wol", "A Bro S A Cel - Wol", "A Emy - EEm", "A Ano S A Emy - EEm"]
    before = HARDBOP.place({"phase": "movement", "turn": 3, "units": units})
    sheet = HARDBOP.read(before, "Mordor", None, moves).orders
    moved = HARDBOP.judge(before, {"Mordor": sheet}, SeededDice("clash", 0))
    flights = {"Elves": ["A Wol R WEm"], "Rohan": ["A EEm R WEm"]}
    given = {power: HARDBOP.read(moved.state, power, None, lines).orders for power, lines in flights.items()}
    fled = HARDBOP.judge(moved.state, given, SeededDice("clash", 1))
    lead = HARDBOP.show(fled.state, fled.record, None).lead
    assert lead.count("meets another retreat; both are disbanded.") == 2, lead
    assert "dislodged" not in lead


@pytest.mark.parametrize("game", [HARDBOP, XIII])
def test_an_eliminated_power_is_allowed_no_units(game: Game) -> None:
    """The table once said "Allowed 14" for a power that was out of the game."""
    facts = {"centres": {"Mordor": ["Bar", "Udu"]}, "state": {"eliminated": ["Mordor"]}}
    shown = report(game, {"Rohan": ["A Wol"]}, {}, "Rohan", **facts)
    tables = [section.tables[0] for section in shown.sections if section.key == "centres"]
    (row,) = (row for row in tables[0].rows if row[0] == "Mordor")
    assert row[tables[0].columns.index("Allowed")] == "0"


def test_the_losses_of_a_power_to_one_victor_are_one_sentence() -> None:
    """The lead once said three times in a row that Mordor was driven out."""
    units = {"Rohan": ["A Wol", "A Emy", "A EEm", "A Edo"], "Mordor": ["A Bro", "A WEm"]}
    moves = ["A Wol - Bro", "A Emy S A Wol - Bro", "A Edo - WEm", "A EEm S A Edo - WEm"]
    lead = report(HARDBOP, units, {"Rohan": moves}, None).lead
    assert "Mordor is dislodged from the Brown Lands and West Emnet by Rohan." in lead


@pytest.mark.parametrize(("game", "turn"), [("hardbop", 2), ("downfall-xiii", 2)])
@pytest.mark.parametrize("lines", [[], ["Waive 2"]])
def test_a_build_without_an_order_is_waived_and_the_player_reads_it(
    game: str, turn: int, lines: list[str]
) -> None:
    """A new player whose order had been refused read nothing about the build."""
    played = find(game)
    homes = ["Edo", "HDe", "Dhw"] if game == "hardbop" else ["Eas", "HDe", "DHa"]
    centres = {"Rohan": homes}
    facts = {"phase": "adjustment", "turn": turn, "units": {"Rohan": [f"A {homes[2]}"]}, "centres": centres}
    before = played.place(facts)
    given = played.read(before, "Rohan", None, lines).orders
    judged = played.judge(before, {"Rohan": given}, SeededDice("waived", 0))
    own = own_lines(played.show(judged.state, judged.record, "Rohan"))
    assert [line for line in own if "waived" in line] == ["2 builds are waived."]
    others = text(played.show(judged.state, judged.record, "Gondor"))
    assert ("Waive" in others) is bool(lines)


def test_the_owner_of_a_garrison_reads_that_it_held() -> None:
    """Attacks on your own empty fortresses once were reported only among the orders of the others."""
    for game, attacker, place in ((HARDBOP, "A Gap", "Ise"), (XIII, "A Gap", "Ise")):
        units = {"Rohan": [attacker], "Saruman": ["A Dld"] if game is HARDBOP else ["A Dun"]}
        shown = report(game, units, {"Rohan": [f"{attacker} - {place}"]}, "Saruman")
        assert "Your garrison in Isengard held against Rohan." in own_lines(shown)
        assert "Your garrison" not in text(report(game, units, {"Rohan": [f"{attacker} - {place}"]}, "Rohan"))


def test_a_neutral_power_that_captures_a_good_home_centre_reads_the_consequence() -> None:
    """Nothing once said that taking Helm's Deep would make Saruman Evil."""
    units = {"Saruman": ["A HDe"], "Rohan": ["A Edo"]}
    before = HARDBOP.place({"phase": "movement", "turn": 2, "units": units})
    builds = HARDBOP.judge(before, {}, SeededDice("a", 0))
    told = "After the builds you become Evil, because Helm's Deep, which you have captured"
    assert told in text(HARDBOP.show(builds.state, builds.record, "Saruman"))
    assert told not in text(HARDBOP.show(builds.state, builds.record, "Rohan"))
    after = HARDBOP.judge(builds.state, {}, SeededDice("a", 1))
    shown = HARDBOP.show(after.state, after.record, "Gondor")
    assert "Saruman is Evil from now on, because Helm's Deep, which it has captured" in shown.lead
    assert told not in text(HARDBOP.show(after.state, after.record, "Saruman"))


def test_an_order_for_the_end_of_the_turn_stays_on_file_while_builds_are_due() -> None:
    units = {"Saruman": ["A HDe", "A Gwa"], "Rohan": ["A Edo"]}
    before = HARDBOP.place({"phase": "movement", "turn": 2, "units": units})
    moves = HARDBOP.read(before, "Saruman", None, ["A Gwa destroys Gandalf"]).orders
    builds = HARDBOP.judge(before, {"Saruman": moves}, SeededDice("a", 0)).state
    rows = HARDBOP.read(builds, "Saruman", None, []).in_force
    assert [(row.order, row.source) for row in rows if "Gandalf" in row.order] == [
        ("Army Gwathló destroys Gandalf", "with your moves")
    ]
    again = HARDBOP.read(builds, "Saruman", None, ["A Gwa destroys Gandalf"]).in_force
    assert [row.source for row in again if "Gandalf" in row.order] == ["this message"]
    assert not any("Gandalf" in row.order for row in HARDBOP.read(builds, "Rohan", None, []).in_force)


def test_a_unit_and_the_leader_that_moved_with_it_share_a_line() -> None:
    units = {"Gondor": ["A Bel", "Faramir Bel"]}
    orders = {"Gondor": ["A Bel - Lam", "Faramir leads A Bel - Lam"]}
    for game in (HARDBOP, XIII):
        there = {"Gondor": [one.replace("Bel", "MTi") for one in units["Gondor"]]}
        given = {"Gondor": [one.replace("Bel", "MTi").replace("Lam", "Ano") for one in orders["Gondor"]]}
        own = own_lines(report(game, there, given, "Gondor"))
        assert "Army Minas Tirith moves to Anórien, led by Faramir." in own
        assert not any(one.startswith("Faramir") for one in own)
        public = text(report(game, there, given, None))
        assert "A MTi - Ano, led by Faramir." in public and "Faramir leads" not in public


def test_a_leader_whose_unit_makes_two_moves_or_supports_has_its_own_line() -> None:
    for unit, order in (("C Edo", "C Edo - WEm - Gap"), ("A Edo", "A Edo S A HDe")):
        units = {"Rohan": [unit, "A HDe"], "Gondor": ["Gandalf Edo"]}
        orders = {"Rohan": [order, f"Gandalf leads {unit}"], "Gondor": [f"Gandalf leads {unit}"]}
        assert f"Gandalf leads {unit}" in text(report(HARDBOP, units, orders, None))
    units, lines = {"Gondor": ["A MTi", "A Osg", "Faramir MTi"]}, ["A MTi S A Osg", "Faramir leads A MTi"]
    own = own_lines(report(HARDBOP, units, {"Gondor": lines}, "Gondor"))
    assert "Faramir leads Army Minas Tirith." in own


def test_several_units_destroy_any_piece_that_they_can() -> None:
    orders = {"Gondor": ["A Bel destroys any", "A Lam destroys any"]}
    own = own_lines(report(HARDBOP, {"Gondor": ["A Bel", "A Lam"]}, orders, "Gondor"))
    assert any(
        one.startswith("Army Belfalas and Army Lamedon destroy any piece that they can") for one in own
    )


@pytest.mark.parametrize("game", [XIII, HARDBOP], ids=["xiii", "hardbop"])
def test_a_standing_retreat_in_force_is_listed_once(game: Game) -> None:
    units = {"Gondor": ["A SIt"], "Mordor": ["2A MMo", "A NIt"]}
    before = game.place({"phase": "movement", "turn": 3, "units": units})
    lines = {"Gondor": ["STANDING: A SIt R Osg, Por"], "Mordor": ["2A MMo - SIt", "A NIt S 2A MMo - SIt"]}
    orders = {power: game.read(before, power, None, own).orders for power, own in lines.items()}
    beaten = game.judge(before, orders, SeededDice("a", 1)).state
    told = [row.order for row in game.read(beaten, "Gondor", None, []).in_force]
    assert told == ["Army South Ithilien retreats to Osgiliath or Poros"]
    other = game.read(beaten, "Gondor", None, ["A SIt R Por"]).in_force
    assert [row.source for row in other] == ["this message", "standing"]


NAZGUL, SARUMAN = "every Army destroys Nazgul", "every Army destroys Saruman"
RANGERS = {  # Hardbop has one
    XIII: "every Army destroys any Ranger",
    HARDBOP: "every Army destroys the Ranger",
}


@pytest.mark.parametrize("game", [XIII, HARDBOP], ids=["xiii", "hardbop"])
def test_standing_orders_to_destroy_different_pieces_are_all_in_force(game: Game) -> None:
    """The second once replaced the first, and no answer said so."""
    before = game.place({"phase": "movement", "turn": 3, "units": {"Rohan": ["A Wol"], "Mordor": ["A Bar"]}})
    first = game.read(before, "Rohan", None, ["STANDING: A * destroys Nazgul"])
    second = game.read(
        before, "Rohan", first.orders, ["STANDING: A * destroys Saruman", "STANDING: A * destroys R"]
    )
    assert _rows(second)[-3:] == [
        ("Standing order 1", NAZGUL),
        ("Standing order 2", SARUMAN),
        ("Standing order 3", RANGERS[game]),
    ]
    after = game.judge(before, {"Rohan": second.orders}, SeededDice("a", 1)).state
    assert _rows(game.read(after, "Rohan", None, []))[-3:] == _rows(second)[-3:]


@pytest.mark.parametrize("game", [XIII, HARDBOP], ids=["xiii", "hardbop"])
def test_the_answer_says_which_standing_order_a_new_one_replaces(game: Game) -> None:
    before = game.place({"phase": "movement", "turn": 3, "units": {"Rohan": ["A Wol"], "Mordor": ["A Bar"]}})
    first = game.read(before, "Rohan", None, ["STANDING: A Wol H"])
    second = game.read(before, "Rohan", first.orders, ["STANDING: A Wol - Emy"])
    ended = "Standing order 1 is replaced by standing order 2: Army Wold holds"
    (row,) = [row for row in second.in_force if row.order == ended]
    assert row.source == "this message"
    assert "replaced" not in str(game.read(before, "Rohan", first.orders, ["STANDING: A Wol H"]).in_force)


@pytest.mark.parametrize("game", [XIII, HARDBOP], ids=["xiii", "hardbop"])
def test_an_order_to_destroy_instead_of_a_standing_one_is_noted(game: Game) -> None:
    before = game.place({"phase": "movement", "turn": 3, "units": {"Rohan": ["A Wol"], "Mordor": ["A Bar"]}})
    first = game.read(before, "Rohan", None, ["STANDING: A * destroys R", "A Wol destroys Saruman"])
    words = "A Wol has an order of its own to destroy, so standing order 1 (every Army destroys"
    assert sum(note.startswith(words) for note in first.warnings) == 1
    saruman = "A Wol destroys Saruman"
    for both in ([saruman, "A Wol destroys R"], ["A Wol destroys any"], ["CANCEL STANDING 1"]):
        assert not [note for note in game.read(before, "Rohan", first.orders, both).warnings if words in note]


def _rows(reading: Reading) -> list[tuple[str, str]]:
    return [(row.unit, row.order) for row in reading.in_force]


@pytest.mark.parametrize("game", [XIII, HARDBOP], ids=["xiii", "hardbop"])
def test_an_order_that_needs_a_proxy_says_so_in_every_answer(game: Game) -> None:
    """The note on it was once in the first answer alone; after that it was among one's own orders."""
    units = {"Gondor": ["A MTi"], "Elves": ["A Los"]}
    before = game.place({"phase": "movement", "turn": 3, "units": units})
    first = game.read(before, "Gondor", None, ["A Los - Pel", "PROXY A MTi TO Elves"])
    then = game.read(before, "Gondor", first.orders, ["A MTi H"])
    for reading in (first, then):
        told = [row.order for row in reading.in_force]
        assert any(row.startswith("Army Lossarnach moves") for row in told)
        assert any(row.endswith(", only with a proxy from the Elves") for row in told)
        assert "Proxy for Army Minas Tirith to the Elves" in told
    assert "A Los is the Elves'; you can order it by proxy only." in first.warnings[0]
    assert not any(
        "only with a proxy" in row for row in map(str, game.read(before, "Elves", None, ["A Los H"]).in_force)
    )


@pytest.mark.parametrize("game", [XIII, HARDBOP], ids=["xiii", "hardbop"])
def test_what_follows_from_losses_to_several_powers_is_told_once_after_the_last(game: Game) -> None:
    """A lead once said three times that Mordor could no longer build in the same three places."""
    lost = ("Udu", "Nur", "SRh") if game is XIII else ("Udu", "Nrn", "SRh")
    units = {power: [f"A {place}"] for power, place in zip(("Elves", "Gondor", "Umbar"), lost, strict=True)}
    facts = {"centres": {"Mordor": ["Bar", *lost]}, "turn": 4}
    before = game.place({"phase": "movement", "units": units, **facts})
    judged = game.judge(before, {}, SeededDice("a report", 0))
    lead = game.show(judged.state, judged.record, None).lead
    assert lead.count("Mordor can no longer build in") == 1
    assert lead.rindex("from Mordor") < lead.index("Mordor can no longer build in")


def test_a_loss_to_a_second_move_is_a_headline() -> None:
    """Only a section at the end of the report said that the Elves had to retreat."""
    units = {
        "Elves": ["A EEm"],
        "Rohan": ["C Edo", "C Wol", "A Ano"],
        "Gondor": ["A Leb"],
        "Mordor": ["2A SIt"],
    }
    sheets = {"Rohan": ["C Edo - WEm - EEm", "C Wol S2 C Edo - WEm - EEm"], "Mordor": ["2A SIt - Leb"]}
    state = HARDBOP.place({"phase": "movement", "turn": 3, "units": units})
    orders = {power: HARDBOP.read(state, power, None, lines).orders for power, lines in sheets.items()}
    first = HARDBOP.judge(state, orders, SeededDice("second", 0))
    assert HARDBOP.show(first.state, first.record, None).headline == "Gondor is dislodged from Lebennin"
    back = {"Gondor": HARDBOP.read(first.state, "Gondor", None, ["A Leb R Bel"]).orders}
    second = HARDBOP.judge(first.state, back, SeededDice("second", 1))
    told = HARDBOP.show(second.state, second.record, None)
    assert told.headline == "The Elves are dislodged from East Emnet"
    assert "The Elves are dislodged from East Emnet by Rohan." in told.lead
    assert "Gondor is dislodged" not in told.lead
    own = HARDBOP.show(second.state, second.record, "Elves")
    titles = [section.title for section in own.sections]
    assert (
        "The orders of the others, SOLMATH I 3019, retreat, and second moves that they had ordered before"
        in titles
    )


@pytest.mark.parametrize("game", [XIII, HARDBOP])
def test_an_order_to_destroy_any_piece_says_which_it_destroyed(game: Game) -> None:
    units = {"Mordor": ["A Bro", "A Dag", "A SIt"], "Gondor": ["Faramir EEm"], "Saruman": ["Saruman Dag"]}
    orders = ["A Bro - EEm", "A Bro destroys any", "A Dag destroys any", "A SIt destroys any"]
    told = own_lines(report(game, units, {"Mordor": orders}, "Mordor"))
    assert sum(line.endswith("destroys any piece that it can: Faramir destroyed.") for line in told) == 1, (
        told
    )
    assert sum(line.endswith("destroys any piece that it can: Saruman destroyed.") for line in told) == 1, (
        told
    )
    single = own_lines(report(game, units, {"Mordor": [orders[0], orders[1]]}, "Mordor"))
    assert sum(line.endswith(": Faramir destroyed.") for line in single) == 1, single


def test_a_power_in_civil_disorder_fills_no_report() -> None:
    """Each report had eleven orders to hold, and said that Mordor can no longer build in Udûn."""
    units = {
        "Gondor": ["A SIt", "A Lam"],
        "Mordor": ["2A Bar", "A Udu", "A Nrn", "Sauron SIt"],
        "Elves": ["A Dag"],
    }
    state = HARDBOP.place({"phase": "movement", "turn": 1, "units": units})
    slain = HARDBOP.judge(state, _read(state, {"Gondor": ["A SIt destroys Sauron"]}), SeededDice("slain", 0))
    assert "Mordor is eliminated" in text(HARDBOP.show(slain.state, slain.record, None))
    orders = _read(slain.state, {"Gondor": ["A Lam - Leb"]})
    turn = HARDBOP.judge(slain.state, orders, SeededDice("slain", 1))
    told = text(HARDBOP.show(turn.state, turn.record, "Gondor"))
    assert "Mordor: " not in told and "A Nrn H" not in told
    units = {
        "Gondor": ["A SIt", "A NIt"],
        "Mordor": ["A Udu", "A Nrn", "Sauron SIt"],
        "Elves": ["A Gor", "A ELi"],
    }
    state = HARDBOP.place({"phase": "movement", "turn": 1, "units": units})
    slain = HARDBOP.judge(state, _read(state, {"Gondor": ["A SIt destroys Sauron"]}), SeededDice("slain", 2))
    orders = _read(slain.state, {"Elves": ["A Gor - Nrn", "A ELi S A Gor - Nrn"]})
    taken = HARDBOP.judge(slain.state, orders, SeededDice("slain", 3))
    told = text(HARDBOP.show(taken.state, taken.record, "Rohan"))
    assert "Mordor: A Nrn H (" in told and "A Udu H" not in told
    assert "The Elves take Nurn from Mordor" in told and "can no longer build" not in told


def _read(state: str, sheets: Lines) -> dict[str, str]:
    return {power: HARDBOP.read(state, power, None, lines).orders for power, lines in sheets.items()}


def test_hardbop_says_which_piece_others_have_seen() -> None:
    """Gandalf ended beside an army of Saruman's, whose report showed him; Gondor's said nothing of it."""
    units = {
        "Gondor": ["Gandalf Ene", "Faramir MTi", "A MTi"],
        "Saruman": ["A Gwa"],
        "Mordor": ["Sauron Bar"],
    }
    told = report(HARDBOP, units, {"Gondor": ["Gandalf - Gwa"]}, "Gondor")
    said = "Gandalf in the Gwathló is known to Saruman, with a unit in the same space. (See RULES 3.1(e).)"
    assert said in text(told) and text(told).count("is known to") == 1
    theirs = text(report(HARDBOP, units, {"Gondor": ["Gandalf - Gwa"]}, "Saruman"))
    assert "Gandalf (Gondor) in the Gwathló: in the same space as your Army." in theirs
    assert "is known to" not in theirs
