"""A largest matching of a graph: as many disjoint pairs as there can be. Edmonds, Paths, Trees, and Flowers (1965)."""

from collections import deque
from collections.abc import Callable


def enlarge(partner: list[int], root: int, may_pair: Callable[[int, int], bool]) -> bool:
    """Pairs `root`, which is alone (-1), by changing partners along one path; False when no matching has one pair more.

    `partner` is the matching so far, changed in place; all pairs off the path stay.
    """
    count = len(partner)
    parent = [-1] * count
    base = list(range(count))  # the flower a vertex is folded into
    outer = [False] * count
    outer[root] = True
    queue = deque([root])
    while queue:
        v = queue.popleft()
        for w in range(count):
            if w == v or base[v] == base[w] or partner[v] == w or not may_pair(v, w):
                continue
            if w == root or (partner[w] >= 0 and parent[partner[w]] >= 0):
                _fold(v, w, base, parent, partner, outer, queue)
            elif parent[w] < 0:
                parent[w] = v
                if partner[w] < 0:
                    _flip(w, parent, partner)
                    return True
                outer[partner[w]] = True
                queue.append(partner[w])
    return False


def _flip(end: int, parent: list[int], partner: list[int]) -> None:
    """Changes partners along the path from its free end to the root."""
    while end >= 0:
        before = parent[end]
        following = partner[before]
        partner[end], partner[before] = before, end
        end = following


def _fold(
    v: int, w: int, base: list[int], parent: list[int], partner: list[int], outer: list[bool], queue: deque[int]
) -> None:
    """An odd circle was closed by v and w: all of it becomes one outer vertex."""
    stem = _meeting(v, w, base, parent, partner)
    folded: set[int] = set()
    for start, other in ((v, w), (w, v)):
        vertex, child = start, other
        while base[vertex] != stem:
            mate = partner[vertex]
            folded |= {base[vertex], base[mate]}
            parent[vertex] = child
            child = mate
            vertex = parent[mate]
    for i in range(len(base)):
        if base[i] in folded:
            base[i] = stem
            if not outer[i]:
                outer[i] = True
                queue.append(i)


def _meeting(v: int, w: int, base: list[int], parent: list[int], partner: list[int]) -> int:
    """Where the paths of two outer vertices to the root come together."""
    seen = set()
    while True:
        v = base[v]
        seen.add(v)
        if partner[v] < 0:
            break
        v = parent[partner[v]]
    while base[w] not in seen:
        w = parent[partner[base[w]]]
    return base[w]
