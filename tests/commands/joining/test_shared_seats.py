"""Two players of one seat: the second is asked, both order and read, and either may leave."""

from email.message import EmailMessage
from functools import partial

import pytest
from sqlmodel import select

from pbem.store.game_tables import Seat
from pbem.store.mail_tables import OutgoingMail
from tests.support.gamemaster import gm
from tests.support.table import Table, header_of, text_of
from tests.support.table import answer as answer_to

ANN, BOB, DORA = "ann@x.org", "bob@y.org", "dora@x.org"


@pytest.fixture
def asked(table: Table) -> Table:
    """Return a table where Ann has asked Dora to share Red."""
    table.vouched.add(DORA)
    assert "Dora has been asked, at dora@x.org" in answer(table, ANN, "SHARE Red with Dora <dora@x.org>")
    return table


@pytest.fixture
def shared(asked: Table) -> Table:
    asked.reply(asked.last_to(DORA), "YES", DORA)
    return asked


answer = partial(answer_to, subject="r1")


def about(table: Table, who: str, what: str) -> list[EmailMessage]:
    return [mail for mail in table.mails_to(who) if what in text_of(mail)]


def player_of(table: Table, power: str) -> tuple[str, str]:
    with table.store.reading() as session:
        seat = session.exec(select(Seat).where(Seat.table_key == "r1", Seat.power == power)).one()
        return seat.player, seat.address


def test_nothing_happens_before_the_second_player_agrees(asked: Table) -> None:
    question = asked.last_to(DORA)
    assert "would like to share their seat with you" in text_of(question)
    asked.mail(ANN, "go 3")
    assert not about(asked, DORA, "Red will go 3")
    asked.mail(DORA, "go 5")
    assert "go 5" not in answer(asked, ANN, "STATUS")
    asked.reply(question, "NO", DORA)
    asked.reply(question, "YES", DORA)
    asked.mail(ANN, "go 4")
    assert not about(asked, DORA, "Red will go 4")


def test_only_the_address_that_was_asked_can_agree(asked: Table) -> None:
    asked.reply(asked.last_to(DORA), "YES", "thief@x.org")
    asked.mail(ANN, "go 3")
    assert not about(asked, "thief@x.org", "Red will go 3")


def test_both_get_reports_and_confirmations_and_either_may_order(shared: Table) -> None:
    for player in (ANN, DORA):
        assert about(shared, player, "ann and Dora share Red at r1 from now on.")
    assert "Dora <dora@x.org> share Red" in text_of(shared.last_to("gm@w.org"))
    assert shared.reports_to(DORA)
    shared.mail(ANN, "go 3")
    assert about(shared, DORA, "Red will go 3")
    shared.reply(shared.reports_to(DORA)[-1], "go 5", DORA)
    for player in (ANN, DORA):
        assert len(about(shared, player, "Red will go 5")) == 1
    shared.deadline_passes()
    for player in (ANN, DORA):
        assert "Your own step was 5." in text_of(shared.report_to(player))
    assert not about(shared, BOB, "Dora")


def test_a_copy_is_sent_once_and_names_only_its_reader(shared: Table) -> None:
    shared.mail(ANN, "go 3")
    (copy,) = about(shared, DORA, "Red will go 3")
    (own,) = about(shared, ANN, "Red will go 3")
    assert copy["Message-ID"] == own["Message-ID"] and copy["Reply-To"] == own["Reply-To"]
    assert ANN not in str(copy["To"])
    with shared.store.reading() as session:
        rows = session.exec(select(OutgoingMail).where(OutgoingMail.recipient == DORA)).all()
        assert len({row.message_id for row in rows}) == len(rows)
        assert len(rows) == sum(DORA in header_of(raw, "To") for raw in shared.post_office.raws)


def test_the_second_player_leaves_and_their_old_reply_address_is_void(shared: Table) -> None:
    report = shared.reports_to(DORA)[-1]
    shared.reply(report, "UNSHARE", DORA)
    assert about(shared, ANN, "Dora has left Red at r1, and ann plays it alone")
    assert about(shared, DORA, "Dora has left Red at r1")
    shared.mail(ANN, "go 2")
    shared.reply(report, "go 6", DORA)
    assert "go 2" in answer(shared, ANN, "STATUS")
    assert not about(shared, DORA, "Red will go 2")
    answer(shared, BOB, "RESIGN Blue")
    assert "You have already played Red" in answer(shared, DORA, "TAKE OVER Blue in r1")


def test_the_first_player_leaves_and_the_second_keeps_the_seat(shared: Table) -> None:
    answer(shared, ANN, "UNSHARE")
    assert player_of(shared, "Red") == ("Dora", DORA)
    shared.reply(about(shared, DORA, "ann has left Red")[-1], "go 4", DORA)
    assert about(shared, DORA, "Red will go 4")
    assert not about(shared, ANN, "Red will go 4")


def test_who_leaves_changes_nothing_for_the_other_with_the_same_message(shared: Table) -> None:
    answer(shared, ANN, "UNSHARE\ngo 3\nNAME Mallory\nZONE Europe/London")
    seat = shared.seat("Red")
    assert (seat.player, seat.address) == ("Dora", DORA)
    assert player_of(shared, "Red") == ("Dora", DORA)


