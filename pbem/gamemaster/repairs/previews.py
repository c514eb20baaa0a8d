"""Preview actions that are hard to undo: carry them out, describe the effects, and roll back.

CORRECT, UNDO CORRECT, ROLLBACK, ROLLFORWARD, END GAME, REPLACE, SWAP, EJECT and SET, and EXTEND to an
earlier deadline, are done only when the game master has seen their effects and answered YES, or has written
NOW on the line. So is what else changes more than the deadline, if a sentence asked for it
(`pbem.gamemaster.own_words`), and a line that leaves open what it does. The description says what changes on
the board for each reader, as far as the game master may know, what the GM log will say, and who gets which
mail.

Between the preview and YES the table may move on: `fingerprint` shows whether the preview is still valid.
"""

import hashlib
from collections.abc import Iterator, Sequence
from email import message_from_bytes
from email.policy import default

from msgspec import Struct, to_builtins
from sqlalchemy import func
from sqlmodel import col, select

from pbem.core.sentences import Words, sentence
from pbem.gamemaster import clock
from pbem.gamemaster.repairs.position_changes import lines_known_to
from pbem.gamemaster.repairs.undone_corrections import last_correction
from pbem.store.gm_tables import GmActionRow
from pbem.store.mail_tables import OutgoingMail
from pbem.tables import rule_changes
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.house_rules import house_rules, sentences

ON_THE_BOARD = (
    *("CORRECT", "CORRECT SECRETLY", "UNDO CORRECT"),
    *("ROLLBACK", "ROLLFORWARD"),  # with END GAME the end itself reveals everything
)
PREVIEWED = (*ON_THE_BOARD, "END GAME", "REPLACE", "SWAP", "EJECT", "SET", "EXTEND")
MOST_CHANGES = 60  # lines


class Before(Struct, frozen=True):
    """The table before an action, and the last mail and log entry until then."""

    position: str
    meaning: Sequence[str]
    mail: int
    entry: int


class _Undone(Exception):  # noqa: N818 - no error: it ends the savepoint of a preview
    """Raised to roll back a trial."""


def fingerprint(gm: GmContext) -> str:
    """Return what a preview depends on: the position, the turn, the house rules and the seats."""
    table = gm.table
    seats = [(seat.power, seat.address, seat.epoch) for seat in gm.seats]
    rules = sorted(to_builtins(house_rules(table)).items())
    now = (table.position, table.number, table.edition, table.state, table.pace, table.zone, table.gm_epoch)
    return hashlib.sha256(repr((now, rules, seats)).encode()).hexdigest()[:16]


def previews(gm: GmContext, asked: Sequence[tuple[GmAction, GmRequest]]) -> list[Sequence[Words] | NotDone]:
    """Return the effects of each action in turn, or why it cannot be done.

    Nothing of it stays in the database.
    """
    found: list[Sequence[Words] | NotDone] = []
    try:
        with gm.session.begin_nested():
            found += [_preview(gm, action, request) for action, request in asked]
            raise _Undone
    except _Undone:
        gm.session.expire_all()
    return found


def _preview(gm: GmContext, action: GmAction, request: GmRequest) -> Sequence[Words] | NotDone:
    before = _before(gm)
    is_after_correction = request.word == "ROLLBACK" and last_correction(gm) is not None
    try:
        with gm.session.begin_nested():
            action.perform(gm, request)
            gm.session.flush()
    except NotDone as fault:
        gm.session.refresh(gm.table)
        return fault
    text = " ".join(" ".join(request.text).split()) if action.right == "words" else ""
    said: list[Words] = [sentence("previews", "text", text=text)] if text else []
    if request.word == "RUN NOW":
        said += clock.without_orders(gm)
    if is_after_correction:
        said.append(sentence("previews", "only_the_correction"))
    return [*said, *_described(gm, request, before)]


def _before(gm: GmContext) -> Before:
    return Before(
        gm.table.position,
        sentences(gm.table, gm.game.card),
        gm.session.exec(select(func.max(OutgoingMail.id))).one() or 0,
        gm.session.exec(select(func.max(GmActionRow.id))).one() or 0,
    )


def _described(gm: GmContext, request: GmRequest, before: Before) -> Iterator[Words]:
    """Yield what an action has just changed."""
    entries = select(GmActionRow).where(
        GmActionRow.table_key == gm.table.key, col(GmActionRow.id) > before.entry
    )
    written = list(gm.session.exec(entries.order_by(col(GmActionRow.id))))
    for entry in written[:1] if request.word == "ROLLBACK" else written:  # not the random seed
        yield sentence("previews", "log", sentence=entry.sentence, reason=entry.reason)
    if request.word in ON_THE_BOARD:  # whether the position has changed may be a secret
        yield from _on_the_board(gm, before.position)
    meaning = [line for line in sentences(gm.table, gm.game.card) if line not in before.meaning]
    yield from (sentence("previews", "rule", text=line) for line in meaning)
    if meaning and request.word == "SET" and rule_changes.leaves_deadline(gm, request.arguments[0].lower()):
        yield sentence("previews", "deadline_stays")
    yield from _mails(gm, before.mail)


def _on_the_board(gm: GmContext, before: str) -> Iterator[Words]:
    """Yield the differences for everybody, and for each power those that only it sees."""
    public = lines_known_to(gm, before, ())
    yield sentence("previews", "for_everybody", is_nothing=not public)
    yield from (f"    {line}" for line in public[:MOST_CHANGES])
    if len(public) > MOST_CHANGES:
        yield sentence("previews", "and_more", count=len(public) - MOST_CHANGES)
    own: dict[tuple[str, ...], list[str]] = {}
    for power in gm.game.card.seats if gm.sees_all else ():
        lines = tuple(line for line in lines_known_to(gm, before, (power,)) if line not in public)
        own.setdefault(lines, []).append(gm.named(power))
    for lines, powers in own.items():
        if lines:
            yield sentence("previews", "for_power", powers=powers)
            yield from (f"    {line}" for line in lines[:MOST_CHANGES])


def _mails(gm: GmContext, last: int) -> Iterator[Words]:
    """Yield who gets which mail, grouped by subject."""
    wanted = select(OutgoingMail).where(OutgoingMail.table_key == gm.table.key, col(OutgoingMail.id) > last)
    to: dict[tuple[bool, str], list[str]] = {}
    for mail in gm.session.exec(wanted.order_by(col(OutgoingMail.id))):
        is_report = mail.kind in ("report", "phase_notice")
        subject = "" if is_report else _subject(mail.raw)
        to.setdefault((is_report, subject), []).append(mail.recipient)
    for (is_report, subject), recipients in to.items():
        people = [_named(gm, address) for address in dict.fromkeys(recipients)]
        yield sentence("previews", "mail", people=people, subject=subject, is_report=is_report)


def _subject(raw: bytes) -> str:
    """Return the subject of a mail without the reply token in it."""
    whole = str(message_from_bytes(raw, policy=default)["Subject"] or "")
    return whole.partition(" [")[0]


def _named(gm: GmContext, address: str) -> str:
    """Return "Red (ann@x.org)", or just the address if it is not at the table."""
    powers = [gm.named(seat.power) for seat in gm.seats if seat.address == address]
    return f"{', '.join(powers)} ({address})" if powers else address
