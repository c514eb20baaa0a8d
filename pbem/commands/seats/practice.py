"""PRACTICE and HINT: a private table for one player, at which robots play all other powers.

    PRACTICE xiii as Gandalf
    PRACTICE standard as France against easy robots

The turn is run as soon as the player's sheet is complete, or with READY. There is no deadline; after
`practice.idle_days` without a message the table is closed. HINT shows the sheet that a robot would send in
the player's place. It is written in advance, together with those of the robots, so HINT computes nothing.
"""

import re
import secrets
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby

from sqlmodel import Session, col, func, select

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import REFUSED, Card, Game, WithTurns
from adjudicator.robots.arena import playing
from adjudicator.robots.reasons import Reason, reasons
from adjudicator.robots.robot import LEVELS, Level
from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import CommandContext, SeatCommandContext, done, power_meant, reason, refused
from pbem.commands.seats.joining import described
from pbem.commands.sheets import readiness
from pbem.commands.voting import ending
from pbem.core.logs import log
from pbem.core.sentences import Sentence, Unusable, Words, sentence
from pbem.core.text_layout import wrapped
from pbem.messages.script import Request
from pbem.reports import AnswerPage, CommandResult
from pbem.store.game_tables import GameTable, seats_of, sheets_of
from pbem.store.mail_tables import StoredMessage
from pbem.store.robot_rows import PRACTICE_KEY, PracticeTable
from pbem.store.states import RUNNING
from pbem.tables import opening, robots
from pbem.tables.office import Office

AGAINST = re.compile(r"[\s,]*\b(?:against|with|vs\.?)\b.*$|[\s,]*\b(?:easy|steady|random)\b\s*$", re.I)
AS = re.compile(r"\s+(?:as|for|playing)(?:\s+|$)", re.I)
USUAL: Level = "steady"
HOUSE = {  # private, and never late
    "early": "orders",
    "observers": False,
    "waiting_list": False,
    "archive": "hidden",
    "night": "none",
    "quiet_phases": True,
}
A_LOT, A_LITTLE = 3.0, 0.5  # points of the robot
UNMEASURED = ("builds", "ends")  # reasons that do not mention how much the order helps
LETTERS = "abcdefghjkmnpqrstuvwxyz"


def practise(visit: CommandContext, request: Request) -> CommandResult:
    """Open a practice table."""
    try:
        game, power, level = _wanted(visit, request.argument)
        _check_limits(visit)
        person = described(visit, game)
        plan = opening.Plan(
            _free_key(visit.session),
            game.card.key,
            visit.office.settings.house.host,
            [opening.Player(power, person.address, person.name, person.zone)],
            zone=person.zone,
            gm_name=visit.words(sentence("practice", "the_judge")),
            house={**HOUSE, "invited": [person.address]},
            practice=level,
        )
        table = opening.open_in(visit.session, plan, visit.office, visit.now)
    except (ValueError, opening.CannotOpen) as fault:
        why = fault.why if isinstance(fault, opening.CannotOpen) else reason(fault)
        return refused(request, sentence("practice", "not_opened", why=why))
    return done(request, sentence("practice", "opened", table=table.key, title=table.title, power=power))


def _wanted(visit: CommandContext, written: str) -> tuple[Game, str, Level]:
    """Return game, power and level of "xiii as Gandalf against easy robots". Raises ValueError."""
    if not written.strip():
        raise Unusable(sentence("practice", "what"))
    words = written.lower().split()
    level = next((level for level in LEVELS if level in words), USUAL)
    named, *power = AS.split(AGAINST.sub("", written).strip(), maxsplit=1)
    game = visit.office.find_game(named.strip())
    powers = playing(game, game.start({}, SeededDice("", 0)))
    if not "".join(power):
        raise Unusable(sentence("practice", "which_power", game=named.strip(), powers=powers))
    return game, power_meant(power[0], powers), level


