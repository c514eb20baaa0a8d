"""Retreats, builds and removals for headline and lead: "the Elves raise two armies".

They contain only public results.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import UnionType
from typing import NamedTuple

from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import Speech, brief, capital, spelled, with_article
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.resolve.record import Result
from adjudicator.middle_earth.sentences import form, say

LATER: Sequence[tuple[type, str]] = (
    (act.Build, form("raises")),
    (act.Remove, form("disbands")),
    (act.Disband, form("disbands")),
)
THINGS: Mapping[str, str] = {"F": "fleet", "P": "pirate", "C": "cavalry unit"}  # by kind; others are armies
PLURAL: Mapping[str, str] = {
    "army": "armies",
    "cavalry unit": "cavalry units",
    "fleet": "fleets",
    "pirate": "pirates",
    "unit": "units",
}
NAMED_AT_MOST = 2  # powers in a headline


def of_later(results: Sequence[Result], speech: Speech) -> str:
    """Return the headline of retreats, builds and removals."""
    flights = [row for row in results if _is_done(row, act.Retreat)]
    if flights:
        place_left = place(flights[0], speech)
        return speech.sentence(form("falls_back"), power=flights[0].power, places=place_left)
    told = [
        _mustered(results, act.Build, RAISING, speech),
        _mustered(results, act.Remove | act.Disband, DISBANDING, speech),
    ]
    return capital(brief(told))


class Mustering(NamedTuple):
    """The headlines of raising or of disbanding: by one power, by two with equal numbers, by more."""

    one: str
    each: str
    many: str


RAISING = Mustering(form("raises"), form("raise_each"), form("powers_raise"))
DISBANDING = Mustering(form("disbands"), form("disband_each"), form("powers_disband"))


def _mustered(results: Sequence[Result], kind: type | UnionType, wording: Mustering, speech: Speech) -> str:
    """Say which power raised or disbanded most: "the Elves raise two armies"."""
    rows = [row for row in results if _is_done(row, kind)]
    counted = Counter(row.power for row in rows)
    if not counted:
        return ""
    most = max(counted.values())
    first = [power for power, number in counted.items() if number == most]
    if len(first) > NAMED_AT_MOST:
        return wording.many.format(number=spelled(len(counted)), units=PLURAL[_in_common(rows)])
    what = _so_much([row for row in rows if row.power in first], most)
    if len(first) > 1:
        return wording.each.format(powers=listed(map(speech.named, first), "and"), units=what)
    return speech.clause(wording.one, power=first[0], units=what)


def _so_much(rows: Sequence[Result], number: int) -> str:
    """Return "an army", "two fleets"; for several kinds, "two units"."""
    thing = _in_common(rows)
    return with_article(thing) if number == 1 else f"{spelled(number)} {PLURAL[thing]}"


def _in_common(rows: Sequence[Result]) -> str:
    things = {_thing(row) for row in rows}
    return things.pop() if len(things) == 1 else "unit"


def _thing(row: Result) -> str:
    unit = getattr(row.order, "unit", None)
    return THINGS.get(unit.kind, "army") if isinstance(unit, act.Unit) else "army"


def later(results: Sequence[Result], speech: Speech) -> Iterator[str]:
    """Describe retreats, builds and removals."""
    for power, there in _by_power_and_kind(results, act.Retreat, speech).items():
        places = [place for kind in there.values() for place in kind]
        yield f"{speech.sentence(form('falls_back'), power=power, places=_places(places))}."
    for kind, wording in LATER:
        for power, things in _by_power_and_kind(results, kind, speech).items():
            what = [
                say(
                    "units_in",
                    units=with_article(thing) if len(places) == 1 else PLURAL[thing],
                    places=_places(places),
                )
                for thing, places in things.items()
            ]
            yield f"{speech.sentence(wording, power=power, units=listed(what, 'and'))}."


def _by_power_and_kind(
    results: Sequence[Result], kind: type, speech: Speech
) -> dict[str, dict[str, list[str]]]:
    """Return the places by power and kind of unit."""
    found: dict[str, dict[str, list[str]]] = {}
    for row in results:
        if _is_done(row, kind):
            there = found.setdefault(row.power, {}).setdefault(_thing(row), [])
            there.append(speech.named(place(row, speech)))
    return found


def _places(places: Sequence[str]) -> str:
    return listed(dict.fromkeys(places), "and")


def _is_done(row: Result, kind: type | UnionType) -> bool:
    """Return whether it was done; a unit that disbands in a retreat phase is destroyed."""
    done = "destroyed" if isinstance(row.order, act.Disband) else "succeeds"
    return row.public and isinstance(row.order, kind) and row.outcome.word == done


def place(row: Result, speech: Speech) -> str:
    """Return the board's name of the place of an order's unit."""
    unit = getattr(row.order, "unit", None)
    return speech.places.get(unit.place, unit.place) if isinstance(unit, act.Unit) else say("its_place")
