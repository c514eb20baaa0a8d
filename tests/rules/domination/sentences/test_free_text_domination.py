"""How messages of Epic Domination with sentences, lists and typing errors are read."""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import REFUSED, REMARK, TAKEN, Reading
from adjudicator.domination import game

UNITS = {
    "Red": [
        *("3 Griffin A7", "Knight A7", "Militia A10", "Griffin A10", "Militia A11", "3 Knight B5"),
        *("Wizard A12", "Dragon A15"),
    ],
    "Blue": ["Knight B6", "Militia B9"],
}
STATE = {"hand": {"Red": ["Reinforcements"]}}


def read(text: str, phase: str = "turn") -> Reading:
    state = game.place({"phase": phase, "units": UNITS, "state": STATE})
    return game.read(state, "Red", None, text.splitlines())


def readings(text: str, phase: str = "turn") -> list[str]:
    """Return what was taken, without headings."""
    lines = (line.reading for line in read(text, phase).lines if line.verdict == TAKEN)
    return [line for line in lines if not line.endswith(":")]


def remedies(text: str, phase: str = "turn") -> list[str]:
    return [line.remedy for line in read(text, phase).lines if line.verdict == REFUSED]


MOVES = {
    "A7 | 2 griffins | B5": ["2 Griffins from A7 Aldgate to B5"],
    "a11 | militia | stay": ["Militia at A11 holds"],
    "A7 | 3 griffins | B5 (over A8)": ["3 Griffins from A7 Aldgate to B5 by way of A8"],
    "2 griffins | A7 | B5": ["2 Griffins from A7 Aldgate to B5"],
    "Militia A11 sits tight": ["Militia at A11 holds"],
    "les 3 griffons A7 - B5": ["3 Griffins from A7 Aldgate to B5"],
    "3 griffons A7 - B5": ["3 Griffins from A7 Aldgate to B5"],
    "My 3 griffins in A7 fly to B5 to help them": ["3 Griffins from A7 Aldgate to B5"],
    "The knight at A7 marches to B5 via A12 and A8.": ["Knight from A7 Aldgate to B5 by way of A12, A8"],
    "Knight A7 to B5 through A8": ["Knight from A7 Aldgate to B5 by way of A8"],
    "Militia A10, A11 stay": ["Militia at A10 Ambermouth holds", "Militia at A11 holds"],
    "knight a7 to a8, griffin a10 and griffin a11 to b5 too": [
        *("Knight from A7 Aldgate to A8", "Griffin from A10 Ambermouth to B5", "Griffin from A11 to B5"),
    ],
    "A10 Griffin - A12": ["Griffin from A10 Ambermouth to A12"],
    "3 Griffins Aldgate (A7) -> B5": ["3 Griffins from A7 Aldgate to B5"],
    "Knight A7 Aldgate - A8": ["Knight from A7 Aldgate to A8"],
    "KA7-A8": ["Knight from A7 Aldgate to A8"],
    "3g a7 b5": ["3 Griffins from A7 Aldgate to B5"],
    "The Dragon attacks B9": ["Dragon from A15 to B9"],
    "Both Militias attack B9": ["Militia from A10 Ambermouth to B9", "Militia from A11 to B9"],
    "The Knights from B5 go to B9": ["All Knights from B5 to B9"],
    "The Wizard stays at A12.": ["Wizard at A12 holds"],
    "A7 and A15 hold": ["3 Griffins at A7 Aldgate hold", "Knight at A7 Aldgate holds", "Dragon at A15 holds"],
    "4) All others hold": ["All units without another order hold"],
    "If Blue is at B9, the Dragon at A15 stays; otherwise it goes to B9.": [
        *("If Blue is at B9: Dragon at A15 holds", "Otherwise: Dragon from A15 to B9"),
    ],
    "lose F, M. Keep K.": ["Lose Fort, Militia", "Keep Knight"],
    "Casualties: forts first, then Militia, wizards last": ["Lose Fort, Militia", "Keep Wizard"],
    "build 4 knights a7 and with the rest militia in a10": [
        *("Build 4 Knights at A7 Aldgate", "Build as many Militia as the money buys at A10 Ambermouth"),
    ],
    "Magic\nI play Reinforcements at A12": ["Cast Reinforcements at A12"],
    "Magic\nif there is an enemy at A12 cast reinforcements there, otherwise at A10": [
        *(
            "If an enemy is at A12: cast Reinforcements at A12",
            "Otherwise: cast Reinforcements at A10 Ambermouth",
        ),
    ],
    "Attack Blue everywhere": ["Target Blue"],
}


