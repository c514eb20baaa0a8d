"""The NMR policy, step by step; nobody suffers from an outage of the service."""

from collections.abc import Mapping
from datetime import timedelta
from email.message import EmailMessage

import pytest

from pbem.store.arrival import Arrival
from pbem.store.game_tables import Seat, seats_of
from pbem.tables import opening
from pbem.turns import outages
from pbem.turns.outages import OUTAGE
from tests.support.gamemaster import gm, got, news_to
from tests.support.table import JUDGE, MONDAY, PLAYERS, Table, text_of


def opens(table: Table, house: Mapping[str, object], pace: str = "72h") -> None:
    """A table "r2" with those house rules."""
    seats = [opening.Player(power, address) for power, address in PLAYERS.items()]
    plan = opening.Plan("r2", "race", "gm@w.org", seats, pace, seed="a seed for tests", house=house)
    opening.open_table(plan, table.office, table.clock.now())
    table.service.look()
    table.post_office.forget()


def reminders_to(table: Table, who: str) -> list[EmailMessage]:
    """Of table r2."""
    found = [mail for mail in table.mails_to(who) if str(mail["Subject"]).startswith("r2:")]
    return [mail for mail in found if "is due in" in str(mail["Subject"])]


def at(table: Table, **since_monday: float) -> None:
    table.clock.moment = MONDAY + timedelta(**since_monday)
    table.service.look()


def seat(table: Table, power: str) -> Seat | None:
    with table.store.reading() as session:
        return next((seat for seat in seats_of(session, "r2") if seat.power == power), None)


def test_the_first_bulletin_explains_the_nmr_policy_to_all(table: Table) -> None:
    seats = [opening.Player("Red", "ann@x.org")]
    house = {"silence": "replace", "rest_weekdays": ["Sunday"]}
    plan = opening.Plan("r2", "race", "gm@w.org", seats, "72h; grace 12h", house=house)
    opening.open_table(plan, table.office, table.clock.now())
    table.service.look()
    told = text_of(table.report_to("Red"))
    for words in ("24h and 2h before the deadline", "accepted for 12 hours", "first on the waiting list",
                  "nothing is due on Sunday", "makes nobody late"):  # fmt: skip
        assert words in told


def test_only_players_without_orders_are_reminded(table: Table) -> None:
    opens(table, {})
    table.mail("ann@x.org", "go 2", "r2")
    at(table, hours=48)
    assert len(reminders_to(table, "Blue")) == 1
    assert "is due in 24 hours" in str(reminders_to(table, "Blue")[0]["Subject"])
    assert reminders_to(table, "Red") == []
    at(table, hours=49)
    assert len(reminders_to(table, "Blue")) == 1
    table.mail("bob@y.org", "go 2", "r2")
    at(table, hours=70)
    assert len(reminders_to(table, "Blue")) == 1
    assert len(reminders_to(table, "Dark Green")) == 2


def test_a_reminder_that_comes_late_counts_hours_not_only_minutes(table: Table) -> None:
    opens(table, {})
    at(table, hours=48, minutes=2)
    assert "is due in 23 hours 58 minutes" in str(reminders_to(table, "Blue")[0]["Subject"])


def test_a_reply_to_a_reminder_is_enough(table: Table) -> None:
    opens(table, {})
    at(table, hours=48)
    table.reply(reminders_to(table, "Blue")[0], "go 4")
    assert "Blue will go 4" in text_of(table.last_to("Blue"))


def test_after_downtime_only_the_last_step_is_taken(table: Table) -> None:
    opens(table, {})
    at(table, hours=71)
    assert [str(mail["Subject"]).partition(" is due ")[2][:10] for mail in reminders_to(table, "Blue")] == [
        "in 1 hour"
    ]


def test_a_moved_deadline_gets_a_new_reminder(table: Table) -> None:
    opens(table, {})
    at(table, hours=48)
    gm(table, "EXTEND 48h", "r2")
    at(table, hours=72)
    assert len(reminders_to(table, "Blue")) == 1
    at(table, hours=96)
    assert len(reminders_to(table, "Blue")) == 2


def test_a_paused_game_reminds_nobody(table: Table) -> None:
    opens(table, {})
    gm(table, "PAUSE", "r2")
    at(table, hours=71)
    assert reminders_to(table, "Blue") == []


def test_reminders_can_be_left_out(table: Table) -> None:
    opens(table, {"reminders": [], "last_call": False}, "72h; grace 12h")
    at(table, hours=71)
    at(table, hours=73)
    assert [mail for mail in table.mails_to("Blue") if "r2:" in str(mail["Subject"])] == []


