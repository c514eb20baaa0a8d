"""The days of AWAY in all their spellings. Today is Monday 23 November 2026."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.commands.seats.absences import read_absence

TODAY = date(2026, 11, 23)
MOST_DAYS = 28
SAID = [
    ("3 to 10 December", (2026, 12, 3), (2026, 12, 10)),
    ("from 3 to 10 December 2026", (2026, 12, 3), (2026, 12, 10)),
    ("3rd - 10th of December", (2026, 12, 3), (2026, 12, 10)),
    ("December 3 - 10", (2026, 12, 3), (2026, 12, 10)),
    ("Dec 3 to Dec 10", (2026, 12, 3), (2026, 12, 10)),
    ("30 November until 2 December", (2026, 11, 30), (2026, 12, 2)),
    ("28 December to 3 January", (2026, 12, 28), (2027, 1, 3)),
    ("3 to 10 August", (2027, 8, 3), (2027, 8, 10)),
    ("2026-12-03 to 2026-12-10", (2026, 12, 3), (2026, 12, 10)),
    ("2026-12-03 2026-12-10", (2026, 12, 3), (2026, 12, 10)),
    ("3.12. - 10.12.", (2026, 12, 3), (2026, 12, 10)),
    ("until 10 December", (2026, 11, 23), (2026, 12, 10)),
    ("5 December", (2026, 12, 5), (2026, 12, 5)),
    ("25 to 27", (2026, 11, 25), (2026, 11, 27)),
    ("20 to 25 November", (2026, 11, 20), (2026, 11, 25)),
    ("from tomorrow until sunday", (2026, 11, 24), (2026, 11, 29)),
    ("today", (2026, 11, 23), (2026, 11, 23)),
    ("Wed to 5 December", (2026, 11, 25), (2026, 12, 5)),
    ("from Friday to Sunday", (2026, 11, 27), (2026, 11, 29)),
    ("sunday to tuesday", (2026, 11, 29), (2026, 12, 1)),
    ("friday to friday", (2026, 11, 27), (2026, 12, 4)),
    ("today until monday", (2026, 11, 23), (2026, 11, 23)),
    ("the weekend", (2026, 11, 28), (2026, 11, 29)),
    ("over the weekend", (2026, 11, 28), (2026, 11, 29)),
    ("next week", (2026, 11, 30), (2026, 12, 6)),
    ("the rest of the week", (2026, 11, 23), (2026, 11, 29)),
    ("until the day after tomorrow", (2026, 11, 23), (2026, 11, 25)),
    ("until the 30th", (2026, 11, 23), (2026, 11, 30)),
    ("until in two weeks", (2026, 11, 23), (2026, 12, 7)),
    ("from tomorrow for 3 days", (2026, 11, 24), (2026, 11, 26)),
    ("for a week from Friday", (2026, 11, 27), (2026, 12, 3)),
    ("Friday and Saturday", (2026, 11, 27), (2026, 11, 28)),
    ("from Friday evening to Sunday", (2026, 11, 27), (2026, 11, 29)),
    ("from Fri 27 Nov to Sun 29 Nov", (2026, 11, 27), (2026, 11, 29)),
    ("2026-12-03 to 10 December", (2026, 12, 3), (2026, 12, 10)),
    ("Christmas Eve to New Year", (2026, 12, 24), (2027, 1, 1)),
    ("13/12 - 15/12", (2026, 12, 13), (2026, 12, 15)),
    ("1/12 to 5/12", (2026, 12, 1), (2026, 12, 5)),  # from January to May would be too long
    ("20/11 to 25/11", (2026, 11, 20), (2026, 11, 25)),
    ("until Wednesday next week", (2026, 11, 23), (2026, 12, 2)),
]


@pytest.mark.parametrize(("said", "first", "last"), SAID)
def test_days(said: str, first: tuple[int, int, int], last: tuple[int, int, int]) -> None:
    assert read_absence(said, TODAY, MOST_DAYS) == (date(*first), date(*last))


WRONG = [
    ("soon", "I cannot read the day"),
    ("30 to 31 February", "There is no 31 February"),
    ("3 to 10 Juno", 'There is no month "juno"'),
    ("10 December 2026 to 3 December 2026", "is before the first"),
    ("1 to 2 to 3", "I cannot read the days"),
    ("-", "I cannot read the days"),
    ("0 to 5 March", "There is no 0 March"),
    ("2026-13-01 to 2026-13-02", "month 13"),
    ("from Fri 28 Nov to Sun 29 Nov", "28 November 2026 is a Saturday"),
    ("from tomorrow", "does not say until when"),
    ("over Christmas", 'the day "over christmas". Write it like "AWAY 26 November to 30 November"'),
    ("1/12", "AWAY 1 December 2026 or AWAY 12 January 2027"),
    ("until the end of the week", "to 27 November 2026 or AWAY 23 November 2026 to 29 November 2026"),
    ("next weekend", "AWAY 28 November 2026 to 29 November 2026 or AWAY 5 December 2026 to 6 December"),
    ("until next Friday", "to 27 November 2026 or AWAY 23 November 2026 to 4 December 2026"),
    ("for a week", "to 29 November 2026 or AWAY 23 November 2026 to 30 November 2026"),
    ("Friday and Sunday", "I cannot read the day"),
    ("from 40/1 to 41/1", "I cannot read the day"),
]


@pytest.mark.parametrize(("said", "why"), WRONG)
def test_other_text_is_not_an_absence(said: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_absence(said, TODAY, MOST_DAYS)


PIECES = st.sampled_from(
    [
        "3",
        "31",
        "0",
        "to",
        "-",
        "until",
        "August",
        "feb",
        "2026",
        "0000",
        "2026-02-30",
        "3.13.",
        "of",
        "1/12",
        "the weekend",
        "next friday",
        "week",
        "for",
        "and",
    ]
)


@given(st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=8).map(" ".join)))
def test_any_text_gives_days_or_a_sentence(said: str) -> None:
    try:
        first, last = read_absence(said, TODAY, MOST_DAYS)
    except ValueError as fault:
        assert str(fault)
    else:
        assert first <= last
