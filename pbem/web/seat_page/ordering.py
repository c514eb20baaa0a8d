"""The orders of a seat's page: what can be ordered, what is on file, and what a preview assumes of others."""

from collections.abc import Sequence
from typing import Any

from adjudicator.core.game import Game, InForce, Orders, WithLaterChoices
from pbem import reports
from pbem.commands.context import SeatCommandContext
from pbem.tables import order_sheets
from pbem.web.seat_page import choices, early_choices
from pbem.web.seat_page.script_facts import as_json


def facts(acting: SeatCommandContext, force: Sequence[InForce], assumed: str) -> dict[str, Any]:
    """Return what the player can order, with the orders in *force*; orders of the power *assumed*, if any."""
    own = choices.own_choices(acting, force)
    standing = _numbered(acting.at.game, force)
    on_file = reports.each_once([row for row in force if row not in standing])
    return {
        "choices": choices.with_later(acting, own, _on_file(acting)),
        "ahead": early_choices.later_phases(
            acting.session, acting.at, [(one.unit, one.orders) for one in own]
        ),
        "has_later": acting.at.due.phase == "movement" and isinstance(acting.at.game, WithLaterChoices),
        "in_force": on_file,
        "numbered_orders": [(reports.standing_number(row), row.order) for row in standing],
        "filed": as_json([row.notation for row in on_file if row.notation]),
        "assumes": assumed,
        "assumed": choices.assumed(acting, assumed),
        "assumable": choices.others(acting),
    }


def _on_file(acting: SeatCommandContext) -> Orders:
    sheet = order_sheets.on_file(acting.session, acting.at.place)
    return sheet.orders if sheet else ""


def _numbered(game: Game, force: Sequence[InForce]) -> Sequence[InForce]:
    """Return the standing orders that can be cancelled by their numbers: those of "Standing order 1" ..."""
    if not game.card.standing:
        return ()
    return [row for row in force if reports.standing_number(row)]
