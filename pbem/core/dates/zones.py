"""Names of time zones, as people write them: europe/berlin, New York, Europe/Berln."""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from zoneinfo import available_timezones

SHORTEST = 5  # letters of a name that has similar ones: CEST is like EST, which is not meant
LIKENESS = 0.75  # 1 if it is the same


@cache
def _zones() -> Mapping[str, str]:
    """Return the time zones by name and by city, in lower case; cached, because it reads many folders."""
    zones = sorted(available_timezones(), reverse=True)
    cities = {zone.lower().rpartition("/")[2]: zone for zone in zones}
    return cities | {zone.lower(): zone for zone in zones}


def zone_named(written: str) -> str:
    """Return the time zone that *written* names in any spelling, or whose city it names; "" if none."""
    return _zones().get(_folded(written), "")


def zone_like(written: str) -> str:
    """Return the time zone that was probably meant, or ""."""
    wanted = _folded(written)
    near = get_close_matches(wanted, _zones(), 1, LIKENESS) if len(wanted) >= SHORTEST else []
    return zone_named(written) or (_zones()[near[0]] if near else "")


def _folded(written: str) -> str:
    return "_".join(written.split()).lower()
