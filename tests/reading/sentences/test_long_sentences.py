"""A long sentence with many orders is cut where they begin, so that what parses stands."""

import pytest

from adjudicator.core.game import REFUSED, REMARK, TAKEN, Reading
from adjudicator.games import find

XIII = {
    "phase": "movement",
    "turn": 3,
    "units": {"Mordor": ("A SIt", "A MMo", "2A Gor", "A SRh", "A Nur", "A GMo", "6A Nrd")},
}
IN_XIII = [
    "the army in South Ithilien goes to Osgiliath",
    "the one in Minas Morgul follows to South Ithilien",
    "the two armies in Gorgoroth go up to Udûn",
    "the army in South Rhûn goes to Dagorlad",
    "the army in Nurn stays",
    "the one in the Grey Mountains stays as well",
]


def _read(text: str) -> Reading:
    game = find("downfall-xiii")
    return game.read(game.place(XIII), "Mordor", None, [text])


def _taken(reading: Reading) -> list[str]:
    return [line.reading for line in reading.lines if line.verdict == TAKEN]


@pytest.mark.parametrize("between", [", ", " and ", ", then "])
def test_each_order_of_a_long_sentence_is_read(between: str) -> None:
    text = f"Since Gondor has left the river wide open {between.join(['I think we shall march', *IN_XIII])}."
    assert _taken(_read(text)) == [
        "Army South Ithilien moves to Osgiliath",
        "Army Minas Morgul moves to South Ithilien",
        "2 Armies Gorgoroth move to Udûn",
        "Army South Rhûn moves to Dagorlad",
        "Army Nurn holds",
        "Army Grey Mountains holds",
    ]


def test_reasons_between_the_orders_are_remarks() -> None:
    text = ", because I say so, ".join([*IN_XIII, "and the six armies in Nuriad hold because nobody comes"])
    reading = _read(text)
    assert len(_taken(reading)) == len(IN_XIII) + 1
    assert {line.verdict for line in reading.lines} == {TAKEN, REMARK}


def test_only_the_part_that_is_not_allowed_is_refused() -> None:
    reading = _read(", ".join([*IN_XIII, "the army in Barad-dûr goes to Udûn"]))
    assert len(_taken(reading)) == len(IN_XIII)
    refused = [line.text for line in reading.lines if line.verdict == REFUSED]
    assert refused == ["the army in Barad-dûr goes to Udûn"]


def test_a_list_of_parts_stays_one_order_in_a_long_sentence() -> None:
    text = "A SIt - Osg, A MMo - SIt, A SRh - Dag, A Nur H, A GMo H, 2A Gor D : A Gor - Udu, A Gor H"
    assert _taken(_read(text))[-1].startswith("2 Armies Gorgoroth divide")


FRANCE = {"phase": "movement", "units": {"France": ("A Par", "A Mar", "F Bre")}}


def _in_standard(text: str) -> list[tuple[str, str]]:
    game = find("standard")
    lines = game.read(game.place(FRANCE), "France", None, [text]).lines
    return [(line.verdict, line.text) for line in lines if line.verdict != REMARK]


@pytest.mark.parametrize(
    "behind",
    [
        "if Italy moves to Piedmont, F Bre - MAO",
        "if Italy reads this, I would like a word",
    ],
)
def test_and_if_begins_a_clause_on_which_nothing_before_it_depends(behind: str) -> None:
    assert _in_standard(f"A Par - Bur, A Mar - Spa, and {behind}") == [
        (TAKEN, "A Par - Bur"),
        (TAKEN, "A Mar - Spa"),
        (REFUSED, behind),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "A Par - Bur, A Mar - Spa if Italy agrees",
        "A Par - Bur, A Mar - Spa, and if Italy moves to Piedmont, A Mar H",
        "A Par - Bur, A Mar - Spa, and if that fails I hold",
        "A Par - Bur, A Mar - Spa, and if Italy objects all of this is off",
        "A Par - Bur, A Mar - Spa, if Italy moves to Piedmont, F Bre - MAO",
    ],
)
def test_a_condition_that_may_be_of_orders_before_it_leaves_none(text: str) -> None:
    assert [verdict for verdict, _ in _in_standard(text)] == [REFUSED]


def test_only_what_runs_into_unread_words_is_refused() -> None:
    assert _in_standard("A Par - Bur, A Mar - Spa foo bar, F Bre - MAO") == [
        (TAKEN, "A Par - Bur"),
        (REFUSED, "A Mar - Spa foo bar"),
        (TAKEN, "F Bre - MAO"),
    ]


def test_what_an_order_follows_from_is_no_doubt_about_it() -> None:
    text = "I have promised not to enter the Channel, so Paris goes to Burgundy and Marseilles to Spain"
    assert (TAKEN, "so Paris goes to Burgundy and Marseilles to Spain") in _in_standard(text)


def test_an_order_that_is_not_understood_is_refused_alone() -> None:
    assert _in_standard("A Par - Bur, my army in Marseilles should go dancing in Spain, F Bre - MAO") == [
        (TAKEN, "A Par - Bur"),
        (REFUSED, "my army in Marseilles should go dancing in Spain"),
        (TAKEN, "F Bre - MAO"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "A Par - Bur, my army in Marseilles should perhaps go to Spain",
        "Paris should go to Burgundy and my army in Marseilles should not follow",
        "Paris should go to Burgundy, should Marseilles be safe",
    ],
)
def test_a_doubt_in_it_is_one_about_the_sentence(text: str) -> None:
    assert [verdict for verdict, _ in _in_standard(text)] == [REFUSED]


def test_when_a_unit_has_left_is_no_condition() -> None:
    """Its order fails in any case if the other unit stays."""
    text = "my army in Paris should move to Brest as soon as the fleet has left it"
    assert [verdict for verdict, _ in _in_standard(text)] == [TAKEN]


def test_what_others_may_do_is_no_doubt_about_an_order() -> None:
    assert (TAKEN, "A Par - Bur") in _in_standard("A Par - Bur (Germany might try to get in)")
    assert (TAKEN, "A Par - Bur") not in _in_standard("A Par - Bur (Paris might stay)")


def test_a_hold_ends_its_sentence() -> None:
    """ "H." is no abbreviation: a question behind it asks nothing about the hold."""
    assert _in_standard("A Par H. A Mar H. F Bre - ENG?")[:2] == [(TAKEN, "A Par H"), (TAKEN, "A Mar H")]


def test_a_doubt_beyond_a_semicolon_is_none_about_the_other_orders() -> None:
    text = "A Par holds; A Mar - Spa; F Bre - MAO, or ENG if England is there (they are not, so MAO)"
    assert _in_standard(text)[:2] == [(TAKEN, "A Par holds"), (TAKEN, "A Mar - Spa")]


def test_the_other_two_in_brackets_hold() -> None:
    text = "A Par - Bur. The other two (Mar, Bre) hold."
    assert [verdict for verdict, _ in _in_standard(text)] == [TAKEN] * 3
