"""Ownership of centres, garrisons, and counts (XIII 3.5, 4.13 to 4.16, 6b.10, 7b.5, 7b.6)."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.position import State
from adjudicator.downfall_xiii.resolve import losses
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, TurnState
from adjudicator.middle_earth.language.orders import Place, Power


def settle(turn: TurnState) -> None:
    """Let ordinary units, and Aragorn with the Dead, claim centres in Autumn."""
    before = dict(turn.owners)
    standing = turn.by_place()
    for place in sorted(ground.CENTRES.intersection(standing)):
        there = [stack for stack in standing[place] if stack.fleet is None and _may_claim(turn, stack)]
        if there:
            _settle(turn, place, there)
    changed = [place for place, owner in turn.owners.items() if owner != before.get(place)]
    for place in sorted(changed):
        _announce(turn, place, before.get(place))


def _announce(turn: TurnState, place: Place, before: Power | None) -> None:
    """Announce the new owner. Ownership is public (part H)."""
    if before is None:
        turn.add_news("centre.gained", None, place=place, power=turn.owners[place])
    else:
        turn.add_news("centre.taken", None, place=place, power=turn.owners[place], before=before)


def _may_claim(turn: TurnState, stack: ActingStack) -> bool:
    """Return whether *stack* may claim: the Dead take no home centre of Gondor that Gondor owns (6b.10)."""
    if "Dead" not in stack.counts:
        return True
    return not (stack.place in ground.HOMES["Gondor"] and turn.owners.get(stack.place) == "Gondor")


def _settle(turn: TurnState, place: Place, there: list[ActingStack]) -> None:
    weights = {power: 0 for power in ground.POWERS if any(stack.power == power for stack in there)}
    for stack in there:
        weights[stack.power] += stack.count
    for piece in turn.pieces_in(place):
        if piece.power in weights and len(weights) > 1:
            weights[piece.power] += 1  # 4.13: hidden pieces count, too
    most = max(weights.values())
    first = [power for power, weight in weights.items() if weight == most]
    if len(first) > 1 and turn.owners.get(place) in first:
        first = [turn.owners[place]]  # 4.14
    if len(first) == 1:
        turn.owners[place] = first[0]
        turn.split.pop(place, None)
        return
    turn.owners.pop(place, None)
    turn.split[place] = dict.fromkeys(first, str(Fraction(1, len(first))))  # 4.15


def lose_logical_centres(turn: TurnState) -> None:
    """Remove the logical centres of powers that lost the centre they depend on (3.2 to 3.5)."""
    for power, place in (("Mordor", "Bar"), ("Gondor", "MTi"), ("Umbar", "Cit")):
        owner = turn.owners.get(place)
        shared = any(one != power for one in turn.split.get(place, ()))
        if (owner is not None and owner != power) or shared:
            losses.lose_logical(turn, power)


def lose_garrisons(turn: TurnState) -> None:
    """Remove garrisons where a unit that they resist ends the move (7b.5)."""
    overcome = {
        stack.place
        for stack in turn.here()
        if stack.fleet is None and turn.garrison_resists(stack.place, stack.power)
    }
    for place in sorted(overcome):
        turn.garrison_of.pop(place, None)
        turn.garrisons_gone.add(place)
        turn.add_news("garrison.gone", None, place=place)


def man_khazad_dum(turn: TurnState) -> None:
    """Give Khazad-dum a Dwarven garrison once the Balrog is dead (7b.6)."""
    if turn.balrog == "dead" and turn.owners.get("KDu") == "Dwarves" and "KDu" not in turn.garrison_of:
        turn.garrison_of["KDu"] = "Dwarves"
        turn.add_news("garrison.dwarves", None)


def centres_of(owners: Mapping[Place, Power], power: Power) -> tuple[Place, ...]:
    return tuple(sorted([place for place, owner in owners.items() if owner == power]))


def allowed(state: State) -> dict[Power, int]:
    """Return for every power the whole part of its centres and shares, and its logical centres (3.7)."""
    whole = Counter(state.owners.values())
    shares: dict[Power, Fraction] = {}
    for split in state.split.values():
        for power, share in split.items():
            shares[power] = shares.get(power, Fraction()) + Fraction(share)
    return {
        power: whole[power] + int(shares.get(power, 0)) + state.logical.get(power, 0)
        for power in ground.POWERS
    }


def units(state: State) -> dict[Power, int]:
    """Return how many ordinary units every power has."""
    found = dict.fromkeys(ground.POWERS, 0)
    for stack in state.stacks:
        found[stack.power] += stack.count
    return found
