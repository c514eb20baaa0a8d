"""Read and execute a game master's commands. `WORDS` is the list, for messages and for the shell.

A message of the GM is read line by line; a word that has a text takes the lines below it, up to END. A reason
follows "because" on the word's own line. Each word is done wholly or not at all, one after the other, and
the answer tells line by line what happened. At the shell `say` does the same with the same words, and keeps
them as a message.
"""

import hashlib
import re
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from sqlmodel import Session, select

from pbem import reports
from pbem.commands import gm_log, misspelled, new_table
from pbem.commands.help import Prose
from pbem.commands.registry import PARSER
from pbem.core.lists import listed
from pbem.core.sentences import in_words
from pbem.core.templating import in_columns, wrapped
from pbem.gamemaster import (
    become,
    clock,
    corrections,
    deputies,
    reopening,
    rollback,
    rollforward,
    seats,
    start,
    words,
)
from pbem.messages.in_passing import is_in_passing
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports import AnswerPage, Besides, CommandResult
from pbem.store.database import DONE, GameTable, StoredMessage, id_of
from pbem.tables import preview_run
from pbem.tables.gm_actions import Do, GmContext, NotDone, Order
from pbem.tables.identity import gm_seat
from pbem.tables.office import Office
from pbem.tables.opening import powers_of

AROUND = " \t\r\n\u00a0.!;:*_"
OWN_TEXT = re.compile(r"\W*((?:broadcast|ruling|note|press\s+to\s)[^:]{0,120}):\s*(\S.*)", re.I)
REASON = re.compile(r"[,:]? because(?: of)?:? (.+)$", re.I)


class Word(Struct, frozen=True):
    """*pattern* matches the whole line without its reason; *has_text* if lines below belong to it."""

    word: str
    pattern: str
    do: Do
    sentence: str
    has_text: bool = False


