"""The help and the rules of a map: the pages of the ordinary game, with what is particular to this one."""

from collections.abc import Iterator, Sequence

from adjudicator.core.board import NEUTRAL, Board
from adjudicator.core.package_files import page_beside, text_beside
from adjudicator.core.words import listed
from adjudicator.standard.map_facts import BRIDGE, Impassable, MapFacts

ORDINARY = "adjudicator.standard"
_BUILDS = {
    "home centres": "in the home centres of the power that it still owns and that stand empty",
    "anywhere": "in any supply centre that the power owns and that stands empty, at home or not",
    "chosen centres": "in these supply centres, where the power owns them and they stand empty: {chosen}",
}
_TIES = {
    "shared": "; powers that have as many at the same time share the victory",
    "the most": "; of several powers that have as many at the same time, the one with the most wins",
    "goes on": "; while several powers have as many, the game goes on",
}


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
        coasts=f" A fleet on one of several coasts is written {named}." if coasts else "",
    )


def rules_of(board: Board, facts: MapFacts) -> str:
    """Return the map's own rules where it has them, else those of the ordinary game behind what differs."""
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
        else f"{seasons.adjustment} {facts.game.first_year - seasons.years} with the first builds"
    )
    chosen = "; ".join(f"{power} in {listed(where, 'and')}" for power, where in facts.building.items())
    return text_beside(ORDINARY, "map_rules.md").format(
        title=facts.game.title,
        powers=listed(board.powers, "and"),
        begins=begins,
        units=_units(board) or "none",
        goal=facts.goal,
        centres=len(board.centres),
        tie=_TIES[facts.victory.tie],
        builds=_BUILDS[facts.builds].format(chosen=chosen),
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
        yield f"**Places with several coasts** (3.4): {listed(coasts, 'and')}."
    islands = sorted(board.provinces[id_].name for id_ in facts.islands)
    if islands:
        yield f"**Islands that convoy:** a fleet in {listed(islands)} may convoy as one at sea does."
    bridges = [
        " and ".join(provinces_of(board, border.between)) for border in board.borders if border.kind == BRIDGE
    ]
    if bridges:
        yield (
            f"**Bridges** join {listed(bridges)}: they are neighbours, and the water below them is passed "
            "as if there were no bridge."
        )
    for land in facts.impassable:
        yield f"**{land.name}** is impassable: nobody enters it. It lies between {_around(board, land)}."
    neutral = [f"{row.unit} {row.at}" for row in board.start if row.power == NEUTRAL]
    if neutral:
        yield (
            f"**Neutral units** are {listed(neutral, 'and')}. They hold, can be supported, and are gone when "
            "they are beaten; one comes back after the adjustments where nobody owns its supply centre and "
            "nobody stands in it."
        )
    seasons = facts.seasons
    if seasons.years != 1 or seasons.autumn_after:
        yield (
            f"**The years:** from one {seasons.spring} to the next go {seasons.years} years, and the "
            f"{seasons.autumn} comes {seasons.autumn_after} years after the {seasons.spring}."
        )
    one_way = [" to ".join(provinces_of(board, border.between)) for border in board.borders if border.one_way]
    if one_way:
        where = listed(one_way, "and")
        yield f"**Some borders lead one way only:** {where}. Nothing moves or supports the other way."


def provinces_of(board: Board, places: Sequence[str]) -> list[str]:
    """Return the names of the provinces in which *places* lie."""
    return [board.provinces[board.province_of(place)].name for place in places]


def _around(board: Board, land: Impassable) -> str:
    return listed(provinces_of(board, land.between), "and")
