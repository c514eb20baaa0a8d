"""Clauses of a message, parts of a line, and what a game knows about the words of its orders."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

LONGEST_SHORT_WORD = 2  # letters of a word that may be an abbreviation: "St."


class Share(NamedTuple):
    """A part of a sentence that is refused as a whole, and the orders that only this part says."""

    text: str
    orders: tuple[str, ...]


class Clause(Struct, frozen=True):
    """One order of a message, or the text between two orders.

    *text* is what was written; *orders* is the same in words that the game reads, usually one. It is empty if
    no order in it could be read; the game then says what is wrong with *text*. *doubt* is the word because of
    which the orders of the sentence are not accepted.
    """

    number: int  # of its first line, from 1
    text: str
    orders: tuple[str, ...] = ()
    doubt: str = ""
    is_comment: bool = False  # the text after a "#" on the line of an order
    other_heading: str = ""  # the heading above it, if the orders below that are not for this turn
    taken_back: str = ""  # the sentence below that takes the order back
    instead: tuple[str, ...] = ()  # what that sentence probably puts in its place
    is_unread: bool = False  # it was not examined closely, because there is too much free text above it
    beside: tuple[str, ...] = ()  # the orders in it that are not accepted because of *doubt*
    rest: tuple[str, ...] = ()  # the other parts of a sentence that is refused as a whole
    shares: tuple[Share, ...] = ()  # such a sentence, divided among its orders
    forgotten: str = ""  # what its sentence takes back first: "Forget Moscow, make it an army in Rome"
    sentence: str = ""  # the whole sentence, if it is not an order and continues on the next lines


class Sense(Struct, frozen=True):
    """What a game knows of the words of orders."""

    reads: Callable[[str], bool]  # whether a text is an order, or a heading, with names that are known
    knows: Callable[[str], bool]  # whether a word, in lower case, can be part of an order
    reworded: Callable[[str], Iterable[Sequence[str]]]  # other wordings of a text, each one or more orders
    headed: str  # what a heading may say: the turn that is due, and the writer's power
    begins: re.Pattern[str] = re.compile(r"(?!)")  # where an order may begin without punctuation before it
    carried: re.Pattern[str] = re.compile(r"(?!)")  # a leading verb that also applies to the next order
    goes_on: re.Pattern[str] = re.compile(r"(?!)")  # found in an order that is a list with commas
    most_tries: int = 600  # wordings tried in a message, to bound the work
    is_name: Callable[[str], bool] = lambda _word: False  # whether it names a place, which is never dropped
    places: Callable[[str], Sequence[str]] = lambda _name: ()  # what a name may mean, if it has other names
    drops_names: bool = False  # whether the names of places may be left out of orders
    not_names: re.Pattern[str] = re.compile(
        r"(?!)"
    )  # words that look like a name but are not: DAIDE's "(ENG AMY"
    dangles: Callable[[str], bool] = lambda _text: False  # whether it may belong to the order next to it
    ends_way: Callable[[str], bool] = lambda _text: False  # whether it ends with a further step: "then E9"
    changes_below: Callable[[str], bool] = lambda _line: (
        False
    )  # whether a line denies what is below, or the like
    is_apart: Callable[[str], bool] = lambda _text: False  # whether it is about units that have no order
    is_whole: Callable[[str], bool] = lambda _text: False  # whether a line ends no sentence above it
    is_aside: Callable[[str], bool] = lambda _text: False  # whether it is a remark in brackets
    is_within: Callable[[str], bool] = lambda _text: False  # the same of one in the middle of an order
    counted: re.Pattern[str] = re.compile(r"(?!)")  # may end in a number in brackets that is not a remark
    longest_short: int = LONGEST_SHORT_WORD  # letters of an abbreviation with a full stop
    subject: Callable[[str], str] = lambda _order: ""  # the unit that an order is for
    is_lawful: Callable[[str], bool] = lambda _order: True  # whether an order is accepted in this position
    says_all: Callable[[str], bool] = lambda _order: False  # whether an order needs no words behind it
    is_other: Callable[[str], bool] = lambda _word: False  # whether a word names a power, not the writer's
    near: Callable[[str], Sequence[str]] = lambda _word: ()  # what a misspelt name may mean
    first_place: Callable[[str], str] = lambda _text: ""  # in a text, if places identify units
    only_unit: str = ""  # the subject of every order, if the player has a single unit to order
    standing: str = ""  # what comes before a standing order, in games that have them
    tail: re.Pattern[str] = re.compile(r"(?!)")  # a verb that makes a remainder part of the order next to it


class Part(Struct, frozen=True):
    """A piece of a line; *unread* counts its words if it is not an order."""

    text: str
    orders: tuple[str, ...] = ()
    unread: int = 0
    is_comment: bool = False
    begins_sentence: bool = False
    begins_run: bool = False  # a semicolon is before it
    follows_and: bool = False  # "and" or "but" is before it
    is_glued: bool = False  # no punctuation separates it from its neighbour: one order with a typo
    at: int = 0  # its offset on the line
    doubt: str = ""
    is_aside: bool = False  # in brackets
    beside: tuple[str, ...] = ()  # the orders in it that are not accepted because of *doubt*
    rest: tuple[str, ...] = ()  # the other parts of a sentence that is refused as a whole
    shares: tuple[Share, ...] = ()  # such a sentence, divided among its orders
    forgotten: str = ""  # what its sentence takes back first


def words_unread(parts: Sequence[Part]) -> int:
    return sum(part.unread for part in parts)
