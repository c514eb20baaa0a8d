"""Every text that names a deadline explains it."""

from collections.abc import Mapping
from datetime import timedelta

import pytest

from pbem.core.deadlines import Reason
from pbem.reports.deadline_reasons import SAID, pace, why
from pbem.tables import opening
from pbem.turns import outages
from tests.support.gamemaster import gm, news_to
from tests.support.table import MONDAY, PLAYERS, Table, text_of

AFTER = "By the pace of this game that is 3 days after the last turn was run."
CASES = [
    (Reason("after", {"length": "3 days"}), AFTER),
    (Reason("after", {"length": "72 hours", "since": "start"}), "72 hours after the game began."),
    (
        Reason("daily", {"days": "1", "hour": "20:00", "zone": "UTC"}),
        "1 day after the last turn was run, at 20:00",
    ),
    (
        Reason("weekly", {"weekdays": "Monday, Thursday", "hour": "20:00", "zone": "UTC"}),
        "every Monday and Thursday at",
    ),
    (Reason("night", {"begins": "22:00", "ends": "08:00"}), "It would have fallen between 22:00 and 08:00"),
    (
        Reason("rest", {"first": "2026-11-28", "last": "2026-11-28"}),
        "It moved past Sat 28 Nov: nothing is due",
    ),
    (
        Reason("rest", {"first": "2026-11-28", "last": "2026-11-29"}),
        "It moved past Sat 28 Nov to Sun 29 Nov:",
    ),
    (Reason("absence"), "It moved because of an absence."),
    (
        Reason("absence_goes_on"),
        "It moved because of an absence, by as much as the house rules allow; "
        "the absence is longer than that.",
    ),
    (
        Reason("extended", {"before": "2026-11-26T09:00:00+00:00", "by": "The host"}),
        "The host has moved it; it was Thu 26 Nov",
    ),
    (Reason("outage", {"length": "5 hours"}), "It moved by 5 hours, because the service was down"),
    (Reason("resumed", {"left": "3 hours"}), "the time that was left then, 3 hours"),
    (Reason("substitute"), "so that a new player has time"),
    (Reason("reopened"), "from when the game was reopened"),
    (Reason("rolled_back"), "from when the last turn was taken back"),
    (Reason("counts_again"), "from when the turn that was rolled back was restored"),
    (Reason("moved_here", {"length": "2 hours"}), "It moved by 2 hours, because the game came here"),
    (Reason("part", {"length": "24 hours"}), "but not earlier than 24 hours after the first part was run"),
    (
        Reason("after_part", {"length": "3 days", "least": "36 hours"}),
        "that is 3 days after the deadline of the last turn",
    ),
    (Reason("nobody_plays"), "Nobody plays this game at the moment"),
    (Reason("run_now"), "because the turn is being run at once"),
]


@pytest.mark.parametrize(("reason", "said"), CASES, ids=[case[0].kind for case in CASES])
def test_each_reason_has_its_sentence(reason: Reason, said: str) -> None:
    assert said in why([reason], "UTC", None)


def test_an_extension_by_an_unknown_person_names_nobody() -> None:
    reason = Reason("extended", {"before": "2026-11-26T09:00:00+00:00"})  # as it was stored before 1.1
    assert why([reason], "UTC", None).startswith("It has been moved; it was Thu 26 Nov")


def test_every_reason_has_a_case() -> None:
    assert {reason.kind for reason, _ in CASES} == set(SAID)
    assert why([Reason("of a later version")], "UTC", None) == ""


def opens(table: Table, house: Mapping[str, object] | None = None, pace: str = "72h") -> None:
    """Open the table "r2" with those house rules."""
    seats = [opening.Player(power, address) for power, address in PLAYERS.items()]
    plan = opening.Plan("r2", "race", "gm@w.org", seats, pace, seed="a seed for tests", house=house or {})
    opening.open_table(plan, table.office, table.clock.now())
    table.service.look()


def at(table: Table, **since_monday: float) -> None:
    table.clock.moment = MONDAY + timedelta(**since_monday)
    table.service.look()


def test_the_first_report_counts_from_the_beginning_and_later_ones_from_the_turn(table: Table) -> None:
    opens(table)
    assert "that is 3 days after the game began." in text_of(table.report_to("Red"))
    table.deadline_passes("r2")
    assert "(pace: 3 days)" in text_of(table.report_to("Red"))
    assert "By the pace" not in text_of(table.report_to("Red"))
    assert AFTER in text_of(table.says("ann@x.org", "STATUS", "r2"))


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (Reason("after", {"length": "3 days"}), "pace: 3 days"),
        (Reason("daily", {"days": "1", "hour": "20:00", "zone": "UTC"}), "pace: 1 day, at 20:00 UTC"),
        (
            Reason("weekly", {"weekdays": "Monday, Thursday", "hour": "20:00", "zone": "UTC"}),
            "pace: every Monday and Thursday at 20:00 UTC",
        ),
        (Reason("after", {"length": "3 days", "since": "start"}), ""),
        (Reason("absence"), ""),
    ],
)
def test_an_ordinary_deadline_is_explained_briefly(reason: Reason, said: str) -> None:
    assert pace([reason], None) == said
    assert pace([reason, Reason("absence")], None) == ""


