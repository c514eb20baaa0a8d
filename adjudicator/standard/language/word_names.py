"""Read names of places that are words of orders, too: The (Thebes), AND (Andaman Sea), "The Wash".

Where such a name is in the position of a name, it is replaced by a spelling that no order has, before the
words without meaning are removed from a line. Names that no context tells apart, such as "Hold", are refused
when a board is loaded.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache

from adjudicator.core.board import Board, Province
from adjudicator.core.board_rows import BoardError
from adjudicator.core.language.words import key
from adjudicator.standard.sentences import say

_SILENT = """
    the unit in at from my our its will shall please and to into via by moves moving goes marches sails
    attacks attack advances advance stands stand stays stay otb destroy signal signals proxy proxies flt arme
    armee armata flotte flotta
"""
_SIGNS = """
    a f h s c d r b m army fleet hold holds holding support supports supporting convoy convoys convoying move
    retreat retreats retreating disband disbands build builds remove removes waive waives nc sc ec wc
"""
_READ_BY_CONTEXT, _NEVER = frozenset(_SILENT.split()), frozenset(_SIGNS.split())
_WORDS = re.compile(r"[^\W\d_]+")
_COAST = re.compile(r"\b(?:north|south|east|west) coast\b", re.IGNORECASE)
# What comes before and after a name that is one word.
_BEFORE = (
    r"(?:^|(?<=-)|(?<=>)|(?<=,)|(?<=\()"
    r"|(?<=\b[afscrb] )|(?<=\barmy )|(?<=\bfleet )|(?<=\bto )|(?<=\binto )|(?<=- )|(?<=> )"
    r"|(?<=\bsupports )|(?<=\bsupport )|(?<=\bconvoys )|(?<=\bconvoy )|(?<=\bbuild )|(?<=\bremove )"
    r"|(?<=\bdisband )|(?<=\bhold )|(?<=\bhold: )|(?<=\bvia ))"
)
_BEHIND = (
    r"(?=\s*$|\s*[-=,;.)(/>!]|\s+(?:[hscdrm]|holds?|stands?|stays?|supports?|convoys?|moves?|to|goes|attacks?"
    r"|retreats?|disbands?|remove|via|by|and)\b)"
)


def check_names(board: Board) -> None:
    """Raise BoardError for a name that can only be read as a word of orders."""
    for province in board.provinces.values():
        for name in _names(province):
            if is_never_a_name(name):
                longer = f"{name} Land" if not province.is_water else f"{name} Sea"
                where = f"{board.name}, province {province.id}"
                raise BoardError(say("map_name_is_a_word_of_orders", where=where, called=name, longer=longer))


def is_never_a_name(name: str) -> bool:
    """Return whether *name* can only be read as a word of orders."""
    return name.casefold() in _NEVER


def spelling(province: Province) -> str:
    """Return a name of *province* that no order has as a word, for the names that are such words."""
    letters = key(province.id)
    return f"{letters}qx{letters}"


@cache
def put_apart(board: Board) -> Callable[[str], str] | None:
    """Return a function that replaces such names in a line by their `spelling`; None if there are none."""
    meant = {key(name): spelling(province) for province, name in _hard_names(board)}
    if not meant:
        return None
    names = sorted((name for _, name in _hard_names(board)), key=len, reverse=True)
    several = [_pattern(name) for name in names if " " in name]
    single = [_pattern(name) for name in names if " " not in name]
    found = [rf"\b(?:{'|'.join(several)})\b"] if several else []
    found += [rf"{_BEFORE}(?:{'|'.join(single)}){_BEHIND}"] if single else []
    patterns = [re.compile(one, re.IGNORECASE) for one in found]

    def apart(text: str) -> str:
        for pattern in patterns:
            text = pattern.sub(lambda match: meant[key(match[0])], text)
        return text

    return apart


def _pattern(name: str) -> str:
    """Return a pattern for the name, however its words are separated."""
    return r"[\s-]+".join(map(re.escape, name.split()))


def has_hard_name(province: Province) -> bool:
    """Return whether a name of *province* has a word of orders in it."""
    return any(_is_hard(name) for name in _names(province))


def _hard_names(board: Board) -> Iterator[tuple[Province, str]]:
    for province in board.provinces.values():
        for name in _names(province):
            if _is_hard(name):
                yield province, name


def _is_hard(name: str) -> bool:
    words = [word.casefold() for word in _WORDS.findall(name)]
    if _COAST.search(name):
        return True
    return any(word in _READ_BY_CONTEXT or word in _NEVER for word in words)


def _names(province: Province) -> tuple[str, ...]:
    return (province.id, province.name, *province.aliases)
