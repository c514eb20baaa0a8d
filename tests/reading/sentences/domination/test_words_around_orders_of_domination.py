"""Epic Domination: spells without "cast", ships among all others, spaces described, remarks about enemies.

Position 3108 is Blue's, with the cards Fireball and Reinforcements, and 3112 is Blue's with War Cry.
"""

from functools import partial

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from tests.support.play.read_lines import all_taken, orders_of, read_at

ALL_HOLD = "All units without another order hold"

_read = partial(read_at, "domination")


def _taken(position: str, text: str) -> list[str]:
    return [words for words in all_taken(_read(position, text)) if not words.endswith(":")]


@pytest.mark.parametrize(
    "text",
    [
        "MAGIC  Fireball at Eaglecrag on Green.",
        "Magic: the Fireball goes on Green in E6",
        "I cast Fireball on Green at Eaglecrag please",
        "Fireball E6 against Green's units",
        "Fireball auf Green in E6",
    ],
)
def test_a_spell_in_a_sentence(text: str) -> None:
    assert _taken("3108", text) == ["Cast Fireball at E6 Eaglecrag on Green"]


@pytest.mark.parametrize(
    "text",
    [
        "Green cast Fireball at E6",  # tells what another player did
        "no Fireball at Eaglecrag",
        "Reinforcements at Aldgate on Green",
        "Fireball at E6 or E2",
        "keep Fireball for E6",
        "Is Fireball at E6?",
        "Fireball at E6 on Green?",
        "Should I use Fireball at E6",
    ],
)
def test_other_sentences_about_spells_are_none(text: str) -> None:
    assert orders_of(_read("3108", text)) == []


def test_the_unit_there_is_where_the_spell_above_works() -> None:
    text = "War Cry on A4, my Knight there stays and fights the green one."
    assert _taken("3112", text) == ["Cast War Cry at A4", "Knight at A4 holds"]


@pytest.mark.parametrize(
    "text",
    [
        "Everybody else, ships included: stay put.",
        "All others hold (ships as well)",
        "All the others don't move, the boats also.",
        "I don't want to move anything else.",
        "I won't move anybody else",
    ],
)
def test_all_others_hold(text: str) -> None:
    reading = _read("3104", text)
    assert all_taken(reading) == [ALL_HOLD]
    assert reading.lines[0].text.rstrip(".)") == text.rstrip(".)")


@pytest.mark.parametrize(
    "text", ["Everybody else except the ships: stay put.", "I don't want to move anything else yet, or do I"]
)
def test_not_all_others_hold(text: str) -> None:
    assert ALL_HOLD not in orders_of(_read("3104", text))


@pytest.mark.parametrize(
    ("position", "text", "readings"),
    [
        ("3112", "Knight A4 back into the tower (A3).", ["Knight from A4 to A3 Astral Spire"]),
        ("3112", "the Knight from A4 goes to the tower at A3", ["Knight from A4 to A3 Astral Spire"]),
        (
            "3112",
            "2 Transport Ships E13 -> E14 [the more the merrier]",
            ["2 Transport Ships from E13 to E14"],
        ),
        ("3112", "Griffin B16 fights also, stays.", ["Griffin at B16 holds"]),
        ("3106", "Transport at S4 one along to S5", ["Transport Ship from S4 to S5"]),
        ("3102", "Transportschiff A9 stays and fights when it must", ["Transport Ship at A9 holds"]),
        (
            "3108",
            "* Knight E2 -> Eaglecrag (never mind the yellow wizard there)",
            ["Knight from E2 to E6 Eaglecrag"],
        ),
        (
            "3108",
            "Ships & the Aldgate Militia: no move",
            ["2 Transport Ships at S23 hold", "Transport Ship at S33 holds", "Militia at A7 Aldgate holds"],
        ),
        (
            "3109",
            "The knight in Dunmere should please go to Dawnport and guard it instead",
            ["Knight from D11 Dunmere to D2 Dawnport"],
        ),
    ],
)
def test_what_is_said_besides(position: str, text: str, readings: list[str]) -> None:
    assert _taken(position, text) == readings


def test_an_order_that_is_taken_back_is_none() -> None:
    text = "Griffin E3 -> Eaglecrag\nnever mind the Griffin"
    assert orders_of(_read("3108", text)) == []


def test_two_wizards_that_sit_somewhere_are_not_all_of_mine() -> None:
    text = "Griffin B16 stays. Barrowgate would be suicide, two wizards sit there."
    assert [words for words in orders_of(_read("3112", text)) if "Wizard" in words] == []


