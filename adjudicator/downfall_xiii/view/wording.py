"""Orders in words, with the names of this board."""

from functools import lru_cache, partial

from adjudicator.downfall_xiii.ground import SPOKEN
from adjudicator.middle_earth.view import wording

destroy_together = partial(wording.destroy_together, names=SPOKEN)
sentence = lru_cache(8192)(partial(wording.sentence, names=SPOKEN))
unit_name = lru_cache(2048)(partial(wording.unit_name, names=SPOKEN))
place_name = partial(wording.place_name, names=SPOKEN)
