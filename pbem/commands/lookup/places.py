"""PLACES and WHERE: the names on the board, what is in a place, and what is next to it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from adjudicator.core.atlas import PlaceEntry, PlaceSet
from adjudicator.core.game import Facts, Game, Power, ReportFacts, State, WithJourneys
from adjudicator.core.language.words import LOOK_UP, Names, Unreadable
from pbem.commands.command import Command, Group
from pbem.commands.context import SeatCommandContext, power_meant, refused
from pbem.commands.lookup import memory, place_sets
from pbem.commands.lookup.help import listing
from pbem.commands.lookup.place_sets import named
from pbem.core.sentences import Sentence, Unusable, Words, sentence
from pbem.messages.script import Request
from pbem.reports import AnswerPage, CommandResult
from pbem.reports.first_mail import key_to_places, of_place, of_regions

FEWEST_LETTERS = 3  # of the beginning of a piece's name
ARTICLE = re.compile(r"^the (?=\w)", re.IGNORECASE)
CONDITION = re.compile(r"(?: [a-z]+)+$")  # of a unit, after its place


def places(acting: SeatCommandContext, request: Request) -> AnswerPage | CommandResult:
    """Return the list of places: short name, name, what is there; those of one power, if it is named."""
    atlas = acting.at.atlas
    if not atlas:
        return refused(request, sentence("places", "on_the_map", game=acting.at.card.table.title))
    title = sentence("places", "title", game=acting.at.card.table.title)
    if not request.argument:
        return listing(acting.visit, title, *key_to_places(atlas))
    shown = _shown(acting)
    if found := _set_meant(shown, request.argument):
        return place_sets.page(acting, found, {entry.short: entry for entry in atlas}, shown)
    with suppress(Unusable):
        power = power_meant(request.argument, acting.at.powers)
        return listing(acting.visit, *_of_power(acting, power, atlas, shown))
    return _where(acting, request, shown)


def _shown(acting: SeatCommandContext) -> ReportFacts:
    """Return what the seat may know of the position."""
    return acting.at.game.show(acting.at.table.position, None, acting.at.row.power)


def _of_power(
    acting: SeatCommandContext, power: Power, atlas: Sequence[PlaceEntry], shown: ReportFacts
) -> Iterator[Sentence]:
    yield sentence("places", "of_power", game=acting.at.card.table.title, power=power)
    owned = shown.facts.get("centres", {}).get(power, ())
    own = [entry for entry in atlas if power in {entry.home, entry.holder} or _among(entry, owned)]
    yield from of_regions(own) if own and own[0].region else (of_place(entry, power) for entry in own)


def where(acting: SeatCommandContext, request: Request) -> AnswerPage | CommandResult:
    """Describe a place: its kind, neighbours and, as far as the seat may know, its holder."""
    if not acting.at.atlas:
        return refused(request, sentence("places", "on_the_map", game=acting.at.card.table.title))
    return _where(acting, request, _shown(acting))


def _where(acting: SeatCommandContext, request: Request, shown: ReportFacts) -> AnswerPage | CommandResult:
    atlas = {entry.short: entry for entry in acting.at.atlas}
    if meant := _set_meant(shown, request.argument):
        return place_sets.page(acting, meant, atlas, shown)
    if region := _of_region(request.argument, atlas.values()):
        return listing(
            acting.visit, sentence("places", "where", place=region[0].region), *_about(region, atlas)
        )
    try:
        found = _meant(request.argument, atlas)
    except Unreadable as unknown:
        if sought := _pieces_meant(acting.at.game, request.argument):
            return _where_piece(acting, sought, shown)
        remedy = "" if unknown.remedy == LOOK_UP else unknown.remedy  # OPTIONS has only what is near
        return refused(request, sentence("places", "unknown", why=unknown.reason, remedy=remedy))
    entry = atlas[found]
    title = sentence("places", "where", place=entry.name)
    return listing(acting.visit, title, *_about_place(acting, entry, atlas, shown))


def _set_meant(shown: ReportFacts, written: str) -> PlaceSet | None:
    """Return the places mentioned in the rules that *written* names: "the Ring"."""
    wanted = ARTICLE.sub("", " ".join(written.casefold().split()).strip(" ?.!"))
    named = (one for one in shown.place_sets if {wanted, wanted.removesuffix("s")} & {*one.names})
    return next(named, None)


def _meant(written: str, atlas: Mapping[str, PlaceEntry]) -> str:
    """Return the short name of the place that is *written*, with an article or without. Raises Unreadable."""
    names = Names({key: (one.name, *one.other_names) for key, one in atlas.items()}, "place")
    bare = ARTICLE.sub("", written)
    if bare != written:
        with suppress(Unreadable):
            return names.find(written)
    return names.find(bare)


def _pieces_meant(game: Game, written: str) -> Sequence[str]:
    """Return the kinds of unit that *written* begins: "Lord" is the Lord of the Nazgul."""
    wanted = " ".join(written.casefold().split()).removeprefix("the ").strip(" ?.!")
    singular = wanted.removesuffix("s") if len(wanted) > FEWEST_LETTERS else wanted
    kinds = dict.fromkeys(game.card.pieces.values())
    exact = [kind for kind in kinds if kind.casefold() in (wanted, singular)]
    begun = [kind for kind in kinds if len(wanted) >= FEWEST_LETTERS and kind.casefold().startswith(wanted)]
    return exact or begun


def _where_piece(acting: SeatCommandContext, kinds: Sequence[str], shown: ReportFacts) -> AnswerPage:
    """Say where the seat sees such pieces now, and what it has learnt about the hidden ones."""
    short = (short for short, kind in acting.at.game.card.pieces.items() if kind in kinds)
    begins = tuple(f"{name} " for name in (*short, *kinds))
    seen = [f"{unit} ({power})" for power, unit in _units(shown.facts) if f"{unit} ".startswith(begins)]
    known = memory.about_piece(memory.remembered_by(acting), kinds)
    title = sentence("places", "piece", kinds=kinds)
    lines: list[Words] = [sentence("places", "pieces_seen", seen=seen)] if seen else []
    lines += known or ([] if seen else [sentence("places", "pieces_unknown", kinds=kinds)])
    return listing(acting.visit, title, *lines, sentence("places", "ask_for_a_place"))


def _of_region(written: str, atlas: Iterable[PlaceEntry]) -> list[PlaceEntry]:
    """Return the places of the part of the board with that name or short name."""
    wanted = " ".join(written.casefold().split()).removeprefix("piece ").strip(" ?.!")
    return [one for one in atlas if wanted and wanted in (one.region.casefold(), one.region_short.casefold())]


def _about(region: Sequence[PlaceEntry], atlas: dict[str, PlaceEntry]) -> Iterator[Sentence]:
    """Yield what is in a part of the board, where its cities are, and which parts are beside it."""
    yield from of_regions(region)
    for entry in region:
        if entry.name != entry.short:
            names = named(entry.next_to, atlas)
            yield sentence(
                "places",
                "of_city",
                place=entry.short,
                called=entry.name,
                about=entry.about,
                names=names,
                holder=entry.holder,
            )
    near = dict.fromkeys(atlas[short].region for entry in region for short in entry.next_to)
    beside = [name for name in near if name != region[0].region]
    if beside:
        yield sentence("places", "regions_beside", name=region[0].region, regions=beside)


def _about_place(
    acting: SeatCommandContext, entry: PlaceEntry, atlas: dict[str, PlaceEntry], shown: ReportFacts
) -> Iterator[Sentence]:
    yield of_place(entry)
    for one in shown.place_sets:
        if entry.short in one.places:
            yield from place_sets.about_place(acting, one, entry)
    if entry.by_land:
        yield sentence("places", "by_land", names=named(entry.by_land, atlas))
    for who, near in entry.by_others:
        yield sentence("places", "by_others", who=who, names=named(near, atlas))
    if one_way := [short for short, one in atlas.items() if _is_one_way(one, entry)]:
        yield sentence("places", "one_way", names=named(one_way, atlas))
    for coast, near in entry.by_coast:
        yield sentence("places", "by_coast", coast=coast, names=named(near, atlas))
    if entry.by_water and not entry.by_coast:
        yield sentence("places", "by_water", names=named(entry.by_water, atlas))
    if entry.next_to:
        yield sentence("places", "next_to", names=named(entry.next_to, atlas))
    if entry.next_to or entry.holder:
        holder = acting.at.game.card.named(entry.holder)
        yield sentence("places", "held", holder=holder, units=entry.standing)
        return
    game, facts = acting.at.game, shown.facts
    owners = (power for power, own in facts.get("centres", {}).items() if _among(entry, own))
    holders = [game.card.named(power) for power in owners]
    there = Counter(f"{unit} ({power})" for power, unit in _units(facts) if _stands_in(unit, entry))
    units = [unit if number == 1 else f"{number} {unit}" for unit, number in there.items()]
    centre = (entry.centre_word or "centre") if entry.is_centre else ""
    has_hidden = _has_hidden(game, acting.at.table.position, facts)
    is_free = bool(centre) and not holders and (isinstance(game, WithJourneys) or not has_hidden)  # no fog
    yield sentence(
        "places",
        "known",
        holders=holders,
        units=units,
        centre=centre,
        is_free=is_free,
        has_hidden=has_hidden,
    )


def _is_one_way(start: PlaceEntry, goal: PlaceEntry) -> bool:
    """Return whether armies go from *start* to *goal* and not back."""
    return goal.short in start.by_land and start.short not in goal.by_land


def _has_hidden(game: Game, position: State, facts: Facts) -> bool:
    """Return whether there may be units that *facts* of one reader leave out: hidden pieces, or fog."""
    return isinstance(game, WithJourneys) or facts.get("units") != game.show(position, None, None).facts.get(
        "units"
    )


def _units(facts: Facts) -> Iterator[tuple[str, str]]:
    for kind in ("units", "pieces"):
        for power, own in facts.get(kind, {}).items():
            yield from ((power, unit) for unit in own)


def _stands_in(unit: str, entry: PlaceEntry) -> bool:
    """Return whether "A Mun", "F Stp/nc" or "Serbian Army Belgrade reduced" is in the place."""
    place, names = unit.partition("/")[0], (f" {entry.short}", f" {entry.name}")
    return place.endswith(names) or CONDITION.sub("", place).endswith(names)


def _among(entry: PlaceEntry, names: Sequence[str]) -> bool:
    return entry.short in names or entry.name in names


COMMANDS = (
    Command(
        "PLACES",
        r"(?:list\s+)?(?:places|provinces|zones|names|key)()"
        r"|(?:list\s+)?(?:places|provinces|zones)\s+(?:(?:of|in)\s+)?(.{1,40})",
        changes=False,
        group=Group.LOOK_UP,
        page="map",
        topics=(
            "maps",
            "place",
            "names",
            "abbreviation",
            "abbreviations",
            "province",
            "provinces",
            "spaces",
            "regions",
        ),
        run=places,
        after_the_end=True,
    ),
    Command(
        "WHERE",
        r"where(?:\s+is|\s+are|['\u2019]s)?\s+(.{1,40})",
        changes=False,
        group=Group.LOOK_UP,
        page="map",
        run=where,
        after_the_end=True,
    ),
)
