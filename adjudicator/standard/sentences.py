"""The sentences of standard Diplomacy, from `sentences.toml`."""

from adjudicator.core.sentences import Sentences

_SENTENCES = Sentences("adjudicator.standard")
say, group = _SENTENCES.say, _SENTENCES.group
