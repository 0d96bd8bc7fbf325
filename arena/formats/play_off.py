"""Nobody goes out on a tie: it is played again, and after that the better seed goes on."""

from collections.abc import Sequence

from arena.formats.table import Outcomes, Table

PLAY_OFFS = 2  # how often a tie is played again


def decide(
    key: str, heat: Sequence[str], going_on: int, outcomes: Outcomes, seeding: dict[str, int]
) -> tuple[list[str], Table | None]:
    """The order of a heat, or the table that is still to be played for it: the heat itself, or a play-off of a tie.

    A play-off decides among those who tie for the last places to go on; the others have their places already.
    """
    if key not in outcomes:
        return [], Table(key, tuple(heat))
    points = {e: [outcomes[key].get(e, 0.0)] for e in heat}

    def ranked() -> list[str]:
        return sorted(heat, key=lambda e: ([-p for p in points[e]], seeding[e]))

    for again in range(1, PLAY_OFFS + 1):
        ranking = ranked()
        if going_on >= len(ranking) or points[ranking[going_on - 1]] != points[ranking[going_on]]:
            return ranking, None
        play_off = f"{key}+{again}"
        if play_off not in outcomes:
            return [], Table(play_off, tuple(heat))
        for e in heat:
            points[e].append(outcomes[play_off].get(e, 0.0))
    return ranked(), None
