"""Conditions on the sheets of Empires, and reactions in advance, decided on public facts. S.4, S.11"""

import pytest
from msgspec.structs import replace

from adjudicator.core.dice import ListedDice
from adjudicator.core.game import REFUSED, TAKEN, Item, Reading, ReadLine
from adjudicator.core.language.words import Unreadable
from adjudicator.empires import game
from adjudicator.empires.language.conditions import read
from adjudicator.empires.position import Fought, from_text
from adjudicator.empires.record import from_text as record_from_text
from adjudicator.empires.resolve.deciding import Scene, holds
from adjudicator.empires.view.condition_words import condition_words
from pbem.reports.odds import Trial, in_rows

FACTS = {
    "phase": "Franco-British",
    "turn": 5,
    "options": {"pace": "paired"},
    "units": {
        "Franco-British": ["French Army Nancy", "British Army Lille"],
        "Russia": ["Army Riga", "Army Minsk"],
        "Germany": ["2 Army Metz", "Army Warsaw"],
    },
    "state": {
        "control": {"Warsaw": "Germany", "Salonika": "Franco-British"},
        "trenches": {"Metz": "Germany 1", "Lille": "Franco-British 1"},
        "diplomacy": {"Italy": 6, "Romania": 4},
    },
}


def scene(power: str = "Russia") -> Scene:
    position = from_text(game.place(FACTS))
    fought = (Fought("Franco-British", "metz", False), Fought("Germany", "nancy", True))
    return Scene(replace(position, fought=fought), power)


@pytest.mark.parametrize(
    ("condition", "is_so"),
    [
        ("Warsaw is ours", False),
        ("Warsaw is not ours", True),
        ("Warsaw isn't ours", True),
        ("Paris is ours", True),
        ("Paris is mine", False),
        ("Riga is mine", True),
        ("Warsaw is Germany's", True),
        ("Warsaw is German", True),
        ("Warsaw is in German hands", True),
        ("Warsaw is the enemy's", True),
        ("Warsaw is in enemy hands", True),
        ("Bucharest is nobody's", True),
        ("Bucharest is neutral", True),
        ("Paris is held by the Entente", True),
        ("we hold Warsaw", False),
        ("I hold Riga", True),
        ("we do not hold Warsaw", True),
        ("we lose Warsaw", True),
        ("Germany holds Warsaw", True),
        ("the Franco-British hold Paris", True),
        ("Cologne is empty", True),
        ("Cologne is not empty", False),
        ("Metz is occupied", True),
        ("the enemy is in Metz", True),
        ("an enemy army is in Riga", False),
        ("there is an enemy in Warsaw", True),
        ("no enemy is in Warsaw", False),
        ("there are no enemies in Cologne", True),
        ("the enemy is not in Cologne", True),
        ("two German armies are in Metz", True),
        ("at least 3 German armies are in Metz", False),
        ("fewer than 3 enemies are in Metz", True),
        ("a British army is in Lille", True),
        ("Germans are in Nancy", False),
        ("my army is in Riga", True),
        ("we are in Nancy", True),
        ("I am in Nancy", False),
        ("the army in Metz is destroyed", False),
        ("the German army in Cologne is dislodged", True),
        ("the French army in Nancy is destroyed", False),
        ("our army in Lille was not driven out", True),
        ("the attack on Metz failed", True),
        ("the attack on Metz succeeded", False),
        ("the attack on Metz didn't succeed", True),
        ("our attack on Metz failed", True),
        ("the French attack on Metz was beaten", True),
        ("the attack by the Franco-British on Metz failed", True),
        ("the attack on Nancy failed", False),
        ("the German attack on Nancy succeeded", True),
        ("Germany's attack on Nancy was won", True),
        ("the attack on Verdun failed", False),
        ("the attack on Verdun did not fail", True),
        ("Germany attacked Nancy", True),
        ("Germany did not attack Nancy", False),
        ("Metz was attacked", True),
        ("Verdun was not attacked", True),
        ("Nancy was attacked by Germany", True),
        ("Metz has a trench", True),
        ("Metz has no trench", False),
        ("there is a trench in Riga", False),
        ("there is an enemy trench in Metz", True),
        ("there is a German trench in Metz", True),
        ("there is a British trench in Lille", True),
        ("there is a French trench in Metz", False),
        ("Metz is entrenched", True),
        ("Italy has joined", True),
        ("Romania has not joined", True),
        ("Romania is in the war", False),
        ("Romania is in box 4", True),
        ("the marker of Romania is in box 3 or higher", True),
        ("Russia has surrendered", False),
    ],
)
def test_a_condition_is_decided_on_the_public_position(condition: str, is_so: bool) -> None:
    assert holds(scene(), read(condition)) is is_so


