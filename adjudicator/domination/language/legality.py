"""Whether a player may write a line now. What cannot be, whatever happens until its turn comes, is refused.

Everything else is tried when its time comes, since the board may look different by then.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.core.words import NotAllowed, listed
from adjudicator.domination import ground
from adjudicator.domination.data import FORT, Data
from adjudicator.domination.ground import Ground
from adjudicator.domination.language.grammar import ME
from adjudicator.domination.language.orders import (
    BUILD,
    COMBAT,
    ENEMY,
    EVERY,
    MAGIC,
    MOVE,
    NOBODY,
    NONE,
    SET_UP,
    Build,
    Cast,
    Claim,
    Hold,
    Move,
    Order,
    Pieces,
    Prefer,
    Test,
    UnitCount,
)
from adjudicator.domination.language.vocabulary import meaning, vocabulary
from adjudicator.domination.position import (
    MINI,
    Position,
    buildable,
    data_of,
    ground_of,
    has_magic,
    in_play,
)

# Which headings a mail of each phase may have; the first is that of lines without a heading.
OPEN: dict[str, tuple[str, ...]] = {
    "setup": (SET_UP,),
    "claim": (SET_UP,),
    "start": (BUILD, COMBAT),
    "turn": (MOVE, MAGIC, COMBAT, BUILD),
    "orders": (MOVE, MAGIC, COMBAT),
    "draw": (COMBAT,),
    "move": (MOVE, COMBAT),
    "magic": (MAGIC, COMBAT),
    "combat": (COMBAT,),
    "build": (BUILD, COMBAT),
}
DUE = {
    "setup": "the pieces are chosen",
    "claim": "the spaces are claimed",
    "start": "starting builds are due",
    "turn": "the sheet for the turn is due",
    "orders": "moves are due, and builds only after the battles",
    "draw": "cards are drawn",
    "move": "moves are due",
    "magic": "spells are due",
    "combat": "casualties are chosen",
    "build": "builds are due",
}


class ReadingContext(NamedTuple):
    """What the reader knows while it reads: the position, and whose sheet it is."""

    position: Position
    player: str
    data: Data
    ground: Ground


def desk(position: Position, player: str) -> ReadingContext:
    return ReadingContext(position, player, data_of(position), ground_of(position))


def lawful(at: ReadingContext, order: Order, phase: str) -> Order:
    """*order* with its places found on the board. Raises NotAllowed with what, why and what would do."""
    return _LAWFUL[type(order)](at, order, phase)


def condition(at: ReadingContext, test: Test) -> Test:
    who = at.player if test.who == ME else test.who
    if who not in (ENEMY, NOBODY):
        _check_player(at, who)
    return replace(test, who=who, place=place(at, test.place))


def place(at: ReadingContext, words: str) -> str:
    """A space by its number or by the name of its city or tower."""
    wanted = re.sub(r"\s+", " ", words)
    known = at.ground.names.get(wanted.casefold(), wanted.upper())
    if known[:1].isalpha() and known[1:].isdecimal():
        known = f"{known[0]}{int(known[1:])}"
    if known in at.ground.spaces:
        return known
    named = vocabulary(at.data).named.get(wanted.casefold(), known)
    raise NotAllowed(f"There is no {_called(wanted, named)} on this board.", _what_is_there(at, named))


def _called(words: str, space: str) -> str:
    return words.upper() if words.upper() == space else f"{words} ({space})"


def _what_is_there(at: ReadingContext, space: str) -> str:
    letters = list(dict.fromkeys(one[0] for one in at.ground.spaces))
    if space[0] in letters:
        of_it = [one for one in at.ground.spaces if one[0] == space[0]]
        return f"{of_it[0]} to {of_it[-1]} are."
    return f"The pieces are {listed(at.position.slots, 'and')}." if at.position.slots else ""


def _check_player(at: ReadingContext, player: str) -> None:
    seats = at.position.settings.seats
    if player not in seats:
        raise NotAllowed(f"{player} does not play in this game.", f"There are {listed(seats, 'and')}.")


def _phase_is(phase: str, wanted: Sequence[str], what: str) -> None:
    if phase not in wanted:
        heading = listed(one.capitalize() for one in wanted)
        raise NotAllowed(f"{what} stands under {heading}, not here.", f"Write it under {heading}.")


def _kinds(at: ReadingContext, kinds: Iterable[str], with_forts: bool = False) -> None:
    """Is such a unit in the game at all?"""
    known = {card.name for card in in_play(at.position.settings)} | {row.kind for row in at.position.units}
    known |= set(_called_up(at))
    for kind in kinds:
        if kind == FORT and not with_forts:
            raise NotAllowed("Fortifications cannot do that.", "Name units.")
        if kind and kind not in known and kind != FORT:
            playing = listed((one for one in at.data.units if one in known), "and")
            raise NotAllowed(f"No {kind} is in play.", f"In play are {playing}.")


def _called_up(at: ReadingContext) -> tuple[str, ...]:
    """The units that spells put on the board, where there is magic at all."""
    spells = at.data.spells.values() if has_magic(at.position) else ()
    return tuple(spell.unit for spell in spells if spell.unit)


def _parts(at: ReadingContext, parts: Sequence[UnitCount]) -> None:
    _kinds(at, [part.kind for part in parts])
    if any(part.count == NONE for part in parts):
        raise NotAllowed("This names no unit at all.", "Write 1 or more, or all.")


def _own(at: ReadingContext, parts: Sequence[UnitCount]) -> None:
    """Units that the player could have: those that may be built, and those that stand there."""
    _parts(at, parts)
    own = {*buildable(at.position.settings, at.player), *_called_up(at)}
    own |= {row.kind for row in at.position.units if row.player == at.player}
    for part in parts:
        if part.kind and part.kind not in own:
            yours = listed((kind for kind in at.data.units if kind in own), "and")
            raise NotAllowed(f"{part.kind} is another player's private unit card.", f"Yours are {yours}.")


def _move(at: ReadingContext, order: Order, phase: str) -> Order:
    assert isinstance(order, Move)  # noqa: S101  (by the table below)
    _phase_is(phase, (MOVE,), "A move")
    _own(at, (*order.units, *(order.carrying or ())))
    origin = place(at, order.origin)
    way = tuple(place(at, one) for one in order.way)
    if way == (origin,):
        raise NotAllowed("This goes nowhere.", f"Write {origin} holds, or another goal.")
    return replace(order, origin=origin, way=way)


def _hold(at: ReadingContext, order: Order, phase: str) -> Order:
    assert isinstance(order, Hold)  # noqa: S101
    _phase_is(phase, (MOVE,), "A hold")
    _own(at, order.units)
    return replace(order, place=place(at, order.place))


def _cast(at: ReadingContext, order: Order, phase: str) -> Order:
    assert isinstance(order, Cast)  # noqa: S101
    spell = at.data.spells[order.spell]
    _phase_is(phase, (MOVE, MAGIC), "A spell")
    _phase_is(phase, spell.when, spell.name)
    if order.spell not in at.position.hands.get(at.player, ()):
        hand = listed(dict.fromkeys(at.position.hands.get(at.player, ())), "and")
        raise NotAllowed(f"{spell.name} is not in your hand.", f"You hold {hand or 'no card'}.")
    if bool(order.units) != (spell.effect == "recall"):
        form = "UNITS SPACE - CITY" if spell.effect == "recall" else "SPACE"
        raise NotAllowed(f"{spell.name} is not cast like this.", f"Write cast {spell.name} {form}.")
    if order.on:
        _named_enemy(at, order.on)
    _own(at, order.units)
    city = place(at, order.city) if order.city else ""
    if city and not at.ground.spaces[city].city:
        raise NotAllowed(f"{city} is no city.", "Name a city of yours.")
    return replace(order, place=place(at, order.place), city=city)


def _named_enemy(at: ReadingContext, player: str) -> None:
    _check_player(at, player)
    if player == at.player:
        raise NotAllowed("That is you.", "Name another player.")


def _prefer(at: ReadingContext, order: Order, phase: str) -> Order:
    assert isinstance(order, Prefer)  # noqa: S101
    if phase == SET_UP:
        raise NotAllowed("Nothing can be lost before the game begins.", "Write this on a later sheet.")
    _kinds(at, order.kinds, with_forts=True)
    if order.player:
        _named_enemy(at, order.player)
    return replace(order, place=place(at, order.place) if order.place else "")


def _build(at: ReadingContext, order: Order, phase: str) -> Order:
    assert isinstance(order, Build)  # noqa: S101
    if phase == MOVE:
        raise NotAllowed(
            "This names no goal; builds stand under Build.", "Write SPACE - SPACE, or put it there."
        )
    _phase_is(phase, (BUILD,), "A build")
    may = buildable(at.position.settings, at.player)
    for part in order.units:
        if part.kind == FORT:
            raise NotAllowed("Fortifications cannot be rebuilt.", f"You may build {listed(may)}.")
        if part.count == EVERY:
            raise NotAllowed('"all" says no number.', "Write rest, for as many as can be paid.")
        if part.kind not in may:
            raise NotAllowed(f"You may not build a {part.kind}.", f"You may build {listed(may)}.")
    _parts(at, order.units)
    return replace(order, places=tuple(place(at, one) for one in order.places))


def _pieces(at: ReadingContext, order: Order, _phase: str) -> Order:
    assert isinstance(order, Pieces)  # noqa: S101
    if at.position.phase != "setup":
        raise NotAllowed("The pieces are laid already.", f"Now {DUE[at.position.phase]}.")
    return order


def _claim(at: ReadingContext, order: Order, phase: str) -> Order:
    assert isinstance(order, Claim)  # noqa: S101
    if at.position.settings.variant != MINI or phase != SET_UP:
        raise NotAllowed("No spaces are claimed now.", f"Now {DUE[at.position.phase]}.")
    find: Callable[[ReadingContext, str], str] = place if at.position.slots else _anywhere
    return replace(order, spaces=tuple(dict.fromkeys(find(at, one) for one in order.spaces)))


def _anywhere(at: ReadingContext, words: str) -> str:
    """A space of any piece, before it is known which ones lie on the board."""
    named = vocabulary(at.data).named
    wanted = re.sub(r"\s+", " ", words)
    space = meaning(named, wanted) if wanted.casefold() in named else wanted.upper()
    if space[0] not in at.data.pieces or not 1 <= int(space[1:]) <= ground.WIDTH**2:
        raise NotAllowed(f"No piece has a space {space}.", f"Each has 1 to {ground.WIDTH**2}.")
    return f"{space[0]}{int(space[1:])}"


_LAWFUL: dict[type[Order], Callable[[ReadingContext, Order, str], Order]] = {
    Move: _move,
    Hold: _hold,
    Cast: _cast,
    Prefer: _prefer,
    Build: _build,
    Pieces: _pieces,
    Claim: _claim,
}
