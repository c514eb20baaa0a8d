"""HISTORY lists the turns and shows one again; REPORT sends the last report again.

A turn is reported as it was reported to its reader then: by the game's `show`, from what is stored.
"""

from collections.abc import Sequence

from msgspec.structs import replace
from sqlmodel import Session, col, select

from adjudicator.core.game import Game, Power, Section
from pbem import reports
from pbem.commands import memory
from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import SeatCommandContext, done, refused
from pbem.commands.supplements import stored_supplement
from pbem.core.sentences import Sentence, sentence
from pbem.core.templating import columns, wrapped
from pbem.messages.script import Request, Script, names_turn
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports import AnswerPage, CommandResult
from pbem.store.database import OVER, AdjudicatedTurn, GameTable, Seat, id_of
from pbem.tables import identity
from pbem.tables.office import Office

SHOWN = ("news", "results", "others", "seen")


def history(acting: SeatCommandContext, request: Request) -> CommandResult | AnswerPage:
    turns = turns_of(acting.session, acting.at.table.key)
    if not request.argument:
        lines = [line(acting.at.game, turn) for turn in turns] or [sentence("history", "none")]
        title = acting.words(sentence("history", "turns"))
        return AnswerPage(title, "\n".join(acting.words(line) for line in lines))
    found = [turn for turn in turns if is_meant(request.argument, turn)]
    if not found:
        return refused(request, sentence("history", "no_turn", asked=request.argument))
    title = acting.words(sentence("history", "as_reported"))
    told = [as_reported(acting.at.game, turn, acting.at.row.power) for turn in found]
    return AnswerPage(title, "\n\n".join(told), is_set=True)


def turns_of(session: Session, key: str) -> Sequence[AdjudicatedTurn]:
    wanted = select(AdjudicatedTurn).where(AdjudicatedTurn.table_key == key)
    return session.exec(wanted.order_by(col(AdjudicatedTurn.number))).all()


def is_meant(written: str, turn: AdjudicatedTurn) -> bool:
    """Return whether *written* is the number of *turn*, or the beginning of its name ("fall" is autumn)."""
    plain = written.lower().replace("fall ", "autumn ").strip(" .,:")
    return plain == str(turn.number) or (not plain.startswith("next") and names_turn(plain, turn.name))


def line(game: Game, turn: AdjudicatedTurn) -> Sentence:
    """Return the number, the name and the public headline of a turn."""
    headline = game.show(turn.position, turn.record, None).headline
    return sentence("history", "turn", number=turn.number, name=turn.name, headline=headline)


def as_reported(game: Game, turn: AdjudicatedTurn, reader: Power | None) -> str:
    """Return what the report of *reader* said of a turn; None is the bulletin."""
    facts = game.show(turn.position, turn.record, reader)
    sections = [section for section in facts.sections if section.key in SHOWN]
    return "\n\n".join([facts.turn, *(as_text(section) for section in sections)])


def as_text(section: Section) -> str:
    """Return a section of a report as plain text."""
    rows = [wrapped(item.text, 2, 4) for item in section.items]
    tables = [columns(table.rows, table.columns) for table in section.tables]
    return "\n".join([section.title, *rows, *tables])


def report(acting: SeatCommandContext, request: Request) -> CommandResult:
    """Mail the last report once more, with the map and the order form; MAP with a large one."""
    at, visit = acting.at, acting.visit
    last = last_turn(acting.session, at.table)
    record = last.record if last else None
    position, power = at.table.position, at.row.power
    form = () if at.table.state == OVER else at.game.form(position, power)
    is_large = request.word == "MAP"
    has_picture = at.card.has_picture or (is_large and visit.office.settings.service.pictures)
    view = reports.TurnView(
        at.game.show(position, record, power),
        form,
        at.game.picture(position, record, power) if has_picture else "",
        supplement=stored_supplement(acting.session, at.table, last) if last else reports.Supplement(),
        atlas=at.game.card.atlas,
        is_large=is_large,
        known=_known(acting),
    )
    once = f".again.{id_of(visit.stored)}"
    card = replace(at.card, has_picture=has_picture)
    mail = reports.turn_report(visit.office.context(visit.now), card, at.run, view, once)
    outbox.put(
        visit.session, mail, About(at.table.key, power, at.table.number, id_of(visit.stored)), visit.now
    )
    return done(request, sentence("history", "sent_again", is_large=is_large and has_picture))


def _known(acting: SeatCommandContext) -> Sequence[Section]:
    at = acting.at
    turns = memory.stored_turns(acting.session, at.table, at.game)
    return memory.box(acting.visit.office, memory.told_so_far(turns, at.table, at.game, at.row.power))


def last_turn(session: Session, table: GameTable) -> AdjudicatedTurn | None:
    """Return the turn that led to the position as it is; None before the first, or after a correction."""
    turns = turns_of(session, table.key)
    return turns[-1] if turns and turns[-1].position == table.position else None


def paint_ahead(session: Session, office: Office, seat: Seat, script: Script) -> None:
    """Paint the picture that MAP will send, before anything is locked: others need not wait for it."""
    table = session.get(GameTable, seat.table_key)
    if table is None or not script.asks("MAP") or not office.settings.service.pictures:
        return
    last = last_turn(session, table)
    game = office.find_game(table.game)
    reader = None if identity.is_gm(seat.power) else seat.power
    svg = game.picture(table.position, last.record if last else None, reader)
    reports.picture(svg, is_large=True)


COMMANDS = (
    Command(
        "HISTORY",
        r"(?:send\s+)?history(?:\s+(?:of\s+)?(.{1,40}))?",
        usage="HISTORY: the turns so far; with the name of a turn, that turn as it was reported to you",
        changes=False,
        group=Group.LOOK_UP,
        page="status",
        run=history,
        after_the_end=True,
        by_gm=ByGm.IF_SHOWN,
    ),
    Command(
        "REPORT",
        r"(?:send\s+)?(?:(?:my\s+|the\s+)?(?:last\s+)?report|summary)()",
        usage="REPORT, SUMMARY: your last report once more, with the map",
        group=Group.LOOK_UP,
        page="status",
        topics=("summary",),
        run=report,
        after_the_end=True,
        by_gm=ByGm.NO,
    ),
    Command(
        "MAP",
        r"(?:send\s+)?(?:(?:my\s+|the\s+|a\s+)?(?:large\s+|big\s+|last\s+)?map)()",
        usage="MAP: your last report once more, with a large map (2400 pixels wide)",
        changes=False,
        group=Group.LOOK_UP,
        page="status",
        run=report,
        after_the_end=True,
        by_gm=ByGm.NO,
    ),
)
