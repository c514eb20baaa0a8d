"""The holder of the Ring reads what may be done with it; nothing changes for anybody else."""

from collections.abc import Mapping

import msgspec
import pytest

from adjudicator import downfall_xiii, hardbop
from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game, ReportFacts
from adjudicator.downfall_xiii import position as xiii
from adjudicator.hardbop import position as hb
from adjudicator.middle_earth.view.ring import CARRIED, NOW, TITLE, WORN

GAMES: Mapping[str, Game] = {"hardbop": hardbop.game, "downfall-xiii": downfall_xiii.game}
UNITS = {
    "Gandalf": ["Fe Bre", "Gandalf Bre"],
    "Elves": ["A Iml", "Fe Bre"],
    "Gondor": ["A MTi", "R Osg"],
    "Mordor": ["2A Bar", "Sauron Oro"],
    "Saruman": ["A Ise", "Saruman Ise"],
    "Umbar": ["A Hrd"],
    "Rohan": ["A HDe"],
}
POWERS = ("Elves", "Gondor", "Mordor", "Saruman", "Umbar", "Rohan", "Dwarves")


def _placed(key: str, power: str, kind: str, place: str, how: str = CARRIED, **facts: object) -> str:
    """Return a position in which that unit of *power* has the Ring."""
    others = ("Elves",) if key == "downfall-xiii" else ("Gandalf",)
    units = {name: theirs for name, theirs in UNITS.items() if name not in others}
    game = GAMES[key]
    text = game.place({"units": units, "turn": 3, **facts})
    if key == "hardbop":
        position = hb.from_text(text)
        bearer = hb.Bearer(power, kind, place)
        return hb.to_text(msgspec.structs.replace(position, ring=hb.Ring(how, bearer=bearer)))
    state = xiii.from_text(text)
    holder = xiii.Bearer(power, kind, place)
    return xiii.to_text(msgspec.structs.replace(state, ring=xiii.Ring(how, bearer=holder)))


def _section(sheet: ReportFacts) -> list[str]:
    return [item.text for section in sheet.sections if section.key == "holds" for item in section.items]


@pytest.mark.parametrize(
    ("key", "power", "kind", "place", "allowed", "barred"),
    [
        ("hardbop", "Elves", "Fe", "Bre", "Fe Bre passes the Ring to Shi", "puts on"),
        ("hardbop", "Gondor", "A", "MTi", "A MTi passes the Ring to Osg", "destroys the Ring"),
        ("hardbop", "Mordor", "Sauron", "Oro", "Sauron puts on the Ring", "passes the Ring to Oro"),
        ("hardbop", "Mordor", "A", "Bar", "A Bar passes the Ring to", "puts on"),
        ("hardbop", "Saruman", "Saruman", "Ise", "Saruman puts on the Ring", "destroys the Ring"),
        ("hardbop", "Umbar", "A", "Hrd", "A Hrd puts on the Ring", "destroys the Ring"),
        ("downfall-xiii", "Gandalf", "Fe", "Bre", "Fe Bre passes the Ring to Shi", "puts on"),
        ("downfall-xiii", "Gondor", "A", "MTi", "A MTi passes the Ring to Los", "puts on"),
        ("downfall-xiii", "Gondor", "A", "MTi", "throws the Ring into AND", "puts on"),
        ("downfall-xiii", "Mordor", "Sauron", "Oro", "Sauron destroys the Ring", "throws"),
        ("downfall-xiii", "Saruman", "Saruman", "Ise", "Saruman puts on the Ring", "destroys the Ring"),
    ],
)
def test_the_holder_reads_which_orders_are_allowed(  # noqa: PLR0917  (a table)
    key: str, power: str, kind: str, place: str, allowed: str, barred: str
) -> None:
    game, state = GAMES[key], _placed(key, power, kind, place)
    told = _section(game.show(state, None, power))
    assert NOW in told
    orders = told[told.index(NOW) + 1 :]
    assert any(allowed in order for order in orders), orders
    assert not any(barred in order for order in orders), orders
    refused = [
        line for order in orders for line in game.read(state, power, None, [order]).lines if line.reason
    ]
    assert not refused, "each line is taken as it stands"
    (remark,) = [line for line in game.form(state, power) if line.startswith("# the Ring")]
    assert allowed in remark