@pytest.mark.parametrize("results", [(True, False), (False, True)])
def test_one_success_among_several_attacks_of_a_turn_is_enough(results: tuple[bool, ...]) -> None:
    """S.11: also for the rest of the turn after PAUSE, and for aviation."""
    before = scene("Germany")
    combats = tuple(Fought("Germany", "verdun", is_won) for is_won in results)
    now = before._replace(
        position=replace(before.position, turn=replace(before.position.turn, combats=combats))
    )
    assert holds(now, read("the attack on Verdun succeeded"))
    assert not holds(now, read("the attack on Verdun failed"))


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("at least 3 German armies are in Metz", "in Metz there are at least 3 German armies"),
        ("more than one enemy is in Metz", "in Metz there are at least 2 armies of the enemy"),
        ("two German armies are not in Metz", "in Metz there are fewer than 2 German armies"),
        ("an enemy is in Metz", "in Metz there is at least 1 army of the enemy"),
        ("there is a British trench in Lille", "in Lille there is a trench of the Franco-British"),
        ("Paris is held by the Central Powers", "Paris is held by the Central Powers"),
        ("my attack on Metz failed", "the attack that you made in Metz did not succeed"),
    ],
)
def test_a_condition_is_confirmed_as_it_is_decided(condition: str, words: str) -> None:
    assert condition_words(read(condition)) == words


