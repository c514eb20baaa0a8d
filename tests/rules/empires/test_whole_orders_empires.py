"""An attack and its support are read or refused together, and no order counts as talk."""

import pytest

from adjudicator.core.game import NOTED, REFUSED, REMARK, TAKEN, Reading
from adjudicator.games import find

UNITS = {
    "Germany": [
        *("2 German Armies Cologne", "2 German Armies Metz", "German Army Strasbourg"),
        *("German Army Breslau", "German Army Dresden"),
    ],
    "Franco-British": ["French Army Brussels", "French Army Nancy"],
    "Russia": ["Army Warsaw"],
}
WHOLE = "Army Cologne moves to Brussels and attacks, supported by Army Cologne, which moves there too"


def _read(*lines: str) -> Reading:
    game = find("empires")
    state = game.place({"units": UNITS, "phase": "Germany", "turn": 5})
    return game.read(state, "Germany", None, lines)


def _taken(*lines: str) -> list[str]:
    return [line.reading for line in _read(*lines).lines if line.verdict == TAKEN and line.reading]


def _orders(*lines: str) -> list[str]:
    return [row.order for row in _read(*lines).in_force if row.source.endswith("message")]


def _verdicts(*lines: str) -> list[str]:
    return [line.verdict for line in _read(*lines).lines if line.verdict != NOTED]


@pytest.mark.parametrize(
    "lines",
    [
        ["Activate: Cologne to Brussels, attack, 2nd Cologne helps"],
        ["Activate: Cologne to Brussels, attack. The other Cologne army backs it up."],
        ["Activate: Cologne - Brussels att, supp. by the other"],
        ["ACTIVATE", "Cologne -> Brussels (attack, other Cologne in support)"],
        ["ACTIVATE", "Army Cologne - Brussels attacks", "the 2nd Cologne army goes along as support"],
        ["ACTIVATE", "Cologne attacks Brussels; the second army from Cologne supports this attack"],
        ["ACTIVATE", "Cologne attacks Brussels. The second army", "from Cologne supports this attack."],
        ["ACTIVATE", "Both Cologne armies march on Brussels: the first attacks, the second gives support"],
        ["ACTIVATE", "Army | To | What", "Cologne | Brussels | attack with other Cologne"],
        [
            "ACTIVATE",
            "Army    To    What",
            "Cologne    Brussels    attacks",
            "Cologne    Brussels    supports",
        ],
        ["# | Action | Where | Details", "1 | Activate | Cologne | to Brussels, attack, 2nd Cologne helps"],
    ],
)
def test_a_support_belongs_to_its_attack_wherever_it_is_written(lines: list[str]) -> None:
    assert WHOLE in _orders(*lines)


@pytest.mark.parametrize(
    "support",
    [
        "and the second Cologne gives a hand in due course in support",
        "Dresden or so helps it",
        "Cologne 2 supports, I hope",
    ],
)
@pytest.mark.parametrize("between", [", ", ". ", "\n"])
def test_an_attack_is_not_taken_without_a_support_that_is_not_understood(support: str, between: str) -> None:
    lines = f"ACTIVATE\nCologne - Brussels attacks{between}{support}".split("\n")
    assert not any("attacks" in words for words in _taken(*lines))
    assert all(line.remedy for line in _read(*lines).lines if line.verdict == REFUSED)
    assert REMARK not in _verdicts(*lines)


@pytest.mark.parametrize(
    "talk", ["Thanks for your support!", "The other players may support me?", "No support."]
)
def test_talk_of_support_does_not_change_the_attack(talk: str) -> None:
    assert _taken("ACTIVATE", "Cologne - Brussels attacks", talk) == [
        "Activates armies",
        "Army Cologne moves to Brussels and attacks",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Act: Bres-Warsaw att",
        "Bres-Warsaw att",
        "2nd loss whatever",
        "Metz/2: Nancy, support",
        "Cologne Brussels supports",
    ],
)
def test_no_order_counts_as_talk(text: str) -> None:
    [refused] = [line for line in _read("RESEARCH Attack 1", text).lines if line.text == text]
    assert refused.verdict == REFUSED
    assert refused.remedy


