"""PLACES lists the names of the map, and WHERE describes one place as far as the asker may know."""

import pytest

from adjudicator.core.atlas import PlaceEntry
from adjudicator.core.dice import SeededDice
from adjudicator.games import KEYS, find
from pbem.reports import of_place
from pbem.store.game_tables import GameTable
from tests.support.table import Table, body_of, text_of

FRANCE = "france@x.org"


@pytest.fixture
def std1(table: Table) -> Table:
    table.vouched |= {FRANCE}
    table.opens("std1", "72h", {"France": FRANCE}, "standard")
    return table


def answer(table: Table, body: str) -> str:
    table.mail(FRANCE, body, "std1")
    return text_of(table.last_to(FRANCE))


def test_the_first_mail_has_the_key(std1: Table) -> None:
    report = body_of(std1.report_to(FRANCE))
    key = report.partition("Key to the places")[2]
    assert "  Bre: Brest, supply centre, home of France\n" in key
    assert "  ENG: English Channel, water\n" in key
    std1.deadline_passes("std1")
    assert "Key to the places" not in body_of(std1.report_to(FRANCE))


def test_places_lists_all(std1: Table) -> None:
    reply = answer(std1, "PLACES")
    assert "Mun: Munich, supply centre, home of Germany" in reply
    assert reply.count(": ") >= len(find("standard").card.places)


@pytest.mark.parametrize("asked", ["WHERE Spa", "where is Spain?"])
def test_where_lists_the_neighbours(std1: Table, asked: str) -> None:
    reply = answer(std1, asked)
    assert "Armies go to Mar (Marseilles), Gas (Gascony) and Por (Portugal)." in reply
    assert "Spa: Spain, supply centre, coasts Spa/nc and Spa/sc" in reply
    north, south = (
        reply.partition(f"Fleets at Spa/{coast} go to ")[2].partition(". -")[0] for coast in ("nc", "sc")
    )
    assert "Gas (Gascony)" in north
    assert "LYO" not in north
    assert "LYO (Gulf of Lyon)" in south
    assert "Fleets go to" not in reply
    assert "No unit is there." in reply


def test_where_says_who_is_there(std1: Table) -> None:
    reply = answer(std1, "WHERE Munich")
    assert "Owner of the centre: Germany. Units there: A Mun (Germany)." in reply


@pytest.mark.parametrize("asked", ["WHERE the Gap", "WHERE the gap of rohan", "WHERE is the Shire?"])
def test_a_place_may_have_its_article(xiii_table: Table, asked: str) -> None:
    assert "Armies go to" in _answer_of_xiii(xiii_table, asked)


def test_the_answer_to_an_unknown_place_mentions_places(std1: Table) -> None:
    reply = answer(std1, "WHERE Xyzzy")
    assert 'There is no place "Xyzzy". PLACES lists all places.' in reply
    assert "OPTIONS" not in reply


def test_an_unknown_place_gets_the_nearest_name(std1: Table) -> None:
    reply = answer(std1, "WHERE Munhic")
    assert 'There is no place "Munhic".' in reply
    assert "Did you mean Munich?" in reply


@pytest.mark.parametrize("key", KEYS)
def test_each_name_of_an_atlas_is_understood_in_orders(key: str) -> None:
    card = find(key).card
    state = find(key).start({}, SeededDice("places", 0))
    assert find(key).due(state).owed
    assert len(card.atlas) == len(card.places)
    shorts = {entry.short for entry in card.atlas}
    for entry in card.atlas:
        assert {near.partition("/")[0] for near in (*entry.by_land, *entry.by_water)} <= shorts


# --- a board that differs at each table ------------------------------------------------------------------

RED, BLUE = "red@x.org", "blue@x.org"


@pytest.fixture
def dom1(table: Table) -> Table:
    table.vouched |= {RED, BLUE}
    table.opens("dom1", "72h", {"Red": RED, "Blue": BLUE}, "domination")
    return table


