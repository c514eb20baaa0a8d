"""Read the orders of Downfall XIII: what differs from `middle_earth.language.reading`."""

from collections.abc import Sequence

from adjudicator.core.language.words import NotAllowed
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language import (
    checking,
    in_force,
    legality_company,
    legality_later,
    legality_standing,
)
from adjudicator.downfall_xiii.language import standing as standing_orders
from adjudicator.downfall_xiii.language.knowledge import PLACES, POWERS, SPELLINGS, Known
from adjudicator.downfall_xiii.language.warnings import cautions
from adjudicator.downfall_xiii.position import ADJUSTMENT, MOVEMENT, RETREAT, State
from adjudicator.downfall_xiii.resolve import adjustments, phases
from adjudicator.downfall_xiii.sentences import group, say
from adjudicator.downfall_xiii.view.choices import choices
from adjudicator.downfall_xiii.view.wording import sentence, unit_name
from adjudicator.middle_earth.language import merging, reading
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.merging import MessageOrders
from adjudicator.middle_earth.language.orders import Order, Standable
from adjudicator.middle_earth.language.parsing import OrderLanguage, fragments, words_of

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
LANGUAGE = OrderLanguage(
    PLACES,
    fragments([n for p in ground.PROVINCES.values() for n in (p.name, *p.aliases)]),
    POWERS.named,
    sentence,
    words_of([*ground.POWERS, *ground.PROVINCES, *(n for names in SPELLINGS.values() for n in names)]),
    {place: names[0] for place, names in SPELLINGS.items()},
)
WRONG_PHASE, PHASE_DUE = group("wrong_phase"), group("phase_due")


def _in_this_phase(order: Standable, state: State) -> Standable:
    """Return *order* as the phase that is due understands it. Raises `NotAllowed` in the wrong phase."""
    if state.phase == RETREAT and type(order) is act.Move and len(order.path) == 1:
        return act.Retreat(order.unit, order.path)
    phase = standing_orders.phase_of(order)
    if phase == state.phase or legality_later.is_beforehand(order, state):
        return order
    if type(order) is act.Disband and state.phase == MOVEMENT:
        reason = say("units_disband_only_when_they_retreat")
        raise NotAllowed(reason, say("to_divide_stack_name_parts_bar"))
    remedy = reading.FORM if not isinstance(order, act.Retreat) else reading.AS_STANDING
    raise NotAllowed(WRONG_PHASE[phase].format(due=PHASE_DUE[state.phase]), remedy)


def _check_beside(order: Order, message: MessageOrders, before: Sequence[Order], known: Known) -> None:
    legality_company.check_one_order(order, message, known)
    if type(order) is act.Build:
        orders = merging.merged(before, [*message.orders, order], standing_orders.kind_of)
        legality_later.check_limit(order, orders, known)


READER = reading.OrderReader(
    language=LANGUAGE,
    turn=lambda state: phases.title(state.turn, state.phase),
    first=(act.Declare, act.StartsAt),
    last=(
        *(act.Merge, act.Disembark, act.Destroy, act.PassRing, act.ThrowRing, act.PutOnRing, act.SeizeRing),
        *(act.ClaimRing, act.OfferRing, act.DestroyRing, act.Awaken),
    ),
    line_by_line=False,
    kind_of=standing_orders.kind_of,
    known=Known,
    builds_due=adjustments.due,
    unit_name=unit_name,
    refuse_kind=checking.refuse_kind,
    in_this_phase=_in_this_phase,
    checked=checking.checked,
    standing=lambda order, _: legality_standing.named(order),
    check_beside=_check_beside,
    left_out=legality_later.left_out,
    choices=choices,
    examples=FORMS,
    in_force=in_force.OrdersInForce,
    warnings=cautions,
)
read = READER.read