@pytest.mark.parametrize("text", MOVES)
def test_sentences_are_read_as_they_are_meant(text: str) -> None:
    assert readings(text) == MOVES[text]


BUILDS = {
    "My builds this turn:\n- 3 Wizards - Aldgate\n- rest: Militia - A10": [
        *("Build 3 Wizards at A7 Aldgate", "Build as many Militia as the money buys at A10 Ambermouth"),
    ],
    "Aldgate: 2 Knights, Griffin": ["Build 2 Knights at A7 Aldgate", "Build Griffin at A7 Aldgate"],
    "Knight x2 @ A7": ["Build 2 Knights at A7 Aldgate"],
    "I'd like one Knight and two Griffins, all in Aldgate.": [
        *("Build Knight at A7 Aldgate", "Build 2 Griffins at A7 Aldgate"),
    ],
    "Remaining gold: militia A10": ["Build as many Militia as the money buys at A10 Ambermouth"],
}


@pytest.mark.parametrize("text", BUILDS)
def test_builds_are_read_as_they_are_meant(text: str) -> None:
    assert readings(text, "build") == BUILDS[text]


def test_a_build_of_several_kinds_in_notation_stays_one_build() -> None:
    assert readings("2 Knight + Griffin A7", "build") == ["Build 2 Knights + Griffin at A7 Aldgate"]


@pytest.mark.parametrize(
    "text",
    [
        "The Griffin attacks B9",  # several stand at A7, and one at A10
        "Both Griffins attack B9",
        "Griffin A10 to A12 not A11",
        "Knight A7 to A8 but only if the Griffins survive",
        "Don't move the Militia",
        "maybe 3 Griffin A7 - B5",
        "unless Blue attacks, Knight A7 holds",
        "The two wizards would like a day off at A12",
    ],
)
def test_an_ambiguous_order_is_refused_with_a_question(text: str) -> None:
    assert readings(text) == []
    assert all(remedies(text)) and remedies(text)


def test_a_starting_build_that_cannot_be_paid_for_is_refused_with_the_sum() -> None:
    start = game.place({"phase": "start"})
    line = game.read(start, "Red", None, ["39 Militia A7"]).lines[0]
    assert (line.verdict, line.reason) == (
        REFUSED,
        "With this line your builds cost 117, and you have 27 to spend.",
    )


def test_starting_builds_are_summed_up() -> None:
    start = game.place({"phase": "start"})
    lines = game.read(start, "Red", None, ["5 Knight A7", "Militia A7", "rest Militia A7"]).lines
    assert [line.verdict for line in lines] == [TAKEN, REFUSED, TAKEN]
    assert lines[1].remedy == "Order builds for 27 at most."


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("piece D, A, B, C, , F, G, H", "piece D, A, B, C, E, F, G, H"),
        ("piece A, B, f, D, E, F, G, H", "piece A, B, C, D, E, F, G, H"),
        ("piece C, A, B, D, E, F, G, ", "piece C, A, B, D, E, F, G, H"),
    ],
)
def test_a_misspelt_list_of_pieces_is_not_taken(text: str, meant: str) -> None:
    line = game.read(game.start({}, SeededDice("pieces", 0)), "Red", None, [text]).lines[0]
    assert (line.verdict, line.remedy) == (REFUSED, f"Did you mean {meant}?")


def test_no_order_is_suggested_for_a_mistyped_space_without_units() -> None:
    [line] = read("Dragon B15 holds").lines
    assert (line.reason, line.remedy) == ("You have no Dragon at B15.", "Did you mean Dragon A15 holds?")


def test_a_line_may_continue_the_move_of_an_earlier_line() -> None:
    assert len(readings("Dragon A15 - B15\nDragon B15 - B11")) == len("ab")


@pytest.mark.parametrize(
    "text", ["Can a Griffin fly from A7 to B5?", "Ouch, my poor dragon.", "Well played!"]
)
def test_questions_and_small_talk_are_not_orders(text: str) -> None:
    assert [line.verdict for line in read(text).lines if line.text] == [REMARK]


