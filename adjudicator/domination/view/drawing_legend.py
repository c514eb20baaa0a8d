"""The title above the board, and the legend and standings below it."""

from collections import Counter
from collections.abc import Iterator, Sequence

from adjudicator.domination.data import Data, Terrain, UnitCard
from adjudicator.domination.ground import Space
from adjudicator.domination.position import (
    Position,
    cities,
    data_of,
    ground_of,
    has_magic,
    in_play,
    income,
    morale,
)
from adjudicator.domination.sentences import say
from adjudicator.domination.view.drawing_hexes import (
    BOTTOM,
    EDGES,
    INCOME_AT,
    INK,
    OWNER_AT,
    TOP,
    city,
    coin,
    filled,
    relief,
    tower,
)
from adjudicator.domination.view.drawing_owners import chip, hatching, ink_on, letters_of, walls
from adjudicator.domination.view.drawing_turn import battle, disc, star
from adjudicator.domination.view.places import piece_alone
from adjudicator.drawing.arrows import line
from adjudicator.drawing.halo import HALO, halo_around
from adjudicator.drawing.layers import part, part_at
from adjudicator.drawing.svg import Box, Point, circle, label, number, width_of

WIDE = 1200.0  # the width of the picture in the legend's units
TITLE, MARGIN, ROOM = 52.0, 18.0, 36.0
PLAYERS_IN_ROW, UNITS_IN_ROW = 4, 3
PLAYER, ROW = 56.0, 25.0  # the heights of their rows

FIRST, INCOME = say("first_player_label"), say("income_label")
SPACES, CITIES, MORALE = say("spaces_label"), say("cities_label"), say("morale_label")
COUNTED = {SPACES: (40.0, 26.0), INCOME: (150.0, 26.0), CITIES: (40.0, 42.0), MORALE: (150.0, 42.0)}
NUMBER_AT = 58.0  # next to the counts


