"""Seats: how a table fills, and how seats change hands."""

from importlib.metadata import version

import pytest
from sqlmodel import select

from adjudicator.games import every_game, find
from pbem.commands.lookup.help import help_text, topics
from pbem.commands.registry import COMMANDS
from pbem.commands.seats import joining
from pbem.core.markdown_text import flowing, plain
from pbem.core.text_layout import WIDTH, laid_out
from pbem.store.game_tables import Seat
from pbem.store.player_tables import Applicant, FormerSeat, Subscriber
from pbem.store.states import FORMING, OVER, RUNNING
from pbem.tables.opening import CannotOpen, Plan, open_table
from tests.support.gamemaster import GM_ADDRESS, gm
from tests.support.table import MONDAY, Table, answer, kind_of, text_of

ANN, BOB, CYD, DOT = "ann@x.org", "bob@y.org", "cyd@z.org", "dot@d.org"


@pytest.fixture
def forming(table: Table) -> Table:
    table.vouched.add(DOT)
    plan = Plan("r2", "race", "gm@w.org", (), "72h", seed="a seed for tests")
    open_table(plan, table.office, table.clock.now())
    table.post_office.forget()
    return table


def seats(table: Table, key: str) -> dict[str, str]:
    with table.store.reading() as session:
        rows = session.exec(select(Seat).where(Seat.table_key == key)).all()
        return {row.power: row.address for row in rows}


# --- a table that fills ----------------------------------------------------------------------------------


def test_a_game_begins_when_it_is_full_and_everybody_gets_a_preferred_power(forming: Table) -> None:
    assert "1 of 3 players is there" in answer(forming, DOT, "JOIN r2 Blue, Red\nNAME Dorothea")
    forming.vouched |= {"eve@e.org", "fay@f.org"}
    assert "2 of 3 players are there" in answer(forming, "eve@e.org", "JOIN r2 prefer Red")
    assert forming.row("r2").state == FORMING
    answer(forming, "fay@f.org", "Hello,\nI should like to play.\nJOIN r2 dark green\n")
    row = forming.row("r2")
    assert row.state == RUNNING
    assert row.deadline_utc is not None
    assert seats(forming, "r2") == {"Blue": DOT, "Red": "eve@e.org", "Dark Green": "fay@f.org"}
    assert str(forming.report_to(DOT)["To"]).startswith("Dorothea")
    forming.reply(forming.report_to(DOT), "go 3")
    assert "Blue will go 3" in text_of(forming.last_to(DOT))


def _zone_of(table: Table, key: str, address: str) -> str:
    """Return the zone of a seat, or of somebody who waits for one."""
    with table.store.reading() as session:
        rows = [*session.exec(select(Seat)), *session.exec(select(Applicant))]
        return str(next(row.zone for row in rows if (row.table_key, row.address) == (key, address)))


def test_a_player_has_the_time_zone_of_the_table_unless_another_is_chosen(table: Table) -> None:
    """The host's zone is no reason to tell somebody at a table in Berlin the hours of Kolkata."""
    house = table.settings.house.model_copy(update={"zone": "Asia/Kolkata"})
    table.settings = table.settings.model_copy(update={"house": house})
    table.restart()
    table.vouched |= {DOT, "eve@e.org"}
    plan = Plan("r2", "race", GM_ADDRESS, (), "72h", zone="Europe/Berlin", seed="a seed for tests")
    open_table(plan, table.office, table.clock.now())
    answer(table, DOT, "JOIN r2 Blue")
    answer(table, "eve@e.org", "JOIN r2 Red\nZONE Europe/London")
    assert _zone_of(table, "r2", DOT) == "Europe/Berlin"
    assert _zone_of(table, "r2", "eve@e.org") == "Europe/London"
    gm(table, "SET zone America/New_York", "r2")
    assert _zone_of(table, "r2", DOT) == "America/New_York"
    assert _zone_of(table, "r2", "eve@e.org") == "Europe/London"


