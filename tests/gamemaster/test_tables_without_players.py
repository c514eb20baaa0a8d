"""A running table that nobody plays any more is paused, and goes on when somebody takes a seat."""

from datetime import timedelta

from sqlmodel import select

from pbem.store.robot_rows import PracticeTable
from pbem.store.states import OVER, PAUSED, RUNNING
from tests.support.gamemaster import gm, got, news_to
from tests.support.table import PLAYERS, Table, answer, text_of

GM, EVE = "gm@w.org", "eve@v.org"


def everybody_resigns(table: Table) -> None:
    for power, address in PLAYERS.items():
        answer(table, address, f"RESIGN {power}", "r1")


def test_the_last_to_resign_leaves_a_paused_table_and_its_gm_gets_one_mail(table: Table) -> None:
    table.vouched.add(EVE)
    answer(table, EVE, "OBSERVE r1")
    answer(table, "ann@x.org", "RESIGN Red", "r1")
    answer(table, "bob@y.org", "RESIGN Blue", "r1")
    assert table.row().state == RUNNING
    table.post_office.forget()
    answer(table, "cyd@z.org", "RESIGN Dark Green", "r1")
    assert (table.row().state, table.row().deadline_utc) == (PAUSED, None)
    (told,) = table.mails_to(GM)
    said = text_of(told)
    assert str(told["Subject"]).startswith("r1: the game is paused, as nobody plays it any more")
    for remedy in ("REPLACE Red with Dora <dora@example.org>", "with a robot", "END GAME", "RESUME"):
        assert remedy in said
    assert "TAKE%20OVER%20Dark%20Green%20in%20r1" in said
    assert "it is paused until somebody does" in text_of(news_to(table, EVE, "no player"))
    table.clock.passes(days=30)
    table.service.look()
    assert not table.turns()
    assert "Nobody plays the game any more, so it was paused" in gm(table, "LOG")
    status = gm(table, "STATUS")
    assert "it goes on when somebody takes a seat" in status
    assert "Without a player: Red, Blue and Dark Green" in status
    listed = text_of(table.says(EVE, "GAMES"))
    assert "Free: Red, Blue and Dark Green" in listed


def test_the_game_goes_on_with_time_when_somebody_takes_a_seat(table: Table) -> None:
    table.vouched.add(EVE)
    everybody_resigns(table)
    table.clock.passes(days=9)
    assert "You play Blue at r1" in answer(table, EVE, "JOIN r1 Blue")
    row = table.row()
    assert row.state == RUNNING and row.deadline_utc is not None
    assert row.deadline_utc - table.clock.now() >= timedelta(hours=24)
    assert "goes on" in text_of(news_to(table, GM, "Blue has a player"))
    table.mail(EVE, "go 3")
    table.deadline_passes()
    assert len(table.turns()) == 1 and table.row().state == RUNNING


def test_everybody_is_ejected_and_the_gm_replaces_one(table: Table) -> None:
    gm(table, "EJECT Red\nEJECT Blue")
    table.post_office.forget()
    assert "so it is paused; another mail says what you can do" in gm(table, "EJECT Dark Green")
    assert got(table, GM, "the game is paused") and not got(table, GM, "Dark Green is open")
    assert "Dora" in gm(table, "REPLACE Red with Dora <dora@v.org>")
    assert table.row().state == RUNNING
    assert got(table, "dora@v.org", "r1")


def test_a_robot_plays_and_so_the_game_goes_on(table: Table) -> None:
    everybody_resigns(table)
    gm(table, "REPLACE Red with a robot")
    assert table.row().state == RUNNING


def test_robots_alone_are_enough_to_go_on(table: Table) -> None:
    gm(table, "REPLACE Red with a robot")
    gm(table, "EJECT Blue\nEJECT Dark Green")
    assert table.row().state == RUNNING


def test_silent_players_lose_their_seats_and_the_table_is_paused_with_their_turn(table: Table) -> None:
    table.set_rules("r1", silence="civil disorder", silent_turns=1)
    table.post_office.forget()
    table.deadline_passes()
    assert (table.row().state, len(table.turns())) == (PAUSED, 1)
    notices = [mail for mail in table.mails_to(GM) if str(mail["X-Downfall-Kind"]) != "bulletin"]
    assert [str(mail["Subject"]) for mail in notices] == [
        "r1: the game is paused, as nobody plays it any more"
    ]
    assert not got(table, "Red", "the game is paused")


def test_the_waiting_list_fills_the_seats_before(table: Table) -> None:
    table.vouched.add(EVE)
    table.set_rules("r1", silence="replace", silent_turns=1)
    answer(table, EVE, "JOIN r1")
    table.deadline_passes()
    assert table.row().state == RUNNING


def test_the_gm_is_told_of_the_waiting_list(table: Table) -> None:
    table.vouched.add(EVE)
    answer(table, EVE, "JOIN r1")
    everybody_resigns(table)
    told = text_of(news_to(table, GM, "the game is paused"))
    assert "REPLACE Red from the waiting list" in told
    gm(table, "REPLACE Red from the waiting list")
    assert table.row().state == RUNNING and table.seat("Red").address == EVE


def test_resume_runs_one_turn_without_players(table: Table) -> None:
    everybody_resigns(table)
    assert "r1 goes on" in gm(table, "RESUME")
    table.deadline_passes()
    assert (table.row().state, len(table.turns())) == (PAUSED, 1)


def test_a_pause_of_the_gm_lasts_when_somebody_takes_a_seat(table: Table) -> None:
    table.vouched.add(EVE)
    gm(table, "PAUSE")
    everybody_resigns(table)
    assert not got(table, GM, "nobody plays it")
    answer(table, EVE, "TAKE OVER Blue in r1")
    assert table.row().state == PAUSED


def test_a_rollback_leaves_the_table_paused_until_somebody_plays(table: Table) -> None:
    table.vouched.add(EVE)
    table.deadline_passes()
    everybody_resigns(table)
    gm(table, "ROLLBACK")
    assert table.row().state == PAUSED and not table.row().deadline_utc
    answer(table, EVE, "TAKE OVER Blue in r1")
    assert table.row().state == RUNNING


def test_a_practice_table_ends_when_its_player_leaves(table: Table) -> None:
    table.vouched.add(EVE)
    answer(table, EVE, "PRACTICE standard as France")
    with table.store.reading() as session:
        key = session.exec(select(PracticeTable.table_key)).one()
    answer(table, EVE, "RESIGN France", key)
    assert table.row(key).state == OVER
    assert not got(table, "host@judge.example", "nobody plays it")


def test_end_game_ends_a_paused_table(table: Table) -> None:
    everybody_resigns(table)
    assert "over" in gm(table, "END GAME draw")
