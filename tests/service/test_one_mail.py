"""One mail a turn: who gets which mail, and that a player misses nothing of the bulletin."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator import games
from pbem.store.game_tables import GameTable
from tests.support.play.war import WAR_PLAYERS
from tests.support.table import Table, kind_of, text_of

GM = "gm@w.org"
NATIONS = {
    power: f"{power.lower()}@x.org"
    for power in ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
}


@pytest.fixture
def std(tmp_path: Path) -> Iterator[Table]:
    own = Table(tmp_path)
    own.vouched |= set(NATIONS.values())
    own.opens(players=NATIONS, game="standard")
    yield own
    own.store.close()


def orders(std: Table, **sheets: str) -> None:
    for power, sheet in sheets.items():
        std.reply(std.report_to(NATIONS[power]), sheet)


def kinds(table: Table, address: str) -> list[str]:
    return [kind_of(mail) for mail in table.mails_to(address)]


def turn(table: Table) -> None:
    table.post_office.forget()
    table.deadline_passes()


def test_a_player_gets_only_the_report_with_everything_from_the_bulletin(std: Table) -> None:
    orders(std, France="PRESS TO ALL BULLETIN\nBurgundy is mine.\nEND", Italy="A Ven H")
    std.mail(GM, "ANNOUNCE BULLETIN The deadline of the next turn\nis as usual.\nEND", "r1")
    turn(std)
    assert kinds(std, NATIONS["Turkey"]) == ["report"]
    assert kinds(std, GM) == ["bulletin"]
    own, public = text_of(std.report_to(NATIONS["Turkey"])), text_of(std.bulletin_to(GM))
    for words in ("No orders were on file for Austria, England, France, Germany, Russia and Turkey.",):
        assert words in own
        assert words in public
    assert ("Burgundy is mine." in public) is ("Burgundy is mine." in own)


def test_a_player_may_have_the_bulletin_too(std: Table) -> None:
    orders(std, Turkey="SET BULLETIN ON")
    turn(std)
    assert kinds(std, NATIONS["Turkey"]) == ["report", "bulletin"]
    subjects = {str(mail["Subject"]) for mail in std.mails_to(NATIONS["Turkey"])}
    assert len(subjects) == 2
    orders(std, Turkey="SET BULLETIN OFF")
    turn(std)
    assert kinds(std, NATIONS["Turkey"]) == ["report"]


def test_players_not_concerned_by_a_phase_get_a_short_notice(std: Table) -> None:
    """In autumn Austria is dislodged from Galicia; England gains Norway; France has three of three."""
    in_autumn(std)
    sheets = {"Russia": "A War - Gal\nA Rum S A War - Gal", "England": "F Nwg - Nwy"}
    orders(std, **sheets, Austria="A Gal H", France="A Par H")
    turn(std)
    assert kinds(std, NATIONS["France"]) == ["report"]
    turn(std)
    assert [kinds(std, NATIONS[power]) for power in ("Austria", "England")] == [["report"]] * 2
    assert kinds(std, NATIONS["France"]) == ["phase_notice"]
    notice = std.last_to(NATIONS["France"])
    assert "Galicia" in text_of(notice)
    assert "You owe nothing" in text_of(notice)
    assert "you owe nothing" in str(notice["Subject"])
    assert "png" not in str([part.get_content_type() for part in notice.walk()])
    turn(std)
    assert kinds(std, NATIONS["France"]) == ["report"], "orders for the spring are due"


def in_autumn(std: Table) -> None:
    """Continue from a position in autumn in which everybody has as many units as centres."""
    game = games.find("standard")
    facts = dict(game.describe(std.row().position))
    units = {**facts["units"], "Austria": ["A Gal", "A Vie", "F Tri"], "England": ["F Nwg", "F Lon", "A Lvp"]}
    units["Russia"] = ["A War", "A Rum", "A Mos", "F Sev"]
    place = {"units": units, "centres": facts["centres"], "state": {"year": 1901, "season": "Autumn"}}
    with std.store.writing() as session:
        session.get_one(GameTable, "r1").position = game.place(place)
    std.service.look()


def test_the_rule_can_be_changed(war: Table) -> None:
    war.set_rules("r1", quiet_phases=False)
    turn(war)
    assert kinds(war, WAR_PLAYERS["Russia"]) == ["report"]


def test_empires_sends_what_concerns_a_player_and_a_summary_of_the_rest(war: Table) -> None:
    turn(war)  # in which everybody was asked for technologies
    turn(war)
    assert kinds(war, WAR_PLAYERS["Franco-British"]) == kinds(war, WAR_PLAYERS["Russia"]) == ["report"]
    assert kinds(war, WAR_PLAYERS["Germany"]) == kinds(war, WAR_PLAYERS["Austria-Hungary"]) == []
    mails = dict.fromkeys(WAR_PLAYERS.values(), 0)
    for _ in range(8):
        turn(war)
        for address in mails:
            mails[address] += len(war.mails_to(address))
    assert set(mails.values()) <= {4}, "two rounds: the summary with the form, and one's own turn"
    for _ in range(3):  # Franco-British plays after Germany
        turn(war)
    last = text_of(war.report_to(WAR_PLAYERS["Franco-British"]))
    for power in ("Russia", "Austria-Hungary", "Germany"):
        assert re.search(rf"(Summer|Autumn|Winter|Spring) 19\d\d, {power}", last), power


def test_subjects_say_the_turn_what_happened_and_what_is_owed(std: Table) -> None:
    turn(std)
    subject = str(std.report_to(NATIONS["France"])["Subject"])
    assert subject == "r1 Spring 1901, movement: Nobody moves - orders for 3 units due Sun 09:00"
    assert str(std.bulletin_to(GM)["Subject"]).endswith("Nobody moves (bulletin)")


def test_a_season_of_empires_is_two_reports_for_each_player(war: Table) -> None:
    """They are the result of the player's own turn, and before it a summary of the turns of the others."""
    turn(war)  # in which everybody was asked for technologies
    war.post_office.forget()
    for power in ("Franco-British", "Russia", "Austria-Hungary", "Germany"):
        war.mail(WAR_PLAYERS[power], "MISSIONS")
        number = war.row().number
        while war.row().number == number:
            war.clock.passes(hours=1)
            war.service.look()
    for power, address in WAR_PLAYERS.items():
        assert sorted(kinds(war, address)) == ["confirmation", "report", "report"], power
        subjects = [str(mail["Subject"]) for mail in war.mails_to(address) if kind_of(mail) == "report"]
        assert sum("orders due" in subject for subject in subjects) == 1
        assert sum("you owe nothing" in subject for subject in subjects) == 1
