"""The sentences of Downfall XIII, which stand in `sentences.toml`."""

from adjudicator.core.sentences import Sentences

say = Sentences("adjudicator.downfall_xiii").say
