"""Positions of Middle-earth games in rule cases: mistakes are refused with a reason."""

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
def test_an_unknown_owner_or_centre_is_refused(game: Game, centres: Facts, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        game.place({"phase": "movement", "centres": centres})
