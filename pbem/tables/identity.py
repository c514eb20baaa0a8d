"""Who may speak for whom: the only place that decides it.

1. A reply goes to `judge+france.std3.k3q9...@host`. The token is signed with the installation's key for one
   seat; together with a From address that is registered for the seat it proves who wrote. On hosts without
   plus-addresses the token stands in the subject instead (`[std3 France #k3q9...]`).
2. A message without a token speaks for the seats of its From address if that address is vouched for by a mail
   server that the host trusts (Authentication-Results) or by a DKIM signature that we check. That is not
   enough for grave commands and GM actions.
3. Everything else that changes anything is held, and the registered address is asked: a reply from there to
   `judge+confirm.17.x7f2...@host` with YES on a line of its own releases it (`pbem.messages.verdict`). So is
   a message with a good token from an address that is not registered: a report may have been forwarded.

A game master is known in the same three ways: his reply address is `judge+gm.std3.k3q9...@host`, and he is
spoken of here as if he sat on a seat called "GM"; his deputies sit on "GM2", "GM3". Who plays at his own
table and writes without a token speaks as GM if the first line of the message is one of the GM's words.

A token is good for whoever holds it, so it is renewed with the seat's player. A message caught on its way and
sent once more is known by its date and words (`pbem.tables.replays`). Messages with tokens that nobody has
are counted, and from some number on not answered (`pbem.intake.token_guesses`).

Whatever is said in a seat's name is confirmed to the registered address only: see `pbem.commands.answers`.
"""

import base64
import hmac
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from unicodedata import normalize

from msgspec import Struct
from sqlalchemy import bindparam, exists
from sqlmodel import Session, col, or_, select

from pbem.core.sentences import Sentence, sentence
from pbem.messages.message import IncomingMessage
from pbem.store.database import OVER, GameTable, Seat
from pbem.store.gm_tables import Deputy
from pbem.store.player_tables import SeatAddress
from pbem.store.prepared_queries import PreparedQuery, as_row

SIGNED = r"[a-z2-7]{16}"  # 80 bits of the signature
KEY = re.compile(r"[a-z][a-z0-9-]{0,19}")
SEAT_MARK = re.compile(rf"\[([a-z][a-z0-9-]*) ([^\[\]#]+?) #({SIGNED})\]", re.I)
CONFIRM_MARK = re.compile(rf"\[confirm (\d{{1,18}}) #({SIGNED})\]", re.I)
SEAT_DETAIL = re.compile(rf"([a-z0-9-]+)\.([a-z][a-z0-9-]*)\.({SIGNED})")
CONFIRM_DETAIL = re.compile(rf"confirm\.(\d{{1,18}})\.({SIGNED})")
CHANGE_DETAIL = re.compile(rf"address\.(\d{{1,18}})\.({SIGNED})")
CHANGE_MARK = re.compile(rf"\[address (\d{{1,18}}) #({SIGNED})\]", re.I)
BOUNCE_DETAIL = re.compile(rf"bounce\.(\d{{1,18}})\.({SIGNED})")
TABLE = select(GameTable).where(GameTable.key == bindparam("table"))  # built once: that takes its time
PLAYERS = PreparedQuery(
    select(Seat.power, Seat.epoch, Seat.player, Seat.address, Seat.zone).where(  # type: ignore[call-overload]  # columns
        Seat.table_key == bindparam("table")
    )
)
GM = "GM"
GM_SEAT = re.compile(r"GM\d*")


class Seal(Struct, frozen=True):
    """Signs short lists of words; *secret* is the installation's."""

    secret: str

    def sign(self, *words: str) -> str:
        digest = hmac.digest(self.secret.encode(), "\0".join(words).encode(), sha256)
        return base64.b32encode(digest[:10]).decode().lower()

    def holds(self, token: str, *words: str) -> bool:
        return hmac.compare_digest(self.sign(*words).encode(), token.lower().encode())


class Credentials(Struct, frozen=True):
    """What a message is checked against: the installation's seal and the judge's address.

    *has_plus* if mail to `judge+anything` arrives here; only where it does not are tokens read in subjects.
    """

    seal: Seal
    judge: str
    has_plus: bool = True

    def reply_by(self, address: str, tag: str) -> tuple[str, str]:
        """Return the Reply-To and the tag for the subject of a mail, of which only one holds the token."""
        return (address, "") if self.has_plus else (self.judge, tag)


