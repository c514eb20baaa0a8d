"""Mistakes of game masters: the program does or suggests what they meant, and nothing else."""

import pytest

from tests.support.gamemaster import GM_ADDRESS, gm, gm_answers, gm_asks, may_open_tables
from tests.support.table import ASKS, Table, text_of


def test_a_misspelled_new_table_gets_a_suggestion(table: Table) -> None:
    may_open_tables(table, "new@w.org")
    table.vouched.add("new@w.org")
    table.mail("new@w.org", "NEW TABEL std5 standard\npace = 72h\nEND", "hello")
    told = text_of(table.last_to("new@w.org"))
    assert "line 1 NEW TABEL std5 standard NOT DONE" in told
    assert "If you meant a command: NEW TABLE" in told
    table.mail("new@w.org", "I would like to lead a game.", "hello")
    assert "A form for NEW TABLE" in text_of(table.last_to("new@w.org"))


def test_a_stranger_learns_what_a_misspelled_command_may_mean(table: Table) -> None:
    table.vouched.add("new@x.org")
    table.mail("new@x.org", "JION r1", "hello")
    told = text_of(table.last_to("new@x.org"))
    assert "If you meant a command: JOIN" in told
    assert "Nobody who plays here is registered with your address" in told
    assert "NEW TABLE" not in told


@pytest.mark.parametrize("line", ["PAUSE r1", "pause r1 because of a storm"])
def test_a_line_may_name_its_own_table(table: Table, line: str) -> None:
    assert "r1 is paused" in gm(table, line)
    assert table.row().state == "paused"


@pytest.mark.parametrize(
    "line", ["PAUSE r9", "EXTEND r9 24h", "EXTEND r9 to Friday", "DEADLINE r9 Friday 20:00"]
)
def test_a_table_that_does_not_exist_is_named_in_the_answer(table: Table, line: str) -> None:
    before = table.row().deadline_utc
    assert "There is no table r9, and this message is for r1." in gm(table, line)
    assert (table.row().state, table.row().deadline_utc) == ("running", before)


@pytest.mark.parametrize("line", ["ROLLBACK r9", "RUN NOW r9", "END GAME r9", "REMIND r9"])
def test_so_is_one_of_an_action_about_turns(table: Table, line: str) -> None:
    assert "There is no table r9, and this message is for r1." in gm(table, line)


def test_an_extension_may_name_its_own_table(table: Table) -> None:
    before = table.row().deadline_utc
    assert "NOT DONE" not in gm(table, "EXTEND r1 24h")
    assert table.row().deadline_utc != before


@pytest.mark.parametrize("line", ["PAUSE race2", "EXTEND race2 24h", "RUN NOW race2", "RESUME race2"])
def test_a_line_for_another_table_does_nothing_here(table: Table, line: str) -> None:
    table.opens("race2")
    before = table.row()
    told = gm(table, line)
    assert "This message is for r1, and race2 is another table" in told
    after = table.row()
    assert (after.state, after.deadline_utc, after.number) == (
        before.state,
        before.deadline_utc,
        before.number,
    )


def test_yes_without_a_question_is_answered(table: Table) -> None:
    assert "No question of r1 waits for your YES or NO" in gm(table, "YES")


def test_orders_to_a_paused_game_are_kept_and_the_answer_says_that_it_is_paused(table: Table) -> None:
    gm(table, "PAUSE because of a storm")
    table.mail("ann@x.org", "go 3")
    told = text_of(table.last_to("Red"))
    assert "The game is paused and no deadline is set" in told
    assert "go 3" in told
    gm(table, "RESUME")
    table.mail("ann@x.org", "go 2")
    assert "paused" not in text_of(table.last_to("Red"))


def test_an_action_that_nobody_could_approve_is_refused_at_once(table: Table) -> None:
    table.set_rules("r1", two_approvals=True)
    table.deadline_passes()
    told = gm_asks(table, "ROLLBACK because a message was lost")
    assert "there is nobody who can, so nothing was done" in told
    assert ASKS not in told


