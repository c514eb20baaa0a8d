"""Shorthand of experienced postal players, and what hurried people leave out or misspell."""

import pytest

from adjudicator.core.game import REFUSED, REMARK, TAKEN, Reading
from adjudicator.empires.language.sentences.shorthand import spelled_out
from adjudicator.games import find

UNITS = {
    "Germany": ["German Army Cologne", "German Army Metz"],
    "Franco-British": [
        "French Army Orleans",
        "French Army Paris",
        "2 French Armies Nancy",
        "French Army Nancy reduced",
        "2 French Armies Lille",
        "British Army London",
        "British small Army London",
        "French Army Verdun",
        "British Army Nantes",
    ],
}


def _read(*lines: str) -> Reading:
    game = find("empires")
    state = game.place({"units": UNITS, "phase": "Franco-British", "turn": 5})
    return game.read(state, "Franco-British", None, lines)


def _taken(*lines: str) -> list[str]:
    return [line.reading for line in _read(*lines).lines if line.verdict == TAKEN and line.reading]


def _refused(*lines: str) -> list[tuple[str, str]]:
    return [(line.text, line.remedy) for line in _read(*lines).lines if line.verdict == REFUSED]


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("F Orl-Ver", "French Orl-Ver"),
        ("small F Lil-Bru", "small French Lil-Bru"),
        ("G Col-Bru", "German Col-Bru"),
        ("F Ver-Met att, s by F Nan", "French Ver-Metz att, s by French Nan"),
        ("f Brit Ldn", "full Brit London"),
        ("Rec f Fr Mar", "Rec full Fr Mar"),
        ("Rec: f Orl, f Par", "Rec: full Orl, full Par"),
        ("Ar Dvi > Vil", "Army Dvi > Vil"),
        ("E Brussels", "Entr Brussels"),
        ("Act Ldn-Rou", "Act London-Rou"),
    ],
)
def test_the_shorthand_of_postal_players_is_spelled_out(short: str, full: str) -> None:
    assert spelled_out(short) == full


@pytest.mark.parametrize(
    "text",
    [
        "F Par",  # a full army, or a French one?
        "Army Metz - Verdun attacks",
        "I want Metz",
        "Brl-Vln",  # Berlin, Brussels, Breslau ...
        "LBN",  # a typing error for LON
        "plan B for Metz",
    ],
)
def test_ambiguous_shorthand_is_not_spelled_out(text: str) -> None:
    assert spelled_out(text) == text


@pytest.mark.parametrize(
    ("lines", "orders"),
    [
        (
            ["Rec: f Brit Ldn, r Brit Rouen."],
            ["Recruits a full army in London", "Recruits a reduced British army in Rouen"],
        ),
        (
            ["Act: F Orl-Ver, F Par-Ver, Br Ldn-Rou."],
            ["Army Orleans moves", "Army Paris moves to Verdun", "Army London moves to Rouen by sea"],
        ),
        (["Act: F Nan-Met att, s by F Ver"], ["Nancy moves to Metz and attacks, supported by Army Verdun"]),
        (["Act 2: both big F Lil-Bru"], ["2 Armies Lille move to Brussels"]),
        (["T: Def 1"], ["Researches Defence 1"]),
        (["R: Def 1"], ["Researches Defence 1"]),
        (["trench Verdun"], ["Entrenches in Verdun"]),
        (["ACTIVATE", "one of the Lilles to Brussels"], ["Army Lille moves to Brussels"]),
        (["ACTIVATE", "Railway: one army from Lille by train to Lyon"],
         ["Army Lille goes by strategic move to Lyon"]),
    ],
)  # fmt: skip
def test_a_sheet_in_shorthand_is_read(lines: list[str], orders: list[str]) -> None:
    taken = " | ".join(_taken(*lines))
    assert all(order in taken for order in orders), (taken, _refused(*lines))


def test_a_large_army_can_be_asked_for() -> None:
    assert "Army London moves to Rouen by sea" in _taken("ACTIVATE", "big British from London over to Rouen")
    small = _taken("ACTIVATE", "the little British one from London to Rouen")
    assert "small Army London moves to Rouen by sea" in small
    [(_, remedy)] = _refused("ACTIVATE", "small French Army Orleans - Verdun")
    assert remedy == "Name one of these."


