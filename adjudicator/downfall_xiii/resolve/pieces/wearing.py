"""Putting on the Ring, its consequences, and the Fire (XIII 8.12 to 8.25)."""

from msgspec import Struct

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.position import Ring
from adjudicator.downfall_xiii.resolve import company, losses
from adjudicator.downfall_xiii.resolve.pieces import ring
from adjudicator.downfall_xiii.resolve.turn_state import ActingPiece, ActingStack, Holder, TurnState
from adjudicator.middle_earth.language.orders import DestroyRing, Power, PutOnRing, SeizeRing
from adjudicator.middle_earth.resolve.pieces import EVIL, GOOD, NAMES, NEUTRAL

FIRE = "Oro"


class Fall(Struct, frozen=True):
    """The effect of the Ring on a power: units and a piece that come, and turns until it is Evil."""

    units: int
    turns: int = 0  # 0 for Evil at once
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


def put_on(turn: TurnState, player: Power, order: PutOnRing, offered: bool) -> bool:
    """Put on the Ring (8.12 to 8.20). *offered*: the Fellowship offers it to the Elves this turn."""
    if player == "Elves" and order.unit.kind == "Galadriel":
        return offered and _galadriel_takes(turn)
    holder = turn.holder
    if holder is None or turn.ring.how != "carried" or not ring.is_meant(turn, player, order.unit):
        return False
    if isinstance(holder, ActingPiece) and holder.kind in ring.LENT:
        return False
    if holder.power == "Mordor":
        return _sauron_wins(turn, holder)
    if not _may(turn, holder.power, holder):
        return False
    _wear(turn, holder, _fall(turn, holder.power))
    return True


def _may(turn: TurnState, power: Power, holder: Holder) -> bool:
    match power:
        case "Dwarves" | "Umbar":
            return True
        case "Elves":
            return turn.ring.from_fellowship and holder.place == "Lor"
        case "Rohan":
            return turn.align("Rohan") == NEUTRAL and turn.owners.get("MTi") != "Gondor"
        case "Saruman":
            himself = turn.piece("Saruman")
            return himself is None or holder is himself
    return False


def _fall(turn: TurnState, power: Power) -> Fall:
    return SARUMAN_DEAD if power == "Saruman" and turn.piece("Saruman") is None else FALLS[power]


def _sauron_wins(turn: TurnState, holder: Holder) -> bool:
    """Let Mordor win if Sauron puts it on (8.20)."""
    if not isinstance(holder, ActingPiece) or holder.kind != "Sauron":
        return False
    turn.ring = Ring("worn")
    turn.add_news("ring.sauron", None, place=holder.place)
    turn.winners, turn.over = ("Mordor",), True
    return True


def _wear(turn: TurnState, holder: Holder, fall: Fall) -> None:
    power, place = holder.power, holder.place
    turn.ring = Ring("worn")
    turn.extra_units = fall.units
    turn.add_news("ring.worn", None, power=power, unit=ring.kind_name(turn, holder), place=place)
    _bring_units(turn, holder, fall.units)
    turn.logical[power] = turn.logical.get(power, 0) + fall.units
    _turn(turn, power, fall)
    if fall.piece and turn.piece(fall.piece) is None:
        turn.pieces.append(ActingPiece(power, fall.piece, place, place))
    for piece in turn.pieces:
        if piece is holder or piece.kind == fall.piece:
            piece.shown, piece.by_ring = True, True  # 8.12
    turn.put_on = True
    if power == "Saruman" and fall is not SARUMAN_DEAD and turn.balrog == "alive":
        turn.pieces.append(ActingPiece(power, "Balrog", "KDu", "KDu"))
        turn.balrog = "Saruman"
        turn.add_news("balrog.serves", None)
    losses.lose_logical(turn, "Mordor")
    for piece in turn.pieces:
        if piece.kind in ring.LENT:
            piece.power = power


def _bring_units(turn: TurnState, holder: Holder, number: int) -> None:
    """Add units, unless a unit of another power is there; the logical centres count anyway (8.13)."""
    power, place = holder.power, holder.place
    if any(stack.power != power and not _came_with(stack, holder) for stack in turn.stacks_in(place)):
        turn.add_news("ring.no units", None, place=place)
        return
    kind = "F" if place in ground.WATER or (isinstance(holder, ActingStack) and holder.is_fleet) else "A"
    turn.add(ActingStack(power, {kind: number}, place, place))
    turn.add_news("ring.units", None, power=power, unit=NAMES[kind], number=str(number), place=place)


