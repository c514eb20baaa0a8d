"""The supply centres of the report, and how far its reader is from winning by them."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import floor

from adjudicator.core.game import Item, Section, Table
from adjudicator.core.language.words import listed
from adjudicator.hardbop import ground
from adjudicator.hardbop.resolve.victory import WITH_THE_RING, centres_on_board
from adjudicator.hardbop.sentences import form, group, say
from adjudicator.hardbop.view.sight import Seen
from adjudicator.middle_earth.language.orders import Power
from adjudicator.middle_earth.resolve.pieces import GOOD
from adjudicator.middle_earth.view.sections import by_name

CENTRE_COLUMNS = group("centre_columns")


def counted(seen: Seen) -> Counter[str]:
    """Return the units by power, with those that must retreat."""
    return Counter(one.power for one in (*seen.military, *(row.unit for row in seen.beaten)))


def centres(seen: Seen) -> Section:
    units = counted(seen)
    rows = tuple(
        (
            power,
            seen.alignments[power],
            str(len(own)),
            str(0 if power in seen.eliminated else seen.allowed[power]),
            str(units[power]),
            ", ".join(by_name(ground.NAMES[place] for place in own)) or say("nothing"),
        )
        for power in ground.POWERS
        for own in [[place for place, owner in seen.owners.items() if owner == power]]
    )
    has_off_board = seen.offboard_centres and "Mordor" not in seen.eliminated
    columns = say("columns_explained_with_mordor") if has_off_board else say("columns_explained")
    notes = (Item(columns), *_to_win(seen), *_not_taken(seen))
    return Section("centres", say("centres_title"), notes, (Table(tuple(CENTRE_COLUMNS.values()), rows),))


def _to_win(seen: Seen) -> Iterator[Item]:
    """Yield, when centres have changed hands, how far the reader is from winning by counting (V2, V3)."""
    power = seen.reader
    if power is None or not seen.is_settled or seen.over or power in seen.eliminated:
        return
    own = sum(owner == power for owner in seen.owners.values())
    every = centres_on_board(seen.isengard)
    if not seen.share_to_win:
        yield Item(say("not_won_by_counting", own=own, all=every))
        return
    fraction = Fraction(seen.share_to_win)
    share = say("one_half") if fraction == WITH_THE_RING else say("three_quarters")
    needed = floor(fraction * every) + 1
    yield Item(say("needed_to_win", own=own, all=every, needed=needed, share=share))


def _not_taken(seen: Seen) -> Iterator[Item]:
    """When centres have changed hands, yield the homes that a Good power holds and does not take (6.2)."""
    found: dict[tuple[Power, Power], list[str]] = {}
    for one in seen.military if seen.is_settled else ():
        home = ground.PROVINCES[one.place].home
        if home is None or one.power in (home, seen.owners.get(one.place)):
            continue
        are_good = all(seen.alignments[power] == GOOD for power in (one.power, home))
        if are_good and home not in seen.eliminated and home in seen.owners.values():
            found.setdefault((one.power, home), []).append(ground.SPEECH.place(one.place))
    for (power, home), places in found.items():
        spoken = listed(by_name(places), "and")
        yield Item(ground.SPEECH.sentence(form("home_not_taken"), power=power, places=spoken, home=home))
