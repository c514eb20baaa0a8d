"""PRACTICE: a game against robots, by mail, without keeping anybody waiting."""

import re
from pathlib import Path

import pytest
from sqlmodel import select

from adjudicator.robots.robot import Advice
from pbem.core.settings import PracticeSettings
from pbem.store.game_tables import GameTable
from pbem.store.player_tables import DeadlineRecord
from pbem.store.robot_rows import PracticeTable, RobotSheet
from pbem.store.states import OVER, RUNNING
from pbem.tables import robots
from tests.support.table import Table, body_of, kind_of, text_of

NEW = "new@x.org"


@pytest.fixture
def host(tmp_path: Path) -> Table:
    table = Table(tmp_path)
    table.opens()
    table.post_office.forget()
    table.vouched.add(NEW)
    return table


def practice(host: Table, game: str = "standard", power: str = "France", level: str = "random") -> str:
    """Open a practice table, and return its name."""
    asked = f"PRACTICE {game} as {power} against {level} robots"
    host.remembered(asked, lambda: host.mail(NEW, asked, subject="hello"))
    with host.store.reading() as session:
        keys = session.exec(select(PracticeTable.table_key)).all()
    return str(keys[-1])


def test_a_new_player_opens_a_practice_table_and_the_first_mail_explains_the_game(host: Table) -> None:
    key = practice(host, "xiii", "Gandalf")
    first = next(mail for mail in host.mails_to(NEW) if kind_of(mail) == "report")
    said = text_of(first)
    assert "This is your practice table. You play Gandalf" in said
    assert "There is no deadline." in said
    assert "HINT on a line of its own" in said
    assert host.row(key).deadline_utc is None
    answer = text_of(host.mails_to(NEW)[0]) + text_of(host.mails_to(NEW)[1])
    assert f"Your practice table {key} is open" in answer
    assert all(NEW in str(mail["To"]) for mail in host.post_office.taken)  # nobody else gets mail


def test_the_turn_is_run_as_soon_as_my_sheet_is_in(host: Table) -> None:
    key = practice(host)
    report = host.report_to(NEW)
    host.reply(report, "A Paris - Burgundy\nA Marseilles - Spain\nF Brest - Mid")
    (turn,) = host.turns(key)
    assert len(turn.orders) == 7
    assert host.row(key).number == 2
    latest = text_of(host.report_to(NEW))
    assert "Army Paris moves to Burgundy" in latest
    assert "played by" not in latest
    with host.store.reading() as session:
        assert not session.exec(select(DeadlineRecord)).all()
    parts = (part.get_content_type() for mail in host.mails_to(NEW) for part in mail.walk())
    assert "text/calendar" not in parts  # there is no deadline, nor was there one to cancel


def test_an_incomplete_sheet_waits_for_ready(host: Table) -> None:
    key = practice(host)
    host.reply(host.report_to(NEW), "A Paris - Burgundy")
    assert host.turns(key) == []
    host.reply(host.report_to(NEW), "READY")
    assert len(host.turns(key)) == 1


def test_ready_runs_the_turn_and_says_no_more(host: Table) -> None:
    key = practice(host)
    host.reply(host.report_to(NEW), "A Paris - Burgundy\nREADY")
    assert len(host.turns(key)) == 1
    said = [text_of(mail) for mail in host.mails_to(NEW) if kind_of(mail) == "confirmation"][-1]
    assert "You are ready, so the turn is run now." in said
    assert "nobody learns" not in said and "WAIT" not in said


@pytest.mark.thorough
def test_a_first_turn_that_waits_for_all_players_is_run_for_the_only_one(host: Table) -> None:
    """At a table of people the first turn of Hardbop waits for everybody's READY."""
    key = practice(host, "hardbop", "Rohan")
    host.reply(host.report_to(NEW), "A HDe - Gap")
    assert "The turn is run when you have sent the orders that are missing" in text_of(host.last_to(NEW))
    host.reply(host.report_to(NEW), "C Edo - EEm\nC Dhw H")
    said = [text_of(mail) for mail in host.mails_to(NEW) if kind_of(mail) == "confirmation"][-1]
    assert "Your orders are complete, so the turn is run now." in said
    assert len(host.turns(key)) == 1


