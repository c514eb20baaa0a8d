"""Draw the pieces that can be chosen before the board is laid, each separately with its name."""

from collections.abc import Iterator

from adjudicator.core.language.words import listed
from adjudicator.domination.data import Data
from adjudicator.domination.ground import Ground
from adjudicator.domination.position import Position, data_of
from adjudicator.domination.sentences import say
from adjudicator.domination.view.drawing_hexes import INK, SIZE, middles_of
from adjudicator.domination.view.places import piece_alone
from adjudicator.drawing.layers import part
from adjudicator.drawing.svg import Point, label, width_of

IN_ROW = 2
WIDE, HIGH = 5.2 * SIZE * 3**0.5, 7.6 * SIZE  # from a piece to the next one to the right, and below
NAME_ABOVE = 1.55 * SIZE  # above the centre of its first hex
NAME_SIZE, COUNTED_SIZE = 17.0, 12.5


def pieces(position: Position) -> tuple[Ground, dict[str, Point]]:
    """Return the spaces of all pieces as one ground, and the middles of their hexes."""
    the_data, side = data_of(position), position.settings.side
    whole, middles = Ground({}, {}, {}, {}, {}), dict[str, Point]()
    for number, piece in enumerate(the_data.pieces):
        alone = piece_alone(the_data, piece, side)
        left, top = _place(number)
        middles |= {space: (x + left, y + top) for space, (x, y) in middles_of(alone).items()}
        whole = Ground(
            spaces={**whole.spaces, **alone.spaces},
            borders={**whole.borders, **alone.borders},
            rank={},
            names={},
            titles={**whole.titles, **alone.titles},
        )
    return whole, middles


def _place(number: int) -> Point:
    row, column = divmod(number, IN_ROW)
    return column * WIDE, row * HIGH


def piece_names(position: Position) -> Iterator[str]:
    """Yield the letter and name of each piece, and its contents below."""
    the_data, side = data_of(position), position.settings.side
    for number, piece in enumerate(the_data.pieces.values()):
        left, top = _place(number)
        x, y = left - SIZE * 3**0.5 / 2, top - NAME_ABOVE
        title, has = f"{piece.id}  {piece.name}", what_it_has(the_data, piece.id, side)
        wide = max(width_of(title, NAME_SIZE), width_of(has, COUNTED_SIZE)) + 4
        yield part(
            (x, y - NAME_SIZE, wide, NAME_SIZE + 2 * COUNTED_SIZE),
            label((x, y - 8), title, NAME_SIZE, INK, text_anchor="start", font_weight="bold"),
            label((x, y + 9), has, COUNTED_SIZE, INK, text_anchor="start"),
        )


def what_it_has(the_data: Data, piece: str, side: str) -> str:
    """Return "income 27; Aldgate, Ambermouth"."""
    spaces = piece_alone(the_data, piece, side).spaces.values()
    named = [space.city for space in spaces if space.city] + [space.tower for space in spaces if space.tower]
    return say("piece_has", income=sum(space.value for space in spaces), places=", ".join(named))


def in_words(position: Position) -> str:
    """Describe the picture for readers who cannot see it."""
    the_data, side = data_of(position), position.settings.side
    told = (
        say("piece_in_words", piece=piece.id, name=piece.name, has=what_it_has(the_data, piece.id, side))
        for piece in the_data.pieces.values()
    )
    return say("pieces_in_words", pieces=listed(told, "and"))
