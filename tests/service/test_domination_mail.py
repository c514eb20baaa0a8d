"""Domination by mail: which messages a turn needs, who owes them, and what each reader learns."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

import msgspec
import pytest

from adjudicator.core.dice import ListedDice, SeededDice
from adjudicator.core.game import ReportFacts, Turn
from adjudicator.domination import game
from adjudicator.domination import position as positions
from adjudicator.domination.position import Position
from adjudicator.domination.record import from_text

FIRST_RED = {"first": "Red", "board": "A B"}


def begin(**options: str) -> str:
    return game.start(options, SeededDice("mail", 0))


def mail(state: str, sheets: Mapping[str, Sequence[str]], dice: Sequence[int] = ()) -> Turn:
    orders = {player: game.read(state, player, None, lines).orders for player, lines in sheets.items()}
    return game.judge(state, orders, ListedDice(dice))


def now(state: str) -> Position:
    return positions.from_text(state)


def with_units(state: str, **more: Any) -> str:
    """Return the same position with some facts changed."""
    return positions.to_text(msgspec.structs.replace(now(state), **more))


def with_mail_rules(state: str, **rules: str) -> str:
    """Return the same position with these mail rules alone."""
    settings = msgspec.structs.replace(now(state).settings, changes={"mail": rules})
    return with_units(state, settings=settings)


def units(*rows: tuple[str, str, str, int]) -> tuple[positions.Units, ...]:
    return tuple(positions.Units(*row) for row in rows)


def texts(sheet: ReportFacts, key: str) -> str:
    return "\n".join(item.text for section in sheet.sections if section.key == key for item in section.items)


# -- set-up


def test_set_up_by_phase_takes_two_mails() -> None:
    """Clause 11.4: a list of pieces, then the starting builds."""
    state = begin(first="Red", setup="by phase")
    assert game.due(state).phase == "setup"
    state = mail(state, {"Red": ["piece A"], "Blue": ["piece B"]}).state
    assert (game.due(state).phase, now(state).slots) == ("start", ("A", "B"))
    assert game.due(state).owed == {"Red": "a starting build for 27", "Blue": "a starting build for 27"}
    state = mail(state, {"Red": ["Militia A1"], "Blue": ["Militia B6"]}).state
    assert (game.due(state).turn, now(state).first) == ("Turn 1", "Blue")


def test_a_set_up_in_one_message_is_usual_with_whole_sheets() -> None:
    """Clause 11.4: other schemes, builds in order, or the GM's choice make it two messages, by phase."""
    assert game.due(begin()).phase == "opening"
    by_phase: list[dict[str, str]] = [
        {"scheme": "split"},
        {"scheme": "table"},
        {"start": "in order"},
        {"setup": "by phase"},
        {"changes": 'mail.setup = "by phase"'},
    ]
    assert {game.due(begin(**options)).phase for options in by_phase} == {"setup"}
    assert game.due(begin(scheme="table", setup="one message")).phase == "opening"
    with pytest.raises(ValueError, match="needs starting builds together"):
        begin(start="in order", setup="one message")


def test_a_board_named_by_the_gm_leaves_only_the_builds() -> None:
    """Clause 11.4: then one message is always enough."""
    assert game.due(begin(**FIRST_RED)).phase == "start"
    assert game.due(begin(first="Red", board="D", variant="mini")).phase == "opening"
    claims = {"Red": ["claim D2", "rest Militia first city"], "Blue": ["claim D11", "Knight D11"]}
    after = mail(begin(first="Red", board="D", variant="mini"), claims).state
    assert game.due(after).turn == "Turn 1"
    assert {row.space for row in now(after).units} == {"D2", "D11"}


def test_a_build_at_a_city_that_a_player_does_not_have_is_skipped_with_the_reason() -> None:
    """Clause 11.4: piece F has two cities."""
    turn = mail(begin(first="Red"), {"Red": ["piece F", "Knight third city", "Knight A7"]})
    told = texts(game.show(turn.state, turn.record, "Red"), "results")
    assert "your third city: skipped (you do not have that many cities; see RULES 11.4)" in told
    assert "A7 Aldgate: skipped (you do not have that piece; see RULES 11.4)" in told


def test_the_outcome_of_a_list_names_the_piece_that_a_player_has() -> None:
    """Clause 2.3: the list once was called a success although the player got another piece."""
    swaps = 0
    for first, second in permutations("ABCDEFGH", 2):
        turn = mail(begin(first="Red", side="back"), {"Red": [f"piece {first}"], "Blue": [f"piece {second}"]})
        told = texts(game.show(turn.state, turn.record, "Red"), "results")
        piece = now(turn.state).slots[0]
        is_moved = (
            f"You took piece {first}; then pieces had to change places, and you have piece {piece} " in told
        )
        assert is_moved == (piece != first)
        assert (f"succeeds. You have piece {piece}." in told) == (piece == first)
        swaps += piece != first
    assert swaps


