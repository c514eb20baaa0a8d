"""Which version of the program answers?  VERSION, for players, game masters and anybody."""

from importlib.metadata import version

from pbem.commands import Request
from pbem.deeds import Visit, done
from pbem.reports import Deed


def told(visit: Visit, request: Request) -> Deed:
    """VERSION"""
    sentence = f"Downfall by mail, version {version('downfall-by-mail')}."
    return done(request, sentence, f"GAMES lists the tables of {visit.office.house.name}.")
