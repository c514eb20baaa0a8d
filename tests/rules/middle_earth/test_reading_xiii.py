"""How orders of Downfall XIII are read, refused, listed and offered."""

# ruff: noqa: E501  (tables of spellings and sentences, one a line)

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import NOTED, REFUSED, REMARK, TAKEN, Reading, ReadLine
from adjudicator.core.language.words import Refusal
from adjudicator.downfall_xiii import game, ground, position
from adjudicator.downfall_xiii.language import reading as orders
from adjudicator.downfall_xiii.language.knowledge import PLACES, SHOWN, place_meant
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language import parsing
from adjudicator.middle_earth.language.orders import Merge, Move, Unit
from tests.support.thorough import examples

FIELD: dict[str, Any] = {
    "phase": "movement",
    "turn": 3,
    "units": {
        "Dwarves": ("A Esg", "Dain Ere"),
        "Elves": ("A Fld", "F GUL", "R Iml"),
        "Gandalf": ("Gandalf MTi", "Aragorn DHa", "Fe Fan", "R Osg", "A Bre"),
        "Gondor": ("A MTi", "A Los", "A Pel", "A SIt", "Faramir MTi", "C Ano"),
        "Mordor": (
            "2A Udu",
            "2A Bar",
            "3A Off",
            "2A MMo",
            "Nazgul NIt",
            "Lord of the Nazgul MMo",
            "Sauron Bar",
            "A DGu",
        ),
        "Rohan": ("C DHa", "A HDe", "C Eas", "Theoden DHa"),
        "Saruman": ("A Ise", "Saruman Ise"),
        "Umbar": ("2F Cit", "A Hav", "C Hrd", "F SBY"),
    },
    "state": {"ring": "Tyr"},
}
CARRIED = {
    **FIELD,
    "units": {**FIELD["units"], "Gandalf": ("Gandalf MTi", "Fe Shi", "A Bre [Ring]"), "Saruman": ("A Ise",)},
    "state": {},
}
THROWN = {**CARRIED, "units": {**FIELD["units"], "Gondor": ("A Pel [Ring]",)}}


def state(**more: Any) -> str:
    facts = {**FIELD, **more}
    return game.place({key: value for key, value in facts.items() if value is not None})


def read(power: str, *lines: str, so_far: str | None = None, **more: Any) -> Reading:
    return game.read(state(**more), power, so_far, lines)


def only(reading: Reading) -> ReadLine:
    assert len(reading.lines) == 1, reading.lines
    return reading.lines[0]


def given_orders(reading: Reading) -> tuple[act.Order, ...]:
    return act.from_text(reading.orders).orders