def test_older_tables_continue_with_the_scheme_they_began_with() -> None:
    """Clause 11.3: a stored position without the option keeps its scheme, also scheme table."""
    older = with_mail_rules(begin(first="Red", setup="by phase"), first="Red")
    after = mail(older, {"Red": ["piece A"], "Blue": ["piece B"]}).state
    assert game.due(after).phase == "start"
    older = with_mail_rules(at_the_table("move", reserves={"Red": 0, "Blue": 40}), scheme="table")
    after = mail(mail(older, {}).state, {}).state
    assert (list(game.due(after).owed), game.due(after).runs_when_met) == (["Red"], False)


def test_starting_builds_in_order_are_mailed_one_by_one() -> None:
    """Clause 11.4: in order, each after the report of the one before."""
    state = begin(**FIRST_RED, start="in order")
    assert list(game.due(state).owed) == ["Red"]
    state = mail(state, {"Red": ["Militia A1"]}).state
    assert list(game.due(state).owed) == ["Blue"]
    state = mail(state, {"Blue": ["Militia B6"]}).state
    assert game.due(state).turn == "Turn 1"


def test_mini_domination_claims_in_the_mail_of_the_pieces() -> None:
    """Clause 11.4, and clause 10.3: the list of spaces goes with the list of pieces."""
    state = begin(first="Red", variant="mini", setup="by phase")
    turn = mail(state, {"Red": ["piece D", "claim D1"], "Blue": ["claim D1, D2"]})
    assert now(turn.state).slots == ("D",)
    assert (now(turn.state).owners["D1"], now(turn.state).owners["D2"]) == ("Red", "Blue")
    assert game.due(turn.state).phase == "start"


def test_the_first_player_is_drawn_by_lot_or_named() -> None:
    """Clause 2.6."""
    drawn = {now(game.start({"board": "A B"}, SeededDice(str(seed), 0))).first for seed in range(20)}
    assert drawn == {"Red", "Blue"}


def test_a_named_player_is_first() -> None:
    """Clause 2.6: unless the GM names the player."""
    assert {now(game.start(FIRST_RED, SeededDice(str(seed), 0))).first for seed in range(20)} == {"Red"}


# -- a turn in one, two and many messages


def test_split_asks_for_builds_after_the_battles() -> None:
    """Clause 11.2."""
    state = with_units(begin(**FIRST_RED, scheme="split"), phase="orders", turn=1, acting=("Red", "Blue"))
    refused = game.read(state, "Red", None, ["Build", "Militia A7"]).lines
    assert [line.verdict for line in refused] == ["refused", "refused"]
    state = mail(state, {"Red": [], "Blue": []}).state
    assert game.due(state).phase == "build"
    assert game.due(state).owed == {"Red": "builds for 27", "Blue": "builds for 27"}


def test_split_builds_need_no_heading() -> None:
    """Clause 11.2: in a message for builds alone, all lines are builds."""
    state = with_units(begin(**FIRST_RED, scheme="split"), phase="build", turn=1, acting=("Red", "Blue"))
    state = mail(state, {"Red": ["2 Knight A7"], "Blue": []}).state
    assert now(state).units == units(("Red", "Knight", "A7", 2))
    assert (game.due(state).turn, now(state).first) == ("Turn 2: moves and battles", "Blue")


def test_the_table_goes_player_by_player() -> None:
    """Clause 11.3: Red moves, Blue responds to what it saw, then both build, one by one."""
    pieces = units(("Red", "Knight", "A12", 1), ("Blue", "Militia", "B10", 1))
    state = with_units(
        begin(**FIRST_RED, scheme="table"), phase="move", turn=1, acting=("Red", "Blue"), units=pieces
    )
    assert (game.due(state).turn, list(game.due(state).owed)) == ("Turn 1: Red's moves", ["Red"])
    state = mail(state, {"Red": ["Knight A12 - B9"]}).state
    assert game.due(state).turn == "Turn 1: Blue's moves"
    turn = mail(state, {"Blue": ["Militia B10 - B11"]})
    assert now(turn.state).owners["B9"] == "Red"
    assert game.due(turn.state).turn == "Turn 1: Red's builds"
    state = mail(turn.state, {"Red": ["Militia A7"]}).state
    assert list(game.due(state).owed) == ["Blue"]
    state = mail(state, {}).state
    assert game.due(state).turn == "Turn 2: Blue's moves"


def at_the_table(phase: str, **more: Any) -> str:
    begun = begin(**FIRST_RED, scheme="table")
    return with_units(begun, phase=phase, turn=1, acting=("Red", "Blue"), **more)


