"""Retreats with a second choice in another sentence, in Downfall XIII and Hardbop (R Los, Ano)."""

import pytest

from adjudicator import downfall_xiii, hardbop
from adjudicator.core.game import REFUSED, TAKEN, ReadLine

XIII = downfall_xiii.game
BEATEN = XIII.place(
    {
        "phase": "retreat",
        "turn": 3,
        "units": {"Gondor": ["A Osg"], "Mordor": ["3A MTi"]},
        "dislodged": {"Gondor": ["A MTi < NIt"]},
    }
)
LOS_ANO = "Army Minas Tirith retreats to Lossarnach or Anórien"


def _read(text: str) -> list[ReadLine]:
    return [line for line in XIII.read(BEATEN, "Gondor", None, text.split("\n")).lines if line.text]


def _taken(text: str) -> list[str]:
    return [line.reading for line in _read(text) if line.verdict == TAKEN]


@pytest.mark.parametrize(
    "text",
    [
        "A MTi R Los, Ano",
        "The army in Minas Tirith retreats to Lossarnach. If that is not possible, then Anorien.",
        "My army falls back to Lossarnach. If for some reason Lossarnach is not\navailable, then it should go"
        " to Anorien instead.",
        "A Minas Tirith retreats to Lossarnach.\nFailing that, Anorien.",
        "army to lossarnach pls. if it cant then anorien",
        "lossarnach. if not poss then anorien\n(the army from minas tirith obv)",
        "Please let the army from Minas Tirith\nretreat to Lossarnach. As second choice\nI would take Ano.",
        "A MTi R Los (second choice: Ano)",
        "A MTi - Los; if blocked, Ano",
        "army minas tirith retreats to lossarnach, or anorien if lossarnach is taken",
        "Army Minas Tirith to Lossarnach if it is free, otherwise to Anorien.",
        "Lossarnach please, or if that is barred, Anorien",
        "My army flees to Lossarnach, and to Anorien if that is shut.",
        "Should it go elsewhere? I think not.\n\nA MTi to Lossarnach. If the rules do not let it in there,"
        " it retreats to Anorien.",
        "Die Armee in Minas Tirith weicht nach Lossarnach zurück. Falls das nicht geht, nach Anorien.",
        "Armee Minas Tirith zieht sich nach Lossarnach zurueck, sonst Anorien",
    ],
)
def test_the_second_choice_of_a_retreat_may_have_its_own_sentence(text: str) -> None:
    assert _taken(text) == [LOS_ANO]


def test_a_third_choice_may_follow() -> None:
    state = XIII.place(
        {
            "phase": "retreat",
            "turn": 3,
            "units": {"Mordor": ["3A Iml"]},
            "dislodged": {"Elves": ["A Iml < Hol"]},
        }
    )
    text = "A Iml R Rhu.\nFailing that, Ettenmoors.\nShould that be full too, I would prefer the Carrock."
    (line, *_) = XIII.read(state, "Elves", None, text.split("\n")).lines
    assert line.reading == "Army Imladris retreats to Rhudaur or the Ettenmoors or the Carrock"


@pytest.mark.parametrize(
    "text",
    [
        "A MTi R Los. If Mordor is not in Anorien then Anorien.",
        "A MTi R Los. Or perhaps Anorien?",
        "A MTi R Los. On no account Anorien!",
    ],
)
def test_a_sentence_about_others_is_not_a_second_choice(text: str) -> None:
    assert _taken(text) == ["Army Minas Tirith retreats to Lossarnach"]


def test_an_unwanted_place_is_not_a_second_choice() -> None:
    assert not _taken("A MTi R Los. If it cannot go there do not go to Anorien")[1:]
    assert LOS_ANO not in _taken("A MTi to Lossarnach, if that is shut never to Anorien")


def test_a_second_thought_withdraws_both_choices() -> None:
    lines = _read("A MTi R Los. If that doesn't work, Anorien.\n\nNo wait, scrap that: A MTi D")
    assert lines[0].verdict == REFUSED


def test_the_lines_are_quoted_as_they_were_written() -> None:
    lines = _read("Hello GM, a sad day!\nA MTi R Los.\nFailing that, Anorien.\nCheers, Beregond")
    (taken,) = [line for line in lines if line.verdict == TAKEN]
    assert (taken.number, taken.text) == (2, "A MTi R Los. Failing that, Anorien.")
    assert [line.number for line in lines][-1] >= 4


def test_the_army_without_its_place_is_the_only_one_that_retreats() -> None:
    assert _taken("my army goes back to Lossarnach") == ["Army Minas Tirith retreats to Lossarnach"]


def test_hardbop_reads_them_too() -> None:
    game = hardbop.game
    state = game.place(
        {
            "phase": "retreat",
            "turn": 3,
            "units": {"Gondor": ["A Bel"], "Mordor": ["A MTi"]},
            "dislodged": {"Gondor": ["A MTi < Osg"]},
        }
    )
    lines = game.read(
        state, "Gondor", None, ["the army goes to lossarnach. if that's full then anorien"]
    ).lines
    assert [line.reading for line in lines] == [LOS_ANO]


@pytest.mark.parametrize(
    "text",
    [
        "So the beaten army falls back to Lossarnach (first choice) or Anorien (second choice) instead.",
        "The beaten army falls back to Lossarnach or Anorien",
        "Home to Lossarnach then. If that should not work out for any reason, Anorien.",
        "The army in Minas Tirith falls back to"
        " Lossarnach if it can,\nand only if that doesn't work to Anorien.",
    ],
)
def test_of_the_beaten_army(text: str) -> None:
    assert _taken(text) == [LOS_ANO]


@pytest.mark.parametrize(
    "text",
    [
        "Army Minas Tirith should go to Lossarnach. If that is not possible, then Anorien.",
        "Army Minas Tirith should retreat to Lossarnach, otherwise to Anorien."
        "\nNot to Lebennin, the fleet is on its way to it.",
    ],
)
def test_a_retreat_that_should_be_made_may_have_a_second_choice(text: str) -> None:
    assert _taken(text) == [LOS_ANO]


def test_a_denial_of_the_place_that_is_ordered_is_a_doubt() -> None:
    assert _taken("A MTi R Los\nNot to Lossarnach, the enemy is there.") == []
