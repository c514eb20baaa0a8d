"""Epic Domination: no clause of a message vanishes, and no order is taken without what it depends on.

Messages are composed of an order in several wordings and what people write around it. Position 3305 is
Blue's: 4 Knights and a Griffin at A7; Red is the other player.
"""

import re
from collections.abc import Sequence
from functools import partial

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Reading
from pbem.messages.courtesies import not_read
from tests.support.play.read_lines import orders_of, read_at

GRIFFIN_GOES = re.compile(r"(?:1 )?Griffin from A7 Aldgate to A8\b")
CONDITIONAL = re.compile(r"(?:If|Otherwise|not)\b")
ORDERS = (
    "the Griffin from A7 goes to A8",
    "Griffin A7 - A8",
    "the griffin at A7 flies to A8",
    "move the griffin from A7 to A8",
)
OTHERS = (
    "Knight A7 - A11",
    "two Knights from A7 march to A11",
    "2 Knights A7 hold",
    "build 2 Knights at A7",
    "lose the knights first",
)
CASES = (
    "Red is at A8",
    "there is an enemy at A8",
    "he moves first",
    "it rains",
    "the red Griffin attacks me",
)
CONDITIONS = """\
if X: A; B
if X: B; A
if X: A, B
In that case B and A
In that case the wizard goes to A4, A
if X, A and B
if X A. B
A if X
A, if X
A unless X
A, but only if X
only if X A
A only if X
A (if X)
A provided that X
A as long as X
A except if X
should X, A
in case X, A
when X: A
once X, A
A (unless X)
A, assuming X
A - if X
A|if X
if X|A
If X:|A|B
If X:|B|A
unless X|A
A|unless X
A, otherwise B
A; otherwise B
A or B
either A or B
A, failing that B
A. If not, B
A, else B
A. But not if X
A. But only if X
A. Unless X.
X? Then A
depending on X: A
A in the event that X
A on condition that X
A so long as X
A, X permitting
A whenever X
A until X
if X, B. Otherwise A
A, if possible
A (but not if X)
A [only if X]"""
DENIALS = """\
do not A
don't A
Please don't|A
Do not|A
do not under any circumstances|A
never A
A? No.
no, not A
I was going to say A
instead of A, B
rather than A, B
B instead of A
B rather than A
A is what I would do last turn
I don't want A
under no circumstances A
A: scratch that
forget A
A, no wait, B
last turn A
next turn A
A next turn
maybe A
perhaps A
I might A
should I A?
A?
Would A be legal?
I thought about A but B
I considered A
I refuse to A
there is no need to A
it would be silly to A
A would be stupid
don't even think of A
A is off
cancel A
skip A
ignore this: A
for example A
e.g. A
my ally wanted A
Red should A
Dear Red, A"""
_PART = re.compile(r"\b[ABX]\b")
_WORD = re.compile(r"[^\W_][\w']*")
_OF_ORDERS = re.compile(
    r"(?:griffin|knights?|build|lose|[a-h]\d{1,2}|if|unless|once|otherwise)", re.IGNORECASE
)

_read = partial(read_at, "domination")


