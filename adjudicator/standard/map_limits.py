"""Check what a map's file contains: its size, and texts that go into messages, pages and pictures.

The file may come from a stranger. Each fault is a sentence that names the key and a remedy.
"""

import re
import unicodedata
from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING, Any

from adjudicator.core.board import Board
from adjudicator.core.language.words import listed
from adjudicator.drawing.ground import file_of
from adjudicator.standard.sentences import say

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
        yield say("map_has_too_many_provinces", provinces=len(board.provinces), most_provinces=MOST_PROVINCES)
    if not 2 <= len(board.powers) <= MOST_POWERS:
        yield say("map_has_too_few_or_many_powers", powers=len(board.powers), most_powers=MOST_POWERS)
    for row in board.start:
        if row.count != 1:
            yield say(
                "map_start_with_several_units", power=row.power, unit=row.unit, at=row.at, count=row.count
            )


def _of_ids(board: Board) -> Iterator[str]:
    for province in board.provinces.values():
        if not (province.id.isalnum() and len(province.id) <= LONGEST_ID):
            yield say("map_id_is_not_valid", short=_short(province.id), longest_id=LONGEST_ID)
        if not _is_point(province.facts.get("unit_at", [0, 0])):
            yield say("map_unit_at_is_no_point", short=_short(province.id))
        if type(province.facts.get("convoys", False)) is not bool:
            yield say("map_convoys_is_yes_or_no", short=_short(province.id))
        for coast in province.coasts:
            if coast not in COASTS:
                yield say(
                    "map_coast_is_unknown",
                    short=_short(province.id),
                    coast=_short(coast),
                    coasts=listed(COASTS, "and"),
                )


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
            yield (say("map_name_is_not_valid", where=where, short=_short(name), longest_name=LONGEST_NAME))
    if sum(map(len, game.credits)) > LONGEST_CREDITS or not all(map(str.isprintable, game.credits)):
        yield say("map_credits_are_too_long", longest_credits=LONGEST_CREDITS)


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
        yield say("map_powers_share_a_name")
    for power in board.powers:
        if RESERVED.fullmatch(power):
            yield say("map_power_is_a_word_of_messages", power=power)


def _of_drawing(board: Board) -> Iterator[str]:
    settings = board.settings
    colours = settings.get("colours", {})
    for power in board.powers:
        colour = colours.get(power) if isinstance(colours, dict) else None
        if not (isinstance(colour, str) and COLOUR.fullmatch(colour)):
            yield say("map_power_has_no_colour", short=_short(power))
    if not _is_frame(settings.get("frame")):
        least, most = FRAME
        yield say("map_frame_is_not_valid", least=least, most=most)
    if not DRAWING.fullmatch(file_of(board)):
        yield say("map_geometry_is_not_valid")
    for key in ("north", "west"):
        if settings.get(key, "") not in ("", *board.provinces):
            yield say("map_point_of_unknown_province", key=key, short=_short(str(settings[key])))


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
        yield say("map_first_year_is_out_of_range", first=YEARS[0], last=YEARS[-1])
    if not 1 <= seasons.years <= 1000 or not 0 <= seasons.autumn_after <= seasons.years:
        yield say("map_years_are_out_of_range")
    if table.victory.centres < 1:
        yield say("map_victory_needs_centres", centres=table.victory.centres)
    if seasons.spring.casefold() == seasons.autumn.casefold():
        yield say("map_seasons_share_a_name")


def _short(text: str) -> str:
    """Return *text* as it can be used in a sentence of one line."""
    shown = "".join(c if c.isprintable() else "?" for c in text)
    return shown if len(shown) <= LONGEST_NAME else f"{shown[:LONGEST_NAME]}..."
