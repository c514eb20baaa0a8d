"""Which options may a new game of Middle-earth have?"""

from collections.abc import Sequence

from adjudicator.game import Facts, Option


def chosen(given: Facts, options: Sequence[Option]) -> dict[str, str]:
    """The options of a new game. Raises ValueError for a key or a value that there is not."""
    known = {option.key: option for option in options}
    for key, wanted in given.items():
        if key not in known:
            raise ValueError(f'no option "{key}"; there are {", ".join(known)}')
        if str(wanted) not in known[key].values:
            raise ValueError(f'{key}: "{wanted}" is none of {", ".join(known[key].values)}')
    return {key: str(wanted) for key, wanted in given.items()}
