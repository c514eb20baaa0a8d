"""Games of random legal orders that get in each other's way."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import NamedTuple

from adjudicator.core.dice import Dice, SeededDice
from adjudicator.core.game import Game, Orders, Power, State

PHASES = 60
GAME_PHASES = 1000  # of whole games
LEAST_UNITS = 30
LONGEST_GAME = 80  # phases; then another game is begun
MOST_GAMES = 60
BY_SEA = " via convoy"
MOVES_OF_TEN = 6  # units out of ten that try to move


class Phase(NamedTuple):
    """A movement as the service has stored it."""

    state: State
    orders: Mapping[Power, Orders]
    units: int


def middle_game(game: Game, least_units: int = LEAST_UNITS) -> list[Phase]:
    """Return `PHASES` movements with at least *least_units* units, or fewer movements; the same at each call.

    Raises ValueError if no random game gets that far.
    """
    found: list[Phase] = []
    for number in range(MOST_GAMES):
        found += play(game, f"bench {number}", least_units)
        if len(found) >= PHASES:
            return found[:PHASES]
    if not found:
        raise ValueError(f"{game.card.title}: {MOST_GAMES} random games have no such movement")
    return found


def whole_games(game: Game) -> list[Phase]:
    """Return `GAME_PHASES` movements of random games, from the first of each to its last; always the same.

    Raises ValueError if a random game has no movement.
    """
    found: list[Phase] = []
    for number in count():
        played = play(game, f"whole {number}", 0)
        if not played:
            raise ValueError(f"{game.card.title}: a random game has no movement")
        found += played
        if len(found) >= GAME_PHASES:
            break
    return found[:GAME_PHASES]


def play(game: Game, seed: str, least_units: int) -> list[Phase]:
    """Return the movements of one random game with at least *least_units* units."""
    state = game.start({}, SeededDice(seed, 0))
    found = []
    for turn in range(1, LONGEST_GAME):
        due = game.due(state)
        if due.over:
            break
        dice = SeededDice(seed, turn)
        orders = random_orders(game, state, list(due.owed), dice)
        units = sum(len(own) for own in game.describe(state)["units"].values())
        if due.phase == game.card.phases[0] and units >= least_units:
            found.append(Phase(state, orders, units))
        state = game.judge(state, orders, dice).state
    return found


def random_orders(game: Game, state: State, powers: Sequence[Power], dice: Dice) -> dict[Power, Orders]:
    """Return legal sheets of *powers*: most units move, the others support or convoy them if they can."""
    choices = {power: game.choices(state, power) for power in powers}
    moves = {
        (power, unit): _any(_of_one_kind(_moves(orders), dice), dice)
        for power, units in choices.items()
        for unit, orders in units.items()
        if _moves(orders) and dice.roll(10) <= MOVES_OF_TEN
    }
    goals = tuple(moves.values())
    return {
        power: game.read(
            state,
            power,
            None,
            [
                moves.get((power, unit)) or _any(_helping(orders, goals) or orders, dice)
                for unit, orders in units.items()
                if orders
            ],
        ).orders
        for power, units in choices.items()
    }


def _any(orders: Sequence[str], dice: Dice) -> str:
    return orders[dice.roll(len(orders)) - 1]


def _moves(orders: Sequence[str]) -> list[str]:
    return [order for order in orders if " - " in order and not _helped(order)]


def _of_one_kind(moves: Sequence[str], dice: Dice) -> Sequence[str]:
    """Return moves by land or, one time in four, by convoy; never a convoy to a neighbouring province."""
    marches = [move for move in moves if not move.endswith(BY_SEA)]
    crossings = [move for move in moves if move.endswith(BY_SEA) and move.removesuffix(BY_SEA) not in marches]
    return crossings if not marches or (crossings and dice.roll(4) == 1) else marches


def _helped(order: str) -> str:
    """Return the move that is supported or convoyed: "Par - Bur" of "A Mun S Par - Bur"; else ""."""
    for sign in (" S ", " C "):
        if sign in order:
            return order.partition(sign)[2].removeprefix("A ")
    return ""


def _helping(orders: Sequence[str], goals: Sequence[str]) -> list[str]:
    """Return the supports of these moves, and the convoys of those that cross the sea."""
    supported = " ".join(f"{goal.removesuffix(BY_SEA)};" for goal in goals)
    convoyed = " ".join(f"{goal.removesuffix(BY_SEA)};" for goal in goals if goal.endswith(BY_SEA))
    return [
        order
        for order in orders
        if _helped(order) and f" {_helped(order)};" in (convoyed if " C " in order else supported)
    ]
