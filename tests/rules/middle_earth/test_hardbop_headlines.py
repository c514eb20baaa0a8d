"""The headline of a turn of Hardbop: the greatest event, and never more than ten words."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from adjudicator import hardbop
from adjudicator.core.dice import ListedDice

GAME = hardbop.game
Sheets = Mapping[str, Sequence[str]]

CASES: list[tuple[str, dict[str, Any], Sheets, str, str]] = [
    (
        "a city falls",
        {"units": {"Mordor": ["A MTi"], "Gondor": ["A Bel"]}, "turn": 2},
        {},
        "Mordor takes Minas Tirith from Gondor",
        "Mordor takes Minas Tirith from Gondor.",
    ),
    (
        "cities fall",
        {"units": {"Mordor": ["A MTi", "A Leb", "A Edo"]}, "turn": 2},
        {},
        "Mordor takes Edoras from Rohan",
        "Mordor takes Edoras from Rohan, and Lebennin and Minas Tirith from Gondor.",
    ),
    (
        "two declare themselves",
        {"units": {"Umbar": ["A HUm"], "Saruman": ["A Ise"]}},
        {"Umbar": ["DECLARE Evil"], "Saruman": ["DECLARE Evil"]},
        "Saruman and Umbar are Evil from now on",
        "Saruman and Umbar are Evil from now on.",
    ),
    (
        "the Ring is worn",
        {"units": {"Umbar": ["A Bre [Ring]"]}, "turn": 25},
        {"Umbar": ["A Bre puts on the Ring"]},
        "Umbar puts on the Ring",
        "Umbar puts on the Ring: an Army in Bree wears it. If Umbar loses the wearer, Umbar"
        " is eliminated. (See RULES 7.6.)\n\nUmbar is Evil from now on.",
    ),
    (
        "Gandalf is slain",
        {"units": {"Mordor": ["2A NIt"], "Gondor": ["Gandalf NIt"]}, "turn": 3},
        {"Mordor": ["2A NIt destroys Gandalf"]},
        "Gandalf is slain in North Ithilien",
        "Gandalf of Gondor is destroyed in North Ithilien by Mordor (a double Army)."
        " He comes back one to six turns later. (See RULES 3.7(b).)",
    ),
    (
        "Sauron is slain",
        {"units": {"Mordor": ["Sauron NIt", "A Bar"], "Gondor": ["A NIt"]}, "turn": 3},
        {"Gondor": ["A NIt destroys Sauron"]},
        "Sauron is no more; Mordor falls",
        "Mordor is eliminated; the units of Mordor are in civil disorder, and double Armies"
        " that it still has become single. Units in civil disorder only hold. (See RULES 9(e).)"
        "\n\nSauron of Mordor is destroyed in North Ithilien by Gondor (an Army).",
    ),
    (
        "a beaten army goes home",
        {
            "units": {"Mordor": ["Nazgul NIt", "A Dal"], "Gondor": ["2A NIt"], "Elves": ["A Esg", "A RRu"]},
            "turn": 3,
        },
        {"Gondor": ["2A NIt destroys Nazgul"], "Elves": ["A Esg - Dal", "A RRu S A Esg - Dal"]},
        "Mordor is dislodged from Dale",
        "Mordor is dislodged from Dale by the Elves.",
    ),
    (
        "a home centre is lost, and another centre gained",
        {"units": {"Mordor": ["A MTi"], "Dwarves": ["A Dal"], "Gondor": ["A Bel"]}, "turn": 2},
        {},
        "Mordor takes Minas Tirith from Gondor",
        "Gondor can no longer build in Minas Tirith.",
    ),
    (
        "a power is out",
        {
            "phase": "adjustment",
            "turn": 2,
            "units": {"Mordor": ["A Bar"]},
            "centres": {"Mordor": ["HDe", "Edo", "Dhw"]},
        },
        {},
        "Rohan is no more",
        "",
    ),
    (
        "a unit is dislodged",
        {"units": {"Elves": ["A Dal", "A Esg"], "Dwarves": ["A RRu"]}},
        {"Elves": ["A Dal - RRu", "A Esg S A Dal - RRu"]},
        "The Dwarves are dislodged from the River Running",
        "The Dwarves are dislodged from the River Running by the Elves.",
    ),
    (
        "nobody moves",
        {"units": {"Elves": ["A Iml"]}},
        {"Elves": ["A Iml H"]},
        "No army moves",
        "No army moves.",
    ),
    (
        "a beaten unit is disbanded",
        {"phase": "retreat", "units": {"Elves": ["A RRu"]}, "dislodged": {"Dwarves": ["A Esg < RRu"]}},
        {"Dwarves": ["A Esg D"]},
        "The Dwarves disband an army",
        "The Dwarves disband an army in Esgaroth.",
    ),
    (
        "fleets are raised, too",
        {
            "phase": "adjustment",
            "turn": 2,
            "units": {"Elves": ["A Esg", "A Dal"]},
        },
        {"Elves": ["Build F GHa", "Build A Lor"]},
        "The Elves raise two units",
        "The Elves raise a fleet in the Grey Havens and an army in Lórien.",
    ),
    (
        "a unit falls back",
        {"phase": "retreat", "units": {"Elves": ["A RRu"]}, "dislodged": {"Dwarves": ["A Esg < RRu"]}},
        {"Dwarves": ["A Esg R SMi"]},
        "The Dwarves fall back from Esgaroth",
        "The Dwarves fall back from Esgaroth.",
    ),
    (
        "armies are raised",
        {"phase": "adjustment", "turn": 2, "units": {"Elves": ["A Dal"]}},
        {"Elves": ["Build A Iml", "Build A Lor"]},
        "The Elves raise two armies",
        "The Elves raise armies in Imladris and Lórien.",
    ),
    (
        "a stand-off",
        {"units": {"Gondor": ["A MTi"], "Mordor": ["A SIt"]}},
        {"Gondor": ["A MTi - Osg"], "Mordor": ["A SIt - Osg"]},
        "Stand-off in Osgiliath",
        "Units bounce in Osgiliath, and none gets in.",
    ),
    (
        "one of two gets through",
        {"units": {"Gondor": ["A MTi", "A NIt"], "Mordor": ["A SIt"]}},
        {"Gondor": ["A MTi - Osg", "A NIt S A MTi - Osg"], "Mordor": ["A SIt - Osg"]},
        "Mordor is turned away from Osgiliath",
        "Mordor is turned away from Osgiliath.",
    ),
    (
        "a power stops its own unit",
        {"units": {"Gondor": ["A MTi", "A NIt"], "Mordor": ["A SIt"]}},
        {"Gondor": ["A MTi - Osg", "A NIt - Osg"], "Mordor": ["A SIt H"]},
        "Stand-off in Osgiliath",
        "Units bounce in Osgiliath, and none gets in.",
    ),
    (
        "a second move that is stood off where the other unit went",
        {"units": {"Rohan": ["C Dhw"], "Gondor": ["A MTi"]}},
        {"Rohan": ["C Dhw - Edo - Ano"], "Gondor": ["A MTi - Ano"]},
        "Rohan is turned away from Anórien",
        "Rohan is turned away from Anórien.",
    ),
    (
        "a unit that rides through keeps another out",
        {"units": {"Rohan": ["C Edo", "A EEm"], "Saruman": ["A Gap"]}},
        {"Rohan": ["C Edo - WEm - HDe", "A EEm S C Edo - WEm"], "Saruman": ["A Gap - WEm"]},
        "Saruman is turned away from West Emnet",
        "Saruman is turned away from West Emnet.",
    ),
    (
        "a unit that has made half of its way keeps others out",
        {"units": {"Rohan": ["C Edo", "C Dhw", "A EEm"], "Saruman": ["A Gap"], "Elves": ["A Fan"]}},
        {
            "Rohan": ["C Dhw - WEm - EEm", "C Edo - WEm - HDe", "A EEm S C Dhw - WEm"],
            "Saruman": ["A Gap - WEm"],
            "Elves": ["A Fan - WEm"],
        },
        "The Elves are turned away from West Emnet",
        "Saruman is turned away from West Emnet.",
    ),
    (
        "a unit gets half of its way",
        {"units": {"Rohan": ["C Edo", "A HDe"]}},
        {"Rohan": ["C Edo - WEm - HDe"]},
        "No move reaches its goal",
        "No move reaches its goal.",
    ),
    (
        "a unit that holds against one of another power",
        {"units": {"Gondor": ["A MTi"], "Mordor": ["A Osg"]}},
        {"Gondor": ["A MTi - Osg"], "Mordor": ["A Osg H"]},
        "Gondor is turned away from Osgiliath",
        "Gondor is turned away from Osgiliath.",
    ),
    (
        "no orders at all",
        {"units": {"Gondor": ["A MTi"]}},
        {"Gondor": ["A MTi - Osg"]},
        "All quiet from the Grey Havens to Rhûn",
        "Nobody stood in anybody's way.",
    ),
]


@pytest.mark.parametrize(
    ("facts", "sheets", "headline", "lead"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_the_headline_is_the_greatest_blow(
    facts: dict[str, Any], sheets: Sheets, headline: str, lead: str
) -> None:
    state = GAME.place({"phase": "movement", **facts})
    orders = {power: GAME.read(state, power, None, lines).orders for power, lines in sheets.items()}
    turn = GAME.judge(state, orders, ListedDice([4]))
    sheet = GAME.show(turn.state, turn.record, None)
    assert sheet.headline == headline
    assert len(sheet.headline.split()) <= 10
    assert lead in sheet.lead


def test_a_private_headline_is_for_its_reader_alone() -> None:
    state = GAME.place({"phase": "movement", "units": {"Elves": ["A Bre"]}, "state": {"ring": "NDo"}})
    orders = {"Elves": GAME.read(state, "Elves", None, ["A Bre - NDo"]).orders}
    turn = GAME.judge(state, orders, ListedDice([]))
    assert GAME.show(turn.state, turn.record, "Elves").headline == "You find the Ring"
    assert "Ring" not in GAME.show(turn.state, turn.record, None).headline


def test_the_lead_of_a_private_report_begins_with_what_its_reader_lost() -> None:
    """The stand-offs, which change nothing, are the last paragraph for all."""
    units = {
        "Elves": ["A Dal", "A Esg"],
        "Dwarves": ["A RRu"],
        "Gondor": ["A MTi"],
        "Mordor": ["A SIt"],
        "Rohan": ["A Dhw", "A Ano"],
        "Saruman": ["A Edo"],
    }
    sheets = {
        "Elves": ["A Dal - RRu", "A Esg S A Dal - RRu"],
        "Gondor": ["A MTi - Osg"],
        "Mordor": ["A SIt - Osg"],
        "Rohan": ["A Dhw - Edo", "A Ano S A Dhw - Edo"],
    }
    state = GAME.place({"phase": "movement", "units": units})
    orders = {power: GAME.read(state, power, None, lines).orders for power, lines in sheets.items()}
    turn = GAME.judge(state, orders, ListedDice([4] * 9))
    dwarves, saruman = (f"{who} dislodged from" for who in ("The Dwarves are", "Saruman is"))
    leads = {
        reader: GAME.show(turn.state, turn.record, reader).lead.split("\n\n")
        for reader in ("Dwarves", "Saruman", "Gondor", None)
    }
    assert leads["Dwarves"][0].startswith(dwarves) and saruman not in leads["Dwarves"][0]
    assert leads["Saruman"][0].startswith(saruman) and dwarves not in leads["Saruman"][0]
    assert leads["Gondor"] == leads[None]
    assert {lead[-1] for lead in leads.values()} == {"Units bounce in Osgiliath, and none gets in."}


def test_pending_orders_are_listed_for_their_owner_alone() -> None:
    """I(c): conditional orders in force, second moves, proxies."""
    units = {"Mordor": ["2A Bar", "A Oro"], "Gondor": ["A Gor"], "Rohan": ["C Edo", "A HDe"]}
    state = GAME.place({"phase": "movement", "units": units})
    sheets = {
        "Mordor": ["2A Bar - Gor", "A Oro S 2A Bar - Gor", "2A Bar destroys Fellowship if A Gor - Nrn fails"],
        "Rohan": ["C Edo - WEm - Gap", "PROXY A HDe TO Gondor"],
    }
    orders = {power: GAME.read(state, power, None, lines).orders for power, lines in sheets.items()}
    turn = GAME.judge(state, orders, ListedDice([]))
    waiting = {
        reader: [item.text for part in sheet.sections if part.key == "waiting" for item in part.items]
        for reader in (*GAME.card.seats, None)
        for sheet in [GAME.show(turn.state, turn.record, reader)]
    }
    assert [text[:40] for text in waiting.pop("Mordor")] == ["Double Army Gorgoroth destroys Fellowshi"]
    assert len(waiting.pop("Rohan")) == 2
    assert set(map(tuple, waiting.values())) == {()}
