"""No label collides and no unit hides another: measured on every board, at the start and in random games.

`PICTURE_GAMES` is the number of random games for each board; `make long` plays five.
"""

import math
import os
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations

import pytest

from adjudicator import drawing, standard
from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game, Record, State
from adjudicator.domination import position as domination
from adjudicator.domination.view import drawing_turn
from adjudicator.domination.view.drawing_hexes import SIZE, middles_of
from adjudicator.drawing.ground import ground_of
from adjudicator.drawing.placement import SMALLEST, Seat, seats_beside, seats_of
from adjudicator.drawing.view import Piece, View
from adjudicator.empires import position as empires
from adjudicator.empires.view import drawing_placement
from adjudicator.empires.view.drawing_ground import ground as empires_ground
from adjudicator.games import find, rule_sets
from adjudicator.robots.random_games import random_orders
from tests.support.picture_measures import frame, overlap, texts
from tests.support.thorough import every

NUMBER_OF_GAMES = int(os.environ.get("PICTURE_GAMES", "1"))
PHASES = 14
EVERY = 4  # the pictures that are measured are this many phases apart
TOUCH = 0.6  # so deep may two texts or pieces lie in each other, in the drawing's measure
PROVINCES = ["standard", "downfall-xiii", "hardbop"]
KEYS = [game.card.key for game in rule_sets()]
PLAYERS: Mapping[str, int] = {"domination": 4}


@cache
def positions(key: str) -> list[tuple[State, Record | None]]:
    """The start, and positions of random games."""
    return list(_played(find(key)))


def _played(game: Game) -> Iterator[tuple[State, Record | None]]:
    options = {"players": PLAYERS[game.card.key]} if game.card.key in PLAYERS else {}
    for seed in range(NUMBER_OF_GAMES):
        state = game.start(options, SeededDice(f"overlaps {seed}", 0))
        yield state, None
        for number in range(1, PHASES):
            due = game.due(state)
            if due.over:
                break
            dice = SeededDice(f"overlaps {seed}", number)
            turn = game.judge(state, random_orders(game, state, list(due.owed), dice), dice)
            state = turn.state
            if number % EVERY == 1:
                yield state, turn.record


@pytest.mark.parametrize("key", every(2, KEYS))
def test_no_text_lies_on_another_or_leaves_the_picture(key: str) -> None:
    game = find(key)
    for state, record in positions(key):
        for reader in (None, *list(game.describe(state)["units"])[:1]):
            svg = game.picture(state, record, reader)
            left, top, right, bottom = frame(svg)
            found = list(texts(svg))
            for text in found:
                assert left <= text.left < text.right <= right, text
                assert top <= text.top < text.bottom <= bottom, text
            for one, other in combinations(found, 2):
                assert overlap(one, other) < TOUCH, (one, other)


def seated(key: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, list[Piece], list[Seat]]]:
    """What stands where in the pictures of some readers, as they are drawn."""
    drawn: list[tuple[str, View]] = []
    real = drawing.draw

    def noted(package: str, view: View) -> str:
        drawn.append((package, view))
        return real(package, view)

    monkeypatch.setattr(drawing, "draw", noted)
    standard._picture.cache_clear()  # what was drawn before would not be noted
    game = find(key)
    for state, record in positions(key):
        for reader in (None, *game.describe(state)["units"]):
            game.picture(state, record, reader)
    for package, view in drawn:
        ground = ground_of(package)
        public = seats_of(ground, view.pieces)
        yield package, [*view.pieces, *view.own], [*public, *seats_beside(ground, view.own, public)]


@pytest.mark.parametrize("key", PROVINCES)
def test_no_piece_hides_another_or_a_name(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = 0
    for package, pieces, seats in seated(key, monkeypatch):
        ground, pictures = ground_of(package), pictures + 1
        names = [boxes[0] for boxes in ground.keep_free.values()]
        for piece, seat in zip(pieces, seats, strict=True):
            assert seat.radius >= SMALLEST, f"{piece} cannot be read"
            for left, top, right, bottom in names:
                is_on = left < seat.at[0] < right and top < seat.at[1] < bottom
                assert not is_on, f"{piece} stands on a name"
        for one, other in combinations(seats, 2):
            assert math.dist(one.at, other.at) > one.radius + other.radius - TOUCH
    assert pictures > NUMBER_OF_GAMES


def test_empires_armies_hide_neither_each_other_nor_a_name() -> None:
    for state, _ in positions("empires"):
        seats = drawing_placement.seats_of(empires.from_text(state))
        names = list(empires_ground().names_at.items())
        for zone, here in seats.items():
            for other, name in names:
                assert not drawing_placement.overlap(here.box, name), f"armies of {zone} on the name {other}"
        blocks = [box for here in seats.values() for _, box in here.blocks]
        strips = [box for here in seats.values() for _, _, box in here.trenches]
        for one, another in combinations([*blocks, *strips], 2):
            assert not drawing_placement.overlap(one, another)


def test_domination_tokens_stand_side_by_side_in_their_hex() -> None:
    for state, _ in positions("domination"):
        position = domination.from_text(state)
        middles = middles_of(domination.ground_of(position))
        tokens = drawing_turn.tokens(position, middles)
        for token in tokens:
            middle = middles[token.units.space]
            assert math.dist(token.at, middle) + token.radius <= SIZE
            assert abs(token.at[1] - middle[1]) + token.radius <= 12.5, "it lies on the walls or the id"
        for one, other in combinations(tokens, 2):
            assert math.dist(one.at, other.at) >= one.radius + other.radius


@pytest.mark.parametrize("many", [3, 4, 6, 12, 24])
def test_many_kinds_in_one_hex_have_room(many: int) -> None:
    middle = (0.0, 0.0)
    units = tuple(domination.Units("Red", f"kind {n}", "A1", 2) for n in range(many))
    tokens = drawing_turn.placed(units, middle)
    half = SIZE * 3**0.5 / 2
    assert len(tokens) == many
    for token in tokens:
        assert abs(token.at[0]) + token.radius <= half
        assert abs(token.at[1]) + token.radius <= 12.5
    for one, other in combinations(tokens, 2):
        assert math.dist(one.at, other.at) >= one.radius + other.radius
