"""The language of both games, as `adjudicator.core.clauses` needs it to split messages into orders."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.clauses import Sense
from adjudicator.core.clauses.units_named import NAMELESS
from adjudicator.core.language.corrections.withdrawing import order_withdrawn, unit_withdrawn
from adjudicator.core.language.necessary import Guarded
from adjudicator.core.language.only_unit import RETREATS, is_disbanded
from adjudicator.core.language.rewording import CARRIED, Rewordings, named_in_full, who_holds
from adjudicator.core.language.words import Names, unaccented
from adjudicator.core.languages import doubt_in
from adjudicator.middle_earth.language.grammar import TakeBack, parse_order
from adjudicator.middle_earth.language.orders import Accompany, Destroy, Hold, Target, Unit
from adjudicator.middle_earth.language.parsing import OrderLanguage, parse_line, withdrawn
from adjudicator.middle_earth.language.sentences.dividing import divided, numbers_in_digits
from adjudicator.middle_earth.language.sentences.entering import entering
from adjudicator.middle_earth.language.sentences.whole_stacks import units
from adjudicator.middle_earth.resolve.pieces import is_piece

_BARE_UNIT = re.compile(  # "F Bel", "1 fleet in Belfalas"
    r"(?:(?:1|an?|one|(?:an? )?new) )?(?P<kind>[acfep]|army|fleet|cavalry)\b[.,:]? ?"
    r"(?:(?:in|at|for) )?(?:the )?(?P<place>[^\W\d_][\w' .-]{1,40})",
    re.IGNORECASE,
)
_PLACE_AND_KIND = re.compile(
    r"(?P<place>[^\W\d_][\w' .-]{1,40}?)[:,]? \(?(?P<kind>army|fleet|cavalry|[acf])\)?", re.IGNORECASE
)
_BETWEEN_NAMES = re.compile(r"\s*(?:[,;&+/]|\b(?:and|und|et)\b)\s*", re.IGNORECASE)
MOST_PLACES = 8  # of a text that only names some
_IS_DISBANDED = re.compile(
    r"(?P<unit>.{2,60}?) (?:(?:is|are|gets|will be|shall be|should be|to be|may be) )+"
    r"(?:disbanded|removed|dissolved)",
    re.IGNORECASE,
)
_MOVE_TO_ONE_OF = re.compile(
    r"(?P<unit>.{2,40}?)\s*(?:-+>?| to) ?(?P<to>[^,>-]{2,40}, [^>-]{2,60})", re.IGNORECASE
)
_WORDS = re.compile(r"[^\W\d_]+")
_STROKE = re.compile(r"\s*/\s*")
_SECOND = re.compile(r"\b(?:if|failing|otherwise|else|or|alternatively|second)\b|\w ?/ ?\w", re.IGNORECASE)
BEGINS = re.compile(
    r"(?<=\s)(?=(?:(?:[2-9] ?)?[afc]|r|army|fleet|cavalry|ranger)[ (./]"
    r"(?!(?:to|into|in|at|from|on|moves?|goes|holds?|supports?|stays?|will|shall|should|must|destroys?|is|and|there|here|sails)\b)[^\W\d_]{2})",
    re.IGNORECASE,
)
GOES_ON = re.compile(r"\b(?:d|divides?|m|merges?|r|retreats?|if)\b", re.IGNORECASE)
ALIGNMENTS = ("Good", "Evil", "Neutral")
NEUTRAL = "DECLARE Neutral"
_STAYS_NEUTRAL = re.compile(  # an order only where a power may declare itself so
    r"(?:i|we) (?:(?:would like|want|wish|prefer|intend|have decided|will|shall|'d like)(?: to)? )?"
    r"(?:remain|stay|keep) (?:myself |ourselves )?neutral"
    r"(?: (?:for (?:now|the moment|the time being|this (?:turn|season))|this turn|at present))?",
    re.IGNORECASE,
)
_NOT_NAMES = re.compile(  # not South Ithilien, nor any place whose name begins with "north"
    r"\bsits?(?= (?:tight|still|put|there|here|idle|quiet)\b)"
    r"|\b(?:elven|elvish|dwarven|dwarvish)(?= (?:army|armies|cavalry|fleet|garrison|stack)\b)"
    r"|\b(?:north|south|east|west)(?:wards?)?(?= (?:to|into|towards?)\b)|\b(?:fill|plug|close) the gap\b"
    r"|\b(?:they|it|he|she|we|you|i|one|who|that|which) can\b",
    re.IGNORECASE,
)
TAIL = re.compile(
    r"(?:(?:and|there|then|he|she|it|they|will|shall|should|to|also|both|all|himself|(?:these|the) two)\s+)*"
    r"(?:neutrali[sz]\w*|merg\w+|divid\w+|led by|leads?"
    r"|leading|embark\w*|aboard|destr\w*|kills?|slays?|claims?|support(?:ed|ing|(?= (?:from|by)))|convoyed"
    r"|paraly[sz]\w*|which (?:(?:is|are) to )?(?:moves?|go(?:es)?|holds?))\b"
    r"|(?:(?:and|to|who|which|it|they|will|shall|in order) )*join(?:s|ing)? (?:up )?"
    r"(?:with )?(?:forces|(?:the|my|our|that) (?:(?:big|large|other|double|two|three|lone|single) )*"
    r"(?:arm(?:y|ies)|stack|others?|one|pair|cavalry))\b"
    r"|\(?(?:(?:and|then|as|with|in|for|on|the|its|his|a|puis|dann) )*"
    r"(?:second|2nd) (?:moves?|step|leg|phase|half|mouvement)\b"
    r"|(?:and |then )*(?:supports?|helps?|backs?) .{2,40} (?:in|with|for|on) (?:the |its )?"
    r"(?:second|2nd) (?:phase|half|move|step)\b",
    re.IGNORECASE,
)
REWORDINGS = Rewordings("adjudicator.middle_earth")
_LEADER = r"(?:the )?(?:lord of (?:the )?nazg[uû]l|witch[- ]?king|[^\W\d_]+)"
_WITH_LEADER = re.compile(
    r"^(?P<order>.+?)[,(]? ?(?P<how>w/|with|led by|under|accompanied by|together with) "
    rf"(?P<leader>{_LEADER})(?:['’]s? (?:command|lead|leadership|orders))?"
    r"(?: (?:himself|in person|personally))?"
    r"(?: (?:in command|in the lead|as (?:the )?leader|leading(?: (?:it|them))?|at (?:its|the) head))?\)?$",
    re.IGNORECASE,
)
_LED_AND_SUPPORTED = re.compile(  # "A MTi - Osg with Faramir, supported by A Pel"
    r"^(?P<order>.+?)[,(]? ?(?P<how>w/|with|led by|under|accompanied by|together with) "
    rf"(?P<leader>{_LEADER})\)?,? (?:and )?(?:is )?(?P<support>(?:supported|backed)(?: up)? by .+)$",
    re.IGNORECASE,
)
_LEADER_LEADS = re.compile(
    rf"^(?P<order>.+?)[,;.]? (?:and )?(?P<leader>{_LEADER}) (?:(?:himself|in person|personally) )?(?:is )?"
    r"(?P<how>leads|leading|lead|commands)"
    r"(?: (?:it|them|him|(?:that|this|the|these) (?:army|armies|fleet|cavalry|stack|unit|one)))?$",
    re.IGNORECASE,
)
_GOES_AND_DESTROYS = Guarded(  # "2A OFR - BMa destr. Dain"
    r"^(?P<unit>[^-,;:>]{1,40}?)(?P<goes>\s*(?:-+>?|\b(?:moves? |goes )?to\b)\s*[^;:]{2,60}?),?\s+"
    r"(?:destroys?|destr?\b\.?|kills?|slays?)\s+(?P<whom>\S.{1,40})$",
)
_LED_WITHIN = Guarded(  # "the army in Lossarnach, led by Faramir, marches on Osgiliath"
    r"^(?P<unit>[^,;:]{2,50}), (?:(?:which|who|that) is )?(?:led|commanded|headed) by "
    rf"(?P<leader>{_LEADER}),"
    r" (?P<does>\S.*)$",
)
_LED_FIRST = Guarded(  # "With Faramir in the lead, Lossarnach goes to Osgiliath"
    rf"^(?:with (?P<with>{_LEADER}) (?:in the lead|in command|leading(?: it| them)?|as (?:its |their )?leader"
    rf"|at (?:its|their|the) head)|(?:led|commanded|headed) by (?P<by>{_LEADER}))"
    r",? (?P<order>\S.*)$",
)
_LEADS_ONE_THAT_SUPPORTS = re.compile(  # "Faramir leads A MTi S A Leb": the support is an order of its own
    rf"^(?P<leader>{_LEADER}) (?:is |goes )?(?P<how>leads|leading|lead|commands|with|accompanies) "
    r"(?P<order>\S.* (?:s|supports?|h|holds?)(?: \S.*)?)$",
    re.IGNORECASE,
)
_LEADER_AND_UNIT = (
    re.compile(  # "Sauron + 2A Gor to MMo", "Sauron and the two armies in Gorgoroth go to Udûn together"
        rf"^(?P<leader>{_LEADER})\s*(?:\+|&|and|plus)\s*(?:the |my |his )*"
        r"(?P<order>(?:\d|an?\b|army|armies|cavalry|fleet|two|three|double|[acf]\b)(?:(?! (?:and|&|\+) ).)+?)"
        r"(?:,? (?:both|together))?$",
        re.IGNORECASE,
    )
)
_IN_THE_LEAD = re.compile(r"\b(?:leading|in (?:command|the lead)|leader|head)\b", re.IGNORECASE)
_IS_SUPPORT = re.compile(r"\b(?:s|supports?|m|merges?|d|divides?|s2)\b", re.IGNORECASE)
_LEADS = ("led by", "leads", "leading", "lead", "commands", "under")
_UNIT_OF = re.compile(
    r"^(?P<unit>.+?)(?:\s*[-=]+>?\s*|\s*> "
    r"| (?:to|(?:moves?|go(?:es)?|march(?:es)?)(?: to)?|holds?|h|s|supports?)(?: |$))",
    re.IGNORECASE,
)
_KNOWN = (
    "easterling easterlings pirate pirates "
    "one two three four five six others rest split splits up it them that this stack command "
    "leader led leading himself in as w lead head its the "
    "neutralise neutralize neutralising neutralizing paralyse paralyze paralysing it there "
    "p e n l standing proxy declare clear cancel garrison merge merges m divide divides divided parts leads "
    "led lead l "
    "orders order commands command accompanies accompanied under together paralyses paralyzes "
    "neutralises neutralizes starts start returns embarks disembarks embark disembark takes take "
    "destroys destroy ring one passes pass gives give throws throw puts put claims claim offers "
    "offer seizes awakens wakes balrog any all every everything if succeeds fails stack or its his "
    "fe fellowship lotn witch king hobbits pirates easterlings gandalf aragorn nazgul faramir dain "
    "saruman sauron theoden galadriel boromir eomer with at by s2 second phase ff fast ferry "
    "doesn isn t thats work works possible disbanded "
    "easterlings first second third fourth last next other others rest remaining outside of on enters enter "
    "comes come arrives appears waits wait stays starts in von den meinen beiden drei deux trois de les mes "
    "ferries good evil neutral off board lord land lands ents march marches paths path dead"
)


@cache
def _known_words(language: OrderLanguage) -> frozenset[str]:
    return language.words_of_names | REWORDINGS.words | frozenset(_KNOWN.split())


def sense(language: OrderLanguage, headed: str) -> Sense:
    """Return the facts for splitting a message; *headed* is what a heading may say."""
    parts = _known_words(language)
    return Sense(
        reads=lambda text: _says_of_orders(text, language) or is_order(text, language),
        knows=lambda word: bool({word, unaccented(word)} & parts or _is_of_a_name(word, language.places)),
        reworded=lambda text: _in_any_names(text, language),
        headed=headed,
        begins=BEGINS,
        carried=CARRIED,
        goes_on=GOES_ON,
        is_name=language.places.is_name,
        places=language.places.meant,
        dangles=lambda text: bool(language.places.meant(text)),
        subject=lambda text: _subject(text, language),
        is_within=lambda text: _is_remark(text, language),
        is_other=lambda word: (language.power_named(word) or headed) not in headed,
        near=language.places.near,
        not_names=_NOT_NAMES,
        tail=TAIL,
        standing="STANDING: ",
    )


def _is_remark(text: str, language: OrderLanguage) -> bool:
    """Return whether a text in brackets names nothing of the board: "(with the precious)"."""
    words = [word.casefold() for word in _WORDS.findall(text)]
    parts = _known_words(language)
    if any(map(str.isdigit, text)) or doubt_in(text) or TAIL.match(text):
        return False
    if all(word in parts for word in words):
        return False
    named = [word for word in words if word not in NAMELESS and language.places.is_name(word)]
    return not (named or any(map(_is_piece, words)))


def _is_piece(word: str) -> bool:
    parsed = parse_order(f"{word} H")
    return isinstance(parsed, Hold) and is_piece(parsed.unit.kind)


def _is_of_a_name(word: str, places: Names) -> bool:
    return bool(places.meant(word)) or places.begins_word(word)


def _in_any_names(text: str, language: OrderLanguage) -> Iterator[Sequence[str]]:
    """Yield the text with its names in full, if that is an order in one way, and translations of *text*."""
    yield from named_in_full(text, language.places, lambda one: is_order(one, language), _reworded)
    yield from _reworded(text)


def _says_of_orders(text: str, language: OrderLanguage) -> bool:
    """Return whether *text* is about the orders of units: "all others hold", or one that is withdrawn."""
    if who_holds(text) is not None:
        return True
    withdraw = withdrawn(text, language)
    if isinstance(withdraw, TakeBack):
        return is_order(order_withdrawn(text), language)
    return withdraw is not None and all(_is_known(name, language) for name in _names(withdraw.unit))


def with_units_alone(sense: Sense, is_lawful: Callable[[str], bool]) -> Sense:
    """Return *sense* for a position: a unit alone is one to build, or to remove, if that is due."""

    def reworded(text: str) -> Iterator[Sequence[str]]:
        yield from sense.reworded(text)
        yield from (orders for orders in entering(text) if all(map(is_lawful, orders)))
        if _STAYS_NEUTRAL.fullmatch(text) and is_lawful(NEUTRAL):
            yield (NEUTRAL,)
        found = _BARE_UNIT.fullmatch(text) or _PLACE_AND_KIND.fullmatch(text.replace(" | ", " "))
        if found:
            unit = f"{found['kind'][0].upper()} {found['place']}"
            yield from ((order,) for order in (f"Build {unit}", f"Remove {unit}") if is_lawful(order))
        builds = tuple(f"Build {place}" for place in places_alone(text, sense.places))
        if len(builds) > 1 and all(map(is_lawful, builds)):
            yield builds

    return replace(sense, reworded=reworded, is_lawful=is_lawful)


def places_alone(text: str, places: Callable[[str], Sequence[str]]) -> list[str]:
    """Return the places of a text that is nothing but their names, () for any other."""
    names = [name.strip() for name in _BETWEEN_NAMES.split(text.strip(" .!"))[:MOST_PLACES]]
    found = [places(name) for name in names]
    return [meant[0] for meant in found] if all(len(meant) == 1 for meant in found) else []


def with_retreats(sense: Sense, retreating: Sequence[str]) -> Sense:
    """Return *sense* for a phase in which the units *retreating* must retreat.

    A move with a second choice is a retreat. "It retreats to Rhûn" is about the only unit that does.
    """

    def retreats_to_one_of(text: str, wording: str) -> Iterator[Sequence[str]]:
        found = _SECOND.search(text) and _MOVE_TO_ONE_OF.fullmatch(_STROKE.sub(", ", wording))
        if found:
            yield from _if_lawful(f"{found['unit']} R {found['to']}", sense)

    def reworded(text: str) -> Iterator[Sequence[str]]:
        if found := _IS_DISBANDED.fullmatch(text):
            yield from _if_lawful(f"{found['unit']} D", sense)
        if len(retreating) == 1 and is_disbanded(text, retreating[0]):
            yield from _if_lawful(f"{retreating[0]} D", sense)
        yield from retreats_to_one_of(text, text)  # before slashes are read as a journey
        yield from sense.reworded(text)
        singles = (orders[0] for orders in sense.reworded(text) if len(orders) == 1)
        for wording in dict.fromkeys((text, *singles)):
            if len(retreating) == 1 and (found := RETREATS.fullmatch(wording)):
                yield from _if_lawful(f"{retreating[0]} R {found['to']}", sense)
            yield from retreats_to_one_of(text, wording)

    return replace(sense, reworded=reworded, only_unit=only_unit(sense, retreating))


def only_unit(sense: Sense, retreating: Sequence[str]) -> str:
    """Return the subject of all orders for the only unit that must retreat; "" if there are several."""
    return sense.subject(f"{retreating[0]} H") if len(retreating) == 1 else ""


def _if_lawful(order: str, sense: Sense) -> Iterator[Sequence[str]]:
    if sense.is_lawful(order):
        yield (order,)


def _subject(text: str, language: OrderLanguage) -> str:
    """Return the unit that *text* orders, "" if uncertain. What it destroys is a second order."""
    said = unit_withdrawn(text) or order_withdrawn(text) or text
    order = parse_line(said, language) or parse_line(said.removesuffix(" H"), language)
    unit = getattr(order or (withdrawn(text, language) if unit_withdrawn(text) else None), "unit", None)
    if not isinstance(unit, Unit):
        return ""
    meant = language.places.meant(unit.place) if unit.place else ("",)
    beside = "destroys " if isinstance(order, Destroy) else ""
    return f"{beside}{unit.kind if is_piece(unit.kind) else ''} {meant[0]}" if len(meant) == 1 else ""


@lru_cache(maxsize=8192)
def is_order(text: str, language: OrderLanguage) -> bool:
    """Return whether *text* is an order in which all names are known."""
    parsed = parse_line(text, language)
    if parsed is None or not all(_is_known(name, language) for name in _names(parsed)):
        return False
    if type(parsed) is Accompany and is_piece(parsed.companion.kind) and not is_piece(parsed.unit.kind):
        return False  # "A MTi - Osg with Faramir" is an order of each
    # units stand on places, whatever powers are called: "A MTi S Rohan" lacks the unit
    places = (unit.place.replace("*", "") for unit in units(parsed))
    return all(not place or bool(language.places.meant(place)) for place in places)


def _is_known(name: str, language: OrderLanguage) -> bool:
    return not name or bool(language.places.meant(name)) or language.power_named(name) is not None


def _names(part: object) -> Iterator[str]:
    """Yield the player's words for places and powers in a parsed order."""
    match part:
        case Unit(place=place):
            yield place.replace("*", "")
        case Target(place=place, power=power):
            yield from (place, power)
        case str():
            yield "" if part in ALIGNMENTS else part
        case tuple():
            yield from chain.from_iterable(map(_names, part))
        case Struct():
            yield from chain.from_iterable(_names(getattr(part, field)) for field in part.__struct_fields__)


