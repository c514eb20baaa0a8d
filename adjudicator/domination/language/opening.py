"""Check starting builds that are ordered before the board is laid. Clause 11.4."""

from collections.abc import Iterator, Sequence

from adjudicator.core.language.words import listed
from adjudicator.domination import ground
from adjudicator.domination.data import Data
from adjudicator.domination.language.orders import MY_CITIES, Build, OrderLine, Pieces
from adjudicator.domination.position import DOUBLE, MINI, Position, buildable, data_of
from adjudicator.domination.sentences import say


def piece_of(line: OrderLine) -> str:
    """Return the piece that all spaces of a build lie on; "" for other lines."""
    if not isinstance(line.order, Build) or any(place in MY_CITIES for place in line.order.places):
        return ""
    letters = {place[0] for place in line.order.places}
    return letters.pop() if len(letters) == 1 else ""


def cost(the_data: Data, line: OrderLine) -> int:
    """Return the price of a build; 0 if it is not certain because of "rest" or a condition."""
    order = line.order
    if not isinstance(order, Build) or order.rest or line.is_conditional:
        return 0
    return sum(part.count * the_data.units[part.kind].cost for part in order.units)


def income_of(position: Position, piece: str) -> int:
    """Return the income of a whole piece; 2.5."""
    the_data, side = data_of(position), position.settings.side
    return sum(space.value for space in ground.on_piece(the_data, piece, side, 0, 1))


def warnings(
    position: Position, player: str, sheet: Sequence[OrderLine], before: Sequence[OrderLine] = ()
) -> Iterator[str]:
    """Yield what the player should know: no list of pieces, no starting builds, or none on some pieces.

    *before* is the sheet that this one replaces, and its list is the one to write again.
    """
    if position.phase != "opening":
        return
    if not (position.slots or _has_pieces(sheet) or position.settings.variant == MINI):
        yield say("no_pieces_yet", example=_list_again(position, before))
    example = f"rest {buildable(position.settings, player)[0]} {MY_CITIES[0]}"
    places = [place for line in sheet if isinstance(line.order, Build) for place in line.order.places]
    if not places:
        yield say("no_starting_build_yet", example=example)
    elif not (position.slots or set(places) & set(MY_CITIES) or position.settings.variant in (MINI, DOUBLE)):
        may_get = _certain(position, player, sheet) or {*data_of(position).pieces}
        without = sorted(may_get - {place[0] for place in places})
        if without:
            yield say(
                "no_build_with_pieces", pieces=listed(without, "and"), count=len(without), example=example
            )


def _certain(position: Position, player: str, sheet: Sequence[OrderLine]) -> set[str]:
    """Return the piece that *player* certainly gets by choosing first; none if it depends on others. 2.1"""
    lists = [line for line in sheet if isinstance(line.order, Pieces)]
    if player != position.first or not lists or lists[0].is_conditional:
        return set()
    return {*lists[0].order.pieces[:1]} if isinstance(lists[0].order, Pieces) else set()


def _has_pieces(sheet: Sequence[OrderLine]) -> bool:
    return any(isinstance(line.order, Pieces) for line in sheet)


def _list_again(position: Position, before: Sequence[OrderLine]) -> str:
    """Return the line with the list of pieces that was on file, or an example."""
    said = next((line.order.pieces for line in before if isinstance(line.order, Pieces)), ())
    return f"piece {', '.join(said or [*data_of(position).pieces][:3])}"


def is_complete(position: Position, sheet: Sequence[OrderLine]) -> bool:
    """Return whether the sheet has everything that the phase asks for; a set-up needs pieces and builds."""
    if position.phase != "opening" or position.slots:
        return bool(sheet)
    kinds = {type(line.order) for line in sheet}
    return {Pieces, Build} <= kinds
