"""Decide whether the address in From really sent this message.

There are two kinds of proof. A mail server that the host trusts says so in Authentication-Results: only the
topmost of these headers count, down to the first that names another server, because what is below came with
the message. Or the message has a DKIM signature of the very domain of the address, over its From and its
whole text (`pbem.messages.dkim_signatures`).
"""

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from adjudicator.core.lazy_imports import IMPORTS
from pbem.messages.message import IncomingMessage

if TYPE_CHECKING:
    from pbem.messages.dkim_signatures import AskDns

Vouch = Callable[[IncomingMessage, bytes], bool]
"""Tells whether the sender of a message (parsed, and raw) is authenticated.

It may ask the DNS, so never call it in a transaction.
"""

METHODS = {  # the property that must name the From domain, for a "pass" to count
    "dmarc": ("header.from",),
    "dkim": ("header.d", "header.i"),
    "spf": ("smtp.mailfrom", "smtp.mail"),
}


def vouches(
    message: IncomingMessage,
    raw: bytes,
    trusted: Sequence[str],
    *,
    check_dkim: bool,
    ask_dns: "AskDns | None" = None,
) -> bool:
    """Return whether the sender of *message* is authenticated."""
    domain = message.sender.rpartition("@")[2].lower()
    if not domain:
        return False
    if by_mail_server(message.authentication, domain, trusted):
        return True
    return check_dkim and _is_signed(raw, domain, ask_dns)


def _is_signed(raw: bytes, domain: str, ask_dns: "AskDns | None") -> bool:
    with IMPORTS:  # dkimpy is slow to import; tokens need none of it
        from pbem.messages.dkim_signatures import by_signature

    return by_signature(raw, domain, ask_dns)


def by_mail_server(results: Sequence[str], domain: str, trusted: Sequence[str]) -> bool:
    """Return whether the topmost *results* (Authentication-Results, RFC 8601) of *trusted* hosts say so."""
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
    """Return whether a clause passes for *domain*, as "dkim=pass header.d=x.org" does for x.org."""
    words = clause.split()
    if not words or not (verdict := re.fullmatch(r"(dmarc|dkim|spf)(?:/\d+)?=pass", words[0])):
        return False
    said = dict(word.split("=", 1) for word in words[1:] if "=" in word)
    named = {said[key].strip('"').rpartition("@")[2] for key in METHODS[verdict[1]] if key in said}
    return domain in named


def _without_comments(text: str) -> str:
    """Remove (nested) brackets; an unclosed one hides the rest."""
    stored, depth = [], 0
    for message in re.sub(r'"[^"]*"', _harmless, text.replace("\\", "")):
        depth += message == "("
        if depth == 0:
            stored.append(message)
        depth -= message == ")" and depth > 0
    return "".join(stored)


def _harmless(quoted: re.Match[str]) -> str:
    """Return a quoted text without separators, so that it cannot pretend to be a clause."""
    return re.sub(r"[();=\s]", "_", quoted.group())
