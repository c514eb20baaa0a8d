"""FIRST SPINE: one letter, from raw bytes to its answer in the outbox.

The letter has been on disk since before its sender heard "250" (`Store.keep_letters`). `take_in` takes it in
hand (`pbem.in_hand`), reads it, finds out for whom it speaks, and in one transaction files the orders, puts
the answer into the outbox and marks the letter done. Sheets of orders that wait side by side share that
transaction, and with it one sync of the disk; if one of them fails, each has its own.

If the power fails before that transaction ends, nothing has happened and the letter is taken in again at the
next start; if it fails afterwards, all has happened. The answer has a Message-ID made from the letter's own,
so even a repeat would be known as one.

A letter that raises an error is kept, marked, answered once and shown to the GM, and the others go on. One
that kills the program without a word is given up after `MOST_TRIES`. Trouble with the database is nobody's
fault: the letter stays as it is and is tried again.
"""

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import and_, bindparam
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
    in_hand,
    notices,
    replays,
    several,
    wishes,
)
from pbem import letter as letters
from pbem.answers import ANSWERED, Correspondence, Foreseen
from pbem.chapters import headings
from pbem.commands import Script, read_script
from pbem.deeds import At, Person
from pbem.identify import Claim, Confirmation, Guest, NewAddress, Refusal, Several, Speaker, Voice
from pbem.letter import Letter
from pbem.logs import log
from pbem.office import Office
from pbem.questions import Question
from pbem.store import DEFERRED, DONE, FAILED, HELD, OVER, WAITING, GameTable, KeptLetter, Seat, id_of

LOCKED = Question(select(col(GameTable.key)).where(GameTable.key == bindparam("table")).with_for_update())
# Statements are built once: to build one takes longer than to run it.
LETTER = (
    select(KeptLetter)
    .where(KeptLetter.id == bindparam("letter"), KeptLetter.state == WAITING)
    .with_for_update(skip_locked=True)
)
SEATED = (
    select(GameTable, Seat)
    .outerjoin(
        Seat,
        and_(
            col(Seat.table_key) == col(GameTable.key),
            col(Seat.power).in_(bindparam("powers", expanding=True)),
        ),
    )
    .where(col(GameTable.key).in_(bindparam("tables", expanding=True)))
)
STEPS = ("letter begun", "letter read", "speaker known", "letter settled", "letter done")
MOST_TRIES = 3

Places = Mapping[tuple[str, str], tuple[GameTable, Seat]]
"""By the names of table and power."""

Foresee = Callable[[Correspondence, Script, At], Foreseen | None]


def _pass(_step: str) -> None: ...


step: Callable[[str], None] = _pass  # a crash test puts something else here


class Understood(Struct, frozen=True):
    """What was found out about a letter before anything is changed."""

    kept: KeptLetter
    letter: Letter
    script: Script
    speaker: Speaker
    foreseen: Foreseen | None = None

    @property
    def seat(self) -> Seat | None:
        """The one that it speaks for, or claims to."""
        return self.speaker.seat if isinstance(self.speaker, Voice | Claim) else None

    @property
    def table(self) -> str | None:
        """The table of the letter; of one for several games the first."""
        if isinstance(self.speaker, Several):
            return next((one.table.key for one in self.speaker.chapters if one.table), None)
        return self.seat.table_key if self.seat else None

    @property
    def is_orders_alone(self) -> bool:
        """Is it a sheet of orders of a player, and nothing else?  It changes nothing about who may speak."""
        is_voice = isinstance(self.speaker, Voice) and not identify.is_gm(self.speaker.seat.power)
        return is_voice and not self.script.requests


class Fault(Struct, frozen=True):
    """Why a letter failed, and at which table, if that is known."""

    text: str
    table: str | None = None


def take_in(letter_id: int, office: Office, now: datetime) -> None:
    """One letter, from the inlet to its answer in the outbox: kept raw first, then wholly or not at all."""
    take_in_all([letter_id], office, now)


