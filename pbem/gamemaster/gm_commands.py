"""Execute GM actions, from a message or the shell.

Each action is done completely or not at all, one after the other, and the answer says line by line what
happened. At the shell `say` does the same with the same text, without previews, and stores it as a message.
"""

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session, select

from adjudicator.core.phrasing import capital
from pbem import reports
from pbem.commands.lookup import gm_log
from pbem.commands.lookup.help import Prose
from pbem.commands.registry import BY_WORD as COMMANDS_BY_WORD
from pbem.commands.registry import public_help
from pbem.core.dates.moments import as_written, date_soon_after
from pbem.core.sentences import Sentence, Words, sentence
from pbem.core.text_layout import in_columns, wrapped
from pbem.gamemaster import approvals, clock, informed, own_words, reading, rights, rule_changes
from pbem.gamemaster.reading import BY_WORD, MOST_READ, GmMessage, NotUnderstood
from pbem.gamemaster.repairs import corrections, previews
from pbem.gamemaster.repairs.previews import PREVIEWED
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports import AnswerPage, Besides, CommandResult
from pbem.store.game_tables import GameTable
from pbem.store.mail_tables import StoredMessage
from pbem.store.rows import id_of
from pbem.store.states import DONE
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.identity import gm_seat
from pbem.tables.office import Office
from pbem.tables.opening import powers_of

AT_ONCE = (*rights.ALWAYS, "PAUSE", "RESUME", "EXTEND", "APPROVE")  # without a question, in whatever words
OF_EXTENSIONS = ("UNDO EXTEND", "UNDO EXTENSION")
UNDOING = ("UNDO", "UNDOING", "CANCEL", "MISTAKE", "MISTAKES", "TAKE BACK")
RULES_BY_OTHER_WORDS = {  # only for HELP: with SET a house rule has one name
    "ANONYMOUS": "names",
    "BAN": "denied",
    "CIVIL DISORDER": "silence",
    "DAYS OFF": "rest_days",
    "DENY": "denied",
    "GRACE": "pace",
    "HOLIDAYS": "rest_days",
    "INVITATION": "invited",
    "INVITE": "invited",
    "NMR": "silence",
    "REMINDER": "reminders",
    "TIME ZONE": "zone",
    "WEEKEND": "rest_weekdays",
    "WEEKENDS": "rest_weekdays",
}
MOST_NAMED = 5  # lines of a text for people that may have been meant as actions


class Performed(Struct, frozen=True):
    """The result of a message; *waiting* are the numbers of the lines that wait for YES."""

    besides: Besides
    waiting: tuple[int, ...] = ()


def perform(gm: GmContext, message: GmMessage) -> Besides:
    """Carry out each request; return the result of each line, and the requested pages."""
    answers = [one for request in message.requests for one in _perform(gm, request)]
    return _besides(gm, message, answers)


def perform_or_preview(gm: GmContext, message: GmMessage) -> Performed:
    """Carry out each request up to the first that needs YES; preview the others.

    Requests below one that waits may depend on it, and wait with it.
    """
    needs = [_needs_yes(gm, request) for request in message.requests]
    first = needs.index(True) if any(needs) else len(needs)
    at_once, previewed = message.requests[:first], message.requests[first:]
    answers = [one for request in at_once for one in _perform(gm, request)]
    found = previews.previews(gm, [(BY_WORD[request.word], request) for request in previewed])
    found = [_if_approvable(gm, request, lines) for request, lines in zip(previewed, found, strict=True)]
    both = list(zip(previewed, found, strict=True))
    answers += [_previewed(gm, request, lines) for request, lines in both]
    waiting = tuple(request.line for request, lines in both if not isinstance(lines, NotDone))
    besides = _besides(gm, message, answers)
    if waiting:
        needs_question = [
            approvals.needs_two(gm, one) or one.read_as or one.word not in PREVIEWED for one in previewed
        ]
        question = gm.in_words(sentence("previews", "question", is_now_possible=not any(needs_question)))
        besides = replace(besides, notes=[question])
    return Performed(besides, waiting)


def perform_confirmed(gm: GmContext, message: GmMessage, held: StoredMessage) -> Besides:
    """Carry out what was previewed, or ask a second person if the house rules require one."""
    asked = [(BY_WORD[request.word], request) for request in message.requests]
    if not any(approvals.needs_two(gm, request) for _, request in asked):
        return perform(gm, message)
    first = message.requests[0]
    told = approvals.ask(gm, held, asked)
    return Besides((), [CommandResult(first.line, first.written, _lines(gm, [told]))], ())


