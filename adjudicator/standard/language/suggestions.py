"""Suggest the legal orders that a misspelt line was probably meant to be."""

import re
from collections.abc import Sequence
from functools import cache, partial

from adjudicator.core.language.corrections.withdrawing import order_cancelled, perhaps_withdrawn, withdrawing
from adjudicator.core.language.described_orders import LONGEST as LONGEST_TOLD
from adjudicator.core.language.described_orders import told
from adjudicator.core.language.near_orders import Spelling, mendings
from adjudicator.core.language.suggested import denied
from adjudicator.core.language.words import LOOK_UP, key, listed, one_slip_from, unaccented
from adjudicator.core.languages import doubt_in
from adjudicator.standard.language.names import Ground
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.sentences import say
from adjudicator.standard.view.wording import place_name

WORDS = {
    **dict.fromkeys(("army", "armies"), "a"),
    **dict.fromkeys(("fleet", "flt"), "f"),
    **dict.fromkeys(("holds", "hold"), "h"),
    **dict.fromkeys(("supports", "support"), "s"),
    **dict.fromkeys(("convoys", "convoy"), "c"),
    **dict.fromkeys(("to", "moves", "retreats", "goes"), "-"),
    **dict.fromkeys(("builds",), "build"),
    **dict.fromkeys(("removes", "disband", "disbands", "d"), "remove"),
    **dict.fromkeys(("the", "in", "at"), ""),
}
BEGINNINGS = frozenset(("build", "remove", "disband", "army", "fleet", "a", "f"))
LONGEST_SHORT = 4  # letters of a short name, which may be an ordinary word: "both"
SLIP = 2  # letters
MENDED = (
    *("please", "into", "stays", "attacks", "waive", "goes", "army", "fleet", "with"),
    *("remove", "build", "disband", "retreat", "retreats"),
    *("follows", "enters", "marches", "returns", "advances", "sails"),
)
SHORTEST_WORD = 4  # letters of a word that a misspelt one may be
MOST_WORDS = 12  # longest line that may be a misspelt order
_UNIT = re.compile(r"[AF] \S+")
_LETTERS = re.compile(r"[^\W\d_]+")
OTHER_KIND = re.compile(r"(?<=\b[sc]) [af](?= )")  # the unit that is supported or convoyed


def examples(ground: Ground) -> Sequence[str]:
    """Return example orders of the phase for a power that has none."""
    known = ground.board.facts.examples
    by_phase = {"movement": known.movement, "retreat": known.retreat, "adjustment": known.adjustment}
    return by_phase[ground.position.phase]


def suggested(text: str, ground: Ground, otherwise: str = LOOK_UP) -> str:
    """Return a remedy with the legal order nearest to *text*, or *otherwise* if none is clearly nearest."""
    if order := order_cancelled(text):
        near = nearest(order, ground)
        described = [] if near else told_orders(order, ground)
        meant = [*withdrawing(near or described), *described]
        return say("did_you_mean", orders=listed(meant)) if meant else otherwise
    if denied(text):
        return otherwise
    near = nearest(text, ground)
    found = _spelling(ground.board).nearest(text, near, SLIP) or ground.to_suggest.mended(text) or near
    if not found and otherwise == LOOK_UP and not doubt_in(text):  # not without its condition
        meant = told_orders(text, ground)
        found = meant if len(meant) == 1 else []
    is_clear = len(found) == 1 or (otherwise == LOOK_UP and found)
    return say("did_you_mean", orders=listed(found)) if is_clear else otherwise


def perhaps_withdrawing(text: str, ground: Ground) -> Sequence[str]:
    """Return the lines that "maybe cancel A Par - Bur" may mean: the order is withdrawn, or it stays."""
    order, units = perhaps_withdrawn(text)
    near = nearest(order, ground, SLIP) if order else []
    return [*withdrawing(near), *near] if order else withdrawing(units)


