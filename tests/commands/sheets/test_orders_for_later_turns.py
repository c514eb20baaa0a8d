"""Orders for future turns: the names of turns, when the orders are read, and when they are dropped."""

import pytest

from adjudicator.core.game import Due
from adjudicator.games import find
from pbem.core.turn_names import Label, is_named, is_over, read_label
from tests.support.table import Table, text_of

SEATS = {"France": "france@x.org", "Germany": "germany@z.org"}


@pytest.fixture
def std1(table: Table) -> Table:
    table.vouched |= set(SEATS.values())
    table.opens("std1", "72h; retreat 24h; adjustment 24h", SEATS, "standard")
    table.post_office.forget()
    return table


def answer(table: Table, body: str, sender: str = "france@x.org") -> str:
    table.clock.passes(minutes=15)
    table.mail(sender, body, "std1")
    return text_of(table.last_to(sender))


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("F1902M", Label("movement", 1902, "Autumn")),
        ("s1901r", Label("retreat", 1901, "Spring")),
        ("W1901A", Label("adjustment", 1901, "Winter")),
        ("F1901B", Label("adjustment", 1901)),
        ("Fall 1902", Label("", 1902, "Autumn")),
        ("Autumn 1902, retreats", Label("retreat", 1902, "Autumn")),
        ("winter 1903 builds", Label("adjustment", 1903, "Winter")),
        ("builds", Label("adjustment")),
        ("ADJ", Label("adjustment")),
        ("Autumn 1902 builds", Label("adjustment", 1902, "Winter")),
    ],
)
def test_names_of_turns_are_recognised(said: str, label: Label) -> None:
    assert read_label(said, find("standard").card) == label


@pytest.mark.parametrize("said", ["Septober 1902", "F1902X", "breakfast", "1902 1903"])
def test_other_text_is_not_a_turn(said: str) -> None:
    with pytest.raises(ValueError, match="turn"):
        read_label(said, find("standard").card)


@pytest.mark.parametrize(
    ("key", "turn", "phase", "named", "over"),
    [
        ("standard", "Autumn 1902, movement", "movement", ["F1902M", "Fall 1902"], ["S1902M", "Winter 1901"]),
        ("standard", "Winter 1902, adjustment", "adjustment", ["F1902B", "W1902A"], ["F1902M", "F1902R"]),
        ("downfall-xiii", "Turn 7 (Spring), retreat", "retreat", ["Turn 7 retreat", "Turn 7"], ["Turn 6"]),
        ("empires", "Spring 1915, Russia", "Russia", ["Spring 1915"], ["Winter 1915", "Autumn 1914"]),
        ("domination", "Turn 3: builds", "build", ["Turn 3 builds", "turn 3"], ["turn 2"]),
    ],
)
def test_the_turn_that_is_due_is_recognised_by_its_name(
    key: str, turn: str, phase: str, named: list[str], over: list[str]
) -> None:
    card, due = find(key).card, Due(turn, 9, phase, {})
    assert [is_named(read_label(said, card), due, card) for said in named] == [True] * len(named)
    assert [is_over(read_label(said, card), due, card) for said in named] == [False] * len(named)
    assert [is_over(read_label(said, card), due, card) for said in over] == [True] * len(over)
    assert not any(is_named(read_label(said, card), due, card) for said in over)


def test_orders_for_a_future_turn_are_read_when_it_is_due(std1: Table) -> None:
    reply = answer(std1, "A Par - Bur\nPHASE F1901M\nA Bur - Mun\n")
    assert "Army Paris moves to Burgundy" in reply
    assert "Stored until Autumn 1901, movement is due" in reply
    assert "Stored for Autumn 1901, movement: A Bur - Mun." in answer(std1, "STATUS")
    std1.deadline_passes("std1")
    reply = text_of(
        [mail for mail in std1.mails_to("france@x.org") if "in advance" in str(mail["Subject"])][-1]
    )
    assert "Army Burgundy moves to Munich" in reply
    std1.deadline_passes("std1")
    assert "France" not in std1.turns("std1")[1].nmr_powers


