"""Find which powers touch each other, and which are off the board, for the house rule `press_reach`.

Two powers touch if there is a province that has, or is next to, a unit or centre of each: France and Germany
touch in Burgundy from the first turn on. If only adjacent provinces counted, only Austria and Italy would
touch. Only the facts that the game shows to the public count (`Game.show` with no reader), so a refusal
reveals nothing about hidden pieces, not even one's own.

In fog the public sees no unit and no centre. There powers touch as they do when a game on this map begins,
and the numbers of units and centres, which everybody knows, tell who has nothing left.
"""

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.core.atlas import PlaceEntry
from adjudicator.core.dice import ListedDice
from adjudicator.core.game import Facts, Game


def of(game: Game, position: str, power: str) -> Sequence[str] | None:
    """Return the powers that touch *power*; None if the game has no map of neighbours."""
    if not has_map(game):
        return None
    facts = game.show(position, None, None).facts
    if "totals" in facts:
        facts = game.show(game.start({}, ListedDice([])), None, None).facts
    near = _near(game.card.atlas)
    around = {
        one: {
            other for place in _places(game.card.atlas, facts, one) for other in (place, *near.get(place, ()))
        }
        for one in game.card.seats
    }
    return [one for one in game.card.seats if one != power and around[power] & around[one]]


def has_map(game: Game) -> bool:
    """Return whether the game has a map on which the rule can be in force."""
    return bool(game.card.atlas)


def is_eliminated(game: Game, position: str, power: str) -> bool:
    """Return whether the public sees no piece and no centre of *power*."""
    facts = game.show(position, None, None).facts
    if "totals" in facts:
        return not any(facts["totals"][power].values())
    return not _places(game.card.atlas, facts, power)


def _near(atlas: Iterable[PlaceEntry]) -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = {}
    for place in atlas:
        for other in (*place.by_land, *place.by_water):
            province = other.partition("/")[0]
            found.setdefault(place.short, set()).add(province)
            found.setdefault(province, set()).add(place.short)
    return found


def _places(atlas: Iterable[PlaceEntry], facts: Facts, power: str) -> set[str]:
    """Return the short names of the provinces where the public sees anything of *power*."""
    said = [*facts.get("units", {}).get(power, ()), *facts.get("centres", {}).get(power, ())]
    shorts = {name: place.short for place in atlas for name in (place.short, place.name)}
    return {short for one in said if (short := _place_in(one, shorts))}


def _place_in(said: str, shorts: Mapping[str, str]) -> str:
    """Return the place of a unit or centre as reports name it: "2A MTi", "F Stp/sc", "3 Armies Cologne"."""
    words = said.partition("/")[0].split()
    ends = (" ".join(words[start:]) for start in range(len(words)))
    return next((shorts[end] for end in ends if end in shorts), "")
