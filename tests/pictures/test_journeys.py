"""Where hidden pieces have been: drawn when the game is over, never before, in a mail of bounded size."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from adjudicator import downfall_xiii, hardbop
from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game, WithJourneys
from adjudicator.drawing.journeys import Journey, draw_journeys
from adjudicator.games import every_game
from adjudicator.middle_earth.view.journeys import journeys
from pbem.reports import envelope
from tests.support.gamemaster import gm
from tests.support.table import Table, text_of
from tests.support.thorough import every

GAMES: Mapping[str, Game] = {"hardbop": hardbop.game, "downfall-xiii": downfall_xiii.game}
MIDDLE_EARTH = {"Gondor": "gondor@x.org", "Mordor": "mordor@y.org"}
MOST_OF_A_MAIL = 150_000


def played(game: Game, turns: int) -> list[str]:
    """The positions of a random game."""
    states = [game.start({}, SeededDice("journeys", 0))]
    for number in range(1, turns):
        due, dice = game.due(states[-1]), SeededDice("journeys", number)
        if due.over:
            break
        sheets = {}
        for power in sorted({*due.owed, *due.asked}):
            lines = [
                some[dice.roll(len(some)) - 1] for some in game.choices(states[-1], power).values() if some
            ]
            sheets[power] = game.read(states[-1], power, None, lines).orders
        states.append(game.judge(states[-1], sheets, dice).state)
    return states


@pytest.mark.parametrize("key", GAMES)
def test_nothing_is_drawn_before_the_end(key: str) -> None:
    game = GAMES[key]
    assert isinstance(game, WithJourneys)
    states = played(game, 4)
    assert not game.due(states[-1]).over
    assert game.journeys(states) == ""
    assert game.journeys([]) == ""


@pytest.mark.parametrize("key", GAMES)
def test_the_legend_names_every_hidden_piece_and_no_other(key: str) -> None:
    game = GAMES[key]
    assert isinstance(game, WithJourneys)
    states = played(game, 12)
    svg = game.journeys([*states, game.conclude(states[-1], ())])
    told = " ".join(re.findall(r">([^<>]+)</text>", svg))
    for name in ("Fellowship", "Gandalf", "Faramir", "Saruman", "The Ring", "Ranger (Gondor)"):
        assert name in told
    assert "Sauron" not in told, "everybody always saw him"
    assert svg == game.journeys([*states, game.conclude(states[-1], ())]), "the same bytes"


def test_only_games_with_hidden_pieces_have_journeys() -> None:
    assert {game.card.key for game in every_game() if isinstance(game, WithJourneys)} == set(GAMES)


PATHS: list[tuple[str, Sequence[Mapping[str, Sequence[str]]], list[tuple[str, tuple[str, ...], bool]]]] = [
    ("one that stays", [{"Fe": ["Shi"]}, {"Fe": ["Shi"]}], [("Fe", ("Shi",), False)]),
    ("one that goes", [{"Fe": ["Shi"]}, {"Fe": ["Bre"]}], [("Fe", ("Shi", "Bre"), False)]),
    ("one that is lost", [{"Fe": ["Shi"]}, {}], [("Fe", ("Shi",), True)]),
    ("one that returns", [{"G": ["Shi"]}, {}, {"G": ["Bre"]}], [("G", ("Shi", "Bre"), False)]),
    (
        "two of a name",
        [{"R": ["Bre", "Shi"]}, {"R": ["Dun", "Shi"]}],
        [("R 1", ("Bre", "Dun"), False), ("R 2", ("Shi",), False)],
    ),
    (
        "one of two is lost",
        [{"R": ["Bre", "Shi"]}, {"R": ["Shi"]}],
        [("R 1", ("Bre",), True), ("R 2", ("Shi",), False)],
    ),
    ("off the board", [{"G": ["Off"]}, {"G": ["Bre"]}], [("G", ("Bre",), False)]),
    ("never on the board", [{"G": ["Off"]}], []),
]


@pytest.mark.parametrize(("turns", "ways"), [case[1:] for case in PATHS], ids=[case[0] for case in PATHS])
def test_pieces_are_followed(
    turns: Sequence[Mapping[str, Sequence[str]]], ways: list[tuple[str, tuple[str, ...], bool]]
) -> None:
    found = journeys(turns, {"Shi", "Bre", "Dun"})
    assert [(one.name, one.stops, one.is_gone) for one in found] == ways


def test_a_place_that_is_not_on_the_board_is_refused() -> None:
    with pytest.raises(ValueError, match='no place "Nowhere"'):
        draw_journeys("adjudicator.hardbop", [Journey("Fe", ("Nowhere",))], "")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    own = Table(tmp_path).with_pictures()
    own.vouched |= set(MIDDLE_EARTH.values())
    yield own
    own.store.close()


@pytest.mark.parametrize("key", GAMES)
def test_the_last_bulletin_has_both_pictures_and_is_no_larger_than_a_mail_may_be(
    table: Table, key: str
) -> None:
    table.opens("me1", "72h", MIDDLE_EARTH, key)
    for _ in range(3):
        table.deadline_passes("me1")
    assert "journeys" not in table.bulletin_to("gm@w.org").as_string()
    table.post_office.forget()
    gm(table, "END GAME because we are tired", "me1")
    mail = table.bulletin_to("gm@w.org")
    pictures = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert len(pictures) == 2
    assert "-journeys" in str(pictures[1]["Content-ID"])
    assert "Where the pieces were" in text_of(mail), "in words, too"
    assert len(mail.as_bytes()) < MOST_OF_A_MAIL


@pytest.mark.parametrize("key", every(2, GAMES))
def test_a_long_game_leaves_room_for_the_words(key: str) -> None:
    game = GAMES[key]
    assert isinstance(game, WithJourneys)
    states = played(game, 60)
    end = game.conclude(states[-1], ())
    both = game.picture(end, None, None), game.journeys([*states, end])
    sizes = [sum(len(envelope.picture(svg, width=wide)) for svg in both) for wide in envelope.TWO_WIDE]
    assert min(sizes) <= envelope.MOST_PICTURES, sizes
