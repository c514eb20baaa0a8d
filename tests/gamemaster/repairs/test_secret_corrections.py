"""CORRECT SECRETLY: the player concerned is informed at once, everybody else when the game is over."""

import json
from pathlib import Path

from pbem.web import site
from tests.support.gamemaster import gm, gm_asks
from tests.support.table import Table, body_of, text_of

HIDDEN = """CORRECT SECRETLY because a message was lost
units.Gandalf = ["Aragorn Nen", "Fe Iml", "R FEr", "R Shi"]
END"""
PUBLIC = """CORRECT SECRETLY because it is dead
units.Dwarves = ["A Ere", "A Iro", "Dain Ere"]
END"""
DONE = "In Turn 1 (Spring), movement: Mon 23 Nov 2026, 09:00 UTC, the game master:"
CENTRES = "Par Bre Mar Spa Por Bel Hol Den Nwy Swe Tun Ser Bul Rum Gre Kie Ber Mun"
LONG = f"""CORRECT because the game is long
centres.France = {json.dumps(CENTRES.split())}
centres.Germany = []
units.Germany = []
END"""


def seated(table: Table) -> None:
    players = {"Gandalf": "ann@x.org", "Mordor": "bob@y.org"}
    table.opens("xiii", "72h", players, "downfall-xiii")
    table.post_office.forget()


def test_only_the_player_concerned_hears_of_it(table: Table) -> None:
    seated(table)
    before = table.row("xiii")
    told = gm(table, HIDDEN, "xiii")
    assert "Gandalf was informed, and nobody else." in told
    assert "Nenuial" in text_of(table.last_to("ann@x.org"))
    assert "a message was lost" in text_of(table.last_to("ann@x.org"))
    assert table.mails_to("bob@y.org") == []
    after = table.row("xiii")
    assert (after.moves, after.deadline_utc) == (before.moves, before.deadline_utc)
    assert after.position != before.position


def test_nobody_can_find_it_before_the_end_and_everybody_reads_it_then(table: Table) -> None:
    seated(table)
    gm(table, HIDDEN, "xiii")
    table.mail("bob@y.org", "LOG\nHISTORY\nREPORT", "xiii")
    table.mail("ann@x.org", "LOG", "xiii")
    assert "in secret" not in text_of(table.last_to("ann@x.org"))
    table.deadline_passes("xiii")
    table.clock.passes(hours=1)
    assert all("in secret" not in text_of(mail) for mail in table.mails_to("bob@y.org"))
    assert "corrected in secret: units of Gandalf: Aragorn Nen" in gm_asks(table, "LOG", "xiii")
    gm(table, "END GAME because we are done", "xiii")
    told = text_of(table.bulletin_to("bob@y.org"))
    assert DONE in told
    assert "The position was corrected in secret: units of Gandalf: Aragorn Nen" in told
    assert "Reason: a message was lost" in told
    table.clock.passes(hours=1)
    table.mail("bob@y.org", "LOG", "xiii")
    assert "in secret" in text_of(table.last_to("bob@y.org"))


def test_a_rollback_and_a_rollforward_do_not_reveal_it(table: Table) -> None:
    seated(table)
    gm(table, HIDDEN, "xiii")
    table.deadline_passes("xiii")
    table.clock.passes(hours=1)
    gm(table, "ROLLBACK", "xiii")
    gm(table, "ROLLFORWARD", "xiii")
    table.mail("bob@y.org", "LOG", "xiii")
    assert "in secret" not in text_of(table.last_to("bob@y.org"))


def test_a_public_fact_cannot_be_corrected_in_secret(table: Table) -> None:
    seated(table)
    told = gm(table, PUBLIC, "xiii")
    assert "NOT DONE Everybody would notice this" in told
    assert table.row("xiii").position == table.row("xiii").start


def test_a_gm_who_may_not_see_secrets_corrects_none(table: Table) -> None:
    seated(table)
    gm(table, "SET gm_reads public", "xiii")
    for body in (HIDDEN, HIDDEN.replace("Nen", "Wit")):
        assert "NOT DONE By the house rules (gm_reads) you are not shown" in gm(table, body, "xiii")


def test_the_archive_says_it_at_the_end(table: Table, tmp_path: Path) -> None:
    seated(table)
    gm(table, HIDDEN, "xiii")
    gm(table, "END GAME", "xiii")
    site.build(table.office, tmp_path / "site", table.clock.now())
    pages = " ".join(page.read_text("utf-8") for page in (tmp_path / "site" / "xiii").glob("*.html"))
    assert f"{DONE} The position was corrected in secret" in pages


def test_the_report_of_a_turn_that_ends_the_game_prints_it(table: Table) -> None:
    players = {"France": "ann@x.org", "Turkey": "bob@y.org"}
    table.opens("fog", "72h", players, "standard", {"fog": "on"})
    gm(table, 'CORRECT SECRETLY because of a slip\nunits.Turkey = ["A Con", "F Smy", "F Ank"]\nEND', "fog")
    table.deadline_passes("fog")
    assert "The position was corrected" in gm(table, LONG, "fog")
    table.deadline_passes("fog")
    told = text_of(
        [one for one in table.reports_to("ann@x.org") if str(one["Subject"]).startswith("fog")][-1]
    )
    assert "The game is over" in told
    assert "In Spring 1901, movement: Mon 23 Nov 2026, 09:00 UTC, the game master: The position was" in told
    assert told.count("corrected in secret") == 1


def test_a_place_in_the_race_cannot_be_corrected_in_secret(table: Table) -> None:
    """The places of all runners are public."""
    assert "Everybody would notice this" in gm(table, "CORRECT SECRETLY because x\nat.Red = 4\nEND")


def test_a_long_list_of_position_all_can_be_changed_and_sent_back(table: Table) -> None:
    table.opens("hb", "72h", {"Mordor": "bob@y.org"}, "hardbop")
    gm_asks(table, "POSITION ALL", "hb")
    shown = body_of(table.mails_to("gm@w.org")[-1])
    own = shown[shown.index("units.Mordor") : shown.index("units.Rohan")]
    assert len(own.splitlines()) > 1
    told = gm(table, f"CORRECT because of a slip\n{own.replace('A SRh', 'A Gor')}END", "hb")
    assert "The position was corrected" in told
    assert '"A Gor"' in json.dumps(table.registry.find("hardbop").describe(table.row("hb").position))


def test_it_is_undone_in_secret(table: Table) -> None:
    seated(table)
    before = table.row("xiii")
    gm(table, HIDDEN, "xiii")
    told = gm(table, "UNDO CORRECT because it was right before", "xiii")
    assert "The last secret correction of the position was taken back" in told
    assert "Gandalf was informed, and nobody else." in told
    assert "taken back the last secret correction" in text_of(table.last_to("ann@x.org"))
    assert table.mails_to("bob@y.org") == []
    after = table.row("xiii")
    assert (after.moves, after.position) == (before.moves, before.position)
    table.mail("bob@y.org", "LOG", "xiii")
    assert "taken back" not in text_of(table.last_to("bob@y.org"))
    assert "taken back" in gm_asks(table, "LOG", "xiii")
