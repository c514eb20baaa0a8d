"""A robot writes the sheet of a silent player, or plays an empty seat, until a person is there again."""

from pathlib import Path

import pytest

from pbem.service import robots as job
from pbem.tables import opening
from pbem.tables.robots import Task
from tests.support.table import Table, kind_of, text_of

SEATS = {"France": "france@x.org", "Italy": "italy@x.org", "Turkey": "turkey@x.org"}
GM = "gm@w.org"


@pytest.fixture
def host(tmp_path: Path) -> Table:
    table = Table(tmp_path)
    table.vouched |= {*SEATS.values(), GM, "dora@x.org"}
    return table


def opens(host: Table, **house: object) -> None:
    seats = [opening.Player(power, address) for power, address in SEATS.items()]
    plan = opening.Plan("std1", "standard", GM, seats, "72h", seed="a seed for tests", house=house)
    opening.open_table(plan, host.office, host.clock.now())
    host.service.look()


def bulletin(host: Table) -> str:
    return text_of([mail for mail in host.mails_to(GM) if kind_of(mail) == "bulletin"][-1])


def report(host: Table, power: str) -> str:
    return text_of([mail for mail in host.mails_to(SEATS[power]) if kind_of(mail) == "report"][-1])


def test_a_robot_replaces_a_silent_player_and_everybody_learns_it(host: Table) -> None:
    opens(host, silence="robot")
    assert "if a player sent nothing, a robot writes the order sheet" in bulletin(host)
    host.mail(SEATS["France"], "A Par - Bur\nA Mar - Spa\nF Bre - MAO", "std1")
    host.mail(SEATS["Turkey"], "A Con - Bul\nA Smy - Con\nF Ank - BLA", "std1")
    host.deadline_passes("std1")
    assert "No orders were on file for Italy; a robot wrote the sheet." in bulletin(host)
    said = report(host, "Italy")
    assert "so a robot wrote your sheet: A Rom" in said
    assert "F Nap - ION" in said
    assert "As soon as you send orders yourself, yours count." in said
    assert "robot wrote your sheet" not in report(host, "France")
    (turn,) = host.turns("std1")
    assert {"France", "Italy", "Turkey"} == set(turn.orders)


def test_a_player_who_returns_plays_again(host: Table) -> None:
    opens(host, silence="robot")
    host.deadline_passes("std1")
    host.mail(SEATS["Italy"], "A Ven H\nA Rom H", "std1")
    host.deadline_passes("std1")
    assert "robot wrote your sheet" not in report(host, "Italy")
    assert "No orders were on file for France and Turkey; a robot wrote the sheets." in bulletin(host)


def test_default_orders_take_precedence_over_a_robot(host: Table) -> None:
    opens(host, silence="robot")
    host.mail(SEATS["Italy"], "DEFAULT:\nA Rom H\nA Ven H\nF Nap H", "std1")
    host.deadline_passes("std1")
    assert "Italy" not in bulletin(host).partition("; a robot wrote")[0][-60:]
    assert "so your default orders were used" in report(host, "Italy")


def test_silent_players_are_not_named_if_the_house_rules_hide_it(host: Table) -> None:
    opens(host, silence="robot", late="hidden")
    host.mail(SEATS["France"], "A Par - Bur", "std1")
    host.deadline_passes("std1")
    assert "a robot wrote" not in bulletin(host)
    assert "a robot wrote your sheet" in report(host, "Italy")