@pytest.mark.parametrize("leaver", [ANN, DORA])
def test_the_answer_to_unshare_goes_to_who_leaves_and_both_learn_what_holds_now(
    shared: Table, leaver: str
) -> None:
    (left,) = {ANN, DORA} - {leaver}
    names = {ANN: "ann", DORA: "Dora"}
    shared.clock.passes(minutes=40)
    report = (shared.reports_to(leaver) or about(shared, leaver, "share Red"))[-1]
    shared.post_office.forget()
    shared.reply(report, "UNSHARE", leaver)
    (answered,) = about(shared, leaver, "line 1 UNSHARE")
    assert f"You have left Red; {names[left]} plays it alone" in text_of(answered)
    assert not about(shared, left, "line 1 UNSHARE")
    for who in (ANN, DORA):
        assert about(shared, who, f"{names[leaver]} has left Red at r1, and {names[left]} plays it alone")
    assert player_of(shared, "Red") == (names[left], left)
    shared.reply(answered, "go 6", leaver)
    assert "Red will go 6" not in text_of(shared.last_to(left))
    shared.reply(about(shared, left, "plays it alone")[-1], "go 5", left)
    assert "Red will go 5" in text_of(shared.last_to(left))


def test_a_shared_seat_cannot_be_resigned_without_the_other_player(shared: Table) -> None:
    assert "You share this seat with Dora. UNSHARE lets you leave" in answer(shared, ANN, "RESIGN Red")
    assert player_of(shared, "Red") == ("ann", ANN)


def test_the_second_player_cannot_move_the_seat_to_another_address(shared: Table) -> None:
    shared.reply(shared.reports_to(DORA)[-1], "ADDRESS dora@new.org", DORA)
    assert "Only they can change it" in text_of(shared.last_to(DORA))
    assert not shared.mails_to("dora@new.org")


def test_the_second_player_cannot_touch_the_addresses_of_the_first(shared: Table) -> None:
    shared.reply(about(shared, ANN, "ann and Dora share Red")[-1], "ADDRESS ADD ann@work.org")
    shared.reply(shared.last_to("ann@work.org"), "YES", "ann@work.org")
    for line in ("ADDRESS REMOVE ann@work.org", f"ADDRESS {ANN}, ann@work.org", "ADDRESS ADD dora@new.org"):
        shared.clock.passes(minutes=40)
        shared.reply(shared.reports_to(DORA)[-1], line, DORA)
        assert "Only they can change it" in text_of(shared.last_to(DORA)), line
    shared.reply(about(shared, ANN, "ann and Dora share Red")[-1], "go 3", "ann@work.org")
    assert "Red will go 3" in text_of(shared.last_to(ANN))


def test_each_of_two_players_has_their_own_name(shared: Table) -> None:
    shared.reply(shared.reports_to(DORA)[-1], "NAME Dora Dee", DORA)
    assert "Dora Dee" in text_of(shared.last_to(DORA))
    assert player_of(shared, "Red") == ("ann", ANN)
    shared.reply(shared.reports_to(DORA)[-1], "UNSHARE", DORA)
    assert about(shared, DORA, "Dora Dee has left Red")


def test_help_says_what_the_second_player_cannot_do(shared: Table) -> None:
    said = answer(shared, DORA, "HELP SHARE")
    assert "The second player cannot change, add or remove addresses of the seat" in said
    assert "each of you has their own NAME" in said


def test_what_the_second_player_asks_for_at_other_tables_is_their_own(shared: Table) -> None:
    shared.opens("r2", players={"Blue": BOB})
    assert "You get the bulletins of r2" in answer(shared, DORA, "OBSERVE r2")
    shared.post_office.forget()
    shared.deadline_passes("r2")
    of_r2 = [mail for mail in shared.mails_to(DORA) if "r2" in str(mail["Subject"])]
    assert [str(mail["X-Downfall-Kind"]) for mail in of_r2] == ["bulletin"]
    assert not [mail for mail in shared.mails_to(ANN) if "r2" in str(mail["Subject"])]
    assert player_of(shared, "Red") == ("ann", ANN)


def test_a_player_of_the_table_cannot_share_another_seat_and_the_asker_learns_nothing(table: Table) -> None:
    stranger = answer(table, ANN, "SHARE Red with Bob <bob@q.org>")
    known = answer(table, ANN, "SHARE Red with Bob <bob@y.org>")
    assert stranger.replace("bob@q.org", "bob@y.org") == known
    table.reply(table.last_to(BOB), "YES", BOB)
    assert "You already take part in r1" in text_of(table.last_to(BOB))
    table.mail(ANN, "go 3")
    assert not about(table, BOB, "Red will go 3")


def test_a_seat_that_is_taken_away_is_taken_from_both(shared: Table) -> None:
    gm(shared, "EJECT Red")
    assert about(shared, DORA, "The seat of Red at r1 that you shared has another player now, or none.")
    answer(shared, BOB, "RESIGN Blue")
    assert "You have already played Red" in answer(shared, DORA, "TAKE OVER Blue in r1")
    assert "You play Red at r1" in answer(shared, DORA, "TAKE OVER Red in r1")


@pytest.mark.parametrize("line", ["SHARE", "SHARE Red", "SHARE Blue with Dora <dora@x.org>", "SHARE with x"])
def test_a_line_that_names_nobody_or_another_seat_is_refused(table: Table, line: str) -> None:
    assert "NOT DONE" in answer(table, ANN, line)
    assert "You play Red alone." in answer(table, ANN, "UNSHARE")
