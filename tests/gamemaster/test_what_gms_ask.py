"""Questions, thanks and requests of game masters in plain words, mostly after mistakes."""

import re
from collections.abc import Sequence

import pytest

from pbem.commands.answers.limits import MOST_FRUITLESS
from pbem.core.text_layout import WIDTH
from pbem.gamemaster.reading import read
from pbem.store.game_tables import Seat, seats_of
from tests.support.gamemaster import answers_to_gm, gm, gm_asks, news_to
from tests.support.table import ASKS, Table, body_of, kind_of, text_of


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Are the orders of Red okay?", ("STATUS", "LOOK AT Red")),
        ("Did everybody's orders arrive without errors?", ("STATUS", "LOOK", "PREVIEW RUN")),
        ("How many steps does Red have left?", ("STATUS", "REPORT", "POSITION", "HOUSE RULES")),
        ("Why did nothing happen with Red?", ("STATUS", "REPORT", "POSITION", "HOUSE RULES")),
        ("Where is the Ring?", ("POSITION", "POSITION ALL")),
        ("Who voted for the draw?", ("STATUS",)),
    ],
)
def test_a_question_is_answered_with_the_page_that_shows_it(line: str, shown: tuple[str, ...]) -> None:
    (unknown,) = read(line).not_understood
    assert unknown.suggested == shown


@pytest.mark.parametrize(
    "line",
    [
        "How many units does Red have left?",
        "Who has resigned?",
        "Did Red and Blue share the game?",
        "Has Red won?",
        "What did the players of Red and Blue draw?",
        "Throw out whoever is late",
    ],
)
def test_a_question_changes_nothing_in_the_game(table: Table, line: str) -> None:
    told = gm_asks(table, line)
    assert ASKS not in told
    assert "There is no power" not in told
    assert "EJECT does" not in told


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Use London time", "SET zone London"),
        ("All times in New York time please", "SET zone New York"),
        ("The time zone should be Europe/Berlin", "SET zone Europe/Berlin"),
        ("Hide this game from the archive", "SET archive hidden"),
        ("Show this table in the archive again", "SET archive shown"),
        ("From now on 2 days per turn", "SET pace 2d"),
        ("Make deadlines every 48 hours", "SET pace 48h"),
        ("Oh no, that was wrong, undo the correction", "UNDO CORRECT"),
        ("I've made a mistake: take back the last correction", "UNDO CORRECT"),
        ("Oops, the draw was a mistake. Reopen the game", "Reopen the game"),
        ("Sorry, I mistyped the date. Deadline Friday 20:00", "Deadline Friday 20:00"),
        ("Blue wins. Stop the game", "END GAME won by Blue"),
        ("Red and Blue should share the victory", "END GAME draw Red and Blue"),
        (
            "The players have agreed on a draw of Red and Blue, please end the game",
            "END GAME draw Red and Blue",
        ),
        ("Tell Red and Blue: be polite", "PRESS TO Red and Blue: be polite"),
        ("Who plays Red now?", "WHOIS Red"),
        ("Who won?", "REPORT"),
    ],
)
def test_a_sentence_with_one_meaning_is_read_as_that_action(line: str, meant: str) -> None:
    assert [one.read_as for one in read(line).requests] == [meant]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Blue has been silent for two turns. Put in a robot for her.", "REPLACE Blue with a robot"),
        ("Blue is not answering my mails, what can I do?", "PRESS TO Blue: Are you still playing?"),
        ("Block press between Red and Blue", "PRESS TO Red, Blue"),
        ("Turn off press for a week", "SET press none"),
        ("Ann <ann@v.org> wants to see the game", "OBSERVE r1, sent to judge@judge.example"),
        ("Blue needs two more days", "EXTEND two more days"),
        ("I am away until Monday. Dora <dora@v.org> is in charge", "DEPUTY Dora <dora@v.org>"),
    ],
)
def test_a_doubtful_sentence_gets_a_suggestion(table: Table, line: str, meant: str) -> None:
    assert meant in gm_asks(table, line)


@pytest.mark.parametrize(
    "line",
    [
        "Thanks!",
        "Thanks to all of you!",
        "Many thanks everybody",
        "Thank you very much, that looks great :-)\n\nGrace",
    ],
)
def test_thanks_are_not_reported_as_a_mistake(table: Table, line: str) -> None:
    told = gm_asks(table, line)
    assert "nothing was done" in told
    assert "NOT DONE" not in told
    assert "ROLLBACK" not in told


