"""APPROVE and REFUSE: the second person's decision, if the house rules ask for two (`two_approvals`).

A rollback or a correction that its game master has confirmed with YES stays held. The game master and the
deputies who may APPROVE, except for the one who asks, are mailed its effects, each as far as they may know
them. APPROVE and the number of the message carries it out; REFUSE and the number drops it. So does a plain
"yes" or "no" to the mail that asked, if there is nothing else in the reply.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session, select

from adjudicator.core.lazy_imports import IMPORTS
from pbem import reports
from pbem.core.sentences import Sentence, Words, sentence
from pbem.gamemaster.repairs import previews
from pbem.messages import message as messages
from pbem.messages.consent import consents
from pbem.messages.message import IncomingMessage
from pbem.messages.verdict import Verdict
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports.notes import worded
from pbem.store.game_tables import Seat
from pbem.store.gm_tables import Deputy
from pbem.store.mail_tables import StoredMessage
from pbem.store.rows import id_of
from pbem.store.states import DONE, HELD
from pbem.tables import topics
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.house_rules import house_rules
from pbem.tables.identity import GM, gm_seats
from pbem.tables.office import Office

FOR_TWO = ("CORRECT", "CORRECT SECRETLY", "UNDO CORRECT", "ROLLBACK")
WAITS = "approval"


class Asked(Struct, frozen=True):
    """A request that waits for a second person: who asked, the lines, and what the preview depends on."""

    held: StoredMessage
    fingerprint: str
    lines: tuple[int, ...]
    power: str


def needs_two(gm: GmContext, request: GmRequest) -> bool:
    """Return whether a second person must approve it; actions of the host at the shell need nobody."""
    return bool(gm.power) and request.word in FOR_TWO and house_rules(gm.table).two_approvals


def others(gm: GmContext) -> Sequence[Seat]:
    """Return the game master and the deputies who may approve somebody else's request."""
    wanted = select(Deputy).where(Deputy.table_key == gm.table.key)
    may = {f"{GM}{row.number}" for row in gm.session.exec(wanted) if "APPROVE" in row.rights}
    return [
        seat
        for seat in gm_seats(gm.session, gm.table)
        if seat.address != gm.own_address and (seat.power == GM or seat.power in may)
    ]


def ask(gm: GmContext, held: StoredMessage, asked: Sequence[tuple[GmAction, GmRequest]]) -> Sentence:
    """Hold a confirmed request, and mail those who may approve it."""
    people, own_words = others(gm), gm.office.house.templates
    if not people:
        return sentence("approvals", "nobody_else")
    lines = ",".join(str(request.line) for _, request in asked)
    held.state, held.note = HELD, f"{WAITS} {previews.fingerprint(gm)} {lines} {gm.power}"
    for seat in people:
        own = replace(gm, power=seat.power)
        found = previews.previews(own, asked)
        shown = [gm.in_words(line) for one in found if not isinstance(one, NotDone) for line in one]
        facts = {
            "by": gm.by,
            "number": gm.incoming_id,
            "written": [request.written for _, request in asked],
            "shown": shown,
        }
        topic = topic_of(gm.incoming_id)
        note = worded("approval_asked", topic, facts, own_words)
        named = topics.conversation(gm.office, gm.table.key, topic, seat.power)
        card = gm.office.seat_card(gm.table, seat, named)
        note = replace(note, reply_to=card.reply_to, tag=card.tag)
        mail = reports.note(gm.office.context(gm.now), card.table, (seat.player, seat.address), note)
        outbox.put(gm.session, mail, About(gm.table.key, incoming_id=gm.incoming_id), gm.now)
    return sentence("approvals", "waits", names=[seat.player for seat in people], number=gm.incoming_id)


def topic_of(number: int) -> str:
    """Return the topic that a plain reply to the mail about message *number* answers."""
    return f"approval {number}"


def plain_answer(session: Session, office: Office, message: IncomingMessage, seat: Seat) -> str:
    """Return APPROVE or REFUSE with its number for a plain yes or no to the mail that asked; "" otherwise."""
    said = consents(message.text.splitlines())
    if said not in (Verdict.YES, Verdict.NO) or not message.is_of_a_person:
        return ""
    for number in _held(session, seat.table_key):
        if topics.is_answered(office, message, seat, topic_of(number)):
            return f"{'APPROVE' if said is Verdict.YES else 'REFUSE'} {number}"
    return ""


