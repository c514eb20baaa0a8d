"""Orders on file: a Power's sheet, standing orders and technologies that are not carried out yet."""

import msgspec
from msgspec import Struct

from adjudicator.core import encoding
from adjudicator.empires.language.standing import Standing


class OrdersOnFile(Struct, frozen=True):
    """The `Orders` of a Power. *lines*: of its sheet, as sent; *technologies*: of the set-up (2.3).

    *taken_back*: the sheet that was sent ahead and is stored in the state no longer counts.
    """

    lines: tuple[str, ...] = ()
    standing: Standing = Standing()
    technologies: tuple[str, ...] = ()
    taken_back: bool = False


_DECODER = msgspec.json.Decoder(OrdersOnFile)


def to_text(orders: OrdersOnFile) -> str:
    return encoding.to_text(orders)


def from_text(text: str) -> OrdersOnFile:
    return _DECODER.decode(text)
