"""The sentences of Downfall of Empires, from `sentences.toml`."""

from adjudicator.core.sentences import Sentences

_SENTENCES = Sentences("adjudicator.empires")
say, form, group = _SENTENCES.say, _SENTENCES.form, _SENTENCES.group
