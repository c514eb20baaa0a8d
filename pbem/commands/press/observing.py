"""Press of observers in the bulletin, if the house rule `observer_press` allows it."""

from datetime import timedelta

from msgspec.structs import replace
from sqlmodel import select

from pbem.commands.context import CommandContext, done, refused
from pbem.commands.press import shown
from pbem.commands.press.recipients import BULLETIN, recipients
from pbem.commands.press.shown import GREY, SIGNED
from pbem.commands.press.text import cleaned_of_observer
from pbem.commands.seats.preferences import clean_name
from pbem.commands.visitors import table_meant
from pbem.core.sentences import Unusable, sentence
from pbem.messages.script import Request
from pbem.reports import CommandResult
from pbem.reports.notes import worded
from pbem.store.game_tables import GameTable
from pbem.store.player_tables import Press, Subscriber
from pbem.store.rows import id_of
from pbem.store.states import OVER
from pbem.tables.gm_sight import gets_all_press
from pbem.tables.house_rules import house_rules

MOST_A_DAY = 3
A_DAY = timedelta(hours=24)


def press(visit: CommandContext, request: Request) -> CommandResult:
    """Print a text in the next bulletin."""
    try:
        table, to = table_meant(visit, request.argument)
        reader = _reader(visit, table)
        _check(visit, table, to)
        text = cleaned_of_observer(table, request)
    except Unusable as fault:
        return refused(request, sentence("press", "refused", why=fault.sentence))
    is_grey = house_rules(table).observer_press == "grey"
    row = Press(
        table_key=table.key,
        number=table.number,
        manner=GREY if is_grey else SIGNED,
        to=[BULLETIN],
        text=text,
        incoming_id=id_of(visit.stored),
        line=request.line,
        observer=reader.address,
        shown_as=_name(visit, reader),
        sent_utc=visit.now,
    )
    visit.session.add(row)
    visit.session.flush()
    if gets_all_press(visit.session, table):
        _copy_to_gm(visit, table, row)
    return done(request, sentence("press", "of_observer", table=table.key, is_grey=is_grey))


def _copy_to_gm(visit: CommandContext, table: GameTable, row: Press) -> None:
    """Mail the game master a copy, with the name of the observer also where it is not printed."""
    facts = {"name": row.shown_as, "is_grey": row.manner == GREY}
    own_words = visit.office.house.templates
    note = worded("press_of_observer_for_gm", shown.once(visit.office, row), facts, own_words)
    visit.at(table).send_note((table.gm_name, table.gm_address), replace(note, quoted=row.text))


def _reader(visit: CommandContext, table: GameTable) -> Subscriber:
    """Return the writer as an observer of *table*. Raises Unusable if they are not one."""
    wanted = select(Subscriber).where(
        Subscriber.table_key == table.key, Subscriber.address == visit.person.address.lower()
    )
    reader = visit.session.exec(wanted).first()
    if reader is None:
        raise Unusable(sentence("press", "not_an_observer", table=table.key))
    return reader


def _check(visit: CommandContext, table: GameTable, to: str) -> None:
    rule = house_rules(table).observer_press
    if rule == "none" or table.state == OVER:
        raise Unusable(sentence("press", "observers_are_silent", table=table.key))
    powers = visit.office.find_game(table.game).card.seats
    if not to or recipients(to, powers) != [BULLETIN]:
        raise Unusable(sentence("press", "observers_print_only"))
    wanted = select(Press.id).where(
        Press.table_key == table.key,
        Press.observer == visit.person.address.lower(),
        Press.sent_utc > visit.now - A_DAY,
    )
    if len(visit.session.exec(wanted).all()) >= MOST_A_DAY:
        raise Unusable(sentence("press", "most_a_day", most=MOST_A_DAY))


def _name(visit: CommandContext, reader: Subscriber) -> str:
    """Return the observer's name in the bulletin, which cannot be that of a power."""
    try:
        name = clean_name(reader.name)
    except Unusable:
        return sentence("press", "an_observer").words(visit.office.house.templates)
    return sentence("press", "observer", name=name).words(visit.office.house.templates)
