"""Write the orders of sentences about moves and attacks of armies."""

import re
from collections.abc import Sequence

from adjudicator.empires.language.sentences.descriptions import (
    FROM_WORDS,
    REF,
    TARGET,
    Found,
    Patterns,
    heading_word,
    is_clear,
    kind_words,
    ref_words,
    refs_apart,
)
from adjudicator.empires.language.sentences.lexicon import Word, words_of

_ALSO = rf"(?:[&w]+{REF})*"
_MORE = (  # supporters
    rf"(?P<more>(?:[&]*[ws]+f*[FSN]+A*(?:m?s+k?)?|[&]+[FSN]+A*m?s+k?|[&wf]*s+[wf]*OA*|[&]+OA*m?s+k?|[&]+Am?s+k?|[&wf]*s+[wft]*{REF}{_ALSO}|[&]?w[f]*{REF}{_ALSO}s?|[&]*n?{REF}(?:[&]+{REF})*[&m]*s+k?)?)"
)
_EXTRA = r"(?:[&w]*(?:l#?A*|#lA*|T))*"
WITH = rf"(?P<extras>{_EXTRA}){_MORE}(?P<extras2>{_EXTRA})"
# A number belongs to the heading only before a colon ("activate two: ..."), otherwise to the armies after it.
HEAD = r"(?P<head>(?:[naogmky](?:[#A]*:)?)*)"
_OTHERS = ("other", "second", "2nd", "autre", "andere", "zweite", "deuxième")
FIRST_AND_SECOND = ["first", "second"]
_TO_ONE_ZONE = re.compile(
    rf"{HEAD}(?P<refs>{REF}(?:[&]+{REF})+)[:&]*(?P<number>#?)[:&]*[my]*[mt]+f?(?P<goal>Z)"
)


_SWAP = re.compile(
    rf"{HEAD}(?:V#?A*f?(?P<one>{REF})[&w]+(?P<other>{REF})|#?A*f?(?P<one2>{REF})[&w]+(?P<other2>{REF})V)"
)


def several_armies(text: str) -> Sequence[str]:
    """Return the moves of "activate the armies in Lyon and Marseille: both go to Orleans"."""
    words = words_of(text)
    match = _TO_ONE_ZONE.fullmatch("".join(word.letter for word in words or ()))
    if not (words and match):
        return ()
    found = Found(words, match)
    lists, [goal], number = (
        refs_apart(found.words("refs")),
        found.named("goal", "Z"),
        found.named("number", "#"),
    )
    zones, seems_wrapped = found.named("refs", "Z"), ";" in text or _is_of_the_line_above(lists)
    may_move = all(map(is_clear, lists)) and goal not in zones and not seems_wrapped
    may_move = may_move and "g" not in found.letters("head")
    if not may_move or (number and number[0] != str(len(lists))):
        return ()
    moves = [f"{ref_words(words)} - {goal}" for words in lists]
    return [heading_word(found.letters("head")) + moves[0], *moves[1:]]


_ONE_EACH = re.compile(rf"{HEAD}(?P<army>{REF})[my]*[&:]+(?P<goals>#A?[mt]+f?Z(?:[&]+#A?[mt]*t+f?Z)+)")


def one_each(text: str) -> Sequence[str]:
    """Return the moves of "the two Verdun armies march, one to Nancy and one to Lille"."""
    words = words_of(text)
    match = _ONE_EACH.fullmatch("".join(word.letter for word in words or ()))
    if not (words and match):
        return ()
    found = Found(words, match)
    army, numbers, goals = found.words("army"), found.named("goals", "#"), found.named("goals", "Z")
    [start], total = found.named("army", "Z"), found.named("army", "#")
    is_said = total == [str(sum(map(int, numbers)))] and "g" not in found.letters("head")
    if not (is_clear(army) and is_said) or start in goals:
        return ()
    kind = kind_words(army)
    moves = [
        f"{kind}Army {start} - {goal}" if number == "1" else f"{number} {kind}Armies {start} - {goal}"
        for number, goal in zip(numbers, goals, strict=True)
    ]
    return [heading_word(found.letters("head")) + moves[0], *moves[1:]]


