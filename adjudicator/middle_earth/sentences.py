"""The sentences of both Middle-earth games, from `sentences.toml`."""

from adjudicator.core.sentences import Sentences

say = Sentences("adjudicator.middle_earth").say
