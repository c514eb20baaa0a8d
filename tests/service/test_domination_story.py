"""Games of Epic Domination played by real messages."""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.domination import position as positions
from adjudicator.domination.record import Event, Record
from adjudicator.domination.view.headlines import story
from adjudicator.games import find
from tests.support.table import Table, as_mail, text_of

PLAYERS = {"Red": "red@x.org", "Blue": "blue@z.org"}
SHEET = """Dear GM,

Move
  2 Knight B10 - B9
  if enemy at B5: Militia B14 - B10
Combat
  keep Knight
Build
  rest Militia B6 or B12
"""


@pytest.fixture
def dom1(table: Table) -> Table:
    table.vouched |= set(PLAYERS.values())
    table.opens("dom1", "72h", PLAYERS, "domination", options={"setup": "by phase"})
    table.post_office.forget()
    table.clock.passes(hours=1)
    table.mail("red@x.org", "piece A", "dom1")
    table.mail("blue@z.org", "piece B, A", "dom1")
    table.deadline_passes("dom1")
    return table


def test_two_mails_set_the_game_up(dom1: Table) -> None:
    assert "Blue has piece B." in text_of(dom1.report_to("red@x.org"))
    dom1.clock.passes(hours=1)
    dom1.mail("red@x.org", "9 Militia A12", "dom1")
    dom1.mail("blue@z.org", "4 Knight B10\nMilitia B14", "dom1")
    dom1.deadline_passes("dom1")
    told = text_of(dom1.report_to("red@x.org"))
    assert "Red builds 9 Militia at A12." in told
    assert [row.phase for row in dom1.turns("dom1")] == ["setup", "start"]


def test_a_sheet_is_confirmed_line_by_line_and_played_whole(dom1: Table) -> None:
    dom1.clock.passes(hours=1)
    dom1.mail("red@x.org", "9 Militia A12", "dom1")
    dom1.mail("blue@z.org", "4 Knight B10\nMilitia B14", "dom1")
    dom1.deadline_passes("dom1")
    dom1.clock.passes(hours=1)
    dom1.mail("blue@z.org", SHEET + "  Dragon B6\n", "dom1")
    answer = text_of(dom1.last_to("blue@z.org"))
    assert "You may not build a Dragon." in answer
    assert "2 Knights from B10 to B9" in answer
    dom1.deadline_passes("dom1")
    own = text_of(dom1.report_to("blue@z.org"))
    assert "skipped" in own and "9 Militia at B6" in own
    others = text_of(dom1.report_to("red@x.org"))
    assert "Blue: 2 Knights B10 - B9." in others
    assert "Keep Knight" not in others and "skipped" not in others


NAMES = {"F6": "", "F8": "Fallowick", "C5": ""}


def headline_and_lead(*events: Event) -> tuple[str, str]:
    started = positions.from_text(find("domination").start({}, SeededDice("story", 0)))
    return story(Record("Turn 4", 4, "turn", events, ()), started, NAMES)


def test_a_turn_without_a_fight_reports_conquests_and_builds() -> None:
    headline, lead = headline_and_lead(
        Event("moved", "Red", words={"units": "Knight"}, path=("C5", "F6")),
        Event("taken", "Red", "F6", {"loser": "Blue"}),
        Event("built", "Blue", "F8", {"units": "4 Knights"}),
    )
    assert headline == "Red takes F6 from Blue"
    assert lead == "Red takes F6 from Blue. Blue builds four units at F8 Fallowick."


@pytest.mark.parametrize(
    ("players", "headline"),
    [
        (["Red"], "Red builds new units"),
        (["Red", "Blue"], "Red and Blue build new units"),
        (["Red", "Blue", "Green", "White"], "Four players build new units"),
    ],
)
def test_the_headline_of_a_quiet_turn_names_who_raised_troops(players: list[str], headline: str) -> None:
    built = [Event("built", player, "C5", {"units": "Militia"}) for player in players]
    assert headline_and_lead(*built)[0] == headline


def test_a_spell_in_the_headline_is_not_repeated_below_it() -> None:
    mist = Event("cast", "Red", "F6", {"spell": "Mist", "cost": "3"})
    assert headline_and_lead(mist) == ("Red casts Mist at F6", "")
    ward = Event("cast", "Blue", "C5", {"spell": "Ward", "cost": "2"})
    headline, lead = headline_and_lead(mist, ward)
    assert headline == "Spells are cast"
    assert lead == "Red casts Mist at F6. Blue casts Ward at C5."


WHOLE_SET_UP = """piece A, C

Build
  if I have A: 4 Knight A12
  4 Knight Carrick
  rest Militia first city
Combat
  keep Knight
"""


@pytest.fixture
def dom2(table: Table) -> Table:
    table.vouched |= set(PLAYERS.values())
    table.opens("dom2", "72h", PLAYERS, "domination")
    return table


def test_one_message_sets_the_game_up(dom2: Table) -> None:
    first = text_of(dom2.report_to("red@x.org"))
    assert "and says in the same message what army to build" in first
    assert "rest Militia first city" in first
    dom2.clock.passes(hours=1)
    dom2.mail("red@x.org", WHOLE_SET_UP, "dom2")
    answer = text_of(dom2.last_to("red@x.org"))
    assert "If Red has piece A: build 4 Knights at A12" in answer
    dom2.mail("blue@z.org", "piece B, A\nrest Militia B6", "dom2")
    dom2.deadline_passes("dom2")
    told = text_of(dom2.report_to("blue@z.org"))
    assert "Red builds 4 Knights at A12 and 2 Militia at A7 Aldgate." in told
    assert "Carrick" not in told
    assert [row.phase for row in dom2.turns("dom2")] == ["opening"]
    own = text_of(dom2.report_to("red@x.org"))
    assert "Build 4 Knights at C5: skipped (you do not have that piece; see RULES 11.4)." in own
    assert "Turn 1" in own


