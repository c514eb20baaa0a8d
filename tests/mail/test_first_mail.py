"""The first mail explains the game: a page for every power of every game, with legal openings."""

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from adjudicator import games
from adjudicator.core.dice import SeededDice
from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.core.phrasing import spelled
from adjudicator.domination.data import data
from adjudicator.downfall_xiii.resolve.victory import CENTRES_TO_WIN
from adjudicator.empires.ground import BOARD
from adjudicator.hardbop.resolve.victory import WITH_THE_RING, WITHOUT
from pbem.core.templating import packaged
from pbem.reports import first_mail
from pbem.tables import opening
from pbem.tables.opening import Plan, Player
from tests.support import every_mail
from tests.support.table import Table, as_mail, body_of, kind_of, text_of

PAGES = packaged("templates") / "first_mail"
LONGEST = 140 * 1024  # of the 150 KiB that a mail may have: a longer list of house rules must fit
LONGEST_PARAGRAPH = 440  # characters
POWERS = [(key, power) for key in games.KEYS for power in games.find(key).card.seats]


def options(game: str) -> dict[str, str]:
    """Return the options of a table at which all powers play."""
    return {"players": "8"} if game == "domination" else {}


def numbers_of(game: str, power: str) -> Mapping[str, int]:
    """Return the numbers of the first mail of *power*."""
    start = games.find(game).start(options(game), SeededDice("first mail", 0))
    return games.find(game).show(start, None, power).numbers


@pytest.mark.parametrize(("key", "power"), POWERS)
def test_each_opening_is_taken_where_the_game_starts(key: str, power: str) -> None:
    game = games.find(key)
    start = game.start(options(key), SeededDice("first mail", 0))
    page = first_mail(key, power, numbers_of(key, power))
    assert page is not None
    assert len(page.openings) in (2, 3)
    for way in page.openings:
        read = game.read(start, power, None, way.orders).lines
        assert [(line.text, line.reason) for line in read if line.verdict == REFUSED] == []
        assert [line.verdict for line in read] == [TAKEN] * len(way.orders)


@pytest.mark.parametrize(("key", "power"), POWERS)
def test_each_page_says_the_aim_and_what_is_special(key: str, power: str) -> None:
    page = first_mail(key, power, numbers_of(key, power))
    assert page is not None
    assert min(len(words) for words in (page.aim, page.won, page.special, page.later)) > 40


@pytest.mark.parametrize(("key", "power"), POWERS)
def test_no_paragraph_fills_the_screen_of_a_phone(key: str, power: str) -> None:
    page = first_mail(key, power, numbers_of(key, power))
    assert page is not None
    words = (page.aim, page.won, page.special, page.fights, page.acts)
    paragraphs = [paragraph for text in words for paragraph in text.split("\n\n")]
    assert [one for one in paragraphs if len(one) > LONGEST_PARAGRAPH] == []


@pytest.mark.parametrize("key", ["downfall-xiii", "hardbop"])
def test_the_page_says_that_hidden_pieces_can_be_destroyed(key: str) -> None:
    """A new player lost Gandalf in the first turn: he had taken "hidden" for "safe"."""
    power = "Gandalf" if key == "downfall-xiii" else "Gondor"
    page = first_mail(key, power, numbers_of(key, power))
    assert page is not None and "A hidden piece is not safe" in page.won and "A MTi destroys any" in page.won
    if key == "downfall-xiii":
        assert "Once destroyed, Gandalf never comes back" in page.special and "Saruman" in page.special


@pytest.mark.parametrize(("key", "power"), POWERS)
def test_the_purpose_of_an_opening_is_a_separate_sentence(key: str, power: str) -> None:
    """A template that ends a line with a tag joins it to the next, here the first order."""
    page = first_mail(key, power, numbers_of(key, power))
    assert page is not None
    assert [one.idea for one in page.openings if not one.idea.endswith((".", ":"))] == []


def test_no_page_is_missing_or_unused() -> None:
    wanted = {f"{key}/{power}.txt" for key, power in POWERS} | {f"{key}/game.txt" for key in games.KEYS}
    wanted |= {"any-map/game.txt"}
    assert {str(path.relative_to(PAGES)) for path in PAGES.glob("*/*")} == wanted


