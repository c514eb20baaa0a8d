"""Messages of a game master, and the effect of each action."""

import hashlib
from datetime import timedelta

import pytest
from msgspec.structs import replace

from pbem.core.text_layout import WIDTH
from pbem.gamemaster.reading import ACTIONS, MOST_READ, read, read_line
from pbem.store.states import HELD, OVER, PAUSED, RUNNING
from pbem.tables.identity import gm_seat
from pbem.tables.opening import Plan, Player, open_table
from pbem.tables.people.reply_addresses import seat_address
from tests.support.gamemaster import GM_ADDRESS, gm, gm_answers, gm_asks, got, news_to
from tests.support.table import JUDGE, MONDAY, PLAYERS, Table, text_of, tokens_in

# --- the language ------------------------------------------------------------------------------------------

LINES = [
    ("PAUSE", "PAUSE", (), ""),
    ("pause the game because I am away.", "PAUSE", (), "I am away."),
    ("EXTEND 24h", "EXTEND", ("24h", ""), ""),
    ("EXTEND a week", "EXTEND", ("a week", ""), ""),
    ("EXTEND BY two days", "EXTEND", ("two days", ""), ""),
    ("extend the deadline to Sunday 20:00", "EXTEND", ("", "Sunday 20:00"), ""),
    ("extend by 2 days, because of the holidays", "EXTEND", ("2 days", ""), "the holidays"),
    ("Extend to Fri 4 Dec 2026 20:00", "EXTEND", ("", "Fri 4 Dec 2026 20:00"), ""),
    ("RUN NOW", "RUN NOW", (), ""),
    ("process", "RUN NOW", (), ""),
    ("PREVIEW RUN", "PREVIEW RUN", (), ""),
    ("ROLLBACK one turn because a message was lost", "ROLLBACK", (), "a message was lost"),
    ("REPLACE Dark Green with Dora <dora@x.org>", "REPLACE", ("Dark Green", "Dora <dora@x.org>"), ""),
    ("eject blue because he left", "EJECT", ("blue",), "he left"),
    ("END GAME draw between Red and Blue", "END GAME", ("draw", "Red and Blue"), ""),
    ("END GAME won by Red", "END GAME", ("Red",), ""),
    ("End the game now, Red wins", "END GAME", ("Red",), ""),
    ("LETTER TO Red", "PRESS", ("Red",), ""),
    ("MESSAGE TO Red", "PRESS", ("Red",), ""),
    ("set silence wait", "SET", ("silence", "wait"), ""),
    ("set reminders = 48h, 6h", "SET", ("reminders", "48h, 6h"), ""),
]


@pytest.mark.parametrize(("line", "word", "arguments", "reason"), LINES)
def test_a_line_of_the_gm(line: str, word: str, arguments: tuple[str, ...], reason: str) -> None:
    order = read_line(line)
    assert order is not None
    assert (order.word, order.arguments, order.reason) == (word, arguments, reason)


@pytest.mark.parametrize(
    "line", ["go 3", "A Paris - Burgundy", "Hello all", "END", "", "pause?? maybe later"]
)
def test_a_line_that_is_not_a_gm_action(line: str) -> None:
    assert read_line(line) is None


def test_a_text_ends_with_end_and_actions_may_follow() -> None:
    reading = read("BROADCAST to all:\nHello all,\nPAUSE is not what I want.\nEND\nEXTEND 24h\nEND\nRUN NOW")
    assert [order.word for order in reading.requests] == ["BROADCAST", "EXTEND"]
    assert reading.requests[0].text == ("Hello all,", "PAUSE is not what I want.")


def test_a_text_may_begin_on_the_line_of_its_action() -> None:
    orders = read("Broadcast: Ten days, because I am away.\nEXTEND 24h\nNOTE: One\ntwo\nEND\nPAUSE").requests
    assert [(order.word, order.text, order.reason) for order in orders] == [
        ("BROADCAST", ("Ten days, because I am away.",), ""),
        ("EXTEND", (), ""),
        ("NOTE", ("One", "two"), ""),
        ("PAUSE", (), ""),
    ]


def test_the_text_below_a_misspelt_action_is_not_executed(table: Table) -> None:
    told = gm(table, "BROADCST\nHello all,\nRUN NOW\nEND\nEXTEND 24h")
    assert "line 1 BROADCST NOT DONE This was not understood. If you meant this: BROADCAST" in told
    assert "none of them was executed" in told
    assert "Hello all" not in told
    assert table.turns() == []
    assert "line 5 EXTEND 24h Orders are due" in told
    assert [order.word for order in read("Note that I am away till Sunday.\nEXTEND 24h").requests] == [
        "EXTEND"
    ]


def test_only_the_first_lines_of_a_long_message_are_executed(table: Table) -> None:
    told = gm(table, "PAUSE\n" + "nonsense\n" * MOST_READ + "RESUME\n")
    assert table.row().state == PAUSED
    assert told.count("It is not an action of a game master") == MOST_READ - 1
    assert told.count("this one and all below it were not read") == 1
    assert "not read" not in gm(table, "RESUME\n" + "nonsense\n" * (MOST_READ - 1))


def test_a_sentence_with_two_requests_does_not_extend_the_limit_of_lines() -> None:
    message = read("STATUS\n" * (MOST_READ - 1) + "Who is late? Show me the log, please.\n" + "STATUS\n" * 9)
    assert len(message.requests) == MOST_READ + 1
    assert [line.is_too_many for line in message.not_understood] == [True]


