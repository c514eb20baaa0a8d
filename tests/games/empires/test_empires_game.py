"""Empires fulfils the interface of all games, and its own rules about sheets and secrets."""

from collections.abc import Mapping

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.core.dice import ListedDice, SeededDice
from adjudicator.core.game import NOTED, REFUSED, REMARK, TAKEN, Reading, ReportFacts, State
from adjudicator.empires import game, practice
from adjudicator.empires.ground import POWERS, ZONES
from adjudicator.empires.position import from_text
from adjudicator.empires.resolve import movement, phases, victory
from adjudicator.empires.seasons import begins_year, title
from adjudicator.games import find
from tests.support.play.empires_play import SEEDS, whole_game

NO_DICE = ListedDice([])


def start(**options: str) -> State:
    return game.start({"pace": "single", **options}, NO_DICE)


def placed(phase: str = "Germany", turn: int = 5, **facts: object) -> State:
    units = facts.pop("units", {"Germany": ["Army Metz"], "Franco-British": ["French Army Verdun"]})
    return game.place({"phase": phase, "turn": turn, "units": units, **facts})


def read(state: State, *lines: str, power: str = "Germany", so_far: str | None = None) -> Reading:
    return game.read(state, power, so_far, lines)


def refusal(reading: Reading) -> str:
    refused = [line for line in reading.lines if line.verdict == REFUSED]
    assert len(refused) == 1, reading.lines
    return f"{refused[0].reason} {refused[0].remedy}".strip()


def text_of(sheet: ReportFacts) -> str:
    return msgspec.json.encode(sheet).decode()


# ---- the border


def test_the_game_is_found() -> None:
    assert find("empires") is find("Downfall of Empires") is find("doe") is game


def test_seasons_and_their_years() -> None:
    """1.3"""
    assert [title(season) for season in (1, 2, 3, 4, 18)] == [
        "Summer 1914", "Autumn 1914", "Winter 1915", "Spring 1915", "Autumn 1918",
    ]  # fmt: skip
    assert [season for season in range(1, 19) if begins_year(season)] == [1, 3, 7, 11, 15]


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(ValueError, match='no option "fog"'):
        start(fog="on")
    with pytest.raises(ValueError, match='players: "5" is not one of'):
        start(players="5")


def test_the_powers_are_due_one_after_another() -> None:
    state = start()
    assert game.due(state).turn == "Summer 1914, Germany"
    assert list(game.due(state).owed) == ["Germany"]
    assert set(game.due(state).asked) == set(POWERS), "technologies are asked for in private"
    state = game.judge(state, {}, NO_DICE).state
    assert (game.due(state).turn, game.due(state).number) == ("Summer 1914, Franco-British", 2)
    assert game.due(state).asked == {}


def test_partners_who_play_one_after_the_other_are_due_together() -> None:
    """4.6: 37 phases, each with the names of the turns that are played in it."""
    state, turns = game.start({}, NO_DICE), []
    while not (due := game.due(state)).over:
        turns.append((due.turn, list(due.owed)))
        assert [due.of(power).phase for power in due.owed] == list(due.owed)
        state = game.judge(state, {}, NO_DICE).state
    assert len(turns) == 37
    assert turns[:3] == [
        ("Summer 1914, Germany", ["Germany"]),
        ("Summer 1914, Franco-British and Russia", ["Franco-British", "Russia"]),
        ("Summer 1914, Austria-Hungary and Autumn 1914, Germany", ["Austria-Hungary", "Germany"]),
    ]
    assert turns[-1] == ("Autumn 1918, Austria-Hungary", ["Austria-Hungary"])


@pytest.mark.parametrize(
    ("options", "pace"),
    [
        ({}, "paired"),
        ({"players": "2"}, "paired"),
        ({"players": "3 entente"}, "single"),
        ({"pace": "single"}, "single"),
    ],
)
def test_the_usual_pace_is_that_of_the_number_of_players(options: dict[str, str], pace: str) -> None:
    assert from_text(game.start(options, NO_DICE)).options["pace"] == pace


