"""Open a table.

Everything is checked first; then the table, its seats and their first mails are one transaction. A message of
a GM (`pbem.commands.seats.new_table`) and `pbem new` both end here. The GM gets a mail that explains how to
run the table.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from difflib import get_close_matches
from functools import partial
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session, col, select

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game
from pbem import reports
from pbem.core.addresses import registrable
from pbem.core.deadlines import known_zone
from pbem.core.logs import log
from pbem.core.sentences import Unusable, Words, cause_of, in_words, sentence
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports.notes import worded
from pbem.store.archived_tables import ArchivedTable
from pbem.store.game_tables import GameTable, Seat, seats_of
from pbem.store.gm_tables import SupersededRow
from pbem.store.robot_rows import PracticeTable
from pbem.store.states import FORMING
from pbem.store.tournament_rows import TournamentTable
from pbem.tables import robots
from pbem.tables.deadlines.deadline_of_table import store_deadline
from pbem.tables.events.tournament_scores import tournament_of
from pbem.tables.gm_sight import gm_plays
from pbem.tables.house_rules import HouseRules, first_deadline, house_rules, read_house_rules, sentences
from pbem.tables.identity import gm_seat
from pbem.tables.office import Office, run_of, table_card
from pbem.tables.people.readers import bulletin_readers
from pbem.tables.people.reply_addresses import KEY, RESERVED, seat_address
from pbem.tables.positions.starting_positions import read_position
from pbem.tables.rule_options import rulings
from pbem.tables.seats import shared_hands

MOST_TRIED = 50  # names, to find a free one
SEED = "seed"  # the kind of a superseded row that keeps a seed which was replaced


class CannotOpen(Exception):  # noqa: N818 - named, as all our errors, by what happened
    """The table cannot be opened: *faults* are the reasons, each with a remedy; *why* is all of them."""

    def __init__(self, *faults: Words) -> None:
        self.faults = faults
        self.why = faults[0] if len(faults) == 1 else sentence("opening", "several", faults=faults)
        super().__init__(in_words(self.why, None))


class Player(Struct, frozen=True):
    """Who plays a power, as the GM has written it."""

    power: str
    address: str
    name: str = ""
    zone: str = ""


class Plan(Struct, frozen=True):
    """The plan for a table. *players* may be fewer than the powers: the others are in civil disorder.

    Without players the table is open for JOIN.
    """

    key: str
    game: str
    gm: str
    players: Sequence[Player]
    pace: str = ""  # empty: the usual one of the game
    options: Mapping[str, str] = {}
    zone: str = "UTC"
    gm_name: str = "The GM"
    seed: str = ""
    house: Mapping[str, Any] = {}
    practice: str = ""  # the level of the robots at a practice table
    tournament: str = ""  # to which it belongs; the table's key ends with its number there
    position: Sequence[
        str
    ] = ()  # lines, as in `pbem.tables.positions.starting_positions`; none: that of the game


class PlanFaults(NamedTuple):
    """The faults of each part of a plan, in the order in which they are reported."""

    name: list[Words]
    zone: list[Words]
    house: list[Words]
    options: list[Words]
    players: list[Words]


def open_table(plan: Plan, office: Office, now: datetime) -> GameTable:
    """Open the table and mail the first position to everybody. Raises CannotOpen."""
    with office.store.writing() as session:
        table = open_in(session, plan, office, now)
    log.info("table opened", table=table.key, game=table.game, state=table.state)
    return table


def open_in(session: Session, plan: Plan, office: Office, now: datetime) -> GameTable:
    """Open the table in the caller's transaction. Raises CannotOpen with everything that is wrong."""
    if found := faults(session, plan, office, now):
        raise CannotOpen(*found)
    try:
        table = new_table(plan, office, now)
        seats = _seats(plan, office, table) if plan.players else []
        if not plan.players:
            fit([_empty(table, power) for power in powers_of(office, table)], office)
    except ValueError as fault:
        raise CannotOpen(cause_of(fault)) from fault
    if not seats:
        table.state, table.deadline_utc, table.final_utc = FORMING, None, None
    session.add(table)
    session.flush()
    session.add_all(seats)
    if plan.tournament:
        number = int(plan.key.rpartition("-")[2])
        session.add(TournamentTable(table_key=table.key, tournament=plan.tournament, number=number))
    session.flush()
    if plan.practice:
        _begin_practice(session, office, table, plan, now)
    if seats:
        announce(session, office, table, seats, now)
    if not plan.practice:
        welcome(session, office, table, gm_seat(table), now)
    return table