def _needs_yes(gm: GmContext, request: GmRequest) -> bool:
    is_given = gm.may is None or request.word in gm.may
    if request.word == "EXTEND" and not clock.is_earlier(gm, request):
        return bool(request.read_as) and is_given and clock.may_be_earlier(gm, request)
    is_meant = request.read_as and request.word not in AT_ONCE and not reading.only_shows(request)
    if is_meant or _is_brief(request):
        return is_given
    is_now = request.is_now and not approvals.needs_two(gm, request)
    return request.word in PREVIEWED and not is_now and is_given


def _is_brief(request: GmRequest) -> bool:
    """Return whether the line leaves open what it does: PROCESS without NOW, POLL without answers."""
    is_run = request.word == "RUN NOW" and "now" not in request.written.lower().split()
    return is_run or (request.word == "POLL" and not any(map(str.strip, request.text)))


def _if_approvable(
    gm: GmContext, request: GmRequest, found: Sequence[Words] | NotDone
) -> Sequence[Words] | NotDone:
    """Return the preview, or that nobody can approve the action."""
    is_stuck = approvals.needs_two(gm, request) and not approvals.others(gm)
    return NotDone(sentence("approvals", "nobody_else")) if is_stuck else found


def _previewed(gm: GmContext, request: GmRequest, found: Sequence[Words] | NotDone) -> CommandResult:
    if isinstance(found, NotDone):
        return _refused(gm, request.line, request.written, _why_not_done(gm, request, found))
    heading = sentence("previews", "heading", read_as=request.read_as)
    return CommandResult(request.line, request.written, _lines(gm, [heading, *found]))


def _besides(gm: GmContext, message: GmMessage, answers: Sequence[CommandResult | AnswerPage]) -> Besides:
    results = [one for one in answers if isinstance(one, CommandResult)]
    results += [_refused(gm, one.number, one.written, [_why_not(gm, one)]) for one in message.not_understood]
    pages = [one for one in answers if isinstance(one, AnswerPage)]
    pages += [_help_page(gm, word) for word in message.help_on]
    return Besides((), sorted(results, key=lambda result: result.line), pages)


def _of_other_table(gm: GmContext, other: str) -> Sentence:
    """Return why a line that names *other* does nothing at this table."""
    if gm.session.get(GameTable, other) is None:
        return sentence("gm_actions", "no_such_table", own=gm.table.key, other=other)
    return sentence("gm_actions", "other_table", own=gm.table.key, other=other)


def _why_not(gm: GmContext, line: NotUnderstood) -> Sentence:
    """Return why a line had no effect, and how its action is written."""
    if line.is_too_many:
        return sentence("gm_actions", "too_many_lines", most=MOST_READ)
    if line.other_table:
        return _of_other_table(gm, line.other_table)
    if several := reading.several_actions(line.written):
        return sentence("gm_actions", "several_actions", lines=several)
    return _suggested(gm, line.written, line.suggested) if line.suggested else _unknown(gm, line)


def _suggested(gm: GmContext, written: str, suggested: Sequence[str]) -> Sentence:
    """Return the actions that a line may mean."""
    return sentence(
        "gm_actions",
        "suggested",
        lines=[_suggestion(gm, one) for one in suggested],
        is_asked=own_words.only_asks(suggested),
        is_of_all=any(one.startswith("EXTEND ") for one in suggested),
        is_part=0 < " ".join(suggested).count("@") < written.count("@"),
    )


def _unknown(gm: GmContext, line: NotUnderstood) -> Sentence:
    """Return that a line is no action, and how the one that it may be is written."""
    if line.written.strip(" .!").upper() in ("YES", "NO"):
        waiting = approvals.for_reader(gm)
        return sentence("gm_actions", "nothing_asked", table=gm.table.key, approvals=waiting)
    if word := "" if line.meant else reading.of_players(line.written):
        example = powers_of(gm.office, gm.table)[0]
        return sentence("gm_actions", "of_players", word=word, first=example)
    written = _help(gm, BY_WORD[line.meant]) if line.meant else ""
    return sentence(
        "gm_actions", "not_understood", help=written, has_text=line.unread > 0, is_player=gm.is_player
    )


def _suggestion(gm: GmContext, line: str) -> str:
    """Return a suggested *line*; for the word of an action its help, for JOIN and OBSERVE how to use them."""
    table, judge = gm.table.key, gm.office.credentials.judge
    if line == "JOIN":
        return gm.in_words(sentence("gm_actions", "how_to_join", table=table, judge=judge))
    if line == "OBSERVE":
        return gm.in_words(sentence("gm_actions", "how_to_observe", table=table, judge=judge))
    if line.startswith("EXTEND "):
        return _extension(gm, line)
    return _help(gm, BY_WORD[line]) if line in BY_WORD else line


