"""Leave out what leads to an order, repeats it, or is corrected on its line.

"After that, please make one activation", "Let us start with the boring part: recruit ...", "the big army in
Paris (not the small one)", "a full army in Budapest, no, make that Vienna".
"""

import re

from adjudicator.empires.language.sentences.lexicon import heard, letters_of, words_of

_CONTRAST = re.compile(  # "the big army in Paris (not the small one)"
    r"(?P<before>.*?\S)[,;]? ?\(?(?:and |but |et |und )?(?:not|nicht|pas|non) "
    r"(?:(?:the|my|our|die|der|das|la|le|l['’]) ?)?"
    r"(?P<kind>[^\W\d_]+)(?: (?:one|army|armee|armée))?(?P<end>\)|,|\W*$)",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:not|nicht|pas|non)\b", re.IGNORECASE)
_OPPOSITES = {"small": "large", "large": "small", "full": "reduced", "reduced": "full"}
_WHO_IS_THERE = re.compile(  # of the enemy: "the weak Russian who shares the town with it"
    r" (?:who|that|which)(?:['’]s| is| are)? (?:shares?|sharing|sits?|sitting|stands?|standing|lives?|camps?"
    r"|camping|dug in)"
    r"(?: (?:there|(?:in |at )?(?:the|our|this|that|his|its) (?:town|zone|city|place|region)))?"
    r"(?: (?:with|beside|next to) (?:it|him|her|them|us|me))?(?=\W*$|[,;.])",
    re.IGNORECASE,
)
_STEPS_TO = re.compile(  # "I use my two steps to bring ..."
    r"\b(?:i |we )?(?:use|spend|put|take|invest) (?:(?:my|our|the|both|all|of|two|three|four|[2-6]) )+steps? "
    r"(?:to|on|for|into|in order to) ",
    re.IGNORECASE,
)
_WITH_AN_ACTION = re.compile(  # "With the second I activate three armies"
    r"(?:^|(?<=[.!?;] ))(?:(?:and|then|so)[, ]+)*(?:with|for|as|by|using|in) (?:my|our|the) "
    r"(?:first|second|third|last|other|remaining|next|final)"
    r"(?: (?:one|action|of (?:them|these|my actions)))?,? "
    r"(?=(?:i|we|let us|let's|please|activate|recruit|research|entrench|dig)\b)(?!(?:as|for|with)\b)",
    re.IGNORECASE,
)
_MAKE_THAT = re.compile(  # "Recruit a full army in Budapest, no, make that Vienna"
    r"(?P<order>[^,;:.!?#]{3,80}?)(?:\s*(?:[,;.!(]|…|\s[–-]+\s)[\s,.!…(–-]*|\s+(?=no\b|sorry\b|oops\b))"
    r"(?:(?:no|nope|oh|wait|sorry|hm+|actually|well|oops|nein|halt|moment|non|pardon)\b[\s,.!…–-]*)*"
    r"(?:make (?:that|it)|i mean(?:t)?(?: to say)?|let['’]?s (?:make it|say)|scratch that[,:]?|ich meine"
    r"|sagen wir|je veux dire|disons)\s+(?P<new>[^,;:.!?#()]{2,30}?)\)?(?=\s*(?:[.,;!]|$))",
    re.IGNORECASE,
)
_SAID_ANEW = re.compile(  # "Cash out goes to Budapest sorry I mean Kaschau goes to Budapest"
    r"^(?P<lead>(?:(?:and|then|also|next|activate) )*)[^,;:.!?#()]{3,60}?[\s,]+"
    r"(?:(?:no|oh|wait|oops|sorry|pardon)[\s,]+)+i mean(?:t)?(?: to say)?[\s,:]+(?P<new>[^,;:.!?#()]{6,80})$",
    re.IGNORECASE,
)
_SPOKEN = re.compile(r" (?P<sign>comma|full stop|exclamation (?:mark|point))(?= |$)", re.IGNORECASE)
_SIGNS = {"c": ",", "f": ".", "e": "!"}
_BRACKETED = re.compile(  # "Pos x War (+ Breslau)", "Posen attacks Warsaw (supported by Breslau)"
    r"(?P<attack>\b(?:x|att?|atk|attacks?|assaults?|hits?|greift|attaque)\b[^()#]{0,60}?) ?\("
    r"(?:\+|with|w/|supp?\.?|support(?:ers?|ed by|s|ed from)?:?|plus|mit|avec|helped by|backed by) ?"
    r"(?P<who>[^()#]{3,60})\)",
    re.IGNORECASE,
)
_ARMIES = re.compile(r"[#NSFAOf]*Z[AFNS]*(?:&+[#NSFAf]*Z[AFNS]*)*s*")  # letters
_RETREATS = re.compile(
    r"^\W*(?:standing )?(?:retreats?|rets?|retr|rückz[uü]ge?|retraites?|replis?)(?: orders?)?\s*:",
    re.IGNORECASE,
)
_STOP_BETWEEN = re.compile(r"\.\s+(?=[^\W\d_])")
_OF_TECHNOLOGIES = re.compile(r"\b(?:tech\w*|res(?:earch\w*)?)\b", re.IGNORECASE)
_SHORT_TECHNOLOGY = re.compile(r"(?<![\w-])(?P<name>[ADT])(?P<level>[1-3])(?![\w-])")
_TECHNOLOGIES = {"A": "Attack", "D": "Defence", "T": "Tanks"}
_IN_BRACKETS = re.compile(  # "recruiting (Paris, one full French)"
    r"^(?P<verb>\W*(?:action \w[ :.)–-]+)?(?:recruit|activat|research|diplomacy|entrench|offensive|rekrut"
    r"|aktivier|forsch|recrut|activ)\w*)\s*\((?P<what>[^()]{4,})\)\W*$",
    re.IGNORECASE,
)
_RECRUITS = re.compile(r"\b(?:re[ck]r\w*|rec|raise|build|reinforce|new)\b", re.IGNORECASE)
_COMMA = re.compile(r"(?<![^\s(])(?P<one>[^\W\d_]+(?:-[^\W\d_]+)?),\s+(?=(?P<other>[^\W\d_]+))")
_ONE_ARMY = re.compile(  # "Krakow -> Lemberg (one army)"
    r"\s*\((?:just |only )?(?:one|1|a single)"
    r"(?: (?:army|only|of (?:them|these|the (?:two|three|four|[2-4]))))?"
    r"(?:[,;] (?:and )?(?:the )?(?:other|second|rest|others)(?: one| army)? (?:stays?|remains?|waits?)"
    r"[^(),;]{0,30})?\)",
    re.IGNORECASE,
)
_KIND_APART = re.compile(  # "Krakow, the full one -> Lemberg"
    r"(?P<zone>[^\W\d_][\w'-]+), (?:the )?(?P<kind>[^\W\d_]+) (?:one|army),? "
    r"(?=(?:[-=]+>|-|to|goes|attacks?|moves?)\s)",
    re.IGNORECASE,
)
_TELL_ME = re.compile(  # asks for an answer: "Please tell me if "Wilna" is not understood"
    r"^\W*(?:(?:and|so|please|kindly)[, ]+)*(?:say|tell|let|inform|warn|write)(?: to)? (?:me|us)(?: know)?,? "
    r"(?:if|whether|when|in case)\b[^:;#.!?]*[.!?]*$",
    re.IGNORECASE,
)
_STEPS_USED = re.compile(  # "...; that should be all my steps. Then I activate ..."
    r"[,;]\s*(?:and |so )?(?:that|which|this|it)(?:['’]s| (?:should be|is|are|uses?|makes?|takes?"
    r"|comes to|costs?|will be|would be))(?: (?:up|all|both|exactly|together|of|my|the|our|then|just))*"
    r"(?: (?:[1-6]|one|two|three|four|five|six))?(?: of)?(?: my| the| our)? (?:steps?|actions?)"
    r"(?: (?:i have|we have|spent|used|gone|taken|together|in all))*(?=\s*(?:[.!;]|$))",
    re.IGNORECASE,
)
LONGEST = 500  # characters of a line
_MAY_CORRECT = re.compile(
    r"\b(?:make (?:that|it)|mean(?:t)?|let['’]?s (?:make|say)|scratch|meine|sagen wir|dire|disons)\b",
    re.IGNORECASE,
)
_LET_US = re.compile(r"^let us\b", re.IGNORECASE)  # not the USA
_IN_TURN = re.compile(  # "After that, please make one activation"
    r"(?:^|(?<=[.!?;] ))(?:(?:and|then|so)[, ]+)*(?:after that|after this|afterwards|thereafter|next|finally"
    r"|lastly|in addition|additionally|besides(?: that)?|meanwhile|at the same time|that done|danach"
    r"|anschließend|außerdem|zugleich|ensuite|après cela|après ça|en outre|enfin)"
    r"(?:(?:,|(?<=same time)) (?=\w)"
    r"| (?=(?:pause|pass|research|entrench|recruit|activate|diplomacy|missions|offensive|gas)\b))",
    re.IGNORECASE,
)
_ANNOUNCEMENT = re.compile(  # "Let us start with the boring part: recruit a full army"
    r"(?:^|(?<=[.!?] ))(?P<label>(?:let us|let['’]?s|let me|i|i['’]ll|we|we['’]ll|now|first|so|to|and|here"
    r"|then|next|fangen wir|zuerst|nun|jetzt|pour|commençons|d['’]abord|voici)\b"
    r"(?![^:]*\b(?:actions?|makes?|total|aktion(?:en)?)\b)[^:;.!?#\d]{3,60}):\s+"
    r"(?=(?:please )?(?:recruit|reinforce|activate|research|entrench|diplomacy|missions|dig|rekrutiere?n?"
    r"|verstärken?|aktiviere?n?|forschen?|recruter?|activer?|renforcer?|recherche)\b)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(  # "Activation II", "ACTIVATE no. 2 (Galicia)"
    r"^(?P<head>\W*(?:second |third |first )?activat(?:ion|e))s?,? ?\(?(?:no\.?|nr\.?|number|#)? ?"
    r"(?:I{1,3}|IV|[1-4A-D]|one|two|three|zwei|drei|deux|trois)\)?(?=\s*[:.–-]*\s*$|\s*[:–-]+\s|\s*[:–-]*\s+\()"
    r"(?:\s*[:–-]*\s+\((?!(?:only|if|when|not|unless|or|perhaps|maybe|vielleicht|nur|wenn|falls|si|peut)\b)[^\W\d_][^()\d<>=:]{1,30}\)(?=\s*[:.–-]*\s*$))?",
    re.IGNORECASE,
)
_DEPENDS = re.compile(r"\b(?:if|unless|only|when|not|n['’]t|or|wenn|falls|nicht|si|pas)\b|\?", re.IGNORECASE)
_OF_ORDERS = frozenset("ZXHMpehdkq")  # letters of words that say what is ordered
_OF_ACTIONS = frozenset("mkgysqedhMpoPH")  # letters of words of orders
_OF_DEEDS = frozenset("mkgte")  # letters of words that say what an army does
_MOST_WORDS_OF_A_NAME = 3


