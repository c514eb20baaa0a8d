"""Press messages: who gets them, in which form, and what is never sent with them."""

import pytest

from pbem.commands.press.recipients import recipients
from tests.support.table import Table, body_of, text_of, tokens_in

POWERS = ("Gondor", "Rohan", "Umbar", "Dol Guldur", "Dwarves")
WHO = [
    ("Gondor, Rohan", ["Gondor", "Rohan"]),
    ("rohan and gondor", ["Gondor", "Rohan"]),
    ("Gon Roh", ["Gondor", "Rohan"]),
    ("Dol Guldur", ["Dol Guldur"]),
    ("dol guldur & umbar", ["Umbar", "Dol Guldur"]),
    ("all", list(POWERS)),
    ("ALL BUT Umbar", ["Gondor", "Rohan", "Dol Guldur", "Dwarves"]),
    ("everybody except Dwarves, Rohan", ["Gondor", "Umbar", "Dol Guldur"]),
    ("GM", ["GM"]),
    ("the bulletin", ["bulletin"]),
    ("Rohan, GM, Bulletin", ["Rohan", "GM", "bulletin"]),
]


@pytest.mark.parametrize(("said", "meant"), WHO)
def test_recipients_are_found(said: str, meant: list[str]) -> None:
    assert recipients(said, POWERS) == meant


NOBODY = [
    ("Rohann", "Did you mean Rohan?"),
    ("D", "may be Dol Guldur or Dwarves"),
    ("Gondor, Turkey", 'no power "Turkey"'),
    ("", "To whom?"),
    ("Umbar but Umbar", "leaves nobody"),
]


@pytest.mark.parametrize(("said", "why"), NOBODY)
def test_unusable_recipients_are_refused(said: str, why: str) -> None:
    with pytest.raises(ValueError, match=why.replace("?", r"\?")):
        recipients(said, POWERS)


def answer(table: Table, sender: str, body: str) -> str:
    table.clock.passes(minutes=15)
    table.mail(sender, body)
    return text_of(table.last_to(sender))


def press_to(table: Table, who: str) -> list[str]:
    return [text_of(mail) for mail in table.mails_to(who) if ": press " in str(mail["Subject"])]


def test_press_takes_the_names_of_players_beside_those_of_powers(table: Table) -> None:
    reply = answer(table, "ann@x.org", "PRESS TO Dark Green and Bob\nShall we run together?\nEND")
    assert "Sent to Blue and Dark Green, signed Red." in reply
    assert len(press_to(table, "Blue")) == len(press_to(table, "Dark Green")) == 1


def test_an_address_is_not_a_name_of_a_player(table: Table) -> None:
    assert "no power" in answer(table, "ann@x.org", "PRESS TO bob@y.org\nIs it you?\nEND")


def test_a_name_of_a_player_means_nothing_where_names_are_hidden(table: Table) -> None:
    table.set_rules("r1", names="hidden")
    known = answer(table, "ann@x.org", "PRESS TO Bob\nIs it you?\nEND")
    unknown = answer(table, "ann@x.org", "PRESS TO Bib\nIs it you?\nEND")
    assert 'There is no power "Bob"' in known
    assert known.replace("Bob", "Bib") == unknown
    assert press_to(table, "Blue") == []


def test_a_name_that_two_players_have_is_refused_with_their_powers(table: Table) -> None:
    for who in ("bob@y.org", "cyd@z.org"):
        answer(table, who, f"NAME Kim {who[0].upper()}")
    assert "may be Blue or Dark Green" in answer(table, "ann@x.org", "PRESS TO Kim\nHello\nEND")
    assert "Sent to Dark Green" in answer(table, "ann@x.org", "PRESS TO Kim C\nHello\nEND")


def test_a_player_may_be_blocked_by_name(table: Table) -> None:
    assert "You get no more messages from Blue" in answer(table, "ann@x.org", "BLOCK Bob")


def test_press_goes_to_those_named_and_to_nobody_else(table: Table) -> None:
    reply = answer(table, "ann@x.org", "PRESS TO Blue\nShall we run together?\nEND")
    assert "Sent to Blue, signed Red." in reply
    assert "Shall we run together?" in press_to(table, "Blue")[0]
    assert "From Red to Blue" in press_to(table, "Blue")[0]
    assert press_to(table, "Dark Green") == press_to(table, "gm@w.org") == []


