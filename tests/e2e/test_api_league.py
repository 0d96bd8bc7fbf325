"""A program runs a tournament through the API alone: bots, tournament, watching, standings, replays, metrics."""

from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from urllib.request import urlopen

import grpc
from motherlode.v1 import arena_pb2 as pb
from prometheus_client.parser import text_string_to_metric_families

from arena import replay
from arena.cli.cast import Cast
from arena.cli.crew import Crew, arena_role
from arena.redis_server import RedisServer
from arena.settings import Settings
from arena.store import open_store
from arena.store.tokens import ORGANISER
from tests.e2e.fire import processes_of

NAMES = {"chance": "random", "luck": "random", "greedy": "greedy"}


def where(log: Path) -> tuple[str, str]:
    """What `arena serve` says: where its API and its metrics are."""
    deadline = monotonic() + 60
    while monotonic() < deadline:
        lines = log.read_text().splitlines() if log.exists() else []
        if len(lines) >= 2:
            return lines[0].removeprefix("API on "), lines[1].removeprefix("metrics on ")
        sleep(0.1)
    raise AssertionError("arena serve did not come up")


def test_a_program_runs_a_tournament_through_the_api_alone(tmp_path):
    home = tmp_path / "home"
    settings = Settings(home=str(home), api="127.0.0.1:0", metrics="127.0.0.1:0")
    with RedisServer(settings) as redis, Cast() as cast:
        store = open_store(redis.url, settings)
        secret, _ = store.tokens.create(ORGANISER)
        log = tmp_path / "serve.log"
        crew = Crew(
            [
                arena_role("serve", settings, redis.url, "serve", log=log),
                arena_role("worker", settings, redis.url, "worker", "--slots", "1", log=tmp_path / "worker.log"),
            ],
            settings.stop_seconds + 4.0,
        )
        with crew:
            keeper = Thread(target=crew.keep, daemon=True)
            keeper.start()
            try:
                api, metrics = where(log)
                running = cast.start(NAMES.values())
                with grpc.insecure_channel(api) as channel:
                    addresses = {name: bot.address for name, bot in zip(NAMES, running, strict=True)}
                    play(channel, secret, addresses, metrics)
            finally:
                crew.stop()
                keeper.join()
        store.close()
    assert not list(processes_of(home))


def play(channel: grpc.Channel, secret: str, addresses: dict[str, str], metrics: str) -> None:
    token = [("authorization", f"Bearer {secret}")]

    def call(name: str, request, answer):
        method = channel.unary_unary(f"/motherlode.v1.Arena/{name}", None, answer.FromString)
        return method(request.SerializeToString(), metadata=token, timeout=30)

    for name, address in addresses.items():
        call("RegisterBot", pb.RegisterBotRequest(address=address, name=name), pb.BotVersion)
    cup = pb.CreateTournamentRequest(id="cup", game="rummy", format="round-robin", bots=list(addresses), sets=2)
    call("CreateTournament", cup, pb.Tournament)
    watch = channel.unary_stream("/motherlode.v1.Arena/WatchTournament", None, pb.TournamentEvent.FromString)
    request = pb.WatchTournamentRequest(id="cup", after="0-0").SerializeToString()
    events = list(watch(request, metadata=token, timeout=120))
    matches = [event.match.match for event in events if event.HasField("match")]
    assert len({m.id for m in matches}) == len(matches) == 12, "three pairs, two sets, two rotations"
    assert events[-1].progress.state == pb.TOURNAMENT_STATE_OVER and events[-1].progress.done == 12
    assert {bot for place in events[-1].progress.placing for bot in place.bots} == {m for x in matches for m in x.bots}
    standings = call("GetStandings", pb.GetStandingsRequest(game="rummy"), pb.GetStandingsResponse).standings
    assert [row.games for row in standings] == [8, 8, 8]
    for match in matches:
        text = call("GetReplay", pb.GetReplayRequest(match=match.id), pb.Replay).text
        assert replay.verify(text) is None
    with urlopen(metrics, timeout=20) as page:
        families = {f.name: f.samples for f in text_string_to_metric_families(page.read().decode())}
    counted = {s.labels["verdict"]: s.value for s in families["motherlode_matches"] if s.labels["game"] == "rummy"}
    assert counted == {"played": 12, "cancelled": 0, "set-aside": 0}
    decisions = sum(match.result.decisions for match in matches)
    assert sum(sample.value for sample in families["motherlode_decisions"]) == decisions
