"""Check whether a player may write an order line now.

Only what can never succeed is refused. Everything else is tried when it is due, because the board may be
different by then.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, assert_never

from msgspec.structs import replace

from adjudicator.core.language.words import NotAllowed, listed
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
    MY_CITIES,
    NOBODY,
    NONE,
    PIECE,
    SET_UP,
    Build,
    Case,
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
from adjudicator.domination.language.remedies.refusals import FaultyList, NamesNothing
from adjudicator.domination.language.vocabulary import meaning, vocabulary
from adjudicator.domination.position import (
    MINI,
    PHASES,
    Position,
    buildable,
    data_of,
    ground_of,
    has_magic,
    in_play,
    is_choosing,
)
from adjudicator.domination.sentences import say


class ReadingContext(NamedTuple):
    """The position, the player whose orders are read, and the kinds of units that are known."""

    position: Position
    player: str
    data: Data
    ground: Ground
    kinds: frozenset[str]  # in play, on the board, or put there by spells
    own: frozenset[str]  # those that the player can build, has, or may call up by a spell


def reading_context(position: Position, player: str) -> ReadingContext:
    the_data, settings, units = data_of(position), position.settings, position.units
    called = _called_up(the_data, position)
    kinds = {card.name for card in in_play(settings)} | {row.kind for row in units} | called
    own = {*buildable(settings, player)} | {row.kind for row in units if row.player == player} | called
    board = ground_of(position)
    if is_choosing(position):
        board = board._replace(titles=titles_of_pieces(the_data, position.settings.side))
    return ReadingContext(position, player, the_data, board, frozenset(kinds), frozenset(own))


def stack_size(context: ReadingContext, kind: str, space: str) -> int:
    """Return how many units of *kind* the reader has in *space*."""
    rows, wanted = context.position.units, (context.player, kind, space)
    return sum(row.count for row in rows if (row.player, row.kind, row.space) == wanted)


def number_at(context: ReadingContext, space: str) -> int:
    """Return how many units of any kind the reader has in *space*."""
    rows, wanted = context.position.units, (context.player, space)
    return sum(row.count for row in rows if (row.player, row.space) == wanted)


@lru_cache(maxsize=64)
def titles_of_pieces(the_data: Data, side: str) -> dict[str, str]:
    """Return the name of the city or tower of each space of all pieces, "" if it has none."""
    spaces = (space for piece in the_data.pieces for space in ground.on_piece(the_data, piece, side, 0, 1))
    return {space.id: space.city or space.tower for space in spaces}


def heading_before_play(order: Order) -> str:
    """Return the heading of an order in a set-up in one message; "" for orders that begin with turn 1."""
    match order:
        case Pieces() | Claim():
            return SET_UP
        case Build():
            return BUILD
        case Prefer():
            return COMBAT
        case Move() | Hold() | Cast():
            return ""
        case _ as never:
            assert_never(never)


def checked(context: ReadingContext, order: Order, heading: str) -> Order:  # noqa: PLR0911  (one case a kind)
    """Return *order* with its places found on the board. Raises NotAllowed with a reason and a remedy."""
    match order:
        case Move():
            return _move(context, order, heading)
        case Hold():
            _check_heading(heading, (MOVE,), "A hold")
            _check_own(context, order.units)
            return replace(order, place=place(context, order.place))
        case Cast():
            return _cast(context, order, heading)
        case Prefer():
            return _prefer(context, order, heading)
        case Build():
            return _build(context, order, heading)
        case Pieces():
            if not is_choosing(context.position):
                raise NotAllowed(
                    say("pieces_are_laid_already"), say("now", due=PHASES[context.position.phase].due)
                )
            return _pieces(order)
        case Claim():
            return _claim(context, order, heading)
        case _ as never:
            assert_never(never)


def _pieces(order: Pieces) -> Pieces:
    """Refuse a list that names a piece twice: one of them is a mistake."""
    twice = [piece for at, piece in enumerate(order.pieces) if piece in order.pieces[:at]]
    if twice:
        once = say("write_each_piece_once_one_you")
        raise FaultyList(say("is_in_your_list_twice", piece=twice[0]), once)
    return order


def condition(context: ReadingContext, test: Test) -> Test:
    who = _who(context, test.who)
    return replace(test, who=who, place=place(context, test.place))


def case(context: ReadingContext, wanted: Case) -> Case:
    who = _who(context, wanted.who)
    if wanted.about != PIECE:
        return replace(wanted, who=who, place=place(context, wanted.place) if wanted.place else "")
    if context.position.settings.variant == MINI:
        raise NotAllowed(say("nobody_has_a_piece"), say("write_who_holds_a_space"))
    return replace(wanted, who=who)


def _who(context: ReadingContext, name: str) -> str:
    who = context.player if name == ME else name
    if who not in (ENEMY, NOBODY):
        _check_player(context, who)
    return who


def place(context: ReadingContext, words: str) -> str:
    """Find a space by its number or by the name of its city or tower. Raises NotAllowed."""
    if words in MY_CITIES:
        raise NotAllowed(say("first_city_is_for_builds"), say("name_space_or_city"))
    if is_choosing(context.position):
        return _anywhere(context, words)
    if words in context.ground.spaces and words.casefold() not in context.ground.names:
        return words
    wanted = re.sub(r"\s+", " ", words)
    known = context.ground.names.get(wanted.casefold(), wanted.upper())
    if known[:1].isalpha() and known[1:].isdecimal():
        known = f"{known[0]}{int(known[1:])}"
    if known in context.ground.spaces:
        return known
    named = vocabulary(context.data).named.get(wanted.casefold(), known)
    raise NamesNothing(
        say("there_is_no_on_this_board", called=_called(wanted, named)), _what_is_there(context, named)
    )


def _called(words: str, space: str) -> str:
    return words.upper() if words.upper() == space else f"{words} ({space})"


def _what_is_there(context: ReadingContext, space: str) -> str:
    letters = list(dict.fromkeys(one[0] for one in context.ground.spaces))
    if space[0] in letters:
        of_it = [one for one in context.ground.spaces if one[0] == space[0]]
        return say("there_are", first=of_it[0], last=of_it[-1])
    return say("pieces_are", slots=listed(context.position.slots, "and")) if context.position.slots else ""


def _check_player(context: ReadingContext, player: str) -> None:
    seats = context.position.settings.seats
    if player not in seats:
        raise NamesNothing(
            say("does_not_play_in_this_game", player=player), say("there_are_2", seats=listed(seats, "and"))
        )


def _check_heading(heading: str, wanted: Sequence[str], what: str) -> None:
    if heading not in wanted:
        right = listed(one.capitalize() for one in wanted)
        raise NotAllowed(
            say("goes_under_not_here", what=what, right=right), say("write_it_under", right=right)
        )


def _check_kinds(context: ReadingContext, kinds: Iterable[str], with_forts: bool = False) -> None:
    known = context.kinds
    for kind in kinds:
        if kind == FORT and not with_forts:
            raise NotAllowed(say("fortifications_cannot_do"), say("name_units"))
        if kind and kind not in known and kind != FORT:
            playing = listed((one for one in context.data.units if one in known), "and")
            raise NotAllowed(say("no_is_in_play", kind=kind), say("in_play_are", playing=playing))


def _called_up(the_data: Data, position: Position) -> set[str]:
    """Return the units that spells put on the board."""
    spells = the_data.spells.values() if has_magic(position) else ()
    return {spell.unit for spell in spells if spell.unit}


def _check_units(context: ReadingContext, parts: Sequence[UnitCount]) -> None:
    _check_kinds(context, [part.kind for part in parts])
    if any(part.count == NONE for part in parts):
        raise NotAllowed(say("this_line_names_no_unit"), say("write_or_more_or_all"))


def _check_own(context: ReadingContext, parts: Sequence[UnitCount]) -> None:
    """Refuse units that the player can neither build nor has on the board."""
    _check_units(context, parts)
    for part in parts:
        if part.kind and part.kind not in context.own:
            yours = listed((kind for kind in context.data.units if kind in context.own), "and")
            raise NotAllowed(
                say("is_another_player_private_unit_card", kind=part.kind), say("yours_are", yours=yours)
            )


def _move(context: ReadingContext, order: Move, heading: str) -> Move:
    _check_heading(heading, (MOVE,), "A move")
    _check_own(context, (*order.units, *(order.carrying or ())))
    origin = place(context, order.origin)
    way = tuple(place(context, one) for one in order.way)
    if way == (origin,):
        raise NotAllowed(say("this_goes_nowhere"), say("write_holds_or_another_goal", origin=origin))
    if way[0] == origin:  # "from H14 to Hawkhurst" after "my Knight at H14"
        way = way[1:]
    return replace(order, origin=origin, way=way)


def _cast(context: ReadingContext, order: Cast, heading: str) -> Cast:
    spell = context.data.spells[order.spell]
    _check_heading(heading, (MOVE, MAGIC), "A spell")
    _check_heading(heading, spell.when, spell.name)
    hand = context.position.hands.get(context.player, ())
    if order.spell not in hand:
        yours = listed(dict.fromkeys(hand), "and") or "no card"
        raise NotAllowed(say("is_not_in_your_hand", spell=spell.name), say("you_hold", yours=yours))
    if bool(order.units) != (spell.effect == "recall"):
        form = "UNITS SPACE - CITY" if spell.effect == "recall" else "SPACE"
        raise NotAllowed(
            say("is_not_cast_like_this", spell=spell.name), say("write_cast", spell=spell.name, form=form)
        )
    if order.on:
        _check_enemy(context, order.on)
    _check_own(context, order.units)
    city = place(context, order.city) if order.city else ""
    if city and not context.ground.spaces[city].city:
        raise NotAllowed(say("is_not_city", city=city), say("name_one_of_your_cities"))
    return replace(order, place=place(context, order.place), city=city)


def _check_enemy(context: ReadingContext, player: str) -> None:
    _check_player(context, player)
    if player == context.player:
        raise NotAllowed(say("that_is_you"), say("name_another_player"))


def _prefer(context: ReadingContext, order: Prefer, heading: str) -> Prefer:
    if heading == SET_UP:
        raise NotAllowed(say("you_cannot_lose_anything_before_game"), say("write_this_in_later_message"))
    _check_kinds(context, order.kinds, with_forts=True)
    if order.player:
        _check_enemy(context, order.player)
    return replace(order, place=place(context, order.place) if order.place else "")


def _build(context: ReadingContext, order: Build, heading: str) -> Build:
    if heading == MOVE:
        raise NotAllowed(say("move_needs_goal_builds_go_under"), say("write_space_space_or_put_line"))
    _check_heading(heading, (BUILD,), "A build")
    may = buildable(context.position.settings, context.player)
    for part in order.units:
        if part.kind == FORT:
            raise NotAllowed(say("fortifications_cannot_be_rebuilt"), say("you_may_build", may=listed(may)))
        if part.count == EVERY:
            raise NotAllowed(say("build_needs_number_not_all"), say("write_rest_to_build_as_many"))
        if part.kind not in may:
            raise NotAllowed(say("you_may_not_build", kind=part.kind), say("you_may_build", may=listed(may)))
    _check_units(context, order.units)
    return replace(order, places=tuple(_building_place(context, one) for one in order.places))


def _building_place(context: ReadingContext, words: str) -> str:
    if words in MY_CITIES and context.position.phase == "opening":
        return words
    return place(context, words)


def _claim(context: ReadingContext, order: Claim, heading: str) -> Claim:
    if context.position.settings.variant != MINI or heading != SET_UP:
        raise NotAllowed(
            say("you_cannot_claim_spaces_now"), say("now", due=PHASES[context.position.phase].due)
        )
    return replace(order, spaces=tuple(dict.fromkeys(place(context, one) for one in order.spaces)))


def _anywhere(context: ReadingContext, words: str) -> str:
    """Return a space of any piece, before it is known which pieces lie on the board."""
    named = vocabulary(context.data).named
    wanted = re.sub(r"\s+", " ", words)
    space = meaning(named, wanted) if wanted.casefold() in named else wanted.upper()
    if space[0] == context.data.sea.prefix and context.position.settings.side == context.data.sea.used_with:
        raise NotAllowed(say("no_space_of_the_sea_yet"), say("build_ship_at_city"))
    if space[0] not in context.data.pieces or not 1 <= int(space[1:]) <= ground.WIDTH**2:
        raise NotAllowed(
            say("there_is_no_space_on_any", space=space), say("each_piece_has", number=ground.WIDTH**2)
        )
    return f"{space[0]}{int(space[1:])}"
