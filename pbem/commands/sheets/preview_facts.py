"""Reduce the report of a trial run to what a preview should say of it."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence

from msgspec.structs import replace

from adjudicator.core.game import NEGLECTED, Item, Power, ReportFacts, Section
from pbem.commands.context import SeatContext
from pbem.reports.odds import Trial
from pbem.tables.trial_run import RESULT_SECTIONS

OTHERS, ORDERED, DUE, NEWS, WAITING = "others", "results", "due", "news", "waiting"  # sections of a report
SUCCEEDS = "succeeds"  # kind of an item


def of_interest(facts: ReportFacts, at: SeatContext) -> ReportFacts:
    """Return *facts* without what others will owe, where powers play in turn: it is the same every time."""
    if not at.game.card.plays_in_turn:
        return facts
    own = f"{at.row.power}:"
    kept = (
        replace(part, items=tuple(item for item in part.items if item.text.startswith(own)))
        if part.key == DUE
        else part
        for part in facts.sections
    )
    return replace(facts, sections=tuple(kept))


def news(facts: ReportFacts) -> Iterator[Item]:
    return (item for section in facts.sections if section.key == NEWS for item in section.items)


def without_old_news(facts: ReportFacts, before: Container[str]) -> ReportFacts:
    """Return *facts* without news that the player has *before* the turn, such as a whisper about the Ring."""
    kept = (
        replace(part, items=tuple(item for item in part.items if item.text not in before))
        if part.key == NEWS
        else part
        for part in facts.sections
    )
    return replace(facts, sections=tuple(kept))


def without_others_neglect(facts: ReportFacts, at: SeatContext, ordered: Container[Power]) -> ReportFacts:
    """Return *facts* without what powers left out, if they have no orders in the preview."""
    silent = [at.game.card.named(power).casefold() for power in at.game.card.seats if power not in ordered]
    kept = (
        replace(part, items=tuple(item for item in part.items if not _is_neglect_of(item, silent)))
        for part in facts.sections
    )
    return replace(facts, sections=tuple(kept))


def _is_neglect_of(item: Item, silent: Sequence[str]) -> bool:
    return item.kind == NEGLECTED and item.text.casefold().startswith(tuple(silent))


def without_kinds(facts: ReportFacts, *kinds: str) -> ReportFacts:
    """Return *facts* without items of these kinds."""
    sections = (
        replace(section, items=tuple(item for item in section.items if item.kind not in kinds))
        for section in facts.sections
    )
    return replace(facts, sections=tuple(sections))


def with_next(facts: ReportFacts, said: Mapping[str, Callable[[str], str]]) -> ReportFacts:
    """Return *facts* with each line of what will be due, or waits, as something that comes next."""
    return replace(facts, sections=tuple(_as_next(section, said) for section in facts.sections))


def _as_next(section: Section, said: Mapping[str, Callable[[str], str]]) -> Section:
    if section.key not in said:
        return section
    items = (replace(item, text=said[section.key](item.text)) for item in section.items)
    return Section(DUE, section.title, tuple(items))


def as_trial(
    facts: ReportFacts, ordered: Sequence[Power], others: Sequence[Item], weight: float, ending: str
) -> Trial:
    """Return what a report would say, with only those orders of others that were assumed."""
    own = [(section.key, item) for section in facts.sections for item in section.items]
    told = [item for key, item in own if key in RESULT_SECTIONS and key != ORDERED]
    told += [item for key, item in own if key == OTHERS and item.text.partition(":")[0] in ordered]
    orders = [item for key, item in own if key == ORDERED]
    return Trial([*orders, *others], told, facts.contests, weight, ending)


def in_vain(trials: Sequence[Sequence[Item]]) -> list[list[Item]]:
    """Return, for each trial, the outcomes of those orders that do not succeed in all trials."""
    orders = {item.order for items in trials for item in items if item.kind != SUCCEEDS}
    return [[item for item in items if item.order in orders] for items in trials]