def units(**changed: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    return {**FIELD["units"], **changed}


# The examples of the order language: number, power, position, line, and how it is read (or why not).

OSG = units(Gondor=("2A MTi", "A Los", "A SIt", "A Pel", "Faramir MTi", "C MTi"), Mordor=("A NIt",))
EXAMPLES = [
    (1, "Gondor", {}, "A MTi H", "Army Minas Tirith holds"),
    (2, "Gondor", {}, "army minas tirith to anorien", "Army Minas Tirith moves to Anórien"),
    (3, "Gondor", {}, "A(MTi)-Los", "Army Minas Tirith moves to Lossarnach"),
    (4, "Gondor", {}, "a mti – los", "Army Minas Tirith moves to Lossarnach"),
    (5, "Mordor", {}, "2A(Udu)-Dag", "2 Armies Udûn move to Dagorlad"),
    (6, "Gondor", {"units": units(Gondor=("A SIt", "A MTi"))}, "A SIt S A MTi - Osg", "Army South Ithilien supports Army Minas Tirith moving to Osgiliath"),
    (7, "Gondor", {}, "A(Los) S A(MTi)", "Army Lossarnach supports Army Minas Tirith where it stays"),
    (8, "Gondor", {}, "Los S garrison Minas Tirith", "Army Lossarnach supports the garrison of Minas Tirith"),
    (9, "Rohan", {}, "C DHa - Wes - HDe", "Cavalry Dunharrow moves to Westfold and on to Helm's Deep"),
    (10, "Rohan", {}, "Cav Dunharrow H - Westfold", "Cavalry Dunharrow holds, then moves to Westfold"),
    (11, "Gondor", {"units": units(Gondor=("C MTi",))}, "C MTi S2 C DHa - Ano", "Cavalry Minas Tirith supports in phase two Cavalry Dunharrow moving to Anórien"),
    (12, "Mordor", {}, "3A(Off) D 3*A(Off) : A(Off) -Nrd, A(Off)-SRh , A(Off)-NRh.", "3 Armies Off Board divide: Army Off Board moves to Nuriad; Army Off Board moves to South Rhûn; Army Off Board moves to North Rhûn"),
    (13, "Mordor", {}, "2A Bar D: A Bar - Gor, A Bar H", "2 Armies Barad-dûr divide: Army Barad-dûr moves to Gorgoroth; Army Barad-dûr holds"),
    (14, "Mordor", {}, "3A Off D 2A Off - NRh, A Off - SRh", "3 Armies Off Board divide: 2 Armies Off Board move to North Rhûn; Army Off Board moves to South Rhûn"),
    (15, "Gondor", {}, "A(MTi)-Los M A(Pel)-Los : 2A(Los)", "Army Minas Tirith moves to Lossarnach and Army Pelargir moves to Lossarnach, to merge"),
    (16, "Gondor", {}, "A(Los)-MTi M A(MTi) : 2A(MTi)", "Army Lossarnach moves to Minas Tirith and Army Minas Tirith holds, to merge"),
    (17, "Gondor", {}, "A MTi - Los merges with A Pel - Los", "Army Minas Tirith moves to Lossarnach and Army Pelargir moves to Lossarnach, to merge"),
    (18, "Gondor", {}, "Faramir L A(Minas Tirith)-Anorien", "Faramir leads Army Minas Tirith, which moves to Anórien"),
    (19, "Gondor", {"units": OSG}, "Faramir leads 2A MTi", "Faramir leads 2 Armies Minas Tirith"),
    (20, "Mordor", {}, "Sauron - Gor with 2A Bar", "Sauron goes with 2 Armies Barad-dûr to Gorgoroth"),
    (21, "Dwarves", {}, "Dain - Esg", "Dain moves to Esgaroth"),
    (22, "Gandalf", {}, "Gandalf - Ano with A MTi", "Gandalf goes with Army Minas Tirith to Anórien"),
    (23, "Gandalf", {}, "Gandalf orders A MTi - Osg", "Gandalf commands: Army Minas Tirith moves to Osgiliath"),
    (24, "Mordor", {}, "Nazgul NIt - SIt - MMo", "Nazgul moves to South Ithilien and on to Minas Morgul"),
    (25, "Mordor", {}, "LotN - SIt with 2A MMo", "Lord of the Nazgul goes with 2 Armies Minas Morgul to South Ithilien"),
    (26, "Mordor", {"units": units(Mordor=("Nazgul Dag", "A Udu"))}, "Nazgul Dag paralyses A Udu", "Nazgul paralyses Army Udûn"),
    (27, "Gandalf", {}, "R Osg - SIt neutralises", "Ranger Osgiliath moves to South Ithilien and neutralises it"),
    (28, "Gandalf", {}, "Aragorn takes the Paths of the Dead", "Aragorn takes the Paths of the Dead"),
    (29, "Gandalf", {}, "Fe Fan marches with the Ents", "Fellowship marches with the Ents"),
    (30, "Gandalf", {"units": units(Gandalf=("Gandalf KDu",))}, "Gandalf destroys the Balrog", "Gandalf destroys the Balrog"),
    (32, "Elves", {}, "F GUL FF A Fld - Har", "Fleet Gulf of Lune ferries Army Forlond to Harlond"),
    (33, "Umbar", {}, "F(SBY) C A(Hav)-Pel", "XIII has no convoys: use FF or embarks."),
    (34, "Gondor", {}, "A MTi destroys Nazgul if A Pel - Los succeeds", "Army Minas Tirith destroys Nazgul if Army Pelargir moving to Lossarnach succeeds"),
    (35, "Mordor", {}, "STANDING: A * destroys R", "Standing order: every Army destroys any Ranger"),
    (36, "Gandalf", CARRIED, "A Bre passes the Ring to Fe Shi", "Army Bree passes the Ring to Fellowship"),
    (37, "Saruman", {}, "Saruman puts on the Ring", "Saruman puts on the Ring"),
    (38, "Gandalf", {"units": units(Gandalf=("Fe Oro",))}, "Fe Oro destroys the Ring", "Fellowship destroys the Ring"),
    (39, "Gondor", THROWN, "A Pel throws the Ring into ETH", "Army Pelargir throws the Ring into Ethir Anduin"),
    (40, "Saruman", {"state": {"alignment": {"Saruman": "Good"}}}, "DECLARE Neutral", "Declares itself Neutral"),
    (41, "Gondor", {}, "PROXY A Los TO Rohan", "Proxy for Army Lossarnach to Rohan"),
    (47, "Gondor", {}, "A Mi - Los", '"Mi" may be '),
    (48, "Gondor", {}, "A MTi - Bar", "Bar is not next to MTi."),
    (49, "Mordor", {"units": units(Mordor=("Sauron Udu",))}, "Sauron - Dag", "Sauron cannot leave Mordor yet."),
    (50, "Rohan", {}, "DECLARE Neutral", "Rohan can turn Neutral only when Gondor has no centre"),
    (51, "Gandalf", {"units": units(Gandalf=("Fe Iml",))}, "Fe Iml destroys Gandalf", "The Fellowship cannot destroy."),
    (52, "Gondor", {}, "A MTi destroys Gandalf if A Los retreats", "Destroying cannot depend on a retreat."),
    (53, "Gandalf", {"units": units(Gandalf=("Gandalf HDe",))}, "Gandalf HDe S2 C Eas - WEm - Gap", "In phase two only C can support"),
    (54, "Mordor", {}, "E Off - NRh", "XIII has no Easterlings"),
    (55, "Rohan", {}, "Faramir leads A HDe - Gap", "You do not command Faramir."),
    (56, "Gandalf", {"units": units(Gandalf=("R WEm",))}, "Ranger WEm - Wes - Gap neutralises", "Only C, the Nazgul and Gandalf with Shadowfax can move two spaces."),
]  # fmt: skip


@pytest.mark.parametrize(("number", "power", "where", "text", "meant"), EXAMPLES)
def test_examples_of_the_language(
    number: int, power: str, where: dict[str, Any], text: str, meant: str
) -> None:
    line = only(read(power, text, **where))
    if line.verdict == TAKEN:
        assert line.reading == meant
    else:
        assert line.verdict == REFUSED
        assert line.reason.startswith(meant)


def test_an_army_goes_aboard_sails_and_lands_on_one_sheet() -> None:
    """Example 31."""
    reading = read("Elves", "A Fld embarks F GUL; A/F GUL - SUN; A SUN disembarks Fdn")
    assert [line.reading for line in reading.lines] == [
        "Army Forlond embarks on Fleet Gulf of Lune",
        "Army/Fleet Gulf of Lune moves to the Sundering Sea",
        "Army Sundering Sea disembarks in Forlindon",
    ]  # fmt: skip


RETREATING: dict[str, Any] = {
    "phase": "retreat",
    "units": {"Mordor": ("4A Osg",), "Gondor": ("A Pel",)},
    "dislodged": {"Gondor": ("2A MTi < Osg", "Faramir MTi < Osg")},
}
ANORIEN: dict[str, Any] = {
    "phase": "retreat",
    "turn": 3,
    "units": {"Mordor": ("2A Ano",)},
    "dislodged": {"Gondor": ("A Ano",)},
}
BUILDING: dict[str, Any] = {
    "phase": "adjustment",
    "turn": 2,
    "units": {"Rohan": ("A HDe",), "Mordor": ("2A Bar", "A Udu", "9A Dag", "9A Nur")},
}


@pytest.mark.parametrize(
    ("where", "power", "text", "meant"),
    [
        (
            RETREATING,
            "Gondor",
            "2A MTi R Ano, Los",
            "2 Armies Minas Tirith retreat to Anórien or Lossarnach",
        ),
        (RETREATING, "Gondor", "2A MTi D", "2 Armies Minas Tirith disband"),
        (RETREATING, "Gondor", "Faramir R with the stack", "Faramir retreats with the stack"),
        (RETREATING, "Gondor", "2A MTi - Los", "2 Armies Minas Tirith retreat to Lossarnach"),
        *(
            (ANORIEN, "Gondor", text, "Army Anórien retreats to the Entwash or Minas Tirith")
            for text in (
                "I would like it to retreat to Entwash, please. If for some reason it cannot go there, it should go "
                "to Minas Tirith instead.",
                "It should retreat to Entwash. Should that be blocked, then to Minas Tirith.",
                "A Ano retreats to Entwash, and only if there is no other way to Minas Tirith",
            )
        ),
        (BUILDING, "Rohan", "we waive the build", "1 build is waived"),
        (BUILDING, "Rohan", "I don't build anything.", "1 build is waived"),
        (BUILDING, "Rohan", "Build C DHa", "Cavalry Dunharrow is built"),
        (BUILDING, "Rohan", "Waive", "1 build is waived"),
        (BUILDING, "Mordor", "Remove 1 of 2A Bar", "one unit of 2 Armies Barad-dûr is removed"),
        (BUILDING, "Mordor", "Remove A Udu", "Army Udûn is removed"),
    ],
)
def test_retreats_builds_and_removals(where: dict[str, Any], power: str, text: str, meant: str) -> None:
    """Examples 42 to 46."""
    assert only(read(power, text, **where)).reading == meant


# Spellings.

SPELLINGS = {
    ("Gondor", "A MTi - Los"): """
        A MTi - Los | A MTi-Los | A(MTi)-Los | A (MTi) - Los | a mti -> los | A MTi → Los | A MTi — Los | A MTi --> Los | A MTi to Los
        army minas tirith to lossarnach | Army Minas-Tirith - Lossarnach | the army Minas Tirith moves to Lossarnach. | MTi - Los
        A MINAS TIRITH - LOSSARNACH | Army in Minas Tirith to Lossarnach | 1. A MTi - Los | * A MTi - Los | please A MTi - Los
        A MTi - Los # as agreed | Gondor: A MTi - Los | A [MTi] - Los | Minas Anor - Lossarnach | A Minas T - Loss | A MTi ordered to move to Los
    """,
    ("Gondor", "Faramir with A MTi"): "Faramir with A MTi | Faramir goes with A MTi | Faramir MTi with MTi | Faramir accompanies the army in Minas Tirith",
    ("Gondor", "A MTi H"): "A MTi H | A MTi holds | A MTi stands | Minas Tirith holds | A Minas Tirith stays | A(MTi) H.",
    ("Gondor", "A Los S A MTi"): "A Los S A MTi | Los supports MTi | army lossarnach supports army minas tirith | A Los S A MTi H | A Los supports the unit MTi",
    ("Mordor", "2A Udu S 2A Bar - Gor"): "2A Udu S 2 A Bar - Gor | 2A Udu supports 2 A Bar - Gor | 2 Armies Udun supports 2 Armies Barad-dur to Gorgoroth",
    ("Mordor", "2A Bar - Gor"): "2A Bar - Gor | 2A(Bar)-Gor | 2 A Barad-dur - Gorgoroth | 2A Barad-dûr-Gor | 2 armies Barad dur to Gorgoroth | 2A Lugburz - Gor",
    ("Mordor", "Lord of the Nazgul - SIt"): "Lord of the Nazgul - SIt | LotN - SIt | Witch-king - SIt | the Witch-King to South Ithilien | Lord of the Nazgûl MMo - SIt",
    ("Mordor", "Nazgul paralyses A SIt"): "Nazgul paralyses A SIt | Nazgul NIt paralyzes A SIt | Nazgûl freezes A South Ithilien | Nazgul NIt paralyses SIt",
    ("Gandalf", "Aragorn - MVa"): "Aragorn - MVa | Aragon - MVa | Aragorn DHa - Morthond Vale | Aragorn goes to MVa",
    ("Gandalf", "Fe Fan - Wol"): "Fe - Wol | Fellowship - Wold | hobbits to the Wold | Fe Fan - Wol",
    ("Rohan", "C DHa - Wes"): "C DHa - Wes | cavalry Dunharrow to Westfold | Cav Dha - WES | DHa - Wes",
}  # fmt: skip
TABLE = [
    (power, spelling.strip(), meant)
    for (power, meant), text in SPELLINGS.items()
    for line in text.splitlines()
    for spelling in line.split(" | ")
    if spelling.strip()
]


@pytest.mark.parametrize(("power", "spelling", "meant"), TABLE)
def test_spellings(power: str, spelling: str, meant: str) -> None:
    line = only(read(power, spelling))
    assert (line.verdict, line.reason) == (TAKEN, "")
    assert line.reading == only(read(power, meant)).reading


@pytest.mark.parametrize(
    ("words", "water", "place"),
    [
        *(("And", False, "VAn"), ("AND", True, "AND"), ("and", False, "VAn"), ("Anduin", True, "AND"), ("VAn", True, "VAn")),
        *(("Wes", False, "Wes"), ("WES", False, "Wes"), ("wes", True, "WST"), ("Western Sea", False, "WST")),
        *(("UDÛN", False, "Udu"), ("barad dur", False, "Bar"), ("Land of Prince", False, "Dor"), ("Shire", False, "Shi")),
    ],
)  # fmt: skip
def test_names_of_places(words: str, water: bool, place: str) -> None:
    assert place_meant(words, water) == place


def test_every_name_of_the_board_is_read_with_its_hyphens() -> None:
    names = [name for province in ground.PROVINCES.values() for name in (province.name, *province.aliases)]
    for name in names:
        said = parsing.parse_line(f"F {name} - XYZ", orders.LANGUAGE)
        assert isinstance(said, Move), name
        assert PLACES.meant(said.unit.place) == PLACES.meant(name), name


# What is refused, and why.

REFUSED_LINES = [
    ("Gondor", "A Lam H", "You have no Army in Lamedon."),
    ("Mordor", "3A Udu H", "Udu holds 2A, not 3A."),
    ("Mordor", "A Udu - Dag", "Udu holds 2A, not A."),
    ("Gondor", "2A Udu - Dag", "2A Udu is Mordor's; you can order it by proxy only."),
    ("Gondor", "Nazgul - SIt", "You do not command the Nazgul."),
    ("Gondor", "Faramir Osg - SIt", "Your Faramir is in Minas Tirith, not in Osgiliath."),
    ("Gondor", "A Xyz - Los", 'There is no place "Xyz".'),
    ("Gondor", "Build A MTi", "Builds are made after Autumn turns"),
    ("Gondor", "A MTi R Los", "There is nothing to retreat"),
    ("Gondor", "A MTi D", "Units disband only when they retreat."),
    ("Gondor", "A MTi - Ano - Eas", "Only C, the Nazgul and Gandalf with Shadowfax can move two spaces."),
    ("Gandalf", "Gandalf - Ano - Eas", "Gandalf can move two spaces only with Shadowfax."),
    ("Gondor", "A Pel - ETH", "Ethir Anduin is water"),
    ("Gondor", "A SIt - Pel", "Pel is not next to SIt. The Ethir Anduin can be crossed only from Pel to SIt."),
    ("Gondor", "A SIt S A Pel", "A SIt could not move to Pel."),
    ("Gondor", "A Los S A SIt - NIt", "A Los could not move to NIt."),
    ("Gondor", "A SIt S 2A MMo - NIt", "Good cannot support Evil, and Evil cannot support Good."),
    ("Gondor", "A MTi S A Los - Osg", "Osg is not next to Los. The Anduin can be crossed only between MTi and Osg."),
    ("Gondor", "A Los S garrison Bre", "There is no garrison in Bre."),
    ("Gondor", "A Los S2 C DHa - Ano", "In phase two only C can support"),
    ("Mordor", "2A Bar D : A Bar - Gor, A Bar - Nur, A Bar H", "The parts add up to 3, but the stack has 2."),
    ("Gondor", "A MTi - Los M 2A MMo - Los", ""),
    ("Gondor", "Faramir leads A SIt", "Faramir is in MTi, but A SIt is not."),
    ("Gandalf", "Gandalf with 2A MMo", "Gandalf is in MTi, but 2A MMo is not."),
    ("Gandalf", "Gandalf S A MTi", "He can support only in the areas next to him."),
    ("Gandalf", "Gandalf orders A SIt H", "Gandalf is not with A SIt."),
    ("Mordor", "Nazgul paralyses A Bre", "The Nazgul is not within one step of Bre."),
    ("Gandalf", "R Osg - MTi neutralises", "MTi is a fortress."),
    ("Gandalf", "R Osg - NIt neutralises", "NIt is not a supply centre."),
    ("Gandalf", "Gandalf starts at Bre", "Gandalf is already on the board."),
    ("Gandalf", "Gandalf returns Iml", "Gandalf is not due to return."),
    ("Gandalf", "Fe Fan embarks F GUL", "The Fellowship cannot go to sea."),
    ("Umbar", "C Hrd embarks F SBY", "C cannot go to sea."),
    ("Elves", "F GUL FF A Bre - Har", "Bre is not next to GUL."),
    ("Gandalf", "R Osg destroys Nazgul", "A Ranger cannot destroy."),
    ("Mordor", "2A Udu destroys Fellowship", "The Fellowship cannot be destroyed by an order."),
    ("Gandalf", "A Bre passes the Ring to Shi", "A Bre does not carry the Ring."),
    ("Rohan", "A HDe puts on the Ring", "A Good Rohan cannot put on the Ring."),
    ("Mordor", "Nazgul puts on the Ring", "The Nazgul cannot put on the Ring."),
    ("Mordor", "Nazgul paralyses Gandalf", "The Nazgul can paralyse ordinary units, not pieces."),
    ("Mordor", "Nazgul paralyses R", "The Nazgul can paralyse ordinary units, not pieces."),
    ("Mordor", "Nazgul - BRA", "The Brandywine is water, and the Nazgul cannot board a ship."),
    ("Gandalf", "Fe - BRA", "The Brandywine is water, and the Fellowship cannot board a ship."),
    ("Gandalf", "Gandalf M A Bre - Shi", "Only ordinary units can merge; Gandalf is a piece."),
    ("Gandalf", "Gandalf puts on the Ring", "Gandalf's units cannot put on the Ring."),
    ("Gondor", "A MTi puts on the Ring", "Gondor's own units cannot put on the Ring."),
    ("Gandalf", "Fe Fan destroys the Ring", "The Ring can be destroyed only in Orodruin."),
    ("Gandalf", "Gandalf destroys the Balrog", "Gandalf will not be in KDu."),
    ("Gandalf", "Fe awakens Theoden", "Theoden is asleep in DHa."),
    ("Rohan", "Theoden - Wes", "Theoden is asleep in DHa."),
    ("Gondor", "DECLARE Evil", "Gondor cannot change its alignment."),
    ("Gondor", "CANCEL STANDING 2", "You have no standing orders."),
    ("Gondor", "Mordor: 2A Udu - Dag", "This order is under the heading Mordor, but you play Gondor."),
]  # fmt: skip


@pytest.mark.parametrize("text", ["2A Pel - SIt", "Faramir leads 2A Pel - SIt", "Faramir - SIt with 2A Pel"])
def test_a_hostile_fleet_bars_the_crossing_for_pieces_with_a_stack_too(text: str) -> None:
    where = {
        "phase": "movement",
        "turn": 5,
        "units": {"Gondor": ["2A Pel", "Faramir Pel"], "Umbar": ["2F ETH"]},
    }
    state = game.place(where)
    line = only(game.read(state, "Gondor", None, [text]))
    assert (line.verdict, line.reason) == (REFUSED, "A hostile fleet is in ETH.")
    assert text not in game.choices(state, "Gondor")["Faramir"]
    assert only(game.read(state, "Gondor", None, [text.replace("SIt", "Por")])).verdict != REFUSED


@pytest.mark.parametrize(("power", "text", "reason"), REFUSED_LINES)
def test_refused_with_a_reason(power: str, text: str, reason: str) -> None:
    line = only(read(power, text))
    assert line.verdict == REFUSED
    assert line.reason
    assert line.reason.startswith(reason)


@pytest.mark.parametrize("text", ["", "# A MTi - Los", "> A MTi - Los", "-- "])
def test_comments_are_noted(text: str) -> None:
    assert [line.verdict for line in read("Gondor", text).lines] == [NOTED]


@pytest.mark.parametrize("text", ["Hello everybody,", "Good luck to everyone", "Best wishes from the Dark Tower", "See you in Spring!", "I will support you next time", "My armies are ready, my lords!", "Gandalf, please be careful"])  # fmt: skip
def test_remarks_are_not_orders(text: str) -> None:
    reading = read("Gondor", text)
    assert [line.verdict for line in reading.lines] == [REMARK]
    assert given_orders(reading) == ()


def test_a_bad_line_spoils_no_other() -> None:
    reading = read("Gondor", "A MTi - Los", "A Xyz - Qqq", "A Pel H")
    assert [line.verdict for line in reading.lines] == [TAKEN, REFUSED, TAKEN]


# Several orders and messages.


def test_a_later_order_replaces_the_first_with_a_warning() -> None:
    reading = read("Gondor", "A MTi - Los", "A MTi - Ano")
    assert given_orders(reading) == (Move(Unit("A", "MTi"), ("Ano",)),)
    assert (
        "There are two orders for Army Minas Tirith in this message; the later one counts."
        in reading.warnings
    )


def test_several_orders_for_the_end_of_the_move_are_all_in_force() -> None:
    reading = read("Gondor", "A MTi - Los", "A MTi destroys Nazgul", "A MTi destroys R of Gandalf")
    assert len(given_orders(reading)) == 3


def test_a_later_message_replaces_orders_unit_by_unit_and_clear_removes_all() -> None:
    first = read("Gondor", "A MTi - Los", "A Pel H", "STANDING: Faramir R with the stack")
    second = read("Gondor", "A MTi - Ano", so_far=first.orders)
    assert [type(order).__name__ for order in given_orders(second)] == ["Hold", "Standing", "Move"]
    assert {row.source for row in second.in_force} == {
        "this message",
        "an earlier message",
        "missing",
        "standing",
    }
    third = read("Gondor", "CLEAR", "A Los H", so_far=second.orders)
    assert [type(order).__name__ for order in given_orders(third)] == ["Standing", "Hold"]


def test_if_one_unit_leaves_a_merge_the_other_still_moves() -> None:
    reading = read("Gondor", "A MTi - Los M A Pel - Los", "A Pel H")
    assert given_orders(reading) == (Move(Unit("A", "MTi"), ("Los",)), act.Hold(Unit("A", "Pel")))


def test_a_unit_ordered_to_support_cannot_merge() -> None:
    """4.9"""
    reading = read("Gondor", "A MTi - Los M A Pel - Los", "A Pel S A Los")
    assert [line.verdict for line in reading.lines] == [REFUSED, TAKEN]
    assert reading.lines[0].reason == "A Pel is ordered to support; it cannot merge."


def test_an_order_for_another_powers_unit_may_count_by_proxy() -> None:
    """4.11: for an ally's unit with a warning, for any other only if the line says "by proxy"."""
    fellow = read("Gondor", "A HDe - Gap")
    assert only(fellow).verdict == TAKEN
    assert (
        "A HDe is Rohan's; you can order it by proxy only. It counts only with a proxy from Rohan."
        in fellow.warnings
    )
    assert only(read("Gondor", "2A Udu - Dag by proxy")).verdict == TAKEN


def test_every_unit_and_piece_is_in_force_or_missing() -> None:
    reading = read("Gondor", "A MTi - Los")
    assert [row.unit for row in reading.in_force] == [
        *("Army Lossarnach", "Army Minas Tirith", "Army Pelargir", "Army South Ithilien", "Cavalry Anórien", "Faramir")
    ]  # fmt: skip
    assert not reading.complete
    assert read("Gondor", *game.form(state(), "Gondor")).complete
    assert [line.verdict for line in read("Gondor", "# or: A Lam H, A MTi H").lines] == [NOTED]


STRENGTHS = [
    ("Gondor", ("Faramir with A MTi", "A MTi - Los"),
     "Army Minas Tirith moves to Lossarnach, with strength 2 because of Faramir"),
    ("Gondor", ("A MTi H",),  # Faramir stands there
     "Army Minas Tirith holds, with strength 2 because of Faramir, and 2 more from the fortress"),
    ("Gondor", ("Faramir - Los", "A MTi S A Pel - Los"),
     "Army Minas Tirith supports Army Pelargir moving to Lossarnach, with strength 1, and 2 more from the"
     " fortress if it is attacked itself"),
    ("Gondor", ("Faramir - Los", "A MTi destroys Nazgul"),
     "no order to move or support, so it holds, with strength 1, and 2 more from the fortress"),
    ("Gondor", ("Faramir - Los", "A MTi H"),
     "Army Minas Tirith holds, with strength 1, and 2 more from the fortress"),
    ("Gondor", ("A MTi - Los",), "Army Minas Tirith moves to Lossarnach"),  # Faramir stays behind
    ("Gondor", (), "no order, so it holds, with strength 2 because of Faramir, and 2 more from the fortress"),
    ("Mordor", ("2A Udu - Dag",), "2 Armies Udûn move to Dagorlad, with strength 2"),
]  # fmt: skip


@pytest.mark.parametrize(("power", "sheet", "told"), STRENGTHS)
def test_the_strength_of_a_stack_counts_the_players_own_units(
    power: str, sheet: tuple[str, ...], told: str
) -> None:
    """Section 8 of the language, 3."""
    assert told in [row.order for row in read(power, *sheet).in_force]


def test_a_place_has_its_article_inside_a_sentence_and_a_capital_before_it() -> None:
    one = read("Rohan", "C Eas - WEm", "A Wes - Gap", "A Wes - BRA", units=units(Rohan=("A Wes", "C Eas")))
    assert [line.reading or line.reason for line in one.lines] == [
        "Cavalry Eastfold moves to West Emnet",
        "Army Westfold moves to the Gap of Rohan",
        "The Brandywine is water: write A Wes embarks F BRA.",
    ]


def test_kinds_of_a_stack_count_together_if_they_have_the_same_order() -> None:
    """4.2"""
    both = units(Rohan=("A Gap", "C Gap"))
    one = read("Rohan", "A Gap - Ise", "C Gap - Ise", units=both)
    assert "Army Gap of Rohan moves to Isengard, with strength 2" in [row.order for row in one.in_force]
    apart = read("Rohan", "C Gap - Ise", units=both)
    assert "Cavalry Gap of Rohan moves to Isengard" in [row.order for row in apart.in_force]


def test_risky_orders_are_warned_about() -> None:
    warnings = read("Gondor", "A MTi - Los", "A Pel - Los", "A SIt S A Los - Pel").warnings
    assert any("A MTi and A Pel go to Lossarnach without M" in one for one in warnings)
    left = "A MTi leaves the garrison of Minas Tirith on its own."
    assert left in warnings
    assert (
        left
        not in read("Gondor", "A MTi - Los", "A Los - MTi", units=units(Gondor=("A MTi", "A Los"))).warnings
    )


def test_a_merge_with_another_power_needs_two_orders() -> None:
    """4.10"""
    warnings = read("Gondor", "C Ano - Eas M C DHa - Eas").warnings
    assert "The merge in Eastfold also needs an order from Rohan." in warnings


def test_a_unit_that_must_retreat_is_listed_with_the_open_areas() -> None:
    """Section 8 of the language, 10."""
    rows = {row.unit: row.order for row in read("Gondor", **RETREATING).in_force}
    assert rows["2 Armies Minas Tirith"].startswith("no order, so it disbands; open to it: Anórien")
    assert rows["Faramir"].startswith("no order, so it is lost; open to it: ")


def test_a_closed_area_is_left_out_of_retreat_preferences() -> None:
    reading = read("Gondor", "2A MTi R Osg, Ano", **RETREATING)
    assert only(reading).reading == "2 Armies Minas Tirith retreat to Anórien"
    assert (
        "2 Armies Minas Tirith cannot retreat to Osgiliath; only the other areas count." in reading.warnings
    )
    shut = only(read("Gondor", "2A MTi R Osg", **RETREATING))
    assert shut.reason == "Osg is where the attack came from."


# Secrets.


def test_hidden_pieces_of_others_do_not_change_how_a_sheet_is_read() -> None:
    """H.1: the same sheet reads the same, wherever the others' hidden pieces are."""
    lines = [
        "A MTi destroys any",
        "A MTi - Los",
        "A Los destroys Gandalf",
        "Faramir - Osg",
        "A SIt S A MTi - Osg",
        "R Osg H",
    ]
    lines += ["A Pel passes the Ring to Faramir", "A Pel throws the Ring into ETH", "A Los S garrison MTi"]
    here = read("Gondor", *lines)
    there = read(
        "Gondor",
        *lines,
        units=units(Gandalf=("Gandalf Iml", "A Bre", "R Los"), Elves=("A Fld", "F GUL", "R Pel"), Mordor=(*FIELD["units"]["Mordor"][:4], "Nazgul Los", "Sauron Bar", "A DGu")),
        state={"ring": "Bre"},
    )  # fmt: skip
    assert here == there


def without_secrets(now: position.State, power: str) -> position.State:
    """Return the position without what *power* may not know: others' hidden pieces, the Ring, standing orders."""
    open_to_all = {*SHOWN, "Aragorn"} if now.dead.word == "awake" else {*SHOWN}
    pieces = tuple(piece for piece in now.pieces if piece.power == power or piece.kind in open_to_all)
    bearer = now.ring.bearer
    ring = now.ring if bearer is not None and bearer.power == power else position.Ring("lost")
    gandalf = now.gandalf if power == "Gandalf" else position.Fate("here")
    beaten = tuple(row for row in now.beaten if row.piece is None or row.piece.power == power)
    standing = {one: kept for one, kept in now.standing.items() if one == power}
    return msgspec.structs.replace(
        now, pieces=pieces, ring=ring, gandalf=gandalf, beaten=beaten, standing=standing, shadowfax=now.shadowfax and power == "Gandalf"
    )  # fmt: skip


def test_neither_the_choices_nor_the_reading_depend_on_secrets() -> None:
    """H.1, over a game of random orders."""
    for number, now in enumerate(turns("secrets", 12)):
        power = ground.POWERS[number % len(ground.POWERS)]
        known = position.to_text(without_secrets(now, power))
        text = position.to_text(now)
        assert game.choices(text, power) == game.choices(known, power)
        assert game.form(text, power) == game.form(known, power)
        lines = [order for found in game.choices(text, power).values() for order in found[::7]]
        lines += [
            "A MTi destroys any",
            "Gandalf - Bre",
            "A Los - Osg",
            "Nazgul paralyses A MTi",
            "R with Gandalf",
        ]
        assert game.read(text, power, None, lines) == game.read(known, power, None, lines)


# Arbitrary text, and the orders offered over whole games.

WORDS = st.sampled_from(
    [
        "A",
        "C",
        "F",
        "2A",
        "3*A",
        "A/F",
        "R",
        "Fe",
        "MTi",
        "Los",
        "Osg",
        "AND",
        "And",
        "WES",
        "Minas",
        "Tirith",
        "-",
        "->",
        ":",
        ",",
        ";",
        "S",
        "S2",
        "H",
        "D",
        "M",
        "with",
        "leads",
        "orders",
        "destroys",
        "any",
        "if",
        "succeeds",
        "Gandalf",
        "Faramir",
        "Nazgul",
        "Saruman",
        "takes",
        "Paths",
        "of",
        "the",
        "Dead",
        "Ring",
        "passes",
        "to",
        "into",
        "puts",
        "on",
        "PROXY",
        "ALL",
        "TO",
        "STANDING:",
        "CLEAR",
        "CANCEL",
        "Build",
        "Remove",
        "Waive",
        "DECLARE",
        "Good",
        "R",
        "*",
        "FF",
        "embarks",
        "disembarks",
        "garrison",
        "LotN",
        "Barad-dur",
        "by",
        "proxy",
        "1",
        "of",
    ]
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=12).map(" ".join))
WHERE: list[dict[str, Any]] = [{}, RETREATING, BUILDING]


