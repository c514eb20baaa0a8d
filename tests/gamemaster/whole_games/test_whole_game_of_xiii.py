"""Downfall XIII: holidays, free seats, a vote that goes wrong, and a second game master who ends the game."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.gamemaster import GM_ADDRESS
from tests.support.gm_story import Story, whole_game
from tests.support.table import ASKS, text_of

PLAYERS = {"Gandalf": "gandalf@x.org", "Mordor": "mordor@x.org", "Rohan": "rohan@x.org"}
DORA, EVE = "dora@v.org", "eve@v.org"


@pytest.fixture
def story(tmp_path: Path) -> Iterator[Story]:
    with whole_game(tmp_path, "xiii", PLAYERS, DORA, EVE) as story:
        yield story


@pytest.mark.thorough
def test_a_whole_game(story: Story) -> None:
    opens_the_table(story)
    plans_the_holidays(story)
    fills_the_seats(story)
    lets_the_players_vote(story)
    hands_the_table_over(story)
    ends_the_game(story)


def opens_the_table(story: Story) -> None:
    seats = "\n".join(f"{power} = {power} <{address}>" for power, address in PLAYERS.items())
    assert "NOT DONE" in story.opens("NEW TABLE xiii downfal-xii\nEND")
    told = story.opens(f"NEW TABLE xiii downfall-xiii\npace = 72h\nrule_votes = yes\n{seats}\nEND")
    assert "xiii is open" in told
    told = story.gm("Who hasn't sent orders, and when is the deadline?")
    assert "Orders are missing from Gandalf, Mordor and Rohan." in told


def plans_the_holidays(story: Story) -> None:
    told = story.previewed("No turns between 24 December and 2 January")
    assert "SET rest_days + 24 December to 2 January" in told
    story.gm("Yes")
    assert "24 December to 2 January" in story.news("Rohan", "change of the house rules")
    for power in PLAYERS:
        told = story.says(power, "Yes")
    assert "rest_days" in told
    assert "24 December to 2 January" in story.news("Gandalf", "house rule has changed")
    assert "EXTEND two more days" in story.gm("Gandalf needs two more days")
    assert "two days later" in story.gm("EXTEND two more days because Gandalf is ill")
    assert "Gandalf is ill" in story.news("Mordor", "deadline")


def fills_the_seats(story: Story) -> None:
    story.turn()
    told = story.gm("Throw out whoever is late")
    assert "There is no power" not in told and ASKS not in told
    assert "Rohan has no player now" in story.does("EJECT Rohan")
    story.table.mail(EVE, "TAKE OVER Rohan in xiii", "xiii")
    story.players["Rohan"] = EVE
    assert "You play Rohan at xiii from now on." in text_of(story.table.last_to(EVE))
    assert "Rohan has a player" in str(story.table.last_to(GM_ADDRESS)["Subject"])
    story.does("REPLACE Umbar and Saruman with a robot")
    story.turn()
    assert story.turns_run() == 2


def lets_the_players_vote(story: Story) -> None:
    assert "No poll is open" in story.gm("Stop the vote")
    told = story.gm("POLL When shall we meet?\nSaturday\nSunday\nEND")
    assert "A: Saturday; B: Sunday" in told
    assert "A: Saturday" in story.says("Mordor", "A")
    told = story.gm("Ask everybody: shall we play faster?")
    assert "NOT DONE" in told and "CLOSE POLL" in told
    assert "CLOSE POLL" in story.gm("Close the poll, I forgot Friday")
    assert "is closed" in story.gm("Close the poll because I forgot Friday")
    assert "Your vote stands" in story.says("Mordor", "VOTE DRAW")
    told = story.gm("Who voted for the draw?")
    assert "Mordor" not in told.partition("Orders are missing")[0]
    assert "HELP" not in told.partition("STATUS")[0]


def hands_the_table_over(story: Story) -> None:
    told = story.gm(f"I am away until Monday. Dora <{DORA}> is in charge")
    assert f"DEPUTY Dora <{DORA}> may everything" in told
    assert "has been asked" in story.gm(f"GM IS Dora <{DORA}>")
    assert "You now run xiii" in story.answer(DORA, "ACCEPT")
    assert "Dora is the game master now" in story.news("Gandalf", "new game master")
    before = story.table.row("xiii").deadline_utc
    story.table.reply(story.table.last_to(GM_ADDRESS), "PAUSE", GM_ADDRESS)
    assert story.table.row("xiii").state == "running"
    assert story.table.row("xiii").deadline_utc == before


def ends_the_game(story: Story) -> None:
    told = story.answer(DORA, "END GAME won by Gandalf, Rohan")
    assert "cannot win together" in told and ASKS not in told
    assert "A draw between Gandalf and Rohan" in story.answer(DORA, "END GAME draw Gandalf, Rohan")
    assert "xiii is over" in story.answer(DORA, "Yes, do it")
    assert "A draw between Gandalf and Rohan" in story.news("Mordor", "game over")
    assert "Gandalf" in story.answer(DORA, "SUMMARY")
    assert "xiii is over" in story.answer(DORA, "EXTEND 24h")
    assert "xiii is over" in story.answer(DORA, "Is the game over?")
    assert "nothing was done" in story.answer(DORA, "Thanks to you!")
