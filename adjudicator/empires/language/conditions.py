"""Parse conditions on public facts: "Warsaw is ours", "the attack on Verdun failed".

An order stores a condition as its words; `resolve.deciding` evaluates it. A condition on hidden facts is
refused, with the forms that exist.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.language import conditions as core
from adjudicator.core.language import lists
from adjudicator.core.language.conditions import Asked, bare
from adjudicator.core.language.words import Unreadable, key
from adjudicator.empires.ground import (
    BOARD,
    NATIONS,
    SURRENDER,
    TRACK_NAMES,
    ZONE_NAMES,
    Zone,
    power_called,
)
from adjudicator.empires.sentences import say

ME, US, ENEMY, NOBODY, ANYBODY = "you", "your side", "the enemy", "nobody", ""

_SELF = {"i", "me", "my", "mine", "my own", "myself"}
_SIDE = {"we", "us", "our", "ours", "our own", "our side", "our coalition", "allied", "friendly"}
_FOES = {"enemy", "enemies", "enemys", "hostile", "foe"}
_PRONOUN = re.compile(  # may be the enemy, or an ally who was named before
    r"\b(?:(?P<owner>their|his|her)|they|he|she)\b(?!\s+(?:own|side)\b)", re.IGNORECASE
)
_NONE = {"nobody", "nobodys", "no one", "neutral", "noone"}
_NUMBERS = {"one": 1, **lists.NUMBERS}
_LOST_ZONE = re.compile(
    r"(?P<place>.+?)\s+(?:is|was|gets|has\s+been)\s+lost|we\s+(?:have\s+)?(?:lose|lost)\s+(?P<other>.+)",
    re.IGNORECASE,
)
_STILL = re.compile(r"\b(?:still|now)\s+(?=(?:hold|own|control|have|keep)s?\b)", re.IGNORECASE)
_NOT_TRUE = re.compile(r"it\s+is\s+not\s+true\s+that\s+(?P<words>.+)", re.IGNORECASE)
_ONLY = re.compile(r"\b(?:only|just)\s+(?=(?:an?|one|two|three|\d)\b)", re.IGNORECASE)
_BY_THEN = re.compile(
    r"(?:\s+(?:again|already|by(?:\s+(?:then|now|that\s+time))?|(?:at|by)\s+that\s+(?:time|point|moment)|then|"
    r"when\s+(?:my|our)\s+turn\s+(?:comes|begins|starts)))+$",
    re.IGNORECASE,
)
_TAKEN = re.compile(  # "Austria has got Vienna back", "they have not retaken it"
    r"(?P<who>.+?)\s+(?P<has>has|have|had)\s+(?P<no>not\s+)?(?:got(?:ten)?|taken|retaken|recaptured|regained|"
    r"recovered|captured|conquered|won|liberated)\s+(?:back\s+)?(?P<place>.+?)(?:\s+back)?",
    re.IGNORECASE,
)
_ARMY = re.compile(r"\b(?:arm(?:y|ies)|units?|troops|soldiers|forces?)\b", re.IGNORECASE)
_THERE = re.compile(r"(?:there\s+(?:is|are|stands?)\s+)?", re.IGNORECASE)
_COUNTED = re.compile(
    r"(?:(?P<how>at\s+least|more\s+than|fewer\s+than|less\s+than|exactly)\s+)?"
    r"(?:(?P<number>\d|one|two|three|four|five|six)\s+)?(?:(?P<more>or\s+more)\s+)?",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?:(?P<no>no|not\s+any|not\s+an?)|the|an?|any|some|still)\s+", re.IGNORECASE)
_STATE = r"(?:(?:is|are|was|were|has|have|had|did|does|do|been)\s+)*(?P<no>not\s+)?(?:been\s+)?"
_ON = r"(?:on|in|at|against|upon|of)"
_WON = r"succeeds?|succeeded|successful|works|worked|wins?|won"
_LOST = r"fails?|failed|unsuccessful|lost|loses?|beaten(?:\s+off|\s+back)?|repelled|drawn"
_MADE = r"made|happened|happens|tried|took\s+place|taken\s+place"
_OF_DICE = re.compile(
    rf"\b(?:{_WON}|{_LOST})$|"
    r"^(?:it|this|that|they|(?:the|my|our|this|that|his|her|their)\s+(?:[\w-]+\s+){0,3}"
    r"(?:attack|attacks|assault|combat|one|army|offensive))\s+(?:[\w-]+\s+){0,2}"
    rf"(?:{_WON}|{_LOST}|fail|succeed|work|win|lose)\b",
    re.IGNORECASE,
)
_ATTACKER = re.compile(  # "the British attack fails", "my attack works"
    r"(?:the\s+)?(?P<who>[^\W\d_][\w-]*)(?:['\u2019]s)?\s+(?:attacks?|assault|offensive)\b", re.IGNORECASE
)
_POINTS_BACK = re.compile(r"(?:it|this|that)\b", re.IGNORECASE)  # to an attack above
_MINE = frozenset(("my", "our", "mine", "this", "own", "first", "second"))
_KINDS: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern, re.IGNORECASE | re.VERBOSE)
    for name, pattern in {
        "box": r"""(?:the\s+)?(?:marker\s+(?:of|for)\s+)?(?P<track>.+?)\s+(?:is|stands)\s+(?P<no>not\s+)?
            (?:at|in|on)\s+(?:box\s+)?(?P<number>\d)(?P<more>\s+or\s+(?:more|higher|above|later|beyond))?""",
        "joined": rf"""(?:the\s+)?(?P<track>.+?)\s+{_STATE}
            (?:joined(?:\s+(?:us|them|the\s+war))?|in\s+the\s+war|at\s+war)""",
        "surrendered": rf"(?P<track>Russia)\s+{_STATE}surrender(?:ed|s)?",
        "first": r"""(?:it|this)\s+is\s+(?P<no>not\s+)?(?:(?:the|their|its)\s+)?first
            (?:\s+(?:attack|combat))?(?:\s+of\s+the\s+turn)?""",
        "earlier": rf"""(?P<which>the\s+(?:first|last|previous|earlier)|any?(?:\s+earlier)?|an\s+earlier)\s+
            (?:attack|combat)\s+{_STATE}(?P<how>{_WON}|{_LOST})""",
        "target": r"""(?:the|my|our|its)\s+(?:attacked\s+|defending\s+)?(?:army|defender|target)\s+
            (?:there\s+)?(?:is|was)\s+(?P<no>not\s+)?(?P<step>full|reduced)""",
        "attack": rf"""(?P<who>.*?)\s*\battacks?\s+(?:(?:by|of|from)\s+(?P<by>.+?)\s+)?{_ON}\s+
            (?P<place>.+?)\s+{_STATE}(?P<how>{_WON}|{_LOST}|{_MADE})""",
        "attacked": rf"(?P<place>.+?)\s+{_STATE}attacked(?:\s+by\s+(?P<who>.+))?",
        "attacks": rf"(?P<who>.+?)\s+{_STATE}attack(?:s|ed)?\s+(?P<place>.+)",
        "trench": r"""(?P<subject>.+?)?\s*\btrench(?:es)?\s+(?:(?:is|are|still)\s+)*(?P<no>not\s+)?
            (?:left\s+)?in\s+(?P<place>.+)""",
        "entrenched": rf"(?P<place>.+?)\s+{_STATE}entrenched",
        "has trench": r"(?P<place>.+?)\s+(?:still\s+)?(?:has|have|holds)\s+(?P<subject>.+?)\s+trench",
        "dislodged": rf"""(?P<subject>.+?)\s+in\s+(?P<place>.+?)\s+{_STATE}
            (?:{core.GONE}|dead|lost)""",
        "present": r"""(?P<subject>.+?)\s+(?:(?:is|are|am|be|stands?|remains?|still)\s+)*(?P<no>not\s+)?
            (?:(?:still|left|any\s+longer)\s+)*in\s+(?P<place>.+)""",
        "free": core.KINDS["free"].pattern,
        "owned": r"""(?P<place>.+?)\s+(?:is|are|was)\s+(?P<no>not\s+)?(?:still\s+|now\s+)?
            (?:(?:in|under|held\s+by|controlled\s+by|owned\s+by|taken\s+by)\s+)?(?P<who>.+?)
            (?:['\u2019]s?)?(?:\s+(?:hands|control))?""",
        "owns": core.KINDS["owns"].pattern,
    }.items()
}

