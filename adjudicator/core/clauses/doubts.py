"""Find orders that can be read but are not accepted: next to a doubt, or taken back below."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from adjudicator.core.clauses.apart import (
    TELLS_KEPT,
    before_condition,
    clusters,
    is_another_order,
    is_of_another,
    may_be_of_all,
    reasons_before,
    runs,
    says_otherwise,
    with_kept,
    without_labels_of_goals,
)
from adjudicator.core.clauses.clause import Clause, Part, Sense, Share
from adjudicator.core.clauses.stops import HEADS_GROUP, SENTENCES, TELLS_PLAN, WORDS, bare, number_of_words
from adjudicator.core.clauses.units_named import places_named
from adjudicator.core.language.corrections.changed_minds import announces_list
from adjudicator.core.language.corrections.second_thoughts import begins_retraction, takes_back
from adjudicator.core.language.words import NotAllowed
from adjudicator.core.languages import (
    announces,
    condition_in,
    corrected_goal,
    doubt_in,
    forgets,
    gives_reason,
    is_closing,
    is_opinion,
    names_a_turn,
    says_nothing,
)
from adjudicator.core.sentences import say

_RUNS_ON = re.compile(  # the continuation of an order, up to the name of a place
    r"(?:(?:and|then|on|onwards?|back|further|over|from there)\s+)*"
    r"(?:to|into|onto|towards?|via|by|with|from|in|at)\s+(?:the\s+)?",
    re.IGNORECASE,
)
_GOES_ON_TO = re.compile(  # what the unit does that was named before: "(Aragorn takes him along) and goes to"
    r"(?:(?:and|then)\s+)*(?:go(?:es)?|moves|walks|rides|march(?:es)?|heads|flies|sails|continues|travels)\s+"
    r"(?:(?:on|back|up|down|out|over|home)\s+)*(?:to|into|towards?)\s+(?:the\s+)?(?=[^\W\d_]{3})",
    re.IGNORECASE,
)
_NAMES_UNITS = re.compile(
    r"(?:(?:my|the|both|two|three|four|\d|all|others?|remaining)\s+)+(?:arm(?:y|ies)|fleets?|cavalry|units?)\b(?!.*\b(?:is|are|was|were)\b)",
    re.IGNORECASE,
)
_FURTHER = re.compile(r"(?:and\s+)?(?:then|on|onwards?|back|further|over|from there)\b", re.IGNORECASE)
_THEN = re.compile(r"(?:and\s+)?then\s+(?:the\s+)?", re.IGNORECASE)  # before a place, a further step
MOST_WORDS_OF_A_NAME = 4
WORDS_OF_A_REMARK = 3  # fewer may be a place with a slip
TOO_FREE = say("too_much_free_text")
_STOPS = re.compile(r"[,;.]\s*")
_DASH = re.compile(r"\s-+\s")
_OPEN_OBJECT = re.compile(  # whose place must follow: "Gascony supports the army"
    r"\b(?:supports?|supporting|helps?|leads?|convoys?) (?:(?:the|my|our|his|her|their) )*"
    r"(?:[^\W\d_][\w-]*['’]s? )?(?:arm(?:y|ies)|fleets?|cavalry|units?)$",
    re.IGNORECASE,
)
_REMARKS = re.compile(
    r"[,;.!]\s+|\s(?=(?:and|but|as|for) (?:i|we|he|she|they|nobody|no ?one)\b)", re.IGNORECASE
)
_TO_OTHERS = re.compile(r"\bwith you\b", re.IGNORECASE)  # "Back to the city with you!"
_HANGS = re.compile(  # the place that must follow is missing, or is on the next line
    r"(?:(?:and|then|on|onwards?|back|further|over)\s+)*(?:to|into|onto|towards?|via|nach|vers|über)",
    re.IGNORECASE,
)
_ALTERNATIVE = re.compile(  # to the order, inside its reason: "because he may come, otherwise I hold"
    r"\b(?:unless|(?<!because )(?<!since )(?<!for )otherwise(?!\W*$)|(?<!\w )else"
    r"|or (?:better|rather|else|maybe)|sonst|sinon)\b",
    re.IGNORECASE,
)
_NOTE = re.compile(r"\s<-+\s+(.*)$")  # on the order that it points at
_CROSSED_OUT = re.compile(  # a note of one word
    r"(?:scrap|scratch|strike|cancel|cancelled|delete|deleted|drop|forget|ignore|undo|void|out)(?:ped|ed|led)?\W*",
    re.IGNORECASE,
)
_IMPOSSIBLE = (  # if the first of two orders is
    r"(?:or )?if (?:(?:that|this|it|the first(?: (?:one|choice))?)"
    r"(?:['’]s| (?:is|should be|proves|turns out))?"
    r"(?:n['’]t| not| no longer)? ?"
    r"(?:possible|impossible|allowed|legal|available|free|fails|does ?n['’]t work)"
    r"|(?:not|impossible|unavailable)(?: (?:possible|allowed|available|free))?)(?: then)?"
    r"|falls? (?:das )?nicht (?:möglich|geht)|wenn (?:das )?nicht (?:möglich|geht)"
    r"|si (?:ce )?n['’]est pas possible|si impossible"
)
_CHOICE = re.compile(  # words between orders, only one of which is meant
    rf"\b(?:{_IMPOSSIBLE}"
    r"|or(?: else)?|else|otherwise|either|alternatively|failing that|rather|oder|sonst|ou|sinon"
    r"|(?:i|we)(?: would|['’]d) (?:like|want|prefer)|(?:i|we) prefer|preferably)\b",
    re.IGNORECASE,
)
_IS_IMPOSSIBLE = re.compile(rf"\b(?:{_IMPOSSIBLE})\b", re.IGNORECASE)
_OTHERS_MIGHT = re.compile(  # what others may do: "(Pelargir might try to get in)"
    r"(?<!or )(?<!but )\b([A-Z][\w'’-]{2,}(?: [A-Z][\w'’-]+)?) (?:might|may|could|would)"
    r"(?: (?:well|still|not))*"
    r"(?= [a-z]{2,} ?)"
)
_LATER = re.compile(r"\b(?:standing|until|always|every (?:turn|season|year))\b", re.IGNORECASE)
_PUT_OFF = re.compile(
    r"\W*(?:(?:and|but|then) )?(?:later(?: on)?|next (?:turn|time)|plus tard|später)\W*", re.IGNORECASE
)
_TELLS_PLAN = re.compile(TELLS_PLAN)
_GOAL = re.compile(r"(?:-+>?|\bto)\s*([^->\s][^->]*)$")
MOST_WORDS_OF_A_SLIP = 6  # in a misspelt order; a longer text is a remark, in which the game finds no order


def settled(sentence: Sequence[Part], sense: Sense) -> list[Part]:
    """Return the parts of a sentence; with a doubt among them, a single part without orders.

    What is doubtful on one side of a semicolon says nothing of an order on the other.
    """
    apart = (one for run in runs(sentence, sense) for one in _lists_apart(run, sense))
    return [part for one in apart for part in _with_condition(one, sense)]


def _lists_apart(sentence: Sequence[Part], sense: Sense) -> list[Sequence[Part]]:
    """Split a sentence before a list that is cut: its trouble says nothing of the orders before it."""
    at = _cut_list(sentence, sense)
    is_doubtful = any(doubt_in(part.text) for part in sentence if not part.orders)
    return [sentence[:at], sentence[at:]] if at and not is_doubtful else [sentence]


def _with_condition(sentence: Sequence[Part], sense: Sense) -> list[Part]:
    begun = before_condition(sentence, sense)
    if not begun:
        return _settled(sentence, sense)
    condition = _as_one(sentence[begun:], ", ", condition_in(sentence[begun].text))
    return [*_settled(sentence[:begun], sense), condition]


def _settled(sentence: Sequence[Part], sense: Sense) -> list[Part]:
    sentence = without_labels_of_goals(_without_labels_of_units(sentence, sense), sense)
    sentence = with_kept(sentence, sense)
    unread = [part for part in sentence if not part.orders and not part.is_comment]
    if (
        doubt := _put_off(sentence)
        or _runs_into(sentence)
        or _without_its_place(sentence, sense)
        or _asked(sentence, sense)
    ):
        return [_as_one(sentence, " ", doubt)]
    if doubt := _beside_a_bare_place(sentence, sense):
        one = _as_one(sentence, ", ", doubt)
        return [one if may_be_choice(one.text) else replace(one, beside=())]
    is_cut_list = _cut_list(sentence, sense) is not None
    if not (0 < len(unread) < len(sentence) or is_cut_list):
        return list(sentence)
    is_one = is_cut_list or any(part.is_glued for part in unread)
    forgotten = _forgotten(sentence, sense)
    known = [part for part in unread if part is not forgotten and not is_of_another(part, sentence, sense)]
    reasons = reasons_before(sentence)
    known = [one for one in known if one not in reasons and not _is_another_order(one, sentence, sense)]
    if other := next((part.text for part in known if says_otherwise(part, sentence, sense)), ""):
        return [replace(_as_one(sentence, ", ", other), beside=(), rest=())]
    orders = (order for part in sentence for order in part.orders)
    ordered = frozenset(place for one in orders for place in places_named(one, sense, is_order=True))
    doubt = "" if is_cut_list else _remark(unread, sentence) if is_one else _doubt(known, sense, ordered)
    if not (is_one or doubt):
        return [replace(part, forgotten=forgotten.text) if forgotten else part for part in sentence]
    apart = _clusters_apart(sentence, known, sense) if is_one and not is_cut_list else []
    return apart or [_with_other_goal(_as_one(sentence, " " if is_one else ", ", doubt), sense)]


def _is_another_order(part: Part, sentence: Sequence[Part], sense: Sense) -> bool:
    return _OPEN_OBJECT.search(part.text) is None and is_another_order(part, sentence, sense)


def _put_off(sentence: Sequence[Part]) -> str:
    """Return "later" before or behind the orders of a sentence; a farewell stands on a line of its own."""
    ends = (sentence[0].text, sentence[-1].text) if any(part.orders for part in sentence) else ()
    return next((text for text in ends if _PUT_OFF.fullmatch(text)), "")


def _clusters_apart(sentence: Sequence[Part], known: Sequence[Part], sense: Sense) -> list[Part]:
    """Return the parts, refusing only those that nothing separates from unread text; [] to refuse all."""
    groups = clusters(sentence)
    alone = [group[0] for group in groups if len(group) == 1]
    is_apart = len(groups) > 1 and not any(map(may_be_of_all, known))
    if (
        not is_apart
        or not any(part.orders for part in alone)
        or _doubt([one for one in known if one in alone], sense, frozenset())
    ):
        return []
    return [part for group in groups for part in (group if len(group) == 1 else [_as_cluster(group, sense)])]


def _as_cluster(group: Sequence[Part], sense: Sense) -> Part:
    unread = [part for part in group if not (part.orders or part.is_comment)]
    return _with_other_goal(_as_one(group, " ", _remark(unread, group)), sense)


def _with_other_goal(part: Part, sense: Sense) -> Part:
    """Return the part; beside "(sorry, Ser)" the order to suggest is the move to that place."""
    place = corrected_goal(part.doubt)[0] if part.doubt else ""
    goal = _GOAL.search(part.beside[-1]) if place and part.beside else None
    if goal is None or len(sense.places(place)) != 1:
        return part
    return replace(part, beside=(*part.beside[:-1], f"{part.beside[-1][: goal.start(1)]}{place}"), rest=())


def _without_labels_of_units(sentence: Sequence[Part], sense: Sense) -> Sequence[Part]:
    """Return the sentence; "Esgaroth:" before the order of the unit in Esgaroth is a comment."""
    label = sentence[0].text
    if len(sentence) == 1 or not label.endswith(":") or sentence[0].orders or not sentence[1].orders:
        return sentence
    unit = sense.subject(f"{bare(label).rstrip(' :')} H")
    if not unit or unit != sense.subject(sentence[1].orders[0]):
        return sentence
    return (replace(sentence[0], is_comment=True), *sentence[1:])


def doubt_of_note(text: str) -> str:
    """Return the note after an order if it takes the order back or doubts it: "A Par - Bur <-- not sure"."""
    found = _NOTE.search(text)
    note = found[1].strip() if found else ""
    is_taken_back = takes_back(note) or _CROSSED_OUT.fullmatch(note) is not None
    is_doubtful = is_taken_back or note.endswith("?") or bool(doubt_in(note) or condition_in(note))
    return note if is_doubtful else ""


def _as_one(sentence: Sequence[Part], between: str, doubt: str) -> Part:
    """Return a single part without orders."""
    text = between.join(part.text for part in sentence).replace(":, ", ": ")
    beside = tuple(order for part in sentence for order in part.orders)
    rest = tuple(part.text for part in sentence if not (part.orders or part.is_comment))
    return Part(
        text,
        unread=number_of_words(text),
        at=sentence[0].at,
        doubt=doubt,
        beside=beside,
        rest=rest,
        shares=tuple(_shares(sentence)),
    )


def _shares(sentence: Sequence[Part]) -> Iterator[Share]:
    """Yield each order with its text and the unread text behind it; the first has what is before it, too."""
    begins = [at for at, part in enumerate(sentence) if part.orders]
    for at, end in pairwise([*begins, len(sentence)]):
        first = at if at > begins[0] else 0
        text = ", ".join(part.text.strip(" ,") for part in sentence[first:end]).replace(":, ", ": ")
        yield Share(text, sentence[at].orders)


def _beside_a_bare_place(sentence: Sequence[Part], sense: Sense) -> str:
    """Return the unread text beside an order that is only a place: in prose that is not an order."""
    if not any(sense.dangles(order) for part in sentence for order in part.orders):
        return ""
    unread = (one for one in sentence if not (one.orders or _says_nothing_of_orders(one)))
    return next((one.text for one in unread if not sense.is_apart(one.text)), "")


def _says_nothing_of_orders(part: Part) -> bool:
    is_reason = gives_reason(part.text) and not SENTENCES.search(part.text)
    return part.is_comment or _is_label(part) or is_reason


def _is_label(part: Part) -> bool:
    return part.text.endswith(":") and announces(part.text)


def _asked(sentence: Sequence[Part], sense: Sense) -> str:
    """Return the doubt in a question in brackets after what may be an order: "F Lon - ENG (or NTH?)"."""
    if any(part.orders for part in sentence) or len(sentence) == 1:
        return ""
    asides = (part.text for part in sentence if part.is_aside and part.text.endswith("?"))
    return next(filter(None, (_doubt_of_aside(one, sense) for one in asides)), "")


def _runs_into(sentence: Sequence[Part]) -> str:
    """Return an order that goes where the one before it goes, with no stop between: a word may be missing."""
    pairs = (
        (part, after) for part, after in pairwise(sentence) if after.is_glued and part.orders and after.orders
    )
    return next((after.text for part, after in pairs if _goal(part.orders[-1]) == _goal(after.orders[0])), "")


def _without_its_place(sentence: Sequence[Part], sense: Sense) -> str:
    """Return an order for "Rohan's army" without its place, before what may be that army's order."""
    for part, after in pairwise(sentence):
        found = _OPEN_OBJECT.search(part.text) if part.orders and after.orders else None
        if found and not any(map(sense.is_name, WORDS.findall(found[0]))):
            return part.text
    return ""


