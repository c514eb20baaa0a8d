"""Tables of the players: applicants, former seats, observers, votes, polls, absences, press, reliability.

Each row is one fact about one person; nothing is computed here. The transactions are those of
`pbem.store.database`; the tables of the game itself are in `pbem.store.game_tables`.
"""

from datetime import datetime

from sqlalchemy import JSON, Text, UniqueConstraint
from sqlmodel import Field

from pbem.store.rows import Row, UtcTime


class Applicant(Row, table=True):
    """Somebody who wants a seat at a table that is not full yet, or is on the waiting list of one that is."""

    __tablename__ = "applicants"
    __table_args__ = (UniqueConstraint("table_key", "address"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    player: str
    address: str = Field(index=True)  # lower case
    zone: str = "UTC"
    preferences: list[str] = Field(default_factory=list, sa_type=JSON)  # powers in order of preference
    since_utc: datetime = Field(sa_type=UtcTime)


class FormerSeat(Row, table=True):
    """A player who has left a seat; the next one gets a higher epoch, so that old tokens are void."""

    __tablename__ = "former_seats"
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    power: str
    player: str
    address: str
    epoch: int
    reason: str  # resigned, ejected, replaced
    number: int  # of the turn that was due
    left_utc: datetime = Field(sa_type=UtcTime)


class Subscriber(Row, table=True):
    """A reader of a table's bulletins who does not play."""

    __tablename__ = "subscribers"
    __table_args__ = (UniqueConstraint("table_key", "address"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    name: str
    address: str = Field(index=True)  # lower case
    since_utc: datetime = Field(sa_type=UtcTime)
    kinds: list[str] = Field(default_factory=list, sa_type=JSON)  # "bulletins", "news"; none: all of them
    sees_all: bool = False  # every power's report of each turn, granted by the game master


class Readiness(Row, table=True):
    """A power is ready for its turn to be run early, or (*is_ready* false) asks to wait.

    READY counts from *from_utc* on; at once without it.
    """

    __tablename__ = "readiness"
    __table_args__ = (UniqueConstraint("table_key", "number", "power"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key")
    number: int
    power: str
    is_ready: bool
    from_utc: datetime | None = Field(default=None, sa_type=UtcTime)


class Vote(Row, table=True):
    """A power votes for a motion of its game (`Motion.key`), until it withdraws."""

    __tablename__ = "votes"
    __table_args__ = (UniqueConstraint("table_key", "power", "motion"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    power: str
    motion: str
    since_utc: datetime = Field(sa_type=UtcTime)


class Absence(Row, table=True):
    """A player is away from *begins_utc* to *ends_utc*, the midnight after the last day in their zone."""

    __tablename__ = "absences"
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    power: str
    begins_utc: datetime = Field(sa_type=UtcTime)
    ends_utc: datetime = Field(sa_type=UtcTime)


class Press(Row, table=True):
    """A press message. *to* holds powers, "GM" and "bulletin"; *power* is None where the GM wrote it.

    *manner* is "signed" or "grey"; a message for the bulletin is printed with the turn *number*. *shown_as*
    and *shown_to* are the names that readers see, if they are false. *observer* is the address of a writer
    without a seat.
    """

    __tablename__ = "press"
    __table_args__ = (UniqueConstraint("incoming_id", "line"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    number: int
    power: str | None = None
    manner: str
    to: list[str] = Field(default_factory=list, sa_type=JSON)
    shown_as: str | None = None
    shown_to: list[str] | None = Field(default=None, sa_type=JSON(none_as_null=True))
    observer: str | None = None
    text: str = Field(sa_type=Text)
    incoming_id: int | None = Field(default=None, foreign_key="incoming_messages.id")
    line: int = 0  # line of the message at which the press begins
    sent_utc: datetime = Field(sa_type=UtcTime)


class LaterOrders(Row, table=True):
    """Order lines for a phase that is not due yet. *given_in* is the phase that was due when they came.

    *number* is 0 until the phase is due, then the number of the turn for which they were read.
    """

    __tablename__ = "later_orders"
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    power: str
    phase: str
    given_in: str
    number: int = 0
    incoming_id: int = Field(foreign_key="incoming_messages.id")
    lines: list[str] = Field(default_factory=list, sa_type=JSON)
    received_utc: datetime = Field(sa_type=UtcTime)


class DefaultOrders(Row, table=True):
    """Order lines that are used for a power whenever a deadline passes and it has sent nothing."""

    __tablename__ = "default_orders"
    __table_args__ = (UniqueConstraint("table_key", "power"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    power: str
    incoming_id: int = Field(foreign_key="incoming_messages.id")
    lines: list[str] = Field(default_factory=list, sa_type=JSON)
    received_utc: datetime = Field(sa_type=UtcTime)


class FormOffer(Row, table=True):
    """Orders that an answer offered; YES files them while turn *number* is due.

    They are those of a form that was edited inside the quoted text, or of a message in another sequence.
    """

    __tablename__ = "form_offers"
    __table_args__ = (UniqueConstraint("table_key", "number", "power"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    number: int
    power: str
    incoming_id: int = Field(foreign_key="incoming_messages.id")
    lines: list[str] = Field(default_factory=list, sa_type=JSON)


class AddressChange(Row, table=True):
    """A change of a player's address, which takes effect when the new address has confirmed it."""

    __tablename__ = "address_changes"
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    power: str
    epoch: int  # of the seat when it was asked for
    address: str
    adds: bool = False  # one more address to write from; the mail stays where it goes
    shares: bool = False  # of a second player of the seat, by the *name*
    copies: bool = False  # one more address that gets the mail
    name: str = ""
    asked_utc: datetime = Field(sa_type=UtcTime)
    done_utc: datetime | None = Field(default=None, sa_type=UtcTime)


class SeatAddress(Row, table=True):
    """One more address from which a seat may be played.

    It belongs to the person with the primary address *owner*: with another player in the seat it is void.
    If the seat *shares* its mail with it, it is that of a second player, by the *name*; if it gets *copies*,
    it is the same person's.
    """

    __tablename__ = "seat_addresses"
    __table_args__ = (UniqueConstraint("table_key", "power", "owner", "address"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    power: str
    owner: str  # lower case
    address: str = Field(index=True)  # lower case
    since_utc: datetime = Field(sa_type=UtcTime)
    shares: bool = False
    copies: bool = False
    name: str = ""


class DiaryPage(Row, table=True):
    """A player's private note."""

    __tablename__ = "diaries"
    __table_args__ = (UniqueConstraint("incoming_id", "line"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    power: str
    turn: str
    text: str = Field(sa_type=Text)
    incoming_id: int = Field(foreign_key="incoming_messages.id")
    line: int
    written_utc: datetime = Field(sa_type=UtcTime)


class DeadlineRecord(Row, table=True):
    """Whether a player met a deadline. It counts as long as the turn *number* of the table is in `turns`."""

    __tablename__ = "deadline_records"
    __table_args__ = (UniqueConstraint("table_key", "number", "power"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    number: int
    power: str
    address: str = Field(index=True)  # lower case
    is_met: bool
    passed_utc: datetime = Field(sa_type=UtcTime)


class Profile(Row, table=True):
    """A person's preferences for all tables of this host, by address."""

    __tablename__ = "profiles"
    address: str = Field(primary_key=True)  # lower case
    name: str = ""  # the name under which they agreed to be listed
    is_listed: bool = False  # in the public directory of players
    has_digest: bool = False  # bulletins and news of tables that they only read come in one mail a day
    digest_utc: datetime | None = Field(default=None, sa_type=UtcTime)  # when the last digest was made


class Poll(Row, table=True):
    """A question of the game master; its answers are lettered A, B ... in the order of *options*."""

    __tablename__ = "polls"
    __table_args__ = (UniqueConstraint("table_key", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    number: int  # at its table, from 1
    question: str
    options: list[str] = Field(default_factory=list, sa_type=JSON)
    change: dict[str, str] = Field(default_factory=dict, sa_type=JSON)  # of a house rule that it decides
    asked_utc: datetime = Field(sa_type=UtcTime)
    closed_utc: datetime | None = Field(default=None, sa_type=UtcTime)


class PollVote(Row, table=True):
    """The answer of a power to a poll, counted from 0, until it is withdrawn or the poll is over."""

    __tablename__ = "poll_votes"
    __table_args__ = (UniqueConstraint("table_key", "poll", "power"),)
    id: int | None = Field(default=None, primary_key=True)
    table_key: str = Field(foreign_key="tables.key", index=True)
    poll: int  # `Poll.number`
    power: str
    choice: int
