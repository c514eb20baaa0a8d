"""Describe a picture in words for readers who cannot see it."""

from collections.abc import Mapping, Sequence

from adjudicator.core.sentences import say


def in_words(what: str, units: Mapping[str, Sequence[str]], seen: Sequence[str] = ()) -> str:
    """Return the alternative text: *what* the picture shows, each power's *units*, and what else is *seen*.

    in_words("The map of Europe, Spring 1901", {"Italy": ["A Rom", "F Nap"]}) gives "The map of Europe, Spring
    1901. Italy: A Rom, F Nap."
    """
    told = [f"{power}: {', '.join(own)}." for power, own in units.items() if own]
    hidden = [say("also_known", pieces=", ".join(seen))] if seen else []
    return " ".join([f"{what}.", *(told or [say("nothing_stands_on_it")]), *hidden])
