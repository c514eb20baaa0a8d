"""`report.json`: the facts of a report, for map tools and bots.

`SET JSON ON` attaches the file to each report. Its form is the same for every game; docs/report.schema.json,
which is generated from the structs below, describes it for other programs. Other facts of a game are under
"board", with the keys of its rule cases. The file never contains more than the mail that it comes with.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from adjudicator.core.game import Due, Power, ReportFacts, Section, Tally

NAME = "report.json"
VERSION = 1


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """An order and its outcome."""

    power: Annotated[
        str, Meta(description="The power that ordered; empty for an order of nobody, such as a waiver.")
    ]
    order: Annotated[str, Meta(description="In full words.")]
    outcome: Annotated[str, Meta(description="succeeds, fails, cut, dislodged, destroyed, void ...")]
    cause: Annotated[str, Meta(description="Why, in words; empty if there is nothing to explain.")]
    short: Annotated[str, Meta(description="In zine notation, where the game has one.")] = ""
    ordered_by: Annotated[
        str, Meta(description="The power that ordered a unit which was left to it; empty if its owner did.")
    ] = ""


class Waiting(Struct, frozen=True, forbid_unknown_fields=True):
    """What the game waits for now, and what the reader owes."""

    turn: str
    phase: str
    owed: Annotated[Mapping[Power, str], Meta(description="Who owes what, by power.")]
    yours: Annotated[str, Meta(description="What the reader owes; empty for nothing.")]
    asked: Annotated[str, Meta(description="What only the reader is asked; empty for nothing.")]
    deadline_utc: Annotated[datetime | None, Meta(description="RFC 3339, in UTC; null where none is set.")]
    over: bool
    winners: tuple[Power, ...]


class Count(Struct, frozen=True, forbid_unknown_fields=True):
    """The count that decides how a power stands; *change* since the previous turn."""

    power: Power
    number: int
    change: int


class Counts(Struct, frozen=True, forbid_unknown_fields=True):
    what: Annotated[str, Meta(description='"supply centres", "cities" ...')]
    powers: tuple[Count, ...]


class PrintedSection(Struct, frozen=True, forbid_unknown_fields=True):
    """A section of the report as it is printed."""

    key: str
    title: str
    sentences: tuple[str, ...]
    tables: tuple[tuple[tuple[str, ...], ...], ...]


class Report(Struct, frozen=True, forbid_unknown_fields=True):
    """A report to one power, or to the public where *power* is null."""

    version: int
    table: str
    game: str
    power: Power | None
    number: Annotated[int, Meta(description="How many turns were adjudicated.")]
    edition: Annotated[int, Meta(description="How often turns were taken back.")]
    turn: str
    headline: str
    lead: str
    results: tuple[Result, ...]
    sightings: Annotated[tuple[str, ...], Meta(description="What the reader was shown, one sentence each.")]
    sees: Annotated[tuple[str, ...], Meta(description="Hidden pieces known to the reader, as in rule cases.")]
    news: tuple[str, ...]
    units: Annotated[Mapping[Power, tuple[str, ...]], Meta(description="By power, in zine notation.")]
    centres: Annotated[Mapping[Power, tuple[str, ...]], Meta(description="By power, by short name.")]
    counts: Counts | None
    due: Waiting
    form: Annotated[tuple[str, ...], Meta(description="The order form, which is itself a valid message.")]
    board: Annotated[Mapping[str, Any], Meta(description="All other facts, by the keys of rule cases.")]
    sections: tuple[PrintedSection, ...]


class ReportContext(Struct, frozen=True):
    """What a report contains, besides its facts."""

    table: str
    number: int
    edition: int
    due: Due
    deadline_utc: datetime | None
    before: Tally | None
    form: tuple[str, ...]


def report(sheet: ReportFacts, context: ReportContext) -> Report:
    facts = dict(sheet.facts)
    orders, sees = facts.pop("orders", []), facts.pop("sees", [])
    units, centres = facts.pop("units", {}), facts.pop("centres", {})
    for repeated in ("turn", "due"):
        facts.pop(repeated, None)
    return Report(
        version=VERSION,
        table=context.table,
        game=sheet.game,
        power=sheet.reader,
        number=context.number,
        edition=context.edition,
        turn=sheet.turn,
        headline=sheet.headline,
        lead=sheet.lead,
        results=tuple(_result(order, sheet.reader) for order in orders),
        sightings=tuple(_sentences(sheet, "seen")),
        sees=tuple(sees),
        news=(*_sentences(sheet, "news"), *_sentences(sheet, "battles")),
        units={power: tuple(own) for power, own in units.items()},
        centres={power: tuple(own) for power, own in centres.items()},
        counts=_counts(sheet.tally, context.before),
        due=_waiting(sheet.reader, context),
        form=context.form,
        board=facts,
        sections=tuple(_part(section) for section in sheet.sections),
    )


def written(sheet: ReportFacts, context: ReportContext) -> tuple[str, bytes]:
    """Return the name of the file, and its contents."""
    return NAME, msgspec.json.format(
        msgspec.json.encode(report(sheet, context), order="deterministic"), indent=1
    )


def read(raw: bytes) -> Report:
    """Parse a report. Raises msgspec.ValidationError, with the place, if it does not fit the schema."""
    return msgspec.json.decode(raw, type=Report)


def schema() -> bytes:
    """Return the contents of docs/report.schema.json."""
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(Report)}
    return msgspec.json.format(msgspec.json.encode(whole, order="sorted"), indent=2) + b"\n"


def _result(order: Mapping[str, str], reader: Power | None) -> Result:
    return Result(
        order.get("power", reader or ""),
        order["order"],
        order["outcome"],
        order["cause"],
        order.get("short", ""),
        order.get("ordered_by", ""),
    )


def _sentences(sheet: ReportFacts, key: str) -> Iterator[str]:
    return (item.text for section in sheet.sections if section.key == key for item in section.items)


def _counts(tally: Tally | None, before: Tally | None) -> Counts | None:
    if tally is None:
        return None
    earlier = before.by if before else {}
    rows = (Count(power, number, number - earlier.get(power, number)) for power, number in tally.by.items())
    return Counts(tally.what, tuple(rows))


def _waiting(reader: Power | None, context: ReportContext) -> Waiting:
    due = context.due
    return Waiting(
        turn=due.turn,
        phase=due.phase,
        owed=due.owed,
        yours=due.owed.get(reader or "", ""),
        asked=due.asked.get(reader or "", ""),
        deadline_utc=context.deadline_utc,
        over=due.over,
        winners=due.winners,
    )


def _part(section: Section) -> PrintedSection:
    tables = tuple((table.columns, *table.rows) for table in section.tables)
    return PrintedSection(section.key, section.title, tuple(item.text for item in section.items), tables)
