"""A line read by its shape has the meaning that the grammar gives the whole line."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark

from adjudicator.core.language.grammar import grammar_of, reader_to_the_break
from adjudicator.core.language.line_shapes import GAP, Shapes, names
from adjudicator.core.language.words import Unreadable
from adjudicator.domination.data import data
from adjudicator.domination.language import grammar as domination
from adjudicator.empires.language import grammar as empires
from adjudicator.middle_earth.language import grammar as middle_earth
from adjudicator.standard.language import grammar as standard

Read = Callable[[str], Any]

BOTH: dict[str, Callable[[], tuple[Read, Read]]] = {
    "standard": lambda: (
        standard._readers()["movement"],
        reader_to_the_break(grammar_of("adjudicator.standard.language"), standard._Orders(), "movement"),
    ),
    "middle_earth": lambda: (
        middle_earth._reader(),
        reader_to_the_break(grammar_of("adjudicator.middle_earth.language"), middle_earth._OrderBuilder()),
    ),
    "empires": lambda: (empires.parse_line, empires._reader_to_the_break()),
}
readers = cache(lambda key: BOTH[key]())


@cache
def pieces(package: str) -> Sequence[str]:
    """Return words of the grammar, whole, stretched and in parts, and signs between or beside them."""
    runs = {
        run
        for run in re.findall(r"[a-z]+", grammar_of(f"adjudicator.{package}.language").lower())
        if len(run) < 12
    }
    signs = ("-", "->", ",", ":", "*", "2", "/nc", "'s", "'", "_", ".")
    strange = (GAP, "X", "Par", "Brown Lands", "b10", "Cedes2", "2Foo", "O'Brien", "München", "ſ", "İ")
    return (*sorted(runs), *(f"{run}s" for run in sorted(runs)), *signs * 5, *strange * 9)


@pytest.mark.parametrize("package", BOTH)
@settings(deadline=None, max_examples=25)
@given(data=st.data())
def test_a_line_read_by_shape_means_the_same_as_by_the_grammar(package: str, data: st.DataObject) -> None:
    between = data.draw(st.sampled_from((" ", " ", "", "-")))
    line = between.join(data.draw(st.lists(st.sampled_from(pieces(package)), max_size=9)))
    by_shape, whole = readers(package)
    assert told(by_shape, line) == told(whole, line)


def told(read: Read, line: str) -> Any:
    try:
        return read(line)
    except Unreadable as refusal:
        return refusal.reason


class Words:
    def start(self, parts: Sequence[str]) -> list[str]:
        return [str(part) for part in parts]


def test_lines_of_one_shape_are_parsed_once_and_names_come_out_as_written() -> None:
    parser = Lark(
        'start: NAME "to"i NAME\nNAME: /(?!to\\b)\\w+( (?!to\\b)\\w+)*/i\n%ignore " "', parser="lalr"
    )
    shapes = Shapes[list[str]](parser, Words(), names(parser), "start")
    lines = ["Paris to Burgundy", "x to Gascony", "Rome to x"]
    assert [shapes.read(line) for line in lines] == [line.split(" to ") for line in lines]
    assert shapes._template.cache_info().misses == 1
    assert shapes.read("North Sea to x y") == ["North Sea", "x y"]
    assert shapes.read("Paris Burgundy") is None


def test_every_order_of_a_later_phase_has_a_keyword() -> None:
    """So a line without such a keyword need not be parsed for the other phases."""
    lines = map(" ".join, product(("a par", "- x", "r x", "d", "b", "waive", "2", ","), repeat=3))
    unmoved = [line for line in lines if not standard.written("movement", line)]
    later = [line for line in unmoved if any(map(is_order(line), ("retreat", "adjustment")))]
    assert later
    assert all(standard.in_another_phase("movement", line)[1] for line in later)


def is_order(line: str) -> Callable[[str], bool]:
    return lambda phase: any(order.verb != "adjust" for order in standard.written(phase, line))


def test_a_unit_may_be_written_with_the_letters_of_a_turkish_keyboard() -> None:
    said = domination.parse_line(data({}), "2 Mılİtia B10 - B14")
    assert said == domination.parse_line(data({}), "2 Militia B10 - B14") is not None