def swapped(text: str) -> Sequence[str]:
    """Return the moves of "swap Posen and Breslau": each army goes where the other is."""
    words = words_of(text)
    match = _SWAP.fullmatch("".join(word.letter for word in words or ()))
    if not (words and match):
        return ()
    found = Found(words, match)
    one, other = (found.words(name) or found.words(f"{name}2") for name in ("one", "other"))
    [start], [goal] = ([word.said for word in army if word.letter == "Z"] for army in (one, other))
    if not (is_clear(one) and is_clear(other)) or start == goal:
        return ()
    head = heading_word(found.letters("head"))
    return [f"{head}{ref_words(one)} - {goal}", f"{ref_words(other)} - {start}"]


def _is_of_the_line_above(lists: Sequence[Sequence[Word]]) -> bool:
    """Return whether the first name may end the line above: "Kamenets, Army Czernowitz moves to Lemberg"."""
    has_word = ["A" in {word.letter for word in words} for words in lists]
    return any(has_word) and not has_word[0]


def _assault_from(found: Found) -> str:
    """Return the attack of "attack from Metz on Verdun"; "" if it is not said which of them is attacked."""
    begins, goes = (
        found.words("from")[0].said in FROM_WORDS,
        found.words("on")[-1].said not in (*FROM_WORDS, "of", "near"),
    )
    return _assault(found) if begins and goes else ""


def _assault_of(found: Found) -> str:
    """Return the attack of "the Serbs attack Temesvar from Belgrade"."""
    army, [start], [goal] = found.words("army"), found.words("ref"), found.named("goal", "Z")
    more, head = _supporters(found), found.letters("head")
    may_attack = is_clear(army) and "g" not in head and more is not None and start.said != goal
    if not may_attack or found.words("from")[0].said not in FROM_WORDS:
        return ""
    return f"{heading_word(head)}{ref_words([*army, start])} - {goal}{_attack((), more or '', found)}"


def _kind_behind(found: Found) -> str:
    """Return the move of "from Paris to Lille: small French"."""
    [start], [goal], head = found.words("start"), found.named("path", "Z"), found.letters("head")
    if not is_clear(found.words("ref")) or "g" in head or start.said == goal:
        return ""
    return f"{heading_word(head)}{ref_words([*found.words('ref'), start])} - {goal}"


def _one_and_other(found: Found) -> str:
    """Return the attack of "both armies in Metz: one attacks Verdun, supported by the other"."""
    [start], [goal], number = found.named("from", "Z"), found.named("goal", "Z"), found.named("ref", "#")
    target = found.words("target")
    others = [word for word in found.words("more") if word.letter == "A"]
    if number != ["1"] or start == goal or not is_clear(target) or not all(map(_is_other, others)):
        return ""
    target = [word for word in target if word.letter in "FSN"]
    return (
        f"{heading_word(found.letters('head'))}Army {start} - {goal} attacks {kind_words(target)}".rstrip()
        + f" with Army {start}"
    )


def _one_of_two(found: Found) -> str:
    """Return the attack of "both armies in Metz go to Verdun, one attacking, the other supporting"."""
    [start], [goal], kind = found.named("from", "Z"), found.named("goal", "Z"), found.words("kind")
    numbers = found.named("number", "#") + found.named("both", "#")
    ones = found.named("one", "#") + found.named("second", "#")
    in_turn = found.named("one", "n") + found.named("second", "n")
    if in_turn and in_turn != FIRST_AND_SECOND:
        return ""
    if start == goal or not is_clear(kind) or set(numbers) - {"2"} or set(ones) - {"1"}:
        return ""
    if not numbers and not (found.letters("second") or found.letters("other")):
        return ""  # "Metz attacks Verdun, one supports": it is not said that both are in Metz
    army = f"{kind_words(kind)}Army {start}"
    return f"{heading_word(found.letters('head'))}{army} - {goal} attacks with {army}"


