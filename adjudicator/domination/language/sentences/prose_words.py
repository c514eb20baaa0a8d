"""The words of sentences: each word or name that is known becomes one letter for the patterns of `prose`."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from adjudicator.core.language.words import clean, unaccented
from adjudicator.core.languages import words_in
from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of
from adjudicator.domination.data import FORT, Data
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.vocabulary import vocabulary

MOST_WORDS_OF_A_NAME = 3  # of a space or a unit
THE_OTHER = ("the other", "the other one", "der andere", "die andere", "das andere", "l'autre", "autre")
MOST_TOKENS = 60  # of a text; a longer one is not an order
SOMEONE = "someone"  # the kind of "the one at C6"
_TOKEN = re.compile(
    r"\(\d{1,2}\)|(?<![^\W_])[x×] ?\d{1,2}(?![^\W_])"  # a number after units: "(3)", "x2"
    r"|[2-9](?:nd|rd|th)(?!\w)|1st(?!\w)|\d+(?=[a-z])"
    r"|[^\W\d_][\w'’]*(?:-(?=[^\W\d_])(?![a-z]\d{1,2}(?!\w))[^\W\d_]\w*)*|\d+|[-=]*>|-+|[,;&+/:|]|\S"
)
_SPACE = re.compile(r"[a-z]\d{1,2}", re.IGNORECASE)
_ELISION = re.compile(r"(?<!\w)[dlj]['’](?=\w)")
_NUMBER_BEHIND = re.compile(r"[(x×] ?(\d+)\)?")  # of the units before it: "Knights (3)", "Knight x2"
_COST = re.compile(r"\s=\s?\d+(?:\s?(?:gold|g))?(?!\w)")  # "3 Knights in F8 = 15"
SHORTEST_BEGINNING = 3  # letters of a name
_WHOLE_WORDS = frozenset(("fall", "gold", "cold", "stone", "bar"))
_IGNORED = frozenset('.!"()*?')
_SIGNS = {
    ",": "&",
    ";": "&",
    "&": "&",
    "+": "&",
    "/": "&",
    "->": "t",
    ">": "t",
    "-": "t",
    "=>": "t",
    "=": ":",
    ":": ":",
}
_BUDGET = re.compile(
    r"^(?:and )?(?:(?:with|for|spend(?:ing)?|us(?:e|ing)|from) )?(?:my |the |all |our )*"
    r"\d+ (?:gold|coins|points|tokens)(?: (?:of )?(?:income|money))? ?[:,]? "
    r"|^(?:and )?(?:with|for|from|of) (?:my|the|our|this|that) "
    r"(?:income|money|gold|budget|cash|treasury)(?: of)? \d+"
    r"(?: (?:gold|coins|points))? ?[:,]? ?"
    r"|^(?:and )?(?:with|for|from) (?:my|the|our|these|those) \d+ ?"
    r"(?:[:,] ?|(?=(?:please |i |we |i'd |buy |build |recruit |raise )))"
)
_KEEPS_NONE = re.compile(  # after what is lost
    r"(?<=\w),? (?:and )?(?:keep|spare|protect|save):? (?:nothing|none|no ?one|nobody|-)"
    r"(?: special| in particular| particular| else)*$"
)
_SHORT = (  # one letter for a word, where it can be nothing else
    (re.compile(r"(?<=\d)\s+h$"), " holds"),
    (  # "Bramblecross gets one Wizard"
        re.compile(
            r"^(?P<place>[^,;:]{2,30}?) (?:(?:shall|will|should|may|can) )?"
            r"(?:gets?|receives?|is given|bekommt|kriegt|erhält|reçoit|obtient) "
            r"(?=\d|(?:an?|one|two|three|four|five|six|seven|eight|nine|eine?n?|zwei|drei|vier"
            r"|une?|deux|trois) )"
        ),
        r"build \g<place>: ",
    ),
    (  # "With the last four coins I buy a Transport Ship at B8"
        re.compile(
            r"^(?:and )?(?:with|for|from) (?:the|my|our) (?:last|remaining|other|final)(?: \w+)? "
            r"(?:gold|coins?|points?|pounds?|money|pieces)(?: left)?,? (?:i (?:buy|build|take|want|get) )?"
        ),
        "build ",
    ),
    (re.compile(r"^@ ?(?=[a-z]\d)"), "at "),
    (re.compile(r",? and, ((?:with|from|for) the (?:change|rest|remainder|leftovers)),"), r" and \1"),
    (re.compile(r"^(?:rather than|instead of) (?:wait|sitt|stand|stay|hold)ing\b[^,;:]{0,30}, "), ""),
    (re.compile(r"^only (?=(?:at|in) )"), ""),
    (  # "a Dragon, which may hatch in Barrowgate"
        re.compile(
            r",? which (?:may|can|shall|should|will|must|is to|are to)(?: be)? "
            r"(?:go|stand|appear|hatch|arrive|muster|start|live|gather|serve|placed|put|built|raised) "
            r"(?=(?:in|at|on) )"
        ),
        " ",
    ),
    (  # "a Transport Ship and put it in the water at B8"
        re.compile(
            r",? and (?:put|place|station|set|launch) (?:it|them|him|her)"
            r"(?: (?:in the water|down|afloat|out|to sea))? (?=(?:in|at|on) )"
        ),
        " ",
    ),
    (re.compile(r"(?<=\d) s\. ?o\.?$"), " holds"),  # "standing order"
    (re.compile(r"^l\s*:"), "lose:"),
    (_KEEPS_NONE, ""),
    (re.compile(r"\b(should|shall|must|may|can|could|would|will) please\b"), r"\1"),
    (re.compile(r"\b(runs? for it|runs? away|escapes?|flees?), (?=(?:back )?to\b)"), r"\1 "),
    (
        re.compile(
            r"\b(?:and )?(?:then )?(?:from there|thence|from that place)(?: on| onwards?"
            r"| further)?(?=,? (?:to|into)\b)"
        ),
        "and on",
    ),
    (
        re.compile(
            r"^(?:and )?(?:i|we)(?:(?:'d| would)(?: also)? (?:like|love|prefer)"
            r"| want)(?: for)? (?P<units>(?!to ).+?) to "
            r"(?=(?:march|go|move|fly|ride|attack|stay|hold|remain|join|come|return|retreat|advance|head|follow|walk"
            r"|run|wait|guard|defend)\b)"
        ),
        r"\g<units> ",
    ),
    (  # "get out of there, to F10"
        re.compile(
            r"\b(gets? out(?: of (?:there|here))?|clears? out|pulls? (?:out|back)|falls? back|withdraws?"
            r"|retreats?|heads? home|goe?s? home|comes? home|goe?s? back"
            r"|comes? back), (?=(?:back )?(?:to|into)\b)"
        ),
        r"\1 ",
    ),
    (  # what the units are there for
        re.compile(
            r",? (?:there )?as (?:an? |the |our |my )?(?:[a-z]+ )?"
            r"(?:road ?blocks?|blockade|screen|rear ?guard|reserves?"
            r"|back-?ups?|decoys?|insurance|bait|buffer|shield|plug|cork|stopper|deterrent|sentr(?:y|ies)"
            r"|lookouts?|picket|welcome committee|guards?|garrisons?)(?=[.! ]*$)"
        ),
        "",
    ),
    (re.compile(r",? just in case[.! ]*$"), ""),
    (
        re.compile(
            r"\b(?:all of |all )?(?:the |my )(?P<where>[a-z]\d{1,2}) "
            r"(?:lot|crowd|gang|crew|team|bunch|boys|people)\b"
        ),
        r"everything at \g<where>",
    ),
    (  # "two knights in the first city and one griffin in the second"
        re.compile(r"(?<=city)(.*? in the (?:second|third|fourth))(?! city\b)(?=[,.;! ]*$|,? and\b|[,;])"),
        r"\1 city",
    ),
    (  # "Griffins from G4, all three, to Goldhollow"
        re.compile(
            r"^(?P<units>(?:the |my )?[^\W\d_]+s? (?:from|at|in) [^,:]{2,20}), \(?(?P<all>all|both)"
            r"(?: (?P<number>[^\W\d_]+|\d))?(?: of them)?\)?,? "
            r"(?=(?:to|into|go|move|fly|march|attack|stay|hold|remain)\b)"
        ),
        lambda one: f"{one['all']} {one['number'] + ' ' if one['number'] else ''}{one['units']} ",
    ),
    (  # "Goldhollow: the knight there stays"
        re.compile(
            r"^(?P<place>[^:,;]{2,20}): (?P<units>(?:(?:the|my|all|both|\d+) )*[^\W\d_]+) "
            r"(?:in |over )?there (?=(?:all |both |also )?"
            r"(?:stays?|holds?|remains?|waits?|go|goes|moves?|attacks?|fly|flies|march|marches)\b)"
        ),
        r"\g<units> at \g<place> ",
    ),
    (  # "Ambermouth: the four militia from A9 go in there"
        re.compile(
            r"^(?P<place>[^:,;]{2,20}): (?P<units>[^:,;]+? (?:from|at|of|in) [^:,;]+?) "
            r"(?P<go>go|goes|moves?|march|marches|fly|flies|attacks?) "
            r"(?:in |over |up |down |back )?there(?=[.! ]*$)"
        ),
        r"\g<units> \g<go> to \g<place>",
    ),
    (re.compile(r"\b((?:stay|hold|remain|stand)s?(?: there| put)?),? (?:and )?fights?(?=[.! ]*$)"), r"\1"),
    (re.compile(r"\b(?:les |mes |nos )?(deux|trois|quatre|cinq|six|sept) autres\b"), r"les autres \1"),
    (re.compile(r"\b(?:die |meine )?(zwei|drei|vier|fünf|sechs) (?:anderen|übrigen)\b"), r"die anderen \1"),
    (re.compile(r"\bthe (two|three|four|five|six) others\b"), r"the other \1"),
    (  # "three go to A7; the last two stay put"
        re.compile(r"\bthe last ([2-9]|two|three|four|five|six) (?=(?:stay|hold|remain|stand|wait)\b)"),
        r"the other \1 ",
    ),
    (  # "out of the nine militia in A11 four go to A10 and three to A7"
        re.compile(
            r"^(?:so |and |then )*(?:out of|of|von|aus|sur) (?:the |my |our |den |meinen |les |mes )"
            r"(?P<units>(?:\d{1,2}|[^\W\d_]+) [^\W\d_]+(?: [^\W\d_]+)?) (?:in|at|à|von|de) "
            r"(?P<place>[a-z]\d{1,2}|[^\W\d_]+(?: of [^\W\d_]+)?),? "
            r"(?=(?:[1-9]|one|two|three|four|five|six|ein|zwei|drei|vier|fünf|deux|trois|quatre) [^\W\d_]+)"
        ),
        r"\g<units> at \g<place>: ",
    ),
    (re.compile(r"\bde ([a-z]\d{1,2}) [àa] ([a-z]\d{1,2})"), r"de \1 vers \2"),
    (re.compile(r"\b(?:greift|greifen) (.+) an(?=[.! ]*$)"), r"attack \1"),
    (re.compile(r"\b(of|all|both) (?:the |my )?([a-z]\d{1,2}) ([^\W\d_]{2,})"), r"\1 the \3 at \2"),
)
_ARTICLE = re.compile(  # German, not the verb
    r"(^|[,;:] ?|\b(?:und|and) )die (?=(?:\d|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn"
    r"|ritter|greife|miliz|milizen|zauberer|drachen|oger|harpyien|katapulte)\b)"
)
_OTHERS_BEFORE_A_NUMBER = frozenset(("the others", "die anderen", "die übrigen", "les autres"))
_WHERE_OR_WHITHER = "auf"
_STANDING_ON = re.compile(r"UtZ[o*]*(?:h|[mt]+Z)")  # letters of words: a hold, or another space, follows
_BUILD_LETTER = re.compile(r"^b\s*:")
_HOLD_LETTER = "h"
_OR_ELSE = (  # before the second place of a build
    *("failing that", "failing which", "alternatively", "or alternatively", "or failing that", "ersatzweise"),
    *("oder ersatzweise", "à défaut", "ou à défaut", "as second choice", "or as second choice", "or else"),
)
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_WHILE = ("while", "whereas", "whilst", "während", "tandis que")
_IF_I_LOSE = re.compile(
    r"\b(?:(?:if|when) it comes to (?:(?:a|the|any) )?(?:battles?|fights?|combat|fighting),? (?:i|we) "
    r"|(?:if|when|whenever|in case|should) (?:i|we) )"
    r"(?:(?:must|have to|need to|should|do|ever|really|am|are|will|happen to) )*(?:lose|losing|suffer|take)"
    r"(?: (?:something|anything|somebody|someone|(?:any |some |my |our )?"
    r"(?:units?|men|people|troops|stuff|things|losses|casualties|hits)))?(?: then)?\b"
    r"(?:,? (?:then )?(?:please )?(?:take|take off|remove|choose|pick)(?= (?:the |my |our )*[^\W\d_]))?"
)
_IF_ANYTHING = re.compile(  # says of losses that they are losses
    r",? ?\b(?:if|when|whenever|in case|should) (?:anything|something|things|it|worst comes to worst)"
    r"(?: (?:happens?|goes wrong|go wrong"
    r"|goes badly|go badly|goes bad|comes? to (?:a fight|blows|the worst)))?"
    r"(?=,| (?:lose|loses|take|sacrifice)\b|[.! ]*$)"
    r"|^(?:if|when|whenever|in case|should) (?:(?:someone|somebody|anyone|anybody|he|she|they|the enemy)"
    r" (?:should )?(?:ever )?attacks? (?:me|us)(?: anywhere| somewhere)?"
    r"|(?:i am|i'm|i get|we are|we're) (?:ever )?(?:attacked|hit)(?: anywhere| somewhere)?"
    r"|there (?:is|are) (?:an? |any |some )?(?:battles?|fights?|fighting|attacks?))"
    r"(?:, ?| (?=(?:then|please|i|we|lose|losing|take)\b))(?:then )?"
)
_LOSING = re.compile(r"\b(?:los(?:e|es|ing|ses|s)|die|dies|sacrific\w+|casualt\w+)\b")
_TAKEN_AS_LOSSES = re.compile(  # "take the Militia first" is no move there
    r"^(?P<head>(?:as for|as to|regarding|concerning|for|when it comes to)(?: the"
    r"| my)? (?:losses|casualties|hits)"
    r"|losses|casualties)(?: (?:are|should be))?[,:]? (?:please )?"
    r"(?:take|remove|kill|choose|give up|sacrifice)(?: off| away| out)?\b"
)
_ONLY_AT_THE_END = re.compile(
    r"\bonly (?:at|in) the (?:very )?(?:end|last)\b|\bonly (?:at last|last of all|last)\b"
)
_FORTS = re.compile(
    r"\b(?:f|fts?|forts?|fortif\w*|tokens?|walls?|fortress\w*|festung\w*|befestigung\w*|rempart\w*)\b"
)
_OF_LOSING_FIRST = re.compile(  # "Militia, Knight (Fort first of course)"
    r"(?P<list>.*\b(?:los|casualt|verlust|pertes).*?) "
    r"\((?:the )?(?P<first>[^\W\d_]+) (?:first|zuerst|als erstes|d'abord)"
    r"(?:,? (?:of course|naturally|obviously|as always|natürlich|bien sûr|naturellement|wie immer))?\)?[.!]?"
)
_LABEL_OF_LOSSES = re.compile(
    r"(?P<label>.*?(?:order|list\w*|losses|casualties|reihenfolge|verluste|pertes)\b:?) ?"
)
_THEY = frozenset(("they", "he", "she"))
_TWO_WORDS = re.compile(r"(?P<one>[^\W\d_]+) \((?:the |i\.?e\.? |= ?)?(?P<other>[^\W\d_]+)\)")
_NUMBER_IN_BRACKETS = re.compile(
    r"(?P<before>(?<!\w)\d{1,2} )?\((?P<all>all |alle |toutes les |tous les |tous |toutes )?(?P<number>\w+)"
    r"(?: of (?:them|these|those))?(?:\)|$)"
)
_LEFT = re.compile(  # the money is counted by us
    r"\b(?:with|for|from) the (?:\d+|last|remaining) (?:\d+ )?(?:gold |coins |points )?"
    r"(?:(?:that|which) (?:is|are) left(?: over)?|left(?: over)?|that remains?),? "
)
_LEFTOVERS = (
    r"(?:what(?:ever|['’]s| is| remains)?(?: money| gold| cash)?(?: is|['’]s)?"
    r"(?: left| remains| remaining| over)+|(?:the |all the |my )?(?:rest|remainder|balance|change|leftovers?)"
    r"(?: of (?:it|(?:the|my) (?:money|gold|cash)))?"
    r"|(?:everything|anything) (?:else|left)(?: over)?)"
)
_ALL_OF_IT = (
    r"(?:all of it|it all|(?:the )?(?:whole )?lot|everything"
    r"|all (?:of )?(?:my|the) (?:money|gold|cash|coins?))"
)
_SPENDS = "(?:put|spend|use|throw|pour|invest|sink|stick|plough|blow)s?"
_SPENT_ON = re.compile(  # "put whatever is left into Militia at Aldgate", "all of it on Militia in F8"
    rf"^(?:and |then |i |we |please |finally )*(?:{_SPENDS} {_LEFTOVERS}|(?:{_SPENDS} )?{_ALL_OF_IT})"
    r"(?: goe?s?)? (?:in|into|on|to|towards|for|as) (?=(?:the |more |new )?[^\W\d_])"
)
_LAST_COINS = re.compile(  # "remaining 6 = 2 Militia F8"
    r"^(?:and |with |for |from )*(?:the |my )?(?:remaining|last|other|leftover|left-over) \d{1,2}"
    r"(?: gold| coins| points)? ?(?:=+>?|:|->?|is|are|for|on|into|goes? (?:on|to|into)|buys?"
    r"|gives?|makes?) (?=\d{1,2} [^\W\d_])"
)
_IF_LEFT = re.compile(  # "if anything is left over, Militia at C11"
    r"^(?:and |but )?(?:if|when|should) (?:(?:anything|something|any money|any gold|money|gold"
    r"|some)(?: is| be|'s)?"
    r"|there(?: is|'s) (?:anything|something|any money|any gold|money|gold)) (?:left(?: over)?"
    r"|remaining|to spare)"
    r"[,:]? ?(?:then )?(?:i (?:want|take|build|would like) |build |buy |it is for "
    r"|it goes into )?(?=[^\W\d_])"
)
WORDS_OF_LOSING = words_in(
    (
        _IF_I_LOSE.pattern,
        _KEEPS_NONE.pattern,
        _IF_ANYTHING.pattern,
        _TAKEN_AS_LOSSES.pattern,
        _IF_LEFT.pattern,
        _OF_LOSING_FIRST.pattern,
        _LEFT.pattern,
        _SPENT_ON.pattern,
        _LAST_COINS.pattern,
        *(pattern.pattern for pattern, _ in _SHORT),
    )
)


class Word(NamedTuple):
    """A word or name of a text: its letter in the patterns, and what it is called in orders."""

    letter: str
    said: str
    is_plural: bool = False


class Lexicon(NamedTuple):
    words: Mapping[str, Word]
    parts: frozenset[str]
    longest: Mapping[str, int]  # by first word: how many words an entry has at most


@lru_cache(maxsize=32)
def lexicon(data: Data) -> Lexicon:
    tables = tables_of(text_beside("adjudicator.domination.language", "free_words.toml"))
    words = {word: Word("", word) for word in tables["noise"]["words"]}
    words |= {word: Word(letter, word) for letter, many in tables["classes"].items() for word in many}
    words |= {word: Word("#", str(number)) for word, number in tables["numbers"].items()}
    words |= dict.fromkeys(("and", "und", "et", "plus", "as well as", "sowie", *_WHILE), Word("&", "and"))
    words |= dict.fromkeys(("or", "oder", "ou", *_OR_ELSE), Word("/", "or"))
    words |= dict.fromkeys(("the one", "that one", "der eine", "celui"), Word("U", SOMEONE))
    words |= dict.fromkeys(THE_OTHER, Word("D", "the other"))  # of two; before a unit it says nothing
    words |= {f"the {which} one": Word("D", which) for which in ("second", "third", "fourth", "fifth")}
    words["f"] = Word("U", FORT)
    words |= {word: Word("*", "all") for word in tables["everyone"]["words"]}
    words |= {word: Word("Z", city) for city, many in tables["own_cities"].items() for word in many}
    for kind, many in tables["units"].items():
        if kind in vocabulary(data).units.values():
            words |= {word: Word("U", kind, word.endswith(("s", "en"))) for word in many}
    words = {form: said for word, said in words.items() for form in _without_accents(word)} | words
    parts = frozenset(part for word in words for part in re.findall(r"[^\W\d_]+", word))
    longest: dict[str, int] = {}
    for entry in words:
        first, *others = entry.split(" ")
        longest[first] = max(longest.get(first, 1), 1 + len(others))
    return Lexicon(words, parts, longest)


def _without_accents(word: str) -> tuple[str, ...]:
    """Return how *word* is written where the keyboard has no accents: "fünf" is "fuenf" or "funf"."""
    if word.isascii():
        return ()
    return (word.translate(_UMLAUTS), unaccented(word))


def words_of(context: ReadingContext, text: str) -> tuple[Word, ...]:
    """Return the words of *text*; none if one is not known."""
    tokens = [token for token in _TOKEN.findall(_in_plain_words(context, text)) if token not in _IGNORED]
    tokens = [token.rstrip("'’.") or token for token in tokens]
    if len(tokens) > MOST_TOKENS:
        return ()
    found: list[Word] = []
    at = 0
    while at < len(tokens):
        word, used = _next(context, tokens, at)
        if word is None or (tokens[at] in _THEY and _is_whole_move(found)):
            return ()
        if _is_hold(context, tokens, at, found):
            word = Word("h", "holds")
        if _is_where(context, tokens, at, found):
            word = Word("f", "à")
        if word.letter:
            found.append(word)
        at += used
    return _without_idle_words(_standing_on(found))


def _in_plain_words(context: ReadingContext, text: str) -> str:
    """Return *text* in small letters, with what has several words or signs in the words of the tables."""
    folded = _LAST_COINS.sub("build ", _ELISION.sub("", clean(text).casefold()))
    folded = _COST.sub(" ", folded).replace("i.e.", "namely")
    folded = _IF_I_LOSE.sub("losing", _BUDGET.sub("build ", _LEFT.sub("", folded)))
    folded = _SPENT_ON.sub("rest ", _IF_LEFT.sub("rest ", folded))
    folded = _of_losses(_kind_once(context, folded))
    folded = _NUMBER_IN_BRACKETS.sub(lambda one: _in_figures(context, one), folded)
    folded = _ARTICLE.sub(r"\1", folded)
    for pattern, in_full in _SHORT:
        folded = pattern.sub(in_full, folded)
    if vocabulary(context.data).units.get("b") not in context.own:
        folded = _BUILD_LETTER.sub("build:", folded)
    return _number_of_letter(context.data).sub(r"\1 (\2)", folded)


def _of_losses(text: str) -> str:
    """Return *text* with what is said about losses in fewer words."""
    folded = _TAKEN_AS_LOSSES.sub("losses:", text)
    if _ONLY_AT_THE_END.search(folded) and _LOSING.search(folded) and not _FORTS.search(folded):
        folded = _ONLY_AT_THE_END.sub("to be kept to the last", folded)  # after the tokens as well
    return _first_first(_IF_ANYTHING.sub("", folded) if _LOSING.search(folded) else folded)


def _kind_once(context: ReadingContext, text: str) -> str:
    """Return *text* with the kind of units that it names twice only once: "2 chevaliers (knights)"."""

    def once(found: re.Match[str]) -> str:
        words = lexicon(context.data).words
        one, other = (words.get(word) or _unit(context, word) for word in (found["one"], found["other"]))
        is_same = one is not None and other is not None and one.letter == other.letter == "U"
        return found["one"] if is_same and one and other and one.said == other.said else found[0]

    return _TWO_WORDS.sub(once, text) if "(" in text else text


def _unit(context: ReadingContext, word: str) -> Word | None:
    kind = vocabulary(context.data).units.get(word)
    return Word("U", kind, word.endswith("s")) if kind else None


def _is_whole_move(words: Sequence[Word]) -> bool:
    """Return whether *words* already say where units go: "they go to B5" after them is another sentence."""
    return bool(words) and words[-1].letter == "Z" and any(word.letter in "mt" for word in words)


def _first_first(text: str) -> str:
    """Return "losses fort, militia, knight" for "losses militia, knight (fort first)"."""
    found = _OF_LOSING_FIRST.fullmatch(text)
    label = _LABEL_OF_LOSSES.match(found["list"]) if found else None
    if not found or not label:
        return text
    return f"{label['label']} {found['first']}, {found['list'][label.end() :]}"


def _in_figures(context: ReadingContext, found: re.Match[str]) -> str:
    """Return "(5)" for "(five)", and for "(all five)" if the player has five there."""
    word = lexicon(context.data).words.get(found["number"])
    number = found["number"] if found["number"].isdigit() else word.said if word else ""
    sizes = {row.count for row in context.position.units if row.player == context.player}
    if found["before"] and found["before"].strip() == number:
        return found["before"]
    is_number = number.isdigit() and not found["before"] and (not found["all"] or int(number) in sizes)
    return f"({number})" if is_number else found[0]


def _is_hold(context: ReadingContext, tokens: Sequence[str], at: int, before: Sequence[Word]) -> bool:
    """Return whether a letter is the "H" of "2K H": no unit that the player has or may build is called so."""
    ends = at + 1 == len(tokens) or tokens[at + 1] in _SIGNS
    is_behind_units = bool(before) and before[-1].letter in "UZn"
    is_unit = vocabulary(context.data).units.get(_HOLD_LETTER) in context.own
    return tokens[at] == _HOLD_LETTER and ends and is_behind_units and not is_unit


def _is_where(context: ReadingContext, tokens: Sequence[str], at: int, before: Sequence[Word]) -> bool:
    """Return whether "a" is the French "à" without its accent: "4 Knights a Fallowick"."""
    is_alone = tokens[at] == "a" and at + 1 < len(tokens) and bool(before) and before[-1].letter in "Ubr"
    word = _next(context, tokens, at + 1)[0] if is_alone else None
    return word is not None and word.letter == "Z"


def _standing_on(words: Sequence[Word]) -> list[Word]:
    """Return *words*; units stand there in "Ritter auf A7 halten", "Ritter auf A7 ziehen nach A8"."""
    found = list(words)
    letters = "".join(word.letter for word in words)
    for at, word in enumerate(words):
        if word.said == _WHERE_OR_WHITHER and _STANDING_ON.match(letters, max(at - 1, 0)):
            found[at] = Word("f", word.said)
    return found


def _without_idle_words(words: Sequence[Word]) -> tuple[Word, ...]:
    """Return *words* without "the other" before a unit; "die anderen zwei" is "the other two"."""
    found: list[Word] = []
    for word, after in pairwise([*words, Word("", "")]):
        if word.letter == "D" and after.letter == "U":
            continue
        is_of_number = after.letter == "#" and word.said in _OTHERS_BEFORE_A_NUMBER
        is_of_place = word.letter == "D" and after.letter == "f"  # "the other one at C6"
        other = Word("D", word.said) if is_of_number else word
        found.append(Word("U", SOMEONE) if is_of_place else other)
    return tuple(found)


@lru_cache(maxsize=32)
def _number_of_letter(data: Data) -> re.Pattern[str]:
    """Return the pattern of "K4" for four Knights: a letter that is a unit but no part of the board."""
    known = vocabulary(data)
    spaces = {letter.casefold() for letter in (*known.pieces, known.sea)}
    letters = "".join(word for word in known.units if len(word) == 1 and word not in spaces)
    return re.compile(rf"(?<![^\W_])([{letters}])(\d{{1,2}})(?![^\W_])" if letters else r"(?!)()()")


def _next(context: ReadingContext, tokens: Sequence[str], at: int) -> tuple[Word | None, int]:
    words_known, known = lexicon(context.data).words, vocabulary(context.data)
    longest = max(MOST_WORDS_OF_A_NAME, lexicon(context.data).longest.get(tokens[at], 1))
    for many in range(min(longest, len(tokens) - at), 0, -1):
        words = " ".join(tokens[at : at + many])
        if words in context.ground.names:
            return Word("Z", context.ground.names[words]), many
        if words in words_known:
            return words_known[words], many
        if words in known.units:
            return Word("U", known.units[words], words.endswith("s")), many
    return _token(tokens[at]) or _beginning(context, tokens[at]), 1


def begun(context: ReadingContext, word: str) -> str:
    """Return the name of the only space that *word* begins ("Amb"); "" if it begins none or several."""
    if len(word) < SHORTEST_BEGINNING or word in _WHOLE_WORDS:
        return ""
    longer = ((name, space) for name, space in context.ground.names.items() if name.startswith(word))
    spaces = {space: name for name, space in longer if len(name) > len(word) + 1}  # else it is a slip
    return next(iter(spaces.values())) if len(spaces) == 1 else ""


def _beginning(context: ReadingContext, token: str) -> Word | None:
    name = begun(context, token)
    return Word("Z", context.ground.names[name]) if name else None


def _token(token: str) -> Word | None:
    """Return the meaning of a space, a number or a sign."""
    if number := _NUMBER_BEHIND.fullmatch(token):
        return Word("n", str(int(number[1])))
    if _SPACE.fullmatch(token):
        return Word("Z", token.upper())
    if token.isdigit():
        return Word("#", str(int(token)))
    letter = _SIGNS.get(token) or _SIGNS.get(re.sub(r"(.)\1+", r"\1", token))
    return Word(letter, token) if letter else None