@pytest.mark.parametrize("line", ["cancel", "Never mind", "How do I take back what I just did?"])
def test_the_answer_says_how_to_undo_an_action(table: Table, line: str) -> None:
    told = gm_asks(table, line)
    assert "EXTEND: DEADLINE and the old date" in told
    assert "END GAME: REOPEN" in told


@pytest.mark.parametrize(
    "line",
    [
        "How do I undo the extension",
        "Cancel the last extension, please",
        "Go back to the old deadline",
        "How can I get the old deadline back?",
        "HELP UNDO EXTENSION",
    ],
)
def test_how_an_extension_is_undone_is_answered_with_the_old_date(table: Table, line: str) -> None:
    assert "was not set by an extension" in gm_asks(table, line)
    gm(table, "EXTEND a week")
    told = gm_asks(table, line)
    assert "The deadline was Thu 26 Nov 2026, 09:00 UTC before it was moved to Thu 3 Dec" in told
    assert "DEADLINE 26 Nov 09:00 That makes the deadline earlier" in told
    assert "the old date. For the last extension that is DEADLINE 26 Nov 09:00." in gm_asks(table, "cancel")
    assert "Orders are due Thu 26 Nov 2026, 09:00 UTC" in gm(table, "DEADLINE 26 Nov 09:00")


def test_an_old_deadline_that_has_passed_is_not_offered(table: Table) -> None:
    gm(table, "EXTEND a week")
    table.clock.passes(days=4)
    told = gm_asks(table, "Undo the extension")
    assert "cannot go back to it" in told and "DEADLINE 26 Nov" not in told


def test_cancel_drops_a_preview(table: Table) -> None:
    assert ASKS in gm_asks(table, "END GAME")
    table.reply(answers_to_gm(table)[-1], "Cancel!")
    assert "Nothing was done, as you asked." in text_of(answers_to_gm(table)[-1])


def test_a_reply_to_a_preview_that_may_mean_another_action_gets_it_as_a_suggestion(table: Table) -> None:
    gm_asks(table, "SWAP Red and Blue")
    preview = answers_to_gm(table)[-1]
    table.reply(preview, "Turn off press for a week")
    told = text_of(answers_to_gm(table)[-1])
    assert "the preview still waits" in told
    assert "SET press none" in told
    table.reply(preview, "YES")
    assert "bob@y.org plays Red now" in text_of(answers_to_gm(table)[-1])


def test_the_time_zone_of_a_table_can_be_changed(table: Table) -> None:
    table.says("bob@y.org", "ZONE Europe/Paris")
    told = gm(table, "SET zone berlin")
    assert 'House rule zone: "Europe/Berlin" from now on; before, it was "UTC".' in told
    assert "10:00 CET" in gm(table, "STATUS")
    assert "zone = Europe/Berlin" in gm(table, "HOUSE RULES")
    seats = {seat.power: seat.zone for seat in _seats(table)}
    assert seats == {"Red": "Europe/Berlin", "Blue": "Europe/Paris", "Dark Green": "Europe/Berlin"}
    assert "did you mean Europe/London?" in gm_asks(table, "SET zone Londno")


def _seats(table: Table) -> Sequence[Seat]:
    with table.store.reading() as session:
        return seats_of(session, "r1")


def test_the_last_answer_of_an_hour_says_so(table: Table) -> None:
    most = table.settings.messages.answers_an_hour
    told = [gm_asks(table, f"Lorem ipsum {number}") for number in range(most)]
    assert ["This is the last of 5 answers within an hour" in one for one in told] == [False] * 4 + [True]
    assert "before Mon 23 Nov 2026, 10:00" in told[-1]
    answers = len(answers_to_gm(table))
    gm_asks(table, "Lorem ipsum once more")
    assert len(answers_to_gm(table)) == answers
    assert "Orders are missing from" in gm_asks(table, "STATUS")
    assert "Orders are missing from" in gm_asks(table, "Who is late?")


def test_the_last_answer_of_a_day_says_so(table: Table) -> None:
    told = []
    for number in range(MOST_FRUITLESS):
        table.clock.passes(minutes=30)
        told.append(gm_asks(table, f"Lorem ipsum {number}"))
    assert ["are not answered for a day" in one for one in told] == [False] * 9 + [True]
    table.clock.passes(minutes=30)
    gm_asks(table, "Lorem ipsum once more")
    assert text_of(answers_to_gm(table)[-1]) == told[-1]
    assert "Actions of the game master" in gm_asks(table, "HELP")


