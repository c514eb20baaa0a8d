"""Spells, and who draws cards. Clause 8."""

from collections.abc import Callable, Iterable

from adjudicator.core.dice import Dice
from adjudicator.domination.data import FORT, WATER, Spell
from adjudicator.domination.language.orders import MOVE, Cast
from adjudicator.domination.position import Effect
from adjudicator.domination.record import FAILS, SUCCEEDS, VOID, Event, Outcome
from adjudicator.domination.resolve import losses
from adjudicator.domination.resolve.movement import NOBODY_THERE, TOO_FEW, chosen
from adjudicator.domination.resolve.turn_state import Table
from adjudicator.domination.view.wording import several

NO_CARD = "the card is not in your hand"
TOO_DEAR = "the spells of this turn would cost more than your income"
NO_UNIT_OF_YOURS = "no unit of yours is there"
NO_UNIT_NEAR = "no unit of yours is there or next to it"


def shuffled(cards: Iterable[str], dice: Dice) -> tuple[str, ...]:
    """The cards in an order that the dice give; no die is rolled where all that are left are the same."""
    left = list(cards)
    found: list[str] = []
    while left:
        found.append(left.pop(dice.roll(len(left)) - 1 if len(set(left)) > 1 else 0))
    return tuple(found)


def full_deck(spells: Iterable[Spell]) -> list[str]:
    return [spell.name for spell in spells for _ in range(spell.count)]


def draw(table: Table) -> None:
    """Whoever controls a tower and has a Wizard on it draws; 8.2, 8.3."""
    for player in table.order:
        if not _has_wizard_on_tower(table, player):
            continue
        for _ in range(table.rules.cards_per_turn):
            if not table.deck:
                table.deck, table.discard = list(shuffled(table.discard, table.dice)), []
            if table.deck:
                card = table.deck.pop(0)
                table.hands.setdefault(player, []).append(card)
                table.tell("drew", player)
                table.events.append(Event("drawn card", player, words={"card": card}, reader=player))


def _has_wizard_on_tower(table: Table, player: str) -> bool:
    return any(
        space.tower
        and table.owners.get(space.id) == player
        and any(token.card.wizard for token in table.here(space.id, player))
        for space in table.ground.spaces.values()
    )


def cast(table: Table, player: str, order: Cast, phase: str) -> Outcome:
    """Play a card, if it is in hand, can be paid, and its conditions hold; 8.5 to 8.7."""
    spell = table.data.spells[order.spell]
    spent = table.spent.get(player, 0) + spell.cost
    if order.spell not in table.hands.get(player, ()):
        return Outcome(VOID, NO_CARD)
    if spent > table.income(player):
        return Outcome(VOID, TOO_DEAR)
    told_before = len(table.events)
    outcome = _EFFECTS[spell.effect](table, player, order, phase)
    if outcome.word == VOID:
        return outcome
    words = {"spell": spell.name, "cost": str(spell.cost), "on": order.on}
    table.events.insert(told_before, Event("cast", player, order.city or order.place, words))
    table.spent[player] = spent
    table.hands[player].remove(order.spell)
    table.cast.append(order.spell)
    return outcome


def _reaches(table: Table, player: str, space: str, distance: int) -> bool:
    """Is a unit of *player* in *space* or at most *distance* spaces away?"""
    near = {space}
    for _ in range(distance):
        near |= {there for here in near for there in table.ground.borders[here]}
    return any(table.strength(here, player) for here in near)


def _reinforce(table: Table, player: str, order: Cast, _phase: str) -> Outcome:
    spell = table.data.spells[order.spell]
    if table.is_water(order.place):
        return Outcome(VOID, "they can only come to land")
    if not table.strength(order.place, player):
        return Outcome(VOID, NO_UNIT_OF_YOURS)
    number = min(spell.units, table.reserves[player])
    if not number:
        return Outcome(VOID, "the reserve is empty")
    for _ in range(number):
        token = table.recruit(spell.unit, player, order.place)
        token.rests = True
    table.tell("reinforced", player, order.place, units=several(spell.unit, number))
    return Outcome(SUCCEEDS, "" if number == spell.units else "the reserve held no more")


