"""Tournaments: the draw of the tables, the scores, the standings, and the file of players."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from sqlmodel import select

from pbem.core.addresses import NOBODY
from pbem.service import erasure
from pbem.service.table_archive import archive_table
from pbem.service.transfer import CannotMove
from pbem.store.game_tables import GameTable, Seat, seats_of
from pbem.store.tournament_rows import Tournament, TournamentTable
from pbem.tables.events import tournament_scores
from pbem.tables.events.tournament_draw import draw
from pbem.tables.events.tournament_scores import Ending, in_words
from pbem.tables.events.tournaments import Entrant, Event, open_tournament, read_entrants
from pbem.tables.opening import CannotOpen, Plan
from pbem.web import site
from tests.support.gamemaster import gm
from tests.support.table import Table, text_of

RACERS = [Entrant(f"Racer {letter}", f"{letter.lower()}@x.org") for letter in "ABCDEF"]
RACE = Plan("", "race", "gm@w.org", (), "72h")
NEVER_NAMED = {"names": "hidden", "reveal": False}


# --- the draw --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "tables", "places"),
    [(21, 3, 7), (9, 6, 3), (9, 12, 3), (28, 8, 7), (49, 14, 7), (20, 3, 7), (7, 1, 7), (200, 60, 7)],
)
def test_no_two_people_meet_twice_where_it_can_be_avoided(people: int, tables: int, places: int) -> None:
    drawn = draw(people, tables, places, "a seed")
    assert [len(set(table)) for table in drawn] == [places] * tables
    met = Counter(pair for table in drawn for pair in combinations(sorted(table), 2))
    assert max(met.values()) == 1
    games = Counter(person for table in drawn for person in table)
    assert set(games) == set(range(people))
    assert max(games.values()) - min(games.values()) <= 1


def test_people_meet_again_as_rarely_as_possible() -> None:
    """Fourteen people at four tables of seven, each of them twice: ten pairs have to meet again."""
    drawn = draw(14, 4, 7, "a seed")
    met = Counter(pair for table in drawn for pair in combinations(sorted(table), 2))
    assert sum(times - 1 for times in met.values()) == 10
    assert max(met.values()) == 2


def test_the_same_seed_gives_the_same_draw_and_another_seed_another() -> None:
    assert draw(21, 3, 7, "one") == draw(21, 3, 7, "one")
    assert draw(21, 3, 7, "one") != draw(21, 3, 7, "another")


def test_every_place_is_equally_likely_for_everybody() -> None:
    first = Counter(draw(3, 1, 3, f"seed {number}")[0][0] for number in range(600))
    assert all(150 <= times <= 250 for times in first.values())


@pytest.mark.parametrize(("people", "tables"), [(6, 1), (22, 3), (0, 1)])
def test_too_few_and_too_many_people_are_refused(people: int, tables: int) -> None:
    with pytest.raises(ValueError, match="people for"):
        draw(people, tables, 7, "a seed")


# --- the scores ------------------------------------------------------------------------------------------

SOLO = Ending(("Turkey",), {"Turkey": 18, "England": 10, "France": 6})
DRAW = Ending(("Turkey", "England"), {"Turkey": 16, "England": 12, "France": 6, "Italy": 0})
NOBODY_WON = Ending((), {"Turkey": 3, "England": 1})


@pytest.mark.parametrize(
    ("system", "ending", "points"),
    [
        ("draw-size", SOLO, {"Turkey": "100"}),
        ("draw-size", DRAW, {"Turkey": "50", "England": "50"}),
        ("draw-size", NOBODY_WON, {}),
        ("dias", SOLO, {"Turkey": "100"}),
        ("dias", DRAW, {"Turkey": "33.3", "England": "33.3", "France": "33.3"}),
        ("dias", NOBODY_WON, {"Turkey": "50", "England": "50"}),
        ("sum-of-squares", SOLO, {"Turkey": "100"}),
        ("sum-of-squares", DRAW, {"Turkey": "58.7", "England": "33", "France": "8.3"}),
        ("sum-of-squares", NOBODY_WON, {"Turkey": "90", "England": "10"}),
    ],
)
def test_a_game_is_scored(system: str, ending: Ending, points: dict[str, str]) -> None:
    scores = tournament_scores.SYSTEMS[system](ending)
    assert {power: in_words(one) for power, one in scores.items()} == points
    assert sum(scores.values(), Fraction()) in (0, 100)


# --- an event --------------------------------------------------------------------------------------------


def opened(table: Table, plan: Plan = RACE, tables: int = 2, scoring: str = "draw-size") -> Tournament:
    event = Event("cup", tables, RACERS, scoring, plan, "The Cup", "a seed for tests")
    row, _ = open_tournament(event, table.office, table.clock.now())
    table.vouched |= {one.address for one in RACERS} | {"gm@w.org"}
    table.service.look()
    return row


def seats(table: Table, key: str) -> list[Seat]:
    with table.store.reading() as session:
        return seats_of(session, key)


def win(table: Table, key: str, power: str) -> str:
    """Let a runner win; return the player's name."""
    winner = next(seat for seat in seats(table, key) if seat.power == power)
    while table.row(key).state != "over":
        table.mail(winner.address, "go 6", subject=key)
        table.deadline_passes(key)
    return winner.player


