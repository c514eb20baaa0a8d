"""What would a zine put above the turn?  A headline and a lead paragraph, from what everybody may know."""

from collections.abc import Sequence

from adjudicator.domination.position import Position, cities, cities_to_win, income, morale
from adjudicator.domination.record import Event, Record
from adjudicator.domination.wording import Names, place, told
from adjudicator.words import listed

HEADLINES = (
    ("city taken", "{player} takes the city of {space}"),
    ("struck", "Fire at {space}"),
    ("taken", "{player} takes {space}"),
    ("round", "Battle at {space}"),
    ("claimed", "The land is shared out"),
    ("laid", "The pieces are laid"),
    ("built", "Armies are raised"),
    ("moved", "Armies on the march"),
)
LEADING = ("city taken", "struck", "final turn", "swapped", "arranged anew", "won by cities")


def story(record: Record, position: Position, names: Names) -> tuple[str, str]:
    """The headline has at most ten words; *position* is the one after the turn."""
    if position.over:
        return _of_the_end(position)
    events = record.events
    for key, words in HEADLINES:
        found = next((event for event in events if event.key == key), None)
        if found:
            headline = words.format(player=found.player, space=place(found.space, names))
            return headline, _lead(events, position, names)
    return "All is quiet", _lead(events, position, names)


def _of_the_end(position: Position) -> tuple[str, str]:
    scores = [f"{seat}: morale {morale(position, seat)}" for seat in position.settings.seats]
    wins = "wins" if len(position.winners) == 1 else "share"
    headline = (
        f"{listed(position.winners, 'and')} {wins} the game" if position.winners else "The game is over"
    )
    return headline, f"{'; '.join(scores)}."


def _lead(events: Sequence[Event], position: Position, names: Names) -> str:
    lines = [told(event, names) for event in events if event.key in LEADING]
    spaces = sum(1 for event in events if event.key == "taken")
    battles = len({event.space for event in events if event.key == "round"})
    if battles:
        lines.append(f"{battles} {'battle was' if battles == 1 else 'battles were'} fought.")
    if spaces:
        lines.append(f"{spaces} {'space' if spaces == 1 else 'spaces'} changed hands.")
    if position.slots and position.owners:
        seats = position.settings.seats
        best = max(seats, key=lambda seat: (income(position, seat), -seats.index(seat)))
        lines.append(f"{best} has the highest income, {income(position, best)}.")
        wanted = cities_to_win(position.settings)
        near = [seat for seat in seats if len(cities(position, seat)) == wanted - 1]
        if near:
            lines.append(f"One city more would win the game for {listed(near)}.")
    return " ".join(lines)
