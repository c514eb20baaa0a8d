"""Each file in new/ comes in once, with the time it was written."""

import os
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.inbound.inlet import InletUnreachable, Reception, SetAside, addressed_to, returned_to, written_by
from pbem.inbound.maildir import Maildir, MaildirInlet
from pbem.store.arrival import Arrival
from tests.support.waiting import LONG, until

NOON = datetime(2026, 12, 4, 12, 0, tzinfo=UTC)
MESSAGE = (
    b"From: =?utf-8?q?Zo=C3=AB?= <zoe@players.example>\nSubject: std3\n"
    b"X-Original-To: judge+k3q9@judge.example\n\nhi\n"
)


class Post:
    def __init__(self) -> None:
        self.stored: list[Arrival] = []
        self.told: list[SetAside] = []
        self.is_full = False
        self.has_letter = threading.Event()

    def keep(self, *arrivals: Arrival) -> None:
        if self.is_full:
            raise RuntimeError("disk full")
        self.stored += arrivals
        self.has_letter.set()

    def is_stored(self, inlet: str, uid: str) -> bool:
        return any((one.inlet, one.uid) == (inlet, uid) for one in self.stored)

    def context(self) -> Reception:
        return Reception(self.keep, lambda address: "judge" in address, self.is_stored, self.told.append)


@pytest.fixture
def context() -> Post:
    return Post()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("new", "cur", "tmp"):
        (tmp_path / name).mkdir()
    return tmp_path


@pytest.fixture
def inlet(folder: Path, context: Post) -> Iterator[MaildirInlet]:
    running = MaildirInlet(Maildir(folder=folder, message_bytes=1_000, poll_seconds=0.02), context.context())
    yield running
    running.stop()


def put(folder: Path, name: str, raw: bytes = MESSAGE, when: datetime = NOON) -> None:
    (folder / "tmp" / name).write_bytes(raw)
    os.utime(folder / "tmp" / name, (when.timestamp(), when.timestamp()))
    (folder / "tmp" / name).rename(folder / "new" / name)


def names(folder: Path, sub: str) -> list[str]:
    return sorted(path.name for path in (folder / sub).iterdir())


def test_a_message_is_stored_and_then_marked_as_seen(
    folder: Path, context: Post, inlet: MaildirInlet
) -> None:
    put(folder, "1.M1.host")
    inlet.empty_until(NOON)
    assert context.stored == [
        Arrival(MESSAGE, "", ("judge+k3q9@judge.example",), NOON, f"maildir:{folder}", "1.M1.host")
    ]
    assert (names(folder, "new"), names(folder, "cur")) == ([], ["1.M1.host:2,S"])


def test_oldest_first_and_neither_hidden_files_nor_links(
    folder: Path, context: Post, inlet: MaildirInlet
) -> None:
    put(folder, "a", when=NOON.replace(hour=13))
    put(folder, "b")
    put(folder, ".c")
    (folder / "new" / "d").symlink_to("/etc/passwd")
    (folder / "tmp" / "e").write_bytes(MESSAGE)
    inlet.empty_until(NOON)
    assert [arrival.uid for arrival in context.stored] == ["b", "a"]


def test_dying_between_storing_and_renaming_is_harmless(
    folder: Path, context: Post, inlet: MaildirInlet, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(folder, "1")
    with monkeypatch.context() as power, pytest.raises(InletUnreachable, match="power failure"):
        power.setattr(Path, "rename", _dies)
        inlet.empty_until(NOON)
    assert (len(context.stored), names(folder, "new")) == (1, ["1"])
    inlet.empty_until(NOON)
    assert (len(context.stored), names(folder, "new"), names(folder, "cur")) == (1, [], ["1:2,S"])


def _dies(*_: object) -> None:
    raise OSError("power failure")


def test_a_message_that_cannot_be_stored_stays_in_the_folder(
    folder: Path, context: Post, inlet: MaildirInlet
) -> None:
    put(folder, "1")
    context.is_full = True
    with pytest.raises(InletUnreachable, match="1 message could not be stored"):
        inlet.empty_until(NOON)
    assert names(folder, "new") == ["1"]


def test_a_huge_message_is_set_aside_and_reported(folder: Path, context: Post, inlet: MaildirInlet) -> None:
    put(folder, "1", MESSAGE + b"x" * 1_000)
    inlet.empty_until(NOON)
    assert context.stored == []
    place = str(folder / "cur" / "1:2,S")
    assert context.told == [
        SetAside(f"maildir:{folder}", "1", len(MESSAGE) + 1_000, place, "zoe@players.example", "std3")
    ]
    assert Path(place).stat().st_size == len(MESSAGE) + 1_000


def test_a_missing_folder_is_reported(tmp_path: Path, context: Post) -> None:
    inlet = MaildirInlet(Maildir(folder=tmp_path / "gone"), context.context())
    with pytest.raises(
        InletUnreachable, match=r"could not be emptied up to Fri 4 Dec 2026, 12:00 UTC: .*No such file"
    ):
        inlet.empty_until(NOON)
    assert inlet.trouble


def test_the_log_says_why_a_folder_cannot_be_read(
    tmp_path: Path, context: Post, capsys: pytest.CaptureFixture[str]
) -> None:
    inlet = MaildirInlet(Maildir(folder=tmp_path / "none"), context.context())
    inlet.start()
    until(lambda: inlet.trouble is not None)
    inlet.stop()
    assert f"No such file or directory: {tmp_path}/none/new" in "".join(capsys.readouterr())


def test_messages_are_looked_for_from_start_to_stop(folder: Path, context: Post, inlet: MaildirInlet) -> None:
    inlet.start()
    for number in range(2):
        context.has_letter.clear()
        put(folder, f"{number}.later")
        assert context.has_letter.wait(LONG)
    inlet.stop()
    put(folder, "3")
    assert len(context.stored) == 2


@pytest.mark.parametrize(
    ("header", "to"),
    [
        (
            "Delivered-To: <judge+a@j.example>\nDelivered-To: forged+b@j.example\nTo: x@y.example",
            ["judge+a@j.example"],
        ),
        (
            "Delivered-To: host@j.example\nTo: Judge <judge+a@j.example>, x@y.example",
            ["host@j.example", "judge+a@j.example"],
        ),
        (
            "X-Original-To: judge+a@j.example\nDelivered-To: judge@j.example",
            ["judge+a@j.example", "judge@j.example"],
        ),
        ("To: nobody\nCc: judge@j.example", ["judge@j.example"]),
        ("Subject: to nobody", []),
        ("To: \xff\xfe <judge@j.example>", ["judge@j.example"]),
    ],
)
def test_the_recipients_of_a_stored_message(header: str, to: list[str]) -> None:
    raw = header.encode("latin-1") + b"\n\nDelivered-To: judge+body@j.example\n"
    assert addressed_to(raw, lambda address: "judge" in address) == tuple(to)


def test_the_sender_of_a_stored_message() -> None:
    assert returned_to(b"Return-Path: <>\n\n") == ""
    assert returned_to(b"Return-Path: <a@x.example>\nReturn-Path: <b@x.example>\n\n") == "a@x.example"
    assert returned_to(b"\n\n") == ""
    assert written_by(b"From: A <a@x.example>\nSubject: one\n two\n\n") == ("a@x.example", "one two")
    assert written_by(b"\xff\xfe") == ("", "")