def test_help_lists_every_action(table: Table) -> None:
    told = gm(table, "HELP")
    assert all(action.word in told for action in ACTIONS)


def test_an_unknown_line_is_reported_and_the_others_are_executed(table: Table) -> None:
    told = gm(table, "EXTEND 24h\nMake it so\nPAUSE")
    assert "not an action of a game master" in told
    assert table.row().state == PAUSED


def test_actions_in_wrapped_prose_or_a_signature_are_not_executed(table: Table) -> None:
    prose = "I am not at all sure whether I should wait for Ann or let the game simply\nrun now\nas it is"
    told = gm(table, f"{prose}\n\nBest regards,\nWilma\npause\n")
    assert table.row().state == RUNNING
    assert table.turns() == []
    assert told.count("not an action of a game master") + told.count("If you meant this") >= 2


# --- the clock ---------------------------------------------------------------------------------------------


def test_a_misspelt_action_is_corrected_and_lines_are_answered_in_order(table: Table) -> None:
    told = gm(table, "PUASE\nEXTEND 24h\nEND GAME draw of Red\nSET grace 4h\n")
    places = [told.index(f"line {number}") for number in (1, 2, 3, 4)]
    assert places == sorted(places)
    assert "line 1 PUASE NOT DONE This was not understood. If you meant this: PAUSE because I am away" in told
    assert "name everybody who shares the draw" in told
    assert "for instance SET pace 72h; grace 12h" in told


def test_a_pause_stops_the_clock_and_orders_are_still_taken(table: Table) -> None:
    table.clock.passes(hours=12)
    assert "r1 is paused" in gm(table, "PAUSE because I am in hospital")
    assert "I am in hospital" in text_of(news_to(table, "Red", "paused"))
    table.clock.passes(days=10)
    table.service.look()
    assert table.turns() == []
    table.mail("ann@x.org", "go 3")
    assert "Red will go 3" in text_of(table.last_to("Red"))
    gm(table, "RESUME")
    assert table.row().deadline_utc == table.clock.now() + timedelta(hours=60)
    assert "is due" in text_of(news_to(table, "Blue", "goes on"))
    table.deadline_passes()
    assert table.turns()[0].nmr_powers == ["Blue", "Dark Green"]


def test_only_a_paused_game_is_resumed_and_only_a_running_one_paused(table: Table) -> None:
    assert "NOT DONE r1 is running, not paused" in gm(table, "RESUME")
    gm(table, "PAUSE")
    assert "NOT DONE r1 is paused" in gm(table, "PAUSE")


def test_an_extension_moves_the_deadline_and_everybody_gets_a_new_event(table: Table) -> None:
    assert "Orders are due" in gm(table, "EXTEND 24h because Blue is ill")
    assert table.row().deadline_utc == MONDAY + timedelta(hours=96)
    mail = news_to(table, "Dark Green", "the deadline has moved")
    assert "Blue is ill" in text_of(mail)
    assert b"SEQUENCE:1" in mail.as_bytes()
    table.clock.moment = MONDAY + timedelta(hours=73)
    table.service.look()
    assert table.turns() == []


def test_an_extension_to_a_moment_by_the_clock_of_the_table(table: Table) -> None:
    gm(table, "EXTEND TO Sat 28 Nov 2026 20:00 Europe/Berlin")
    assert table.row().deadline_utc == MONDAY.replace(day=28, hour=19)
    gm(table, "EXTEND TO 29 Nov 20:00")
    assert table.row().deadline_utc == MONDAY.replace(day=29, hour=20)


@pytest.mark.parametrize(
    ("line", "said"),
    [("EXTEND TO 1 Nov 2026 20:00", "has passed"), ("EXTEND TO the moon", "is not a date and time"),
     ("EXTEND TO today", "has passed"),
     ("EXTEND TO Sunday 20", "is not a date and time"), ("EXTEND TO Mon 25:00", "is not in the calendar"),
     ("EXTEND 9 parsecs", "is not a length of time"),
     ("EXTEND TO 31 Feb 2026 20:00", "is not in the calendar")],
)  # fmt: skip
def test_an_impossible_deadline_is_refused_with_a_remedy(table: Table, line: str, said: str) -> None:
    before = table.row().deadline_utc
    assert said in gm(table, line)
    assert table.row().deadline_utc == before


def test_run_now_does_not_wait_for_missing_orders(table: Table) -> None:
    table.mail("ann@x.org", "go 2")
    gm(table, "RUN NOW")
    assert table.turns()[0].nmr_powers == ["Blue", "Dark Green"]
    assert table.row().deadline_utc == table.clock.now() + timedelta(hours=72)


def test_run_now_lets_a_game_that_was_set_aside_go_on(table: Table) -> None:
    table.mail("ann@x.org", "trip")
    table.deadline_passes()
    assert table.row().state == HELD
    table.clock.passes(minutes=5)
    table.mail("ann@x.org", "go 2")
    gm(table, "RUN NOW")
    assert (table.row().state, len(table.turns())) == (RUNNING, 1)


def test_a_preview_changes_nothing_and_is_logged(table: Table) -> None:
    table.mail("ann@x.org", "go 4")
    before = table.row()
    told = gm(table, "PREVIEW RUN")
    assert "Red stands at 4" in told
    assert "Your own step was 4" in told
    assert "rolled for the preview" in told
    after = table.row()
    assert (after.position, after.number, after.deadline_utc) == (before.position, 1, before.deadline_utc)
    assert "Lap 1, day was looked at before it was run" in gm(table, "LOG")


