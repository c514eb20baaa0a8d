"""Battles, and what changes hands. Clause 5."""

from typing import NamedTuple

from adjudicator.domination.data import FORT
from adjudicator.domination.resolve import losses, victory
from adjudicator.domination.resolve.turn_state import Table


class Dice(NamedTuple):
    """The dice of one kind: so many, each a hit on *need* or less."""

    kind: str
    number: int
    need: int


def fight_all(table: Table) -> None:
    """Space by space, until somebody wins by cities; 5.1, 7.1."""
    for space in table.ground.spaces:
        if table.over:
            return
        if table.effects_at(space, "mist"):
            _tell_mist(table, space)
            continue
        if len(table.sides(space)) > 1:
            _battle(table, space)
        _fall(table, space)


def _tell_mist(table: Table, space: str) -> None:
    if table.sides(space):
        table.tell("mist", space=space)


def _fall(table: Table, space: str) -> None:
    """Where only one player's units are left in another player's space, it is theirs; 5.1, 5.6."""
    sides = table.sides(space)
    if len(sides) != 1 or table.is_water(space) or table.owners.get(space) == sides[0]:
        return
    loser = table.owners.get(space, "")
    table.owners[space] = sides[0]
    key = "city taken" if table.space(space).city else "taken"
    table.tell(key, sides[0], space, loser=loser)
    victory.by_cities(table)


def _battle(table: Table, space: str) -> None:
    """At most two rounds; the second if two or more sides are left; 5.3, 5.6."""
    for number in range(1, table.rules.combat_rounds + 1):
        sides = table.sides(space)
        if len(sides) < 2:
            return
        against = {side: aim(table, space, side) for side in sides}
        table.tell("round", space=space, number=str(number), sides=", ".join(sides))
        hits = dict.fromkeys(sides, 0)
        for side in sides:
            hits[against[side]] += _roll(table, space, side)
        for side in sides:
            losses.take_hits(table, space, side, hits[side])
        losses.sink_with_ships(table, space)


def aim(table: Table, space: str, side: str) -> str:
    """At whom the hits of *side* go: named, else strongest, else soonest to the left; 5.8."""
    enemies = [other for other in table.sides(space) if other != side]
    wished = losses.wished_target(table, space, side)
    if wished in enemies:
        return wished
    seats = table.settings.seats
    place = seats.index(side)
    return max(
        enemies,
        key=lambda other: (table.strength(space, other), -((seats.index(other) - place) % len(seats))),
    )


def _roll(table: Table, space: str, side: str) -> int:
    """All dice of one side, lowest printed combat first; its hits. 5.4"""
    hits = 0
    for dice in dice_of(table, space, side):
        rolled = [table.roll() for _ in range(dice.number)]
        hit = sum(1 for die in rolled if die <= dice.need)
        hits += hit
        table.tell(
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


def dice_of(table: Table, space: str, side: str) -> list[Dice]:
    """One die a unit, and those of the walls, however many tokens remain; 5.4, 5.7."""
    here = [token.kind for token in table.here(space, side) if _rolls(table, space, token.card.kind)]
    cry = sum(table.data.spells[row.spell].bonus for row in table.effects_at(space, "combat", side))
    rows = [
        (card.combat, Dice(kind, here.count(kind), card.combat + cry))
        for kind, card in table.data.units.items()
        if kind in here
    ]
    if table.tokens_of(space, side):
        rows.append((table.rules.fort_combat, Dice(FORT, table.rules.fort_dice, table.rules.fort_combat)))
    return [dice for _, dice in sorted(rows, key=lambda row: row[0])]  # stable: unit list, then walls


def _rolls(table: Table, space: str, kind: str) -> bool:
    """Do passengers roll?  5.12"""
    return table.rules.cargo_fights or kind != "land" or not table.is_water(space)
