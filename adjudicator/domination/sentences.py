"""The sentences of Epic Domination, from `sentences.toml`."""

from adjudicator.core.sentences import Sentences

say = Sentences("adjudicator.domination").say
