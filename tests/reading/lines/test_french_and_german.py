"""Sentences in French and German, typed with and without accents."""

import pytest

from adjudicator.core.game import TAKEN
from adjudicator.core.languages import languages, with_plain_letters, words_known
from adjudicator.games import find

FRANCE = {
    "phase": "movement",
    "turn": 2,
    "units": {"France": ["A Bur", "A Spa", "F MAO"], "England": ["F ENG"]},
}
GONDOR = {
    "phase": "movement",
    "turn": 2,
    "units": {
        "Gondor": ["A Los", "A Bel", "A SIt", "Gandalf Bre", "R NDo"],
        "Elves": ["A EKH"],
        "Dwarves": ["A Dal"],
    },
}


def _read(game: str, position: dict[str, object], power: str, text: str) -> list[str]:
    place = find(game).place(position)
    read = find(game).read(place, power, None, text.splitlines())
    return [line.reading for line in read.lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("l'armee de Bourgogne va en Belgique,", "Army Burgundy moves to Belgium"),
        ("L'armée d'Espagne va au Portugal", "Army Spain moves to Portugal"),
        ("et la flotte de l'Atlantique rentre a Brest", "Fleet Mid-Atlantic Ocean moves to Brest"),
        ("l'armee quitte la Bourgogne pour Paris", "Army Burgundy moves to Paris"),
        ("l'armee de Bourgogne vient a Paris", "Army Burgundy moves to Paris"),
        ("L'armee de Bourgogne reste la", "Army Burgundy holds"),
    ],
)
def test_french_orders(text: str, reading: str) -> None:
    assert _read("standard", FRANCE, "France", text) == [reading]


@pytest.mark.parametrize(
    "text",
    [
        "A Bur - Bel\nNon, oublie l'armee de Bourgogne",
        "A Bur - Bel\nAttends, plutot pas",
        "A Bur - Bel, sinon a Paris si possible",
    ],
)
def test_doubtful_orders_in_french_without_accents(text: str) -> None:
    assert _read("standard", FRANCE, "France", text) == []


def test_an_army_is_not_the_french_word_for_to() -> None:
    assert _read("standard", FRANCE, "France", "A Bur - Par, a Spa - Mar") == [
        "Army Burgundy moves to Paris",
        "Army Spain moves to Marseilles",
    ]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        (
            "A Lossarnach nach Lebennin, Belfalas und South Ithilien unterstuetzen das beide.",
            [
                "Army Lossarnach moves to Lebennin",
                "Army Belfalas supports Army Lossarnach moving to Lebennin",
                "Army South Ithilien supports Army Lossarnach moving to Lebennin",
            ],
        ),
        ("Der Waldlaeufer geht von den North Downs ins Rhudaur", ["Ranger North Downs moves to Rhudaur"]),
        (
            "Waldläufer von den North Downs nach Bree, dort neutralisieren",
            ["Ranger North Downs moves to Bree and neutralises it"],
        ),
    ],
)
def test_german_orders(text: str, readings: list[str]) -> None:
    assert _read("hardbop", GONDOR, "Gondor", text) == readings


def test_an_army_named_by_its_people() -> None:
    text = "Elvenking's Halls unterstuetzt die Zwergenarmee in Dale"
    assert _read("hardbop", GONDOR, "Elves", text) == [
        "Army Elvenking's Halls supports Army Dale where it stays"
    ]


def test_single_letters_keep_their_accents() -> None:
    assert with_plain_letters("(?:à|été)") == "(?:à|[ée]t[ée])"
    assert with_plain_letters("nazg[uû]l über") == "nazg[uû]l (?:ü|ue)ber"
    assert {"armee", "waldlaeufer", "waldläufer", "armée"} <= words_known()


def test_a_german_army_is_not_translated_from_french_too() -> None:
    text = "Armee Temesvar greift Belgrad an"
    assert [language.translated(text) != text for language in languages()] == [False, False, True]
    assert any(language.translated("l'armee Bourgogne") == "army Bourgogne" for language in languages())
