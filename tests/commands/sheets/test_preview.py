"""PREVIEW adjudicates my orders with what I may know; hidden facts do not change it.

PREVIEW_EXAMPLES sets how many positions of the games with hidden pieces are tried.
"""

import os
import random
import re

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator import domination, downfall_xiii, empires, hardbop
from adjudicator.core.dice import Dice, SeededDice
from adjudicator.core.game import Contest, Game, Item, Turn
from adjudicator.domination import position as domination_position
from adjudicator.downfall_xiii import ground as xiii_ground
from adjudicator.empires import position as empires_position
from adjudicator.games import rule_sets
from adjudicator.hardbop import ground as hardbop_ground
from pbem.core.sentences import sentence
from pbem.reports.odds import Row, Share, Trial, as_reported, in_rows, without_plain
from pbem.store.game_tables import GameTable
from pbem.tables.trial_run import BUDGET_US, BYTES_IN_US, FEWEST, MOST, TRIAL_US, tried
from tests.support.elsewhere import empires_elsewhere, hardbop_elsewhere, played, xiii_elsewhere
from tests.support.play import domination_play
from tests.support.table import Table, text_of
from tests.support.thorough import every

EXAMPLES = int(os.environ.get("PREVIEW_EXAMPLES", "40"))
law = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
seeds = st.integers(min_value=0, max_value=2**32)


@law
@given(seeds)
def test_hidden_pieces_and_the_ring_do_not_change_a_preview_of_xiii(seed: int) -> None:
    chance, game = random.Random(seed), downfall_xiii.game
    state, power = played(game, seed % 7, seed % 4), chance.choice(xiii_ground.POWERS)
    other = xiii_elsewhere(state, power, chance)
    assert game.show(state, None, power) == game.show(other, None, power)
    assert game.imagined(state, power) == game.imagined(other, power)


@law
@given(seeds)
def test_hidden_pieces_and_the_ring_do_not_change_a_preview_of_hardbop(seed: int) -> None:
    chance, game = random.Random(seed), hardbop.game
    state, power = played(game, seed % 7, 1 + seed % 4), chance.choice(hardbop_ground.POWERS)
    other = hardbop_elsewhere(state, power, chance)
    assert game.show(state, None, power) == game.show(other, None, power)
    assert game.imagined(state, power) == game.imagined(other, power)


def test_secrets_of_others_do_not_change_a_preview_of_empires() -> None:
    game = empires.game
    now = empires_position.from_text(played(game, 1, 3))
    options = {**now.options, "missions": "secret"}
    state = empires_position.to_text(msgspec.structs.replace(now, options=options))
    for power in game.card.seats:
        other = empires_elsewhere(state, power, random.Random(1))
        assert other != state
        assert game.imagined(state, power) == game.imagined(other, power)


def test_the_deck_and_the_hands_of_others_do_not_change_a_preview_of_domination() -> None:
    game = domination.game
    now = domination_position.from_text(played(game, 1, 4))
    cards = [f"card {number}" for number in range(9)]
    mine, theirs = tuple(cards[:2]), tuple(cards[2:5])
    one = msgspec.structs.replace(now, hands={"Red": mine, "Blue": theirs}, deck=tuple(cards[5:]))
    other = msgspec.structs.replace(
        now, hands={"Red": mine, "Blue": tuple(cards[-3:])}, deck=tuple(reversed(cards[2:-3]))
    )
    same = domination_position.to_text(one), domination_position.to_text(other)
    assert game.imagined(same[0], "Red") == game.imagined(same[1], "Red")
    assert game.imagined(same[0], "Blue") != game.imagined(same[1], "Blue")


@pytest.mark.parametrize("game", rule_sets(), ids=[game.card.key for game in rule_sets()])
def test_the_imagined_position_is_a_valid_position(game: Game) -> None:
    """It can be adjudicated and shown, and imagining it again does not change it."""
    state = played(game, 2, 2)
    for power in game.due(state).owed:
        known = game.imagined(state, power)
        assert game.imagined(known, power) == known
        turn = game.judge(known, {}, SeededDice("preview", 1))
        assert game.show(turn.state, turn.record, power).sections


