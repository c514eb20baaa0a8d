"""What the scripts of a page know of the game: its places, and how its orders are put together. As JSON."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup
from msgspec import to_builtins

from adjudicator.core.atlas import PlaceEntry
from adjudicator.core.game import Card, ConditionForm
from pbem import reports
from pbem.core.text_layout import laid_out


def as_json(value: Mapping[str, Any] | Sequence[object]) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def of_game(card: Card, others: Sequence[str]) -> dict[str, Any]:
    """Return the help of the game, and how its orders are put together; *others* are the other powers."""
    return {
        "help": _laid_out(card.help),
        "shared": card.shared_action,
        "joined": as_json([to_builtins(one) for one in card.joined]) if card.joined else "",
        "numbered": as_json(card.numbered) if card.numbered else "",
        "counted": as_json(card.counted) if card.counted else "",
        "amounts": as_json(card.amounts) if card.amounts else "",
        "conditions": _form(card.conditions),
        "otherwise": card.conditions.otherwise if card.conditions else "",
        "claims": [*_claims(card.conditions), *_claims_of(card.conditions, others)],
        "about": card.conditions.subject if card.conditions else "",
        "combat": _form(card.combat_conditions),
        "combat_claims": _claims(card.combat_conditions),
        "stands": card.standing,
    }


@lru_cache(maxsize=32)
def _laid_out(text: str) -> Markup:
    return laid_out(text)


def of_places(atlas: Sequence[PlaceEntry]) -> dict[str, str]:
    """Return the short name of each place, and what can be looked up of it.

    The page is not compressed, so the second is sent without the names: ", supply centre".
    """
    return {"places": as_json({entry.name: [entry.short, _about(entry)] for entry in atlas})}


@lru_cache(maxsize=1024)
def _about(entry: PlaceEntry) -> str:
    line = reports.of_place(entry).words(None).removeprefix(f"{entry.short}:").strip()
    return line.removeprefix(entry.name)


def _form(form: ConditionForm | None) -> str:
    return as_json(to_builtins(form)) if form else ""


def _claims(form: ConditionForm | None) -> Sequence[str]:
    return form.claims if form else ()


def _claims_of(form: ConditionForm | None, others: Sequence[str]) -> Iterator[str]:
    """Yield the claims about each of several other powers; a single one is the enemy of `claims`."""
    if form and len(others) > 1:
        yield from (claim.replace("{power}", power) for claim in form.of_powers for power in others)
