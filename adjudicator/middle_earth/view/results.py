"""Results of orders in words: a player's own first, then the others', one line per power."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.game import Item, Section
from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import Speech, with_cause
from adjudicator.core.position import Unit as Named
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Place, Power, Standable
from adjudicator.middle_earth.language.writing import short
from adjudicator.middle_earth.resolve.outcomes import AtStep, Failed, OwnUnit, StoodOff, Void, cause_text
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.resolve.record import News, Result
from adjudicator.middle_earth.sentences import say
from adjudicator.middle_earth.view.clauses import Clauses, is_nothing
from adjudicator.middle_earth.view.companions import Escort, of_unit, together, with_escorts
from adjudicator.middle_earth.view.destroying import Together, in_groups, in_words, is_standing, slain
from adjudicator.middle_earth.view.sections import section
from adjudicator.middle_earth.view.stand_offs import start, way
from adjudicator.middle_earth.view.wording import target_name

AFTER_RETREATS = "retreat"  # ends the names of phases in which second moves are carried out


class Fortress(Struct, frozen=True):
    """What walls add to the defence of a unit that stood a move off, and the clause that says so."""

    strength: int
    clause: str


def _no_walls(_unit: Named) -> None:
    return None


class Account(Struct, frozen=True):
    """*rows* are what *reader* (None: the public) may know; *sentence* and *name* are the game's words."""

    rows: Sequence[Result]
    reader: Power | None
    turn: str
    sentence: Callable[[Order], str]
    name: Callable[[Named], str]
    name_there: Callable[[Named], str]  # of a unit that stayed where it began the turn
    together: Together
    clauses: Clauses
    fortress: Callable[[Named], Fortress | None] = _no_walls  # in which a unit began the turn
    unowned: Collection[Place] = ()  # centres
    standing: Sequence[Standable] = ()  # the standing orders of *reader*
    owners: Mapping[Place, Power] = MappingProxyType({})  # of centres
    speech: Speech | None = None
    news: Sequence[News] = ()  # as *reader* may know it
    idle: Collection[Power] = ()  # whose units only hold

    def sections(self, powers: Sequence[Power]) -> Iterator[Section]:
        """Yield the reader's own orders with their causes; those of others in zine notation, by *powers*."""
        if self.reader is not None:
            yield from section("results", say("your_orders_title"), list(self._own(self.reader)))
        others = tuple(
            Item(
                say("orders_of_power", power=power, orders="; ".join(self._brief(rows))),
                rows[0].outcome.word,
            )
            for power in powers
            if power != self.reader and (rows := sorted(self._active(power), key=_is_of_a_piece))
        )
        if others:
            if self.reader and self._has_second_moves():
                yield Section("others", say("second_moves_of_others_title", turn=self.turn), others)
            elif self.reader:
                yield Section("others", say("orders_of_others_title", turn=self.turn), others)
            else:
                yield Section("results", say("orders_title", turn=self.turn), others)

    def _own(self, reader: Power) -> Iterator[Item]:
        """Yield the reader's own orders; those of several units that destroyed nothing in one item."""
        given = list(_once(parts_in_place(self._of(reader))))
        rows = [row for row in given if not self._is_stale(row)]
        in_vain = [row for row in rows if isinstance(row.order, act.Destroy) and is_nothing(row.outcome)]
        groups = iter(in_groups([row.order for row in in_vain]))
        told: set[Order] = set()
        for one in together(rows, self._cause):
            row = one.row
            if row not in in_vain:
                words = with_escorts(self.sentence(row.order), one, self.speech)
                yield Item(self._full(row, words), row.outcome.word, words)
            elif row.order not in told:
                group = next(groups)
                told.update(group)
                words = in_words(group, self.sentence, self.together)
                yield Item(self._full(row, words), row.outcome.word, words)
        if len(rows) < len(given):
            yield self._of_standing(rows, [row for row in given if self._is_stale(row)])
        yield from self._garrisons(reader)
        yield from self._held(reader)

    def _of_standing(self, told: Sequence[Result], stale: Sequence[Result]) -> Item:
        """Say that standing orders destroyed nothing, or nothing else if one of them is among *told*.

        An order of the turn that says the same as a standing one is among the *stale* ones, too.
        """
        names = self.speech.spoken() if self.speech else {}
        orders = [row.order for row in stale if isinstance(row.order, act.Destroy)]
        targets = dict.fromkeys(target_name(one.target, names, are_many=True) for one in orders)
        whom = listed(targets, "and")
        if any(isinstance(row.order, act.Destroy) for row in told):
            return Item(say("standing_destroyed_nothing_else", targets=whom), "void")
        return Item(say("standing_destroyed_nothing", targets=whom), "void")

    def _garrisons(self, reader: Power) -> Iterator[Item]:
        """Yield the garrisons of *reader* that held, and against whom: no order of theirs says so."""
        held: dict[Place, dict[Power, None]] = {}
        for row in self.rows:
            if row.power != reader and isinstance(row.outcome, Failed) and row.outcome.why == "garrison":
                for place in _goals(row.order):
                    if self.owners.get(place) == reader:
                        held.setdefault(place, {})[row.power] = None
        for place, powers in held.items():
            where, whom = self._in_words(place, powers)
            yield Item(say("garrison_held", place=where, powers=whom), "succeeds")

    def _held(self, reader: Power) -> Iterator[Item]:
        """Yield the places that units of *reader* held, and against whom, unless one's own order says so."""
        told = {(by.power, by.place) for row in self._of(reader) if (by := getattr(row.outcome, "by", None))}
        held: dict[Place, dict[Power, None]] = {}
        for row in self.rows:
            by = row.outcome.by if _is_held_off(row) and isinstance(row.outcome, StoodOff) else None
            if by and by.power == reader != row.power and (row.power, start(row)) not in told:
                held.setdefault(by.place, {})[row.power] = None
        for place, powers in held.items():
            where, whom = self._in_words(place, powers)
            yield Item(say("place_held", place=where, powers=whom), "succeeds")

    def _in_words(self, place: Place, powers: Iterable[Power]) -> tuple[str, str]:
        named = self.speech.named if self.speech else str
        return self.speech.place(place) if self.speech else place, listed(map(named, powers), "and")

    def _is_stale(self, row: Result) -> bool:
        """Return whether it is a standing order to destroy that came to nothing."""
        return is_nothing(row.outcome) and is_standing(row.order, self.standing)

    def _of(self, power: Power) -> list[Result]:
        return [row for row in self.rows if row.power == power]

    def _has_second_moves(self) -> bool:
        """Return whether moves of others were carried out after retreats: they were ordered before."""
        moves = (row for row in self.rows if row.power != self.reader and way(row.order))
        return self.turn.endswith(AFTER_RETREATS) and any(moves)

    def _active(self, power: Power) -> list[Result]:
        """Return the rows of *power*; if its units only hold, those of units to which something happened."""
        return [row for row in self._of(power) if power not in self.idle or not _is_quiet(row)]

    def _brief(self, rows: Sequence[Result]) -> Iterator[str]:
        """Yield the orders with their causes; of a piece with the outcome of its unit, the order alone."""
        causes = {unit: self._cause(row) for row in rows for unit in _moved(row.order)}
        for one in together(rows, self._cause):
            words, order = self._cause(one.row), one.row.order
            brief = with_escorts(short(order), one, None)
            is_told = isinstance(order, Escort) and words == causes.get(of_unit(order))
            yield brief if is_told or not words else f"{brief} ({words})"

    def _full(self, row: Result, order: str = "") -> str:
        words = self._cause(row)
        clause = self.clauses.of(row.order, row.outcome)
        if (fortress := self._walls(row)) is not None:
            words, clause = say("in_a_fortress", cause=words, strength=fortress.strength), fortress.clause
        cause = say("cause_and_clause", cause=words, clause=clause) if clause else words
        return with_cause(order or self.sentence(row.order), cause)

    def _walls(self, row: Result) -> Fortress | None:
        """Return the fortress that a unit of another power stayed in against this move."""
        if not isinstance(row.outcome, StoodOff) or row.outcome.by.power == row.power:
            return None
        return self.fortress(row.outcome.by) if _is_held_off(row) else None

    def _cause(self, row: Result) -> str:
        if isinstance(row.order, act.Neutralise) and is_nothing(row.outcome):  # the Ranger has moved
            if isinstance(row.outcome, Failed | Void) and row.outcome.by is not None:
                return say("unit_kept_it_from_neutralising", unit=self.name(row.outcome.by))
            is_free = row.order.path[-1] in self.unowned
            return say("neutral_already") if is_free else say("nothing_neutralised")
        if isinstance(row.order, act.Destroy) and is_nothing(row.outcome):
            is_bound = bool(row.order.conditions)
            return say("nothing_destroyed_on_condition") if is_bound else say("nothing_destroyed")
        if row.power == self.reader and (pieces := slain(row, self._of(row.power), self.news)):
            return say("destroyed_these", pieces=listed(pieces, "and"))
        if isinstance(row.outcome, AtStep) and row.outcome.reached:
            return self._of_second_step(row, row.outcome)
        return cause_text(row.outcome, self.name_there if _is_held_off(row) else self.name)

    def _of_second_step(self, row: Result, outcome: StoodOff | OwnUnit | Failed) -> str:
        """Return why a second step failed, and where the first one ended."""
        reached = self.speech.place(outcome.reached) if self.speech else outcome.reached
        if isinstance(outcome, OwnUnit):  # perhaps it came there with its own first step
            outcome = replace(outcome, by=replace(outcome.by, place=_goals(row.order)[-1]))
        stays = isinstance(outcome, OwnUnit) or _is_held_off(row)
        words = cause_text(outcome, self.name_there if stays else self.name)
        return say("reached_only", place=reached, cause=words)

    def facts(self) -> list[dict[str, str]]:
        """Return the same for programs."""
        return [
            {
                "power": row.power,
                "order": self.sentence(row.order),
                "short": short(row.order),
                "outcome": row.outcome.word,
                "cause": self._cause(row),
            }
            for row in self.rows
        ]


