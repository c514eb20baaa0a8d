"""Names of peoples have an article and a plural verb: "the Dwarves have a new player"."""

import re

import pytest

from pbem.core.templating import does, ending
from tests.support.gamemaster import gm, gm_answers, gm_asks
from tests.support.table import Table, body_of, text_of

SEATS = {
    "Dwarves": "dwarves@x.org",
    "Elves": "elves@x.org",
    "Gondor": "gondor@x.org",
    "Mordor": "mordor@x.org",
}
MANY = "Dwarves|Elves"
SINGULAR = re.compile(rf"(?<!of the )\b(?:{MANY}) (?:has|is|was|sends|wins|asks|writes|plays|owes|knows)\b")
IN_A_SENTENCE = re.compile(rf"(?<!the )(?<!The )\b(?:{MANY}) (?:have|are|were|sent|win|ask|write|know|at)\b")
COMMANDS = re.compile(r"(?:TAKE OVER|RESIGN|REPLACE|MAIL|SHARE|CONCEDE|PRESS TO|PROXY|concede) \S+")


@pytest.fixture
def hb1(table: Table) -> Table:
    table.vouched |= set(SEATS.values()) | {"dora@v.org", "eve@v.org"}
    table.opens("hb1", "72h", SEATS, "hardbop")
    table.post_office.forget()
    return table


def mailed(table: Table) -> str:
    """Return the subjects and the sentences of all mails."""
    return "\n".join(f"{mail['Subject']}. {body_of(mail)}" for mail in table.post_office.taken)


def wrong(text: str) -> list[str]:
    """Return where the name of a people lacks its article or plural verb, except in commands."""
    prose = COMMANDS.sub("", " ".join(text.split()))
    return [found[0] for one in (SINGULAR, IN_A_SENTENCE) for found in one.finditer(prose)]


def test_a_verb_agrees_with_one_power_and_with_several() -> None:
    assert does("France", "has") == does(["France"], "has") == "France has"
    assert does(["the Dwarves"], "was") == "the Dwarves were"
    assert does(["France", "the Dwarves"], "is") == "France and the Dwarves are"
    assert ending(["Elves"], ["Elves"]) == ": won by the Elves"
    assert ending(["Elves", "Rohan"], ["Elves"]) == ": shared by the Elves and Rohan"


@pytest.mark.thorough
def test_changes_of_seats_are_announced_with_article_and_plural(hb1: Table) -> None:
    told = [gm(hb1, f"REPLACE {power} with Dora <dora{i}@v.org>", "hb1") for i, power in enumerate(SEATS)]
    told.append(gm(hb1, "EJECT Dwarves", "hb1"))
    told.append(gm(hb1, "REPLACE Dwarves with a robot", "hb1"))
    told.append(gm(hb1, "WHOIS Elves\nWHOIS Dwarves\nSTATUS\nPLAYERS\nRENEW Elves\nLOG", "hb1"))
    text = "\n".join((*told, mailed(hb1)))
    assert "The Dwarves have a new player" in text
    assert "The Dwarves have no player now" in text
    assert "The Dwarves are open" in text
    assert "a new player for the Elves" in text
    assert "Gondor has a new player" in text
    assert wrong(text) == []


def test_powers_without_orders_are_named_with_article(hb1: Table) -> None:
    hb1.set_rules("hb1", silence="civil disorder", silent_turns=1)
    assert "Orders are missing from the Dwarves, the Elves, Gondor and Mordor." in gm(hb1, "STATUS", "hb1")
    hb1.mail(SEATS["Mordor"], "2A Bar H", "hb1")
    hb1.deadline_passes("hb1")
    text = " ".join((mailed(hb1) + gm(hb1, "LOG", "hb1")).split())
    assert "No orders were on file for the Dwarves, the Elves and Gondor." in text
    assert "The Dwarves, the Elves and Gondor sent no orders for 1 turn" in text
    assert "TAKE OVER Dwarves in hb1" in text
    assert wrong(text) == []


def test_votes_and_agreements_name_powers_with_article(hb1: Table) -> None:
    hb1.set_rules("hb1", votes="open")
    for line in (
        "EXTEND my train is late",
        "AWAY 3 to 10 December",
        "SHARE with Dora <dora@v.org>",
        "PRESS TO Elves\nhello\nEND",
        "VOTE DRAW",
        "RESIGN Dwarves",
    ):
        hb1.clock.passes(minutes=15)
        hb1.says(SEATS["Dwarves"], line, "hb1")
    assert "You play the Dwarves at hb1 from now on." in text_of(
        hb1.says("eve@v.org", "TAKE OVER Dwarves in hb1", "hb1")
    )
    hb1.says(SEATS["Gondor"], "VOTE\nVOTE DRAW\nWHOIS Elves", "hb1")
    hb1.deadline_passes("hb1")
    text = " ".join(mailed(hb1).split())
    assert "The Dwarves ask for more time" in text
    assert "The Dwarves write:" in text
    assert "The Dwarves are away" in text
    assert wrong(text) == []


def test_the_end_of_the_game_names_powers_with_article(hb1: Table) -> None:
    gm_asks(hb1, "END GAME won by Elves", "hb1")
    gm_answers(hb1, "YES")
    text = " ".join(mailed(hb1).split())
    assert "The Elves have won" in text and "won by the Elves" in text
    assert "elves played the Elves" in text
    assert wrong(text) == []
