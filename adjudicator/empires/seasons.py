"""Seasons and years: eighteen seasons from summer 1914 to autumn 1918. Clause 1.3."""

from collections.abc import Sequence

NAMES = ("Winter", "Spring", "Summer", "Autumn")
WAR_BEGINS = 1914


def year(season: int) -> int:
    return WAR_BEGINS + (season + 1) // 4


def season_name(season: int) -> str:
    """Return for example "Summer"."""
    return NAMES[(season + 1) % 4]


def title(season: int) -> str:
    """Return for example "Summer 1914"."""
    return f"{season_name(season)} {year(season)}"


def span(seasons: Sequence[int]) -> str:
    """Return one season or two: "Summer and Autumn 1914", "Autumn 1914 and Winter 1915"."""
    if len(seasons) > 1 and year(seasons[0]) == year(seasons[-1]):
        return f"{season_name(seasons[0])} and {title(seasons[-1])}"
    return " and ".join(map(title, seasons))


def first_of(the_year: int) -> int:
    """Return the first season of a year: summer in 1914, else winter."""
    return max(1, (the_year - WAR_BEGINS) * 4 - 1)


def is_winter(season: int) -> bool:
    return season_name(season) == "Winter"


def begins_year(season: int) -> bool:
    return season == first_of(year(season))
