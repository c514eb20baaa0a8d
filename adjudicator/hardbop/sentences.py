"""The sentences of Hardbop Downfall, from `sentences.toml`."""

from adjudicator.core.sentences import Sentences

_SENTENCES = Sentences("adjudicator.hardbop")
say, form, group = _SENTENCES.say, _SENTENCES.form, _SENTENCES.group
