"""HISTORY lists the turns and shows one again; SUMMARY counts them; REPORT sends the last report again.

A turn is shown as its reader's report showed it: by the game's `show`, from the stored turn.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from msgspec.structs import replace
from sqlmodel import Session, col, select

from adjudicator.core.game import Game, Power, Record, Section
from pbem import reports
from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import CommandContext, SeatCommandContext, SeatContext, done, refused
from pbem.commands.lookup import game_story, memory
from pbem.commands.lookup.supplements import stored_supplement
from pbem.commands.seats import all_seeing
from pbem.commands.visitors import table_meant
from pbem.core.dates.moments import past_days
from pbem.core.sentences import Sentence, Unusable, Words, sentence
from pbem.core.text_layout import columns, wrapped
from pbem.messages.script import Request, Script, names_turn
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports import AnswerPage, CommandResult
from pbem.store.game_tables import AdjudicatedTurn, GameTable, Seat
from pbem.store.rows import id_of
from pbem.store.states import FORMING, OVER
from pbem.tables import identity, order_sheets, sealed_orders
from pbem.tables.house_rules import house_rules
from pbem.tables.office import Office
from pbem.tables.people import readers

IMAGE = r"(?:\s+(?:gif|png|jpe?g|svg|ps|postscript|pdf))?"  # as on older judges; the map is always a PNG
SPAN = re.compile(
    r"(?:from|since)\s+(?P<first>.+?)(?:\s+(?:to|until|till)\s+(?P<last>.+))?|(?:to|until|till)\s+(?P<end>.+)",
    re.I,
)
NUMBERED = re.compile(r"turn \d+\b", re.IGNORECASE)  # a name of a turn
MOST_SHOWN = 12  # turns in one answer
SHOWN = ("news", "battles", "results", "others", "seen")


def history(acting: SeatCommandContext, request: Request) -> CommandResult | AnswerPage:
    if _is_elsewhere(acting, request):
        return public_history(acting.visit, request)
    turns = turns_of(acting.session, acting.at.table.key)
    asked = _asked(acting, request)
    if not asked:
        own = acting.at.row.power
        lines = [line(acting.at.game, turn, own) for turn in turns] or [sentence("history", "none")]
        title = acting.words(sentence("history", "turns"))
        return AnswerPage(title, "\n".join(acting.words(line) for line in lines))
    try:
        found = meant(asked, turns, acting.at.row.zone, acting.visit.now)
    except Unusable as fault:
        return refused(request, fault.sentence)
    title = acting.words(sentence("history", "as_reported"))
    told = in_words(acting.at.game, found, acting.at.row.power)
    return AnswerPage(title, "\n\n".join(map(acting.words, told)), is_set=True)


def _is_elsewhere(acting: SeatCommandContext, request: Request) -> bool:
    """Return whether the argument begins with the name of another table."""
    word = request.argument.partition(" ")[0].lower()
    return word != acting.at.table.key and acting.session.get(GameTable, word) is not None


# --- for observers ---------------------------------------------------------------------------------------


def public_history(visit: CommandContext, request: Request) -> CommandResult | AnswerPage:
    """List the turns of a table for somebody who does not play there, or show one as in the bulletin."""
    try:
        table, rest = readable(visit, request.argument)
    except Unusable as fault:
        return refused(request, fault.sentence)
    turns, game = turns_of(visit.session, table.key), visit.office.find_game(table.game)
    if not rest:
        lines = [line(game, turn) for turn in turns] or [sentence("history", "none")]
        title = sentence("history", "turns_of", table=table.key)
        return AnswerPage(visit.words(title), "\n".join(visit.words(line) for line in lines))
    try:
        found = meant(rest, turns, visit.person.zone, visit.now)
    except Unusable as fault:
        return refused(request, fault.sentence)
    title = sentence("history", "as_published", table=table.key)
    told = "\n\n".join(map(visit.words, in_words(game, found, None)))
    return AnswerPage(visit.words(title), told, is_set=True)


def public_report(visit: CommandContext, request: Request) -> CommandResult | AnswerPage:
    """Show a table as in its last bulletin, or all of it to observers with full sight."""
    try:
        table, _ = readable(visit, request.argument)
    except Unusable as fault:
        return refused(request, fault.sentence)
    game, last = visit.office.find_game(table.game), last_turn(visit.session, table)
    record = last.record if last else None
    told = [_turn_in_words(game, table.position, record, None), *hidden_too(visit, table, record)]
    title = sentence("history", "last_bulletin", table=table.key, due=game.due(table.position))
    return AnswerPage(visit.words(title), "\n\n".join(told), is_set=True)


def hidden_too(visit: CommandContext, table: GameTable, record: Record | None) -> Sequence[str]:
    """Return what an observer with full sight is shown in addition; nothing to anybody else."""
    row = readers.subscription(visit.session, table, visit.person.address)
    if row is None or not row.sees_all:
        return []
    game = visit.office.find_game(table.game)
    return [as_text(one) for one in all_seeing.sections(game, table.position, record, visit.office)]


def public_summary(visit: CommandContext, request: Request) -> CommandResult | AnswerPage:
    try:
        table, _ = readable(visit, request.argument)
    except Unusable as fault:
        return refused(request, fault.sentence)
    return _summary(visit, table)


def _summary(visit: CommandContext, table: GameTable) -> AnswerPage:
    title = visit.words(sentence("history", "summary", table=table.key))
    told = summary_lines(visit.session, visit.office, table)
    lines = (one if isinstance(one, str) else wrapped(visit.words(one), 0, 4) for one in told)
    return AnswerPage(title, "\n".join(lines), is_set=True)


def summary_lines(session: Session, office: Office, table: GameTable) -> Sequence[Words]:
    """Return what each power had, turn by turn, and the headlines of the turns, as the public knows them."""
    story = game_story.load(session, office, table)
    told = [*game_story.counts(story, office.house.templates)]
    label = sentence("history", "counted", label=game_story.counted(story))
    charts: list[Words] = [line for chart in told for line in (label, columns(chart.rows, chart.columns), "")]
    game, turns = office.find_game(table.game), turns_of(session, table.key)
    lines = [line(game, turn) for turn in turns]
    if any(len(chart.rows) < len({turn.name for turn in turns}) for chart in told):
        charts += [sentence("history", "unchanged"), ""]
    return [*charts, *(lines or [sentence("history", "none")])]


def readable(visit: CommandContext, written: str) -> tuple[GameTable, str]:
    """Return the table that is meant, and the rest. Raises Unusable if the sender may not read it."""
    table, rest = table_meant(visit, written)
    if table.state == FORMING:
        raise Unusable(sentence("joining", "not_begun", table=table.key))
    is_reader = readers.subscription(visit.session, table, visit.person.address) is not None
    if not house_rules(table).observers and not is_reader:
        raise Unusable(sentence("joining", "no_observer_here", table=table.key))
    return table, rest.strip(" .,:")


def story_page(visit: CommandContext, table: GameTable, story: game_story.Story) -> AnswerPage:
    """Return the whole story of a game that is over."""
    told = [as_text(section) for section in game_story.sections(story, visit.office)]
    title = sentence("joining", "whole_story", table=table.key)
    return AnswerPage(visit.words(title), "\n\n".join(told), is_set=True)


# --- turns in words --------------------------------------------------------------------------------------


def turns_of(session: Session, key: str) -> Sequence[AdjudicatedTurn]:
    wanted = select(AdjudicatedTurn).where(AdjudicatedTurn.table_key == key)
    return session.exec(wanted.order_by(col(AdjudicatedTurn.number))).all()


def meant(
    written: str, turns: Sequence[AdjudicatedTurn], zone: str, now: datetime
) -> Sequence[AdjudicatedTurn]:
    """Return the turns that *written* names: "Spring 1901", "3", "FROM 3 TO 20 Nov". Raises Unusable."""
    span = SPAN.fullmatch(written.strip(" .,:"))
    found = _between(span, turns, zone, now) if span else [turns[at] for at in named(written, turns)]
    if not found:
        raise Unusable(sentence("history", "no_turn", asked=written))
    return found


def _between(
    span: re.Match[str], turns: Sequence[AdjudicatedTurn], zone: str, now: datetime
) -> Sequence[AdjudicatedTurn]:
    """Return the turns from the first that is named to the last; either may be a day in *zone*."""
    first, last = span["first"], span["last"] or span["end"]
    since = _days_or_numbers(first, turns, zone, now)[0] if first else 0
    until = _days_or_numbers(last, turns, zone, now)[1] if last else len(turns)
    return turns[since:until]


def _days_or_numbers(
    written: str, turns: Sequence[AdjudicatedTurn], zone: str, now: datetime
) -> tuple[int, int]:
    """Return how many turns were run before the turn or day that is named, and up to its end."""
    if found := named(written, turns):
        return found[0], found[-1] + 1
    meant = past_days(written, zone, now)
    if len(meant) > 1:
        raise Unusable(sentence("history", "which_day", asked=written, days=meant))
    if not meant:
        raise Unusable(sentence("history", "no_turn", asked=written))
    day = meant[0]
    days = [turn.adjudicated_utc.astimezone(ZoneInfo(zone)).date() for turn in turns]
    return sum(one < day for one in days), sum(one <= day for one in days)


def in_words(game: Game, found: Sequence[AdjudicatedTurn], reader: Power | None) -> Sequence[Words]:
    """Return the first MOST_SHOWN turns as they were reported to *reader*, and how to get the rest."""
    told: list[Words] = [as_reported(game, turn, reader) for turn in found[:MOST_SHOWN]]
    left = found[MOST_SHOWN:]
    if not left:
        return told
    first = left[0].name if _has_number(left[0]) else left[0].number
    return [*told, sentence("history", "more", shown=MOST_SHOWN, first=first)]


def named(written: str, turns: Sequence[AdjudicatedTurn]) -> Sequence[int]:
    """Return the indices of the turns whose names begin with *written*, else of that with this number.

    "Fall" is autumn. "7" is "Turn 7" where turns are called so; it may have been reported in several parts.
    """
    plain = written.lower().replace("fall ", "autumn ").strip(" .,:")
    if plain.startswith("next"):
        return ()
    by_name = [at for at, turn in enumerate(turns) if names_turn(plain, turn.name)]
    return by_name or [at for at, turn in enumerate(turns) if plain == str(turn.number)]


def _has_number(turn: AdjudicatedTurn) -> bool:
    """Return whether the name of *turn* has a number of its own, so that it is listed without another."""
    return NUMBERED.match(turn.name) is not None


def line(game: Game, turn: AdjudicatedTurn, reader: Power | None = None) -> Sentence:
    """Return the number, the name and the headline of a turn, as *reader* was told it; None is the public."""
    headline = game.show(turn.position, turn.record, reader).headline
    number = 0 if _has_number(turn) else turn.number
    return sentence("history", "turn", number=number, name=turn.name, headline=headline)


def as_reported(game: Game, turn: AdjudicatedTurn, reader: Power | None) -> str:
    """Return the report of a turn to *reader*; None is the bulletin."""
    return _turn_in_words(game, turn.position, turn.record, reader)


def _turn_in_words(game: Game, position: str, record: str | None, reader: str | None) -> str:
    """Return a turn as it was reported to *reader*; None is the public."""
    facts = game.show(position, record, reader)
    sections = [section for section in facts.sections if section.key in SHOWN]
    return "\n\n".join([facts.turn, *(as_text(section) for section in sections)])


def _asked(acting: SeatCommandContext, request: Request) -> str:
    """Return the turn that is asked for, without old judges' arguments: HISTORY std3 LINES 20 EXCLSTART."""
    own = rf"\b{re.escape(acting.at.table.key)}\b"
    return re.sub(rf"{own}|\blines\s+\d+|\bexclstart\b", "", request.argument, flags=re.I).strip()


