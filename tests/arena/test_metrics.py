"""The metrics: exactly what is recorded with the results, in the form Prometheus reads."""

import json
import os
import shutil
import subprocess
from time import monotonic, sleep
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from prometheus_client.parser import text_string_to_metric_families

import engine
from arena.metrics_server import MetricsServer
from arena.records import Verdict
from arena.redis_server import RedisServer
from arena.settings import Settings
from arena.store import open_store
from tests.arena.matches import finished, play, table_set

DOTTED = "a.b-c_d@1.0"


@pytest.fixture
def metrics(store):
    server = MetricsServer(store, "127.0.0.1:0")
    yield server
    server.stop()


def scrape(server: MetricsServer) -> str:
    with urlopen(f"http://{server.listens}/metrics", timeout=10) as page:
        return page.read().decode()


def values(server: MetricsServer) -> dict[tuple, float]:
    """(name, labels in their order...) -> value."""
    return {
        (sample.name, *(sample.labels[k] for k in sorted(sample.labels))): sample.value
        for family in text_string_to_metric_families(scrape(server))
        for sample in family.samples
    }


def some_results(store) -> None:
    """Five sets of two, a fault of b in each match; one match cancelled, one set aside, one waiting, one under way."""
    for i in range(5):
        play(store, table_set(f"s{i}", DOTTED, "b@1"), 1, think_us=1000 * 4**i)
    store.matches.plan("", [table_set("off", DOTTED, "b@1", rotations=1, game="lagoon")])
    (claimed,) = store.matches.claim("w", "t", 1, 60.0, True)
    store.matches.record("t", [finished(claimed.match, verdict=Verdict.CANCELLED)])
    store.matches.plan("", [table_set("poison", DOTTED, "b@1", rotations=1)])
    for death in range(5):
        store.matches.claim("w", f"p{death}", 1, -1.0, True)
        store.matches.reap()
    store.matches.plan(
        "", [table_set("now", DOTTED, "b@1", rotations=1), table_set("wait", DOTTED, "b@1", rotations=1)]
    )
    store.matches.claim("w", "t", 2, 60.0, True)
    store.matches.release("t", ["wait-0"])
    store.fleet.beat("w@host", 4)


def test_metrics_say_what_the_results_say(store, metrics):
    some_results(store)
    found = values(metrics)
    assert found["motherlode_matches_total", "rummy", "played"] == 10
    assert found["motherlode_matches_total", "lagoon", "cancelled"] == 1
    assert found["motherlode_matches_total", "rummy", "set-aside"] == 1
    assert found["motherlode_matches_planned_total",] == 14
    assert found["motherlode_decisions_total", "rummy"] == 20
    assert found["motherlode_referee_cpu_seconds_total", "rummy"] == pytest.approx(10 * 100e-6)
    # A set of two is played in both rotations, and the fault is always that of seat 1.
    assert found["motherlode_bot_faults_total", "b@1", "timeout"] == 5
    assert found["motherlode_bot_faults_total", DOTTED, "timeout"] == 5
    assert found["motherlode_rating_updates_total",] == 20
    assert found["motherlode_match_recoveries_total",] == 5
    assert found["motherlode_match_handovers_total",] == 1
    assert found["motherlode_queue_matches",] == 1 and found["motherlode_matches_in_flight",] == 1
    assert found["motherlode_queue_oldest_age_seconds",] >= 0
    assert (found["motherlode_workers",], found["motherlode_worker_slots",]) == (1, 4)
    assert found["motherlode_redis_up",] == 1
    for row in store.standings.table("rummy"):
        assert found["motherlode_rating_elo", row.bot, "rummy"] == row.elo
        assert found["motherlode_bot_games_total", row.bot, "rummy"] == row.games


def test_every_game_is_there_before_its_first_match(metrics):
    found = values(metrics)
    for game in engine.games():
        for verdict in Verdict:
            assert found["motherlode_matches_total", game, verdict.value] == 0
        assert found["motherlode_decisions_total", game] == 0


def test_answer_times_are_a_histogram_by_bot(store, metrics):
    thought = [1, 63, 64, 1000, 1024, 40_000_000]
    for i, think_us in enumerate(thought):
        play(store, table_set(f"s{i}", DOTTED, "b@1", rotations=1), think_us=think_us)
    found = values(metrics)
    buckets = {
        float(key[2]): value
        for key, value in found.items()
        if key[:2] == ("motherlode_decision_seconds_bucket", DOTTED)
    }
    for le, number in buckets.items():
        assert number == sum(us / 1e6 < le for us in thought), f"answers below {le} s"
    assert found["motherlode_decision_seconds_count", DOTTED] == buckets[float("inf")] == len(thought)
    assert found["motherlode_decision_seconds_sum", DOTTED] == pytest.approx(sum(thought) / 1e6)


