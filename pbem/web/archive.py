"""What everybody may read about a table: its first position, each turn's bulletin, and the end.

A chapter has the contents of that turn's bulletin, made again from the stored turn, and nothing else while
the game is running. Stories are added only when the game is over: what everybody ordered, where every hidden
piece was, and the seed of the dice.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session, col, select

from adjudicator.core.game import Due, Facts, Game, ReportFacts, WithColours, WithReplay
from pbem.commands.lookup.supplements import last_supplement, stored_supplement
from pbem.core.sentences import sentence
from pbem.reports import PrintedPress, TableCard
from pbem.reports.layout import without_repetition
from pbem.reports.mail_links import MailLink, join_url, take_over_url
from pbem.store.game_tables import AdjudicatedTurn, GameTable, seats_of
from pbem.store.gm_tables import GmActionRow, SupersededRow
from pbem.store.states import FORMING, OVER
from pbem.tables.gm_sight import gm_plays
from pbem.tables.house_rules import house_rules, sentences
from pbem.tables.office import Office, table_card
from pbem.tables.seats.vacancies import joined_and_wanted, vacant
from pbem.web.picture_size import PictureSize, size_of

FULL_NAMES = {"vp": "victory points"}  # by abbreviated key
MANY_OF = {"A": "Armies", "F": "Fleets", "C": "Cavalry"}
_SEVERAL = re.compile(r"(\d+)([AFC]) (.+)")
MANY = 4  # from this average number of places per owner on, places are listed by owner


class Story(Struct, frozen=True):
    """Everything about one turn, for a game that is over and has no secrets.

    *ordered*: the result of each order, by power; *stood*: the pieces of each power, including hidden ones,
    after the turn; *besides*: the rest of the position, by key.
    """

    ordered: Mapping[str, Mapping[str, str]]
    stood: Mapping[str, Sequence[str]]
    besides: Mapping[str, str]
    svg: str = ""  # the whole board, where the map that everybody saw hid something


class Chapter(Struct, frozen=True):
    """One turn as the public saw it; *number* is 0 for the first position."""

    number: int
    sheet: ReportFacts
    svg: str
    published_utc: datetime
    notes: Sequence[str] = ()
    silent: Sequence[str] = ()
    press: Sequence[PrintedPress] = ()
    story: Story | None = None
    edition: int | None = None  # the table's edition before a rollback; None for a turn that counts

    @property
    def page(self) -> str:
        """The name of its page, without the extension."""
        return str(self.number) if self.edition is None else f"{self.number}-superseded-{self.edition}"

    @property
    def size(self) -> PictureSize | None:
        return size_of(self.svg)

    @property
    def whole_svg(self) -> str:
        """The map of the whole story; its legend may be higher, for the pieces that were hidden."""
        return (self.story.svg if self.story else "") or self.svg

    @property
    def whole_size(self) -> PictureSize | None:
        return size_of(self.whole_svg)


class Volume(Struct, frozen=True):
    """A table and all its chapters. *seed* is "" until the game is over."""

    card: TableCard
    state: str
    due: Due
    deadline_utc: datetime | None
    rules: Sequence[str]
    chapters: Sequence[Chapter]
    seed: str
    vacancies: Sequence[MailLink] = ()
    players: Mapping[str, str] = {}  # the name of each power's player, where the house rules show it
    colours: Mapping[str, str] = {}  # of the powers on the map
    superseded: Sequence[Chapter] = ()  # turns that were rolled back: their pages stay, and say so

    def versions(self, number: int) -> Sequence[Chapter]:
        """Return the superseded versions of one turn, the oldest first."""
        return [one for one in self.superseded if one.number == number]


class Forming(Struct, frozen=True):
    """A table that is open for JOIN; *link* opens the mail."""

    key: str
    title: str
    joined: int
    wanted: int
    link: str


def volumes(session: Session) -> list[GameTable]:
    """Return the tables that have begun and whose house rules publish them, the newest first."""
    wanted = select(GameTable).where(GameTable.state != FORMING)
    tables = session.exec(wanted.order_by(col(GameTable.created_utc).desc(), col(GameTable.key)))
    return [table for table in tables if house_rules(table).archive == "shown"]


def volume(session: Session, office: Office, table: GameTable) -> Volume:
    """Return the whole table, its turns in their order."""
    game = office.find_game(table.game)
    due = game.due(table.position)
    return Volume(
        card=table_card(table, game),
        state=table.state,
        due=due,
        deadline_utc=table.deadline_utc,
        rules=sentences(table, game.card, gm_plays=gm_plays(session, table)),
        chapters=[
            *_chapters(session, table, game),
            *_last(session, table, game, due, office.house.templates),
        ],
        seed=table.seed if table.state == OVER else "",
        vacancies=[
            MailLink(power, take_over_url(office.house.judge, table.key, power))
            for power in vacant(session, table, game)
        ],
        players=_players(session, table),
        colours=game.colours() if isinstance(game, WithColours) else {},
        superseded=_superseded(session, table, game),
    )


def _players(session: Session, table: GameTable) -> Mapping[str, str]:
    rules = house_rules(table)
    if rules.names != "shown" and not (rules.reveal and table.state == OVER):
        return {}
    return {seat.power: seat.player for seat in seats_of(session, table.key) if seat.player}


def forming(session: Session, office: Office) -> list[Forming]:
    """Return the tables that are not full yet and whose house rules publish them."""
    tables = session.exec(select(GameTable).where(GameTable.state == FORMING).order_by(col(GameTable.key)))
    return [
        Forming(
            table.key,
            table.title,
            *joined_and_wanted(session, office, table),
            join_url(office.house.judge, table.key),
        )
        for table in tables
        if house_rules(table).archive == "shown"
    ]


def _superseded(session: Session, table: GameTable, game: Game) -> list[Chapter]:
    """Return the turns that were rolled back, as published, without those that count again."""
    counts = select(AdjudicatedTurn).where(AdjudicatedTurn.table_key == table.key)
    again = {(one.number, one.record, one.adjudicated_utc) for one in session.exec(counts)}
    wanted = select(SupersededRow).where(
        SupersededRow.table_key == table.key, SupersededRow.kind == AdjudicatedTurn.__tablename__
    )
    found = []
    for row in session.exec(wanted.order_by(col(SupersededRow.number), col(SupersededRow.id))):
        run = datetime.fromisoformat(row.row["adjudicated_utc"])
        if (row.number, row.row["record"], run) not in again:
            sheet, svg = _shown(game, row.row["position"], row.row["record"])
            found.append(Chapter(row.number, sheet, svg, run, edition=row.edition))
    return found


def _chapters(session: Session, table: GameTable, game: Game) -> list[Chapter]:
    shown = _shown(game, table.start, None)
    first = Chapter(0, *shown, published_utc=table.created_utc)
    wanted = (
        select(AdjudicatedTurn)
        .where(AdjudicatedTurn.table_key == table.key)
        .order_by(col(AdjudicatedTurn.number))
    )
    return [first, *(_chapter(session, table, game, turn) for turn in session.exec(wanted))]


def _chapter(session: Session, table: GameTable, game: Game, turn: AdjudicatedTurn) -> Chapter:
    sheet, svg = _shown(game, turn.position, turn.record)
    added = stored_supplement(session, table, turn, game.card)
    return Chapter(
        number=turn.number,
        sheet=sheet,
        svg=svg,
        published_utc=turn.adjudicated_utc,
        notes=added.notes,
        silent=added.silent,
        press=added.press,
        story=_story(game, turn.position, turn.record, table.position) if table.state == OVER else None,
    )


def _last(
    session: Session, table: GameTable, game: Game, due: Due, own_templates: Path | None
) -> list[Chapter]:
    """Return the end of a game that its players or its GM ended without a turn."""
    wanted = select(AdjudicatedTurn).where(
        AdjudicatedTurn.table_key == table.key, AdjudicatedTurn.number == table.number - 1
    )
    turn = session.exec(wanted).first()
    if table.state != OVER or (turn is not None and turn.position == table.position):
        return []
    sheet, svg = _shown(game, table.position, None)
    named, are_many = [*map(game.card.named, due.winners)], {*due.winners} <= {*game.card.of_many}
    headline = sentence("archive", "ended", winners=named, are_many=are_many).words(own_templates)
    sheet = replace(sheet, headline=headline)
    when = _last_action(session, table) or (turn.adjudicated_utc if turn else table.created_utc)
    added = last_supplement(session, table, due.turn)
    story = _story(game, table.position, None, table.position)
    return [Chapter(table.number, sheet, svg, when, notes=added.notes, press=added.press, story=story)]


def _last_action(session: Session, table: GameTable) -> datetime | None:
    wanted = (
        select(GmActionRow.done_utc)
        .where(GmActionRow.table_key == table.key)
        .order_by(col(GmActionRow.done_utc).desc())
    )
    return session.exec(wanted).first()


def _shown(game: Game, position: str, record: str | None) -> tuple[ReportFacts, str]:
    return without_repetition(game.show(position, record, None)), game.picture(position, record, None)


def _story(game: Game, position: str, record: str | None, end: str) -> Story:
    facts = game.describe(position, record)
    ordered: Facts = facts.get("results", {}) if record else {}
    return Story(
        ordered={power: dict(orders) for power, orders in ordered.items() if orders},
        stood={power: [*map(in_full, pieces)] for power, pieces in facts.get("units", {}).items() if pieces},
        besides={
            FULL_NAMES.get(key, key): in_words(value)
            for key, value in facts.get("state", {}).items()
            if _has_content(value)
        },
        svg=game.whole_picture(position, record, end) if isinstance(game, WithReplay) else "",
    )


def in_full(piece: str) -> str:
    """Return several pieces in words: "2 Armies Nur" for "2A Nur"; else *piece* itself."""
    several = _SEVERAL.fullmatch(piece)
    return f"{several[1]} {MANY_OF[several[2]]} {several[3]}" if several else piece


def _has_content(value: Any) -> bool:
    """Return whether a value is worth a line: an empty list or a table of empty rows is not."""
    if isinstance(value, Mapping):
        return any(map(_has_content, value.values()))
    return value not in (None, "", "none", [], ())


def in_words(value: Any) -> str:
    """Return a plain value of a position as a reader would write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        rows = {str(key): in_words(one) for key, one in value.items() if _has_content(one)}
        return "; ".join(f"{key.replace('_', ' ')}: {one}" for key, one in _shortest(rows).items())
    if isinstance(value, list | tuple):
        return ", ".join(in_words(one) for one in value)
    return str(value)


def _shortest(rows: Mapping[str, str]) -> Mapping[str, str]:
    """Return owners with their places if many places have few owners, else *rows*."""
    owners = set(rows.values())
    if len(rows) < MANY * len(owners) or any(owner.lstrip("-").isdigit() for owner in owners):
        return rows
    places: dict[str, list[str]] = {}
    for place, owner in rows.items():
        places.setdefault(owner, []).append(place)
    return {owner: ", ".join(here) for owner, here in places.items()}
