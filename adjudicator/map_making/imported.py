"""The facts of a map that was made for another program, and their conversion to `board.toml`."""

import json
from collections.abc import Iterator, Sequence

from msgspec import Struct, field

COLOURS = ("#b3261e", "#0d9bf0", "#538e57", "#e0b000", "#935d8c", "#ce7716", "#302521", "#002e89")
COASTS = ("nc", "ec", "sc", "wc")
FRAME = [0, 0, 1600, 1200]


class Place(Struct):
    """A province; here ids are in lower case."""

    id: str
    name: str
    is_water: bool = False
    has_centre: bool = False
    home: str = ""
    aliases: tuple[str, ...] = ()
    coasts: tuple[str, ...] = ()
    convoys: bool = False


class ImportedUnit(Struct, frozen=True):
    power: str
    kind: str
    at: str


class ImportedMap(Struct):
    """The facts of a map. A step leads from a place ("bul", or "bul/ec" for fleets) to another, not back."""

    title: str
    places: dict[str, Place]
    powers: dict[str, str]  # each with its adjective, "" for none
    units: list[ImportedUnit]
    armies: set[tuple[str, str]]
    fleets: set[tuple[str, str]]
    wins: int = 0
    builds: str = "home centres"
    year: int = 1901
    impassable: dict[str, list[str]] = field(default_factory=dict)  # with the provinces around it


def written(the_map: ImportedMap, key: str) -> str:
    """Return the map as a `board.toml` for the game *key*."""
    return "\n".join(
        [*_head(the_map, key), "", *_provinces(the_map), "", *_borders(the_map), "", *_start(the_map), ""]
    )


def one_sided(the_map: ImportedMap) -> list[str]:
    """Return a sentence for each border that leads one way, which is often a mistake in the imported file."""
    found = {(_id(the_map, one), _id(the_map, other)) for one, other in _one_way(the_map)}
    return [f"{one} to {other} leads one way only, as in the file." for one, other in sorted(found)]


def _head(the_map: ImportedMap, key: str) -> Iterator[str]:
    colours = {power: COLOURS[place % len(COLOURS)] for place, power in enumerate(the_map.powers)}
    centres = sum(place.has_centre for place in the_map.places.values())
    yield f"board.name = {_text(the_map.title)}"
    yield 'board.geometry = "board.geojson"'
    yield f"board.frame = {FRAME}"
    yield f"board.powers = {_texts(tuple(the_map.powers))}"
    yield f"board.colours = {_table(colours)}"
    yield ""
    yield f"game.key = {_text(key)}"
    yield f"game.title = {_text(the_map.title)}"
    yield f"game.called = {_text(the_map.title)}"
    yield "game.credits = []  # who designed the map"
    yield f"game.picture = {_text(f'map of {the_map.title}')}"
    yield f"game.first_year = {the_map.year}"
    yield f"game.builds = {_text(the_map.builds)}"
    yield f"victory.centres = {the_map.wins or centres // 2 + 1}"
    words = {power: (word.lower(),) for power, word in the_map.powers.items() if word}
    if words:
        rows = ", ".join(f"{_key(power)} = {_texts(given)}" for power, given in words.items())
        yield f"adjectives = {{ {rows} }}"
    lands = {name: near for name, near in the_map.impassable.items() if len(near) > 1}
    if lands:
        yield "impassable = ["
        for name, near in lands.items():
            ids = _texts([_id(the_map, one) for one in near])
            yield f"    {{ name = {_text(name)}, between = {ids} }},"
        yield "]"


def _provinces(the_map: ImportedMap) -> Iterator[str]:
    yield "province = ["
    for place in sorted(the_map.places.values(), key=lambda one: one.id):
        row = [
            f"id = {_text(_id(the_map, place.id))}",
            f"name = {_text(place.name)}",
            f'kind = "{"sea" if place.is_water else "land"}"',
        ]
        row += [f"aliases = {_texts(place.aliases)}"] if place.aliases else []
        row += [f"coasts = {_texts(place.coasts)}"] if place.coasts else []
        row += ["centre = true"] if place.has_centre else []
        row += [f"home = {_text(place.home)}"] if place.home else []
        row += ["convoys = true"] if place.convoys else []
        yield f"    {{ {', '.join(row)} }},"
    yield "]"


def _borders(the_map: ImportedMap) -> Iterator[str]:
    yield "border = ["
    steps = the_map.armies | the_map.fleets
    for one, other in sorted(steps):
        is_back = (other, one) in steps
        both_know = _passes(the_map, (one, other)) == _passes(the_map, (other, one))
        if is_back and both_know and other < one:
            continue
        yield from _border(the_map, one, other, one_way=not (is_back and both_know))
    yield "]"


def _border(the_map: ImportedMap, one: str, other: str, *, one_way: bool) -> Iterator[str]:
    army, fleet = _passes(the_map, (one, other))
    waters = [the_map.places[end.partition("/")[0]].is_water for end in (one, other)]
    kind = "water" if all(waters) else "coast" if any(waters) else "land"
    ends = _texts((_id(the_map, one), _id(the_map, other)))
    more = ", one_way = true" if one_way else ""
    passes = f"army = {str(army).lower()}, fleet = {str(fleet).lower()}"
    yield f'    {{ between = {ends}, kind = "{kind}", {passes}{more} }},'


def _passes(the_map: ImportedMap, step: tuple[str, str]) -> tuple[bool, bool]:
    return step in the_map.armies, step in the_map.fleets


def _one_way(the_map: ImportedMap) -> Iterator[tuple[str, str]]:
    for steps in (the_map.armies, the_map.fleets):
        yield from ((one, other) for one, other in steps if (other, one) not in steps)


def _start(the_map: ImportedMap) -> Iterator[str]:
    yield "start = ["
    for unit in the_map.units:
        at = _id(the_map, unit.at)
        yield f'    {{ power = {_text(unit.power)}, unit = "{unit.kind}", at = {_text(at)} }},'
    yield "]"


def _id(the_map: ImportedMap, place: str) -> str:
    """Return the short name in the style of our maps: "Bul/ec" on land, "ADR" at sea."""
    id_, _, coast = place.partition("/")
    shown = id_.upper() if the_map.places[id_].is_water else id_.capitalize()
    return f"{shown}/{coast}" if coast else shown


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _texts(texts: Sequence[str]) -> str:
    return f"[{', '.join(map(_text, texts))}]"


def _table(pairs: dict[str, str]) -> str:
    return "{ " + ", ".join(f"{_key(name)} = {_text(value)}" for name, value in pairs.items()) + " }"


def _key(name: str) -> str:
    return name if name.isascii() and name.replace("_", "").isalnum() else _text(name)
