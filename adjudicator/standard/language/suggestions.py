"""Suggest the lawful orders that a line with a slip in it was probably meant to be."""

import re
from collections.abc import Sequence
from functools import cache

from adjudicator.core.near_orders import Spelling
from adjudicator.core.words import LOOK_UP, listed
from adjudicator.standard.language.names import Ground
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.view.wording import place_name

WORDS = {
    **dict.fromkeys(("army", "armies"), "a"),
    **dict.fromkeys(("fleet", "flt"), "f"),
    **dict.fromkeys(("holds", "hold"), "h"),
    **dict.fromkeys(("supports", "support"), "s"),
    **dict.fromkeys(("convoys", "convoy"), "c"),
    **dict.fromkeys(("to", "moves", "retreats", "goes"), "-"),
    **dict.fromkeys(("builds",), "build"),
    **dict.fromkeys(("removes", "disband", "disbands", "d"), "remove"),
    **dict.fromkeys(("the", "in", "at"), ""),
}
OTHER_KIND = re.compile(r"(?<=\b[sc]) [af](?= )")  # of the unit that is supported or convoyed


def examples(ground: Ground) -> Sequence[str]:
    """Return orders of the phase for a power that has none to give."""
    known = ground.board.facts.examples
    by_phase = {"movement": known.movement, "retreat": known.retreat, "adjustment": known.adjustment}
    return by_phase[ground.position.phase]


def suggested(text: str, ground: Ground, otherwise: str = LOOK_UP) -> str:
    """Return a remedy with the lawful orders that *text* is nearest to.

    It is *otherwise* if none is like it, or if that says something else than a name and several are as near.
    """
    found = _spelling(ground.board).nearest(text, ground.choices or examples(ground))
    is_wanted = len(found) == 1 or otherwise == LOOK_UP
    is_of_a_name = otherwise == LOOK_UP or otherwise.startswith("Did you mean ")
    return f"Did you mean {listed(found)}?" if found and is_wanted and is_of_a_name else otherwise


@cache
def _spelling(board: Tables) -> Spelling:
    return Spelling({place: place_name(board, place) for place in _places(board)}, WORDS, OTHER_KIND)


def _places(board: Tables) -> list[str]:
    provinces = board.map.provinces.values()
    return [place for one in provinces for place in (one.id, *(f"{one.id}/{coast}" for coast in one.coasts))]
