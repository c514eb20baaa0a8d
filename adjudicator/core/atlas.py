"""The places of a board for look-ups: names, what is there, and neighbours."""

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.core.board import Board


class PlaceEntry(Struct, frozen=True):
    """One place. *short* is its short name in orders; neighbours are named by theirs.

    *home* is the power whose home it is, "" for none; *home_of* is the same inside a sentence, "the Elves".
    *centre_word* is what the game calls a centre, "" for a supply centre. *fortress* is its strength, 0 for
    none. Armies go to *by_land*, fleets to *by_water*; a neighbour on one of whose coasts a fleet lands is
    written "Spa/sc". For a place with several coasts *by_coast* has where fleets go from each: ("Stp/nc",
    ("BAR", "Nwy")). If all units go to the same places, these are *next_to*. *about* describes what is there.
    For a position that a reader may know: *holder* has the place, and *standing* names each group of units.
    *by_others* has who goes also where armies do not: ("Gandalf and Aragorn", ("Dru",)).
    *region* is the part of the board that it lies in, by its name, and *region_short* how orders call that.
    *spoken* is the name inside a sentence if it differs, "the Iron Hills".
    """

    short: str
    name: str
    kind: str
    by_land: tuple[str, ...]
    by_water: tuple[str, ...] = ()
    by_coast: tuple[tuple[str, tuple[str, ...]], ...] = ()
    is_centre: bool = False
    centre_word: str = ""
    home: str = ""
    home_of: str = ""
    fortress: int = 0
    has_garrison: bool = False
    other_names: tuple[str, ...] = ()
    next_to: tuple[str, ...] = ()
    about: str = ""
    holder: str = ""
    standing: tuple[str, ...] = ()
    by_others: tuple[tuple[str, tuple[str, ...]], ...] = ()
    region: str = ""
    region_short: str = ""
    spoken: str = ""

    @property
    def in_a_sentence(self) -> str:
        return self.spoken or self.name


class PlaceSet(Struct, frozen=True):
    """Places that the rules name together, for PLACES and one of *names*: "ring".

    *title* is above the list, *about* below it, and *about_one* is what WHERE says of each place in it.
    *ruled_out* is what `Remembered` facts about places that a reader has ruled out are about, *about_other*
    what WHERE says of such a place. When those facts are closed, the answer is what is remembered about
    *found*.
    """

    names: tuple[str, ...]
    title: str
    about: str
    about_one: str
    places: tuple[str, ...]
    ruled_out: str = ""
    about_other: str = ""
    found: str = ""


def of_board(board: Board) -> tuple[PlaceEntry, ...]:
    """Return every province of *board*, sorted by short name."""
    found, speech = [], board.extra.get("speech", {})
    with_the = {*speech.get("the", ()), *speech.get("many", ())}
    for province in sorted(board.provinces.values(), key=lambda one: one.id.casefold()):
        coasts = [f"{province.id}/{coast}" for coast in province.coasts]
        by_water = [
            near for place in (province.id, *coasts) for near in board.fleet_neighbours.get(place, ())
        ]
        home = province.home or ""
        found.append(
            PlaceEntry(
                short=province.id,
                name=province.name,
                spoken=f"the {province.name.removeprefix('The ')}" if province.name in with_the else "",
                kind=province.kind,
                by_land=tuple(board.army_neighbours.get(province.id, ())),
                by_water=_once(by_water),
                by_coast=tuple((coast, board.fleet_neighbours[coast]) for coast in coasts),
                is_centre=province.centre,
                home=home,
                home_of=f"the {home}" if home in with_the else home,
                fortress=province.fortress,
                has_garrison=province.garrison,
                other_names=province.aliases,
            )
        )
    return tuple(found)


def _once(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
