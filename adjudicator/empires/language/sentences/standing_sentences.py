"""Read standing orders in sentences, such as "if Nancy falls, retreat to Lyon"."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from adjudicator.core.language.necessary import Likely, numbers
from adjudicator.core.language.words import clean
from adjudicator.core.languages import words_in
from adjudicator.empires.ground import ZONE_NAMES, zone_name
from adjudicator.empires.language.grammar import plain
from adjudicator.empires.language.sentences.lexicon import (
    ELISION,
    ENDINGS,
    LONGEST_STANDING,
    heard,
    is_zone,
    lexicon,
    word_tables,
)

_HEAD = re.compile(
    r"(?:(?:(?:and|also) )?(?:for )?(?:the |my |our )*"
    r"(?:standing(?: orders?)?|st ords?|sos?|other powers'? turns?|"
    r"turns? of (?:the )?others?|others'? turns?) ?[:,=-]? )+",
    re.IGNORECASE,
)
_PLEASE = re.compile(r",? (?:please|pls|bitte|svp|thanks?)$", re.IGNORECASE)
_SMALL_NUMBER = re.compile(
    r"\b((?:up to|at most|at least|not more than|keep|save|hold back) )(one|two|three|four)\b", re.IGNORECASE
)
A_WORD = re.compile(r"[^\W\d_][\w'-]*")
_IF_BEATEN = re.compile(
    r"(?:if|when|should|in case)\b(?P<why>[^,:]{3,60}?)[,:]?\s(?:then )?"
    r"(?:we|it|they|i|please|(?:the|our|my|its|that) army(?: there)?|"
    r"(?:the|its|our) (?:men|garrison|troops)(?: there)?)?"
    r"\s?(?:(?:(?:shall|will|should|must|would|want to|wish to|would like to) )?"
    r"(?:retreat|go|goe|fall|withdraw|pull|flee)s?(?: back)? (?:to|towards|into|on) |(?:-+>|=*>) ?)"
    r"(?P<goals>.+)",
    re.IGNORECASE,
)
_RETREAT_FROM = re.compile(  # "if an army must retreat from Grodno: 1st Minsk, 2nd Riga"
    r"(?:(?:if|when|whenever|should|in case) (?:(?:an?|the|my|our|any|one) )*(?:army|armies|units?) "
    r"(?:(?:must|has to|have to|needs? to|is forced to|are forced to|should|retreats?) ?)+"
    r"|(?:standing )?ret(?:reat)?s?:? )"
    r"(?:(?:from|fm|in|out of) |(?=[^,:=>]{3,40}?(?:=|\s-+>?\s|->|>|\sto\s)))"
    r"(?P<why>[^,:=>]{3,40}?)(?:\s*(?:[:,]|=+>?|->|>)\s*|\s-+>?\s|\sto\s)"
    r"(?:(?:it|they) )?(?:(?:goes?|retreats?) )?(?:to )?(?P<goals>.+)",
    re.IGNORECASE,
)
_IF_IT_LEAVES = re.compile(  # "if Brussels has to run: Lille 1st, then Verdun"
    r"(?:if|when|whenever|should|in case)\b"
    r"(?P<why>[^,:]{3,60}?\b(?:retreat|run|go|leave|withdraw|flee|give way|fall back)s?"
    r"(?: back)?(?: at any time)?)\s*[,:]?\s*(?:(?:please|then) )?"
    r"(?:(?:it|they|that army) (?:(?:should|shall|will|must|would|is to|are to) )?"
    r"(?:go|retreat|run|withdraw|move|head)(?:e?s)?"
    r"|(?:please )?send (?:it|them)|(?:go|retreat|withdraw))?\s*(?:to )?(?P<goals>.+)",
    re.IGNORECASE,
)
_ORDINAL = re.compile(
    r"\s*\b(?:as (?:an? |the |my )?|als |en |comme )?"
    r"(?:(?P<first>1st|first(?:ly)?|erstens|erste|premier)|(?P<second>2nd|second(?:ly)?|zweitens|zweite|deuxième)"
    r"|(?P<third>3rd|third(?:ly)?|drittens|dritte|troisième)|(?P<last>4th|fourth|last))"
    r"(?: (?:choice|option|preference|priority|resort|wahl|choix))?\b:?(?= |$|,)",
    re.IGNORECASE,
)
PLACES = ("first", "second", "third", "last")  # in a list
_SPACES = re.compile(r" +(?=[ ,])")
_IS_OPEN = re.compile(
    r"(?:,|\b(?:and|or|else|otherwise|to|not|possible|und|oder|sonst|et|ou|sinon),?)\s*$", re.IGNORECASE
)
_MAY_RETREAT = re.compile(
    r"\b(?:retreat|retr?|run|fall|withdraw|beaten|rückzug|zurück|retraite|replie?r?)\w*", re.IGNORECASE
)
_BULLET = re.compile(r"^\s*(?:[-*+•]|\(?\w[.)])\s+")
MOST_JOINED = 6  # lines of a message
_OF_RETREATS = re.compile(r"\b(?:retr?(?:eat)?s?|rückzug|rückzüge|retraites?|repli)\b", re.IGNORECASE)
WORDS_OF_DEFEAT = words_in(  # not "attacked": an army that wins does not retreat
    (
        "our the my we i am army armies in at from of out is are be was gets get lose loses lost fall falls",
        "beaten defeated driven thrown pushed forced taken must has have had to retreat there enemy takes",
        "run runs go leave withdraw flee give way any time be attacked and have should ever",
        "take battle fight units unit that throws throw throwing us them back repulsed pushes drives",
        "evicted chased kicked expelled dislodged ousted routed forced by force one ones",
    )
)
_IF_NOT = (
    r"if (?:(?:that|this|it)(?: is|['\u2019]s)? )?not(?: possible)?"
    r"|if (?:that|this|it) (?:is impossible|fails)"
)
_OR_ELSE = re.compile(
    r"(?:\s*,\s*|\s+)"
    rf"(?:or|and|else|otherwise|then|to|{_IF_NOT}|failing that)\b"
    rf"(?:[\s,]+(?:else|then|to|{_IF_NOT})\b)*\s*|\s*[,/>]\s*"
)


def in_preference(text: str) -> str:
    """Return a retreat without "first choice", "2nd" and the like, if they count in the order of the list."""
    found = [one.lastgroup or "" for one in _ORDINAL.finditer(text)]
    places = [PLACES.index(one) for one in found]
    if not places or places != sorted(set(places)) or (places[0] and not _names_a_goal(text)):
        return text
    return _SPACES.sub(" ", _ORDINAL.sub(" ", text)).strip()


def _names_a_goal(text: str) -> bool:
    """Return whether a zone and a goal come before the first ordinal: "Lutsk to Lemberg, second choice"."""
    before = _ORDINAL.split(text, maxsplit=1)[0]
    return sum(word.letter == "Z" for word in heard(before)) > 1


def with_standing_heading(text: str) -> str:
    """Return "Standing orders:" for "Permanent orders:", and what follows it."""
    found = _other_headings().match(text)
    return f"Standing orders:{text[found.end() :]}" if found else text


@cache
def _other_headings() -> re.Pattern[str]:
    written = "|".join(word_tables()["standing"]["headings"])
    return re.compile(rf"(?:{written})\s*(?::|\.?$)", re.IGNORECASE)


def standing_joined(lines: Sequence[str]) -> Sequence[str]:
    """Return *lines*; where to retreat may go on in the next line: "to Paris, and", "if not, to Lyon"."""
    joined, left = list(lines), MOST_JOINED
    for at in range(len(lines) - 1):
        if not left or not _IS_OPEN.search(joined[at]) or not _MAY_RETREAT.search(joined[at]):
            continue
        left -= 1
        both = f"{joined[at].rstrip()} {joined[at + 1].strip()}"
        if joined[at + 1].strip() and is_standing(_BULLET.sub("", both)):
            joined[at], joined[at + 1] = "", both
    return joined


def is_retreat(text: str) -> bool:
    return _OF_RETREATS.search(text) is not None


def is_standing(text: str) -> bool:
    """Return whether *text* is a standing order in a sentence."""
    return bool(standing_order(text))


@lru_cache(maxsize=2048)
def standing_order(text: str) -> str:
    """Return the standing order of "always use the trenches in Verdun", "" for none."""
    plain_text = plain(clean(text)).strip(ENDINGS) if len(text) <= LONGEST_STANDING else ""
    plain_text = _PLEASE.sub("", _HEAD.sub("", plain_text))
    if retreat := _retreat_if(plain_text):
        return retreat
    plain_text = _SMALL_NUMBER.sub(lambda one: one[1] + lexicon().words[one[2].casefold()].said, plain_text)
    for number in numbers(_likely_orders().those(plain_text)) if plain_text else ():
        pattern, to = _standing_orders()[number]
        if found := pattern.fullmatch(plain_text):
            return found.expand(to)
    return ""


def _retreat_if(text: str) -> str:
    """Return the standing order of "if Nancy falls, retreat to Lyon or Paris", "" for none."""
    plainly = in_preference(text)
    every = (_RETREAT_FROM, _IF_BEATEN, _IF_IT_LEAVES, *_other_languages().sentences)
    forms = (form.fullmatch(plainly) for form in every)
    return next(filter(None, (_retreat_of(found) for found in forms if found)), "")


def _retreat_of(found: re.Match[str]) -> str:
    """Return the standing order if every word of it is a zone or means defeat."""
    defeat = WORDS_OF_DEFEAT | _other_languages().defeat
    why = ELISION.sub("", found["why"].casefold())
    names = [word for word in A_WORD.findall(why) if word not in defeat]
    zone = ZONE_NAMES.meant(" ".join(names)) if names and is_zone(" ".join(names)) else ()
    said = _other_languages().otherwise.sub(", ", found["goals"].strip(ENDINGS + " "))
    parts = (_other_languages().lead.sub("", one).strip() for one in _OR_ELSE.split(said))
    goals = [ZONE_NAMES.meant(one) for one in parts if one]
    if len(zone) != 1 or not all(len(one) == 1 for one in goals):
        return ""
    return f"RETREAT {zone_name(zone[0])}: {', '.join(zone_name(one[0]) for one in goals)}"


class _OtherLanguages(NamedTuple):
    """What is said about retreats in the tables of words."""

    sentences: tuple[re.Pattern[str], ...]
    defeat: frozenset[str]
    lead: re.Pattern[str]  # in front of a goal
    otherwise: re.Pattern[str]  # between goals


@cache
def _other_languages() -> _OtherLanguages:
    table = word_tables()["retreats"]
    lead, otherwise = ("|".join(map(re.escape, table[name])) for name in ("goals", "otherwise"))
    return _OtherLanguages(
        tuple(re.compile(one, re.IGNORECASE) for one in table["sentences"]),
        frozenset(table["defeat"]),
        re.compile(rf"^(?:(?:{lead})\b ?)+", re.IGNORECASE),
        re.compile(rf"[\s,]+(?:{otherwise})\b[\s,]*", re.IGNORECASE),
    )


@cache
def _standing_orders() -> tuple[tuple[re.Pattern[str], str], ...]:
    written = word_tables()["standing"]["orders"]
    return tuple((re.compile(pattern, re.IGNORECASE), to) for pattern, to in written)


@cache
def _likely_orders() -> Likely:
    return Likely([pattern.pattern for pattern, _ in _standing_orders()])


@cache
def words_of_standing() -> frozenset[str]:
    return words_in(
        (
            *(pattern.pattern for pattern, _ in _standing_orders()),
            *(one.pattern for one in (_HEAD, _IF_BEATEN, _IF_IT_LEAVES, _OR_ELSE, _RETREAT_FROM, _ORDINAL)),
            *(one.pattern for one in _other_languages().sentences),
            *_other_languages().defeat,
        )
    )