@pytest.mark.parametrize(
    "written",
    [
        "I would like to join r2, please, as Blue",
        "JOIN r2 as Blue, please.",
        "JOIN r2 please prefer Blue",
        "JOIN r2 for Blue. Thanks!",
    ],
)
def test_polite_words_beside_a_preferred_power_are_not_powers(forming: Table, written: str) -> None:
    assert "1 of 3 players is there" in answer(forming, DOT, written)
    with forming.store.reading() as session:
        assert [row.preferences for row in session.exec(select(Applicant))] == [["Blue"]]


def test_joining_twice_takes_one_place_with_the_last_preference(forming: Table) -> None:
    answer(forming, DOT, "JOIN r2 Blue")
    assert "1 of 3" in answer(forming, DOT, "JOIN r2 Red")
    with forming.store.reading() as session:
        assert [row.preferences for row in session.exec(select(Applicant))] == [["Red"]]


def test_a_player_who_joins_without_a_name_learns_what_the_others_see(forming: Table) -> None:
    told = answer(forming, DOT, "JOIN r2")
    assert 'You have joined r2 (The Race). Your mail gave no name, so the others see "A player"' in told
    told = answer(forming, DOT, "JOIN r2\nNAME Dot")
    assert "You have joined r2 (The Race) as Dot. 1 of 3 players is there" in told


def test_a_player_who_joined_may_withdraw(forming: Table) -> None:
    answer(forming, DOT, "JOIN r2")
    assert "You are off the list of r2" in answer(forming, DOT, "STOP r2")
    with forming.store.reading() as session:
        assert session.exec(select(Applicant)).first() is None


def test_an_unknown_power_as_preference_is_refused(forming: Table) -> None:
    assert "There is no power" in answer(forming, DOT, "JOIN r2 Purple")
    assert "Please say at which table. Tables here: r1, r2." in answer(forming, DOT, "JOIN")


def test_a_stranger_whom_nobody_vouches_for_is_asked_first(forming: Table) -> None:
    forming.vouched.clear()
    forming.mail("eve@e.org", "JOIN r2 Red", "hello")
    reply = text_of(forming.last_to("eve@e.org"))
    assert "Nothing proves that you sent it" in reply
    assert "JOIN r2 Red" in reply
    forming.reply(forming.last_to("eve@e.org"), "Yes, it is mine.")
    assert "You have joined r2" in text_of(forming.last_to("eve@e.org"))


def test_a_player_of_another_table_joins_too(forming: Table) -> None:
    assert "You have joined r2" in answer(forming, ANN, "JOIN r2", "r1")


def test_the_gm_cannot_join_and_a_player_not_twice(forming: Table) -> None:
    assert "You play Red at r1 already." in answer(forming, ANN, "JOIN r1", "r1")


def test_seats_are_drawn_by_lot_from_the_seed() -> None:
    three = [
        Applicant(table_key="r2", player=name, address=name, preferences=["Red"], since_utc=MONDAY)
        for name in "abc"
    ]
    hands = [("Red",), ("Blue",), ("Green",)]
    given = joining.seating(three, hands, "seed")
    assert sorted(one.player for one in given.values()) == ["a", "b", "c"]
    assert given == joining.seating(three, hands, "seed")
    firsts = {joining.seating(three, hands, str(seed))["Red"].player for seed in range(40)}
    assert firsts == {"a", "b", "c"}


def test_a_table_name_that_is_taken_is_refused(forming: Table) -> None:
    with pytest.raises(CannotOpen, match="there is a table r2 already"):
        open_table(Plan("r2", "race", "gm@w.org", ()), forming.office, forming.clock.now())


# --- seats change hands ----------------------------------------------------------------------------------


def test_resigning_frees_the_seat_and_notifies_everybody(table: Table) -> None:
    assert "write RESIGN Red" in answer(table, ANN, "RESIGN", "r1")
    assert "write RESIGN Red" in answer(table, ANN, "RESIGN Blue", "r1")
    assert "You have left Red" in answer(table, ANN, "go 3\nRESIGN Red", "r1")
    assert set(seats(table, "r1")) == {"Blue", "Dark Green"}
    for reader in ("Blue", "gm@w.org"):
        reply = text_of(table.last_to(reader))
        assert "Nobody plays Red" in reply
        assert "ann" not in reply
    table.deadline_passes()
    assert table.turns()[0].nmr_powers == ["Blue", "Dark Green"]


