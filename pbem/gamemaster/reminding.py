"""REMIND: a reminder now, to all or some of those whose orders are missing."""

from collections.abc import Sequence

from pbem.core.sentences import Words, sentence
from pbem.gamemaster import seats
from pbem.store.states import RUNNING
from pbem.tables.deadlines.reminders import Reminder, missing_seats, remind
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone


def remind_missing(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Mail those who owe orders and have nothing on file: REMIND; REMIND France and Italy."""
    table = gm.table
    if table.state != RUNNING or table.deadline_utc is None:
        raise NotDone(sentence("reminding", "nothing_due", table=table.key))
    named = seats.powers_of_list(gm, request.argument) if request.argument else []
    missing = missing_seats(gm.session, gm.office, table)
    chosen = [seat for seat in missing if not named or seat.power in named]
    if not chosen:
        others = [*map(gm.named, (seat.power for seat in missing))]
        raise NotDone(sentence("reminding", "nobody", named=[*map(gm.named, named)], others=others))
    remind(gm.session, gm.office, (table, chosen), Reminder(gm.now, "asked", gm.by), gm.now)
    powers = [gm.named(seat.power) for seat in chosen]
    gm.write_down(request, sentence("reminding", "logged", powers=powers))
    without = [gm.named(power) for power in named if power not in [seat.power for seat in chosen]]
    return [sentence("reminding", "reminded", powers=powers, without=without)]


ACTIONS = (
    GmAction(
        "REMIND",
        r"(?:remind|nudge|chase)(?:\s+(?:(?:all|everybody|everyone|them|the\s+(?:late\s+)?players|players|who(?:ever)?\s+is\s+(?:late|missing)"
        r"|(?:the|all)\s+(?:late|missing)(?:\s+(?:ones|players))?)|((?:(?!\s(?:to|of|that|about)\s|\W(?:please|thanks)\b).)+)))?",
        remind_missing,
        "words",
    ),
)