class Authenticated(Struct, frozen=True):
    """The message speaks for *seat*; *is_certain* if it has the seat's token or was confirmed."""

    seat: Seat
    is_certain: bool = False


class Unverified(Struct, frozen=True):
    """The message says that it speaks for *seat*, and nothing proves it."""

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
    """The message speaks for its sender, who asks for nothing that needs a seat; *is_vouched* if proved."""

    address: str
    name: str
    is_vouched: bool = False


class GameSection(Struct, frozen=True):
    """A seat for which a part of a message is, or (None) why there is none. *heading* counts from 0."""

    heading: int
    seat: Seat | None = None
    table: GameTable | None = None
    reason: str = ""


class Several(Struct, frozen=True):
    """The message has parts for several games, all of them for seats of *address*; *is_vouched* if proved."""

    address: str
    chapters: tuple[GameSection, ...]
    is_vouched: bool = False
    is_certain: bool = False  # by a seat's token, or confirmed


class Refusal(Struct, frozen=True):
    """The message speaks for nobody; *why* says what would do."""

    why: Sentence


Speaker = Authenticated | Unverified | Unregistered | Several | Confirmation | NewAddress | Guest | Refusal


@lru_cache(maxsize=1024)
def slug(power: str) -> str:
    """A power's name as addresses hold it: "Dol Guldur" → "dol-guldur"."""
    plain = normalize("NFKD", power).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:20] or "power"


def seat_address(seal: Seal, seat: Seat, judge: str) -> str:
    """Where a reply speaks for *seat*."""
    return plus(judge, f"{slug(seat.power)}.{seat.table_key}.{_seat_token(seal, seat)}")


def seat_tag(seal: Seal, seat: Seat) -> str:
    """The same for a subject."""
    return f"[{seat.table_key} {seat.power} #{_seat_token(seal, seat)}]"


def confirm_address(seal: Seal, incoming_id: int, judge: str) -> str:
    """Where a reply gives its voice to a message that is held."""
    return plus(judge, f"confirm.{incoming_id}.{seal.sign('confirm', str(incoming_id))}")


def confirm_tag(seal: Seal, incoming_id: int) -> str:
    return f"[confirm {incoming_id} #{seal.sign('confirm', str(incoming_id))}]"


def confirm_reply(credentials: Credentials, incoming_id: int) -> tuple[str, str]:
    """Return the Reply-To and the tag of the question whether a held message is genuine."""
    tag = confirm_tag(credentials.seal, incoming_id)
    return credentials.reply_by(confirm_address(credentials.seal, incoming_id, credentials.judge), tag)


def change_reply(credentials: Credentials, change_id: int) -> tuple[str, str]:
    """Return the Reply-To and the tag of the question whether a new address is the player's."""
    tag = change_tag(credentials.seal, change_id)
    return credentials.reply_by(change_address(credentials.seal, change_id, credentials.judge), tag)


def seat_reply(credentials: Credentials, seat: Seat) -> tuple[str, str]:
    """Return the Reply-To and the tag of a mail to *seat*."""
    return credentials.reply_by(
        seat_address(credentials.seal, seat, credentials.judge), seat_tag(credentials.seal, seat)
    )


def change_address(seal: Seal, change_id: int, judge: str) -> str:
    """Where a reply confirms a new address."""
    return plus(judge, f"address.{change_id}.{seal.sign('address', str(change_id))}")


def change_tag(seal: Seal, change_id: int) -> str:
    return f"[address {change_id} #{seal.sign('address', str(change_id))}]"


def bounce_address(seal: Seal, parcel_id: int, judge: str) -> str:
    """The envelope sender of a mail of ours: a bounce names the mail, and nobody can make one up."""
    return plus(judge, f"bounce.{parcel_id}.{seal.sign('bounce', str(parcel_id))}")


def bounced_parcel(recipients: Iterable[str], credentials: Credentials) -> int | None:
    """The mail of ours that a message to these addresses is a bounce of."""
    found = (BOUNCE_DETAIL.fullmatch(detail) for detail in details(recipients, credentials.judge))
    signed = (match for match in found if match and credentials.seal.holds(match[2], "bounce", match[1]))
    return next((int(match[1]) for match in signed), None)


def gm_seat(table: GameTable) -> Seat:
    """The game master, as if he sat on a seat; it is never written to the database."""
    return Seat(
        table_key=table.key,
        power=GM,
        player=table.gm_name,
        address=table.gm_address.lower(),
        zone=table.zone,
        epoch=table.gm_epoch,
    )


