"""Links in a report that open a new mail to the judge, with subject and text filled in.

Such a message has no quotation, so it also works where quoting is tedious. There are no scripts; a program
that does not support the links (RFC 6068), or shows the text part, loses nothing. The subject names table and
power; the seat's token is in no link, because bodies are forwarded and quoted.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import quote

from msgspec import Struct

from adjudicator.core.atlas import PlaceEntry
from pbem.core.sentences import sentence
from pbem.reports.context import MailContext, Run, SeatCard, TurnView

LONGEST_URL = 1900  # Outlook cuts links longer than 2,083
MOST_ORDERS = 8  # of one unit
MOST_UNITS = 24
WHEN_OWED = ("READY", "PREVIEW")
ALWAYS = ("STATUS", "HELP")
HOLDS = re.compile(r"(?P<unit>\d*(?P<kind>[A-Z]) (?P<place>[^\W\d_]+)(?:/\w+)?) H")  # of the order form
LEADS = re.compile(r"(?P<unit>[^\W\d_][^\W\d_]{2,}(?: [^\W\d_]+){0,4}) H")  # a piece, which needs no place
BY_WATER = ("F", "P")  # kinds of units that move on water


class MailLink(Struct, frozen=True):
    """The text of a link, and the mail that it opens."""

    label: str
    url: str


class UnitLinks(Struct, frozen=True):
    """A unit, and a link for each of its common orders."""

    unit: str
    links: tuple[MailLink, ...]


class Board(Struct, frozen=True):
    """The places, by short name, and the reader's pieces as reports tell them: "Faramir MTi"."""

    atlas: Mapping[str, PlaceEntry]
    pieces: Sequence[str] = ()


def command_links(
    context: MailContext, seat: SeatCard, run: Run, form: Sequence[str]
) -> tuple[MailLink, ...]:
    """Return links for the whole form, if it is short enough, and for the common commands."""
    is_owed = seat.power in run.due.owed or seat.power in run.due.asked
    words = (*(WHEN_OWED if is_owed else ()), *ALWAYS)
    whole = sentence("form", "link").words(context.house.templates)
    links = [MailLink(word, _url(context, seat, word)) for word in words]
    if form and is_owed:
        links.insert(0, MailLink(whole, _url(context, seat, "\n".join(form))))
    return tuple(link for link in links if len(link.url) <= LONGEST_URL)


def unit_links(context: MailContext, seat: SeatCard, view: TurnView) -> tuple[UnitLinks, ...]:
    """Return for each unit that holds on the form its orders to hold and to move to adjacent places."""
    pieces = view.sheet.facts.get("pieces", {}).get(seat.power, ())
    board = Board({entry.short: entry for entry in view.atlas}, pieces)
    units = [found for line in view.form if (found := _near(line.strip(), board)) is not None]
    return tuple(
        UnitLinks(unit, tuple(_orders(context, seat, unit, near))) for unit, near in units[:MOST_UNITS]
    )


def _near(line: str, board: Board) -> tuple[str, Sequence[str]] | None:
    """Return the unit that holds on a line of the form, and the places next to it; None for another line."""
    if unit := HOLDS.fullmatch(line):
        entry = board.atlas.get(unit["place"])
        near = () if entry is None else entry.by_water if unit["kind"] in BY_WATER else entry.by_land
        return (unit["unit"], near) if entry is not None else None
    piece = LEADS.fullmatch(line)
    if piece is None:
        return None
    begins = f"{piece['unit']} "
    places = (one.removeprefix(begins).split()[0] for one in board.pieces if one.startswith(begins))
    entry = board.atlas.get(next(places, ""))
    return (piece["unit"], entry.by_land) if entry is not None else None


def _orders(context: MailContext, seat: SeatCard, unit: str, near: Sequence[str]) -> Iterator[MailLink]:
    for order in ("H", *(f"- {place}" for place in near[:MOST_ORDERS])):
        yield MailLink(order, _url(context, seat, f"{unit} {order}"))


def _url(context: MailContext, seat: SeatCard, text: str) -> str:
    subject = sentence("subjects", "link", table=seat.table.key, power=seat.power)
    words = subject.words(context.house.templates).strip()
    return mail_url(context.house.judge, words, text)


def mail_url(judge: str, subject: str, text: str) -> str:
    """Return the link that opens a mail to the judge, with its subject and its text filled in."""
    body = quote(text.replace("\n", "\r\n"), safe="")
    return f"mailto:{quote(judge, safe='@')}?subject={quote(subject, safe='')}&body={body}"


def join_url(judge: str, table: str) -> str:
    """Return the link for a seat at a table that is not full yet."""
    return mail_url(judge, table, f"JOIN {table}")


def take_over_url(judge: str, table: str, power: str) -> str:
    """Return the link for a seat that nobody plays."""
    return mail_url(judge, table, f"TAKE OVER {power} in {table}")
