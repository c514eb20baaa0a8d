"""What would a newspaper print of a turn?  Its greatest event in a line, the whole in a paragraph.

Only what everybody may know goes in: the same words stand in the bulletin and on every Power's sheet.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from adjudicator.empires import phases, victory
from adjudicator.empires.ground import POWERS, ZONES, zone_name
from adjudicator.empires.position import Position
from adjudicator.empires.record import Combat, Event, Record
from adjudicator.empires.wording import told
from adjudicator.words import listed

NAMES_AT_MOST = 2  # cities in a headline; of more there is the number
LOUD = ("surrender", "usa", "joined")
TAKEN = ("control", "zone_cut")


def headline(position: Position, record: Record | None) -> str:
    """At most ten words."""
    if position.over:
        return _end(position)
    if record is None:
        return "The position"
    return next(filter(None, (print_it(record) for print_it in GREATEST_FIRST)))


def _end(position: Position) -> str:
    if not position.winners:
        return "The game ends without a winner"
    return f"{listed(position.winners, 'and')} win{'s' * (len(position.winners) == 1)} the game"


# ---- the headlines, the greatest first


def _great_events(record: Record) -> str:
    return next((told(event).rstrip(".") for event in events(record) if event.kind in LOUD), "")


def _cities(record: Record) -> str:
    for power in (record.power, *POWERS):
        fallen = [event.zone for event in _taken(record) if event.power == power and ZONES[event.zone].city]
        if fallen and len(fallen) <= NAMES_AT_MOST:
            return f"{power} takes {listed([zone_name(zone) for zone in fallen], 'and')}"
        if fallen:
            return f"{power} takes {len(fallen)} cities"
    return ""


def _idleness(record: Record) -> str:
    """Whether a sheet came is the service's to tell: a house rule may keep it back."""
    return "" if record.steps or record.paused or record.resumed else f"{record.power} does nothing"


def _battles(record: Record) -> str:
    fought = _combats(record)
    if not fought:
        return ""
    zones = list(dict.fromkeys(zone_name(combat.zone) for combat in fought))
    won = sum(combat.outcome == "succeeds" for combat in fought)
    if len(fought) == 1:
        return f"{record.power} {SINGLE[fought[0].outcome]} {zones[0]}"
    where = zones[0] if len(zones) == 1 else f"{len(zones)} places"
    return f"{record.power} attacks in {where}: {won} of {len(fought)} succeed"


SINGLE = {
    "succeeds": "attacks and wins in",
    "fails": "attacks and is beaten in",
    "draw": "attacks and gains nothing in",
}


def _zones(record: Record) -> str:
    for power in (record.power, *POWERS):
        number = sum(event.power == power for event in _taken(record))
        if number:
            return f"{power} takes {count(number, 'zone')}"
    return ""


def _quiet(record: Record) -> str:
    return f"{record.power} pauses" if record.paused else f"All quiet: {record.power} attacks nobody"


GREATEST_FIRST: tuple[Callable[[Record], str], ...] = (
    _great_events,
    _cities,
    _idleness,
    _battles,
    _zones,
    _quiet,
)


# ---- the paragraph


def story(position: Position, record: Record | None) -> str:
    """The turn in sentences, and what is next."""
    return " ".join([*(_sentences(record) if record else ()), _next(position)])


def _sentences(record: Record) -> Iterator[str]:
    if _idleness(record):
        yield f"{record.power} does nothing."
    yield from (told(event) for event in events(record) if event.kind in LOUD)
    fought = _combats(record)
    if fought:
        yield f"{record.power} {_outcomes(fought)}."
    yield from _losses(record)
    yield from _gains(record)
    yield from _supply(record)


def _outcomes(fought: Sequence[Combat]) -> str:
    if len(fought) == 1:
        return f"{SINGLE[fought[0].outcome]} {zone_name(fought[0].zone)}"
    words = {"succeeds": "won", "fails": "lost", "draw": "drawn"}
    counted = Counter(combat.outcome for combat in fought)
    told_so = [f"{counted[outcome]} {word}" for outcome, word in words.items() if counted[outcome]]
    return f"made {len(fought)} attacks: {', '.join(told_so)}"


def _losses(record: Record) -> Iterator[str]:
    counted = Counter(event.power for event in events(record) if event.kind in ("eliminated", "starved"))
    counted.update(event.power for event in events(record) if event.kind == "no_retreat")
    lost = [f"{power} {counted[power]}" for power in POWERS if counted[power]]
    if lost:
        yield f"Armies eliminated: {', '.join(lost)}."


def _gains(record: Record) -> Iterator[str]:
    for power in POWERS:
        zones = [zone_name(event.zone) for event in _taken(record) if event.power == power]
        if zones:
            yield f"{power} takes {listed(zones, 'and')}."


def _supply(record: Record) -> Iterator[str]:
    zones = dict.fromkeys(zone_name(event.zone) for event in record.end if event.kind == "unsupplied")
    if zones:
        yield f"Out of supply: {listed(list(zones), 'and')}."


def _next(position: Position) -> str:
    if position.over:
        points = victory.points(position)
        return "; ".join(f"{power} has {points[power]} Victory Points" for power in POWERS) + "."
    return f"Next: {phases.due(position).turn}."


# ---- what happened


def events(record: Record) -> Iterator[Event]:
    for step in record.steps:
        yield from step.events
        if step.combat:
            yield from step.combat.events
    yield from record.end


def _combats(record: Record) -> list[Combat]:
    return [step.combat for step in record.steps if step.combat]


def _taken(record: Record) -> list[Event]:
    return [event for event in record.end if event.kind in TAKEN]


def count(number: int, what: str) -> str:
    """Gives "1 attack", "2 attacks"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