Kind = Literal[
    "control", "empty", "armies", "trench", "attack", "box", "joined", "earlier", "first", "target"
]
LONGEST = 120  # characters of one condition
SHORTEST_NAME = 3  # letters of a Power in short
IN_COMBAT: tuple[Kind, ...] = ("first", "earlier", "target")  # can only be decided in a combat


class Condition(Struct, frozen=True):
    """One condition; *words* as written.

    *who*: a Power, a nation, or one of ME, US, ENEMY, NOBODY, ANYBODY. *how*: of attacks "won", "lost" or ""
    for made at all; of numbers "", "least", "fewer" or "exactly"; of a target its step. *number* of an
    earlier attack: 1 for the first, -1 for the last, 0 for any.
    """

    kind: Kind
    words: str
    zone: Zone = ""
    who: str = ANYBODY
    how: str = ""
    number: int = 1
    track: str = ""
    is_denied: bool = False


def read_all(words: tuple[str, ...], *, in_combat: bool = False) -> tuple[Condition, ...]:
    """Parse the conditions of one order. Raises Unreadable for one that cannot be evaluated there."""
    found = [read(one) for one in words]
    for one in found:
        if one.kind in IN_COMBAT and not in_combat:
            raise Unreadable(say("condition_is_of_a_combat", condition=one.words), say("air_if_or_pause"))
    return tuple(found)


