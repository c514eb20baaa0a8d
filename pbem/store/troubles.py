"""Problems of the service that a node has noticed, and whether the host was told."""

from datetime import datetime

from sqlalchemy import Text
from sqlmodel import Field

from pbem.store.rows import Row, UtcTime


class NoticedTrouble(Row, table=True):
    """Something that is wrong: *kind* is one of `pbem.web.health.KINDS`.

    *subject* distinguishes two of a kind: an inlet, the node that cannot reach the relay.
    """

    __tablename__ = "troubles"
    kind: str = Field(primary_key=True)
    subject: str = Field(primary_key=True)
    reason: str = Field(sa_type=Text)
    since_utc: datetime = Field(sa_type=UtcTime)
    seen_utc: datetime = Field(sa_type=UtcTime)
    notified_utc: datetime | None = Field(default=None, sa_type=UtcTime)
