"""The sentences of Hardbop Downfall, which stand in `sentences.toml`."""

from adjudicator.core.sentences import Sentences

say = Sentences("adjudicator.hardbop").say
