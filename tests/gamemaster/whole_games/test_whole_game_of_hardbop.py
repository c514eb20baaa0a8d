"""Hardbop Downfall with hidden pieces: a game master who is curious, and who plays a seat in the end."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.gamemaster import GM_ADDRESS
from tests.support.gm_story import Story, whole_game
from tests.support.table import text_of

PLAYERS = {"Gondor": "gondor@x.org", "Mordor": "mordor@x.org", "Rohan": "rohan@x.org"}
ZOE = "zoe@v.org"


@pytest.fixture
def story(tmp_path: Path) -> Iterator[Story]:
    with whole_game(tmp_path, "ring3", PLAYERS, ZOE, "mordor@new.org") as story:
        yield story


@pytest.mark.thorough
def test_a_whole_game(story: Story) -> None:
    opens_the_table(story)
    looks_at_what_is_hidden(story)
    keeps_the_clock(story)
    gives_a_player_a_new_address(story)
    corrects_in_secret(story)
    plays_and_may_look_no_more(story)
    ends_without_a_winner(story)


def opens_the_table(story: Story) -> None:
    seats = "\n".join(f"{power} = {power} player <{address}>" for power, address in PLAYERS.items())
    wrong = f"NEW TABLE ring3 hardbop\npace = quickly\n{seats}\nEND"
    assert '"quickly" is not a pace' in story.opens(wrong)
    assert "ring3 is open" in story.opens(wrong.replace("quickly", "72h"))
    assert "The Judge" in story.gm("Thanks")


def looks_at_what_is_hidden(story: Story) -> None:
    told = story.gm("Where is the Ring?")
    assert "POSITION ALL: the whole position" in told and "logged" in told
    assert "has the Ring" not in told
    assert "looked" not in story.gm("LOG")
    story.does("Show me everything that is hidden")
    assert "The whole position was looked at" in story.gm("LOG")
    assert "The whole position was looked at" in story.says("Rohan", "LOG")


def keeps_the_clock(story: Story) -> None:
    told = story.gm("Extend to Friday")
    assert "Fri 27 Nov 2026" in told
    told = story.gm("Undo the extension")
    assert "DEADLINE 26 Nov 09:00" in told
    assert "which is earlier" in story.previewed("DEADLINE 26 Nov 09:00")
    assert "earlier than before" in story.gm("yes")
    assert "It is earlier than before." in story.news("Gondor", "deadline")
    story.turn()
    assert "goes on by itself" in story.gm("Pause until Monday evening")
    assert "paused" in story.says("Rohan", "STATUS").lower()
    assert "goes on" in story.gm("Go on, resume the game")


def gives_a_player_a_new_address(story: Story) -> None:
    told = story.gm("Mordor has a new address: mordor@new.org")
    assert "REPLACE Mordor with Mordor <mordor@new.org>" in told
    story.does("REPLACE Mordor with Mordor player <mordor@new.org>")
    story.players["Mordor"] = "mordor@new.org"
    assert "Mordor" in story.says("Mordor", "STATUS")
    told = story.gm("Send Mordor his report again")
    assert "RENEW Mordor" in told
    assert "Mordor has a new reply address" in story.gm("RENEW Mordor")


def corrects_in_secret(story: Story) -> None:
    assert "CORRECT SECRETLY because ..." in story.gm("Correct secretly: the Ring is in Bree")
    assert "state.ring = " in story.gm("POSITION ALL")
    assert "NOT DONE" in story.gm("CORRECT SECRETLY because of a slip\nstate.nonsense = 3\nEND")
    told = story.previewed('CORRECT SECRETLY because I mistyped it\nstate.ring = "Bre"\nEND')
    assert "Nothing that everybody may know is different on the board." in told
    mails = len(story.table.mails_to(PLAYERS["Rohan"]))
    assert "The position was corrected" in story.gm("YES")
    assert len(story.table.mails_to(PLAYERS["Rohan"])) == mails
    assert "mistyped" not in story.says("Rohan", "LOG")


def plays_and_may_look_no_more(story: Story) -> None:
    assert "no player now" in story.does("EJECT Rohan because of three silent turns")
    assert "three silent turns" in text_of(story.table.last_to(PLAYERS["Rohan"]))
    told = story.does("REPLACE Rohan with me")
    assert "You play now: at this table you are no longer shown orders" in told
    assert "It is the game master, who plays at this table" in story.news("Gondor", "new player for Rohan")
    assert "You play at this table" in story.gm("LOOK AT Gondor")
    assert "You play at this table" in story.gm("POSITION ALL")
    assert story.table.reports_to(GM_ADDRESS)
    story.turn()


def ends_without_a_winner(story: Story) -> None:
    told = story.says("Gondor", "VOTE")
    assert "All survivors share the game as a draw" in told
    assert "Your vote stands" in story.says("Gondor", "VOTE DRAW")
    told = story.gm("All players want to stop")
    assert "You replied to a message that you got as the player" in told and "you run ring3" in told
    story.gm_subject = "you run ring3"
    assert "END GAME" in story.gm("All players want to stop")
    assert "ring3 is over. The game ends without a winner." in story.does("Stop the game without a winner")
    last = story.news("Mordor", "game over")
    assert story.table.row("ring3").seed in last
    assert "I mistyped it" in last
    assert "no turn" not in story.gm("Send me the last bulletin again").lower()
    assert "ring3 is over" in story.gm("REPLACE Rohan with Zoe <zoe@v.org>")
    assert "HISTORY lists the turns" in story.says("Gondor", "Well played, all of you!")
