"""Lists of names in a sentence."""

from collections.abc import Sequence


def listed(names: Sequence[str]) -> str:
    """ "Gondor, Rohan and Umbar" """
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
