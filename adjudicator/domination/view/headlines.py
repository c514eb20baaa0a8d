"""A headline and a lead paragraph for a turn, from what everybody may know."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.phrasing import spelled
from adjudicator.core.words import listed
from adjudicator.domination.position import Position, cities, cities_to_win, income, morale
from adjudicator.domination.record import Event, Record
from adjudicator.domination.view.wording import Names, place, told

MOST_BATTLES = 3  # told one by one in the lead
HEADLINES = (  # by the event: of one player, and of several
    ("struck", "Fire falls on {victim} at {space}", "Fire falls on {victim} at {space}"),
    ("claimed", "{players} claims land", "The land is shared out"),
    ("laid", "The pieces are laid", "The pieces are laid"),
    ("built", "{players} raises new troops", "{players} raise new troops"),
    ("cast", "{players} casts {spell} at {space}", "Spells are cast"),
    ("lost", "{players} loses troops at {space}", "{players} lose troops"),
    ("moved", "{players} is on the march", "{players} are on the march"),
)
QUIET = {  # by the phase in which nothing happened
    **dict.fromkeys(("start", "build"), "Nothing is built"),
    **dict.fromkeys(("turn", "orders", "move"), "Nothing moves"),
}
MOST_NAMED = 3  # players in a headline, spaces in the lead; of more there is the number
LEADING = ("cast", "final turn", "swapped", "arranged anew", "won by cities")


class Battle(NamedTuple):
    """What a fight over a space cost each side, in the order in which they fought, and who took it."""

    space: str
    losses: Mapping[str, int]
    taker: str

    @property
    def dead(self) -> int:
        return sum(self.losses.values())


def story(record: Record, position: Position, names: Names) -> tuple[str, str]:
    """The headline has at most ten words; *position* is the one after the turn."""
    events = record.events
    if position.over:
        return _of_the_end(events, position, names)
    headline = _headline(events, names) or QUIET.get(record.phase, "All is quiet")
    besides = [event for event in events if not _is_in(headline, event, names)]
    return headline, _lead(besides, position, names)


def _is_in(headline: str, event: Event, names: Names) -> bool:
    """Does the headline tell of the spell?  The news tell what it cost."""
    return event.key == "cast" and told(event, names).startswith(f"{headline} (")


def _headline(events: Sequence[Event], names: Names) -> str:
    """ "" where nothing happened."""
    fallen = [event for event in events if event.key == "city taken"]
    if len(fallen) > 1:
        return f"{spelled(len(fallen)).capitalize()} cities fall"
    if fallen:
        return f"{fallen[0].player} takes the city of {place(fallen[0].space, names)}"
    fights = battles(events)
    if fights:
        return _of_battle(max(fights, key=lambda fight: fight.dead), names)
    return _of_conquest(events, names) or _of_smaller_things(events, names)


def _of_conquest(events: Sequence[Event], names: Names) -> str:
    """Whoever took most; a single space by its name, and from whom."""
    taken = [event for event in events if event.key == "taken"]
    if not taken:
        return ""
    taker, number = Counter(event.player for event in taken).most_common(1)[0]
    if number > 1:
        return f"{taker} takes {_counted(number, 'space')}"
    return told(next(event for event in taken if event.player == taker), names).rstrip(".")


def _of_smaller_things(events: Sequence[Event], names: Names) -> str:
    for key, words, words_of_many in HEADLINES:
        found = [event for event in events if event.key == key]
        if found:
            players = list(dict.fromkeys(event.player for event in found))
            form = words if len(players) == 1 else words_of_many
            who = listed(players, "and") if len(players) <= MOST_NAMED else _players(len(players))
            return form.format_map({**found[0].words, "space": place(found[0].space, names), "players": who})
    return ""


def _players(number: int) -> str:
    return f"{spelled(number).capitalize()} players"


def _of_battle(fight: Battle, names: Names) -> str:
    where = place(fight.space, names)
    if fight.taker:
        return f"{fight.taker} wins the field at {where}"
    if not fight.losses:
        return f"Nobody gives way at {where}"
    worst = max(fight.losses, key=lambda side: fight.losses[side])
    if len(fight.losses) == 1:
        return f"{worst} beaten back at {where}"
    return f"Bloody battle at {where}" if fight.dead > len(fight.losses) else f"Battle at {where}"


def battles(events: Iterable[Event]) -> list[Battle]:
    """The battles in the order in which they were fought."""
    found: dict[str, Counter[str]] = {}
    takers: dict[str, str] = {}
    space = ""
    for event in events:
        if event.key == "round":
            space = event.space
            found.setdefault(space, Counter())
        elif event.key in ("lost", "sunk") and event.space == space:
            found[space][event.player] += int(event.words.get("number", "1"))
        elif event.key in ("taken", "city taken"):
            takers[event.space] = event.player
    return [Battle(space, losses, takers.get(space, "")) for space, losses in found.items()]


def _of_the_end(events: Sequence[Event], position: Position, names: Names) -> tuple[str, str]:
    wins = "wins" if len(position.winners) == 1 else "share"
    winners = listed(position.winners, "and")
    headline = f"{winners} {wins} the game" if position.winners else "The game is over"
    lines = [told(event, names) for event in events if event.key in ("city taken", "won by cities")]
    scores = [f"{seat} {morale(position, seat)}" for seat in position.settings.seats]
    return headline, " ".join([*lines, f"Morale at the end: {listed(scores, 'and')}."])


def _lead(events: Sequence[Event], position: Position, names: Names) -> str:
    fights = sorted(battles(events), key=lambda fight: -fight.dead)
    lines = [_fallen(event, names) for event in events if event.key == "city taken"]
    lines += [told(event, names) for event in events if event.key in LEADING]
    lines += [_told(fight, names) for fight in fights[:MOST_BATTLES]]
    if len(fights) > MOST_BATTLES:
        lines.append(f"{_counted(len(fights) - MOST_BATTLES, 'more battle').capitalize()} besides.")
    won = {fight.space for fight in fights[:MOST_BATTLES] if fight.taker}
    lines += _of_land([event for event in events if event.space not in won], names)
    lines += _of_troops(events, names)
    if position.slots and position.owners:
        lines += [_of_incomes(position), *_of_the_next_city(position)]
    return " ".join(lines)


def _fallen(event: Event, names: Names) -> str:
    loser = event.words["loser"]
    whose = f"{loser}'s" if loser else "the"
    return f"{event.player} takes {whose} city of {place(event.space, names)}."


def _told(fight: Battle, names: Names) -> str:
    """ "The battle at A12 costs Red three and Blue one; Red takes the space." """
    losses = [f"{side} {spelled(number)}" for side, number in fight.losses.items()]
    end = f"; {fight.taker} takes the space" if fight.taker else ""
    costs = listed(losses, "and") or "nobody anything"
    return f"The battle at {place(fight.space, names)} costs {costs}{end}."


def _of_land(events: Sequence[Event], names: Names) -> list[str]:
    """Who took what; of a single space, from whom."""
    taken: dict[str, list[Event]] = {}
    for event in events:
        if event.key == "taken":
            taken.setdefault(event.player, []).append(event)
    gains = [_gain(player, rows, names) for player, rows in taken.items()]
    return [f"{listed(gains, 'and')}."] if gains else []


def _gain(player: str, rows: Sequence[Event], names: Names) -> str:
    if len(rows) == 1:
        return told(rows[0], names).rstrip(".")
    return f"{player} takes {_land([place(event.space, names) for event in rows])}"


def _land(spaces: Sequence[str]) -> str:
    return listed(spaces, "and") if len(spaces) <= MOST_NAMED else _counted(len(spaces), "space")


def _of_troops(events: Sequence[Event], names: Names) -> list[str]:
    """Where each player built."""
    built: dict[str, list[str]] = {}
    for event in events:
        if event.key == "built":
            built.setdefault(event.player, []).append(place(event.space, names))
    return [
        f"{player} raises troops at {listed(dict.fromkeys(places), 'and')}."
        for player, places in built.items()
    ]


def _of_incomes(position: Position) -> str:
    by_seat = {seat: income(position, seat) for seat in position.settings.seats}
    best = max(by_seat.values())
    leaders = [seat for seat, own in by_seat.items() if own == best]
    if len(leaders) == len(by_seat):
        return f"Everybody has an income of {best}."
    verb = "has" if len(leaders) == 1 else "have"
    return f"{listed(leaders, 'and')} {verb} the highest income, {best}."


def _of_the_next_city(position: Position) -> list[str]:
    wanted = cities_to_win(position.settings)
    seats = position.settings.seats
    near = [seat for seat in seats if len(cities(position, seat)) == wanted - 1]
    is_news = 0 < len(near) < len(seats)
    return [f"One city more would win the game for {listed(near)}."] if is_news else []


def _counted(number: int, what: str) -> str:
    return f"{spelled(number)} {what}{'s' if number != 1 else ''}"
