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
FORMS = (  # how a line begins, or what stands in it, and how such a line is written
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
WHOLE_WORD = 4  # letters; a shorter word that begins a name may be any word
MOST_WORDS = 12  # in a line that begins with a misspelt word of BEGINS
WORD = re.compile(r"[^\W\d_][\w']*")
_TWO_ORDERS = re.compile(r"\S\s*[;&/]\s*\S.*\s-|\s-.*[;&]\s*\S")


def misunderstood(at: ReadingContext, heading: str, text: str) -> Refusal:
    """What is strange in it: a word that nothing is called, else the shape of the whole."""
    return next(_troubles(at, heading, text))


def _troubles(at: ReadingContext, heading: str, text: str) -> Iterator[Refusal]:
    """All that may be wrong, the surest first."""
    if len(text) > LONGEST_LINE:
        yield Unreadable("This line is too long for an order.", "One line is one order.")
    if is_list_of_pieces(at, text):
        yield Unreadable("It is not said what these are.", f"Did you mean piece {text}?")
    if meant := misspelt(at, text):
        yield Unreadable(f'I know no "{WORD.findall(text)[0]}".', f"Did you mean {meant}?")
    if name := _name_in_front(at, text):
        yield Unreadable("An order names no player in front.", f"Leave out {name}")
    form = f"Nearest form: {_form(at, heading, text)}"
    known = _known_words(at)
    for word in WORD.findall(text):
        if not _is_known(at, word, known):
            yield _strange(known, word, form)
    if _TWO_ORDERS.search(text):
        yield Unreadable("This seems to be more than one order.", "One line is one order.")
    yield Unreadable("This is not understood.", form)


def _strange(known: Names, word: str, form: str) -> Refusal:
    """Of a *word* that nothing is called: which name begins so, which one is near, else the *form*."""
    begun = known.meant(word)
    if len(word) >= WHOLE_WORD and len(begun) == 1:
        return Unreadable(f'"{word}" is not the whole name.', f"Write {begun[0]}.")
    near = [name for name in known.near(word) if len(name) >= WHOLE_WORD]
    return Unreadable(
        f'I know no "{word}".', f"Did you mean {listed(near)}?" if near else f"{LOOK_UP} {form}"
    )


def is_list_of_pieces(at: ReadingContext, text: str) -> bool:
    """ "A, C, F" without the word before it"""
    said = re.split(r"[\s,]+", text.strip(" ,."))
    return at.position.phase == "setup" and len(said) > 2 and _are_pieces(at, said)


def misspelt(at: ReadingContext, text: str) -> str:
    """The word with which *text* begins but for a slip: in capitals, or before letters of pieces or units."""
    first, *others = WORD.findall(text) or [""]
    if len(first) < WHOLE_WORD or len(others) > MOST_WORDS or first.casefold() in BEGINS:
        return ""
    is_meant = first.isupper() or _are_pieces(at, others) or are_units(at, others)
    return one_slip_from(first.casefold(), BEGINS) if is_meant else ""


def are_units(at: ReadingContext, words: list[str]) -> bool:
    """Is there nothing in *words* but names of units?"""
    units = vocabulary(at.data).units
    return bool(words) and all(len(word) > 2 and word.casefold() in units for word in words)


def _are_pieces(at: ReadingContext, said: list[str]) -> bool:
    pieces = {piece.casefold() for piece in vocabulary(at.data).pieces}
    return bool(said) and all(one.casefold() in pieces for one in said)


def _name_in_front(at: ReadingContext, text: str) -> str:
    """The "Red:" of "Red: Militia A7 - A8"."""
    name, colon, _ = text.partition(":")
    return f"{name}:" if colon and name.casefold() in vocabulary(at.data).colours else ""


def _form(at: ReadingContext, heading: str, text: str) -> str:
    """How a line like *text* is written."""
    folded = text.casefold()
    by_shape = next((form for shape, form in FORMS if re.match(shape, folded)), "")
    spells = vocabulary(at.data).spells
    spell = next((name for begins, name in spells.items() if folded.startswith(begins)), "")
    return by_shape or (spell and f"cast {spell} B4") or UNDER.get(heading, "Militia B10 - B14")


def _known_words(at: ReadingContext) -> Names:
    words = vocabulary(at.data)
    names = [
        at.ground.spaces[space].city or at.ground.spaces[space].tower for space in at.ground.names.values()
    ]
    all_words = (*at.data.units, FORT, *at.data.spells, *at.position.settings.seats, *names, *KEYWORDS)
    return Names({word: (word,) for word in dict.fromkeys((*all_words, *words.pieces))}, "word")


def _is_known(at: ReadingContext, word: str, known: Names) -> bool:
    words = vocabulary(at.data)
    if word.casefold() in words.units or known.is_name(word) or word.casefold() in words.colours:
        return True
    parts = {part for name in (*words.named, *words.spells, *words.units) for part in name.split()}
    is_space = re.fullmatch(rf"[{''.join(words.pieces)}{words.sea}]\d{{1,2}}", word, re.IGNORECASE)
    return bool(is_space) or word.casefold() in parts or word.casefold() in {"i", "a", "an", "enemies"}