def test_the_reader_can_reply_under_their_own_name(table: Table) -> None:
    answer(table, "ann@x.org", "PRESS TO Blue\nTogether?\nEND")
    message = next(mail for mail in table.mails_to("Blue") if ": press " in str(mail["Subject"]))
    table.clock.passes(minutes=5)
    table.reply(message, "PRESS TO Red\nNever.\nEND")
    assert "From Blue to Red" in press_to(table, "Red")[0]


def test_to_all_the_gm_and_the_bulletin(table: Table) -> None:
    answer(
        table,
        "ann@x.org",
        "BROADCAST\nHello all\nEND\nPRESS TO GM: help me\nPRESS TO BULLETIN\nRed is best.\nEND",
    )
    assert "Hello all" in press_to(table, "Blue")[0]
    assert "Hello all" in press_to(table, "Dark Green")[0]
    assert "help me" in press_to(table, "gm@w.org")[0]
    table.deadline_passes()
    reply = text_of(table.bulletin_to("gm@w.org"))
    assert "Red: Red is best." in reply
    assert "Hello all" not in reply
    table.deadline_passes()
    assert "Red is best." not in text_of(table.bulletin_to("gm@w.org"))


def test_grey_press_hides_its_writer_where_the_house_allows_it(table: Table) -> None:
    assert "messages are signed" in answer(table, "ann@x.org", "GREY PRESS TO Blue\nboo\nEND")
    assert press_to(table, "Blue") == []
    table.set_rules("r1", press="grey")
    assert "without your name" in answer(table, "ann@x.org", "GREY PRESS TO Blue\nboo\nEND")
    mail = next(mail for mail in table.mails_to("Blue") if ": press " in str(mail["Subject"]))
    assert "Press from somebody" in text_of(mail)
    for name in ("ann", "Ann", "Red"):
        assert name not in mail.as_string().replace("standard", "").replace("Ranger", "")


def test_grey_press_of_two_writers_differs_only_in_the_text(table: Table) -> None:
    table.set_rules("r1", press="grey")
    table.mail("ann@x.org", "GREY PRESS TO Blue\nboo\nEND")
    table.mail("cyd@z.org", "GREY PRESS TO Blue\nboo\nEND")
    one, two = (mail for mail in table.mails_to("Blue") if ": press " in str(mail["Subject"]))
    differing = {name for name, value in one.items() if str(value) != str(two[name])}
    assert differing <= {"Message-ID", "Content-Type"}
    assert text_of(one) == text_of(two)


RULES = [
    ("none", "PRESS TO Blue\nhi\nEND", False),
    ("none", "PRESS TO GM\nhi\nEND", True),
    ("gm", "PRESS TO BULLETIN\nhi\nEND", False),
    ("gm", "PRESS TO GM\nhi\nEND", True),
    ("bulletin", "PRESS TO Blue\nhi\nEND", False),
    ("bulletin", "PRESS TO BULLETIN\nhi\nEND", True),
    ("signed", "PRESS TO Blue, BULLETIN\nhi\nEND", True),
]


@pytest.mark.parametrize(("rule", "message", "is_sent"), RULES)
def test_the_house_rules_say_what_may_be_sent(table: Table, rule: str, message: str, is_sent: bool) -> None:
    table.set_rules("r1", press=rule)
    assert ("Nothing was sent." not in answer(table, "ann@x.org", message)) is is_sent


def test_press_with_one_unknown_name_goes_to_nobody(table: Table) -> None:
    reply = answer(table, "ann@x.org", "PRESS TO Blue, Purple\nsecret\nEND")
    assert 'There is no power "Purple".' in reply
    assert "Nothing was sent." in reply
    assert press_to(table, "Blue") == []


def test_orders_below_press_without_end_reach_nobody(table: Table) -> None:
    reply = answer(table, "ann@x.org", "PRESS TO Blue\nI shall stand still.\n\ngo 5\n")
    assert "There is no END on a line of its own below it" in reply
    assert "nothing below it was read as an order or command either: what was on file stays" in reply
    assert press_to(table, "Blue") == []
    reply = answer(table, "ann@x.org", "PRESS TO Blue: I shall stand still.\ngo 5\nEND\n")
    assert "Nothing was sent." in reply
    assert press_to(table, "Blue") == []


def test_press_without_end_and_without_orders_is_sent(table: Table) -> None:
    assert "Sent to Blue" in answer(table, "ann@x.org", "go 4\nPRESS TO Blue\nI like you.\n")
    assert "I like you." in press_to(table, "Blue")[0]


