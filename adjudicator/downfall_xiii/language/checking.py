"""Check an order of any kind: by the map, and by what its author may know."""

from adjudicator.downfall_xiii.language import (
    legality,
    legality_at_end,
    legality_company,
    legality_later,
    legality_ships,
    the_dead,
)
from adjudicator.downfall_xiii.language.knowledge import Known
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.legality_table import LegalityTable
from adjudicator.middle_earth.language.orders import Standable

NOT_IN_XIII = (act.Convoy,)


def refuse_kind(order: Standable) -> None:
    """Raise `NotAllowed` for a kind of order that XIII does not have."""
    if type(order) is act.Convoy:
        raise legality_ships.no_convoys()


LEGALITY = LegalityTable[Known](
    stack_order=legality_company.stack_order,
    merge=legality_company.merge,
    divide=legality_company.divide,
    accompany=legality_company.accompany,
    lead=legality_company.lead,
    command=legality_company.command,
    paralyse=legality_company.paralyse,
    neutralise=legality.neutralise,
    paths_of_the_dead=legality_company.paths_of_the_dead,
    march_with_ents=legality_company.march_with_ents,
    returns_to=legality_company.returns_to,
    destroy=legality_at_end.destroy,
    pass_ring=legality_at_end.pass_ring,
    throw_ring=legality_at_end.throw,
    put_on_ring=legality_at_end.put_on,
    seize_ring=legality_at_end.seize,
    claim_ring=legality_at_end.claim,
    offer_ring=legality_at_end.offer,
    destroy_ring=legality_at_end.destroy_ring,
    destroy_balrog=legality_at_end.destroy_balrog,
    awaken=legality_at_end.awaken,
    retreat=legality_later.retreat,
    disband=legality_later.disband,
    build=legality_later.build,
    remove=legality_later.remove,
    waive=legality_later.waive,
    takes=legality_ships.takes,
    starts_at=legality_company.starts_at,
    declare=legality_later.declare,
    proxy=legality_later.proxy,
)


def checked(order: Standable, known: Known) -> Standable:
    """Return *order* with ids for its words. Raises `Unreadable` or `NotAllowed`."""
    return LEGALITY.checked(the_dead.meant(order, known), known)
