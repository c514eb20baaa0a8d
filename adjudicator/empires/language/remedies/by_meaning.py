"""Suggest legal orders for a sentence that is not understood, from what is understood of it.

Its words are read as in `lexicon`, those that are not known are skipped. Armies and zones that it names, its
verb, and a track or technology make the orders that it may mean; those are suggested that the Power may order
now. Nothing is ever taken as an order here.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, takewhile

from adjudicator.empires.ground import BOARD, ZONES, Zone, zone_name
from adjudicator.empires.language.grammar import FORMS
from adjudicator.empires.language.sentences.lexicon import Word, heard
from adjudicator.empires.position import Position, of_power

MOST_SUGGESTED = 3
MOST_TRIES = 12  # orders that a sentence may mean
MOST_EXAMPLES = 40  # orders that are tried for an example
ACTIONS = "rqQedhb"  # letters of the lexicon; moves and attacks are talked about too much
STRENGTHS = {"full", "reduced"}
FORWARD = "forward"
BACK = ("back", "down", "zurück", "rück", "arrière", "-1")  # in a word of direction
OF_TRENCHES = {"always": "always", "never": "never", "save": "save", "saving": "save", "immer": "always"}
IsLawful = Callable[[str], bool]
_NAME = re.compile(r"[^\W\d_]{4,}")
_REPORTS = re.compile(
    r"\b(?:was|were|went|has|have|had|did|moved|pushed|look(?:s|ing)? forward)\b", re.IGNORECASE
)
_PUSHES = re.compile(r"X[&:]*j?[&:]*D|D[:f]*X|j.*D|D.*j")  # letters of a track or marker beside its way
_MARKER = re.compile(r"\bmarkers?\b", re.IGNORECASE)
_STEM = 4  # letters that the name of a country shares with that of its people


def suggested(position: Position, text: str, is_lawful: IsLawful) -> list[str]:
    """Return at most three legal orders that *text* may mean; none if it names nothing that fits."""
    words = heard(text)
    named = [*words, *_tracks(text)]
    candidates = dict.fromkeys(_standing(words, text)) or dict.fromkeys(_meant(position, named))
    return list(islice(filter(is_lawful, islice(candidates, MOST_TRIES)), MOST_SUGGESTED))


def says_what_to_do(text: str) -> bool:
    """Return whether a text that is not understood names an action, such as recruiting or diplomacy."""
    words = heard(text)
    return any(word.letter in ACTIONS for word in words) or _pushes(text, words)


def _pushes(text: str, words: Sequence[Word]) -> bool:
    """Return whether a marker is to move: "Turkey one forward", "the Bulgarians, marker forward"."""
    is_said = _PUSHES.search("".join(word.letter for word in words)) is not None
    tracks = [word for word in (*words, *_tracks(text)) if word.letter == "X"]
    return is_said and bool(tracks) and not _REPORTS.search(text)


def pushes(text: str) -> bool:
    """Return whether a text that is not understood says which marker moves, and which way."""
    return _pushes(text, heard(text))


def _tracks(text: str) -> list[Word]:
    """Return the track whose people a text about a marker names: "the Turkish marker"."""
    if not _MARKER.search(text):
        return []
    stems = {name[:_STEM].casefold() for name in _NAME.findall(text)}
    return [Word("X", track) for track in BOARD.tracks if track[:_STEM].casefold() in stems]


def example(position: Position, form: str, is_lawful: IsLawful) -> str:
    """Return an order of the kind of FORMS[*form*] that is legal in this position, or FORMS[*form*]."""
    tries = (order for zone in _own_zones(position) for order in _of_kind(form, zone))
    return next(filter(is_lawful, islice(tries, MOST_EXAMPLES)), FORMS[form])


def _of_kind(form: str, zone: Zone) -> Iterator[str]:
    """Yield orders of a kind for *zone*; none of a kind that names no zone of the Power's."""
    name = zone_name(zone)
    match form:
        case "army" | "armies" | "attack":
            ending = " attacks" if form == "attack" else ""
            yield from (f"Army {name} - {zone_name(to)}{ending}" for to in ZONES[zone].neighbours)
        case "recruit":
            yield f"RECRUIT full in {name}"
        case "reinforce":
            yield f"RECRUIT reinforce {name}"
        case "entrench":
            yield f"ENTRENCH {name}"
        case "trench":
            yield f"TRENCH always in {name}"
        case _:
            return


