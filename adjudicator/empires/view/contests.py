"""The combats of a turn for a preview: how each of them ended, and how likely each outcome was. 9.2"""

from collections import Counter
from collections.abc import Iterator, Mapping

from adjudicator.core.game import Contest
from adjudicator.core.phrasing import capital
from adjudicator.empires.ground import POWERS, zone_name
from adjudicator.empires.record import Combat, Event, Record, Side, parts
from adjudicator.empires.resolve.combat import DIE
from adjudicator.empires.sentences import form, say
from adjudicator.empires.view import headlines
from adjudicator.empires.view.turn_events import changed_hands
from adjudicator.empires.view.wording import ATTACKING, DEFENDING, SPEECH, STEPS, score_before_die

WON, DRAWN, LOST = say("attack_wins"), say("attack_draws"), say("attack_loses")


def contests(record: Record) -> Iterator[Contest]:
    """Yield each combat, in the order of the sheet; then each zone that has changed hands in the end."""
    turns = parts(record)
    for turn in turns:
        yield from _combats(turn)
    told = tuple(sentence for turn in turns for sentence in headlines.conquests(turn))
    for event in changed_hands([event for turn in turns for event in turn.end]):
        who = SPEECH.clause(form("takes_it"), power=event.power)
        yield Contest(zone_name(event.zone), who, told=told, otherwise=say("as_before"))


def _combats(record: Record) -> Iterator[Contest]:
    for step in record.steps:
        if step.combat:
            yield Contest(
                where=capital(step.reading),
                outcome=_outcome(step.combat.attacker.score - step.combat.defender.score),
                detail=_detail(step.combat),
                lost=_lost(step.combat),
                odds=odds(step.combat),
            )


def odds(combat: Combat) -> dict[str, int]:
    """Return how many of the 36 throws of the two dice give each outcome. 9.2.6, 9.2.7, 9.2.10"""
    lead = _before_die(combat.attacker) - _before_die(combat.defender)
    faces = range(1, DIE + 1)
    counted = Counter(_outcome(lead + one - other) for one in faces for other in faces)
    return {outcome: counted[outcome] for outcome in (WON, DRAWN, LOST) if counted[outcome]}


def _before_die(side: Side) -> int:
    return side.score - side.die


def _outcome(difference: int) -> str:
    return WON if difference > 0 else LOST if difference < 0 else DRAWN


def _detail(combat: Combat) -> str:
    """Return "Verdun: full German army 4 + 2 support, full French army 4 + 1 trench; each adds a die"."""
    return say(
        "combat_before_dice",
        zone=zone_name(combat.zone),
        attacker=_side(combat.attacker, ATTACKING),
        defender=_side(combat.defender, DEFENDING),
    )


def _side(side: Side, level: str) -> str:
    before = score_before_die(side, level)
    return say("side_before_die", steps=STEPS[side.steps], army=side.army, score=before)


def _lost(combat: Combat) -> dict[str, int]:
    """Return how many steps each Power lost; an army that was full when it was eliminated lost two."""
    full = {(side.power, side.army): side.steps for side in (combat.attacker, combat.defender)}
    lost: Counter[str] = Counter()
    for event in combat.events:
        lost[event.power] += _steps(event, full)
        if event.kind == "reduced":
            full[event.power, event.army] = full.get((event.power, event.army), 2) - 1
    return {power: lost[power] for power in POWERS if lost[power]}


def _steps(event: Event, steps: Mapping[tuple[str, str], int]) -> int:
    if event.kind == "reduced":
        return 1
    return steps.get((event.power, event.army), 1) if event.kind == "eliminated" else 0
