"""Answer the requests for the pages of seats.

`/seat/TOKEN` is the link in a report: its page sets the cookie and leads on to `/seat/TABLE/POWER/`, whose
address contains no token. GET changes nothing; a form becomes a message (`messages`). A visitor without
access gets the same response as for an address that does not exist.
"""

from collections.abc import Mapping
from datetime import timedelta
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from urllib.parse import parse_qs

from pbem.core.clock import Clock
from pbem.core.sentences import Sentence, sentence
from pbem.core.templating import packaged, web_page
from pbem.tables.office import Office
from pbem.tables.people import page_links
from pbem.tables.people.reply_addresses import slug
from pbem.web.answer import EVERYBODY, HTML, NOTHING_HERE, PLAIN, Answer, Asked
from pbem.web.seat_page import (
    access,
    draft_previews,
    draft_reading,
    drawings,
    messages,
    page,
    press_recipients,
    visits,
)
from pbem.web.seat_page.access import Visitor
from pbem.web.seat_page.draft_previews import Draft
from pbem.web.seat_page.limits import Limit
from pbem.web.seat_page.page import Look
from pbem.web.seat_page.visits import Visit

POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
OF_PICTURE = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
SCRIPTS = tuple(  # each uses those before it
    f"seat/{name}.js"
    for name in (
        *("page", "terms", "numbers", "counts", "preferences", "box", "places", "filed", "choosing"),
        *(
            "offers",
            "lists",
            "sightings",
            "zoom",
            "live_map",
            "later",
            "blocks",
            "late",
            "conditions",
            "ahead",
            "reading",
        ),
        *("arrows", "mark", "press", "keyboard", "start"),
    )
)
STATIC = {
    "page.css": ("text/css; charset=utf-8", ("style.css", "seat.css")),
    "page.js": ("text/javascript; charset=utf-8", ("panzoom.min.js", *SCRIPTS)),
}
FILES = ("map.svg", "moves.json")  # that a page loads
ACTIONS = ("send", "preview", "press", "reading", "leave")  # of its forms and scripts
PAGES = ("", "send", "preview", "press")  # a phone that dropped the answer to a form asks for it again
JSON = "application/json; charset=utf-8"
AN_HOUR_LONG = "public, max-age=3600"
MOST_TEXT = 16 * 1024  # characters of a message
MOST_FIELDS = 100  # a message may have many recipients
A_MINUTE, AN_HOUR = timedelta(minutes=1), timedelta(hours=1)


