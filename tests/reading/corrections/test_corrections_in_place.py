"""Corrections right below an order, labels such as "Yes:", split stacks, and units named by pronouns."""

from collections.abc import Mapping, Sequence

import pytest

from adjudicator.core.game import NOTED, REFUSED, REMARK, TAKEN, ReadLine
from adjudicator.games import find

UNITS: Mapping[str, Sequence[str]] = {
    "Mordor": ("2A NIt", "A MMo", "Sauron Bar"),
    "Umbar": ("2F SBY", "A SGo"),
    "Rohan": ("C Ano",),
}
WINTER = ("A MTi", "A Pel", "C Lam", "Faramir MTi")
AUTUMN = ("A MTi", "A Los", "A Pel", "A Osg", "C Lam", "Faramir Osg")
LATER = ("A MTi", "A SIt", "A Pel", "A Osg", "C Lam", "Faramir SIt")
SPRING = ("2A MTi", "A Lam", "A Pel", "C DAm", "Faramir MTi")


def _lines(units: Sequence[str], text: str, phase: str = "movement") -> tuple[ReadLine, ...]:
    facts = {"phase": phase, "turn": 4, "units": {**UNITS, "Gondor": units}, "state": {"ring": "Tyr"}}
    if phase == "adjustment":
        facts["centres"] = {"Gondor": ("MTi", "Pel", "DAm", "Lam")}
    game = find("downfall-xiii")
    return tuple(game.read(game.place(facts), "Gondor", None, text.splitlines()).lines)


def _taken(units: Sequence[str], text: str, phase: str = "movement") -> list[str]:
    lines = _lines(units, text, phase)
    assert not [line for line in lines if line.verdict == REFUSED], lines
    return [line.reading for line in lines if line.verdict == TAKEN]


def _refused(units: Sequence[str], text: str) -> list[str]:
    return [line.remedy for line in _lines(units, text) if line.verdict == REFUSED]


@pytest.mark.parametrize("label", ["no, better:", "No:", "no, make that", "No wait,", "No,"])
def test_an_order_after_a_word_of_correction_replaces_the_one_right_above(label: str) -> None:
    taken = _taken(AUTUMN, f"C Lam - MVa - Anf\n{label} C Lam - Dor - Pel")
    assert taken[-1] == "Cavalry Lamedon moves to Dor-en-Ernil and on to Pelargir"


@pytest.mark.parametrize(
    "text", ["no, better: A MTi H", "no, better not: C Lam - Dor", "no, better: C Lam - Bar"]
)
def test_a_correction_for_another_unit_is_refused(text: str) -> None:
    lines = _lines(AUTUMN, f"C Lam - MVa - Anf\n{text}")
    assert lines[1].verdict == REFUSED
    assert not [line for line in lines[1:] if line.verdict == TAKEN]


def test_talk_after_a_word_of_correction_is_not_an_order() -> None:
    lines = _lines(AUTUMN, "A Pel H\nSorry, correction: Saruman is in the Gap and he is our friend now")
    assert [line.verdict for line in lines] == [TAKEN, REMARK]


def test_no_suggestion_repeats_a_move_with_its_places_swapped() -> None:
    remedies = _refused(AUTUMN, "C Lam - MVa - Anf\nno, if you can: C Lam - Dor - Pel")
    assert not [remedy for remedy in remedies if "C Lam - Pel - Dor" in remedy]


def test_a_question_about_an_order_may_be_answered_after_it() -> None:
    lines = _lines(AUTUMN, "C Lam - Dor - Pelargir? No: C Lam H")
    assert [(line.verdict, line.reading) for line in lines] == [(NOTED, ""), (TAKEN, "Cavalry Lamedon holds")]
    other = _lines(AUTUMN, "C Lam - Dor - Pelargir? No: A Pel H")
    assert not [line for line in other if line.verdict == TAKEN]


@pytest.mark.parametrize("label", ["Yes, I meant that:", "Yes:", "Ja, das meinte ich:", "Oui, c'est ça:"])
def test_an_order_after_yes_is_read(label: str) -> None:
    assert _taken(LATER, f"{label} A SIt destroys Nazgul.") == ["Army South Ithilien destroys Nazgul"]
    assert _refused(LATER, f"{label[:-1]}, if Rohan agrees: A SIt destroys Nazgul.")


@pytest.mark.parametrize("text", ["An army at Dol Amroth again, please.", "An army at Dol Amroth, please"])
def test_please_after_a_place_is_not_a_second_place_to_build(text: str) -> None:
    assert _taken(WINTER, text, "adjustment") == ["Army Dol Amroth is built"]
    assert [line.verdict for line in _lines(WINTER, "An army at Dol Amroth, Pelargir", "adjustment")] == [
        TAKEN,
        REFUSED,
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Split 2A MTi: A MTi - Osg, A MTi holds",
        "2A MTi splits: A MTi - Osg, A MTi H",
        "Separate the two armies in Minas Tirith: A MTi - Osg, A MTi H",
        "Split 2A MTi: one to Osg, one holds",
        "I want one of the two armies in Minas Tirith to go to\nOsgiliath and the other one to hold.",
    ],
)
def test_a_stack_is_split_with_the_verb_before_or_after(text: str) -> None:
    divided = "2 Armies Minas Tirith divide: Army Minas Tirith moves to Osgiliath; Army Minas Tirith holds"
    assert _taken(SPRING, text) == [divided]


