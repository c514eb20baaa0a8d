"""Epic Domination: units that no line names hold, and losses given as a preference."""

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.core.game import TAKEN
from tests.support.play.read_lines import lines_read

POSITION: Mapping[str, Any] = {
    "units": {"Blue": ["5 Knight B4", "Griffin A8", "2 Militia A7"], "Red": ["Knight B3"]},
    "phase": "turn",
}
ALL_HOLD, GRIFFINS_FIRST = "All units without another order hold", "Lose Griffin, Knight"


def _read(text: str) -> list[str]:
    return [
        line.reading for line in lines_read("domination", POSITION, "Blue", text) if line.verdict == TAKEN
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Everybody I haven't mentioned stays put, please.",
        "Everyone not mentioned holds",
        "Everybody who wasn't mentioned holds",
        "all my units that are not named hold",
        "Anything without orders holds",
        "Those I didn't list above just stay where they are",
        "Alle nicht genannten Einheiten bleiben stehen",
        "Toutes les unités non mentionnées restent sur place",
    ],
)
def test_units_that_no_line_names_hold(text: str) -> None:
    assert _read(text) == [ALL_HOLD]


@pytest.mark.parametrize(
    "text",
    [
        "Everybody I haven't mentioned goes to B8",
        "Everyone I haven't met yet stays at home",
        "everything I have not mentioned is secret",
    ],
)
def test_other_sentences_about_unnamed_units_order_nothing(text: str) -> None:
    assert not _read(text)


@pytest.mark.parametrize(
    "text",
    [
        "I'd sooner lose griffins than knights in this one.",
        "We would rather sacrifice griffins than knights",
        "Lieber Greife als Ritter verlieren",
        "Ich verliere lieber Greife als Ritter",
        "plutôt perdre des griffons que des chevaliers",
        "je préfère perdre les griffons plutôt que les chevaliers",
    ],
)
def test_losses_given_as_a_preference(text: str) -> None:
    assert _read(text) == [GRIFFINS_FIRST]


@pytest.mark.parametrize(
    "text",
    [
        "I'd sooner lose the war than my wife",
        "I would rather build griffins than knights",
        "lieber Greife als Ritter bauen",
        "je préfère les griffons que les chevaliers",
        "I'd rather not lose griffins than knights",
    ],
)
def test_other_preferences_are_not_losses(text: str) -> None:
    assert not _read(text)


@pytest.mark.parametrize(
    "text",
    [
        "If there's a fight I'd lose the forts first, then militia, knights, and griffins at the very end.",
        "If it comes to a battle we would lose forts, militia, knights, griffins",
        "lose forts, then militia, then knights, and griffins at the end",
    ],
)
def test_losses_if_there_is_a_fight_hold_for_all_fights(text: str) -> None:
    assert _read(text) == ["Lose Fort, Militia, Knight, Griffin"]


@pytest.mark.parametrize(
    "text", ["If there's a fight I'd lose my patience", "If there's a fight at A7, lose militia first"]
)
def test_other_sentences_about_fights_give_no_losses_for_all_fights(text: str) -> None:
    assert not _read(text)
