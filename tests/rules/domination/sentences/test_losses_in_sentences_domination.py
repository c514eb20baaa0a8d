"""Epic Domination: orders of losses in sentences, and the places for which they hold.

Position 609 is Red's: a Militia, a Knight and 3 Griffins in C11 Coldwell, 5 Knights and a Griffin at C12,
3 Knights at H9.
"""

from functools import partial

import pytest

from adjudicator.core.game import REFUSED
from tests.support.play.read_lines import all_taken, orders_of, read_at

_read = partial(read_at, "domination", "609")


def _orders(text: str) -> list[str]:
    return sorted(orders_of(_read(text)))


def _taken(text: str) -> list[str]:
    return sorted(all_taken(_read(text)))


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Should it come to blows at Coldwell, spend the fort first", ["at C11: lose Fort"]),
        ("At C12 lose knights first, keep griffins", ["at C12: lose Knight", "at C12: keep Griffin"]),
        ("Lose knights first at C12, keep griffins", ["at C12: lose Knight", "at C12: keep Griffin"]),
        ("In Coldwell: lose fort first; keep the griffins", ["at C11: lose Fort", "at C11: keep Griffin"]),
        (
            "Coldwell - lose fort, militia; keep griffins",
            ["at C11: lose Fort, Militia", "at C11: keep Griffin"],
        ),
        ("At C11 keep griffins, lose militia first", ["at C11: lose Militia", "at C11: keep Griffin"]),
        (
            "Keep griffins and lose militia first in Coldwell",
            ["at C11: lose Militia", "at C11: keep Griffin"],
        ),
        ("Coldwell: keep the griffins, militia dies first", ["at C11: lose Militia", "at C11: keep Griffin"]),
        ("Coldwell: lose militia, but spare the griffins", ["at C11: lose Militia", "at C11: keep Griffin"]),
        (
            "In Coldwell zuerst Miliz verlieren, Greifen behalten",
            ["at C11: lose Militia", "at C11: keep Griffin"],
        ),
        (
            "À Coldwell perdre d'abord la milice, garder les griffons",
            ["at C11: lose Militia", "at C11: keep Griffin"],
        ),
        ("at C11 lose militia first. Everywhere else lose knights", ["at C11: lose Militia", "lose Knight"]),
        ("Keep griffins everywhere, at C11 lose fort first", ["keep Griffin", "at C11: lose Fort"]),
        ("At Coldwell fort first, elsewhere militia first", ["at C11: lose Fort", "lose Militia"]),
        ("For Coldwell: F, M, K, G", ["at C11: lose Fort, Militia, Knight, Griffin"]),
        ("casualties C11: F,M,K,G", ["at C11: lose Fort, Militia, Knight, Griffin"]),
        ("C11 - fort, then militia", ["at C11: lose Fort, Militia"]),
        ("at C11: lose Militia, Knight. Keep Griffin", ["at C11: lose Militia, Knight", "keep Griffin"]),
        ("Losses: at C11 G first. Elsewhere M, Fort, K, G", ["at C11: lose Griffin", "lose M, Fort, K, G"]),
    ],
)
def test_the_place_in_a_sentence_holds_for_all_its_losses(text: str, orders: list[str]) -> None:
    assert _taken(text) == _taken("\n".join(orders))


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("at C11 lose militia, at C12 lose knights, keep griffins", "at C12 lose knights, keep griffins"),
        ("lose knights first, keep griffins at C12", "lose knights first"),
        ("5 knights C12 hold; at C12 protct griffins, lose militia", "lose militia"),
        ("Befestigung zuerst, dann irgendwas, schone Greifen und Miliz", "schone Greifen und Miliz"),
    ],
)
def test_losses_with_an_unclear_place_are_refused(text: str, asked: str) -> None:
    assert asked in ", ".join(line.text for line in _read(text).lines if line.verdict == REFUSED)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (
            "If I have to lose something in a battle, please take away the fortification\n"
            "tokens first, after that Militia, and the Griffins last.",
            ["lose Fort, Militia", "keep Griffin"],
        ),
        ("lose the fort tokens first,\nthen militia,\nthen knights", ["lose Fort, Militia, Knight"]),
        ("priority of losses: F M K G", ["lose Fort, Militia, Knight, Griffin"]),
        ("cas: F/M/K/G", ["lose Fort, Militia, Knight, Griffin"]),
        ("loss priority F M K G", ["lose Fort, Militia, Knight, Griffin"]),
        ("pertes: d'abord les remparts, puis la milice", ["lose Fort, Militia"]),
        ("militia first, then knights, griffins must survive", ["lose Militia, Knight", "keep Griffin"]),
        ("militia first, knights next, griffins spared", ["lose Militia, Knight", "keep Griffin"]),
        ("losses m f k g", ["lose Militia, Fort, Knight, Griffin"]),
        (
            "Wherever I fight: militia, fort, knight, griffin in this order",
            ["lose Militia, Fort, Knight, Griffin"],
        ),
        ("Zuerst Miliz verlieren. Greifen um jeden Preis behalten.", ["lose Militia", "keep Griffin"]),
        ("save the griffins at all costs", ["keep Griffin"]),
        ("knights and griffins are to be spared", ["keep Knight, Griffin"]),
    ],
)
def test_lists_of_losses_in_full_sentences(text: str, orders: list[str]) -> None:
    assert _taken(text) == _taken("\n".join(orders))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("tokens first, then militia, griffins last", "lose Fort, Militia; keep Griffin"),
        ("Befestigung zuerst, dann Miliz", "lose Fort, Militia"),
        ("rather walls than knights", ""),
        ("Lieber Mauern als Ritter verlieren", ""),
        ("fort before militia, then the knights", "lose Fort, Militia, Knight"),
    ],
)
def test_a_list_of_kinds_is_not_a_remark(text: str, meant: str) -> None:
    [line] = _read(text).lines
    assert (line.verdict, meant in line.remedy) == (REFUSED, True)
