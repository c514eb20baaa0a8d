"""A report has everything that a player needs for the form above it."""

from adjudicator import hardbop
from tests.support.table import Table, body_of

PLAYERS = {power: f"{power.lower()}@x.org" for power in hardbop.game.card.seats}


def test_orders_for_the_rest_of_the_turn_are_above_the_form(table: Table) -> None:
    """Hardbop I(c): a new player had not seen that destroy orders were still on file."""
    table.vouched |= set(PLAYERS.values())
    table.opens("hb1", "72h", PLAYERS, "hardbop")
    table.deadline_passes("hb1")
    table.mail(PLAYERS["Gondor"], "A Leb - SGo\nA Lam destroys any\n", "hb1")
    table.deadline_passes("hb1")
    report = body_of(table.report_to(PLAYERS["Gondor"]))
    waiting, form, board = (
        report.index(head)
        for head in ("Your orders for the rest of the turn\n", "Order form\n", "\nPositions\n")
    )
    assert waiting < form < board
    assert "Army Lamedon destroys any piece that it can." in report[waiting:form]
