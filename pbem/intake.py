"""FIRST SPINE: one letter, from raw bytes to its answer in the outbox.

The letter has been on disk since before its sender heard "250" (`Store.keep_letter`). `take_in` reads it,
finds out for whom it speaks, and in one transaction files the orders, puts the answer into the outbox and
marks the letter done. If the power fails before that transaction ends, nothing has happened and the letter
is taken in again at the next start; if it fails afterwards, all has happened. The answer has a Message-ID
made from the letter's own, so even a repeat would be known as one.

A letter that raises an error is kept, marked, answered once and shown to the GM, and the others go on. One
that kills the program without a word is given up after `MOST_TRIES`. Trouble with the database is nobody's
fault: the letter stays as it is and is tried again.
"""

import traceback
from collections.abc import Callable
from datetime import datetime

import structlog
from msgspec import Struct
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, select

from pbem import answers, identify, notices, sheets
from pbem import letter as letters
from pbem.answers import ANSWERED, Correspondence
from pbem.commands import Script, read_script
from pbem.identify import Claim, Confirmation, Refusal, Speaker, Voice
from pbem.letter import Letter
from pbem.office import Office
from pbem.store import DEFERRED, DONE, FAILED, HELD, OVER, RUNNING, WAITING, GameTable, KeptLetter

log = structlog.get_logger(__name__)

STEPS = ("letter begun", "letter read", "speaker known", "letter settled", "letter done")
MOST_TRIES = 3


def _pass(_step: str) -> None: ...


step: Callable[[str], None] = _pass  # a crash test puts something else here


class Understood(Struct, frozen=True):
    """What was found out about a letter before anything is changed."""

    letter: Letter
    script: Script
    speaker: Speaker


class Fault(Struct, frozen=True):
    """Why a letter failed, and at which table, if that is known."""

    text: str
    table: str | None = None


def take_in(letter_id: int, office: Office, now: datetime) -> None:
    """One letter, from the inlet to its answer in the outbox: kept raw first, then wholly or not at all."""
    kept = _begin(letter_id, office, now)
    if kept is None:
        return
    step("letter begun")
    table = None
    try:
        understood = understand(kept, office)
        table = table_of(understood.speaker)
        with office.store.writing() as session:
            _settle(session, office, letter_id, understood, now)
            step("letter settled")
    except OperationalError:
        log.warning("letter put off: the database cannot be written", letter=letter_id, again=True)
        raise
    except Exception:  # whatever it is, it may stop this letter only
        log.exception("letter failed", letter=letter_id, again=False)
        _set_aside(letter_id, office, Fault(traceback.format_exc(), table), now)
    step("letter done")


def table_of(speaker: Speaker) -> str | None:
    return speaker.table.key if isinstance(speaker, Voice | Claim) else None


def waiting(session: Session, until: datetime | None = None) -> list[int]:
    """The ids of letters to be taken in, in the order in which they were received."""
    wanted = select(KeptLetter.id).where(KeptLetter.state == WAITING)
    if until is not None:
        wanted = wanted.where(KeptLetter.received_utc <= until)
    found = session.exec(wanted.order_by(KeptLetter.received_utc, KeptLetter.id))  # type: ignore[arg-type]  # columns
    return [number for number in found if number is not None]


def understand(kept: KeptLetter, office: Office) -> Understood:
    """Read the letter and ask who vouches for it: nothing is locked, for that may ask the DNS."""
    letter = read(kept, office)
    step("letter read")
    if letter.kind not in ANSWERED:
        return Understood(letter, Script(()), Refusal("", ""))
    script = read_script(letter.text)
    wish = identify.Wish(script.argument("TABLE"))
    with office.store.reading() as session:
        speaker = identify.identify(session, office.door, letter, wish)
    if isinstance(speaker, Claim) and office.vouch(letter, kept.raw):
        speaker = Voice(speaker.table, speaker.seat)
    step("speaker known")
    return Understood(letter, script, speaker)


def read(kept: KeptLetter, office: Office) -> Letter:
    return letters.read(
        kept.raw,
        envelope_from=kept.envelope_from,
        recipients=kept.recipients,
        limit=office.settings.letters.letter_limit_kib * 1024,
    )


def _begin(letter_id: int, office: Office, now: datetime) -> KeptLetter | None:
    """Count the try; None when somebody else has the letter, or when it has killed the program too often."""
    with office.store.writing() as session:
        kept = _locked(session, letter_id)
        if kept is None:
            return None
        kept.tries += 1
        if kept.tries <= MOST_TRIES:
            return kept
    fault = Fault(f"The program died {MOST_TRIES} times while it read this letter.")
    _set_aside(letter_id, office, fault, now)
    return None


def _locked(session: Session, letter_id: int) -> KeptLetter | None:
    wanted = select(KeptLetter).where(KeptLetter.id == letter_id, KeptLetter.state == WAITING)
    return session.exec(wanted.with_for_update(skip_locked=True)).first()


