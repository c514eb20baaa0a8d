"""What are people told, in which mail?  Facts (a sheet, a reading, a refusal) → a mail through templates/.

One function for each kind of mail. None of them knows more than it is given: what a reader may know was
decided by the game's `sight.py`, and nothing is looked up here. Times are given; the clock is the caller's.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.game import REFUSED, Due, InForce, Reading, Sheet, Tally
from pbem import calendar_file, layout, machine_report, pictures
from pbem.outgoing import Calendar, Heading, Outgoing, Parts, build, build_all
from pbem.rendering import Page, page, part, time_left, when, when_here


class House(Struct, frozen=True):
    """The service: its name, its mail domain, the judge's address, and where the host's own templates lie."""

    name: str
    domain: str
    judge: str
    templates: Path | None = None
    site: str = ""  # the address of the public archive, if the host has one


class TableCard(Struct, frozen=True):
    """A game that is played. *title* is the game's ("Downfall XIII"); *seed_sha256* promises its dice."""

    key: str
    game: str
    title: str
    gm_name: str
    gm_address: str
    seed_sha256: str
    zone: str = "UTC"
    later_letter: str = "A later letter replaces orders unit by unit"
    is_archived: bool = False  # its bulletins have pages in the public archive


class Reader(Struct, frozen=True):
    """Who gets a bulletin. *stop* is the address on the web that ends it in one click (RFC 8058), or ""."""

    name: str
    address: str
    stop: str = ""


class SeatCard(Struct, frozen=True):
    """A seat and who sits there. *reply_to* holds the seat's token, and so does *tag*, for the subject."""

    table: TableCard
    power: str
    player: str
    address: str
    reply_to: str
    tag: str
    zone: str = "UTC"
    has_picture: bool = True
    has_json: bool = False


class Heard(Struct, frozen=True):
    """The letter that is answered: what a mail program needs to put the answer under it."""

    message_id: str = ""
    references: tuple[str, ...] = ()
    subject: str = ""


class Desk(Struct, frozen=True):
    """Where a mail is written: the house, the time on its clock, and the letter that is answered, if any."""

    house: House
    sent: datetime
    heard: Heard = Heard()


class Run(Struct, frozen=True):
    """The turn last run (0 before the first) and what is waited for now.

    *edition* is how often the table was rolled back, *moves* how often its deadline was moved.
    """

    number: int
    due: Due
    deadline_utc: datetime | None
    edition: int = 0
    moves: int = 0
    before: Tally | None = None  # the public counts before the turn


class Told(Struct, frozen=True):
    """What a game shows one reader of a turn: his sheet, his order form, his picture (SVG)."""

    sheet: Sheet
    form: Sequence[str] = ()
    svg: str = ""


class Printed(Struct, frozen=True):
    """A press letter for the bulletin; *by* is a power, "the GM" or "somebody"."""

    by: str
    text: str


class Issue(Struct, frozen=True):
    """What a game shows the public, and what the service adds. *seed* is given in the last issue only."""

    told: Told
    silent: Sequence[str] = ()
    notes: Sequence[str] = ()
    seed: str = ""
    press: Sequence[Printed] = ()
    rules: Sequence[str] = ()  # the house rules, in the first issue only


class Deed(Struct, frozen=True):
    """What a command of a letter brought about: its line, as it was written, and what is to be said of it."""

    line: int
    said: str
    sentences: Sequence[str]
    is_refused: bool = False


class Leaf(Struct, frozen=True):
    """A page that was asked for (HELP, RULES, OPTIONS, PREVIEW ...). *is_set* if its lines are to stay."""

    title: str
    text: str
    is_set: bool = False


class Note(Struct, frozen=True):
    """A mail of the judge's own accord; *once* tells it from the next. *reply_to* and *tag* as in SeatCard.

    *text* is ours; *quoted* is somebody else's, and is set off so that nobody takes it for ours.
    """

    subject: str
    title: str
    text: str
    once: str
    quoted: str = ""
    reply_to: str = ""
    tag: str = ""
    closing: str = ""


class Held(Struct, frozen=True):
    """Orders that came in somebody's name: its lines, who claimed them, and the address that confirms them.

    *tag* is the same for the subject, for hosts without plus-addresses.
    """

    lines: Sequence[str]
    claimed: str
    reply_to: str
    tag: str


class Trouble(Struct, frozen=True):
    """What did not happen, what is unharmed, what to do; *once* tells one trouble from the next."""

    what: str
    unharmed: str
    todo: str
    once: str


