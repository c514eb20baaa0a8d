"""One finding of the doctor."""

from collections.abc import Mapping

from msgspec import Struct

from pbem.core.sentences import Sentence


class Finding(Struct, frozen=True):
    """What was checked, the result, and a remedy. *is_well* None: there is nothing to check.

    The words are always our own, because the host's templates may be at fault.
    """

    what: str
    is_well: bool | None
    sentence: Sentence

    @property
    def said(self) -> str:
        """Return what was found."""
        return self.sentence.parts(None)[0]

    @property
    def remedy(self) -> str:
        """Return what to do, or ""."""
        return " ".join(self.sentence.parts(None)[1:])

    def as_facts(self) -> Mapping[str, object]:
        """Return the finding for a program that reads it."""
        return {"what": self.what, "is_well": self.is_well, "said": self.said, "remedy": self.remedy}
