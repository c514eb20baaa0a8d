"""Dice of one table: the same seed shows the same, and hidden rolls change no others."""

from adjudicator.core.dice import ListedDice, SeededDice, apart
from adjudicator.downfall_xiii.resolve.turn_state import TurnState
from adjudicator.downfall_xiii.view import notation


def _rolls(field: TurnState, what: str) -> list[int]:
    return [field.roll(1000, what) for _ in range(5)]


def test_the_same_seed_shows_the_same() -> None:
    one, other = SeededDice("wood", 3), SeededDice("wood", 3)
    assert [one.roll(6) for _ in range(20)] == [other.roll(6) for _ in range(20)]


def test_dice_apart_hang_on_no_other_roll() -> None:
    quiet, busy = SeededDice("wood", 3), SeededDice("wood", 3)
    hidden = [busy.roll(6) for _ in range(7)]
    assert len(hidden) == 7
    assert apart(quiet, "Fornost").roll(10**9) == apart(busy, "Fornost").roll(10**9)
    assert apart(quiet, "Fornost").roll(10**9) != apart(quiet, "the Ring").roll(10**9)


def test_listed_dice_have_one_list() -> None:
    dice = ListedDice([4, 2])
    assert (apart(dice, "the Ring").roll(6), apart(dice, "Fornost").roll(6)) == (4, 2)


def test_a_hidden_roll_in_middle_earth_does_not_move_the_army_of_fornost() -> None:
    quiet = TurnState(notation.at_start(), {}, SeededDice("wood", 3))
    busy = TurnState(notation.at_start(), {}, SeededDice("wood", 3))
    equal_finders = _rolls(busy, "the Ring")
    assert _rolls(quiet, "Fornost") == _rolls(busy, "Fornost") != equal_finders
