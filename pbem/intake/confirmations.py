"""Answers to the question whether a held message is genuine.

Only a reply from the address that was asked counts, and only with YES or NO on a line of its own
(`pbem.messages.verdict`). After YES the held message is executed as if it had come with the confirmation: it
counts by the time of that. After NO it is void, and the GM is warned. Anything else leaves it held.
"""

from msgspec import Struct
from sqlmodel import select

from pbem.commands import answers, orders, preferences
from pbem.commands.answers import MessageContext
from pbem.intake import gm_messages, guest_messages, seat_messages, several_games
from pbem.intake.locked_seats import locked_table, seated
from pbem.intake.understanding import as_heard, confirmed, named_in, read
from pbem.messages.message import IncomingMessage
from pbem.messages.script import Script, read_script
from pbem.messages.verdict import Verdict, verdict
from pbem.store.database import DONE, HELD, GameTable, StoredMessage
from pbem.tables import identity, notices
from pbem.tables.identity import (
    Authenticated,
    Confirmation,
    Guest,
    Several,
    Speaker,
    Unregistered,
    Unverified,
)


class Asked(Struct, frozen=True):
    """The held message, and what it was taken for when the question was asked."""

    held: StoredMessage
    letter: IncomingMessage
    script: Script
    speaker: Speaker
    table: GameTable | None

    @property
    def address(self) -> str:
        """The address to which the question went; "" if nobody can answer it any more."""
        match self.speaker:
            case Authenticated(seat) | Unverified(seat) | Unregistered(seat):
                return seat.address.lower()
            case Several(address) | Guest(address):
                return address.lower()
            case _:
                return ""


def confirm(post: MessageContext, confirmation: Confirmation) -> None:
    """Execute the held message, void it, or say which answer would do."""
    wanted = select(StoredMessage).where(
        StoredMessage.id == confirmation.letter_id, StoredMessage.state == HELD
    )
    held = post.session.exec(wanted.with_for_update()).first()
    table = locked_table(post.session, held.table_key) if held and held.table_key else None
    if held is None:
        post.refuse_confirmation()
        return
    asked = _asked(post, held, table)
    if post.letter.sender.lower() != asked.address:
        post.refuse_answer("confirmation from another address", "other_address")
        return
    if not post.letter.is_of_a_person:
        post.refuse_answer(f"signs of automation: {', '.join(post.letter.signs)}", "automatic")
        return
    _heed(post, asked, verdict(post.letter.text))


def _asked(post: MessageContext, held: StoredMessage, table: GameTable | None) -> Asked:
    letter = as_heard(read(held, post.office))
    script = read_script(letter.text)
    return Asked(held, letter, script, named_in(post.session, post.office, letter, script), table)


def _heed(post: MessageContext, asked: Asked, said: Verdict) -> None:
    match said:
        case Verdict.UNCLEAR:
            post.refuse_answer("neither yes nor no", "yes_or_no")
        case Verdict.NO:
            _void(post, asked)
        case Verdict.YES | Verdict.YES_AND_ADD if asked.table and orders.must_wait(post.kept, asked.table):
            orders.put_off(post.kept, asked.table)
        case Verdict.YES | Verdict.YES_AND_ADD:
            if said is Verdict.YES_AND_ADD and isinstance(asked.speaker, Unregistered):
                preferences.register(post.session, asked.speaker.seat, asked.letter.sender, post.now)
            _release(post, asked)


def _void(post: MessageContext, asked: Asked) -> None:
    asked.held.state, asked.held.note = DONE, "rejected"
    post.refuse_answer(f"rejects message {asked.held.id}", "rejected", claimed=asked.letter.sender)
    if asked.table is not None:
        notices.forged(post.session, post.office, asked.table, asked.held, post.now)


def _release(post: MessageContext, asked: Asked) -> None:
    held, letter, table = asked.held, asked.letter, asked.table
    held.state, held.note, held.received_utc = DONE, "confirmed", post.kept.received_utc
    post.kept.note = f"confirms letter {held.id}"
    as_sent = MessageContext(post.session, post.office, held, letter, post.now)
    match confirmed(asked.speaker):
        case Authenticated(seat) if table is not None and identity.is_gm(seat.power):
            gm_messages.hear(as_sent, table, seat.power)
        case Authenticated(seat) if table is not None:
            (place,) = seated(post.session, [seat]).values()
            seat_messages.hear(answers.confirming(post, held), asked.script, *place)
        case Several() as speaker:
            several_games.hear(answers.confirming(post, held), asked.script, speaker)
        case Guest() as speaker:
            guest_messages.hear(as_sent, asked.script, speaker)
