"""Orders sent ahead with READY, in a game in turn order: a season with all orders runs at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.store.game_tables import GameTable
from tests.service.test_empires_mail import GM
from tests.support.play.war import WAR_PLAYERS
from tests.support.table import Table, kind_of, text_of

CHOICE = "TECHNOLOGIES Attack 1, Defence 1, Manoeuvre"
AHEAD = "ENTRENCH Paris\nACTIVATE\nfull French Army Lille - Brussels\nREADY"


def mails(war: Table, **bodies: str) -> None:
    for power, body in bodies.items():
        war.mail(WAR_PLAYERS[power.replace("_", "-")], body)


def look(war: Table, times: int = 6) -> int:
    for _ in range(times):
        war.service.look()
    return war.row("r1").number


def begins(war: Table, sheet: str = "PASS") -> None:
    """Run Germany's first turn at its deadline, so that nobody has to be ready for it."""
    mails(war, Germany=sheet)
    war.deadline_passes()
    assert war.row("r1").number == 2


def test_a_season_in_which_everybody_has_mailed_runs_at_once(war: Table) -> None:
    mails(
        war,
        Russia=f"{CHOICE}\nENTRENCH Riga\nREADY",
        Austria_Hungary=f"{CHOICE}\nRESEARCH Attack 1\nREADY",
        Franco_British=f"{CHOICE}\nENTRENCH Paris\nREADY",
    )
    assert look(war) == 1
    assert "as soon as their turn comes" in text_of(war.last_to(WAR_PLAYERS["Russia"]))
    mails(war, Germany=f"{CHOICE}\nENTRENCH Metz\nREADY")
    assert look(war) == 5, "all four turns of the season were run, without an hour passing"
    assert "Entrenches in Riga" in " ".join(text_of(mail) for mail in war.mails_to(GM))


def test_partners_who_have_both_mailed_are_not_waited_for(tmp_path: Path) -> None:
    own = Table(tmp_path)
    own.vouched |= set(WAR_PLAYERS.values())
    own.opens(players=WAR_PLAYERS, game="empires")
    mails(own, Russia="ENTRENCH Riga\nREADY")
    own.deadline_passes()
    assert look(own) == 2, "its partner has sent nothing"
    mails(own, Franco_British="ENTRENCH Paris\nREADY")
    assert look(own) == 3
    own.store.close()


def test_a_sheet_ahead_without_ready_waits_for_the_deadline(war: Table) -> None:
    mails(war, Franco_British="ENTRENCH Paris")
    begins(war)
    assert look(war) == 2
    mails(war, Franco_British="READY")
    assert look(war) == 3


def test_a_report_says_that_orders_sent_ahead_are_on_file(war: Table) -> None:
    mails(war, Franco_British="ENTRENCH Paris")
    begins(war)
    report = war.report_to(WAR_PLAYERS["Franco-British"])
    assert "your orders are on file, to change until" in str(report["Subject"])
    assert "Your orders are on file; you may change them until" in text_of(report)
    assert "You owe" not in text_of(report)
    mails(war, Franco_British="CLEAR\nREPORT")
    again = war.report_to(WAR_PLAYERS["Franco-British"])
    assert "orders due" in str(again["Subject"])
    assert "You owe orders" in text_of(again)


def test_orders_sent_ahead_are_not_called_used_before_their_turn(war: Table) -> None:
    begins(war)
    mails(war, Russia="ENTRENCH Riga")
    war.deadline_passes()
    report = text_of(war.report_to(WAR_PLAYERS["Russia"]))
    assert "Your orders on file for your own turn" in report
    assert "they are as you sent them" in report
    assert "as they were used" not in report
    war.deadline_passes()
    assert "Your orders as they were used" in text_of(war.report_to(WAR_PLAYERS["Russia"]))


def test_a_report_that_is_asked_for_again_says_what_is_on_file(war: Table) -> None:
    begins(war)
    mails(war, Franco_British="ENTRENCH Paris")
    mails(war, Franco_British="REPORT")
    assert "Your orders are on file" in text_of(war.report_to(WAR_PLAYERS["Franco-British"]))


def test_wait_cancels_ready_of_a_sheet_sent_ahead(war: Table) -> None:
    mails(war, Franco_British="ENTRENCH Paris\nREADY")
    mails(war, Franco_British="WAIT")
    begins(war)
    assert look(war) == 2


def test_clear_cancels_ready_of_a_sheet_sent_ahead(war: Table) -> None:
    mails(war, Franco_British="ENTRENCH Paris\nREADY")
    mails(war, Franco_British="CLEAR")
    assert "you are no longer ready" in text_of(war.last_to(WAR_PLAYERS["Franco-British"]))
    mails(war, Franco_British="ENTRENCH Paris")
    begins(war)
    assert look(war) == 2


