"""What happened in a turn, for headlines: its events, its combats, and the zones that changed hands."""

from collections.abc import Iterator, Sequence

from msgspec import structs

from adjudicator.empires.ground import RUSSIA, ZONES, Power
from adjudicator.empires.record import Combat, Event, Record

TAKEN = ("control", "zone_cut")  # kinds of events
LOSSES = ("eliminated", "no_retreat")  # an army is lost in combat
HUNGER = ("starved", "lost_last_step")  # or out of supply
SURRENDERS = "surrender"  # a kind of event without a Power: only one surrenders


def events(record: Record) -> Iterator[Event]:
    for step in record.steps:
        yield from step.events
        if step.combat:
            yield from step.combat.events
    yield from record.end


def subject(event: Event) -> Power:
    """Return the Power that an event is about."""
    return RUSSIA if event.kind == SURRENDERS else event.power


def combats(record: Record) -> list[Combat]:
    return [step.combat for step in record.steps if step.combat]


def taken_zones(record: Record) -> list[Event]:
    """Return what changed hands in a Power's turn."""
    return changed_hands(record.end)


def changed_hands(ends: Sequence[Event]) -> list[Event]:
    """Return who has what in the end; a zone that its old owner has back does not count."""
    before: dict[str, str] = {}
    last: dict[str, Event] = {}
    for event in ends:
        if event.kind in TAKEN:
            before.setdefault(event.zone, event.other)
            last[event.zone] = event
    return [
        structs.replace(event, other=before[zone])
        for zone, event in last.items()
        if event.power != before[zone]
    ]


def is_home_city(event: Event) -> bool:
    """Return whether what was taken is a city that its loser had from the start."""
    zone = ZONES[event.zone]
    return bool(zone.city) and zone.start == event.other != event.power
