"""Running a turn, from the deadline to the bulletins."""

import hashlib
from datetime import timedelta

import pytest

from adjudicator.core.dice import SeededDice
from pbem.store.arrival import Arrival
from pbem.store.states import DONE, HELD, OVER, RUNNING
from pbem.turns import turn
from tests.support.race import Race
from tests.support.table import JUDGE, MONDAY, PLAYERS, Table, kind_of, text_of, tokens_in


class Death(BaseException):
    """Simulate a power failure."""


def all_go(table: Table, step: int) -> None:
    for address in PLAYERS.values():
        table.mail(address, f"go {step}")


def test_a_turn_is_run_at_its_deadline_and_not_before(table: Table) -> None:
    all_go(table, 2)
    table.clock.moment = MONDAY + timedelta(hours=72) - timedelta(seconds=1)
    table.service.look()
    assert table.turns() == []
    table.clock.passes(seconds=1)
    table.service.look()
    (run,) = table.turns()
    assert (run.number, run.name, run.nmr_powers) == (1, "Lap 1, day", [])
    assert table.row().deadline_utc == MONDAY + timedelta(hours=144)


def test_everybody_gets_their_own_report_and_the_public_bulletin(table: Table) -> None:
    table.mail("ann@x.org", "go 2")
    table.mail("bob@y.org", "go 4")
    table.post_office.forget()
    table.deadline_passes()
    assert "Your own step was 2." in text_of(table.report_to("Red"))
    assert "Your own step was 4." in text_of(table.report_to("Blue"))
    assert "Your own step was 2." not in text_of(table.report_to("Blue"))
    assert "Your own step" not in text_of(table.bulletin_to("gm@w.org"))
    assert [kind_of(mail) for mail in table.post_office.taken] == [*["report"] * 3, "bulletin"]


def test_silent_players_are_named(table: Table) -> None:
    table.mail("ann@x.org", "go 2")
    table.deadline_passes()
    told = text_of(table.report_to("Red"))
    assert "Blue" in told
    assert table.turns()[0].nmr_powers == ["Blue", "Dark Green"]


def test_nobody_gets_the_token_of_another(table: Table) -> None:
    all_go(table, 2)
    table.deadline_passes()
    own = {}
    for power in PLAYERS:
        raws = [mail.as_bytes().decode("ascii", "replace") for mail in table.mails_to(power)]
        own[power] = tokens_in([str(table.report_to(power)["Reply-To"])])
        others = tokens_in(raws) & set().union(*(own[other] for other in own if other != power))
        assert len(own[power]) == 1
        assert others == set()
    public = table.mails_to("gm@w.org")[-1].as_bytes().decode("ascii", "replace")
    assert not any(token in public for tokens in own.values() for token in tokens)


def test_the_first_bulletin_commits_to_the_dice_and_the_last_shows_them(table: Table) -> None:
    seed = table.row().seed
    first = next(p for p in table.outbox("bulletin") if p.number == 1)
    assert hashlib.sha256(seed.encode()).hexdigest().encode() in first.raw.replace(b"=\r\n", b"")
    for _ in range(2):
        all_go(table, 6)
        table.deadline_passes()
        table.clock.passes(hours=2)
    assert table.row().state == OVER
    assert table.row().deadline_utc is None
    assert seed in text_of(table.report_to("Red"))
    bulletins = [p for p in table.outbox("bulletin") if p.number == 2]
    assert all(seed.encode() not in p.raw for p in bulletins)


def test_a_turn_is_run_once(table: Table) -> None:
    table.deadline_passes()
    mails = len(table.post_office.taken)
    table.service.look()
    table.service.look()
    assert len(table.turns()) == 1
    assert len(table.post_office.taken) == mails


def test_after_a_week_of_downtime_each_due_turn_is_run_once(table: Table) -> None:
    table.clock.passes(days=8)
    table.service.look()
    assert len(table.turns()) == 1
    assert table.row().deadline_utc == MONDAY + timedelta(days=8, hours=72)


def test_each_phase_has_its_pace(table: Table) -> None:
    table.opens("r2", pace="72h; night 12h; grace 6h")
    table.set_rules("r2", night="none")
    table.clock.moment = MONDAY + timedelta(hours=78)
    table.service.look()
    row = table.row("r2")
    assert row.deadline_utc == MONDAY + timedelta(hours=90)
    assert row.final_utc == MONDAY + timedelta(hours=96)


def test_a_deadline_is_moved_out_of_the_night(table: Table) -> None:
    table.opens("r2", pace="72h; night 12h; grace 6h")
    table.clock.moment = MONDAY + timedelta(hours=78)
    table.service.look()
    assert table.row("r2").deadline_utc == MONDAY + timedelta(days=3, hours=23), "08:00, not 03:00"


def test_grace_is_for_players_whose_orders_are_missing(table: Table) -> None:
    table.opens("r2", pace="72h; grace 6h")
    table.mail("ann@x.org", "go 2", subject="r2")
    table.mail("bob@y.org", "go 2", subject="r2")
    table.clock.moment = MONDAY + timedelta(hours=73)
    table.service.look()
    assert table.turns("r2") == []
    table.mail("cyd@z.org", "go 3", subject="r2")
    answers = [mail for mail in table.mails_to("Dark Green") if "Re: r2" in str(mail["Subject"])]
    told = text_of(answers[-1])
    assert "within the grace period, which ends Thu 26 Nov 2026, 15:00 UTC, and still counts" in told
    assert "until Thu 26 Nov 2026, 15:00 UTC" in told
    assert len(table.turns("r2")) == 1
    assert table.turns("r2")[0].nmr_powers == []