def test_a_host_may_write_another_page(tmp_path: Path) -> None:
    own = tmp_path / "first_mail" / "standard" / "France.txt"
    own.parent.mkdir(parents=True)
    own.write_text("{% block aim %}Vive la France.{% endblock %}")
    numbers = numbers_of("standard", "France")
    page = first_mail("standard", "France", numbers, own_templates=tmp_path)
    ours = first_mail("standard", "France", numbers)
    assert page is not None
    assert ours is not None
    assert (page.aim, page.openings) == ("Vive la France.", ours.openings)


def test_a_map_without_pages_has_those_of_any_map() -> None:
    numbers = {"armies": 1, "fleets": 2, "win": 3, "centres": 5}
    page = first_mail("three-lands", "North", numbers)
    assert page is not None
    assert page.aim.startswith("You are North.")
    assert "one army and two fleets" in page.special or "1 army and 2 fleets" in page.special
    assert "3 of the 5 supply centres" in page.won
    assert page.openings == ()
    assert first_mail("three-lands", "North", {}) is None  # of a game that counts otherwise


@pytest.mark.parametrize(("names", "is_shown"), [("shown", True), ("hidden", False)])
def test_the_first_report_says_what_game_this_is(table: Table, names: str, is_shown: bool) -> None:
    players = [Player("France", "ann@x.org", "Ann"), Player("Italy", "bob@y.org", "Bobolink")]
    plan = Plan("std1", "standard", "gm@w.org", players, seed="a seed", house={"names": names})
    with table.store.writing() as session:
        opening.open_in(session, plan, table.office, table.clock.now())
    bodies = {mail.recipient: text_of(as_mail(mail.raw)) for mail in table.outbox("report")}
    text = bodies["ann@x.org"]
    assert "You are France." in text
    assert "What is special about France" in text
    assert "A Mar - Spa" in text
    assert "You are Italy." not in text
    assert ("Bobolink" in text) == is_shown


def test_the_pieces_to_choose_from_are_shown_before_the_board_is_laid() -> None:
    game = games.find("domination")
    start = game.start({}, SeededDice("first mail", 0))
    shown = {section.key: section for section in game.show(start, None, "Red").sections}
    rows = shown["pieces"].tables[0].rows
    assert len(rows) == 8
    assert rows[0] == ("A", "Ashmoor", "27", "A7 Aldgate, A10 Ambermouth")


@pytest.mark.parametrize(
    ("options", "rows"),
    [
        ({}, [("Red", "Blue to the right: 4, 8, 12 and 16"), ("Blue", "Red to the left: 1, 5, 9 and 13")]),
        (
            {"seats": "Red, Green, Blue"},
            [
                ("Red", "Green to the left: 1, 5 and 9; Blue above and to the left: 1 and 2"),
                ("Green", "Red to the right: 1 and 2; Blue above: 1, 5 and 9"),
                ("Blue", "Red below and to the right: 1, 5 and 9; Green below: 1 and 2"),
            ],
        ),
        ({"seats": "Red, Blue", "variant": "mini"}, []),
    ],
)
def test_before_a_piece_is_chosen_everybody_learns_which_side_faces_whom(
    options: dict[str, str], rows: list[tuple[str, str]]
) -> None:
    game = games.find("domination")
    start = game.start(options, SeededDice("first mail", 0))
    for reader in ("Red", "Blue", None):
        found = [part for part in game.show(start, None, reader).sections if part.key == "pieces"]
        assert [row for part in found for table in part.tables[1:] for row in table.rows] == rows


def test_the_pieces_to_choose_from_name_their_towers_and_the_page_says_what_they_are_for() -> None:
    """Once only the picture showed them; readers of the text learned about magic after the choice."""
    game = games.find("domination")
    start = game.start({"side": "back", "cards": "Militia, Knight, Wizard"}, SeededDice("first mail", 0))
    shown = game.show(start, None, "Red")
    [table] = [section.tables[0] for section in shown.sections if section.key == "pieces"]
    assert table.columns[-1] == "Wizard tower"
    assert table.rows[0][-1] == "A3 Astral Spire"
    page = first_mail("domination", "Red", shown.numbers)
    assert page is not None
    assert "draws a spell card each turn" in page.won
    without = first_mail("domination", "Red", numbers_of("domination", "Red"))
    assert without is not None
    assert "spell" not in without.won


