"""Read "same condition for the Griffin at H4, also to Harrowby" below an order with a condition.

Where that condition is not known, the orders of the line are asked about: none is taken without it.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.language.necessary import Guarded
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.sentences.conditional_sentences import condition_of

MOST = 8  # such lines of a message
MOST_ABOVE = 3  # lines above one in which the condition is looked for
LONGEST = 240
_SAME = (
    r"(?:(?:under|on|with|at|by|unter|à|sous) )?(?:the |der |die |la )?(?:very )?(?:exact(?:ly)? )?"
    r"(?:same (?:conditions?|test|proviso|if)|gleiche[nr]? (?:bedingung(?:en)?|voraussetzung)"
    r"|même condition)\b"
)
_MAY_SAY = Guarded(
    r"\b(?:same (?:conditions?|test|proviso|if)|gleiche[nr]? (?:bedingung|voraussetzung)|même condition"
    r"|in (?:that|this|the same|which) case|if so|in diesem fall|dans ce cas)"
)
_SAYS_SAME = re.compile(rf"\b{_SAME}", re.IGNORECASE)
_BEFORE = r"(?P<lead>\W*(?:\d{1,2}[.)]\s*)?)(?:(?:and|also|then|und|et)\b[, ]*)*"
_FIRST = re.compile(
    rf"{_BEFORE}(?:{_SAME}|(?:in (?:that|this|the same|which) case|if so|in diesem fall|dans ce cas)\b)"
    r"(?: (?:also|too|as well|again|auch))*(?: (?:holds|applies|goes|counts|is true|gilt))?"
    r"(?: (?:for|to|with|für|pour))?\s*[:,]?\s*(?P<order>[^:]+)",
    re.IGNORECASE,
)
_LAST = re.compile(rf"(?P<lead>\W*(?:\d{{1,2}}[.)]\s*)?)(?P<order>[^:]+?)[,;(\s–-]+{_SAME}\W*", re.IGNORECASE)
_STOP = re.compile(r"[.!?;]\s+\S")  # it is not plain of which sentence
_ALSO = re.compile(r",? (?:also|too|as well|likewise|auch|aussi)\b", re.IGNORECASE)
_IF_FIRST = re.compile(
    r"\W*(?:\d{1,2}[.)]\s*)?(?:(?:and|but|only) )*(?P<if>if [^:]+?)\s*(?:[:,]|->|=>| then )", re.IGNORECASE
)
_IF_LAST = re.compile(r".*?\W(?P<if>if [^:,;.]+?)[.;!]*\s*", re.IGNORECASE)
_THERE = re.compile(r" there$", re.IGNORECASE)
_GOAL = re.compile(r"(?:->?|>|\b(?:to|into))\s*(?P<goal>[^\W_][\w' ]*?) if\b", re.IGNORECASE)


class Completed(NamedTuple):
    """The lines with the conditions that they name; the numbers of those whose condition is not known."""

    lines: list[str]
    doubts: Mapping[int, str]  # "" for each: the condition


def with_same_conditions(context: ReadingContext, lines: Sequence[str]) -> Completed:
    """Return the lines; "same condition for ..." has the condition of the line above it."""
    found, doubts = list(lines), dict[int, str]()
    for at, line in enumerate(lines):
        if len(doubts) == MOST or len(line) > LONGEST or not _MAY_SAY.search(line):
            continue
        said = _FIRST.fullmatch(line) or _LAST.fullmatch(line)
        words = _condition_above(context, found, at) if said else ""
        if said and words:
            found[at] = f"{said['lead']}{words}: {_ALSO.sub('', said['order'])}"
        elif _SAYS_SAME.search(line) and not _STOP.search(line):
            doubts[at + 1] = ""
    return Completed(found, doubts)


def _condition_above(context: ReadingContext, lines: Sequence[str], at: int) -> str:
    """Return the condition of the nearest line above in notation, "" if it has none that is read."""
    above = [line for line in reversed(lines[max(0, at - MOST_ABOVE) : at]) if line.strip()]
    line = above[0] if above else ""
    said = _IF_FIRST.match(line) or _IF_LAST.fullmatch(line) if len(line) <= LONGEST else None
    if said is None:
        return ""
    goal = _GOAL.search(line)
    words = _THERE.sub(f" at {goal['goal']}", said["if"]) if goal else said["if"]
    return condition_of(context, words)
