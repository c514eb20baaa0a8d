"""Deputies and successors of the GM, the start of a table, and its seats: DEPUTY, GM IS, BEGIN, REPLACE."""

import pytest

from pbem.gamemaster.rights import ALL, read_rights
from pbem.store.game_tables import Seat, seats_of
from pbem.store.states import FORMING, HELD, OVER, PAUSED, RUNNING
from pbem.tables.gm_actions import NotDone
from pbem.tables.identity import GM, gm_seat, is_gm
from pbem.tables.opening import Plan, open_table
from pbem.tables.people.reply_addresses import seat_address
from tests.support.gamemaster import GM_ADDRESS, gm, gm_answers, gm_asks, got, news_to
from tests.support.table import ASKS, JUDGE, Table, answer, kind_of, text_of

DORA = "dora@v.org"


def seats(table: Table, key: str = "r1") -> dict[str, Seat]:
    with table.store.reading() as session:
        return {seat.power: seat for seat in seats_of(session, key)}


def answer_to(table: Table, who: str) -> str:
    return text_of([mail for mail in table.mails_to(who) if str(mail["Subject"]).startswith("Re:")][-1])


# --- deputies ----------------------------------------------------------------------------------------------


def test_a_deputy_may_do_what_was_allowed_and_nothing_else(table: Table) -> None:
    told = gm(table, "DEPUTY Dora Dee <dora@v.org> may extend, pause")
    assert "Dora Dee is a deputy of the game master, and may PAUSE and EXTEND." in told
    assert got(table, "Blue", "a deputy of the game master")
    welcome = news_to(table, DORA, "you are a deputy")
    table.reply(welcome, "EXTEND 24h because Ann is ill")
    assert "Orders are due" in answer_to(table, DORA)
    assert "Ann is ill" in text_of(news_to(table, "Red", "the deadline has moved"))
    table.reply(welcome, "END GAME\nPREVIEW RUN\nDEPUTY Eve <eve@v.org>\nGM IS Eve <eve@v.org>\nSTATUS")
    told = answer_to(table, DORA)
    assert told.count("is for the game master; you may PAUSE and EXTEND") == 4
    assert "Orders are missing" in told
    assert table.row().state == RUNNING
    table.reply(welcome, "HELP")
    told = answer_to(table, DORA)
    assert "that you may use as a deputy" in told
    assert "- EXTEND" in told and "- STATUS" in told
    assert "- END GAME" not in told and "- ROLLBACK" not in told
    assert "- ROLLBACK because" in gm(table, "HELP")
    table.mail("ann@x.org", "LOG")
    assert "Dora Dee, for the game master: The deadline was moved" in text_of(table.last_to("Red"))


def test_a_deputy_gets_bulletins_until_dismissed(table: Table) -> None:
    gm(table, "DEPUTY dora@v.org may words")
    welcome = news_to(table, DORA, "you are a deputy")
    assert "is not a deputy at r1; dora is" in gm(table, "NO DEPUTY Eve")
    table.deadline_passes()
    assert table.bulletin_to(DORA) is not None
    assert "is no longer a deputy of the game master" in gm(table, "NO DEPUTY dora")
    before = len(table.mails_to("Red"))
    table.reply(welcome, "BROADCAST\nI am back.\nEND")
    assert len(table.mails_to("Red")) == before
    gm(table, "DEPUTY eve@v.org may words")
    table.reply(welcome, "BROADCAST\nI am back.\nEND")
    assert not got(table, "Red", "from the game master")


def test_a_message_held_for_the_game_master_names_the_role_in_words(table: Table) -> None:
    table.mail("gm@w.org", "PAUSE", "r1")
    assert "arrived for the game master of r1, Lap 1" in text_of(table.last_to("gm@w.org"))


def test_a_deputy_without_a_token_is_asked_first(table: Table) -> None:
    gm(table, "DEPUTY Dora <dora@v.org> may clock")
    number = table.mail(DORA, "PAUSE", "r1")
    assert table.stored(number).state == HELD
    table.reply(table.last_to(DORA), "yes")
    assert table.row().state == PAUSED