def a_trial(order: str, kind: str, *events: Item, of: int = 1) -> Trial:
    return Trial([Item(f"{order}: a die {kind}", kind)], events, weight=1 / of)


def test_the_outcomes_of_an_order_are_shares_and_dice_are_left_out() -> None:
    lost, rolls, always = Item("Red loses Militia at A7.", "lost"), Item("Red rolls 7."), Item("It is night.")
    trials = [
        *[a_trial("Army Metz attacks", "succeeds", lost, always, of=60)] * 15,
        *[a_trial("Army Metz attacks", "fails", rolls, always, of=60)] * 44,
        a_trial("Army Metz attacks", "draw", always, of=60),
    ]
    assert in_rows(trials) == [
        Row("Army Metz attacks", (Share("fails", 73), Share("succeeds", 25), Share("draw", 2))),
        Row("Red loses Militia at A7", (Share("", 25),)),
        Row("It is night", (Share("", 100),)),
    ]


def test_rare_results_are_left_out() -> None:
    once = a_trial("Army Metz attacks", "fails", Item("Red loses a Dragon.", "lost"), of=60)
    trials = [once, *[a_trial("Army Metz attacks", "fails", of=60)] * 59]
    assert [row.text for row in in_rows(trials)] == ["Army Metz attacks: a die fails"]
    assert [row.text for row in in_rows(trials, is_exact=True)][1:] == ["Red loses a Dragon"]


def test_without_dice_the_result_is_worded_as_in_a_report() -> None:
    assert as_reported(a_trial("Army Metz attacks", "fails", Item("Quiet."))) == [
        Row("Army Metz attacks: a die fails"),
        Row("Quiet."),
    ]


def test_a_contest_is_one_row_and_its_sentences_are_left_out() -> None:
    rolls, falls = Item("Red rolls 7.", ""), Item("Red takes the city of A7 from Blue.", "gained")
    taken = Contest("Battle at A7", "Red takes it", "Red against Blue", {"Blue": 3}, told=(falls.text,))
    held = Contest("Battle at A7", "Blue keeps it", "Red against Blue", {"Red": 2, "Blue": 1})
    trials = [Trial([], [rolls, falls], [taken], 0.25)] * 3 + [Trial([], [rolls], [held], 0.25)]
    assert in_rows(trials)[0] == Row(
        "Battle at A7",
        (Share("Red takes it", 75), Share("Blue keeps it", 25)),
        ("Red against Blue", sentence("preview", "losses", sides={"Blue": "2.5", "Red": "0.5"})),
    )
    assert [row.text for row in in_rows(trials)[1:]] == ["Red rolls 7"]


def test_a_result_new_in_a_trial_is_listed_in_its_place() -> None:
    """The first player once was listed between two builds that exclude each other."""
    five, four, card = Item("Red builds 5.", "gained"), Item("Red builds 4.", "gained"), Item("Red is first.")
    trials = [Trial([], [five, card], weight=0.6), Trial([], [four, card], weight=0.4)]
    assert [row.text for row in in_rows(trials)] == ["Red builds 4", "Red builds 5", "Red is first"]


def test_orders_with_the_same_condition_keep_their_rows_and_an_outcome_its_reason() -> None:
    """The first colon belongs to the condition; the length of the order shows where its outcome begins."""
    one, other = "If Blue is at H4: Knight to H4", "If Blue is at H4: Griffin to H4"
    done = [Item(f"{order}: succeeds.", "succeeds", order) for order in (one, other)]
    void = [done[0], Item(f"{other}: void (it is too far; see RULES 4.1).", "void", other)]
    assert in_rows([Trial(done, [], weight=0.25), Trial(void, [], weight=0.75)]) == [
        Row(f"{one}: succeeds", (Share("", 100),)),
        Row(other, (Share("void (it is too far; see RULES 4.1)", 75), Share("succeeds", 25))),
    ]


