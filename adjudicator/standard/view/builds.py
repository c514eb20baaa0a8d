"""Why a reader can build nothing, or fewer units than their supply centres allow. Standard 11."""

from collections.abc import Iterator

from adjudicator.core.language.words import listed
from adjudicator.standard.resolve import adjustments
from adjudicator.standard.sentences import say
from adjudicator.standard.view.sight import Seen
from adjudicator.standard.view.wording import spoken_place


def without_any(seen: Seen, power: str) -> Iterator[str]:
    """Say why *power*, the reader, owes neither a build nor a removal."""
    units = sum(unit.power == power for unit in seen.position.units)
    missing = adjustments.owed(seen.board, seen.position, power)
    if missing == 0 and units:
        yield say("has_all_allowed", power=power, number=units)
    elif missing > 0:
        yield " ".join([say("no_free_site", power=power, count=missing), *_closed(seen, power)])


def fewer_than_allowed(seen: Seen, power: str) -> Iterator[str]:
    """Say why *power*, the reader, may build fewer units than its supply centres allow."""
    allowed = adjustments.owed(seen.board, seen.position, power)
    if allowed > len(adjustments.building_sites(seen.board, seen.position, power)):
        yield " ".join([say("fewer_sites", count=allowed), *_closed(seen, power)])


def _closed(seen: Seen, power: str) -> Iterator[str]:
    """Yield why *power* may not build in the other places where the map lets it build."""
    free = adjustments.building_sites(seen.board, seen.position, power)
    closed = [site for site in seen.board.sites[power] if site not in free]
    lost = [site for site in closed if seen.position.owners.get(site) != power]
    full = [site for site in closed if site not in lost]
    if lost and seen.board.facts.builds == "home centres":
        yield say("no_build_where_not_owned", places=_listed(seen, lost), count=len(lost))
    if full:
        yield say("no_build_where_a_unit_is", places=_listed(seen, full), count=len(full))


def _listed(seen: Seen, sites: list[str]) -> str:
    return listed([spoken_place(seen.board, site) for site in sites], "and")