def test_the_technologies_of_the_set_up() -> None:
    """2.3"""
    state = start()
    orders = {
        "Russia": read(state, "TECHNOLOGIES Defence 1, Manoeuvre, Offensive", power="Russia").orders,
    }
    assert "tanks need 4" in refusal(
        read(state, "TECHNOLOGIES Tanks 1, Gas, Attack 1", power="Franco-British")
    )
    assert "3 different" in refusal(read(state, "TECHNOLOGIES Gas, Gas, Attack 1"))
    assert "Attack 1 is not in box 2" in refusal(read(state, "TECHNOLOGIES Attack 2, Gas, Attack 1"))
    after = game.judge(state, orders, NO_DICE).state
    research = game.describe(after)["state"]["research"]
    assert research["Russia"] == ["Defence 1", "Manoeuvre", "Offensive"]
    assert research["Germany"] == ["Attack 1", "Defence 1", "Manoeuvre"]
    assert "before season 1 only" in refusal(read(after, "TECHNOLOGIES Gas, Aviation, Attack 1"))


def test_a_silent_power_does_nothing_and_only_its_report_says_so() -> None:
    turn = game.judge(placed(), {}, NO_DICE)
    sheet = game.show(turn.state, turn.record, None)
    assert sheet.headline == "Germany does nothing"
    assert "You sent no sheet" not in text_of(sheet)
    assert "You sent no sheet" in text_of(game.show(turn.state, turn.record, "Germany"))
    assert game.describe(turn.state)["units"]["Germany"] == ["Army Metz"]


def test_a_finished_game_is_not_adjudicated() -> None:
    over = game.conclude(placed(), ["Russia"])
    assert (game.due(over).over, game.due(over).winners, game.due(over).owed) == (True, ("Russia",), {})
    with pytest.raises(ValueError, match="over"):
        game.judge(over, {}, NO_DICE)
    with pytest.raises(ValueError, match='no power "Turkey"'):
        game.conclude(placed(), ["Turkey"])


def test_every_offered_choice_is_accepted() -> None:
    played = whole_game(SEEDS[0])
    for turn in played[3::17]:
        for orders in game.choices(turn.state, turn.power).values():
            for order in orders:
                reading = game.read(
                    turn.state, turn.power, game.read(turn.state, turn.power, None, []).orders, [order]
                )
                lines = [line for line in reading.lines if line.number]
                assert [line.verdict for line in lines] == [TAKEN], (order, reading.lines)


@pytest.mark.parametrize(
    ("facts", "is_offered"),
    [
        ({}, False),
        ({"technologies": {"Germany": ["Tanks 1"]}}, False),
        ({"technologies": {"Germany": ["Tanks 1"]}, "missions": {"Germany": 1}}, True),
    ],
)
def test_attacks_with_tanks_are_listed_where_they_help(
    facts: Mapping[str, object], *, is_offered: bool
) -> None:
    state = placed(state=facts)
    orders = [order for listed in game.choices(state, "Germany").values() for order in listed]
    assert any(order.endswith("Verdun attacks") for order in orders)
    with_tanks = [order for order in orders if order.endswith(" tanks")]
    assert bool(with_tanks) is is_offered
    for order in with_tanks:
        assert [line.verdict for line in read(state, order).lines if line.number] == [TAKEN]


def test_the_order_form_is_a_legal_sheet() -> None:
    for turn in whole_game(SEEDS[0])[2::11]:
        for power in POWERS:
            reading = game.read(turn.state, power, None, game.form(turn.state, power))
            verdicts = {line.text[:1]: line.verdict for line in reading.lines if line.number}
            assert verdicts.pop("#", NOTED) == NOTED
            assert set(verdicts.values()) == {TAKEN}


def test_the_form_files_a_sheet_only_in_turn() -> None:
    assert game.form(placed(), "Germany")[-1] == "PASS"
    out_of_turn = read(placed(), *game.form(placed(), "Russia"), power="Russia")
    assert not out_of_turn.complete


def test_the_order_in_which_messages_arrive_changes_nothing() -> None:
    for turn in whole_game(SEEDS[1])[5::13]:
        dice = [SeededDice("letters", turn.number) for _ in range(4)]
        sheets = {
            power: game.read(turn.state, power, None, practice.sheet(turn.before, power, dice[0])).orders
            for power in POWERS
        }
        backwards = dict(reversed(list(sheets.items())))
        assert game.judge(turn.state, sheets, dice[1]) == game.judge(turn.state, backwards, dice[2])