def test_orders_that_simply_succeed_are_counted_and_not_listed_again() -> None:
    """An answer with orders and PREVIEW listed each three times, with the odds somewhere in between."""
    plain = [Item(f"{order}: succeeds.", "succeeds", order) for order in ("Knight A7 - A8", "Knight B7 - B8")]
    lose = Item("Lose Militia: in force until you change it.", "succeeds", "Lose Militia")
    void = Item("Knight B7: void (it is too far).", "void", "Knight B7")
    got = Item("Take A: succeeds. You have piece A.", "succeeds", "Take A")
    found = without_plain([Trial([*plain, lose, void, got], [], weight=0.5)] * 2)
    assert ([one.orders for one in found.trials], found.number) == ([[void, got]] * 2, 3)
    assert not found.are_all
    assert without_plain([Trial([lose, *plain], [])]).are_all
    assert without_plain([Trial(plain, []), Trial([plain[0], void], [])]).number == 0  # only one is sure
    assert [row.text for row in in_rows(found.trials, summary="The other 3 succeed.")] == [
        "Knight B7: void (it is too far)",
        "Take A: succeeds. You have piece A",
        "The other 3 succeed.",
    ]


def test_a_preview_begins_with_who_wins_and_says_why_the_rest_does_not_happen() -> None:
    """A new player read "void 74%" and did not see that it meant victory."""
    fight = Contest("Battle at H7", "Blue keeps it")
    trials = [Trial([], [], weight=0.74, ending="You win the game."), Trial([], [], [fight], 0.26)]
    assert in_rows(trials) == [
        Row("You win the game", (Share("", 74),)),
        Row(
            "Battle at H7",
            (Share("Blue keeps it", 100),),
            (sentence("preview", "how_often", percent=26, ends_before=True),),
        ),
    ]


def test_known_odds_are_given_as_numbers_of_throws() -> None:
    odds = {"won": 15, "a draw": 6, "lost": 15}
    fight = Contest("Army Metz attacks", "won", odds=odds)
    rows = in_rows([Trial([Item("Army Metz attacks: 4 to 3", "succeeds")], [], [fight], 0.5)] * 2)
    assert rows == [
        Row(
            "Army Metz attacks",
            (Share("won", 42, 15, 36), Share("lost", 42, 15, 36), Share("a draw", 17, 6, 36)),
        )
    ]


def test_few_throws_are_all_tried_and_many_are_sampled() -> None:
    two = tried(lambda dice: str(dice.roll(6) + dice.roll(6)), "seed", len)
    assert (two.number, two.is_exact) == (36, True)
    assert sum(weight for total, weight in two.results if total == "7") == pytest.approx(6 / 36)
    uneven = tried(lambda dice: str(dice.roll(2) == 1 or dice.roll(4)), "seed", len)
    assert [round(weight, 3) for _, weight in uneven.results] == [0.5, 0.125, 0.125, 0.125, 0.125]
    many = tried(lambda dice: str([dice.roll(20) for _ in range(9)]), "seed", len)
    assert 300 < many.number <= BUDGET_US // TRIAL_US
    assert not many.is_exact
    long = tried(lambda dice: "x" * dice.roll(20) * dice.roll(20) * dice.roll(20), "seed", lambda _: 10**6)
    assert long.number == FEWEST


# --- by mail ---------------------------------------------------------------------------------------------

ORDERS = {
    "downfall-xiii": ("Gondor", "Mordor", "A Lam - Dor", "ASSUME Mordor: A DGu - Gla", "Dor"),
    "hardbop": ("Gondor", "Mordor", "A Bel - Leb", "ASSUME Mordor: A Dol - Bro", "Lebennin"),
    "empires": ("Germany", "Russia", "ACTIVATE full German Army Metz - Nancy attacks", "", "Nancy"),
    "domination": ("Red", "Blue", "piece A, B, C, D, E, F, G, H", "", "succeeds"),
}


