"""Find why orders of a movement failed, and because of whom."""

from typing import Final

from adjudicator.core.outcomes import (
    Bounced,
    ConvoyDisrupted,
    ConvoyParadox,
    Dislodged,
    LostSupport,
    NoConvoy,
    Outcome,
    OwnUnit,
    Succeeded,
    SupportCut,
    Void,
)
from adjudicator.core.position import Unit
from adjudicator.core.solving import NO, YES
from adjudicator.standard.resolve.strengths import NOBODY, Battle, attack, has_way, hold, prevent

SUCCEEDED: Final = Succeeded()

Failed = Bounced | OwnUnit | NoConvoy | ConvoyDisrupted | ConvoyParadox | SupportCut | Void


def outcomes(battle: Battle, beaten: dict[int, int]) -> list[Outcome]:
    """Return the outcomes of a decided battle; *beaten* maps dislodged units to their attackers."""
    answers = battle.answers
    came: list[Outcome] = [SUCCEEDED] * len(battle.orders)
    for unit in range(len(battle.orders)):
        if answers[unit] != YES:
            came[unit] = _outcome(battle, unit, beaten)
    for unit in {*beaten, *battle.void}:
        came[unit] = _outcome(battle, unit, beaten)
    return came


def dislodged_by(battle: Battle) -> dict[int, int]:
    """Return the dislodged units, each with its attacker."""
    answers, targets, occupants = battle.answers, battle.targets, battle.occupants
    found: dict[int, int] = {}
    for unit, target in enumerate(targets):
        if target == NOBODY or answers[unit] != YES:
            continue
        victim = occupants[target]
        if victim != NOBODY and (targets[victim] == NOBODY or answers[victim] == NO):
            found[victim] = unit
    return found


def contested(battle: Battle) -> list[int]:
    """Return the provinces left empty by a stand-off, in the board's order. Standard 9.3."""
    left: set[int] = set()
    entered: set[int] = set()
    for unit, target in enumerate(battle.targets):
        if target != NOBODY and battle.answers[unit] == YES:
            left.add(battle.at[unit])
            entered.add(target)
    return sorted(
        province
        for province in battle.goals
        if province not in entered
        and (battle.occupants[province] == NOBODY or province in left)
        and any(_prevents(battle, attacker) for attacker in battle.attackers[province])
    )


def _prevents(battle: Battle, unit: int) -> bool:
    victim = battle.occupants[battle.targets[unit]]
    return prevent(battle, unit, victim)[0] > 0


def _outcome(battle: Battle, unit: int, beaten: dict[int, int]) -> Outcome:
    if unit not in beaten:
        return _failed(battle, unit, beaten) or SUCCEEDED
    return Dislodged(_party(battle, beaten[unit]), _failed(battle, unit, beaten))


def _failed(battle: Battle, unit: int, beaten: dict[int, int]) -> Failed | None:
    if unit in battle.void:
        why, other = battle.void[unit]
        return Void(why, None if other == NOBODY else _party(battle, other))
    if battle.answers[unit] == YES:
        return None
    if battle.targets[unit] == NOBODY:
        return SupportCut(_party(battle, _cutter(battle, unit)))
    if has_way(battle, unit) == NO:
        return _no_way(battle, unit, beaten)
    return _bounced(battle, unit)


def _no_way(battle: Battle, unit: int, beaten: dict[int, int]) -> NoConvoy | ConvoyDisrupted | ConvoyParadox:
    if battle.way[unit] in battle.paradox:
        return ConvoyParadox()
    for fleet in battle.fleets[unit].values():
        if fleet in beaten:
            return ConvoyDisrupted(_party(battle, fleet), _party(battle, beaten[fleet]))
    return NoConvoy()


def _cutter(battle: Battle, support: int) -> int:
    """Return the first of those that cut the support."""
    power, against = battle.powers[support], battle.against[support]
    for attacker in battle.attackers[battle.at[support]]:
        if battle.powers[attacker] == power:
            continue
        if battle.answers[attacker] == YES:
            return attacker
        if battle.at[attacker] != against and has_way(battle, attacker) == YES:
            return attacker
    raise ValueError("nobody cuts this support")


def _bounced(battle: Battle, unit: int) -> Bounced | OwnUnit:
    """Compare its strength with that of the strongest unit that kept it out."""
    target = battle.targets[unit]
    victim = battle.occupants[target]
    strength = attack(battle, unit, victim)[0]
    against, other = (hold(battle, unit, victim)[0], victim) if victim != NOBODY else (0, NOBODY)
    for rival in battle.attackers[target]:
        if rival != unit and (strong := prevent(battle, rival, victim)[0]) > against:
            against, other = strong, rival
    if strength == 0 and other == victim:
        return OwnUnit(battle.units[victim])
    lost = _lost(battle, unit) if battle.helpers[unit] else ()
    return Bounced(battle.units[other], strength or 1, against, lost)


def _lost(battle: Battle, unit: int) -> tuple[LostSupport, ...]:
    return tuple(
        LostSupport(_party(battle, helper), _party(battle, _cutter(battle, helper)))
        for helper in _unheard(battle, unit)
    )


def _unheard(battle: Battle, unit: int) -> list[int]:
    return [helper for helper in battle.helpers[unit] if battle.answers[helper] == NO]


def _party(battle: Battle, unit: int) -> Unit:
    return battle.units[unit]
