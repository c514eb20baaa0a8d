"""Find the move that a support without a destination is for.

In "Framsburg to Beorn's Marches, Old Forest Road supports Framsburg" it is the move of Framsburg. This is
asked if the unit could not be supported where it stands, so that no other order can be meant; or if the
support is a sentence or comes after the move on its line: nobody helps a unit to stay and also sends it away.
"""

import re
from collections.abc import Collection, Iterable, Mapping

from adjudicator.core.language.words import NotAllowed, Refusal
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.knowledge import AnyKnowledge
from adjudicator.middle_earth.language.parsing import ReadItem

_STAYS = re.compile(  # "supports Framsburg where it stands", "A OFR S A Fra H"
    r"\b(?:holds?|holding|h|hld|stays?|staying|stands?|standing|remains?|remaining|waits?|defends?|defending"
    r"|defen[cs]e|in place|where|there|in position)\b",
    re.IGNORECASE,
)
_IN_WORDS = re.compile(r"\b(?:support|help|assist|unterstütz|soutien)\w*", re.IGNORECASE)


Moves = Mapping[str, Collection[tuple[str, ...]]]  # by place: the first steps of the units there


def moves_in(items: Iterable[ReadItem]) -> Moves:
    """Return the moves that a message orders."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for one in items:
        if type(one.order) is act.Move:
            found.setdefault(one.order.unit.place, set()).add(one.order.path[:1])
    return found


def move_meant(item: ReadItem, moves: Moves, known: AnyKnowledge) -> act.SupportMove | None:
    """Return the support of a move of this message that a support of a standing unit must mean."""
    support = item.parsed
    if type(support) is not act.SupportHold or not (
        item.refusal is None or isinstance(item.refusal, NotAllowed)
    ):
        return None
    try:
        supported = known.any_unit(support.supported)
    except Refusal:
        return None
    paths = [*moves.get(supported.place, ())]
    return act.SupportMove(support.unit, support.supported, paths[0]) if len(paths) == 1 else None


def is_in_words(text: str) -> bool:
    """Return whether the support is a sentence: in the notation, "A Los S A Bel" says what it says."""
    return _IN_WORDS.search(text) is not None


def may_mean_the_move(item: ReadItem, above: ReadItem) -> bool:
    """Return whether an accepted support of a standing unit may be for its move, by its words and place."""
    if type(item.order) is not act.SupportHold or _STAYS.search(item.item.text):
        return False
    is_behind = above.item.number == item.item.number and type(above.order) is act.Move
    return is_behind or is_in_words(item.item.text)
