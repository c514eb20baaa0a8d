"""A game of each kind from NEW TABLE to its real end, run by mail in the game master's own words.

Each begins from a position near its end. On the way the game master makes mistakes and corrects them, a
player is away, another disappears, and a turn is undone and played again.
"""

import json
from collections.abc import Mapping, Sequence
from email.message import EmailMessage

import pytest
from msgspec import Struct

from adjudicator.games import find
from tests.support.gamemaster import GM_ADDRESS, answers_to_gm, gm_answers, gm_asks, may_open_tables, news_to
from tests.support.table import ASKS, Table, kind_of, text_of

KEY = "club7"
MOST_TURNS = 4
STRANGER = "stranger@elsewhere.example"
Sheets = Mapping[str, str]  # orders, by power


class Story(Struct, frozen=True):
    """A game, the powers that are played, the position from which it begins, and its orders."""

    game: str
    powers: tuple[str, str, str]
    position: str
    wrong: str  # the line of a correction
    sheets: Sequence[Sheets]  # turn by turn
    end: str  # in the last bulletin
    options: str = ""


STORIES = {
    "standard": Story(
        "standard",
        ("France", "Turkey", "England"),
        """
turn = 1
phase = "movement"
state.year = 1905
units.France = ["F ION", "A Mar"]
units.Turkey = ["A Con", "F Smy"]
units.England = ["F Lon"]
centres.France = [
  "Bre", "Mar", "Par", "Spa", "Por", "Bel", "Hol", "Mun", "Kie",
  "Ber", "Ven", "Rom", "Nap", "Vie", "Tri", "Den", "Swe"
]
centres.England = ["Lon"]
centres.Turkey = ["Con", "Smy", "Ank"]
""",
        'units.Turkey = ["A Con"]',
        ({"France": "F ION - Tun\nA Mar H", "Turkey": "A Con - Bul"}, {"France": "F Tun H\nA Mar H"}),
        "France wins the game",
    ),
    "downfall-xiii": Story(
        "downfall-xiii",
        ("Gondor", "Mordor", "Rohan"),
        """
turn = 3
phase = "movement"
state.ring = "Bre"
units.Gondor = ["A Tha", "A MTi"]
units.Mordor = ["A NIt"]
units.Rohan = ["A Osg"]
centres.Gondor = [
  "Bar", "Udu", "DGu", "Gun", "SRh", "Nur", "MTi", "Pel", "Lam", "DAm", "Ano", "SIt", "DHa", "Eas", "HDe",
  "EEm", "Wol", "Ise", "Dun", "KDu", "Cit", "Hav", "Hrd", "Iro", "Ere", "Blu", "Esg", "RRu", "Crk", "Eot",
  "EKH", "Lor", "Iml", "MMo"
]
""",
        "units.Mordor = []",
        ({"Gondor": "A Tha H\nA MTi H"}, {"Gondor": "A Tha H\nA MTi H"}),
        "Gondor wins the game",
    ),
    "hardbop": Story(
        "hardbop",
        ("Umbar", "Mordor", "Gondor"),
        """
turn = 1
phase = "movement"
units.Umbar = ["A Gor [Ring]", "A HUm"]
units.Mordor = ["A Nrn", "A Bar"]
units.Gondor = ["A MTi"]
""",
        'units.Mordor = ["A Nrn"]',
        (
            {"Umbar": "A Gor H\nA HUm H", "Mordor": "A Nrn H"},
            {"Umbar": "A Gor - Oro\nA Gor destroys the Ring"},
        ),
        "Umbar",
    ),
    "empires": Story(
        "empires",
        ("Russia", "Austria-Hungary", "Germany"),
        """
turn = 18
phase = "Russia"
""",
        "state.diplomacy.Italy = 2",
        ({"Russia": "PASS"}, {"Austria-Hungary": "PASS"}),
        "Russia",
    ),
    "domination": Story(
        "domination",
        ("Red", "Blue", "Green"),
        """
turn = 5
phase = "turn"
options = { seats = ["Red", "Blue", "Green"], board = "A B C" }
units.Red = ["Militia A7"]
state.control.Red = ["B6"]
state.control.Green = ["B12"]
""",
        "state.dead.Blue = 3",
        ({"Red": "Militia A7 H"}, {}),
        "Red and Green share the game",
        "players = 3",
    ),
}


def address(power: str) -> str:
    return f"{power.lower()}@players.example"


def says(table: Table, body: str) -> str:
    """Send a mail of the GM; return the answer or, if that is a preview, the answer to YES."""
    table.clock.passes(minutes=20)  # answers per hour are limited
    told = gm_asks(table, f"Hello judge,\n\n{body}\n\nGrace", KEY)
    return f"{told} {gm_answers(table, 'Yes, please.')}" if ASKS in told else told


def opens(table: Table, story: Story) -> None:
    """Open the table for invited players: first with a wrong rule, then with the right one."""
    may_open_tables(table, GM_ADDRESS)
    table.vouched |= {GM_ADDRESS, STRANGER, *map(address, story.powers)}
    people = ", ".join(map(address, story.powers))
    rules = f"{story.options}\npace = quickly\nbegins = by the gm\ninvited = {people}\npress = grey"
    wrong = f"NEW TABLE {KEY} {story.game}\n{rules}\nPOSITION{story.position}END"
    assert '"quickly" is not a pace' in text_of(table.says(GM_ADDRESS, wrong, KEY))
    told = text_of(table.says(GM_ADDRESS, wrong.replace("quickly", "72h"), KEY))
    assert "NOT DONE" not in told, told


