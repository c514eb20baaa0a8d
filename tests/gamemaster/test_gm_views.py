"""What a game master can see by mail, and what stays hidden."""

import re
from pathlib import Path

import pytest

from pbem.gamemaster.reading import ACTIONS
from pbem.store.arrival import Arrival
from pbem.store.game_tables import GameTable
from pbem.store.states import FAILED
from tests.support.gamemaster import GM_ADDRESS, gm
from tests.support.table import JUDGE, Table, text_of

FOR_THE_HOST = (
    *(
        "shell",
        "doctor",
        "backup",
        "dns",
        "transfer",
        "retention",
        "health",
        "demo",
        "demo_end",
        "database",
        "risks",
        "settings",
        "template_check",
    ),
    *("backup_readme", "host", "host_status", "undelivered", "note_host_message_failed", "note_host_trouble"),
)


def test_players_are_listed_with_addresses_and_absences(table: Table) -> None:
    table.mail("ann@x.org", "AWAY 3 to 10 December")
    table.mail("bob@y.org", "NAME Bob")
    told = gm(table, "PLAYERS")
    assert re.search(r"Red +ann +ann@x\.org", told)
    assert re.search(r"Blue +Bob +bob@y\.org", told)
    assert "Red is away from Thu 3 Dec 2026 to Thu 10 Dec 2026." in told
    assert "Runs the table: The GM <gm@w.org>" in told


def test_whois_finds_a_player_by_power_name_and_address(table: Table) -> None:
    gm(table, "REPLACE Red with Dora <dora@v.org> because Ann has no time")
    for who in ("Red", "dora", "dora@v.org"):
        told = gm(table, f"WHOIS {who}")
        assert "Red is played by Dora <dora@v.org>" in told
        assert "Red was played by ann <ann@x.org>" in told
    assert 'nobody at this table is called "Zorro"' in gm(table, "WHOIS Zorro").replace("Nobody", "nobody")


def test_status_says_who_is_late(table: Table) -> None:
    table.opens("r2", "72h; grace 12h")
    table.mail("ann@x.org", "go 2", "r2")
    assert "Orders are missing from Blue and Dark Green." in gm(table, "STATUS", "r2")
    due = table.row("r2").deadline_utc
    assert due is not None
    table.clock.moment = due
    table.clock.passes(hours=1)
    table.service.look()
    assert "Late: Blue and Dark Green." in gm(table, "STATUS", "r2")


def test_reports_history_and_summary_are_those_of_everybody(table: Table) -> None:
    assert "No turn has been run yet." in gm(table, "HISTORY\nREPORT")
    table.mail("ann@x.org", "go 4")
    table.deadline_passes()
    table.clock.passes(hours=1)
    assert gm(table, "HISTORY 1") == gm(table, "HISTORY FROM 1 TO 1")
    told = gm(table, "HISTORY")
    assert "1. Lap 1, day:" in told
    shown = gm(table, "REPORT 1")
    assert "Red stands at 4." in shown
    assert "Your own step" not in shown  # only Red knows that
    assert gm(table, "REPORT").split("Report of r1")[1] == shown.split("Report of r1")[1]
    assert 'No turn "9" has been run' in gm(table, "REPORT 9")
    assert "1. Lap 1, day: They run" in gm(table, "SUMMARY")


def test_the_centre_chart_of_a_standard_game(table: Table) -> None:
    table.opens("std3", "72h", {"France": "france@x.org"}, "standard")
    told = gm(table, "SUMMARY", "std3")
    assert "Spring 1901, 3 3 3 3 3 4 3 movement" in told  # the first column is folded


def test_the_summary_of_a_player_and_of_an_observer_is_that_of_the_gm(table: Table) -> None:
    table.mail("ann@x.org", "go 4")
    table.deadline_passes()
    table.vouched.add("dot@d.org")
    table.set_rules("r1", observers=True)
    table.clock.passes(hours=1)
    of_gm = gm(table, "SUMMARY")
    chart = of_gm[of_gm.index("Red") :].partition("1. Lap 1")[0].strip() if "Red" in of_gm else ""
    for who in ("ann@x.org", "dot@d.org"):
        table.clock.passes(hours=1)
        told = text_of(table.says(who, "SUMMARY r1"))
        assert "1. Lap 1, day: They run" in told
        assert chart in told
        assert "Your own step" not in told


