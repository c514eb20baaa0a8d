"""Real shapes of messages with the player's own words beside them, and any bytes at all."""

import email
import time
import tomllib
from dataclasses import dataclass
from email import policy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.messages.html_text import NodeBudget, to_text
from pbem.messages.message import LIMIT, LONGEST_TEXT, IncomingMessage, Kind, read
from pbem.messages.quotes import Reply, own_text

FOLDER = Path(__file__).parents[1] / "messages"
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((FOLDER / "expected.toml").read_text("utf-8"))
INTRODUCTIONS: dict[str, dict[str, str]] = tomllib.loads((FOLDER / "introductions.toml").read_text("utf-8"))
MESSAGES = {path.stem: path.read_bytes() for path in sorted(FOLDER.glob("*.eml"))}
# An order only in the quotes: taking it would be taking an order of the last turn.
OLD_ORDERS = ("A MTi - Osg", "A Los S A MTi - Osg", "A Paris - Picardy", "A Marseilles - Spain")

UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@dataclass(frozen=True)
class Cut:
    """A message damaged in transit: some bytes from *start* on are replaced by *put*."""

    name: str
    start: int
    lost: int
    put: bytes

    @property
    def raw(self) -> bytes:
        whole = MESSAGES[self.name]
        at = self.start % (len(whole) + 1)
        return whole[:at] + self.put + whole[at + self.lost :]


def test_every_message_has_its_expectation() -> None:
    assert MESSAGES.keys() == EXPECTED.keys()
    assert len(MESSAGES) >= 120


@pytest.mark.parametrize("name", MESSAGES)
def test_a_message_is_read_as_expected(name: str) -> None:
    expected = {"kind": "player", **EXPECTED[name]}
    message = read(MESSAGES[name])
    found = msgspec.json.decode(msgspec.json.encode(message))
    found["faults"] = [fault.words(None) for fault in message.faults]
    found["bounce"] = {key: value for key, value in (found["bounce"] or {}).items() if value is not None}
    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize("name", MESSAGES)
def test_old_orders_are_never_taken(name: str) -> None:
    text = read(MESSAGES[name]).text
    assert not [order for order in OLD_ORDERS if order in text.splitlines()]


@pytest.mark.parametrize("name", INTRODUCTIONS)
def test_nothing_below_an_introduction_is_the_players_own(name: str) -> None:
    own = "A MTi - Los\nF DAm holds"
    found = own_text(f"{own}\n\n{INTRODUCTIONS[name]['text']}")
    assert found == Reply(own, quoted=True, quotation=found.quotation)
    assert "A MTi - Osg" in found.quotation


@pytest.mark.parametrize("name", MESSAGES)
def test_line_ends_do_not_matter(name: str) -> None:
    with_line_feeds = MESSAGES[name].replace(b"\r\n", b"\n")
    assert read(with_line_feeds).text == read(MESSAGES[name]).text


@pytest.mark.parametrize(
    "name", [name for name in MESSAGES if EXPECTED[name].get("kind", "player") == "player"]
)
def test_the_library_sees_the_same_parts(name: str) -> None:
    """The standard library's parser, slower and not bounded, finds as many files."""
    whole = email.message_from_bytes(MESSAGES[name], policy=policy.compat32)
    leaves = [part for part in whole.walk() if part.get_content_maintype() != "multipart"]
    files = [part for part in leaves if part.get_filename() or part.get_content_disposition() == "attachment"]
    assert len(read(MESSAGES[name]).attachments) == len(files)


@UNTIMED
@given(st.binary(max_size=4000))
def test_any_bytes_make_a_message(raw: bytes) -> None:
    assert_bounded(read(raw))


_PIECES = (
    b"From: a@b.example\n",
    b"Content-Type: multipart/mixed; boundary=x\n",
    b"Content-Type: text/html\n",
    b"Content-Type: text/plain; charset=utf-7; format=flowed\n",
    b"Content-Transfer-Encoding: base64\n",
    b"Content-Transfer-Encoding: quoted-printable\n",
    b"Content-Type: message/delivery-status\n",
    b"Final-Recipient: rfc822; a@b.example\nAction: failed\n",
    b"\n",
    b"--x\n",
    b"--x--\n",
    b"> A MTi - Osg\n",
    b"A MTi - Los \n",
    b"<blockquote>",
    b"<div class=gmail_quote>",
    b"</div>",
    b"<pre>",
    b"On Fri, 4 Dec 2026 <a@b.example> wrote:\n",
    b"-- \n",
    b"____________\n",
    b"From: x\nSent: y\nTo: z\nSubject: s\n",
    b"+2AA-",
    b"=?utf-8?B?/w==?=",
    b"\xff\xfe",
    b"\xed\xa0\x80",
)


@UNTIMED
@given(st.lists(st.sampled_from(_PIECES), max_size=60))
def test_any_pieces_of_messages_make_a_message(pieces: list[bytes]) -> None:
    assert_bounded(read(b"".join(pieces)))