def test_a_name_short_for_several_zones_gets_a_suggestion() -> None:
    [refused] = [line for line in _read("MISSIONS", "Bres-Warsaw att").lines if line.verdict == REFUSED]
    assert "Army Breslau - Warsaw attacks" in refused.remedy


def test_armies_below_a_heading_that_is_not_understood_do_not_join_the_one_above() -> None:
    assert _taken("ACTIVATE", "Metz - Strasbourg", "Act: Bres-Warsaw att", "Dres-Ber") == [
        "Activates armies",
        "Army Metz moves to Strasbourg",
    ]


def test_a_table_names_an_army_by_its_zone() -> None:
    lines = ["ACTIVATE", "Army | To | What", "Metz | Strasbourg | move", "Dresden | Berlin | -"]
    assert _taken(*lines)[1:] == ["Army Metz moves to Strasbourg", "Army Dresden moves to Berlin"]


@pytest.mark.parametrize("kinds", ["trench/reduced/full", "T/R/F", "trench > red > full"])
@pytest.mark.parametrize("lead", ["SO: cancel air never; ", "", "SO: "])
def test_the_standing_order_second_loss_in_shorthand(lead: str, kinds: str) -> None:
    assert "Standing order: SECOND LOSS trench, reduced, full" in _taken(f"{lead}2nd loss {kinds}")


@pytest.mark.parametrize("lead", ["Rec", "Rec:", "Blds", "Blds:", "Rcrt"])
def test_recruits_in_shorthand(lead: str) -> None:
    assert _orders(f"{lead} f Ber, red Col")[1:] == [
        "Recruits a full army in Berlin",
        "Recruits a reduced army in Cologne",
    ]


def test_all_supports_of_an_attack_are_suggested_together() -> None:
    lines = [
        "ACTIVATE",
        "Metz - Nancy attacks",
        "2.2) Metz -> Nancy, in support of 2.1",
        "2.3) Strasbourg in support of 2.1",
    ]
    remedies = {line.remedy for line in _read(*lines).lines if line.verdict == REFUSED}
    assert remedies == {"Did you mean Army Metz - Nancy attacks with Army Metz, Army Strasbourg?"}


@pytest.mark.parametrize(
    "support",
    [
        "The other Cologne army supports the attack on Brussels",
        "Other Cologne army supports Cologne",
        "2nd Cologne (stays) helps the attack of Cologne",
    ],
)
def test_a_support_may_name_the_army_it_supports(support: str) -> None:
    assert WHOLE in _orders("ACTIVATE", "Cologne - Brussels attacks", support)


def test_a_refused_support_further_down_refuses_its_attack_too() -> None:
    lines = [
        "ACTIVATE",
        "Metz - Nancy attacks",
        "RESEARCH Gas",
        "",
        "Hm.",
        "Instead Strasbourg supports Metz.",
    ]
    assert not any("attacks" in words for words in _taken(*lines))
    assert "Researches Gas" in _taken(*lines)
    remedies = {line.remedy for line in _read(*lines).lines if line.verdict == REFUSED and line.number > 1}
    assert any("Army Metz - Nancy attacks with Army Strasbourg" in remedy for remedy in remedies)


@pytest.mark.parametrize(
    "attack",
    [
        "attacks whatever Frenchmen it may find there",
        "attack with all the fury that it has",
        "makes an attack of the boldest kind",
    ],
)
def test_a_move_is_not_taken_without_an_attack_that_is_not_understood(attack: str) -> None:
    lines = ["ACTIVATE", f"Metz - Strasbourg and {attack}", "Dresden - Berlin"]
    assert "Army Metz moves to Strasbourg" not in _taken(*lines)
    assert "Army Dresden moves to Berlin" in _taken(*lines)


@pytest.mark.parametrize(
    "talk",
    ["he attacks me there otherwise", "where they attacked us last year", "attack is the best defence?"],
)
def test_talk_of_attacks_after_a_move_does_not_change_it(talk: str) -> None:
    assert "Army Metz moves to Strasbourg" in _taken("ACTIVATE", f"Metz - Strasbourg. {talk}")