def _together(found: Found) -> str:
    """Return the attack of "both armies in Metz attack Verdun together": one supports the other."""
    [start], [goal], kind = found.named("from", "Z"), found.named("goal", "Z"), found.words("kind")
    is_joint = "J" in found.letters("early") or bool(found.letters("late"))
    if not is_joint or start == goal or not is_clear(kind) or found.named("number", "#") != ["2"]:
        return ""
    army = f"{kind_words(kind)}Army {start}"
    return f"{heading_word(found.letters('head'))}{army} - {goal} attacks with {army}"


def _supporters(found: Found) -> str | None:
    """Return " with ..." for the supporters; None if it is not clear who supports."""
    more = found.words("more")
    if more and not any(word.letter == "Z" for word in more):  # "with the reduced one"
        start = next(word.said for word in found.words("ref") if word.letter == "Z")
        is_said = {word.letter for word in more} & set("OFSN") or any(_is_other(word) for word in more)
        return f" with {kind_words(more)}Army {start}" if is_said and is_clear(more) else None
    lists = refs_apart(more)
    if not all(is_clear(words) for words in lists):
        return None
    return f" with {', '.join(map(ref_words, lists))}" if lists else ""


def _is_other(word: Word) -> bool:
    """Return whether it is the second army of a zone: "the other army", "the second one"."""
    return word.letter == "A" and any(said in word.said for said in _OTHERS)


def _extras(found: Found) -> str:
    words = [*found.words("extras"), *found.words("extras2")]
    extras = ""
    for before, word, after in zip([Word("", ""), *words], words, [*words[1:], Word("", "")], strict=False):
        if word.letter == "l":
            number = next((one.said for one in (after, before) if one.letter == "#"), "")
            extras += f" air {number}".rstrip()
        elif word.letter == "T":
            extras += " tanks"
    return extras


def _march(found: Found) -> str:
    ref, path, head = found.words("ref"), found.named("path", "Z"), found.letters("head")
    start = next(word.said for word in ref if word.letter == "Z")
    how = "".join(found.letters(group) for group in ("how", "path", "how2"))
    how += "y" if "y" in head else ""
    attacks = "k" in head + found.letters("attack") + found.letters("path")
    there = found.named("there", "Z") if found.letters("attack") else []
    more = _supporters(found)
    if not is_clear(ref) or more is None or (there and there[-1] != path[-1]) or start == path[0]:
        return ""
    if (more or _extras(found)) and not attacks:
        return ""
    late = found.words("late")
    if not is_clear([*late, *ref]):
        return ""
    words = heading_word(head) + ref_words([*late, *ref])
    if "g" in head + how or "=" in how:
        if len(path) > 1 or attacks:
            return ""
        words += f" => {path[0]}"
    else:
        words += "".join(f" - {zone}" for zone in path)
    words += " by sea" if "y" in how and "g" not in how else ""
    words += " cede" if "c" in how else ""
    target = [word for word in found.words("attack") if word.letter in "FSN"]
    return words + _attack(target, more, found) if attacks else words


def _attack(target: Sequence[Word], more: str, found: Found) -> str:
    return f" attacks {kind_words(target)}".rstrip() + more + _extras(found)


def _assault(found: Found) -> str:
    ref, goal = found.words("ref"), found.named("goal", "Z")
    more, target = _supporters(found), found.words("target")
    if not is_clear(ref) or not is_clear(target) or more is None:
        return ""
    if any(word.said in FROM_WORDS for word in target):
        return ""  # "attack from Metz ..." does not name the goal first
    start = next(word.said for word in ref if word.letter == "Z")
    head = found.letters("head")
    if "g" in head:
        return ""
    path = f" - {goal[0]}" if goal and goal[0] != start else ""
    return (
        heading_word(head)
        + ref_words(ref)
        + path
        + _attack([w for w in target if w.letter in "FSN"], more, found)
    )