def test_no_token_address_or_quote_goes_along(table: Table) -> None:
    answer(table, "ann@x.org", "STATUS")
    report = table.last_to("Red")
    reply_to, tag = str(report["Reply-To"]), str(report["Subject"])
    token = next(iter(tokens_in([reply_to])))
    body = (
        f"PRESS TO Blue\nWrite to {reply_to} or {tag}, my token is {token.upper()}\n"
        "or to ann@x.org, as bob@y.org does\n> the judge told me secrets\nEND"
    )
    answer(table, "ann@x.org", body)
    mail = next(mail for mail in table.mails_to("Blue") if ": press " in str(mail["Subject"]))
    whole = " ".join(str(part.get_content()) for part in mail.walk() if part.get_content_maintype() == "text")
    assert token not in whole.lower()
    assert "ann@x.org" not in whole
    assert "bob@y.org" in whole
    assert "secrets" not in whole
    assert "[left out]" in whole


def test_where_names_are_hidden_no_address_and_no_name_at_the_end_goes_along(table: Table) -> None:
    table.set_rules("r1", names="hidden")
    answer(table, "ann@x.org", "NAME Ann Archer\nPRESS TO Blue\nwrite to me@home.example\n\nAnn\nEND")
    reply = press_to(table, "Blue")[0]
    assert "home.example" not in reply
    assert "Ann" not in reply


def test_limits_of_length_and_number(table: Table) -> None:
    table.set_rules("r1", press_a_day=2, press_kib=1)
    assert "longer than 1 KiB" in answer(table, "ann@x.org", "PRESS TO Blue\n" + "word " * 400 + "\nEND")
    for _ in range(2):
        assert "Sent to Blue" in answer(table, "ann@x.org", "PRESS TO Blue\nhi\nEND")
    assert "that is all for today" in answer(table, "ann@x.org", "PRESS TO Blue\nhi\nEND")
    table.clock.passes(hours=25)
    assert "Sent to Blue" in answer(table, "ann@x.org", "PRESS TO Blue\nhi\nEND")


def test_the_text_of_press_is_never_interpreted(table: Table) -> None:
    evil = "PRESS TO Blue, BULLETIN\n<script>alert(1)</script> {{ table.seed }} {% raw %}\nSubject: gone\nEND"
    answer(table, "ann@x.org", evil)
    table.deadline_passes()
    for mail in (
        table.report_to("bob@y.org"),
        *(m for m in table.mails_to("Blue") if "press" in str(m["Subject"])),
    ):
        html = mail.get_body(("html",))
        assert html is not None
        assert "<script>" not in html.get_content()
        assert "{{ table.seed }}" in html.get_content()
        assert "gone" not in str(mail["Subject"])


def test_the_writer_learns_that_nobody_plays_a_power(table: Table) -> None:
    table.opens("r2", players={"Red": "ann@x.org", "Blue": "bob@y.org"})
    table.mail("ann@x.org", "TABLE r2\nPRESS TO Blue, Dark Green\nhi\nEND", "r2")
    reply = text_of(table.last_to("ann@x.org"))
    assert "Sent to Blue" in reply
    assert "Dark Green: nobody plays it" in reply


# --- when messages are sent, and who gets copies ----------------------------------------------------------


def test_press_waits_for_the_results_where_the_house_rules_say_so(table: Table) -> None:
    table.set_rules("r1", press_delivery="with the turn", gm_press="all")
    table.mail("ann@x.org", "go 1\nPRESS TO Blue\nslow and steady\nEND")
    assert "It goes to Blue with the results of this turn" in text_of(table.last_to("Red"))
    assert "slow and steady" not in " ".join(text_of(mail) for mail in table.mails_to("Blue"))
    assert "slow and steady" in text_of(table.last_to("gm@w.org"))
    table.deadline_passes()
    assert [text_of(mail).count("slow and steady") for mail in table.mails_to("Blue")].count(1) == 1
    table.deadline_passes()
    assert [text_of(mail).count("slow and steady") for mail in table.mails_to("Blue")].count(1) == 1


def test_press_only_in_some_phases_and_only_with_orders(table: Table) -> None:
    table.set_rules("r1", press_phases=["night"])
    table.mail("ann@x.org", "PRESS TO Blue\nhello\nEND")
    assert "there is press only in the phase night" in text_of(table.last_to("Red"))
    table.set_rules("r1", press_phases=[], press_needs_orders=True)
    table.clock.passes(minutes=20)
    table.mail("ann@x.org", "PRESS TO Blue\nhello\nEND")
    assert "players who owe orders must send them before they send messages" in text_of(table.last_to("Red"))
    table.mail("ann@x.org", "PRESS TO Blue\nhello\nEND\ngo 2")
    assert "Sent to Blue" in text_of(table.last_to("Red"))
    table.mail("bob@y.org", "PRESS TO GM\nhelp\nEND")
    assert "Sent to the GM" in text_of(table.last_to("Blue"))