def test_a_position_is_described_and_placed_again() -> None:
    for turn in whole_game(SEEDS[0])[7::12]:
        described = game.describe(turn.state)
        state = {name: value for name, value in described["state"].items() if name != "vp"}
        state["trenches"] = {zone: here for zone, here in state["trenches"].items() if here != "none"}
        facts = {"phase": turn.power, "turn": turn.before.season, "units": described["units"], "state": state}
        again = game.describe(game.place(facts))
        assert {**again, "state": {**again["state"]}} == described


@pytest.mark.parametrize(
    ("facts", "fault"),
    [
        ({"units": {"Prussia": ["Army Berlin"]}}, 'units: no power "Prussia"'),
        ({"units": {"Germany": ["Fleet Kiel"]}}, "is not an army"),
        ({"units": {"Germany": ["Army Atlantis"]}}, "units: There is no zone"),
        ({"units": {"Germany": ["4 Armies Metz"]}}, "3 may stand there"),
        ({"units": {"Franco-British": ["2 Serbian Armies Nish"]}}, "the box holds 1"),
        ({"units": {"Russia": ["German Army Riga"]}}, "never Russia's"),
        ({"units": {}, "turn": 19}, "seasons 1 to 18"),
        ({"units": {}, "weather": "fair"}, "weather: no such key"),
        ({"units": {}, "state": {"ring": "Bre"}}, "state, ring: no such fact"),
    ],
)
def test_an_impossible_position_is_reported_with_its_key(facts: dict[str, object], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        game.place(facts)


# ---- sheets, ahead and in parts


def test_a_sheet_mailed_ahead_is_kept_and_carried_out_in_its_turn() -> None:
    """S.1"""
    state = placed()
    ahead = read(state, "ACTIVATE", "Army Verdun - Paris", power="Franco-British")
    assert "It is not the turn of the Franco-British yet" in ahead.warnings[0]
    turn = game.judge(state, {"Franco-British": ahead.orders}, NO_DICE)
    kept = game.show(turn.state, turn.record, "Franco-British")
    assert "Army Verdun - Paris" in text_of(kept)
    assert read(turn.state, power="Franco-British").complete, "what was kept is in force without a new letter"
    after = game.judge(turn.state, {}, NO_DICE)
    assert game.describe(after.state)["units"]["Franco-British"] == ["French Army Paris"]


def test_a_sheet_ahead_is_read_again_on_the_board_of_its_turn() -> None:
    state = placed(
        units={"Germany": ["2 Armies Metz"], "Franco-British": ["French Army Verdun", "French Army Paris"]}
    )
    ahead = read(state, "ACTIVATE", "Army Verdun - Lille", "Army Paris - Lyon", power="Franco-British")
    german = read(state, "ACTIVATE", "Army Metz - Verdun attacks with Army Metz")
    turn = game.judge(state, {"Germany": german.orders, "Franco-British": ahead.orders}, ListedDice([6, 1]))
    after = game.judge(turn.state, {}, NO_DICE)
    sheet = game.show(after.state, after.record, "Franco-British")
    assert "no army in Verdun" in text_of(sheet)
    assert "Army Verdun - Lille" not in text_of(game.show(after.state, after.record, "Germany"))


def test_pause_leaves_the_turn_to_its_power() -> None:
    """S.2"""
    state = placed(units={"Germany": ["Army Metz", "Army Berlin"], "Franco-British": ["French Army Verdun"]})
    first = read(state, "ACTIVATE", "Army Metz - Verdun attacks", "PAUSE")
    turn = game.judge(state, {"Germany": first.orders}, ListedDice([1, 2]))
    due = game.due(turn.state)
    assert (due.turn, due.owed) == ("Summer 1915, Germany", {"Germany": "the rest of the turn"})
    assert "paused" in text_of(game.show(turn.state, turn.record, None))
    second = ("ACTIVATE", "Army Metz - Frankfurt", "Army Berlin - Hamburg", "MISSIONS", "ENTRENCH Metz")
    rest = read(turn.state, *second)
    refused = [line.reason for line in rest.lines if line.verdict == REFUSED]
    assert ["activated already" in refused[0], "has 3 actions" in refused[1]] == [True, True]
    after = game.judge(turn.state, {"Germany": rest.orders}, NO_DICE)
    silent = game.judge(turn.state, {}, NO_DICE)
    assert "does nothing" not in game.show(silent.state, silent.record, None).headline
    assert game.due(after.state).turn == "Summer 1915, Franco-British"
    assert "Army Hamburg" in game.describe(after.state)["units"]["Germany"]


def test_an_army_with_the_name_of_one_that_was_activated_is_offered() -> None:
    """After PAUSE; an army that was activated supports nobody."""
    armies = ["3 Army Metz", "Army Cologne"]
    state = placed(units={"Germany": armies, "Franco-British": ["2 French Army Verdun"]})
    assert game.alike(state, "Germany") == {"full German Army Metz": 3}
    first = read(state, "ACTIVATE", "Army Metz - Verdun attacks", "PAUSE")
    turn = game.judge(state, {"Germany": first.orders}, ListedDice([1, 2]))
    offered = game.choices(turn.state, "Germany")["full German Army Metz"]
    attack = "ACTIVATE full German Army Metz - Verdun attacks with full German Army Metz"
    assert attack in offered
    assert game.alike(turn.state, "Germany") == {"full German Army Metz": 2}


def test_the_choices_have_full_and_reduced_armies_to_recruit() -> None:
    """8.4"""
    offered = game.choices(placed(), "Germany")["RECRUIT"]
    assert "RECRUIT full German in Berlin" in offered
    assert [one.replace(" full ", " reduced ") for one in offered if " full " in one] == [
        one for one in offered if " reduced " in one
    ]


def test_an_order_in_short_names_its_army_as_the_choices_do() -> None:
    state = placed(units={"Germany": ["Army Metz", "Army Cologne"], "Franco-British": ["French Army Verdun"]})
    lines = ("ACTIVATE Metz - Verdun attacks", "ACTIVATE Cologne - Brussels", "MISSIONS")
    assert [row.notation for row in read(state, *lines[:1]).in_force if row.notation] == [
        "full German Army Metz - Verdun attacks"
    ]
    assert [row.notation for row in read(state, *lines[1:]).in_force if row.notation] == [
        "full German Army Cologne - Brussels"
    ]


def test_a_later_sheet_replaces_the_first_and_standing_orders_stay() -> None:
    state = placed()
    first = read(state, "MISSIONS", "TRENCH never")
    second = read(state, "RESEARCH Gas", so_far=first.orders)
    third = read(state, "SUPPORTER LOSS last", so_far=second.orders)
    orders = [row.order for row in third.in_force]
    assert "Researches Gas" in orders
    assert "Adds missions" not in orders
    assert {"TRENCH never", "SUPPORTER LOSS last"} <= set(orders)


def test_every_report_repeats_the_standing_orders() -> None:
    """S.3"""
    turn = game.judge(placed(), {}, NO_DICE)
    section = next(s for s in game.show(turn.state, turn.record, "Russia").sections if s.key == "standing")
    assert [item.text for item in section.items][:4] == [
        "CANCEL AIR always", "TRENCH save", "SECOND LOSS trench, full, reduced", "SUPPORTER LOSS first",
    ]  # fmt: skip


def test_a_report_shows_every_roll_with_its_sum() -> None:
    state = placed(state={"trenches": {"Verdun": "Franco-British 1"}})
    reading = read(state, "ACTIVATE", "Army Metz - Verdun attacks")
    turn = game.judge(state, {"Germany": reading.orders}, ListedDice([3, 2]))
    results = next(s for s in game.show(turn.state, turn.record, None).sections if s.key == "results")
    assert [(item.kind, item.text) for item in results.items] == [
        (
            "draw",
            "Army Metz moves to Verdun and attacks: in Verdun a full German army attacks a full"
            " French army, 5 + die 3 = 8 to 4 + 2 trench + die 2 = 8: the French army loses a"
            " step; the German army loses a step.",
        )
    ]


# ---- refusals


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["ACTIVATE", "Army Metz - Verdon attacks"], "Did you mean Army Metz - Verdun attacks?"),
        (["RESEARCH Maneuver 2"], "Did you mean Manoeuvre?"),
        (["DIPLOMACY Turky forward"], "Did you mean DIPLOMACY Turkey forward?"),
        (["DIPLOMACY Turkey"], "Did you mean DIPLOMACY Turkey forward?"),
        (["DIPLOMACY Italy"], "can only be moved back by Germany, and not now: it is in box 0"),
        (["DIPLOMACY Italy, Turkey"], "Possible: Turkey forward or Bulgaria forward."),
        (
            ["Army Metz - Frankfurt", "MISSIONS", "ACTIVATE"],
            "No line above it says ACTIVATE. Send ALSO, below it ACTIVATE, and below that the lines of",
        ),
        (["ACTIVATE", "Army Posen - Berlin"], "Germany has no army in Posen. Its armies stand in "),
        (["ACTIVATE", "reduced Army Metz - Nancy"], "there: full German"),
        (["ACTIVATE", "Army Metz - Paris"], "Paris does not touch Metz. Metz touches Brussels"),
        (["ACTIVATE", "Army Metz attacks"], "no enemy army is in Metz"),
        (["ACTIVATE", "Army Metz - Verdun attacks full Russian"], "no such enemy army in Verdun"),
        (["CANCEL AIR up to"], "how many missions"),
        (["ENTRENCH"], "Nearest form: ENTRENCH Metz"),
        (["Russia:", "MISSIONS"], "This is under Russia"),
        (["RECRUIT", "9999999 full in Berlin"], "may still be spent on German armies"),
        (["Russia: MISSIONS"], "This is under Russia"),
        (["DIPLOMACY Italy forward"], "Possible: Turkey forward"),
        (["ENTRENCH Paris"], "Possible: "),
        (["RECRUIT full in Paris"], "Possible: Berlin"),
        (["RECRUIT full Austrian in Vienna"], "Its own are German."),
        (["RECRUIT small in Berlin"], "Leave out small."),
        (["MISSIONS", "MISSIONS"], "Leave one of them out."),
        (["PASS", "MISSIONS"], "Write it above that line"),
        (["OFFENSIVE"], "Write ACTIVATE"),
        (["ACTIVATE", "Army Metz => Paris"], "By strategic move it may go to Cologne"),
        (["ACTIVATE", "Army Metz => Berlin attacks"], "Leave that out"),
        (["Army Posen holds"], "Germany has no army in Posen. An army that stays needs no order."),
        (
            ["Army Metz supports Army Metz - Verdun"],
            "with the attack. If it is an order, did you mean Army Metz - Verdun attacks?",
        ),
        (
            ["ACTIVATE", f"Army Metz - Verdun attacks the full French army {'with Army Metz ' * 4}"],
            "An army acts once a turn.",
        ),
    ],
)
def test_a_bad_line_is_answered_with_reason_and_suggestion(lines: list[str], said: str) -> None:
    reading = read(placed(), *lines)
    assert said in refusal(reading)
    assert all(line.remedy for line in reading.lines if line.verdict == REFUSED)


