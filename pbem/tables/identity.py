"""Decide for whom a message speaks. No other module decides it.

1. A reply goes to `judge+france.std3.k3q9...@host` (`pbem.tables.people.reply_addresses`). The token is for
   one seat; together with a From address that is registered for the seat it proves who wrote.
2. A message without a token speaks for the seats of its From address if that address is authenticated by a
   mail server that the host trusts (Authentication-Results) or by a DKIM signature that we check
   (`pbem.messages.authentication`, asked by `speaker_of` of `pbem.intake.understanding`). That is not enough
   for grave commands and GM actions (`is_enough` there).
3. Everything else that changes anything is held, and the registered address is asked: a reply from there to
   `judge+confirm.17.x7f2...@host` with YES on a line of its own releases it (`pbem.messages.verdict`). The
   same goes for a message with a valid token from an address that is not registered: a report may have been
   forwarded.

A game master is identified in the same three ways: the reply address is `judge+gm.std3.k3q9...@host`, and
here they have a seat called "GM"; deputies have "GM2", "GM3". A game master who plays at their own table and
writes without a token speaks as GM if the first line of the message is a GM action.

What a player sends from the page of a seat is a message with a signature of its own, which the service made
(`pbem.tables.people.page_links`). It speaks for that seat alone, as a message without a token for whose
sender somebody vouches: that is not enough for grave commands.

A token is good for anybody who has it, so it is renewed with the seat's player. A message that was
intercepted and sent once more is recognised by its date and text (`pbem.tables.replays`). Messages with
unknown tokens are counted, and above a limit not answered (`pbem.intake.token_guesses`).

What is done in a seat's name is confirmed to the registered address only: see
`pbem.commands.answers.to_seats`.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct
from sqlalchemy import bindparam, exists
from sqlmodel import Session, col, func, or_, select

from pbem.core.sentences import Sentence, sentence
from pbem.messages.message import IncomingMessage
from pbem.messages.verdict import Verdict, verdict
from pbem.store.game_tables import GameTable, Seat, seats_of
from pbem.store.gm_tables import Deputy, GmActionRow
from pbem.store.player_tables import FormerSeat, SeatAddress
from pbem.store.prepared_queries import PreparedQuery, as_row
from pbem.store.states import OVER
from pbem.tables.people import page_links
from pbem.tables.people.reply_addresses import (
    Credentials,
    Seal,
    SentTo,
    bounced_parcel,
    has_token_shape,
    seat_words,
    sent_to,
    slug,
)
from pbem.tables.robots import is_public
from pbem.tables.seats import former_seats

TABLE = select(GameTable).where(GameTable.key == bindparam("table"))  # built once: building is slow
PLAYERS = PreparedQuery(
    select(Seat.power, Seat.epoch, Seat.player, Seat.address, Seat.zone).where(  # type: ignore[call-overload]  # columns
        Seat.table_key == bindparam("table")
    )
)
DEPUTY_ADDRESSES = PreparedQuery(select(col(Deputy.address)).where(Deputy.table_key == bindparam("table")))
GM = "GM"
GM_SEAT = re.compile(r"GM\d*")
MOST_WORDS = 200  # most words of a subject that are looked up as names of tables

Seats = Sequence[tuple[Seat, GameTable]]


class Authenticated(Struct, frozen=True):
    """The message speaks for *seat*; *is_certain* if it has the seat's token or was confirmed."""

    seat: Seat
    is_certain: bool = False


class Unverified(Struct, frozen=True):
    """The message claims to speak for *seat*, without proof."""

    seat: Seat


class Unregistered(Struct, frozen=True):
    """The message has the token of *seat*, but comes from an address that is not registered for it."""

    seat: Seat


class Confirmation(Struct, frozen=True):
    """The message answers the question whether a held message is genuine."""

    incoming_id: int


class NewAddress(Struct, frozen=True):
    """The message answers the question whether a new address is the player's."""

    change_id: int


class Guest(Struct, frozen=True):
    """The message speaks for its sender only and needs no seat; *is_vouched* if authenticated."""

    address: str
    name: str
    is_vouched: bool = False