def test_a_deputy_cannot_use_the_rights_of_another(table: Table) -> None:
    gm(table, "DEPUTY dora@v.org may clock\nDEPUTY eve@v.org may words")
    own = str(news_to(table, "eve@v.org", "you are a deputy")["Reply-To"])
    table.mail("eve@v.org", "PAUSE", "r1", own)
    table.mail("eve@v.org", "PAUSE", "r1", own.replace("+gm3.", "+gm2.").replace("+gm3.", "+gm."))
    table.mail("eve@v.org", "PAUSE", "r1", own.replace("+gm3.", "+gm."))
    assert table.row().state == RUNNING


@pytest.mark.parametrize(
    ("said", "words"),
    [("extend and run", ("EXTEND", "RUN NOW")), ("everything", ALL), ("preview", ("PREVIEW RUN",)),
     ("words, rollback.",
      ("ROLLBACK", "REMIND", "PRESS", "BROADCAST", "RULING", "NOTE", "POLL", "CLOSE POLL"))],
)  # fmt: skip
def test_rights_are_read_as_people_write_them(said: str, words: tuple[str, ...]) -> None:
    assert read_rights(said) == words


def test_an_unknown_right_is_refused(table: Table) -> None:
    with pytest.raises(NotDone, match='"dance" is not something that a deputy can be allowed; write'):
        read_rights("dance")
    assert "NOT DONE" in gm(table, "DEPUTY Dora may extend")
    assert "already runs r1" in gm(table, "DEPUTY gm@w.org may extend")


def test_the_seats_of_game_masters_have_their_own_names() -> None:
    assert is_gm(GM)
    assert is_gm("GM12")
    assert not is_gm("GMX")


# --- another game master -----------------------------------------------------------------------------------


def test_a_table_is_handed_over_when_the_other_accepts(table: Table) -> None:
    old = seat_address(table.office.credentials.seal, gm_seat(table.row()), JUDGE)
    assert "You run r1 until Dora accepts" in gm(table, "GM IS Dora <dora@v.org>")
    asked = news_to(table, DORA, "will you run r1?")
    table.reply(asked, "PAUSE")
    assert (table.row().gm_address, table.row().state) == (GM_ADDRESS, RUNNING)
    table.reply(asked, "I accept")
    row = table.row()
    assert (row.gm_name, row.gm_address) == ("Dora", DORA)
    assert "Dora is the game master now, after The GM." in text_of(news_to(table, "Red", "a new game master"))
    assert got(table, GM_ADDRESS, "a new game master")
    table.mail(GM_ADDRESS, "PAUSE", "r1", old)
    table.reply(asked, "PAUSE")
    assert table.row().state == RUNNING
    table.reply(news_to(table, DORA, "you run r1"), "PAUSE")
    assert table.row().state == PAUSED


def test_only_the_person_who_was_asked_can_accept(table: Table) -> None:
    gm(table, "DEPUTY dora@v.org may clock")
    table.reply(news_to(table, DORA, "you are a deputy"), "ACCEPT")
    assert table.row().gm_address == GM_ADDRESS
    assert "Nobody has asked you" in gm(table, "ACCEPT")


def test_the_gm_renews_their_own_address(table: Table) -> None:
    old = seat_address(table.office.credentials.seal, gm_seat(table.row()), JUDGE)
    gm(table, "RENEW GM")
    table.mail(GM_ADDRESS, "PAUSE", "r1", old)
    assert table.row().state == RUNNING
    table.reply(news_to(table, GM_ADDRESS, "you run r1"), "PAUSE")
    assert table.row().state == PAUSED


# --- seats -------------------------------------------------------------------------------------------------


def test_the_gm_takes_over_a_seat(table: Table) -> None:
    gm(table, "REPLACE Red with me because Ann has left")
    assert seats(table)["Red"].address == GM_ADDRESS
    table.vouched.add(GM_ADDRESS)
    table.mail(GM_ADDRESS, "go 3", "r1")
    assert "Red will go 3" in text_of(table.last_to(GM_ADDRESS))


def test_a_substitute_comes_from_the_waiting_list(table: Table) -> None:
    assert "Nobody is on the waiting list" in gm(table, "REPLACE Red from the waiting list")
    assert seats(table)["Red"].address == "ann@x.org"
    table.vouched.add(DORA)
    table.mail(DORA, "JOIN r1")
    gm(table, "REPLACE Red with the first on the waiting list")
    assert seats(table)["Red"].address == DORA
    assert "+red." in str(table.report_to(DORA)["Reply-To"])


