"""Which move a support that names only the unit is for: "NDo - Bre, Amo supports NDo"."""

import pytest

from adjudicator.core.game import TAKEN
from adjudicator.games import find

GAME = find("hardbop")
STATE = GAME.place({"phase": "movement", "units": {"Saruman": ("A NDo", "A Amo", "A Ise")}})
OF_THE_MOVE = "Army Amon Sûl supports Army North Downs moving to Bree"
WHERE_IT_STAYS = "Army Amon Sûl supports Army North Downs where it stays"


def _support(text: str) -> str:
    lines = GAME.read(STATE, "Saruman", None, text.split("\n")).lines
    return next(line.reading for line in lines if line.verdict == TAKEN and "supports" in line.reading)


@pytest.mark.parametrize(
    "text",
    [
        "NDo x Bre, Amo s NDo. Ise std.",
        "NDo - Bre; Amo s NDo",
        "North Downs to Bree, Amon Sul supports North Downs",
        "A NDo - Bre\nThe army in Amon Sul helps North Downs.",
    ],
)
def test_of_a_unit_that_moves_it_is_for_the_move(text: str) -> None:
    assert _support(text) == OF_THE_MOVE


@pytest.mark.parametrize(
    "text",
    [
        "A NDo - Bre\nA Amo S A NDo",  # the notation says what it says; the answer warns of it
        "A NDo - Bre\nAmon Sul helps North Downs where it stands",
        "A NDo - Ang\nAmon Sul helps North Downs",  # which it could not follow
        "A NDo H\nAmon Sul helps North Downs",
    ],
)
def test_else_it_is_for_the_unit_where_it_stays(text: str) -> None:
    assert _support(text) == WHERE_IT_STAYS
