"""Names and numbers in sentences, with articles, singular or plural: "the Elves take Bree".

The table [speech] of a board lists places, powers and pieces; other names are used unchanged:

    the   with "the": "in the Grey Havens"
    a     with "a": "a Ranger is slain"
    many  with "the", and verbs in the plural: "the Elves gain"
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

from msgspec import Struct

from adjudicator.core import board
from adjudicator.core.board import Board
from adjudicator.core.board_rows import BoardError, did_you_mean
from adjudicator.core.language.words import listed
from adjudicator.core.sentences import say

KINDS = ("the", "a", "many")
HEADLINE = 10  # words
ARTICLES = ("The",)  # that begin clauses of headlines
_SPELLED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_VERB = re.compile(r"<(\w+)>")
_BLANK = re.compile(r"{(\w+)}('s)?")
_OF_MANY = {
    "goes": "go",
    "passes": "pass",
    "entrenches": "entrench",
    "ferries": "ferry",
    "is": "are",
    "was": "were",
    "has": "have",
    "does": "do",
}


class Speech(Struct, frozen=True, eq=False):
    """The names of a board; *places* are in full, by id."""

    places: Mapping[str, str]
    the: frozenset[str]
    a: frozenset[str]
    many: frozenset[str]

    def named(self, name: str) -> str:
        """Return *name* for use inside a sentence: "the Elves", "a Ranger", "Gondor"."""
        if name in self.the or name in self.many:
            return f"the {name.removeprefix('The ')}"
        return with_article(name) if name in self.a else name

    def place(self, place: str) -> str:
        """Return the place with this id for use inside a sentence."""
        return self.named(self.places.get(place, place))

    def spoken(self) -> dict[str, str]:
        """Return all places by id, as they are called inside a sentence."""
        return {place: self.named(name) for place, name in self.places.items()}

    def clause(self, form: str, **words: str) -> str:
        """Fill the {blanks} of *form*; its <verbs> agree with the first: "{power} <takes> {place}"."""
        first = _BLANK.search(form)
        are_many = first is not None and words[first[1]] in self.many
        said = agreed(form, are_many)
        return _BLANK.sub(lambda blank: self._filled(words[blank[1]], blank[2] or ""), said)

    def _filled(self, name: str, ending: str) -> str:
        return self.named(name) + ("'" if ending and name in self.many else ending)

    def sentence(self, form: str, **words: str) -> str:
        """Return the same, beginning with a capital."""
        return capital(self.clause(form, **words))


def brief(clauses: Iterable[str]) -> str:
    """Join *clauses* in order, as many as fit in a headline; return "" if there are none."""
    told = [clause for clause in clauses if clause]
    longest = next((i for i in range(len(told), 0, -1) if len(" ".join(told[:i]).split()) <= HEADLINE), 1)
    first, *others = told[:longest] or [""]
    return "; ".join([first, *map(_going_on, others)])


def _going_on(clause: str) -> str:
    """Return a clause as it goes on after another: "the Elves take Dale"."""
    article, blank, rest = clause.partition(" ")
    return f"{article.lower()}{blank}{rest}" if article in ARTICLES else clause


@cache
def speech_of(package: str, *pieces: str) -> Speech:
    """Load the speech table of the board in *package* for its *pieces*. Raises BoardError."""
    return read(board.load(package), pieces)


def read(the_board: Board, pieces: Iterable[str] = ()) -> Speech:
    """Parse the table [speech] of a board. Raises BoardError for an unknown name."""
    table = the_board.extra.get("speech", {})
    places = {place: province.name for place, province in the_board.provinces.items()}
    known = {*places.values(), *the_board.powers, *pieces}
    for kind, names in table.items():
        where = f"{the_board.name}, speech, {kind}"
        if kind not in KINDS:
            raise BoardError(say("wording_list_is_unknown", where=where, kinds=", ".join(KINDS)))
        for name in names:
            if name not in known:
                raise BoardError(
                    say(
                        "wording_names_nothing",
                        where=where,
                        called=name,
                        did_you_mean=did_you_mean(name, known),
                    )
                )
    return Speech(places, *(frozenset(table.get(kind, ())) for kind in KINDS))


def spoils(taken: Mapping[str, Sequence[str]]) -> str:
    """Return what was taken, grouped by former owner: "Bree and Dale from Rohan, and Udûn from Mordor"."""
    told = [listed(places, "and") + (f" from {loser}" if loser else "") for loser, places in taken.items()]
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])}, and {told[-1]}"


def with_cause(sentence: str, cause: str) -> str:
    """Join an order and its outcome: "… moves to Bree: stood off by …", "… supports … (void: …)"."""
    if not cause:
        return f"{sentence}."
    return f"{sentence} ({cause})." if ": " in cause else f"{sentence}: {cause}."


def with_article(name: str) -> str:
    """Return "an Army", "a Fleet"."""
    return f"an {name}" if name[0] in "AEIOaeio" else f"a {name}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def agreed(form: str, are_many: bool) -> str:
    """Return *form* with its <verbs> in the singular or the plural."""
    return _VERB.sub(lambda verb: of_many(verb[1]) if are_many else verb[1], form)


def of_many(verb: str) -> str:
    """Return the plural of a verb: "take" for "takes"."""
    return _OF_MANY.get(verb, verb.removesuffix("s"))


def in_sentence(power: str, many: Collection[str]) -> str:
    """Return a power as it is called inside a sentence: "the Dwarves" if it is one of *many*."""
    return f"the {power}" if power in many else power


def own_end(winners: Collection[str], reader: str | None) -> str:
    """Return the last headline of a reader who has won or shares the game, "" for any other."""
    if reader is None or reader not in winners:
        return ""
    return say("you_win") if len(winners) == 1 else say("you_share_the_victory")


def spelled(number: int) -> str:
    """Return *number* for a sentence: "no", "three"; above ten in figures."""
    return _SPELLED[number] if number < len(_SPELLED) else str(number)