@given(st.lists(TEXTS, max_size=5), st.sampled_from(ground.POWERS), st.sampled_from(WHERE))
@settings(deadline=None, max_examples=examples(60))
def test_any_text_gets_an_answer(lines: list[str], power: str, where: dict[str, Any]) -> None:
    reading = read(power, *lines, **where)
    assert {line.number for line in reading.lines} <= set(range(1, len(lines) + 1))
    again = read(power, *lines, so_far=reading.orders, **where)
    assert act.to_text(act.from_text(again.orders)) == again.orders
    assert all(line.reason for line in reading.lines if line.verdict == REFUSED)


def test_a_line_break_inside_a_line_is_read_as_a_space() -> None:
    reading = read("Gondor", "hello\nworld", "0\n", **RETREATING)
    assert [(line.number, line.text.strip()) for line in reading.lines] == [(1, "hello world"), (2, "0")]


def turns(seed: str, number: int) -> Iterator[position.State]:
    """Yield the positions of a game of random orders."""
    state_ = game.start({}, SeededDice(seed, 0))
    for turn in range(1, number + 1):
        yield position.from_text(state_)
        dice = SeededDice(seed, turn)
        sheets = {}
        for power in ground.POWERS:
            lines = [found[dice.roll(len(found)) - 1] for found in game.choices(state_, power).values()]
            sheets[power] = game.read(state_, power, None, lines).orders
        state_ = game.judge(state_, sheets, dice).state


