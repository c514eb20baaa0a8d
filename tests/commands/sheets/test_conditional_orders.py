"""Conditional orders for a later phase; conditions are decided by public facts when the phase is due."""

import pytest

from adjudicator.core.language.conditions import conditional
from adjudicator.games import find
from pbem.core.sentences import Unusable
from pbem.tables.public_conditions import Judge, PublicResult
from tests.support.table import Table, text_of

SEATS = {"France": "france@x.org", "Germany": "germany@z.org"}
FACTS = {
    "units": {"France": ["A Bur", "F Spa/sc"], "Germany": ["A Mun"]},
    "centres": {"France": ["Par", "Bel"], "Germany": ["Mun", "Kie"]},
}
TURN = {
    "orders": [
        {"power": "Germany", "order": "Army Munich holds", "outcome": "dislodged"},
        {"power": "France", "order": "Army Burgundy moves to Munich", "outcome": "succeeds"},
        {
            "power": "France",
            "order": "Fleet Spain (south coast) moves to the Mid-Atlantic Ocean",
            "outcome": "fails",
        },
    ]
}


def chosen(line: str) -> str:
    asked = conditional(line)
    assert asked is not None
    judge = Judge(find("standard").card, "Germany")
    judge.check(asked)
    return judge.chosen(asked, PublicResult(FACTS, [TURN]))


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("A Mun is dislodged", True),
        ("my army in Munich was dislodged", True),
        ("A Mun is not dislodged", False),
        ("A Bur is dislodged", False),
        ("A Bur succeeds", True),
        ("A Bur does not succeed", False),
        ("F Spa bounced", True),
        ("F Spa is stood off", True),
        ("A Bur fails", False),
        ("I hold Munich", True),
        ("I lose Munich", False),
        ("I do not hold Belgium", True),
        ("France holds Belgium", True),
        ("France takes Kiel", False),
        ("Kiel is ours", True),
        ("Kiel is Germany's", True),
        ("Belgium is not mine", True),
        ("Burgundy is empty", False),
        ("Ruhr is empty", True),
        ("Spa is occupied", True),
        ("Bohemia is not empty", False),
        ("I have Ruhr", False),
        ("A Mun is dislodged and Ruhr is empty", True),
        ("A Mun is dislodged and if Burgundy is empty", False),
    ],
)
def test_a_condition_is_decided_by_public_facts(condition: str, holds: bool) -> None:
    assert chosen(f"IF {condition} THEN A Mun R Ruh ELSE A Mun D") == ("A Mun R Ruh" if holds else "A Mun D")
    assert chosen(f"if {condition}: A Mun R Ruh") == ("A Mun R Ruh" if holds else "")


@pytest.mark.parametrize(
    "condition",
    [
        "it rains",
        "A Mnu is dislodged",
        "Atlantis is empty",
        "Ruritania holds Munich",
        "France is angry",
        "I win",
    ],
)
def test_a_condition_that_cannot_be_decided_is_refused_at_once(condition: str) -> None:
    with pytest.raises(Unusable):
        chosen(f"IF {condition} THEN A Mun R Ruh")


@pytest.fixture
def std1(table: Table) -> Table:
    table.vouched |= set(SEATS.values())
    table.opens("std1", "72h; retreat 24h; adjustment 24h", SEATS, "standard")
    units = {"France": ["A Bur", "A Ruh"], "Germany": ["A Mun"]}
    centres = {"France": ["Par", "Bre"], "Germany": ["Mun", "Kie"]}
    facts = {"units": units, "centres": centres, "state": {"season": "Autumn"}}
    with table.store.writing() as session:
        row = session.merge(table.row("std1"))
        row.position = find("standard").place(facts)
    table.post_office.forget()
    return table


def answer(table: Table, body: str, sender: str) -> str:
    table.clock.passes(minutes=15)
    table.mail(sender, body, "std1")
    return " ".join(text_of(table.last_to(sender)).split())


def beforehand(table: Table) -> str:
    mails = [mail for mail in table.mails_to("germany@z.org") if "in advance" in str(mail["Subject"])]
    return " ".join(text_of(mails[-1]).split())


def test_the_order_whose_condition_holds_is_read_when_the_phase_is_due(std1: Table) -> None:
    reply = answer(
        std1,
        "A Mun H\nPHASE RETREAT:\nIF A Mun is dislodged and Bohemia is empty THEN A Mun R Boh ELSE A Mun D\n"
        "IF it rains THEN A Mun R Tyr\n\nPHASE ADJUSTMENT:\nIF I hold Kiel THEN Build F Kie",
        "germany@z.org",
    )
    assert '"IF it rains THEN A Mun R Tyr" was not stored. "it rains" is not a condition' in reply
    answer(std1, "A Bur - Mun\nA Ruh S A Bur - Mun", "france@x.org")
    std1.deadline_passes("std1")
    told = beforehand(std1)
    assert "the line counts as A Mun R Boh." in told
    assert "Army Munich retreats to Bohemia" in told
    std1.deadline_passes("std1")
    assert "Army Bohemia" in " ".join(text_of(std1.report_to("germany@z.org")).split())


