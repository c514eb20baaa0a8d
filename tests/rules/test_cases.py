"""All rule cases pass, and every kind of wrong expectation fails."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from adjudicator.case_files import Case, CaseError, load, load_skipped
from adjudicator.cases import CHECKS, check
from adjudicator.core.dice import Dice
from adjudicator.core.game import (
    REFUSED,
    REMARK,
    TAKEN,
    Card,
    Due,
    Facts,
    Orders,
    Power,
    Reading,
    ReadLine,
    Record,
    ReportFacts,
    State,
    Turn,
)
from adjudicator.games import find

HERE = Path(__file__).parents[1] / "cases"
SKIPPED = load_skipped(HERE / "skipped.toml")
FILES = sorted(path for path in HERE.rglob("*.toml") if path.name != "skipped.toml")
WRITTEN = [case for path in FILES for case in load(path)]
CASES = {case.id: case for case in WRITTEN}


@pytest.mark.parametrize("id_", [id_ for id_ in CASES if id_ not in SKIPPED])
def test_rule(id_: str) -> None:
    assert check(CASES[id_], find) == ()


def test_a_skipped_case_does_not_pass_yet() -> None:
    assert [id_ for id_ in SKIPPED if not check(CASES[id_], find)] == []


def test_ids_are_unique() -> None:
    assert len(WRITTEN) == len(CASES)


class ToyGame:
    """A game with a fixed result, for testing the checks of rule cases without any rules."""

    card = Card("toy", "Toy", "One power, one army.", ("Red", "Blue"), "", ())

    def place(self, facts: Facts) -> State:
        if "nowhere" in str(facts.get("state")):
            raise ValueError("state: nothing is nowhere")
        return json.dumps({"turn": facts.get("turn", 0)})

    def read(self, state: State, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
        verdicts = {"A Par - Bur": TAKEN, "A Xyz H": REFUSED}
        read = [
            ReadLine(n, t, verdicts.get(t, REMARK), "Army Paris moves" * (t in verdicts))
            for n, t in enumerate(lines, 1)
        ]
        return Reading("[]", tuple(read), ())

    def judge(self, state: State, orders: Mapping[Power, Orders], dice: Dice) -> Turn:
        return Turn(state, str(dice.roll(6)))

    def describe(self, state: State, record: Record | None = None) -> Facts:
        return {
            "units": {"Red": ["A Bur", "F Bre"]},
            "dislodged": {"Blue": {"A Mun": ["Ruh", "Ber"], "A Kie": []}},
            "centres": {"Red": ["Par", "Bre"], "Blue": ["Mun"]},
            "state": {"ring": "Bre", "dead": {"Red": 3}, "out": ["Blue", "Green"], "dice": int(record or 0)},
            "winner": ["Red"],
            "results": {"Red": {"Army Paris moves": "succeeds"}},
            "scores": {"Red": {"Army Paris moves": "9-6"}},
        }

    def imagined(self, state: State, power: Power) -> State:
        return state

    def conclude(self, state: str, winners: Sequence[str]) -> str:
        raise NotImplementedError

    def show(self, state: State, record: Record | None, reader: Power | None) -> ReportFacts:
        seen = ["Gandalf Bre"] if reader == "Red" else []
        return ReportFacts("Toy", "1", reader, "", "", (), "", {"sees": seen})

    def picture(self, state: State, record: Record | None, reader: Power | None) -> str:
        return "<svg/>"

    def start(self, options: Facts, dice: Dice) -> State:
        return "{}"

    def due(self, state: State) -> Due:
        return Due("1", 1, "movement", {})

    def form(self, state: State, power: Power) -> Sequence[str]:
        return []

    def choices(self, state: State, power: Power) -> Mapping[str, Sequence[str]]:
        return {}


RIGHT: dict[str, str] = {
    "after": 'after = "Red: F bre, A BUR"',
    "dislodged_after": 'dislodged_after = "Blue: A Mun: Ber, Ruh, A Kie:"',
    "results": 'results = { "A Par - Bur" = "succeeds", "A Xyz H" = "void" }',
    "scores": 'scores = { "A Par - Bur" = "9-6" }',
    "refused": 'refused = ["A Xyz H"]',
    "centres_after": 'centres_after = "Red: Bre, Par\\nBlue: Mun"',
    "state_after": 'state_after = { ring = "bre", dead.Red = 3, out = ["Green", "Blue"], dice = 4 }',
    "sees": 'sees = "Red: Gandalf Bre"',
    "unseen": 'unseen = "public: Gandalf Bre"',
    "winner": 'winner = "Red"',
}
WRONG = [
    ("after", 'after = "Red: A Bur"'),
    ("after", 'after = "Red: A Bur, F Bre, F Bre"'),
    ("after", 'after = "Red: A Bur, F Mar"'),
    ("after", 'after = "Blue: A Mun"'),
    ("after", 'after = "Red:"'),
    ("dislodged_after", 'dislodged_after = "Blue: A Mun"'),
    ("dislodged_after", 'dislodged_after = "Blue:"'),
    ("dislodged_after", 'dislodged_after = "Red: A Par"'),
    ("dislodged_after", 'dislodged_after = "Blue: A Mun: Ber, A Kie"'),
    ("dislodged_after", 'dislodged_after = "Blue: A Mun, A Kie: Den"'),
    ("dislodged_after", 'dislodged_after = "Blue: A Mun:, A Kie"'),
    ("results", 'results = { "A Par - Bur" = "fails" }'),
    ("results", 'results = { "A Xyz H" = "succeeds" }'),
    ("results", 'results = { "A Par - Gas" = "succeeds" }'),
    ("scores", 'scores = { "A Par - Bur" = "6-9" }'),
    ("scores", 'scores = { "A Xyz H" = "9-6" }'),
    ("scores", 'scores = { "A Par - Gas" = "9-6" }'),
    ("refused", 'refused = ["A Par - Bur"]'),
    ("refused", 'refused = ["sheet"]'),
    ("refused", 'refused = ["A Par - Gas"]'),
    ("centres_after", 'centres_after = "Red: Par"'),
    ("centres_after", 'centres_after = "Blue:"'),
    ("state_after", 'state_after = { ring = "Par" }'),
    ("state_after", "state_after = { dead.Red = 2 }"),
    ("state_after", "state_after = { dead.Blue = 0 }"),
    ("state_after", 'state_after = { out = ["Blue"] }'),
    ("state_after", "state_after = { dice = 5 }"),
    ("state_after", "state_after = { unheard = true }"),
    ("sees", 'sees = "public: Gandalf Bre"'),
    ("sees", 'sees = "Red: Gandalf Los"'),
    ("unseen", 'unseen = "Red: Gandalf Bre"'),
    ("winner", 'winner = "Blue"'),
    ("winner", 'winner = "none"'),
    ("winner", 'winner = ["Red", "Blue"]'),
]
FRAME = """
[[case]]
id = "toy.1"
rule = "toy 1"
why = "a toy"
game = "toy"
phase = "movement"
units = "Red: A Par"
"""
SHEET = 'orders = "Red:\\n  A Par - Bur\\n  A Xyz H"\ndice = [4]\n'


def find_toy(key: str) -> ToyGame:
    return ToyGame()


def case_of(tmp_path: Path, text: str) -> Case:
    path = tmp_path / "toy.toml"
    path.write_text(text, encoding="utf-8")
    return load(path)[0]


@pytest.mark.parametrize("key", CHECKS)
def test_a_correct_expectation_passes(tmp_path: Path, key: str) -> None:
    assert check(case_of(tmp_path, FRAME + SHEET + RIGHT[key]), find_toy) == ()


@pytest.mark.parametrize(("key", "line"), WRONG)
def test_a_wrong_expectation_fails(tmp_path: Path, key: str, line: str) -> None:
    differences = check(case_of(tmp_path, FRAME + SHEET + line), find_toy)
    assert [difference.what.split(",")[0] for difference in differences] == [key]
    assert all(difference.expected != difference.came for difference in differences)


@pytest.mark.parametrize(
    ("lines", "came"),
    [
        ('orders = "Red:\\n  A Par - Bur\\n  Hello!"\ndice = [4]\n', '"Hello!" is taken for a remark'),
        ('orders = "Red:\\n  A Par - Bur"\n', "the rules call for more dice than the case lists"),
        ('orders = "Green:\\n  A Par - Bur"\ndice = [4]\n', 'orders: no power "Green" in Toy'),
        ('orders = "RECRUIT:\\n  A Par - Bur"\ndice = [4]\n', 'orders: no power "RECRUIT" in Toy'),
        ('orders = "Red:\\n  A Par - Bur\\nGrene:"\ndice = [4]\n', 'orders: no power "Grene" in Toy'),
        ('state = { ring = "nowhere" }\ndice = [4]\n', "state: nothing is nowhere"),
    ],
)
def test_a_case_that_cannot_be_played_fails(tmp_path: Path, lines: str, came: str) -> None:
    (difference,) = check(case_of(tmp_path, FRAME + lines + RIGHT["after"]), find_toy)
    assert difference.came == came


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("case = 1 =", "not TOML"),
        ("", "only tables [[case]] are allowed here, and at least one is needed"),
        ("[other]\nx = 1", "only tables [[case]] are allowed here, not other, and at least one is needed"),
        (FRAME + SHEET, "case toy.1: no result is expected"),
        (FRAME + 'aftr = "Red: A Bur"', "case toy.1: aftr: no such key"),
        (FRAME.replace("units", "unit") + RIGHT["after"], "case toy.1: unit: no such key"),
        (
            FRAME.replace('units = "Red: A Par"', "") + RIGHT["after"],
            "case toy.1: units: this key is required",
        ),
        (FRAME + "after = 3", "case toy.1: after: expected `str | null`, got `int`"),
        (FRAME + 'after = "A Bur"', 'case toy.1, after: "A Bur" names no power'),
        (FRAME + 'after = "Red: A Bur\\nRed: A Par"', "case toy.1, after: Red has two lines"),
        (
            FRAME + 'orders = "A Par H"\n' + RIGHT["after"],
            'case toy.1, orders: "A Par H" is under no power',
        ),
        (FRAME + 'results = { "A Par H" = "wins" }', 'case toy.1, results, A Par H: "wins" is not one of'),
        (2 * (FRAME + RIGHT["after"] + "\n"), "case toy.1, id: given to two cases"),
    ],
)
def test_a_file_that_cannot_be_read_says_file_case_and_key(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(CaseError) as refused:
        case_of(tmp_path, text)
    assert str(refused.value).startswith(str(tmp_path / "toy.toml"))
    assert fault in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("id_", ["datc.6a11", "datc.6d1", "datc.6h6", "datc.6i1", "datc.6j3"])
def test_a_real_case_with_its_units_changed_fails(id_: str) -> None:
    case = CASES[id_]
    wrong = {power: (*units, "A Ukr") for power, units in case.expected["after"].items()}
    assert check(case._replace(expected={"after": wrong}), find)


@pytest.mark.parametrize(("bearer", "is_true"), [("Gandalf Bre", True), ("Gandalf Bre [Ring]", False)])
def test_a_bearer_of_the_ring_is_a_wrong_expectation_while_it_lies_free(bearer: str, is_true: bool) -> None:
    """The state of the case has the Ring in Bree, so the units of `after` lose the mark there."""
    case = CASES["xiii.8.2.gandalf-returns-onto-it"]
    expected = {**case.expected, "after": {**case.expected["after"], "Gandalf": ["R Shi", bearer]}}
    assert (check(case._replace(expected=expected), find) == ()) is is_true
