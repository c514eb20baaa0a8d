"""Commands of players apart from orders: what each does, and what it refuses."""

from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlmodel import select

from adjudicator.core.dice import SeededDice
from adjudicator.games import find
from pbem.commands.lookup import history
from pbem.commands.voting.motions import meant
from pbem.core.text_layout import WIDTH
from pbem.store.game_tables import Seat
from pbem.store.states import OVER
from tests.support.gamemaster import gm
from tests.support.table import Table, text_of
from tests.support.table import answer as answer_to

STANDARD = {"France": "france@x.org", "England": "england@z.org", "Turkey": "turkey@w.org"}


@pytest.fixture
def std3(table: Table) -> Table:
    table.vouched |= {*STANDARD.values(), "dora@new.org"}
    table.opens("std3", "72h; retreat 24h; adjustment 24h", STANDARD, "standard")
    table.post_office.forget()
    return table


def seat(table: Table, key: str, power: str) -> Seat | None:
    with table.store.reading() as session:
        return session.exec(select(Seat).where(Seat.table_key == key, Seat.power == power)).first()


def answer(table: Table, sender: str, body: str, subject: str = "std3") -> str:
    return answer_to(table, sender, body, subject, minutes=30)


def mails_about(table: Table, who: str, what: str) -> list[EmailMessage]:
    return [mail for mail in table.mails_to(who) if what in str(mail["Subject"])]


# --- one message, one answer ------------------------------------------------------------------------------


def test_one_answer_covers_every_line_of_a_message(std3: Table) -> None:
    before = len(std3.mails_to("france@x.org"))
    reply = answer(
        std3,
        "france@x.org",
        "Dear judge,\nA Par - Bur\nREADY\nVOTE DRAW\nPRESS TO England\nPeace in the Channel?\nEND\n"
        "OPTIONS F Bre\n",
    )
    assert len(std3.mails_to("france@x.org")) == before + 1
    for words in (
        "Army Paris moves to Burgundy",
        "line 3 READY",
        "line 4 VOTE DRAW",
        "line 5 PRESS TO England",
        "Sent to England, signed France.",
        "F Bre - MAO",
    ):
        assert words in reply


def test_a_greeting_beside_a_command_is_not_called_an_order(std3: Table) -> None:
    assert "taken as an order" not in answer(std3, "france@x.org", "Hello there,\n\nREADY\n\nAnn")


def test_only_commands_that_change_something_are_held_until_confirmed(std3: Table) -> None:
    std3.vouched.clear()
    std3.mail("france@x.org", "VOTE DRAW\n", "std3")
    assert "Nothing proves that you sent it" in text_of(std3.last_to("france@x.org"))
    assert "VOTE DRAW" in text_of(std3.last_to("france@x.org"))
    assert "What can be voted on" in answer(std3, "france@x.org", "VOTE\n")


def test_an_unknown_form_of_a_command_is_answered_with_its_usage(std3: Table) -> None:
    reply = answer(std3, "france@x.org", "preview with Germany moving to Burgundy")
    assert "If you meant a command, write it like this: PREVIEW: what your orders would do" in reply
    assert "If you meant" not in answer(std3, "france@x.org", "A Par - Bur\npreview of my plans: none")
    assert "PRESS TO GM" in answer(std3, "france@x.org", "Gm, I have a question: when is it due?")


def test_a_misspelled_command_is_answered_and_a_name_is_not(std3: Table) -> None:
    reply = answer(
        std3, "france@x.org", "READY\nA Par - Bur\nVOT DRAW\nSET FOO BAR\nREPROT\nredy\nRandy\nJoan"
    )
    assert "line 3 VOT DRAW NOT DONE This was not understood. If you meant a command: VOTE" in reply
    assert "line 4 SET FOO BAR NOT DONE" in reply
    assert "REPORT: your last report once more" in reply
    assert "line 6 redy NOT DONE" in reply
    assert reply.count("NOT DONE") == 4
    reply = answer(std3, "dora@new.org", "GAMES\nJION std3", "")
    assert "line 2 JION std3 NOT DONE" in reply


def test_status_has_a_form_until_all_units_have_orders(std3: Table) -> None:
    assert "Order form" in answer(std3, "france@x.org", "STATUS")
    answer(std3, "france@x.org", "A Par - Bur\nA Mar H\nF Bre H")
    assert "Order form" not in answer(std3, "france@x.org", "STATUS")
    assert "Order form" in answer(std3, "france@x.org", "FORM")


# --- STATUS, FORM, OPTIONS, PREVIEW ----------------------------------------------------------------------


def test_status_of_a_table_is_answered_to_everybody(std3: Table) -> None:
    assert "On file" in answer(std3, "france@x.org", "STATUS std3")
    stranger = answer(std3, "eve@z.org", "STATUS of std3")
    assert "std3: Diplomacy, Spring 1901, movement" in stranger
    assert "On file" not in stranger
    assert 'There is no table "std9"' in answer(std3, "eve@z.org", "STATUS std9")
    assert 'There is no table "std9"' in answer(std3, "france@x.org", "STATUS std9")


def test_status_lists_all_of_mine_and_nothing_of_others(std3: Table) -> None:
    answer(std3, "england@z.org", "VOTE DRAW\nREADY\nAWAY 3 to 10 August")
    answer(
        std3,
        "france@x.org",
        "A Par - Bur\nREADY\nVOTE DRAW\nAWAY 3 to 10 December\nPHASE RETREAT:\nA Par R Gas\n",
    )
    reply = answer(std3, "france@x.org", "STATUS")
    for words in (
        "Army Paris moves to Burgundy",
        "You are READY",
        "You vote for: draw.",
        "You are away from Thu 3 Dec 2026 to Thu 10 Dec 2026.",
        "Stored for retreat: A Par R Gas.",
        "Time left: ",
    ):
        assert words in reply
    quiet = answer(std3, "turkey@w.org", "STATUS")
    assert "READY" not in quiet.replace("reply with", "")
    assert "vote for" not in quiet


def test_actions_of_others_do_not_change_my_answers(std3: Table) -> None:
    asking = "STATUS\nVOTE\nOPTIONS\nPREVIEW\nPLAYERS\nGAMES"
    std3.mail("turkey@w.org", asking, "std3")
    std3.mail("france@x.org", "A Par - Bur\nREADY\nVOTE DRAW\nAWAY 1 to 5 December\nADDRESS a@b.org", "std3")
    std3.mail("england@z.org", "F Lon - Nth\nREADY\nVOTE CONCEDE Turkey\nPRESS TO France\nhush\nEND", "std3")
    std3.mail("turkey@w.org", asking, "std3")
    before, after = std3.mails_to("turkey@w.org")
    assert before.get_body(("plain",)).get_content() == after.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert before.get_body(("html",)).get_content() == after.get_body(("html",)).get_content()  # type: ignore[union-attr]