def _is_quiet(row: Result) -> bool:
    return isinstance(row.order, act.Hold) and row.outcome.word == "succeeds"


def _is_held_off(row: Result) -> bool:
    """Return whether the move was stood off by a unit that began the turn where it goes."""
    if not isinstance(row.outcome, StoodOff) or row.outcome.entered:
        return False
    return row.outcome.by.place in _goals(row.order)


def _goals(order: Order) -> Sequence[Place]:
    """Return the places that an order moves to."""
    return getattr(order, "path", ()) or (getattr(order, "target", ""),)


def _is_of_a_piece(row: Result) -> bool:
    """Return whether the order is a piece's: these come last, below the parts of stacks that were divided."""
    unit = getattr(row.order, "unit", None)
    return isinstance(unit, act.Unit) and is_piece(unit.kind)


def _moved(order: Order) -> Sequence[act.Unit]:
    """Return the ordinary units that an order is for, those that a piece leads not among them."""
    if isinstance(order, act.Merge):
        return [part.unit for part in order.parts]
    is_alone = not isinstance(order, act.Lead | act.Accompany | act.Divide)
    unit = getattr(order, "unit", None)
    return [unit] if is_alone and isinstance(unit, act.Unit) else []


def _once(rows: Sequence[Result]) -> Iterator[Result]:
    """Yield the rows without repetition: a sheet for the builds may repeat an order of the moves."""
    told: list[Result] = []
    for row in rows:
        if row not in told:
            told.append(row)
            yield row


def parts_in_place(rows: Sequence[Result]) -> list[Result]:
    """Return *rows* with the results of its parts in place of an order that divides a stack.

    The parts have results of their own, so that the order itself would only say the same again.
    """
    by_order = {row.order: row for row in reversed(rows)}
    told: dict[int, Result] = {}
    for row in rows:
        parts = row.order.parts if isinstance(row.order, act.Divide) else ()
        instead = [by_order[part] for part in parts if part in by_order]
        for one in instead if parts and len(instead) == len(parts) else [row]:
            told.setdefault(id(one), one)
    return list(told.values())
