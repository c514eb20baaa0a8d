"""How do Military Units become attacks, stays and garrisons of a battle, and back?  (HB 2, 4.1, 5.1, 5.2)"""

from collections.abc import Iterable

from msgspec import Struct

from adjudicator.hardbop import ground, options
from adjudicator.hardbop.resolve.turn_state import Holder, TurnState
from adjudicator.hardbop.resolve.units import ActingUnit, Token
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
)

BIT = {power: 1 << number for number, power in enumerate(ground.POWERS)}


class Aid(Struct, frozen=True):
    """A support that takes part in the battle under *number*; *said* is that of its order."""

    number: int
    by: Holder
    said: tuple[int, ...]


class BattleLine(Struct):
    """A battle with what takes part in it: attacks by the number of the part that makes them."""

    battle: Battle
    attacks: dict[int, int]
    attackers: list[int] = []  # the parts by the number of their attack
    aids: list[Aid] = []

    def attacker(self, attack: int) -> int:
        """The number of the part that makes the attack, -1 for none."""
        return self.attackers[attack] if attack >= 0 else -1


def draw_up(
    f: TurnState, targets: dict[int, Place], strengths: dict[int, int], at_home: dict[Place, Power]
) -> BattleLine:
    """The battle without its supports. *targets* and *strengths* of attacks are by the number of the part;
    *at_home* has the lone personalities that hold a fortress of their own (5.1(d))."""
    line = BattleLine(Battle(), {})
    for number, target in targets.items():
        part = f.parts[number]
        line.attacks[number] = len(line.battle.attacks)
        line.attackers.append(number)
        line.battle.attacks.append(_attack(f, part, target, strengths[number]))
    attacked = {*targets.values()} - {ground.OFF}
    for part in f.here():
        if part.place in attacked:
            attack = line.attacks.get(part.number, -1)
            walls = f.fortress(part.place, part.power)
            line.battle.stays[part.place].append(
                Stay(f.standing_strength(part), BIT[part.power], attack, walls)
            )
    for place in attacked:
        if (warden := f.garrison_of(place)) is None:
            continue
        line.battle.garrisons[place] = _mask(p for p in ground.POWERS if f.garrison_resists(place, p))
        if warden:
            line.battle.wardens[place] = BIT[warden]  # 5.2(a)
    for place, keeper in at_home.items():
        line.battle.alone[place] = _mask(power for power in ground.POWERS if power != keeper)
    return line


def _mask(powers: Iterable[Power]) -> int:
    return sum(BIT[power] for power in powers)


def keepers(f: TurnState, moving: Iterable[Token]) -> dict[Place, Power]:
    """Where a Personality Unit stays in a fortress that its own power owns and that serves it (5.1(d))."""
    if not options.is_default(f.before.options, options.LONE):
        return {}
    leaving = {token.kind for token in moving}
    return {
        token.place: token.power
        for token in f.tokens
        if token.here
        and token.kind not in leaving
        and f.owners.get(token.place) == token.power
        and f.fortress(token.place, token.power)
    }


def outcome(f: TurnState, line: BattleLine, part: ActingUnit) -> Outcome:
    """What came of the attack of *part*. Why a lone personality's fortress held is told to nobody."""
    number = line.attacks[part.number]
    if line.battle.succeeded(number):
        return Succeeded()
    attack = line.battle.attacks[number]
    if not line.battle.comes(number):
        return Failed("no convoy")
    what, by = line.battle.opponent(number)
    if what == "garrison":
        guarded = f.garrison_resists(attack.target, part.power)
        return Failed("garrison" if guarded else "stood off")
    other = f.parts[line.attacker(by)] if what == "attack" else _stayer(f, line, attack.target)
    if other is None:
        return Failed("stood off")
    own = what == "stay" and other.power == part.power
    return OwnUnit(f.name(other)) if own else StoodOff(f.name(other))


def _stayer(f: TurnState, line: BattleLine, place: Place) -> ActingUnit | None:
    there = [part for part in f.here() if part.place == place]
    return next((part for part in there if not _left(line, part)), None)


def _left(line: BattleLine, part: ActingUnit) -> bool:
    attack = line.attacks.get(part.number, -1)
    return attack >= 0 and line.battle.succeeded(attack)


def carry_out(f: TurnState, line: BattleLine, phase: int) -> None:
    """Supports and moves get their outcomes, the beaten are marked, the others arrive."""
    for aid in line.aids:
        _tell_support(f, line, aid)
    movers = [f.parts[number] for number in line.attacks]
    for part in movers:
        told = outcome(f, line, part)
        f.come(part, told)
        part.failed = part.failed or not isinstance(told, Succeeded)
    attacked = [part for part in f.here() if part.place in line.battle.into]
    beaten = [(part, line.battle.victor(part.place)) for part in attacked if not _left(line, part)]
    arrived = [part for part in movers if _left(line, part)]
    shut = _contested(f, line)
    for part, attack in beaten:
        if attack >= 0 and part.place != ground.OFF:
            _dislodge(f, part, f.parts[line.attacker(attack)])
    for part in arrived:
        part.entered, part.entered_from = phase, part.place
        part.place = line.battle.attacks[line.attacks[part.number]].target
    f.contested = shut


def _dislodge(f: TurnState, part: ActingUnit, by: ActingUnit) -> None:
    part.beaten, part.beaten_by = True, by.number
    part.beaten_from = "" if by.by_sea else by.place
    for number in (*part.said, part.said_second):
        if number >= 0:
            f.said[number].outcome = Dislodged(f.name(by))
            f.said[number].waits = False


def _contested(f: TurnState, line: BattleLine) -> set[Place]:
    """Spaces left empty by a stand-off of this step."""
    held = {part.place for part in f.here() if not _left(line, part)}
    found = set()
    for target, numbers in line.battle.into.items():
        came = [q for q in numbers if line.battle.comes(q)]
        if len(came) > 1 and target not in held and not any(line.battle.succeeded(q) for q in came):
            found.add(target)
    return found


def _tell_support(f: TurnState, line: BattleLine, aid: Aid) -> None:
    given = line.battle.given(aid.number)
    cutter = line.attacker(line.battle.cutter(aid.number))
    told: Outcome = Succeeded() if given or cutter < 0 else SupportCut(f.name(f.parts[cutter]))
    for number in aid.said:
        f.come_of(number, told)
    if isinstance(aid.by, ActingUnit):
        aid.by.failed = aid.by.failed or not given


def _attack(f: TurnState, part: ActingUnit, target: Place, strength: int) -> Attack:
    bit = BIT[part.power]
    made = Attack(target, [part.place], [bit], strength)
    made.by_ferry, made.behind_walls = part.by_sea, f.fortress(part.place, part.power)
    return made
