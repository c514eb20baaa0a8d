"""Where do Personality Units go on their own?  (HB 2.2, 3.1, 3.8(e), 3.10, 5.6, 5.7)

Nothing stops them but the ground, and Gandalf the Nazgul.
"""

from adjudicator.hardbop import ground
from adjudicator.hardbop.resolve import convoys
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.resolve.units import FIRST, SECOND, ActingUnit, Token
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place
from adjudicator.middle_earth.resolve.outcomes import Dislodged, Failed, Succeeded, Void

MOVES = (act.Move, act.Neutralise, act.HoldThenMove)


def set_out(f: TurnState) -> None:
    """Read the orders of those who go alone into paths; unlawful ones are void."""
    for token in f.tokens:
        if token.here and isinstance(token.order, act.PathsOfTheDead):
            _take_the_paths(f, token)
        elif token.here and isinstance(token.order, MOVES):
            _set_out(f, token, token.order)


def _set_out(f: TurnState, token: Token, order: act.Move | act.Neutralise | act.HoldThenMove) -> None:
    path = ("", order.target) if isinstance(order, act.HoldThenMove) else order.path
    if len(path) == 2 and path[0] in ground.WATER and not _may_go(f, token, path):
        path = path[1:]  # it names the sea that it is taken over
    neutralises = isinstance(order, act.Neutralise)
    if neutralises and (token.kind != "R" or f.paths_walked):
        void(f, token, "impossible")
    elif _may_go(f, token, path):
        token.path = path
        f.said[token.said].waits = len(path) == 2 or neutralises
    elif len(path) == 1 and may_be_convoyed(token.kind, token.place, path[0]):
        token.path, token.by_sea = path, True
    else:
        void(f, token, "impossible")


def _may_go(f: TurnState, token: Token, path: tuple[Place, ...]) -> bool:
    if len(path) > (2 if f.moves_two(token) else 1):
        return False
    here = token.place
    for place in path:
        if place and not ground.may_step(token.kind, here, place):
            return False
        here = place or here
    return True


def may_be_convoyed(kind: str, start: Place, end: Place) -> bool:
    coasts = bool(ground.FLEET[start]) and bool(ground.FLEET[end])
    return kind != "Nazgul" and coasts and start not in ground.WATER and convoys.may_land(kind, end)


def stay_ashore(f: TurnState) -> None:
    """3.10(a): the Nazgul leads nobody over sea. Such a lead is void and discloses nothing (3.3(a))."""
    nazgul = f.token("Nazgul")
    if nazgul is None or nazgul.leads < 0 or not f.parts[nazgul.leads].by_sea:
        return
    nazgul.leads, nazgul.shown = -1, False
    f.said[nazgul.said].public = False
    void(f, nazgul, "at sea")


def void(f: TurnState, token: Token, why: str) -> None:
    f.come(token, Void(why))
    token.order, token.path = None, ()


def _take_the_paths(f: TurnState, token: Token) -> None:
    """3.8(e), 3.8(f)"""
    if token.kind != "R" or token.place != ground.DUNHARROW or f.paths_walked:
        void(f, token, "impossible")


# Gandalf and the Nazgul (3.10(c)).


def nazgul_keeps_away(f: TurnState, phase: int) -> bool:
    """Is the Nazgul ordered to where Gandalf is ordered, too, or stays?"""
    nazgul, gandalf = f.token("Nazgul"), f.token("Gandalf")
    if nazgul is None or gandalf is None:
        return False
    goal = bound_for(f, nazgul, phase)
    return bool(goal) and goal == (bound_for(f, gandalf, phase) or gandalf.place)


def bound_for(f: TurnState, token: Token, phase: int) -> Place:
    """The space that it is to enter in that phase, "" for none."""
    path = f.parts[token.leads].path if token.leads >= 0 else token.path
    place = path[phase - 1] if len(path) >= phase else ""
    alone = phase == SECOND_PHASE and (token.stays or (token.leads >= 0 and not f.moves_two(token)))
    return "" if alone else place


