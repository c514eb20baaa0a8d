"""End a game before its rules do, by agreement of its players or by its GM.

The game itself concludes the position; everybody gets a last report or bulletin with the reason, the seed of
the dice, and the players' names.
"""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from adjudicator.core.game import Card, Motion, ReportFacts
from pbem import reports
from pbem.commands.context import TableContext
from pbem.commands.lookup import diary, game_story, gm_log
from pbem.commands.press.sending import deliver_with_turn
from pbem.commands.press.shown import printed
from pbem.commands.voting.polls import close_rule_poll
from pbem.core.sentences import Sentence, Words, in_words, sentence
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.store.game_tables import GameTable, Seat, seats_of
from pbem.store.gm_tables import SupersededRow
from pbem.store.states import OVER
from pbem.tables import robots
from pbem.tables.house_rules import house_rules
from pbem.tables.office import Office, run_of, table_card
from pbem.tables.people.readers import last_readers

ENDING = "ending"


class Ending(Struct, frozen=True):
    """Who has won or shares the game, and the public reason."""

    winners: Sequence[str]
    headline: Words
    reason: Words


def agreed(motion: Motion, card: Card) -> Ending:
    return Ending(
        motion.winners, _headline(motion, card), sentence("ending", "agreed", fact=what_passed(motion))
    )


def practice_left() -> Ending:
    """The end of a practice table whose player has had enough of it."""
    return Ending((), sentence("practice", "ended"), sentence("practice", "left"))


def practice_idle(days: int) -> Ending:
    """The end of a practice table at which nothing was sent for *days*."""
    return Ending((), sentence("practice", "ended"), sentence("practice", "idle", days=days))


def _headline(motion: Motion, card: Card) -> Sentence:
    if motion.key.startswith("concede "):
        return sentence("ending", "by_concession", winners=[*map(card.named, motion.winners)])
    return sentence("ending", "draw")


def fact(motion: Motion) -> str:
    """Return the effect of the motion, without the part about the votes it needs."""
    return f"{motion.sentence.partition(';')[0].rstrip('.')}."


def what_passed(motion: Motion) -> str:
    """Return the effect of the motion as the end of a sentence."""
    effect = fact(motion)
    return effect if effect.startswith(motion.winners) else effect[0].lower() + effect[1:]


def end_game(session: Session, office: Office, table: GameTable, ending: Ending, now: datetime) -> None:
    """End the game and put all mails of its end into the outbox, in the caller's transaction."""
    game = office.find_game(table.game)
    _put_aside(session, table, now)
    table.position = game.conclude(table.position, ending.winners)
    table.state, table.held_reason = OVER, ""
    table.deadline_utc = table.final_utc = None
    close_rule_poll(session, table, now)
    session.flush()
    seats = seats_of(session, table.key)
    svg = game.picture(table.position, None, None) if office.settings.service.pictures else ""
    own = office.house.templates
    view = reports.TurnView(_ended(game.show(table.position, None, None), ending, own), (), svg)
    notes = _notes(session, table, game.due(table.position).turn, own)
    loaded = game_story.load(session, office, table)
    story = game_story.sections(loaded, office)
    journeys = game_story.journeys(loaded, table.position) if svg else ""
    supplement = reports.Supplement(
        notes=notes,
        seed=table.seed,
        press=printed(session, table),
        robots=_robots(session, table, game.card, own),
        players=names(table, seats, game.card, own),
    )
    run = replace(run_of(table, game.due(table.position)), number=table.number)
    readers = last_readers(session, office, table)
    view = replace(view, supplement=supplement, story=story, journeys=journeys)
    mails = reports.bulletins(office.context(now), table_card(table, game), readers, run, view)
    about = About(table.key, None, table.number)
    outbox.put_all(session, [(mail, about) for mail in mails], now)
    deliver_with_turn(TableContext(session, office, table, now), table.number)
    diary.send_out(session, office, table, now)


def _notes(session: Session, table: GameTable, turn: str, own: Path | None) -> list[str]:
    """Return what the last bulletin prints of the GM log, with the secret corrections, and the thanks."""
    entries, secrets = gm_log.for_bulletin(session, table.key), gm_log.sealed(session, table.key)
    gm_log.printed_in(session, (*entries, *secrets), table.number)
    notes = [gm_log.with_reason(entry, own) for entry in entries]
    notes += gm_log.opened(session, table, secrets, turn, own)
    return [*notes, sentence("ending", "thanks").words(own)]


def _put_aside(session: Session, table: GameTable, now: datetime) -> None:
    """Store the position for REOPEN."""
    session.add(
        SupersededRow(
            table_key=table.key,
            edition=table.edition,
            number=table.number,
            kind=ENDING,
            row={"position": table.position},
            superseded_utc=now,
        )
    )


def _ended(facts: ReportFacts, ending: Ending, own: Path | None) -> ReportFacts:
    return replace(facts, headline=in_words(ending.headline, own), lead=in_words(ending.reason, own))


def _robots(session: Session, table: GameTable, card: Card, own_templates: Path | None) -> list[str]:
    """Return which powers robots played; the only reader of a practice table knows it."""
    played = robots.in_place_of_players(session, table.key)
    if not played or robots.practice_of(session, table.key) is not None:
        return []
    return [sentence("robots", "play", powers=[*map(card.named, played)]).words(own_templates)]


def names(table: GameTable, seats: Sequence[Seat], card: Card, own_templates: Path | None) -> list[str]:
    """Return who played what, unless that stays hidden."""
    rules = house_rules(table)
    if not seats or (rules.names != "shown" and not rules.reveal):
        return []
    return [sentence("ending", "who_played", seats=seats, many=card.of_many).words(own_templates)]
