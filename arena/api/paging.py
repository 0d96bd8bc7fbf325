"""Lists in pages: a page token is a place in the list."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

USUAL = 100
MOST = 1000

T = TypeVar("T")


class PageRequest(Protocol):
    @property
    def page_size(self) -> int: ...
    @property
    def page_token(self) -> str: ...


def size_of(request: PageRequest) -> int:
    if request.page_size > MOST:
        raise ValueError(f"a page has at most {MOST} entries, not {request.page_size}")
    return request.page_size or USUAL


def place_of(request: PageRequest) -> int | None:
    """Where the page begins; None for the first."""
    text = request.page_token
    if not text:
        return None
    if not text.isascii() or not text.isdecimal() or len(text) > 15:
        raise ValueError(f"page_token is the next_page_token of the page before, not {text[:50]!r}")
    return int(text)


def page_of(items: Sequence[T], request: PageRequest) -> tuple[Sequence[T], str]:
    """A page of a whole list, and the token of the next."""
    start = place_of(request) or 0
    end = start + size_of(request)
    return items[start:end], str(end) if end < len(items) else ""


def newest_page_of(items: Sequence[T], request: PageRequest) -> tuple[Sequence[T], str]:
    """The same of a list that grows at its front: the token counts from its end, so that new entries shift nothing."""
    place = place_of(request)
    start = 0 if place is None else max(0, len(items) - place)
    end = start + size_of(request)
    return items[start:end], str(len(items) - end) if end < len(items) else ""
