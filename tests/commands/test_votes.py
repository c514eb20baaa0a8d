"""Votes: draws of some, open votes, what an answer says of the others, and polls of the game master."""

from functools import partial

import pytest

from adjudicator.core.game import Motion
from pbem.commands.lookup import game_story
from pbem.commands.voting.motions import meant
from pbem.store.states import OVER
from tests.support.gamemaster import gm
from tests.support.table import Table, text_of
from tests.support.table import answer as answer_to

STANDARD = {"France": "france@x.org", "England": "england@z.org", "Turkey": "turkey@w.org"}
FRANCE, ENGLAND, TURKEY = STANDARD.values()


@pytest.fixture
def std3(table: Table) -> Table:
    table.vouched |= {*STANDARD.values()}
    table.opens("std3", "72h; retreat 24h; adjustment 24h", STANDARD, "standard")
    table.post_office.forget()
    return table


answer = partial(answer_to, subject="std3", minutes=30)


# --- draws of some ---------------------------------------------------------------------------------------


def test_a_draw_of_some_needs_the_votes_of_all_and_is_shared_by_those_named(std3: Table) -> None:
    std3.set_rules("std3", draws="any")
    reply = answer(std3, FRANCE, "VOTE DRAW England France")
    assert "England and France share the game as a draw, and the others have no part in it" in reply
    assert "it needs the votes of England, France and Turkey" in reply
    answer(std3, ENGLAND, "VOTE DRAW between France and England")
    assert std3.row("std3").state != OVER
    reply = answer(std3, TURKEY, "VOTE DRAW fra, eng")
    assert "the motion has passed: England and France share the game as a draw" in reply
    assert std3.row("std3").state == OVER
    assert "England and France" in text_of(std3.bulletin_to(FRANCE))


def test_votes_for_different_draws_do_not_add_up(std3: Table) -> None:
    std3.set_rules("std3", draws="any")
    answer(std3, FRANCE, "VOTE DRAW England France")
    answer(std3, ENGLAND, "VOTE DRAW England Turkey")
    answer(std3, TURKEY, "VOTE DRAW")
    assert std3.row("std3").state != OVER


def test_a_draw_that_names_everybody_is_the_draw_of_all(std3: Table) -> None:
    std3.set_rules("std3", draws="any")
    everybody = "Austria, England, France, Germany, Italy, Russia, Turkey"
    assert "All survivors share the game" in answer(std3, FRANCE, f"VOTE DRAW {everybody}")


@pytest.mark.parametrize("line", ["VOTE DIAS", "VOTE DRAW DIAS", "vote dias"])
def test_a_draw_that_includes_all_survivors_has_its_usual_name(std3: Table, line: str) -> None:
    std3.set_rules("std3", draws="any")
    assert "All survivors share the game" in answer(std3, FRANCE, line)


@pytest.mark.parametrize("line", ["VOTE DRAW France", "VOTE DRAW England Atlantis", "VOTE DRAW if England"])
def test_a_draw_of_one_or_of_nobody_known_is_refused(std3: Table, line: str) -> None:
    std3.set_rules("std3", draws="any")
    assert "NOT DONE" in answer(std3, FRANCE, line)
    assert "You vote for" not in answer(std3, FRANCE, "STATUS")


def test_a_name_of_two_words_is_one_power() -> None:
    runners = ("Red", "Dark Green", "Blue")
    draw = Motion("draw", "All share the game.", runners, runners)
    found = meant("draw dark green Red", [draw], any_draw=True)
    assert found.winners == ("Red", "Dark Green") and found.voters == runners


def test_a_draw_of_some_is_withdrawn_by_its_names(std3: Table) -> None:
    std3.set_rules("std3", draws="any")
    answer(std3, FRANCE, "VOTE DRAW England France")
    assert "Withdrawn: draw England, France." in answer(std3, FRANCE, "WITHDRAW DRAW France, England")


def test_a_motion_passes_when_its_last_opponent_leaves(std3: Table) -> None:
    std3.set_rules("std3", draws="any")
    answer(std3, FRANCE, "VOTE DRAW England France")
    answer(std3, ENGLAND, "VOTE DRAW England France")
    answer(std3, TURKEY, "RESIGN Turkey")
    assert std3.row("std3").state == OVER


# --- what an answer says ---------------------------------------------------------------------------------


def test_an_answer_says_what_can_pass_and_what_cannot(std3: Table) -> None:
    reply = answer(std3, FRANCE, "VOTE DRAW\nVOTE CONCEDE Turkey")
    assert "With your current votes, concede Turkey and draw can pass when the others agree" in reply
    assert "nothing else that needs your vote can pass" in reply
    assert "Without your vote, concede France could pass." in reply
    reply = answer(std3, FRANCE, "WITHDRAW")
    assert "With your current votes, nothing that needs your vote can pass." in reply


