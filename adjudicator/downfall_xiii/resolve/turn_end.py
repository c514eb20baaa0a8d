"""What happens at the end of a turn?  Dice, counters, in Autumn ownership.  (Part S, 14 and 15; 8.26)"""

from adjudicator.downfall_xiii.position import Fate
from adjudicator.downfall_xiii.resolve import alignments, losses, ownership, perils, victory
from adjudicator.downfall_xiii.resolve.pieces import gandalf, ring
from adjudicator.downfall_xiii.resolve.turn_state import TurnState
from adjudicator.middle_earth.resolve.pieces import EVIL, GOOD, NAMES


def close(f: TurnState) -> None:
    """Steps 14 and 15."""
    for token in perils.at_risk(f):
        die = f.roll(6, f"Khazad-dum: {token.power}, {token.kind}")
        f.tell("die", (token.power,), piece=NAMES.get(token.kind, token.kind), number=str(die))
        if die == 1:
            losses.perish_alone(f, token, "balrog")
    ring.wash_up(f)
    _age_theoden(f)
    _age_the_dead(f)
    gandalf.pass_time(f)
    _age_timers(f)
    alignments.watch_the_south(f)
    f.begun.clear()
    if f.before.turn % 2 == 0:
        _autumn(f)


def _autumn(f: TurnState) -> None:
    ownership.settle(f)
    ownership.lose_logical_centres(f)
    alignments.betray(f)
    ownership.man_khazad_dum(f)
    victory.count(f)


def _age_theoden(f: TurnState) -> None:
    """5.13: he dies at the end of the tenth turn."""
    if f.theoden.word != "awake" or "theoden" in f.begun:
        return
    f.theoden = Fate("awake", f.theoden.turns - 1)
    theoden = f.token("Theoden")
    if not f.theoden.turns and theoden is not None:
        losses.perish_alone(f, theoden, "fate")


def _age_the_dead(f: TurnState) -> None:
    """6b.8: they vanish at the end of the sixth turn; Aragorn stays."""
    if f.dead.word != "awake" or "dead" in f.begun:
        return
    f.dead = Fate("awake", f.dead.turns - 1)
    if f.dead.turns:
        return
    f.dead = Fate("gone")
    f.tell("dead.gone", None)
    for part in f.parts:
        part.dead = part.dead or "Dead" in part.men


def _age_timers(f: TurnState) -> None:
    ended = []
    for what in sorted(f.timers):
        if what not in f.begun:
            f.timers[what] -= 1
            ended += [what] if f.timers[what] <= 0 else []
    for what in ended:
        del f.timers[what]
        _run_out(f, what)


def _run_out(f: TurnState, what: str) -> None:
    if what.endswith("_evil"):
        f.turn_to(what.removesuffix("_evil").capitalize(), EVIL)
    if what == "faramir_defects":
        _defect(f)


def _defect(f: TurnState) -> None:
    """8.17: to Rohan if Rohan is Good, else to Gandalf."""
    faramir = f.token("Faramir")
    if faramir is None:
        return
    former = faramir.power
    faramir.power = "Rohan" if f.align("Rohan") == GOOD else "Gandalf"
    f.tell("faramir.defects", (former, faramir.power), to=faramir.power, place=faramir.place)
