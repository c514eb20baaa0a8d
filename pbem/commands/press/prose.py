"""Find the text of a reply to press that also has orders or commands, and what of it may be sent.

A mistake must not reveal an order, so only the text at the top may be sent, up to the first line that is an
order or a command, or might be one. What is below an order is often a comment on it ("This will finish
him off"), and is never sent. A sentence or paragraph is sent whole or not at all.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from adjudicator.core.game import REMARK, ReadLine
from adjudicator.core.language.words import one_slip_from
from adjudicator.core.languages import says_nothing
from pbem.commands import misspelled
from pbem.commands.context import SeatContext
from pbem.commands.press import tell_requests
from pbem.messages.courtesies import is_courtesy, not_read
from pbem.messages.script import Script

LEAST_OF_SLIP = 5  # letters of a name that may be misspelled
WORD = re.compile(r"[^\W\d_]+")
DIGIT = re.compile(r"\d")
ENDS_SENTENCE = re.compile(r"[.!?\u2026][\"'\u201d\u2019)]*\s*$")
SIGNS_OF_ORDERS = re.compile(  # notation: numbers, arrows, dashes between words, a heading of something
    r"\d|->|=>|[\u2190-\u21ff]|(?:^|\s)[-\u2010-\u2015]+\s|\w[-\u2010-\u2015]+\s|\s[-\u2010-\u2015]+\w|:\s*$|[%#@]"
)
WORDS_OF_ORDERS = re.compile(
    r"\b(?:arm(?:y|ies)|fleets?|units?|holds?|moves?|supports?|convoys?|retreats?|disbands?|destroys?|builds?"
    r"|removes?|attacks?|invades?|orders?|secrets?|secretly|private(?:ly)?|diary|judge)\b",
    re.I,
)
COMMON = re.compile(
    r"(?:and|bad|bit|can|car|far|for|got|hit|ill|mad|man|not|per|red|set|sit|the|too|yes)", re.I
)


class Parted(Struct, frozen=True):
    """The lines of a reply by number: those that may be *sent*, and those that are *kept* from its readers.

    *is_in_doubt* if something that was not sent may be meant for them.
    """

    sent: Sequence[int]
    kept: Sequence[int]
    is_in_doubt: bool


def parted(script: Script, at: SeatContext) -> Parted:
    """Return what may be sent of a message with orders or commands."""
    read = at.place.read(None, script.lines).lines
    places = at.game.card.places
    top = _top(script, at, read)
    is_text = not_read([line for line in read if line.number in top], places)
    said = [line for line in read if line.verdict == REMARK and not is_courtesy(line.text.strip())]
    is_sentence = any(line.number in top and ENDS_SENTENCE.search(line.text) for line in said)  # "Agreed!"
    sent = top if is_text or is_sentence else []
    written = [number for number, line in enumerate(script.lines, 1) if line.strip()]
    kept = [number for number in written if number not in sent]
    left = [line for line in read if line.number in kept and line.verdict == REMARK]
    first = min(_acts(script, read), default=0)
    is_above = any(line.number in kept and line.number < first for line in said)  # "Agreed"
    refused = any(line.is_order and line.reason for line in read)
    return Parted(sent, kept, refused or is_above or bool(not_read(left, places)))


def _acts(script: Script, read: Sequence[ReadLine]) -> set[int]:
    """Return the numbers of the lines with orders or commands."""
    orders = {line.number for line in read if line.verdict != REMARK and line.text.strip()}
    return orders | {request.line for request in script.requests}


def _top(script: Script, at: SeatContext, read: Sequence[ReadLine]) -> Sequence[int]:
    """Return the numbers of the lines above the first that is in doubt, up to the end of a sentence."""
    if any(request.text and not request.is_closed for request in script.requests):
        return []  # where its text ends is not certain
    if misspelled.of_message(script, at) or tell_requests.unsent(script, at):
        return []  # perhaps it was to begin press to somebody else
    in_doubt = [*_acts(script, read), *_doubtful(script.lines, at)]
    first = min(in_doubt, default=len(script.lines) + 1)
    top = [*range(1, first)]
    while top and script.lines[top[-1] - 1].strip() and not ENDS_SENTENCE.search(script.lines[top[-1] - 1]):
        top.pop()
    while top and _is_idle(script.lines[top[-1] - 1]):
        top.pop()
    return top


def _is_idle(line: str) -> bool:
    return not line.strip() or says_nothing(line.strip())


def _doubtful(lines: Sequence[str], at: SeatContext) -> Iterator[int]:
    """Yield the numbers of lines that look like orders, alone or with the line below."""
    names = _names(at)
    words = [_words(line) for line in lines]
    for number, (line, own, below) in enumerate(zip(lines, words, [*words[1:], ()], strict=True), 1):
        if says_nothing(line.strip()):
            continue
        if _looks_like_an_order(line, own, names) or _has_name_across(own, below, names):
            yield number


class _Names(Struct, frozen=True):
    """The names of places and pieces, each as its words; *long* are words in which a slip is looked for.

    A name with a digit, such as A7, is not among them: every digit is a sign of an order.
    """

    whole: frozenset[Sequence[str]]
    longest: int  # words of a name, at most
    long: frozenset[str]


def _names(at: SeatContext) -> _Names:
    card = at.game.card
    places = {name for short, named in card.places.items() for name in (short, *named)}
    places |= {name for entry in at.atlas for name in (entry.name, *entry.other_names)}
    units = {name for kind in card.numbered for name in (kind, f"{kind}s")} | {*card.pieces.values()}
    return _in_words(frozenset(places | units))


@lru_cache(maxsize=32)
def _in_words(names: frozenset[str]) -> _Names:
    lettered = {name for name in names if not (COMMON.fullmatch(name) or DIGIT.search(name))}
    whole = frozenset(map(_words, lettered)) - {()}
    long = frozenset(word for words in whole for word in words if len(word) >= LEAST_OF_SLIP)
    return _Names(whole, max(map(len, whole), default=0), long)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.casefold() for word in WORD.findall(text))


def _has_name(words: Sequence[str], names: _Names) -> bool:
    return any(
        words[first : first + length] in names.whole
        for first in range(len(words))
        for length in range(1, names.longest + 1)
    )


def _has_name_across(line: tuple[str, ...], below: tuple[str, ...], names: _Names) -> bool:
    """Return whether a name begins with the last words of a *line* and ends with the first *below* it."""
    return any(
        line[-before:] + below[:behind] in names.whole
        for before in range(1, names.longest)
        for behind in range(1, names.longest - before + 1)
    )


def _looks_like_an_order(line: str, words: Sequence[str], names: _Names) -> bool:
    if SIGNS_OF_ORDERS.search(line) or WORDS_OF_ORDERS.search(line) or _has_name(words, names):
        return True
    capital = {word for word in WORD.findall(line) if word[0].isupper() and len(word) >= LEAST_OF_SLIP}
    return any(_is_slip(word.casefold(), names.long) for word in capital)


@lru_cache(maxsize=1024)
def _is_slip(word: str, names: frozenset[str]) -> bool:
    return bool(one_slip_from(word, names))
