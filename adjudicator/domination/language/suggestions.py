"""Explain why a line cannot be read: what is wrong, what was probably meant, and how to write it."""

import re
from collections.abc import Iterator

from adjudicator.core.words import LOOK_UP, Names, Refusal, Unreadable, listed, one_slip_from
from adjudicator.domination.data import FORT
from adjudicator.domination.language.grammar import LONGEST_LINE
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.vocabulary import vocabulary

KEYWORDS = (
    *("if", "else", "cast", "lose", "keep", "target", "rest", "piece", "claim", "build", "all", "at"),
    *("to", "or", "and", "on", "in", "with", "nothing", "holds", "hold", "not", "enemy", "nobody", "me"),
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
UNDER = {"build": "2 Knight B12", "magic": "cast Ward B4", "combat": "lose Militia, Knight"}
WHOLE_WORD = 4  # letters; a shorter word may be anything
MOST_WORDS = 12  # in a line that begins with a misspelt word of BEGINS
WORD = re.compile(r"[^\W\d_][\w']*")
_TWO_ORDERS = re.compile(r"\S\s*[;&/]\s*\S.*\s-|\s-.*[;&]\s*\S")


def misunderstood(context: ReadingContext, heading: str, text: str) -> Refusal:
    """Return what is most likely wrong with *text*."""
    return next(_troubles(context, heading, text))


def _troubles(context: ReadingContext, heading: str, text: str) -> Iterator[Refusal]:
    """Yield all that may be wrong, the most certain first."""
    if len(text) > LONGEST_LINE:
        yield Unreadable("This line is too long for an order.", "Write one order on each line.")
    if is_list_of_pieces(context, text):
        yield Unreadable("A list of pieces begins with piece.", f"Did you mean piece {text}?")
    if meant := misspelt(context, text):
        yield Unreadable(f'"{WORD.findall(text)[0]}" is not a known word.', f"Did you mean {meant}?")
    if name := names_a_player(context, text):
        yield Unreadable("An order does not begin with a player.", f"Leave out {name}")
    form = f"Nearest form: {_form(context, heading, text)}"
    known = _known_words(context)
    for word in WORD.findall(text):
        if not _is_known(context, word, known):
            yield _strange(known, word, form)
    if _TWO_ORDERS.search(text):
        yield Unreadable("This looks like more than one order.", "Write one order on each line.")
    yield Unreadable("I do not understand this line.", form)


def _strange(known: Names, word: str, form: str) -> Refusal:
    """Suggest a name that begins with the unknown *word*, or a similar one, else the *form*."""
    meant = known.meant(word)
    if len(word) >= WHOLE_WORD and len(meant) == 1:
        return Unreadable(f'"{word}" is not the whole name.', f"Write {meant[0]}.")
    near = [name for name in known.near(word) if len(name) >= WHOLE_WORD]
    return Unreadable(
        f'"{word}" is not a known word.', f"Did you mean {listed(near)}?" if near else f"{LOOK_UP} {form}"
    )


def is_list_of_pieces(context: ReadingContext, text: str) -> bool:
    """Return whether *text* is a list such as "A, C, F" without the word piece."""
    words = re.split(r"[\s,]+", text.strip(" ,."))
    return context.position.phase == "setup" and len(words) > 2 and _are_pieces(context, words)


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
    by_shape = next((form for shape, form in FORMS if re.match(shape, folded)), "")
    spells = vocabulary(context.data).spells
    spell = next((name for begins, name in spells.items() if folded.startswith(begins)), "")
    return by_shape or (spell and f"cast {spell} B4") or UNDER.get(heading, "Militia B10 - B14")


def _known_words(context: ReadingContext) -> Names:
    words = vocabulary(context.data)
    names = filter(None, context.ground.titles.values())
    all_words = (
        *context.data.units,
        FORT,
        *context.data.spells,
        *context.position.settings.seats,
        *names,
        *KEYWORDS,
    )
    return Names({word: (word,) for word in dict.fromkeys((*all_words, *words.pieces))}, "word")


def _is_known(context: ReadingContext, word: str, known: Names) -> bool:
    words = vocabulary(context.data)
    if word.casefold() in words.units or known.is_name(word) or word.casefold() in words.colours:
        return True
    parts = {part for name in (*words.named, *words.spells, *words.units) for part in name.split()}
    is_space = re.fullmatch(rf"[{''.join(words.pieces)}{words.sea}]\d{{1,2}}", word, re.IGNORECASE)
    return bool(is_space) or word.casefold() in parts or word.casefold() in {"i", "a", "an", "enemies"}
