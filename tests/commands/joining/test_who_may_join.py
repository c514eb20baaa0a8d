"""Who may join a table, and how people find free seats."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from pbem.tables.opening import Plan, open_table
from pbem.web import site
from tests.support.gamemaster import gm
from tests.support.table import Table, answer, body_of, text_of

ANN, DOT, EVE = "ann@x.org", "dot@d.org", "eve@e.org"


@pytest.fixture
def forming(table: Table) -> Table:
    table.vouched |= {DOT, EVE}
    plan = Plan("r2", "race", "gm@w.org", (), "72h", seed="a seed for tests", gm_name="Grace")
    open_table(plan, table.office, table.clock.now())
    table.post_office.forget()
    return table


def misses(table: Table, turns: int) -> None:
    """Let some turns pass in which Ann sends nothing, but Bob and Cyd do."""
    for _ in range(turns):
        table.mail("bob@y.org", "go 1")
        table.mail("cyd@z.org", "go 1")
        table.deadline_passes()


def link_in(text: str, word: str) -> tuple[str, str, str]:
    """Return recipient, subject and text of the mail that the first link with *word* opens."""
    links = [urlsplit(piece.strip("<>")) for piece in text.split() if "mailto:" in piece]
    found = next(one for one in links if word in parse_qs(one.query)["body"][0])
    said = parse_qs(found.query)
    return found.path, said["subject"][0], said["body"][0]


# --- the lists of a game master ----------------------------------------------------------------------------


def test_a_denied_person_learns_why_and_what_helps(forming: Table) -> None:
    forming.set_rules("r2", denied=["eve@e.org"])
    reply = answer(forming, EVE, "JOIN r2")
    assert "The game master of r2, Grace, does not let eve@e.org join it." in reply
    assert "Only Grace can change that; GAMES lists other tables" in reply
    assert "You have joined r2" in answer(forming, DOT, "JOIN r2")


def test_a_whole_domain_is_denied_and_no_seat_can_be_taken_over(table: Table) -> None:
    table.vouched.add(EVE)
    answer(table, ANN, "RESIGN Red", "r1")
    table.set_rules("r1", denied=["@e.org"])
    assert "does not let eve@e.org join it" in answer(table, EVE, "TAKE OVER Red in r1")
    assert "does not let eve@e.org join it" in answer(table, EVE, "JOIN r1")


def test_an_uninvited_person_learns_who_can_invite_them(forming: Table) -> None:
    forming.set_rules("r2", invited=["dot@d.org"])
    reply = answer(forming, EVE, "JOIN r2")
    assert "Only invited players may join r2. Its game master, Grace, can invite you as eve@e.org" in reply


def test_nobody_but_the_game_master_reads_the_addresses_on_the_lists(table: Table) -> None:
    reply = gm(table, "SET denied eve@e.org, @spam.example")
    assert 'denied: "eve@e.org, @spam.example" from now on' in reply
    for reader in ("Red", "Blue"):
        news = text_of(table.last_to(reader))
        assert "The list of people who may not join has changed" in news
        assert "eve@e.org" not in news
    assert "eve@e.org" not in answer(table, ANN, "LOG\nHOUSE RULES", "r1")


def test_a_list_with_an_invalid_address_is_refused(table: Table) -> None:
    assert '"eve" is not an address; write ann@x.org' in gm(table, "SET denied eve")


# --- reliability -------------------------------------------------------------------------------------------


def test_somebody_who_misses_deadlines_cannot_join_a_table_that_asks_for_more(forming: Table) -> None:
    forming.set_rules("r2", min_reliability=80)
    misses(forming, 4)
    reply = answer(forming, ANN, "JOIN r2", "r2")
    assert "r2 asks for a reliability of 80%, and yours is 34%" in reply
    assert "you have met 0 and missed 4 deadlines here" in reply
    assert "If you meet about" in reply
    assert "You have joined r2" in answer(forming, "bob@y.org", "JOIN r2", "r2")


def test_somebody_new_may_join_such_a_table(forming: Table) -> None:
    forming.set_rules("r2", min_reliability=100)
    assert "You have joined r2" in answer(forming, DOT, "JOIN r2")


def test_missed_deadlines_are_forgotten(forming: Table) -> None:
    forming.set_rules("r2", min_reliability=80)
    misses(forming, 3)
    assert "asks for a reliability" in answer(forming, ANN, "JOIN r2", "r2")
    forming.mail(ANN, "go 1")
    forming.clock.passes(days=900)
    assert "You have joined r2" in answer(forming, ANN, "JOIN r2", "r2")


@pytest.mark.parametrize("rules", [{"late": "hidden"}, {"names": "hidden"}])
def test_a_table_that_does_not_name_late_players_does_not_name_them_here(
    forming: Table, rules: dict[str, str]
) -> None:
    forming.set_rules("r1", **rules)
    forming.set_rules("r2", min_reliability=100)
    misses(forming, 4)
    assert "You have joined r2" in answer(forming, ANN, "JOIN r2", "r2")


def test_a_turn_that_was_rolled_back_counts_for_nobody(forming: Table) -> None:
    forming.set_rules("r2", min_reliability=100)
    misses(forming, 3)
    gm(forming, "ROLLBACK 3 turns")
    assert "You have joined r2" in answer(forming, ANN, "JOIN r2", "r2")


# --- open seats --------------------------------------------------------------------------------------------


def test_games_has_a_link_that_joins_and_one_that_takes_over(forming: Table) -> None:
    answer(forming, "cyd@z.org", "RESIGN Dark Green", "r1")
    forming.clock.passes(minutes=40)
    page = body_of(forming.says(DOT, "GAMES", "hello"))
    assert link_in(page, "JOIN") == ("judge@judge.example", "r2", "JOIN r2")
    to, subject, text = link_in(page, "TAKE OVER")
    assert text == "TAKE OVER Dark Green in r1"
    forming.mail(DOT, text, subject, to)
    assert "You play Dark Green at r1 from now on." in text_of(forming.last_to(DOT))


def test_the_bulletin_lists_the_seats_that_are_free(table: Table) -> None:
    table.deadline_passes()
    assert "Open seats" not in body_of(table.bulletin_to("gm@w.org"))
    answer(table, ANN, "RESIGN Red", "r1")
    table.deadline_passes()
    bulletin = table.bulletin_to("gm@w.org")
    assert "Nobody plays Red. The first to write TAKE OVER Red in r1 to judge@judge.example" in text_of(
        bulletin
    )
    assert link_in(body_of(bulletin), "TAKE OVER") == ("judge@judge.example", "r1", "TAKE OVER Red in r1")
    html = bulletin.get_body(("html",))
    assert html is not None
    assert 'href="mailto:judge@judge.example?subject=r1&amp;body=TAKE%20OVER%20Red%20in%20r1"' in str(
        html.get_content()
    )


def test_the_archive_lists_the_seats_that_are_free(forming: Table, tmp_path: Path) -> None:
    answer(forming, ANN, "RESIGN Red", "r1")
    site.build(forming.office, tmp_path / "site", forming.clock.now())
    index = (tmp_path / "site" / "index.html").read_text()
    assert "r2: The Race, 0 of 3 players" in index
    assert 'body=JOIN%20r2">JOIN r2</a>' in index
    assert 'body=TAKE%20OVER%20Red%20in%20r1">TAKE OVER Red</a>' in index
    assert "Nobody plays Red" in (tmp_path / "site" / "r1" / "index.html").read_text()
    forming.set_rules("r2", archive="hidden")
    site.build(forming.office, tmp_path / "site", forming.clock.now())
    assert "r2" not in (tmp_path / "site" / "index.html").read_text()
