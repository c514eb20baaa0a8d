"""Translate a sentence into notation: the rewordings that may say its orders."""

import re
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.domination.data import FORT
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import MOVE
from adjudicator.domination.language.sentences.conditional_orders import MOST_SHARED, conditional_orders
from adjudicator.domination.language.sentences.lists_of_holds import holds_of_list
from adjudicator.domination.language.sentences.parts_of_stacks import parts_of_stacks
from adjudicator.domination.language.sentences.preferred_pieces import (
    preferred,
)
from adjudicator.domination.language.sentences.prose import orders_of
from adjudicator.domination.language.sentences.rewording import (
    kept_last,
    number_of_only_kind,
    units_without_a_space,
)
from adjudicator.domination.language.sentences.spells import spells_in
from adjudicator.domination.language.sentences.targets import losses_by_rank, targets
from adjudicator.domination.language.sentences.wordings import GOES, with_all, wordings
from adjudicator.domination.language.vocabulary import vocabulary
from adjudicator.domination.position import PHASES, is_choosing

PIECES = re.compile(
    r"(?P<named>(?:my |the |meine? )*(?:pieces?(?: wanted)?|pcs?\.?|prefs?|list|wunschliste|wünsche"
    r"|wish list|wishes|choices?"
    r"|reihenfolge|ordre|ranking|picks?|priorit(?:y|ies)"
    r"|preferences?"
    r"|i (?:want|choose|take|prefer|would like|'?d like)"
    r"|ich (?:hätte gerne?|möchte|nehme|will|wähle))"
    r"(?: (?:are|pieces?|order|list|to have|teile?|stück|for [^\W\d_]+))*[\s:,-]*(?:zuerst |first )?)?"
    r"(?P<ids>[a-z](?:\s+first)?(?:(?:\s*[,;>/-]\s*|\s+)"
    r"(?:(?:then|and|or|and then|dann|danach|und|oder)\s+)?[a-z])*)"
    r"(?:\s*[,>-]?\s*(?:(?:and|then) )?(?:the )?(?:rest|others?)"
    r"(?: (?:do(?:n'?t| not) (?:care|matter|mind)|whatever|random|any|egal))?)?\s*",
    re.IGNORECASE,
)
NUMBERING = re.compile(
    r"(?<!\w)\(?\d{1,2}(?:st|nd|rd|th)?(?:\s*(?:choice|wish|wahl|wunsch))?[.):]?(?=\s)", re.IGNORECASE
)
_SHARED = re.compile(  # "Griffin A15 and Griffin A16 to G13", "M A10, M A11 hold"
    r"^(?P<list>.+?\b[a-z]\d{1,2}(?:\s*(?:,|&|\+|\band\b|\bund\b)\s*(?:[^\s,].*?)??\b[a-z]\d{1,2})+)"
    r"(?P<end>\s*(?:-|>|->|to\b)\s*.*|\s+(?:(?:all|both) )?(?:holds?|h|stays?|stands?|std))$",
    re.IGNORECASE,
)
_SPACE = re.compile(r"[a-z]\d{1,2}", re.IGNORECASE)
_UNIT_AND_SPACE = re.compile(r"(?P<unit>[^\W\d_]+(?: [^\W\d_]+)?) [a-z]\d{1,2}", re.IGNORECASE)
_TO = re.compile(r"\b(?:in)?to(?= (?:[a-z]\d{1,2}\b|(?:the |my )?\w+ city\b))", re.IGNORECASE)
_NTH_CITY = re.compile(
    r"\b(?P<city>(?:in|at|into|to|for) (?:(?:the|my|our) )?(?:first|second|third|fourth)|1st|2nd|3rd|4th)"
    r"(?: (?:one|town))?(?=[,.;! ]*$|,? and\b|,? the rest\b|[,;])",
    re.IGNORECASE,
)
_SPACES_HOLD = re.compile(  # "D1, D2 and D9 all hold"
    r"^(?:all (?:in |at )?)?(?P<spaces>[a-z]\d{1,2}(?:(?:,? and|,| &) [a-z]\d{1,2})*)"
    r"(?: all| both)? (?:holds?|h)$",
    re.IGNORECASE,
)
_LISTED = re.compile(r"(?P<verb>lose|keep) (?P<kinds>[^\W\d_]+(?:[ ,/>-]+[^\W\d_]+)+)", re.IGNORECASE)
_BETWEEN_KINDS = re.compile(r"[ ,/>-]+")
_LOSSES = re.compile(
    r"^(?:(?:combat|cb|cbt|cmbt|cmb)[:.]? )?(?:(?:priority|order|sequence) (?:of|for) )?"
    r"(?:loss(?:es)?|lose|casualties|casualty|casu?|verluste?|pertes|ordre des pertes|verlustreihenfolge)"
    r"(?: (?:pref\w*|order|priority|priorities|sequence))?\.?\s*[:=]?\s*"
    r"(?=[a-z](?:[\s/>,-]+[a-z](?![^\W_]))+$)",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r"\s*(?:,|&|\+|\band\b|\bund\b)\s*(?=.*?\b[a-z]\d{1,2}\b)", re.IGNORECASE)