def faults(
    session: Session, plan: Plan, office: Office, now: datetime, *, is_alone: bool = True
) -> list[Words]:
    """Return everything that is wrong with the plan.

    Some faults are found only by `new_table`, which stops at the first one. If the plan has other faults, or
    the caller knows of some (not *is_alone*), it is tried with the parts of the plan that are right, so that
    all faults are reported at once. Otherwise they are left to the `new_table` that will open the table.
    """
    try:
        game = office.find_game(plan.game)
    except ValueError as fault:
        return [cause_of(fault)]
    of = PlanFaults(
        name=_faults_of(lambda: _check_name(session, plan.key)),
        zone=_faults_of(lambda: known_zone(plan.zone)),
        house=_faults_of(lambda: _house(plan.house)),
        options=_faults_of_options(game, plan.options),
        players=_faults_of_players(plan, game),
    )
    found = [fault for part in of for fault in part]
    if is_alone and not found:
        return []
    rest = _what_is_right(plan, game, of)
    for one in [replace(rest, position=()), rest] if plan.position else [rest]:
        found += [why for why in _faults_of(partial(_try, one, office, now)) if why not in found]
    return found


def _what_is_right(plan: Plan, game: Game, of: PlanFaults) -> Plan:
    """Return *plan* without its parts that have faults."""
    right = {key: value for key, value in plan.options.items() if not _faults_of_options(game, {key: value})}
    return replace(
        plan,
        key="any",
        zone="UTC" if of.zone else plan.zone,
        house={} if of.house else plan.house,
        options={} if _faults_of_options(game, right) else right,
        players=() if of.options or of.players else plan.players,
    )


def _try(plan: Plan, office: Office, now: datetime) -> None:
    """Raise ValueError with the first fault of a plan."""
    _seats(plan, office, new_table(plan, office, now))


def _faults_of(check: Callable[[], object]) -> list[Words]:
    """Return why *check* fails, [] if it does not."""
    try:
        check()
    except ValueError as fault:
        return [cause_of(fault)]
    return []


def _check_name(session: Session, written: str) -> None:
    """Raise Unusable if no table can have this name."""
    key = _key(written)
    if session.get(GameTable, key) is not None:
        raise Unusable(sentence("opening", "name_taken", table=key, free=_free_name(session, key)))
    if session.get(ArchivedTable, key) is not None:  # whose reply addresses would be valid here too
        raise Unusable(sentence("opening", "name_archived", table=key, free=_free_name(session, key)))


def _free_name(session: Session, taken: str) -> str:
    """Return the next name that no table has or had: std6 for std5."""
    root = taken.rstrip("0123456789")
    first = int(taken[len(root) :] or 1) + 1
    for name in (f"{root}{number}" for number in range(first, first + MOST_TRIED)):
        is_used = session.get(GameTable, name) or session.get(ArchivedTable, name)
        if KEY.fullmatch(name) and not is_used:
            return name
    return ""


def _faults_of_options(game: Game, options: Mapping[str, str]) -> list[Words]:
    """Return the faults of each option, or why they do not go together."""

    def of(chosen: Mapping[str, str]) -> list[Words]:
        return _faults_of(lambda: game.start(dict(chosen), SeededDice("options", 0)))

    whole = of(options)
    alone = [fault for key, value in options.items() for fault in of({key: value})] if whole else []
    return alone or whole


def _faults_of_players(plan: Plan, game: Game) -> list[Words]:
    """Return the faults of the players, one by one."""
    found: list[Words] = []
    powers: list[str] = []
    for player in plan.players:
        found += _faults_of(lambda: known_zone(player.zone or "UTC"))  # noqa: B023 - called at once
        found += _faults_of(lambda: registrable(player.address))  # noqa: B023
        found += _faults_of(lambda: powers.append(_power(player.power, game)))  # noqa: B023
    twice = [power for power in dict.fromkeys(powers) if powers.count(power) > 1]
    found += [sentence("opening", "twice", power=power) for power in twice]
    if plan.players and plan.house.get("begins") == "by the gm":
        found.append(sentence("opening", "begins_at_once"))
    return found


