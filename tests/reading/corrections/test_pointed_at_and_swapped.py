"""A new order may name its unit by a pronoun, continue on the next line, or swap two orders."""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import TAKEN, Game
from adjudicator.games import find

STANDARD = find("standard")
SPRING = STANDARD.start({}, SeededDice("pointed at", 0))
HARDBOP = find("hardbop")
FIELD = HARDBOP.place(
    {
        "phase": "movement",
        "turn": 3,
        "units": {"Gondor": ("A Lam", "A Bel", "A Los"), "Saruman": ("A Ise", "A Dld")},
    }
)
YORKSHIRE, CHANNEL = "A Lvp - Yor", "F Lon - ENG"


def _left(orders: list[str], text: str, power: str = "England") -> list[str]:
    """Return which of the orders are taken, with *text* below them."""
    read = STANDARD.read(SPRING, power, None, [*orders, "", *text.splitlines()])
    return [line.text for line in read.lines if line.verdict == TAKEN and line.number <= len(orders)]


def _read(game: Game, state: str, power: str, text: str) -> list[str]:
    read = game.read(state, power, None, text.splitlines())
    return [line.reading for line in read.lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    "text",
    [
        "A centre is a centre, let her try\nthe North Sea.",
        "London would rather visit the rough\nwaves of the North Sea.",
    ],
)
def test_a_pronoun_names_the_unit_with_a_new_order(text: str) -> None:
    assert CHANNEL not in _left([YORKSHIRE, CHANNEL], text)


@pytest.mark.parametrize(
    "text",
    [
        "A friend is a friend, let him enjoy the sun.",
        "Edinburgh is not well, let it have a rest.",
        "They go to Paris every summer, my parents.",
        "I hope that she goes well with the Channel.",
        "It goes without saying that London is lovely.",
    ],
)
def test_talk_with_such_words_changes_nothing(text: str) -> None:
    assert _left([YORKSHIRE, CHANNEL], text) == [YORKSHIRE, CHANNEL]


@pytest.mark.parametrize(
    "text",
    [
        "wait thats daft, swap those 2",
        "Oh no, wait, that's wrong.",
        "Swap them round, please.",
        "Oh, swap these two",
        "Nein, andersherum!",
        "Ach, vertausche bitte die beiden.",
        "Non, l'inverse.",
        "Inversez les deux, merci.",
        "Liverpool and London are the other way about.",
    ],
)
def test_swapped_orders_are_withdrawn(text: str) -> None:
    assert CHANNEL not in _left([YORKSHIRE, CHANNEL], text)


@pytest.mark.parametrize(
    "text",
    [
        "Can we swap notes on Germany?",
        "Tausche Briefmarken gegen Münzen.",
        "C'est l'inverse de la France, ici.",
        "I always swap the two of them in my head, Ann and Joan.",
    ],
)
def test_talk_of_swapping_changes_nothing(text: str) -> None:
    assert _left([YORKSHIRE, CHANNEL], text) == [YORKSHIRE, CHANNEL]


def test_each_part_of_a_line_with_a_support_may_be_a_new_order() -> None:
    text = "Edinburgh does some supporting of something, and Liverpool has a good look round Wales"
    assert _left([YORKSHIRE, CHANNEL], text) == [CHANNEL]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("East: Lamedon holds, Belfalas supports it.", []),
        ("West: Lamedon to Belfalas", ["Army Lamedon moves to Belfalas"]),
        ("Belfalas to Lebennin. Lossarnach supports that march.", []),
        ("Lamedon and Belfalas hold.", ["Army Lamedon holds", "Army Belfalas holds"]),
        (
            "All armies are to destroy any piece they come across.",
            [f"Army {one} destroys any piece that it can" for one in ("Belfalas", "Lamedon", "Lossarnach")],
        ),
        ("Armies: Lamedon holds", ["Army Lamedon holds"]),
    ],
)
def test_wordings_of_middle_earth(text: str, orders: list[str]) -> None:
    read = _read(HARDBOP, FIELD, "Gondor", text)
    assert sorted(read) == sorted(orders) if orders else len(read) == 2


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("n sea to Norway", ""),
        ("On the train, so briefly: London to the n sea", "Fleet London moves to the North Sea"),
        ("Liverpool pops up to Yorkshire", "Army Liverpool moves to Yorkshire"),
        ("The London squadron makes for the English Channel", "Fleet London moves to the English Channel"),
        ("My glorious army of Liverpool goes to Wales", "Army Liverpool moves to Wales"),
        ("North: Edinburgh to the North Sea", "Fleet Edinburgh moves to the North Sea"),
        ("The squadron makes for a good story", ""),
    ],
)
def test_wordings_of_diplomacy(text: str, order: str) -> None:
    assert _read(STANDARD, SPRING, "England", text) == ([order] if order else [])


@pytest.mark.parametrize(
    "text",
    [
        "Edinburgh holds. The Liverpool army props it up.",
        "Edinburgh holds. Liverpool stands by it.",
        "Edinburgh hält. Liverpool deckt sie.",
        "Edinburgh tient. Liverpool l'appuie.",
        "Edinburgh holds. It does so with the support of the Liverpool army.",
        "Liverpool holds, and so does Edinburgh.",
    ],
)
def test_a_support_whose_object_is_a_pronoun(text: str) -> None:
    assert len(_read(STANDARD, SPRING, "England", text)) == 2


def test_the_suggestion_to_destroy_names_all_units() -> None:
    read = HARDBOP.read(FIELD, "Gondor", None, ["All three of them destroy any piece they come across."])
    assert "A Bel destroys any, A Lam destroys any or A Los destroys any" in read.lines[0].remedy


def test_words_about_an_ally_are_not_a_support() -> None:
    assert _read(STANDARD, SPRING, "England", "Liverpool holds. Germany stands by it.") == [
        "Army Liverpool holds"
    ]
