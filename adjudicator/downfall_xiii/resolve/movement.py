"""Phase one: which moves, landings and ferries of ordinary units succeed, and who is dislodged?

(XIII 1, 4.7 to 4.11, 6b.5 to 6b.8, 6d.1, 6g, 7; part S, step 5)
"""

from typing import Final

from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.resolve import battle_lines, company, embarking, supports
from adjudicator.downfall_xiii.resolve.battle_lines import Lines
from adjudicator.downfall_xiii.resolve.order_collection import Muster
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, Token, TurnState
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place
from adjudicator.middle_earth.resolve.battle import Battle
from adjudicator.middle_earth.resolve.outcomes import Dislodged, Outcome, Succeeded, SupportCut, Void

VALE: Final = "MVa"  # where the Paths of the Dead end


def find_ways(m: Muster) -> None:
    """Which moves, ferries and landings have a way at all?  The others are void, and their units hold."""
    _make_lawful(m)
    embarking.ferry(m)
    for part in [part for part in m.f.parts if type(part.act) is act.Move and not part.ferried]:
        _check_way(m.f, part)
    embarking.keep_to_ships(m.f)


def phase_one(m: Muster) -> None:
    """All ordinary units, in one; company follows its stack."""
    f = m.f
    for token in f.tokens:
        _show_company(token)
    drawn, given = _fight(f)
    if f.raising and _vale_withstands(f, drawn.battle):
        f.raising = False
        drawn, given = _fight(f)
    _apply(f, drawn, given)


def _make_lawful(m: Muster) -> None:
    for part in m.f.parts:
        match part.act:
            case act.Move(path=path):
                _make_move_lawful(m.f, part, path)
            case act.HoldThenMove(target=target):
                _make_wait_lawful(m.f, part, target)
            case act.Hold():
                part.act = None


def _make_wait_lawful(f: TurnState, part: ActingStack, target: Place) -> None:
    """6f.6: unless the group plays that a C moves in phase one or not at all."""
    if part.kinds == ("C",) and f.options[options.HOLD_THEN_MOVE] == "allowed":
        part.path = ("", target)
    else:
        part.void("impossible")


def _make_move_lawful(f: TurnState, part: ActingStack, path: tuple[Place, ...]) -> None:
    """The part's path, or its order void. Whether there is a way at all is asked when ferries are known."""
    if len(path) == 2 and tuple(part.men) != ("C",):
        path = path[:1] if "C" in part.men else ()  # 6f.8
    if not path or (len(path) == 2 and not _is_open_country(part, path)):
        part.void("impossible")
        return
    if _breaks_truce(f, part, path):
        part.void("truce")
        return
    part.path = path


def _is_open_country(part: ActingStack, path: tuple[Place, ...]) -> bool:
    """6f.10: a two-space move neither begins, passes nor ends in a forest."""
    return not ground.FOREST & {part.origin, *path}


def _breaks_truce(f: TurnState, part: ActingStack, path: tuple[Place, ...]) -> bool:
    """9.7: Mordor may not attack Umbar's units or centres for six turns."""
    if part.power != "Mordor" or not f.before.timers.get("umbar_truce", 0):
        return False
    umbars = {stack.place for stack in f.before.stacks if stack.power == "Umbar"}
    umbars |= {place for place, owner in f.before.owners.items() if owner == "Umbar"}
    return bool(umbars & set(path))


def _check_way(f: TurnState, part: ActingStack) -> None:
    """Is the first area next to it, and open to it?  (1.1, 6e, 6g.5, 7d, 7h)"""
    target = part.path[0]
    barred = f.barred(part.power)
    ways = all(ground.may_step(kind, part.place, target, barred) for kind in part.men)
    carries = part.is_fleet and target not in ground.WATER and _has_cargo(f, part)
    if part.fleet is not None or carries or not ways:
        part.void("no fleet" if ground.seas_between(part.origin, target) else "impossible")


def _has_cargo(f: TurnState, fleet: ActingStack) -> bool:
    """An army that is to stay aboard, or to land from there (6g.5)."""
    return any(part.fleet is fleet and not part.ferried for part in f.parts)


def _show_company(token: Token) -> None:
    """Personalities are printed when they move with a unit, Gandalf and Aragorn in any (5.7, 6a.2)."""
    sails = token.fleet is not None and bool(token.fleet.path)
    if token.is_personality and sails:
        token.shown = True
    if token.stack is None:
        return
    moves = bool(token.stack.path) or sails or token.place != token.origin
    token.shown = token.shown or moves or token.kind in company.PROTECTORS
    if token.shown and token.said is not None:
        token.said.public = True


