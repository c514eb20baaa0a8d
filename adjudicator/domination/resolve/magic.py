"""Draw spell cards and cast spells. Clause 8."""

from collections.abc import Iterable
from typing import assert_never

from adjudicator.core.dice import Dice
from adjudicator.domination.data import FORT, WATER, Spell
from adjudicator.domination.language.orders import MOVE, Cast
from adjudicator.domination.language.vocabulary import counted
from adjudicator.domination.position import Effect
from adjudicator.domination.record import SUCCEEDS, VOID, Event, Outcome
from adjudicator.domination.resolve import losses
from adjudicator.domination.resolve.movement import NOBODY_THERE, chosen, in_part, number_named, too_few
from adjudicator.domination.resolve.turn_state import BattleMoment, TurnState
from adjudicator.domination.sentences import say

NO_CARD = say("card_is_not_in_your_hand")
TOO_DEAR = say("spells_of_this_turn_would_cost")
NO_UNIT_OF_YOURS = say("no_unit_of_yours_is_there")
NO_UNIT_NEAR = say("no_unit_of_yours_is_near")


def shuffled(cards: Iterable[str], dice: Dice) -> tuple[str, ...]:
    """Shuffle *cards*; no die is rolled if all that are left are the same."""
    left = list(cards)
    found: list[str] = []
    while left:
        found.append(left.pop(dice.roll(len(left)) - 1 if len(set(left)) > 1 else 0))
    return tuple(found)


def full_deck(spells: Iterable[Spell]) -> list[str]:
    return [spell.name for spell in spells for _ in range(spell.count)]


def draw(state: TurnState) -> None:
    """Draw for each player who controls a tower and has a Wizard on it; 8.2, 8.3."""
    for player in state.order:
        if not _has_wizard_on_tower(state, player):
            continue
        for _ in range(state.rules.cards_per_turn):
            if not state.deck:
                state.deck, state.discard = list(shuffled(state.discard, state.dice)), []
            if state.deck:
                _take(state, player)


def _take(state: TurnState, player: str) -> None:
    """Draw the top card. Where orders are only tried, report the number of cards instead of the card."""
    number, card = len(state.deck), state.deck.pop(0)
    state.report("drew", player)
    if state.start.is_imagined:
        words = {"number": str(number)}
        state.events.append(Event("drawn by lot", player, words=words, reader=player))
        return
    state.hands.setdefault(player, []).append(card)
    state.events.append(Event("drawn card", player, words={"card": card}, reader=player))


def _has_wizard_on_tower(state: TurnState, player: str) -> bool:
    return any(
        space.tower
        and state.owners.get(space.id) == player
        and any(unit.card.wizard for unit in state.here(space.id, player))
        for space in state.ground.spaces.values()
    )


def cast(state: TurnState, player: str, order: Cast, phase: str) -> Outcome:
    """Play a card if it is in hand, can be paid for, and its conditions hold; 8.5 to 8.7."""
    spell = state.data.spells[order.spell]
    spent = state.spent.get(player, 0) + spell.cost
    if order.spell not in state.hands.get(player, ()):
        return Outcome(VOID, NO_CARD)
    if spent > state.income(player):
        return Outcome(VOID, TOO_DEAR)
    reported_before = len(state.events)
    outcome = _effect(state, player, order, phase)
    if outcome.word == VOID:
        return outcome
    words = {"spell": spell.name, "cost": str(spell.cost), "on": order.on}
    state.events.insert(reported_before, Event("cast", player, order.city or order.place, words))
    state.spent[player] = spent
    state.hands[player].remove(order.spell)
    state.cast.append(order.spell)
    state.casts.append(Effect(order.spell, player, order.place))
    return outcome


def _effect(state: TurnState, player: str, order: Cast, phase: str) -> Outcome:
    effect = state.data.spells[order.spell].effect
    match effect:
        case "reinforce":
            return _reinforce(state, player, order)
        case "strike":
            return _strike(state, player, order)
        case "combat" | "armour" | "mist":
            state.effects.append(Effect(order.spell, player, order.place))
            return Outcome(SUCCEEDS)
        case "march":
            return _march(state, player, order)
        case "raze":
            return _raze(state, player, order)
        case "recall":
            return _recall(state, player, order, phase)
        case _ as never:
            assert_never(never)