def told(table: Table, body: str) -> str:
    table.mail(RED, body, "dom1")
    return text_of(table.last_to(RED))


def laid(table: Table) -> None:
    """Let Red have piece A and Blue piece B, and let Red build at Aldgate."""
    table.mail(RED, "piece A\n2 Militia Aldgate", "dom1")
    table.mail(BLUE, "piece B", "dom1")
    table.deadline_passes("dom1")


def test_before_the_board_is_laid_places_lists_all_pieces(dom1: Table) -> None:
    reply = told(dom1, "PLACES")
    assert "A Ashmoor: A7 Aldgate (city, farmland, income 4); A10 Ambermouth (city" in reply
    assert "- H Hollowmark: H3 Harrowby" in reply
    assert "Key to the places" not in body_of(dom1.report_to(RED))


def test_places_lists_the_hexes_of_the_table(dom1: Table) -> None:
    laid(dom1)
    reply = told(dom1, "PLACES")
    assert "grassland, income 1: A1, A8, A11 and A13" in reply
    assert "B6 Bramblecross (city, grassland, income 4)" in reply
    assert "C1" not in reply


@pytest.mark.parametrize("asked", ["WHERE Ashmoor", "where is piece A?", "PLACES A"])
def test_a_piece_is_a_place_too(dom1: Table, asked: str) -> None:
    """The answer about the piece Ashmoor lists its cities, where they are, and what is next to them."""
    laid(dom1)
    reply = told(dom1, asked)
    assert (
        "A7 Aldgate, city, farmland, income 4: next to A8, A12, A11, A6, A3 and A4. It belongs to Red."
        in reply
    )
    assert "Beside Ashmoor: Brackenwold." in reply


def test_places_fits_on_two_screens(dom1: Table) -> None:
    """There are 128 hexes: with a line for each, the key would be a long list to scroll through."""
    dom1.mail(RED, "PLACES", "dom1")
    assert len(body_of(dom1.last_to(RED)).splitlines()) < 50


@pytest.mark.parametrize("asked", ["WHERE A7", "where is Aldgate?"])
def test_where_shows_neighbours_owner_and_units_of_a_hex(dom1: Table, asked: str) -> None:
    laid(dom1)
    reply = told(dom1, asked)
    assert "Next to it: A8, A12, A11, A6, A3 and A4." in reply
    assert "It belongs to Red. Units there: 2 Militia (Red) and 3 fortification tokens." in reply


def test_where_describes_a_hex_of_another_player(dom1: Table) -> None:
    laid(dom1)
    assert "It belongs to Blue. No unit is there." in told(dom1, "WHERE B1")
    assert 'There is no place "C1".' in told(dom1, "WHERE C1")


def test_the_key_of_a_sea_frame_has_the_sea() -> None:
    game = find("domination")
    start = game.start({"side": "back", "board": "A B"}, SeededDice("places", 0))
    atlas = {entry.short: entry for entry in game.show(start, None, "Red").atlas}
    assert (atlas["S1"].about, atlas["S1"].holder) == ("water", "")
    assert all(atlas[near] for entry in atlas.values() for near in entry.next_to)
    assert {entry.holder for entry in atlas.values()} == {"Red", "Blue", ""}


def test_places_of_a_power_lists_its_own_places(std1: Table) -> None:
    reply = answer(std1, "PLACES of Germany")
    assert "Diplomacy: the places of Germany" in reply
    assert "Mun: Munich, supply centre, home of Germany" in reply
    assert "Paris" not in reply


def test_places_of_a_power_include_what_it_has_taken(std1: Table) -> None:
    """Tunis, which Italy owns, once was only in its reports."""
    facts = {"units": {"Germany": ["A Mun"]}, "centres": {"Germany": ["Tun"], "Austria": ["Ber"]}}
    with std1.store.writing() as session:
        session.get_one(GameTable, "std1").position = find("standard").place(facts)
    reply = answer(std1, "PLACES Germany")
    assert "Tun: Tunis, supply centre" in reply and "Ber: Berlin, supply centre, home of Germany" in reply


