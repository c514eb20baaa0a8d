"""Sentences about losses and builds: "lose the militia first", "2 knights in A7, the rest militia"."""

import re
from collections.abc import Sequence
from itertools import pairwise

from adjudicator.domination.data import FORT
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.sentences.lexicon import SOMEONE, Word
from adjudicator.domination.language.sentences.prose_units import Found, Pattern, kinds_of, number_first
from adjudicator.domination.position import cities

FIRST = frozenset(("first", "firstly", "zuerst", "abord", "at first"))
_EVERYWHERE = frozenset(("elsewhere", "everywhere else", "everywhere", "anywhere", "in general", "generally"))
_BEFORE_ALL = frozenset(
    (
        "before anything else",
        "before everything else",
        "before all others",
        "before the others",
        "first of all",
    )
)
_LAST_TO_GO = re.compile(r".*\blast (?:ones? )?to (?:die|go|fall|perish|be lost)")
_NEARLY_REST = "erst"  # German for "first", or a slip
_ITEMS = r"#?b?Un?(?:[&]*#b?U|&+b?Un?)*"
_GROUP = rf"(?:{_ITEMS}[befo&]*Z|U[bf]*Zn)"
_PLACED = rf"[f]*Z[b:tf&]*{_ITEMS}"
_PLACES = r"(?:[&/]*[/][&f]*Z)*o*"
_REST = rf"(?:Ur+[&:f]*Z{_PLACES}|r+[b:tfO]*U[btfTo&r]*(?:Z)?{_PLACES}|f*Z:?r+[f:]*U|U[f&]*Zr+)"
_REST_IN_ONE_PLACE = r"(?:r+[b:tfO]*U[btfTo&r]*|Ur+[&:f]*)[*]?f*Z"
_WHERE = r"(?:C(?!:)|O)*(?:(?:f+(?=Z)|(?=Zt*[:lk]))(?P<at>Z)[:&Ot]*)?"
_THERE = r"[CO]*f*(?P<at>Z)[C:&fXt]*"  # "in Coldwell:", "Coldwell - "
_LAST = r"(?:f+(?P<at2>Z))?(?P<kept>(?:[&O]+U[kYO]*[Yk]|[&O]*YO*U)?)[lO]*"
_LIST = r"U(?:[&Ol/t]+U)*"
_KEPT = r"U(?:[&O/t]+U)*"  # without a word for losses in between


def _at(found: Found) -> str:
    places = [*found.named("at", "Z"), *found.named("at2", "Z")]
    return f"at {places[0]}: " if len(places) == 1 else "" if not places else "?"


def _losses(found: Found) -> Sequence[str]:
    kinds, kept = kinds_of(found, "units", "units2"), kinds_of(found, "kept")
    at = _at(found)
    if len(kinds) > 1 and _ends_with_first(found):
        return ()
    if _EVERYWHERE & {word.said for word in found.all_words} and found.named("at", "Z"):
        return ()  # "at Aldgate fort first, elsewhere militia first"
    if at == "?" or not kinds or len(set(kinds)) != len(kinds) or set(kinds) & set(kept):
        return ()
    is_one_list = kept and len(kinds) > 1 and not any(map(_keeps, found.words("kept")))
    if is_one_list and (_are_all(found.context, {*kinds, *kept}) or _is_whole_list(found)):
        return [f"{at}lose {', '.join([*kinds, *kept])}"]
    return [f"{at}lose {', '.join(kinds)}", *(f"{at}keep {kind}" for kind in kept)]


def _ends_with_first(found: Found) -> bool:
    """Return whether the last words put one kind before all those that are named before it."""
    return bool(found.all_words) and found.all_words[-1].said in _BEFORE_ALL


def _are_all(context: ReadingContext, kinds: set[str]) -> bool:
    return context.own <= {*kinds, FORT}


def _is_whole_list(found: Found) -> bool:
    """Return whether losses name every kind that the player has on the board, and no verb keeps one."""
    units = found.context.position.units
    standing = {row.kind for row in units if row.player == found.context.player}
    named, kept = kinds_of(found, "units", "units2", "kept"), kinds_of(found, "kept")
    return FORT not in kept and standing <= {*named} and not any(map(_keeps, found.all_words))


def _keeps(word: Word) -> bool:
    """Return whether a verb keeps units; "the last to go" only ends a list of losses."""
    return word.letter == "k" and _LAST_TO_GO.fullmatch(word.said) is None


def _losses_first(found: Found) -> Sequence[str]:
    """Return the losses of "in battle: Militia first, then Knights"; () if no word says which way it goes."""
    said = {word.said for word in found.all_words if word.letter in "OY"}
    return _losses(found) if said & {*FIRST, "last", "at last", "in this order", "in that order"} else ()


