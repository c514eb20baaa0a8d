"""A picture shows everything in its view, each piece separately, and is always valid."""

import io
import math
import sys
import tracemalloc
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from adjudicator.core.board import Board, load, read
from adjudicator.core.board_rows import BoardError
from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game
from adjudicator.drawing import Arrow, Piece, View, draw
from adjudicator.drawing.alt_text import in_words
from adjudicator.drawing.ground import Ground, ground_of
from adjudicator.drawing.hatching import STYLES, hatching
from adjudicator.drawing.palette import CROSS, colours_of, letters_of
from adjudicator.drawing.placement import SMALLEST, _crossings, _Floor, seats_of
from adjudicator.drawing.svg import Point
from adjudicator.drawing.symbols import short_name
from adjudicator.games import rule_sets
from adjudicator.robots.random_games import random_orders
from pbem.pictures import resvg
from pbem.pictures.png import IN_MAIL, MOST_BYTES, png
from pbem.pictures.raster import raster

STANDARD, DOWNFALL = "adjudicator.standard", "adjudicator.downfall_xiii"
PACKAGES = [STANDARD, DOWNFALL, "adjudicator.hardbop"]
SVG = "{http://www.w3.org/2000/svg}"


def is_inside(point: Point, rings: Iterable[Sequence[Point]]) -> bool:
    """Return whether the point is in the shape (even-odd, so that holes are outside)."""
    return sum(x <= point[0] for x in _crossings(rings, point[1])) % 2 == 1


