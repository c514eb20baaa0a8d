"""Empires: conditions in sentences, tables with costs, and words around orders."""

import json

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Reading
from adjudicator.empires import game
from bench.first_sight import FOLDER

POSITIONS = json.loads((FOLDER / "empires" / "positions.json").read_text("utf-8"))


def _read(position: str, text: str) -> Reading:
    place = POSITIONS[position]
    return game.read(place["state"], place["power"], None, text.split("\n"))


def _taken(position: str, text: str) -> list[str]:
    found = _read(position, text).lines
    assert not [line for line in found if line.verdict == REFUSED], found
    taken = [line.reading for line in found if line.verdict == TAKEN and line.reading != "Activates armies"]
    return [words.partition(". As things stand")[0] for words in taken]


def test_an_order_inside_a_condition_is_not_taken_without_it() -> None:
    text = (
        "ACTIVATE\nArmy Temesvar - Belgrade attacks. If that attack fails, the army in\n"
        "Sarajevo should go to Belgrade too and attack there."
    )
    lines = _read("602", text).lines
    assert not [line for line in lines if line.verdict == TAKEN and "Sarajevo" in line.reading]
    assert any("Sarajevo" in line.text for line in lines if line.verdict == REFUSED)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (
            "The other: if Warsaw is ours by then, I research Offensive. If it isn't, I research Gas.",
            ["If Warsaw is held by your side: Researches Offensive", "Otherwise: Researches Gas"],
        ),
        (
            "Wenn Warschau nach dem Zug von Österreich uns gehört: Forschung: Attack 1",
            ["If Warsaw is held by your side: Researches Attack 1"],
        ),
        (
            "Si Warsaw est à nous après le tour de l'Autriche, recherche Gaz",
            ["If Warsaw is held by your side: Researches Gas"],
        ),
    ],
)
def test_a_condition_with_a_label_or_a_turn(text: str, orders: list[str]) -> None:
    assert _taken("2411", text) == orders


def test_the_other_action_is_announced_before_it() -> None:
    assert _taken("409", "And the other action is research, Aviation please.") == ["Researches Aviation"]


def test_an_army_follows_another() -> None:
    text = "The army of Krakow for attack Lublin.\nThe army of Vienna goes to Krakow behind him."
    assert _taken("130", text) == ["Army Krakow moves to Lublin and attacks", "Army Vienna moves to Krakow"]


TABLE = """Action    | What           | Where to
----------+----------------+------------------------
RECRUIT   | full German    | Konigsberg      (2)
          | reinforce      | Metz            (1)
ACTIVATE  | Nancy          | back to Strasbourg
          | Cologne (one)  | Brussels
          | Danzig         | Konigsberg (on foot, not strategic)
DIPLOMACY | Bulgaria       | +1"""


def test_a_table_with_costs_and_notes_in_brackets() -> None:
    assert _taken("2609", TABLE) == [
        "Recruits a full army in Königsberg",
        "Makes full: Army Metz",
        "Army Nancy moves to Strasbourg",
        "Army Cologne moves to Brussels",
        "Army Danzig moves to Königsberg",
        "Diplomacy: Bulgaria forward",
    ]


def test_the_cost_of_a_recruit_is_never_a_number_of_armies() -> None:
    rows = TABLE.splitlines()
    reading = _read("2609", "\n".join([*rows[:2], *rows[4:7], *rows[2:4]]))
    assert not [line for line in reading.offer if line.startswith("2 ")]


@pytest.mark.parametrize(
    ("position", "text", "orders"),
    [
        (
            "409",
            "Sarajevo attacks Belgrade, both Temesvar and Agram support it.",
            [
                "Army Sarajevo moves to Belgrade and attacks, supported by Army Temesvar and Army Agram, "
                "which move there too"
            ],
        ),
        ("409", "Then a second activation: Krakow to Lublin", ["Army Krakow moves to Lublin"]),
        (
            "409",
            "Standing order: when I attack with several supporters, the reduced one takes the supporter "
            "loss.",
            ["Standing order: SUPPORTER LOSS reduced"],
        ),
        (
            "409",
            "And for when he comes: always use the trench in Krakow.",
            ["Standing order: TRENCH always in Krakow"],
        ),
        (
            "409",
            "if Krakow is ours after the Russians have moved, research Aviation",
            ["If Krakow is held by your side: Researches Aviation"],
        ),
        (
            "409",
            "Recruit full in Vienna.\nActivate: the new army in Vienna goes to Krakow before the Russians get"
            " there.",
            ["Recruits a full army in Vienna", "Army Vienna moves to Krakow"],
        ),
        (
            "2609",
            "Recruit: full in Berlin\nThen we activate: bring the army over from Danzig to Königsberg",
            ["Recruits a full army in Berlin", "Army Danzig moves to Königsberg"],
        ),
        (
            "601",
            "RECRUIT\nreinforce Nancy (the reduced French one)",
            ["Recruits", "Makes full: Army Nancy"],
        ),
    ],
)
def test_words_around_an_order(position: str, text: str, orders: list[str]) -> None:
    assert _taken(position, text) == orders


