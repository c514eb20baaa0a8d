"""What does the board look like?  Hexes, owners, cities, units and the turn's moves as SVG.

A player is never told by colour alone: two letters of the colour stand on the tokens, and a space
that was conquered is hatched. Everything drawn is public.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from adjudicator.domination.data import Data
from adjudicator.domination.ground import STEPS, Ground, Space
from adjudicator.domination.position import Position, cities, data_of, ground_of, in_play, income, morale
from adjudicator.domination.record import Event, Record
from adjudicator.picture.svg import Point, circle, label, number, polygon, rectangle, tag, text

SIZE = 46.0  # from the middle of a hex to a corner
INK, PAPER, LIGHT = "#2d2a26", "#f5ecd9", "#ffffff"
SEA = "#4f93c0"
LEGEND = 310.0
TITLE_HEIGHT = 56.0
MARGIN = 16.0
LEAST_HEIGHT = 560.0
FONTS = "'DejaVu Sans Condensed','DejaVu Sans',Verdana,sans-serif"


def draw(position: Position, record: Record | None, title: str) -> str:
    """The board of *position*, with the moves and battles of *record*."""
    the_data, the_ground = data_of(position), ground_of(position)
    middles = {space.id: _middle(space) for space in the_ground.spaces.values()}
    left = min((x for x, _ in middles.values()), default=0.0) - SIZE - MARGIN
    top = min((y for _, y in middles.values()), default=0.0) - SIZE - MARGIN
    right = max((x for x, _ in middles.values()), default=400.0) + SIZE + MARGIN
    bottom = max(max((y for _, y in middles.values()), default=0.0) + SIZE + MARGIN, top + LEAST_HEIGHT)
    box = (left, top - TITLE_HEIGHT, right - left + LEGEND, bottom - top + TITLE_HEIGHT)
    events = record.events if record else ()
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(number, box))}"'
        f' font-family="{FONTS}" role="img">',
        f"<title>{text(title)}</title>",
        _hatching(),
        rectangle(*box, fill=PAPER),
        label(
            (left + MARGIN, top - TITLE_HEIGHT / 2), title, 24, INK, text_anchor="start", font_weight="bold"
        ),
        *_ground(position, the_data, the_ground, middles),
        *_owners(position, the_data, the_ground, middles),
        *_marks(position, the_ground, middles),
        *_arrows(events, the_data, middles),
        *_battles(events, middles),
        *_units(position, the_data, middles),
        *_legend(position, the_data, (right, top)),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _middle(space: Space) -> Point:
    q, r = space.hex
    return SIZE * 3**0.5 * (q + r / 2), SIZE * 1.5 * r


def _corners(middle: Point, size: float = SIZE) -> list[Point]:
    angles = [pi / 180 * (60 * corner - 30) for corner in range(6)]
    return [(middle[0] + size * cos(angle), middle[1] + size * sin(angle)) for angle in angles]


def _hatching() -> str:
    line = tag("path", d="M0 8L8 0M-2 2L2 -2M6 10L10 6", stroke=INK, stroke_width=1.2, stroke_opacity="0.4")
    pattern = f'<pattern id="won" width="8" height="8" patternUnits="userSpaceOnUse">{line}</pattern>'
    return f"<defs>{pattern}</defs>"


def _ground(
    position: Position, the_data: Data, the_ground: Ground, middles: dict[str, Point]
) -> Iterator[str]:
    for space in the_ground.spaces.values():
        middle = middles[space.id]
        fill = SEA if space.slot < 0 else the_data.terrain[space.terrain].color
        yield polygon(_corners(middle), fill=fill, stroke="#6b6154", stroke_width=0.8)
        won = position.owners.get(space.id) != position.home.get(space.id)
        if won:
            yield polygon(_corners(middle), fill="url(#won)")
        yield _relief(space, middle)
        ink = LIGHT if space.is_water or space.terrain == "w" else INK
        yield label((middle[0] - 24, middle[1] + 22), space.id, 11, ink, text_anchor="start")
        if space.value:
            yield circle((middle[0] + 26, middle[1] + 20), 9, fill="#f7e7a8", stroke=INK, stroke_width=0.8)
            yield label((middle[0] + 26, middle[1] + 20), str(space.value), 11, INK)


def _relief(space: Space, middle: Point) -> str:
    """A small sign for slow terrain, so that it is told by more than its colour."""
    x, y = middle
    if space.terrain == "m":
        return polygon(
            [(x - 16, y - 16), (x, y - 36), (x + 16, y - 16)], fill="#7d7064", stroke=INK, stroke_width=0.6
        )
    if space.terrain == "w":
        trees = [[(x + d - 6, y - 18), (x + d, y - 34), (x + d + 6, y - 18)] for d in (-11, 0, 11)]
        return "".join(polygon(tree, fill="#2c5a2e") for tree in trees)
    return ""


def _owners(
    position: Position, the_data: Data, the_ground: Ground, middles: dict[str, Point]
) -> Iterator[str]:
    """A thick edge in the owner's colour wherever the neighbour is not his too."""
    at = {space.hex: space.id for space in the_ground.spaces.values()}
    for space_id, owner in position.owners.items():
        q, r = the_ground.spaces[space_id].hex
        corners = _corners(middles[space_id], SIZE - 3)
        for side, (dq, dr) in enumerate(STEPS):
            beyond = at.get((q + dq, r + dr), "")
            if position.owners.get(beyond) != owner:
                (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 6]
                yield tag(
                    "path",
                    d=f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}",
                    stroke=the_data.colours[owner],
                    stroke_width=5,
                    stroke_linecap="round",
                )


