"""The mails of a turn: one for each player, and the bulletin for readers.

Players who owed something in the phase that was run, or owe something next, get a full report. Others get a
short notice of the phase (house rule `quiet_phases`). If powers play one after the other, others get nothing,
and their next report sums up the turns that they have missed. The last report of a game also has its story,
which others get with the last bulletin.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.game import Card, Due, Game, ReportFacts, Section
from pbem import reports
from pbem.commands.lookup import game_story, gm_log, memory
from pbem.commands.seats import all_seeing
from pbem.commands.sheets import early_orders
from pbem.commands.sheets.conditional_orders import Played
from pbem.commands.voting import ending, votes
from pbem.core.sentences import Sentence, sentence
from pbem.reports.context import MailContext
from pbem.reports.message_bytes import Outgoing
from pbem.store.game_tables import AdjudicatedTurn, GameTable
from pbem.store.player_tables import LaterOrders
from pbem.tables import order_sheets, sealed_orders
from pbem.tables.house_rules import house_rules
from pbem.tables.office import Office, table_card
from pbem.tables.seats import shared_hands
from pbem.tables.seats.vacancies import unseated
from pbem.turns.adjudicated import Adjudicated, ClaimedTable


class TurnMail(Struct, frozen=True):
    """A mail and the power that it is for; None for a bulletin."""

    mail: Outgoing
    power: str | None


class Kind(Enum):
    """The kind of mail that a player gets for a turn."""

    REPORT = auto()
    NOTICE = auto()
    NOTHING = auto()


class _Shared(Struct, frozen=True):
    """What all mails of a turn have in common."""

    game: Game
    context: MailContext
    run: reports.Run
    supplement: reports.Supplement
    dropped: Mapping[str, Sequence[LaterOrders]]  # orders given in advance for a phase that did not come
    before: Sequence[AdjudicatedTurn]  # the turns that the memory of a player draws on
    taken_up: Mapping[str, bool]  # whose such orders are read now, and whether they are complete
    story: Sequence[Section] = ()  # of the whole game, when it is over
    journeys: str = ""  # SVG, of the same


def mails(claimed: ClaimedTable, adjudicated: Adjudicated, office: Office) -> Iterator[TurnMail]:
    """Yield a mail for each seat that gets one, and the bulletins for everybody else and the GM."""
    game = office.find_game(claimed.table.game)
    run_now = _run_after(claimed.table, adjudicated, game)
    with office.store.reading() as session:
        standing = votes.open_votes(session, office, claimed.table, adjudicated.after)
        before = memory.stored_turns(session, claimed.table, game)
        dropped = early_orders.dropped(session, claimed.table.key, adjudicated.after, game.card)
        played = Played(adjudicated.turn, adjudicated.before.phase)
        ahead = early_orders.taken_up_after(session, game, claimed.table, played, adjudicated.after)
    supplement = _supplement(claimed, adjudicated, standing, office)
    shared = _Shared(game, office.context(adjudicated.now), run_now, supplement, dropped, before, ahead)
    if adjudicated.after.over:
        story = _story(claimed.table, adjudicated, office)
        journeys = (
            game_story.journeys(story, adjudicated.turn.state) if office.settings.service.pictures else ""
        )
        shared = replace(shared, story=game_story.sections(story, office), journeys=journeys)
    yield from _seat_mails(claimed, adjudicated, shared, office)
    yield from _bulletins(claimed, adjudicated, shared, office)


def _seat_mails(
    claimed: ClaimedTable, adjudicated: Adjudicated, shared: _Shared, office: Office
) -> Iterator[TurnMail]:
    """Yield the report or the notice of each player.

    Who plays several powers by the rules of the game gets one report for all that owe something.
    """
    for hand in shared_hands.of_players(adjudicated.after, claimed.seats):
        cards: dict[Kind, list[reports.SeatCard]] = {kind: [] for kind in Kind}
        for seat in hand:
            kind = _kind(claimed, adjudicated, shared.game, seat.power)
            if kind is not Kind.NOTHING:
                cards[kind].append(office.report_card(claimed.table, seat, adjudicated.now))
        for group in reports.one_report_each(cards[Kind.REPORT], adjudicated.after):
            one = reports.together([_seat_view(claimed, adjudicated, shared, card, office) for card in group])
            report = reports.turn_report(shared.context, one.seat, shared.run, one.view)
            yield TurnMail(report, one.seat.power)
        for card in cards[Kind.NOTICE] if not cards[Kind.REPORT] else ():  # which has what a notice says
            one = _seat_view(claimed, adjudicated, shared, replace(card, has_picture=False), office)
            notice = reports.phase_notice(shared.context, one.seat, shared.run, one.view)
            yield TurnMail(notice, one.seat.power)


def _seat_view(
    claimed: ClaimedTable,
    adjudicated: Adjudicated,
    shared: _Shared,
    seat: reports.SeatCard,
    office: Office,
) -> reports.SeatView:
    """Return what the report or the notice of *seat* says."""
    game = shared.game
    view = _view(game, adjudicated, seat.power, is_drawn=seat.has_picture)
    early = shared.dropped.get(seat.power, ())
    notes = (*_notes(claimed, adjudicated, seat.power, office), *_of_early_orders(early, office))
    if seat.power in shared.taken_up:
        notes = (*notes, _of_orders_taken_up(adjudicated.after.of(seat.power), office))
    seal = _seal(claimed, adjudicated, seat.power, office)
    view = replace(view, sheet=replace(view.sheet, sections=(*view.sheet.sections, *seal)))
    missed = tuple(_missed(claimed, game, seat.power))
    view = replace(view, notes=notes, supplement=shared.supplement, missed=missed, atlas=game.card.atlas)
    is_on_file = shared.taken_up.get(seat.power) or _is_on_file(game, adjudicated, seat.power)
    view = replace(view, is_on_file=is_on_file)
    told = memory.remembered_so_far(shared.before, claimed.table, game, seat.power)
    told.append((view.sheet.turn, view.sheet.remembered))
    memory.keep(game, adjudicated.turn.state, adjudicated.turn.record, view.sheet)
    journeys = shared.journeys if seat.has_picture else ""
    known = memory.box(office, told, view.sheet)
    return reports.SeatView(seat, replace(view, known=known, story=shared.story, journeys=journeys))


def _bulletins(
    claimed: ClaimedTable, adjudicated: Adjudicated, shared: _Shared, office: Office
) -> Iterator[TurnMail]:
    """Yield the bulletin of each reader. Those who see all also read what is hidden."""
    game = shared.game
    public = _view(game, adjudicated, None, is_drawn=office.settings.service.pictures)
    card = table_card(claimed.table, game)
    readers = _last_readers(claimed) if adjudicated.after.over else claimed.readers
    public = replace(public, supplement=shared.supplement, story=shared.story, journeys=shared.journeys)
    see_all = claimed.all_seeing if not adjudicated.after.over else frozenset()
    few = [reader for reader in readers if reader.address in see_all]
    many = [reader for reader in readers if reader.address not in see_all]
    whole = replace(public, story=_everything(game, adjudicated, office)) if few else public
    for view, to_whom in ((public, many), (whole, few)):
        for mail in reports.bulletins(shared.context, card, to_whom, shared.run, view):
            yield TurnMail(mail, None)


def _last_readers(claimed: ClaimedTable) -> Sequence[reports.Reader]:
    """Return who gets the last bulletin: all but the players, whose last report has the same."""
    players = {seat.address for seat in claimed.seats} - {claimed.table.gm_address}
    return [reader for reader in claimed.last_readers if reader.address not in players]


def _everything(game: Game, adjudicated: Adjudicated, office: Office) -> Sequence[Section]:
    """Return what only observers with full sight may read."""
    return all_seeing.sections(game, adjudicated.turn.state, adjudicated.turn.record, office)


def _story(table: GameTable, adjudicated: Adjudicated, office: Office) -> game_story.Story:
    turn = adjudicated.turn
    last = game_story.StoryTurn(adjudicated.before.turn, turn.state, turn.record, adjudicated.nmr_powers)
    with office.store.reading() as session:
        return game_story.load(session, office, table, last)


def _kind(claimed: ClaimedTable, adjudicated: Adjudicated, game: Game, power: str) -> Kind:
    """Return what *power* gets, depending on what is owed publicly and on what *power* alone is asked."""
    before, after = adjudicated.before, adjudicated.after
    is_quiet = house_rules(claimed.table).quiet_phases and not after.over
    if not is_quiet or _is_concerned(before, power) or _is_concerned(after, power):
        return Kind.REPORT
    if game.card.plays_in_turn and not claimed.gm_entries and not claimed.press:
        return Kind.NOTHING
    return Kind.NOTICE


def _is_concerned(due: Due, power: str) -> bool:
    return power in due.owed or power in due.asked


def _is_on_file(game: Game, adjudicated: Adjudicated, power: str) -> bool:
    """Return whether *power* owes orders, and sent them before their turn came."""
    is_owed = game.card.plays_in_turn and power in adjudicated.after.owed
    return is_owed and order_sheets.are_complete(game, adjudicated.turn.state, power)


def _missed(claimed: ClaimedTable, game: Game, power: str) -> Iterator[ReportFacts]:
    """Yield the earlier turns without a report to *power*, the oldest first."""
    missed: list[AdjudicatedTurn] = []
    for turn in reversed(claimed.recent):
        if any(_is_concerned(game.due(state), power) for state in (turn.before, turn.position)):
            break
        missed.insert(0, turn)
    return (game.show(turn.position, turn.record, power) for turn in missed)


def _notes(claimed: ClaimedTable, adjudicated: Adjudicated, power: str, office: Office) -> Sequence[str]:
    """Return what a report says of sheets that its reader has not written for this turn."""
    return (*_of_robot(claimed, power, office), *_of_defaults(claimed, adjudicated, power, office))


def _of_early_orders(dropped: Sequence[LaterOrders], office: Office) -> Iterator[str]:
    """Yield what orders that the reader gave in advance are deleted, because their phase did not come."""
    for row in dropped:
        said = sentence("early_orders", "dropped", phase=row.phase, lines=row.lines)
        yield said.words(office.house.templates)


def _of_orders_taken_up(due: Due, office: Office) -> str:
    """Return that orders which the reader gave in advance are read now."""
    return sentence("early_orders", "read_now", turn=due.turn).words(office.house.templates)


def _of_robot(claimed: ClaimedTable, power: str, office: Office) -> Iterator[str]:
    """Yield what a robot did for the reader, in full."""
    if power in claimed.by_robot:
        said = sentence("robots", "wrote_for_you", lines=claimed.by_robot[power])
        yield said.words(office.house.templates)


def _of_defaults(
    claimed: ClaimedTable, adjudicated: Adjudicated, power: str, office: Office
) -> Sequence[str]:
    """Return what a report says of the default orders of its reader."""
    lines = claimed.defaults.get(power, ())
    if not lines or (adjudicated.after.over and power not in adjudicated.by_default):
        return ()
    said = sentence("default_orders", "on_file", lines=lines)
    if power in adjudicated.by_default:
        said = sentence("default_orders", "used", lines=lines)
    return (said.words(office.house.templates),)


def _seal(claimed: ClaimedTable, adjudicated: Adjudicated, power: str, office: Office) -> Iterator[Section]:
    """Yield the orders of *power* as they were used, with their seal."""
    table = claimed.table
    game, is_waiting = office.find_game(table.game), power in adjudicated.waiting
    turn = sealed_orders.UsedIn(game, table.number, table.position, is_waiting)
    used = {**adjudicated.by_robot, **claimed.orders, **adjudicated.by_default}.get(power)
    yield from sealed_orders.sections(office, table, turn, power, used)


def _robots(
    claimed: ClaimedTable, adjudicated: Adjudicated, card: Card, *, is_named: bool
) -> Iterator[Sentence]:
    """Yield which powers robots played: for silent players only where these may be named.

    In turn order, a robot that has only sent something ahead has not played yet.
    """
    if claimed.is_practice:
        return
    seated = {seat.power for seat in claimed.seats}
    played = [power for power in claimed.by_robot if _has_played(adjudicated, card, power)]
    if play := [power for power in played if power not in seated]:
        yield sentence("robots", "play", powers=[card.named(power) for power in play])
    if is_named and (stand_in := [power for power in claimed.by_robot if power in seated]):
        yield sentence("robots", "stand_in", powers=[card.named(power) for power in stand_in])


def _has_played(adjudicated: Adjudicated, card: Card, power: str) -> bool:
    """Return whether the turn was one of *power*; where all play at once, every turn is."""
    is_own = power in adjudicated.before.owed and power not in adjudicated.waiting
    return is_own or not card.plays_in_turn


def _run_after(table: GameTable, adjudicated: Adjudicated, game: Game) -> reports.Run:
    deadline = adjudicated.deadline.due_utc if adjudicated.deadline else None
    why = adjudicated.deadline.why if adjudicated.deadline else ()
    before = game.show(table.position, None, None).tally
    return reports.Run(table.number, adjudicated.after, deadline, table.edition, table.moves, before, why)


def _view(game: Game, adjudicated: Adjudicated, reader: str | None, *, is_drawn: bool) -> reports.TurnView:
    state, record = adjudicated.turn.state, adjudicated.turn.record
    form = game.form(state, reader) if reader and not adjudicated.after.over else ()
    svg = game.picture(state, record, reader) if is_drawn else ""
    return reports.TurnView(game.show(state, record, reader), form, svg)


def _supplement(
    claimed: ClaimedTable, adjudicated: Adjudicated, standing: Sequence[str], office: Office
) -> reports.Supplement:
    """Return what every report and bulletin says; powers without a player are not named each turn."""
    seated = {seat.power for seat in claimed.seats}
    is_named = house_rules(claimed.table).late == "named"
    silent = [power for power in adjudicated.nmr_powers if power not in adjudicated.by_default]
    card = office.find_game(claimed.table.game).card
    missing = [card.named(power) for power in silent if power in seated and is_named]
    own = office.house.templates
    notes = [gm_log.with_reason(entry, own) for entry in claimed.gm_entries]
    robots = [said.words(own) for said in _robots(claimed, adjudicated, card, is_named=is_named)]
    if not adjudicated.after.over:
        vacant = [] if claimed.is_practice else unseated(adjudicated.after, card.seats, seated)
        return reports.Supplement(
            missing, notes, "", claimed.press, vacant=vacant, robots=robots, votes=standing
        )
    with office.store.reading() as session:
        sealed = claimed.sealed_entries
        notes += gm_log.opened(session, claimed.table, sealed, adjudicated.before.turn, own)
    is_told = not claimed.is_practice  # its only reader knows who played
    players = ending.names(claimed.table, claimed.seats, card, own) if is_told else []
    return reports.Supplement(
        missing, notes, claimed.table.seed, claimed.press, robots=robots, players=players
    )