def test_at_the_table_a_player_who_cannot_build_owes_no_builds() -> None:
    """Clause 11.3: the reasons (an empty reserve, too little money, no city) are all public."""
    poor = {"A7": "Blue", "A10": "Blue"}
    states = (
        at_the_table("move", reserves={"Red": 0, "Blue": 40}),
        at_the_table("move", spent={"Red": 25, "Blue": 0}),
        at_the_table("move", owners={**now(at_the_table("move")).owners, **poor}),
    )
    for state in states:
        begun = mail(mail(state, {}).state, {}).state
        assert (game.due(begun).phase, list(game.due(begun).owed)) == ("build", ["Blue"])
    rich = mail(mail(at_the_table("move", spent={"Red": 24, "Blue": 0}), {}).state, {}).state
    assert list(game.due(rich).owed) == ["Red"]


def test_at_the_table_a_turn_in_which_nobody_can_build_ends_at_once() -> None:
    """Clause 11.3, and clause 7.2: the next turn is then the last."""
    state = at_the_table("move", reserves={"Red": 0, "Blue": 0}, units=units(("Red", "Knight", "A7", 1)))
    state = mail(mail(state, {}).state, {}).state
    assert (game.due(state).turn, now(state).final) == ("Turn 2: Blue's moves", True)


def test_at_the_table_a_player_without_units_and_fortifications_owes_no_moves() -> None:
    """Clause 11.3: spells can protect fortification tokens, so their owner still owes orders."""
    pieces = units(("Red", "Knight", "A12", 1))
    fallen = {**now(at_the_table("build")).forts, "B6": 0, "B12": 0}
    for forts, owed in ((fallen, ["Red"]), ({**fallen, "B6": 1}, ["Blue"])):
        state = at_the_table("build", units=pieces, forts=forts)
        state = mail(mail(state, {}).state, {}).state
        assert list(game.due(state).owed) == owed


def test_with_whole_sheets_everybody_owes_a_sheet() -> None:
    """Clause 11.3 is about scheme table alone."""
    state = with_units(begin(**FIRST_RED), phase="turn", turn=1, acting=("Red", "Blue"))
    after = mail(with_units(state, reserves={"Red": 0, "Blue": 40}), {}).state
    assert set(game.due(after).owed) == {"Red", "Blue"}
    assert not game.due(after).runs_when_met
    assert game.due(at_the_table("move")).runs_when_met


def test_at_the_table_a_condition_under_combat_waits_for_the_battles() -> None:
    """Clauses 11.3 and 11.7: Red sent the line with its moves, and it is evaluated after Blue's moves."""
    pieces = units(("Red", "Knight", "A12", 1), ("Red", "Militia", "A12", 1), ("Blue", "Knight", "B9", 1))
    state = with_units(
        begin(**FIRST_RED, scheme="table"), phase="move", turn=1, acting=("Red", "Blue"), units=pieces
    )
    sheet = ["all A12 holds", "Combat", "if enemy at A12: lose Knight"]
    state = mail(state, {"Red": sheet}).state
    assert "lose" not in str(game.show(state, None, "Blue").facts)
    turn = mail(state, {"Blue": ["Knight B9 - A12"]}, [20, 20, 9, 20, 20])
    assert now(turn.state).units == units(("Red", "Militia", "A12", 1), ("Blue", "Knight", "A12", 1))
    own = texts(game.show(turn.state, turn.record, "Red"), "results")
    assert own == "If an enemy is at A12: lose Knight: succeeds."


def test_the_table_may_ask_for_every_casualty() -> None:
    """Clause 11.3: the game stops, and goes on with the same dice once the player has chosen."""
    pieces = units(("Red", "Knight", "B10", 2), ("Blue", "Knight", "B10", 1), ("Blue", "Militia", "B10", 1))
    asked = begin(**FIRST_RED, scheme="table", losses="ask")
    state = with_units(asked, phase="move", turn=1, acting=("Blue",), units=pieces)
    stopped = mail(state, {}, [9, 20, 20, 20])
    assert game.due(stopped.state).owed == {"Blue": "a casualty choice"}
    assert game.choices(stopped.state, "Blue") == {"Casualties": ["lose Knight", "lose Militia"]}
    assert game.form(stopped.state, "Blue") == ["# lose Knight, Militia   # lost in this order"]
    asked_of = game.show(stopped.state, stopped.record, "Blue")
    assert "The map and the tables have no losses of these battles yet." in texts(asked_of, "due")
    assert "if both stay, they fight" not in str(asked_of)
    assert "loses" not in texts(game.show(stopped.state, stopped.record, None), "battles")
    done = mail(stopped.state, {"Blue": ["lose Knight"]}, [20, 20, 20])
    assert ("Blue", "Militia", "B10", 1) in [
        tuple(msgspec.structs.astuple(row)) for row in now(done.state).units
    ]
    assert now(done.state).dead["Blue"] == 1
    told = texts(game.show(done.state, done.record, None), "battles")
    assert told.startswith("Blue loses a Knight") and "round 2" in told, (
        "what was told before is not told again"
    )