def test_a_condition_that_does_not_hold_is_reported_and_no_order_counts(std1: Table) -> None:
    answer(std1, "A Mun H\nPHASE RETREAT:\nIF Bohemia is occupied THEN A Mun R Boh", "germany@z.org")
    answer(std1, "A Bur - Mun\nA Ruh S A Bur - Mun", "france@x.org")
    std1.deadline_passes("std1")
    told = 'THEN A Mun R Boh": "Bohemia is occupied" is not so, and the line does not count.'
    assert told in beforehand(std1)


def test_the_one_of_several_conditions_that_does_not_hold_is_named_with_what_counts_instead(
    std1: Table,
) -> None:
    line = "IF A Mun is dislodged and Germany holds Paris THEN A Mun R Boh ELSE A Mun D"
    answer(std1, f"A Mun H\nPHASE RETREAT:\n{line}", "germany@z.org")
    answer(std1, "A Bur - Mun\nA Ruh S A Bur - Mun", "france@x.org")
    std1.deadline_passes("std1")
    told = f'"{line}": "Germany holds Paris" is not so, and the line counts as A Mun D.'
    assert told in beforehand(std1)


@pytest.mark.parametrize("name", ["hardbop", "downfall-xiii"])
def test_the_reason_is_found_in_the_games_of_middle_earth_too(table: Table, name: str) -> None:
    table.opens("m1", "72h", {"Rohan": "rohan@x.org", "Mordor": "mordor@x.org"}, name)
    game = table.registry.find(name)
    asked = conditional("IF Mordor holds Edoras THEN build A BDr")
    assert asked is not None
    result = PublicResult(game.show(table.row("m1").position, None, None).facts, ())
    assert Judge(game.card, "Mordor").unmet(asked, result) == "Mordor holds Edoras"


def test_a_condition_in_the_orders_of_this_turn_is_refused_with_a_suggestion(std1: Table) -> None:
    reply = answer(std1, "IF A Mun is dislodged THEN A Mun R Boh", "germany@z.org")
    assert "cannot depend on a condition" in reply
    assert "below PHASE RETREAT:" in reply


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        (
            "IF Burgundy is empty THEN A Mun - Bur ELSE A Mun S A Bur - Ruh",
            "A Mun - Bur or A Mun S A Bur - Ruh",
        ),
        ("If France moves to Ruhr: A Mun - Ruh, otherwise A Mun H", "A Mun - Ruh or A Mun H"),
        ("A Mun - Bur if nobody is there", "A Mun - Bur"),
        ("If Burgundy is empty A Mun - Bur else A Mun H", "A Mun - Bur or A Mun H"),
        ("A Mun - Bur, but only if France lets me", "A Mun - Bur"),
        ("A Mun - Tyr unless Italy goes there, in which case A Mun H", "A Mun - Tyr or A Mun H"),
    ],
)
def test_only_the_orders_of_the_line_are_suggested_for_the_condition(
    std1: Table, line: str, orders: str
) -> None:
    """A newcomer once was asked whether "R Shi - SFo if an elf is in Bree" meant R Shi - Bre."""
    reply = answer(std1, line, "germany@z.org")
    assert "An order for the turn that is due cannot depend on a condition; no part" in reply
    assert f"alone: {orders}. Until the deadline" in reply
    assert "Did you mean" not in reply


@pytest.mark.parametrize("name", ["hardbop", "downfall-xiii"])
def test_in_middle_earth_only_orders_to_destroy_may_have_a_condition(table: Table, name: str) -> None:
    table.opens("m1", "72h", {"Rohan": "rohan@x.org", "Mordor": "mordor@x.org"}, name)
    table.vouched.add("mordor@x.org")
    reply = answer(table, "A Nur - Gor if Umbar is away, else A Nur H", "mordor@x.org")
    assert "cannot depend on a condition (only one that destroys can)" in reply
    assert "Write one order alone: A Nur - Gor or A Nur H." in reply
    reply = answer(table, "A Nur destroys any if A Nur - Gor succeeds", "mordor@x.org")
    assert "depend on a condition" not in reply
    reply = answer(table, "A Nur destroys Gandalf if it rains", "mordor@x.org")
    assert "depend on a condition" not in reply


def test_a_message_of_refused_lines_does_not_change_what_was_stored(std1: Table) -> None:
    answer(std1, "PHASE RETREAT:\nA Mun R Boh", "germany@z.org")
    answer(std1, "PHASE RETREAT:\nIF it rains THEN A Mun R Tyr", "germany@z.org")
    assert "Stored for retreat: A Mun R Boh." in answer(std1, "STATUS", "germany@z.org")