def test_the_position_is_the_public_one_and_all_of_it_only_when_asked_for(table: Table) -> None:
    table.opens("xiii", "72h", {"Gandalf": "ann@x.org", "Mordor": "bob@y.org"}, "downfall-xiii")
    assert "Erebor" in gm(table, "POSITION", "xiii")
    assert "Aragorn" not in gm(table, "POSITION\nREPORT\nSUMMARY\nHISTORY\nSTATUS\nPLAYERS", "xiii")
    whole = gm(table, "POSITION ALL", "xiii")
    assert "units.Gandalf = [" in whole
    assert "Aragorn" in whole
    assert "The whole position was looked at." in gm(table, "LOG", "xiii")


def test_the_orders_of_a_power_are_shown_when_the_gm_looks_and_the_look_is_logged(table: Table) -> None:
    table.mail("ann@x.org", "go 4")
    assert "go 4" not in gm(table, "STATUS\nPOSITION\nPLAYERS\nWHOIS Red")
    assert "Red will go 4" in gm(table, "LOOK AT Red")
    table.mail("bob@y.org", "LOG")
    assert "orders and the position of Red were looked at" in text_of(table.last_to("Blue"))
    told = gm(table, "LOOK AT ALL")
    assert "Red will go 4" in told
    assert "Dark Green: orders on file" in told


def test_a_gm_who_may_not_read_orders_cannot_look(table: Table) -> None:
    gm(table, "SET gm_reads public")
    table.mail("ann@x.org", "go 4")
    for line in ("LOOK AT Red", "LOOK AT ALL", "POSITION ALL"):
        told = gm(table, line)
        assert "NOT DONE By the house rules (gm_reads) you are not shown orders" in told
        assert "go 4" not in told
    assert "looked" not in gm(table, "LOG")


def test_a_look_without_proof_of_the_sender_is_held(table: Table) -> None:
    """It would be logged in the name of the game master."""
    table.mail("ann@x.org", "go 4")
    table.mail(GM_ADDRESS, "LOOK AT Red")
    assert "is this message yours?" in str(table.last_to(GM_ADDRESS)["Subject"])
    assert "looked" not in gm(table, "LOG")


def test_the_mailed_map_shows_what_everybody_knows(table: Table) -> None:
    assert "this host sends no pictures" in gm(table, "MAP").replace("This", "this")
    table.with_pictures()
    table.opens("std3", "72h", {"France": "france@x.org"}, "standard")
    assert "with a large map" in gm(table, "MAP", "std3")
    (mail,) = [one for one in table.mails_to(GM_ADDRESS) if "again." in str(one["Message-ID"])]
    assert [part.get_content_type() for part in mail.walk()].count("image/png") == 1


def test_the_tables_of_a_gm_are_listed(table: Table) -> None:
    table.opens("std3", "72h", {"France": "france@x.org"}, "standard")
    told = gm(table, "GAMES OF MINE")
    assert "r1: The Race, Lap 1, day, running, due" in told
    assert "std3: Diplomacy, Spring 1901, movement, running, due" in told


@pytest.mark.parametrize("subject", ["hello", "r1"])
@pytest.mark.parametrize("body", ["GAMES", "games of mine", "GAMES\nHELP"])
def test_a_gm_without_a_token_gets_a_list_of_all_their_tables(table: Table, body: str, subject: str) -> None:
    table.opens("std3", "72h", {"France": "france@x.org"}, "standard")
    table.mail(GM_ADDRESS, body, subject)
    told = text_of(table.last_to(GM_ADDRESS))
    assert "r1: The Race, Lap 1, day, running, due" in told
    assert "std3: Diplomacy, Spring 1901, movement, running, due" in told
    assert ("Help for game masters" in told) == ("HELP" in body)


def test_a_gm_learns_which_other_tables_there_are(table: Table) -> None:
    table.opens("std3", "72h", {"France": "france@x.org"}, "standard")
    with table.store.writing() as session:
        session.get_one(GameTable, "std3").gm_address = "other@w.org"
    assert "Other tables here: std3." in gm(table, "GAMES")


def test_a_gm_who_plays_elsewhere_learns_how_to_ask(table: Table) -> None:
    table.opens("std3", "72h", {"France": GM_ADDRESS}, "standard")
    table.mail(GM_ADDRESS, "GAMES", "hello")
    assert "You are the game master of r1 and std3, or a deputy there" in text_of(table.last_to(GM_ADDRESS))
    table.mail(GM_ADDRESS, "games of mine", "hello")
    assert "r1: The Race, Lap 1, day, running, due" in text_of(table.last_to(GM_ADDRESS))


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.help_block)
def test_each_action_has_its_own_help_page(table: Table, action: object) -> None:
    word = action.word  # type: ignore[attr-defined]  # pytest gives it as an object
    told = gm(table, f"HELP {word}")
    assert "There is no action called" not in told
    assert "Help for game masters" in told
    assert word in told
    assert "Actions of the game master" not in told


