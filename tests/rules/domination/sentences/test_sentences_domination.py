"""Sentences of players of Epic Domination, by kind."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.domination import game
from tests.rules.domination.test_domination_reading import a_turn


def _taken(*lines: str) -> list[str]:
    read = game.read(a_turn(), "Red", None, lines).lines
    return [line.reading for line in read if line.verdict == TAKEN]


def test_units_above_the_heading_build_are_not_read_as_a_build() -> None:
    assert _taken("2 Militia A10") == ["Build 2 Militia at A10 Ambermouth"]
    read = game.read(a_turn(), "Red", None, ("2 Militia A10", "Build", "Knight A7")).lines
    assert [line.verdict for line in read] == [REFUSED, TAKEN, TAKEN]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        (
            "The knight and two militia from A7 go to A8",
            ["Knight from A7 Aldgate to A8", "2 Militia from A7 Aldgate to A8"],
        ),
        (
            "Knight A7 goes to A8, the militia A7 too.",
            ["Knight from A7 Aldgate to A8", "Militia from A7 Aldgate to A8"],
        ),
        (
            "Knight A7 stays, so does the militia from A7",
            ["Knight at A7 Aldgate holds", "Militia at A7 Aldgate holds"],
        ),
        ("Knight & Militia A7: to A8", ["Knight from A7 Aldgate to A8", "Militia from A7 Aldgate to A8"]),
        ("le chevalier A7 va en A8", ["Knight from A7 Aldgate to A8"]),
        ("Militia A7 x2 to A8", ["2 Militia from A7 Aldgate to A8"]),
        ("Knight A7 to A8 (it's empty!)", ["Knight from A7 Aldgate to A8"]),
        ("Fort dies first, then M, then K.", ["Lose Fort, Militia, Knight"]),
        ("keep knights, lose fort, militia in this order", ["Lose Fort, Militia", "Keep Knight"]),
        ("keep the knight; lose the fort first, then militia", ["Lose Fort, Militia", "Keep Knight"]),
        (
            "if I have to lose something, let it be the militia first, then the knight",
            ["Lose Militia, Knight"],
        ),
        ("Verluste: zuerst Miliz, dann Ritter", ["Lose Militia, Knight"]),
        ("Zuerst Miliz verlieren, dann Befestigungen", ["Lose Militia, Fort"]),
        ("lose fort m k", ["Lose Fort, Militia, Knight"]),
        ("Lose order: M F K", ["Lose Militia, Fort, Knight"]),
        ("Militia (2) from A7 to A8", ["2 Militia from A7 Aldgate to A8"]),
        ("Knight goes from A7 to A8", ["Knight from A7 Aldgate to A8"]),
        ("2 Militia A7 to A8 to throw the Knight out", ["2 Militia from A7 Aldgate to A8"]),
        ("build 2k a7 1m a7", ["Build 2 Knights at A7 Aldgate", "Build Militia at A7 Aldgate"]),
        (
            "Build 2 Knights and 1 Militia, everything in Aldgate",
            ["Build 2 Knights at A7 Aldgate", "Build Militia at A7 Aldgate"],
        ),
        ("A8: lose militia", ["Lose Militia at A8"]),
        (
            "Knight A7 to A8 if nobody is there, otherwise to A3",
            ["If nobody is at A8: Knight from A7 Aldgate to A8", "Otherwise: Knight from A7 Aldgate to A3"],
        ),
        (
            "Build: two knights and a militia in Aldgate",
            ["Build 2 Knights at A7 Aldgate", "Build Militia at A7 Aldgate"],
        ),
        (
            "Bauen: zwei Ritter in Aldgate, der Rest Miliz in A7",
            ["Build 2 Knights at A7 Aldgate", "Build as many Militia as the money buys at A7 Aldgate"],
        ),
    ],
)
def test_a_sentence_is_read(text: str, readings: list[str]) -> None:
    assert _taken(text) == readings


@pytest.mark.parametrize(
    "text",
    [
        "Build: militia all in Aldgate",  # how many?
        "6 Militia, one each at A7 and A8",  # 6 or 2?
        "the knight A7 too",  # as what?
        "Militia A7 to A8 (both)",
    ],
)
def test_an_incomplete_order_is_refused(text: str) -> None:
    read = game.read(a_turn(), "Red", None, [text]).lines
    assert not [line for line in read if line.verdict == TAKEN and not line.reading.endswith(":")]
    assert any(line.verdict == REFUSED and line.remedy for line in read)


def test_the_suggestion_for_a_misspelt_unit_names_its_real_space() -> None:
    [line] = game.read(a_turn(), "Red", None, ["The milita rides out of A7 for A8"]).lines
    assert (line.verdict, line.remedy) == (REFUSED, "If it is an order, did you mean 3 Militia A7 - A8?")


def test_a_list_of_pieces_may_run_over_many_lines() -> None:
    state = game.place({"phase": "setup"})
    lines = ["My preference list:", *(f"{at}) {piece}" for at, piece in enumerate("BHACFGDE", 1))]
    taken = [line.reading for line in game.read(state, "Red", None, lines).lines if line.verdict == TAKEN]
    assert taken == ["Take the first of these pieces that is free: B, H, A, C, F, G, D, E"]


def test_a_list_of_letters_with_ordinal_words_is_taken() -> None:
    lines = ["Pieces please: first A, then B, then C,", "D, E and G, H."]
    [line] = [one for one in game.read(game.place({"phase": "setup"}), "Red", None, lines).lines if one.text]
    assert line.reading == "Take the first of these pieces that is free: A, B, C, D, E, G, H"


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        (["Pieces please: first A, then B, nearly C,", "D, E and G, H."], "A, B, C, D, E, G, H"),
        (["meine Reihenfolge der Teile ist G, H, E, A."], "G, H, E, A"),
        (["piece C, B", "The others I don't mind: D, E in that order."], "C, B, D, E"),
    ],
)
def test_a_list_of_pieces_is_never_taken_in_part(lines: list[str], named: str) -> None:
    read = game.read(game.place({"phase": "setup"}), "Red", None, lines).lines
    assert not [line for line in read if line.verdict == TAKEN]
    assert any(f"piece {named}?" in line.remedy for line in read)


def test_a_plural_without_a_number_is_taken_with_a_warning() -> None:
    position = game.place({"units": {"Red": ("2 Knight A7",)}})
    [line] = game.read(position, "Red", None, ["Knights A7 - A8"]).lines
    assert (line.verdict, line.reading) == (TAKEN, "Knight from A7 Aldgate to A8")
    assert "2 Knight A7" in line.condition


@pytest.mark.parametrize("text", ["Everything to A8!!", "no, A7 to A8"])
def test_a_sentence_with_a_move_is_not_a_remark(text: str) -> None:
    [line] = game.read(a_turn(), "Red", None, [text]).lines
    assert (line.verdict, bool(line.remedy)) == (REFUSED, True)


@pytest.mark.parametrize(
    ("lines", "readings"),
    [
        (
            ["Knight A7 to A8 + everything in B5 to B4"],
            ["Knight from A7 Aldgate to A8", "All from B5 to B4"],
        ),
        (["| unit | from | to |", "| Knight | A7 | A8 |"], ["Knight from A7 Aldgate to A8"]),
        (["Knight: A7 to A8"], ["Knight from A7 Aldgate to A8"]),
        (["If it goes wrong: lose militia first, then knights."], ["Lose Militia, Knight"]),
        (["All my money goes into militia in A7"], ["Build as many Militia as the money buys at A7 Aldgate"]),
        (
            ["für meine 27 Taler möchte ich: zwei Greifen in A7"],
            ["Build 2 Griffins at A7 Aldgate"],
        ),
        (["3 griffins in A7"], ["Build 3 Griffins at A7 Aldgate"]),
        (["Everything except the militia holds"], []),
        (["everyone but the knight A7 stays"], []),
    ],
)
def test_moves_builds_and_losses_in_sentences(lines: list[str], readings: list[str]) -> None:
    assert _taken(*lines) == readings


def test_an_order_for_all_is_refused_if_its_exception_is_not_understood() -> None:
    assert _taken("all A7 - A8", "no, leave the griffin in A7") == []


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("In the fight at B8 keep the Knights as long as possible.", ["Keep Knight at B8"]),
        ("rest of the moves: everything else holds", ["All units without another order hold"]),
        (
            "build one knight aldgate then as many militia there as I can pay",
            ["Build Knight at A7 Aldgate", "Build as many Militia as the money buys at A7 Aldgate"],
        ),
        ("as many militia there as I can pay", []),
    ],
)
def test_sentences_that_name_all_or_as_many_as_possible(text: str, readings: list[str]) -> None:
    assert _taken(text) == readings


@pytest.mark.parametrize(
    ("units", "text", "readings"),
    [
        (
            ["Militia A10", "2 Militia A11"],
            "militia A10 and the ones in A11 go to A7",
            ["Militia from A10 Ambermouth to A7 Aldgate", "All Militia from A11 to A7 Aldgate"],
        ),
        (
            ["Militia A10", "9 Militia A11"],
            "both other Militia (A10 and A11) -> A7",
            ["Militia from A10 Ambermouth to A7 Aldgate", "Militia from A11 to A7 Aldgate"],
        ),
        (["3 Militia A10", "9 Militia A11"], "both other Militia (A10 and A11) -> A7", []),
    ],
)
def test_numbers_of_units_from_several_spaces(units: list[str], text: str, readings: list[str]) -> None:
    read = game.read(a_turn(units={"Red": units}), "Red", None, [text]).lines
    assert [line.reading for line in read if line.verdict == TAKEN] == readings
    assert readings or REFUSED in [line.verdict for line in read]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        (
            "Two militia from A7 go to A8. Another one goes to A3.",
            ["2 Militia from A7 Aldgate to A8", "Militia from A7 Aldgate to A3"],
        ),
        (
            "two militia A7 to A8. The third stays at home.",
            ["2 Militia from A7 Aldgate to A8", "Militia at A7 Aldgate holds"],
        ),
        (
            "two militia A7 to A8. The last one stays.",
            ["2 Militia from A7 Aldgate to A8", "Militia at A7 Aldgate holds"],
        ),
        (
            "two militia A7 to A8. The last militia stays in Aldgate.",
            ["2 Militia from A7 Aldgate to A8", "Militia at A7 Aldgate holds"],
        ),
        ("2 militia march A7 - A8 - A3", ["2 Militia from A7 Aldgate to A3 by way of A8"]),
        ("At Aldgate: militia, then fort, then knight", ["Lose Militia, Fort, Knight at A7 Aldgate"]),
        (
            "If there are losses in Aldgate, militia, then knights, and the fort at the very end",
            ["Lose Militia, Knight at A7 Aldgate", "Keep Fort at A7 Aldgate"],
        ),
        ("Losses in general: Militia, Fort, Knight.", ["Lose Militia, Fort, Knight"]),
        ("With my 12 I'd like two knights in Aldgate", ["Build 2 Knights at A7 Aldgate"]),
        ("If it is three hits or more, take a Militia first", ["If you take at least 3 hits: lose Militia"]),
        ("The rest of Aldgate, i.e. 3 militia, holds", ["3 Militia at A7 Aldgate hold"]),
        ("from | what | to\nA7 | 2 Militia | A8", ["2 Militia from A7 Aldgate to A8"]),
        (
            "| from | who | to |\n|---|---|---|\n| A7 | 2 militia | A8 |\n| A7 | militia | stays |",
            ["2 Militia from A7 Aldgate to A8", "Militia at A7 Aldgate holds"],
        ),
        ("Builds:\n| where | what |\n| A7 | 2 knights |", ["Build:", "Build 2 Knights at A7 Aldgate"]),
        ("m A7 hld", ["Militia at A7 Aldgate holds"]),
        ("The two militia at A7 will withdraw to A8.", ["2 Militia from A7 Aldgate to A8"]),
        (
            "Take hits on knights first at A7, keep the militia.",
            ["Lose Knight at A7 Aldgate", "Keep Militia at A7 Aldgate"],
        ),
    ],
)
def test_sentences_with_implied_units_or_places(text: str, readings: list[str]) -> None:
    assert _taken(*text.splitlines()) == readings


@pytest.mark.parametrize(
    "text",
    [
        "two militia A7 to A8. The fourth stays.",
        "one militia A7 to A8. The last one goes to A3.",
        "two militia A7 to A8. The last knight goes to A3.",
        "If nobody is at A8: 2 militia A7 to A8. Another one goes to A3.",
    ],
)
def test_another_unit_that_the_order_above_does_not_leave_over_is_refused(text: str) -> None:
    read = game.read(a_turn(), "Red", None, [text]).lines
    assert [line.verdict for line in read] == [TAKEN, REFUSED]
    assert "Militia A7" in read[1].remedy


def test_a_table_with_destinations_first_is_refused() -> None:
    assert _taken("| to | who | from |", "| A8 | 2 militia | A7 |") == []


def test_a_line_of_existing_units_without_a_verb_is_not_a_build() -> None:
    assert _taken("Move", "A militia and a knight at A7, and so on") == ["Move:"]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("2 militia A7 go A8 A12 and finish on A16", ["2 Militia from A7 Aldgate to A16 by way of A8, A12"]),
        ("spare the knights, lose them last", ["Keep Knight"]),
        ("Knight last, always", ["Keep Knight"]),
        ("the knight is to be the last one to die", ["Keep Knight"]),
        ("The knight, wherever it is, should be spared till nothing else is left", ["Keep Knight"]),
        ("In A7 lose: Fort, K, M, in that order", ["Lose Fort, Knight, Militia at A7 Aldgate"]),
        ("whenever we have to lose men, first the knight, after it the militia", ["Lose Knight, Militia"]),
        ("If it comes to a fight I lose fort, militia, knight", ["Lose Fort, Militia, Knight"]),
        (
            "the last knight in Aldgate waits there and so does the militia",
            ["Knight at A7 Aldgate holds", "Militia at A7 Aldgate holds"],
        ),
        ("1M 1K A7 h", ["Militia at A7 Aldgate holds", "Knight at A7 Aldgate holds"]),
        ("The knight stays also in Aldgate", ["Knight at A7 Aldgate holds"]),
        ("Balance on M, Aldgate", ["Build as many Militia as the money buys at A7 Aldgate"]),
        (
            "with the money that is left I buy knights in Aldgate",
            ["Build as many Knights as the money buys at A7 Aldgate"],
        ),
        (
            "Build 1 knight at Aldgate + as many militia there as we can afford",
            ["Build Knight at A7 Aldgate", "Build as many Militia as the money buys at A7 Aldgate"],
        ),
        (
            "K A7 - A8, but only if there's no enemy there by then. Otherwise K A7 stands",
            ["If no enemy is at A8: Knight from A7 Aldgate to A8", "Otherwise: Knight at A7 Aldgate holds"],
        ),
        (
            "Knight A7 - A8 provided that nobody is there",
            ["If nobody is at A8: Knight from A7 Aldgate to A8"],
        ),
        (
            "If Blue is still sitting in A8, then the knight goes from A7 to A8 and fights. "
            "If he is no longer there, the knight in A7 stays.",
            ["If Blue is at A8: Knight from A7 Aldgate to A8", "Otherwise: Knight at A7 Aldgate holds"],
        ),
    ],
)
def test_moves_and_losses_in_roundabout_wording(text: str, readings: list[str]) -> None:
    assert _taken(text) == readings


@pytest.mark.parametrize(
    "text",
    [
        "the last knights in Aldgate stay there",  # how many?
        "the knight goes A8 A12",  # one way, or a choice?
        "the griffins and the knights last",  # of which list?
        "K A7 - A8, but the enemy may be there",
    ],
)
def test_an_order_with_an_unclear_number_way_or_list_is_refused(text: str) -> None:
    assert _taken(text) == []


def test_a_sentence_wrapped_by_a_phone_is_read_to_its_end() -> None:
    lines = (
        "my knight in aldgate stays where it is and one of the militia in aldgate goes to a8 to look around",
        "the other one in aldgate stays there and so does the knight",
        "i want to build two militia in aldgate and then knights in aldgate with the rest of the money",
        "the knight should be the last one to die",
        "thanks",
        "tom",
    )
    read = game.read(a_turn(), "Red", None, lines).lines
    assert not any("free text" in line.reason for line in read)
    assert [line.verdict for line in read if line.number in (3, 4)] == [TAKEN, TAKEN, TAKEN]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("both milita from Algate go to A8", "2 Militia A7 - A8"),
        ("bulid 2 knights in Aldgate", "build 2 Knight A7"),
        ("loose miltia first then kinghts", "lose Militia, Knight"),
        ("milita A7 goes to A8 and smashes them", "Militia A7 - A8"),
    ],
)
def test_the_suggestion_for_a_sentence_with_typing_errors_is_complete(text: str, meant: str) -> None:
    [line] = game.read(a_turn(), "Red", None, [text]).lines
    assert (line.verdict, line.remedy) == (REFUSED, f"Did you mean {meant}?")