UNSEEN_COMMANDS = (
    "VOTE DRAW\nVOTE CONCEDE England\nREADY\nAWAY 3 to 10 December\nDIARY\nsecret\nEND\nNAME Marianne\n"
    "PRESS TO England\nhush\nEND\nPRESS TO GM\nhush\nEND\nPHASE RETREAT:\nA Par R Gas\n\nADDRESS a@b.org\n"
    "SET PICTURE OFF\nZONE Asia/Tokyo\nEXTEND 24h\n"
)


@pytest.mark.parametrize("key", ["standard", "downfall-xiii"])
def test_commands_of_others_do_not_change_my_report(tmp_path: Path, key: str) -> None:
    seats = dict(zip(("one", "two", "three"), find(key).card.seats, strict=False))
    reply = [
        _reports(tmp_path / word, key, seats, message)
        for word, message in (("a", "READY"), ("b", UNSEEN_COMMANDS))
    ]
    assert reply[0] == reply[1]
    assert len(reply[0]) == 4


def _reports(folder: Path, key: str, seats: dict[str, str], message: str) -> list[str]:
    """Return what the third player and the public get while the first sends *message*."""
    folder.mkdir()
    own = Table(folder)
    own.vouched |= {f"{name}@x.org" for name in seats}
    own.opens("r9", "72h", {power: f"{name}@x.org" for name, power in seats.items()}, key)
    own.post_office.forget()
    own.mail("one@x.org", message.replace("England", seats["two"]).replace("France", seats["one"]), "r9")
    own.deadline_passes("r9")
    mails = (own.report_to("three@x.org"), own.report_to("three@x.org"))
    bodies = [mail.get_body((kind,)) for mail in mails for kind in ("plain", "html")]
    own.store.close()
    return [body.get_content() for body in bodies if body is not None]


def test_options_lists_the_orders_of_a_unit_and_the_units_there_are(std3: Table) -> None:
    assert "F Ank - Bla" in answer(std3, "turkey@w.org", "OPTIONS F Ankara").replace("BLA", "Bla")
    unknown = answer(std3, "turkey@w.org", "OPTIONS A Rome")
    assert 'There is nothing to order for "A Rome".' in unknown
    assert "with one of these names it lists what belongs to it: A Con, A Smy, F Ank." in unknown
    named = answer(std3, "turkey@w.org", "OPTIONS Armenia")
    assert "You have no unit at Armenia. These of your orders name it: A Smy: A Smy - Arm" in named


def test_options_are_found_without_the_number_of_a_stack(table: Table) -> None:
    table.vouched.add("g@x.org")
    table.opens("x1", "72h", {"Gondor": "g@x.org"}, "downfall-xiii")
    reply = answer(table, "g@x.org", "OPTIONS A MTi", "x1")
    assert "2A MTi - Osg" in reply
    assert "A Pel H" not in reply


def test_a_preview_adjudicates_my_orders_and_those_i_assume(std3: Table) -> None:
    std3.mail("england@z.org", "F Lon - ENG", "std3")
    reply = answer(std3, "france@x.org", "F Bre - ENG\nPREVIEW\n")
    assert "Fleet Brest moves to the English Channel" in reply
    assert "bounced" not in reply
    reply = answer(std3, "france@x.org", "ASSUME England: F Lon - ENG\nPREVIEW\n")
    assert "bounced" in reply
    assert "those you assume for England" in reply
    assert std3.turns("std3") == []


def test_a_preview_with_an_unreadable_assumption_says_why(std3: Table) -> None:
    assert "Did you mean England?" in answer(std3, "france@x.org", "ASSUME Englnd: F Lon - ENG\n")


def test_an_unreadable_assumption_leaves_the_rest_of_the_preview(std3: Table) -> None:
    assumed = "ASSUME England:\nF Lon - ENG\nA Xyz - Yor\nASSUME Englnd: F Edi H\nASSUME Germany: A Qqq H"
    reply = answer(std3, "france@x.org", f"F Bre - ENG\nPREVIEW\n{assumed}\n")
    assert "There is no preview" not in reply
    assert "bounced" in reply
    assert "those you assume for England, and no others" in reply
    assert 'Not assumed: "A Xyz - Yor", assumed for England:' in reply
    assert "Did you mean England?" in reply
    assert '"A Qqq H", assumed for Germany:' in reply


def test_status_does_not_count_a_message_that_reached_nobody(std3: Table) -> None:
    """Nobody, or a robot, plays the power."""
    table = std3
    answer(table, "france@x.org", "PRESS TO Italy\nAre you there?\nEND")
    assert "in the last 24 hours" not in answer(table, "france@x.org", "STATUS")
    answer(table, "france@x.org", "PRESS TO Italy, England\nAre you there?\nEND")
    assert "Press messages you sent in the last 24 hours: 1." in answer(table, "france@x.org", "STATUS")


# --- READY and WAIT --------------------------------------------------------------------------------------


def test_the_turn_is_run_early_when_all_are_ready_and_not_before(table: Table) -> None:
    for sender in ("ann@x.org", "bob@y.org"):
        assert "You are ready" in answer(table, sender, "go 3\nREADY", "r1")
    assert table.turns() == []
    answer(table, "cyd@z.org", "go 2\nI am ready!", "r1")
    assert [turn.number for turn in table.turns()] == [1]
    assert table.row().number == 2


def test_ready_without_orders_must_be_repeated(std3: Table) -> None:
    reply = answer(std3, "france@x.org", "READY")
    assert "READY NOT DONE" in reply
    assert "Army Paris (no order, so it holds)" in reply
    assert "You are READY" not in answer(std3, "france@x.org", "STATUS")
    assert "Still without orders: Army Marseilles (no order" in answer(
        std3, "france@x.org", "A Par - Bur\nREADY"
    )
    answer(std3, "england@z.org", "I am ready without any orders")
    assert "READY NOT DONE" in answer(std3, "turkey@w.org", "A Con - Nowhere\nREADY")
    assert std3.turns("std3") == []
    answer(std3, "turkey@w.org", "READY WITHOUT ORDERS")
    assert len(std3.turns("std3")) == 1


