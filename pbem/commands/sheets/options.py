"""OPTIONS and FORM: the orders that a player may give, and an order form with every unit."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, takewhile

from adjudicator.core.language.words import listed
from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import SeatCommandContext, refused
from pbem.commands.sheets.combinations import are_in_any_order, choice
from pbem.commands.sheets.options_of_a_place import naming, of_units_there, place_meant
from pbem.core.sentences import Sentence, sentence
from pbem.core.text_layout import form_line, wrapped
from pbem.messages.script import Request
from pbem.reports import AnswerPage, CommandResult
from pbem.tables import order_sheets

MANY = 10  # orders of a unit that differ only in their end: OPTIONS and the unit lists them in one line
SEVERAL = 4  # the same for OPTIONS alone, which is long
FEW = 3  # the same if the end follows a word, as in "A Ise destroys any", and not a sign, as in "A Ise - Gap"
ADJUSTMENTS = ("Build ", "Removal ")  # entries for a number of builds or removals, not for a unit
BESIDES = ", besides"  # the end of an entry with orders in addition to the unit's action


def options(acting: SeatCommandContext, request: Request) -> CommandResult | AnswerPage:
    """List the possible orders of a unit, or of all units."""
    at = acting.at
    chosen = at.game.choices(at.table.position, at.row.power)
    form = at.game.form(at.table.position, at.row.power)
    every = _as_on_form(chosen, form)
    written = _with_short_names(request.argument, at.game.card.pieces)
    wanted = (_meant(written, every) or _due_in(written, every)) if written else every
    lead: list[str] = []
    if not wanted and (place := place_meant(request.argument, at.atlas)):
        wanted = of_units_there(place, every)
        if not wanted and (wanted := naming(place, every)):
            lead = [wrapped(acting.words(sentence("preview", "none_there", place=place.name)))]
    if not wanted and (lines := _drafts_on_form(request.argument, form)):
        return _page(acting, sentence("preview", "options"), "\n".join(wrapped(line, 2, 4) for line in lines))
    if not wanted and every:
        entries = dict.fromkeys(_unit(entry) for entry in every if not _is_heading(acting, entry, every))
        return refused(request, sentence("preview", "no_unit", written=request.argument, entries=[*entries]))
    many = MANY if request.argument else SEVERAL
    note = at.game.card.choices_note
    listed_orders = [*lead, *_listed(acting, wanted, many), *([wrapped(note)] if note and wanted else [])]
    return _page(acting, sentence("preview", "options"), "\n\n".join(listed_orders))


def _is_heading(acting: SeatCommandContext, entry: str, every: Mapping[str, Sequence[str]]) -> bool:
    """Return whether an entry of `choices` is a heading of the order sheet."""
    return [*every[entry]] == [entry] and entry in acting.at.game.card.headings


def _listed(acting: SeatCommandContext, wanted: Mapping[str, Sequence[str]], many: int) -> Iterator[str]:
    """Yield a paragraph for each entry, and one for the orders in addition to the units' actions.

    Entries that are alike, such as Build 1 and Build 2, share one.
    """
    actions = (entry for entry in wanted if not entry.endswith(BESIDES))
    for orders, entries in groupby(actions, lambda entry: wanted[entry]):
        named = [*entries]
        if len(named) == 1 and _is_heading(acting, named[0], wanted):
            yield acting.words(sentence("preview", "under_heading", heading=named[0]))
            continue
        told = [line for _, line in _in_short(acting, orders, many)]
        yield "\n".join([f"{listed(named, 'and')}:", *(wrapped(line, 2, 4) for line in told)])
    besides = {_unit(entry): orders for entry, orders in wanted.items() if entry.endswith(BESIDES)}
    if any(besides.values()):
        has_more_above = len(besides) < len(wanted)
        heading = acting.words(sentence("preview", "besides", has_more_above=has_more_above))
        yield "\n".join([heading, *(wrapped(line, 2, 4) for line in _once(acting, besides))])


def _once(acting: SeatCommandContext, besides: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield lines of orders, each for the first of the units that may be ordered so, and name the others."""
    alike: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for unit, orders in besides.items():
        for run, line in _in_short(acting, orders, MANY):
            alike.setdefault(tuple(order.removeprefix(unit) for order in run), []).append((unit, line))
    for (_, line), *others in alike.values():
        units = [unit for unit, _ in others]
        yield acting.words(sentence("preview", "same_for", line=line, units=units))


def _drafts_on_form(written: str, form: Sequence[str]) -> Sequence[str]:
    """Return the comments of the form that begin with a word in capitals, such as PAUSE."""
    drafts = (line.lstrip("# ") for line in form if line.startswith("#"))
    return [line for line in drafts if line.partition(" ")[0] == written.strip().upper()]


def _as_on_form(every: Mapping[str, Sequence[str]], form: Sequence[str]) -> dict[str, Sequence[str]]:
    """Return the entries in the order of the form, such as where Gandalf starts before what he does there.

    An entry without a line on the form stays below the one above it.
    """
    ranks: list[int] = []
    for orders in every.values():
        on_form = (rank for rank, line in enumerate(form) if line in orders)
        ranks.append(next(on_form, ranks[-1] if ranks else 0))
    in_order = sorted(zip(ranks, every.items(), strict=True), key=lambda one: one[0])
    return dict(entry for _, entry in in_order)


