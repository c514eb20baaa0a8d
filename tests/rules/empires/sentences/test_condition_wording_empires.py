"""Conditions of Empires in sentences: read as IF and OTHERWISE, or refused with the dependent orders."""

from collections.abc import Sequence

import pytest

from adjudicator.core.game import REFUSED, TAKEN, InForce, ReadLine
from adjudicator.empires.language.sentences.condition_wording import MOST_APART, sentences_apart
from adjudicator.games import find

GAME = find("empires")
UNITS = {
    "Germany": ["2 Armies Metz", "Army Breslau", "Army Posen", "Army Berlin"],
    "Austria-Hungary": ["Army Krakow", "Army Vienna"],
    "Franco-British": ["French Army Verdun"],
    "Russia": ["Army Warsaw"],
}
STATE = GAME.place({"units": UNITS, "phase": "Germany", "turn": 5})


def read(lines: Sequence[str]) -> Sequence[ReadLine]:
    return GAME.read(STATE, "Germany", None, lines).lines


def in_force(lines: Sequence[str]) -> tuple[InForce, ...]:
    return GAME.read(STATE, "Germany", None, lines).in_force


def _taken(lines: Sequence[str]) -> list[str]:
    return [one.reading for one in read(lines) if one.verdict == TAKEN]


WARSAW = ["IF Warsaw is ours: ENTRENCH Posen", "OTHERWISE ACTIVATE Army Breslau - Warsaw attacks"]


@pytest.mark.parametrize(
    "lines",
    [
        ["If Warsaw is ours after Austria's turn, dig in at Posen. If not,", "activate Breslau - Warsaw att"],
        ["If Warsaw is ours again by then, dig in at", "Posen. If not, activate Breslau to Warsaw, attack."],
        ["If Warsaw is ours -> entrench Posen.", "Otherwise -> activate Breslau to Warsaw, attacking"],
        ["Provided that Warsaw is ours, entrench Posen", "Otherwise activate Breslau - Warsaw attack"],
        ["In case Warsaw is ours at that time: entrench Posen", "If it isn't: activate Breslau - Warsaw att"],
        ["Should Warsaw be ours, entrench Posen", "Else: activate Breslau - Warsaw attack"],
        ["Falls Warschau uns gehört: entrench Posen", "Sonst: aktiviere Breslau nach Warschau, Angriff"],
    ],
)  # fmt: skip
def test_a_condition_in_prose_is_read_like_if_and_otherwise(lines: list[str]) -> None:
    assert in_force(lines) == in_force(WARSAW)


@pytest.mark.parametrize(
    "words",
    [
        "Wenn Krakau noch österreichisch ist: Forschung Gas, sonst Missionen",
        "As long as Krakow is Austrian, research Gas, otherwise missions",
        "If Krakow is Austrian I research Gas, otherwise missions",
        "Only if Krakow is Austrian: research Gas. Otherwise missions",
    ],
)
def test_other_words_for_if(words: str) -> None:
    assert in_force([words]) == in_force(["IF Krakow is Austrian: RESEARCH Gas ELSE MISSIONS"])


def test_a_sentence_with_a_condition_may_follow_another_on_its_line() -> None:
    lines = ["It depends on what Austria does. If Krakow is ours by then, missions."]
    assert in_force(lines) == in_force(["IF Krakow is ours: MISSIONS"])


def test_a_condition_after_an_order_may_be_wrapped_and_it_means_its_zone() -> None:
    lines = [
        "- Activate: the army in Breslau moves to Warsaw and attacks, but only if Warsaw is",
        "  not ours at that time. If it is ours: entrench Posen instead.",
    ]
    meant = [
        "ACTIVATE Army Breslau - Warsaw attacks if Warsaw is not ours",
        "IF Warsaw is ours: ENTRENCH Posen",
    ]
    assert in_force(lines) == in_force(meant)


