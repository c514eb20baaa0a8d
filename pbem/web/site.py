"""Write the archive as plain files that any web server can serve.

It has pages, maps as SVG, a chart and an Atom feed for each table, one feed for all, and the rules of each
game. Links are relative, so the folder can be anywhere; only the feeds need the site's address. Unchanged
files are not written, so that mirrors and caches see what is new. The page of a turn that was rolled back
says so; when the turn is run again, the old page is kept, and the new one links to it.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup
from msgspec import Struct
from sqlmodel import Session, col, select

from adjudicator.core.game import Card
from adjudicator.games import every_game
from pbem.core.sentences import sentence
from pbem.core.templating import packaged, web_page
from pbem.reports import House, chart
from pbem.store.archived_tables import ArchivedTable
from pbem.store.states import OVER
from pbem.tables.events.tournament_scores import Standings, in_words, standings, tournaments
from pbem.tables.office import Office
from pbem.web.archive import Chapter, Forming, Volume, forming, volume, volumes
from pbem.web.directory import directory
from pbem.web.feed import Feed, FeedEntry, atom

IN_FEED = 30  # entries: enough for a reader that polls once a month
# The files of a table; those that are no longer written are deleted.
PAGES = ("[0-9]*.html", "[0-9]*.svg", "story/*.html", "story/[0-9]*.svg")
CHARTS = {"chart.svg": chart.WIDE, "chart-narrow.svg": chart.NARROW}
COPIED = ("style.css", "keys.js", "replay.js", "search.js")


def _ignore(_table: str) -> None: ...


class File(Struct, frozen=True):
    """A file of the site; *path* from its top, with "/"."""

    path: str
    content: bytes


class Built(Struct, frozen=True):
    """The paths of the files of the site, by what was done."""

    written: Sequence[str]
    unchanged: Sequence[str]
    removed: Sequence[str]


def build(office: Office, folder: Path, now: datetime, on_table: Callable[[str], None] = _ignore) -> Built:
    """Write the whole site into *folder*. *on_table* is called with each table's key. Raises OSError."""
    with office.store.reading() as session:
        whole, waiting = _volumes(session, office, on_table), forming(session, office)
        people = directory(session, office, now)
        events = [standings(session, office, event) for event in tournaments(session)]
    cards = {game.card.key: game.card for game in every_game()}
    cards |= {row.card.game: office.find_game(row.card.game).card for row in whole}
    pages = Pages(office.house, office.settings.site.url)
    shelf = Shelf(whole, _archived(office, folder), waiting, events)
    files = list(_files(pages, list(cards.values()), shelf, now))
    files.append(pages.page("players.html", "players.html", {"directory": people}))
    files.append(pages.page("search.html", "search.html", {"volumes": whole}))
    changed = [file.path for file in files if _put(folder, file)]
    wanted = {file.path for file in files}
    removed = [path for row in whole for path in _delete_stale(folder, row.card.key, wanted)]
    return Built(changed, sorted(wanted - set(changed)), removed)


def build_if_there(office: Office, now: datetime) -> None:
    """Bring the site in its usual folder up to date, if there is one. Raises OSError."""
    folder = office.settings.site.folder
    if (folder / "index.html").is_file():
        build(office, folder, now)


def _archived(office: Office, folder: Path) -> list[ArchivedTable]:
    """Return the tables that were moved to a file and whose pages are still in *folder*."""
    with office.store.reading() as session:
        wanted = select(ArchivedTable).where(col(ArchivedTable.is_public).is_(True))
        rows = session.exec(wanted.order_by(col(ArchivedTable.created_utc).desc(), col(ArchivedTable.key)))
        return [row for row in rows if (folder / row.key / "index.html").is_file()]


def _volumes(session: Session, office: Office, on_table: Callable[[str], None]) -> list[Volume]:
    rows = []
    for table in volumes(session):
        on_table(table.key)
        rows.append(volume(session, office, table))
    return rows


