"""What the answer to a sheet refuses is not carried out, whatever the partner's turn changes. S.11"""

from adjudicator.core.dice import ListedDice
from adjudicator.core.game import REFUSED
from adjudicator.empires import game

WEAK_IN_LUBLIN = {
    "phase": "Austria-Hungary",
    "turn": 2,
    "options": {"pace": "paired"},
    "units": {
        "Germany": ["Army Minsk", "2 Army Warsaw", "Army Cologne reduced", "Army Lutsk reduced cut"],
        "Austria-Hungary": ["Army Krakow", "Army Vienna"],
        "Russia": ["Army Brest-Litovsk", "Army Lublin reduced", "Army Kiev"],
        "Franco-British": ["French Army Paris"],
    },
    "state": {"control": {"Warsaw": "Germany", "Minsk": "Germany"}},
}
TAKE_LUBLIN = ["ACTIVATE", "Army Krakow - Lublin attacks"]


def played(*sheet: str) -> tuple[list[str], list[str]]:
    """Return what was refused of the German sheet, and the report after Austria-Hungary has taken Lublin."""
    state = game.place(WEAK_IN_LUBLIN)
    answer = game.read(state, "Germany", None, sheet)
    first = game.read(state, "Austria-Hungary", None, TAKE_LUBLIN)
    orders = {"Germany": answer.orders, "Austria-Hungary": first.orders}
    turn = game.judge(state, orders, ListedDice([6, 1] * 4))
    facts = game.show(turn.state, turn.record, "Germany")
    refused = [line.text for line in answer.lines if line.verdict == REFUSED]
    return refused, [item.text for section in facts.sections for item in section.items]


def test_a_refused_line_is_left_out_although_the_partner_makes_it_legal() -> None:
    refused, report = played(
        "ACTIVATE",
        "Army Minsk - Brest-Litovsk",
        "Army Warsaw - Brest-Litovsk attacks with Army Minsk",
        "IF the enemy is in Lublin: Army Warsaw - Lublin attacks ELSE Army Warsaw - Brest-Litovsk attacks",
    )
    assert refused == ["Army Minsk - Brest-Litovsk"]
    assert '"Army Minsk - Brest-Litovsk" was left out: There are enemies there' in "\n".join(report)
    assert any(
        "attacks, supported by Army Minsk, which moves there too: in Brest-Litovsk" in line for line in report
    )


def test_a_line_below_a_refused_heading_does_not_join_the_activation_above() -> None:
    refused, report = played(
        "ACTIVATE",
        "Army Minsk - Vilna",
        "IF the enemy is in Lublin: MISSIONS",
        "ENTRENCH Warsaw",
        "ACTIVATE",
        "IF the enemy is not in Lublin: Army Warsaw - Lublin",
    )
    assert refused == ["ACTIVATE"]
    assert not any(line.startswith("Army Warsaw") for line in report)


def test_only_the_recruit_that_was_refused_is_left_out() -> None:
    """The army in Lutsk is cut off until the partner takes Lublin. 6.4, 8.3"""
    refused, report = played("RECRUIT reinforce Lutsk, reinforce Cologne")
    assert refused == ["RECRUIT reinforce Lutsk, reinforce Cologne"]
    assert [line for line in report if line.startswith("Makes full")] == ["Makes full: Army Cologne."]
    assert "is in supply again" in "\n".join(report)


def test_the_lines_below_pause_are_to_be_sent_after_it() -> None:
    answer = game.read(game.place(WEAK_IN_LUBLIN), "Germany", None, ["MISSIONS", "PAUSE", "ENTRENCH Warsaw"])
    assert "when the part above PAUSE has been carried out" in answer.lines[2].remedy


def test_an_army_that_recruit_has_made_full_is_not_named_as_reduced() -> None:
    state = game.place({**WEAK_IN_LUBLIN, "units": {"Germany": ["2 Army Metz", "Army Metz reduced"]}})
    answer = game.read(
        state, "Germany", None, ["RECRUIT reinforce Metz", "ACTIVATE", "reduced Army Metz - Cologne"]
    )
    assert answer.lines[-1].reason == "Germany has no reduced army in Metz; there: 3 full German."
    assert "what RECRUIT makes full is full" in answer.lines[-1].remedy
