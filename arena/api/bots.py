"""The API's methods on bots. A bot's token writes only its own bot."""

import grpc
from motherlode.v1 import arena_pb2 as pb

from arena import league
from arena.api.addresses import authors_address, organisers_address
from arena.api.call import Access, Call, Method, Refused
from arena.api.messages import bot_message
from arena.api.paging import page_of
from arena.store.bots import BotState, BotVersion


def register(call: Call, request: pb.RegisterBotRequest) -> pb.BotVersion:
    if call.organises:
        address = organisers_address(request.address)
        return _told(call, league.register(call.store, address, request.name, request.version))
    assert call.token is not None
    name = request.name or call.token.bot
    _permit(call, name)
    address = authors_address(request.address, call.networks)
    return _told(call, league.register(call.store, address, name, request.version, by_author=True))


def list_bots(call: Call, request: pb.ListBotsRequest) -> pb.ListBotsResponse:
    if request.game:
        league.check_game(request.game)
    bots = call.store.bots.all(tuple(BotState) if request.removed else (BotState.ACTIVE, BotState.BENCHED))
    wanted = [bot for bot in bots if not request.game or not bot.games or request.game in bot.games]
    page, following = page_of(wanted, request)
    faults = call.store.bots.last_faults([bot.id for bot in page])
    return pb.ListBotsResponse(
        bots=[bot_message(bot, fault, call.may_write(bot.name)) for bot, fault in zip(page, faults, strict=True)],
        next_page_token=following,
    )


def get(call: Call, request: pb.GetBotRequest) -> pb.BotVersion:
    return _told(call, call.store.bots.get(request.bot))


def bench(call: Call, request: pb.BenchBotRequest) -> pb.BotVersion:
    bot = _own(call, request.bot)
    return _told(call, league.bench(call.store, bot.id, request.reason, by_author=not call.organises))


def unbench(call: Call, request: pb.UnbenchBotRequest) -> pb.BotVersion:
    return _told(call, league.unbench(call.store, _own(call, request.bot).id))


def remove(call: Call, request: pb.RemoveBotRequest) -> pb.BotVersion:
    return _told(call, league.remove(call.store, _own(call, request.bot).id))


METHODS = {
    "RegisterBot": Method(pb.RegisterBotRequest, register, Access.BOT, dials=True),
    "ListBots": Method(pb.ListBotsRequest, list_bots, Access.READ),
    "GetBot": Method(pb.GetBotRequest, get, Access.READ),
    "BenchBot": Method(pb.BenchBotRequest, bench, Access.BOT),
    "UnbenchBot": Method(pb.UnbenchBotRequest, unbench, Access.BOT),
    "RemoveBot": Method(pb.RemoveBotRequest, remove, Access.BOT),
}


def _permit(call: Call, name: str) -> None:
    if not call.may_write(name):
        assert call.token is not None
        raise Refused(grpc.StatusCode.PERMISSION_DENIED, f"a token for {call.token.scope} changes nothing of {name!r}")


def _own(call: Call, id: str) -> BotVersion:
    """A bot that the caller may change."""
    bot = call.store.bots.get(id)
    _permit(call, bot.name)
    if not call.organises:
        league.check_author(bot)
    return bot


def _told(call: Call, bot: BotVersion) -> pb.BotVersion:
    return bot_message(bot, call.store.bots.last_fault(bot.id), call.may_write(bot.name))
