"""Email addresses: the canonical form in which they are stored, compared and written.

A domain with characters outside ASCII is written as in the DNS ("xn--..."), so that nearly every address is
plain ASCII. Other characters before the "@" stay (RFC 6531): such an address can be answered if the relay
supports SMTPUTF8, but no seat can be registered with it.
"""

import re
from unicodedata import normalize

from pbem.core.sentences import Unusable, sentence

NOBODY = "erased@invalid"  # stands for somebody who was erased; no mail ever goes there (RFC 2606)
LONGEST = 254  # RFC 5321, 4.5.3.1.3, without the angle brackets
LONGEST_LOCAL_PART = 64
LONGEST_DOMAIN = 190
LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
FORBIDDEN = re.compile(r'[\s<>()\[\]\\,;:@"]')


def canonical(text: str) -> str:
    """Return *text* with its domain in lower-case ASCII; "" if it is not an address."""
    local, _, domain = normalize("NFC", text).rpartition("@") if len(text) <= LONGEST else ("", "", "")
    if not _is_local_part(local) or local.isascii() != text.rpartition("@")[0].isascii():
        return ""
    host = ascii_domain(domain)
    return f"{local}@{host}" if host and len(local) + len(host) < LONGEST else ""


def ascii_domain(domain: str) -> str:
    """Return *domain* as in the DNS, in lower case and without a final dot; "" if it is not valid."""
    small = domain.lower().removesuffix(".")
    host = small if domain.isascii() else _in_ascii(small)
    is_domain = len(host) <= LONGEST_DOMAIN and all(map(LABEL.fullmatch, host.split(".")))
    return host if is_domain else ""


def registrable(text: str) -> str:
    """Return *text* as the address of a seat, in lower case. Raises ValueError with a sentence."""
    address = canonical(text).lower()
    if not address:
        raise Unusable(sentence("written", "no_address", text=text))
    if not address.isascii():
        raise Unusable(sentence("written", "not_plain", text=text))
    return address


def _is_local_part(local: str) -> bool:
    is_printable = local.isprintable() and not FORBIDDEN.search(local)
    return is_printable and 0 < len(local.encode("utf-8", "replace")) <= LONGEST_LOCAL_PART


def _in_ascii(domain: str) -> str:
    """Return *domain* by IDNA; "" if that is the name of another domain, such as "ss" for a sharp s."""
    try:
        host = domain.encode("idna").decode("ascii")
        is_same = host.encode("ascii").decode("idna") == normalize("NFC", domain)
    except UnicodeError:
        return ""
    return host if is_same else ""