def test_a_turn_may_be_named_as_it_is_printed_and_its_orders_may_have_gaps(std1: Table) -> None:
    reply = answer(std1, "A Par - Bur\n\nSpring 1902:\nA Mar - Gas\n\nA Bur - Mun\n")
    assert "Stored until Spring 1902 is due" in reply
    assert "Marseilles" not in reply.partition("Without orders")[0]
    std1.deadline_passes("std1")
    std1.deadline_passes("std1")
    assert std1.row("std1").number == 3
    assert "Gascony" in answer(std1, "STATUS")


def test_a_phase_below_a_heading_is_another_heading(std1: Table) -> None:
    reply = answer(
        std1,
        "PHASE RETREAT:\nA Bur R Gas\nBUILDS:\nBuild A Par\n\n"
        "Autumn 1901:\nA Bur - Mun\n\nBUILDS:\nBuild F Bre",
    )
    assert "line 3 BUILDS: Stored until adjustment is due" in reply
    assert "line 9 BUILDS: Stored until Winter 1901, adjustment is due" in reply
    stored = answer(std1, "STATUS")
    for words in (
        "Stored for retreat: A Bur R Gas.",
        "Stored for adjustment: Build A Par.",
        "Stored for Autumn 1901: A Bur - Mun.",
        "Stored for Winter 1901, adjustment: Build F Bre.",
    ):
        assert words in stored


def test_builds_that_were_given_for_the_autumn_are_read_in_the_winter(std1: Table) -> None:
    answer(std1, "A Mar - Spa\nAutumn 1901 builds:\nBuild A Mar\n")
    std1.deadline_passes("std1")
    std1.deadline_passes("std1")
    assert "Army Marseilles is built" in answer(std1, "STATUS")


def dislodges_burgundy(table: Table, in_advance: str) -> tuple[str, str]:
    """Let Germany dislodge France's army in Burgundy; return subject and text of France's report."""
    answer(table, "A Par - Bur")
    answer(table, "A Mun - Ruh\nA Ber - Mun", "germany@z.org")
    table.deadline_passes("std1")
    answer(table, f"A Bur H\nPHASE RETREAT:\n{in_advance}")
    answer(table, "A Mun - Bur\nA Ruh S A Mun - Bur", "germany@z.org")
    table.deadline_passes("std1")
    mails = [one for one in table.mails_to("france@x.org") if "dislodged by Germany" in str(one["Subject"])]
    return str(mails[0]["Subject"]), " ".join(text_of(mails[0]).split())


def test_the_report_says_that_orders_given_in_advance_are_on_file(std1: Table) -> None:
    """A newcomer who had ordered in advance read that the order was owed."""
    line = "IF I hold Paris THEN A Bur R Gas ELSE A Bur D"
    subject, report = dislodges_burgundy(std1, line)
    assert "- your orders are on file, to change until" in subject
    assert "Next: Autumn 1901, retreat. Your orders are on file; you may change them until" in report
    assert "What you ordered in advance for Autumn 1901, retreat is read now; another message shows" in report
    assert "You owe" not in report
    assert "Army Burgundy retreats to Gascony" in _in_advance(std1)


@pytest.mark.parametrize("line", ["A Bur R Mun", "IF Germany holds Paris THEN A Bur R Gas"])
def test_the_report_says_what_is_owed_if_what_was_ordered_in_advance_does_not_count(
    std1: Table, line: str
) -> None:
    subject, report = dislodges_burgundy(std1, line)
    assert "your orders are on file" not in subject
    assert "You owe 1 retreat" in report
    assert "What you ordered in advance for Autumn 1901, retreat is read now" in report


def test_a_heading_of_the_turn_that_is_due_changes_nothing(std1: Table) -> None:
    reply = answer(std1, "Spring 1901, movement:\nA Par - Bur\n\nA Mar - Spa\n")
    assert "Army Paris moves to Burgundy" in reply
    assert "Army Marseilles moves to Spain" in reply


def test_a_turn_that_is_over_and_an_unknown_turn_are_refused(std1: Table) -> None:
    std1.deadline_passes("std1")
    reply = answer(std1, "TURN NEXT\nPHASE S1901M\nA Par - Bur\n")
    assert "S1901M is over; Autumn 1901, movement is due." in reply
    assert "Burgundy" not in answer(std1, "STATUS")
    assert 'There is no turn "Septober 1902"' in answer(std1, "PHASE Septober 1902\nA Par - Bur\n")


