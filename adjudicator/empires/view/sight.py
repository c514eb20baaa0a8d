"""What a reader may know; everything that leaves the game comes through here.

Hidden from others are: a Power's technologies until it uses them; the most that it offered for aviation; its
refused lines; its sheet sent ahead, its standing orders, and its technologies of the set-up. How many
missions it holds is public unless the option `missions` says otherwise; in games older than that option it is
hidden. The count may reveal that a tile which brings missions was obtained (10.0.6, 13.2).
"""

from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.empires.ground import POWERS, Power
from adjudicator.empires.position import Position
from adjudicator.empires.record import Record, Step


class Seen(NamedTuple):
    """*position* and *record* as the *reader* (None: the public) may know them."""

    position: Position
    record: Record | None
    reader: Power | None


def seen(position: Position, record: Record | None, reader: Power | None) -> Seen:
    return Seen(_position(position, reader), _record(record, reader), reader)


SECRETS = ("available", "obtained", "research", "missions", "standing", "chosen", "sheets")


def _position(position: Position, reader: Power | None) -> Position:
    is_open = position.options.get("missions") == "open"
    hidden = [name for name in SECRETS if name != "missions" or not is_open]
    own = {name: _only(getattr(position, name), reader) for name in hidden}
    return replace(position, **own)


def _only(by_power: dict[Power, object], reader: Power | None) -> dict[Power, object]:
    return {power: by_power[power] for power in POWERS if power == reader and power in by_power}


def _record(record: Record | None, reader: Power | None) -> Record | None:
    if record is None:
        return None
    then = _record(record.then, reader)
    if record.power == reader:
        return replace(record, then=then)
    steps = tuple(_public(step) for step in record.steps if not step.is_own)
    return replace(record, steps=steps, left_out=(), decided=(), then=then)


def _public(step: Step) -> Step:
    return replace(step, reading=step.public or step.reading, public="")