def _goal(order: str) -> str:
    """Return where a move goes; the order itself if it is not one."""
    found = _GOAL.search(order)
    return found[1].casefold() if found else order


def _remark(unread: Sequence[Part], sentence: Sequence[Part]) -> str:
    """Return the first part that is not an order with a slip: a long one, or one beside several orders."""
    are_several = sum(bool(part.orders) for part in sentence) > 1
    return next((part.text for part in unread if are_several or part.unread > MOST_WORDS_OF_A_SLIP), "")


def _cut_list(sentence: Sequence[Part], sense: Sense) -> int | None:
    """Return which part is a list that is unread or goes on so: "2A Bar D : A Bar - Nur, A Bar - Grr"."""
    pairs = (
        (at, part, after)
        for at, (part, after) in enumerate(pairwise(sentence))
        if _is_list(part, sense) and not _is_apart_from_list(part, after)
    )
    return next((at for at, part, after in pairs if _is_rest_of(part, after, sense)), None)


def _is_apart_from_list(part: Part, after: Part) -> bool:
    """Return whether *after* is no item of the list before it: a comment, a reason, or "(thanks,) Joan"."""
    closing = f"{part.text.rpartition(',')[2]}, {after.text}"
    is_closed = any(map(is_closing, (after.text, closing)))
    return after.is_comment or (not after.orders and (bool(gives_reason(after.text)) or is_closed))


