"""The options of a new game."""

from collections.abc import Sequence

from adjudicator.core.game import Facts, Option


def chosen(given: Facts, options: Sequence[Option]) -> dict[str, str]:
    """Return the options of a new game as text; one without values on the card accepts any.

    Raises ValueError for an unknown key or value.
    """
    known = {option.key: option.values for option in options}
    for key, wanted in given.items():
        if key not in known:
            raise ValueError(f'no option "{key}"; there are {", ".join(known)}')
        if known[key] and str(wanted) not in known[key]:
            raise ValueError(f'{key}: "{wanted}" is none of {", ".join(known[key])}')
    return {key: str(wanted) for key, wanted in given.items()}
