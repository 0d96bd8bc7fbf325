"""The API's methods on tournaments and ladders."""

from contextlib import suppress

from motherlode.v1 import arena_pb2 as pb

from arena import league
from arena.api.call import Access, Call, Method
from arena.api.messages import clock_of, tournament_message
from arena.api.paging import newest_page_of
from arena.store.errors import Unknown

STANDARD = "standard"


def create(call: Call, request: pb.CreateTournamentRequest) -> pb.Tournament:
    tournament = league.create_tournament(
        call.store,
        request.id,
        request.game,
        request.format,
        request.bots,
        variant=request.variant or STANDARD,
        size=request.size,
        rounds=request.rounds,
        sets=request.sets or 1,
        challengers=request.challengers or 1,
        clock=clock_of(request.clock),
        rated=not request.unrated,
    )
    return _told(call, tournament.id)


def list_tournaments(call: Call, request: pb.ListTournamentsRequest) -> pb.ListTournamentsResponse:
    ids, following = newest_page_of(call.store.tournaments.ids(), request)
    tournaments = []
    for id in ids:
        with suppress(Unknown):  # wiped out since it was listed
            tournaments.append(_told(call, id))
    return pb.ListTournamentsResponse(tournaments=tournaments, next_page_token=following)


def get(call: Call, request: pb.GetTournamentRequest) -> pb.Tournament:
    return _told(call, request.id)


def pause(call: Call, request: pb.PauseTournamentRequest) -> pb.Tournament:
    call.store.tournaments.pause(request.id)
    return _told(call, request.id)


def resume(call: Call, request: pb.ResumeTournamentRequest) -> pb.Tournament:
    call.store.tournaments.resume(request.id)
    return _told(call, request.id)


def cancel(call: Call, request: pb.CancelTournamentRequest) -> pb.Tournament:
    call.store.tournaments.cancel(request.id)
    return _told(call, request.id)


def start_ladder(call: Call, request: pb.StartLadderRequest) -> pb.Tournament:
    ladder = league.start_ladder(
        call.store,
        request.game,
        variant=request.variant,
        size=request.size,
        clock=clock_of(request.clock) if request.HasField("clock") else None,
    )
    return _told(call, ladder.id)


def stop_ladder(call: Call, request: pb.StopLadderRequest) -> pb.Tournament:
    return _told(call, league.stop_ladder(call.store, request.game).id)


def get_ladder(call: Call, request: pb.GetLadderRequest) -> pb.Tournament:
    league.check_game(request.game)
    return _told(call, league.ladder_id(request.game))


METHODS = {
    "CreateTournament": Method(pb.CreateTournamentRequest, create, Access.ORGANISE),
    "ListTournaments": Method(pb.ListTournamentsRequest, list_tournaments, Access.READ),
    "GetTournament": Method(pb.GetTournamentRequest, get, Access.READ),
    "PauseTournament": Method(pb.PauseTournamentRequest, pause, Access.ORGANISE),
    "ResumeTournament": Method(pb.ResumeTournamentRequest, resume, Access.ORGANISE),
    "CancelTournament": Method(pb.CancelTournamentRequest, cancel, Access.ORGANISE),
    "StartLadder": Method(pb.StartLadderRequest, start_ladder, Access.ORGANISE),
    "StopLadder": Method(pb.StopLadderRequest, stop_ladder, Access.ORGANISE),
    "GetLadder": Method(pb.GetLadderRequest, get_ladder, Access.READ),
}


def _told(call: Call, id: str) -> pb.Tournament:
    return tournament_message(call.store.tournaments.get(id), call.store.tournaments.progress(id))
