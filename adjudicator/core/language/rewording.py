"""Translate sentences of players of Diplomacy-like games into the notation of orders.

This is used only for texts that are not orders as written; the results are read, and perhaps refused, like
any order. The wordings are data: `rewordings.toml` here, and in the folder of a game that has more.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from adjudicator.core.language.corrections.withdrawing import (
    CLEARS_THIS,
    cancellations,
    order_withdrawn,
    withdrawals,
)
from adjudicator.core.language.lists import LISTS, has_verb, lists_in_full
from adjudicator.core.language.necessary import Likely, numbers
from adjudicator.core.language.only_unit import DISBANDS, RETREATS
from adjudicator.core.language.short_texts import remembered
from adjudicator.core.language.words import Names, names_in_full, one_slip_from
from adjudicator.core.languages import condition_in, doubt_in, words_in
from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of

_ALL_HOLD = re.compile(
    r"(?!.*\b(?:except|but|apart|save|without|not|außer|ausser|sauf|excepté)\b)"
    r"(?:all|both|(?:all |the |my )+(?:two|three|four|five|six|\d)"
    r"(?= (?:arm|fleet|unit|cavalr|ranger|easterling|pirate))"
    r"|every(?:one|body|thing)?|(?:all |the |any )*(?:rest|others|remaining)"
    r"|(?:(?:all|the|my) )*other (?:two|three|four|five|six|\d)"
    r"|(?:(?:all|the|any|my) )+other(?= (?:units|pieces|armies|fleets|forces|troops|rangers|ones)))"
    r"(?: (?>else\b|other\b|of (?:them|my)\b|(?:my |the )?(?P<kind>[^\W\d_]+)))*?"  # one reading of a word
    r":? (?:(?:just|simply) )?(?:h|holds?|holding|stays?|stands?|remains?|std"
    r"|do(?:es)? nothing(?: at all)?)"
    r"(?: (?:put|still|fast|in place|(?:their )?(?:positions?|ground)|(?:at )?home"
    r"|there|here|as before|as (?:they|it) (?:are|is|were|was)"
    r"|where (?:they|it) (?:is|are|stands?)))?\.?",
    re.IGNORECASE,
)
_UNNAMED = re.compile(  # "everything not named above holds, Sauron as well"
    r"^(?:all|every(?:one|body|thing)|(?:all |the |my |any )*(?:other )?(?:units?|pieces?|armies|rest))"
    r"(?: (?:that|which|who)(?: (?:is|are|was|were|has been|have been|i have|i did))?)?"
    r" not (?:named|mentioned|listed|ordered|given (?:an )?orders?)"
    r"(?: (?:above|here|before|otherwise|so far|in this mail|in \(?\w{1,2}\)?(?: to |-)\(?\w{1,2}\)?))? ",
    re.IGNORECASE,
)
_NO_OTHER_MOVES = re.compile(
    r"^(?:(?:no ?one|nobody|nothing|no other unit|none of the others?)(?: else)? (?:moves?|goes anywhere)"
    r"|(?:all |the |my )*(?:others?|rest|remaining|(?:remaining|other) (?:units|ones|pieces|forces|troops))"
    r"(?: of (?:(?:the|my|our) )?(?:army|units|forces|troops|men|pieces|them))?"
    r" (?:do|does|will|shall|should)(?: not|n['’]?t) (?:move|go|stir|budge))"
    r"(?: (?:this turn|at all|anywhere))?\.?$",
    re.IGNORECASE,
)
_AS_WELL = re.compile(
    r",? (?:and )?(?:also |even )?[^\W\d_]+(?:(?: and)? [^\W\d_]+){0,3} (?:as well|too|included)$",
    re.IGNORECASE,
)
# of these one letter may be wrong: "all otehrs hold" is at least not an order for another unit
_OF_ALL = (
    *("other", "others", "everything", "everyone", "everybody", "remaining", "holds", "stays"),
    *("units", "pieces", "armies", "fleets"),
)
_INCLUDED = re.compile(  # "everybody else incl. the fleet just holds"
    r",? \(?(?:incl\.?|including|together with|even) (?:(?!\b(?:not|no|if|but)\b)[^;:()]){3,60}?\)?,? "
    r"(?=(?:(?:all|both|just|simply|also|will|shall|should) )*(?:holds?|stays?|stands?|remains?)\b)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
_BEGINS_WITH_ALL = re.compile(r"(?:all|the|my|every\w*|e\w{6,10}|o\w{4,6})\b", re.IGNORECASE)
_MAY_BE_ALL = re.compile(  # how every text begins that is about all units, perhaps with a letter wrong
    r"(?:all|both|every|the|my|any|rest|others|remaining|armies|fleets|cavalry|rangers|easterlings|pirates"
    r"|unit|piece|no|none|[eo]\w{4,11}\b)",
    re.IGNORECASE,
)
_LISTED = (*LISTS, DISBANDS.pattern, RETREATS.pattern)  # more patterns of orders
REWORDINGS, NAMES_OF_UNITS = "rewordings", "names_of_units"  # the lists in `rewordings.toml`
_CORE = "adjudicator.core"
SHORTEST_SLIP = 5  # letters
LONGEST_OF_ALL = 60  # characters of such a text
_BUT_NOT = re.compile(r"\b(?:except|but|apart|save|without|not|no|none|never|außer|sauf)\b", re.IGNORECASE)
_KINDS_HOLD = re.compile(
    r"^(?:my |the |our )?(?=armies|fleets|cavalry|rangers|easterlings|pirates|units|pieces)"
    r"(?=[^\W\d_]+ (?:all |both )?(?:h|holds?|stays?|remains?)$)",
    re.IGNORECASE,
)
_ALL_BUT = re.compile(  # "everybody holds except Marseilles which goes to Spain"
    r"(?P<hold>.{3,40}?(?:holds?|stays?|remains?)(?: put)?"
    r"|(?:nobody|no ?one|nothing)(?: else)? moves?),? (?:except|exept|excep|but|apart)(?: (?:for|from))? "
    r"(?P<each>.+)",
    re.IGNORECASE,
)
_BETWEEN_EXCEPTIONS = re.compile(r",\s*(?:and |but )?|\s+(?:and|&|\+) ", re.IGNORECASE)
_EXCEPTION = re.compile(
    r"(?:my |the )*(?P<unit>[^,]{2,40}?),? (?:which|who|that) (?P<does>.+)", re.IGNORECASE
)
MOST_EXCEPTIONS = 8
CARRIED = re.compile(r"(?:build|remove|disband)\b", re.IGNORECASE)
_KINDS = {  # kinds of units in _ALL_HOLD, and in orders; "" for all
    **dict.fromkeys(("army", "armies"), "A"),
    **dict.fromkeys(("fleet", "fleets"), "F"),
    **dict.fromkeys(("cavalry",), "C"),
    **dict.fromkeys(("ranger", "rangers"), "R"),
    **dict.fromkeys(("easterling", "easterlings"), "E"),
    **dict.fromkeys(("pirate", "pirates"), "P"),
    **dict.fromkeys(("unit", "units", "piece", "pieces", "forces", "troops", "men"), ""),
    **dict.fromkeys(("other", "others", "else", "rest", "remaining", "ones"), ""),
}
_WORDS = (
    "a c f h s r d b m x army armies fleet fleets flt cavalry cav ranger rangers hold holds "
    "holding stand stands stay stays support supports supported supporting convoy convoys "
    "convoying via by to move moves moving goes marches sails attacks attack advances into retreat "
    "retreats retreating disband disbands otb build builds built remove removes removal waive "
    "swap swaps exchange exchanges switch switches trade trades places positions "
    "waives waived nc sc ec wc north south east west coast and help units unit pieces forces "
    "troops both rest everything else other others remaining all everyone any of them my backed "
    "coming going following sailing marching slipping behind while so likewise do does "
    "which who that apart except exept excep but from for being in place position put still fast "
    "armee arme armata flotte flotta each mutually another sich einander gegenseitig se mutuellement"
)
_PLACE = r"[^\W\d_][\w' ./()-]*?"
_HELPING = (  # "with Gascony backing it up"
    "support|(?:in support|supporting|helping|assisting|backing|giving (?:its |their )?support"
    "|lending a hand)"
    "(?: up)?(?: (?:to |with )?(?:it|him|her|them|that|this))?(?: up| out| in (?:that|this|it))?"
)
_WITH_SUPPORT = re.compile(
    r"^(?P<order>.+?)[\s,(]+"
    r"(?:(?:(?:with|w/?|and|plus|by|gets?|has|is|being) )*(?:the )?"
    r"(?:supported|support|s|backed|helped|assisted|aided)"
    r"(?: (?:of|from|by|up|in))*"
    r"|with (?:the )?(?:help|aid|assistance|backing) (?:of|from)"
    rf"|(?:with|and)(?= .+ (?:{_HELPING})$))"
    rf"(?: by| from)?(?: both)? (?P<by>.+?)(?: (?:{_HELPING}))?\)?$",
    re.IGNORECASE,
)
_HELPED_FIRST = re.compile(  # "with Budapest's help Sevastopol takes Rumania"
    r"(?:with|using|thanks to) (?:(?:the|my) )?(?:(?P<by>[^,;:]{2,40}?)(?:['’]s?)? "
    r"(?:help|support|assistance|backing|aid)"
    r"|(?:help|support|assistance|backing|aid) (?:of|from|by) (?:the |my )?(?P<help>[^,;:]{2,40}?),)"
    r",? (?P<order>[^,;:]{5,80})",
    re.IGNORECASE,
)
_HELPED_LAST = re.compile(  # "Sevastopol takes Rumania with Budapest's help"
    r"(?P<order>[^,;:]{5,80}?),? (?:with|using) (?:(?:the|my) )?(?P<by>[^,;:]{2,40}?)['’]s? (?P<help>)"
    r"(?:help|support|assistance|backing|aid)",
    re.IGNORECASE,
)
_HELPED_WITHIN = re.compile(  # "A Ser supported by A Gre attacks Bulgaria"
    r"(?P<unit>[^,;:]{2,40}?),? \(?(?:(?:which|who|that) (?:is|gets) )?"
    r"(?:supported|backed|helped|assisted|aided)(?: up)? by (?P<by>[^,;:]{2,60}?)\)?,? "
    r"(?P<does>(?:->?|to|into|attacks?|moves?|goes|marches|sails?|takes?|enters?|holds?|stays?|hits?|advances?)"
    r"(?: [^,;:]{2,60})?)",
    re.IGNORECASE,
)
_CONVOYED = re.compile(  # "the army in London is convoyed to Norway by the North Sea fleet"
    r"(?P<unit>[^,;:]{2,50}?),? (?:(?:is|gets|will be|shall be|should be|is to be|which is) )?"
    r"(?:(?P<to>(?:-+>?|to|into) [^,;:]{2,40}?),? \(?(?:(?:is|being) )?"
    r"(?:convoyed|shipped|ferried|carried|transported)"
    r"|(?:convoyed|shipped|ferried|carried|transported) (?:over |across )?"
    r"(?P<goes>(?:to|into) [^,;:]{2,40}?))"
    r" (?:by|in) (?P<by>[^;:]{2,60}?)\)?",
    re.IGNORECASE,
)
_SO_DOES = re.compile(  # "the army in Rome holds, and so does the one in Venice"
    r"(?P<one>.{2,40}?) (?P<does>(?:holds?|stays?|destroys?)\b.{0,40}?),? (?:and )?"
    r"(?:so|as|likewise|just so) do(?:es)? (?P<other>[^;]{2,80})",
    re.IGNORECASE,
)
_WANTED = re.compile(  # "I want Tunis in the Ionian and Greece in the Aegean"
    r"(?:(?:i|we)(?: would|['’]d)? (?:want|like|need|prefer)(?: to (?:have|see|get))?|let['’]?s have)"
    r" (?P<each>.{8,120})",
    re.IGNORECASE,
)
_WANTED_THERE = re.compile(
    r"(?:(?:the|my|our) )*(?:(?:army|fleet|cavalry|one|unit) (?:(?:in|at|from|of) )?(?:the )?)?"
    r"(?P<unit>[^\W\d_][^,;:]{2,30}?) (?:to (?:be|go|stand) )?(?:in|into|at|on) (?:the )?"
    r"(?P<to>[^\W\d_][^,;:]{2,30})",
    re.IGNORECASE,
)
_SWAP = re.compile(  # "Rome and Venice swap places", which needs a convoy, or fails
    r"(?:(?:the|my|both|two|our) )*(?:(?:armies|fleets|units)(?: (?:in|at))?,? )?"
    r"(?:(?P<one>[^,;]{2,30}?) and (?P<other>[^,;]{2,30}?),? (?:(?:should|shall|will|both) )*"
    r"(?:swap|exchange|switch|trade)"
    r"|(?P<first>[^,;]{2,30}?) (?:swaps?|exchanges?|switches|trades?)(?: (?:places|positions))?"
    r" with (?P<second>[^,;]{2,30}?))(?: (?:places|positions|with each other))*",
    re.IGNORECASE,
)
_EACH_OTHER = re.compile(  # "Lórien and the Wold support each other"
    r"(?:(?:the|my|both) )*(?P<one>[^,;]{2,40}?) (?:and|&|\+|und|et) (?:(?:the|my) )*(?P<other>[^,;]{2,40}?) "
    r"(?:(?:both|mutually|will|should|shall) )*(?:"
    r"(?:se )?(?:supports?|helps?|backs?|s|(?:are |is )?(?:supporting|helping|backing)"
    r"|(?:(?:gives?|makes?|lends?|(?:are |is )?(?:giving|making|lending)) (?:the |their )?support))"
    r"(?: to| for)? "
    r"(?:each other|one another|one (?:to |for )?the other|the other(?: one)?|mutually"
    r"|(?:sich|einander)(?: gegenseitig)?|mutuellement))",
    re.IGNORECASE,
)
_WITH_ANOTHER = re.compile(  # "Picardy to Brest, with London coming down into the Channel behind it"
    r"(?P<order>[^,;]+?),? (?:with|while) (?:the |my )*(?P<unit>[^,;]{2,40}?) "
    r"(?:coming|going|moving|following|sailing|marching|slipping)(?: (?:down|up|over|in|out|back|across))* "
    r"(?:to|into|towards) (?P<to>[^,;]{2,40}?)(?: (?:behind|after) (?:it|him|her|them))?",
    re.IGNORECASE,
)
_EACH_BUILDS = re.compile(  # "Paris and Brest each get an army"
    r"(?P<places>.+?),? (?:(?:each|all|both) (?:gets?|receives?|builds?|raises?)"
    r"|(?:gets?|receives?|builds?|raises?)(?= .+ each$))"
    r"(?: (?:an?|one|1|new))* (?P<kind>army|fleet|cavalry)(?: each)?",
    re.IGNORECASE,
)
_SO_MANY = re.compile(  # "2 armies please, Paris + Brest"
    r"(?:(?:i (?:want|would like|'d like)|build|raise|new|to|(?:build|raise)) )*"
    r"(?P<count>[2-5]|two|three|four|five|both) (?:new )?(?P<kind>armies|fleets)"
    r"(?:,? (?:please|pls))?(?: ?[:,]| in| at)? (?:in |at )?(?P<places>.+)",
    re.IGNORECASE,
)
_OF_A_KIND = re.compile(  # "Armies: Paris, Marseilles"
    r"(?:(?:builds?|new)\s*:?\s*)*(?P<kind>armies|fleets|cavalry|pirates)\s*:\s*"
    r"(?:in |at )?(?P<places>[^:]+)",
    re.IGNORECASE,
)
_PLACES_WITH_KINDS = re.compile(r"(?:builds?\s*:?\s*)?(?P<units>[^\W\d_].*)", re.IGNORECASE)
_PLACE_WITH_KIND = re.compile(  # "Moscow (army)"
    r"(?P<place>[^\W\d_][\w' ./-]{1,40}?)\s*[ :(-]\s*(?P<kind>army|fleet|cavalry|pirates?|[afc])\)?",
    re.IGNORECASE,
)
_COUNTS = {"both": 2, "two": 2, "three": 3, "four": 4, "five": 5}
_SEVERAL = re.compile(r"[,;&+]|\band\b", re.IGNORECASE)
_LIST = re.compile(r"\s*(?:,|&|\+|\band\b|\b(?-i:n)\b(?=\s))\s*(?:(?:by|from|the|my)\s+)?", re.IGNORECASE)


class Rewording(NamedTuple):
    """A pattern, without regard to capitals, and what replaces it."""

    written: str
    to: str
    begins: bool  # it matches only at the beginning of a text, and is looked for only there

    @property
    def pattern(self) -> re.Pattern[str]:
        return _compiled(self.written)

    def applied(self, text: str) -> str:
        """Return *text* with the replacement, wherever the pattern matches."""
        if not self.begins:
            return self.pattern.sub(self.to, text)
        found = self.pattern.match(text)
        return found.expand(self.to) + text[found.end() :] if found else text


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern when a text may match it: there are hundreds, and most messages need few of them."""
    return re.compile(pattern, re.IGNORECASE)


