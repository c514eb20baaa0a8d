"""House rules on press: false names, grey by default, broadcasts, neighbours, grace, observers, the end."""

import re
from email.message import EmailMessage

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.games import find
from pbem.commands.press import neighbours
from pbem.commands.press.recipients import Addressed, addressed
from tests.support.gamemaster import gm
from tests.support.table import PLAYERS, Table, text_of

POWERS = ("Gondor", "Rohan", "Umbar", "Dol Guldur")
FRANCE, GERMANY, ITALY, TURKEY = "france@x.org", "germany@z.org", "italy@y.org", "turkey@t.org"
SEATS = {"France": FRANCE, "Germany": GERMANY, "Italy": ITALY, "Turkey": TURKEY}


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Rohan FROM Gondor", Addressed(["Rohan"], "Gondor")),
        ("Rohan, GM as Dol Guldur", Addressed(["Rohan", "GM"], "Dol Guldur")),
        ("Rohan FAKE TO Umbar, Gondor", Addressed(["Rohan"], None, ["Gondor", "Umbar"])),
        ("Rohan FAKE FROM Gondor FAKE TO Umbar", Addressed(["Rohan"], "Gondor", ["Umbar"])),
        ("Rohan as if to Umbar from Gondor", Addressed(["Rohan"], "Gondor", ["Umbar"])),
        ("ALL BUT Umbar FROM Gondor", Addressed(["Gondor", "Rohan", "Dol Guldur"], "Gondor")),
    ],
)
def test_false_names_are_read(written: str, expected: Addressed) -> None:
    assert addressed(written, POWERS) == expected


def answer(table: Table, sender: str, body: str, subject: str = "r1") -> str:
    table.clock.passes(minutes=15)
    table.mail(sender, body, subject)
    return text_of(table.last_to(sender))


def press_mails(table: Table, who: str) -> list[EmailMessage]:
    return [
        mail for mail in table.mails_to(who) if re.search(r": press (between|from)", str(mail["Subject"]))
    ]


def press_to(table: Table, who: str) -> list[str]:
    return [text_of(mail) for mail in press_mails(table, who)]


@pytest.fixture
def std1(table: Table) -> Table:
    table.vouched |= set(SEATS.values())
    table.opens("std1", "72h; grace 24h", SEATS, "standard")
    table.post_office.forget()
    return table


# --- false names ---


def test_without_the_house_rule_nobody_writes_under_another_name(table: Table) -> None:
    said = answer(table, "ann@x.org", "PRESS TO Blue FROM Dark Green\nhi\nEND")
    assert "nobody writes under the name of another power" in said
    said = answer(table, "ann@x.org", "PRESS TO Blue FAKE TO Dark Green\nhi\nEND")
    assert "a message shows to whom it really goes" in said
    assert press_to(table, "Blue") == press_to(table, "Dark Green") == []


def test_a_false_sender_looks_exactly_like_the_true_one(table: Table) -> None:
    table.set_rules("r1", press_fakes="both")
    answer(table, "cyd@z.org", "PRESS TO Blue\nI attack.\nEND")
    said = answer(table, "ann@x.org", "PRESS TO Blue FROM Dark Green\nI attack.\nEND")
    assert "Sent to Blue, signed Dark Green." in said
    true, false = press_mails(table, "Blue")
    assert text_of(true) == text_of(false)
    assert "At this table the names in a message may be false." in text_of(true)
    differing = {name for name, value in true.items() if str(value) != str(false[name])}
    assert differing <= {"Message-ID", "Content-Type", "Date", "Reply-To"}
    assert len(str(true["Reply-To"])) == len(str(false["Reply-To"]))


def test_a_reply_to_a_false_name_goes_to_the_power_that_it_names(table: Table) -> None:
    table.set_rules("r1", press_fakes="sender")
    answer(table, "ann@x.org", "PRESS TO Blue FROM Dark Green\nI attack.\nEND")
    table.reply(press_mails(table, "Blue")[0], "Do not!")
    assert "Do not!" in press_to(table, "Dark Green")[0]
    assert press_to(table, "Red") == []


def test_false_recipients(table: Table) -> None:
    table.set_rules("r1", press_fakes="recipients", gm_press="all")
    said = answer(table, "ann@x.org", "PRESS TO Blue FAKE TO Dark Green\nOur plan stands.\nEND")
    assert "Its readers see it as a message to Dark Green." in said
    assert "From Red to Dark Green." in press_to(table, "Blue")[0]
    assert press_to(table, "Dark Green") == []
    to_gm = press_to(table, "gm@w.org")[0]
    assert "From Red to Blue. Shown as a message from Red to Dark Green." in to_gm


