"""Tell courtesies from lines that may mean something.

Lines that a game has not read as orders are quoted in the answer, so that nothing is lost silently. A
greeting, thanks, a name below "Regards" and "Here are my orders:" need no answer.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence

from adjudicator.core.game import REFUSED, REMARK, TAKEN, ReadLine
from adjudicator.core.languages import is_closing, is_greeting, says_nothing
from pbem.messages.verdict import NO_WORDS, YES_WORDS

LONGEST_COURTESY = 120  # characters
MOST_WORDS_OF_A_NAME = 4
LONGEST_QUOTED = 300  # characters of a line
NO_NAMES = frozenset(  # what may be meant as an answer, a command or an order, though it has a capital
    {
        *(*YES_WORDS, *NO_WORDS),
        *("ready", "wait", "done", "go", "stop", "start", "pause", "pass", "hold", "holds", "clear", "undo"),
        *("draw", "help", "status", "vote", "resign"),
    }
)
_WORD = re.compile(r"[^\W\d_][\w'.-]*")
_OF_A_TURN = re.compile(r"(?<![\w-])(?:[1-3]\d{3}|'\d\d|(?:T|Turn ?|[SFAW])\d{1,2})(?![\w-])")
_THANKS = re.compile(r"\W*(?:many )?(?:thanks|thank you|thx|cheers|danke|merci)\b[^\d<>:]{0,60}", re.I)
_ON_CONDITION = re.compile(r"\b(?:but|if|wait|unless|until|when|after|before|not|no|only|except)\b", re.I)
_CLAUSES = re.compile(r"(?<=[.!,;])\s+")


def not_read(lines: Sequence[ReadLine], places: Mapping[str, Sequence[str]] = {}) -> list[str]:
    """Return what must be quoted of *lines*, the reading of a message: remarks that are not courtesies.

    *places* are those of the board, by short name: a line that names one is nobody's signature.
    """
    remarks = [line for line in lines if line.verdict == REMARK and line.text.strip()]
    last = max((line.number for line in lines if line.text.strip()), default=0)
    beside = {line.number for line in lines if line.verdict in (TAKEN, REFUSED)}  # orders
    alone = {1, last} - beside
    return [" ".join(line.text.split())[:LONGEST_QUOTED] for line in _said(remarks, alone, places)]


def _said(
    remarks: Sequence[ReadLine], alone: Container[int], places: Mapping[str, Sequence[str]]
) -> Iterator[ReadLine]:
    """Yield the remarks that are no courtesies; a name is on one of the lines *alone*, or below them."""
    is_closed = False
    for line in remarks:
        text = line.text.strip()
        if _is_name(text) and (is_closed or line.number in alone) and not _names_a_place(text, places):
            continue
        if is_courtesy(text):
            is_closed = is_closed or is_closing(text)
            continue
        yield line


def is_courtesy(text: str) -> bool:
    """Return whether *text*, or each of its clauses, is a greeting, thanks, or announces orders."""
    if not _WORD.search(text):
        return True
    if len(text) > LONGEST_COURTESY:
        return False
    return _is_one(text) or all(_is_one(clause) for clause in _CLAUSES.split(text))


def is_farewell(text: str) -> bool:
    """Return whether *text* is thanks or another courtesy, with a name after it or not: "Thanks, Tom"."""
    if _ON_CONDITION.search(text):
        return False
    if is_courtesy(text) or _THANKS.fullmatch(text):
        return True
    *clauses, last = _CLAUSES.split(text)
    return bool(clauses) and _is_name(last) and is_courtesy(" ".join(clauses))


def _is_one(text: str) -> bool:
    return is_greeting(text) or is_closing(text) or says_nothing(text)


def _is_name(text: str) -> bool:
    """Return whether it may be the name of a person, or of a turn: a few words, each with a capital.

    A number is that of a year or a turn: "ITALY - SPRING 1902", but not "3K H". "Yes", "Ready!" and
    "Germany: READY" are not names.
    """
    words = _WORD.findall(text)
    first = (part[0].casefold() for part in map(_WORD.findall, text.split(":")) if part)
    if not NO_NAMES.isdisjoint(first):
        return False
    if any(sign.isdigit() for sign in _OF_A_TURN.sub("", text)):
        return False
    return 0 < len(words) <= MOST_WORDS_OF_A_NAME and all(word[0].isupper() for word in words)


def _names_a_place(text: str, places: Mapping[str, Sequence[str]]) -> bool:
    """Return whether *text*, one of its words, or the words after its first are the name of a place."""
    names = {name.casefold() for short, named in places.items() for name in (short, *named)}
    words = text.casefold().strip(" .,!").split()
    return not names.isdisjoint((*words, " ".join(words), " ".join(words[1:])))
