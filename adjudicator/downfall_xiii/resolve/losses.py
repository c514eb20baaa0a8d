"""What follows when a piece or a unit is gone?  (XIII 3.3, 3.6, 5.10, 6a.10, 8.8, 8.23, N.4)"""

from adjudicator.downfall_xiii.position import Fate
from adjudicator.downfall_xiii.resolve import perils
from adjudicator.downfall_xiii.resolve.company import ALWAYS_SHOWN
from adjudicator.downfall_xiii.resolve.pieces import ring
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, Holder, Token, TurnState
from adjudicator.middle_earth.language.orders import Power
from adjudicator.middle_earth.resolve.outcomes import Destroyed
from adjudicator.middle_earth.resolve.pieces import NAMES, PLURALS


def perish(f: TurnState) -> None:
    """Part S, step 8: all who entered a perilous area die at once."""
    for one, why in perils.victims(f):
        perish_alone(f, one, why)


def perish_alone(f: TurnState, one: Holder, why: str) -> None:
    """Killed by a peril, or lost in a retreat: the Ring, if it was there, lies on the ground (8.8)."""
    one.come(Destroyed(why))
    place = one.place
    worn = f.holder is one and f.ring.how == "worn"
    if f.holder is one:
        ring.drop(f, place)
    if isinstance(one, ActingStack):
        one.dead = True
        f.tell(f"unit.{why}", None, power=one.power, unit=_unit(one), place=place)
        for token in one.company:
            if token.stack is one:
                token.stack = None
    else:
        if one.kind == "Faramir" and _has_logical(f, "Gondor"):
            f.tell("faramir.dead", None)  # 3.3: the counts show it
        die(f, one)
        readers = None if one.kind in ALWAYS_SHOWN else (one.power,)
        f.tell(f"piece.{why}", readers, piece=NAMES.get(one.kind, one.kind), place=place, power=one.power)
    if worn:
        ring.lose_worn(f, one.power)


def _unit(part: ActingStack) -> str:
    """Of one, "Army"; of more, "A stack of 2 Armies", which is one thing, too."""
    kinds = [f"{n} {PLURALS[k]}" if n > 1 else NAMES.get(k, k) for k, n in part.men.items()]
    return kinds[0] if part.count == 1 or "Dead" in part.men else f"A stack of {' and '.join(kinds)}"


def die(f: TurnState, token: Token) -> None:
    """The piece is off the board for ever; what hangs on it follows."""
    token.dead = True
    match token.kind:
        case "Gandalf":
            f.gandalf = Fate("dead")
        case "Theoden":
            f.theoden = Fate("dead", int(f.theoden.word == "awake"))
        case "Balrog":
            f.balrog = "dead"
        case "Aragorn":
            _dead_depart(f)
        case "Faramir":
            lose_faramir(f)
        case "Sauron":
            eliminate_mordor(f)


def _dead_depart(f: TurnState) -> None:
    if f.dead.word == "awake":
        f.dead = Fate("gone")
        f.tell("dead.gone", None)
    for part in f.parts:
        if "Dead" in part.men:
            part.dead = True


def lose_faramir(f: TurnState) -> None:
    """3.3, 3.6"""
    f.timers.pop("faramir_defects", None)
    lose_logical(f, "Gondor")


def lose_logical(f: TurnState, power: Power) -> None:
    """The logical centres of section 3 are lost for ever; those of the worn Ring are not among them."""
    if _has_logical(f, power):
        f.logical[power] = _of_the_ring(f, power)
        f.tell("logical.lost", None, power=power)


def _has_logical(f: TurnState, power: Power) -> bool:
    return f.logical.get(power, 0) > _of_the_ring(f, power)


def _of_the_ring(f: TurnState, power: Power) -> int:
    """The logical centres that the Ring gives to *power*, if it wears it."""
    worn_by = f.holder.power if f.ring.how == "worn" and f.holder else None
    return f.extra_units if worn_by == power else 0


def eliminate_mordor(f: TurnState) -> None:
    """5.10"""
    f.logical["Mordor"] = 0
    if "Mordor" not in f.eliminated:
        f.eliminated.append("Mordor")
        f.tell("eliminated", None, power="Mordor")
