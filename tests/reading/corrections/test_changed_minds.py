"""Sentences that swap orders above or say that a unit stays, in the words of `changed_minds.toml`."""

import pytest

from adjudicator.core.language.changed_minds import says_stays, swaps


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
