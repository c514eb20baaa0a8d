"""What people have chosen for all tables of this host, by their address."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from pbem.store.player_tables import Profile


def of_address(session: Session, address: str) -> Profile:
    """Return the profile of a person; a new one is added."""
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
    """Let the choices of a person follow them to a new address, unless they have chosen there too."""
    before = session.get(Profile, old)
    if before is None or session.get(Profile, new) is not None:
        return
    kept = {name: getattr(before, name) for name in ("name", "is_listed", "has_digest", "digest_utc")}
    session.delete(before)
    session.add(Profile(address=new, **kept))
    session.flush()