def test_a_gm_who_may_not_read_orders_learns_only_whether_the_turn_can_be_run(table: Table) -> None:
    gm(table, "SET gm_reads public")
    table.mail("ann@x.org", "go 4")
    told = gm(table, "PREVIEW RUN")
    assert "It can be run" in told
    assert "stands at 4" not in told
    table.clock.passes(minutes=1)
    table.mail("ann@x.org", "trip")
    told = gm(table, "PREVIEW")
    assert "RuntimeError" in told
    assert "tripped" not in told  # the text of an error may contain the orders that caused it
    table.post_office.forget()
    table.deadline_passes()
    notice = "\n".join(text_of(mail) for mail in table.mails_to(GM_ADDRESS))
    assert "was not run: RuntimeError" in notice
    assert "tripped" not in notice + gm(table, "STATUS")


# --- rollbacks and corrections -----------------------------------------------------------------------------


def test_a_rollback_puts_the_orders_of_the_turn_on_file_and_supersedes_later_ones(table: Table) -> None:
    table.mail("ann@x.org", "go 2")
    table.mail("bob@y.org", "go 3")
    start = table.row().position
    table.deadline_passes()
    table.clock.passes(hours=1)
    table.reply(table.report_to("Red"), "go 6")
    gm(table, "ROLLBACK because a message was lost")
    row = table.row()
    assert (row.number, row.position, row.state, table.turns()) == (1, start, RUNNING, [])
    assert row.deadline_utc == table.clock.now() + timedelta(hours=72)
    told = text_of(news_to(table, "Blue", "rolled back"))
    assert "superseded" in told
    assert "a message was lost" in told
    table.mail("bob@y.org", "STATUS")
    assert "Blue will go 3" in text_of(table.last_to("Blue"))
    table.clock.passes(hours=1)
    table.mail("cyd@z.org", "go 1\n")
    table.deadline_passes()
    assert table.turns()[0].nmr_powers == []
    assert "Your own step was 2" in text_of(table.report_to("Red"))
    assert "was rolled back" in text_of(table.report_to("Red"))


def test_orders_that_answer_a_superseded_report_are_not_taken(table: Table) -> None:
    table.deadline_passes()
    void = table.report_to("Red")
    table.clock.passes(hours=1)
    gm(table, "ROLLBACK")
    table.clock.passes(hours=1)
    table.reply(void, "go 6")
    assert "rolled back" in text_of(table.last_to("Red"))
    table.reply(void, "TURN NEXT\ngo 5")
    assert "Red will go 5" in text_of(table.last_to("Red"))


def test_the_dice_of_a_turn_that_is_run_again_are_the_same(table: Table) -> None:
    table.mail("ann@x.org", "go 2")
    table.deadline_passes()
    record = table.turns()[0].record
    table.clock.passes(hours=1)
    gm(table, "ROLLBACK")
    table.deadline_passes()
    assert table.turns()[0].record == record


@pytest.mark.parametrize("early", ["ready", "orders"])
def test_a_turn_that_was_run_early_is_not_run_again_at_once_after_a_rollback(
    table: Table, early: str
) -> None:
    table.set_rules("r1", early=early)
    for sender in ("ann@x.org", "bob@y.org", "cyd@z.org"):
        table.mail(sender, "go 1\nREADY", "r1")
    assert len(table.turns()) == 1
    table.clock.passes(hours=1)
    gm(table, "ROLLBACK because a message was lost")
    table.service.look()
    assert (table.row().number, table.turns()) == (1, [])
    for sender in ("ann@x.org", "bob@y.org", "cyd@z.org"):
        table.mail(sender, "READY", "r1")
    assert len(table.turns()) == 1


def test_two_turns_can_be_rolled_back_one_after_the_other_and_no_more(table: Table) -> None:
    start = table.row().position
    for _ in range(2):
        table.deadline_passes()
        table.clock.passes(hours=1)
    gm(table, "ROLLBACK\nROLLBACK")
    assert (table.row().number, table.row().position) == (1, start)
    assert "has run no turn" in gm(table, "ROLLBACK")


def test_a_position_is_corrected_and_the_reason_is_printed(table: Table) -> None:
    gm(table, "CORRECT because Red was cheated\nat.Red = 4\nEND")
    assert "Red was cheated" in text_of(news_to(table, "Blue", "corrected"))
    table.deadline_passes()
    told = text_of(table.report_to("Dark Green"))
    assert "Red stands at 4" in told
    assert "Red was cheated" in told
    table.clock.passes(hours=1)
    table.deadline_passes()
    assert "Red was cheated" not in text_of(table.report_to("Dark Green"))


def test_a_correction_survives_a_rollback(table: Table) -> None:
    gm(table, "CORRECT because Red was cheated\nat.Red = 4\nEND")
    table.deadline_passes()
    table.clock.passes(hours=1)
    gm(table, "ROLLBACK")
    table.deadline_passes()
    told = text_of(table.report_to("Dark Green"))
    assert "Red stands at 4" in told
    assert "Red was cheated" in told


