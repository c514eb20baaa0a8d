"""A seal lets players check that the orders used are those that were confirmed; nobody else can."""

import re
import subprocess
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game
from adjudicator.games import every_game
from adjudicator.robots.random_games import random_orders
from tests.support.table import Table, text_of

FRANCE, GERMANY = "france@x.org", "germany@z.org"
SEATS = {"France": FRANCE, "Germany": GERMANY}
SEAL = re.compile(r"Seal(?: of these orders)?: ([0-9a-f]{16})")


@pytest.fixture
def std1(table: Table) -> Table:
    table.vouched |= set(SEATS.values())
    table.opens("std1", "72h", SEATS, "standard")
    return table


def body_of(mail: EmailMessage) -> str:
    text = mail.get_body(("plain",))
    assert text is not None
    return str(text.get_content())


def ordered(table: Table, body: str, sender: str = FRANCE) -> str:
    table.clock.passes(minutes=10)
    table.mail(sender, body, "std1")
    return text_of(table.last_to(sender))


def seals_in(text: str) -> list[str]:
    return SEAL.findall(text)


def test_the_report_has_the_seal_of_the_last_confirmation(std1: Table) -> None:
    first = seals_in(ordered(std1, "A Par - Bur\nF Bre - MAO\nA Mar - Spa"))
    last = seals_in(ordered(std1, "A Par - Pic"))
    std1.deadline_passes("std1")
    report = text_of(std1.report_to(FRANCE))
    assert len(first) == len(last) == 1
    assert first != last
    assert seals_in(report) == last
    assert "Army Paris moves to Picardy" in report.partition("Your orders as they were used")[2]


def test_the_confirmation_says_that_the_seal_asks_for_nothing(std1: Table) -> None:
    told = " ".join(ordered(std1, "A Par - Bur").split())
    assert "You do not need to do anything with it: the report of the turn shows it again" in told


def test_the_command_in_the_documents_gives_the_seal(std1: Table) -> None:
    ordered(std1, "A Par - Bur\nF Bre - MAO\nA Mar - Spa")
    std1.deadline_passes("std1")
    part = body_of(std1.report_to(FRANCE)).partition("Your orders as they were used")[2]
    lines = part.splitlines()[2:]
    text = "\n".join(lines[: next(i for i, line in enumerate(lines) if line.strip().startswith("Seal:"))])
    lines = (Path(__file__).parents[3] / "docs" / "security.md").read_text("utf-8").splitlines()
    command = next(line.strip() for line in lines if "sha256sum" in line).replace("< orders.txt", "")
    found = subprocess.run(["/bin/sh", "-c", command], input=text, capture_output=True, text=True, check=True)
    assert [found.stdout.strip()] == seals_in(part)


def test_the_report_sent_again_has_it_too(std1: Table) -> None:
    ordered(std1, "A Par - Bur")
    std1.deadline_passes("std1")
    before = seals_in(text_of(std1.report_to(FRANCE)))
    ordered(std1, "REPORT")
    assert seals_in(text_of(std1.report_to(FRANCE))) == before
    assert len(std1.reports_to(FRANCE)) == 3


def test_without_orders_there_is_no_seal(std1: Table) -> None:
    assert seals_in(ordered(std1, "STATUS")) == []
    ordered(std1, "A Par - Bur")
    assert seals_in(ordered(std1, "CLEAR")) == []
    std1.deadline_passes("std1")
    assert "as they were used" not in text_of(std1.report_to(FRANCE))


def test_the_same_orders_have_different_seals_at_other_turns_and_tables(std1: Table) -> None:
    sheet = "A Par H\nF Bre H\nA Mar H"
    first = seals_in(ordered(std1, sheet))
    std1.deadline_passes("std1")
    assert seals_in(ordered(std1, sheet)) != first


def test_nobody_else_gets_the_seal(std1: Table) -> None:
    seal = seals_in(ordered(std1, "A Par - Bur"))[0]
    std1.deadline_passes("std1")
    others = [*std1.mails_to(GERMANY), *std1.mails_to("gm@w.org")]
    assert len(others) > 2
    assert [mail["Subject"] for mail in others if seal in mail.as_string()] == []
    assert [mail["Subject"] for mail in others if "Seal:" in mail.as_string()] == []


def test_default_orders_that_were_used_are_printed_with_a_seal(std1: Table) -> None:
    ordered(std1, "DEFAULT:\nA Par - Bur\nEND")
    std1.deadline_passes("std1")
    part = text_of(std1.report_to(FRANCE)).partition("Your orders as they were used")[2]
    assert "Army Paris moves to Burgundy" in part
    assert len(seals_in(part)) == 1


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.card.key)
def test_a_sheet_reads_the_same_when_it_is_confirmed_and_when_it_is_used(game: Game) -> None:
    """The seal is made from the orders in words, which must not depend on the message they came in."""
    dice = SeededDice("sealed", 1)
    state = game.start({}, dice)
    for _ in range(4):
        for power in game.card.seats:
            lines = [orders[0] for orders in game.choices(state, power).values() if orders]
            read = game.read(state, power, None, lines)
            again = game.read(state, power, read.orders, ())
            assert [row.order for row in read.in_force] == [row.order for row in again.in_force]
        state = game.judge(state, random_orders(game, state, game.card.seats, dice), dice).state


def test_help_says_what_the_seal_is(std1: Table) -> None:
    assert "the confirmation of your orders ends with a seal" in ordered(std1, "HELP seal")


def test_the_seal_does_not_depend_on_whether_a_condition_holds(table: Table) -> None:
    """The sealed words must not say that a condition holds which did not hold in the turn."""
    table.vouched |= set(SEATS.values())
    table.opens("std1", "72h", {"Germany": GERMANY}, "empires")
    sheet = "ACTIVATE\nArmy Metz - Verdun attacks\nIF Warsaw is ours: MISSIONS ELSE ENTRENCH Metz"
    confirmed = ordered(table, sheet, GERMANY)
    assert "As things stand this does not hold" in confirmed
    table.deadline_passes("std1")
    report = text_of(table.report_to(GERMANY))
    assert "Otherwise: Entrenches in Metz; " in report.partition("Your orders as they were used")[2]
    assert "As things stand" not in report
    assert seals_in(report) == seals_in(confirmed)


def test_the_same_line_twice_is_confirmed_and_sealed_twice(table: Table) -> None:
    """Two armies of Cologne with the same move once were one line, as was an army reinforced twice."""
    table.vouched |= set(SEATS.values())
    table.opens("std1", "72h", {"Germany": GERMANY}, "empires")
    sheet = "ACTIVATE\nArmy Metz - Verdun attacks\nArmy Cologne - Brussels\nArmy Cologne - Brussels"
    assert ordered(table, sheet, GERMANY).count("Army Cologne moves to Brussels") == 2
    table.deadline_passes("std1")
    report = text_of(table.report_to(GERMANY)).partition("Your orders as they were used")[2]
    assert report.count("Army Cologne moves to Brussels") == 2
