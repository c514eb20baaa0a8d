"""Questions, tables, lists and attacks of Empires in several wordings each."""

from collections.abc import Sequence

import pytest

from adjudicator.core.game import REFUSED, TAKEN, ReadLine
from adjudicator.games import find

GAME = find("empires")
UNITS = {
    "Germany": ["2 Armies Cologne", "Army Berlin", "Army Danzig reduced", "2 Armies Metz", "Army Posen"],
    "Franco-British": ["French Army Verdun"],
    "Russia": ["Army Warsaw"],
}
STATE = GAME.place({"units": UNITS, "phase": "Germany", "turn": 5})


def read(lines: Sequence[str]) -> Sequence[ReadLine]:
    return GAME.read(STATE, "Germany", None, lines).lines


def taken(lines: Sequence[str]) -> list[str]:
    return [one.reading for one in read(lines) if one.verdict == TAKEN]


@pytest.mark.parametrize(
    "line", ["Research: Gas?", "RESEARCH Attack 1?", "DIPLOMACY Turkey forward?", "MISSIONS?"]
)
def test_a_question_is_not_taken_as_an_order(line: str) -> None:
    [answer] = read([line])
    assert answer.verdict == REFUSED
    assert "write it without the question mark" in answer.remedy


@pytest.mark.parametrize(
    ("lines", "orders"),
    [
        (
            [
                "Unit     From      To        Notes",
                "German   Posen     Warsaw    attack",
                "German   Berlin    Posen",
            ],
            ["ACTIVATE", "Army Posen - Warsaw attacks", "Army Berlin - Posen"],
        ),
        (
            ["| Army | Start | Target | Support |", "| full | Metz | Verdun | Metz |"],
            ["ACTIVATE", "full Army Metz - Verdun attacks with Army Metz"],
        ),
        (
            ["No.  Action    Where    Destination   Attack?", "1    Activate  Posen    Warsaw        yes"],
            ["ACTIVATE", "Army Posen - Warsaw attacks"],
        ),
        (
            ["Action   Zone     Details", "Recruit  Cologne  full", "Entrench  Metz  -"],
            ["RECRUIT full in Cologne", "ENTRENCH Metz"],
        ),
    ],
)
def test_rows_below_the_names_of_columns_are_orders(lines: list[str], orders: list[str]) -> None:
    heading = [] if "Action" in lines[0] else ["ACTIVATE"]
    read_orders = [one for one in taken([*heading, *lines]) if one != "Activates armies"]
    assert read_orders == [one for one in taken(orders) if one != "Activates armies"] != []


@pytest.mark.parametrize(
    "lines",
    [
        ["I come   from    Rome    to you", "Metz   Verdun"],
        ["From   To", "Metz   to be seen   and Verdun   later"],
        ["Unit   From   To", "Metz   Verdun"],
    ],
)
def test_lines_that_are_not_a_table_are_not_read_as_one(lines: list[str]) -> None:
    assert not taken(["ACTIVATE", *lines])[1:]


@pytest.mark.parametrize(
    ("lines", "orders"),
    [
        (
            ["Activate:", "  Posen: Warsaw, attack", "  Berlin: Posen"],
            ["Army Posen - Warsaw attacks", "Army Berlin - Posen"],
        ),
        (
            ["ACTIVATION", "Metz: attacks Verdun", "  support: the other Metz army"],
            ["Army Metz - Verdun attacks with Army Metz"],
        ),
        (["Activate", "Metz: attack Verdun", "with Cologne"], []),
        (
            ["Recruiting:", "  Cologne: full", "  Berlin - 1 reduced German army"],
            ["full in Cologne", "reduced in Berlin"],
        ),
    ],
)
def test_a_row_below_a_heading_may_name_the_zone_first(lines: list[str], orders: list[str]) -> None:
    heading = "RECRUIT" if lines[0].startswith("R") else "ACTIVATE"
    read_orders = taken(lines)[1:]
    assert read_orders == taken([heading, *orders])[1:]
    assert len(read_orders) == len(orders)


