"""Empires by mail: orders sent ahead, how to withdraw them, READY, PAUSE and previews."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from adjudicator.empires.ground import BOARD
from pbem.store.game_tables import GameTable
from pbem.tables import opening
from tests.support.play.war import WAR_PLAYERS
from tests.support.table import Table, kind_of, text_of

GM = "gm@w.org"


@pytest.mark.parametrize(
    ("players", "joins"),
    [
        ("2", {"ann@x.org": ["Germany", "Austria-Hungary"], "bob@y.org": ["Franco-British", "Russia"]}),
        ("3", {"ann@x.org": ["Germany", "Austria-Hungary"], "bob@y.org": ["Franco-British"]}),
    ],
)
def test_a_player_has_the_powers_of_their_coalition(
    tmp_path: Path, players: str, joins: dict[str, list[str]]
) -> None:
    """4.5: the game begins with as many players as the option says; each Power keeps its own sheet."""
    own = Table(tmp_path)
    plan = opening.Plan("r1", "empires", "gm@w.org", [], seed="two", options={"players": players})
    opening.open_table(plan, own.office, own.clock.now())
    own.service.look()
    third = {"cyd@z.org": ["Russia"]} if players == "3" else {}
    for address, powers in {**joins, **third}.items():
        own.mail(address, f"JOIN r1 {powers[-1]}")
    for address, powers in joins.items():
        reports = [str(mail["Reply-To"]) for mail in own.mails_to(address) if kind_of(mail) == "report"]
        assert len(reports) == 1
        assert f"+{powers[0].lower()}." in reports[0]
        assert all(f"{power}, also yours" in text_of(own.report_to(address)) for power in powers[1:])
    own.store.close()


def the_last(war: Table, power: str) -> str:
    return text_of(war.last_to(WAR_PLAYERS[power]))


def replies(war: Table, power: str, body: str) -> str:
    """Return the answer to a reply to the latest report."""
    war.reply(war.report_to(WAR_PLAYERS[power]), body)
    return the_last(war, power)


def test_a_sheet_sent_ahead_is_used_when_its_turn_comes(war: Table) -> None:
    assert "It is not the turn of Russia yet" in replies(war, "Russia", "MISSIONS\nENTRENCH Riga")
    for _ in range(3):
        war.deadline_passes()
    assert "Entrenches in Riga" in text_of(war.bulletin_to(GM))


def say_ready(war: Table, *powers: str) -> None:
    for power in powers:
        war.clock.passes(hours=1)
        war.reply(war.report_to(WAR_PLAYERS[power]), "READY WITHOUT ORDERS")
        war.service.look()


def test_the_same_order_to_two_armies_is_listed_twice(war: Table) -> None:
    twice = "Army Cologne moves to Brussels"
    assert (
        replies(war, "Germany", "ACTIVATE\nArmy Cologne - Brussels\nArmy Cologne - Brussels").count(twice)
        == 2
    )
    assert replies(war, "Germany", "STATUS").count(twice) == 2


def test_ready_says_what_a_sheet_with_orders_leaves_out(war: Table) -> None:
    """9.0.8"""
    sheet = "TECHNOLOGIES Attack 1, Defence 1, Manoeuvre\nMISSIONS\nPASS\nREADY"
    told = replies(war, "Germany", sheet)
    assert "What your sheet leaves out: Germany must attack a Franco-British army in this season" in told
    assert "Still without orders" not in told


def test_the_first_turn_waits_for_the_ready_of_everybody(war: Table) -> None:
    """All four choose technologies until the first deadline, and nobody learns who has. 2.3, S.3"""
    told = replies(war, "Germany", "MISSIONS\nENTRENCH Metz\nREADY")
    assert "When every player is, the turn is run at once" in told
    say_ready(war, "Austria-Hungary", "Franco-British")
    assert war.row("r1").number == 1
    assert "three technologies" in replies(war, "Russia", "READY")
    assert war.row("r1").number == 1, "READY without a choice is not taken unless it says so"
    war.clock.passes(hours=1)
    replies(war, "Russia", "TECHNOLOGIES Attack 1, Defence 1, Manoeuvre\nREADY")
    war.service.look()
    assert war.row("r1").number == 2


def test_powers_without_orders_are_named_with_article_and_and(war: Table) -> None:
    """The last report, sent once more, does the same."""
    war.deadline_passes()
    assert "No orders were on file for Germany." in text_of(war.bulletin_to(GM))
    war.deadline_passes()
    assert "No orders were on file for the Franco-British." in text_of(war.bulletin_to(GM))
    replies(war, "Russia", "REPORT")
    assert "No orders were on file for the Franco-British." in text_of(war.report_to(WAR_PLAYERS["Russia"]))


@pytest.mark.parametrize("chosen", ["", "TECHNOLOGIES Attack 1, Defence 1, Manoeuvre"])
def test_complete_orders_do_not_run_the_first_turn(war: Table, chosen: str) -> None:
    with war.store.writing() as session:
        session.get_one(GameTable, "r1").house = {"early": "orders"}
    for power in ("Austria-Hungary", "Russia", "Franco-British"):
        war.reply(war.report_to(WAR_PLAYERS[power]), chosen or "nothing yet")
    war.reply(war.report_to(WAR_PLAYERS["Germany"]), "MISSIONS\nENTRENCH Metz")
    war.service.look()
    assert war.row("r1").number == 1


def test_ready_runs_the_turn_once_there_are_orders(war: Table) -> None:
    """In turn order the game waits for one Power; READY of another changes nothing yet."""
    say_ready(war, "Austria-Hungary", "Russia", "Franco-British")
    assert "You have sent no orders" in replies(war, "Germany", "READY")
    assert war.row("r1").number == 1
    war.reply(war.report_to(WAR_PLAYERS["Germany"]), "MISSIONS\nENTRENCH Metz\nREADY")
    war.service.look()
    assert war.row("r1").number == 2
    assert "Entrenches in Metz" in text_of(war.bulletin_to(GM))


def test_clear_withdraws_a_sheet_sent_ahead(war: Table) -> None:
    replies(war, "Russia", "MISSIONS\nENTRENCH Riga\nTRENCH never")
    war.deadline_passes()
    answer = replies(war, "Russia", "CLEAR")
    assert "no sheet for your coming turn yet" in answer
    assert "TRENCH never" in answer, "standing orders last until they are changed"
    war.deadline_passes()
    assert "ENTRENCH Riga" not in text_of(war.report_to(WAR_PLAYERS["Russia"]))
    war.deadline_passes()
    assert "Russia does nothing" in text_of(war.bulletin_to(GM))


def test_clear_keeps_the_standing_orders_of_the_turn(war: Table) -> None:
    """The answer to CLEAR says so."""
    replies(war, "Russia", "MISSIONS\nENTRENCH Riga\nTRENCH never")
    answer = replies(war, "Russia", "CLEAR")
    assert "TRENCH never" in answer
    assert "Riga" not in answer.partition("Order form")[0]


def test_clear_and_new_orders_in_one_message(war: Table) -> None:
    replies(war, "Russia", "MISSIONS\nENTRENCH Riga")
    war.deadline_passes()
    assert "Entrenches in Vilna" in replies(war, "Russia", "CLEAR\nENTRENCH Vilna")
    war.deadline_passes()
    war.deadline_passes()
    bulletin = text_of(war.bulletin_to(GM))
    assert "Entrenches in Vilna" in bulletin
    assert "Adds missions" not in bulletin


def test_the_order_form_can_be_filled_in(war: Table) -> None:
    """It lists the armies after "#"; sent back unchanged it is a PASS."""
    report = war.report_to(WAR_PLAYERS["Franco-British"])
    body = report.get_body(("plain",))
    assert body is not None
    form = re.findall(r"^  (#.*?)\r?$", str(body.get_content()), re.MULTILINE)
    assert "#   Army Verdun - ...   # 2 armies are there" in form
    assert any(line.startswith("# ACTIVATE   # up to 3 armies: - ... is a move, ") for line in form)
    assert "=> ... is a strategic move" in " ".join(form), "its sign is explained where it is needed"
    sheet = "\n".join([*form, "PASS"]).replace("# MISSIONS", "MISSIONS")
    answer = replies(war, "Franco-British", sheet)
    assert "Adds missions" in answer
    assert "Not accepted" not in answer


def test_a_pause_leaves_the_rest_of_the_turn_to_a_later_message(war: Table) -> None:
    replies(war, "Germany", "ACTIVATE\nArmy Metz - Verdun attacks\nPAUSE")
    war.deadline_passes()
    assert "Germany paused" in text_of(war.bulletin_to(GM))
    assert "the rest of the turn" in text_of(war.report_to(WAR_PLAYERS["Germany"]))
    replies(war, "Germany", "RESEARCH Attack 1")
    war.deadline_passes()
    assert "Germany does research" in text_of(war.bulletin_to(GM))


@pytest.mark.parametrize(
    ("rules", "hours"), [({}, 12), ({"pause_time": "24h"}, 24), ({"pause_time": "9d"}, 36)]
)
def test_the_rest_of_a_turn_has_a_short_deadline(war: Table, rules: dict[str, str], hours: int) -> None:
    """Also after a first part run at the deadline; the next turn is counted from that deadline, too."""
    war.set_rules("r1", **rules, night="none")
    replies(war, "Germany", "ACTIVATE\nArmy Metz - Verdun attacks\nPAUSE")
    first = war.row("r1").deadline_utc
    assert first is not None
    war.deadline_passes()
    assert war.row("r1").deadline_utc == war.clock.now() + timedelta(hours=hours)
    war.deadline_passes()
    counted = max(first + timedelta(hours=72), war.clock.now() + timedelta(hours=36))
    assert war.row("r1").deadline_utc == counted
    assert "after the deadline of the last turn" in " ".join(the_last(war, "Franco-British").split())
    war.deadline_passes()
    assert war.row("r1").deadline_utc == war.clock.now() + timedelta(hours=72), "the time is borrowed once"


def test_a_pause_is_carried_out_at_once_and_the_rest_has_the_same_deadline(war: Table) -> None:
    """S.2, except in the first turn, when the others choose technologies until the deadline."""
    told = replies(war, "Germany", "MISSIONS\nPAUSE")
    assert "PAUSE counts as READY: when every player is" in " ".join(told.split())
    war.service.look()
    assert war.row("r1").number == 1
    war.deadline_passes()
    war.deadline_passes()
    war.set_rules("r1", night="none")
    deadline = war.row("r1").deadline_utc
    war.clock.passes(hours=1)
    replies(war, "Franco-British", "MISSIONS\nPAUSE")
    confirmation = text_of(war.mails_to(WAR_PLAYERS["Franco-British"])[-2])
    assert "is carried out at once" in " ".join(confirmation.split())
    war.service.look()
    assert (war.row("r1").number, war.row("r1").deadline_utc) == (4, deadline)
    report = " ".join(text_of(war.report_to(WAR_PLAYERS["Franco-British"])).split())
    assert "Franco-British paused" in report
    assert "After PAUSE the rest of the turn is due at the deadline of the whole turn" in report
    war.clock.passes(hours=1)
    replies(war, "Franco-British", "RESEARCH Aviation\nPAUSE")
    war.service.look()
    assert (war.row("r1").number, war.row("r1").deadline_utc) == (5, deadline)
    replies(war, "Franco-British", "ENTRENCH Paris\nREADY")
    war.service.look()
    assert war.row("r1").number == 6
    assert war.row("r1").deadline_utc == war.clock.now() + timedelta(hours=72), "nothing was borrowed"


@pytest.mark.parametrize(
    ("body", "house"),
    [
        ("MISSIONS\nPAUSE\nWAIT", {}),
        ("MISSIONS\nENTRENCH Berlin\nPAUSE", {}),  # refused, and can be corrected until the deadline
        ("MISSIONS\nPAUSE", {"early": "never"}),
        ("MISSIONS\nPAUSE\n\nPREVIEW", {}),
    ],
)
def test_a_pause_waits_for_the_deadline(war: Table, body: str, house: dict[str, str]) -> None:
    war.deadline_passes()
    war.set_rules("r1", **house)
    assert "is carried out at the deadline" in " ".join(replies(war, "Franco-British", body).split())
    war.service.look()
    assert war.row("r1").number == 2


@pytest.fixture
def partners(tmp_path: Path) -> Iterator[Table]:
    """Yield a table with the usual pace at which the Franco-British and Russia owe orders."""
    own = Table(tmp_path)
    own.vouched |= set(WAR_PLAYERS.values())
    own.opens(players=WAR_PLAYERS, game="empires")
    own.set_rules("r1", night="none")
    own.deadline_passes()
    yield own
    own.store.close()


def test_the_partner_is_not_late_because_of_a_pause(partners: Table) -> None:
    """The Franco-British part runs alone: Russia is not silent, and its answer to the older report counts."""
    older, deadline = partners.report_to(WAR_PLAYERS["Russia"]), partners.row("r1").deadline_utc
    partners.clock.passes(hours=1)
    replies(partners, "Franco-British", "MISSIONS\nPAUSE")
    partners.service.look()
    assert (partners.row("r1").number, partners.row("r1").deadline_utc) == (3, deadline)
    assert "No orders came" not in text_of(partners.bulletin_to(GM))
    partners.clock.passes(hours=1)
    partners.reply(older, "MISSIONS\nENTRENCH Riga\nREADY")
    assert "Entrenches in Riga" in the_last(partners, "Russia")
    partners.service.look()
    assert partners.row("r1").number == 3, "the rest of the first partner's turn is not there"
    replies(partners, "Franco-British", "ENTRENCH Paris\nREADY")
    partners.service.look()
    assert partners.row("r1").number == 4
    assert "Entrenches in Riga" in text_of(partners.bulletin_to(GM))


def test_default_orders_of_the_partner_wait_for_its_turn(partners: Table) -> None:
    replies(partners, "Russia", "DEFAULT:\nMISSIONS")
    replies(partners, "Franco-British", "MISSIONS\nPAUSE")
    partners.service.look()
    assert partners.row("r1").number == 3
    assert "default" not in text_of(partners.bulletin_to(GM)).lower()
    assert '"MISSIONS"' not in partners.row("r1").position
    partners.reply(partners.report_to(WAR_PLAYERS["Russia"]), "ENTRENCH Riga")
    partners.deadline_passes()
    bulletin = text_of(partners.bulletin_to(GM))
    assert "Entrenches in Riga" in bulletin
    assert "Adds missions" not in bulletin.partition("Russia")[2]


def test_the_pause_of_the_second_partner_waits_for_the_first(partners: Table) -> None:
    deadline = partners.row("r1").deadline_utc
    told = " ".join(replies(partners, "Russia", "MISSIONS\nPAUSE").split())
    assert "PAUSE counts as READY: when all who owe orders are" in told
    partners.service.look()
    assert partners.row("r1").number == 2
    replies(partners, "Franco-British", "MISSIONS\nREADY")
    partners.service.look()
    assert (partners.row("r1").number, partners.row("r1").deadline_utc) == (3, deadline)
    assert "Russia paused" in text_of(partners.bulletin_to(GM))


def test_a_replaced_part_is_no_longer_ready(partners: Table) -> None:
    """PAUSE of Russia counted as READY; the sheet that takes its place does not."""
    replies(partners, "Russia", "MISSIONS\nPAUSE")
    replies(partners, "Russia", "CLEAR\nMISSIONS\nENTRENCH Riga")
    replies(partners, "Franco-British", "MISSIONS\nREADY")
    partners.service.look()
    assert partners.row("r1").number == 2


def test_two_partners_answer_one_deadline(tmp_path: Path) -> None:
    """4.6: the usual pace of four players; Russia sends its orders first and is adjudicated second."""
    own = Table(tmp_path)
    own.vouched |= set(WAR_PLAYERS.values())
    own.opens(players=WAR_PLAYERS, game="empires")
    own.deadline_passes()
    begun = {power: text_of(own.report_to(WAR_PLAYERS[power])) for power in ("Franco-British", "Russia")}
    assert "It is your turn, and that of Russia follows under the same deadline." in begun["Franco-British"]
    assert "Your turn follows that of the Franco-British, under the same deadline." in begun["Russia"]
    own.mail(WAR_PLAYERS["Russia"], body="MISSIONS")
    own.mail(WAR_PLAYERS["Franco-British"], body="RESEARCH Aviation")
    own.deadline_passes()
    bulletin = " ".join(text_of(own.bulletin_to(GM)).split())
    first, second = (
        bulletin.index(f"Orders, Summer 1914, {power}") for power in ("Franco-British", "Russia")
    )
    assert first < second
    of_russia = text_of(own.report_to(WAR_PLAYERS["Russia"]))
    assert "Orders, Summer 1914, Russia ----" in of_russia, "its own orders come first"
    assert "Orders, Summer 1914, Franco-British, carried out before yours" in of_russia
    assert "carried out before" not in text_of(own.report_to(WAR_PLAYERS["Franco-British"])) + bulletin
    report = " ".join(text_of(own.mails_to(WAR_PLAYERS["Germany"])[-1]).split())
    assert "Next: Autumn 1914, Germany. You owe orders" in report  # not the turn of its partner as well
    own.store.close()


def test_the_second_partner_can_make_orders_depend_on_the_turn_of_the_first(tmp_path: Path) -> None:
    """S.11: the confirmation shows how the condition was read; the report says what held, to Russia alone."""
    own = Table(tmp_path)
    own.vouched |= set(WAR_PLAYERS.values())
    own.opens(players=WAR_PLAYERS, game="empires")
    own.deadline_passes()
    own.mail(
        WAR_PLAYERS["Russia"],
        "IF Brussels is ours: MISSIONS ELSE ENTRENCH Riga\nIF Warsaw is not ours:\nENTRENCH Vilna\n"
        "OTHERWISE:\nRESEARCH Attack 1\nIN ANY CASE:\nTRENCH never\nif it rains: RESEARCH Attack 1\n\nIgor",
    )
    answer = " ".join(the_last(own, "Russia").split())
    assert "If Brussels is held by your side: Adds missions. Otherwise: Entrenches in Riga." in answer
    assert "As things stand this holds." in answer
    assert '"it rains" is not a condition that can be decided from public information' in answer
    assert "carried out after the turn of the Franco-British" in answer
    own.deadline_passes()
    report = " ".join(the_last(own, "Russia").split())
    assert "This held, so the line was used: Adds missions." in report
    assert "This did not hold when your turn began, so the lines below it did not count." in report
    assert "Researches Attack 1." in report
    assert "TRENCH never" in report
    for address in (GM, *(WAR_PLAYERS[power] for power in ("Germany", "Franco-British", "Austria-Hungary"))):
        assert not any("Brussels is ours" in text_of(mail) for mail in own.mails_to(address))
    own.store.close()


def test_orders_on_file_are_shown_when_no_line_is_accepted(war: Table) -> None:
    """A refused line replaces nothing on file, and the answer does not say that it does."""
    attack = "Army Metz moves to Verdun and attacks"
    first = replies(war, "Germany", "ACTIVATE\nArmy Metz - Verdun attacks\nMISSIONS")
    assert attack in first
    again = replies(war, "Germany", "Army Metz - Petrograd")
    assert "No line of your message was taken as an order" in again
    assert attack in again.partition("Not accepted")[0]
    assert "replaces one line" not in again
    assert re.findall(r"Seal of these orders: \w+", again) == re.findall(r"Seal of these orders: \w+", first)


def test_where_lists_the_terrain_and_what_a_trench_adds(war: Table) -> None:
    """9.2.8: before an attack players can look up what decides a combat besides armies and dice."""
    said = replies(war, "Germany", "WHERE Strasbourg\nWHERE Riga\nWHERE Warsaw")
    assert "STR: Strasbourg, mountain, city, home of Germany" in said
    assert "a trench of Germany, level 1, which adds 2 in defence" in said
    assert "2 Russian armies and a trench of Russia, level 1, which adds 1 in defence" in said
    assert "STR Strasbourg (city, mountain)" in text_of(war.reports_to(WAR_PLAYERS["Germany"])[0])


def test_the_first_mail_teaches_how_armies_move_and_fight(war: Table) -> None:
    first, *others = war.reports_to(WAR_PLAYERS["Germany"])
    said = text_of(first)
    assert "How armies move and fight" in said
    assert "One ACTIVATE moves up to 3 armies, supporters included." in said
    factors = (
        "German and American armies have factor 5, British and French ones 4, "
        "and all other and all small armies 3."
    )
    assert factors in said
    assert not any("How armies move" in text_of(mail) for mail in others)


def test_the_factors_of_the_first_mail_are_those_of_the_board() -> None:
    """16.1 to 16.3: a reduced army keeps its factors."""
    told = dict.fromkeys(("German", "American"), 5) | dict.fromkeys(("British", "French"), 4)
    for (nation, size), counter in BOARD.counters.items():
        assert counter.full == counter.reduced
        assert counter.full[0] == (3 if size else told.get(nation, 3))


def test_one_supporter_too_many_is_refused_with_the_number_allowed(war: Table) -> None:
    said = replies(war, "Germany", "ACTIVATE\nArmy Metz - Verdun attacks with Army Metz")
    assert "In Verdun none of your armies may support: they do not outnumber" in said


def test_yes_files_the_sheet_with_recruit_first(war: Table) -> None:
    """7.3, 7.4: RECRUIT below another action is refused, and the answer offers the legal sequence."""
    told = " ".join(replies(war, "Germany", "MISSIONS\nRECRUIT reduced in Berlin\nENTRENCH Metz").split())
    assert "Recruit may only be the first action (RULES 7.3)." in told
    offer = "these lines replace your order sheet: RECRUIT; reduced in Berlin; MISSIONS; ENTRENCH Metz."
    assert f"If you reply with YES, {offer}" in told
    war.clock.passes(minutes=5)
    filed = replies(war, "Germany", "YES")
    assert "a reduced army in Berlin" in filed
    assert "Entrenches in Metz" in filed
    assert "If you reply with YES" not in filed
    war.clock.passes(minutes=5)
    assert "a reduced army in Berlin" in replies(war, "Germany", "STATUS")


def test_later_orders_cancel_the_offer(war: Table) -> None:
    replies(war, "Germany", "MISSIONS\nRECRUIT reduced in Berlin\nENTRENCH Metz")
    war.clock.passes(minutes=5)
    replies(war, "Germany", "MISSIONS\nRESEARCH Gas")
    war.clock.passes(minutes=5)
    assert "a reduced army in Berlin" not in replies(war, "Germany", "YES")


def test_the_form_after_a_pause_asks_for_what_is_left(war: Table) -> None:
    """7.1, 7.2, 9.0.3, S.2: actions that were taken and armies that were activated are not listed again."""
    war.deadline_passes()
    own = WAR_PLAYERS["Franco-British"]
    begun = text_of(war.report_to(own))
    assert "# You have 3 actions." in begun
    assert "3 times left this year" in begun.replace(" # ", " ")
    replies(war, "Franco-British", "MISSIONS\nACTIVATE\nArmy Lille - Brussels\nPAUSE")
    war.service.look()
    rest = text_of(war.report_to(own))
    assert "# You have 1 action left." in rest
    assert "# MISSIONS" not in rest
    assert "# RECRUIT" not in rest
    assert "# Army Brussels" not in rest
    assert "# Army Paris - ..." in rest
    answer = " ".join(replies(war, "Franco-British", "MISSIONS\nENTRENCH Paris\nRESEARCH Gas").split())
    assert "It was carried out before PAUSE, so leave it out." in answer
    assert "3 actions a turn (RULES 7.1); 2 of them were carried out before PAUSE." in answer
    last = " ".join(replies(war, "Franco-British", "CLEAR\nENTRENCH Paris\nPAUSE").split())
    assert "PAUSE is not needed: your actions are used up, so your turn ends there." in last


def test_a_shorter_sheet_says_what_it_replaces_and_its_ready_waits(war: Table) -> None:
    """One forgotten action, sent in a message of its own, once deleted the two others without a warning."""
    replies(war, "Germany", "ACTIVATE\nArmy Metz - Verdun attacks\nRESEARCH Attack 1")
    said = " ".join(replies(war, "Germany", "recruit full in Berlin\nREADY").split())
    assert "This replaces your whole sheet. Gone:" in said
    assert "Metz - Verdun attacks" in said.partition("Gone:")[2] and "RESEARCH Attack 1" in said
    assert "You have used 1 of 3 actions; 2 are free." in said
    assert "So you are not ready yet" in said and "NOT DONE" in said


def test_a_sheet_with_as_many_actions_says_what_it_replaces_and_cancels_ready(war: Table) -> None:
    replies(war, "Germany", "ACTIVATE\nArmy Metz - Verdun attacks\nRESEARCH Attack 1\nREADY")
    said = " ".join(replies(war, "Germany", "ACTIVATE\nArmy Metz - Verdun attacks\nMISSIONS").split())
    assert 'Gone: "RESEARCH Attack 1".' in said
    assert "leaves out RESEARCH Attack 1, so your earlier READY is taken back" in said
    assert "You are READY" not in replies(war, "Germany", "STATUS")


def test_a_full_sheet_that_replaces_another_may_be_ready_in_the_same_message(war: Table) -> None:
    replies(war, "Russia", "RECRUIT reduced in Kiev\nDIPLOMACY Romania forward")
    new = "RECRUIT reduced in Odessa\nDIPLOMACY Romania forward\nREADY"
    said = " ".join(replies(war, "Russia", new).split())
    assert 'Gone: "RECRUIT reduced in Kiev".' in said
    assert "NOT DONE" not in said


def test_a_second_action_is_added_and_ready_stays_set(war: Table) -> None:
    replies(war, "Russia", "DIPLOMACY Romania forward\nREADY")
    second = "Wait, I still have a second action: also ENTRENCH Riga."
    said = " ".join(replies(war, "Russia", second).split())
    assert "Diplomacy: Romania forward" in said
    assert "Entrenches in Riga" in said
    assert "This is added to your sheet; what was on file stays." in said
    assert "Gone:" not in said
    assert "Not read as orders" not in said
    assert "You are READY" in replies(war, "Russia", "STATUS")


def test_ready_says_how_many_actions_are_used(war: Table) -> None:
    said = replies(war, "Russia", "DIPLOMACY Romania forward\nREADY")
    assert said.count("You have used 1 of 2 actions; 1 is free.") == 1
    assert "You have used 1 of 2 actions; 1 is free." in " ".join(replies(war, "Russia", "READY").split())


def test_the_answer_to_options_says_what_it_leaves_out(war: Table) -> None:
    said = " ".join(replies(war, "Germany", "OPTIONS").split())
    assert "A move may go on through more zones" in said


def previewed(war: Table, power: str, body: str) -> str:
    return " ".join(replies(war, power, body).split()).partition("Preview -")[2]


def test_a_sheet_sent_ahead_is_previewed_on_the_present_board(war: Table) -> None:
    """It once was refused, or said to leave out attacks of Germany, which had not moved yet."""
    sheet = "ACTIVATE\nArmy Warsaw - Krakow attacks\nArmy Warsaw - Petrograd\n"
    said = previewed(war, "Russia", f"{sheet}PREVIEW")
    assert "Summer 1914, Russia, on the board as it is now, as if it were your turn, with your orders" in said
    assert "wins 10 of 36 (28%)" in said
    assert "obligatory" not in said
    assert '"Army Warsaw - Petrograd" was left out' in said


def test_a_turn_to_come_without_orders_has_no_preview(war: Table) -> None:
    assert "no orders of yours are on file" in " ".join(replies(war, "Austria-Hungary", "PREVIEW").split())


def test_orders_assumed_for_a_power_that_does_not_play_are_named(war: Table) -> None:
    said = previewed(war, "Russia", "ENTRENCH Riga\nPREVIEW\nASSUME Germany\nMISSIONS")
    assert "line 3: Summer 1914, Russia has no orders of Germany." in said


def test_a_preview_uses_the_default_orders_of_players_who_sent_nothing(war: Table) -> None:
    replies(war, "Germany", "DEFAULT\nENTRENCH Metz\nMISSIONS\nEND")
    said = previewed(war, "Germany", "PREVIEW")
    assert "with your default orders, because you have sent nothing else, and no others" in said
    assert "Entrenches in Metz" in said
    assert "You sent no sheet" not in said
    own = previewed(war, "Germany", "RESEARCH Attack 1\nPREVIEW")
    assert "default" not in own
    assert "Entrenches in Metz" not in own


def test_default_orders_are_confirmed_for_the_power_s_own_turn(war: Table) -> None:
    said = " ".join(replies(war, "Russia", "DEFAULT\nENTRENCH Riga\nEND").split())
    assert "If you sent nothing for your next turn, Summer 1914, Russia, they would give:" in said
    said = " ".join(replies(war, "Germany", "DEFAULT\nENTRENCH Metz\nEND").split())
    assert "If you sent nothing for Summer 1914, Germany, they would give: Entrenches in Metz." in said


def test_the_tables_of_the_board_refer_to_the_readers_own_row(war: Table) -> None:
    """A table without that row looked as if the reader had taken nothing."""
    report = text_of(war.report_to(WAR_PLAYERS["Russia"]))
    assert re.search(r"Russia\s+see above", report)
