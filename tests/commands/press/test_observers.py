"""Observers: what they may read, which mail they get, and who may see everything."""

from hashlib import sha256

import pytest

from tests.support.gamemaster import gm
from tests.support.table import Table, answer, body_of, kind_of, text_of

DOT, EVE = "dot@d.org", "eve@e.org"
STANDARD = {"France": "france@x.org", "England": "england@z.org"}


@pytest.fixture
def std3(table: Table) -> Table:
    table.vouched |= {*STANDARD.values(), DOT, EVE}
    table.opens("std3", "72h", STANDARD, "standard")
    table.post_office.forget()
    return table


# --- HISTORY and REPORT ----------------------------------------------------------------------------------


def test_an_observer_reads_the_turns_and_the_position(std3: Table) -> None:
    std3.mail("france@x.org", "A Par - Bur", "std3")
    std3.deadline_passes("std3")
    answer(std3, DOT, "OBSERVE std3")
    assert "1. Spring 1901" in answer(std3, DOT, "HISTORY std3")
    assert "A Par - Bur" in answer(std3, DOT, "HISTORY std3 Spring 1901")
    reply = answer(std3, DOT, "REPORT std3")
    assert "std3 now, Autumn 1901, movement" in reply and "A Par - Bur" in reply
    assert "A Par - Bur" in answer(std3, DOT, "HISTORY std3 FROM Spring 1901 TO 1")
    assert 'No turn "1999" has been run' in answer(std3, DOT, "HISTORY std3 1999")


def test_position_shows_observers_what_the_public_knows(std3: Table) -> None:
    std3.mail("france@x.org", "A Par - Bur", "std3")
    std3.deadline_passes("std3")
    reply = answer(std3, DOT, "POSITION std3")
    assert "std3: where the game stands" in reply and "Autumn 1901, movement" in reply
    assert "Burgundy" in reply and "A Par - Bur" not in reply
    assert "Burgundy" in answer(std3, "ann@x.org", "show the position of std3", "r1")
    std3.set_rules("std3", observers=False)
    assert "only its players read the reports of std3" in answer(std3, DOT, "POSITION std3")


def test_position_shows_a_player_their_own_view_and_nobody_else_what_is_hidden(table: Table) -> None:
    table.vouched |= {DOT, "gandalf@x.org", "mordor@x.org"}
    table.opens("x3", "72h", {"Gandalf": "gandalf@x.org", "Mordor": "mordor@x.org"}, "downfall-xiii")
    own, public = answer(table, "gandalf@x.org", "POSITION", "x3"), answer(table, DOT, "POSITION x3")
    assert "Your Fellowship" in own and "Frodo" not in public
    assert "Your Fellowship" not in answer(table, "mordor@x.org", "POSITION", "x3")
    assert "Your Fellowship" not in gm(table, "POSITION", "x3")


def test_a_player_of_one_table_reads_another_as_the_public_does(std3: Table) -> None:
    std3.mail("france@x.org", "A Par - Bur", "std3")
    std3.deadline_passes("std3")
    assert "A Par - Bur" in answer(std3, "ann@x.org", "HISTORY std3 Spring 1901", "r1")
    assert "std3 now" in answer(std3, "ann@x.org", "REPORT std3", "r1")


def test_a_report_of_a_table_without_observers_is_for_its_players_only(std3: Table) -> None:
    std3.set_rules("std3", observers=False)
    assert "only its players read the reports of std3" in answer(std3, DOT, "REPORT std3\nHISTORY std3")


def test_nothing_hidden_is_in_a_public_report(table: Table) -> None:
    table.vouched.add(DOT)
    table.opens("x3", "72h", {"Gandalf": "gandalf@x.org", "Mordor": "mordor@x.org"}, "downfall-xiii")
    assert "Ring" in text_of(table.report_to("gandalf@x.org"))
    reply = answer(table, DOT, "REPORT x3")
    assert "as Gandalf knows it" not in reply and "Orders of" not in reply


def test_a_late_observer_gets_the_position_and_the_house_rules(std3: Table) -> None:
    std3.deadline_passes("std3")
    answer(std3, DOT, "OBSERVE std3")
    first = std3.bulletin_to(DOT)
    assert "std3 Autumn 1901, movement: Where the game stands (bulletin)" in str(first["Subject"])
    assert "SHA-256" not in text_of(first), "this game has no dice"
    assert "House rules of this table" in text_of(first)
    assert "Nobody plays Austria" in text_of(first)
    answer(std3, EVE, "OBSERVE std3 NEWS")
    assert "bulletin" not in [kind_of(mail) for mail in std3.mails_to(EVE)]


def test_late_observers_and_substitutes_get_the_commitment_to_the_dice(table: Table) -> None:
    table.vouched.add(DOT)
    table.opens("x3", "72h", {"Gandalf": "gandalf@x.org", "Mordor": "mordor@x.org"}, "downfall-xiii")
    promise = sha256(table.row("x3").seed.encode()).hexdigest()
    table.deadline_passes("x3")
    answer(table, DOT, "OBSERVE x3")
    first = table.bulletin_to(DOT)
    assert promise in text_of(first)
    assert promise in body_of(first)
    table.post_office.forget()
    table.deadline_passes("x3")
    assert promise not in text_of(table.bulletin_to(DOT))
    gm(table, "REPLACE Mordor with Eve <eve.new@x.org>", "x3")
    assert promise in text_of(table.report_to("eve.new@x.org"))