def tree(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - our own drawing


def titles(svg: str) -> list[str]:
    return [element.text or "" for element in tree(svg).iter(f"{SVG}title")]


def start_of(board: Board) -> View:
    return View(
        owners={home: power for power, homes in board.homes.items() for home in homes},
        pieces=tuple(Piece(s.power, s.unit, s.at, s.count) for s in board.start if s.at),
        title=f"{board.name}, the start",
    )


def fleets_and_moves() -> tuple[Arrow, ...]:
    return (
        Arrow("move", ("Par", "Bur"), "succeeds", "France"),
        Arrow("move", ("Mun", "Bur"), "fails", "Germany"),
        Arrow("support", ("Mar", "Par", "Bur"), "cut", "France"),
        Arrow("support", ("Ven", "Rom"), "succeeds", "Italy"),
        Arrow("convoy", ("Lon", "NTH", "Nwy"), "succeeds", "England"),
        Arrow("retreat", ("Bud", "Rum"), "succeeds", "Austria"),
        Arrow("move", ("Stp/sc", "BOT"), "void", "Russia"),
        Arrow("other", ("Con", "Smy"), "", "Turkey"),
    )


def shared_edges(ground: Ground) -> dict[tuple[str, str], float]:
    """The length that two provinces' outlines have in common, if any."""
    beside: dict[tuple[Point, Point], list[str]] = defaultdict(list)
    for province, rings in ground.rings.items():
        for ring in rings:
            for start, end in pairwise(ring):
                beside[min(start, end), max(start, end)].append(province)
    lengths: dict[tuple[str, str], float] = defaultdict(float)
    for ends, provinces in beside.items():
        if len(provinces) == 2:
            lengths[provinces[0], provinces[1]] += math.dist(*ends)
    return lengths


# ---- the boards' drawings


@pytest.mark.parametrize("package", PACKAGES)
def test_drawing_and_board_file_agree_on_neighbours(package: str) -> None:
    board = load(package)
    rank = list(board.provinces).index
    facts = {
        tuple(sorted({board.province_of(end) for end in border.between}, key=rank))
        for border in board.borders
        if not border.link and border.kind not in ("crossing", "entry")
    }
    drawn = shared_edges(ground_of(package))
    assert {pair for pair, length in drawn.items() if length >= 7} == facts
    assert sum(length for pair, length in drawn.items() if pair not in facts) < 30


@pytest.mark.parametrize("package", PACKAGES)
def test_names_and_dots_lie_in_their_provinces(package: str) -> None:
    ground = ground_of(package)
    for province, boxes in ground.keep_free.items():
        rings = ground.rings[province]
        left, top, right, bottom = boxes[0]
        middle = (top + bottom) / 2
        assert any(is_inside((x, middle), rings) for x in (left, (left + right) / 2, right)), province
        if ground.board.provinces[province].centre:
            left, top, right, bottom = boxes[-1]
            assert is_inside(((left + right) / 2, (top + bottom) / 2), rings), province


# ---- where pieces stand


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_pieces_stand_in_their_province_and_none_hides_another(package: str, count: int) -> None:
    ground = ground_of(package)
    power = ground.board.powers[0]
    for province in ground.board.provinces:
        seats = seats_of(ground, [Piece(power, "A", province)] * count)
        for seat in seats:
            assert is_inside(seat.at, ground.rings[province]), province
        for n, seat in enumerate(seats):
            for other in seats[:n]:
                assert math.dist(seat.at, other.at) >= seat.radius + other.radius, province


@pytest.mark.parametrize("package", PACKAGES)
def test_the_start_leaves_names_and_other_provinces_pieces_free(package: str) -> None:
    ground = ground_of(package)
    pieces = start_of(ground.board).pieces
    seats = seats_of(ground, pieces)
    for n, (seat, piece) in enumerate(zip(seats, pieces, strict=True)):
        assert seat.radius >= SMALLEST
        province = ground.board.province_of(piece.place)
        for left, top, right, bottom in ground.keep_free[province]:
            assert not (left < seat.at[0] < right and top < seat.at[1] < bottom), piece
        for other in seats[:n]:
            assert math.dist(seat.at, other.at) >= (seat.radius + other.radius) * 0.95, piece


def test_the_places_of_a_province_that_were_tried_take_little_memory() -> None:
    ground = ground_of("adjudicator.standard")
    spot = ground.spots["Mos"].at
    _Floor(ground, "Mos", spot)  # what all floors share is made
    tracemalloc.start()
    floor = _Floor(ground, "Mos", spot)
    before = tracemalloc.get_traced_memory()[0]
    most = floor.pack(1000, SMALLEST, SMALLEST, SMALLEST, lambda _: math.inf)
    kept = tracemalloc.get_traced_memory()[0] - before
    places = len(floor._to_label)
    tracemalloc.stop()
    assert 20 < len(most) < places / 10
    assert kept < 16 * places
    assert before < 100 * places


def test_threads_that_draw_at_once_find_the_same_places() -> None:
    ground = ground_of(STANDARD)
    spot = ground.spots["Mos"].at
    alone = _Floor(ground, "Mos", spot).pack(6, 8.0, 6.8, 8.0, lambda _: math.inf)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            for _ in range(60):
                floor = _Floor(ground, "Mos", spot)
                packed = [threads.submit(floor.pack, 6, 8.0, 6.8, 8.0, lambda _: math.inf) for _ in range(4)]
                assert [one.result() for one in packed] == [alone] * 4
    finally:
        sys.setswitchinterval(before)


def test_a_fleet_stands_on_its_coast() -> None:
    ground = ground_of(STANDARD)
    (north,) = seats_of(ground, [Piece("Russia", "F", "Stp/nc")])
    (south,) = seats_of(ground, [Piece("Russia", "F", "Stp/sc")])
    assert math.dist(north.at, south.at) > 100


# ---- the picture


@pytest.mark.parametrize("package", PACKAGES)
def test_the_start_is_drawn_whole(package: str) -> None:
    board = load(package)
    view = start_of(board)
    svg = draw(package, view)
    told = titles(svg)
    assert told[0] == f"{board.name}, the start"
    assert sum(f", {piece.place}" in title for piece in view.pieces for title in set(told)) >= len(
        view.pieces
    )
    ids = {element.get("id") for element in tree(svg).iter() if element.get("id")}
    used = {element.get("href", "")[1:] for element in tree(svg).iter(f"{SVG}use")}
    assert used <= ids
    assert len(used) == len(board.provinces)


def test_every_kind_of_order_and_mark_is_drawn_and_explained() -> None:
    view = View(
        pieces=(
            Piece("France", "A", "Par"),
            Piece("France", "F", "Bel", marks=("dislodged",)),
            Piece("Germany", "A", "Bel", count=3),
            Piece("Germany", "A", "Kie", marks=("disbanded",)),
            Piece("", "A/F", "Bur"),
        ),
        arrows=fleets_and_moves(),
        title="Autumn 1901",
        note="the second turn",
        legend=("18 centres win",),
    )
    texts = [element.text for element in tree(draw(STANDARD, view)).iter(f"{SVG}text")]
    explained = {
        "army",
        "fleet",
        "army or fleet",
        "dislodged",
        "lost",
        "move",
        "support",
        "convoy",
        "retreat",
        "failed",
    }
    assert explained | {"18 centres win", "Autumn 1901", "the second turn", "3", "?"} <= set(texts)


def test_an_order_that_failed_is_crossed_and_one_that_succeeded_is_not() -> None:
    def crosses(outcome: str) -> int:
        view = View(arrows=(Arrow("move", ("Par", "Bur"), outcome, "France"),))
        return draw(STANDARD, view).count(f'stroke="{CROSS}"')

    assert crosses("succeeds") == 0
    assert crosses("fails") == crosses("void") > 0


def test_named_pieces_show_the_beginning_of_their_names() -> None:
    assert [short_name(kind) for kind in ("Gandalf", "Lord of the Nazgul", "Sauron", "Saruman")] == [
        "Gan",
        "LN",
        "Sau",
        "Sar",
    ]
    svg = draw(DOWNFALL, View(pieces=(Piece("Gandalf", "Gandalf", "Bre", marks=("ring", "ring worn")),)))
    assert {"Gan", "Gandalf", "carries the Ring", "wears the Ring"} <= {
        element.text for element in tree(svg).iter(f"{SVG}text")
    }


def test_the_same_view_gives_the_same_bytes() -> None:
    view = start_of(load(STANDARD))
    turned = View(owners=dict(list(view.owners.items())[::-1]), pieces=view.pieces, title=view.title)
    assert draw(STANDARD, view) == draw(STANDARD, turned)


def test_a_hostile_title_is_only_a_title() -> None:
    words = "</svg><script>alert(1)</script> \"'&\x00\x1b ]]> Élan"
    svg = draw(STANDARD, View(title=words, note=words, legend=(words,)))
    assert titles(svg)[0] == words.replace("\x00", "").replace("\x1b", "")
    assert not list(tree(svg).iter(f"{SVG}script"))


def test_a_place_or_power_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match='Standard Diplomacy has no place "Mordor"'):
        draw(STANDARD, View(pieces=(Piece("France", "A", "Mordor"),)))
    with pytest.raises(ValueError, match='nobody plays "Sauron" in Standard Diplomacy'):
        draw(STANDARD, View(owners={"Par": "Sauron"}))
    with pytest.raises(ValueError, match='no arrow of the kind "flight"'):
        draw(STANDARD, View(arrows=(Arrow("flight", ("Par", "Bur")),)))


