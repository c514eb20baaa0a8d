"""The colour, letters and hatching of each power.

A board names its colours (`board.colours`), chosen to be distinct for all kinds of colour blindness, on
pieces and as tint; the default is those of Okabe and Ito. Letters and hatching identify powers without
colour.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct, structs

from adjudicator.core.board import NEUTRAL as NEUTRAL_POWER
from adjudicator.core.board import Board
from adjudicator.core.board_rows import BoardError
from adjudicator.core.sentences import say

FALLBACK = ("#d55e00", "#0072b2", "#009e73", "#e0b400", "#56b4e9", "#cc79a7", "#555555", "#8c5a2b")
NOBODY = "#9a9a9a"
PAPER = "#f6efd9"  # land that nobody owns
SHEET = "#fbf7ea"  # above and below the board
WHITE, BLACK, INK = "#ffffff", "#000000", "#17120c"
CROSS, GOLD = "#b3001b", "#ffd24a"
SEA, RIVER, LAKE, NEUTRAL = "#c7dfec", "#93c0de", "#b5d2e2", "#d8d2c2"
TERRAIN = {"forest": "#dbe5bd", "marsh": "#d6e6dd", "mountain": "#e6dccb", "offboard": "#ddd5c6"}
FIGURE_INKS = {"trunk": "#8d7c58", "crown": "#8fb077", "reed": "#8fb5b1"}
PEAK, PEAK_INK = "#a8977f", "#4a3d30"
SEA_INK, BORDER_INK, COAST_INK = "#1f5478", "#8b7654", "#41637c"
SEA_BORDER_INK, RIVER_INK = "#7fa3bd", "#6ea5c9"
LINK_INK = {
    "ents": "#2f7a37",
    "paths-of-the-dead": "#4a5a8a",
    "entry": "#5b5063",
    "link": "#5b5063",
    "bridge": "#4a5a8a",
    "one-way": "#a8261c",
}
ODD_LINK_INK = "#a8261c"
VOID_INK = "#555555"  # a failed order
FOG, FOG_AT_SEA, FOG_INK = "#c3c1bd", "#b3bdc4", "#8f9094"  # what a reader does not see
MOST = 128  # colours in a picture: more would cost bytes and not be visible
TINTED = 0.46  # share of a power's colour in its ground
HATCHED = 0.36  # share of a power's colour in its hatching over the tint
EDGES = (  # colours that are next to each other and blend
    (INK, PAPER), (INK, WHITE), (INK, SHEET), (CROSS, WHITE), (SEA_INK, SEA), (COAST_INK, SEA),
    (COAST_INK, PAPER), (SEA_BORDER_INK, SEA), (BORDER_INK, PAPER), (RIVER_INK, PAPER), (PEAK, PEAK_INK),
    (PEAK, PAPER), (FIGURE_INKS["crown"], TERRAIN["forest"]), (FIGURE_INKS["reed"], TERRAIN["marsh"]),
    (INK, TERRAIN["forest"]), (BORDER_INK, TERRAIN["mountain"]),
)  # fmt: skip


class Colour(Struct, frozen=True):
    """How a power is shown."""

    power: str
    full: str  # its pieces
    tint: str  # the ground it owns
    ink: str  # letters on *full*
    line: str  # its orders
    letters: str  # one or two letters, different for each power
    hatching: int  # the number of its style in `hatching.STYLES`


@lru_cache(maxsize=16)
def colours_of(board: Board) -> Mapping[str, Colour]:
    """Return the colour of each power, under "" that of unowned land. Raises BoardError for none."""
    named: Mapping[str, str] = board.settings.get("colours", {})
    for power, colour in named.items():
        if not re.fullmatch("#[0-9a-f]{6}", str(colour)):
            raise BoardError(say("board_colour_is_not_valid", called=board.name, colour=colour, power=power))
    colours = {
        power: _colour(power, named.get(power, FALLBACK[place % len(FALLBACK)]), short, place)
        for place, (power, short) in enumerate(zip(board.powers, letters_of(board.powers), strict=True))
    }
    nobody = _colour(NEUTRAL_POWER, named.get(NEUTRAL_POWER, NOBODY), _free("N", colours.values()), 0)
    neutral = {NEUTRAL_POWER: nobody} if any(row.power == NEUTRAL_POWER for row in board.start) else {}
    return {**colours, **neutral, "": _colour("", NOBODY, "?", 0)}


def _free(letter: str, colours: Iterable[Colour]) -> str:
    """Return *letter*, or a dash where a power has it."""
    return letter if all(colour.letters != letter for colour in colours) else "-"


def _colour(power: str, full: str, letters: str, hatching: int) -> Colour:
    return Colour(
        power=power,
        full=full,
        tint=mixed(full, PAPER, TINTED),
        ink=legible(full),
        # Bright colours need more black to be visible on their own tint.
        line=mixed(full, BLACK, 0.85 if legible(full) == WHITE else 0.62),
        letters=letters,
        hatching=hatching,
    )


def lines_of(board: Board) -> Mapping[str, str]:
    """Return the colour of the orders of each power."""
    return {power: colour.line for power, colour in colours_of(board).items() if power}


def without_letters(colour: Colour) -> Colour:
    """Return the same without letters, for the legend's samples."""
    return structs.replace(colour, power="", letters="")


