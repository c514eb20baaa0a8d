"""What happened to one Power in a turn: the clauses of the headline of its report, from public facts."""

from collections.abc import Iterator, Sequence

from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import spelled
from adjudicator.empires.ground import ZONES, Power, Zone, zone_name
from adjudicator.empires.record import Event, Record, parts
from adjudicator.empires.sentences import say
from adjudicator.empires.view.turn_events import HUNGER, LOSSES, SURRENDERS, events, subject, taken_zones
from adjudicator.empires.view.wording import SPEECH

NAMES_AT_MOST = 3  # zones in a headline; more are counted


def clauses(record: Record, reader: Power | None) -> list[str]:
    """Return clauses about what happened to *reader*, the greatest first."""
    if reader is None:
        return []
    turns = parts(record)
    happened = [event for turn in turns for event in events(turn) if event.power == reader]
    taken = [event.zone for turn in turns for event in taken_zones(turn) if event.power == reader]
    sentences = [say("you_surrender")] if _surrenders(turns, reader) else []
    sentences += _lost_zones(record, reader)
    sentences += [say("you_take", zones=_counted_zones(taken))] if taken else []
    return [*sentences, *_lost_armies(happened)]


def _surrenders(turns: Sequence[Record], reader: Power) -> bool:
    return any(
        subject(event) == reader for turn in turns for event in events(turn) if event.kind == SURRENDERS
    )


def _lost_zones(record: Record, reader: Power) -> Iterator[str]:
    """Yield by their new Power the zones that *reader* lost, cities first."""
    lost = [event for turn in parts(record) for event in taken_zones(turn) if event.other == reader]
    lost.sort(key=lambda event: not ZONES[event.zone].city)
    for power in dict.fromkeys(event.power for event in lost):
        zones = [event.zone for event in lost if event.power == power]
        yield say("you_lose", zones=_counted_zones(zones), power=SPEECH.named(power))


def _counted_zones(zones: Sequence[Zone]) -> str:
    if len(zones) > NAMES_AT_MOST:
        return say("zones", number=len(zones))
    return listed([zone_name(zone) for zone in zones], "and")


def _lost_armies(happened: Sequence[Event]) -> Iterator[str]:
    """Yield how many armies were lost, and where if that is one zone."""
    gone = [event.zone for event in happened if event.kind in (*LOSSES, *HUNGER)]
    number = spelled(len(gone))
    if len(set(gone)) == 1:
        yield say("you_lose_armies_in", count=len(gone), number=number, zone=zone_name(gone[0]))
    elif gone:
        yield say("you_lose_armies", number=number)