def take_in_all(
    letter_ids: Sequence[int], office: Office, now: datetime, foresee: Foresee | None = None
) -> int:
    """Each of these letters, in the order in which they were received; how many were begun.

    Sheets of orders that follow one another share a transaction. If one of them fails, each has its own.
    Who shares the database with others may *foresee* (`pbem.hearing`) what comes of them before that.
    """
    begun = _begin(letter_ids, office, now)
    try:
        for letters_together in _together(begun, office, now, foresee):
            _settle_all(letters_together, office, now)
    except OperationalError:
        log.warning("letters put off: the database cannot be written", letters=list(letter_ids), again=True)
        with suppress(OperationalError):  # it has trouble, and this is a smaller thing to write
            in_hand.let_go(office.store, begun)
        raise
    return len(begun)


def _together(
    begun: Sequence[KeptLetter], office: Office, now: datetime, foresee: Foresee | None
) -> Iterator[list[Understood]]:
    """What is understood of each letter, those side by side that may be settled together."""
    left = iter(begun)
    while understood := _side_by_side(left, office, now, foresee):
        yield [one for one in understood if one.is_orders_alone]
        yield from ([one] for one in understood if not one.is_orders_alone)


def _side_by_side(
    left: Iterator[KeptLetter], office: Office, now: datetime, foresee: Foresee | None
) -> list[Understood]:
    """Down to the first letter that is more than orders, all by one moment of the database.

    That one may change who speaks for whom: those after it are understood when it is settled.
    """
    found: list[Understood] = []
    with office.store.reading() as session:
        for kept in left:
            understood = _understood(session, kept, office, now)
            if understood is not None:
                found.append(understood)
            if understood is not None and not understood.is_orders_alone:
                break
        if foresee is not None:
            places = _places(session, [one.seat for one in found if one.seat and one.is_orders_alone])
            posts = [Correspondence(session, office, one.kept, one.letter, now) for one in found]
            found = [_foreseen(post, one, places, foresee) for post, one in zip(posts, found, strict=True)]
    return found


def _foreseen(post: Correspondence, one: Understood, places: Places, foresee: Foresee) -> Understood:
    """With what will come of it, if it is orders and nothing else."""
    place = places.get((one.seat.table_key, one.seat.power)) if one.seat and one.is_orders_alone else None
    if place is None:
        return one
    try:
        return replace(one, foreseen=foresee(post, one.script, post.placed(*place)))
    except OperationalError:
        raise
    except Exception:  # it comes again when the letter is settled, and is dealt with there
        return one


def _understood(session: Session, kept: KeptLetter, office: Office, now: datetime) -> Understood | None:
    """None if it cannot be."""
    step("letter begun")
    try:
        return understand(session, kept, office)
    except OperationalError:
        raise
    except Exception:  # whatever it is, it may stop this letter only
        _failed(kept, None, office, now)
    return None


def understand(session: Session, kept: KeptLetter, office: Office) -> Understood:
    """Read the letter and ask who vouches for it: nothing is locked, for that may ask the DNS."""
    letter = read(kept, office)
    step("letter read")
    if letter.kind not in ANSWERED:
        return Understood(kept, letter, Script(()), Refusal("", ""))
    script = read_script(letter.text)
    speaker = identify.identify(session, office.door, letter, _wish(letter, script))
    speaker = _vouched(_as_guest(speaker, letter, script), letter, kept, office)
    step("speaker known")
    return Understood(kept, letter, script, speaker)


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
        case Claim(seat) if office.vouch(letter, kept.raw):
            return Voice(seat)
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


def _begin(letter_ids: Sequence[int], office: Office, now: datetime) -> list[KeptLetter]:
    """Those that are in our hands now, without those that killed the program too often."""
    begun = in_hand.take(office.store, letter_ids, now)
    for kept in begun:
        if kept.tries > MOST_TRIES:
            _give_up(kept, office, now)
    return [kept for kept in begun if kept.tries <= MOST_TRIES]