def test_the_page_of_domination_says_what_a_turn_is_and_when_the_game_ends() -> None:
    """A new player had to choose a piece before any mail had explained the turn and the end."""
    page = first_mail("domination", "Red", numbers_of("domination", "Red"))
    assert page is not None
    for words in (
        "all move",
        "is fought for with dice",
        "all build",
        "3 fortification tokens",
        "a last turn",
    ):
        assert words in page.won


@pytest.mark.parametrize("side", ["front", "back"])
def test_the_first_picture_shows_the_pieces_with_their_names(side: str) -> None:
    game = games.find("domination")
    start = game.start({"side": side}, SeededDice("first mail", 0))
    pieces = data({}).pieces.values()
    svg = game.picture(start, None, "Red")
    for piece in pieces:
        cities = (piece.back if side == "back" else piece.front).cities.values()
        assert f">{piece.id}  {piece.name}<" in svg
        assert all(f">{city}<" in svg for city in cities)
    assert game.show(start, None, "Red").alt.startswith("The pieces to choose from: A Ashmoor (income ")


def test_the_picture_of_the_pieces_comes_with_the_first_mail() -> None:
    game = games.find("domination")
    start = game.start({}, SeededDice("first mail", 0))
    sent = every_mail.report(every_mail.Played(game, 0, start, start, ""), "Red")
    mail = as_mail(sent.raw)
    assert [part.get_content_type() for part in mail.walk()].count("image/png") == 1
    assert len(sent.raw) < 150 * 1024


# --- numbers -----------------------------------------------------------------------------------------------

NUMBER = re.compile(
    r"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|half|quarters)\b"
)
OF_THE_RULES = (
    "more than half of the centres", "three quarters of both", "moves two spaces",  # Hardbop V2, 2.2
    "takes two losses, and the winner one",  # Empires, 9.2.10
    "counts as two armies",  # Empires, 9.0.4
    "into box 1. Choose it again to move it into box 2", "begin in box 1",  # Empires, 10.0.2 and 2.3
)  # fmt: skip
KINDS = {
    "A": ("army", "armies"),
    "F": ("fleet", "fleets"),
    "C": ("Cavalry unit", "Cavalry units"),
    "P": ("Pirate", "Pirates"),
    "E": ("centre off the board", "centres off the board"),
}