def as_text(section: Section) -> str:
    """Return a section of a report as plain text."""
    rows = [wrapped(item.text, 2, 4) for item in section.items]
    tables = [columns(table.rows, table.columns) for table in section.tables]
    return "\n".join([section.title, *rows, *tables])


def report(acting: SeatCommandContext, request: Request) -> CommandResult | AnswerPage:
    """Mail the last report once more, with the map and the order form; for MAP a large map alone."""
    if request.argument and request.argument.lower() != acting.at.table.key:
        return public_report(acting.visit, request)
    at, visit = acting.at, acting.visit
    last, power = last_turn(acting.session, at.table), at.row.power
    may_be_large = request.word == "MAP" and visit.office.settings.service.pictures
    has_picture = at.card.has_picture or may_be_large
    svg = _last_map(at.game, at.table, last, power) if has_picture else ""
    has_large = may_be_large and bool(svg)  # not every game has a map
    view = replace(
        last_report(acting, last, memory.remembered_by(acting)),
        svg=svg,
        atlas=at.game.card.atlas,
        is_large=has_large,
        is_again=True,
    )
    once = f".again.{id_of(visit.stored)}"
    card = replace(visit.office.report_card(at.table, at.row, visit.now), has_picture=has_picture)
    build = reports.large_map if has_large else reports.turn_report
    mail = build(visit.office.context(visit.now), card, at.run, view, once)
    outbox.put(
        visit.session, mail, About(at.table.key, power, at.table.number, id_of(visit.stored)), visit.now
    )
    return done(request, _sent_again(at, request, has_large=has_large, may_be_large=may_be_large))


