"""The record of a turn: what happened, for everybody; and the result of each line, for its writer."""

import msgspec
from msgspec import Struct

from adjudicator.core.encoding import to_sorted_text
from adjudicator.domination.language.orders import OrderLine

SUCCEEDS, FAILS, VOID, SKIPPED = "succeeds", "fails", "void", "skipped"


class Outcome(Struct, frozen=True, array_like=True):
    """*why* is a sentence without a full stop, "" where nothing needs saying."""

    word: str
    why: str = ""


class Result(Struct, frozen=True):
    """A line of a sheet and what came of it."""

    player: str
    line: OrderLine
    outcome: Outcome


class Event(Struct, frozen=True):
    """Something that happened. *key* is one of `wording.TELLING`; *words* are the words it is told with.

    *reader* is the only one who may know of it; "" for everybody. *path* is the way of a move.
    """

    key: str
    player: str = ""
    space: str = ""
    words: dict[str, str] = {}
    path: tuple[str, ...] = ()
    reader: str = ""


class Record(Struct, frozen=True):
    """*silent*: players who owed a sheet and sent none."""

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
