"""Process waiting messages in the service, and in worker processes where there are many.

A few messages are processed here, which is faster than handing them out. Many are handed out in independent
bundles; messages that the workers have not begun are processed by the service itself, so none is left.

A message that killed or hung a worker is tried again alone and in a worker, so that the service survives;
after some tries it is given up (`pbem.intake.intake`). Turns that are due wait for all of this.
"""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec import Struct
from sqlalchemy.exc import OperationalError

from pbem.core.logs import log
from pbem.intake import claims, intake
from pbem.intake.claims import WaitingMessage
from pbem.tables.office import Office

if TYPE_CHECKING:  # only some services have them
    from pbem.service.workers import Workers

MANY = 100  # messages, about half a second of work; starting a process takes longer


class Begun(Struct, frozen=True):
    """How many messages were begun, and the numbers of all that waited."""

    count: int
    numbers: Collection[int]


def take_in_what_waits(
    office: Office, now: Callable[[], datetime], workers: "Workers | None", is_stopped: Callable[[], bool]
) -> Begun:
    """Process all waiting messages. Raises OperationalError."""
    count, messages = 0, _waiting(office)
    numbers = {one.number for one in messages}
    if workers is not None:
        count, messages = _one_by_one(office, now, workers, is_stopped, messages)
    if workers is not None and len(messages) > MANY:
        count += workers.take_in(claims.apart(messages, office.credentials.judge), now, is_stopped)
        begun, messages = _one_by_one(office, now, workers, is_stopped, _waiting(office))
        count += begun
    numbers |= {one.number for one in messages}
    lots = takewhile(lambda _: not is_stopped(), claims.together(messages))
    return Begun(count + sum(_taken_in(lot, office, now) for lot in lots), numbers)


def _taken_in(numbers: Sequence[int], office: Office, now: Callable[[], datetime]) -> int:
    """Process messages together, or one by one if that fails; return how many were begun."""
    try:
        return intake.take_in_all(numbers, office, now())
    except OperationalError:
        raise
    except Exception:  # those after them, and the turns that wait for them, must go on
        log.exception("messages could not be processed", messages=list(numbers), again=True)
    return sum(_taken_in([number], office, now) for number in numbers) if len(numbers) > 1 else 0


def _one_by_one(
    office: Office,
    now: Callable[[], datetime],
    workers: "Workers",
    is_stopped: Callable[[], bool],
    messages: Sequence[WaitingMessage],
) -> tuple[int, Sequence[WaitingMessage]]:
    """Process each message that was begun before, one at a time, until there is none or nothing changes.

    Nothing changes if another node has claimed them, or if turns are run: then this process takes them.
    Return how many were begun, and which messages wait after that.
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
