"""Spell out the shorthand of postal play: "F Orl-Mtz" is "French Orl-Metz", "f Brit Ldn" "full Brit London".

A zone may be written with consonants of its name ("Ldn", "Mtz"), if only one zone fits and the letters are
not a slip for the short name of another. A capital stands for a nation in front of an army that moves, and
"f" and "r" for full and reduced in front of a nation.
"""

import re
from functools import cache, lru_cache
from itertools import combinations

from adjudicator.core.language.words import key
from adjudicator.empires.ground import BOARD, TECHNOLOGY_NAMES, ZONE_NAMES, Power, Zone

SET_UP = 3  # technologies. 2.3
TECHNOLOGIES_COMMAND = "TECHNOLOGIES"
SHORTEST, LONGEST = 3, 4  # consonants of a zone
SHORTEST_BEGUN = 4  # letters of two zones, only the beginnings of which are written
_CONSONANTS = re.compile(rf"(?<![\w'])[b-df-hj-np-tv-z]{{{SHORTEST},{LONGEST}}}(?![\w'])", re.IGNORECASE)
_NATIONS = {"F": "French", "G": "German", "B": "British", "R": "Russian"}
_A_NATION = (
    r"(?=(?i:small |sm )?(?i:br|brit?|british|fr|fre|french|ger|german|russ?|russian|ital?|italian|serb?|"
    r"aus(?:tr?)?)\b)"
)
_STEPS = {"f": "full", "r": "reduced"}
_STEP_OF_NATION = re.compile(
    rf"(?<![\w.'-])(?:(?<![^,;:+&\s] )(?P<capital>[FR])|(?P<small>[fr]))\.? {_A_NATION}"
)
_STEP = re.compile(r"(?<![\w.'-])(?P<step>[fr])\.? (?=(?P<zone>[^\W\d_][\w']{2,}))")
_FULL_IN = re.compile(  # "rec f Orl, f Par": not "f Orl-Par", an army that moves
    r"(?:(?<=^)|(?<=[,;:+&] )|(?<=\brec )|(?<=\brecr )|(?<=\brecruit ))f\.? "
    r"(?=(?P<zone>[^\W\d_][\w']{2,})(?! ?(?:-|>|to\b|x\b|att)))"
)
_NATION_THAT_MOVES = re.compile(
    r"(?<![\w.'-])(?P<by>(?:by|with|w/|from|sup[a-z]*\.?|s) )?(?P<nation>[FGBR])\.? "
    r"(?=(?P<zone>[^\W\d_][\w']{2,})(?P<goes> ?(?:-|>|to\b|x\b|att))?)"
)
_HEADS = (
    (re.compile(r"^D ?: ?(?=\S)"), "Dipl "),
    (re.compile(r"^(?:E|[Tt]rench)(?: ?:)? (?!(?:save|always|never)\b)(?=[^\W\d_][\w'-]{2,}\W*$)"), "Entr "),
)
_PAIR = re.compile(r"(?<![\w'-])([^\W\d_]{3,15})-([^\W\d_]{3,15})(?![\w'-])")
_ONE = (
    r"(?:att?(?:ack)?|angriff|def(?:en[cs]e)?|verteidigung|man(?:oeuvre|euver)?|off(?:ensive)?|avi(?:ation)?"
    r"|(?:poison )?gas|tanks?|assault troop(?:er)?s)(?: ?\d)?"
)
_LIST = rf"{_ONE}(?:(?:\s*[,;/+&]\s*(?:and )?|\s+(?:and|und)\s+){_ONE})+"
_HEAD = (
    r"(?:(?:my|our|the|three|starting|start|first|secret|set-?up|as|for|i|we|choose|take) )*"
    r"(?:techs?|technolog(?:y|ies)|technologien)"
)
_IS = r"(?:\s*[:=-]\s*|\s+(?:(?:are|is|will be|(?:i|we) (?:take|choose|want)|shall be)\s*:?\s+)?)"
_SET_UP = re.compile(  # "Tech: Att1/Def1/Avi", "My three techs are attack and defence and gas"
    rf"\W*(?:[1-6][.)] )?(?:(?P<head>{_HEAD}){_IS}"
    r"|(?:i|we) (?:choose|take|pick|want|start with|would like)[ :]+|(?:choose|take|pick)[ :]+)?"
    rf"(?P<names>{_LIST})(?:,? please)?\W*",
    re.IGNORECASE,
)
_SET_UP_WITHIN = re.compile(  # "Hello, my technologies are attack, defence and gas. I recruit ..."
    rf"(?<=[.!?,:;] )(?P<head>{_HEAD}){_IS}(?P<names>{_LIST})(?=(?:,? please)?(?:[.!;]|\s*$))", re.IGNORECASE
)
_BETWEEN_TECHNOLOGIES = re.compile(r"\s*[,;/+&]\s*(?:and\s+)?|\s+(?:and|und)\s+", re.IGNORECASE)
_GERMAN = {"angriff": "Attack", "verteidigung": "Defence"}
_LEVEL = re.compile(r"([^\W\d_])(\d)$")
_ARMY = re.compile(r"(?<![\w.'-])Ar\.? (?=[A-Z])")
_CANCEL = re.compile(r"(?<![\w'-])canc\.? ?(?=air\b)", re.IGNORECASE)