def test_a_lost_home_in_the_list_of_a_power_names_its_holder() -> None:
    entry = PlaceEntry("BRE", "Breslau", "plain", (), home="Germany", holder="Russia")
    assert "home of Germany, held by Russia" in of_place(entry, "Germany").words(None)
    assert "held" not in of_place(entry).words(None)
    assert "held" not in of_place(entry, "Russia").words(None)


def test_places_with_a_place_means_where(std1: Table) -> None:
    assert "Armies go to Mar (Marseilles), Gas (Gascony) and Por (Portugal)." in answer(std1, "PLACES Spain")


@pytest.mark.parametrize(
    ("key", "options", "place", "is_hidden"),
    [
        ("standard", {}, "Par", False),
        ("standard", {"fog": "on"}, "Mun", True),
        ("hardbop", {}, "Bar", True),
        ("downfall-xiii", {}, "Bar", True),
        ("empires", {}, "Paris", False),
    ],
)
def test_the_answer_says_as_far_as_you_know_where_something_may_be_hidden(
    table: Table, key: str, options: dict[str, str], place: str, *, is_hidden: bool
) -> None:
    seat = find(key).card.seats[0]
    table.vouched |= {FRANCE}
    table.opens("t1", "72h", {seat: FRANCE}, key, options=options)
    table.mail(FRANCE, f"WHERE {place}", "t1")
    reply = text_of(table.last_to(FRANCE))
    assert "nit" in reply
    assert ("as far as you know" in reply) is is_hidden


@pytest.fixture
def xiii_table(table: Table) -> Table:
    table.vouched.add("mordor@x.org")
    table.opens("x1", "72h", {"Mordor": "mordor@x.org", "Gondor": "gondor@x.org"}, "downfall-xiii")
    return table


def _answer_of_xiii(table: Table, body: str) -> str:
    table.mail("mordor@x.org", body, "x1")
    return " ".join(text_of(table.last_to("mordor@x.org")).split())


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("WHERE Gandalf", "You see no Gandalf now, and your reports mention none."),
        ("WHERE are the Rangers", "You see no Ranger now"),
        ("WHERE Lord", "You see Lord of the Nazgul MMo (Mordor)."),
        ("WHERE is Faramir?", "You see no Faramir now"),
    ],
)
def test_where_a_piece_is_says_what_the_seat_sees(xiii_table: Table, asked: str, told: str) -> None:
    assert told in _answer_of_xiii(xiii_table, asked)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("HELP nazgul", "Cavalry (C) and the Nazgul may move two spaces."),
        ("HELP ring", "The Ring is hidden in the north-west (PLACES Ring lists the areas)."),
        ("HELP Balrog", "RULES balrog sends what the rules say"),
    ],
)
def test_help_on_a_name_quotes_the_order_language(xiii_table: Table, asked: str, told: str) -> None:
    assert told in _answer_of_xiii(xiii_table, asked)


def test_two_options_in_a_message_have_one_heading(xiii_table: Table) -> None:
    reply = _answer_of_xiii(xiii_table, "OPTIONS Lord\nOPTIONS Nazgul")
    assert reply.count("What you may order") == 1
    assert "Nazgul paralyses A DGu" in reply


def test_options_list_where_a_piece_starts_before_what_it_does_there(table: Table) -> None:
    table.vouched.add("gandalf@x.org")
    table.opens("x2", "72h", {"Gandalf": "gandalf@x.org"}, "downfall-xiii")
    table.mail("gandalf@x.org", "OPTIONS Gandalf", "x2")
    told = text_of(table.last_to("gandalf@x.org"))
    assert 0 < told.index("Gandalf, first place:") < told.index("Gandalf: ")


