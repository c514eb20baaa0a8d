"""Hardbop Downfall by mail: confirmations, first mails and standing orders."""

import pytest

from adjudicator import hardbop
from tests.support.table import Table, kind_of, text_of

PLAYERS = {power: f"{power.lower()}@x.org" for power in hardbop.game.card.seats}
FIRE = "A Multiple Army (2A) that stands there with an order to destroy, such as 2A Oro destroys any,"


@pytest.fixture
def hb1(table: Table) -> Table:
    table.vouched |= set(PLAYERS.values())
    table.opens("hb1", "72h; retreat 24h; adjustment 24h", PLAYERS, "hardbop")
    return table


def told(table: Table, power: str) -> str:
    return " ".join(text_of(mail) for mail in table.mails_to(PLAYERS[power]))


def test_only_the_first_mail_to_mordor_says_where_the_fire_is(hb1: Table) -> None:
    """HB 7.7(a)"""
    assert [power for power in PLAYERS if FIRE in told(hb1, power)] == ["Mordor"]
    hb1.post_office.forget()
    hb1.deadline_passes("hb1")
    assert any(kind_of(mail) == "report" for mail in hb1.mails_to(PLAYERS["Mordor"]))
    assert FIRE not in told(hb1, "Mordor")
    assert "No orders were on file for the Dwarves, the Elves, Gondor" in told(hb1, "Mordor")


def test_the_orders_suggested_to_mordor_are_accepted(hb1: Table) -> None:
    hb1.post_office.forget()
    hb1.mail(PLAYERS["Mordor"], "2A Bar - Oro\nSTANDING: A * destroys any\n", "hb1")
    answer = told(hb1, "Mordor")
    assert "Double Army Barad-dûr moves to Orodruin" in answer and "Orodruin" in answer
    assert "not understood" not in answer and "refused" not in answer.lower()


def test_a_merge_is_refused_and_the_orders_of_both_units_stand(hb1: Table) -> None:
    """Orders 1.7: stacks do not merge in this game; the holder's H, as the order form writes it, stands."""
    hb1.post_office.forget()
    hb1.mail(PLAYERS["Gondor"], "A Leb H\nA Lam - Leb M A Leb : 2A Leb\n", "hb1")
    answer = told(hb1, "Gondor")
    assert "units neither divide nor merge" in answer
    assert "Army Lebennin holds" in answer


def test_the_answer_warns_that_nobody_would_get_the_ring(hb1: Table) -> None:
    """Orders 1.6"""
    hb1.post_office.forget()
    hb1.mail(PLAYERS["Gondor"], "A Lam passes the Ring to A Los\n", "hb1")
    assert "To pass it to anybody there, write A Lam passes the Ring to Los." in told(hb1, "Gondor")


def test_a_piece_that_leads_has_an_order(hb1: Table) -> None:
    """The lead is listed with the unit, and the piece is not listed as without orders."""
    hb1.post_office.forget()
    hb1.mail(PLAYERS["Gondor"], "Gandalf leads A MTi - NIt\n", "hb1")
    answer = told(hb1, "Gondor")
    assert "Gandalf leads Army Minas Tirith, which moves to North Ithilien" in answer
    missing = answer.partition("Without orders:")[2]
    assert "Faramir: no order" in missing and "Gandalf: no order" not in missing
    assert "Army Minas Tirith: no order" not in missing


def test_an_army_off_the_board_needs_its_own_order(hb1: Table) -> None:
    hb1.post_office.forget()
    hb1.mail(PLAYERS["Mordor"], "E Off - NRh\n", "hb1")
    answer = told(hb1, "Mordor")
    assert answer.count("no order, so it stays off the board") == 2


def test_a_multiple_army_is_one_unit_in_all_words(hb1: Table) -> None:
    """HB 4.1: "2 Armies" would be two units."""
    assert "Double Army Barad-dûr" in told(hb1, "Rohan")
    hb1.post_office.forget()
    hb1.mail(
        PLAYERS["Mordor"], "Double Army Barad-dûr supports double army Udûn moving to Gorgoroth\n", "hb1"
    )
    hb1.mail(PLAYERS["Mordor"], "2A MMo - SIt\n", "hb1")
    hb1.mail(PLAYERS["Gondor"], "A Leb - SIt\nFaramir leads A MTi - Osg\n", "hb1")
    hb1.mail(PLAYERS["Gondor"], "A MTi - Ano\n", "hb1")
    assert "Double Army Barad-dûr supports Double Army Udûn moving to Gorgoroth" in told(hb1, "Mordor")
    hb1.deadline_passes("hb1")
    report = text_of(hb1.report_to(PLAYERS["Gondor"]))
    assert "kept out by Mordor's Double Army from Minas Morgul, which got in" in report
    assert "void: the unit or piece has another order, or none; see RULES 3.2(c)" in " ".join(report.split())
    assert "2 Armies" not in told(hb1, "Gondor") and "stack" not in report


