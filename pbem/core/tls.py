"""How is a line to another mail server guarded?"""

from enum import StrEnum


class Security(StrEnum):
    """In the words of the settings."""

    TLS = "tls"  # from the first byte on
    STARTTLS = "starttls"
    NONE = "none"
