"""What happened in a phase?  All of it, secrets too; only `sight` reads it for players."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from adjudicator.core.encoding import to_sorted_text
from adjudicator.middle_earth.language.orders import Order, Place, Power
from adjudicator.middle_earth.resolve.outcomes import Outcome


class Result(Struct, frozen=True, gc=False):
    """An order of *power* and what came of it; *public* ones stand in the bulletin."""

    power: Power
    order: Order
    outcome: Outcome
    public: bool


class Sighting(Struct, frozen=True, gc=False):
    """A piece of *owner* that was seen in *place*; *readers* None is everybody."""

    kind: str
    owner: Power
    place: Place
    readers: tuple[Power, ...] | None
    why: str  # a key of the sheets' table


class News(Struct, frozen=True, gc=False):
    """Something that is told; *key* is in the sheets' table, *words* fill its blanks. *readers* None: all."""

    key: str
    readers: tuple[Power, ...] | None
    words: Mapping[str, str] = {}


class Record(Struct, frozen=True, gc=False):
    """*phase* and *turn* are those that were judged."""

    turn: int
    phase: str
    results: tuple[Result, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    news: tuple[News, ...] = ()


_READER = msgspec.json.Decoder(Record)


def to_text(record: Record) -> str:
    return to_sorted_text(record)


def from_text(text: str) -> Record:
    """Raises msgspec.ValidationError for text that `to_text` did not write."""
    return _READER.decode(text)
