"""The GM log: every action of a game master is recorded; LOG shows the record.

Every player may read the log, so it contains nothing that only the GM may know: no orders, no addresses, and
no names of players if the house rules hide them.
"""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from msgspec import Struct
from sqlmodel import Session, col, select

from pbem.commands.command import Command, Group
from pbem.commands.context import SeatCommandContext
from pbem.commands.lookup.help import listing
from pbem.core.sentences import sentence
from pbem.core.text_layout import in_columns
from pbem.messages.script import Request
from pbem.reports import AnswerPage
from pbem.store.game_tables import AdjudicatedTurn, GameTable
from pbem.store.gm_tables import GmActionRow
from pbem.store.states import OVER
from pbem.tables.gm_sight import gm_plays
from pbem.tables.house_rules import house_rules, sentences
from pbem.tables.rule_options import rulings

SEALED = "CORRECT SECRETLY"  # the action whose entries only the game master may read until the end
GAME_MASTER, HOST, SERVICE = "the game master", "the host", "the service"


class Reader(Struct, frozen=True):
    """A reader of the log: time zone, and the host's own templates."""

    zone: str
    own: Path | None
    is_gm: bool = False
    sees_all: bool = False  # a game master, who may know hidden pieces


def actions_of(session: Session, table_key: str) -> list[GmActionRow]:
    """Return all GM actions at a table, the first one first."""
    wanted = select(GmActionRow).where(GmActionRow.table_key == table_key)
    return list(session.exec(wanted.order_by(col(GmActionRow.id))))


def may_read(table: GameTable, *, is_gm: bool) -> bool:
    """Return whether the house rule `log` lets the reader read the log now."""
    log = house_rules(table).log
    return is_gm or log == "open" or (log == "at the end" and table.state == OVER)


def lines(actions: Sequence[GmActionRow], zone: str, own: Path | None = None) -> list[str]:
    """Return a line for each action; *own* are the host's templates."""
    return [_line(action, zone, own) for action in actions]


def _line(action: GmActionRow, zone: str, own: Path | None) -> str:
    done, text = action.done_utc, with_reason(action, own)
    return sentence("gm_log", "line", done=done, zone=zone, by=action.by, sentence=text).words(own)


def with_reason(action: GmActionRow, own: Path | None = None) -> str:
    return sentence("gm_log", "with_reason", sentence=action.sentence, reason=action.reason).words(own)


def log_text(session: Session, table: GameTable, reader: Reader) -> str:
    """Return the answer to LOG, for a player or for the GM."""
    if not may_read(table, is_gm=reader.is_gm):
        at_the_end = house_rules(table).log == "at the end"
        return sentence("gm_log", "not_shown", table=table.key, at_the_end=at_the_end).words(reader.own)
    shown = [one for one in actions_of(session, table.key) if reader.sees_all or is_open(table, one)]
    every = lines(shown, reader.zone, reader.own)
    return "\n".join(every) or sentence("gm_log", "empty").words(reader.own)


def is_open(table: GameTable, action: GmActionRow) -> bool:
    """Return whether an entry may be read by everybody who may read the log."""
    return action.word != SEALED or table.state == OVER or action.printed is not None


def sealed(session: Session, table_key: str) -> list[GmActionRow]:
    """Return the secret corrections, which only the last bulletin prints."""
    return [one for one in actions_of(session, table_key) if one.word == SEALED and one.printed is None]


def opened(
    session: Session, table: GameTable, entries: Sequence[GmActionRow], due: str, own: Path | None = None
) -> list[str]:
    """Return secret corrections as the last bulletin prints them: turn, time, author and reason.

    *due* is the turn that is not stored yet.
    """
    wanted = select(AdjudicatedTurn.number, AdjudicatedTurn.name).where(
        AdjudicatedTurn.table_key == table.key
    )
    turns = dict(session.exec(wanted).all()) if entries else {}
    return [
        sentence(
            "gm_log", "opened", turn=turns.get(entry.number, due), line=_line(entry, table.zone, own)
        ).words(own)
        for entry in entries
    ]


def for_bulletin(session: Session, table_key: str) -> list[GmActionRow]:
    """Return the rulings and corrections that no bulletin has printed yet."""
    return [
        action for action in actions_of(session, table_key) if action.for_bulletin and action.printed is None
    ]


def show(acting: SeatCommandContext, _request: Request) -> AnswerPage:
    own = acting.visit.office.house.templates
    text = log_text(acting.session, acting.at.table, Reader(acting.at.row.zone, own))
    title = sentence("gm_log", "title", table=acting.at.table.key).words(own)
    return AnswerPage(title, in_columns(text.splitlines()), is_set=True)


def show_house_rules(acting: SeatCommandContext, _request: Request) -> AnswerPage:
    lines = [*rulings(acting.at.game, acting.at.table), *_house_rules(acting)]
    title = sentence("gm_log", "house_rules", table=acting.at.table.key)
    return listing(acting.visit, title, *lines)


def _house_rules(acting: SeatCommandContext) -> Sequence[str]:
    is_player = gm_plays(acting.session, acting.at.table)
    return sentences(acting.at.table, acting.at.game.card, gm_plays=is_player)


def printed_in(session: Session, actions: Sequence[GmActionRow], number: int) -> None:
    """Record that the bulletin of turn *number* prints these actions."""
    for action in actions:
        session.get_one(GmActionRow, action.id).printed = number


def by_the_service(session: Session, table: GameTable, word: str, text: str, now: datetime) -> GmActionRow:
    """Record an action of the service under the house rules."""
    action = GmActionRow(
        table_key=table.key, number=table.number, done_utc=now, by=SERVICE, word=word, sentence=text
    )
    session.add(action)
    session.flush()
    return action


COMMANDS = (
    Command(
        "LOG",
        r"(?:(?:send|get)\s+)?(?:gm\s+)?log()",
        changes=False,
        group=Group.LOOK_UP,
        run=show,
        after_the_end=True,
    ),
    Command(
        "HOUSE",
        r"house(?:\s+rules)?()",
        changes=False,
        group=Group.LOOK_UP,
        run=show_house_rules,
        after_the_end=True,
    ),
)
