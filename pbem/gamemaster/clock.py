"""The deadline: PAUSE, RESUME, EXTEND, RUN NOW.

While a table is paused it has no deadline, and orders are still accepted. RESUME gives back the time that was
left, and so does the end of a pause UNTIL some moment. An extension is plain hours, or a moment by the
table's clock.
"""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from pbem.commands.seats.empty_tables import is_empty
from pbem.core.dates.day_words import FAR_AWAY
from pbem.core.dates.lengths import COUNT_WORDS, read_length, to_the_minute
from pbem.core.dates.moments import MomentContext, SeveralMoments, as_written, read_moment, week_before
from pbem.core.dates.rest_days import MONTHS
from pbem.core.deadlines import Deadline
from pbem.core.sentences import Sentence, Words, cause_of, sentence
from pbem.store.game_tables import GameTable, left_after_pause, sheets_of
from pbem.store.mail_tables import call_deferred
from pbem.store.states import FORMING, HELD, OVER, PAUSED, RUNNING
from pbem.tables import robots
from pbem.tables.deadlines import pauses
from pbem.tables.deadlines.deadline_of_table import set_deadline, with_grace
from pbem.tables.deadlines.reminders import missing_powers
from pbem.tables.gm_actions import THE_GAME, GmAction, GmContext, GmRequest, NotDone
from pbem.tables.house_rules import pace_of
from pbem.tables.office import reasons_of

COUNTS = rf"half\s+an?|{COUNT_WORDS}"
UNITS = r"(?:more\s+)?(?:minutes?|hours?|days?|weeks?|fortnights?)"
MONTH = "|".join(name[:3] for name in MONTHS)
AND_A_HALF = r"\s+and\s+a\s+half"
A_LENGTH = (
    rf"(?:\d[\d.]*\s?(?:more\s+)?(?!{MONTH})[a-z]+|(?:{COUNTS})\s+{UNITS}(?:{AND_A_HALF})?"
    rf"|(?:\d+|{COUNTS}){AND_A_HALF}\s+{UNITS})"
)
LENGTH = rf"{A_LENGTH}(?:(?:\s*,)?(?:\s+and)?\s*{A_LENGTH})?"
LENGTH_WITHIN = re.compile(rf"(?<![\w.:-])(?:\d[\d.]*\s?(?:h|d|{UNITS})|(?:{COUNTS})\s+{UNITS})\b", re.I)
OF_DAYS = "noon|tomorrow|tonight|midnight|weekend|week|month"
HOLIDAYS = r"christmas|xmas|easter|new\s+year|boxing\s+day"  # "after Christmas" is read in own_words.toml
A_TIME = (
    rf".*\d|.*\b(?:{OF_DAYS})\b|.*(?<!after )(?<!after the )\b(?:{HOLIDAYS})\b|in\s+(?:{COUNTS})\s+{UNITS}"
    r"|(?:on\s+|the\s+)?(?:next\s+|this\s+|coming\s+)*[a-z]{3,6}day\b"
    rf"|(?:the\s+)?(?:end|start|beginning)\s+of\s+(?:{MONTH})"
)
YEAR = re.compile(r"\b20\d\d\b")
OF_ALL = rf"set\s+deadline\s+(?:{LENGTH})\s*$"  # a house rule is meant, not this deadline
WHAT = r"extend(?:\s+(?:the\s+)?(?:game|deadline))?"