@pytest.mark.parametrize("seed", ["one", "two"])
def test_every_offered_order_is_read_as_meant(seed: str) -> None:
    """Every choice is accepted and read back in the same words; every form is a legal sheet."""
    for number, now in enumerate(turns(seed, 9)):
        text = position.to_text(now)
        power = ground.POWERS[number % len(ground.POWERS)]
        for found in game.choices(text, power).values():
            for order in found[::3]:
                assert only(game.read(text, power, None, [order])).verdict == TAKEN, (power, order)
        for one in ground.POWERS:
            reading = game.read(text, one, None, game.form(text, one))
            assert {line.verdict for line in reading.lines if line.text[0] != "#"} <= {TAKEN}
            assert reading.complete


RARE = [
    ("Gandalf", {}, "Aragorn takes the Paths of the Dead"),
    ("Gandalf", {}, "Fe Fan marches with the Ents"),
    ("Gandalf", {"units": units(Gandalf=("Gandalf DHa", "Fe DHa"))}, "Gandalf awakens Theoden"),
    ("Gandalf", {"units": units(Gandalf=("Gandalf DHa", "Fe DHa"))}, "Fe DHa awakens Theoden"),
    ("Gandalf", {"units": units(Gandalf=("Fe Lor [Ring]",)), "state": {}}, "Fe Lor offers the Ring to Elves"),
    ("Gandalf", {"units": units(Gandalf=("R Bre",)), "state": {"gandalf": "returning"}}, "Gandalf returns Iml"),
    ("Gandalf", {}, "Gandalf orders A MTi - Ano"),
    ("Gandalf", {"units": units(Gandalf=("Gandalf KDu",))}, "Gandalf destroys the Balrog"),
    ("Gondor", {"units": units(Gondor=("A Ano",), Rohan=("A Ano",))}, "PROXY A Ano TO Rohan"),
    ("Gondor", {}, "Boromir seizes the Ring"),
    ("Elves", {}, "Galadriel puts on the Ring"),
    ("Elves", {}, "A Fld embarks F GUL"),
    ("Elves", {}, "F GUL FF A Fld - Har"),
    ("Elves", {"units": units(Elves=("A/F GUL",))}, "A GUL disembarks Har"),
    ("Elves", {"units": units(Elves=("A/F GUL",))}, "A/F GUL - SUN"),
    ("Gondor", THROWN, "A Pel throws the Ring into ETH"),
    ("Gandalf", CARRIED, "A Bre passes the Ring to Shi"),
    ("Mordor", {}, "Nazgul paralyses A SIt"),
    ("Umbar", {"turn": 1}, "DECLARE Evil"),
    ("Rohan", {}, "C DHa H - Wes"),
    ("Gandalf", {}, "Gandalf with A MTi"),
    ("Gandalf", {"units": units(Gandalf=("Gandalf Shi", "R Shi"))}, "R Shi - Bre with Gandalf"),
]  # fmt: skip


