"""How is a player's sheet read?  Any text gives a `Reading`: orders, refusals with a reason, remarks.

What a line means may hang on others of the same sheet (the Ring is passed from where its bearer will be):
what units do is understood first, then the rest.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from adjudicator.core.game import Orders, Reading
from adjudicator.core.words import NotAllowed
from adjudicator.hardbop import ground
from adjudicator.hardbop.language import legality as lawful
from adjudicator.hardbop.language import (
    legality_at_end,
    legality_company,
    legality_later,
    legality_standing,
    standing,
)
from adjudicator.hardbop.language.in_force import Given, in_force, is_complete
from adjudicator.hardbop.language.knowledge import PLACES, POWERS, Known
from adjudicator.hardbop.language.warnings import cautions
from adjudicator.hardbop.position import ADJUSTMENT, MOVEMENT, RETREAT, SECOND_RETREAT, State
from adjudicator.hardbop.resolve import adjustments
from adjudicator.hardbop.view.wording import sentence, unit_name
from adjudicator.middle_earth.language import merging, reading
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.grammar import Clear
from adjudicator.middle_earth.language.merging import OFF_BOARD, MessageOrders
from adjudicator.middle_earth.language.orders import Order, OrderSheet, Power, Standable
from adjudicator.middle_earth.language.reading import FORM, ReadItem, Tongue
from adjudicator.middle_earth.language.standing import cancelled

_RETREATS = ("A MTi R Los", "A MTi R Los, Ano", "A MTi D")
FORMS = {
    MOVEMENT: (
        *("A MTi H", "A MTi - Los", "A Los S A MTi", "A Los S A MTi - Osg", "A Los S garrison MTi"),
        *("C Edo - WEm - Gap", "C Edo H - WEm", "C HDe S2 C Edo - WEm - Gap", "E Off - NRh"),
        *("F BAY C A Bel - Cit", "P Cit - BAY", "Faramir leads A MTi - Ano", "Faramir leads A MTi"),
        *("Gandalf S A MTi - Osg", "Nazgul paralyses A SIt", "Ranger Gap - Dld neutralises"),
        *("Ranger takes the Paths of the Dead", "Fellowship marches with the Ents", "Nazgul R SIt, NIt"),
        *(
            "A MTi destroys Nazgul",
            "A MTi destroys any if A Los - Osg succeeds",
            "A Bre passes the Ring to Shi",
        ),
        *("Saruman puts on the Ring", "Fellowship destroys the Ring", "Gandalf starts at Bre"),
        *("STANDING: A * destroys R", "PROXY A HDe TO Gondor", "DECLARE Evil", "Gandalf returns Iml"),
    ),
    RETREAT: _RETREATS,
    SECOND_RETREAT: _RETREATS,
    ADJUSTMENT: ("Build A Bar", "Build C Edo", "Build P Cit", "Remove A Bar", "Waive", "A Bar destroys R"),
}
TONGUE = Tongue(
    PLACES,
    reading.fragments([n for p in ground.PROVINCES.values() for n in (p.name, *p.aliases)]),
    POWERS.named,
    sentence,
)
WHEN = {
    MOVEMENT: "Units move before the retreats and builds of a turn; now {due}.",
    RETREAT: "There is nothing to retreat: {due}.",
    ADJUSTMENT: "Builds are made in the second turn of a month; now {due}.",
}
DUE = {
    MOVEMENT: "orders to move are due",
    RETREAT: "retreats are due",
    SECOND_RETREAT: "retreats are due",
    ADJUSTMENT: "builds and removals are due",
}
RULES: dict[type, Callable[..., Any]] = {
    **lawful.RULES,
    **legality_company.RULES,
    **legality_at_end.RULES,
    **legality_later.RULES,
}
FIRST = (act.Declare, act.StartsAt, act.Build)  # others of the sheet hang on them
LAST = (*standing.AT_THE_END, act.SupportSecond)
NEVER_LENT = (act.Proxy, act.Retreat, act.Disband, act.Build, act.Remove)
STACKS = (act.Divide, act.Merge)


def read(state: State, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
    """Read *lines* of one letter on top of *so_far*; whatever they hold, nothing is raised."""
    before = list(act.from_text(so_far).orders) if so_far else []
    entries = reading.entries(lines, TONGUE)
    if any(isinstance(entry.said, Clear) for entry in entries):
        before = [order for order in before if isinstance(order, merging.KEPT)]
    for due in reading.stages(entries, FIRST, LAST):
        _understand(due, entries, state, power, before)
    letter = MessageOrders(standing.kind_of, adjustments.due(state, power), unit_name)
    take, lawful = _taker(letter, state, power), cache(partial(_all_lawful, state, power))
    told = tuple(reading.answer(entry, TONGUE, take, lawful) for entry in entries)
    orders = merging.merged(before, letter.orders, standing.kind_of)
    notes = letter.notes
    if state.phase == ADJUSTMENT:
        orders, dropped = merging.fitted(orders, adjustments.due(state, power), sentence)
        notes = [*notes, *dropped]
    known = Known(state, power, orders)
    given = Given(orders, known)
    return Reading(
        orders=act.to_text(OrderSheet(tuple(orders))),
        lines=told,
        in_force=in_force(given, orders, letter.orders, known),
        warnings=(*dict.fromkeys(notes), *cautions(orders, known)),
        complete=is_complete(given, known),
    )


def _taker(letter: MessageOrders, state: State, power: Power) -> Callable[[ReadItem], None]:
    """Counts an order of the letter. Raises NotAllowed for more orders off the board than armies there."""

    def check(order: Order) -> None:
        if getattr(order, "unit", None) == OFF_BOARD and not isinstance(order, standing.AT_THE_END):
            _check_off_board(letter, state, power)

    return reading.taker(letter, check, legality_later.left_out)


def _check_off_board(letter: MessageOrders, state: State, power: Power) -> None:
    there = sum(one.power == power and one.place == ground.OFF for one in state.military)
    acts = [order for order in letter.orders if not isinstance(order, standing.AT_THE_END)]
    if sum(getattr(order, "unit", None) == OFF_BOARD for order in acts) >= there:
        raise NotAllowed(f"Only {there} E are off the board.", "The orders above count.")


def _all_lawful(state: State, power: Power) -> Sequence[str]:
    """All that the power may order, as it is written; for one that may order nothing, examples."""
    from adjudicator.hardbop.view.choices import choices  # noqa: PLC0415  (it asks this room what is lawful)

    return [line for lines in choices(state, power).values() for line in lines] or FORMS[state.phase]


# From what they say to what it means.


def _understand(
    due: Sequence[ReadItem], entries: Sequence[ReadItem], state: State, power: Power, before: Sequence[Order]
) -> None:
    """Give the entries that are due their meaning, by what the others are known to order."""
    for entry in due:
        if entry.said is None or isinstance(entry.said, Clear):
            continue
        letter = [one.order for one in entries if one.order is not None]
        earlier = merging.merged(before, letter, standing.kind_of)[: -len(letter) or None]
        known = Known(state, power, letter, earlier)
        reading.understand(entry, partial(_by_letter, known=known), NEVER_LENT)


def _by_letter(entry: ReadItem, known: Known) -> Order:
    return _meaning(entry, known.with_proxies() if entry.lent else known)


def _meaning(entry: ReadItem, known: Known) -> Order:
    state, said = known.state, entry.said
    reading.check_heading(entry, known.power)
    if isinstance(said, STACKS):
        raise NotAllowed("In this game stacks neither divide nor merge.", "Order each unit by itself.")
    reading.check_lives(known.power, state.eliminated)
    inner = said.order if isinstance(said, act.Standing) else said
    if not isinstance(inner, (*RULES, act.CancelStanding)):
        raise NotAllowed("Hardbop has no such order.", FORM)
    if isinstance(said, act.Standing):
        return act.Standing(legality_standing.named(said.order, known))
    if isinstance(said, act.CancelStanding):
        return cancelled(said, state.standing.get(known.power, ()), known.ordered)
    order = _in_this_phase(said, state)  # type: ignore[arg-type]  # nothing else is left
    meant: Order = RULES[type(order)](order, known)
    return meant


def _in_this_phase(said: Standable, state: State) -> Standable:
    """*said* as the phase that is due understands it. Raises NotAllowed in the wrong one."""
    if state.phase in (RETREAT, SECOND_RETREAT) and isinstance(said, act.Move) and len(said.path) == 1:
        return act.Retreat(said.unit, said.path)
    if standing.belongs(said, state.phase):
        return said
    remedy = FORM
    if isinstance(said, act.Disband) and state.phase == MOVEMENT:
        raise NotAllowed("Units disband only when they retreat.", remedy)
    if isinstance(said, act.Retreat):
        remedy = "For turns to come write STANDING: before it."
    phase = next(one for one in WHEN if standing.belongs(said, one))
    raise NotAllowed(WHEN[phase].format(due=DUE[state.phase]), remedy)