@pytest.mark.parametrize(
    ("power", "kind", "place", "wanted"),
    [
        (
            "Saruman",
            "A",
            "Ise",
            ["only he can put it on", "must have it first", "passes the Ring to Saruman"],
        ),
        ("Saruman", "Saruman", "Ise", ["Saruman can put it on", "two armies", "you are eliminated"]),
        ("Umbar", "A", "Hrd", ["Your Army can put it on", "Neutral for 6 turns"]),
        ("Gondor", "A", "MTi", ["Your units cannot put it on", "you win"]),
        ("Rohan", "A", "HDe", ["only if you are Neutral"]),
        ("Mordor", "A", "Bar", ["Only Sauron can put it on", "only a Good power wins by that"]),
        ("Gandalf", "Fe", "Bre", ["cannot put it on", "you win"]),
        ("Elves", "A", "Iml", ["only in Lórien"]),
    ],
)
def test_the_holder_reads_who_can_put_the_ring_on_and_what_it_brings(
    power: str, kind: str, place: str, wanted: list[str]
) -> None:
    """A newcomer carried the Ring for eight turns before finding that Saruman himself could wear it."""
    told = " ".join(
        _section(downfall_xiii.game.show(_placed("downfall-xiii", power, kind, place), None, power))
    )
    assert not [words for words in wanted if words not in told], told


@pytest.mark.parametrize(("key", "power"), [("hardbop", "Umbar"), ("downfall-xiii", "Saruman")])
def test_the_holder_reads_that_the_ring_is_passed_after_the_move(key: str, power: str) -> None:
    game = GAMES[key]
    kind, place = ("A", "Hrd") if power == "Umbar" else ("Saruman", "Ise")
    state = _placed(key, power, kind, place)
    (after,) = [text for text in _section(game.show(state, None, power)) if "after the move" in text]
    move, passing = after.partition("for instance ")[2].rstrip(".").split(" with ")
    assert not [line.reason for line in game.read(state, power, None, [move, passing]).lines if line.reason]
    assert [line for line in game.read(state, power, None, [passing]).lines if line.reason], "not from here"


@pytest.mark.parametrize("key", GAMES)
def test_the_form_with_the_remark_is_taken_as_it_is(key: str) -> None:
    power = "Elves" if key == "hardbop" else "Gandalf"
    game, state = GAMES[key], _placed(key, power, "Fe", "Bre")
    lines = game.read(state, power, None, [line for line in game.form(state, power) if line[0] != "#"]).lines
    assert lines
    assert not [line.reason for line in lines if line.reason]


@pytest.mark.parametrize("key", GAMES)
def test_the_wearer_reads_that_it_stays_on(key: str) -> None:
    game, state = GAMES[key], _placed(key, "Saruman", "Saruman", "Ise", WORN)
    told = _section(game.show(state, None, "Saruman"))
    assert any("never taken off" in one for one in told)
    assert NOW not in told
    assert not [line for line in game.form(state, "Saruman") if "the Ring" in line]


@pytest.mark.parametrize("key", GAMES)
def test_nothing_changes_for_anybody_else(key: str) -> None:
    """The twin: another power holds the Ring, or it lies where nobody looks."""
    game = GAMES[key]
    finder, kind = ("Elves", "Fe") if key == "hardbop" else ("Gandalf", "Fe")
    twins = [_placed(key, finder, kind, "Bre"), _placed(key, "Gondor", "A", "MTi")]
    for reader in (*POWERS, None):
        if reader in (finder, "Gondor"):
            continue
        first, second = [_all_that_leaves(game, state, reader) for state in twins]
        assert first == second, reader
        assert TITLE.encode() not in first
    assert TITLE.encode() in _all_that_leaves(game, twins[0], finder)


def _all_that_leaves(game: Game, state: str, reader: str | None) -> bytes:
    told = [msgspec.json.encode(game.show(state, None, reader)), game.picture(state, None, reader).encode()]
    if reader is not None:
        told += [repr(game.form(state, reader)).encode(), repr(game.choices(state, reader)).encode()]
    return b"\n".join(told)


VOID_RING_ORDERS = [
    pytest.param(
        "downfall-xiii",
        {"Saruman": ["A KDu", "Saruman Dun"], "Elves": ["A Iml"]},
        ("A", "KDu"),
        {
            "Saruman": ["A KDu - Hol", "A KDu passes the Ring to Saruman", "Saruman puts on the Ring"],
            "Elves": ["A Iml - Hol"],
        },
        [
            "the receiver was not with it or next to it; see RULES 8.4",
            "it did not have the Ring then; see RULES 8.12",
        ],
        id="bounced",
    ),
    pytest.param(
        "downfall-xiii",
        {"Saruman": ["A Aza", "Saruman Wes"]},
        ("A", "Aza"),
        {"Saruman": ["A Aza - Fan", "A Aza passes the Ring to Saruman"]},
        ["it was dislodged or destroyed before that; see RULES 8.4"],
        id="killed by the Ents",
    ),
    pytest.param(
        "downfall-xiii",
        {"Umbar": ["A Hrd"], "Gondor": ["A SGo"]},
        ("A", "Hrd"),
        {"Umbar": ["A Hrd - SGo", "A Hrd passes the Ring to Por"]},
        ["that area was not next to it; see RULES 8.4"],
        id="bounced, area named",
    ),
    pytest.param(
        "hardbop",
        {"Umbar": ["A Hrd"]},
        ("A", "Hrd"),
        {"Umbar": ["A Hrd H", "A Hrd passes the Ring to NHa"]},
        ["nobody was there to take it; see RULES 7.3"],
        id="nobody there, Hardbop",
    ),
]


