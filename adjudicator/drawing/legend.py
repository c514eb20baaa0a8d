"""The title above the board, and a legend of the signs in this picture below."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct, structs

from adjudicator.core.board import NEUTRAL
from adjudicator.drawing.arrows import FAILED, STYLES
from adjudicator.drawing.ground import Ground
from adjudicator.drawing.halo import HALO, halo_around
from adjudicator.drawing.hatching import WIDTH, hatching, swatch
from adjudicator.drawing.layers import part, part_at
from adjudicator.drawing.palette import (
    CROSS,
    FOG,
    FOG_INK,
    HATCHED,
    INK,
    LINK_INK,
    ODD_LINK_INK,
    Colour,
    without_letters,
)
from adjudicator.drawing.placement import Seat
from adjudicator.drawing.svg import Box, circle, label, number, width_of
from adjudicator.drawing.symbols import NAMES, SHAPES, piece_at
from adjudicator.drawing.view import Piece, View, marked

TITLE_HEIGHT = 52
ROW, SIGN, FONT, MARGIN = 30.0, 34.0, 17.0, 16.0

ORDERS = {
    "move": "move", "support": "support", "convoy": "convoy", "retreat": "retreat", "other": "other order",
}  # fmt: skip

LINKS = {
    "link": "neighbours that do not touch", "bridge": "bridge", "one-way": "one way only",
    "gateway": "gateway", "crossing": "river crossing", "paths-of-the-dead": "Paths of the Dead",
    "ents": "march of the Ents", "entry": "entry from off the board",
}  # fmt: skip
ONE_WAY = ("one-way", "ents", "entry")

MARKS = {
    "dislodged": "dislodged", "disbanded": "lost", "ring": "carries the Ring", "ring worn": "wears the Ring",
    "own": "known to you, not to all",
}  # fmt: skip

IN_FOG = f'<rect x="-17" y="-11" width="34" height="22" fill="{FOG}" stroke="{FOG_INK}"/>'


class LegendEntry(Struct, frozen=True):
    """A sign (drawn around 0,0) and its meaning."""

    sign: str
    words: str


def title_above(title: str, note: str, box: Box) -> list[str]:
    """Draw the title on the left, and the note, if there is one, on the right."""
    x, y, width, height = box
    middle = y + height / 2
    size = min(28.0, 28.0 * (width * 0.6) / (width_of(title, 28.0) or 1.0))
    room = width - 3 * MARGIN - width_of(title, size)
    note_size = min(18.0, 18.0 * room / (width_of(note, 18.0) or 1.0))
    line = label((x + MARGIN, middle), title, size, INK, text_anchor="start", font_weight="bold")
    high = 1.3 * size
    drawn = [part((x, middle - high / 2, min(width, width_of(title, size) + 2 * MARGIN), high), line)]
    if note:
        beside = label((x + width - MARGIN, middle), note, note_size, INK, text_anchor="end")
        note_width = width_of(note, note_size) + 2 * MARGIN
        drawn.append(part((x + width - note_width, y, note_width, height), beside))
    return drawn


def entries_of(
    ground: Ground, view: View, colours: Mapping[str, Colour]
) -> tuple[list[LegendEntry], list[LegendEntry]]:
    """Return the public entries of the legend, and those for the reader alone."""
    public = _entries(ground, view, colours)
    if not view.own and not view.own_arrows and not view.own_halo:
        return public, []
    pieces, arrows = (*view.pieces, *marked(view.own)), (*view.arrows, *view.own_arrows)
    halo = view.halo or view.own_halo
    whole = structs.replace(view, pieces=pieces, arrows=arrows, own=(), own_arrows=(), halo=halo)
    told = {entry.words for entry in public}
    return public, [entry for entry in _entries(ground, whole, colours) if entry.words not in told]


def height_below(entries: Sequence[LegendEntry], width: float) -> float:
    return len(_rows([entry.words for entry in entries], width)) * ROW + MARGIN


def signs_below(
    entries: Sequence[LegendEntry], drawn_before: int, corner: tuple[float, float], width: float
) -> list[str]:
    """Draw the legend below *corner*, skipping the first entries, whose places stay free."""
    x, y = corner
    drawn = []
    for row, numbers in enumerate(_rows([entry.words for entry in entries], width)):
        left = x + MARGIN
        for n in numbers:
            wide = _width(entries[n].words)
            if n >= drawn_before:
                drawn.append(_entry(entries[n], (left, y + MARGIN / 2 + row * ROW, wide, ROW)))
            left += wide
    return drawn


@lru_cache(maxsize=1024)
def _entry(entry: LegendEntry, box: Box) -> str:
    left, top, width, height = box
    sign = f'<g transform="translate({number(SIGN / 2)} {number(height / 2)})">{entry.sign}</g>'
    words = label((SIGN + 5, height / 2), entry.words, FONT, INK, text_anchor="start")
    return part_at((left, top), (0.0, 0.0, width, height), sign, words)


def _width(words: str) -> float:
    return SIGN + 5 + width_of(words, FONT) + 22


def _rows(meanings: Sequence[str], width: float) -> list[list[int]]:
    """Return the entries' numbers in rows, as many in a row as fit."""
    rows: list[list[int]] = [[]]
    left = MARGIN
    for n, words in enumerate(meanings):
        if rows[-1] and left + _width(words) > width:
            rows.append([])
            left = MARGIN
        rows[-1].append(n)
        left += _width(words)
    return rows