def _marks(position: Position, the_ground: Ground, middles: dict[str, Point]) -> Iterator[str]:
    """Cities with the tokens left, towers, and spells in force."""
    for space in the_ground.spaces.values():
        x, y = middles[space.id]
        if space.city:
            yield _city(x, y)
            for token in range(position.forts.get(space.id, 0)):
                yield rectangle(
                    x - 38, y - 14 + token * 9, 7, 7, fill="#5b4636", stroke=INK, stroke_width=0.6
                )
        if space.tower:
            yield polygon(
                [(x - 7, y - 14), (x - 7, y - 28), (x, y - 40), (x + 7, y - 28), (x + 7, y - 14)],
                fill="#6c3fa0",
            )
        if space.city or space.tower:
            yield label((x, y + 32), space.city or space.tower, 9, INK, font_style="italic")
    for effect in position.effects:
        x, y = middles[effect.space]
        yield label((x, y - 8), effect.spell, 9, "#6c3fa0", font_weight="bold")


def _city(x: float, y: float) -> str:
    walls = [(-14, -16), (-14, -32), (-9, -32), (-9, -26), (-4, -26), (-4, -38), (4, -38), (4, -26), (9, -26)]
    walls += [(9, -32), (14, -32), (14, -16)]
    return polygon([(x + dx, y + dy) for dx, dy in walls], fill="#f1ead8", stroke=INK, stroke_width=1)


def _arrows(events: Sequence[Event], the_data: Data, middles: dict[str, Point]) -> Iterator[str]:
    for event in events:
        if event.key not in ("moved", "recalled") or len(event.path) < 2:
            continue
        points = [middles[space] for space in event.path]
        way = "L".join(f"{number(x)} {number(y)}" for x, y in points)
        dashes = "6 5" if event.key == "recalled" else "none"
        yield tag("path", d=f"M{way}", fill="none", stroke=LIGHT, stroke_width=6, stroke_opacity="0.7")
        yield tag(
            "path",
            d=f"M{way}",
            fill="none",
            stroke=the_data.colours[event.player],
            stroke_width=3,
            stroke_dasharray=dashes,
        )
        yield _head(points[-2], points[-1], the_data.colours[event.player])


