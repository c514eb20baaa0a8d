"""The record of a turn, secrets included: written at adjudication, and the source of every report."""

from typing import Literal

import msgspec
from msgspec import Struct

from adjudicator.core import encoding
from adjudicator.empires.ground import Power, Zone

EventKind = Literal[
    "reduced",
    "eliminated",
    "trench_lost",
    "trench_lowered",
    "retreats",
    "no_retreat",
    "tanks",
    "assault_troopers",
    "air",
    "air_cancelled",
    "gas",
    "control",
    "trench_removed",
    "unsupplied",
    "starved",
    "lost_last_step",
    "supplied",
    "zone_cut",
    "joined",
    "usa",
    "surrender",
    "box",
    "ceded",
    "taken_back",
    "duty",
    "gained",
    "over",
    "late",
]


class Event(Struct, frozen=True, gc=False):
    """Something that happened; `wording.EVENTS` has a sentence for each kind."""

    kind: EventKind
    power: Power = ""
    zone: Zone = ""
    army: str = ""  # in words: "small British army"
    number: int = 0
    other: str = ""  # a Power, a zone's id, a track


class Side(Struct, frozen=True, gc=False):
    """One side of a combat and how its score is made up. 9.2.6, 9.2.7"""

    power: Power
    army: str
    steps: int
    factor: int
    support: int = 0
    higher_level: int = 0
    aviation: int = 0
    ground: int = 0  # what mountain or trench adds
    ground_is: str = ""  # "mountain" or "trench"
    die: int = 0

    @property
    def score(self) -> int:
        return self.factor + self.support + self.higher_level + self.aviation + self.ground + self.die


class Combat(Struct, frozen=True, gc=False):
    """*events*: losses, retreats and missions spent, in order."""

    zone: Zone
    attacker: Side
    defender: Side
    events: tuple[Event, ...] = ()

    @property
    def outcome(self) -> str:
        difference = self.attacker.score - self.defender.score
        return "succeeds" if difference > 0 else "fails" if difference < 0 else "draw"


class Step(Struct, frozen=True, gc=False):
    """A line of the sheet with its outcome; others read *public* instead of *reading*, unless it is "".

    *arrow*: the zones through which the army of the line went; *joined*: from where to where each
    supporter moved in.
    """

    reading: str
    outcome: str
    public: str = ""
    why: str = ""  # why it is void
    combat: Combat | None = None
    events: tuple[Event, ...] = ()
    arrow: tuple[Zone, ...] = ()
    joined: tuple[tuple[Zone, Zone], ...] = ()
    is_own: bool = False  # shown only to its Power: void, and it would reveal an unused technology
    is_extra: bool = False  # it belongs to an Offensive (10.3)


class LeftOut(Struct, frozen=True, gc=False):
    """A line that was refused and not corrected; only its Power is shown it."""

    text: str
    reason: str


class Decided(Struct, frozen=True, gc=False):
    """A line with a condition, or one below it that was not used; only its own Power sees it.

    *is_met* is None if no condition of the line was decided. *order*: what was used of it, in words, "" for
    nothing. *is_head*: it is a heading; *is_else*: it counts only if no condition above it held. *unmet*: of
    several conditions those that did not hold, in words.
    """

    text: str
    is_met: bool | None
    order: str = ""
    is_head: bool = False
    is_else: bool = False
    unmet: str = ""


class Record(Struct, frozen=True, gc=False):
    """A Power's turn, or the part of one up to PAUSE."""

    season: int
    power: Power
    number: int
    steps: tuple[Step, ...]
    end: tuple[Event, ...] = ()  # of the turn and season: 6.8
    left_out: tuple[LeftOut, ...] = ()
    silent: bool = False
    paused: bool = False
    resumed: bool = False  # the Power had paused before
    decided: tuple[Decided, ...] = ()
    then: "Record | None" = None  # the turn of its partner, under the same deadline (4.6)


def parts(record: Record) -> tuple[Record, ...]:
    """Return the turns in the record, in the order in which they were carried out."""
    if record.then is None:
        return (record,)
    return (msgspec.structs.replace(record, then=None), *parts(record.then))


_DECODER = msgspec.json.Decoder(Record)


def to_text(record: Record) -> str:
    return encoding.to_text(record)


def from_text(text: str) -> Record:
    return _DECODER.decode(text)
