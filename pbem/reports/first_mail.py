"""The introduction in a power's first mail: its aim, its pieces, and possible openings.

The words are in `templates/first_mail/`: `GAME/game.txt` has what all powers of a game share,
`GAME/POWER.txt` what is told to one. They hold no numbers of the board: `numbers.armies` and the like are
what the game says (`ReportFacts.numbers`). A paragraph of the block `openings` is one opening: a sentence,
then its orders, a line each. In other blocks an empty line begins a paragraph.
`any-map/game.txt` has all of it for a map without pages of its own, if the game gives such numbers.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from adjudicator.core.atlas import PlaceEntry
from adjudicator.core.lazy_imports import IMPORTS
from pbem.core.sentences import Sentence, sentence
from pbem.core.templating import block, blocks_of

ANY_MAP = "first_mail/any-map/game.txt"
NUMBERS = {"armies", "fleets", "win", "centres"}  # that it needs


class Opening(Struct, frozen=True):
    """An opening: its purpose, and the orders as they can be sent."""

    idea: str
    orders: tuple[str, ...]


class FirstMail(Struct, frozen=True):
    """The page of one power. *others* are the other powers, with players if the table shows names."""

    aim: str
    won: str
    special: str
    openings: tuple[Opening, ...]
    later: str  # how to go on: HELP and RULES
    others: tuple[tuple[str, str], ...] = ()
    places: tuple[str, ...] = ()  # the key to the short names of the map
    look_up: str = ""  # below the key: WHERE and MAP
    fights: str = ""  # how units move and fight, if the game's page has it
    acts: str = ""  # what each action does, if the game's page has it
    notation: str = ""  # the signs of an order, above the openings


def first_mail(
    game: str,
    power: str,
    numbers: Mapping[str, int],
    others: Sequence[tuple[str, str]] = (),
    own_templates: Path | None = None,
) -> FirstMail | None:
    """Return the page of *power*; None if the game has none. *numbers* are `ReportFacts.numbers`."""
    with IMPORTS:
        from jinja2 import TemplateNotFound  # slow to import, and often not needed

    pages = (f"first_mail/{game}/game.txt", f"first_mail/{game}/{power}.txt")
    facts: dict[str, object] = {"power": power, "numbers": numbers}
    try:
        return _page(*pages, facts, others, own_templates)
    except TemplateNotFound:
        return _page(ANY_MAP, ANY_MAP, facts, others, own_templates) if set(numbers) >= NUMBERS else None


def _page(
    shared: str,
    own: str,
    facts: dict[str, object],
    others: Sequence[tuple[str, str]],
    own_templates: Path | None,
) -> FirstMail:
    return FirstMail(
        _words(own, "aim", facts, own_templates),
        _words(shared, "won", facts, own_templates),
        _words(own, "special", facts, own_templates),
        _openings(block(own, "openings", facts, own_templates)),
        _words(shared, "later", facts, own_templates),
        tuple(others),
        fights=_words_if_any(shared, "fights", facts, own_templates),
        acts=_words_if_any(shared, "acts", facts, own_templates),
        notation=_words_if_any(shared, "notation", facts, own_templates),
    )


def key_to_places(atlas: Sequence[PlaceEntry]) -> list[Sentence]:
    """Return the key to the map: a line for each place or, if that says it, for each home or region."""
    if all(entry.region for entry in atlas):
        return of_regions(atlas)
    if not all(entry.home and not (entry.fortress or entry.by_coast) for entry in atlas):
        return [of_place(entry) for entry in atlas]
    homes = sorted({entry.home for entry in atlas})
    return [_of_home(home, [entry for entry in atlas if entry.home == home]) for home in homes]


def of_regions(atlas: Sequence[PlaceEntry]) -> list[Sentence]:
    """Return a line for each part of the board, with its named places and all others by what is there."""
    regions = dict.fromkeys((entry.region_short, entry.region) for entry in atlas)
    return [_of_region(region, [one for one in atlas if one.region == region[1]]) for region in regions]


def _of_region(region: tuple[str, str], entries: Sequence[PlaceEntry]) -> Sentence:
    """Return a line such as "A Ashmoor: A7 Aldgate (city, income 4); forest, income 1: A3 and A9"."""
    short, name = region
    named = [(one.short, one.name, one.about) for one in entries if one.name != one.short]
    kinds: dict[str, list[str]] = {}
    for one in entries:
        if one.name == one.short:
            kinds.setdefault(one.about, []).append(one.short)
    return sentence("places", "of_region", short=short, name=name, named=named, kinds=kinds)


def _of_home(home: str, entries: Sequence[PlaceEntry]) -> Sentence:
    """Return a line such as "Serbia: BEL Belgrade (city), NIS Nish (mountain), USK Uskub (mountain)"."""
    named = [(entry.short, entry.name, _marks(entry)) for entry in entries]
    return sentence("places", "of_home", home=home, places=named)


def _marks(entry: PlaceEntry) -> str:
    return ", ".join(filter(None, [entry.centre_word if entry.is_centre else "", entry.about]))


def of_place(entry: PlaceEntry, reader: str = "") -> Sentence:
    """Return a line of the key to the map: "Eot: Éothéod, supply centre".

    In the list of *reader* it names who holds what the reader does not.
    """
    return sentence(
        "places",
        "entry",
        short=entry.short,
        name="" if entry.name == entry.short else entry.name,
        about=entry.about,
        is_water=entry.kind in ("sea", "river"),
        is_centre=entry.is_centre,
        centre_word=entry.centre_word,
        home=entry.home_of or entry.home,
        fortress=entry.fortress,
        has_garrison=entry.has_garrison,
        coasts=[coast for coast, _ in entry.by_coast],
        holder=entry.holder if reader not in ("", entry.holder) else "",
    )


def _words(template: str, name: str, facts: dict[str, object], own_templates: Path | None) -> str:
    """Return a block with one line for each paragraph, and an empty line between them."""
    paragraphs = block(template, name, facts, own_templates).split("\n\n")
    return "\n\n".join(filter(None, (" ".join(one.split()) for one in paragraphs)))


def _words_if_any(template: str, name: str, facts: dict[str, object], own_templates: Path | None) -> str:
    """Return a block that the pages of some games lack."""
    return _words(template, name, facts, own_templates) if name in blocks_of(template) else ""


def _openings(text: str) -> tuple[Opening, ...]:
    paragraphs = [
        [line.strip() for line in paragraph.splitlines() if line.strip()] for paragraph in text.split("\n\n")
    ]
    return tuple(Opening(lines[0], tuple(lines[1:])) for lines in paragraphs if lines)