def test_wait_cancels_ready(table: Table) -> None:
    for sender in ("ann@x.org", "bob@y.org"):
        answer(table, sender, "go 3\nREADY", "r1")
    answer(table, "bob@y.org", "WAIT", "r1")
    answer(table, "cyd@z.org", "go 2\nREADY", "r1")
    assert table.turns() == []


def test_clear_cancels_ready_unless_complete_orders_come_with_it(table: Table) -> None:
    for sender in ("ann@x.org", "bob@y.org"):
        answer(table, sender, "go 3\nREADY", "r1")
    assert "you are no longer ready" in answer(table, "ann@x.org", "CLEAR", "r1")
    answer(table, "cyd@z.org", "go 2\nREADY", "r1")
    assert table.turns() == [], "Red has nothing on file"
    assert "no longer ready" not in answer(table, "bob@y.org", "CLEAR\ngo 1", "r1")
    assert "no longer ready" not in answer(table, "ann@x.org", "CLEAR", "r1"), "it was not ready"
    answer(table, "ann@x.org", "READY WITHOUT ORDERS", "r1")
    assert [turn.number for turn in table.turns()] == [1]


def test_after_clear_complete_orders_still_run_the_turn(table: Table) -> None:
    table.set_rules("r1", early="orders")
    answer(table, "ann@x.org", "go 3\nREADY", "r1")
    answer(table, "ann@x.org", "CLEAR", "r1")
    for sender in ("bob@y.org", "cyd@z.org"):
        answer(table, sender, "go 3", "r1")
    assert table.turns() == []
    answer(table, "ann@x.org", "go 1", "r1")
    assert len(table.turns()) == 1


def test_ready_counts_for_one_turn_only(table: Table) -> None:
    for sender in ("ann@x.org", "bob@y.org", "cyd@z.org"):
        answer(table, sender, "go 1\nREADY", "r1")
    for sender in ("ann@x.org", "bob@y.org"):
        answer(table, sender, "TURN NEXT\ngo 1\nREADY", "r1")
    assert len(table.turns()) == 1


def test_a_table_that_never_runs_early_says_so(table: Table) -> None:
    table.set_rules("r1", early="never")
    assert "no turn is run before its deadline" in answer(table, "ann@x.org", "READY", "r1")


def test_complete_orders_are_enough_if_the_house_rules_say_so(table: Table) -> None:
    early = "This turn may be run before its deadline: as soon as all who owe orders have complete orders"
    assert early not in answer(table, "ann@x.org", "go 3", "r1")
    table.set_rules("r1", early="orders")
    for sender in ("ann@x.org", "bob@y.org"):
        assert early in answer(table, sender, "go 3", "r1")
    answer(table, "cyd@z.org", "go 2\nWAIT", "r1")
    assert table.turns() == []
    answer(table, "cyd@z.org", "set no wait", "r1")
    assert len(table.turns()) == 1


def test_a_preview_keeps_the_turn_open_and_the_answer_says_so(table: Table) -> None:
    table.set_rules("r1", early="orders")
    for sender in ("ann@x.org", "bob@y.org"):
        answer(table, sender, "go 3", "r1")
    assert "The turn is kept open until you write READY." in answer(table, "cyd@z.org", "go 2\nPREVIEW", "r1")
    assert table.turns() == []


def test_a_refused_line_keeps_the_turn_open_where_complete_orders_are_enough(table: Table) -> None:
    table.set_rules("r1", early="orders")
    for sender in ("ann@x.org", "bob@y.org"):
        answer(table, sender, "go 3", "r1")
    said = answer(table, "cyd@z.org", "go 2\ngo 99", "r1")
    assert "The turn is kept open, because a line was not accepted." in said
    assert "may be run before its deadline" not in said
    assert table.turns() == []
    answer(table, "cyd@z.org", "go 3\nREADY", "r1")
    assert len(table.turns()) == 1


# --- votes -----------------------------------------------------------------------------------------------


def test_a_draw_passes_when_all_players_have_voted(std3: Table) -> None:
    reply = answer(std3, "france@x.org", "VOTE DRAW")
    assert "It is secret until the motion passes." in reply
    assert "Powers without a player have no vote: it needs the votes of England, France and Turkey." in reply
    answer(std3, "england@z.org", "vote for a draw")
    assert std3.row("std3").state != OVER
    assert "the motion has passed" in answer(std3, "turkey@w.org", "Vote yes draw")
    assert std3.row("std3").state == OVER
    reply = text_of(std3.bulletin_to("france@x.org"))
    assert "The game is a draw" in reply
    assert "seed" not in reply, "this game has no dice"


def test_a_vote_stands_over_turns_until_it_is_withdrawn(std3: Table) -> None:
    answer(std3, "france@x.org", "VOTE DRAW")
    std3.deadline_passes("std3")
    assert "You vote for: draw." in answer(std3, "france@x.org", "STATUS")
    assert "Withdrawn: draw." in answer(std3, "france@x.org", "WITHDRAW DRAW")
    answer(std3, "england@z.org", "VOTE DRAW")
    answer(std3, "turkey@w.org", "VOTE DRAW")
    assert std3.row("std3").state != OVER


def test_press_on_the_line_of_its_command_keeps_its_stops(std3: Table) -> None:
    answer(std3, "france@x.org", "press to turkey: shall we? yes, please!")
    assert "shall we? yes, please!" in text_of(std3.last_to("turkey@w.org"))


def test_a_concession_needs_all_the_others_and_not_the_winner(std3: Table) -> None:
    assert "You have no vote on this" in answer(std3, "turkey@w.org", "VOTE CONCEDE Turkey")
    assert "Nobody plays Italy" in answer(std3, "france@x.org", "VOTE CONCEDE Italy")
    votes = answer(std3, "france@x.org", "VOTES")
    assert "VOTE concede Turkey: Turkey wins alone. It needs the votes of England and France." in votes
    assert "VOTE concede Italy" not in votes
    answer(std3, "france@x.org", "VOTE CONCEDE to Turkey")
    assert 'There is no power "Atlantis"' in answer(std3, "france@x.org", "VOTE CONCEDE TO Atlantis")
    reply = answer(std3, "england@z.org", "concede tur")
    assert "the motion has passed: Turkey wins alone. The game is over." in reply
    assert std3.row("std3").state == OVER
    reply = text_of(std3.bulletin_to("france@x.org"))
    assert "Turkey wins by concession The players have agreed: Turkey wins alone. " in reply


def test_a_vacant_seat_cannot_be_conceded_to(std3: Table) -> None:
    answer(std3, "france@x.org", "VOTE CONCEDE Turkey")
    answer(std3, "turkey@w.org", "RESIGN Turkey")
    answer(std3, "england@z.org", "RESIGN England")
    assert std3.row("std3").state != OVER