@pytest.mark.parametrize(
    "path", sorted(PAGES.glob("*/*.txt")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_no_number_is_typed_by_hand(path: Path) -> None:
    """A number in the prose would be wrong as soon as the board changes; fractions are rules."""
    prose = re.sub(
        r"{% block openings %}.*?{% endblock %}|{{.*?}}|{[%#].*?[%#]}", "", path.read_text(), flags=re.S
    )
    words = " ".join(prose.split())
    for phrase in OF_THE_RULES:
        words = words.replace(phrase, "")
    assert NUMBER.findall(words) == []


def test_the_fractions_are_those_of_the_rules() -> None:
    assert (Fraction(1, 2), Fraction(3, 4)) == (WITH_THE_RING, WITHOUT)


@pytest.mark.parametrize(("key", "power"), POWERS)
def test_the_units_of_a_page_are_those_of_the_board(key: str, power: str) -> None:
    game = games.find(key)
    page = first_mail(key, power, numbers_of(key, power))
    assert page
    start = game.start(options(key), SeededDice("first mail", 0))
    units = game.show(start, None, power).facts["units"].get(power, [])
    for kind, (one, many) in KINDS.items():
        number = sum(unit.lstrip("0123456789").startswith(f"{kind} ") for unit in units)
        named = re.findall(rf"(\w+) (?:{many}|{one})\b", f"{page.special} ")
        counted = [word for word in named if word in ("no", "one", "two", "three", "four", "five")]
        assert counted in ([], [spelled(number)])


EXPECTED = [
    ("standard", "Russia", "You begin with four units"),
    ("standard", "France", "You win alone by owning 18 of the 34 supply centres"),
    ("downfall-xiii", "Rohan", f"You win with {CENTRES_TO_WIN} supply centres"),
    ("downfall-xiii", "Rohan", "You have two Cavalry units, which may move twice in a turn, and one army."),
    ("hardbop", "Mordor", "You also own three centres off the board"),
    ("empires", "Germany", f"You have {spelled(BOARD.powers['Germany'].actions)} actions in a turn"),
    ("empires", "Germany", f"{spelled(-BOARD.powers['Germany'].start_vp)} points behind"),
    ("empires", "Russia", f"begin with {spelled(BOARD.powers['Russia'].start_vp)} points"),
    ("empires", "Russia", f"The game has {BOARD.turns} seasons."),
    ("domination", "Red", f"{data({}).rules.reserves} unit tokens"),
    ("domination", "Red", f"plus {data({}).rules.morale_city} for each city"),
    ("domination", "Red", "A player who holds 9 cities wins at once."),
]


@pytest.mark.parametrize(("key", "power", "words"), EXPECTED)
def test_the_numbers_are_those_of_the_board(key: str, power: str, words: str) -> None:
    page = first_mail(key, power, numbers_of(key, power))
    assert page
    assert words in f"{page.won} {page.special}"


def test_a_table_with_other_numbers_reads_its_own() -> None:
    game = games.find("domination")
    changed = {"changes": "rules.reserves = 25", "variant": "mini", "players": "4"}
    start = game.start(changed, SeededDice("first mail", 0))
    page = first_mail("domination", "Red", game.show(start, None, "Red").numbers)
    assert page
    assert "You have 25 unit tokens" in page.special
    assert "A player who holds 4 cities wins" in page.won


@pytest.mark.thorough
def test_the_longest_first_mail_is_not_too_large(tmp_path: Path) -> None:
    table = Table(tmp_path).with_pictures()
    table.mail("ann@x.org", "PRACTICE empires as Russia", subject="practice")
    table.reply(table.last_to("ann@x.org"), "YES")
    first = next(mail for mail in table.mails_to("ann@x.org") if kind_of(mail) == "report")
    assert "image/png" in [part.get_content_type() for part in first.walk()]
    assert len(first.as_bytes()) < LONGEST
    table.store.close()


@pytest.mark.parametrize("key", ["empires", "domination"])
def test_the_first_mails_of_a_full_table_leave_room(tmp_path: Path, key: str) -> None:
    table = Table(tmp_path).with_pictures()
    seats = games.find(key).card.seats
    players = {power: f"{power.lower()}@players.example.org" for power in seats}
    table.opens("t1", players=players, game=key, options=options(key))
    sizes = {who: len(mail.as_bytes()) for who in players.values() for mail in table.reports_to(who)}
    assert len(sizes) == len(seats)
    assert max(sizes.values()) < LONGEST
    table.store.close()


IN_ORDER = {
    "empires": (
        "Obligations, and armies at risk",
        *(
            "What this game is",
            "Ways to begin",
            "Order form",
            "The others and their players",
            "What you have",
        ),
    ),
    "domination": (
        *("What this game is", "Pieces to choose from", "Ways to begin", "Order form"),
        *("The others and their players", "Unit cards"),
    ),
}


@pytest.mark.parametrize("key", sorted(IN_ORDER))
def test_what_a_player_must_do_first_comes_first(tmp_path: Path, key: str) -> None:
    table = Table(tmp_path)
    players = {power: f"{power.lower()}@players.example.org" for power in games.find(key).card.seats}
    table.opens("t1", players=players, game=key, options=options(key))
    first = next(iter(players.values()))
    (mail,) = table.reports_to(first)
    html = mail.get_body(("html",))
    assert html is not None
    in_text = re.findall(r"(?m)^(.+)\r?\n-{4,}\r?$", body_of(mail))
    in_html = re.findall(r"<h2[^>]*>(.+?)</h2>", html.get_content())
    for headings in (in_text, in_html):
        found = [title for title in headings if title in IN_ORDER[key]]
        assert tuple(found) == IN_ORDER[key]
    table.store.close()


def test_a_table_of_many_columns_scrolls_by_itself(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.opens("t1", players={"Red": "red@x.org", "Blue": "blue@x.org"}, game="domination")
    html = table.reports_to("red@x.org")[0].get_body(("html",))
    assert html is not None
    page = html.get_content()
    assert ".scroll { overflow-x: auto; }" in page
    wide = page.count('class="wide"')
    assert wide == len(re.findall(r'<div class="scroll">\s*<table[^>]* class="wide"', page)) == 1
    table.store.close()


@pytest.mark.parametrize("power", ["Saruman", "Dwarves", "Umbar"])
def test_a_page_offers_the_alignments_that_may_be_declared(power: str) -> None:
    """The Dwarves cannot be Evil, and Umbar cannot be Good (9.3)."""
    game = games.find("downfall-xiii")
    start = game.start({}, SeededDice("first mail", 0))
    page = first_mail("downfall-xiii", power, numbers_of("downfall-xiii", power))
    assert page is not None
    for side in ("Good", "Neutral", "Evil"):
        [line] = game.read(start, power, None, [f"DECLARE {side}"]).lines
        offered = re.search(rf"declare yourself [^;.]*\b{side}\b", " ".join(page.special.split()))
        assert bool(offered) is (line.verdict == TAKEN), side


@pytest.mark.parametrize("key", ["standard", "hardbop", "downfall-xiii"])
def test_the_signs_of_an_order_are_explained_above_the_openings(key: str) -> None:
    """A new player with only this mail did not know what "A MTi H" or "S" means."""
    mail = text_of(as_mail(every_mail.mail(f"{key}/first-report").raw))
    openings = mail.index("Ways to begin")
    assert openings < mail.index("moves a unit, H holds it, S supports another") < mail.index("Order form")
    assert "Key to the places" in mail


@pytest.mark.parametrize("power", games.find("standard").card.seats)
def test_an_opening_spells_its_places_like_the_key_below(power: str) -> None:
    """A new player looked for "Nrg" in the key, where the Norwegian Sea is NWG."""
    key = re.findall(
        r"^  (\w+): ", body_of(as_mail(every_mail.mail("standard/first-report").raw)), re.MULTILINE
    )
    page = first_mail("standard", power, numbers_of("standard", power))
    assert page is not None
    orders = " ".join(order for way in page.openings for order in way.orders)
    assert not {place for place in re.findall(r"\b[A-Z]\w\w\b", orders) if place not in key}


@pytest.mark.parametrize(("key", "has_dice"), [("standard", False), ("domination", True), ("empires", True)])
def test_only_a_game_with_dice_promises_fair_dice(tmp_path: Path, key: str, has_dice: bool) -> None:
    """A newcomer looked for the dice of Diplomacy."""
    table = Table(tmp_path)
    players = {power: f"{power.lower()}@x.org" for power in games.find(key).card.seats}
    table.opens("t1", players=players, game=key, options=options(key))
    first = next(iter(players.values()))
    (mail,) = table.reports_to(first)
    html = mail.get_body(("html",))
    assert html is not None
    assert ("The dice" in body_of(mail)) == ("<h2>The dice</h2>" in html.get_content()) == has_dice
    assert ("SHA-256" in body_of(mail)) == has_dice
    table.store.close()


@pytest.mark.parametrize("key", ["standard", "hardbop", "downfall-xiii"])
def test_the_letters_on_the_map_are_explained_beside_those_of_orders(tmp_path: Path, key: str) -> None:
    """A is an army in orders, and Austria on the map."""
    table = Table(tmp_path)
    seats = games.find(key).card.seats
    table.opens("t1", players={power: f"{power.lower()}@x.org" for power in seats}, game=key)
    told = " ".join(body_of(table.reports_to(f"{seats[0].lower()}@x.org")[0]).split())
    assert "A is an army" in told and "On the map the letter in a unit is its power's." in told
    table.store.close()