@pytest.mark.parametrize(
    "condition",
    [
        "it rains",
        "Atlantis is ours",
        "Warsaw is Ruritania's",
        "Germany has Gas",
        "nobody attacked Verdun",
        "exactly one trench is in Metz",
        "two trenches are in Metz",
        "x" * 200,
    ],
)
def test_what_public_facts_cannot_decide_is_refused_with_the_forms_that_exist(condition: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read(condition)
    assert "Warsaw is ours" in refused.value.remedy


def reading(*lines: str, power: str = "Russia") -> Reading:
    return game.read(game.place(FACTS), power, None, lines)


def line(found: Reading, text: str) -> ReadLine:
    return next(one for one in found.lines if one.text == text)


def played(
    french: list[str],
    russian: list[str],
    reader: str | None,
    dice: tuple[int, ...] = (),
    keys: tuple[str, ...] = ("results",),
) -> list[str]:
    """Play both partners' sheets under one deadline; return the results in the report to *reader*."""
    state = game.place(FACTS)
    orders = {
        "Franco-British": game.read(state, "Franco-British", None, french).orders,
        "Russia": game.read(state, "Russia", None, russian).orders,
    }
    turn = game.judge(state, orders, ListedDice(dice))
    sections = game.show(turn.state, turn.record, reader).sections
    return [item.text for one in sections if one.key in keys for item in one.items]


TAKES = ["ACTIVATE", "French Army Nancy - Strasbourg"]
DEPENDS = "IF Strasbourg is ours: MISSIONS ELSE RESEARCH Attack 1"


@pytest.mark.parametrize(
    ("french", "done", "other"),
    [(TAKES, "Adds missions.", "Researches Attack 1."), (["PASS"], "Researches Attack 1.", "Adds missions.")],
)
def test_a_line_of_the_second_partner_may_depend_on_the_turn_of_the_first(
    french: list[str], done: str, other: str
) -> None:
    results = played(french, [DEPENDS], "Russia")
    assert done in results
    assert other not in results


def test_only_the_report_to_its_own_power_says_what_held_and_which_lines_were_used() -> None:
    sheet = [
        DEPENDS,
        "IF Warsaw is ours:",
        "ENTRENCH Riga",
        "OTHERWISE:",
        "RESEARCH Attack 1",
        "IN ANY CASE:",
    ]
    own = played(TAKES, sheet, "Russia")
    assert f'"{DEPENDS}" This held, so the line was used: Adds missions.' in own
    assert (
        '"IF Warsaw is ours:" This did not hold when your turn began, so the lines below it did not count.'
        in own
    )
    assert '"ENTRENCH Riga" This line was not used.' in own
    assert '"OTHERWISE:" The lines below it counted.' in own
    for reader in (None, "Germany", "Franco-British"):
        assert not any("IF " in text or "OTHERWISE" in text for text in played(TAKES, sheet, reader))


def test_the_report_says_which_of_several_conditions_did_not_hold() -> None:
    sheet = [
        "IF Riga is mine AND Warsaw is ours AND Moscow is ours: MISSIONS",
        "IF Warsaw is ours: ENTRENCH Riga",
    ]
    first, second = (line for line in played(TAKES, sheet, "Russia") if line.startswith('"IF'))
    told = (
        "This did not hold when your turn began (Warsaw is not held by your side), so the line was not used."
    )
    assert first == f'"{sheet[0]}" {told}'
    assert second == f'"{sheet[1]}" This did not hold when your turn began, so the line was not used.'


def test_a_line_that_counted_and_was_left_out_is_told_once() -> None:
    """The report said that it was not used because its condition did not hold, and why it was left out."""
    line = "IF Warsaw is mine: MISSIONS ELSE RESEARCH Manoeuvre"
    own = played(TAKES, ["MISSIONS", "ENTRENCH Riga", line], "Russia", keys=("results", "seen"))
    (reason,) = (text for text in own if line in text)
    assert reason.startswith(f'"{line}" was left out: ')


def test_the_report_does_not_say_that_a_condition_which_was_not_decided_did_not_hold() -> None:
    sheet = ["IF Riga is mine: MISSIONS", "OTHERWISE IF Minsk is mine: ENTRENCH Riga", "IF Riga is mine:",
             "RESEARCH Attack 1", "OTHERWISE IF Minsk is mine:", "ENTRENCH Riga"]  # fmt: skip
    own = played(["PASS"], sheet, "Russia")
    assert '"OTHERWISE IF Minsk is mine: ENTRENCH Riga" This line was not used.' in own
    assert '"OTHERWISE IF Minsk is mine:" The lines below it did not count.' in own


def test_a_line_with_otherwise_in_a_block_that_does_not_count_is_reported_as_not_used() -> None:
    sheet = ["IF Warsaw is ours:", "IF Warsaw is ours: MISSIONS", "OTHERWISE: ENTRENCH Riga"]
    own = played(["PASS"], sheet, "Russia")
    assert '"OTHERWISE: ENTRENCH Riga" This line was not used.' in own


def test_the_other_part_of_a_line_does_not_change_the_report_to_others() -> None:
    one = played(TAKES, [DEPENDS], "Germany")
    assert one == played(TAKES, ["IF Warsaw is ours: RESEARCH Attack 1 ELSE MISSIONS"], "Germany")


def test_the_confirmation_shows_how_a_condition_was_understood_and_how_things_stand() -> None:
    found = reading(DEPENDS)
    assert line(found, DEPENDS).reading == (
        "If Strasbourg is held by your side: Adds missions. Otherwise: Researches Attack 1."
        " As things stand this does not hold, so the second part counts."
    )
    assert found.complete


def test_the_confirmation_names_every_order_after_a_condition() -> None:
    text = "IF Warsaw is ours: RECRUIT full in Petrograd, reinforce Minsk ELSE ACTIVATE Army Riga - Vilna"
    found = reading(text)
    assert found.lines[0].reading.startswith(
        "If Warsaw is held by your side: Recruits a full army in Petrograd and Makes full: Army Minsk."
        " Otherwise: Army Riga moves to Vilna."
    )


def test_the_confirmation_says_of_a_line_that_does_not_count_that_it_does_not_apply() -> None:
    sheet = [
        "IF Warsaw is ours:",
        "IF Riga is mine: MISSIONS",
        "OTHERWISE:",
        "IF Riga is mine: ENTRENCH Riga",
        "OTHERWISE: RESEARCH Attack 1",
    ]
    found = reading(*sheet)
    ends = [line(found, text).reading.rpartition("As things stand ")[2] for text in sheet]
    assert ends == [
        "this does not hold.",
        "this does not apply.",
        "this applies.",
        "this holds.",
        "this does not apply.",
    ]


def test_a_refused_line_with_a_condition_is_not_among_the_orders_in_force() -> None:
    found = reading("IF Riga is mine: ENTRENCH Paris", "MISSIONS")
    assert line(found, "IF Riga is mine: ENTRENCH Paris").verdict == "refused"
    assert [row.order for row in found.in_force if row.source.endswith("message")] == ["Adds missions"]


def test_lines_below_an_activation_that_is_not_made_go_with_it() -> None:
    sheet = ["IF Warsaw is ours: ACTIVATE", "Army Riga - Vilna", "OTHERWISE: ACTIVATE", "Army Riga - Pskov"]
    results = played(["PASS"], sheet, "Russia")
    assert "Army Riga moves to Pskov." in results
    assert not any(text.startswith("Army Riga moves to Vilna") for text in results)


def test_a_wrapped_line_and_a_condition_after_the_order() -> None:
    found = reading("ACTIVATE", "IF Strasbourg is ours and Warsaw is not ours: Army Riga", "- Vilna")
    assert "Army Riga moves to Vilna" in found.lines[1].reading
    found = reading("ACTIVATE", "Army Riga - Vilna if Strasbourg is ours")
    assert found.lines[1].reading.startswith("If Strasbourg is held by your side: Army Riga moves to Vilna")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("IF it rains: MISSIONS", '"it rains" is not a condition'),
        ("IF Warsaw is ours: jump", 'The order after this condition is not understood: "jump".'),
        ("OTHERWISE: MISSIONS", "There is no IF above this."),
        ("IF the first attack failed: MISSIONS", "can only be decided in a combat"),
    ],
)
def test_a_line_with_a_condition_that_cannot_be_used_is_refused(text: str, reason: str) -> None:
    found = line(reading("RESEARCH Attack 1", text), text)
    assert found.verdict == "refused"
    assert reason in found.reason