def _opened(table: Table, key: str) -> None:
    mine, theirs, *_ = ORDERS[key]
    table.vouched.add("one@x.org")
    table.opens("p1", "72h", {mine: "one@x.org", theirs: "two@y.org"}, key)


def _previewed(table: Table, key: str) -> str:
    """Return the answer to a PREVIEW, in full."""
    _, _, order, assumed, _ = ORDERS[key]
    table.clock.passes(minutes=5)
    table.mail("one@x.org", f"{order}\n{assumed}\nPREVIEW\n", "p1")
    body = table.last_to("one@x.org").get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def test_a_preview_of_xiii_is_the_same_wherever_hidden_pieces_stand(table: Table) -> None:
    _opened(table, "downfall-xiii")
    reply = _previewed(table, "downfall-xiii")
    with table.store.writing() as session:
        row = session.get_one(GameTable, "p1")
        before = row.position
        row.position = xiii_elsewhere(before, "Gondor", random.Random(5))
        assert row.position != before
    assert _previewed(table, "downfall-xiii") == reply
    words = " ".join(reply.split())
    assert "those you assume for Mordor, and no others. It uses only what you may know" in words
    assert "None of this has happened." in words


@pytest.mark.parametrize("key", ["hardbop", "empires", "domination"])
def test_a_preview_shows_the_result_of_my_orders(table: Table, key: str) -> None:
    _opened(table, key)
    reply = " ".join(_previewed(table, key).split())
    assert "Preview" in reply
    assert ORDERS[key][-1] in reply.partition("Preview")[2]
    assert "None of this has happened." in reply


def test_a_game_that_cannot_be_tried_says_why(table: Table) -> None:
    with table.store.writing() as session:
        row = session.get_one(GameTable, "r1")
        row.position = row.position.replace("{", '{"fog": 1, ', 1)
    table.mail("ann@x.org", "go 3\nPREVIEW")
    assert "There is no preview: The runners cannot see their own feet." in text_of(table.last_to("Red"))


def test_a_preview_with_dice_says_how_often_each_result_occurred(table: Table) -> None:
    table.mail("ann@x.org", "go 3\nPREVIEW")
    reply = text_of(table.last_to("Red"))
    assert "possible throws were tried, so the shares are exact." in reply
    assert "Red stands at 3." in reply


def test_options_lists_a_choice_of_three_technologies_in_one_line(table: Table) -> None:
    _opened(table, "empires")
    reply = _answer(table, "OPTIONS")
    assert reply.count("TECHNOLOGIES ") == 1
    assert (
        "TECHNOLOGIES Attack 1, Defence 1, Manoeuvre, or any other 3 of these 7: Attack 1, Defence 1,"
        in reply
    )


def test_options_of_the_set_up_of_domination_are_short(table: Table) -> None:
    _opened(table, "domination")
    reply = _answer(table, "OPTIONS")
    assert "piece A, B, C, D, E, F, G, H, or the same names sorted as you like Under the" in reply
    assert reply.count("piece ") == 1
    assert "With the rest of the income: rest Militia first city" in reply


def test_options_of_a_space_without_a_unit_are_the_orders_that_name_it(table: Table) -> None:
    """ "You have Move" was said of the headings, among the units."""
    _opened(table, "domination")
    facts = {"phase": "turn", "units": {"Red": ["2 Militia A7", "Knight A12"]}}
    with table.store.writing() as session:
        session.get_one(GameTable, "p1").position = domination.game.place(facts)
    assert (
        "You have no unit at A11. These of your orders name it: 2 Militia A7: 2 Militia A7 - A11"
        in _answer(table, "OPTIONS A11")
    )
    assert "2 Militia A7: 2 Militia A7 holds" in _answer(table, "OPTIONS Aldgate")
    unknown = _answer(table, "OPTIONS Wyvern")
    assert 'There is nothing to order for "Wyvern".' in unknown
    assert "what belongs to it: 2 Militia A7, Knight A12, New Militia," in unknown


