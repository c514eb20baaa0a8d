"""What the answers to a game master say: what was wrong, who was informed, and what else is different now."""

from datetime import UTC, datetime

import pytest

from pbem.commands.answers.limits import MOST_FRUITLESS
from tests.support.gamemaster import answers_to_gm, gm, gm_asks, news_to
from tests.support.table import ASKS, Table, body_of, text_of

TWO = {"Red": "fay@x.org", "Blue": "gus@y.org"}


@pytest.fixture
def duel(table: Table) -> Table:
    """Return a table of Epic Domination at which two of the eight colours play."""
    table.opens("duel", "72h", TWO, "domination")
    table.vouched |= set(TWO.values())
    return table


@pytest.mark.parametrize("line", ["EXTEND 24", "PAUSE over Christmas", "VOTE DRAW for Ann"])
def test_a_command_with_a_wrong_argument_is_always_answered(table: Table, line: str) -> None:
    for _ in range(MOST_FRUITLESS + 2):
        table.clock.passes(minutes=2)
        before = len(answers_to_gm(table))
        told = gm_asks(table, line)
        assert len(answers_to_gm(table)) == before + 1 and "NOT DONE" in told
    assert "not answered" not in told


def test_a_name_is_compared_with_the_powers_of_the_table_alone(duel: Table) -> None:
    told = gm_asks(duel, "EJECT Xyz", "duel")
    assert 'There is no power "Xyz". There are Red and Blue.' in told
    assert "There are Red and Blue." in gm_asks(duel, "BECOME Green\nREADY", "duel")
    assert "There are Red and Blue." in gm_asks(duel, "PRESS TO Green\nhi\nEND", "duel")
    assert "The GM log will say: Red has no player" in gm_asks(duel, "EJECT Red", "duel")


@pytest.mark.parametrize(
    "line",
    ["EJECT Ann at r1", "EJECT Ann at table r1 because of a storm", "EJECT Ann in r1, because of a storm"],
)
def test_a_line_may_name_its_own_table_at_its_end(table: Table, line: str) -> None:
    told = gm_asks(table, line)
    assert ASKS in told and "The GM log will say: Red has no player now" in told


def test_another_table_at_the_end_of_a_line_is_named(table: Table) -> None:
    assert "There is no table r9, and this message is for r1." in gm_asks(table, "EJECT Red at r9 NOW")
    assert "There is no table r9" in gm_asks(table, "EJECT Red at r9")
    assert table.seat("Red").address == "ann@x.org"


@pytest.mark.parametrize(
    ("line", "both"),
    [
        ("REMIND and EXTEND 24h", ("REMIND", "EXTEND 24h")),
        ("PAUSE, BROADCAST I am ill today", ("PAUSE", "BROADCAST I am ill today")),
        (
            "REPLACE Red with Gus <gus@x.org>, REPLACE Blue with Hal <hal@x.org>",
            ("REPLACE Red with Gus <gus@x.org>", "REPLACE Blue with Hal <hal@x.org>"),
        ),
        ("EJECT Red; EJECT Blue; PAUSE", ("EJECT Red", "EJECT Blue", "PAUSE")),
    ],
)
def test_each_action_needs_a_line_of_its_own(table: Table, line: str, both: tuple[str, ...]) -> None:
    gm_asks(table, line)
    body = body_of(answers_to_gm(table)[-1])
    told = [" ".join(one.split()) for one in body.splitlines()]
    assert "Each action needs a line of its own. Write these lines:" in told
    assert all(one in " ".join(told) for one in both) and "no power" not in body
    assert table.row().state == "running" and table.seat("Red").address == "ann@x.org"


def test_one_line_ejects_several(table: Table) -> None:
    told = gm(table, "EJECT Red and Blue because they are silent NOW")
    assert "Red and Blue have no player now, and can be taken over." in told
    news = text_of(news_to(table, "Dark Green", "open"))
    assert "Red and Blue have no player now" in news


def test_now_may_be_written_before_the_reason(table: Table) -> None:
    assert "1 day later" in gm_asks(table, "EXTEND 1 day NOW because Bob asked")
    assert ASKS not in gm_asks(table, "EJECT Blue NOW because Bob asked")