def decide(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Carry out or drop somebody else's request: APPROVE 17; REFUSE 17; without a number, the only one."""
    word, *numbers = request.arguments
    number = int(numbers[0]) if numbers else _only_one(gm)
    return (_approve if word.lower() == "approve" else _refuse)(gm, request, number)


def _only_one(gm: GmContext) -> int:
    """Return the number of the only request that waits. Raises NotDone if there are several, or none."""
    numbers = list(waiting(gm))
    if len(numbers) != 1:
        raise NotDone(sentence("approvals", "which", there=numbers))
    return numbers[0]


def _approve(gm: GmContext, request: GmRequest, number: int) -> Sequence[Words]:
    asked = _asked(gm, number)
    by = gm.in_words(
        sentence("approvals", "by_both", asker=_name(gm, asked.power), approver=_name(gm, gm.power) or gm.by)
    )
    asker = replace(gm, by=by, incoming_id=asked.held.id or 0, power=asked.power, may=None)
    if previews.fingerprint(gm) != asked.fingerprint:
        raise NotDone(sentence("approvals", "has_changed", number=number))
    found = _requests(asked)
    asked.held.state, asked.held.note = DONE, "game master, approved"
    done: list[Words] = []
    for action, one in found:
        answers = action.perform(asker, one)
        done += [line for line in answers if not isinstance(line, reports.AnswerPage)]
    _notify_asker(asker, request, is_done=True, by=gm.by, number=asked.held.id, lines=_written(found))
    return done


def _requests(asked: Asked) -> Sequence[tuple[GmAction, GmRequest]]:
    """Return the lines that wait, as they were read, each with its action."""
    with IMPORTS:
        from pbem.gamemaster import reading  # noqa: PLC0415 - it imports every action, these too

    text = messages.read(asked.held.raw).text
    return [
        (reading.BY_WORD[one.word], one) for one in reading.read(text).requests if one.line in asked.lines
    ]


def _written(requests: Sequence[tuple[GmAction, GmRequest]]) -> list[str]:
    return [one.written for _, one in requests]


def _refuse(gm: GmContext, request: GmRequest, number: int) -> Sequence[Words]:
    asked = _asked(gm, number)
    asked.held.state, asked.held.note = DONE, "game master, not approved"
    written = sentence("approvals", "refusal_logged", asker=_name(gm, asked.power), number=asked.held.id)
    gm.write_down(request, written)
    asker, lines = replace(gm, power=asked.power), _written(_requests(asked))
    _notify_asker(asker, request, is_done=False, by=gm.by, number=asked.held.id, lines=lines)
    return [sentence("approvals", "refused", number=asked.held.id)]


def _asked(gm: GmContext, number: int) -> Asked:
    """Return the request with that number, unless the same person asked. Raises NotDone."""
    requests = waiting(gm)
    held = requests.get(number)
    if held is None:
        numbers = [str(one) for one in requests]
        raise NotDone(sentence("approvals", "nothing", number=number, there=numbers))
    _, mark, lines, power = held.note.split(" ")
    if _is_own(gm, power):
        raise NotDone(sentence("approvals", "own"))
    return Asked(held, mark, tuple(map(int, lines.split(","))), power)


def waiting(gm: GmContext) -> dict[int, StoredMessage]:
    """Return the requests that wait for a second person at this table, by the number of the message."""
    return _held(gm.session, gm.table.key)


def _held(session: Session, table_key: str) -> dict[int, StoredMessage]:
    wanted = select(StoredMessage).where(StoredMessage.table_key == table_key, StoredMessage.state == HELD)
    return {id_of(one): one for one in session.exec(wanted) if one.note.startswith(f"{WAITS} ")}


def for_reader(gm: GmContext) -> Sequence[int]:
    """Return the numbers of the requests that this person may decide."""
    is_able = gm.may is None or "APPROVE" in gm.may
    askers = {number: held.note.split(" ")[-1] for number, held in waiting(gm).items()} if is_able else {}
    return [number for number, power in askers.items() if not _is_own(gm, power)]


def _is_own(gm: GmContext, power: str) -> bool:
    """Return whether the person who decides is the one who asked."""
    asker = next((one for one in gm_seats(gm.session, gm.table) if one.power == power), None)
    return power == gm.power or (asker is not None and asker.address == gm.own_address)


def _name(gm: GmContext, power: str) -> str:
    seats = {seat.power: seat.player for seat in gm_seats(gm.session, gm.table)}
    return seats.get(power, "") or power


def _notify_asker(asker: GmContext, request: GmRequest, **facts: object) -> None:
    seat = next((one for one in gm_seats(asker.session, asker.table) if one.power == asker.power), None)
    if seat is not None:
        asker.notify_one(request, (seat.player, seat.address), "approval_answered", **facts)


ACTIONS = (
    GmAction("APPROVE", r"(?:i\s+)?(approve|refuse)(?:\s+(?:message\s+)?(\d{1,12})|\s+it)?", decide, "turns"),
)
