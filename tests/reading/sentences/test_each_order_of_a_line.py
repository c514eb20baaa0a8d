"""Several orders on one line: the clear ones stand, or each is suggested; none loses its "if" or "not"."""

import json
from pathlib import Path

import pytest

from adjudicator.core.game import REFUSED, TAKEN, ReadLine
from adjudicator.core.language.suggested import suggested, together
from adjudicator.games import find

SHEETS = Path(__file__).parents[3] / "bench" / "written_sheets"
STANDARD = find("standard")
ITALY = STANDARD.place(
    {
        "phase": "movement",
        "units": {"Italy": ("A Bud", "A Vie", "A Ven", "A Tri", "F Gre", "F Nap", "F Por")},
    }
)
HERE = {
    place["power"]: place["state"]
    for place in (json.loads((SHEETS / "standard" / "positions.json").read_text())["3510"],)
}


def _lines(text: str) -> list[ReadLine]:
    return [*STANDARD.read(ITALY, "Italy", None, text.splitlines()).lines]


def _taken(text: str) -> list[str]:
    return [line.reading for line in _lines(text) if line.verdict == TAKEN]


def _refused(text: str) -> list[str]:
    return [line.remedy for line in _lines(text) if line.verdict == REFUSED]


# -- suggestions for all of them


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("vienna tyrolia, budapest vienna", "Did you mean A Vie - Tyr and A Bud - Vie?"),
        (
            "Under the moon: Vienna to Tyrolia, Budapest to Vienna, Venice to Rome",
            "Did you mean A Vie - Tyr, A Bud - Vie and A Ven - Rom?",
        ),
    ],
)
def test_each_order_of_a_refused_line_is_suggested(text: str, remedy: str) -> None:
    assert _refused(text) == [remedy]
    assert not _taken(text)


def test_a_yes_files_all_orders_of_the_suggestion() -> None:
    orders = suggested(_refused("vienna tyrolia, budapest vienna")[0])
    assert _taken(orders) == ["Army Vienna moves to Tyrolia", "Army Budapest moves to Vienna"]


@pytest.mark.parametrize(
    "text",
    [
        "vienna tyrolia, or budapest vienna",
        "if Russia agrees, vienna tyrolia, budapest vienna",
    ],
)
def test_a_choice_or_a_condition_is_never_suggested_as_a_whole(text: str) -> None:
    assert not _taken(text)
    assert not any(map(suggested, _refused(text)))


def test_orders_for_one_unit_are_a_choice() -> None:
    assert [*together(["A Vie - Tyr", "A Vie H"], "vienna")] == ["A Vie - Tyr", "A Vie H"]
    assert [*together(["A Vie - Tyr", "A Bud H"], "not vienna")] == ["A Vie - Tyr", "A Bud H"]
    assert [*together(["A Vie H", "A Vie destroys any"], "vienna")] == ["A Vie H and A Vie destroys any"]
    assert [*together(["Build A Par", "Build A Mar"], "two")] == ["Build A Par and Build A Mar"]


# -- semicolons


CLEAR, SECOND = "Vienna to Galicia", "Budapest to Serbia"
DOUBTS = (
    " if Trieste is free",
    ", if Trieste is free",
    " or Rumania",
    ", unless somebody objects",
    ", or maybe not",
    ", but only if Russia agrees",
)
OF_ALL = (
    "; but only if Russia agrees",
    ", both only if Russia agrees",
    ", unless that bounces",
    ", or neither of them",
    "; if not, they hold",
    ", but not both",
    ", otherwise none of these",
)


@pytest.mark.parametrize("doubt", DOUBTS)
def test_what_is_doubtful_behind_a_semicolon_leaves_the_order_before_it(doubt: str) -> None:
    for text in (
        f"{CLEAR}; {SECOND}{doubt}",
        f"{SECOND}{doubt}; {CLEAR}",
        f"{CLEAR}; {SECOND}{doubt}; Greece holds",
    ):
        assert "Army Vienna moves to Galicia" in _taken(text), text
        assert not any("Budapest" in one for one in _taken(text)), text
        assert any("Budapest" in line.text for line in _lines(text) if line.verdict == REFUSED), text


