"""Sentences that swap orders above or say that a unit stays, in the words of `changed_minds.toml`."""

import pytest

from adjudicator.core.language.corrections.changed_minds import may_change_later, says_stays, swaps


@pytest.mark.parametrize(
    "text",
    [
        "no, the other way round",
        "swap the two",
        "I mixed up Rome and Venice",
        "nein, umgekehrt",
        "die beiden sind vertauscht",
        "non, à l'inverse",
    ],
)
def test_two_orders_are_swapped_in_three_languages(text: str) -> None:
    assert swaps(text)


@pytest.mark.parametrize(
    "text", ["it stays", "he rests", "does not move", "they are staying", "die bleiben da", "ils restent"]
)
def test_a_unit_stays_in_three_languages(text: str) -> None:
    assert says_stays(text)


@pytest.mark.parametrize(
    "text",
    [
        "I may still change Trieste.",
        "(pls no early run, I may still change the E15 griffin)",
        "we might change the fleet before the deadline",
        "vielleicht ändere ich die Flotte noch",
    ],
)
def test_a_later_message_may_change_an_order(text: str) -> None:
    assert may_change_later(text)


@pytest.mark.parametrize(
    "text",
    [
        "I might rather change Trieste.",
        "I may still change the griffin to E7",
        "please change Trieste",
        "I may still change Rome -> Venice",
    ],
)
def test_a_change_that_is_wanted_now(text: str) -> None:
    assert not may_change_later(text)
