"""The API as a program sees it: a real server on a real Redis, called over gRPC."""

import asyncio
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from motherlode.v1 import arena_pb2 as pb

from arena.api import Api
from arena.api.server import METHODS, SERVICE
from arena.records import Verdict
from arena.redis_server import RedisServer
from arena.settings import Settings
from arena.store import Store, open_store
from arena.store.bots import BotState, BotVersion
from arena.store.tokens import ORGANISER
from bots import Bot
from bots.server import start_server
from tests.arena.matches import finished, play, table_set

Code = grpc.StatusCode


class Loop:
    """An event loop in a thread of its own, for servers under test."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(30)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Client:
    """Calls methods by their name, with a token or without."""

    def __init__(self, channel: grpc.Channel, secret: str = "") -> None:
        self.channel = channel
        self._metadata = [("authorization", f"Bearer {secret}")] if secret else []

    def call(self, name: str, answer: type, /, **fields):
        request = METHODS[name].request(**fields).SerializeToString()
        method = self.channel.unary_unary(f"/{SERVICE}/{name}")
        return answer.FromString(method(request, timeout=20, metadata=self._metadata))

    def refusal(self, name: str, /, **fields) -> tuple[grpc.StatusCode, str]:
        with pytest.raises(grpc.RpcError) as error:
            self.call(name, pb.Match, **fields)
        return error.value.code(), error.value.details()

    def watch(self, id: str, after: str = "") -> Iterator[pb.TournamentEvent]:
        request = pb.WatchTournamentRequest(id=id, after=after).SerializeToString()
        method = self.channel.unary_stream(f"/{SERVICE}/WatchTournament", None, pb.TournamentEvent.FromString)
        return method(request, timeout=20, metadata=self._metadata)


@pytest.fixture
def loop():
    made = Loop()
    yield made
    made.close()


@contextmanager
def serving(loop: Loop, store: Store, **settings) -> Iterator[Api]:
    async def start() -> Api:
        api = Api(store, Settings(api="127.0.0.1:0", **settings))
        await api.start()
        return api

    api = loop.run(start())
    try:
        yield api
    finally:
        loop.run(api.stop())


@pytest.fixture
def api(loop, store):
    with serving(loop, store, bot_networks="127.0.0.0/8") as api:
        yield api


@pytest.fixture
def channel(api):
    with grpc.insecure_channel(api.listens) as channel:
        yield channel


@pytest.fixture
def anybody(channel):
    return Client(channel)


@pytest.fixture
def organiser(channel, store):
    return Client(channel, store.tokens.create(ORGANISER)[0])


@pytest.fixture
def author(channel, store):
    return Client(channel, store.tokens.create("bot:digger")[0])


def bot_there(loop: Loop, called: str) -> Iterator[str]:
    """The address of a bot that is there."""

    class Digger(Bot):
        name = called
        version = "7"
        author = "Ada\n\x1b[31m"
        games = ("rummy",)

    with socket.create_server(("127.0.0.1", 0)) as free:
        where = f"127.0.0.1:{free.getsockname()[1]}"
    server = loop.run(start_server(Digger(), where))
    yield where
    loop.run(server.stop())


@pytest.fixture
def address(loop):
    yield from bot_there(loop, "digger")


@pytest.fixture
def rivals_address(loop):
    yield from bot_there(loop, "rival")


def seat(store: Store, *names: str) -> None:
    for name in names:
        store.bots.add(BotVersion(name, "1", f"unix:/secret/{name}"))


# --- Who may do what.


def test_everybody_reads_and_nobody_writes_without_a_token(anybody, store):
    seat(store, "a", "b")
    assert [bot.id for bot in anybody.call("ListBots", pb.ListBotsResponse).bots] == ["a@1", "b@1"]
    for name, method in METHODS.items():
        if method.access.value != "read":
            assert anybody.refusal(name)[0] is Code.UNAUTHENTICATED, name
    assert [bot.state for bot in store.bots.all()] == [BotState.ACTIVE] * 2


def test_a_private_arena_is_read_with_a_token_only(loop, store):
    secret, _ = store.tokens.create("bot:digger")
    with serving(loop, store, private=True) as api, grpc.insecure_channel(api.listens) as channel:
        for name in METHODS:
            assert Client(channel).refusal(name)[0] is Code.UNAUTHENTICATED, name
        with pytest.raises(grpc.RpcError) as error:
            list(Client(channel).watch("cup"))
        assert error.value.code() is Code.UNAUTHENTICATED
        Client(channel, secret).call("ListBots", pb.ListBotsResponse)


def test_a_revoked_token_opens_nothing(channel, store):
    secret, token = store.tokens.create(ORGANISER)
    client = Client(channel, secret)
    client.call("StartLadder", pb.Tournament, game="rummy")
    store.tokens.revoke(token.id)
    assert client.refusal("StopLadder", game="rummy")[0] is Code.UNAUTHENTICATED
    assert client.refusal("ListBots")[0] is Code.UNAUTHENTICATED


def test_a_bots_token_organises_nothing(author):
    for name, method in METHODS.items():
        if method.access.value == "organise":
            assert author.refusal(name)[0] is Code.PERMISSION_DENIED, name


def test_a_token_is_revoked_by_its_whole_id(store):
    _, token = store.tokens.create(ORGANISER)
    for wrong in ("", token.id[:5], token.id + "0"):
        with pytest.raises(ValueError, match="there is no token"):
            store.tokens.revoke(wrong)
    with pytest.raises(ValueError, match="bot:NAME"):
        store.tokens.create("bot:")


# --- Bots.


def test_an_organiser_registers_a_bot_under_what_it_says_of_itself(organiser, anybody, address):
    bot = organiser.call("RegisterBot", pb.BotVersion, address=address)
    assert (bot.id, bot.games, bot.address) == ("digger@7", ["rummy"], address)
    assert bot.author == "Ada[31m", "nothing that steers a terminal gets in"
    seen = anybody.call("GetBot", pb.BotVersion, bot="digger")
    assert seen.id == "digger@7" and seen.address == "", "where it lives is not for everybody"


def test_an_author_registers_versions_of_the_tokens_bot_and_no_other(author, address):
    assert author.call("RegisterBot", pb.BotVersion, address=address).id == "digger@7"
    assert author.call("RegisterBot", pb.BotVersion, address=address, version="8").id == "digger@8"
    assert author.refusal("RegisterBot", address=address, name="other")[0] is Code.PERMISSION_DENIED


def test_nobody_plays_with_somebody_elses_bot(author, store, rivals_address):
    code, sentence = author.refusal("RegisterBot", address=rivals_address)
    assert code is Code.INVALID_ARGUMENT and "calls itself 'rival', not 'digger'" in sentence
    assert store.bots.all() == []


def test_an_authors_own_bench_is_lifted_by_the_author_an_organisers_is_not(author, organiser, store, address):
    author.call("RegisterBot", pb.BotVersion, address=address)
    benched = author.call("BenchBot", pb.BotVersion, bot="digger", reason="new shovel")
    assert benched.state == pb.BOT_STATE_BENCHED and store.bots.get("digger").by_hand
    assert author.call("UnbenchBot", pb.BotVersion, bot="digger").state == pb.BOT_STATE_ACTIVE
    organiser.call("BenchBot", pb.BotVersion, bot="digger", reason="digs in other people's mines")
    for name, fields in (
        ("UnbenchBot", {"bot": "digger"}),
        ("BenchBot", {"bot": "digger"}),
        ("RemoveBot", {"bot": "digger"}),
        ("RegisterBot", {"address": address}),
    ):
        code, sentence = author.refusal(name, **fields)
        assert code is Code.FAILED_PRECONDITION and "other people's mines" in sentence, name
    organiser.call("UnbenchBot", pb.BotVersion, bot="digger")
    assert author.call("RemoveBot", pb.BotVersion, bot="digger").state == pb.BOT_STATE_REMOVED


def test_an_author_touches_no_other_bot(author, store):
    seat(store, "rival")
    for name in ("BenchBot", "UnbenchBot", "RemoveBot"):
        assert author.refusal(name, bot="rival@1")[0] is Code.PERMISSION_DENIED
        assert author.refusal(name, bot="nobody")[0] is Code.NOT_FOUND
    assert store.bots.get("rival").state is BotState.ACTIVE


@pytest.mark.parametrize(
    "wrong",
    ["", "here", "dns:///redis:6379", "unix-abstract:x", "unix:", "unix:x", "10.0.0.1:0", "h:99999", "a b:1", "[x]:1"],
)
def test_only_host_and_port_or_a_socket_are_addresses(organiser, wrong):
    code, sentence = organiser.refusal("RegisterBot", address=wrong)
    assert code is Code.INVALID_ARGUMENT and ("HOST:PORT" in sentence or "whole path" in sentence)


@pytest.mark.parametrize(
    "inside", ["127.0.0.1:6379", "10.1.2.3:80", "[::1]:6379", "localhost:6379", "[::ffff:127.0.0.1]:1"]
)
def test_an_authors_bot_lives_on_the_public_internet_unless_the_organiser_opens_a_network(loop, store, inside):
    secret, _ = store.tokens.create("bot:digger")
    with serving(loop, store) as api, grpc.insecure_channel(api.listens) as channel:
        code, sentence = Client(channel, secret).refusal("RegisterBot", address=inside)
        assert code is Code.INVALID_ARGUMENT and "networks where bots may live: public" in sentence
        assert "organiser" in Client(channel, secret).refusal("RegisterBot", address="unix:/run/redis.sock")[1]


def test_what_was_checked_is_what_is_dialled(author, address):
    """A name that points elsewhere tomorrow leads nobody astray."""
    port = address.rpartition(":")[2]
    assert author.call("RegisterBot", pb.BotVersion, address=f"localhost:{port}").address == address


def test_an_address_where_no_bot_answers_is_told(organiser):
    code, sentence = organiser.refusal("RegisterBot", address="127.0.0.1:1")
    assert code is Code.INVALID_ARGUMENT and "no bot answers at 127.0.0.1:1 within 5 s" in sentence


# --- Tournaments and ladders.


def test_a_tournament_is_created_paused_resumed_and_cancelled(organiser, anybody, store):
    seat(store, "a", "b", "c")
    made = organiser.call(
        "CreateTournament",
        pb.Tournament,
        id="cup",
        game="rummy",
        format="swiss",
        bots=["a", "b@1", "c"],
        clock=pb.Clock(limit_ms=500, bank_ms=0),
    )
    assert list(made.entrants) == ["a@1", "b@1", "c@1"] and made.size == 2 and made.sets == 1
    assert made.clock == pb.Clock(limit_ms=500, bank_ms=0, margin_ms=50) and made.rated
    states = [made.progress.state]
    for name in ("PauseTournament", "ResumeTournament", "CancelTournament"):
        states.append(organiser.call(name, pb.Tournament, id="cup").progress.state)
    assert states == [
        pb.TOURNAMENT_STATE_RUNNING,
        pb.TOURNAMENT_STATE_PAUSED,
        pb.TOURNAMENT_STATE_RUNNING,
        pb.TOURNAMENT_STATE_CANCELLED,
    ]
    assert organiser.refusal("CancelTournament", id="cup")[0] is Code.FAILED_PRECONDITION
    assert anybody.call("GetTournament", pb.Tournament, id="cup").progress.state == pb.TOURNAMENT_STATE_CANCELLED


def test_what_makes_no_sense_is_said_in_a_sentence(organiser, anybody, store):
    seat(store, "a", "b")
    fields = {"id": "cup", "game": "rummy", "format": "swiss", "bots": ["a", "b"]}
    organiser.call("CreateTournament", pb.Tournament, **fields)
    assert organiser.refusal("CreateTournament", **fields)[0] is Code.ALREADY_EXISTS
    for wrong, said in (
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"format": "knockout"}, "unknown format"),
        ({"bots": ["a"]}, "at least 2"),
        ({"size": 99}, "seats"),
        ({"variant": "wild"}, "variants"),
        ({"id": "a cup"}, "name"),
        ({"id": "ladder-rummy"}, "the ladders'"),
        ({"clock": pb.Clock(limit_ms=0)}, "clock"),
    ):
        code, sentence = organiser.refusal("CreateTournament", **{**fields, "id": "other", **wrong})
        assert code is Code.INVALID_ARGUMENT and said in sentence
    assert organiser.refusal("CreateTournament", **{**fields, "bots": ["a", "z"]})[0] is Code.NOT_FOUND
    for id in ("nowhere", "cup:open", "", "x" * 100_000):
        assert anybody.refusal("GetTournament", id=id)[0] is Code.NOT_FOUND
    assert anybody.refusal("GetMatch", id="nowhere")[0] is Code.NOT_FOUND
    assert anybody.refusal("GetStandings", game="chess")[0] is Code.INVALID_ARGUMENT
    assert anybody.refusal("ListBots", page_size=1001)[0] is Code.INVALID_ARGUMENT
    assert anybody.refusal("ListBots", page_token="x")[0] is Code.INVALID_ARGUMENT


def test_bytes_that_are_no_request_are_told_so(channel):
    with pytest.raises(grpc.RpcError) as error:
        channel.unary_unary(f"/{SERVICE}/GetMatch")(b"\xff\xff\xff", timeout=5)
    assert error.value.code() is Code.INVALID_ARGUMENT
    with pytest.raises(grpc.RpcError) as error:
        channel.unary_unary(f"/{SERVICE}/GetMatch")(bytes(2 << 20), timeout=5)
    assert error.value.code() is Code.RESOURCE_EXHAUSTED


def test_a_ladder_is_started_stopped_and_started_again(organiser, anybody):
    assert organiser.refusal("StopLadder", game="rummy")[0] is Code.NOT_FOUND
    ladder = organiser.call("StartLadder", pb.Tournament, game="rummy")
    assert (ladder.format, ladder.progress.state) == ("ladder", pb.TOURNAMENT_STATE_RUNNING)
    organiser.call("StopLadder", pb.Tournament, game="rummy")
    assert anybody.call("GetLadder", pb.Tournament, game="rummy").progress.state == pb.TOURNAMENT_STATE_PAUSED
    organiser.call("StartLadder", pb.Tournament, game="rummy")
    assert anybody.refusal("GetLadder", game="lagoon")[0] is Code.NOT_FOUND


def begin(organiser: Client, store: Store, id: str = "cup") -> None:
    seat(store, "a", "b")
    organiser.call("CreateTournament", pb.Tournament, id=id, game="rummy", format="round-robin", bots=["a", "b"])


def test_a_watcher_sees_every_match_and_the_end(organiser, anybody, store):
    begin(organiser, store)
    begin(organiser, store, "other")
    events = anybody.watch("cup")
    first = next(events)
    assert first.progress.state == pb.TOURNAMENT_STATE_RUNNING
    play(store, table_set("other-s", "a@1", "b@1", tournament="other"))
    play(store, table_set("cup-s", "a@1", "b@1", tournament="cup"))
    store.tournaments.note("cup", (("a@1",), ("b@1",)), over=True)
    seen = list(events)
    matches = [event.match for event in seen if event.HasField("match")]
    assert [m.match.id for m in matches] == ["cup-s-0", "cup-s-1"]
    assert all(len(m.ratings) == 2 and m.match.result.verdict == pb.VERDICT_PLAYED for m in matches)
    last = seen[-1].progress
    assert last.state == pb.TOURNAMENT_STATE_OVER and (last.planned, last.done) == (2, 2)
    assert [list(place.bots) for place in last.placing] == [["a@1"], ["b@1"]]


def test_a_broken_watch_goes_on_behind_its_last_event(organiser, anybody, store):
    begin(organiser, store)
    events = anybody.watch("cup")
    next(events)
    play(store, table_set("s", "a@1", "b@1", tournament="cup"))
    seen = next(event for event in events if event.HasField("match"))
    events.cancel()
    play(store, table_set("t", "a@1", "b@1", tournament="cup"))
    store.tournaments.note("cup", (), over=True)
    rest = [event.match.match.id for event in anybody.watch("cup", seen.id) if event.HasField("match")]
    assert [seen.match.match.id, *rest] == ["s-0", "s-1", "t-0", "t-1"]
    assert [event.WhichOneof("what") for event in anybody.watch("cup")] == ["progress"], "from now on: it is over"


def test_a_watcher_that_was_away_too_long_is_told(organiser, anybody, store):
    begin(organiser, store)
    with store.client.pipeline() as pipe:
        for _ in range(10_001):
            pipe.xadd(
                f"{store.prefix}events", {"kind": "played", "match": "m", "game": "", "tournament": "", "data": ""}
            )
        pipe.execute()
    for after, code in (("1-1", Code.OUT_OF_RANGE), ("yesterday", Code.INVALID_ARGUMENT)):
        with pytest.raises(grpc.RpcError) as error:
            next(anybody.watch("cup", after))
        assert error.value.code() is code


def test_a_cancelled_tournament_is_watched_until_its_last_match_ended(organiser, anybody, store):
    begin(organiser, store)
    store.matches.plan("cup", [table_set("s", "a@1", "b@1", tournament="cup")])
    (claimed,) = store.matches.claim("w", "t", 1, 60.0, True)
    events = anybody.watch("cup")
    next(events)
    organiser.call("CancelTournament", pb.Tournament, id="cup")
    assert next(e for e in events if e.HasField("match")).match.match.id == "s-1"
    store.matches.record("t", [finished(claimed.match, verdict=Verdict.CANCELLED)])
    rest = list(events)
    assert [e.match.match.result.verdict for e in rest if e.HasField("match")] == [pb.VERDICT_CANCELLED]
    assert rest[-1].progress.state == pb.TOURNAMENT_STATE_CANCELLED


def test_a_server_that_stops_tells_its_watchers_where_to_go_on(loop, store):
    seat(store, "a", "b")
    secret, _ = store.tokens.create(ORGANISER)
    with serving(loop, store) as api:
        channel = grpc.insecure_channel(api.listens)
        client = Client(channel, secret)
        client.call("StartLadder", pb.Tournament, game="rummy")
        events = client.watch("ladder-rummy")
        place = next(events).id
    with pytest.raises(grpc.RpcError) as error:
        list(events)
    assert error.value.code() is Code.UNAVAILABLE and place in error.value.details()
    channel.close()


# --- Results.


def test_standings_and_head_to_head_follow_from_the_results(anybody, store):
    seat(store, "a", "b")
    for i in range(10):
        play(store, table_set(f"s{i}", "a@1", "b@1", rotations=1))
    best, worst = anybody.call("GetStandings", pb.GetStandingsResponse, game="rummy").standings
    assert (best.bot, best.games, best.wins, best.ties, best.losses) == ("a@1", 10, 10, 0, 0)
    assert best.fitted.low < best.fitted.elo < best.fitted.high and best.elo + worst.elo == pytest.approx(3000)
    (pair,) = anybody.call("ListHeadToHead", pb.ListHeadToHeadResponse, game="rummy", bot="b").pairs
    assert (pair.bot, pair.opponent, pair.wins, pair.losses) == ("b@1", "a@1", 0, 10)
    assert len(anybody.call("ListHeadToHead", pb.ListHeadToHeadResponse, game="rummy").pairs) == 2


def pages(client: Client, name: str, answer: type, entries: str, **fields) -> list:
    found, token = [], ""
    while True:
        page = client.call(name, answer, page_token=token, **fields)
        assert len(getattr(page, entries)) <= fields["page_size"]
        found += getattr(page, entries)
        token = page.next_page_token
        if not token:
            return found


def test_long_lists_come_in_pages_that_miss_nothing(organiser, store):
    seat(store, *(f"b{i:02}" for i in range(25)))
    for i in range(25):
        begin(organiser, store, f"cup{i:02}")
        play(store, table_set(f"s{i:02}", "a@1", "b@1", rotations=1, tournament="cup00"))
    bots = pages(organiser, "ListBots", pb.ListBotsResponse, "bots", page_size=7)
    assert [b.id for b in bots] == [b.id for b in store.bots.all()]
    cups = pages(organiser, "ListTournaments", pb.ListTournamentsResponse, "tournaments", page_size=5)
    assert [t.id for t in cups] == [f"cup{i:02}" for i in reversed(range(25))]
    for fields in ({}, {"tournament": "cup00"}):
        matches = pages(organiser, "ListMatches", pb.ListMatchesResponse, "matches", page_size=10, **fields)
        assert [m.id for m in matches] == [f"s{i:02}-0" for i in reversed(range(25))]
    assert organiser.refusal("ListMatches", tournament="nowhere")[0] is Code.NOT_FOUND


def test_new_matches_do_not_shift_the_pages(anybody, store):
    seat(store, "a", "b")
    for i in range(4):
        play(store, table_set(f"s{i}", "a@1", "b@1", rotations=1))
    first = anybody.call("ListMatches", pb.ListMatchesResponse, page_size=2)
    play(store, table_set("new", "a@1", "b@1", rotations=1))
    second = anybody.call("ListMatches", pb.ListMatchesResponse, page_size=2, page_token=first.next_page_token)
    assert [m.id for m in [*first.matches, *second.matches]] == ["s3-0", "s2-0", "s1-0", "s0-0"]
    assert second.next_page_token == ""


def test_a_fault_is_shown_with_its_match_and_its_bot(anybody, store):
    seat(store, "a", "b")
    play(store, table_set("s", "a@1", "b@1", rotations=1), 1)
    (fault,) = anybody.call("GetMatch", pb.Match, id="s-0").result.faults
    assert (fault.seat, fault.kind, fault.reason) == (1, pb.FAULT_KIND_TIMEOUT, "seat 1 was late")
    assert "seat 1 was late" in anybody.call("GetBot", pb.BotVersion, bot="b").last_fault


# --- Secrets.


def everything_said(client: Client) -> bytes:
    """All that can be read of the matches s-0 and s-1."""
    said = [client.call("GetMatch", pb.Match, id=f"s-{r}") for r in range(2)]
    said.append(client.call("ListMatches", pb.ListMatchesResponse))
    said.append(client.call("ListMatches", pb.ListMatchesResponse, tournament="cup"))
    done = client.call("GetTournament", pb.Tournament, id="cup").progress.done
    events = client.watch("cup", "0-0")
    said += [next(events) for _ in range(1 + done)]
    events.cancel()
    return b"".join(message.SerializeToString() for message in said)


def test_no_seed_leaves_before_the_last_match_of_its_set_is_over(organiser, author, anybody, store):
    begin(organiser, store)
    matches = table_set("s", "a@1", "b@1", tournament="cup")
    seed = matches[0].seed
    readers = (organiser, author, anybody)
    store.matches.plan("cup", [matches])
    assert not any(seed in everything_said(client) for client in readers), "while it waits"
    (claimed,) = store.matches.claim("w", "t", 1, 60.0, True)
    store.matches.journal("t", 60.0, [(claimed.match.id, 0, b"0 7 424242\n")])
    for client in readers:
        said = everything_said(client)
        assert seed not in said and b"424242" not in said, "while it runs"
        assert client.refusal("GetReplay", match="s-0")[0] is Code.FAILED_PRECONDITION
    store.matches.record("t", [finished(claimed.match)])
    for client in readers:
        assert seed not in everything_said(client), "while the other rotation is to be played"
        code, sentence = client.refusal("GetReplay", match="s-0")
        assert code is Code.FAILED_PRECONDITION and "last match of its set" in sentence
        assert client.call("GetMatch", pb.Match, id="s-0").commitment == matches[0].commitment
    (last,) = store.matches.claim("w", "t", 1, 60.0, True)
    assert not any(seed in everything_said(client) for client in readers), "while the other rotation is played"
    store.matches.record("t", [finished(last.match)])
    assert anybody.call("GetMatch", pb.Match, id="s-0").seed == seed
    assert anybody.call("GetReplay", pb.Replay, match="s-0").text == "the replay of s-0"


def test_addresses_and_workers_are_nobodys_business(organiser, author, anybody, store):
    begin(organiser, store)
    store.matches.plan("cup", [table_set("s", "a@1", "b@1", tournament="cup")])
    store.matches.claim("worker-in-the-cellar", "t", 1, 60.0, True)
    for client in (anybody, author):
        said = everything_said(client) + client.call("ListBots", pb.ListBotsResponse).SerializeToString()
        assert b"cellar" not in said and b"unix:/secret" not in said
    assert organiser.call("GetMatch", pb.Match, id="s-0").worker == "worker-in-the-cellar"
    assert organiser.call("GetBot", pb.BotVersion, bot="a").address == "unix:/secret/a"


# --- The server.


def test_health_and_reflection_answer(channel):
    stub = health_pb2_grpc.HealthStub(channel)
    for service in ("", SERVICE):
        answer = stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=5)
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
    request = reflection_pb2.ServerReflectionRequest(file_containing_symbol=SERVICE)
    stub = reflection_pb2_grpc.ServerReflectionStub(channel)
    (answer,) = stub.ServerReflectionInfo(iter([request]), timeout=5)
    assert b"WatchTournament" in answer.file_descriptor_response.file_descriptor_proto[0]


def test_the_service_has_every_method_of_the_contract():
    methods = {method.name for method in pb.DESCRIPTOR.services_by_name["Arena"].methods}
    assert {*METHODS, "WatchTournament"} == methods
    for method in pb.DESCRIPTOR.services_by_name["Arena"].methods:
        if method.name in METHODS:
            assert METHODS[method.name].request.DESCRIPTOR is method.input_type


def test_while_redis_is_away_calls_end_with_unavailable_and_go_on_afterwards(loop, tmp_path):
    settings = Settings(home=str(tmp_path))
    server = RedisServer(settings)
    server.start()
    store = open_store(server.url, settings)
    with serving(loop, store) as api, grpc.insecure_channel(api.listens) as channel:
        client = Client(channel, store.tokens.create(ORGANISER)[0])
        client.call("ListBots", pb.ListBotsResponse)
        server.stop()
        code, sentence = client.refusal("ListBots")
        assert code is Code.UNAVAILABLE and str(tmp_path) not in sentence
        again = RedisServer(settings)
        with again:
            client.call("ListBots", pb.ListBotsResponse)
        store.close()


def test_a_taken_port_and_half_a_tls_setting_are_told(loop, store, api):
    async def start(**settings):
        await Api(store, Settings(**settings)).start()

    with pytest.raises(OSError, match="cannot listen on"):
        loop.run(start(api=api.listens))
    with pytest.raises(ValueError, match="certificate and its key"):
        loop.run(start(api="127.0.0.1:0", tls_certificate="here.pem"))
    with pytest.raises(ValueError, match="MOTHERLODE_BOT_NETWORKS"):
        loop.run(start(api="127.0.0.1:0", bot_networks="everywhere"))


def test_with_a_certificate_the_api_speaks_tls(loop, store, certificate):
    cert, key = certificate
    with serving(loop, store, tls_certificate=str(cert), tls_key=str(key)) as api:
        trust = grpc.ssl_channel_credentials(cert.read_bytes())
        with grpc.secure_channel(f"localhost:{api.listens.rpartition(':')[2]}", trust) as channel:
            Client(channel, store.tokens.create(ORGANISER)[0]).call("StartLadder", pb.Tournament, game="rummy")
        with grpc.insecure_channel(api.listens) as channel:
            assert Client(channel).refusal("ListBots")[0] is Code.UNAVAILABLE


@pytest.fixture
def certificate(tmp_path) -> tuple[Path, Path]:
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate with")
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-days",
        "1",
    ]
    command += [
        "-subj",
        "/CN=localhost",
        "-addext",
        "subjectAltName=DNS:localhost",
        "-keyout",
        str(key),
        "-out",
        str(cert),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return cert, key
