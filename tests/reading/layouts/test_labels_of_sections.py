"""Labels of sections such as "AT SEA" or "1st fleet:", and orders of a unit with its leader."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.core.languages import says_nothing
from adjudicator.games import find

HARDBOP, XIII = find("hardbop"), find("downfall-xiii")
STATE = HARDBOP.place({"phase": "movement", "units": {"Umbar": ("A SGo", "A Hrd", "P Leb", "P TOL")}})
GONDOR = XIII.place({"phase": "movement", "turn": 4, "units": {"Gondor": ("2A MTi", "A Pel", "Faramir MTi")}})


@pytest.mark.parametrize(
    "text",
    [
        "AT SEA\nP Leb H\nP TOL H\nON LAND\nA SGo H\nA Hrd H",
        "At sea:\nP Leb H\nP TOL H\nOn land:\nA SGo H\nA Hrd H",
        "1st fleet: P Leb H\n2nd fleet: P TOL H\n1st army: A SGo H\n2nd army: A Hrd H",
        "1st fleet\nP Leb H\n\n2nd fleet\nP TOL H\n\nArmies\nA SGo H\nA Hrd H",
        "Fleet 1: P Leb H\nFleet 2: P TOL H\nArmy 1: A SGo H\nArmy 2: A Hrd H",
        "PIRATES\n P (Lebennin) H\n P (Tolfalas) H\n\nARMIES\n A (South Gondor) H\n A (Harad) H",
        "Pirates: P Leb H, P TOL H\nArmies: A SGo H, A Hrd H",
        "At sea: P Leb H, P TOL H; on land: A SGo H, A Hrd H",
        "Flotten: P Leb H, P TOL H\nAn Land: A SGo H, A Hrd H",
        "En mer : P Leb H, P TOL H\nArmées : A SGo H, A Hrd H",
    ],
)
def test_a_label_is_not_part_of_an_order(text: str) -> None:
    lines = HARDBOP.read(STATE, "Umbar", None, text.splitlines()).lines
    assert [line.reading for line in lines if line.verdict == TAKEN] == [
        *("Pirate Lebennin holds", "Pirate Tolfalas holds", "Army South Gondor holds", "Army Harad holds")
    ]
    assert all(says_nothing(line.text) for line in lines if line.text and line.verdict != TAKEN)


def test_a_kind_of_unit_before_a_colon_belongs_to_the_unit_after_it() -> None:
    lines = HARDBOP.read(STATE, "Umbar", None, ["Army: Leb H"]).lines
    assert [line.verdict for line in lines] == [REFUSED]


@pytest.mark.parametrize(
    "text",
    [
        "2A MTi - Los with Faramir, and Pel supports that",
        "2A MTi - Los with Faramir and A Pel supports it",
        "2A MTi - Los with Faramir. A Pel helps.",
        "2A MTi - Los (with Faramir), supported by Pel",
        "2A MTi to Los together with Faramir, backed up by A Pel",
    ],
)
def test_a_unit_goes_with_its_leader_and_is_supported(text: str) -> None:
    lines = XIII.read(GONDOR, "Gondor", None, [text]).lines
    assert {line.reading for line in lines} == {
        "2 Armies Minas Tirith move to Lossarnach",
        "Faramir goes with 2 Armies Minas Tirith",
        "Army Pelargir supports 2 Armies Minas Tirith moving to Lossarnach",
    }
