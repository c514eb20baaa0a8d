"""Typing errors in "all others hold", reasons beside orders, retreats in words, and scrapped orders."""

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.core.game import REFUSED, REMARK
from adjudicator.core.language.near_orders import mendings
from adjudicator.core.language.rewording import who_holds
from tests.support.play.read_lines import lines_read, taken

STANDARD: Mapping[str, Any] = {
    "phase": "movement",
    "units": {"England": ["F Nwy", "F Lon", "F Edi", "A Lvp", "F NTH"], "France": ["F Gas"]},
}
MARSEILLES: Mapping[str, Any] = {
    "phase": "retreat",
    "units": {"Italy": ["A Tun"], "France": ["A Gas"]},
    "dislodged": {"Italy": ["A Mar < Gas"]},
}
XIII: Mapping[str, Any] = {
    "phase": "movement",
    "turn": 3,
    "units": {
        "Mordor": ["2A SIt", "A NIt", "A Dag", "3A NRh", "A Wil", "Nazgul Wol", "Sauron Bar"],
        "Elves": ["A Crk", "A BMa"],
        "Umbar": ["A Osg"],
    },
}
ANORIEN: Mapping[str, Any] = {
    "phase": "retreat",
    "turn": 3,
    "units": {"Mordor": ["2A Ano"]},
    "dislodged": {"Gondor": ["A Ano"]},
}
TWO_RETREAT = {
    **ANORIEN,
    "units": {"Mordor": ["2A Ano", "2A Pel"]},
    "dislodged": {"Gondor": ["A Ano", "A Pel"]},
}
ASK = "Did you mean "


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("all otehrs hold", ""),
        ("everybdoy else holds", ""),
        ("all other armeis hold", "A"),
        ("all otehrs hold, sauron and nazgul too", ""),
        ("all ogres hold", None),
        ("all otehrs move", None),
        ("all otehrs hold, Sauron and perhaps Nazgul too", None),
    ],
)
def test_all_others_hold_with_a_typing_error(text: str, kind: str | None) -> None:
    assert who_holds(text) == kind


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Alle anderen halten.", "units"),
        ("alle übrigen Armeen bleiben stehen", "armies"),
        ("Die anderen Flotten bleiben einfach stehen", "fleets"),
        ("der Rest hält", "units"),
        ("Tous les autres tiennent", "units"),
        ("Toutes les autres armées restent en place", "armies"),
        ("le reste tient", "units"),
    ],
)
def test_all_others_hold_in_german_and_french(text: str, who: str) -> None:
    assert taken("standard", STANDARD, "England", text) == [f"All {who} without another order hold"]


@pytest.mark.parametrize(
    "text",
    [
        "F Lon - ENG as the French have left it. If they come back, all the better.",
        "F Lon - ENG since France only sits around",
        "F Lon - ENG, filling the gap (and if France comes too we just bounce, fine).",
        "F Lon - ENG, keeping an eye on Brest",
        "F Lon - ENG, I know it will bounce but I want to keep France out",
    ],
)
def test_a_reason_does_not_make_an_order_doubtful(text: str) -> None:
    assert taken("standard", STANDARD, "England", text) == ["Fleet London moves to the English Channel"]


@pytest.mark.parametrize(
    "text",
    [
        "F Lon - ENG if we both bounce",
        "F Lon - ENG as agreed, unless France objects",
        "F Lon - ENG, but only if they have left",
    ],
)
def test_a_condition_is_still_refused(text: str) -> None:
    assert not taken("standard", STANDARD, "England", text)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (
            "The fleet in Norway stays where it is, and the North Sea gives it support",
            ["Fleet Norway holds", "Fleet North Sea supports the unit in Norway"],
        ),
        ("The North Sea supports Norway in place", ["Fleet North Sea supports the unit in Norway"]),
        ("F NTH supports 1.2, i.e. Fleet Edinburgh to Norwegian Sea", ["support"]),
        (
            "The fleet in Edinburgh tries to get into the Norwegian Sea",
            ["Fleet Edinburgh moves to the Norwegian Sea"],
        ),
        (
            "Lvp to Wal, with London coming down into the Channel behind it",
            ["Army Liverpool moves to Wales", "Fleet London moves to the English Channel"],
        ),
        ("Unit    Order    To / for\nF Nwy   hold     -", ["Fleet Norway holds"]),
        ("unit order where to\nF Lon move ENG", ["Fleet London moves to the English Channel"]),
        ("Norway (F) ..... stays", ["Fleet Norway holds"]),
        ("London holds, and so does Edinburgh", ["Fleet London holds", "Fleet Edinburgh holds"]),
    ],
)
def test_sentences_of_standard(text: str, orders: list[str]) -> None:
    support = "Fleet North Sea supports the move from Edinburgh to the Norwegian Sea"
    wanted = [support if one == "support" else one for one in orders]
    assert taken("standard", STANDARD, "England", text) == wanted


