"""Write the headline and the lead paragraph of a turn, from public facts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import brief, capital, own_end, spelled
from adjudicator.domination.data import FORT
from adjudicator.domination.position import Position, cities, cities_to_win, income, is_out, morale
from adjudicator.domination.record import Event, Record
from adjudicator.domination.sentences import group, say
from adjudicator.domination.view import own_moments
from adjudicator.domination.view.contests import before_builds, outcome
from adjudicator.domination.view.wording import Names, event_sentence, kind_and_number, place

MOST_BATTLES = 3  # described one by one in the lead
MOST_BUILDERS = 2  # named in the lead
MORE_THAN = 2  # spaces for each dead: if one player took more, the land is the headline
BLOODY = 2  # dead for each side: with more, a battle is bloody


class Moment(NamedTuple):
    """A great event: the greatest of a turn is its headline, and each has a paragraph."""

    key: str  # the key of the event; OUT is not an event
    weight: int


OUT = "out"
MOMENTS: Sequence[Moment] = (Moment(OUT, 200), Moment("city taken", 100))
PARAGRAPH = "\n\n"  # between the paragraphs of a lead
SMALLER = ("struck", "claimed", "laid", "built", "cast", "lost", "moved")  # events, the greatest first
# By the key of the event: the headline, that of several events or players, and what the lead says.
HEADLINES, HEADLINES_OF_SEVERAL, LEADS = group("headlines"), group("headlines_of_several"), group("leads")
QUIET = group("quiet")  # if nothing happened in the phase
MOST_NAMED = 3  # players in a headline; more are counted
MOST_SPACES = 5  # the same of spaces in the lead
OUTSIDE = ("struck", "cast", "moved", "built")  # after these a loss no longer belongs to the battle
LEADING = ("cast", "final turn", "swapped", "arranged anew", "won by cities")


class Battle(NamedTuple):
    """The units that each side lost in the battle for a space, the walls, and who took the space."""

    space: str
    losses: Mapping[str, int]
    taker: str
    walls: Mapping[str, int] = {}  # fortification tokens
    sides: tuple[str, ...] = ()

    @property
    def dead(self) -> int:
        return sum(self.losses.values())

    @property
    def weight(self) -> tuple[int, int]:
        """Return what the greatest battle has most of: the dead, then the walls that fell."""
        return self.dead, sum(self.walls.values())


def story(record: Record, position: Position, names: Names, reader: str | None = None) -> tuple[str, str]:
    """Return the headline and the lead; *position* is the one after the turn.

    In both what happened to *reader* comes first; in the lead, then their battles and their land.
    """
    events = record.events
    if position.over:
        headline, lead = _of_the_end(events, position, names)
        return own_end(position.winners, reader) or headline, lead
    great = _great(events, position)
    headline = (
        _of_reader(events, great, names, reader)
        or _of_great(great, names)
        or _headline(events, position, names)
        or QUIET.get(record.phase)
        or say("all_quiet")
    )
    others = [event for event in events if not _is_in(headline, event, names)]
    great.sort(key=lambda one: reader not in (one[1].player, one[1].words.get("loser")))
    paragraphs = [_great_words(LEADS[moment.key], event, names) for moment, event in great]
    return headline, PARAGRAPH.join(
        filter(None, [" ".join(paragraphs), _lead(others, position, names, reader)])
    )


def space_of_headline(record: Record | None, position: Position) -> str:
    """Return the space that the headline is about, "" for none; at the end the city that won the game."""
    if record is None:
        return ""
    if position.over:
        return _winning_city(record.events)
    great = _great(record.events, position)
    if great:
        return great[0][1].space
    fight = _greatest_battle(record.events)
    if fight:
        return fight.space
    taken = [event.space for event in record.events if event.key == "taken"]
    return taken[0] if len(taken) == 1 else ""


def _winning_city(events: Sequence[Event]) -> str:
    """Return the city whose capture won the game, "" if it was won by morale; 7.1."""
    winners = {event.player for event in events if event.key == "won by cities"}
    taken = [event.space for event in events if event.key == "city taken" and event.player in winners]
    return taken[-1] if taken else ""


def _great(events: Sequence[Event], position: Position) -> list[tuple[Moment, Event]]:
    """Return the great events, the greatest first."""
    happened = [*events, *_those_out(events, position)]
    found = [(moment, event) for moment in MOMENTS for event in happened if event.key == moment.key]
    return sorted(found, key=lambda one: -one[0].weight)


def _those_out(events: Sequence[Event], position: Position) -> list[Event]:
    """Return the players who lost their last space or unit in this turn."""
    if not position.owners:  # the board is not shared out yet
        return []
    lost = [(event.words["loser"], event.space) for event in events if event.key in ("taken", "city taken")]
    lost += [(event.player, event.space) for event in events if event.key == "lost"]
    last = {player: space for player, space in lost if player in position.settings.seats}
    return [Event(OUT, player, space) for player, space in last.items() if is_out(position, player)]


def _of_reader(
    events: Sequence[Event], great: Sequence[tuple[Moment, Event]], names: Names, reader: str | None
) -> str:
    """Return what happened to *reader*, and great events of others as far as they fit; "" if nothing did."""
    if reader is None:
        return ""
    is_out = any(moment.key == OUT and event.player == reader for moment, event in great)
    own = own_moments.clauses(events, reader, names, is_out=is_out)
    others = [one for one in great if reader not in (one[1].player, one[1].words.get("loser"))]
    return capital(brief([*own, _of_great(others, names)])) if own else ""


def _of_great(great: Sequence[tuple[Moment, Event]], names: Names) -> str:
    if not great:
        return ""
    moment = great[0][0]
    number = sum(one is moment for one, _ in great)
    if number > 1:
        return HEADLINES_OF_SEVERAL[moment.key].format(number=capital(spelled(number)))
    return _great_words(HEADLINES[moment.key], great[0][1], names)


def _great_words(form: str, event: Event, names: Names) -> str:
    loser = event.words.get("loser", "")
    whose = say("whose", player=loser) if loser else say("nobodys")
    return form.format(player=event.player, space=place(event.space, names), whose=whose)


def _is_in(headline: str, event: Event, names: Names) -> bool:
    """Return whether the headline already reports the spell; its cost is in the news."""
    return event.key == "cast" and event_sentence(event, names).startswith(f"{headline} (")


def _headline(events: Sequence[Event], position: Position, names: Names) -> str:
    """Return "" if nothing happened."""
    fight = _greatest_battle(events)
    if fight:
        return _of_battle(fight, before_builds(position, events), names)
    return _of_conquest(events, names) or _of_smaller_things(events, names)


def _greatest_battle(events: Sequence[Event]) -> Battle | None:
    """Return the battle for the headline; none if one player took far more land than it cost lives."""
    fight = max(battles(events), key=lambda fight: fight.weight, default=None)
    taken = Counter(event.player for event in events if event.key == "taken")
    most = max(taken.values(), default=0)
    is_small = fight is not None and most > MORE_THAN * max(1, sum(fight.weight))
    return None if is_small else fight


def _of_conquest(events: Sequence[Event], names: Names) -> str:
    """Name the player who took most spaces, or the only space taken."""
    taken = [event for event in events if event.key == "taken"]
    if not taken:
        return ""
    taker, number = Counter(event.player for event in taken).most_common(1)[0]
    if number > 1:
        return say("takes", player=taker, spaces=_spaces(number))
    return event_sentence(next(event for event in taken if event.player == taker), names).rstrip(".")


def _of_smaller_things(events: Sequence[Event], names: Names) -> str:
    for key in SMALLER:
        found = [event for event in events if event.key == key]
        if found:
            players = list(dict.fromkeys(event.player for event in found))
            spaces = dict.fromkeys(event.space for event in found)
            if key == "struck" and len(spaces) > 1:
                return say("fire_falls", spaces=_spaces(len(spaces)))
            form = (HEADLINES if len(players) == 1 else HEADLINES_OF_SEVERAL)[key]
            several = say("several_players", number=capital(spelled(len(players))))
            who = listed(players, "and") if len(players) <= MOST_NAMED else several
            return form.format_map({**found[0].words, "space": place(found[0].space, names), "players": who})
    return ""


def _of_battle(fight: Battle, position: Position, names: Names) -> str:
    where = place(fight.space, names)
    if fight.taker:
        return say("wins_the_field", player=fight.taker, place=where)
    if not fight.losses:
        return say("nobody_gives_way", place=where)
    worst = max(fight.losses, key=lambda side: fight.losses[side])
    if len(fight.losses) == 1:
        if not _stays(worst, fight.space, position):
            return say("beaten_back", player=worst, place=where)
        return say("loses_at", player=worst, units=_units(fight.dead), place=where)
    is_bloody = fight.dead > BLOODY * len(fight.losses)
    return say("bloody_battle", place=where) if is_bloody else say("battle", place=where)


def _stays(player: str, space: str, position: Position) -> bool:
    """Return whether the space is still the player's, or has units of theirs, who may still be fighting."""
    is_there = any(one.space == space and one.player == player for one in position.units)
    return is_there or position.owners.get(space) == player


