"""The archive shows what it may, and nothing else: pages, links, feed, chart, the whole story."""

import re
from datetime import UTC, datetime
from html import escape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qs, urldefrag, urlsplit
from xml.etree import ElementTree

import pytest

from adjudicator.core.game import Game, Item, ReportFacts, Section, WithColours
from adjudicator.games import rule_sets
from pbem.core.templating import packaged
from pbem.reports import chart
from pbem.reports.layout import without_repetition
from pbem.store.game_tables import GameTable, seats_of
from pbem.tables.opening import Plan, open_table
from pbem.web import site
from pbem.web.archive import in_full, in_words
from pbem.web.feed import ATOM
from pbem.web.picture_size import size_of
from tests.support.table import Table, text_of

NOW = datetime(2026, 12, 1, tzinfo=UTC)
SEATED = {"Gondor": "ann@x.org", "Mordor": "bob@y.org"}


class Links(HTMLParser):
    """Every address that a page refers to, and every picture that says nothing to those who cannot see it."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.wordless: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.targets += [value for key in ("href", "src") if (value := given.get(key))]
        if tag == "img" and not given.get("alt"):
            self.wordless.append(str(given.get("src")))


def links_of(page: Path) -> Links:
    links = Links()
    links.feed(page.read_text("utf-8"))
    return links


def build(table: Table, folder: Path) -> site.Built:
    return site.build(table.office, folder, NOW)


def gm(table: Table, words: str) -> None:
    table.says("gm@w.org", words, "x1")


@pytest.fixture
def played(table: Table) -> Table:
    """A turn of Downfall XIII, with a note for the bulletin that holds HTML."""
    table.vouched |= {"gm@w.org"}
    table.opens("x1", game="downfall-xiii", players=SEATED)
    table.mail("ann@x.org", "2A MTi - Osg\nPRESS TO BULLETIN\n<script>alert(1)</script>\nEND", "x1")
    table.deadline_passes("x1")
    return table


def test_every_link_leads_to_a_page_and_every_picture_has_words(played: Table, tmp_path: Path) -> None:
    build(played, tmp_path / "site")
    pages = sorted((tmp_path / "site").rglob("*.html"))
    assert len(pages) >= 8
    for page in pages:
        links = links_of(page)
        assert not links.wordless
        inside = [urldefrag(link).url for link in links.targets if not link.startswith(("mailto:", "http"))]
        missing = [link for link in inside if link and not (page.parent / link).is_file()]
        assert not missing, f"{page}: {missing}"


def test_a_bulletin_has_its_neighbours_its_map_and_its_press(played: Table, tmp_path: Path) -> None:
    build(played, tmp_path)
    page = (tmp_path / "x1" / "1.html").read_text("utf-8")
    assert 'rel="prev" href="0.html"' in page
    assert 'src="1.svg"' in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page
    assert (tmp_path / "x1" / "1.svg").read_text("utf-8").startswith("<svg")


def test_nothing_secret_of_a_running_game_is_written(played: Table, tmp_path: Path) -> None:
    build(played, tmp_path)
    whole = b"".join(path.read_bytes() for path in sorted((tmp_path / "x1").iterdir()))
    assert b"a seed for tests" not in whole
    assert b"ann@x.org" not in whole
    assert not (tmp_path / "x1" / "story").exists()
    for hidden in (b"Gandalf Iml", b"Aragorn Iml"):
        assert hidden not in whole


def test_a_finished_game_is_published_whole(played: Table, tmp_path: Path) -> None:
    gm(played, "END GAME")
    assert played.row("x1").state == "over"
    build(played, tmp_path)
    story = (tmp_path / "x1" / "story" / "1.html").read_text("utf-8")
    assert "a seed for tests" in story
    assert "Gandalf Iml" in story
    assert "2 Armies Minas Tirith move to Osgiliath" in story
    assert "2 Armies Osg" in story
    assert "2A Osg" not in story
    assert "ann@x.org" not in story
    assert "The whole story" in (tmp_path / "x1" / "index.html").read_text("utf-8")


def test_a_table_hidden_by_its_house_rules_is_not_in_the_archive(played: Table, tmp_path: Path) -> None:
    with played.store.writing() as session:
        session.get_one(GameTable, "x1").house = {"archive": "hidden"}
    build(played, tmp_path)
    assert not (tmp_path / "x1").exists()
    assert "x1" not in (tmp_path / "index.html").read_text("utf-8")


def test_unchanged_pages_are_not_rewritten_and_rolled_back_turns_say_so(
    played: Table, tmp_path: Path
) -> None:
    first = build(played, tmp_path)
    again = build(played, tmp_path)
    assert again.written == []
    assert len(again.unchanged) == len(first.written)
    gm(played, "ROLLBACK")
    assert played.row("x1").number == 1
    before = (tmp_path / "x1" / "1.html").read_text("utf-8")
    assert build(played, tmp_path).removed == []
    after = (tmp_path / "x1" / "1.html").read_text("utf-8")
    assert "Superseded." not in before
    assert "<strong>Superseded.</strong> The game master has rolled this turn back" in after
    assert played.row("x1").key in after


def test_a_turn_that_was_played_again_links_to_its_superseded_page(played: Table, tmp_path: Path) -> None:
    build(played, tmp_path)
    played.clock.passes(hours=1)
    gm(played, "ROLLBACK")
    played.deadline_passes("x1")
    build(played, tmp_path)
    page = (tmp_path / "x1" / "1.html").read_text("utf-8")
    assert "Superseded." not in page
    assert 'href="1-superseded-0.html"' in page
    assert "<strong>Superseded.</strong>" in (tmp_path / "x1" / "1-superseded-0.html").read_text("utf-8")
    assert "superseded" not in (tmp_path / "x1" / "feed.xml").read_text("utf-8")


def test_a_rollback_that_was_undone_leaves_no_superseded_page(played: Table, tmp_path: Path) -> None:
    build(played, tmp_path)
    gm(played, "ROLLBACK")
    build(played, tmp_path)
    gm(played, "ROLLFORWARD")
    build(played, tmp_path)
    assert "Superseded." not in (tmp_path / "x1" / "1.html").read_text("utf-8")
    assert not list((tmp_path / "x1").glob("*superseded*"))


def test_the_feed_is_atom_with_the_newest_first(played: Table, tmp_path: Path) -> None:
    build(played, tmp_path)
    root = ElementTree.parse(tmp_path / "x1" / "feed.xml").getroot()  # noqa: S314 - our own file
    names = {"a": ATOM}
    assert root.tag == f"{{{ATOM}}}feed"
    entries = root.findall("a:entry", names)
    assert [entry.findtext("a:id", "", names).rsplit("/")[-1] for entry in entries] == ["1.html", "0.html"]
    for entry in entries:
        assert entry.findtext("a:updated", "", names).endswith("Z")
        assert entry.findtext("a:title", "", names).startswith("x1, ")
    links = [link.get("href", "") for link in root.iter(f"{{{ATOM}}}link")]
    assert links == ["feed.xml", "index.html", "1.html", "1.svg", "0.html", "0.svg"], (
        "without [site] url from where the feed is"
    )
    assert [str(entry.findtext("a:content", "", names)).count('<img src="') for entry in entries] == [1, 1]


def test_the_replay_shows_hidden_pieces_once_the_game_is_over(played: Table, tmp_path: Path) -> None:
    build(played, tmp_path)
    assert not (tmp_path / "x1" / "story").exists()
    gm(played, "END GAME")
    build(played, tmp_path)
    replay = (tmp_path / "x1" / "story" / "index.html").read_text("utf-8")
    assert 'data-map="1.svg"' in replay
    assert "<title>Gandalf Gandalf, " not in (tmp_path / "x1" / "1.svg").read_text("utf-8")
    whole = (tmp_path / "x1" / "story" / "1.svg").read_text("utf-8")
    assert "<title>Gandalf Gandalf, " in whole


@pytest.mark.parametrize("page", ["story/index.html", "story/1.html", "index.html", "1.html"])
def test_a_map_has_the_room_in_its_page_that_it_needs(played: Table, tmp_path: Path, page: str) -> None:
    """The legend of the whole story is higher: what is below must not move when its map comes."""
    gm(played, "END GAME")
    build(played, tmp_path)
    path = tmp_path / "x1" / page
    source, width, height = re.findall(
        r'<img class="map" src="([^"]+)"[^>]* width="(\d+)" height="(\d+)"', path.read_text("utf-8")
    )[0]
    drawn = size_of((path.parent / source).read_text("utf-8"))
    assert drawn == (int(width), int(height))


def test_the_table_shows_its_map_and_its_players_as_the_house_rules_let_it(
    played: Table, tmp_path: Path
) -> None:
    build(played, tmp_path)
    page = (tmp_path / "x1" / "index.html").read_text("utf-8")
    assert '<img class="map" src="1.svg"' in page
    assert page.count("data-map=") == 2
    assert "<li>Gondor: ann</li>" in page
    assert 'src="x1/1.svg"' in (tmp_path / "index.html").read_text("utf-8")
    assert 'href="x1/1.html"' in (tmp_path / "search.html").read_text("utf-8")
    with played.store.writing() as session:
        for seat in seats_of(session, "x1"):
            seat.player = f"<{seat.power}'s own>"
            session.add(seat)
    build(played, tmp_path)
    assert "Gondor: &lt;Gondor&#39;s own&gt;" in (tmp_path / "x1" / "index.html").read_text("utf-8")
    with played.store.writing() as session:
        session.get_one(GameTable, "x1").house = {"names": "hidden"}
    build(played, tmp_path)
    assert "s own&gt;" not in (tmp_path / "x1" / "index.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("end", "headline"),
    [
        ("won by Gondor", "Gondor has won the game"),
        ("won by Elves", "The Elves have won the game"),
        ("draw Gondor, Elves", "The game is shared by Gondor and the Elves"),
    ],
)
def test_a_game_that_its_gm_ended_has_a_headline(
    played: Table, tmp_path: Path, end: str, headline: str
) -> None:
    gm(played, f"END GAME {end}")
    build(played, tmp_path)
    assert f"<h1>{headline}</h1>" in (tmp_path / "x1" / "index.html").read_text("utf-8")
    is_drawn = "1 was shared, or ended without a winner." in (tmp_path / "players.html").read_text("utf-8")
    assert is_drawn is end.startswith("draw")


def test_finished_games_are_counted_for_each_game_and_power(played: Table, tmp_path: Path) -> None:
    build(played, tmp_path)
    assert "finished game" not in (tmp_path / "players.html").read_text("utf-8")
    gm(played, "END GAME won by Gondor")
    build(played, tmp_path)
    page = (tmp_path / "players.html").read_text("utf-8")
    assert "<h2>Downfall XIII: 1 finished game</h2>" in page
    assert "<tr><td>Gondor</td><td>1</td><td>0</td></tr>" in page
    assert "<tr><td>Mordor</td><td>0</td><td>0</td></tr>" in page
    assert "Nobody is listed yet" in page
    played.mail("ann@x.org", "SET LISTED ON")
    build(played, tmp_path)
    page = (tmp_path / "players.html").read_text("utf-8")
    row = next(line for line in page.splitlines() if line.startswith("<tr><td>ann</td>"))
    assert 'Gondor in <a href="x1/index.html">x1</a> (won)' in row
    assert "bob" not in page


def test_a_table_that_still_needs_players_has_a_link_that_joins_it(table: Table, tmp_path: Path) -> None:
    plan = Plan("open1", "standard", "gm@w.org", (), "72h", seed="a seed for tests")
    open_table(plan, table.office, table.clock.now())
    build(table, tmp_path)
    page = (tmp_path / "index.html").read_text("utf-8")
    [link] = [one for one in links_of(tmp_path / "index.html").targets if "JOIN" in one]
    written = urlsplit(link)
    assert (written.scheme, written.path) == ("mailto", table.office.house.judge)
    asked = parse_qs(written.query)
    assert f'"{escape(link)}">JOIN open1</a>' in page
    told = text_of(table.says("new@y.org", asked["body"][0], asked["subject"][0]))
    assert "1 of 7 players is there" in told
    build(table, tmp_path)
    assert "open1: Diplomacy, 1 of 7 players" in (tmp_path / "index.html").read_text("utf-8")


def test_the_page_of_a_table_has_its_chart(table: Table, tmp_path: Path) -> None:
    table.opens("std1", "72h", {"France": "ann@x.org"}, "standard")
    for orders in ("A Mar - Spa", "A Spa H"):
        table.mail("ann@x.org", orders, "std1")
        table.deadline_passes("std1")
    build(table, tmp_path)
    page = (tmp_path / "std1" / "index.html").read_text("utf-8")
    drawn = (tmp_path / "std1" / "chart.svg").read_text("utf-8")
    assert 'src="chart.svg"' in page
    assert "France 4" in drawn and "turn by turn: Austria 3 to 3, England 3 to 3, France 3 to 4" in page


@pytest.mark.parametrize("game", rule_sets(), ids=lambda game: game.card.key)
def test_the_chart_has_the_colours_of_the_map(game: Game) -> None:
    assert isinstance(game, WithColours)
    own = game.colours()
    assert set(own) >= set(game.card.seats)
    tallies = [dict.fromkeys(game.card.seats, number) for number in (1, 2)]
    drawn = chart.chart("centres", tallies, chart.WIDE, own)
    for power in game.card.seats:
        assert f'fill="{own[power]}">{power} 2' in drawn


def test_the_chart_says_the_same_in_words_and_escapes_names() -> None:
    tallies = [{"A & B": 3, "C": 3}, {"A & B": 5, "C": 1}]
    drawn = chart.chart("supply centres", tallies)
    root = ElementTree.fromstring(drawn)  # noqa: S314 - our own drawing
    assert root.get("aria-label") == "supply centres, turn by turn: A & B 3 to 5, C 3 to 1."
    assert chart.chart("supply centres", tallies[:1]) == ""


def test_the_scale_of_a_chart_below_zero_stays_in_the_picture() -> None:
    drawn = chart.chart("Victory Points", [{"Germany": -4, "Russia": 4}, {"Germany": -5, "Russia": 4}])
    heights = [float(y) for y in re.findall(r'<line [^>]*y1="([\d.]+)"', drawn)]
    assert ">-6</text>" in drawn, "the lowest line of the grid is under the lowest tally"
    assert max(heights) <= chart.WIDE.height - chart.WIDE.bottom


@pytest.mark.parametrize("paper", [chart.WIDE, chart.NARROW])
def test_the_names_in_a_chart_do_not_collide_and_stay_in_the_picture(paper: chart.ChartSize) -> None:
    tallies = [{f"Power {n}": 3 for n in range(8)}, {f"Power {n}": 24 if n == 0 else 0 for n in range(8)}]
    names = re.findall(r'y="([\d.]+)" fill="#\w+">Power', chart.chart("supply centres", tallies, paper))
    heights = [float(y) for y in names]
    assert len(heights) == 8
    assert 0 < heights[0] < heights[-1] < paper.height
    assert all(below - above >= paper.font_size for above, below in pairwise(heights))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"lord_of_the_nazgul": "Mordor", "faramir": ""}, "lord of the nazgul: Mordor"),
        ({"worn": False, "walked": True}, "worn: no; walked: yes"),
        (dict.fromkeys(("Riga", "Kiev", "Lutsk", "Vilna"), "Russia"), "Russia: Riga, Kiev, Lutsk, Vilna"),
        ({"Riga": "none", "Kiev": []}, ""),
        (dict.fromkeys("ABCD", 0), "A: 0; B: 0; C: 0; D: 0"),
    ],
)
def test_a_position_is_described_as_a_reader_would_write_it(value: object, words: str) -> None:
    assert in_words(value) == words


def test_wide_tables_have_small_type_on_a_phone_as_in_mails() -> None:
    styles = [(packaged("templates") / name).read_text("utf-8") for name in ("base.html", "site/style.css")]
    narrow = [style.partition("@media (max-width: 480px)")[2].partition("\n")[0] for style in styles]
    assert all("table.wide {" in rules and ".wide th {" in rules for rules in narrow)


@pytest.mark.parametrize(
    ("piece", "told"), [("2A Nur", "2 Armies Nur"), ("3C Edo", "3 Cavalry Edo"), ("A Nur", "A Nur")]
)
def test_several_pieces_are_named_in_words(piece: str, told: str) -> None:
    assert in_full(piece) == told


def test_the_news_do_not_repeat_the_lead() -> None:
    """News in the lead is not listed again."""
    news = Section("news", "News", (Item("Blue holds."),))
    more = Section("news", "More news", (Item("Blue holds."), Item("Green waits.")))
    seen = Section("seen", "Seen", (Item("Blue holds."),))
    sheet = ReportFacts(
        "Toy", "1", None, "Red casts Mist", "Red casts Mist. Blue holds.", (news, more, seen), "", {}
    )
    page = without_repetition(sheet)
    assert page.lead == "Blue holds."
    assert [[item.text for item in section.items] for section in page.sections] == [
        ["Green waits."],
        ["Blue holds."],
    ]


def test_the_story_of_empires_has_no_short_names(table: Table, tmp_path: Path) -> None:
    table.vouched |= {"gm@w.org"}
    table.opens("x1", game="empires", players={"Germany": "ann@x.org", "Russia": "bob@y.org"})
    table.deadline_passes("x1")
    gm(table, "END GAME")
    build(table, tmp_path)
    story = (tmp_path / "x1" / "story" / "1.html").read_text("utf-8")
    assert "Victory points" in story
    assert ">Vp<" not in story
