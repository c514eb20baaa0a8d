"""Evaluate conditions on the public position, when a Power's turn begins or in a combat. S.4, S.11"""

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.empires.ground import BOARD, NATIONS, POWERS, Power, enemies, own_side
from adjudicator.empires.language.conditions import ANYBODY, ENEMY, IN_COMBAT, ME, NOBODY, US, Condition
from adjudicator.empires.position import (
    FULL,
    Army,
    Fought,
    Position,
    in_zone,
    track_is_final,
    trench_of,
)


class Scene(NamedTuple):
    """The public position from the side of *power*; *defender*: in a combat, the army that is attacked."""

    position: Position
    power: Power
    defender: Army | None = None


def all_hold(scene: Scene, conditions: Sequence[Condition]) -> bool:
    return all(holds(scene, one) for one in conditions)


def holds(scene: Scene, condition: Condition) -> bool:
    """Return whether the condition holds; one about a combat never holds outside of one."""
    if condition.kind in IN_COMBAT and scene.defender is None:
        return False
    return _is_so(scene, condition) != condition.is_denied


def _is_so(scene: Scene, condition: Condition) -> bool:  # noqa: C901, PLR0911  (one case per kind)
    position, zone = scene.position, condition.zone
    match condition.kind:
        case "control":
            return _is_meant(scene, position.control.get(zone, ""), condition.who)
        case "empty":
            return not in_zone(position, zone)
        case "armies":
            return _counts(condition, _armies(scene, condition))
        case "trench":
            return any(
                trench_of(position, zone, power) and _is_meant(scene, power, condition.who)
                for power in POWERS
            )
        case "attack":
            return _was_fought(scene, condition)
        case "box":
            box = position.diplomacy.get(condition.track, 0)
            return box >= condition.number if condition.how else box == condition.number
        case "joined":
            return track_is_final(position, condition.track)
        case "target":
            return scene.defender is not None and (scene.defender.steps == FULL) == (condition.how == "full")
        case "first":
            return not position.turn.combats
        case "earlier":
            return _went(condition, position.turn.combats)


def _is_meant(scene: Scene, power: Power, who: str) -> bool:
    """Return whether *power*, "" for nobody, is meant by *who*."""
    if who in (ANYBODY, NOBODY):
        return (power == "") == (who == NOBODY)
    return power in _powers(scene, who)


def _powers(scene: Scene, who: str) -> tuple[Power, ...]:
    if who in POWERS:
        return (who,)
    if who == ME:
        return (scene.power,)
    if who == US:
        return own_side(scene.power)
    if who == ENEMY:
        return enemies(scene.power)
    return tuple(name for name in POWERS if BOARD.powers[name].coalition == who)


def _armies(scene: Scene, condition: Condition) -> int:
    here = in_zone(scene.position, condition.zone)
    if condition.who in NATIONS:
        return sum(army.nation == condition.who for army in here)
    return sum(_is_meant(scene, army.power, condition.who) for army in here)


def _counts(condition: Condition, number: int) -> bool:
    match condition.how:
        case "fewer":
            return number < condition.number
        case "exactly":
            return number == condition.number
        case _:
            return number >= condition.number


def _was_fought(scene: Scene, condition: Condition) -> bool:
    """Return whether the latest attacks in the zone had that result; without a name, those of one's own side.

    If there were several in one turn, a single success is enough.
    """
    powers = _powers(scene, condition.who or US)

    def meant(fought: Sequence[Fought]) -> list[Fought]:
        return [one for one in fought if one.zone == condition.zone and one.power in powers]

    latest = meant(scene.position.turn.combats) or meant(scene.position.fought)[-1:]
    return bool(latest) and _is_how(condition, any(one.is_won for one in latest))


def _is_how(condition: Condition, is_won: bool) -> bool:
    return not condition.how or is_won == (condition.how == "won")


def _went(condition: Condition, combats: Sequence[Fought]) -> bool:
    """Return whether the first, the last or any combat of this turn had that result."""
    if condition.number > 0:
        combats = combats[:1]
    elif condition.number < 0:
        combats = combats[-1:]
    return any(_is_how(condition, one.is_won) for one in combats)
