"""Say which way a Power may move a marker, for an order that names the marker but no way. 12.3"""

from adjudicator.core.language.words import NotAllowed, Refusal, Unreadable
from adjudicator.empires.ground import BOARD, Track
from adjudicator.empires.language.sentences.lexicon import heard
from adjudicator.empires.position import Position
from adjudicator.empires.resolve import diplomacy
from adjudicator.empires.sentences import say
from adjudicator.empires.view.wording import SPEECH


def with_own_way(position: Position, text: str, refusal: Refusal) -> Refusal:
    """Return the refusal of *text* with the one way in which the Power moves the marker, or why it cannot."""
    tracks = list(dict.fromkeys(word.said for word in heard(text) if word.letter == "X"))
    if len(tracks) != 1:
        return Unreadable(refusal.reason, diplomacy.possible(position))
    track = BOARD.tracks[tracks[0]]
    forward = position.power not in track.backward
    way = "forward" if forward else "back"
    if against := diplomacy.why_not(position, track, forward):
        return NotAllowed(_why_not(position, track, way, against), diplomacy.possible(position))
    return Unreadable(refusal.reason, say("did_you_mean", found=f"DIPLOMACY {track.name} {way}"))


def _why_not(position: Position, track: Track, way: str, against: str) -> str:
    if position.power not in (*track.forward, *track.backward):
        return say("marker_of_cannot_be_moved", name=track.name, against=against)
    power = SPEECH.named(position.power)
    return say("marker_moves_only_this_way", power=power, name=track.name, way=way, against=against)
