"""Where the latest reports of a reader showed hidden pieces of others: PREVIEW puts these on its board.

Only what `sight` let into these reports is used.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.core.phrasing import Speech
from adjudicator.middle_earth.language.orders import Place, Power
from adjudicator.middle_earth.resolve.pieces import PIECE_TITLES, WRITTEN
from adjudicator.middle_earth.sentences import say

Sighted = tuple[Power, str, Place]  # whose it is, the kind of the piece, where it was seen
START = "start"  # why a piece is shown in the first turn
NO_SIGHTING = ("own", "always shown", START)  # why a piece is shown that was not seen
IN_PASSING = ("passing", "passed")  # why a piece is shown that was there in the middle of a turn
RANGER, FALLEN = "R", "piece."


def sighted(views: Iterable[Any]) -> Sequence[Sighted]:
    """Return the pieces that *views* show, the oldest view first; each game has a `Seen` of its own.

    The last sighting counts, except that each Ranger may be another one. What was destroyed is left out, and
    so is what was met in passing: it need not have stayed.
    """
    found: dict[tuple[str, ...], Sighted] = {}
    for seen in views:
        for shown in seen.pieces:
            if shown.why in IN_PASSING:
                found.pop(_about(shown.piece.kind, shown.piece.place), None)
            elif shown.why not in NO_SIGHTING and shown.piece.kind in PIECE_TITLES:
                found[_about(shown.piece.kind, shown.piece.place)] = _of(shown.piece)
        for news in seen.news:
            if news.key.startswith(FALLEN):
                found.pop(_about(_kind(news.words), news.words.get("place", "")), None)
    return sorted(found.values())


def at_start(seen: Any) -> Sequence[Sighted]:
    """Return the hidden pieces of others whose first place everybody knows, in the first turn."""
    return [_of(shown.piece) for shown in seen.pieces if shown.why == START]


def _of(piece: Any) -> Sighted:
    return piece.power, piece.kind, piece.place


def _about(kind: str, place: Place) -> tuple[str, ...]:
    return (kind, place) if kind == RANGER else (kind,)


def _kind(words: Mapping[str, str]) -> str:
    name = words.get("piece", "")
    return WRITTEN.get(name.lower(), name)


def in_words(one: Sighted, speech: Speech) -> str:
    """Return "Nazgul (Mordor) in South Rhûn"."""
    power, kind, place = one
    return say("sighted_piece", piece=PIECE_TITLES.get(kind, kind), power=power, place=speech.place(place))