@pytest.mark.parametrize(
    ("body", "said"),
    [("CORRECT\nat.Red = 4\nEND", "printed with its reason"),
     ("CORRECT because\nEND", "If you meant this: CORRECT because ..."),
     ("CORRECT because x\nEND", "There is nothing below it; write lines like at.Red = 0, and END."),
     ("CORRECT because x\nat Red 4\nEND", "be read"),
     ("CORRECT because x\nshoes.Red = 4\nEND", 'no "shoes"'),
     ("CORRECT because x\nat.Red = 0\nEND", "is already like that"),
     ("SET deadline 48h", "EXTEND 24h, or EXTEND TO 28 Nov 09:00, moves this deadline")],
)  # fmt: skip
def test_an_unusable_correction_changes_nothing(table: Table, body: str, said: str) -> None:
    before = table.row().position
    assert said in gm(table, body)
    assert table.row().position == before


def test_a_correction_of_a_standard_game(table: Table) -> None:
    table.opens("std3", "72h", {"France": "france@x.org"}, "standard")
    gm(table, 'CORRECT because Paris was empty\nunits.France = ["A Pic", "A Mar", "F Bre"]\nEND', "std3")
    assert "Picardy" in text_of(table.last_to("france@x.org")) or "A Pic" in text_of(
        table.last_to("france@x.org")
    )
    facts = table.office.find_game("standard").describe(table.row("std3").position)
    assert facts["units"]["France"] == ["A Pic", "A Mar", "F Bre"]
    assert "write lines like A Vie -> A Ank" in gm(table, "CORRECT because x\nEND", "std3")
    told = gm(table, 'CORRECT because x\ncentres.France = ["Vie"]\nEND', "std3")
    assert "something else would change that you did not name" in told
    assert "Stp" not in told  # the answer does not show the rest of the position, which the GM may not read
    assert (
        "F LYO" in gm(table, 'CORRECT because x\nunits.France = ["F lyo"]\nEND\nPREVIEW RUN', "std3").upper()
    )
    assert 'no province "Xxx"' in gm(table, 'CORRECT because x\nunits.France = ["A Xxx"]\nEND', "std3")


# --- seats -------------------------------------------------------------------------------------------------


def test_a_replaced_player_has_no_valid_token(table: Table) -> None:
    table.mail("ann@x.org", "go 2")
    old = str(table.last_to("Red")["Reply-To"])
    table.clock.passes(hours=60)
    gm(table, "REPLACE Red with Dora <dora@v.org> because Ann asked me to")
    briefing = table.last_to("dora@v.org")
    assert "new player" in str(news_to(table, "Blue", "new player")["Subject"])
    assert table.row().deadline_utc == table.clock.now() + timedelta(hours=24)
    table.mail("ann@x.org", "go 6", "r1", old)
    brief = table.reports_to("dora@v.org")[-1]
    assert tokens_in([str(brief["Reply-To"])]) != tokens_in([old])
    assert briefing is not None
    table.reply(brief, "go 5")
    table.deadline_passes()
    assert "Your own step was 5" in text_of(table.reports_to("dora@v.org")[-1])


def test_the_deadline_stays_if_a_newcomer_has_enough_time(table: Table) -> None:
    before = table.row().deadline_utc
    gm(table, "REPLACE Red with Dora <dora@v.org>")
    assert table.row().deadline_utc == before


def test_an_ejected_player_cannot_order_and_the_seat_can_be_taken_over(table: Table) -> None:
    old = seat_address(table.office.credentials.seal, table.seat("Blue"), JUDGE)
    gm(table, "EJECT Blue because he insulted Red")
    assert "he insulted Red" in text_of(news_to(table, "Red", "Blue is open"))
    number = table.mail("bob@y.org", "go 6", "r1", old)
    assert "nobody" in table.stored(number).note or "refused" in table.stored(number).note
    assert "Nobody plays Blue" in gm(table, "EJECT Blue")
    table.vouched.add("dora@v.org")
    table.mail("dora@v.org", "TAKE OVER Blue in r1")
    assert table.seat("Blue").address == "dora@v.org"
    assert seat_address(table.office.credentials.seal, table.seat("Blue"), JUDGE) != old


def test_the_gm_orders_for_a_seat_and_its_player_is_informed(table: Table) -> None:
    told = gm(table, "BECOME Blue\ngo 4\nEND")
    assert "Blue will go 4" in told
    assert "Blue will go 4" in text_of(news_to(table, "Blue", "orders by the game master"))
    assert "Orders for Blue were sent" in gm(table, "LOG")
    table.deadline_passes()
    assert "Your own step was 4" in text_of(table.report_to("Blue"))
    assert "no step" in gm(table, "BECOME Blue\ngo 44\nEND")


def test_a_token_is_renewed(table: Table) -> None:
    old = seat_address(table.office.credentials.seal, table.seat("Red"), JUDGE)
    gm(table, "RENEW Red")
    assert str(table.report_to("Red")["Reply-To"]) == seat_address(
        table.office.credentials.seal, table.seat("Red"), JUDGE
    )
    assert old != str(table.report_to("Red")["Reply-To"])


# --- broadcasts, rulings and pages -------------------------------------------------------------------------


def test_a_broadcast_reaches_everybody_once_and_a_reply_to_it_is_the_readers_own(table: Table) -> None:
    gm(table, "BROADCAST\nDear all,\nthe summer is long.\nEND")
    for who in (*PLAYERS, GM_ADDRESS):
        mails = [mail for mail in table.mails_to(who) if "from the game master" in str(mail["Subject"])]
        assert len(mails) == 1
        assert "the summer is long" in text_of(mails[0])
    assert "NOT DONE There is nothing below" in gm(table, "BROADCAST\nEND")
    table.reply(news_to(table, "Red", "from the game master"), "go 3")
    assert "Red will go 3" in text_of(table.last_to("Red"))