def _assault_with(found: Found) -> str:
    """Return the attack of "Metz attacks Verdun with one full army", not with two: one may support."""
    ref, kind, [goal] = found.words("ref"), found.words("kind"), found.named("goal", "Z")
    [start], head = found.named("ref", "Z"), found.letters("head")
    army = [*kind, *ref]
    if found.named("number", "#") != ["1"] or not is_clear(army) or "g" in head or start == goal:
        return ""
    return f"{heading_word(head)}{ref_words(army)} - {goal} attacks"


PATTERNS: Patterns = (
    (
        rf"{HEAD}(?P<ref>{REF})(?P<path>(?:[gymfkc:]*[t=]+[ft=gym]*Z|:?[gym]*m[fgym]*Z|y+Z)+)"
        rf"(?:&?(?P<late>N|[SF]+)&?)?(?P<how>[gycm]*(?:&[cg]+)?)(?P<attack>(?:[&tmw]*k{TARGET}(?:f(?P<there>Z))?)?){WITH}(?P<how2>c?)",
        _march,
    ),
    (
        rf"{HEAD}(?P<ref>{REF})m?k(?P<target>{TARGET})(?P<goal>(?:[ft]*Z)?)A*k?{WITH}",
        _assault,
    ),
    (rf"{HEAD}(?P<ref>{REF})m?k(?P<target>)(?P<goal>[ft]*Z)w(?P<number>#)(?P<kind>[FSN]*)A", _assault_with),
    (
        rf"{HEAD}(?P<number>#?)(?P<kind>[NSFA]*)f*(?P<from>Z)A*(?:[mtf]+|m?k[ft]*)(?P<goal>Z)A*"
        rf"[&:]+(?:(?P<both>#)[&:]*)?(?P<one>[#n])A*(?:k+[&]*(?P<second>[O#n])A*)?s+(?P<other>O?)A*",
        _one_of_two,
    ),
    (
        rf"{HEAD}(?P<number>#)(?P<kind>[NSFA]*)f*(?P<from>Z)A*(?P<early>J?m?kJ?)[ft]*(?P<goal>Z)A*"
        r"(?P<late>(?:J|&*#wO)?)k?",
        _together,
    ),
    (rf"{HEAD}f?(?P<start>Z)[mt]*t(?P<path>Z)[:&]+(?P<ref>[#NSFA]+)", _kind_behind),
    (
        rf"{HEAD}#?A?f?(?P<from>Z)[:&]+(?P<ref>#)A*k(?P<target>{TARGET})[ft]*(?P<goal>Z)A*(?P<more>[&]*[ws]+O)",
        _one_and_other,
    ),
    (
        rf"{HEAD}#?A?f?(?P<from>Z)A*[:&]+(?P<ref>#)A*[mt]+f?(?P<goal>Z)A*&*k(?P<target>{TARGET})[&]*(?P<more>[OA]s+)k?",
        _one_and_other,
    ),
    (
        rf"{HEAD}(?P<army>[#NSFA]+)m?k(?P<target>)(?P<goal>[ft]*Z)A*(?P<from>f)(?P<ref>Z){WITH}",
        _assault_of,
    ),
    (
        rf"(?P<head>[na:]*)k+(?P<from>f)(?P<ref>{REF})(?P<on>[ft]+)(?P<target>)(?P<goal>Z)A*{WITH}",
        _assault_from,
    ),
    (rf"[na:]*k:?(?P<target>[t#NSFAf]*)(?P<goal>Z)A*(?:[wf]+)(?P<ref>{REF}){WITH}", _assault),
)  # fmt: skip
