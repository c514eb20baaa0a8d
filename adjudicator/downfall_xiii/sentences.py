"""The sentences of Downfall XIII, from `sentences.toml`."""

from adjudicator.core.sentences import Sentences

say = Sentences("adjudicator.downfall_xiii").say
