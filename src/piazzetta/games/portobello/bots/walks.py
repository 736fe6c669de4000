"""How far the Bobby can walk, as sets of districts and alleys: one bit each."""

from __future__ import annotations

from piazzetta.kernel import compiled


@compiled
def widened(params, districts, visited):
    """These districts and all that one crossing leads to, but for those of this walk."""
    wider = districts
    for district in range(params.districts):
        if (districts >> district) & 1:
            for side in range(3):
                beyond = int(params.beyond[district, side])
                if beyond >= 0 and (visited >> beyond) & 1 == 0:
                    wider |= 1 << beyond
    return wider


@compiled
def sides(params, districts):
    """The alleys round these districts, one bit each."""
    found = 0
    for district in range(params.districts):
        if (districts >> district) & 1:
            for side in range(3):
                found |= 1 << int(params.border[district, side])
    return found