class Pairs:
    """Rewordings in their order. Those that cannot match a text are skipped."""

    def __init__(self, pairs: Sequence[Rewording]) -> None:
        self._pairs = pairs
        self._likely = Likely([pair.written for pair in pairs])

    def alone(self, text: str) -> Iterator[str]:
        """Yield *text* changed by each of them alone."""
        for at in numbers(self._likely.those(text)):
            changed = self._pairs[at].applied(text)
            if changed != text:
                yield changed

    def together(self, text: str, neat: Callable[[str], str] = str) -> Iterator[str]:
        """Yield *text* changed by each on top of those before it; *neat* is applied to each result."""
        return self._likely.changes(text, lambda at, so_far: self._changed(at, so_far, neat))

    def _changed(self, at: int, text: str, neat: Callable[[str], str]) -> str:
        changed = self._pairs[at].applied(text)
        return neat(changed) if changed != text else text


class Rewordings:
    """The wordings of one game: those of *package* before the shared ones."""

    def __init__(self, package: str) -> None:
        self._package = package

    @cached_property
    def _all(self) -> Sequence[Rewording]:
        own = rewordings_of(self._package, "<place>", _PLACE) if self._package else ()
        first = rewordings_of(_CORE, "<place>", _PLACE, NAMES_OF_UNITS)
        return (*first, *own, *rewordings_of(_CORE, "<place>", _PLACE))

    @cached_property
    def _pairs(self) -> Pairs:
        return Pairs(self._all)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the wordings."""
        return words_in(pair.written for pair in self._all) | words_in(_LISTED) | frozenset(_WORDS.split())

    def reworded(self, text: str) -> Iterator[Sequence[str]]:
        """Yield translations of *text* into the notation, each as one or more orders."""
        if withdrawn := withdrawals(text):
            yield withdrawn
        if helped := _HELPED_FIRST.fullmatch(text) or _HELPED_LAST.fullmatch(text):
            helpers = next(filter(None, (helped["by"], helped["help"])), "")
            yield from self._with_supports(helped["order"], helpers)
            return  # in other wordings it might be the support alone
        within = _HELPED_WITHIN.fullmatch(text)
        if within and not has_verb(within["unit"]):
            yield from self._with_supports(f"{within['unit']} {within['does']}", within["by"])
            return
        seen = {text}
        for wording in self._in_notation(text):
            if wording not in seen:
                seen.add(wording)
                yield (wording,)
        for orders in lists_in_full(text):
            yield orders
            yield tuple(self._all_in_notation(order) for order in orders)
        if built := _built_in_each(text):
            yield built
        if convoyed := _CONVOYED.fullmatch(text):
            yield from self._with_convoys(convoyed)
        yield from self._of_two_units(text)
        supported = _WITH_SUPPORT.match(text)
        if supported and not _SEVERAL.search(supported["order"]):  # else it is the last one that is supported
            yield from self._with_supports(supported["order"], supported["by"])
        yield from self._cancelled(text)

    def _cancelled(self, text: str) -> Iterator[Sequence[str]]:
        """Yield the orders that *text* withdraws, as they stand and in notation."""
        for orders in cancellations(text):
            yield orders
            yield tuple(f"{CLEARS_THIS}{self._all_in_notation(order_withdrawn(one))}" for one in orders)

    def _of_two_units(self, text: str) -> Iterator[Sequence[str]]:
        """Yield the orders of a sentence that says of two units what they do."""
        if (but := _ALL_BUT.fullmatch(text)) and who_holds(but["hold"]) is not None:
            for exceptions in _exceptions(but["each"]):
                yield (but["hold"], *exceptions)
                yield (but["hold"], *map(self._all_in_notation, exceptions))
        if two := _WITH_ANOTHER.fullmatch(text):
            yield (
                self._all_in_notation(two["order"]),
                self._all_in_notation(f"{two['unit']} to {two['to']}"),
            )
        if swap := _SWAP.fullmatch(text):
            one, other = (swap["one"], swap["other"]) if swap["one"] else (swap["first"], swap["second"])
            yield (f"{one} - {other}", f"{other} - {one}")
        if both := _EACH_OTHER.fullmatch(text):
            one, other = both["one"], both["other"]
            yield (f"{one} S {other}", f"{other} S {one}")
            yield tuple(map(self._all_in_notation, (f"{one} S {other}", f"{other} S {one}")))
        if so := _SO_DOES.fullmatch(text):
            yield tuple(self._all_in_notation(f"{so[who]} {so['does']}") for who in ("one", "other"))
            first = self._all_in_notation(f"{so['one']} {so['does']}")
            yield from ((first, *orders) for orders in lists_in_full(f"{so['other']} {so['does']}"))
        if wanted := _WANTED.fullmatch(text):
            yield from _wanted_there(wanted["each"])

    def _with_supports(self, order: str, by: str) -> Iterator[Sequence[str]]:
        """Yield an order and those of the units that support it: "A Bur - Par with support from Gas, Pic"."""
        helpers = [part.strip() for part in _LIST.split(by) if part.strip()]
        if any(map(has_verb, helpers)):  # "by Trieste and Naples sails to the Ionian"
            return
        named = [self._all_in_notation(f"{helper} H").removesuffix(" H") for helper in helpers]
        for wording in (order, *self._in_notation(order)):
            yield (wording, *(f"{helper} S {wording}" for helper in helpers))
            if named != helpers:
                yield (wording, *(f"{helper} S {wording}" for helper in named))

    def _with_convoys(self, said: re.Match[str]) -> Iterator[Sequence[str]]:
        """Yield a move and the orders of the fleets that convoy the army."""
        move = self._all_in_notation(f"{said['unit']} {said['to'] or said['goes']}")
        fleets = [part.strip() for part in _LIST.split(said["by"]) if part.strip()]
        for named in (fleets, [self._all_in_notation(f"{one} H").removesuffix(" H") for one in fleets]):
            yield (move, *(f"{fleet} C {move}" for fleet in named))

    def _all_in_notation(self, text: str) -> str:
        """Return *text* with every known wording in notation."""
        return (text, *self._in_notation(text))[-1]

    def _in_notation(self, text: str) -> Iterator[str]:
        yield from self._pairs.alone(text)
        yield from self._pairs.together(text, _with_single_blanks)


def _exceptions(text: str) -> Iterator[Sequence[str]]:
    """Yield the orders of "Venice, which goes to Rome, and Naples - TYS", all in one or one in each part."""
    parts = [one for one in _BETWEEN_EXCEPTIONS.split(text) if one.strip()][:MOST_EXCEPTIONS]
    joined: list[str] = []
    for one in parts:  # "Venice", "which goes to Rome"
        if joined and one.startswith(("which ", "who ", "that ")):
            joined[-1] = f"{joined[-1]} {one}"
        else:
            joined.append(one)
    for each in dict.fromkeys(((text,), tuple(joined))):
        found = [_EXCEPTION.fullmatch(one) for one in each]
        yield [
            f"{said['unit']} {said['does']}" if said else one for one, said in zip(each, found, strict=True)
        ]


def _wanted_there(text: str) -> Iterator[Sequence[str]]:
    """Yield the moves of "Tunis in the Ionian and Greece in the Aegean"."""
    found = [_WANTED_THERE.fullmatch(one.strip()) for one in _LIST.split(text)]
    if all(found):
        yield [f"{one['unit']} - {one['to']}" for one in found if one]


def _with_single_blanks(text: str) -> str:
    return " ".join(text.split())


def _built_in_each(text: str) -> Sequence[str]:
    """Return the builds of "Paris and Brest each get an army" or "2 armies: Paris, Brest"; () for none."""
    if each := _built_by_kind(text):
        return each
    counted = _SO_MANY.fullmatch(text)
    found = counted or _OF_A_KIND.fullmatch(text) or _EACH_BUILDS.fullmatch(text)
    places = [place.strip() for place in _LIST.split(found["places"]) if place.strip()] if found else []
    wanted = counted["count"].casefold() if counted else ""
    if found is None or (counted and len(places) != int(_COUNTS.get(wanted, wanted))):
        return ()
    return tuple(f"Build {found['kind'][0].upper()} {place}" for place in places)


def _built_by_kind(text: str) -> Sequence[str]:
    """Return the builds of "Moscow (army), Sevastopol (fleet)"; () if any item of the list is another."""
    found = _PLACES_WITH_KINDS.fullmatch(text)
    units = [unit.strip() for unit in _LIST.split(found["units"])] if found else []
    each = [_PLACE_WITH_KIND.fullmatch(unit) for unit in units]
    if len(each) == 1 or not all(each):
        return ()
    return tuple(f"Build {one['kind'][0].upper()} {one['place']}" for one in each if one)


def who_holds(text: str) -> str | None:
    """Return the kind of units that hold by *text* ("" for all); None if it says no such thing."""
    return _who_holds(text) if _MAY_BE_ALL.match(text) else None


@remembered
def _who_holds(text: str) -> str | None:
    if _NO_OTHER_MOVES.match(text):
        return ""
    kind = _kind_that_holds(text)
    if kind is None and len(text) <= LONGEST_OF_ALL and _BEGINS_WITH_ALL.match(text):
        return _kind_that_holds(_WORD.sub(_spelt_right, text))
    return kind


def _kind_that_holds(text: str) -> str | None:
    found = _ALL_HOLD.fullmatch(_UNNAMED.sub("all ", _KINDS_HOLD.sub("all ", _without_one_more(text))))
    return _KINDS.get((found["kind"] or "units").casefold()) if found else None


def _spelt_right(word: re.Match[str]) -> str:
    said = word[0].casefold()
    return said if len(said) < SHORTEST_SLIP or said in _OF_ALL else one_slip_from(said, _OF_ALL) or said


def _without_one_more(text: str) -> str:
    """Return the text without "Sauron as well"; but "except Paris too" and "perhaps too" stay in it."""
    text = _INCLUDED.sub(" ", text, count=1)
    found = _AS_WELL.search(text)
    is_more = found and not (_BUT_NOT.search(found[0]) or doubt_in(found[0]) or condition_in(found[0]))
    return text[: found.start()] if found and is_more else text


def named_in_full(
    text: str,
    names: Names,
    is_order: Callable[[str], bool],
    reworded: Callable[[str], Iterable[Sequence[str]]],
) -> Iterator[Sequence[str]]:
    """Yield the orders that *text* is with its names in full: "a s gon h". None if it may be several."""
    found: dict[tuple[str, ...], None] = {}
    for one in names_in_full(text, names):
        wordings = ((one,), *reworded(one))
        orders = next((orders for orders in wordings if orders and all(map(is_order, orders))), ())
        found |= {tuple(orders): None} if orders else {}
    yield from found if len(found) == 1 else ()


@cache
def rewordings_of(package: str, sign: str, name: str, called: str = REWORDINGS) -> tuple[Rewording, ...]:
    """Return what is in `rewordings.toml` of *package*; *sign* stands for the pattern of a *name*."""
    written = tables_of(text_beside(package, "rewordings.toml"))[called]
    return tuple(Rewording(text.replace(sign, name), to, _begins(text)) for text, to in written)


def _begins(pattern: str) -> bool:
    """Return whether it matches only at the beginning: it starts with "^" and has no bar outside groups."""
    plain = re.sub(r"\\.|\[(?:\\.|[^\]\\])*\]", "", pattern)
    return pattern.startswith("^") and not any(
        sign == "|" and plain.count("(", 0, at) == plain.count(")", 0, at) for at, sign in enumerate(plain)
    )
