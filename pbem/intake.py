"""FIRST SPINE: one letter, from raw bytes to its answer in the outbox.

The letter has been on disk since before its sender heard "250" (`Store.keep_letters`). `take_in` reads it,
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
from sqlalchemy import bindparam, update
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col, select

from pbem import (
    answers,
    bounces,
    desk,
    gamemaster,
    gm_letters,
    guesses,
    hearing,
    identify,
    notices,
    replays,
    several,
    wishes,
)
from pbem import letter as letters
from pbem.answers import ANSWERED, Correspondence
from pbem.chapters import headings
from pbem.commands import Script, read_script
from pbem.deeds import Person
from pbem.identify import Claim, Confirmation, Guest, NewAddress, Refusal, Several, Speaker, Voice
from pbem.letter import Letter
from pbem.office import Office
from pbem.store import DEFERRED, DONE, FAILED, HELD, OVER, WAITING, GameTable, KeptLetter

log = structlog.get_logger(__name__)

# Statements are built once: to build one takes longer than to run it.
LETTER = (
    select(KeptLetter)
    .where(KeptLetter.id == bindparam("letter"), KeptLetter.state == WAITING)
    .with_for_update(skip_locked=True)
)
TABLE = select(GameTable).where(GameTable.key == bindparam("table")).with_for_update()
TRIED = update(KeptLetter).where(col(KeptLetter.id) == bindparam("letter")).values(tries=KeptLetter.tries + 1)
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
            settled = _settle(session, office, letter_id, understood, now)
            step("letter settled")
        if settled is not None:
            log.info("letter taken in", letter=letter_id, table=table, state=settled.state, note=settled.note)
    except OperationalError:
        log.warning("letter put off: the database cannot be written", letter=letter_id, again=True)
        raise
    except Exception:  # whatever it is, it may stop this letter only
        log.exception("letter failed", letter=letter_id, again=False)
        _set_aside(letter_id, office, Fault(traceback.format_exc(), table), now)
    step("letter done")


def table_of(speaker: Speaker) -> str | None:
    """The table of the letter; of one for several games the first."""
    if isinstance(speaker, Several):
        return next((one.table.key for one in speaker.chapters if one.table), None)
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
    with office.store.reading() as session:
        speaker = identify.identify(session, office.door, letter, _wish(letter, script))
    speaker = _vouched(_as_guest(speaker, letter, script), letter, kept, office)
    step("speaker known")
    return Understood(letter, script, speaker)


def _wish(letter: Letter, script: Script) -> identify.Wish:
    places = tuple((heading.table, heading.power) for heading in headings(script))
    return identify.Wish(places, gamemaster.is_for_gm(letter.text))


def _as_guest(speaker: Speaker, letter: Letter, script: Script) -> Speaker:
    """Who has no seat, or has not said which, may still ask for what needs none."""
    if isinstance(speaker, Refusal) and letter.sender and desk.is_of_a_guest(script):
        return Guest(letter.sender.lower(), letter.sender_name)
    return speaker


def _vouched(speaker: Speaker, letter: Letter, kept: KeptLetter, office: Office) -> Speaker:
    """A claim becomes a voice if somebody vouches for the sender; it is asked only where it matters."""
    match speaker:
        case Claim(table, seat) if office.vouch(letter, kept.raw):
            return Voice(table, seat)
        case Several(address, chapters) if letter.sender.lower() == address and office.vouch(
            letter, kept.raw
        ):
            return Several(address, chapters, is_vouched=True)
        case Guest(address, name) if office.vouch(letter, kept.raw):
            return Guest(address, name, is_vouched=True)
    return speaker


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
        session.connection().execute(TRIED, {"letter": letter_id})
        if kept.tries < MOST_TRIES:
            return kept
    log.error("letter given up", letter=letter_id, tries=MOST_TRIES, again=False)
    fault = Fault(f"The program died {MOST_TRIES} times while it read this letter.")
    _set_aside(letter_id, office, fault, now)
    return None


def _locked(session: Session, letter_id: int) -> KeptLetter | None:
    return session.exec(LETTER, params={"letter": letter_id}).first()


def _settle(
    session: Session, office: Office, letter_id: int, understood: Understood, now: datetime
) -> KeptLetter | None:
    """All that the letter brings about, in the one transaction that is open; None if it was done."""
    kept = _locked(session, letter_id)
    if kept is None:
        return None
    post = Correspondence(session, office, kept, understood.letter, now)
    kept.state, kept.handled_utc, kept.tries = DONE, now, 0
    if understood.letter.kind not in ANSWERED:
        _hush(post)
    elif not _is_not_heard(post, understood):
        _answer(post, understood)
    return kept


def _answer(post: Correspondence, understood: Understood) -> None:
    """By who speaks."""
    session = post.session
    match understood.speaker:
        case Voice(table, seat):
            _hear(post, understood.script, _fresh(session, table), seat.power)
        case Claim(table, seat):
            _hear_claim(post, understood.script, _fresh(session, table), seat.power)
        case Several():
            several.hear(post, understood.script, understood.speaker)
        case Guest():
            _hear_guest(post, understood.script, understood.speaker)
        case NewAddress(change_id):
            _hear_new_address(post, change_id)
        case Confirmation(held_id):
            _confirm(post, held_id)
        case Refusal(reason, remedy):
            _hear_nobody(post, understood.script, reason, remedy)


def _is_not_heard(post: Correspondence, understood: Understood) -> bool:
    """Is the letter the repetition of another one, or does somebody guess tokens?"""
    kept, letter, speaker = post.kept, post.letter, understood.speaker
    kept.echo = replays.echo_of(letter)
    if not isinstance(speaker, Voice) and identify.has_bad_token(post.session, post.office.door, letter):
        return guesses.is_one_too_many(post.session, post.office, kept, post.now)
    if isinstance(speaker, Several):
        return several.is_repetition(post, understood.script, speaker)
    if not isinstance(speaker, Voice | Claim):
        return False
    kept.table_key = speaker.table.key
    if isinstance(speaker, Voice):
        bounces.is_alive(post.session, speaker.seat.address, post.now)
    is_gm = identify.is_gm(speaker.seat.power)
    if not (gamemaster.acts(letter.text) if is_gm else understood.script.acts):
        return False
    first = replays.first_of(post.session, kept, speaker.table.key)
    if first is None:
        return False
    find = gm_letters.at if is_gm else Correspondence.at
    seat = find(post, speaker.table, speaker.seat.power)
    post.refuse_repetition(seat, first)
    return True


def _fresh(session: Session, table: GameTable) -> GameTable:
    """The table as it is now, and nobody else's until we are done."""
    return session.exec(TABLE, params={"table": table.key}).one()