SUBSETS = [
    "VOTE DRAW England, France",
    "VOTE DRAW between England and France",
    "vote draw with Turkey",
    "VOTE DRAW if Turkey votes for it",
    "VOTE DRAW Austria, England, France, Germany, Italy, Russia and Turkey",
]


@pytest.mark.parametrize("line", SUBSETS)
def test_a_vote_for_a_draw_of_some_is_refused_and_not_counted_for_all(std3: Table, line: str) -> None:
    reply = answer(std3, "france@x.org", line)
    assert "NOT DONE" in reply and "You can vote for that with DRAW and nothing after it" in reply
    for sender in ("england@z.org", "turkey@w.org"):
        answer(std3, sender, "VOTE DRAW for all")
    assert std3.row("std3").state != OVER
    assert "You vote for" not in answer(std3, "france@x.org", "STATUS")


@pytest.mark.parametrize("line", ["VOTE CONCEDE Turkey and England", "concede to Turkey, England"])
def test_a_concession_to_several_is_refused(std3: Table, line: str) -> None:
    assert "NOT DONE" in answer(std3, "france@x.org", line)


def test_a_coalition_or_its_player_is_conceded_to_by_name(table: Table) -> None:
    motions = find("empires").due(find("empires").start({}, SeededDice("s", 1))).motions
    assert meant("concede to Entente", motions).key == "concede Entente"
    assert meant("concede Russia", motions).winners == ("Russia",)


def test_an_unknown_motion_is_answered_with_a_list(std3: Table) -> None:
    assert "There are: VOTE draw" in answer(std3, "france@x.org", "VOTE peace")
    assert "Did you mean Turkey?" in answer(std3, "france@x.org", "VOTE CONCEDE Torkey")


# --- orders for later phases -----------------------------------------------------------------------------


def test_orders_for_a_later_phase_are_stored_and_read_when_it_is_due(std3: Table) -> None:
    std3.mail("turkey@w.org", "A Smy - Arm\nF Ank - Bla", "std3")
    std3.deadline_passes("std3")
    std3.mail("turkey@w.org", "A Arm - Sev\nF Bla S A Arm - Sev", "std3")
    reply = answer(std3, "france@x.org", "A Par H\nPHASE RETREAT:\nF Sev R Rum\n\nA Mar H")
    assert "Stored until retreat is due" in reply
    assert "F Sev R Rum" in reply
    assert "Army Marseilles holds" in reply


def test_a_retreat_given_in_advance_is_made(table: Table) -> None:
    seats = {**STANDARD, "Russia": "russia@v.org"}
    table.vouched |= set(seats.values())
    table.opens("std4", "72h; retreat 24h", seats, "standard")
    table.mail("turkey@w.org", "A Smy - Arm\nF Ank - Bla", "std4")
    table.deadline_passes("std4")
    table.clock.passes(hours=1)
    table.mail("turkey@w.org", "A Arm - Sev\nF Bla S A Arm - Sev", "std4")
    table.mail("russia@v.org", "later retreats: F Sev R Rum", "std4")
    table.deadline_passes("std4")
    reply = text_of(mails_about(table, "russia@v.org", "orders that you gave in advance")[-1])
    assert "Rumania" in reply
    table.deadline_passes("std4")
    retreats = table.turns("std4")[2]
    assert (retreats.phase, retreats.nmr_powers) == ("retreat", [])
    assert "Rumania" in text_of(table.report_to("turkey@w.org"))


def test_an_unknown_phase_is_answered_with_a_list(std3: Table) -> None:
    reply = answer(std3, "france@x.org", "PHASE BREAKFAST:\nA Par H")
    assert "The phases of this game are movement, retreat and adjustment" in reply


def test_orders_under_the_heading_of_the_phase_that_is_due_are_orders(std3: Table) -> None:
    assert "Army Paris moves to Burgundy" in answer(std3, "france@x.org", "PHASE MOVEMENT:\nA Par - Bur")


def test_clear_in_the_later_phase_deletes_orders_given_in_advance(table: Table) -> None:
    table.mail("ann@x.org", "PHASE NIGHT:\ngo 5")
    table.deadline_passes()
    assert "no order: stands" in answer(table, "ann@x.org", "CLEAR", "r1")


# --- absence and more time -------------------------------------------------------------------------------


def test_away_is_stored_and_back_cancels_it(std3: Table) -> None:
    reply = answer(std3, "france@x.org", "AWAY 3 to 10 December")
    assert "You are away from Thu 3 Dec 2026 to Thu 10 Dec 2026, both days included" in reply
    assert "You are no longer away." in answer(std3, "france@x.org", "BACK")
    assert "away from" not in answer(std3, "france@x.org", "STATUS")


@pytest.mark.parametrize("why", ["because of skiing", "(skiing)", ", because of skiing."])
def test_the_reason_of_an_absence_is_for_the_game_master(std3: Table, why: str) -> None:
    reply = answer(std3, "france@x.org", f"AWAY 3 to 10 December {why}")
    assert "You are away from Thu 3 Dec 2026 to Thu 10 Dec 2026, both days included" in reply
    assert "The game master has been told your reason." in reply
    assert "The reason: skiing." in text_of(mails_about(std3, "gm@w.org", "is away")[-1])


def test_an_absence_that_cannot_be_read_or_is_too_long_is_refused(std3: Table) -> None:
    assert 'There is no month "septober"' in answer(std3, "france@x.org", "AWAY 3 to 10 Septober")
    assert "the house rules allow 28 at a time" in answer(std3, "france@x.org", "AWAY 1 March to 1 May")


def test_a_request_for_more_time_goes_to_the_gm(std3: Table) -> None:
    assert "The game master has your request" in answer(std3, "france@x.org", "EXTEND 24h because of my exam")
    asked = text_of(mails_about(std3, "gm@w.org", "asks for more time")[-1])
    assert "France asks for more time" in asked
    assert "24h because of my exam" in asked
    assert std3.row("std3").deadline_utc is not None
    std3.vouched.clear()
    before = std3.row("std3").deadline_utc
    std3.reply(mails_about(std3, "gm@w.org", "asks for more time")[-1], "EXTEND 24h", "gm@w.org")
    after = std3.row("std3").deadline_utc
    assert before is not None
    assert after is not None
    assert (after - before).total_seconds() == 24 * 3600


