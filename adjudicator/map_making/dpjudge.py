"""Read the facts of a map file of the DPjudge.

A line is one of: `Full Name = abc alias`, `WATER|COAST|LAND ABC ABUTS ...`, `POWER (ADJECTIVE) HOMES`,
`UNOWNED CENTRES`, `A BUD` for a unit of the power above it, `BEGIN SPRING 1901 MOVEMENT`, `VICTORY 18`,
`RULE BUILD_ANY`, `SHUT ABC` for impassable land, `MAP OTHER.MAP` to include a file in the same folder,
`UNPLAYED POWER` for a power of that file that does not play, `DUMMY` below a power whose units are neutral. A
neighbour in lower case is one for armies only; so is a province with several coasts if no coast is given.
"""

from collections.abc import Sequence
from pathlib import Path

from adjudicator.core.board import NEUTRAL
from adjudicator.map_making.imported import ImportedMap, ImportedUnit, Place

LARGEST = 1_000_000  # bytes of a file
DEEPEST = 3  # files that include each other
MOST_FILES = 10  # read in all
KINDS = ("WATER", "COAST", "LAND", "PORT")
BUILDS_ON = ("MAP", "USE", "USES")
RULES = ("VICTORY", "BEGIN", "RULE", "RULES")
NO_RULE = "{} is not read here; write what it does into the board by hand"
UNOWNED = ("UNOWNED", "NEUTRAL", "CENTERS", "CENTRES")
NOT_READ = (
    "RENAME",
    "FLOW",
    "PHASE",
    "DUMMY",
    "DUMMIES",
    "DROP",
    "AMEND",
)


def read(file: Path) -> ImportedMap:
    """Parse a map file. Raises ValueError, which quotes the line that is not understood."""
    reader = _Reader(file.stem.replace("_", " ").title())
    _read_into(reader, file, DEEPEST)
    return reader.finished()


def _read_into(reader: "_Reader", file: Path, depth: int) -> None:
    reader.files += 1
    if reader.files > MOST_FILES:
        raise ValueError(f"{file.name}: more than {MOST_FILES} files are included; write them into one")
    if not file.is_file() or file.stat().st_size > LARGEST or not depth:
        raise ValueError(f"{file.name}: not beside the other file, or larger than any map")
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        text = line.partition("#")[0].strip()
        first, _, other = text.partition(" ")
        if first.upper() in BUILDS_ON:
            name = Path(other.strip()).name
            _read_into(reader, file.with_name(name if "." in name else f"{name}.map"), depth - 1)
            continue
        try:
            reader.take(text)
        except (ValueError, IndexError) as fault:
            raise ValueError(f"{file.name}, line {number}: {fault}: {text}") from None


def _title(power: str) -> str:
    return power.replace("_", " ").title()