@pytest.mark.parametrize(
    ("position", "text", "readings"),
    [
        (
            "3107",
            "In the shop I'd like 2 griffins for Harrowby, and militia in Hawkhurst\nfor all the rest of it.",
            ["Build 2 Griffins at H3 Harrowby", "Build as many Militia as the money buys at H10 Hawkhurst"],
        ),
        (
            "3108",
            "build nothing but knights, all money, in Aldgate",
            ["Build as many Knights as the money buys at A7 Aldgate"],
        ),
        (
            "3105",
            "by 4 militia in gullhaven and 3 knights in goldhollow",
            ["Build 4 Militia at G9 Gullhaven", "Build 3 Knights at G7 Goldhollow"],
        ),
        (
            "3103",
            "Build\nMilitia for the rest of it, Fallowick or Fenbridge",
            ["Build as many Militia as the money buys at F8 Fallowick or F10 Fenbridge"],
        ),
    ],
)
def test_builds(position: str, text: str, readings: list[str]) -> None:
    assert _taken(position, text) == readings


def test_the_end_of_a_sentence_with_if_is_no_order_without_it() -> None:
    text = (
        "If it is some other piece, then 2 knights in the first city and as many\n"
        "militia as I can pay with the rest, in the first city too."
    )
    assert orders_of(_read("3101", text)) == []


def test_a_note_at_the_end_of_a_row_is_no_part_of_the_order() -> None:
    text = (
        "  Who             From        To\n"
        "  Griffin         D3          Dawnport\n"
        "  Militia+Wizard  F14         Dawnport   ({})"
    )
    first, unsure = (
        _read("3104", text.format(note)) for note in ("first time my wizard sees blood", "or not")
    )
    assert [line.verdict for line in first.lines[1:]] == [TAKEN] * 2
    assert unsure.lines[-1].verdict == REFUSED


@pytest.mark.parametrize(
    "text",
    [
        "Sorry, one more thing: keep Knight",
        "Oh, one last request please: keep Knight",
        "Sorry, another thing I forgot: keep Knight",
        "Oh, I forgot to say: keep Knight",
        "Ach, noch etwas: keep Knight",
        "Pardon, encore une chose : keep Knight",
    ],
)
def test_courtesies_before_a_colon(text: str) -> None:
    assert _taken("3104", f"Knight F10 - F9\n{text}")[1:] == ["Keep Knight"]


@pytest.mark.parametrize("label", ["Sorry", "Sorry, wrong", "The order above"])
def test_a_label_that_may_correct_something_is_none(label: str) -> None:
    reading = _read("3104", f"Knight F10 - F9\n{label}: 2 Militia F10 - F9")
    assert "2 Militia from F10 Fenbridge to F9" not in orders_of(reading)


@pytest.mark.parametrize(
    "text",
    ["Those two green griffins in F11 look hungry.", "The green knight at D2 scares me."],
)
def test_what_units_of_others_look_like_is_no_order(text: str) -> None:
    assert all_taken(_read("3104", text)) == []


@pytest.mark.parametrize("text", ["The two griffins in F10 look after D2", "2 griffins F11"])
def test_own_units_that_look_after_a_place_are_asked_about(text: str) -> None:
    assert any(line.verdict == REFUSED for line in _read("3104", text).lines)


def test_a_remark_on_oneself_puts_nobody_in_doubt() -> None:
    assert _taken("3104", "All the others stay at home, I am not greedy.") == [ALL_HOLD]
    assert not orders_of(_read("3104", "All the others stay at home, I am not sure."))


@pytest.mark.parametrize(
    "text",
    ["wizard goes from a7 up to the tower a3", "Move the Wizard from the city A7 to the tower at A3"],
)
def test_what_stands_on_a_space_may_be_named_before_it(text: str) -> None:
    assert _taken("3102", text) == ["Wizard from A7 Aldgate to A3 Astral Spire"]


def test_what_may_change_later_stands_until_then() -> None:
    text = "Griffin E15 - E6\n\n(pls no early run, I may still change the E15 griffin - T.)"
    assert _taken("3112", text) == ["Griffin from E15 Embergate to E6 Eaglecrag"]