def read(words: str) -> Condition:
    """Parse one condition. Raises Unreadable if it cannot be evaluated."""
    if len(words) > LONGEST:
        raise Unreadable(say("condition_too_long"), say("conditions_look_so"))
    found = _known(words)
    if isinstance(found, Condition):
        return found
    raise Unreadable(*found)


@lru_cache(maxsize=1024)
def _known(words: str) -> Condition | tuple[str, str]:
    """Return a condition, or why it cannot be evaluated and what would do."""
    plain = " ".join(bare(words).split())
    if denied := _NOT_TRUE.fullmatch(plain):
        return _opposite(_known(denied["words"]), plain)
    words = _in_common_words(plain)
    for asked in core.readings(words, _KINDS):
        if found := _condition(asked, plain):
            return found
    if pronoun := _PRONOUN.search(plain):
        return say("condition_says_not_who", condition=bare(words)), _who_may_be_meant(plain, pronoun)
    if _OF_DICE.search(plain):
        return say("condition_is_of_dice", condition=bare(words)), _whose_attack(plain)
    return say("condition_not_understood", condition=bare(words)), say("conditions_look_so")


def _whose_attack(plain: str) -> str:
    """Return what to write: an attack of others was made before the turn, one's own has no result yet."""
    found = _ATTACKER.match(plain)
    who = found["who"] if found else ""
    if who.lower() in _MINE or _POINTS_BACK.match(plain):
        return say("pause_and_look")
    if who and holder(who) is not None:
        return say("name_zone_of_attack", who=who)
    return say("name_zone_or_pause")


def _who_may_be_meant(plain: str, pronoun: re.Match[str]) -> str:
    """Return the condition about the enemy and about the writer's own side."""
    enemy, side = ("the enemy's", "our") if pronoun["owner"] else ("the enemy", "our side")
    about = [f"{plain[: pronoun.start()]}{who}{plain[pronoun.end() :]}" for who in (enemy, side)]
    return say("name_the_power_meant", enemy=about[0], side=about[1])


def _opposite(known: Condition | tuple[str, str], words: str) -> Condition | tuple[str, str]:
    if isinstance(known, Condition):
        return replace(known, words=words, is_denied=not known.is_denied)
    return known