def test_a_wrong_value_of_a_house_rule_is_named_in_plain_words(table: Table) -> None:
    told = gm(table, "SET silence = wiat")
    assert 'silence: "wiat" is not one of its values; write hold, wait, civil disorder' in told


def test_yes_to_a_poll_is_answered_with_its_letters(table: Table) -> None:
    gm(table, "POLL Shall we play faster?\ngladly\nrather not\nEND")
    table.mail("ann@x.org", "VOTE yes")
    told = text_of(table.last_to("Red"))
    assert "NOT DONE" in told
    assert "A: gladly" in told


def test_a_table_with_players_does_not_promise_to_wait_for_begin(table: Table) -> None:
    may_open_tables(table, GM_ADDRESS)
    table.vouched.add(GM_ADDRESS)
    told = text_of(
        table.says(GM_ADDRESS, "NEW TABLE r9 race\nbegins = by the gm\nRed = ann@x.org\nEND", "new")
    )
    assert "a table with players begins at once" in told
    told = text_of(table.says(GM_ADDRESS, "NEW TABLE r9 race\nbegins = by the gm\nEND", "new"))
    assert "NOT DONE" not in told
    assert table.row("r9").state == "forming"


def test_a_date_that_has_just_passed_is_not_taken_for_next_year(table: Table) -> None:
    before = table.row().deadline_utc
    told = gm(table, "EXTEND TO 1 Nov")
    assert "Mon 1 Nov 2027" in told
    assert "write the year too" in told
    assert table.row().deadline_utc == before
    assert "NOT DONE" not in gm(table, "EXTEND TO 1 Nov 2027 20:00")


def test_the_name_of_a_house_rule_may_be_written_in_words(table: Table) -> None:
    assert "NOT DONE" not in gm(table, "SET min reliability 80")
    assert table.row().house["min_reliability"] == 80


def test_a_misspelled_house_rule_gets_a_suggestion(table: Table) -> None:
    told = gm(table, "SET mendin 80")
    assert "did you mean mending?" in told
    assert "?." not in told


def test_a_gm_asks_for_the_standings(table: Table) -> None:
    assert "Which tournament? There is none here." in gm(table, "STANDINGS")
    assert 'There is no tournament "spring"' in gm(table, "STANDINGS spring")
    assert "Points count when a game is over" in gm(table, "HELP STANDINGS")


def test_a_deadline_may_be_set_without_the_word_extend(table: Table) -> None:
    assert "Orders are due Sun 29 Nov 2026, 20:00" in gm(table, "DEADLINE Sunday 20:00")
    assert "Orders are due Mon 30 Nov 2026, 20:00" in gm(table, "New deadline: 30 Nov 20:00")


def test_a_map_of_an_earlier_turn_is_not_sent_but_the_answer_says_what_is(table: Table) -> None:
    assert "REPORT Spring 1901 shows what happened" in gm(table, "MAP Spring 1901")
    table.mail("ann@x.org", "MAP Spring 1901")
    assert "HISTORY Spring 1901 shows what happened" in text_of(table.last_to("Red"))


def test_the_help_of_new_table_explains_positions_to_a_game_master(table: Table) -> None:
    told = gm(table, "HELP NEW TABLE")
    assert "players' help" not in told
    assert 'units.France = ["A Par", "F Bre"]' in told


def test_actions_within_a_text_for_people_are_pointed_out(table: Table) -> None:
    told = gm(table, "BROADCAST\nGood luck to all of you\nPAUSE\nEXTEND 24h")
    assert "sent as part of the text and not executed: PAUSE; EXTEND 24h." in told
    assert "EXTEND 24h" in text_of(table.last_to("ann@x.org"))
    assert table.row().state == "running"
    assert "not executed" not in gm(table, "BROADCAST\nGood luck\nEND\nPAUSE")
    assert table.row().state == "paused"


