"""The base class of errors about what the host asked for."""

from pbem.core.sentences import Explained


class HostFault(Explained):
    """Nothing was done."""
