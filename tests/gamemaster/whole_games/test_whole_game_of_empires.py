"""Downfall of Empires: one of three players has both Central Powers, and the game master mixes them up."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.gm_story import Story, whole_game
from tests.support.table import ASKS

ANN, BOB, CYD, DORA = "ann@x.org", "bob@y.org", "cyd@z.org", "dora@v.org"
PLAYERS = {"Germany": ANN, "Austria-Hungary": ANN, "Franco-British": BOB, "Russia": CYD}


@pytest.fixture
def story(tmp_path: Path) -> Iterator[Story]:
    with whole_game(tmp_path, "war1", PLAYERS, DORA) as story:
        yield story


@pytest.mark.thorough
def test_a_whole_game(story: Story) -> None:
    opens_the_table(story)
    waits_for_a_player_in_turn_order(story)
    exchanges_the_sides(story)
    corrects_the_position(story)
    changes_a_player_and_plays_a_turn_again(story)
    ends_the_game(story)


def opens_the_table(story: Story) -> None:
    seats = "\n".join(
        f"{power} = {address.partition('@')[0]} <{address}>" for power, address in PLAYERS.items()
    )
    told = story.opens(f"NEW TABLE war1 empires\nplayers = five\n{seats}\nEND")
    assert "players" in told and "NOT DONE" in told
    told = story.opens(f"NEW TABLE war1 empires\nplayers = 3\npace = 48 hours\n{seats}\nEND\n\nGrace")
    assert "war1 is open" in told
    told = story.gm("Who plays which power?")
    assert told.count(ANN) == 2


def waits_for_a_player_in_turn_order(story: Story) -> None:
    assert "Germany" in story.gm("Whose turn is it?")
    assert "the turn waits for the missing orders" in story.gm("What happens if Germany sends nothing?")
    assert "silence" in story.does("SET silence wait")
    story.does("SET silence hold because a player who forgets must not stop the others")
    told = story.gm("Skip Germany, he is on holiday")
    assert "NOT DONE" in told and ASKS not in told
    assert "Germany" in story.turn()
    assert story.turns_run() == 1


def exchanges_the_sides(story: Story) -> None:
    assert "same person" in story.gm("Swap Germany and Austria-Hungary")
    told = story.previewed("Swap Germany and Russia")
    assert "cyd plays Germany and Austria-Hungary now, and ann plays Russia" in told
    assert "Nothing was done" in story.gm("no, not yet")
    story.does("Ann and Cyd should swap their powers")
    assert "cyd plays Germany and Austria-Hungary now" in story.news("Franco-British", "exchange")
    told = story.gm("Who plays what?")
    assert told.count(CYD) == 2 and told.count(ANN) == 1
    story.does("Swap Russia and Germany")
    assert story.gm("Who plays what?").count(ANN) == 2


def corrects_the_position(story: Story) -> None:
    told = story.gm("Move the French army from Paris to Burgundy")
    assert "CORRECT because ..." in told and ASKS not in told
    before = story.table.row("war1").position
    assert "NOT DONE" in story.gm("CORRECT because I miscounted\nstate.diplomacy.Italy = many\nEND")
    story.does("CORRECT because I miscounted\nstate.diplomacy.Italy = 2\nEND")
    assert story.table.row("war1").position != before
    assert "I miscounted" in story.news("Russia", "corrected")
    assert "UNDO CORRECT" in story.gm("How do I undo a correction?")
    story.does("UNDO CORRECT")
    assert story.table.row("war1").position == before


def changes_a_player_and_plays_a_turn_again(story: Story) -> None:
    told = story.gm("Bob does not answer, what can I do?")
    assert "REPLACE Bob with a robot" in told
    story.does(f"Dora <{DORA}> takes over from Bob")
    story.players["Franco-British"] = DORA
    assert "from now on" in str(story.table.reports_to(DORA)[-1]["Subject"])
    story.turn()
    assert story.turns_run() == 2
    assert "was rolled back" in story.does("Undo the last turn because Dora had too little time")
    assert "Dora had too little time" in story.news("Germany", "rolled back")
    assert "due" in story.gm("Give everybody until Sunday evening, please")
    story.turn()
    assert story.turns_run() == 2


def ends_the_game(story: Story) -> None:
    told = story.gm("END GAME won by Germany, Russia")
    assert "cannot win together" in told
    told = story.previewed("END GAME won by Germany, Austria-Hungary")
    assert "Germany and Austria-Hungary have won" in told
    assert "war1 is over" in story.gm("YES")
    assert "have won" in story.news("Russia", "game over")
    assert "goes on" in story.gm("REOPEN because we had agreed on a draw")
    assert "draw" in story.does("Call it a draw between Germany, Austria-Hungary and Russia")
    assert "we had agreed on a draw" in story.gm("LOG")
    assert "war1 is over" in story.gm("Swap Germany and Russia")
    assert "PLAYERS who played what" in story.says("Russia", "That was great fun!")
