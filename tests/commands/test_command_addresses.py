"""Mail without text to an address such as judge+help@... works like the command."""

import pytest

from pbem.tables.opening import CannotOpen, Plan, open_table
from pbem.tables.people.reply_addresses import COMMANDS, WITH_TOKEN, takes
from tests.support.table import JUDGE, Table, text_of

ANN, EVE = "ann@x.org", "eve@e.org"


def to(word: str) -> str:
    return f"judge+{word}@judge.example"


def answer(table: Table, sender: str, word: str, body: str = "", subject: str = "") -> str:
    table.clock.passes(minutes=40)  # answers per hour are limited
    table.mail(sender, body, subject, to(word))
    return text_of(table.last_to(sender))


def test_a_stranger_gets_help_the_tables_and_the_rules(table: Table) -> None:
    assert "You play by mail" in answer(table, EVE, "help")
    assert "r1: The Race" in answer(table, EVE, "games")
    told = answer(table, EVE, "rules")
    assert "There are rules of standard, downfall-xiii" in told
    assert 'no game ""' not in told


def test_a_player_gets_their_status(table: Table) -> None:
    table.mail(ANN, "go 3")
    assert "Red will go 3" in answer(table, ANN, "status")


@pytest.mark.parametrize("word", ["help", "status", "games", "rules"])
def test_such_a_message_is_not_called_empty(table: Table, word: str) -> None:
    table.vouched.add("gm@w.org")
    for who in (ANN, EVE, "gm@w.org"):
        assert "is empty" not in answer(table, who, word)


def test_a_stranger_has_no_status(table: Table) -> None:
    assert "Nobody who plays here is registered with your address" in answer(table, EVE, "status")


def test_a_game_master_gets_the_status_of_the_table(table: Table) -> None:
    table.vouched.add("gm@w.org")
    assert "Red" in answer(table, "gm@w.org", "status", subject="r1")


def test_text_takes_precedence_over_the_address(table: Table) -> None:
    assert "Red will go 2" in answer(table, ANN, "help", "go 2", "r1")


def test_an_automatic_reply_to_such_an_address_is_not_answered(table: Table) -> None:
    table.mail(EVE, "", "Out of office", to("help"), Auto_Submitted="auto-replied")
    assert table.mails_to(EVE) == []


def test_a_program_that_keeps_writing_gets_a_limited_number_of_answers(table: Table) -> None:
    most = table.settings.messages.answers_an_hour
    for _ in range(3 * most):
        table.mail(EVE, "", "hello", to("help"))
    assert len(table.mails_to(EVE)) == most
    for _ in range(48):
        table.clock.passes(minutes=30)
        table.mail(EVE, "", "hello", to("help"))
    assert len(table.mails_to(EVE)) <= 3 * most + 1


@pytest.mark.parametrize("word", COMMANDS)
def test_such_an_address_is_accepted_and_never_a_token_or_a_table(table: Table, word: str) -> None:
    assert takes(to(word), JUDGE)
    assert not any(shape.fullmatch(word) for shape in WITH_TOKEN)
    with pytest.raises(CannotOpen, match="cannot be the name of a table"):
        open_table(Plan(word, "race", "gm@w.org", ()), table.office, table.clock.now())