def _losses_then_kept(found: Found) -> Sequence[str]:
    """Return the orders of "militia first, then knights, griffins must survive"."""
    said = {word.said for word in found.words("units") if word.letter == "O"}
    is_apart = found.words("between")[0].said != "and"
    return _losses(found) if said & FIRST and is_apart else ()


def _losses_with_fort(found: Found) -> Sequence[str]:
    """Return the losses of "at Aldgate: militia, then fort, then knight": a fort can only be lost."""
    return _losses(found) if FORT in kinds_of(found, "units", "units2") else ()


def _losses_there(found: Found) -> Sequence[str]:
    """Return the orders of "take hits on knights first at B8, keep the griffins": both are about B8."""
    losses, at = _losses(found), _at(found)
    kept = kinds_of(found, "spared")
    return [*losses, f"{at}keep {', '.join(kept)}"] if losses and kept and len(set(kept)) == len(kept) else ()


def _shared_out(found: Found) -> Sequence[str]:
    """Return the builds of "four Knights - two in A7 and two in A10"; () if the numbers do not add up."""
    [total], [kind] = found.named("total", "#"), found.named("total", "U")
    numbers, places = found.named("rows", "#"), found.named("rows", "Z")
    if kind == SOMEONE or int(total) != sum(map(int, numbers)):
        return ()
    return [f"build {number} {kind} {place}" for number, place in zip(numbers, places, strict=True)]


def _kept(found: Found) -> Sequence[str]:
    kinds, at = kinds_of(found, "units"), _at(found)
    return [f"{at}keep {', '.join(kinds)}"] if kinds and at != "?" and len(set(kinds)) == len(kinds) else ()


def _items(context: ReadingContext, words: Sequence[Word], space: str, verb: str) -> list[str]:
    """Return a build for each kind; () if a plural or militia has no number.

    A second number must be the same, or what they cost: "3 Griffins (15)".
    """
    found, count = [], ""
    for word, after in pairwise([*words, Word("", "")]):
        if word.letter == "#":
            count = word.said
        elif word.said == SOMEONE:
            return []
        elif word.letter == "U":
            if (
                after.letter == "n"
                and count
                and int(after.said) not in _same_number(context, word.said, count)
            ):
                return []
            count = after.said if after.letter == "n" and not count else count
            if not count and (word.is_plural or word.said == "Militia"):
                return []
            found.append(f"{verb}{count or '1'} {word.said} {space}")
            count = ""
    return found


def _same_number(context: ReadingContext, kind: str, count: str) -> tuple[int, ...]:
    """Return *count* of units of that kind, and what they cost."""
    unit = context.data.units.get(kind)
    return (int(count), int(count) * unit.cost) if unit else (int(count),)


def _verb(found: Found) -> str:
    """Return "build ", if a word says so: "rest" does, too."""
    return "build " if "b" in found.letters("head") or "r" in found.letters("more") else ""


def _groups(found: Found) -> Sequence[str]:
    orders: list[str] = []
    items: list[Word] = []
    if _are_apart(found.words("groups")):
        return ()
    for word in number_first(found.words("groups")):
        if word.letter == "e":
            return ()
        if word.letter != "Z":
            items.append(word)
            continue
        some = _items(found.context, items, word.said, _verb(found))
        if not some:
            return ()
        orders += some
        items = []
    return _with_rest(found, orders)


def _are_apart(words: Sequence[Word]) -> bool:
    """Return whether "and" or a semicolon divides units and the place after them: "Griffin; and at A7"."""
    before = ""
    for word in words:
        if word.letter == "Z" and before in ("and", ";"):
            return True
        before = word.said if word.letter in "&U" else before
    return False


def _one_by_one(found: Found) -> Sequence[str]:
    """Return the builds of "build K K G F10, M M F8"."""
    orders: list[str] = []
    kinds: list[str] = []
    for word in found.words("groups"):
        if word.letter == "U":
            kinds.append(word.said)
        elif word.letter == "Z":
            counts = {kind: kinds.count(kind) for kind in kinds}
            orders += [f"{_verb(found)}{count} {kind} {word.said}" for kind, count in counts.items()]
            kinds = []
    return orders


def _placed(found: Found) -> Sequence[str]:
    orders: list[str] = []
    space = ""
    items: list[Word] = []
    for word in (*found.words("groups"), Word("Z", "")):
        if word.letter != "Z":
            items.append(word)
            continue
        some = _items(found.context, items, space, _verb(found)) if space else []
        if space and not some:
            return ()
        orders += some
        space, items = word.said, []
    return _with_rest(found, orders)