SUCH_LINE = 'units.France = ["A Par"]'  # in the words of the table's own game: corrections.example
THE = r"(?:\s+the)?(?:\s+game)?"
GAME = r"\s+(?:the\s+)?game"
WORDS = (
    Word("STATUS", r"status", words.status, "STATUS: what is due, and who is missing"),
    Word("PAUSE", rf"pause{THE}", clock.pause, "PAUSE because I am away: no deadline until RESUME"),
    Word("RESUME", rf"resume{THE}", clock.resume, "RESUME: the game goes on with the time that was left"),
    Word("EXTEND", r"extend(?: by)? (\d[\d.]* ?[a-z]+)()|extend (?:(?:to|until) )?()(.+)", clock.extend,
         "EXTEND 24h, or EXTEND TO 4 Dec 2026 20:00: another deadline"),
    Word("RUN NOW", r"(?:run|process)(?:\s+(?:it\s+)?now)?", clock.run_now,
         "RUN NOW: do not wait for anybody"),
    Word("PREVIEW RUN", r"preview(?:\s+run)?", preview_run.preview_run,
         "PREVIEW RUN: what would come of the orders on file; nothing is kept"),
    Word("ROLLBACK", r"roll\s?back(?:\s+(?:one|a|the(?: last)?) turn|\s+(\d{1,3}) turns?|\s+to (.{3,60}))?",
         rollback.rollback,
         "ROLLBACK because ..., ROLLBACK 2 turns, ROLLBACK to Spring 1901: undone, and played again"),
    Word("ROLLFORWARD", r"roll\s?forward(?:\s+(?:one|1|a|the(?:\s+last)?)\s+turn)?", rollforward.rollforward,
         "ROLLFORWARD: a turn that was rolled back counts again as it was run"),
    Word("REOPEN", rf"re-?open{THE}|undo\s+(?:the\s+)?end(?:{GAME})?", reopening.reopen,
         "REOPEN because ...: the end of the game is taken back, and it goes on"),
    Word("CORRECT", r"correct(?:\s+(?:the\s+)?position)?", corrections.correct,
         f"CORRECT because ..., lines like {SUCH_LINE}, END: the position is put right", True),
    Word("REPLACE", r"replace\s+([^<>@]{1,40}?)\s+(?:with|by|from)\s+(.{2,200})", seats.replace_player,
         "REPLACE France with Dora <dora@example.org>, or with me, or from the waiting list"),
    Word("EJECT", r"eject\s+(.{1,40})", seats.eject,
         "EJECT France: nobody plays it, until somebody takes it over"),
    Word("BECOME", r"become\s+(.{1,40})", become.become,
         "BECOME France, orders and anything that its player could write, END: done in its name", True),
    Word("BEGIN", rf"(?:begin|start){THE}(?:\s+now)?", start.begin,
         "BEGIN: the game begins with those who have joined"),
    Word("RENEW", r"renew\s+(.{1,40})", seats.renew,
         "RENEW France: a new reply address; the old one is void"),
    Word("MAIL", r"mail\s+(.{1,40})", seats.mail_on,
         "MAIL France: send again to a mailbox that took nothing"),
    Word("PRESS", r"(?:press|message|letter|write)\s+to\s+(.{1,120})", words.press,
         "PRESS TO France, Italy, a text, END: a message to these players alone; TO BULLETIN: printed", True),
    Word("BROADCAST", r"broadcast(?:\s+to\s+(?:all|every(?:body|one)|(?:the|all)\s+(?:players|table)))?",
         words.broadcast,
         "BROADCAST, a text, END: a message to everybody", True),
    Word("RULING", r"ruling", words.ruling,
         "RULING, a text, END: printed in the next bulletin", True),
    Word("NOTE", r"note", words.note, "NOTE, a text, END: the same, but no ruling", True),
    Word("SET", r"set\s+([a-z_]+)\s*(?:=|to\s|\s)\s*(.{1,200})", words.change_rule,
         "SET silence wait: another house rule, told to all"),
    Word("HOUSE RULES", r"(?:house(?:\s+rules)?|rules|set)", words.show_rules,
         "HOUSE RULES: each rule as SET wants it, with what holds now"),
    Word("END GAME", rf"end{GAME}(?:[ :,]+(?:(?:as )?(?:a )?(draw)(?: between)?|won by|winners?)[ :]+(.+))?",
         words.end, "END GAME, or END GAME draw England, France, or END GAME won by Turkey"),
    Word("DEPUTY", r"(?:(?:new|add)\s+)?deputy\s+(?:is\s+)?(.{3,120}?)(?:[\s,:]+may\s+(.{1,300}))?",
         deputies.appoint,
         "DEPUTY Dora <dora@example.org> may extend, pause; may clock, words, everything: a helper"),
    Word("NO DEPUTY", r"(?:no|remove|dismiss)\s+deputy\s+(.{1,120})", deputies.dismiss,
         "NO DEPUTY Dora: no helper any more"),
    Word("GM IS", r"(?:the\s+)?(?:new\s+)?gm\s*(?:is|:)\s*(.{3,200})", deputies.hand_over,
         "GM IS Dora <dora@example.org>: asks her to lead the table from now on"),
    Word("ACCEPT", r"(?:i\s+)?accept", deputies.accept,
         "ACCEPT: you lead the table, if its game master has asked you"),
    Word("NEW TABLE", r"new\s+(?:table|game)(?:[\s:]+(.{1,100}))?", new_table.of_gm,
         "NEW TABLE std5 standard, rules below it, END: another table; alone: a form", True),
    Word("LOG", r"log", words.show_log, "LOG: what was done at this table, as players may see it"),
)  # fmt: skip
BY_WORD = {word.word: word for word in WORDS}
GM_WORDS = {word.word.partition(" ")[0]: word.sentence for word in WORDS}
TEXT_WORDS = {word.sentence for word in WORDS if word.has_text}
MOST_OF_A_HEAD = 3  # words in a line of small letters that a text may belong to
NO_WORD = "It is no word of a game master; HELP lists them."
MOST_READ = 100  # of a message, and lines that are none
TOO_MANY = f"Of a message I read {MOST_READ} lines with words; this one and all below it were not read."
PAGES = ("HOUSE RULES", "LOG", "PREVIEW RUN", "STATUS")


def read_line(line: str, number: int = 1) -> Order | None:
    """The order of one line, None if it holds no word of a GM."""
    own = OWN_TEXT.fullmatch(line.strip())
    if own and (head := _read_head(own[1], number)) is not None and BY_WORD[head.word].has_text:
        return Order(head.word, head.arguments, "", (own[2],), number, line.strip())
    return _read_head(line, number)


def _read_head(line: str, number: int) -> Order | None:
    whole = " ".join(line.split())
    found = REASON.search(whole)
    said, reason = (whole[: found.start()], found[1].strip()) if found else (whole, "")
    plain = said.strip(AROUND)
    for word in WORDS:
        matched = re.fullmatch(word.pattern, plain, re.I)
        if matched:
            arguments = tuple(group.strip() for group in matched.groups() if group is not None)
            return Order(word.word, arguments, reason, (), number, line.strip())
    return None


