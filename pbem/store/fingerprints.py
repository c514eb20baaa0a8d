"""Fingerprints: two messages with the same one are the same message, stored once."""

import hashlib
import re

from pbem.messages import mime

MESSAGE_ID = re.compile(rb"^message-id:[ \t]*(?:\r?\n[ \t]+)?(<[^<>\0\r\n]{1,900}>)", re.I | re.M)


OF_THE_SENDER = ("from", "subject", "date")


def fingerprint_of(raw: bytes) -> str:
    """Return a fingerprint: the Message-ID with the content, or else a hash of every byte.

    Some programs give all their messages the same id. Trace headers and encodings do not count as content,
    because they differ when the same message comes through two inlets.
    """
    head = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[0]
    found = MESSAGE_ID.search(head)
    if found:
        return f"{found.group(1).decode('latin-1')} {_hash_of_content(raw)}"
    return f"sha256:{hashlib.sha256(raw).hexdigest()}"


def _hash_of_content(raw: bytes) -> str:
    """Hash what the sender wrote: some headers, and each part decoded."""
    whole, digest = mime.parse(raw), hashlib.sha256()
    for name in OF_THE_SENDER:
        digest.update(b" ".join(whole.headers.first(name).encode("utf-8", "replace").split()) + b"\0")
    for part in mime.walk(whole):
        if not part.children:
            digest.update(mime.payload(part).replace(b"\r\n", b"\n").rstrip() + b"\0")
    return digest.hexdigest()[:32]
