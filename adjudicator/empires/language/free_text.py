"""Translate sentences of players into the notation of orders: "3 from Cologne to Brussels", "Offensive!".

Every word must be in `free_words.toml` or be a name of the board; a text with any other word is not an order.
Each word is replaced by one letter, and patterns over these letters recognise the orders, so that no word is
ignored. The result is parsed and checked like any other order.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise, takewhile
from typing import Any, NamedTuple

from adjudicator.core.languages import words_in
from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of
from adjudicator.core.word_letters import LetterMatch
from adjudicator.core.words import clean
from adjudicator.empires.ground import BOARD, REGIONS, TECHNOLOGY_NAMES, ZONE_NAMES, zone_name
from adjudicator.empires.language.grammar import has_arrow, plain

MOST_WORDS_OF_A_NAME = 5
MOST_WORDS_OF_A_ZONE = 2
LONGEST_STANDING = 120  # characters of a sentence that may be a standing order
FEWEST_ABOUT, MOST_ABOUT = 2, 12  # words of a sentence about a topic of the game
REQUESTS = "requests"  # in the table of topics, the words that a request begins with
MOST_FOR_RESEARCH = 5  # tokens of a text about research
MOST_FOR_THE_OTHER = 10  # tokens of a text about "the other" army
MOST_TOKENS = 60  # of a text; a longer one is not an order
SHORTEST_BEGINNING = 4  # letters of an abbreviated name in a sentence
WHOLE_MISSIONS = 4  # missions that one action gives
_TOKEN = re.compile(
    r"w/|=+>|-+>|>+|_+|\d+|[,;&+:]|(?<=\s)-+(?=\s)|[^\W\d_][\w'.]*(?:-[^\W\d_][\w'.]*)*|w/|\S"
)
_SAID = {"->": "t", ">": "t", "-": "t", "_": "t", "=>": "=", ",": "&", ";": "&", "&": "&", "+": "&", ":": ":"}
ENDINGS = ".!'\")"  # what may follow a word
_KINDS = tuple("NSF")  # "the other British army": the nation says which
_BACK = re.compile(r"back|down|zurück|rückwärts|arrière|recul")
_ONE_BOX = re.compile(r"(?<=\w) ?[+-] ?1(?=\W*$)")  # "Italy +1"
_TIMES = re.compile(r"(?<!\w)(\d) ?[x×](?= )", re.IGNORECASE)  # "2x full in Metz"
_NAMED_ONE = re.compile(
    r"\b(the )((?:\w+ )?\w+) one\b(?= (?:to|attack|move|go|march)|->?)"
)  # "the Paris one to Lille"
_ELISION = re.compile(r"(?<!\w)[dl]['\u2019](?=\w)")  # "l'armée d'Orléans"
_FROM = ("from", "out of", "aus", "von", "depuis")
_NATION_OF_TRACK = {"Turkish": "Turkey", "Italian": "Italy", "Bulgarian": "Bulgaria", "Romanian": "Romania",
                    "American": "USA", "Russian": "Russian surrender"}  # fmt: skip


_BULLET = re.compile(r"^\s*(?:[-*+•]|\(?\d{1,2}(?:\.\d{1,2})*[.):]|\(?\d{1,2}(?:\.\d{1,2})+)\s+")
_SMALL_NUMBER = re.compile(
    r"\b((?:up to|at most|at least|not more than|keep|save) )(one|two|three|four)\b", re.IGNORECASE
)
_A_WORD = re.compile(r"[^\W\d_][\w'-]*")
_IF_BEATEN = re.compile(
    r"(?:if|when|should|in case)\b(?P<why>[^,:]{3,60}?)[,:]?\s(?:then )?"
    r"(?:we|it|they|i|please|(?:the|our|my) army)?"
    r"\s?(?:(?:shall|will|should|must|would) )?(?:retreat|go|goe|fall|withdraw|pull|flee)s?(?: back)? "
    r"(?:to|towards|into|on) (?P<goals>.+)",
    re.IGNORECASE,
)
_RETREAT_FROM = re.compile(  # "if an army must retreat from Grodno: 1st Minsk, 2nd Riga"
    r"(?:(?:if|when|whenever|should|in case) (?:(?:an?|the|my|our|any|one) )*(?:army|armies|units?) "
    r"(?:(?:must|has to|have to|needs? to|is forced to|are forced to|should|retreats?) ?)+"
    r"|(?:standing )?retreats?:? )(?:from|fm|in|out of) (?P<why>[^,:=]{3,40}?)\s*[:,=]\s*"
    r"(?:(?:it|they) )?(?:(?:goes?|retreats?) )?(?:to )?(?P<goals>.+)",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"\b(?:1st|2nd|3rd|4th|first|second(?:ly)?|third)\b:? ?", re.IGNORECASE)
_OF_DEFEAT = words_in(  # not "attacked": an army that wins does not retreat
    (
        "our the my we i army armies in at from of out is are be was gets get lose loses lost fall falls",
        "beaten defeated driven thrown pushed forced taken must has have had to retreat there enemy takes",
        "take battle fight units unit that",
    )
)
_OR_ELSE = re.compile(
    r"(?:\s*,\s*|\s+)(?:or|and|else|otherwise|then|to|if not)\b(?:[\s,]+(?:else|then|to)\b)*\s*|\s*,\s*"
)


class Word(NamedTuple):
    """A word or name of a text: its letter in the patterns, and what it is called in orders."""

    letter: str
    said: str


class _Lexicon(NamedTuple):
    words: Mapping[str, Word]
    parts: frozenset[str]  # each single word, in lower case
    longest: Mapping[
        str, int
    ]  # by first word, the number of words of the longest entry; MOST_WORDS_OF_A_ZONE for others


@cache
def _tables() -> Mapping[str, Any]:
    return tables_of(text_beside("adjudicator.empires.language", "free_words.toml"))


@cache
def _lexicon() -> _Lexicon:
    tables = _tables()
    words: dict[str, Word] = {word: Word("", "") for word in tables["noise"]["words"]}
    words |= {word: Word(letter, word) for letter, many in tables["classes"].items() for word in many}
    words |= {word: Word("#", str(number)) for word, number in tables["numbers"].items()}
    for letter, table in (("N", "nations"), ("X", "tracks"), ("H", "technologies")):
        words |= {word: Word(letter, name) for name, many in tables[table].items() for word in many}
    words["the other"] = Word("O", "the other")
    words["and"] = words["und"] = words["et"] = Word("&", "and")
    words["or"] = words["oder"] = words["ou"] = Word("|", "or")  # in RETREAT only: the order of preference
    for said, synonyms in tables["described"].items():
        words |= {word: Word("S" if said == "small" else "F", said) for word in (said, *synonyms)}
    parts = frozenset(part for word in words for part in re.findall(r"[^\W\d_]+", word))
    longest: dict[str, int] = {}
    for word in words:
        first, many = word.partition(" ")[0], word.count(" ") + 1
        longest[first] = min(MOST_WORDS_OF_A_NAME, max(many, longest.get(first, MOST_WORDS_OF_A_ZONE)))
    return _Lexicon(words, parts, longest)


def knows(word: str) -> bool:
    """Return whether *word*, in lower case, can be part of an order in a sentence."""
    known = _lexicon().parts, _parts_of_names(), _words_of_standing(), _OF_DEFEAT
    return any(word in words for words in known) or bool(ZONE_NAMES.meant(word))


@cache
def _parts_of_names() -> frozenset[str]:
    zones = (name for zone in BOARD.zones.values() for name in (zone.name, zone.abbr, *zone.aliases))
    powers = (name for power in BOARD.powers.values() for name in (power.name, *power.aliases))
    return frozenset(
        part for name in (*zones, *powers, *REGIONS) for part in re.findall(r"[^\W\d_]+", name.casefold())
    )


@lru_cache(maxsize=2048)
def words_of(text: str) -> tuple[Word, ...] | None:
    """Return the words of *text* with their letters; None if one of them is not known."""
    folded = _TIMES.sub(r"\1", _ELISION.sub("", plain(clean(text)).casefold()))
    folded = _NAMED_ONE.sub(lambda one: f"the army {one[2]}" if _is_zone(one[2]) else one[0], folded)
    folded = _ONE_BOX.sub(lambda one: " forward" if "+" in one[0] else " back", folded)
    tokens = [found[0] for found in _TOKEN.finditer(folded)]
    tokens = [token.rstrip(ENDINGS) or token for token in tokens]
    tokens = [token for token in tokens if token not in (".", "!", "(", ")", '"', "'", "*")]
    found: list[Word] = []
    at = 0
    while at < len(tokens) and len(found) < MOST_TOKENS:
        word, used = _next(tokens, at)
        if word is None:
            return None
        if word.letter:
            found.append(word)
        at += used
    following = pairwise([*found, Word("", "")])
    said = [
        w
        for at_word, (w, after) in enumerate(following)
        if not (w.letter == "O" and _adds_nothing(found[:at_word], after))
    ]
    return tuple(said) if said and at == len(tokens) else None


def _adds_nothing(before: Sequence[Word], after: Word) -> bool:
    """Return whether "the other" only repeats a word: "the other British army", "the other Metz army"."""
    return after.letter in _KINDS or (after.letter == "Z" and after in before)


def _next(tokens: Sequence[str], at: int) -> tuple[Word | None, int]:
    lexicon = _lexicon()
    for many in range(min(lexicon.longest.get(tokens[at], MOST_WORDS_OF_A_ZONE), len(tokens) - at), 0, -1):
        words = " ".join(tokens[at : at + many])
        if words in lexicon.words:
            return lexicon.words[words], many
        if many <= MOST_WORDS_OF_A_ZONE and _is_zone(words):
            meant = ZONE_NAMES.meant(words)
            return (Word("Z", zone_name(meant[0])) if len(meant) == 1 else None), many
    return _one(tokens[at])


@lru_cache(maxsize=4096)
def _is_zone(words: str) -> bool:
    return all(word[0].isalpha() for word in words.split(" ")) and ZONE_NAMES.is_name(words)


@lru_cache(maxsize=4096)
def _one(token: str) -> tuple[Word | None, int]:
    """Return the meaning of a word that is not in the lexicon: a number, a sign or a shortened zone."""
    if token.isdigit():
        return Word("#", token), 1
    if letter := _SAID.get(token) or _SAID.get(re.sub(r"(.)\1+", r"\1", token)):
        return Word(letter, token), 1
    meant = ZONE_NAMES.meant(token) if len(token) >= SHORTEST_BEGINNING else ()
    return (Word("Z", zone_name(meant[0])), 1) if len(meant) == 1 else (None, 1)


# ---- the patterns: each gives the order in notation

_ONE_RETREAT = re.compile(r"A?f?A?f?Z[:t]+Z(?:[|]+t?Z|&Z(?![:t]))*")
_SEVERAL_RETREATS = re.compile(rf"b[:&]*{_ONE_RETREAT.pattern}(?:&+b?{_ONE_RETREAT.pattern})+")
_REF = r"[f#NSFA]*Z[AFNS]*"
_TARGET = r"[#NSFAf]*"
_ALSO = rf"(?:[&w]+{_REF})*"
_MORE = (  # supporters
    rf"(?P<more>(?:[&]*[ws]+f*[FSN]+A*|[&wf]*s+[wft]*{_REF}{_ALSO}|[&]?w[f]*{_REF}{_ALSO}s?|[&]?{_REF}(?:[&]{_REF})*[&m]*s+k?)?)"
)
_ITEM = r"[q#NSFAft]*(?:A&)?Z[AFN]*"
_EXTRA = r"(?:[&w]*(?:l#?A*|#lA*|T))*"
_WITH = rf"(?P<extras>{_EXTRA}){_MORE}(?P<extras2>{_EXTRA})"
# A number belongs to the heading only before a colon ("activate two: ..."), otherwise to the armies after it.
_HEAD = r"(?P<head>(?:[naogmky](?:[#A]*:)?)*)"
MOST_WORDS = 40  # of an order


_Found = LetterMatch[Word]


def reworded(text: str) -> Iterator[Sequence[str]]:
    """Yield *text* in the notation of orders, if every word of it is understood."""
    order = in_notation(text)
    if order:
        yield (order,)
    elif several := _retreats(text) or _several_armies(text):
        yield several


def is_standing(text: str) -> bool:
    """Return whether *text* is a standing order in a sentence."""
    return bool(_standing(text))


_HEADS_OF_LISTS: tuple[tuple[re.Pattern[str], re.Pattern[str], str], ...] = (  # and each of the lines below
    (re.compile(r"[nf#]*Yn*:?"), re.compile(r"[n#]*[HpolT]"), ", "),
    (re.compile(r"b+:?"), re.compile(r"A?f?Z[:t]+Z(?:[&|]+t?Z)*"), "; "),
)
MOST_OF_A_LIST = 12


def lists_joined(lines: Sequence[str]) -> Sequence[str]:
    """Return *lines* with lists of technologies or retreats on the line of their heading."""
    joined = list(lines)
    for at, line in enumerate(lines[:-1]):
        letters = _letters(line)
        lists = ((row, between) for head, row, between in _HEADS_OF_LISTS if head.fullmatch(letters))
        row, between = next(lists, (None, ""))
        rows = list(takewhile(row.fullmatch, map(_row, lines[at + 1 : at + MOST_OF_A_LIST]))) if row else []
        if len(rows) > 1:
            below = between.join(
                _BULLET.sub("", clean(one)).rstrip(" ,;.") for one in lines[at + 1 :][: len(rows)]
            )
            joined[at] = f"{line.rstrip().rstrip(':')}: {below}"
            joined[at + 1 : at + 1 + len(rows)] = [""] * len(rows)
    return joined


def letters_of(text: str) -> str:
    """Return the letters of the words of *text*; "" if one of them is not known."""
    return _letters(text)


def is_a_zone(words: str) -> bool:
    """Return whether *words* are the name of one zone, or short for it."""
    return bool(words) and len(ZONE_NAMES.meant(words)) == 1


def _row(line: str) -> str:
    return _letters(_BULLET.sub("", clean(line)))


def _letters(text: str) -> str:
    return "".join(word.letter for word in words_of(text) or ()) if len(text) <= LONGEST_STANDING else ""


@lru_cache(maxsize=4096)
def in_notation(text: str) -> str:
    """Return *text* in the notation of orders; "" if it is not understood."""
    if standing := _standing(text):
        return standing
    words = words_of(text)
    if not words or len(words) > MOST_WORDS:
        return ""
    letters = "".join(word.letter for word in words)
    for pattern, write in _patterns():
        match = pattern.fullmatch(letters)
        if match and (order := write(_Found(words, match))):
            return order
    return ""


def _standing(text: str) -> str:
    """Return the standing order of "always use the trenches in Verdun", "" for none."""
    plain_text = plain(clean(text)).strip(ENDINGS) if len(text) <= LONGEST_STANDING else ""
    if retreat := _retreat_if(plain_text):
        return retreat
    plain_text = _SMALL_NUMBER.sub(lambda one: one[1] + _lexicon().words[one[2].casefold()].said, plain_text)
    for pattern, to in _standing_orders() if plain_text else ():
        if found := pattern.fullmatch(plain_text):
            return found.expand(to)
    return ""


def _retreat_if(text: str) -> str:
    """Return the standing order of "if Nancy falls, retreat to Lyon or Paris", "" for none."""
    found = _RETREAT_FROM.fullmatch(_ORDINAL.sub("", text)) or _IF_BEATEN.fullmatch(text)
    if not found:
        return ""
    names = [word for word in _A_WORD.findall(found["why"].casefold()) if word not in _OF_DEFEAT]
    zone = ZONE_NAMES.meant(" ".join(names)) if names and _is_zone(" ".join(names)) else ()
    goals = [ZONE_NAMES.meant(one) for one in _OR_ELSE.split(found["goals"].strip(ENDINGS)) if one]
    if len(zone) != 1 or not all(len(one) == 1 for one in goals):
        return ""
    return f"RETREAT {zone_name(zone[0])}: {', '.join(zone_name(one[0]) for one in goals)}"


@cache
def _standing_orders() -> tuple[tuple[re.Pattern[str], str], ...]:
    written = _tables()["standing"]["orders"]
    return tuple((re.compile(pattern, re.IGNORECASE), to) for pattern, to in written)


@cache
def _words_of_standing() -> frozenset[str]:
    return words_in(
        (
            *(pattern.pattern for pattern, _ in _standing_orders()),
            *(one.pattern for one in (_IF_BEATEN, _OR_ELSE, _RETREAT_FROM, _ORDINAL)),
        )
    )


_Writer = Callable[[_Found], str]


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], _Writer], ...]:
    written: tuple[tuple[str, _Writer], ...] = (
        (r"[n#f]*P", lambda _: "PASS"),
        (r"[n#f]*W", lambda _: "PAUSE"),
        (r"[nmr#f]*:?(?P<what>#?)[nm:]*Mn?", _missions),
        (r"[nk#a]*a+[n#AF]*m?:?|k:", lambda _: "ACTIVATE"),
        (r"n*(?P<word>m):", _movement),
        (r"n*r+[:&]|n*r+#?n*j*:", lambda _: "RECRUIT"),
        (r"[nkm]*o[n:]*", lambda _: "OFFENSIVE"),
        (r"[nm]*:?p:?k?[ftw:]*(?P<what>[#NSFA]*)f?(?P<zone>Z)A*n?", _gas),
        (r"f?(?P<zone>Z)A*[nf]*p", _gas),
        (r"[nm]*:?h+[:&]?[nfmt]*:?(?P<what>[HpolT])n*(?:[tf]*j#?)?n*", _research),
        (r"[n#]*(?:f#?)?Y[ft]?:?n*:?(?P<what>[HpolT](?:[&t]+[HpolT])+)", _technologies),
        (r"[nm]*(?:h:?)?(?P<what>[HpolT](?:&+[HpolT]){2})", _technologies),
        (r"[nm]*(?P<what>[HpolT])h+n?", _research),
        (r"[nm#]*(?P<what>[HpolT](?:&+[HpolT])+)[nmf]*Y", _technologies),
        (r"[n]*:?e:?[ft]*[NSFA]*f?(?P<zone>Z)A*n?", lambda found: f"ENTRENCH {found.named('zone', 'Z')[0]}"),
        (r"[nm]*d[mn:&]*[fjmtw:]*(?P<what>[XN])[fjmt:&]*(?P<way>D)[jn]*", _diplomacy),
        (r"[nmfj]*(?P<what>[XN])j*[:mf&]*(?P<way>D)[jn]*", _diplomacy),
        (r"[nm]*d?[:&]?m?(?P<way>D)[jf:]*(?P<what>[XN])[jn]*", _diplomacy),
        (
            r"b[:t]*(?P<to>Z(?:[&|]+t?Z)*)"
            r"|A?b:?f?A?f?(?P<zone>Z)m*[:t]+(?P<to2>Z(?:(?:[&|]+t?Z)*|(?:t+Z)*))",
            _retreat,
        ),
        (rf"[n]*r[nf]*[:&]?(?:[nA]*r)?(?P<items>{_ITEM}(?:(?:[&rn]+|(?=q)){_ITEM})*)n*", _recruit),
        (r"[n]*(?P<head>r?)[nfmq]*:?(?P<items>[#NSFAf]*ZA*(?:[&]+[#NSFAf]*ZA*)*)[nm]*[Qq]", _made_full),
        (r"[n]*(?P<head>r?)(?P<items>[NSFAf]*ZA*):?D[Qq&]*", _made_full),
        (r"[n]*r[nm]*:?(?P<lead>#[NSF]*A+)[&:]+(?P<places>#f*Z(?:&+#f*Z)+)", _one_in_each),
        (r"[n]*(?P<items>q[:#NSFAf]*Z[A]*(?:[&n]+q[#NSFAf]*Z[A]*)*(?:[&n]*r[#NSFAf]*Z[A]*)+)", _recruit),
        (r"[n]*(?P<items>[qr]+:?[#NSFAf]*ZA*(?:[&]+q*[#NSFAf]*ZA*)*)n*", _listed_items),
        (r"(?P<items>[#NSAf]*F[#NSAf]*ZA*(?:[&]+[#NSAf]*F[#NSAf]*ZA*)*)", _listed_items),
        (
            rf"{_HEAD}(?P<ref>{_REF})(?P<path>(?:[gymfkc:]*[t=]+[ft=gym]*Z|:?[gym]*m[fgym]*Z|y+Z)+)"
            rf"(?:(?P<late>N)&?)?(?P<how>[gycm]*(?:&c)?)(?P<attack>(?:[&tm]*k{_TARGET}(?:f(?P<there>Z))?)?){_WITH}(?P<how2>c?)",
            _march,
        ),
        (
            rf"{_HEAD}(?P<ref>{_REF})m?k(?P<target>{_TARGET})(?P<goal>(?:[ft]*Z)?)A*k?{_WITH}",
            _assault,
        ),
        (rf"{_HEAD}f?(?P<start>Z)[mt]*t(?P<path>Z)[:&]+(?P<ref>[#NSFA]+)", _kind_behind),
        (
            rf"{_HEAD}#?A?f?(?P<from>Z)[:&]+(?P<ref>#)A*k(?P<target>{_TARGET})[ft]*(?P<goal>Z)A*(?P<more>[&]*[ws]+O)",
            _one_and_other,
        ),
        (
            rf"{_HEAD}(?P<army>[#NSFA]+)m?k(?P<target>)(?P<goal>[ft]*Z)A*(?P<from>f)(?P<ref>Z){_WITH}",
            _assault_of,
        ),
        (
            rf"(?P<head>[na:]*)k+(?P<from>f)(?P<ref>{_REF})(?P<on>[ft]+)(?P<target>)(?P<goal>Z)A*{_WITH}",
            _assault_from,
        ),
        (rf"[na:]*k:?(?P<target>[t#NSFAf]*)(?P<goal>Z)A*(?:[wf]+)(?P<ref>{_REF}){_WITH}", _assault),
    )  # fmt: skip
    return tuple((re.compile(pattern), write) for pattern, write in written)


def _movement(found: _Found) -> str:
    """Return ACTIVATE for the heading "Movement:", not for "Here goes:"."""
    return "ACTIVATE" if found.named("word", "m") == ["movement"] else ""


def _missions(found: _Found) -> str:
    number = found.named("what", "#")
    return "MISSIONS" if not number or int(number[0]) == WHOLE_MISSIONS else ""


def _gas(found: _Found) -> str:
    kind = _kind(found.words("what"))
    return f"GAS {kind}{found.named('zone', 'Z')[0]}"


def _technology(word: Word) -> str:
    return {"p": "Gas", "o": "Offensive", "l": "Aviation", "T": ""}.get(word.letter, word.said)


def _research(found: _Found) -> str:
    name = _technology(found.words("what")[0])
    return f"RESEARCH {name}" if name else ""


def _technologies(found: _Found) -> str:
    names = [_technology(word) for word in found.words("what") if word.letter not in "&t"]
    return f"TECHNOLOGIES {', '.join(names)}" if all(names) else ""


def _diplomacy(found: _Found) -> str:
    [track], [way] = found.words("what"), found.words("way")
    name = track.said if track.letter == "X" else _NATION_OF_TRACK.get(track.said, "")
    forward = _BACK.search(way.said) is None
    return f"DIPLOMACY {name} {'forward' if forward else 'back'}" if name else ""


def _retreat(found: _Found) -> str:
    goals = ", ".join(found.named("to", "Z") or found.named("to2", "Z"))
    zone = found.named("zone", "Z")
    return f"RETREAT {zone[0]}: {goals}" if zone else f"RETREAT {goals}"


def _retreats(text: str) -> Sequence[str]:
    """Return the standing orders of "Retreats: Lemberg to Krakow or Budapest; Metz: Cologne"."""
    words = words_of(text)
    letters = "".join(word.letter for word in words or ())
    if not words or not _SEVERAL_RETREATS.fullmatch(letters):
        return ()
    named = (
        [w.said for w in words[f.start() : f.end()] if w.letter == "Z"]
        for f in _ONE_RETREAT.finditer(letters)
    )
    orders = [f"RETREAT {zone}: {', '.join(goals)}" for zone, *goals in named]
    return orders if len(orders) > 1 else ()


_TO_ONE_ZONE = re.compile(
    rf"{_HEAD}(?P<refs>{_REF}(?:[&]+{_REF})+)[:&]*(?P<number>#?)[:&]*[my]*[mt]+f?(?P<goal>Z)"
)


def _several_armies(text: str) -> Sequence[str]:
    """Return the moves of "activate the armies in Lyon and Marseille: both go to Orleans"."""
    words = words_of(text)
    match = _TO_ONE_ZONE.fullmatch("".join(word.letter for word in words or ()))
    if not (words and match):
        return ()
    found = _Found(words, match)
    lists, [goal], number = _refs(found.words("refs")), found.named("goal", "Z"), found.named("number", "#")
    zones, seems_wrapped = found.named("refs", "Z"), ";" in text or _is_of_the_line_above(lists)
    is_clear = all(map(_is_clear, lists)) and goal not in zones and not seems_wrapped
    is_clear = is_clear and "g" not in found.letters("head")
    if not is_clear or (number and number[0] != str(len(lists))):
        return ()
    moves = [f"{_ref(words)} - {goal}" for words in lists]
    return [_heading(found.letters("head")) + moves[0], *moves[1:]]


def _is_of_the_line_above(lists: Sequence[Sequence[Word]]) -> bool:
    """Return whether the first name may end the line above: "Kamenets, Army Czernowitz moves to Lemberg"."""
    has_word = ["A" in {word.letter for word in words} for words in lists]
    return any(has_word) and not has_word[0]


def _assault_from(found: _Found) -> str:
    """Return the attack of "attack from Metz on Verdun"; "" if it is not said which of them is attacked."""
    begins, goes = (
        found.words("from")[0].said in _FROM,
        found.words("on")[-1].said not in (*_FROM, "of", "near"),
    )
    return _assault(found) if begins and goes else ""


def _assault_of(found: _Found) -> str:
    """Return the attack of "the Serbs attack Temesvar from Belgrade"."""
    army, [start], [goal] = found.words("army"), found.words("ref"), found.named("goal", "Z")
    more, head = _supporters(found), found.letters("head")
    is_clear = _is_clear(army) and "g" not in head and more is not None and start.said != goal
    if not is_clear or found.words("from")[0].said not in _FROM:
        return ""
    return f"{_heading(head)}{_ref([*army, start])} - {goal}{_attack((), more or '', found)}"


def _kind_behind(found: _Found) -> str:
    """Return the move of "from Paris to Lille: small French"."""
    [start], [goal], head = found.words("start"), found.named("path", "Z"), found.letters("head")
    if not _is_clear(found.words("ref")) or "g" in head or start.said == goal:
        return ""
    return f"{_heading(head)}{_ref([*found.words('ref'), start])} - {goal}"


def _one_and_other(found: _Found) -> str:
    """Return the attack of "both armies in Metz: one attacks Verdun, supported by the other"."""
    [start], [goal], number = found.named("from", "Z"), found.named("goal", "Z"), found.named("ref", "#")
    target = found.words("target")
    if number != ["1"] or start == goal or not _is_clear(target):
        return ""
    target = [word for word in target if word.letter in "FSN"]
    return (
        f"{_heading(found.letters('head'))}Army {start} - {goal} attacks {_kind(target)}".rstrip()
        + f" with Army {start}"
    )


def _kind(words: Sequence[Word]) -> str:
    """Return how an order describes an army, with a trailing space: "full German "."""
    said = [word.said for word in words if word.letter in "FSN"]
    return " ".join(said) + " " if said else ""


def _number(words: Sequence[Word]) -> str:
    numbers = [word.said for word in words if word.letter == "#"]
    return f"{numbers[0]} " if numbers and numbers[0] != "1" else ""


def _is_clear(words: Sequence[Word]) -> bool:
    """Return whether a description has at most one number, size, strength and nation."""
    letters = "".join(word.letter for word in words)
    return all(letters.count(letter) <= 1 for letter in "#SFNZ")


def _ref(words: Sequence[Word]) -> str:
    zone = next(word.said for word in words if word.letter == "Z")
    return f"{_number(words)}{_kind(words)}{'Armies' if _number(words) else 'Army'} {zone}"


def _refs(words: Sequence[Word]) -> list[Sequence[Word]]:
    """Split a list of armies after each zone and its description: "Krakow full"."""
    ends, letters = [], "".join(word.letter for word in words)
    for found in re.finditer(r"Z[AFNS]*", letters):
        ends.append(found.end())
    return [words[begin:end] for begin, end in pairwise([0, *ends])]


def _recruit(found: _Found) -> str:
    items = _listed_items(found)
    return f"RECRUIT {items}" if items else ""


def _listed_items(found: _Found) -> str:
    written: list[str] = []
    lead: Sequence[Word] = ()
    for words in _refs(found.words("items")):
        described = [word for word in words if word.letter in "q#SFN"]
        if not _is_clear(words):
            return ""
        if not described and written:
            joins = [word.said for word in words if word.letter in "&f"]
            is_shared = any(w.letter == "q" for w in lead) or joins == ["and"]
            if not is_shared or _number(lead):
                return ""
            described = list(lead)
        lead = described
        verb = "reinforce " if any(word.letter == "q" for word in described) else ""
        zone = next(word.said for word in words if word.letter == "Z")
        written.append(f"{verb}{_number(described)}{_kind(described)}in {zone}")
    return ", ".join(written)


def _one_in_each(found: _Found) -> str:
    """Return the recruits of "recruit two full armies, one in Cologne and one in Metz"."""
    [total], numbers = found.named("lead", "#"), found.named("places", "#")
    if int(total) != sum(map(int, numbers)):
        return ""
    kind, zones = _kind(found.words("lead")), found.named("places", "Z")
    many = ("" if number == "1" else f"{number} " for number in numbers)
    return f"RECRUIT {', '.join(f'{one}{kind}in {zone}' for one, zone in zip(many, zones, strict=True))}"


def _made_full(found: _Found) -> str:
    """Return the reinforcements of "bring the army in Vienna to full strength"."""
    lists = _refs(found.words("items"))
    if not all(map(_is_clear, lists)):
        return ""
    items = [
        f"reinforce {_number(words)}{_kind(words)}in {next(w.said for w in words if w.letter == 'Z')}"
        for words in lists
    ]
    return ("RECRUIT " if found.letters("head") else "") + ", ".join(items)


def _supporters(found: _Found) -> str | None:
    """Return " with ..." for the supporters; None if it is not clear who supports."""
    more = found.words("more")
    if more and not any(word.letter == "Z" for word in more):  # "with the reduced one"
        start = next(word.said for word in found.words("ref") if word.letter == "Z")
        return f" with {_kind(more)}Army {start}" if _is_clear(more) else None
    lists = _refs(more)
    if not all(_is_clear(words) for words in lists):
        return None
    return f" with {', '.join(map(_ref, lists))}" if lists else ""


def _extras(found: _Found) -> str:
    words = [*found.words("extras"), *found.words("extras2")]
    extras = ""
    for before, word, after in zip([Word("", ""), *words], words, [*words[1:], Word("", "")], strict=False):
        if word.letter == "l":
            number = next((one.said for one in (after, before) if one.letter == "#"), "")
            extras += f" air {number}".rstrip()
        elif word.letter == "T":
            extras += " tanks"
    return extras


def _march(found: _Found) -> str:
    ref, path, head = found.words("ref"), found.named("path", "Z"), found.letters("head")
    start = next(word.said for word in ref if word.letter == "Z")
    how = "".join(found.letters(group) for group in ("how", "path", "how2"))
    how += "y" if "y" in head else ""
    attacks = "k" in head + found.letters("attack") + found.letters("path")
    there = found.named("there", "Z") if found.letters("attack") else []
    more = _supporters(found)
    if not _is_clear(ref) or more is None or (there and there[-1] != path[-1]) or start == path[0]:
        return ""
    if (more or _extras(found)) and not attacks:
        return ""
    late = found.words("late")
    if late and any(word.letter == "N" for word in ref):
        return ""
    words = _heading(head) + _ref([*late, *ref])
    if "g" in head + how or "=" in how:
        if len(path) > 1 or attacks:
            return ""
        words += f" => {path[0]}"
    else:
        words += "".join(f" - {zone}" for zone in path)
    words += " by sea" if "y" in how and "g" not in how else ""
    words += " cede" if "c" in how else ""
    target = [word for word in found.words("attack") if word.letter in "FSN"]
    return words + _attack(target, more, found) if attacks else words


def _attack(target: Sequence[Word], more: str, found: _Found) -> str:
    return f" attacks {_kind(target)}".rstrip() + more + _extras(found)


def _assault(found: _Found) -> str:
    ref, goal = found.words("ref"), found.named("goal", "Z")
    more, target = _supporters(found), found.words("target")
    if not _is_clear(ref) or not _is_clear(target) or more is None:
        return ""
    if any(word.said in _FROM for word in target):
        return ""  # "attack from Metz ..." does not name the goal first
    start = next(word.said for word in ref if word.letter == "Z")
    head = found.letters("head")
    if "g" in head:
        return ""
    path = f" - {goal[0]}" if goal and goal[0] != start else ""
    return _heading(head) + _ref(ref) + path + _attack([w for w in target if w.letter in "FSN"], more, found)


def _heading(head: str) -> str:
    return "ACTIVATE " if "a" in head else "OFFENSIVE " if "o" in head else ""


EVERYONE = "all"


def stays(text: str) -> str:
    """Return the zone of the army that stays where it is according to *text*, "all" for every army, or ""."""
    words = words_of(text)
    letters = "".join(word.letter for word in words or ())
    if re.fullmatch(r"E+A*x+", letters):
        return EVERYONE
    if not words or not re.fullmatch(rf"[na:x]*{_REF}x+(?:f?Z?A?)|x+{_REF}", letters):
        return ""
    return next(word.said for word in words if word.letter == "Z")


_FORMS = {"r": "recruit", "q": "reinforce", "a": "activate", "h": "research", "e": "entrench",
          "Y": "technologies",
          "d": "diplomacy", "g": "activate", "M": "missions", "p": "gas", "o": "offensive"}  # fmt: skip


_THE_OTHER = (
    re.compile(  # an army that only the order above identifies: "and the other one goes to Frankfurt"
        r"\W*(?:(?:and|then|und|et) )*(?:the |my |die |der |l')?"
        r"(?:other|others|second|last|remaining|one|both|it|they|andere|anderen|zweite|autre)\b",
        re.IGNORECASE,
    )
)


def form_meant(text: str) -> str:
    """Return the command that a text which is not an order may be meant as; "" if it may be prose.

    Such a text begins with the word of a command and a colon; is short and names research and a technology;
    moves "the other one" to a zone; or names a zone, an army or a second zone, and an action.
    """
    tokens = re.findall(r"[^\W\d_][\w'-]*|:", _ELISION.sub("", text.casefold()))[:MOST_TOKENS]
    words = _lexicon().words
    letters = [words[token].letter for token in tokens if token in words]
    if len(tokens) > 1 and tokens[1] == ":" and tokens[0] in words:
        return _FORMS.get(words[tokens[0]].letter, "") or _topic(text)
    zones = sum(len(token) >= SHORTEST_BEGINNING and bool(ZONE_NAMES.is_name(token)) for token in tokens)
    verbs = [letter for letter in letters if letter in "mkrqegyQ"]
    if "h" in letters and len(tokens) <= MOST_FOR_RESEARCH and any(map(TECHNOLOGY_NAMES.is_name, tokens)):
        return "research"
    if (
        zones == 1
        and set(letters) & set("mk")
        and len(tokens) <= MOST_FOR_THE_OTHER
        and _THE_OTHER.match(text)
    ):
        return "army"
    if not (zones and verbs and (zones > 1 or set(letters) & set("AFSN"))):
        return _topic(text)
    command = next((letter for letter in verbs if letter in "rqQe"), "")
    return {"r": "recruit", "q": "reinforce", "Q": "reinforce", "e": "entrench"}.get(command, "army")


def _topic(text: str) -> str:
    """Return the order that a request about a topic of the game may mean: "Third: the trenches always"."""
    words = re.findall(r"[^\W\d_][\w'-]*", text.casefold())
    asking, topics = _topics()
    if not FEWEST_ABOUT <= len(words) <= MOST_ABOUT or words[0] not in asking:
        return ""
    return next((topics[word] for word in words if word in topics), "")


@cache
def _topics() -> tuple[frozenset[str], Mapping[str, str]]:
    """Return the words that a request begins with, and the command for each topic."""
    topics = _tables()["topics"]
    by_word = {word: name for name, words in topics.items() if name != REQUESTS for word in words}
    return frozenset(topics[REQUESTS]), by_word


def begins_with_a_description(text: str) -> bool:
    """Return whether *text* begins with the step, the size or the nation of an army."""
    tokens = re.findall(r"[^\W\d_][\w'-]*", text.casefold())[:2]
    found = [_lexicon().words.get(token) for token in tokens]
    kinds = [word.letter for word in found if word and word.letter]
    return bool(kinds) and kinds[0] in "FSN"


def is_like_an_order(text: str) -> bool:
    """Return whether some zone or track and some word of an order are in *text*."""
    tokens = re.findall(r"[^\W\d_][\w'-]*", text.casefold())
    letters = {_lexicon().words[token].letter for token in tokens if token in _lexicon().words}
    names = any(len(token) >= SHORTEST_BEGINNING and ZONE_NAMES.is_name(token) for token in tokens)
    verbs = letters & set("krqhedpobat") or has_arrow(text)
    return (bool(verbs) and (names or "X" in letters)) or (names and "m" in letters)