# ---- hatching


@pytest.mark.parametrize("place", range(len(STYLES)))
def test_hatching_keeps_to_its_shape(place: int) -> None:
    """A square with a square hole: lines in the one, none in the other."""
    square = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0), (0.0, 0.0))
    hole = ((30.0, 30.0), (70.0, 30.0), (70.0, 70.0), (30.0, 70.0), (30.0, 30.0))
    lines = hatching((square, hole), place, "#000000", 2, 1)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 200 200">{lines}</svg>'
    whole = raster(svg, 200).getchannel("A")
    assert whole.crop((50, 50, 150, 80)).getbbox()
    assert whole.crop((84, 84, 116, 116)).getbbox() is None
    whole.paste(0, (46, 46, 154, 154))
    assert whole.getbbox() is None


# ---- colours


@pytest.mark.parametrize("package", PACKAGES)
def test_a_power_is_recognisable_without_colour(package: str) -> None:
    board = load(package)
    colours = [colours_of(board)[power] for power in board.powers]
    assert len({colour.letters for colour in colours}) == len(board.powers) <= len(set(STYLES))
    assert len({colour.full for colour in colours}) == len(board.powers)


def test_letters_are_the_shortest_that_distinguish_powers() -> None:
    assert letters_of(("Dwarves", "Gandalf", "Gondor", "Go")) == ("D", "Ga", "Gon", "Go")