def test_who_was_informed_is_said(table: Table) -> None:
    assert "Everybody has been informed." in gm_asks(table, "EXTEND 24h")
    assert "Everybody has been informed." in gm_asks(table, "PAUSE")
    assert "Everybody has been informed." in gm_asks(table, "RESUME")
    told = gm_asks(table, "EJECT Red NOW")
    assert "Everybody has been informed, and so has ann@x.org." in told
    told = gm_asks(table, "REPLACE Red with Dora <dora@v.org> NOW")
    assert "dora@v.org has been sent the position and an order form." in told and "void" not in told
    assert "The old reply address of Red is void." in gm_asks(table, "REPLACE Red with Eva <eva@v.org> NOW")


def test_a_rollback_says_when_orders_are_due(table: Table) -> None:
    table.deadline_passes()
    told = gm_asks(table, "ROLLBACK NOW")
    assert "it will be played again, by Sun 29 Nov 2026, 09:0" in told
    assert "Everybody has been informed." in told


def test_run_now_says_who_has_no_orders(table: Table) -> None:
    table.says("ann@x.org", "go 1")
    missing = "No orders are on file for Blue and Dark Green."
    preview = gm_asks(table, "RUN NOW please")
    assert ASKS in preview and missing in preview
    assert missing in gm_asks(table, "RUN NOW")


# --- a pause ---------------------------------------------------------------------------------------------


def test_until_monday_on_a_monday_is_a_week_later(table: Table) -> None:
    told = gm_asks(table, "PAUSE UNTIL Monday")
    assert "It goes on by itself Mon 30 Nov 2026, 09:0" in told
    hour = table.row().paused_until_utc
    table.clock.passes(hours=3)
    gm_asks(table, "PAUSE UNTIL Tuesday")
    again = table.row().paused_until_utc
    assert hour is not None and again is not None and again.time() == hour.time()
    gm_asks(table, "RESUME")
    assert "Mon 23 Nov 2026, 20:00" in gm_asks(table, "PAUSE UNTIL Monday 20:00")


def test_a_deadline_after_a_pause_never_falls_at_night(table: Table) -> None:
    table.clock.moment = datetime(2026, 11, 23, 10, 0, tzinfo=UTC)
    told = gm_asks(table, "PAUSE UNTIL Monday 23:30")  # 71 hours are left
    assert "orders are then due Fri 27 Nov 2026, 08:00" in told
    table.clock.moment = datetime(2026, 11, 23, 23, 30, tzinfo=UTC)
    table.service.look()
    assert table.row().deadline_utc == datetime(2026, 11, 27, 8, 0, tzinfo=UTC)
    assert "when nothing is due at this table" in text_of(news_to(table, "Red", "goes on"))


def test_everybody_learns_that_a_pause_no_longer_ends_by_itself(table: Table) -> None:
    gm_asks(table, "PAUSE UNTIL Friday")
    told = gm_asks(table, "PAUSE because my mother is here until Monday")
    assert "It no longer goes on by itself: RESUME lets it go on with that time." in told
    assert "It no longer ends by itself." in text_of(news_to(table, "Red", "pause"))


def test_resume_says_that_nobody_plays(table: Table) -> None:
    gm_asks(table, "EJECT Red, Blue and Dark Green NOW")
    told = gm_asks(table, "RESUME")
    assert "Nobody plays it, so one turn is run without players, and then the game is paused again." in told
    assert "Nobody is missing" not in gm_asks(table, "STATUS")
    gm_asks(table, "REPLACE Red with Dora <dora@v.org> NOW")
    gm_asks(table, "PAUSE")
    assert "Nobody plays it" not in gm_asks(table, "RESUME")


# --- a robot in place of a player ------------------------------------------------------------------------


def test_a_player_whose_seat_a_robot_takes_learns_how_to_come_back(duel: Table) -> None:
    told = gm_asks(duel, "REPLACE Red with an easy robot because Ann is silent NOW", "duel")
    assert "An easy robot plays Red from now on." in told
    assert "TAKE OVER Red in duel" in text_of(news_to(duel, "fay@x.org", "your seat"))
    duel.mail("fay@x.org", "TAKE OVER Red in duel", "duel")
    assert duel.seat("Red", "duel").address == "fay@x.org"


