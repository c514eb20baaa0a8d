"""TLS contexts for connections to other mail servers."""

from enum import StrEnum


class Security(StrEnum):
    """How a connection is encrypted, in the words of the settings."""

    TLS = "tls"  # from the first byte on
    STARTTLS = "starttls"
    NONE = "none"