@UNTIMED
@given(
    st.builds(
        Cut,
        name=st.sampled_from(sorted(MESSAGES)),
        start=st.integers(0, 10_000),
        lost=st.integers(0, 300),
        put=st.binary(max_size=20),
    )
)
def test_a_damaged_message_is_still_a_message(cut: Cut) -> None:
    assert_bounded(read(cut.raw))


@pytest.mark.parametrize(
    "raw",
    [
        b"Content-Type: multipart/mixed; boundary=x\n\n"
        + b"--x\nContent-Type: multipart/mixed; boundary=x\n\n" * 6000,
        b"".join(b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (n, n) for n in range(5000)),
        b"Content-Type: multipart/mixed; boundary=x\n\n" + b"--x\n\n" * 50_000,
        b"Content-Type: text/plain" + b";" * 250_000 + b"\n\nA MTi - Los",
        b"X: y\n" * 50_000 + b"\nA MTi - Los",
        b"Content-Type: text/html\n\n" + b"<div>" * 50_000,
        b"Content-Type: text/html\n\n" + b"<b><a><i>" * 25_000,
        b"Content-Type: text/html\n\n" + b"<div class=gmail_quote>" * 10_000 + b"A MTi - Los",
        b"\n" + b"On Fri, 4 Dec 2026 a@b.example\n" * 8000,
        b"\n" + b"-----Original Message-----\n" * 9000,
        b"\n" + b"From: x\nSent: y\n" * 15_000,
        b"\n" + b"____________\n" * 18_000,
        b"\n" + b"-- \n" * 60_000,
        b"\n" + b"x" * 250_000,
        b"\n" + b"> " * 120_000,
        b"From: " + b"a@b.example, " * 19_000 + b"\n\n",
        b"Subject: " + b"=?utf-8?q?a?= " * 18_000 + b"\n\n",
        b"References: " + b"<a@b> " * 40_000 + b"\n\n",
    ],
    ids=lambda raw: raw[:40].decode("ascii").replace("\n", " "),
)
def test_a_decompression_bomb_is_only_a_message(raw: bytes) -> None:
    assert_bounded(read(raw))


def test_beyond_the_limit_nothing_is_read() -> None:
    raw = b"From: tom@players.example\n\nA MTi - Los\n" + b"x" * LIMIT + b"\nF DAm - Bel\n"
    message = read(raw)
    assert message.text.startswith("A MTi - Los\n")
    assert "DAm" not in message.text
    told = f"the message has {len(raw) // 1024} KiB, of which only the first {LIMIT // 1024} were read"
    assert message.faults[0].words(None) == told