def _settle(session: Session, office: Office, letter_id: int, understood: Understood, now: datetime) -> None:
    """All that the letter brings about, in the one transaction that is open."""
    kept = _locked(session, letter_id)
    if kept is None:
        return
    post = Correspondence(session, office, kept, understood.letter, now)
    kept.state, kept.handled_utc, kept.tries = DONE, now, 0
    if understood.letter.kind not in ANSWERED:
        _hush(post)
        return
    match understood.speaker:
        case Voice(table, seat):
            _hear(post, understood.script, _fresh(session, table), seat.power)
        case Claim(table, seat):
            _hear_claim(post, understood.script, _fresh(session, table), seat.power)
        case Confirmation(held_id):
            _confirm(post, held_id)
        case Refusal(reason, remedy):
            _hear_nobody(post, understood.script, reason, remedy)


def _fresh(session: Session, table: GameTable) -> GameTable:
    """The table as it is now, and nobody else's until we are done."""
    wanted = select(GameTable).where(GameTable.key == table.key)
    return session.exec(wanted.with_for_update()).one()


def _hush(post: Correspondence) -> None:
    """A bounce, an automatic reply, a list: kept, noted, never answered."""
    post.kept.note = post.letter.kind.name.lower()
    bounced = identify.bounced_parcel(post.kept.recipients, post.office.door)
    if bounced is not None:
        post.note_bounce(bounced)


def _hear(post: Correspondence, script: Script, table: GameTable, power: str) -> None:
    """A letter that speaks for a seat."""
    seat = post.at(table, power)
    is_sheet = script.is_for_the_game or script.asks("CLEAR")
    if table.state == OVER and is_sheet:
        post.refuse_over(seat)
    elif is_sheet and _must_wait(post.kept, table):
        post.kept.state, post.kept.handled_utc = DEFERRED, None
    elif is_sheet and (turn := post.missed(seat, script)) is not None:
        post.refuse_late(seat, turn)
    elif is_sheet and not post.is_for_turn_due(seat, script):
        post.refuse_other_turn(seat, script.argument("TURN"))
    elif is_sheet:
        filed = sheets.file(post.session, seat.place, post.kept, script)
        post.confirm(seat, filed, script)
    else:
        post.answer_requests(seat, script)


def _must_wait(kept: KeptLetter, table: GameTable) -> bool:
    """Did it come after the deadline of a turn that is not run yet? Then its turn comes after the turn."""
    return table.state == RUNNING and table.final_utc is not None and kept.received_utc > table.final_utc


def _hear_claim(post: Correspondence, script: Script, table: GameTable, power: str) -> None:
    """Nothing proves who wrote: orders are held until the registered address confirms them."""
    seat = post.at(table, power)
    if not (script.is_for_the_game or script.asks("CLEAR")) or table.state == OVER:
        _hear(post, script, table, power)
        return
    post.kept.state = HELD
    post.ask_to_confirm(seat, script)


def _confirm(post: Correspondence, held_id: int) -> None:
    """A letter that was held has its voice now; it counts by the time of the confirmation."""
    wanted = select(KeptLetter).where(KeptLetter.id == held_id, KeptLetter.state == HELD)
    held = post.session.exec(wanted.with_for_update()).first()
    table = post.session.get(GameTable, held.table_key) if held else None
    if held is None or table is None:
        post.refuse_confirmation()
    elif _must_wait(post.kept, _fresh(post.session, table)):
        post.kept.state, post.kept.handled_utc = DEFERRED, None
        post.kept.table_key = table.key
    else:
        _release(post, held, table)


def _release(post: Correspondence, held: KeptLetter, table: GameTable) -> None:
    letter = read(held, post.office)
    script = read_script(letter.text)
    wish = identify.Wish(script.argument("TABLE"))
    speaker = identify.identify(post.session, post.office.door, letter, wish)
    held.state, held.note, held.received_utc = DONE, "confirmed", post.kept.received_utc
    post.kept.note = f"confirms letter {held.id}"
    if isinstance(speaker, Claim | Voice):
        _hear(answers.confirming(post, held), script, table, speaker.seat.power)


def _hear_nobody(post: Correspondence, script: Script, reason: str, remedy: str) -> None:
    """HELP and RULES are for everybody; for anything else: why not, and what would do."""
    if script.asks("HELP") or script.asks("RULES"):
        post.answer_stranger(script)
    else:
        post.refuse(reason, remedy)


def _set_aside(letter_id: int, office: Office, fault: Fault, now: datetime) -> None:
    """Keep the letter, mark it, answer it once, show it to the GM."""
    with office.store.writing() as session:
        kept = _locked(session, letter_id)
        if kept is None:
            return
        kept.state, kept.fault, kept.handled_utc = FAILED, fault.text, now
        kept.table_key = fault.table
        answers.apologise(session, office, kept, _readable(kept, office), now)
        table = session.get(GameTable, kept.table_key) if kept.table_key else None
        notices.letter_failed(session, office, table, kept, now)


def _readable(kept: KeptLetter, office: Office) -> Letter | None:
    """The letter, if it was not the reading that failed."""
    try:
        return read(kept, office)
    except Exception:  # it failed before, and that was logged
        return None


def again(letter_id: int, office: Office) -> bool:
    """Let a letter that failed be taken in once more; False if there is no such letter."""
    with office.store.writing() as session:
        kept = session.get(KeptLetter, letter_id)
        if kept is None or kept.state != FAILED:
            return False
        kept.state, kept.tries = WAITING, 0
    return True