def _sent_again(at: SeatContext, request: Request, *, has_large: bool, may_be_large: bool) -> Sentence:
    """Return what is on its way, and why it is no map if one was asked for."""
    return sentence(
        "history",
        "sent_again",
        is_large=has_large,
        is_mapless=request.word == "MAP" and not has_large,
        is_without_pictures=not may_be_large,
        has_places=bool(at.atlas),
    )


def last_report(
    acting: SeatCommandContext, last: AdjudicatedTurn | None, told: Sequence[memory.TurnMemory]
) -> reports.TurnView:
    """Return the report of the *last* turn to the seat, without a picture; without a turn the position.

    *told* are the facts to remember from all its reports.
    """
    at = acting.at
    position, power = at.table.position, at.row.power
    sheet = at.game.show(position, last.record if last else None, power)
    return reports.TurnView(
        replace(sheet, sections=(*sheet.sections, *_seal(acting, last))),
        () if at.table.state == OVER else at.game.form(position, power),
        supplement=(
            stored_supplement(acting.session, at.table, last, at.game.card) if last else reports.Supplement()
        ),
        known=memory.box(acting.visit.office, told, sheet),
        is_on_file=_is_on_file(acting),
    )


def _is_on_file(acting: SeatCommandContext) -> bool:
    """Return whether what the power owes, or is asked for, is on file."""
    at = acting.at
    filed = order_sheets.on_file(acting.session, at.place)
    orders, power = filed.orders if filed else None, at.row.power
    is_owed = power in at.due.owed or power in at.due.asked
    return is_owed and order_sheets.are_complete(at.game, at.table.position, power, orders)


