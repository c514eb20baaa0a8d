"""PREVIEW RUN: adjudicate the orders on file and store nothing.

The dice of the turn are not told before it is run: a preview rolls others, and says so.
"""

from collections.abc import Sequence

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import ReportFacts
from pbem.store.database import OVER, sheets_of
from pbem.tables.gm_actions import GmContext, NotDone, Order
from pbem.tables.house_rules import house_rules

SHOWN = ("results", "seen", "news", "due")


class Counted:
    """Dice that tell whether they were rolled."""

    def __init__(self, seed: str) -> None:
        self._dice, self.rolls = SeededDice(seed, 0), 0

    def roll(self, sides: int) -> int:
        self.rolls += 1
        return self._dice.roll(sides)


def preview_run(gm: GmContext, order: Order) -> Sequence[str]:
    """PREVIEW RUN"""
    table, game = gm.table, gm.game
    if table.state == OVER:
        raise NotDone(f"{table.key} is over.")
    sheets = sheets_of(gm.session, table.key, table.number)
    missing = [power for power in gm.due.owed if power not in sheets]
    sees_all = house_rules(table).gm_reads == "all"
    gm.write_down(order, f"The game master looked at {gm.due.turn} before it was run." if sees_all
                     else f"The game master tried whether {gm.due.turn} can be run.")  # fmt: skip
    dice = Counted(f"preview {table.seed}")
    try:
        judged = game.judge(table.position, {power: sheet.orders for power, sheet in sheets.items()}, dice)
    except Exception as fault:  # whatever it is: to know it is what the preview is for
        why = f": {str(fault).partition(chr(10))[0]}" if sees_all else ""  # it may tell of orders
        raise NotDone(f"the turn cannot be run: {type(fault).__name__}{why}") from None
    lines = [f"{gm.due.turn}, if it were run now; nothing has changed."]
    lines += [f"No orders from {', '.join(missing)}."] if missing else []
    if not sees_all:  # nor whether they made anybody roll dice
        return [*lines, "It can be run. By the house rules you see no orders before that."]
    if dice.rolls:
        lines += ["The dice fall otherwise when it is run: these were rolled for the preview."]
    readers = [None, *game.card.seats]
    return [
        *lines,
        *(line for reader in readers for line in _told(game.show(judged.state, judged.record, reader))),
    ]


def _told(sheet: ReportFacts) -> list[str]:
    """What a sheet tells of the turn; of a private one only what the public is not told."""
    keys = SHOWN if sheet.reader is None else ("seen",)
    sections = [section for section in sheet.sections if section.key in keys and section.items]
    lines = [f"    {item.text}" for section in sections for item in section.items]
    return ["", f"{sheet.reader or 'Everybody'}:", *lines] if lines else []