def test_an_invalid_colour_is_named() -> None:
    text = '[board]\nname = "B"\npowers = ["X"]\ncolours = { X = "red" }\n'
    board = read(text + '[[province]]\nid = "P"\nname = "P"\n[[province]]\nid = "Q"\nname = "Q"\n'
                 '[[border]]\nbetween = ["P", "Q"]\nkind = "land"\n', "b.toml")  # fmt: skip
    with pytest.raises(BoardError, match='"red" is not a colour for X'):
        colours_of(board)


# ---- PNG


@pytest.mark.parametrize("package", PACKAGES)
def test_the_png_is_small_has_a_palette_and_keeps_the_powers_colours(package: str) -> None:
    board = load(package)
    made = png(draw(package, start_of(board)))
    with Image.open(io.BytesIO(made)) as image:
        assert (image.format, image.mode, image.width) == ("PNG", "P", IN_MAIL)
        seen = {colour for _, colour in image.convert("RGB").getcolors(10_000) or []}
    assert len(made) <= MOST_BYTES
    for power in board.powers:
        assert tuple(bytes.fromhex(colours_of(board)[power].full[1:])) in seen, power


def test_the_png_has_letters_though_the_machine_has_no_fonts() -> None:
    text = (
        '<text x="50" y="30" font-size="20" text-anchor="middle" font-family="Nowhere,sans-serif">{}</text>'
    )
    frame = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40">{}</svg>'
    bare, english, accents = (png(frame.format(text.format(words)), 300) for words in ("", "Bree", "Bréê"))
    assert len({bare, english, accents}) == 3


def test_a_text_that_is_not_svg_is_refused() -> None:
    with pytest.raises(ValueError, match=r".+"):
        png("A Par - Bur")


# ---- alternative text


def test_a_picture_has_alternative_text() -> None:
    units = {"Italy": ["A Rom", "F Nap"], "Turkey": []}
    assert in_words("The map, Spring 1901", units) == "The map, Spring 1901. Italy: A Rom, F Nap."
    assert in_words("The map", units, ["Gandalf Bre"]).endswith(" Also known: Gandalf Bre.")
    assert in_words("The map", {}) == "The map. Nothing stands on it."


@pytest.mark.parametrize("game", rule_sets(), ids=lambda game: game.card.key)
def test_every_games_alternative_text_says_where_each_unit_is(game: Game) -> None:
    state = game.start({}, SeededDice("words", 0))
    for number in range(1, 5):
        dice = SeededDice("words", number)
        orders = random_orders(game, state, list(game.due(state).owed), dice)
        state = game.judge(state, orders, dice).state
    sheet = game.show(state, None, None)
    assert any(sheet.facts["units"].values())
    for power, units in sheet.facts["units"].items():
        assert not units or f"{power}: {', '.join(units)}." in sheet.alt


# ---- LunaSVG and resvg


def test_both_renderers_draw_the_same() -> None:
    """A host without a package of LunaSVG gets pictures of resvg, which differ only at edges."""
    lunasvg = pytest.importorskip("pbem.pictures.lunasvg")
    svg = draw(DOWNFALL, start_of(load(DOWNFALL)))
    pictures = [_on_white(renderer.raster(svg, IN_MAIL)) for renderer in (lunasvg, resvg)]
    apart = ImageChops.difference(*pictures).convert("L").point(lambda shade: 255 if shade > 60 else 0)
    assert pictures[0].size == pictures[1].size
    assert sum(apart.histogram()[1:]) < 0.005 * math.prod(apart.size)


def test_an_outline_is_below_its_letters() -> None:
    looks = 'x="10" y="50" font-size="60" fill="#000000" stroke="#ffffff" stroke-width="20"'
    letter = f'<text {looks} paint-order="stroke">W</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60">{letter}</svg>'
    shades = _on_white(raster(svg, 100)).convert("L").histogram()
    assert sum(shades[:64]) > 500, "most of the letter is black, not only what the outline leaves of it"


def _on_white(image: Image.Image) -> Image.Image:
    white = Image.new("RGB", image.size, "#ffffff")
    white.paste(image, (0, 0), image)
    return white
