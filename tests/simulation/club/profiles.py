"""People with a profile."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.simulation.world import World


@dataclass
class Profile:
    """Somebody with a profile, and the tables at which they sit."""

    id: str
    key: str
    tables: set[str] = field(default_factory=set)

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer me.{self.key}"}


async def new_profile(world: World, name: str) -> Profile:
    """Create a profile."""
    status, made = await world.insist("/api/v1/me", {"name": name})
    if status != 201:
        raise AssertionError(f"no profile: {status} {made}")
    profile = Profile(made["me"]["id"], made["key"])
    world.profiles.append(profile)
    return profile
