"""Orders and events in words. `EVENTS` has all sentences for events."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import capital, with_article
from adjudicator.domination.data import FORT, data
from adjudicator.domination.language.orders import (
    CASTS,
    ENEMY,
    EVERY,
    HITS,
    MY_CITIES,
    NOBODY,
    ROUND,
    Build,
    Case,
    Cast,
    Claim,
    Condition,
    Hold,
    Move,
    Order,
    OrderLine,
    Pieces,
    Prefer,
    Test,
    UnitCount,
)
from adjudicator.domination.language.vocabulary import counted, many
from adjudicator.domination.position import Preference
from adjudicator.domination.record import Event
from adjudicator.domination.sentences import group, say

Names = Mapping[str, str]  # `Ground.titles`

SINGULAR = {many(kind): kind for kind in data({}).units}
EVENTS = group("events")  # by key; blanks are filled from `Event.words`


def event_sentence(event: Event, names: Names) -> str:
    words = dict(event.words)
    words["player"] = event.player
    words["space"] = place(event.space, names)
    words["way"] = " - ".join(event.path)
    if event.key == "drowned":
        words["a_unit"] = with_article(words.get("unit") or "unit")
    if "hits" in words:
        words["hits"] = hits_in_words(int(words["hits"]))
    if event.key == "armour":
        words["blocked"] = say("blocked") if int(words["die"]) <= int(words["need"]) else say("not_blocked")
    is_roll_of_fort = event.key == "rolled" and words.get("unit") == FORT
    number = int(words.get("number", "1"))
    words["count"] = say("of_fort") if is_roll_of_fort else _counted(words.get("unit", ""), number)
    key = "laid free" if event.key == "laid" and not event.player else event.key
    return EVENTS[key].format_map(words) + "."


def hits_in_words(number: int) -> str:
    return say("hits", count=number) if number else say("no_hit")


def built(events: Sequence[Event], names: Names) -> str:
    """Return what one player builds: "Red builds 3 Wizards at A3 and Transport Ship at A9."."""
    by_place: dict[str, Counter[str]] = {}
    for event in events:
        kind, number = kind_and_number(event.words["units"])
        by_place.setdefault(place(event.space, names), Counter())[kind] += number
    what = [
        say("units_at", units=listed(map(in_a_sentence, here.keys(), here.values()), "and"), place=where)
        for where, here in by_place.items()
    ]
    return say("builds", player=events[0].player, units=listed(what, "and"))


def kind_and_number(units: str) -> tuple[str, int]:
    """Return what `counted` made into words: ("Knight", 3) of "3 Knights"."""
    number, _, kinds = units.partition(" ")
    return (SINGULAR.get(kinds, kinds), int(number)) if number.isdigit() else (units, 1)


def _counted(unit: str, number: int) -> str:
    if unit == FORT:
        return say("tokens_lost", count=number, number=number)
    return in_a_sentence(unit, number)


def in_a_sentence(unit: str, number: int) -> str:
    """Return "a Knight", "an Ogre", "3 Knights"."""
    return with_article(unit) if unit and number == 1 else counted(unit, number)


def place(space: str, names: Names) -> str:
    """Return a space with the name of its city or tower: "B12 Barrowgate"."""
    if space in MY_CITIES:
        return say("my_city", which=space)
    name = names.get(space, "")
    return f"{space} {name}" if name else space


def units(parts: Iterable[UnitCount]) -> str:
    """Return units as orders name them: "2 Militia + Knight", "all"."""
    return " + ".join(
        f"all {part.kind}".strip() if part.count == EVERY else stack(part.kind, part.count) for part in parts
    )


def units_in_words(parts: Iterable[UnitCount]) -> str:
    """Return units in full words: "2 Knights + Griffin", "all Knights", "all"."""
    return " + ".join(
        f"all {many(part.kind)}".strip() if part.count == EVERY else counted(part.kind, part.count)
        for part in parts
    )


def _number(parts: Iterable[UnitCount]) -> int:
    """Return the number of units, for the verb; "all" counts as more than one."""
    return sum(2 if part.count == EVERY else part.count for part in parts)


def stack(kind: str, count: int) -> str:
    """Return "2 Militia", as orders name it, or "Militia"."""
    return f"{count} {kind}" if count > 1 else kind


def short(order: Order) -> str:  # noqa: PLR0911  (one case for each kind)
    """Return *order* as a player writes it."""
    match order:
        case Move():
            return f"{units(order.units)} {' - '.join((order.origin, *order.way))}{_carrying(order)}"
        case Hold():
            return f"{units(order.units)} {order.place} holds"
        case Cast():
            return _cast(order)
        case Prefer():
            where = f"at {order.place}: " if order.place else ""
            return f"{where}{order.what} {order.player or ', '.join(order.kinds)}"
        case Build():
            return f"{'rest ' if order.rest else ''}{units(order.units)} {' or '.join(order.places)}"
        case Pieces():
            return f"piece {', '.join(order.pieces)}"
        case Claim():
            return f"claim {', '.join(order.spaces)}"
        case _ as never:
            assert_never(never)


def short_rule(row: Preference) -> str:
    """Return a standing preference as a player writes it: "if 2 hits: lose Knight"."""
    words = " and ".join(map(_short_condition, row.conditions))
    return f"if {words}: {short(row.order)}" if words else short(row.order)


def _short_condition(condition: Condition) -> str:
    no = "not " if condition.negated else ""
    at = f" at {condition.place}" if condition.place else ""
    if isinstance(condition, Test):
        if condition.holds:
            return f"{no}{condition.who} holds {condition.place}"
        number = f"{condition.number} " if condition.number > 1 else ""
        return f"{no}{number}{condition.who}{at}"
    if condition.about == HITS:
        return f"{no}{condition.number} hits{at}"
    if condition.about == ROUND:
        return f"{no}round {condition.number}"
    if condition.about == CASTS:
        return " ".join(filter(None, (f"{no}{condition.who} casts", condition.spell))) + at
    return f"{no}{condition.who} has {condition.place}"


def _carrying(order: Move) -> str:
    return "" if order.carrying is None else f" with {units(order.carrying) or 'nothing'}"


def _cast(order: Cast) -> str:
    if order.city:
        return f"cast {order.spell} {units(order.units)} {order.place} - {order.city}"
    return f"cast {order.spell} {order.place}{f' on {order.on}' if order.on else ''}"


def sentence(line: OrderLine, names: Names) -> str:
    """Return a line in full words: "If an enemy is at B6: cast Reinforcements at B6"."""
    if not line.is_conditional:
        return capital(_in_words(line.order, names))
    tests = " and ".join(_condition(one, names) for one in line.conditions)
    before = f"if {tests}: " if tests else "otherwise: " if line.otherwise else ""
    return capital(before + _in_words(line.order, names))


def _in_words(order: Order, names: Names) -> str:  # noqa: PLR0911  (one case for each kind)
    match order:
        case Move(way=way):
            return _move_in_words(order, way, names)
        case Hold():
            held = units_in_words(order.units)
            return say("order_holds", count=_number(order.units), units=held, place=place(order.place, names))
        case Cast(city="", on=on):
            return _cast_in_words(order, on, names)
        case Cast():
            return say(
                "order_recalls",
                spell=order.spell,
                units=units_in_words(order.units),
                place=place(order.place, names),
                city=place(order.city, names),
            )
        case Prefer(place=""):
            return f"{order.what} {order.player or ', '.join(order.kinds)}"
        case Prefer():
            whom = order.player or ", ".join(order.kinds)
            return say("order_prefers_at", what=order.what, whom=whom, place=place(order.place, names))
        case Build(places=places):
            return _build_in_words(order, places, names)
        case Pieces(pieces=pieces):
            return say("order_pieces", pieces=", ".join(pieces))
        case Claim(spaces=spaces):
            return say("order_claims", spaces=", ".join(spaces))
        case _ as never:
            assert_never(never)


def _move_in_words(order: Move, way: Sequence[str], names: Names) -> str:
    moved, origin, goal = units_in_words(order.units), place(order.origin, names), place(way[-1], names)
    through = ", ".join(way[:-1])
    if through:
        words = say("order_moves_through", units=moved, origin=origin, goal=goal, through=through)
    else:
        words = say("order_moves", units=moved, origin=origin, goal=goal)
    if order.carrying is None:
        return words
    carried = units_in_words(order.carrying) or say("nothing")
    return say("order_carries", order=words, units=carried)


def _build_in_words(order: Build, places: Sequence[str], names: Names) -> str:
    built_, where = units_in_words(order.units), listed(place(one, names) for one in places)
    if order.rest:
        kinds = " + ".join(many(part.kind) for part in order.units)
        return say("order_builds_rest", units=kinds, places=where)
    return say("order_builds", units=built_, places=where)


def _cast_in_words(order: Cast, on: str, names: Names) -> str:
    where = place(order.place, names)
    if on:
        return say("order_casts_on", spell=order.spell, place=where, player=on)
    return say("order_casts", spell=order.spell, place=where)


def _condition(condition: Condition, names: Names) -> str:
    match condition:
        case Test():
            return _test(condition, names)
        case Case():
            return _case(condition, names)
        case _ as never:
            assert_never(never)


def _case(case: Case, names: Names) -> str:  # noqa: PLR0911  (one sentence for each kind)
    where = say("test_where", place=place(case.place, names)) if case.place else ""
    if case.about == HITS:
        if case.negated:
            return say("test_hits_not", count=case.number, place=where)
        return say("test_hits", count=case.number, place=where)
    if case.about == ROUND:
        if case.negated:
            return say("test_round_not", number=case.number)
        return say("test_round", number=case.number)
    if case.about == CASTS:
        return _test_of_spell(case, where)
    if case.negated:
        return say("test_has_no_piece", player=case.who, piece=case.place)
    return say("test_has_piece", player=case.who, piece=case.place)


def _test_of_spell(case: Case, where: str) -> str:
    who = say("test_some_enemy") if case.who == ENEMY else case.who
    spell = case.spell or say("test_any_spell")
    if case.negated:
        return say("test_casts_not", player=who, spell=spell, place=where)
    return say("test_casts", player=who, spell=spell, place=where)


def _test(test: Test, names: Names) -> str:  # noqa: PLR0911  (one sentence for each kind)
    where = place(test.place, names)
    if test.holds:
        if test.negated:
            return say("test_does_not_hold", player=test.who, place=where)
        return say("test_holds", player=test.who, place=where)
    if test.who == NOBODY:
        return say("test_somebody", place=where) if test.negated else say("test_nobody", place=where)
    if test.number > 1:
        whom = say("test_enemies") if test.who == ENEMY else say("test_units_of", player=test.who)
        if test.negated:
            return say("test_fewer", number=test.number, whom=whom, place=where)
        return say("test_at_least", number=test.number, whom=whom, place=where)
    if test.who == ENEMY:
        return say("test_no_enemy", place=where) if test.negated else say("test_enemy", place=where)
    if test.negated:
        return say("test_player_is_not", player=test.who, place=where)
    return say("test_player_is", player=test.who, place=where)
