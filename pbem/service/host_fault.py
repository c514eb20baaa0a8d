"""What the host asked for was not done: the base of such errors."""

from pbem.core.sentences import Sentence


class HostFault(Exception):  # noqa: N818 - named, as all our errors, by what happened
    """Nothing was done; *sentence* says why and what would do."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(f"{sentence.area}.{sentence.name}")
        self.sentence = sentence

    def __str__(self) -> str:
        """Return our own words, as the shell prints them."""
        return self.sentence.words(None)