def without_lead_ins(text: str) -> str:
    """Return a line without such words, and with its corrections made."""
    if len(text) > LONGEST:
        return text
    if _TELL_ME.match(text):
        return _as_a_question(text)
    text = _KIND_APART.sub(_of_kind, text) if "," in text else text
    if _RETREATS.match(text):
        text = _STOP_BETWEEN.sub("; ", text)
    if _OF_TECHNOLOGIES.search(text):
        text = _SHORT_TECHNOLOGY.sub(lambda one: f"{_TECHNOLOGIES[one['name']]} {one['level']}", text)
    if _RECRUITS.search(text):
        text = _COMMA.sub(_without_comma, text)
    if "(" in text:
        text = _IN_BRACKETS.sub(r"\g<verb>: \g<what>", _ONE_ARMY.sub("", text))
    text = _STEPS_USED.sub("", text)
    if "(" in text:
        text = _BRACKETED.sub(_with_supporters, text)
    text = _SPOKEN.sub(lambda one: _SIGNS[one["sign"][0].casefold()], text)
    if _MAY_CORRECT.search(text):
        text = _SAID_ANEW.sub(_said_anew, text)
        text = _MAKE_THAT.sub(_corrected, text)
    text = _WITH_AN_ACTION.sub("", _IN_TURN.sub("", text))
    text = _ANNOUNCEMENT.sub(_without_announcement, text) if ":" in text else text
    text = _CONTRAST.sub(_without_contrast, text) if _DENIES.search(text) else text
    return _WHO_IS_THERE.sub("", _STEPS_TO.sub("", _NUMBERED.sub(r"\g<head>", text)))


