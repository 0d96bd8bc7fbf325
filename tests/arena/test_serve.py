"""`arena serve` and `arena token` as people run them."""

import json
import os
import re
import signal
import subprocess
import sys
from urllib.request import urlopen

import grpc
import psutil
import pytest
from motherlode.v1 import arena_pb2 as pb

from arena.cli.serve import on_this_machine

ARENA = [sys.executable, "-m", "arena.cli"]


@pytest.fixture
def environment(tmp_path):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MOTHERLODE_")}
    return kept | {"MOTHERLODE_HOME": str(tmp_path / "home")}


def arena(environment, *words: str, code: int = 0) -> subprocess.CompletedProcess:
    done = subprocess.run([*ARENA, *words], env=environment, text=True, capture_output=True, timeout=60, check=False)
    assert done.returncode == code, done.stderr
    return done


def start_ladder(listens: str, secret: str) -> pb.Tournament:
    with grpc.insecure_channel(listens) as channel:
        call = channel.unary_unary("/motherlode.v1.Arena/StartLadder", None, pb.Tournament.FromString)
        request = pb.StartLadderRequest(game="rummy").SerializeToString()
        return call(request, timeout=20, metadata=[("authorization", f"Bearer {secret}")])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_serve_says_where_it_listens_serves_and_leaves_nothing_behind(environment, number):
    command = [*ARENA, "serve", "--api", "127.0.0.1:0", "--metrics", "127.0.0.1:0"]
    process = subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        listens = re.fullmatch(r"API on (127\.0\.0\.1:\d+)\n", process.stdout.readline()).group(1)
        url = re.fullmatch(r"metrics on (http://127\.0\.0\.1:\d+/metrics)\n", process.stdout.readline()).group(1)
        secret = arena(environment, "token", "create", "--organiser").stdout.strip()
        assert start_ladder(listens, secret).id == "ladder-rummy"
        with urlopen(url, timeout=10) as page:
            assert b"motherlode_redis_up 1.0" in page.read()
        started = psutil.Process(process.pid).children(recursive=True)
    finally:
        process.send_signal(number)
        said, wrong = process.communicate(timeout=30)
    assert (process.returncode, said, wrong) == (0, "", "")
    assert not any(child.is_running() for child in started)


def test_a_port_that_is_taken_is_told_in_a_sentence(environment):
    with subprocess.Popen(
        [*ARENA, "serve", "--api", "127.0.0.1:0", "--metrics", "127.0.0.1:0"],
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
    ) as process:
        try:
            listens = process.stdout.readline().split()[-1]
            done = arena(environment, "serve", "--api", listens, "--metrics", "127.0.0.1:0", code=1)
            assert f"Error: cannot listen on {listens}" in done.stderr and "Traceback" not in done.stderr
        finally:
            process.terminate()


def test_tokens_are_made_listed_and_revoked(environment):
    made = json.loads(arena(environment, "token", "create", "--bot", "digger", "--note", "Ada's", "--json").stdout)
    assert made["scope"] == "bot:digger" and made["token"].startswith("ml_")
    listed = arena(environment, "token", "list")
    assert made["id"] in listed.stdout and "Ada's" in listed.stdout and made["token"] not in listed.stdout
    arena(environment, "token", "revoke", made["id"])
    assert json.loads(arena(environment, "token", "list", "--json").stdout) == []
    assert "there is no token" in arena(environment, "token", "revoke", made["id"], code=1).stderr
    arena(environment, "token", "create", code=2)
    arena(environment, "token", "create", "--organiser", "--bot", "digger", code=2)
    assert "bot:NAME" in arena(environment, "token", "create", "--bot", "two words", code=1).stderr


def test_only_this_machine_is_spoken_to_without_tls_in_silence():
    for address in ("127.0.0.1:1", "[::1]:1", "localhost:1", "unix:/run/arena.sock"):
        assert on_this_machine(address)
    for address in ("0.0.0.0:1", "[::]:1", "arena.example:1"):
        assert not on_this_machine(address)
