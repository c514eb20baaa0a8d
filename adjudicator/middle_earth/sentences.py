"""The sentences of both Middle-earth games, which stand in `sentences.toml`."""

from adjudicator.core.sentences import Sentences

say = Sentences("adjudicator.middle_earth").say
