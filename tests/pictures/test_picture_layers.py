"""A picture painted in layers equals one painted whole, and a cached one is not painted again."""

import io
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

import pytest
from PIL import Image, ImageChops, ImageStat

from adjudicator import drawing as picture
from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Record, State
from adjudicator.drawing.layers import LAYERS, along, part, together
from adjudicator.games import find, rule_sets
from adjudicator.robots.random_games import random_orders
from pbem.pictures import painting, palette_png
from pbem.pictures import png as pictures
from pbem.pictures.drawing import USED, Box, Drawing, DrawingPart, cut
from pbem.pictures.painting import Band, bands, stacked
from pbem.pictures.png import IN_MAIL, MOST_BYTES, png
from pbem.pictures.raster import raster

KEYS = [game.card.key for game in rule_sets()]
TURNS = 3
SPOT = 6  # pixels: as wide as a letter


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    forget()
    yield
    forget()


def paint(drawing: Drawing, width: int) -> Image.Image:
    """The whole picture, *width* pixels wide."""
    return stacked([band.painted() for band in bands(drawing, width)])


def forget() -> None:
    pictures.forget()
    painting.forget()
    palette_png.forget()


@cache
def played(key: str) -> tuple[State, Record | None]:
    """A random game after a few phases."""
    game = find(key)
    state, record = game.start({}, SeededDice("layers", 0)), None
    for number in range(1, TURNS + 1):
        dice = SeededDice("layers", number)
        turn = game.judge(state, random_orders(game, state, list(game.due(state).owed), dice), dice)
        state, record = turn.state, turn.record
    return state, record


def drawing_of(svg: str) -> Drawing:
    drawing = cut(svg)
    assert drawing
    return drawing


def in_one_piece(drawing: Drawing, width: int) -> Drawing:
    """All layers as one part; what has a place of its own is at whole pixels, as it is painted."""
    box, scale = drawing.box, width / drawing.box.width

    def whole(found: re.Match[str]) -> str:
        x, y = map(float, found.groups())
        x, y = (round((x - box.left) * scale) / scale, round((y - box.top) * scale) / scale)
        return f'transform="translate({x + box.left:.6f} {y + box.top:.6f})"'

    content = re.sub(r'data-at="(\S+) (\S+)" transform="[^"]*"', whole, " ".join(chain(*drawing.layers)))
    reach = "{} {} {} {}".format(*box)
    return drawing._replace(layers=((f'<g data-box="{reach}">{content}</g>',),))


@pytest.mark.parametrize("key", KEYS)
def test_a_picture_painted_in_layers_equals_one_painted_whole(key: str) -> None:
    svg = find(key).picture(*played(key), None)
    drawing = drawing_of(svg)
    by_layers, whole = paint(drawing, 600), paint(in_one_piece(drawing, 600), 600)
    difference = ImageChops.difference(by_layers, whole)
    seen = ImageStat.Stat(difference)
    spots = difference.convert("L").reduce(SPOT).histogram()
    worst = max(level for level, number in enumerate(spots) if number)
    assert by_layers.size == whole.size
    assert max(seen.mean) < 0.2, "a part is cut off, out of place or missing"
    assert worst < 15, "a letter or more is missing"


@pytest.mark.parametrize("key", KEYS)
def test_the_same_view_gives_the_same_bytes_whatever_was_painted_before(key: str) -> None:
    game, (state, record) = find(key), played(key)
    powers = list(game.describe(state)["units"])
    svg = game.picture(state, record, powers[-1])
    alone = png(svg)
    forget()
    for reader in (None, powers[0]):
        png(game.picture(state, record, reader))
    assert png(svg) == alone
    assert len(alone) <= MOST_BYTES
    with Image.open(io.BytesIO(alone)) as image:
        assert (image.format, image.mode, image.width) == ("PNG", "P", IN_MAIL)
        image.load()


def test_a_further_readers_picture_paints_only_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    real = raster

    def counted(svg: str, width: int | None = None) -> Image.Image:
        made.append(svg)
        return real(svg, width)

    monkeypatch.setattr(painting, "raster", counted)
    pieces = (picture.Piece("Gondor", "A", "MTi"), picture.Piece("Mordor", "A", "Bar"))
    public = picture.View(pieces=pieces, title="Spring")
    hidden = picture.Piece("Mordor", "Nazgul", "Gor")
    own = picture.View(pieces=(*pieces, hidden), title="Spring")
    png(picture.draw("adjudicator.downfall_xiii", public))
    first = len(made)
    png(picture.draw("adjudicator.downfall_xiii", picture.apart(own, public)))
    further = made[first:]
    assert first > 10
    assert len(further) <= 4, "the hidden piece and what the legend says of it"
    assert all("Naz" in svg or "known to you" in svg for svg in further)