@pytest.mark.parametrize(("power", "where", "order"), RARE)
def test_every_kind_of_order_is_offered_where_it_can_be_given(
    power: str, where: dict[str, Any], order: str
) -> None:
    text = state(**where)
    assert order in {one for found in game.choices(text, power).values() for one in found}
    assert only(game.read(text, power, None, [order])).verdict == TAKEN


def test_every_order_of_the_help_is_understood() -> None:
    lines = [line.strip() for line in game.card.help.splitlines() if line.startswith("    ")]
    assert len(lines) > 50
    for line in lines:
        order = re.split(r"\s{2,}", line)[0]
        assert parsing.parse_line(order, orders.LANGUAGE) is not None, order


def test_the_sample_sheet_of_the_help_is_legal_at_the_start() -> None:
    sheet = [
        line
        for line in game.card.help.partition("## An order sheet")[2].splitlines()
        if line.startswith("    ")
    ]
    reading = game.read(game.start({}, SeededDice("help", 0)), "Gondor", None, sheet)
    assert [line.reason for line in reading.lines] == [""] * len(sheet)
    assert len(sheet) > 6


def test_places_with_the_same_short_name_are_told_apart_by_what_can_go_there() -> None:
    with pytest.raises(Refusal):
        place_meant("An")
    reading = read("Gondor", "A MTi embarks F AND", units=units(Gondor=("A MTi", "F AND")))
    assert only(reading).reading == "Army Minas Tirith embarks on Fleet Anduin (river)"


