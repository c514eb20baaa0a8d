"""Read standing orders in sentences, such as "if Nancy falls, retreat to Lyon"."""

import re
from functools import cache, lru_cache

from adjudicator.core.language.necessary import Likely, numbers
from adjudicator.core.language.words import clean
from adjudicator.core.languages import words_in
from adjudicator.empires.ground import ZONE_NAMES, zone_name
from adjudicator.empires.language.grammar import plain
from adjudicator.empires.language.sentences.lexicon import (
    ENDINGS,
    LONGEST_STANDING,
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
_SMALL_NUMBER = re.compile(
    r"\b((?:up to|at most|at least|not more than|keep|save|hold back) )(one|two|three|four)\b", re.IGNORECASE
)
A_WORD = re.compile(r"[^\W\d_][\w'-]*")
_IF_BEATEN = re.compile(
    r"(?:if|when|should|in case)\b(?P<why>[^,:]{3,60}?)[,:]?\s(?:then )?"
    r"(?:we|it|they|i|please|(?:the|our|my) army|"
    r"(?:the|its|our) (?:men|garrison|troops)(?: there)?)?"
    r"\s?(?:(?:shall|will|should|must|would|want to|wish to|would like to) )?"
    r"(?:retreat|go|goe|fall|withdraw|pull|flee)s?(?: back)? "
    r"(?:to|towards|into|on) (?P<goals>.+)",
    re.IGNORECASE,
)
_RETREAT_FROM = re.compile(  # "if an army must retreat from Grodno: 1st Minsk, 2nd Riga"
    r"(?:(?:if|when|whenever|should|in case) (?:(?:an?|the|my|our|any|one) )*(?:army|armies|units?) "
    r"(?:(?:must|has to|have to|needs? to|is forced to|are forced to|should|retreats?) ?)+"
    r"|(?:standing )?ret(?:reat)?s?:? )(?:(?:from|fm|in|out of) |(?=[^,:=]{3,40}=))"
    r"(?P<why>[^,:=]{3,40}?)\s*[:,=]\s*"
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
_ORDINAL = re.compile(r"\b(?:1st|2nd|3rd|4th|first|second(?:ly)?|third(?:ly)?)\b:? ?", re.IGNORECASE)
WORDS_OF_DEFEAT = words_in(  # not "attacked": an army that wins does not retreat
    (
        "our the my we i am army armies in at from of out is are be was gets get lose loses lost fall falls",
        "beaten defeated driven thrown pushed forced taken must has have had to retreat there enemy takes",
        "run runs go leave withdraw flee give way any time be attacked and have should ever",
        "take battle fight units unit that throws throw throwing us them back repulsed pushes drives",
    )
)
_OR_ELSE = re.compile(
    r"(?:\s*,\s*|\s+)"
    r"(?:or|and|else|otherwise|then|to|if (?:that is )?not(?: possible)?|failing that|if that fails)\b"
    r"(?:[\s,]+(?:else|then|to)\b)*\s*|\s*[,/>]\s*"
)


def is_standing(text: str) -> bool:
    """Return whether *text* is a standing order in a sentence."""
    return bool(standing_order(text))


@lru_cache(maxsize=2048)
def standing_order(text: str) -> str:
    """Return the standing order of "always use the trenches in Verdun", "" for none."""
    plain_text = plain(clean(text)).strip(ENDINGS) if len(text) <= LONGEST_STANDING else ""
    plain_text = _HEAD.sub("", plain_text)
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
    plainly = _ORDINAL.sub("", text)
    forms = (_RETREAT_FROM.fullmatch(plainly), _IF_BEATEN.fullmatch(text), _IF_IT_LEAVES.fullmatch(plainly))
    return next(filter(None, (_retreat_of(found) for found in forms if found)), "")


def _retreat_of(found: re.Match[str]) -> str:
    """Return the standing order if every word of it is a zone or means defeat."""
    names = [word for word in A_WORD.findall(found["why"].casefold()) if word not in WORDS_OF_DEFEAT]
    zone = ZONE_NAMES.meant(" ".join(names)) if names and is_zone(" ".join(names)) else ()
    goals = [
        ZONE_NAMES.meant(one) for one in _OR_ELSE.split(found["goals"].strip(ENDINGS + " ")) if one.strip()
    ]
    if len(zone) != 1 or not all(len(one) == 1 for one in goals):
        return ""
    return f"RETREAT {zone_name(zone[0])}: {', '.join(zone_name(one[0]) for one in goals)}"


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
        )
    )