def test_a_game_master_learns_that_a_line_was_cut(table: Table) -> None:
    told = gm(table, "BROADCAST\nGood luck " + "x" * 30000 + "\nEND")
    assert "Sent to everybody" in told
    assert "a line of your message is longer than" in told.lower() or "longer than" in told
    assert "longer than" not in gm(table, "BROADCAST\nGood luck\nEND")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("POSTION", "If you meant this: POSITION: the position as everybody may know it"),
        ("POSITION ALL please", "Read as POSITION ALL."),
        ("GM IS", "If you meant this: GM IS Dora"),
        ("DEADLINE", "If you meant this: EXTEND 24h"),
        ("SHORTEN 24h", "If you meant this: EXTEND 24h"),
        ("KICK Red", "Read as EJECT Red."),
    ],
)
def test_the_action_that_a_line_names_or_comes_nearest_to_is_suggested(
    table: Table, line: str, told: str
) -> None:
    assert told in gm(table, line)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("HELP DEADLINE", "DEADLINE is the same as EXTEND TO"),
        ("HELP ROLBACK", 'There is no action called "ROLBACK"; did you mean ROLLBACK?'),
        ("EXTEND 400 days", '"400 days" is too long; a length of time has at most 366 days'),
        ("REPLACE Red with Dora", "or with me, with a robot, or from the waiting list"),
        ("REVOKE zed@x.org", "zed@x.org does not observe r1 and sees nothing that is hidden"),
    ],
)
def test_the_answer_to_a_mistake_suggests_a_valid_action(table: Table, line: str, told: str) -> None:
    assert told in gm(table, line)


def test_an_action_refused_for_a_paused_or_finished_game_names_the_one_needed_first(table: Table) -> None:
    gm(table, "PAUSE")
    assert "no deadline that could be moved; RESUME" in gm(table, "EXTEND 24h")
    gm(table, "END GAME")
    for line in ("EXTEND 24h", "RUN NOW", "END GAME", "PREVIEW RUN", "CORRECT because of a slip\nEND"):
        assert "REOPEN takes back the end of the game" in gm(table, line), line


def test_a_game_master_who_rejects_a_message_learns_how_to_renew_their_address(table: Table) -> None:
    table.mail(GM_ADDRESS, "PAUSE")
    table.reply(table.last_to(GM_ADDRESS), "NO")
    told = [text_of(mail) for mail in table.mails_to(GM_ADDRESS)]
    assert any("write RENEW GM to get a new one" in one for one in told)
    assert not any("The game master has been warned" in one for one in told)


def test_a_reply_to_a_bulletin_speaks_for_the_game_master(table: Table) -> None:
    table.deadline_passes()
    table.reply(table.bulletin_to(GM_ADDRESS), "PAUSE")
    assert table.row().state == "paused"
    assert not any("is this message yours" in str(mail["Subject"]) for mail in table.mails_to(GM_ADDRESS))


def test_a_reply_to_the_last_bulletin_speaks_for_the_player_who_sends_it(table: Table) -> None:
    gm(table, "END GAME")
    table.reply(table.bulletin_to("Red"), "STATUS")
    assert "is this message yours" not in str(table.last_to("Red")["Subject"])
    assert "r1" in text_of(table.last_to("Red"))


def test_an_earlier_deadline_is_previewed_and_called_earlier(table: Table) -> None:
    before = table.row().deadline_utc
    told = gm_asks(table, "DEADLINE tomorrow 12:00")
    assert "Tue 24 Nov 2026, 12:00 UTC, which is earlier" in told
    assert ASKS in told
    assert table.row().deadline_utc == before
    table.clock.passes(hours=16)  # "tomorrow" is counted from when it was written
    told = gm_answers(table, "YES")
    assert "Orders are due Tue 24 Nov 2026, 12:00 UTC: earlier than before" in told
    assert "It is earlier than before" in text_of(table.last_to("Red"))
    assert ASKS not in gm_asks(table, "EXTEND 24h")


def test_an_earlier_deadline_is_set_at_once_with_now(table: Table) -> None:
    assert "Orders are due Tue 24 Nov 2026, 12:00 UTC" in gm_asks(table, "DEADLINE tomorrow 12:00 NOW")


