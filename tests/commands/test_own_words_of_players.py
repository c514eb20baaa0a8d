"""Requests of players in plain words: nothing is done, and the answer gives the command."""

import pytest

from tests.support.gamemaster import gm
from tests.support.table import Table, text_of

ANN = "ann@x.org"
NOT_TOLD = "Before the turn is run, nobody is told what others have sent"


@pytest.fixture
def std1(table: Table) -> Table:
    table.opens("std1", "72h", {"France": ANN, "England": "bob@y.org"}, "standard")
    table.post_office.forget()
    return table


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("Dear GM, I have to give up the game, sorry. I am resigning.", "RESIGN and your power"),
        ("I propose a draw between England and France", "VOTE DRAW"),
        ("I concede", "VOTE DRAW, VOTE CONCEDE"),
        ("I need more time please", "EXTEND 24h, and why"),
        ("When are the orders due?", "STATUS"),
        ("What are the odds of an attack on Munich?", "PREVIEW"),
    ],
)
def test_the_answer_names_the_command(std1: Table, line: str, command: str) -> None:
    told = text_of(std1.says(ANN, line, "std1"))
    assert f"If you meant a command, write it like this: {command}" in told
    assert "PRESS TO GM for the game master" in told
    assert "has no player" not in gm(std1, "PLAYERS\nSTATUS", "std1")


@pytest.mark.parametrize(
    "line",
    [
        "Did Bob support me?",
        "What has England ordered?",
        "Is England ready?",
        "What are their orders?",
        "What is England's order?",
    ],
)
def test_nobody_learns_what_others_have_sent(std1: Table, line: str) -> None:
    before = text_of(std1.says(ANN, line, "std1"))
    assert NOT_TOLD in before
    std1.says("bob@y.org", "F Lon - ENG\nREADY", "std1")
    assert text_of(std1.says(ANN, line, "std1")) == before


@pytest.mark.parametrize(
    "line",
    [
        "What else may I build there?",
        "What orders can I move with?",
        "Will we ever vote?",
        "What are the odds of the attack on Munich?",
        "What does support mean?",
        "What is a convoy?",
        "How do retreats work?",
    ],
)
def test_a_question_about_own_orders_is_not_about_those_of_others(std1: Table, line: str) -> None:
    assert NOT_TOLD not in text_of(std1.says(ANN, line, "std1"))


@pytest.mark.parametrize(
    "line",
    ["What happens to my units if I send no orders at all?", "What happens if I forget to send orders?"],
)
def test_what_happens_without_orders_is_told(std1: Table, line: str) -> None:
    for orders in ("", "A Par - Bur\n"):
        told = " ".join(text_of(std1.says(ANN, orders + line, "std1")).split())
        assert NOT_TOLD not in told
        assert "If you send no orders, your units hold, your dislodged units are disbanded" in told
    std1.set_rules("std1", silence="robot")
    told = " ".join(text_of(std1.says(ANN, line, "std1")).split())
    assert "your units hold" not in told and "HOUSE RULES says when the turn is run" in told


def test_a_question_about_possible_orders_is_answered_with_the_command(std1: Table) -> None:
    told = text_of(std1.says(ANN, "What else may I build there?", "std1"))
    assert "If you meant a command, write it like this: OPTIONS" in told


def test_orders_of_an_earlier_turn_do_not_count_again(std1: Table) -> None:
    told = text_of(std1.says(ANN, "Same orders as last turn.\nA Par - Bur", "std1"))
    assert "Orders of an earlier turn do not count again." in told
    assert "Army Paris moves to Burgundy" in told
    assert "earlier turn" not in text_of(
        std1.says(ANN, "The same army as last turn holds the line, I hope.", "std1")
    )


