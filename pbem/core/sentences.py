"""Sentences for people, as values until they are rendered.

The words are in ``templates/sentences/AREA.txt``, one block for each sentence, where a host can change or
translate them; if the host's own file lacks a block, ours is used. Code names a sentence and its facts, so an
error can carry a sentence out of a function that knows no templates. A line of three dots separates a
sentence from the remedy below it.

`tests/install/test_sentences.py` checks each call of `sentence` against its block: that the block exists,
that it gets exactly the facts that it uses, and that no block is unused. Therefore both names and all facts
are written out in the call.
"""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from pbem.core.templating import block


class Sentence(Struct, frozen=True):
    """The sentence *name* of *area* with its facts, which may be sentences themselves."""

    area: str
    name: str
    facts: dict[str, object]

    def parts(self, own_templates: Path | None) -> tuple[str, ...]:
        """Return the sentence and its remedies, each as one line."""
        facts = {name: _in_words(fact, own_templates) for name, fact in self.facts.items()}
        text = block(f"sentences/{self.area}.txt", self.name, facts, own_templates)
        parts = (" ".join(part.split()) for part in f"\n{text.strip()}\n".split("\n...\n"))
        return tuple(part for part in parts if part) or ("",)

    def words(self, own_templates: Path | None) -> str:
        """Return the sentence and its remedies as one line."""
        return " ".join(self.parts(own_templates))


Words = Sentence | str
"""A sentence, or plain text, such as a sentence of a game or something that a person wrote."""


def in_words(said: Words, own_templates: Path | None) -> str:
    """Return the text of a sentence; a text is returned as it is."""
    return said if isinstance(said, str) else said.words(own_templates)


class Explained(Exception):  # noqa: N818 - named, as all our errors, by what happened
    """The base class of errors whose *sentence* has the reason and a remedy."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(f"{sentence.area}.{sentence.name}")
        self.sentence = sentence

    def __str__(self) -> str:
        """Return our own words, for logs, the shell, and wherever the host's templates are not available."""
        return self.sentence.words(None)


class Unusable(Explained, ValueError):  # noqa: N818 - same
    """Something that a person wrote cannot be used."""


def cause_of(fault: ValueError) -> Words:
    """Return why something that a person wrote cannot be used."""
    return fault.sentence if isinstance(fault, Unusable) else str(fault)


def sentence(area: str, name: str, /, **facts: object) -> Sentence:
    """Return the sentence of that name, not yet in words."""
    return Sentence(area, name, facts)


def _in_words(fact: object, own_templates: Path | None) -> object:
    match fact:
        case Sentence():
            return fact.words(own_templates)
        case str() | bytes():
            return fact
        case Sequence():
            return [_in_words(one, own_templates) for one in fact]
        case _:
            return fact