def test_splitting_a_stack_to_an_unreachable_place_is_refused() -> None:
    assert not [
        line for line in _lines(SPRING, "Split 2A MTi: A MTi - Foo, A MTi H") if line.verdict == TAKEN
    ]


def test_a_suggestion_for_a_support_is_a_support() -> None:
    assert _refused(LATER, "A Minas Tirith S Osgilliath\nA Osg S A SIt") == ["Did you mean A MTi S A Osg?"]
    assert _refused(LATER, "A Minas Tirith - Osgilliath") == ["Did you mean A MTi - Osg?"]


def test_a_leader_goes_with_the_army_that_is_ordered_there() -> None:
    led = "Faramir goes with the army to Osgiliath."
    assert _taken(SPRING, f"2A MTi divides: A MTi - Osg, A MTi H\n{led}")[1:] == [
        "Faramir leads Army Minas Tirith, which moves to Osgiliath"
    ]
    assert _refused(SPRING, led) == ["Did you mean Faramir leads 2A MTi - Osg?"]
    assert _refused(AUTUMN, f"A MTi - Osg\n{led}")


@pytest.mark.parametrize(
    ("units", "text", "support"),
    [
        (LATER, "South Ithilien holds with Faramir, and Pelargir supports it.", "where it stays"),
        (LATER, "South Ithilien holds with Faramir.\nPelargir supports it.", "where it stays"),
        (LATER, "Faramir leads A SIt - Osg, and Minas Tirith supports that.", "moving to Osgiliath"),
        (
            AUTUMN,
            "1. A Osg attacks South Ithilien, Faramir leading it\n2. A Pel supports this",
            "moving to South Ithilien",
        ),
    ],
)
def test_the_unit_is_supported_not_its_leader(units: Sequence[str], text: str, support: str) -> None:
    last = _taken(units, text)[-1]
    assert " supports Army " in last
    assert last.endswith(support)


GONDOR_OF_XIII = find("downfall-xiii").place(
    {"phase": "movement", "turn": 3, "units": {"Gondor": ("A MTi", "A SIt", "A Lam")}}
)


def _read_xiii(text: str) -> list[tuple[str, str]]:
    lines = find("downfall-xiii").read(GONDOR_OF_XIII, "Gondor", None, text.split("\n")).lines
    return [(line.verdict, line.reading or line.remedy) for line in lines if line.text]


@pytest.mark.parametrize(
    "text",
    [
        "A MTi - Osg\nHmm, no wait, make that Lossarnach",
        "A MTi - Osg. Hmm, no wait, make that Lossarnach",
        "A MTi - Osg\n\nno, make it Lossarnach",
        "A MTi H\nActually let's do Lossarnach",
        "A MTi - Osg\ncancel Minas Tirith and move it to Lossarnach instead",
    ],
)
def test_the_goal_is_changed_by_what_is_said_below(text: str) -> None:
    assert _read_xiii(text)[-1] == (TAKEN, "Army Minas Tirith moves to Lossarnach")


@pytest.mark.parametrize(
    "below", ["no, Los", "hm, no, Los", "no wait, SIt", "make that SIt", "hmm, Los instead"]
)
def test_what_may_be_another_unit_or_goal_leaves_no_order(below: str) -> None:
    assert TAKEN not in [verdict for verdict, _ in _read_xiii(f"A MTi - Osg\n{below}")]


def test_a_remark_that_begins_with_no_takes_nothing_back() -> None:
    assert _read_xiii("A MTi - Osg\nno, Gondor is strong")[0][0] == TAKEN


def test_pairs_of_short_names_are_suggested_one_by_one() -> None:
    assert _read_xiii("mti los, lam pel") == [("refused", "Did you mean A MTi - Los and A Lam - Pel?")]
    assert "A Lam H" not in _read_xiii("mti osg, lam nowhere")[0][1]


ROHAN_OF_BOP = find("hardbop").place({"phase": "movement", "units": {"Rohan": ("C Dhw", "C Edo", "A Dru")}})


def _read_bop(*lines: str) -> list[str]:
    read = find("hardbop").read(ROHAN_OF_BOP, "Rohan", None, lines).lines
    return [line.reading for line in read if line.verdict == TAKEN]


@pytest.mark.parametrize(
    "text", ["Edoras to west em i mean west emnet", "Edoras to gondolin, sorry, west emnet"]
)
def test_a_slip_is_put_right_at_once(text: str) -> None:
    assert _read_bop(text) == ["Cavalry Edoras moves to West Emnet"]


def test_two_places_of_the_board_are_no_slip() -> None:
    assert _read_bop("Edoras to Dunharrow i mean west emnet") == []


@pytest.mark.parametrize("name", ["Gouffre de Helm (Helm's Deep)", "Klamm (= Helm's Deep)"])
def test_a_name_in_brackets_explains_one_that_is_not_known(name: str) -> None:
    assert _read_bop(f"* Armée Drúwaith Iaur --> {name}", "* Cavalerie Dunharrow soutient cette attaque") == [
        "Army Drúwaith Iaur moves to Helm's Deep",
        "Cavalry Dunharrow supports Army Drúwaith Iaur moving to Helm's Deep",
    ]


def test_but_not_another_that_is_known() -> None:
    assert _read_bop("Armée Drúwaith Iaur -> Dunharrow (Helm's Deep)") == []
