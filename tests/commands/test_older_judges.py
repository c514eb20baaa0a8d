"""Commands of older mail judges are executed, or answered with the command that does the same."""

import re

import pytest

from tests.support.gamemaster import gm
from tests.support.table import Table, kind_of, text_of
from tests.support.thorough import every_row

FRANCE, GERMANY, ITALY, GUEST = "france@x.org", "germany@z.org", "italy@y.org", "new@n.org"
SEATS = {"France": FRANCE, "Germany": GERMANY, "Italy": ITALY}
WAITING = "The turn is not run before its deadline, unless you write READY."


@pytest.fixture
def std1(table: Table) -> Table:
    table.vouched |= {*SEATS.values(), GUEST}
    table.opens("std1", "72h; grace 24h", SEATS, "standard")
    table.opens("std2", "72h", SEATS, "standard")
    table.post_office.forget()
    return table


def says(table: Table, body: str, sender: str = FRANCE) -> str:
    """Return the answer to a message, after YES to a question whether it is genuine."""
    table.clock.passes(minutes=10)
    return re.sub(r"\s+", " ", text_of(table.says(sender, body, "std1")))


def names(table: Table) -> str:
    return says(table, "PLAYERS")


WORDS = [
    # registering and addresses
    ("SET PASSWORD secret", "There are no passwords"),
    ("REGISTER", "Nobody has to register"),
    ("NAME: Jean Dupont", "You are Jean Dupont from now on."),
    (
        "I AM ALSO jean@work.example",
        "I have asked jean@work.example. When a reply from there says YES, you can write from there too",
    ),
    (
        "SET ADDRESS jean@new.example",
        "I have asked jean@new.example. When a reply from there says YES, your mail goes there",
    ),
    ("SET ZONE Europe/Paris", "time zone Europe/Paris"),
    ("SET PREFERENCE FET", "JOIN std3 France England"),
    # orders
    ("SIGN ON Fstd1 secret\nA Par - Bur\nSIGN OFF\nA Par - Pic", "Army Paris moves to Burgundy Without"),
    ("SIGNON France@std1 secret\nA Par - Bur\nSIGNOFF", "Army Paris moves to Burgundy"),
    ("// Burgundy first\nA Par - Bur // or so", "Army Paris moves to Burgundy Without"),
    ("A Par - Bur, F Bre - MAO; A Mar - Spa", "Fleet Brest moves to the Mid-Atlantic Ocean"),
    ("A Par - Bur\nCLEAR", "std1, Spring 1901, movement: nothing"),
    ("STATUS", "On file for France"),
    ("PHASE F1901M\nA Par - Bur", "Stored until Autumn 1901, movement is due"),
    # waiting
    ("SET WAIT", "This turn is not run before its deadline."),
    ("SET STRICT WAIT", "This turn is not run before its deadline."),
    ("A Par H\nA Mar H\nF Bre H\nSET NO WAIT", "You are ready."),
    ("A Par H\nA Mar H\nF Bre H\nSET NOWAIT", "You are ready."),
    # looking up
    ("HELP", "You play by mail"),
    ("GET INDEX", "You play by mail"),
    ("GET RULES", "3. The board and its units"),
    ("GET LOG", "The log of std1"),
    ("GET mapfile", "HELP, RULES, MAP, REPORT, HISTORY and LOG send what there is."),
    ("VERSION", "Downfall by mail, version"),
    ("LIST", "std2: Diplomacy, Spring 1901"),
    ("LIST FULL", "std2: Diplomacy, Spring 1901"),
    ("LIST std1", "Pace: 72h"),
    ("LIST std1 FULL", "Pace: 72h"),
    ("LIST OPENINGS", "Free: Austria, England, Russia and Turkey."),
    ("WHOGAME std1", "Germany: germany"),
    ("WHOIS Germany", "Germany: germany"),
    ("INFO PLAYER Germany", "Germany: germany"),
    ("SUMMARY", "Spring 1901, 3 3 3 3 3 4 3 movement"),
    ("SUMMARY std1", "std1 so far, as everybody may know it"),
    ("HISTORY std1 LINES 20 EXCLSTART", "No turn has been run yet."),
    ("MAP std1 ps", "Your last report is on its way again"),
    ("MAP gif", "Your last report is on its way again"),
    ("CHART", "Write SUMMARY"),
    # absence, votes, and actions of the game master
    ("SET ABSENCE 3 Dec TO 10 Dec", "You are away from Thu 3 Dec 2026"),
    ("SET VACATION 3 Dec TO 10 Dec", "You are away from Thu 3 Dec 2026"),
    ("AWAY 3 to 10 Dec\nSET NO ABSENCE", "You are no longer away."),
    ("SET DRAW", "Your vote stands"),
    ("PROPOSE DRAW", "Your vote stands"),
    ("SET DRAW FGI", "cannot be a part of this vote"),
    ("SET DRAW\nSET NO DRAW", "Withdrawn: draw."),
    ("SET DRAW\nSET NODRAW", "Withdrawn: draw."),
    ("SET CONCEDE Germany\nSET NO CONCEDE", "Withdrawn: concede Germany."),
    ("SET CONCESSION", 'There is no motion "concede".'),
    ("SET DEADLINE tomorrow", "EXTEND asks for more time"),
    ("RESIGN", "RESIGN France"),
    ("RESIGN France@std1 secret", "You have left"),
    # press
    ("PRESS\nhello\nENDPRESS", "To whom?"),
    ("PRESS TO GI\nhello\nENDPRESS", "Sent to Germany and Italy, signed France."),
    ("PRESS TO GM\nhello\nEND PRESS", "Sent to the GM"),
    ("PRESS TO M\nhello\nEND PRESS", "Sent to the GM"),
    ("PRESS TO O\nhello\nENDPRESS", "It is printed in the next bulletin"),
    ("PRESS TO ALL BUT G\nhello\nENDPRESS", "Sent to Italy"),
    ("BROADCAST\nhello\nENDBROADCAST", "Sent to Germany and Italy"),
    ("BROADCAST TO ALL BUT G\nhello\nENDBROADCAST", "Sent to Italy"),
    ("POSTALPRESS TO G\nhello\nENDPRESS", "Sent to Germany"),
    ("GREY PRESS TO G\nhello\nEND", "messages are signed"),
    ("FAKE BROADCAST\nA Par - Bur\nEND", "To whom?"),
    ("SET NO PRESS", "Press is a house rule"),
    ("SET GREY", "Press is a house rule"),
    ("QUIET", "SET BULLETIN OFF"),
    ("NOECHO", "SET ECHO ON or SET ECHO OFF"),
    ("DIARY\nGermany lies\nENDDIARY\nDIARY", "Germany lies"),
]


