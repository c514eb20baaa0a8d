"""Game masters write in their own words: questions are answered, actions previewed or suggested."""

import re

import pytest

from pbem.gamemaster.reading import read
from tests.support.gamemaster import GM_ADDRESS, answers_to_gm, gm, gm_answers, gm_asks, may_open_tables
from tests.support.table import ASKS, Table, text_of
from tests.support.thorough import every

ASKED = {  # each question with words of its answer
    "Grace is formal": {
        "Who has joined?": "Runs the table",
        "Could you please tell me who has already joined the game?": "Runs the table",
        "Who hasn't sent orders yet?": "Orders are missing from",
        "Who hasn't voted?": "Orders are missing from",
        "Has Bob sent anything?": "Orders are missing from",
        "How do I swap two players?": "SWAP Red and Blue",
        "What are the settings?": "silence = hold",
        "When is the deadline?": "due Thu 26 Nov",
    },
    "Heinz is not a native speaker": {
        "Hello judge, who is playing what?": "Dark Green cyd",
        "Which power has Bob got?": "Blue is played by bob",
        "Give me please the e-mail of Blue": "Blue is played by bob",
        "Are all orders here?": "Orders are missing from",
        "How is the table set up?": "silence = hold",
        "Who is on the waiting list?": "Runs the table",
        "show me the standby list": "Runs the table",
        "How do I run a tournament?": "The host of this service opens a tournament",
        "I did something wrong": "What is done can be taken back like this",
        "I made a mistake with the last command": "What is done can be taken back like this",
        "Give me the results of the poll": "Orders are missing from",
    },
    "Ivy writes from the bus": {
        "whose orders are missing": "Orders are missing from",
        "who is late?": "Orders are missing from",
        "who's away": "Runs the table",
        "how much time is left": "due Thu 26 Nov",
        "settings please": "silence = hold",
    },
    "Joan is new": {
        "What can I do?": "Actions of the game master",
        "I need some help.": "Actions of the game master",
        "How do I throw a player out?": "EJECT Red: nobody plays it",
        "What happens if I end the game?": "The last bulletin goes to everybody",
        "Can I change the deadline?": "Write a length, and it is added to the deadline",
    },
    "Kim has several tables": {
        "Which games do I run?": "r1: The Race",
        "is the game paused?": "due Thu 26 Nov",
        "how does the board look": "Red stands at 0",
        "What have I done so far?": "Nothing",
        "who is winning?": "No turn has been run yet",
    },
}
DONE = {  # how each is read; done at once, because it only gives more time
    "please give everybody two more days": ("EXTEND two more days", "Sat 28 Nov 2026, 09:00"),
    "give them till Sunday evening": ("EXTEND TO Sunday evening", "Sun 29 Nov 2026, 20:00"),
    "no deadline before Jan 4": ("EXTEND TO Jan 4", "Mon 4 Jan 2027, 09:00"),
    "pause until after new year": ("PAUSE UNTIL 2 January", "goes on by itself Sat 2 Jan 2027"),
    "Make it Friday 20:00.": ("EXTEND TO Friday 20:00", "Fri 27 Nov 2026, 20:00"),
    "I would like to move the deadline to Sunday 20:00": ("EXTEND TO Sunday 20:00", "Sun 29 Nov 2026, 20:00"),
    "Could you extend the deadline by 24 hours?": ("EXTEND 24 hours", "Fri 27 Nov 2026, 09:00"),
    "Delay the turn till 4 Dec, 8pm please": ("EXTEND TO 4 Dec, 8pm", "Fri 4 Dec 2026, 20:00"),
    "Can you add another day?": ("EXTEND one day", "Fri 27 Nov 2026, 09:00"),
    "put the game on hold": ("PAUSE", "r1 is paused"),
    "Stop the clock please, thank you": ("PAUSE", "r1 is paused"),
    "put the game on hold until January": ("PAUSE UNTIL 1 January", "goes on by itself Fri 1 Jan 2027"),
    "We should put the game on hold for two weeks": (
        "PAUSE for two weeks",
        "goes on by itself Mon 7 Dec 2026",
    ),
    "please stop the clock till Friday 20:00": ("PAUSE UNTIL Friday 20:00", "Fri 27 Nov 2026, 20:00"),
}
PREVIEWED = {  # how each is read, and words of the preview
    "Red and Blue should swap seats": ("SWAP Red and Blue", "have exchanged their powers"),
    "We pause from Dec 23 to Jan 2": ("SET rest_days + Dec 23 to Jan 2", "rest_days"),
    "No deadlines at weekends": ("SET rest_weekdays + Saturday, Sunday", "Saturday, Sunday"),
    "Don't let zed@x.org join": ("SET denied + zed@x.org", "may not join"),
    "Ask everybody: shall we play faster?": ("POLL shall we play faster?", "A: Yes; B: No"),
    "Put a robot on Blue": ("REPLACE Blue with a robot", "A robot plays Blue"),
    "Give Blue to Dora dora@v.org": ("REPLACE Blue with Dora dora@v.org", "Blue has a new player: Dora."),
    "Show me what Bob sent": ("LOOK AT Bob", "The GM log will say"),
    "Don't wait for Bob": ("RUN NOW", "Lap 1, day was run at once"),
    "Note for the bulletin: we meet on Friday": ("NOTE: we meet on Friday", "we meet on Friday"),
    "throw Bob out": ("EJECT Bob", "Blue has no player now"),
    "Kick bob@y.org out of the game please.": ("EJECT bob@y.org", "Blue has no player now"),
    "Dora <dora@v.org> takes over from Bob": ("REPLACE Bob with Dora <dora@v.org>", "Blue has a new player"),
    "Let a robot play Blue": ("REPLACE Blue with a robot", "A robot plays Blue"),
    "I'll take over Red myself.": ("REPLACE Red with me", "Red has a new player"),
    "What did Red order?": ("LOOK AT Red", "The GM log will say"),
    "Don't wait for anyone, just run the turn.": ("RUN NOW", "Lap 1, day was run at once"),
    "tell everyone that the club is closed in July": (
        "BROADCAST: the club is closed in July",
        "The text: the club is closed in July",
    ),
    "Tell Bob that I need the orders.": ("PRESS TO Bob: I need the orders.", "Mail to Blue (bob@y.org)"),
    "change the pace to 48h": ("SET pace 48h", "48h"),
    "From now on a deadline every 48 hours": ("SET pace 48h", "48h"),
    "Please make press grey from now on": ("SET press grey", "House rule press"),
    "Red has won, please end the game": ("END GAME won by Red", "Red has won"),
    "The game is a draw between Red and Blue.": ("END GAME draw Red and Blue", "A draw"),
    "It's a draw": ("END GAME draw", "A draw between Red, Blue and Dark Green"),
    "We agreed on a draw: Red and Blue": ("END GAME draw Red and Blue", "A draw between Red and Blue"),
    "Ann and Blue share the game": ("END GAME draw Ann and Blue", "A draw between Red and Blue"),
    "The game is over, Red has won": ("END GAME won by Red", "Red has won"),
    "Bob wins.": ("END GAME won by Bob", "Blue has won"),
    "Turn press off": ("SET press none", "House rule press"),
    "Seat Dora <dora@v.org> in Blue please": ("REPLACE Blue with Dora <dora@v.org>", "Blue has a new player"),
    "Add dora@v.org as Blue": ("REPLACE Blue with dora@v.org", "Blue has a new player: dora."),
    "Make Dora <dora@v.org> my deputy": ("DEPUTY Dora <dora@v.org>", "Dora"),
}
SUGGESTED = {  # each with the action that the answer suggests
    "The game could be on hold until January": "PAUSE UNTIL 1 January",
    "I wonder about a break for two weeks": "PAUSE for two weeks",
    "Can we have one more day?": "EXTEND one day",
    "The deadline is Friday 20:00.": "EXTEND TO Friday 20:00",
    "Bob has resigned. Please replace him with Dora <dora@v.org>.": "REPLACE Bob with Dora <dora@v.org>",
    "Bob has disappeared": "EJECT Bob",
    "Bob resigns": "REPLACE Bob with a robot",
    "Pause over Christmas": "SET rest_days + 24 December to 26 December",
    "Ban zed@x.org": "SET denied + zed@x.org",
    "Invite zoe@x.org": "JOIN r1, sent to judge@judge.example",
    "How many hidden pieces are seen?": "POSITION ALL",
    "Bob's new address is bob@new.org": "REPLACE Bob with Bob <bob@new.org>",
    "Order for Blue: go 4": "BECOME Red",
    "Bob lost his reply address": "RENEW Bob",
    "Ask Bob if he is still playing": "PRESS TO Bob: your question",
    "I am on holiday until Sunday, Dora <dora@v.org> is in charge": "DEPUTY Dora <dora@v.org> may everything",
    "I can't be GM any more. Dora <dora@v.org> takes over.": "GM IS Dora <dora@v.org>",
    "Turn off grey press": "SET press signed",
    "Remind everybody to send their orders": "BROADCAST: Please remember to send their orders",
    "Ask everybody whether we should play faster": "POLL Shall we play faster?",
    "the fleet in Brest should be in London": "CORRECT because ...",
    "Could you undo the last turn? I ran it by mistake.": "ROLLBACK because ...",
    "If Bob has not written by Friday, throw him out.": "EJECT Bob",
    "Sorry, something came up at work, could you\nplease push the deadline back by another 24 hours?": (
        "EXTEND 24 hours"
    ),
}
SUGGESTED |= {
    "Can you give Blue two more days? Bob is on holiday.": "EXTEND two more days",
    "Could Blue have two more days, please? They are away.": "EXTEND two more days",
    "Can you give Bob two more days because he is on holiday?": "EXTEND two more days",
    "Give Ann an extension of 2 days": "EXTEND 2 days",
    "Ann asked for more time, 24h please": "EXTEND 24h",
    "Could we have until Friday?": "EXTEND TO Friday",
    "Let Blue have till Monday 20:00": "EXTEND TO Monday 20:00",
    "postpone to Monday": "EXTEND TO Monday",
    "Delay everything by one week": "EXTEND one week",
    "No deadline until further notice": "PAUSE because",
    "Skip this turn": "RUN NOW",
    "I want to step down as GM": "GM IS Dora",
    "Bob has dropped out, please find a replacement": "REPLACE Bob from the waiting list",
    "Take the next one from the standby list for Blue": "REPLACE Blue from the waiting list",
    "Cancel the game": "END GAME",
    "Make Blue hold this turn": "BECOME Red",
    "Send Blue a mail that he should hurry": "PRESS TO Blue: he should hurry",
    "Ask Bob to hurry up": "PRESS TO Bob: Please hurry up",
    "Ask the players whether we should pause over Christmas": "POLL Shall we pause over Christmas?",
    "Ask everybody if they want to play faster": "POLL Do you want to play faster?",
    "change my email to grace2@w.org": "GM IS grace2@w.org",
}
ENDS = "."
NOTHING = "An action is not written like this, and nothing was done."
ASKED_OTHERWISE = "Only a few questions are answered as they are written, and this is not one of them."


