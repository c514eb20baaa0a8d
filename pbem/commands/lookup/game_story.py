"""The whole story of a game that is over, for its last bulletin, when nothing is secret any more.

It is made from the stored turns: headlines as the public saw them, counts, and positions in the notation of
rule cases, including hidden pieces. Press between players is part of it only if the house rules say so.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import dropwhile
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session, col, select

from adjudicator.core.game import Card, Game, Item, Section, Table, WithJourneys
from adjudicator.core.phrasing import capital
from pbem.commands.press.recipients import BULLETIN, GM
from pbem.commands.press.shown import author, in_words, shown_to, true_author
from pbem.core.lists import listed
from pbem.core.sentences import Sentence, sentence
from pbem.store.game_tables import AdjudicatedTurn, GameTable
from pbem.store.player_tables import Press
from pbem.tables.house_rules import house_rules
from pbem.tables.office import Office
from pbem.tables.robots import levels_of

MOST_TURNS = 120  # most turns that are told, the latest ones
SKIPPED = "skipped"  # the outcome of a line whose condition did not hold
RING = re.compile(r" \[Ring\]$")
_BETWEEN_SEASONS = re.compile(r" and (?=[^,]*,)")


class StoryTurn(Struct, frozen=True):
    """A turn of the game: its name, the position after it, the record, and the powers without orders."""

    name: str
    position: str
    record: str | None
    nmr_powers: Sequence[str] = ()


class Story(Struct, frozen=True):
    """A game and its turns, from the first position on."""

    game: Game
    turns: Sequence[StoryTurn]
    press: Sequence[Press]
    names_writers: bool = False  # of grey press, and of press with false names


def load(session: Session, office: Office, table: GameTable, last: StoryTurn | None = None) -> Story:
    """Return the story of *table*; *last* is a turn that is not stored yet."""
    game = office.find_game(table.game)
    wanted = select(AdjudicatedTurn).where(AdjudicatedTurn.table_key == table.key)
    stored = session.exec(wanted.order_by(col(AdjudicatedTurn.number))).all()
    begun = StoryTurn(game.due(table.start).turn, table.start, None)
    turns = [begun, *(StoryTurn(one.name, one.position, one.record, one.nmr_powers) for one in stored)]
    press_at_end = house_rules(table).press_at_end
    rows = select(Press).where(Press.table_key == table.key).order_by(col(Press.id))
    press = (
        [] if press_at_end == "sealed" else [row for row in session.exec(rows) if _is_between_players(row)]
    )
    told = [*turns, *([last] if last else [])][-MOST_TURNS:]
    robots = levels_of(session, table.key)
    told = [replace(one, nmr_powers=[who for who in one.nmr_powers if who not in robots]) for one in told]
    return Story(game, told, press, press_at_end == "with names")


def _is_between_players(row: Press) -> bool:
    """Return whether it is press: what a player and the game master write to each other stays theirs."""
    is_of_gm = row.power is None and row.observer is None
    return set(row.to) != {GM} and (not is_of_gm or BULLETIN in row.to)


def journeys(story: Story, last: str) -> str:
    """Draw where hidden pieces have been, as SVG; *last* is the final position. "" if there were none."""
    if not isinstance(story.game, WithJourneys):
        return ""
    return story.game.journeys([*(turn.position for turn in story.turns), last])


def sections(story: Story, office: Office) -> Sequence[Section]:
    """Return the story as sections of a bulletin; those without anything to tell are left out."""
    facts = [story.game.describe(turn.position, turn.record) for turn in story.turns]
    own = office.house.templates
    tally = story.game.show(story.turns[-1].position, None, None).tally
    counted = tally.what if tally else ""

    def titled(key: str, title: Sentence, items: Iterator[Sentence], *tables: Table) -> Section:
        told = tuple(Item(item.words(own)) for item in items)
        return Section(f"story {key}", title.words(own), told, tables)

    found = (
        titled("moments", sentence("story", "moments"), _moments(story)),
        _with_unchanged(
            story,
            own,
            titled("counts", sentence("story", "counts", what=counted), iter(()), *counts(story, own)),
        ),
        titled("centres", sentence("story", "centres"), _centres(story, facts)),
        titled("journeys", sentence("story", "journeys"), _journeys(story, facts)),
        titled("statistics", sentence("story", "statistics"), iter(()), _statistics(story, facts, own)),
        titled("press", sentence("story", "press"), _press(story, own)),
    )
    return [one for one in found if one.items or any(table.rows for table in one.tables)]


def _with_unchanged(story: Story, own: Path | None, section: Section) -> Section:
    """Say of the table of counts that it leaves out turns in which nothing changed."""
    rows = sum(len(table.rows) for table in section.tables)
    names = {turn.name for turn in story.turns}
    if not 0 < rows < len(names):
        return section
    said = sentence("story", "never_changed") if rows == 1 else sentence("story", "unchanged_left_out")
    return replace(section, items=(Item(said.words(own)),))


def _moments(story: Story) -> Iterator[Sentence]:
    for turn in story.turns:
        if turn.record is not None:
            headline = story.game.show(turn.position, turn.record, None).headline
            yield sentence("story", "moment", turn=turn.name, headline=headline)


def counted(story: Story) -> str:
    """Return what `counts` counts: "supply centres"."""
    tallies = (story.game.show(turn.position, turn.record, None).tally for turn in story.turns)
    return next((tally.what for tally in tallies if tally is not None), "")


def counts(story: Story, own: Path | None) -> Iterator[Table]:
    """Yield a table with each power's count whenever any of them changed."""
    shown = [(turn.name, story.game.show(turn.position, turn.record, None).tally) for turn in story.turns]
    tallies = [(name, tally) for name, tally in shown if tally is not None]
    if not tallies:
        return
    powers = list(tallies[0][1].by)
    rows: list[tuple[str, ...]] = []
    for name, tally in tallies:
        row = tuple(str(tally.by.get(power, 0)) for power in powers)
        if rows and rows[-1][0] == name:
            rows.pop()  # the set-up, before and after it was played
        if not rows or rows[-1][1:] != row:
            rows.append((name, *row))
    yield Table((sentence("story", "turn").words(own), *powers), tuple(rows))


