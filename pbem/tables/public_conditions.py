"""Conditions in orders for a later phase: "IF A Mun is dislodged THEN A Mun R Boh ELSE ...".

They are evaluated with public facts only: the position (who holds which centre, which units are where) and
the orders of the turns since the last movement. Nothing hidden can decide them; a condition that public facts
cannot decide is refused.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from adjudicator.core.game import Card, Facts, Power
from adjudicator.core.language.conditions import Asked, Conditional, bare, readings
from adjudicator.core.language.words import Names, Unreadable, key
from pbem.core.sentences import Unusable, sentence

_OURS = {"i", "we", "mine", "ours", "myown", "myself", "us", "me"}


class PublicResult(Struct, frozen=True):
    """What everybody knows.

    *position* holds the public facts of the position, *turns* those of the turns since the last movement, the
    latest first.
    """

    position: Facts
    turns: Sequence[Facts]


class Judge(Struct, frozen=True):
    """Evaluates the conditions of one power."""

    card: Card
    power: Power

    def check(self, conditional: Conditional) -> None:
        """Raise Unusable unless each condition can be evaluated."""
        for words in conditional.conditions:
            self._understood(words)

    def chosen(self, conditional: Conditional, result: PublicResult) -> str:
        """Return the order that counts, "" for none: a condition that cannot be evaluated does not hold."""
        try:
            return conditional.otherwise if self.unmet(conditional, result) else conditional.order
        except Unusable:  # a line stored by an earlier version
            return ""

    def unmet(self, conditional: Conditional, result: PublicResult) -> str:
        """Return the first condition that does not hold, "" if all do. Raises Unusable."""
        return next((bare(words) for words in conditional.conditions if not self._holds(words, result)), "")

    def _holds(self, words: str, result: PublicResult) -> bool:
        asked = self._understood(words)
        parts = asked.parts
        match asked.kind:
            case "free":
                is_so = self._is_occupied(parts["place"], result) == (parts["how"].lower() == "occupied")
            case "owned" | "owns":
                is_so = self._owns(parts["who"], parts["place"], result)
            case _:
                is_so = self._outcome(parts["unit"], result) in _OUTCOMES[asked.kind]
        return is_so != asked.is_denied

    def _understood(self, words: str) -> Asked:
        known = (asked for asked in readings(words) if self._names_all(asked))
        asked = next(known, None)
        if asked is None:
            raise Unusable(sentence("conditions", "not_understood", condition=bare(words)))
        return asked

    def _names_all(self, asked: Asked) -> bool:
        parts = asked.parts
        if "unit" in parts:
            return self._place_of_unit(parts["unit"]) != ""
        is_place = self._place(parts["place"]) != ""
        return is_place and (asked.kind == "free" or self._power(parts["who"]) != "")

    # --- names ---------------------------------------------------------------------------------------------

    def _place(self, words: str) -> str:
        try:
            return _names(self.card).find(words.strip())
        except Unreadable:
            return ""

    def _place_of_unit(self, words: str) -> str:
        """Return the place in "A Mun" or "the army in Munich": what is left without the words for units."""
        given = words.split()
        for start in range(min(4, len(given))):
            place = self._place(" ".join(given[start:]))
            if place:
                return place
        return ""

    def _power(self, words: str) -> Power:
        wanted = key(words)
        if wanted in _OURS:
            return self.power
        return next((power for power in self.card.seats if wanted == key(power)), "")

    # --- facts ---------------------------------------------------------------------------------------------

    def _owns(self, who: str, place: str, result: PublicResult) -> bool:
        """Return whether a power has a centre, or a unit in a place that is not a centre."""
        power, wanted = self._power(who), self._place(place)
        control = result.position.get("state", {}).get("control")
        if isinstance(control, Mapping) and all(isinstance(owner, str) for owner in control.values()):
            return any(self._place(one) == wanted for one, owner in control.items() if owner == power)
        owners = {name: [self._place(one) for one in own] for name, own in _by_power(result, "centres")}
        if any(wanted in own for own in owners.values()) or wanted in self.card.centres:
            return wanted in owners.get(power, ())
        units = dict(_by_power(result, "units"))
        return any(self._place_of_unit(_without_coast(unit)) == wanted for unit in units.get(power, ()))

    def _is_occupied(self, place: str, result: PublicResult) -> bool:
        wanted = self._place(place)
        units = (unit for _, own in _by_power(result, "units") for unit in own)
        return any(self._place_of_unit(_without_coast(unit)) == wanted for unit in units)

    def _outcome(self, unit: str, result: PublicResult) -> str:
        """Return the outcome of the unit's latest order, "" for none."""
        wanted = self._place_of_unit(unit)
        for turn in result.turns:
            for row in turn.get("orders", ()):
                if self._begins_with(row.get("order", ""), wanted):
                    return str(row["outcome"])
        return ""

    def _begins_with(self, order: str, place: str) -> bool:
        """Return whether an order ("Army Munich moves to Tyrolia") is that of the unit in *place*."""
        words = order.split()
        name = self.card.places[place][0].split()
        return any(words[start : start + len(name)] == name for start in (1, 2, 3))


_OUTCOMES: Mapping[str, tuple[str, ...]] = {
    "dislodged": ("dislodged", "destroyed"),
    "fails": ("fails",),
    "succeeds": ("succeeds",),
}


def _without_coast(unit: str) -> str:
    """Return a unit of the facts without the coast: "F Stp/sc"."""
    return unit.partition("/")[0]


def _by_power(result: PublicResult, what: str) -> Iterator[tuple[Power, Sequence[str]]]:
    found: Any = result.position.get(what, {})
    yield from found.items()


def _names(card: Card) -> Names:
    if card.key not in _NAMES:
        _NAMES[card.key] = Names(card.places, "place")
    return _NAMES[card.key]


_NAMES: dict[str, Names] = {}