def test_false_names_are_announced_in_the_house_rules(table: Table) -> None:
    table.set_rules("r1", press_fakes="both")
    said = answer(table, "bob@y.org", "HOUSE RULES")
    assert "Names may be false" in said
    assert "PRESS TO France FROM Italy FAKE TO Turkey" in said


def test_the_game_master_is_never_written_to_under_a_false_name(table: Table) -> None:
    table.set_rules("r1", press_fakes="both")
    said = answer(table, "ann@x.org", "PRESS TO GM FROM Blue\nI resign.\nEND")
    assert "A message to the GM cannot have false names." in said
    assert press_to(table, "gm@w.org") == []


def test_a_broadcast_and_a_note_for_the_bulletin_under_a_false_name(table: Table) -> None:
    table.set_rules("r1", press_fakes="sender")
    answer(table, "ann@x.org", "BROADCAST FROM Blue\nI am weak.\nEND")
    assert "From Blue to Red, Blue and Dark Green" not in press_to(table, "Dark Green")[0]
    assert "From Blue to" in press_to(table, "Dark Green")[0]
    answer(table, "ann@x.org", "PRESS TO BULLETIN FROM Blue\nI am very weak.\nEND")
    table.deadline_passes()
    assert "Blue: I am very weak." in text_of(table.bulletin_to("gm@w.org"))


# --- grey or signed ---


def test_grey_by_default_and_signed_on_request(table: Table) -> None:
    table.set_rules("r1", press="grey first")
    assert "without your name" in answer(table, "ann@x.org", "PRESS TO Blue\nboo\nEND")
    assert "From somebody to Blue." in press_to(table, "Blue")[0]
    assert "signed Red" in answer(table, "ann@x.org", "WHITE PRESS TO Blue\nit was me\nEND")
    table.reply(press_mails(table, "Blue")[1], "I knew.")
    assert "From Blue to Red." in press_to(table, "Red")[0]
    assert "they are grey (anonymous) unless you write SIGNED PRESS" in answer(
        table, "ann@x.org", "HOUSE RULES"
    )


def test_grey_only(table: Table) -> None:
    table.set_rules("r1", press="grey only")
    assert "no message between players is signed" in answer(
        table, "ann@x.org", "SIGNED PRESS TO Blue\nhi\nEND"
    )
    answer(table, "ann@x.org", "PRESS TO Blue, BULLETIN\nboo\nEND")
    assert len(press_to(table, "Blue")) == 1
    assert "a reply reaches nobody" in press_to(table, "Blue")[0]
    assert "From somebody to Blue and the bulletin." in press_to(table, "Blue")[0]
    assert "Sent to the GM, signed Red." in answer(table, "ann@x.org", "PRESS TO GM\nhelp\nEND")
    table.deadline_passes()
    assert "Somebody: boo" in text_of(table.bulletin_to("gm@w.org"))


def test_broadcasts_only(table: Table) -> None:
    table.set_rules("r1", press="broadcast")
    said = answer(table, "ann@x.org", "PRESS TO Blue\npsst\nEND")
    assert "a message goes to all other players at once" in said
    assert press_to(table, "Blue") == []
    answer(table, "ann@x.org", "BROADCAST\nhello\nEND")
    answer(table, "ann@x.org", "PRESS TO Blue, Dark Green\nhello again\nEND")
    assert [len(press_to(table, who)) for who in ("Blue", "Dark Green")] == [2, 2]


def test_the_mail_of_a_broadcast_says_that_only_a_reply_to_all_is_delivered(table: Table) -> None:
    table.set_rules("r1", press="broadcast")
    answer(table, "ann@x.org", "BROADCAST\nhello\nEND")
    told = press_to(table, "Blue")[0]
    assert "only a reply to all is delivered" in told
    assert "alone" not in told


def test_a_broadcast_goes_to_all_at_once_and_to_the_bulletin(table: Table) -> None:
    table.set_rules("r1", broadcasts="mailed and printed", observers=True)
    said = answer(table, "ann@x.org", "BROADCAST: Peace for all!")
    assert "Sent to Blue and Dark Green" in said
    assert "It is printed in the next bulletin" in said
    assert "Peace for all!" in press_to(table, "Blue")[0]
    table.deadline_passes()
    assert "Red: Peace for all!" in text_of(table.bulletin_to("gm@w.org"))


