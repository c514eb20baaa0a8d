"""UNDO CORRECT: take back the last correction of the position, as ROLLBACK takes back a turn.

Each correction stores the position before it. It can be undone while the position is still the one that it
made; then the one before it can be undone, and so on. Those who were told of the correction are told that it
was undone, and nobody else is: a secret correction is undone in secret.
"""

from collections.abc import Sequence

from msgspec.structs import replace
from sqlmodel import col, select

from adjudicator.core.game import Power
from pbem.commands.lookup.gm_log import SEALED
from pbem.core.sentences import Words, sentence
from pbem.gamemaster.repairs import corrections
from pbem.gamemaster.repairs.position_changes import lines_known_to
from pbem.store.gm_tables import SupersededRow
from pbem.store.states import OVER
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone

UNDONE = "undone correction"


def last_correction(gm: GmContext) -> SupersededRow | None:
    """Return the correction that made the present position, if who acts may know of it."""
    wanted = select(SupersededRow).where(
        SupersededRow.table_key == gm.table.key,
        SupersededRow.kind == corrections.CORRECTION,
        SupersededRow.number == gm.table.number,
    )
    rows = gm.session.exec(wanted.order_by(col(SupersededRow.id).desc())).all()
    shown = [row for row in rows if gm.sees_all or not row.row["is_secret"]]
    return next((row for row in shown[:1] if row.row["after"] == gm.table.position), None)


def undo(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Take back the last correction: UNDO CORRECT because ..."""
    table, stored = gm.table, last_correction(gm)
    if table.state == OVER:
        raise NotDone(sentence("corrections", "over", table=table.key))
    if stored is None:
        raise NotDone(sentence("corrections", "nothing_to_undo", table=table.key))
    before, table.position = table.position, stored.row["before"]
    stored.kind = UNDONE
    if stored.row["is_secret"]:
        return _tell_in_secret(gm, request, before)
    return _tell(gm, request, before)


def _tell(gm: GmContext, request: GmRequest, before: str) -> Sequence[Words]:
    gm.table.moves += 1

    def changes(powers: Sequence[Power]) -> list[str]:
        return lines_known_to(gm, before, powers)

    public = changes(())
    gm.write_down(request, sentence("corrections", "undone_logged", changes=public), for_bulletin=True)
    facts = {"is_undone": True}
    gm.notify_each(request, "corrected", lambda powers: {"changes": changes(powers), **facts})
    return [sentence("corrections", "undone", changes=public)]


def _tell_in_secret(gm: GmContext, request: GmRequest, before: str) -> Sequence[Words]:
    powers = corrections.tell_affected(gm, request, before, is_undone=True)
    gm.write_down(replace(request, word=SEALED), sentence("corrections", "undone_sealed"))
    return [sentence("corrections", "undone_secretly", powers=[*map(gm.named, powers)])]


ACTIONS = (
    GmAction(
        "UNDO CORRECT",
        r"(?:undo|take\s+back|roll\s?back|revert|cancel)\s+(?:(?:the|my|that)\s+)?(?:last\s+)?correct(?:ion)?"
        r"|take\s+(?:(?:the|my|that)\s+)?(?:last\s+)?correction\s+back",
        undo,
        "turns",
    ),
)
