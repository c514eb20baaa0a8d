"""Find settings that work and are unsafe: `pbem serve` warns of them, and `pbem doctor` reports them.

They are not refused. A service that runs must go on running after an upgrade, and another secret would void
every reply address that players have.
"""

from collections.abc import Iterator
from ipaddress import ip_address
from typing import TYPE_CHECKING, NamedTuple

from pbem.core.sentences import Sentence, sentence

if TYPE_CHECKING:
    from pbem.core.settings import Settings

LEAST_LENGTH, LEAST_DIFFERENT = 20, 8  # characters of a secret
LONGEST_WORD = 32  # letters alone that are longer are hardly a word
THIS_MACHINE = ("localhost", "host.docker.internal", "host.containers.internal")


class Risk(NamedTuple):
    """What is unsafe, with a remedy; *what* is the line of the doctor that it belongs to."""

    what: str
    said: Sentence


def risks(settings: "Settings") -> Iterator[Risk]:
    """Yield what is unsafe, in the order of the file."""
    secret = settings.trust.secret.get_secret_value()
    if secret and is_weak(secret):
        yield Risk("secret", sentence("risks", "weak_secret", least=LEAST_LENGTH))
    imap, sender = settings.imap, settings.sender
    if imap.on and imap.security == "none" and not is_private(imap.host):
        yield Risk("imap", sentence("risks", "open_login", section="imap", host=imap.host, port=993))
    if sender.user and sender.security == "none" and not is_private(sender.host):
        yield Risk("sender", sentence("risks", "open_login", section="sender", host=sender.host, port=465))


def is_weak(secret: str) -> bool:
    """Return whether a secret is short, a word, or the same few characters again and again."""
    is_word = secret.isalpha() and len(secret) < LONGEST_WORD
    return len(secret) < LEAST_LENGTH or len(set(secret)) < LEAST_DIFFERENT or is_word


def is_private(host: str) -> bool:
    """Return whether *host* is this machine, or a name without a dot, as containers have on their network."""
    name = host.lower().strip("[]").rstrip(".")
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return "." not in name or name in THIS_MACHINE or name.endswith(".localhost")
