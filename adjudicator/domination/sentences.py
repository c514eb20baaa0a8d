"""The sentences of Epic Domination, from `sentences.toml`."""

from adjudicator.core.sentences import Sentences

_SENTENCES = Sentences("adjudicator.domination")
say, group = _SENTENCES.say, _SENTENCES.group
