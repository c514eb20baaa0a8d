"""Who meets whom, and who was disclosed?  (HB 3.1(e), I)"""

from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.resolve.units import FIRST, Token
from adjudicator.middle_earth.language.orders import Power

ALWAYS_SHOWN = ("Sauron",)  # 3.4


def in_passing(f: TurnState) -> None:
    """When first moves and retreats are over: those in the middle of a two-space move."""
    for token in f.tokens:
        if token.here and _passes(f, token):
            _meet(f, token, "passing")


def _passes(f: TurnState, token: Token) -> bool:
    if token.leads >= 0:
        part = f.parts[token.leads]
        goes_on = len(part.path) == 2 and part.here and not part.failed and not part.retreated
        return goes_on and f.moves_two(token) and token.entered == FIRST
    return len(token.path) == 2 and token.entered == FIRST and not token.stays


def _meet(f: TurnState, token: Token, why: str) -> None:
    """Each of the two owners learns what the other has there; Military Units are no news."""
    others = [other for other in f.tokens_in(token.place) if other.power != token.power]
    part = f.part_in(token.place)
    owners: set[Power] = {other.power for other in others}
    if part is not None and part.power != token.power:
        owners.add(part.power)
    if owners and token.kind not in ALWAYS_SHOWN:
        f.see(token, tuple(sorted(owners)), why)
    for other in others:
        if other.kind not in ALWAYS_SHOWN:
            f.see(other, (token.power,), why)


def at_the_end(f: TurnState) -> None:
    """When the turn is over."""
    for token in f.tokens:
        if token.here:
            _meet(f, token, "met")


def disclosed(f: TurnState) -> None:
    """Those whom all know of now; in every report of the turn."""
    for token in f.tokens:
        if token.here and token.shown and token.kind not in ALWAYS_SHOWN:
            f.see(token, None, "led" if token.leads >= 0 else "power")