def deputy_seat(table: GameTable, deputy: Deputy) -> Seat:
    """A deputy of the game master, as if he sat on a seat."""
    return Seat(
        table_key=table.key,
        power=f"{GM}{deputy.number}",
        player=deputy.name,
        address=deputy.address,
        zone=table.zone,
        epoch=deputy.epoch,
    )


def gm_seats(session: Session, table: GameTable) -> list[Seat]:
    """The game master and his deputies."""
    wanted = select(Deputy).where(Deputy.table_key == table.key).order_by(col(Deputy.number))
    return [gm_seat(table), *(deputy_seat(table, deputy) for deputy in session.exec(wanted))]


def is_gm(power: str) -> bool:
    """Is it the seat of a game master, or of a deputy?"""
    return GM_SEAT.fullmatch(power) is not None


def may_open_tables(address: str, gms: Sequence[str], host: str) -> bool:
    """May who writes from *address* open tables by mail?  The host may, and whom he names: settings, gms."""
    own = address.lower()
    return own == host or own in gms or f"@{own.rpartition('@')[2]}" in gms


def has_bad_token(session: Session, credentials: Credentials, message: IncomingMessage) -> bool:
    """Is the message addressed with a token that nobody has?"""
    told = list(details(message.recipients, credentials.judge))
    shapes = (SEAT_DETAIL, CONFIRM_DETAIL, CHANGE_DETAIL, BOUNCE_DETAIL)
    if not any(shape.fullmatch(detail) for detail in told for shape in shapes):
        return False
    answers = (
        _confirmed(credentials.seal, told, "") is not None or _changed(credentials.seal, told, "") is not None
    )
    is_known = answers or _by_token(session, credentials.seal, told, "")
    return not is_known and bounced_parcel(message.recipients, credentials) is None


def has_token(session: Session, credentials: Credentials, message: IncomingMessage) -> bool:
    """Is the message addressed, or marked, with the token of a seat?"""
    marked = "" if credentials.has_plus else message.subject
    return bool(
        _by_token(session, credentials.seal, list(details(message.recipients, credentials.judge)), marked)
    )


def plus(judge: str, detail: str) -> str:
    local, _, domain = judge.rpartition("@")
    return f"{local}+{detail}@{domain}"


def is_ours(address: str, judge: str) -> bool:
    """Is *address* the judge's, with or without "+something"?"""
    return bool(list(details([address], judge)))


def takes(address: str, judge: str) -> bool:
    """May a message come in for *address*?

    His own, or with "+" a seat, a table, a bounce, a confirmation.
    """
    shapes = (SEAT_DETAIL, CONFIRM_DETAIL, CHANGE_DETAIL, BOUNCE_DETAIL, KEY)
    found = details([address], judge)
    return any(not detail or any(shape.fullmatch(detail) for shape in shapes) for detail in found)


def details(addresses: Iterable[str], judge: str) -> Iterable[str]:
    """What stands after the "+" in the judge's addresses among these; "" for his bare address."""
    local, _, domain = judge.lower().rpartition("@")
    pattern = re.compile(rf"{re.escape(local)}(?:\+(.*))?@{re.escape(domain)}")
    found = (pattern.fullmatch(address.strip("<> ").lower()) for address in addresses)
    return [match[1] or "" for match in found if match]


def is_for_bounces(recipients: Iterable[str], judge: str) -> bool:
    """Return whether a message went to an address that takes nothing but delivery reports."""
    return any(detail.partition(".")[0] == "bounce" for detail in details(recipients, judge))


def tables_of(recipients: Iterable[str], judge: str) -> list[str]:
    """The tables of the seats that these addresses of the judge name, whoever may use them."""
    found = (SEAT_DETAIL.fullmatch(detail) for detail in details(recipients, judge))
    return [match[2] for match in found if match]


class Destination(Struct, frozen=True):
    """What a message itself says of where it wants to go: its TABLE lines, and if it begins with a GM's word.

    *places* are the names of table and power, as they are written; "" for a power that is not named.
    """

    places: tuple[tuple[str, str], ...] = ()
    as_gm: bool = False

    @property
    def table(self) -> str:
        return self.places[-1][0] if self.places else ""