def test_a_new_army_among_others_in_its_zone_is_refused_as_ambiguous() -> None:
    text = "Recruit full in Krakow.\nActivate: the new army in Krakow goes to Lublin."
    assert [line for line in _read("409", text).lines if line.verdict == REFUSED]


@pytest.mark.parametrize("rest", ["", "\nACTIVATE\n- Krakow => Agram"])
def test_a_number_in_brackets_is_not_read_as_a_number_of_full_armies(rest: str) -> None:
    """It may be the cost or the number, so nothing is guessed."""
    reading = _read("409", f"RECRUIT full Vienna (2){rest}")
    assert "2 full" not in " ".join([*(line.text for line in reading.lines), *reading.offer, reading.orders])


@pytest.mark.parametrize(
    "text", ["Sonst bleibt alles stehen.", "Otherwise everything stays.", "Sinon tout reste en place."]
)
def test_otherwise_everything_stays_is_not_a_condition(text: str) -> None:
    assert _taken("409", f"Nous recrutons une armée complète à Vienne. {text}") == [
        "Recruits a full army in Vienna"
    ]


@pytest.mark.parametrize(
    "text", ["Recruit reduced in Vienna and reinforce nobody.", "Recruit in Vienna. Activate nothing."]
)
def test_activating_or_reinforcing_nothing_is_not_an_action(text: str) -> None:
    assert _taken("409", text) == ["Recruits a reduced army in Vienna"]


@pytest.mark.parametrize("bracket", ["(= Vilna)", "(Vilna)", "(i.e. Vilna)", "(also Wilna)"])
def test_a_second_name_of_a_zone_in_brackets(bracket: str) -> None:
    assert _taken("3108", f"Activate: Königsberg nach Wilna {bracket}") == [
        "full Army Königsberg moves to Vilna"
    ]


def test_another_zone_in_brackets_is_no_second_name() -> None:
    lines = _read("3108", "Activate: Königsberg to Wilna (Riga)").lines
    assert {line.verdict for line in lines} == {REFUSED}


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("the trench in Krakow takes always the loss", ["TRENCH always in Krakow"]),
        ("the trench at Krakow shall always take the loss", ["TRENCH always in Krakow"]),
        ("In Krakow the trench always takes the loss", ["TRENCH always in Krakow"]),
        ("the trench in Krakow should never be lost", ["TRENCH never in Krakow"]),
        (
            "When I must retreat from Krakow, I want to go to Vienna, and\nif this is not possible to Agram.",
            ["RETREAT Krakow: Vienna, Agram"],
        ),
        ("Should Lutsk have to run: retreat to Lemberg, please.", ["RETREAT Lutsk: Lemberg"]),
        (
            "The poor chap in Krakow retreats to Vienna, or to Budapest if Vienna is no good.",
            ["RETREAT Krakow: Vienna, Budapest"],
        ),
        (
            "Permanent orders:\n- trench in Krakow always\n- retreat from Lutsk: to Lemberg",
            ["TRENCH always in Krakow", "RETREAT Lutsk: Lemberg"],
        ),
        ("Ordres permanents:\nRETREAT Lutsk: Lemberg", ["RETREAT Lutsk: Lemberg"]),
    ],
)
def test_standing_orders_as_people_say_them(text: str, orders: list[str]) -> None:
    taken = [one for one in _taken("3109", text) if not one.startswith("Standing orders")]
    assert taken == [f"Standing order: {order}" for order in orders]


@pytest.mark.parametrize(
    "text",
    [
        "the trench in Krakow takes a lot of work",
        "The army in Krakow retreats to Vienna or to Budapest",
        "Default orders:\nRETREAT Lutsk: Lemberg",
    ],
)
def test_what_is_no_such_standing_order(text: str) -> None:
    assert not [line for line in _read("3109", text).lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    "text",
    [
        "Then PAUSE, I give my second action when I have seen what happens.",
        "then pause please, I want to see the results first",
        "Pause (to see how it goes)",
        "Now a pause.",
    ],
)
def test_a_pause_with_its_reason(text: str) -> None:
    assert _taken("3105", f"MISSIONS\n{text}") == ["Adds missions", "Pauses; the rest of the turn follows"]


def test_a_pause_with_more_orders_behind_it_is_not_shortened() -> None:
    lines = _read("3105", "MISSIONS\nThen pause, I entrench Krakow if it holds").lines
    assert REFUSED in {line.verdict for line in lines}


def test_notes_in_short() -> None:
    text = (
        "tech: att1, def1, manoeuvre\n\n1. act - mtz x nan, str x nan, col-bru (just one of the three)\n"
        "2. act - bre x war, pos-bre\n3. res att1\n\nx = attack, - = move."
    )
    assert _taken("3101", text) == [
        "Technologies of the set-up: Attack 1, Defence 1, Manoeuvre",
        "Army Metz moves to Nancy and attacks",
        "Army Strasbourg moves to Nancy and attacks",
        "Army Cologne moves to Brussels",
        "Army Breslau moves to Warsaw and attacks",
        "Army Posen moves to Breslau",
        "Researches Attack 1",
    ]


