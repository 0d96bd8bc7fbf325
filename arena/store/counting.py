"""What a result adds to the counters: written with the result itself, so metrics count once whatever is delivered twice."""

from arena.records import Match, Result, Verdict

BUCKETS = 26  # of a bot's answer times: bucket i holds answers below 2**i microseconds; the last the rest


def counters(match: Match, result: Result) -> dict[str, int]:
    """Fields of the counters' hash and their increments."""
    if result.verdict is not Verdict.PLAYED:
        return {f"{'cancelled' if result.verdict is Verdict.CANCELLED else 'aside'}:{match.game}": 1}
    found = {
        f"matches:{match.game}": 1,
        f"decisions:{match.game}": len(result.moves),
        f"referee_us:{match.game}": result.referee_us,
    }

    def add(field: str, by: int) -> None:
        found[field] = found.get(field, 0) + by

    bots = [seat.bot for seat in match.seats]
    for move in result.moves:
        if move.think_us > 0:
            bot = bots[move.seat]
            add(f"answers:{bot}:{min(move.think_us.bit_length(), BUCKETS)}", 1)
            add(f"think_us:{bot}", move.think_us)
    for fault in result.faults:
        add(f"faults:{fault.kind}:{bots[fault.seat]}", 1)
    return found