def test_a_ruling_is_printed_once(table: Table) -> None:
    gm(table, "RULING\nA false start counts.\nEND\nNOTE\nI am away on Friday.\nEND")
    table.deadline_passes()
    told = text_of(table.report_to("Red"))
    assert "Ruling: A false start counts." in told
    assert "Note: I am away on Friday." in told
    table.clock.passes(hours=1)
    table.deadline_passes()
    assert "false start" not in text_of(table.report_to("Red"))


def test_the_last_bulletin_prints_a_ruling_too(table: Table) -> None:
    gm(table, "RULING\nA false start counts.\nEND\nCORRECT because of a slip\nat.Red = 4\nEND")
    gm(table, "END GAME because of the summer")
    told = text_of(table.bulletin_to("Red"))
    assert "Ruling: A false start counts." in told
    assert "Reason: a slip" in told
    gm(table, "REOPEN")
    table.deadline_passes()
    assert "false start" not in text_of(table.report_to("Red"))


def test_players_read_the_log_where_the_house_rules_say_so(table: Table) -> None:
    gm(table, "EXTEND 24h because Blue is ill")
    table.mail("ann@x.org", "LOG")
    assert "Blue is ill" in text_of(table.last_to("Red"))
    gm(table, "SET log gm")
    table.mail("ann@x.org", "LOG")
    assert "is not shown to players" in text_of(table.last_to("Red"))
    assert "Blue is ill" in gm(table, "LOG")


def test_players_read_the_house_rules(table: Table) -> None:
    table.mail("ann@x.org", "HOUSE RULES")
    assert "makes nobody late" in text_of(table.last_to("Red"))


def test_a_changed_house_rule_is_announced_to_everybody(table: Table) -> None:
    gm(table, "SET silence wait because we want to play")
    told = text_of(news_to(table, "Blue", "a house rule has changed"))
    assert "- Missing orders: the turn waits for them" in told
    assert "- Pace" not in told
    assert table.row().house == {"silence": "wait"}
    assert 'silence: "wait"' in text_of(news_to(table, "Red", "house rule"))
    assert "write hold, wait" in gm(table, "SET silence shoot")
    assert "stays as it was" in gm(table, "SET names hidden")
    assert table.row().house == {"silence": "wait"}


def test_pages_for_the_gm_are_no_wider_than_a_mail(table: Table) -> None:
    table.opens("std3", "72h", {"France": "france@x.org"}, "standard")
    row = table.row("std3")
    row.state, row.held_reason = HELD, "a fault of ours, told at such length that no line could hold it all"
    with table.store.writing() as session:
        session.merge(row)
    gm(table, "STATUS\nLOG\nHOUSE RULES\nPREVIEW RUN", "std3")
    told = table.mails_to(GM_ADDRESS)[-1].get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert "Austria" in told
    assert [line for line in told.splitlines() if len(line) > WIDTH] == []


def test_status_shows_the_gm_who_is_missing_and_no_orders(table: Table) -> None:
    table.mail("ann@x.org", "go 3")
    told = gm(table, "STATUS")
    assert "Orders are missing from Blue and Dark Green." in told
    assert "go 3" not in told


def test_the_game_is_ended_with_its_seed(table: Table) -> None:
    seed = table.row().seed
    gm(table, "END GAME draw between Red and Blue because nobody runs any more")
    assert table.row().state == OVER
    told = text_of(table.mails_to("Dark Green")[-1])
    assert "A draw between Red and Blue" in told
    assert "nobody runs any more" in told
    assert seed in told
    assert "NOT DONE r1 is over" in gm(table, "END GAME")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "END GAME draw Red",
            "NOT DONE A draw is shared by at least two powers. If Red has won, write END GAME",
        ),
        ("END GAME as a draw: Red, red", "NOT DONE A draw is shared by at least two powers."),
        (
            "END GAME won by Red, Blue",
            "NOT DONE Red and Blue cannot win together. Name one winner, or write END",
        ),
        ("END GAME draw Red, Atlantis", 'There is no power "Atlantis"'),
    ],
)
def test_a_contradictory_result_is_refused(table: Table, line: str, told: str) -> None:
    assert told in gm(table, line)
    assert table.row().state == RUNNING


def test_allies_may_win_together(table: Table) -> None:
    table.opens("e1", players={"Germany": "ann@x.org", "Russia": "bob@y.org"}, game="empires")
    assert "cannot win together" in gm(table, "END GAME won by Germany, Russia", "e1")
    told = gm(table, "END GAME won by Germany and Austria-Hungary", "e1")
    assert "Germany and Austria-Hungary have won." in told


def test_a_power_that_does_not_play_cannot_share_a_draw(table: Table) -> None:
    players = {"Red": "ann@x.org", "Blue": "bob@y.org"}
    plan = Plan("d2", "domination", "gm@w.org", [Player(*one) for one in players.items()], "72h")
    open_table(replace(plan, options={"players": "2"}), table.office, table.clock.now())
    assert 'no power "Purple"' in gm(table, "END GAME draw Red, Purple", "d2")
    assert "A draw between Red and Blue" in gm(table, "END GAME draw Red, Blue", "d2")


