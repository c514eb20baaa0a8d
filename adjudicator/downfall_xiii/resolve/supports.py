"""Whose support is lawful, for what, and how strong is it?  (XIII 1.3, 4.9, 5.3, 6a.i, 6b.i, 6c.4, 9.2)"""

from collections.abc import Iterable, Sequence
from typing import Final

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve import battle_lines, company
from adjudicator.downfall_xiii.resolve.battle_lines import Lines
from adjudicator.downfall_xiii.resolve.order_collection import SUPPORTS
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, Token, TurnState
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power, Unit
from adjudicator.middle_earth.resolve.battle import Battle, Support
from adjudicator.middle_earth.resolve.pieces import GOOD, NEUTRAL

Helper = ActingStack | Token
Named = dict[Place, list[ActingStack]]
HELPS: Final = (*SUPPORTS, act.SupportSecond)


class Aid:
    """A support that takes part in the battle under *number*."""

    def __init__(self, number: int, by: Helper) -> None:
        self.number = number
        self.by = by


def line_up(f: TurnState, drawn: Lines) -> list[Aid]:
    """Add all lawful supports of phase one; the others are void and their units hold."""
    helpers: list[Helper] = [part for part in f.parts if type(part.act) in SUPPORTS]
    helpers.sort(key=lambda part: "Dead" in part.men)  # type: ignore[union-attr]  # no pieces yet
    helpers += [t for t in f.tokens if type(t.act) in SUPPORTS and t.stack is None]
    named = _by_name(f) if helpers else {}
    aids = []
    for helper in helpers:
        found = _void(f, helper) or _support(f, drawn, named, helper)
        if isinstance(found, str):
            helper.void(found)
            continue
        drawn.battle.supports.append(found)
        aids.append(Aid(len(drawn.battle.supports) - 1, helper))
        _note(helper)
    return aids


def _by_name(f: TurnState) -> Named:
    """Parts by every area that a support may name for them; what lands, by its sea too."""
    found: dict[Place, list[ActingStack]] = {}
    for part in f.parts:
        found.setdefault(part.place, []).append(part)
        if part.origin != part.place:
            found.setdefault(part.origin, []).append(part)
        if type(part.act) is act.Disembark and part.act.unit.place not in (part.origin, part.place):
            found.setdefault(part.act.unit.place, []).append(part)
    return found


def _note(helper: Helper) -> None:
    if isinstance(helper, Token):
        helper.shown = True  # 6a.i: he used a power
        if helper.said:
            helper.said.public = True
    else:
        helper.supported = True


def _void(f: TurnState, helper: Helper) -> str | None:
    if isinstance(helper, Token):
        return None if helper.kind in company.PROTECTORS else "impossible"
    if helper.fleet is not None:
        return "impossible"
    if is_paralysed(f, helper):
        return "paralysed"
    if f.raising and helper.place == "MVa":
        return "nothing"
    return None


def is_paralysed(f: TurnState, part: ActingStack) -> bool:
    """6c.4, 6c.5: a single unit that Gandalf does not shield."""
    return (part.power, part.origin) in f.paralysed and not f.is_full(part) and not _is_immune(f, part)


def _is_immune(f: TurnState, part: ActingStack) -> bool:
    """6a.iv, 6c.5: Gandalf shares its area at the start, moves with it, or supports it."""
    gandalf = f.token("Gandalf")
    if gandalf is None:
        return False
    helps = (
        isinstance(gandalf.act, act.SupportHold | act.SupportMove)
        and gandalf.act.supported.place == part.origin
    )
    return gandalf.origin == part.origin or gandalf in part.company or helps


def _support(f: TurnState, drawn: Lines, named: Named, helper: Helper) -> Support | str:
    match helper.act:
        case act.SupportGarrison(place=place):
            return _for_garrison(f, helper, place)
        case act.SupportHold(supported=unit):
            return _for_hold(f, helper, unit.place, _named_by(named, unit))
        case act.SupportMove(supported=unit, path=path):
            return _for_move(f, drawn.battle, helper, _named_by(named, unit), path[0])
    return "impossible"


def _named_by(named: Named, unit: Unit) -> list[ActingStack]:
    return [part for part in named.get(unit.place, ()) if _is_kind(part, unit.kind)]


def _for_garrison(f: TurnState, helper: Helper, place: Place) -> Support | str:
    owner = ground.home_of(place)
    if not battle_lines.resisted(f, place) or (owner and f.are_opposed(owner, helper.power)):
        return "no such unit"
    if not _reaches(f, helper, place, place):
        return "impossible"
    return _made(f, helper, place, -1, garrison=True)


def _for_hold(f: TurnState, helper: Helper, place: Place, named: Sequence[ActingStack]) -> Support | str:
    there = [part for part in named if part.place == place and part.fleet is None]
    staying = [p for p in there if p.attack < 0]
    if not staying:
        return "moves" if there else "no such unit"
    if not any(_may_help(f, helper, part.power) for part in staying):
        return "opposed"
    return _made(f, helper, place, -1) if _reaches(f, helper, place, place) else "impossible"


def _for_move(
    f: TurnState, battle: Battle, helper: Helper, named: Sequence[ActingStack], target: Place
) -> Support | str:
    there = [part for part in named if part is not helper]
    movers = [p for p in there if p.attack >= 0 and battle.attacks[p.attack].target == target]
    if not movers:
        return "does not move" if there else "no such unit"
    helped = [p for p in movers if _may_help(f, helper, p.power)]
    if not helped:
        return "opposed"
    mover = min(helped, key=lambda p: (p.power != helper.power, -p.count))
    if not _reaches(f, helper, target, mover.place):
        return "impossible"
    return _made(f, helper, target, mover.attack)


def _is_kind(part: ActingStack, kind: str) -> bool:
    return (
        not kind
        or kind in part.men
        or (kind == "A/F" and part.is_fleet)
        or (kind == "Aragorn" and "Dead" in part.men)
    )


def _may_help(f: TurnState, helper: Helper, power: Power) -> bool:
    if isinstance(helper, Token):
        return f.align(power) in (GOOD, NEUTRAL)  # 6a.i, 6b.i
    return not f.are_opposed(helper.power, power)


def _reaches(f: TurnState, helper: Helper, target: Place, origin: Place) -> bool:
    kinds: Iterable[str] = (helper.kind,) if isinstance(helper, Token) else helper.kinds
    return ground.may_support(kinds, helper.place, target, origin, f.barred(helper.power))


def _made(f: TurnState, helper: Helper, target: Place, attack: int, garrison: bool = False) -> Support:
    power, alone = battle_lines.BIT[helper.power], isinstance(helper, Token)
    made = Support(helper.place, target, strength(f, helper), power, attack)
    made.garrison, made.stands = garrison, alone
    return made


def strength(f: TurnState, helper: Helper) -> int:
    """Gandalf and Aragorn one; a part its units and company, personalities without an order too (5.4)."""
    if isinstance(helper, Token):
        return 1
    return company.strength(f, helper) + sum([_adds(f, one, helper) for one in f.tokens_in(helper.place)])


def _adds(f: TurnState, token: Token, helper: ActingStack) -> bool:
    """Where several stay it adds to the support of its own power's part only, and once (5.4)."""
    if not f.is_idle_company(token, helper) or helper.is_at_sea:
        return False
    staying = [part for part in f.parts_in(helper.place) if part.fleet is None and not part.path]
    if len(staying) == 1:
        return True
    own = [p for p in staying if p.power == token.power and type(p.act) in HELPS]
    return helper in own[:1]
