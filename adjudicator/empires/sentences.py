"""The sentences of Downfall of Empires, which stand in `sentences.toml`."""

from adjudicator.core.sentences import Sentences

say = Sentences("adjudicator.empires").say