@pytest.mark.parametrize("heading", ["Retreats", "Standing orders", "Diplomacy", "What I think:"])
def test_a_row_below_another_heading_is_not_a_move(heading: str) -> None:
    assert "Army Metz moves to Cologne" not in taken(["ACTIVATE", "Berlin - Posen", heading, "Metz: Cologne"])


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("ACTIVATE Metz x Verdun + Metz", "ACTIVATE Army Metz - Verdun attacks with Army Metz"),
        ("act: POS att WAR +DAN", "ACTIVATE Army Posen - Warsaw attacks with Army Danzig"),
        (
            "ACTIVATE: both armies in Metz attack Verdun, one attacks, one supports",
            "ACTIVATE Army Metz - Verdun attacks with Army Metz",
        ),
        (
            "ACTIVATE the two armies in Metz march on Verdun, one attacking and the other supporting it",
            "ACTIVATE Army Metz - Verdun attacks with Army Metz",
        ),
        ("ACTIVATE Posen~>Warsaw attacking", "ACTIVATE Army Posen - Warsaw attacks"),
        ("Activation. Berlin to Posen", "ACTIVATE Army Berlin - Posen"),
        ("1st action - recruiting. Full in Cologne", "RECRUIT full in Cologne"),
        ("Third one: Turkey forward", "DIPLOMACY Turkey forward"),
        ("My last one: entrench Metz", "ENTRENCH Metz"),
        (
            "ACTIVATE Posen goes to Warsaw where it attacks whoever is there",
            "ACTIVATE Army Posen - Warsaw attacks",
        ),
        ("ACTIVATE Posen (1 army) to Warsaw, attacking", "ACTIVATE Army Posen - Warsaw attacks"),
        ("ACTIVATE Cologne (2 armies) to Brussels", "ACTIVATE 2 Armies Cologne - Brussels"),
        (
            "RECRUIT 2 armies (Cologne, Breslau), both reduced",
            "RECRUIT reduced in Cologne, reduced in Breslau",
        ),
        ("Recruit two full armies: Cologne, Breslau", "RECRUIT full in Cologne, full in Breslau"),
        ("A full German army is to be raised in Cologne", "RECRUIT full in Cologne"),
        ("A new army (full) is to be formed at Breslau", "RECRUIT full in Breslau"),
        ("RECRUIT\nmake the weak army in Danzig strong again", "RECRUIT\nreinforce Danzig"),
        ("So let it be known that we raise a full army in Breslau", "RECRUIT full in Breslau"),
        ("We have decided to entrench in Metz", "ENTRENCH Metz"),
        ("Ich hebe eine volle Armee in Breslau aus", "RECRUIT full in Breslau"),
        ("Dann aktiviere ich: Posen nach Warschau mit Angriff", "ACTIVATE Army Posen - Warsaw attacks"),
        ("trenches: always use in Metz", "TRENCH always in Metz"),
        ("Trench - never sacrifice it in Metz", "TRENCH never in Metz"),
        ("If Metz throws us back, we retreat to Cologne", "RETREAT Metz: Cologne"),
        ("If our army is repulsed in Verdun, it shall fall back to Metz", "RETREAT Verdun: Metz"),
    ],
)
def test_attacks_recruits_and_supports_in_many_wordings(text: str, orders: str) -> None:
    assert taken(text.splitlines()) == taken(orders.splitlines()) != []