@pytest.mark.parametrize(
    ("position", "text", "orders"),
    [
        ("3102", "vilna goes into konigsberg its empty isnt it", ["Army Vilna moves to Königsberg"]),
        (
            "3106",
            "activate Breslau walks into Berlin comma nobody there exclamation mark",
            ["Army Breslau moves to Berlin"],
        ),
        (
            "3106",
            "Cash out goes to Budapest sorry I mean Kaschau goes to Budapest",
            ["Army Kaschau moves to Budapest"],
        ),
        ("3107", "dip: Bulg +", ["Diplomacy: Bulgaria forward"]),
        (
            "3109",
            "one. lutsk attacks the russian there and lemberg comes in as support",
            ["Army Lutsk attacks, supported by Army Lemberg, which moves there too"],
        ),
        ("3109", "uskub, sarajevo and kamenets dont move", []),
    ],
)
def test_dictated_and_typed_in_haste(position: str, text: str, orders: list[str]) -> None:
    assert _taken(position, text) == orders


def test_a_correction_that_is_no_whole_order_does_not_replace_one() -> None:
    lines = _read("3106", "Kaschau goes to Budapest sorry I mean it really does").lines
    assert TAKEN not in {line.verdict for line in lines}


NOTES = """ # | action   | what                                  | remark
---+----------+---------------------------------------+----------------------------
 1 | Recruit  | 1 full Berlin, 1 reduced Strasbourg   | 3 steps
 2 | Activate | Metz -> Nancy ATTACK                  | one of the two
   |          | Nancy ATTACK (in its own zone)        | after the one from Metz
   |          | Cologne -> Brussels, two armies       | move, nobody there
 3 | Research | Attack 1                              | into box 2"""


def test_a_table_with_remarks_on_which_army_and_when() -> None:
    assert _taken("3103", NOTES) == [
        "Recruits a full army in Berlin",
        "Recruits a reduced army in Strasbourg",
        "Army Metz moves to Nancy and attacks",
        "Army Nancy attacks",
        "2 Armies Cologne move to Brussels",
        "Researches Attack 1",
    ]


@pytest.mark.parametrize("note", ["after the one from Metz, if it fails", "only if Metz fails", "with Metz"])
def test_a_remark_that_says_more_is_no_mere_remark(note: str) -> None:
    lines = _read("3103", NOTES.replace("after the one from Metz", note)).lines
    assert "Army Nancy attacks" not in [line.reading for line in lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    ("position", "text", "orders"),
    [
        (
            "3109",
            "Activation:\n  Lutsk fights on (attacks in Lutsk, no support)",
            ["Army Lutsk attacks"],
        ),
        ("3109", "Activation:\n  Lutsk attacks, without support", ["Army Lutsk attacks"]),
        (
            "3109",
            "Activation:\n1. Lemberg to Krakow, just a move, in any event",
            ["Army Lemberg moves to Krakow"],
        ),
        (
            "3102",
            "1. Recruit: the army in Riga back to full strength, and one new full army in Kiew.",
            ["Makes full: Army Riga", "Recruits a full army in Kiev"],
        ),
        (
            "3102",
            "First the Stavka raises troops: full army in Kiev + reduced army in Minsk.",
            ["Recruits a full army in Kiev", "Recruits a reduced army in Minsk"],
        ),
    ],
)
def test_what_only_says_it_again(position: str, text: str, orders: list[str]) -> None:
    assert _taken(position, text) == orders


def test_no_support_in_another_zone_is_no_mere_remark() -> None:
    lines = _read("3109", "Activation:\n  Lutsk fights on (attacks in Lemberg, no support)").lines
    assert REFUSED in {line.verdict for line in lines}


def test_the_kind_of_an_army_behind_its_zone_and_the_other_that_stays() -> None:
    text = (
        "ACTIVATE\n • Temesvar → Budapest (only 1, the other stays where it is)\n"
        " • Krakow, the full one → Lemberg, attack!"
    )
    assert _taken("3105", text) == [
        "Army Temesvar moves to Budapest",
        "full Army Krakow moves to Lemberg and attacks",
    ]


@pytest.mark.parametrize(
    "asked",
    [
        'Please say me if "Wilna" is not understood, it is called Vilna in the report.',
        "Let me know if Wilna is not right.",
        "Please tell us whether Vilna was wrong.",
    ],
)
def test_a_request_for_an_answer_takes_nothing_back(asked: str) -> None:
    assert _taken("3102", f"ENTRENCH Wilna\n\n{asked}") == ["Entrenches in Vilna"]


def test_an_order_behind_a_request_for_an_answer_counts() -> None:
    assert _taken("3102", "Let me know if Vilna is wrong. ENTRENCH Riga.") == ["Entrenches in Riga"]


def test_a_condition_behind_a_sentence_and_a_label() -> None:
    text = (
        "Now that is nice. For the third action: if the enemy is still in Lemberg when my turn\n"
        "comes then entrench Breslau, otherwise diplomacy with Bulgaria, forward."
    )
    [line] = [line for line in _read("3103", text).lines if line.verdict == TAKEN]
    assert "Entrenches in Breslau. Otherwise: Diplomacy: Bulgaria forward" in line.reading
