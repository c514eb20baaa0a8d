"""What everybody may read of a table: its first position, each turn's bulletin, and the end.

A chapter is what the bulletin of that turn said, made anew from the stored turn for the public, who know
nothing of a running game that the bulletins did not say. Only when the game is over are there stories: what
everybody ordered, where every hidden piece stood, and the seed of the dice.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session, col, select

from adjudicator.core.game import Due, Facts, Game, ReportFacts
from pbem.commands import gm_log
from pbem.commands.press import BULLETIN, author
from pbem.reports import Printed, TableCard
from pbem.reports.layout import told_once
from pbem.store.database import FORMING, OVER, AdjudicatedTurn, GameTable, seats_of
from pbem.store.gm_tables import GmActionRow
from pbem.store.player_tables import FormerSeat, Press
from pbem.tables.house_rules import house_rules, sentences
from pbem.tables.office import Office, table_card

CALLED = {"vp": "victory points"}  # what is shortened in the words of the cases
MANY_OF = {"A": "Armies", "F": "Fleets", "C": "Cavalry"}
_SEVERAL = re.compile(r"(\d+)([AFC]) (.+)")
MANY = 4  # places of an owner, on the average, are told by owner


class Story(Struct, frozen=True):
    """All of one turn, once nothing is secret any more.

    *ordered* is what became of each order, by power; *stood* the pieces of each power, hidden ones too, after
    the turn; *besides* what else the position holds, by its name.
    """

    ordered: Mapping[str, Mapping[str, str]]
    stood: Mapping[str, Sequence[str]]
    besides: Mapping[str, str]


class Chapter(Struct, frozen=True):
    """One turn as the public was told; *number* is 0 for the first position."""

    number: int
    sheet: ReportFacts
    svg: str
    told_utc: datetime
    notes: Sequence[str] = ()
    silent: Sequence[str] = ()
    press: Sequence[Printed] = ()
    story: Story | None = None


class Volume(Struct, frozen=True):
    """A table and all its chapters. *seed* is "" until the game is over."""

    card: TableCard
    state: str
    due: Due
    deadline_utc: datetime | None
    rules: Sequence[str]
    chapters: Sequence[Chapter]
    seed: str


def volumes(session: Session) -> list[GameTable]:
    """The tables that have begun and whose house rules show them, the newest first."""
    wanted = select(GameTable).where(GameTable.state != FORMING)
    tables = session.exec(wanted.order_by(col(GameTable.created_utc).desc(), col(GameTable.key)))
    return [table for table in tables if house_rules(table).archive == "shown"]


def volume(session: Session, office: Office, table: GameTable) -> Volume:
    """The whole table, its turns judged so far in their order."""
    game = office.find_game(table.game)
    due = game.due(table.position)
    return Volume(
        card=table_card(table, game),
        state=table.state,
        due=due,
        deadline_utc=table.deadline_utc,
        rules=sentences(table, game.card),
        chapters=[*_chapters(session, table, game), *_last(session, table, game, due)],
        seed=table.seed if table.state == OVER else "",
    )


def _chapters(session: Session, table: GameTable, game: Game) -> list[Chapter]:
    told = _told(game, table.start, None)
    first = Chapter(0, *told, told_utc=table.created_utc)
    wanted = (
        select(AdjudicatedTurn)
        .where(AdjudicatedTurn.table_key == table.key)
        .order_by(col(AdjudicatedTurn.number))
    )
    return [first, *(_chapter(session, table, game, turn) for turn in session.exec(wanted))]


def _chapter(session: Session, table: GameTable, game: Game, turn: AdjudicatedTurn) -> Chapter:
    is_named = house_rules(table).late == "named"
    sheet, svg = _told(game, turn.position, turn.record)
    return Chapter(
        number=turn.number,
        sheet=sheet,
        svg=svg,
        told_utc=turn.adjudicated_utc,
        notes=_notes(session, table, turn.number),
        silent=[power for power in turn.nmr_powers if power in _players(session, table)] if is_named else (),
        press=_press(session, table, turn.number),
        story=_story(game, turn.position, turn.record) if table.state == OVER else None,
    )


def _last(session: Session, table: GameTable, game: Game, due: Due) -> list[Chapter]:
    """The end of a game that its players or its GM ended: no turn was judged for it."""
    wanted = select(AdjudicatedTurn).where(
        AdjudicatedTurn.table_key == table.key, AdjudicatedTurn.number == table.number - 1
    )
    turn = session.exec(wanted).first()
    if table.state != OVER or (turn is not None and turn.position == table.position):
        return []
    sheet, svg = _told(game, table.position, None)
    sheet = replace(sheet, headline=_who_won(due))
    when = _last_deed(session, table) or (turn.adjudicated_utc if turn else table.created_utc)
    notes, press = _notes(session, table, table.number), _press(session, table, table.number)
    story = _story(game, table.position, None)
    return [Chapter(table.number, sheet, svg, when, notes=notes, press=press, story=story)]


def _who_won(due: Due) -> str:
    """For the end by agreement, which has no headline of its own."""
    if len(due.winners) == 1:
        return f"{due.winners[0]} has won the game"
    return f"A draw between {' and '.join(due.winners)}" if due.winners else "The game ends without a winner"


def _last_deed(session: Session, table: GameTable) -> datetime | None:
    wanted = (
        select(GmActionRow.done_utc)
        .where(GmActionRow.table_key == table.key)
        .order_by(col(GmActionRow.done_utc).desc())
    )
    return session.exec(wanted).first()


def _told(game: Game, position: str, record: str | None) -> tuple[ReportFacts, str]:
    return told_once(game.show(position, record, None)), game.picture(position, record, None)


def _notes(session: Session, table: GameTable, number: int) -> list[str]:
    wanted = select(GmActionRow).where(GmActionRow.table_key == table.key, GmActionRow.printed == number)
    return [gm_log.with_reason(deed) for deed in session.exec(wanted.order_by(col(GmActionRow.id)))]


def _press(session: Session, table: GameTable, number: int) -> list[Printed]:
    wanted = select(Press).where(Press.table_key == table.key, Press.number == number)
    rows = session.exec(wanted.order_by(col(Press.id)))
    return [Printed(author(row), row.text) for row in rows if BULLETIN in row.to]


def _players(session: Session, table: GameTable) -> set[str]:
    """The powers that somebody has played."""
    former = session.exec(select(FormerSeat.power).where(FormerSeat.table_key == table.key))
    return {seat.power for seat in seats_of(session, table.key)} | set(former)


def _story(game: Game, position: str, record: str | None) -> Story:
    facts = game.describe(position, record)
    ordered: Facts = facts.get("results", {}) if record else {}
    return Story(
        ordered={power: dict(orders) for power, orders in ordered.items() if orders},
        stood={power: [*map(in_full, pieces)] for power, pieces in facts.get("units", {}).items() if pieces},
        besides={
            CALLED.get(key, key): in_words(value)
            for key, value in facts.get("state", {}).items()
            if _says(value)
        },
    )


def in_full(piece: str) -> str:
    """Several of a kind as they are read aloud: "2 Armies Nur" for "2A Nur"; else *piece* itself."""
    several = _SEVERAL.fullmatch(piece)
    return f"{several[1]} {MANY_OF[several[2]]} {several[3]}" if several else piece


def _says(value: Any) -> bool:
    """Is it worth a line? An empty list is not, nor a table of which no row says anything."""
    if isinstance(value, Mapping):
        return any(map(_says, value.values()))
    return value not in (None, "", "none", [], ())


def in_words(value: Any) -> str:
    """A plain value of a position as a reader would write it down."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        told = {str(key): in_words(one) for key, one in value.items() if _says(one)}
        return "; ".join(f"{key.replace('_', ' ')}: {one}" for key, one in _shortest(told).items())
    if isinstance(value, list | tuple):
        return ", ".join(in_words(one) for one in value)
    return str(value)


def _shortest(told: Mapping[str, str]) -> Mapping[str, str]:
    """Where many places have few owners, the owners with their places."""
    owners = set(told.values())
    if len(told) < MANY * len(owners) or any(owner.lstrip("-").isdigit() for owner in owners):
        return told
    places: dict[str, list[str]] = {}
    for place, owner in told.items():
        places.setdefault(owner, []).append(place)
    return {owner: ", ".join(here) for owner, here in places.items()}