def test_a_merge_names_the_stack_that_results() -> None:
    merge = given_orders(read("Gondor", "A MTi - Los M A Pel - Los"))[0]
    assert isinstance(merge, Merge)
    assert merge.result == Unit("A", "Los", 2)


@pytest.mark.parametrize(
    "text",
    [
        "My orders: A Pel - Los, A SIt H",
        "A Pel moves to Lossarnach; A SIt holds",
        "1) A Pel -> Los 2) A SIt stays",
        "Gon: A Pel - Los and A SIt H",
        "Turn 3: A Pel - Los. A SIt H.",
        "Armee Pelargir nach Lossarnach und Armee South Ithilien hält",
        "Army Pelargir goes to Lossarnach and Army South Ithilien stays put",
        "A Pel - Los A SIt H",
    ],
)
def test_two_orders_on_a_line(text: str) -> None:
    readings = [line.reading for line in read("Gondor", text).lines]
    assert readings == ["Army Pelargir moves to Lossarnach", "Army South Ithilien holds"]


def test_wrapped_lines_are_joined() -> None:
    assert [line.reading for line in read("Gondor", "A Pel -", "Los").lines] == [
        "Army Pelargir moves to Lossarnach"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "A Pel - Los, unless Umbar attacks",
        "A Pel - Los or A Pel - Lam",
        "Plan B: A Pel - Los",
        "DEFAULT ORDERS",
    ],
)
def test_a_doubtful_line_is_not_an_order(text: str) -> None:
    assert given_orders(read("Gondor", text)) == ()