def test_nobody_is_asked_for_losses_if_nobody_was_hit() -> None:
    """Clause 11.3."""
    pieces = units(("Red", "Knight", "B10", 2), ("Blue", "Knight", "B10", 1), ("Blue", "Militia", "B10", 1))
    asked = begin(**FIRST_RED, scheme="table", losses="ask")
    state = with_units(asked, phase="move", turn=1, acting=("Blue",), units=pieces)
    missed = mail(state, {}, [20] * 8)
    assert game.due(missed.state).phase == "build"


def test_a_silent_player_keeps_the_last_build_list_if_the_gm_allows_it() -> None:
    """Clause 11.5."""
    state = with_units(begin(**FIRST_RED, missing_sheet="last"), phase="turn", turn=1, acting=("Red", "Blue"))
    state = mail(state, {"Red": ["Build", "Militia A7"]}).state
    state = mail(state, {}).state
    assert now(state).units == units(("Red", "Militia", "A7", 2))


def test_preferences_stand_until_changed() -> None:
    """Clause 11.7: a preference counts in later turns, a conditional one does not."""
    state = with_units(begin(**FIRST_RED), phase="turn", turn=1, acting=("Red", "Blue"))
    sheet = ["lose Knight", "Combat", "if nobody at A1: keep Knight"]
    state = mail(state, {"Red": sheet}).state
    assert [row.order.what for row in now(state).standing] == ["lose"]
    assert now(state).passing == ()
    state = mail(state, {"Red": ["lose Militia"]}).state
    assert [row.order.kinds for row in now(state).standing] == [("Militia",)]


def standing(state: str) -> list[tuple[object, ...]]:
    return [(row.order.what, row.order.kinds, bool(row.cases)) for row in now(state).standing]


def test_a_preference_that_depends_on_hits_stands_until_changed() -> None:
    """Clause 5.9 and clause 11.7: a new preference replaces all earlier ones of its kind."""
    state = with_units(begin(**FIRST_RED), phase="turn", turn=1, acting=("Red", "Blue"))
    state = mail(state, {"Red": ["lose Militia", "if 2 hits: lose Knight", "if round 2: keep Knight"]}).state
    both = [("lose", ("Militia",), False), ("lose", ("Knight",), True), ("keep", ("Knight",), True)]
    assert standing(state) == both
    assert standing(mail(state, {"Red": ["Build", "Militia A7"]}).state) == both
    assert standing(mail(state, {"Red": ["if 2 hits: lose Griffin"]}).state) == [
        both[2],
        ("lose", ("Griffin",), True),
    ]
    assert standing(mail(state, {"Red": ["at A7: lose Griffin"]}).state)[:3] == both


def test_orders_that_cannot_depend_on_hits_are_refused() -> None:
    """Clause 5.9: hits are known only while losses are taken."""
    state = with_units(begin(**FIRST_RED), phase="turn", turn=1, acting=("Red", "Blue"))
    sheet = ["if 2 hits: Knight A7 - A8", "Combat", "if 2 hits: lose Knight", "else: lose Militia"]
    lines = game.read(state, "Red", None, sheet).lines
    assert [line.verdict for line in lines] == ["refused", "taken", "taken", "refused"]
    assert "Only lose, keep and target can depend on hits" in lines[0].reason
    assert 'has no "else"' in lines[3].reason
    assert lines[2].reading == "If you take at least 2 hits: lose Knight"


def test_preferences_of_others_that_depend_on_hits_are_secret() -> None:
    """Clause 11.7: they are shown only to their owner."""
    state = with_units(begin(**FIRST_RED), phase="turn", turn=1, acting=("Red", "Blue"))
    turn = mail(state, {"Red": ["if 2 hits: lose Knight"]})
    assert "hits" not in str(game.show(turn.state, turn.record, "Blue"))
    assert "# if 2 hits: lose Knight (already in force)" in game.form(turn.state, "Red")
    force = game.read(turn.state, "Red", None, ["Build", "Militia A7"]).in_force
    assert "standing: If you take at least 2 hits: lose Knight" in [row.order for row in force]


def test_a_fireball_may_be_answered_in_the_same_turn() -> None:
    """Clauses 8.5 and 11.1: Blue casts after Red, also with whole sheets; its effect ends next turn."""
    begun = game.start({"side": "back", "board": "A C", "first": "Red"}, SeededDice("cards", 0))
    pieces = units(("Red", "Knight", "A12", 1), ("Blue", "Knight", "A12", 2))
    state = with_units(
        begun,
        phase="turn",
        turn=1,
        acting=("Red", "Blue"),
        units=pieces,
        hands={"Red": ("Fireball",), "Blue": ("Ward",)},
    )
    sheets = {"Red": ["cast Fireball A12"], "Blue": ["Magic", "if Red casts Fireball at A12: cast Ward A12"]}
    turn = mail(state, sheets, [20] * 30)
    assert "Blue casts Ward" in texts(game.show(turn.state, turn.record, None), "news")
    assert not now(turn.state).casts
    quiet = mail(state, {"Blue": sheets["Blue"]}, [20] * 30)
    assert "Ward" not in texts(game.show(quiet.state, quiet.record, None), "news")


