"""Who may put on the Ring, and what follows?  The Fire, too.  (XIII 8.12 to 8.25)"""

from msgspec import Struct

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.position import Ring
from adjudicator.downfall_xiii.resolve import company, losses
from adjudicator.downfall_xiii.resolve.pieces import ring
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, Holder, Token, TurnState
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Power
from adjudicator.middle_earth.resolve.pieces import EVIL, GOOD, NAMES, NEUTRAL

FIRE = "Oro"


class Fall(Struct, frozen=True):
    """What the Ring does to a power: units that come, a piece that comes, the turns until it is Evil."""

    units: int
    turns: int = 0  # 0: Evil at once
    piece: str = ""


FALLS = {
    "Dwarves": Fall(1, 18),
    "Umbar": Fall(1, 6),
    "Elves": Fall(2, 24, "Galadriel"),
    "Gondor": Fall(2, 12, "Boromir"),
    "Rohan": Fall(1, 9, "Eomer"),
    "Saruman": Fall(2),
}
SARUMAN_DEAD = Fall(1)
FARAMIR_DEFECTS_AFTER = 4


def put_on(f: TurnState, player: Power, order: act.PutOnRing, offered: bool) -> bool:
    """8.12 to 8.20; *offered*: the Fellowship offers it to the Elves this turn."""
    if player == "Elves" and order.unit.kind == "Galadriel":
        return offered and _galadriel_takes(f)
    holder = f.holder
    if holder is None or f.ring.how != "carried" or not ring.is_meant(f, player, order.unit):
        return False
    if isinstance(holder, Token) and holder.kind in ring.LENT:
        return False
    if holder.power == "Mordor":
        return _sauron_wins(f, holder)
    if not _may(f, holder.power, holder):
        return False
    _wear(f, holder, _fall(f, holder.power))
    return True


def _may(f: TurnState, power: Power, holder: Holder) -> bool:
    match power:
        case "Dwarves" | "Umbar":
            return True
        case "Elves":
            return f.ring.from_fellowship and holder.place == "Lor"
        case "Rohan":
            return f.align("Rohan") == NEUTRAL and f.owners.get("MTi") != "Gondor"
        case "Saruman":
            himself = f.token("Saruman")
            return himself is None or holder is himself
    return False


def _fall(f: TurnState, power: Power) -> Fall:
    return SARUMAN_DEAD if power == "Saruman" and f.token("Saruman") is None else FALLS[power]


def _sauron_wins(f: TurnState, holder: Holder) -> bool:
    """8.20"""
    if not isinstance(holder, Token) or holder.kind != "Sauron":
        return False
    f.ring = Ring("worn")
    f.tell("ring.sauron", None, place=holder.place)
    f.winners, f.over = ("Mordor",), True
    return True


def _wear(f: TurnState, holder: Holder, fall: Fall) -> None:
    power, place = holder.power, holder.place
    f.ring = Ring("worn")
    f.extra_units = fall.units
    f.tell("ring.worn", None, power=power, unit=ring.kind_name(f, holder), place=place)
    _bring_units(f, holder, fall.units)
    f.logical[power] = f.logical.get(power, 0) + fall.units
    _turn(f, power, fall)
    if fall.piece and f.token(fall.piece) is None:
        f.tokens.append(Token(power, fall.piece, place, place))
    for token in f.tokens:
        if token is holder or token.kind == fall.piece:
            token.shown, token.by_ring = True, True  # 8.12
    f.put_on = True
    if power == "Saruman" and fall is not SARUMAN_DEAD and f.balrog == "alive":
        f.tokens.append(Token(power, "Balrog", "KDu", "KDu"))
        f.balrog = "Saruman"
        f.tell("balrog.serves", None)
    losses.lose_logical(f, "Mordor")
    for token in f.tokens:
        if token.kind in ring.LENT:
            token.power = power