def _check_limits(visit: CommandContext) -> None:
    """Raise Unusable if this person, or the host, has enough practice tables."""
    limits, address = visit.office.settings.practice, visit.person.address.lower()
    running = (
        select(PracticeTable)
        .join(GameTable, col(GameTable.key) == PracticeTable.table_key)
        .where(GameTable.state == RUNNING)
    )
    rows = list(visit.session.exec(running))
    own = [row.table_key for row in rows if row.address == address]
    if not limits.tables:
        raise Unusable(sentence("practice", "off"))
    if len(own) >= limits.per_person:
        raise Unusable(sentence("practice", "enough_own", tables=own))
    if len(rows) >= limits.tables:
        raise Unusable(sentence("practice", "enough", most=limits.tables))


def _free_key(session: Session) -> str:
    """Return a name for a table that nobody can guess and no table has."""
    while True:
        key = PRACTICE_KEY + "".join(secrets.choice(LETTERS) for _ in range(6))
        if session.get(GameTable, key) is None:
            return key


def hint(acting: SeatCommandContext, request: Request) -> CommandResult | AnswerPage:
    """Suggest orders, each with a reason."""
    at = acting.at
    if robots.practice_of(acting.session, at.table.key) is None:
        return refused(request, sentence("practice", "no_hint_here"))
    if at.due.over or at.row.power not in {*at.due.owed, *at.due.asked}:
        turn = "" if at.due.over or not at.game.card.plays_in_turn else at.due.turn
        return refused(request, sentence("practice", "nothing_asked", turn=turn))
    sheet = robots.stored(acting.session, at.table).get(at.row.power)
    if sheet is None:
        return refused(request, sentence("practice", "still_thinking"))
    found = reasons(at.game, at.table.position, at.row.power, sheet.lines, sheet.gains)
    advised, others = _advised(acting, found)
    suggested = [*advised, *_before_the_turn(acting), *_paragraphs(acting, others)]
    text = "\n\n".join([*suggested, _end(acting, is_empty=not suggested)])
    return AnswerPage(
        acting.words(sentence("practice", "hint_title", turn=at.due.of(at.row.power).turn)), text, is_set=True
    )


def _paragraphs(acting: SeatCommandContext, found: Sequence[Reason]) -> Iterator[str]:
    """Yield orders that have the same reason in one paragraph, precautions at the end.

    A condition goes into the paragraph of the order that depends on it.
    """
    in_order = sorted(found, key=lambda one: one.kind == "precaution")
    headings = acting.at.game.card.headings
    conditions: list[str] = []
    headings_above: list[str] = []  # without an order below them so far
    for (why, is_heading), rows in groupby(
        in_order, key=lambda one: (_reason(acting, one), one.line in headings)
    ):
        lines = [one.line for one in rows]
        if is_heading:
            headings_above = lines
        elif why:
            yield from headings_above
            headings_above = []
            text = "\n".join([*conditions, *lines])
            yield _with_reason(text, why)
            conditions = []
        else:
            conditions = lines
    if conditions:
        yield "\n".join(conditions)


def _reason(acting: SeatCommandContext, one: Reason) -> str:
    if one.kind == "heading":
        return ""
    how_much = () if one.kind in UNMEASURED else _how_much(one.gain)
    why: Words = one.said or _why(one, acting.at.game.card)
    return " ".join(map(acting.words, (why, *how_much)))


def _why(one: Reason, card: Card) -> Sentence:
    match one.kind:
        case "takes":
            owner = card.named(one.owner)
            return sentence("practice", "takes", place=one.place, owner=owner, centre=one.centre)
        case "goes":
            return sentence("practice", "goes", place=one.place)
        case "helps":
            return sentence("practice", "helps", helped=one.helped)
        case "recruits":
            return sentence("practice", "recruits", place=one.place)
        case "guards":
            return sentence("practice", "guards", place=one.place)
        case kind:
            return _why_of_kind(kind)


def _why_of_kind(kind: str) -> Sentence:
    """Return the reason of an order that needs no more than its kind."""
    match kind:
        case "builds":
            return sentence("practice", "builds")
        case "precaution":
            return sentence("practice", "precaution")
        case "ends":
            return sentence("practice", "ends")
        case _:
            return sentence("practice", "other")


def _how_much(gain: float) -> Iterator[Sentence]:
    if gain >= A_LOT:
        yield sentence("practice", "a_lot")
    elif gain >= A_LITTLE:
        yield sentence("practice", "a_little")