# --- neighbours ---


def test_only_neighbours_may_be_written_to(std1: Table) -> None:
    std1.set_rules("std1", press_reach="neighbours")
    said = answer(std1, FRANCE, "PRESS TO Turkey\nMerhaba!\nEND", "std1")
    assert (
        "only to powers that border yours, as far as everybody may know: England, Germany and Italy" in said
    )
    assert press_to(std1, TURKEY) == []
    answer(std1, FRANCE, "PRESS TO Germany, Italy\nHello.\nEND", "std1")
    assert len(press_to(std1, GERMANY)) == len(press_to(std1, ITALY)) == 1
    assert "Sent to the GM" in answer(std1, FRANCE, "PRESS TO GM\nHello.\nEND", "std1")
    assert "two powers are neighbours if there is a province" in answer(std1, FRANCE, "HOUSE RULES", "std1")


def test_only_powers_that_are_not_neighbours_may_be_written_to(std1: Table) -> None:
    std1.set_rules("std1", press_reach="distant")
    said = answer(std1, FRANCE, "PRESS TO Germany\nHallo!\nEND", "std1")
    assert "only to powers that do not border yours" in said
    assert "Austria, Russia and Turkey" in said
    assert press_to(std1, GERMANY) == []
    assert "Sent to Turkey" in answer(std1, FRANCE, "PRESS TO Turkey\nMerhaba!\nEND", "std1")
    assert "may not write to their neighbours" in answer(std1, FRANCE, "HOUSE RULES", "std1")


def test_only_eliminated_powers_may_write(std1: Table) -> None:
    std1.set_rules("std1", press_reach="eliminated")
    for line in ("PRESS TO Germany: Hallo!", "PRESS TO BULLETIN: Bonjour!", "BROADCAST: Hello!"):
        assert "only powers that have nothing left on the board" in answer(std1, FRANCE, line, "std1")
    assert "Sent to the GM" in answer(std1, FRANCE, "PRESS TO GM: Bonjour!", "std1")
    without(std1, "Italy")
    said = answer(std1, ITALY, "PRESS TO Germany: Ciao!", "std1")
    assert "writes to all players at once. Write BROADCAST" in said
    assert "Sent to France, Germany and Turkey" in answer(std1, ITALY, "BROADCAST: Ciao!", "std1")
    assert "Ciao!" in press_to(std1, GERMANY)[0]
    assert "you may not write to Italy now" in press_to(std1, GERMANY)[0]
    assert "Those who have nothing left may write to all players" in answer(
        std1, ITALY, "HOUSE RULES", "std1"
    )


def test_grey_press_does_not_advise_readers_to_write_who_may_not(std1: Table) -> None:
    std1.set_rules("std1", press_reach="eliminated", press="grey")
    without(std1, "Italy")
    answer(std1, ITALY, "GREY BROADCAST: Ciao!", "std1")
    told = press_to(std1, GERMANY)[0]
    assert "so a reply reaches nobody." in told
    assert "PRESS TO" not in told


def test_a_reader_out_of_reach_is_not_told_to_reply(std1: Table) -> None:
    std1.set_rules("std1", press_reach="neighbours", press="grey", press_fakes="sender")
    answer(std1, FRANCE, "PRESS TO Germany FROM Turkey\nMerhaba!\nEND", "std1")
    assert "you may not write to Turkey now" in press_to(std1, GERMANY)[0]
    answer(std1, FRANCE, "PRESS TO Germany\nBonjour!\nEND", "std1")
    assert "Your reply goes to France alone." in press_to(std1, GERMANY)[1]
    answer(std1, FRANCE, "GREY PRESS TO Germany\nBoo!\nEND", "std1")
    assert "PRESS TO and a power writes to a player" in press_to(std1, GERMANY)[2]


def without(table: Table, power: str, *, fog: bool = False) -> None:
    """Take everything that *power* has from the board."""
    game = find("standard")
    row = table.row("std1")
    whole = game.describe(row.position)
    facts = {key: whole[key] for key in ("units", "centres")} | ({"options": {"fog": "on"}} if fog else {})
    for key in ("units", "centres"):
        facts[key] = {**facts[key], power: []}
    with table.store.writing() as session:
        own = session.get_one(type(row), "std1")
        own.position = game.place(facts)