def _in_common_words(plain: str) -> str:
    """Return "we still hold Brussels" as "we hold Brussels", and "Brussels is lost" as "it is not ours"."""
    plain = _BY_THEN.sub("", plain)
    if (found := _TAKEN.fullmatch(plain)) and _zone(found["place"]):
        return f"{found['who']} {found['has']} {found['no'] or ''}held {found['place']}"
    if (found := _LOST_ZONE.fullmatch(plain)) and _zone(found["place"] or found["other"]):
        return f"{found['place'] or found['other']} is not ours"
    return _ONLY.sub("exactly ", _STILL.sub("", plain))


def _condition(asked: Asked, words: str) -> Condition | None:
    """Return the condition of one reading, None if a name in it is not known."""
    zone = _zone(asked.parts.get("place", ""))
    if "place" in asked.parts and not zone:
        return None
    return _READERS[asked.kind](asked, words, zone)


def _of_combat(asked: Asked, words: str, _: Zone) -> Condition:
    """Return a condition that can only be decided in a combat."""
    parts, no = asked.parts, asked.is_denied
    if asked.kind == "earlier":
        which = key(parts["which"])
        place = 1 if which.endswith("first") else -1 if which.endswith(("last", "previous")) else 0
        return Condition("earlier", words, how=_how(parts["how"]), number=place, is_denied=no)
    if asked.kind == "target":
        return Condition("target", words, how=parts["step"].lower(), is_denied=no)
    return Condition("first", words, is_denied=no)


def _of_attack(asked: Asked, words: str, zone: Zone) -> Condition | None:
    who = _attacker(asked.parts.get("by") or asked.parts.get("who", ""))
    if who is None or who == NOBODY:
        return None
    return Condition("attack", words, zone, who, _how(asked.parts.get("how", "")), is_denied=asked.is_denied)


def _of_zone(asked: Asked, words: str, zone: Zone) -> Condition | None:
    """Return a condition on who holds a zone, or whether it is empty."""
    if asked.kind == "free":
        is_free = asked.parts["how"].lower() != "occupied"
        return Condition("empty", words, zone, is_denied=asked.is_denied == is_free)
    who = holder(asked.parts["who"])
    return None if who is None else Condition("control", words, zone, who, is_denied=asked.is_denied)


def _of_trench(asked: Asked, words: str, zone: Zone) -> Condition | None:
    if asked.kind == "entrenched":
        return Condition("trench", words, zone, is_denied=asked.is_denied)
    counted = _counted(asked.parts.get("subject", ""))
    if counted is None or counted.how or counted.number != 1:  # trenches are not counted
        return None
    denied = asked.is_denied ^ counted.is_none
    return Condition("trench", words, zone, _power_of(counted.who), is_denied=denied)


def _of_armies(asked: Asked, words: str, zone: Zone) -> Condition | None:
    counted = _counted(asked.parts["subject"])
    if counted is None:
        return None
    is_gone = asked.kind == "dislodged"
    who = ENEMY if is_gone and counted.who == ANYBODY else counted.who
    denied = asked.is_denied ^ counted.is_none ^ is_gone
    return Condition("armies", words, zone, who, counted.how, counted.number, is_denied=denied)


def _of_track(asked: Asked, words: str, _: Zone) -> Condition | None:
    meant = TRACK_NAMES.meant(asked.parts["track"])
    name = meant[0] if len(meant) == 1 else ""
    is_surrender = name == SURRENDER
    if not name or (is_surrender and asked.kind == "joined"):
        return None
    if asked.kind == "box":
        how = "least" if "more" in asked.parts else ""
        number = int(asked.parts["number"])
        return Condition("box", words, how=how, number=number, track=name, is_denied=asked.is_denied)
    return Condition("joined", words, track=name, is_denied=asked.is_denied)


def _zone(words: str) -> Zone:
    try:
        return ZONE_NAMES.find(words.strip()) if words else ""
    except Unreadable:
        return ""


def _how(words: str) -> str:
    """Return the outcome that the words of an attack name; "" if it was made at all."""
    if not words or re.fullmatch(_MADE, words, re.IGNORECASE):
        return ""
    return "won" if re.fullmatch(_WON, words, re.IGNORECASE) else "lost"