def _is_list(part: Part, sense: Sense) -> bool:
    """Return whether it is a list, perhaps with a typo: "2A Bar D : A Baar - Nur", "piece D, Q"."""
    if part.orders:
        return sense.goes_on.search(part.orders[-1]) is not None
    found = sense.goes_on.search(part.text)
    return found is not None and (not found.start() or part.text[found.end() :].lstrip().startswith(":"))


def _is_rest_of(part: Part, after: Part, sense: Sense) -> bool:
    """Return whether either is unread, or *after* is a list only because of a word that was carried over."""
    if not (part.orders and after.orders):
        return True
    return bool(sense.goes_on.search(after.orders[0])) and not sense.goes_on.search(after.text)


def _doubt(unread: Sequence[Part], sense: Sense, ordered: frozenset[str]) -> str:
    """Return a word of doubt, a label ("Plan B:"), or text that may belong to an order; "" for none."""
    meant = [part for part in unread if not (begins_retraction(part.text) or _is_head(part))]
    strange = (part.text for part in meant if _is_strange(part, sense))
    beside = " ".join(_without_opinions(part.text, sense) for part in meant if not part.is_aside)
    asides = (_doubt_of_aside(part.text, sense, ordered) for part in meant if part.is_aside)
    reasons = (_alternative_in(part.text) for part in meant if gives_reason(part.text))
    return doubt_in(beside) or next(filter(None, (*asides, *reasons)), "") or next(strange, "")


