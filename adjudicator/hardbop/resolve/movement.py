"""Steps ii and iii: which moves of normal movement succeed, and who is dislodged?  (HB 2, 3.2, 4, 5)"""

from adjudicator.hardbop import ground
from adjudicator.hardbop.resolve import battle_lines, convoys, journeys, supports
from adjudicator.hardbop.resolve.battle_lines import BattleLine
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.resolve.units import FIRST, ActingUnit
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void


def first_moves(f: TurnState) -> None:
    """All Military Units at once, then those who lead them and those who go alone."""
    for part in f.here():
        _make_lawful(f, part)
    journeys.set_out(f)
    _intend_convoys(f)
    convoys.embark(f)
    journeys.stay_ashore(f)
    kept_away = journeys.nazgul_keeps_away(f, journeys.FIRST_PHASE)
    line = _draw_up(f, kept_away)
    supports.line_up(f, line)
    convoys.open_ways(f, line)
    line.battle.fight()
    battle_lines.carry_out(f, line, FIRST)
    journeys.first_steps(f, kept_away)
    _settle(f)


def _make_lawful(f: TurnState, part: ActingUnit) -> None:
    """Its path, or its order void: then it stands (0(a))."""
    if part.paralysed and isinstance(part.order, act.Move | act.HoldThenMove):
        stop(f, part, "paralysed")
        return
    match part.order:
        case act.Move(path=path) if path[0] in ground.WATER and part.kind in (*ground.ARMIES, "C"):
            _go_by_sea(f, part, path[-1])
        case act.Move(path=path) if _may_march(part, path):
            part.path = path
        case act.Move(path=path) if len(path) == 1:
            _go_by_sea(f, part, path[0])
        case act.Move():
            stop(f, part, "impossible")
        case act.HoldThenMove(target=target) if part.kind == "C" and ground.may_step("C", part.place, target):
            part.path = ("", target)
        case act.HoldThenMove():
            stop(f, part, "impossible")


def stop(f: TurnState, part: ActingUnit, why: str) -> None:
    f.come(part, Void(why))
    part.order, part.path, part.failed = None, (), True


def _may_march(part: ActingUnit, path: tuple[Place, ...]) -> bool:
    if len(path) > (2 if part.kind == "C" else 1):
        return False
    return all(
        ground.may_step(part.kind, start, end) for start, end in zip((part.place, *path), path, strict=False)
    )


def _go_by_sea(f: TurnState, part: ActingUnit, target: Place) -> None:
    """4.4(i): armies alone are convoyed."""
    coasts = bool(ground.FLEET[part.place]) and bool(ground.FLEET[target])
    if (
        part.kind not in ground.ARMIES
        or part.place == target
        or not coasts
        or not convoys.may_land(part.kind, target)
    ):
        stop(f, part, "impossible")
    else:
        part.path, part.by_sea = (target,), True


def _intend_convoys(f: TurnState) -> None:
    """An army goes by sea to the next space, too, where a fleet of its own power was told to take it."""
    goals = {part.order.target for part in f.here() if isinstance(part.order, act.Convoy)}
    for part in f.here():
        if part.kind not in ground.ARMIES or len(part.path) != 1 or part.by_sea:
            continue
        if part.path[0] not in goals:
            continue
        fleets = convoys.carriers(f, act.Unit(part.kind, part.origin), part.path[0])
        mine = any(fleet.power == part.power for fleet in fleets)
        if mine and convoys.reaches(part.place, part.path[0], convoys.seas_of(fleets)):
            part.by_sea = True


def _draw_up(f: TurnState, kept_away: bool) -> BattleLine:
    targets = {p.number: p.path[0] for p in f.here() if p.path and p.path[0]}
    strengths = {number: attack_strength(f, f.parts[number], kept_away) for number in targets}
    there = [t for t in f.tokens if t.here and not (t.kind == "Nazgul" and kept_away)]
    alone = [t for t in there if t.path and t.path[0]]
    leaving = [t for t in there if t.leads in targets]
    return battle_lines.draw_up(f, targets, strengths, battle_lines.keepers(f, (*alone, *leaving)))


def attack_strength(f: TurnState, part: ActingUnit, kept_away: bool) -> int:
    """Without a Nazgul that stays behind (3.10(c))."""
    behind = kept_away and any(token.kind == "Nazgul" for token in f.leaders(part))
    return f.strength(part) - behind


def _settle(f: TurnState) -> None:
    """What came of all that has no second part; the rest waits for step vi."""
    for part in f.here():
        waits = len(part.path) == 2 and not part.failed
        for number in part.said:
            f.said[number].waits = waits
        f.come(part, Succeeded())
    for token in f.tokens:
        if not token.here or token.order is None or isinstance(token.order, LATER):
            continue
        if token.leads < 0:
            f.come(token, Succeeded())
        elif len(f.parts[token.leads].path) == 2 and f.moves_two(token):
            f.said[token.said].waits = True
        else:
            journeys.share_fate(f, token)


LATER = (act.MarchWithEnts, act.SupportSecond, act.Neutralise)