@pytest.mark.parametrize(("key", "units", "bearer", "sheets", "wanted"), VOID_RING_ORDERS)
def test_an_order_for_the_ring_without_effect_says_why(
    key: str,
    units: Mapping[str, list[str]],
    bearer: tuple[str, str],
    sheets: Mapping[str, list[str]],
    wanted: list[str],
) -> None:
    """A newcomer lost three passes to "nothing came of it"."""
    game, power = GAMES[key], next(iter(sheets))
    before = _placed(key, power, *bearer, units=units)
    orders = {one: game.read(before, one, None, lines).orders for one, lines in sheets.items()}
    judged = game.judge(before, orders, SeededDice("void", 0))
    told = " ".join(
        item.text for one in game.show(judged.state, judged.record, power).sections for item in one.items
    )
    assert not [words for words in wanted if words not in told], told


NOBODY_TAKES_IT = "As far as you know nobody will be in"


@pytest.mark.parametrize(
    ("lines", "how", "warning"),
    [
        (["A KDu - Hol", "A KDu passes the Ring to Ett"], CARRIED, ""),
        (["A KDu H", "A KDu passes the Ring to Aza"], CARRIED, NOBODY_TAKES_IT),
        (["A KDu H", "A KDu passes the Ring to Hol", "A Dun - Hol"], CARRIED, ""),
        (["A KDu H", "A KDu passes the Ring to Iml"], CARRIED, ""),
        (["Saruman puts on the Ring"], CARRIED, "Saruman does not have the Ring, A KDu has"),
        (["Saruman puts on the Ring", "A KDu passes the Ring to Saruman"], CARRIED, ""),
        (["Saruman puts on the Ring"], WORN, "The Ring is worn already"),
    ],
)
def test_an_order_for_the_ring_that_can_do_nothing_gets_a_warning(
    lines: list[str], how: str, warning: str
) -> None:
    units = {"Saruman": ["A KDu", "A Dun", "Saruman Dun"], "Elves": ["A Iml"]}
    bearer = ("A", "KDu") if how == CARRIED else ("Saruman", "Dun")
    reading = GAMES["downfall-xiii"].read(
        _placed("downfall-xiii", "Saruman", *bearer, how, units=units), "Saruman", None, lines
    )
    found = [one for one in reading.warnings if "Ring" in one]
    assert [one.startswith(warning) for one in found] == ([True] if warning else []), found


DESTROYERS = {"Saruman": ["A Ise", "A Dun", "Saruman Ise"], "Mordor": ["2A Bar", "A Udu"]}


@pytest.mark.parametrize(
    ("power", "lines", "warning"),
    [
        ("Saruman", ["STANDING: A * destroys R"], "A Ranger can be destroyed only by units of an Evil power"),
        ("Saruman", ["A Dun destroys R"], "A Ranger can be destroyed only by units of an Evil power"),
        ("Mordor", ["A Udu destroys R"], ""),
        ("Saruman", ["A Dun destroys Nazgul"], "The Nazgul falls only to a double unit"),
        ("Saruman", ["A Ise destroys Nazgul"], ""),
        ("Saruman", ["STANDING: A * destroys Nazgul"], ""),
        ("Mordor", ["A Udu destroys Gandalf"], "Gandalf falls only to a double unit"),
        ("Mordor", ["2A Bar destroys Gandalf"], ""),
        ("Saruman", ["A Dun destroys Aragorn"], "Aragorn can be destroyed only by units of an Evil power"),
        ("Saruman", ["A Dun destroys Lord of the Nazgul"], ""),
        ("Saruman", ["A Dun destroys any"], ""),
    ],
)
def test_an_order_to_destroy_that_cannot_work_gets_a_warning(
    power: str, lines: list[str], warning: str
) -> None:
    """It rests on the rules and the own units alone: where the piece is changes nothing."""
    game = GAMES["downfall-xiii"]
    twins = [
        game.place({"units": {**DESTROYERS, "Gandalf": pieces}, "turn": 3})
        for pieces in (["Gandalf Dun", "R Dun"], ["R Bre"])
    ]
    first, second = [game.read(state, power, None, lines).warnings for state in twins]
    assert first == second
    found = [one for one in first if "destroyed only" in one or "falls only" in one]
    assert [one.startswith(warning) for one in found] == ([True] if warning else []), found