def test_more_time_can_be_requested_three_times(std3: Table) -> None:
    for _ in range(3):
        assert "has your request" in answer(std3, "france@x.org", "please extend 24h")
    assert "asked for more time 3 times this turn" in answer(std3, "france@x.org", "please extend 24h")
    assert len(mails_about(std3, "gm@w.org", "asks for more time")) == 3


def test_an_absence_does_not_move_a_deadline_by_default(std3: Table) -> None:
    reply = answer(std3, "france@x.org", "AWAY 27 November to 3 December")
    assert "This moves no deadline" in reply
    assert "France is away" in text_of(std3.last_to("gm@w.org"))
    std3.deadline_passes("std3")
    due = std3.row("std3").deadline_utc
    assert due is not None
    assert (due.month, due.day) == (11, 29)


def test_a_deadline_moves_to_after_an_absence_if_the_house_rules_say_so(std3: Table) -> None:
    std3.set_rules("std3", away="wait")
    assert "A deadline that is set from now on" in answer(std3, "france@x.org", "AWAY 27 Nov to 3 December")
    first = std3.row("std3").deadline_utc
    std3.deadline_passes("std3")
    due = std3.row("std3").deadline_utc
    assert first is not None
    assert due is not None
    assert (due.month, due.day) == (12, 4)
    assert "Fri 4 Dec 2026" in text_of(std3.report_to("england@z.org"))


def test_the_deadline_waits_for_an_absence_only_up_to_the_limit(std3: Table) -> None:
    std3.set_rules("std3", away="wait", away_wait="2d")
    answer(std3, "france@x.org", "AWAY 27 Nov to 10 December")
    std3.deadline_passes("std3")
    due = std3.row("std3").deadline_utc
    assert due is not None
    assert (due.month, due.day) == (12, 1)
    assert "the absence is longer than that" in text_of(std3.report_to("england@z.org"))


# --- names, addresses and preferences --------------------------------------------------------------------


def test_name_and_zone(std3: Table) -> None:
    reply = answer(std3, "france@x.org", "NAME Marianne\nZONE Europe/Paris")
    assert "You are Marianne from now on." in reply
    assert "Europe/Paris" in reply
    assert str(std3.last_to("france@x.org")["To"]).startswith("Marianne")
    assert "Did you mean Europe/Paris?" in answer(std3, "france@x.org", "ZONE Europe/Pariss")


NAMES = ["England", "the GM", "x@y.org", "<b>bold</b>", "http://a.example", "~~~", "x" * 60]


@pytest.mark.parametrize("name", NAMES)
def test_misleading_names_are_refused(std3: Table, name: str) -> None:
    assert "NOT DONE" in answer(std3, "france@x.org", f"NAME {name}")


def test_a_new_address_counts_when_confirmed_and_both_are_notified(std3: Table) -> None:
    old = answer(std3, "france@x.org", "ADDRESS France@New.org")
    assert "I have asked france@new.org." in old
    old_report = std3.last_to("france@x.org")
    asked = std3.last_to("france@new.org")
    assert "Is this your address?" in text_of(asked)
    std3.reply(asked, "yes", "france@new.org")
    assert (row := seat(std3, "std3", "France")) is not None
    assert row.address == "france@new.org"
    assert "goes to france@new.org" in text_of(std3.last_to("france@x.org"))
    assert "goes to france@new.org" in text_of(std3.last_to("france@new.org"))
    std3.vouched.clear()
    std3.reply(old_report, "A Par - Bur", "france@x.org")
    assert "Army Paris" not in text_of(std3.last_to("france@new.org"))


def test_the_mail_goes_to_two_addresses(std3: Table) -> None:
    said = answer(std3, "france@x.org", "SET ADDRESS france@x.org, France@Work.org")
    assert "I have asked france@work.org." in said
    assert not std3.mails_to("france@work.org")[1:], "nothing but the question"
    asked = std3.last_to("france@work.org")
    assert "to get their mail at this address too" in text_of(asked)
    std3.reply(asked, "YES", "france@work.org")
    assert "Every message goes there as well as to france@x.org." in text_of(std3.last_to("france@x.org"))
    std3.deadline_passes("std3")
    both = [std3.report_to(address) for address in ("france@x.org", "france@work.org")]
    assert text_of(both[0]) == text_of(both[1])
    std3.reply(both[1], "A Par - Bur", "france@work.org")
    for address in ("france@x.org", "france@work.org"):
        assert "Army Paris moves to Burgundy" in text_of(std3.last_to(address))


def test_an_address_to_write_from_gets_the_mail_too_and_no_longer(std3: Table) -> None:
    answer(std3, "france@x.org", "ADDRESS ADD france@work.org")
    std3.reply(std3.last_to("france@work.org"), "yes", "france@work.org")
    said = answer(std3, "france@x.org", "ADDRESS france@x.org and france@work.org")
    assert "Your mail goes to france@x.org and to france@work.org." in said
    assert "On file" in answer(std3, "france@x.org", "STATUS")
    assert "On file" in text_of(std3.last_to("france@work.org"))
    assert "no longer count" in answer(std3, "france@x.org", "ADDRESS REMOVE france@work.org")
    mails = len(std3.mails_to("france@work.org"))
    answer(std3, "france@x.org", "STATUS")
    assert len(std3.mails_to("france@work.org")) == mails


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("new@x.org, france@work.org", "that is not in the list. Write it too, as in ADDRESS france@x.org,"),
        ("france@x.org, a@x..org", '"a@x..org" is not an address'),
        ("france@x.org, judge@judge.example", "is not an address of yours"),
        ("france@x.org, a@x.org, b@x.org, c@x.org, d@x.org", "too many addresses"),
    ],
)
def test_a_list_of_addresses_that_cannot_be_used_asks_nobody(std3: Table, written: str, why: str) -> None:
    std3.post_office.forget()
    assert why in answer(std3, "france@x.org", f"ADDRESS {written}")
    assert {str(mail["To"]).lower() for mail in std3.post_office.taken} == {"france <france@x.org>"}


@pytest.mark.parametrize(("rule", "notices"), [("told", 1), ("yes", 0), ("no", 0)])
def test_the_house_rules_say_whether_one_address_may_have_two_seats(
    std3: Table, rule: str, notices: int
) -> None:
    std3.set_rules("std3", two_seats=rule)
    answer(std3, "france@x.org", "ADDRESS england@z.org")
    std3.reply(std3.last_to("england@z.org"), "yes", "england@z.org")
    assert len(mails_about(std3, "gm@w.org", "one address has two seats")) == notices
    assert (row := seat(std3, "std3", "France")) is not None
    assert row.address == ("france@x.org" if rule == "no" else "england@z.org")
    if rule == "no":
        assert "nobody plays two seats" in text_of(std3.last_to("england@z.org"))


