"""Read the facts of a variant of jDip: `variants.xml`, and the file of neighbours that it names."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

from adjudicator.core.board import NEUTRAL
from adjudicator.map_making.imported import COASTS, ImportedMap, ImportedUnit, Place

LARGEST = 2_000_000  # bytes of a file
HOME = "VALUE_BUILDS_HOME_ONLY"
BUILDS = {HOME: "home centres", "VALUE_BUILDS_ANY_OWNED": "anywhere"}
Steps = set[tuple[str, str]]


def read(file: Path, wanted: str = "") -> ImportedMap:
    """Return the variant *wanted*, or the first one if it is "". Raises ValueError."""
    variant = _variant(_root(file), wanted)
    where = variant.find("MAP")
    uri = where.get("adjacencyURI", "") if where is not None else ""
    if not uri:
        raise ValueError("the variant names no file of neighbours: <MAP adjacencyURI=...>")
    powers = [one for one in variant.iter("POWER") if one.get("active", "true") == "true"]
    names = {one.get("name", "").casefold(): one.get("name", "") for one in powers}
    armies: Steps = set()
    fleets: Steps = set()
    places = _places(_root(file.parent / Path(uri).name), armies, fleets)
    _set_centres(variant, places, names)
    _set_waters(places, armies)
    return ImportedMap(
        title=variant.get("name", "Imported"),
        places=places,
        powers={one.get("name", ""): one.get("adjective", "") for one in powers},
        units=list(_units(variant, places, names)),
        armies=armies,
        fleets=fleets,
        wins=_wins(variant),
        builds=_builds(variant),
        year=_year(variant),
    )


def _root(file: Path) -> ET.Element:
    if file.stat().st_size > LARGEST:
        raise ValueError(f"{file.name}: larger than any map")
    text = file.read_text("utf-8")
    if "<!ENTITY" in text:
        raise ValueError(f"{file.name}: entities are not read")
    try:
        return ET.fromstring(text)  # noqa: S314  (the host's own file, without entities)
    except ET.ParseError as fault:
        raise ValueError(f"{file.name}: not XML: {fault}") from None


def _variant(root: ET.Element, wanted: str) -> ET.Element:
    found = {one.get("name", ""): one for one in root.iter("VARIANT")}
    if not found:
        raise ValueError("there is no <VARIANT> in the file")
    if wanted and wanted not in found:
        raise ValueError(f'no variant "{wanted}"; there are {", ".join(found)}')
    return found[wanted] if wanted else next(iter(found.values()))


def _places(root: ET.Element, armies: Steps, fleets: Steps) -> dict[str, Place]:
    places = {}
    for one in root.iter("PROVINCE"):
        id_ = one.get("shortname", "").lower()
        kinds = [near.get("type", "") for near in one.iter("ADJACENCY")]
        names = tuple(again.get("name", "") for again in one.iter("UNIQUENAME"))
        name = one.get("fullname", id_)
        aliases = tuple(again for again in names if again.casefold() not in (id_, name.casefold()))
        coasts = tuple(coast for coast in COASTS if coast in kinds)
        convoys = one.get("isConvoyableCoast") == "true"
        places[id_] = Place(id_, name, aliases=aliases, coasts=coasts, convoys=convoys)
        for near in one.iter("ADJACENCY"):
            refs = map(_place, near.get("refs", "").lower().split())
            if near.get("type") == "mv":
                armies.update((id_, ref.partition("/")[0]) for ref in refs)
            else:
                coast = near.get("type", "")
                fleets.update((f"{id_}/{coast}" if coast in COASTS else id_, ref) for ref in refs)
    return _known(places, armies, fleets)


def _place(ref: str) -> str:
    """Return "bul/sc" for "bul/sc", "bul-sc" and "bul(sc)"."""
    return ref.replace("(", "/").replace("-", "/").rstrip(")")


def _known(places: dict[str, Place], armies: Steps, fleets: Steps) -> dict[str, Place]:
    unknown = {end for step in armies | fleets for end in step if end.partition("/")[0] not in places}
    if unknown:
        raise ValueError(f"neighbours that are no provinces: {', '.join(sorted(unknown))}")
    return places


def _set_centres(variant: ET.Element, places: dict[str, Place], powers: dict[str, str]) -> None:
    for one in variant.iter("SUPPLYCENTER"):
        id_ = one.get("province", "").lower()
        if id_ not in places:
            raise ValueError(f'a supply centre in "{id_}", which is no province')
        places[id_].has_centre = True
        places[id_].home = powers.get(one.get("homepower", "").casefold(), "")


def _set_waters(places: dict[str, Place], armies: Steps) -> None:
    on_land = {end for step in armies for end in step}
    for place in places.values():
        place.is_water = not (place.id in on_land or place.has_centre or place.coasts or place.convoys)


def _units(variant: ET.Element, places: dict[str, Place], powers: dict[str, str]) -> Iterator[ImportedUnit]:
    """Yield the units at the start; those of a power that is not active are neutral."""
    idle = {one.get("name", "").casefold() for one in variant.iter("POWER")} - set(powers)
    for one in variant.iter("INITIALSTATE"):
        kind, id_ = one.get("unit", ""), one.get("province", "").lower()
        if not kind or id_ not in places:
            continue
        coast = one.get("unitcoast", "").lower()
        at = f"{id_}/{coast}" if coast in places[id_].coasts else id_
        named = one.get("power", "")
        power = NEUTRAL if named.casefold() in idle else powers.get(named.casefold(), named)
        yield ImportedUnit(power, kind[0].upper(), at)


def _builds(variant: ET.Element) -> str:
    """Return where units are built. Raises ValueError for a rule that the standard game does not have."""
    options = variant.iter("RULEOPTION")
    value = next((one.get("value", "") for one in options if one.get("name") == "OPTION_BUILDS"), HOME)
    if value not in BUILDS:
        raise ValueError(
            f"{value} is not supported; delete this option, and set game.builds after the import"
        )
    return BUILDS[value]


def _wins(variant: ET.Element) -> int:
    found = variant.find("VICTORYCONDITIONS/WINNING_SUPPLY_CENTERS")
    value = found.get("value", "") if found is not None else ""
    return int(value) if value.isdecimal() else 0


def _year(variant: ET.Element) -> int:
    found = variant.find("STARTINGTIME")
    words = found.get("turn", "").replace(",", " ").split() if found is not None else []
    return next((int(word) for word in words if word.isdecimal()), 1901)