def _fight(f: TurnState) -> tuple[Lines, list[supports.Aid]]:
    drawn = battle_lines.draw_up(f)
    given = supports.line_up(f, drawn)
    if f.raising:
        drawn.battle.sealed.add(VALE)
    drawn.battle.fight()
    return drawn, given


def _vale_withstands(f: TurnState, battle: Battle) -> bool:
    """6b.7: does a stack of three or more with Sauron, his captain or Gandalf stay in the vale?"""
    staying = [part for part in f.parts if part.place == VALE and not _leaves(part, battle)]
    guides = ("Sauron", "Lord of the Nazgul", "Gandalf")
    led = any(token.kind in guides for part in staying for token in f.company_of(part))
    pieces = {token for part in staying for token in f.company_of(part) if f.is_strong_company(token, part)}
    return led and sum(part.count for part in staying) + len(pieces) >= 3


def _leaves(part: ActingStack, battle: Battle) -> bool:
    return part.ferried or (part.attack >= 0 and battle.succeeded(part.attack))


def _apply(f: TurnState, drawn: Lines, given: list[supports.Aid]) -> None:
    """Outcomes first, then everybody moves at once."""
    battle = drawn.battle
    beaten = beaten_parts(f, drawn)
    for aid in given:
        _tell_support(f, drawn, aid)
    for part in f.parts:
        if part.attack >= 0:
            tell_move(part, battle_lines.outcome(f, drawn, part))
    for part, (origins, by) in beaten.items():
        dislodge(f, part, origins, by)
    for part in f.parts:
        if part.attack >= 0 and battle.succeeded(part.attack):
            advance(part, part.path[0], 1)
        elif part.ferried:
            part.place, part.ferried = part.fleet.place if part.fleet else part.place, False
            for token in part.company:
                token.place, token.fleet = part.place, part.fleet
    embarking.sail(f)
    f.contested |= battle_lines.contested(f, battle)


def beaten_parts(
    f: TurnState, drawn: Lines
) -> dict[ActingStack, tuple[tuple[Place, ...], ActingStack | None]]:
    found: dict[ActingStack, tuple[tuple[Place, ...], ActingStack | None]] = {}
    battle = drawn.battle
    for part in [part for part in f.parts if part.place in battle.into or f.raising]:
        if part.fleet is not None or not part.here or _leaves(part, battle):
            continue
        victor = battle.victor(part.place)
        if victor >= 0:
            found[part] = (tuple(battle.attacks[victor].origins), drawn.leader(victor))
        elif f.raising and part.place == VALE:
            found[part] = (("DHa",), None)
    return found


def tell_move(part: ActingStack, outcome: Outcome) -> None:
    """What came of the move of a part, and so of its company's."""
    part.come(outcome)
    for token in part.company:
        token.come(outcome)


def dislodge(f: TurnState, part: ActingStack, origins: tuple[Place, ...], by: ActingStack | None) -> None:
    """The stack and all its company (5.9); who it was, for the Ring, stays known in `beaten_by`."""
    named = f.name(by) if by else _aragorn(f)
    for token in f.company_of(part):
        token.beaten_from, token.came_with = origins, part.power
        token.stack = part
        if token.said is not None and type(token.said.outcome) is not Void:
            token.said.outcome = Dislodged(named)
    part.beaten_from = origins
    part.beaten_by = by
    for said in part.said:
        said.outcome = Dislodged(named)
    f.contested.discard(part.place)


def _aragorn(f: TurnState) -> battle_lines.Named:
    token = f.token("Aragorn")
    return battle_lines.Named(token.power if token else "Gandalf", "Aragorn", "DHa")


def advance(part: ActingStack, target: Place, phase: int) -> None:
    """A part and its company arrive; what lands or was ferried has left its ship."""
    came_from = part.place
    part.place, part.entered, part.entered_from = target, phase, came_from
    part.fleet, part.ferried = None, False
    for token in [token for token in part.company if token.place == came_from]:
        if "Dead" in part.men or (token.path and token.path[0 if phase == 1 else -1]) == target:
            token.place, token.entered, token.entered_from, token.fleet = target, phase, came_from, None


def _tell_support(f: TurnState, drawn: Lines, aid: supports.Aid) -> None:
    outcome: Outcome = Succeeded()
    if not drawn.battle.given(aid.number):
        by = drawn.leader(drawn.battle.cutter(aid.number))
        outcome = SupportCut(f.name(by)) if by else SupportCut(_aragorn(f))
    aid.by.come(outcome)
