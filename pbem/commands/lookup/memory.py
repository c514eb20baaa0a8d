"""What a player knows about hidden pieces: the last sighting of each in all their reports.

Only the reports of that seat are used, so nothing else can leak. The result for a stored turn is cached,
because records do not change.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from sqlmodel import Session, col, select

from adjudicator.core.game import Game, Item, Power, Remembered, ReportFacts, Section, WithJourneys
from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import SeatCommandContext, done
from pbem.commands.lookup.help import listing
from pbem.core.cache import Cache
from pbem.core.sentences import Words, in_words, sentence
from pbem.messages.script import Request
from pbem.reports import AnswerPage, CommandResult
from pbem.store.game_tables import AdjudicatedTurn, GameTable
from pbem.tables.office import Office

CACHED = 5_000  # turns of a seat
HASHED = 64  # turns of a table
TurnMemory = tuple[str, tuple[Remembered, ...]]  # the name of a turn, and what its report tells to remember
_cached: Cache[TurnMemory] = Cache(CACHED)


def box(office: Office, told: Sequence[TurnMemory], sheet: ReportFacts) -> tuple[Section, ...]:
    """Return the section "What you know"; none in a game without hidden pieces, or with nothing to know.

    It leaves out what *sheet*, the report that it belongs to, says itself.
    """
    own = office.house.templates
    news = [item.text for section in sheet.sections for item in section.items]
    items = tuple(Item(in_words(words, own)) for words in _lines(told, sheet.turn, news))
    title = sentence("memory", "title").words(own)
    return (Section("known", title, items),) if items else ()


def stored_turns(session: Session, table: GameTable, game: Game) -> list[AdjudicatedTurn]:
    """Return the turns that were run, the oldest first; none for a game without hidden pieces."""
    if not game.card.pieces:
        return []
    wanted = select(AdjudicatedTurn).where(AdjudicatedTurn.table_key == table.key)
    return list(session.exec(wanted.order_by(col(AdjudicatedTurn.number))))


def remembered_so_far(
    turns: Sequence[AdjudicatedTurn], table: GameTable, game: Game, power: Power
) -> list[TurnMemory]:
    """Return the facts to remember from each report of *power*, the oldest first."""
    if not game.card.pieces:
        return []
    begun = _of_turn(game, table.start, None, power)
    return [begun, *((turn.name, _of_turn(game, turn.position, turn.record, power)[1]) for turn in turns)]


def remembered_by(acting: SeatCommandContext) -> list[TurnMemory]:
    """Return the facts to remember from each report that the seat has had."""
    at = acting.at
    turns = stored_turns(acting.session, at.table, at.game)
    return remembered_so_far(turns, at.table, at.game, at.row.power)


def keep(game: Game, position: str, record: str, facts: ReportFacts) -> None:
    """Cache the facts of a report that was just made: its reader's next one needs them."""
    if game.card.pieces and facts.reader:
        _cached.put(_key(game, position, record, facts.reader), (facts.turn, facts.remembered), 1)


def _of_turn(game: Game, position: str, record: str | None, power: Power) -> TurnMemory:
    key = _key(game, position, record, power)
    told = _cached.get(key)
    if told is None:
        shown = game.show(position, record, power)
        told = shown.turn, shown.remembered
        _cached.put(key, told, 1)
    return told


def _key(game: Game, position: str, record: str | None, power: Power) -> str:
    return f"{power} {_fingerprint(game.card.key, position, record or '')}"


@lru_cache(maxsize=HASHED)  # all seats of a turn ask for the same
def _fingerprint(game: str, position: str, record: str) -> str:
    whole = "\0".join((game, position, record))
    return hashlib.blake2b(whole.encode(), digest_size=32).hexdigest()


def about_piece(told: Sequence[TurnMemory], kinds: Sequence[str]) -> list[Words]:
    """Return the latest about each piece of these *kinds*."""
    begins = tuple(f"{kind} (" for kind in kinds)
    return [words for about, words in _facts(told) if about in kinds or about.startswith(begins)]


def listed_about(told: Sequence[TurnMemory], about: str) -> list[str] | None:
    """Return what was added to the list *about* something; None if it is no longer needed."""
    facts = [one for _, remembered in told for one in remembered]
    if any(about in one.closes for one in facts):
        return None
    return [*dict.fromkeys(one.text for one in facts if one.adds and one.about == about)]


def _lines(told: Sequence[TurnMemory], now: str = "", news: Sequence[str] = ()) -> Iterator[Words]:
    """Yield the latest about each piece, with its turn, in the order of turns; cumulative facts in one line.

    A fact of the turn *now* is left out if one of the *news* begins with it: the reader has it in front of
    them.
    """
    yield from (words for _, words in _facts(told, now, news))


def _facts(
    told: Sequence[TurnMemory], now: str = "", news: Sequence[str] = ()
) -> Iterator[tuple[str, Words]]:
    """Yield the same lines, each with what it is about."""
    last: dict[str, tuple[str, list[str]]] = {}
    where: dict[str, str] = {}  # the place at which each piece was last seen
    gone: dict[str, str] = {}  # the turn in which a unit or piece of the reader was there and met nothing
    added: dict[str, dict[str, Remembered]] = {}
    for turn, remembered in told:
        for about in dict.fromkeys(one.about for one in remembered if one.text and not one.adds):
            last.pop(about, None)  # the latest turn comes last
            last[about] = turn, [one.text for one in remembered if one.about == about]
            where[about] = next((one.place for one in remembered if one.about == about), "")
            gone.pop(about, None)
        empty = {one.place for one in remembered if not one.text}
        gone |= {about: turn for about, place in where.items() if place in empty and about not in gone}
        for one in remembered:
            if one.adds:
                added.setdefault(one.about, {})[one.text] = one
    closed = {about for _, remembered in told for one in remembered for about in one.closes}
    for about, (turn, texts) in ((about, one) for about, one in last.items() if about not in closed):
        for text in dict.fromkeys(texts):
            if turn == now and any(one.startswith(text) for one in news):
                continue
            yield about, _last(text, turn, gone.get(about, ""))
    for about, places in sorted((about, places) for about, places in added.items() if about not in closed):
        yield about, _all(about, places)


def _all(about: str, added: Mapping[str, Remembered]) -> Words:
    """Return the list of what was learnt so far, and what may still be added to it."""
    last = [*added.values()][-1]
    still = sorted(short for text, short in last.among if text not in added)
    return sentence("memory", "all", about=about, places=sorted(added), left=last.left, still=still)


def _last(text: str, turn: str, gone: str) -> Words:
    """Return what was learnt last about a piece, and since when it is *gone*, if it is known to be."""
    if gone:
        return sentence("memory", "gone", text=text, turn=turn, since=gone)
    return sentence("memory", "last", text=text, turn=turn)


def known(acting: SeatCommandContext, request: Request) -> AnswerPage | CommandResult:
    """Return what the seat knows (KNOWN), even if that is nothing."""
    lines = list(_lines(remembered_by(acting)))
    if not lines:
        has_hidden = isinstance(acting.at.game, WithJourneys)
        return done(request, sentence("memory", "nothing", has_hidden=has_hidden))
    return listing(acting.visit, sentence("memory", "title"), *lines)


COMMANDS = (
    Command(
        "KNOWN",
        r"(?:what\s+(?:do\s+)?i\s+)?know(?:n|ledge)?(?:\s+pieces)?()",
        changes=False,
        group=Group.LOOK_UP,
        page="status",
        run=known,
        after_the_end=True,
        by_gm=ByGm.NO,
    ),
)