def _head(start: Point, end: Point, colour: str) -> str:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy = dx / length, dy / length
    tip = (end[0] - ux * 16, end[1] - uy * 16)
    back = (tip[0] - ux * 13, tip[1] - uy * 13)
    wings = [(back[0] - uy * 7, back[1] + ux * 7), (back[0] + uy * 7, back[1] - ux * 7)]
    return polygon([tip, *wings], fill=colour, stroke=LIGHT, stroke_width=1)


def _battles(events: Sequence[Event], middles: dict[str, Point]) -> Iterator[str]:
    for space in dict.fromkeys(event.space for event in events if event.key == "round"):
        x, y = middles[space]
        cross = f"M{number(x - 9)} {number(y - 34)}l18 18m0 -18l-18 18"
        yield tag("path", d=cross, stroke="#8e1b10", stroke_width=4, stroke_linecap="round")


def _units(position: Position, the_data: Data, middles: dict[str, Point]) -> Iterator[str]:
    """Tokens side by side, with the letter of the kind, the number and the player's letters."""
    letters = _letters(position.settings.seats)
    for space in middles:
        rows = [row for row in position.units if row.space == space]
        step = min(24.0, 66.0 / max(len(rows), 1))
        for place, row in enumerate(rows):
            x = middles[space][0] + (place - (len(rows) - 1) / 2) * step
            y = middles[space][1] + 5
            count = str(row.count) if row.count > 1 else ""
            ink = _ink(the_data.colours[row.player])
            yield circle((x, y), 11.5, fill=the_data.colours[row.player], stroke=LIGHT, stroke_width=1.5)
            yield label((x, y - 2), f"{the_data.units[row.kind].code}{count}", 11, ink, font_weight="bold")
            yield label((x, y + 7), letters[row.player], 6, ink)


def _letters(seats: Sequence[str]) -> dict[str, str]:
    """Two letters for each player: the first two, or where these are another's too the first and the last."""
    shared = Counter(seat[:2] for seat in seats)
    return {seat: seat[:2] if shared[seat[:2]] == 1 else seat[0] + seat[-1] for seat in seats}


def _ink(colour: str) -> str:
    """Dark letters on light tokens."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return INK if red * 3 + green * 6 + blue > 1500 else LIGHT


def _legend(position: Position, the_data: Data, corner: Point) -> Iterator[str]:
    x, y = corner[0], corner[1] + 12
    yield label((x, y), "Players", 16, INK, text_anchor="start", font_weight="bold")
    held, letters = Counter(position.owners.values()), _letters(position.settings.seats)
    for seat in position.settings.seats:
        y += 46
        yield circle((x + 12, y), 11, fill=the_data.colours[seat], stroke=INK, stroke_width=1)
        yield label((x + 12, y), letters[seat], 9, _ink(the_data.colours[seat]), font_weight="bold")
        mark = " (first player)" if seat == position.first else ""
        yield label((x + 30, y - 8), seat + mark, 13, INK, text_anchor="start", font_weight="bold")
        worth = f"{held[seat]} spaces, income {income(position, seat)},"
        yield label((x + 30, y + 6), worth, 11, INK, text_anchor="start")
        more = f"cities {len(cities(position, seat))}, morale {morale(position, seat)}"
        yield label((x + 30, y + 19), more, 11, INK, text_anchor="start")
    y += 44
    yield label((x, y), "Units", 16, INK, text_anchor="start", font_weight="bold")
    for card in in_play(position.settings):
        y += 20
        armour = f", armour {card.armour}" if card.armour else ""
        words = f"{card.code}  {card.name}: cost {card.cost}, move {card.move}, combat {card.combat}{armour}"
        yield label((x, y), words, 10, INK, text_anchor="start")
    y += 28
    yield label((x, y), "Hatched: conquered. Squares: walls left.", 11, INK, text_anchor="start")
