"""The host's page: what is running, waiting or failed, and a button to retry messages. Off unless [web]
host_page.

It has no login of its own: the host reads it on the machine itself, or behind the login of their web server.
A request must name this machine or the site as its host, as a protection against DNS rebinding, and a form
must have the token that only this page contains.
"""

from datetime import datetime
from urllib.parse import parse_qs, urlsplit

from sqlmodel import Session

from pbem.core.logs import RECENT
from pbem.core.templating import packaged, web_page
from pbem.intake import failures
from pbem.tables.office import Office
from pbem.web.overview import overview

LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


def is_for_us(office: Office, host: str) -> bool:
    """Return whether the Host header names this machine or the site."""
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return False
    own = {*LOCAL, office.settings.web.listen, urlsplit(office.settings.site.url).hostname}
    return name is not None and name in own


def page(session: Session, office: Office, now: datetime) -> str:
    """Return the page as HTML."""
    facts = {
        "house": office.house,
        "root": "",
        "now": now,
        "zone": office.settings.house.zone,
        "log": list(RECENT)[::-1],
        "token": _token(office),
        **overview(session, office, now),
    }
    return web_page("site/host.html", facts, office.house.templates)


def style() -> str:
    """Return the style sheet, which is that of the archive."""
    return (packaged("templates") / "site" / "style.css").read_text("utf-8")


def take_in_again(office: Office, body: bytes) -> bool:
    """Retry a message that failed; return False for a form that is not ours or too old."""
    try:
        form = parse_qs(body.decode("ascii", "replace"), max_num_fields=4)
    except ValueError:
        return False
    number, token = form.get("message", [""])[0], form.get("token", [""])[0]
    if not office.credentials.seal.holds(token, "host page") or not number.isdecimal() or len(number) > 18:
        return False
    is_again = failures.again(int(number), office)
    if is_again:
        office.store.on_stored()  # wakes the scheduler
    return is_again


def _token(office: Office) -> str:
    return office.credentials.seal.sign("host page")