class GameSection(Struct, frozen=True):
    """The seat that a section of a message is for, or *reason* why there is none. *heading* counts from 0."""

    heading: int
    seat: Seat | None = None
    table: GameTable | None = None
    reason: Sentence | None = None


class Several(Struct, frozen=True):
    """The message has sections for several games, for seats of *address*; *is_vouched* if authenticated."""

    address: str
    sections: tuple[GameSection, ...]
    is_vouched: bool = False
    is_certain: bool = False  # by a seat's token, or confirmed


class Refusal(Struct, frozen=True):
    """The message speaks for nobody; *why* has the reason and a remedy."""

    why: Sentence


Speaker = Authenticated | Unverified | Unregistered | Several | Confirmation | NewAddress | Guest | Refusal


def gm_seat(table: GameTable) -> Seat:
    """Return the seat of the game master; it is never written to the database."""
    return Seat(
        table_key=table.key,
        power=GM,
        player=table.gm_name,
        address=table.gm_address.lower(),
        zone=table.zone,
        epoch=table.gm_epoch,
    )


def deputy_seat(table: GameTable, deputy: Deputy) -> Seat:
    """Return the seat of a deputy of the game master; it is never written to the database."""
    return Seat(
        table_key=table.key,
        power=f"{GM}{deputy.number}",
        player=deputy.name,
        address=deputy.address,
        zone=table.zone,
        epoch=deputy.epoch,
    )


def gm_seats(session: Session, table: GameTable) -> list[Seat]:
    """Return the seats of the game master and the deputies."""
    wanted = select(Deputy).where(Deputy.table_key == table.key).order_by(col(Deputy.number))
    return [gm_seat(table), *(deputy_seat(table, deputy) for deputy in session.exec(wanted))]


def gm_addresses(session: Session, table: GameTable) -> frozenset[str]:
    """Return the addresses of the game master and the deputies."""
    session.flush()
    deputies = DEPUTY_ADDRESSES.rows(session, table=table.key)
    return frozenset(filter(None, (table.gm_address.lower(), *(address for (address,) in deputies))))


def is_gm(power: str) -> bool:
    """Return whether it is the seat of a game master, or of a deputy."""
    return GM_SEAT.fullmatch(power) is not None


def may_open_tables(address: str, gms: Sequence[str], host: str) -> bool:
    """Return whether *address* may open tables by mail: the host, and the *gms* of the settings."""
    own = address.lower()
    return own == host or own in gms or f"@{own.rpartition('@')[2]}" in gms


def has_bad_token(session: Session, credentials: Credentials, message: IncomingMessage) -> bool:
    """Return whether the message is addressed with an invalid token."""
    if not has_token_shape(message.recipients, credentials.judge):
        return False
    place = sent_to(message, credentials, reads_subject=False)
    is_answer = (
        place.held_message(credentials.seal) is not None or place.address_change(credentials.seal) is not None
    )
    is_known = (
        is_answer or _by_token(session, credentials.seal, place) or _led_once(session, credentials, place)
    )
    return not is_known and bounced_parcel(message.recipients, credentials) is None


def has_token(session: Session, credentials: Credentials, message: IncomingMessage) -> bool:
    """Return whether the message has the token of a seat, in an address or in its subject."""
    return bool(_by_token(session, credentials.seal, sent_to(message, credentials)))


def _no() -> bool:
    return False


class Destination(Struct, frozen=True):
    """Where a message says it belongs: its TABLE lines, and *as_gm* if it begins with a GM action.

    *places* are the names of table and power, as they are written; "" for a power that is not named.
    *is_for_any* if it asks only for what a GM gets at any table. Both are asked only if an address has
    several seats, because they read the whole message as a GM's.
    """

    places: tuple[tuple[str, str], ...] = ()
    as_gm: Callable[[], bool] = _no
    is_for_any: Callable[[], bool] = _no

    @property
    def table(self) -> str:
        return self.places[-1][0] if self.places else ""