@pytest.mark.parametrize("doubt", OF_ALL)
def test_a_doubt_about_all_orders_leaves_none(doubt: str) -> None:
    assert not _taken(f"{CLEAR}; {SECOND}{doubt}")


@pytest.mark.parametrize(
    "begins", ["If Russia agrees", "Unless Russia objects", "Maybe", "Not this time:", "Either"]
)
def test_what_begins_the_sentence_is_about_all_of_it(begins: str) -> None:
    assert not _taken(f"{begins}, {CLEAR}; {SECOND}")


# -- commas


def test_what_another_unit_does_not_do_is_no_doubt() -> None:
    text = "Vienna to Tyrolia, Budapest will not do anything special, Venice to Rome"
    assert _taken(text) == ["Army Vienna moves to Tyrolia", "Army Venice moves to Rome"]


@pytest.mark.parametrize(
    "text",
    [
        "Vienna to Tyrolia, Tyrolia not Bohemia",
        "Vienna to Tyrolia, not Budapest",
        "Vienna to Tyrolia, Vienna does not go to Bohemia if it bounces",
        "Vienna to Tyrolia, Budapest should not support it if Russia attacks",
        "Vienna to Tyrolia, he will not expect Serbia there",
        "Vienna to Tyrolia, Budapest does not, and neither does Trieste, unless Russia agrees",
    ],
)
def test_what_may_be_about_the_order_is_a_doubt(text: str) -> None:
    assert not _taken(text)


def test_one_of_two_that_move_is_said_to_support() -> None:
    assert not _taken("Vienna and Budapest attack Galicia, Budapest being the one that supports")
    text = "Vienna to Galicia, Budapest supports that, I hope Vienna gets help"
    assert len(_taken(text)) == 2


def test_a_retraction_is_about_its_own_order_of_a_list() -> None:
    text = "Vie - Gal, Bud S Vie - Gal, Nap - ION. Not Nap - TYS!"
    assert _taken(text) == [
        "Army Vienna moves to Galicia",
        "Army Budapest supports the move from Vienna to Galicia",
    ]
    assert not any("TYS" in remedy for remedy in _refused(text))


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("gre nap\nnap gre", []),
        ("bud vie\nvie bud", ["Did you mean A Bud - Vie?", "Did you mean A Vie - Bud?"]),
    ],
)
def test_a_pair_of_names_begins_with_the_unit(text: str, remedy: list[str]) -> None:
    assert _refused(text) == remedy


# -- labels before several orders


@pytest.mark.parametrize(
    "label",
    [
        "The others:",
        "The rest goes out:",
        "Both armies go north:",
        "The other two go forward:",
        "All my armies attack:",
        "Everything moves on:",
    ],
)
def test_a_label_of_a_group_is_no_doubt(label: str) -> None:
    found = ["Army Vienna moves to Galicia", "Army Budapest moves to Serbia"]
    assert _taken(f"{label} {CLEAR}, {SECOND}") == found
    assert _taken(f"Greece holds. {label} {CLEAR}, {SECOND}") == ["Fleet Greece holds", *found]


@pytest.mark.parametrize(
    "label",
    [
        "The others depend on Russia:",
        "The rest, if Russia agrees:",
        "The others not:",
        "Plan B:",
        "The others might go:",
        "Everything I do not want:",
        "Next year:",
    ],
)
def test_any_other_label_is(label: str) -> None:
    assert not _taken(f"{label} {CLEAR}, {SECOND}")


@pytest.mark.parametrize(
    "label", ["Galicia must be ours:", "Everything on land is for getting Galicia back:", "We clear Galicia:"]
)
@pytest.mark.parametrize("move", ["Vienna attacks", "Vienna attacks it", "Vienna goes in"])
def test_a_label_says_where_the_order_goes(label: str, move: str) -> None:
    assert _taken(f"{label} {move}, Budapest supports that") == [
        "Army Vienna moves to Galicia",
        "Army Budapest supports the move from Vienna to Galicia",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "If I want Galicia: Vienna attacks it, Budapest supports that",
        "Not Galicia: Vienna attacks it",
        "Galicia or Bohemia must be ours: Vienna attacks it",
    ],
)
def test_such_a_label_with_a_doubt_or_two_places_says_nothing(text: str) -> None:
    assert not _taken(text)


