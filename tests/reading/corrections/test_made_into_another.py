"""Orders that are changed by what follows: "no wait, make that Piedmont", "cancel it and move it to Pic"."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Reading
from adjudicator.games import find

FRANCE = {
    "phase": "movement",
    "turn": 2,
    "units": {"France": ["A Ruh", "A Por", "A Mar", "F ENG", "F MAO"], "Germany": ["A Mun"]},
}
RUSSIA = {
    "phase": "adjustment",
    "turn": 1,
    "units": {"Russia": ["A Rum", "F Sev", "F BOT"]},
    "centres": {"Russia": ["Mos", "War", "Stp", "Sev"]},
}


def _read(text: str, position: dict[str, object] = FRANCE, power: str = "France") -> Reading:
    return find("standard").read(find("standard").place(position), power, None, text.splitlines())


def _in_force(reading: Reading) -> list[str]:
    return [row.order for row in reading.in_force if row.source == "this message"]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Mar - Bur\nHmm, no wait, make that Piedmont", "Army Marseilles moves to Piedmont"),
        ("A Mar - Bur, no sorry, make it Piedmont please", "Army Marseilles moves to Piedmont"),
        ("A Mar - Bur\ncancel A Mar - Bur and move it to Gascony", "Army Marseilles moves to Gascony"),
        (
            "A Mar - Bur\nScrap A Mar - Bur and instead move it to Gascony.",
            "Army Marseilles moves to Gascony",
        ),
        ("A Mar - Bur\nCancel A Mar - Bur, it holds", "Army Marseilles holds"),
        (
            "A Mar - Bur\nforget the order for A Mar and send it to Spain instead",
            "Army Marseilles moves to Spain",
        ),
        ("A Mar - Bur\nForget Burgundy, Marseilles goes to Spain instead.", "Army Marseilles moves to Spain"),
    ],
)
def test_the_order_is_changed(text: str, order: str) -> None:
    reading = _read(text)
    assert [line.reading for line in reading.lines if line.verdict == TAKEN][-1] == order
    assert [one for one in _in_force(reading) if "Marseilles" in one] == [order]


@pytest.mark.parametrize(
    "text",
    [
        "A Ruh - Hol\nA Mar - Gas\nno wait, make that Burgundy",  # either may go there
        "A Mar - Spa\nWait, make that Portugal",  # Portugal may go instead
        "A Ruh - Bel\nF ENG S A Ruh - Bel\nno wait, make that Holland",  # the move, or the support
    ],
)
def test_an_unclear_change_is_asked(text: str) -> None:
    lines = _read(text).lines
    assert any(line.verdict == REFUSED for line in lines)
    assert lines[-1].verdict != TAKEN


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("maybe cancel A Ruh - Kie", "Did you mean CANCEL A Ruh - Kie or A Ruh - Kie?"),
        ("A Ruh - Kie\nShould I cancel A Ruh - Kie?", "Did you mean CANCEL A Ruh - Kie or A Ruh - Kie?"),
        ("Perhaps withdraw the order for A Mar", "Did you mean CANCEL A Mar?"),
    ],
)
def test_a_hesitant_withdrawal_is_asked(text: str, remedy: str) -> None:
    line = _read(text).lines[-1]
    assert (line.verdict, line.remedy) == (REFUSED, remedy)


def test_the_remedy_of_a_hesitant_withdrawal_is_read() -> None:
    assert _in_force(_read("A Mar - Bur\nCANCEL A Mar")) == []
    assert _in_force(_read("A Mar - Bur\nCANCEL A Mar - Bur")) == []


@pytest.mark.parametrize(
    ("text", "built"),
    [
        (
            "Build: army Moscow.\n\nForget Moscow, make it an army in St. Petersburg instead.",
            ["Army St Petersburg is built"],
        ),
        ("Build A Mos\nHmm, no, wait. Make it an army in St Petersburg.", ["Army St Petersburg is built"]),
        ("Build A Mos\nForget Moscow, make it a fleet in Moscow", []),
        (
            "Forget Moscow, make it an army in St Petersburg",
            [],
        ),  # a build of an earlier message would still count
    ],
)
def test_another_build_instead(text: str, built: list[str]) -> None:
    assert _in_force(_read(text, RUSSIA, "Russia")) == built


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("I prefer A Mos, otherwise A Stp", "Did you mean Build A Mos or Build A Stp?"),
        ("A Mos or A Stp", "Did you mean Build A Mos or Build A Stp?"),
        ("Preferably A Mos, else F Stp/nc", "Did you mean Build A Mos or Build F Stp/nc?"),
    ],
)
def test_both_of_two_builds_to_choose_from_are_remedies(text: str, remedy: str) -> None:
    line = _read(text, RUSSIA, "Russia").lines[-1]
    assert (line.verdict, line.remedy) == (REFUSED, remedy)