def _advised(acting: SeatCommandContext, found: Sequence[Reason]) -> tuple[list[str], Sequence[Reason]]:
    """Return advice on what a power in turn order is asked before its turn, and the other lines of *found*.

    A line of the same kind in *found* gives way to the advice, unless other lines are possible only with it.
    """
    at = acting.at
    if at.row.power in at.due.owed or not isinstance(at.game, WithTurns):
        return [], found
    line, why = at.game.advised(at.table.position, at.row.power)
    if not line:
        return [], found
    others = [one for one in found if _kind_of(one.line) != _kind_of(line)]
    sheet = [line, *(one.line for one in others)]
    is_possible = not any(
        one.verdict == REFUSED for one in at.game.read(at.table.position, at.row.power, None, sheet).lines
    )
    if len(others) < len(found) and not is_possible:
        return [], found
    return [_with_reason(line, why)], others


def _kind_of(line: str) -> str:
    """Return the word that an order begins with."""
    return line.partition(" ")[0].casefold()


def _before_the_turn(acting: SeatCommandContext) -> Iterator[str]:
    """Yield that a power in turn order may send its sheet before its turn."""
    at = acting.at
    if at.row.power in at.due.owed or not isinstance(at.game, WithTurns):
        return
    yield wrapped(acting.words(sentence("practice", "for_your_turn", turn=at.due.turn)))


def _with_reason(line: str, why: str) -> str:
    return "\n".join([line, *wrapped(why, 2).splitlines()])


def _end(acting: SeatCommandContext, *, is_empty: bool) -> str:
    action = acting.at.game.card.shared_action
    shared = action.word if action else ""  # a turn does not move all armies
    end = (
        sentence("practice", "empty_hint") if is_empty else sentence("practice", "only_a_hint", shared=shared)
    )
    return wrapped(acting.words(end))


def may_run(session: Session, office: Office, table: GameTable) -> bool:
    """Return whether a practice table can run its turn: the player is ready, complete, or owes nothing."""
    due = office.find_game(table.game).due(table.position)
    concerned = {*due.owed, *due.asked}
    powers = [seat.power for seat in seats_of(session, table.key) if seat.power in concerned]
    on_file = sheets_of(session, table.key, table.number)
    ready = {power: readiness.is_ready(session, table, power) for power in powers}
    complete = {power for power, sheet in on_file.items() if sheet.complete}
    return all(power in complete if ready[power] is None else ready[power] for power in powers)


def moved(session: Session, table: GameTable, now: datetime) -> None:
    """Note that a turn of a practice table was run."""
    row = robots.practice_of(session, table.key)
    if row is not None:
        row.moved_utc = now


def close_idle(office: Office, now: datetime) -> int:
    """End the practice tables at which nothing was sent for too long; return how many."""
    days = office.settings.practice.idle_days
    since = now - timedelta(days=days)
    wanted = (
        select(PracticeTable.table_key)
        .join(GameTable, col(GameTable.key) == PracticeTable.table_key)
        .where(GameTable.state == RUNNING, PracticeTable.moved_utc <= since)
    )
    with office.store.reading() as session:
        keys = [key for key in session.exec(wanted) if not _was_heard_of(session, key, since)]
    for key in keys:
        with office.store.writing() as session:
            table = session.get_one(GameTable, key, with_for_update=True)
            if table.state == RUNNING:
                ending.end_game(session, office, table, ending.practice_idle(days), now)
        log.info("practice table closed", table=key)
    return len(keys)


def _was_heard_of(session: Session, key: str, since: datetime) -> bool:
    last = select(func.max(StoredMessage.received_utc)).where(StoredMessage.table_key == key)
    received = session.exec(last).one()
    return received is not None and received > since


COMMANDS = (
    Command(
        "PRACTICE",
        r"practi[cs]e(?:[\s:]+(.{1,100}))?",
        group=Group.SEATS,
        page="practice",
        topics=("practise", "robots", "robot"),
        run_as_guest=practise,
        by_program=False,
    ),
    Command("HINT", r"hints?()", changes=False, group=Group.ORDERS, page="practice", run=hint, by_gm=ByGm.NO),
)
