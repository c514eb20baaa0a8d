"""Find a piece that is written beside a part of a divided stack.

In "2A Dun D : A Dun H with Saruman, A Dun - Tha" the piece needs an order of
its own, so this returns the two orders that say the same.
"""

import re

_PIECES = (
    "gandalf|aragorn|faramir|saruman|sauron|theoden|dain|galadriel|boromir|eomer|balrog|lord of the nazgul"
)
_BESIDE = re.compile(
    rf"\s*,?\s*(?:\b(?:with|led by)\b|w/|&|\+)?\s*\b(?:the )?(?P<piece>{_PIECES})\b", re.IGNORECASE
)
_DIVISION = re.compile(r".+?\s(?:d|divides?)\s*:\s*(?P<parts>.+)", re.IGNORECASE)
_PART = re.compile(
    r"(?:.*[:,]\s*)?(?P<unit>\d*\s?[ACF]\s+[^\W\d_]+)\s*(?:(?P<way>->?.+)|h(?:olds?)?)?", re.IGNORECASE
)


def apart(text: str) -> tuple[str, str] | None:
    """Return the division without the piece, and an order of the piece; None if there is no such piece."""
    found = _BESIDE.search(text)
    if found is None or _DIVISION.fullmatch(text) is None:
        return None
    before, after = text[: found.start()], text[found.end() :].strip(" ,")
    part = _PART.fullmatch(before)
    if part is None:
        return None
    piece, way = found["piece"], (part["way"] or "").strip()
    order = f"{piece} leads {part['unit']} {way}" if way else f"{piece} with {part['unit']}"
    return (f"{before}, {after}" if after else before), order