def _side(words: str) -> str | None:
    """Return whom the words name, None if they name nobody known."""
    plain = " ".join(words.lower().replace("'", "").replace("\u2019", "").split()).removeprefix("the ")
    for names, meant in ((_SELF, ME), (_SIDE, US), (_FOES, ENEMY), (_NONE, NOBODY)):
        if plain in names:
            return meant
    bared = words.strip().removesuffix("'s").removesuffix("\u2019s").removesuffix("'").removesuffix("\u2019")
    bared = re.sub(r"^the\s+", "", bared, flags=re.IGNORECASE)
    return power_called(bared) or _coalition(bared) or _nation(bared) or _in_short(bared)


def _coalition(words: str) -> str | None:
    named = key(words).removesuffix("powers")
    coalitions = {power.coalition for power in BOARD.powers.values()}
    return next((name for name in coalitions if key(name) == named), None)


def _in_short(words: str) -> str | None:
    """Return the Power whose name, or the name of a nation of its own, begins like that: "Aus", "Rus"."""
    begun = key(words)
    names = [(key(power), power) for power in BOARD.powers]
    names += [(key(nation), _power_of(nation)) for nation in NATIONS]
    meant = {power for name, power in names if len(begun) >= SHORTEST_NAME and name.startswith(begun)}
    return meant.pop() if len(meant) == 1 else None


def _nation(words: str) -> str | None:
    wanted = key(words).removesuffix("s")
    return next((name for name in NATIONS if key(name) == wanted), None)


def holder(words: str) -> str | None:
    """Return whom the words name, None if they name nobody known. A nation means its Power."""
    who = _side(words)
    return None if who is None else _power_of(who)


def _power_of(who: str) -> str:
    """Return the Power of a nation; anybody else as given."""
    powers = (counter.power for counter in BOARD.counters.values() if counter.nation == who)
    return next(powers, who)


def _attacker(words: str) -> str | None:
    """Return whose attack is meant; ANYBODY if the words do not say."""
    plain = re.sub(r"^there\s+(?:is|was)\b", "", words.strip(), flags=re.IGNORECASE).strip()
    plain = re.sub(r"^(?:the|an?|any|every)\b\s*", "", plain, flags=re.IGNORECASE)
    return holder(plain) if plain else ANYBODY


class _Counted(NamedTuple):
    """Whose armies or trenches are counted, how, and the number; *is_none*: there must be none."""

    who: str = ANYBODY
    how: str = ""
    number: int = 1
    is_none: bool = False


def _counted(subject: str) -> _Counted | None:
    """Return what the words count; None if not understood."""
    text = f"{_THERE.sub('', subject.strip(), count=1)} "
    is_none = False
    if found := _ARTICLE.match(text):
        text, is_none = text[found.end() :], found["no"] is not None
    counted = _COUNTED.match(text)
    assert counted is not None  # noqa: S101  (the pattern matches nothing, too)
    text = text[counted.end() :]
    owner = _ARMY.sub("", text).strip()
    who = _side(owner) if owner else ANYBODY
    if who is None:
        return None
    if who == NOBODY:
        return _Counted(is_none=True)
    if who == ANYBODY and not (_ARMY.search(text) or found or counted["number"]):
        return None if subject.strip() else _Counted()
    said = (counted["number"] or "1").lower()
    number = _NUMBERS.get(said) or int(said)
    how = " ".join((counted["how"] or "").lower().split())
    if how == "more than":
        number += 1
    at_least = "least" if number > 1 else ""
    compared = {"fewer than": "fewer", "less than": "fewer", "exactly": "exactly"}.get(how, at_least)
    return _Counted(who, compared, number, is_none)


_READERS: Mapping[str, Callable[[Asked, str, Zone], Condition | None]] = {  # by the names in `_KINDS`
    **dict.fromkeys(("box", "joined", "surrendered"), _of_track),
    **dict.fromkeys(("first", "earlier", "target"), _of_combat),
    **dict.fromkeys(("attack", "attacked", "attacks"), _of_attack),
    **dict.fromkeys(("free", "owned", "owns"), _of_zone),
    **dict.fromkeys(("trench", "has trench", "entrenched"), _of_trench),
    **dict.fromkeys(("dislodged", "present"), _of_armies),
}
