"""TLS contexts for connections to other mail servers."""

import ssl
from enum import StrEnum
from pathlib import Path


class Security(StrEnum):
    """How a connection is encrypted, in the words of the settings."""

    TLS = "tls"  # from the first byte on
    STARTTLS = "starttls"
    NONE = "none"


def trusting(ca_file: Path | None) -> ssl.SSLContext | None:
    """Return a context that trusts only the authorities in *ca_file*; None for those of the system.

    Raises OSError, for example ssl.SSLError.
    """
    return ssl.create_default_context(cafile=ca_file) if ca_file is not None else None
