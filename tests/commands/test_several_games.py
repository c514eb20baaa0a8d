"""One message for several games: each part goes to its own game, and one answer covers all."""

from email.message import EmailMessage

import pytest

from pbem.commands.registry import read_script
from pbem.messages.game_sections import headings
from tests.support.table import JUDGE, Table, text_of

ANN = "ann@x.org"


@pytest.fixture
def two(table: Table) -> Table:
    """Open two tables: Ann plays France at std1 and Red at r1, somebody else Germany at std1."""
    table.opens("std1", "72h", {"France": ANN, "Germany": "gus@g.org"}, "standard")
    table.post_office.forget()
    return table


def on_file(table: Table, subject: str) -> str:
    table.clock.passes(minutes=61)
    table.mail(ANN, "STATUS", subject)
    return text_of(table.last_to(ANN))


def test_each_part_goes_to_its_game_and_one_mail_answers_all(two: Table) -> None:
    two.mail(
        ANN, "Dear judge,\n\nGAME r1\ngo 3\nREADY\n\nGAME std1\nA Par - Bur\nPRESS TO Germany: hello\n", ""
    )
    (mail,) = two.mails_to(ANN)
    reply = text_of(mail)
    assert reply.index("r1: Red") < reply.index("Red will go 3") < reply.index("std1: France")
    for words in (
        "You are ready",
        "Army Paris moves to Burgundy",
        "line 9 PRESS TO Germany",
        "Sent to Germany",
    ):
        assert words in reply
    assert "no game" not in reply
    html = mail.get_body(("html",))
    assert html is not None
    assert "Army Paris moves to Burgundy" in html.get_content()
    assert "Red will go 3" in on_file(two, "r1")
    assert "Army Paris moves to Burgundy" in on_file(two, "std1")


def test_a_part_for_an_unknown_game_does_not_affect_the_others(two: Table) -> None:
    two.mail(ANN, "GAME std9\nA Par - Pic\nGAME std1\nA Par - Bur\n", "")
    reply = text_of(two.last_to(ANN))
    assert "std9: NOT DONE" in reply
    assert "You have no such seat: std9. You play Red in r1, France in std1." in reply
    assert "Army Paris moves to Burgundy" in reply


def test_clear_in_one_part_does_not_affect_the_other(two: Table) -> None:
    two.mail(ANN, "GAME r1\ngo 3\nGAME std1\nA Par - Pic\nCLEAR\nA Par - Bur\n", "")
    reply = text_of(two.last_to(ANN))
    assert "Red will go 3" in reply
    assert "Picardy" not in reply


def test_orders_above_the_first_heading_are_for_no_game(two: Table) -> None:
    two.mail(ANN, "A Par - Bur\nGAME r1\ngo 3\nGAME std1\nA Mar H\n", "")
    assert "It is above the first GAME line, so it belongs to no game." in text_of(two.last_to(ANN))
    assert "Burgundy" not in on_file(two, "std1")


def test_two_parts_for_one_game_are_combined(two: Table) -> None:
    two.mail(ANN, "GAME std1\nA Par - Bur\nGAME r1\ngo 2\nGAME std1\nA Mar H\n", "")
    reply = text_of(two.last_to(ANN))
    assert reply.count("std1: France") == 1
    assert "Army Marseilles holds" in on_file(two, "std1")


def test_nothing_is_done_until_the_address_of_all_the_seats_has_confirmed(two: Table) -> None:
    two.vouched.clear()
    two.mail(ANN, "GAME r1\ngo 3\nGAME std1\nA Par - Bur\n", "")
    asked = two.last_to(ANN)
    assert "Nothing proves that you sent it" in text_of(asked)
    two.clock.passes(minutes=5)
    two.reply(asked, "yes")
    reply = text_of(two.last_to(ANN))
    assert "Red will go 3" in reply
    assert "Army Paris moves to Burgundy" in reply


def test_a_token_of_one_seat_does_not_speak_for_another(two: Table) -> None:
    """A thief of Ann's reply address for r1 cannot order for her at std1, from another address."""
    two.mail(ANN, "go 1", "r1")
    stolen = two.last_to(ANN)
    two.reply(stolen, "GAME r1\ngo 3\nGAME std1\nA Par - Bur\n", "gus@g.org")
    assert "Nothing proves that you sent it" in text_of(two.last_to(ANN))
    assert "Burgundy" not in on_file(two, "std1")


def test_the_same_message_under_another_id_is_not_executed_again(two: Table) -> None:
    message = two.message(ANN, "GAME r1\ngo 3\nGAME std1\nA Par - Bur\nPRESS TO Germany: hello\n", "")
    two.post_in(message.as_bytes(), ANN)
    message.replace_header("Message-ID", "<again@x.org>")
    two.post_in(message.as_bytes(), ANN)
    assert "arrived a second time" in text_of(two.last_to(ANN))
    assert len(two.mails_to("gus@g.org")) == 1


def test_a_part_for_a_turn_that_is_about_to_be_run_is_refused_and_the_others_are_not(two: Table) -> None:
    due = two.row("r1").final_utc
    assert due is not None
    two.inlet.is_broken = True
    two.clock.moment = due
    two.clock.passes(minutes=1)
    two.opens("std2", "72h", {"England": ANN}, "standard")
    two.mail(ANN, "GAME r1\ngo 3\nGAME std2\nA Lvp H\n", "")
    reply = text_of(two.last_to(ANN))
    assert "the turn is about to be run" in reply
    assert "Army Liverpool holds" in reply