def _begin_practice(session: Session, office: Office, table: GameTable, plan: Plan, now: datetime) -> None:
    """Give every power that has no player to a robot; nothing is ever late."""
    table.deadline_utc = table.final_utc = None
    table.deadline_why = []
    address, level = registrable(plan.players[0].address), robots.level_of(plan.practice)
    session.add(PracticeTable(table_key=table.key, address=address, level=level, moved_utc=now))
    seated = {seat.power for seat in seats_of(session, table.key)}
    for power in powers_of(office, table):
        if power not in seated:
            robots.seat(session, table, power, level, now)


def welcome(session: Session, office: Office, table: GameTable, seat: Seat, now: datetime) -> None:
    """Mail the GM, or a deputy, their reply address, and how to run the table."""
    card = office.seat_card(table, seat)
    facts = {
        "table": table,
        "powers": powers_of(office, table),
        "players": len(hands_of(office, table)),
        "is_begun_by_gm": house_rules(table).begins == "by the gm",
        "options": [f"{key} = {value}" for key, value in sorted(table.options.items())],
        "rules": [
            *sentences(table, office.find_game(table.game).card, gm_plays=gm_plays(session, table)),
            *_of_tournament(session, office, table),
        ],
    }
    once = f"leads {seat.power} {seat.epoch} {seat.address}"
    note = worded("table_open", once, facts, office.house.templates)
    note = replace(note, reply_to=card.reply_to, tag=card.tag)
    mail = reports.note(office.context(now), card.table, (seat.player, seat.address), note)
    outbox.put(session, mail, About(table.key), now)


def _from(session: Session, office: Office, table: GameTable) -> list[str]:
    """Return what the first bulletin says about a table with a starting position of its own."""
    game = office.find_game(table.game)
    if table.start == game.start(dict(table.options), SeededDice(_first_seed(session, table), 0)):
        return []
    return [sentence("opening", "from_position").words(office.house.templates)]


def _first_seed(session: Session, table: GameTable) -> str:
    """Return the seed with which the table began: REOPEN gives a table a new one."""
    wanted = select(SupersededRow).where(SupersededRow.table_key == table.key, SupersededRow.kind == SEED)
    first = session.exec(wanted.order_by(col(SupersededRow.id))).first()
    return str(first.row["seed"]) if first else table.seed


def _of_tournament(session: Session, office: Office, table: GameTable) -> list[str]:
    """Return what the first mails say about the tournament of the table."""
    event = tournament_of(session, table.key)
    own = office.house.templates
    return [sentence("tournaments", "of_table", title=event.title).words(own)] if event else []


def powers_of(office: Office, table: GameTable) -> list[str]:
    """Return the powers that play with the options of the table, in the order of the game.

    In a starting position of its own some may be eliminated already.
    """
    return _playing(office.find_game(table.game), table.start)


def _playing(game: Game, position: str) -> list[str]:
    due = game.due(position)
    playing = set(due.owed) | {power for motion in due.motions for power in motion.voters}
    return [power for power in game.card.seats if power in playing or not playing]


def hands_of(office: Office, table: GameTable) -> list[tuple[str, ...]]:
    """Return the powers of each future player: in most games one each."""
    due = office.find_game(table.game).due(table.start)
    return list(dict.fromkeys(map(due.hand_of, powers_of(office, table))))


def _empty(table: GameTable, power: str) -> Seat:
    return Seat(table_key=table.key, power=power, player="", address="")


def new_table(plan: Plan, office: Office, now: datetime) -> GameTable:
    """Return the table at its start, not stored yet. Raises ValueError."""
    game = office.find_game(plan.game)
    seed = plan.seed or secrets.token_hex(32)
    options = dict(plan.options)
    start = game.start(options, SeededDice(seed, 0))
    if plan.position:
        start = read_position(game, plan.position, options)
    waited_for = game.due(start)
    table = GameTable(
        key=_key(plan.key),
        game=game.card.key,
        title=game.card.title,
        gm_name=plan.gm_name,
        gm_address=registrable(plan.gm),
        options=options,
        pace=plan.pace or f"{game.card.hours}h",
        zone=known_zone(plan.zone),
        seed=seed,
        start=start,
        position=start,
        number=waited_for.number,
        created_utc=now,
        house=_house(plan.house),
        reminded_until_utc=now,
    )
    deadline = first_deadline(table, waited_for, game.card.phases, now)
    store_deadline(table, deadline)
    return table


