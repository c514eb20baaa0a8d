"""`pbem archive`, `forget` and `tidy`: move or delete what is no longer needed."""

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.shell import TableName, in_one_line, office_of, say, stop

app = typer.Typer()


@app.command()
@in_one_line
def archive(
    context: typer.Context,
    table: TableName,
    to: Annotated[
        Path | None, typer.Option("--to", help="The file; TABLE.json.gz in this folder if not given.")
    ] = None,
) -> None:
    """Move a finished table to a file, and out of the database; pbem import brings it back."""
    from pbem.core.clock import SystemClock
    from pbem.core.sentences import sentence
    from pbem.service.table_archive import archive_table
    from pbem.web.site import build_if_there

    office, now = office_of(context), SystemClock().now()
    file = to or Path(f"{table.lower()}.json.gz")
    build_if_there(office, now)  # its last pages, while it is still there
    turns = archive_table(office, table, file, now)
    say(sentence("retention", "archived", table=table.lower(), turns=turns, file=file))


@app.command()
@in_one_line
def forget(
    context: typer.Context, address: Annotated[str, typer.Argument(help="The person's address.")]
) -> None:
    """Erase a person who has left: names, addresses, messages and mails; the tables stay as they were."""
    from pbem.core.sentences import sentence
    from pbem.service import erasure

    office = office_of(context)
    erased = erasure.forget(office, address)
    say(
        sentence(
            "retention", "forgotten", counts=erased.counts, address=address, site=office.settings.site.url
        )
    )


@app.command()
@in_one_line
def tidy(
    context: typer.Context,
    shrink: Annotated[
        bool,
        typer.Option("--shrink", help="Also make the SQLite file smaller; mail waits in the meantime."),
    ] = False,
) -> None:
    """Remove old mail now, as pbem serve does every ten minutes; pbem.toml says how old."""
    from pbem.core.clock import SystemClock
    from pbem.core.sentences import sentence
    from pbem.service import retention

    office = office_of(context)
    store, kept = office.store, office.settings.retention
    say(sentence("retention", "tidied", rows=retention.tidy_all(store, kept, SystemClock().now())))
    if shrink and not store.is_sqlite:
        stop(sentence("retention", "no_file_to_shrink"))
    if shrink:
        shrunk = retention.shrink(store)
        say(sentence("retention", "shrunk", file=shrunk.file, before=shrunk.before, after=shrunk.after))