def test_nobody_learns_about_a_hidden_vote(std3: Table) -> None:
    quiet = answer(std3, ENGLAND, "VOTE\nVOTE DRAW\nWITHDRAW")
    std3.clock.passes(hours=-0.5)
    answer(std3, FRANCE, "VOTE DRAW")
    std3.clock.passes(hours=-0.5)
    assert answer(std3, ENGLAND, "VOTE\nVOTE DRAW\nWITHDRAW") == quiet
    std3.deadline_passes("std3")
    assert "voted for" not in text_of(std3.bulletin_to("gm@w.org"))


def test_open_votes_are_listed_with_the_missing_ones(table: Table) -> None:
    table.vouched |= {*STANDARD.values()}
    table.opens("std3", "72h", STANDARD, "standard")
    table.set_rules("std3", votes="open")
    reply = answer(table, FRANCE, "VOTE DRAW")
    assert "Everybody at the table can see it." in reply
    assert "Not passed yet: draw still lacks the votes of England and Turkey." in reply
    assert "Voted for it: France." in answer(table, ENGLAND, "VOTE")
    table.deadline_passes("std3")
    bulletin = text_of(table.bulletin_to("gm@w.org"))
    assert "draw: France voted for it; the votes of England and Turkey are missing." in bulletin
    assert "draw: France voted for it" in text_of(table.report_to(ENGLAND))


def test_votes_cannot_be_made_open_in_a_running_game(std3: Table) -> None:
    assert "stays as it was when the players joined" in gm(std3, "SET votes open", "std3")


# --- polls -----------------------------------------------------------------------------------------------

POLL = "POLL Shall we play faster?\nyes, 48 hours\nno\nEND"


def test_players_answer_a_poll_and_everybody_learns_how_many(std3: Table) -> None:
    assert "A: yes, 48 hours; B: no" in gm(std3, POLL, "std3")
    asked = text_of(std3.last_to(FRANCE))
    assert "Shall we play faster?" in asked and "- A: yes, 48 hours" in asked
    assert 'Your answer to "Shall we play faster?" is A: yes, 48 hours.' in answer(std3, FRANCE, "VOTE A")
    assert "is B: no." in answer(std3, ENGLAND, "VOTE b")
    assert "is A: yes, 48 hours." in answer(std3, ENGLAND, "VOTE yes, 48 hours")
    assert "You have answered A: yes, 48 hours." in answer(std3, ENGLAND, "VOTE")
    reply = gm(std3, "CLOSE POLL", "std3")
    assert "A: yes, 48 hours: 2; B: no: 0" in reply
    news = text_of(std3.last_to(TURKEY))
    assert "- A: yes, 48 hours: 2" in news and "1 player has not answered." in news
    assert "France" not in news
    assert "No poll is open at this table." in answer(std3, FRANCE, "VOTE A")


def test_vote_no_answers_an_open_poll(std3: Table) -> None:
    """Without a poll VOTE NO withdraws votes for a draw or a concession."""
    answer(std3, FRANCE, "VOTE DRAW")
    gm(std3, POLL, "std3")
    assert 'Your answer to "Shall we play faster?" is B: no.' in answer(std3, FRANCE, "VOTE No")
    gm(std3, "CLOSE POLL", "std3")
    gm(std3, POLL.replace("\nno\n", "\nnever\n"), "std3")
    assert "has the answers A: yes, 48 hours; B: never." in answer(std3, FRANCE, "VOTE NO")
    gm(std3, "CLOSE POLL", "std3")
    assert "Withdrawn: draw." in answer(std3, FRANCE, "VOTE NO")


def test_an_answer_to_a_poll_is_withdrawn(std3: Table) -> None:
    gm(std3, POLL, "std3")
    answer(std3, FRANCE, "VOTE A\nVOTE DRAW")
    assert "is withdrawn" in answer(std3, FRANCE, "WITHDRAW POLL")
    assert "You vote for: draw." in answer(std3, FRANCE, "STATUS")
    answer(std3, FRANCE, "VOTE B")
    reply = answer(std3, FRANCE, "WITHDRAW")
    assert "Withdrawn: draw." in reply and "is withdrawn" in reply
    assert "A: yes, 48 hours: 0; B: no: 0" in gm(std3, "CLOSE POLL", "std3")


def test_an_unknown_letter_is_refused_with_the_possible_answers(std3: Table) -> None:
    gm(std3, POLL, "std3")
    assert "has the answers A: yes, 48 hours; B: no." in answer(std3, FRANCE, "VOTE F")


def test_a_second_poll_waits_and_a_poll_needs_two_answers(std3: Table) -> None:
    assert "a poll has 2 to 10 answers" in gm(std3, "POLL Why?\nbecause\nEND", "std3").lower()
    gm(std3, POLL, "std3")
    assert "is still open; CLOSE POLL ends it" in gm(std3, POLL, "std3")


