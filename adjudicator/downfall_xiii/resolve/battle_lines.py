"""Turn stacks into attacks, stays and garrisons, and a battle into outcomes (XIII 1.3, 4.4, 7b, 7c)."""

from typing import Final

from adjudicator.core.position import Unit as Named
from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.resolve import company
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, TurnState
from adjudicator.middle_earth.language.orders import Disembark, Place
from adjudicator.middle_earth.resolve.battle import Attack, Battle, Stay
from adjudicator.middle_earth.resolve.outcomes import Failed, Outcome, OwnUnit, StoodOff, Succeeded

BIT: Final = {power: 1 << number for number, power in enumerate(ground.POWERS)}


class BattleLine:
    """A battle, with the stacks that make its attacks and stays."""

    def __init__(self) -> None:
        self.battle = Battle()
        self.leaders: list[ActingStack] = []  # the first stack of each attack
        self.standing: dict[Place, list[ActingStack]] = {}  # not aboard, and attacked

    def leader(self, attack: int) -> ActingStack | None:
        return self.leaders[attack] if attack >= 0 else None


def draw_up(turn: TurnState, phase: int = 1) -> BattleLine:
    """Return the battle of a phase without supports, and set the number of the attack of each stack."""
    line = BattleLine()
    battle, standing = line.battle, line.standing
    stacks = turn.here()
    line.leaders += _attacks(turn, battle, stacks, phase)
    attacked = {attack.target for attack in battle.attacks}
    for stack in stacks:
        if stack.place in attacked and stack.fleet is None:
            standing.setdefault(stack.place, []).append(stack)
            battle.stays[stack.place].append(_stay(turn, stack))
    _followers(turn, line)
    _garrisons(turn, battle, attacked)
    return line


def aim(stack: ActingStack, phase: int) -> Place:
    """Return the area that *stack* is to enter in *phase*, "" for none."""
    return stack.path[phase - 1] if len(stack.path) >= phase else ""


def _attacks(turn: TurnState, battle: Battle, stacks: list[ActingStack], phase: int) -> list[ActingStack]:
    """Add the attacks of a phase. Return the first stack of each."""
    bands: list[list[ActingStack]] = []  # stacks that attack together
    teams: dict[tuple[int, Place, bool], list[ActingStack]] = {}
    for stack in turn.stacks:
        stack.attack = -1
    for stack in stacks:
        target = aim(stack, phase)
        if target and stack.team < 0:
            bands.append([stack])
        elif target:
            teams.setdefault((stack.team, target, stack.joins), []).append(stack)
    bands += [band for (_, target, _), team in teams.items() for band in _who_may_help(team, target)]
    bands.sort(key=lambda band: band[0].number)
    for number, band in enumerate(bands):
        for stack in band:
            stack.attack = number
        battle.attacks.append(_attack(turn, band, aim(band[0], phase)))
    for stack in stacks:
        if stack.attack >= 0 and stack.fleet is not None and not stack.ferried:
            battle.attacks[stack.attack].after = stack.fleet.attack  # 6g.7
    return [band[0] for band in bands]


def _who_may_help(team: list[ActingStack], target: Place) -> list[list[ActingStack]]:
    """Divide a merge into groups that may help each other past the Hollin gate (4.8)."""
    bands: list[list[ActingStack]] = []
    for stack in team:
        band = next(
            (one for one in bands if not any(_is_barred(stack, other, target) for other in one)), None
        )
        if band is None:
            bands.append([stack])
        else:
            band.append(stack)
    return bands


def _is_barred(one: ActingStack, other: ActingStack, target: Place) -> bool:
    if one.place == other.place:
        return False  # of one stack
    ways = ((one.place, other.place), (other.place, one.place))
    return any(ground.gate_bars(start, target, origin) for start, origin in ways)


def _attack(turn: TurnState, band: list[ActingStack], target: Place) -> Attack:
    powers = [BIT[stack.power] for stack in band]
    joins = band[0].joins
    helping = [stack for stack in band if not (joins and ground.gate_bars(stack.place, target, target))]
    strength = _together(turn, [company.strength(turn, stack) for stack in helping], joins)
    made = Attack(target, [_sets_out(stack) for stack in band], powers, strength)
    made.by_ferry = any(stack.fleet is not None for stack in band)
    made.joins, made.merge = joins, band[0].team
    return made


def _together(turn: TurnState, strengths: list[int], joins: bool) -> int:
    """Return the strength of merged units. By a group option they do not add up (4.8)."""
    if (len(strengths) == 1 and not joins) or turn.options[options.MERGES] == "add":
        return sum(strengths)
    return 0 if joins else max(strengths)


def _sets_out(stack: ActingStack) -> Place:
    """Return the area the attack comes from; for a landing the sea area in which the fleet ends (6g.6)."""
    return stack.order.unit.place if type(stack.order) is Disembark else stack.place


def _stay(turn: TurnState, stack: ActingStack) -> Stay:
    place, power = stack.place, stack.power
    fortress = (
        ground.fortress(place, power, turn.align(power), turn.fortresses_gone) if place in ground.WALLS else 0
    )
    if fortress and place == "Fan" and turn.ents_away:
        fortress = 0  # 6i.10
    return Stay(company.strength(turn, stack), BIT[power], stack.attack, fortress)


def _followers(turn: TurnState, line: BattleLine) -> None:
    """Let each personality without orders add one to the defence of its area, once (5.4)."""
    for piece in turn.pieces:
        standing = line.standing.get(piece.place)
        if not standing or not piece.here or piece.fleet is not None:
            continue
        stays = zip(line.battle.stays[piece.place], standing, strict=True)
        with_it = tuple([stay for stay, stack in stays if turn.is_idle_company(piece, stack)])
        if with_it:
            line.battle.followers[piece.place].append(with_it)


def _garrisons(turn: TurnState, battle: Battle, attacked: set[Place]) -> None:
    walled = turn.options[options.GARRISONS] == "with-walls"
    for place in attacked & ground.GARRISONS:
        battle.garrisons[place] = resisted(turn, place)
        battle.walls[place] = _walls(turn, place) if walled else 0


def resisted(turn: TurnState, place: Place) -> int:
    """Return a mask of the powers that the garrison of *place* resists."""
    return sum([BIT[power] for power in ground.POWERS if turn.garrison_resists(place, power)])


def _walls(turn: TurnState, place: Place) -> int:
    """Return what a fortress adds to its garrison: nothing without a group option (7b.3)."""
    owner = turn.garrison_owner(place)
    if owner is None:
        return 0
    return ground.fortress(place, owner, turn.align(owner), turn.fortresses_gone)


def outcome(turn: TurnState, line: BattleLine, stack: ActingStack) -> Outcome:
    """Return the outcome of the move of *stack* in this phase."""
    battle = line.battle
    if battle.succeeded(stack.attack):
        return Succeeded()
    attack = battle.attacks[stack.attack]
    if attack.target in battle.sealed:
        return Failed("the dead")
    if attack.after >= 0 and not battle.succeeded(attack.after):
        return Failed("no fleet")
    what, number = battle.opponent(stack.attack)
    if what == "garrison":
        return Failed("garrison")
    by = line.leader(number) if what == "attack" else _stayer(line, attack)
    if by is None:
        return Failed("stood off")
    is_own = what == "stay" and bool(BIT[by.power] & attack.powers)
    inside = _is_inside(battle, by, attack.target)
    return OwnUnit(turn.name(by)) if is_own else StoodOff(turn.name(by), inside)


def _is_inside(battle: Battle, stack: ActingStack, place: Place) -> bool:
    """Return whether *stack* entered *place* in this turn."""
    if stack.attack >= 0 and battle.succeeded(stack.attack):
        return battle.attacks[stack.attack].target == place
    return stack.place == place != stack.origin


def _stayer(line: BattleLine, attack: Attack) -> ActingStack | None:
    """Return a stack that stayed in the target, one of the attackers' own first, since it bars them."""
    there = [
        stack
        for stack in line.standing.get(attack.target, ())
        if stack.attack < 0 or not line.battle.succeeded(stack.attack)
    ]
    return min(there, key=lambda stack: not BIT[stack.power] & attack.powers, default=None)


def contested(turn: TurnState, battle: Battle) -> set[Place]:
    """Return the areas that a stand-off of this phase left empty."""
    found = set()
    disputed = {target: numbers for target, numbers in battle.into.items() if len(numbers) > 1}
    for target, numbers in disputed.items():
        came = [q for q in numbers if not battle.attacks[q].joins]
        if len(came) > 1 and not any(battle.succeeded(q) for q in came) and not turn.stacks_in(target):
            found.add(target)
    return found


__all__ = ["BIT", "BattleLine", "Named", "aim", "contested", "draw_up", "outcome"]
