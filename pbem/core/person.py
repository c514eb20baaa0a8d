"""Parse the name and the address of a person, as in "Ann <ann@example.org>" or "Ann ann@example.org".

GMs and hosts name people this way, in messages and in the shell.
"""

import re

ADDRESS = re.compile(r"[^\s@<>,;\"]+@[^\s@<>,;\"]+\.?[^\s@<>,;\"]*")
NAMED = re.compile(
    r"(?:(?P<name>[^<>]*?)\s*[<(]|(?P<plain>[^<>@]*?)\s+)?(?P<address>[^<>()\s]+@[^<>()\s]+?)[>)]?"
)
LONGEST = 500  # characters: an address has 254 at most (RFC 5321), and the patterns backtrack


def named(said: str) -> tuple[str, str]:
    """Return the name, "" if there is none, and the address in lower case; both "" if there is no address."""
    said = said.strip()
    found = NAMED.fullmatch(said) if len(said) <= LONGEST else None
    if found is None or not ADDRESS.fullmatch(found["address"]):
        return "", ""
    return (found["name"] or found["plain"] or "").strip(" \"'"), found["address"].lower()
