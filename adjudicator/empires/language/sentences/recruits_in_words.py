"""Write the orders of sentences about recruits and reinforcements."""

from collections.abc import Sequence

from adjudicator.empires.language.sentences.descriptions import (
    Found,
    Patterns,
    is_clear,
    kind_words,
    number_word,
    refs_apart,
)
from adjudicator.empires.language.sentences.lexicon import Word

ITEM = r"[q#NSFAft]*(?:A&)?Z[AFN]*"


def _recruit(found: Found) -> str:
    items = _listed_items(found)
    return f"RECRUIT {items}" if items else ""


def _listed_items(found: Found) -> str:
    written: list[str] = []
    lead: Sequence[Word] = ()
    for words in refs_apart(found.words("items")):
        described = [word for word in words if word.letter in "q#SFN"]
        if not is_clear(words):
            return ""
        if not described and written:
            joins = [word.said for word in words if word.letter in "&f"]
            is_shared = any(w.letter == "q" for w in lead) or joins == ["and"]
            if not is_shared or number_word(lead):
                return ""
            described = list(lead)
        elif written and all(word.letter == "#" for word in described):  # "and the one in Vienna"
            described = [*(word for word in lead if word.letter == "q"), *described]
        lead = described
        verb = "reinforce " if any(word.letter == "q" for word in described) else ""
        zone = next(word.said for word in words if word.letter == "Z")
        written.append(f"{verb}{number_word(described)}{kind_words(described)}in {zone}")
    return ", ".join(written)


def _of_one_nation(found: Found) -> str:
    """Return the recruits of "full in Lille, reduced in Orleans, both French"."""
    numbers, [nation] = found.named("tail", "#"), found.named("tail", "N")
    lists = refs_apart(found.words("items"))
    is_said = any(word.letter in "qN" for word in found.words("items"))
    if is_said or any(number != str(len(lists)) for number in numbers) or (not numbers and len(lists) > 1):
        return ""
    items = ", ".join(item.replace("in ", f"{nation} in ", 1) for item in _listed_items(found).split(", "))
    head = "RECRUIT " if "r" in found.letters("head") else ""
    return f"{head}{items}" if _listed_items(found) else ""


def _place_then_kind(found: Found) -> str:
    """Return the recruit of "RECRUIT: Paris - French - full"."""
    words = [*found.words("kind"), *found.words("place")]
    zone = next(word.said for word in words if word.letter == "Z")
    return f"RECRUIT {number_word(words)}{kind_words(words)}in {zone}" if is_clear(words) else ""


def _strength_behind(found: Found) -> str:
    """Return the recruit of "raise a new army in Berlin, full strength please"."""
    words = [*found.words("tail"), *found.words("items")]
    zone = next(word.said for word in words if word.letter == "Z")
    return f"RECRUIT {number_word(words)}{kind_words(words)}in {zone}" if is_clear(words) else ""


def _one_item(found: Found) -> str:
    """Return the recruit of "in Nantes British": the kind follows the place."""
    words = found.words("items")
    zone = next(word.said for word in words if word.letter == "Z")
    return f"{kind_words(words)}in {zone}" if is_clear(words) else ""


def _kind_then_place(found: Found) -> str:
    """Return the recruit of "full British, Nantes"; "full British and Nantes" may be two."""
    kind, [comma], [zone] = found.words("kind"), found.words("comma"), found.named("zone", "Z")
    if comma.said == "and" or not is_clear(kind):
        return ""
    head = "RECRUIT " if found.letters("head") else ""
    return f"{head}{number_word(kind)}{kind_words(kind)}in {zone}"


def _one_in_each(found: Found) -> str:
    """Return the recruits of "recruit two full armies, one in Cologne and one in Metz"."""
    [total], numbers = found.named("lead", "#"), found.named("places", "#")
    if int(total) != sum(map(int, numbers)):
        return ""
    kind, zones = kind_words(found.words("lead")), found.named("places", "Z")
    many = ("" if number == "1" else f"{number} " for number in numbers)
    return f"RECRUIT {', '.join(f'{one}{kind}in {zone}' for one, zone in zip(many, zones, strict=True))}"


def _kinds_in_one_place(found: Found) -> str:
    """Return the recruits of "recruit one full and one reduced army in Grodno"."""
    [zone] = found.named("zone", "Z")
    kinds: list[list[Word]] = [[]]
    for word in found.words("kinds"):
        if word.letter == "&":
            kinds.append([])
        else:
            kinds[-1].append(word)
    kinds = [one for one in kinds if one]
    if not all(map(is_clear, kinds)):
        return ""
    items = (f"{number_word(one)}{kind_words(one)}in {zone}" for one in kinds)
    return f"RECRUIT {', '.join(items)}"


def _in_places(found: Found) -> str:
    """Return the recruits of "recruit two armies: Cologne, Metz, both full"."""
    [total], zones = found.named("lead", "#"), found.named("places", "Z")
    numbers = {*found.named("tail", "#"), total}
    words = [*found.words("lead"), *found.words("tail")]
    if numbers != {str(len(zones))} or not is_clear([word for word in words if word.letter != "#"]):
        return ""
    return f"RECRUIT {', '.join(f'{kind_words(words)}in {zone}' for zone in zones)}"


