"""Tell sentences that may be meant as orders to units from those that only tell something."""

import re

from adjudicator.core.language.corrections.changed_minds import may_change_later
from adjudicator.core.languages import condition_in, gives_reason
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.names_in_text import (
    FEWEST_LETTERS,
    MOST_WORDS,
    NO_UNITS,
    SPACE,
    WORD,
    named_spaces,
    named_units,
    words_of_units,
)
from adjudicator.domination.language.sentences.preferred_pieces import names_pieces
from adjudicator.domination.language.sentences.prose_words import words_of
from adjudicator.domination.language.vocabulary import vocabulary

MOST_WORDS_OF_TWO_SPACES = 6  # "C12 all C8"
LONGEST_LIST = 16  # words
TELLING = "brlk"  # letters of words that build, lose or keep
_PIECE = re.compile(
    r"\b(?:choice|wish|prefer\w*|first|second|third|1st|2nd|3rd)\b.*\b[A-H]\b|^[a-h]{2,8}$|"
    r"\b(?:pieces?|teile?)\b.*\b[A-H]\b|\b[A-H] (?:or|and|then) [A-H]\b"
)
_UNITS_BY_NUMBER = re.compile(r"\b\d+ ?[a-z]\b(?! ?\d)", re.IGNORECASE)
_NUMBER = re.compile(
    r"\b(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eine?|zwei|drei|vier|une?|deux|trois)\b",
    re.IGNORECASE,
)
HITS = re.compile(  # of a round, on which losses may depend
    r"\b(?P<number>\d{1,2}|two|three|four|five|six)(?: or more|\+)? hits?\b", re.IGNORECASE
)
_GOES_TO = re.compile(r"(?:->?|=>|>|\b(?:to|into|nach|vers))\s*[a-z]\d{1,2}\b", re.IGNORECASE)
_DOES = re.compile(
    r"\b(?:com[ei]|return|send|ride|stay|stand|hold|wait|remain|guard|mov|go|goes|march|fly|flies|sail|attack|retreat|build|recruit|buy"
    r"|lose|lost|verlier|opfer|keep|kept|sacrifice|cast|target|advance|follow|help|join|land|board|bleib|zieh|bau"
    r"|behalt|halte|gard|schon|perd|protect|save|spar[ei]|surviv|reste|bouge|quitte|leaves|leaving"
    r"|so do(?:es)?\b|likewise|same\b)",
    re.IGNORECASE,
)
_FOES_LOOK = re.compile(
    r"\W*(?:(?:and|but|so|oh|those|these|the|all|both|my|any|\d{1,2}|two|three|four|five|six|seven) )*"
    r"(?P<whose>[^\W\d_]+)(?:['’]s)? [^\W\d_]+(?: [^\W\d_]+)?(?: (?:in|at|on|near|over) (?:the )?\w+)?,? "
    r"(?:(?:really|certainly|always|just|only|still|all|do|does) )*"
    r"(?:looks?|seems?|appears?|smells?|sounds?|scares?|frightens?|annoys?|worr(?:y|ies)|bothers?)\b[^;:]{0,80}",
    re.IGNORECASE,
)
_EVERYBODY_GOES = re.compile(  # "Everyone to Dunmere!"
    r"\W*(?:(?:and|so|now|then|please)\W+)*(?:every(?:body|one|thing)|all(?: (?:units|troops|men))?"
    r"|the whole (?:lot|army)|alle|alles|tous|tout le monde)"
    r"(?: (?:go|goes|move|moves|march|on|please|should))* "
    r"(?:to|into|against|nach|gegen|vers|sur) ",
    re.IGNORECASE,
)
_BARE_UNIT = re.compile(
    r"\W*(?:and |plus )?(?:(?:the|my|our|both|all|an?|one|two|three|four|five|six|seven|eight|nine|ten"
    r"|\d{1,2}|first|second|third|fourth|fifth|last|other|remaining|der|die|das|zwei|drei|les?|deux|trois) )+"
    r"(?P<unit>[^\W\d_]{4,}(?: riders?| ships?)?)\W*",
    re.IGNORECASE,
)
_STATES_WHERE = re.compile(  # "where the walls are nearly gone": a fact about the place before it
    r"where (?:(?:the|my|our|his|her|their|all|its) )*[^\W\d_]+ "
    r"(?:is|are|was|were|has|have|had|look|looks|need|needs)\b",
    re.IGNORECASE,
)
_IS_TOLD = re.compile(
    r"\b(?:stay|stays|staying|hold|holds|holding|remain|remains|wait|waits|go|goes|going|to|into|left|leave)\b|\d",
    re.IGNORECASE,
)
_FOLLOWS = re.compile(  # a word between the items of a list of losses
    r"\b(?:first|last|then|next|before|after|finally|zuerst|zuletzt|dann|danach|vor|abord|puis|ensuite"
    r"|avant|dernier|loss(?:es)?|lose|casualties|verluste|pertes"
    r"|rather|lieber|plutôt|than|instead)\b|[>/]",
    re.IGNORECASE,
)
_LETTERS_IN_ORDER = re.compile(r"[a-z](?:\s*[>/]\s*[a-z])+", re.IGNORECASE)  # "M>F>K>G"


