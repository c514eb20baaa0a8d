"""The values of the cutting: a clause of a message, a part of a line, and what a game knows of its orders."""

import re
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

LONGEST_SHORT_WORD = 2  # letters of a word that may be short for another: "St."


class Clause(Struct, frozen=True):
    """One order's worth of a message, or what lies between orders.

    *text* is what was written; *orders* are the same in words that the game reads, mostly one; they are empty
    if nothing in it is an order that could be read, and then the game says what is wrong with *text*.
    *doubt* is the word for which the orders of the sentence are not taken.
    """

    number: int  # of its first line, from 1
    text: str
    orders: tuple[str, ...] = ()
    doubt: str = ""
    is_comment: bool = False  # what follows a "#" on the line of an order
    other_heading: str = ""  # the heading of orders that are not for now, of which it is one
    taken_back: str = ""  # the sentence below that takes the order back
    is_unread: bool = False  # it was not looked at closely, for there is too much free text above it
    sentence: str = ""  # with what follows on the lines below, if it is no order and runs on


class Sense(Struct, frozen=True):
    """What a game knows of the words of orders."""

    reads: Callable[[str], bool]  # whether a text is an order, or a heading, with names that are known
    knows: Callable[[str], bool]  # whether a word, in small letters, can be part of an order
    reworded: Callable[[str], Iterable[Sequence[str]]]  # other wordings of a text, each one or more orders
    headed: str  # what a heading may say: the turn that is due, and who writes
    begins: re.Pattern[str] = re.compile(r"(?!)")  # where an order may begin without a stop before it
    carried: re.Pattern[str] = re.compile(r"(?!)")  # a verb in front that holds for the next too
    goes_on: re.Pattern[str] = re.compile(r"(?!)")  # in an order that is a list, with commas in it
    is_name: Callable[[str], bool] = lambda _word: False  # of a place, which is never left out
    not_names: re.Pattern[str] = re.compile(
        r"(?!)"
    )  # where a word has the form of a name: DAIDE's "(ENG AMY"
    dangles: Callable[[str], bool] = lambda _text: False  # whether a rest may belong to the order beside it
    is_aside: Callable[[str], bool] = lambda _text: False  # whether words in brackets are no part of an order
    counted: re.Pattern[str] = re.compile(r"(?!)")  # what ends in a number in brackets that is no aside
    longest_short: int = LONGEST_SHORT_WORD  # letters of a word before a full stop that ends no sentence
    subject: Callable[[str], str] = lambda _order: ""  # the unit that an order is for
    standing: str = ""  # what is written before an order that stands, in a game that has such
    tail: re.Pattern[str] = re.compile(r"(?!)")  # a verb by which a rest belongs to the order beside it


class Part(Struct, frozen=True):
    """A piece of a line; *unread* counts its words if it is no order."""

    text: str
    orders: tuple[str, ...] = ()
    unread: int = 0
    is_comment: bool = False
    begins_sentence: bool = False
    is_glued: bool = False  # no stop parts it from the one before or after it: one order, with a slip
    at: int = 0  # where it begins on the line
    doubt: str = ""
    is_aside: bool = False  # in brackets


def words_unread(parts: Sequence[Part]) -> int:
    return sum(part.unread for part in parts)