def test_all_others_hold() -> None:
    reading = read("Gondor", "A Pel - Los", "all other units hold")
    assert not [row for row in reading.in_force if row.source == "missing"]
    assert "Army South Ithilien holds" in [row.order for row in reading.in_force]


def test_part_of_a_misspelt_division_is_not_a_move_of_its_own() -> None:
    assert given_orders(read("Gondor", "2A MTi D : A MTii - Los, A MTi - Osg")) == ()


def test_only_one_of_the_rangers_in_an_area_can_be_ordered_and_the_answer_says_so() -> None:
    pair: dict[str, Any] = {"units": {"Gandalf": ["R Osg", "R Osg"]}}
    before = state(**pair)
    assert game.form(before, "Gandalf").count("R Osg H") == 1
    reading = read("Gandalf", "R Osg - NIt", "R Osg H", "R Osg - SIt", **pair)
    assert [(row.unit, row.order) for row in reading.in_force] == [
        ("Ranger Osgiliath", "Ranger Osgiliath moves to South Ithilien")
    ]
    assert reading.warnings == (
        "There are two orders for Ranger Osgiliath in this message; the later one counts.",
        "Only one of your 2 Rangers in Osgiliath can be ordered in a turn; the other stays.",
    )
    after = game.judge(before, {"Gandalf": reading.orders}, SeededDice("a seed", 1)).state
    assert game.form(after, "Gandalf") == ["R Osg H", "R SIt H"]


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("Gandalf - Hollin with Fe", "Write Fe Rhu - Hol with Gandalf."),
        ("Gandalf with Fe Rhu", "Write Fe Rhu with Gandalf."),
        ("Gandalf with the Ranger in Rhudaur", "Write R Rhu with Gandalf."),
        ("Gandalf - Hol with Aragorn", "Write Gandalf with A MTi."),
    ],
)
def test_gandalf_with_the_fellowship_gets_the_advice_to_order_the_fellowship(text: str, advice: str) -> None:
    where = {"phase": "movement", "turn": 3, "units": {"Gandalf": ["Gandalf Rhu", "Fe Rhu", "R Rhu"]}}
    state = game.place(where)
    line = only(game.read(state, "Gandalf", None, [text]))
    assert (line.verdict, line.remedy) == (REFUSED, advice)
    if "MTi" not in advice:
        written = advice.removeprefix("Write ").removesuffix(".")
        assert only(game.read(state, "Gandalf", None, [written])).verdict != REFUSED


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["Fe Hol - NiE with Aragorn"], "Fellowship goes to Nîn-in-Eilph with Aragorn only if Aragorn"),
        (["Fe Hol - NiE with Aragorn", "Aragorn - Iml"], "is ordered there: Aragorn - NiE."),
        (["Fe Hol - NiE with Aragorn", "Aragorn - NiE"], ""),
        (["Fe Hol with Aragorn", "Aragorn - NiE"], ""),
        (["R Bre - Tyr with Gandalf", "Gandalf - Wea"], "Ranger Bree goes to Tyrn Gorthad with Gandalf only"),
        (["R Bre - Tyr with Gandalf", "Gandalf - Tyr"], ""),
    ],
)
def test_who_goes_with_a_piece_that_is_not_ordered_there_is_warned_about(lines: list[str], told: str) -> None:
    """A newcomer took "Fe Hol - NiE with Aragorn" from OPTIONS, and both stayed where they were."""
    units = {"Gandalf": ["Fe Hol", "Aragorn Hol", "Gandalf Bre", "R Bre"]}
    warnings = game.read(game.place({"turn": 3, "units": units}), "Gandalf", None, lines).warnings
    assert (told in " ".join(warnings)) if told else not warnings


def test_sending_two_rangers_to_one_area_is_warned_about() -> None:
    told = "Your Rangers meet in Fornost Erain. Only one of the Rangers in an area can be ordered in a turn."
    where = {"phase": "movement", "turn": 3, "units": {"Gandalf": ["R Bre", "R Wea", "Gandalf Shi"]}}
    state = game.place(where)
    assert game.read(state, "Gandalf", None, ["R Bre - FEr", "R Wea - FEr"]).warnings == (told,)
    assert game.read(state, "Gandalf", None, ["R Bre - FEr", "R Wea - Rhu"]).warnings == ()
    together = game.place({**where, "units": {"Gandalf": ["R Bre", "R Bre", "Gandalf Shi"]}})
    assert told not in game.read(together, "Gandalf", None, ["R Bre - FEr"]).warnings


def test_gandalf_without_a_first_place_is_said_to_begin_in_imladris() -> None:
    begin = game.start({}, SeededDice("first place", 0))
    [told] = game.read(begin, "Gandalf", None, ["Fe Iml H"]).warnings
    assert told.startswith("You name no area where Gandalf begins, so he begins in Imladris.")
    assert game.read(begin, "Gandalf", None, ["Gandalf starts at Bre"]).warnings == ()
    assert not any("Imladris" in one for one in game.read(begin, "Elves", None, ["F GHa H"]).warnings)


def test_a_cancelled_standing_order_is_listed_as_cancelled() -> None:
    where = {"phase": "movement", "turn": 5, "units": {"Gondor": ["A MTi"]}}
    first = game.read(game.place(where), "Gondor", None, ["STANDING: A MTi destroys any"])
    kept = game.read(game.place(where), "Gondor", first.orders, ["CANCEL STANDING 1"])
    ended = "Standing order 1 is cancelled: Army Minas Tirith destroys any piece that it can"
    assert ended in [row.order for row in kept.in_force]


GONE = {
    "Gandalf": ("A FEr", "Aragorn MVa", "Fe EWa", "R Bre"),
    "Mordor": ("Sauron Bar",),
    "Elves": ("R Bre",),
}


def offered(power: str, units: dict[str, tuple[str, ...]], **facts: Any) -> set[str]:
    where = game.place({"phase": "movement", "turn": 8, "units": units, **facts})
    return {order for orders in game.choices(where, power).values() for order in orders}