def test_a_question_beside_orders_is_answered_too(std1: Table) -> None:
    told = text_of(std1.says(ANN, "A Par - Bur\nDid England support me?", "std1"))
    assert NOT_TOLD in told and "Army Paris moves to Burgundy" in told
    assert NOT_TOLD not in text_of(std1.says(ANN, "A Par - Bur\nHow are you?", "std1"))


def test_a_finished_game_is_answered_with_the_commands_that_still_work(std1: Table) -> None:
    gm(std1, "END GAME", "std1")
    told = text_of(std1.says(ANN, "Who was England?", "std1"))
    assert "HISTORY lists the turns, PLAYERS who played what, and PRESS TO writes to the others." in told
    for command in ("HISTORY", "PLAYERS", "PRESS TO England\nwell played\nEND"):
        assert "NOT DONE" not in text_of(std1.says(ANN, command, "std1"))
        assert "is over. Its last" not in text_of(std1.last_to(ANN))
    assert "well played" in text_of(std1.last_to("bob@y.org"))


NOT_ONE = '" deletes nothing. CLEAR and a unit, such as CLEAR A Par, withdraws the order of that unit.'


@pytest.mark.parametrize(
    "line",
    ["clear A Par", "Clear the order of A Par", "cancel A Par", "CLEAR A Par - Bur", "Delete A Par - Bur"],
)
def test_the_order_of_one_unit_is_withdrawn(std1: Table, line: str) -> None:
    std1.says(ANN, "A Par - Bur\nA Mar H", "std1")
    told = " ".join(text_of(std1.says(ANN, line, "std1")).split())
    assert NOT_ONE not in told
    status = text_of(std1.says(ANN, "STATUS", "std1"))
    assert "Army Paris moves to Burgundy" not in status and "Army Marseilles holds" in status


@pytest.mark.parametrize("line", ["Scratch Paris", "Drop the plan about Paris"])
def test_a_line_that_withdraws_nothing_is_answered_with_how_to_change_an_order(
    std1: Table, line: str
) -> None:
    std1.says(ANN, "A Par - Bur\nA Mar H", "std1")
    told = " ".join(text_of(std1.says(ANN, line, "std1")).split())
    assert f'"{line}{NOT_ONE} A later message replaces orders unit by unit.' in told
    status = text_of(std1.says(ANN, "STATUS", "std1"))
    assert "Army Paris moves to Burgundy" in status and "Army Marseilles holds" in status


def test_clear_says_what_it_did(std1: Table) -> None:
    std1.says(ANN, "A Par - Bur", "std1")
    told = " ".join(text_of(std1.says(ANN, "CLEAR", "std1")).split())
    assert "Everything that you had ordered for this turn is deleted." in told
    assert NOT_ONE not in told


@pytest.mark.parametrize(
    "line",
    [
        "Ready. Thank you for the quick answer!",
        "Ready. Thanks, Tom",
        "READY! Best regards, Tom",
        "Ready, thanks a lot!",
        "Thanks. Ready",
    ],
)
def test_thanks_beside_ready_do_not_hide_it(std1: Table, line: str) -> None:
    assert "You are ready." in text_of(std1.says(ANN, f"A Par - Bur\n{line}", "std1"))


@pytest.mark.parametrize("line", ["Ready. But wait for Bob", "ready. A Mar H", "Ready. Thanks but wait."])
def test_ready_among_other_sentences_does_not_count_and_the_answer_says_so(std1: Table, line: str) -> None:
    told = text_of(std1.says(ANN, f"A Par - Bur\n{line}", "std1"))
    assert "READY counts only alone on its line, so it does not count here." in told
    assert "You are ready." not in told
    assert "Army Paris moves to Burgundy" in told


@pytest.mark.parametrize("line", ["END GAME draw England, France", "END THE GAME"])
def test_a_wish_to_end_the_game_is_answered_with_votes_not_with_end(table: Table, line: str) -> None:
    told = text_of(table.says("ann@x.org", line))
    assert "If you meant a command: VOTE" in told
    assert "SIGNOFF" not in told
