"""The daily digest: one mail instead of many for somebody who follows several tables."""

from email.message import EmailMessage

import pytest

from pbem.core.settings import SiteSettings, WebSettings
from pbem.tables.people import digests
from pbem.web.server import Web
from tests.support.gamemaster import gm
from tests.support.table import Table, answer, kind_of, text_of

DOT, BOB = "dot@d.org", "bob@y.org"


@pytest.fixture
def reader(table: Table) -> Table:
    """Return two tables observed by Dot, r1 and r2, both with a deadline on Thursday at 9."""
    table.vouched.add(DOT)
    table.opens("r2", players={"Blue": BOB})
    answer(table, DOT, "OBSERVE r1\nOBSERVE r2")
    assert "come in one message a day from now on, after 6:00 (UTC)" in answer(table, DOT, "SET DIGEST ON")
    table.post_office.forget()
    return table


@pytest.mark.parametrize("subject", ["hello", "r1"])
def test_the_word_alone_is_enough(table: Table, subject: str) -> None:
    answer(table, DOT, "OBSERVE r1")
    assert "come in one message a day from now on" in answer(table, DOT, "DIGEST", subject)
    assert "come as single messages from now on" in answer(table, DOT, "STOP DIGEST", subject)
    assert "come in one message a day from now on" in answer(table, DOT, "daily digest please", subject)
    assert "come as single messages from now on" in answer(table, DOT, "no digest", subject)
    assert "You get the bulletins of r1 already" in answer(table, DOT, "OBSERVE r1", subject)


def digests_to(table: Table, who: str) -> list[EmailMessage]:
    return [mail for mail in table.mails_to(who) if kind_of(mail) == "digest"]


def next_morning(table: Table) -> None:
    table.clock.passes(hours=24)
    table.service.look()


def test_bulletins_and_news_of_several_tables_come_in_one_mail(reader: Table) -> None:
    gm(reader, "BROADCAST\nHello to all\nEND")
    assert reader.mails_to(DOT) == []
    reader.deadline_passes("r1")  # and of r2
    next_morning(reader)
    first, second = reader.mails_to(DOT)
    assert kind_of(first) == kind_of(second) == "digest"
    assert "Hello to all" in text_of(first)
    assert str(second["Subject"]) == "The Judge: daily digest of r1 and r2"
    assert "1. r1 Lap 1: They run (bulletin) 2. r2 Lap 1: They run (bulletin)" in text_of(second)
    assert "Red stands at 0." in text_of(second)
    assert "(pace: 3 days)" in text_of(second)
    assert "after this message" not in text_of(second)


def test_each_mail_is_in_exactly_one_digest(reader: Table) -> None:
    reader.deadline_passes("r1")
    next_morning(reader)
    for _ in range(3):
        reader.service.look()
        digests.send(reader.office, reader.clock.now())
    reader.restart()
    reader.service.look()
    next_morning(reader)
    assert len(digests_to(reader, DOT)) == 1


def test_a_digest_that_was_missed_is_made_when_the_service_is_back(reader: Table) -> None:
    reader.deadline_passes("r1")
    reader.clock.passes(days=3)
    reader.restart()
    reader.service.look_at_digests()
    reader.service.look_at_outbox()
    assert len(digests_to(reader, DOT)) == 1


def test_answers_and_mail_of_own_games_come_at_once(reader: Table) -> None:
    assert "r1: The Race" in answer(reader, DOT, "GAMES")
    answer(reader, BOB, "SET DIGEST ON\nOBSERVE r1\nSET BULLETIN ON", "r1")
    reader.deadline_passes("r1")
    kinds = [kind_of(mail) for mail in reader.mails_to(BOB)]
    assert "report" in kinds and "bulletin" in kinds


def test_mails_waiting_for_a_digest_are_sent_separately_when_it_is_cancelled(reader: Table) -> None:
    reader.deadline_passes("r1")
    assert "that waited" in answer(reader, DOT, "SET DIGEST OFF")
    assert "bulletin" in [kind_of(mail) for mail in reader.mails_to(DOT)]
    next_morning(reader)
    assert digests_to(reader, DOT) == []


def test_a_turn_that_was_rolled_back_is_not_in_a_digest(reader: Table) -> None:
    reader.deadline_passes("r1")
    gm(reader, "ROLLBACK because of rain")
    next_morning(reader)
    text = text_of(digests_to(reader, DOT)[-1])
    assert "r1: Lap 1, day is rolled back" in text
    assert "r2 Lap 1: They run" in text
    assert "r1 Lap 1: They run" not in text


def test_one_click_unsubscribes_from_everything_in_a_digest(reader: Table) -> None:
    site = SiteSettings(url="https://games.example.org")
    reader.settings = reader.settings.model_copy(update={"site": site, "web": WebSettings(on=True)})
    reader.restart()
    reader.deadline_passes("r1")
    next_morning(reader)
    mail = digests_to(reader, DOT)[-1]
    unsubscribe = str(mail["List-Unsubscribe"])
    assert str(mail["List-Unsubscribe-Post"]) == "List-Unsubscribe=One-Click"
    assert "body=STOP%20r1" in unsubscribe
    link = unsubscribe.partition(">")[0].strip("<")
    path = link.removeprefix("https://games.example.org")
    assert "Your daily digest" in clicks(reader, path, "GET")
    assert "You no longer get the bulletins" in clicks(reader, path, "POST")
    assert "nothing to stop" in clicks(reader, f"{path[:-1]}x", "POST")
    reader.post_office.forget()
    reader.deadline_passes("r1")
    next_morning(reader)
    assert reader.mails_to(DOT) == []


def clicks(table: Table, path: str, method: str) -> str:
    web = Web(table.office, table.clock)
    environ = {"REQUEST_METHOD": method, "PATH_INFO": path}
    return b"".join(web(environ, lambda *_: None)).decode()