# -- what readers learn


def battle() -> Turn:
    pieces = units(("Red", "Knight", "A12", 1), ("Blue", "Militia", "A12", 1))
    state = with_units(begin(**FIRST_RED), phase="turn", turn=1, acting=("Red", "Blue"), units=pieces)
    return mail(state, {"Red": ["keep Knight", "Build", "Militia A7"], "Blue": ["all A12 - B9"]}, [])


def test_a_report_prints_every_die_in_order() -> None:
    """Clause 1.7 and clause 11.8."""
    pieces = units(("Red", "Knight", "A12", 1), ("Blue", "Militia", "A12", 2))
    state = with_units(begin(**FIRST_RED), phase="turn", turn=1, acting=("Red", "Blue"), units=pieces)
    turn = mail(state, {"Red": [], "Blue": []}, [9, 20, 5, 10, 4])
    told = texts(game.show(turn.state, turn.record, None), "battles").splitlines()
    assert told[1:4] == [
        "Red rolls 9 for a Knight (a hit is 9 or less): 1 hit.",
        "Blue rolls 20, 5 for 2 Militia (a hit is 4 or less): no hit.",
        "Blue loses a Militia at A12.",
    ]
    assert "Red rolls 10" in told[5] and "Blue rolls 4" in told[6]


def test_a_hit_is_the_value_or_less() -> None:
    """Clause 1.7: a Militia hits with a 4, and not with a 5."""
    pieces = units(("Red", "Militia", "A12", 1), ("Blue", "Militia", "A12", 1))
    state = with_units(begin(**FIRST_RED), phase="turn", turn=1, acting=("Red", "Blue"), units=pieces)
    assert now(mail(state, {}, [4, 5]).state).dead == {"Red": 0, "Blue": 1}


def test_the_public_report_has_the_counts_and_the_first_player() -> None:
    """Clause 11.8."""
    turn = battle()
    sheet = game.show(turn.state, turn.record, None)
    table = next(section.tables[0] for section in sheet.sections if section.key == "counts")
    assert table.columns == ("Player", "Income", "Cities", "Reserve", "Dead", "Morale"), "no cards here"
    assert [row[0] for row in table.rows] == ["Red", "Blue (first player)"]
    assert "Red builds a Militia at A7 Aldgate." in texts(sheet, "news")


def test_only_its_writer_sees_a_sheet() -> None:
    """Clause 11.8: the outcome of each line goes only to its writer."""
    turn = battle()
    assert texts(game.show(turn.state, turn.record, None), "results") == ""
    own = texts(game.show(turn.state, turn.record, "Blue"), "results")
    assert own == "All from A12 to B9: succeeds."
    mine = texts(game.show(turn.state, turn.record, "Red"), "results")
    assert "Keep Knight: in force until you change it." in mine
    assert "keep" not in str(game.show(turn.state, turn.record, "Blue")).lower()


def test_a_drawn_card_is_shown_to_its_owner_alone() -> None:
    """Clauses 8.4 and 8.1: the deck has twenty cards, shuffled with the seed."""
    state = game.start({"side": "back", "board": "A C", "first": "Red"}, SeededDice("cards", 0))
    other = game.start({"side": "back", "board": "A C", "first": "Red"}, SeededDice("others", 0))
    assert sorted(now(state).deck) == sorted(now(other).deck) and len(now(state).deck) == 20
    assert now(state).deck != now(other).deck
    turn = mail(state, {"Red": ["Wizard A3"]})
    card = now(state).deck[0]
    assert f"You draw {card}." in texts(game.show(turn.state, turn.record, "Red"), "seen")
    told = texts(game.show(turn.state, turn.record, "Blue"), "news")
    assert "Red draws a card as the new turn begins." in told
    assert card not in texts(game.show(turn.state, turn.record, "Blue"), "news")
    assert game.show(turn.state, None, None).facts["cards"] == {"Red": 1, "Blue": 0}


def test_a_preview_of_the_set_up_leaves_the_reader_the_pieces_on_their_list() -> None:
    """Clause 2.1: the lists of others are unknown; without one they would take the first free letter."""
    state = begin(first="Blue")
    orders = game.read(state, "Red", None, ["piece A, B", "4 Knight A7"]).orders
    tried = game.judge(game.imagined(state, "Red"), {"Red": orders}, ListedDice(()))
    assert now(tried.state).slots == ("A", "C")
    told = texts(game.show(tried.state, tried.record, "Red"), "news")
    assert "a player who chooses before you may take it" in told
    played = game.judge(state, {"Red": orders}, ListedDice(()))
    assert now(played.state).slots == ("B", "A")
    assert "a player who chooses before you may take it" not in texts(
        game.show(played.state, played.record, "Red"), "news"
    )


