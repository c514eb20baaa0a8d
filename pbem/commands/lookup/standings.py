"""STANDINGS: the standings of a tournament, for everybody."""

from collections.abc import Sequence

from sqlmodel import Session

from pbem.commands.command import Command, Group
from pbem.commands.context import CommandContext, refused
from pbem.commands.lookup.help import listing
from pbem.commands.visitors import around
from pbem.core.sentences import Sentence, sentence
from pbem.messages.script import Request
from pbem.reports import AnswerPage, CommandResult
from pbem.store.tournament_rows import Tournament
from pbem.tables.events import tournament_scores
from pbem.tables.events.tournament_scores import Played, Standings, in_words, tournament_of, tournaments


def none_such(session: Session, written: str) -> Sentence:
    known = [one.key for one in tournaments(session)]
    return sentence("tournaments", "no_tournament", written=written, known=known)


def named(session: Session, words: Sequence[str]) -> Tournament | None:
    """Return the first event among *words*, by its name or by that of one of its tables."""
    found = (session.get(Tournament, word) or tournament_of(session, word) for word in words)
    return next((one for one in found if one is not None), None)


def standings(visit: CommandContext, request: Request) -> AnswerPage | CommandResult:
    """Answer with the standings of the event named in the command or the rest of the message."""
    event = _meant(visit, request.argument)
    if event is None:
        return refused(request, none_such(visit.session, request.argument))
    shown = tournament_scores.standings(visit.session, visit.office, event)
    return listing(visit, title(shown), *lines(shown))


def _meant(visit: CommandContext, written: str) -> Tournament | None:
    """Return the event by its name, by that of one of its tables, or the only one."""
    words = [written.lower()] if written else around(visit)
    found = named(visit.session, words)
    if found is not None:
        return found
    known = tournaments(visit.session)
    return known[0] if len(known) == 1 and not written else None


def title(shown: Standings) -> Sentence:
    return sentence("tournaments", "heading", title=shown.event.title, is_over=shown.is_over)


def lines(shown: Standings) -> Sequence[Sentence]:
    """Return the people, best first, the tables, and how the event is scored and was drawn."""
    people = [
        sentence(
            "tournaments",
            "person",
            place=one.place,
            name=one.name,
            points=in_words(one.points),
            finished=one.finished,
            seats=[_seat(seat) for seat in one.seats],
        )
        for one in shown.people
    ]
    scored = sentence("tournaments", "scored", scoring=shown.event.scoring, is_over=shown.is_over)
    drawn = sentence("tournaments", "drawn", seed=shown.event.seed)
    return [*(people or [sentence("tournaments", "nobody")]), *_tables(shown), scored, drawn]


def _seat(seat: Played) -> Sentence:
    points = "" if seat.points is None else in_words(seat.points)
    return sentence("tournaments", "seat", power=seat.power, table=seat.table, points=points)


def _tables(shown: Standings) -> list[Sentence]:
    return [
        sentence("tournaments", "table", table=one.key, is_over=one.is_over, winners=one.winners)
        if one.is_shown
        else sentence("tournaments", "table_unseen", table=one.key)
        for one in shown.tables
    ]


COMMANDS = (
    Command(
        "STANDINGS",
        r"(?:standings|tournaments?)(?:[\s:]+(?:of\s+)?([a-z][\w-]{0,30}))?",
        changes=False,
        group=Group.LOOK_UP,
        page="join",
        topics=("tournament", "tournaments"),
        run_as_guest=standings,
    ),
)
