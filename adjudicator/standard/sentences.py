"""The sentences of standard Diplomacy, which stand in `sentences.toml`."""

from adjudicator.core.sentences import Sentences

SENTENCES = Sentences("adjudicator.standard")
say = SENTENCES.say