def _without_comma(found: re.Match[str]) -> str:
    """Return "British full in" for "British, full, in": the words describe one army."""
    one, other = (letters_of(found[name]) for name in ("one", "other"))
    is_kind = bool(one) and not set(one) - set("NSFA")
    describes = (bool(other) and not set(other) - set("NSF")) or found["other"].casefold() in ("in", "at")
    return f"{found['one']} " if is_kind and describes else found[0]


def _as_a_question(text: str) -> str:
    """Return a request for an answer as a comment, or as a question if it speaks of what an army may do."""
    letters = {word.letter for word in heard(text)}
    return f"{text.rstrip(' .!?')}?" if letters & _OF_ACTIONS else f"# {text}"


def _of_kind(found: re.Match[str]) -> str:
    """Return "full Krakow" for "Krakow, the full one", an army that does something."""
    is_kind = letters_of(found["kind"]) in ("N", "S", "F") and len(heard(found["zone"])) == 1
    is_zone = is_kind and heard(found["zone"])[0].letter == "Z"
    return f"{found['kind']} {found['zone']} " if is_zone else found[0]


def _with_supporters(found: re.Match[str]) -> str:
    """Return "Pos x War with Breslau" for "Pos x War (+ Breslau)", if the bracket names armies only."""
    is_of_armies = _ARMIES.fullmatch(letters_of(found["who"])) is not None
    return f"{found['attack'].rstrip()} with {found['who']}" if is_of_armies else found[0]


