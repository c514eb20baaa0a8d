"""Every report lists what its reader knows of hidden pieces: the last sighting of each, and no more."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Remembered
from adjudicator.games import find
from adjudicator.hardbop.ground import FLEET, NAMES, ring_places
from adjudicator.hardbop.position import from_text
from pbem.commands.lookup import memory
from pbem.store.game_tables import GameTable
from tests.support.every_mail import played
from tests.support.table import Table, body_of, text_of

SEATS = {"Gondor": "gondor@x.org", "Mordor": "mordor@y.org", "Elves": "elves@z.org"}


@pytest.fixture
def hb1(tmp_path: Path) -> Iterator[Table]:
    own = Table(tmp_path)
    own.vouched |= set(SEATS.values())
    own.opens("hb1", "72h", SEATS, "hardbop")
    yield own
    own.store.close()


def known(table: Table, power: str) -> str:
    body = body_of(table.report_to(SEATS[power]))
    return " ".join(body.partition("What you know\n")[2].partition("Supply centres\n")[0].split())


def test_the_hint_of_the_first_report_is_remembered(hb1: Table) -> None:
    first = text_of(hb1.report_to(SEATS["Gondor"]))
    assert "It is whispered that the Ring may lie" in first
    for _ in range(3):
        hb1.deadline_passes("hb1")
    assert "It is whispered that the Ring may lie in one of these, or in none: " in known(hb1, "Gondor")


def test_news_of_the_report_itself_is_not_repeated_in_the_list(hb1: Table) -> None:
    hb1.mail(SEATS["Gondor"], "Gandalf starts at Dol", "hb1")
    hb1.deadline_passes("hb1")
    gondor, mordor = (" ".join(body_of(hb1.report_to(SEATS[who])).split()) for who in ("Gondor", "Mordor"))
    assert gondor.count("It is whispered that the Ring") == 1
    seen = "Gandalf (Gondor) in Dol Guldur: in the same space as your Army."
    assert mordor.count(seen) == 1 and seen not in known(hb1, "Mordor")
    hb1.mail(SEATS["Mordor"], "KNOWN\nA Dol - Bro", "hb1")
    assert seen in text_of(hb1.last_to(SEATS["Mordor"]))
    hb1.deadline_passes("hb1")
    assert f"{seen} [AFTERYULE I 3019, movement]" in known(hb1, "Mordor")


def test_the_list_collects_the_places_where_the_ring_was_not_found(hb1: Table) -> None:
    hb1.mail(SEATS["Elves"], "F GHa - Har\nA Iml - Hol", "hb1")
    hb1.deadline_passes("hb1")
    goal = next(near for near in FLEET["Har"] if near in ring_places({}))
    hb1.mail(SEATS["Elves"], f"F Har - {goal}", "hb1")
    hb1.deadline_passes("hb1")
    areas = " and ".join(sorted([NAMES[goal], NAMES["Har"]]))  # Hollin is too near by the default option
    both = f"Possible hiding places of the Ring where your units and pieces found nothing: {areas}."
    assert both in known(hb1, "Elves")
    left = " and ".join(", ".join(sorted({*ring_places({})} - {goal, "Har"})).rsplit(", ", 1))
    assert f"{both} Not yet searched by you: {left}." in known(hb1, "Elves")
    assert "without finding" not in known(hb1, "Gondor")
    hb1.mail(SEATS["Elves"], "KNOWN", "hb1")
    assert both in text_of(hb1.last_to(SEATS["Elves"]))


def answer(table: Table, power: str, body: str) -> str:
    table.mail(SEATS[power], body, "hb1")
    return " ".join(text_of(table.last_to(SEATS[power])).split())


def test_where_and_a_piece_says_what_known_says_of_it(hb1: Table) -> None:
    """WHERE ranger said "You see no Ranger now." to the player whose Ranger stood in Bree."""
    assert "You see Ranger Bre (Gondor)." in answer(hb1, "Gondor", "WHERE ranger")
    assert "Ranger (Gondor) in Bree: there at the start." in answer(hb1, "Mordor", "WHERE ranger")
    hb1.mail(SEATS["Gondor"], "Gandalf starts at Dol", "hb1")
    hb1.deadline_passes("hb1")
    seen = "Gandalf (Gondor) in Dol Guldur: in the same space as your Army. [AFTERYULE I 3019, movement]"
    assert seen in answer(hb1, "Mordor", "WHERE Gandalf")
    assert "You see no Gandalf now, and your reports mention none." in answer(hb1, "Elves", "WHERE Gandalf")


def test_where_the_ring_may_be_leaves_out_what_was_searched(hb1: Table) -> None:
    hb1.mail(SEATS["Elves"], "F GHa - Har", "hb1")
    hb1.deadline_passes("hb1")
    told = answer(hb1, "Elves", "PLACES RING\nWHERE Har\nWHERE Fnd")
    places, _, others = told.partition("found nothing: ")
    assert "Har (Harlond)" not in places and others.startswith("Har (Harlond).")
    assert told.count("Your units and pieces have not found the Ring here.") == 1
    assert told.count("The Ring may lie hidden here when the game begins.") == 1
    told = answer(hb1, "Gondor", "PLACES RING\nWHERE Har")
    assert "found nothing" not in told and "The Ring may lie hidden here" in told


def test_the_holder_of_the_ring_is_told_where_it_is(hb1: Table) -> None:
    with hb1.store.reading() as session:
        position = from_text(session.get_one(GameTable, "hb1").position)
    place = position.ring.place
    hb1.mail(SEATS["Gondor"], f"Gandalf starts at {place}", "hb1")
    hb1.deadline_passes("hb1")
    told = answer(hb1, "Gondor", f"WHERE Ring\nWHERE {place}")
    assert f"Gandalf in {NAMES[place]} carries the Ring" in told
    assert f"Gandalf in {NAMES[place]} has claimed the Ring. [AFTERYULE I 3019, movement]" in told
    assert "may lie hidden" not in told and "whispered" not in body_of(hb1.report_to(SEATS["Gondor"]))
    assert "may lie hidden" in answer(hb1, "Mordor", "WHERE Ring")


SEARCHES = [  # game, power, units, orders, state, what was searched
    (
        "downfall-xiii",
        "Gandalf",
        ["Aragorn DHa"],
        ["Aragorn takes the Paths of the Dead"],
        {},
        "Morthond Vale",
    ),
    ("downfall-xiii", "Gandalf", ["Fe Fan"], ["Fe Fan marches with the Ents"], {}, "Isengard"),
    ("downfall-xiii", "Gandalf", ["Gandalf Wes"], ["Gandalf - Gap with A Wes"], {}, "Gap of Rohan"),
    ("downfall-xiii", "Gandalf", ["Gandalf Wes"], ["Gandalf with A Wes"], {}, "Gap of Rohan"),
    ("downfall-xiii", "Gandalf", ["Gandalf Wol"], ["Gandalf - Fan with A Wes"], {}, ""),
    ("downfall-xiii", "Saruman", ["A Dun", "A Ise"], ["A Dun - Gap M A Ise - Gap"], {}, "Gap of Rohan"),
    ("downfall-xiii", "Saruman", ["A Wol"], ["A Wol - Fan"], {}, ""),  # the Ents destroy it
    (
        "downfall-xiii",
        "Elves",
        ["A GHa", "F GUL"],
        ["A GHa embarks F GUL", "A GUL disembarks Har"],
        {},
        "Harlond",
    ),
    ("downfall-xiii", "Umbar", ["C EEm"], ["C EEm - WEm - Wes"], {}, "West Emnet"),  # it stops there
    ("downfall-xiii", "Umbar", ["C WEm", "C EEm"], ["C WEm H", "C EEm - WEm - Wes"], {}, ""),
    ("downfall-xiii", "Gandalf", ["R Bre"], ["Gandalf returns Iml"], {"gandalf": "returning"}, ""),
    ("hardbop", "Rohan", ["C Edo"], ["C Edo - WEm - Gap"], {}, "Gap of Rohan"),
]


@pytest.mark.parametrize(("key", "power", "units", "orders", "state", "place"), SEARCHES)
def test_whatever_led_there_has_searched_a_place(  # noqa: PLR0917
    key: str, power: str, units: list[str], orders: list[str], state: dict[str, str], place: str
) -> None:
    """Aragorn came to Morthond Vale by the Paths of the Dead, and the list never had it."""
    game = find(key)
    others = {"Rohan": ["A Wes"]} if key == "downfall-xiii" else {"Gondor": ["A MTi"]}
    before = game.place({"phase": "movement", "turn": 3, "units": {**others, power: units}, "state": state})
    given = {power: game.read(before, power, None, orders).orders}
    going = "Gandalf Wes" in units
    given |= {"Rohan": game.read(before, "Rohan", None, ["A Wes - Gap"]).orders} if going else {}
    turn = game.judge(before, given, SeededDice("search", 1))
    found = [one.text for one in game.show(turn.state, turn.record, power).remembered if one.adds]
    assert found == [place] * bool(place)


def test_who_is_destroyed_at_the_end_of_a_move_has_looked_there_before() -> None:
    """The Ring is found before pieces are destroyed (XIII S 7 and 9)."""
    game = find("downfall-xiii")
    where = {"Gandalf": ["Gandalf Wes"], "Saruman": ["A Ise", "Saruman Ise"]}
    before = game.place({"phase": "movement", "turn": 3, "units": where})
    sheets = {
        "Gandalf": ["Gandalf - Gap"],
        "Saruman": ["Saruman leads A Ise - Gap", "A Ise destroys any"],
    }
    orders = {power: game.read(before, power, None, lines).orders for power, lines in sheets.items()}
    turn = game.judge(before, orders, SeededDice("search", 1))
    told = game.show(turn.state, turn.record, "Gandalf").remembered
    assert [one.text for one in told if one.adds] == ["Gap of Rohan"]


def test_a_ranger_that_neutralised_nothing_has_still_looked_there(hb1: Table) -> None:
    """A Ranger moves whether or not there is anything to neutralise (3.8(c))."""
    hb1.mail(SEATS["Gondor"], "R Bre - Bra neutralises", "hb1")
    hb1.deadline_passes("hb1")
    hb1.deadline_passes("hb1")
    assert "where your units and pieces found nothing: Brandywine." in known(hb1, "Gondor")


def test_the_last_sighting_replaces_the_one_before() -> None:
    told = [
        ("Turn 1", (Remembered("Nazgul", "Nazgul in Bree: seen."), Remembered("not", "Bree", adds=True))),
        ("Turn 2", (Remembered("Gandalf", "Gandalf in Gap: met."), Remembered("not", "Arnor", adds=True))),
        (
            "Turn 3",
            (Remembered("Nazgul", "Nazgul in Fords: seen."), Remembered("Nazgul", "Nazgul in Dale: seen.")),
        ),
    ]
    lines = [sentence.facts for sentence in memory._lines(told)]  # type: ignore[union-attr]  # they are sentences
    assert lines == [
        {"text": "Gandalf in Gap: met.", "turn": "Turn 2"},
        {"text": "Nazgul in Fords: seen.", "turn": "Turn 3"},
        {"text": "Nazgul in Dale: seen.", "turn": "Turn 3"},
        {"about": "not", "places": ["Arnor", "Bree"], "left": "", "still": []},
    ]


@pytest.mark.parametrize("key", ["hardbop", "downfall-xiii"])
def test_everything_remembered_was_in_the_report_of_that_turn(key: str) -> None:
    count = 0
    for turns in range(1, 9):
        one = played(key, turns)
        for power in one.game.card.seats:
            sheet = one.game.show(one.after, one.record, power)
            said = {item.text for section in sheet.sections for item in section.items} | {sheet.lead}
            for remembered in sheet.remembered:
                if not remembered.adds and "whispered" not in remembered.about:
                    assert any(remembered.text in text for text in said), remembered
                    count += 1
    assert count > 10


@pytest.mark.parametrize("key", ["standard", "empires", "domination"])
def test_games_without_hidden_pieces_have_no_such_list(key: str) -> None:
    game = find(key)
    state = game.start({}, SeededDice("a", 0))
    assert game.show(state, None, game.card.seats[0]).remembered == ()
    assert game.card.pieces == {}


def test_the_public_remembers_nothing() -> None:
    one = played("hardbop", 4)
    assert one.game.show(one.after, one.record, None).remembered == ()


def test_the_place_where_the_ring_was_found_is_not_among_those_where_it_was_not() -> None:
    """In this game the Dwarves claim the Ring in Lhûn."""
    told = [
        (found.game.due(found.before).turn, found.game.show(found.after, found.record, "Dwarves").remembered)
        for found in (played("hardbop", turns) for turns in range(1, 9))
    ]
    lines = [sentence.words(None) for sentence in memory._lines(told)]  # type: ignore[union-attr]  # they are
    assert any("Lhûn has claimed the Ring" in line for line in lines)
    assert not any("without finding" in line and "Lhûn" in line for line in lines)


@pytest.mark.parametrize(
    ("key", "owner", "piece"),
    [
        ("hardbop", "Elves", "Fellowship"),
        ("hardbop", "Gondor", "Ranger"),
        ("downfall-xiii", "Gondor", "Faramir"),
    ],
)
def test_the_place_of_a_destroyed_piece_is_forgotten(key: str, owner: str, piece: str) -> None:
    game = find(key)
    units = {"Mordor": ["A SIt"], owner: [f"{piece} SIt"]}
    state = game.place({"phase": game.card.phases[0], "turn": 3, "units": units})
    assert any(piece in item.text for part in game.show(state, None, owner).sections for item in part.items)
    mordor = game.read(state, "Mordor", None, [f"A SIt destroys {piece}"])
    turn = game.judge(state, {"Mordor": mordor.orders}, SeededDice("lost", 3))
    [last] = [one for one in game.show(turn.state, turn.record, "Mordor").remembered if one.text]
    assert last.about == piece
    assert "is destroyed in South Ithilien by Mordor" in last.text
    assert not game.show(turn.state, turn.record, owner).remembered


def test_what_is_known_is_listed_in_the_order_of_turns() -> None:
    """It was once sorted by the names of pieces: turns 10, 6, 4, 14."""
    seen = [(10, "Faramir"), (4, "Nazgul"), (6, "Aragorn"), (12, "Nazgul")]
    told = [(f"Turn {turn}", (Remembered(about, f"{about} is seen."),)) for turn, about in sorted(seen)]
    lines = [sentence.facts["turn"] for sentence in memory._lines(told)]  # type: ignore[union-attr]  # sentences
    assert lines == ["Turn 6", "Turn 10", "Turn 12"]


def test_a_piece_that_another_power_orders_now_is_the_same_piece() -> None:
    told = [(f"Turn {turn}", _seen_by_rohan(owner)) for turn, owner in ((3, "Mordor"), (4, "Dwarves"))]
    assert [sentence.facts for sentence in memory._lines(told)] == [  # type: ignore[union-attr]  # they are
        {"text": "Lord of the Nazgul (Dwarves) in Osgiliath: moved with a unit.", "turn": "Turn 4"}
    ]


def _seen_by_rohan(owner: str) -> tuple[Remembered, ...]:
    game = find("downfall-xiii")
    facts = {
        "units": {owner: ["A SIt", "Lord of the Nazgul SIt"]},
        "state": {"alignment": {"Dwarves": "Evil"}},
    }
    state = game.place({"phase": "movement", "turn": 3, **facts})
    sheet = game.read(state, owner, None, ["Lord of the Nazgul leads A SIt - Osg"])
    turn = game.judge(state, {owner: sheet.orders}, SeededDice("lent", 3))
    return tuple(game.show(turn.state, turn.record, "Rohan").remembered)


def test_places_without_the_ring_are_forgotten_when_the_ring_is_put_on() -> None:
    """It has been found then, and is no longer where it was hidden."""
    told = [
        ("Turn 1", (Remembered("not there", "Bree", adds=True),)),
        ("Turn 2", (Remembered("The Ring", "It is worn.", closes=("not there",)),)),
        ("Turn 3", (Remembered("not there", "Arnor", adds=True),)),
    ]
    lines = [sentence.facts for sentence in memory._lines(told)]  # type: ignore[union-attr]  # they are sentences
    assert lines == [{"text": "It is worn.", "turn": "Turn 2"}]
    game = find("downfall-xiii")
    state = game.place({"phase": "movement", "turn": 3, "units": {"Dwarves": ["A Bre [Ring]"]}})
    sheet = game.read(state, "Dwarves", None, ["A Bre puts on the Ring"])
    turn = game.judge(state, {"Dwarves": sheet.orders}, SeededDice("worn", 3))
    remembered = game.show(turn.state, turn.record, "Gondor").remembered
    assert {about for one in remembered for about in one.closes} == {
        "Possible hiding places of the Ring where your units and pieces found nothing"
    }


def test_a_whisper_about_the_ring_is_forgotten_when_the_ring_is_found() -> None:
    """HB 7.1(b): a player read it in every report to the end of the game."""
    game = find("hardbop")
    state = game.place({"phase": "movement", "turn": 3, "units": {"Umbar": ["A Bre [Ring]"]}})
    sheet = game.read(state, "Umbar", None, ["A Bre puts on the Ring"])
    turn = game.judge(state, {"Umbar": sheet.orders}, SeededDice("worn", 3))
    told = [
        ("Turn 1", (Remembered("The Ring may lie, it is whispered, in one of these or in none", "Bree."),)),
        ("Turn 3", tuple(game.show(turn.state, turn.record, "Gondor").remembered)),
    ]
    assert not [one for one in memory._lines(told) if "whispered" in str(one)]
    assert [one for one in memory._lines(told[:1]) if "Bree." in str(one)]


def test_a_piece_that_is_no_longer_met_is_no_longer_there(hb1: Table) -> None:
    """KNOWN once kept Gandalf in a place where an army had been for turns without meeting him."""
    hb1.mail(SEATS["Gondor"], "Gandalf starts at Dol", "hb1")
    hb1.deadline_passes("hb1")
    hb1.mail(SEATS["Gondor"], "Gandalf - SMi", "hb1")
    hb1.deadline_passes("hb1")
    while hb1.row("hb1").number < 4 and "movement" not in text_of(hb1.report_to(SEATS["Mordor"]))[:400]:
        hb1.deadline_passes("hb1")
    hb1.deadline_passes("hb1")
    hb1.mail(SEATS["Mordor"], "KNOWN", "hb1")
    told = text_of(hb1.last_to(SEATS["Mordor"]))
    assert "in the same space as your Army. [AFTERYULE I 3019, movement] No longer there. [" in told
    hb1.mail(SEATS["Elves"], "KNOWN", "hb1")
    assert "No longer there" not in text_of(hb1.last_to(SEATS["Elves"]))


def test_a_piece_that_passed_through_is_not_listed_there() -> None:
    """Gandalf, met in the middle of a move, once was listed in that space in the positions and in PREVIEW."""
    game = find("hardbop")
    before = game.place({"units": {"Gondor": ["Gandalf Dld"], "Saruman": ["A Gwa"], "Elves": ["R Fan"]}})
    orders = {"Gondor": game.read(before, "Gondor", None, ["Gandalf - Gwa - Min"]).orders}
    judged = game.judge(before, orders, SeededDice("a", 0))
    told = " ".join(
        item.text for one in game.show(judged.state, judged.record, "Saruman").sections for item in one.items
    )
    assert "Gandalf (Gondor) in the Gwathló: passed through." in told
    rows = str(game.show(judged.state, judged.record, "Saruman").sections)
    assert "Gandalf in the Gwathló" not in rows


def test_history_has_the_headline_that_the_player_was_sent(hb1: Table) -> None:
    """A private one, such as about the Ring, is only in that player's own list."""
    with hb1.store.writing() as session:
        row = session.merge(hb1.row("hb1"))
        facts = {"phase": "movement", "units": {"Elves": ["A Bre"]}, "state": {"ring": "NDo"}}
        row.position = find("hardbop").place(facts)
    hb1.mail(SEATS["Elves"], "A Bre - NDo", "hb1")
    hb1.deadline_passes("hb1")
    for power, is_told in (("Elves", True), ("Gondor", False)):
        hb1.mail(SEATS[power], "HISTORY", "hb1")
        assert ("You find the Ring" in text_of(hb1.last_to(SEATS[power]))) is is_told