def test_robot_sheets_are_written_for_all_so_that_timing_reveals_nobody(
    host: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    opens(host, silence="robot")
    written: list[str] = []
    usual = job.in_process

    def watched(office: object) -> job.Write:
        write = usual(office)  # type: ignore[arg-type]

        def note(task: Task) -> object:
            written.append(task.power)
            return write(task)

        return note  # type: ignore[return-value]

    monkeypatch.setattr("pbem.service.scheduler.in_process", watched)
    host.mail(SEATS["France"], "A Par - Bur\nA Mar - Spa\nF Bre - MAO", "std1")
    assert written == []
    host.clock.passes(hours=71, minutes=55)
    host.service.look()
    assert sorted(written) == ["France", "Italy", "Turkey"]


def test_a_robot_that_fails_does_not_stop_the_turn(host: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    opens(host, silence="robot")

    def fails(*_: object) -> None:
        raise RuntimeError("no idea")

    monkeypatch.setattr("pbem.tables.robots.advice", fails)
    host.deadline_passes("std1")
    assert len(host.turns("std1")) == 1
    assert "and found nothing to order" in report(host, "Italy")


def test_the_game_master_fills_a_seat_with_a_robot_and_a_substitute_takes_over(host: Table) -> None:
    opens(host)
    host.says(GM, "REPLACE Italy with a robot", "std1")
    assert "A robot plays Italy from now on" in text_of(host.mails_to(SEATS["France"])[-1])
    assert "A robot plays Italy from now on" in text_of(host.last_to(GM))
    host.mail(SEATS["France"], "PRESS TO Italy\nHello?\nEND", "std1")
    assert "A robot plays Italy." in text_of(host.last_to(SEATS["France"]))
    host.mail(SEATS["France"], "PLAYERS", "std1")
    assert "Italy: a robot" in text_of(host.last_to(SEATS["France"]))
    host.deadline_passes("std1")
    assert "A robot played Italy." in bulletin(host)
    assert "Italy" in host.turns("std1")[0].orders
    host.mail("dora@x.org", "TAKE OVER Italy in std1", "std1")
    assert "You owe orders" in text_of(
        next(mail for mail in host.mails_to("dora@x.org") if kind_of(mail) == "report")
    )
    host.mail("dora@x.org", "A Ven H", "std1")
    host.deadline_passes("std1")
    assert "robot" not in bulletin(host)
    assert (
        "A Ven H" in host.turns("std1")[1].orders["Italy"] or "Ven" in host.turns("std1")[1].orders["Italy"]
    )


def test_a_robot_may_play_a_seat_that_was_empty_from_the_start(host: Table) -> None:
    opens(host)
    host.says(GM, "REPLACE Germany with an easy robot", "std1")
    host.deadline_passes("std1")
    assert "A robot played Germany." in bulletin(host)


def test_several_seats_are_filled_with_one_line_and_one_notice(table: Table) -> None:
    players = {"Gondor": "gil@x.org", "Dwarves": "dan@x.org"}
    table.opens("hb1", "72h", players, "hardbop")
    table.vouched |= {GM}
    table.says(GM, "REPLACE Dwarves, the Elves, and Rohan & Umbar with a random robot", "hb1")
    (note,) = [mail for mail in table.mails_to("gil@x.org") if kind_of(mail) == "note"]
    assert note["Subject"] == "hb1: robots play the Dwarves, the Elves, Rohan and Umbar"
    assert "from now on, until somebody takes the seats over" in text_of(note)
    table.deadline_passes("hb1")
    told = text_of(table.report_to("gil@x.org"))
    assert "From the game master -------------------- Robots play the Dwarves, the Elves," in told
    assert "Robots ------ Robots played the Dwarves, the Elves, Rohan and Umbar." in told
    table.deadline_passes("hb1")
    assert "From the game master" not in text_of(table.report_to("gil@x.org"))


def test_cached_robot_sheets_are_discarded_by_a_rollback(host: Table) -> None:
    """The sheets for an undone position are not used for another one."""
    opens(host)
    host.says(GM, "REPLACE Italy with a robot", "std1")
    host.deadline_passes("std1")
    host.says(GM, "ROLLBACK", "std1")
    host.says(GM, 'CORRECT units.Italy = ["A Rom"]', "std1")
    host.deadline_passes("std1")
    assert "A Ven" not in host.turns("std1")[-1].orders["Italy"]
    assert "Rom" in host.turns("std1")[-1].orders["Italy"]


def test_where_powers_play_in_turn_only_robots_that_had_theirs_are_named(table: Table) -> None:
    """The others have only sent technologies ahead."""
    table.opens("em1", "72h", {"Russia": "rus@x.org"}, "empires")
    table.vouched |= {GM}
    table.says(GM, "REPLACE Germany, Franco-British and Austria-Hungary with a random robot", "em1")
    table.deadline_passes("em1")
    assert "Robots ------ A robot played Germany." in text_of(table.report_to("rus@x.org"))
