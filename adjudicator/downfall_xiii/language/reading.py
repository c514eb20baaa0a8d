"""How is a player's sheet read?  Any text gives a `Reading`: orders, refusals with a reason, remarks.

Each line stands for itself, so that a bad one spoils no other. A line is a remark only if nothing in it looks
like an order. What a line means may hang on others of the same sheet (an army lands from where its fleet
goes, the Ring is passed from where its bearer will be): what units do is understood first, then the rest.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from adjudicator.core.game import Orders, Reading
from adjudicator.core.words import NotAllowed
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language import legality as lawful
from adjudicator.downfall_xiii.language import (
    legality_at_end,
    legality_company,
    legality_later,
    legality_ships,
    legality_standing,
    standing,
)
from adjudicator.downfall_xiii.language.in_force import Given, in_force, is_complete
from adjudicator.downfall_xiii.language.knowledge import PLACES, POWERS, Known
from adjudicator.downfall_xiii.language.warnings import cautions
from adjudicator.downfall_xiii.position import ADJUSTMENT, MOVEMENT, RETREAT, State
from adjudicator.downfall_xiii.resolve import adjustments
from adjudicator.downfall_xiii.view.wording import sentence, unit_name
from adjudicator.middle_earth.language import merging, reading
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.grammar import Clear
from adjudicator.middle_earth.language.merging import MessageOrders
from adjudicator.middle_earth.language.orders import Order, OrderSheet, Power, Standable
from adjudicator.middle_earth.language.reading import FORM, ReadItem, Tongue
from adjudicator.middle_earth.language.standing import cancelled

FORMS = {
    MOVEMENT: (
        *("A MTi H", "A MTi - Los", "A Los S A MTi", "A Los S A MTi - Osg", "A Los S garrison MTi"),
        *(
            "C DHa - Wes - HDe",
            "C DHa H - Wes",
            "C MTi S2 C DHa - Ano",
            "3A Off D : A Off - Nrd, A Off - SRh",
        ),
        *(
            "A MTi - Los M A Pel - Los",
            "Faramir leads A MTi - Ano",
            "Faramir with A MTi",
            "Gandalf - Ano with A MTi",
        ),
        *("Gandalf orders A MTi - Osg", "Nazgul paralyses A Udu", "R Osg - SIt neutralises", "Fe Bre - Shi"),
        *(
            "A Lon embarks F ENG",
            "A/F ENG - MAO",
            "A MAO disembarks Por",
            "F GUL FF A Fld - Har",
            "F GUL takes A Fld",
        ),
        *(
            "A MTi destroys Nazgul",
            "A MTi destroys any if A Pel - Los succeeds",
            "A Bre passes the Ring to Shi",
        ),
        *("Saruman puts on the Ring", "STANDING: A * destroys R", "PROXY A Los TO Rohan", "DECLARE Neutral"),
    ),
    RETREAT: ("A MTi R Los", "A MTi R Los, Ano", "Faramir R with the stack", "A MTi D"),
    ADJUSTMENT: ("Build A Bar", "Build C DHa", "Build F Cit", "Remove A Bar", "Remove 1 of 2A Bar", "Waive"),
}
TONGUE = Tongue(
    PLACES,
    reading.fragments([n for p in ground.PROVINCES.values() for n in (p.name, *p.aliases)]),
    POWERS.named,
    sentence,
)
WHEN = {
    MOVEMENT: "Units move in Spring and in Autumn; now {due}.",
    RETREAT: "There is nothing to retreat: {due}.",
    ADJUSTMENT: "Builds are made after Autumn turns; now {due}.",
}
DUE = {
    MOVEMENT: "orders to move are due",
    RETREAT: "retreats are due",
    ADJUSTMENT: "builds and removals are due",
}
RULES: dict[type, Callable[..., Any]] = {
    **lawful.RULES,
    **legality_company.RULES,
    **legality_ships.RULES,
    **legality_at_end.RULES,
    **legality_later.RULES,
}
FIRST = (act.Declare, act.StartsAt)  # others of the sheet hang on them
LAST = (
    *(act.Merge, act.Disembark, act.Destroy, act.PassRing, act.ThrowRing, act.PutOnRing, act.SeizeRing),
    *(act.ClaimRing, act.OfferRing, act.DestroyRing, act.Awaken),
)
NEVER_LENT = (act.Proxy, act.Retreat, act.Disband, act.Build, act.Remove)


def read(state: State, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
    """Read *lines* of one letter on top of *so_far*; whatever they hold, nothing is raised."""
    before = list(act.from_text(so_far).orders) if so_far else []
    entries = reading.entries(lines, TONGUE)
    cleared = any(isinstance(entry.said, Clear) for entry in entries)
    if cleared:
        before = [order for order in before if isinstance(order, merging.KEPT)]
    for stage in reading.stages(entries, FIRST, LAST):
        _understand(stage, entries, state, power, before)
    due = adjustments.due(state, power)
    letter = MessageOrders(standing.kind_of, due, unit_name)
    take = _taker(letter, Known(state, power), before)
    lawful = cache(partial(_all_lawful, state, power))
    told = tuple(reading.answer(entry, TONGUE, take, lawful) for entry in entries)
    orders = merging.merged(before, letter.orders, standing.kind_of)
    known = Known(state, power, orders)
    notes = letter.notes
    if state.phase == ADJUSTMENT:
        orders, dropped = merging.fitted(orders, due, sentence)
        notes = [*notes, *dropped]
    given = Given(orders, known)
    return Reading(
        orders=act.to_text(OrderSheet(tuple(orders))),
        lines=told,
        in_force=in_force(given, orders, letter.orders, known),
        warnings=(*dict.fromkeys(notes), *cautions(orders, known)),
        complete=is_complete(given, known),
    )


def _all_lawful(state: State, power: Power) -> Sequence[str]:
    """All that the power may order, as it is written; for one that may order nothing, examples."""
    from adjudicator.downfall_xiii.view.choices import choices  # noqa: PLC0415  (it asks this room what is lawful)

    return [line for lines in choices(state, power).values() for line in lines] or FORMS[state.phase]


# From what they say to what it means.


def _understand(
    due: Sequence[ReadItem], entries: Sequence[ReadItem], state: State, power: Power, before: Sequence[Order]
) -> None:
    """Give the entries that are due their meaning, by what the others are known to order."""
    if not due:
        return
    letter = [entry.order for entry in entries if entry.order is not None]
    earlier = merging.merged(before, letter, standing.kind_of)[: -len(letter) or None]
    known = Known(state, power, letter, earlier)
    lent = known.with_proxies()
    for entry in due:
        if entry.said is None or isinstance(entry.said, Clear):
            continue
        reading.understand(entry, lambda one: _meaning(one, lent if one.lent else known), NEVER_LENT)


def _meaning(entry: ReadItem, known: Known) -> Order:
    state, said = known.state, entry.said
    reading.check_heading(entry, known.power)
    if isinstance(said, act.Convoy):
        raise NotAllowed("XIII has no convoys: use FF or embarks.", "Write F GUL FF A Fld - Har.")
    reading.check_lives(known.power, state.eliminated)
    if isinstance(said, act.Standing):
        return act.Standing(legality_standing.named(said.order))
    if isinstance(said, act.CancelStanding):
        return cancelled(said, state.standing.get(known.power, ()), known.ordered)
    order = _in_this_phase(said, state)  # type: ignore[arg-type]  # nothing else is left
    meant: Order = RULES[type(order)](order, known)
    return meant


def _in_this_phase(said: Standable, state: State) -> Standable:
    """*said* as the phase that is due understands it. Raises NotAllowed in the wrong season."""
    if state.phase == RETREAT and isinstance(said, act.Move) and len(said.path) == 1:
        return act.Retreat(said.unit, said.path)
    belongs = {act.Retreat: RETREAT, act.Disband: RETREAT, act.Build: ADJUSTMENT, act.Remove: ADJUSTMENT}
    phase = {**belongs, act.Waive: ADJUSTMENT}.get(type(said), MOVEMENT)
    if phase == state.phase or legality_later.is_beforehand(said, state):
        return said
    if isinstance(said, act.Disband) and state.phase == MOVEMENT:
        reason = "Units disband only when they retreat."
        raise NotAllowed(reason, "To divide a stack, name the parts: 2A Bar D : A Bar - Nur, A Bar H.")
    remedy = FORM
    if isinstance(said, act.Retreat):
        remedy = "For turns to come write STANDING: before it."
    raise NotAllowed(WHEN[phase].format(due=DUE[state.phase]), remedy)


# What the player is told.


def _taker(letter: MessageOrders, known: Known, before: Sequence[Order]) -> Callable[[ReadItem], None]:
    def check(order: Order) -> None:
        legality_company.check_one_order(order, letter.orders, known)
        if isinstance(order, act.Build):
            new = [*letter.orders, order]
            legality_later.check_limit(order, merging.merged(before, new, standing.kind_of), known)

    return reading.taker(letter, check, legality_later.left_out)
