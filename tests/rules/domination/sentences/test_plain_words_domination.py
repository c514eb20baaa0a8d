"""Sentences are simplified by the tables of `plain_words.toml` before their words are looked up."""

import json

import pytest

from adjudicator.domination.language.legality import reading_context
from adjudicator.domination.language.sentences.plain_words import in_plain_words
from adjudicator.domination.position import from_text
from bench.first_sight import FOLDER

PLACE = json.loads((FOLDER / "domination" / "positions.json").read_text("utf-8"))["2705"]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("remaining 6 = 2 Militia F8", "build 2 militia f8"),
        ("Put whatever is left into Militia at Carrick", "rest militia at carrick"),
        ("If anything is left over, Militia at C11", "rest militia at c11"),
        ("If I must lose something, Militia first", "losing, militia first"),
        ("Coldwell bekommt zwei Ritter", "build coldwell: zwei ritter"),
        ("Griffins from C16, all three, to Coldwell", "all three griffins from c16 to coldwell"),
        ("Griffins from C16, both, to Coldwell", "both griffins from c16 to coldwell"),
        ("Coldwell: the Knight there stays", "the knight at coldwell stays"),
        ("die drei anderen bleiben", "die anderen drei bleiben"),
        ("deux chevaliers de C5 à C11", "deux chevaliers de c5 vers c11"),
        ("Losses: Militia, Knight (fort first of course)", "losses: fort, militia, knight"),
    ],
)
def test_a_sentence_is_rewritten_in_plain_words(text: str, plain: str) -> None:
    context = reading_context(from_text(PLACE["state"]), PLACE["power"])
    assert in_plain_words(context, text) == plain