def summary(acting: SeatCommandContext, request: Request) -> CommandResult | AnswerPage:
    """Show what each power had, turn by turn, as everybody may know it: SUMMARY."""
    if request.argument and request.argument.lower() != acting.at.table.key:
        return public_summary(acting.visit, request)
    return _summary(acting.visit, acting.at.table)


def large_map(acting: SeatCommandContext, request: Request) -> CommandResult | AnswerPage:
    """Mail a large map with a short text: MAP. No map of an earlier turn is sent."""
    if request.argument and request.argument.lower() != acting.at.table.key:
        return refused(request, sentence("history", "map_of_now", turn=request.argument))
    return report(acting, request)


def _seal(acting: SeatCommandContext, last: AdjudicatedTurn | None) -> Iterator[Section]:
    """Yield the orders of the last turn with their seal, as its report had them."""
    at, power = acting.at, acting.at.row.power
    if last is not None:
        turn = sealed_orders.UsedIn(at.game, last.number, last.before)
        used = last.orders.get(power)
        yield from sealed_orders.sections(acting.visit.office, at.table, turn, power, used)


def last_turn(session: Session, table: GameTable) -> AdjudicatedTurn | None:
    """Return the turn that led to the present position; None before the first, or after a correction."""
    wanted = select(AdjudicatedTurn).where(AdjudicatedTurn.table_key == table.key)
    return latest(session.exec(wanted.order_by(col(AdjudicatedTurn.number).desc()).limit(1)).all(), table)