def test_help_on_an_unknown_action_lists_all_actions(table: Table) -> None:
    told = gm(table, "HELP wizardry")
    assert 'There is no action called "wizardry"' in told
    assert "ROLLBACK because" in told


def test_a_failed_message_is_processed_again(table: Table) -> None:
    raw = table.message("ann@x.org", "go 4").as_bytes()
    number = table.store.store_message(Arrival(raw, "ann@x.org", (JUDGE,), table.clock.now(), "smtp"))
    with table.store.writing() as session:
        stored = session.merge(table.stored(number))
        stored.state, stored.table_key = FAILED, "r1"
    assert "no message 999 of this table has failed" in gm(table, "RETRY 999").replace("No", "no")
    assert f"Message {number} is processed again." in gm(table, f"RETRY {number}")
    assert table.stored(number).state == "done"
    assert "Red will go 4" in text_of(table.last_to("Red"))
    assert "NOT DONE" in gm(table, f"RETRY {number}")


def test_no_mail_to_a_gm_mentions_a_shell() -> None:
    found = [
        f"{path.name}: {line}"
        for path in sorted(Path("templates").rglob("*.txt")) + sorted(Path("templates").rglob("*.html"))
        if path.stem not in FOR_THE_HOST
        for line in path.read_text("utf-8").splitlines()
        if re.search(r"\bpbem [a-z]|\bshell\b", line)
    ]
    assert found == []


def test_a_gm_who_plays_at_another_table_gets_the_map_of_that_seat(table: Table) -> None:
    """REPORT and MAP are commands of players, too: without a token they mean the seat."""
    table.opens("r2", "72h", {"Red": GM_ADDRESS, "Blue": "bob@y.org"})
    table.vouched.add(GM_ADDRESS)
    table.mail(GM_ADDRESS, "REPORT", "r2")
    assert "is on its way again" in text_of(table.mails_to(GM_ADDRESS)[-1]) or any(
        "is on its way again" in text_of(mail) for mail in table.mails_to(GM_ADDRESS)
    )
    assert JUDGE in str(table.mails_to(GM_ADDRESS)[-1]["From"])


def test_status_says_who_is_played_by_a_robot(table: Table) -> None:
    table.opens("std3", "72h", {"France": "france@x.org", "Italy": "italy@x.org"}, "standard")
    gm(table, "REPLACE Italy with a robot", "std3")
    told = gm(table, "STATUS", "std3")
    assert "Played by a robot: Italy." in told
    assert "Without a player: Austria, England, Germany, Russia and Turkey." in told


def test_status_of_a_game_that_is_over_says_so(table: Table) -> None:
    gm(table, "END GAME won by Red")
    told = gm(table, "STATUS")
    assert "r1 is over; it ended with " in told
    assert "REOPEN takes back an END GAME or a vote" in told
    assert "By the pace" not in told


def test_players_lists_robots(table: Table) -> None:
    gm(table, "REPLACE Blue with a robot NOW")
    assert "Blue a robot -" in gm(table, "PLAYERS")
    assert "A robot plays Blue until somebody takes the seat over." in gm(table, "WHOIS Blue")


def test_status_says_how_many_have_answered_a_poll(table: Table) -> None:
    gm(table, "POLL Shall we play faster?\nYes\nNo\nEND")
    assert '"Shall we play faster?" 0 of 3 players have answered.' in gm(table, "STATUS")
    table.mail("ann@x.org", "VOTE A")
    told = gm(table, "How is the poll going?")
    assert '"Shall we play faster?" 1 of 3 players has answered. CLOSE POLL ends it.' in told


def test_status_names_a_seat_that_is_free_and_owes_nothing(table: Table) -> None:
    table.opens("s1", "72h", {"France": "ann@x.org", "Germany": "cyd@z.org"}, "standard")
    table.mail("ann@x.org", "A Mar - Spa", "s1")
    gm(table, "EJECT Germany NOW\nRUN NOW", "s1")
    table.deadline_passes("s1")
    told = gm(table, "STATUS", "s1")
    assert "Winter 1901, adjustment" in told
    assert "Without a player: Austria, England, Germany, Italy, Russia and Turkey." in told
