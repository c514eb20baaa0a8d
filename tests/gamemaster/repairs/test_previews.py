"""CORRECT, ROLLBACK, END GAME, REPLACE and SET show a preview and are executed on YES."""

import pytest

from pbem.store.states import DONE, HELD, OVER, RUNNING
from tests.support.gamemaster import GM_ADDRESS, answers_to_gm, gm, gm_answers, gm_asks, got, news_to
from tests.support.table import ASKS, Table, body_of, text_of

CORRECTION = "CORRECT because Red was cheated\nat.Red = 4\nEND"


def state(table: Table) -> tuple[object, ...]:
    row = table.row()
    return row.position, row.number, row.state, row.house, row.edition, row.moves, row.deadline_utc


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (CORRECTION, "The GM log will say: The position was corrected: Red stands at 4"),
        ("ROLLBACK because a message was lost", "The GM log will say: Lap 1, day was rolled back"),
        ("END GAME draw between Red and Blue", "The GM log will say: The game was ended"),
        ("REPLACE Red with Dora <dora@v.org>", "The GM log will say: Red has a new player: Dora"),
        ("SET silence wait", "Players will read: Missing orders: the turn waits for them"),
    ],
)
def test_nothing_is_done_before_yes(table: Table, body: str, told: str) -> None:
    table.mail("ann@x.org", "go 2")
    table.deadline_passes()
    table.clock.passes(hours=1)
    before = state(table)
    table.post_office.forget()
    shown = gm_asks(table, body)
    assert told in shown
    assert "PREVIEW, not done yet" in shown
    assert ASKS in shown
    assert state(table) == before
    assert [table.mails_to(who) for who in ("Red", "Blue", "dora@v.org")] == [[], [], []]
    assert "rolled back" not in gm_asks(table, "LOG").replace("ROLLBACK", "")
    table.reply(answers_to_gm(table)[0], "YES")
    assert state(table) != before or got(table, "Blue", "new player")


def test_no_drops_the_previewed_action_and_informs_nobody(table: Table) -> None:
    before = state(table)
    gm_asks(table, "END GAME")
    assert "Nothing was done, as you asked." in gm_answers(table, "NO")
    assert state(table) == before
    assert not got(table, GM_ADDRESS, "in your name")
    gm_asks(table, "STATUS")


def test_the_preview_names_the_mails_and_who_sees_which_difference(table: Table) -> None:
    players = {"Gandalf": "ann@x.org", "Mordor": "bob@y.org"}
    table.opens("xiii", "72h", players, "downfall-xiii")
    hidden = 'units.Gandalf = ["Aragorn Nen", "Fe Iml", "R FEr", "R Shi"]'
    told = gm_asks(table, f"CORRECT because a message was lost\n{hidden}\nEND", "xiii")
    assert "Nothing that everybody may know is different on the board." in told
    assert "For Gandalf alone: " in told
    assert 'Mail to Gandalf (ann@x.org) and Mordor (bob@y.org): "xiii: the position was corrected"' in told
    gm(table, "SET gm_reads public", "xiii")
    told = gm_asks(table, f"CORRECT because a message was lost\n{hidden}\nEND", "xiii")
    assert "For Gandalf alone" not in told
    assert "Nenuial" not in told


def test_an_outdated_preview_is_made_again(table: Table) -> None:
    table.deadline_passes()
    table.clock.passes(hours=1)
    assert "Lap 1, day was rolled back" in gm_asks(table, "ROLLBACK")
    table.deadline_passes()
    table.clock.passes(hours=1)
    asked = [mail for mail in answers_to_gm(table) if ASKS in text_of(mail)][-1]
    table.reply(asked, "YES")
    told = text_of(answers_to_gm(table)[-1])
    assert "The table has changed since you were asked, so nothing was done." in told
    last = table.turns()[-1].name
    assert last != "Lap 1, day"
    assert f"{last} was rolled back" in told
    assert len(table.turns()) == 2
    assert f"{last} was rolled back" in gm_answers(table, "YES")
    assert len(table.turns()) == 1


def test_yes_executes_the_action_once(table: Table) -> None:
    gm_asks(table, CORRECTION)
    asked = answers_to_gm(table)[-1]
    table.reply(asked, "YES")
    moves = table.row().moves
    table.reply(asked, "YES")
    assert "has had its YES before" in text_of(table.last_to(GM_ADDRESS))
    assert table.row().moves == moves


def test_now_skips_the_preview(table: Table) -> None:
    told = gm_asks(table, "SET silence wait because we agreed NOW")
    assert ASKS not in told
    assert table.row().house == {"silence": "wait"}
    assert "Reason: we agreed" in gm_asks(table, "LOG")
    assert "NOW" not in gm_asks(table, "LOG").split("Reason:")[1]
    assert ASKS in gm_asks(table, "SET silence hold because we need it now")  # a reason that ends in NOW


def test_lines_above_are_executed_at_once_and_lines_below_wait(table: Table) -> None:
    told = gm_asks(table, "PAUSE\nSET silence wait\nRESUME\nNOTE\nWe agreed.\nEND")
    assert "r1 is paused" in told
    assert told.count("PREVIEW, not done yet") == 3
    assert table.row().state == "paused"
    assert "r1 goes on" in gm_answers(table, "YES")
    assert (table.row().state, table.row().house) == (RUNNING, {"silence": "wait"})
    assert "We agreed." in gm_asks(table, "LOG")


