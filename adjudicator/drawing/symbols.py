"""Symbols of the pieces. The shape shows the kind, letters and colour the power."""

from functools import lru_cache

from adjudicator.drawing.palette import CROSS, GOLD, INK, Colour
from adjudicator.drawing.placement import Seat
from adjudicator.drawing.svg import Box, Point, label, number, text
from adjudicator.drawing.view import Piece

# Outlines in a square from -10 to 10; all but a name's medallion have the power's letters.
SHAPES = {
    "A": "M-9 -9H9V2C9 6 4 9.5 0 10.5C-4 9.5 -9 6 -9 2Z",  # a shield
    "F": "M-11 3H11L7.5 9.5H-7.5ZM-8.5 1.5Q-11 -5 -6.5 -10H6.5Q11 -5 8.5 1.5Z",  # hull and sail
    "C": "M-10 -9H10L5 0L10 9H-10Z",  # a pennon
    "P": "M-11 3H11L7.5 9.5H-7.5ZM-8.5 1.5L-8.5 -10L9.5 1.5Z",  # hull and a slanting sail
    "E": "M0 -11L9.5 -5.5V5.5L0 11L-9.5 5.5V-5.5Z",  # six sides
    "R": "M0 -11.5L10.5 0L0 11.5L-10.5 0Z",  # a lozenge
    "Fe": "M-10 0A10 10 0 1 1 10 0A10 10 0 1 1 -10 0Z",  # round
    "A/F": "M-10 -9H10V9Q5 5 0 9T-10 9Z",  # unknown: a shield with a wave below
}
MEDALLION = "M-10 0A10 10 0 1 1 10 0A10 10 0 1 1 -10 0Z"
NAMES = {
    "A": "army", "F": "fleet", "C": "cavalry", "P": "pirates", "E": "Easterling army",
    "R": "Ranger", "Fe": "the Fellowship", "A/F": "army or fleet",
}  # fmt: skip
LETTERS_AT: dict[str, Point] = {"F": (0, -4), "P": (-4.5, -2.5), "C": (-2.5, 0)}
FATES = ("dislodged", "disbanded")  # marks of units that no longer hold their place
REACH = 1.6  # marks and outline, in radii


def short_name(kind: str) -> str:
    """Return the text on the medallion of a named piece: LN for the Lord of the Nazgul, Gan for Gandalf."""
    words = [word for word in kind.split() if word[:1].isupper()]
    return "".join(word[0] for word in words) if len(words) > 1 else kind[:3]


def reach(radius: float) -> Box:
    """Return how far a piece with all its marks may reach from its centre."""
    half = radius * REACH
    return -half, -half, 2 * half, 2 * half


@lru_cache(maxsize=4096)  # cached: most pieces of a turn are those of the previous one
def piece_at(seat: Seat, piece: Piece, colour: Colour) -> str:
    """Draw a piece or a stack, with its marks."""
    scale = seat.radius / 10.5
    named = piece.kind not in SHAPES
    words = short_name(piece.kind) if named or piece.kind == "Fe" else colour.letters
    shape = MEDALLION if named else SHAPES[piece.kind]
    ring = (
        f'<circle r="7.9" fill="none" stroke="{colour.ink}" stroke-width=".8"/>'
        if named or piece.kind == "Fe"
        else ""
    )
    size = {1: 12.5, 2: 10.0}.get(len(words), 7.6) * (0.8 if piece.kind in ("F", "P") else 1)
    told = f"{piece.power} {NAMES.get(piece.kind, piece.kind)}".strip()
    fate = next((mark for mark in piece.marks if mark in FATES), "")
    dash = ' stroke-dasharray="3 2"' if fate else ""
    return (
        f'<g transform="translate({number(seat.at[0])} {number(seat.at[1])}) scale({scale:.2f})">'
        f"<title>{text(told)}, {text(piece.place)}{f' ({fate})' if fate else ''}</title>"
        f'<path d="{shape}" fill="#fff" stroke="#fff" stroke-width="4" stroke-linejoin="round"/>'
        f'<path d="{shape}" fill="{colour.full}" stroke="{INK}" stroke-width="1.6" stroke-linejoin="round"'
        f"{dash}/>{ring}"
        f"{label(LETTERS_AT.get(piece.kind, (0, 0)), words, size, colour.ink, font_weight='bold')}"
        f"{_count(piece.count)}{''.join(_mark(mark) for mark in piece.marks)}</g>"
    )


def _count(count: int) -> str:
    if count == 1:
        return ""
    disc = f'<circle cx="7.8" cy="7.6" r="5.4" fill="#fff" stroke="{INK}" stroke-width="1.1"/>'
    return disc + label((7.8, 7.6), str(count), 9.2, INK, font_weight="bold")


def _mark(mark: str) -> str:
    return {
        "dislodged": f'<circle cx="-8.5" cy="-8" r="5.2" fill="#fff" stroke="{INK}" stroke-width="1"/>'
        f'<path d="M-11 -10.5L-6 -5.5M-6 -10.5L-11 -5.5" stroke="{CROSS}" stroke-width="2"/>',
        "disbanded": f'<path d="M-9 -9L9 9M-9 9L9 -9" stroke="#fff" stroke-width="3.6"/>'
        f'<path d="M-9 -9L9 9M-9 9L9 -9" stroke="{CROSS}" stroke-width="1.9"/>',
        "ring": '<circle cx="8.5" cy="-8.5" r="4.2" fill="none" stroke="#fff" stroke-width="4"/>'
        '<circle cx="8.5" cy="-8.5" r="4.2" fill="none" stroke="#b8860b" stroke-width="2.4"/>',
        "ring worn": f'<circle cx="8.5" cy="-8.5" r="5" fill="{GOLD}" stroke="{INK}" stroke-width="1.2"/>'
        f'<circle cx="8.5" cy="-8.5" r="1.8" fill="{INK}"/>',
        "own": f'<circle cx="-8" cy="8" r="5.4" fill="#fff" stroke="{INK}" stroke-width="1"/>'
        f'<path d="M-12 8Q-8 4 -4 8Q-8 12 -12 8Z" fill="none" stroke="{INK}" stroke-width="1.1"/>'
        f'<circle cx="-8" cy="8" r="1.5" fill="{INK}"/>',
    }.get(mark, "")
