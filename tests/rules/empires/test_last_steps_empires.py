"""Recruits paid with the last step, steps of a diplomacy track, and words typed without accents."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.games import find

GAME = find("empires")
UNITS = {
    "Germany": ["Army Metz reduced", "Army Posen"],
    "Franco-British": ["French Army Brussels"],
    "Russia": ["Army Warsaw"],
}


def _answers(*lines: str) -> list[tuple[str, str]]:
    state = GAME.place({"units": UNITS, "phase": "Germany", "turn": 8, "state": {"diplomacy": {"Italy": 2}}})
    found = GAME.read(state, "Germany", None, list(lines)).lines
    return [(line.verdict, line.reading or line.reason) for line in found]


BOTH = [(TAKEN, "Recruits a full army in Cologne"), (TAKEN, "Makes full: Army Metz")]


@pytest.mark.parametrize(
    "line",
    [
        "recruit a full army in Cologne, and with the last step reinforce Metz",
        "recruit a full army in Cologne, the last step is for reinforcing Metz",
        "Rekrutieren: eine volle Armee in Köln, mit dem letzten Schritt verstärke ich Metz",
        "Recrutement : une armée complète à Cologne, et le dernier pas pour renforcer l'armée de Metz",
        "Ich rekrutiere eine volle Armee in Köln und fülle die schwache Armee in Metz auf",
        "Rekrutieren: eine volle Armee in Koeln, die schwache Armee in Metz auffuellen",
    ],
)
def test_the_last_step_pays_a_reinforcement(line: str) -> None:
    assert _answers(line) == BOTH


@pytest.mark.parametrize(
    "line",
    [
        "recruit a full army in Cologne, and with the last step a reduced one in Berlin",
        "recruit a full army in Cologne, the last step: a reduced army in Berlin",
        "Rekrutieren: eine volle Armee in Köln, und mit dem letzten Schritt eine reduzierte in Berlin",
        "Recrutement : une armée complète à Cologne, et avec le dernier pas une armée réduite à Berlin",
    ],
)
def test_the_last_step_pays_a_new_army(line: str) -> None:
    assert _answers(line) == [BOTH[0], (TAKEN, "Recruits a reduced army in Berlin")]


@pytest.mark.parametrize(
    "line",
    [
        "Diplomatie : Italie, un pas en arrière",
        "Diplomatie: Italien einen Schritt zurueck",
        "My third action is diplomacy, namely one step back with Italy.",
        "Diplomatie : un pas en arrière avec l'Italie",
    ],
)
def test_the_french_word_pas_for_a_step_is_not_a_negation(line: str) -> None:
    assert _answers(line) == [(TAKEN, "Diplomacy: Italy back")]


@pytest.mark.parametrize(
    "line", ["Diplomatie : Italie, pas en arrière", "Ne pas faire diplomatie Italie recule"]
)
def test_a_negated_order_is_refused(line: str) -> None:
    assert [verdict for verdict, _ in _answers(line)] == [REFUSED]


def test_a_full_army_is_not_made_full() -> None:
    assert (TAKEN, "Makes full: Army Posen") not in _answers("the full army in Posen to full strength")
