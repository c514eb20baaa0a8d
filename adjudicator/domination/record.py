"""The record of a turn: the events, and the outcome of each order line."""

import msgspec
from msgspec import Struct

from adjudicator.core.encoding import to_sorted_text
from adjudicator.domination.language.orders import OrderLine

SUCCEEDS, FAILS, VOID, SKIPPED = "succeeds", "fails", "void", "skipped"


class Outcome(Struct, frozen=True, array_like=True):
    """*why* is a sentence without a full stop, or "".

    If a line fails for some of its units only, *done* of the *wanted* units arrived, held, or were built.
    """

    word: str
    why: str = ""
    done: int = 0
    wanted: int = 0


class Result(Struct, frozen=True):
    player: str
    line: OrderLine
    outcome: Outcome


class Event(Struct, frozen=True):
    """An event. *key* is one of `wording.EVENTS`, whose placeholders *words* fill; *path* is of a move.

    Only *reader* may know of it; "" for everybody.
    """

    key: str
    player: str = ""
    space: str = ""
    words: dict[str, str] = {}
    path: tuple[str, ...] = ()
    reader: str = ""


class Record(Struct, frozen=True):
    """*silent* are the players who owed an order sheet and sent none."""

    title: str
    number: int
    phase: str
    events: tuple[Event, ...]
    results: tuple[Result, ...]
    silent: tuple[str, ...] = ()


_DECODER = msgspec.json.Decoder(Record)


def to_text(record: Record) -> str:
    return to_sorted_text(record)


def from_text(text: str) -> Record:
    return _DECODER.decode(text)
