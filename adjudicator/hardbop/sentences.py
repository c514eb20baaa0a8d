"""The sentences of Hardbop Downfall, from `sentences.toml`, and those of both Middle-earth games."""

from adjudicator.core.sentences import Sentences

_SENTENCES = Sentences("adjudicator.hardbop", shared="adjudicator.middle_earth")
say, form, group = _SENTENCES.say, _SENTENCES.form, _SENTENCES.group