def _house(written: Mapping[str, Any]) -> dict[str, Any]:
    """Return what differs from the default house rules. Raises Unusable for an unknown rule."""
    wanted = msgspec.to_builtins(read_house_rules(written))
    usual = msgspec.to_builtins(HouseRules())
    return {key: value for key, value in wanted.items() if value != usual[key]}


def _key(key: str) -> str:
    if not KEY.fullmatch(key.lower()):
        raise Unusable(sentence("opening", "no_name", key=key))
    if key.lower() in RESERVED:
        raise Unusable(sentence("opening", "reserved_name", key=key))
    return key.lower()


def _seats(plan: Plan, office: Office, table: GameTable) -> list[Seat]:
    game = office.find_game(plan.game)
    seats = [_seat(plan, player, game) for player in plan.players]
    if seats:
        fit(seats, office)
    powers, playing = [seat.power for seat in seats], powers_of(office, table)
    if plan.position:  # who is eliminated there goes on reading and writing press
        playing = _playing(game, game.start(dict(table.options), SeededDice(table.seed, 0)))
    idle = next((power for power in powers if power not in playing), None)
    if idle:
        counts = _player_counts(game)
        raise Unusable(sentence("opening", "idle", power=idle, playing=playing, counts=counts))
    return seats


def _player_counts(game: Game) -> Sequence[str]:
    """Return the values of the option that says how many play, if the game has one."""
    return next((option.values for option in game.card.options if option.key == "players"), ())


def fit(seats: Sequence[Seat], office: Office) -> None:
    """Raise Unusable if a reply address has over 64 characters before the "@" (RFC 5321, 4.5.3.1.1)."""
    longest = max(
        (seat_address(office.credentials.seal, seat, office.credentials.judge) for seat in seats),
        key=lambda address: address.index("@"),
    )
    over = longest.index("@") - 64
    if over > 0:
        raise Unusable(sentence("opening", "too_long", address=longest, over=over))


def _seat(plan: Plan, player: Player, game: Game) -> Seat:
    address = registrable(player.address)
    name = player.name or address.partition("@")[0]
    zone = known_zone(player.zone or plan.zone)
    power = _power(player.power, game)
    return Seat(table_key=_key(plan.key), power=power, player=name, address=address, zone=zone)


def _power(text: str, game: Game) -> str:
    """Return the power that *text* names, by any unambiguous beginning, in upper or lower case."""
    begun = [power for power in game.card.seats if power.lower().startswith(text.lower())]
    exact = [power for power in begun if power.lower() == text.lower()]
    if len(exact or begun) == 1:
        return (exact or begun)[0]
    near = get_close_matches(text.title(), game.card.seats, 1)
    raise Unusable(
        sentence(
            "opening", "no_power", game=game.card.title, text=text, near="".join(near), powers=game.card.seats
        )
    )


def announce(
    session: Session, office: Office, table: GameTable, seats: Sequence[Seat], now: datetime
) -> None:
    """Mail each player the first position, and everybody the first bulletin with the hash of the seed."""
    game = office.find_game(table.game)
    waited_for = game.due(table.position)
    context, run = office.context(now), run_of(table, waited_for)
    lesson = _lesson(session, office, table)
    own_rules = _own_rules(session, office, table) if not lesson else []
    supplement = reports.Supplement(rules=[*rulings(game, table), *own_rules])
    mails = []
    for hand in shared_hands.of_players(waited_for, seats):
        cards = [office.report_card(table, seat, now) for seat in hand]
        for group in reports.one_report_each(cards, waited_for):
            views = [_first_view(session, office, table, seats, card) for card in group]
            one = reports.together([*map(reports.SeatView, group, views)])
            view = replace(one.view, supplement=supplement, notes=lesson)
            mail = reports.turn_report(context, one.seat, run, view)
            mails.append((mail, About(table.key, one.seat.power, table.number)))
    public = _first_public_view(session, office, table, seats, supplement)
    readers = bulletin_readers(session, office, table)
    bulletins = reports.bulletins(context, table_card(table, game), readers, run, public)
    about = About(table.key, None, table.number)
    outbox.put_all(session, [*mails, *((mail, about) for mail in bulletins)], now)