def test_without_anybody_missing_there_is_no_grace(table: Table) -> None:
    table.opens("r2", pace="72h; grace 6h")
    for address in PLAYERS.values():
        table.mail(address, "go 2", subject="r2")
    table.clock.moment = MONDAY + timedelta(hours=72)
    table.service.look()
    assert len(table.turns("r2")) == 1


# --- failures ----------------------------------------------------------------------------------------------


def test_a_game_that_cannot_be_adjudicated_is_set_aside_and_the_others_go_on(table: Table) -> None:
    table.opens("r2")
    table.mail("ann@x.org", "trip", subject="r1")
    table.deadline_passes()
    assert (table.row("r1").state, table.row("r1").number) == (HELD, 1)
    assert "Red tripped" in table.row("r1").held_reason
    assert table.turns("r1") == []
    assert len(table.turns("r2")) == 1
    notices = [m for m in table.mails_to("gm@w.org") if "r1 was not run" in str(m["Subject"])]
    assert len(notices) == 1
    assert "Nothing has changed" in text_of(notices[0])


def test_a_game_set_aside_still_takes_orders_and_goes_on_when_it_is_run(table: Table) -> None:
    table.mail("ann@x.org", "trip")
    table.deadline_passes()
    table.clock.passes(hours=1)
    table.mail("ann@x.org", "go 1")
    assert "on hold" in text_of(table.last_to("Red"))
    assert table.service.run_table("r1")
    assert (table.row().state, table.row().number) == (RUNNING, 2)
    table.service.look()
    assert "Your own step was 1." in text_of(table.report_to("Red"))


def test_an_inlet_out_of_reach_makes_the_game_wait_and_the_gm_is_notified_once(table: Table) -> None:
    message = table.message("ann@x.org", "go 5").as_bytes()
    in_time = MONDAY + timedelta(hours=71)
    table.inlet.waiting.append(Arrival(message, "ann@x.org", (JUDGE,), in_time, "imap:judge", "7.1"))
    table.inlet.is_broken = True
    table.clock.moment = MONDAY + timedelta(hours=73)
    for _ in range(3):
        table.service.look()
        table.clock.passes(minutes=1)
    assert table.turns() == []
    notices = [mail for mail in table.mails_to("gm@w.org") if "waits" in str(mail["Subject"])]
    assert len(notices) == 1
    assert str(notices[0]["Subject"]).startswith("r1: r1 waits: the judge's mail server cannot be read")
    assert "mailbox of the judge" not in text_of(notices[0])  # the server's reason, which names its user
    table.inlet.is_broken = False
    table.service.look()
    assert "Your own step was 5." in text_of(table.report_to("Red"))


def test_a_message_in_time_that_comes_while_the_turn_is_run_counts(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.mail("ann@x.org", "go 1")
    late = Arrival(
        table.message("ann@x.org", "go 6").as_bytes(), "ann@x.org", (JUDGE,), MONDAY, "imap:judge", "7.1"
    )
    judge = Race.judge

    def judge_slowly(self: Race, *args: object) -> object:
        table.store.store_message(late)
        return judge(self, *args)  # type: ignore[arg-type]  # as they came

    with monkeypatch.context() as slow:
        slow.setattr(Race, "judge", judge_slowly)
        table.deadline_passes()
    assert table.turns() == []
    table.service.look()
    assert len(table.turns()) == 1
    assert "Your own step was 6." in text_of(table.report_to("Red"))


def test_a_second_node_that_comes_late_does_not_run_the_next_turn(table: Table) -> None:
    """Both nodes saw that the table was due, but only for one turn."""
    table.clock.passes(hours=73)
    assert [row.key for row in turn.due_tables(table.office, table.clock.now())] == ["r1"]
    assert turn.run("r1", table.office, table.clock.now())
    assert not turn.run("r1", table.office, table.clock.now())
    assert len(table.turns()) == 1
    assert not turn.run("r1", table.office, table.clock.now(), asked=1)
    assert turn.run("r1", table.office, table.clock.now(), asked=2)


def test_two_programs_run_a_turn_once(table: Table) -> None:
    table.clock.passes(hours=73)
    claimed = turn._claim("r1", table.office, table.clock.now(), None)
    assert claimed is not None
    assert not turn.run("r1", table.office, table.clock.now())
    table.clock.passes(minutes=3)
    assert turn.run("r1", table.office, table.clock.now())
    judged = turn._adjudicate(claimed, table.office, table.clock.now())
    assert not turn._close(claimed, judged, [], table.office)
    assert len(table.turns()) == 1


@pytest.mark.parametrize("name", turn.STEPS)
def test_the_power_may_fail_at_any_step(table: Table, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def die_at(at: str) -> None:
        if at == name:
            raise Death

    all_go(table, 3)
    late = table.message("ann@x.org", "go 5").as_bytes()
    table.post_office.forget()
    with monkeypatch.context() as dying:
        dying.setattr(turn, "step", die_at)
        with pytest.raises(Death):
            table.deadline_passes()
    number = table.store.store_message(Arrival(late, "ann@x.org", (JUDGE,), table.clock.now(), "smtp"))
    table.restart()
    table.store.release_claims()
    table.service.look()
    assert [run.number for run in table.turns()] == [1]
    assert [run.record for run in table.turns()] == [table.turns()[0].record]
    reports = [mail for mail in table.post_office.taken if kind_of(mail) == "report"]
    assert len(reports) == 3
    assert "Your own step was 3." in text_of(table.report_to("Red"))
    assert table.stored(number).state == DONE


def test_the_same_seed_and_orders_give_the_same_turn(table: Table) -> None:
    all_go(table, 3)
    table.deadline_passes()
    played = table.turns()[0]
    row = table.row()
    judged = Race().judge(row.start, played.orders, SeededDice(row.seed, 1))
    assert (judged.state, judged.record) == (played.position, played.record)