def battles(events: Iterable[Event]) -> list[Battle]:
    """Return the battles in the order in which they were fought."""
    units: dict[str, Counter[str]] = {}
    walls: dict[str, Counter[str]] = {}
    takers: dict[str, str] = {}
    sides: dict[str, tuple[str, ...]] = {}
    space = ""
    for event in events:
        if event.key == "round":
            space = event.space
            sides.setdefault(space, tuple(event.words.get("sides", "").split(", ")))
            units.setdefault(space, Counter())
            walls.setdefault(space, Counter())
        elif event.key in ("lost", "sunk") and event.space == space:
            lost = walls if event.words.get("unit") == FORT else units
            lost[space][event.player] += int(event.words.get("number", "1"))
        elif event.key in OUTSIDE:
            space = ""
        if event.key in ("taken", "city taken"):
            takers[event.space] = event.player
    return [
        Battle(space, lost, takers.get(space, ""), walls[space], sides[space])
        for space, lost in units.items()
    ]


def _of_the_end(events: Sequence[Event], position: Position, names: Names) -> tuple[str, str]:
    winners = listed(position.winners, "and")
    headline = say("over_without_winner")
    if winners:
        headline = say("wins_the_game", count=len(position.winners), players=winners)
    lines = [_great_words(LEADS[event.key], event, names) for event in events if event.key == "city taken"]
    lines += [event_sentence(event, names) for event in events if event.key == "won by cities"]
    if winners and not any(event.key == "won by cities" for event in events):
        lines.append(say("morale_decides", number=cities_to_win(position.settings)))
    scores = [say("has", player=seat, number=morale(position, seat)) for seat in position.settings.seats]
    return headline, " ".join([*lines, say("morale_at_the_end", scores=listed(scores, "and"))])


