"""Who is meant by "Ann <ann@example.org>"?  So a GM and the host name people, in letters and at the shell."""

import re

ADDRESS = re.compile(r"[^\s@<>,;\"]+@[^\s@<>,;\"]+\.?[^\s@<>,;\"]*")
NAMED = re.compile(r"(?:(?P<name>[^<>]*?)\s*<)?(?P<address>[^<>\s]+@[^<>\s]+?)>?")


def named(said: str) -> tuple[str, str]:
    """The name, "" if none is said, and the address in small letters; both "" if there is no address."""
    found = NAMED.fullmatch(said.strip())
    if found is None or not ADDRESS.fullmatch(found["address"]):
        return "", ""
    return (found["name"] or "").strip(" \"'"), found["address"].lower()
