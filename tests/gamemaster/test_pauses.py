"""A pause that ends automatically: PAUSE UNTIL Monday, PAUSE for a week."""

from datetime import UTC, datetime, timedelta

import pytest

from pbem.store.states import PAUSED, RUNNING
from tests.support.gamemaster import gm, gm_asks, news_to
from tests.support.table import MONDAY, Table, text_of


def passes_to(table: Table, moment: datetime) -> None:
    table.clock.moment = moment
    table.service.look()


def test_the_answer_and_the_news_say_when_the_game_resumes_and_orders_are_due(table: Table) -> None:
    table.clock.passes(hours=24)  # 48 hours are left
    told = gm(table, "PAUSE UNTIL Saturday 18:00 because I move house")
    assert "It goes on by itself Sat 28 Nov 2026, 18:00 UTC with that time" in told
    assert "orders are then due Mon 30 Nov 2026, 18:00 UTC" in told
    news = text_of(news_to(table, "Red", "paused"))
    assert "I move house" in news
    assert "The pause ends Sat 28 Nov 2026, 18:00 UTC, and orders are then due Mon 30 Nov 2026, 18:00" in news
    status = gm(table, "STATUS")
    assert "It goes on Sat 28 Nov 2026, 18:00 UTC" in status and "Mon 30 Nov 2026, 18:00" in status


def test_the_game_resumes_automatically_with_the_remaining_time(table: Table) -> None:
    table.clock.passes(hours=24)
    gm(table, "PAUSE UNTIL Saturday 18:00")
    ends = datetime(2026, 11, 28, 18, 0, tzinfo=UTC)
    passes_to(table, ends - timedelta(seconds=1))
    assert table.row().state == PAUSED
    passes_to(table, ends)
    assert (table.row().state, table.row().deadline_utc) == (RUNNING, ends + timedelta(hours=48))
    news = text_of(news_to(table, "Red", "the game goes on"))
    assert "Mon 30 Nov 2026, 18:00" in news
    assert len([mail for mail in table.mails_to("Red") if "the game goes on" in str(mail["Subject"])]) == 1
    assert "The pause is over, and the game goes on." in gm(table, "LOG")
    table.deadline_passes()
    assert len(table.turns()) == 1


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ("PAUSE UNTIL Wednesday", "Wed 25 Nov 2026, 09:00"),  # at the hour of the deadline, before it
        ("PAUSE for a week", "Mon 30 Nov 2026, 09:00"),
        ("Pause the game for 3 days", "Thu 26 Nov 2026, 09:00"),
        ("pause till 4 Dec 20:00", "Fri 4 Dec 2026, 20:00"),
        ("PAUSE UNTIL 4 Dec", "Fri 4 Dec 2026, 09:00"),
        ("PAUSE UNTIL tomorrow", "Tue 24 Nov 2026, 09:00"),
        ("PAUSE UNTIL 2027-09-01", "Wed 1 Sep 2027, 09:00"),
    ],
)
def test_the_end_of_a_pause_in_everyday_words(table: Table, line: str, ends: str) -> None:
    assert f"It goes on by itself {ends}" in gm(table, line)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("PAUSE UNTIL 22 Nov 2026", "has passed"),
        ("PAUSE UNTIL 31 Feb", "is not in the calendar"),
        ("PAUSE UNTIL 1 Sep", "write the year too"),
        ("PAUSE for 30 parsecs", "NOT DONE"),
        ("PAUSE UNTIL Sonday", 'did you mean "Sunday"?'),
    ],
)
def test_an_end_that_makes_no_sense_pauses_nothing(table: Table, line: str, why: str) -> None:
    assert why in gm_asks(table, line)
    assert table.row().state == RUNNING


def test_the_end_of_a_pause_can_be_moved_removed_and_named_later(table: Table) -> None:
    gm(table, "PAUSE for a week")
    told = gm(table, "PAUSE UNTIL Friday")
    assert "It goes on by itself Fri 27 Nov 2026, 09:00" in told
    assert "The pause ends Fri 27 Nov" in text_of(news_to(table, "Red", "the end of the pause has changed"))
    assert "RESUME lets it go on with that time" in gm(table, "PAUSE")
    passes_to(table, MONDAY + timedelta(days=30))
    assert table.row().state == PAUSED
    assert "is paused; only a running game" in gm(table, "PAUSE")
    gm(table, "PAUSE for 2 days")
    passes_to(table, MONDAY + timedelta(days=32, hours=1))
    assert table.row().state == RUNNING


def test_resume_ends_it_early_and_it_does_not_end_twice(table: Table) -> None:
    gm(table, "PAUSE for a week")
    table.clock.passes(days=1)
    gm(table, "RESUME")
    deadline = table.row().deadline_utc
    gm(table, "PAUSE")
    passes_to(table, MONDAY + timedelta(days=8))
    assert table.row().state == PAUSED
    assert deadline is not None


def test_each_confirmation_mentions_the_pause(table: Table) -> None:
    gm(table, "PAUSE UNTIL Saturday 18:00")
    table.mail("ann@x.org", "run 3")
    told = text_of(table.last_to("Red"))
    assert "paused until Sat 28 Nov 2026, 18:00" in told and "orders are then due Tue 1 Dec" in told


def test_a_rollback_keeps_the_pause_with_its_end(table: Table) -> None:
    table.deadline_passes()
    gm(table, "PAUSE for a week")
    gm(table, "ROLLBACK because a message was lost")
    assert table.row().state == PAUSED
    passes_to(table, table.clock.moment + timedelta(days=7, hours=1))
    assert table.row().state == RUNNING


def test_a_pause_that_ends_while_the_service_is_down_ends_when_it_is_up(table: Table) -> None:
    gm(table, "PAUSE for a day")
    table.service.look_at_tables_awake()
    table.clock.passes(days=3)
    table.service.look_at_tables_awake()
    assert table.row().state == RUNNING
    assert table.row().deadline_utc == table.clock.moment + timedelta(hours=72)


def test_status_of_a_player_names_the_pause(table: Table) -> None:
    gm(table, "PAUSE UNTIL Wednesday")
    told = text_of(table.says("bob@y.org", "STATUS"))
    assert "The game is paused until Wed 25 Nov 2026" in told
    gm(table, "RESUME")
    assert "The game is paused" not in text_of(table.says("bob@y.org", "STATUS"))
