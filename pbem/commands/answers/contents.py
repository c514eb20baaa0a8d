"""What answers of several kinds contain: why orders were not taken, what is held, all the rest."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.game import Game, ReadLine
from pbem import reports
from pbem.commands.answers.message_context import MessageContext
from pbem.commands.command import Result
from pbem.commands.lookup.look_ups import look_ups
from pbem.core.sentences import Sentence, Words
from pbem.messages.courtesies import not_read
from pbem.messages.script import Script
from pbem.reports import AnswerPage, CommandResult
from pbem.store.rows import id_of
from pbem.tables.people import reply_addresses

Results = Sequence[Result]


class Trouble(Struct, frozen=True):
    """Why orders were not taken, and what would work."""

    reason: str
    remedy: str


def as_trouble(context: MessageContext, why: Sentence) -> Trouble:
    """Return *why*: its first part is the reason, the others are remedies."""
    reason, *remedies = why.parts(context.office.house.templates)
    return Trouble(reason, " ".join(remedies))


def what_is_held(context: MessageContext, script: Script, *, may_add: bool = False) -> reports.Held:
    """Return what is held, and how it is confirmed."""
    reply_to, tag = reply_addresses.confirm_reply(context.office.credentials, id_of(context.stored))
    return reports.Held(
        lines=script.own_lines, claimed=context.message.sender, reply_to=reply_to, tag=tag, may_add=may_add
    )


def beside_orders_of(
    game: Game, results: Results, notes: Sequence[Words], lines: Sequence[ReadLine]
) -> reports.Besides:
    """Return `beside_orders` for a player, with look-ups for questions about the rules of *game*."""
    besides = beside_orders(results, notes, lines, game.card.places)
    return replace(besides, look_ups=look_ups(game, besides.not_read), has_odds=game.card.has_odds)


def beside_orders(
    results: Results,
    notes: Sequence[Words] = (),
    lines: Sequence[ReadLine] = (),
    places: Mapping[str, Sequence[str]] = {},
) -> reports.Besides:
    """Return what an answer has besides orders: results, pages, notes, and unread parts of *lines*.

    *places* are those of the board that the lines are about.
    """
    of_commands = [one for one in results if isinstance(one, CommandResult)]
    answered = {one.line for one in of_commands}
    unread = not_read([line for line in lines if line.number not in answered], places)
    pages = [one for one in results if isinstance(one, AnswerPage)]
    return reports.Besides(notes, of_commands, pages, unread)