def test_in_fog_neighbours_are_those_of_the_first_turn(std1: Table) -> None:
    in_fog(std1)
    std1.set_rules("std1", press_reach="neighbours")
    said = answer(std1, FRANCE, "PRESS TO Turkey\nMerhaba!\nEND", "std1")
    assert "England, Germany and Italy. You can still write to the GM" in said
    assert "Sent to Germany" in answer(std1, FRANCE, "PRESS TO Germany\nHallo!\nEND", "std1")
    assert "of each, when a game on this map begins." in answer(std1, FRANCE, "HOUSE RULES", "std1")


def test_positions_of_units_in_fog_do_not_change_the_neighbours() -> None:
    game = find("standard")
    first = game.start({"fog": "on"}, SeededDice("a seed", 1))
    facts = game.describe(first)
    units = {**facts["units"], "France": ["A Ank"], "Turkey": ["A Par"]}
    moved = game.place({"units": units, "centres": facts["centres"], "options": {"fog": "on"}})
    assert neighbours.of(game, first, "France") == neighbours.of(game, moved, "France") != []


def test_in_fog_too_only_eliminated_powers_may_write(std1: Table) -> None:
    in_fog(std1)
    std1.set_rules("std1", press_reach="eliminated")
    assert "only powers that have nothing left" in answer(std1, FRANCE, "BROADCAST: Hello!", "std1")
    without(std1, "Italy", fog=True)
    assert "Sent to France, Germany and Turkey" in answer(std1, ITALY, "BROADCAST: Ciao!", "std1")


def in_fog(table: Table) -> None:
    game = find("standard")
    with table.store.writing() as session:
        own = session.get_one(type(table.row("std1")), "std1")
        own.position, own.options = game.start({"fog": "on"}, SeededDice("a seed", 1)), {"fog": "on"}


def test_hidden_pieces_do_not_make_powers_neighbours() -> None:
    game = find("hardbop")
    whole = game.describe(game.start({}, SeededDice("a seed", 1)))
    facts = {key: whole[key] for key in ("units", "centres")}
    units = [unit for unit in facts["units"]["Gondor"] if unit[0] != "R"]
    there = [
        neighbours.of(
            game, game.place({**facts, "units": {**facts["units"], "Gondor": [*units, piece]}}), "Gondor"
        )
        for piece in ("R MTi", "R Shi")
    ]
    assert there == [["Mordor", "Rohan", "Umbar"]] * 2, "a Ranger in the Shire touches no Elves"


def test_a_game_without_neighbours_does_not_list_the_rule(table: Table) -> None:
    table.set_rules("r1", press_reach="neighbours")
    assert "neighbours" not in answer(table, "ann@x.org", "HOUSE RULES")
    assert "Sent to Blue" in answer(table, "ann@x.org", "PRESS TO Blue\nhi\nEND")


# --- time ---


def in_grace(table: Table) -> None:
    table.clock.moment = table.row("std1").deadline_utc  # type: ignore[assignment]
    table.clock.passes(hours=1)
    table.service.look()
    assert not table.turns("std1")


def test_press_in_the_grace_period_is_allowed_unless_the_rules_say_no(std1: Table) -> None:
    in_grace(std1)
    assert "Sent to Germany" in answer(std1, FRANCE, "PRESS TO Germany\nlate\nEND", "std1")
    std1.set_rules("std1", press_after_deadline="no")
    said = answer(std1, FRANCE, "PRESS TO Germany\nlater\nEND", "std1")
    assert "do not write to each other after the deadline" in said
    assert "Sent to the GM" in answer(std1, FRANCE, "PRESS TO GM\nsorry\nEND", "std1")
    assert len(press_to(std1, GERMANY)) == 1


def test_press_in_the_grace_period_only_by_players_with_orders(std1: Table) -> None:
    std1.set_rules("std1", press_after_deadline="with orders")
    assert "Sent to Germany" in answer(std1, FRANCE, "PRESS TO Germany\nearly\nEND", "std1")
    in_grace(std1)
    said = answer(std1, FRANCE, "PRESS TO Germany\nlate\nEND", "std1")
    assert "must send them before they send messages after the deadline" in said
    assert "Sent to Germany" in answer(std1, FRANCE, "PRESS TO Germany\nlate\nEND\nA Par H", "std1")


# --- observers ---


