"""People's preferences for all tables of this host, by address."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from pbem.store.player_tables import Profile


def of_address(session: Session, address: str) -> Profile:
    """Return the profile of a person, adding it if it is new."""
    own = address.lower()
    profile = session.get(Profile, own)
    if profile is None:
        profile = Profile(address=own)
        session.add(profile)
        session.flush()
    return profile


def listed(session: Session) -> Sequence[Profile]:
    """Return the people who agreed to be listed, by name."""
    found = session.exec(select(Profile).where(col(Profile.is_listed).is_(True))).all()
    return sorted(found, key=lambda profile: (profile.name.casefold(), profile.address))


def moved(session: Session, old: str, new: str) -> None:
    """Move the preferences of a person to a new address, unless it has some already."""
    before = session.get(Profile, old)
    if before is None or session.get(Profile, new) is not None:
        return
    kept = {name: getattr(before, name) for name in ("name", "is_listed", "has_digest", "digest_utc")}
    session.delete(before)
    session.add(Profile(address=new, **kept))
    session.flush()
