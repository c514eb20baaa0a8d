"""Who may see the page of a seat: the link in a report is exchanged for a cookie that opens this one page.

The cookie is limited to the page's own path, hidden from scripts, and sent only with requests from our own
pages. Links and cookies expire with the seat's epoch and after `page_links.LIFETIME`. An old link, a guessed
link and the cookie of another seat get the same response as an address that does not exist.
"""

from datetime import datetime

from msgspec import Struct
from sqlmodel import Session

from pbem.store.game_tables import GameTable, Seat
from pbem.tables.office import Office
from pbem.tables.people import page_links
from pbem.tables.people.page_links import Pass

COOKIE = "seat"


class Visitor(Struct, frozen=True):
    """The player at the page of their seat; *entry* is the pass that opened it."""

    seat: Seat
    table: GameTable
    entry: Pass


def by_link(session: Session, office: Office, token: str, now: datetime) -> Visitor | None:
    """Return the visitor that a link admits, None if it is not valid."""
    return _admitted(session, office, page_links.link_pass(token), now)


def by_cookie(
    session: Session, office: Office, place: tuple[str, str], cookies: str, now: datetime
) -> Visitor | None:
    """Return the visitor of the page of *place* (table and power) from the cookies of the request."""
    for value in _values(cookies):
        visitor = _admitted(session, office, page_links.cookie_pass(*place, value), now)
        if visitor is not None:
            return visitor
    return None


def _admitted(session: Session, office: Office, entry: Pass | None, now: datetime) -> Visitor | None:
    seat = page_links.seat_named(session, entry.key, entry.power) if entry else None
    table = session.get(GameTable, entry.key) if entry else None
    if entry is None or seat is None or table is None or not page_links.has_page(table):
        return None
    return Visitor(seat, table, entry) if entry.opens(office.credentials.seal, seat, now) else None


def _values(cookies: str) -> list[str]:
    """Return the values of our cookies in a header; a browser may have several, for different paths."""
    named = (one.strip().partition("=") for one in cookies.split(";"))
    return [value for name, _, value in named if name == COOKIE]


def cookie_for(office: Office, visitor: Visitor, now: datetime) -> tuple[str, str]:
    """Return the header that gives the browser of *visitor*, who came by a link, its cookie."""
    value = page_links.cookie_value(office.credentials.seal, visitor.seat, visitor.entry)
    return _cookie(office, visitor.seat, value, int((visitor.entry.ends - now).total_seconds()))


def no_cookie(office: Office, visitor: Visitor) -> tuple[str, str]:
    """Return the header that deletes the cookie."""
    return _cookie(office, visitor.seat, "", 0)


def _cookie(office: Office, seat: Seat, value: str, seconds: int) -> tuple[str, str]:
    site = office.settings.site.url
    path = page_links.folder_of(site, seat)
    secure = "; Secure" if site.startswith("https:") else ""
    return (
        "Set-Cookie",
        f"{COOKIE}={value}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}",
    )