def _reaches(state: TurnState, player: str, space: str, distance: int) -> bool:
    """Return whether *player* has a unit or a fortification token within *distance* of *space*."""
    near = {space}
    for _ in range(distance):
        near |= {there for here in near for there in state.ground.borders[here]}
    return any(state.strength(here, player) for here in near)


def _reinforce(state: TurnState, player: str, order: Cast) -> Outcome:
    spell = state.data.spells[order.spell]
    if state.is_water(order.place):
        return Outcome(VOID, say("they_can_only_come_to_land"))
    if not state.strength(order.place, player):
        return Outcome(VOID, NO_UNIT_OF_YOURS)
    number = min(spell.units, state.reserves[player])
    if not number:
        return Outcome(VOID, say("reserve_is_empty"))
    for _ in range(number):
        unit = state.recruit(spell.unit, player, order.place)
        unit.rests = True
    state.report("reinforced", player, order.place, units=counted(spell.unit, number))
    return Outcome(SUCCEEDS, "" if number == spell.units else say("reserve_held_no_more"))


def _strike(state: TurnState, player: str, order: Cast) -> Outcome:
    spell = state.data.spells[order.spell]
    enemies = [side for side in state.sides(order.place) if side != player]
    if not _reaches(state, player, order.place, spell.range):
        return Outcome(VOID, NO_UNIT_NEAR)
    if order.on and order.on not in enemies:
        return Outcome(VOID, say("has_nothing_there", on=order.on))
    if not enemies:
        return Outcome(VOID, say("no_enemy_is_there"))
    if not order.on and len(enemies) > 1:
        return Outcome(VOID, say("several_enemies_are_there_and_none"))
    victim = order.on or enemies[0]
    rolled = [state.roll() for _ in range(spell.dice)]
    hits = sum(1 for die in rolled if die <= spell.hits_on)
    dice = ", ".join(map(str, rolled))
    state.report(
        "struck", player, order.place, victim=victim, dice=dice, need=str(spell.hits_on), hits=str(hits)
    )
    state.moment = BattleMoment(order.place, 0, {victim: hits})
    losses.take_hits(state, order.place, victim, hits)
    state.moment = None
    losses.sink_with_ships(state, order.place)
    return Outcome(SUCCEEDS)


def _march(state: TurnState, player: str, order: Cast) -> Outcome:
    there = state.here(order.place, player)
    if not there:
        return Outcome(VOID, NO_UNIT_OF_YOURS)
    for unit in there:
        unit.points += state.data.spells[order.spell].bonus
    return Outcome(SUCCEEDS)


def _raze(state: TurnState, player: str, order: Cast) -> Outcome:
    spell = state.data.spells[order.spell]
    if not _reaches(state, player, order.place, spell.range):
        return Outcome(VOID, NO_UNIT_NEAR)
    gone = min(spell.tokens, state.forts.get(order.place, 0))
    if not gone:
        return Outcome(VOID, say("no_fortification_token_is_there"))
    state.forts[order.place] -= gone
    state.report("lost", state.owners[order.place], order.place, unit=FORT, number=str(gone))
    return Outcome(SUCCEEDS)


def _recall(state: TurnState, player: str, order: Cast, phase: str) -> Outcome:
    spell = state.data.spells[order.spell]
    if order.city not in state.cities(player):
        return Outcome(VOID, say("that_is_no_city_of_yours"))
    units, complete = chosen(state, player, order.units, order.place)
    ships = [part for part in order.units if part.kind and state.data.units[part.kind].kind == WATER]
    units = [unit for unit in units if unit.card.kind != WATER]
    taken = units[: spell.units]
    if not taken:
        return Outcome(VOID, NOBODY_THERE)
    for unit in taken:
        state.shift(unit, order.city)
        unit.rests = unit.rests or phase == MOVE
    kinds = [unit.kind for unit in taken]
    words = {"units": " + ".join(counted(kind, kinds.count(kind)) for kind in dict.fromkeys(kinds))}
    state.events.append(Event("recalled", player, order.city, words, (order.place, order.city)))
    if complete and not ships and len(units) == len(taken):
        return Outcome(SUCCEEDS)
    is_cut = len(units) > len(taken)
    why = say("no_more_than_can_come", units=spell.units) if is_cut else too_few(taken)
    return in_part(why, len(taken), number_named(order.units, units))
