"""Resolve all attacks, supports and defences of one phase, which depend on each other (XIII 1.2 to 1.7).

Each attack, support and convoy is a yes-or-no question: does it succeed, is it given, does it hold?
An attack is compared with everything against it, by the least and greatest strengths still possible, until
`adjudicator.core.solving` has every answer.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, NamedTuple

from adjudicator.core.solving import NO, OPEN, YES, solve

Area = str
NONE: Final[list[int]] = []  # shared, never changed


class Attack:
    """One attack by one or more units (a merge) on *target*; *powers* is a mask of their powers.

    *origin_powers* has such a mask for each of *origins*.
    *after* is an attack that must succeed first: the fleet reaches the sea area of a landing.
    *joins* marks a move that merges with units that hold in *target*: not an attack, but help in its defence.
    """

    def __init__(self, target: Area, origins: list[Area], origin_powers: list[int], strength: int) -> None:
        self.target = target
        self.origins = origins
        self.origin_powers = origin_powers
        self.powers = 0
        for powers in origin_powers:
            self.powers |= powers
        self.strength = strength
        self.after = -1
        self.by_ferry = False
        self.joins = False
        self.route = -1  # the number of the convoy that must hold
        self.merge = -1  # attacks of one merge do not stand each other off
        self.behind_walls = 0  # added if it is attacked head to head
        self.against: list[int] = []  # head to head: attacks from *target* to one of *origins*
        self.supports: list[int] = []


class Support:
    """From *area* into *aimed_at*, for an attack, or for units or a garrison there (*attack* -1)."""

    def __init__(self, area: Area, aimed_at: Area, strength: int, power: int, attack: int = -1) -> None:
        self.area = area
        self.aimed_at = aimed_at
        self.strength = strength
        self.power = power
        self.attack = attack
        self.garrison = False
        self.stands = False  # given by a piece, which cannot be dislodged


class Stay:
    """Units that defend their area if they stay: always (*attack* -1), or if their *attack* fails."""

    def __init__(self, strength: int, power: int, attack: int = -1, fortress: int = 0) -> None:
        self.strength = strength
        self.power = power
        self.attack = attack
        self.fortress = fortress


class ConvoyRoute:
    """A convoy by fleets in *areas*. *holds* returns whether the given fleets make a chain."""

    def __init__(self, areas: tuple[Area, ...], holds: Callable[[Collection[Area]], bool]) -> None:
        self.areas = areas
        self.holds = holds


Range = tuple[int, int]


class Balance(NamedTuple):
    """What stopped an attack: "attack" and its *number*, "stay" or "garrison"; and the strengths compared."""

    what: str
    number: int
    strength: int
    against: int


class Battle:
    """Fill in attacks, supports, stays, followers and garrisons, call `fight`, then query the results."""

    def __init__(self) -> None:
        self.attacks: list[Attack] = []
        self.supports: list[Support] = []
        self.routes: list[ConvoyRoute] = []
        self.stays: dict[Area, list[Stay]] = defaultdict(list)
        self.followers: dict[Area, list[tuple[Stay, ...]]] = defaultdict(list)  # +1 if one of these stays
        self.garrisons: dict[Area, int] = {}  # mask of the powers that the garrison resists
        self.walls: dict[Area, int] = {}  # what they add to a garrison
        self.alone: dict[Area, int] = {}  # mask of the powers that a piece resists there, as one, unsupported
        self.wardens: dict[Area, int] = {}  # mask of the power that lends no support against its garrison
        self.sealed: set[Area] = set()  # nothing can enter
        self.into: dict[Area, list[int]] = defaultdict(list)
        self.holding: dict[Area, list[int]] = defaultdict(list)
        self.manning: dict[Area, list[int]] = defaultdict(list)
        self.first_support = self.first_route = 0  # questions are attacks, then supports, then routes
        self.answers: list[int] = []

    def fight(self) -> None:
        self._index()
        self.first_support = len(self.attacks)
        self.first_route = self.first_support + len(self.supports)
        self.answers = [
            *[YES if self._meets_nobody(attack) else OPEN for attack in self.attacks],
            *[OPEN if self._coming(support.area) else YES for support in self.supports],
            *[OPEN] * len(self.routes),
        ]
        solve(self.answers, self._decide, self._dependants(), self._back_up)

    def succeeded(self, attack: int) -> bool:
        return self.answers[attack] == YES

    def given(self, support: int) -> bool:
        return self.answers[self.first_support + support] == YES

    def comes(self, attack: int) -> bool:
        """Return whether the attack took place at all: not without its fleet or convoy."""
        return self._comes(attack) == YES

    def victor(self, area: Area) -> int:
        """Return the attack that took *area*, -1 for none."""
        for q in self._coming(area):
            if self.answers[q] == YES and not self.attacks[q].joins:
                return q
        return -1

    def cutter(self, support: int) -> int:
        """Return the attack that cut the support, -1 for none."""
        found = self._cutters(self.supports[support])
        return next((q for q, _ in found if self._comes(q) != NO), -1)

    def opponent(self, attack: int) -> tuple[str, int]:
        """Return what stopped a failed attack: ("attack", its number), ("garrison", -1) or ("stay", -1).

        Whoever got in comes before a unit that stayed, since that unit was dislodged.
        """
        mine = self.attacks[attack]
        rivals = [q for q in self._rivals(attack) if not self.attacks[q].joins]
        winner = next((q for q in rivals if self.succeeded(q)), -1)
        if winner >= 0:
            return "attack", winner
        if any(self._stays(stay, mine) == YES for stay in self.stays[mine.target]):
            return "stay", -1
        rivals += [q for q in mine.against if q != attack]
        winner = next((q for q in rivals if self.succeeded(q)), -1)
        if winner >= 0:
            return "attack", winner
        standing = [q for q in rivals if not self.attacks[q].joins and self._comes(q) == YES]
        if standing:
            return "attack", max(standing, key=lambda q: (self._strength(q)[0], -q))
        return "garrison", -1

    def balance(self, attack: int) -> Balance:
        """Return the strongest opponent of a failed attack, and the strengths that were compared.

        Whoever got in comes first; if equally strong, units that stay come before other attacks.
        """
        mine = self.attacks[attack]
        staying = [stay for stay in self.stays[mine.target] if self._stays(stay, mine) == YES]
        barred = _mask(staying) or self._warden(mine)
        rivals = [q for q in self._rivals(attack) if not self.attacks[q].joins and self._comes(q) == YES]
        found = [("attack", q, self._prevents(q)[0]) for q in rivals if self.succeeded(q)]
        if staying and not found:
            found = [("stay", -1, self._holds(mine, staying))]
        found += [("attack", q, self._prevents(q)[0]) for q in rivals]
        found += [("garrison", -1, self._garrison(mine)[0])]
        what, number, against = max(found, key=lambda one: one[2])
        return Balance(what, number, self._strength(attack, barred)[0], against)

    def _holds(self, attack: Attack, staying: list[Stay]) -> int:
        """Return the strength of the units that stay, one of which may move against the attack."""
        facing = [self._head_on(stay.attack)[0] for stay in staying if stay.attack in attack.against]
        return max([self._defence(attack, staying, [])[0], *facing])

    def _index(self) -> None:
        for number, attack in enumerate(self.attacks):
            self.into[attack.target].append(number)
            attack.supports = []
        for number, attack in enumerate(self.attacks):
            attack.against = self._facing(number, attack)
        for number, support in enumerate(self.supports):
            if support.attack >= 0:
                self.attacks[support.attack].supports.append(number)
            else:
                (self.manning if support.garrison else self.holding)[support.aimed_at].append(number)

    def _coming(self, area: Area) -> list[int]:
        """Return the attacks on *area*."""
        return self.into.get(area) or NONE

    def _rivals(self, number: int) -> list[int]:
        """Return the other attacks on the same area, except those of the same merge."""
        mine = self.attacks[number]
        coming = self._coming(mine.target)
        if mine.merge < 0:
            return [q for q in coming if q != number]
        return [q for q in coming if self.attacks[q].merge != mine.merge]

    def _facing(self, number: int, attack: Attack) -> list[int]:
        """Return the attacks head to head with *attack*; a ferry passes by (1.7)."""
        if attack.by_ferry or attack.joins:
            return NONE
        coming = [q for origin in attack.origins for q in self._coming(origin) if q != number]
        return [q for q in coming if self._is_head_on(attack, self.attacks[q])]

    def _is_head_on(self, attack: Attack, other: Attack) -> bool:
        return attack.target in other.origins and not (other.by_ferry or other.joins)

    def _dependants(self) -> list[list[int]]:
        """Return the questions to ask again after each answer, without those that are answered already."""
        beside = [NONE] * len(self.answers)
        helping = self._helping()
        for number, attack in enumerate(self.attacks):
            asked = [*self._coming(attack.target), *helping.get(attack.target, NONE)]
            if attack.after >= 0:
                beside[attack.after] = [*beside[attack.after], number, *asked]
            if attack.route >= 0:
                self._depend_on_route(beside, number, asked)
            if not self.answers[number]:
                asked += [q for origin in attack.origins for q in self._coming(origin)]
                beside[number] = [*beside[number], *asked]
        for number, support in enumerate(self.supports, self.first_support):
            if not self.answers[number]:
                facing = self.attacks[support.attack].against if support.attack >= 0 else NONE
                beside[number] = [*self._coming(support.aimed_at), *facing]
        return [[q for q in asked if q != number] for number, asked in enumerate(beside)]

    def _helping(self) -> dict[Area, list[int]]:
        """Return the open supports by the area they are given from."""
        helping: dict[Area, list[int]] = {}
        for number, support in enumerate(self.supports, self.first_support):
            if not self.answers[number]:
                helping.setdefault(support.area, []).append(number)
        return helping

    def _depend_on_route(self, beside: list[list[int]], number: int, asked: list[int]) -> None:
        """Make the attack with this *number* depend on its convoy, and the convoy on its fleets."""
        route = self.attacks[number].route
        beside[self.first_route + route] = [*beside[self.first_route + route], number, *asked]
        for area in self.routes[route].areas:
            for q in self._coming(area):
                beside[q] = [*beside[q], self.first_route + route]

    def _decide(self, question: int) -> int:
        if question < self.first_support:
            return self._decide_attack(question)
        if question < self.first_route:
            return self._decide_support(self.supports[question - self.first_support])
        return self._decide_route(self.routes[question - self.first_route])

    def _decide_support(self, support: Support) -> int:
        verdict = YES
        for q, dislodging in self._cutters(support):
            comes = self.answers[q] if dislodging else self._comes(q)
            if comes == YES:
                return NO
            if comes == OPEN:
                verdict = OPEN
        return verdict

    def _cutters(self, support: Support) -> list[tuple[int, bool]]:
        """Return the attacks on the supporter by another power, True for those that must succeed to cut."""
        found = []
        for q in self._coming(support.area):
            attack = self.attacks[q]
            if attack.joins or not attack.powers & ~support.power:
                continue
            elsewhere = any(
                origin != support.aimed_at and powers & ~support.power
                for origin, powers in zip(attack.origins, attack.origin_powers, strict=True)
            )
            if elsewhere or not support.stands:
                found.append((q, not elsewhere))
        return found

    def _comes(self, q: int) -> int:
        """Return whether the attack takes place at all."""
        attack = self.attacks[q]
        if attack.route >= 0:
            return self.answers[self.first_route + attack.route]
        return YES if attack.after < 0 else self.answers[attack.after]

    def _decide_route(self, route: ConvoyRoute) -> int:
        """Return whether a chain remains, whichever fleets are still dislodged."""
        lost = {area: self._is_taken(area) for area in route.areas}
        if route.holds([area for area in route.areas if lost[area] == NO]):
            return YES
        return OPEN if route.holds([area for area in route.areas if lost[area] != YES]) else NO

    def _is_taken(self, area: Area) -> int:
        """Return whether any attack enters an area whose unit does not move."""
        answers = [self.answers[q] for q in self._coming(area)]
        return YES if YES in answers else OPEN if OPEN in answers else NO

    def _decide_attack(self, question: int) -> int:
        attack = self.attacks[question]
        comes = self._comes(question)
        if comes == NO or attack.target in self.sealed:
            return NO
        verdict = self._decide_joining(question) if attack.joins else self._compare(question)
        return verdict if comes == YES or verdict == NO else OPEN

    def _decide_joining(self, question: int) -> int:
        rivals = [q for q in self._coming(self.attacks[question].target) if not self.attacks[q].joins]
        if any(self.answers[q] == YES for q in rivals):
            return NO
        return OPEN if any(self.answers[q] == OPEN for q in rivals) else YES

    def _compare(self, question: int) -> int:
        attack = self.attacks[question]
        there = [(stay, self._stays(stay, attack)) for stay in self.stays.get(attack.target, ())]
        sure = [stay for stay, answer in there if answer == YES]
        doubtful = [stay for stay, answer in there if answer == OPEN]
        staying, perhaps = _mask(sure), _mask(doubtful)
        if staying & attack.powers:
            return NO  # 1.5
        warden = 0 if staying else self._warden(attack)
        least, most = self._strength(question, staying | (0 if perhaps else warden), perhaps | warden)
        against = [self._defence(attack, sure, doubtful)]
        against += [self._head_on(q) for q in attack.against]
        against += [self._prevents(q) for q in self._rivals(question)]
        if most <= max([low for low, _ in against]):
            return NO
        if least > max([high for _, high in against]) and not perhaps & attack.powers:
            return YES
        return OPEN

    def _meets_nobody(self, attack: Attack) -> bool:
        """Return whether the attack depends on nothing and meets nobody."""
        target = attack.target
        if attack.joins or attack.after >= 0 or attack.route >= 0 or target in self.sealed:
            return False
        contested = attack.against or len(self._coming(target)) > 1 or self.stays.get(target)
        resisted = (self.garrisons.get(target, 0) | self.alone.get(target, 0)) & attack.powers
        return not contested and not resisted and attack.strength > 0

    def _stays(self, stay: Stay, attack: Attack) -> int:
        """Return whether it stays if *attack* wins. An attack head to head with it has then failed."""
        if stay.attack < 0 or stay.attack in attack.against:
            return YES
        return (OPEN, YES, NO)[self.answers[stay.attack]]

    def _strength(self, question: int, barred: int = 0, doubtful: int = 0) -> Range:
        """Return least and greatest strength. *barred* powers do not help against their own units (1.5)."""
        attack = self.attacks[question]
        least = most = attack.strength
        for number in attack.supports:
            support = self.supports[number]
            answer = self.answers[self.first_support + number]
            if answer == NO or support.power & barred:
                continue
            most += support.strength
            if answer == YES and not support.power & doubtful:
                least += support.strength
        return least, most

    def _head_on(self, question: int) -> Range:
        """Return the strength with which an attack meets one that comes from its target."""
        least, most = self._strength(question)
        walls = self.attacks[question].behind_walls
        return least + walls, most + walls

    def _prevents(self, question: int) -> Range:
        attack = self.attacks[question]
        comes = self._comes(question)
        beaten = [self.answers[q] for q in attack.against]
        if attack.joins or comes == NO or YES in beaten:
            return 0, 0
        least, most = self._strength(question)
        return (0 if comes == OPEN or OPEN in beaten else least), most

    def _defence(self, attack: Attack, sure: list[Stay], doubtful: list[Stay]) -> Range:
        garrison = self._garrison(attack)
        if not sure and not doubtful:
            return garrison
        held_least, held_most = self._supported(self.holding.get(attack.target, ()))
        joining = sum(
            [self.attacks[q].strength for q in self._coming(attack.target) if self.attacks[q].joins]
        )
        most = self._worth(attack.target, sure + doubtful) + held_most + joining
        if not sure:
            return min(garrison[0], 1), max(garrison[1], most)
        return self._worth(attack.target, sure) + held_least + joining, most

    def _worth(self, area: Area, stays: list[Stay]) -> int:
        followers = sum([any(stay in stays for stay in led) for led in self.followers.get(area, ())])
        return sum([stay.strength for stay in stays]) + max([stay.fortress for stay in stays]) + followers

    def _garrison(self, attack: Attack) -> Range:
        if not self.garrisons.get(attack.target, 0) & attack.powers:
            held = int(bool(self.alone.get(attack.target, 0) & attack.powers))
            return held, held
        least, most = self._supported(self.manning[attack.target])
        alone = 1 + self.walls.get(attack.target, 0)
        return alone + least, alone + most

    def _warden(self, attack: Attack) -> int:
        resisted = self.garrisons.get(attack.target, 0) & attack.powers
        return self.wardens.get(attack.target, 0) if resisted else 0

    def _supported(self, numbers: Sequence[int]) -> Range:
        least = most = 0
        for number in numbers:
            answer = self.answers[self.first_support + number]
            if answer != NO:
                most += self.supports[number].strength
                least += self.supports[number].strength if answer == YES else 0
        return least, most

    def _back_up(self, knot: Sequence[int]) -> Iterable[tuple[int, int]]:
        """Let units that move in a circle all arrive (1.7). Any other circle of questions is answered no."""
        routes = [question for question in knot if question >= self.first_route]
        if routes:
            return [(route, NO) for route in routes]  # Szykman's rule for paradoxes
        moves = [q for q in knot if q < self.first_support]
        left = {origin for q in moves for origin in self.attacks[q].origins}
        circle = moves and all(self.attacks[q].target in left for q in moves)
        return [(q, YES if circle else NO) for q in moves or knot]


def _mask(stays: Iterable[Stay]) -> int:
    mask = 0
    for stay in stays:
        mask |= stay.power
    return mask