def test_greetings_are_remarks() -> None:
    reading = read(
        placed(), "Dear GM,", "MISSIONS", "thanks for running this!", "", "# note", "Yours, William"
    )
    verdicts = [line.verdict for line in reading.lines]
    assert verdicts == [REMARK, TAKEN, REMARK, NOTED, NOTED, REMARK]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text(max_size=40), max_size=5))
def test_any_text_gives_an_answer(lines: list[str]) -> None:
    reading = read(placed(), *lines)
    assert len(reading.lines) >= len(lines)
    turn = game.judge(placed(), {"Germany": reading.orders}, SeededDice("any", 1))
    assert game.due(turn.state).number == 18


WORDS = (
    *(
        "RECRUIT",
        "ACTIVATE",
        "OFFENSIVE",
        "Army",
        "2",
        "full",
        "reduced",
        "small",
        "German",
        "Metz",
        "Verdun",
    ),
    *(
        "-",
        "=>",
        "attacks",
        "with",
        "air",
        "tanks",
        "in",
        ",",
        ":",
        "GAS",
        "ENTRENCH",
        "DIPLOMACY",
        "forward",
    ),
    *("RETREAT", "TRENCH", "CANCEL AIR", "RESEARCH", "PAUSE", "reinforce", "by sea", "\n"),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=25))