def test_a_weekday_that_may_be_an_earlier_one_is_said_to_be_the_later(table: Table) -> None:
    told = gm(table, "DEADLINE Wednesday")
    assert "Orders are due Wed 2 Dec 2026, 09:00 UTC" in told
    assert "If you meant Wed 25 Nov 2026, 09:00 UTC, write the date: DEADLINE 25 Nov 09:00" in told
    assert "If you meant" not in gm(table, "EXTEND TO 4 Dec")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("EXTEND TO Sonday 20:00", 'did you mean "Sunday 20:00"?'),
        ("EXTEND TO Fryday", 'did you mean "Friday"?'),
        ("DEADLINE Wensday", 'did you mean "Wednesday"?'),
        ("SET pace every Sonday 18:00 UTC", '"sonday" is not a day of the week; did you mean Sunday?'),
        ("SET rest_weekdays Thrusday", "did you mean Thursday?"),
    ],
)
def test_a_misspelled_weekday_gets_a_suggestion(table: Table, line: str, told: str) -> None:
    assert told in gm(table, line)
    assert "?." not in gm(table, line)


def test_a_seat_is_taken_away_after_a_preview(table: Table) -> None:
    told = gm_asks(table, "EJECT Red because of silence")
    assert "Red has no player now, and can be taken over. The reason: silence." in told
    assert "ann@x.org" in gm(table, "WHOIS Red")
    gm_asks(table, "EJECT Red because of silence")
    assert "Red has no player now" in gm_answers(table, "YES")


def test_a_reopened_game_with_a_random_start_does_not_begin_from_a_position_of_the_gm(table: Table) -> None:
    game = table.office.find_game("downfall-xiii")
    table.opens("d1", game="downfall-xiii", players={game.card.seats[0]: "ann@x.org"})
    gm(table, "END GAME", "d1")
    assert "goes on" in gm(table, "REOPEN", "d1")
    gm(table, f"REPLACE {game.card.seats[0]} with Dora <dora@v.org>", "d1")
    assert "from a position that the game master has set up" not in text_of(table.last_to("dora@v.org"))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ROLLBACK now", "PREVIEW, not done yet"),
        ("ROLLBACK two turns", "PREVIEW, not done yet"),
        ("ROLLBACK 5 turns", "Only 2 turns were run; ROLLBACK to Lap 1, day undoes all of them"),
        ("ROLLBACK to Lpa 1", "did you mean Lap 1, day?"),
        ("END GAME draw", "The game was ended. A draw between Red, Blue and Dark Green."),
        ("END GAME in a draw", "A draw between Red, Blue and Dark Green."),
        ("End the game as a draw between all survivors", "A draw between Red, Blue and Dark Green."),
        ("END GAME draw of everybody still alive", "A draw between Red, Blue and Dark Green."),
        ("End the game in a two-way draw between Ann and Bob", "A draw between Red and Blue."),
        ("END GAME, nobody wins", "The game ends without a winner"),
        ("END GAME draw of Red", "A draw is shared by at least two powers"),
        ("END GAME Red wins", "The game was ended. Red has won"),
        ("END GAME won by Rde", "Did you mean Red?"),
    ],
)
def test_turns_and_ends_are_named_as_people_write_them(table: Table, line: str, told: str) -> None:
    table.deadline_passes()
    table.deadline_passes()
    number = table.row().number
    assert told in gm_asks(table, line)
    assert table.row().number == number


def test_a_vote_about_a_rule_ends_with_the_game(table: Table) -> None:
    table.set_rules("r1", rule_votes=True)
    gm(table, "SET silence wait")
    gm(table, "END GAME")
    assert "Poll:" not in text_of(table.bulletin_to("Red"))
    assert "Poll:" not in gm(table, "STATUS")
    gm(table, "REOPEN")
    table.mail("ann@x.org", "VOTE A")
    assert "No poll is open" in text_of(table.last_to("Red"))