class Besides(Struct, frozen=True):
    """What an answer tells besides orders: remarks, what became of commands, pages that were asked for."""

    notes: Sequence[str] = ()
    deeds: Sequence[Deed] = ()
    leaves: Sequence[Leaf] = ()


NOTHING_BESIDES = Besides()


class Answer(Struct, frozen=True):
    """What is to be answered to a letter, not written yet. *to* is a seat or a bare address."""

    to: SeatCard | str
    template: str
    facts: dict[str, Any]


def answer(desk: Desk, said: Answer) -> Outgoing:
    """The mail of one answer, under the letter in its thread."""
    table = said.to.table if isinstance(said.to, SeatCard) else None
    return _answer_mail(desk, said.to, said.template, _page(desk, said.template, said.facts, table))


def answers(desk: Desk, to: str, said: Sequence[tuple[str, Answer]]) -> Outgoing:
    """One mail of several answers, each under a heading, to a letter for several games."""
    parts = [{"title": title, "page": _part(desk, one.template, one.facts, one.to)} for title, one in said]
    return _answer_mail(desk, to, "several", _page(desk, "several", {"parts": parts}, None))


def confirmation(seat: SeatCard, run: Run, reading: Reading, besides: Besides = NOTHING_BESIDES) -> Answer:
    """What was understood of a letter of orders, what was not and why, and what is missing."""
    facts = _waiting(seat, run) | {
        "refused": [line for line in reading.lines if line.verdict == REFUSED],
        "warnings": reading.warnings,
    }
    return Answer(seat, "confirmation", facts | _besides(besides) | _in_force(reading.in_force))


class OnFile(Struct, frozen=True):
    """What there is for a seat: orders, a form for the rest, and sentences on votes, press, absences."""

    in_force: Sequence[InForce]
    form: Sequence[str]
    standing: Sequence[str] = ()


def status(seat: SeatCard, run: Run, on_file: OnFile) -> Answer:
    """What the service has on file for a seat, and a form for what it has not."""
    facts = _waiting(seat, run) | {"form": on_file.form, "standing": on_file.standing}
    return Answer(seat, "status", facts | _in_force(on_file.in_force))


def transcript(to: SeatCard | str, besides: Besides) -> Answer:
    """What became of each command of a letter without orders."""
    return Answer(to, "transcript", _besides(besides))


def note(desk: Desk, table: TableCard, to: tuple[str, str], said: Note, moved: Run | None = None) -> Outgoing:
    """A mail of the judge's own accord. *to* is a name and an address; *moved* if the deadline is new."""
    told = _page(desk, "note", {"note": said}, table)
    subject = f"{table.key}: {said.subject} {said.tag}".rstrip()
    own = f"{table.key}.note.{_digest(said.once, to[1])}@{desk.house.domain}"
    heading = _heading(desk, to, subject, "note")
    event = deadline_event(desk, table, moved) if moved else None
    return build(_changed(heading, message_id=own, reply_to=said.reply_to), _parts(told, calendar=event))


def text_answer(to: SeatCard | str, title: str, text: str) -> Answer:
    """A page of plain words."""
    return Answer(to, "answer", {"title": title, "text": text})


def refusal(to: SeatCard | str, reason: str, remedy: str) -> Answer:
    """Why a letter came to nothing, and what would do."""
    return Answer(to, "refusal", {"reason": reason, "remedy": remedy})


def please_confirm(desk: Desk, seat: SeatCard, run: Run, held: Held) -> Outgoing:
    """Asks the registered address whether held orders, that came in its name, are its own."""
    told = _page(desk, "please_confirm", _waiting(seat, run) | {"held": held}, seat.table)
    heading = _heading(desk, seat, f"{seat.table.key}: is this letter yours? {held.tag}", "please_confirm")
    own = {"message_id": _answer_id(desk, seat.address), "reply_to": held.reply_to}
    return build(_changed(heading, **own), _parts(told))


def ask_guest(desk: Desk, held: Held) -> Outgoing:
    """Asks an address without a seat whether a letter that came in its name is its own."""
    told = _page(desk, "please_confirm_guest", {"held": held}, None)
    heading = _heading(desk, ("", held.claimed), f"is this letter yours? {held.tag}", "please_confirm")
    own = {"message_id": f"ask.{_answer_id(desk, held.claimed)}", "reply_to": held.reply_to}
    return build(_changed(heading, **own), _parts(told))


