"""The sentences of standard Diplomacy, from `sentences.toml`."""

from adjudicator.core.sentences import Sentences

say = Sentences("adjudicator.standard").say