class Pages(Struct, frozen=True):
    """What every page needs: the house, and the site's address, "" if the host has not set it."""

    house: House
    url: str

    def page(self, path: str, template: str, facts: dict[str, Any]) -> File:
        whole = {"house": self.house, "root": "../" * path.count("/")} | facts
        return File(path, web_page(f"site/{template}", whole, self.house.templates).encode())

    def address(self, path: str) -> str:
        """Return the URL of a page; without the site's address, a permanent tag URI (RFC 4151)."""
        return f"{self.url}/{path}" if self.url else f"tag:{self.house.domain},2026:{path}"

    def link(self, path: str, folder: str) -> str:
        """Return the link to a page from a file in *folder* ("" or "std3/")."""
        return self.address(path) if self.url else path.removeprefix(folder)


class Shelf(Struct, frozen=True):
    """Tables with all their turns, archived tables with pages, forming ones, and tournaments."""

    volumes: Sequence[Volume]
    archived: Sequence[ArchivedTable]
    forming: Sequence[Forming]
    events: Sequence[Standings]


def _files(pages: Pages, cards: Sequence[Card], shelf: Shelf, now: datetime) -> Iterator[File]:
    whole = shelf.volumes
    for name in COPIED:
        yield File(name, (packaged("templates") / "site" / name).read_bytes())
    states = {
        "running": [row for row in whole if row.state != OVER],
        "finished": [row for row in whole if row.state == OVER],
    }
    open_seats = {"forming": shelf.forming, "vacant": [row for row in whole if row.vacancies]}
    facts = states | open_seats | {"games": cards, "archived": shelf.archived, "events": shelf.events}
    yield pages.page("index.html", "index.html", facts)
    yield File("feed.xml", _feed(pages, "", f"{pages.house.name}: all bulletins", whole, now))
    for card in cards:
        yield _rules(pages, card)
    for event in shelf.events:
        yield _tournament(pages, event)
    for row in whole:
        yield from _table(pages, row, now)


def _tournament(pages: Pages, shown: Standings) -> File:
    event = shown.event
    facts = {
        "event": event,
        "shown": shown,
        "points": in_words,
        "scored": sentence("tournaments", "scored", scoring=event.scoring, is_over=shown.is_over).words(
            pages.house.templates
        ),
        "drawn": sentence("tournaments", "drawn", seed=event.seed).words(pages.house.templates),
    }
    return pages.page(f"tournament-{event.key}.html", "tournament.html", facts)


def _rules(pages: Pages, card: Card) -> File:
    facts = {"game": card, "help": _in_html(card.help), "rules": _in_html(card.rules)}
    return pages.page(f"games/{card.key}.html", "game.html", facts)


@lru_cache(maxsize=128)  # two of each game: the site is built again after each turn, and they never change
def _in_html(text: str) -> Markup:
    """Return Markdown as HTML."""
    written = MarkdownIt("commonmark", {"html": False}).enable("table")
    return Markup(written.render(text))  # noqa: S704 - our own words, in which HTML is escaped


def _table(pages: Pages, row: Volume, now: datetime) -> Iterator[File]:
    key, last = row.card.key, row.chapters[-1]
    chart_title, chart_alt = _chart_words(row)
    facts = {
        "volume": row,
        "card": row.card,
        "last": last,
        "chart_title": chart_title,
        "chart_alt": chart_alt,
        "charts": tuple(CHARTS.values()),
    }
    yield pages.page(f"{key}/index.html", "table.html", facts)
    yield File(f"{key}/feed.xml", _feed(pages, f"{key}/", f"{key}: {row.card.title}", [row], now))
    if chart_alt:
        for name, paper in CHARTS.items():
            drawn = chart.chart(chart_title, _tallies(row), paper, row.colours)
            yield File(f"{key}/{name}", drawn.encode())
    told = [chapter for chapter in row.chapters if chapter.story]
    if told:
        facts = {"card": row.card, "chapters": told, "seed": row.seed}
        yield pages.page(f"{key}/story/index.html", "replay.html", facts)
    for i, chapter in enumerate(row.chapters):
        yield from _chapter(pages, row, chapter, _neighbours(row.chapters, i))
    counted = {chapter.number for chapter in row.chapters}
    for chapter in row.superseded:
        yield from _superseded(pages, row, chapter, chapter.page)
        if chapter.number not in counted and chapter == row.versions(chapter.number)[-1]:
            yield from _superseded(pages, row, chapter, str(chapter.number))


