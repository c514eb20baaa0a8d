"""The manual page has every command, and the shell completes them."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.testing import CliRunner

from pbem.cli.main import app

ROOT = Path(__file__).parents[2]


def made() -> str:
    command = [sys.executable, str(ROOT / "tools" / "man_page.py")]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def commands() -> list[str]:
    return sorted(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


def test_the_manual_page_has_every_command_and_option() -> None:
    page = made()
    assert {"serve", "archive", "forget", "tidy", "status"} <= set(commands())
    assert [name for name in commands() if f".SS {name}" not in page] == []
    assert r"\-\-shrink" in page


def test_no_help_has_words_in_brackets() -> None:
    """Typer takes them for markup: "[site] folder" is printed as " folder"."""
    helps = [text for command in every(typer.main.get_command(app)) for text in texts(command)]
    assert len(helps) > 40
    assert [text for text in helps if re.search(r"\[[a-z]", text)] == []


def every(command: Any) -> Iterator[Any]:
    yield command
    for below in getattr(command, "commands", {}).values():
        yield from every(below)


def texts(command: Any) -> Iterator[str]:
    yield from filter(None, [command.help, *(getattr(one, "help", None) for one in command.params)])


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_groff_formats_the_manual_page_without_a_warning() -> None:
    command = [str(shutil.which("groff")), "-man", "-Tutf8", "-ww"]
    done = subprocess.run(command, input=made(), capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "run postal games by email" in done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_completion_script_for_each_shell(shell: str) -> None:
    done = CliRunner().invoke(app, [], env={"_PBEM_COMPLETE": f"source_{shell}"}, prog_name="pbem")
    assert "_PBEM_COMPLETE" in done.output


def test_the_beginning_of_a_command_is_completed() -> None:
    typed = {"_PBEM_COMPLETE": "complete_bash", "COMP_WORDS": "pbem arch", "COMP_CWORD": "1"}
    done = CliRunner().invoke(app, [], env=typed, prog_name="pbem")
    assert done.output.split() == ["archive"]
