"""The counting of `bench.liveliness`: lengths, endings, what occurred, and what never did."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from adjudicator.core.game import Due
from adjudicator.empires.ground import BOARD, POWERS
from adjudicator.empires.resolve import phases
from bench import liveliness, measured_games, stored_games
from bench.game_calendar import GameCalendar
from bench.measured_games import FinishedGame, Length, TableKind
from bench.stored_games import StoredGames


def _length(phases: int, rests: int = 0) -> Length:
    days = {pace: (phases - rests) * pace / 24 for pace in measured_games.PACES}
    late = {pace: length + rests for pace, length in days.items()}
    return Length(phases, days, late, rests)


GAMES = (
    FinishedGame(_length(10), "won by Red", Counter({"spell Storm": 3, "order ATTACK": 1})),
    FinishedGame(_length(12), "won by Blue", Counter({"order ATTACK": 4})),
    FinishedGame(_length(20), "won by Red", Counter({"order ATTACK": 2})),
)
KIND = TableKind("War, 2 players", lambda _: GAMES[0], ("spell Storm", "spell Wind", "order ATTACK"))


def test_a_section_counts_lengths_endings_and_what_occurred() -> None:
    text = liveliness.summary(KIND, GAMES)
    assert "3 games." in text
    assert "| shortest | 10 | 30 | 20 | 10 |" in text
    assert "| median | 12 | 36 | 24 | 12 |" in text
    assert "| longest | 20 | 60 | 40 | 20 |" in text
    assert "won by Red 2; won by Blue 1" in text
    assert "| order ATTACK | 3 | 7 |" in text
    assert "| spell Storm | 1 | 3 |" in text
    assert "| spell Wind | 0 | 0 |" in text
    assert "Never occurred: spell Wind." in text


def test_messages_to_a_seat_are_those_of_phases_that_concern_it() -> None:
    """A game of Empires at the usual pace: two reports a season, and a confirmation of each sheet."""
    finished = measured_games.play_empires("mails", {"players": "4"})
    assert finished.phases == 37
    assert finished.reports == 38
    assert finished.confirmations == 18
    text = liveliness.summary(KIND, [finished])
    assert (
        "Messages to one seat in the median game: 56, of which 38 are reports and 18 confirmations." in text
    )


def test_a_player_who_owes_orders_next_gets_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    """With scheme table one of two players orders after the other, so every phase concerns both."""
    monkeypatch.setattr(measured_games, "LONGEST", 6)
    finished = measured_games.play_domination("mails", {"scheme": "table"})
    assert (finished.phases, finished.reports) == (6, 7)


def test_a_target_is_met_by_the_longest_game() -> None:
    games = [FinishedGame(_length(phases), "", Counter()) for phases in (37, 38)]
    text = liveliness.targets(dict.fromkeys((target.name for target in liveliness.TARGETS), games))
    assert "| Empires, 4 players, 72 h to a phase | 115 | 114 | 2 of 2 | yes |" in text
    assert "| Domination, 2 players, fronts, 72 h to a phase | 25 | 114 | 0 of 2 | no |" in text
    assert "fronts, robots, 48 h to a phase | 25 | 76 | 0 of 2 | no |" in text


def test_the_page_says_how_long_pauses_make_a_game() -> None:
    text = liveliness.summary(KIND, [*GAMES, FinishedGame(_length(39, 2), "", Counter())])
    assert "Games by their number of phases: 1 of 10, 1 of 12, 1 of 20 and 1 of 39." in text
    assert (
        "111 days for the 37 deadlines of turns; the 2 parts after PAUSE add 0 days, and 2 if every" in text
    )


def _due(*owed: str, rest: bool = False) -> Due:
    return Due("now", 1, owed[0], dict.fromkeys(owed, "orders"), is_rest=rest)


@pytest.mark.parametrize(
    ("dues", "prompt", "late"),
    [
        ([_due("A", "B"), _due("C", "D"), _due("A", "B")], 6, 6),
        ([_due("A", "B"), _due("A", "B", rest=True), _due("C", "D")], 3, 3.5),  # A pauses at once
        (
            [_due("A", "B"), _due("B", rest=True), _due("C", "D")],
            3.5,
            3.5,
        ),  # B waits for A, and so for the deadline
        ([_due("A", "B"), _due("B", rest=True), _due("C", "D"), _due("A", "B")], 6, 6),  # borrowed
    ],
)
def test_the_calendar_of_a_game_counts_the_deadlines_of_the_service(
    dues: list[Due], prompt: float, late: float
) -> None:
    for is_prompt, days in ((True, prompt), (False, late)):
        calendar = GameCalendar(72, is_prompt=is_prompt)
        for before, after in pairwise(dues):
            calendar.run(before, after)
        assert calendar.days == days


@pytest.mark.parametrize(("most", "seconds", "number"), [(5, 60.0, 5), (5, 0.0, 1)])
def test_games_are_played_until_the_time_is_used_up(most: int, seconds: float, number: int) -> None:
    stored = StoredGames(None, FinishedGame)
    assert len(liveliness.played([KIND], most, seconds, stored)[KIND]) == number


def test_random_players_play_before_the_robots() -> None:
    order: list[str] = []

    def kind(name: str) -> TableKind:
        def play(_: str) -> FinishedGame:
            order.append(name)
            return GAMES[0]

        return TableKind(name, play, ())

    liveliness.played([kind("War, robots"), kind("War")], 3, 60, StoredGames(None, FinishedGame))
    assert order[2:] == ["War", "War", "War, robots", "War, robots"]


def test_a_run_that_was_stopped_is_continued(tmp_path: Path) -> None:
    path, seeds = tmp_path / "games.jsonl", list[str]()

    def play(seed: str) -> FinishedGame:
        seeds.append(seed)
        return GAMES[len(seeds) - 1]

    kind = TableKind("War", play, ())
    liveliness.played([kind], 2, 60, StoredGames(path, FinishedGame))
    with path.open("ab") as file:
        file.write(b'["War","liveliness War 2"')  # stopped in the middle of a line
    games = liveliness.played([kind], 3, 60, StoredGames(path, FinishedGame))[kind]
    assert seeds == ["liveliness War 0", "liveliness War 1", "liveliness War 2"]
    assert games == list(GAMES)
    assert games[0].occurred["spell Wind"] == 0
    assert liveliness.played([kind], 9, 0, StoredGames(path, FinishedGame))[kind] == list(GAMES), (
        "without time"
    )


def test_a_page_says_at_which_commits_its_games_were_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"
    for here, numbers in (("abc", (0, 1)), ("def", (2,))):
        monkeypatch.setattr(stored_games, "commit", lambda here=here: here)
        stored = StoredGames(path, FinishedGame)
        for number in numbers:
            stored.add("War", str(number), GAMES[number])
    assert StoredGames(path, FinishedGame).in_words() == "Played at commit abc (2) and def (1)."
    stored = StoredGames(None, FinishedGame)
    stored.add("War", "0", GAMES[0])
    results = {KIND: GAMES}
    assert "Played at commit def." in liveliness.page_of("Empires", results, stored.in_words("War"))


def test_the_page_counts_retreats_over_all_kinds() -> None:
    """No retreat is at zero in some kinds of tables: the page says how rare it is."""
    kind = TableKind("Empires", lambda _: GAMES[0], ("event no retreat",))
    games = [
        FinishedGame(_length(1), "", Counter({"event retreats": 5, "event no retreat": 1})),
        FinishedGame(_length(1), "", Counter({"event retreats": 2})),
    ]
    text = " ".join(liveliness.page_of("Empires", {kind: games}, "").split())
    assert "In all 2 games together 7 armies retreated and 1 had nowhere to go." in text
    assert "nowhere to go" not in liveliness.page_of("Empires", {KIND: GAMES}, "")


RESEARCHED = [
    ((), "Attack 2", "Attack 1"),
    (("Attack 1",), "Attack 2", "Attack 2"),
    ((), "Offensive", "Offensive"),
    (("Attack 1", "Gas", "Defence 1", "Offensive"), "Tanks 2", "Tanks 1"),
    (("Attack 1", "Gas", "Defence 1", "Offensive", "Tanks 1"), "Tanks 2", "Tanks 2"),
]


@pytest.mark.parametrize(("done", "goal", "expected"), RESEARCHED)
def test_a_power_researches_towards_its_goal(done: tuple[str, ...], goal: str, expected: str) -> None:
    position = replace(phases.start({}), available={"Franco-British": done})
    assert measured_games.wanted(position, "Franco-British", goal) == expected


def test_tanks_need_other_technologies_first() -> None:
    position = replace(phases.start({}), research={"Franco-British": ("Gas",)})
    assert measured_games.wanted(position, "Franco-British", "Tanks 1") == "Gas", "one that is begun"


def test_a_random_game_of_empires_is_counted() -> None:
    game = measured_games.play_empires("goal", {"players": "4"})
    assert game.phases == 1 + 2 * BOARD.turns
    assert any(power in game.ending for power in POWERS)
    assert game.occurred["order ACTIVATE"] > 0
    assert game.occurred["technology Attack 1"] > 0


def test_a_game_with_pauses_takes_hardly_longer() -> None:
    """S.2: the parts of a turn share its deadline."""
    game = measured_games.play_empires("goal", {"players": "4"}, pauses=measured_games.OFTEN)
    assert game.length.rests > 20
    assert game.phases == 1 + 2 * BOARD.turns + game.length.rests
    assert game.length.days[72] == 111
    assert game.length.days_late[72] <= 115, "if every part is sent at its deadline"
    assert game.occurred["order PAUSE"] >= game.length.rests, "read again if the partner pauses first"


def test_a_random_game_of_domination_is_counted() -> None:
    game = measured_games.play_domination("2", {"players": "2"})
    assert game.ending in ("won by cities", "final turn")
    assert game.occurred["order Move"] > 0
    assert any(name.startswith("unit ") for name in game.occurred)