class SeatPages:
    """The pages of all seats, and how often each was asked for."""

    def __init__(self, office: Office, clock: Clock) -> None:
        self.office, self.clock = office, clock
        self._looks = Limit(120, A_MINUTE)
        self._previews = Limit(30, AN_HOUR)
        self._messages = Limit(60, AN_HOUR)
        self._readings = Limit(60, A_MINUTE)

    def answer(self, asked: Asked) -> Answer:
        """Return the response to a request below `/seat/`. Raises SQLAlchemyError."""
        match asked.path.removeprefix(f"/{page_links.FOLDER}/").split("/"):
            case [name] if name in STATIC and asked.method in ("GET", "HEAD"):
                return _static(name)
            case [token] if asked.method in ("GET", "HEAD"):
                return self._enter(token)
            case [key, power, what] if what in (*PAGES, *FILES) and asked.method in ("GET", "HEAD"):
                return self._look(asked, (key, power), what)
            case [key, power, action] if action in ACTIONS and asked.method == "POST":
                return self._act(asked, (key, power), action)
        return NOTHING_HERE

    def _enter(self, token: str) -> Answer:
        """Exchange a link for a cookie, and lead on to the page."""
        now = self.clock.now()
        with self.office.store.reading() as session:
            visitor = access.by_link(session, self.office, token, now)
        if visitor is None:
            return NOTHING_HERE
        to = f"{visitor.seat.table_key}/{slug(visitor.seat.power)}/"
        facts = visits.answer_facts(self.office, visitor) | {"to": to}
        html = web_page("site/seat_open.html", facts, self.office.house.templates)
        return _page(html, access.cookie_for(self.office, visitor, now))

    def _look(self, asked: Asked, place: tuple[str, str], what: str) -> Answer:
        now = self.clock.now()
        with self.office.store.reading() as session:
            visitor = access.by_cookie(session, self.office, place, asked.cookies, now)
            if visitor is None:
                return NOTHING_HERE
            if not self._looks.allows(_name(visitor), now):
                return self._too_often()
            visit = Visit(session, self.office, visitor, now)
            query = _fields(asked.query.encode())
            if what == "moves.json":
                return Answer(HTTPStatus.OK, drawings.moves_of_others(visit), JSON)
            if what == "map.svg":
                svg = drawings.picture(visit, query.get("turn", ""))
                return _picture(svg, _name(visitor)) if svg else NOTHING_HERE
            uid = query.get("sent", "")
            done = messages.received(session, visitor.seat, uid)
            look = Look(done, query.get("assume", ""), query.get("report", ""))
            return _page(page.page(visit, Draft(), look))

    def _act(self, asked: Asked, place: tuple[str, str], action: str) -> Answer:
        """Send, preview, read or leave. The time of a message is taken before anything is looked up."""
        now = self.clock.now()
        form = _fields(asked.body)
        own = messages.Form(form.get("shown", ""), form.get("token", ""))
        with self.office.store.reading() as session:
            visitor = access.by_cookie(session, self.office, place, asked.cookies, now)
            if visitor is None or not messages.is_ours(self.office, visitor.seat, visitor.entry, own, now):
                return NOTHING_HERE
            if action == "leave":
                return _page(self._left(visitor), access.no_cookie(self.office, visitor))
            if not self._limit(action).allows(_name(visitor), now):
                return self._too_often()
            visit = Visit(session, self.office, visitor, now)
            if action == "reading":
                return self._read(visit, form)
            draft = self._draft(visit, form, action)
            if draft.trouble or action == "preview":
                return _page(page.page(visit, draft, Look()))
        message = messages.composed(self.office, visitor.seat, own, draft.text)
        messages.send(self.office, visitor.seat, message, now)
        return _redirect(f"./?sent={message.uid}")

    def _limit(self, action: str) -> Limit:
        return {"preview": self._previews, "reading": self._readings}.get(action, self._messages)

    def _read(self, visit: Visit, form: Mapping[str, str]) -> Answer:
        """Return what the text in the box means, as JSON for the script of the page."""
        draft = self._draft(visit, form, "reading")
        if draft.trouble:
            return Answer(HTTPStatus.CONFLICT, f"{draft.trouble}\n", PLAIN)
        return Answer(HTTPStatus.OK, draft_reading.of_text(visit, draft.text), JSON)

    def _draft(self, visit: Visit, form: Mapping[str, str], action: str) -> Draft:
        """Return the text to send or preview, with the problem if that is not possible."""
        if action == "press":
            return self._press(form)
        text = _ordered(form)
        if not visits.is_same_turn(visit.visitor.table, form):
            return Draft(text, self._words(sentence("seat_page", "other_turn")))
        if len(text) > MOST_TEXT:
            return Draft(text[:MOST_TEXT], self._too_long())
        if not text.strip():
            return Draft(trouble=self._words(sentence("seat_page", "empty")))
        return draft_previews.previewed(visit, text) if action == "preview" else Draft(text)

    def _press(self, form: Mapping[str, str]) -> Draft:
        """Return the message to send; with the problem and only its own text if that is not possible."""
        text, to = _plain(form.get("text", "")).strip(), form.get("to", "").split("\n")
        if not text:
            return Draft(trouble=self._words(sentence("seat_page", "empty")))
        if not any(to):
            return Draft(trouble=self._words(sentence("seat_page", "to_nobody")), press=text[:MOST_TEXT])
        if len(text) > MOST_TEXT:
            return Draft(trouble=self._too_long(), press=text[:MOST_TEXT])
        return Draft(f"{press_recipients.command(to, form.get('manner', ''))}\n{text}\nEND\n")

    def _too_long(self) -> str:
        return self._words(sentence("seat_page", "too_long", most=MOST_TEXT))

    def _left(self, visitor: Visitor) -> str:
        facts = visits.answer_facts(self.office, visitor) | {"to": ""}
        return web_page("site/seat_open.html", facts, self.office.house.templates)

    def _too_often(self) -> Answer:
        words = self._words(sentence("seat_page", "too_often"))
        return Answer(HTTPStatus.TOO_MANY_REQUESTS, f"{words}\n", PLAIN)

    def _words(self, said: Sentence) -> str:
        return said.words(self.office.house.templates)


def _name(visitor: Visitor) -> str:
    return f"{visitor.seat.table_key} {visitor.seat.power}"


def _fields(body: bytes) -> dict[str, str]:
    """Return the fields of a form, each once, its recipients as lines; {} if it cannot be parsed."""
    try:
        found = parse_qs(body.decode("ascii", "replace"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        return {}
    recipients = "\n".join(" ".join(to.split()) for to in found.get("to", ()))
    return {name: values[0] for name, values in found.items()} | {"to": recipients}


def _ordered(form: Mapping[str, str]) -> str:
    """Return the text in the box, with the order of the pressed button or the command of the form."""
    return _plain("\n".join(filter(None, (form.get("text", ""), form.get("order", ""), _command(form)))))


def _command(form: Mapping[str, str]) -> str:
    """Return the line of a small form: a command and one or two values, "AWAY 2026-12-03 to 2026-12-10"."""
    values = [" ".join(form.get(name, "").split()) for name in ("first", "last")]
    written = " to ".join(filter(None, values))
    return f"{form.get('command', '')} {written}" if written else ""


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", " ")


def _page(html: str, *headers: tuple[str, str]) -> Answer:
    own = (("Content-Security-Policy", POLICY), ("X-Frame-Options", "DENY"))
    return Answer(HTTPStatus.OK, html, HTML, (*own, *headers))


def _picture(svg: str, reader: str) -> Answer:
    headers = (("Content-Security-Policy", OF_PICTURE), ("Vary", "Accept-Encoding"))
    return Answer(HTTPStatus.OK, svg, "image/svg+xml", headers, packed_for=reader)


def _redirect(to: str) -> Answer:
    return Answer(HTTPStatus.SEE_OTHER, "", HTML, (("Location", to),))


def _static(name: str) -> Answer:
    kind, files = STATIC[name]
    headers = (("Vary", "Accept-Encoding"),)
    return Answer(HTTPStatus.OK, _text(files), kind, headers, AN_HOUR_LONG, packed_for=EVERYBODY)


@lru_cache(maxsize=4)
def _text(files: tuple[str, ...]) -> str:
    own, shared = Path(__file__).parents[1] / "static", packaged("templates") / "site"
    found = (own / name if (own / name).is_file() else shared / name for name in files)
    return "\n".join(file.read_text("utf-8") for file in found)
