"""One match from start to result, as a state machine: answers drive it, from the callback that received them.

Compiled, because this is what a decision costs beside its transport.
"""

import asyncio
from collections import Counter
from time import monotonic

from motherlode.v1 import bot_pb2 as pb

from libc.stdint cimport uint32_t

import engine
from arena.records import Fault, FaultKind, Match, Move, Result, Verdict, printable, standing, told

from engine.game cimport Game
from workers.clock cimport Watch
from workers.turns cimport ask, default, sole

cdef enum:
    NOT_ASKED = -1


cdef class Player:
    """A seat at the table: its session, its clock, the decision it was asked for."""

    cdef readonly Table table
    cdef readonly int seat
    cdef readonly object session
    cdef public uint32_t number     # of this seat in its session
    cdef double bank                # seconds left
    cdef long asked                 # the decision it owes, or NOT_ASKED
    cdef long last_asked
    cdef double asked_at, deadline
    cdef readonly object fault      # Fault, or None
    cdef bytes shown                # the turn as it was sent, where others act at once: who has acted since is not told by coming back

    def __init__(self, Table table, int seat, session):
        self.table = table
        self.seat = seat
        self.session = session
        self.number = 0
        self.bank = table.match.clock.bank
        self.asked = self.last_asked = NOT_ASKED

    cdef bint pay(self, double seconds):
        """Charges a decision; False when it took longer than limit, margin and bank together."""
        cdef double over = seconds - self.table.limit
        if over > 0:
            self.bank -= over
            if self.bank < 0:
                self.bank = 0
                return False
        return True

    cdef uint32_t bank_ms(self):
        return <uint32_t>(self.bank * 1000)

    def start(self):
        match = self.table.match
        start = pb.MatchStart(
            id=match.id,
            game=match.game,
            players=match.players,
            variant=match.variant,
            seat=self.seat,
            limit_ms=int(match.clock.limit * 1000),
            bank_ms=self.bank_ms(),
            commitment=match.commitment,
            decided=len(self.table.moves) if self.asked == NOT_ASKED else self.asked,
        )
        return pb.ToBot(items=[pb.ForMatch(match=self.number, start=start)]).SerializeToString()

    def pending(self):
        if self.asked == NOT_ASKED:
            return b""
        if self.shown is None:
            return self.table.turn(self)
        again = pb.ToBot.FromString(self.shown)
        again.items[0].match = self.number
        again.items[0].turn.bank_ms = self.bank_ms()
        return again.SerializeToString()

    def answer(self, long decision, action):
        return self.table.answer(self, decision, action)

    def forfeit(self, kind, why):
        self.table.forfeit(self, kind, why)

    def proceed(self):
        self.table.proceed(self.table.watch.now())

    def fail(self, error):
        self.table.fail(error)


