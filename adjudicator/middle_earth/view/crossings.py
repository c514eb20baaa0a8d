"""Where pieces go that armies cannot reach, for look-ups: over mountains, through marshes."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from adjudicator.core.atlas import PlaceEntry
from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import Speech
from adjudicator.middle_earth.language.orders import Place
from adjudicator.middle_earth.resolve.pieces import NAMES

Steps = Callable[[str, Place], Collection[Place]]


def with_crossings(
    atlas: Iterable[PlaceEntry], kinds: Sequence[str], steps: Steps, speech: Speech
) -> tuple[PlaceEntry, ...]:
    """Return the places with the steps over land that only these *kinds* of pieces may take."""
    entries = tuple(atlas)
    land = {entry.short for entry in entries if entry.kind == "land"}
    return tuple(
        replace(entry, by_others=tuple(_others(entry, land, kinds, steps, speech)))
        if entry.short in land
        else entry
        for entry in entries
    )


def _others(
    entry: PlaceEntry, land: Collection[Place], kinds: Sequence[str], steps: Steps, speech: Speech
) -> Iterator[tuple[str, tuple[Place, ...]]]:
    """Yield who goes where else; those who go to the same places are named together."""
    found: dict[tuple[Place, ...], list[str]] = {}
    for kind in (kind for kind in kinds if _can_be_in(entry.short, kind, land, steps)):
        near = sorted((place for place in steps(kind, entry.short) if place in land), key=str.casefold)
        if also := tuple(place for place in near if place not in entry.by_land):
            found.setdefault(also, []).append(_called(kind, speech))
    yield from ((listed(who, "and"), also) for also, who in found.items())


def _can_be_in(here: Place, kind: str, land: Collection[Place], steps: Steps) -> bool:
    """Return whether a step of the piece ends *here*: what cannot enter Erech does not leave it either."""
    return any(here in steps(kind, place) for place in land)


def _called(kind: str, speech: Speech) -> str:
    name = NAMES.get(kind, kind)
    return f"the {name}" if name in speech.a else speech.named(name)