def test_a_last_call_when_grace_begins(table: Table) -> None:
    opens(table, {}, "72h; grace 12h")
    table.mail("ann@x.org", "go 2", "r2")
    at(table, hours=72, minutes=1)
    assert "Orders are still accepted until" in text_of(news_to(table, "Blue", "last call"))
    assert not got(table, "Red", "last call")
    assert table.turns("r2") == []


def test_a_table_that_waits_is_not_run_without_the_missing_orders(table: Table) -> None:
    opens(table, {"silence": "wait", "wait_reminder": "24h"})
    table.mail("ann@x.org", "go 2", "r2")
    table.mail("bob@y.org", "go 2", "r2")
    at(table, hours=73)
    at(table, hours=97)
    at(table, hours=98)
    waits = [mail for mail in table.mails_to("Dark Green") if "r2 waits for you" in str(mail["Subject"])]
    assert (table.turns("r2"), len(waits)) == ([], 2)
    assert not got(table, "Red", "waits for you")
    table.reply(waits[-1], "go 3")
    assert table.turns("r2")[0].nmr_powers == []


def test_the_gm_can_run_a_table_that_waits(table: Table) -> None:
    opens(table, {"silence": "wait"})
    at(table, hours=73)
    gm(table, "RUN NOW", "r2")
    assert len(table.turns("r2")) == 1
    at(table, hours=300)
    assert len(table.turns("r2")) == 1


def test_a_player_who_is_silent_too_often_loses_the_seat(table: Table) -> None:
    opens(table, {"silence": "civil disorder", "silent_turns": 2})
    table.mail("ann@x.org", "go 2", "r2")
    table.deadline_passes("r2")
    assert seat(table, "Blue") is not None
    table.clock.passes(hours=1)
    table.mail("ann@x.org", "go 2", "r2")
    table.mail("cyd@z.org", "go 2", "r2")
    table.deadline_passes("r2")
    assert seat(table, "Blue") is None
    assert seat(table, "Dark Green") is not None
    assert "TAKE OVER Blue in r2" in text_of(news_to(table, "Red", "Blue is open"))
    assert "you no longer play Blue" in text_of(news_to(table, "Blue", "your seat"))
    assert "Blue sent no orders for 2 turns" in gm(table, "LOG", "r2")


def test_several_players_who_lose_their_seats_are_announced_in_one_mail(table: Table) -> None:
    opens(table, {"silence": "civil disorder", "silent_turns": 2})
    for _ in range(2):
        table.mail("ann@x.org", "go 2", "r2")
        table.deadline_passes("r2")
        table.clock.passes(hours=1)
    told = [mail for mail in table.mails_to("Red") if "open" in str(mail["Subject"])]
    assert [str(mail["Subject"]) for mail in told] == ["r2: Blue and Dark Green are open"]
    said = text_of(told[0])
    assert "Blue and Dark Green sent no orders for 2 turns, and the seats have no player now" in said


def test_orders_in_between_reset_the_count(table: Table) -> None:
    opens(table, {"silence": "civil disorder", "silent_turns": 2})
    for body in ("", "go 1", ""):
        if body:
            table.mail("bob@y.org", body, "r2")
        table.mail("ann@x.org", "go 1", "r2")
        table.deadline_passes("r2")
        table.clock.passes(hours=1)
    assert seat(table, "Blue") is not None


def test_by_default_nobody_loses_the_seat(table: Table) -> None:
    opens(table, {})
    for _ in range(4):
        table.deadline_passes("r2")
        table.clock.passes(hours=1)
    assert all(seat(table, power) is not None for power in PLAYERS)
    assert "Your own step was 0." in text_of(
        table.reports_to("ann@x.org")[-1]
    )  # what stands without orders holds


def test_the_first_on_the_waiting_list_gets_the_seat_with_time_and_a_briefing(table: Table) -> None:
    opens(table, {"silence": "replace", "silent_turns": 1, "substitute_time": "100h"})
    table.vouched |= {"dora@v.org", "emil@u.org"}
    table.mail("dora@v.org", "JOIN r2", "r2")
    table.clock.passes(minutes=5)
    table.mail("emil@u.org", "JOIN r2", "r2")
    table.mail("ann@x.org", "go 2", "r2")
    table.mail("cyd@z.org", "go 2", "r2")
    table.deadline_passes("r2")
    new = seat(table, "Blue")
    assert new is not None
    assert new.address == "dora@v.org"
    assert table.row("r2").deadline_utc == table.clock.now() + timedelta(hours=100)
    brief = table.reports_to("dora@v.org")[-1]
    assert "Blue stands at 0" in text_of(brief)
    table.reply(brief, "go 4")
    assert "Blue will go 4" in text_of(table.last_to("dora@v.org"))
    assert "Blue sent no orders for 1 turn, and" in text_of(news_to(table, "Red", "a new player for Blue"))


