"""Check an order of any kind: by the map, and by what its author may know."""

from typing import NoReturn, assert_never

from adjudicator.core.language.words import NotAllowed
from adjudicator.hardbop.language import (
    legality,
    legality_at_end,
    legality_company,
    legality_later,
)
from adjudicator.hardbop.language.knowledge import Known
from adjudicator.hardbop.sentences import say
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.legality_table import LegalityTable
from adjudicator.middle_earth.language.orders import Standable
from adjudicator.middle_earth.language.reading import FORM

STACKS = (act.Divide, act.Merge)
NOT_IN_HARDBOP = (
    *STACKS,
    *(act.Embark, act.Disembark, act.FastFerry, act.Takes, act.Command, act.ThrowRing, act.SeizeRing),
    *(act.ClaimRing, act.OfferRing, act.DestroyBalrog, act.Awaken),
)


def refuse_kind(order: Standable) -> None:
    """Raise `NotAllowed` for a kind of order that Hardbop does not have."""
    if isinstance(order, STACKS):
        raise NotAllowed(say("in_this_game_units_neither_divide"), say("order_each_unit_by_itself"))
    if isinstance(order, NOT_IN_HARDBOP):
        raise _no_such_order()


def _no_such_order() -> NotAllowed:
    return NotAllowed(say("hardbop_has_no_such_order"), FORM)


def _refused(_order: Standable, _known: Known) -> NoReturn:
    raise _no_such_order()


def _unit_order(order: act.StackOrder, known: Known) -> act.StackOrder:  # noqa: PLR0911  (one case a kind)
    match order:
        case act.Move():
            return legality.move(order, known)
        case act.SupportMove():
            return legality.support_move(order, known)
        case act.SupportHold():
            return legality.support_hold(order, known)
        case act.Hold():
            return legality.hold(order, known)
        case act.HoldThenMove():
            return legality.hold_then(order, known)
        case act.SupportGarrison():
            return legality.support_garrison(order, known)
        case act.SupportSecond():
            return legality.support_second(order, known)
        case act.Convoy():
            return legality.convoy(order, known)
        case act.Embark() | act.Disembark() | act.FastFerry():
            raise _no_such_order()
        case _ as never:
            assert_never(never)


LEGALITY = LegalityTable[Known](
    stack_order=_unit_order,
    merge=_refused,
    divide=_refused,
    accompany=legality_company.accompany,
    lead=legality_company.lead,
    command=_refused,
    paralyse=legality_company.paralyse,
    neutralise=legality.neutralise,
    paths_of_the_dead=legality_company.paths_of_the_dead,
    march_with_ents=legality_company.march_with_ents,
    returns_to=legality_company.returns_to,
    destroy=legality_at_end.destroy,
    pass_ring=legality_at_end.pass_ring,
    throw_ring=_refused,
    put_on_ring=legality_at_end.put_on,
    seize_ring=_refused,
    claim_ring=_refused,
    offer_ring=_refused,
    destroy_ring=legality_at_end.destroy_ring,
    destroy_balrog=_refused,
    awaken=_refused,
    retreat=legality_later.retreat,
    disband=legality_later.disband,
    build=legality_later.build,
    remove=legality_later.remove,
    waive=legality_later.waive,
    takes=_refused,
    starts_at=legality_company.starts_at,
    declare=legality_later.declare,
    proxy=legality_later.proxy,
)
checked = LEGALITY.checked
