"""Drawing of armies and trenches."""

from math import cos, pi, sin

from adjudicator.drawing.layers import part
from adjudicator.drawing.palette import CROSS, WHITE
from adjudicator.drawing.svg import Box, Point, label, number, polygon, rectangle, tag, text
from adjudicator.empires.ground import Power, zone_name
from adjudicator.empires.position import FULL, Army
from adjudicator.empires.sentences import say
from adjudicator.empires.view.drawing_ground import COLOURS, INK, ink_on, reduced
from adjudicator.empires.view.drawing_placement import BLOCK_HEIGHT

LETTER_SIZE = 11.5
MARGIN = 2.0
FIGHT, POINTS, DENT = 9.0, 8, 0.5  # of the sign of a fight: how far it reaches, points, depth between them


def army(own: Army, box: Box) -> str:
    """Draw one army: its nation's first letters and combat factor, pale if it is reduced.

    The title says where it is, as in the other games: "full German army, Metz".
    """
    is_full = own.steps == FULL
    words = f"{'full' if is_full else 'reduced'} {own.size} {own.nation} army".replace("  ", " ")
    fill, ink = (COLOURS[own.power], ink_on(own.power)) if is_full else (reduced(own.power), INK)
    title = f"<title>{text(words)}, {text(zone_name(own.zone))}</title>"
    drawn = [title, block(box, fill, ink, f"{own.nation[:2]} {own.combat}")]
    if own.is_ceded:
        drawn.append(bar(box, COLOURS[own.counter.power]))
    if own.cut:
        drawn.append(struck(box))
    return part(_wider(box), *drawn)


def trenches(power: Power, level: int, box: Box) -> str:
    """Draw a trench, with a line for each level."""
    title = f"<title>{text(say('trench_of', power=power, level=level))}</title>"
    high = (box[0], box[1], box[2], box[3] * level)
    return part(_wider(high), title, trench(box, level, COLOURS[power]))


def block(box: Box, fill: str, ink: str, words: str) -> str:
    left, top, width, height = box
    size = LETTER_SIZE * height / BLOCK_HEIGHT
    middle = (left + width / 2, top + height / 2)
    frame = rectangle(*box, fill=fill, stroke=INK, stroke_width=1.3, rx=3.0)
    return frame + label(middle, words, size, ink, font_weight="bold")


def bar(box: Box, colour: str) -> str:
    """Draw the bar on an army that another Power has ceded."""
    left, top, width, height = box
    return rectangle(left, top, width, height / 5, fill=colour, stroke=WHITE, stroke_width=0.8)


def struck(box: Box) -> str:
    left, top, width, height = box
    way = f"M{number(left)} {number(top)}l{number(width)} {number(height)}"
    casing = tag("path", d=way, stroke=WHITE, stroke_width=4)
    return casing + tag("path", d=way, stroke=CROSS, stroke_width=2.4)


def trench(box: Box, level: int, colour: str) -> str:
    """Draw battlements, a row for each level."""
    left, top, _, height = box
    step = "h5v-4h5v4h5v-4h6v4h5v-4h5v4h5"
    rows = [f"M{number(left)} {number(top + 5 + height * row)}{step}" for row in range(level)]
    drawn = "".join(rows)
    casing = tag("path", d=drawn, fill="none", stroke=WHITE, stroke_width=4)
    return casing + tag("path", d=drawn, fill="none", stroke=colour, stroke_width=2.2)


def fight(at: Point, ink: str, has_failed: bool) -> str:
    """Draw the sign of an attack without a move: a burst, crossed if it was not won."""
    x, y = at
    reaches = [FIGHT if place % 2 == 0 else FIGHT * DENT for place in range(2 * POINTS)]
    star = [
        (x + reach * sin(pi * place / POINTS), y - reach * cos(pi * place / POINTS))
        for place, reach in enumerate(reaches)
    ]
    drawn = polygon(star, fill=ink, stroke=WHITE, stroke_width="1.2")
    if has_failed:
        drawn += struck((x - FIGHT, y - FIGHT, 2 * FIGHT, 2 * FIGHT))
        drawn += struck((x + FIGHT, y - FIGHT, -2 * FIGHT, 2 * FIGHT))
    return part(_wider((x - FIGHT, y - FIGHT, 2 * FIGHT, 2 * FIGHT)), drawn, pointer_events="none")


def _wider(box: Box) -> Box:
    left, top, width, height = box
    return left - MARGIN, top - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN
