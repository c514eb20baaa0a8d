"""How do parts become attacks, stays and garrisons of a battle, and back?  (XIII 1.3, 4.4, 7b, 7c)"""

from typing import Final

from adjudicator.core.position import Unit as Named
from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.resolve import company
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, TurnState
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place
from adjudicator.middle_earth.resolve.battle import Attack, Battle, Stay
from adjudicator.middle_earth.resolve.outcomes import Failed, Outcome, OwnUnit, StoodOff, Succeeded

BIT: Final = {power: 1 << number for number, power in enumerate(ground.POWERS)}


class Lines:
    """A battle, and the parts that its numbers stand for."""

    def __init__(self) -> None:
        self.battle = Battle()
        self.leaders: list[ActingStack] = []  # the first part of each attack
        self.standing: dict[Place, list[ActingStack]] = {}  # not aboard, and attacked

    def leader(self, attack: int) -> ActingStack | None:
        return self.leaders[attack] if attack >= 0 else None


def draw_up(f: TurnState, phase: int = 1) -> Lines:
    """The battle of a phase without its supports; each part is told the number of its attack."""
    drawn = Lines()
    battle, standing = drawn.battle, drawn.standing
    parts = f.here()
    drawn.leaders += _attacks(f, battle, parts, phase)
    attacked = {attack.target for attack in battle.attacks}
    for part in parts:
        if part.place in attacked and part.fleet is None:
            standing.setdefault(part.place, []).append(part)
            battle.stays[part.place].append(_stay(f, part))
    _followers(f, drawn)
    _garrisons(f, battle, attacked)
    return drawn


def aim(part: ActingStack, phase: int) -> Place:
    """The area that *part* is to enter in *phase*, "" for none."""
    return part.path[phase - 1] if len(part.path) >= phase else ""


def _attacks(f: TurnState, battle: Battle, parts: list[ActingStack], phase: int) -> list[ActingStack]:
    """Gives the first part of each."""
    bands: list[list[ActingStack]] = []  # who attacks together
    teams: dict[tuple[int, Place, bool], list[ActingStack]] = {}
    for part in f.parts:
        part.attack = -1
    for part in parts:
        target = aim(part, phase)
        if target and part.team < 0:
            bands.append([part])
        elif target:
            teams.setdefault((part.team, target, part.joins), []).append(part)
    bands += [band for (_, target, _), team in teams.items() for band in _who_may_help(team, target)]
    bands.sort(key=lambda band: band[0].number)
    for number, band in enumerate(bands):
        for part in band:
            part.attack = number
        battle.attacks.append(_attack(f, band, aim(band[0], phase)))
    for part in parts:
        if part.attack >= 0 and part.fleet is not None and not part.ferried:
            battle.attacks[part.attack].after = part.fleet.attack  # 6g.7
    return [band[0] for band in bands]


def _who_may_help(team: list[ActingStack], target: Place) -> list[list[ActingStack]]:
    """4.8: of a merge, those between whom the Hollin gate bars support attack apart."""
    bands: list[list[ActingStack]] = []
    for part in team:
        band = next((one for one in bands if not any(_is_barred(part, other, target) for other in one)), None)
        if band is None:
            bands.append([part])
        else:
            band.append(part)
    return bands


def _is_barred(one: ActingStack, other: ActingStack, target: Place) -> bool:
    if one.place == other.place:
        return False  # of one stack
    ways = ((one.place, other.place), (other.place, one.place))
    return any(ground.gate_bars(start, target, origin) for start, origin in ways)


def _attack(f: TurnState, band: list[ActingStack], target: Place) -> Attack:
    powers = [BIT[part.power] for part in band]
    joins = band[0].joins
    helping = [part for part in band if not (joins and ground.gate_bars(part.place, target, target))]
    strength = _together(f, [company.strength(f, part) for part in helping], joins)
    made = Attack(target, [_sets_out(part) for part in band], powers, strength)
    made.by_ferry = any(part.fleet is not None for part in band)
    made.joins, made.merge = joins, band[0].team
    return made


