"""Turn units into attacks, stays and garrisons, and a battle into outcomes (HB 2, 4.1, 5.1, 5.2)."""

from collections.abc import Iterable

from msgspec import Struct

from adjudicator.hardbop import ground, options
from adjudicator.hardbop.resolve.turn_state import Holder, TurnState
from adjudicator.hardbop.resolve.units import SECOND, ActingPiece, ActingUnit
from adjudicator.middle_earth.language.orders import Place, Power
from adjudicator.middle_earth.resolve.battle import Attack, Battle, Stay
from adjudicator.middle_earth.resolve.outcomes import (
    Dislodged,
    Failed,
    Outcome,
    OwnUnit,
    StoodOff,
    Succeeded,
    SupportCut,
    after_first_step,
)

BIT = {power: 1 << number for number, power in enumerate(ground.POWERS)}


class Aid(Struct, frozen=True):
    """A support that takes part in the battle under *number*. *given* are the numbers of its orders."""

    number: int
    by: Holder
    given: tuple[int, ...]


class BattleLine(Struct):
    """A battle. *attacks* has the number of the attack that a unit makes, by the number of the unit."""

    battle: Battle
    attacks: dict[int, int]
    attackers: list[int] = []  # numbers of units, by the number of their attack
    aids: list[Aid] = []

    def attacker(self, attack: int) -> int:
        """Return the number of the unit that makes the attack, -1 for none."""
        return self.attackers[attack] if attack >= 0 else -1


def draw_up(
    turn: TurnState, targets: dict[int, Place], strengths: dict[int, int], at_home: dict[Place, Power]
) -> BattleLine:
    """Return the battle without its supports.

    *targets* and *strengths* of attacks are by the number of the unit. *at_home* has the powers of lone
    pieces that hold a fortress of their own (5.1(d)).
    """
    line = BattleLine(Battle(), {})
    for number, target in targets.items():
        unit = turn.units[number]
        line.attacks[number] = len(line.battle.attacks)
        line.attackers.append(number)
        line.battle.attacks.append(_attack(turn, unit, target, strengths[number]))
    attacked = {*targets.values()} - {ground.OFF}
    _add_stays(turn, line, attacked)
    _add_garrisons(turn, line.battle, attacked)
    for place, keeper in at_home.items():
        line.battle.alone[place] = _mask(power for power in ground.POWERS if power != keeper)
    return line


def _add_stays(turn: TurnState, line: BattleLine, attacked: set[Place]) -> None:
    """Add the units in the attacked places, which stay there unless their own attack succeeds."""
    for unit in turn.here():
        if unit.place in attacked:
            attack = line.attacks.get(unit.number, -1)
            walls = turn.fortress(unit.place, unit.power)
            line.battle.stays[unit.place].append(
                Stay(turn.standing_strength(unit), BIT[unit.power], attack, walls)
            )


def _add_garrisons(turn: TurnState, battle: Battle, attacked: set[Place]) -> None:
    """Add the garrisons of the attacked places, with the powers that they resist."""
    for place in attacked:
        if (warden := turn.garrison_of(place)) is None:
            continue
        battle.garrisons[place] = _mask(p for p in ground.POWERS if turn.garrison_resists(place, p))
        if warden:
            battle.wardens[place] = BIT[warden]  # 5.2(a)


def _mask(powers: Iterable[Power]) -> int:
    return sum(BIT[power] for power in powers)


def keepers(turn: TurnState, moving: Iterable[ActingPiece]) -> dict[Place, Power]:
    """Return where a piece stays in a fortress that its power owns and that serves it (5.1(d))."""
    if not options.is_default(turn.before.options, options.LONE):
        return {}
    leaving = {piece.kind for piece in moving}
    return {
        piece.place: piece.power
        for piece in turn.pieces
        if piece.here
        and piece.kind not in leaving
        and turn.owners.get(piece.place) == piece.power
        and turn.fortress(piece.place, piece.power)
    }


