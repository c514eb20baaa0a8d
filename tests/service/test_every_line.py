"""Every line of a message is accounted for: taken, refused, executed, or quoted as not read."""

import pytest

from tests.support.gamemaster import gm
from tests.support.table import Table, text_of

STANDARD = {"France": "france@x.org", "England": "england@z.org"}


@pytest.fixture
def std3(table: Table) -> Table:
    table.vouched |= set(STANDARD.values())
    table.opens("std3", "72h", STANDARD, "standard")
    table.post_office.forget()
    return table


def answer_to(table: Table, body: str, subject: str = "std3") -> str:
    table.mail("france@x.org", subject=subject, body=body)
    return " ".join(text_of(table.last_to("france@x.org")).split())


def test_prose_beside_orders_is_quoted(std3: Table) -> None:
    answer = answer_to(std3, "A Par - Bur\n\nI wonder why Tom never writes.\n")
    assert "Army Paris moves to Burgundy" in answer
    assert 'Not read as orders: "I wonder why Tom never writes."' in answer
    assert "I cannot answer questions" not in answer


def test_a_question_is_answered_with_where_to_look(std3: Table) -> None:
    answer = answer_to(std3, "A Par - Bur\nHow many builds do I get in winter?\n")
    assert "How many builds do I get in winter?" in answer
    assert "RULES builds" in answer and "what the rules say about it" in answer
    assert "nobody is told what others have sent" not in answer


def test_courtesies_are_not_quoted(std3: Table) -> None:
    body = "Hi Gina,\n\nhere are my orders for this turn:\n\nA Par - Bur\n\nBest wishes,\nJean Dupont\n"
    assert "Not read" not in answer_to(std3, body)


def test_a_line_that_names_a_place_is_not_a_signature(std3: Table) -> None:
    assert 'Not read as orders: "Brest"' in answer_to(std3, "A Par - Bur\n\nBrest\n")
    assert "Not read" not in answer_to(std3, "A Par - Bur\n\nBrent\n")


@pytest.mark.parametrize("line", ["Yes", "No"])
def test_an_answer_without_a_question_is_pointed_out(std3: Table, line: str) -> None:
    told = answer_to(std3, f"{line}\nSTATUS\nPLACES")
    assert (
        f"line 1 {line} NOT DONE {line.strip(' .!,').upper()} counts only in a message that says nothing else"
        in told
    )


@pytest.mark.parametrize("line", ["Done!", "Go"])
def test_a_word_that_may_be_a_command_is_not_a_signature(std3: Table, line: str) -> None:
    assert f'Not read as orders: "{line}"' in answer_to(std3, f"{line}\nSTATUS\nPLACES")


def test_prose_beside_a_command_is_quoted(std3: Table) -> None:
    answer = answer_to(std3, "STATUS\nREADY\nI may be slow to answer next week.\n")
    assert '"I may be slow to answer next week."' in answer


def test_a_misspelt_command_is_answered_once(std3: Table) -> None:
    answer = answer_to(std3, "A Par - Bur\nREDY\n")
    assert "READY" in answer
    assert 'Not read as orders: "REDY"' not in answer


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("SET NO PRESS", "Press is a house rule"),
        ("PROXY A Par TO England", "Order each of your units yourself"),
        ("CHART", "SUMMARY"),
        ("QUIET", "SET BULLETIN OFF"),
        ("BLOCK England", "You get no more messages from England"),
    ],
)
def test_commands_of_other_judges_get_an_answer_that_fits(std3: Table, line: str, answer: str) -> None:
    assert answer in answer_to(std3, f"A Mar H\n{line}\n")


def test_very_many_lines_are_counted(std3: Table) -> None:
    lines = [f"This is thought number {number} of mine." for number in range(60)]
    answer = answer_to(std3, "A Par - Bur\n" + "\n".join(lines))
    assert "thought number 39" in answer
    assert "and 20 more lines" in answer


@pytest.mark.parametrize(
    "subject",
    [
        "std3 A Par - Bur",
        "Re: std3: Spring 1901, movement, report for France: A Par - Bur",
        "Re: [std3] A Par - Bur",
    ],
)
def test_orders_in_the_subject_count_if_the_text_has_none(std3: Table, subject: str) -> None:
    assert "Army Paris moves to Burgundy" in answer_to(std3, "orders are in the subject\n", subject)


def test_orders_in_the_subject_do_not_count_beside_others(std3: Table) -> None:
    answer = answer_to(std3, "A Par - Pic\n", "std3 A Par - Bur")
    assert "Army Paris moves to Picardy" in answer
    assert "Burgundy" not in answer


def test_orders_in_the_subject_of_a_stranger_wait_for_a_confirmation(std3: Table) -> None:
    std3.vouched.clear()
    std3.mail("france@x.org", subject="std3 A Par - Bur", body="\n")
    assert "YES" in text_of(std3.last_to("france@x.org"))
    std3.vouched.add("france@x.org")
    assert "Army Paris: no order" in answer_to(std3, "STATUS")


def test_prose_and_orders_of_a_guest_are_quoted(std3: Table) -> None:
    std3.vouched.add("guest@q.org")
    std3.mail("guest@q.org", "Hello judge,\nGAMES\nWhich game is best for me?\nA Par - Bur\nThanks\n", "hi")
    answer = text_of(std3.last_to("guest@q.org"))
    assert '"Which game is best for me?"' in answer
    assert '"A Par - Bur"' in answer
    assert '"Hello judge,"' not in answer


def test_thanks_of_a_game_master_are_not_reported_as_an_unknown_action(std3: Table) -> None:
    answer = gm(std3, "STATUS\nThe weather is fine today.\nThanks!\n", "std3")
    assert "The weather is fine today. NOT DONE" in answer
    assert "Thanks" not in answer
