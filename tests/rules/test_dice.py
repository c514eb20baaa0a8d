"""Dice of a table: the same seed gives the same rolls, and hidden rolls do not change any others."""

from adjudicator.core.dice import ListedDice, SeededDice, apart
from adjudicator.downfall_xiii.resolve.turn_state import TurnState
from adjudicator.downfall_xiii.view import notation


def _rolls(field: TurnState, what: str) -> list[int]:
    return [field.roll(1000, what) for _ in range(5)]


def test_the_same_seed_gives_the_same_rolls() -> None:
    one, other = SeededDice("wood", 3), SeededDice("wood", 3)
    assert [one.roll(6) for _ in range(20)] == [other.roll(6) for _ in range(20)]


def test_separate_dice_do_not_depend_on_other_rolls() -> None:
    quiet, busy = SeededDice("wood", 3), SeededDice("wood", 3)
    hidden = [busy.roll(6) for _ in range(7)]
    assert len(hidden) == 7
    assert apart(quiet, "Fornost").roll(10**9) == apart(busy, "Fornost").roll(10**9)
    assert apart(quiet, "Fornost").roll(10**9) != apart(quiet, "the Ring").roll(10**9)


def test_listed_dice_use_one_list_for_all_rolls() -> None:
    dice = ListedDice([4, 2])
    assert (apart(dice, "the Ring").roll(6), apart(dice, "Fornost").roll(6)) == (4, 2)


def test_a_hidden_roll_in_middle_earth_does_not_change_the_roll_for_fornost() -> None:
    quiet = TurnState(notation.at_start(), {}, SeededDice("wood", 3))
    busy = TurnState(notation.at_start(), {}, SeededDice("wood", 3))
    equal_finders = _rolls(busy, "the Ring")
    assert _rolls(quiet, "Fornost") == _rolls(busy, "Fornost") != equal_finders