def test_a_preview_does_not_say_which_card_is_drawn() -> None:
    """Clause 8.2: the next card is random, so a preview draws none."""
    begun = game.start({"side": "back", "board": "A C", "first": "Red"}, SeededDice("cards", 0))
    pieces = units(("Red", "Wizard", "A3", 1))
    state = with_units(begun, phase="turn", turn=1, acting=("Red", "Blue"), units=pieces)
    tried = game.judge(game.imagined(state, "Red"), {}, ListedDice(()))
    told = texts(game.show(tried.state, tried.record, "Red"), "news")
    assert "The card that you draw is one of the 20 in the deck, at random." in told
    assert not any(spell in told for spell in now(state).deck)
    assert texts(game.show(tried.state, tried.record, "Red"), "seen") == ""
    shuffled = with_units(state, deck=(), discard=("Mist", "Ward"))
    tried = game.judge(game.imagined(shuffled, "Red"), {}, ListedDice((1,)))
    assert "one of the 2 in the deck" in texts(game.show(tried.state, tried.record, "Red"), "news")
    played = mail(state, {})
    assert "You draw" in texts(game.show(played.state, played.record, "Red"), "seen")


def test_without_wizards_there_is_no_magic() -> None:
    """Clause 8.1."""
    assert now(begin(board="A B")).deck == ()
    assert not positions.has_magic(now(begin(board="A C")))
    assert positions.has_magic(now(begin(board="A C", side="back")))
    assert not positions.has_magic(now(begin(board="B D", side="back")))


def test_open_hands_are_shown_to_everybody() -> None:
    """Clause 11.9: hands may be open."""
    open_, secret = (
        with_units(
            game.start({"side": "back", "board": "A C", "hands": hands}, SeededDice("cards", 0)),
            hands={"Red": ("Mist",)},
        )
        for hands in ("open", "secret")
    )
    assert "Mist" in texts(game.show(open_, None, "Blue"), "seen")
    assert texts(game.show(secret, None, "Blue"), "seen") == ""
    assert "Mist" in texts(game.show(secret, None, "Red"), "seen")


def news_by_title(turn: Turn, reader: str | None) -> dict[str, list[str]]:
    """Return the lines of each section of news and of dice."""
    return {
        part.title: [item.text for item in part.items]
        for part in game.show(turn.state, turn.record, reader).sections
        if part.key in ("news", "battles")
    }


def test_a_report_at_a_table_of_three_begins_with_what_concerns_its_reader() -> None:
    """Clause 11.8: all reports have the same events; in the bulletin they are in the order they happened."""
    pieces = units(
        ("Red", "Knight", "A12", 1),
        ("Blue", "Knight", "A12", 1),
        ("Blue", "Militia", "B6", 2),
        ("Green", "Knight", "C5", 1),
        ("Green", "Militia", "C11", 1),
    )
    begun = begin(players="3", board="A B C", first="Red")
    state = with_units(begun, phase="turn", turn=1, acting=("Red", "Blue", "Green"), units=pieces)
    sheets = {
        "Green": ["Knight C5 - C2", "Militia C11 - C12", "Build", "Militia C5"],
        "Red": ["Build", "Militia A7"],
    }
    turn = mail(state, sheets, [20] * 4)
    news = {reader: news_by_title(turn, reader) for reader in ("Red", "Green", None)}
    assert [*news["Red"]] == [
        "What happened to you",
        "Your battles, with the dice as they were rolled",
        "What else happened",
    ]
    assert "Green: Knight C5 - C2; Militia C11 - C12." in news["Red"]["What else happened"]
    assert "Red builds a Militia at A7 Aldgate." in news["Red"]["What happened to you"]
    assert "Other battles, with the dice as they were rolled" in news["Green"]
    assert "Green: Knight C5 - C2." in news["Green"]["What happened to you"]
    assert [*news[None]] == ["What happened", "Battles, with the dice as they were rolled"]
    dice = [text for part in news["Green"].values() for text in part if "rolls" in text]
    assert dice == [text for part in news[None].values() for text in part if "rolls" in text]


def test_a_battle_in_which_nobody_takes_the_space_says_how_it_ended() -> None:
    """Clause 5.6: the dice alone do not show a new player whether the fight continues."""
    pieces = units(("Red", "Knight", "A12", 1), ("Blue", "Militia", "B9", 1))
    state = with_units(begin(**FIRST_RED), phase="turn", turn=1, acting=("Red", "Blue"), units=pieces)
    on = mail(state, {"Red": ["Knight A12 - B9"]}, [20, 20, 20, 20])
    fights = [part for part in game.show(on.state, on.record, "Red").sections if "Battles" in part.title]
    assert fights[0].items[-1].text == "Battle at B9: Red and Blue are still fighting."
    kept = mail(state, {"Red": ["Knight A12 - B9"]}, [20, 1])
    assert "Battle at B9: Blue keeps it." in texts(game.show(kept.state, kept.record, None), "news")
    fallen = mail(state, {"Red": ["Knight A12 - B9"]}, [1, 20])
    told = texts(game.show(fallen.state, fallen.record, None), "news")
    assert "Battle at B9: Red takes it." in told, "the dice are below the form"


