"""Print the manual page of `pbem`, made from its help: `python tools/man_page.py > pbem.1`."""

import sys
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import typer.main

from pbem.cli.main import app

FILES = (
    ("pbem.toml, config/pbem.toml, /etc/pbem/pbem.toml", "The settings; the first file that exists is used."),
    ("PBEM_CONFIG", "Another settings file, as with --config."),
    ("PBEM_SECTION__KEY", "A setting in the environment; it overrides the settings file."),
)


def page() -> str:
    """Return the manual page in the format of man(7)."""
    command: Any = typer.main.get_command(app)  # typer includes its own copy of click, without public types
    return "\n".join(_lines(command)) + "\n"


def _lines(command: Any) -> Iterator[str]:
    yield f'.TH PBEM 1 "" "downfall-by-mail {version("downfall-by-mail")}" "User Commands"'
    yield from (".SH NAME", r"pbem \- run postal games by email")
    yield from (".SH SYNOPSIS", r".B pbem", r"[\fIOPTION\fR]... \fICOMMAND\fR [\fIARGUMENT\fR]...")
    yield from (".SH DESCRIPTION", *_paragraphs(command.help))
    yield from (".SH OPTIONS", *_options(command))
    yield ".SH COMMANDS"
    for name, one in sorted(command.commands.items()):
        yield from (f".SS {_plain(name)} {_arguments(one)}".rstrip(), *_paragraphs(one.help), *_options(one))
    yield ".SH FILES AND ENVIRONMENT"
    for name, what in FILES:
        yield from (".TP", rf"\fB{_plain(name)}\fR", _plain(what))


def _paragraphs(text: str | None) -> Iterator[str]:
    for paragraph in (text or "").strip().split("\n\n"):
        yield from (".PP", _plain(" ".join(paragraph.split())))


def _arguments(command: Any) -> str:
    found = [one for one in command.params if one.param_type_name == "argument"]
    names = [(one.metavar or one.name.upper(), one.required) for one in found]
    return " ".join(_plain(name) if is_required else f"[{_plain(name)}]" for name, is_required in names)


def _options(command: Any) -> Iterator[str]:
    for one in command.params:
        if one.param_type_name == "option" and not one.hidden:
            yield from (".TP", rf"\fB{_plain(', '.join([*one.opts, *one.secondary_opts]))}\fR")
            yield _plain(" ".join((one.help or "").split()))


def _plain(text: str) -> str:
    """Return *text* with the special characters of roff escaped."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    sys.stdout.write(page())