@pytest.mark.parametrize(
    "text", ["If you ask me, this war is silly.", "Always", "Otherwise all is well here"]
)
def test_prose_is_not_taken_for_a_condition(text: str) -> None:
    assert line(reading("MISSIONS", text), text).verdict in ("remark", "noted")


def test_a_sheet_that_may_have_too_many_actions_gets_a_warning() -> None:
    found = reading("MISSIONS", "RESEARCH Attack 1", "IF Warsaw is ours: ENTRENCH Riga")
    assert any("your sheet has 3 actions; Russia has 2" in text for text in found.warnings)


def test_one_line_with_a_condition_replaces_the_line_of_the_same_army() -> None:
    state = game.place(FACTS)
    on_file = game.read(state, "Russia", None, ["ACTIVATE", "Army Riga - Vilna", "Army Minsk - Kiev"])
    found = game.read(state, "Russia", on_file.orders, ["IF Warsaw is ours: Army Riga - Pskov"])
    assert "Army Riga - Pskov" in found.orders
    assert "Army Riga - Vilna" not in found.orders
    assert "Army Minsk - Kiev" in found.orders


def test_an_obligatory_attack_may_depend_on_a_condition() -> None:
    """9.0.8: the sheet is not refused while one part of it has the attack."""
    facts = {**FACTS, "phase": "Germany", "turn": 1, "units": {"Germany": ["Army Metz"],
             "Franco-British": ["French Army Verdun"]}}  # fmt: skip
    state = game.place(facts)
    conditional = ["IF Warsaw is ours: ACTIVATE", "Army Metz - Verdun attacks"]
    assert game.read(state, "Germany", None, conditional).complete
    assert not game.read(state, "Germany", None, ["MISSIONS"]).complete


def test_a_condition_on_another_attack_is_no_obligatory_attack() -> None:
    """9.0.8: only an attack that would count may make up for the one that is asked for."""
    facts = {**FACTS, "phase": "Germany", "turn": 1, "units": {"Germany": ["Army Metz", "Army Danzig"],
             "Franco-British": ["French Army Verdun"], "Russia": ["Army Warsaw"]}}  # fmt: skip
    state = game.place(facts)
    lines = ["ACTIVATE", "IF the enemy is in Warsaw: Army Danzig - Warsaw attacks"]
    lines_read = game.read(state, "Germany", None, lines).lines
    (refused,) = [line for line in lines_read if line.verdict == "refused"]
    assert refused.reason == "Germany must attack a Franco-British army in this season (RULES 9.0.6)."


# ---- reactions in advance


UNITS = {
    "Germany": ["2 Army Metz", "2 Army Cologne"],
    "Franco-British": ["French Army Verdun", "French Army Brussels"],
}
AIR = {
    "phase": "Germany",
    "turn": 5,
    "units": UNITS,
    "state": {
        "technologies": {"Germany": ["Aviation"], "Franco-British": ["Aviation"]},
        "missions": {"Germany": 4, "Franco-British": 4},
    },
}
LOST, WON = (1, 6), (6, 1)  # the dice of an attack: the attacker's first


