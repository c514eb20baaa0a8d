"""Random games of Empires reach every kind of order."""

from collections import Counter

from adjudicator.core.game import TAKEN
from adjudicator.empires import practice
from adjudicator.games import find

GAMES = 16
KINDS = (
    *("RECRUIT", "ACTIVATE", "OFFENSIVE", "RESEARCH", "ENTRENCH", "DIPLOMACY", "MISSIONS", "GAS"),
    *("TECHNOLOGIES", "CANCEL", "TRENCH", "SECOND", "SUPPORTER", "RETREAT"),
)
IN_AN_ATTACK = ("attacks", "air", "tanks", "with")


def test_every_kind_of_order_is_taken_in_some_random_game() -> None:
    """An Offensive never was: its lines had no heading."""
    found: Counter[str] = Counter()
    for number in range(GAMES):
        for played in practice.whole_game(find("empires"), f"practice {number}"):
            for line in played.reading.lines:
                if line.verdict == TAKEN:
                    found[line.text.split()[0]] += 1
                    found.update(word for word in IN_AN_ATTACK if f" {word}" in line.text)
    assert [kind for kind in (*KINDS, *IN_AN_ATTACK) if not found[kind]] == []