def _said_anew(found: re.Match[str]) -> str:
    """Return the second of two orders with "sorry, I mean" between them, if it is a whole one."""
    letters = letters_of(found["new"])
    is_whole = "Z" in letters and bool(set(letters) & _OF_DEEDS)
    return f"{found['lead']}{found['new']}" if is_whole else found[0]


def _corrected(found: re.Match[str]) -> str:
    """Return the order with the new zone, technology or strength, if it names one of that kind."""
    order, new = found["order"], found["new"].strip()
    kind = letters_of(new).replace("A", "")
    olds = [word for word in heard(order) if word.letter == kind]
    old = _span_of(order, kind) if kind in ("Z", "H", "F") and len(olds) == 1 else None
    if old is None:
        return found[0]
    name = next(word.said for word in heard(new) if word.letter == kind)
    return f"{order[: old[0]]}{name}{order[old[1] :]}"


def _span_of(order: str, kind: str) -> tuple[int, int] | None:
    """Return where the only words of one kind are in *order*."""
    names = list(re.finditer(r"[^\W_][\w'-]*", order))
    for many in range(_MOST_WORDS_OF_A_NAME, 0, -1):
        for first, last in zip(names, names[many - 1 :], strict=False):
            if letters_of(order[first.start() : last.end()]) == kind:
                return first.start(), last.end()
    return None


def _without_announcement(found: re.Match[str]) -> str:
    """Return nothing for what only announces the order after it: "Let us start with the boring part:"."""
    letters = {word.letter for word in heard(_LET_US.sub("", found["label"]))}
    return found[0] if letters & _OF_ORDERS or _DEPENDS.search(found["label"]) else ""


def _without_contrast(found: re.Match[str]) -> str:
    """Return "the big army in Paris" for "the big army in Paris (not the small one)": it only repeats."""
    letters = words_of(found["kind"]) or ()
    other = _OPPOSITES.get(letters[0].said, "") if len(letters) == 1 else ""
    said = {word.said for word in heard(found["before"])}
    is_repeated = bool(other) and other in said and letters[0].said not in said
    return (
        f"{found['before']}{'' if found['end'] in ('),', ')', ',') else found['end']}"
        if is_repeated
        else found[0]
    )
