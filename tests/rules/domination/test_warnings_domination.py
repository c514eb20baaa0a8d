"""Warnings of Domination about builds and moves that achieve nothing, and sentences with numbers."""

import pytest
from msgspec.structs import replace

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Reading
from adjudicator.domination.language.orders import EVERY, Build, Hold, Move, Order, OrderLine, UnitCount
from adjudicator.domination.position import Units, from_text, to_text
from adjudicator.domination.view.wording import sentence
from adjudicator.games import find

GAME = find("domination")
START = GAME.start({"players": "2"}, SeededDice("a", 0))


def _laid() -> str:
    orders = {
        power: GAME.read(START, power, None, [f"piece {piece}", "rest Militia first city"]).orders
        for power, piece in (("Red", "F"), ("Blue", "D"))
    }
    return GAME.judge(START, orders, SeededDice("a", 1)).state


def _read(*lines: str, so_far: str | None = None) -> Reading:
    return GAME.read(START, "Blue", so_far, lines)


def test_builds_without_a_list_of_pieces_are_warned_about_with_the_list_on_file() -> None:
    first = _read("piece D, C, B")
    builds = _read("2 Knight first city", so_far=first.orders)
    assert not builds.complete
    [note] = [one for one in builds.warnings if "list of pieces" in one]
    assert note.endswith("Write it again with your builds: piece D, C, B.")
    assert not any("list of pieces" in one for one in _read("piece D", "2 Knight first city").warnings)


def test_a_move_that_is_too_far_is_warned_about_and_a_move_in_reach_is_not() -> None:
    far = GAME.read(_laid(), "Blue", None, ["Militia D2 - F10"])
    assert any("the move from D2 Dawnport to F10 Fenbridge does not arrive" in one for one in far.warnings)
    near = GAME.read(_laid(), "Blue", None, ["Militia D2 - D3"])
    assert not any("does not arrive" in one for one in near.warnings)
    chained = GAME.read(_laid(), "Blue", None, ["Militia D2 - D3", "Militia D3 - F10"])
    assert not any("F10" in one for one in chained.warnings)


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (Move((UnitCount(2, "Knight"),), "A7", ("A8",)), "2 Knights from A7 Aldgate to A8"),
        (Move((UnitCount(1, "Griffin"),), "A7", ("A8",)), "Griffin from A7 Aldgate to A8"),
        (
            Move((UnitCount(1, "Ship"),), "A7", ("A8",), (UnitCount(2, "Knight"),)),
            "Ship from A7 Aldgate to A8 with 2 Knights",
        ),
        (Move((UnitCount(1, "Ship"),), "A7", ("A8",), ()), "Ship from A7 Aldgate to A8 with nothing"),
        (
            Hold((UnitCount(2, "Militia"), UnitCount(3, "Harpy")), "A7"),
            "2 Militia + 3 Harpies at A7 Aldgate hold",
        ),
        (Hold((UnitCount(1, "Knight"),), "A7"), "Knight at A7 Aldgate holds"),
        (Hold((UnitCount(EVERY, "Knight"),), "A7"), "All Knights at A7 Aldgate hold"),
        (Hold((UnitCount(EVERY, ""),), "A7"), "All at A7 Aldgate hold"),
        (Build((UnitCount(2, "Knight"),), ("A7",)), "Build 2 Knights at A7 Aldgate"),
    ],
)
def test_several_units_are_read_back_in_the_plural(order: Order, words: str) -> None:
    assert sentence(OrderLine(1, "Orders", order), {"A7": "Aldgate"}) == words


def test_eight_players_in_the_same_situation_are_called_everybody() -> None:
    start = GAME.start({"players": "8"}, SeededDice("a", 0))
    seats = [*GAME.due(start).owed]
    orders = {
        seat: GAME.read(start, seat, None, [f"piece {piece}", "rest Militia first city"]).orders
        for seat, piece in zip(seats, "ABCDEFGH", strict=True)
    }
    turn = GAME.judge(start, orders, SeededDice("a", 1))
    said = str(GAME.show(turn.state, turn.record, seats[0]))
    assert "Everybody needs 7 more." in said
    assert "smallest reserve 31 (everybody)" in said


def _why_not(kind: str, way: str) -> str:
    """Return the warning about the place where this move ends."""
    begun = from_text(GAME.start({"board": "F B", "first": "Red"}, SeededDice("reach", 0)))
    now = replace(begun, phase="turn", turn=1, acting=("Red", "Blue"), units=(Units("Red", kind, "F8", 1),))
    notes = GAME.read(to_text(now), "Red", None, [f"{kind} {way}"]).warnings
    return " ".join(one for one in notes if "builds nothing" not in one)


def test_the_warning_about_a_move_names_the_rule_that_stops_it() -> None:
    """A Knight has points for B6, but stops where it enters Blue's land; B12 is too far for a Griffin."""
    assert "a land unit stops in the first space of an opponent that it enters" in _why_not(
        "Knight", "F8 - B6"
    )
    assert "it is too far for the points of one turn" in _why_not("Griffin", "F8 - B12")
    assert _why_not("Griffin", "F8 - B6") == ""