def test_the_list_has_other_names(table: Table) -> None:
    for power, words in (("Red", "the standby list"), ("Blue", "the next standby player")):
        assert "Nobody is on the waiting list" in gm(table, f"REPLACE {power} from {words}")
    assert 'write "REPLACE Blue with Dora' in gm(table, "REPLACE Blue with somebody")


def test_several_seats_go_to_robots_in_the_plural(table: Table) -> None:
    table.opens("s1", "72h", {"France": "ann@x.org"}, "standard")
    told = gm(table, "REPLACE Italy, Russia and Turkey with easy robots", "s1")
    assert "Easy robots play Italy, Russia and Turkey from now on." in told


# --- a table that has not begun ----------------------------------------------------------------------------


@pytest.fixture
def forming(table: Table) -> Table:
    open_table(Plan("r2", "race", GM_ADDRESS, ()), table.office, table.clock.now())
    for number in range(2):
        table.vouched.add(f"new{number}@v.org")
        table.mail(f"new{number}@v.org", "JOIN r2", "r2")
    return table


def test_the_gm_begins_a_table_that_is_not_full(forming: Table) -> None:
    assert "new0@v.org" in gm(forming, "STATUS", "r2")
    told = gm(forming, "BEGIN", "r2")
    assert "r2 has begun, first orders by" in told
    assert "Without a player:" in told
    assert forming.row("r2").state == RUNNING
    assert len(seats(forming, "r2")) == 2
    assert kind_of(forming.last_to("new0@v.org")) == "report"
    assert "it has already begun" in gm(forming, "BEGIN", "r2")


@pytest.mark.parametrize("who", ["Dora <dora@v.org>", "me", "a robot", "the waiting list"])
def test_nobody_has_a_seat_before_the_game_begins(forming: Table, who: str) -> None:
    told = gm(forming, f"REPLACE Red with {who}", "r2")
    assert "NOT DONE r2 has not begun, and nobody has a power yet." in told
    assert "write JOIN r2 Red to judge@judge.example" in told
    assert not seats(forming, "r2")


def test_a_game_begins_although_a_seat_was_given_away_before(forming: Table) -> None:
    with forming.store.writing() as session:
        session.add(Seat(table_key="r2", power="Red", player="Dora", address=DORA))
    gm(forming, "BEGIN", "r2")
    assert {seats(forming, "r2")[power].address for power in ("Blue", "Dark Green")} == {
        "new0@v.org",
        "new1@v.org",
    }


def test_an_empty_table_cannot_begin(table: Table) -> None:
    open_table(Plan("r3", "race", GM_ADDRESS, ()), table.office, table.clock.now())
    assert "Nobody has joined r3 yet" in gm(table, "BEGIN", "r3")


def test_an_applicant_is_removed_before_the_game_begins(forming: Table) -> None:
    assert '"Blue" has not joined r2' in gm(forming, "EJECT Blue", "r2")
    gm(forming, "EJECT new0@v.org because he never pays", "r2")
    assert "he never pays" in text_of(news_to(forming, "new0@v.org", "you are off the list"))
    gm(forming, "BEGIN", "r2")
    assert [seat.address for seat in seats(forming, "r2").values()] == ["new1@v.org"]


def test_applicants_get_the_news_and_a_table_can_be_given_up(forming: Table) -> None:
    gm(forming, "BROADCAST\nOne more is missing.\nEND", "r2")
    assert "One more is missing" in text_of(news_to(forming, "new1@v.org", "from the game master"))
    assert forming.row("r2").state == FORMING
    gm(forming, "END GAME because nobody came", "r2")
    assert forming.row("r2").state == OVER
    assert "nobody came" in text_of(news_to(forming, "new1@v.org", "will not be played"))


def test_a_full_table_that_the_gm_begins_waits_for_the_gm(table: Table) -> None:
    plan = Plan("r2", "race", GM_ADDRESS, (), house={"begins": "by the gm"})
    open_table(plan, table.office, table.clock.now())
    for number in range(3):
        table.vouched.add(f"new{number}@v.org")
        table.mail(f"new{number}@v.org", "JOIN r2", "r2")
    assert table.row("r2").state == FORMING
    table.reply(news_to(table, GM_ADDRESS, "r2 is full"), "BEGIN")
    assert table.row("r2").state == RUNNING