@pytest.mark.parametrize(
    ("body", "expected"), every_row(4, WORDS), ids=[body.replace("\n", " / ") for body, _ in WORDS]
)
def test_a_player_is_understood(std1: Table, body: str, expected: str) -> None:
    assert expected in says(std1, body)


OF_GUESTS = [
    ("SIGN ON ?std1 secret", "you are on its waiting list"),
    ("JOIN Austria@std1 secret", "Austria"),
    ("OBSERVE std1 secret", "You get the bulletins of std1 from now on."),
    ("MONITOR std1", "You get the bulletins of std1 from now on."),
    ("WATCH std1", "You get the bulletins of std1 from now on."),
    ("TAKEOVER France@std1 secret", "France is not free."),
    ("LIST", "std2: Diplomacy"),
    ("OPENINGS", "Free: Austria"),
    ("VERSION", "Downfall by mail, version"),
    ("REGISTER\nNAME: Ann\nEND", "JOIN with the name of a table asks for a seat"),
    ("SIGN ON Fstd1 secret\nA Par - Bur", "Nobody who plays here is registered with your address"),
]


@pytest.mark.parametrize(("body", "expected"), every_row(3, OF_GUESTS))
def test_somebody_without_a_seat_is_understood(std1: Table, body: str, expected: str) -> None:
    std1.mail(GUEST, body, "hello")
    assert expected in re.sub(r"\s+", " ", text_of(std1.last_to(GUEST)))


def test_a_draw_of_some_may_be_written_with_initials(std1: Table) -> None:
    std1.set_rules("std1", draws="any")
    assert "Your vote stands" in says(std1, "SET DRAW FG")
    assert "draw France, Germany" in says(std1, "VOTES")


def test_several_games_in_one_message(std1: Table) -> None:
    std1.mail(FRANCE, "SIGN ON Fstd1 pw\nA Par - Bur\nSIGN ON Fstd2 pw\nA Par - Pic\nSIGN OFF", "orders")
    answer = text_of(std1.last_to(FRANCE))
    assert "std1: France" in answer
    assert "Army Paris moves to Burgundy" in answer
    assert "std2: France" in answer
    assert "Army Paris moves to Picardy" in answer


def test_the_text_of_press_that_is_not_sent_is_never_an_order(std1: Table) -> None:
    says(std1, "FAKE BROADCAST\nA Par - Bur\nEND")
    assert "Army Paris moves" not in says(std1, "STATUS")


def test_a_message_with_ambiguous_initials_is_sent_to_nobody(std1: Table) -> None:
    assert 'There is no power "GX".' in says(std1, "PRESS TO GX\nhello\nEND")
    assert 'There is no power "gi".' in says(std1, "PRESS TO gi\nhello\nEND")
    assert not [mail for mail in std1.mails_to(GERMANY) if "hello" in text_of(mail)]


def test_the_wait_flag_is_cleared_every_phase(std1: Table) -> None:
    says(std1, "SET WAIT")
    assert WAITING in says(std1, "STATUS")
    std1.deadline_passes("std1")
    assert WAITING not in says(std1, "STATUS")


def test_the_diary_is_sent_when_the_game_is_over(std1: Table) -> None:
    says(std1, "DIARY\nGermany lies\nENDDIARY")
    gm(std1, "END GAME because we are tired", "std1")
    gm(std1, "YES", "std1")
    assert [mail for mail in std1.mails_to(FRANCE) if "Germany lies" in text_of(mail)]
    assert not [mail for mail in std1.mails_to(GERMANY) if "Germany lies" in text_of(mail)]


def test_the_map_comes_in_the_mail(std1: Table) -> None:
    std1.with_pictures()
    std1.clock.passes(minutes=10)
    std1.mail(FRANCE, "MAP gif", "std1")
    report = next(mail for mail in reversed(std1.mails_to(FRANCE)) if kind_of(mail) == "report")
    assert [part for part in report.walk() if part.get_content_type() == "image/png"]
