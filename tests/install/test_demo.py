"""The demo as a new user sees it: from the wheel, with real messages over SMTP and mails on disk."""

import email
import mailbox
import re
from email.message import EmailMessage
from email.policy import default
from functools import cache
from pathlib import Path

import pytest

from pbem.service.demo_mailboxes import text_of
from tests.support.wheel import command

pytestmark = pytest.mark.thorough  # installs a wheel and plays the whole demo


@pytest.fixture(scope="module")
def screen_and_folder(installed: Path) -> tuple[str, Path]:
    screen = command(installed, "pbem", "demo")
    assert "Played" in screen, "every turn of the script was run"
    return screen, installed / "demo"


@cache
def mails(folder: Path, player: str) -> list[EmailMessage]:
    files = sorted((folder / "outbox" / player / "new").glob("*.eml"))
    return [email.message_from_bytes(file.read_bytes(), EmailMessage, policy=default) for file in files]


@cache
def words(mail: EmailMessage) -> str:
    return " ".join(text_of(mail).split())


def test_the_typo_is_refused_with_a_suggestion(screen_and_folder: tuple[str, Path]) -> None:
    answers = [words(mail) for mail in mails(screen_and_folder[1], "dora")]
    assert any('There is no province "Apulai". Did you mean ' in answer for answer in answers)


def test_the_late_message_is_answered_and_does_not_count(screen_and_folder: tuple[str, Path]) -> None:
    answers = [words(mail) for mail in mails(screen_and_folder[1], "fay")]
    assert any("came too late for Autumn 1901" in answer for answer in answers)


def test_an_order_below_the_quote_replaces_one_order(screen_and_folder: tuple[str, Path]) -> None:
    reports = [words(mail) for mail in mails(screen_and_folder[1], "emil") if mail["Subject"][:4] == "std1"]
    assert any("Army Vienna moves to Galicia" in report for report in reports)
    assert not any("Army Vienna moves to Tyrolia" in report for report in reports)


def test_a_practice_table_is_played_against_robots(screen_and_folder: tuple[str, Path]) -> None:
    screen, folder = screen_and_folder
    assert "A hint for Spring 1901" in screen
    reports = [words(mail) for mail in mails(folder, "ann") if "practice-" in str(mail["Subject"])]
    assert any("This is your practice table. You play France" in report for report in reports)
    assert any("Army Paris moves to Burgundy" in report and "Autumn 1901" in report for report in reports)


def test_bulletins_and_pictures_lie_where_the_screen_says(screen_and_folder: tuple[str, Path]) -> None:
    screen, folder = screen_and_folder
    bulletins = [mail for mail in mails(folder, "gm") if mail["List-Id"]]
    assert len(bulletins) >= 5, "the first position and four turns"
    assert f"{folder.name}/pictures/" in screen
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in (folder / "pictures").iterdir())


def test_each_players_mails_are_a_mailbox_that_mail_programs_open(
    screen_and_folder: tuple[str, Path],
) -> None:
    screen, folder = screen_and_folder
    box = re.search(r"neomutt -f (\S+)", screen)
    assert box
    opened = mailbox.Maildir(folder.parent / box[1], create=False)
    assert len(opened) == len(mails(folder, "emil")) > 0


def reports(folder: Path, player: str) -> str:
    """Return all mails to *player* about the game with hidden pieces, except answers to their messages."""
    told = [words(mail) for mail in mails(folder, player) if mail["Subject"].startswith("xiii1")]
    return " ".join(told)


def test_only_the_holder_learns_who_has_the_ring(screen_and_folder: tuple[str, Path]) -> None:
    folder = screen_and_folder[1]
    told = {name: "given the Ring" in reports(folder, name) for name in ("bob", "carl", "emil", "hal", "gm")}
    assert told == {"bob": True, "carl": False, "emil": False, "hal": False, "gm": False}


def test_no_other_report_says_where_gandalf_is(screen_and_folder: tuple[str, Path]) -> None:
    folder = screen_and_folder[1]
    told = {
        name: "Gandalf moves to Hollin" in reports(folder, name) for name in ("carl", "bob", "emil", "gm")
    }
    assert told == {"carl": True, "bob": False, "emil": False, "gm": False}


def test_the_highlights_happen(screen_and_folder: tuple[str, Path]) -> None:
    bulletins = reports(screen_and_folder[1], "gm")
    assert "paralysed by the Nazgul" in bulletins, "a Nazgul freezes a support"
    assert "destroyed by the Ents" in bulletins, "somebody dies"
    assert "neutralise" in bulletins, "a Ranger makes a centre nobody's"
