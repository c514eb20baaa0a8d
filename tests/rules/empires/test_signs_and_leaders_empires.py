"""Signs that the message explains, dotted leaders, comments after orders, and ordinals of retreats."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.games import find

GAME = find("empires")
UNITS = {
    "Franco-British": [
        *("French Army Nancy", "French small Army Nancy", "2 French Army Verdun", "French Army Paris"),
        *("French Army Lille", "French Army Lyon reduced", "2 British Army Rouen"),
    ],
    "Germany": ["Army Nancy reduced", "Army Strasbourg", "Army Metz"],
}


def _read(*lines: str) -> list[tuple[str, str]]:
    state = GAME.place({"units": UNITS, "phase": "Franco-British", "turn": 8})
    found = GAME.read(state, "Franco-British", None, [line for text in lines for line in text.split("\n")])
    return [
        (line.verdict, line.reading or line.remedy)
        for line in found.lines
        if line.verdict in (TAKEN, REFUSED)
    ]


def _taken(*lines: str) -> list[str]:
    answers = _read(*lines)
    assert all(verdict == TAKEN for verdict, _ in answers), answers
    return [words for _, words in answers if words not in ("Activates armies", "Recruits")]


@pytest.mark.parametrize(
    "legend",
    ["FB W15 (* = attack, > = move)", "The sign * means attack.", '"*" stands for attacks', "* : attaque"],
)
def test_a_sign_means_what_the_message_says(legend: str) -> None:
    attack, move = "Army Verdun moves to Nancy and attacks", "Army Lille moves to Paris"
    assert _taken(legend, "ACTIVATE", "VER > NAN *", "LIL > PAR") == [attack, move]


@pytest.mark.parametrize("line", ["VER > NAN *", "Army Verdun - Nancy * (1 of the 2)"])
def test_a_star_without_an_explanation_is_refused(line: str) -> None:
    assert [verdict for verdict, _ in _read("ACTIVATE", line)] == [REFUSED]


def test_a_star_for_a_bullet_or_bold_text_is_not_a_sign() -> None:
    lines = ("**ACTIVATE**", "* Army Lille - Paris", "*Army Paris - Verdun*")
    assert _taken(*lines) == ["Army Lille moves to Paris", "Army Paris moves to Verdun"]


@pytest.mark.parametrize("sign", ["/", ":", "="])
def test_single_letters_are_headings(sign: str) -> None:
    lines = (f"R{sign} reinf LYO, full PAR", f"A{sign} LIL > PAR", f"D{sign} Italy +1")
    recruits = ["Makes full: Army Lyon", "Recruits a full army in Paris"]
    assert _taken(*lines) == [*recruits, "Army Lille moves to Paris", "Diplomacy: Italy forward"]


@pytest.mark.parametrize(
    "rows",
    [
        "1. NEW TROOPS\n  Verdun ........ French, full\n  Rouen ......... British, reduced",
        "RECRUITS\n Verdun: French, full\n Rouen: British, reduced",
        "RECRUIT\nVerdun ..... full French\nRouen ___ reduced British",
        "RECRUIT\nfull French …… Verdun\nreduced British .... Rouen",
        "full in Verdun, and a reduced British army in Rouen",
    ],
)
def test_dots_lead_from_a_zone_to_its_recruit(rows: str) -> None:
    assert _taken(rows) == ["Recruits a full army in Verdun", "Recruits a reduced British army in Rouen"]


@pytest.mark.parametrize("row", ["Lille ...... Paris", "from Lille .... to Paris", "Lille . . . . Paris"])
def test_dots_lead_from_an_army_to_its_destination(row: str) -> None:
    assert _taken("ACTIVATE", row) == ["Army Lille moves to Paris"]


@pytest.mark.parametrize(
    "line",
    [
        "NAN big one attacks in Nancy itself",
        "the big army in Nancy (not the small one) attacks in Nancy itself",
        "the full one in Nancy, not the reduced one, attacks right there",
    ],
)
def test_an_army_is_described_as_big_or_small(line: str) -> None:
    assert _taken("ACTIVATE", line) == ["Army Nancy attacks"]


@pytest.mark.parametrize(
    "line",
    [
        "one of the big Verdun armies attacks Metz with the other big one supporting",
        "one of the big Verdun armies attacks Metz, the other big one supporting it",
        "both Verdun armies attack Metz, one supporting the other",
    ],
)
def test_the_other_big_one_supports(line: str) -> None:
    assert _taken(line) == [
        "Army Verdun moves to Metz and attacks, supported by Army Verdun, which moves there too"
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Lille goes to Paris its empty lol",
        "Lille to Paris because nobody is there",
        "Lille to Paris in order to protect the capital",
    ],
)
def test_a_reason_after_an_order_is_a_comment(line: str) -> None:
    assert _taken(line) == ["Army Lille moves to Paris"]


def test_a_comment_after_a_comma_does_not_swallow_the_next_line() -> None:
    lines = ("Activate:", "- Lille into Paris, before they remember that it is there;", "- Paris to Verdun;")
    assert _taken(*lines) == ["Army Lille moves to Paris", "Army Paris moves to Verdun"]


@pytest.mark.parametrize(
    "line", ["Lille goes to Paris if its owner agrees", "the big one in Nancy, not the one in Lille, attacks"]
)
def test_words_that_may_restrict_an_order_are_not_a_comment(line: str) -> None:
    assert REFUSED in [verdict for verdict, _ in _read("ACTIVATE", line)]


@pytest.mark.parametrize(
    "heading", ["Activation II", "Activation no. 2", "ACTIVATION B:", "Second activation", "Activation (2)"]
)
def test_a_numbered_heading_begins_another_activation(heading: str) -> None:
    lines = ("Activation I", "Lille - Paris", heading, "Paris - Verdun")
    state = GAME.place({"units": UNITS, "phase": "Franco-British", "turn": 8})
    found = GAME.read(state, "Franco-British", None, lines)
    assert [line.reading for line in found.lines].count("Activates armies") == 2


@pytest.mark.parametrize(
    "line",
    [
        "Retreats from Lille to Paris, second choice Rouen",
        "Retreat Lille: first choice Paris, second choice Rouen",
        "Standing: if thrown out of LIL -> PAR, else ROU",
        "If driven out of Lille go to Paris, or Rouen as second choice",
        "Lille, if it has to retreat, goes to Paris or Rouen",
        "Falls Lille fällt, Rückzug nach Paris, sonst Rouen",
        "Rückzug aus Lille nach Paris, sonst nach Rouen",
        "Et si jamais mes hommes doivent se replier de Lille, qu'ils aillent à Paris, sinon à Rouen.",
        "Retraite de Lille : Paris, à défaut Rouen",
    ],
)
def test_retreats_have_an_order_of_preference(line: str) -> None:
    assert _taken(line) == ["Standing order: RETREAT Lille: Paris, Rouen"]


def test_ordinals_that_contradict_the_order_of_the_list_are_refused() -> None:
    assert [verdict for verdict, _ in _read("Retreat Lille: second choice Paris, first choice Rouen")] == [
        REFUSED
    ]


@pytest.mark.parametrize(
    "line",
    [
        "full in Lille, reduced in Paris, both French",
        "Recruit a full army in Lille and a reduced one in Paris, both of them French.",
        "Recrutement : une armée complète à Lille et une armée réduite à Paris, françaises toutes les deux",
    ],
)
def test_a_nation_after_a_list_of_recruits_is_that_of_all(line: str) -> None:
    assert _taken(line) == ["Recruits a full army in Lille", "Recruits a reduced army in Paris"]


@pytest.mark.parametrize(
    "line",
    [
        "My first action is recruiting: one full army in Lille. With the second I activate: Lille to Paris",
        "My first action: recruiting, a full army in Lille. For the next one, please activate Lille to Paris",
        "I use my two steps to recruit a full army in Lille. Then Lille to Paris",
    ],
)
def test_actions_and_steps_are_announced_before_the_order(line: str) -> None:
    assert _taken(line) == ["Recruits a full army in Lille", "Army Lille moves to Paris"]


def test_cancel_air_with_a_condition_alone_is_answered_with_both_lines() -> None:
    [(verdict, remedy)] = _read("CANCEL AIR if they attack Lille")
    assert verdict == REFUSED
    assert "CANCEL AIR never, and below it CANCEL AIR always if they attack Lille" in remedy


def test_each_order_of_a_refused_line_has_its_suggestion() -> None:
    line = (
        "One of the two British armies in Rouen should move to Paris, the French army in Lille should move to"
        " Rouen, and the French army in Paris should move to Verdun to help the weak one there."
    )
    answers = _read(line)
    assert [verdict for verdict, _ in answers] == [REFUSED] * 3
    assert all("Did you mean" in remedy for _, remedy in answers)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Recruit a full army in Lille, no, make that Paris", "Recruits a full army in Paris"),
        ("Recruit a full army in Lille - no wait, I mean a reduced one", "Recruits a reduced army in Lille"),
        ("After that, please make one activation. Lille marches to Paris.", "Army Lille moves to Paris"),
        ("Let us start with the boring part: recruit a full army in Lille", "Recruits a full army in Lille"),
        ("My third action: my scientists do some research on Gas again", "Researches Gas"),
        ("Reinforce the poor chaps in Lyon", "Makes full: Army Lyon"),
    ],
)
def test_corrections_and_announcements(line: str, words: str) -> None:
    assert _taken(line) == [words]


def test_a_correction_that_fits_two_zones_is_refused() -> None:
    assert REFUSED in [verdict for verdict, _ in _read("Activate: Lille to Paris, no, make that Rouen")]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("I'd like one full army raised at Lille", "Recruits a full army in Lille"),
        ("Third, a trench at Paris.", "Entrenches in Paris"),
        ("If Lille is lost, its army goes to Paris.", "Standing order: RETREAT Lille: Paris"),
        ("retreat Lille -> Paris, otherwise Rouen", "Standing order: RETREAT Lille: Paris, Rouen"),
        ("retreat Lille - Paris, else Rouen", "Standing order: RETREAT Lille: Paris, Rouen"),
        ("supporters: reduced one loses first", "Standing order: SUPPORTER LOSS reduced"),
    ],
)
def test_other_wordings_of_single_orders(line: str, words: str) -> None:
    assert _taken(line) == [words]


@pytest.mark.parametrize(
    "line",
    [
        "Verdun x Metz (+ Verdun)",
        "Verdun attacks Metz (supported by the other Verdun)",
        "The guys in Verdun: one goes to Metz and attacks, the other one supports.",
        "We attack Metz with Verdun, and the other Verdun army helps out",
    ],
)
def test_a_supporter_named_after_the_attack(line: str) -> None:
    assert _taken(line) == [
        "Army Verdun moves to Metz and attacks, supported by Army Verdun, which moves there too"
    ]


@pytest.mark.parametrize(
    "line", ["swap Lille and Paris", "Lille and Paris swap places", "Exchange the armies of Lille and Paris"]
)
def test_armies_change_places(line: str) -> None:
    assert _taken(line) == ["Army Lille moves to Paris", "Army Paris moves to Lille"]


RETREATS = [
    f"Standing order: RETREAT {one}" for one in ("Verdun: Paris, Rouen", "Lille: Paris", "Paris: Rouen")
]


@pytest.mark.parametrize(
    "text",
    [
        "Retreats: Verdun -> Paris, then Rouen. Lille -> Paris. Paris -> Rouen.",
        "Retreats:\nVerdun -> Paris, then Rouen\nLille -> Paris\nParis -> Rouen",
        "Retreat orders: Verdun to Paris or Rouen; Lille to Paris; Paris to Rouen",
    ],
)
def test_lines_below_the_heading_retreats_are_not_moves(text: str) -> None:
    assert _taken(text) == RETREATS


def test_below_retreats_no_army_marches() -> None:
    answers = _read("Retreats:", "Verdun: to Paris, or whatever is nearest", "Lille to Paris")
    assert {verdict for verdict, _ in answers} == {REFUSED}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Let's recruit one full French army, in Paris.", ["Recruits a full army in Paris"]),
        ("Recruit British, full, in Rouen", ["Recruits a full British army in Rouen"]),
        ("RECRUIT: Paris - French - full", ["Recruits a full army in Paris"]),
        ("Action A - recruiting (Paris, one full French)", ["Recruits a full army in Paris"]),
        (
            "the two Verdun armies march, one to Paris and one to Lille",
            ["Army Verdun moves to Paris", "Army Verdun moves to Lille"],
        ),
        ("Trenches: never waste them.", ["Standing order: TRENCH never"]),
        ("Aircraft: cancel up to two.", ["Standing order: CANCEL AIR up to 2"]),
    ],
)
def test_commas_dashes_and_brackets_inside_an_order(line: str, words: list[str]) -> None:
    assert _taken(line) == words


@pytest.mark.parametrize(
    "text",
    [
        "ACTIVATE\n  Verdun (1st): Metz, attack\n  Verdun (2nd): Metz, supports",
        "ACTIVATE: Verdun - Metz - attack, second Verdun army assisting",
        "Activation : Verdun attaque Metz avec l'autre armée de Verdun",
    ],
)
def test_a_second_army_supports(text: str) -> None:
    assert _taken(text) == [
        "Army Verdun moves to Metz and attacks, supported by Army Verdun, which moves there too"
    ]


@pytest.mark.parametrize(
    "line", ["I recruit a full army with all its guns, in Paris.", "Recruit: a full army with guns, in Paris"]
)
def test_unknown_words_about_a_recruit_are_not_ignored(line: str) -> None:
    assert [verdict for verdict, _ in _read(line)] == [REFUSED]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("activ: lille > paris", ["Army Lille moves to Paris"]),
        ("ACTIVATE:\n Lille -> Paris (one army)", ["Army Lille moves to Paris"]),
        ("the army in Nancy goes on with its attack there", ["Army Nancy attacks"]),
        (
            "I recruit a full army in Lille; that should be all my steps. Then I activate Lille to Paris",
            ["Recruits a full army in Lille", "Army Lille moves to Paris"],
        ),
        (
            "ACTIVATE\n- French full army in Verdun: attacks Metz, with the other army of Verdun in support\n"
            "- Army Lille: to Paris",
            [
                "Army Verdun moves to Metz and attacks, supported by Army Verdun, which moves there too",
                "Army Lille moves to Paris",
            ],
        ),
    ],
)
def test_orders_with_layout_and_counts_around_them(text: str, words: list[str]) -> None:
    assert _taken(text) == words