def latest(turns: Sequence[AdjudicatedTurn], table: GameTable) -> AdjudicatedTurn | None:
    """Return the same from the turns of a table, or the last of them."""
    return turns[-1] if turns and turns[-1].position == table.position else None


def paint_ahead(session: Session, office: Office, seat: Seat, script: Script) -> None:
    """Paint the picture for MAP before anything is locked, so that others need not wait for it."""
    if not script.asks("MAP") or not office.settings.service.pictures:
        return
    table = session.get(GameTable, seat.table_key)
    if table is None:
        return
    reader = None if identity.is_gm(seat.power) else seat.power
    svg = _last_map(office.find_game(table.game), table, last_turn(session, table), reader)
    if svg:  # not every game has a map
        reports.picture(svg, is_large=True)


def _last_map(game: Game, table: GameTable, last: AdjudicatedTurn | None, reader: Power | None) -> str:
    """Return the map of the *last* turn for *reader* as SVG."""
    return game.picture(table.position, last.record if last else None, reader)


COMMANDS = (
    Command(
        "HISTORY",
        r"(?:send\s+)?history(?:\s+(?:of\s+)?(.{1,80}))?",
        changes=False,
        group=Group.LOOK_UP,
        page="status",
        run=history,
        run_as_guest=public_history,
        is_for_guests=True,
        after_the_end=True,
        by_gm=ByGm.IF_SHOWN,
    ),
    Command(
        "REPORT",
        r"(?:send\s+)?(?:(?:my\s+|the\s+)?(?:last\s+)?report)(?:\s+(?:of\s+)?([a-z][\w-]{0,30}))?",
        group=Group.LOOK_UP,
        page="status",
        run=report,
        run_as_guest=public_report,
        is_for_guests=True,
        after_the_end=True,
        by_gm=ByGm.NO,
    ),
    Command(
        "SUMMARY",
        r"(?:send\s+)?(?:the\s+|a\s+)?summary(?:\s+(?:of\s+)?([a-z][\w-]{0,30}))?",
        changes=False,
        group=Group.LOOK_UP,
        page="status",
        run=summary,
        run_as_guest=public_summary,
        is_for_guests=True,
        after_the_end=True,
        by_gm=ByGm.NO,
    ),
    Command(
        "MAP",
        rf"(?:send\s+)?(?:(?:my\s+|the\s+|a\s+)?(?:large\s+|big\s+|last\s+)?map(?:\s+[a-z][a-z-]*\d+)?{IMAGE})()"
        r"|map\s+(?:of\s+|for\s+)?((?:spring|summer|autumn|fall|winter)\b.{0,40}|turn\s+\d+|\d+)",
        changes=False,
        group=Group.LOOK_UP,
        page="map",
        run=large_map,
        after_the_end=True,
        by_gm=ByGm.NO,
    ),
)