def test_options_alone_are_shorter_than_those_of_one_army(table: Table) -> None:
    _opened(table, "empires")
    every, one = _answer(table, "OPTIONS"), _answer(table, "OPTIONS Army Cologne")
    assert 'Army Cologne - Brussels, or in place of "Brussels": Frankfurt, Hamburg, Metz' in every
    assert "Army Cologne - Brussels ACTIVATE" in one


def test_a_combat_of_empires_has_the_odds_of_its_dice(table: Table) -> None:
    """German army 5, French army 4 and trench 2: the German die must be higher by two to win."""
    _opened(table, "empires")
    reply = _answer(table, "ACTIVATE\nArmy Metz - Verdun attacks\nPREVIEW\n")
    assert "all 36 possible throws were tried, so the shares are exact." in reply
    assert "loses 21 of 36 (58%), wins 10 of 36 (28%), draws 5 of 36 (14%)." in reply
    assert "Verdun: full German army 5 against full French army 4 + 2 trench, and a die each." in reply


def test_where_throws_are_too_many_each_combat_still_has_its_odds(table: Table) -> None:
    _opened(table, "empires")
    sheet = "ACTIVATE\nArmy Metz - Verdun attacks\nArmy Strasbourg - Nancy attacks\nArmy Cologne - Brussels\n"
    reply = _answer(table, f"{sheet}PREVIEW\n")
    assert re.search(r"it was tried 2\d\d times .* right to within [67] percentage points", reply), reply
    assert "those that name throws, such as 15 of 36, are exact" in reply
    assert "Army Strasbourg moves to Nancy and attacks: loses 21 of 36 (58%)" in reply
    assert "Brussels: Germany takes it." in reply


def _answer(table: Table, body: str) -> str:
    table.mail("one@x.org", body, "p1")
    mail = table.last_to("one@x.org").get_body(("plain",))
    assert mail is not None
    return " ".join(str(mail.get_content()).split())


def test_a_battle_of_domination_says_who_takes_the_space(table: Table) -> None:
    table.vouched |= {"one@x.org", "two@y.org"}
    table.opens("p1", "72h", {"Red": "one@x.org", "Blue": "two@y.org"}, "domination")
    facts = {
        "units": {"Red": ["9 Knight A8"], "Blue": ["2 Militia B5"]},
        "options": {"board": "A B", "seats": ["Red", "Blue"]},
    }
    with table.store.writing() as session:
        session.get_one(GameTable, "p1").position = domination.game.place(facts)
    reply = _answer(table, "Move\nall A8 - B5\nPREVIEW\n")
    assert re.search(r"Battle at B5: Red takes it \d+%", reply)
    assert re.search(r"Average losses: Blue [12]\.\d", reply)
    tried = r"it was tried \d+ times .* right to within \d+ percentage points, 19 times out of 20"
    assert re.search(tried, reply)
    assert "rolls" not in reply.partition("Preview")[2]


def test_an_answer_with_orders_of_domination_has_them_once(table: Table) -> None:
    table.vouched |= {"one@x.org", "two@y.org"}
    table.opens("p1", "72h", {"Red": "one@x.org", "Blue": "two@y.org"}, "domination")
    facts = {
        "units": {"Red": ["9 Knight A8", "2 Militia A7"], "Blue": ["2 Militia B5"]},
        "options": {"board": "A B", "seats": ["Red", "Blue"]},
    }
    with table.store.writing() as session:
        session.get_one(GameTable, "p1").position = domination.game.place(facts)
    reply = _answer(table, "Move\n9 Knight A8 - B5\n2 Militia A7 - A8\nBuild\n7 Knight A7\nPREVIEW\n")
    above, _, preview = reply.partition("Preview")
    assert "9 Knights from A8 to B5" in above
    assert "The other 2 of your orders succeed." in preview
    assert "9 Knights" not in preview
    assert "2 Militia A7" not in preview
    assert preview.index("Battle at B5") < preview.index("Build 7 Knights") < preview.index("The other 2")
    alone = _answer(table, "PREVIEW")
    assert "9 Knights from A8 to B5: succeeds." in alone  # this answer does not list what is on file
    assert "Red: 9 Knights A8 - B5" not in alone