def test_changes_of_address_cannot_be_used_to_mail_strangers(std3: Table) -> None:
    for number in range(3):
        assert "I have asked" in answer(std3, "france@x.org", f"ADDRESS a{number}@bad.org")
    assert "that is all for today" in answer(std3, "france@x.org", "ADDRESS a4@bad.org")
    assert std3.mails_to("a4@bad.org") == []


def test_renew_voids_the_address_that_was_asked_for_and_the_old_tokens(std3: Table) -> None:
    answer(std3, "france@x.org", "ADDRESS thief@bad.org")
    asked = std3.last_to("thief@bad.org")
    answer(std3, "france@x.org", "RENEW")
    std3.reply(asked, "yes", "thief@bad.org")
    assert (row := seat(std3, "std3", "France")) is not None
    assert row.address == "france@x.org"


def test_preferences_for_pictures_and_json(std3: Table) -> None:
    std3.with_pictures()
    answer(std3, "france@x.org", "SET PICTURE OFF\nSET JSON ON")
    std3.deadline_passes("std3")
    kinds = [part.get_content_type() for part in std3.report_to("france@x.org").walk()]
    assert "image/png" not in kinds
    assert "application/json" in kinds
    others = [part.get_content_type() for part in std3.report_to("england@z.org").walk()]
    assert "image/png" in others
    assert "application/json" not in others


def test_a_diary_is_for_me_alone(std3: Table) -> None:
    noted = answer(std3, "france@x.org", "DIARY\nNever trust England.\nEND")
    assert "Noted." in noted and "Never trust England." in noted
    assert "Never trust England." in answer(std3, "france@x.org", "DIARY")
    assert "It is empty." in answer(std3, "england@z.org", "DIARY")


def test_a_diary_is_mailed_to_its_player_when_the_game_is_over(std3: Table) -> None:
    answer(std3, "france@x.org", "DIARY\nNever trust England.\nEND")
    for sender in STANDARD.values():
        answer(std3, sender, "VOTE DRAW")
    (mail,) = mails_about(std3, "france@x.org", "your diary")
    assert "Never trust England." in text_of(mail)
    assert mails_about(std3, "england@z.org", "your diary") == []


def test_a_diary_is_sent_out_when_the_game_is_won(table: Table) -> None:
    answer(table, "ann@x.org", "DIARY: run\ngo 6", "r1")
    table.deadline_passes()
    answer(table, "ann@x.org", "TURN NEXT\ngo 6", "r1")
    table.deadline_passes()
    assert table.row().state == OVER
    assert "run" in text_of(mails_about(table, "ann@x.org", "your diary")[-1])


# --- history -----------------------------------------------------------------------------------------------


def test_history_lists_the_turns_and_shows_one_as_it_was_reported(std3: Table) -> None:
    assert "No turn has been run yet." in answer(std3, "france@x.org", "HISTORY")
    answer(std3, "france@x.org", "A Par - Bur")
    std3.deadline_passes("std3")
    assert "1. Spring 1901, movement:" in answer(std3, "france@x.org", "HISTORY")
    for said in ("HISTORY Spring 1901", "history 1", "History of spring 1901, movement"):
        assert "Army Paris moves to Burgundy" in answer(std3, "france@x.org", said)
    assert 'No turn "Fall 1907" has been run.' in answer(std3, "france@x.org", "HISTORY Fall 1907")


def test_history_from_one_turn_or_day_to_another(table: Table) -> None:
    for step in (1, 2, 3):  # the turns were run on 26 and 29 November and on 2 December
        table.mail("ann@x.org", f"go {step}")
        table.deadline_passes()
    spans = {
        "FROM 2 TO 3": (2, 3),
        "r1 FROM 2": (2, 3),
        "TO lap 2": (1, 2),
        "from 27 Nov to 1 Dec": (2,),
        "SINCE 2026-11-29 LINES 20 EXCLSTART": (2, 3),
        "FROM 26 Nov 2026 UNTIL 2 December": (1, 2, 3),
    }
    for written, steps in spans.items():
        said = answer(table, "ann@x.org", f"HISTORY {written}", "r1")
        told = tuple(step for step in (1, 2, 3) if f"Your own step was {step}." in said)
        assert told == steps, written
    for written, named in (
        ("FROM yesteryear", "yesteryear"),
        ("FROM 31 Feb", "31 Feb"),
        ("FROM 3 TO 2", "FROM 3 TO 2"),
        ("FROM 1 May 2020 TO 2 May 2020", "FROM 1 May 2020 TO 2 May 2020"),
    ):
        assert f'No turn "{named}" has been run' in answer(table, "ann@x.org", f"HISTORY {written}", "r1")


def test_a_long_history_comes_in_parts(table: Table) -> None:
    gm(table, "SET silence hold")
    for _ in range(history.MOST_SHOWN + 1):
        table.deadline_passes()
    said = answer(table, "ann@x.org", "HISTORY FROM 1", "r1")
    assert said.count("Your own step was 0.") == history.MOST_SHOWN
    assert "HISTORY FROM 13 shows the next ones." in said
    rest = answer(table, "ann@x.org", "HISTORY FROM 13", "r1")
    assert rest.count("Your own step was 0.") == 1


def test_history_is_as_narrow_as_any_mail(std3: Table) -> None:
    answer(std3, "france@x.org", "A Mar - Bur\nA Par - Bur\nF Bre - MAO")  # a long line of bounces
    std3.deadline_passes("std3")
    answer(std3, "turkey@w.org", "HISTORY 1")
    reply = std3.last_to("turkey@w.org").get_body(("plain",))
    assert reply is not None
    assert "bounced" in reply.get_content()
    assert max(len(line) for line in reply.get_content().splitlines()) <= WIDTH


def test_history_shows_each_player_their_own_report(table: Table) -> None:
    answer(table, "ann@x.org", "go 5", "r1")
    table.deadline_passes()
    assert "Your own step was 5." in answer(table, "ann@x.org", "HISTORY 1", "r1")
    assert "Your own step was 0." in answer(table, "bob@y.org", "HISTORY 1", "r1")


def test_a_host_without_pictures_says_that_there_is_no_map(std3: Table) -> None:
    reply = answer(std3, "france@x.org", "MAP")
    assert "This host sends no pictures, so there is no map to send. PLACES lists all places" in reply
    assert "Your last report is on its way again" in reply
    assert "sends no pictures" not in answer(std3, "france@x.org", "REPORT")


