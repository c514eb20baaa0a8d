"""Store each picture of outgoing mail once, however many people get it.

A turn sends the same map to every player, and it is nine tenths of each mail. The outbox holds a mail without
its pictures; `MailPicture` records the place of each, so that the mail can be restored byte for byte. A
picture that is not in our encoding stays in the mail.
"""

import hashlib
import re
from binascii import Error, a2b_base64
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from importlib import import_module

from msgspec import Struct
from sqlalchemy import LargeBinary, bindparam, delete, insert
from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import Field, Session, col, select

from pbem.messages.base64_lines import base64_lines
from pbem.store.mail_tables import OutgoingMail
from pbem.store.prepared_queries import PreparedQuery
from pbem.store.rows import Row, UtcTime, id_of

MOST = 8  # at most so many pictures of one mail are stored separately
LEAST_BYTES = 1024  # of a picture that is stored separately
_START = re.compile(
    rb"Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n(?:[^\r\n]{1,200}\r\n){0,4}\r\n"
)
_END = b"\r\n\r\n--"


class Picture(Row, table=True):
    """A picture of one mail or of many, by its hash."""

    __tablename__ = "pictures"
    sha256: str = Field(primary_key=True)
    content: bytes = Field(sa_type=LargeBinary)
    used_utc: datetime = Field(sa_type=UtcTime, index=True)  # when a mail with it was last written


class MailPicture(Row, table=True):
    """Where a picture belongs: before byte *place* of the mail without pictures."""

    __tablename__ = "mail_pictures"
    mail_id: int = Field(foreign_key="outbox.id", primary_key=True)
    place: int = Field(primary_key=True)
    sha256: str = Field(foreign_key="pictures.sha256", index=True)


class Split(Struct, frozen=True):
    """A mail without its pictures, and each picture with its place."""

    text: bytes
    pictures: Sequence[tuple[int, bytes]]


NEW_PLACE = PreparedQuery(insert(MailPicture))
PLACES = PreparedQuery(
    select(col(MailPicture.place), col(Picture.content))
    .join(Picture, col(Picture.sha256) == col(MailPicture.sha256))
    .where(MailPicture.mail_id == bindparam("mail"))
    .order_by(col(MailPicture.place))
)


def split(raw: bytes) -> Split:
    """Separate the pictures from a mail."""
    kept: list[bytes] = []
    pictures: list[tuple[int, bytes]] = []
    begin = 0
    for head in _START.finditer(raw):
        found = _picture(raw, head.end())
        if found is None or len(pictures) == MOST:
            continue
        kept.append(raw[begin : head.end()])
        pictures.append((sum(map(len, kept)), found.content))
        begin = found.end
    return Split(b"".join([*kept, raw[begin:]]), pictures)


def whole(text: bytes, pictures: Sequence[tuple[int, bytes]]) -> bytes:
    """Return the mail that was split."""
    pieces, begin = [], 0
    for place, content in pictures:
        pieces += [text[begin:place], base64_lines(content)]
        begin = place
    return b"".join([*pieces, text[begin:]])


class _Found(Struct, frozen=True):
    content: bytes
    end: int


def _picture(raw: bytes, begin: int) -> _Found | None:
    """Return the picture whose base64 begins there; None if it could not be restored byte for byte."""
    end = raw.find(_END, begin) + 2
    if end - begin < LEAST_BYTES:
        return None
    content = _decoded(raw[begin:end])
    return None if content is None else _Found(content, end)


@lru_cache(maxsize=4)
def _decoded(encoded: bytes) -> bytes | None:
    """Return the bytes of a picture; cached because each reader of a turn gets the same."""
    try:
        content = a2b_base64(encoded)
    except Error:
        return None
    return content if base64_lines(content) == encoded else None


def store_pictures(
    session: Session, mail_id: int, pictures: Sequence[tuple[int, bytes]], now: datetime
) -> None:
    """Store the pictures that `split` found, in the caller's transaction."""
    new_picture = _unless_known(session.connection().dialect.name)
    for place, content in pictures:
        sha256 = hashlib.sha256(content).hexdigest()
        new_picture.do(session, sha256=sha256, content=content, used_utc=now)
        NEW_PLACE.do(session, mail_id=mail_id, place=place, sha256=sha256)


@lru_cache(maxsize=2)
def _unless_known(dialect: str) -> PreparedQuery:
    """Return the insert for a picture, which locks and touches an existing row, so that it is not deleted."""
    new = import_module(f"sqlalchemy.dialects.{dialect}").insert(Picture)
    return PreparedQuery(
        new.on_conflict_do_update(index_elements=["sha256"], set_={"used_utc": new.excluded.used_utc})
    )


def forget_pictures(session: Session, mail_ids: Sequence[int | None]) -> None:
    """Remove the pictures from these mails; pictures of no mail are deleted when they are old."""
    theirs = col(MailPicture.mail_id).in_(mail_ids)
    session.connection().execute(delete(MailPicture).where(theirs))


def with_pictures(session: Session, parcels: Sequence[OutgoingMail]) -> Sequence[OutgoingMail]:
    """Return *parcels* with the whole mail as `raw`; the rows are not changed."""
    for parcel in parcels:
        pictures = PLACES.rows(session, mail=id_of(parcel))
        if pictures and parcel.raw:
            raw = whole(parcel.raw, [(place, bytes(content)) for place, content in pictures])
            set_committed_value(parcel, "raw", raw)
    return parcels
