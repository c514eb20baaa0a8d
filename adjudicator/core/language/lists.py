"""Expand orders for several units at once: "the armies in Rome and Venice hold".

The results are read like any order, so that a text that is not a list of units has no effect.
"""

import re
from collections.abc import Iterator, Sequence

from adjudicator.core.languages import is_trail

NUMBERS = {"both": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
MOST_LISTED = 8
_KINDS_TOO = (
    "army",
    "armies",
    "fleet",
    "fleets",
    "cavalry",
    "rangers",
    "leaders",
    "garrisons",
)  # no units of their own
_NUMBER = r"(?:(?P<number>both|two|three|four|five|six|[2-6])\s+)?"
_KIND = r"(?P<kind>arm(?:y|ies|ys)|fleets?|cavalry|pirates?)\b"
_OF_BUILDS = r"(?:takes? off|takes? away|builds?|blds?|raises?|recruits?|gets?|wants?|removes?|disbands?|new)"
_BUILDS = re.compile(
    rf"(?:(?:the |my |our )?(?!{_OF_BUILDS}\b)[^\W\d_]+ )?"
    rf"(?P<verb>{_OF_BUILDS}(?:\s+(?:the|my|these)(?=\s))?)?\s*(?::\s*)?"
    rf"{_NUMBER}(?:(?:more|new|extra)\s+)?{_KIND}(?:\s+please)?(?:\s+for\s+(?:the\s+)?[^\W\d_]+)?(?:\s+please)?"
    r"\s*(?P<mark>[,:!.-]?)\s*(?P<places>.+)",
    re.IGNORECASE,
)
_IN_EACH = re.compile(  # "An army in each of my home centres, please - Edinburgh, London"
    rf"(?:(?:builds?|new|please|an?|one|another) )*{_KIND} (?:in|at|for) each(?: and every)?(?: one)?(?: of)?"
    r"(?: (?:my|our|the|these|three|two|four|home|free|own|empty))*"
    r"(?: (?:centres?|centers?|homes?|places?|spots?|sites?))?"
    r"(?:,? please)?\s*[:,.-]+\s*(?P<places>.+)",
    re.IGNORECASE,
)
_ONE_EACH = re.compile(  # "one army each in Paris, Brest and Marseilles"
    rf"(?:(?:builds?|new|please|an?|one|1|another) )*{_KIND} each(?:,? please)?"
    r"(?: (?:in|at|for))?\s*[:,-]?\s*(?P<places>.+)",
    re.IGNORECASE,
)
_WHERE = re.compile(r"(?:one|1|in|at|both|an?|the)\b", re.IGNORECASE)  # begins the places without a colon
_VERB = (
    r"(?:holds?|stays?|stands?|std|stdg|remains?|waits?|sits?|supports?|helps?|s|h|hld|moves?|go|goes|march|sail|attack"
    r"|advance|retreat|disband|convoys?|destroys?|defends?)\b"
)
_NOT_MOVING = r"(?:(?:does|do|will|shall|should|must)(?: not|n['’]?t)|never) (?:move|go|budge|stir)\b"
_TOGETHER = re.compile(
    rf"(?:(?:the|my|our|all)\s+)*+{_NUMBER}(?:{_KIND}\s+)?(?:(?:in|at|of|from)\s+)?(?P<places>.+?)(?:\s*:)?\s+"
    rf"(?:(?:both|all|each|just|simply|also|will|should|shall|must|to|are to)\s+)*"
    rf"(?P<rest>{_VERB}.*|{_NOT_MOVING}.*|(?:-+>?|=?>|to)\s.*)",
    re.IGNORECASE,
)
_STAYING = (
    r"(?:(?:to |on )?holds?|holding|staying|stays?|stands?|remains?|h)"
    r"(?: (?:put|still|fast|there|here|in place|at home|(?:as|where) (?:they|it) (?:are|is)))?"
    r"(?: (?:too|as well|also))?"
)
_THAT_IS = (
    r"(?:\s*[:(-]|,?\s*\(?(?:(?:that|this|which|these|those|they)(?:['’]s| is| are| would be| will be)"
    r"|i\.?\s?e\.?|namely|viz\.?|meaning|being)[:,]?)\s*"
)
_SOMEWHERE = (  # "in the east", "I have at home"
    r"(?:(?:that |which )?(?:i|we)(?: have| own|['’]ve)(?: got)? )?"
    r"(?:in|on|at|of|from|along|down|up|over|out) "
    r"(?:(?:the|my|our) )?(?:(?:far|deep) )?"
    r"(?:north|south|east|west|cent(?:re|er)|middle|land|sea|water|home|homeland|coast|front|border|mountains)"
    r"(?:ern)?(?:[- ](?:east|west))?(?: (?:front|side|flank|border|coast))?,? "
)
_OTHERS_HOLD = re.compile(  # "All others stay where they are, that would be Rome and Venice"
    r"(?:(?:and|the|all|both|my|our|every(?:thing|one|body)?|others?|else|rest|remaining|of|them|ones?|units?|pieces?"
    r"|armies|fleets?|these|those|following) )+"
    rf"(?:{_SOMEWHERE})?"
    r"(?:,? ?\(?(?:incl\.?|including|together with|and|plus|even|also) (?:the |my )*"
    r"(?P<too>[^,;:()]{2,40}?)\)?,? )?"
    rf"(?:(?:just|simply|all|will|shall|should) )*{_STAYING}{_THAT_IS}(?P<places>[^\W_].*?)\)?",
    re.IGNORECASE,
)
_NO_CHANGE = re.compile(  # "No change at Rome, Venice (hold)"
    r"no (?:changes?|orders?|moves?|movements?)(?: (?:at|for|in|from|with) |\s*:\s*)(?P<places>.+?)"
    rf"(?:\s*[(:,-]\s*(?:(?:all|both|they|just) )*{_STAYING}\)?)?",
    re.IGNORECASE,
)
_WITHOUT_A_MOVE = re.compile(  # "London and Edinburgh: no move"
    r"(?:(?:the|my|our|all) )*(?P<places>[^:;]{5,90}?)\s*[:-]\s*"
    r"(?:no (?:changes?|moves?|movements?)|nothing|(?:both |all )?stay put)",
    re.IGNORECASE,
)
_RESPECTIVELY = re.compile(  # "Rome and Venice go to Apulia and Trieste respectively"
    rf"(?:(?:the|my|our)\s+)*(?:{_KIND}\s+(?:in|at|of|from)\s+)?(?P<places>[^:;>]{{5,90}}?)\s*:?\s+"
    r"(?:(?:(?:go|goes|moves?|march|sail|attack|advance)\s+)?(?:to|into)|-+>?|=?>)\s+"
    r"(?P<goals>[^:;>]{5,90}?),? \(?(?:respectively|resp\.?)\)?",
    re.IGNORECASE,
)
_TWO_GROUPS = re.compile(  # "the two armies in Rome and the army in Venice stay where they are"
    rf"(?:(?:the|my|our) )*(?P<first>(?:{_NUMBER[:-1].replace('?P<number>', '?:')})?"
    rf"{_KIND.replace('?P<kind>', '?:')} (?:in|at|of|from) (?P<where>[^,;]{{2,40}}?)),? and "
    rf"(?:(?:the|my|our) )+(?P<second>(?:{_NUMBER[:-1].replace('?P<number>', '?:')})?"
    rf"{_KIND.replace('?P<kind>', '?:')} (?:in|at|of|from) (?P<there>[^,;]{{2,40}}?)) "
    rf"(?:(?:both|all|each|just|simply|also|will|should|shall|must) )*(?P<rest>{_VERB}.*)",
    re.IGNORECASE,
)
_GONE_TOGETHER = re.compile(  # "Sweden and the Black Sea fleet are to be removed"
    rf"(?:(?:so|both|the|my|our|all)\s+)*+{_NUMBER}(?:{_KIND}\s+(?:in|at|of|from)\s+)?(?P<places>[^:;]{{5,90}}?)\s+"
    r"(?:(?:(?:are|get|will|shall|should|must|have|both|all|hereby|now|to|be)\s+)++"
    r"(?:removed|disbanded|dissolved|destroyed|scrapped|taken off)"
    r"|(?:(?:can|may|must|should|will|have to|both|all)\s+)++go)(?: (?:off|from) the (?:board|map))?",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(  # "both armies in the west (Rome and Venice) hold"
    rf"(?:(?:the|my|our|all)\s+)*+{_NUMBER}(?:(?:other|remaining|last|[^\W\d_]+ern)\s+)?"
    rf"(?:{_KIND}|units|ones|pieces|others?|rest|two|three|four|five)(?: {_SOMEWHERE[:-3]})?"
    r"\s*(?:\(|\s-+\s|,\s)\s*(?:(?:i\.?\s?e\.?|namely|that is),? )?(?P<places>[^()]{5,90}?)(?:\)|\s-+|,)"
    r"\s+(?:(?:both|all|each|just|simply|also|will|should|shall|must|to|are to)\s+)*"
    rf"(?P<rest>{_VERB}.*|(?:-+>?|=?>|to)\s.*)",
    re.IGNORECASE,
)
_GONE_FIRST = re.compile(  # "disband both the Ruhr army and the one in Silesia", "out go both"
    r"(?:(?:so|then|please|pls|i|we|will|shall|must|have to|ll|to|now),? )*"
    r"(?:(?:removes?|disbands?|scraps?|dissolves?|takes? (?:off|away))(?: the following)?\s*:?"
    r"|out go(?:es)?) "
    r"(?:both )?(?P<places>[^:;]{5,90})",
    re.IGNORECASE,
)
_VERB_FIRST = re.compile(
    rf"(?:{_NUMBER}{_KIND}\s+)?(?P<rest>hold(?:s|ing)?(?: with| in| at)?)\s*[:=-]?\s*(?P<places>.+)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"\s*(?:\b(?-i:n)\b(?=\s)|,\s*(?:and|plus|und|et)?|[&+/]|\band\b(?: also)?|\bplus\b|\bund\b|\bet\b)\s*",
    re.IGNORECASE,
)
_BEFORE_PLACE = re.compile(
    r"(?:(?:one|1|another|the|that|other|in|at|to|of|from|also|my|an?(?=\s+(?:new\s+)?(?:army|fleet|cavalry)\b)|new)\s+)*",
    re.IGNORECASE,
)
_ALL_OTHERS = re.compile(r"(?:all |the |my )*(?=(?:others?|rest|remaining|everything else)\b)", re.IGNORECASE)
_HAS_KIND = re.compile(r"(?:army|fleet|cavalry|flt|[acfp])\b", re.IGNORECASE)
_NAMES_KIND = re.compile(r"\b(?:army|fleet|cavalry)\b", re.IGNORECASE)
_HAS_VERB = re.compile(
    rf"[<>]|\s-|(?<!')\b(?:{_VERB}|(?:to|into|for|with|by|takes?|enters?|hits?|follows?|heads?|sails?|marches|attacks|advances"
    r"|retreats|destroys|leads?|returns?|goes|does|is|are|if|not|no|(?<=\s)[dmbr]"
    r"|climbs?|scales?|pops?|nips?|trots?|hops?|strolls?|wanders?|dash(?:es)?|darts?|hurr(?:y|ies)|rolls?|trundles?"
    r"|sweeps?|storms?|walks?|rides?|fl(?:y|ies)|slips?|sneaks?|creeps?|comes?|leaves?|runs?|cross(?:es)?|strikes?"
    r"|has|have|makes?|tries|try|visits?|charges?|strides?|push(?:es)?|pulls?|steps?|gallops?|travels?|gives?"
    r"|lends?|keeps?|can)\b)",
    re.IGNORECASE,
)
LISTS = tuple(
    one.pattern
    for one in (
        *(_BUILDS, _IN_EACH, _ONE_EACH, _TOGETHER, _IN_BRACKETS, _GONE_TOGETHER, _GONE_FIRST),
        *(_VERB_FIRST, _OTHERS_HOLD, _NO_CHANGE, _WITHOUT_A_MOVE, _RESPECTIVELY, _BETWEEN, _BEFORE_PLACE),
    )
)


def has_verb(text: str) -> bool:
    """Return whether *text* says what a unit does, so that it is not only the name of one.

    "SIt" is South Ithilien, and no verb.
    """
    words = (found[0].strip() for found in _HAS_VERB.finditer(text))
    return any(word == word.lower() or word.istitle() or word.isupper() for word in words)


def lists_in_full(text: str) -> Iterator[Sequence[str]]:
    """Yield the single orders in a text for several units; nothing for any other text."""
    found = _BUILDS.fullmatch(text)
    if found and (
        _WHERE.match(found["places"]) or (found["mark"] == ":" and (found["verb"] or found["number"]))
    ):
        is_removal = (found["verb"] or "").casefold().startswith(("remove", "disband", "take"))
        yield from _each(found, "Remove {}" if is_removal else "Build {}")
    if found := _IN_EACH.fullmatch(text) or _ONE_EACH.fullmatch(text):
        yield from _each(found, "Build {}")
    found = _TWO_GROUPS.fullmatch(text)
    if found and not (_HAS_VERB.search(found["where"]) or _HAS_VERB.search(found["there"])):
        yield tuple(f"{found[group]} {found['rest']}" for group in ("first", "second"))
    if found := _RESPECTIVELY.fullmatch(text):
        yield from _each_its_own(found)
        return  # not all of them go to the first place
    for together in (_IN_BRACKETS, _TOGETHER):
        if found := together.fullmatch(text):
            yield from _each(found, f"{{}} {found['rest']}")
    for first in (_VERB_FIRST, _OTHERS_HOLD, _NO_CHANGE, _WITHOUT_A_MOVE):
        if found := first.fullmatch(text):
            yield from _each(found, "{} H")
    if found := _GONE_TOGETHER.fullmatch(text) or _GONE_FIRST.fullmatch(text):
        yield from _each(found, "Remove {}")


def _each(found: re.Match[str], form: str) -> Iterator[Sequence[str]]:
    """Yield the order of each unit in a list, if their number is as stated."""
    groups = found.groupdict()
    also = groups.get("too") or ""
    listed = f"{found['places']},{'' if also.casefold() in _KINDS_TOO else also}"
    places = [_one(part) for part in _BETWEEN.split(listed) if part]
    number = (groups.get("number") or "").casefold()
    if any(map(_HAS_VERB.search, places)) or any(map(is_trail, places)):
        return
    if not 1 < len(places) <= MOST_LISTED or (number and _value(number) != len(places)):
        return
    kind = (groups.get("kind") or "")[:1].upper()
    yield [form.replace("{}", _with_kind(place, kind), 1) for place in places]


def _each_its_own(found: re.Match[str]) -> Iterator[Sequence[str]]:
    """Yield the move of each unit in a list to the place that stands as far down in the other list."""
    units, goals = (
        [_BEFORE_PLACE.sub("", part, count=1) for part in _BETWEEN.split(found[group]) if part]
        for group in ("places", "goals")
    )
    kind = (found["kind"] or "")[:1].upper()
    if 1 < len(units) == len(goals) <= MOST_LISTED:
        yield [f"{_with_kind(unit, kind)} - {goal}" for unit, goal in zip(units, goals, strict=True)]


def _one(part: str) -> str:
    """Return what stands for one unit in a list, or "all other armies"."""
    if _ALL_OTHERS.match(part):
        return _ALL_OTHERS.sub("all ", part, count=1)
    return _BEFORE_PLACE.sub("", part, count=1)


def _with_kind(place: str, kind: str) -> str:
    if not kind or place.startswith("all ") or _HAS_KIND.match(place) or _NAMES_KIND.search(place):
        return place
    return f"{kind} {place}"


def _value(number: str) -> int:
    return NUMBERS[number] if number in NUMBERS else int(number)
