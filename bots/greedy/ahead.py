"""Looking ahead along a seat's own decisions: each action is judged by where greedy choices lead from it."""

from collections.abc import Callable, Sequence

from engine import Game

Value = Callable[[Game, int], float]  # of a state, to a seat


def best(world: Game, seat: int, codes: Sequence[int], value: Value, steps: int) -> int:
    """The code after which, `steps` own greedy choices later, the state is worth most."""

    def led_to(code: int) -> float:
        after = world.copy()
        after.apply(seat, code)
        for _ in range(steps):
            if seat not in after.actors or not asks_on(after, world):
                break
            after.apply(seat, best(after, seat, after.legal(seat), value, 0))
        return value(after, seat)

    return max(codes, key=led_to)


def asks_on(after: Game, world: Game) -> bool:
    """Whether it is still the same stretch of decisions: nobody else has been asked since."""
    return after.actors == world.actors