def test_readers_with_longer_legends_measure_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[int] = []
    real = palette_png.palette_png

    def counted(made: Sequence[Band], width: int, colours: Sequence[str]) -> bytes:
        encoded.append(len(colours))
        return real(made, width, colours)

    monkeypatch.setattr(pictures, "palette_png", counted)
    public = picture.View(pieces=(picture.Piece("Gondor", "A", "MTi"),), title="Spring")
    png(picture.draw("adjudicator.downfall_xiii", public))
    encoded.clear()
    kinds = ("C", "F", "Nazgul", "Sauron", "Lord of the Nazgul", "Ranger", "Balrog", "Gollum", "Shelob")
    hidden = tuple(picture.Piece("Mordor", kind, "Gor") for kind in kinds)
    own = picture.apart(picture.View(pieces=(*public.pieces, *hidden), title="Spring"), public)
    svgs = [picture.draw("adjudicator.downfall_xiii", view) for view in (public, own)]
    assert drawing_of(svgs[0]).box.height < drawing_of(svgs[1]).box.height
    png(svgs[1])
    assert len(encoded) == 1, "the picture itself"


def test_the_same_view_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    svg = picture.draw("adjudicator.standard", picture.View(title="Spring 1901"))
    made = png(svg)
    monkeypatch.setattr(pictures, "cut", None)
    assert png(svg) is made


def test_secrets_of_one_reader_do_not_move_what_all_see() -> None:
    pieces = (picture.Piece("Gondor", "A", "MTi"), picture.Piece("Mordor", "A", "Bar"))
    hidden = picture.Piece("Mordor", "Nazgul", "Bar", marks=("ring",))
    public = picture.View(pieces=pieces)
    seen = picture.apart(picture.View(pieces=(hidden, *pieces)), public)
    assert (seen.pieces, seen.own) == (pieces, (hidden,))
    alone, with_own = (
        drawing_of(picture.draw("adjudicator.downfall_xiii", view)).layers for view in (public, seen)
    )
    assert alone[:-1] == with_own[:-1]
    assert "Nazgul" not in "".join(chain(*alone))
    assert {"Mordor Nazgul, Bar", "known to you, not to all"} <= {
        words
        for words in ("Mordor Nazgul, Bar", "known to you, not to all")
        if words in "".join(with_own[-1])
    }


def test_a_known_and_an_unknown_piece_of_one_kind_are_two() -> None:
    army = picture.Piece("Gondor", "R", "MTi")
    seen = picture.apart(picture.View(pieces=(army, army)), picture.View(pieces=(army,)))
    assert (seen.pieces, seen.own) == ((army,), (army,))


def test_dense_parts_are_painted_together() -> None:
    far = [part((0, 0, 10, 10), "a"), part((900, 900, 10, 10), "b")]
    thick = [part((n, n, 200, 200), str(n)) for n in range(20)]
    assert together(far) == far
    (one,) = together(thick)
    assert one.startswith('<g data-box="0 0 219 219">')
    assert all(each in one for each in thick)
    assert together([]) == []


def test_a_slanting_line_is_made_in_boxes_that_hold_it_and_little_else() -> None:
    level, slanting = [(0.0, 0.0), (300.0, 0.0)], [(0.0, 0.0), (300.0, 300.0)]
    (one,) = along(level, 4, {})
    boxes = along(slanting, 4, {slanting[-1]: 13})
    assert list(one) == [-4, -4, 308, 8]
    assert sum(width * height for _, _, width, height in boxes) < 300 * 300 / 2
    for n in range(301):
        assert any(left <= n <= left + w and top <= n <= top + h for left, top, w, h in boxes)
    left, top, width, height = boxes[-1]
    assert [left + width, top + height] == [313, 313]


def test_boxes_that_overlap_are_painted_as_one() -> None:
    """A half-transparent square: where two boxes show it, it is not laid twice."""
    content = '<rect x="2" y="2" width="16" height="6" fill="#000" fill-opacity="0.5"/>'
    reach = {"one": "0 0 20 10", "two": "0 0 12 10 8 0 12 10"}
    drawing = drawing_of(picture.draw("adjudicator.standard", picture.View()))
    painted = {
        name: paint(
            drawing._replace(box=Box(0, 0, 20, 10), layers=((f'<g data-box="{boxes}">{content}</g>',),)), 200
        )
        for name, boxes in reach.items()
    }
    assert painted["one"].tobytes() == painted["two"].tobytes()


def test_a_drawing_has_its_layers_and_every_definition_it_uses() -> None:
    for key in KEYS:
        drawing = drawing_of(find(key).picture(*played(key), None))
        assert len(drawing.layers) == len(LAYERS)
        used = {name for line in chain(*drawing.layers) for name in USED.findall(line)}
        assert len(drawing.definitions.used_by(DrawingPart("", (), None, tuple(used)))) == len(used)
        assert 24 <= len(drawing.colours) <= 256


def test_a_drawing_without_layers_is_painted_whole() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>'
    assert cut(svg) is None
    with Image.open(io.BytesIO(png(svg, 20))) as image:
        assert image.convert("RGB").getpixel((10, 10)) == (0, 0, 0)
