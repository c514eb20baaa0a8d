"""The sentences of Downfall XIII, from `sentences.toml`."""

from adjudicator.core.sentences import Sentences

_SENTENCES = Sentences("adjudicator.downfall_xiii")
say, form, group = _SENTENCES.say, _SENTENCES.form, _SENTENCES.group
