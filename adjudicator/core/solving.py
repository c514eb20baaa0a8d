"""Decide questions that depend on each other, for any game.

A question is a small integer; its answer is YES, NO or, until it is decided, OPEN. The game supplies a
function that answers one question from the answers so far, or OPEN if they are not enough (it compares the
least and the greatest strength that are still possible). Answers spread from question to question until
nothing changes. The rest depends on itself, and is settled knot by knot (questions that all depend on each
other and on nothing else that is open), as in L. Kruijswijk, "The Math of Adjudication": if exactly one way
of answering a whole knot is consistent, that is the answer; if several are or none is, the game's back-up
rule decides the knot.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Final

OPEN: Final = 0
NO: Final = 1
YES: Final = 2

Decide = Callable[[int], int]
"""Answer a question from the shared list of answers; more answers never change an answer."""

BackUp = Callable[[Sequence[int]], Iterable[tuple[int, int]]]
"""Take the questions of a knot, lowest first; return at least one (question, answer) pair."""

Dependants = Sequence[Sequence[int]] | Mapping[int, Sequence[int]]


def solve(answers: list[int], decide: Decide, dependants: Sequence[Sequence[int]], back_up: BackUp) -> None:
    """Fill *answers* (OPEN if not yet known), which *decide* reads while it works.

    ``dependants[q]`` lists the questions whose answer may depend on the answer to q.
    Raises ValueError if the back-up rule settles nothing.
    """
    if OPEN in answers:
        _spread(answers, decide, dependants, range(len(answers)))
    while OPEN in answers:
        knot = _knot(answers, dependants)
        found = _only_answer(answers, decide, dependants, knot) or back_up(knot)
        asked = _settle(answers, dependants, found)
        _spread(answers, decide, dependants, asked)


def _spread(answers: list[int], decide: Decide, dependants: Dependants, asked: Iterable[int]) -> list[int]:
    """Decide what can be decided, beginning with *asked*; return the decided questions in order."""
    waiting = [question for question in asked if answers[question] == OPEN]
    decided: list[int] = []
    while waiting:
        question = waiting.pop()
        if answers[question]:
            continue
        answer = decide(question)
        if answer:
            answers[question] = answer
            decided.append(question)
            waiting.extend(dependants[question])
    return decided


def _settle(answers: list[int], dependants: Dependants, found: Iterable[tuple[int, int]]) -> list[int]:
    """Record *found*; return the questions to ask again."""
    news = [(question, answer) for question, answer in found if answers[question] == OPEN]
    if not news:
        raise ValueError("the back-up rule settled none of the open questions")
    for question, answer in news:
        answers[question] = answer
    return [asked for question, _ in news for asked in dependants[question]]


def _only_answer(
    answers: list[int], decide: Decide, dependants: Dependants, knot: Sequence[int]
) -> list[tuple[int, int]]:
    """Return the only consistent way of answering the whole *knot*; empty for none or several."""
    inside = set(knot)
    within = {question: [other for other in dependants[question] if other in inside] for question in knot}
    ways = _ways(answers, decide, within, ())
    first, second = next(ways, None), next(ways, None)
    ways.close()
    return list(zip(knot, first, strict=True)) if first and not second else []


def _ways(
    answers: list[int], decide: Decide, within: Mapping[int, Sequence[int]], guessed: tuple[int, ...]
) -> Generator[list[int], None, None]:
    """Yield every consistent way of answering *within*; leave *answers* unchanged.

    What follows from a guess is decided and need not be asked again; only the guesses themselves must be
    confirmed.
    """
    if any(decide(question) not in (OPEN, answers[question]) for question in guessed):
        return
    open_question = next((question for question in within if answers[question] == OPEN), None)
    if open_question is None:
        yield [answers[question] for question in within]
        return
    for guess in (NO, YES):
        answers[open_question] = guess
        decided = _spread(answers, decide, within, within[open_question])
        try:
            yield from _ways(answers, decide, within, (*guessed, open_question))
        finally:
            for question in (open_question, *decided):
                answers[question] = OPEN


def _knot(answers: Sequence[int], dependants: Dependants) -> list[int]:
    """Return the smallest set of open questions that depend on each other and on no other open question."""
    open_questions = [question for question, answer in enumerate(answers) if answer == OPEN]
    reach = {question: _reach(question, answers, dependants) for question in open_questions}
    knots = [
        [other for other in open_questions if other in reach[question] and question in reach[other]]
        for question in open_questions
        if question in reach[question]
    ]
    sources = [knot for knot in knots if not _is_reached_from_outside(knot, reach)]
    return min(sources or [open_questions], key=lambda knot: (len(knot), knot))


def _reach(question: int, answers: Sequence[int], dependants: Dependants) -> set[int]:
    reached: set[int] = set()
    waiting = [question]
    while waiting:
        for other in dependants[waiting.pop()]:
            if answers[other] == OPEN and other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached


def _is_reached_from_outside(knot: Sequence[int], reach: Mapping[int, set[int]]) -> bool:
    return any(knot[0] in reached for question, reached in reach.items() if question not in knot)