def test_options_and_where_know_a_piece_by_its_name(hb1: Table) -> None:
    """OPTIONS Ranger once said that there is nothing to order for it; its entry is "R Bre"."""
    for asked in ("OPTIONS Ranger", "OPTIONS my Ranger", "OPTIONS for the rangers", "OPTIONS R"):
        assert "R Bre - Shi" in answer(hb1, "Gondor", asked), asked
    assert "A Leb" not in answer(hb1, "Gondor", "OPTIONS Ranger")


def test_a_place_that_a_piece_cannot_enter_is_none_that_it_leaves(hb1: Table) -> None:
    told = answer(hb1, "Gondor", "WHERE Erech")
    assert "The Ranger can also go to Anf (Anfalas) and Lam (Lamedon)." in told
    assert "Gandalf" not in told


def test_a_summary_says_what_its_numbers_are_and_is_wrapped(hb1: Table) -> None:
    hb1.deadline_passes("hb1")
    hb1.mail(SEATS["Gondor"], "SUMMARY", "hb1")
    told = body_of(hb1.last_to(SEATS["Gondor"]))
    assert "Supply centres of each power, whenever the number changed:" in told
    assert max(map(len, told.splitlines())) <= 76


def test_a_proxy_that_is_not_there_is_refused_once(hb1: Table) -> None:
    """CANCEL PROXY was also answered with how to clear the order of a unit."""
    told = answer(hb1, "Gondor", "CANCEL PROXY\nA Lam H")
    assert "You have no such proxy on file." in told and "deletes nothing" not in told
    assert "deletes nothing" in answer(hb1, "Gondor", "Take back Gandalf's order\nA Lam H")


def test_who_owes_nothing_is_told_first_what_may_be_ordered_with_the_builds(hb1: Table) -> None:
    """It stood below what others may build, at the end of the report."""
    hb1.mail(SEATS["Elves"], "A Lor - Wol", "hb1")
    for _ in range(2):
        hb1.deadline_passes("hb1")
    report = body_of(hb1.report_to(SEATS["Gondor"]))
    due, _, others = report.partition("The orders of the others")
    assert "You owe nothing" in report and "Gondor may also order, or change, what units do" in due
    assert "may also order" not in others


def test_where_says_that_nobody_owns_a_centre(hb1: Table) -> None:
    assert "Nobody owns the centre. No unit is there, as far as you know." in answer(
        hb1, "Gondor", "WHERE Osg"
    )
    assert "Nobody owns" not in answer(hb1, "Gondor", "WHERE Ano\nWHERE Los").partition("Lossarnach ---")[2]