def _superseded(pages: Pages, row: Volume, chapter: Chapter, name: str) -> Iterator[File]:
    """Yield the page of a turn that was rolled back; it keeps the address until the turn is run again."""
    facts = {"card": row.card, "chapter": chapter, "before": None, "after": None, "up": "", "versions": ()}
    yield pages.page(f"{row.card.key}/{name}.html", "turn.html", facts)
    yield File(f"{row.card.key}/{name}.svg", chapter.svg.encode())


def _neighbours(chapters: Sequence[Chapter], i: int) -> dict[str, int | None]:
    return {
        "before": chapters[i - 1].number if i > 0 else None,
        "after": chapters[i + 1].number if i + 1 < len(chapters) else None,
    }


def _chapter(pages: Pages, row: Volume, chapter: Chapter, way: dict[str, int | None]) -> Iterator[File]:
    key, number = row.card.key, chapter.number
    versions = row.versions(number)
    facts = {"card": row.card, "chapter": chapter, "versions": versions} | way
    yield pages.page(f"{key}/{number}.html", "turn.html", facts | {"up": ""})
    yield File(f"{key}/{number}.svg", chapter.svg.encode())
    if chapter.story is not None:
        before = way["before"] if way["before"] else None  # the first position has no story
        story = facts | {"up": "../", "seed": row.seed, "before": before}
        yield pages.page(f"{key}/story/{number}.html", "story.html", story)
        yield File(f"{key}/story/{number}.svg", chapter.whole_svg.encode())


def _tallies(row: Volume) -> list[dict[str, int]]:
    return [dict(chapter.sheet.tally.by) for chapter in row.chapters if chapter.sheet.tally]


def _chart_words(row: Volume) -> tuple[str, str]:
    """Return the chart's title and its contents in words; "" before the second tally."""
    tally, tallies = row.chapters[-1].sheet.tally, _tallies(row)
    if tally is None or len(tallies) < 2:
        return "", ""
    return tally.what, chart.in_words(tally.what, tallies)


def _feed(pages: Pages, folder: str, title: str, whole: Sequence[Volume], now: datetime) -> bytes:
    entries = [
        FeedEntry(
            pages.address(path),
            pages.link(path, folder),
            f"{row.card.key}, {chapter.sheet.turn}: {chapter.sheet.headline}",
            chapter.sheet.lead,
            chapter.published_utc,
            pages.link(path.replace(".html", ".svg"), folder),
            chapter.sheet.alt,
        )
        for row in whole
        for chapter in row.chapters
        for path in [f"{row.card.key}/{chapter.number}.html"]
    ]
    newest = sorted(entries, key=lambda entry: entry.published_utc)[: -IN_FEED - 1 : -1]
    updated = newest[0].published_utc if newest else now
    feed = Feed(
        pages.address(f"{folder}index.html"),
        pages.link(f"{folder}feed.xml", folder),
        pages.link(f"{folder}index.html", folder),
        title,
        pages.house.name,
    )
    return atom(feed, newest, updated)


def _put(folder: Path, file: File) -> bool:
    """Write *file* atomically if it has changed; return whether it was written."""
    path = folder / file.path
    if path.is_file() and path.read_bytes() == file.content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.new")
    beside.write_bytes(file.content)
    beside.replace(path)
    return True


def _delete_stale(folder: Path, key: str, wanted: set[str]) -> list[str]:
    found = sorted(path for pattern in PAGES for path in (folder / key).glob(pattern))
    stale = [path for path in found if path.relative_to(folder).as_posix() not in wanted]
    for path in stale:
        path.unlink()
    return [path.relative_to(folder).as_posix() for path in stale]
