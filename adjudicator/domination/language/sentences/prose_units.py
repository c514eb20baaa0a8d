"""Which units a sentence means: the matches of the patterns of `prose`, and the units in them."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from adjudicator.core.language.word_letters import LetterMatch
from adjudicator.domination.language.legality import ReadingContext, stack_size
from adjudicator.domination.language.sentences.lexicon import SOMEONE, Word

_SINGULAR = re.compile(  # of a verb: "goes", "stays put"; "sit" and the others are English
    r"(?!(?:sit|wait|rest|fight|halt)\b)(?:[^\W\d_]+s|va|[^\W\d_]+t)(?=\s|$)"
)


class Found(LetterMatch[Word]):
    """A match of a pattern in a sentence of a player."""

    def __init__(self, context: ReadingContext, words: Sequence[Word], match: re.Match[str]) -> None:
        super().__init__(words, match)
        self.context = context


Writer = Callable[[Found], Sequence[str]]
Pattern = tuple[str, Writer]


class SomeUnits(NamedTuple):
    number: str  # or "all"
    kind: str
    space: str


def units_of(found: Found, group: str, verb: str = "") -> list[SomeUnits]:
    """Return the units of a list; () if it does not say how many are meant.

    Several kinds share the space that is named with them; a space alone has the units before it.
    """
    if any(word.letter == "Y" and after.is_plural for word, after in pairwise(found.words(group))):
        return []  # "the last knights"
    words = number_first([word for word in found.words(group) if word.letter in "#*UnZ"])
    ends_with_space = bool(words) and words[-1].letter == "Z"
    spaces = [at for at, word in enumerate(words) if word.letter == "Z"]
    if not ends_with_space:  # "A7: 2 Knights and a Griffin"
        starts = [*spaces, len(words)]
        chunks = [(words[a + 1 : b], words[a].said) for a, b in pairwise(starts)]
        if spaces and spaces[0] != 0:
            return []
    else:
        bounds = [-1, *spaces]
        chunks = [(words[a + 1 : b], words[b].said) for a, b in pairwise(bounds)]
    units: list[SomeUnits] = []
    before: Sequence[Word] = ()
    for at, (chunk, space) in enumerate(chunks):
        sharing = [space, *(where for _, where in takewhile(lambda one: not one[0], chunks[at + 1 :]))]
        before = _shared_out(found.context, chunk, sharing) if chunk else before
        some = counted(found.context, before, space, verb)
        if not some:
            return []
        units += some
    return units


def number_first(words: Sequence[Word]) -> list[Word]:
    """Return "Militia E6 x2" with the number before the space."""
    turned = list(words)
    for at in range(1, len(turned)):
        if (turned[at - 1].letter, turned[at].letter) == ("Z", "n"):
            turned[at - 1], turned[at] = turned[at], turned[at - 1]
    return turned


def _shared_out(context: ReadingContext, words: Sequence[Word], spaces: Sequence[str]) -> Sequence[Word]:
    """Return *words* for each of the spaces: "both Militia (H11 and H14)" is one each.

    Return nothing if every space has more than one: then the number could be that of each space.
    """
    letters = "".join(word.letter for word in words)
    if letters != "#U" or len(spaces) == 1 or words[0].said != str(len(spaces)):
        return words
    most = [stack_size(context, words[1].said, space) for space in spaces]
    return words[1:] if 1 in most and all(most) else words if not all(most) else ()


def counted(context: ReadingContext, words: Sequence[Word], space: str, verb: str) -> list[SomeUnits]:
    """Return the units of one space, [] if it is not clear how many of one kind are meant."""
    if words and all(word.letter == "*" for word in words):
        return [SomeUnits("all", "", space)]
    are_many = _are_many(words)
    number, of, found = "", "", []
    for word, after in pairwise([*words, Word("", "")]):
        if word.letter in "#*" and number.isdigit():
            of = word.said  # "four of the five knights"
        elif word.letter in "#*":
            number = word.said
        if word.letter == "U":
            if of and of != str(stack_size(context, word.said, space)):
                return []
            if after.letter == "n" and number and after.said != number:
                return []
            number = after.said if after.letter == "n" else number
            is_many = are_many or bool(verb and not _SINGULAR.match(verb))
            found.append(_one_kind(context, word, number, space, is_many=is_many))
            number = of = ""
    is_vague = len(found) > 1 and any(one and one.number == "all" and one.kind == "Militia" for one in found)
    is_vague = is_vague and not are_many and "*" not in {word.letter for word in words}
    return [] if None in found or is_vague else [one for one in found if one]


def _are_many(words: Sequence[Word]) -> bool:
    """Return whether a plural without a number is among them: "Knights and Militia"."""
    return any(
        word.letter == "U" and word.is_plural and before.letter != "#"
        for before, word in pairwise([Word("", ""), *words])
    )


def _one_kind(
    context: ReadingContext, word: Word, number: str, space: str, *, is_many: bool
) -> SomeUnits | None:
    if word.said == SOMEONE:
        return _only_one(context, space)
    are_all = word.is_plural or (is_many and _is_stack(context, word.said, space))
    return SomeUnits(number or ("all" if are_all else "1"), word.said, space)


def _only_one(context: ReadingContext, space: str) -> SomeUnits | None:
    """Return the unit that is meant by "the one at C6", if one alone is there."""
    own = [row for row in context.position.units if (row.player, row.space) == (context.player, space)]
    return SomeUnits("1", own[0].kind, space) if len(own) == 1 and own[0].count == 1 else None


def _is_stack(context: ReadingContext, kind: str, space: str) -> bool:
    """Return whether several militia stand there, whose name has no plural."""
    return kind == "Militia" and stack_size(context, kind, space) > 1


def notation(units: SomeUnits) -> str:
    return f"{units.number} {units.kind} {units.space}" if units.kind else f"{units.number} {units.space}"


def kinds_of(found: Found, *groups: str) -> list[str]:
    named = [word.said for group in groups for word in found.words(group) if word.letter == "U"]
    return named if SOMEONE not in named else []