def _bring_units(f: TurnState, holder: Holder, number: int) -> None:
    """8.13: none where a unit of another power stands; the logical centres count all the same."""
    power, place = holder.power, holder.place
    if any(part.power != power and not _came_with(part, holder) for part in f.parts_in(place)):
        f.tell("ring.no units", None, place=place)
        return
    kind = "F" if place in ground.WATER or (isinstance(holder, ActingStack) and holder.is_fleet) else "A"
    f.add(ActingStack(power, {kind: number}, place, place))
    f.tell("ring.units", None, power=power, unit=NAMES[kind], number=str(number), place=place)


def _came_with(part: ActingStack, holder: Holder) -> bool:
    """Is *part* the ship of *holder*, or did they come together?"""
    if part is holder.fleet:
        return True
    if isinstance(holder, Token):
        return bool(part.entered) and holder in part.company
    return bool(part.entered) and part.team >= 0 and part.team == holder.team


def _turn(f: TurnState, power: Power, fall: Fall) -> None:
    if not fall.turns:
        f.turn_to(power, EVIL)
    elif f.align(power) != EVIL:
        f.turn_to(power, NEUTRAL)
        f.begin(f"{power.lower()}_evil", fall.turns)


def _galadriel_takes(f: TurnState) -> bool:
    """8.15: the Fellowship with the Ring stands in Lorien, which is the Elves', and has offered it."""
    if not offers(f):
        return False
    galadriel = Token("Elves", "Galadriel", "Lor", "Lor")
    f.tokens.append(galadriel)
    ring.take(f, galadriel)
    _wear(f, galadriel, FALLS["Elves"])
    return True


def offers(f: TurnState) -> bool:
    holder = f.holder
    if not isinstance(holder, Token) or holder.kind != "Fe" or holder.dead:
        return False
    return holder.place == "Lor" and f.owners.get("Lor") == "Elves" and "Elves" not in f.eliminated


def seize(f: TurnState, player: Power, order: act.SeizeRing) -> bool:
    """8.16"""
    holder = f.holder
    if player != "Gondor" or order.unit.kind != "Boromir" or not isinstance(holder, Token):
        return False
    if holder.kind != "Fe" or not holder.here or holder.place != "MTi" or f.owners.get("MTi") != "Gondor":
        return False
    owner = holder.power
    holder.dead = True
    f.tell("fellowship.dies", (owner,), place="MTi")
    boromir = Token("Gondor", "Boromir", "MTi", "MTi")
    f.tokens.append(boromir)
    ring.take(f, boromir)
    _wear(f, boromir, FALLS["Gondor"])
    if f.token("Faramir") is not None:
        f.begin("faramir_defects", FARAMIR_DEFECTS_AFTER)
    return True


def destroy(f: TurnState, player: Power, order: act.DestroyRing) -> bool:
    """8.24, 8.25"""
    holder = f.holder
    if holder is None or f.ring.how != "carried" or holder.place != FIRE:
        return False
    if not ring.is_meant(f, player, order.unit):
        return False
    sharers = _sharers(f, holder)
    f.ring, f.holder = Ring("destroyed"), None
    f.tell("ring.destroyed", None, power=holder.power, place=FIRE)
    if f.align(holder.power) == GOOD:
        f.winners, f.over = tuple(power for power in ground.POWERS if power in sharers), True
        return True
    for token in f.tokens:
        if token.kind in ("Lord of the Nazgul", "Nazgul", "Sauron") and not token.dead:
            losses.die(f, token)
            _tell_unmade(f, token)
    losses.eliminate_mordor(f)
    return True


def _tell_unmade(f: TurnState, token: Token) -> None:
    """Part H: where a hidden piece stood is told to its commander alone."""
    public = token.kind in company.ALWAYS_SHOWN or token.shown
    f.tell("piece.fire", None if public else (token.power,), piece=token.kind, place=token.place)
    if not public:
        f.tell("fire.unmade", None, piece=token.kind)


def _sharers(f: TurnState, holder: Holder) -> set[Power]:
    """The powers with ordinary units or company in the stack in which the holder stands."""
    there = [part for part in f.parts_in(FIRE) if f.align(part.power) == GOOD]
    in_stack = [part for part in there if part is holder or holder in f.company_of(part)]
    if not in_stack:
        return {holder.power}
    pieces = {token.power for part in there for token in f.company_of(part)}
    return {holder.power} | {part.power for part in there} | pieces
