"""The working state of a turn: units, pieces, orders and facts.

The steps of `phases` change it in order. While a turn waits for players, it is stored as `Unfinished`.
"""

from collections.abc import Iterable

import msgspec

from adjudicator.core.dice import Dice
from adjudicator.core.position import Unit as Named
from adjudicator.hardbop import ground, options
from adjudicator.hardbop.position import Bearer, Military, Personality, Ring, State
from adjudicator.hardbop.resolve.units import ActingPiece, ActingUnit, GivenOrder, Unfinished
from adjudicator.middle_earth.language.orders import OrderSheet, Place, Power, Standable, Unit
from adjudicator.middle_earth.resolve.outcomes import Outcome, Succeeded
from adjudicator.middle_earth.resolve.pieces import GOOD, opposed
from adjudicator.middle_earth.resolve.record import News, Result, Sighting

Holder = ActingUnit | ActingPiece


class TurnState:
    """Everything that the steps of a turn read and change. Facts have the names of `State`."""

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
        self.fallen = set(state.fallen)
        self.news: list[News] = []
        self.sightings: list[Sighting] = []
        self._take_up(state.unfinished or _rested(state))
        self.holder = self._find_holder()

    def _take_up(self, left: Unfinished) -> None:
        self.units = list(left.units)
        self.pieces = list(left.pieces)
        self.given = list(left.given)
        self.at_end = list(left.at_end)
        self.proxies = dict(left.proxies)
        self.flights = left.flights
        self.named_places = dict(left.returns)

    def _find_holder(self) -> Holder | None:
        bearer = self.ring.bearer
        if bearer is None:
            return None
        for piece in self.pieces:
            if piece.kind == bearer.kind and piece.here:
                return piece
        return next((p for p in self.units if (p.power, p.place) == (bearer.power, bearer.place)), None)

    def align(self, power: Power) -> str:
        return self.alignments[power]

    def are_opposed(self, one: Power, other: Power) -> bool:
        return opposed(self.alignments[one], self.alignments[other])

    def here(self) -> list[ActingUnit]:
        """Return the units that need not retreat."""
        return [unit for unit in self.units if unit.here]

    def pieces_in(self, place: Place) -> list[ActingPiece]:
        return [piece for piece in self.pieces if piece.place == place and piece.here]

    def unit_in(self, place: Place) -> ActingUnit | None:
        return next((unit for unit in self.units if unit.place == place and unit.here), None)

    def piece(self, kind: str) -> ActingPiece | None:
        return next((piece for piece in self.pieces if piece.kind == kind and piece.here), None)

    def leaders(self, unit: ActingUnit) -> list[ActingPiece]:
        """Return the pieces that lead it and are with it (3.2)."""
        return [t for t in self.pieces if t.leads == unit.number and t.here and t.place == unit.place]

    def standing_strength(self, unit: ActingUnit) -> int:
        """Return its strength in defence and support."""
        return self.strength(unit) if options.is_default(self.before.options, options.LEADING) else unit.size

    def strength(self, unit: ActingUnit) -> int:
        """Return its size, and one for each leader (3.2(a))."""
        return unit.size + sum([self.adds(piece) for piece in self.leaders(unit)])

    def adds(self, piece: ActingPiece) -> int:
        """Return what a leader adds: the Ranger adds two after the Paths (3.8(e))."""
        return 2 if piece.kind == "R" and self.paths_walked else 1

    def moves_two(self, piece: ActingPiece) -> bool:
        """Return whether it moves two spaces (2.2, 3.8(e))."""
        return piece.kind in ground.TWO_SPACES and not (piece.kind == "R" and self.paths_walked)

    def is_unordered(self, unit: ActingUnit) -> bool:
        """Return whether nobody orders it (7.5.2; civil disorder, 9(e))."""
        return unit.power in self.eliminated or (unit.kind == "E" and not self.offboard_centres)

    def in_the_game(self, power: Power) -> bool:
        """Return whether it has a centre, a unit or a piece, or a piece that will return (6.2(b))."""
        if power in self.owners.values() or any(unit.power == power for unit in self.units if not unit.dead):
            return True
        if any(piece.power == power and piece.here for piece in self.pieces):
            return True
        return (power == "Gondor" and "Gandalf" in self.returns) or (
            power == self.nazgul_controller and "Nazgul" in self.returns
        )

    def garrison_of(self, place: Place) -> Power | None:
        """Return the power of the garrison in *place*, "" for none, None without a garrison (5.2, 6.6)."""
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
        """Return whether a Good *power* must not take *place*, a home centre of another one (6.2)."""
        home = ground.PROVINCES[place].home
        if home is None or home == power or self.align(power) != GOOD:
            return False
        return self.align(home) == GOOD and home not in self.eliminated and self.in_the_game(home)

    def name(self, unit: ActingUnit) -> Named:
        return Named(unit.power, kind_text(unit), unit.origin)

    def add_news(self, key: str, readers: Iterable[Power] | None, **words: str) -> None:
        """Add news for *readers*; None is everybody."""
        self.news.append(News(key, None if readers is None else tuple(readers), words))

    def add_order(self, power: Power, order: Standable, public: bool) -> int:
        """Add an order. Return the number under which its outcome is set."""
        self.given.append(GivenOrder(power, order, public))
        return len(self.given) - 1

    def set_outcome(self, one: Holder, outcome: Outcome) -> None:
        """Set the outcome of its order. A success gives way to any other outcome."""
        for number in one.given if isinstance(one, ActingUnit) else [one.given]:
            self.set_outcome_of(number, outcome)

    def set_outcome_of(self, number: int, outcome: Outcome) -> None:
        if number >= 0 and isinstance(self.given[number].outcome, Succeeded | None):
            self.given[number].outcome = outcome

    def publish(self, piece: ActingPiece) -> None:
        """Disclose the piece and its order to all (3.3(a), 3.7(c), 3.8(b), 3.10(i))."""
        piece.shown = True
        if piece.given >= 0:
            self.given[piece.given].public = True

    def tell_end(self, piece: ActingPiece) -> None:
        """Record a piece that is publicly known never to come back (3.3(i))."""
        if piece.kind not in COMING_BACK:
            self.fallen.add(piece.kind)

    def add_sighting(self, piece: ActingPiece, readers: tuple[Power, ...] | None, why: str) -> None:
        sighting = Sighting(piece.kind, piece.power, piece.place, readers, why)
        if sighting not in self.sightings:
            self.sightings.append(sighting)

    # The position after the turn.

    def bearer(self) -> Bearer | None:
        one = self.holder
        return Bearer(one.power, one.kind, one.place) if one is not None else None

    def unfinished(self, step: int) -> Unfinished:
        return Unfinished(
            step,
            tuple(self.units),
            tuple(self.pieces),
            tuple(self.given),
            tuple(self.at_end),
            self.proxies,
            self.flights,
            self.named_places,
        )

    def state(self, **more: object) -> State:
        facts: dict[str, object] = {
            "military": tuple(sorted([military(unit) for unit in self.here()])),
            "personalities": tuple(
                sorted(Personality(t.power, t.kind, t.place) for t in self.pieces if t.here)
            ),
            "ring": Ring(self.ring.how, self.ring.place, self.bearer()),
            "garrisons_gone": tuple(sorted(self.garrisons_gone)),
            "neutralised": tuple(sorted(self.neutralised)),
            "ranger_foes": tuple(sorted(self.ranger_foes)),
            "eliminated": tuple(self.eliminated),
            "unplaced": tuple(self.unplaced),
            "fallen": tuple(sorted(self.fallen)),
            "may_start": (),
            "number": self.before.number + 1,
            "set_up": False,
            **{name: getattr(self, name) for name in COPIED},
            **more,
        }
        return msgspec.structs.replace(self.before, **facts)

    def results(self) -> tuple[Result, ...]:
        """Return the results that were not reported yet."""
        results = []
        for one in self.given:
            if one.outcome is not None and not one.reported and not one.waits:
                one.reported = True
                results.append(Result(one.power, one.order, one.outcome, one.public))
        return tuple(results)