@pytest.mark.parametrize("line", ["SET silence", "HELP silence", "HOUSE RULE silence", "HELP SILENCE"])
def test_a_house_rule_is_shown_with_its_value_and_its_choices(table: Table, line: str) -> None:
    table.set_rules("r1", silence="wait")
    told = gm_asks(table, line)
    assert "silence = wait now. It can be hold, wait, civil disorder, replace, robot." in told
    assert '"wait": the turn waits for the missing orders' in told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("SET silent turns", "silent_turns = 2 now. SET silent_turns and a value changes it."),
        ("SET last_call", "last_call = yes now. It can be yes, no."),
        ("SET names", "names = shown, and cannot be changed."),
        ("SET pace", "pace = 72h now."),
        ("SET silnce", "did you mean silence?"),
        ("HELP YES", "YES on a line of its own"),
        ("HELP NO", "NO to leave everything as it is"),
        ("HELP NOW", "without the question"),
        ("HELP NOTE", "NOTE, your text, END"),
        ("VOTE A", "VOTE is a command of players"),
        ("JOIN r1", "JOIN is a command of players"),
        ("VOTA A", "not an action of a game master"),
    ],
)
def test_a_word_gets_the_help_that_it_asks_for(table: Table, line: str, told: str) -> None:
    assert told in gm_asks(table, line)


@pytest.mark.parametrize("line", ["BROADCAST hello to all of you", "BROADCAST: hello to all of you"])
def test_a_text_for_everybody_may_be_on_the_line_itself(table: Table, line: str) -> None:
    assert "Sent to everybody" in gm(table, line)
    assert "hello to all of you" in text_of(table.last_to("Red"))


@pytest.mark.parametrize("line", ["BROADCAST to Red: hello you", "BROADCAST TO Red hello", "BROADCAST"])
def test_a_text_for_one_player_is_not_sent_to_everybody(table: Table, line: str) -> None:
    assert "NOT DONE" in gm(table, line)
    assert not any("hello" in text_of(mail) for mail in table.mails_to("Blue"))


def test_a_power_without_a_player_names_who_played_it_before(table: Table) -> None:
    gm(table, "EJECT Red")
    told = gm(table, "WHOIS Red")
    assert "Nobody plays Red. Red was played by" in told
    assert "Red was played by" in gm(table, "WHOIS ann@x.org")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("WHOIS Rde", 'Nobody at this table is called "Rde"; did you mean Red?'),
        ("WHOIS zed@x.org", 'Nobody at this table has the address "zed@x.org"; PLAYERS lists everybody'),
        ("WHOIS Quentin", "the powers are Red, Blue and Dark Green"),
    ],
)
def test_an_unknown_person_is_called_unknown_once(table: Table, line: str, told: str) -> None:
    assert told in gm(table, line)


def test_a_person_who_waits_or_observes_is_found(table: Table) -> None:
    for word in ("JOIN", "OBSERVE"):
        table.vouched.add(f"{word.lower()}@x.org")
        table.mail(f"{word.lower()}@x.org", f"{word} r1", "hello")
    assert "On the waiting list: join@x.org" in gm(table, "WHOIS join@x.org")
    assert "Observer: " in gm(table, "WHOIS observe@x.org")
    assert "A player" not in gm(table, "PLAYERS")


def test_a_taken_name_of_a_table_gets_the_next_free_one(table: Table) -> None:
    may_open_tables(table, GM_ADDRESS)
    assert "there is a table r1 already; choose another name, such as r2" in gm(
        table, "NEW TABLE r1 race\nEND"
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("at.Red = [A", 'the line "at.Red = [A" cannot be read'),
        ("Red goes to 4", 'the line "Red goes to 4" cannot be read'),
        ("at.Red = 4\nat.Red = 5", "a value is given twice"),
    ],
)
def test_a_line_of_a_correction_that_cannot_be_read_is_quoted(table: Table, line: str, told: str) -> None:
    answer = gm_asks(table, f"CORRECT because of a slip\n{line}\nEND")
    assert told.lower() in answer.lower()
    assert "column" not in answer