def test_ready_without_a_sheet_does_not_last(war: Table) -> None:
    mails(war, Franco_British="READY WITHOUT ORDERS")
    begins(war)
    assert look(war) == 2


def test_ready_does_not_count_twice(war: Table) -> None:
    """Germany's READY was for its first turn; its next sheet needs another one."""
    mails(war, Germany="ENTRENCH Metz\nREADY")
    begins(war)
    mails(war, Germany="ENTRENCH Metz")
    for _ in range(3):
        war.deadline_passes()
    assert look(war) == 5


def told(war: Table) -> list[str]:
    """Return the notices about orders sent ahead, which only their owner gets."""
    mails = [(who, mail) for who in (*WAR_PLAYERS.values(), GM) for mail in war.mails_to(who)]
    about = [(who, mail) for who, mail in mails if "your orders sent ahead" in str(mail["Subject"])]
    assert all(who == WAR_PLAYERS["Franco-British"] for who, _ in about)
    return [" ".join(text_of(mail).split()) for _, mail in about]


def test_the_owner_of_a_line_that_became_invalid_has_time_to_correct_it(war: Table) -> None:
    mails(war, Franco_British=AHEAD)
    assert "Not accepted" not in text_of(war.last_to(WAR_PLAYERS["Franco-British"]))
    begins(war, "ACTIVATE\nfull German Army Cologne - Brussels\nfull German Army Metz - Verdun attacks")
    assert look(war) == 2
    (text,) = told(war)
    assert "counts again in 12h" in text
    assert 'Still refused on your sheet: "full French Army Lille - Brussels"' in text
    war.clock.passes(hours=11)
    assert look(war) == 2
    war.clock.passes(hours=2)
    assert look(war) == 3, "the rest of the sheet is carried out"
    assert "Entrenches in Paris" in text_of(war.bulletin_to(GM))


def test_correcting_the_line_makes_ready_at_once(war: Table) -> None:
    mails(war, Franco_British=AHEAD)
    assert "Not accepted" not in text_of(war.last_to(WAR_PLAYERS["Franco-British"]))
    begins(war, "ACTIVATE\nfull German Army Cologne - Brussels\nfull German Army Metz - Verdun attacks")
    mails(war, Franco_British="CLEAR\nENTRENCH Paris\nREADY")
    assert look(war) == 3


def test_the_time_for_corrections_is_a_house_rule(war: Table) -> None:
    with war.store.writing() as session:
        session.get_one(GameTable, "r1").house = {"mending": "2h"}
    mails(war, Franco_British=AHEAD)
    assert "Not accepted" not in text_of(war.last_to(WAR_PLAYERS["Franco-British"]))
    begins(war, "ACTIVATE\nfull German Army Cologne - Brussels\nfull German Army Metz - Verdun attacks")
    war.clock.passes(hours=3)
    assert look(war) == 3


@pytest.mark.parametrize(("body", "number"), [("ENTRENCH Paris", 3), ("ENTRENCH Paris\nWAIT", 2)])
def test_complete_orders_sent_ahead_are_enough_by_the_house_rule(war: Table, body: str, number: int) -> None:
    with war.store.writing() as session:
        session.get_one(GameTable, "r1").house = {"early": "orders"}
    mails(war, Franco_British=body)
    begins(war)
    assert look(war) == number


TWO = {
    "Germany": "ann@x.org",
    "Austria-Hungary": "ann@x.org",
    "Franco-British": "bob@x.org",
    "Russia": "bob@x.org",
}
WITH_GAME = "GAME r1 Russia\nENTRENCH Riga\nREADY\nGAME r1 Franco-British\nENTRENCH Paris\nREADY"
WITH_HEADINGS = "Russia:\nENTRENCH Riga\nREADY\n\nFranco-British:\nENTRENCH Paris\nREADY"
WITH_ONE_HEADING = "ENTRENCH Paris\nREADY\n\nRussia's orders:\nIF Paris is ours: ENTRENCH Riga\nREADY"

READY_AT_THE_END = "Russia:\nENTRENCH Riga\n\nFranco-British:\nENTRENCH Paris\n\nREADY\n\nBob"


