"""Take in waiting messages, in the service, and in worker processes where there are many.

A few messages are taken in sooner than anybody is told of them. Of many, those that have nothing to do with
each other are handed out in bundles; whatever comes of the processes, no message is left: what they have not
begun is taken in by the service itself.

A message over which a process died, or stood still, is tried alone and by a process again, so that the
service lives; at some number of tries it is given up (`pbem.intake.intake`). The turns that are due wait for
all of this.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import takewhile
from typing import TYPE_CHECKING

from sqlalchemy.exc import OperationalError

from pbem.core.logs import log
from pbem.intake import claims, intake
from pbem.intake.claims import WaitingMessage
from pbem.tables.office import Office

if TYPE_CHECKING:  # only some services have them
    from pbem.service.workers import Workers

MANY = 100  # messages, about half a second of work; to begin a process takes longer


def take_in_what_waits(
    office: Office, now: Callable[[], datetime], workers: "Workers | None", is_stopped: Callable[[], bool]
) -> int:
    """How many messages were begun. Raises OperationalError if the database has trouble."""
    count, messages = 0, _waiting(office)
    if workers is not None:
        count, messages = _one_by_one(office, now, workers, is_stopped, messages)
    if workers is not None and len(messages) > MANY:
        count += workers.take_in(claims.apart(messages, office.credentials.judge), now, is_stopped)
        begun, messages = _one_by_one(office, now, workers, is_stopped, _waiting(office))
        count += begun
    lots = takewhile(lambda _: not is_stopped(), claims.together(messages))
    return count + sum(_taken_in(numbers, office, now) for numbers in lots)


def _taken_in(numbers: Sequence[int], office: Office, now: Callable[[], datetime]) -> int:
    """How many were begun; if they fail as a whole, each by itself. Raises OperationalError."""
    try:
        return intake.take_in_all(numbers, office, now())
    except OperationalError:
        raise
    except Exception:  # those after them, and the turns that wait for them, must go on
        log.exception("messages passed over", messages=list(numbers), again=True)
    return sum(_taken_in([number], office, now) for number in numbers) if len(numbers) > 1 else 0


def _one_by_one(
    office: Office,
    now: Callable[[], datetime],
    workers: "Workers",
    is_stopped: Callable[[], bool],
    messages: Sequence[WaitingMessage],
) -> tuple[int, Sequence[WaitingMessage]]:
    """Those that were begun before, each alone, until there is none or a look at them changes nothing.

    Nothing changes if another node has them in hand, or if turns are run: then they are for us. How many were
    begun, and which messages wait after that.
    """
    count, before = 0, None
    while (tried := _tried(messages)) and tried != before:
        count += sum(workers.take_in([[one.number]], now, is_stopped) for one in tried)
        before, messages = tried, _waiting(office)
    return count, messages


def _tried(messages: Sequence[WaitingMessage]) -> Sequence[WaitingMessage]:
    return [one for one in messages if one.tries]


def _waiting(office: Office) -> Sequence[WaitingMessage]:
    with office.store.reading() as session:
        return claims.waiting(session)