def _entries(ground: Ground, view: View, colours: Mapping[str, Colour]) -> list[LegendEntry]:
    return [
        *(LegendEntry(_swatch(colours[power]), power) for power in _powers(ground, view)),
        *(LegendEntry(_piece(kind, colours, view), words) for kind, words in _kinds(view).items()),
        *(LegendEntry(_marked(mark, colours), words) for mark, words in _marks(view).items()),
        *(LegendEntry(_order(words), words) for words in _orders(view)),
        *(LegendEntry(halo_around(11.0), HALO) for _ in range(bool(view.halo))),
        *(LegendEntry(sign, words) for words, sign in _signs(ground).items()),
        *(LegendEntry(IN_FOG, "out of your sight") for _ in range(bool(view.fog))),
        *(LegendEntry("", words) for words in view.legend),
    ]


def _powers(ground: Ground, view: View) -> tuple[str, ...]:
    has_neutral = any(piece.power == NEUTRAL for piece in view.pieces)
    return (*ground.board.powers, NEUTRAL) if has_neutral else ground.board.powers


@lru_cache(maxsize=64)
def _swatch(colour: Colour) -> str:
    ground = '<rect x="-17" y="-11" width="34" height="22" fill='
    disc = f'<circle r="9.5" fill="{colour.full}" stroke="{INK}"/>'
    size = 12 if len(colour.letters) == 1 else 9.5
    words = label((0, 0), colour.letters, size, colour.ink, font_weight="bold")
    lines = hatching(swatch((17, 11)), colour.hatching, colour.full, WIDTH, HATCHED)
    return f'{ground}"{colour.tint}"/>{lines}{ground}"none" stroke="{INK}"/>{disc}{words}'


def _kinds(view: View) -> dict[str, str]:
    """Return the kinds on the board with their meaning: first those with a shape, then the names."""
    present = {piece.kind for piece in view.pieces}
    shaped = {kind: NAMES[kind] for kind in SHAPES if kind in present}
    return {**shaped, **{kind: kind for kind in sorted(present - set(SHAPES))}}


def _piece(kind: str, colours: Mapping[str, Colour], view: View) -> str:
    """Draw a sample in a neutral colour, or a named piece in its power's colour."""
    owner = (
        next((piece.power for piece in view.pieces if piece.kind == kind), "") if kind not in SHAPES else ""
    )
    colour = colours[owner]
    plain = without_letters(colour)
    return piece_at(Seat((0.0, 0.0), 12.0), Piece("", kind, ""), plain)


def _marks(view: View) -> dict[str, str]:
    present = {mark for piece in view.pieces for mark in piece.marks}
    return {mark: words for mark, words in MARKS.items() if mark in present}


def _marked(mark: str, colours: Mapping[str, Colour]) -> str:
    plain = without_letters(colours[""])
    return piece_at(Seat((0.0, 0.0), 12.0), Piece("", "A", "", marks=(mark,)), plain)


def _orders(view: View) -> list[str]:
    present = {arrow.kind for arrow in view.arrows}
    words = [ORDERS[kind] for kind in STYLES if kind in present]
    return [*words, "failed"] if any(arrow.outcome in FAILED for arrow in view.arrows) else words


def _order(words: str) -> str:
    if words == "failed":
        return f'<path d="M-7 -7L7 7M7 -7L-7 7" stroke="{CROSS}" stroke-width="3"/>'
    kind = next(kind for kind, name in ORDERS.items() if name == words)
    style = STYLES[kind]
    shape = "M-16 0q3-6 6 0t6 0 6 0 6 0H12" if kind == "convoy" else "M-16 0H10"
    dashing = f' stroke-dasharray="{style.dashes}"' if style.dashes else ""
    head = f'<path d="M17 0L8 -6V6Z" fill="{INK}"/>' if style.head else ""
    line = f'<path d="{shape}" fill="none" stroke="{INK}" stroke-linecap="round" stroke-width="{style.width}"'
    return f"{line}{dashing}/>{head}"


def _signs(ground: Ground) -> dict[str, str]:
    """Return the board's own signs."""
    fortresses = {province.fortress for province in ground.board.provinces.values() if province.centre}
    box = f'<rect x="-6" y="-6" width="12" height="12" fill="#fff" stroke="{INK}" stroke-width="1.4"/>'
    core = f'<rect x="-3" y="-3" width="6" height="6" fill="{INK}"/>'
    outer = f'<rect x="-9" y="-9" width="18" height="18" fill="#fff" stroke="{INK}" stroke-width="1.4"/>'
    dot = circle((0, 0), 6, fill="#fff", stroke=INK, stroke_width=1.5) + circle((0, 0), 3, fill=INK)
    signs = {"supply centre": dot}
    if 1 in fortresses:
        signs["with a fortress"] = box + core
    if 2 in fortresses:
        signs["with a double fortress"] = outer + box + core
    return {**signs, **{words: _link(kind) for kind, words in LINKS.items() if kind in ground.links}}


def _link(kind: str) -> str:
    """Return the sign of a kind of arrow between neighbours."""
    ink = LINK_INK.get(kind, ODD_LINK_INK)
    if kind == "bridge":
        return f'<path d="M-15 0H15" stroke="{ink}" stroke-width="6" stroke-dasharray="3 2"/>'
    back = "" if kind in ONE_WAY else "M-17 0L-8 -5V5Z"
    return (
        f'<path d="M-9 0H9" stroke="{ink}" stroke-width="2.6"/><path d="M17 0L8 -5V5Z{back}" fill="{ink}"/>'
    )
