"""`pbem backup` and `pbem restore`: the whole service in one file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.shell import in_one_line, out, say, settings_of

if TYPE_CHECKING:
    from datetime import datetime

app = typer.Typer()

Destination = Annotated[
    Path,
    typer.Option(
        "--to", help="A file that ends in .zip, or a folder, where the file is named after the date and time."
    ),
]


@app.command()
@in_one_line
def backup(context: typer.Context, to: Destination) -> None:
    """Write all games, messages and mails to one file, while the service runs. It holds every secret."""
    from pbem.core.clock import SystemClock
    from pbem.core.sentences import sentence
    from pbem.service import backup as backups
    from pbem.store.database import Store

    settings, now = settings_of(context), SystemClock().now()
    _demand_database(settings.database.url)
    file = _place(to, now)
    manifest = backups.backup(Store(settings.database.url), file, settings.house.judge, now)
    say(
        sentence(
            "backup",
            "written",
            file=file,
            games=len(manifest.tables),
            messages=manifest.rows["incoming_messages"],
            mails=manifest.rows["outbox"],
            megabytes=file.stat().st_size / 1e6,
        )
    )
    if settings.trust.secret.get_secret_value():
        say(sentence("backup", "without_secret"))


@app.command()
@in_one_line
def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file that pbem backup has written.")],
    look: Annotated[
        bool, typer.Option("--look", help="Only check that it is complete, and print what is inside.")
    ] = False,
) -> None:
    """Fill an empty database from a backup; the service goes on from there."""
    from datetime import datetime

    from pbem.core.sentences import sentence
    from pbem.service import backup as backups
    from pbem.store.database import Store

    if look:
        out.print(backups.in_words(backups.look(file)), markup=False, soft_wrap=True, end="")
        return
    settings = settings_of(context)
    manifest = backups.restore(Store(settings.database.url), file)
    taken, zone = datetime.fromisoformat(manifest.taken_utc), settings.house.zone
    say(sentence("backup", "restored", games=len(manifest.tables), taken=taken, zone=zone))
    if settings.house.judge != manifest.judge:
        say(sentence("backup", "other_judge", judge=manifest.judge, own=settings.house.judge))


def _place(to: Path, now: "datetime") -> Path:
    """Return the file to write. Raises BackupFault for what is probably a folder that is missing.

    Otherwise each backup would replace the one before, in a file with the name of the folder.
    """
    from pbem.core.sentences import sentence
    from pbem.service.backup import BackupFault

    if to.is_dir():
        return to / f"pbem-{now:%Y-%m-%dT%H%M%SZ}.zip"
    if not to.parent.is_dir():
        raise BackupFault(sentence("backup", "no_folder", folder=to.parent))
    if not to.exists() and to.suffix.lower() != ".zip":
        raise BackupFault(sentence("backup", "no_folder", folder=to))
    return to


def _demand_database(url: str) -> None:
    """Raise BackupFault if the SQLite file does not exist: opening it would create it."""
    from sqlalchemy.engine import make_url

    from pbem.core.sentences import sentence
    from pbem.service.backup import BackupFault

    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite" and not Path(parsed.database or "").is_file():
        raise BackupFault(sentence("backup", "no_database", file=parsed.database))