def test_the_names_of_silent_players_may_be_hidden(table: Table) -> None:
    opens(table, {"late": "hidden"})
    table.mail("ann@x.org", "go 2", "r2")
    table.deadline_passes("r2")
    assert "No orders were on file for" not in text_of(table.report_to("Red"))
    opens_named = table.turns("r2")[0].nmr_powers
    assert opens_named == ["Blue", "Dark Green"]


# --- outages -----------------------------------------------------------------------------------------------


def awake(table: Table) -> None:
    table.service.look_at_tables_awake()
    table.service.look_at_outbox()


def test_a_deadline_that_fell_into_an_outage_slides_by_its_length(table: Table) -> None:
    table.clock.moment = MONDAY + timedelta(hours=70)
    awake(table)
    table.clock.moment = MONDAY + timedelta(hours=75)
    awake(table)
    assert table.turns() == []
    assert table.row().deadline_utc == MONDAY + timedelta(hours=77)
    told = text_of(news_to(table, "Red", "the deadline has moved"))
    assert "down for 5 hours" in told
    table.clock.passes(minutes=1)
    awake(table)
    assert table.row().deadline_utc == MONDAY + timedelta(hours=77)
    table.mail("ann@x.org", "LOG")
    assert "The service was down" in text_of(table.last_to("Red"))


def test_a_message_that_came_before_the_outage_was_seen_is_in_time(table: Table) -> None:
    table.clock.moment = MONDAY + timedelta(hours=70)
    awake(table)
    table.clock.moment = MONDAY + timedelta(hours=75)
    message = table.message("ann@x.org", "go 4")
    table.store.store_message(Arrival(message.as_bytes(), "ann@x.org", (JUDGE,), table.clock.now(), "smtp"))
    table.service.poll_messages()
    awake(table)
    table.service.poll_messages()
    table.deadline_passes()
    assert "Your own step was 4" in text_of(table.report_to("Red"))


def test_a_deadline_that_did_not_fall_into_it_stays(table: Table) -> None:
    awake(table)
    table.clock.moment = MONDAY + timedelta(hours=50)
    awake(table)
    assert table.row().deadline_utc == MONDAY + timedelta(hours=72)
    assert not got(table, "Red", "the deadline has moved")


@pytest.mark.parametrize(("gap", "runs"), [(OUTAGE, 1), (OUTAGE + timedelta(seconds=1), 0)])
def test_a_short_gap_is_no_outage(table: Table, gap: timedelta, runs: int) -> None:
    table.clock.moment = MONDAY + timedelta(hours=72, seconds=-1)
    awake(table)
    table.clock.moment += gap
    awake(table)
    assert len(table.turns()) == runs


def test_only_one_of_two_programs_starts_the_heartbeat(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    awake(table)
    with monkeypatch.context() as late, table.store.reading() as session:
        first = outages.last_pulse(session)
        late.setattr(outages, "last_pulse", lambda _session: None)  # it looked before the other started
        assert outages.wake_up(table.office, MONDAY + timedelta(hours=1)) == 0
    with table.store.reading() as session:
        assert outages.last_pulse(session) == first
    assert first is not None


def test_grace_that_fell_into_an_outage_slides_too(table: Table) -> None:
    opens(table, {}, "72h; grace 6h")
    table.clock.moment = MONDAY + timedelta(hours=73)
    table.service.look_at_pulse()
    table.clock.moment = MONDAY + timedelta(hours=80)
    awake(table)
    row = table.row("r2")
    assert (row.deadline_utc, row.final_utc) == (MONDAY + timedelta(hours=72), MONDAY + timedelta(hours=85))
    assert table.turns("r2") == []


def test_a_paused_table_is_not_moved_by_an_outage(table: Table) -> None:
    gm(table, "PAUSE")
    awake(table)
    table.clock.passes(days=5)
    awake(table)
    assert table.row().deadline_utc is None


@pytest.mark.parametrize("pace", ["1h", "2h", "24h", "25h"])
def test_no_reminder_comes_together_with_the_report(table: Table, pace: str) -> None:
    opens(table, {"night": "none"}, pace)
    table.deadline_passes("r2")
    before = len(table.reports_to("Blue"))
    table.post_office.forget()
    table.deadline_passes("r2")
    table.service.look()
    assert before
    assert len(table.reports_to("Blue")) == 1
    assert reminders_to(table, "Blue") == []