@pytest.mark.parametrize(
    "text",
    [
        "ACTIVATE Metz attacks Verdun, one supports",  # of which zone?
        "ACTIVATE three armies in Metz attack Verdun, one attacks, one supports",
        "ACTIVATE Metz x Verdun + Berlin - Posen + Danzig",
        "Recruit two full armies: Cologne, Breslau, Metz",
        "Recruit 2 armies (Cologne, Breslau), one full",
        "ACTIVATE Posen + Berlin to Warsaw, one attacks",
    ],
)
def test_an_ambiguous_order_is_not_taken(text: str) -> None:
    answers = [one for one in read([text]) if one.verdict == TAKEN and one.reading != "Activates armies"]
    assert answers == []


def test_a_heading_that_says_none_is_not_an_order() -> None:
    assert taken(["Missions: 0", "Diplomacy: -", "Research: none", "ENTRENCH Metz"]) == ["Entrenches in Metz"]


@pytest.mark.parametrize(
    "words", ["Nothing else.", "4. Nothing else", "and nothing more", "Nothing else from me", "sonst nichts"]
)
def test_nothing_else_changes_no_order_and_does_not_end_the_sheet(words: str) -> None:
    assert taken(["RECRUIT full in Berlin", words, "RESEARCH Gas"]) == [
        *taken(["RECRUIT full in Berlin"]),
        *taken(["RESEARCH Gas"]),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "RECRUIT a full army in Berlin (2 steps).",
        "RECRUIT one full army in Berlin (two steps)",
        "RECRUIT full in Berlin (2 steps) and reduced in Cologne (1 step).",
    ],
)
def test_the_cost_of_a_recruit_may_follow_it(line: str) -> None:
    assert [one.verdict for one in read([line])] == [TAKEN] * (1 + line.count(" and "))


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        (["3. Entrenchment", "   3.1 Cologne."], "ENTRENCH Cologne"),
        (["Entrench:", "- Metz"], "ENTRENCH Metz"),
        (["C) RESEARCH", "   a) Gas"], "RESEARCH Gas"),
        (["Diplomacy", "  * Turkey forward"], "DIPLOMACY Turkey forward"),
    ],
)
def test_a_list_of_one_row_belongs_to_its_heading(lines: list[str], order: str) -> None:
    assert taken(lines) == taken([order])
    assert all(one.verdict != REFUSED for one in read(lines))


@pytest.mark.parametrize(
    "heading",
    ["ACTIVATE no. 1", "ACTIVATE no. 1 (Poland)", "Activate nr. 1:", "Activation no. 1 (the Tsar must go)"],
)
def test_an_activation_may_have_a_number_and_a_label(heading: str) -> None:
    assert taken([heading, "Posen -> Warsaw attacks"]) == [
        "Activates armies",
        "Army Posen moves to Warsaw and attacks",
    ]


@pytest.mark.parametrize(
    "heading",
    [
        "ACTIVATE if Warsaw falls",
        "ACTIVATE (if Warsaw falls)",
        "ACTIVATE no. 1 (if Warsaw falls)",
        "ACTIVATE, unless Warsaw falls:",
        "Activate, but only if I am lucky",
    ],
)
def test_what_stands_below_a_heading_with_a_bad_condition_depends_on_it(heading: str) -> None:
    assert taken([heading, "Posen -> Warsaw attacks"]) == []
    assert "Entrenches in Metz" in taken([heading, "Posen -> Warsaw attacks", "ENTRENCH Metz"])


@pytest.mark.parametrize(
    ("line", "reading"),
    [
        ("SUPPORTER LOSS please: reduced.", "Standing order: SUPPORTER LOSS reduced"),
        ("Supporter loss, please: last", "Standing order: SUPPORTER LOSS last"),
    ],
)
def test_please_may_stand_in_a_standing_order(line: str, reading: str) -> None:
    assert taken([line]) == [reading]


def test_the_other_army_may_be_named_in_german() -> None:
    said = taken(["Activate", "eine Armee Metz - Verdun greift an mit der anderen Armee Metz"])
    assert said[1:] == [
        "Army Metz moves to Verdun and attacks, supported by Army Metz, which moves there too"
    ]


