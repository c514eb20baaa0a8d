"""What is on the workbench while a turn is judged?  Units, orders and facts; then a State again.

The steps of `phases` change the field in order. Where a turn has to wait for a player, the field is put
away as `Unfinished` and taken up again.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from adjudicator.core.dice import Dice
from adjudicator.core.position import Unit as Named
from adjudicator.hardbop import ground, options
from adjudicator.hardbop.position import Bearer, Military, Personality, Ring, State
from adjudicator.hardbop.resolve.units import ActingUnit, GivenOrder, Token, Unfinished
from adjudicator.middle_earth.language.orders import OrderSheet, Place, Power, Standable, Unit
from adjudicator.middle_earth.resolve.outcomes import Outcome, Succeeded
from adjudicator.middle_earth.resolve.pieces import GOOD, opposed
from adjudicator.middle_earth.resolve.record import News, Result, Sighting

Holder = ActingUnit | Token


class TurnState:
    """The workbench. Facts have the names that they have in `State`."""

    def __init__(self, state: State, sheets: dict[Power, OrderSheet], dice: Dice) -> None:
        self.before = state
        self.sheets = sheets
        self.dice = dice
        self.owners = dict(state.owners)
        self.alignments = dict(state.alignments)
        self.ring = state.ring
        self.ring_worn = state.ring_worn
        self.balrog = state.balrog
        self.garrisons_gone = set(state.garrisons_gone)
        self.isengard = state.isengard
        self.paths_walked = state.paths_walked
        self.neutralised = list(state.neutralised)
        self.ranger_foes = list(state.ranger_foes)
        self.returns = dict(state.returns)
        self.unplaced = list(state.unplaced)
        self.nazgul_controller = state.nazgul_controller
        self.offboard_centres = state.offboard_centres
        self.eliminated = list(state.eliminated)
        self.standing = dict(state.standing)
        self.contested = set(state.contested)
        self.winners: tuple[Power, ...] = ()
        self.over = False
        self.news: list[News] = []
        self.sightings: list[Sighting] = []
        self._take_up(state.unfinished or _rested(state))
        self.holder = self._find_holder()

    def _take_up(self, left: Unfinished) -> None:
        self.parts = list(left.parts)
        self.tokens = list(left.tokens)
        self.said = list(left.said)
        self.at_end = list(left.at_end)
        self.proxies = dict(left.proxies)
        self.flights = left.flights
        self.named_places = dict(left.returns)

    def _find_holder(self) -> Holder | None:
        bearer = self.ring.bearer
        if bearer is None:
            return None
        for token in self.tokens:
            if token.kind == bearer.kind and token.here:
                return token
        return next((p for p in self.parts if (p.power, p.place) == (bearer.power, bearer.place)), None)

    # Asking.

    def align(self, power: Power) -> str:
        return self.alignments[power]

    def are_opposed(self, one: Power, other: Power) -> bool:
        return opposed(self.alignments[one], self.alignments[other])

    def here(self) -> list[ActingUnit]:
        """The units, but for those that wait for a retreat."""
        return [part for part in self.parts if part.here]

    def tokens_in(self, place: Place) -> list[Token]:
        return [token for token in self.tokens if token.place == place and token.here]

    def part_in(self, place: Place) -> ActingUnit | None:
        return next((part for part in self.parts if part.place == place and part.here), None)

    def token(self, kind: str) -> Token | None:
        return next((token for token in self.tokens if token.kind == kind and token.here), None)

    def leaders(self, part: ActingUnit) -> list[Token]:
        """Those who lead it now, where it is (3.2)."""
        return [t for t in self.tokens if t.leads == part.number and t.here and t.place == part.place]

    def standing_strength(self, part: ActingUnit) -> int:
        """With which it defends and supports."""
        return self.strength(part) if options.is_default(self.before.options, options.LEADING) else part.size

    def strength(self, part: ActingUnit) -> int:
        """Its size, and one for each leader (3.2(a))."""
        return part.size + sum([self.adds(token) for token in self.leaders(part)])

    def adds(self, token: Token) -> int:
        """3.8(e): after the Paths the Ranger adds two."""
        return 2 if token.kind == "R" and self.paths_walked else 1

    def moves_two(self, token: Token) -> bool:
        """2.2, 3.8(e)"""
        return token.kind in ground.TWO_SPACES and not (token.kind == "R" and self.paths_walked)

    def is_unordered(self, part: ActingUnit) -> bool:
        """7.5.2, and civil disorder (9(e))"""
        return part.power in self.eliminated or (part.kind == "E" and not self.offboard_centres)

    def in_the_game(self, power: Power) -> bool:
        """6.2(b)"""
        if power in self.owners.values() or any(part.power == power for part in self.parts if not part.dead):
            return True
        if any(token.power == power and token.here for token in self.tokens):
            return True
        return (power == "Gondor" and "Gandalf" in self.returns) or (
            power == self.nazgul_controller and "Nazgul" in self.returns
        )

    def garrison_of(self, place: Place) -> Power | None:
        """Whose garrison stands in *place*; "" for nobody's, None where there is none (5.2, 6.6)."""
        owner = self.owners.get(place)
        if place in ground.DWARVEN_HALLS and owner == "Dwarves":
            return "Dwarves"
        if place not in ground.garrisons(self.before.options) or place in self.garrisons_gone:
            return None
        return ground.PROVINCES[place].home or ""

    def garrison_resists(self, place: Place, power: Power) -> bool:
        whose = self.garrison_of(place)
        if whose is None or whose == power:
            return False
        if place not in ground.GARRISONS or whose == "Dwarves":
            return True
        return self.alignments[power] in ground.resisted(place)

    def fortress(self, place: Place, power: Power) -> int:
        return ground.fortress(place, power, place == ground.ISENGARD and self.isengard == "destroyed")

    def is_barred_home(self, place: Place, power: Power) -> bool:
        """6.2: a Good power does not take a home centre of another that is in the game."""
        home = ground.PROVINCES[place].home
        if home is None or home == power or self.align(power) != GOOD:
            return False
        return self.align(home) == GOOD and home not in self.eliminated and self.in_the_game(home)

    def name(self, part: ActingUnit) -> Named:
        return Named(part.power, kind_text(part), part.origin)

    # Telling.

    def tell(self, key: str, readers: Iterable[Power] | None, **words: str) -> None:
        """*readers* None tells all."""
        self.news.append(News(key, None if readers is None else tuple(readers), words))

    def say(self, power: Power, order: Standable, public: bool) -> int:
        """Gives the number under which its outcome is told."""
        self.said.append(GivenOrder(power, order, public))
        return len(self.said) - 1

    def come(self, one: Holder, outcome: Outcome) -> None:
        """Write down what came of its order; a success gives way to anything else."""
        for number in one.said if isinstance(one, ActingUnit) else [one.said]:
            self.come_of(number, outcome)

    def come_of(self, number: int, outcome: Outcome) -> None:
        if number >= 0 and isinstance(self.said[number].outcome, Succeeded | None):
            self.said[number].outcome = outcome

    def publish(self, token: Token) -> None:
        """3.3(a), 3.7(c), 3.8(b), 3.10(i): the piece is disclosed to all, and its order."""
        token.shown = True
        if token.said >= 0:
            self.said[token.said].public = True

    def see(self, token: Token, readers: tuple[Power, ...] | None, why: str) -> None:
        sighting = Sighting(token.kind, token.power, token.place, readers, why)
        if sighting not in self.sightings:
            self.sightings.append(sighting)

    # Back to a State.

    def bearer(self) -> Bearer | None:
        one = self.holder
        return Bearer(one.power, one.kind, one.place) if one is not None else None

    def unfinished(self, step: int) -> Unfinished:
        return Unfinished(
            step,
            tuple(self.parts),
            tuple(self.tokens),
            tuple(self.said),
            tuple(self.at_end),
            self.proxies,
            self.flights,
            self.named_places,
        )

    def state(self, **more: Any) -> State:
        facts: dict[str, Any] = {
            "military": tuple(sorted([military(part) for part in self.here()])),
            "personalities": tuple(
                sorted(Personality(t.power, t.kind, t.place) for t in self.tokens if t.here)
            ),
            "ring": Ring(self.ring.how, self.ring.place, self.bearer()),
            "garrisons_gone": tuple(sorted(self.garrisons_gone)),
            "neutralised": tuple(sorted(self.neutralised)),
            "ranger_foes": tuple(sorted(self.ranger_foes)),
            "eliminated": tuple(self.eliminated),
            "unplaced": tuple(self.unplaced),
            "may_start": (),
            "number": self.before.number + 1,
            "set_up": False,
            **{name: getattr(self, name) for name in COPIED},
            **more,
        }
        return msgspec.structs.replace(self.before, **facts)

    def results(self) -> tuple[Result, ...]:
        """What came of orders and was not told yet."""
        told = []
        for one in self.said:
            if one.outcome is not None and not one.told and not one.waits:
                one.told = True
                told.append(Result(one.power, one.order, one.outcome, one.public))
        return tuple(told)


