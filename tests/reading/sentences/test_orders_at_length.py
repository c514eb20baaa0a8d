"""Long-winded orders: supports, leaders, divided stacks, moves with their way last, misspelt verbs."""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import TAKEN
from adjudicator.games import find

TURKEY = {
    "phase": "movement",
    "turn": 2,
    "units": {"Turkey": ["A Smy", "A Con", "F Bul/ec"], "Russia": ["A Ank"]},
}
AUSTRIA = {"phase": "movement", "turn": 2, "units": {"Austria": ["A Bud", "A Ser"], "Turkey": ["A Bul"]}}
XIII = {
    "phase": "movement",
    "turn": 3,
    "units": {
        "Saruman": ["A Dru", "Saruman Dru"],
        "Elves": ["A VAn", "A Crk"],
        "Mordor": ["2A Bar", "3A Off"],
        "Umbar": ["2F Eth"],
    },
}


def _read(game: str, position: dict[str, object] | None, power: str, text: str) -> list[str]:
    state = find(game).place(position) if position else find(game).start({}, SeededDice("length", 0))
    read = find(game).read(state, power, None, text.splitlines())
    return [line.reading for line in read.lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        (
            "My army in Constantinople should please support the army from Smyrna in its attack on Ankara.",
            "Army Constantinople supports the move from Smyrna to Ankara",
        ),
        (
            "My fleet in Bulgaria should support the army in Constantinople in holding its position.",
            "Fleet Bulgaria (east coast) supports the unit in Constantinople",
        ),
        (
            "Bulgaria supports Constantinople while keeping its place",
            "Fleet Bulgaria (east coast) supports the unit in Constantinople",
        ),
        ("Smyrna turns round and attacks Ankara", "Army Smyrna moves to Ankara"),
    ],
)
def test_supports_at_length(text: str, reading: str) -> None:
    assert _read("standard", TURKEY, "Turkey", text) == [reading]


def test_the_same_attack_is_supported_after_a_label() -> None:
    text = (
        "So both of my armies shall help him: Budapest supports the Turkish army in Bulgaria to Rumania, "
        "and Serbia supports the same attack."
    )
    assert _read("standard", AUSTRIA, "Austria", text) == [
        "Army Budapest supports the move from Bulgaria to Rumania",
        "Army Serbia supports the move from Bulgaria to Rumania",
    ]


@pytest.mark.parametrize(
    ("power", "text", "readings"),
    [
        (
            "Elves",
            "The army in the Vale of Anduin turns round and attacks Gladden Fields, and Carrock gives "
            "support for that.",
            [
                "Army Vale of Anduin moves to the Gladden Fields",
                "Army Carrock supports Army Vale of Anduin moving to the Gladden Fields",
            ],
        ),
        (
            "Saruman",
            "1) Army Druwaith Iaur - Helm's Deep\n2) Saruman leads that army there in person",
            [
                "Army Drúwaith Iaur moves to Helm's Deep",
                "Saruman leads Army Drúwaith Iaur, which moves to Helm's Deep",
            ],
        ),
        (
            "Mordor",
            "Barad-dur: the two armies part, one to Ered Lithui, one to Gorgoroth",
            [
                "2 Armies Barad-dûr divide: Army Barad-dûr moves to Ered Lithui; "
                "Army Barad-dûr moves to Gorgoroth"
            ],
        ),
        (
            "Mordor",
            "Off board: one army comes in to North Rhun, the other two wait",
            ["3 Armies Off Board divide: Army Off Board moves to North Rhûn; 2 Armies Off Board hold"],
        ),
        ("Mordor", "Barad-dur: the two armies part, one to Ered Lithui, two to Gorgoroth", []),
        (
            "Umbar",
            "Both fleets in Ethir Anduin go up to Pelargir together",
            ["2 Fleets Ethir Anduin move to Pelargir"],
        ),
    ],
)
def test_pieces_of_middle_earth_at_length(power: str, text: str, readings: list[str]) -> None:
    assert _read("downfall-xiii", XIII, power, text) == readings


def test_a_leader_of_an_army_that_is_not_above() -> None:
    assert _read("downfall-xiii", XIII, "Saruman", "Saruman leads that army there in person") == []


@pytest.mark.parametrize("way", ["through", "via", "by way of"])
def test_a_move_with_its_way_last(way: str) -> None:
    text = f"Ranger Bree -> Shire {way} Brandywine."
    assert _read("hardbop", None, "Gondor", text) == [
        "Ranger Bree moves to the Brandywine and on to the Shire"
    ]


def test_a_piece_that_looks_for_something() -> None:
    text = "The Ranger goes to the Brandywine to look for the Ring."
    assert _read("hardbop", None, "Gondor", text) == ["Ranger Bree moves to the Brandywine"]


@pytest.mark.parametrize(
    ("text", "remedy"),
    [("smyrna follws into Ankara", "A Smy - Ank"), ("smyrna retruns to Ankara", "A Smy - Ank")],
)
def test_a_misspelt_verb_is_refused(text: str, remedy: str) -> None:
    read = find("standard").read(find("standard").place(TURKEY), "Turkey", None, [text])
    assert [line.verdict for line in read.lines] != [TAKEN]
    assert remedy in read.lines[0].remedy


def test_where_a_piece_is_and_where_it_goes() -> None:
    position = {"phase": "movement", "turn": 3, "units": {"Saruman": ["Saruman Dun"]}}
    for text in ("saruman himself: dunland to the gap", "Saruman: Dunland to the Gap"):
        assert _read("downfall-xiii", position, "Saruman", text) == ["Saruman moves to the Gap of Rohan"]


def test_riders_without_a_verb_and_questions() -> None:
    position = {"phase": "movement", "turn": 3, "units": {"Rohan": ["C Eas", "A HDe"]}}
    assert _read("downfall-xiii", position, "Rohan", "eastfold riders east emnet then wold") == [
        "Cavalry Eastfold moves to East Emnet and on to the Wold"
    ]
    state = find("hardbop").start({}, SeededDice("length", 0))
    read = find("hardbop").read(
        state, "Gondor", None, ["The Fellowship is dead?", "Faramir should go to Lebennin?"]
    )
    assert [line.verdict for line in read.lines] == ["remark", "refused"]