def pause(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Remove the deadline and store the time that is left: PAUSE; PAUSE UNTIL Monday; PAUSE for a week."""
    table = gm.table
    is_new_end = table.state == PAUSED and bool(table.paused_until_utc or request.argument)
    is_running = table.state == RUNNING and table.deadline_utc is not None
    if not is_running and not is_new_end:
        raise NotDone(sentence("clock", "not_running", table=table.key, state=table.state))
    to_deadline = (table.deadline_utc or gm.now) - gm.now
    left = left_after_pause(table) if is_new_end else max(to_deadline, timedelta())
    pauses.begin(table, left, _pause_end(gm, request, left))
    set_deadline(table, None, gm.now)
    until, due, zone = table.paused_until_utc, pauses.due_after_pause(table), table.zone
    said = to_the_minute(left)
    logged = sentence("clock", "pause_logged", left=said, until=until, zone=zone, is_new_end=is_new_end)
    gm.write_down(request, logged)
    has_end = until is not None
    gm.notify_table(request, "paused", with_deadline=True, is_new_end=is_new_end, has_end=has_end)
    return [
        sentence(
            "clock",
            "paused",
            table=table.key,
            left=said,
            until=until,
            due=due,
            zone=zone,
            is_new_end=is_new_end,
        )
    ]


def _pause_end(gm: GmContext, request: GmRequest, left: timedelta) -> datetime | None:
    """Return when the pause ends by itself; by default at the hour of the deadline, or of the present end.

    "Until Monday", written on a Monday, is a week later. Raises NotDone.
    """
    length, moment = request.arguments if request.arguments else ("", "")
    if not (length or moment):
        return None
    before = gm.table.paused_until_utc or gm.now + left
    try:
        if length:
            until = gm.asked + read_length(re.sub(r"\bmore\b", "", length))
        else:
            past = before - timedelta(days=(before - gm.asked).days + 1)
            at = MomentContext(gm.table.zone, gm.asked, past, "PAUSE UNTIL", is_today_meant=False)
            until = read_moment(moment, at)
    except ValueError as fault:
        raise NotDone(sentence("gm_actions", "unusable", why=cause_of(fault))) from None
    if until <= gm.now:
        raise NotDone(sentence("clock", "pause_past", moment=until, zone=gm.table.zone))
    if until > gm.now + FAR_AWAY and not length and not YEAR.search(request.written):
        raise NotDone(sentence("clock", "next_year", moment=until, zone=gm.table.zone))
    return until


def resume(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Let a paused game go on with the time that was left: RESUME."""
    table = gm.table
    if table.state != PAUSED:
        raise NotDone(sentence("clock", "not_paused", table=table.key, state=table.state))
    left = left_after_pause(table)
    deadline = pauses.end(gm.session, table, gm.now)
    gm.write_down(request, sentence("clock", "resume_logged"))
    gm.notify_table(request, "resumed", with_deadline=True)
    return [
        sentence(
            "clock",
            "resumed",
            table=table.key,
            deadline=deadline.due_utc,
            zone=table.zone,
            left=to_the_minute(left),
            is_moved=deadline.due_utc > gm.now + left,
        ),
        *([sentence("clock", "resumed_without_players")] if is_empty(gm.session, gm.office, table) else []),
    ]


def extend(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Move the deadline: EXTEND 24h; EXTEND BY two days; EXTEND TO Sunday 20:00; EXTEND TO 27 Nov."""
    table, zone = gm.table, gm.table.zone
    if table.state != RUNNING or table.deadline_utc is None:
        raise NotDone(sentence("clock", "no_deadline", table=table.key, state=table.state))
    before = table.deadline_utc
    moment = _extended(gm, before, request)
    if moment <= gm.now:
        raise NotDone(sentence("clock", "past", moment=moment, zone=zone))
    if moment > gm.now + FAR_AWAY and not YEAR.search(request.written):
        raise NotDone(sentence("clock", "next_year", moment=moment, zone=zone))
    reason = {"reason": request.reason} if request.reason else {}
    extended = with_grace(table, moment).because(
        "extended", before=before.isoformat(), by=gm.acting, **reason
    )
    set_deadline(table, extended, gm.now)
    call_deferred(gm.session, table.key)
    is_less, by = moment < before, request.arguments[0].replace(" more", "")
    gm.write_down(
        request,
        sentence("clock", "extension_logged", before=before, moment=moment, zone=zone, is_earlier=is_less),
    )
    gm.notify_table(request, "extended", with_deadline=True, before=before, zone=zone, is_earlier=is_less)
    told = sentence("clock", "extended", moment=moment, zone=zone, before=before, by=by, is_earlier=is_less)
    return [told, *_which_week(gm, request, moment, before), *_on_rest(gm, moment)]


def before_extension(gm: GmContext) -> datetime | None:
    """Return the deadline before the last EXTEND; None if something else has moved it since."""
    found = [why for why in reasons_of(gm.table) if why.kind == "extended"]
    return datetime.fromisoformat(found[-1].words["before"]) if found else None


def is_earlier(gm: GmContext, request: GmRequest) -> bool:
    """Return whether EXTEND would make the deadline earlier, which takes time away from players."""
    before = gm.table.deadline_utc
    try:
        return before is not None and gm.now < _extended(gm, before, request) < before
    except NotDone:
        return False


def is_readable(gm: GmContext, request: GmRequest) -> bool:
    """Return whether the length or the moment of EXTEND can be read."""
    try:
        _extended(gm, gm.table.deadline_utc or gm.now, request)
    except NotDone:
        return False
    return True


def may_be_earlier(gm: GmContext, request: GmRequest) -> bool:
    """Return whether EXTEND names a weekday of which there is one before the deadline, too."""
    before = gm.table.deadline_utc
    try:
        return before is not None and bool(_which_week(gm, request, _extended(gm, before, request), before))
    except NotDone:
        return False


def _which_week(gm: GmContext, request: GmRequest, moment: datetime, before: datetime) -> Sequence[Words]:
    """Return a remark if a weekday was named, and an earlier one may have been meant, but not *before*."""
    text, zone = request.arguments[1], gm.table.zone
    earlier = week_before(text, zone, gm.asked, moment) if text else None
    if earlier == before:
        earlier = week_before(text, zone, gm.asked, before)
    if earlier is None:
        return []
    return [sentence("clock", "which_week", earlier=earlier, zone=zone, date=as_written(earlier, zone))]


def _on_rest(gm: GmContext, moment: datetime) -> Sequence[Words]:
    """Return a remark if the new deadline falls on a rest day, where it stays."""
    rest = pace_of(gm.table, gm.game.card.phases).rest.during(gm.due.phase)
    is_rest = rest.holds(moment.astimezone(ZoneInfo(rest.zone)).date())
    return [sentence("clock", "on_rest")] if is_rest else []


def _extended(gm: GmContext, before: datetime, request: GmRequest) -> datetime:
    length, moment = request.arguments[0], request.arguments[1]
    try:
        if length:
            return max(before, gm.now) + read_length(re.sub(r"\bmore\b", "", length))
        return read_moment(moment, MomentContext(gm.table.zone, gm.asked, before))
    except SeveralMoments as fault:
        raise NotDone(sentence("gm_actions", "unusable", why=fault.sentence)) from None
    except ValueError as fault:
        if within := LENGTH_WITHIN.search(moment):
            raise NotDone(sentence("clock", "length_within", text=moment, length=within[0])) from None
        raise NotDone(sentence("gm_actions", "unusable", why=cause_of(fault))) from None


def run_now(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Set the deadline to now, even if orders are missing: RUN NOW."""
    table = gm.table
    if table.state in (OVER, FORMING, PAUSED):
        raise NotDone(_cannot_run(table))
    was_held = table.state == HELD
    table.state, table.held_reason, table.is_run_asked = RUNNING, "", True
    set_deadline(table, Deadline(gm.now, gm.now).because("run_now"), gm.now)
    gm.write_down(request, sentence("clock", "run_logged", turn=gm.due.turn))
    return [sentence("clock", "is_run", turn=gm.due.turn, was_held=was_held), *without_orders(gm)]


def without_orders(gm: GmContext) -> Sequence[Words]:
    """Return who owes orders of the turn that is run and has none on file, apart from robots."""
    on_file = sheets_of(gm.session, gm.table.key, gm.table.number)
    played = robots.levels_of(gm.session, gm.table.key)
    owing = missing_powers(gm.game, gm.table.position, on_file)
    missing = [power for power in owing if power not in played]
    return [sentence("clock", "without_orders", powers=[*map(gm.named, missing)])] if missing else []


def _cannot_run(table: GameTable) -> Sentence:
    is_paused = table.state == PAUSED
    return sentence("clock", "cannot_run", table=table.key, state=table.state, is_paused=is_paused)


ACTIONS = (
    GmAction(
        "PAUSE",
        rf"pause{THE_GAME}(?:\s+for\s+({LENGTH})()|\s+(?:until|till|to)\s+()((?={A_TIME}|.*\b(?:{MONTH})).{{1,40}}))?",
        pause,
        "clock",
    ),
    GmAction("RESUME", rf"resume{THE_GAME}", resume, "clock"),
    GmAction(
        "EXTEND",
        rf"{WHAT}(?:\s+by|\s+for)?\s+({LENGTH})()|{WHAT}\s+(?:(?:to|until|till)\s+)?()(.+)"
        rf"|(?!{OF_ALL})(?:new\s+|(?:move|set|change)\s+(?:the\s+)?)?deadline[\s:]+(?:to\s+)?()((?={A_TIME}).{{1,40}})",
        extend,
        "clock",
    ),
    GmAction("RUN NOW", r"(?:run|process)(?:\s+(?:it\s+)?now)?", run_now, "clock"),
)
