"""The legend of a map explains every sign that is drawn on it, in Downfall of Empires and Epic Domination."""

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from adjudicator import domination, empires
from adjudicator.core.dice import SeededDice
from adjudicator.domination import position as positions
from adjudicator.domination.position import Effect, Position
from adjudicator.domination.record import Event, Record
from adjudicator.domination.view import drawing as domination_drawing
from adjudicator.domination.view.drawing_hexes import filled
from adjudicator.domination.view.drawing_legend import signs_of
from adjudicator.domination.view.drawing_owners import hatching
from adjudicator.drawing.halo import HALO
from adjudicator.empires.ground import ZONES
from adjudicator.empires.view import drawing as empires_drawing
from adjudicator.empires.view import drawing_panel
from adjudicator.empires.view.drawing_placement import seats_of
from tests.support.play.domination_play import play, states
from tests.support.play.empires_play import SEEDS, whole_game

SHAPE = re.compile(r"<(?:path|circle|rect)\b[^>]*/?>")
EDGES_OF_OWNERS = (
    'stroke-width="7"',
    'stroke-width="4.6"',
)  # an edge in the owner's colour has its own entry


def shapes(svg: str) -> Iterator[str]:
    """Yield what each shape looks like, wherever it is and whatever its colour: its data or its radius."""
    for found in SHAPE.findall(svg):
        if not any(width in found for width in EDGES_OF_OWNERS):
            data = re.search(r' (?:d|r)="([^"]*)"', found)
            yield data[1] if data else found


# --- Epic Domination ---------------------------------------------------------------------------------------


def without_legend(position: Position, monkeypatch: pytest.MonkeyPatch) -> str:
    with monkeypatch.context() as patched:
        patched.setattr(domination_drawing, "legend", lambda *_, **__: ())
        return domination_drawing.draw(position, None, "no title")


def boards() -> Iterator[Position]:
    """Yield a board of each kind with units, walls, conquests and a spell."""
    for seed in (0, 1, 3, 4, 9):
        after = [states(judged)[1] for judged, _ in zip(play(seed), range(14), strict=False)][-1]
        space = next(iter(after.owners))
        yield replace(after, effects=(Effect("Mist", after.first, space),))


