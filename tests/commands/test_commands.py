"""Commands are recognised in any case, and separated from lines for the game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.games import KEYS, find
from pbem.commands.command import usage_of
from pbem.commands.lookup.examples import of_game
from pbem.commands.lookup.help import help_text, topics
from pbem.commands.registry import COMMANDS, PARSER, read_script
from pbem.core.markdown_text import flowing, plain
from pbem.core.text_layout import laid_out
from pbem.messages.script import Script, names_turn
from tests.support.race import Race

LINES = [
    ("HELP", "HELP", ""),
    ("help!", "HELP", ""),
    ("Help standard", "HELP", "standard"),
    ("  rules.", "RULES", ""),
    ("send rules", "RULES", ""),
    ("STATUS", "STATUS", ""),
    ("clear orders", "CLEAR", ""),
    ("Table: std3", "TABLE", "std3"),
    ("game g7", "TABLE", "g7"),
    ("TURN Fall 1901", "TURN", "Fall 1901"),
    ("turn: next", "TURN", "next"),
    ("next turn", "TURN", "next turn"),
    ("sign off", "END", ""),
    ("SIGNOFF", "END", ""),
    ("*STATUS*", "STATUS", ""),
    ("I am ready!", "READY", ""),
    ("SET NO WAIT", "READY", ""),
    ("set wait", "WAIT", ""),
    ("not ready", "WAIT", ""),
    ("SET DRAW", "VOTE", "DRAW"),
    ("Vote for a draw.", "VOTE", "draw"),
    ("concede to Turkey", "VOTE", "concede to Turkey"),
    ("vote no draw", "UNVOTE", "draw"),
    ("SET NO DRAW", "UNVOTE", "DRAW"),
    ("withdraw my vote for draw", "UNVOTE", "draw"),
    ("withdraw", "UNVOTE", ""),
    ("votes", "VOTES", ""),
    ("SET ABSENCE 3 to 10 August", "AWAY", "3 to 10 August"),
    ("I am away from 3 to 10 August", "AWAY", "3 to 10 August"),
    ("I'm back", "BACK", ""),
    ("please extend 24h", "EXTEND", "24h"),
    ("NAME Ann Archer", "NAME", "Ann Archer"),
    ("my name is Ann", "NAME", "Ann"),
    ("SET ADDRESS a@b.org", "ADDRESS", "a@b.org"),
    ("time zone Europe/London", "ZONE", "Europe/London"),
    ("SET MAP OFF", "SET", "MAP OFF"),
    ("options for A Par", "OPTIONS", "A Par"),
    ("what if", "PREVIEW", ""),
    ("join std3: France", "JOIN", "std3: France"),
    ("takeover Italy in std3", "TAKE OVER", "Italy in std3"),
    ("unsubscribe", "STOP", ""),
    ("who?", "PLAYERS", ""),
    ("who is who?", "PLAYERS", ""),
    ("whogame", "PLAYERS", ""),
    ("whois Turkey?", "PLAYERS", "Turkey"),
    ("Who is Ann Archer", "PLAYERS", "Ann Archer"),
    ("version", "VERSION", ""),
    ("preview, assume Italy: A Ven - Tyr", "ASSUME", "Italy"),
    ("TURN 3:", "TURN", "3"),
    ("Turn 3 (Spring), movement:", "TURN", "3 (Spring), movement"),
    ("who are the players?", "PLAYERS", ""),
    ("I would like to observe std1, please", "OBSERVE", "std1"),
    ("Judge, status please", "STATUS", ""),
    ("I'll be away 3-10 August", "AWAY", "3-10 August"),
    ("please note that I will be away from 24 to 26 December", "AWAY", "24 to 26 December"),
    ("Please give me an extension of 24h, I am ill", "EXTEND", "24h, I am ill"),
    ("Could you please extend by 24h? Thanks", "EXTEND", "24h"),
    ("F1902M", "LATER", "F1902M"),
    ("Autumn 1902, movement:", "LATER", "Autumn 1902, movement"),
    ("GREY PRESS TO Rohan", "GREY", "Rohan"),
    ("press to Gondor, Rohan:", "PRESS", "Gondor, Rohan"),
    ("Broadcast", "PRESS", "Broadcast"),
    ("Press Rohan: meet me at Edoras", "PRESS", "Rohan"),
]


@pytest.mark.parametrize(("line", "word", "argument"), LINES)
def test_commands(line: str, word: str, argument: str) -> None:
    request = PARSER.read_command(line)
    assert request is not None
    assert (request.word, request.argument) == (word, argument)


NONE = [
    "A Paris - Burgundy",
    "",
    "Status quo, please",
    "I cleared my desk",
    "The end is near",
    "END OF TURN",
    "ruleset",
    "name your price",
    "press on",
    "message me",
    "Ready to attack Burgundy",
    "we vote",
    "joint attack",
    "observers",
    "F Sev R Rum",
]


@pytest.mark.parametrize("line", NONE)
def test_other_lines_are_for_the_game(line: str) -> None:
    assert PARSER.read_command(line) is None


def test_lines_keep_their_numbers() -> None:
    script = read_script("Dear judge\nSTATUS\nA Paris - Burgundy\nTABLE std3\n\nEND\nA Paris H")
    assert script.lines == ("Dear judge", "", "A Paris - Burgundy", "", "")
    assert (script.argument("TABLE"), script.asks("STATUS"), script.asks("HELP")) == ("std3", True, False)
    assert script.is_for_the_game


def test_a_look_up_in_capitals_after_a_remark_is_a_command() -> None:
    """Reports say "See RULES 3.3(i)"; asking for it after a question must not be a refused order."""
    script = read_script("The Fellowship is dead?! What happens now? RULES 3.3(i)\nI hold. OPTIONS A Par")
    assert script.lines == ("The Fellowship is dead?! What happens now?", "I hold.")
    asked = [(one.word, one.argument, one.line) for one in script.requests]
    assert asked == [("RULES", "3.3(i)", 1), ("OPTIONS", "A Par", 2)]
    assert script.own_lines[0] == "The Fellowship is dead?! What happens now? RULES 3.3(i)"


@pytest.mark.parametrize("line", ["A Par - Bur. READY", "We said so. help", "see 3. RULES 4", "Well. RULING"])
def test_commands_that_act_and_prose_after_a_remark_are_not_executed(line: str) -> None:
    assert read_script(line) == Script((line,))


def test_a_message_of_commands_only_is_not_for_the_game() -> None:
    assert not read_script("status\n\nhelp\n").is_for_the_game


def test_press_ends_with_end_and_the_lines_below_are_for_the_game() -> None:
    script = read_script("PRESS TO Rohan\nA Paris H?\nEND\nA Paris - Burgundy\nEND\nA Paris H")
    (press,) = script.requests
    assert (press.text, press.is_closed) == (("A Paris H?",), True)
    assert script.lines == ("", "", "", "A Paris - Burgundy")


def test_press_without_end_continues_to_the_next_press_or_to_the_end() -> None:
    script = read_script("PRESS TO Rohan\nOne\nPRESS TO Gondor\nTwo\nREADY\n")
    assert [(request.text, request.is_closed) for request in script.requests] == [
        (("One",), False),
        (("Two", "READY"), False),
    ]


def test_press_that_begins_on_its_own_line_is_never_closed() -> None:
    assert read_script("PRESS TO Rohan: One\nA Paris H\nEND").requests[0].text == ("One", "A Paris H")
    assert not read_script("PRESS TO Rohan: One\nA Paris H\nEND").requests[0].is_closed
    assert read_script("PRESS TO Rohan: One\nA Paris H").lines == ("", "A Paris H")


def test_orders_for_later_end_with_an_empty_line_a_command_or_end() -> None:
    for ended in ("\n\nA Mar H", "\nREADY\nA Mar H", "\nEND\nA Mar H"):
        script = read_script(f"PHASE RETREAT:\nA Par R Gas\nA Bur D{ended}")
        assert script.requests[0].text == ("A Par R Gas", "A Bur D")
        assert script.lines[-1] == "A Mar H"


def test_only_look_ups_change_nothing() -> None:
    assert not read_script("STATUS\nHELP\nVOTE\nOPTIONS A Par\nPREVIEW\nASSUME Italy: A Ven H\n").acts
    assert all(
        read_script(line).acts for line in ("READY", "VOTE DRAW", "A Par H", "PRESS TO GM: hi", "RENEW")
    )


TURNS = [
    ("next", True),
    ("Fall 1901", True),
    ("fall 1901 movement", True),
    ("FALL 1901, Movement", True),
    ("fall", True),
    ("fa", False),
    ("Spring 1901", False),
    ("1901", False),
    (",", False),
]


@pytest.mark.parametrize(("said", "meant"), TURNS)
def test_which_turn_is_meant(said: str, meant: bool) -> None:
    assert names_turn(said, "Fall 1901, movement") is meant


def test_a_numbered_turn_is_named_by_its_number() -> None:
    printed = "Turn 3 (Spring), movement"
    assert [names_turn(said, printed) for said in ("3", "3 spring", "3 (Spring), movement")] == [True] * 3
    assert not names_turn("30", printed)
    assert not names_turn("2", printed)


def test_asking_for_the_diary_does_not_swallow_commands_below() -> None:
    script = read_script("DIARY\nSTATUS\nPRESS TO Blue\nhello\nEND\nREADY")
    assert [request.word for request in script.requests] == ["DIARY", "STATUS", "PRESS", "READY"]
    assert script.requests[0].text == ()
    script = read_script("DIARY\nnever trust Blue\nSTATUS\nZONE Europe/Paris")
    assert [request.word for request in script.requests] == ["DIARY", "STATUS", "ZONE"]
    assert script.requests[0].text == ("never trust Blue",)
    assert read_script("DIARY\nSTATUS is long\nSTATUS\nEND").requests[0].text == ("STATUS is long", "STATUS")
    script = read_script("DIARY\nREADY\nZONE Europe/Paris")
    assert [request.word for request in script.requests] == ["DIARY", "READY", "ZONE"]
    assert script.requests[0].text == ()


def test_help_holds_every_command_and_the_language_of_the_game() -> None:
    text = " ".join(help_text(COMMANDS, [Race()], "").split())
    others = of_game(Race()).partners
    assert all(usage_of(command.usage_block, others).words(None) in text for command in COMMANDS)
    assert " ".join(Race.card.help.split()) in text
    assert help_text(COMMANDS, [Race()], "race").startswith("# The Race")


@pytest.mark.parametrize("key", KEYS)
def test_examples_of_messages_name_powers_of_the_game(key: str) -> None:
    game = find(key)
    text, own = help_text(COMMANDS, [game], ""), of_game(game)
    assert f"PRESS TO {', '.join(own.partners)} ... END" in text
    assert own.power not in own.partners and set(own.partners) <= set(game.card.seats)
    assert f"BLOCK {own.partners[-1]}:" in text


def test_the_language_of_the_game_comes_before_the_commands_and_topics_are_in_their_order() -> None:
    text = help_text(COMMANDS, [Race()], "")
    assert text.index("# The Race") < text.index("Commands, each on a line of its own:")
    assert [*topics(COMMANDS)][:4] == ["status", "preview", "later", "default"]
    assert [*topics(COMMANDS)][-2:] == ["new table", "name"]


@given(st.text())
def test_any_text_can_be_split_into_commands_and_order_lines(text: str) -> None:
    script = read_script(text)
    assert isinstance(script, Script)
    assert len(script.lines) <= len(text.splitlines())


@pytest.mark.parametrize(
    ("page", "flowed"),
    [
        ("One sheet is\nthe whole turn.\n\nThe next.", "One sheet is the whole turn.\n\nThe next."),
        ("# Rules\nThe first\nline", "# Rules\nThe first line"),
        ("Write\n    A Par H\n    A Mun H\nand send", "Write\n    A Par H\n    A Mun H\nand send"),
        ("- one\n  goes on\n- two\n     does too", "- one goes on\n- two does too"),
        ("| a |\n|---|\n| b |", "| a |\n|---|\n| b |"),
        ("**1.1** begins\nand ends\n**1.2** next", "**1.1** begins and ends\n**1.2** next"),
    ],
)
def test_only_paragraphs_of_a_page_are_wrapped_again(page: str, flowed: str) -> None:
    assert flowing(page) == flowed


PASSING = [
    "I think we should move on Munich together and I will tell you as soon as I am\nready.",
    "We have talked about this for three days now, and all of us should perhaps\nvote draw\n",
    "You may do as you like about it, but I shall not resign my commission or\nleave.",
    "vote draw\nif you think that the others want it too",
    "Dear judge, I do not know what comes of it when somebody like me writes\nclear\nin a message",
    "Ich bin mir nicht sicher ob wir das so machen sollen aber ich bin dann wohl\nready",
    "To get no more of these messages please use the link below this line to\nunsubscribe",
    "Unsubscribe: https://news.shop.example/u/4711",
    "Unsubscribe: <mailto:leave@news.shop.example>",
    "unsubscribe from this newsletter",
    "A Paris - Burgundy\n\nAnn Archer\nName: Ann Archer\nAddress: ann@corp.example\nTel: +44 20 7946 0123",
    "Kind regards,\nAnn Archer\nName: Ann\nmy name is Ann",
    "Mit freundlichen Grüßen\nAnn\naddress ann@corp.example",
    "Cordialement,\nAnn\nready",
    "--\nAnn Archer, of the third floor\nUnsubscribe\n" + "x\n" * 9,
    "NAME: JOHN SMITH\nADDRESS: john@bank.example\nCOUNTRY: BENIN",
    "Name: John Smith",
    "Address: john@bank.example",
    "Time zone: Europe/London",
    "Extension 4711",
    "THE CONTENTS OF THIS MESSAGE ARE FOR THE PERSON NAMED ABOVE, WHO IS ASKED TO KEEP THEM OR\nCLEAR",
]


@pytest.mark.parametrize("text", PASSING)
def test_words_of_commands_in_a_sentence_are_not_commands(text: str) -> None:
    assert read_script(text).requests == ()


MEANT = [
    ("A Paris - Burgundy\nready", "READY"),
    ("army paris supports army burgundy to munich, and holds there if it can\nready", "READY"),
    ("Paris supports Burgundy to Munich, as we have agreed with Germany before\nready", "READY"),
    ("Here is what I want to do this turn, and I am quite sure of it.\nvote draw", "VOTE"),
    ("Hi,\nready\nthanks for running this", "READY"),
    ("Thanks!\nready", "READY"),
    ("NAME: Ann Archer\nZONE: Europe/London", "NAME"),
    ("my name is Ann", "NAME"),
    ("I really do not know how to say this in a way that you understand: I am\n\nready", "READY"),
    ("Best wishes,\nAnn\n\nREADY", "READY"),
    ("stop std3", "STOP"),
    ("unsubscribe me from std3", "STOP"),
    ("extension of 24h please", "EXTEND"),
]


@pytest.mark.parametrize(("text", "word"), MEANT)
def test_a_line_of_its_own_is_a_command(text: str, word: str) -> None:
    assert word in [request.word for request in read_script(text).requests]


def test_an_example_of_help_and_its_explanation_do_not_run_together() -> None:
    """On a narrow screen the second column of the examples went on at the left edge, below the orders."""
    page = (
        "Orders:\n\n    F Bre S A Par - Pic   Fleet Brest supports the move, "
        + "whatever " * 5
        + "it costs\n    A Mar H\n"
    )
    assert "<pre><code>F Bre S A Par - Pic\n<em>Fleet Brest supports the move, " in str(laid_out(page))
    first, second, last = plain(page).splitlines()[2:]
    assert first.startswith("    F Bre S A Par - Pic   Fleet Brest supports the move, whatever")
    assert second.startswith(" " * 26 + "whatever")
    assert last == "    A Mar H"