def test_only_invited_players_join(table: Table) -> None:
    plan = Plan("r2", "race", GM_ADDRESS, (), house={"invited": ["@club.org", "dora@v.org"]})
    open_table(plan, table.office, table.clock.now())
    for who in ("mal@v.org", "dora@v.org", "eve@club.org"):
        table.vouched.add(who)
        table.mail(who, "JOIN r2", "r2")
    assert "Only invited players may join r2" in text_of(table.last_to("mal@v.org"))
    assert "2 of 3 players are there" in text_of(table.last_to("eve@club.org"))
    assert "dora@v.org" not in text_of(table.last_to("eve@club.org"))


def test_a_player_who_is_ejected_is_informed(table: Table) -> None:
    gm(table, "REPLACE Red with Dora <dora@x.org> because Ann is ill")
    assert "has taken Red from you at r1: Ann is ill" in text_of(table.last_to("ann@x.org"))
    gm(table, "EJECT Blue")
    assert "has taken Blue from you" in text_of(table.last_to("bob@y.org"))


def test_nobody_is_informed_twice(table: Table) -> None:
    gm(table, "REPLACE Red with Dora <dora@x.org>\nDEPUTY dan@z.org may extend\nSET silence wait")
    for who in ("dora@x.org", "dan@z.org", "gm@w.org"):
        subjects = [str(mail["Subject"]) for mail in table.mails_to(who)]
        assert not [said for said in subjects if "new player" in said and who != "dan@z.org"]
        assert not [said for said in subjects if "a deputy of" in said and who != "dora@x.org"]
    assert not any("house rule" in str(mail["Subject"]) for mail in table.mails_to("gm@w.org"))
    assert any("house rule" in str(mail["Subject"]) for mail in table.mails_to("dan@z.org"))


# --- two players swap their powers --------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["SWAP Red and Blue", "Swap Ann and Bob please", "exchange ann@x.org with Blue", "Swap Red with Blue"],
)
def test_two_players_swap_their_powers(table: Table, line: str) -> None:
    old = seats(table)
    table.mail("ann@x.org", "go 6")
    table.post_office.forget()
    told = gm(table, f"{line} because they got the wrong ones" if "please" not in line else line)
    assert "ann@x.org plays Blue now" in told or "bob@y.org plays Red now" in told
    assert {power: seat.address for power, seat in seats(table).items()} == {
        "Red": "bob@y.org",
        "Blue": "ann@x.org",
        "Dark Green": "cyd@z.org",
    }
    assert "have exchanged their powers" in text_of(news_to(table, "Dark Green", "exchange their players"))
    table.mail("ann@x.org", "go 3", to=seat_address(table.office.credentials.seal, old["Red"], JUDGE))
    assert "Red will" not in text_of(table.last_to("ann@x.org"))
    assert "Blue" in str(table.reports_to("ann@x.org")[-1]["Reply-To"]).title()
    table.reply(table.reports_to("ann@x.org")[-1], "go 2")
    assert "Blue will go 2" in text_of(table.last_to("ann@x.org"))


def test_a_swap_has_a_preview_and_needs_two_players(table: Table) -> None:
    told = gm_asks(table, "Swap Red and Blue")
    assert "The players of Red and Blue have exchanged their powers" in told and ASKS in told
    assert "Nothing was done" in gm_answers(table, "NO")
    assert seats(table)["Red"].address == "ann@x.org"
    assert "played by the same person" in gm_asks(table, "SWAP Red and Ann")
    assert "There is no power" in gm_asks(table, "SWAP Red and Narnia")
    gm(table, "EJECT Blue")
    assert "REPLACE Blue with Dora" in gm_asks(table, "SWAP Red and Blue")


def test_a_swap_names_nobody_where_names_are_hidden(table: Table) -> None:
    table.set_rules("r1", names="hidden")
    gm(table, "SWAP Red and Blue")
    told = text_of(news_to(table, "Dark Green", "exchange their players"))
    assert "The players of Red and Blue have exchanged" in told
    assert "plays" not in told.partition("The Judge")[0]


def test_after_a_swap_each_player_gets_one_report(table: Table) -> None:
    table.post_office.forget()
    gm(table, "SWAP Red and Blue NOW")
    assert len(table.reports_to("ann@x.org")) == len(table.reports_to("bob@y.org")) == 1
    assert not table.reports_to("Dark Green")


