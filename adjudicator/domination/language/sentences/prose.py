"""Translate sentences into notation: "the knight and both griffins from A7 march to B5".

Every word must be known (`free_words.toml`, and the names of units and spaces); with any other word the text
is not an order. Each word becomes one letter, and patterns over these letters recognise the orders. So no
word is ignored, and the results are read and checked like any order.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from adjudicator.domination.language.legality import ReadingContext, stack_size
from adjudicator.domination.language.names_in_text import named_spaces, named_units
from adjudicator.domination.language.sentences.lexicon import PAIR
from adjudicator.domination.language.sentences.prose_builds import LOSSES_AND_BUILDS
from adjudicator.domination.language.sentences.prose_moves import LIKEWISE, MOVES
from adjudicator.domination.language.sentences.prose_units import Found, Writer
from adjudicator.domination.language.sentences.prose_words import words_of
from adjudicator.domination.language.sentences.rewording import named_once
from adjudicator.domination.language.vocabulary import vocabulary
from adjudicator.domination.position import cities

_QUESTION = re.compile(
    r"\W*(?:can|could|may|might|should|shall|would|do|does|did|is|are|am)\b.*\?\W*$", re.IGNORECASE
)
_SAME_CITY = re.compile(
    r"(?<!\bto )(?<!\binto )\b(?:(?:at|in) )?(?<!\bto )(?<!\binto )(?:the )?(?<!to the )(?:very )?same "
    r"(?:city|town|place|spot)(?: (?:too|as well))?(?=[,;.! ]|$)",
    re.IGNORECASE,
)
_PURPOSE = re.compile(  # of units that stay or go somewhere
    r",? (?:in order )?to (?:(?:guard|protect|defend|cover|watch(?: over)?|hold|help|meet|greet|welcome)"
    r"(?: (?:it|him|her|them|us|me"
    r"|(?:the|my|our) (?:city|town|place|castle|fort|walls?|gates?|others?|rest)))"
    r"|(?:help|support|join|assist|relieve|back up|reinforce|rescue) (?:the|my|our) [^\W\d_]+(?: there)?"
    r"|keep (?:it|him|her|them|(?:the|my|our|his) [^\W\d_]+) company|mind the (?:shop|store|house)"
    r"|(?:scare|frighten|impress|annoy|worry|surprise|amuse|please|cheer(?: up)?) "
    r"(?:him|her|them|everyone|everybody|people|(?:the|my|our|his) [^\W\d_]+(?: [^\W\d_]+)?))"
    r"(?=[.! ]*$|,? (?:and|plus|und|et)\b)",
    re.IGNORECASE,
)
_ALSO_THERE = re.compile(  # "lose Fort, Militia in general, but at B6 I would rather lose the Militia first"
    r"(?P<first>(?:[^\W\d_]+: )?[^:]{0,30}\b(?:los[es]\w*|casualt\w+|verluste?|pertes)\b[^:]*?"
    r"|los\w+[ :][^:]+?)"
    r"(?:,? (?:in general|generally|everywhere|as a rule|normally|by default|usually))?[,;]? "
    r"(?:(?:but|and|except|only|however) )*(?:at|in|on) (?P<place>[^,:;]{2,30}?)[,:]? "
    r"(?:(?:i|we)(?: would|'d| will)? )?(?:(?:rather|please|instead) )*(?:lose|losing|losses)?:? ?"
    r"(?P<rest>(?:the |my )?[^\W\d_]+(?:\W+(?:and |then |the |my |before |or )*[^\W\d_]+)*[.! ]*)",
    re.IGNORECASE,
)
_NUMBER_ENDS_A_SENTENCE = re.compile(r"(?<=[^\W\d_] )\d{1,2}\.\s+[A-Z]")  # "that's 8. The Militia stay"
_FOE_WITHOUT_COLOUR = re.compile(  # "rides against the Militia at B5", where the player has none
    r"\b(?P<verb>attacks?|attacking|hits?|strikes?(?: at)?|fights?|kills?|charges?|smash(?:es)?|against"
    r"|jumps?) (?:(?:the|that|this|those|these|all|his|her|their|an?|lone|lonely|single|poor|little|weak"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) )+"
    r"(?P<foe>[^\W\d_]{3,}(?: riders?| ships?)?) (?:at|in|on) (?P<place>[^\W_]{2,}(?: [^\W\d_]{3,})?)",
    re.IGNORECASE,
)
_SO_DO = re.compile(r"\W*(?:(?:and|then) )*so do(?:es)?\b", re.IGNORECASE)  # all that these units do
_IS_LOSSES = re.compile(r"(?:at [^:]+: )?(?:lose|keep) ")
_OTHER_CITY = re.compile(r"(?:my |the )+other (?:city|town)\b", re.IGNORECASE)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Writer], ...]:
    return tuple((re.compile(pattern), write) for pattern, write in (*MOVES, *LOSSES_AND_BUILDS))


@lru_cache(maxsize=1024)
def _matches(letters: str) -> tuple[tuple[re.Match[str], Writer], ...]:
    """Return the matches, each with the function that writes its orders; cached: many wordings are alike."""
    matches = ((pattern.fullmatch(letters), write) for pattern, write in _patterns())
    return tuple((match, write) for match, write in matches if match)


def orders_of(context: ReadingContext, text: str) -> Iterator[Sequence[str]]:
    """Yield translations of *text* into notation, each as one or more orders, if every word is understood."""
    if _NUMBER_ENDS_A_SENTENCE.search(text):
        return
    if found := _ALSO_THERE.match(text):
        both = [
            *_losses(context, found["first"]),
            *_losses(context, f"at {found['place']}: lose {found['rest']}"),
        ]
        if any(map(_is_of_a_place, both)) and any(not _is_of_a_place(order) for order in both):
            yield tuple(both)
            return
    named = named_once(context.data, _with_other_city(context, text))
    named = _with_same_city(context, _without_foe(context, _PURPOSE.sub("", named)))
    words = () if _QUESTION.match(text) else words_of(context, named)
    letters = "".join(word.letter for word in words)
    for match, write in _matches(letters) if words else ():
        if orders := write(Found(context, words, match)):
            if _is_likewise(orders) or not _SO_DO.match(text):
                yield tuple(orders)
            return


def _is_likewise(orders: Sequence[str]) -> bool:
    return all(order.endswith(LIKEWISE) for order in orders)


def _is_of_a_place(order: str) -> bool:
    return order.startswith("at ")


def _losses(context: ReadingContext, text: str) -> Sequence[str]:
    """Return the losses that *text* says, () if it says anything else."""
    orders = next(iter(orders_of(context, text)), ())
    return orders if all(map(_IS_LOSSES.match, orders)) else ()


def _with_same_city(context: ReadingContext, text: str) -> str:
    """Return *text* with the space of "the same city", if it names one before and no other."""
    found = _SAME_CITY.search(text)
    spaces = named_spaces(context, text[: found.start()]) if found else []
    return (
        f"{text[: found.start()]}at {spaces[0]}{text[found.end() :]}" if found and len(spaces) == 1 else text
    )


def _without_foe(context: ReadingContext, text: str) -> str:
    """Return "attack D8" for "attack the five blue Knights at D8"; Blue is not the player."""
    others = tuple(one for one in vocabulary(context.data).colours if one != context.player.casefold())

    def goal(found: re.Match[str]) -> str:
        kinds, spaces = named_units(context, found["foe"]), named_spaces(context, found["place"])
        is_own = any(stack_size(context, kind, space) for kind in kinds for space in spaces)
        return f"{found['verb']} {found['place']}" if kinds and spaces and not is_own else found[0]

    return _FOE_WITHOUT_COLOUR.sub(goal, _foe(others).sub(r"\g<verb> ", text))


@cache
def _foe(colours: tuple[str, ...]) -> re.Pattern[str]:
    counted = r"one|two|three|four|five|six|seven|eight|nine|ten|lone|single|\d{1,2}"
    return re.compile(
        rf"\b(?P<verb>attacks?|hits?|strikes?|fights?|kills?|charges?|smash(?:es)?|against) "
        rf"(?:(?:the|all|his|their|those|an?|{counted}) )*"
        rf"(?:(?:{'|'.join((*colours, 'enemy', 'hostile'))})(?:['’]s)? (?:(?:{counted}) )?"
        r"[^\W\d_]+(?: riders?| ships?)?|the ones?|those|whoever (?:is|stands)) (?:at|in|on) ",
        re.IGNORECASE,
    )


def _with_other_city(context: ReadingContext, text: str) -> str:
    """Return *text* with the space of "the other city", if the player has two and the text names one."""
    if not _OTHER_CITY.search(text):
        return text
    own = cities(context.position, context.player)
    spaces = {context.ground.titles.get(space, space): space for space in own}
    named = {space for title, space in spaces.items() if re.search(rf"\b{space}\b", text, re.IGNORECASE)}
    named |= {space for name, space in context.ground.names.items() if space in own and _is_in(name, text)}
    others = [space for space in own if space not in named]
    return _OTHER_CITY.sub(others[0], text) if len(own) == PAIR and len(others) == 1 else text


def _is_in(name: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) is not None
