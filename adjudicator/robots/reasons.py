"""Why a robot would give an order, as a value: what it takes, helps or guards, as far as its seat knows."""

from collections.abc import Iterable, Sequence

from msgspec import Struct, structs

from adjudicator.core.game import Game, Power, State
from adjudicator.robots.geography import Geography, Standing, geography_of
from adjudicator.robots.proposals import HELP, is_move, moved
from adjudicator.robots.valuing import is_called, is_meant
from adjudicator.robots.worth import Worth, worth_of

RECRUIT = "RECRUIT"  # begins a line that adds to one's own armies
BUILD = "Build"  # the heading of builds, in games with headings
COMPANY = (" leads ", " with ")  # between a piece and the unit that it goes with
NEUTRALISES = "neutralises"  # makes the centre of another power unowned
PRECAUTION = "precaution"
HOLDS = " holds"  # ends an order that names no goal
SAID = ("other", "guards")  # kinds of reasons in place of which a game may have words of its own


class Reason(Struct, frozen=True):
    """*gain* in points, 0 if it was not measured.

    *kind*: "takes", "goes", "helps", "guards", "builds", "recruits", "heading" (or the condition of the next
    line), "precaution" (an additional order that costs nothing), "ends" (a line that ends the turn), "other".
    """

    line: str
    kind: str
    gain: float = 0.0
    place: str = ""  # full name, as inside a sentence
    owner: Power = ""  # of the centre there, "" for nobody
    helped: str = ""  # the order that is helped
    centre: str = ""  # what the game calls the centre there, if each of its places has an owner: "city"
    said: str = ""  # what such orders are good for, in the words of the game


def reasons(
    game: Game, state: State, power: Power, lines: Sequence[str], gains: Sequence[float]
) -> tuple[Reason, ...]:
    """Return a reason for each line of a sheet of *power*."""
    try:
        position = game.imagined(state, power)
    except ValueError:
        return tuple(Reason(line, "other") for line in lines)
    land, facts = geography_of(game, position), game.describe(position)
    owners = {land.place(name): one for one, names in facts["centres"].items() for name in names}
    names = {short: own[0] for short, own in game.card.places.items()}
    names |= {entry.short: entry.in_a_sentence for entry in land.atlas}
    given = [*gains, *[0.0] * len(lines)]
    worth = worth_of(game.card.key)
    words = {entry.in_a_sentence: entry.centre_word for entry in game.card.atlas if entry.is_centre}
    own = tuple(map(land.standing, facts["units"].get(power, ())))
    found: list[Reason] = []
    heading = ""
    for line, gain in zip(lines, given, strict=False):
        kind = _kind_by_form(line, game.card.headings, worth)
        heading = line if line in game.card.headings else heading
        if kind:
            found.append(Reason(line, kind, gain if kind == PRECAUTION else 0.0))
            continue
        one = _reason(line, gain, (land, owners, names), power, takes=_takes(line, worth))
        is_build = heading == BUILD and not is_move(line)
        one = Reason(line, "builds", gain, one.place) if is_build else one
        said = worth.why.get(line.partition(" ")[0], "") if one.kind in SAID else ""
        said = _errand(line, worth, power, own) if one.kind == "goes" else said
        found.append(structs.replace(one, said=said, centre=words.get(one.place, "")))
    return tuple(found)


def _kind_by_form(line: str, headings: Sequence[str], worth: Worth) -> str:
    """Return the kind of a line that has its reason by what it is, "" for any other."""
    if line in headings or _is_condition(line, worth):
        return "heading"
    if line in worth.ends:
        return "ends"
    return PRECAUTION if worth.is_eager(line) else ""


def _is_condition(line: str, worth: Worth) -> bool:
    """Return whether *line* only says when the order in the next line is not carried out."""
    guard = worth.guard
    return guard is not None and bool(guard.otherwise) and line.startswith(guard.line.partition("{")[0])


def _takes(line: str, worth: Worth) -> bool:
    """Return whether the unit of *line*, or one that goes with it, can take a centre; a piece cannot."""
    with_it = next((rest for sign in COMPANY if (rest := line.partition(sign)[2])), line)
    return worth.kinds.get(with_it.split()[0]) != 0


def _errand(line: str, worth: Worth, power: Power, own: Iterable[Standing]) -> str:
    """Return what the move of a piece that searches or carries something is good for, "" for other moves."""
    mover = line.partition(" - ")[0]
    pieces = [unit for unit in own if is_called(mover, unit, worth)]
    meant = (aim.why for aim in worth.aims for unit in pieces if is_meant(aim, power, unit))
    return next(meant, "")


def _reason(
    line: str,
    gain: float,
    board: tuple[Geography, dict[str, Power], dict[str, str]],
    power: Power,
    *,
    takes: bool,
) -> Reason:
    land, owners, names = board
    goal = land.goal(line.removesuffix(HOLDS))
    name, owner = names.get(goal, goal), owners.get(goal, "")
    is_centre = goal in owners or goal in land.centres
    if line.startswith(RECRUIT):
        return Reason(line, "recruits", gain, name, owner)
    if any(sign in line for sign in HELP):
        return Reason(line, "helps", gain, name, owner, moved(line))
    if is_move(line) and goal:
        gains = is_centre and owner != power and (takes or (NEUTRALISES in line and owner))
        return Reason(line, "takes" if gains else "goes", gain, name, owner)
    if is_centre and takes and owner == power and not line.startswith(("Build", "Remove")):
        return Reason(line, "guards", gain, name, owner)
    return Reason(line, "other", gain, name, owner)
