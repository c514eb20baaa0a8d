"""Check for a valid DKIM signature of the sender's own domain (RFC 6376).

A signature of another domain (a mailing list, a parent domain) proves nothing here; DMARC, which knows about
parent domains, is left to the mail server.
"""

from collections.abc import Callable
from email.parser import BytesHeaderParser
from typing import Any

import dkim
from dkim.dnsplug import get_txt
from dns.exception import DNSException

_reader: Any = dkim.DKIM  # the package has no types
AskDns = Callable[..., bytes | None]
"""As dkimpy calls it: (name, timeout=seconds) → the TXT record."""

MOST_SIGNATURES = 5
UNREADABLE = (dkim.DKIMException, DNSException, ValueError, KeyError, IndexError, TypeError, AttributeError)


def by_signature(raw: bytes, domain: str, ask_dns: AskDns | None = None) -> bool:
    """Return whether the message has one of *domain* over its one From and its whole text."""
    headers = BytesHeaderParser().parsebytes(raw)
    signatures = headers.get_all("DKIM-Signature", [])[:MOST_SIGNATURES]
    if len(headers.get_all("From", [])) != 1:
        return False
    return any(_is_good(raw, number, domain, ask_dns or get_txt) for number in range(len(signatures)))


def _is_good(raw: bytes, number: int, domain: str, ask_dns: AskDns) -> bool:
    signature: Any = _reader(raw, timeout=5)
    try:
        is_valid = signature.verify(number, dnsfunc=_only_of(domain, ask_dns))
        fields = signature.signature_fields
        signed = [name.strip().lower() for name in fields[b"h"].split(b":")]
        is_of_domain = signature.domain.decode("ascii").lower() == domain
    except UNREADABLE:
        return False  # an unreadable signature or an unavailable key: not authenticated
    return bool(is_valid) and is_of_domain and b"from" in signed and b"l" not in fields


def _only_of(domain: str, ask_dns: AskDns) -> AskDns:
    """Look up keys of *domain* only, so that a message cannot make us query others."""

    def ask(name: bytes, timeout: int = 5) -> bytes | None:
        is_of_domain = name.lower().rstrip(b".").endswith(b"._domainkey." + domain.encode())
        return ask_dns(name, timeout=timeout) if is_of_domain else None

    return ask