COPIED = (
    *("owners", "alignments", "ring_worn", "balrog", "isengard", "paths_walked", "returns"),
    *("nazgul_controller", "offboard_centres", "standing", "winners", "over"),
)


def kind_text(part: ActingUnit) -> str:
    return f"{part.size}{part.kind}" if part.size > 1 else part.kind


def military(part: ActingUnit) -> Military:
    return Military(part.power, part.kind, part.place, part.size, part.beyond)


def unit_of(part: ActingUnit) -> Unit:
    """As an order names it."""
    return Unit(part.kind, part.origin, part.size)


def _rested(state: State) -> Unfinished:
    """The bench before anybody has done anything; those who wait for a retreat lie on it, too."""
    parts = [
        ActingUnit(number, one.power, one.kind, one.place, one.place, one.size, one.beyond)
        for number, one in enumerate(state.military)
    ]
    for row in state.beaten:
        one = row.unit
        parts.append(
            ActingUnit(
                len(parts),
                *(one.power, one.kind, one.place, one.place, one.size, one.beyond),
                beaten=True,
                beaten_from=row.attacked_from,
            )
        )
    tokens = tuple(Token(p.power, p.kind, p.place, p.place) for p in state.personalities)
    return Unfinished(-1, tuple(parts), tokens, (), ())
