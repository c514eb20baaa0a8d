"""Players of several powers: one report for all of them, and one message with all their orders."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.table import Table, body_of, kind_of, text_of

ANN, BOB = "ann@x.org", "bob@y.org"
TWO = {"Germany": ANN, "Austria-Hungary": ANN, "Franco-British": BOB, "Russia": BOB}
THREE = {**TWO, "Russia": "cyd@z.org"}
TECHNOLOGIES = "TECHNOLOGIES Attack 1, Defence 1, Manoeuvre"


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Table]:
    own = Table(tmp_path)
    own.vouched |= {ANN, BOB}
    own.opens(players=TWO, game="empires", options={"players": "2"})
    yield own
    own.store.close()


def reports(table: Table, address: str) -> list[str]:
    return [body_of(mail) for mail in table.mails_to(address) if kind_of(mail) == "report"]


def says(table: Table, address: str, body: str) -> str:
    return body_of(table.says(address, body))


def replies(table: Table, address: str, body: str) -> str:
    table.reply(table.report_to(address), body)
    return body_of(table.last_to(address))


def test_both_powers_are_in_one_report(two: Table) -> None:
    [told] = reports(two, BOB)
    assert "for the Franco-British and\nRussia" in told
    first, _, rest = told.partition("\nRussia, also yours\n")
    russia, _, whole = rest.partition("\nThe Franco-British and the whole game\n")
    assert "Army Verdun - ..." in first
    assert "Army Warsaw - ..." not in first + whole
    assert "  Russia:\n" in russia
    assert "Army Warsaw - ..." in russia
    assert "ENTRENCH Warsaw" in russia  # a way to begin
    assert "Your standing orders" in russia
    assert "Armies (cut: out of supply)" not in russia  # a table of the whole board
    assert "Armies (cut: out of supply)" in whole
    assert "Russia  " not in whole.partition("The others and their players")[2].partition("\n\n")[0]


def test_the_subject_says_what_each_power_owes(two: Table) -> None:
    subject = str(two.report_to(ANN)["Subject"])
    assert "orders for Germany, three technologies for Austria-Hungary due" in subject


def test_every_later_report_is_for_both_powers_too(two: Table) -> None:
    for _ in range(4):
        two.post_office.forget()
        two.deadline_passes()
        assert [len(reports(two, one)) for one in (ANN, BOB)] == [1, 1]


def test_players_of_one_power_each_get_their_own_report(tmp_path: Path) -> None:
    own = Table(tmp_path)
    own.opens(players=THREE, game="empires", options={"players": "3"})
    assert [len(reports(own, one)) for one in (ANN, BOB, "cyd@z.org")] == [1, 1, 1]
    assert "also yours" not in reports(own, BOB)[0]
    own.store.close()


def test_a_program_gets_a_report_for_each_power(two: Table) -> None:
    says(two, BOB, "GAME r1 Russia\nSET JSON ON\nGAME r1 Franco-British\nSET JSON ON")
    two.post_office.forget()
    two.deadline_passes()
    assert len(reports(two, BOB)) == 2


@pytest.mark.parametrize(
    "body",
    [
        f"Franco-British:\n{TECHNOLOGIES}\nENTRENCH Verdun\nRussia:\n{TECHNOLOGIES}\nENTRENCH Riga",
        f"Franco-British: {TECHNOLOGIES}\nENTRENCH Verdun\nRussia: {TECHNOLOGIES}\nENTRENCH Riga",
        f"FB: {TECHNOLOGIES}\nENTRENCH Verdun\nRussian orders:\n{TECHNOLOGIES}\nENTRENCH Riga",
    ],
)
def test_a_heading_may_stand_before_an_order(two: Table, body: str) -> None:
    told = says(two, BOB, body)
    french, _, russian = told.partition("r1: Russia\n")
    assert "Entrenches in Verdun" in french
    assert "Entrenches in Riga" in russian
    assert "Not accepted" not in told


def test_a_command_may_stand_behind_a_heading(two: Table) -> None:
    told = says(two, BOB, f"FB: {TECHNOLOGIES}\nRussia: {TECHNOLOGIES}\nRussia: READY\nFB: STATUS")
    assert "You are ready." in told
    assert "Not accepted" not in told


@pytest.mark.parametrize("line", ["Germany: stay away from Riga", "Note: all is well", "Front: quiet"])
def test_another_colon_is_no_heading(two: Table, line: str) -> None:
    told = replies(two, BOB, f"{TECHNOLOGIES}\nENTRENCH Verdun\n{line}")
    assert "On file for the Franco-British" in told
    assert "r1: Russia\n" not in told


def test_an_order_of_the_other_power_is_named(two: Table) -> None:
    told = replies(two, BOB, "ENTRENCH Verdun\nACTIVATE\nArmy Warsaw - Brest-Litovsk\nArmy Nowhere - Posen")
    words = " ".join(told.split())
    assert "possible for Russia, also yours: Army Warsaw - Brest-Litovsk." in words
    assert 'Send it again below the line "Russia:".' in words


def test_a_form_changed_in_the_quotation_is_noticed_for_the_other_power(two: Table) -> None:
    report = two.report_to(BOB)
    quoted = "\n".join(f"> {line}" for line in body_of(report).splitlines())
    plain = replies(two, BOB, f"ENTRENCH Verdun\n\n{quoted}")
    assert "You changed the order form" not in plain
    form = f">   Russia:\n>   {TECHNOLOGIES}"
    changed = quoted.replace(form, form.replace("Manoeuvre", "Offensive"))
    assert changed != quoted
    told = replies(two, BOB, f"ENTRENCH Verdun\n\n{changed}")
    assert "You changed the order form of Russia in the quoted part" in " ".join(told.split())


def test_questions_without_a_power_are_answered_for_both(two: Table) -> None:
    told = says(two, BOB, "STATUS\nPLAYERS")
    assert told.count("\nPlayers\n") == 1
    assert "r1: Franco-British" in told
    assert "r1: Russia" in told
    assert told.count("Time left") == 2


def test_the_game_master_reads_how_many_players_begin_the_game(tmp_path: Path) -> None:
    own = Table(tmp_path)
    own.opens(players={}, game="empires", options={"players": "2"})
    welcome = text_of(own.last_to("gm@w.org"))
    assert "begins automatically with 2 players" in welcome
    own.store.close()


def test_one_reminder_is_for_all_powers_that_owe(two: Table) -> None:
    two.deadline_passes()  # Germany alone
    report = two.report_to(BOB)
    two.post_office.forget()
    two.clock.passes(hours=49)
    two.service.look()
    [told] = [" ".join(body_of(mail).split()) for mail in two.mails_to(BOB)]
    assert "orders for Summer 1914, Franco-British, and orders for Summer 1914, Russia, and nothing" in told
    assert "Write the name of each power above its orders" in told
    two.reply(report, "Russia:\nPASS")
    two.clock.passes(hours=21.5)
    two.post_office.forget()
    two.service.look()
    [told] = [" ".join(body_of(mail).split()) for mail in two.mails_to(BOB)]
    assert "You owe orders for Summer 1914, Franco-British, and nothing" in told
    assert "STATUS gives you a form." in told


@pytest.mark.parametrize("line", ["Russia:", "GAME r1 Russia"])
def test_a_reply_for_the_other_power_alone_is_filed_for_that_one(two: Table, line: str) -> None:
    told = replies(two, BOB, f"{line}\n{TECHNOLOGIES}\nENTRENCH Riga")
    assert "On file for Russia" in told
    assert "Entrenches in Riga" in told
    assert "Franco-British" not in told


def test_a_game_line_for_a_power_of_somebody_else_is_refused(two: Table) -> None:
    told = replies(two, BOB, f"GAME r1 Germany\n{TECHNOLOGIES}")
    words = " ".join(told.split())
    assert "You have no such seat: r1 Germany. You play Franco-British in r1, Russia in r1." in words


def test_a_name_without_a_colon_begins_the_orders_of_that_power(two: Table) -> None:
    told = replies(two, BOB, f"{TECHNOLOGIES}\nENTRENCH Verdun\n\nRussia\n{TECHNOLOGIES}\nENTRENCH Riga")
    french, _, russian = told.partition("r1: Russia\n")
    assert "Entrenches in Verdun" in french
    assert "Entrenches in Riga" in russian
    assert "Not accepted" not in told


@pytest.mark.parametrize("name", ["Bob", "Austria-Hungary", "Gondor"])
def test_another_name_is_no_heading(two: Table, name: str) -> None:
    told = replies(two, BOB, f"{TECHNOLOGIES}\nENTRENCH Verdun\n{name}")
    assert "On file for the Franco-British" in told
    assert "r1: Russia\n" not in told


def test_one_heading_is_enough_in_a_message_that_is_no_reply_to_a_report(two: Table) -> None:
    subject = "Re: r1: three technologies for the Franco-British and Russia"
    two.mail(BOB, f"Russia:\n{TECHNOLOGIES}\nENTRENCH Riga", subject)
    told = body_of(two.last_to(BOB))
    assert "Entrenches in Riga" in told
    assert "On file for Russia" in told


def test_what_is_above_the_only_heading_is_not_filed_for_its_power(two: Table) -> None:
    two.mail(BOB, f"RESEARCH Attack 1\nRussia:\n{TECHNOLOGIES}\nENTRENCH Riga", "r1")
    told = body_of(two.last_to(BOB))
    assert "Researches" not in told
    assert "RESEARCH Attack 1" in told
    assert "Entrenches in Riga" in told


def test_yes_files_the_offer_of_the_only_power_that_has_one(two: Table) -> None:
    told = says(two, BOB, f"FB: {TECHNOLOGIES}\nENTRENCH Verdun\nRussia: {TECHNOLOGIES}\nENTRENCH Rga")
    assert "If you reply with YES" in told
    assert "Entrenches in Riga" in says(two, BOB, "YES")


def test_each_sheet_for_the_coming_turn_is_whole(two: Table) -> None:
    replies(two, ANN, f"{TECHNOLOGIES}\nMISSIONS\nAustria-Hungary:\n{TECHNOLOGIES}\nMISSIONS")
    two.post_office.forget()
    two.deadline_passes()
    [told] = reports(two, ANN)
    austria = told.partition("Austria-Hungary, also yours")[2]
    assert "MISSIONS" in austria.partition("Order form")[0]  # although Germany's sheet had the same line
    assert "What you have on file is not in these lines" not in told


def test_a_preview_uses_the_sheet_of_the_other_power(two: Table) -> None:
    two.deadline_passes()
    replies(two, BOB, "ENTRENCH Verdun\nRussia:\nENTRENCH Riga")
    assert "Riga" in replies(two, BOB, "PREVIEW").partition("Preview")[2]


def test_what_one_power_knows_better_is_not_told_again_of_the_other(two: Table) -> None:
    replies(two, ANN, f"{TECHNOLOGIES}\nRESEARCH Attack 1\nAustria-Hungary:\n{TECHNOLOGIES}")
    two.post_office.forget()
    two.deadline_passes()
    [told] = reports(two, ANN)
    assert told.count("Researches") == told.count("Researches Attack 1") > 0
