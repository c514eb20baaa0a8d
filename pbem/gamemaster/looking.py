"""LOOK AT and POSITION ALL: secrets that the house rules let the game master see.

The log records what was looked at, not what was there. Anybody who plays at the table is shown nothing
(`pbem.tables.gm_sight`).
"""

import json
from collections.abc import Sequence

from pbem.commands.lookup import history, status
from pbem.commands.seats.all_seeing import LOOKED, remember
from pbem.core.sentences import Words, sentence
from pbem.gamemaster import seats
from pbem.tables import order_sheets
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.opening import powers_of
from pbem.tables.positions.position_lines import as_lines

EVERYBODY = ("all", "everybody", "everyone", "everything", "all orders")


def look(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Show the orders on file of a power, and what it may know: LOOK AT France; LOOK AT ALL."""
    _begin(gm)
    playing = powers_of(gm.office, gm.table)
    is_all = request.argument.lower() in EVERYBODY
    powers = playing if is_all else [seats.power_of(gm, request.argument, playing)]
    gm.write_down(request, sentence("gm_views", "looked", powers=[*map(gm.named, powers)]))
    lines = [line for power in powers for line in _of_power(gm, power, with_position=not is_all)]
    return [sentence("gm_views", "logged"), *lines]


def check(gm: GmContext) -> None:
    """Raise NotDone if the person who acts may not see orders and hidden pieces."""
    if not gm.sees_all:
        raise NotDone(sentence("gm_views", "kept", is_player=gm.is_player))


def _begin(gm: GmContext) -> None:
    """Record who looks: they may not take a seat when they no longer run the table. Raises NotDone."""
    check(gm)
    if gm.own_address:
        remember(gm.session, gm.table, (gm.by, gm.own_address), LOOKED, gm.now)


def _of_power(gm: GmContext, power: str, *, with_position: bool) -> Sequence[Words]:
    place = order_sheets.Place(gm.game, gm.table, power)
    orders = [f"    {status.of_unit(row)}" for row in order_sheets.in_force(gm.session, place)]
    told: list[Words] = ["", sentence("gm_views", "of_power", power=power, turn=gm.due.turn)]
    told += orders or [sentence("gm_views", "nothing_on_file")]
    if not with_position:
        return told
    last = history.last_turn(gm.session, gm.table)
    facts = gm.game.show(gm.table.position, last.record if last else None, power)
    sections = [history.as_text(section) for section in facts.sections]
    return [*told, "", sentence("gm_views", "as_known", power=gm.named(power)), "\n\n".join(sections)]


def whole_position(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Show the whole position in the notation of CORRECT: POSITION ALL."""
    _begin(gm)
    gm.write_down(request, sentence("gm_views", "looked_at_position"))
    facts = json.loads(json.dumps(gm.game.describe(gm.table.position)))
    return [sentence("gm_views", "logged"), "", *as_lines(facts)]


ACTIONS = (
    GmAction("LOOK", r"look\s+at\s+(?:the\s+orders\s+of\s+)?(.{1,40})", look, "orders", is_page=True),
    GmAction(
        "POSITION ALL",
        r"(?:show\s+)?(?:the\s+)?(?:position\s+(?:of\s+)?(?:all|everything)|(?:whole|full)\s+position)",
        whole_position,
        "orders",
        is_page=True,
    ),
)
