"""The base class of errors about what the host asked for."""

from pbem.core.sentences import Sentence


class HostFault(Exception):  # noqa: N818 - named, as all our errors, by what happened
    """Nothing was done; *sentence* has the reason and a remedy."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(f"{sentence.area}.{sentence.name}")
        self.sentence = sentence

    def __str__(self) -> str:
        """Return our own words, as the shell prints them."""
        return self.sentence.words(None)
