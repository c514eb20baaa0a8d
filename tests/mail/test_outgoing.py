"""A mail program understands our mails: the library parses what was written without it."""

from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.policy import default

from hypothesis import example, given
from hypothesis import strategies as st

from pbem.reports.message_bytes import (
    _ON_THE_WIRE,
    Calendar,
    Heading,
    Outgoing,
    Parts,
    _header,
    build,
    build_all,
)

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
PNG = b"\x89PNG" * 300
PIECES = st.sampled_from(
    [
        "Army Paris",
        "é",
        "=",
        "=20",
        "\n",
        "\r\n",
        "\n.\n",
        "\n-- \n",
        " ",
        "\t",
        "\nFrom ",
        "x" * 80,
        "ﷺ",
        "--",
    ]
)


def heading(to: str = "ann@x.org") -> Heading:
    return Heading(f"{to}.1", NOON, "The Judge", "judge@j.org", "Ann", to, "std1: Spring", "report")


def parts(text: str) -> Parts:
    calendar = Calendar("d.ics", b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
    return Parts(text, f"<p>{text}</p>", {"map": PNG}, calendar, ("report.json", b'{"a": 1}'))


def read(mail: Outgoing) -> EmailMessage:
    return message_from_bytes(mail.raw, EmailMessage, policy=default)


def content(mail: EmailMessage, kind: str) -> object:
    found = [part.get_content() for part in mail.walk() if part.get_content_type() == kind]
    assert len(found) == 1, kind
    return found[0]


@given(st.lists(PIECES, max_size=40).map("".join))
@example("")
@example("no line end")
def test_each_part_comes_out_as_it_went_in(text: str) -> None:
    mail = build(heading(), parts(text))
    told = read(mail)
    lines = "\n".join(text.split("\r\n"))
    assert str(content(told, "text/plain")).replace("\r\n", "\n") == lines
    assert str(content(told, "text/html")).replace("\r\n", "\n") == f"<p>{lines}</p>"
    assert content(told, "image/png") == PNG
    assert content(told, "application/json") == b'{"a": 1}'
    assert "BEGIN:VCALENDAR" in str(content(told, "text/calendar"))
    assert not told.defects
    assert all(len(line) <= 120 and b"\n" not in line for line in mail.raw.split(b"\r\n"))


def test_optional_parts_leave_no_empty_container() -> None:
    plain = read(build(heading(), Parts("words\n", "<p>words</p>")))
    assert [part.get_content_type() for part in plain.walk()] == [
        "multipart/alternative",
        "text/plain",
        "text/html",
    ]


def test_many_readers_share_the_body_and_nothing_else() -> None:
    ann, bob = build_all([heading(), heading("bob@y.org")], parts("news\n"))
    assert ann == build(heading(), parts("news\n"))
    heads, bodies = zip(*(mail.raw.split(b"\r\nMIME-Version", 1) for mail in (ann, bob)), strict=True)
    assert bodies[0] == bodies[1]
    assert b"bob" not in heads[0]
    assert b"ann" not in heads[1]


@given(st.lists(st.one_of(PIECES, st.just("a ")), max_size=70).map("".join))
@example("x" * 111)
@example("x" * 112)
def test_a_header_equals_that_of_the_library(value: str) -> None:
    mail = Message()
    mail["Subject"] = value
    assert _header("Subject", value) + b"\r\n" == mail.as_bytes(policy=_ON_THE_WIRE)