def test_reopen_undoes_the_end_of_a_game(table: Table) -> None:
    table.mail("ann@x.org", "go 2")
    before, seed = table.row().position, table.row().seed
    gm(table, "END GAME won by Red")
    assert "REOPEN undoes that" in gm(table, "ROLLBACK")
    assert "Everybody has been informed" in gm(table, "REOPEN because it was a slip")
    row = table.row()
    assert (row.state, row.position, row.number) == (RUNNING, before, 1)
    assert "a slip" in text_of(news_to(table, "Blue", "goes on after all"))
    table.reply(table.report_to("Red"), "status")
    assert "go 2" in text_of(table.last_to("Red"))
    assert row.seed != seed, "everybody knows what the old one would roll"
    log = gm(table, "LOG")
    assert seed in log
    assert hashlib.sha256(row.seed.encode()).hexdigest() in log
    assert row.seed not in log
    table.deadline_passes()
    assert seed in text_of(table.report_to("Blue"))
    assert "r1 is running, not over" in gm(table, "REOPEN")


def test_a_finished_game_that_is_rolled_back_has_other_dice(table: Table) -> None:
    while table.row().state != OVER:
        for address in PLAYERS.values():
            table.mail(address, "TURN NEXT\ngo 6")
        table.deadline_passes()
    seed = table.row().seed
    assert "ROLLBACK undoes the turn that has ended it" in gm(table, "REOPEN")
    gm(table, "ROLLBACK")
    assert table.row().seed != seed
    assert f"came from the seed {seed}" in gm(table, "LOG")


def test_the_gm_token_is_never_mailed_to_players(table: Table) -> None:
    gm(table, "BROADCAST\nHello.\nEND\nEXTEND 24h\nREPLACE Red with Dora <dora@v.org>\nROLLBACK")
    own = tokens_in([seat_address(table.office.credentials.seal, gm_seat(table.row()), JUDGE)])
    for who in (*PLAYERS, "dora@v.org"):
        raws = [mail.as_bytes().decode("ascii", "replace").replace("=\n", "") for mail in table.mails_to(who)]
        assert not tokens_in(raws) & own
        assert all("gm@w.org" not in raw for raw in raws)


# --- who may act as the GM ---------------------------------------------------------------------------------


def test_a_forged_gm_is_asked_to_confirm_and_nothing_is_done(table: Table) -> None:
    number = table.mail(GM_ADDRESS, "END GAME won by Red", "r1")
    assert table.stored(number).state == HELD
    assert table.row().state == RUNNING
    asked = table.last_to(GM_ADDRESS)
    assert "END GAME won by Red" in text_of(asked)
    table.reply(asked, "yes")
    assert table.row().state == RUNNING
    assert "PREVIEW, not done yet" in text_of(table.last_to(GM_ADDRESS))
    table.reply(table.last_to(GM_ADDRESS), "yes")
    assert table.row().state == OVER


def test_a_gm_who_is_only_vouched_for_is_asked_first(table: Table) -> None:
    table.vouched.add(GM_ADDRESS)
    table.mail(GM_ADDRESS, "PAUSE", "r1")
    assert table.row().state == RUNNING
    table.reply(table.last_to(GM_ADDRESS), "YES")
    assert table.row().state == PAUSED


def test_a_players_token_does_not_speak_for_the_gm(table: Table) -> None:
    own = seat_address(table.office.credentials.seal, table.seat("Red"), JUDGE)
    table.mail("ann@x.org", "PAUSE\nEND GAME", "r1", own)
    table.mail("ann@x.org", "PAUSE", "r1 GM", own.replace("+red.", "+gm."))
    assert table.row().state == RUNNING


def test_the_gm_of_one_table_cannot_act_at_another(table: Table) -> None:
    table.opens("r2")
    own = seat_address(table.office.credentials.seal, gm_seat(table.row("r1")), JUDGE)
    table.mail(GM_ADDRESS, "PAUSE", "r2", own.replace(".r1.", ".r2."))
    assert (table.row("r1").state, table.row("r2").state) == (RUNNING, RUNNING)


def test_a_gm_who_plays_speaks_as_gm_if_the_first_line_is_a_gm_action(table: Table) -> None:
    table.vouched.add(GM_ADDRESS)
    table.opens("r2", players={"Red": GM_ADDRESS, "Blue": "bob@y.org"})
    table.mail(GM_ADDRESS, "go 4", "r2")
    assert "Red will go 4" in text_of(table.last_to(GM_ADDRESS))
    table.mail(GM_ADDRESS, "EXTEND 24h", "r2")
    table.reply(table.last_to(GM_ADDRESS), "YES")
    assert table.row("r2").deadline_utc == MONDAY + timedelta(hours=96)


# --- rollback and rollforward -------------------------------------------------------------------------------


def test_several_turns_are_rolled_back_at_once_by_number_or_by_name(table: Table) -> None:
    start, names = table.row().position, []
    for _ in range(3):
        table.deadline_passes()
        names.append(table.turns()[-1].name)
        table.clock.passes(hours=1)
    assert f"{names[1]} was rolled back, and 1 turn after it" in gm(table, "ROLLBACK 2 turns")
    assert table.row().number == 2
    assert "is not a turn that was run; the last ones" in gm(table, "ROLLBACK to Spring 1901")
    gm(table, f"ROLLBACK to {names[0]} because of a slip")
    assert (table.row().number, table.row().position) == (1, start)


def test_after_a_rollback_everybody_has_a_new_report_to_reply_to(table: Table) -> None:
    table.deadline_passes()
    table.clock.passes(hours=1)
    gm(table, "ROLLBACK")
    table.reply(table.report_to("Red"), "go 5")
    assert "Red will go 5" in text_of(table.last_to("Red"))


