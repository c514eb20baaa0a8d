"""One finding of the doctor."""

from msgspec import Struct


class Finding(Struct, frozen=True):
    """What was looked at, how it is, and what helps. *is_well* None: there is nothing to look at."""

    what: str
    is_well: bool | None
    said: str
    remedy: str = ""
