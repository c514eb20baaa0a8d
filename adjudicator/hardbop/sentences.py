"""The sentences of Hardbop Downfall, from `sentences.toml`."""

from adjudicator.core.sentences import Sentences

say = Sentences("adjudicator.hardbop").say