def test_a_vacant_seat_is_taken_over_with_its_knowledge_and_old_tokens_are_void(table: Table) -> None:
    table.vouched.add(DOT)
    table.mail(ANN, "go 3")
    table.deadline_passes()
    report = table.report_to("Red")
    answer(table, ANN, "RESIGN Red", "r1")
    assert "You play Red at r1" in answer(table, DOT, "TAKE OVER r1\nNAME Dot")
    briefing = table.report_to(DOT)
    assert "Lap" in text_of(briefing)
    table.vouched.clear()
    table.reply(briefing, "go 6")
    assert "Red will go 6" in text_of(table.last_to(DOT))
    table.reply(report, "go 1", ANN)
    assert "go 1" not in text_of(table.last_to(DOT))
    assert "has a player" in str(table.last_to("Blue")["Subject"])


def test_a_name_beside_a_command_is_accounted_for(table: Table) -> None:
    table.vouched.add(DOT)
    refusal = answer(table, DOT, "TAKE OVER Red in r1\nNAME Newby")
    assert "NAME Newby" in refusal
    assert "no such command was carried out" in refusal
    answer(table, ANN, "RESIGN Red", "r1")
    told = answer(table, DOT, "TAKE OVER r1\nNAME Dot")
    assert "NAME Dot" in told
    assert "Noted for the other commands of this message." in told


def test_a_seat_that_is_played_cannot_be_taken(table: Table) -> None:
    table.vouched.add(DOT)
    assert "No seat of r1 is free." in answer(table, DOT, "TAKE OVER Red in r1")
    answer(table, ANN, "RESIGN Red", "r1")
    assert "Blue is not free. Free at r1: Red." in answer(table, DOT, "TAKE OVER Blue in r1")


def test_a_former_player_may_return_to_the_same_seat_only(table: Table) -> None:
    answer(table, ANN, "RESIGN Red", "r1")
    answer(table, BOB, "RESIGN Blue", "r1")
    assert "You have already played Red at r1" in answer(table, ANN, "TAKE OVER Blue in r1")
    assert "You play Red at r1" in answer(table, ANN, "TAKE OVER Red in r1")
    answer(table, ANN, "RESIGN Red", "r1")
    assert "Please ask the game master." in answer(table, ANN, "TAKE OVER Red in r1")
    with table.store.reading() as session:
        assert [row.power for row in session.exec(select(FormerSeat))] == ["Red", "Blue", "Red"]


def test_the_waiting_list_is_notified_of_a_free_seat(table: Table) -> None:
    table.vouched.add(DOT)
    assert "you are number 1 on its waiting list" in answer(table, DOT, "JOIN r1")
    answer(table, ANN, "RESIGN Red", "r1")
    assert "TAKE OVER Red in r1" in text_of(table.last_to(DOT))
    table.reply(table.last_to(DOT), "TAKE OVER Red in r1")
    assert seats(table, "r1")["Red"] == DOT
    with table.store.reading() as session:
        assert session.exec(select(Applicant)).first() is None


def test_joining_a_running_game_gives_the_preferred_power_if_it_is_free(table: Table) -> None:
    table.vouched |= {DOT, "eve@e.org"}
    table.opens("std3", "72h", {"France": "france@x.org"}, "standard")
    assert "To play one of them, write for example JOIN std3 Austria." in answer(table, DOT, "JOIN std3")
    assert "You play Germany at std3 from now on." in answer(table, DOT, "Join std3 as France, Germany")
    assert seats(table, "std3") == {"France": "france@x.org", "Germany": DOT}
    assert "you are on its waiting list" in answer(table, "eve@e.org", "JOIN std3 Germany")


def test_a_table_without_a_waiting_list(table: Table) -> None:
    table.vouched.add(DOT)
    table.set_rules("r1", waiting_list=False)
    assert "has no waiting list" in answer(table, DOT, "JOIN r1")


