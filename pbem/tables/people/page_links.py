"""The page of a seat: its link, the cookie that the link is exchanged for, and the sign of its messages.

The page has tokens of its own, signed with the installation's key, as reply addresses have. They are weaker:
whoever has one may read and play, but what is grave (a new address, leaving the seat) has to be confirmed by
mail, and each change is confirmed to the registered address. They end by themselves after `LIFETIME`, and
with the seat's reply address (RENEW, another player): all of them sign its epoch.

A message from the page is stored as a mail. Its recipient, `judge+page.france.std3.k3q9...@host`, is signed
for that message alone and never leaves the host.
"""

import re
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from msgspec import Struct
from sqlmodel import Session, select

from pbem.store.game_tables import GameTable, Seat
from pbem.tables.people.reply_addresses import SIGNED, Seal, plus, slug

LIFETIME = timedelta(days=14)
FOLDER = "seat"  # of the pages, below the address of the site
EXPIRES = r"[0-9a-f]{8,9}"
NAME = r"[a-z][a-z0-9-]{0,19}"
LINK = re.compile(rf"({NAME})\.([a-z0-9-]{{1,20}})\.({EXPIRES})\.({SIGNED})")
COOKIE = re.compile(rf"({EXPIRES})\.({SIGNED})")
MESSAGE_DETAIL = re.compile(rf"page\.([a-z0-9-]+)\.({NAME})\.({SIGNED})")


class Pass(Struct, frozen=True):
    """A link or a cookie, and whose page it opens until *expires*, in seconds since 1970."""

    kind: str
    key: str
    power: str  # as in addresses
    expires: str
    token: str

    def opens(self, seal: Seal, seat: Seat, now: datetime) -> bool:
        """Return whether it is a pass to the page of *seat*, and still good."""
        is_signed = seal.holds(self.token, *_words(self.kind, seat, self.expires))
        return is_signed and now.timestamp() < int(self.expires, 16)

    @property
    def ends(self) -> datetime:
        return datetime.fromtimestamp(int(self.expires, 16), UTC)


def _words(kind: str, seat: Seat, more: str) -> tuple[str, ...]:
    return (kind, seat.table_key, seat.power, str(seat.epoch), more)


def link_token(seal: Seal, seat: Seat, now: datetime) -> str:
    """Return the last part of the link to the page of *seat*, good for `LIFETIME`."""
    expires = f"{int((now + LIFETIME).timestamp()):08x}"
    return f"{seat.table_key}.{slug(seat.power)}.{expires}.{seal.sign(*_words('page link', seat, expires))}"


def link_pass(token: str) -> Pass | None:
    """Return what a link says, None if it cannot be one."""
    found = LINK.fullmatch(token)
    return Pass("page link", found[1], found[2], found[3], found[4]) if found else None


def cookie_value(seal: Seal, seat: Seat, link: Pass) -> str:
    """Return the cookie for a good *link*; it ends when the link does."""
    return f"{link.expires}.{seal.sign(*_words('page cookie', seat, link.expires))}"


def cookie_pass(key: str, power: str, value: str) -> Pass | None:
    """Return what a cookie says that came with a request for that page, None if it cannot be one."""
    found = COOKIE.fullmatch(value)
    return Pass("page cookie", key, power, found[1], found[2]) if found else None


def form_token(seal: Seal, seat: Seat, cookie: Pass) -> str:
    """Return what each form of the page holds, so that no other page can send one."""
    return seal.sign(*_words("page form", seat, cookie.token))


def message_address(seal: Seal, seat: Seat, message_id: str, judge: str) -> str:
    """Return the recipient by which the message of that id speaks for *seat*."""
    token = seal.sign(*_words("page message", seat, message_id))
    return plus(judge, f"page.{slug(seat.power)}.{seat.table_key}.{token}")


def seat_of_message(session: Session, seal: Seal, detail: str, message_id: str) -> Seat | None:
    """Return the seat for which a message to *detail*, after the "+" of the judge, was signed."""
    found = MESSAGE_DETAIL.fullmatch(detail)
    seat = seat_named(session, found[2], found[1]) if found else None
    if found is None or seat is None:
        return None
    return seat if seal.holds(found[3], *_words("page message", seat, message_id)) else None


def seat_named(session: Session, key: str, power: str) -> Seat | None:
    """Return the seat of a power, named as in addresses; None if nobody plays it."""
    seats = session.exec(select(Seat).where(Seat.table_key == key))
    return next((seat for seat in seats if slug(seat.power) == power), None)


def folder_of(site: str, seat: Seat) -> str:
    """Return the path of the page, to which its cookie is limited."""
    return f"{urlsplit(site).path}/{FOLDER}/{seat.table_key}/{slug(seat.power)}/"


def has_page(table: GameTable) -> bool:
    """Return whether the seats of *table* have pages: those of a table that is not full have none."""
    return table.state != "forming"
