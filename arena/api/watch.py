"""Following a tournament: where it stands, then its matches as they end, until it is over."""

import re
from collections.abc import Iterator

import grpc
from motherlode.v1 import arena_pb2 as pb

from arena.api.call import Call, Refused
from arena.api.messages import match_message, progress_message
from arena.store.events import Event
from arena.store.tournaments import Progress, State

EVENT_ID = re.compile(r"\d{1,20}-\d{1,20}")
AT_ONCE = 200  # events


class Watch:
    """One watcher's place in the events; looked at again and again by its call."""

    def __init__(self, call: Call, request: pb.WatchTournamentRequest) -> None:
        self._call = call
        self._id = request.id
        self._told: Progress | None = None
        self.over = False
        call.store.tournaments.get(self._id)
        if request.after and not EVENT_ID.fullmatch(request.after):
            raise ValueError(f"`after` is the id of an event, not {request.after[:50]!r}")
        if request.after and not call.store.events.kept(request.after):
            raise Refused(
                grpc.StatusCode.OUT_OF_RANGE,
                f"events since {request.after} were forgotten; list the matches and watch from now on",
            )
        self.place = request.after or call.store.events.last()

    def news(self) -> list[pb.TournamentEvent]:
        """What happened since the last look. Standing is read before the events: when it is over, they are all there."""
        progress = self._call.store.tournaments.progress(self._id)
        ended = progress.state in (State.OVER, State.CANCELLED)
        ended = ended and not self._call.store.tournaments.open_matches(self._id)
        found: list[pb.TournamentEvent] = []
        if self._told is None and not ended:
            found.append(self._standing(progress))
        while True:
            events = list(self._call.store.events.after(self.place, 0, AT_ONCE))
            found += self._matches([event for event in events if event.tournament == self._id])
            if events:
                self.place = events[-1].id
            if len(events) < AT_ONCE or len(found) >= AT_ONCE:
                break
        self.over = ended and len(events) < AT_ONCE
        if self.over or progress != self._told and len(events) < AT_ONCE:
            found.append(self._standing(progress))
        return found

    def _standing(self, progress: Progress) -> pb.TournamentEvent:
        self._told = progress
        return pb.TournamentEvent(id=self.place, progress=progress_message(progress))

    def _matches(self, events: list[Event]) -> Iterator[pb.TournamentEvent]:
        statuses = {s.match.id: s for s in self._call.store.matches.statuses([event.match for event in events])}
        for event in events:
            if event.match not in statuses:
                continue  # wiped out with its tournament
            ratings = [float(rating) for rating in event.data.get("ratings") or ()]
            match = match_message(statuses[event.match], self._call.organises)
            yield pb.TournamentEvent(id=event.id, match=pb.MatchEnded(match=match, ratings=ratings))