class _Reader:
    """Parses the lines one by one."""

    def __init__(self, title: str) -> None:
        self.map = ImportedMap(title, {}, {}, [], set(), set())
        self.files = 0
        self._power = ""
        self._names: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._near: list[tuple[str, str, list[str]]] = []
        self._homes: list[tuple[str, Sequence[str]]] = []
        self._shut: dict[str, list[str]] = {}  # each with its neighbours

    def take(self, text: str) -> None:
        words = text.split()
        if not words:
            return
        first = words[0].upper()
        if "=" in text:
            self._take_name(text)
        elif first in KINDS:
            self._take_neighbours(first, words[1:])
        elif first in RULES:
            self._take_rule(first, words)
        elif first in ("A", "F") and len(words) == 2:
            self.map.units.append(ImportedUnit(self._power, first, words[1].lower()))
        elif first == "UNPLAYED":
            self._drop_powers(text.partition(" ")[2])
        elif first == "SHUT":
            self._shut[words[1].lower()] = words[2:]
        elif text.upper() == "DUMMY":
            self._make_neutral()
        elif first in NOT_READ:
            raise ValueError(NO_RULE.format(first))
        else:
            self._take_power(first, words[1:])

    def _take_rule(self, first: str, words: Sequence[str]) -> None:
        if first == "VICTORY":
            self.map.wins = int(words[1])
        elif first == "BEGIN":
            years = [int(word) for word in words if word.isdecimal()]
            if not years:
                raise ValueError("write a year, such as BEGIN SPRING 1901 MOVEMENT")
            self.map.year = years[0]
        elif words[1:] == ["BUILD_ANY"]:
            self.map.builds = "anywhere"
        else:
            raise ValueError(NO_RULE.format(first))

    def _make_neutral(self) -> None:
        """Make the power above the line neutral: its units hold, and nobody owns its centres."""
        self.map.powers.pop(self._power, None)
        self._homes = [("" if power == self._power else power, homes) for power, homes in self._homes]
        self._power = NEUTRAL

    def _drop_powers(self, named: str) -> None:
        """Remove the named powers from the game, by default all; nobody owns their home centres."""
        gone = {_title(one.strip()) for one in named.split(",")} if named.strip() else set(self.map.powers)
        for power in gone:
            self.map.powers.pop(power, None)
        self.map.units = [unit for unit in self.map.units if unit.power not in gone]
        self._homes = [("" if power in gone else power, homes) for power, homes in self._homes]

    def _take_name(self, text: str) -> None:
        name, _, short = text.partition("=")
        id_, *aliases = short.replace("+", " + ").replace(" + ", "+").split()
        others = tuple(one.rstrip("?").replace("+", " ") for one in aliases)
        given = tuple(one for one in others if one.casefold() != name.strip().casefold())
        self._names[id_.lower()] = (name.strip(), given)

    def _take_neighbours(self, kind: str, words: Sequence[str]) -> None:
        near = list(words[2:] if words[1:2] and words[1].upper() == "ABUTS" else words[1:])
        self._near.append((kind, words[0], near))

    def _take_power(self, first: str, words: Sequence[str]) -> None:
        adjective = words[0].strip("()").partition(":")[0] if words and words[0].startswith("(") else ""
        homes = words[1:] if words and words[0].startswith("(") else words
        self._power = "" if first in UNOWNED else _title(first)
        if self._power:
            self.map.powers[self._power] = adjective
        self._homes.append((self._power, homes))

    def finished(self) -> ImportedMap:
        for kind, where, _ in self._near:
            self._add_place(kind, where)
        for power, homes in self._homes:
            for home in homes:
                place = self._known(home)
                place.has_centre, place.home = True, power
        for kind, where, near in self._near:
            for other in (one for one in near if one.lower() not in self._shut):
                self._add_steps(kind, where, other)
        for unit in self.map.units:
            self._known(unit.at)
        for land, near in self._shut.items():
            name, _ = self._names.get(land, (land.capitalize(), ()))
            around = [self._known(one).id for one in near if one.upper() != "ABUTS"]
            self.map.impassable[name] = list(dict.fromkeys(around))
        return self.map

    def _add_place(self, kind: str, where: str) -> None:
        id_, _, coast = where.lower().partition("/")
        name, aliases = self._names.get(id_, (id_.capitalize(), ()))
        place = self.map.places.setdefault(id_, Place(id_, name, kind == "WATER", aliases=aliases))
        place.coasts += (coast,) if coast and coast not in place.coasts else ()

    def _add_steps(self, kind: str, where: str, other: str) -> None:
        here, there = self._known(where), self._known(other)
        by_coast = "/" in where or "/" in other
        if not here.is_water and not there.is_water and "/" not in where:
            self.map.armies.add((here.id, there.id))
        is_for_fleets = not other.islower() and not where.islower() and kind != "LAND"
        if is_for_fleets and self._takes_fleets(there) and (by_coast or not (here.coasts or there.coasts)):
            self.map.fleets.add((where.lower(), other.lower()))

    def _takes_fleets(self, place: Place) -> bool:
        return all(kind != "LAND" for kind, where, _ in self._near if where.lower() == place.id)

    def _known(self, place: str) -> Place:
        id_ = place.lower().partition("/")[0]
        if id_ not in self.map.places:
            raise ValueError(f'"{place}" has no line of neighbours (WATER, COAST or LAND)')
        return self.map.places[id_]