def _forgotten(sentence: Sequence[Part], sense: Sense) -> Part | None:
    """Return the part "Forget Moscow" of a sentence whose order is for another place; None without one."""
    first = sentence[0]
    if first.orders or not forgets(" ".join(part.text for part in sentence[:2])):
        return None
    orders = [order for part in sentence for order in part.orders]
    ordered = {place for one in orders for place in places_named(one, sense, is_order=True)}
    named = set(places_named(first.text, sense, is_order=False))
    return first if named and ordered and not named & ordered else None


def _is_head(part: Part) -> bool:
    """Return whether it is the first row of a table, which says nothing about the orders in the others."""
    return "|" in part.text and says_nothing(part.text)


def _without_opinions(text: str, sense: Sense) -> str:
    """Return *text* without what it says of others: "(England is in Norway) and I don't like it"."""
    return " ".join(one for one in _REMARKS.split(text) if not _is_opinion(one, sense))


def _is_opinion(text: str, sense: Sense) -> bool:
    return is_opinion(text) and not any(map(sense.is_name, WORDS.findall(text)))


def _is_strange(part: Part, sense: Sense) -> bool:
    """Return whether an unread part may belong to the order next to it; a reason for it does not."""
    return not (gives_reason(part.text) or TELLS_KEPT.match(part.text)) and (
        (part.text.endswith(":") and not (announces(part.text) or _tells_plan(part.text, sense)))
        or _HANGS.fullmatch(part.text) is not None
        or _OPEN_OBJECT.search(part.text) is not None
        or bool(_NAMES_UNITS.match(part.text) and not HEADS_GROUP.fullmatch(part.text))
        or _GOES_ON_TO.match(part.text) is not None
        or names_a_turn(part.text)
        or bool(sense.tail.match(part.text))
        or any(sense.dangles(one) or _runs_on(one, sense) for one in _STOPS.split(part.text))
        or _is_place_before_a_dash(part.text, sense)
    )


