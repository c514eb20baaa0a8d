"""Find the unit or province that a player's words mean in a position.

Raises Unreadable for an unknown name, and NotAllowed with a remedy for a unit that is not there.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from adjudicator.core.board import Province
from adjudicator.core.language.near_orders import LawfulOrders
from adjudicator.core.language.words import Names, NotAllowed, key, listed
from adjudicator.core.position import Place, Position, Unit
from adjudicator.standard.language.grammar import WrittenUnit
from adjudicator.standard.language.orders import Order
from adjudicator.standard.language.word_names import has_hard_name, spelling
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.sentences import say
from adjudicator.standard.view.choices import choices
from adjudicator.standard.view.sight import hidden
from adjudicator.standard.view.wording import sentence, short_unit, spoken_place, unit_name

LONGEST_PART = 40  # least letters of a name before its hyphen
_WORD, _LAST_WORD = re.compile(r"[^\W\d_]+"), re.compile(r"[^\W\d_]+\Z")


class Language(NamedTuple):
    """The possible meanings of words on a board."""

    names: Names
    waters: frozenset[str]
    inland: frozenset[str]
    powers: Mapping[str, str]  # as headings name them, by `key`


@cache
def language(board: Tables) -> Language:
    provinces = board.map.provinces.values()
    named = {power: (power, *board.facts.other_names.get(power, ())) for power in board.map.powers}
    return Language(
        names=Names({province.id: _spellings(province) for province in provinces}),
        waters=frozenset(province.id for province in provinces if province.is_water),
        inland=frozenset(province.id for province in provinces if not _has_shore(board, province)),
        powers={
            **_short_powers(board),
            **{key(name): power for power, names in named.items() for name in names},
        },
    )


def _spellings(province: Province) -> tuple[str, ...]:
    """Return its names, with one for those that are words of orders."""
    apart = (spelling(province),) if has_hard_name(province) else ()
    return (province.name, *province.aliases, *apart)


def _short_powers(board: Tables) -> dict[str, str]:
    """Return the unambiguous adjectives and abbreviations of the powers."""
    short: dict[str, set[str]] = {}
    for power in board.map.powers:
        for name in (power, *board.facts.other_names.get(power, ()), *board.facts.adjectives.get(power, ())):
            for length in (1, 3, len(name)):
                short.setdefault(key(name[:length]), set()).add(power)
    return {name: powers.pop() for name, powers in short.items() if len(powers) == 1}


def _has_shore(board: Tables, province: Province) -> bool:
    places = (province.id, *(f"{province.id}/{coast}" for coast in province.coasts))
    return province.is_water or any(board.map.fleet_neighbours[place] for place in places)


@lru_cache(maxsize=4096)
def province_of(place: Place) -> str:
    return place.partition("/")[0]


NOWHERE = frozenset[str]()


class Ground:
    """The position, for one power's orders in one phase."""

    def __init__(self, board: Tables, position: Position, power: str) -> None:
        self.board = board
        self.language = language(board)
        self.position = position
        self.power = power
        self.standing = {province_of(unit.place): unit for unit in position.units}
        self.beaten = {province_of(row.unit.place): row for row in position.dislodged}
        self.hidden = hidden(board, position, power)  # provinces in fog, where any unit may stand
        self.to_suggest = LawfulOrders(lambda: self.choices)
        convoying = self.language.waters | board.facts.islands
        self.fleets = frozenset(
            place for place, unit in self.standing.items() if place in convoying and unit.kind == "F"
        ) | (convoying & self.hidden)

    @cached_property
    def choices(self) -> list[str]:
        """Return all legal orders of the power in one list."""
        return [
            order for orders in choices(self.board, self.position, self.power).values() for order in orders
        ]

    def unit(self, unit: Unit) -> str:
        """Return a unit in full: "Army Paris"."""
        return unit_name(self.board, unit)

    def place(self, place: Place) -> str:
        """Return a place in full: "Paris"."""
        return spoken_place(self.board, place)

    def sentence(self, order: Order) -> str:
        """Return an order in full words."""
        return sentence(self.board, order)

    def may_hold_a_unit(self, province: str) -> bool:
        """Return whether a unit stands there, or may stand there in fog."""
        return province in self.standing or province in self.hidden

    def unseen(self, kind: str, province: str) -> Unit | None:
        """Return the unit that the power may mean in fog, if *province* lies in it."""
        if province not in self.hidden:
            return None
        return Unit("", kind or ("F" if province in self.language.waters else "A"), province)

    def to_order(self) -> tuple[Unit, ...]:
        """Return the units of the power that need an order in a movement or retreat phase."""
        return self._to_order

    @cached_property
    def own(self) -> Mapping[str, Unit]:
        """Return the same by their provinces."""
        return {province_of(unit.place): unit for unit in self._to_order}

    @cached_property
    def _to_order(self) -> tuple[Unit, ...]:
        if self.position.phase == "retreat":
            return tuple(row.unit for row in self.position.dislodged if row.unit.power == self.power)
        return tuple(unit for unit in self.position.units if unit.power == self.power)

    @cached_property
    def _touched(self) -> Mapping[str, frozenset[str]]:
        """Return the provinces that each fleet reaches that may convoy, by the place of the fleet."""
        return {sea: within_reach(self.board, "F", sea) for sea in self.fleets}

    def convoyable(self, origin: str, without: str = "") -> frozenset[str]:
        """Return where the fleets at sea, except that in *without*, could convoy an army in *origin*."""
        waiting = [sea for sea, near in self._touched.items() if origin in near and sea != without]
        if not waiting:
            return NOWHERE
        left = self.fleets.difference(waiting, (without,))
        touched: set[str] = set()
        while waiting:
            near = self._touched[waiting.pop()]
            touched |= near
            found = left & near
            left -= found
            waiting += found
        return frozenset(touched - self.language.waters - {origin})