def test_every_sign_of_a_board_of_domination_is_in_its_legend(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: set[str] = set()
    for board in boards():
        legend = "".join(sign for _, sign in signs_of(board, positions.data_of(board)))
        explained = {*shapes(legend), *shapes(hatching())}
        drawn = {
            shape for shape in shapes(without_legend(board, monkeypatch)) if not shape.startswith("<rect")
        }
        units = {
            shape for shape in drawn if re.fullmatch(r"[\d.]+", shape)
        }  # discs shrink where they are many
        assert {shape for shape in drawn - units if shape not in explained} == set()
        checked |= drawn
    assert len(checked) > 10


IN_PLAY = {"march", "battle", HALO, "conquered"}
OF_MAGIC = {"wizard tower", "called back", "spell"}


def legend_words(**options: str) -> set[str]:
    """Return what the legend of a new board explains; all of it is drawn, but no headline has a space yet."""
    board = positions.from_text(domination.game.start(options, SeededDice("legend", 0)))
    svg = domination.game.picture(positions.to_text(board), None, None)
    words = {words for words, _ in signs_of(board, positions.data_of(board))}
    assert [one for one in words if f">{one}<" not in svg] == [HALO] * (HALO in words)
    return words


def won() -> tuple[Position, Record]:
    """Return the end of a game: Red has just taken a third city, B15."""
    begun = positions.from_text(domination.game.start({"board": "A B"}, SeededDice("legend", 0)))
    city = [*positions.ground_of(begun).cities()][-1]
    taken = Event("city taken", "Red", city, {"loser": "Blue"})
    over = replace(begun, over=True, winners=("Red",), owners={**begun.owners, city: "Red"})
    events = (taken, Event("won by cities", "Red", "", {"number": "3"}))
    return replace(over, forts={**begun.forts, city: 0}), Record("Turn 1", 1, "turn", events, ())


def test_the_city_that_wins_a_game_of_domination_has_the_ring_of_the_headline() -> None:
    """The legend once explained a ring that no space had, not even the last city."""
    svg = domination_drawing.draw(*won(), "The end")
    assert svg.count(f"<title>{HALO}</title>") == 1 and f">{HALO}<" in svg


def test_a_city_without_fortification_tokens_has_a_number_too() -> None:
    """An empty castle once was explained nowhere."""
    position, record = won()
    assert len(re.findall(r">0</text>", domination_drawing.draw(position, record, "The end"))) == 1


def test_the_words_of_a_legend_of_domination_are_drawn() -> None:
    words = legend_words(board="A B", side="back", cards="Militia, Wizard")
    assert {"city", "water", *IN_PLAY, *OF_MAGIC} < words
    board = positions.from_text(
        domination.game.start({"board": "A B", "side": "back"}, SeededDice("legend", 0))
    )
    svg = domination.game.picture(positions.to_text(board), None, None)
    for terrain in positions.data_of(board).terrain.values():
        assert any(one.startswith(terrain.name) for one in words)
        assert filled(terrain.color) in svg


def test_a_legend_of_domination_explains_no_sign_that_its_board_cannot_show() -> None:
    """A new player looked for water, towers and spells on a board that has none."""
    front = legend_words(board="A B")
    assert front > {"city", *IN_PLAY}
    assert not front & {"water", *OF_MAGIC}
    pieces = legend_words()
    assert {"city", "grassland"} < pieces
    assert not pieces & {"water", *OF_MAGIC, *IN_PLAY}


# --- Downfall of Empires -----------------------------------------------------------------------------------


def test_every_terrain_and_line_of_the_board_of_empires_is_in_its_legend() -> None:
    legend = drawing_panel.signs(0.0)
    svg = empires.game.picture(empires.game.start({}, SeededDice("legend", 0)), None, None)
    board = svg.replace(legend, "")
    for sign in (r"url\(#\w+\)", r'stroke-dasharray="[^"]*"'):
        drawn = set(re.findall(sign, board))
        assert drawn
        assert drawn - set(re.findall(sign, legend)) == set()
    for terrain in {facts.terrain for facts in ZONES.values()} - {"plain"}:
        assert f">{terrain}<" in legend
    assert ">square: only its own Power enters<" in legend
    assert f">{HALO}<" in legend


def test_every_mark_of_the_pieces_of_empires_is_in_its_legend() -> None:
    """What is drawn on armies and trenches, shape by shape, whatever place and colour it has."""
    legend = set(map(_shape, SHAPE.findall(drawing_panel.signs(0.0))))
    drawn: set[str] = set()
    for turn in whole_game(SEEDS[0])[8::20]:
        cut = tuple(replace(army, cut=army.id % 5 == 0) for army in turn.after.armies)
        position = replace(turn.after, armies=cut)
        seats = seats_of(position)
        drawn |= {_shape(one) for part in empires_drawing._standing(seats) for one in SHAPE.findall(part)}
    assert drawn == {"rect", "path l", "path h"}  # blocks and bars, strikes, battlements
    assert drawn <= legend


def _shape(tag: str) -> str:
    """Return the kind of a shape: its steps for a path of one level, else its name; blocks shrink."""
    data = re.search(r' d="M[-\d. ]+([hvlL]?)', tag)
    return f"path {data[1]}" if data else tag[1:5]


def test_moves_retreats_and_failures_are_in_the_legend_of_empires() -> None:
    legend = drawing_panel.signs(0.0)
    arrows = ("move, attack", "attack not won", "support, moves in", "attack without a move", "retreat")
    for words in (*arrows, "hatched: won in the war"):
        assert f">{words}<" in legend


def test_a_reduced_army_has_the_same_factor_in_the_legend() -> None:
    """16.3: "Fr 4" and a pale "Fr 3" taught that a loss lowers the factor."""
    start = empires.game.start({}, SeededDice("legend", 0))
    picture = empires.game.picture(start, None, None)
    assert ">Fr 3<" not in picture
    assert picture.count(">Fr 4<") >= 2