def test_a_french_army_retreats_and_is_not_removed() -> None:
    text = "l'armée de Marseille se retire en Piémont."
    assert taken("standard", MARSEILLES, "Italy", text) == ["Army Marseilles retreats to Piedmont"]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (
            "The two armies in South Ithilien and the army in Dagorlad stay where\nthey are.",
            ["2 Armies South Ithilien hold", "Army Dagorlad holds"],
        ),
        ("2A S Ithilien hold", ["2 Armies South Ithilien hold"]),
        ("A NIt S S Ithilien", ["Army North Ithilien supports 2 Armies South Ithilien where they stay"]),
        ("Nazgul von Wold nach East Emnet", ["Nazgul moves to East Emnet"]),
        (
            "The Nazgul in the Wold flies to the\nBrown Lands and from there on to Dagorlad.",
            ["Nazgul moves to the Brown Lands and on to Dagorlad"],
        ),
        (
            "A Wil supports that attack of the three armies from North Rhûn to River Running",
            ["Army Wilderland supports 3 Armies North Rhûn moving to the River Running"],
        ),
        ("A Dag destroys whatever piece it finds there", ["Army Dagorlad destroys any piece that it can"]),
        ("Orders for Mordor: army Dagorlad moves to Brown Lands", ["Army Dagorlad moves to the Brown Lands"]),
    ],
)
def test_sentences_of_middle_earth(text: str, orders: list[str]) -> None:
    assert taken("downfall-xiii", XIII, "Mordor", text) == orders


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A Ano - Entwash, if not Minas Tirith", "Army Anórien retreats to the Entwash or Minas Tirith"),
        (
            "A Ano R Entwash, or\nMinas Tirith if that doesn't work.",
            "Army Anórien retreats to the Entwash or Minas Tirith",
        ),
        ("A Ano retreats to (a) Entwash, (b) MTi", "Army Anórien retreats to the Entwash or Minas Tirith"),
        (
            "die Armee in Anorien zieht sich nach Minas Tirith zurück, ersatzweise nach Entwash",
            "Army Anórien retreats to Minas Tirith or the Entwash",
        ),
        ("Then it should please retreat to Entwash.", "Army Anórien retreats to the Entwash"),
        (
            "Rückzug nach Entwash, ersatzweise Minas Tirith",
            "Army Anórien retreats to the Entwash or Minas Tirith",
        ),
        ("Army Anórien is disbanded.", "Army Anórien disbands"),
    ],
)
def test_retreats_in_words(text: str, order: str) -> None:
    assert taken("downfall-xiii", ANORIEN, "Gondor", text) == [order]


@pytest.mark.parametrize(
    "text",
    [
        "He retreats to Entwash",
        "Should it retreat to Entwash?",
        "it should not retreat to Entwash",
        "Mordor may go to Ent",
    ],
)
def test_a_remark_about_a_retreat_is_not_an_order(text: str) -> None:
    assert not taken("downfall-xiii", ANORIEN, "Gondor", text)


def test_a_retreat_that_fits_two_units_is_refused() -> None:
    assert not taken("downfall-xiii", TWO_RETREAT, "Gondor", "It retreats to Entwash")


@pytest.mark.parametrize(
    "text",
    ["Scrap F Lon - ENG.", "please cancel F Lon-ENG", "Scrap F Lon - ENG and F Edi - NWG."],
)
def test_an_order_scrapped_by_its_text_is_not_in_force(text: str) -> None:
    read = taken("standard", STANDARD, "England", f"F Lon - ENG\nF Edi - NWG\nA Lvp - Wal\n\n{text}")
    assert "Withdrawn: Fleet London moves to the English Channel" in read
    assert "Army Liverpool moves to Wales" in read


def test_forgetting_a_place_withdraws_the_order_that_names_it() -> None:
    text = "A Ano R Nindalf\n\nHmm, forget Nindalf, it is a swamp."
    assert not taken("downfall-xiii", ANORIEN, "Gondor", text)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("2A Suoth Ithilein suports A Osgilaith", "2A SIt S A Osg"),
        ("N Ithilein supprots 2A S Ithilen", "A NIt S 2A SIt"),
        ("Dagorald - Brwon Lnads", "A Dag - Bro"),
        ("Nazgl - Eats Emnet", "Nazgul - EEm"),
    ],
)
def test_a_line_with_several_typing_errors_gets_a_suggestion(text: str, order: str) -> None:
    [line] = lines_read("downfall-xiii", XIII, "Mordor", text)
    assert (line.verdict, line.remedy) == (REFUSED, f"{ASK}{order}?")


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("lodnon supprots teh nroth sea", "F Lon S NTH"),
        ("Livrepool - Wlaes", "A Lvp - Wal"),
        ("plese mvoe the fleet in teh North Sae to Skagerak", ""),
    ],
)
def test_several_typing_errors_in_standard_diplomacy(text: str, order: str) -> None:
    [line] = lines_read("standard", STANDARD, "England", text)
    assert line.verdict == REFUSED or not order
    assert not order or line.remedy == f"{ASK}{order}?"


def test_prose_with_typing_errors_is_not_an_order() -> None:
    [line] = lines_read("downfall-xiii", XIII, "Mordor", "sorry for teh typos, new keybaord")
    assert line.verdict == REMARK


def test_the_suggestion_corrects_each_unknown_word_and_no_known_one() -> None:
    words = ("london", "wales", "hold", "holds")
    assert mendings("Lodnon hodl", words.__contains__, words) == ["london hold"]
    assert mendings("london hold", words.__contains__, words) == ()
    assert not mendings("xyzzy hold", words.__contains__, words)


def test_a_misspelt_build_gets_a_suggestion() -> None:
    place = {
        "phase": "adjustment",
        "units": {"France": ["A Spa"]},
        "centres": {"France": ["Bre", "Mar", "Par", "Spa"]},
    }
    [line] = lines_read("standard", place, "France", "Buid A Par")
    assert line.remedy == f"{ASK}Build A Par?"
