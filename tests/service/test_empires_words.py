"""Empires by mail: what the answers and reports say of orders that are refused, missing or not yet due."""

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.support.play.war import WAR_PLAYERS
from tests.support.table import Table, text_of


def replies(war: Table, power: str, body: str) -> str:
    """Return the answer to a reply to the latest report, as one line; the clock runs on."""
    war.clock.passes(minutes=15)
    war.reply(war.report_to(WAR_PLAYERS[power]), body)
    return " ".join(text_of(war.last_to(WAR_PLAYERS[power])).split())


def test_status_says_what_is_still_refused_and_what_is_missing(war: Table) -> None:
    replies(war, "Germany", "ACTIVATE\nArmy Cologne - Brussels\nArmy Posen - Hamburg\nENTRENCH Metz")
    for told in (replies(war, "Germany", "STATUS"), replies(war, "Germany", "STATUS\nHELP SEAL")):
        assert "Note: Germany must attack a Franco-British army in this season (RULES 9.0.6)." in told
        assert 'Note: Still refused on your sheet: "Army Posen - Hamburg".' in told


def test_status_has_no_notes_when_nothing_is_refused_or_missing(war: Table) -> None:
    sheet = (
        "TECHNOLOGIES Attack 1, Defence 1, Gas\nACTIVATE\nArmy Metz - Verdun attacks\nMISSIONS\nRESEARCH Gas"
    )
    replies(war, "Germany", sheet)
    assert "Note:" not in replies(war, "Germany", "STATUS")


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Table]:
    """A game in which the turn of Germany, the first, was run."""
    own = Table(tmp_path)
    own.vouched |= set(WAR_PLAYERS.values())
    own.opens(players=WAR_PLAYERS, game="empires")
    own.set_rules("r1", night="none")
    own.deadline_passes()
    yield own
    own.store.close()


def answers_to(war: Table, power: str, report: EmailMessage, body: str) -> str:
    war.clock.passes(minutes=15)
    war.reply(report, body)
    return " ".join(text_of(war.last_to(WAR_PLAYERS[power])).split())


def test_a_reply_to_a_report_counts_until_the_power_has_had_its_turn(seated: Table) -> None:
    """Each report asks for the sheet of the next turn, in advance; phases of others make none too late."""
    older = seated.report_to(WAR_PLAYERS["Germany"])
    seated.deadline_passes()
    told = answers_to(seated, "Germany", older, "MISSIONS\nENTRENCH Metz")
    assert "On file for Germany, game r1, Autumn 1914, Germany:" in told
    seated.deadline_passes()
    told = answers_to(seated, "Germany", older, "MISSIONS\nENTRENCH Metz")
    assert "Your message came too late for Autumn 1914, Germany: that turn was run" in told
    assert "If the orders are for Winter 1915, Germany, send them" in told


def test_a_reply_from_before_a_pause_is_too_late_for_the_rest(seated: Table) -> None:
    older = seated.report_to(WAR_PLAYERS["Franco-British"])
    answers_to(seated, "Franco-British", older, "MISSIONS\nPAUSE")
    seated.service.look()
    told = answers_to(seated, "Franco-British", older, "ENTRENCH Paris")
    assert "Your message came too late for Summer 1914, Franco-British: that turn was run" in told


def test_a_sheet_sent_ahead_is_not_listed_as_used(war: Table) -> None:
    """Only the technologies of the Franco-British count in the turn of Germany."""
    replies(war, "Franco-British", "TECHNOLOGIES Attack 1, Defence 1, Gas\nMISSIONS\nENTRENCH Paris")
    war.deadline_passes()
    report = text_of(war.report_to(WAR_PLAYERS["Franco-British"]))
    assert "Your orders on file for your own turn" in report
    assert "Your orders as they were used" not in report


