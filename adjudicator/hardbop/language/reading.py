"""Read the orders of Hardbop: what differs from `middle_earth.language.reading`."""

from collections.abc import Sequence

from adjudicator.core.language.words import NotAllowed
from adjudicator.hardbop import ground
from adjudicator.hardbop.language import checking, in_force, legality_later, legality_standing
from adjudicator.hardbop.language import standing as standing_orders
from adjudicator.hardbop.language.knowledge import PLACES, POWERS, SPELLINGS, Known
from adjudicator.hardbop.language.warnings import cautions
from adjudicator.hardbop.position import ADJUSTMENT, MOVEMENT, RETREAT, SECOND_RETREAT, State
from adjudicator.hardbop.resolve import adjustments, phases
from adjudicator.hardbop.sentences import group, say
from adjudicator.hardbop.view.choices import choices
from adjudicator.hardbop.view.wording import sentence, unit_name
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language import reading
from adjudicator.middle_earth.language.merging import OFF_BOARD, MessageOrders
from adjudicator.middle_earth.language.orders import Order, Standable, Unit
from adjudicator.middle_earth.language.parsing import OrderLanguage, fragments, words_of

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
    if state.phase in (RETREAT, SECOND_RETREAT) and type(order) is act.Move and len(order.path) == 1:
        return act.Retreat(order.unit, order.path)
    if standing_orders.belongs(order, state.phase):
        return order
    if type(order) is act.Disband and state.phase == MOVEMENT:
        raise NotAllowed(say("units_disband_only_when_they_retreat"), reading.FORM)
    phase = next(one for one in WRONG_PHASE if standing_orders.belongs(order, one))
    remedy = reading.FORM if not isinstance(order, act.Retreat) else reading.AS_STANDING
    raise NotAllowed(WRONG_PHASE[phase].format(due=PHASE_DUE[state.phase]), remedy)


def _check_beside(order: Order, message: MessageOrders, _before: Sequence[Order], known: Known) -> None:
    """Refuse more actions off the board than armies are there."""
    if not _is_off_board(order):
        return
    there = sum(one.power == known.power and one.place == ground.OFF for one in known.state.military)
    if sum(map(_is_off_board, message.orders)) >= there:
        raise NotAllowed(say("you_have_only_e_off_board", there=there), say("orders_above_count"))


def _is_off_board(order: Order) -> bool:
    if type(order) in standing_orders.AT_THE_END:
        return False
    unit: Unit | None = getattr(order, "unit", None)
    return unit == OFF_BOARD


READER = reading.OrderReader(
    language=LANGUAGE,
    turn=lambda state: f"turn {state.turn}, {phases.title(state.turn, state.phase)}",
    first=(act.Declare, act.StartsAt, act.Build),
    last=(*standing_orders.AT_THE_END, act.SupportSecond),
    line_by_line=True,  # what a build may be depends on the builds above it
    kind_of=standing_orders.kind_of,
    known=Known,
    builds_due=adjustments.due,
    unit_name=unit_name,
    refuse_kind=checking.refuse_kind,
    in_this_phase=_in_this_phase,
    checked=checking.checked,
    standing=legality_standing.named,
    check_beside=_check_beside,
    left_out=legality_later.left_out,
    choices=choices,
    examples=FORMS,
    in_force=in_force.OrdersInForce,
    warnings=cautions,
)
read = READER.read