def observer(table: Table) -> str:
    table.vouched.add("ola@o.org")
    table.mail("Ola <ola@o.org>", "OBSERVE r1")
    return "Ola <ola@o.org>"


def test_observers_are_silent_by_default(table: Table) -> None:
    ola = observer(table)
    table.mail(ola, "PRESS TO BULLETIN\nHello\nEND")
    assert "observers cannot write" in text_of(table.last_to("ola@o.org"))


@pytest.mark.parametrize(
    ("rule", "shown"), [("signed", "Ola (observer): Well"), ("grey", "An observer: Well")]
)
def test_an_observer_writes_to_the_bulletin(table: Table, rule: str, shown: str) -> None:
    ola = observer(table)
    table.set_rules("r1", observer_press=rule)
    table.mail(ola, "PRESS TO BULLETIN\nWell played, says ola@o.org!\nEND")
    assert "It is printed in the next bulletin of r1" in text_of(table.last_to("ola@o.org"))
    table.deadline_passes()
    bulletin = text_of(table.bulletin_to("gm@w.org"))
    assert shown in bulletin
    assert "ola@o.org" not in bulletin
    table.mail("bob@y.org", "HOUSE RULES")
    assert "Observers may write notes for the bulletin" in text_of(table.last_to("bob@y.org"))


@pytest.mark.parametrize("rule", ["signed", "grey"])
def test_a_gm_who_gets_all_press_gets_the_notes_of_observers_too(table: Table, rule: str) -> None:
    ola = observer(table)
    table.set_rules("r1", observer_press=rule)
    table.mail(ola, "PRESS TO BULLETIN\nWell played!\nEND")
    assert "Well played!" not in "".join(map(text_of, table.mails_to("gm@w.org")))
    table.set_rules("r1", observer_press=rule, gm_press="all")
    table.mail(ola, "PRESS TO BULLETIN\nA second time!\nEND")
    copy = text_of(table.last_to("gm@w.org"))
    assert "Ola (observer) has written a note for the next bulletin." in copy
    assert ("printed without the name" in copy) is (rule == "grey")
    assert "A second time!" in copy
    assert "ola@o.org" not in copy
    assert "A second time!" not in "".join(text_of(mail) for who in PLAYERS for mail in table.mails_to(who))


def test_an_observer_writes_to_no_player_and_not_too_often(table: Table) -> None:
    ola = observer(table)
    table.set_rules("r1", observer_press="signed")
    table.mail(ola, "PRESS TO Blue\nBeware of Red\nEND")
    assert "Observers write for the bulletin only" in text_of(table.last_to("ola@o.org"))
    assert press_to(table, "Blue") == []
    table.clock.passes(hours=2)
    for _ in range(3):
        table.mail(ola, "PRESS TO BULLETIN: hi")
    table.clock.passes(hours=2)
    table.mail(ola, "PRESS TO BULLETIN: hi")
    assert "that is all for today" in text_of(table.last_to("ola@o.org"))


def test_only_observers_may_write_notes(table: Table) -> None:
    table.set_rules("r1", observer_press="signed")
    table.vouched.add("eve@e.org")
    table.mail("eve@e.org", "PRESS TO BULLETIN: hi")
    assert "Nobody who plays here is registered with your address" in text_of(table.last_to("eve@e.org"))
    table.opens("r2")
    table.mail("eve@e.org", "OBSERVE r2", "r2")
    table.mail("eve@e.org", "PRESS TO BULLETIN: hi", "r1")
    assert "You do not observe r1." in text_of(table.last_to("eve@e.org"))


# --- blocking and echo ---


def test_blocked_messages_are_not_delivered_and_the_writer_cannot_tell(table: Table) -> None:
    before = answer(table, "ann@x.org", "PRESS TO Blue\nhi\nEND")
    assert "You get no more messages from Red." in answer(table, "bob@y.org", "BLOCK Red")
    after = answer(table, "ann@x.org", "PRESS TO Blue\nhi\nEND")
    assert before == after
    assert len(press_to(table, "Blue")) == 1
    assert "You get no messages from Red" in answer(table, "bob@y.org", "STATUS")
    answer(table, "bob@y.org", "UNBLOCK Red")
    answer(table, "ann@x.org", "PRESS TO Blue\nhi\nEND")
    assert len(press_to(table, "Blue")) == 2


