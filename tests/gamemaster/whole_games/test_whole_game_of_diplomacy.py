"""A club plays Diplomacy: its game master runs the game by mail to the end, with mistakes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.gm_story import Story, whole_game
from tests.support.table import ASKS

PLAYERS = {
    power: f"{power.lower()}@club.example"
    for power in ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
}
DORA, EVE = "dora@v.org", "eve@v.org"


@pytest.fixture
def story(tmp_path: Path) -> Iterator[Story]:
    with whole_game(tmp_path, "club7", PLAYERS, DORA, EVE) as story:
        yield story


@pytest.mark.thorough
def test_a_whole_game(story: Story) -> None:
    opens_the_table(story)
    leads_the_first_turn(story)
    corrects_an_order_and_a_turn(story)
    finds_new_players(story)
    settles_arguments(story)
    is_helped_by_a_deputy(story)
    ends_the_game_twice(story)
    is_asked_afterwards(story)


def opens_the_table(story: Story) -> None:
    seats = "\n".join(f"{power} = Mx {power} <{address}>" for power, address in PLAYERS.items())
    told = story.opens("Hello, I want to open a new game for my club. How do I do that?")
    assert "A form for NEW TABLE" in told
    wrong = f"NEW TABLE club7 diplomacy\npace = 3 days\n{seats}\nEND".replace("Italy =", "Itlay =")
    assert "did you mean Italy?" in story.opens(wrong)
    rest = "\n\nThanks, Grace"
    told = story.opens(
        f"NEW TABLE club7 standard\npace = 3 days\ndraws = any\nvotes = open\n{seats}\nEND{rest}"
    )
    assert "club7 is open: first orders by Thu 26 Nov 2026" in told
    assert "nothing was done" in story.gm("Thank you very much!")
    assert "Europe/London" in story.does("Please use London time for the deadlines")
    assert "archive" in story.does("Hide this game from the archive")


def leads_the_first_turn(story: Story) -> None:
    assert "LOOK AT France" in story.gm("Are the orders of France okay?")
    told = story.says("France", "A Par - Bur\nA Mar S A Par - Bur\nF Bre - MAO")
    assert "Army Paris moves to Burgundy" in told
    assert "nobody is told what others have sent" in story.says("England", "Did France support me?")
    told = story.gm("Who hasn't sent orders yet?")
    assert "Austria, England, Germany, Italy, Russia and Turkey" in told
    assert "is not in the calendar" in story.gm("Extend to 31 Nov")
    told = story.gm("Extend to Friday 20:00")
    assert "Fri 27 Nov 2026, 20:00" in told
    assert "DEADLINE and the old date" in story.gm("cancel")
    told = story.previewed("Deadline 26 Nov 09:00")
    assert "which is earlier" in told
    assert "Nothing was done, as you asked." in story.gm("Cancel, I had it right")
    assert "the deadline has moved" in story.news("Italy", "deadline").lower()
    assert "France: A Par - Bur; A Mar S Par - Bur; F Bre - MAO." in story.turn()


def corrects_an_order_and_a_turn(story: Story) -> None:
    assert "France: A Par - Bur" in story.gm("What did France order last turn?")
    told = story.gm("The army of France in Burgundy should be in Picardy, I mistyped it")
    assert "CORRECT because ..." in told
    told = story.gm("CORRECT because I mistyped an order\nFrance: A Pic, A Mar, F MAO\nEND")
    assert 'Write it like units.France = ["A Pic", "A Mar", "F MAO"]' in told
    line = 'CORRECT because I mistyped an order\nunits.France = ["A Pic", "A Mar", "F MAO"]\nEND'
    assert "The position was corrected" in story.does(line)
    assert "Army Picardy" in story.news("Turkey", "corrected")
    told = story.does("Oh no, that was wrong, undo the correction")
    assert "correction" in told
    assert "F MAO" in story.gm("POSITION ALL")
    told = story.does("Undo the last turn because I gave a wrong deadline")
    assert "was rolled back: it will be played again" in told
    assert story.turns_run() == 0
    assert "counts again as it was run" in story.does("Sorry, please undo that rollback")
    assert story.turns_run() == 1


def finds_new_players(story: Story) -> None:
    told = story.says("Germany", "Dear GM, I have to give up the game, sorry. I am resigning.")
    assert "RESIGN and your power" in told
    assert "RESIGN Germany" in story.says("Germany", "RESIGN")
    story.says("Germany", "RESIGN Germany")
    assert "Mail to france@club.example" in story.previewed(f"Replace France with Dora <{DORA}>")
    assert "Nothing was done" in story.gm("No wait, not France, Germany!")
    assert "Germany has a new player: Dora." in story.does(f"Give Germany to Dora <{DORA}>")
    story.players["Germany"] = DORA
    assert "Germany is played by Dora" in story.gm("Who plays Germany now?")
    assert story.table.reports_to(DORA)
    told = story.gm("Russia has been silent for two turns. Put in a robot for her.")
    assert "REPLACE Russia with a robot" in told
    assert "A robot plays Russia" in story.does("REPLACE Russia with a robot")
    told = story.says("Turkey", "PRESS TO Russia\nare you there?\nEND")
    assert "NOT DONE" in told or "robot" in told


def settles_arguments(story: Story) -> None:
    told = story.gm("Italy and Turkey insult each other in press. Can I stop that?")
    assert "SET press none" in told
    assert ASKS not in told
    story.does("Tell Italy and Turkey: be polite, or I close the press")
    assert "be polite, or I close the press" in story.news("Italy", "press between")
    assert "be polite" not in story.news("England", "")
    assert "All players at club7 have been asked" in story.does("POLL Shall we play faster?")
    assert 'Your answer to "Shall we play faster?" is A: Yes' in story.says("England", "yes")
    assert "is closed" in story.gm("Close the poll")
    assert "No poll is open" in story.gm("Cancel the vote")


def is_helped_by_a_deputy(story: Story) -> None:
    told = story.gm(f"Eve <{EVE}> should help me, she may extend deadlines and pause")
    assert f"DEPUTY Eve <{EVE}> may extend, pause" in told
    assert "Eve is a deputy" in story.gm(f"DEPUTY Eve <{EVE}> may extend, pause")
    assert "ROLLBACK is for the game master" in story.answer(EVE, "Undo the last turn")
    assert "one day later" in story.answer(EVE, "Give everybody one more day")
    assert "Eve, for the game master, has moved the deadline." in story.news("France", "deadline")
    assert "Eve, for the game master" in story.gm("What have I done so far?")
    assert "club7 is paused" in story.answer(EVE, "Please pause the game")
    assert "club7 goes on" in story.gm("Resume now please")


def ends_the_game_twice(story: Story) -> None:
    assert "VOTE DRAW" in story.says("England", "I propose a draw between England and France")
    assert "Your vote stands" in story.says("England", "VOTE DRAW England, France")
    assert "Orders are missing" in story.gm("How does the vote stand?")
    told = story.previewed("The players have agreed on a draw of England and France, please end the game")
    assert "A draw between England and France." in told
    assert "club7 is over." in story.gm("Yes")
    assert "A draw between England and France" in story.news("Turkey", "game over")
    assert "goes on" in story.does("Oops, the draw was a mistake. Reopen the game")
    assert "NOT DONE" in story.gm("END GAME draw England")
    assert "France has won" in story.does("The game is over, France has won")
    assert "France has won" in story.news("Germany", "game over")


def is_asked_afterwards(story: Story) -> None:
    for late in ("Pause the game", "Extend the deadline by a day", "RUN NOW", "Swap Italy and France"):
        told = story.gm(late)
        assert "club7 is over" in told and ASKS not in told
    assert "club7 is over" in story.gm(f"Replace France with Eve <{EVE}>")
    told = story.says("England", "Thanks for the game! Who was France?")
    assert "PLAYERS who played what" in told
    assert "Mx France" in story.says("England", "PLAYERS")
    assert "Sent to France" in story.says("England", "PRESS TO France\nwell played\nEND")
    assert "well played" in story.news("France", "press between")
    assert "club7 is over" in story.gm("Is the game over?")
    assert "nothing was done" in story.gm("Thanks a lot!")
