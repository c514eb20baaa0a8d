"""A cached reading of a line is used only in positions where its units are as they were."""

from collections.abc import Mapping, Sequence

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Reading
from adjudicator.core.language.known_lines import MOST_KEPT, KnownLines
from adjudicator.games import find
from tests.support.whole_reader import whole_reader_alone

STANDARD = find("standard")


def read(units: Mapping[str, Sequence[str]], *lines: str, power: str = "France") -> Reading:
    state = STANDARD.place({"units": units})
    found = STANDARD.read(state, power, None, lines)
    with whole_reader_alone():
        assert found == STANDARD.read(state, power, None, lines)
    return found


def verdicts(reading: Reading) -> list[str]:
    return [line.verdict for line in reading.lines]


def test_a_cached_move_is_refused_where_the_unit_is_missing() -> None:
    assert verdicts(read({"France": ["A Par"]}, "A Par - Bur")) == [TAKEN]
    assert verdicts(read({"France": ["A Mar"]}, "A Par - Bur")) == [REFUSED]
    assert verdicts(read({"Germany": ["A Par"], "France": ["A Mar"]}, "A Par - Bur")) == [REFUSED]


def test_a_cached_move_of_an_army_is_refused_for_a_fleet() -> None:
    assert verdicts(read({"France": ["A Bre"]}, "Bre - Par")) == [TAKEN]
    assert verdicts(read({"France": ["F Bre"]}, "Bre - Par")) == [REFUSED]


def test_a_cached_move_means_the_unit_that_is_there_now() -> None:
    army = read({"France": ["A Bre"]}, "Bre - Gas")
    fleet = read({"France": ["F Bre"]}, "Bre - Gas")
    assert [army.in_force[0].notation, fleet.in_force[0].notation] == ["A Bre - Gas", "F Bre - Gas"]


def test_a_cached_support_is_refused_when_the_supported_unit_has_gone() -> None:
    line = "A Par S A Mar - Bur"
    assert verdicts(read({"France": ["A Par", "A Mar"]}, line)) == [TAKEN]
    assert verdicts(read({"France": ["A Par", "A Gas"]}, line)) == [REFUSED]
    assert verdicts(read({"France": ["A Par"], "Italy": ["F Mar"]}, line)) == [REFUSED]


def test_a_move_by_convoy_is_not_cached() -> None:
    assert verdicts(read({"England": ["A Lon", "F ENG"]}, "A Lon - Bre", power="England")) == [TAKEN]
    assert verdicts(read({"England": ["A Lon", "F Lvp"]}, "A Lon - Bre", power="England")) == [REFUSED]


@pytest.mark.parametrize(
    "lines",
    [
        ("A Par - Bur", "A Mar - Bur"),
        ("A Par - Mar", "A Mar H"),
        ("A Par S A Mar - Bur", "A Mar H"),
        ("A Par S A Mar", "A Mar - Bur"),
        ("A Par - Bur", "A Par H"),
        ("A Par - Bur", "", "F Bre - MAO"),
    ],
)
def test_warnings_about_cached_lines_are_those_of_the_whole_reader(lines: Sequence[str]) -> None:
    units = {"France": ["A Par", "A Mar", "F Bre"]}
    assert read(units, *lines) == read(units, *lines)


def test_the_cache_has_a_limit() -> None:
    known: KnownLines[int, str] = KnownLines()
    for number in range(MOST_KEPT + 1):
        known.keep(number, "said")
    assert known.get(0) is None
    assert known.get(MOST_KEPT) == "said"
