"""OBSERVE: the bulletins of a table for somebody who does not play there."""

from sqlmodel import Session

from pbem.commands.command import Command, Group
from pbem.commands.context import CommandContext, done, refused
from pbem.commands.visitors import table_meant
from pbem.core.sentences import Unusable, sentence
from pbem.messages.script import Request
from pbem.reports import CommandResult
from pbem.store.database import GameTable
from pbem.store.player_tables import Subscriber
from pbem.tables.house_rules import house_rules
from pbem.tables.office import Office
from pbem.tables.readers import bulletin_readers


def observe(visit: CommandContext, request: Request) -> CommandResult:
    try:
        table, _ = table_meant(visit, request.argument)
    except Unusable as unknown:
        return refused(request, unknown.sentence)
    if not house_rules(table).observers:
        return refused(request, sentence("joining", "no_observers", table=table.key))
    if _gets_bulletins(visit.session, visit.office, table, visit.person.address):
        return done(request, sentence("joining", "observes_already", table=table.key))
    visit.session.add(
        Subscriber(
            table_key=table.key,
            name=visit.person.name,
            address=visit.person.address,
            since_utc=visit.now,
        )
    )
    visit.session.flush()
    return done(request, sentence("joining", "observes", table=table.key))


def _gets_bulletins(session: Session, office: Office, table: GameTable, address: str) -> bool:
    return any(reader.address == address for reader in bulletin_readers(session, office, table))


COMMANDS = (
    Command(
        "OBSERVE",
        r"(?:observe|watch|monitor|subscribe)(?:[\s:]+(.{1,60}))?",
        usage="OBSERVE std3: the bulletins of a game; STOP std3 ends it",
        group=Group.SEATS,
        page="join",
        run_as_guest=observe,
        by_program=False,
    ),
)