def test_the_answer_says_what_is_missing_in_a_set_up(dom2: Table) -> None:
    dom2.clock.passes(hours=1)
    dom2.mail("red@x.org", "piece A, C", "dom2")
    assert "You have no starting build yet" in text_of(dom2.last_to("red@x.org"))
    dom2.mail("red@x.org", "piece A, C\n14 Militia A7\nKnight C5", "dom2")
    answer = text_of(dom2.last_to("red@x.org"))
    assert "your builds on piece A cost 42, and it has an income of 27" in answer
    assert "If you get one of the pieces A, B, D, E, F, G and H, you build nothing." in answer


def test_a_set_up_can_be_tried_before_it_is_sent(dom2: Table) -> None:
    dom2.clock.passes(hours=1)
    dom2.mail(
        "red@x.org", "PREVIEW\npiece C\nif Blue has A: piece A\n5 Knight C5\nrest Militia first city", "dom2"
    )
    answer = text_of(dom2.last_to("red@x.org"))
    assert "Red builds 5 Knights" in answer


@pytest.fixture
def dom3(table: Table) -> Table:
    """The moves of a first turn at the table, phase by phase; Red is first."""
    table.vouched |= set(PLAYERS.values())
    options = {"scheme": "table", "board": "A B", "first": "Blue"}
    table.opens("dom3", "72h", PLAYERS, "domination", options)
    table.clock.passes(hours=1)
    table.mail("red@x.org", "2 Knight A12", "dom3")
    table.mail("blue@z.org", "Militia B9", "dom3")
    table.service.look()
    return table


def test_at_the_table_a_phase_runs_when_those_who_owe_orders_have_sent_them(dom3: Table) -> None:
    assert dom3.row("dom3").number == 2
    assert "Turn 1: Red's moves" in text_of(dom3.report_to("red@x.org"))
    dom3.mail("blue@z.org", "READY", "dom3")  # owes nothing
    dom3.service.look()
    assert dom3.row("dom3").number == 2
    dom3.mail("red@x.org", "2 Knight A12 - B9", "dom3")
    assert dom3.row("dom3").number == 3
    answers = [text_of(as_mail(mail.raw)) for mail in dom3.outbox("confirmation")]
    assert any("Write WAIT to keep the time to the deadline" in one for one in answers)


def test_wait_keeps_a_phase_at_the_table_open(dom3: Table) -> None:
    dom3.mail("red@x.org", "2 Knight A12 - B9\nWAIT", "dom3")
    dom3.service.look()
    assert dom3.row("dom3").number == 2
    dom3.mail("red@x.org", "READY", "dom3")
    dom3.service.look()
    assert dom3.row("dom3").number == 3


def test_with_whole_sheets_orders_alone_do_not_run_a_turn(dom2: Table) -> None:
    dom2.clock.passes(hours=1)
    for address in PLAYERS.values():
        dom2.mail(address, "piece A\nrest Militia first city", "dom2")
    dom2.service.look()
    assert dom2.row("dom2").number == 1


def test_a_set_up_may_be_written_in_sentences(dom2: Table) -> None:
    dom2.clock.passes(hours=1)
    wish = "I'd like piece C first, then A or F.\nIf I get C: 3 knights Carrick\n"
    wish += "Otherwise: 9 militia my first city\n"
    dom2.mail("red@x.org", f"{wish}If I have A 2 Knight A7\n", "dom2")
    answer = text_of(dom2.last_to("red@x.org"))
    assert "Take the first of these pieces that is free: C, A, F" in answer
    assert "If Red has piece C: build 3 Knights at C5 Carrick" in answer
    assert "Otherwise: build 9 Militia at your first city" in answer
    assert "Nearest form: if I have A: 2 Knight A7" in answer


def test_a_sheet_that_leaves_orders_out_cancels_ready(dom2: Table) -> None:
    """A message with one more line replaces the whole sheet, and with READY the turn would run at once."""
    dom2.clock.passes(hours=1)
    dom2.mail("red@x.org", "piece A\nrest Militia first city\nREADY", "dom2")
    dom2.mail("red@x.org", "piece B", "dom2")
    answer = " ".join(text_of(dom2.last_to("red@x.org")).split())
    assert "This order sheet replaces your whole earlier one. Gone:" in answer
    assert "so your earlier READY is taken back" in answer


def test_form_help_and_answer_say_how_a_line_is_added_to_a_sheet(dom2: Table) -> None:
    """Players used to games that replace orders unit by unit sent one forgotten move, and lost the rest."""
    told = 'replaces your whole order sheet; one that begins with "also"'
    assert told in " ".join(text_of(dom2.last_to("red@x.org")).split())
    dom2.clock.passes(hours=1)
    dom2.mail("red@x.org", "piece A\nrest Militia first city\nHELP", "dom2")
    answer = " ".join(text_of(dom2.last_to("red@x.org")).split())
    assert told in answer
    assert "To change an order of a sheet, send the whole sheet again" in answer
    dom2.mail("red@x.org", "3 Knight second city", "dom2")
    answer = " ".join(text_of(dom2.last_to("red@x.org")).split())
    assert "Gone: Take the first of these pieces that is free: A; Build as many Militia" in answer
    assert "to have any of these again, send the whole sheet with them" in answer
