"""The help and the rules of a map: the pages of the ordinary game, with what is particular to this one."""

from collections.abc import Iterator, Sequence

from adjudicator.core.board import NEUTRAL, Board
from adjudicator.core.language.words import listed
from adjudicator.core.package_files import page_beside, text_beside
from adjudicator.standard.map_facts import BRIDGE, Impassable, MapFacts
from adjudicator.standard.sentences import group, say

ORDINARY = "adjudicator.standard"


def help_of(board: Board, facts: MapFacts) -> str:
    """Return the map's own help page where it has one, else one with orders of this map."""
    own = page_beside(board.package, "help.md")
    if own:
        return own
    page = text_beside(ORDINARY, "map_help.md")
    coasts = [f"{id_}/{coast}" for id_, one in board.provinces.items() for coast in one.coasts]
    named = listed([f"`{place}`" for place in coasts[:2]])
    return page.format(
        title=facts.game.title,
        movement="\n".join(f"    {order}" for order in facts.examples.movement),
        retreat=listed([f"`{order}`" for order in facts.examples.retreat]),
        adjustment=listed([f"`{order}`" for order in facts.examples.adjustment]),
        coasts=" " + say("map_fleet_on_a_coast", coasts=named) if coasts else "",
    )


def rules_of(board: Board, facts: MapFacts) -> str:
    """Return the map's own rules where it has them, else those of the ordinary game after what differs."""
    own = page_beside(board.package, "rules.md")
    if own:
        return own
    title, _, rest = text_beside(ORDINARY, "rules.md").partition("\n")
    return f"{title}\n\n{_what_differs(board, facts)}\n{rest}"


def _what_differs(board: Board, facts: MapFacts) -> str:
    about = page_beside(board.package, "about.md").strip()
    seasons = facts.seasons
    begins = (
        f"{seasons.spring} {facts.game.first_year}"
        if facts.game.begins == "movement"
        else say(
            "map_begins_with_builds",
            season=seasons.adjustment,
            year=facts.game.first_year - seasons.years,
        )
    )
    chosen = "; ".join(f"{power} in {listed(where, 'and')}" for power, where in facts.building.items())
    return text_beside(ORDINARY, "map_rules.md").format(
        title=facts.game.title,
        powers=listed(board.powers, "and"),
        begins=begins,
        units=_units(board) or "none",
        goal=facts.goal,
        centres=len(board.centres),
        tie=group("map_tie")[facts.victory.tie],
        builds=group("map_builds")[facts.builds].format(chosen=chosen),
        more="".join(f"\n\n{paragraph}" for paragraph in _more(board, facts)),
        about=f"\n\n{about}" if about else "",
        credits=" ".join(facts.game.credits),
    )


def _units(board: Board) -> str:
    found: dict[str, list[str]] = {}
    for row in board.start:
        found.setdefault(row.power, []).append(f"{row.unit} {row.at}")
    return "; ".join(f"{power}: {', '.join(units)}" for power, units in found.items() if power != NEUTRAL)


def _more(board: Board, facts: MapFacts) -> Iterator[str]:
    provinces = board.provinces.values()
    coasts = [f"{one.name} ({', '.join(one.coasts)})" for one in provinces if one.coasts]
    if coasts:
        yield say("map_has_coasts", coasts=listed(coasts, "and"))
    islands = sorted(board.provinces[id_].name for id_ in facts.islands)
    if islands:
        yield say("map_has_islands", islands=listed(islands))
    bridges = [
        " and ".join(provinces_of(board, border.between)) for border in board.borders if border.kind == BRIDGE
    ]
    if bridges:
        yield say("map_has_bridges", bridges=listed(bridges))
    for land in facts.impassable:
        yield say("map_has_impassable_land", land=land.name, around=_around(board, land))
    neutral = [f"{row.unit} {row.at}" for row in board.start if row.power == NEUTRAL]
    if neutral:
        yield say("map_has_neutral_units", units=listed(neutral, "and"))
    seasons = facts.seasons
    if seasons.years != 1 or seasons.autumn_after:
        yield say(
            "map_has_long_years",
            spring=seasons.spring,
            years=seasons.years,
            autumn=seasons.autumn,
            after=seasons.autumn_after,
        )
    one_way = [" to ".join(provinces_of(board, border.between)) for border in board.borders if border.one_way]
    if one_way:
        yield say("map_has_one_way_borders", borders=listed(one_way, "and"))


def provinces_of(board: Board, places: Sequence[str]) -> list[str]:
    """Return the names of the provinces in which *places* lie."""
    return [board.provinces[board.province_of(place)].name for place in places]


def _around(board: Board, land: Impassable) -> str:
    return listed(provinces_of(board, land.between), "and")
