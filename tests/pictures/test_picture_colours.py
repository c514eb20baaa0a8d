"""All players can be distinguished, whatever colours the reader can see, and without any.

Colour blindness is simulated after G. Machado and others, "A Physiologically-based Model for Simulation of
Color Vision Deficiency" (2009), at full strength; distances are CIE 1976 (L*a*b*): 2.3 can just be seen.
"""

import math
from collections.abc import Mapping
from itertools import combinations

import pytest

from adjudicator.core.board import load
from adjudicator.domination.data import data
from adjudicator.domination.view.drawing_owners import ink_on as domination_ink
from adjudicator.domination.view.drawing_owners import letters_of as domination_letters
from adjudicator.drawing.hatching import STYLES
from adjudicator.drawing.palette import (
    HATCHED,
    PAPER,
    PEAK,
    PEAK_INK,
    SEA,
    colours_of,
    contrast,
    legible,
    mixed,
    palette_of,
)
from adjudicator.empires.view.drawing_ground import COLOURS as EMPIRES
from adjudicator.empires.view.drawing_ground import LETTERS, tint
from pbem.pictures.png import FEWER

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]

EYES: Mapping[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
PIECES_APART, GROUND_APART = 20.0, 9.0  # least distances
BOARDS = {
    name: {power: colour for power, colour in colours_of(load(f"adjudicator.{name}")).items() if power}
    for name in ("standard", "downfall_xiii", "hardbop")
}
PIECES: Mapping[str, Mapping[str, str]] = {
    **{name: {power: colour.full for power, colour in board.items()} for name, board in BOARDS.items()},
    "empires": EMPIRES,
    "domination": data({}).colours,
}
GROUND: Mapping[str, Mapping[str, str]] = {
    **{
        name: {power: colour.tint for power, colour in board.items()} | {"nobody": PAPER, "sea": SEA}
        for name, board in BOARDS.items()
    },
    "empires": {power: tint(power) for power in EMPIRES},
}


def seen(colour: str, eyes: str) -> tuple[float, float, float]:
    """L*, a* and b* of what these eyes see."""
    channels = [_linear(int(colour[place : place + 2], 16) / 255) for place in (1, 3, 5)]
    red, green, blue = (
        min(1.0, max(0.0, sum(share * channel for share, channel in zip(row, channels, strict=True))))
        for row in EYES[eyes]
    )
    x = _root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    y = _root(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
    z = _root((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _root(value: float) -> float:
    return float(value ** (1 / 3)) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def distance(one: str, other: str, eyes: str) -> float:
    return math.dist(seen(one, eyes), seen(other, eyes))


def nearest(colours: Mapping[str, str], eyes: str) -> tuple[float, str, str]:
    return min((distance(colours[a], colours[b], eyes), a, b) for a, b in combinations(colours, 2))


def test_the_measure_knows_black_from_white_and_red_from_green() -> None:
    assert distance("#000000", "#ffffff", "usual") == pytest.approx(100, abs=0.1)
    red, green = "#a03020", "#506818"
    assert distance(red, green, "usual") > 50
    assert distance(red, green, "deuteranopia") < 25


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("board", PIECES)
def test_the_pieces_of_two_players_are_distinguished(board: str, eyes: str) -> None:
    apart, one, other = nearest(PIECES[board], eyes)
    assert apart >= PIECES_APART, (one, other)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("board", GROUND)
def test_the_ground_of_two_players_is_distinguished(board: str, eyes: str) -> None:
    apart, one, other = nearest(GROUND[board], eyes)
    assert apart >= GROUND_APART, (one, other)


@pytest.mark.parametrize("board", BOARDS)
def test_letters_and_hatchings_say_the_same_without_colour(board: str) -> None:
    colours = list(BOARDS[board].values())
    assert len({colour.letters for colour in colours}) == len(colours)
    assert len({colour.hatching for colour in colours}) == len(colours) <= len(set(STYLES))


def test_letters_distinguish_players_in_the_other_games_too() -> None:
    seats = list(PIECES["domination"])
    assert len(set(domination_letters(seats).values())) == len(seats) == 8
    assert len(set(LETTERS.values())) == len(EMPIRES)


def test_the_letters_on_a_piece_can_be_read() -> None:
    on_pieces = [(colour.full, colour.ink) for board in BOARDS.values() for colour in board.values()]
    on_pieces += [(colour, legible(colour)) for colour in EMPIRES.values()]
    on_pieces += [(colour, domination_ink(colour)) for colour in PIECES["domination"].values()]
    for ground, ink in on_pieces:
        assert contrast(ground, ink) >= 4.5, (ground, ink)


@pytest.mark.parametrize("name", ["standard", "downfall_xiii", "hardbop"])
def test_the_fewest_colours_keep_each_power_s_hatching(name: str) -> None:
    """With 32 or 40 colours land lost its hatching, and mountains took the colour of another sign."""
    board = load(f"adjudicator.{name}")
    kept = palette_of(board)[: min(FEWER)]
    for colour in BOARDS[name].values():
        assert {colour.full, colour.tint, mixed(colour.full, colour.tint, HATCHED)} <= set(kept)
    assert {PEAK, PEAK_INK} <= set(kept)