def _give_up(kept: KeptLetter, office: Office, now: datetime) -> None:
    """It is not even read once more, and so its sender hears nothing; the host does."""
    log.error("letter given up", letter=kept.id, tries=MOST_TRIES, again=False)
    fault = Fault(f"The program died {MOST_TRIES} times while it read this letter.")
    _set_aside(id_of(kept), office, fault, None, now)


def _settle_all(letters_together: Sequence[Understood], office: Office, now: datetime) -> None:
    """In one transaction; if one of several fails, each in its own."""
    try:
        settled = _settled(letters_together, office, now)
    except OperationalError:
        raise
    except Exception:  # whatever it is, it may stop this letter only
        if len(letters_together) > 1:
            for one in letters_together:
                _settle_all([one], office, now)
            return
        settled = []
        _failed(letters_together[0].kept, letters_together[0].table, office, now)
    for one in settled:
        kept = one.kept
        log.info("letter taken in", letter=kept.id, table=one.table, state=kept.state, note=kept.note)
    for _ in letters_together:
        step("letter done")


def _settled(letters_together: Sequence[Understood], office: Office, now: datetime) -> list[Understood]:
    """All that the letters bring about, in one transaction; without those that somebody else has settled.

    Tables are locked in the same sequence by everybody, so that no two nodes wait for each other.
    """
    if not letters_together:
        return []
    keys = {one.seat.table_key for one in letters_together if one.seat}
    with office.store.writing() as session:
        ours = [one for one in letters_together if in_hand.is_ours(session, one.kept)]
        for key in sorted(keys):
            LOCKED.first(session, table=key)
        places = _places(session, [one.seat for one in ours if one.seat])
        for one in ours:
            _settle(session, office, one, places, now)
            step("letter settled")
    return ours


def _settle(session: Session, office: Office, understood: Understood, places: Places, now: datetime) -> None:
    kept = understood.kept
    post = Correspondence(session, office, kept, understood.letter, now, understood.foreseen)
    kept.state, kept.note, kept.handled_utc, kept.tries = DONE, "", now, 0
    if understood.letter.kind not in ANSWERED:
        _hush(post)
    elif not _is_not_heard(post, understood, places):
        _answer(post, understood, places)
    in_hand.put_down(session, kept)


def _answer(post: Correspondence, understood: Understood, places: Places) -> None:
    """By who speaks."""
    match understood.speaker:
        case Voice(seat):
            _hear(post, understood.script, *places[seat.table_key, seat.power])
        case Claim(seat):
            _hear_claim(post, understood.script, *places[seat.table_key, seat.power])
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


def _is_not_heard(post: Correspondence, understood: Understood, places: Places) -> bool:
    """Is the letter the repetition of another one, or does somebody guess tokens?"""
    kept, letter, speaker = post.kept, post.letter, understood.speaker
    kept.echo = replays.echo_of(letter)
    if not isinstance(speaker, Voice) and identify.has_bad_token(post.session, post.office.door, letter):
        return guesses.is_one_too_many(post.session, post.office, kept, post.now)
    if isinstance(speaker, Several):
        return several.is_repetition(post, understood.script, speaker)
    if not isinstance(speaker, Voice | Claim):
        return False
    kept.table_key = speaker.seat.table_key
    if isinstance(speaker, Voice):
        bounces.is_alive(post.session, speaker.seat.address, post.now)
    is_gm = identify.is_gm(speaker.seat.power)
    if not (gamemaster.acts(letter.text) if is_gm else understood.script.acts):
        return False
    first = replays.first_of(post.session, kept, kept.table_key)
    if first is None:
        return False
    table, seat = places[speaker.seat.table_key, speaker.seat.power]
    at = gm_letters.at(post, table, seat.power) if is_gm else post.placed(table, seat)
    post.refuse_repetition(at, first)
    return True


