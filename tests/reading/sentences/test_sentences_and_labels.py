"""Sentences of Diplomacy and Middle-earth, builds in sentences, and labels that may mean something."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.core.language.rewording import who_holds
from adjudicator.games import find

GERMANY: Mapping[str, Any] = {
    "phase": "movement",
    "units": {"Germany": ["F Den", "A Kie", "A Mun", "A Hol", "A Tyr"], "Russia": ["A Vie"]},
}
ITALY: Mapping[str, Any] = {
    "phase": "adjustment",
    "units": {"Italy": ["A Ven"]},
    "centres": {"Italy": ["Ven", "Rom"]},
}
DENMARK, KIEL = "Fleet Denmark moves to Sweden", "Army Kiel moves to Denmark"
MORDOR: Mapping[str, Any] = {
    "phase": "movement",
    "turn": 3,
    "units": {
        "Mordor": ["2A Gor", "A Gun", "A MMo", "Sauron Gor", "Nazgul DGu"],
        "Rohan": ["C Ano"],
        "Gondor": ["A MTi", "A Osg", "A Los"],
        "Elves": ["A Lor", "A SMi"],
        "Dwarves": ["A Esg"],
    },
}


def _taken(game: str, place: Mapping[str, Any], power: str, text: str) -> list[str]:
    engine = find(game)
    reading = engine.read(engine.place(dict(place)), power, None, text.splitlines())
    return [line.reading for line in reading.lines if line.verdict == TAKEN]


def _refused(game: str, place: Mapping[str, Any], power: str, text: str) -> Sequence[str]:
    engine = find(game)
    reading = engine.read(engine.place(dict(place)), power, None, text.splitlines())
    return [line.text for line in reading.lines if line.verdict == REFUSED]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("All others hold", ""),
        ("all others hold.", ""),
        ("All the others stay put", ""),
        ("all the rest holds", ""),
        ("all remaining hold", ""),
        ("Rest: hold", ""),
        ("everyone else stays home", ""),
        ("all others remain where they are", ""),
        ("all other armies hold", "A"),
        ("all the remaining fleets hold", "F"),
        ("all Holland holds", None),
        ("all others support Kiel", None),
    ],
)
def test_the_others_hold(text: str, kind: str | None) -> None:
    """ "All others hold", the shortest form, once was read as a remark."""
    assert who_holds(text) == kind


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Kie - Den\nAll others hold.", [KIEL, "All units without another order hold"]),
        ("Quick one from the train: Den-Swe, Kie-Den", [DENMARK, KIEL]),
        ("North: F Den-Swe, A Kie-Den", [DENMARK, KIEL]),
        ("First the easy one: Den-Swe", [DENMARK]),
        ("I'd like the Kiel army to head for Denmark this time.", [KIEL]),
        ("the rest just hold their ground", ["All units without another order hold"]),
        ("F Den std.", ["Fleet Denmark holds"]),
        ("Army Munich: to move to Berlin.", ["Army Munich moves to Berlin"]),
        ("a) Army Munich: no movement.", ["Army Munich holds"]),
        ("A Holland bleibt stehen", ["Army Holland holds"]),
        ("and Holland and Munich both stay at home.", ["Army Holland holds", "Army Munich holds"]),
        ("A Hol H, because if England comes again it's only 1 against 1", ["Army Holland holds"]),
        ("Munich goes to Berlin, if only to keep him busy", ["Army Munich moves to Berlin"]),
        (
            "Holland holds because of the fleet in the Channel, and Kiel supports\nHolland for that reason.",
            ["Army Holland holds", "Army Kiel supports the unit in Holland"],
        ),
        (
            "fleet Denmark\ngoes to Sweden, where it\nshould have been all along, and Kiel supports Holland.",
            [DENMARK, "Army Kiel supports the unit in Holland"],
        ),
        ("My other army, the one in Munich, should stay where it is", ["Army Munich holds"]),
        ("Munich does go to Berlin, because it is worth a try", ["Army Munich moves to Berlin"]),
        ("den-swe no sorry thats taken, kie h", ["Army Kiel holds"]),
    ],
)
def test_sentences_of_standard_diplomacy(text: str, orders: list[str]) -> None:
    assert _taken("standard", GERMANY, "Germany", text) == orders


@pytest.mark.parametrize(
    "label",
    ["Draft", "If Russia agrees", "Next year", "Proposal for Austria", "Not", "Russia", "What I had first"],
)
def test_a_label_that_may_change_the_orders_is_not_ignored(label: str) -> None:
    assert _taken("standard", GERMANY, "Germany", f"{label}: Den-Swe, Kie-Den") == []


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("1 new army, Rome. thx!", ["Army Rome is built"]),
        ("I build an army in Rome, because somebody has to be there", ["Army Rome is built"]),
        ("Build A Rom\n\nOh, strike the army in Rome. So: I waive.", ["1 build is waived"]),
    ],
)
def test_builds_in_sentences(text: str, orders: list[str]) -> None:
    assert _taken("standard", ITALY, "Italy", text) == orders


@pytest.mark.parametrize(
    ("power", "text", "orders"),
    [
        (
            "Elves",
            "A(SMi) s. Dwarf A(Esg)-RRu",
            ["Army Southern Mirkwood supports Army Esgaroth moving to the River Running"],
        ),
        ("Elves", "A(Lor) d. any", ["Army Lórien destroys any piece that it can"]),
        (
            "Elves",
            "My army in Southern Mirkwood supports the army of the Dwarves from Esg to RRu.",
            ["Army Southern Mirkwood supports Army Esgaroth moving to the River Running"],
        ),
        (
            "Gondor",
            "A MTi S Rohan C Ano - NIt",
            ["Army Minas Tirith supports Cavalry Anórien moving to North Ithilien"],
        ),
        (
            "Gondor",
            "A MTi supports Rohan's C Ano - NIt",
            ["Army Minas Tirith supports Cavalry Anórien moving to North Ithilien"],
        ),
        (
            "Mordor",
            "sauron + 2a gor to udun",
            [
                "Double Army Gorgoroth moves to Udûn",
                "Sauron leads Double Army Gorgoroth, which moves to Udûn",
            ],
        ),
        (
            "Mordor",
            "Sauron and the two armies in Gorgoroth go to Udûn together.",
            [
                "Double Army Gorgoroth moves to Udûn",
                "Sauron leads Double Army Gorgoroth, which moves to Udûn",
            ],
        ),
    ],
)
def test_sentences_of_middle_earth(power: str, text: str, orders: list[str]) -> None:
    assert _taken("hardbop", MORDOR, power, text) == orders


def test_a_power_is_not_a_supported_unit() -> None:
    """ "A MTi S Rohan" once was read as an order, and "C Ano - NIt" after it as another."""
    text = "Army Minas Tirith is to support the Rohirrim's cavalry of Anorien in its attack on North Ithilien"
    assert _taken("hardbop", MORDOR, "Gondor", text) == []


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        (
            "A Osg destroys Faramir ... ha, no, he is dead. forget that line\nA Osg destroys Sauron",
            "A Osg destroys Faramir",
        ),
        (
            "A Osg S A MTi\n\nOn second thoughts: A MTi stays at home, A Osg supports A MTi there instead.",
            "A Osg S A MTi",
        ),
    ],
)
def test_a_withdrawn_or_corrected_order_is_refused(text: str, refused: str) -> None:
    assert refused in _refused("hardbop", MORDOR, "Gondor", text)


def test_the_first_half_of_a_wrapped_name_is_not_read_as_a_name() -> None:
    """ "over the High" once was read as High Pass."""
    text = (
        "So the Nazgul goes back over the High\nPass to Old Ford (no idea if he sees\nanything on the way)."
    )
    assert "Nazgul moves to the High Pass" not in _taken("hardbop", MORDOR, "Mordor", text)


@pytest.mark.parametrize(
    ("text", "built"),
    [
        ("Not the army in\nParis!", []),
        ("Do not build an army in\nParis", []),
        ("Bitte keine Armee in\nParis", []),
        ("Build an army in\nParis", ["Army Paris is built"]),
        ("Here is what I have decided to build in this winter.\nA Paris", ["Army Paris is built"]),
    ],
)
def test_a_name_below_an_unread_line_that_ends_in_the_middle_of_a_sentence_is_no_order(
    text: str, built: list[str]
) -> None:
    """ "Not the army in" above "Paris!" was once a build."""
    facts = {
        "phase": "adjustment",
        "turn": 1,
        "units": {"France": ["A Bur", "A Mar", "F Bre"]},
        "centres": {"France": ["Par", "Mar", "Bre", "Spa"]},
    }
    standard = find("standard")
    reading = standard.read(standard.place(facts), "France", None, text.splitlines())
    assert [line.reading for line in reading.lines if line.verdict == TAKEN] == built