def test_powers_that_share_a_player_are_swapped_together(table: Table) -> None:
    seats = {"Germany": "ann@x.org", "Austria-Hungary": "ann@x.org", "Russia": "cyd@z.org"}
    table.opens("e1", "72h", {**seats, "Franco-British": "bob@y.org"}, "empires", {"players": "3"})
    table.post_office.forget()
    for line in ("SWAP Germany and Russia", "SWAP ann and Russia"):
        preview = gm_asks(table, line, "e1")
        assert "cyd plays Germany and Austria-Hungary now, and ann plays Russia" in preview
        gm_answers(table, "NO")
    told = gm(table, "SWAP Russia and Austria-Hungary", "e1")
    assert "ann@x.org plays Russia now, and cyd@z.org plays Germany and Austria-Hungary." in told
    assert "same person" in gm(table, "SWAP Germany and Austria-Hungary", "e1")


@pytest.mark.parametrize(
    "line",
    ["REPLACE Red with Dora <dora@v.org>", "REPLACE Red with a robot", "SWAP Red and Blue", "EJECT Red"],
)
def test_nobody_gets_a_seat_when_the_game_is_over(table: Table, line: str) -> None:
    gm(table, "END GAME")
    told = gm_asks(table, line)
    assert "r1 is over. REOPEN takes back the end of the game." in told
    assert ASKS not in told


# --- people by name --------------------------------------------------------------------------------------


@pytest.fixture
def two_anns(table: Table) -> Table:
    """Red is Ann Lee's, Blue is Ann Ray's, Dark Green is Cyd's."""
    with table.store.writing() as session:
        for seat in seats_of(session, "r1"):
            seat.player = {"Red": "Ann Lee", "Blue": "Ann Ray"}.get(seat.power, "Cyd")
    return table


@pytest.mark.parametrize("line", ["EJECT Ann", "REPLACE Ann with Dora <dora@v.org>", "SWAP Ann and Cyd"])
def test_a_name_that_two_players_share_is_asked_about(two_anns: Table, line: str) -> None:
    assert '"Ann" may be Red or Blue; please write more of the name' in gm(two_anns, line)
    assert two_anns.seat("Red").player == "Ann Lee"


def test_press_of_a_gm_to_a_shared_name_is_asked_about(two_anns: Table) -> None:
    assert '"Ann" may be Red or Blue' in gm(two_anns, "PRESS TO Ann\nHello\nEND")


@pytest.mark.parametrize("who", ["Ann Ray", "ann  ray", "bob@y.org", "<bob@y.org>", "Blue"])
def test_a_player_is_found_by_name_or_address_in_every_action_of_a_gm(two_anns: Table, who: str) -> None:
    assert "Blue" in gm(two_anns, f"PRESS TO {who}\nHello\nEND") or "@" in who
    assert "Blue is played by Ann Ray" in gm(two_anns, f"WHOIS {who}")
    gm(two_anns, f"EJECT {who}")
    with two_anns.store.reading() as session:
        assert [seat.power for seat in seats_of(session, "r1")] == ["Red", "Dark Green"]


def test_players_are_found_by_the_same_names_but_not_by_their_address(two_anns: Table) -> None:
    cyd = "cyd@z.org"
    assert '"Ann" may be Red or Blue' in answer(two_anns, cyd, "PRESS TO Ann\nHello\nEND", "r1")
    whois = answer(two_anns, cyd, "WHOIS Ann", "r1")
    assert "Ann Lee" in whois and "Ann Ray" in whois
    assert "Ann" not in answer(two_anns, cyd, "WHOIS bob@y.org", "r1").replace("Dark", "")


def test_two_applicants_with_one_first_name_are_asked_about(table: Table) -> None:
    table.vouched |= {"lee@x.org", "ray@x.org"}
    open_table(Plan("r9", "race", GM_ADDRESS, ()), table.office, table.clock.now())
    for address, name in (("lee@x.org", "Ann Lee"), ("ray@x.org", "Ann Ray")):
        answer(table, address, f"JOIN r9\nNAME {name}", "r9")
    told = gm(table, "EJECT Ann", "r9")
    assert '"Ann" may be Ann Lee <lee@x.org> or Ann Ray <ray@x.org>' in told
    assert "Ann Ray <ray@x.org> is off the list" in gm(table, "EJECT Ann Ray", "r9")
