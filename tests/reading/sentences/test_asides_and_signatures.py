"""Unnamed units, notes and reasons beside orders, and signatures."""

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import REFUSED, REMARK, TAKEN, ReadLine
from adjudicator.core.language.rewording import who_holds
from adjudicator.games import find
from pbem.messages.courtesies import not_read
from tests.support.play.read_lines import lines_read, taken

STACKS: Mapping[str, Any] = {
    "units": {
        "Blue": ["Militia A7", "Knight A7", "Griffin A7", "Griffin A8", "5 Knight B4"],
        "Red": ["Knight B3"],
    },
    "phase": "turn",
}
STANDARD: Mapping[str, Any] = {
    "phase": "movement",
    "units": {"Russia": ["A War", "F BLA"], "Turkey": ["A Bul"]},
}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Everything not named above holds, Sauron as well", ""),
        ("everyone not mentioned in a to e holds, the Nazgul too", ""),
        ("everyone not mentioned in 1-5 moves", None),
        ("all units not mentioned hold", ""),
        ("everyone who is not listed here stays put", ""),
        ("all armies hold, fleets too", "A"),
        ("everything not named above moves", None),
    ],
)
def test_units_that_are_not_named_hold(text: str, kind: str | None) -> None:
    assert who_holds(text) == kind


@pytest.mark.parametrize(
    "ending",
    ["except Paris too", "but Paris as well", "maybe Paris too", "if possible too", "Mar not included"],
)
def test_an_exception_to_all_others_hold_is_not_understood(ending: str) -> None:
    assert who_holds(f"All others hold, {ending}") is None


def test_words_that_may_be_kinds_of_units_are_examined_once() -> None:
    """A line of forty such words once took hours: each could be read in two ways."""
    assert who_holds("all" + " else other of them my my" * 40 + " 1") is None


def test_a_request_to_report_mistakes_withdraws_nothing() -> None:
    """It once was read as "that is wrong", and two good orders were refused."""
    text = "A War - Gal\nF BLA - Rum\n\nIf something is wrong, please tell me and I will write again."
    assert taken("standard", STANDARD, "Russia", text) == [
        "Army Warsaw moves to Galicia",
        "Fleet Black Sea moves to Rumania",
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "everything is wrong",
        "The whole thing is wrong",
        "Hmm, that thing was a mistake",
        "something is wrong",
    ],
)
def test_calling_an_order_wrong_withdraws_it(sentence: str) -> None:
    assert not taken("standard", STANDARD, "Russia", f"A War - Gal\n{sentence}")


@pytest.mark.parametrize(
    "reason",
    [
        "(since he may come, or better A War - Ukr)",
        "(because he may come, otherwise I hold)",
        ", to see whether he moves, else hold",
        ", if only for one turn unless Turkey moves",
    ],
)
def test_an_alternative_inside_a_reason_is_refused(reason: str) -> None:
    assert not taken("standard", STANDARD, "Russia", f"A War - Gal {reason}")


@pytest.mark.parametrize("note", ["no, cancel that one", "not sure", "if Turkey agrees", "or A War - Ukr?"])
def test_a_note_on_an_order_may_withdraw_it_or_put_it_in_doubt(note: str) -> None:
    text = f"F BLA - Rum <-- all of them!\nA War - Gal <-- {note}"
    assert taken("standard", STANDARD, "Russia", text) == ["Fleet Black Sea moves to Rumania"]


@pytest.mark.parametrize(
    "text",
    [
        "A War - Gal since somebody has to",
        "A War - Gal <-- surprise!",
        "A War - Gal    <- new",
        "A War - Gal, to have a look",
        "A War - Gal to see what he does there",
    ],
)
def test_reasons_and_comments_do_not_belong_to_an_order(text: str) -> None:
    assert taken("standard", STANDARD, "Russia", text) == ["Army Warsaw moves to Galicia"]


@pytest.mark.parametrize("letters", ["K H", "3K H", "Bob Baker"])
def test_words_on_the_line_of_an_order_are_not_a_signature(letters: str) -> None:
    """ "3K H" after an order on the last line once was taken for a name and not mentioned."""
    beside = (ReadLine(1, "D8: 2K-D11", TAKEN, "2 Knight from D8 to D11"), ReadLine(1, letters, REMARK))
    assert not_read(beside) == [letters]


def test_a_name_on_its_own_line_is_a_signature_unless_it_has_a_number() -> None:
    order = ReadLine(1, "D8: 2K-D11", TAKEN, "2 Knight from D8 to D11")
    assert not_read((order, ReadLine(3, "Bob Baker", REMARK))) == []
    assert not_read((order, ReadLine(3, "3K H", REMARK))) == ["3K H"]