def _extension(gm: GmContext, line: str) -> str:
    """Return an EXTEND that can be read, without what follows a comma if need be; else its help."""
    for one in (line, line.rpartition(",")[0]):
        request = reading.read_line(one) if one else None
        if request is not None and clock.is_readable(gm, request):
            return one
    return _help(gm, BY_WORD["EXTEND"])


def _perform(gm: GmContext, request: GmRequest) -> Sequence[CommandResult | AnswerPage]:
    if gm.may is not None and request.word not in (*gm.may, *rights.ALWAYS):
        why = sentence("gm_actions", "not_yours", word=request.word, rights=gm.may)
        return [_refused(gm, request.line, request.written, [why])]
    action = BY_WORD[request.word]
    try:
        with gm.session.begin_nested():
            last_mail = informed.last_mail(gm)
            answers = action.perform(gm, request)
            gm.session.flush()
    except NotDone as fault:
        gm.session.refresh(gm.table)
        return [_refused(gm, request.line, request.written, _why_not_done(gm, request, fault))]
    pages = [one for one in answers if isinstance(one, AnswerPage)]
    told = [one for one in answers if not isinstance(one, AnswerPage)]
    is_said = request.read_as and told and not action.is_page
    said = [sentence("gm_actions", "read_as", action=request.read_as)] if is_said else []
    to_whom = informed.informed(gm, request.word, last_mail)
    lines = _lines(gm, [*said, *told, *to_whom, *_actions_in_text(action, request)])
    if action.is_page:
        title = sentence("gm_actions", "page", page=request.word.capitalize(), table=gm.table.key)
        return [AnswerPage(gm.in_words(title), in_columns(lines), is_set=True)]
    return [*([CommandResult(request.line, request.written, lines)] if lines else []), *pages]


def _actions_in_text(action: GmAction, request: GmRequest) -> Sequence[Sentence]:
    """Return a remark if lines of a text for people look like actions, which are not executed there."""
    if action.right != "words":
        return []
    lines = [line.strip() for line in request.text]
    found = [line for line in lines if line.partition(" ")[0].isupper() and reading.read_line(line)]
    return [sentence("gm_actions", "actions_in_text", lines=found[:MOST_NAMED])] if found else []


def _lines(gm: GmContext, answers: Sequence[Words]) -> list[str]:
    """Return the answers in words, each remedy on a line of its own."""
    own = gm.office.house.templates
    return [part for one in answers for part in (one.parts(own) if isinstance(one, Sentence) else (one,))]


def _refused(gm: GmContext, line: int, written: str, why: Sequence[Words]) -> CommandResult:
    return CommandResult(line, written, _lines(gm, why), is_refused=True)


def _why_not_done(gm: GmContext, request: GmRequest, fault: NotDone) -> list[str]:
    """Return why an action was refused; if its line holds several actions, that is the reason."""
    if several := reading.several_actions(request.written):
        return _lines(gm, [sentence("gm_actions", "several_actions", lines=several)])
    return _with_capital(gm, fault)


def _with_capital(gm: GmContext, fault: NotDone) -> list[str]:
    """Return the reason, with a capital unless it begins with the table or an address, and the remedies."""
    first, *more = _lines(gm, [fault.why])
    is_name = first.startswith(gm.table.key) or "@" in first.partition(" ")[0]
    return [first if is_name else capital(first), *more]


def _help(gm: GmContext, action: GmAction) -> str:
    """Return the help line of an action, with powers and an example of the table's own game."""
    return gm.in_words(Sentence("gm_help", action.help_block, _examples(gm)))


def _examples(gm: GmContext) -> dict[str, object]:
    first, second, *_ = powers_of(gm.office, gm.table)
    return {
        "first": first,
        "second": second,
        "example": corrections.example(gm),
        "short": corrections.short_example(gm),
        "soon": date_soon_after(gm.table.zone, gm.now, gm.table.deadline_utc),
    }