def test_a_narrow_screen_breaks_the_lines_of_a_preview_once(table: Table) -> None:
    """Single words once were left on lines, because wrapped lines were wrapped again."""
    table.vouched |= {"one@x.org", "two@y.org"}
    table.opens("p1", "72h", {"Red": "one@x.org", "Blue": "two@y.org"}, "domination")
    table.mail("one@x.org", "piece A\nPREVIEW\n", "p1")
    mail = table.mails_to("one@x.org")[-1]
    page = next(part.get_content() for part in mail.walk() if part.get_content_type() == "text/html")
    assert "with your orders, and no others. It uses only what you may know." in page
    assert "player who chooses before you may take it." in page


def test_an_assumed_order_that_cannot_be_carried_out_is_named(table: Table) -> None:
    """Otherwise nobody notices that an assumed move was not made."""
    table.vouched |= {"one@x.org", "two@y.org"}
    table.opens("p1", "72h", {"Red": "one@x.org", "Blue": "two@y.org"}, "domination")
    facts = {
        "units": {"Red": ["Knight A8"], "Blue": ["2 Militia B5", "Knight B6"]},
        "options": {"board": "A B", "seats": ["Red", "Blue"]},
    }
    with table.store.writing() as session:
        session.get_one(GameTable, "p1").position = domination.game.place(facts)
    reply = _answer(
        table, "all A8 - B5\nASSUME Blue:\n2 Militia B5 holds\nif Red at B6: Knight B6 - B5\n\nPREVIEW\n"
    )
    assert "Blue: If Red is at B6 Bramblecross: Knight from B6 Bramblecross to B5: skipped (" in reply
    assert "Blue: 2 Militia" not in reply, "what succeeds is seen from the events"


@pytest.mark.parametrize("seed", every(3, [3, 8, 9]))
def test_a_preview_of_a_large_battle_keeps_to_its_budget(seed: int) -> None:
    """Previews of the turns with most dice in games of four, five and eight players, with all sheets.

    The budget is estimated from the record of the first trial, so it is the same on a slow machine.
    """
    turns = [turn for turn, _ in zip(domination_play.play(seed), range(40), strict=False)]
    largest = max(turns, key=lambda turn: turn.record.count('"rolled"'))
    me = next(iter(largest.orders))
    position = domination.game.imagined(largest.before, me)

    def run(dice: Dice) -> Turn:
        return domination.game.judge(position, largest.orders, dice)

    found = tried(run, "preview", lambda turn: len(turn.record))
    a_trial = TRIAL_US + len(found.results[0].result.record) // BYTES_IN_US
    assert FEWEST < found.number < MOST
    assert len(found.results) == found.number
    assert BUDGET_US - a_trial < found.number * a_trial <= BUDGET_US


def test_a_power_that_owes_nothing_has_nothing_to_preview(table: Table) -> None:
    table.vouched.add("one@x.org")
    table.opens("e1", "72h", {"Germany": "two@y.org", "Russia": "one@x.org"}, "empires", {"pace": "single"})
    table.deadline_passes("e1")
    table.clock.passes(minutes=5)
    table.mail("one@x.org", "PREVIEW", "e1")
    assert "You owe nothing for" in text_of(table.last_to("one@x.org"))


def test_a_preview_without_orders_says_so(table: Table) -> None:
    _opened(table, "empires")
    reply = _answer(table, "PREVIEW")
    assert "with no orders of yours, because none are on file. It uses only what you may know." in reply