def state(table: Table) -> tuple[object, ...]:
    row = table.row()
    return row.state, row.deadline_utc, row.position, row.number, row.pace, row.house, row.gm_address


def asks_in_time(table: Table, line: str) -> str:
    """Send a message some time after the one before, because answers per hour are limited."""
    table.clock.passes(minutes=20)
    return gm_asks(table, line)


@pytest.mark.parametrize("who", ASKED)
def test_a_question_is_answered_at_once(table: Table, who: str) -> None:
    before = state(table)
    for line, told in ASKED[who].items():
        answer = asks_in_time(table, line)
        assert told in answer, line
        assert "NOT DONE" not in answer
    assert state(table) == before


def test_a_longer_deadline_for_one_player_moves_it_for_everybody(table: Table) -> None:
    assert "(a deadline is the same for everybody):" in gm_asks(table, "Please give Blue two more days")
    assert "(a deadline is the same for everybody):" not in gm_asks(table, "Bob has disappeared")


def test_each_sentence_is_read_as_one_action() -> None:
    for line, (action, _) in (DONE | PREVIEWED).items():
        (request,) = read(line).requests
        assert (request.read_as, request.written) == (action, line)


@pytest.mark.parametrize("line", every(4, DONE))
def test_an_action_that_only_gives_time_is_done_at_once(table: Table, line: str) -> None:
    action, told = DONE[line]
    answer = gm_asks(table, line)
    assert f"Read as {action.rstrip(ENDS)}." in answer
    assert told in answer