# -- lists


HELD = ["Army Budapest holds", "Army Vienna holds", "Army Trieste holds"]


@pytest.mark.parametrize(
    "text",
    [
        "Everything in the east holds: Budapest, Vienna and Trieste.",
        "All I have in the north holds: Budapest, Vienna, Trieste",
        "My three eastern armies (Budapest, Vienna, Trieste) hold.",
        "The armies in the east (Budapest, Vienna and Trieste) hold.",
        "Three armies, Budapest, Vienna and Trieste, hold",
        "Budapest, Vienna n Trieste hold",
        "These hold too: Budapest, Vienna, Trieste",
        "The rest (Budapest, Vienna, Trieste) hold.",
    ],
)
def test_a_list_with_a_description_is_read(text: str) -> None:
    assert _taken(text) == HELD
    assert not _refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "My two eastern armies (Budapest, Vienna, Trieste) hold.",
        "The armies (Budapest, Vienna or Trieste) hold.",
        "If the armies (Budapest, Vienna, Trieste) hold, good.",
    ],
)
def test_a_list_with_another_number_or_a_doubt_is_not(text: str) -> None:
    assert len(_taken(text)) < len(HELD)
    assert not [line for line in _lines(text) if line.verdict == TAKEN and "moves" in line.reading]


@pytest.mark.parametrize(
    "text", ["Hold: Budapest", "Hold:\nBudapest", "Holding: Budapest", "Hold - Budapest"]
)
def test_a_single_name_after_hold(text: str) -> None:
    assert _taken(text) == ["Army Budapest holds"]


@pytest.mark.parametrize(
    "text", ["Not hold: Budapest", "Paris:\nBudapest", "To hold or not to hold: Budapest"]
)
def test_a_single_name_after_anything_else_is_no_order(text: str) -> None:
    assert not _taken(text)


def test_each_unit_of_a_list_goes_to_its_own_place() -> None:
    assert _taken("Trieste, Venice: to Tyrolia and Trieste respectively.") == [
        "Army Trieste moves to Tyrolia",
        "Army Venice moves to Trieste",
    ]
    assert not _taken("Trieste, Venice to Tyrolia and somewhere else respectively.")


@pytest.mark.parametrize(
    "text",
    [
        "Everything holds except Venice, which goes to Rome, and Naples, which sails to the Ionian Sea.",
        "All hold exept Venice - Rome, Naples - ION",
        "All hold except Venice, which goes to Rome, and Naples to the Ionian",
    ],
)
def test_all_hold_but_some(text: str) -> None:
    assert _taken(text) == [
        "All units without another order hold",
        "Army Venice moves to Rome",
        "Fleet Naples moves to the Ionian Sea",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "All hold except Venice or Naples - ION",
        "All hold except Venice",
        "All hold except Venice, maybe to Rome",
    ],
)
def test_an_exception_without_an_order_is_asked_about(text: str) -> None:
    assert not _taken(text)
    assert _refused(text)


def test_i_want_a_unit_in_a_place() -> None:
    assert _taken("I want Naples in the Ionian and Greece in the Aegean.") == [
        "Fleet Naples moves to the Ionian Sea",
        "Fleet Greece moves to the Aegean Sea",
    ]
    assert not _taken("I want an army in Rome and peace in the Aegean")
    assert not _taken("I want Naples in the Ionian or Greece in the Aegean")


# -- numbers in words, helpers, foreign English


@pytest.mark.parametrize(
    "text",
    [
        "1st army Budapest to Serbia\n2nd army Vienna to Galicia",
        "first: Budapest to Serbia. second: Vienna to Galicia.",
        "Firstly, Budapest to Serbia; secondly, Vienna to Galicia",
        "Budapest to Serbia n Vienna to Galicia",
    ],
)
def test_orders_numbered_in_words(text: str) -> None:
    assert _taken(text) == ["Army Budapest moves to Serbia", "Army Vienna moves to Galicia"]
    assert not _refused(text)