@pytest.mark.parametrize(
    "heading", ["ITALY - SPRING 1902", "Autumn '01, France.", "Russia F01", "GONDOR -- Afteryule II 3019"]
)
def test_the_name_of_a_turn_is_not_quoted(heading: str) -> None:
    assert (
        not_read((ReadLine(1, heading, REMARK), ReadLine(2, "A Par - Bur", TAKEN, "Army Paris moves"))) == []
    )


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("M A7 std", ["Militia at A7 Aldgate holds"]),
        ("The Militia at Aldgate (A7) remains in place.", ["Militia at A7 Aldgate holds"]),
        ("A7 (Aldgate): Militia stands", ["Militia at A7 Aldgate holds"]),
        ("Loss: F/M/K/G", ["Lose Fort, Militia, Knight, Griffin"]),
        ("Verluste: erst Fort, dann Militia, Griffin zuletzt", ["Lose Fort, Militia", "Keep Griffin"]),
        (
            "5 knights B4 to B8, everybody else in Aldgate sits tight",
            ["5 Knights from B4 to B8", "All at A7 Aldgate hold"],
        ),
        ("three of the B4 knights go to B8", ["3 Knights from B4 to B8"]),
        ("B4: remaining 2 knights to B8", ["2 Knights from B4 to B8"]),
        ("Griffin A8 to Aldgate at A7", ["Griffin from A8 to A7 Aldgate"]),
        ("Mv: 5K B4-B8", ["5 Knights from B4 to B8"]),
        ("all at B4 hold", ["All at B4 hold"]),
        ("Knight A7 - A8, it's no use out there", ["Knight from A7 Aldgate to A8"]),
    ],
)
def test_sentences_of_domination(text: str, orders: list[str]) -> None:
    assert taken("domination", STACKS, "Blue", text) == orders


def test_a_number_before_a_line_break_belongs_to_the_next_line() -> None:
    """ "two" at the end of a line and "Knights in Fenbridge" on the next once built one."""
    long = "\n".join(f"I hope that all is well with you and yours, {number}" for number in range(40))
    found = lines_read(
        "domination", STACKS, "Blue", f"{long}\nAll 5 knights at B4 hold, two\nKnights A7 - A8."
    )
    assert all(line.verdict != TAKEN or "Knight from A7" not in line.reading for line in found)
    assert any(line.verdict == REFUSED for line in found)


@pytest.mark.parametrize(
    "text",
    [
        "A War - Gal <--- scrap",
        "A War - Gal <- cancelled",
        "A War - Gal, no good",
        "A War - Gal, no matter. Or rather Ukr",
        "A War - Gal, if only because I have to. If he objects, War holds",
    ],
)
def test_an_order_with_a_doubt_after_it_is_not_taken(text: str) -> None:
    assert taken("standard", STANDARD, "Russia", text) == []


COURTESIES = (
    "Well done.", "Well done, everybody!", "Nicely done.", "Well played!", "Good game.", "All good.",
    "All is well.", "All done.", "Done!", "I am done.", "That is all, I am done.", "Thanks, that is all.",
    "Passt!", "Das passt.", "Gut gemacht!", "Bien joué !", "Nothing to add.", "No news from me.",
    "I have nothing to say.", "Off we go!", "I'm off now.", "Here goes.", "So be it.",
    "The rest follows.", "Over and out.", "Carry on.",
)  # fmt: skip


@pytest.mark.parametrize("key", ["standard", "downfall-xiii", "hardbop", "empires", "domination"])
def test_a_courtesy_is_no_order_in_any_game(key: str) -> None:
    """A refusal would be as wrong: READY waits until a refused line is corrected."""
    game = find(key)
    start = game.start({}, SeededDice("courtesies", 1))
    read = {text: game.read(start, game.card.seats[0], None, [text]).lines for text in COURTESIES}
    meant = {text for text, lines in read.items() for one in lines if one.verdict in (TAKEN, REFUSED)}
    assert meant == set()


SARUMAN: Mapping[str, Any] = {"phase": "movement", "units": {"Saruman": ["A Ise", "A Gap"]}}
RUSSIA: Mapping[str, Any] = {"phase": "movement", "units": {"Russia": ["A War", "A Mos"]}}


@pytest.mark.parametrize(
    "text",
    [
        'Dear judge, why does {unit} "stay" in your note?',
        "Why does {place} hold?",
        "Did {unit} hold?",
        "Which army holds {place}?",
        "Warum bleibt {unit} stehen?",
        "A strider in my {place}?",
        "A spy in {place}!",
        "A ranger in my {place}? Let's see.",
    ],
)
@pytest.mark.parametrize("game", ["hardbop", "downfall-xiii", "standard"])
def test_a_question_about_a_unit_is_no_order(text: str, game: str) -> None:
    position, power, unit, place = (
        (RUSSIA, "Russia", "A War", "Warsaw")
        if game == "standard"
        else (SARUMAN, "Saruman", "A Ise", "Isengard")
    )
    lines = lines_read(game, position, power, text.format(unit=unit, place=place))
    assert {line.verdict for line in lines} == {REMARK}


@pytest.mark.parametrize(
    "text", ["Could A War move to Gal please?", "Why not send Warsaw to Galicia?", "A Warsaw moofs Galicia"]
)
def test_a_question_that_asks_for_an_order_gets_a_suggestion(text: str) -> None:
    (line,) = lines_read("standard", RUSSIA, "Russia", text)
    assert line.verdict == REFUSED and "Did you mean A War - Gal" in line.remedy
