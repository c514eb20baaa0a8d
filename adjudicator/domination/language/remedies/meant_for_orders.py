"""Decide whether a text that cannot be read was meant as an order, or is prose between orders."""

import re

from adjudicator.core.language.corrections.changed_minds import may_change_later
from adjudicator.core.languages import is_closing
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.names_in_text import WHOLE_WORD, WORD
from adjudicator.domination.language.orders import HEADINGS
from adjudicator.domination.language.remedies.suggestions import are_units, is_list_of_pieces, misspelt
from adjudicator.domination.language.vocabulary import vocabulary

FEW_WORDS = 4
_STARTS = re.compile(r"(?:if|else|cast|lose|keep|target|rest|piece|claim|build|all|\d+)\b", re.IGNORECASE)
_SHORT = re.compile(
    r"(?:\d+\s+)?[a-z']+(?:\s+[a-z']+)?\s+(?:(?:at|in)\s+)?[a-z]\d{1,2}(?:\s+or\s+[a-z]\d{1,2})*(?:\s+holds?)?",
    re.IGNORECASE,
)  # "Elephant B12": a build or a hold with an unknown unit
_ALL_DONE = re.compile(
    r"\W*all (?:is |are |of it is )?(?:done|set|ready|finished|over)(?: (?:now|then|here))*\W*", re.IGNORECASE
)
_ARROW = re.compile(r"->|>|\w\s*-\s*\w")


def is_meant_for_an_order(context: ReadingContext, text: str) -> bool:
    if is_closing(text) or may_change_later(text) or _ALL_DONE.fullmatch(text):
        return False
    return (
        _looks_like_an_order(context, text)
        or is_list_of_pieces(context, text)
        or bool(misspelt(context, text))
    )


def _looks_like_an_order(context: ReadingContext, text: str) -> bool:
    """Return whether *text* has a keyword with a space or a unit, or a unit with a space and an arrow."""
    words = vocabulary(context.data)
    letters = "".join(words.pieces) + words.sea
    has_space = bool(re.search(rf"\b[{letters}]\d{{1,2}}\b", text, re.IGNORECASE))
    folded = text.casefold()
    has_name = any(name in folded for name in words.named)
    tokens = WORD.findall(text)
    first = tokens[0].casefold() if tokens else ""
    has_unit = any(len(token) > 2 and token.casefold() in words.units for token in tokens)
    if _STARTS.match(text) and (has_space or has_unit or has_name or len(tokens) <= 4):
        return not text[0].isdigit() or has_unit or has_space
    if has_space and _SHORT.fullmatch(text):
        return True
    if first in words.units and len(tokens) <= 12 and (has_space or has_name or _ARROW.search(text)):
        return True
    if first in words.units and len(first) >= WHOLE_WORD and len(tokens) <= FEW_WORDS:
        return True  # "Knight Barowgate", "Militia Z9": an unknown place
    if len(tokens) <= FEW_WORDS and ((has_unit and has_space) or are_units(context, tokens[1:])):
        return True  # "3x Militia A7", "protect Wizard"
    return has_space and bool(_ARROW.search(text) or first in HEADINGS)