def turn_report(desk: Desk, seat: SeatCard, run: Run, told: Told, once: str = "") -> Outgoing:
    """The private report of one turn: what *seat* alone is told. *once* tells a second one from the first."""
    svg = told.svg if seat.has_picture else ""
    picture = _picture_name(seat.table, run, seat.power) if svg else ""
    laid_out = _laid_out(layout.report(told.sheet, run.due, run.before, told.form))
    facts = _waiting(seat, run) | laid_out | {"form": told.form, "picture": picture, "left": _left(desk, run)}
    subject = f"{seat.table.key}: {told.sheet.turn}, report for {seat.power} {seat.tag}"
    heading = _threaded(desk, _heading(desk, seat, subject, "report"), run, seat.table, seat.power + once)
    event = deadline_event(desk, seat.table, run)
    parts = _parts(_page(desk, "report", facts, seat.table), svg, picture, event)
    return build(heading, msgspec.structs.replace(parts, facts=_for_machines(seat, run, told)))


def bulletins(
    desk: Desk, table: TableCard, readers: Sequence[Reader], run: Run, issue: Issue
) -> Iterator[Outgoing]:
    """The newsletter, which is the same for everybody: one body, and the headers of each reader."""
    told = issue.told
    picture = _picture_name(table, run, "public") if told.svg else ""
    facts = {"table": table, "run": run, "deadline": _deadline(run, table.zone), "issue": issue}
    facts |= _laid_out(layout.bulletin(told.sheet, run.due, run.before))
    facts |= {"picture": picture, "archived": _archived(desk, table, run), "left": _left(desk, run)}
    facts |= {"sent": when(desk.sent, table.zone), "gm": _gm(table)}
    event = deadline_event(desk, table, run)
    parts = _parts(_page(desk, "bulletin", facts, table), told.svg, picture, event)
    subject = f"{table.key}: {told.sheet.turn}, the bulletin"
    yield from build_all([_to_reader(desk, table, to, run, subject) for to in readers], parts)


def _to_reader(desk: Desk, table: TableCard, to: Reader, run: Run, subject: str) -> Heading:
    heading = _heading(desk, (to.name, to.address), subject, "bulletin")
    threaded = _threaded(desk, heading, run, table, f"bulletin.{_digest(to.address)}")
    return _changed(threaded, extra=_as_a_list(desk, table, to, run))


def _as_a_list(desk: Desk, table: TableCard, to: Reader, run: Run) -> dict[str, str]:
    """What mail programs show beside a newsletter (RFC 2919, 2369, 8058, 5064)."""
    by_mail = f"<mailto:{desk.house.judge}?subject={table.key}&body=STOP%20{table.key}>"
    headers = {"List-Id": f"{table.title} at table {table.key} <{table.key}.{desk.house.domain}>"}
    headers["List-Unsubscribe"] = f"<{to.stop}>, {by_mail}" if to.stop else by_mail
    if to.stop:
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    if archived := _archived(desk, table, run):
        headers["List-Archive"] = f"<{desk.house.site}/{table.key}/index.html>"
        headers["Archived-At"] = f"<{archived}>"
    return headers


def _archived(desk: Desk, table: TableCard, run: Run) -> str:
    """Where this bulletin is to be read for good; "" where it is not."""
    return f"{desk.house.site}/{table.key}/{run.number}.html" if desk.house.site and table.is_archived else ""


def gm_notice(desk: Desk, gm: SeatCard, trouble: Trouble) -> Outgoing:
    """To the GM: what did not happen, what is unharmed, what to do. A reply speaks for the GM."""
    table = gm.table
    told = _page(desk, "gm_notice", {"table": table, "trouble": trouble}, table)
    heading = _heading(desk, gm, f"{table.key}: {trouble.what} {gm.tag}", "gm_notice")
    own = f"{table.key}.notice.{_digest(trouble.once)}@{desk.house.domain}"
    return build(_changed(heading, message_id=own), _parts(told))


def deadline_event(desk: Desk, table: TableCard, run: Run) -> Calendar | None:
    """The deadline as an event; cancelled where there is none any more, no file where there was none yet."""
    sequence = run.number + run.moves
    if run.deadline_utc is None and not sequence:
        return None
    wanted = calendar_file.Appointment(
        uid=f"deadline.{table.key}@{desk.house.domain}",
        sequence=sequence,
        stamped=desk.sent,
        due_utc=run.deadline_utc,
        summary=f"{table.key}: {run.due.turn} is due",
        description=f"{table.title}, table {table.key}: reply to your last report.",
        organiser=desk.house.judge,
    )
    return calendar_file.written(wanted)


# --- the pieces ------------------------------------------------------------------------------------------


def _waiting(seat: SeatCard, run: Run) -> dict[str, Any]:
    return {"seat": seat, "table": seat.table, "run": run, "deadline": _deadline(run, seat.zone)}