@pytest.mark.parametrize("line", every(5, PREVIEWED))
def test_an_action_that_changes_the_game_is_previewed(table: Table, line: str) -> None:
    action, told = PREVIEWED[line]
    before = state(table)
    answer = gm_asks(table, line)
    assert f"Read as {action.rstrip(ENDS)}." in answer
    assert told in answer
    assert ASKS in answer
    assert "NOW at the end" not in answer
    assert state(table) == before
    assert "Nothing was done" in gm_answers(table, "no")
    gm_asks(table, line)
    assert "NOT DONE" not in gm_answers(table, "YES")


@pytest.mark.parametrize("first", range(0, len(SUGGESTED), 5))
def test_the_answer_to_an_unclear_sentence_suggests_the_action(table: Table, first: int) -> None:
    before = state(table)
    for line, would_do in list(SUGGESTED.items())[first : first + 5]:
        answer = asks_in_time(table, line)
        assert NOTHING in answer or ASKED_OTHERWISE in answer, line
        assert would_do in answer
    assert state(table) == before


@pytest.mark.parametrize(
    "line",
    [
        "do not pause the game",
        "I never wanted to throw Bob out",
        "Please pause the game. But not before Friday.",
        "Pause the game when Bob is back",
        "Please give everybody two more days if Bob asks for it",
        "Bob wants me to end the game",
        "Tell me when to run the turn",
        "One. Two. Three. Four. Five. Please pause the game.",
        "I have told the players today\nthat they would rather wait, so\npause the game\nwhen I say so",
    ],
)
def test_a_sentence_with_additional_words_changes_nothing(line: str) -> None:
    assert read(line).requests == ()