def outcome(turn: TurnState, line: BattleLine, unit: ActingUnit) -> Outcome:
    """Return the outcome of the attack. That a lone piece held a fortress stays secret."""
    number = line.attacks[unit.number]
    if line.battle.succeeded(number):
        return Succeeded()
    attack = line.battle.attacks[number]
    if not line.battle.comes(number):
        return Failed("no convoy")
    what, by, strength, against = line.battle.balance(number)
    if what == "garrison":
        guarded = turn.garrison_resists(attack.target, unit.power)
        return Failed("garrison" if guarded else "stood off")
    other = turn.units[line.attacker(by)] if what == "attack" else _stayer(turn, line, attack.target)
    if other is None:
        return Failed("stood off")
    if what == "stay" and other.power == unit.power:
        return OwnUnit(turn.name(other))
    compared = (strength, against) if strength <= against else ()  # not in a paradox
    return StoodOff(turn.name(other), _is_inside(line, other, attack.target), *compared)


def _is_inside(line: BattleLine, unit: ActingUnit, place: Place) -> bool:
    """Return whether *unit* entered *place* in this turn."""
    if _left(line, unit):
        return line.battle.attacks[line.attacks[unit.number]].target == place
    return unit.place == place != unit.origin


def _stayer(turn: TurnState, line: BattleLine, place: Place) -> ActingUnit | None:
    there = [unit for unit in turn.here() if unit.place == place]
    return next((unit for unit in there if not _left(line, unit)), None)


def _left(line: BattleLine, unit: ActingUnit) -> bool:
    attack = line.attacks.get(unit.number, -1)
    return attack >= 0 and line.battle.succeeded(attack)


def carry_out(turn: TurnState, line: BattleLine, phase: int) -> None:
    """Set the outcomes of supports and moves, mark dislodged units, and move the others."""
    for aid in line.aids:
        _set_support_outcome(turn, line, aid)
    movers = [turn.units[number] for number in line.attacks]
    for unit in movers:
        result = outcome(turn, line, unit)
        if phase == SECOND:
            result = after_first_step(result, unit.path[0])
        turn.set_outcome(unit, result)
        unit.failed = unit.failed or not isinstance(result, Succeeded)
    attacked = [unit for unit in turn.here() if unit.place in line.battle.into]
    beaten = [(unit, line.battle.victor(unit.place)) for unit in attacked if not _left(line, unit)]
    arrived = [unit for unit in movers if _left(line, unit)]
    shut = _contested(turn, line)
    for unit, attack in beaten:
        if attack >= 0 and unit.place != ground.OFF:
            _dislodge(turn, unit, turn.units[line.attacker(attack)])
    for unit in arrived:
        unit.entered, unit.entered_from = phase, unit.place
        unit.place = line.battle.attacks[line.attacks[unit.number]].target
    turn.contested = shut


def _dislodge(turn: TurnState, unit: ActingUnit, by: ActingUnit) -> None:
    unit.beaten, unit.beaten_by = True, by.number
    unit.beaten_from = "" if by.by_sea else by.place
    for number in (*unit.given, unit.given_second):
        if number >= 0:
            turn.given[number].outcome = Dislodged(turn.name(by))
            turn.given[number].waits = False


def _contested(turn: TurnState, line: BattleLine) -> set[Place]:
    """Return the spaces that a stand-off of this step left empty."""
    held = {unit.place for unit in turn.here() if not _left(line, unit)}
    found = set()
    for target, numbers in line.battle.into.items():
        came = [q for q in numbers if line.battle.comes(q)]
        if len(came) > 1 and target not in held and not any(line.battle.succeeded(q) for q in came):
            found.add(target)
    return found


def _set_support_outcome(turn: TurnState, line: BattleLine, aid: Aid) -> None:
    given = line.battle.given(aid.number)
    cutter = line.attacker(line.battle.cutter(aid.number))
    result: Outcome = Succeeded() if given or cutter < 0 else SupportCut(turn.name(turn.units[cutter]))
    for number in aid.given:
        turn.set_outcome_of(number, result)
    if isinstance(aid.by, ActingUnit):
        aid.by.failed = aid.by.failed or not given


def _attack(turn: TurnState, unit: ActingUnit, target: Place, strength: int) -> Attack:
    bit = BIT[unit.power]
    made = Attack(target, [unit.place], [bit], strength)
    made.by_ferry, made.behind_walls = unit.by_sea, turn.fortress(unit.place, unit.power)
    return made