def missions_left(sheet: list[str], standing: list[str], dice: tuple[int, ...]) -> tuple[int, int]:
    """Germany's turn; return the missions that both have left."""
    state = game.place(AIR)
    orders = {
        "Germany": game.read(state, "Germany", None, sheet).orders,
        "Franco-British": game.read(state, "Franco-British", None, standing).orders,
    }
    left = from_text(game.judge(state, orders, ListedDice(dice)).state).missions
    return left["Germany"], left["Franco-British"]


TWO = ["ACTIVATE", "Army Metz - Verdun attacks", "Army Cologne - Brussels attacks air 2"]
NEVER = ["CANCEL AIR never"]


@pytest.mark.parametrize(("dice", "spent"), [(LOST, 1), (WON, 0)])
def test_air_is_held_back_until_the_first_combat_is_decided(dice: tuple[int, ...], spent: int) -> None:
    sheet = [*TWO[:2], "Army Cologne - Brussels attacks air 2 if the first attack failed"]
    assert missions_left(sheet, NEVER, (*dice, 3, 3)) == (4 - spent, 4)


@pytest.mark.parametrize(("dice", "zone"), [(LOST, "brussels"), (WON, "nancy")])
def test_several_attacks_may_ask_for_air_on_conditions_and_the_first_that_holds_has_it(
    dice: tuple[int, ...], zone: str
) -> None:
    units = {**UNITS, "Franco-British": [*UNITS["Franco-British"], "French Army Nancy"]}
    state = game.place({**AIR, "units": units})
    sheet = [
        "ACTIVATE",
        "Army Metz - Verdun attacks",
        "Army Cologne - Brussels attacks air if the first attack failed",
        "Army Metz - Nancy attacks air",
    ]
    orders = {
        "Germany": game.read(state, "Germany", None, sheet).orders,
        "Franco-British": game.read(state, "Franco-British", None, NEVER).orders,
    }
    turn = game.judge(state, orders, ListedDice((*dice, 3, 3, 3, 3)))
    combats = [step.combat for step in record_from_text(turn.record).steps if step.combat]
    assert len(combats) == 3
    assert [one.zone for one in combats if any(event.kind == "air" for event in one.events)] == [zone]


@pytest.mark.parametrize(
    ("order", "spent"),
    [
        ("CANCEL AIR always", 2),
        ("CANCEL AIR always against Germany", 2),
        ("CANCEL AIR never against Germany", 0),
        ("CANCEL AIR never against the Germans", 0),
        ("CANCEL AIR never against Austria-Hungary", 2),
        ("CANCEL AIR never against the Austrians in Brussels", 2),
        ("CANCEL AIR never in: Verdun", 2),
        ("CANCEL AIR never if, it is the first attack", 2),
        ("CANCEL AIR never in Brussels against Germany", 0),
        ("CANCEL AIR never against Germany in Verdun", 2),
        ("CANCEL AIR never if it is the first attack", 2),
        ("CANCEL AIR never if it is not the first attack", 0),
        ("CANCEL AIR never if the first attack failed", 0),
        ("CANCEL AIR never if an earlier attack succeeded", 2),
        ("CANCEL AIR never if the attack on Verdun failed", 0),
        ("CANCEL AIR never if the army is full", 0),
        ("CANCEL AIR never if the army is reduced", 2),
        ("CANCEL AIR never if Verdun is ours", 0),
        ("CANCEL AIR never in Brussels against Germany if Verdun is not ours", 2),
    ],
)
def test_an_air_attack_is_cancelled_attack_by_attack(order: str, spent: int) -> None:
    assert missions_left(TWO, [order], (*LOST, 3, 3))[1] == 4 - spent


def test_the_last_line_that_fits_counts_and_lines_in_force_are_shown_as_they_can_be_written() -> None:
    state = game.place(AIR)
    lines = ["CANCEL AIR up to 1 against Germany", "CANCEL AIR never if the army is full", "CANCEL AIR never"]
    first = game.read(state, "Russia", None, lines[:2])
    in_force = [row.order for row in first.in_force if row.order.startswith("CANCEL")]
    assert in_force == ["CANCEL AIR always", *lines[:2]]
    second = game.read(state, "Russia", first.orders, lines[2:])
    in_force = [row.order for row in second.in_force if row.order.startswith("CANCEL")]
    assert in_force == ["CANCEL AIR up to 1 against Germany", "CANCEL AIR never"], (
        "the second can never count now"
    )