cdef class Table:
    """A match in progress. `done` holds its result; moves made before an interruption are played again first."""

    cdef readonly object match      # Match
    cdef Game game
    cdef readonly list moves, faults, players
    cdef readonly object done       # Future of the Result
    cdef readonly object needs      # Counter: how many seats each session has to have room for
    cdef Watch watch
    cdef object journal, share
    cdef double limit               # of a decision, margin included
    cdef int view                   # number of the game's field in Turn
    cdef double started
    cdef bint seated
    cdef int decisions              # that bots were asked for

    def __init__(self, match, sessions, watch, journal, share, moves=(), faults=()):
        cdef Player player
        self.match = match
        self.game = engine.new(match.game, match.players, match.variant, match.seed)
        self.moves = []
        self.faults = []
        self.done = asyncio.get_running_loop().create_future()
        self.limit = match.clock.limit + match.clock.margin
        self.players = [Player(self, seat, session) for seat, session in enumerate(sessions)]
        self.watch = watch
        self.journal = journal
        self.share = share
        self.view = pb.Turn.DESCRIPTOR.fields_by_name[match.game].number
        self.started = monotonic()
        self.resume(moves, faults)
        self.needs = Counter(player.session for player in self.players if player.fault is None)

    cdef resume(self, moves, faults):
        """Replays recorded moves: clocks and faults stand as they stood."""
        cdef Player player
        for fault in faults:
            player = self.players[fault.seat]
            player.fault = fault
            self.faults.append(fault)
        for index, move in enumerate(moves):
            if move.seat not in self.game.actors:
                raise ValueError(f"recorded move {index} is of seat {move.seat}; {self.game.actors} are to act")
            player = self.players[move.seat]
            if move.think_us:
                player.pay(move.think_us / 1e6)
            elif player.fault is None and sole(self.game, move.seat) < 0:
                # Only a seat that forfeited has a choice made for it; its fault itself was not recorded any more.
                reason = f"seat {move.seat}, decision {index}: forfeited before the match was interrupted"
                player.fault = Fault(move.seat, index, FaultKind.LOST, reason)
                self.faults.append(player.fault)
            self.game.apply(move.seat, move.code)
            self.moves.append(move)

    # --- The course of the match.

    def begin(self, absent):
        """Seats the bots that are there; the seats of those that are not (a Misbehaviour each) are forfeited."""
        cdef Player player
        self.seated = True
        self.started = monotonic()
        for player, fault in zip(self.players, absent, strict=True):
            games = player.session.games
            if player.fault is not None:
                continue
            if fault is not None:
                self.forfeit(player, fault.kind, fault.why)
            elif games and self.match.game not in games:
                why = f"the bot plays {', '.join(games)[:100]}, not {self.match.game}"
                self.forfeit(player, FaultKind.UNREACHABLE, why)
            else:
                player.session.join(player)
        self.proceed(self.watch.now())

    cdef proceed(self, double now):
        """Asks every seat that has a choice to make, and plays what needs no answer.

        Of seats that act at once, those that choose do so first: a move that is made already would tell them something.
        """
        cdef Player player
        cdef uint32_t actors
        cdef int seat, mover
        cdef long code, move
        cdef bint waiting
        while not self.done.done():
            actors = self.game.acting()
            if not actors:
                self.finish()
                return
            mover = -1
            move = -1
            waiting = False
            for seat in range(self.game.players):
                if not actors >> seat & 1:
                    continue
                player = self.players[seat]
                if player.asked == NOT_ASKED:
                    code = sole(self.game, seat) if player.fault is None else default(self.game, seat)
                    if code >= 0:
                        if mover < 0:
                            mover = seat
                            move = code
                        continue
                    self.ask(player, now)
                waiting = True
            if waiting:
                return
            self.game.apply(mover, move)
            self.record(Move(mover, move))

    cdef bint answer(self, Player player, long decision, action) except -1:
        """Takes a bot's choice, if it was asked for; an answer to what is no longer asked is let pass."""
        cdef double now, seconds
        cdef long think_us
        if player.asked != decision:
            if decision > player.last_asked and player.fault is None:
                self.expel(player, FaultKind.MALFORMED, f"answered decision {decision}, which was not asked")
            return False
        now = self.watch.now()
        seconds = now - player.asked_at
        if not player.pay(seconds):
            self.time_out(player)
            return True
        if action is None:
            self.expel(player, FaultKind.MALFORMED, "gave up (did its program fail?): a choice with neither a code nor a notation")
            return True
        try:
            code = action if type(action) is int else self.game.code(player.seat, action)
            self.game.apply(player.seat, code)
        except ValueError as error:
            self.expel(player, FaultKind.ILLEGAL, f"illegal action: {error}")
            return True
        player.asked = NOT_ASKED
        think_us = <long>(seconds * 1e6)
        if think_us <= 0:
            think_us = 1  # 0 is for moves that no bot made
        session = player.session
        if think_us < session.round_trip_us or not session.round_trip_us:
            session.round_trip_us = think_us
        self.record(Move(player.seat, code, think_us))
        self.proceed(now)
        return True

    def look(self, double now):
        """Calls time on the seats whose answer is overdue."""
        cdef Player player
        for player in self.players:
            if player.asked != NOT_ASKED and now > player.deadline:
                self.time_out(player)

    cdef forfeit(self, Player player, kind, why):
        """A bot's fault: its seat is played by default from now on. The caller lets the match `proceed`."""
        if player.fault is not None or self.done.done():
            return
        decision = len(self.moves) if player.asked == NOT_ASKED else player.asked
        why = printable(why)
        if len(why) > 300:
            why = why[:297] + "..."
        player.fault = Fault(player.seat, decision, kind, f"seat {player.seat}, decision {decision}: {why}")
        player.asked = NOT_ASKED
        self.faults.append(player.fault)
        if self.journal is not None:
            self.journal.faulted(self.match.id, player.fault)

    cdef expel(self, Player player, kind, why):
        """A bot's fault, after which the match goes on."""
        self.forfeit(player, kind, why)
        self.proceed(self.watch.now())

    cdef bytes turn(self, Player player):
        """The bytes of the turn that the player owes an answer to."""
        session = player.session
        return ask(
            self.game,
            player.seat,
            player.number,
            player.asked,
            self.view if session.view else 0,
            session.notations,
            player.bank_ms(),
            session.round_trip_us,
        )

    cdef ask(self, Player player, double now):
        player.asked = player.last_asked = len(self.moves)
        player.asked_at = now
        player.deadline = now + self.limit + player.bank
        self.decisions += 1
        cdef uint32_t actors = self.game.acting()
        player.shown = self.turn(player) if actors & (actors - 1) else None
        if player.session.open:
            player.session.send(player.shown or self.turn(player))

    cdef time_out(self, Player player):
        session = player.session
        within = f"no answer within {self.match.clock.limit:.3f} s, bank empty"
        player.bank = 0
        if session.trouble and not session.open:
            kind = FaultKind.LOST if session.met else FaultKind.UNREACHABLE
            self.expel(player, kind, f"stream lost ({session.trouble}), {within}")
        else:
            after = f", after its stream was lost ({session.trouble})" if session.trouble else ""
            self.expel(player, FaultKind.TIMEOUT, within + after)

    cdef record(self, move):
        if self.journal is not None:
            self.journal.moved(self.match.id, len(self.moves), move)
        self.moves.append(move)

    # --- Its end.

    cdef finish(self):
        forfeited = [player.fault is not None for player in self.players]
        ranks = standing(self.game.ranks, forfeited)
        self.end(Verdict.PLAYED, self.game.scores, ranks, told(self.faults), self.revealed())

    cdef bytes revealed(self):
        return self.match.seed if self.match.reveal else b""

    def cancel(self, reason):
        """The organiser's cancel."""
        self.end(Verdict.CANCELLED, (), (), reason, self.revealed())

    def fail(self, error):
        """The arena's own fault: counts for nobody."""
        self.end(Verdict.SET_ASIDE, (), (), f"the referee failed: {error!r}", b"")

    def abandon(self):
        """Hands the match over: it goes on elsewhere, so its seed stays secret."""
        self.done.cancel()
        self.dismiss((), (), "the match goes on elsewhere", b"")

    cdef end(self, verdict, scores, ranks, reason, seed):
        if self.done.done():
            return
        self.done.set_result(
            Result(
                match=self.match.id,
                verdict=verdict,
                scores=scores,
                ranks=ranks,
                faults=tuple(self.faults),
                moves=tuple(self.moves),
                reason=reason,
                seconds=monotonic() - self.started,
                referee_us=self.share(self.decisions),
            )
        )
        self.dismiss(scores, ranks, reason, seed)

    cdef dismiss(self, scores, ranks, reason, seed):
        """Tells the bots that it is over; once. What is behind another's fault is between that bot and the arena."""
        cdef Player player
        if not self.seated:
            return
        self.seated = False
        for player in self.players:
            player.asked = NOT_ASKED
            faults = [
                fault.reason if fault.seat == player.seat else f"seat {fault.seat}, decision {fault.decision}: {fault.kind}"
                for fault in self.faults
            ]
            end = pb.MatchEnd(scores=scores, ranks=ranks, reason="; ".join(faults) if scores and faults else reason, seed=seed)
            farewell = pb.ToBot(items=[pb.ForMatch(match=player.number, end=end)])
            player.session.leave(player, farewell.SerializeToString())