def test_the_bulletin_says_it_to_everybody(table: Table) -> None:
    table.mail("zoe@x.org", "OBSERVE r1")
    table.deadline_passes()
    assert "(pace: 3 days)" in text_of(table.bulletin_to("gm@w.org"))
    assert AFTER in gm(table, "STATUS")


def test_a_weekend_is_named(table: Table) -> None:
    opens(table, {"rest_weekdays": ["Saturday", "Sunday"]}, "120h")
    told = text_of(table.report_to("Red"))
    assert "It moved past Sat 28 Nov to Sun 29 Nov: nothing is due on a rest day." in told


def test_a_night_is_named(table: Table) -> None:
    opens(table, {"night": "22:00-08:00"}, "62h")
    told = text_of(table.report_to("Red"))
    assert "It would have fallen between 22:00 and 08:00" in told


def test_an_absence_is_named_but_not_who_is_away(table: Table) -> None:
    opens(table, {"away": "wait"})
    table.says("ann@x.org", "AWAY 28 November to 30 November", "r2")
    table.deadline_passes("r2")
    for who in ("Red", "Blue"):
        told = text_of(table.report_to(who))
        assert "It moved because of an absence." in told
    assert "Red" not in text_of(table.report_to("Blue")).partition("absence")[0][-120:]


def test_an_extension_is_named_in_later_mails(table: Table) -> None:
    gm(table, "EXTEND 24h because of the holidays")
    assert "The game master has moved the deadline: the holidays." in text_of(news_to(table, "Red", "moved"))
    assert "The game master has moved it" not in text_of(news_to(table, "Red", "moved")), "said once"
    assert "The game master has moved it; it was Thu 26 Nov" in text_of(table.says("ann@x.org", "STATUS"))
    at(table, hours=95)
    reminder = text_of(news_to(table, "Blue", "is due in"))
    assert "The game master has moved it; it was Thu 26 Nov" in reminder


def test_a_pause_is_named_when_the_game_goes_on(table: Table) -> None:
    table.clock.passes(hours=10)
    gm(table, "PAUSE")
    assert "no deadline is set" in text_of(news_to(table, "Red", "the game is paused"))
    table.clock.passes(hours=100)
    gm(table, "RESUME")
    told = text_of(news_to(table, "Red", "the game goes on"))
    assert (
        "The game was paused: the time that was left then, 62 hours, is counted from when it resumed." in told
    )


def test_an_outage_is_named_in_later_mails(table: Table) -> None:
    for hours in (70, 75):
        table.clock.moment = MONDAY + timedelta(hours=hours)
        outages.wake_up(table.office, table.clock.now())
        table.service.look()
    assert "because the service was down" not in text_of(news_to(table, "Red", "the deadline has moved"))
    told = text_of(table.says("ann@x.org", "STATUS"))
    assert "3 days after the game began. It moved by 5 hours, because the service was down" in told


def test_a_last_call_names_the_grace_period(table: Table) -> None:
    opens(table, pace="72h; grace 12h")
    at(table, hours=72, minutes=1)
    told = text_of(news_to(table, "Red", "last call"))
    assert "that is 3 days after the game began." in told
    assert "the game has a grace period of 12 hours" in told


def test_a_rollback_is_named(table: Table) -> None:
    table.deadline_passes()
    gm(table, "ROLLBACK because a message was lost")
    told = text_of(table.says("ann@x.org", "STATUS"))
    assert "By the pace of this game that is 3 days after the last turn was taken back." in told
    assert "last turn was run" not in told


def test_an_older_table_leaves_out_reasons_that_it_does_not_know(table: Table) -> None:
    with table.store.writing() as session:
        row = session.merge(table.row())
        row.deadline_why = []
    told = text_of(table.says("ann@x.org", "STATUS"))
    assert "The deadline is Thu 26 Nov" in told
    assert "By the pace" not in told


def test_a_report_says_once_how_long_its_reader_has(table: Table) -> None:
    table.deadline_passes()
    told = text_of(table.report_to(PLAYERS["Red"]))
    assert "(pace: 3 days)." in told and "after this message" not in told
    gm(table, "EXTEND 24h")
    table.clock.passes(hours=12)
    table.mail(PLAYERS["Red"], "REPORT", "r1")
    assert "84 hours after this message" in text_of(table.reports_to(PLAYERS["Red"])[-1])