def _centres(story: Story, facts: Sequence[Mapping[str, Any]]) -> Iterator[Sentence]:
    """Yield for each centre that changed hands its owners and since when."""
    names = {short: all_names[0] for short, all_names in story.game.card.places.items()}
    ever = {place for told in facts for there in told.get("centres", {}).values() for place in there}
    owners = {place: list[tuple[str, str]]() for place in sorted(ever)}
    turns = zip(story.turns, facts, strict=True)
    for turn, told in dropwhile(lambda one: not any(one[1].get("centres", {}).values()), turns):
        now = {place: power for power, there in told.get("centres", {}).items() for place in there}
        for place, changes in owners.items():
            _add(changes, turn.name, now.get(place, ""))
    for place, changes in sorted(owners.items(), key=lambda one: _by_number(names.get(one[0], one[0]))):
        if len(changes) > 1:
            first, later = _in_order(changes)
            yield sentence("story", "owners", place=names.get(place, place), first=first, later=later)


def _by_number(name: str) -> list[tuple[str, int]]:
    """Return what sorts names by their numbers: A7 before A10."""
    return [(word, int(number or "0")) for word, number in re.findall(r"(\D*)(\d*)", name)]


def _journeys(story: Story, facts: Sequence[Mapping[str, Any]]) -> Iterator[Sentence]:
    """Yield where each piece that was hidden has been, and where the Ring was."""
    card = story.game.card
    been: dict[str, list[tuple[str, str]]] = {}
    for turn, told in zip(story.turns, facts, strict=True):
        places = {name: listed(there) for name, there in _pieces(card, told)}
        for name in {*been, *places}:
            _add(been.setdefault(name, []), turn.name, places.get(name, ""))
    for name, changes in sorted(been.items()):
        first, later = _in_order(changes)
        yield sentence("story", "journey", piece=name, first=first, later=later)


def _pieces(card: Card, told: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield each kind of hidden piece of each power, and the Ring, with their places."""
    found: dict[str, list[str]] = {}
    for power, units in told.get("units", {}).items():
        for unit in units:
            kind, _, place = RING.sub("", unit).rpartition(" ")
            if kind in card.pieces:
                found.setdefault(f"{card.pieces[kind]} ({power})", []).append(_named(card, place))
            if RING.search(unit):
                found["The Ring"] = [f"{_named(card, place)} ({power})"]
    ring = told.get("state", {}).get("ring", "")
    if ring in card.places:
        found["The Ring"] = [_named(card, ring)]
    yield from found.items()


def _named(card: Card, place: str) -> str:
    return card.places[place][0] if place in card.places else place


def _add(changes: list[tuple[str, str]], turn: str, what: str) -> None:
    if not changes or changes[-1][1] != what:
        changes.append((turn, what))


def _in_order(changes: Sequence[tuple[str, str]]) -> tuple[str, list[tuple[str, str]]]:
    """Return what was first, and each later change with its turn, without its phase.

    Of several phases of a turn the last one counts: a piece that had to retreat was not gone.
    """
    (_, first), *others = changes
    by_turn = {_short(turn, what): what for turn, what in others}
    before = [first, *by_turn.values()]
    later = zip(by_turn.items(), before, strict=False)
    return first, [(what, turn) for (turn, what), last in later if what != last]


def _short(turn: str, power: str) -> str:
    """Return "Winter 1915" for "Autumn 1914, Austria-Hungary and Winter 1915, Germany" and Germany.

    Of the seasons of a turn, it is the one in which *power* plays, or the last.
    """
    parts = _BETWEEN_SEASONS.split(turn)
    its = next((part for part in parts if part.endswith(f", {power}")), parts[-1])
    return its.partition(",")[0]


def _statistics(story: Story, facts: Sequence[Mapping[str, Any]], own: Path | None) -> Table:
    """Return for each power its number of orders, of successes, and of turns without orders."""
    rows = []
    for power in story.game.card.seats:
        turns = zip(story.turns, facts, strict=True)
        ordered = (told for turn, told in turns if power not in turn.nmr_powers)
        words = [word for told in ordered for word in _outcomes(told, power)]
        silent = sum(power in turn.nmr_powers for turn in story.turns)
        if words or silent:
            rows.append((power, str(len(words)), str(words.count("succeeds")), str(silent)))
    heads = (
        sentence("story", "power"),
        sentence("story", "orders"),
        sentence("story", "succeeded"),
        sentence("story", "without_orders"),
    )
    return Table(tuple(head.words(own) for head in heads), tuple(rows))


def _outcomes(told: Mapping[str, Any], power: str) -> list[str]:
    """Return the outcomes of the orders of a power, without those whose condition did not hold."""
    return [word for word in told.get("results", {}).get(power, {}).values() if word != SKIPPED]


def _press(story: Story, own_templates: Path | None) -> Iterator[Sentence]:
    for row in story.press:
        by = true_author(row, own_templates) if story.names_writers else author(row)
        to = row.to if story.names_writers else shown_to(row)
        text = " ".join(row.text.split())
        yield sentence("story", "press_line", by=capital(by), to=in_words(to), text=text)