def identify(
    session: Session, credentials: Credentials, message: IncomingMessage, destination: Destination
) -> Speaker:
    """Return for whom *message* speaks, or claims to; `pbem.intake.understanding` authenticates it."""
    place = sent_to(message, credentials)
    confirmed = place.held_message(credentials.seal)
    if confirmed is not None:
        return Confirmation(confirmed)
    changed = place.address_change(credentials.seal)
    if changed is not None:
        return NewAddress(changed)
    if place.is_for_a_question and verdict(message.text) is not Verdict.UNCLEAR:
        return Refusal(sentence("identity", "unknown_question"))
    on_page = _on_page(session, credentials.seal, place, message.message_id)
    if on_page is not None:
        return _of_own_table(on_page, destination)
    return _of_seats(session, credentials, message, destination)


def _of_seats(
    session: Session, credentials: Credentials, message: IncomingMessage, destination: Destination
) -> Speaker:
    """Return for whom a message speaks by the tokens of seats in it, else by its sender."""
    place = sent_to(message, credentials)
    seats = _by_token(session, credentials.seal, place)
    is_of_leader = (
        len(set(destination.places)) > 1 and destination.as_gm() and led_by(session, message.sender)
    )
    is_for_another = len(seats) == 1 and _names_another_power(seats[0], destination)
    is_for_one = not seats and _names_one_of_several(session, message, destination)
    if (len(set(destination.places)) > 1 or is_for_another or is_for_one) and not is_of_leader:
        several = _several(session, message, seats, destination)
        if several is not None:
            return several
    if is_for_another:
        own = _named(seats_of_address(session, seats[0].address))
        key, power = destination.places[0]
        return Refusal(sentence("identity", "no_such_seat", seats=own, table=key, power=power))
    if len(seats) == 1:
        return _unless_elsewhere(session, _by_sender(session, seats[0], message.sender), destination)
    if seats:
        return Refusal(sentence("identity", "several_seats", seats=len(seats)))
    if former := _of_former_leader(session, message, _led_once(session, credentials, place), destination):
        return former
    wanted = _wanted_tables(place.details, message.subject, destination)
    return _by_address(session, message, wanted, destination)


def _names_another_power(seat: Seat, destination: Destination) -> bool:
    """Return whether the only TABLE line of the message names another power at the table of *seat*."""
    if len(destination.places) != 1 or is_gm(seat.power):
        return False
    [(key, power)] = destination.places
    return key.lower() == seat.table_key and not slug(seat.power).startswith(slug(power))


def _names_one_of_several(session: Session, message: IncomingMessage, destination: Destination) -> bool:
    """Return whether the only TABLE line names a power of a sender who has several at that table."""
    if len(destination.places) != 1 or not destination.places[0][1]:
        return False
    key = destination.places[0][0].lower()
    there = [seat for seat, _ in seats_of_address(session, message.sender) if seat.table_key == key]
    return len(there) > 1


def is_registered(session: Session, seat: Seat, address: str) -> bool:
    """Return whether *address* is the primary address of *seat* or one that was added to it."""
    own = address.lower()
    if own == seat.address.lower():
        return True
    wanted = select(SeatAddress.id).where(
        SeatAddress.table_key == seat.table_key,
        SeatAddress.power == seat.power,
        SeatAddress.owner == seat.address,
        SeatAddress.address == own,
    )
    return session.exec(wanted).first() is not None


def _by_sender(session: Session, seat: Seat, sender: str) -> Authenticated | Unregistered:
    """Return what the token of a seat proves: together with an address of the seat, everything."""
    return (
        Authenticated(seat, is_certain=True) if is_registered(session, seat, sender) else Unregistered(seat)
    )


def second_player(session: Session, seat: Seat) -> SeatAddress | None:
    """Return the second player of *seat*, None if nobody shares it."""
    wanted = select(SeatAddress).where(
        SeatAddress.table_key == seat.table_key,
        SeatAddress.power == seat.power,
        SeatAddress.owner == seat.address,
        col(SeatAddress.shares).is_(True),
    )
    return session.exec(wanted).first()