def standings(table: Table, words: str = "STANDINGS cup", sender: str = "stranger@y.org") -> str:
    table.vouched |= {sender}
    return " ".join(text_of(table.says(sender, words, "hello")).split())


def test_a_tournament_from_the_draw_to_the_final_standings(table: Table, tmp_path: Path) -> None:
    opened(table)
    people = [seat.player for key in ("cup-1", "cup-2") for seat in seats(table, key)]
    assert sorted(people) == [one.name for one in RACERS]
    for one in RACERS:
        assert [mail for mail in table.mails_to(one.address) if "cup-" in str(mail["Subject"])]
        assert "belongs to the tournament The Cup: STANDINGS shows" in text_of(
            table.reports_to(one.address)[0]
        )
    assert "belongs to the tournament The Cup" in text_of(table.last_to("gm@w.org"))
    before = standings(table)
    assert "The Cup, standings" in before
    assert "Running games do not count yet." in before
    assert "1. Racer A: 0 points from 0 games" in before
    assert "with the seed a seed for tests" in before
    winner = win(table, "cup-1", "Blue")
    halfway = standings(table)
    assert f"1. {winner}: 100 points from 1 game (Blue in cup-1: 100)" in halfway
    assert "cup-1: finished: won by Blue" in halfway
    assert "cup-2: running" in halfway
    other = win(table, "cup-2", "Red")
    final = standings(table, "STANDINGS", winner_address(other))
    assert "The Cup, final standings" in final
    assert "Running games" not in final
    assert f"1. {other}: 100 points from 1 game (Red in cup-2: 100)" in final
    assert f"1. {winner}: 100 points" in final  # both are first
    the_archive_has_the_standings(table, tmp_path / "site", winner)


def the_archive_has_the_standings(table: Table, folder: Path, winner: str) -> None:
    site.build(table.office, folder, table.clock.now())
    page = (folder / "tournament-cup.html").read_text("utf-8")
    assert "The final standings." in page
    assert f"<td>1</td><td>{winner}</td><td>100</td><td>1</td>" in page
    assert "x.org" not in page
    assert 'href="tournament-cup.html"' in (folder / "index.html").read_text("utf-8")


def test_a_player_who_takes_over_a_seat_reads_what_the_first_players_read(table: Table) -> None:
    opened(table)
    told = gm(table, "REPLACE Blue with Dora <dora@d.org>", "cup-1")
    assert "Dora" in told
    first = text_of(table.report_to("dora@d.org"))
    assert "You play Blue from now on" in first
    assert "House rules of this table" in first
    assert "belongs to the tournament The Cup" in first


def winner_address(name: str) -> str:
    return next(one.address for one in RACERS if one.name == name)


def test_a_running_game_reveals_nothing_in_the_standings(table: Table) -> None:
    opened(table)
    before = standings(table)
    table.mail(seats(table, "cup-1")[0].address, "go 6", subject="cup-1")
    table.deadline_passes("cup-1")
    assert standings(table) == before


def test_hidden_players_are_named_when_their_game_is_over(table: Table, tmp_path: Path) -> None:
    opened(table, Plan("", "race", "gm@w.org", (), "72h", house={"names": "hidden"}))
    assert "Racer" not in standings(table)
    assert "Nobody can be named yet." in standings(table)
    site.build(table.office, tmp_path / "site", table.clock.now())
    assert "Racer" not in (tmp_path / "site" / "tournament-cup.html").read_text("utf-8")
    winner = win(table, "cup-1", "Red")
    told = standings(table)
    assert f"1. {winner}: 100 points" in told
    there = {seat.player for seat in seats(table, "cup-2")}
    assert not [name for name in there if name in told]


def test_a_table_that_the_archive_does_not_show_counts_for_nobody(table: Table) -> None:
    opened(table)
    winner = win(table, "cup-1", "Red")
    with table.store.writing() as session:
        session.get_one(GameTable, "cup-1").house = {"archive": "hidden"}
    told = standings(table)
    assert winner not in told
    assert "cup-1: not shown" in told
    assert "won by" not in told


