"""The end of a turn: dice, timers, and ownership in Autumn (part S, steps 14 and 15; 8.26)."""

from adjudicator.downfall_xiii.position import Fate
from adjudicator.downfall_xiii.resolve import alignments, losses, ownership, perils, victory
from adjudicator.downfall_xiii.resolve.pieces import gandalf, ring
from adjudicator.downfall_xiii.resolve.turn_state import TurnState
from adjudicator.middle_earth.resolve.pieces import EVIL, GOOD, NAMES


def close(turn: TurnState) -> None:
    """Resolve steps 14 and 15."""
    for piece in perils.at_risk(turn):
        die = turn.roll(6, f"Khazad-dum: {piece.power}, {piece.kind}")
        turn.add_news("die", (piece.power,), piece=NAMES.get(piece.kind, piece.kind), number=str(die))
        if die == 1:
            losses.perish_alone(turn, piece, "balrog")
    ring.wash_up(turn)
    _age_theoden(turn)
    _age_the_dead(turn)
    gandalf.pass_time(turn)
    _age_timers(turn)
    alignments.watch_the_south(turn)
    turn.begun.clear()
    if turn.before.turn % 2 == 0:
        _autumn(turn)


def _autumn(turn: TurnState) -> None:
    ownership.settle(turn)
    ownership.lose_logical_centres(turn)
    alignments.betray(turn)
    ownership.man_khazad_dum(turn)
    victory.count(turn)


def _age_theoden(turn: TurnState) -> None:
    """Let Theoden die at the end of the tenth turn (5.13)."""
    if turn.theoden.word != "awake" or "theoden" in turn.begun:
        return
    turn.theoden = Fate("awake", turn.theoden.turns - 1)
    theoden = turn.piece("Theoden")
    if not turn.theoden.turns and theoden is not None:
        losses.perish_alone(turn, theoden, "fate")


def _age_the_dead(turn: TurnState) -> None:
    """Remove the Dead at the end of the sixth turn. Aragorn stays (6b.8)."""
    if turn.dead.word != "awake" or "dead" in turn.begun:
        return
    turn.dead = Fate("awake", turn.dead.turns - 1)
    if turn.dead.turns:
        return
    turn.dead = Fate("gone")
    turn.add_news("dead.gone", None)
    for stack in turn.stacks:
        stack.dead = stack.dead or "Dead" in stack.counts


def _age_timers(turn: TurnState) -> None:
    ended = []
    for what in sorted(turn.timers):
        if what not in turn.begun:
            turn.timers[what] -= 1
            ended += [what] if turn.timers[what] <= 0 else []
    for what in ended:
        del turn.timers[what]
        _run_out(turn, what)


def _run_out(turn: TurnState, what: str) -> None:
    if what.endswith("_evil"):
        turn.change_alignment(what.removesuffix("_evil").capitalize(), EVIL)
    if what == "faramir_defects":
        _defect(turn)


def _defect(turn: TurnState) -> None:
    """Give Faramir to Rohan if it is Good, else to Gandalf (8.17)."""
    faramir = turn.piece("Faramir")
    if faramir is None:
        return
    former = faramir.power
    faramir.power = "Rohan" if turn.align("Rohan") == GOOD else "Gandalf"
    turn.add_news("faramir.defects", (former, faramir.power), to=faramir.power, place=faramir.place)