def _first_public_view(
    session: Session, office: Office, table: GameTable, seats: Sequence[Seat], supplement: reports.Supplement
) -> reports.TurnView:
    """Return the position for the first bulletin, with the powers that nobody plays."""
    game = office.find_game(table.game)
    view = position_view(game, table, None, is_drawn=office.settings.service.pictures)
    is_practice = robots.practice_of(session, table.key) is not None
    played = {seat.power for seat in seats}
    vacant = [power for power in powers_of(office, table) if power not in played and not is_practice]
    return replace(view, supplement=replace(supplement, vacant=vacant))


def introduction(
    session: Session, office: Office, table: GameTable, card: reports.SeatCard
) -> reports.TurnView:
    """Return the position for a new player of a running game, with the others and the house rules."""
    view = _first_view(session, office, table, seats_of(session, table.key), card)
    return replace(view, supplement=_of_newcomers(session, office, table))


def public_introduction(session: Session, office: Office, table: GameTable) -> reports.TurnView:
    """Return what the public may know of a running game, for a new observer, with the house rules."""
    game = office.find_game(table.game)
    view = position_view(game, table, None, is_drawn=office.settings.service.pictures)
    return replace(view, supplement=_of_newcomers(session, office, table))


def _of_newcomers(session: Session, office: Office, table: GameTable) -> reports.Supplement:
    rules = [*rulings(office.find_game(table.game), table), *_own_rules(session, office, table)]
    return reports.Supplement(rules=rules)


def _own_rules(session: Session, office: Office, table: GameTable) -> list[str]:
    """Return the house rules as the first mails list them, and what is special about the table."""
    card = office.find_game(table.game).card
    return [
        *sentences(table, card, gm_plays=gm_plays(session, table)),
        *_from(session, office, table),
        *_of_tournament(session, office, table),
    ]


def _lesson(session: Session, office: Office, table: GameTable) -> list[str]:
    """Return what the first mail of a practice table teaches; [] at other tables."""
    practice = robots.practice_of(session, table.key)
    if practice is None:
        return []
    days = office.settings.practice.idle_days
    power = seats_of(session, table.key)[0].power
    parts = (
        sentence("practice", "what_it_is", power=power, level=practice.level),
        sentence("practice", "first_step"),
        sentence("practice", "hint"),
        sentence("practice", "when_it_runs", days=days, power=power),
    )
    return [part.words(office.house.templates) for part in parts]


def _first_view(
    session: Session, office: Office, table: GameTable, seats: Sequence[Seat], card: reports.SeatCard
) -> reports.TurnView:
    """Return the position with the introduction; other powers' players only if the table shows names.

    The aim, the pieces and the openings of the power are those of the game's own starting position.
    """
    game, is_shown = office.find_game(table.game), house_rules(table).names == "shown"
    players = {seat.power: seat.player if is_shown else "" for seat in seats}
    own = shared_hands.together(game.due(table.position), seats, card.power)
    powers = [power for power in powers_of(office, table) if power not in own]
    nobody = "nobody" if robots.practice_of(session, table.key) is None else "a robot"
    others = [(power, players.get(power, nobody)) for power in powers]
    view = position_view(game, table, card.power, is_drawn=card.has_picture)
    numbers = view.sheet.numbers
    page = reports.first_mail(game.card.key, card.power, numbers, others, office.house.templates)
    if page is not None and (table.position != table.start or _from(session, office, table)):
        page = replace(page, aim="", special="", openings=())
    if page is not None:
        laid = [
            entry for entry in view.sheet.atlas if view.sheet.atlas[0].holder
        ]  # otherwise all pieces that may be laid
        atlas = game.card.atlas or laid
        key = tuple(line.words(office.house.templates) for line in reports.key_to_places(atlas))
        asked = sentence("places", "look_up", example=atlas[0].short) if atlas else None
        page = replace(page, places=key, look_up=asked.words(office.house.templates) if asked else "")
    return replace(view, first_mail=page, atlas=game.card.atlas)


def position_view(game: Game, table: GameTable, reader: str | None, *, is_drawn: bool) -> reports.TurnView:
    """Return what *reader* may know of the position, with an order form; None is the public."""
    position = table.position
    form = game.form(position, reader) if reader else ()
    svg = game.picture(position, None, reader) if is_drawn else ""
    return reports.TurnView(game.show(position, None, reader), form, svg)
