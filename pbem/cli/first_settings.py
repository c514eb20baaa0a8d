"""`pbem init`: write the annotated settings, for a host who installed a wheel and has no copy of them."""

import re
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.shell import in_one_line, say, stop

app = typer.Typer()
FILE = Path("pbem.toml")
HOUSE_RULES = "house-rules.toml"


@app.command()
@in_one_line
def init(
    judge: Annotated[str, typer.Option(help="The address to which players write.")] = "",
    host: Annotated[str, typer.Option(help="Your address, for messages that belong to no table.")] = "",
    to: Annotated[Path, typer.Option(help="The file to write.")] = FILE,
) -> None:
    """Write pbem.toml, which explains every setting, and house-rules.toml; no existing file is replaced."""
    from pbem.core import settings_file
    from pbem.core.sentences import sentence
    from pbem.core.settings import SettingsFault
    from pbem.core.templating import packaged

    text = (packaged("config") / FILE.name).read_text(encoding="utf-8")
    for key, value in (("judge", judge), ("host", host)):
        text = _with_value(text, key, value) if value else text
    try:
        with to.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        stop(sentence("shell", "settings_there", file=to))
    except OSError as fault:
        stop(sentence("shell", "settings_not_written", file=to, reason=fault.strerror))
    try:
        settings_file.load(to, {}, with_passwords=False)
    except SettingsFault:
        to.unlink()
        raise
    rules = _write_house_rules(to.parent)
    say(sentence("shell", "settings_written", file=to, is_complete=bool(judge and host), rules=rules))


def _write_house_rules(folder: Path) -> Path | None:
    """Write what a GM fills in for a new table; return None if such a file is there already."""
    from pbem.core.templating import packaged

    file = folder / HOUSE_RULES
    with suppress(FileExistsError), file.open("x", encoding="utf-8") as written:
        written.write((packaged("config") / HOUSE_RULES).read_text(encoding="utf-8"))
        return file
    return None


def _with_value(text: str, key: str, value: str) -> str:
    """Return the settings with another value of *key* in the first section that has it, [house]."""
    written = value.replace("\\", "\\\\").replace('"', '\\"')
    return re.sub(rf'^({key} = ")[^"]*"', lambda found: f'{found[1]}{written}"', text, count=1, flags=re.M)