def joins(table: Table, story: Story) -> None:
    """Let three invited players join, and a stranger try to; then the game begins."""
    table.mail(STRANGER, f"JOIN {KEY}", "hello")
    assert "NOT DONE" in text_of(table.last_to(STRANGER))
    for power in story.powers:
        table.mail(f"{power} Player <{address(power)}>", f"JOIN {KEY} {power}", "hello")
    told = says(table, "Who has joined so far? Thanks!")
    assert all(address(power) in told for power in story.powers)
    told = says(table, "Let's start with those who have joined.")
    assert "Read as BEGIN." in told
    assert table.row(KEY).state == "running"


def waits(table: Table, story: Story) -> None:
    """Extend the deadline because a player is away, and pause the game."""
    first, second, _ = story.powers
    table.reply(table.mails_to(address(second))[-1], "AWAY 28 Nov to 30 Nov")
    assert "30 Nov" in says(table, "Is anybody away this week?")
    before = table.row(KEY).deadline_utc
    told = says(table, f"Please give everybody two more days because {second} is away.")
    assert "Read as EXTEND two more days" in told
    assert table.row(KEY).deadline_utc != before
    assert f"{second} is away" in text_of(news_to(table, address(first), "the deadline has moved"))
    assert f"{KEY} is paused" in says(table, "Can you put the game on hold for a while?")
    table.clock.passes(days=1)
    assert f"{KEY} goes on" in says(table, "We can continue now.")


def plays(table: Table, sheets: Sheets) -> None:
    for power, orders in sheets.items():
        table.reply(table.mails_to(address(power))[-1], orders)


def corrects(table: Table, story: Story) -> None:
    """Make a wrong correction and undo it."""
    before = facts(table)
    told = says(table, f"CORRECT because I counted wrongly\n{story.wrong}\nEND")
    assert "The position was corrected" in told, told
    assert facts(table) != before
    told = says(table, "I made a mistake, please take back the last correction.")
    assert "The last correction of the position was taken back" in told, told
    assert facts(table) == before


def facts(table: Table) -> str:
    row = table.row(KEY)
    described = table.office.find_game(row.game).describe(row.position)
    return json.dumps([described["units"], described["state"]], sort_keys=True)


def replaces(table: Table, story: Story) -> None:
    """Replace a player who has disappeared."""
    absent = story.powers[2]
    assert absent in says(table, "Who hasn't sent orders yet?") or story.game == "empires"
    told = says(table, f"{absent} has disappeared.")
    assert f"EJECT {absent}" in told
    told = says(table, f"Dora <dora@v.org> takes over from {absent}.")
    assert f"Read as REPLACE {absent} with Dora <dora@v.org>." in told
    assert table.reports_to("dora@v.org")
    assert "Dora" in says(table, f"Who plays {absent}?")


def undoes(table: Table) -> None:
    """Undo a turn that was run too early, after naming the wrong one."""
    count = len(table.turns(KEY))
    told = says(table, "Please run the turn now, don't wait any longer.")
    assert "Read as RUN NOW." in told
    assert len(table.turns(KEY)) == count + 1
    assert "NOT DONE" in says(table, "Please go back to Spring 2500.")
    told = gm_asks(table, "Could you undo the last turn because a mail was lost?", KEY)
    assert ASKS in told
    assert "Nothing was done, as you asked." in gm_answers(table, "No, wait.")
    assert "was rolled back" in says(table, "Could you undo the last turn because a mail was lost?")
    assert len(table.turns(KEY)) == count
    assert table.row(KEY).state == "running"


@pytest.mark.thorough
@pytest.mark.parametrize("name", STORIES)
def test_a_game_is_run_to_its_end_in_the_game_masters_own_words(table: Table, name: str) -> None:
    story = STORIES[name]
    opens(table, story)
    joins(table, story)
    waits(table, story)
    corrects(table, story)
    plays(table, story.sheets[0])
    undoes(table)
    replaces(table, story)
    for turn in range(MOST_TURNS):
        plays(table, story.sheets[turn] if turn < len(story.sheets) else {})
        table.deadline_passes(KEY)
        if table.row(KEY).state == "over":
            break
    assert table.row(KEY).state == "over"
    ends(table, story)


def is_of_a_turn(mail: EmailMessage) -> bool:
    """Return whether it is a report or a bulletin; the last report of a player has what the bulletin has."""
    return kind_of(mail) in ("bulletin", "report") and KEY in str(mail["Subject"])


def ends(table: Table, story: Story) -> None:
    """Check that all players get a last bulletin, and that the log lists the actions."""
    for reader in (*map(address, story.powers[:2]), "dora@v.org", GM_ADDRESS):
        last = text_of([mail for mail in table.mails_to(reader) if is_of_a_turn(mail)][-1])
        assert story.end in last, last[:600]
        assert (table.row(KEY).seed in last) == find(table.row(KEY).game).card.has_dice
    assert "over" in says(table, "Is the game over?")
    log = says(table, "Show me the log, please.")
    for words in ("I counted wrongly", "a mail was lost", "Dora", f"{story.powers[1]} is away"):
        assert words in log, words
    assert len(answers_to_gm(table)) > 10