def identify(
    session: Session, credentials: Credentials, message: IncomingMessage, preference: Destination
) -> Speaker:
    """Whom does *message* speak for?  Without a token it only claims; who vouches is asked elsewhere."""
    told = list(details(message.recipients, credentials.judge))
    marked = "" if credentials.has_plus else message.subject
    confirmed = _confirmed(credentials.seal, told, marked)
    if confirmed is not None:
        return Confirmation(confirmed)
    changed = _changed(credentials.seal, told, marked)
    if changed is not None:
        return NewAddress(changed)
    voices = _by_token(session, credentials.seal, told, marked)
    if len(set(preference.places)) > 1 and not preference.as_gm:
        several = _several(session, message, [voice.seat for voice in voices], preference)
        if several is not None:
            return several
    if len(voices) == 1:
        return _unless_elsewhere(session, _by_sender(session, voices[0].seat, message.sender), preference)
    if voices:
        return Refusal(sentence("identity", "several_seats", seats=len(voices)))
    return _by_address(session, message, _wanted_tables(told, message.subject, preference), preference)


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
    """Whoever has the token speaks for the seat only from an address of the seat."""
    return (
        Authenticated(seat, is_certain=True) if is_registered(session, seat, sender) else Unregistered(seat)
    )


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
    session: Session, message: IncomingMessage, seats: Sequence[Seat], preference: Destination
) -> Several | None:
    """The seats that the TABLE lines name, all with one primary address; None if they name none.

    *seats* are those of which the message has the token.
    """
    sender = message.sender.lower()
    known = seats_of_address(session, sender)
    address = seats[0].address if seats else known[0][0].address if known else sender
    wanted = select(Seat, GameTable).join(GameTable).where(Seat.address == address)
    own = list(session.exec(wanted.order_by(col(Seat.id))))
    chapters = tuple(_chapter(own, number, *place) for number, place in enumerate(preference.places))
    if not any(one.seat for one in chapters):
        return None
    is_certain = bool(seats) and is_registered(session, seats[0], sender)
    return Several(address, chapters, is_vouched=is_certain, is_certain=is_certain)


def _chapter(own: Sequence[tuple[Seat, GameTable]], number: int, key: str, power: str) -> GameSection:
    there = [(seat, table) for seat, table in own if table.key == key.lower()]
    meant = [(seat, table) for seat, table in there if slug(seat.power).startswith(slug(power))]
    found = meant if power else there
    if len(found) == 1:
        return GameSection(number, *found[0])
    seats = ", ".join(f"{seat.power} in {table.key}" for seat, table in (there or own))
    if len(found) > 1:
        return GameSection(number, reason=f"You play {seats}; write GAME {key} and the power.")
    return GameSection(
        number, reason=f"You have no such seat: {key} {power}".rstrip() + f". You play {seats}."
    )


def _unless_elsewhere(
    session: Session, voice: Authenticated | Unregistered, preference: Destination
) -> Authenticated | Unregistered | Refusal:
    """A reply for one table that says TABLE and the name of another speaks for neither."""
    own = voice.seat.table_key
    if preference.table.lower() in ("", own):
        return voice
    other = select(Seat.id).where(
        Seat.address == voice.seat.address, Seat.table_key == preference.table.lower()
    )
    if session.exec(other).first() is None:
        return voice
    return Refusal(sentence("identity", "two_tables", own=own, named=preference.table))


def _confirmed(seal: Seal, told: Sequence[str], subject: str) -> int | None:
    marks = [match.groups() for detail in told if (match := CONFIRM_DETAIL.fullmatch(detail))]
    marks += [match.groups() for match in CONFIRM_MARK.finditer(subject)]
    return next((int(number) for number, token in marks if seal.holds(token, "confirm", number)), None)


def _changed(seal: Seal, told: Sequence[str], subject: str) -> int | None:
    marks = [match.groups() for detail in told if (match := CHANGE_DETAIL.fullmatch(detail))]
    marks += [match.groups() for match in CHANGE_MARK.finditer(subject)]
    return next((int(number) for number, token in marks if seal.holds(token, "address", number)), None)


def _by_token(session: Session, seal: Seal, told: Sequence[str], subject: str) -> list[Authenticated]:
    """The seats whose tokens the message holds; the subject counts only if no address has one."""
    addressed = [match.groups() for detail in told if (match := SEAT_DETAIL.fullmatch(detail))]
    marked = [(slug(power), key.lower(), token) for key, power, token in SEAT_MARK.findall(subject)]
    return _voices(session, seal, addressed) or _voices(session, seal, marked)


