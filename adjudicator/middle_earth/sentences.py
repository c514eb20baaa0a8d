"""The sentences of both Middle-earth games, from `sentences.toml`."""

from adjudicator.core.sentences import Sentences

_SENTENCES = Sentences("adjudicator.middle_earth")
say, form, group = _SENTENCES.say, _SENTENCES.form, _SENTENCES.group
