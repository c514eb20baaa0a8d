"""Separate what a sentence says of several units, so that a doubt about one does not affect the others."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.core.clauses.clause import Part, Sense
from adjudicator.core.clauses.stops import WORDS, number_of_words
from adjudicator.core.clauses.units_named import places_named, units_named
from adjudicator.core.language.lists import has_verb
from adjudicator.core.languages import begins_condition, condition_in, doubt_in, gives_reason

MOST_WORDS_BEFORE = 4  # the name of the unit included, at the beginning of what is about it
_NEGATIONS = re.compile(
    r"\b(?:not|never|no|don['’]?t|do(?:es)?n['’]?t|won['’]?t|nicht|kein\w*|ne|pas)\b|n['’]t\b", re.IGNORECASE
)
_SUPPORTING = re.compile(
    r"\b(?:support(?:s|ing)?|help(?:s|ing)?|back(?:s|ing)|assist(?:s|ing)?)\b", re.IGNORECASE
)
_MOVE = re.compile(
    r"(?!.* (?:s|supports?) ).+ ?(?:-+>?|\b(?:to|attacks?|enters?)\b) ?[^\W\d_].*", re.IGNORECASE
)
_OF_ALL = re.compile(  # words by which a doubt may be about the orders before it, too
    r"\b(?:all|both|either|neither|none|any|every\w*|these|those|they|them|that|this|above|respectively|resp"
    r"|instead|alles?|beides?|tous|toutes|tout)\b",
    re.IGNORECASE,
)
_OF_MANY = re.compile(
    r"\b(?:all|both|either|neither|none|every\w*|these|those|them|above|instead|rather|off|otherwise|other\w*"
    r"|cancel\w*|forget|not)\b",
    re.IGNORECASE,
)
_TALK = re.compile(
    r" (?:then )?(?:i|we|you|he|she|it|they|let me|please (?:tell|write|let|mail)|tell|write|sorry)\b",
    re.IGNORECASE,
)
_SHOULD = re.compile(r"(?<=\w )should (?=(?:also |now |then )*[a-z]{2,}\b)", re.IGNORECASE)
_SO = re.compile(r"(?:and )?(?:so|therefore|hence|thus|that is why|which is why)\b(?!\s*:)", re.IGNORECASE)
_WITH = re.compile(r"(?:and )?(?:then )?[^\W\d_]+ with\b", re.IGNORECASE)
_PRONOUNS = re.compile(r"\b(?:they|them)\b", re.IGNORECASE)
_SOMEBODY = re.compile(
    r"(?:i|we|he|she|they|you|it|who|nobody|somebody|people|ich|er|je|il|elle)\b", re.IGNORECASE
)
TELLS_KEPT = re.compile(  # beside removals: "I want to keep the fleet and Kiel"
    r"(?:(?:and|but|as|for|since|because) )?(?:(?:i|we)(?:['’]d| would| will|['’]ll| shall| must)? "
    r"(?:(?:want|like|need|prefer|intend|have|am going) to )?keep(?: (?:on|hold of))?|(?:let['’]?s )?keeps?) "
    r"(?:(?:the|my|our|both|all) )*[^,;:]{2,60}",
    re.IGNORECASE,
)


def runs(sentence: Sequence[Part], sense: Sense) -> list[list[Part]]:
    """Split a sentence at its semicolons, if each of what is between them begins with an order of its own.

    A doubt may be about all of them if it is before the first order of its run, or if it says so.
    """
    found: list[list[Part]] = []
    for part in sentence:
        if not found or part.begins_run:
            found.append([])
        found[-1].append(part)
    are_apart = all(_begins_alone(run[0], sense) and not any(map(_is_of_every_run, run)) for run in found)
    return found if are_apart else [list(sentence)]


def _begins_alone(part: Part, sense: Sense) -> bool:
    """Return whether it is an order, or names a place before any word of doubt."""
    doubt = doubt_in(part.text)
    before = part.text.partition(doubt)[0] if doubt else part.text
    return bool(part.orders) or any(True for _ in places_named(before, sense, is_order=False))


def _is_of_all(part: Part) -> bool:
    return not part.orders and _OF_ALL.search(part.text) is not None


def _is_of_every_run(part: Part) -> bool:
    """Return whether it speaks of all orders, also of those beyond a semicolon; "they" may be others."""
    return not part.orders and _OF_ALL.search(_PRONOUNS.sub(" ", part.text)) is not None


def before_condition(sentence: Sequence[Part], sense: Sense) -> int:
    """Return where "and if ..." begins a clause, on which no order before it depends; 0 if none does.

    Behind it are orders of other units, or talk: "and if Italy reads this, I would like Venice back".
    """
    for at, part in enumerate(sentence):
        if at and part.follows_and and begins_condition(part.text):
            return at if _is_apart(sentence[:at], sentence[at:], sense) else 0
    return 0


def _is_apart(before: Sequence[Part], behind: Sequence[Part], sense: Sense) -> bool:
    ordered = {sense.subject(one) for part in behind for one in part.orders}
    units = {unit for part in before for unit in _units_of(part, sense)}
    if not any(part.orders for part in before) or "" in ordered:
        return False
    if any(_OF_MANY.search(part.text) for part in behind):
        return False
    if ordered:
        return not any(units & _units_of(part, sense) for part in behind)
    talk = " ".join(part.text for part in behind).partition(",")[2]
    return _TALK.match(talk) is not None and not has_verb(talk)


def _units_of(part: Part, sense: Sense) -> set[str]:
    return {*map(sense.subject, part.orders), *units_named(part.text, sense)}


def clusters(sentence: Sequence[Part]) -> list[list[Part]]:
    """Return the parts of a sentence, those together between which nothing stands."""
    found: list[list[Part]] = []
    for part in sentence:
        last = found[-1][-1] if found else None
        if last is not None and part.at - last.at - len(last.text) <= 1:
            found[-1].append(part)
        else:
            found.append([part])
    return found


def may_be_of_all(part: Part) -> bool:
    """Return whether an unread part may say something of every order of its sentence."""
    return _is_of_all(part) or bool(doubt_in(part.text) or condition_in(part.text))


def reasons_before(sentence: Sequence[Part]) -> Sequence[Part]:
    """Return the parts before the first order, if that says that it follows from them: "so A Par holds"."""
    first = next((at for at, part in enumerate(sentence) if part.orders), 0)
    if not first or not _SO.match(sentence[first].text):
        return ()
    return [part for part in sentence[:first] if not condition_in(part.text)]


def is_of_another(part: Part, sentence: Sequence[Part], sense: Sense) -> bool:
    """Return whether it only says what a unit does not do that no order of the sentence is about."""
    doubt = doubt_in(part.text)
    rest = _NEGATIONS.sub(" ", part.text) if doubt else ""
    if not rest or part.is_glued or part.text.startswith(doubt) or doubt_in(rest) or _OF_ALL.search(rest):
        return False
    named = set(places_named(part.text, sense, is_order=False))
    ordered = {
        place
        for one in sentence
        for order in one.orders
        for place in places_named(order, sense, is_order=True)
    }
    return bool(named) and not named & ordered and _begins_with_unit(part.text, sense)


def is_another_order(part: Part, sentence: Sequence[Part], sense: Sense) -> bool:
    """Return whether it seems to be an order, though not understood, for a unit of which no order is read.

    "My army in Moscow should move to Sevastopol as soon as the fleet has left it" is asked about alone.
    """
    text = _SHOULD.sub("", part.text)
    if part.is_glued or part.is_aside or doubt_in(text) or condition_in(text) or _OF_ALL.search(text):
        return False
    if gives_reason(text) or ":" in text or not (has_verb(text) and _begins_with_unit(text, sense)):
        return False
    if _WITH.match(text):  # "merges with 3A Gor" is about the unit before it
        return False
    units = {unit for one in sentence if one.orders for unit in _units_of(one, sense)}
    named = next(units_named(" ".join(WORDS.findall(text)[:MOST_WORDS_BEFORE]), sense), "")
    holds = f"{named.strip()} H"  # in games without this notation no order is for such a unit
    return named not in units and bool(sense.subject(holds)) and sense.is_lawful(holds)


def says_otherwise(part: Part, sentence: Sequence[Part], sense: Sense) -> bool:
    """Return whether it says that a unit supports which moves by the order beside it.

    "Rome and Venice attack Tyrolia, Rome being the one that supports".
    """
    if _SUPPORTING.search(part.text) is None or gives_reason(part.text):
        return False
    if not _begins_with_unit(part.text, sense):
        return False
    moving = {sense.subject(order) for one in sentence for order in one.orders if _MOVE.fullmatch(order)}
    return bool((moving - {""}) & set(units_named(part.text, sense)))


def without_labels_of_goals(sentence: Sequence[Part], sense: Sense) -> Sequence[Part]:
    """Return the sentence; "In the east we clear Esgaroth:" before "Dale attacks it" is a comment.

    It says where the order goes, which names no place but its own.
    """
    label = sentence[0].text
    if len(sentence) == 1 or not label.endswith(":") or sentence[0].orders or not sentence[1].orders:
        return sentence
    named = set(places_named(label, sense, is_order=False))
    is_goal = len(named) == 1 and not named & set(places_named(sentence[1].text, sense, is_order=False))
    ordered = {place for order in sentence[1].orders for place in places_named(order, sense, is_order=True)}
    if not (is_goal and named <= ordered) or doubt_in(label):
        return sentence
    return (replace(sentence[0], is_comment=True), *sentence[1:])


def with_kept(sentence: Sequence[Part], sense: Sense) -> Sequence[Part]:
    """Return the sentence; in "I want to keep the fleet and Kiel", Kiel is no order to build or remove."""
    found: list[Part] = []
    for part in sentence:
        kept = found[-1] if found and not found[-1].orders and TELLS_KEPT.match(found[-1].text) else None
        says_more = part.is_comment or has_verb(part.text) or sense.carried.match(part.text)
        if kept and not says_more:
            text = f"{kept.text}, {part.text}"
            found[-1] = replace(kept, text=text, unread=number_of_words(text))
        else:
            found.append(part)
    return found


def _begins_with_unit(text: str, sense: Sense) -> bool:
    words = " ".join(WORDS.findall(text)[:MOST_WORDS_BEFORE])
    if _SOMEBODY.match(words):
        return False
    return next(units_named(words, sense), "") != ""