def plays(session: Session, table: GameTable, address: str) -> bool:
    """Return whether *address* is registered for a seat of *table*, first or added."""
    return any(seat.table_key == table.key for seat, _ in seats_of_address(session, address))


def seats_of_address(session: Session, address: str) -> list[tuple[Seat, GameTable]]:
    """Return the seats for which *address* is registered, first or added, in the order of their ids."""
    own = address.lower()
    added = exists().where(
        col(SeatAddress.table_key) == Seat.table_key,
        col(SeatAddress.power) == Seat.power,
        col(SeatAddress.owner) == Seat.address,
        col(SeatAddress.address) == own,
    )
    wanted = select(Seat, GameTable).join(GameTable).where(or_(Seat.address == own, added))
    return list(session.exec(wanted.order_by(col(Seat.id))))


def _several(
    session: Session, message: IncomingMessage, seats: Sequence[Seat], destination: Destination
) -> Several | None:
    """Return the seats that the TABLE lines name, all with one primary address; None if they name none.

    *seats* are those whose token the message has.
    """
    sender = message.sender.lower()
    known = seats_of_address(session, sender)
    address = seats[0].address if seats else known[0][0].address if known else sender
    wanted = select(Seat, GameTable).join(GameTable).where(Seat.address == address)
    own = list(session.exec(wanted.order_by(col(Seat.id))))
    sections = tuple(_section(own, number, *place) for number, place in enumerate(destination.places))
    if not any(one.seat for one in sections):
        return None
    is_certain = bool(seats) and is_registered(session, seats[0], sender)
    return Several(address, sections, is_vouched=is_certain, is_certain=is_certain)


def _section(own: Sequence[tuple[Seat, GameTable]], number: int, key: str, power: str) -> GameSection:
    there = [(seat, table) for seat, table in own if table.key == key.lower()]
    meant = [(seat, table) for seat, table in there if slug(seat.power).startswith(slug(power))]
    found = meant if power else there
    if len(found) == 1:
        return GameSection(number, *found[0])
    seats = _named(there or own)
    if len(found) > 1:
        return GameSection(number, reason=sentence("identity", "which_power", seats=seats, table=key))
    no_seat = sentence("identity", "no_such_seat", seats=seats, table=key, power=power)
    return GameSection(number, reason=no_seat)


def _unless_elsewhere(
    session: Session, speaker: Authenticated | Unregistered, destination: Destination
) -> Authenticated | Unregistered | Refusal:
    """Refuse a reply for one table that has a TABLE line with another: it speaks for neither."""
    own = speaker.seat.table_key
    if destination.table.lower() in ("", own):
        return speaker
    other = select(GameTable.key).where(GameTable.key == destination.table.lower(), is_public())
    if session.exec(other).first() is None:
        return speaker
    return Refusal(sentence("identity", "two_tables", own=own, named=destination.table))


def _on_page(session: Session, seal: Seal, place: SentTo, message_id: str) -> Seat | None:
    """Return the seat on whose page the message was written, as the service has signed."""
    found = (page_links.seat_of_message(session, seal, detail, message_id) for detail in place.details)
    return next(filter(None, found), None)


def _of_own_table(seat: Seat, destination: Destination) -> Authenticated | Refusal:
    """Refuse a message from a page that names another table: the page is for one seat."""
    others = [key for key, _ in destination.places if key.lower() != seat.table_key]
    if others:
        return Refusal(sentence("identity", "two_tables", own=seat.table_key, named=others[0]))
    if _names_another_power(seat, destination):
        return Refusal(sentence("identity", "other_page", own=seat.power, named=destination.places[0][1]))
    return Authenticated(seat)


def _by_token(session: Session, seal: Seal, place: SentTo) -> list[Seat]:
    """Return the seats whose tokens the message has; the subject counts only if no address has one."""
    addressed, marked = place.seats()
    return _seats(session, seal, addressed) or _seats(session, seal, marked)