@pytest.mark.parametrize("minutes", [45, 14])
def test_the_longer_limit_is_named_where_two_are_reached(table: Table, minutes: int) -> None:
    """Fifteen a day; of the last five within an hour, the fifteenth is the last of the hour, too."""
    most = table.settings.messages.answers_an_hour
    told = []
    for number in range(3 * most):
        table.clock.passes(minutes=45 if number < 2 * most else minutes)
        told.append(gm_asks(table, f"Lorem ipsum {number}"))
        gm_asks(table, "STATUS")
    assert "This is the last of 15 answers within a day to messages in which nothing was" in told[-1]
    assert "not answered before Tue 24 Nov 2026, 09:45" in told[-1]


def test_an_understood_line_resets_the_count_of_unclear_ones(table: Table) -> None:
    told = []
    for number in range(MOST_FRUITLESS):
        table.clock.passes(minutes=30)
        told.append(gm_asks(table, f"Lorem ipsum {number}"))
        gm_asks(table, ("STATUS", "EXTEND 1h")[number % 2])
    assert not any("are not answered for a day" in one for one in told)
    table.clock.passes(minutes=30)
    assert "Lorem ipsum once more" in gm_asks(table, "Lorem ipsum once more")


def test_the_list_of_actions_is_no_wider_than_a_mail(table: Table) -> None:
    gm_asks(table, "HELP")
    assert max(map(len, body_of(answers_to_gm(table)[-1]).splitlines())) <= WIDTH


def test_actions_of_a_deputy_are_announced_in_the_name_of_the_deputy(table: Table) -> None:
    gm(table, "DEPUTY Dora <dora@v.org> may extend")
    table.vouched.add("dora@v.org")
    table.reply(table.last_to("dora@v.org"), "Give everybody one more day")
    assert "Dora, for the game master, has moved the deadline." in text_of(news_to(table, "Red", "deadline"))
    answer = text_of(table.last_to("dora@v.org"))
    assert "one day later than Thu 26 Nov 2026" in answer
    gm(table, "EXTEND 24h")
    assert "The game master has moved the deadline." in text_of(news_to(table, "Red", "deadline"))


def test_no_mail_says_that_the_game_master_did_what_a_deputy_did(table: Table) -> None:
    gm(table, "DEPUTY Dora <dora@v.org> may everything")
    table.vouched.add("dora@v.org")
    asked = table.last_to("dora@v.org")
    table.post_office.forget()
    for body in ACTIONS_OF_A_DEPUTY:
        table.clock.passes(minutes=20)
        table.reply(asked, body, "dora@v.org")
    told = [text_of(mail) for mail in table.mails_to("ann@x.org") if kind_of(mail) == "note"]
    own = "Dora, for the game master"
    begun = (
        f"From {own} ",
        f"From {own}, to Red and Blue",
        f"{own}, has sent orders for your seat",
        f"A question from {own}",
        f"{own}, has moved the deadline",
    )
    for line in begun:
        assert any(line in one for one in told), line
    assert f"{own}, has moved it; it was" in text_of(table.says("bob@y.org", "STATUS"))
    log = gm_asks(table, "LOG")
    assert f"{own}: A message was sent to everybody." in log
    assert re.search(r": The game master (?!of)", log) is None
    table.reply(asked, "END GAME because of the war NOW", "dora@v.org")
    assert f"{own}, has ended the game: the war." in text_of(table.bulletin_to("Red"))


ACTIONS_OF_A_DEPUTY = (
    "BROADCAST\nHello\nEND",
    "PRESS TO Red, Blue\nHello\nEND",
    "BECOME Red\ngo 2\nEND",
    "LOOK AT Red\nPOSITION ALL\nPREVIEW RUN",
    "POLL More time?\nYes\nNo\nEND",
    "SET denied + zed@x.org NOW",
    "EXTEND 24h",
)


def test_a_correction_in_plain_words_gets_the_command_as_a_suggestion(table: Table) -> None:
    table.opens("std1", "72h", {"France": "ann@x.org"}, "standard")
    told = gm_asks(table, "CORRECT because I mistyped it\nFrance: A Pic, A Mar, F MAO\nEND", "std1")
    assert 'Write it like units.France = ["A Pic", "A Mar", "F MAO"]' in told
