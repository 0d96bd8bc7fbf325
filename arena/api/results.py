"""The API's methods on what was played: standings, head-to-head, matches, replays."""

from motherlode.v1 import arena_pb2 as pb

from arena import league
from arena.api.call import Access, Call, Method
from arena.api.messages import match_message, standing_message
from arena.api.paging import page_of, place_of, size_of


def standings(call: Call, request: pb.GetStandingsRequest) -> pb.GetStandingsResponse:
    league.check_game(request.game)
    rows, following = page_of(call.store.standings.table(request.game), request)
    return pb.GetStandingsResponse(standings=[standing_message(row) for row in rows], next_page_token=following)


def head_to_head(call: Call, request: pb.ListHeadToHeadRequest) -> pb.ListHeadToHeadResponse:
    league.check_game(request.game)
    only = call.store.bots.get(request.bot).id if request.bot else ""
    counts = call.store.standings.head_to_head(request.game)
    pairs, following = page_of(sorted(pair for pair in counts if not only or pair[0] == only), request)
    return pb.ListHeadToHeadResponse(
        pairs=[
            pb.HeadToHead(bot=bot, opponent=opponent, wins=wins, ties=ties, losses=losses)
            for bot, opponent in pairs
            for wins, ties, losses in [counts[bot, opponent]]
        ],
        next_page_token=following,
    )


def list_matches(call: Call, request: pb.ListMatchesRequest) -> pb.ListMatchesResponse:
    if request.tournament:
        call.store.tournaments.get(request.tournament)
    ids, place = call.store.matches.page(size_of(request), place_of(request), request.tournament)
    return pb.ListMatchesResponse(
        matches=[match_message(status, call.organises) for status in call.store.matches.statuses(ids)],
        next_page_token=str(place) if place else "",
    )


def get_match(call: Call, request: pb.GetMatchRequest) -> pb.Match:
    return match_message(call.store.matches.get(request.id), call.organises)


def replay(call: Call, request: pb.GetReplayRequest) -> pb.Replay:
    return pb.Replay(match=request.match, text=call.store.matches.replay(request.match))


METHODS = {
    "GetStandings": Method(pb.GetStandingsRequest, standings, Access.READ),
    "ListHeadToHead": Method(pb.ListHeadToHeadRequest, head_to_head, Access.READ),
    "ListMatches": Method(pb.ListMatchesRequest, list_matches, Access.READ),
    "GetMatch": Method(pb.GetMatchRequest, get_match, Access.READ),
    "GetReplay": Method(pb.GetReplayRequest, replay, Access.READ),
}