def _seats(session: Session, seal: Seal, tokens: Iterable[tuple[str, str, str]]) -> list[Seat]:
    seats = [_player_seat(session, seal, *token) or _leading_seat(session, seal, *token) for token in tokens]
    return list({(seat.table_key, seat.power): seat for seat in seats if seat}.values())


class _Led(NamedTuple):
    """A table, and the seat that a former game master or deputy had there."""

    table: GameTable
    power: str


def _led_once(session: Session, credentials: Credentials, place: SentTo) -> _Led | None:
    """Return the table and seat of a token that a game master or deputy used to have."""
    addressed, marked = place.seats()
    for power, key, token in (*addressed, *marked):
        table = session.exec(TABLE, params={"table": key}).first() if is_gm(power.upper()) else None
        if table is not None and _was_token(session, credentials.seal, table, power.upper(), token):
            return _Led(table, power.upper())
    return None


def _was_token(session: Session, seal: Seal, table: GameTable, power: str, token: str) -> bool:
    """Return whether *token* was that of a game master or a deputy of *table*."""
    named = select(func.count()).where(
        GmActionRow.table_key == table.key, col(GmActionRow.word).in_(("DEPUTY", "GM IS"))
    )
    last = table.gm_epoch if power == GM else session.exec(named).one()
    return any(seal.holds(token, *seat_words(table.key, power, epoch)) for epoch in range(last + 1))


def _of_former_leader(
    session: Session, message: IncomingMessage, led: _Led | None, destination: Destination
) -> Refusal | None:
    """Refuse what a former game master or deputy writes as such; None if they have another role.

    A renewed token proves nothing; nor does a text from a player that is not meant for a game master.
    """
    if led is None or any(table.key == led.table.key for _, table in led_by(session, message.sender)):
        return None
    is_player = plays(session, led.table, message.sender)
    if is_player and not destination.as_gm():
        return None
    return _led_once_refusal(led.table, led.power, is_player=is_player)


def _led_once_refusal(table: GameTable, power: str, *, is_player: bool) -> Refusal:
    """Say who runs *table* now, and what somebody may still do who had the seat *power* there."""
    return Refusal(
        sentence(
            "identity",
            "led_once",
            was_deputy=power != GM,
            table=table.key,
            gm=table.gm_name,
            is_player=is_player,
            is_over=table.state == OVER,
        )
    )


def _player_seat(session: Session, seal: Seal, power: str, key: str, token: str) -> Seat | None:
    """Return the seat that has the token, without creating objects for the others."""
    for name, epoch, player, address, zone in PLAYERS.rows(session, table=key):
        if slug(name) == power and seal.holds(token, *seat_words(key, name, epoch)):
            own = {"power": name, "epoch": epoch, "player": player, "address": address, "zone": zone}
            return as_row(Seat, {"table_key": key, **own})
    return None


def _leading_seat(session: Session, seal: Seal, power: str, key: str, token: str) -> Seat | None:
    """Return the seat of a game master or deputy that has the token."""
    table = session.exec(TABLE, params={"table": key}).first()
    seats = gm_seats(session, table) if table else []
    own = (seat for seat in seats if slug(seat.power) == power)
    return next((seat for seat in own if seal.holds(token, *seat_words(key, seat.power, seat.epoch))), None)


def _wanted_tables(details: Sequence[str], subject: str, destination: Destination) -> list[str]:
    """Return words of the message that may be names of tables, the likeliest first."""
    line = [
        word
        for key, power in destination.places
        for word in (key.lower(), slug(power) if power else "")
        if word
    ]
    addressed = [part for detail in details for part in detail.split(".")[:2] if part]
    return [*line, *addressed, *re.findall(r"[\w-]+", subject.lower())]