def test_rollforward_undoes_a_rollback(table: Table) -> None:
    table.mail("ann@x.org", "go 2")
    table.deadline_passes()
    ran, report = table.turns()[0], table.report_to("Red")
    after = table.row().position
    table.clock.passes(hours=1)
    table.mail("ann@x.org", "TURN NEXT\ngo 6")
    gm(table, "ROLLBACK")
    table.clock.passes(hours=1)
    table.mail("ann@x.org", "TURN NEXT\ngo 1\n")
    table.mail("bob@y.org", "TURN NEXT\ngo 1\n")
    preview = gm_asks(table, "ROLLFORWARD because it was right")
    assert "Different on the board, for everybody" in preview
    assert table.row().number == 1
    assert "counts again as it was run" in gm_answers(table, "YES")
    assert "it was right" in text_of(news_to(table, "Blue", "counts again"))
    row = table.row()
    assert (row.number, row.position, row.state) == (2, after, RUNNING)
    assert row.deadline_utc is not None
    assert row.deadline_utc > table.clock.now()
    again = table.turns()[0]
    assert (again.record, again.orders, again.adjudicated_utc) == (
        ran.record,
        ran.orders,
        ran.adjudicated_utc,
    )
    table.reply(report, "status")
    assert "go 6" in text_of(table.last_to("Red"))
    gm(table, "ROLLBACK")
    table.mail("ann@x.org", "status", "r1")
    assert "go 2" in text_of(table.last_to("Red"))


def test_several_rollbacks_are_undone_one_by_one(table: Table) -> None:
    for step in (1, 2):
        table.mail("ann@x.org", f"TURN NEXT\ngo {step}")
        table.deadline_passes()
        table.clock.passes(hours=1)
    end = table.row().position
    assert "undoes it, one turn at a time." in gm(table, "ROLLBACK 2 turns")
    assert "ROLLFORWARD once more does the same for Lap 2, night." in gm(table, "ROLLFORWARD")
    assert "once more" not in gm(table, "roll forward")
    assert (table.row().number, table.row().position) == (3, end)
    assert "Nothing was rolled back" in gm(table, "ROLLFORWARD")


def test_rollforward_needs_the_position_of_the_turn(table: Table) -> None:
    table.deadline_passes()
    table.clock.passes(hours=1)
    gm(table, "ROLLBACK\nCORRECT because Red was cheated\nat.Red = 4\nEND")
    assert "was run from a position that is not the current one" in gm(table, "ROLLFORWARD")
    assert table.row().number == 1


def test_an_undone_turn_does_not_count_as_nmr(table: Table) -> None:
    gm(table, "SET silence civil disorder")
    table.mail("ann@x.org", "go 2")
    table.deadline_passes()
    table.clock.passes(hours=1)
    gm(table, "ROLLBACK")
    assert table.seat("Blue").missed == 0
    gm(table, "ROLLFORWARD")
    assert table.seat("Blue").missed == 1


def test_a_restored_turn_is_not_an_nmr_of_a_player_who_joined_later(table: Table) -> None:
    table.mail("ann@x.org", "go 2")
    table.deadline_passes()
    table.clock.passes(hours=1)
    gm(table, "REPLACE Blue with Eve <eve@x.org> NOW")
    assert table.seat("Blue").missed == 0
    gm(table, "ROLLBACK")
    gm(table, "ROLLFORWARD")
    assert (table.seat("Blue").missed, table.seat("Dark Green").missed) == (0, 1)
    gm(table, "ROLLBACK")
    gm(table, "REPLACE Dark Green with Fay <fay@x.org> NOW")
    gm(table, "ROLLFORWARD")
    assert table.seat("Dark Green").missed == 0


# --- messages -----------------------------------------------------------------------------------------------


def test_the_gm_writes_to_one_player_and_is_answered(table: Table) -> None:
    table.mail("ann@x.org", "PRESS TO GM\nMay I jump?\nEND")
    table.reply(news_to(table, GM_ADDRESS, "press between Red"), "PRESS TO Red\nYou may not.\nEND")
    message = news_to(table, "Red", "press between Red and the GM")
    assert "You may not." in text_of(message)
    assert not got(table, "Blue", "press between")
    table.reply(message, "PRESS TO GM\nThank you.\nEND")
    assert "Thank you." in text_of(news_to(table, GM_ADDRESS, "press between Red"))


def test_the_gm_writes_in_the_bulletin(table: Table) -> None:
    assert "It will be in the next bulletin" in gm(table, "PRESS TO BULLETIN\nA fine race.\nEND")
    table.deadline_passes()
    assert "A fine race." in text_of(table.report_to("Blue"))
    assert "Blue" in gm(table, "PRESS TO Red and Bob\nWhere are you?\nEND")
    assert 'There is no power "Narnia"' in gm(table, "PRESS TO Narnia\nHello.\nEND")


def test_a_gm_who_reads_all_press_learns_who_wrote_grey_press(table: Table) -> None:
    table.mail("ann@x.org", "PRESS TO Blue\nLet us talk.\nEND")
    assert not got(table, GM_ADDRESS, "press between Red")
    gm(table, "SET press grey\nSET gm_press all")
    table.mail("ann@x.org", "GREY PRESS TO Blue\nBeware.\nEND")
    assert "Beware." in text_of(news_to(table, GM_ADDRESS, "press from Red"))
    table.mail("bob@y.org", "HOUSE RULES")
    assert "a copy of every press message" in text_of(table.last_to("Blue"))