def test_options_shows_what_the_form_says_of_pause(seated: Table) -> None:
    told = replies(seated, "Franco-British", "OPTIONS PAUSE")
    assert "PAUSE # in place of PASS: all above it is carried out first" in told
    assert 'There is nothing to order for "FOO"' in replies(seated, "Franco-British", "OPTIONS FOO")


def test_the_report_does_not_repeat_whose_turn_is_next(seated: Table) -> None:
    report = text_of(seated.report_to(WAR_PLAYERS["Germany"]))
    assert "Next: Summer 1914, Franco-British and Russia." in report
    assert "What others may build or must do" not in report


def test_the_first_example_of_help_takes_no_action_twice(war: Table) -> None:
    """Two ACTIVATE lines are two of three actions; one can have both armies."""
    example = (
        replies(war, "Germany", "HELP").partition("Orders look like this:")[2].partition("Your report")[0]
    )
    assert example.count("ACTIVATE") == 1


def test_help_on_an_action_says_nothing_twice_and_points_to_its_rules(war: Table) -> None:
    told = replies(war, "Germany", "HELP RECRUIT")
    assert told.count("One sheet is the whole turn of a Power") == 1
    assert "RULES RECRUIT shows what the rules say about it." in told
    assert "A line can depend on" not in replies(war, "Germany", "HELP PAUSE")
    assert "Standing orders hold" not in replies(war, "Germany", "HELP TECHNOLOGIES")


def test_votes_that_nobody_can_give_are_not_listed(tmp_path: Path) -> None:
    """Robots have no vote, so a victory that only they could concede cannot be."""
    own = Table(tmp_path)
    own.vouched |= {"ann@x.org"}
    own.opens(players={"Germany": "ann@x.org"}, game="empires")
    own.mail("ann@x.org", "VOTE")
    told = " ".join(text_of(own.last_to("ann@x.org")).split())
    assert "VOTE draw:" in told
    assert "votes of ." not in told
    assert "VOTE concede" not in told
    own.store.close()


def test_a_sheet_sent_ahead_is_confirmed_under_the_name_of_its_turn(seated: Table) -> None:
    told = replies(seated, "Germany", "MISSIONS\nENTRENCH Metz")
    assert "On file for Germany, game r1, Autumn 1914, Germany:" in told
    assert "just that line, until" not in told
    assert "On file for Germany, game r1, Autumn 1914, Germany:" in replies(seated, "Germany", "STATUS")


@pytest.mark.parametrize(
    ("ready", "said"), [("READY", "Your READY counts again in 12h"), ("", "Send other lines for them")]
)
def test_lines_that_do_not_fit_when_the_turn_comes_are_told_with_what_ready_does(
    seated: Table, ready: str, said: str
) -> None:
    replies(seated, "Germany", "ACTIVATE\nArmy Metz - Verdun attacks\nArmy Cologne - Brussels\nMISSIONS")
    replies(seated, "Germany", ready or "STATUS")
    replies(seated, "Franco-British", "ACTIVATE\nArmy Lille - Brussels\nREADY")
    seated.deadline_passes()
    mails = [" ".join(text_of(mail).split()) for mail in seated.mails_to(WAR_PLAYERS["Germany"])]
    told = next(mail for mail in mails if "lines that you sent ahead are refused as things stand" in mail)
    assert said in told


def test_the_summary_says_that_it_leaves_out_turns_without_a_change(seated: Table) -> None:
    """Nobody has sent orders, but the first turn costs Germany a point; then nothing changes."""
    told = "The table leaves out turns in which no number changed."
    assert told not in replies(seated, "Germany", "SUMMARY")
    seated.deadline_passes()
    assert told in replies(seated, "Germany", "SUMMARY")


def test_the_name_of_a_country_suggests_its_power(seated: Table) -> None:
    told = replies(seated, "Germany", "PRESS TO FRANCE\nLeave Metz.\nEND")
    assert 'There is no power "FRANCE". Did you mean Franco-British?' in told
    assert "Did you mean" not in replies(seated, "Germany", "PRESS TO ITALY\nJoin us.\nEND")