@pytest.mark.parametrize(
    "body",
    [
        "Good morning!\n\nCould you tell me who has joined so far?\n\nThanks,\nGrace",
        "Hi judge,\n\nwho has already joined? Thanks!\n\nGrace Hopper",
        "Dear judge\n\ncan you tell me who has\njoined so far?\n\nBest wishes\nGrace",
    ],
)
def test_greetings_and_a_name_around_an_action_are_ignored(table: Table, body: str) -> None:
    table.mail(f"Grace Hopper <{GM_ADDRESS}>", body, "r1")
    asked = text_of(table.last_to(GM_ADDRESS))
    assert "Runs the table" in asked
    assert "NOT DONE" not in asked


def test_questions_are_answered_beside_other_sentences(table: Table) -> None:
    told = gm_asks(table, "Please do not throw Bob out. Who has joined? When is the deadline?")
    assert "Runs the table" in told
    assert "due Thu 26 Nov" in told
    assert "Please do not throw Bob out. NOT DONE" in told
    told = gm_asks(table, "Who has joined? Then put the game on hold.")
    assert NOTHING in told
    assert table.row().state == "running"


def test_a_request_of_another_is_approved_and_votes_are_asked_for() -> None:
    assert [one.read_as for one in read("I agree.\n\nHow are the votes?").requests] == ["APPROVE", "STATUS"]
    assert [one.read_as for one in read("I don't agree with that.").requests] == ["REFUSE"]
    (unsure,) = read("From now on a second person must approve rollbacks").not_understood
    assert unsure.suggested == ("SET two_approvals yes",)


def test_yes_does_what_the_preview_of_a_sentence_showed(table: Table) -> None:
    assert "Blue has no player now" in gm(table, "throw Bob out because he does not answer")
    assert "bob@y.org" not in gm(table, "WHOIS Red\nPLAYERS")
    assert "does not answer" in gm(table, "LOG")


def test_the_text_for_everybody_continues_below_and_is_previewed(table: Table) -> None:
    told = gm_asks(table, "Tell all players that I am away.\nDora answers for me.\nEND\nWho is late?")
    assert "The text: I am away. Dora answers for me." in told
    assert not any("Dora" in text_of(mail) for mail in table.mails_to("Red"))
    gm_answers(table, "YES")
    assert "I am away. Dora answers for me." in text_of(table.last_to("Red"))


def test_a_reply_to_a_player_stays_a_message_to_them(table: Table) -> None:
    table.mail("bob@y.org", "PRESS TO GM\nMay I have more time?\nEND")
    table.reply(table.last_to(GM_ADDRESS), "Who is late?")
    assert "Who is late?" in text_of(table.last_to("Blue"))