def _with_rest(found: Found, orders: list[str]) -> Sequence[str]:
    if [word.said for word in found.words("head")] == [_NEARLY_REST]:
        return ()
    if not found.letters("more"):
        return orders
    rest = _rest(found, next(iter(found.named("groups", "Z")[-1:]), ""))
    return [*orders, *rest] if rest else ()


def _rest(found: Found, space: str = "") -> Sequence[str]:
    places = found.named("more", "Z") or ([space] if space else [])
    [kind] = kinds_of(found, "more") or [""]
    return [f"{_verb(found)}rest {kind} {' or '.join(places)}"] if places and kind else ()


def _shared_with_rest(found: Found) -> Sequence[str]:
    """Return the builds of "2 Knights and the rest Militia in A7": all of them in one place."""
    [place] = found.named("more", "Z")
    items = _items(found.context, found.words("items"), place, "build ")
    return [*items, *_rest(found)] if items else ()


def _each(found: Found) -> Sequence[str]:
    """Return the builds of "9 Militia, three each at F8, F10 and F9"."""
    numbers = [int(word.said) for word in found.all_words if word.letter == "#"]
    [kind], places = kinds_of(found, "unit") or [""], found.named("places", "Z")
    each = numbers[-1]
    if not kind or (len(numbers) > 1 and numbers[0] != each * len(places)):
        return ()
    return [f"{_verb(found)}{each} {kind} {place}" for place in places]


def _spelt_out(found: Found) -> Sequence[str]:
    """Return the builds of "D2: K K M"; () for one unit, which may be a hold."""
    kinds, [place] = found.named("kinds", "U"), found.named("place", "Z")
    if len(kinds) == 1 or SOMEONE in kinds or any(word.is_plural for word in found.words("kinds")):
        return ()
    return [f"{_verb(found)}{kinds.count(kind)} {kind} {place}" for kind in dict.fromkeys(kinds)]


def _by_kind(found: Found) -> Sequence[str]:
    """Return the builds of "Knights: 3 in D2, 1 in D11"."""
    orders: list[str] = []
    kind = number = ""
    for word in found.words("rows"):
        kind = word.said if word.letter == "U" else kind
        number = word.said if word.letter == "#" else number
        if word.letter == "Z":
            orders.append(f"{_verb(found)}{number} {kind} {word.said}")
    return orders if SOMEONE not in orders else ()


def _in_each_city(found: Found) -> Sequence[str]:
    """Return the builds of "3 militia and 1 knight in each city"."""
    own = cities(found.context.position, found.context.player)
    return [
        order for city in own for order in _items(found.context, found.words("items"), city, _verb(found))
    ]


def _shared_by_cities(found: Found) -> Sequence[str]:
    """Return the builds of "four Knights, two in each city"; () if the numbers do not add up."""
    own = cities(found.context.position, found.context.player)
    [total], [each] = found.named("total", "#"), found.named("each", "#")
    [kind] = kinds_of(found, "kind") or [""]
    if not kind or int(total) != int(each) * len(own):
        return ()
    return [f"{_verb(found)}{each} {kind} {city}" for city in own]


