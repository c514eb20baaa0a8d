"""Of Attack and Defence others see only the +1 (10.0.6); previews use what was seen."""

from adjudicator.core.dice import ListedDice
from adjudicator.core.game import State
from adjudicator.empires import game
from adjudicator.empires.position import from_text

ATTACK = ["ACTIVATE", "French Army Verdun - Metz attacks"]


def fought(technologies: dict[str, list[str]]) -> State:
    """Return the state after a French attack on a German army."""
    state = game.place(
        {
            "phase": "Franco-British",
            "turn": 3,
            "units": {"Germany": ["2 Armies Metz"], "Franco-British": ["2 French Armies Verdun"]},
            "state": {"technologies": technologies},
        }
    )
    orders = {"Franco-British": game.read(state, "Franco-British", None, ATTACK).orders}
    return game.judge(state, orders, ListedDice([3, 3])).state


def technologies_seen(state: State, reader: str) -> str:
    return str(next(part for part in game.show(state, None, reader).sections if part.key == "technologies"))


def known(state: State, reader: str, power: str) -> tuple[str, ...]:
    return from_text(game.imagined(state, reader)).available.get(power, ())


def test_a_higher_level_that_was_seen_is_listed_and_counts_in_previews() -> None:
    state = fought({"Germany": ["Defence 1", "Defence 2", "Attack 1"]})
    for reader in ("Franco-British", "Russia", "Austria-Hungary"):
        assert "+1 for Defence (last seen Winter 1915)" in technologies_seen(state, reader)
        assert known(state, reader, "Germany") == ("Defence 1",), "the least that gives +1"
    assert known(state, "Germany", "Germany") == ("Defence 1", "Defence 2", "Attack 1")


def test_the_level_of_a_ceded_german_army_is_germanys() -> None:
    state = game.place(
        {
            "phase": "Russia",
            "turn": 3,
            "units": {"Austria-Hungary": ["German Army Lublin"], "Russia": ["Army Brest-Litovsk"]},
            "state": {"technologies": {"Germany": ["Defence 1"]}},
        }
    )
    lines = ["ACTIVATE", "Army Brest-Litovsk - Lublin attacks"]
    orders = {"Russia": game.read(state, "Russia", None, lines).orders}
    after = game.judge(state, orders, ListedDice([3, 3])).state
    assert known(after, "Russia", "Germany") == ("Defence 1",)
    assert not known(after, "Russia", "Austria-Hungary")


def test_equal_levels_are_not_seen() -> None:
    same = {"Germany": ["Defence 1"], "Franco-British": ["Attack 1"]}
    for technologies in ({}, same):
        state = fought(technologies)
        assert "No Power has shown a technology yet" in technologies_seen(state, "Franco-British")
        assert not known(state, "Franco-British", "Germany")


def test_the_own_higher_level_is_seen_by_the_others() -> None:
    state = fought({"Franco-British": ["Attack 1", "Attack 2"]})
    assert "+1 for Attack" in technologies_seen(state, "Germany")
    assert known(state, "Germany", "Franco-British") == ("Attack 1",)
