"""Parse an incoming message: sender, date, references, and the sender's own text.

The message is decoded into parts (pbem.messages.mime), its headers are parsed (pbem.messages.headers), its
text is chosen and stripped of quotes and signatures (pbem.messages.html_text, pbem.messages.quotes), and
automatic messages are recognised (pbem.messages.automatic). Nothing is looked up and nothing is raised: what
cannot be parsed becomes a fault, a sentence for the answer to the sender. What exceeds a limit is not
parsed, so that time and memory are bounded for any message.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

from pbem.core.sentences import Sentence, sentence
from pbem.messages import automatic
from pbem.messages import headers as header
from pbem.messages.automatic import Bounce, Kind, Sureness
from pbem.messages.html_text import NodeBudget, has_arrow_font, strikes_out, to_text
from pbem.messages.mime import Headers, MimePart, parse, text_of, walk
from pbem.messages.quote_phrases import VIEW_IN_HTML
from pbem.messages.quotes import LONGEST_LINE, MOST_LINES, Reply, own_text

__all__ = ["Bounce", "IncomingMessage", "Kind", "Sureness", "read"]

LIMIT = 256 * 1024
LONGEST_TEXT = 48 * 1024
LONGEST_NOTICE = 400  # longest text that only says "see the HTML"
MOST_RECIPIENTS = 20
MOST_ATTACHMENTS = 20
MOST_RESULTS = 20

_RECIPIENT_HEADERS = ("delivered-to", "x-original-to", "to", "cc")
_SECRET = (
    "multipart/encrypted",
    "application/pgp-encrypted",
    "application/pkcs7-mime",
    "application/x-pkcs7-mime",
)
_ONE_THAT_COUNTS = ("multipart/signed", "multipart/related", "multipart/encrypted")
_TEXT_FILE = re.compile(r".*\.(txt|text|ord|orders)|[^.]+", re.IGNORECASE)
_ADDED_FILE = re.compile(r"(att\d{4,}|signature|disclaimer|footer|avg|virus).*", re.IGNORECASE)
_OFFICE_FILE = re.compile(r".*\.(docx?|odt|rtf|pdf|pages|xlsx?|jpe?g|png|heic)", re.IGNORECASE)
_ORDER_LIKE = re.compile(
    r"^\s*(\d{0,2}\*?[ACFEPR]|A/F|army|fleet|cav(alry)?|fellowship|fe|nazgul|gandalf|aragorn|build|remove|disband)\b"
    r".*(-|->|\b(h|s|c|b|r|d|holds?|supports?|convoys?|to|retreats?|builds?|disbands?)\b)|^\s*(build|remove|disband)\b",
    re.IGNORECASE | re.MULTILINE,
)


class IncomingMessage(msgspec.Struct, frozen=True):
    """One message. Every text is bounded and printable; addresses have their domain in lower case.

    *message_id*, *in_reply_to* and *references* are in angle brackets, "" if there is none. *envelope_from*
    is "<>" for the null sender, "" if unknown. *date* is the sender's own, in UTC. *text* is empty unless
    *kind* is PLAYER. *authentication* holds the raw Authentication-Results headers, topmost first. *faults*
    are sentences. *automation* says how certainly a program wrote the message, *signs* why; *doubtful_text*
    is the text of a message that may or may not be a program's. *quotation* is what was quoted, without its
    marks.
    """

    message_id: str
    sha256: str
    sender: str
    sender_name: str
    envelope_from: str
    recipients: tuple[str, ...]
    subject: str
    date: datetime | None
    in_reply_to: str
    references: tuple[str, ...]
    text: str
    quoted: bool
    attachments: tuple[str, ...]
    authentication: tuple[str, ...]
    kind: Kind
    bounce: Bounce | None
    faults: tuple[Sentence, ...]
    automation: Sureness = Sureness.NONE
    signs: tuple[str, ...] = ()
    doubtful_text: str = ""
    quotation: str = ""
    copied_to: tuple[str, ...] = ()  # from the headers To and Cc, whoever got this copy

    @property
    def is_of_a_person(self) -> bool:
        """Return whether nothing suggests that a program wrote it. Only then may it confirm anything."""
        return self.automation is Sureness.NONE


class _Shown(NamedTuple):
    """What a mail program would show of a message, including quotes."""

    text: str
    flowed: bool = False
    deleted_space: bool = False
    faults: tuple[Sentence, ...] = ()


class _Sent(NamedTuple):
    """Who sent the message to whom, and its subject, by the SMTP dialogue and the headers."""

    sender: header.Sender
    envelope_from: str
    recipients: tuple[str, ...]
    subject: str


class _Own(NamedTuple):
    """The kind of the message, and the player's own words in it."""

    kind: Kind
    text: str = ""
    quoted: bool = False
    faults: tuple[Sentence, ...] = ()