def test_a_player_whose_seat_another_has_is_not_asked_to_take_it_over(duel: Table) -> None:
    gm_asks(duel, "REPLACE Red with Dora <dora@v.org> NOW", "duel")
    assert "TAKE OVER" not in text_of(news_to(duel, "fay@x.org", "your seat"))


def test_an_extension_that_is_suggested_can_be_read(table: Table) -> None:
    told = gm_asks(table, "You have until Saturday, Bob.")
    assert "EXTEND TO Saturday" in told and "EXTEND TO Saturday, Bob" not in told


# --- questions, rules and votes --------------------------------------------------------------------------


def test_a_second_yes_or_no_is_told_what_the_first_one_did(table: Table) -> None:
    gm_asks(table, "EJECT Red")
    preview = answers_to_gm(table)[-1]
    table.reply(preview, "YES")
    table.reply(preview, "YES")
    told = text_of(table.last_to("gm@w.org"))
    assert "This preview has had its YES before." in told and "nothing was done again" in told
    gm_asks(table, "EJECT Blue")
    preview = answers_to_gm(table)[-1]
    table.reply(preview, "NO")
    table.reply(preview, "YES")
    assert "This preview has had its NO before, and nothing was done." in text_of(table.last_to("gm@w.org"))
    assert table.seat("Blue").address == "bob@y.org"


def test_players_learn_that_a_new_pace_leaves_the_present_deadline(table: Table) -> None:
    stays = "The deadline that is set stays"
    assert stays in gm_asks(table, "SET pace 48h")
    gm_asks(table, "SET pace 48h NOW")
    assert stays in text_of(news_to(table, "Red", "rule"))
    gm_asks(table, "SET press none NOW")
    assert stays not in text_of(news_to(table, "Red", "rule"))


def test_players_who_vote_on_a_rule_read_why_and_what_it_would_mean(table: Table) -> None:
    gm_asks(table, "SET rule_votes yes NOW")
    preview = gm_asks(table, "SET press grey because we like it")
    assert "B: I do not agree. The reason: we like it." in preview
    gm_asks(table, "SET press grey because we like it NOW")
    told = text_of(news_to(table, "Red", "house rules"))
    assert "The reason: we like it." in told
    assert "What it would mean:" in told and "they may be signed or grey (anonymous)" in told
    assert "signed or grey" not in gm_asks(table, "HOUSE RULES").partition("Pace:")[2]


def test_a_number_that_is_a_word_is_refused_in_plain_words(table: Table) -> None:
    told = gm_asks(table, "SET press_a_day five")
    assert 'press_a_day: "five"; write a whole number.' in told and "int" not in told


def test_a_text_to_nobody_is_answered_with_how_to_send_it(table: Table) -> None:
    assert "write BROADCAST, or PRESS TO and a power" in gm_asks(table, "The weather is fine and so are we")


def test_a_sentence_about_two_people_is_not_answered_with_one_of_them_alone(table: Table) -> None:
    told = gm_asks(table, "please give Red to Gus (gus@x.org), and Blue to Hal <hal@x.org>.")
    assert "REPLACE Red with Gus" in told and "write a line for each" in told


def test_a_request_for_more_time_is_granted_with_its_own_length(table: Table) -> None:
    table.says("ann@x.org", "EXTEND 2 days, my mother is visiting")
    assert "reply with EXTEND 2 days, or EXTEND TO and a day" in text_of(
        news_to(table, "gm@w.org", "more time")
    )
    table.says("ann@x.org", "EXTEND please, my mother is visiting")
    assert "reply with EXTEND 24h" in text_of(news_to(table, "gm@w.org", "more time"))


def test_a_player_whose_seat_a_robot_has_may_take_it_back(duel: Table) -> None:
    report = duel.report_to("fay@x.org")
    gm_asks(duel, "REPLACE Red with a robot NOW", "duel")
    duel.reply(report, "READY")
    assert "TAKE OVER Red in duel gets it back for you." in text_of(duel.last_to("fay@x.org"))
    gm_asks(duel, "EJECT Blue NOW", "duel")
    duel.mail("gus@y.org", "READY", "duel")
    assert "TAKE OVER" not in text_of(duel.last_to("gus@y.org"))