@pytest.mark.parametrize(
    "lines",
    [
        ["In any case research Gas, because I have half of it already."],
        ["(Whatever happened) research Gas"],
        ["Whatever he does: research Gas"],
    ],
)
def test_in_any_case_in_other_words(lines: list[str]) -> None:
    assert in_force([*WARSAW, *lines]) == in_force([*WARSAW, "IN ANY CASE:", "RESEARCH Gas"])


@pytest.mark.parametrize(
    "condition",
    [
        "If that attack fails",
        "Should that attack fail",
        "Should the first one fail",
        "If it works",
        "If the offensive succeeds",
    ],
)
def test_a_condition_on_dice_of_this_turn_gets_the_advice_to_pause(condition: str) -> None:
    answers = read(["ACTIVATE", "Army Metz - Verdun attacks", f"{condition}, Army Breslau - Posen"])
    refused = [one for one in answers if one.verdict == REFUSED]
    assert [one.text for one in refused] == [f"{condition}, Army Breslau - Posen"]
    assert "PAUSE" in refused[0].remedy


@pytest.mark.parametrize(
    "lines",
    [
        ["In the event that Warsaw has fallen, missions. Failing that, research Gas."],
        ["Once the Austrians are through, if Warsaw is ours, missions; if not, gas research."],
        ["Depending on Warsaw: if it holds, missions, if it does not, research Gas."],
        ["If Warsaw holds I take missions. If it doesn't I research Gas."],
        ["(if Warsaw still ours) missions", "(if not) research Gas"],
        ["When Austria is done with Warsaw, missions; if she is not, gas research"],
        ["Missions. (Only if Warsaw is ours.)"],
        ["If the moon is full, missions. If not,", "research Gas"],
        ["Unless Warsaw is ours or Lodz is ours, missions"],
        ["Missions unless Warsaw falls and Lodz is empty"],
    ],
)
def test_an_order_is_never_taken_without_its_condition(lines: list[str]) -> None:
    answers = read(lines)
    assert not [one for one in answers if one.verdict == TAKEN]
    assert all(one.remedy for one in answers if one.verdict == REFUSED)
    assert any(one.verdict == REFUSED for one in answers)


@pytest.mark.parametrize("turn", ["Russian", "French"])
def test_a_condition_after_the_turn_of_any_but_the_previous_power_is_refused(turn: str) -> None:
    answers = read([f"If Warsaw is ours after the {turn} turn: MISSIONS"])
    assert [one.verdict for one in answers] == [REFUSED]


@pytest.mark.parametrize(
    "line",
    [
        "If you have a question, ask me.",
        "If not, never mind.",
        "Should anything be wrong, tell me.",
        "Falls noch was fehlt, sag Bescheid.",
        "I will be away until Thursday, if there's a problem",
    ],
)
def test_prose_with_if_is_not_an_order(line: str) -> None:
    assert all(one.verdict not in (REFUSED, TAKEN) for one in read([line]))


def test_no_word_is_lost_when_lines_are_split_into_sentences() -> None:
    lines = ["One. If Warsaw is ours, missions. If not,", "research Gas. In any case PASS."] * (
        2 * MOST_APART
    )
    apart = sentences_apart(lines)
    assert " ".join(line.text for line in apart).split() == " ".join(lines).split()
    assert all(0 < one.number <= len(lines) for one in apart)


@pytest.mark.parametrize(
    "labels", [("(i)", "(ii)"), ("i.", "ii."), ("iii)", "iv)"), ("(a)", "(b)"), ("[1]", "[2]")]
)
def test_otherwise_behind_a_number_keeps_its_heading_conditional(labels: tuple[str, str]) -> None:
    one, other = labels
    lines = [
        *(f"{one} If Warsaw is ours, one activation:", "Metz - Verdun attacks", ""),
        *(f"{other} Otherwise, one activation:", "Breslau - Warsaw attacks"),
    ]
    plain = ["IF Warsaw is ours: ACTIVATE", lines[1], "OTHERWISE: ACTIVATE", lines[4]]
    assert {one.order for one in in_force(lines)} == {one.order for one in in_force(plain)}


