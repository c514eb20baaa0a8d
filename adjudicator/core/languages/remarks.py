"""Recognise text around orders: greetings, reasons, opinions, doubts and conditions."""

from functools import cache

from adjudicator.core.language.necessary import Guarded
from adjudicator.core.language.short_texts import remembered
from adjudicator.core.languages.line_ends import begins_condition
from adjudicator.core.languages.phrases import WORD_OR_NUMBER, languages, words_for
from adjudicator.core.languages.table_heads import is_head_of_table

_MOST_LEADS = 20  # words in a row that announce orders


@cache
def giving_reasons() -> Guarded:
    """Return the pattern that begins the reason for an order: "so that they stay out"."""
    words = words_for(lambda one: one.reasons)
    return Guarded(rf"(?<!\w)(?:{words})(?!\w)")


@remembered
def gives_reason(text: str) -> bool:
    """Return whether *text* begins as the reason for an order."""
    return giving_reasons().match(text.strip()) is not None


def is_opinion(text: str) -> bool:
    """Return whether *text* begins as a remark on others: "I don't trust him"."""
    return any(language.opinion.match(text) for language in languages())


@remembered
def doubt_in(text: str) -> str:
    """Return the first word of *text* that makes the orders next to it doubtful, "" for none."""
    found = (language.doubt.search(text) for language in languages())
    return next((match[0] for match in found if match), "")


@remembered
def condition_in(text: str) -> str:
    """Return the first word of *text* that makes it a condition ("if"), "" for none."""
    found = (language.condition.search(text) for language in languages())
    return next((match[0] for match in found if match), "")


@remembered
def goes_on_after_stop(text: str) -> bool:
    """Return whether a sentence belongs to the order before it: "If that is not possible, to Bur"."""
    return any(language.second_choice.match(text) for language in languages())


def names_a_turn(text: str) -> bool:
    """Return whether *text* is only the name of a turn, in any language."""
    return any(language.names_a_turn(text) for language in languages())


@remembered
def heads_other_orders(text: str) -> bool:
    """Return whether *text* is a heading of orders for other turns or cases: "DEFAULT ORDERS", "Plan B:"."""
    return any(language.other.fullmatch(text) for language in languages())


@remembered
def begins_with_doubt(text: str) -> bool:
    """Return whether *text* begins as a condition or the like: "If Munich holds, A Par - Bur"."""
    return any(language.doubt.match(text) for language in languages()) or begins_condition(text)


@remembered
def is_greeting(text: str) -> bool:
    """Return whether *text* is only a greeting, perhaps with a name."""
    return any(language.greeting.fullmatch(text) for language in languages())


@remembered
def is_closing(text: str) -> bool:
    """Return whether *text* only closes a message: thanks, regards, perhaps a name."""
    return any(language.closing.fullmatch(text) for language in languages())


def announces(label: str) -> bool:
    """Return whether a label only says that orders follow: "Hello, in this order:"."""
    parts = (part.strip(" :") for part in label.split(","))
    return all(is_greeting(part) or says_nothing(part) or says_nothing(f"{part}:") for part in parts if part)


@remembered
def says_nothing(text: str) -> bool:
    """Return whether *text* only announces orders: "Here are my orders:", "Spring 1901", "from | to"."""
    if "|" in text and is_head_of_table(text):
        return True
    for language in languages():
        rest = text
        for _ in range(_MOST_LEADS):
            found = language.turn.match(rest) or language.lead.match(rest)
            if not found or not found.end():
                break
            rest = rest[found.end() :]
        if not WORD_OR_NUMBER.search(rest):
            return True
    return False
