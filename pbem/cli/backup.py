"""`pbem backup` and `pbem restore`: all of the service in one file, and from it again."""

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.shell import in_one_line, out, settings_of

app = typer.Typer()


@app.command()
@in_one_line
def backup(
    context: typer.Context,
    to: Annotated[Path, typer.Option("--to", help="The file; in a folder it is named after the moment.")],
) -> None:
    """Write all games, messages and mails to one file, while the service runs. It holds every secret."""
    from pbem.core.clock import SystemClock
    from pbem.service import backup as backups
    from pbem.store.database import Store

    settings, now = settings_of(context), SystemClock().now()
    _demand_database(settings.database.url)
    file = to / f"pbem-{now:%Y-%m-%dT%H%M%SZ}.zip" if to.is_dir() else to
    manifest = backups.backup(Store(settings.database.url), file, settings.house.judge, now)
    holds = {
        "game": len(manifest.tables),
        "message": manifest.rows["incoming_messages"],
        "mail": manifest.rows["outbox"],
    }
    told = ", ".join(_counted(number, what) for what, number in holds.items())
    out.print(f"{file}: {told}; {file.stat().st_size / 1e6:.1f} MB.", markup=False, soft_wrap=True)
    if settings.trust.secret.get_secret_value():
        out.print("[trust] secret is not in it: keep your settings too.", markup=False)


@app.command()
@in_one_line
def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="What pbem backup has written.")],
    look: Annotated[
        bool, typer.Option("--look", help="Only see that it is whole, and tell what is inside.")
    ] = False,
) -> None:
    """Fill an empty database from a backup; the service goes on from there."""
    from datetime import datetime

    from pbem.core.templating import when
    from pbem.service import backup as backups
    from pbem.store.database import Store

    if look:
        out.print(backups.in_words(backups.look(file)), markup=False, soft_wrap=True, end="")
        return
    settings = settings_of(context)
    manifest = backups.restore(Store(settings.database.url), file)
    taken = when(datetime.fromisoformat(manifest.taken_utc), settings.house.zone)
    out.print(
        f"{_counted(len(manifest.tables), 'game')}, as of {taken}. See that the old service is"
        " stopped for good; then pbem serve goes on, and deadlines that fell since then move.",
        markup=False,
        soft_wrap=True,
    )


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"


def _demand_database(url: str) -> None:
    """To look at a file of SQLite that is not there would make it."""
    from sqlalchemy.engine import make_url

    from pbem.service.backup import BackupFault

    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite" and not Path(parsed.database or "").is_file():
        raise BackupFault(f"there is no database {parsed.database}; see [database] url in pbem.toml")
