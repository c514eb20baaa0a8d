"""How are news, battles and gains put above a turn?  What the headlines of Middle-earth have in common.

Which news are great, and what a beaten unit is, a game says itself. Only what `sight` let through comes here.
"""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.middle_earth import actions as act
from adjudicator.middle_earth.outcomes import Destroyed, StoodOff
from adjudicator.middle_earth.record import News, Result
from adjudicator.middle_earth.wording import Names, place_name


def of_news(news: Sequence[News], great: Mapping[str, str], names: Names) -> str:
    """The first of the news that are *great*, the greatest first; its blanks are filled from `News.words`."""
    found = [one for key in great for one in news if one.key == key]
    return great[found[0].key].format_map(words(found[0], names)) if found else ""


def words(news: News, names: Names) -> dict[str, str]:
    """What fills the blanks, places in full."""
    return {key: place_name(value, names) if key == "place" else value for key, value in news.words.items()}


def of_battles(beaten: Sequence[Result], results: Sequence[Result], names: Names) -> str:
    """The first of the *beaten*, or the first stand-off among the *results*."""
    for row in beaten:
        return f"{row.power} is driven out of {place(row, names)}"
    return f"Stand-off in {met[0]}" if (met := contested(results, names)) else ""


def of_gains(news: Sequence[News], quiet: str) -> str:
    """How many centres changed hands in peace; *quiet* where none did."""
    gained = sum(one.key == "centre.gained" for one in news)
    if gained:
        return f"{gained} {'centre' if gained == 1 else 'centres'} taken without a fight"
    return quiet


def driven_out(beaten: Sequence[Result], names: Names) -> Iterator[str]:
    for row in beaten:
        by = getattr(row.outcome, "by", None)
        thanks = f" by {by.power}" if by is not None and by.power else ""
        doom = " and lost" if isinstance(row.outcome, Destroyed) else ""
        yield f"{row.power} is driven out of {place(row, names)}{thanks}{doom}."


def stand_offs(results: Sequence[Result], names: Names) -> Iterator[str]:
    met = contested(results, names)
    if met:
        yield f"Nobody gets through in {listed(met)}."


def contested(results: Sequence[Result], names: Names) -> list[str]:
    """Where public moves met others, each place once, in the order of the results."""
    met = [
        place_name(row.order.path[0], names)
        for row in results
        if row.public and isinstance(row.order, act.Move) and isinstance(row.outcome, StoodOff)
    ]
    return list(dict.fromkeys(met))


def gains(news: Sequence[News], names: Names) -> Iterator[str]:
    peaceful: dict[str, list[str]] = {}
    for one in news:
        if one.key == "centre.gained":
            peaceful.setdefault(one.words["power"], []).append(place_name(one.words["place"], names))
    if peaceful:
        yield f"{listed([f'{power} gains {listed(places)}' for power, places in peaceful.items()])}."


def place(row: Result, names: Names) -> str:
    """Where the unit of an order stands."""
    unit = getattr(row.order, "unit", None)
    return place_name(unit.place, names) if isinstance(unit, act.Unit) else "its place"


def listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
