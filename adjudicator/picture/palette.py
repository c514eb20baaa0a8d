"""Which colour, which letters, which hatching has a power?

Colours after Okabe and Ito, who chose them so that the common kinds of colour blindness keep them apart; a
board may name its own (`board.colours`). Letters and hatching say the same again without colour.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from adjudicator.board import Board, BoardError

FALLBACK = ("#d55e00", "#0072b2", "#009e73", "#e0b400", "#56b4e9", "#cc79a7", "#555555", "#8c5a2b")
NOBODY = "#9a9a9a"
PAPER = "#f6efd9"  # land that nobody owns

HATCHINGS = (
    "M0 12L12 0M-3 3L3 -3M9 15L15 9",
    "M0 0L12 12M-3 9L3 15M9 -3L15 3",
    "M0 6H12",
    "M6 0V12",
    "M6 4.6v2.8M4.6 6h2.8",
    "M0 6H12M6 0V12",
    "M0 12L12 0M0 0L12 12",
    "M0 3q3 3 6 0t6 0",
)


class Colour(Struct, frozen=True):
    """How a power is shown."""

    power: str
    full: str  # its pieces
    tint: str  # the ground it owns
    ink: str  # letters on *full*
    letters: str  # one or two, no two powers the same
    hatching: str  # the pattern's id


def colours_of(board: Board) -> dict[str, Colour]:
    """By power, and under "" the colour of what nobody is known to own. Raises BoardError for no colour."""
    named: Mapping[str, str] = board.settings.get("colours", {})
    for power, colour in named.items():
        if not re.fullmatch("#[0-9a-f]{6}", str(colour)):
            raise BoardError(
                f'{board.name}, board, colours: "{colour}" is no colour for {power}; write "#rrggbb"'
            )
    colours = {
        power: _colour(power, named.get(power, FALLBACK[place % len(FALLBACK)]), short, f"hatch{place}")
        for place, (power, short) in enumerate(zip(board.powers, letters_of(board.powers), strict=True))
    }
    return {**colours, "": _colour("", NOBODY, "?", "hatch0")}


def _colour(power: str, full: str, letters: str, hatching: str) -> Colour:
    ink = "#ffffff" if brightness(full) < 0.55 else "#1a1510"
    return Colour(power, full, mixed(full, PAPER, 0.42), ink, letters, hatching)


def letters_of(powers: Sequence[str]) -> tuple[str, ...]:
    """The shortest beginnings that tell the powers apart: D, E, Ga, Go, M ..."""
    return tuple(_beginning(power, [other for other in powers if other != power]) for power in powers)


def _beginning(power: str, others: Sequence[str]) -> str:
    lengths = range(1, len(power) + 1)
    return next((power[:n] for n in lengths if not any(o.startswith(power[:n]) for o in others)), power)


def hatchings(board: Board, colours: Mapping[str, Colour]) -> list[str]:
    """The patterns, for the picture's definitions."""
    return [
        f'<pattern id="{colours[power].hatching}" width="12" height="12" patternUnits="userSpaceOnUse"'
        ' patternTransform="scale(1.3)">'
        f'<path d="{HATCHINGS[place % len(HATCHINGS)]}" fill="none" stroke="{colours[power].full}"'
        f' stroke-width="1.3" stroke-opacity=".36"/></pattern>'
        for place, power in enumerate(board.powers)
    ]


def mixed(one: str, other: str, share: float) -> str:
    """*share* of the colour *one* with the rest of *other*; all as #rrggbb."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def brightness(colour: str) -> float:
    """From 0 (black) to 1 (white), as the eye weighs the channels."""
    red, green, blue = _channels(colour)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