# --- kinds of mail ---------------------------------------------------------------------------------------


def test_an_observer_chooses_bulletins_or_news(std3: Table) -> None:
    assert "You get the bulletins of std3 from now on." in answer(std3, DOT, "OBSERVE std3 BULLETINS")
    assert "You get the news of std3 from now on." in answer(std3, EVE, "OBSERVE std3 NEWS")
    std3.post_office.forget()
    gm(std3, "BROADCAST\nHello to all\nEND", "std3")
    std3.deadline_passes("std3")
    assert [str(mail["X-Downfall-Kind"]) for mail in std3.mails_to(DOT)] == ["bulletin"]
    assert [str(mail["X-Downfall-Kind"]) for mail in std3.mails_to(EVE)] == ["note"]
    answer(std3, EVE, "OBSERVE std3")
    std3.post_office.forget()
    std3.deadline_passes("std3")
    assert [str(mail["X-Downfall-Kind"]) for mail in std3.mails_to(EVE)] == ["bulletin"]


# --- everything ------------------------------------------------------------------------------------------


def test_by_default_nobody_sees_everything_before_the_end(std3: Table) -> None:
    reply = answer(std3, DOT, "OBSERVE std3 ALL")
    assert "nobody sees everything at std3 before the game is over" in reply
    assert "By the house rules nobody sees everything" in gm(std3, f"GRANT {DOT}", "std3")


def test_everything_is_shown_when_the_game_is_over(std3: Table) -> None:
    std3.mail("france@x.org", "A Par - Bur", "std3")
    std3.deadline_passes("std3")
    gm(std3, "END GAME because we are done", "std3")
    assert "The whole story of std3" in answer(std3, DOT, "OBSERVE std3 ALL")
    std3.set_rules("std3", see_all="never")
    assert "nobody sees everything at std3" in answer(std3, DOT, "OBSERVE std3 ALL")


@pytest.fixture
def seen(table: Table) -> Table:
    """Return a game with hidden pieces where Dot has asked to see everything."""
    table.vouched |= {DOT, EVE}
    table.opens("x3", "72h", {"Gandalf": "gandalf@x.org", "Mordor": "mordor@x.org"}, "downfall-xiii")
    table.set_rules("x3", see_all="by the gm")
    table.post_office.forget()
    table.mail(f"Dot Doe <{DOT}>", "OBSERVE x3 ALL", "hello")
    table.reply(table.last_to(DOT), "YES", DOT)
    answer(table, EVE, "OBSERVE x3")
    return table


def test_the_game_master_grants_it_and_everybody_is_informed(seen: Table) -> None:
    assert f"Dot Doe <{DOT}> observes x3 and asks to see everything" in text_of(seen.last_to("gm@w.org"))
    seen.deadline_passes("x3")
    assert "as Gandalf knows it" not in body_of(seen.bulletin_to(DOT))
    gm(seen, f"GRANT {DOT}", "x3")
    for player in ("gandalf@x.org", "mordor@x.org", EVE):
        news = text_of(seen.last_to(player))
        assert "lets Dot Doe, who observes x3, see everything" in news
        assert DOT not in news
    seen.vouched.add("mordor@x.org")
    assert "Dot Doe, an observer, sees everything" in answer(seen, "mordor@x.org", "LOG", "x3")
    seen.deadline_passes("x3")
    assert "as Gandalf knows it" in text_of(seen.bulletin_to(DOT))
    assert "as Gandalf knows it" not in text_of(seen.bulletin_to(EVE))
    assert "as Gandalf knows it" in answer(seen, DOT, "REPORT x3")
    assert "as Gandalf knows it" not in answer(seen, EVE, "REPORT x3")
    gm(seen, f"REVOKE {DOT}", "x3")
    assert "as Gandalf knows it" not in answer(seen, DOT, "REPORT x3")


def test_an_observer_who_had_only_news_gets_the_bulletins_once_everything_is_granted(seen: Table) -> None:
    answer(seen, EVE, "OBSERVE x3 NEWS")
    gm(seen, f"GRANT {EVE}", "x3")
    seen.deadline_passes("x3")
    assert "as Gandalf knows it" in text_of(seen.bulletin_to(EVE))


def test_whoever_has_seen_everything_can_never_play_there(seen: Table) -> None:
    gm(seen, f"GRANT {DOT}", "x3")
    answer(seen, DOT, "STOP x3")
    assert "You have seen secrets of x3" in answer(seen, DOT, "TAKE OVER Rohan in x3")
    assert "You have seen secrets of x3" in answer(seen, DOT, "JOIN x3")
    assert "has seen secrets" in gm(seen, f"REPLACE Gandalf with Dot <{DOT}>", "x3")


def test_a_player_is_not_shown_everything(seen: Table) -> None:
    seen.vouched.add("mordor@x.org")
    assert "so you cannot see everything" in answer(seen, "mordor@x.org", "OBSERVE x3 ALL", "x3")
    answer(seen, EVE, "JOIN x3")
    assert "waits for a seat" in gm(seen, f"GRANT {EVE}", "x3")
