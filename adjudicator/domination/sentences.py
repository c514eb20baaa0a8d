"""The sentences of Epic Domination, which stand in `sentences.toml`."""

from adjudicator.core.sentences import Sentences

say = Sentences("adjudicator.domination").say
