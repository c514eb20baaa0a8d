"""Epic Domination: lines with several typing errors are not taken, and get a complete suggestion.

Position 711 is Red's: 7 Knights, a Militia and a Griffin at A7 Aldgate, a Griffin at E13; A10 is a city, too.
"""

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Reading
from tests.support.play.read_lines import read_at


def _read(text: str, number: str = "711") -> Reading:
    return read_at("domination", number, text)


def _suggested(text: str) -> list[str]:
    """Return the orders that are suggested for the last line of *text*."""
    last = len(text.splitlines())
    refused = [line for line in _read(text).lines if line.verdict == REFUSED and line.number == last]
    meant = [
        line.remedy.partition("did you mean ")[2] or line.remedy[len("Did you mean ") :] for line in refused
    ]
    return [one for remedy in meant for one in remedy.rstrip("?").split("; ")]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (
            "teh other knigt stays in A7, milita an grifin in A7 stay to",
            ["Knight A7 holds", "Militia A7 holds", "Griffin A7 holds"],
        ),
        ("milita adn grifin A7 hold", ["Militia A7 holds", "Griffin A7 holds"]),
        ("the milita nad teh grifin in A7 stay to!", ["Militia A7 holds", "Griffin A7 holds"]),
        ("biulds: 3 knihgts A7 adn 4 milita A10", ["build 3 Knight A7", "build 4 Militia A10"]),
        ("bulid 2 knihgts A7, 1 grifin A10", ["build 2 Knight A7", "build Griffin A10"]),
        ("losse milita, knihgts", ["lose Militia, Knight"]),
    ],
)
def test_the_suggestion_corrects_the_whole_line(text: str, orders: list[str]) -> None:
    assert _suggested(text) == orders


@pytest.mark.parametrize("heading", ["biuld", "Buidls:", "BUIDL", "my biulds", "recriut:"])
@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("3 knihgts A7 adn 4 milita A10", ["build 3 Knight A7", "build 4 Militia A10"]),
        ("milita at A7", ["build Militia A7"]),
        ("4 Militia A7", ["build 4 Militia A7"]),
        ("Knight A7", ["build Knight A7"]),
        ("a knihgt adn two milita for Aldgate", ["build Knight A7", "build 2 Militia A7"]),
    ],
)
def test_lines_below_a_misspelt_heading_are_suggested_under_the_right_one(
    heading: str, line: str, orders: list[str]
) -> None:
    text = f"{heading}\n{line}"
    assert _suggested(text) == orders
    assert not [one.text for one in _read(text).lines if one.verdict == TAKEN]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("biuld\nKngiht A7 stays", ["Knight A7 holds"]),
        ("biuld\nGrifin E13 - E15", ["Griffin E13 - E15"]),
        ("biuld\n4 Militia A7\nMvoes\nmilita an grifin A7 hold", ["Militia A7 holds", "Griffin A7 holds"]),
        ("Move\nMiltia A7 hodls", ["Militia A7 holds"]),
    ],
)
def test_other_orders_are_not_suggested_as_builds(text: str, orders: list[str]) -> None:
    assert _suggested(text) == orders


def test_a_correct_heading_needs_no_suggestion() -> None:
    text = "biuld\n4 Militia A7\nBuild\n3 Knight A7"
    assert [line.reading for line in _read(text).lines if line.verdict == TAKEN] == [
        "Build:",
        "Build 3 Knights at A7 Aldgate",
    ]


@pytest.mark.parametrize(
    ("number", "text", "order"),
    [
        ("3101", "4 Knight frist city", "build 4 Knight first city"),
        ("3101", "4 Knight frist city or second city", "build 4 Knight first city or second city"),
        ("3101", "rest Militia frist city or second city", "rest Militia first city or second city"),
        ("3101", "if I have A: 4 Knight frist city", "if I have A: build 4 Knight first city"),
        ("3104", "2 Milita F10 - F9 - F5", "2 Militia F10 - F9 - F5"),
        ("3104", "if enemy at D2: 2 Milita F10 - F9", "if enemy at D2: 2 Militia F10 - F9"),
        ("3104", "if enmy at D2: 2 Militia F10 - F9", "if enemy at D2: 2 Militia F10 - F9"),
        ("3104", "2 Knigt F8 or F10", "build 2 Knight F8 or F10"),
        ("3104", "target Geen at D2", "at D2: target Green"),
        ("3104", "if 2 hits at D2: lose Milita", "if 2 hits at D2: lose Militia"),
    ],
)
def test_the_suggestion_keeps_all_else_of_the_line(number: str, text: str, order: str) -> None:
    [line] = _read(text, number).lines
    assert (line.verdict, line.remedy) == (REFUSED, f"Did you mean {order}?")
    assert _read(order, number).lines[0].verdict == TAKEN


def test_more_units_than_there_are_are_not_suggested() -> None:
    [line] = _read("7 Milita F10 - F9", "3104").lines
    assert line.verdict == REFUSED
    assert "F9" not in line.remedy