def test_the_kind_of_a_recruit_may_follow_its_place() -> None:
    taken = _taken("RECRUIT", "full French in Lyon", "in Nantes British")
    assert "Recruits a reduced British army in Nantes" in taken
    assert "Recruits a full army in Lyon" in taken


def test_the_third_stays_and_the_other_two_move() -> None:
    taken = _taken("ACTIVATE", "Two of the three from Nancy go to Verdun, the third stays.")
    assert "2 full Armies Nancy move to Verdun" in taken or "2 Armies Nancy move to Verdun" in taken


def test_an_attack_with_one_army_is_made_by_one() -> None:
    assert "Army Verdun moves to Metz and attacks" in _taken("ACTIVATE", "Verdun attacks Metz with one army")
    assert not [one for one in _taken("ACTIVATE", "Nancy attacks Metz with two armies") if "Metz" in one]


@pytest.mark.parametrize(
    "behind", [", both Nancys supp", "; supports the one from Nancy", ", and Nancy supports the attack"]
)
def test_an_attack_is_not_taken_without_the_support_that_is_not_understood(behind: str) -> None:
    taken = _taken("ACTIVATE", f"F Verdun-Metz x{behind} under (a)")
    assert "Army Verdun moves to Metz and attacks" not in taken


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("If Lille has to run: Paris 1st, then Rouen.", "RETREAT Lille: Paris, Rouen"),
        ("If Lille has to run: Paris 1st, then Rouen. Other SOs as before.", "RETREAT Lille: Paris, Rouen"),
        ("If Lille must retreat it should go to Paris, failing that Rouen.", "RETREAT Lille: Paris, Rouen"),
        ("Should Nancy be attacked and have to go, Verdun first, otherwise Orleans.",
         "RETREAT Nancy: Verdun, Orleans"),
        ("Should the army in Nancy have to retreat at any time, please send it to Orleans.",
         "RETREAT Nancy: Orleans"),
        ("Please always keep one mission back against air attacks.", "CANCEL AIR keep 1"),
        ("Air: never cancel.", "CANCEL AIR never"),
        ("cancel air up to two times in France-Belgium", "CANCEL AIR up to 2 in France-Belgium"),
        ("My trenches should never absorb losses.", "TRENCH never"),
        ("Trench in Verdun always.", "TRENCH always in Verdun"),
        ("Supporters: the reduced one takes the loss.", "SUPPORTER LOSS reduced"),
        ("Supporter loss: last.", "SUPPORTER LOSS last"),
        ("St. ords: ret. fm Nancy = Verdun, then Orleans", "RETREAT Nancy: Verdun, Orleans"),
    ],
)  # fmt: skip
def test_a_standing_order_in_a_sentence_is_read(text: str, order: str) -> None:
    assert f"Standing order: {order}" in _taken(text)


def test_a_wrapped_condition_is_not_read_as_an_order_for_every_zone() -> None:
    assert _taken("If I am beaten in Nancy I want to", "retreat to Orleans.") == [
        "Standing order: RETREAT Nancy: Orleans"
    ]
    assert not _taken("If the Kaiser is beaten in Nancy I want to", "retreat to Orleans.")


def test_full_at_the_end_of_a_list_describes_only_the_last_army() -> None:
    assert not [
        one
        for one in _taken("Recruit: reduced in Paris, Nancy up to strength")
        if "Makes full: Army Paris" in one
    ]


def test_each_misspelt_order_of_a_line_gets_its_own_suggestion() -> None:
    found = dict(_refused("ACTIVATE", "Orlens to Verdn, Londno to Rouen, Lille to Brusels"))
    assert len(found) == 3
    remedies = list(found.values())
    for words, remedy in zip(("Orl", "London", "Brussels"), remedies, strict=True):
        assert words in remedy, found
        assert "Did you mean" in remedy


def test_a_line_with_every_word_misspelt_is_not_prose() -> None:
    lines = _read("Recriut a fulll army in Pariss").lines
    assert not [line for line in lines if line.verdict == REMARK]
    assert any("Paris" in line.remedy for line in lines)


def test_the_suggestion_for_a_misspelt_list_is_the_whole_list() -> None:
    [(_, remedy)] = _refused("SECOND LOSS trench, fulll, reduced")
    assert "SECOND LOSS trench, full, reduced" in remedy