LOSSES_AND_BUILDS: tuple[Pattern, ...] = (
    (rf"{_WHERE}[l:Of&]*l[l:Of&C]*(?P<units>{_LIST})[lO]*{_LAST}(?:&O+)?", _losses),
    (r"l[l:]*(?P<units>U{2,})", _losses),
    (rf"{_WHERE}(?P<units>{_LIST})[O&]*[fO]*l[lO&]*(?P<units2>(?:{_LIST})?)[lO]*{_LAST}", _losses),
    (rf"{_WHERE}k+f*(?P<kept>{_KEPT})[kYO&:]*l[lO:]*f*(?P<units>{_KEPT})[lO]*(?:f+(?P<at2>Z))?", _losses),
    (rf"{_WHERE}(?P<kept>{_KEPT})[O&]*k[kYO&]*(?P<units>{_LIST})[O&]*l[lO]*(?:f+(?P<at2>Z))?", _losses),
    (rf"{_WHERE}l[l:]*(?P<kept>U)Y[&O]*(?P<units>{_LIST})[lO]*(?:f+(?P<at2>Z))?", _losses),
    (rf"[CO]*l[l:Of&]*(?P<units>{_LIST})[lO]*f+(?P<at>Z)[&:X]+k+(?P<spared>{_KEPT})[kYO]*", _losses_there),
    (rf"{_THERE}[l:O]*l[l:O]*(?P<units>{_LIST})[lO]*[&:X]+k+(?P<spared>{_KEPT})[kYO]*", _losses_there),
    (rf"{_THERE}(?P<units>{_LIST})[O&]*l[lO]*[&:X]+(?P<spared>{_KEPT})k[kYO]*", _losses_there),
    (rf"{_THERE}[O:]*k+(?P<spared>{_KEPT})[kYO]*[&:XO]+l[l:O]*(?P<units>{_LIST})[lO]*", _losses_there),
    (rf"{_THERE}[O:]*k+(?P<spared>{_KEPT})[kYO]*[&:X]+(?P<units>{_LIST})O*l[lO]*", _losses_there),
    (rf"[CO]*l[C:l]*f*(?P<at>Z)[&:mO]*(?P<units>{_LIST})[lO]*{_LAST}", _losses),
    (
        rf"{_WHERE}(?P<units>O*UO*(?:[&O]+UO*)*)(?P<between>[&:X])[:&X]*(?P<kept>UO*k)[kYO]*",
        _losses_then_kept,
    ),
    (r"f*(?P<at>Z)(?:[:&t]*O*(?P<units>U(?:[&O]+U)+)|[:&t]*O*(?P<units2>UO+))O*", _losses_with_fort),
    (rf"O*C[CO:]*(?P<units>{_LIST})O*{_LAST}", _losses_first),
    (rf"{_WHERE}k+:*f*(?P<units>{_KEPT})(?:[kYO]|&*lY)*(?:f+(?P<at2>Z))?", _kept),
    (rf"{_WHERE}(?P<units>U(?:[&/]+U)*)[OY&]*k[kYO]*(?:f+(?P<at2>Z))?", _kept),
    (rf"{_WHERE}(?P<units>U)[O&]*(?:lY[&O]*|Y[&]*O[&O]*)(?:f+(?P<at2>Z))?", _kept),
    (rf"(?P<head>[bO:]*)(?P<groups>{_GROUP}(?:[&O]+{_GROUP})*)(?P<more>(?:[&O]*{_REST})?)b*", _groups),
    (rf"(?P<head>[O:]*b[bO:]*)(?P<groups>{_GROUP}(?:{_GROUP})+)(?P<more>)", _groups),
    (rf"(?P<head>[O:]*b[bO:]*)(?P<groups>{_PLACED}(?:{_PLACED})+)(?P<more>)", _placed),
    (rf"(?P<head>[bO:]*)(?P<groups>{_PLACED}(?:[&]+{_PLACED})*)(?P<more>(?:[&O]*{_REST})?)[bo]*", _placed),
    (rf"(?P<head>[bO:]*)(?P<more>{_REST})b*", _rest),
    (rf"(?P<head>[bO:]*)(?P<items>{_ITEMS})[&O]*(?P<more>{_REST_IN_ONE_PLACE})b*", _shared_with_rest),
    (rf"(?P<head>[O:]*b[bO:]*)(?P<groups>{_GROUP}(?:[&O]*{_GROUP})*)[&O]*(?P<more>Ur+)", _groups),
    (rf"(?P<head>[O:]*b[bO:]*)(?P<groups>{_PLACED}(?:[&]*{_PLACED})*)[&O]*(?P<more>Ur+|r+[:]*U)", _placed),
    (r"(?P<head>[O:]*b[bO:]*)(?P<groups>U{2,}f*Z(?:[&O]+U+f*Z)*)", _one_by_one),
    (r"(?P<head>[bO:]*)f*(?P<place>Z):+(?P<kinds>U+(?:&U+)*)", _spelt_out),
    (r"(?P<head>[bO:]*)(?P<rows>U:+#f*Z(?:[&O]+(?:U:+)?#f*Z)*)", _by_kind),
    (r"(?P<head>[bO:]*)(?P<rows>#Uf*Z(?:[&O]+#U?f*Z)+)b*", _by_kind),  # "4 Knights at A7 and two at A10"
    (r"(?P<head>[bO:]*)(?P<items>#Un?(?:[&]*#U)*)f*e", _in_each_city),
    (r"(?P<head>[bO:]*)(?P<total>#)(?P<kind>U)(?P<more>)[&:f]*(?P<each>#)f*e", _shared_by_cities),
    (r"(?P<head>[bO:]*)(?P<unit>#U)[&:f]*#(?:f*U)?e(?P<places>(?:[&]*f*Z)+)", _each),
    (r"(?P<head>[bO:]*)(?P<unit>#U)e(?P<places>f*Z(?:&+f*Z)+)", _each),
    (r"(?P<head>[bO:]*)(?P<total>#U)[:&t]+(?P<rows>#f*Z(?:[&]+#f*Z)+)b*", _shared_out),
    (r"(?P<head>[bO:]*)e(?P<unit>#U)(?P<places>f*Z(?:&+f*Z)+)b*", _each),  # "je 2 Ritter in A7 und A10"
)  # fmt: skip
