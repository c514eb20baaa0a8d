"""Messages of a game master to players: BROADCAST, PRESS TO ..., RULING, NOTE."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem import reports
from pbem.commands.context import powers_of_player
from pbem.commands.press import shown
from pbem.commands.press.recipients import BULLETIN, GM, recipients
from pbem.commands.press.shown import SIGNED, answerable, conversation, once, thread
from pbem.core.sentences import Words, cause_of, sentence
from pbem.gamemaster.seats import powers_at
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports.notes import worded
from pbem.store.game_tables import Seat
from pbem.store.player_tables import Press
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.news import News, notify_all
from pbem.tables.office import table_card

LONGEST_KIB = 16


def broadcast(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Mail a text to everybody: BROADCAST, the text, END. A plain reply reaches the game master."""
    message = _press_message(gm, request, [seat.power for seat in gm.seats])
    gm.write_down(request, sentence("announcements", "broadcast_logged"))
    subject = gm.in_words(sentence("announcements", "subject", by=gm.by))

    def answered_as(power: str) -> str:
        return conversation(gm.office, message, power)

    news = News(subject, [message.text], once=gm.once(request), conversation=answered_as)
    notify_all(gm.session, gm.office, gm.table, news, gm.now)
    return [sentence("announcements", "broadcast", table=gm.table.key)]


def press(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Mail a text only to some players, or print it: PRESS TO France, Italy, the text, END."""

    def find_player(name: str) -> Sequence[str]:
        return powers_of_player(name, gm.seats, with_address=True)

    try:
        to = recipients(request.argument, powers_at(gm), find_player)
    except ValueError as fault:
        raise NotDone(cause_of(fault)) from None
    seated = {seat.power: seat for seat in gm.seats}
    absent = [power for power in to if power not in (*seated, GM, BULLETIN)]
    if absent:
        raise NotDone(sentence("announcements", "no_player", powers=[*map(gm.named, absent)]))
    message = _press_message(gm, request, to)
    powers = [power for power in to if power in seated]
    for power in powers:
        _mail_press(gm, message, seated[power])
    return [sentence("announcements", "press", powers=[*map(gm.named, powers)], is_printed=BULLETIN in to)]


def _press_message(gm: GmContext, request: GmRequest, to: Sequence[str]) -> Press:
    message = Press(
        table_key=gm.table.key,
        number=gm.table.number,
        manner=SIGNED,
        to=list(to),
        text=_text(request),
        incoming_id=gm.incoming_id,
        line=request.line,
        sent_utc=gm.now,
    )
    gm.session.add(message)
    gm.session.flush()
    return message


def _mail_press(gm: GmContext, message: Press, seat: Seat) -> None:
    facts = {**shown.facts(message), "who": gm.by}
    note = worded("press_of_gm", once(gm.office, message), facts, gm.office.house.templates)
    note = replace(note, quoted=message.text, thread=thread(message))
    note = answerable(gm.office, gm.table, message, seat, note)
    card = table_card(gm.table, gm.game)
    mail = reports.note(gm.office.context(gm.now), card, (seat.player, seat.address), note)
    outbox.put(gm.session, mail, About(gm.table.key, incoming_id=gm.incoming_id), gm.now)


def ruling(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Print a ruling in the next bulletin: RULING, the text, END."""
    text = _one_paragraph(_text(request))
    gm.write_down(request, sentence("announcements", "ruling_logged", text=text), for_bulletin=True)
    return [sentence("announcements", "ruling")]


def note(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Print a note in the next bulletin: NOTE, the text, END."""
    text = _one_paragraph(_text(request))
    gm.write_down(request, sentence("announcements", "note_logged", text=text), for_bulletin=True)
    return [sentence("announcements", "note")]


def _text(request: GmRequest) -> str:
    """Return the text below the action. Raises NotDone if there is none, or too much."""
    text = "\n".join(request.text).strip()
    if not text:
        raise NotDone(sentence("announcements", "no_text", word=request.word))
    if len(text) > LONGEST_KIB * 1024:
        raise NotDone(sentence("announcements", "too_long", most=LONGEST_KIB))
    return text


def _one_paragraph(text: str) -> str:
    return " ".join(text.split())


ACTIONS = (
    GmAction(
        "PRESS", r"(?:press|message|letter|write)\s+to\s+([^:]{1,120}):?", press, "words", has_text=True
    ),
    GmAction(
        "BROADCAST",
        r"broadcast(?:\s+to\s+(?:all|every(?:body|one)|(?:the|all)\s+(?:players|table)))?",
        broadcast,
        "words",
        has_text=True,
    ),
    GmAction("RULING", r"ruling", ruling, "words", has_text=True),
    GmAction("NOTE", r"note", note, "words", has_text=True),
)