def composed(frame: str) -> list[str]:
    """Return messages in which each wording of the order stands in *frame*."""
    messages = []
    for at, order in enumerate(ORDERS):
        other, case = OTHERS[(at + len(frame)) % len(OTHERS)], CASES[(at + len(frame) // 2) % len(CASES)]
        parts = {"A": order, "B": other, "X": case}
        messages.append(_PART.sub(lambda found, parts=parts: parts[found[0]], frame).replace("|", "\n"))  # type: ignore[misc]
    return messages


def unconditional(reading: Reading) -> list[str]:
    return [words for words in orders_of(reading) if not CONDITIONAL.match(words)]


def unaccounted(text: str, reading: Reading) -> Sequence[str]:
    """Return the words of orders of *text* that no answer quotes or has read."""
    quoted = [line.text for line in reading.lines if line.verdict in (TAKEN, REFUSED)]
    said = " ".join((*quoted, *not_read(reading.lines), *(line.reading for line in reading.lines)))
    said += " ".join(line.reason for line in reading.lines)
    known = {word.casefold() for word in _WORD.findall(said)}
    return [
        word for word in _WORD.findall(text) if _OF_ORDERS.fullmatch(word) and word.casefold() not in known
    ]


@pytest.mark.parametrize("frame", [*CONDITIONS.splitlines(), *DENIALS.splitlines()])
def test_an_order_is_not_taken_without_what_stands_beside_it(frame: str) -> None:
    for text in composed(frame):
        reading = _read("3305", text)
        assert not [words for words in unconditional(reading) if GRIFFIN_GOES.match(words)], text
        assert not unaccounted(text, reading), text


@pytest.mark.parametrize(
    "text",
    [
        "Good morning! I hope it rains less where you are.\nGriffin A7 - A8",
        "The red Griffin scares me. Griffin A7 - A8. When is the deadline?",
        "If you wonder: I like this game.\n\nGriffin A7 - A8",
        "Griffin A7 - A8, because he moves first",
        "Griffin A7 - A8\nAny chance of a longer deadline?",
        "Unless I am mistaken I am Blue.\nGriffin A7 - A8",
        "Last turn was fun. Griffin A7 - A8",
        "Next turn I hope to attack. Griffin A7 - A8",
        "if nobody is at A4: 2 Knights A7 - A11\nGriffin A7 - A8",
        "Griffin A7 - A8\nif nobody is at A4: 2 Knights A7 - A11",
    ],
)
def test_talk_changes_no_order(text: str) -> None:
    assert any(GRIFFIN_GOES.match(words) for words in unconditional(_read("3305", text)))


@pytest.mark.parametrize(
    "above",
    [
        *("dans ce cas", "Solange er da ist:", "After he has moved away", "Zum Beispiel:", "Dear Red,"),
        *("For example:", "If it rains", "Unless he comes:", "Please do not"),
    ],
)
def test_a_line_of_its_own_puts_all_orders_right_below_in_doubt(above: str) -> None:
    text = f"{above}\nGriffin A7 - A8\n2 Knights A7 - A11\n\n2 Knights A7 hold"
    reading = _read("3305", text)
    assert orders_of(reading) == ["2 Knights at A7 Aldgate hold"]
    assert sum(line.verdict == REFUSED for line in reading.lines) > 0


@pytest.mark.parametrize(
    "above", ["Dear judge,", "After all:", "If I may, here are my orders:", "As planned:"]
)
def test_a_greeting_or_a_label_puts_no_order_in_doubt(above: str) -> None:
    assert "Griffin from A7 Aldgate to A8" in orders_of(_read("3305", f"{above}\nGriffin A7 - A8"))


@pytest.mark.parametrize(
    "text",
    [
        "if there is an enemy at A8: Griffin A7 - A8, 2 Knights A7 - A11",
        "If there is an enemy at A8, the Griffin from A7 goes to A8 and two Knights from A7 to A11.",
        "Should an enemy be at A8, the Griffin at A7 flies to A8 and 2 Knights A7 march to A11",
    ],
)
def test_a_condition_is_of_all_moves_of_its_sentence(text: str) -> None:
    assert orders_of(_read("3305", text)) == [
        "If an enemy is at A8: Griffin from A7 Aldgate to A8",
        "If an enemy is at A8: 2 Knights from A7 Aldgate to A11",
    ]


def test_a_sentence_that_a_mail_program_broke_is_no_order_in_part() -> None:
    """ "Knight, and I keep the" kept the Knight, not the Griffin."""
    reading = _read("3305", "I lose militia, then\nKnight, and I keep the\nGriffin as the last one.")
    assert orders_of(reading) == []