def test_a_question_without_a_token_is_answered_and_a_change_waits_for_proof(table: Table) -> None:
    table.mail(GM_ADDRESS, "Who has joined?", "r1")
    assert "Runs the table" in text_of(table.last_to(GM_ADDRESS))
    table.mail(GM_ADDRESS, "Please put the game on hold", "r1")
    assert "is this message yours?" in str(table.last_to(GM_ADDRESS)["Subject"])
    assert table.row().state == "running"


def test_a_weekday_that_may_mean_two_dates_is_previewed(table: Table) -> None:
    told = gm_asks(table, "make it Wednesday 20:00")
    assert ASKS in told
    assert "2 Dec 2026, 20:00" in told


def test_who_has_joined_a_table_that_has_not_begun(table: Table) -> None:
    may_open_tables(table, GM_ADDRESS)
    table.vouched |= {GM_ADDRESS, "new@x.org"}
    table.says(GM_ADDRESS, "NEW TABLE r9 race\nbegins = by the gm\nEND", "new")
    table.mail("Nora New <new@x.org>", "JOIN r9", "hello")
    assert "new@x.org" in gm_asks(table, "Who has joined?", "r9")
    assert "Nora" in gm(table, "Remove Nora from the table", "r9")
    table.mail("Nora New <new@x.org>", "JOIN r9", "hello")
    told = gm(table, "Don't wait for more players, just start", "r9")
    assert "Read as BEGIN." in told
    assert table.row("r9").state == "running"


def test_a_player_is_named_by_name_wherever_a_power_is_named(table: Table) -> None:
    assert "Red" in gm(table, "LOOK AT Ann")
    assert "Blue has a new player" in gm(table, "REPLACE Bob with Dora <dora@v.org>")
    assert "Sent to Blue" in gm(table, "PRESS TO Dora: hello\nEND")
    assert re.search(r'no power "Narnia"', gm(table, "EJECT Narnia"))


def test_each_answer_was_mailed_to_the_game_master_alone(table: Table) -> None:
    gm_asks(table, "What is the email of Blue?")
    assert len(answers_to_gm(table)) == 1
    assert not table.mails_to("Red")


def test_process_without_now_and_a_poll_without_answers_are_previewed(table: Table) -> None:
    assert ASKS in gm_asks(table, "Process")
    assert table.row().number == 1
    assert ASKS in gm_asks(table, "POLL Shall we play faster?")
    assert "A: Yes; B: No" in gm_answers(table, "YES")


def test_set_with_plus_adds_to_a_list_of_a_house_rule(table: Table) -> None:
    gm(table, "SET denied zed@x.org")
    gm(table, "SET denied + eve@x.org, zed@x.org")
    assert "denied = zed@x.org, eve@x.org" in gm(table, "HOUSE RULES denied")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Actually that is too long, make it Friday 18:00 instead", "EXTEND TO Friday 18:00"),
        (
            "Everybody has till Sunday evening, I am at a wedding",
            "EXTEND TO Sunday evening because I am at a wedding",
        ),
        ("Stop the clock, Ann is in hospital", "PAUSE because Ann is in hospital"),
        ("Announcement: be nice to each other", "BROADCAST: be nice to each other"),
        ("Fire Dora as deputy", "NO DEPUTY Dora"),
        ("Dora is no longer my deputy", "NO DEPUTY Dora"),
        ("Zed <zed@x.org> takes over Red", "REPLACE Red with Zed <zed@x.org>"),
        ("How many players do we need?", "PLAYERS"),
        ("Turn the reminders off", "SET reminders none"),
    ],
)
def test_sentences_of_a_gm_in_a_whole_game_are_understood(line: str, meant: str) -> None:
    assert [one.read_as for one in read(line).requests] == [meant]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Ida has quit, Zed <zed@x.org> will play Red instead of her", "REPLACE Red with Zed <zed@x.org>"),
        ("The vote is over, tell everyone the result", "CLOSE POLL"),
        ("Dora <dora@v.org> may extend deadlines for me", "DEPUTY Dora <dora@v.org> may extend, pause"),
        ("What can Dora do?", "PLAYERS"),
        ("How do my friends join?", "JOIN"),
        ("Please invite bob@y.org and ann@x.org", "SET invited + bob@y.org, ann@x.org"),
        ("Only invited people may join", "SET invited + ann@example.org"),
        ("That correction was rubbish, take it back", "UNDO CORRECT"),
        ("Can we have the old turn back?", "ROLLFORWARD"),
        ("Something went wrong last turn. Let us play Spring again", "ROLLBACK"),
        ("Give England to Bob and France to Ann", "REPLACE"),
        ("Let players write anonymous press", "SET press grey"),
        ("Make the turns shorter: 48 hours from now on", "SET pace 48h"),
    ],
)
def test_unclear_sentences_get_the_action_as_a_suggestion(line: str, shown: str) -> None:
    (unknown,) = read(line).not_understood
    assert shown in unknown.suggested