def test_the_order_after_a_helper_is_its_own() -> None:
    assert _taken("Venice to Tyrolia supported by Trieste and Naples sails to the Ionian Sea") == [
        "Army Venice moves to Tyrolia",
        "Army Trieste supports the move from Venice to Tyrolia",
        "Fleet Naples moves to the Ionian Sea",
    ]


def test_what_supports_it_is_about_the_last_of_a_list() -> None:
    assert _taken("Venice to Rome, Naples to Ionian and Greece supports it")[-1] == (
        "Fleet Greece supports the move from Naples to the Ionian Sea"
    )


@pytest.mark.parametrize(
    "helps",
    ["gives to it the support", "is making support for this attack", "supports him", "gives her its support"],
)
def test_support_in_foreign_english(helps: str) -> None:
    assert _taken(f"Vienna goes to Galicia, Budapest {helps}")[-1] == (
        "Army Budapest supports the move from Vienna to Galicia"
    )


# -- tables


def test_a_row_that_is_not_understood_does_not_end_the_table() -> None:
    table = "Unit | Order\nVienna | nobody knows\nBudapest | Serbia\nVenice | Rome\nGreece | stays"
    assert _taken(table) == [
        "Army Budapest moves to Serbia",
        "Army Venice moves to Rome",
        "Fleet Greece holds",
    ]


def test_a_row_has_helpers_too() -> None:
    assert _taken("Unit | Order\nVienna | Galicia, supported by Budapest") == [
        "Army Vienna moves to Galicia",
        "Army Budapest supports the move from Vienna to Galicia",
    ]


# -- second thoughts


def test_they_hold_is_about_the_units_that_were_to_go() -> None:
    text = "Budapest holds. Vienna to Bohemia. Trieste to Serbia. I've changed my mind, they hold."
    assert _taken(text) == ["Army Budapest holds"]
    assert _refused(text) == ["Did you mean A Vie H?", "Did you mean A Tri H?"]


def test_it_holds_is_about_the_last() -> None:
    text = "Budapest holds. Vienna to Bohemia. Trieste to Serbia. I've changed my mind, it holds."
    assert _taken(text) == ["Army Budapest holds", "Army Vienna moves to Bohemia"]
    assert _refused(text) == ["Did you mean A Tri H?"]


@pytest.mark.parametrize("end", ["they hold", "they all stay"])
def test_on_a_line_of_its_own_it_is_about_all_that_go(end: str) -> None:
    assert not _taken(f"Vienna to Bohemia\nTrieste to Serbia\n\nI've changed my mind, {end}.")


# -- removals


@pytest.mark.parametrize(
    "text",
    [
        "Remove the armies in Silesia and Ruhr; I want to keep the fleet and Kiel.",
        "out go silesia and the ruhr",
        "Please disband both the Ruhr army and the one in Silesia.",
        "Remove Silesia and Ruhr. I'd like to keep Kiel",
    ],
)
def test_what_is_kept_is_not_removed(text: str) -> None:
    lines = STANDARD.read(HERE["Germany"], "Germany", None, [text]).lines
    taken = {line.reading for line in lines if line.verdict == TAKEN}
    assert taken == {"Army Silesia is removed", "Army Ruhr is removed"}


@pytest.mark.parametrize("text", ["Remove Silesia. Keep Kiel and Ruhr", "I want to keep the fleet and Kiel"])
def test_no_unit_that_is_kept_is_removed(text: str) -> None:
    lines = STANDARD.read(HERE["Germany"], "Germany", None, [text]).lines
    assert not any("Kiel" in line.reading or "Ruhr" in line.reading for line in lines)


def test_the_same_for_another_unit_is_asked_about() -> None:
    lines = STANDARD.read(HERE["Germany"], "Germany", None, ["Silesia disbands. So does Ruhr."]).lines
    assert [line.remedy for line in lines if line.verdict == REFUSED] == ["Did you mean Remove A Ruh?"]