def _in_short(
    acting: SeatCommandContext, orders: Sequence[str], many: int
) -> Iterator[tuple[Sequence[str], str]]:
    """Yield *orders* with their lines; so *many* in a row that differ only in their end share one.

    So do those that are all the ways to choose some of several things.
    """
    if found := choice(orders):
        yield (
            orders,
            acting.words(
                sentence("preview", "choice", first=orders[0], number=found.number, things=found.things)
            ),
        )
        return
    if are_in_any_order(orders):
        yield orders, acting.words(sentence("preview", "any_order", first=orders[0]))
        return
    for stem, run in _by_stem(orders):
        if len(run) >= (FEW if stem[-1:].isalpha() else many):
            first, *others = (order.removeprefix(stem).strip() for order in run)
            yield run, acting.words(sentence("preview", "alike", first=run[0], end=first, others=others))
        else:
            yield from (([order], order) for order in run)


def _by_stem(orders: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield runs of *orders* with what they have in common up to their ends, "" if that is not enough."""
    run: list[str] = []
    stem = ""
    for order in orders:
        together = _stem(run[-1], order) if run else ""
        if run and together and stem in ("", together):
            stem = together
        elif run:
            yield stem, run
            run, stem = [], ""
        run.append(order)
    if run:
        yield stem, run


def _stem(one: str, other: str) -> str:
    """Return the words that both begin with, up to a verb or preposition, or to all but the last word.

    "A Ise destroys" is one, for "A Ise destroys Lord of the Nazgul" too, and "RESEARCH"; "A Ise" is not one.
    """
    if one.rpartition(" ")[0] == other.rpartition(" ")[0]:
        return one.rpartition(" ")[0]
    pairs = zip(one.split(), other.split(), strict=False)
    common = [word for word, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
    is_verb = common and (
        common[-1].islower() if len(common) > 1 else common[0].isupper() and len(common[0]) > 1
    )
    return " ".join(common) if is_verb else ""


def _page(acting: SeatCommandContext, title: Sentence, text: str) -> AnswerPage:
    due = acting.at.game.due(acting.at.table.position)
    nothing = sentence("preview", "nothing_to_order", turn="" if due.over else due.turn)
    return AnswerPage(acting.words(title), text or acting.words(nothing), is_set=True)


def _unit(entry: str) -> str:
    """Return the unit of an entry like "A Lam, besides"."""
    return entry.partition(",")[0]


def _meant(written: str, every: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """Return the entries of the units that *written* means: "Fe" is the Fellowship, not the Ranger FEr."""
    words = _plain(written)
    begun = {unit: orders for unit, orders in every.items() if _plain(_unit(unit))[: len(words)] == words}
    return begun or {unit: orders for unit, orders in every.items() if _is_meant(written, unit)}


def _with_short_names(written: str, pieces: Mapping[str, str]) -> str:
    """Return *written* with the short name of the piece that it begins with: "R" for "my Rangers"."""
    asked = " ".join(written.split())
    for short, name in pieces.items():
        if begins := re.match(rf"(?:(?:my|the)\s+)?{re.escape(name)}s?\b", asked, re.IGNORECASE):
            return f"{short}{asked[begins.end() :]}"
    return asked


def _due_in(place: str, every: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """Return the builds and removals in *place*, as orders write it."""
    found = {
        entry: [order for order in orders if order.lower().split()[-1:] == _plain(place)]
        for entry, orders in every.items()
        if entry.startswith(ADJUSTMENTS)
    }
    return {entry: orders for entry, orders in found.items() if orders}


def _is_meant(written: str, entry: str) -> bool:
    """Return whether "a paris" means "A Par", or "A MTi" means "2A MTi": word by word, by beginnings."""
    words, own = _plain(written), _plain(_unit(entry))
    pairs = list(zip(words[-len(own) :], own[-len(words) :], strict=False))
    return bool(pairs) and all(one.startswith(two) or two.startswith(one) for one, two in pairs)


def _plain(unit: str) -> list[str]:
    """Return the words of a unit without the number of a stack."""
    return [word for word in re.sub(r"^\d+\s*", "", unit.strip().lower()).split() if word]


def form(acting: SeatCommandContext, _request: Request) -> AnswerPage:
    lines = acting.at.game.form(acting.at.table.position, acting.at.row.power)
    text = "\n".join(map(form_line, lines))
    if text and order_sheets.on_file(acting.session, acting.at.place) is not None:
        text = f"{wrapped(acting.words(sentence('preview', 'form_on_file')))}\n\n{text}"
    return _page(acting, sentence("preview", "form"), text)


COMMANDS = (
    Command(
        "FORM",
        r"(?:send\s+)?(?:order\s+)?form()",
        changes=False,
        group=Group.ORDERS,
        page="status",
        run=form,
        by_gm=ByGm.IF_SHOWN,
    ),
    Command(
        "OPTIONS",
        r"(?:options|choices)(?:\s+(?:for\s+)?(.{1,60}))?",
        changes=False,
        group=Group.ORDERS,
        page="status",
        run=options,
        by_gm=ByGm.IF_SHOWN,
    ),
)
