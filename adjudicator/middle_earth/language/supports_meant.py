"""Find the move that a support without a destination is for.

In "Framsburg to Beorn's Marches, Old Forest Road supports Framsburg" it is the move of Framsburg. This is
asked only if the unit could not be supported where it stands, so that no other order can be meant.
"""

import re
from collections.abc import Sequence

from adjudicator.core.language.words import NotAllowed, Refusal
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.knowledge import AnyKnowledge
from adjudicator.middle_earth.language.parsing import ReadItem

_IN_WORDS = re.compile(r"\b(?:support|help|assist|unterstütz|soutien)\w*", re.IGNORECASE)


def move_meant(item: ReadItem, items: Sequence[ReadItem], known: AnyKnowledge) -> act.SupportMove | None:
    """Return the support of a move of this message that a refused support of a standing unit must mean."""
    support = item.parsed
    if type(support) is not act.SupportHold or not isinstance(item.refusal, NotAllowed):
        return None
    try:
        supported = known.any_unit(support.supported)
    except Refusal:
        return None
    paths = {
        one.order.path[:1]
        for one in items
        if type(one.order) is act.Move and one.order.unit.place == supported.place
    }
    return act.SupportMove(support.unit, support.supported, paths.pop()) if len(paths) == 1 else None


def is_in_words(text: str) -> bool:
    """Return whether the support is a sentence: in the notation, "A Los S A Bel" says what it says."""
    return _IN_WORDS.search(text) is not None