def test_a_unit_that_a_correction_removes_is_named(table: Table) -> None:
    table.opens("std1", game="standard", players={"Austria": "ann@x.org"})
    lines = 'CORRECT because of a slip\nunits.Austria = ["A Vie", "F Tri"]\nEND'
    assert "Army Vienna, Fleet Trieste (no longer Army Budapest)" in gm_asks(table, lines, "std1")


def test_a_table_that_waits_for_begin_is_not_said_to_begin_when_it_is_full(table: Table) -> None:
    may_open_tables(table, GM_ADDRESS)
    table.vouched |= {GM_ADDRESS, "new@x.org"}
    told = table.says(GM_ADDRESS, "NEW TABLE r9 race\nbegins = by the gm\nEND", "new")
    assert "it has 3 seats, and begins when you write BEGIN" in text_of(told)
    table.mail("new@x.org", "JOIN r9", "hello")
    assert "the game begins when its game master decides" in text_of(table.last_to("new@x.org"))
    assert "It begins when you write BEGIN" in gm(table, "STATUS", "r9")
    heard = [text_of(mail) for mail in table.mails_to(GM_ADDRESS)]
    assert any("The game begins when you write BEGIN" in one for one in heard)
    assert not any("begins automatically" in one for one in heard)


def test_a_pace_without_a_time_zone_is_in_that_of_the_table(table: Table) -> None:
    may_open_tables(table, GM_ADDRESS)
    table.vouched.add(GM_ADDRESS)
    lines = (
        "zone = Europe/Berlin\npace = every Sunday 18:00\nrest days = Christmas, New Year\nRed = ann@x.org"
    )
    told = table.says(GM_ADDRESS, f"NEW TABLE r9 race\n{lines}\nEND", "new")
    assert "NOT DONE" not in text_of(told)
    deadline = table.row("r9").deadline_utc
    assert deadline is not None
    assert (deadline.weekday(), deadline.hour) == (6, 17)


def test_the_pace_of_empires_may_be_written_as_the_form_does(table: Table) -> None:
    may_open_tables(table, GM_ADDRESS)
    table.vouched.add(GM_ADDRESS)
    told = table.says(GM_ADDRESS, "NEW TABLE e9 empires\npace = 48h\npace = single\nEND", "new")
    assert "NOT DONE" not in text_of(told)
    row = table.row("e9")
    assert (row.pace, row.options["pace"]) == ("48h", "single")


def test_only_a_changed_rule_about_deadlines_mentions_the_deadline(table: Table) -> None:
    assert "The deadline that is set stays" in gm(table, "SET pace 48h")
    assert "The deadline that is set stays" not in gm(table, "SET silence wait")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("extend deadline by a day", "a day later than"),
        ("Move the deadline to Sunday 20:00", "Sun 29 Nov 2026, 20:00 UTC"),
        ("STOP THE GAME", "PREVIEW, not done yet"),
        ("POLL Shall we stop?\nA) gladly\nB) rather not\nEND", "A: gladly; B: rather not."),
        ("POLL Shall we stop?\nA gladly\nno\nEND", "A: A gladly; B: no."),
    ],
)
def test_wordings_close_to_an_action_are_read_as_that_action(table: Table, line: str, told: str) -> None:
    assert told in gm_asks(table, line)


def test_yes_in_a_sentence_counts(table: Table) -> None:
    gm_asks(table, "END GAME because nobody has time")
    assert "r1 is over" in gm_answers(table, "Yes, please do it.")
    assert "has ended the game: nobody has time." in text_of(table.bulletin_to("Red"))


def test_a_text_that_begins_on_the_line_of_its_action_continues_below(table: Table) -> None:
    told = gm(table, "BROADCAST I am away until Friday.\nBest wishes\nGrace")
    assert "NOT DONE" not in told
    assert "I am away until Friday. Best wishes Grace" in text_of(table.last_to("Red"))
    assert "r1 is paused" in gm(table, "BROADCAST: I am away.\nPAUSE")
