"""The panel below the board: Powers with their points, the tracks, and the legend."""

from collections.abc import Iterator

from adjudicator.drawing.arrows import line
from adjudicator.drawing.halo import HALO, halo_around
from adjudicator.drawing.hatching import SHAPE
from adjudicator.drawing.layers import part
from adjudicator.drawing.palette import CROSS, WHITE, mixed
from adjudicator.drawing.svg import Box, label, rectangle
from adjudicator.empires.ground import BOARD, POWERS, Power
from adjudicator.empires.position import Position
from adjudicator.empires.resolve import victory
from adjudicator.empires.sentences import group, say
from adjudicator.empires.view import drawing_armies as armies
from adjudicator.empires.view.drawing_ground import (
    BORDER,
    COLOURS,
    FIGURES,
    INK,
    LETTERS,
    NOBODYS,
    OUTSIDE,
    SQUARE_FRAME,
    anchor,
    city,
    hatched,
    ink_on,
    linked,
    tint,
)
from adjudicator.empires.view.drawing_placement import BLOCK_HEIGHT, BLOCK_WIDTH

PANEL, ROW, FIRST_ROW = 294.0, 34.0, 26.0
TRACKS_AT, SIGNS_AT, ZONES_AT, FIGHTS_AT = 576.0, 836.0, 1236.0, 440.0
SUPPORT = "other"  # the line of an army that moves in to support: fine dashes with a head


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
    for left, first_row, column in COLUMNS:
        for row, sign in enumerate(column, first_row):
            y = top + FIRST_ROW + row * ROW
            drawn += [_sign(sign, left, y), label((left + 44, y), LEGEND[sign], 16, INK, text_anchor="start")]
    return "".join(drawn)


def _power(position: Position, power: Power, points: int, y: float) -> str:
    here = sum(army.power == power for army in position.armies)
    words = say(
        "power_has",
        power=power,
        points=say("points_counted", count=points),
        armies=say("armies_counted", count=here),
    )
    return part(
        (15, y - ROW / 2, 440, ROW),
        rectangle(16, y - 11, 40, 22, fill=tint(power), stroke=INK),
        hatched(_swatch(16.0, y, 40.0), power),
        rectangle(20, y - 8, 32, 16, fill=COLOURS[power], stroke=INK, rx=3.0),
        label((36, y), LETTERS[power], 12, ink_on(power), font_weight="bold"),
        label((68, y), words, 17, INK, text_anchor="start"),
    )


def _swatch(left: float, y: float, width: float) -> SHAPE:
    (top, bottom), right = (y - 11, y + 11), left + width
    return (((left, top), (right, top), (right, bottom), (left, bottom), (left, top)),)


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
LEGEND = {**group("legend"), "ring": HALO}
OF_ARMIES = ("block", "pale", "bar", "cut", "trench", "arrow", "failed", "support")
OF_ZONES = ("city", "won", "mountain", "forest", "desert", "link", "square", "ring")
OF_THE_REST, OF_FIGHTS = ("neutral", "outside", "marker"), ("fight", "retreat")
COLUMNS = (
    (SIGNS_AT, 0, OF_ARMIES),
    (ZONES_AT, 0, OF_ZONES),
    (18.0, len(POWERS), OF_THE_REST),
    (FIGHTS_AT, len(BOARD.tracks), OF_FIGHTS),
)


def _sign(sign: str, x: float, y: float) -> str:
    return {
        "block": _block(x, y, "Fr 4"),
        "pale": armies.block(_place(x, y), mixed(SAMPLE, WHITE, 0.25), INK, "Fr 4"),
        "bar": _block(x, y, "Ge 5") + armies.bar(_place(x, y), COLOURS["Germany"]),
        "cut": _block(x, y, "Ru 3") + armies.struck(_place(x, y)),
        "trench": armies.trench((x - 3, y - 3, 36, 6), 1, INK),
        "city": city((x + 6, y)) + anchor((x + 25, y)),
        "arrow": line([(x - 6, y), (x + 34, y)], "move", INK, has_failed=False),
        "failed": line([(x - 6, y), (x + 34, y)], "move", INK, has_failed=True),
        "support": line([(x - 6, y), (x + 34, y)], SUPPORT, INK, has_failed=False),
        "fight": armies.fight((x + 14, y), INK, has_failed=False),
        "retreat": line([(x - 6, y), (x + 34, y)], "retreat", INK, has_failed=False),
        "won": _field(x, y, tint("Germany")) + hatched(_swatch(x - 2, y, 34.0), "Germany"),
        "ring": f'<g transform="translate({x + 14} {y})">{halo_around(11.0)}</g>',
        "marker": rectangle(x + 2, y - 11, 26, 22, fill=CROSS, stroke=INK, stroke_width=1),
    }.get(sign) or _of_the_board(sign, x, y)


def _place(x: float, y: float) -> Box:
    return x, y - 10, BLOCK_WIDTH, BLOCK_HEIGHT


def _block(x: float, y: float, words: str) -> str:
    return armies.block(_place(x, y), SAMPLE, WHITE, words)


def _of_the_board(sign: str, x: float, y: float) -> str:
    if sign == "link":
        return linked((x - 6, y), (x + 34, y))
    if sign == "square":
        return _field(x, y, tint("Russia"), stroke=BORDER, stroke_width=SQUARE_FRAME)
    plain = _field(x, y, OUTSIDE if sign == "outside" else NOBODYS)
    return plain + _field(x, y, f"url(#{sign})") if sign in FIGURES else plain


def _field(x: float, y: float, fill: str, **attributes: str | float) -> str:
    return rectangle(x - 2, y - 11, 34, 22, fill=fill, **({"stroke": BORDER} | attributes))


SAMPLE = "#6e6e6e"