def _deadline(run: Run, zone: str) -> str:
    """The deadline in words, "" when none is set."""
    return when_here(run.deadline_utc, zone) if run.deadline_utc else ""


def _left(desk: Desk, run: Run) -> str:
    """How long there is from the mail to the deadline: "72 hours"; "" when none is set."""
    return time_left(desk.sent, run.deadline_utc) if run.deadline_utc else ""


def _gm(table: TableCard) -> str:
    return table.gm_name or "no"


def _besides(besides: Besides) -> dict[str, Any]:
    return {"notes": besides.notes, "deeds": besides.deeds, "leaves": besides.leaves}


def _in_force(in_force: Sequence[InForce]) -> dict[str, Any]:
    return {
        "ordered": [row for row in in_force if row.source != "missing"],
        "missing": [row for row in in_force if row.source == "missing"],
    }


def _laid_out(page_of: layout.Page) -> dict[str, Any]:
    return {name: getattr(page_of, name) for name in layout.Page.__struct_fields__}


def _page(desk: Desk, template: str, facts: dict[str, Any], table: TableCard | None) -> Page:
    """The page, with what every template may use: the house, and the table if there is one."""
    return page(template, facts | {"house": desk.house, "at_table": table}, desk.house.templates)


def _part(desk: Desk, template: str, facts: dict[str, Any], to: SeatCard | str) -> Page:
    """The same without a frame, to stand in a longer mail."""
    table = to.table if isinstance(to, SeatCard) else None
    return part(template, facts | {"house": desk.house, "at_table": table}, desk.house.templates)


def _parts(told: Page, svg: str = "", name: str = "", calendar: Calendar | None = None) -> Parts:
    drawn = {name: pictures.png(svg)} if svg else {}
    return Parts(told.text, told.html, drawn, calendar)


def _for_machines(seat: SeatCard, run: Run, told: Told) -> tuple[str, bytes] | None:
    """`report.json`, for who wants it."""
    if not seat.has_json:
        return None
    besides = machine_report.Told(
        seat.table.key, run.number, run.edition, run.due, run.deadline_utc, run.before, tuple(told.form)
    )
    return machine_report.written(told.sheet, besides)


def _picture_name(table: TableCard, run: Run, reader: str) -> str:
    return f"{table.key}-{run.number}-{_slug(reader)}"


def _answer_mail(desk: Desk, to: SeatCard | str, kind: str, told: Page) -> Outgoing:
    """An answer to a letter: under it in the thread, with an id that a second answer would share."""
    recipient = to if isinstance(to, SeatCard) else ("", to)
    heading = _heading(desk, recipient, _subject_of_answer(desk.heard, to), kind)
    answering = {
        "message_id": _answer_id(desk, heading.recipient),
        "in_reply_to": desk.heard.message_id,
        "references": (*desk.heard.references, desk.heard.message_id),
        "is_answer": True,
    }
    return build(_changed(heading, **answering), _parts(told))


def _subject_of_answer(heard: Heard, to: SeatCard | str) -> str:
    """The subject of the letter, with the seat's tag, which a letter without one cannot have known."""
    subject = heard.subject or "your letter"
    answered = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    tag = to.tag if isinstance(to, SeatCard) else ""
    return answered if tag in answered else f"{answered} {tag}"


def _heading(desk: Desk, to: SeatCard | tuple[str, str], subject: str, kind: str) -> Heading:
    name, address = (to.player, to.address) if isinstance(to, SeatCard) else to
    reply_to = to.reply_to if isinstance(to, SeatCard) else ""
    house = desk.house
    return Heading("", desk.sent, house.name, house.judge, name, address, subject, kind, reply_to)


def _threaded(desk: Desk, heading: Heading, run: Run, table: TableCard, what: str) -> Heading:
    """One thread for each table and turn: every mail of it names the same mail that was never sent."""
    number = f"{run.number}.again{run.edition}" if run.edition else f"{run.number}"
    root = f"{table.key}.{number}@{desk.house.domain}"
    own = f"{table.key}.{number}.{_slug(what)}@{desk.house.domain}"
    return _changed(heading, message_id=own, in_reply_to=root, references=(root,))


def _changed(heading: Heading, **changes: Any) -> Heading:
    fields = {name: getattr(heading, name) for name in Heading.__struct_fields__}
    return Heading(**(fields | changes))


def _answer_id(desk: Desk, recipient: str) -> str:
    """The same letter is answered to the same reader with the same id, however often."""
    return f"re.{_digest(desk.heard.message_id, desk.heard.subject, recipient)}@{desk.house.domain}"


def _slug(text: str) -> str:
    return re.sub("[^a-z0-9.]", "-", text.lower())


def _digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:20]
