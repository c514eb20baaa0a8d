"""Orders in words, with the names of this board. A Multiple Army is one unit."""

from functools import lru_cache, partial

from adjudicator.hardbop import ground
from adjudicator.hardbop.sentences import group, say
from adjudicator.middle_earth.view import wording

MULTIPLE = group("multiple_armies")
NAMES = {**ground.SPOKEN, **MULTIPLE, wording.RANGERS: say("the_only_ranger")}

destroy_together = partial(wording.destroy_together, names=NAMES)
sentence = lru_cache(8192)(partial(wording.sentence, names=NAMES))
unit_name = lru_cache(2048)(partial(wording.unit_name, names=NAMES))
place_name = partial(wording.place_name, names=NAMES)