@pytest.mark.parametrize("text", ["Ships: no orders. I never understood ships.", "Transport Ships: none"])
def test_no_orders_for_ships(text: str) -> None:
    assert _taken("3106", text) == ["Transport Ship at B3 holds", "Transport Ship at S4 holds"]


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        (
            "Knight A5, Griffin A7 and the ships hold.",
            ["Knight at A5 holds", "Griffin at A7 Aldgate holds", "All other Transport Ships hold"],
        ),
        (
            "A5, A11 and the Wizard in Ambermouth stay.",
            ["All at A5 hold", "All at A11 hold", "Wizard at A10 Ambermouth holds"],
        ),
        (
            "Wizards and Militia, wherever they are: hold",
            ["All other Wizards hold", "All other Militia hold"],
        ),
        (
            "Wizard in Ambermouth, ships: no change.",
            ["Wizard at A10 Ambermouth holds", "All other Transport Ships hold"],
        ),
        ("7) all the others, ships too, stay where they are", [ALL_HOLD]),
        ("Rest as in the form.", [ALL_HOLD]),
        ("militia both stay home", ["All other Militia hold"]),
        ("the remaining ones at Aldgate hold", ["All at A7 Aldgate hold"]),
    ],
)
def test_a_list_of_those_who_hold(text: str, holds: list[str]) -> None:
    assert _taken("3110", text) == holds


@pytest.mark.parametrize(
    "text",
    [
        "Knight and Griffin A7 hold",  # the Knight there, not every Knight
        "the Knight, Griffin A7 and the ships hold",  # which Knight?
        "A5, C99 and the ships hold",
    ],
)
def test_a_kind_in_a_list_of_holds_is_not_guessed(text: str) -> None:
    assert "All other Knights hold" not in _taken_of("3110", text)


def _taken_of(position: str, text: str) -> list[str]:
    return orders_of(_read(position, text))


def test_orders_to_hold_are_no_list() -> None:
    text = "Knight A5 holds, Griffin A7 holds. Griffin A7 - A8 instead."
    assert "Knight at A5 holds" in _taken_of("3110", text)


@pytest.mark.parametrize(
    "text",
    [
        "Knight ald gate to A8",
        "Knight Ald-Gate - A8",
        "the night from Aldgate to A8",
        "the night in A7 goes to A8 comma the ships hold",
    ],
)
def test_a_name_in_two_words_and_words_that_sound_alike(text: str) -> None:
    assert "Knight from A7 Aldgate to A8" in _taken("3110", text)


def test_good_night_is_no_knight() -> None:
    assert _taken_of("3110", "It was a long night. Good night all!") == []


def test_a_number_without_a_kind_where_one_kind_stands() -> None:
    text = "2 x Knight G7 - G9\n1 x G7 - G6, the others hold"
    assert _taken("3105", text) == [
        "2 Knights from G7 Goldhollow to G9 Gullhaven",
        "Knight from G7 Goldhollow to G6",
        ALL_HOLD,
    ]


def test_a_number_without_a_kind_where_several_stand_is_not_guessed() -> None:
    assert _taken_of("3110", "1 x A7 - A8") == []


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("K A7 x A8 (bird vs bird)", ["Knight from A7 Aldgate to A8"]),
        ("K A7-A15, via A8 & A12", ["Knight from A7 Aldgate to A15 by way of A8, A12"]),
        ("Knight out of A7 against A8.", ["Knight from A7 Aldgate to A8"]),
        ("The A12 Griffin attacks the one in A8.", ["Griffin from A12 to A8"]),
        (
            "The Wizard at A10 walks to the tower next door (A3) in any case.",
            ["Wizard from A10 Ambermouth to A3"],
        ),
        ("Ship A9 slips away to A13.", ["Transport Ship from A9 to A13"]),
        (
            "The Knight in A5 joins its friends in Aldgate, who hold on there.",
            ["Knight from A5 to A7 Aldgate", "All at A7 Aldgate hold"],
        ),
        (
            "Everything I can spend: Militia in Aldgate.",
            ["Build as many Militia as the money buys at A7 Aldgate"],
        ),
        ("remaining gold: Militia, Aldgate", ["Build as many Militia as the money buys at A7 Aldgate"]),
        ("Build\na) Knights, two: Aldgate", ["Build 2 Knights at A7 Aldgate"]),
        (
            "With my 27 gold I'd buy two Griffins for Ambermouth and two Knights for Aldgate.",
            ["Build 2 Griffins at A10 Ambermouth", "Build 2 Knights at A7 Aldgate"],
        ),
    ],
)  # fmt: skip
def test_more_words_around_orders(text: str, orders: list[str]) -> None:
    assert [one.replace(" Astral Spire", "") for one in _taken("3110", text)] == orders


@pytest.mark.parametrize(
    "text",
    ["The Knight in A5 joins the war.", "Everything I can think of: Militia in Aldgate.", "2 x A7 and A8"],
)
def test_words_like_those_around_orders(text: str) -> None:
    assert _taken_of("3110", text) == []