def test_a_game_without_a_map_says_so(table: Table) -> None:
    table.with_pictures()
    reply = answer(table, "ann@x.org", "MAP", "r1")
    assert "This game has no map, so there is no map to send. Your last report" in reply


def test_a_large_map_comes_with_a_short_text(std3: Table) -> None:
    """MAP once sent the whole report again, with the map below it."""
    std3.with_pictures()
    std3.deadline_passes("std3")
    assert "A large map is on its way" in answer(std3, "france@x.org", "MAP")
    first, large = std3.reports_to("france@x.org")[-2:]
    assert [", large map: " in str(mail["subject"]) for mail in (first, large)] == [False, True]
    text = text_of(large)
    assert "REPORT sends the whole report again" in text and "Next: Autumn 1901" in text
    assert "Your orders and their outcomes" not in text and len(text.splitlines()) < 25
    assert "image/png" in [part.get_content_type() for part in large.walk()]
    std3.vouched.clear()
    std3.reply(large, "A Par - Bur")
    assert "Army Paris moves to Burgundy" in text_of(std3.last_to("france@x.org"))


def test_report_sends_the_last_report_again(std3: Table) -> None:
    std3.deadline_passes("std3")
    first = std3.reports_to("france@x.org")[-1]
    std3.clock.passes(minutes=5)
    std3.reply(first, "REPORT")
    again = std3.reports_to("france@x.org")[-1]
    assert ", once more: " in str(again["subject"])
    below = "Missing orders"
    assert text_of(first).partition(below)[2] == text_of(again).partition(below)[2] != ""


def test_one_game_is_listed_with_its_house_rules(std3: Table) -> None:
    reply = answer(std3, "dora@new.org", "LIST std3", "hello")
    assert "std3: Diplomacy, Spring 1901, movement" in reply
    assert "Pace: 72h" in reply
    assert 'There is no table "std9".' in answer(std3, "dora@new.org", "GAMES std9", "hello")


# --- HELP ------------------------------------------------------------------------------------------------

TOPICS = [
    "join",
    "take over",
    "later",
    "status",
    "preview",
    "ready",
    "vote",
    "away",
    "press",
    "grey press",
    "name",
    "new table",
]


@pytest.mark.parametrize("topic", TOPICS)
def test_there_is_help_on_each_topic(std3: Table, topic: str) -> None:
    reply = answer(std3, "france@x.org", f"HELP {topic}")
    title = f"Help: {topic.upper()}"
    assert title in reply
    assert topic.upper() in reply.replace(title, "")
    assert "reply to your last report, write your orders" not in reply


@pytest.mark.parametrize(
    ("topic", "line"),
    [
        ("log", "LOG: what the game master did at your table"),
        ("house rules", "HOUSE RULES"),
        ("rules", "RULES"),
    ],
)
def test_help_on_a_command_without_a_page_shows_its_line(std3: Table, topic: str, line: str) -> None:
    reply = answer(std3, "france@x.org", f"HELP {topic}")
    assert "There is no help page" not in reply
    assert line in reply


@pytest.mark.parametrize("topic", ["map", "maps", "places", "where"])
def test_help_on_the_map_explains_all_that_shows_it(std3: Table, topic: str) -> None:
    reply = answer(std3, "france@x.org", f"HELP {topic}")
    assert all(f" {word} " in reply for word in ("MAP", "PLACES", "WHERE"))
    assert "a large map, with a short text" in reply


def test_help_on_digests_and_on_conditions_explains_them(std3: Table) -> None:
    assert "in one message a day" in answer(std3, "france@x.org", "HELP DIGEST")
    assert "IF I hold" in answer(std3, "france@x.org", "HELP IF")


# --- when commands are executed, and for whom ---------------------------------------------------------------


def test_commands_of_a_held_message_are_executed_when_it_is_confirmed(std3: Table) -> None:
    std3.vouched.clear()
    std3.mail("france@x.org", "A Par - Bur\nPRESS TO England\nhello\nEND\nREADY", "std3")
    assert mails_about(std3, "england@z.org", "press between") == []
    std3.clock.passes(minutes=5)
    std3.reply(std3.last_to("france@x.org"), "yes")
    reply = text_of(std3.last_to("france@x.org"))
    assert "Army Paris moves to Burgundy" in reply
    assert "Sent to England" in reply
    assert "You are ready" in reply
    assert len(mails_about(std3, "england@z.org", "press between")) == 1


def test_a_message_too_late_for_its_turn_still_sends_its_press(table: Table) -> None:
    table.mail("ann@x.org", "go 1")
    confirmation = table.last_to("Red")
    table.deadline_passes()
    table.clock.passes(minutes=5)
    table.reply(confirmation, "go 6\nREADY\nPRESS TO Blue\nI am late.\nEND")
    reply = text_of(table.last_to("Red"))
    assert "came too late for Lap 1, day" in reply
    assert "not for the turn that is due" in reply
    assert "Sent to Blue" in reply
    assert "Red will go 6" not in reply


@pytest.mark.parametrize("order", ["go 3", "go 6"])
def test_a_reader_who_stopped_the_bulletins_learns_that_the_game_is_over(table: Table, order: str) -> None:
    """The game ends by its rules after two turns, or by the game master; the last bulletin has the seed."""
    answer(table, "bob@y.org", "SET BULLETIN OFF", "r1")
    answer(table, "cyd@z.org", "STOP r1", "r1")
    for _ in range(2):
        answer(table, "ann@x.org", order, "r1")
        table.deadline_passes()
    if order == "go 3":
        assert not mails_about(table, "bob@y.org", "bulletin")
        table.vouched.add("gm@w.org")
        answer(table, "gm@w.org", "END GAME won by Red", "r1")
    assert table.row().state == OVER
    for who in ("ann@x.org", "bob@y.org", "cyd@z.org"):
        assert table.row().seed in text_of(mails_about(table, who, "game over")[-1])


def test_a_player_gets_one_mail_at_the_end_of_a_game_with_its_story(table: Table) -> None:
    """Once a report and a bulletin were sent with the same content except for the story."""
    answer(table, "dora@new.org", "OBSERVE r1", "r1")
    for _ in range(2):
        answer(table, "ann@x.org", "go 6", "r1")
        table.deadline_passes()
    last = mails_about(table, "ann@x.org", "game over")
    assert len(last) == 1 and "bulletin" not in str(last[0]["subject"])
    bulletin = text_of(mails_about(table, "dora@new.org", "bulletin")[-1])
    for title in ("The story of the game", "Turns without orders"):
        assert title in text_of(last[0]) and title in bulletin


