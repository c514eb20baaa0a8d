"""Who is meant by "Ann <ann@example.org>"?

So a GM and the host name people, in messages and at the shell.
"""

import re

ADDRESS = re.compile(r"[^\s@<>,;\"]+@[^\s@<>,;\"]+\.?[^\s@<>,;\"]*")
NAMED = re.compile(r"(?:(?P<name>[^<>]*?)\s*<)?(?P<address>[^<>\s]+@[^<>\s]+?)>?")
LONGEST = 500  # signs: an address has 254 at most (RFC 5321), and the patterns go back and forth


def named(said: str) -> tuple[str, str]:
    """The name, "" if none is said, and the address in small letters; both "" if there is no address."""
    said = said.strip()
    found = NAMED.fullmatch(said) if len(said) <= LONGEST else None
    if found is None or not ADDRESS.fullmatch(found["address"]):
        return "", ""
    return (found["name"] or "").strip(" \"'"), found["address"].lower()
