"""S.11: conditions are decided when the turn begins; one that waits for the turn itself is warned of."""

import pytest

from adjudicator.empires import game

FACTS = {
    "phase": "Russia",
    "turn": 3,
    "units": {
        "Russia": ["2 Armies Warsaw", "Army Kamenets", "Army Odessa"],
        "Austria-Hungary": ["Army Lutsk reduced"],
        "Germany": ["Army Warsaw"],
    },
    "state": {"control": {"Lutsk": "Austria-Hungary"}},
}
ATTACK = ("ACTIVATE", "Army Kamenets - Lutsk attacks")


def warned(*lines: str) -> list[str]:
    found = game.read(game.place(FACTS), "Russia", None, lines)
    return [note.partition(": this is decided")[0] for note in found.warnings if "this is decided" in note]


@pytest.mark.parametrize(
    "condition",
    [
        "Lutsk is mine",
        "Lutsk is ours",
        "no enemy is in Lutsk",
        "the attack on Lutsk succeeded",
        "the Russian attack on Lutsk succeeded",
        "a Russian army is in Lutsk",
    ],
)
def test_a_condition_on_the_result_of_a_line_above_it_is_warned_of(condition: str) -> None:
    assert warned(*ATTACK, f"IF {condition}: Army Odessa - Kamenets") == [f'"{condition}"']
    as_heading = (f"IF {condition}:", "ENTRENCH Warsaw", "OTHERWISE:", "MISSIONS")
    assert warned(*ATTACK, *as_heading) == [f'"{condition}"']


@pytest.mark.parametrize(
    "lines",
    [
        ("IF Lutsk is mine: ENTRENCH Warsaw", *ATTACK),
        ("IF the enemy is in Lutsk:", *ATTACK),
        (*ATTACK, "IF Lutsk is not ours: ENTRENCH Warsaw"),
        (*ATTACK, "IF Brussels is ours: ENTRENCH Warsaw"),
        (*ATTACK, "IF the French attack on Lutsk failed: ENTRENCH Warsaw"),
        (*ATTACK, "IF 2 Austrian armies are in Lutsk: ENTRENCH Warsaw"),
    ],
)  # fmt: skip
def test_conditions_on_the_board_before_the_turn_are_not(lines: tuple[str, ...]) -> None:
    assert warned(*lines) == []


def refusal(line: str, **facts: object) -> str:
    found = game.read(game.place({**FACTS, **facts}), "Russia", None, [line])
    return found.lines[0].remedy


@pytest.mark.parametrize(
    ("condition", "remedy"),
    [
        ("the British attack fails", "That attack was made before your turn, so name its zone:"),
        ("my attack works", "Write PAUSE below the first attack:"),
        ("it works", "Write PAUSE below the first attack:"),
        ("the attack fails", "For an attack of others, made before your turn, say whose it was and where:"),
        ("the first attack failed", "If only aviation depends on it, write it after AIR:"),
    ],
)
def test_pause_is_advised_only_for_the_result_of_an_attack_of_the_turn(condition: str, remedy: str) -> None:
    assert refusal(f"IF {condition}: MISSIONS").startswith(remedy)


def test_a_power_without_a_pause_is_not_told_to_pause() -> None:
    assert "you have no PAUSE" in refusal("IF my attack works: MISSIONS", options={"pause": "off"})
    found = game.read(
        game.place({**FACTS, "options": {"pause": "off"}}),
        "Russia",
        None,
        [*ATTACK, "IF Lutsk is ours: MISSIONS"],
    )
    [note] = [note for note in found.warnings if "this is decided" in note]
    assert "PAUSE" not in note


TOO_MANY = "Depending on the conditions"


@pytest.mark.parametrize(
    ("lines", "is_warned"),
    [
        (("IF Lutsk is ours: MISSIONS", "IF Riga is ours: RESEARCH Attack 1", "ENTRENCH Warsaw"), True),
        (("IF Riga is ours: MISSIONS", "IF Riga is not ours: RESEARCH Attack 1", "ENTRENCH Warsaw"), False),
        (("IF Riga is ours: MISSIONS", "RESEARCH Attack 1", "ENTRENCH Warsaw"), False),  # the last is refused
        (("IF Lutsk is ours: MISSIONS ELSE RESEARCH Attack 1", "ENTRENCH Warsaw", "DIPLOMACY Italy"), False),
    ],
)
def test_too_many_actions_are_counted_without_refused_lines(lines: tuple[str, ...], is_warned: bool) -> None:
    found = game.read(game.place(FACTS), "Russia", None, lines)
    assert any(note.startswith(TOO_MANY) for note in found.warnings) is is_warned
