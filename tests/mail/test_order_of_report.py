"""A report has everything that a player needs for the form above it."""

from adjudicator import hardbop, standard
from pbem.store.game_tables import GameTable
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


def test_removals_of_others_are_listed_as_their_builds_are(table: Table) -> None:
    """A newcomer took the list of builds for the whole list of what others must do."""
    players = {power: f"{power.lower()}@x.org" for power in standard.game.card.seats}
    table.opens("std1", "72h", players, "standard")
    facts = standard.game.describe(table.row("std1").position)
    units = {**facts["units"], "Austria": ["A Vie", "A Bud", "F Tri", "A Gal"], "France": ["A Mar", "F Bre"]}
    place = {"units": units, "centres": facts["centres"], "state": {"year": 1901, "season": "Autumn"}}
    with table.store.writing() as session:
        session.get_one(GameTable, "std1").position = standard.game.place(place)
    table.deadline_passes("std1")
    told = body_of(table.report_to(players["Italy"])).partition("What others may build or must do")[2]
    assert "Austria: 1 removal." in told and "France: 1 build in Paris." in told
    own = body_of(table.report_to(players["Austria"])).partition("What others may build or must do")
    assert "You owe 1 removal" in " ".join(own[0].split()) and "Austria" not in own[2].partition("-- ")[0]