@pytest.mark.parametrize(
    "text",
    [
        "CANCEL AIR never against Spain",
        "CANCEL AIR never if it rains",
        "CANCEL AIR never against!",
    ],
)
def test_a_reaction_that_cannot_be_understood_is_refused(text: str) -> None:
    assert line(reading(text), text).verdict == "refused"


def test_the_enemy_is_every_enemy() -> None:
    assert line(
        reading("CANCEL AIR never against the enemy"), "CANCEL AIR never against the enemy"
    ).reading == ("Standing order: CANCEL AIR never")


def test_the_report_does_not_say_that_a_line_was_used_which_was_refused_in_the_end() -> None:
    refused = "IF Riga is mine: RESEARCH Tanks 1"
    own = played(["PASS"], [refused, "MISSIONS"], "Russia", keys=("results", "seen"))
    (reason,) = (text for text in own if refused in text)
    assert reason.startswith(f'"{refused}" was left out: ')


def test_a_preview_counts_how_often_a_line_with_a_condition_was_used() -> None:
    """The part of the line before its colon once was printed as an order that succeeds."""
    sheet = [DEPENDS, "IF Strasbourg is ours:", "ENTRENCH Riga", "OTHERWISE:", "RESEARCH Attack 1"]
    state = game.place(FACTS)
    orders = {"Russia": game.read(state, "Russia", None, sheet).orders}
    trials = []
    for french, weight in ((TAKES, 0.25), (["PASS"], 0.75)):
        first = game.read(state, "Franco-British", None, french).orders
        turn = game.judge(state, {**orders, "Franco-British": first}, ListedDice(()))
        sections = game.show(turn.state, turn.record, "Russia").sections
        items = [item for part in sections if part.key == "results" for item in part.items if item.order]
        trials.append(Trial(items, (), weight=weight))
    rows = {row.text: [(one.what, one.percent) for one in row.shares] for row in in_rows(trials)}
    assert {text: shares for text, shares in rows.items() if text.startswith('"')} == {
        f'"{DEPENDS}"': [("did not hold", 75), ("held", 25)],
        '"IF Strasbourg is ours:"': [("did not hold", 75), ("held", 25)],
        '"ENTRENCH Riga"': [("not used", 75)],
        '"OTHERWISE:"': [("used", 75), ("not used", 25)],
        '"RESEARCH Attack 1"': [("not used", 25)],
    }


def test_a_preview_names_each_army_that_becomes_full() -> None:
    state = game.place(
        {**FACTS, "phase": "Germany", "units": {"Germany": ["Army Metz reduced", "Army Breslau"]}}
    )
    orders = game.read(state, "Germany", None, ["RECRUIT reinforce Metz, full in Breslau"]).orders
    turn = game.judge(state, {"Germany": orders}, ListedDice(()))
    sections = game.show(turn.state, turn.record, "Germany").sections
    results = [item.order for part in sections if part.key == "results" for item in part.items]
    assert results == ["Makes full: Army Metz", "Recruits a full army in Breslau"]


def test_lines_in_force_say_of_which_action_they_are_a_part() -> None:
    start = game.start({}, ListedDice(()))
    sheet = ["RECRUIT full in Breslau", "ACTIVATE", "Army Cologne - Brussels", "RESEARCH Attack 1"]
    found = game.read(start, "Germany", None, sheet)
    rows = [(row.under, row.order) for row in found.in_force if row.source.endswith("message")]
    assert rows == [
        ("", "Recruits"),
        ("Recruits", "Recruits a full army in Breslau"),
        ("", "Activates armies"),
        ("Activates armies", "Army Cologne moves to Brussels"),
        ("", "Researches Attack 1"),
    ]


def test_lines_with_a_condition_and_those_that_do_not_count_are_parts_of_their_action_too() -> None:
    sheet = [
        "ACTIVATE",
        "IF Riga is mine: Army Riga - Vilna",
        "IF Riga is mine:",
        "MISSIONS",
        "OTHERWISE:",
        "ACTIVATE",
        "Army Minsk - Vilna",
        "IN ANY CASE:",
    ]
    rows = [row for row in reading(*sheet).in_force if row.source.endswith("message")]
    assert [(row.under, row.lasting or row.order) for row in rows if row.under] == [
        ("Activates armies", "If Riga is held by you: Army Riga moves to Vilna"),
        ("Activates armies. As things stand this does not apply.", "Army Minsk moves to Vilna"),
    ]


