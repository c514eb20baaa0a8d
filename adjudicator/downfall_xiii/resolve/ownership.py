"""Who owns a centre after an Autumn turn, and what follows?  (XIII 3.5, 4.13 to 4.16, 6b.10, 7b.5, 7b.6)"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.position import State
from adjudicator.downfall_xiii.resolve import losses
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, TurnState
from adjudicator.middle_earth.language.orders import Place, Power


def settle(f: TurnState) -> None:
    """Autumn: only ordinary units, and Aragorn with the Dead, claim."""
    before = dict(f.owners)
    standing = f.by_place()
    for place in sorted(ground.CENTRES.intersection(standing)):
        there = [part for part in standing[place] if part.fleet is None and _may_claim(f, part)]
        if there:
            _settle(f, place, there)
    changed = [place for place, owner in f.owners.items() if owner != before.get(place)]
    for place in sorted(changed):
        _tell(f, place, before.get(place))


def _tell(f: TurnState, place: Place, before: Power | None) -> None:
    """Ownership is public (part H)."""
    if before is None:
        f.tell("centre.gained", None, place=place, power=f.owners[place])
    else:
        f.tell("centre.taken", None, place=place, power=f.owners[place], before=before)


def _may_claim(f: TurnState, part: ActingStack) -> bool:
    """6b.10: the Dead claim no home centre of Gondor that Gondor owns."""
    if "Dead" not in part.men:
        return True
    return not (part.place in ground.HOMES["Gondor"] and f.owners.get(part.place) == "Gondor")


def _settle(f: TurnState, place: Place, there: list[ActingStack]) -> None:
    weights = {power: 0 for power in ground.POWERS if any(part.power == power for part in there)}
    for part in there:
        weights[part.power] += part.count
    for token in f.tokens_in(place):
        if token.power in weights and len(weights) > 1:
            weights[token.power] += 1  # 4.13: hidden pieces count, too
    most = max(weights.values())
    first = [power for power, weight in weights.items() if weight == most]
    if len(first) > 1 and f.owners.get(place) in first:
        first = [f.owners[place]]  # 4.14
    if len(first) == 1:
        f.owners[place] = first[0]
        f.split.pop(place, None)
        return
    f.owners.pop(place, None)
    f.split[place] = dict.fromkeys(first, str(Fraction(1, len(first))))  # 4.15


def lose_logical_centres(f: TurnState) -> None:
    """3.2 to 3.5"""
    for power, place in (("Mordor", "Bar"), ("Gondor", "MTi"), ("Umbar", "Cit")):
        owner = f.owners.get(place)
        shared = any(one != power for one in f.split.get(place, ()))
        if (owner is not None and owner != power) or shared:
            losses.lose_logical(f, power)


def lose_garrisons(f: TurnState) -> None:
    """7b.5: when a unit that it resists stands there at the end of the move."""
    overcome = {
        part.place for part in f.here() if part.fleet is None and f.garrison_resists(part.place, part.power)
    }
    for place in sorted(overcome):
        f.garrison_of.pop(place, None)
        f.garrisons_gone.add(place)
        f.tell("garrison.gone", None, place=place)


def man_khazad_dum(f: TurnState) -> None:
    """7b.6"""
    if f.balrog == "dead" and f.owners.get("KDu") == "Dwarves" and "KDu" not in f.garrison_of:
        f.garrison_of["KDu"] = "Dwarves"
        f.tell("garrison.dwarves", None)


def centres_of(owners: Mapping[Place, Power], power: Power) -> tuple[Place, ...]:
    return tuple(sorted([place for place, owner in owners.items() if owner == power]))


def allowed(state: State) -> dict[Power, int]:
    """3.7, of every power: whole part of centres and fractions, and the logical centres."""
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
    """How many ordinary units every power has."""
    found = dict.fromkeys(ground.POWERS, 0)
    for stack in state.stacks:
        found[stack.power] += stack.count
    return found