COMING_BACK = ("Gandalf", "Nazgul")  # 3.7(b), 3.10(f)
COPIED = (
    *("owners", "alignments", "ring_worn", "balrog", "isengard", "paths_walked", "returns"),
    *("nazgul_controller", "offboard_centres", "standing", "winners", "over"),
)


def kind_text(unit: ActingUnit) -> str:
    return f"{unit.size}{unit.kind}" if unit.size > 1 else unit.kind


def military(unit: ActingUnit) -> Military:
    return Military(unit.power, unit.kind, unit.place, unit.size, unit.beyond)


def unit_of(unit: ActingUnit) -> Unit:
    """Return the unit as an order names it."""
    return Unit(unit.kind, unit.origin, unit.size)


def _rested(state: State) -> Unfinished:
    """Return the working state at the start of the turn, with units that wait for a retreat."""
    units = [
        ActingUnit(number, one.power, one.kind, one.place, one.place, one.size, one.beyond)
        for number, one in enumerate(state.military)
    ]
    for row in state.beaten:
        one = row.unit
        units.append(
            ActingUnit(
                len(units),
                *(one.power, one.kind, one.place, one.place, one.size, one.beyond),
                beaten=True,
                beaten_from=row.attacked_from,
            )
        )
    pieces = tuple(ActingPiece(p.power, p.kind, p.place, p.place) for p in state.personalities)
    return Unfinished(-1, tuple(units), pieces, (), ())