def test_only_a_piece_that_is_there_is_offered_as_company() -> None:
    """OPTIONS once offered the Fellowship to go with Gandalf, turns after he was dead."""
    after = offered("Gandalf", GONE, state={"gandalf": "dead"})
    assert not [order for order in after if "with Gandalf" in order or "with Aragorn" in order]
    with_him = {**GONE, "Gandalf": ("Gandalf Bre", *GONE["Gandalf"])}
    assert "R Bre - Shi with Gandalf" in offered("Gandalf", with_him)
    assert not [
        order for order in offered("Gandalf", with_him) if order.startswith("Fe EWa") and "with" in order
    ]
    assert offered("Elves", with_him) == offered("Elves", GONE), "others do not know where he is (H.1)"
    assert "R Bre - Shi with Gandalf" in offered("Elves", GONE)


def test_company_with_a_piece_that_is_dead_is_refused_to_its_own_player() -> None:
    where = game.place({"phase": "movement", "turn": 8, "units": GONE, "state": {"gandalf": "dead"}})
    (line,) = game.read(where, "Gandalf", None, ["Fe EWa - Wit with Gandalf"]).lines
    assert line.reason == "Gandalf is dead." and "Fe EWa can go to" in line.remedy
    (taken,) = game.read(where, "Elves", None, ["R Bre - Shi with Gandalf"]).lines
    assert taken.reason == "", "an order that is illegal only because of something hidden is accepted (H.2)"


def test_pieces_that_nobody_can_meet_are_not_offered_to_destroy() -> None:
    """As far as everybody knows: Theoden and Dain are shown to all, and some pieces come with the Ring alone."""
    killed = {
        order.removeprefix("A FEr destroys ") for order in offered("Gandalf", GONE) if "FEr destroys" in order
    }
    assert killed == {"any", "Faramir", "Saruman", "Sauron", "Lord of the Nazgul", "Nazgul", "R"}
    worn = {**GONE, "Elves": ("Galadriel Lor [Ring]",)}
    assert "A FEr destroys Galadriel" in offered("Gandalf", worn, state={"ring": "worn"})
    hidden = {**GONE, "Gondor": ("Faramir MTi",)}
    assert offered("Gandalf", hidden) == offered("Gandalf", GONE), "whether Faramir lives may be hidden"


@pytest.mark.parametrize(
    ("lines", "places"),
    [
        (["Fe - NDo", "Fe R Rhu, Wea"], "Rhudaur"),
        (["Fe - NDo", "Fe R CDm, Shi"], ""),
        (["Fe R Shi, Wea"], "the Weather Hills"),
    ],
)
def test_a_retreat_given_with_the_moves_that_nothing_leads_to_is_noted(lines: list[str], places: str) -> None:
    """It is passed over; a new player gave two such areas, and no answer said so."""
    where = game.place({"phase": "movement", "turn": 8, "units": {"Gandalf": ["Fe Nen"]}})
    reading = game.read(where, "Gandalf", None, lines)
    assert {line.verdict for line in reading.lines} == {TAKEN}
    told = [one for one in reading.warnings if "cannot retreat to" in one]
    assert [places in one for one in told] == [True] * bool(places)


@pytest.mark.parametrize("beside", ["with Saruman", "led by Saruman", "and Saruman", "w/ Saruman"])
def test_a_piece_beside_a_part_of_a_divided_stack_gets_a_line_of_its_own(beside: str) -> None:
    """The answer once suggested three divisions that nobody had thought of, and did not name the trouble."""
    stack = units(Saruman=("2A Dun", "Saruman Dun"))
    line = only(read("Saruman", f"2A Dun D : A Dun - Hol {beside} A Dun - Tha", units=stack))
    assert line.verdict == REFUSED
    assert "A piece has an order of its own, outside the division." in line.remedy
    division, order = line.remedy.rstrip(".").partition("two lines: ")[2].split("; and: ")
    again = read("Saruman", division, order, units=stack)
    assert [one.reading for one in again.lines] == [
        "2 Armies Dunland divide: Army Dunland moves to Hollin; Army Dunland moves to Tharbad",
        "Saruman leads Army Dunland, which moves to Hollin",
    ]


def test_several_units_without_an_order_hold() -> None:
    rows = {row.unit: row.order for row in read("Gondor", units=units(Gondor=("2A MTi", "A Pel"))).in_force}
    assert rows["2 Armies Minas Tirith"].startswith("no order, so they hold")
    assert rows["Army Pelargir"].startswith("no order, so it holds")


@pytest.mark.parametrize(
    ("fleets", "why"),
    [
        (
            "2F ETH",
            "C Pel could not move to SIt. A hostile fleet is in ETH. It can support in Dor, Lam or Los.",
        ),
        ("2F SBY", ""),
    ],
)
def test_a_refused_support_says_what_bars_the_way_and_offers_only_what_is_open(fleets: str, why: str) -> None:
    units = {"Gondor": ["C Pel", "A Osg"], "Umbar": [fleets]}
    there = game.place({"phase": "movement", "turn": 3, "units": units})
    line = game.read(there, "Gondor", None, ["C Pel S A Osg - SIt"]).lines[0]
    assert f"{line.reason} {line.remedy}".strip() == why


def test_several_units_with_orders_instead_of_standing_ones_get_one_note() -> None:
    units = {"Gondor": ["A DAm", "A Lam", "2A Osg"]}
    standing = {"Gondor": ["A * destroys Lord of the Nazgul"]}
    there = game.place({"phase": "movement", "turn": 3, "units": units, "state": {"standing": standing}})
    reading = game.read(there, "Gondor", None, ["A * destroys Nazgul"])
    told = (
        "Units with an order of their own to destroy do not follow these standing orders this turn:"
        " 1 (every Army destroys Lord of the Nazgul) for A DAm, A Lam and 2A Osg. To have both, order both."
    )
    assert [one for one in reading.warnings if "To have both" in one] == [told]
    assert "2 Armies Osgiliath destroy Nazgul" in [line.reading for line in reading.lines]
    alone = game.read(there, "Gondor", None, ["A Lam destroys Nazgul"]).warnings
    assert any(one.startswith("A Lam has an order of its own to destroy") for one in alone)


@pytest.mark.parametrize(
    ("phase", "units", "dislodged", "order", "is_in_force"),
    [
        ("movement", ["A Pel"], [], "A Pel H", True),
        ("movement", ["A Los"], [], "A Pel H", False),
        ("retreat", ["A Los"], [], "Faramir R Los", False),
        ("retreat", ["A Los"], ["Faramir Pel < SIt"], "Faramir R Los", True),
    ],
)
def test_a_standing_order_of_nobody_is_listed_by_its_number_alone(
    phase: str, units: list[str], dislodged: list[str], order: str, is_in_force: bool
) -> None:
    facts = {"units": {"Gondor": units}, "dislodged": {"Gondor": dislodged}}
    there = game.place({"phase": phase, "turn": 3, **facts, "state": {"standing": {"Gondor": [order]}}})
    reading = game.read(there, "Gondor", None, [])
    rows = [(row.unit, row.source) for row in reading.in_force]
    listed = [unit for unit, source in rows if source == "standing" and not unit.startswith("Standing order")]
    numbered = [unit for unit, _ in rows if unit.startswith("Standing order")]
    assert len(listed) == is_in_force
    assert len(numbered) == (not is_in_force or phase == "movement")
    remarks = [
        row.order for row in reading.in_force if row.order.endswith("you have no such unit or piece now")
    ]
    assert len(remarks) == (not is_in_force)
