"""Builds that name only places, that name their kind once, or that leave a choice."""

from collections.abc import Mapping, Sequence

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Reading
from adjudicator.games import find

FACTS: Mapping[str, tuple[str, str, Mapping[str, object]]] = {  # by power
    "Rohan": (
        "hardbop",
        "Rohan",
        {
            "phase": "adjustment",
            "turn": 2,
            "units": {"Rohan": ("A Dhw",)},
            "centres": {"Rohan": ("HDe", "Edo", "Dhw")},
        },
    ),
    "Dwarves": (
        "hardbop",
        "Dwarves",
        {
            "phase": "adjustment",
            "turn": 2,
            "units": {"Dwarves": ("A Blu",)},
            "centres": {"Dwarves": ("Erb", "Iro", "Blu")},
        },
    ),
    "Gondor": (
        "downfall-xiii",
        "Gondor",
        {
            "phase": "adjustment",
            "turn": 2,
            "units": {"Gondor": ("A DAm",)},
            "centres": {"Gondor": ("MTi", "DAm", "Pel")},
        },
    ),
    "Russia": (
        "standard",
        "Russia",
        {
            "phase": "adjustment",
            "units": {"Russia": ("A Rum",)},
            "centres": {"Russia": ("Mos", "War", "Sev", "Rum")},
        },
    ),
}


def _read(power: str, message: str) -> Reading:
    key, seat, facts = FACTS[power]
    game = find(key)
    return game.read(game.place(facts), seat, None, message.splitlines())


def _taken(reading: Reading) -> Sequence[str]:
    return [line.reading for line in reading.lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    ("power", "message", "builds"),
    [
        ("Rohan", "Build armies in Edoras and Helm's Deep", ("Army Edoras", "Army Helm's Deep")),
        ("Rohan", "Edoras: army", ("Army Edoras",)),
        ("Rohan", "Armies: Edo, HDe", ("Army Edoras", "Army Helm's Deep")),
        ("Rohan", "Build Edoras (cavalry), Helm's Deep (army)", ("Cavalry Edoras", "Army Helm's Deep")),
        ("Dwarves", "builds: Erebor, Iron Hills", ("Army Erebor", "Army Iron Hills")),
        ("Dwarves", "Erb and Iro", ("Army Erebor", "Army Iron Hills")),
        ("Gondor", "Build MTi", ("Army Minas Tirith",)),
        ("Russia", "Moscow (army), Sevastopol (fleet)", ("Army Moscow", "Fleet Sevastopol")),
        ("Russia", "Armies: Moscow, Warsaw", ("Army Moscow", "Army Warsaw")),
        ("Russia", "Fleets: Sevastopol", ("Fleet Sevastopol",)),
    ],
)
def test_the_kind_of_builds_may_be_named_once_or_follow_from_the_places(
    power: str, message: str, builds: Sequence[str]
) -> None:
    assert _taken(_read(power, message)) == [f"{unit} is built" for unit in builds]


@pytest.mark.parametrize(
    ("power", "message", "remedies"),
    [
        ("Rohan", "Build Edo", ["Write Build A Edo or Build C Edo."]),
        (
            "Rohan",
            "builds: Edo, HDe",
            ["Write Build A Edo or Build C Edo.", "Write Build A HDe or Build C HDe."],
        ),
        ("Gondor", "Build Pelargir", ["Write Build A Pel or Build F Pel."]),
        ("Rohan", "Edoras", ["Did you mean Build A Edo or Build C Edo?"]),
        ("Dwarves", "Erebor", ["Did you mean Build A Erb?"]),
    ],
)
def test_builds_without_a_clear_kind_are_refused(power: str, message: str, remedies: Sequence[str]) -> None:
    reading = _read(power, message)
    assert [line.remedy for line in reading.lines if line.verdict == REFUSED] == remedies
    assert not _taken(reading)


@pytest.mark.parametrize(
    "between",
    [
        ", otherwise ",
        ", else ",
        " or ",
        ", if that is not possible then ",
        " or if not possible ",
        ". If that is impossible, build ",
        ", wenn das nicht geht ",
    ],
)
@pytest.mark.parametrize(
    ("power", "first", "second"),
    [("Rohan", "A Edo", "C HDe"), ("Gondor", "A MTi", "F Pel"), ("Russia", "A Mos", "F Sev")],
)
def test_a_second_choice_is_refused_with_both_suggested(
    power: str, first: str, second: str, between: str
) -> None:
    reading = _read(power, f"build {first}{between}{second}")
    remedies = " ".join(line.remedy for line in reading.lines if line.verdict == REFUSED)
    assert f"Build {first}" in remedies
    assert f"Build {second}" in remedies
    assert not _taken(reading)


@pytest.mark.parametrize(
    "text",
    [
        "An army in each of my home centres, please - Blue Mountains,\nErebor and the Iron Hills.",
        "new armys: Blue Mountains, Erebor, Iron Hills",
        "Build an army in each: Blue Mountains, Erebor, Iron Hills",
    ],
)
def test_one_in_each_of_a_list(text: str) -> None:
    game, power, facts = FACTS["Dwarves"]
    state = find(game).place({**facts, "units": {}})
    lines = find(game).read(state, power, None, text.split("\n")).lines
    taken = [line.reading for line in lines if line.verdict == TAKEN]
    assert taken == ["Army Blue Mountains is built", "Army Erebor is built", "Army Iron Hills is built"]


@pytest.mark.parametrize(
    "text", ["I build nothing this year", "I let the third build go", "We let my last build lapse"]
)
def test_a_build_is_waived(text: str) -> None:
    assert _taken(_read("Dwarves", text)) == ["1 build is waived"]
