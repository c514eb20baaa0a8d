"""PREVIEW RUN: adjudicate the orders on file and store nothing."""

from collections.abc import Sequence

from adjudicator.core.game import ReportFacts, Turn
from pbem.core.sentences import Words, sentence
from pbem.store.game_tables import sheets_of
from pbem.store.states import OVER
from pbem.tables import default_orders
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.trial_run import RESULT_SECTIONS, CountingDice


def preview_run(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Show the results of the turn without storing anything: PREVIEW RUN."""
    table, turn = gm.table, gm.due.turn
    if table.state == OVER:
        raise NotDone(sentence("preview_run", "over", table=table.key))
    sees_all = gm.sees_all
    sheets = sheets_of(gm.session, table.key, table.number)
    missing = [power for power in gm.due.owed if power not in sheets]
    gm.write_down(request, sentence("preview_run", "logged", turn=turn, sees_all=sees_all))
    dice = CountingDice(f"preview {table.seed}")
    defaults = default_orders.stored(gm.session, table.key)
    by_default = default_orders.sheets(gm.game, table.position, sheets, defaults)
    on_file = {power: sheet.orders for power, sheet in sheets.items()}
    tried = _tried(gm, {**on_file, **by_default}, dice, sees_all=sees_all)
    lines: list[Words] = [sentence("preview_run", "heading", turn=turn)]
    lines += [sentence("preview_run", "missing", powers=[*map(gm.named, missing)])] if missing else []
    if not sees_all:  # they may not even know whether dice were rolled
        return [*lines, sentence("preview_run", "can_be_run")]
    lines += [sentence("preview_run", "other_dice")] if dice.rolls else []
    for reader in (None, *gm.game.card.seats):
        lines += _results(gm.game.show(tried.state, tried.record, reader))
    return lines


def _tried(gm: GmContext, orders: dict[str, str], dice: CountingDice, *, sees_all: bool) -> Turn:
    """Return the turn as it would be run. Raises NotDone if it cannot be."""
    try:
        return gm.game.judge(gm.table.position, orders, dice)
    except Exception as fault:  # whatever it is: the preview is there to find it
        cause = str(fault).partition("\n")[0] if sees_all else ""  # it may contain orders
        why = sentence("preview_run", "cannot_be_run", error=type(fault).__name__, cause=cause)
        raise NotDone(why) from None


def _results(facts: ReportFacts) -> Sequence[Words]:
    """Return what a report says about the turn; from a private one only what is not public."""
    keys = RESULT_SECTIONS if facts.reader is None else ("seen",)
    sections = [section for section in facts.sections if section.key in keys and section.items]
    lines = [f"    {item.text}" for section in sections for item in section.items]
    return ["", sentence("preview_run", "reader", power=facts.reader), *lines] if lines else []


ACTIONS = (GmAction("PREVIEW RUN", r"preview(?:\s+run)?", preview_run, "orders", is_page=True),)
