"""Double elimination: out after two losses. Winners and losers play among themselves; the two left meet in the final.

The one without a loss must be beaten twice: if the final goes to the other, the bracket is reset by one more, under its own key.
"""

from collections.abc import Sequence

from arena.formats.bracket import Bracket, Entrant, lines_of, named
from arena.formats.elimination import play_heats
from arena.formats.table import Outcomes, Plan, Rules


def plan(entrants: Sequence[str], outcomes: Outcomes, rules: Rules) -> Plan:
    if rules.least > 2:
        raise ValueError(f"double elimination ends with a table of two; this game needs at least {rules.least}")
    seeding = {e: i for i, e in enumerate(entrants)}
    if rules.size == 2:
        return _brackets(entrants, outcomes, seeding)
    return _pools(entrants, outcomes, rules, seeding)


def _brackets(entrants: Sequence[str], outcomes: Outcomes, seeding: dict[str, int]) -> Plan:
    """Two-seat tables: two fixed brackets. Before each round of the winners the losers halve; then the fresh losers join."""
    bracket = Bracket(outcomes, seeding)
    winners, losers = bracket.round("w1", lines_of(entrants))
    beaten, out = set(named(losers)), list[tuple[str, ...]]()
    number = 1
    while len(winners) > 1:
        number += 1
        losers, gone = bracket.round(f"l{number}", losers)
        out.append(named(gone))
        winners, fresh = bracket.round(f"w{number}", winners)
        beaten |= set(named(fresh))
        joined = [line for pair in zip(losers, crossed(fresh, number), strict=True) for line in pair]
        losers, gone = bracket.round(f"j{number}", joined)
        out.append(named(gone))
    gone_already = {e for group in out for e in group}
    unbeaten = [e for e in entrants if e not in beaten]
    once_beaten = [e for e in entrants if e in beaten and e not in gone_already]
    return _final(bracket, unbeaten, once_beaten, out)


def crossed(fresh: list[Entrant], number: int) -> list[Entrant]:
    """Fresh losers join far from where they came, so that nobody soon meets who beat them, or whom they beat."""
    half = len(fresh) // 2
    upper, lower = fresh[:half], fresh[half:]
    return lower + upper if number % 2 == 0 else upper[::-1] + lower[::-1]


def _pools(entrants: Sequence[str], outcomes: Outcomes, rules: Rules, seeding: dict[str, int]) -> Plan:
    """Larger tables: heats among the unbeaten and among the once beaten, round by round."""
    bracket = Bracket(outcomes, seeding)
    unbeaten, once_beaten = list(entrants), list[str]()
    out: list[tuple[str, ...]] = []
    number = 0
    while len(unbeaten) > 1 or len(once_beaten) > 1:
        number += 1
        staying, fresh, gone = unbeaten, list[str](), list[str]()
        if len(unbeaten) > 1:
            staying, fresh, waiting = play_heats(f"w{number}", unbeaten, rules, outcomes, seeding)
            bracket.waiting += waiting
        hanging_on = once_beaten
        if len(once_beaten) > 1:
            hanging_on, gone, waiting = play_heats(f"l{number}", once_beaten, rules, outcomes, seeding)
            bracket.waiting += waiting
        if bracket.waiting:
            break
        unbeaten, once_beaten = staying, sorted(hanging_on + fresh, key=seeding.__getitem__)
        out.append(tuple(gone))
    return _final(bracket, unbeaten, once_beaten, out)


def _final(bracket: Bracket, unbeaten: list[str], once_beaten: list[str], out: list[tuple[str, ...]]) -> Plan:
    """The final, and the reset when the unbeaten one loses it; with what is still to be played before, if anything."""
    if not bracket.waiting:
        (first,), (second,) = unbeaten, once_beaten
        winner, loser = bracket.match("final", first, second)
        if winner == second:
            winner, loser = bracket.match("reset", first, second)
        if not bracket.waiting:
            unbeaten, once_beaten = list(named([winner])), list(named([loser]))
    groups = (tuple(unbeaten), tuple(once_beaten), *reversed(out))
    return Plan(tuple(bracket.waiting), not bracket.waiting, tuple(group for group in groups if group))
