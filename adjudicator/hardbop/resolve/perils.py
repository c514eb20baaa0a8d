"""Whom does the Balrog annihilate, and who ends it?  (HB 3.7(h), 5.4)"""

from collections.abc import Callable
from functools import partial

from adjudicator.hardbop.ground import KHAZAD_DUM
from adjudicator.hardbop.resolve import losses
from adjudicator.hardbop.resolve.turn_state import Holder, TurnState
from adjudicator.hardbop.resolve.units import FIRST, ActingUnit, Token

ALIVE, DEAD, MORDORS = "alive", "dead", "mordor"
SPARED = {ALIVE: "Saruman", MORDORS: "Mordor"}  # the power that it does not harm


def after(entered: int) -> Callable[[TurnState], None]:
    """Khazad-dum for those who came there in that step."""
    return partial(meet_balrog, entered=entered)


def meet_balrog(f: TurnState, entered: int) -> None:
    came: list[Holder] = [p for p in f.here() if p.place == KHAZAD_DUM and p.entered == entered]
    came += [token for token in f.tokens_in(KHAZAD_DUM) if token.entered == entered]
    enter(f, came)


def enter(f: TurnState, came: list[Holder]) -> None:
    """*came* have just entered Khazad-dum, or were placed there."""
    kinds = [one.kind for one in came]
    if not came or f.balrog == DEAD:
        return
    if "Gandalf" in kinds:
        _fall_with_gandalf(f)
        return
    if f.balrog == ALIVE and f.token("Sauron") in f.tokens_in(KHAZAD_DUM):
        if "Sauron" in kinds:
            f.balrog = MORDORS
            f.tell("balrog.serves", None)
        return
    for one in came:
        if one.power != SPARED[f.balrog] and one.here:
            _annihilate(f, one)


def _annihilate(f: TurnState, one: Holder) -> None:
    if isinstance(one, ActingUnit):
        losses.lose_part(f, one, "balrog")
    elif not _passes(f, one):
        losses.lose_token(f, one, "balrog")


def _passes(f: TurnState, token: Token) -> bool:
    """5.4(d): the Ranger, in the middle of a two-space move."""
    alone = token.kind == "R" and token.leads < 0
    return alone and f.moves_two(token) and token.entered == FIRST and len(token.path) == 2


def _fall_with_gandalf(f: TurnState) -> None:
    gandalf = f.token("Gandalf")
    f.balrog = DEAD
    f.tell("balrog.dead", None)
    if gandalf is not None:
        losses.lose_token(f, gandalf, "balrog", openly=True)
