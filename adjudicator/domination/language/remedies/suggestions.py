"""Explain why a line cannot be read: what is wrong, what was probably meant, and how to write it."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from adjudicator.core.language.corrections.changed_minds import may_change_later, says_goes, says_stays
from adjudicator.core.language.corrections.second_thoughts import takes_back
from adjudicator.core.language.words import LOOK_UP, Names, Refusal, Unreadable, listed, one_slip_from
from adjudicator.core.languages import condition_in, gives_reason
from adjudicator.domination.data import FORT, Data
from adjudicator.domination.language.grammar import LONGEST_LINE
from adjudicator.domination.language.legality import ReadingContext, number_at
from adjudicator.domination.language.orders import BUILD
from adjudicator.domination.language.remedies.refusals import ListOfPieces, Slip
from adjudicator.domination.language.sentences.lexicon import SOMEONE, lexicon
from adjudicator.domination.language.sentences.preferred_pieces import names_pieces
from adjudicator.domination.language.sentences.prose_words import words_of
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
LONGEST_SLIP = 40  # letters of a misspelt word
WHOLE_WORD = 4  # letters; a shorter word may be anything
MOST_WORDS_OF_TWO_SPACES = 6  # "C12 all C8"
LONGEST_LIST = 16  # words
MOST_WORDS = 12  # in a line that begins with a misspelt word of BEGINS
WORD = re.compile(r"[^\W\d_][\w']*")
FEWEST_LETTERS = 2  # of the name of a unit in a sentence; "M" and "be" may be something else
TELLING = "brlk"  # letters of words that build, lose or keep
NO_UNITS = frozenset(("for",))  # begins "Fort"
_SPACE = re.compile(r"\b[a-z]\d{1,2}\b", re.IGNORECASE)
_PIECE = re.compile(
    r"\b(?:choice|wish|prefer\w*|first|second|third|1st|2nd|3rd)\b.*\b[A-H]\b|^[a-h]{2,8}$|"
    r"\b(?:pieces?|teile?)\b.*\b[A-H]\b|\b[A-H] (?:or|and|then) [A-H]\b"
)
_UNITS_BY_NUMBER = re.compile(r"\b\d+ ?[a-z]\b(?! ?\d)", re.IGNORECASE)
_CONDITION = re.compile(
    r"\W*(?:if|else|otherwise|unless|when(?:ever)?|should|in case|as soon as|once|wenn|falls|sobald|sollte"
    r"|si)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\b(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eine?|zwei|drei|vier|une?|deux|trois)\b",
    re.IGNORECASE,
)
_BUILDS = re.compile(r"\b(?:build|recruit|buy|bau)", re.IGNORECASE)
HITS = re.compile(  # of a round, on which losses may depend
    r"\b(?P<number>\d{1,2}|two|three|four|five|six)(?: or more|\+)? hits?\b", re.IGNORECASE
)
_REST = re.compile(r"\b(?:rest|left(?:overs?)?|remaining|restlich\w*|reste)\b", re.IGNORECASE)
_GOES_TO = re.compile(r"(?:->?|=>|>|\b(?:to|into|nach|vers))\s*[a-z]\d{1,2}\b", re.IGNORECASE)
_DOES = re.compile(
    r"\b(?:com[ei]|return|send|ride|stay|stand|hold|wait|remain|guard|mov|go|goes|march|fly|flies|sail|attack|retreat|build|recruit|buy"
    r"|lose|lost|verlier|opfer|keep|kept|sacrifice|cast|target|advance|follow|help|join|land|board|bleib|zieh|bau"
    r"|behalt|halte|gard|schon|perd|protect|save|spar[ei]|surviv|reste|bouge|quitte|leaves|leaving"
    r"|so do(?:es)?\b|likewise|same\b)",
    re.IGNORECASE,
)
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
_FOES_LOOK = re.compile(
    r"\W*(?:(?:and|but|so|oh|those|these|the|all|both|my|any|\d{1,2}|two|three|four|five|six|seven) )*"
    r"(?P<whose>[^\W\d_]+)(?:['’]s)? [^\W\d_]+(?: [^\W\d_]+)?(?: (?:in|at|on|near|over) (?:the )?\w+)?,? "
    r"(?:(?:really|certainly|always|just|only|still|all|do|does) )*"
    r"(?:looks?|seems?|appears?|smells?|sounds?|scares?|frightens?|annoys?|worr(?:y|ies)|bothers?)\b[^;:]{0,80}",
    re.IGNORECASE,
)
_THE_OTHER = re.compile(r"\b(?:the|die|les) (?:others?|remaining|anderen|übrigen|autres)\b", re.IGNORECASE)
_SAYS_MORE = re.compile(  # than where units go: losses, exceptions, "do as well"
    r"\b(?:los[es]s?(?:es)?|losing|casualt\w+|verluste?|pertes|zuerst|d['’]abord|spend|except\w*|apart from"
    r"|save for|but for"
    r"|au(?:ß|ss)er|ausgenommen|bis auf|sauf|hormis|excepté|half"
    r"|do(?:es)? (?:as well|too|so|the same|likewise|it too|that too))\b",
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
_BEGINNINGS = re.compile(r"[,;:.(]\s*|\s-+\s")
_FOLLOWS = re.compile(  # a word between the items of a list of losses
    r"\b(?:first|last|then|next|before|after|finally|zuerst|zuletzt|dann|danach|vor|abord|puis|ensuite"
    r"|avant|dernier|loss(?:es)?|lose|casualties|verluste|pertes"
    r"|rather|lieber|plutôt|than|instead)\b|[>/]",
    re.IGNORECASE,
)
_LETTERS_IN_ORDER = re.compile(r"[a-z](?:\s*[>/]\s*[a-z])+", re.IGNORECASE)  # "M>F>K>G"
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
            for end in (*(f"- {space}" for space in spaces if space != row.space), "holds")
            if row.space in spaces or end != "holds"
        ]
    known = set(lawful)
    return next((order for order in wanted if order in known), "")


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


def named_units(context: ReadingContext, text: str) -> list[str]:
    """Return the kinds of units that *text* names, each by more than a letter or two."""
    units = _words_of_units(context.data)
    words = [word.casefold() for word in WORD.findall(text)]
    named = [word for word in words if len(word) > FEWEST_LETTERS and word not in NO_UNITS]
    found = dict.fromkeys(units[word] for word in named if word in units)
    return list(found) or _nearly_named_units(named[:MOST_WORDS], context.data)


@lru_cache(maxsize=32)
def _words_of_units(data: Data) -> Mapping[str, str]:
    """Return the words for units in all languages, each with its unit."""
    known = lexicon(data).words.items()
    units = {word: one.said for word, one in known if one.letter == "U" and one.said != SOMEONE}
    return {word: kind for word, kind in units.items() if " " not in word} | {**vocabulary(data).units}


def _nearly_named_units(words: Iterable[str], data: Data) -> list[str]:
    """Return the kinds of units whose names are among *words* with one letter wrong: "milita"."""
    kinds = (_nearly_named_unit(word, data) for word in words if WHOLE_WORD < len(word) <= LONGEST_SLIP)
    return list(dict.fromkeys(filter(None, kinds)))


@lru_cache(maxsize=2048)
def _nearly_named_unit(word: str, data: Data) -> str:
    units = _words_of_units(data)
    whole = [name for name, kind in units.items() if len(name) >= WHOLE_WORD and not _is_begun(name, kind)]
    return units.get(one_slip_from(word, whole), "")


def _is_begun(name: str, kind: str) -> bool:
    """Return whether *name* only begins a kind: "tran" is near to other words, such as "train"."""
    return kind.casefold().startswith(name) and name != kind.casefold()


def named_spaces(context: ReadingContext, text: str) -> list[str]:
    """Return the spaces of this board that *text* names, in its order."""
    found = {one[0].upper(): one.start() for one in _SPACE.finditer(text)}
    folded = text.casefold()
    for name, space in context.ground.names.items():
        if name in folded:
            found.setdefault(space, folded.index(name))
    return [space for space in sorted(found, key=found.__getitem__) if space in context.ground.spaces]


def is_list_of_losses(context: ReadingContext, text: str) -> bool:
    """Return whether *text* ranks kinds of units: "tokens first, then militia", "forts before units"."""
    if _LETTERS_IN_ORDER.fullmatch(text):
        return True
    if not _FOLLOWS.search(text) or len(WORD.findall(text)) > LONGEST_LIST or _NUMBER.search(text):
        return False
    units = _words_of_units(context.data)
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
    rf",\s*(?P<order>(?:{_NUMBER.pattern})\s.+)", re.IGNORECASE
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
    if _SPACE.search(text) and (_DOES.search(text) or _GOES_TO.search(text)):
        return True
    words = len(WORD.findall(text))
    if words <= MOST_WORDS and _NUMBER.search(text) and named_spaces(context, text):
        return True
    is_short_move = len(_SPACE.findall(text)) > 1 and (
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