def test_hint_suggests_orders_with_reasons_that_can_be_sent(host: Table) -> None:
    key = practice(host)
    host.reply(host.report_to(NEW), "HINT")
    hint = body_of(host.last_to(NEW))
    assert "A hint for Spring 1901" in hint
    lines = [line for line in hint.splitlines() if re.match(r"\s*[AF] \w{3} ", line)]
    assert len(lines) == 3
    assert re.search(r"^  (This goes (?:to|for)|This helps|\w+ is) ", hint, re.M)
    host.reply(host.report_to(NEW), "\n".join(line.strip() for line in lines))
    assert len(host.turns(key)) == 1


@pytest.mark.thorough
def test_a_hint_for_a_turn_that_moves_some_armies_is_called_an_example(host: Table) -> None:
    practice(host)
    host.reply(host.report_to(NEW), "HINT")
    assert "example" not in text_of(host.last_to(NEW)), "each unit has an order"
    practice(host, "empires", "Germany")
    host.reply(host.report_to(NEW), "HINT")
    assert "Units that no line names stay where they are" in text_of(host.last_to(NEW))


def test_a_hint_keeps_a_condition_with_what_depends_on_it(
    host: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ("Move", "if 3 enemy at A7: 2 Knight A4 holds", "else: 2 Knight A4 - A7")
    monkeypatch.setattr(robots, "stored", lambda *_: {"Red": Advice(lines, (0.0, 0.0, 4.0))})
    practice(host, "domination", "Red")
    host.reply(host.report_to(NEW), "HINT")
    hint = body_of(host.last_to(NEW))
    assert f"Move\n\n{lines[1]}\n{lines[2]}\n  This goes to Aldgate" in hint


def test_preview_works_as_always(host: Table) -> None:
    practice(host)
    host.reply(host.report_to(NEW), "A Paris - Burgundy\nPREVIEW")
    assert "Army Paris moves to Burgundy" in text_of(host.last_to(NEW))


def test_a_preview_of_complete_orders_keeps_the_turn_open(host: Table) -> None:
    key = practice(host)
    host.reply(host.report_to(NEW), "A Paris - Burgundy\nA Marseilles - Spain\nF Brest - Mid\nPREVIEW")
    assert host.turns(key) == []
    assert "The turn is kept open until you write READY." in text_of(host.last_to(NEW))
    host.reply(host.last_to(NEW), "A Marseilles H")
    assert host.turns(key) == []
    host.reply(host.last_to(NEW), "READY")
    assert len(host.turns(key)) == 1


def test_status_after_a_preview_mentions_no_wait(host: Table) -> None:
    practice(host)
    host.reply(host.report_to(NEW), "A Paris - Burgundy\nPREVIEW")
    host.reply(host.report_to(NEW), "STATUS")
    said = text_of(host.last_to(NEW))
    assert "The turn is kept open until you write READY." in said
    assert "WAIT" not in said


@pytest.mark.thorough
def test_a_preview_of_empires_does_not_repeat_who_plays_next(host: Table) -> None:
    practice(host, "empires", "Germany")
    host.reply(host.report_to(NEW), "ACTIVATE\nArmy Cologne - Brussels\nArmy Metz - Verdun attacks\nPREVIEW")
    said = text_of(host.last_to(NEW))
    assert "Brussels: Germany takes it" in said
    assert "Next: Franco-British" not in said


@pytest.mark.thorough
def test_a_refused_line_keeps_the_turn_open_until_it_is_corrected(host: Table) -> None:
    """Otherwise the player would learn of the refused line when the turn is already over."""
    key = practice(host, "empires", "Austria-Hungary")
    host.reply(host.report_to(NEW), "TECHNOLOGIES Attack 1, Defence 1, Manoeuvre")
    turns = len(host.turns(key))
    assert "You owe orders." in text_of(host.report_to(NEW))
    host.reply(host.report_to(NEW), "DIPLOMACY Bulgaria forward\nGAS Metz")
    said = text_of(host.last_to(NEW))
    assert "The turn is kept open, because a line was not accepted." in said
    assert "complete" not in said
    host.reply(host.report_to(NEW), "DIPLOMACY Bulgaria forward\nENTRENCH Lemberg")
    assert "The turn is kept open until you write READY." in text_of(host.last_to(NEW))
    assert len(host.turns(key)) == turns
    host.reply(host.report_to(NEW), "READY")
    assert len(host.turns(key)) > turns


@pytest.mark.thorough
def test_ready_with_a_refused_line_waits_until_it_is_repeated(host: Table) -> None:
    key = practice(host, "empires", "Austria-Hungary")
    host.reply(host.report_to(NEW), "TECHNOLOGIES Attack 1, Defence 1, Manoeuvre")
    turns = len(host.turns(key))
    host.reply(host.report_to(NEW), "DIPLOMACY Bulgaria forward\nGAS Metz\nREADY")
    said = text_of(host.last_to(NEW))
    assert "so you are not ready yet" in said
    assert "READY alone if the rest is enough" in said
    assert len(host.turns(key)) == turns
    host.reply(host.report_to(NEW), "READY")
    assert len(host.turns(key)) > turns


def test_ready_with_a_refused_line_waits_for_the_correction(host: Table) -> None:
    """The player wrote READY without knowing that a line above it would not count."""
    key = practice(host)
    host.reply(host.report_to(NEW), "A Paris - Burgundy\nA Marseilles - Paris Spain\nREADY")
    said = text_of(host.last_to(NEW))
    assert "The turn is kept open, because a line was not accepted." in said
    assert "so you are not ready yet" in said
    assert host.turns(key) == []
    host.reply(host.last_to(NEW), "A Marseilles - London\nREADY")
    assert "so you are not ready yet" in text_of(host.last_to(NEW))
    assert host.turns(key) == [], "nothing is filed, and the older orders are not run either"
    host.reply(host.last_to(NEW), "READY")
    assert len(host.turns(key)) == 1


@pytest.mark.thorough
def test_a_message_of_refused_lines_is_not_called_complete(host: Table) -> None:
    key = practice(host, "empires", "Austria-Hungary")
    host.reply(host.report_to(NEW), "TECHNOLOGIES Attack 1, Defence 1, Manoeuvre")
    turns = len(host.turns(key))
    host.reply(host.report_to(NEW), "Krakow to Lemberg attacks with Czernowitz")
    said = text_of(host.last_to(NEW))
    assert "run now" not in said
    assert "The turn is run when you have sent the orders that are missing, or READY." in said
    assert len(host.turns(key)) == turns


@pytest.mark.thorough
def test_before_the_first_turn_of_another_only_technologies_are_asked_for(host: Table) -> None:
    key = practice(host, "empires", "Austria-Hungary")
    host.reply(host.report_to(NEW), "HELLO")
    said = text_of(host.last_to(NEW))
    assert "no technologies: name three now" in said
    assert "you do nothing" not in said  # it is Germany's turn
    host.reply(host.report_to(NEW), "TECHNOLOGIES Attack 1, Defence 1, Manoeuvre")
    assert host.turns(key)
    assert "You owe orders." in text_of(host.report_to(NEW))


@pytest.mark.thorough
def test_the_last_bulletin_does_not_call_robots_silent_or_name_the_player(host: Table) -> None:
    host.mail(NEW, "PRACTICE domination as Blue against easy robots")
    host.reply(host.report_to(NEW), "piece D, C, B\nrest Militia first city")
    for _ in range(12):
        host.reply(host.report_to(NEW), "READY WITHOUT ORDERS")
        if "game over" in str(host.report_to(NEW)["Subject"]):
            break
    said = " ".join(body_of(host.report_to(NEW)).split())
    assert "The game is over" in said
    assert "played Blue" not in said
    rows = re.search(r"Turns without orders .*?Red (\d+) (\d+) (\d+)", said)
    assert rows
    assert rows[3] == "0"
    assert "To practise again, write PRACTICE domination to" in said
    assert "OBSERVE" not in said  # nobody else can read along
    assert said.count("Set-up ") - said.count("Set-up:") - said.count("from Set-up") <= 1


def test_a_stranger_with_an_unknown_line_learns_how_to_open_a_practice_table(host: Table) -> None:
    host.mail(NEW, "Hi! PRACTICE empires as Austria-Hungary", subject="hello")
    assert "PRACTICE and the name of a game, at the beginning of a line, opens a table" in text_of(
        host.last_to(NEW)
    )
    host.settings = host.settings.model_copy(update={"practice": PracticeSettings(tables=0)})
    host.restart()
    host.mail(NEW, "Hi! PRACTICE empires as Austria-Hungary", subject="hello")
    assert "against robots" not in text_of(host.last_to(NEW))


def test_each_confirmation_says_when_the_turn_is_run(host: Table) -> None:
    practice(host)
    host.reply(host.report_to(NEW), "A Paris - Burgundy")
    assert "the orders that are missing, or READY." in text_of(host.last_to(NEW))
    host.reply(host.last_to(NEW), "A Marseilles - Spain\nF Brest - Mid")
    said = [text_of(mail) for mail in host.mails_to(NEW) if kind_of(mail) == "confirmation"][-1]
    assert "Your orders are complete, so the turn is run now." in said


def test_there_is_no_hint_at_a_table_with_people(host: Table) -> None:
    host.mail("ann@x.org", "HINT")
    assert "HINT is for practice tables" in text_of(host.last_to("ann@x.org"))


def test_a_robot_answers_press_with_one_courteous_sentence(host: Table) -> None:
    practice(host)
    host.reply(host.report_to(NEW), "PRESS TO Italy\nShall we be friends?\nEND")
    said = text_of(host.last_to(NEW))
    assert "It does not negotiate, so your message was not sent to it" in said
    assert said.count("negotiate") == 1
    assert "A robot plays Italy." in said


def test_robots_answer_press_to_several_in_one_sentence(host: Table) -> None:
    practice(host)
    host.reply(host.report_to(NEW), "PRESS TO Italy, Germany\nShall we be friends?\nEND")
    said = text_of(host.last_to(NEW))
    assert "Robots play Germany and Italy." in said or "Robots play Italy and Germany." in said
    assert "They do not negotiate, so your message was not sent to them" in said


def test_nobody_else_can_use_a_practice_table(host: Table) -> None:
    key = practice(host)
    host.mail("ann@x.org", "GAMES", subject="hello")
    assert key not in text_of(host.last_to("ann@x.org"))
    for command in (f"TAKE OVER Italy in {key}", f"JOIN {key}", f"OBSERVE {key}", f"REPORT {key}"):
        host.mail("ann@x.org", command, subject="hello")
        assert "Spring 1901" not in text_of(host.last_to("ann@x.org"))
    with host.store.reading() as session:
        assert session.get_one(GameTable, key).state == RUNNING
    host.mail("ann@x.org", f"OBSERVE {key}", subject="hello")
    assert "Paris" not in text_of(host.last_to("ann@x.org"))


def test_a_practice_table_without_messages_is_closed_after_30_days(host: Table) -> None:
    key = practice(host)
    host.clock.passes(days=20)
    host.reply(host.report_to(NEW), "A Paris - Burgundy")
    host.clock.passes(days=29)
    host.service.look()
    assert host.row(key).state == RUNNING
    host.clock.passes(days=2)
    host.service.look()
    assert host.row(key).state == OVER
    assert "Nothing was sent for 30 days" in text_of(host.last_to(NEW))


def test_resigning_closes_it_and_makes_room(host: Table) -> None:
    host.settings = host.settings.model_copy(update={"practice": PracticeSettings(per_person=1)})
    host.restart()
    key = practice(host)
    host.mail(NEW, "PRACTICE standard as Italy", subject="hello")
    assert f"You have 1 practice table already: {key}" in text_of(host.last_to(NEW))
    host.reply(host.report_to(NEW), "RESIGN France")
    assert host.row(key).state == OVER
    host.mail(NEW, "PRACTICE standard as Italy against random robots", subject="hello")
    assert "You play Italy" in text_of(host.report_to(NEW))


def test_the_host_limits_the_number_of_practice_tables(host: Table) -> None:
    host.settings = host.settings.model_copy(update={"practice": PracticeSettings(tables=0)})
    host.restart()
    host.mail(NEW, "PRACTICE standard as Italy", subject="hello")
    assert "There are no practice tables at this host" in text_of(host.last_to(NEW))


def test_practice_without_a_game_says_what_is_missing(host: Table) -> None:
    host.mail(NEW, "PRACTICE", subject="hello")
    assert "PRACTICE xiii as Gandalf" in text_of(host.last_to(NEW))
    host.mail(NEW, "PRACTICE xiii", subject="hello")
    assert "another power in its place: Elves, Gandalf" in text_of(host.last_to(NEW))
    host.mail(NEW, "PRACTICE chess as White", subject="hello")
    assert 'no game "chess"' in text_of(host.last_to(NEW))


def test_the_sheets_of_robots_are_written_once(host: Table) -> None:
    key = practice(host)
    with host.store.reading() as session:
        before = session.exec(select(RobotSheet).where(RobotSheet.table_key == key)).all()
        assert len(before) == 7  # the player's own is for HINT
    host.clock.passes(hours=1)
    host.service.look()
    with host.store.reading() as session:
        assert session.exec(select(RobotSheet)).all() == before


def test_options_of_fe_are_those_of_the_fellowship_not_of_the_ranger_at_fer(host: Table) -> None:
    practice(host, "xiii", "Gandalf")
    host.reply(host.report_to(NEW), "OPTIONS Fe")
    listed = body_of(host.last_to(NEW))
    assert "Fe Iml:" in listed
    assert "R FEr" not in listed


def test_the_first_mail_says_how_to_look_up_a_place(host: Table) -> None:
    practice(host, "xiii", "Gandalf")
    assert "WHERE Adr on a line of its own shows what is next to that place." in text_of(host.report_to(NEW))


def test_a_preview_keeps_the_turn_of_another_power_open_if_it_asks_me_something(host: Table) -> None:
    key = practice(host, "empires", "Russia")
    host.reply(host.report_to(NEW), "TECHNOLOGIES Attack 1, Defence 1, Manoeuvre\nPREVIEW")
    assert host.turns(key) == []
    assert "kept open until you write READY" in text_of(host.last_to(NEW))


def test_the_first_mail_names_each_of_my_pieces_once(host: Table) -> None:
    practice(host, "xiii", "Elves")
    first = text_of(host.report_to(NEW))
    assert first.count("Ranger in Imladris") == 1
    assert "home of the Elves" in first
    assert "Your Ranger is in" not in first


def test_options_list_many_places_in_one_line(host: Table) -> None:
    practice(host, "xiii", "Gandalf")
    host.reply(host.report_to(NEW), "OPTIONS Gandalf")
    said = body_of(host.mails_to(NEW)[-1])
    assert '  Gandalf starts at Ang, or in place of "Ang": Blu, Bre,' in said
    assert "Gandalf starts at Blu" not in said
    assert max(map(len, said.splitlines())) <= 78


def test_options_list_common_orders_of_many_units_once(host: Table) -> None:
    practice(host, "xiii", "Saruman")
    host.reply(host.report_to(NEW), "OPTIONS")
    said = text_of(host.mails_to(NEW)[-1])
    assert said.count("destroys any") == 1 and said.count("Lord of the Nazgul") == 1
    assert "; the same for A Ise and A KDu" in said
    assert 'A Dun destroys any, or in place of "any": Faramir, Dain,' in said


def test_a_preview_does_not_declare_for_the_others(host: Table) -> None:
    practice(host, "xiii", "Saruman")
    host.reply(host.report_to(NEW), "DECLARE Evil\nPREVIEW")
    said = text_of(host.mails_to(NEW)[-1])
    assert "Declares itself Evil." in said
    assert "begin the game" not in said and "begins the game" not in said


@pytest.mark.parametrize("line", ["PRACTICE domination", "PRACTICE domination as"])
def test_practice_without_a_power_is_answered_with_the_complete_line(host: Table, line: str) -> None:
    host.mail(NEW, line, subject="hello")
    answer = text_of(host.last_to(NEW))
    assert "does not say which power you want to play. Write PRACTICE domination as Red, or" in answer


def test_one_line_sent_again_does_not_delete_the_other_orders(host: Table) -> None:
    """In Domination a message replaces the whole sheet; one line with READY would delete all others."""
    key = practice(host, "domination", "Red")
    host.reply(host.report_to(NEW), "piece A\nrest Militia first city\nREADY")
    form = [line.strip() for line in body_of(host.report_to(NEW)).splitlines() if line.endswith(" holds")]
    assert len(host.turns(key)) == 1
    host.reply(host.report_to(NEW), f"{form[0]}\nKnight A1 - A99")
    said = text_of(host.last_to(NEW))
    assert "Send your whole sheet again with that line as you want it" in said
    host.reply(host.report_to(NEW), f"Build\nrest Militia {form[0].split()[2]}\nREADY")
    said = text_of(host.last_to(NEW))
    assert "these units had orders before and have none now" in said and "NOT DONE" in said
    assert len(host.turns(key)) == 1
    host.reply(host.report_to(NEW), "READY")
    assert len(host.turns(key)) == 2
