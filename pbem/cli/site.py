"""`pbem site`: write the public archive."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.shell import AsJson, err, in_one_line, office_of, say, stop, warn

if TYPE_CHECKING:
    from pbem.tables.office import Office
    from pbem.web.site import Built

app = typer.Typer()


@app.command()
@in_one_line
def site(
    context: typer.Context,
    to: Annotated[Path | None, typer.Option(help="The folder; the one in pbem.toml if not given.")] = None,
    as_json: AsJson = False,
) -> None:
    """Write the public archive: a page, map and feed entry for each bulletin, and the rules of each game."""
    from pbem.core.sentences import sentence

    office = office_of(context)
    folder = to or office.settings.site.folder
    try:
        built = _built(office, folder)
    except OSError as fault:
        file = fault.filename or folder
        stop(sentence("shell", "site_not_written", file=file, reason=fault.strerror))
    if as_json:
        print(json.dumps(_listed(built, folder), indent=2))
        return
    say(
        sentence(
            "shell",
            "site_written",
            folder=folder,
            written=len(built.written),
            unchanged=len(built.unchanged),
            removed=len(built.removed),
        )
    )
    if not office.settings.site.url:
        warn(sentence("shell", "site_without_url"))


def _listed(built: "Built", folder: Path) -> dict[str, object]:
    return {
        "folder": str(folder),
        "written": list(built.written),
        "unchanged": len(built.unchanged),
        "removed": list(built.removed),
    }


def _built(office: "Office", folder: Path) -> "Built":
    from rich.progress import Progress, SpinnerColumn, TextColumn

    from pbem.core.clock import SystemClock
    from pbem.web import site as archive_site

    columns = (SpinnerColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("the archive")
        return archive_site.build(
            office,
            folder,
            SystemClock().now(),
            lambda key: progress.update(task, description=key),
        )