@pytest.mark.parametrize(
    ("line", "table", "power"),
    [
        ("GAME std1", "std1", ""),
        ("Game: std1, France", "std1", "France"),
        ("TABLE std1.", "std1", ""),
        ("SIGNON France@std1 secret", "std1", "France"),
        ("SIGN ON Fstd1 secret", "std1", "F"),
        ("signon std1", "std1", ""),
    ],
)
def test_headings_name_the_table_and_the_power(line: str, table: str, power: str) -> None:
    (heading,) = headings(read_script(line))
    assert (heading.table, heading.power) == (table, power)


def test_an_old_sign_on_line_needs_no_password_and_shows_none(two: Table) -> None:
    two.mail(ANN, "SIGNON Fstd1 xyzzy\nA Par - Bur\nSIGNOFF\nA Par H", "")
    reply = text_of(two.last_to(ANN))
    assert "Army Paris moves to Burgundy" in reply
    assert "xyzzy" not in reply


@pytest.mark.parametrize(("body", "to"), [("STATUS\n", JUDGE), ("", "judge+status@judge.example")])
def test_status_that_names_no_table_is_answered_for_each(two: Table, body: str, to: str) -> None:
    two.mail(ANN, body, "hello", to)
    (mail,) = two.mails_to(ANN)
    reply = text_of(mail)
    assert reply.index("r1: Red") < reply.index("std1: France")
    assert "you owe orders for 3 units" in reply
    assert "GAME std1 France A Par H A Mar H F Bre H" in reply


def test_the_forms_in_such_an_answer_can_be_sent_back(two: Table) -> None:
    two.mail(ANN, "STATUS\n", "hello")
    two.reply(two.last_to(ANN), "GAME std1 France\nA Par - Bur\nGAME r1 Red\ngo 3\n")
    assert "Red will go 3" in on_file(two, "r1")
    assert "Army Paris moves to Burgundy" in on_file(two, "std1")


def test_status_for_one_table_is_not_answered_for_the_others(two: Table) -> None:
    assert "r1: Red" not in on_file(two, "std1")
    two.reply(two.last_to(ANN), "STATUS")
    assert "r1: Red" not in text_of(two.last_to(ANN))


def test_status_beside_orders_still_asks_for_which_table(two: Table) -> None:
    two.mail(ANN, "STATUS\nA Par - Bur\n", "hello")
    assert "does not say for which of them it is" in text_of(two.last_to(ANN))


def test_a_game_that_is_over_is_left_out(two: Table) -> None:
    two.says("gm@w.org", "END GAME", "r1")
    two.post_office.forget()
    two.clock.passes(minutes=61)
    two.mail(ANN, "STATUS\n", "hello")
    reply = text_of(two.last_to(ANN))
    assert "std1" in reply and "r1: Red" not in reply


# --- lines above the GAME line of a reply ----------------------------------------------------------------


def report_of_r1(two: Table) -> EmailMessage:
    return next(mail for mail in two.reports_to(ANN) if str(mail["Subject"]).startswith("r1"))


def replied(two: Table, body: str) -> str:
    two.deadline_passes("r1")  # so that there is a report
    two.reply(report_of_r1(two), body)
    return text_of(two.last_to(ANN))


def test_lines_above_a_game_line_belong_to_the_table_of_the_reply(two: Table) -> None:
    reply = replied(two, "Hello,\ngo 3\nGAME std1\nA Par - Bur")
    assert reply.index("r1: Red") < reply.index("Red will go 3") < reply.index("std1: France")
    assert "Army Paris moves to Burgundy" in reply
    assert "Red will go 3" in on_file(two, "r1") and "to Burgundy" in on_file(two, "std1")


def test_above_two_game_lines_too_and_bad_lines_are_listed_there(two: Table) -> None:
    reply = replied(two, "go 3\ngo 99\nGAME std1\nA Par - Bur\nGAME r1\nREADY")
    assert "Red will go 3" in reply and "line 6 READY" in reply
    assert '"go 99" is no step' in reply and "Army Paris moves to Burgundy" in reply


@pytest.mark.parametrize(
    "body", ["go 3\nGAME std1", "A Par - Bur\nGAME std1\n\nThanks!", "Hello\nGAME std1\nA Par - Bur"]
)
def test_a_reply_with_a_game_line_and_lines_on_one_side_only_is_not_guessed_at(two: Table, body: str) -> None:
    reply = replied(two, body)
    assert (
        "Your message is a reply to a report of r1, but has a line GAME std1, so nothing in it was used"
        in reply
    )
    assert "the lines for r1 stand above the GAME line, and those for std1 below it" in reply
    assert "to Burgundy" not in on_file(two, "std1") and "will go 3" not in on_file(two, "r1")


def test_lines_above_a_game_line_from_another_address_wait_for_a_yes(two: Table) -> None:
    two.deadline_passes("r1")
    two.reply(report_of_r1(two), "go 3\nGAME std1\nA Par - Bur", "eve@evil.org")
    assert "will go 3" not in on_file(two, "r1") and "to Burgundy" not in on_file(two, "std1")
