"""The panel below the board: Powers with their points, the tracks, and the legend."""

from collections.abc import Iterator

from adjudicator.drawing.arrows import line
from adjudicator.drawing.hatching import SHAPE
from adjudicator.drawing.layers import part
from adjudicator.drawing.palette import CROSS, WHITE, mixed
from adjudicator.drawing.svg import label, rectangle
from adjudicator.empires.ground import BOARD, POWERS, Power
from adjudicator.empires.position import Position
from adjudicator.empires.resolve import victory
from adjudicator.empires.view import drawing_armies as armies
from adjudicator.empires.view.drawing_ground import COLOURS, INK, LETTERS, anchor, city, hatched, ink_on, tint
from adjudicator.empires.view.drawing_placement import BLOCK_HEIGHT, BLOCK_WIDTH

PANEL, ROW, FIRST_ROW = 262.0, 34.0, 26.0
TRACKS_AT, SIGNS_AT = 576.0, 836.0


def panel(position: Position, top: float) -> Iterator[str]:
    """Yield the parts that change with the turn."""
    points = victory.points(position)
    for row, power in enumerate(POWERS):
        yield _power(position, power, points[power], top + FIRST_ROW + row * ROW)
    for row, name in enumerate(BOARD.tracks):
        yield _track(position, name, top + FIRST_ROW + row * ROW)


def signs(top: float) -> str:
    """Draw the legend, which is part of the empty board."""
    drawn = []
    for row, (sign, words) in enumerate(SIGNS):
        y = top + FIRST_ROW + row * ROW
        drawn += [_sign(sign, y), label((SIGNS_AT + 44, y), words, 16, INK, text_anchor="start")]
    return "".join(drawn)


def _power(position: Position, power: Power, points: int, y: float) -> str:
    here = sum(army.power == power for army in position.armies)
    words = f"{power}: {_count(points, 'point')}, {_count(here, 'army')}"
    return part(
        (15, y - ROW / 2, 440, ROW),
        rectangle(16, y - 11, 40, 22, fill=tint(power), stroke=INK),
        hatched(_swatch(y), power),
        rectangle(20, y - 8, 32, 16, fill=COLOURS[power], stroke=INK, rx=3.0),
        label((36, y), LETTERS[power], 12, ink_on(power), font_weight="bold"),
        label((68, y), words, 17, INK, text_anchor="start"),
    )


def _swatch(y: float) -> SHAPE:
    (left, top), (right, bottom) = (16.0, y - 11), (56.0, y + 11)
    return (((left, top), (right, top), (right, bottom), (left, bottom), (left, top)),)


def _count(number_of: int, what: str) -> str:
    more = {"army": "armies"}.get(what, f"{what}s")
    return f"{number_of} {what if number_of == 1 else more}"


def _track(position: Position, name: str, y: float) -> str:
    """Draw the boxes of a track: shaded behind the marker, the last one with a thick frame."""
    track, marker = BOARD.tracks[name], position.diplomacy.get(name, 0)
    drawn = [label((TRACKS_AT - 16, y), name, 16, INK, text_anchor="end")]
    for box in range(track.final + 1):
        left = TRACKS_AT + box * 30
        fill = CROSS if box == marker else SHADED if box < marker else WHITE
        thick = 2.6 if box == track.final else 1
        drawn.append(rectangle(left, y - 11, 26, 22, fill=fill, stroke=INK, stroke_width=thick))
        drawn.append(label((left + 13, y), str(box), 12, WHITE if box == marker else INK))
    return part((TRACKS_AT - 150, y - ROW / 2, 150 + (track.final + 1) * 30, ROW), *drawn)


SHADED = mixed(INK, WHITE, 0.25)
SIGNS = (
    ("block", "army: nation and combat factor"),
    ("pale", "reduced army"),
    ("bar", "German army, ceded to Austria-Hungary"),
    ("cut", "struck through: out of supply"),
    ("trench", "trench, a line for each level"),
    ("city", "city and port; hatched: won in the war"),
    ("arrow", "move, attack; crossed: it failed"),
)


def _sign(sign: str, y: float) -> str:
    x = SIGNS_AT
    block = (x, y - 10, BLOCK_WIDTH, BLOCK_HEIGHT)
    return {
        "block": armies.block(block, SAMPLE, WHITE, "Fr 4"),
        "pale": armies.block(block, mixed(SAMPLE, WHITE, 0.25), INK, "Fr 3"),
        "bar": armies.block(block, SAMPLE, WHITE, "Ge 5") + armies.bar(block, COLOURS["Germany"]),
        "cut": armies.block(block, SAMPLE, WHITE, "Ru 3") + armies.struck(block),
        "trench": armies.trench((x - 3, y - 3, 36, 6), 1, INK),
        "city": city((x + 6, y)) + anchor((x + 25, y)),
        "arrow": line([(x - 6, y), (x + 34, y)], "move", INK, has_failed=False),
    }[sign]


SAMPLE = "#6e6e6e"
