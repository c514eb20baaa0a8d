"""Epic Domination: a game master who swaps the players, plays a seat, and names the wrong winner."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.gm_story import Story, whole_game
from tests.support.table import ASKS

PLAYERS = {"Red": "rita@x.org", "Blue": "ben@y.org", "Green": "gus@z.org"}
DORA, ANN = "dora@v.org", "ann@v.org"


@pytest.fixture
def story(tmp_path: Path) -> Iterator[Story]:
    with whole_game(tmp_path, "dom9", PLAYERS, DORA, ANN) as story:
        yield story


@pytest.mark.thorough
def test_a_whole_game(story: Story) -> None:
    opens_the_table(story)
    answers_the_first_questions(story)
    swaps_two_players(story)
    plays_a_phase_again(story)
    loses_a_player(story)
    names_the_wrong_winner(story)


def opens_the_table(story: Story) -> None:
    seats = "\n".join(
        f"{power} = {address.partition('@')[0].title()} <{address}>" for power, address in PLAYERS.items()
    )
    told = story.opens(f"NEW TABLE dom9 domination\nplayers = 3\nlength = tiny\n{seats}\nEND")
    assert "NOT DONE" in told and "length" in told
    told = story.opens(f"NEW TABLE dom9 domination\nplayers = 3\nlength = short\n{seats}\nEND")
    assert "dom9 is open" in told


def answers_the_first_questions(story: Story) -> None:
    assert "Orders are missing from Red, Blue and Green." in story.gm("What do the players have to do now?")
    assert "due Wed 25 Nov 2026" in story.gm("When is the deadline for the opening?")
    told = story.gm("Blue wants to build his fleet in the north")
    assert "NOT DONE" in told and ASKS not in told
    told = story.gm(f"Ann <{ANN}> wants to see the game")
    assert "OBSERVE dom9, sent to judge@judge.example" in told
    story.table.mail(ANN, "OBSERVE dom9", "dom9")
    assert "The pieces are laid" in story.turn()
    assert story.table.bulletin_to(ANN)


def swaps_two_players(story: Story) -> None:
    told = story.previewed("Rita and Ben should swap seats")
    assert "Ben plays Red now, and Rita plays Blue" in told
    assert "ben@y.org plays Red now" in story.gm("yes")
    story.players["Red"], story.players["Blue"] = story.players["Blue"], story.players["Red"]
    assert "Ben plays Red now" in story.news("Green", "exchange")
    told = story.gm("How many units does Red have left?")
    assert "POSITION" in told and "EJECT" not in told
    told = story.gm("Did Green build anything illegal?")
    assert "LOOK AT" in told and ASKS not in told
    assert "2" in story.gm("Who is winning?")


def plays_a_phase_again(story: Story) -> None:
    told = story.previewed("Undo the last phase")
    assert "Set-up was rolled back" in told
    assert "Nothing was done, as you asked." in story.gm("no")
    assert story.turns_run() == 1
    assert "CORRECT" in story.gm("Red's income should be 30, the position is wrong")
    told = story.gm("CORRECT because the income was wrong\nstate.income.Red = 30\nEND")
    assert "State.income follows from the rest of the position" in told
    told = story.previewed("CORRECT because a death was forgotten\nstate.dead.Red = 3\nEND")
    assert "Players, Red: dead 3; morale 64" in told
    assert "The position was corrected" in story.gm("Yes")
    assert "a death was forgotten" in story.news("Blue", "corrected")
    assert "You have corrected the position since that turn." in story.previewed("ROLLBACK")
    assert "Nothing was done" in story.gm("No, not the turn")
    assert "correction" in story.does("UNDO CORRECT")
    story.turn()


def loses_a_player(story: Story) -> None:
    assert "EJECT Green" in story.gm("Green has resigned, let Red play both")
    story.does("REPLACE Green with a robot")
    assert "Robots play Green" in story.gm("LOG") or "A robot plays Green" in story.gm("LOG")
    told = story.previewed(f"Dora <{DORA}> takes over from Green")
    assert "Green has a new player: Dora." in told
    story.gm("Yes, go ahead")
    story.players["Green"] = DORA
    assert "Green" in story.says("Green", "STATUS")


def names_the_wrong_winner(story: Story) -> None:
    assert "Blue has won" in story.previewed("Blue wins. Stop the game")
    assert "dom9 is over. Blue has won." in story.gm("YES")
    assert "Blue has won" in story.news("Red", "game over")
    assert "END GAME" in story.gm("Red and Blue should share the victory, not Blue alone")
    assert "goes on" in story.gm("REOPEN because I named the wrong winner")
    assert "I named the wrong winner" in story.news("Green", "game goes on")
    told = story.previewed("It is a draw between Red and Blue")
    assert "A draw between Red and Blue." in told
    assert "dom9 is over" in story.gm("yes")
    assert "A draw between Red and Blue" in story.news("Red", "game over")
    log = story.gm("LOG")
    assert "Blue has won" in log and "I named the wrong winner" in log
    assert "nothing was done" in story.gm("Thanks to all of you!")
