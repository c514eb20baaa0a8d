"""Check what a map's file contains: its size, and texts that go into mails, pages and pictures.

The file may come from a stranger. Each fault is a sentence that names the key and a remedy.
"""

import re
import unicodedata
from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING, Any

from adjudicator.core.board import Board
from adjudicator.core.words import listed
from adjudicator.drawing.ground import file_of

if TYPE_CHECKING:
    from adjudicator.standard.map_facts import Table

MOST_PROVINCES = 500
MOST_POWERS = 50
LONGEST_ID = 5
LONGEST_NAME = 60
LONGEST_CREDITS = 2000  # all together
FRAME = (100, 10_000)  # pixels of width and height
YEARS = range(1, 10_000)
COASTS = ("nc", "ec", "sc", "wc")
IN_NAMES = " .,'’‘-–&()/+"  # besides letters and digits
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
DRAWING = re.compile(r"\w[\w.-]*\.geojson")
RESERVED = re.compile(r"gm\d*|all|bulletin|neutral|everybody|host|observers?", re.I)  # words of messages


def faults(board: Board, table: "Table") -> Iterator[str]:
    """Yield a sentence for each fault."""
    yield from _of_size(board)
    yield from _of_ids(board)
    yield from _of_names(board, table)
    yield from _of_powers(board)
    yield from _of_drawing(board)
    yield from _of_numbers(table)


def _of_size(board: Board) -> Iterator[str]:
    if len(board.provinces) > MOST_PROVINCES:
        yield f"province: there are {len(board.provinces)}; a map has at most {MOST_PROVINCES}"
    if not 2 <= len(board.powers) <= MOST_POWERS:
        yield f"board.powers: there are {len(board.powers)}; a map has 2 to {MOST_POWERS}"
    for row in board.start:
        if row.count != 1:
            yield f"start {row.power} {row.unit} {row.at}: count = {row.count}; a province holds one unit"


def _of_ids(board: Board) -> Iterator[str]:
    for province in board.provinces.values():
        if not (province.id.isalnum() and len(province.id) <= LONGEST_ID):
            yield f'province "{_short(province.id)}": write an id of 1 to {LONGEST_ID} letters'
        if not _is_point(province.facts.get("unit_at", [0, 0])):
            yield f"{_short(province.id)}: unit_at is a point; write unit_at = [x, y]"
        if type(province.facts.get("convoys", False)) is not bool:
            yield f"{_short(province.id)}: write convoys = true or false"
        for coast in province.coasts:
            if coast not in COASTS:
                yield f'{_short(province.id)}: no coast "{_short(coast)}"; there are {listed(COASTS, "and")}'


def _of_names(board: Board, table: "Table") -> Iterator[str]:
    game, seasons = table.game, table.seasons
    named: list[tuple[str, str]] = [
        ("board.name", board.name),
        ("game.title", game.title),
        ("game.called", game.called),
        ("game.picture", game.picture),
        ("seasons.spring", seasons.spring),
        ("seasons.autumn", seasons.autumn),
        ("seasons.adjustment", seasons.adjustment),
        *(("game.aliases", alias) for alias in game.aliases),
        *(("board.powers", power) for power in board.powers),
        *(("impassable", land.name) for land in table.impassable),
        *(
            (_short(one.id), name)
            for one in board.provinces.values()
            for name in (one.name, *one.aliases)
        ),
        *((f"adjectives {power}", word) for power, words in table.adjectives.items() for word in words),
        *((f"other_names {power}", word) for power, words in table.other_names.items() for word in words),
    ]  # fmt: skip
    for where, name in named:
        if not is_name(name):
            yield (
                f'{where}: "{_short(name)}" is not a valid name; write 1 to {LONGEST_NAME} letters, digits, '
                "spaces and ordinary signs such as - and '"
            )
    if sum(map(len, game.credits)) > LONGEST_CREDITS or not all(map(str.isprintable, game.credits)):
        yield f"game.credits: write at most {LONGEST_CREDITS} characters, without line breaks"


def is_name(name: str) -> bool:
    """Return whether *name* has letters and nothing that could be markup, a line break or invisible."""
    marks = ("Mn", "Mc")  # accents that are characters of their own
    return (
        0 < len(name) <= LONGEST_NAME
        and name == name.strip()
        and any(map(str.isalnum, name))
        and all(c.isalnum() or c in IN_NAMES or unicodedata.category(c) in marks for c in name)
    )


def _of_powers(board: Board) -> Iterator[str]:
    if len(set(map(str.casefold, board.powers))) < len(board.powers):
        yield "board.powers: two of them have the same name; give each its own"
    for power in board.powers:
        if RESERVED.fullmatch(power):
            yield f'board.powers: "{power}" already has a meaning in messages; choose another name'


def _of_drawing(board: Board) -> Iterator[str]:
    settings = board.settings
    colours = settings.get("colours", {})
    for power in board.powers:
        colour = colours.get(power) if isinstance(colours, dict) else None
        if not (isinstance(colour, str) and COLOUR.fullmatch(colour)):
            yield f'board.colours: write a colour for {_short(power)}, such as "#ce7716"'
    if not _is_frame(settings.get("frame")):
        least, most = FRAME
        yield f"board.frame: write [0, 0, WIDTH, HEIGHT], each {least} to {most} pixels"
    if not DRAWING.fullmatch(file_of(board)):
        yield 'board.geometry: write the name of a file beside this one, such as "board.geojson"'
    for key in ("north", "west"):
        if settings.get(key, "") not in ("", *board.provinces):
            yield f'board.{key}: there is no province "{_short(str(settings[key]))}"'


def _is_frame(frame: Any) -> bool:
    if not (isinstance(frame, list) and len(frame) == 4 and all(map(_is_number, frame))):
        return False
    left, top, right, bottom = map(float, frame)
    least, most = FRAME
    sides = right - left, bottom - top
    return max(map(abs, (left, top, right, bottom))) <= most and all(least <= one <= most for one in sides)


def _is_point(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_number, value))


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and isfinite(value)


def _of_numbers(table: "Table") -> Iterator[str]:
    seasons = table.seasons
    if table.game.first_year not in YEARS:
        yield f"game.first_year: write a year from {YEARS[0]} to {YEARS[-1]}"
    if not 1 <= seasons.years <= 1000 or not 0 <= seasons.autumn_after <= seasons.years:
        yield "seasons: write years from 1 to 1000, and autumn_after from 0 to years"
    if table.victory.centres < 1:
        yield f"victory.centres is {table.victory.centres}; write at least 1"
    if seasons.spring.casefold() == seasons.autumn.casefold():
        yield "seasons: spring and autumn have the same name; give each its own"


def _short(text: str) -> str:
    """Return *text* as it can stand in a sentence of one line."""
    shown = "".join(c if c.isprintable() else "?" for c in text)
    return shown if len(shown) <= LONGEST_NAME else f"{shown[:LONGEST_NAME]}..."