def test_any_words_of_the_language_give_an_answer(words: list[str]) -> None:
    lines = " ".join(words).split("\n")
    reading = read(placed(), *lines)
    assert {line.verdict for line in reading.lines} <= {TAKEN, REFUSED, REMARK, NOTED}
    game.judge(placed(), {"Germany": reading.orders}, SeededDice("words", 1))


# ---- secrets; on random positions: test_empires_secrecy.py


def test_two_researches_look_the_same_to_the_others() -> None:
    state = placed(state={"research": {"Germany": ["Aviation", "Gas"]}}, options={"missions": "secret"})
    turns = [
        game.judge(state, {"Germany": read(state, line, "TRENCH never").orders}, NO_DICE)
        for line in ("RESEARCH Aviation", "RESEARCH Gas", "RESEARCH Attack 1")
    ]
    for reader in (None, "Austria-Hungary", "Franco-British", "Russia"):
        sheets = {text_of(game.show(turn.state, turn.record, reader)) for turn in turns}
        assert len(sheets) == 1
    assert "Researches Aviation" in text_of(game.show(turns[0].state, turns[0].record, "Germany"))


def test_what_is_offered_for_aviation_stays_hidden() -> None:
    state = placed(state={"technologies": {"Germany": ["Aviation"]}, "missions": {"Germany": 4}})
    turns = [
        game.judge(state, {"Germany": read(state, "ACTIVATE", line).orders}, ListedDice([1, 2]))
        for line in ("Army Metz - Verdun attacks air 1", "Army Metz - Verdun attacks air 4")
    ]
    assert len({text_of(game.show(turn.state, turn.record, "Russia")) for turn in turns}) == 1