class _Content(NamedTuple):
    """What was found in the parts of a message."""

    found: automatic.Finding
    own: _Own
    doubtful: _Own
    faults: tuple[Sentence, ...]
    quotation: str
    bounce: Bounce | None


def read(
    raw: bytes, *, envelope_from: str = "", recipients: Sequence[str] = (), limit: int = LIMIT
) -> IncomingMessage:
    """Parse the first *limit* bytes of *raw*.

    *envelope_from* and *recipients* are those of the SMTP dialogue, if the inlet knows them; the null
    sender is "<>". Otherwise they are taken from the headers.
    """
    whole = parse(raw[:limit])
    sent = _sent(whole.headers, envelope_from, recipients)
    content = _content(whole, sent)
    faults = _once((*_size_fault(raw, limit), *content.faults))
    return _message(whole, sent, content._replace(faults=faults), hashlib.sha256(raw).hexdigest())


def _message(whole: MimePart, sent: _Sent, content: _Content, sha256: str) -> IncomingMessage:
    """Return the message with what was found in its headers and parts."""
    return IncomingMessage(
        message_id=header.message_id(whole.headers),
        sha256=sha256,
        sender=sent.sender.address,
        sender_name=sent.sender.name,
        envelope_from=sent.envelope_from,
        recipients=sent.recipients,
        copied_to=_addresses(whole.headers, ("to", "cc")),
        subject=sent.subject,
        date=header.date(whole.headers),
        in_reply_to=next(iter(header.message_ids(whole.headers.first("in-reply-to"), 1)), ""),
        references=header.message_ids(whole.headers.first("references")),
        text=content.own.text,
        quoted=content.own.quoted,
        attachments=_names(whole),
        authentication=_authentication(whole.headers),
        kind=content.own.kind,
        bounce=content.bounce,
        faults=content.faults,
        automation=content.found.sureness,
        signs=content.found.signs,
        doubtful_text=content.doubtful.text,
        quotation=content.quotation,
    )


def _sent(given: Headers, envelope_from: str, recipients: Sequence[str]) -> _Sent:
    return _Sent(
        header.sender(given),
        envelope_from or _return_path(given),
        tuple(recipients)[:MOST_RECIPIENTS] or _recipients(given),
        header.words(given.first("subject"))[: header.LONGEST_SUBJECT],
    )


def _content(whole: MimePart, sent: _Sent) -> _Content:
    shown = _shown(whole, NodeBudget())
    reply = _reply(shown)
    found = automatic.examine(
        automatic.Seen(whole, shown.text, reply.text, sent.subject, sent.sender.address, sent.envelope_from)
    )
    own, doubtful = _words(whole, shown, reply, found)
    faults = (*sent.sender.faults, *shown.faults, *own.faults, *doubtful.faults)
    bounce = _bounce(whole, shown, sent) if found.kind is Kind.BOUNCE else None
    return _Content(found, own, doubtful, faults, reply.quotation, bounce)


def _words(whole: MimePart, shown: _Shown, reply: Reply, found: automatic.Finding) -> tuple[_Own, _Own]:
    """Return the words of a player, and those of a message that may be automatic."""
    kind, is_doubtful = found.kind, found.sureness is Sureness.DOUBTFUL
    own = _own(whole, shown, reply) if kind is Kind.PLAYER else _Own(kind)
    return own, _own(whole, shown, reply) if is_doubtful else _Own(kind)


