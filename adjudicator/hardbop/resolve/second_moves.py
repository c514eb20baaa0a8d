"""Steps vi and vii: which second moves of Cavalry succeed?  (HB 2.2, 3.2(g), 4.4)"""

from adjudicator.hardbop import ground
from adjudicator.hardbop.resolve import battle_lines, journeys, supports
from adjudicator.hardbop.resolve.battle_lines import BIT, Aid, BattleLine
from adjudicator.hardbop.resolve.turn_state import Holder, TurnState
from adjudicator.hardbop.resolve.units import SECOND, ActingUnit, Token
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place
from adjudicator.middle_earth.resolve.battle import Support
from adjudicator.middle_earth.resolve.outcomes import Failed, Succeeded, Void


def second_moves(f: TurnState) -> None:
    """All second moves at once, against the board as the first moves and retreats have left it."""
    riders = [part for part in f.parts if len(part.path) == 2]
    targets: dict[int, Place] = {}
    for part in riders:
        if _rides_on(part):
            targets[part.number] = part.path[1]
        elif part.here and not part.retreated:  # who was dislodged has been told of that
            f.come(part, Failed("no first move"))
        for number in part.said:
            f.said[number].waits = False
    kept_away = journeys.nazgul_keeps_away(f, journeys.SECOND_PHASE)
    strengths = {number: _strength(f, f.parts[number], kept_away) for number in targets}
    moving = [t for t in f.tokens if t.here and _goes_on(f, t, targets, kept_away)]
    line = battle_lines.draw_up(f, targets, strengths, battle_lines.keepers(f, moving))
    _line_up(f, line)
    line.battle.fight()
    battle_lines.carry_out(f, line, SECOND)
    journeys.second_steps(f, kept_away)
    _settle_leads(f)


def _settle_leads(f: TurnState) -> None:
    """A leader who moves one space has nothing to do with a second move (3.2(g))."""
    for token in f.tokens:
        if not token.here or token.leads < 0 or not isinstance(token.order, act.Lead):
            continue
        part = f.parts[token.leads]
        f.said[token.said].waits = False
        if f.moves_two(token) or part.beaten or len(part.path) < 2:
            journeys.share_fate(f, token)


def _rides_on(part: ActingUnit) -> bool:
    """4.4(d), 4.4(h): its first order did not fail, and it was not dislodged."""
    return part.here and not part.failed and not part.retreated and not part.paralysed


def _goes_on(f: TurnState, token: Token, targets: dict[int, Place], kept_away: bool) -> bool:
    """Does a Personality Unit leave its space in step vi?  (3.2(g), 3.10(c))"""
    if token.stays or (token.kind == "Nazgul" and kept_away):
        return False
    return len(token.path) == 2 or (token.leads in targets and f.moves_two(token))


def _strength(f: TurnState, part: ActingUnit, kept_away: bool) -> int:
    """3.2(g): only leaders who move two spaces add to the second move."""
    led = [t for t in f.leaders(part) if f.moves_two(t) and not (t.kind == "Nazgul" and kept_away)]
    return part.size + sum(f.adds(token) for token in led)


def _line_up(f: TurnState, line: BattleLine) -> None:
    for part in f.parts:
        if part.second is not None and isinstance(part.second, act.SupportSecond):
            f.said[part.said_second].waits = False
            _take(f, line, part, part.second, part.said_second)
    gandalf = f.token("Gandalf")
    if gandalf is not None and isinstance(gandalf.order, act.SupportSecond):
        _take(f, line, gandalf, gandalf.order, gandalf.said)


def _take(f: TurnState, line: BattleLine, helper: Holder, order: act.SupportSecond, said: int) -> None:
    found = _void(helper) or _support(f, line, helper, order)
    if isinstance(found, str):
        f.come_of(said, Void(found))
        return
    line.battle.supports.append(found)
    line.aids.append(Aid(len(line.battle.supports) - 1, helper, (said,)))
    if isinstance(helper, Token):
        f.publish(helper)


def _void(helper: Holder) -> str:
    """4.4(c), 4.4(d), 4.4(g): a Cavalry that stood where the turn began, or gave its support there."""
    if isinstance(helper, Token):
        return ""
    if helper.kind != "C" or helper.path:
        return "impossible"
    if helper.paralysed:
        return "paralysed"
    return "" if helper.here and not helper.failed and not helper.retreated else "failed"


def _support(f: TurnState, line: BattleLine, helper: Holder, order: act.SupportSecond) -> Support | str:
    part = next(
        (p for p in f.here() if p.origin == order.supported.place and p.kind == "C" and p is not helper), None
    )
    if part is None:
        return "no such unit"
    attack = line.attacks.get(part.number, -1)
    target = line.battle.attacks[attack].target if attack >= 0 else part.place
    if bool(order.path) != (attack >= 0) or (order.path and order.path[-1] != target):
        return "moves" if attack >= 0 and not order.path else "does not move"
    if not supports.may_help(f, helper, part.power):
        return "opposed"
    if not ground.may_support(helper.kind, helper.place, target, part.place):
        return "impossible"
    strength = f.standing_strength(helper) if isinstance(helper, ActingUnit) else 1
    return Support(helper.place, target, strength, BIT[helper.power], attack)


def finish(f: TurnState) -> None:
    """What was ordered for the second moves has come to something now."""
    for part in f.parts:
        if part.here:
            f.come(part, Succeeded())
    for token in f.tokens:
        if token.here and isinstance(token.order, act.Move | act.HoldThenMove):
            f.said[token.said].waits = False
            f.come(token, Succeeded())
