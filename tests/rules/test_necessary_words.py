"""The words that a pattern needs occur in every text that it matches, so no search is wrongly skipped."""

import re

import pytest

from adjudicator.core.language.necessary import Guarded, Likely, all_needed, folded, needed, numbers
from adjudicator.core.languages import giving_reasons, languages, retracting
from bench.first_sight import FOLDER


@pytest.mark.parametrize(
    ("pattern", "needs"),
    [
        (r"\b(?:supports?|helps?) (?:it|that)\b", {"support", "help"}),
        (r"^(?:the )?army(?! group) of [a-z]+$", {"army of "}),
        (r"colou?r", {"colo"}),
        (r"a{2}b|cd+e", {"a", "cd"}),
        (r"(?<=\d)st\.?\s*\x27?", {"st"}),
        (r"\d+|one", set()),
        (r"(?:may|might)?", set()),
        (r"(a)?(?(1)b|c)", set()),  # not examined
    ],
)
def test_the_words_of_which_a_pattern_needs_one(pattern: str, needs: set[str]) -> None:
    assert set(needed(pattern)) == needs


@pytest.mark.parametrize("text", ["SUPPORTS IT", "\u017fupport it", "he helps that", "support", "it", ""])
def test_a_guarded_pattern_finds_what_the_pattern_finds(text: str) -> None:
    pattern = r"\b(?:supports?|helps?) (?:it|that)\b"
    guarded, plain = Guarded(pattern), re.compile(pattern, re.IGNORECASE)
    assert bool(guarded.search(text)) == bool(plain.search(text))
    assert guarded.sub("S", text) == plain.sub("S", text)


def test_only_patterns_that_may_match_are_numbered() -> None:
    likely = Likely(["army", "fleet", r"\d"])
    assert list(numbers(likely.those("An ARMY"))) == [0, 2]


def test_no_match_is_missed_in_messages_of_players() -> None:
    sheets = [file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("standard/*fift*.toml"))]
    lines = {line for sheet in sheets for line in sheet.splitlines()}
    assert lines
    reasons = giving_reasons()
    doubts = [
        guarded for one in languages() for guarded in (one.doubt, one.trail, one.opinion, one.other_goal)
    ]
    for guarded in (*retracting(), reasons, *doubts):
        plain, needs = re.compile(guarded.pattern, re.IGNORECASE), needed(guarded.pattern)
        assert needs
        missed = [line for line in lines if not any(one in folded(line) for one in needs)]
        assert not any(map(plain.search, missed))


@pytest.mark.parametrize(
    ("pattern", "needs"),
    [
        (r"\b(?:hold|stay)s?\s+(?:-+|none)$", [{"hold", "stay"}, {"-", "none"}]),
        (r"^army [.!:]+ in (?=\w+ fleet)", [{"army "}, {" in "}, {" fleet"}, {".", "!", ":"}]),
        (r"[^x][a-c][\w.]z", [{"z"}]),
    ],
)
def test_the_groups_of_words_of_which_a_pattern_needs_one_each(pattern: str, needs: list[set[str]]) -> None:
    assert sorted(map(set, all_needed(pattern)), key=sorted) == sorted(needs, key=sorted)


def test_a_pattern_is_tried_only_if_the_text_has_one_word_of_each_group() -> None:
    likely = Likely([r"(?:one|two) army", "fleet", r"\bthe (?:one|other) (?=army|fleet)"])
    assert list(numbers(likely.those("the one fleet"))) == [1, 2]
    assert list(numbers(likely.those("the army of one"))) == [0, 2]
    assert list(numbers(likely.those("the army"))) == []