def _tells_plan(label: str, sense: Sense) -> bool:
    """Return whether a label only announces orders, at its end: "Nothing new, I am just digging in:".

    "The other two go forward:" announces those of the others.
    """
    heads_group = HEADS_GROUP.fullmatch(label) is not None and not doubt_in(label)
    heads_group = heads_group and not any(True for _ in places_named(label, sense, is_order=False))
    return heads_group or any(_TELLS_PLAN.match(one) for one in (label, label.rpartition(", ")[2]))


def _is_place_before_a_dash(text: str, sense: Sense) -> bool:
    """Return whether it is a place and a remark: "(Brandywine, then) the Shire - a nice place"."""
    place, *remarks = _DASH.split(text)
    words = WORDS.findall(remarks[0]) if remarks else []
    return len(words) >= WORDS_OF_A_REMARK and sense.dangles(place) and not any(map(sense.is_name, words))


def is_rest(text: str, sense: Sense) -> bool:
    if _TO_OTHERS.search(text):
        return False
    return sense.tail.match(text) is not None or _runs_on(text, sense)


def _runs_on(text: str, sense: Sense) -> bool:
    """Return whether it begins like the continuation of an order: "on to Celebrant", "via the Channel"."""
    if (then := _THEN.match(text)) and sense.places(text[then.end() :].rstrip(" .!)")):
        return True
    found = _RUNS_ON.match(text)
    words = text[found.end() :].split()[:MOST_WORDS_OF_A_NAME] if found else []
    if found and _FURTHER.match(text) and len(text[found.end() :].split()) < MOST_WORDS_OF_A_NAME:
        return True
    return any(sense.dangles(" ".join(words[:count]).rstrip(" .!)")) for count in range(1, len(words) + 1))