def test_armies_may_go_at_the_same_time() -> None:
    said = taken(["Activate: Berlin - Posen. At the same time both Cologne armies go to Brussels"])
    assert said[-2:] == ["Army Berlin moves to Posen", "2 Armies Cologne move to Brussels"]


@pytest.mark.parametrize("choice", ["or", "alternatively"])
def test_a_choice_between_two_attacks_is_refused(choice: str) -> None:
    assert taken(["Activate", f"Posen -> Warsaw attacks, {choice} Metz -> Verdun attacks"]) == []
    assert taken(["Activate", "Posen -> Warsaw attacks", choice, "Metz -> Verdun attacks"]) == []


REMARKS = (
    "Well done.", "Well done!", "Well done, Judge.", "Very well done", "Nicely done.", "Done.", "Done!",
    "All done.", "I am done.", "I'm done for today.", "That is all, I am done.", "We are done.",
    "It is done.", "Get it done.", "Done, thanks.", "Ok, done.", "Nothing.", "I have nothing.",
    "There is nothing.", "Nothing this turn.", "Passt!", "Das passt.", "Passt schon.", "End of turn.",
    "Stop here.", "Let it pass.", "It will pass.", "This too shall pass.", "They shall not pass!",
    "I'm off.", "I am off now.", "Off we go!",
)  # fmt: skip


@pytest.mark.parametrize("remark", REMARKS)
def test_a_courtesy_or_a_remark_is_neither_pass_nor_another_action(remark: str) -> None:
    """ "Well done." above a sheet was once PASS, and all lines below it were refused."""
    sheet = ["ENTRENCH Metz", "RESEARCH Gas"]
    for lines in ([remark, *sheet], [*sheet, remark], ["ENTRENCH Metz", remark, "RESEARCH Gas"]):
        assert taken(lines) == taken(sheet)
    on_file = GAME.read(STATE, "Germany", None, sheet).orders
    assert GAME.read(STATE, "Germany", on_file, [remark]).orders == on_file


@pytest.mark.parametrize(
    "words",
    ["PASS", "Pass.", "I pass this turn.", "We'll pass this time", "Pass the rest", "Third action: pass",
     "We do nothing this season.", "Ich passe.", "Wir passen", "Je passe."],
)  # fmt: skip
def test_a_sentence_that_says_so_beyond_doubt_is_pass(words: str) -> None:
    assert taken(["ENTRENCH Metz", words]) == ["Entrenches in Metz", "Passes"]


@pytest.mark.parametrize("words", ["I pass this turn.", "We pass", "Pass the rest"])
def test_a_sentence_of_pass_above_orders_is_refused_in_their_place(words: str) -> None:
    one, *others = read([words, "ENTRENCH Metz", "RESEARCH Gas"])
    assert (one.verdict, one.remedy) == (REFUSED, "Leave it out, or write PASS alone as the last line.")
    assert [line.verdict for line in others] == [TAKEN, TAKEN]


def test_orders_below_the_word_pass_are_offered_without_it() -> None:
    """S.12: they are refused; the player is asked whether they, and not PASS, are meant."""
    found = GAME.read(STATE, "Germany", None, ["PASS", "ENTRENCH Metz", "RESEARCH Gas"])
    assert [line.verdict for line in found.lines] == [TAKEN, REFUSED, REFUSED]
    assert found.offer == ("ENTRENCH Metz", "RESEARCH Gas")
    again = GAME.read(STATE, "Germany", found.orders, found.offer)
    assert [line.verdict for line in again.lines] == [TAKEN, TAKEN]


@pytest.mark.parametrize("lines", [["ENTRENCH Metz", "PASS"], ["PASS", "ENTRENCH Verdun"], ["PASS"]])
def test_nothing_is_offered_if_pass_is_the_last_line_or_not_the_only_mistake(lines: list[str]) -> None:
    assert GAME.read(STATE, "Germany", None, lines).offer == ()