def test_status_lists_an_order_with_its_leader_once_and_each_on_a_line(xiii_table: Table) -> None:
    xiii_table.vouched.add("gondor@x.org")
    xiii_table.mail("gondor@x.org", "Faramir leads 2A MTi - Los\nA Pel S 2A MTi - Los", "x1")
    xiii_table.mail("gondor@x.org", "STATUS\nPLAYERS", "x1")
    body = xiii_table.last_to("gondor@x.org").get_body(("plain",))
    told = body.get_content() if body else ""
    assert told.count("Faramir leads 2 Armies Minas Tirith") == 1
    assert "\n  Army Pelargir supports" in told


def test_where_says_that_a_border_is_one_way(table: Table) -> None:
    """The Ethir can be crossed only from Pelargir; the answer for the other bank once did not say so."""
    table.vouched |= {FRANCE}
    table.opens("x1", "72h", {"Gondor": FRANCE}, "downfall-xiii")
    told = text_of(table.says(FRANCE, "WHERE SIt", "x1"))
    assert "Armies can also come from Pel (Pelargir), but cannot go back there." in told
    assert "also come" not in text_of(table.says(FRANCE, "WHERE Los", "x1"))


@pytest.mark.parametrize(
    "asked", ["PLACES RING", "WHERE IS THE RING?", "PLACES RING LINE", "WHERE hiding places"]
)
def test_the_places_that_may_hide_the_ring_can_be_looked_up(xiii_table: Table, asked: str) -> None:
    """A new player could not learn where to search; that is in the rules, and the same for all (XIII 8.1)."""
    told = _answer_of_xiii(xiii_table, asked)
    assert "Where the Ring may lie hidden" in told and "(See RULES 8.1.)" in told
    assert "Adr (Andrast), Anf (Anfalas)" in told and "MVa (Morthond Vale)" in told
    assert "Gun (Mount Gundabad)" not in told and "CAn (Cair Andros)" not in told


def test_where_says_if_a_place_may_hide_the_ring(xiii_table: Table) -> None:
    hides = "The Ring may lie hidden here when the game begins. (See RULES 8.1.)"
    assert hides in _answer_of_xiii(xiii_table, "WHERE Morthond Vale")
    assert hides not in _answer_of_xiii(xiii_table, "WHERE Lam")


@pytest.mark.parametrize(
    ("distance", "hidden"), [("army", True), ("any-border", False), ("without-gundabad", True)]
)
def test_the_places_that_may_hide_the_ring_are_those_of_the_table(
    table: Table, distance: str, *, hidden: bool
) -> None:
    table.vouched.add("mordor@x.org")
    table.opens("h1", "72h", {"Mordor": "mordor@x.org"}, "hardbop", options={"ring-distance": distance})
    table.mail("mordor@x.org", "PLACES RING", "h1")
    told = text_of(table.last_to("mordor@x.org"))
    assert "Anf (Anfalas)" in told and ("Fli (Forlindon)" in told) is hidden


def test_a_game_without_the_ring_has_no_place_for_it(std1: Table) -> None:
    assert "Where the Ring" not in answer(std1, "PLACES RING")


def test_where_names_the_pieces_that_cross_mountains(xiii_table: Table) -> None:
    """A new player could plan the way of Aragorn only one step ahead."""
    told = _answer_of_xiii(xiii_table, "WHERE Anf")
    assert "Gandalf, Aragorn and the Nazgul can also go to Dru (Drúwaith Iaur)." in told
    assert "can also go to" not in _answer_of_xiii(xiii_table, "WHERE Min")


def test_where_in_hardbop_names_who_else_goes_through_marshes(table: Table) -> None:
    table.vouched.add("mordor@x.org")
    table.opens("h1", "72h", {"Mordor": "mordor@x.org"}, "hardbop")
    table.mail("mordor@x.org", "WHERE Ano", "h1")
    told = " ".join(text_of(table.last_to("mordor@x.org")).split())
    assert "Sauron, Saruman, Gandalf and the Nazgul can also go to Ent (Entwash), Lam (Lamedon)," in told
    assert "BAY" not in told.partition("can also go to")[2].partition(".")[0]
