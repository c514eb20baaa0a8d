"""Leave out a condition that every order to destroy has: "A Shi destroys Nazgul, if he shows up".

Such an order has no effect unless the piece is there, so that these words change nothing. Beside a move,
"there" may mean the place where it goes, and not wherever the unit ends the turn; then they stay.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

LONGEST = 4000  # characters of a message
MOST_BEFORE = 160  # characters of the sentence before the condition
_DOES = r"(?P<does>destroys?|kills?|slays?)"
_PIECE = (
    r"(?:gandalf|aragorn|strider|faramir|d[aá]in|saruman|sauron|(?:the )?lord of (?:the )?nazg[uû]l|nazg[uû]l"
    r"|lotn|witch[- ]?king|rangers?|fellowship|balrog|th[eé]oden|galadriel|boromir|[eé]omer)"
)
_WHOM = (
    rf"(?P<whom>(?:(?:a|an|the|any)\s+)?{_PIECE}(?:\s+(?:himself|itself))?"
    r"|(?:any|some)(?:\s*(?:one|body|thing)|\s+(?:enemy\s+|hidden\s+)?pieces?)?)"
)
_IS = (
    r"(?:is|are|was|were|be|should\s+be|happens?\s+to\s+be|shows?\s+(?:up|himself|itself)|turns?\s+up|comes?|appears?"
    r"|hides?|lurks?|sits?|stands?|ends?\s+up|comes?\s+sneaking)"
)
_WHERE = (
    r"(?:\s+(?:hiding|lurking|hanging|found|seen|sitting|sneaking|still|really|in|around|about|by|(?P<there>there)|here|it"
    r"|its\s+(?:place|space|area)|at\s+the\s+end(?:\s+of\s+(?:the|this)\s+(?:turn|move))?|then|that\s+is))*"
)
_ENDS = r"(?=\s*(?:[.,;:!)]|\Z|\n\s*\n))"
_BEHIND = re.compile(  # "destroys Gandalf if he is hiding in there"
    rf"\b{_DOES}\s+{_WHOM}(?P<if>,?\s+\(?(?:but\s+)?(?:only\s+)?if\s+(?:he|she|it|they|any|one)\s+{_IS}{_WHERE}){_ENDS}",
    re.IGNORECASE,
)
_AHEAD = re.compile(  # "if any piece is found there, destroy it"
    r"(?P<stop>\s*[,;.]\s+(?:and\s+)?|\s+and\s+)(?:if|should)\s+"
    rf"(?:{_WHOM}\s+{_IS}{_WHERE}|(?:it|he|she|they)\s+(?:meets?|finds?|runs?\s+into|catch(?:es)?|sees?)\s+"
    rf"{_WHOM.replace('?P<whom>', '?P<met>')}(?:\s+(?P<place>there|here))?)"
    r",?\s+(?:then\s+)?(?:(?:it|he|she|they|(?:the|that)\s+(?:army|cavalry|fleet))\s+)?"
    rf"(?:(?:is|are)\s+to\s+|shall\s+|will\s+|should\s+|must\s+|also\s+|please\s+)*{_DOES}\s+(?:it|him|her|them)"
    rf"(?:,?\s+(?:whichever|whoever|whatever)\s+(?:it|he)\s+(?:is|may\s+be))?{_ENDS}",
    re.IGNORECASE,
)
_MOVES = re.compile(
    r"-|>|\b(?:to|into|via|goes|moves?|rides?|march(?:es)?|attacks?|enters?|sails?|leads?)\b(?!\s+(?:destroy|kill|slay))",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.;!?]\s")
_MAY_HAVE = re.compile(r"\b(?:destroy|kill|slay)", re.IGNORECASE)
_ANY = re.compile(r"(?:any|some)(?:\s*(?:one|body|thing)|\s+(?:enemy\s+|hidden\s+)?pieces?)?", re.IGNORECASE)


class Shortened(NamedTuple):
    """The lines without such conditions, and what was written instead of each piece of them."""

    lines: Sequence[str]
    written: Mapping[str, str] = MappingProxyType({})

    def as_written(self, text: str) -> str:
        """Return a piece of the lines in the words of its writer."""
        for short, full in self.written.items():
            text = text.replace(short, full, 1)
        return text


def without_conditions(lines: Sequence[str]) -> Shortened:
    """Return *lines* without conditions that say nothing; they are as many as before."""
    text = "\n".join(lines)
    if len(text) > LONGEST or _MAY_HAVE.search(text) is None:
        return Shortened(lines)
    written: dict[str, str] = {}
    return Shortened(_without(text, _is_of_any_place, written).split("\n"), written)


def meant_by(text: str) -> str:
    """Return *text* without such conditions, even beside a move, to suggest that."""
    return _without(text, lambda _found: True, {}) if _MAY_HAVE.search(text[:LONGEST]) else text


def _without(text: str, may_go: Callable[[re.Match[str]], bool], written: dict[str, str]) -> str:
    def behind(found: re.Match[str]) -> str:
        return shortened(found, _destroys(found)) if may_go(found) else found[0]

    def ahead(found: re.Match[str]) -> str:
        return f" and {shortened(found, f'it {_destroys(found)}')}" if may_go(found) else found[0]

    def shortened(found: re.Match[str], short: str) -> str:
        written[short] = " ".join(found[0].split()).lstrip(",;. ").removeprefix("and ")
        return short + "\n" * found[0].count("\n")

    return _AHEAD.sub(ahead, _BEHIND.sub(behind, text))


def _destroys(found: re.Match[str]) -> str:
    whom = found["whom"] or found.groupdict().get("met") or ""
    return f"destroys {'any' if _ANY.fullmatch(whom) else whom}"


def _is_of_any_place(found: re.Match[str]) -> bool:
    """Return whether "there" can only be where the unit stays, or is not said."""
    said = found.groupdict()
    if not (said["there"] or said.get("place")):
        return True
    before = found.string[max(0, found.start() - MOST_BEFORE) : found.start()].rstrip(" .;")
    return _MOVES.search(_SENTENCE.split(before)[-1]) is None
