"""A request in plain words to tell another power something is not sent; the answer gives the command."""

import pytest

from tests.support.table import Table, text_of

ANN, BOB = "ann@x.org", "bob@y.org"
SEATS = {"France": ANN, "Germany": BOB, "England": "eve@z.org"}


@pytest.fixture
def std1(table: Table) -> Table:
    table.vouched |= set(SEATS.values())
    table.opens("std1", "72h", SEATS, "standard")
    table.post_office.forget()
    return table


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        ('Tell Germany: "I will not attack you."', "PRESS TO Germany: I will not attack you."),
        ("Please tell Germany that Burgundy is mine", "PRESS TO Germany: Burgundy is mine"),
        (
            "Say to Germany: A Par - Bur, please support it",
            "PRESS TO Germany: A Par - Bur, please support it",
        ),
        ("Note for Germany: F Bre - MAO", "PRESS TO Germany: F Bre - MAO"),
        ("Message for Germany:", "PRESS TO Germany: and your text"),
        ("To Germany: Paris to Burgundy", "PRESS TO Germany: Paris to Burgundy"),
        ("Let Germany know that Paris moves to Burgundy.", "PRESS TO Germany: Paris moves to Burgundy."),
        ("Could you tell Germany and England: peace?", "PRESS TO England, Germany: peace?"),
        ("@Germany: hello", "PRESS TO Germany: hello"),
        ("Forward this to Germany: hello", "PRESS TO Germany: hello"),
        ("Send Germany this message: hello", "PRESS TO Germany: hello"),
        ("Ask Germany to support Paris to Burgundy", "PRESS TO Germany: and your text"),
        ("Tell Germany I move Paris to Burgundy", "PRESS TO Germany: and your text"),
        ("Inform the GM that I am in Rome", "PRESS TO GM: I am in Rome"),
    ],
)
def test_nothing_is_sent_and_the_answer_says_how(std1: Table, line: str, remedy: str) -> None:
    told = text_of(std1.says(ANN, f"F Bre - ENG\n\n{line}", "std1"))
    assert "Nothing was sent to" in told
    assert remedy in told
    assert "Fleet Brest moves to the English Channel" in told
    assert "Did you mean" not in told
    assert not std1.mails_to(BOB)


def test_a_request_without_orders_is_answered_too(std1: Table) -> None:
    told = text_of(std1.says(ANN, 'Tell Germany: "I will not attack you."', "std1"))
    assert "PRESS TO Germany: I will not attack you." in told
    assert not std1.mails_to(BOB)


@pytest.mark.parametrize("command", ["PRESS TO Germany", "Press for Germany", "Message for Germany"])
def test_the_command_in_the_answer_sends_it(std1: Table, command: str) -> None:
    std1.says(ANN, f"{command}: I will not attack you.", "std1")
    assert "I will not attack you." in text_of(std1.last_to(BOB))


@pytest.mark.parametrize(
    "line", ["Tell Paris to hold", "To Burgundy: A Par", "Tell me: is it late?", "For France: A Par H"]
)
def test_only_sentences_about_another_power_are_requests(std1: Table, line: str) -> None:
    assert "Nothing was sent to" not in text_of(std1.says(ANN, line, "std1"))


def test_a_reply_to_one_power_does_not_carry_words_for_another(std1: Table) -> None:
    std1.says("eve@z.org", "PRESS TO France: Shall we?", "std1")
    press = std1.last_to(ANN)
    std1.post_office.forget()
    std1.reply(press, "Tell Germany: England will attack you.", ANN)
    assert "PRESS TO Germany: England will attack you." in text_of(std1.last_to(ANN))
    assert not std1.mails_to("eve@z.org")