def is_list_of_losses(context: ReadingContext, text: str) -> bool:
    """Return whether *text* ranks kinds of units: "tokens first, then militia", "forts before units"."""
    if _LETTERS_IN_ORDER.fullmatch(text):
        return True
    if not _FOLLOWS.search(text) or len(WORD.findall(text)) > LONGEST_LIST or _NUMBER.search(text):
        return False
    units = words_of_units(context.data)
    words = (word.casefold() for word in WORD.findall(text))
    return len({units[word] for word in words if word in units and _is_name(word)}) > 1


def _is_name(word: str) -> bool:
    return len(word) > FEWEST_LETTERS and word not in NO_UNITS


_LOSSES_IN_LETTERS = re.compile(  # "Losses M F K G at C5 F M K G"
    r"\W*(?:loss(?:es)?|lose|cas\w*|verluste?|pertes|combat|cmbt?|cbt?|fights?|kampf)\b\W*(?:order\W+|list\W+)?"
    r"[a-z]\W+[a-z]\b",
    re.IGNORECASE,
)
_WHO_HOLDS = re.compile(  # "nobody moves unless they attack"
    r"\W*(?:(?:and|but|so|then|please|well|ok)\W+)*"
    r"(?:(?:nobody|no ?one|none|nothing|every(?:body|one|thing)|all|(?:all |the )*(?:others?|rest)"
    r"|(?:my|the|our) (?:army|troops|units|men)|alle|niemand|keiner"
    r"|tout le monde|personne|les autres)\b.{0,40}?"
    r"\b(?:holds?|stays?|remains?|waits?|moves?|budges?|bleib(?:t|en)|halten|bewegt|reste(?:nt)?|bouge(?:nt)?|leaves?)"
    r"|(?:i|we) (?:do(?:n['’]t| not)|will not|won['’]t) move)\b",
    re.IGNORECASE,
)
MOST_WORDS_OF_HOLD = 10
_ORDER_BEHIND = re.compile(  # the reason: "as Dunmere is empty, 2 Knights there"
    rf",\s*(?P<order>(?:(?:so|therefore|hence|thus|which is why|deshalb|daher|donc|{_NUMBER.pattern})\s).+)",
    re.IGNORECASE,
)


def says_who_holds(text: str) -> bool:
    """Return whether *text* says of all or none that they hold or move."""
    return len(WORD.findall(text)) <= MOST_WORDS_OF_HOLD and _WHO_HOLDS.match(text) is not None


def is_about_units(context: ReadingContext, text: str, *, is_build: bool = False) -> bool:
    """Return whether a sentence may be meant as an order to a unit, or to build one.

    A question is not one, nor is the reason for an order.
    """
    if text.endswith("?") or may_change_later(text):
        return False
    if context.position.phase == "setup":
        return bool(_PIECE.search(text)) or (bool(condition_in(text)) and names_pieces(context, text))
    if gives_reason(text):
        found = _ORDER_BEHIND.search(text)
        return found is not None and bool(named_units(context, found["order"]))
    if _EVERYBODY_GOES.match(text) and named_spaces(context, text):
        return True
    if _STATES_WHERE.match(text) and not _IS_TOLD.search(text):
        return False
    return (
        says_who_holds(text) or _is_bare_unit(context, text) or _names_units(context, text, is_build=is_build)
    )


def _is_bare_unit(context: ReadingContext, text: str) -> bool:
    """Return whether *text* is a unit and nothing else, whose order may be beside it: "the fourth Knight"."""
    found = _BARE_UNIT.fullmatch(text)
    return found is not None and bool(named_units(context, found["unit"]))


def is_about_foes(context: ReadingContext, text: str) -> bool:
    """Return whether *text* only says what units of others look like: "Two green griffins look hungry"."""
    found = _FOES_LOOK.fullmatch(text)
    others = {*vocabulary(context.data).colours} - {context.player.casefold()}
    return found is not None and found["whose"].casefold() in others | {"enemy", "hostile"}


def _names_units(context: ReadingContext, text: str, *, is_build: bool) -> bool:
    """Return whether *text* names units or spaces in a way that orders do."""
    units = named_units(context, text)
    has_units = bool(units) or bool(_UNITS_BY_NUMBER.search(text))
    if SPACE.search(text) and (_DOES.search(text) or _GOES_TO.search(text)):
        return True
    words = len(WORD.findall(text))
    if words <= MOST_WORDS and _NUMBER.search(text) and named_spaces(context, text):
        return True
    is_short_move = len(SPACE.findall(text)) > 1 and (
        words <= MOST_WORDS_OF_TWO_SPACES or bool(words_of(context, text))
    )
    if is_short_move or _LOSSES_IN_LETTERS.match(text) or is_list_of_losses(context, text):
        return True
    is_list = len(units) > 1 and bool(words_of(context, text))  # "the third Griffin, the Knight"
    is_told = any(word.letter in TELLING for word in words_of(context, text))
    return has_units and bool(
        is_list
        or is_told
        or is_build
        or named_spaces(context, text)
        or _DOES.search(text)
        or HITS.search(text)
    )
