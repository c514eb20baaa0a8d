"""Translate where armies off the board come on: "of the 3 off board, one enters at X, the others wait"."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudicator.middle_earth.language.sentences.dividing import NUMBERS

MOST_SHARES = 5
MOST_WAITING = 5
_NUMBERS = {**NUMBERS, "an": 1, "both": 2, "beiden": 2, "drei": 3, "deux": 2, "trois": 3}
_FIRST = (
    *("first", "second", "third", "fourth", "last", "next"),
    *("other", "other one", "remaining one"),
)
_COUNT = r"\d|two|three|four|both|beiden|drei|deux|trois"
_INTRO = re.compile(
    rf"(?:(?:of|from|out of|von|de) )?(?:(?:the|my|our|den|meinen|les|mes) )*(?:(?P<count>{_COUNT}) )?"
    r"(?:of (?:the|my) )?(?:easterlings?|armies|ones|units)? ?"
    r"(?:(?:that|which|who) (?:are|is|wait|waits)(?: (?:still|now))? )?(?:off (?:the )?board"
    r"|(?<=easterlings )(?:enter|arrive|appear|come (?:on|in))(?: the board| now)?),?:? ?"
    r"(?P<shares>.+)",
    re.IGNORECASE,
)
_EASTERLINGS = re.compile(  # "one Easterling to South Rhûn, one to Ered Lithui"
    r"(?:(?:and|the|my|of) )*(?P<shares>(?:\d|one|an?|two|three|four) easterlings?\b.+)", re.IGNORECASE
)
_BETWEEN = re.compile(r"\s*(?:[,;]\s*(?:and\s+)?|\sand\s)\s*", re.IGNORECASE)
_SHARE = re.compile(
    r"(?:(?P<count>\d|one|an?|two|three|four)(?: of them| more)?"
    r"|the (?P<rest>others|rest|remaining ones|other two|remaining two)"
    rf"|the (?P<single>{'|'.join(_FIRST)}))(?: (?:easterlings?|army|armies|one|ones))? "
    r"(?:(?P<waits>(?:waits?|stays?|holds?|remains?|keeps?|sits?|hält|bleibt)\b.*)"
    r"|(?:(?:should |shall |will )?"
    r"(?:enters?|comes?|arrives?|appears?|goes|go|moves?|starts?|marches|march|lands?)"
    r"(?: (?:on|in|up|down|over|out))*)? ?(?:at|in|to|into|on|onto|bei|nach)? ?"
    r"(?:the )?(?P<to>[^\W\d_].+))",
    re.IGNORECASE,
)


class _Share(NamedTuple):
    number: int  # 0 for all the others
    to: str  # "" if they wait


def entering(text: str) -> Iterator[Sequence[str]]:
    """Yield the orders of armies off the board, in the notation of Hardbop and of Downfall XIII."""
    intro = _INTRO.fullmatch(text.strip())
    found = intro or _EASTERLINGS.fullmatch(text.strip())
    parts = _BETWEEN.split(found["shares"]) if found else []
    shares = [_share(part) for part in parts]
    if found is None or not 1 < len(shares) <= MOST_SHARES:
        return
    known = _counted([one for one in shares if one], _number((intro and intro["count"]) or ""))
    if len(known) < len(shares):
        return
    yield tuple(order for one in known for order in [_easterling(one.to)] * one.number)
    each = ", ".join(f"{one.number}A Off {f'- {one.to}' if one.to else 'H'}" for one in known)
    yield (f"{sum(one.number for one in known)}A Off D : {each}",)


def _counted(shares: Sequence[_Share], count: int) -> Sequence[_Share]:
    """Return the shares with the number of "the others"; () if they are not *count* together."""
    left = count - sum(one.number for one in shares)
    rests = sum(not one.number for one in shares)
    if rests > 1 or (rests and not 0 < left <= MOST_WAITING) or (count and not rests and left):
        return ()
    return [one if one.number else _Share(left, one.to) for one in shares]


def _share(text: str) -> _Share | None:
    found = _SHARE.fullmatch(text.strip())
    if found is None:
        return None
    number = 1 if found["single"] else _number(found["count"] or "")
    return _Share(number, (found["to"] or "").strip())


def _number(word: str) -> int:
    folded = word.casefold()
    return _NUMBERS.get(folded) or int(folded or 0)


def _easterling(to: str) -> str:
    return f"E Off - {to}" if to else "E Off H"
