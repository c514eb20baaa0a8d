"""Did the address in From really send this letter?

Two can vouch for it. A mail server that the host trusts says so in Authentication-Results: only the topmost
of these headers count, down to the first that names somebody else, because what lies below came with the
letter. Or the letter holds a DKIM signature of the very domain of the address, over its From and its whole
text. A signature of another domain (a mailing list, a parent domain) vouches for nobody here; DMARC, which
knows about parent domains, is left to the mail server.
"""

import re
from collections.abc import Callable, Sequence
from email.parser import BytesHeaderParser
from typing import Any

import dkim
from dkim.dnsplug import get_txt
from dns.exception import DNSException

from pbem.letter import Letter

_reader: Any = dkim.DKIM  # the package has no types
AskDns = Callable[..., bytes | None]
"""As dkimpy calls it: (name, timeout=seconds) → the TXT record."""

Vouch = Callable[[Letter, bytes], bool]
"""Does anybody vouch for the sender of a letter (read, and raw)? May ask the DNS: never in a transaction."""

METHODS = {  # who must be named, for a "pass" to speak for the From domain
    "dmarc": ("header.from",),
    "dkim": ("header.d", "header.i"),
    "spf": ("smtp.mailfrom", "smtp.mail"),
}
MOST_SIGNATURES = 5
UNREADABLE = (dkim.DKIMException, DNSException, ValueError, KeyError, IndexError, TypeError, AttributeError)


def vouches(
    letter: Letter, raw: bytes, trusted: Sequence[str], *, check_dkim: bool, ask_dns: AskDns = get_txt
) -> bool:
    """Does anybody vouch for the sender of *letter*?"""
    domain = letter.sender.rpartition("@")[2].lower()
    if not domain:
        return False
    return by_mail_server(letter.authentication, domain, trusted) or (
        check_dkim and by_signature(raw, domain, ask_dns)
    )


def by_mail_server(results: Sequence[str], domain: str, trusted: Sequence[str]) -> bool:
    """Do the topmost *results* (Authentication-Results, RFC 8601) that are of *trusted* hosts say so?"""
    names = {host.lower() for host in trusted}
    for result in results:
        clauses = [clause.strip() for clause in _without_comments(result).split(";")]
        host = (clauses[0].split() or [""])[0].lower()
        if host not in names:
            return False
        if any(_passes(clause.lower(), domain) for clause in clauses[1:]):
            return True
    return False


def _passes(clause: str, domain: str) -> bool:
    """ "dkim=pass header.d=x.org" for x.org"""
    words = clause.split()
    if not words or not (verdict := re.fullmatch(r"(dmarc|dkim|spf)(?:/\d+)?=pass", words[0])):
        return False
    said = dict(word.split("=", 1) for word in words[1:] if "=" in word)
    named = {said[key].strip('"').rpartition("@")[2] for key in METHODS[verdict[1]] if key in said}
    return domain in named


def _without_comments(text: str) -> str:
    """*text* without what stands in (brackets (and brackets in them)); an open one hides the rest."""
    kept, depth = [], 0
    for letter in re.sub(r'"[^"]*"', _harmless, text.replace("\\", "")):
        depth += letter == "("
        if depth == 0:
            kept.append(letter)
        depth -= letter == ")" and depth > 0
    return "".join(kept)


def _harmless(quoted: re.Match[str]) -> str:
    """A quoted text without the signs that part a result; it cannot pretend to be a clause."""
    return re.sub(r"[();=\s]", "_", quoted.group())


def by_signature(raw: bytes, domain: str, ask_dns: AskDns = get_txt) -> bool:
    """Does the letter hold a good DKIM signature of *domain* over its one From and its whole text?"""
    headers = BytesHeaderParser().parsebytes(raw)
    signatures = headers.get_all("DKIM-Signature", [])[:MOST_SIGNATURES]
    if len(headers.get_all("From", [])) != 1:
        return False
    return any(_is_good(raw, number, domain, ask_dns) for number in range(len(signatures)))


def _is_good(raw: bytes, number: int, domain: str, ask_dns: AskDns) -> bool:
    signature: Any = _reader(raw, timeout=5)
    try:
        is_valid = signature.verify(number, dnsfunc=_only_of(domain, ask_dns))
        fields = signature.signature_fields
        signed = [name.strip().lower() for name in fields[b"h"].split(b":")]
        is_of_domain = signature.domain.decode("ascii").lower() == domain
    except UNREADABLE:
        return False  # an unreadable signature, a key that cannot be had: nobody vouches
    return bool(is_valid) and is_of_domain and b"from" in signed and b"l" not in fields


def _only_of(domain: str, ask_dns: AskDns) -> AskDns:
    """The DNS, asked for keys of *domain* alone: a letter may not send us about."""

    def ask(name: bytes, timeout: int = 5) -> bytes | None:
        is_of_domain = name.lower().rstrip(b".").endswith(b"._domainkey." + domain.encode())
        return ask_dns(name, timeout=timeout) if is_of_domain else None

    return ask