def test_after_the_end_press_continues_and_votes_do_not(std3: Table) -> None:
    for sender in STANDARD.values():
        answer(std3, sender, "VOTE DRAW")
    reply = answer(std3, "france@x.org", "PRESS TO England\nwell played\nEND\nREADY\nVOTE DRAW\nA Par H")
    assert "Sent to England" in reply
    assert reply.count("The game std3 is over.") == 3


def test_a_stolen_subject_line_cannot_execute_commands(std3: Table) -> None:
    std3.vouched.clear()
    answer(std3, "thief@bad.org", "VOTE DRAW\nRESIGN France", "std3 France")
    assert "Nobody who plays here is registered" in text_of(std3.last_to("thief@bad.org"))
    assert seat(std3, "std3", "France") is not None


ODD = [
    *(
        "PRESS TO",
        "PRESS",
        "GREY PRESS",
        "PRESS TO ALL BUT ALL",
        "ASSUME x:",
        "PHASE :",
        "SET JSON",
        "EXTEND",
    ),
    *("TAKE OVER", "DIARY", "STOP", "OBSERVE *", "RESIGN \\d+", "ADDRESS a@b@c", "ZONE ../../etc/passwd"),
    *(
        "JOIN " + "x" * 190,
        "AWAY " + "9" * 50,
        "OPTIONS " + "(" * 50,
        "VOTE " + "draw " * 11,
        "NAME \u202egnp.exe",
    ),
]


@pytest.mark.parametrize("line", ODD)
def test_odd_commands_get_an_answer(std3: Table, line: str) -> None:
    assert "an error on our side" not in answer(std3, "france@x.org", f"A Par - Bur\n{line}\n")
    assert "Army Paris moves to Burgundy" in answer(std3, "france@x.org", "STATUS")


def test_status_with_other_words_names_units_and_the_deadline(std3: Table) -> None:
    reply = answer(std3, "france@x.org", "STATUS\nVOTE")
    assert "Army Paris: no order, so it holds" in reply
    assert "(missing)" not in reply
    assert "The deadline is " in reply


def test_the_gm_can_reply_to_the_notice_of_an_absence(std3: Table) -> None:
    std3.mail("france@x.org", "AWAY 3 to 10 December", "std3")
    note = next(mail for mail in std3.post_office.taken if "is away" in str(mail["Subject"]))
    assert "+gm.std3." in str(note["Reply-To"])


def test_an_answer_to_press_that_is_not_a_reply_gets_the_command(std3: Table) -> None:
    answer(std3, "england@z.org", "PRESS TO France\nShall we?\nEND")
    subject = str(std3.last_to("france@x.org")["Subject"])
    std3.mail("france@x.org", "Gladly, and yours\nAnn", f"Re: {subject}")  # some programs name no Message-ID
    reply = text_of(std3.last_to("france@x.org"))
    assert "send it again with the line PRESS TO England above" in reply
    assert "PRESS TO GM for the game master" in answer(std3, "france@x.org", "Are two seas one convoy?")
    assert "PRESS TO" not in answer(std3, "france@x.org", "A Par - Burgandy")


@pytest.fixture
def two_armies(table: Table) -> Table:
    """Return a table of Epic Domination with two of its eight seats."""
    table.vouched |= {"red@x.org", "blue@y.org"}
    table.opens("p1", "72h", {"Red": "red@x.org", "Blue": "blue@y.org"}, "domination")
    return table


def _told(table: Table, text: str) -> str:
    table.mail("red@x.org", text, "p1")
    return text_of(table.mails_to("red@x.org")[-1])


def test_players_lists_only_the_seats_of_the_table(two_armies: Table) -> None:
    """PLAYERS once listed six colours that nobody played in a game of two."""
    told = _told(two_armies, "PLAYERS")
    assert "Blue: " in told and "Green" not in told


def test_status_says_that_nothing_is_on_file_and_that_the_game_is_over(two_armies: Table) -> None:
    owed = "Nothing is on file: you owe a list of pieces and starting builds (Set-up)."
    assert owed in _told(two_armies, "STATUS\nPLAYERS")
    told = _told(two_armies, "piece A\nlose Militia, Fort\nSTATUS")
    assert "Nothing is on file" not in told and "(standing)" not in told
    for who in ("red@x.org", "blue@y.org"):
        two_armies.mail(who, "VOTE draw", "p1")
    assert "The game p1 is over" in _told(two_armies, "STATUS")
    told = _told(two_armies, "STATUS\nPLAYERS")
    assert "The game p1 is over" in told and "standing:" not in told


def test_the_number_of_a_turn_means_its_name_where_turns_are_numbered(table: Table) -> None:
    """HISTORY 7 once sent the seventh report, of turn 4, and turn 7, without a word why."""
    table.vouched.add("mordor@x.org")
    table.opens("x1", "72h", {"Mordor": "mordor@x.org"}, "downfall-xiii")
    table.mail("mordor@x.org", "A Gun - Eot", "x1")
    for _ in range(4):  # turn 2 has a movement and an adjustment, so the third report is not of turn 3
        table.deadline_passes("x1")
    told = answer(table, "mordor@x.org", "HISTORY 3", "x1")
    assert "Turn 3 (Spring), movement" in told and "Turn 2" not in told
    told = answer(table, "mordor@x.org", "HISTORY 2", "x1")
    assert "Turn 2 (Autumn), movement" in told and "Turn 2 (Autumn), adjustment" in told
    listed = answer(table, "mordor@x.org", "HISTORY", "x1")
    assert "Turn 3 (Spring), movement:" in listed and "4. Turn 3" not in listed


def test_options_of_a_player_who_owes_nothing_name_the_phase_that_is_due(table: Table) -> None:
    """ "You have nothing to order now" was said three times, without when."""
    seats = {**STANDARD, "Russia": "russia@v.org"}
    table.vouched |= set(seats.values())
    table.opens("std5", "72h; retreat 24h", seats, "standard")
    table.mail("turkey@w.org", "A Smy - Arm\nF Ank - Bla", "std5")
    table.deadline_passes("std5")
    table.clock.passes(hours=1)
    table.mail("turkey@w.org", "A Arm - Sev\nF Bla S A Arm - Sev", "std5")
    table.deadline_passes("std5")
    reply = answer(table, "turkey@w.org", "OPTIONS", "std5")
    assert "You have nothing to order now. Autumn 1901, retreat is due, for others only." in reply