def _hush(post: Correspondence) -> None:
    """A bounce, an automatic reply, a list: kept, noted, never answered."""
    post.kept.note = post.letter.kind.name.lower()
    bounced = identify.bounced_parcel(post.kept.recipients, post.office.door)
    if bounced is not None:
        post.note_bounce(bounced)


def _hear(post: Correspondence, script: Script, table: GameTable, power: str) -> None:
    """A letter that speaks for a seat: orders are filed, commands done, and all is told in one mail."""
    if identify.is_gm(power):
        gm_letters.hear(post, table, power)
        return
    if script.acts and hearing.must_wait(post.kept, table):
        post.kept.state, post.kept.handled_utc = DEFERRED, None
        post.kept.table_key = table.key
        return
    post.send(hearing.hear(post, script, post.at(table, power)))


def _hear_claim(post: Correspondence, script: Script, table: GameTable, power: str) -> None:
    """Nothing proves who wrote: what changes anything is held until the registered address confirms it."""
    if identify.is_gm(power):
        gm_letters.hear_claim(post, script, table, power)
        return
    seat = post.at(table, power)
    is_only_late = table.state == OVER and not desk.asked(script)
    if not script.acts or is_only_late:
        _hear(post, script, table, power)
        return
    post.kept.state = HELD
    post.ask_to_confirm(seat, script)


def _hear_guest(post: Correspondence, script: Script, guest: Guest) -> None:
    """A letter of somebody who asks for nothing that needs a seat."""
    if script.acts and not guest.is_vouched:
        post.kept.state = HELD
        post.ask_guest_to_confirm(script)
        return
    visit = post.visit(Person(guest.name, guest.address, post.office.settings.house.zone), script)
    post.answer_guest(script, desk.perform_as_guest(visit))


def _hear_new_address(post: Correspondence, change_id: int) -> None:
    """The reply to "is this your address?"; both addresses are told, or why it came to nothing."""
    post.kept.note = "confirms an address"
    visit = post.visit(Person(post.letter.sender_name, post.letter.sender), Script(()))
    told = wishes.confirm_change(visit, change_id)
    if told.is_refused:
        post.refuse(" ".join(told.sentences), "STATUS tells what is on file for you.")


def _confirm(post: Correspondence, held_id: int) -> None:
    """A letter that was held has its voice now; it counts by the time of the confirmation."""
    wanted = select(KeptLetter).where(KeptLetter.id == held_id, KeptLetter.state == HELD)
    held = post.session.exec(wanted.with_for_update()).first()
    table = post.session.get(GameTable, held.table_key) if held and held.table_key else None
    if held is None:
        post.refuse_confirmation()
    elif table is not None and hearing.must_wait(post.kept, _fresh(post.session, table)):
        post.kept.state, post.kept.handled_utc = DEFERRED, None
        post.kept.table_key = table.key
    else:
        _release(post, held, table)


def _release(post: Correspondence, held: KeptLetter, table: GameTable | None) -> None:
    letter = read(held, post.office)
    script = read_script(letter.text)
    found = identify.identify(post.session, post.office.door, letter, _wish(letter, script))
    speaker = _as_guest(found, letter, script)
    held.state, held.note, held.received_utc = DONE, "confirmed", post.kept.received_utc
    post.kept.note = f"confirms letter {held.id}"
    match speaker:
        case Claim(_, seat) | Voice(_, seat) if table is not None and identify.is_gm(seat.power):
            answered = Correspondence(post.session, post.office, held, letter, post.now)
            gm_letters.hear(answered, table, seat.power)
        case Claim(_, seat) | Voice(_, seat) if table is not None:
            _hear(answers.confirming(post, held), script, table, seat.power)
        case Several(address, chapters):
            several.hear(answers.confirming(post, held), script, Several(address, chapters, is_vouched=True))
        case Guest(address, name):
            answered = Correspondence(post.session, post.office, held, letter, post.now)
            _hear_guest(answered, script, Guest(address, name, is_vouched=True))


def _hear_nobody(post: Correspondence, script: Script, reason: str, remedy: str) -> None:
    """HELP and RULES are for everybody; for anything else: why not, and what would do."""
    if script.asks("HELP") or script.asks("RULES"):
        post.answer_guest(script, desk.help_of(script, post.office))
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