def height_of(position: Position) -> float:
    """Return the legend's height in its own units."""
    players, units = len(position.settings.seats), len(in_play(position.settings))
    signs = len(_rows(signs_of(position, data_of(position))))
    rows = -(-units // UNITS_IN_ROW) + len(_in_force(position)) + signs
    return -(-players // PLAYERS_IN_ROW) * PLAYER + rows * ROW + 2 * MARGIN


def heading(title: str, box: Box) -> str:
    left, top, width, height = box
    unit = width / WIDE
    size = min(26.0, 26.0 * (WIDE - 2 * MARGIN) / (width_of(title, 26.0) or 1.0))
    at = (left + MARGIN * unit, top + height / 2)
    words = label(at, title, size * unit, INK, text_anchor="start", font_weight="bold")
    high = 1.4 * size * unit
    return part((left, at[1] - high / 2, width_of(title, size * unit) + 2 * MARGIN * unit, high), words)


def legend(position: Position, the_data: Data, box: Box, *, has_halo: bool) -> Iterator[str]:
    """Draw players, unit cards, spells in force and signs; that of the headline if the picture has it."""
    yield from _players(position, the_data, box)
    y = MARGIN + -(-len(position.settings.seats) // PLAYERS_IN_ROW) * PLAYER
    lines = [_card(card) for card in in_play(position.settings)]
    for place, words in enumerate(lines):
        row, column = divmod(place, UNITS_IN_ROW)
        at = (MARGIN + column * (WIDE - 2 * MARGIN) / UNITS_IN_ROW, y + row * ROW)
        yield _line(words, _scaled(box, at, ROW, UNITS_IN_ROW))
    y += -(-len(lines) // UNITS_IN_ROW) * ROW
    for words in _in_force(position):
        yield _line(words, _scaled(box, (MARGIN, y), ROW, 1))
        y += ROW
    shown = [sign for sign in signs_of(position, the_data) if has_halo or sign[0] != HALO]
    yield from _signs(shown, box, y)


def _card(card: UnitCard) -> str:
    if card.armour:
        return say(
            "card_with_armour",
            letter=card.code,
            name=card.name,
            cost=card.cost,
            move=card.move,
            combat=card.combat,
            armour=card.armour,
        )
    return say("card", letter=card.code, name=card.name, cost=card.cost, move=card.move, combat=card.combat)


def _players(position: Position, the_data: Data, box: Box) -> Iterator[str]:
    for place, seat in enumerate(position.settings.seats):
        row, column = divmod(place, PLAYERS_IN_ROW)
        at = (MARGIN + column * (WIDE - 2 * MARGIN) / PLAYERS_IN_ROW, MARGIN + row * PLAYER)
        yield from _player(position, the_data, seat, _scaled(box, at, PLAYER, PLAYERS_IN_ROW))


def _scaled(box: Box, at: Point, height: float, in_row: int) -> Box:
    """Return a cell of the legend, in the picture's units."""
    left, top, width, _ = box
    unit = width / WIDE
    return left + at[0] * unit, top + at[1] * unit, (WIDE - 2 * MARGIN) / in_row * unit, height * unit


def _player(position: Position, the_data: Data, seat: str, box: Box) -> Iterator[str]:
    """Draw a player's name and labels as one part, and the changing numbers as separate parts."""
    left, top, width, height = box
    unit = height / PLAYER
    colour, letters = the_data.colours[seat], letters_of(position.settings.seats)[seat]
    disc = (17 * unit, 24 * unit)
    drawn = [
        circle(disc, 15 * unit, fill=colour, stroke=INK, stroke_width=unit),
        label(disc, letters, 13 * unit, ink_on(colour), font_weight="bold"),
        _told((40, 9), seat, 16, unit, font_weight="bold"),
    ]
    held = Counter(position.owners.values())[seat]
    counted = {
        SPACES: held, INCOME: income(position, seat),
        CITIES: len(cities(position, seat)), MORALE: morale(position, seat),
    }  # fmt: skip
    for words, at in COUNTED.items():
        drawn.append(_told(at, words, 13.5, unit))
    wide = max(150 + width_of(INCOME, 13.5), 46 + width_of(seat, 16)) * unit
    yield part_at((left, top), (0.0, 0.0, min(wide, width), 0.9 * height), *drawn)
    for words, (x, y) in COUNTED.items():
        number_at = (left + (x + NUMBER_AT) * unit, top + y * unit)
        number_box = (0.0, -9 * unit, 36 * unit, 18 * unit)
        yield part_at(
            number_at, number_box, _told((0, 0), str(counted[words]), 13.5, unit, font_weight="bold")
        )
    if seat == position.first:
        at = (left + (46 + width_of(seat, 16)) * unit, top + 9 * unit)
        box = (0.0, -10 * unit, (8 + width_of(FIRST, 13.5)) * unit, 20 * unit)
        yield part_at(at, box, _told((0, 0), FIRST, 13.5, unit))


def _told(at: Point, words: str, size: float, unit: float, **attributes: str) -> str:
    return label((at[0] * unit, at[1] * unit), words, size * unit, INK, text_anchor="start", **attributes)


def _line(words: str, box: Box) -> str:
    left, top, width, height = box
    size = min(14.0, 14.0 * width / (height / ROW) / (width_of(words, 14.0) or 1.0)) * height / ROW
    middle = top + height / 2
    told = label((left, middle), words, size, INK, text_anchor="start")
    return part((left, middle - 0.7 * size, width_of(words, size), 1.4 * size), told)


def _in_force(position: Position) -> Sequence[str]:
    """Draw the spells in force, by space."""
    by_space: dict[str, list[str]] = {}
    for effect in position.effects:
        by_space.setdefault(effect.space, []).append(effect.spell)
    told = "; ".join(f"{space}: {', '.join(names)}" for space, names in by_space.items())
    return [say("spells_in_force", spells=told)] if told else []


Sign = tuple[str, str]  # its meaning, and its drawing around 0,0


def signs_of(position: Position, the_data: Data) -> list[Sign]:
    """Return every sign that the board of this table may show, before it is laid those of the pieces."""
    spaces = tuple(_spaces(position, the_data))
    grounds = {space.terrain for space in spaces}
    has_towers = any(space.tower for space in spaces)
    signs = [
        _of_terrain(terrain, letter) for letter, terrain in the_data.terrain.items() if letter in grounds
    ]
    signs.append((say("city"), _moved(city((0.0, 0.0)), 0, -TOP)))
    if position.slots:
        signs.append((say("sign_fort"), _moved(city((0.0, 0.0)) + walls(2), 0, -TOP)))
    if has_towers:
        signs.append((say("wizard_tower"), _moved(tower((0.0, 0.0)), 0, -TOP)))
    signs.append((INCOME, _moved(coin(2), -INCOME_AT, -BOTTOM)))
    return [*signs, *_of_play(position, the_data)] if position.slots else signs


def _spaces(position: Position, the_data: Data) -> Iterator[Space]:
    """Yield the spaces of the board, before it is laid those of all pieces."""
    if position.slots:
        yield from ground_of(position).spaces.values()
        return
    for piece in the_data.pieces:
        yield from piece_alone(the_data, piece, position.settings.side).spaces.values()


def _of_play(position: Position, the_data: Data) -> Iterator[Sign]:
    """Yield the signs for players and what they do."""
    seat = position.settings.seats[0]
    colour, letters = the_data.colours[seat], letters_of(position.settings.seats)[seat]
    yield say("sign_owner"), _moved(chip(colour, letters), -OWNER_AT, -BOTTOM)
    yield say("sign_conquered"), _small(filled(the_data.terrain["g"].color) + hatching(5.0))
    yield say("sign_units"), "".join(disc("M2", letters, colour, 11.5))
    yield say("sign_march"), _way("move")
    if has_magic(position) or position.effects:
        yield say("sign_called_back"), _way("retreat")
        yield say("sign_spell"), star((0.0, 0.0))
    yield say("sign_battle"), battle((0.0, 0.0))
    yield HALO, halo_around(10.0)


def _of_terrain(terrain: Terrain, letter: str) -> Sign:
    is_slow = terrain.cost != 1
    words = say("slow_terrain", terrain=terrain.name, cost=terrain.cost) if is_slow else terrain.name
    return words, _small(filled(terrain.color) + EDGES + relief(letter))


def _small(hexagon: str) -> str:
    return f'<g transform="scale(.27)">{hexagon}</g>'


def _moved(drawn: str, right: float, down: float) -> str:
    """Move a sign that is drawn for its place in a hex to the middle of the line."""
    return f'<g transform="translate({number(right)} {number(down)})">{drawn}</g>'


def _way(kind: str) -> str:
    return line([(-14.0, 0.0), (12.0, 0.0)], kind, INK, has_failed=False)


def _signs(signs: Sequence[Sign], box: Box, y: float) -> Iterator[str]:
    for row, in_row in enumerate(_rows(signs)):
        x = MARGIN
        for words, drawn in in_row:
            left, top, _, height = _scaled(box, (x, y + row * ROW), ROW, 1)
            unit, middle = height / ROW, top + height / 2
            told = label((left + ROOM * unit, middle), words, 14 * unit, INK, text_anchor="start")
            turned = f"translate({number(left + 16 * unit)} {number(middle)}) scale({unit:.2f})"
            yield part((left, top, _wide(words) * unit, height), f'<g transform="{turned}">{drawn}</g>', told)
            x += _wide(words)


def _wide(words: str) -> float:
    return ROOM + width_of(words, 14.0) + 20


def _rows(signs: Sequence[Sign]) -> list[list[Sign]]:
    """Return the signs row by row, as many in a row as fit."""
    rows: list[list[Sign]] = [[]]
    left = MARGIN
    for sign in signs:
        if rows[-1] and left + _wide(sign[0]) > WIDE:
            rows.append([])
            left = MARGIN
        rows[-1].append(sign)
        left += _wide(sign[0])
    return rows
