"""SET LISTED and SET DIGEST: a person's preferences for all tables of this host, by address."""

from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import CommandContext, SeatCommandContext, done, refused
from pbem.commands.seats.preferences import clean_name
from pbem.core.sentences import Unusable, sentence
from pbem.messages.script import Request
from pbem.reports import CommandResult
from pbem.tables.people import digests, profiles

OFF = ("off", "no", "not", "stop", "end", "cancel")
ON_OR_OFF = r"(?:set\s+)?{0}(?:\s+(on|off|yes|no))?|(no|not|stop|end|cancel)\s+(?:my\s+|the\s+)?{0}"


def _is_on(request: Request) -> bool:
    """Return whether a preference is wanted: DIGEST alone means DIGEST ON."""
    return request.argument.lower() not in OFF


def listed(visit: CommandContext, request: Request) -> CommandResult:
    """List the sender in the directory of players, under their name in this message."""
    is_on = _is_on(request)
    try:
        name = clean_name(visit.person.name) if is_on else ""
    except Unusable as fault:
        return refused(request, fault.sentence, sentence("profiles", "no_name_to_list"))
    profile = profiles.of_address(visit.session, visit.person.address)
    profile.is_listed, profile.name = is_on, name
    visit.session.flush()
    site = visit.office.settings.site.url
    return done(request, sentence("profiles", "listed", name=name, site=site))


def listed_of_seat(acting: SeatCommandContext, request: Request) -> CommandResult:
    return listed(acting.visit, request)


def digest(visit: CommandContext, request: Request) -> CommandResult:
    """Send bulletins and news that the sender only reads in one mail a day, or separately again."""
    is_on, address = _is_on(request), visit.person.address.lower()
    profile = profiles.of_address(visit.session, address)
    profile.has_digest = is_on
    visit.session.flush()
    waiting = 0 if is_on else digests.release(visit.session, address, visit.now)
    hour, zone = visit.office.settings.players.digest_hour, visit.office.settings.house.zone
    return done(request, sentence("profiles", "digest", is_on=is_on, waiting=waiting, hour=hour, zone=zone))


def digest_of_seat(acting: SeatCommandContext, request: Request) -> CommandResult:
    return digest(acting.visit, request)


COMMANDS = (
    Command(
        "DIGEST",
        ON_OR_OFF.format(r"(?:daily\s+)?digest"),
        group=Group.PLAYER,
        page="name",
        run=digest_of_seat,
        run_as_guest=digest,
        after_the_end=True,
        by_gm=ByGm.NO,
        by_program=False,
        is_for_guests=True,
    ),
    Command(
        "LISTED",
        ON_OR_OFF.format("listed"),
        group=Group.PLAYER,
        page="name",
        topics=("directory", "reliability"),
        run=listed_of_seat,
        run_as_guest=listed,
        after_the_end=True,
        by_gm=ByGm.NO,
        by_program=False,
        is_for_guests=True,
    ),
)