def _strike(table: Table, player: str, order: Cast, _phase: str) -> Outcome:
    """Fireball: dice at once, losses at once."""
    spell = table.data.spells[order.spell]
    enemies = [side for side in table.sides(order.place) if side != player]
    if not _reaches(table, player, order.place, spell.range):
        return Outcome(VOID, NO_UNIT_NEAR)
    if order.on and order.on not in enemies:
        return Outcome(VOID, f"{order.on} has nothing there")
    if not enemies:
        return Outcome(VOID, "no enemy is there")
    if not order.on and len(enemies) > 1:
        return Outcome(VOID, "several enemies are there and none was named")
    victim = order.on or enemies[0]
    rolled = [table.roll() for _ in range(spell.dice)]
    hits = sum(1 for die in rolled if die <= spell.hits_on)
    dice = ", ".join(map(str, rolled))
    table.tell(
        "struck", player, order.place, victim=victim, dice=dice, need=str(spell.hits_on), hits=str(hits)
    )
    losses.take_hits(table, order.place, victim, hits)
    losses.sink_with_ships(table, order.place)
    return Outcome(SUCCEEDS)


def _lasting(table: Table, player: str, order: Cast, _phase: str) -> Outcome:
    """War Cry, Ward, Mist: in force until the end of the turn."""
    table.effects.append(Effect(order.spell, player, order.place))
    return Outcome(SUCCEEDS)


def _march(table: Table, player: str, order: Cast, _phase: str) -> Outcome:
    there = table.here(order.place, player)
    if not there:
        return Outcome(VOID, NO_UNIT_OF_YOURS)
    for token in there:
        token.points += table.data.spells[order.spell].bonus
    return Outcome(SUCCEEDS)


def _raze(table: Table, player: str, order: Cast, _phase: str) -> Outcome:
    spell = table.data.spells[order.spell]
    if not _reaches(table, player, order.place, spell.range):
        return Outcome(VOID, NO_UNIT_NEAR)
    gone = min(spell.tokens, table.forts.get(order.place, 0))
    if not gone:
        return Outcome(VOID, "no fortification token is there")
    table.forts[order.place] -= gone
    table.tell("lost", table.owners[order.place], order.place, unit=FORT, number=str(gone))
    return Outcome(SUCCEEDS)


def _recall(table: Table, player: str, order: Cast, phase: str) -> Outcome:
    spell = table.data.spells[order.spell]
    if order.city not in table.cities(player):
        return Outcome(VOID, "that is no city of yours")
    tokens, complete = chosen(table, player, order.units, order.place)
    ships = [part for part in order.units if part.kind and table.data.units[part.kind].kind == WATER]
    tokens = [token for token in tokens if token.card.kind != WATER]
    taken = tokens[: spell.units]
    if not taken:
        return Outcome(VOID, NOBODY_THERE)
    for token in taken:
        table.shift(token, order.city)
        token.rests = token.rests or phase == MOVE
    kinds = [token.kind for token in taken]
    units = " + ".join(several(kind, kinds.count(kind)) for kind in dict.fromkeys(kinds))
    table.events.append(Event("recalled", player, order.city, {"units": units}, (order.place, order.city)))
    if len(tokens) > len(taken):
        return Outcome(FAILS, f"no more than {spell.units} can come")
    complete = complete and not ships
    return Outcome(SUCCEEDS) if complete else Outcome(FAILS, TOO_FEW)


_EFFECTS: dict[str, Callable[[Table, str, Cast, str], Outcome]] = {
    "reinforce": _reinforce,
    "strike": _strike,
    "combat": _lasting,
    "armour": _lasting,
    "mist": _lasting,
    "march": _march,
    "raze": _raze,
    "recall": _recall,
}
