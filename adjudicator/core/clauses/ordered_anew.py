"""Find accepted orders whose unit gets another order further down, in a line that is refused.

"A Lam H ... Lamedon comes up to fill the gap in Lossarnach": the second line is not understood, but it says
that the first is no longer meant. The first is then not accepted either, and the player is asked.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.clauses.clause import Sense
from adjudicator.core.clauses.stops import bare
from adjudicator.core.clauses.units_named import places_named, units_named, units_of_refused
from adjudicator.core.language.corrections.changed_minds import swaps
from adjudicator.core.language.corrections.retraction_words import (
    ADJUSTS_OTHERWISE,
    AS_ABOVE,
    HOLDS,
    IS_CONDITION,
    IS_HOPE,
    IS_INSTEAD,
    NOT_TO,
    OTHER_MESSAGE,
    RESTS,
)
from adjudicator.core.languages import gives_reason

MOST = 20  # refused lines of a message that are compared with the orders above
LONGEST = 300  # characters of such a line
_HELPS = re.compile(  # the unit that follows has its order elsewhere
    r"(?<!['’])\bs\b|\b(?:sup\w*|help\w*|assist\w*|back(?:s|ed|ing)?|convoy\w*|unterst\w+|hilft|helfen|souti\w+|soutenu\w*|aide\w*)\b",
    re.IGNORECASE,
)
_BESIDE = re.compile(  # orders that a unit may have besides its own
    r"\b(?:d\.|destroy|kill|slay|pass|lead|led\b|neutrali|paraly|throw|puts?\b|claim|merg|embark|disembark|ring\b|garrison"
    r"|standing|until further|(?<!like )(?<!as )always|tötet|vernicht|führt|lähmt|détrui|tue\b|mène|paralys)",
    re.IGNORECASE,
)
_SHOULD = re.compile(  # a condition: "Should he come, Lorien holds"
    r"(?:^|[,;:.] ?|\band )should\b|\bshould (?:he|she|it|they|any|some|the)\b", re.IGNORECASE
)
_GOAL = re.compile(r"->|\s-+\s|\b(?:to|into|onto|towards|nach|in|zu|vers|à|en)\b", re.IGNORECASE)
_COMPANY = re.compile(r"\b(?:together )?(?:with|mit|avec)\b", re.IGNORECASE)
_DECLARES = re.compile(r"\bdeclar\w*", re.IGNORECASE)
_SIDES = re.compile(r"\b(?:good|evil|neutral)\b", re.IGNORECASE)
_DENIED = re.compile(
    r",? \b(?:instead of|rather than|in place of|(?:and )?not (?:to|into)|no longer)\b[^,;.]*", re.IGNORECASE
)
_MOVES = re.compile(r"[^;:,]+? - [^;:,]+")
_PARTS = re.compile(r"(?<=[.!?])\s+|[,;]\s+")
_PIECES = re.compile(r"[,;:.!?]\s+|\b(?:and|und|et)\s")
SHORTEST_PIECE = 4  # words of a part of a text that orders a unit of its own
_PRONOUN = re.compile(  # "let her try Smyrna" is about the unit above it
    r"\b(?:let|have|send|put|start|move|bring|get|lass\w*|schick\w*|setz\w*|laiss\w+|envoi\w+|met(?:s|tons))"
    r"[ -](?:him|her|it|them|ihn|sie|es|le|la|les)\b"
    r"|(?:^|[,;:.!] |\b(?:and|so|then|no|und|et) )(?:he|she|it|they|er|sie|il|elle)(?:\s|['’]d )"
    r"(?:(?:shall|should|must|will|can|may|just|had|better|rather) )*"
    r"(?:go(?:es)?|sails?|moves?|march(?:es)?|heads?|tr(?:y|ies)|takes?|attacks?|starts?|stays?|holds?"
    r"|geht|fährt|zieht|bleibt|va|reste|attaque)\b",
    re.IGNORECASE,
)
MOST_BETWEEN = 4  # clauses from such a text up to the unit that it is about
MOST_IN_ONE = 2  # parts; of a text with this many or more, each is examined alone
_RING = re.compile(r"\bthe ring\b", re.IGNORECASE)
RING = "ring"  # stands for the piece that is passed on
DECLARATION = "declaration"  # stands for the unit of an order that has none
_ADJUSTS = ("Build ", "Remove ", "Waive")


class Answered(Struct, frozen=True, dict=True):
    """A clause of a message after it was read."""

    number: int  # the line it is in
    text: str
    orders: tuple[str, ...]  # those that were accepted, as the game reads them
    is_refused: bool
    sense: Sense
    sentence: str = ""  # the whole of it, if it goes on below

    @cached_property
    def units(self) -> frozenset[str]:
        """The units that the accepted orders are for."""
        units = frozenset(map(self.sense.subject, self.orders)) - {""}
        return (units or _declaration(" ".join(self.orders))) | _ring(" ".join(self.orders))

    @cached_property
    def places(self) -> frozenset[str]:
        """The places that the clause names, by any of their names."""
        texts = self.orders or (self.text,)
        is_order = bool(self.orders)
        return frozenset(
            place for text in texts for place in places_named(text, self.sense, is_order=is_order)
        )

    @cached_property
    def places_below(self) -> frozenset[str]:
        """The places that its sentence names, which goes on below."""
        return frozenset(places_named(self.sentence, self.sense, is_order=False))


def in_doubt(said: Sequence[Answered]) -> dict[int, str]:
    """Return the indices of accepted orders that a refused line below contradicts, each with that line."""
    found: dict[int, str] = {}
    changes = [_without_the_rest(one) for one in said]
    for at in islice((at for at, one in enumerate(changes) if at and _orders_anew(one)), MOST):
        for place in _contradicted(changes, at):
            found.setdefault(place, said[at].text)
    return found


def told_again(said: Sequence[Answered]) -> frozenset[int]:
    """Return the indices of refused sentences that only repeat moves which the message orders in other lines.

    "The Ranger goes to Nen instead of FEr" above "R NDo - Nen": it was read as far as it matters.
    """
    refused = [at for at, one in enumerate(said) if _orders_anew(one) and not _HELPS.search(one.text)]
    return frozenset(at for at in refused[:MOST] if _is_ordered_elsewhere(said, at))


def _is_ordered_elsewhere(said: Sequence[Answered], at: int) -> bool:
    one = said[at]
    text = _DENIED.sub("", one.sentence or one.text)
    units, places = frozenset(units_named(text, one.sense)), {*places_named(text, one.sense, is_order=False)}
    if not (units and places and _GOAL.search(text)):
        return False
    others = [other for other in said if other.number != one.number and len(other.orders) == 1]
    moves = [other for other in others if _MOVES.fullmatch(other.orders[0]) and other.places & places]
    told = {unit: [move for move in moves if _is_move_of(unit, move, places)] for unit in units}
    return all(told.values()) and places <= {
        place for some in told.values() for move in some for place in move.places
    }


def _is_move_of(unit: str, move: Answered, places: Collection[str]) -> bool:
    """Return whether the accepted *move* is that of *unit*, with or without its place, to one of *places*."""
    kind, _, place = unit.partition(" ")
    its_kind, _, its_place = move.sense.subject(move.orders[0]).partition(" ")
    goals = move.places - {its_place} or move.places
    is_named = its_kind == kind and (not place or place == its_place or not its_place)
    return is_named and goals <= {*places}


def _without_the_rest(one: Answered) -> Answered:
    """Return the clause without its parts that leave something as it is: ", the others as above"."""
    if not (one.is_refused and AS_ABOVE.search(one.text)):
        return one
    kept = [text for text in _PARTS.split(one.text) if not AS_ABOVE.search(text)]
    return replace(one, text=" ".join(kept), sentence="") if kept else one


def _orders_anew(one: Answered) -> bool:
    """Return whether the clause is refused but no condition, hope, reason or mere slip in notation."""
    text = one.text
    if not one.is_refused or len(text) > LONGEST or OTHER_MESSAGE.search(text) or AS_ABOVE.search(text):
        return False
    if text.endswith("?") and not ADJUSTS_OTHERWISE.search(text):
        return False
    if (_BESIDE.search(text) and not _RING.search(text)) or _SHOULD.search(text):
        return False
    is_choice = one.sense.only_unit and one.places  # where else the only unit retreats
    is_condition = IS_CONDITION.search(text) and not is_choice
    is_talk = is_condition or IS_HOPE.match(text) or gives_reason(text) or _denies_a_goal(one)
    is_order = one.sense.reads(bare(text)) or (  # one in notation, which could not be meant
        bool(one.sense.subject(text)) and not one.sense.is_lawful(text)
    )
    return not is_talk and not (is_order and IS_INSTEAD.search(text) is None)


def _denies_a_goal(one: Answered) -> bool:
    """Return whether it only says where nobody goes: "Not to Wold, the cavalry is on its way there"."""
    return NOT_TO.match(one.text) is not None and IS_INSTEAD.search(one.text) is None


def _contradicted(said: Sequence[Answered], at: int) -> Iterator[int]:
    """Yield the accepted orders above for a unit of the line at *at* that do something else."""
    one = said[at]
    below = {unit for other in said[at + 1 :] for unit in other.units}
    ordered_above = frozenset(unit for other in said[:at] for unit in other.units) - below
    ordered = {unit: piece for piece in _pieces_of(one) for unit in _units_of(piece) & ordered_above}
    is_of_other = bool(_without_company(one))
    ordered = ordered or _pointed_at(said, at, ordered_above) or _may_go_there(one, ordered_above)
    if not (ordered or is_of_other) and one.places and one.sense.only_unit in ordered_above:
        ordered = {one.sense.only_unit: one}
    is_swapped = swaps(one.sentence or one.text)
    for place in range(at):
        above = said[place]
        is_same = (above.number, above.text) == (one.number, one.text)
        pieces = [piece for unit, piece in ordered.items() if unit in above.units]
        if not is_same and any(is_swapped or not _agrees(piece, above) for piece in pieces):
            yield place


def _pieces_of(one: Answered) -> Sequence[Answered]:
    """Return the parts of a text with a support in it, each of which may order a unit of its own."""
    if not (_HELPS.search(one.text) or swaps(one.sentence or one.text)):
        return (one,)
    texts = [text for text in _PIECES.split(one.sentence or one.text) if len(text.split()) >= SHORTEST_PIECE]
    if len(texts) < MOST_IN_ONE:
        return (one,)
    return [replace(one, text=text, sentence="") for text in texts[:MOST]]


def _pointed_at(said: Sequence[Answered], at: int, above: frozenset[str]) -> dict[str, Answered]:
    """Return the unit of those *above* that "let her try Smyrna" is about, with these words."""
    one = said[at]
    found = _PRONOUN.search(one.text)
    if not found:
        return {}
    names_another = any(True for _ in places_named(one.text[: found.start()], one.sense, is_order=False))
    rest = replace(one, text=one.text[found.start() :])
    for other in reversed(said[max(0, at - MOST_BETWEEN) : at]):
        if units := other.units or frozenset(units_named(other.text, one.sense)):
            is_clear = len(units) == 1 and not (other.units and names_another)
            return dict.fromkeys(units & above, rest) if is_clear else {}
    return {}


def _may_go_there(one: Answered, above: frozenset[str]) -> dict[str, Answered]:
    """Return the units *above* that "the northern fleet goes to Finland instead of the gulf" may be about."""
    denied = _DENIED.search(one.text)
    goal = _GOAL.search(one.text)
    if not (denied and goal and goal.end() < denied.start()):
        return {}
    goals = places_named(one.text[goal.end() : denied.start()], one.sense, is_order=False)
    return {unit: one for place in goals for unit in above if one.sense.is_lawful(f"{unit} - {place}")}


def _units_of(one: Answered) -> frozenset[str]:
    """Return the units that the refused line orders; only the supporting one if it is a support."""
    if _HELPS.search(one.text):
        return frozenset(islice(units_named(one.text, one.sense), 1))
    if found := _declaration(one.text) or _ring(one.text):
        return found
    if own := _without_company(one):
        return own
    found = units_of_refused(_GOAL.split(one.text)[0], one.sense)
    return found or units_of_refused(one.text, one.sense)


def _without_company(one: Answered) -> frozenset[str]:
    """Return the unit of "Faramir R with 2A SIt", which says nothing of where the other unit goes."""
    own, _, company = _COMPANY.sub("\n", one.text, count=1).partition("\n")
    return (
        frozenset(units_named(own, one.sense)) if company and _GOAL.search(one.text) is None else frozenset()
    )


def _agrees(one: Answered, above: Answered) -> bool:
    """Return whether the refused line may say the same as the order above.

    It does not if it names another place, or if it names none and tells a moving unit to stay.
    """
    if DECLARATION in above.units:
        return _sides(one.text) == _sides(above.orders[0])
    if above.orders[0].startswith(_ADJUSTS):
        return ADJUSTS_OTHERWISE.search(one.text) is None
    own = {unit.split()[-1] for unit in above.units if unit.strip()}
    places = one.places - own or one.places_below - own
    if places:
        return places <= above.places
    return HOLDS.search(above.orders[0]) is not None or RESTS.search(one.text) is None


def _declaration(text: str) -> frozenset[str]:
    return frozenset((DECLARATION,)) if _DECLARES.search(text) else frozenset()


def _ring(text: str) -> frozenset[str]:
    return frozenset((RING,)) if _RING.search(text) else frozenset()


def _sides(text: str) -> set[str]:
    return {side.casefold() for side in _SIDES.findall(text)}
