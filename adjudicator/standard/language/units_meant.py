"""Find the unit or the move that a sentence means without naming its place, if there is only one."""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from adjudicator.core.clauses import Clause, Sense
from adjudicator.core.language.only_unit import OF_KIND, RETREATS, is_disbanded
from adjudicator.core.position import Unit
from adjudicator.standard.language.grammar import WrittenOrder, plain, written
from adjudicator.standard.language.names import Ground, joined, province_of
from adjudicator.standard.view.wording import short_unit

_OTHERS_SUPPORT = re.compile(  # how many others there are must be said: some of them may have other orders
    r"(?:and )?(?:all )?(?:of )?(?:(?:the|my) )*"
    r"(?:(?P<count>both|two|three|four|five|six|[2-6])(?: of)?(?: (?:the|my))* (?:others?|remaining)"
    r"|other (?P<after>two|three|four|five|six|[2-6]))(?: (?P<kind>armies|fleets|units|pieces|ones))?"
    r" (?:(?:both|all|will|shall|should|must) )*(?:s|supports?|supporting) (?P<what>[^,;:]{3,60})",
    re.IGNORECASE,
)
_COUNTS = {"both": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_OF_A_KIND = {"armies": "A", "fleets": "F"}
_IN_WORDS = re.compile(r"\b(?:support|help|assist|back|unterstütz|soutien|soutient)\w*", re.IGNORECASE)


def with_only_units(sense: Sense, ground: Ground) -> Sense:
    """Return *sense*, in which "the fleet" is the only fleet, and "it" the only unit that retreats."""

    def reworded(text: str) -> Iterator[Sequence[str]]:
        yield from sense.reworded(text)
        if ground.position.phase == "retreat":
            yield from _retreats(text, sense, ground)
        elif ground.position.phase == "movement" and (named := _with_place(text, ground)):
            wordings = ((named,), *sense.reworded(named))
            yield from (orders for orders in wordings if all(map(sense.is_lawful, orders)))
        elif ground.position.phase == "movement" and (orders := _supports_of_others(text, sense, ground)):
            yield orders

    own = ground.to_order()
    only = province_of(own[0].place) if len(own) == 1 and ground.position.phase == "retreat" else ""
    return replace(sense, reworded=reworded, only_unit=only)


def _retreats(text: str, sense: Sense, ground: Ground) -> Iterator[Sequence[str]]:
    own = ground.to_order()
    singles = (orders[0] for orders in sense.reworded(text) if len(orders) == 1)
    for wording in dict.fromkeys((text, *singles)) if len(own) == 1 else ():
        found = RETREATS.fullmatch(wording)
        unit = short_unit(own[0])
        does = f"R {found['to']}" if found else "disband" if is_disbanded(wording, unit) else ""
        order = f"{unit} {does}" if does else ""
        if order and sense.is_lawful(order):
            yield (order,)


def _with_place(text: str, ground: Ground) -> str:
    """Return "the fleet stays" with the place of the only fleet; "" if it says no such thing."""
    found = OF_KIND.fullmatch(text)
    alike = _of_kind(found["kind"][0].upper(), ground) if found else []
    return f"{short_unit(alike[0])} {found['does']}" if found and len(alike) == 1 else ""


def _supports_of_others(text: str, sense: Sense, ground: Ground) -> Sequence[str]:
    """Return the orders of "both the other units support Rome", if just that many are there and all can."""
    found = _OTHERS_SUPPORT.fullmatch(text)
    supported = sense.subject(found["what"]) or sense.subject(f"{found['what']} H") if found else ""
    if found is None or not supported:
        return ()
    kind, said = (
        _OF_A_KIND.get((found["kind"] or "").casefold(), ""),
        (found["count"] or found["after"]).casefold(),
    )
    others = [
        unit for unit in ground.to_order() if kind in ("", unit.kind) and province_of(unit.place) != supported
    ]
    orders = [f"{short_unit(unit)} S {found['what']}" for unit in others]
    is_all = len(orders) == int(_COUNTS.get(said, said)) and all(map(sense.is_lawful, orders))
    return tuple(orders) if is_all else ()


def _of_kind(kind: str, ground: Ground) -> list[Unit]:
    return [unit for unit in ground.to_order() if unit.kind == kind]


def with_moves_supported(clauses: Sequence[Clause], sense: Sense, ground: Ground) -> list[Clause]:
    """Return the clauses; "Bulgaria supports Smyrna" is for the move of the army in Smyrna to Constantinople.

    Only if Smyrna itself could not be supported, so that no other order can be meant, and only in words: in
    the notation, "A Bul S A Smy" says what it says.
    """
    found = list(clauses)
    goals: Mapping[str, set[str]] | None = None
    for at, clause in enumerate(found):
        if clause.doubt or not (clause.orders and _IN_WORDS.search(clause.text)):
            continue
        parts = [part for order in clause.orders for part in _parts(order, ground)]
        if not any(one and one.verb == "support_hold" for _, one in parts):
            continue
        goals = _goals(found, ground) if goals is None else goals
        orders = tuple(_for_move(text, one, goals, sense, ground) for text, one in parts)
        found[at] = clause if orders == tuple(text for text, _ in parts) else replace(clause, orders=orders)
    return found


def _parts(order: str, ground: Ground) -> list[tuple[str, WrittenOrder | None]]:
    """Return the orders in one text, each with what it says; a text of other orders stays whole."""
    orders = written(ground.position.phase, joined(plain(ground.board, order), ground.language.names))
    if len(orders) == 1:
        return [(order, orders[0])]
    texts = [_text_of(one) for one in orders]
    return list(zip(texts, orders, strict=True)) if orders and all(texts) else [(order, None)]


def _text_of(one: WrittenOrder) -> str:
    """Return the notation of an order that is written with others, or "" for orders of other kinds."""
    unit = f"{one.unit.kind} {one.unit.place}".strip()
    other = f"{one.other.kind} {one.other.place}".strip() if one.other else ""
    match one.verb:
        case "hold":
            return f"{unit} H"
        case "move":
            return "" if one.by_convoy or len(one.route) > 1 else f"{unit} - {one.route[0]}"
        case "support_hold":
            return f"{unit} S {other}"
        case "support_move":
            return f"{unit} S {other} - {one.route[-1]}" if one.route else ""
        case _:
            return ""


def _goals(clauses: Sequence[Clause], ground: Ground) -> Mapping[str, set[str]]:
    """Return where the units go by the message, by the province in which each stands."""
    found: dict[str, set[str]] = {}
    said = (one for one in clauses if not (one.doubt or one.taken_back))
    for _, one in (part for clause in said for order in clause.orders for part in _parts(order, ground)):
        if one and one.verb == "move":
            found.setdefault(_province(one.unit.place, ground), set()).add(one.route[-1])
    return found


def _province(words: str, ground: Ground) -> str:
    meant = ground.language.names.meant(words.partition("/")[0])
    return meant[0] if len(meant) == 1 else ""


def _for_move(
    text: str, one: WrittenOrder | None, goals: Mapping[str, set[str]], sense: Sense, ground: Ground
) -> str:
    if one is None or one.verb != "support_hold" or one.other is None or sense.is_lawful(text):
        return text
    origin = _province(one.other.place, ground)
    where = [*goals.get(origin, ())] if origin else []
    order = f"{_text_of(one)} - {where[0]}" if len(where) == 1 else ""
    return order if order and sense.is_lawful(order) else text