def test_a_diary_and_votes_go_with_the_player(table: Table) -> None:
    table.vouched |= {DOT, "france@x.org", "england@z.org"}
    table.opens("std3", "72h", {"France": "france@x.org", "England": "england@z.org"}, "standard")
    answer(table, "france@x.org", "DIARY\nmy secret\nEND\nVOTE DRAW", "std3")
    answer(table, "france@x.org", "RESIGN France", "std3")
    table.clock.passes(minutes=1)
    answer(table, DOT, "TAKE OVER France in std3")
    assert "my secret" not in answer(table, DOT, "DIARY", "std3")
    answer(table, "england@z.org", "VOTE DRAW", "std3")
    assert table.row("std3").state != OVER


def test_a_motion_passes_when_the_last_opponent_leaves(table: Table) -> None:
    table.vouched |= {"france@x.org", "england@z.org"}
    table.opens("std3", "72h", {"France": "france@x.org", "England": "england@z.org"}, "standard")
    answer(table, "france@x.org", "VOTE DRAW", "std3")
    answer(table, "england@z.org", "RESIGN England", "std3")
    assert table.row("std3").state == OVER


def test_a_motion_passes_when_the_gm_ejects_the_last_opponent(table: Table) -> None:
    table.vouched |= {"france@x.org", "gm@w.org"}
    table.opens("std3", "72h", {"France": "france@x.org", "England": "england@z.org"}, "standard")
    answer(table, "france@x.org", "VOTE DRAW", "std3")
    assert "it has passed, and the game is over" in answer(table, "gm@w.org", "EJECT England", "std3")
    assert table.row("std3").state == OVER


def test_a_motion_passes_when_the_last_opponent_is_silent_too_often(table: Table) -> None:
    table.vouched |= {"france@x.org", "england@z.org"}
    table.opens("std3", "72h", {"France": "france@x.org", "England": "england@z.org"}, "standard")
    table.set_rules("std3", silence="civil disorder", silent_turns=1)
    answer(table, "france@x.org", "VOTE DRAW\nA Par - Bur", "std3")
    table.deadline_passes("std3")
    assert table.row("std3").state == OVER


# --- observers and lists ---------------------------------------------------------------------------------


def test_an_observer_gets_the_bulletin_and_nothing_else(table: Table) -> None:
    table.vouched.add(DOT)
    assert "You get the bulletins of r1" in answer(table, DOT, "OBSERVE r1")
    table.mail(ANN, "go 3\nPRESS TO Blue\nhush\nEND")
    table.deadline_passes()
    kinds = [kind_of(mail) for mail in table.mails_to(DOT)]
    assert kinds == ["bulletin", "transcript", "bulletin"]  # the position so far, and the turn
    assert "List-Unsubscribe" in table.last_to(DOT)
    assert "You get no more bulletins of r1." in answer(table, DOT, "STOP r1")
    table.deadline_passes()
    assert len(table.mails_to(DOT)) == 4


def test_a_table_without_observers_and_observing_twice(table: Table) -> None:
    table.vouched.add(DOT)
    answer(table, BOB, "OBSERVE r1", "r1")
    assert "You get the bulletins of r1 already." in answer(table, BOB, "OBSERVE r1", "r1")
    table.set_rules("r1", observers=False)
    assert "has no observers" in answer(table, DOT, "OBSERVE r1")
    with table.store.reading() as session:
        assert session.exec(select(Subscriber.address)).all() == [BOB]


def test_games_and_players_list_who_is_where(forming: Table) -> None:
    reply = answer(forming, DOT, "GAMES")
    assert "r1: The Race, Lap 1, day" in reply
    assert "r2: The Race, 0 of 3 players. To join, write JOIN r2: <mailto:" in reply
    assert "Red: ann" in answer(forming, BOB, "PLAYERS", "r1")
    forming.set_rules("r1", names="hidden")
    assert "Red: a player" in answer(forming, BOB, "PLAYERS", "r1")


def test_an_address_in_a_list_is_not_a_link() -> None:
    reply = str(laid_out("- REPLACE France with Dora <dora@x.org>, <https://x.org>, <b>"))
    assert "<li>REPLACE France with Dora &lt;dora@x.org&gt;, &lt;https://x.org&gt;, &lt;b&gt;</li>" in reply


