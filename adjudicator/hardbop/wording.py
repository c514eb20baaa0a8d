"""How is an order told in words, with the names of this board?"""

from functools import partial

from adjudicator.hardbop.ground import NAMES
from adjudicator.middle_earth import wording

sentence = partial(wording.sentence, names=NAMES)
unit_name = partial(wording.unit_name, names=NAMES)
place_name = partial(wording.place_name, names=NAMES)