def _authentication(given: Headers) -> tuple[str, ...]:
    results = given.all("authentication-results")[:MOST_RESULTS]
    return tuple(value[: header.LONGEST_VALUE] for value in results)


def _bounce(whole: MimePart, shown: _Shown, sent: _Sent) -> Bounce:
    return automatic.bounce_of(whole, shown.text, sent.subject, sent.recipients)


def _own(whole: MimePart, shown: _Shown, reply: Reply) -> _Own:
    """Return the player's own words, from the message and its attached text files."""
    attached = _attached(whole, reply.text)
    together = "\n\n".join(filter(None, (reply.text, attached.text)))
    text = together[:LONGEST_TEXT]
    sealed = _sealed(whole)
    kind = Kind.PLAYER if text else Kind.UNREADABLE if sealed else Kind.EMPTY
    why_empty = _why_empty(whole, reply) if kind is Kind.EMPTY else None
    too_long = (*_length_faults(shown, reply), *attached.faults, *_size_of_text_faults(together))
    return _Own(kind, text, reply.quoted, _once([*too_long, *(why for why in (sealed, why_empty) if why)]))


def _reply(shown: _Shown) -> Reply:
    """Return the sender's own text in the first LONGEST_TEXT characters: many patterns search for quotes."""
    return own_text(shown.text[:LONGEST_TEXT], flowed=shown.flowed, deleted_space=shown.deleted_space)


def _shown(part: MimePart, room: NodeBudget) -> _Shown:
    """Return the text of a part: the better of two alternatives, the first that counts, or all together."""
    if part.kind == "text/html" and not _is_file(part):
        page = text_of(part)
        return _Shown(to_text(_with_arrows(page.text), room), faults=page.faults)
    if part.kind.startswith("text/") and part.kind not in ("text/calendar", "text/rfc822-headers"):
        return _Shown("") if _is_file(part) else _plain(part)
    if part.kind == "multipart/alternative":
        return _better(part.children, room)
    if part.kind in _ONE_THAT_COUNTS:
        return _first_said(part.children, room)
    return _together([_shown(child, room) for child in part.children])


def _plain(part: MimePart) -> _Shown:
    said = text_of(part)
    flowed = part.parameter("format").lower() == "flowed"
    return _Shown(said.text, flowed, flowed and part.parameter("delsp").lower() == "yes", said.faults)


def _first_said(parts: Sequence[MimePart], room: NodeBudget) -> _Shown:
    shown = (_shown(part, room) for part in parts)
    return next((one for one in shown if one.text.strip()), _Shown(""))


def _better(alternatives: Sequence[MimePart], room: NodeBudget) -> _Shown:
    """Return the plain text, unless it is empty or only points to the page.

    The page is needed for Word's arrows and for struck-through words.
    """
    plain = next((part for part in alternatives if part.kind == "text/plain"), None)
    others = [part for part in alternatives if part is not plain]
    if plain is None:
        return _first_said(others, room)
    said = _shown(plain, room)
    if not said.text.strip() or _points_to_page(said.text):
        page = _first_said(others, room)
        return page if page.text else said
    pages = [text_of(part).text for other in others for part in walk(other) if part.kind == "text/html"]
    if any(strikes_out(page) for page in pages):
        return _first_said(others, room)
    has_arrows = "\u00e0" in said.text and any(has_arrow_font(page) for page in pages)
    return said._replace(text=said.text.replace(" \u00e0 ", " -> ")) if has_arrows else said


def _points_to_page(text: str) -> bool:
    return (
        len(text) < LONGEST_NOTICE and VIEW_IN_HTML.search(text) is not None and not _ORDER_LIKE.search(text)
    )


def _with_arrows(page: str) -> str:
    return re.sub(r">\s?\u00e0\s?<", "> -> <", page) if has_arrow_font(page) else page


def _together(shown: Sequence[_Shown]) -> _Shown:
    written = [one for one in shown if one.text.strip()]
    if len(written) < 2:
        return written[0] if written else _Shown("")
    first = written[0]
    faults = tuple(fault for one in written for fault in one.faults)
    return first._replace(text="\n".join(one.text for one in written), faults=faults)


def _is_file(part: MimePart) -> bool:
    return part.is_attached or bool(part.name)


