"""Epic Domination: reasons that are not conditions, tables of builds, and the last kind in a list of losses.

Position 703 is Red's: 9 Knights and a Griffin at D11 Dunmere, and Dawnport at D2.
"""

import pytest

from adjudicator.core.game import Reading
from tests.support.play.read_lines import all_taken, orders_of, read_at


def _read(text: str, number: str = "703") -> Reading:
    return read_at("domination", number, text)


def _orders(text: str, number: str = "703") -> list[str]:
    return orders_of(_read(text, number))


def _taken(text: str, number: str = "703") -> list[str]:
    return [one for one in all_taken(_read(text, number)) if not one.endswith(":")]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("9 Knights D11 hold because he strikes when he can", ["9 Knight D11 holds"]),
        ("9 Knights D11 hold, since he might come if he is bold.", ["9 Knight D11 holds"]),
        ("Build 3 Knights at Dunmere so the gate isn't open when he comes.", ["build 3 Knight D11"]),
        (
            "Build 3 Knights at Dunmere, because he'll come (unless he sleeps), and 2 Militia at D2.",
            ["build 3 Knight D11", "build 2 Militia D2"],
        ),
        (
            "Lose Fort first because it grows back, then Knights, then Griffins.",
            ["lose Fort, Knight, Griffin"],
        ),
        ("Losses: walls first since they are cheap, then knights", ["lose Fort, Knight"]),
    ],
)
def test_a_reason_is_not_a_condition(text: str, orders: list[str]) -> None:
    assert _taken(text) == _taken("\n".join(orders))


@pytest.mark.parametrize(
    "text",
    [
        "9 Knights D11 hold because he may come unless I stay.",
        "9 Knights D11 hold if he comes",
        "9 Knights D11 - D12 because he is weak (unless he comes, then stay)",
        "9 Knights D11 - D12 because he sleeps, otherwise they hold",
    ],
)
def test_an_alternative_inside_a_reason_is_refused(text: str) -> None:
    assert not _orders(text)


def test_orders_after_a_reason_are_read() -> None:
    text = "Griffin D11 holds because he comes when he can and 9 Knights D11 - D12"
    assert _taken(text) == _taken("Griffin D11 holds\n9 Knight D11 - D12")


@pytest.mark.parametrize(
    "text",
    [
        "Casualties: Fort, Militia, Knight, and the Griffin is the last to go.",
        "Lose fort, then militia, then knights, griffins are the last to die",
        "Losses fort, militia, knight, griffin the last to fall",
        "Losses: Fort, Militia, Knight and the Griffin at the very end",
        "Verlustreihenfolge Militia, Knight, Griffin (Fort zuerst natürlich)",
        "Losses: Militia, Knight, Griffin (walls first of course)",
        "Cas: Ft, M, K, G",
    ],
)
def test_the_last_to_go_is_the_last_in_the_list_of_losses(text: str) -> None:
    assert _taken(text) == ["Lose Fort, Militia, Knight, Griffin"]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (
            "If we have to lose something, please take the walls first and the Knights after that.",
            "Fort, Knight",
        ),
        ("lose the walls first if anything happens, then knights", "Fort, Knight"),
        ("If anything happens, lose the walls first, then the knights", "Fort, Knight"),
    ],
)
def test_an_order_of_losses_if_there_are_any(text: str, orders: str) -> None:
    assert _taken(text) == [f"Lose {orders}"]


def test_losses_with_a_unit_to_keep_are_two_orders() -> None:
    assert _orders("Lose fort, militia, and keep the griffin") == ["Lose Fort, Militia", "Keep Griffin"]


@pytest.mark.parametrize(
    "text", ["9 Knights D11 hold if anything happens", "Build 3 Knights D11 if anything happens"]
)
def test_other_orders_with_a_vague_condition_are_not_taken(text: str) -> None:
    assert not _orders(text)


@pytest.mark.parametrize(
    "rows",
    [
        ("| Build | Where | Cost |", "|---|---|---|", "| 3 Knights | D11 | 15 |", "| Total | | 15 |"),
        ("| Where | Build | No. |", "| D11 | Knights | 3 |"),
        ("Cost | City | Unit | Number", "15 | Dunmere | Knight | 3"),
        ("| Recruit | City |", "| 3 Knights | Dunmere |"),
    ],
)
def test_tables_of_builds_with_columns_in_any_order(rows: tuple[str, ...]) -> None:
    assert _taken("\n".join(rows)) == ["Build 3 Knights at D11 Dunmere"]


def test_a_table_of_moves_is_not_read_as_builds() -> None:
    rows = "| Where | Unit | Order |\n|---|---|---|\n| D11 | 9 Knights | to D12 |\n| D11 | Griffin | hold |"
    assert _taken(rows) == _taken("9 Knight D11 - D12\nGriffin D11 holds")


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("All nine of my Knights at Dunmere attack the five blue Knights at D8", ["9 Knight D11 - D8"]),
        ("9 Knights D11 attack the enemy Knights at D8", ["9 Knight D11 - D8"]),
        ("The Griffin should please stay at Dunmere to guard the city.", ["Griffin D11 holds"]),
        ("The Griffin D11 stays to protect the town", ["Griffin D11 holds"]),
        ("Knights D11 (all nine) - D12", ["9 Knight D11 - D12"]),
        ("The Knights at D11 attack D8 (all nine).", ["all Knight D11 - D8"]),
        ("The Griffin at D11 makes a run for it, to D12", ["Griffin D11 - D12"]),
        (
            "For builds I want 3 Knights at D11 and\nwith the 3 that are left a Militia in\nthe same city.",
            ["build 3 Knight D11", "build Militia D11"],
        ),
        (
            "Build two Griffins at Dunmere and spend everything that is left on Militia, also at D11.",
            ["build 2 Griffin D11", "build rest Militia D11"],
        ),
        ("Bld 3K Dawn, 2G Dun", ["build 3 Knight D2", "build 2 Griffin D11"]),
    ],
)
def test_polite_sentences_and_beginnings_of_names(text: str, orders: list[str]) -> None:
    assert _taken(text) == _taken("\n".join(orders))


@pytest.mark.parametrize(
    "text", ["Bld 3K D", "Bld 3K Du", "Build 3 Knights in the same city", "Knights D11 (all eight) - D12"]
)
def test_an_unclear_place_or_number_is_refused(text: str) -> None:
    assert "9 Knights from D11 Dunmere to D12" not in _orders(text)
    assert not any(one.startswith("Build 3") for one in _orders(text))


@pytest.mark.parametrize("text", ["Keep: Griffin", "Garder : Griffon", "Behalten: Greifen"])
def test_a_colon_after_the_unit_to_keep(text: str) -> None:
    assert _taken(text) == ["Keep Griffin"]


def test_all_the_best_is_not_an_order() -> None:
    assert not _taken("All the best\nChristine")