@pytest.mark.parametrize(
    "heading",
    [
        *("Plan B: otherwise, activate:", "- Failing which, otherwise: activation"),
        *("Or else, if he likes, activate", "Possibly also an activation:"),
    ],
)
def test_what_stands_below_a_doubtful_heading_is_refused(heading: str) -> None:
    below = read(["MISSIONS", heading, "  Breslau - Warsaw attacks"])
    assert [line.verdict for line in below if "Warsaw" in line.text] == [REFUSED]


def test_a_heading_without_a_doubt_is_read_below_a_number() -> None:
    orders = [one.order for one in in_force(["(ii) activation:", "  Breslau - Warsaw attacks"])]
    assert any("Warsaw" in order for order in orders)


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("Berlin - Frankfurt if it is still empty", "IF Frankfurt is empty: Berlin - Frankfurt"),
        ("Berlin - Frankfurt if empty by then", "IF Frankfurt is empty: Berlin - Frankfurt"),
        ("Berlin - Frankfurt if nobody is there", "IF Frankfurt is empty: Berlin - Frankfurt"),
        ("Berlin - Frankfurt as long as it's free", "IF Frankfurt is empty: Berlin - Frankfurt"),
        ("Berlin - Frankfurt provided nobody has entered it", "IF Frankfurt is empty: Berlin - Frankfurt"),
        ("If it is empty, Berlin - Frankfurt", "IF Frankfurt is empty: Berlin - Frankfurt"),
        (
            "Breslau - Warsaw attacks if the Russians are still there",
            "IF the Russians are in Warsaw: Breslau - Warsaw attacks",
        ),
        (
            "Breslau - Warsaw attacks if there is only one Russian in it, otherwise Breslau - Berlin",
            "IF exactly one Russian army is in Warsaw: Breslau - Warsaw attacks ELSE Breslau - Berlin",
        ),
        ("ENTRENCH Posen if it is ours", "IF Posen is ours: ENTRENCH Posen"),
        ("ENTRENCH Posen unless Warsaw is ours", "IF Warsaw is not ours: ENTRENCH Posen"),
        ("Unless Warsaw is ours: ENTRENCH Posen", "IF Warsaw is not ours: ENTRENCH Posen"),
        (
            "Berlin - Posen unless Warsaw is ours, in which case Berlin - Munich",
            "IF Warsaw is not ours: Berlin - Posen ELSE Berlin - Munich",
        ),
    ],
)
def test_a_condition_that_points_at_the_goal(line: str, plain: str) -> None:
    is_of_army = "ENTRENCH" not in line
    head = ["ACTIVATE"] if is_of_army else []
    assert [one.order for one in in_force([*head, line])] == [one.order for one in in_force([*head, plain])]
    assert len(in_force([*head, line])) > len(head)


@pytest.mark.parametrize("otherwise", ["it stays", "Breslau stays where it is", "it does nothing", "nothing"])
def test_otherwise_the_army_only_stays(otherwise: str) -> None:
    line = "Breslau - Warsaw attacks if Krakow is ours"
    assert (
        in_force(["ACTIVATE", f"{line}, otherwise {otherwise}"])[1].order
        == in_force(["ACTIVATE", line])[1].order
    )


@pytest.mark.parametrize("ending", ["otherwise", "if not", "if it is not"])
def test_otherwise_behind_its_order(ending: str) -> None:
    above = "IF Warsaw is ours: MISSIONS"
    assert [one.order for one in in_force([above, f"RESEARCH Gas {ending}"])] == [
        one.order for one in in_force([above, "OTHERWISE RESEARCH Gas"])
    ]
    assert _taken([f"RESEARCH Gas {ending}"]) == []