@pytest.mark.parametrize(
    ("house", "told"),
    [({"names": "hidden"}, True), ({"names": "hidden", "reveal": False}, False), ({"names": "shown"}, True)],
)
def test_the_last_bulletin_names_the_players_unless_they_stay_hidden(
    table: Table, house: dict[str, str | bool], told: bool
) -> None:
    seats = [Player("Red", "ann@x.org", "Ann"), Player("Blue", "bob@y.org", "Bob")]
    open_table(Plan("r2", "race", GM_ADDRESS, seats, house=house), table.office, table.clock.now())
    while table.row("r2").state == RUNNING:
        table.mail("ann@x.org", "TURN NEXT\ngo 6", "r2")
        table.deadline_passes("r2")
        table.clock.passes(hours=1)
    report = text_of(table.report_to("bob@y.org"))
    assert ("Who played ---------- Ann played Red" in report) is told, "no note of the game master"


def test_the_gm_is_shown_every_rule_as_set_takes_it(table: Table) -> None:
    told = gm(table, "SET")
    for line in (
        "pace = 72h",
        "silence = hold",
        "reminders = 24h, 2h",
        "last_call = yes",
        "rest_days = none",
    ):
        assert line in told
    gm(table, "SET reminders = none\nSET last_call = no\nSET rest_days = Good Friday, 24 Dec to 2 Jan")
    assert table.row().house == {
        "reminders": [], "last_call": False, "rest_days": ["Good Friday", "24 Dec to 2 Jan"],
    }  # fmt: skip
    assert "rest_days = Good Friday, 24 Dec to 2 Jan" in gm(table, "HOUSE RULES")


def test_a_broadcast_keeps_its_paragraphs_and_lists_in_html(table: Table) -> None:
    gm(table, "BROADCAST\nDear all,\n\nplease mind:\n\n- the clocks\n- the holidays\nEND")
    mail = news_to(table, "Blue", "from the game master")
    body = mail.get_body(("html",))
    page = str(body.get_content()) if body else ""
    assert [page.count(words) for words in (">Dear all,</p>", ">the clocks</li>", ">the holidays</li>")] == [
        1
    ] * 3


def test_help_names_powers_of_the_table(table: Table) -> None:
    told = gm(table, "HELP")
    assert "EJECT Red: nobody plays it" in told
    assert "END GAME draw Blue, Red, or END GAME won by Red" in told
    table.opens("std3", "72h", {"France": "france@x.org"}, "standard")
    assert "EJECT Austria: nobody plays it" in gm(table, "HELP", "std3")


# --- several actions of one message ------------------------------------------------------------------------


def news_of_blue(table: Table) -> str:
    return "\n".join(text_of(mail) for mail in table.mails_to("Blue"))


def test_two_broadcasts_of_one_message_are_two_messages(table: Table) -> None:
    first, second = (f"BROADCAST\nthe {which} word\nEND\n" for which in ("first", "second"))
    gm(table, first + second + first)
    assert news_of_blue(table).count("the first word") == 2
    assert "the second word" in news_of_blue(table)


def test_each_changed_house_rule_is_announced(table: Table) -> None:
    gm(table, "SET log gm\nSET reminders 6h\nSET press_phases night")
    told = news_of_blue(table)
    assert [key for key in ("log:", "reminders:", "press_phases:") if key not in told] == []


def test_each_replaced_player_is_announced(table: Table) -> None:
    gm(table, "REPLACE Red with Dora <dora@x.org>\nREPLACE Dark Green with Emil <emil@x.org>")
    told = news_of_blue(table)
    assert ("Red" in told, "Dark Green" in told) == (True, True)
    assert len([mail for mail in table.mails_to("Blue") if "new player" in str(mail["Subject"])]) == 2


def test_each_correction_of_one_message_is_announced(table: Table) -> None:
    gm(table, "CORRECT because one\nat.Red = 4\nEND\nCORRECT because two\nat.Red = 5\nEND")
    assert ("one" in news_of_blue(table), "two" in news_of_blue(table)) == (True, True)


def test_two_actions_on_one_seat_in_one_message_are_announced_twice(table: Table) -> None:
    gm(table, "EJECT Red\nREPLACE Red with Dora <dora@x.org>\nEJECT Red\nREPLACE Red with Emil <emil@x.org>")
    told = [str(mail["Subject"]) for mail in table.mails_to("Blue")]
    assert len(told) == 4


def test_a_substitute_without_a_name_has_the_one_by_which_the_table_knows_them(table: Table) -> None:
    table.vouched.add("hal@x.org")
    table.set_rules("r1", observers=True)
    table.mail("Hal Ward <hal@x.org>", "OBSERVE r1", "hello")
    gm(table, "REPLACE Blue with hal@x.org")
    gm(table, "REPLACE Red with ivy@x.org")
    assert table.seat("Blue").player == "Hal Ward"
    assert table.seat("Red").player == "ivy"


def test_the_game_master_learns_that_a_player_is_back(table: Table) -> None:
    table.says("ann@x.org", "BACK")
    assert not got(table, GM_ADDRESS, "back")
    table.clock.passes(minutes=40)
    table.says("ann@x.org", "AWAY 3 Dec to 10 Dec")
    table.clock.passes(minutes=40)
    table.says("ann@x.org", "BACK")
    assert "Red is no longer away" in text_of(news_to(table, GM_ADDRESS, "Red is back"))