def test_orders_are_stored_for_a_limited_number_of_turns(std1: Table) -> None:
    for year in range(1902, 1914):
        assert "Stored until" in answer(std1, f"PHASE S{year}M\nA Par - Bur\n")
    assert "that is the limit" in answer(std1, "PHASE S1950M\nA Par - Bur\n")


@pytest.mark.parametrize(
    "line",
    [
        "IF A Mun bounced THEN A Par - Bur",
        "if England moves to the Channel: A Par - Bur",
    ],
)
def test_an_order_with_a_condition_is_refused(std1: Table, line: str) -> None:
    reply = answer(std1, f"A Mar H\n{line}\n")
    assert "cannot depend on a condition" in reply
    assert "Did you mean" not in reply
    assert "Army Paris: no order" in answer(std1, "STATUS")


def test_an_order_under_a_label_that_the_game_does_not_have_is_refused(std1: Table) -> None:
    assert 'I cannot tell what "BACKUP ORDERS:" means for this order.' in answer(
        std1, "A Mar H\nBACKUP ORDERS: A Par - Bur\n"
    )
    assert "Army Paris: no order" in answer(std1, "STATUS")


def test_prose_that_begins_with_if_is_a_remark(std1: Table) -> None:
    reply = answer(std1, "A Mar H\nIf you ask me, this is going well.\n")
    assert "condition" not in reply


def _in_advance(table: Table) -> str:
    mails = [mail for mail in table.mails_to("france@x.org") if "in advance" in str(mail["Subject"])]
    return " ".join(text_of(mails[-1]).split()) if mails else ""


def test_the_report_names_orders_whose_phase_did_not_come(std1: Table) -> None:
    reply = " ".join(answer(std1, "A Par H\nPHASE ADJUSTMENT:\nBuild A Par").split())
    assert (
        "If movement comes round again first, they are deleted, and your report says so: Build A Par" in reply
    )
    std1.deadline_passes("std1")
    told = " ".join(text_of(std1.report_to("france@x.org")).split())
    gone = (
        "What you ordered in advance for adjustment is deleted, "
        "because that phase did not take place: Build A Par."
    )
    assert gone in told
    assert "What you ordered in advance" not in text_of(std1.report_to("germany@z.org"))
    assert not _in_advance(std1)


def test_a_player_who_owes_nothing_in_the_phase_learns_why_nothing_counts(std1: Table) -> None:
    std1.deadline_passes("std1")
    answer(std1, "F Kie - Den", "germany@z.org")
    answer(std1, "A Par H\nPHASE ADJUSTMENT:\nBuild A Par")
    std1.deadline_passes("std1")
    assert "Build A Par" in _in_advance(std1)
    assert "You have no build" in _in_advance(std1)


def test_orders_below_a_later_turn_are_stored_and_those_above_it_count(table: Table) -> None:
    """A newcomer added "Turn 3:" below a build: the whole message was refused, the build too."""
    table.vouched |= {"saruman@x.org"}
    table.opens("x1", "72h", {"Saruman": "saruman@x.org"}, "downfall-xiii")
    table.mail("saruman@x.org", "A Dun - Tha\n\nTurn 2:\nA Ise - Gap\nA KDu H\nHELP LATER", "x1")
    reply = text_of(table.last_to("saruman@x.org"))
    assert "Army Dunland moves to Tharbad" in reply
    assert "Stored until Turn 2 is due" in reply and "A Ise - Gap A KDu H" in reply
    assert "Help: LATER" in reply


def test_orders_below_the_turn_that_is_due_are_orders_as_before(table: Table) -> None:
    table.vouched |= {"saruman@x.org"}
    table.opens("x1", "72h", {"Saruman": "saruman@x.org"}, "downfall-xiii")
    table.mail("saruman@x.org", "Turn 1:\nA Dun - Ene", "x1")
    assert "Army Dunland moves to Enedwaith" in text_of(table.last_to("saruman@x.org"))