def test_an_impossible_action_is_refused_without_a_preview(table: Table) -> None:
    told = gm_asks(table, "ROLLBACK")
    assert "has run no turn" in told
    assert ASKS not in told
    told = gm_asks(table, "ROLLBACK\nSET silence wait")
    assert "has run no turn" in told
    assert ASKS in told
    assert "has run no turn" not in gm_answers(table, "YES")
    assert table.row().house == {"silence": "wait"}


def test_after_an_unclear_answer_the_preview_still_waits(table: Table) -> None:
    number = table.messages + 1
    gm_asks(table, "END GAME")
    asked = answers_to_gm(table)[-1]
    table.reply(asked, "let me think about it")
    assert table.stored(number).state == HELD
    table.reply(asked, "yes")
    assert (table.stored(number).state, table.row().state) == (DONE, OVER)


def test_a_reply_without_yes_or_no_is_answered_with_what_to_write(table: Table) -> None:
    gm_asks(table, "END GAME")
    told = gm_answers(table, "I have to think about it.")
    assert "neither YES nor NO" in told
    assert "Actions of the game master on lines of their own are done as well" in told
    assert table.row().state == RUNNING


def test_a_switch_is_shown_as_the_house_rules_show_it(table: Table) -> None:
    assert 'House rule rule_votes: "yes" from now on; before, it was "no".' in gm(
        table, "SET rule_votes true"
    )


def test_nobody_else_can_say_yes(table: Table) -> None:
    gm_asks(table, "END GAME")
    table.reply(answers_to_gm(table)[-1], "YES", sender="bob@y.org")
    assert table.row().state == RUNNING


def test_a_rollback_mail_shows_everybody_the_difference(table: Table) -> None:
    table.mail("ann@x.org", "go 4")
    table.deadline_passes()
    table.clock.passes(hours=1)
    gm(table, "ROLLBACK because a message was lost")
    told = text_of(news_to(table, "Blue", "rolled back"))
    assert "Red stands at 0" in told
    assert "a message was lost" in told


def test_another_action_in_a_reply_to_a_preview_is_done(table: Table) -> None:
    gm_asks(table, "END GAME")
    assert "r1 is paused" in gm_answers(table, "PAUSE")
    assert table.row().state == "paused"


def test_a_better_version_in_a_reply_to_a_preview_gets_its_own_preview(table: Table) -> None:
    gm_asks(table, "END GAME won by Red")
    assert "Blue has won" in gm_answers(table, "END GAME won by Blue")
    assert "r1 is over. Blue has won" in gm_answers(table, "YES")


def test_a_text_for_players_in_a_reply_to_a_preview_does_not_answer_it(table: Table) -> None:
    gm_asks(table, "END GAME")
    assert "Sent to everybody" in gm_answers(table, "BROADCAST\nNo more votes, please.\nEND")
    assert "No more votes" in text_of(table.last_to("Red"))


def test_an_action_beside_yes_is_named_as_not_executed(table: Table) -> None:
    gm_asks(table, "SET silence wait")
    told = gm_answers(table, "YES\nEXTEND 24h")
    assert table.row().house["silence"] == "wait"
    assert "your message had EXTEND 24h, which was not executed" in told


def test_the_preview_of_undoing_a_set_up_has_a_line_for_each_row_and_section(table: Table) -> None:
    powers = ("Red", "Blue", "Green", "Yellow")
    table.opens("d1", "72h", {power: f"{power}@v.org" for power in powers}, "domination", {"players": "4"})
    table.deadline_passes("d1")
    told = gm_asks(table, "ROLLBACK because of a mistake", "d1")
    assert "Pieces to choose from, A: name Ashmoor; income 27; cities A7 Aldgate, A10 Ambermouth" in told
    assert "Players: no longer there Cities: no longer there" in told
    assert "For Red, Blue, Green and Yellow, but not for everybody: Units: no longer there" in told
    assert len(body_of(answers_to_gm(table)[-1]).splitlines()) < 76


def test_a_long_row_of_a_preview_continues_with_a_deeper_indent(table: Table) -> None:
    table.opens("s1", "72h", {"France": "ann@x.org", "Germany": "cyd@z.org"}, "standard")
    gm_asks(table, "CORRECT because of slips\nadd A Bel to Germany\nadd A Hol to Germany\nEND", "s1")
    rows = body_of(answers_to_gm(table)[-1]).splitlines()
    begun = next(row for row in rows if row.startswith(" " * 17 + "Positions, Germany, units:"))
    below = rows[rows.index(begun) + 1]
    assert below.startswith(" " * 19)
    assert not below.startswith(" " * 20)


def test_the_mail_about_an_approval_is_indented_like_the_preview(table: Table) -> None:
    table.opens("s1", "72h", {"France": "ann@x.org", "Germany": "cyd@z.org"}, "standard")
    gm(table, "DEPUTY Dora <dora@v.org> may approve\nSET two_approvals yes", "s1")
    gm_asks(table, "CORRECT because of slips\nadd A Bel to Germany\nadd A Hol to Germany\nEND", "s1")
    gm_answers(table, "YES")
    rows = body_of(table.last_to("dora@v.org")).splitlines()
    begun = next(row for row in rows if row.startswith("    Positions, Germany, units:"))
    assert rows[rows.index(begun) + 1].startswith("      ")