@pytest.mark.parametrize(
    "text",
    [
        "1st choice: G\n2nd choice: B\n3rd: A",
        "G first, then B, then A, rest random",
        "ich hätte gern Teil G, danach B und A",
    ],
)
def test_lists_of_pieces_in_words(text: str) -> None:
    lines = game.read(game.start({}, SeededDice("pieces", 0)), "Red", None, text.splitlines()).lines
    assert [line.reading for line in lines] == ["Take the first of these pieces that is free: G, B, A"]


@pytest.mark.parametrize(
    "text",
    ["Knight A7 rides back to A8, B5 and hits the Blue knight in B6", "Kn A7 to A8, B5 and then into B6"],
)
def test_a_move_is_refused_if_half_of_its_way_is_not_understood(text: str) -> None:
    """It once was accepted as a move to A8."""
    assert readings(text) == []
    assert any("Write the whole way with dashes" in remedy for remedy in remedies(text))


LISTS = {
    "A7: 2 griffins to A8, 1 griffin holds, knight to B5": [
        *("2 Griffins from A7 Aldgate to A8", "Griffin at A7 Aldgate holds", "Knight from A7 Aldgate to B5"),
    ],
    "from A7 to B5: 2 griffins, knight": ["2 Griffins from A7 Aldgate to B5", "Knight from A7 Aldgate to B5"],
    "A7 -> B5: all griffins": ["All Griffins from A7 Aldgate to B5"],
    "All griffins at A7 go to B5 except one": ["2 Griffins from A7 Aldgate to B5"],
    "all griffins but two fly from A7 to B5": ["Griffin from A7 Aldgate to B5"],
    "Send 2 of the 3 griffins at A7 to B5": ["2 Griffins from A7 Aldgate to B5"],
    "Attack the Knight on B6 with the knight from A7 and two griffins from A7": [
        *("Knight from A7 Aldgate to B6 Bramblecross", "2 Griffins from A7 Aldgate to B6 Bramblecross"),
    ],
    "The knight and two griffins guard Aldgate": [
        *("Knight at A7 Aldgate holds", "2 Griffins at A7 Aldgate hold"),
    ],
    "hold: knight A7, dragon A15": ["Knight at A7 Aldgate holds", "Dragon at A15 holds"],
    "Knights stay put.": ["Knight at A7 Aldgate holds", "3 Knights at B5 hold"],
    "never lose the dragon": ["Keep Dragon"],
    "build K K G A7, M M A10": [
        *(
            "Build 2 Knights at A7 Aldgate",
            "Build Griffin at A7 Aldgate",
            "Build 2 Militia at A10 Ambermouth",
        ),
    ],
    "Build 3 Griffins (15) in A7": ["Build 3 Griffins at A7 Aldgate"],
    "Build: spend everything on knights in Aldgate": [
        "Build as many Knights as the money buys at A7 Aldgate"
    ],
}


@pytest.mark.parametrize("text", LISTS)
def test_lists_and_exceptions_are_read_as_they_are_meant(text: str) -> None:
    assert readings(text) == LISTS[text]


@pytest.mark.parametrize(
    "text",
    [
        "Move the knight at A7 with the griffin from A10",
        "Send 2 of the 4 griffins at A7 to B5",
        "all griffins but three fly from A7 to B5",
        "all griffins but one knight fly from A7 to B5",
        "Build 3 Griffins (4) in A7",
        "from A7 to A7: 2 griffins",
    ],
)
def test_an_order_with_contradictory_numbers_is_refused(text: str) -> None:
    """ "3 Griffins (15)", with their cost, once was read as fifteen."""
    assert readings(text) == []


def test_a_condition_before_a_colon_belongs_to_what_follows() -> None:
    """It once was read as the condition of the order before it."""
    assert readings("Knight A7 - A8, if nobody at B5: 2 Griffin A7 - B5") == [
        *("Knight from A7 Aldgate to A8", "If nobody is at B5: 2 Griffins from A7 Aldgate to B5"),
    ]
    assert readings("Knight A7 - A8 if nobody at B5: 2 Griffin A7 - B5") == []
