"""Sentences of players of Empires, by kind."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.games import find

UNITS = {
    "Germany": ["2 Armies Cologne", "Army Berlin", "Army Danzig reduced", "2 Armies Metz"],
    "Franco-British": ["French Army Verdun"],
}
GAME = find("empires")


def _lines(*lines: str) -> list[tuple[str, str]]:
    state = GAME.place({"units": UNITS, "phase": "Germany", "turn": 5})
    return [
        (line.verdict, line.reading) for line in GAME.read(state, "Germany", None, lines).lines if line.number
    ]


def _taken(*lines: str) -> list[str]:
    return [reading for verdict, reading in _lines(*lines) if verdict == TAKEN]


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("RECRUIT: bring the reduced army in Danzig to full", "Makes full: Army Danzig"),
        ("Recruit: the reduced army in Danzig should be brought back to full strength",
         "Makes full: Army Danzig"),
        ("Rekrutierung: Danzig verstärken", "Makes full: Army Danzig"),
        ("RECRUTEMENT : renforcer l'armée de Danzig", "Makes full: Army Danzig"),
        ("Rec. full Cologne", "Recruits a full army in Cologne"),
        ("1 RECRUIT full in Cologne", "Recruits a full army in Cologne"),
        ("Recruit - full in Cologne", "Recruits a full army in Cologne"),
        ("RECHERCHE : Attaque 1", "Researches Attack 1"),
        ("Res Att 1. Standing orders as before.", "Researches Attack 1"),
        ("third: gas research", "Researches Gas"),
        ("DIPLOMACY: Turkey one step forward", "Diplomacy: Turkey forward"),
        ("DIPLOMACY: Turkey one step back", "Diplomacy: Turkey back"),
        ("Act. Metz to Verdun with attack", "Army Metz moves to Verdun and attacks"),
        ("activate metz - verdun attacks with one more metz",
         "Army Metz moves to Verdun and attacks, supported by Army Metz, which moves there too"),
        ("activate metz - verdun, attacks, with the second army of Metz",
         "Army Metz moves to Verdun and attacks, supported by Army Metz, which moves there too"),
        ("Activate the army of Berlin: goes to Posen", "Army Berlin moves to Posen"),
    ],
)  # fmt: skip
def test_a_sentence_is_read(line: str, meaning: str) -> None:
    answers = _lines(line)
    state = GAME.place({"units": UNITS, "phase": "Germany", "turn": 5})
    if (TAKEN, meaning) not in answers:  # understood, though it may not be ordered now
        [read] = [one for one in GAME.read(state, "Germany", None, [line]).lines if one.number]
        assert read.verdict == REFUSED
        assert "understood" not in read.reason, read
        assert "I know no" not in read.reason, read


@pytest.mark.parametrize(
    "line",
    [
        "ACTIVATE Metz - Verdun attacks, supported by the",
        "ACTIVATE Metz - Verdun attacks, backed by my other friends",
        "we'll recruit in Danzig, full strength if you like",
    ],
)
def test_an_order_understood_only_in_part_is_not_taken(line: str) -> None:
    assert not _taken(line)
    assert any(verdict == REFUSED for verdict, _ in _lines(line))


@pytest.mark.parametrize("line", ["Here goes:", "my sheet for the first turn:", "Here we go:"])
def test_an_announcement_of_orders_is_not_an_activation(line: str) -> None:
    assert _taken(line, "RESEARCH Attack 1") == ["Researches Attack 1"]


def test_a_line_that_begins_with_a_command_is_refused_with_its_form() -> None:
    state = GAME.place({"units": UNITS, "phase": "Germany", "turn": 5})
    [read] = [one for one in GAME.read(state, "Germany", None, ["Diplo: TR somewhere"]).lines if one.number]
    assert (read.verdict, read.remedy) == (REFUSED, "Nearest form: DIPLOMACY Turkey forward")


def test_the_answer_quotes_all_words_of_a_sentence_over_two_lines() -> None:
    state = GAME.place({"units": UNITS, "phase": "Germany", "turn": 5})
    lines = ["As my", "first action I recruit a full army in Berlin and a zeppelin."]
    answered = " ".join(line.text for line in GAME.read(state, "Germany", None, lines).lines)
    assert "first action" in answered


@pytest.mark.parametrize("label", ["The second action:", "- Action 2:", "A:", "A1:", "Zweite Aktion:"])
def test_a_numbered_action_that_moves_armies_is_an_activation(label: str) -> None:
    assert _taken(f"{label} the army in Berlin moves to Posen") == ["Army Berlin moves to Posen"]


def test_the_answer_quotes_an_action_as_its_player_wrote_it() -> None:
    state = GAME.place({"units": UNITS, "phase": "Germany", "turn": 5})
    text = "Action 2: the army in Berlin moves to Posen"
    assert text in [line.text for line in GAME.read(state, "Germany", None, [text]).lines]


def test_short_names_of_nations_and_of_actions() -> None:
    assert _taken("act: Ger Cologne > Metz") == _taken("activate: German Cologne > Metz") != []


def test_a_line_with_an_arrow_between_zones_is_not_prose() -> None:
    assert [verdict for verdict, _ in _lines("dwarvish Berlin > Cologne")] == [REFUSED]


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("Use trenches always.", "Standing order: TRENCH always"),
        ("Please never sacrifice the trench in Metz", "Standing order: TRENCH never in Metz"),
        ("Spare our trenches", "Standing order: TRENCH save"),
        ("Always cancel enemy air", "Standing order: CANCEL AIR always"),
        ("Do not intercept their planes in Metz", "Standing order: CANCEL AIR never in Metz"),
        ("cancel up to 2 enemy air attacks", "Standing order: CANCEL AIR up to 2"),
        ("DIPLOMACY: Turkey +1", "Diplomacy: Turkey forward"),
        ("Diplomacy Turkey one box ahead", "Diplomacy: Turkey forward"),
        ("Third: attack 1 research.", "Researches Attack 1"),
        ("Action 2: trench in Metz", "Entrenches in Metz"),
        ("Pass the rest", "Passes"),
        (
            "ACTIVATE attack from Metz on Verdun with the Metz army helping",
            "Army Metz moves to Verdun and attacks, supported by Army Metz, which moves there too",
        ),
    ],
)
def test_standing_orders_and_numbered_actions_are_read(line: str, meaning: str) -> None:
    state = GAME.place({"units": UNITS, "phase": "Germany", "turn": 5, "state": {"diplomacy": {"Turkey": 1}}})
    taken = [one.reading for one in GAME.read(state, "Germany", None, [line]).lines if one.verdict == TAKEN]
    assert meaning in taken


@pytest.mark.parametrize(
    ("line", "example"),
    [
        ("Take losses from the full army first.", "SECOND LOSS trench, full, reduced"),
        ("Also put the diplomats to work on the Italians", "DIPLOMACY Turkey forward"),
        ("Then the planes shall not fly", "CANCEL AIR up to 2 in France-Belgium"),
    ],
)
def test_a_request_about_a_topic_gets_an_example(line: str, example: str) -> None:
    state = GAME.place({"units": UNITS, "phase": "Germany", "turn": 5})
    [read] = [one for one in GAME.read(state, "Germany", None, [line]).lines if one.number]
    assert read.verdict == REFUSED
    assert example in read.remedy


@pytest.mark.parametrize(
    "line",
    ["Good luck in the trenches!", "I hope the trench holds.", "Have a look at the losses, terrible!"],
)
def test_talk_about_a_topic_is_a_remark(line: str) -> None:
    assert [verdict for verdict, _ in _lines(line)] == ["remark"]


@pytest.mark.parametrize(
    ("lines", "meanings"),
    [
        (
            (
                "1. Recruitment",
                "1.1 a full army in Cologne",
                "2. Activation",
                "2.1 The army in Berlin - Danzig",
            ),
            [
                "Recruits",
                "Recruits a full army in Cologne",
                "Activates armies",
                "Army Berlin moves to Danzig",
            ],
        ),
        (
            ("ACTIVATE", "Army Metz to Verdun and attacks the French sitting there with it"),
            ["Activates armies", "Army Metz moves to Verdun and attacks"],
        ),
        (
            ("When an army has to retreat from Cologne: 1st Metz, 2nd Strasbourg",),
            ["Standing order: RETREAT Cologne: Metz, Strasbourg"],
        ),
        (
            ("If a supporter must take a loss, choose the reduced one",),
            ["Standing order: SUPPORTER LOSS reduced"],
        ),
    ],
)
def test_numbered_headings_and_orders_in_sentences(lines: tuple[str, ...], meanings: list[str]) -> None:
    assert _taken(*lines) == meanings