def _together(f: TurnState, strengths: list[int], joins: bool) -> int:
    """4.8: merging units fight as one, unless the group plays that they do not help each other."""
    if (len(strengths) == 1 and not joins) or f.options[options.MERGES] == "add":
        return sum(strengths)
    return 0 if joins else max(strengths)


def _sets_out(part: ActingStack) -> Place:
    """Where the attack comes from: for a landing the sea area in which the fleet ends (6g.6)."""
    return part.act.unit.place if type(part.act) is act.Disembark else part.place


def _stay(f: TurnState, part: ActingStack) -> Stay:
    place, power = part.place, part.power
    fortress = (
        ground.fortress(place, power, f.align(power), f.fortresses_gone) if place in ground.WALLS else 0
    )
    if fortress and place == "Fan" and f.ents_away:
        fortress = 0  # 6i.10
    return Stay(company.strength(f, part), BIT[power], part.attack, fortress)


def _followers(f: TurnState, drawn: Lines) -> None:
    """A personality without orders adds one to the defence of its area, once (5.4)."""
    for token in f.tokens:
        standing = drawn.standing.get(token.place)
        if not standing or not token.here or token.fleet is not None:
            continue
        stays = zip(drawn.battle.stays[token.place], standing, strict=True)
        with_it = tuple([stay for stay, part in stays if f.is_idle_company(token, part)])
        if with_it:
            drawn.battle.followers[token.place].append(with_it)


def _garrisons(f: TurnState, battle: Battle, attacked: set[Place]) -> None:
    walled = f.options[options.GARRISONS] == "with-walls"
    for place in attacked & ground.GARRISONS:
        battle.garrisons[place] = resisted(f, place)
        battle.walls[place] = _walls(f, place) if walled else 0


def resisted(f: TurnState, place: Place) -> int:
    """The powers that the garrison of *place* resists."""
    return sum([BIT[power] for power in ground.POWERS if f.garrison_resists(place, power)])


def _walls(f: TurnState, place: Place) -> int:
    """7b.3: a fortress adds nothing to its garrison, unless the group plays that it does."""
    owner = f.garrison_owner(place)
    if owner is None:
        return 0
    return ground.fortress(place, owner, f.align(owner), f.fortresses_gone)


def outcome(f: TurnState, drawn: Lines, part: ActingStack) -> Outcome:
    """What came of the move of *part* in this phase."""
    battle = drawn.battle
    if battle.succeeded(part.attack):
        return Succeeded()
    attack = battle.attacks[part.attack]
    if attack.target in battle.sealed:
        return Failed("the dead")
    if attack.after >= 0 and not battle.succeeded(attack.after):
        return Failed("no fleet")
    what, number = battle.opponent(part.attack)
    if what == "garrison":
        return Failed("garrison")
    by = drawn.leader(number) if what == "attack" else _stayer(drawn, attack)
    if by is None:
        return Failed("stood off")
    return OwnUnit(f.name(by)) if what == "stay" and BIT[by.power] & attack.powers else StoodOff(f.name(by))


def _stayer(drawn: Lines, attack: Attack) -> ActingStack | None:
    """Who stayed in the target; a unit of the attackers' own first, since it bars them."""
    there = [
        part
        for part in drawn.standing.get(attack.target, ())
        if part.attack < 0 or not drawn.battle.succeeded(part.attack)
    ]
    return min(there, key=lambda part: not BIT[part.power] & attack.powers, default=None)


def contested(f: TurnState, battle: Battle) -> set[Place]:
    """Areas left empty by a stand-off of this phase."""
    found = set()
    disputed = {target: numbers for target, numbers in battle.into.items() if len(numbers) > 1}
    for target, numbers in disputed.items():
        came = [q for q in numbers if not battle.attacks[q].joins]
        if len(came) > 1 and not any(battle.succeeded(q) for q in came) and not f.parts_in(target):
            found.add(target)
    return found


__all__ = ["BIT", "Lines", "Named", "aim", "contested", "draw_up", "outcome"]