def _counted_places(found: Found) -> str:
    """Return the recruits of "recruit 2 reduced: Budapest, Vienna", or "reinforce 2: Lemberg, Agram"."""
    lead, zones = found.words("lead"), found.named("places", "Z")
    described = [word for word in lead if word.letter in "NSF"]
    is_made_full = any(word.letter == "q" for word in lead)
    if found.named("lead", "#") != [str(len(zones))] or not is_clear(described):
        return ""
    verb = "reinforce " if is_made_full else kind_words(described)
    items = ", ".join(f"{verb}in {zone}" for zone in zones)
    return items if is_made_full else f"RECRUIT {items}"


def _made_full(found: Found) -> str:
    """Return the reinforcements of "bring the army in Vienna to full strength"."""
    lists = refs_apart(found.words("items"))
    is_shared = not found.letters("head") and {w.said for w in found.words("items") if w.letter == "&"} <= {
        "and"
    }
    strengths = ["F" in {word.letter for word in words} for words in lists]
    both = found.named("both", "#")
    if both and both != [str(len(lists))]:
        return ""
    is_new = any(word.said == "full" for words in lists for word in words)  # a full army stays full
    if is_new or not all(map(is_clear, lists)) or (any(strengths) != all(strengths) and not is_shared):
        return ""  # "reduced in Budapest, Temesvar up to strength": only the last is made full
    zones = [next(word.said for word in words if word.letter == "Z") for words in lists]
    items = [
        f"reinforce {number_word(words)}{kind_words(words)}in {zone}"
        for words, zone in zip(lists, zones, strict=True)
    ]
    return ("RECRUIT " if found.letters("head") else "") + ", ".join(items)


PATTERNS: Patterns = (
    (r"[n#]*A?r[nf]*[:&t]*(?P<place>Z)[&t:]+(?P<kind>(?:[#NSA]+[&t]*)*F(?:[&t]*[NSA]+)*)", _place_then_kind),
    (r"[nA]*(?P<head>r+)[nf]*:?A*(?P<items>[#NSA]*f?Z)A*&+(?P<tail>F)A*", _strength_behind),
    (
        rf"(?P<head>[n]*(?:r[nf]*[:&]?)?)(?P<items>{ITEM}(?:[&rn]+{ITEM})*)[&:]+(?P<tail>#?A?f*N#?A?)",
        _of_one_nation,
    ),
    (r"[n]*r[nm]*:?(?P<lead>#[NSF]+A*):(?P<places>f*Z(?:&+f*Z)+)n*", _counted_places),
    (r"[n]*(?P<lead>q+#A*):(?P<places>f*Z(?:&+f*Z)+)n*", _counted_places),
    (r"[n]*r[nm]*:?(?P<lead>#[NSF]*A+)[&:f]*(?P<places>Z(?:&+Z)+)&*(?P<tail>#?[NSF]*)", _in_places),
    (r"[nA]*r[nf]*:?(?P<kinds>#?[NS]*F[NS]*A?(?:&+#?[NS]*F[NS]*A?)+)f*(?P<zone>Z)n*", _kinds_in_one_place),
    (r"[n]*(?P<items>#r[NSFA]+f?ZA*(?:[&]+#r?[NSFA]+f?ZA*)*)n*", _recruit),
    (r"[n]*(?P<items>A?r?[#NSFA]+r+f?ZA*(?:[&]+[#NSFA]+r*f?ZA*)*)n*", _recruit),
    (rf"[n]*[wA]?r[nf]*[:&]?(?:[nA]*r)?(?P<items>{ITEM}(?:(?:[&rn]+|(?=q)){ITEM})*)n*", _recruit),
    (
        r"[n]*(?P<head>r?)[nfmq]*:?(?P<items>[#NSFAf]*ZA*(?:[&]+[#NSFAf]*ZA*)*)[nm]*(?P<both>#?)[Qq]",
        _made_full,
    ),
    (r"[n]*(?P<head>r?)(?P<items>[NSFAf]*ZA*):?D[Qq&]*", _made_full),
    (r"[n]*r[nm]*:?(?P<lead>#[NSF]*A+)[&:]+(?P<places>#f*Z(?:&+#f*Z)+)", _one_in_each),
    (r"[n]*(?P<items>q[:#NSFAf]*Z[A]*(?:[&n]+q[#NSFAf]*Z[A]*)*(?:[&n]*r[#NSFAf]*Z[A]*)+)", _recruit),
    (r"[n]*(?P<items>[qr]+:?[#NSFAf]*ZA*(?:[&]+q*[#NSFAf]*ZA*)*)n*", _listed_items),
    (r"[n]*(?P<items>[#NSAf]*F[#NSAf]*ZA*(?:[&]+[#NSAf]*F[#NSAf]*ZA*)*)", _listed_items),
    (r"(?P<items>fZ:?[NSFA]*[NF][NSFA]*)", _one_item),
    (r"[n]*(?P<head>r?):?(?P<kind>[#NSA]*F[NSA]*)(?P<comma>&)(?P<zone>Z)", _kind_then_place),
)  # fmt: skip
