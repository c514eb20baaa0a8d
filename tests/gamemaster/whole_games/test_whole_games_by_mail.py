"""A whole game of each kind, run only by mail, with typical mistakes."""

import json

import pytest

from adjudicator.games import find
from tests.support.gamemaster import GM_ADDRESS, gm, gm_answers, gm_asks, may_open_tables, news_to
from tests.support.table import ASKS, JUDGE, Table, text_of

KEY = "club7"
MOST_TRIED = 6
GAMES = {  # options, and the powers that are played
    "standard": ("", ("France", "England", "Turkey")),
    "downfall-xiii": ("", ("Gandalf", "Mordor", "Rohan")),
    "hardbop": ("", ("Gondor", "Mordor", "Rohan")),
    "empires": ("", ("Germany", "Russia", "Franco-British")),
    "domination": ("players = 3", ("Red", "Blue", "Green")),
}


def address(power: str) -> str:
    return f"{power.lower()}@players.example"


def opened(table: Table, game: str) -> tuple[str, ...]:
    """Open the table by mail: first with a wrong rule, then with the right one."""
    options, powers = GAMES[game]
    may_open_tables(table, GM_ADDRESS)
    table.vouched |= {GM_ADDRESS, *map(address, powers)}
    seats = "\n".join(f"{power} = {power} Player <{address(power)}>" for power in powers)
    wrong = f"NEW TABLE {KEY} {game}\npace = quickly\n{options}\n{seats}\nEND"
    told = text_of(table.says(GM_ADDRESS, wrong, KEY))
    assert '"quickly" is not a pace' in told
    told = text_of(table.says(GM_ADDRESS, wrong.replace("quickly", "72h"), KEY))
    assert "NOT DONE" not in told
    return powers


def a_turn(table: Table) -> None:
    table.deadline_passes(KEY)
    table.clock.passes(hours=1)


def looks(table: Table, powers: tuple[str, ...]) -> None:
    """Check that everything about the table can be requested by mail."""
    told = gm(table, "STATUS\nPLAYERS\nHOUSE RULES\nGAMES\nHISTORY\nPOSITION\nSUMMARY", KEY)
    assert "NOT DONE" not in told
    for power in powers:
        assert address(power) in told
        assert "NOT DONE" not in gm(table, f"LOOK AT {power}\nWHOIS {power}", KEY)
    assert "NOT DONE" not in gm(table, "POSITION ALL\nPREVIEW RUN", KEY)


def mistakes(table: Table, powers: tuple[str, ...]) -> None:
    """Check that a typo, a wrong name and a wrong date change nothing and get a suggestion."""
    before = table.row(KEY)
    told = gm(table, "EXTND 24h\nEJECT Narnia\nEXTEND TO 31 Feb 20:00\nREPLACE Narnia with me", KEY)
    assert "If you meant this: EXTEND 24h" in told
    assert 'There is no power "Narnia"' in told
    assert "is not in the calendar" in told
    assert "NOT DONE" in gm(table, f"WHOIS nobody\nREPLACE {powers[0]} with Dora", KEY)
    assert "There is nothing below it" in gm(table, "CORRECT because x\nEND", KEY)
    after = table.row(KEY)
    assert (after.position, after.deadline_utc) == (before.position, before.deadline_utc)


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_a_game_from_new_table_to_end_game(table: Table, game: str) -> None:
    powers = opened(table, game)
    first, second, _ = powers
    looks(table, powers)
    mistakes(table, powers)

    gm(table, "EXTEND a week because of the holidays", KEY)
    assert "the holidays" in text_of(news_to(table, address(first), "the deadline has moved"))
    table.mail(address(first), "STATUS", KEY)
    a_turn(table)
    a_turn(table)
    assert len(table.turns(KEY)) == 2

    rolls_back(table, second)
    corrects(table)

    gm(table, f"REPLACE {first} with Dora <dora@v.org> because the player has no time", KEY)
    assert "Dora" in gm(table, f"WHOIS {first}", KEY)
    assert table.reports_to("dora@v.org")
    a_turn(table)
    assert len(table.turns(KEY)) == 2
    ends(table, first, second)


def rolls_back(table: Table, power: str) -> None:
    """Roll back the second of two turns after a preview for the GM; *power* is informed."""
    undone = table.turns(KEY)[-1].name
    assert "NOT DONE" in gm_asks(table, "ROLLBACK to Spring 2500 because I pressed the wrong key", KEY)
    told = gm_asks(table, "ROLLBACK because a message was lost", KEY)
    assert f"{undone} was rolled back" in told
    assert "Nothing was done, as you asked." in gm_answers(table, "no")
    assert len(table.turns(KEY)) == 2
    gm(table, "ROLLBACK because a message was lost", KEY)
    assert len(table.turns(KEY)) == 1
    assert "a message was lost" in text_of(news_to(table, address(power), "rolled back"))


def ends(table: Table, first: str, second: str) -> None:
    """End the game in a draw of two powers; an unknown power cannot share it."""
    told = gm_asks(table, f"END GAME draw {first}, Narnia", KEY)
    assert "NOT DONE" in told
    assert ASKS not in told
    gm(table, f"END GAME draw {first}, {second} because the club closes", KEY)
    assert table.row(KEY).state == "over"
    last = text_of(table.bulletin_to(address(second)))
    assert "the club closes" in last
    assert (table.row(KEY).seed in last) == find(table.row(KEY).game).card.has_dice
    assert "the club closes" in gm(table, "LOG", KEY)
    assert JUDGE in str(table.last_to(GM_ADDRESS)["From"])


def corrects(table: Table) -> None:
    """Remove a unit by a correction; in Empires, where that changes more, move a marker."""
    assert "NOT DONE" in gm_asks(table, "CORRECT because x\nunits = 3\nEND", KEY)
    facts = table.office.find_game(table.row(KEY).game).describe(table.row(KEY).position)
    without = [
        f'units."{power}" = {json.dumps([one for one in own if one != unit], ensure_ascii=False)}'
        for power, own in facts["units"].items()
        for unit in own
    ]
    for line in (*without[:MOST_TRIED], "state.diplomacy.Italy = 2", "state.dead.Blue = 3"):
        told = gm(table, f"CORRECT because it was never there\n{line}\nEND", KEY)
        if "The position was corrected" in told:
            assert "it was never there" in gm(table, "LOG", KEY)
            return
    pytest.fail("no correction was accepted")
