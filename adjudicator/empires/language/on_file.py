"""What has a Power mailed that is not carried out yet?  Its sheet, its standing orders, its technologies."""

import msgspec
from msgspec import Struct

from adjudicator.core import encoding
from adjudicator.empires.language.standing import Standing


class OrdersOnFile(Struct, frozen=True):
    """The `Orders` of a Power. *lines*: of its sheet, as mailed; *technologies*: of the set-up (2.3).

    *taken_back*: what was mailed ahead, and is kept in the state, is forgotten.
    """

    lines: tuple[str, ...] = ()
    standing: Standing = Standing()
    technologies: tuple[str, ...] = ()
    taken_back: bool = False


_DECODER = msgspec.json.Decoder(OrdersOnFile)


def to_text(letter: OrdersOnFile) -> str:
    return encoding.to_text(letter)


def from_text(text: str) -> OrdersOnFile:
    return _DECODER.decode(text)