def _help_page(gm: GmContext, word: str) -> AnswerPage:
    """Return the list of all actions, or the page of the action, game or player's command *word*."""
    title = gm.in_words(sentence("gm_actions", "help"))
    if not word:
        return Prose(title, help_text(gm), is_set=True)
    if own := _page_of_answers(gm, word) or _page_of_undoing(gm, word) or _page_of_rule(gm, word):
        return Prose(title, own, is_set=True)
    action = reading.action_named(word)
    if action is None and _is_for_everybody(gm.office, word):
        return public_help(gm.office, word)
    if action is None:
        unknown = gm.in_words(sentence("gm_actions", "no_help", word=word, near=reading.action_meant(word)))
        return Prose(title, f"{unknown}\n\n{help_text(gm)}", is_set=True)
    page = Sentence("gm_help_pages", action.help_block, _examples(gm))
    lines = [f"- {_help(gm, action)}", *page.parts(gm.office.house.templates)]
    return Prose(title, "\n\n".join(map(wrapped, lines)), is_set=True)


def _page_of_answers(gm: GmContext, word: str) -> str | None:
    """Return what HELP YES, HELP NO and HELP NOW say; None for another word."""
    if word.strip(" .").upper() not in ("YES", "NO", "NOW"):
        return None
    return wrapped(gm.in_words(sentence("previews", "answers", actions=PREVIEWED)))


def _page_of_undoing(gm: GmContext, word: str) -> str | None:
    """Return what HELP UNDO says: how each action is taken back; None for another word."""
    own, asked = gm.office.house.templates, word.strip(" .").upper()
    if asked not in (*OF_EXTENSIONS, *UNDOING):
        return None
    before, zone = clock.before_extension(gm), gm.table.zone
    date = as_written(before, zone) if before and before > gm.now else ""  # as DEADLINE has it
    if asked in OF_EXTENSIONS:
        undo = sentence(
            "gm_actions",
            "undo_extension",
            table=gm.table.key,
            before=before,
            deadline=gm.table.deadline_utc,
            zone=zone,
            date=date,
        )
        return "\n\n".join(map(wrapped, undo.parts(own)))
    first = powers_of(gm.office, gm.table)[0]
    head, *ways = sentence("gm_actions", "undoing", first=first, date=date).parts(own)
    return "\n\n".join([wrapped(head), "\n".join(wrapped(f"- {way}") for way in ways)])


def _page_of_rule(gm: GmContext, word: str) -> str | None:
    """Return what HELP and the name of a house rule say; None for another word, such as that of an action."""
    named = RULES_BY_OTHER_WORDS.get(" ".join(word.upper().split()), word)
    key = "" if word.upper() in BY_WORD else rule_changes.rule_named(named)
    lines = [gm.in_words(line) for line in rule_changes.about(gm, key)] if key else None
    return "\n\n".join(map(wrapped, lines)) if lines else None


def _is_for_everybody(office: Office, word: str) -> bool:
    """Return whether *word* is a game or a command of players."""
    with suppress(ValueError):
        return bool(office.find_game(word))
    return word.upper() in COMMANDS_BY_WORD


def help_text(gm: GmContext) -> str:
    """Return a line for each action; a deputy gets those that they may use."""
    given = [one for one in reading.ACTIONS if gm.may is None or one.word in (*gm.may, *rights.ALWAYS)]
    lines = "\n".join(wrapped(f"- {_help(gm, action)}") for action in given)
    heading = sentence("gm_actions", "help_heading", is_deputy=len(given) < len(reading.ACTIONS))
    return f"{wrapped(gm.in_words(heading))}\n\n{lines}"


# --- at the shell ----------------------------------------------------------------------------------------


def say(office: Office, key: str, text: str, now: datetime) -> Besides:
    """Carry out *text* for the host; store it as a message, and inform the GM. Raises NotDone."""
    with office.store.writing() as session:
        table = session.exec(select(GameTable).where(GameTable.key == key.lower()).with_for_update()).first()
        if table is None:
            raise NotDone(sentence("gm_actions", "no_table", table=key))
        stored = _stored(session, table, text, now)
        gm = GmContext(session, office, table, gm_log.HOST, id_of(stored), now)
        message = reading.read(text)
        done = perform(gm, message)
        if any(not BY_WORD[request.word].is_page for request in message.requests):
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
    """Mail the game master what the host did."""
    office, table, now = gm.office, gm.table, gm.now
    subject = gm.in_words(sentence("gm_actions", "done_by_host", table=table.key))
    answered = reports.AnsweredMessage(f"<shell.{gm.incoming_id}@{office.house.domain}>", (), subject)
    transcript = reports.transcript(office.seat_card(table, gm_seat(table)), done)
    mail = reports.answer(office.context(now, answered), transcript)
    outbox.put(gm.session, mail, About(table.key, incoming_id=gm.incoming_id), now)
