"""What stops the Fellowship, who meets it, and when do the Ents march?  (XIII 6i, 7e)"""

from collections.abc import Iterable

from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.resolve import company, journeys
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, Token, TurnState
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power
from adjudicator.middle_earth.resolve.outcomes import Failed
from adjudicator.middle_earth.resolve.pieces import GOOD

START = "Iml"  # of the Fellowship, where the Elves stand as well


def others_in(f: TurnState, place: Place, fellowship: Token) -> list[ActingStack | Token]:
    """Units and pieces in *place* that it may not share an area with (6i.2)."""
    own = fellowship.power
    parts = [part for part in f.parts_in(place) if part.power != own]
    tokens = [token for token in f.tokens_in(place) if is_stranger(f, token.kind, token.power, own)]
    others: list[ActingStack | Token] = [*parts, *tokens]
    return [one for one in others if not is_welcome(f, place, one.power)]


def is_welcome(f: TurnState, place: Place, power: Power) -> bool:
    """May *power* share *place* with the Fellowship because it is Good, in Rivendell?  (6i.2)"""
    return place == START and f.align(power) == GOOD


def is_stranger(f: TurnState, kind: str, power: Power, own: Power) -> bool:
    if power == own or (kind == "R" and power == "Elves"):
        return False
    if kind not in company.ALWAYS_SHOWN and f.options[options.HIDDEN] == "pass":
        return False
    return kind != "Theoden" or f.theoden.word == "awake"


def move(f: TurnState) -> None:
    """Its move is judged last in phase one (6i.3)."""
    fellowship = f.token("Fe")
    if fellowship is None or not fellowship.here or not fellowship.path or not fellowship.path[0]:
        return
    if fellowship.stack is not None:
        return
    target = fellowship.path[0]
    if not ground.may_step("Fe", fellowship.place, target, f.barred(fellowship.power)):
        fellowship.come(Failed("no way"))
    elif others_in(f, target, fellowship):
        fellowship.come(Failed("meets another"))
        fellowship.shown = True  # 6i.8
    elif fellowship.beside is not None:
        journeys.go_along(f, fellowship)
    else:
        fellowship.entered_from, fellowship.place, fellowship.entered = fellowship.place, target, 1


def leave_with_ents(f: TurnState) -> None:
    """6i.10: while the march is on, the Ents are not in Fangorn."""
    f.ents_away = any(_marches(token) for token in f.tokens)


def _marches(token: Token) -> bool:
    return (
        type(token.act) is act.MarchWithEnts and token.kind == "Fe" and token.origin == "Fan" and token.here
    )


def march(f: TurnState) -> None:
    """6i.9: at the end of phase two, if no ordinary unit is in Isengard."""
    for token in [token for token in f.tokens if _marches(token)]:
        if f.parts_in("Ise"):
            token.come(Failed("meets another"))
            continue
        token.entered_from, token.place, token.entered, token.shown = token.place, "Ise", 2, True
        if token.said:
            token.said.public = True
        f.garrisons_gone.add("Ise")
        f.fortresses_gone.add("Ise")
        f.tell("ents.march", None)
    for token in f.tokens:
        if type(token.act) is act.MarchWithEnts and not _marches(token):
            token.void("impossible")


def be_intruded_upon(f: TurnState) -> None:
    """6i.4: at the end of the move; whoever is in its area makes it retreat."""
    fellowship = f.token("Fe")
    if fellowship is None or not fellowship.here:
        return
    intruders = others_in(f, fellowship.place, fellowship)
    if not intruders:
        return
    fellowship.shown = True
    fellowship.beaten_from = _origins(one for one in intruders if is_seen(one))
    fellowship.pursued_from = _origins(one for one in intruders if not is_seen(one))


def is_seen(one: ActingStack | Token) -> bool:
    """Is its move printed for all?"""
    return isinstance(one, ActingStack) or one.kind in company.ALWAYS_SHOWN or one.shown


def _origins(intruders: Iterable[ActingStack | Token]) -> tuple[Place, ...]:
    return tuple(sorted({one.entered_from for one in intruders if one.entered_from}))
