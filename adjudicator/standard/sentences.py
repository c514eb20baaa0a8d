"""The sentences of standard Diplomacy, which stand in `sentences.toml`."""

from adjudicator.core.sentences import Sentences

say = Sentences("adjudicator.standard").say