def _more_battles(fights: Sequence[Battle], names: Names) -> Iterator[str]:
    """Say how many battles the lead leaves to the news, and where, if they are few."""
    number = spelled(len(fights))
    if 0 < len(fights) <= MOST_SPACES:
        places = listed([place(fight.space, names) for fight in fights], "and")
        yield say("more_battles_at", count=len(fights), number=number, places=places)
    elif fights:
        yield say("more_battles", count=len(fights), number=number)


def _lead(events: Sequence[Event], position: Position, names: Names, reader: str | None) -> str:
    fights = sorted(battles(events), key=lambda fight: fight.weight, reverse=True)
    fights.sort(key=lambda fight: reader not in fight.sides)
    lines = [_leading(event, names) for event in events if event.key in LEADING]
    fought = before_builds(position, events)
    lines += [_battle_sentence(fight, fought, names) for fight in fights[:MOST_BATTLES]]
    lines += _more_battles(fights[MOST_BATTLES:], names)
    won = {fight.space for fight in fights[:MOST_BATTLES] if fight.taker}
    lines += _of_land([event for event in events if event.space not in won], names, reader)
    if not fights:
        lines += _of_troops(events, names)
    if position.slots and position.owners:
        lines += [_of_incomes(position), *_of_the_next_city(position)]
    return " ".join(lines)