def letters_of(powers: Sequence[str]) -> tuple[str, ...]:
    """Return the shortest beginnings that distinguish the powers: D, E, Ga, Go, M ..."""
    return tuple(_beginning(power, [other for other in powers if other != power]) for power in powers)


def _beginning(power: str, others: Sequence[str]) -> str:
    lengths = range(1, len(power) + 1)
    return next((power[:n] for n in lengths if not any(o.startswith(power[:n]) for o in others)), power)


@lru_cache(maxsize=16)
def palette_of(board: Board) -> tuple[str, ...]:
    """Return the colours of the board's pictures and their blends: at most `MOST`, most important first."""
    powers = list(colours_of(board).values())
    lines, blends = [power.line for power in powers], list(EDGES)
    for power in powers:
        hatched = _hatched(power)
        blends += [(power.full, WHITE), (power.full, INK), (INK, power.tint), (hatched, power.tint)]
        blends += [(power.line, WHITE), (BORDER_INK, power.tint)]
    mixtures = [mixed(one, other, share) for share in (0.5, 0.25, 0.75) for one, other in blends]
    return tuple(dict.fromkeys([*_weightiest(powers), *lines, *mixtures]))[:MOST]


def _weightiest(powers: Sequence[Colour]) -> list[str]:
    """Return the colours that areas and signs have.

    A picture in few colours keeps the first: a power's ground without the colour of its hatching would look
    like another's, and mountains without theirs like somebody's lines.
    """
    seated = [power for power in powers if power.power]
    ground = (SHEET, PAPER, WHITE, INK, SEA, NEUTRAL, CROSS, GOLD)
    owners = [colour for power in seated for colour in (power.full, power.tint)]
    hatches = [_hatched(power) for power in seated]
    land = (PEAK, PEAK_INK, *TERRAIN.values(), LAKE, SEA_INK, COAST_INK, RIVER_INK)
    figures = (*FIGURE_INKS.values(), BORDER_INK, SEA_BORDER_INK, RIVER)
    nobody = [colour for power in powers for colour in (power.full, power.tint, _hatched(power))]
    return [*ground, *owners, *hatches, *land, *figures, VOID_INK, ODD_LINK_INK, *LINK_INK.values(), *nobody]


def _hatched(colour: Colour) -> str:
    return mixed(colour.full, colour.tint, HATCHED)


@lru_cache(maxsize=16)
def palette_in_fog(board: Board) -> tuple[str, ...]:
    """Return the same colours, with those of fog among the most important."""
    ground, *others = palette_of(board)
    return (ground, FOG, FOG_AT_SEA, *others)[:MOST]


@lru_cache(maxsize=1024)
def mixed(one: str, other: str, share: float) -> str:
    """Mix *share* of the colour *one* with the rest of *other*; all as #rrggbb."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


@lru_cache(maxsize=256)
def legible(ground: str, light: str = WHITE, dark: str = INK) -> str:
    """Return the ink with more contrast on this ground."""
    return light if contrast(ground, light) >= contrast(ground, dark) else dark


def contrast(one: str, other: str) -> float:
    """Return the contrast from 1 (the same) to 21 (black and white), as in WCAG 2."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(channel / 255) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