@pytest.mark.parametrize(
    ("options", "rows"),
    [
        ({}, "Red, Blue."),
        ({"players": "3"}, "Green; below: Blue, Red."),
        ({"players": "5"}, "Red, Blue, Green; below: Purple, Yellow."),
        ({"players": "2", "variant": "double"}, "Red, Red; below: Blue, Blue."),
    ],
)
def test_before_the_choice_everybody_learns_where_the_pieces_will_be(
    options: dict[str, str], rows: str
) -> None:
    """Clause 2.2: a new player could not tell which of their cities would be far from the enemy."""
    told = texts(game.show(begin(**options), None, "Red"), "pieces")
    assert f"each row from left to right (RULES 2.2): {rows}" in told


def test_the_first_mail_says_who_chooses_first_and_who_moves_first() -> None:
    """Clause 2.8: the first player card passes to the left before turn 1."""
    lead = game.show(begin(first="Blue"), None, "Red").lead
    assert "Blue chooses and builds first, and then the card passes to Red, who moves first in turn 1" in lead


def test_outcomes_are_listed_in_the_order_of_the_sheet() -> None:
    """The second order of a line once was listed below all others."""
    pieces = units(("Red", "Knight", "A12", 1), ("Red", "Militia", "A12", 1), ("Red", "Griffin", "A7", 1))
    state = with_units(begin(**FIRST_RED), phase="turn", turn=1, acting=("Red", "Blue"), units=pieces)
    lines = ["Build", "Militia A7", "Move", "Knight A12 holds; Militia A12 holds", "Griffin A7 holds"]
    done = mail(state, {"Red": lines})
    told = texts(game.show(done.state, done.record, "Red"), "results").splitlines()
    assert [line.partition(":")[0] for line in told] == [
        "Build Militia at A7 Aldgate",
        "Knight at A12 holds",
        "Militia at A12 holds",
        "Griffin at A7 Aldgate holds",
    ]


def test_the_section_what_happened_lists_every_space_taken() -> None:
    """A space in the headline once was missing from "what happened"."""
    pieces = units(("Red", "Knight", "A12", 2), ("Blue", "Militia", "B9", 1))
    state = with_units(begin(**FIRST_RED), phase="turn", turn=1, acting=("Red", "Blue"), units=pieces)
    sheet = ["Knight A12 - B9", "Knight A12 - B5", "Build", "Militia A7"]
    done = mail(state, {"Red": sheet}, [1, 20])
    assert texts(game.show(done.state, done.record, "Red"), "news").splitlines()[2:5] == [
        "Red takes B5 from Blue.",
        "Battle at B9: Red takes it.",
        "Red builds a Militia at A7 Aldgate.",
    ]


def test_the_form_names_a_possible_target_of_a_spell() -> None:
    """Clause 8.8: a placeholder would not show where the card can be played."""
    pieces = units(("Red", "Knight", "A12", 1), ("Blue", "Militia", "B9", 1))
    state = with_units(
        begin(**FIRST_RED),
        phase="turn",
        turn=1,
        acting=("Red", "Blue"),
        units=pieces,
        hands={"Red": ["Fireball", "Ward"], "Blue": ["Mist"]},
    )
    form = game.form(state, "Red")
    assert "# cast Fireball B9 on Blue" in form
    assert "# cast Ward A12" in form
    alone = with_units(state, units=pieces[:1], forts={})
    assert "# cast Fireball SPACE" in game.form(alone, "Red")


def test_the_report_of_the_game_does_not_name_silent_players() -> None:
    """The service names them, if the house rules allow it."""
    state = with_units(begin(**FIRST_RED), phase="turn", turn=1, acting=("Red", "Blue"))
    turn = mail(state, {"Red": []})
    assert from_text(turn.record).silent == ("Blue",)
    assert texts(game.show(turn.state, turn.record, None), "news").splitlines() == [
        "Blue has the first player card now, and moves first in the next turn.",
        "Red builds nothing.",  # an empty sheet and no sheet give the same report
        "Blue builds nothing.",
    ]


def test_a_game_can_be_concluded() -> None:
    state = begin(**FIRST_RED)
    ended = game.conclude(state, ("Red", "Blue"))
    assert (game.due(ended).over, game.due(ended).winners, game.due(ended).owed) == (
        True,
        ("Red", "Blue"),
        {},
    )
    assert game.due(state).motions[0].voters == ("Red", "Blue")