def _leading(event: Event, names: Names) -> str:
    """Return the sentence of an event in the lead; what a spell cost is in the news."""
    if event.key != "cast":
        return event_sentence(event, names)
    where = place(event.space, names)
    return say("lead_of_spell", player=event.player, spell=event.words["spell"], place=where)


def _battle_sentence(fight: Battle, position: Position, names: Names) -> str:
    """Return "The battle at A12 costs Red three units and Blue one unit; Red takes the space."."""
    losses = [_loss(fight, side) for side in dict.fromkeys((*fight.losses, *fight.walls))]
    where, losses_ = place(fight.space, names), listed(losses, "and") or say("nobody_anything")
    if fight.taker:
        return say("battle_costs_space", place=where, losses=losses_, player=fight.taker)
    if not position.owners or position.asking:
        return say("battle_costs", place=where, losses=losses_)
    return say("battle_ends", place=where, losses=losses_, outcome=outcome(position, fight.space, ()))


def _loss(fight: Battle, side: str) -> str:
    """Return "Red three units", "Red three units and a fortification token"; tokens are no troops."""
    units, tokens = fight.losses.get(side, 0), fight.walls.get(side, 0)
    stones = say("tokens_lost", count=tokens, number=spelled(tokens))
    troops = _units(units)
    if units and tokens:
        return say("loses_units_and_tokens", player=side, units=troops, tokens=stones)
    return say("has", player=side, number=stones if tokens else troops)


def _of_land(events: Sequence[Event], names: Names, reader: str | None) -> list[str]:
    """Say which player took which spaces; what concerns *reader* comes first, each loser by name."""
    taken: dict[tuple[str, bool], list[Event]] = {}
    for event in events:
        if event.key == "taken":
            is_loss = bool(reader) and event.words.get("loser") == reader
            taken.setdefault((event.player, is_loss), []).append(event)
    own_first = sorted(taken, key=lambda by: not (by[1] or by[0] == reader))
    gains = [_gain(by[0], taken[by], names, reader if by[1] else None) for by in own_first]
    return [f"{listed(gains, 'and')}."] if gains else []


def _gain(player: str, rows: Sequence[Event], names: Names, loser: str | None) -> str:
    if len(rows) == 1:
        return event_sentence(rows[0], names).rstrip(".")
    spaces = _land([place(event.space, names) for event in rows])
    if loser:
        return say("takes_from", player=player, spaces=spaces, loser=loser)
    return say("takes", player=player, spaces=spaces)


def _land(spaces: Sequence[str]) -> str:
    return listed(spaces, "and") if len(spaces) <= MOST_SPACES else _spaces(len(spaces))


def _of_troops(events: Sequence[Event], names: Names) -> list[str]:
    """Say how much each player built and where, if they are few; the news lists all builds."""
    built: dict[str, Counter[str]] = {}
    for event in events:
        if event.key == "built":
            _, number = kind_and_number(event.words["units"])
            built.setdefault(event.player, Counter())[place(event.space, names)] += number
    return [
        say("raises_troops", player=player, units=_units(places.total()), places=listed(places, "and"))
        for player, places in built.items()
        if len(built) <= MOST_BUILDERS
    ]


def _units(number: int) -> str:
    return say("units_lost", count=number, number=spelled(number))


def _of_incomes(position: Position) -> str:
    by_seat = {seat: income(position, seat) for seat in position.settings.seats}
    best = max(by_seat.values())
    leaders = [seat for seat, own in by_seat.items() if own == best]
    if len(leaders) == len(by_seat):
        return say("everybody_has_income", income=best)
    return say("highest_income", count=len(leaders), players=listed(leaders, "and"), income=best)


def _of_the_next_city(position: Position) -> list[str]:
    wanted = cities_to_win(position.settings)
    seats = position.settings.seats
    near = [seat for seat in seats if len(cities(position, seat)) == wanted - 1]
    is_news = 0 < len(near) < len(seats)
    return [say("one_more_city", players=listed(near))] if is_news else []


def _spaces(number: int) -> str:
    return say("spaces", count=number, number=spelled(number))
