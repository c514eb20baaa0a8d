"""Orders for provinces whose names are words of orders, on every map."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.core.board import Board, load
from adjudicator.core.board_rows import BoardError
from adjudicator.core.dice import ListedDice
from adjudicator.core.package_files import text_beside
from adjudicator.games import every_game, rule_sets
from adjudicator.standard import StandardGame
from tests.support.thorough import every

ON_MAPS = [game for game in every_game() if game not in rule_sets()]
LANDS = text_beside("tests.boards.three_lands", "board.toml")
NO_DICE = ListedDice([])


def positions(game: StandardGame) -> Iterator[str]:
    """Yield a position for each place and kind of unit that may stand there, alone on the board."""
    power = game.card.seats[0]
    for province in game.board.map.provinces.values():
        for unit in (f"A {province.id}", *(f"F {place}" for place in places_of(game.board.map, province.id))):
            try:
                yield game.place({"units": {power: [unit]}})
            except ValueError:
                continue


def places_of(board: Board, province: str) -> list[str]:
    coasts = board.provinces[province].coasts
    return [f"{province}/{coast}" for coast in coasts] or [province]


def in_full(board: Board, order: str) -> str:
    def name(found: re.Match[str]) -> str:
        province = board.provinces.get(found[1])
        return province.name + (found[2] or "") if province else found[0]

    return re.sub(r"\b([A-Za-z]{3})(/\w\w)?\b", name, order)


@pytest.mark.parametrize("game", every(4, ON_MAPS), ids=[game.card.key for game in ON_MAPS])
def test_every_legal_order_is_accepted_with_short_and_full_names(game: StandardGame) -> None:
    power, tried = game.card.seats[0], 0
    for state in positions(game):
        for orders in game.choices(state, power).values():
            for order in orders:
                full = in_full(game.board.map, order)
                for text in (order, full, order.lower(), full.lower(), full.replace(" - ", " to ")):
                    lines = game.read(state, power, None, [text]).lines
                    assert [line.verdict for line in lines] == ["taken"], (text, lines)
                    tried += 1
    assert tried > 200


def lands(folder: Path, name: str, id_: str = "Asa") -> StandardGame:
    """Return the game of the Three Lands, in which Asaland has another name and id."""
    text = LANDS.replace('name = "Asaland"', f'name = "{name}"').replace("Asa", id_)
    (folder / "board.toml").write_text(text, "utf-8")
    return StandardGame(load(str(folder)))


@pytest.mark.parametrize(
    "name",
    ["The", "And", "AND", "To", "Via", "By", "In", "The Pale", "In Salah", "Ash", "Oak", "South Coast"],
)
def test_a_name_that_is_a_word_is_read_by_its_context(tmp_path: Path, name: str) -> None:
    game = lands(tmp_path, name)
    state = game.place({"units": {"Ash": ["A Mid", "F Lak"], "Oak": ["A Asa"]}})
    for text in (
        f"A Mid - {name}",
        f"Army Mid to {name}",
        f"a mid-{name.lower()}",
        f"F Lak S A Mid - {name}",
        f"F Lak S A {name}",
        f"F Lak supports A {name} - Mid",
        f"F Lak S {name} H",
    ):
        lines = game.read(state, "Ash", None, [text]).lines
        assert [line.verdict for line in lines] == ["taken"], (text, lines)
        assert "Asa" in game.read(state, "Ash", None, [text]).orders
    for text in (f"A {name} - Mid", f"{name} - Mid", f"A {name} H", f"A {name} S A Mid", f"A {name} holds"):
        reading = game.read(state, "Oak", None, [text])
        assert [line.verdict for line in reading.lines] == ["taken"], (text, reading.lines)


def test_a_short_name_that_is_a_word_is_read_too(tmp_path: Path) -> None:
    game = lands(tmp_path, "Andaman", "AND")
    state = game.place({"units": {"Ash": ["A Mid", "F Lak"], "Oak": ["A AND"]}})
    lines = game.read(state, "Ash", None, ["A Mid - AND and F Lak S A Mid - AND"]).lines
    assert [line.verdict for line in lines] == ["taken", "taken"], lines


@pytest.mark.parametrize("name", ["Hold", "F", "support", "Army"])
def test_a_name_that_no_context_tells_apart_is_refused_with_another(tmp_path: Path, name: str) -> None:
    with pytest.raises(BoardError, match=rf'the name "{name}" is a word of orders; .*"{name} Land"'):
        lands(tmp_path, name)