def _standing(words: Sequence[Word], text: str) -> Iterator[str]:
    """Yield standing orders: where an army retreats, what becomes of trenches."""
    letters = {word.letter for word in words}
    zones = [word.said for word in words if word.letter == "Z"]
    if "b" in letters and len(zones) > 1:
        yield f"RETREAT {zones[0]}: {', '.join(zones[1:])}"
    said = next((said for word, said in OF_TRENCHES.items() if word in text.casefold()), "")
    if "e" in letters and said:
        yield from (f"TRENCH {said} in {zone}" for zone in zones[:1])


def _meant(position: Position, words: Sequence[Word]) -> Iterator[str]:
    """Yield the orders that *words* may mean, the most telling first."""
    letters = {word.letter for word in words}
    zones = [word.said for word in words if word.letter == "Z"]
    if "X" in letters:
        yield from _diplomacy(words)
    if "H" in letters and not zones:
        yield from (f"RESEARCH {word.said}" for word in words if word.letter == "H")
    if letters & {"r", "q", "Q"} and "b" not in letters:
        yield from _recruits(words)
    if "e" in letters:
        yield from (f"ENTRENCH {zone}" for zone in zones)
    backwards = [*_backwards(position, words)] if "k" in letters else []
    yield from backwards or _moves(position, zones, attacks="k" in letters, is_supported="s" in letters)


def _diplomacy(words: Sequence[Word]) -> Iterator[str]:
    ways = [word.said for word in words if word.letter == "D"]
    way = "back" if any(part in said for said in ways for part in BACK) else FORWARD
    yield from (f"DIPLOMACY {word.said} {way}" for word in words if word.letter == "X")


def _recruits(words: Sequence[Word]) -> Iterator[str]:
    """Yield what is recruited in each zone: as large as the word beside it says, a full army if none does."""
    kind = "full in" if any(word.letter == "r" for word in words) else "reinforce"
    strengths = {word.said for word in words} & STRENGTHS
    only = f"{next(iter(strengths))} in" if len(strengths) == 1 else ""
    for at, word in enumerate(words):
        if word.letter in ("q", "Q"):
            kind = "reinforce"
        elif word.letter == "F" and word.said in ("full", "reduced"):
            kind = f"{word.said} in"
        elif word.letter == "Z":
            behind = (_strength_behind(words[at + 1 :]) or only) if kind == "full in" else ""
            is_made_full = any(one.letter == "Q" for one in _until_zone(words[at + 1 :]))
            yield f"RECRUIT {'reinforce' if is_made_full else behind or kind} {word.said}"


def _until_zone(words: Sequence[Word]) -> Iterator[Word]:
    return takewhile(lambda word: word.letter != "Z", words)


def _strength_behind(words: Sequence[Word]) -> str:
    """Return "reduced in" for "Vienna, a reduced one", "" for no strength before the next zone."""
    near = _until_zone(words)
    return next((f"{one.said} in" for one in near if one.said in STRENGTHS), "")


def _moves(position: Position, zones: Sequence[str], *, attacks: bool, is_supported: bool) -> Iterator[str]:
    """Yield moves from each zone with an army of the Power to the zone that is named after it."""
    own = {zone_name(zone) for zone in _own_zones(position)}
    start = -1
    for at, zone in enumerate(zones):
        if start >= 0 and zone != zones[start]:
            others = [one for place, one in enumerate(zones) if place not in (start, at) and one in own]
            move = f"Army {zones[start]} - {zone}"
            yield from (f"{move} attacks with Army {one}" for one in others if is_supported)
            yield from _either(move, attacks=attacks)
            start = -1
        elif zone in own:
            start = at
    if start >= 0 and attacks:
        yield f"Army {zones[start]} attacks"


def _backwards(position: Position, words: Sequence[Word]) -> Iterator[str]:
    """Yield the attack of "attack Krakow from Warsaw with both armies"."""
    zones = [word.said for word in words if word.letter == "Z"]
    own = {zone_name(zone) for zone in _own_zones(position)}
    if len(zones) == len(("goal", "start")) and zones[1] in own and zones[0] not in own:
        attack = f"Army {zones[1]} - {zones[0]} attacks"
        are_two = any((word.letter, word.said) == ("#", "2") for word in words)
        yield f"{attack} with Army {zones[1]}" if are_two else attack


def _either(move: str, *, attacks: bool) -> Iterator[str]:
    """Yield the move and the attack, that first which was said: only one of them may be legal."""
    yield from (f"{move} attacks", move) if attacks else (move, f"{move} attacks")


def _own_zones(position: Position) -> Sequence[Zone]:
    return tuple(dict.fromkeys(army.zone for army in of_power(position.armies, position.power)))