def _places(session: Session, seats: Sequence[Seat]) -> Places:
    """The tables, which are ours, and the seats as they are now, by their names, in one question.

    No row is kept of a game master's seat; that of a player who is gone is in no place.
    """
    if not seats:
        return {}
    wanted = {"tables": [seat.table_key for seat in seats], "powers": [seat.power for seat in seats]}
    found = session.exec(SEATED, params=wanted).all()
    tables = {table.key: table for table, _ in found}
    leading = [seat for seat in seats if identify.is_gm(seat.power)]
    playing = {(row.table_key, row.power): (tables[row.table_key], row) for _, row in found if row}
    return playing | {(seat.table_key, seat.power): (tables[seat.table_key], seat) for seat in leading}


def _hush(post: Correspondence) -> None:
    """A bounce, an automatic reply, a list: kept, noted, never answered."""
    post.kept.note = post.letter.kind.name.lower()
    bounced = identify.bounced_parcel(post.kept.recipients, post.office.door)
    if bounced is not None:
        post.note_bounce(bounced)


def _hear(post: Correspondence, script: Script, table: GameTable, seat: Seat) -> None:
    """A letter that speaks for a seat: orders are filed, commands done, and all is told in one mail."""
    if identify.is_gm(seat.power):
        gm_letters.hear(post, table, seat.power)
        return
    if script.acts and hearing.must_wait(post.kept, table):
        post.kept.state, post.kept.handled_utc = DEFERRED, None
        post.kept.table_key = table.key
        return
    post.send(hearing.hear(post, script, post.placed(table, seat)))


def _hear_claim(post: Correspondence, script: Script, table: GameTable, seat: Seat) -> None:
    """Nothing proves who wrote: what changes anything is held until the registered address confirms it."""
    if identify.is_gm(seat.power):
        gm_letters.hear_claim(post, script, table, seat.power)
        return
    is_only_late = table.state == OVER and not desk.asked(script)
    if not script.acts or is_only_late:
        _hear(post, script, table, seat)
        return
    at = post.placed(table, seat)
    post.kept.state = HELD
    post.ask_to_confirm(at, script)


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
    table = _ours(post.session, held.table_key) if held and held.table_key else None
    if held is None:
        post.refuse_confirmation()
    elif table is not None and hearing.must_wait(post.kept, table):
        post.kept.state, post.kept.handled_utc = DEFERRED, None
        post.kept.table_key = table.key
    else:
        _release(post, held, table)


def _ours(session: Session, key: str) -> GameTable | None:
    """The table as it is now, and nobody else's until we are done."""
    LOCKED.first(session, table=key)
    return session.get(GameTable, key)


def _release(post: Correspondence, held: KeptLetter, table: GameTable | None) -> None:
    letter = read(held, post.office)
    script = read_script(letter.text)
    found = identify.identify(post.session, post.office.door, letter, _wish(letter, script))
    speaker = _as_guest(found, letter, script)
    held.state, held.note, held.received_utc = DONE, "confirmed", post.kept.received_utc
    post.kept.note = f"confirms letter {held.id}"
    match speaker:
        case Claim(seat) | Voice(seat) if table is not None and identify.is_gm(seat.power):
            answered = Correspondence(post.session, post.office, held, letter, post.now)
            gm_letters.hear(answered, table, seat.power)
        case Claim(seat) | Voice(seat) if table is not None:
            (place,) = _places(post.session, [seat]).values()
            _hear(answers.confirming(post, held), script, *place)
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


def _failed(kept: KeptLetter, table: str | None, office: Office, now: datetime) -> None:
    """The exception that is being handled stops this letter."""
    log.exception("letter failed", letter=kept.id, again=False)
    fault = Fault(traceback.format_exc(), table)
    _set_aside(id_of(kept), office, fault, _readable(kept, office), now)


def _set_aside(letter_id: int, office: Office, fault: Fault, letter: Letter | None, now: datetime) -> None:
    """Keep the letter, mark it, answer it once if it can be read, show it to the GM."""
    with office.store.writing() as session:
        kept = session.exec(LETTER, params={"letter": letter_id}).first()
        if kept is None:
            return
        kept.state, kept.fault, kept.handled_utc = FAILED, fault.text, now
        kept.table_key = fault.table
        answers.apologise(session, office, kept, letter, now)
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
