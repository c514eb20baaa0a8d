"""Decode the MIME parts of a message.

A small MIME parser that is bounded by construction: header bytes, parts and depth are limited, and each byte
is visited a fixed number of times. Nothing here raises, whatever the bytes.
"""

import binascii
import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from pbem.core.sentences import Sentence, sentence

MOST_HEADER_BYTES = 64 * 1024
MOST_HEADER_LINES = 1000
MOST_PARTS = 60
DEEPEST = 8
LONGEST_PARAMETERS = 2000

_HEADER_NAME = re.compile(rb"([!-9;-~]{1,80})[ \t]*:")
_PARAMETER = re.compile(r';\s*([^\s=;"]{1,60})\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)')
_GUESSED_BOUNDARY = re.compile(rb"^--([^\s]{5,70})$", re.MULTILINE)
_BASE64_LINE = re.compile(rb"[A-Za-z0-9+/]*={0,2}")
_META_CHARSET = re.compile(rb"<meta[^>]{1,200}?charset=[\"']?([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE)
# Codecs for text; "punycode", "unicode_escape" and the like are not charsets of messages.
_TEXT_CODEC = re.compile(
    r"(utf-?(7|8|16|32)|ascii|iso(8859|2022)|cp\d|koi8|gb|big5|euc|shift_jis|mac-|hz|tis-620|ptcp|kz|johab|hp-)"
)
_ASCII = re.compile(r"[\0-\x7f]+")
_STRAYS = re.compile("[\udc80-\udcff]+")
# A byte that is not UTF-8, as "surrogateescape" returns it, usually means Windows-1252.
_STRAY = {0xDC00 + byte: bytes([byte]).decode("windows-1252", "replace") for byte in range(0x80, 0x100)}
_LATIN = {"ascii", "iso8859-1", "iso8859-15", "cp1252"}
_OTHER_NAMES = {
    "ansi": "cp1252",
    "x-user-defined": "cp1252",
    "utf8mb4": "utf-8",
    "unicode-1-1-utf-7": "utf-7",
}


class Headers:
    """The headers of a message or part; values unfolded to one line, encoded words not yet decoded."""

    def __init__(self, pairs: tuple[tuple[str, str], ...]) -> None:
        self._values: dict[str, list[str]] = {}
        for name, value in pairs:
            self._values.setdefault(name, []).append(value)

    def all(self, name: str) -> tuple[str, ...]:
        return tuple(self._values.get(name, ()))

    def first(self, name: str) -> str:
        return self._values.get(name, ("",))[0]

    def has(self, name: str) -> bool:
        return name in self._values


class MimePart(NamedTuple):
    """One part; *kind* is its media type in lower case, *body* its bytes as they came."""

    kind: str
    headers: Headers
    body: bytes
    children: tuple["MimePart", ...] = ()

    def parameter(self, name: str) -> str:
        return parameter(self.headers.first("content-type"), name)

    @property
    def name(self) -> str:
        """Return the file name without folders; "" if there is none."""
        given = parameter(self.headers.first("content-disposition"), "filename") or self.parameter("name")
        return re.split(r"[/\\]", given)[-1].strip()[:120]

    @property
    def is_attached(self) -> bool:
        return self.headers.first("content-disposition").lower().lstrip().startswith("attachment")


class Decoded(NamedTuple):
    """Text, and what was wrong with it."""

    text: str
    faults: tuple[Sentence, ...] = ()


def parse(raw: bytes) -> MimePart:
    """Parse the message into a tree of at most MOST_PARTS parts and DEEPEST levels; ignore the rest."""
    return _part(_with_line_feeds(raw), 0, _Budget(MOST_PARTS))


def walk(part: MimePart) -> Iterator[MimePart]:
    """Yield *part* and all parts under it, in the order of the message."""
    yield part
    for child in part.children:
        yield from walk(child)


def parameter(value: str, name: str) -> str:
    """Return a parameter of a header such as Content-Type, in plain, RFC 2231 or continued form, or ""."""
    if ";" not in value:
        return ""
    found = {key.lower(): _unquoted(given) for key, given in _PARAMETER.findall(value[:LONGEST_PARAMETERS])}
    if name in found:
        return found[name]
    if not any(key.startswith(f"{name}*") for key in found):
        return ""
    pieces = [found.get(f"{name}*{n}", found.get(f"{name}*{n}*", "")) for n in range(10)]
    extended = found.get(f"{name}*", "") or "".join(pieces)
    charset, mark, rest = extended.partition("''")
    return decode(unquote_to_bytes(rest), charset).text if mark else extended


def split_headers(raw: bytes) -> tuple[Headers, bytes]:
    """Split a message whose lines end in line feeds into headers and body."""
    if raw.startswith(b"\n"):
        return Headers(()), raw[1:]
    head, blank, body = raw.partition(b"\n\n")
    if not _HEADER_NAME.match(head) and not head.startswith((b"From ", b">From ")):
        return Headers(()), raw
    return _read_headers(head[:MOST_HEADER_BYTES]), body if blank else b""


def payload(part: MimePart) -> bytes:
    """Decode the transfer encoding of a part, as far as possible."""
    encoding = part.headers.first("content-transfer-encoding").strip().lower()
    if encoding == "base64":
        return from_base64(part.body)
    if encoding == "quoted-printable":
        return binascii.a2b_qp(part.body)
    return part.body


def from_base64(body: bytes) -> bytes:
    """Decode base64 up to the first other line (lists append plain footers); padding is repaired."""
    lines = []
    for line in body.split(b"\n"):
        bare = line.strip()
        if not _BASE64_LINE.fullmatch(bare):
            break
        lines.append(bare)
    messages = b"".join(lines).rstrip(b"=").replace(b"=", b"")
    if len(messages) % 4 == 1:
        messages = messages[:-1]
    return binascii.a2b_base64(messages + b"=" * (-len(messages) % 4))


def text_of(part: MimePart) -> Decoded:
    """Decode the text of a part in its charset, or in the likeliest one."""
    data = payload(part)
    charset = part.parameter("charset")
    if not charset and part.kind == "text/html":
        meta = _META_CHARSET.search(data[:4096])
        charset = meta.group(1).decode("ascii") if meta else ""
    return decode(data, charset)


def decode(data: bytes, charset: str) -> Decoded:
    """Decode *data* in *charset*, or else in UTF-8, Windows-1252 or Latin-1, whichever fits first."""
    marked = _by_byte_order_mark(data)
    if marked:
        return Decoded(marked)
    if not charset.strip("'\" "):
        return Decoded(_likeliest(data))
    codec = _codec(charset)
    if codec is None:
        shown = re.sub(r"[^\w.:-]", "", charset)[:40]
        fault = sentence("message_faults", "unknown_charset", charset=shown, read_as=_likeliest_name(data))
        return Decoded(_likeliest(data), (fault,))
    return _decode_as(data, codec)


def _decode_as(data: bytes, codec: str) -> Decoded:
    if codec in _LATIN and not data.isascii():
        return Decoded(_likeliest(data))  # UTF-8 labelled as Latin is common, the opposite nearly impossible
    if codec == "utf-16":
        codec = "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"
    try:
        return Decoded(_whole(data.decode(codec)))
    except (UnicodeError, ValueError):
        pass
    if codec == "utf-8" and _likeliest_name(data) != codec:
        fault = sentence("message_faults", "broken_utf_8", read_as=_likeliest_name(data))
        return Decoded(_likeliest(data), (fault,))
    if codec == "utf-8":
        return Decoded(_likeliest(data), (_unreadable(codec),))
    return Decoded(_whole(data.decode(codec, "replace")), (_unreadable(codec),))


def _unreadable(codec: str) -> Sentence:
    return sentence("message_faults", "unreadable_letters", charset=codec)


def _whole(text: str) -> str:
    """Drop the lone surrogates that UTF-7 and UTF-16 can hold and nothing can encode."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _by_byte_order_mark(data: bytes) -> str:
    for mark, codec in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, "replace")
    return ""


def _likeliest(data: bytes) -> str:
    codec = _likeliest_name(data)
    if codec != "utf-8":
        return data.decode(codec)
    return data.decode("utf-8", "surrogateescape").translate(_STRAY)


def _likeliest_name(data: bytes) -> str:
    """Choose UTF-8 even if some bytes are damaged, as long as more of them are good."""
    if _is_mostly_utf8(data):
        return "utf-8"
    try:
        data.decode("windows-1252")
    except UnicodeDecodeError:
        return "latin-1"
    return "windows-1252"


def _is_mostly_utf8(data: bytes) -> bool:
    whole = data.decode("utf-8", "surrogateescape")
    odd = _ASCII.sub("", whole)
    good = len(_STRAYS.sub("", odd))
    return 2 * good >= len(odd) - good


def _codec(charset: str) -> str | None:
    wanted = charset.strip("'\" ").lower()
    if not wanted.isascii() or len(wanted) > 40 or "\0" in wanted:
        return None
    try:
        known = codecs.lookup(_OTHER_NAMES.get(wanted, wanted)).name
    except LookupError:
        return None
    return known if _TEXT_CODEC.match(known) else None


class _Budget:
    """How many more parts may be opened."""

    def __init__(self, parts: int) -> None:
        self.parts = parts


def _part(raw: bytes, depth: int, budget: _Budget) -> MimePart:
    budget.parts -= 1
    headers, body = split_headers(raw)
    given = headers.first("content-type")
    kind = given.split(";", 1)[0].strip().lower()[:100] or "text/plain"
    if not kind.startswith("multipart/") or depth >= DEEPEST:
        return MimePart(kind, headers, body)
    boundary = parameter(given, "boundary").encode("utf-8", "replace")[:200] or _guess_boundary(body)
    if not boundary:
        return MimePart("text/plain", headers, body)
    children = []
    for chunk in _between(body, boundary):
        if budget.parts <= 0:
            break
        children.append(_part(chunk, depth + 1, budget))
    return MimePart(kind, headers, body, tuple(children))


def _between(body: bytes, boundary: bytes) -> list[bytes]:
    """Return the text between boundary lines. A line that only begins with the boundary does not count."""
    mark = b"\n--" + boundary
    found: list[bytes] = []
    for chunk in (b"\n" + body).split(mark, MOST_PARTS + 1)[1:]:
        first, _, rest = chunk.partition(b"\n")
        if not first.strip():
            found.append(rest)
        elif first.startswith(b"--") and not first[2:].strip():
            break
        elif found:
            found[-1] += mark + chunk
    return found


def _guess_boundary(body: bytes) -> bytes:
    guess = _GUESSED_BOUNDARY.search(body[:20_000])
    return guess.group(1) if guess else b""


def _read_headers(head: bytes) -> Headers:
    found: list[tuple[str, list[bytes]]] = []
    for line in head.split(b"\n")[:MOST_HEADER_LINES]:
        if line[:1] in b" \t" and found:
            found[-1][1].append(line.strip())
            continue
        name = _HEADER_NAME.match(line)
        if name:
            found.append((name.group(1).decode("ascii").lower(), [line[name.end() :].strip()]))
    return Headers(tuple((name, _likeliest(b" ".join(pieces)).strip()) for name, pieces in found))


def _unquoted(given: str) -> str:
    given = given.strip()
    if given.startswith('"'):
        return re.sub(r"\\(.)", r"\1", given[1:-1] if given.endswith('"') else given[1:])
    return given


def _with_line_feeds(raw: bytes) -> bytes:
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
