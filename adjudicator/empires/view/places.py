"""The key to the zones: what each is, its neighbours and, in a position, who is there. All of it public."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.core.atlas import PlaceEntry
from adjudicator.empires.ground import ZONES, Zone, ZoneFacts
from adjudicator.empires.position import FULL, Army, Position, in_zone
from adjudicator.empires.sentences import group, say
from adjudicator.empires.view.wording import SPEECH, names_its_power

IN_A_SENTENCE = group("countries_in_a_sentence")
ZONES_IN_A_SENTENCE = group("zones_in_a_sentence")
PLAIN = "plain"
TERRAIN = group("terrain")


def of_board() -> tuple[PlaceEntry, ...]:
    """Return every zone, sorted by short name."""
    return tuple(sorted(map(_entry, ZONES.values()), key=lambda entry: entry.short))


def atlas(position: Position) -> tuple[PlaceEntry, ...]:
    """Return the same with who controls each zone, and its armies and trenches."""
    zones = {zone.abbr: zone.id for zone in ZONES.values()}
    return tuple(
        replace(
            entry,
            holder=position.control.get(zone) or say("nobody"),
            standing=tuple(_standing(position, zone)),
        )
        for entry in of_board()
        for zone in [zones[entry.short]]
    )


def _entry(zone: ZoneFacts) -> PlaceEntry:
    near = tuple(ZONES[other].abbr for other in zone.neighbours)
    return PlaceEntry(
        short=zone.abbr,
        name=zone.name,
        spoken=ZONES_IN_A_SENTENCE.get(zone.name, ""),
        kind=zone.terrain,
        by_land=near,
        is_centre=zone.city,
        centre_word=say("city_in_key"),
        home=zone.home,
        home_of=IN_A_SENTENCE.get(zone.home, zone.home),
        other_names=zone.aliases,
        about=", ".join(_ground(zone)),
    )


def _ground(zone: ZoneFacts) -> Iterator[str]:
    """Yield the terrain that matters, and whether there is a port. 3.3, 3.8"""
    if zone.terrain != PLAIN:
        yield TERRAIN[zone.terrain]
    if zone.port:
        yield say("port_in_key")


def _standing(position: Position, zone: Zone) -> Iterator[str]:
    """Yield "2 French armies", "small British army (reduced)", "a trench of Germany, level 1 ..."."""
    for (kind, marks), number in Counter(map(_kind, in_zone(position, zone))).items():
        armies = say("armies_of_kind", count=number, kind=kind)
        yield f"{armies} ({marks})" if marks else armies
    for power, level in position.trenches.get(zone, {}).items():
        adds = ZONES[zone].trench
        yield say("trench_here", power=SPEECH.named(power), level=level, adds=adds)


def _kind(army: Army) -> tuple[str, str]:
    """Return the kind of an army, and in words what is special about it: "French", "reduced, of Germany"."""
    marks = (
        say("reduced_in_words") if army.steps < FULL else "",
        say("cut_in_words") if army.cut else "",
        "" if names_its_power(army.nation, army.power) else say("of_power", power=SPEECH.named(army.power)),
    )
    return f"{army.size} {army.nation}".strip(), ", ".join(filter(None, marks))