def test_nobody_else_sees_a_sheet_sent_ahead() -> None:
    state = placed()
    ahead = read(state, "MISSIONS", power="Russia").orders
    one, other = game.judge(state, {}, NO_DICE), game.judge(state, {"Russia": ahead}, NO_DICE)
    for reader in (None, "Germany", "Franco-British"):
        assert text_of(game.show(one.state, one.record, reader)) == text_of(
            game.show(other.state, other.record, reader)
        )


# ---- points and players


def test_the_players_may_agree_to_end_the_game() -> None:
    motions = {motion.key: motion for motion in game.due(placed()).motions}
    assert motions["draw"].voters == motions["draw"].winners == POWERS
    assert motions["concede Entente"].voters == ("Germany", "Austria-Hungary")
    assert motions["concede Russia"].winners == ("Russia",)
    three = {motion.key: motion for motion in game.due(placed(options={"players": "3"})).motions}
    assert three["concede Germany"].winners == ("Germany", "Austria-Hungary")
    assert game.due(game.conclude(placed(), [])).motions == ()


@pytest.mark.parametrize(
    ("players", "won"),
    [
        ("4", ("Franco-British", "Russia")),
        ("3", ("Franco-British", "Russia")),
        ("3 entente", ("Franco-British", "Russia")),
        ("2", ("Franco-British", "Russia")),
    ],
)
def test_powers_of_one_player_win_together(players: str, won: tuple[str, ...]) -> None:
    """4.5, 5.1"""
    position = from_text(placed(state={"omitted": {"Russia": 1}}, options={"players": players}))
    assert victory.winners(position) == won


def test_a_draw_of_the_coalitions_names_all_four() -> None:
    """5.1: two players, and the best of each coalition are equal."""
    facts = {"omitted": {"Russia": 5, "Franco-British": 4, "Germany": 0}}
    position = from_text(placed(state=facts, options={"players": "2"}))
    assert victory.points(position)["Franco-British"] == victory.points(position)["Austria-Hungary"] == -1
    assert victory.winners(position) == POWERS
    alone = from_text(placed(state=facts, options={"players": "4"}))
    assert victory.winners(alone) == ("Franco-British", "Russia", "Austria-Hungary")