def test_the_sender_and_the_recipient_learn_that_a_line_was_cut(table: Table) -> None:
    answer = table.says("bob@y.org", f"PRESS TO Red\n{'we should talk about it ' * 120}\nEND", "r1")
    assert "A line is longer than 2,000 characters; the rest of it was not read." in text_of(answer)
    assert "we [...]" in text_of(table.last_to("Red"))


# --- in a quotation --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["PRESS TO Blue: hush", "GREY PRESS TO Blue", "BROADCAST", "PRESS TO BULLETIN"]
)
def test_a_press_command_in_the_quoted_text_is_explained(table: Table, line: str) -> None:
    table.mail("ann@x.org", f"go 3\n\nOn Monday the judge wrote:\n> {line}\n> hush\n> END\n", "r1")
    told = text_of(table.last_to("ann@x.org"))
    assert "Red will go 3" in told
    assert f"{line} NOT DONE This is in the quoted part of your message" in told
    assert not [mail for mail in table.mails_to("bob@y.org") if "hush" in text_of(mail)]


@pytest.mark.parametrize("asked", ["HELP", "HELP PRESS"])
def test_a_quoted_page_of_help_is_not_explained(table: Table, asked: str) -> None:
    table.mail("ann@x.org", asked, "r1")
    page = body_of(table.last_to("ann@x.org"))
    quoted = "\n".join(f"> {line}" for line in page.splitlines())
    table.clock.passes(minutes=40)
    table.mail("ann@x.org", f"go 3\n\nOn Monday the judge wrote:\n{quoted}\n", "r1")
    assert "quoted part of your message" not in text_of(table.last_to("ann@x.org"))


@pytest.mark.parametrize(("first", "last"), [('"', '"'), ("\u201c", "\u201d"), ("\u00ab", "\u00bb")])
def test_a_press_command_in_quotation_marks_is_explained(table: Table, first: str, last: str) -> None:
    table.mail("ann@x.org", f"go 3\n{first}GREY PRESS TO Blue: hush{last}", "r1")
    assert "This is in quotation marks, so it was not read as a command" in text_of(
        table.last_to("ann@x.org")
    )
    assert not [mail for mail in table.mails_to("bob@y.org") if "hush" in text_of(mail)]


@pytest.mark.parametrize("below", ["", "\ngo 4", "\n\ngo 4\n"])
def test_a_text_on_one_line_may_mention_orders(table: Table, below: str) -> None:
    """HELP PRESS says that a short message fits on one line; naming a move must not require END."""
    assert "Sent to Blue" in answer(table, "ann@x.org", f"PRESS TO Blue: Shall I go 5?{below}")
    assert "Shall I go 5?" in press_to(table, "Blue")[0]
    assert "go 4" not in press_to(table, "Blue")[0]


def test_all_are_the_powers_at_the_table_not_every_colour_of_the_game(table: Table) -> None:
    """Domination has eight colours; the others of a game of three do not exist for its players."""
    players = {power: f"{power.lower()}@x.org" for power in ("Red", "Blue", "Green")}
    table.vouched |= {"red@x.org"}
    table.opens("d3", players=players, game="domination", options={"players": "3"})
    table.mail("red@x.org", "PRESS TO ALL\nHello!\nEND", "d3")
    reply = text_of(table.last_to("red@x.org"))
    assert "Sent to Blue and Green, signed Red." in reply
    assert "Purple" not in reply
    table.mail("red@x.org", "PRESS TO Purple\nHello!\nEND", "d3")
    assert 'There is no power "Purple".' in text_of(table.last_to("red@x.org"))
    table.mail("red@x.org", "PREVIEW\nASSUME Purple\n2 Militia A1 - A2", "d3")
    assert 'There is no power "Purple".' in text_of(table.last_to("red@x.org"))


def test_a_game_master_writes_to_all_players_of_a_game_of_few(table: Table) -> None:
    players = {power: f"{power.lower()}@x.org" for power in ("Red", "Blue", "Green")}
    table.opens("d3", players=players, game="domination", options={"players": "3"})
    table.mail("gm@w.org", "PRESS TO all\nWelcome!\nEND", "d3")
    table.reply(table.mails_to("gm@w.org")[-1], "YES")
    assert "Welcome!" in text_of(table.last_to("green@x.org"))