def test_the_standings_are_found_by_a_table_of_the_event_and_misses_are_answered(table: Table) -> None:
    assert "There is none here." in standings(table, "STANDINGS")
    opened(table)
    assert "The Cup, standings" in standings(table, "STANDINGS cup-2")
    assert "The Cup, standings" in standings(table, "standings")
    assert 'There is no tournament "cap". There is cup.' in standings(table, "STANDINGS cap")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"tables": 1}, "6 players do not fit: 1 table has 3 seats"),
        ({"entrants": RACERS[:2]}, "2 players do not fit"),
        ({"entrants": [*RACERS[:5], RACERS[0]]}, "a@x.org is listed twice"),
        ({"scoring": "elo"}, "there is no scoring"),
        ({"scoring": "dias"}, "The Race has no public count"),
        ({"key": "no good"}, "cannot be the name of a tournament"),
        ({"key": "a" * 19}, "cannot be the name of a tournament"),
        ({"tables": 0}, "1 to 100 tables"),
        ({"table": Plan("", "chess", "gm@w.org", ())}, "chess"),
        ({"table": Plan("", "race", "gm@w.org", (), house={"archive": "hidden"})}, "archive ="),
        ({"table": Plan("", "race", "gm@w.org", (), house=NEVER_NAMED)}, "archive ="),
    ],
)
def test_an_unusable_tournament_is_refused_and_nothing_is_opened(
    table: Table, change: dict[str, object], words: str
) -> None:
    facts: dict[str, object] = {
        "key": "cup", "tables": 2, "entrants": RACERS, "scoring": "draw-size", "table": RACE,
    }  # fmt: skip
    with pytest.raises(CannotOpen, match=words):
        open_tournament(Event(**(facts | change)), table.office, table.clock.now())  # type: ignore[arg-type]
    with table.store.reading() as session:
        assert session.exec(select(Tournament)).all() == []
        assert session.exec(select(GameTable.key)).all() == ["r1"]


def test_a_taken_name_leaves_no_half_created_event(table: Table) -> None:
    table.opens("cup-2")
    with pytest.raises(CannotOpen, match="cup-2"):
        opened(table)
    with table.store.reading() as session:
        assert session.get(GameTable, "cup-1") is None
        assert session.exec(select(TournamentTable)).all() == []


def test_a_table_of_an_event_stays_in_the_database_and_an_erased_player_keeps_the_points(
    table: Table, tmp_path: Path
) -> None:
    opened(table)
    winner = win(table, "cup-1", "Red")
    table.service.look()
    with pytest.raises(CannotMove, match="belongs to the tournament cup"):
        archive_table(table.office, "cup-1", tmp_path / "cup-1.json.gz", table.clock.now())
    erasure.forget(table.office, winner_address(winner))
    assert [seat.address for seat in seats(table, "cup-1") if seat.power == "Red"] == [NOBODY]
    assert "1. a former player: 100 points from 1 game (Red in cup-1: 100)" in standings(table)
    assert winner not in standings(table)


def test_standard_diplomacy_is_scored_by_its_centres(table: Table) -> None:
    people = [Entrant(f"Player {number}", f"p{number}@x.org") for number in range(1, 8)]
    plan = Plan("", "standard", "gm@w.org", (), "72h")
    event = Event("open", 1, people, "sum-of-squares", plan, seed="a seed")
    open_tournament(event, table.office, table.clock.now())
    table.vouched |= {"gm@w.org"}
    gm(table, "END GAME draw England, Russia, Turkey", "open-1")
    table.service.look()
    told = standings(table, "STANDINGS open")
    assert "open-1: finished" in told
    with table.store.reading() as session:
        shown = tournament_scores.standings(session, table.office, session.get_one(Tournament, "open"))
    assert sum(one.points for one in shown.people) == 100
    assert in_words(shown.people[0].points) == "22.9"  # Russia: 16 of 70
    assert shown.people[0].seats[0].power == "Russia"
    assert json.loads(json.dumps(tournament_scores.as_facts(shown)))["people"][0]["points"] == 22.86


# --- the file of players ---------------------------------------------------------------------------------


def test_the_file_of_players_may_have_comments_and_empty_lines(tmp_path: Path) -> None:
    file = tmp_path / "players.txt"
    file.write_text("# Friday group\nAnn Archer <Ann@x.org>\n\nbob@y.org  # late\n", "utf-8")
    assert read_entrants(file) == [Entrant("Ann Archer", "ann@x.org"), Entrant("bob", "bob@y.org")]


def test_a_line_that_is_not_a_player_is_quoted(tmp_path: Path) -> None:
    file = tmp_path / "players.txt"
    file.write_text("Ann <ann@x.org>\nBob\n", "utf-8")
    with pytest.raises(CannotOpen, match='line 2: "Bob" is not a player'):
        read_entrants(file)
    with pytest.raises(CannotOpen, match="cannot be read"):
        read_entrants(tmp_path / "none.txt")
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(CannotOpen, match="cannot be read"):
        read_entrants(file)


def test_the_game_master_of_a_table_asks_for_its_standings(table: Table) -> None:
    opened(table)
    assert "The Cup, standings" in gm(table, "STANDINGS", "cup-1")