def test_a_question_mark_does_not_belong_to_a_name(table: Table) -> None:
    assert "bob@y.org" in gm(table, "Who is Bob?")
    assert 'called "Zed";' in gm(table, "Who is Zed?")


def test_resume_does_not_reopen_a_finished_game(table: Table) -> None:
    gm(table, "END GAME")
    assert "REOPEN takes back the end of the game" in gm(table, "Let us go on")


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("DRAW", "END GAME draw"),
        ("OPEN", "NEW TABLE std5"),
        ("ORDERS", "LOOK AT Red"),
        ("UNPAUSE", "RESUME:"),
        ("LOOK AT", "LOOK AT Red"),
        ("EXTEND DEADLINE", "EXTEND 24h"),
        ("REPLACE ROBOT", "REPLACE Red with Dora"),
        ("DEADLINES", "EXTEND 24h"),
        ("SUBSTITUTE", "REPLACE Red with Dora"),
        ("hand over", "GM IS"),
    ],
)
def test_help_finds_an_action_by_what_a_gm_calls_it(table: Table, word: str, line: str) -> None:
    told = gm(table, f"HELP {word}")
    assert told.startswith("Help for game masters") and "There is no action" not in told
    assert f"- {line}" in told or line in told.partition("Write")[0]


@pytest.mark.parametrize(
    ("word", "rule"),
    [("GRACE", "pace"), ("invite", "invited"), ("NMR", "silence"), ("civil  disorder", "silence")],
)
def test_help_finds_a_house_rule_by_what_a_gm_calls_it(table: Table, word: str, rule: str) -> None:
    told = gm(table, f"HELP {word}")
    assert "There is no action" not in told
    assert f"SET {rule}" in told
    assert ("grace 12h" in told) == (rule == "pace")


@pytest.mark.parametrize(
    ("line", "does"),
    [
        ("SET NO REVEAL", "SET reveal no"),
        ("SET MOVE CLOCK 1800 MIN 24 NEXT 72", "SET pace 72h; retreat 24h"),
        ("SET NONMR", "SET silence wait"),
        ("SET NMR", "SET silence hold"),
        ("SET DIAS", "SET draws all survivors"),
        ("SET NODIAS", "SET draws any"),
        ("SET LATE PRESS", "SET press_after_deadline yes"),
        ("SET WHITE", "SET press signed"),
        ("SET WHITE/GREY", "SET press grey"),
        ("SET DAYS -MTWTF-", "SET rest_weekdays Saturday, Sunday"),
        ("TERMINATE", "END GAME, END GAME draw"),
        ("PREDICT", "PREVIEW RUN"),
        ("ACTIVATE", "RESUME"),
        ("DUMMY Blue", "REPLACE Blue with a robot"),
        ("OFFICIAL The results are late", "BROADCAST: The results are late"),
        ("LIST FULL", "GAMES"),
        ("PROMOTE dora@v.org", "DEPUTY dora@v.org may everything"),
        ("ALLOW PLAYER dora@v.org", "SET invited + dora@v.org"),
    ],
)
def test_commands_of_other_judges_get_the_command_of_this_one(table: Table, line: str, does: str) -> None:
    before = state(table)
    told = gm_asks(table, line)
    assert "NOT DONE" in told
    assert does in told
    assert state(table) == before


@pytest.mark.parametrize("value", ["NONE", "Grey First", "grey  only"])
def test_the_case_of_a_value_does_not_matter(table: Table, value: str) -> None:
    gm(table, f"SET press {value} NOW")
    assert table.row().house["press"] == " ".join(value.lower().split())