def taken(*lines: str) -> list[str]:
    return [one.text for one in reading(*lines).lines if one.verdict == "taken"]


def test_nothing_below_a_condition_that_is_not_understood_is_taken() -> None:
    sheet = [
        "If the Kaiser smiles:",
        "ACTIVATE",
        "Army Riga - Vilna",
        "If not:",
        "ACTIVATE",
        "Army Riga - Pskov",
    ]
    assert taken(*sheet, "Either way: RESEARCH Attack 1") == ["RESEARCH Attack 1"]
    refused = [one for one in reading(*sheet).lines if one.verdict == "refused"]
    assert [one.text for one in refused] == sheet
    assert all(one.remedy for one in refused)


def test_the_armies_below_an_activation_with_a_condition_that_is_not_understood_go_with_it() -> None:
    sheet = ["ACTIVATE", "Army Minsk - Mogilev", "If the Kaiser smiles, activate", "Army Riga - Vilna"]
    assert taken(*sheet, "RESEARCH Attack 1") == ["ACTIVATE", "Army Minsk - Mogilev", "RESEARCH Attack 1"]


def test_several_orders_on_the_line_of_a_condition_depend_on_it() -> None:
    sheet = [
        "If Warsaw is ours: Act Riga - Pskov",
        "If not: Act Riga - Vilna, Minsk - Mogilev",
        "Either way: Res Att 1",
    ]
    results = played(["PASS"], sheet, "Russia")
    assert {"Army Riga moves to Vilna.", "Army Minsk moves to Mogilev."} <= set(results)
    assert "Army Riga moves to Pskov." not in results


def test_several_orders_on_the_line_of_a_condition_end_with_the_line() -> None:
    found = reading("If Warsaw is ours: Act Riga - Vilna, Minsk - Mogilev", "RESEARCH Attack 1")
    assert "Researches Attack 1" in [row.order for row in found.in_force]
    found = reading("If Warsaw is ours: Act Riga - Vilna, Minsk - Mogilev", "Riga - Pskov")
    assert line(found, "Riga - Pskov").reason == "No line above it says ACTIVATE."


def test_the_reach_of_a_condition_is_not_guessed() -> None:
    text = "If Warsaw is ours: Act Riga - Vilna. Research Attack 1, Missions"
    assert not taken(text)


@pytest.mark.parametrize(
    "wording",
    ["Germany has got Warsaw back by then", "Ger has Warsaw", "the Germans have retaken Warsaw again"],
)
def test_conditions_that_a_zone_was_recaptured(wording: str) -> None:
    assert holds(scene(), read(wording))


@pytest.mark.parametrize("wording", ["that attack fails", "Riga fails", "my first attack works"])
def test_a_condition_on_dice_of_this_turn_is_answered_with_pause(wording: str) -> None:
    with pytest.raises(Unreadable) as found:
        read(wording)
    assert "PAUSE" in found.value.remedy


def test_in_any_case_with_its_orders_on_the_line() -> None:
    found = reading("In either case Res Att 1.")
    assert [row.order for row in found.in_force if row.source.endswith("message")] == ["Researches Attack 1"]
    assert line(reading("MISSIONS", "Either way, good luck!"), "Either way, good luck!").verdict == "remark"


@pytest.mark.parametrize("words", ["their attack on Metz succeeded", "they hold Warsaw", "he attacked Metz"])
def test_whom_a_condition_means_is_asked(words: str) -> None:
    """ "They" may be an ally whom the message named before."""
    found = game.read(game.place(FACTS), "Franco-British", None, [f"IF {words}: RESEARCH Attack 1"])
    (refused,) = [line for line in found.lines if line.verdict == REFUSED]
    assert "does not say whom you mean" in refused.reason
    assert "the enemy" in refused.remedy
    assert not [line for line in found.lines if line.verdict == TAKEN]


def test_a_preview_makes_one_sentence_of_an_event_and_its_clause() -> None:
    events = [[Item("The trench is removed. (See RULES 6.8.)", "lost")], []]
    trials = [Trial((), told, weight=0.5) for told in events]
    ((row,),) = [list(in_rows(trials))]
    assert (row.text, row.shares[0].percent) == ("The trench is removed (see RULES 6.8)", 50)