def _reworded(text: str) -> Iterator[Sequence[str]]:
    """Yield translations of *text* into notation; a leader named after it gets a separate order."""
    yield from ((order,) for order in divided(text))
    in_digits = numbers_in_digits(text)
    if in_digits != text:
        yield (in_digits,)
    both = _LEADER_AND_UNIT.match(in_digits)
    if both and (unit := _UNIT_OF.match(both["order"])):
        yield from _with_leader(both["order"], both["leader"], "with", unit["unit"])
    yield from REWORDINGS.reworded(in_digits)
    yield from _led_and_supported(in_digits)
    if found := _GOES_AND_DESTROYS.match(in_digits):
        yield f"{found['unit']}{found['goes']}", f"{found['unit']} destroys {found['whom']}"
    if found := _LED_WITHIN.match(in_digits):
        yield from _with_leader(f"{found['unit']} {found['does']}", found["leader"], "leads", found["unit"])
    first = _LED_FIRST.match(in_digits)
    if first and (unit := _UNIT_OF.match(first["order"])):
        yield from _with_leader(first["order"], first["with"] or first["by"], "leads", unit["unit"])
    for pattern in (_WITH_LEADER, _LEADER_LEADS, _LEADS_ONE_THAT_SUPPORTS):
        found = pattern.match(in_digits)
        unit = _UNIT_OF.match(found["order"]) if found else None
        if found and unit:
            how = "leads" if _IN_THE_LEAD.search(found[0]) else found["how"].casefold()
            yield from _with_leader(found["order"], found["leader"], how, unit["unit"])


def _led_and_supported(text: str) -> Iterator[Sequence[str]]:
    """Yield the orders of "A MTi - Osg with Faramir, supported by A Pel"."""
    found = _LED_AND_SUPPORTED.match(text)
    if found is None:
        return
    how = "leads" if _IN_THE_LEAD.search(found[0]) else found["how"].casefold()
    for orders in REWORDINGS.reworded(f"{found['order']} {found['support']}"):
        unit = _UNIT_OF.match(orders[0]) if len(orders) > 1 else None
        if unit and how in _LEADS:
            yield *orders, f"{found['leader']} leads {orders[0]}"
        elif unit:
            yield *orders, f"{found['leader']} with {unit['unit']}"


def _with_leader(order: str, leader: str, how: str, unit: str) -> Iterator[Sequence[str]]:
    """Yield an order and that of its leader, who goes where the unit goes."""
    for wording in ((order,), *REWORDINGS.reworded(order)):
        one = _UNIT_OF.match(wording[0])
        led = one["unit"] if one and len(wording) == 1 else unit
        if how in _LEADS and not _IS_SUPPORT.search(wording[0]):
            yield *wording, f"{leader} leads {wording[0]}"
        yield *wording, f"{leader} {'leads' if how in _LEADS else 'with'} {led}"