def _by_address(
    session: Session, message: IncomingMessage, wanted: Sequence[str], destination: Destination
) -> Speaker:
    played, led = seats_of_address(session, message.sender), led_by(session, message.sender)
    is_of_leader = bool(led) and (destination.as_gm() or not played)
    likely, other = (led, played) if is_of_leader else (played, led)
    seats = other if _at(other, wanted) and not _at(likely, wanted) else likely
    elsewhere = None if _at(seats, wanted) else _table_named(session, wanted, destination)
    if elsewhere or not seats:
        return _without_seat(session, message.sender, seats, elsewhere)
    playing = [(seat, table) for seat, table in seats if table.state != OVER]
    chosen = _by_power(_at(seats, wanted) or playing or seats, wanted)
    if len(chosen) > 1 and not (seats is led and destination.is_for_any()):
        first, power = chosen[0][1].key, _if_one_table(chosen)
        return Refusal(sentence("identity", "which_seat", seats=_named(chosen), first=first, power=power))
    seat, _ = chosen[0]
    return Unverified(seat)


def _at(seats: Seats, wanted: Sequence[str]) -> Seats:
    """Return the seats at the tables that the message names."""
    return [(seat, table) for seat, table in seats if table.key in wanted]


def _without_seat(session: Session, sender: str, seats: Seats, elsewhere: GameTable | None) -> Refusal:
    """Refuse a message of somebody who has no seat, or none at the table that it names."""
    for former, table in former_seats.of_address(session, sender):
        if elsewhere is None or table.key == elsewhere.key:
            return _had_seat(session, former, table)
    if elsewhere and seats:
        own = list(dict.fromkeys(table.key for _, table in seats))
        return Refusal(sentence("identity", "no_seat_there", table=elsewhere.key, own=own))
    return Refusal(sentence("identity", "not_registered", address=sender, may_open=False, has_practice=False))


def _had_seat(session: Session, former: FormerSeat, table: GameTable) -> Refusal:
    """Say that somebody no longer has a seat, and what they may still do."""
    if former.reason == former_seats.LED:
        return _led_once_refusal(table, former.power, is_player=False)
    is_over = table.state == OVER
    seated = {seat.power for seat in seats_of(session, table.key)}
    is_free = not is_over and former.reason == "replaced" and former.power not in seated  # a robot has it
    power = former.power
    return Refusal(
        sentence("identity", "played_once", power=power, table=table.key, is_over=is_over, is_free=is_free)
    )


def _table_named(session: Session, wanted: Sequence[str], destination: Destination) -> GameTable | None:
    """Return the table that the message names; without a digit a name counts only in a TABLE line."""
    lines = {key.lower() for key, _ in destination.places}
    keys = [word for word in wanted if word in lines or re.search(r"\d", word)][:MOST_WORDS]
    there = select(GameTable).where(col(GameTable.key).in_(keys), is_public())
    found = {table.key: table for table in session.exec(there)}
    return next((found[key] for key in keys if key in found), None)


def _by_power(
    seats: Sequence[tuple[Seat, GameTable]], wanted: Sequence[str]
) -> Sequence[tuple[Seat, GameTable]]:
    """Return the seats whose power the message names, else all of them."""
    words = f"-{'-'.join(wanted)}-"
    return [(seat, table) for seat, table in seats if f"-{slug(seat.power)}-" in words] or seats


def _if_one_table(seats: Sequence[tuple[Seat, GameTable]]) -> str:
    """Return the first power if all seats are at one table, so that its name does not help; else ""."""
    return seats[0][0].power if len({table.key for _, table in seats}) == 1 else ""


def _named(seats: Sequence[tuple[Seat, GameTable]]) -> list[Sentence]:
    """Return "France in std3" for each seat."""
    return [sentence("identity", "seat", power=seat.power, table=table.key) for seat, table in seats]


def led_by(session: Session, sender: str) -> list[tuple[Seat, GameTable]]:
    """Return the seats that *sender* has as game master or deputy."""
    own = sender.lower()
    helps = select(Deputy.table_key).where(Deputy.address == own)
    wanted = select(GameTable).where(or_(GameTable.gm_address == own, col(GameTable.key).in_(helps)))
    tables = session.exec(wanted.order_by(col(GameTable.key)))
    seats = [(seat, table) for table in tables for seat in gm_seats(session, table) if seat.address == own]
    return [*{table.key: (seat, table) for seat, table in reversed(seats)}.values()][::-1]
