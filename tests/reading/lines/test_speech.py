"""Names in sentences: the board says whether they take an article and are singular or plural."""

import pytest

from adjudicator.core.board import read as board_of
from adjudicator.core.board_rows import BoardError
from adjudicator.core.phrasing import Speech, brief, read, spelled

LAND = '[[province]]\nid = "{id}"\nname = "{name}"\n'
BOARD = (
    '[board]\nname = "B"\npowers = ["Elves", "Gondor"]\n'
    + LAND.format(id="GHa", name="Grey Havens")
    + LAND.format(id="Shi", name="The Shire")
    + LAND.format(id="Bre", name="Bree")
    + '[[border]]\nbetween = ["Shi", "Bre"]\nkind = "land"\n'
)
TABLE = '[speech]\nthe = ["Grey Havens", "The Shire"]\na = ["Ranger"]\nmany = ["Elves"]\n'


def speech(table: str = TABLE) -> Speech:
    return read(board_of(BOARD + table, "board.toml"), ["Ranger"])


@pytest.mark.parametrize(
    ("form", "words", "told"),
    [
        (
            "{power} <takes> {place} from {before}",
            ("Gondor", "Bree", "Elves"),
            "Gondor takes Bree from the Elves",
        ),
        ("{power} <takes> {place}", ("Elves", "Grey Havens"), "The Elves take the Grey Havens"),
        ("{power} <is> in {place}", ("Elves", "The Shire"), "The Elves are in the Shire"),
        ("{power}'s Army, {before}'s Army", ("Elves", "", "Gondor"), "The Elves' Army, Gondor's Army"),
        ("{piece} is slain by {power}", ("Elves", "", "", "Ranger"), "A Ranger is slain by the Elves"),
        (
            "the Ring is lost by {power}, who <is> no more",
            ("Elves",),
            "The Ring is lost by the Elves, who are no more",
        ),
    ],
)
def test_names_have_their_articles_and_verbs_their_number(
    form: str, words: tuple[str, ...], told: str
) -> None:
    blanks = dict(zip(("power", "place", "before", "piece"), words, strict=False))
    assert speech().sentence(form, **blanks) == told


def test_the_id_of_a_place_gives_its_name_in_a_sentence() -> None:
    assert speech().place("GHa") == "the Grey Havens"
    assert speech().place("Bre") == "Bree"
    assert speech().place("its place") == "its place"


def test_text_of_players_is_not_treated_as_a_template() -> None:
    """A name that looks like a placeholder or a verb form is printed unchanged."""
    assert (
        speech().sentence("{power} <takes> {place}", power="Gondor", place="{power} <x>")
        == "Gondor takes {power} <x>"
    )


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        (
            '[speech]\nthe = ["Gray Havens"]\n',
            'B, speech, the: nothing is called "Gray Havens" (did you mean "Grey Havens"?)',
        ),
        ('[speech]\nan = ["Elves"]\n', "B, speech, an: no such list; there are the, a, many"),
    ],
)
def test_a_mistake_in_the_table_is_reported(table: str, fault: str) -> None:
    with pytest.raises(BoardError) as refused:
        speech(table)
    assert str(refused.value) == fault


def test_a_headline_has_as_many_events_as_fit_in_ten_words() -> None:
    short, long = "Gondor disbands an army", "the Elves and Mordor raise an army each"
    assert brief([short, "Rohan raises one"]) == f"{short}; Rohan raises one"
    assert brief([long, short]) == long
    assert brief(["", short]) == short
    assert brief([""]) == ""


def test_small_numbers_are_spelled() -> None:
    assert [spelled(number) for number in (0, 1, 10, 11)] == ["no", "one", "ten", "11"]
