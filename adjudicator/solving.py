"""How are orders decided that depend on each other?  Knows no game.

A question is a small integer; its answer is YES, NO or, until it is decided, OPEN. The game gives a function
that answers one question from the answers so far, and says OPEN where they do not settle it (it compares the
least and the greatest strength that are still possible). Answers spread from question to question until
nothing moves; only what is left is guessed, in the way of L. Kruijswijk ("The Math of Adjudication"): if
exactly one answer to a question leads to no contradiction, it is the answer; if both do or none does, the
questions that hang on each other go to the game's back-up rule.
"""

from collections.abc import Callable, Iterable, Sequence

OPEN, NO, YES = 0, 1, 2

Decide = Callable[[int], int]
"""Answers a question from the shared list of answers; must never take back an answer when more become known."""

BackUp = Callable[[Sequence[int]], Iterable[tuple[int, int]]]
"""Gets the questions that are still open and hang on each other; gives (question, answer) pairs, at least one."""


def solve(answers: list[int], decide: Decide, dependants: Sequence[Sequence[int]], back_up: BackUp) -> None:
    """Fill *answers* (OPEN where not yet known), which *decide* reads while it works.

    ``dependants[q]`` lists the questions whose answer may hang on the answer to q.
    Raises ValueError if the back-up rule settles nothing.
    """
    _spread(answers, decide, dependants, range(len(answers)))
    while OPEN in answers:
        found = _guess(answers, decide, dependants) or back_up(_knot(answers, dependants))
        asked = _settle(answers, dependants, found)
        _spread(answers, decide, dependants, asked)


def _spread(
    answers: list[int], decide: Decide, dependants: Sequence[Sequence[int]], asked: Iterable[int]
) -> list[int]:
    """Decide all that can be decided, beginning with *asked*; gives what was decided, in order."""
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


def _settle(
    answers: list[int], dependants: Sequence[Sequence[int]], found: Iterable[tuple[int, int]]
) -> list[int]:
    """Write down *found*; gives the questions to ask again."""
    news = [(question, answer) for question, answer in found if answers[question] == OPEN]
    if not news:
        raise ValueError("the back-up rule settled none of the open questions")
    for question, answer in news:
        answers[question] = answer
    return [asked for question, _ in news for asked in dependants[question]]


def _guess(
    answers: list[int], decide: Decide, dependants: Sequence[Sequence[int]]
) -> list[tuple[int, int]] | None:
    """An answer that is right because the other one contradicts itself, for the first question that has one."""
    for question, answer in enumerate(answers):
        if answer != OPEN:
            continue
        possible = [guess for guess in (NO, YES) if _holds(answers, decide, dependants, question, guess)]
        if len(possible) == 1:
            return [(question, possible[0])]
    return None


def _holds(
    answers: list[int], decide: Decide, dependants: Sequence[Sequence[int]], question: int, guess: int
) -> bool:
    """Is *guess* consistent: does what follows from it never contradict it?"""
    answers[question] = guess
    decided = _spread(answers, decide, dependants, dependants[question])
    answers[question] = OPEN
    verdict = decide(question)
    for other in decided:
        answers[other] = OPEN
    return verdict in (OPEN, guess)


def _knot(answers: list[int], dependants: Sequence[Sequence[int]]) -> list[int]:
    """The smallest knot of open questions that hang on each other and on no other open question."""
    open_questions = [question for question, answer in enumerate(answers) if answer == OPEN]
    reach = {question: _reach(question, answers, dependants) for question in open_questions}
    knots = [
        sorted(other for other in reach[question] if question in reach[other])
        for question in open_questions
        if question in reach[question]
    ]
    sources = [knot for knot in knots if not _is_reached_from_outside(knot, reach)]
    return min(sources or knots or [open_questions], key=lambda knot: (len(knot), knot))


def _reach(question: int, answers: list[int], dependants: Sequence[Sequence[int]]) -> set[int]:
    reached: set[int] = set()
    waiting = [question]
    while waiting:
        for other in dependants[waiting.pop()]:
            if answers[other] == OPEN and other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached


def _is_reached_from_outside(knot: list[int], reach: dict[int, set[int]]) -> bool:
    inside = set(knot)
    return any(knot[0] in reached for question, reached in reach.items() if question not in inside)