@pytest.mark.parametrize(("more", "faults"), [(0, 0), (1, 1)], ids=["all", "too long"])
def test_a_text_is_looked_through_for_quotes_to_a_limit(more: int, faults: int) -> None:
    order, line = "A MTi - Los\n", "> quoted\n"
    quote = line * ((LONGEST_TEXT - len(order) - 1) // len(line))
    quote = quote + ">" * (LONGEST_TEXT + more - len(quote) - len(order) - 1) + "\n"
    message = read(f"From: tom@players.example\n\n{order}{quote}".encode())
    assert message.text == order.strip()
    assert len(message.faults) == faults
    assert all("only the first 48 were read" in fault.words(None) for fault in message.faults)


def mail_with(body: str, file: str = "", kind: str = "text/plain") -> IncomingMessage:
    """Return a message with *body* and, attached, *file*."""
    head = f"From: tom@players.example\nMIME-Version: 1.0\nContent-Type: {kind}"
    if not file:
        return read(f"{head}\n\n{body}".encode())
    mixed = head.replace(kind, 'multipart/mixed; boundary="b"')
    attached = 'Content-Type: text/plain\nContent-Disposition: attachment; filename="orders.txt"'
    return read(f"{mixed}\n\n--b\n\n{body}\n--b\n{attached}\n\n{file}\n--b--\n".encode())


LONG = "we should talk about Burgundy " * 90
SOFT = "".join(f"{LONG[at : at + 60].strip()} \n" for at in range(0, len(LONG), 60))
CUT = {
    "characters of a line": ((f"PRESS TO Red\n{LONG}\nEND",), "longer than 2,000 characters"),
    "a paragraph": ((SOFT, "", "text/plain; format=flowed"), "longer than 2,000 characters"),
    "lines": (("hello\n" + "\n" * 2100 + "A MTi - Los",), "has 2,102 lines"),
    "a file": (("see file", "A MTi - Los, as we said\n" * 3000), "has 70 KiB"),
    "lines of a file": (("see file", "A MTi - Los\n" * 2100), "lines, quotes and all"),
}


@pytest.mark.parametrize("what", CUT)
def test_the_sender_is_informed_that_text_was_cut(what: str) -> None:
    written, fault = CUT[what]
    assert sum(fault in one.words(None) for one in mail_with(*written).faults) == 1


def test_a_line_that_is_cut_ends_with_a_sign_of_it() -> None:
    message = mail_with(LONG)
    assert message.text.endswith(" [...]")
    assert len(message.text) == 2000


def test_cut_blanks_at_the_end_of_a_line_and_cut_quotes_are_not_reported() -> None:
    assert mail_with("A MTi - Los" + " " * 3000).faults == ()
    assert mail_with(f"A MTi - Los\n\n> {LONG}\n").faults == ()


def test_all_pages_of_a_message_share_its_room() -> None:
    page, room = "<p>A MTi - Los</p>", NodeBudget()
    before = room.nodes
    assert to_text(page, room) == "A MTi - Los\n"
    for_two = NodeBudget(2 * (before - room.nodes))
    assert [to_text(page, for_two) for _ in range(3)] == ["A MTi - Los\n", "A MTi - Los\n", ""]


@pytest.mark.parametrize(
    "page",
    [
        "<style>.in .old{text-decoration:line-through}</style><div class=in>A MTi - Los<p class=old>x</div>",
        "<style>@media print{.body{display:none}}</style><div class=body>A MTi - Los</div>",
        "<p style='max-width:0;margin-left:-100px;text-indent:-18.0pt'>A MTi - Los",
        "<p style='text-decoration:underline;font-size:0.5em;opacity:0.5'>A MTi - Los</p>",
        "<p style='font-size:0'><span style='font-size:12pt'>A MTi - Los</span></p>",
        "<span>A MTi - Los</span><section hidden>A Pel H</section><summary></summary>",
    ],
)
def test_only_visible_text_of_html_is_read(page: str) -> None:
    assert to_text(page, NodeBudget()).strip() == "A MTi - Los"


@pytest.mark.parametrize(
    "piece",
    [
        "<s>",
        "<b style='font-size:0'>",
        "<style>.a{opacity:0}",
        "<b style='opacity:0.0'>",
        "{",
        "A\u0336",
        "~~a",
        "~",
    ],
)
def test_a_page_of_empty_struck_out_elements_is_fast(piece: str) -> None:
    started = time.perf_counter()
    for kind in ("html", "plain"):
        read(f"Content-Type: text/{kind}; charset=utf-8\n\n{piece * (64_000 // len(piece))}".encode())
    assert time.perf_counter() - started < 1.0  # a tenth of it here; the machines of others are slow


def test_the_envelope_takes_precedence_over_the_headers() -> None:
    raw = b"Return-Path: <a@players.example>\nTo: b@downfall.example\nFrom: c@players.example\n\nA MTi H\n"
    assert read(raw).envelope_from == "a@players.example"
    assert read(raw).recipients == ("b@downfall.example",)
    given_by_inlet = read(raw, envelope_from="<>", recipients=["judge@downfall.example"])
    assert given_by_inlet.envelope_from == "<>"
    assert given_by_inlet.recipients == ("judge@downfall.example",)
    assert given_by_inlet.kind is Kind.AUTOMATIC


def test_authentication_results_are_stored_in_order() -> None:
    raw = (
        b"Authentication-Results: mx.downfall.example;\r\n\tdkim=pass header.d=players.example\r\n"
        b"Authentication-Results: evil.example; dkim=pass\r\nFrom: tom@players.example\r\n\r\nA MTi - Los\r\n"
    )
    assert read(raw).authentication == (
        "mx.downfall.example; dkim=pass header.d=players.example",
        "evil.example; dkim=pass",
    )


def assert_bounded(message: IncomingMessage) -> None:
    assert isinstance(message, IncomingMessage)
    assert len(message.text) <= LONGEST_TEXT
    assert len(message.subject) <= 200
    assert len(message.message_id) <= 250
    assert len(message.references) <= 50
    assert "\n" not in message.subject + message.sender + message.sender_name + message.message_id
    assert (message.kind is Kind.BOUNCE) == (message.bounce is not None)
    assert message.text == "" or message.kind is Kind.PLAYER
    msgspec.json.encode(message)  # no half messages: what is read can be written


TABLE_WITH_AN_EMPTY_CELL = """ # | action   | what              | remark
---+----------+-------------------+------------
 1 | Activate | Metz -> Nancy     | one of two
   |          | Cologne -> Lille  | nobody there
 2 | Research | Attack 1          | box 2"""


def test_a_row_whose_first_cells_are_empty_is_no_quotation() -> None:
    found = own_text(TABLE_WITH_AN_EMPTY_CELL)
    assert found.text.splitlines() == TABLE_WITH_AN_EMPTY_CELL.splitlines()
    assert not found.quoted


def test_a_quoted_table_below_other_bars_stays_a_quotation() -> None:
    own = "a | b | c\n| 1 | Activate | Metz\n|   | and      | Lille"
    assert own_text(own).text.strip() == "a | b | c"