def _files(whole: MimePart) -> Iterator[MimePart]:
    return (part for part in walk(whole) if not part.children and _is_file(part))


def _names(whole: MimePart) -> tuple[str, ...]:
    names = (header.words(part.name)[: header.LONGEST_NAME] or "(no name)" for part in _files(whole))
    return tuple(names)[:MOST_ATTACHMENTS]


def _attached(whole: MimePart, own: str) -> _Shown:
    """Return the text of attached text files, if the message itself has nothing that looks like an order."""
    files = [part for part in _files(whole) if _is_text_file(part)]
    if not files:
        return _Shown("")
    if _ORDER_LIKE.search(own):
        names = ", ".join(header.words(part.name) or "text file" for part in files)[:200]
        return _Shown("", faults=(sentence("message_faults", "file_beside_orders", names=names),))
    return _together([_own_of_file(part) for part in files])


def _own_of_file(part: MimePart) -> _Shown:
    shown = _plain(part)
    reply = _reply(shown)
    return _Shown(reply.text, faults=(*_length_faults(shown, reply), *text_of(part).faults))


def _is_text_file(part: MimePart) -> bool:
    name = header.words(part.name)
    if _ADDED_FILE.fullmatch(name) or part.kind not in ("text/plain", "application/octet-stream"):
        return False
    return _TEXT_FILE.fullmatch(name) is not None or (part.kind == "text/plain" and not name)


def _sealed(whole: MimePart) -> Sentence | None:
    """Return why the message cannot be opened; None if it can."""
    for part in walk(whole):
        if part.kind == "application/ms-tnef" or part.name.lower() == "winmail.dat":
            return sentence("message_faults", "winmail")
        if part.kind in _SECRET or part.body.lstrip().startswith(b"-----BEGIN PGP MESSAGE-----"):
            return sentence("message_faults", "encrypted")
    return None


def _why_empty(whole: MimePart, reply: Reply) -> Sentence:
    office = next((name for name in _names(whole) if _OFFICE_FILE.fullmatch(name)), "")
    if office:
        return sentence("message_faults", "office_file", name=office)
    if reply.quoted or any(part.kind == "message/rfc822" for part in walk(whole)):
        return sentence("message_faults", "all_quoted")
    return sentence("message_faults", "empty")


def _size_fault(raw: bytes, limit: int) -> tuple[Sentence, ...]:
    if len(raw) <= limit:
        return ()
    return (sentence("message_faults", "large", size=len(raw) // 1024, read=limit // 1024),)


def _length_faults(shown: _Shown, reply: Reply) -> Iterator[Sentence]:
    """Yield what was left out of a text, and of the lines of its writer's own in *reply*."""
    yield from _size_of_text_faults(shown.text)
    lines = shown.text[:LONGEST_TEXT].split("\n")
    if any(line.strip() and not line.startswith(">") for line in lines[MOST_LINES:]):
        yield sentence("message_faults", "many_lines", lines=f"{len(lines):,}", read=f"{MOST_LINES:,}")
    if reply.is_struck:
        yield sentence("message_faults", "struck")
    if reply.is_cut:
        yield sentence("message_faults", "long_line", most=f"{LONGEST_LINE:,}")


def _size_of_text_faults(text: str) -> Iterator[Sentence]:
    if len(text) > LONGEST_TEXT:
        yield sentence("message_faults", "long_text", size=len(text) // 1024, read=LONGEST_TEXT // 1024)


def _return_path(given: Headers) -> str:
    path = given.first("return-path").strip()
    if path == "<>":
        return path
    return next(iter(header.addresses(path)), "")


def _recipients(given: Headers) -> tuple[str, ...]:
    return _addresses(given, _RECIPIENT_HEADERS)


def _addresses(given: Headers, names: Sequence[str]) -> tuple[str, ...]:
    found = (one for name in names for value in given.all(name) for one in header.addresses(value))
    return tuple(dict.fromkeys(found))[:MOST_RECIPIENTS]


def _once(faults: Sequence[Sentence]) -> tuple[Sentence, ...]:
    return tuple(fault for at, fault in enumerate(faults) if fault not in faults[:at])
