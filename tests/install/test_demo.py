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
    assert "Played" in screen, "not every turn of the script was run"
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


def test_bulletins_and_pictures_are_where_the_screen_says(screen_and_folder: tuple[str, Path]) -> None:
    screen, folder = screen_and_folder
    bulletins = [mail for mail in mails(folder, "gm") if mail["List-Id"]]
    assert len(bulletins) >= 5, "bulletins of the first position and four turns"
    assert f"{folder.name}/pictures/" in screen
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in (folder / "pictures").iterdir())


def test_each_players_mails_are_a_maildir_that_mail_programs_can_open(
    screen_and_folder: tuple[str, Path],
) -> None:
    screen, folder = screen_and_folder
    box = re.search(r"neomutt -f (\S+)", screen)
    assert box
    opened = mailbox.Maildir(folder.parent / box[1], create=False)
    assert len(opened) == len(mails(folder, "emil")) > 0


def reports(folder: Path, player: str) -> str:
    """Return all mails to *player* about the game with hidden pieces, except answers to their messages."""
    return " ".join(words(mail) for mail in mails(folder, player) if mail["Subject"].startswith("xiii1"))


def test_only_the_new_holder_learns_who_has_the_ring(screen_and_folder: tuple[str, Path]) -> None:
    folder = screen_and_folder[1]
    knows = {name: "given the Ring" in reports(folder, name) for name in ("bob", "carl", "emil", "hal", "gm")}
    assert knows == {"bob": True, "carl": False, "emil": False, "hal": False, "gm": False}


def test_only_the_report_of_its_player_says_where_gandalf_is(screen_and_folder: tuple[str, Path]) -> None:
    folder = screen_and_folder[1]
    knows = {
        name: "Gandalf moves to Hollin" in reports(folder, name) for name in ("carl", "bob", "emil", "gm")
    }
    assert knows == {"carl": True, "bob": False, "emil": False, "gm": False}


def test_the_highlights_that_the_demo_shows_happen(screen_and_folder: tuple[str, Path]) -> None:
    bulletins = reports(screen_and_folder[1], "gm")
    assert "paralysed by the Nazgul" in bulletins
    assert "destroyed by the Ents" in bulletins
    assert "neutralise" in bulletins