@pytest.mark.parametrize("line", ["or", "OR:", "- or -", "oder", "ou"])
def test_of_two_orders_with_or_between_them_none_is_taken(line: str) -> None:
    for lines in (["RESEARCH Gas", line, "MISSIONS"], ["RESEARCH Gas", "", line, "", "MISSIONS"]):
        assert _taken(lines) == []
    assert _taken(["RESEARCH Gas", "and", "MISSIONS"]) == ["Researches Gas", "Adds missions"]


@pytest.mark.parametrize(
    "line",
    [
        "Breslau - Warsaw attacks if they let us",
        "Breslau - Warsaw attacks if it is raining there",
        "Berlin - Frankfurt if that works",
    ],
)
def test_other_conditions_that_point_somewhere_are_refused(line: str) -> None:
    assert [
        one.verdict for one in read(["ACTIVATE", line]) if "Warsaw" in one.text or "Berlin" in one.text
    ] == [REFUSED]


@pytest.mark.parametrize(
    ("lines", "plain"),
    [
        (
            ["Research: if Krakow is ours then Gas, else Aviation"],
            ["IF Krakow is ours: RESEARCH Gas ELSE RESEARCH Aviation"],
        ),
        (
            ["Diplomacy: if Warsaw is ours, Italy forward, otherwise", "Turkey forward"],
            ["IF Warsaw is ours: DIPLOMACY Italy forward ELSE DIPLOMACY Turkey forward"],
        ),
        (
            ["When Warsaw is ours, then as third action activate:", "Berlin - Posen"],
            ["IF Warsaw is ours: ACTIVATE", "Berlin - Posen"],
        ),
        (
            ["When Warsaw is ours: missions", "When Warsaw is not ours, then instead: entrench Posen"],
            ["IF Warsaw is ours: MISSIONS", "IF Warsaw is not ours: ENTRENCH Posen"],
        ),
        (
            [
                "If the attack of the Austrians on Warsaw has succeeded: research Gas",
                "If not: entrench Posen",
            ],
            ["IF the Austrian attack on Warsaw succeeded: RESEARCH Gas", "OTHERWISE ENTRENCH Posen"],
        ),
        (
            ["should our friends have Warsaw back by then (so, if Warsaw is ours): missions."],
            ["IF Warsaw is ours: MISSIONS"],
        ),
        (
            ["If Warsaw is ours: missions", "Should they not have it, then research Gas"],
            ["IF Warsaw is ours: MISSIONS", "OTHERWISE RESEARCH Gas"],
        ),
        (
            ["For the third action: if the enemy is in Warsaw when my turn", "comes then entrench Posen"],
            ["IF the enemy is in Warsaw: ENTRENCH Posen"],
        ),
    ],
)
def test_when_and_an_action_before_its_condition(lines: list[str], plain: list[str]) -> None:
    assert [one.order for one in in_force(lines)] == [one.order for one in in_force(plain)]
    assert len(_taken(lines)) == len(_taken(plain)) > 0


@pytest.mark.parametrize(
    "line",
    [
        "When I have time: missions",
        "When the Austrians attack Warsaw and win: missions",
        "Should they not answer, missions",
        "should our friends come back (so, if they like): missions",
        "Diplomacy: if they ask nicely, Italy forward",
    ],
)
def test_what_is_no_such_condition_is_refused(line: str) -> None:
    assert _taken([line]) == []


def test_ours_again_below_the_attack_asks_for_its_result() -> None:
    attack = ["ACTIVATE", "Breslau - Warsaw attacks"]
    below = read([*attack, "Posen - Breslau if Warsaw is ours again, otherwise it stays"])
    assert [one.verdict for one in below if "again" in one.text] == [REFUSED]
    assert len(_taken(["ACTIVATE", "Posen - Breslau if Warsaw is ours again", attack[1]])) == len(attack) + 1