def test_blocking_one_power_reveals_no_grey_writer_and_no_false_name(table: Table) -> None:
    table.set_rules("r1", press="grey", press_fakes="sender")
    answer(table, "bob@y.org", "BLOCK Red")
    answer(table, "ann@x.org", "GREY PRESS TO Blue\nboo\nEND")
    answer(table, "ann@x.org", "PRESS TO Blue FROM Dark Green\nboo\nEND")
    assert len(press_to(table, "Blue")) == 2
    answer(table, "cyd@z.org", "PRESS TO Blue FROM Red\nblocked\nEND")
    answer(table, "bob@y.org", "BLOCK GREY")
    answer(table, "ann@x.org", "GREY PRESS TO Blue\nboo\nEND")
    assert len(press_to(table, "Blue")) == 2


def test_postal_press_is_blocked_too_and_the_game_master_is_not(table: Table) -> None:
    table.set_rules("r1", press_delivery="with the turn")
    answer(table, "bob@y.org", "BLOCK Red")
    answer(table, "ann@x.org", "PRESS TO Blue\nslow\nEND")
    table.deadline_passes()
    assert press_to(table, "Blue") == []
    gm(table, "PRESS TO Blue\nAll well?\nEND")
    assert len(press_to(table, "Blue")) == 1


@pytest.mark.parametrize("said", ["BLOCK Blue", "BLOCK Purple", "UNBLOCK Red"])
def test_unknown_names_and_the_game_master_cannot_be_blocked(table: Table, said: str) -> None:
    assert "NOT DONE" in answer(table, "bob@y.org", said)


@pytest.mark.parametrize("said", ["IGNORE Red", "ignore press from Red", "BLOCK PRESS OF Red", "mute Red"])
def test_other_words_for_block(table: Table, said: str) -> None:
    assert "You get no more messages from Red." in answer(table, "bob@y.org", said)


@pytest.mark.parametrize(
    "said",
    ["Please ignore.", "ignore", "Please ignore my earlier mail.", "Ignore that line", "ignore the above"],
)
def test_to_ignore_orders_blocks_nobody(table: Table, said: str) -> None:
    told = answer(table, "bob@y.org", f"{said}\nHELP")
    assert "You get no" not in told
    assert "NOT DONE" not in told


def test_an_echo_is_the_message_as_its_readers_see_it(table: Table) -> None:
    table.set_rules("r1", press="grey")
    assert "You get a copy of each message that you send" in answer(table, "ann@x.org", "SET ECHO ON")
    table.mail("ann@x.org", "GREY PRESS TO Blue\nboo, says ann@x.org\nEND")
    echo = next(mail for mail in table.mails_to("Red") if "your message to Blue" in str(mail["Subject"]))
    assert "from somebody to Blue" in text_of(echo)
    assert "boo, says [left out]" in text_of(echo)
    assert "no longer get copies" in answer(table, "ann@x.org", "SET ECHO OFF")


# --- the end ---


@pytest.mark.parametrize(
    ("rule", "lines"),
    [
        ("sealed", []),
        (
            "open",
            [
                "Somebody to Blue: boo",
                "Dark Green to Blue: false",
                "Red to Dark Green: to you",
            ],
        ),
        (
            "with names",
            [
                "Red (without a name) to Blue: boo",
                "Red (as Dark Green) to Blue: false",
                "Red to Blue: to you",
            ],
        ),
    ],
)
def test_the_last_bulletin_prints_press_as_the_house_rule_says(
    table: Table, rule: str, lines: list[str]
) -> None:
    table.set_rules("r1", press="grey", press_fakes="both", press_at_end=rule)
    answer(table, "ann@x.org", "GREY PRESS TO Blue: boo\n")
    answer(table, "ann@x.org", "PRESS TO Blue FROM Dark Green: false\n")
    answer(table, "ann@x.org", "PRESS TO Blue FAKE TO Dark Green: to you\n")
    answer(table, "ann@x.org", "PRESS TO GM: help\n")
    gm(table, "PRESS TO Blue\ndone\nEND")
    table.post_office.forget()
    gm(table, "END GAME because we are tired")
    gm(table, "YES")
    last = table.last_to("Blue")
    text = text_of(last)
    assert [line for line in lines if line not in text] == []
    assert ("boo" in text) is (rule != "sealed")
    assert ("(without a name)" in text) is (rule == "with names")
    assert "help" not in text.replace("HELP", "") and "Blue: done" not in text  # no press except with the GM