def _voices(session: Session, seal: Seal, marks: Iterable[Sequence[str | None]]) -> list[Authenticated]:
    voices = [_voice(session, seal, *(str(word) for word in mark)) for mark in marks]
    found = [voice for voice in voices if voice]
    return list({(voice.seat.table_key, voice.seat.power): voice for voice in found}.values())


def _voice(session: Session, seal: Seal, power: str, key: str, token: str) -> Authenticated | None:
    player = _player(session, seal, power, key, token)
    return player or _game_master(session, seal, power, key, token)


def _player(session: Session, seal: Seal, power: str, key: str, token: str) -> Authenticated | None:
    """Of all seats of the table only the one that has the token becomes more than a row."""
    for name, epoch, player, address, zone in PLAYERS.rows(session, table=key):
        if slug(name) == power and seal.holds(token, *_seat_words(key, name, epoch)):
            own = {"power": name, "epoch": epoch, "player": player, "address": address, "zone": zone}
            return Authenticated(as_row(Seat, {"table_key": key, **own}))
    return None


def _game_master(session: Session, seal: Seal, power: str, key: str, token: str) -> Authenticated | None:
    table = session.exec(TABLE, params={"table": key}).first()
    seats = gm_seats(session, table) if table else []
    own = (seat for seat in seats if slug(seat.power) == power)
    return next((Authenticated(seat) for seat in own if seal.holds(token, *_words_of(seat))), None)


def _seat_words(key: str, power: str, epoch: int) -> tuple[str, ...]:
    return ("seat", key, power, str(epoch))


def _words_of(seat: Seat) -> tuple[str, ...]:
    return _seat_words(seat.table_key, seat.power, seat.epoch)


def _seat_token(seal: Seal, seat: Seat) -> str:
    return seal.sign(*_words_of(seat))


def _wanted_tables(told: Sequence[str], subject: str, preference: Destination) -> list[str]:
    """Words of the message that may be keys of tables, the surest first."""
    line = [
        word
        for key, power in preference.places
        for word in (key.lower(), slug(power) if power else "")
        if word
    ]
    addressed = [part for detail in told for part in detail.split(".")[:2] if part]
    return [*line, *addressed, *re.findall(r"[\w-]+", subject.lower())]


def _by_address(
    session: Session, message: IncomingMessage, wanted: Sequence[str], preference: Destination
) -> Speaker:
    seats = seats_of_address(session, message.sender)
    led = _led(session, message.sender)
    seats = led if led and (preference.as_gm or not seats) else seats
    if not seats:
        return _stranger(message)
    named = [(seat, table) for seat, table in seats if table.key in wanted]
    playing = [(seat, table) for seat, table in seats if table.state != OVER]
    chosen = _by_power(named or playing or seats, wanted)
    if len(chosen) > 1:
        return _which(chosen)
    seat, _ = chosen[0]
    return Unverified(seat)


def _by_power(
    seats: Sequence[tuple[Seat, GameTable]], wanted: Sequence[str]
) -> Sequence[tuple[Seat, GameTable]]:
    """Those whose power the message names, else all of them."""
    words = f"-{'-'.join(wanted)}-"
    return [(seat, table) for seat, table in seats if f"-{slug(seat.power)}-" in words] or seats


def _which(seats: Sequence[tuple[Seat, GameTable]]) -> Refusal:
    played = [sentence("identity", "seat", power=seat.power, table=table.key) for seat, table in seats]
    return Refusal(sentence("identity", "which_seat", seats=played, first=seats[0][1].key))


def _led(session: Session, sender: str) -> list[tuple[Seat, GameTable]]:
    """The tables of which *sender* is the game master, or a deputy."""
    own = sender.lower()
    helps = select(Deputy.table_key).where(Deputy.address == own)
    wanted = select(GameTable).where(or_(GameTable.gm_address == own, col(GameTable.key).in_(helps)))
    tables = session.exec(wanted.order_by(col(GameTable.key)))
    seats = [(seat, table) for table in tables for seat in gm_seats(session, table) if seat.address == own]
    return [*{table.key: (seat, table) for seat, table in reversed(seats)}.values()][::-1]


def _stranger(message: IncomingMessage) -> Refusal:
    return Refusal(sentence("identity", "not_registered", address=message.sender))