def test_options_lists_builds_that_are_alike_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several builds of a phase have the same options."""
    builds = {f"Build {number}": ["Build A GHa", "Waive"] for number in (1, 2, 3)}
    table.vouched |= {"elves@z.org"}
    table.opens("t1", "72h", {"Elves": "elves@z.org"}, "downfall-xiii")
    game = type(table.office.find_game("downfall-xiii"))
    monkeypatch.setattr(game, "choices", lambda *_: builds)
    table.mail("elves@z.org", "OPTIONS", "t1")
    reply = text_of(table.last_to("elves@z.org"))
    assert "Build 1, Build 2 and Build 3: Build A GHa Waive" in reply
    assert reply.count("Build A GHa") == 1


def test_a_preview_says_that_it_knows_no_hidden_piece_where_an_order_is_void(table: Table) -> None:
    table.vouched.add("one@x.org")
    table.opens("p1", "72h", {"Mordor": "one@x.org", "Gondor": "two@y.org"}, "downfall-xiii")
    table.mail("one@x.org", "A MMo destroys Ranger\nPREVIEW\n", "p1")
    reply = text_of(table.last_to("one@x.org"))
    assert "or it could not be destroyed; see RULES 5.8." in reply
    assert "This preview is played without hidden pieces of other powers" in reply


@pytest.fixture
def gandalf_at_dol(table: Table) -> Table:
    """Return a game of Hardbop in which only Mordor saw Gandalf in Dol Guldur."""
    players = {"Gondor": "gondor@x.org", "Mordor": "mordor@y.org", "Elves": "elves@z.org"}
    table.vouched |= set(players.values())
    table.opens("hb1", "72h", players, "hardbop")
    table.mail("gondor@x.org", "Gandalf starts at Dol", "hb1")
    table.deadline_passes("hb1")
    return table


def test_a_piece_that_was_seen_is_on_the_board_for_the_power_that_saw_it(gandalf_at_dol: Table) -> None:
    gandalf_at_dol.mail("mordor@y.org", "A Dol destroys Gandalf\nPREVIEW", "hb1")
    reply = text_of(gandalf_at_dol.last_to("mordor@y.org"))
    assert "On this board as you saw them last" in reply and "Gandalf (Gondor) in Dol Guldur." in reply
    assert "Gandalf (Gondor) in Dol Guldur: in the same space as your Army." in reply
    assert "or it could not be destroyed; see RULES 3.3(g) and 3.7(a)." in reply
    gandalf_at_dol.mail("elves@z.org", "PREVIEW", "hb1")
    assert "Gandalf" not in text_of(gandalf_at_dol.last_to("elves@z.org"))


def test_a_piece_that_was_seen_may_be_assumed_to_move(gandalf_at_dol: Table) -> None:
    gandalf_at_dol.mail("mordor@y.org", "ASSUME Gondor: Gandalf - SMi\nPREVIEW", "hb1")
    reply = text_of(gandalf_at_dol.last_to("mordor@y.org"))
    assert "Not assumed" not in reply
    assert "in the same space as your Army" not in reply


def test_a_sighting_before_the_last_moves_is_not_on_the_board(gandalf_at_dol: Table) -> None:
    gandalf_at_dol.mail("gondor@x.org", "Gandalf - SMi", "hb1")
    gandalf_at_dol.deadline_passes("hb1")
    gandalf_at_dol.mail("mordor@y.org", "PREVIEW", "hb1")
    assert "Gandalf" not in text_of(gandalf_at_dol.last_to("mordor@y.org"))


def test_orders_for_after_the_builds_are_in_the_preview(gandalf_at_dol: Table) -> None:
    gandalf_at_dol.mail("gondor@x.org", "A Leb - SGo\nA Lam destroys any\nPREVIEW", "hb1")
    reply = text_of(gandalf_at_dol.last_to("gondor@x.org"))
    assert "Later in the turn: Army Lamedon destroys any piece that it can." in reply


def test_the_pieces_of_the_start_are_on_the_board_of_the_first_turn(table: Table) -> None:
    table.vouched.add("rohan@x.org")
    table.opens("hb2", "72h", {"Rohan": "rohan@x.org"}, "hardbop")
    table.mail("rohan@x.org", "Faramir leads A HDe\nPREVIEW", "hb2")
    reply = " ".join(text_of(table.last_to("rohan@x.org")).split())
    assert "On this board as you saw them last" in reply
    assert "Saruman (Saruman) in Isengard" in reply and "Fellowship (Elves) in the Shire" in reply
    assert "This preview is played without other hidden pieces of other powers" in reply
    assert "Gandalf (Gondor)" not in reply


def test_the_assumed_powers_are_listed_with_and(gandalf_at_dol: Table) -> None:
    lines = "ASSUME Elves: A Iml H\nASSUME Gondor: A MTi H\nSTANDING: A * destroys any\nA Dol H\nPREVIEW"
    gandalf_at_dol.mail("mordor@y.org", lines, "hb1")
    reply = " ".join(text_of(gandalf_at_dol.last_to("mordor@y.org")).split())
    assert "with your orders, those you assume for the Elves and Gondor, and no others" in reply


def test_a_proxy_holds_for_the_whole_turn(gandalf_at_dol: Table) -> None:
    gandalf_at_dol.mail("gondor@x.org", "A Leb - SGo\nPROXY A Lam TO Rohan\nPREVIEW", "hb1")
    assert "Later in the turn: Proxy" not in text_of(gandalf_at_dol.last_to("gondor@x.org"))


def test_a_hint_from_before_the_turn_is_not_a_result_of_the_preview(table: Table) -> None:
    table.vouched.add("gondor@x.org")
    table.opens("hb1", "72h", {"Gondor": "gondor@x.org"}, "hardbop")
    table.mail("gondor@x.org", "PREVIEW", "hb1")
    reply = text_of(table.last_to("gondor@x.org"))
    assert "Army Minas Tirith holds" in reply
    assert "whispered" not in reply


def test_a_preview_does_not_include_builds_of_others(table: Table) -> None:
    seats = {"France": "france@x.org", "Germany": "germany@x.org"}
    table.vouched |= set(seats.values())
    table.opens("std1", "72h", seats, "standard")
    table.mail("germany@x.org", "F Kie - Den\nA Ber H\nA Mun H", "std1")
    table.mail("france@x.org", "A Mar - Spa\nA Par H\nF Bre H", "std1")
    table.deadline_passes("std1")
    table.mail("france@x.org", "A Spa H\nA Par H\nF Bre H\nPREVIEW", "std1")
    reply = text_of(table.last_to("france@x.org"))
    assert "Next: France: 1 build" in reply
    assert "Next: Germany" not in reply


def test_equal_lines_have_a_row_each() -> None:
    """A player who moved two armies from one zone to another saw one of them."""
    twice = Item("Army Metz moves to Brussels: succeeds", "succeeds", "Army Metz moves to Brussels")
    trials = [Trial([twice, twice], (), weight=0.5), Trial([twice, twice], (), weight=0.5)]
    assert [row.text for row in in_rows(trials)] == ["Army Metz moves to Brussels: succeeds"] * 2


def test_a_form_says_that_it_does_not_show_the_orders_on_file(table: Table) -> None:
    """Whoever sent the form of REPORT back once more replaced all orders by holds."""
    note = "What you have on file is not in these lines: send only those that you want to change."
    table.vouched.add("italy@x.org")
    table.opens("std1", "72h", {"Italy": "italy@x.org"}, "standard")
    table.mail("italy@x.org", "FORM", "std1")
    assert note not in " ".join(text_of(table.last_to("italy@x.org")).split())
    table.mail("italy@x.org", "A Ven - Tri\nA Rom H\nF Nap H", "std1")
    table.mail("italy@x.org", "FORM\nREPORT", "std1")
    answer, report = table.last_to("italy@x.org"), table.report_to("italy@x.org")
    assert note in " ".join(text_of(answer).split())
    assert note in " ".join(text_of(report).split())