def _came_with(stack: ActingStack, holder: Holder) -> bool:
    """Return whether *stack* is the ship of *holder*, or they came together."""
    if stack is holder.fleet:
        return True
    if isinstance(holder, ActingPiece):
        return bool(stack.entered) and holder in stack.company
    return bool(stack.entered) and stack.team >= 0 and stack.team == holder.team


def _turn(turn: TurnState, power: Power, fall: Fall) -> None:
    if not fall.turns:
        turn.change_alignment(power, EVIL)
    elif turn.align(power) != EVIL:
        turn.change_alignment(power, NEUTRAL)
        turn.start_timer(f"{power.lower()}_evil", fall.turns)


def _galadriel_takes(turn: TurnState) -> bool:
    """Give the Ring to Galadriel, if the Fellowship offers it in an Elvish Lorien (8.15)."""
    if not offers(turn):
        return False
    galadriel = ActingPiece("Elves", "Galadriel", "Lor", "Lor")
    turn.pieces.append(galadriel)
    ring.take(turn, galadriel)
    _wear(turn, galadriel, FALLS["Elves"])
    return True


def offers(turn: TurnState) -> bool:
    holder = turn.holder
    if not isinstance(holder, ActingPiece) or holder.kind != "Fe" or holder.dead:
        return False
    return holder.place == "Lor" and turn.owners.get("Lor") == "Elves" and "Elves" not in turn.eliminated


def seize(turn: TurnState, player: Power, order: SeizeRing) -> bool:
    """Let Boromir seize it (8.16)."""
    holder = turn.holder
    if player != "Gondor" or order.unit.kind != "Boromir" or not isinstance(holder, ActingPiece):
        return False
    if holder.kind != "Fe" or not holder.here or holder.place != "MTi" or turn.owners.get("MTi") != "Gondor":
        return False
    owner = holder.power
    holder.dead = True
    turn.add_news("fellowship.dies", (owner,), place="MTi")
    boromir = ActingPiece("Gondor", "Boromir", "MTi", "MTi")
    turn.pieces.append(boromir)
    ring.take(turn, boromir)
    _wear(turn, boromir, FALLS["Gondor"])
    if turn.piece("Faramir") is not None:
        turn.start_timer("faramir_defects", FARAMIR_DEFECTS_AFTER)
    return True


def destroy(turn: TurnState, player: Power, order: DestroyRing) -> bool:
    """Destroy the Ring in the Fire (8.24, 8.25)."""
    holder = turn.holder
    if holder is None or turn.ring.how != "carried" or holder.place != FIRE:
        return False
    if not ring.is_meant(turn, player, order.unit):
        return False
    sharers = _sharers(turn, holder)
    turn.ring, turn.holder = Ring("destroyed"), None
    turn.add_news("ring.destroyed", None, power=holder.power, place=FIRE)
    if turn.align(holder.power) == GOOD:
        turn.winners, turn.over = tuple(power for power in ground.POWERS if power in sharers), True
        return True
    for piece in turn.pieces:
        if piece.kind in ("Lord of the Nazgul", "Nazgul", "Sauron") and not piece.dead:
            losses.die(turn, piece)
            _announce_unmade(turn, piece)
    losses.eliminate_mordor(turn)
    return True


def _announce_unmade(turn: TurnState, piece: ActingPiece) -> None:
    """Report where a hidden piece was to its commander alone (part H)."""
    public = piece.kind in company.ALWAYS_SHOWN or piece.shown
    turn.add_news("piece.fire", None if public else (piece.power,), piece=piece.kind, place=piece.place)
    if not public:
        turn.add_news("fire.unmade", None, piece=piece.kind)


def _sharers(turn: TurnState, holder: Holder) -> set[Power]:
    """Return the powers with ordinary units or company in the stack of the holder."""
    there = [stack for stack in turn.stacks_in(FIRE) if turn.align(stack.power) == GOOD]
    in_stack = [stack for stack in there if stack is holder or holder in turn.company_of(stack)]
    if not in_stack:
        return {holder.power}
    pieces = {piece.power for stack in there for piece in turn.company_of(stack)}
    return {holder.power} | {stack.power for stack in there} | pieces
