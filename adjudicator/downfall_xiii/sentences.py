"""The sentences of Downfall XIII, from `sentences.toml`, and those of both Middle-earth games."""

from adjudicator.core.sentences import Sentences

_SENTENCES = Sentences("adjudicator.downfall_xiii", shared="adjudicator.middle_earth")
say, form, group = _SENTENCES.say, _SENTENCES.form, _SENTENCES.group