class Strange(Struct, frozen=True):
    """A line that holds no word of a GM; *unread* lines below it may be a text that belongs to it.

    *why* is another reason why nothing came of it.
    """

    number: int
    said: str
    unread: int = 0
    why: str = ""


class Reading(Struct, frozen=True):
    """A GM's message, read: its words, and the lines that are none."""

    orders: tuple[Order, ...]
    unknown: tuple[Strange, ...] = ()
    asks_help: bool = False


def read(text: str) -> Reading:
    """The words of a message, with the texts below them; up to a lone END, one too many, or the end."""
    written, number = text.splitlines(), 0
    orders: list[Order] = []
    unknown: list[Strange] = []
    asks_help = False
    while number < len(written):
        line, number = written[number], number + 1
        if len(orders) + len(unknown) == MOST_READ and line.strip():
            unknown.append(Strange(number, line.strip(), why=TOO_MANY))
            break
        order = read_line(line, number)
        is_meant = order is None or not is_in_passing(written, number - 1, order.word)
        if order is not None and is_meant:
            length = _length(order, written[number:])
            orders.append(_with_text(order, written[number : number + length]))
            number += length
        elif is_end(line) and not is_in_passing(written, number - 1, "END"):
            break
        elif line.strip(AROUND).lower() == "help":
            asks_help = True
        elif line.strip():
            strange = Strange(number, line.strip(), _lost_text(line, written[number:]))
            unknown.append(strange)
            number += strange.unread
    return Reading(tuple(orders), tuple(unknown), asks_help)


def is_end(line: str) -> bool:
    return line.strip(AROUND).lower() in ("end", "sign off", "signoff")


def _length(order: Order, below: Sequence[str]) -> int:
    if not BY_WORD[order.word].has_text:
        return 0
    if order.word == "BECOME":
        return _seat_length(below)
    if not order.text:
        return _to_end(below, len(below))
    more = below[: _to_end(below, 0)]  # of a text that begins beside its word, if no other word stands there
    return 0 if any(read_line(line) for line in more) else len(more)


def _to_end(below: Sequence[str], without: int) -> int:
    """How many lines there are up to END, and it; *without* one so many."""
    return next((count + 1 for count, line in enumerate(below) if is_end(line)), without)


def _lost_text(line: str, below: Sequence[str]) -> int:
    """How many lines below *line* may be its text, if it is a misspelt word that has one: to END, or all."""
    said = line.split()
    is_head = said[0].isupper() or len(said) <= MOST_OF_A_HEAD
    written = misspelled.meant(line, GM_WORDS) if is_head else ""
    return _to_end(below, len(below)) if written in TEXT_WORDS else 0


def _seat_length(below: Sequence[str]) -> int:
    """To the END that no message among the lines needs for itself, or to the next BECOME."""
    for number, request in PARSER.top_lines(below):
        if request is not None and request.word == "END":
            return number + 1
        if (order := read_line(below[number])) is not None and order.word == "BECOME":
            return number
    return len(below)


def _with_text(order: Order, below: Sequence[str]) -> Order:
    has_end = below and is_end(below[-1]) and order.word != "BECOME"  # its END may be that of a message in it
    text = (*order.text, *(below[:-1] if has_end else below))
    return Order(order.word, order.arguments, order.reason, text, order.line, order.said)


def is_for_gm(text: str) -> bool:
    """Is the first line of a message one of the GM's words?  For who plays at his own table."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return read_line(first) is not None


def acts(text: str) -> bool:
    """Does the message change anything?  Then nobody's bare word will do."""
    return any(order.word not in deputies.ALWAYS for order in read(text).orders)


# --- doing -----------------------------------------------------------------------------------------------


def perform(gm: GmContext, reading: Reading) -> Besides:
    """One word after the other, each wholly or not at all; what became of each line."""
    told = [one for order in reading.orders for one in _do(gm, order)]
    told += [
        CommandResult(one.number, one.said, _no_word(gm, one), is_refused=True) for one in reading.unknown
    ]
    pages = [page for page in told if isinstance(page, AnswerPage)]
    pages += [Prose("Help for game masters", help_text(gm), is_set=True)] if reading.asks_help else []
    results = sorted((one for one in told if isinstance(one, CommandResult)), key=lambda one: one.line)
    return Besides((), results, pages)


