"""Moves by way of a sea, a helper named before the verb, places that are denied, and remarks in brackets."""

import pytest

from adjudicator.core.game import TAKEN, Game, Reading
from adjudicator.games import find

STANDARD, HARDBOP, XIII = find("standard"), find("hardbop"), find("downfall-xiii")
ITALY = STANDARD.place(
    {
        "phase": "movement",
        "units": {"Italy": ("A Tun", "F ION", "F Nap", "A Ser", "A Gre", "A Ven"), "Turkey": ("F AEG",)},
    }
)
GONDOR = HARDBOP.place({"phase": "movement", "units": {"Gondor": ("A MTi", "A Leb")}})
WANDERERS = XIII.place(
    {"phase": "movement", "turn": 5, "units": {"Gandalf": ("Gandalf Bre", "R Gap", "R Nen")}}
)
ELVES = XIII.place({"phase": "movement", "turn": 1, "units": {"Elves": ("A Iml", "R Iml")}})
BUILDS = STANDARD.place(
    {
        "phase": "adjustment",
        "units": {"France": ("A Spa",)},
        "centres": {"France": ("Par", "Mar", "Bre", "Spa")},
    }
)


def _taken(reading: Reading) -> list[str]:
    return [line.reading for line in reading.lines if line.verdict == TAKEN]


def _read(game: Game, state: str, power: str, text: str) -> list[str]:
    return _taken(game.read(state, power, None, text.splitlines()))


@pytest.mark.parametrize(
    "text",
    [
        "Tunis - Greece via Ionian",
        "Tunis -> Greece by convoy through the Ionian Sea",
        "A Tun to Greece via the Ionian Sea",
        "Army Tunis moves to Greece across the Ionian",
    ],
)
def test_a_move_by_way_of_a_sea_with_a_fleet_is_convoyed(text: str) -> None:
    assert _read(STANDARD, ITALY, "Italy", text) == ["Army Tunis moves to Greece by convoy"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("A Tun - Gre via TYS", "no fleet in the Tyrrhenian Sea"),
        ("A Ven - Rom via Tuscany", "no fleet in Tuscany"),
        ("F Nap - Apu via ION", "is not convoyed"),
    ],
)
def test_another_way_is_refused_with_its_reason(text: str, reason: str) -> None:
    (line,) = STANDARD.read(ITALY, "Italy", None, [text]).lines
    assert line.verdict != TAKEN
    assert reason in line.reason


@pytest.mark.parametrize(
    "text",
    [
        "A Ser supported by A Gre attacks Bulgaria",
        "A Ser, supported by A Gre, attacks Bulgaria",
        "Serbia backed by Greece goes to Bulgaria",
        "A Ser (supported by A Gre) -> Bul",
    ],
)
def test_a_helper_may_stand_before_the_verb(text: str) -> None:
    assert _read(STANDARD, ITALY, "Italy", text) == [
        "Army Serbia moves to Bulgaria",
        "Army Greece supports the move from Serbia to Bulgaria",
    ]


@pytest.mark.parametrize("denied", ["not Rumania", "forget Rumania"])
def test_a_place_without_a_unit_may_be_denied_behind_an_order(denied: str) -> None:
    assert _read(STANDARD, ITALY, "Italy", f"A Ser - Bul, {denied}") == ["Army Serbia moves to Bulgaria"]
    assert _read(STANDARD, ITALY, "Italy", f"A Ser H, {denied}") == ["Army Serbia holds"]
    assert not _read(STANDARD, ITALY, "Italy", f"A Ser H, {denied.replace('Rumania', 'Greece')}")


def test_a_place_may_be_denied_behind_a_build() -> None:
    assert _read(STANDARD, BUILDS, "France", "Build A Par, not Marseilles") == ["Army Paris is built"]


@pytest.mark.parametrize(
    "text",
    [
        "One army each in Paris, Marseilles and Brest",
        "one army each for Paris, Marseilles, Brest",
        "Build an army each at Paris, Marseilles and Brest",
    ],
)
def test_one_army_each_is_built_in_places(text: str) -> None:
    built = [f"Army {place} is built" for place in ("Paris", "Marseilles", "Brest")]
    assert _read(STANDARD, BUILDS, "France", text) == built


@pytest.mark.parametrize("lead", ["Please make that an army instead:", "No, make it a build:"])
def test_what_an_order_is_made_into_may_stand_before_it(lead: str) -> None:
    assert _read(STANDARD, BUILDS, "France", f"{lead} Build A Par") == ["Army Paris is built"]


@pytest.mark.parametrize(
    ("remark", "is_taken"),
    [
        ("[we want the city back]", True),
        ("[just in case]", True),
        ("(must not stay empty)", True),
        ("(if he takes it from me, bad luck)", True),
        ("[if he comes]", False),
        ("(must not go to Lamedon)", False),
    ],
)
def test_remarks_in_brackets(remark: str, is_taken: bool) -> None:
    order = ["Army Minas Tirith moves to Osgiliath"]
    assert _read(HARDBOP, GONDOR, "Gondor", f"A MTi - Osg {remark}") == (order if is_taken else [])


@pytest.mark.parametrize("text", ["Gand + R Nen: H", "Gandalf and R Nen hold", "Gandalf + R Nen H"])
def test_a_list_may_name_rangers_by_their_letter(text: str) -> None:
    assert _read(XIII, WANDERERS, "Gandalf", text) == ["Gandalf holds", "Ranger Nenuial holds"]


def test_neutralising_is_abbreviated() -> None:
    taken = _read(XIII, WANDERERS, "Gandalf", "R Gap-Dun neutr.")
    assert taken == ["Ranger Gap of Rohan moves to Dunland and neutralises it"]


@pytest.mark.parametrize("text", ["and the ranger goes to hollin", "and my ranger to Hollin"])
def test_and_before_an_article_is_no_place(text: str) -> None:
    assert _read(XIII, ELVES, "Elves", text) == ["Ranger Imladris moves to Hollin"]


def test_a_change_with_a_reason_leaves_the_other_orders() -> None:
    text = "A Ser - Bul\nA Gre - Alb\n\nSorry, one change. Somebody has to keep the house:\nA Ser H"
    assert _taken(STANDARD.read(ITALY, "Italy", None, text.splitlines()))[1:] == [
        "Army Greece moves to Albania",
        "Army Serbia holds",
    ]
