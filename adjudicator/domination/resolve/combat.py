"""Fight the battles and change the control of spaces. Clause 5."""

from typing import NamedTuple

from adjudicator.domination.data import FORT
from adjudicator.domination.resolve import losses, victory
from adjudicator.domination.resolve.turn_state import BattleMoment, TurnState


class CombatDice(NamedTuple):
    """The dice of one kind of unit; each hits on *need* or less."""

    kind: str
    number: int
    need: int


def fight_all(state: TurnState) -> None:
    """Resolve combat space by space, until a player wins by cities; 5.1, 7.1."""
    for space in state.ground.spaces:
        if state.over:
            return
        if state.effects_at(space, "mist"):
            if state.sides(space):
                state.report("mist", space=space)
            continue
        if len(state.sides(space)) > 1:
            _battle(state, space)
        _fall(state, space)


def _fall(state: TurnState, space: str) -> None:
    """Give a space to the only player with units in it; 5.1, 5.6."""
    sides = state.sides(space)
    if len(sides) != 1 or state.is_water(space) or state.owners.get(space) == sides[0]:
        return
    loser = state.owners.get(space, "")
    state.owners[space] = sides[0]
    key = "city taken" if state.space(space).city else "taken"
    state.report(key, sides[0], space, loser=loser)
    victory.by_cities(state)


def _battle(state: TurnState, space: str) -> None:
    """Fight up to two rounds, while two or more sides are left; 5.3, 5.6."""
    for number in range(1, state.rules.combat_rounds + 1):
        sides = state.sides(space)
        if len(sides) < 2:
            return
        state.moment = BattleMoment(space, number, {})
        against = {side: aim(state, space, side) for side in sides}
        state.report("round", space=space, number=str(number), sides=", ".join(sides))
        hits = dict.fromkeys(sides, 0)
        for side in sides:
            hits[against[side]] += _roll(state, space, side)
        state.moment = BattleMoment(space, number, hits)
        for side in sides:
            losses.take_hits(state, space, side, hits[side])
        losses.sink_with_ships(state, space)
        state.moment = None


def aim(state: TurnState, space: str, side: str) -> str:
    """Return the target of *side*: the named enemy, else the strongest, else the next to the left; 5.8."""
    enemies = [other for other in state.sides(space) if other != side]
    preferred = losses.preferred_target(state, space, side)
    if preferred in enemies:
        return preferred
    seats = state.settings.seats
    place = seats.index(side)
    return max(
        enemies,
        key=lambda other: (state.strength(space, other), -((seats.index(other) - place) % len(seats))),
    )


def _roll(state: TurnState, space: str, side: str) -> int:
    """Roll all dice of one side, lowest printed combat first, and return the number of hits; 5.4."""
    hits = 0
    for dice in dice_of(state, space, side):
        rolled = [state.roll() for _ in range(dice.number)]
        hit = sum(1 for die in rolled if die <= dice.need)
        hits += hit
        state.report(
            "rolled",
            side,
            space,
            unit=dice.kind,
            number=str(dice.number),
            need=str(dice.need),
            dice=", ".join(map(str, rolled)),
            hits=str(hit),
        )
    return hits


def dice_of(state: TurnState, space: str, side: str) -> list[CombatDice]:
    """Return one die for each unit, and the die of the fortifications if a token remains; 5.4, 5.7."""
    here = [unit.kind for unit in state.here(space, side) if losses.fights(state, space, unit.card.kind)]
    cry = sum(state.data.spells[row.spell].bonus for row in state.effects_at(space, "combat", side))
    rows = [
        (card.combat, CombatDice(kind, here.count(kind), card.combat + cry))
        for kind, card in state.data.units.items()
        if kind in here
    ]
    if state.fort_tokens(space, side):
        rows.append(
            (state.rules.fort_combat, CombatDice(FORT, state.rules.fort_dice, state.rules.fort_combat))
        )
    return [
        dice for _, dice in sorted(rows, key=lambda row: row[0])
    ]  # a stable sort: after equal units the fortifications