def _no_word(gm: GmContext, strange: Strange) -> list[str]:
    """Why nothing came of a line, and how the word that it begins with is written."""
    if strange.why:
        return [strange.why]
    written = _at_table(gm, misspelled.meant(strange.said, GM_WORDS))
    unread = ["What stands below it, to END, was taken for its text: nothing of it was done."]
    return [
        f"This is not understood. {f'If you meant this: {written}.' if written else NO_WORD}",
        *(unread if strange.unread else []),
    ]


def _do(gm: GmContext, order: Order) -> list[CommandResult | AnswerPage]:
    if gm.may is not None and order.word not in (*gm.may, *deputies.ALWAYS):
        theirs = f"you may {listed(gm.may)}" if gm.may else "you may read STATUS and LOG"
        why = f"{order.word} is for the game master; {theirs}."
        return [CommandResult(order.line, order.said, [why], is_refused=True)]
    try:
        with gm.session.begin_nested():
            said = BY_WORD[order.word].do(gm, order)
            gm.session.flush()
    except NotDone as fault:
        gm.session.refresh(gm.table)
        return [CommandResult(order.line, order.said, [_refusal(gm, fault)], is_refused=True)]
    own = gm.office.house.templates
    sentences = [in_words(one, own) for one in said if not isinstance(one, AnswerPage)]
    if order.word in PAGES:
        return [
            AnswerPage(f"{order.word.capitalize()} of {gm.table.key}", in_columns(sentences), is_set=True)
        ]
    if order.word == "NEW TABLE" and new_table.is_form(sentences):
        return [AnswerPage("A form for NEW TABLE", "\n".join(sentences), is_set=True)]
    pages = [one for one in said if isinstance(one, AnswerPage)]
    return [CommandResult(order.line, order.said, sentences), *pages]


def _refusal(gm: GmContext, fault: NotDone) -> str:
    """With a capital, but for the name of a table."""
    text = in_words(fault.why, gm.office.house.templates)
    return text if text.startswith(gm.table.key) else text[:1].upper() + text[1:]


def _at_table(gm: GmContext, sentence: str) -> str:
    """With a line of its own position, and names of its own powers."""
    own = sentence.replace(SUCH_LINE, corrections.example(gm)) if SUCH_LINE in sentence else sentence
    first, second, *_ = powers_of(gm.office, gm.table)
    such = {"France": first, "Turkey": first, "Italy": second, "England": second}
    if such.keys() <= {*gm.game.card.seats}:
        return own
    return re.sub("|".join(such), lambda name: such[name[0]], own)


def help_text(gm: GmContext) -> str:
    lines = "\n".join(wrapped(f"- {_at_table(gm, word.sentence)}") for word in WORDS)
    return f"Words of the game master, each on a line of its own:\n\n{lines}"


# --- at the shell ----------------------------------------------------------------------------------------


def say(office: Office, key: str, text: str, now: datetime) -> Besides:
    """The same words, said by the host; kept as a message, and told to the GM. Raises NotDone."""
    with office.store.writing() as session:
        table = session.exec(select(GameTable).where(GameTable.key == key.lower()).with_for_update()).first()
        if table is None:
            raise NotDone(f'there is no table "{key}".')
        stored = _stored(session, table, text, now)
        gm = GmContext(session, office, table, gm_log.HOST, id_of(stored), now)
        done = perform(gm, read(text))
        if any(order.word not in PAGES for order in read(text).orders):
            _notify_gm(gm, done)
        return done


def _stored(session: Session, table: GameTable, text: str, now: datetime) -> StoredMessage:
    raw = text.encode()
    stored = StoredMessage(
        fingerprint=f"shell:{table.key}:{now.isoformat()}:{hashlib.sha256(raw).hexdigest()[:16]}",
        sha256=hashlib.sha256(raw).hexdigest(),
        envelope_from="",
        received_utc=now,
        raw=raw,
        state=DONE,
        table_key=table.key,
        note="said at the shell",
        handled_utc=now,
    )
    session.add(stored)
    session.flush()
    return stored


def _notify_gm(gm: GmContext, done: Besides) -> None:
    office, table, now = gm.office, gm.table, gm.now
    heard = reports.AnsweredMessage(
        f"<shell.{gm.incoming_id}@{office.house.domain}>", (), f"{table.key}: done by the host"
    )
    told = reports.transcript(office.seat_card(table, gm_seat(table)), done)
    mail = reports.answer(office.context(now, heard), told)
    outbox.put(gm.session, mail, About(table.key, incoming_id=gm.incoming_id), now)