_ONE_LETTER = re.compile(r"(?<![^\W_])[a-z](?![^\W_])", re.IGNORECASE)


def reworded(context: ReadingContext, text: str) -> Iterator[Sequence[str]]:
    """Yield translations of *text* into the notation, each as one or more orders."""
    if is_choosing(context.position):
        if pieces := _pieces(text):
            yield (f"piece {', '.join(pieces)}",)
        if pieces := preferred(context, text):
            yield (f"piece {', '.join(pieces)}",)
    if context.position.phase == "setup":
        return
    yield from _in_prose(context, text)
    yield from _conditions_and_spells(context, text)
    yield from _of_stacks(context, text)
    has_moves = MOVE in PHASES[context.position.phase].headings
    for wording in wordings(context, text):
        yield from _without_commas(context, wording)
        if kept := kept_last(wording):
            yield kept
        if wording.casefold().startswith("build "):
            yield ("Build", wording[len("build ") :])  # the heading that it must be under
        if wording != text:
            yield (with_all(wording),)
        if has_moves and (found := units_without_a_space(context, wording)):
            yield found
        yield from _several(context, wording)


def _in_prose(context: ReadingContext, text: str) -> Iterator[Sequence[str]]:
    """Yield the orders of a sentence; in the opening nothing moves: "4 griffins to H8" are built there."""
    if context.position.phase != "opening":
        yield from orders_of(context, text)
        return
    said = _of_opening(text)
    yield from orders_of(context, said)
    yield from orders_of(context, f"build {said}")


def _of_opening(text: str) -> str:
    """Return "in the second city" for "to the second", where no board is laid that has other places."""
    return _TO.sub("in", _NTH_CITY.sub(r"\g<city> city", text))


def _of_stacks(context: ReadingContext, text: str) -> Iterator[Sequence[str]]:
    """Yield the orders of units that are not named whole: "the ship and Militia E7 hold", "1 x D11 - A1"."""
    if listed := holds_of_list(context, text):
        yield listed
    if counted := number_of_only_kind(context, text):
        yield (counted,)
    yield from parts_of_stacks(context, text)
    yield from targets(context, text)
    yield from losses_by_rank(context, text)


def _conditions_and_spells(context: ReadingContext, text: str) -> Iterator[Sequence[str]]:
    """Yield the orders of a text with a condition or a spell, if it is no question."""
    if not text.rstrip().endswith("?"):
        yield from conditional_orders(context, text)
        yield from spells_in(context, text)


def _without_commas(context: ReadingContext, text: str) -> Iterator[Sequence[str]]:
    """Yield the order of "lose fort m k", "loss: F/M/K/G" or "loss order: F, M, K, G"."""
    listed = _LISTED.fullmatch(_LOSSES.sub("lose ", text))
    units = vocabulary(context.data).units
    kinds = [_kind(units, word) for word in _BETWEEN_KINDS.split(listed["kinds"])] if listed else []
    if listed and all(kinds):
        yield (f"{listed['verb']} {', '.join(kinds)}",)


def _kind(units: Mapping[str, str], word: str) -> str:
    folded = word.casefold()
    return units.get(folded, FORT if folded == "f" else "")


def _several(context: ReadingContext, wording: str) -> Iterator[Sequence[str]]:
    """Yield the orders of units that share a goal or a verb: "D1 and D2 hold", "M A10, M A11 hold"."""
    spaces = _SPACES_HOLD.match(wording)
    if spaces:
        yield tuple(
            order for space in _SPACE.findall(spaces["spaces"]) for order in _holds(context, space.upper())
        )
    shared = _SHARED.match(wording) if len(_SPACE.findall(wording)) <= MOST_SHARED else None
    if shared and not GOES.search(shared["list"]):
        stacks = _each(_SEPARATOR.split(shared["list"]))
        yield tuple(with_all(f"{one}{shared['end']}") for one in stacks)


def _each(stacks: Sequence[str]) -> Iterator[str]:
    """Yield the stacks of a list; a space alone has the unit named before it: "Militia A10, A11"."""
    unit = ""
    for stack in filter(None, map(str.strip, stacks)):
        named = _UNIT_AND_SPACE.fullmatch(stack)
        unit = named["unit"] if named else unit
        yield f"{unit} {stack}" if unit and _SPACE.fullmatch(stack) else stack


def _holds(context: ReadingContext, space: str) -> list[str]:
    own = [row for row in context.position.units if (row.player, row.space) == (context.player, space)]
    return [f"{row.count} {row.kind} {space} holds" for row in own] or [f"all {space} holds"]


def _pieces(text: str) -> list[str]:
    """Return the pieces that *text* lists; a single letter does not count."""
    found = PIECES.fullmatch(NUMBERING.sub(" ", text).strip())
    letters = _ONE_LETTER.findall(found["ids"]) if found else []
    return letters if len(letters) > 1 or (found and found["named"]) else []


def pieces_listed(context: ReadingContext, text: str) -> list[str]:
    """Return the pieces of a text that only lists pieces; [] if any word of it is of something else."""
    return _pieces(text) or preferred(context, text)
