"""Refuse the orders of a long doubtful sentence one by one, each with what it says when it is alone.

"Never mind the style, I recruit ..., one of the armies attacks ..., and ..." is refused as a whole, and as a
whole it says nothing of single orders. Nothing is taken from it.
"""

import re
from collections.abc import Iterator

from adjudicator.core.language.words import NotAllowed, Unreadable
from adjudicator.empires.language.grammar import plain
from adjudicator.empires.language.remedies.order_like import is_like_an_order
from adjudicator.empires.language.sentences import free_text
from adjudicator.empires.language.splitting import Said, is_order
from adjudicator.empires.sentences import say

FEWEST_WORDS = 18  # of a sentence that is taken apart
FEWEST_ORDERS = 2  # in it
MOST_PIECES = 24
_STOPS = re.compile(
    r"[,;:]\s+(?:and\s+)?|\.\s+|\s+(?=(?:because|since|weil|denn|car|puisque)\s)", re.IGNORECASE
)
_JOINS = re.compile(
    r"(?:^(?:and|then|also|so|but)\b\s*)+|\s+(?:and|then|since|because|as)\s*$", re.IGNORECASE
)
_BEFORE_A_PURPOSE = re.compile(
    r"\W*(?:(?:and|but|also)\s+)*(?:so that|so|in order (?:that|to)|to make sure|lest|damit|pour que|afin)\b",
    re.IGNORECASE,
)
_ORDER_BEGINS = re.compile(
    r"(?<=\s)(?:(?:(?:i|we) )?(?:recruit|research|entrench|activate|reinforce)\b|(?:i|we) (?:attack|move)\b"
    r"|(?:(?:the|my|our|one|both|two|a|an|full|reduced|small|other|of) )*(?:army|armies)\b)",
    re.IGNORECASE,
)


def in_pieces(one: Said) -> list[Said]:
    """Return a refused sentence as its pieces: orders with a suggestion, and remarks; [] if it is short."""
    if not isinstance(one.order, NotAllowed) or one.breaks or len(one.text.split()) < FEWEST_WORDS:
        return []
    stretches = [stretch for stretch in _STOPS.split(one.text) if stretch.strip()]
    if len(stretches) > MOST_PIECES:
        return []
    found = [piece for stretch in stretches for piece in _pieces(stretch)]
    if sum(bool(order) for _, order in found) < FEWEST_ORDERS:
        return []
    return [_piece(one, text, order) for text, order in found]


def _pieces(stretch: str) -> Iterator[tuple[str, str]]:
    """Yield what stands between two stops as orders, each with its notation, and what is between them."""
    begins = [0, *(found.start() for found in _ORDER_BEGINS.finditer(stretch))][:MOST_PIECES]
    ends = [*begins[1:], len(stretch)]
    first, unread = 0, 0
    while first < len(begins):
        tries = (
            (end, _order(stretch[begins[first] : ends[end]])) for end in range(len(ends) - 1, first - 1, -1)
        )
        last, order = next((one for one in tries if one[1]), (first, ""))
        if order:
            if before := stretch[unread : begins[first]].strip():
                yield before, ""
            yield stretch[begins[first] : ends[last]].strip(), order
            unread = ends[last]
        first = last + 1
    if rest := stretch[unread:].strip():
        yield rest, ""


def _piece(one: Said, piece: str, order: str) -> Said:
    if not order:
        return one._replace(text=piece, order=one.order if is_like_an_order(piece) else None)
    reason = one.order.reason if isinstance(one.order, NotAllowed) else ""
    return one._replace(text=piece, order=Unreadable(reason, say("did_you_mean", found=order)))


def order_behind_purpose(text: str) -> str:
    """Return the order after its purpose: "so that Warsaw isn't left empty the army in Riga goes there"."""
    if not _BEFORE_A_PURPOSE.match(text):
        return ""
    piece, *_rest = _STOPS.split(text, maxsplit=1)
    ends = (piece[found.start() :] for found in _ORDER_BEGINS.finditer(piece))
    return next(filter(None, map(_order, ends)), "")


def _order(text: str) -> str:
    bare = plain(_JOINS.sub("", text).strip(" .!"))
    return bare if is_order(bare) else free_text.in_notation(bare)