def test_whois_answers_as_the_house_rules_allow(table: Table) -> None:
    assert "Red: ann, new here." in answer(table, BOB, "whois red?", "r1")
    assert "Red: ann, new here." in answer(table, BOB, "WHOIS Ann", "r1")
    assert "ann@x.org" not in answer(table, BOB, "WHOIS Red", "r1")
    table.set_rules("r1", names="hidden")
    assert "Red: a player." in answer(table, BOB, "WHOIS Red", "r1")
    who_plays, nobody = (answer(table, BOB, f"WHOIS {name}", "r1") for name in ("ann", "eve"))
    assert "nobody is told who plays what" in who_plays
    assert who_plays.replace("ann", "eve") == nobody


def test_anybody_may_ask_for_the_version(table: Table) -> None:
    for sender in (BOB, "eve@e.org"):
        assert f"version {version('downfall-by-mail')}" in answer(table, sender, "version", "")


def test_no_help_is_wider_than_a_mail() -> None:
    for topic in ("", *topics(COMMANDS)):
        lines = plain(help_text(COMMANDS, every_game(), topic)).splitlines()
        assert all(len(line) <= WIDTH for line in lines), topic


def test_help_lists_every_command_once() -> None:
    lines = help_text(COMMANDS, (), "").splitlines()
    listed = [line for line in lines if line.startswith("* ")]
    assert len(listed) == len(COMMANDS)


def test_help_has_flowing_paragraphs_in_html(table: Table) -> None:
    table.mail("eve@e.org", "HELP")
    body = table.last_to("eve@e.org").get_body(("html",))
    page = str(body.get_content()) if body else ""
    assert "GAMES lists what is played here" in " ".join(page.split())
    assert "<li>JOIN, a table and powers" in page.replace(' style="margin:3px 0"', "")
    assert page.partition("the rules as")[0].count("<pre") == 1  # the examples of orders


def test_a_table_within_a_list_stays_one() -> None:
    rows = [
        line
        for line in flowing(find("hardbop").card.rules).splitlines()
        if line.lstrip().startswith("| Rohan")
    ]
    assert rows == ["   | Rohan | Good | A HDe, C Edo, C Dhw |"]


def test_help_for_a_stranger(table: Table) -> None:
    assert "TAKE OVER England in std3" in answer(table, "eve@e.org", "HELP join")


def test_a_forming_table_is_not_run(forming: Table) -> None:
    assert forming.row("r2").deadline_utc is None
    forming.deadline_passes("r1")
    assert forming.row("r2").number == 1


def test_a_game_for_three_begins_with_three(table: Table) -> None:
    plan = Plan("d1", "domination", "gm@w.org", (), options={"players": "3"})
    open_table(plan, table.office, table.clock.now())
    for number in range(3):
        table.vouched.add(f"new{number}@v.org")
        table.mail(f"new{number}@v.org", "JOIN d1 Green", "d1")
    with table.store.reading() as session:
        seated = [seat.power for seat in session.exec(select(Seat).where(Seat.table_key == "d1"))]
    assert table.row("d1").state == RUNNING
    assert seated == ["Red", "Blue", "Green"]


def test_every_line_of_a_guest_is_accounted_for(table: Table) -> None:
    table.vouched.add("eve@x.org")
    table.mail(
        "eve@x.org", "Hello,\nMAP Spring 1901\nGAMES\nTERRAIN r1\nI would like to read along.\nThanks!\nEve"
    )
    told = text_of(table.last_to("eve@x.org"))
    assert 'Not understood: "TERRAIN r1" "I would like to read along."' in told
    assert "MAP Spring 1901 NOT DONE" in told
    assert "Hello" not in told


def test_an_unknown_table_is_named_in_the_answer(forming: Table) -> None:
    for body in ("JOIN std9", "JOIN std9 Atlantis, France", "TAKE OVER std9 Red", "OBSERVE std9"):
        told = answer(forming, DOT, body)
        assert 'There is no table "std9". Tables here: r1, r2.' in told
    assert "Please say at which table." in answer(forming, DOT, "JOIN Red")
    assert 'There is no table "std9"; GAMES lists the tables.' in answer(forming, ANN, "JOIN std9 Red", "r1")
    assert DOT not in seats(forming, "r2").values()
