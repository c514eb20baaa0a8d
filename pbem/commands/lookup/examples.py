"""Examples of orders for help pages, from the game and from the reader's own position."""

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import TAKEN, Card, Due, Game, Power, State
from pbem.core.cache import Cache
from pbem.core.turn_names import is_named, read_label

MOST = 3  # orders in an example
MOST_PARTNERS = 2
MOST_UNITS, MOST_TRIED = 8, 4  # units examined for examples, and orders of each
KEPT = 64  # examples; one message can ask for help on dozens of topics
BESIDES = ", besides"  # orders that a unit may have in addition to its own
MOVE, SUPPORT, RETREAT = " - ", " S ", " R "


class LaterPart(Struct, frozen=True):
    """Lines for a later phase: PHASE *heading*."""

    heading: str
    lines: Sequence[str]


class Examples(Struct, frozen=True):
    """Orders that fit a game.

    *own* are legal now for *power*, *unit* is the first of them as OPTIONS names it; *others* are orders of
    *other* in the first position of the game. *short_turn* is the abbreviated turn, S1901M, "" if there is
    none. *place* is the full name of a place, "" if there is none.
    """

    power: Power
    turn: str
    short_turn: str
    phases: Sequence[str]
    own: Sequence[str]
    unit: str
    other: Power
    others: Sequence[str]
    later: Sequence[LaterPart]
    place: str = ""
    partners: Sequence[Power] = ()  # other powers, for messages to them

    @property
    def has_conditions(self) -> bool:
        """Return whether later phases are like those of Diplomacy: retreats and builds."""
        return any(part.heading == "RETREAT" for part in self.later) and bool(self.place)


_found: Cache[Examples] = Cache(KEPT)


def of_position(game: Game, state: State, power: Power) -> Examples:
    """Return examples for *power* from what it may know; from the first position if it has no orders."""
    key = "\n".join((game.card.key, power, state))
    found = _found.get(key)
    if found is None:
        found = _of_position(game, state, power)
        _found.put(key, found, 1)
    return found


def _of_position(game: Game, state: State, power: Power) -> Examples:
    start, owing = _first_position(game)
    asker = power if power in owing else next(iter(owing))
    at_start = _asked(game, start, asker)
    now = _asked(game, state, power) if state else at_start
    asked = now if any(now.choices.values()) else at_start
    other = next((one for one in game.card.seats if one != asker), asker)
    due = game.due(state or start)
    return Examples(
        power=asker,
        turn=due.turn,
        short_turn=_shortened(game.card, due),
        phases=game.card.phases,
        own=asked.orders(),
        unit=next((unit for unit, orders in asked.choices.items() if orders), ""),
        other=other,
        others=_asked(game, start, other).orders(),
        later=list(_later(game.card, at_start.orders())),
        place=_a_place(game.card),
        partners=partners(game.card, due, asker),
    )


def partners(card: Card, due: Due, power: Power) -> Sequence[Power]:
    """Return the other powers that examples of messages name: some that owe something now or may vote."""
    playing = {*due.owed, *(voter for motion in due.motions for voter in motion.voters)} - {power}
    return [one for one in card.seats if one != power and (one in playing or not playing)][:MOST_PARTNERS]


def of_game(game: Game) -> Examples:
    """Return examples for somebody without a seat."""
    return of_position(game, "", "")


def _first_position(game: Game) -> tuple[State, Sequence[Power]]:
    start = game.start({}, SeededDice("examples", 0))
    return start, tuple(game.due(start).owed)


class _Asked(Struct, frozen=True):
    """A power in a position, and what it may order there."""

    game: Game
    state: State
    power: Power
    choices: Mapping[str, Sequence[str]]

    def orders(self) -> Sequence[str]:
        """Return legal orders of the first units: a move, its support if there is one, and another move.

        The moves go where no unit of the same power stands, if there are such: others might fail.
        """
        every = self.choices
        held = {unit.rpartition(" ")[2] for unit in every}
        units = [
            sorted(orders, key=lambda order: _goal(order) in held)
            for unit, orders in every.items()
            if not unit.endswith(BESIDES)
        ][:MOST_UNITS]
        pairs = islice(_supported_moves(units, held), MOST_TRIED)
        pair = next((pair for pair in pairs if all(map(self._is_legal, pair))), ())
        found = list(pair)
        for orders in units:
            if len(found) == MOST:
                break
            if not any(order in orders for order in pair):
                mark = SUPPORT if len(found) == 1 else MOVE
                order = self._legal(mark, _without_clash(orders, pair))
                found += [order] if order and not _is_same_action(order, found) else []
        return found

    def _legal(self, mark: str, orders: Sequence[str]) -> str:
        """Return the first legal order with *mark*, or else the first legal one."""
        with_mark = [order for order in orders if mark in order and (SUPPORT in order) is (mark == SUPPORT)]
        return next(filter(self._is_legal, (*with_mark[:MOST_TRIED], *orders[:MOST_TRIED])), "")

    def _is_legal(self, order: str) -> bool:
        lines = self.game.read(self.state, self.power, None, [order]).lines
        return all(line.verdict == TAKEN for line in lines)


def _asked(game: Game, state: State, power: Power) -> _Asked:
    return _Asked(game, state, power, game.choices(state, power))


def _is_same_action(order: str, others: Sequence[str]) -> bool:
    """Return whether one of *others* begins with the same action: ACTIVATE again is a second one."""
    action = order.partition(" ")[0]
    is_action = len(action) > 1 and action.isupper()
    return is_action and any(other.startswith(f"{action} ") for other in others)


def _supported_moves(units: Sequence[Sequence[str]], held: Container[str]) -> Iterator[tuple[str, str]]:
    """Yield a move of one unit and the support of that move by another, those to places in *held* last."""
    moves = ((move, orders) for orders in units for move in orders if MOVE in move and SUPPORT not in move)
    for move, orders in sorted(moves, key=lambda one: _goal(one[0]) in held):
        supported = (move, move.partition(" ")[2])  # with the kind of the unit, and without it
        for others in units:
            helping = (order for order in others if order.partition(SUPPORT)[2] in supported)
            yield from ((move, order) for order in helping if others is not orders)


def _goal(order: str) -> str:
    """Return where a move ends, "" for other orders."""
    return order.rpartition(MOVE)[2] if SUPPORT not in order else ""


def _without_clash(orders: Sequence[str], pair: Sequence[str]) -> Sequence[str]:
    """Return those of *orders* that do not end where the move of *pair* ends."""
    goals = [_goal(order) for order in pair[:1]]
    return [order for order in orders if order.rpartition(MOVE)[2] not in goals]


def _later(card: Card, own: Sequence[str]) -> Iterator[LaterPart]:
    """Yield a part for each kind of later phase."""
    if "retreat" not in card.phases:
        yield LaterPart(card.phases[-1], own)
        return
    unit, _, target = own[0].partition(MOVE)
    yield LaterPart("RETREAT", [f"{unit}{RETREAT}{target}"])
    yield LaterPart("ADJUSTMENT", [f"Build {unit}"])


def _shortened(card: Card, due: Due) -> str:
    """Return the abbreviated turn, if the game understands it."""
    words = due.turn.replace(",", "").split()
    short = "".join(word if word.isdigit() else word[0] for word in words).upper()
    try:
        return short if is_named(read_label(short, card), due, card) else ""
    except ValueError:
        return ""


def _a_place(card: Card) -> str:
    """Return the full name of a supply centre."""
    return next((card.places[centre][0] for centre in card.centres if centre in card.places), "")
