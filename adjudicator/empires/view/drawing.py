"""The board as SVG: control, armies, trenches and tracks; the same view gives the same bytes.

In this game zones have terrain, cities, ports and arrows, and armies of two Powers may be in one zone. All of
it is public, so the picture is the same for every reader. Colour alone never identifies a Power: each army
has the letters of its nation, and the zones that a Power took have its hatching.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import hypot, inf

from adjudicator.drawing.arrows import BEND, bowed, line, shortened
from adjudicator.drawing.halo import halo
from adjudicator.drawing.layers import Frame, around, part, picture, together
from adjudicator.drawing.svg import Box, Point, label, width_of
from adjudicator.empires.ground import BOARD, ZONES, Power, Zone
from adjudicator.empires.position import Position
from adjudicator.empires.record import Record, Step, parts
from adjudicator.empires.resolve import phases
from adjudicator.empires.sentences import say
from adjudicator.empires.view.drawing_armies import FIGHT, army, fight, trenches
from adjudicator.empires.view.drawing_ground import INK, Ground, ground, hatched, line_of, palette, tint
from adjudicator.empires.view.drawing_panel import PANEL, SUPPORT, panel, signs
from adjudicator.empires.view.drawing_placement import Seats, seats_of
from adjudicator.empires.view.headlines import zone_of_headline
from adjudicator.empires.view.sight import Seen

TITLE = 52.0
HALO_SIZE = 30.0  # around a zone without armies
GAP = 4.0  # between an arrow and what stands at its ends
FAILED = ("fails", "draw", "void")


def draw(seen: Seen) -> str:
    """Draw the board, and the moves of the recorded turn as arrows."""
    the_ground, position = ground(), seen.position
    width, height = BOARD.width, BOARD.height
    seats = seats_of(position)
    title = say("picture_title", game=BOARD.name, turn=phases.title_of(seen.position, seen.record))
    whole: Box = (0.0, -TITLE, width, height + TITLE + PANEL)
    board: Box = (0.0, 0.0, width, height)
    turn = (
        _heading(title),
        *_halo(seen, the_ground, seats),
        *together(_arrows(seen.record, the_ground, seats)),
        part(board, the_ground.names),
        *together(_standing(seats)),
        *panel(position, height),
    )
    return picture(
        Frame(whole, title, palette()),
        the_ground.definitions,
        (
            (part(whole, the_ground.under, signs(height)),),
            (*_control(position, the_ground), part(board, the_ground.over)),
            turn,
            (),
        ),
    )


def _halo(seen: Seen, the_ground: Ground, seats: Mapping[Zone, Seats]) -> Iterator[str]:
    """Yield a ring around the zone that the headline is about."""
    zone = zone_of_headline(seen.position, seen.record)
    if zone:
        box = seats[zone].box if zone in seats else (0.0, 0.0, HALO_SIZE, HALO_SIZE)
        yield halo(_middle(zone, the_ground, seats), hypot(box[2], box[3]) / 2 + GAP * 2)


def _heading(title: str) -> str:
    box = (0.0, -TITLE, min(BOARD.width, width_of(title, 28.0) + 32), TITLE)
    words = label((16, -TITLE / 2), title, 28, INK, text_anchor="start", font_weight="bold")
    return part(box, words)


def _control(position: Position, the_ground: Ground) -> Iterator[str]:
    """Yield each zone's tint, with hatching if the Power did not have it at the start."""
    for zone, power in position.control.items():
        tinted = f'<use href="#z-{zone}" fill="{tint(power)}"/>'
        won = hatched(the_ground.rings[zone], power) if ZONES[zone].start != power else ""
        box = around((point for ring in the_ground.rings[zone] for point in ring), 1)
        yield part(box, tinted, won, pointer_events="none")


def _standing(seats: Mapping[Zone, Seats]) -> Iterator[str]:
    for here in seats.values():
        yield from (trenches(power, level, box) for power, level, box in here.trenches)
        yield from (army(own, box) for own, box in here.blocks)


# ---- the turn's moves


def _arrows(record: Record | None, the_ground: Ground, seats: Mapping[Zone, Seats]) -> Iterator[str]:
    """Yield moves, supports and attacks in the colour of their Power, and the retreats they forced."""
    steps = [(part.power, step) for part in (parts(record) if record else ()) for step in part.steps]
    drawn: Counter[tuple[Zone, ...]] = Counter()  # how many arrows lie between two zones
    fights: Counter[Zone] = Counter()
    for mover, step in steps:
        has_failed = step.outcome in FAILED
        own = [("move", step.arrow, has_failed)] if len(step.arrow) > 1 else []
        supports = [(SUPPORT, zones, False) for zones in step.joined]
        for kind, zones, is_crossed in (*supports, *own):
            way = _way(zones, the_ground, seats, BEND * (1 + 2 * drawn[zones]))
            yield line(way, kind, line_of(mover), is_crossed)
            drawn[zones] += 1
        if step.combat and not own:
            zone = step.combat.zone
            at = _below(_middle(zone, the_ground, seats), seats.get(zone), fights[zone])
            yield fight(at, line_of(mover), has_failed)
            fights[zone] += 1
        for power, zones in _retreats(step):
            yield line(_way(zones, the_ground, seats), "retreat", line_of(power), has_failed=False)


def _below(middle: Point, here: Seats | None, place: int) -> Point:
    """Return where the sign of a fight stands: below the armies, further ones at the right of the first."""
    down = here.box[3] / 2 if here else 0.0
    return middle[0] + 2 * FIGHT * place, middle[1] + down + FIGHT / 2


def _retreats(step: Step) -> Iterator[tuple[Power, tuple[Zone, Zone]]]:
    for event in step.combat.events if step.combat else ():
        if event.kind == "retreats":
            yield event.power, (event.zone, event.other)


def _way(
    zones: tuple[Zone, ...], the_ground: Ground, seats: Mapping[Zone, Seats], bend: float = BEND
) -> list[Point]:
    """Return the arrow's line, from the edge of the first zone's armies to the edge of the last zone's."""
    points = [_middle(zone, the_ground, seats) for zone in zones]
    way = bowed(points, bend) if len(points) == 2 else points
    start, end = _half(seats.get(zones[0]), way[0], way[1]), _half(seats.get(zones[-1]), way[-1], way[-2])
    return shortened(way, start + GAP, end + GAP)


def _middle(zone: Zone, the_ground: Ground, seats: Mapping[Zone, Seats]) -> Point:
    if zone not in seats:
        x, y = the_ground.seats[zone]
        return x, y + GAP * 3
    left, top, width, height = seats[zone].box
    return left + width / 2, top + height / 2


def _half(here: Seats | None, at: Point, towards: Point) -> float:
    """Return the distance from the middle of a zone's armies to their edge, towards a point."""
    if here is None:
        return 0.0
    across, down = abs(towards[0] - at[0]), abs(towards[1] - at[1])
    length = (across * across + down * down) ** 0.5 or 1.0
    to_side = here.box[2] / 2 * length / across if across else inf
    to_top = here.box[3] / 2 * length / down if down else inf
    return min(to_side, to_top)