def test_a_picture_shows_control_armies_trenches_and_tracks() -> None:
    state = placed(
        units={"Germany": ["Army Metz reduced"], "Austria-Hungary": ["German Army Lemberg"]},
        state={"trenches": {"Metz": "Germany 2"}, "diplomacy": {"Turkey": 4}},
    )
    svg = game.picture(state, None, None)
    for words in ("reduced German army", "trench of Germany, level 2", "Turkey", "Summer 1915, Germany"):
        assert words in svg
    assert svg == game.picture(state, None, "Russia")


# ---- headlines


def headline(turn: int, lines: list[str], dice: list[int], **facts: object) -> tuple[str, str]:
    state = placed("Germany", turn, **facts)
    orders = read(state, *lines).orders
    judged = game.judge(state, {"Germany": orders}, ListedDice(dice))
    sheet = game.show(judged.state, judged.record, None)
    return sheet.headline, sheet.lead


@pytest.mark.parametrize(
    ("turn", "lines", "dice", "facts", "printed"),
    [
        (4, ["DIPLOMACY Turkey forward"], [], {"state": {"diplomacy": {"Turkey": 4}}},
         "Turkey joins Austria-Hungary"),
        (16, ["DIPLOMACY Russian surrender forward"], [],
         {"units": {"Germany": ["Army Warsaw"]},
          "state": {"diplomacy": {"Russian surrender": 4},
                    "control": {"Warsaw": "Germany", "Minsk": "Germany", "Grodno": "Germany"}}},
         "Russia surrenders"),
        (4, ["ACTIVATE", "Army Cologne - Brussels"], [], {"units": {"Germany": ["Army Cologne"]}},
         "Germany takes Brussels"),
        (4, ["ACTIVATE", "Army Metz - Verdun attacks"], [1, 4], {},
         "Germany attacks and is beaten in Verdun"),
        (4, ["ACTIVATE", "Army Metz - Nancy"], [], {}, "Germany takes Nancy"),
        (4, ["MISSIONS"], [], {}, "Germany prepares missions"),
        (4, ["RECRUIT reduced in Cologne", "ENTRENCH Metz", "RESEARCH Attack 1"], [], {},
         "Germany recruits, entrenches and does research"),
        (4, ["PASS"], [], {}, "Germany attacks nobody"),
        (4, ["MISSIONS", "PAUSE"], [], {}, "Germany pauses"),
    ],
)  # fmt: skip
def test_the_greatest_event_heads_the_report(
    turn: int, lines: list[str], dice: list[int], facts: dict[str, object], printed: str
) -> None:
    title, _ = headline(turn, lines, dice, **facts)
    assert title == printed
    assert len(title.split()) <= 10


def test_the_paragraph_tells_losses_and_gains() -> None:
    _, lead = headline(4, ["ACTIVATE", "Army Metz - Verdun attacks"], [6, 1])
    assert lead == (
        "Germany attacks and wins in Verdun. The Franco-British lose an army."
        " Germany takes Verdun from the Franco-British."
    )


def test_a_quiet_turn_tells_what_was_done() -> None:
    lines = ["RECRUIT reduced in Cologne", "ENTRENCH Metz", "RESEARCH Attack 1"]
    _, lead = headline(4, lines, [])
    assert lead == ("Germany recruits a reduced army in Cologne, entrenches in Metz and does research.")


def test_the_franco_british_have_a_plural_verb() -> None:
    units = {"Germany": ["Army Metz"], "Franco-British": ["French Army Verdun"]}
    state = placed("Franco-British", 4, units=units)
    orders = read(state, "ACTIVATE", "Army Verdun - Metz attacks", power="Franco-British").orders
    judged = game.judge(state, {"Franco-British": orders}, ListedDice([1, 6]))
    sheet = game.show(judged.state, judged.record, None)
    assert sheet.headline == "The Franco-British attack and are beaten in Metz"