FIRST_PHASE, SECOND_PHASE = 1, 2


def first_steps(f: TurnState, kept_away: bool) -> None:
    """Leaders with their units, then all who go alone; the Nazgul last."""
    for token in sorted((t for t in f.tokens if t.here), key=lambda t: t.kind == "Nazgul"):
        if token.leads >= 0:
            follow(f, token, f.parts[token.leads], FIRST, kept_away)
        elif isinstance(token.order, act.PathsOfTheDead):
            _arrive_at_erech(f, token)
        elif token.path and token.path[0]:
            _step(f, token, token.path[0], FIRST, kept_away)


def follow(f: TurnState, token: Token, part: ActingUnit, entered: int, kept_away: bool) -> None:
    """A leader goes where its unit went; the Nazgul stays behind where Gandalf is (3.2(d), 3.10(c))."""
    if part.entered != entered or token.place != part.entered_from:
        return
    if token.kind == "Nazgul" and (kept_away or _meets_gandalf(f, part.place)):
        token.leads, token.stays = -1, True
        f.come(token, Failed("barred"))  # all are told of a lead; by whom is for its player (I)
        f.tell("nazgul.barred", (token.power,), place=part.place)
        return
    if token.kind == "Nazgul" and part.place in ground.WATER:
        token.leads, token.stays = -1, True
        return
    _enter(token, part.place, entered)


def share_fate(f: TurnState, token: Token) -> None:
    """A leader's move fails with that of his unit, and he is driven out with it (2.2(e), 3.3(b))."""
    come = next((f.said[number].outcome for number in f.parts[token.leads].said), None)
    if isinstance(come, Dislodged):
        f.come(token, come)
    else:
        f.come(token, Failed("his unit") if come is not None and come.word == "fails" else Succeeded())


def _meets_gandalf(f: TurnState, place: Place) -> bool:
    gandalf = f.token("Gandalf")
    return gandalf is not None and gandalf.place == place


def _step(f: TurnState, token: Token, place: Place, entered: int, kept_away: bool) -> None:
    if token.kind == "Nazgul" and (kept_away or _meets_gandalf(f, place)):
        token.stays = True
        f.come(token, Failed("gandalf"))
        f.said[token.said].waits = False
        return
    if token.by_sea and not convoys.arrives(f, token, place):
        token.stays = True
        f.come(token, Failed("no convoy") if convoys.was_offered(f, token, place) else Void("no fleet"))
        return
    _enter(token, place, entered)


def _enter(token: Token, place: Place, entered: int) -> None:
    token.entered_from, token.place, token.entered = token.place, place, entered


def _arrive_at_erech(f: TurnState, token: Token) -> None:
    _enter(token, ground.ERECH, FIRST)
    f.paths_walked = True
    f.publish(token)
    f.come(token, Succeeded())
    f.tell("paths", None)
    for place in f.neutralised:
        if place not in f.owners and not f.is_barred_home(place, "Gondor"):
            f.owners[place] = "Gondor"
            f.tell("paths.centre", None, place=place)
    f.neutralised = [place for place in f.neutralised if place not in f.owners]


def second_steps(f: TurnState, kept_away: bool) -> None:
    """Leaders of Cavalry who may, then those who go alone (step vi)."""
    for token in sorted((t for t in f.tokens if t.here), key=lambda t: t.kind == "Nazgul"):
        if token.leads >= 0:
            part = f.parts[token.leads]
            if f.moves_two(token):
                follow(f, token, part, SECOND, kept_away)
            elif part.entered == SECOND:
                token.leads = -1  # 3.2(g)
        elif len(token.path) == 2 and not token.stays:
            _step(f, token, token.path[1], SECOND, kept_away)
            f.said[token.said].waits = isinstance(token.order, act.Neutralise)
