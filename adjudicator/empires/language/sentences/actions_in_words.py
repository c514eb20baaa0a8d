"""Write the orders of sentences about actions other than moves, attacks and recruits, and retreats."""

import re
from collections.abc import Sequence

from adjudicator.empires.language.sentences.descriptions import Found, Patterns, kind_words
from adjudicator.empires.language.sentences.lexicon import Word, words_of

WHOLE_MISSIONS = 4  # missions that one action gives
_BACK = re.compile(r"back|down|zurück|rückwärts|arrière|recul")
_NATION_OF_TRACK = {"Turkish": "Turkey", "Italian": "Italy", "Bulgarian": "Bulgaria", "Romanian": "Romania",
                    "American": "USA", "Russian": "Russian surrender"}  # fmt: skip
_ONE_RETREAT = re.compile(r"A?f?A?f?Z[:t]+Z(?:[|]+t?Z|&+t?Z(?![:t]))*")
_SEVERAL_RETREATS = re.compile(rf"b[:&]*{_ONE_RETREAT.pattern}(?:&+b?{_ONE_RETREAT.pattern})+")


def _movement(found: Found) -> str:
    """Return ACTIVATE for the heading "Movement:", not for "Here goes:"."""
    return "ACTIVATE" if found.named("word", "m") == ["movement"] else ""


def _recruitment(found: Found) -> str:
    """Return RECRUIT for the heading "Recruits:", not for "New:", which has a new sheet below it."""
    return "RECRUIT" if found.named("word", "r") != ["new"] else ""


def _missions(found: Found) -> str:
    number = found.named("what", "#")
    return "MISSIONS" if not number or int(number[0]) == WHOLE_MISSIONS else ""


def _gas(found: Found) -> str:
    kind = kind_words(found.words("what"))
    return f"GAS {kind}{found.named('zone', 'Z')[0]}"


def _technology(word: Word) -> str:
    return {"p": "Gas", "o": "Offensive", "l": "Aviation", "T": ""}.get(word.letter, word.said)


def _research(found: Found) -> str:
    name = _technology(found.words("what")[0])
    return f"RESEARCH {name}" if name else ""


def _technologies(found: Found) -> str:
    names = [_technology(word) for word in found.words("what") if word.letter not in "&t"]
    return f"TECHNOLOGIES {', '.join(names)}" if all(names) else ""


def _diplomacy(found: Found) -> str:
    [track], [way] = found.words("what"), found.words("way")
    name = track.said if track.letter == "X" else _NATION_OF_TRACK.get(track.said, "")
    forward = _BACK.search(way.said) is None
    return f"DIPLOMACY {name} {'forward' if forward else 'back'}" if name else ""


def _retreat(found: Found) -> str:
    goals = ", ".join(found.named("to", "Z") or found.named("to2", "Z"))
    zone = found.named("zone", "Z")
    return f"RETREAT {zone[0]}: {goals}" if zone else f"RETREAT {goals}"


def several_retreats(text: str) -> Sequence[str]:
    """Return the standing orders of "Retreats: Lemberg to Krakow or Budapest; Metz: Cologne"."""
    words = words_of(text)
    letters = "".join(word.letter for word in words or ())
    if not words or not _SEVERAL_RETREATS.fullmatch(letters):
        return ()
    named = (
        [w.said for w in words[f.start() : f.end()] if w.letter == "Z"]
        for f in _ONE_RETREAT.finditer(letters)
    )
    orders = [f"RETREAT {zone}: {', '.join(goals)}" for zone, *goals in named]
    return orders if len(orders) > 1 else ()


PATTERNS: Patterns = (
    (r"[n#f]*P", lambda _: "PASS"),
    (r"[n#f]*W", lambda _: "PAUSE"),
    (r"[nmr#f]*:?(?P<what>#?)[nm:]*Mn?", _missions),
    (r"[nk#a]*a+[n#AF]*m?:?|k:", lambda _: "ACTIVATE"),
    (r"n*(?P<word>m):", _movement),
    (r"n*(?P<word>r+)(?:[:&]|#?n*j*:)", _recruitment),
    (r"[nkm]*o[n:]*", lambda _: "OFFENSIVE"),
    (r"[nm]*:?p:?k?[ftw:]*(?P<what>[#NSFA]*)f?(?P<zone>Z)A*n?", _gas),
    (r"f?(?P<zone>Z)A*[nf]*p", _gas),
    (r"[nm]*:?h+[:&]?[nfmt]*:?(?P<what>[HpolT])n*(?:[tf]*j#?)?n*", _research),
    (r"[n#]*(?:f#?)?Y[ft]?:?n*[:t]?(?P<what>[HpolT](?:[&t]*[HpolT])+)", _technologies),
    (r"[nm]*(?:h:?)?(?P<what>[HpolT](?:&+[HpolT]){2})", _technologies),
    (r"[nm]*(?P<what>[HpolT])h+n?", _research),
    (r"[nm#]*(?P<what>[HpolT](?:&+[HpolT])+)[nmf]*Y", _technologies),
    (r"[n]*:?e+:?[ft]*[NSFA]*f?(?P<zone>Z)A*n?", lambda found: f"ENTRENCH {found.named('zone', 'Z')[0]}"),
    (r"[n]*:?[f]?(?P<zone>Z)A*m?e+n?", lambda found: f"ENTRENCH {found.named('zone', 'Z')[0]}"),
    (r"[nm]*d[mn:&]*[fjmtw:]*(?P<what>[XN])[fjmt:&]*(?P<way>D)[jn]*", _diplomacy),
    (r"[nmfj]*(?P<what>[XN])j*[:mf&]*(?P<way>D)[jn]*", _diplomacy),
    (r"[nm]*d?[:&]?[mj]*(?P<way>D)[jfw:]*(?P<what>[XN])[jn]*", _diplomacy),
    (r"[n&A]*d[jA]*(?P<way>D)[fwj]*(?P<what>[XN])[jn]*", _diplomacy),
    (r"r:(?P<what>H)n*", _research),
    (
        r"b[:t]*(?P<to>Z(?:[&|]+t?Z)*)"
        r"|A?b:?f?A?f?(?P<zone>Z)m*[:t]+(?P<to2>Z(?:(?:[&|]+t?Z)*|(?:t+Z)*))",
        _retreat,
    ),
)  # fmt: skip
