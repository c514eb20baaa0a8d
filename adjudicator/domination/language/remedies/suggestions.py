"""Explain why a line cannot be read: what is wrong, what was probably meant, and how to write it."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from adjudicator.core.language.corrections.changed_minds import says_goes, says_stays
from adjudicator.core.language.corrections.second_thoughts import takes_back
from adjudicator.core.language.words import LOOK_UP, Names, Refusal, Unreadable, listed, one_slip_from
from adjudicator.core.languages import condition_in
from adjudicator.domination.data import FORT, Data
from adjudicator.domination.language.grammar import LONGEST_LINE
from adjudicator.domination.language.legality import ReadingContext, number_at
from adjudicator.domination.language.names_in_text import (
    MOST_WORDS,
    WHOLE_WORD,
    WORD,
    named_spaces,
    named_units,
)
from adjudicator.domination.language.orders import BUILD
from adjudicator.domination.language.remedies.refusals import ListOfPieces, Slip
from adjudicator.domination.language.vocabulary import vocabulary
from adjudicator.domination.position import Units, is_choosing
from adjudicator.domination.sentences import say
from adjudicator.domination.view.wording import stack

KEYWORDS = (
    *("if", "else", "cast", "lose", "keep", "target", "rest", "piece", "claim", "build", "all", "at"),
    *("to", "or", "and", "on", "in", "with", "nothing", "holds", "hold", "not", "enemy", "nobody", "me"),
    *("have", "has", "get", "casts", "hits", "round", "city"),
)
BEGINS = ("cast", "lose", "keep", "target", "rest", "piece", "claim", "build", "else")
FORMS = (  # the shape of a line, and an example of the form that was probably meant
    (r"(else|otherwise)\b", "else: Militia B5 - B4"),
    (r"(if|unless|when)\b", "if not enemy at B4: all B4 - B5"),
    (r"(cast )?recall\b", "cast Recall 2 Knight B4 - B6"),
    (r"(cast )?fireball\b", "cast Fireball B4 on Blue"),
    (r"cast\b", "cast Ward B4"),
    (r"lose\b.* (at|in) ", "at B4: lose Militia"),
    (r"lose\b", "lose Militia, Knight"),
    (r"keep\b.* (at|in) ", "at B4: keep Wizard"),
    (r"keep\b", "keep Wizard"),
    (r"target\b", "target Blue at C7"),
    (r"(at|in)\b", "at B4: lose Militia"),
    (r"(the )?rest\b", "rest Militia B6 or B12"),
    (r"piece", "piece A, C, F"),
    (r"claim", "claim B6, B12"),
    (r"build\b", "2 Knight B12"),
    (r".*(-|>|\bto\b).*(with|w/|carr)", "Transport A9 - A13 with Militia"),
    (r".*[+&,].*(-|>|\bto\b)", "2 Militia + Knight A8 - B9"),
    (r".*(-|>|\bto\b|\bmove)", "Militia B10 - B14"),
    (r".*\b(hold|stay|stand)", "2 Militia B10 holds"),
)
FORMS_OF_OPENING = (  # the same before the board is laid
    (r"(if|unless|when)\b", "if I have A: 2 Knight A7"),
    (r"(else|otherwise)\b", "else: rest Militia first city"),
    (r"(the )?rest\b", "rest Militia first city"),
    (r"piece", "piece A, C, F"),
    (r"claim", "claim B6, B12"),
    (r"(lose|keep)\b", "lose Militia, Knight"),
    (r"", "2 Knight first city"),
)
UNDER = {"build": "2 Knight B12", "magic": "cast Ward B4", "combat": "lose Militia, Knight"}
_CONDITION = re.compile(
    r"\W*(?:if|else|otherwise|unless|when(?:ever)?|should|in case|as soon as|once|wenn|falls|sobald|sollte"
    r"|si)\b",
    re.IGNORECASE,
)
_BUILDS = re.compile(r"\b(?:build|recruit|buy|bau|purchas|money|spend|geld\b)", re.IGNORECASE)
_REST = re.compile(r"\b(?:rest|left(?:overs?)?|remaining|restlich\w*|reste)\b", re.IGNORECASE)
_VAGUE = re.compile(
    r"\b(?:half|most|some|several|many|(?:a )?few|a couple|die hälfte|einige|manche|die meisten|ein paar"
    r"|la moitié|quelques|la plupart|plusieurs)\b",
    re.IGNORECASE,
)
_DENIED_GOAL = re.compile(  # "the Knights do not go to H1, they fall back on F8"
    r"\b(?:not|never|nicht|pas|\w+n['’]t|forget|scrap|scratch|drop|cancel|vergiss|oublie[zr]?)"
    r"(?: \w+){0,2}?(?: (?:to|into|nach|vers))? [a-z]\d{1,2}\b",
    re.IGNORECASE,
)
_TO = re.compile(r"\b(?:to|into|onto|attacks?|nach|vers)\b|->?|>", re.IGNORECASE)
_THE_OTHER = re.compile(r"\b(?:the|die|les) (?:others?|remaining|anderen|übrigen|autres)\b", re.IGNORECASE)
_SAYS_MORE = re.compile(  # than where units go: losses, exceptions, "do as well"
    r"\b(?:los[es]s?(?:es)?|losing|casualt\w+|verluste?|pertes|zuerst|d['’]abord|spend|except\w*|apart from"
    r"|save for|but for"
    r"|au(?:ß|ss)er|ausgenommen|bis auf|sauf|hormis|excepté|half"
    r"|do(?:es)? (?:as well|too|so|the same|likewise|it too|that too))\b",
    re.IGNORECASE,
)
_BEGINNINGS = re.compile(r"[,;:.(]\s*|\s-+\s")
_TWO_ORDERS = re.compile(r"\S\s*[;&/]\s*\S.*\s-|\s-.*[;&]\s*\S")


def misunderstood(context: ReadingContext, heading: str, text: str) -> Refusal:
    """Return what is most likely wrong with *text*."""
    return next(_troubles(context, heading, text))


def _troubles(context: ReadingContext, heading: str, text: str) -> Iterator[Refusal]:
    """Yield everything that may be wrong, the most certain first."""
    if len(text) > LONGEST_LINE:
        yield Unreadable(say("this_line_is_too_long"), say("write_one_order_on_each_line"))
    if is_list_of_pieces(context, text):
        yield ListOfPieces(say("list_of_pieces_begins_with_piece"), say("did_you_mean_piece", text=text))
    if meant := misspelt(context, text):
        reason = say("is_not_known_word", word=WORD.findall(text)[0])
        yield Slip(reason, say("did_you_mean", meant=meant), suggests=True)
    if name := names_a_player(context, text):
        yield Unreadable(say("order_does_not_begin_with_player"), say("leave_out", name=name))
    form = say("nearest_form", form=_form(context, heading, text))
    known = _known_words(context)
    for word in WORD.findall(text):
        if not _is_known(context, word, known):
            yield _strange(known, word, form)
    if _TWO_ORDERS.search(text):
        yield Unreadable(say("this_looks_like_more_than_one"), say("write_one_order_on_each_line"))
    yield Slip(say("i_do_not_understand_this_line"), form)


def _strange(known: Names, word: str, form: str) -> Refusal:
    """Suggest a name that begins with the unknown *word*, or a similar one, else the *form*."""
    meant = known.meant(word)
    if len(word) >= WHOLE_WORD and len(meant) == 1:
        return Unreadable(say("is_not_whole_name", word=word), say("write", meant=meant[0]))
    near = [name for name in known.near(word) if len(name) >= WHOLE_WORD]
    reason = say("is_not_known_word", word=word)
    if near:
        return Slip(reason, say("did_you_mean", meant=listed(near)), suggests=True)
    return Slip(reason, f"{LOOK_UP} {form}")


def is_list_of_pieces(context: ReadingContext, text: str) -> bool:
    """Return whether *text* is a list such as "A, C, F" without the word piece."""
    words = re.split(r"[\s,]+", text.strip(" ,."))
    return is_choosing(context.position) and len(words) > 2 and _are_pieces(context, words)


def misspelt(context: ReadingContext, text: str) -> str:
    """Return the keyword that the first word misspells, in capitals or before pieces or units; else ""."""
    first, *others = WORD.findall(text) or [""]
    if len(first) < WHOLE_WORD or len(others) > MOST_WORDS or first.casefold() in BEGINS:
        return ""
    is_meant = first.isupper() or _are_pieces(context, others) or are_units(context, others)
    return one_slip_from(first.casefold(), BEGINS) if is_meant else ""


def are_units(context: ReadingContext, words: list[str]) -> bool:
    units = vocabulary(context.data).units
    return bool(words) and all(len(word) > 2 and word.casefold() in units for word in words)


def _are_pieces(context: ReadingContext, words: list[str]) -> bool:
    pieces = {piece.casefold() for piece in vocabulary(context.data).pieces}
    return bool(words) and all(word.casefold() in pieces for word in words)


def names_a_player(context: ReadingContext, text: str) -> str:
    """Return the "Red:" of "Red: Militia A7 - A8", or ""."""
    name, colon, _ = text.partition(":")
    return f"{name}:" if colon and name.casefold() in vocabulary(context.data).colours else ""


def _form(context: ReadingContext, heading: str, text: str) -> str:
    """Return an example of the form that *text* resembles."""
    folded = text.casefold()
    forms = FORMS_OF_OPENING if context.position.phase == "opening" else FORMS
    if condition_in(text) and (of_if := _form_of_condition(forms)):
        return of_if
    by_shape = next((form for shape, form in forms if re.match(shape, folded)), "")
    spells = vocabulary(context.data).spells
    spell = next((name for begins, name in spells.items() if folded.startswith(begins)), "")
    return by_shape or (spell and f"cast {spell} B4") or UNDER.get(heading, "Militia B10 - B14")


def _form_of_condition(forms: Sequence[tuple[str, str]]) -> str:
    return next((form for shape, form in forms if re.match(shape, "if")), "")


def _known_words(context: ReadingContext) -> Names:
    names = tuple(filter(None, context.ground.titles.values()))
    return _names(context.data, (*context.position.settings.seats, *names))


@lru_cache(maxsize=64)
def _names(data: Data, own: tuple[str, ...]) -> Names:
    all_words = (*data.units, FORT, *data.spells, *own, *KEYWORDS, *vocabulary(data).pieces)
    return Names({word: (word,) for word in dict.fromkeys(all_words)}, "word")


@lru_cache(maxsize=32)
def _parts_of_names(data: Data) -> frozenset[str]:
    words = vocabulary(data)
    return frozenset(part for name in (*words.named, *words.spells, *words.units) for part in name.split())


def _is_known(context: ReadingContext, word: str, known: Names) -> bool:
    words = vocabulary(context.data)
    if word.casefold() in words.units or known.is_name(word) or word.casefold() in words.colours:
        return True
    parts = _parts_of_names(context.data)
    is_space = re.fullmatch(rf"[{''.join(words.pieces)}{words.sea}]\d{{1,2}}", word, re.IGNORECASE)
    return bool(is_space) or word.casefold() in parts or word.casefold() in {"i", "a", "an", "enemies"}


def by_meaning(context: ReadingContext, heading: str, text: str, lawful: Sequence[str]) -> str:
    """Return the legal order for the unit and the spaces that *text* names, or ""."""
    text = _DENIED_GOAL.sub(" ", text)
    kinds, spaces = named_units(context, text), named_spaces(context, text)
    if depends(text) or says_another_number(text) or _SAYS_MORE.search(text):
        return ""
    is_below_builds = heading == BUILD and (bool(_REST.search(text)) or not says_goes(text))
    is_below_builds = is_below_builds and not says_stays(text)
    if not kinds and len(spaces) == len(("from", "to")) and not is_below_builds:
        return _all_go(context, spaces, lawful)
    if _THE_OTHER.search(text) and not any(number_at(context, space) for space in spaces):
        return ""
    kinds = kinds or _only_kind_at(context, spaces[:1])
    if not (kinds and spaces):
        return ""
    if is_below_builds or _BUILDS.search(text):
        wanted = [f"{kind} {space}" for kind in kinds for space in spaces]
    else:
        wanted = [
            f"{stack(row.kind, row.count)} {row.space} {end}"
            for row in _stacks_meant(context, kinds, spaces)
            for end in (
                *(f"- {space}" for space in _goals(context, text, spaces) if space != row.space),
                "holds",
            )
            if row.space in spaces or end != "holds"
        ]
    known = set(lawful)
    return next((order for order in wanted if order in known), "")


def _goals(context: ReadingContext, text: str, spaces: Sequence[str]) -> Sequence[str]:
    """Return the spaces to which *text* says that units go: those behind "to", or all that it names."""
    behind = (named_spaces(context, text[found.end() :]) for found in _TO.finditer(text))
    return list(dict.fromkeys(first[0] for first in behind if first)) or spaces


def _stacks_meant(context: ReadingContext, kinds: Collection[str], spaces: Sequence[str]) -> list[Units]:
    """Return the player's stacks of *kinds*, those in *spaces* first.

    Of several spaces one is where the units stand, if the player has any there.
    """
    own = [row for row in context.position.units if row.player == context.player]
    is_origin_named = len(spaces) > 1 and any(row.space in spaces for row in own)
    meant = [row for row in own if row.kind in kinds and (row.space in spaces or not is_origin_named)]
    return sorted(meant, key=lambda row: _place_in(spaces, row.space))


def depends(text: str) -> bool:
    """Return whether *text* begins with a condition."""
    return _CONDITION.match(text) is not None


def says_another_number(text: str) -> bool:
    """Return whether *text* counts units by a vague word ("half of") or corrects itself ("make that 3")."""
    return _VAGUE.search(text) is not None or corrects_itself(text)


def corrects_itself(text: str) -> bool:
    return any(takes_back(part) for part in _BEGINNINGS.split(text))


def _all_go(context: ReadingContext, spaces: Sequence[str], lawful: Sequence[str]) -> str:
    """Return "all C12 - C8" for "C12 attacks C8", if one of the units there may go so far."""
    origin, goal = spaces
    own = [row.kind for row in context.position.units if (row.player, row.space) == (context.player, origin)]
    may_go = any(f"{kind} {origin} - {goal}" in lawful for kind in own)
    return f"all {origin} - {goal}" if may_go else ""


def _only_kind_at(context: ReadingContext, spaces: Sequence[str]) -> list[str]:
    """Return the kind of the player's units in a space if all are of one kind: "those on B11 go to B9"."""
    own = [row.kind for row in context.position.units if row.player == context.player and row.space in spaces]
    return own if len(own) == 1 else []


def _place_in(spaces: Sequence[str], space: str) -> int:
    return spaces.index(space) if space in spaces else len(spaces)