@pytest.mark.parametrize("both", [WITH_GAME, WITH_HEADINGS, WITH_ONE_HEADING, READY_AT_THE_END])
def test_one_message_answers_for_both_partners_of_one_player(tmp_path: Path, both: str) -> None:
    """4.5, 4.6: with two players, the Power above each sheet; the phase needs no more than that."""
    own = Table(tmp_path)
    own.vouched |= set(TWO.values())
    own.opens(players=TWO, game="empires", options={"players": "2"})
    own.deadline_passes()
    assert own.row("r1").number == 2
    if both is WITH_ONE_HEADING:
        reports = [mail for mail in own.mails_to("bob@x.org") if "+franco-british." in str(mail["Reply-To"])]
        own.reply(reports[-1], both)
    else:
        own.mail("bob@x.org", both, "orders")
    assert look(own) == 3
    bulletin = text_of(own.bulletin_to(GM))
    assert "Entrenches in Riga" in bulletin
    assert "Entrenches in Paris" in bulletin
    own.store.close()


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Table]:
    """Yield a table of two players, at which the powers of bob owe orders."""
    own = Table(tmp_path)
    own.vouched |= set(TWO.values())
    own.opens(players=TWO, game="empires", options={"players": "2"})
    own.deadline_passes()
    yield own
    own.store.close()


@pytest.mark.parametrize("subject", ["r1", "orders"])
def test_ready_alone_is_for_both_powers_of_one_player(both: Table, subject: str) -> None:
    both.mail("bob@x.org", "Russia:\nENTRENCH Riga\n\nFranco-British:\nENTRENCH Paris", subject)
    both.mail("bob@x.org", "WAIT", subject)
    both.mail("bob@x.org", "READY", subject)
    answers = [text_of(mail) for mail in both.mails_to("bob@x.org") if kind_of(mail) == "several"]
    assert answers[-1].count("line 1 READY You are ready") == 2
    assert look(both) == 3


def test_ready_in_reply_to_the_report_of_one_power_is_for_that_power(both: Table) -> None:
    both.mail("bob@x.org", "Russia:\nENTRENCH Riga\n\nFranco-British:\nENTRENCH Paris", "orders")
    both.reply(both.report_to("bob@x.org"), "READY")
    assert look(both) == 2


def test_who_does_not_name_one_of_two_powers_at_a_table_learns_how(both: Table) -> None:
    both.mail("bob@x.org", "ENTRENCH Riga", "r1")
    answer = text_of(both.last_to("bob@x.org"))
    assert "You play Franco-British in r1 and Russia in r1" in answer
    assert 'write its name above your lines, as in "Franco-British:"' in answer
    both.mail("bob@x.org", "Franco-British:\nSTATUS", "r1")
    assert "no sheet" in text_of(both.last_to("bob@x.org"))


def test_status_that_names_no_power_is_answered_for_both(both: Table) -> None:
    both.mail("bob@x.org", "STATUS", "r1")
    answer = text_of(both.last_to("bob@x.org"))
    assert answer.index("r1: Franco-British") < answer.index("r1: Russia")


def test_wait_below_one_of_two_sheets_is_only_for_that_power(tmp_path: Path) -> None:
    own = Table(tmp_path)
    own.vouched |= set(TWO.values())
    own.opens(players=TWO, game="empires", options={"players": "2"})
    own.deadline_passes()
    own.mail("bob@x.org", "Russia:\nENTRENCH Riga\nWAIT\n\nFranco-British:\nENTRENCH Paris\nREADY", "orders")
    answer = " ".join(text_of(own.last_to("bob@x.org")).split())
    assert look(own) == 2
    assert [answer.count(one) for one in ("line 3 WAIT", "line 7 READY")] == [1, 1]
    own.store.close()


def test_a_heading_of_another_players_power_begins_no_sheet(war: Table) -> None:
    begins(war)
    war.mail(WAR_PLAYERS["Franco-British"], "ENTRENCH Paris\nRussia:\nENTRENCH Riga", "r1")
    answer = " ".join(text_of(war.last_to(WAR_PLAYERS["Franco-British"])).split())
    assert "This is under Russia" in answer
    assert "Entrenches in Paris" in answer


def test_a_paired_season_for_which_all_have_mailed_runs_at_once(tmp_path: Path) -> None:
    """4.6, S.11: a line whose condition does not hold now is not invalid."""
    own = Table(tmp_path)
    own.vouched |= set(WAR_PLAYERS.values())
    own.opens(players=WAR_PLAYERS, game="empires")
    mails(own, Russia="IF Strasbourg is ours: ENTRENCH Riga ELSE ENTRENCH Vilna\nREADY")
    own.deadline_passes()
    own.post_office.forget()
    mails(own, Germany="ACTIVATE\nArmy Metz - Verdun attacks\nREADY", Austria_Hungary="MISSIONS\nREADY")
    assert look(own) == 2
    mails(own, Franco_British="ENTRENCH Paris\nREADY")
    assert look(own) == 4, "both phases of the season were run, without an hour passing"
    assert not any("sent ahead" in str(mail["Subject"]) for mail in own.mails_to(WAR_PLAYERS["Russia"]))
    for power, address in WAR_PLAYERS.items():
        kinds = [kind_of(mail) for mail in own.mails_to(address)]
        assert kinds.count("report") == 2, f"{power}: its own turn, and a summary with what it owes next"
    own.store.close()
