"""Execute the commands of a message, one after the other."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from pbem.commands import misspelled
from pbem.commands.command import Result
from pbem.commands.context import CommandContext, SeatCommandContext, done, not_used, refused
from pbem.commands.registry import BY_WORD, HELP, public_help
from pbem.core.sentences import Sentence, sentence
from pbem.messages.script import Request, Script
from pbem.reports import AnswerPage, CommandResult
from pbem.store.states import OVER
from pbem.tables.office import Office

OF_THE_SENDER = ("NAME", "ZONE")  # used by JOIN, PRACTICE or NEW TABLE of the same message


LEAVING = ("RESIGN", "UNSHARE")  # after which the sender has no seat any more


def perform(acting: SeatCommandContext, *, is_late: bool) -> list[Result]:
    """Execute the commands of a message that speaks for a seat in order, but leave the seat last."""
    results = (one for request in asked(acting.visit.script) for one in _results(acting, request, is_late))
    return _joined(results)


def _joined(results: Iterable[Result]) -> list[Result]:
    """Put pages of the same title, one after the other, under one heading."""
    joined: list[Result] = []
    for one in results:
        last = joined[-1] if joined else None
        if type(last) is type(one) is AnswerPage and last.title == one.title and last.is_set == one.is_set:
            joined[-1] = replace(last, text=f"{last.text}\n\n{one.text}")
        else:
            joined.append(one)
    return joined


def asked(script: Script) -> Sequence[Request]:
    """Return the commands of a message that are executed."""
    requests = [request for request in script.requests if BY_WORD[request.word].is_executed]
    if script.asks("ASSUME") and not script.asks("PREVIEW"):
        last = next(request for request in reversed(script.requests) if request.word == "ASSUME")
        requests.append(Request("PREVIEW", "", last.line, "PREVIEW"))
    return sorted(requests, key=lambda request: request.word in LEAVING)


def _results(acting: SeatCommandContext, request: Request, is_late: bool) -> Iterator[Result]:
    command = BY_WORD[request.word]
    if command.run is None:
        if command.run_as_guest is not None:
            yield command.run_as_guest(acting.visit, request)
    elif acting.at.table.state == OVER and not command.after_the_end:
        yield _left_undone(request, sentence("commands", "over", table=acting.at.table.key))
    elif is_late and command.of_this_turn:
        yield _left_undone(request, sentence("commands", "not_this_turn"))
    else:
        yield command.run(acting, request)


def _left_undone(request: Request, why: Sentence) -> CommandResult:
    """Refuse a command, and name the lines below it."""
    return refused(request, why, *not_used(request))


def perform_as_guest(visit: CommandContext) -> list[Result]:
    """Execute the commands of a message that speaks for no seat."""
    results = [*_guest_results(visit), *misspelled.of_message(visit.script)]
    return sorted(results, key=lambda one: one.line if isinstance(one, CommandResult) else 0)


def _guest_results(visit: CommandContext) -> Iterator[Result]:
    is_anything_done = False
    for request in visit.script.requests:
        command = BY_WORD[request.word]
        if command.run_as_guest is not None:
            result = command.run_as_guest(visit, request)
            is_done = not (isinstance(result, CommandResult) and result.is_refused)
            is_anything_done = is_anything_done or (is_done and command.changes)
            yield result
        elif command.is_executed and not command.guests_may_write:
            yield _left_undone(request, sentence("commands", "for_players"))
    for request in visit.script.requests:
        if request.word in OF_THE_SENDER:
            answered = done if is_anything_done else refused
            yield answered(request, sentence("commands", "of_the_sender", is_used=is_anything_done))


def help_of(script: Script, office: Office) -> list[AnswerPage]:
    """Return help for somebody without a seat."""
    asked_for = [request for request in script.requests if request.word == HELP.word]
    return [public_help(office, request.argument) for request in asked_for]


def is_of_a_guest(script: Script) -> bool:
    """Return whether the message has a command that needs no seat."""
    commands = [BY_WORD[request.word] for request in script.requests]
    return any(command.needs_no_seat or command.is_for_guests for command in commands)