def nearest(text: str, ground: Ground, most_wrong: int = 99) -> list[str]:
    """Return the legal orders nearest to *text*, with at most *most_wrong* wrong letters."""
    spelling, orders = _spelling(ground.board), ground.to_suggest()
    return spelling.nearest(text, _of_its_unit(text, spelling, orders), most_wrong)


def _of_its_unit(text: str, spelling: Spelling, orders: Sequence[str]) -> Sequence[str]:
    """Return the *orders* of the unit that *text* begins with; all of them if it begins with none."""
    units = dict.fromkeys(found[0] for found in map(_UNIT.match, orders) if found)
    own = next((unit for unit in units if spelling.begins_with(text, unit)), "")
    return [order for order in orders if order.startswith(f"{own} ")] if own else orders


def slips(text: str, ground: Ground) -> Sequence[str]:
    """Return the legal orders that are a slip or two from *text*, () if it is one as it stands."""
    near = nearest(text, ground, SLIP) if is_near_an_order(text, ground) else []
    return () if _spelling(ground.board).nearest(text, near, 0) else near


def corrected(text: str, ground: Ground, known: frozenset[str]) -> Sequence[str]:
    """Return *text* with its misspelt words corrected, once for each way; *known* are those of sentences."""
    right = known | frozenset(to_mend(ground.board))
    return mendings(text, right.__contains__, to_mend(ground.board))


@cache
def to_mend(board: Tables) -> tuple[str, ...]:
    """Return the words that a misspelt one may be, in lower case without accents."""
    provinces = board.map.provinces.values()
    named = {
        word for one in provinces for name in (one.name, *one.aliases) for word in _LETTERS.findall(name)
    }
    words = {unaccented(word) for word in (*named, *WORDS, *MENDED)}
    return tuple(sorted(word for word in words if len(word) >= SHORTEST_WORD))


def told_orders(text: str, ground: Ground) -> list[str]:
    """Return the legal orders that an unread sentence describes."""
    in_full = partial(_with_full_names, ground.board)
    return told(text, ground.to_suggest, names_of_places(ground.board), in_full)


def _with_full_names(board: Tables, text: str) -> str:
    """Return *text* with full names in place of other names: "Mid-Atlantic Ocean" for "Mid Atlantic"."""
    found, to = _other_names(board)
    return found.sub(lambda name: to[key(name[0])], text) if len(text) <= LONGEST_TOLD else text


@cache
def _other_names(board: Tables) -> tuple[re.Pattern[str], dict[str, str]]:
    provinces = board.map.provinces.values()
    named = [(name, place.name) for place in provinces for name in (place.name, *place.aliases)]
    to = {key(name): full for name, full in named if len(name) > LONGEST_SHORT}
    names = [name for name, _ in named if key(name) in to]
    spelt = {re.escape(form).replace("\\-", "[- ]") for name in names for form in (name, unaccented(name))}
    longest_first = sorted(spelt, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(longest_first) or '(?!)'})(?![\w-])", re.IGNORECASE), to


def is_near_an_order(text: str, ground: Ground) -> bool:
    """Return whether *text* is short and names a place, so that it may be a misspelt order."""
    words = _LETTERS.findall(text)
    known = ground.language.names
    if len(words) == 1:
        return bool(one_slip_from(words[0].casefold(), ("waive",)))
    if words and words[0].casefold() in BEGINNINGS and len(words) <= MOST_WORDS:
        return True
    return 0 < len(words) <= MOST_WORDS and any(
        known.is_name(word) or len(known.near(word)) == 1 for word in words if len(word) > 1
    )


@cache
def _spelling(board: Tables) -> Spelling:
    return Spelling(names_of_places(board), WORDS, OTHER_KIND)


@cache
def names_of_places(board: Tables) -> dict[str, str]:
    return {place: place_name(board, place) for place in _places(board)}


def _places(board: Tables) -> list[str]:
    provinces = board.map.provinces.values()
    return [place for one in provinces for place in (one.id, *(f"{one.id}/{coast}" for coast in one.coasts))]