@cache
def within_reach(board: Tables, kind: str, place: Place) -> frozenset[str]:
    """Return the provinces that a unit of *kind* in *place* can reach, without coasts."""
    if kind == "A":
        return frozenset(board.map.army_neighbours[province_of(place)])
    return frozenset(province_of(near) for near in board.map.fleet_neighbours[place])


def find(ground: Ground, words: str, fits: Callable[[str], bool] | None = None) -> tuple[str, str]:
    """Return the province that *words* mean, and the coast ("" if none): ("Stp", "nc")."""
    name, _, coast = words.partition("/")
    return ground.language.names.find(name, fits), coast


def own_unit(written: WrittenUnit, ground: Ground) -> Unit:
    """Return the power's own unit that is meant. A wrong coast does not matter (datc 6.B.10)."""
    own = ground.own
    province, _ = find(ground, written.place, own.__contains__)
    unit = own.get(province)
    if unit is None:
        raise NotAllowed(_not_yours(written.kind, province, ground), _yours(own.values()))
    if written.kind and written.kind != unit.kind:
        where = spoken_place(ground.board, province)
        reason = (
            say("your_fleet_stands_there", place=where)
            if unit.kind == "F"
            else say("your_army_stands_there", place=where)
        )
        raise NotAllowed(reason, say("write", orders=short_unit(unit)))
    return unit


def _not_yours(kind: str, province: str, ground: Ground) -> str:
    other = ground.standing.get(province)
    where = spoken_place(ground.board, province)
    if ground.position.phase == "retreat":
        return say("not_dislodged", place=where)
    if other is not None:
        return say("belongs_to", unit=unit_name(ground.board, other), power=other.power)
    match kind:
        case "A":
            return say("no_army_of_yours", place=where)
        case "F":
            return say("no_fleet_of_yours", place=where)
        case _:
            return say("no_unit_of_yours", place=where)


def _yours(own: Iterable[Unit]) -> str:
    names = [short_unit(unit) for unit in own]
    return say("yours_to_order", units=", ".join(names)) if names else ""


def any_unit(written: WrittenUnit, ground: Ground) -> Unit:
    """Return the unit that is meant, of any power."""
    province, _ = find(ground, written.place, ground.may_hold_a_unit)
    unit = ground.standing.get(province) or ground.unseen(written.kind, province)
    if unit is None:
        where = spoken_place(ground.board, province)
        raise NotAllowed(say("nobody_there", place=where), say("name_where_it_stands"))
    if written.kind and written.kind != unit.kind:
        where = spoken_place(ground.board, province)
        reason = (
            say("fleet_stands_there", place=where)
            if unit.kind == "F"
            else say("army_stands_there", place=where)
        )
        raise NotAllowed(reason, say("write", orders=short_unit(unit)))
    return unit


def coast_for(board: Tables, unit: Unit, province: str, coast: str) -> Place:
    """Return the place in *province* that an adjacent fleet enters: standard 3.4."""
    open_to = [place for place in board.map.fleet_neighbours[unit.place] if province_of(place) == province]
    wanted = f"{province}/{coast}"
    if wanted in open_to:
        return wanted
    if coast and board.map.provinces[province].coasts:
        raise NotAllowed(
            say("cannot_reach_coast", unit=unit_name(board, unit), coast=_coast_name(board, wanted)),
            say("write", orders=listed(open_to)),
        )
    if len(open_to) > 1:
        where = spoken_place(board, province)
        reason = say("several_coasts", unit=unit_name(board, unit), place=where)
        raise NotAllowed(reason, say("write", orders=listed(open_to)))
    return open_to[0]


def _coast_name(board: Tables, place: Place) -> str:
    province, _, coast = place.partition("/")
    if coast in board.map.provinces[province].coasts:
        return spoken_place(board, place)
    return say("such_a_coast", place=place)


def joined(text: str, names: Names) -> str:
    """Return *text* without the hyphens inside names, so that "F Bre-Mid-Atlantic" has one dash.

    A hyphen between two whole names is a dash: "Swe-Den" is not Sweden.
    """
    first, *others = text.split("-")
    together = [first]
    for left, right in pairwise((first, *others)):
        before, behind = _LAST_WORD.search(left[-LONGEST_PART:]), _WORD.match(right)
        is_name = before and behind and _is_one_name(before[0], behind[0], names)
        together += [right] if is_name else ["-", right]
    return "".join(together)


def _is_one_name(before: str, behind: str, names: Names) -> bool:
    are_two = names.is_name(before) and names.is_name(behind)
    return bool(names.meant(before + behind)) and not are_two