# -- builds that are void


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Knight A1", "that space is no city; see RULES 6.2"),
        ("Knight B6", "you do not hold that city; see RULES 6.2"),
        ("9 Knight A7", "not enough money was left; see RULES 6.5"),
    ],
)
def test_a_void_build_says_why_nothing_is_built_there(line: str, why: str) -> None:
    state = begin(**FIRST_RED)
    state = mail(state, {"Red": ["piece A"], "Blue": ["piece B"]}).state
    turn = mail(state, {"Red": ["Build", line]})
    assert why in texts(game.show(turn.state, turn.record, "Red"), "results")


def test_a_void_ship_says_where_ships_are_built() -> None:
    state = begin(side="back", cards="Militia, Transport Ship", **FIRST_RED)
    state = mail(state, {"Red": ["piece A"], "Blue": ["piece B"]}).state
    turn = mail(state, {"Red": ["Build", "Transport Ship A7"]})
    told = texts(game.show(turn.state, turn.record, "Red"), "results")
    assert "ships are built only on water beside a city of yours; see RULES 6.3" in told


# -- the parts of a report


def test_who_builds_nothing_stands_with_the_builds_of_the_others() -> None:
    state = begin(players="3", first="Red")
    state = mail(
        state, {p: [f"piece {letter}"] for p, letter in zip(("Red", "Blue", "Green"), "ABC", strict=True)}
    ).state
    turn = mail(state, {"Green": ["Build", "Militia C5"]})
    shown = game.show(turn.state, turn.record, "Red")
    own, others = ([item.text for item in part.items] for part in shown.sections if part.key == "news")
    assert "Red leaves 27 of its income of 27 unspent. It is lost (RULES 6.1)." in own
    assert "Blue builds nothing." not in own
    assert others == ["Green builds a Militia at C5 Carrick.", "Blue builds nothing."]


def test_each_round_of_a_battle_heads_its_dice() -> None:
    state = begin(**FIRST_RED)
    state = mail(state, {"Red": ["piece A"], "Blue": ["piece B"]}).state
    state = with_units(state, units=units(("Blue", "Knight", "A5", 1), ("Red", "Knight", "A5", 1)))
    turn = mail(state, {}, [20, 20, 1, 20])
    battles = next(
        part for part in game.show(turn.state, turn.record, None).sections if part.key == "battles"
    )
    heads = [item.text for item in battles.items if item.kind == "begins"]
    assert [head.partition(":")[0] for head in heads] == ["A5, round 1", "A5, round 2"]
    assert len(battles.items) > len(heads)


def test_a_game_that_morale_decides_says_so() -> None:
    """Clauses 7.1 and 7.3: after the last turn nobody has the cities that win at once."""
    state = begin(**FIRST_RED)
    state = mail(state, {"Red": ["piece A"], "Blue": ["piece B"]}).state
    turn = mail(with_units(state, final=True), {})
    lead = game.show(turn.state, turn.record, None).lead
    assert lead.startswith("The last turn is over and nobody holds 3 cities, so the highest morale wins")
    owners = {**now(state).owners, "B6": "Red"}
    won = mail(
        with_units(
            state,
            owners=owners,
            units=units(("Red", "Knight", "B12", 1)),
            forts={**now(state).forts, "B12": 0},
        ),
        {},
    )
    assert "so the highest morale wins" not in game.show(won.state, won.record, None).lead


def test_pieces_that_are_turned_on_the_board_are_named_before() -> None:
    """Of three players two have turned pieces: the map of the pieces shows their borders elsewhere."""
    told = {
        players: texts(game.show(begin(players=players, first="Red"), None, "Red"), "pieces")
        for players in ("2", "3", "4")
    }
    assert "The pieces of Blue and Green are turned on the board" in told["3"]
    assert not any("turned" in told[players] for players in ("2", "4"))


def test_units_that_are_built_after_a_battle_did_not_fight_in_it() -> None:
    """Two others were still fighting in the city of a third, who had lost all there and built there anew."""
    state = begin(players="3", first="Red")
    laid = {"Red": ["piece A"], "Blue": ["piece B"], "Green": ["piece C"]}
    state = mail(state, laid).state
    fighting = units(("Red", "Knight", "C5", 1), ("Blue", "Knight", "C5", 1))
    state = with_units(state, units=fighting, forts={**now(state).forts, "C5": 1})
    sheets = {
        "Green": ["Build", "2 Knight C5"],
        "Red": ["target Green at C5"],
        "Blue": ["target Green at C5"],
    }
    turn = mail(state, sheets, [1, 20, 20, 20, 20])
    shown = game.show(turn.state, turn.record, "Red")
    assert "C5 Carrick: Red and Blue are still fighting" in texts(shown, "news")
    assert "Green builds 2 Knights at C5 Carrick" in texts(shown, "news")
    assert "Green and" not in shown.lead
    assert [one.outcome for one in shown.contests] == ["Red and Blue are still fighting"]