def test_an_open_poll_is_mentioned_in_the_reports(std3: Table) -> None:
    gm(std3, POLL, "std3")
    answer(std3, FRANCE, "VOTE A")
    std3.deadline_passes("std3")
    report = text_of(std3.report_to(ENGLAND))
    assert "Poll: Shall we play faster? A: yes, 48 hours; B: no." in report
    assert "So far" not in report


def test_vote_says_that_nothing_was_voted(std3: Table) -> None:
    for before, is_none in ((None, True), ("VOTE DRAW", False), ("WITHDRAW", True)):
        if before:
            answer(std3, FRANCE, before)
        told = " ".join(answer(std3, FRANCE, "VOTE").split())
        assert ("You have voted for none of these." in told) == is_none
        assert ("You have voted for it." in told) != is_none


def test_the_last_bulletin_of_a_game_that_is_voted_to_its_end_names_the_robots(table: Table) -> None:
    table.vouched |= {"ann@x.org"}
    table.opens("d1", players={"Red": "ann@x.org", "Blue": "bob@y.org"}, game="domination")
    gm(table, "REPLACE Blue with a robot", "d1")
    table.mail("ann@x.org", "VOTE", "d1")
    assert "It needs only your vote, which ends the game at once after" in text_of(table.last_to("ann@x.org"))
    table.mail("ann@x.org", "VOTE DRAW YES", "d1")
    told = next(mail for mail in reversed(table.mails_to("ann@x.org")) if "game over" in str(mail["Subject"]))
    assert "A robot played Blue." in text_of(told)


def test_places_are_listed_in_the_order_of_their_numbers() -> None:
    assert sorted(["A10", "A7", "Bree", "A2"], key=game_story._by_number) == ["A2", "A7", "A10", "Bree"]


@pytest.mark.parametrize("letter", ["B", "b.", "no"])
def test_an_answer_beside_another_vote_counts_as_well(std3: Table, letter: str) -> None:
    gm(std3, POLL.replace("\nno\n", "\nno\nmaybe\n"), "std3")
    std3.reply(std3.last_to(FRANCE), f"{letter}\nVOTE DRAW")
    told = text_of(std3.last_to(FRANCE))
    assert "All survivors share the game as a draw" in told
    if letter == "no":  # it may belong to the vote
        assert "This was not counted as an answer" in told
    else:
        assert "is B: no." in told
    assert "B: no: " + ("0" if letter == "no" else "1") in gm(std3, "CLOSE POLL", "std3")


def test_a_vote_of_the_message_itself_answers_the_poll(std3: Table) -> None:
    gm(std3, POLL, "std3")
    std3.reply(std3.last_to(FRANCE), "A\nVOTE B")
    assert "is B: no." in text_of(std3.last_to(FRANCE))
    assert "A: yes, 48 hours: 0; B: no: 1" in gm(std3, "CLOSE POLL", "std3")


@pytest.fixture
def lonely(table: Table) -> Table:
    """A table at which one person is left, with a robot in the place of the other."""
    table.vouched |= {"ann@x.org"}
    table.opens("d1", players={"Red": "ann@x.org", "Blue": "bob@y.org"}, game="domination")
    gm(table, "REPLACE Blue with a robot", "d1")
    return table


@pytest.mark.parametrize("yes", ["YES", "Yes, please", "VOTE DRAW YES"])
def test_one_person_is_asked_before_their_vote_alone_ends_the_game(lonely: Table, yes: str) -> None:
    lonely.reply(lonely.report_to("ann@x.org"), "VOTE DRAW")
    told = text_of(lonely.last_to("ann@x.org"))
    assert "yours alone ends the game at once:" in told
    assert lonely.row("d1").state == "running"
    lonely.reply(lonely.last_to("ann@x.org"), yes)
    assert lonely.row("d1").state == "over"


@pytest.mark.parametrize("answer_to_it", ["NO", "STATUS", "YES?", "Yes, but not before Monday"])
def test_another_answer_leaves_the_game_as_it_is(lonely: Table, answer_to_it: str) -> None:
    lonely.reply(lonely.report_to("ann@x.org"), "VOTE DRAW")
    lonely.reply(lonely.last_to("ann@x.org"), answer_to_it)
    assert lonely.row("d1").state == "running"


def test_a_yes_to_something_else_is_no_vote(lonely: Table) -> None:
    lonely.reply(lonely.report_to("ann@x.org"), "VOTE DRAW")
    lonely.reply(lonely.report_to("ann@x.org"), "YES")
    assert lonely.row("d1").state == "running"


def test_two_seats_of_one_person_are_asked_as_well(table: Table) -> None:
    table.vouched |= {"ann@x.org"}
    table.opens("std9", players={"France": "ann@x.org", "England": "ann@x.org"}, game="standard")
    for power in ("France", "England"):
        mail = next(one for one in table.mails_to("ann@x.org") if f"for {power}" in text_of(one))
        table.reply(mail, "VOTE DRAW")
    assert "yours alone ends the game at once" in text_of(table.last_to("ann@x.org"))
    assert table.row("std9").state == "running"