def test_a_ranger_that_neutralises_nothing_still_moves(hb1: Table) -> None:
    hb1.mail(PLAYERS["Gondor"], "R - NDo neutralises\n", "hb1")
    hb1.deadline_passes("hb1")
    report = text_of(hb1.report_to(PLAYERS["Gondor"]))
    reason = "the centre was not neutralised, because it has no owner; see RULES 3.8(c)."
    assert f"and neutralises it: {reason}" in report
    assert "Ranger in the North Downs" in report


def test_the_first_mail_says_what_the_pieces_do(hb1: Table) -> None:
    """A new player had to look for it in the rules."""
    gondor = told(hb1, "Gondor")
    assert "Faramir may lead a unit of yours in his space" in gondor
    assert "Gandalf moves two spaces, even over mountains" in gondor
    assert "march with the Ents" in told(hb1, "Elves") and "can paralyse" in told(hb1, "Mordor")
    for power in PLAYERS:
        assert "The Balrog destroys units and pieces that enter Khazad-dûm" in told(hb1, power)
        assert "Some of them count only for certain powers, or against certain ones" in told(hb1, power)


def test_a_person_without_an_order_is_not_called_it(hb1: Table) -> None:
    hb1.mail(PLAYERS["Gondor"], "A MTi H\n", "hb1")
    assert "Gandalf: no order, so no move" in told(hb1, "Gondor")


def test_a_standing_order_beside_the_orders_of_units_is_listed_once(hb1: Table) -> None:
    hb1.post_office.forget()
    hb1.mail(PLAYERS["Gondor"], "A MTi - Osg\nSTANDING: A * destroys R\nSTATUS\n", "hb1")
    answer = told(hb1, "Gondor")
    assert answer.count("destroys the Ranger") == 1
    assert answer.count("Army Minas Tirith moves to Osgiliath") == 1, "the confirmation has the orders"
    assert "Time left" in answer
    assert "no order to move or support" in answer


def test_clear_keeps_the_standing_orders_of_the_turn(hb1: Table) -> None:
    """The answer to CLEAR says so."""
    hb1.mail(PLAYERS["Gondor"], "A MTi - Osg\nSTANDING: A * destroys R\n", "hb1")
    hb1.post_office.forget()
    hb1.mail(PLAYERS["Gondor"], "CLEAR\n", "hb1")
    answer = told(hb1, "Gondor")
    assert "your standing orders stay" in answer
    assert "Standing order 1: every Army destroys the Ranger (standing)" in answer
    assert "moves to Osgiliath" not in answer
    hb1.deadline_passes("hb1")
    assert "1. every Army destroys the Ranger" in told(hb1, "Gondor")


def test_a_standing_order_is_listed_with_its_number(hb1: Table) -> None:
    """HELP promises the number in the confirmation, because CANCEL STANDING 2 needs it."""
    hb1.mail(PLAYERS["Gondor"], "STANDING: A * destroys R\nSTANDING: A MTi destroys Nazgul\n", "hb1")
    answer = told(hb1, "Gondor")
    assert "Standing order 1: every Army destroys the Ranger (standing)" in answer
    assert "Standing order 2: Army Minas Tirith destroys" in answer


def test_orders_of_a_power_that_owes_none_are_gone_after_the_phase(hb1: Table) -> None:
    """They are not kept for a later turn (9(c))."""
    facts = {
        "phase": "adjustment",
        "turn": 2,
        "units": {"Gondor": ["A MTi"], "Rohan": ["A Edo", "A HDe", "C Dhw"]},
    }
    with hb1.store.writing() as session:
        row = session.merge(hb1.row("hb1"))
        row.position = hardbop.game.place(facts)
    assert "Rohan" not in hardbop.game.due(hb1.row("hb1").position).owed
    hb1.post_office.forget()
    hb1.mail(PLAYERS["Rohan"], "A Edo destroys Faramir", "hb1")
    hb1.deadline_passes("hb1")
    assert "on file for your own turn" not in told(hb1, "Rohan")
    assert "Your orders as they were used" in told(hb1, "Rohan")


def test_the_answer_says_what_was_withdrawn(hb1: Table) -> None:
    """The line was taken, but the confirmation did not mention it: only its order was no longer listed."""
    hb1.mail(PLAYERS["Umbar"], "DECLARE Good\nP Cit - SOU\nA HUm - Cit\n", "hb1")
    hb1.post_office.forget()
    hb1.mail(PLAYERS["Umbar"], "CLEAR DECLARE Good\nCLEAR A HUm\n", "hb1")
    answer = " ".join(told(hb1, "Umbar").split())
    assert "Withdrawn: Declares itself Good." in answer
    assert "The order for Army Havens of Umbar is withdrawn." in answer
    assert "Pirate City of the Corsairs moves to the Southern Sea (an earlier message)" in answer


def test_the_answer_of_standard_diplomacy_says_what_was_withdrawn(table: Table) -> None:
    table.vouched.add("france@x.org")
    table.opens("std1", "72h", {"France": "france@x.org"}, "standard")
    table.says("france@x.org", "A Par - Bur\nA Mar H", "std1")
    answer = " ".join(text_of(table.says("france@x.org", "CLEAR A Par", "std1")).split())
    assert "The order for Army Paris is withdrawn." in answer