def spelled_out(text: str) -> str:
    """Return *text* with the shorthand in it in full words."""
    written = _PAIR.sub(_pair, _CONSONANTS.sub(_zone_in, text))
    for head, word in _HEADS:
        written = head.sub(word, written)
    written = _CANCEL.sub("cancel ", _ARMY.sub("Army ", written))
    written = _STEP_OF_NATION.sub(lambda one: f"{_STEPS[one[0][0].casefold()]} ", written)
    written = _FULL_IN.sub(lambda one: "full " if ZONE_NAMES.meant(one["zone"]) else one[0], written)
    return _NATION_THAT_MOVES.sub(_nation, written)


def technologies_in_full(line: str) -> str:
    """Return "Tech: Attack 1, Defence 1, Aviation" for "Tech: Att1/Def1/Avi".

    In the choice of the set-up, a branch without its level is meant at level 1: no other may be chosen. 2.3
    Without a word for technologies it takes three of them: fewer may be meant otherwise.
    """
    found = _SET_UP.fullmatch(line)
    return _list_in_full(found) if found else _SET_UP_WITHIN.sub(_list_in_full, line)


def _list_in_full(found: re.Match[str]) -> str:
    names = [_technology(one) for one in _BETWEEN_TECHNOLOGIES.split(found["names"])]
    if not all(names) or (not found["head"] and len(names) != SET_UP):
        return found[0]
    in_full = ", ".join(names)
    is_in_full = found["head"] and in_full.casefold() == found["names"].casefold()
    return found[0] if is_in_full else f"{found['head'] or TECHNOLOGIES_COMMAND}: {in_full}"


def _technology(word: str) -> str:
    """Return the technology that *word* begins, of a branch the first level; "" if it is none or several."""
    name = word.strip(" .").casefold()
    for german, english in _GERMAN.items():
        name = name.replace(german, english)
    return of_set_up(_LEVEL.sub(r"\1 \2", name))


def of_set_up(words: str) -> str:
    """Return the technology of the set-up of that name, "" if it is none or several. 2.3"""
    meant = TECHNOLOGY_NAMES.meant(words)
    first = [name for name in meant if name.endswith(" 1")]
    is_branch = len({name.rpartition(" ")[0] for name in meant}) == 1
    return meant[0] if len(meant) == 1 else first[0] if is_branch and first else ""


def with_steps(text: str, power: Power) -> str:
    """Return *text* with "f" and "r" in front of a zone as full and reduced.

    Not those that may be the nation of an army of *power*, nor the "r" that begins a line: it recruits.
    """
    return _STEP.sub(lambda found: _step(found, power), text)


def _step(found: re.Match[str], power: Power) -> str:
    word = _STEPS[found["step"]]
    is_nation = any(nation.casefold().startswith(found["step"]) for nation in BOARD.powers[power].nations)
    is_kind = not is_nation and (found.start() or word == "full") and ZONE_NAMES.meant(found["zone"])
    return f"{word} " if is_kind else found[0]


def _pair(found: re.Match[str]) -> str:
    """Return "Nan-Metz" for "Nan-Met": next to the name of a zone, a beginning is another."""
    one, other = found.groups()
    is_begun = min(len(one), len(other)) >= SHORTEST_BEGUN and not ZONE_NAMES.is_name(one)
    if ZONE_NAMES.is_name(one + other):
        return found[0]
    if ZONE_NAMES.is_name(one) == ZONE_NAMES.is_name(other) and not is_begun:
        return found[0]
    return f"{_in_full(one)}-{_in_full(other)}"


def _in_full(word: str) -> str:
    meant = ZONE_NAMES.meant(word)
    is_begun = len(meant) == 1 and not ZONE_NAMES.is_name(word)
    return BOARD.zones[meant[0]].name if is_begun else word


def is_short(word: str) -> bool:
    """Return whether *word*, in lower case, is a zone in short or a letter for a nation or a step."""
    return word in _zones_in_short() or word in ("f", "g", "b", "r", "e", "canc")


def _nation(found: re.Match[str]) -> str:
    """Return the nation in front of an army that moves or supports; a capital elsewhere stays as it is."""
    is_army = (found["by"] or found["goes"]) and ZONE_NAMES.meant(found["zone"])
    return f"{found['by'] or ''}{_NATIONS[found['nation']]} " if is_army else found[0]


def _zone_in(found: re.Match[str]) -> str:
    return _zones_in_short().get(found[0].casefold(), found[0])


@cache
def _zones_in_short() -> dict[str, str]:
    """Return the zones that are meant by consonants of their names."""
    zones: dict[str, set[Zone]] = {}
    for zone, facts in BOARD.zones.items():
        for name in (facts.name, *facts.aliases):
            for short in _shortened(key(name)):
                zones.setdefault(short, set()).add(zone)
    return {
        short: BOARD.zones[zone].name
        for short, [zone, *others] in zones.items()
        if not (others or ZONE_NAMES.meant(short) or _is_a_slip(short, zone))
    }


def _shortened(name: str) -> set[str]:
    """Return the first letter of a name with two or three of the consonants after it, in their order."""
    behind = [letter for letter in name[1:] if letter not in "aeiou" and letter.isalpha()]
    if name[0] in "aeiou" or " " in name:
        return set()
    return {
        name[0] + "".join(some)
        for many in range(SHORTEST - 1, LONGEST)
        for some in combinations(behind, many)
    }


@lru_cache(maxsize=2048)
def _is_a_slip(short: str, zone: Zone) -> bool:
    """Return whether one letter makes *short* the short name of another zone."""
    others = (BOARD.zones[other].abbr for other in BOARD.zones if other != zone)
    return any(_differ_in_one(short, key(other)) for other in others)


def _differ_in_one(one: str, other: str) -> bool:
    return len(one) == len(other) and sum(a != b for a, b in zip(one, other, strict=True)) == 1
