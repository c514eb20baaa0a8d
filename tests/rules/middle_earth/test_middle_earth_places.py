"""What a position of a Middle-earth game refuses that is written by hand."""

import pytest

from adjudicator import downfall_xiii, hardbop
from adjudicator.core.game import Facts, Game


@pytest.mark.parametrize("game", [downfall_xiii.game, hardbop.game])
@pytest.mark.parametrize(
    ("centres", "why"),
    [
        ({"Narnia": ["MTi"]}, 'centres: no power "Narnia"; write a power or "none"'),
        ({"Gondor": ["Fan"]}, 'centres: "Fan" is not a supply centre'),
    ],
)
def test_a_centre_has_a_power_for_its_owner(game: Game, centres: Facts, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        game.place({"phase": "movement", "centres": centres})
