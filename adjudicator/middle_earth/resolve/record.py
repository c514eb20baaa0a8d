"""The record of a phase. It includes secrets; only `sight` reads it for players."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from adjudicator.core.encoding import to_sorted_text
from adjudicator.middle_earth.language.orders import Order, Place, Power
from adjudicator.middle_earth.resolve.outcomes import Outcome


class Result(Struct, frozen=True, gc=False):
    """An order of *power* and its outcome. *public* ones are in the bulletin."""

    power: Power
    order: Order
    outcome: Outcome
    public: bool


class Sighting(Struct, frozen=True, gc=False):
    """A piece of *owner* that was seen in *place*. *readers* is None for everybody."""

    kind: str
    owner: Power
    place: Place
    readers: tuple[Power, ...] | None
    why: str  # a key of the table in the game's wording


class News(Struct, frozen=True, gc=False):
    """A piece of news. *words* fill the blanks of the sentence for *key*. *readers* is None for everybody."""

    key: str
    readers: tuple[Power, ...] | None
    words: Mapping[str, str] = {}


class Record(Struct, frozen=True, gc=False):
    """*turn* and *phase* are those that were resolved."""

    turn: int
    phase: str
    results: tuple[Result, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    news: tuple[News, ...] = ()


_READER = msgspec.json.Decoder(Record)


def to_text(record: Record) -> str:
    return to_sorted_text(record)


def from_text(text: str) -> Record:
    """Decode a record. Raises `msgspec.ValidationError` for text that `to_text` did not write."""
    return _READER.decode(text)
