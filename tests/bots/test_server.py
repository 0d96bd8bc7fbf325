"""`bots.serve` as a process: where it listens, what else it serves, how it stops."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from motherlode.v1 import bot_pb2

from tests.certificate import certificate

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("MOTHERLODE_")}
ENVIRONMENT["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "proto")])


@contextmanager
def serving(*words: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A random bot's process and the address it says it listens on."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bots.random", *words], stderr=subprocess.PIPE, text=True, env=ENVIRONMENT | environment
    )
    assert process.stderr is not None
    try:
        said = process.stderr.readline()
        yield process, said.strip().removesuffix(" with TLS").rpartition(" ")[2]
    finally:
        process.kill()
        process.communicate()


def name_of(channel: grpc.Channel) -> str:
    request = bot_pb2.DescribeRequest(protocol=bot_pb2.PROTOCOL_1).SerializeToString()
    call = channel.unary_unary("/motherlode.v1.Bot/Describe")
    return bot_pb2.Description.FromString(call(request, timeout=10, wait_for_ready=True)).name


def test_it_listens_on_tcp_and_says_where() -> None:
    with serving("--listen", "127.0.0.1:0") as (_, address), grpc.insecure_channel(address) as channel:
        assert not address.endswith(":0") and name_of(channel) == "random"


def test_it_listens_where_the_environment_says_and_the_command_line_wins(tmp_path: Path) -> None:
    one, two = f"unix:{tmp_path}/one", f"unix:{tmp_path}/two"
    with serving(MOTHERLODE_LISTEN=one) as (_, address):
        assert address == one
    with serving("--listen", two, MOTHERLODE_LISTEN=one) as (_, address):
        assert address == two


def test_health_and_reflection_are_there(tmp_path: Path) -> None:
    with serving("--listen", f"unix:{tmp_path}/bot") as (_, address), grpc.insecure_channel(address) as channel:
        check = health_pb2_grpc.HealthStub(channel).Check
        for service in ("", "motherlode.v1.Bot"):
            answer = check(health_pb2.HealthCheckRequest(service=service), timeout=10, wait_for_ready=True)
            assert answer.status == health_pb2.HealthCheckResponse.SERVING
        services = ProtoReflectionDescriptorDatabase(channel)
        assert "motherlode.v1.Bot" in services.get_services()
        for name in services.get_services():
            assert services.FindFileContainingSymbol(name).package == name.rpartition(".")[0]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_it_cleanly_and_its_socket_is_gone(tmp_path: Path, number: signal.Signals) -> None:
    with serving("--listen", f"unix:{tmp_path}/bot") as (process, address):
        with grpc.insecure_channel(address) as channel:
            name_of(channel)
        process.send_signal(number)
        assert process.wait(timeout=10) == 0
        assert process.stderr is not None and process.stderr.read() == ""
    assert not list(tmp_path.iterdir())


def test_tls_by_two_files(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    with serving("--listen", "localhost:0", "--tls-cert", str(cert), "--tls-key", str(key)) as (_, address):
        trusted = grpc.ssl_channel_credentials(cert.read_bytes())
        with grpc.secure_channel(address, trusted) as channel:
            assert name_of(channel) == "random"


def test_an_address_that_is_taken_or_none_is_told_in_a_sentence(tmp_path: Path) -> None:
    with serving("--listen", "127.0.0.1:0") as (_, address), serving("--listen", address) as (second, _):
        assert second.wait(timeout=20) == 1
    with serving("--tls-cert", "somewhere") as (third, _):
        assert third.wait(timeout=20) == 1
