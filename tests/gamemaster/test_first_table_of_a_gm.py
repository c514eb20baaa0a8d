"""Messages of somebody who runs a table for the first time, and the answers that help them."""

import pytest

from tests.support.gamemaster import GM_ADDRESS, gm_asks, may_open_tables
from tests.support.table import Table, text_of


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("deadline = 72 hours", "did you mean pace?"),
        ("Frnace = ann@x.org", "did you mean France?"),
        ("grace = 6h", "that is a part of the pace; write pace = 72h; grace 6h"),
        ("retreat: 24h", "that is a part of the pace; write pace = 72h; retreat 24h"),
    ],
)
def test_an_unknown_key_gets_a_suggestion(table: Table, line: str, meant: str) -> None:
    may_open_tables(table, GM_ADDRESS)
    table.vouched.add(GM_ADDRESS)
    told = text_of(table.says(GM_ADDRESS, f"NEW TABLE club7 standard\npace = 72h\n{line}\nEND", "hello"))
    assert meant in told


def test_a_pace_with_a_comma_is_answered_with_the_semicolon_form(table: Table) -> None:
    may_open_tables(table, GM_ADDRESS)
    table.vouched.add(GM_ADDRESS)
    told = text_of(table.says(GM_ADDRESS, "NEW TABLE club7 standard\npace = 72h, retreats 24h\nEND", "hello"))
    assert 'as in "72h; retreat 24h"' in told


def test_the_mail_of_a_new_table_names_the_options_of_the_game(table: Table) -> None:
    table.opens("std1", game="standard", players={"France": "france@x.org"}, options={"proxy": "on"})
    told = [text_of(mail) for mail in table.mails_to(GM_ADDRESS) if "you run std1" in str(mail["Subject"])]
    assert "- Options of the game: proxy = on." in told[0]


def test_a_name_at_the_end_is_a_signature(table: Table) -> None:
    told = gm_asks(table, "PAUSE\n\nGrace Miller")
    assert "r1 is paused" in told and "NOT DONE" not in told
    assert "NOT DONE" in gm_asks(table, "RESUME\nGrace")  # not below an empty line
    assert "NOT DONE" in gm_asks(table, "PAUSE\n\nPreviw")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("EXTEND TO Saturday evening", "Sat 28 Nov 2026, 20:00"),
        ("PAUSE UNTIL Tuesday morning", "Tue 24 Nov 2026, 09:00"),
        ("EXTEND TO 4 Dec in the afternoon", "Fri 4 Dec 2026, 15:00"),
        ("EXTEND TO Friday night", "Fri 27 Nov 2026, 22:00"),
        ("PAUSE UNTIL Saturday night", "Sat 28 Nov 2026, 22:00"),
        ("PAUSE UNTIL tonight", "Mon 23 Nov 2026, 22:00"),
        ("EXTEND TO Sunday morning 10:00", "Sun 29 Nov 2026, 10:00"),
        ("EXTEND TO Sunday morning at 10", "Sun 29 Nov 2026, 10:00"),
        ("EXTEND TO 10:30 on Sunday morning", "Sun 29 Nov 2026, 10:30"),
        ("EXTEND TO Sunday evening at 8", "Sun 29 Nov 2026, 20:00"),
        ("EXTEND TO Sunday evening 8 pm", "Sun 29 Nov 2026, 20:00"),
        ("EXTEND TO Sunday evening, 21:30", "Sun 29 Nov 2026, 21:30"),
        ("EXTEND TO Sunday morning 15:00", "is not"),
        ("EXTEND TO Friday night at 1:00", "is not"),
    ],
)
def test_parts_of_a_day_have_an_hour_that_the_answer_names(table: Table, line: str, told: str) -> None:
    table.clock.passes(hours=1)
    assert told in gm_asks(table, line)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("who has sent orders, and when is the deadline?", "Orders are missing from"),
        ("Hi, can you tell me who is late and how much time is left?", "Orders are missing from"),
        ("Who plays what and when is the deadline?", "Dark Green cyd"),
    ],
)
def test_two_questions_may_stand_in_one_sentence(table: Table, line: str, told: str) -> None:
    answer = gm_asks(table, line)
    assert told in answer and "NOT DONE" not in answer
    assert answer.count("due Thu 26 Nov") == 1


def test_a_question_with_a_request_does_not_execute_the_request(table: Table) -> None:
    assert "NOT DONE" in gm_asks(table, "who is late and throw them out")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Blue is away 3 to 8 December", "BECOME"),
        ("Bob will be on holiday from Friday to Tuesday", "BECOME"),
        ("at.Red = 4", "CORRECT because"),
        ("Please correct Red to 4", "CORRECT because"),
    ],
)
def test_a_line_that_is_not_an_action_gets_the_action_that_helps(table: Table, line: str, meant: str) -> None:
    assert meant in gm_asks(table, line)


def test_actually_before_an_action_is_ignored(table: Table) -> None:
    gm_asks(table, "PAUSE")
    assert "r1 goes on" in gm_asks(table, "Actually resume now please")


@pytest.mark.parametrize("subject", ["", "r1", "another table, please"])
@pytest.mark.parametrize("is_vouched", [True, False])
def test_a_second_table_has_nothing_to_do_with_the_first(
    table: Table, subject: str, *, is_vouched: bool
) -> None:
    may_open_tables(table, GM_ADDRESS)
    table.vouched -= {GM_ADDRESS}
    if is_vouched:
        table.vouched.add(GM_ADDRESS)
    answer = table.says(GM_ADDRESS, "NEW TABLE club7 standard\npace = 72h\nEND", subject)
    if not is_vouched:
        assert "r1" not in text_of(answer).replace(f"Re: {subject}", "")
        table.reply(answer, "YES")
    assert table.row("club7").game == "standard"


def test_an_action_beside_a_new_table_is_asked_about_as_before(table: Table) -> None:
    may_open_tables(table, GM_ADDRESS)
    table.vouched.add(GM_ADDRESS)
    table.mail(GM_ADDRESS, "PAUSE\nNEW TABLE club7 standard\nEND", "r1")
    assert "r1: is this message yours?" in str(table.last_to(GM_ADDRESS)["Subject"])
    assert table.row().state == "running"


def test_a_change_of_grace_keeps_the_rest_of_the_pace(table: Table) -> None:
    assert "write it there, for instance SET pace 72h; grace 12h." in gm_asks(table, "SET grace 12h")
    gm_asks(table, "SET pace 48h; grace 6h NOW")
    assert "for instance SET pace 48h; grace 12h." in gm_asks(table, "SET grace 12h")


def test_a_remedy_that_is_left_out_leaves_no_dots(table: Table) -> None:
    gm_asks(table, "END GAME draw NOW")
    told = gm_asks(table, "REOPEN because it was a mistake")
    assert "Votes are withdrawn." in told and "..." not in told


def test_a_turn_that_is_run_at_once_lacks_no_orders_of_a_robot(table: Table) -> None:
    gm_asks(table, "REPLACE Red with a robot NOW")
    told = gm_asks(table, "RUN NOW")
    assert "No orders are on file for Blue and Dark Green." in told