def test_the_report_says_once_whose_turn_is_next() -> None:
    state = game.start({}, ListedDice([]))
    sheet = game.show(state, None, "Germany")
    assert sheet.headline == "Germany is to move"
    assert sheet.lead.startswith("It is your turn. ")
    assert "Next:" not in sheet.lead


# ---- aviation and tanks that an attack cannot have


AIRY = {"technologies": {"Germany": ["Aviation"], "Franco-British": ["Aviation", "Tanks 1"]}}
FULL_OF_MISSIONS = {"missions": {"Germany": 4, "Franco-British": 4}}
IN_METZ = {"Germany": ["Army Metz"], "Franco-British": ["French Army Verdun"]}
IN_VENICE = {"Franco-British": ["Italian Army Venice"], "Austria-Hungary": ["Austrian Army Trieste"]}
AT_GALLIPOLI = {"Franco-British": ["British small Army Egypt"], "Austria-Hungary": ["Turkish Army Gallipoli"]}


def refused_line(
    line: str, state: Mapping[str, object], units: Mapping[str, object] = IN_METZ, phase: str = "Germany"
) -> str:
    joined = {"diplomacy": {"Italy": 6, "Turkey": 6}}
    position = placed(phase, turn=4, units=units, state={**joined, **state})
    return refusal(read(position, "ACTIVATE", line, power=phase))


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("air", "Germany does not have Aviation available (RULES 10.0.3). Leave out air."),
        ("tanks", "Germany does not have Tanks 1 available (RULES 10.0.3). Leave out tanks."),
        ("air tanks", "available (RULES 10.0.3). Leave out air and tanks."),
    ],
)
def test_a_missing_tile_is_named_with_what_would_do(asked: str, told: str) -> None:
    assert told in refused_line(f"Army Metz - Verdun attacks {asked}", FULL_OF_MISSIONS)


def test_an_army_without_technology_gets_all_reasons_at_once() -> None:
    told = refused_line(
        "Italian Army Venice - Trieste attacks air 2 tanks",
        {**AIRY, **FULL_OF_MISSIONS},
        IN_VENICE,
        "Franco-British",
    )
    assert told == "Italian armies use no technology but Manoeuvre (RULES 10.0.7). Leave out air and tanks."


def test_a_landing_at_gallipoli_has_no_aviation() -> None:
    told = refused_line(
        "British small Army Egypt - Gallipoli attacks air",
        {**AIRY, **FULL_OF_MISSIONS},
        AT_GALLIPOLI,
        "Franco-British",
    )
    assert told == "Aviation does not help a landing at Gallipoli (RULES 9.1.6). Leave out air."


def test_a_second_attack_by_air_is_refused_and_the_first_stands() -> None:
    state = placed(
        units={"Germany": ["2 Armies Metz"], "Franco-British": ["French Army Verdun", "French Army Nancy"]},
        state={**AIRY, **FULL_OF_MISSIONS},
    )
    both = ["ACTIVATE", "Army Metz - Verdun attacks air", "Army Metz - Nancy attacks air"]
    reading = read(state, *both)
    assert [line.verdict for line in reading.lines] == [TAKEN, TAKEN, REFUSED]
    assert "an earlier attack has it (RULES 10.4.1). Leave out air." in refusal(reading)
    mended = read(state, *both[:2], "Army Metz - Nancy attacks")
    assert [line.verdict for line in mended.lines] == [TAKEN, TAKEN, TAKEN]


def test_missions_that_come_too_late_are_warned_about() -> None:
    state = placed(state=AIRY)
    attack = "Army Metz - Verdun attacks air"
    early, late = read(state, "MISSIONS", "ACTIVATE", attack), read(state, "ACTIVATE", attack, "MISSIONS")
    assert not any("aviation does not help" in warning for warning in early.warnings)
    assert any(
        "aviation does not help, because Germany has no missions" in warning for warning in late.warnings
    )


def test_strategic_goals_found_together_are_those_found_one_by_one() -> None:
    position = phases.start({})
    for army in position.armies:
        one_by_one = [zone for zone in ZONES if not movement.why_not_straight(position, army, zone, ())]
        assert movement.straight_goals(position, army, list(ZONES)) == one_by_one
    assert one_by_one