def _doubt_of_aside(text: str, sense: Sense, ordered: frozenset[str] = frozenset()) -> str:
    """Return a word of doubt in brackets: a condition, or a doubt about a place, not "(you never know)".

    A reason for an order is not a condition of it: "because if he comes again, it is one against one".
    """
    if gives_reason(text):
        return _alternative_in(text)
    about = any(map(sense.is_name, WORDS.findall(text)))
    text = _OTHERS_MIGHT.sub(
        lambda found: found[0] if ordered.intersection(sense.places(found[1])) else " ", text
    )
    return condition_in(text) or (doubt_in(text) if about else "")


def _alternative_in(reason: str) -> str:
    """Return the word that begins an alternative inside the reason for an order, "" for none.

    A condition in a sentence after the reason is one: "because I have to. If he objects, Par holds".
    """
    found = _ALTERNATIVE.search(reason)
    _, _, behind = reason.partition(". ")
    return found[0] if found else condition_in(behind)


def doubted(clause: Clause) -> NotAllowed | None:
    """Return why the orders of a doubtful clause are not accepted; None if there is no doubt."""
    if clause.other_heading:
        return NotAllowed(
            say("under_other_heading", heading=clause.other_heading), say("write_it_under_orders")
        )
    if clause.taken_back:
        return taken_back_by(clause.taken_back)
    if clause.is_unread:
        return NotAllowed(TOO_FREE, say("send_orders_alone_as_in_form"))
    if not clause.doubt:
        return None
    if clause.doubt.casefold() == clause.doubt and doubt_in(clause.doubt):
        reason = say("word_of_doubt", word=clause.doubt)
    else:
        reason = say("belongs_to_no_order", text=clause.doubt)
    return NotAllowed(reason, say("write_each_order_alone"))


def orders_beside(clause: Clause) -> tuple[str, ...]:
    """Return the orders to suggest for a clause that is refused because of the text beside them.

    There are none if a word in it may deny them, make them depend on something, or mean later turns. Of
    orders to choose from, all are returned.
    """
    if is_choice(clause):
        between = (one.strip(" ,;:") for one in _CHOICE.split(clause.text))
        return tuple(dict.fromkeys((*filter(None, between), *clause.beside)))
    return () if doubt_in(clause.text) or _LATER.search(clause.text) else clause.beside


def is_choice(clause: Clause) -> bool:
    """Return whether a clause is refused only because it has orders to choose from: "or", "otherwise"."""
    is_between = _CHOICE.search(clause.doubt) is not None or _IS_IMPOSSIBLE.search(clause.text) is not None
    return is_between and may_be_choice(clause.text)


def may_be_choice(text: str) -> bool:
    """Return whether *text* has orders to choose from, and no other doubt."""
    rest = _CHOICE.sub(" ", text)
    return rest != text and not (doubt_in(rest) or condition_in(rest))


def taken_back_by(sentence: str) -> NotAllowed:
    """Return why an order is not accepted when *sentence* below takes it back."""
    if announces_list(sentence):
        return NotAllowed(say("replaced_by_list", text=sentence), say("orders_below_count"))
    return NotAllowed(say("taken_back", text=sentence), say("send_orders_again"))