@pytest.mark.parametrize("bot", [DOTTED, 'quo"te\\d\nline@1', "slow:20ms@1"])
def test_a_bots_name_arrives_as_it_is(store, metrics, bot):
    play(store, table_set("s", bot, "b@1", rotations=1), 0, 1)
    found = values(metrics)
    assert found["motherlode_decision_seconds_count", bot] == 1
    assert found["motherlode_bot_faults_total", bot, "timeout"] == 1
    assert ("motherlode_rating_elo", bot, "rummy") in found


def test_promtool_finds_nothing_to_blame(store, metrics):
    if shutil.which("promtool") is None:
        pytest.skip("no promtool: install Debian's package prometheus")
    some_results(store)
    command = ["promtool", "check", "metrics"]
    checked = subprocess.run(command, input=scrape(metrics), text=True, capture_output=True, check=False)
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")


def test_other_pages_are_health_and_nothing(metrics):
    with urlopen(f"http://{metrics.listens}/healthz", timeout=10) as page:
        assert page.read() == b"ok\n"
    with pytest.raises(HTTPError, match="404"):
        urlopen(f"http://{metrics.listens}/", timeout=10)


def test_while_redis_is_away_the_metrics_say_so_and_counts_do_not_fall_to_nothing(tmp_path):
    settings = Settings(home=str(tmp_path))
    redis = RedisServer(settings)
    redis.start()
    store = open_store(redis.url, settings)
    server = MetricsServer(store, "127.0.0.1:0")
    try:
        assert values(server)["motherlode_redis_up",] == 1
        redis.stop()
        found = values(server)
        assert found["motherlode_redis_up",] == 0
        assert not [key for key in found if key[0].startswith("motherlode_matches")]
        with pytest.raises(HTTPError, match="503"):
            urlopen(f"http://{server.listens}/healthz", timeout=10)
    finally:
        server.stop()
        redis.stop()
        store.close()


@pytest.fixture
def prometheus(metrics, tmp_path):
    """A real Prometheus that scrapes us; asks it a query."""
    if shutil.which("prometheus") is None:
        pytest.skip("no prometheus: install Debian's package prometheus")
    config = tmp_path / "prometheus.yml"
    config.write_text(
        "global: {scrape_interval: 500ms, scrape_timeout: 500ms}\n"
        f"scrape_configs: [{{job_name: arena, static_configs: [{{targets: ['{metrics.listens}']}}]}}]\n"
    )
    log = (tmp_path / "log").open("w+")
    command = ["prometheus", f"--config.file={config}", f"--storage.tsdb.path={tmp_path / 'data'}"]
    command += ["--web.listen-address=127.0.0.1:0", "--log.level=info"]
    process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env={**os.environ, "GOMAXPROCS": "1"})

    def listens() -> str:
        for line in (tmp_path / "log").read_text().splitlines():
            if 'msg="Listening on"' in line:
                return line.rpartition("address=")[2].strip()
        return ""

    def ask(query: str) -> list[float]:
        with urlopen(f"http://{listens()}/api/v1/query?{urlencode({'query': query})}", timeout=10) as page:
            return [float(row["value"][1]) for row in json.load(page)["data"]["result"]]

    try:
        deadline = monotonic() + 30
        while not listens():
            assert process.poll() is None and monotonic() < deadline, (tmp_path / "log").read_text()
            sleep(0.05)
        yield ask
    finally:
        process.terminate()
        process.wait(20)
        log.close()


def eventually(ask, query: str, wanted) -> None:
    deadline = monotonic() + 30
    while not wanted(answer := ask(query)):
        assert monotonic() < deadline, f"{query} answers {answer}"
        sleep(0.1)


def test_a_real_prometheus_scrapes_and_answers(store, metrics, prometheus):
    eventually(prometheus, "up", lambda found: found == [1.0])
    eventually(prometheus, "sum(motherlode_matches_total)", lambda found: found == [0.0])
    some_results(store)
    eventually(prometheus, 'motherlode_matches_total{game="rummy",verdict="played"}', lambda found: found == [10.0])
    eventually(prometheus, "sum(rate(motherlode_decisions_total[20s]))", lambda found: bool(found) and found[0] > 0)
    median = f'histogram_quantile(0.5, motherlode_decision_seconds_bucket{{bot="{DOTTED}"}})'
    eventually(prometheus, median, lambda found: bool(found) and 0.008 < found[0] < 0.033)
    overhead = "sum(motherlode_referee_cpu_seconds_total) / sum(motherlode_decision_seconds_sum)"
    eventually(prometheus, overhead, lambda found: bool(found) and 0 < found[0] < 0.01)
