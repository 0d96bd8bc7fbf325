"""A real Redis for every test that asks for one."""

import pytest

from arena.redis_server import RedisServer
from arena.settings import Settings
from arena.store import open_store


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory):
    with RedisServer(Settings(home=str(tmp_path_factory.mktemp("redis")))) as server:
        yield server


@pytest.fixture
def store(redis_server):
    opened = open_store(redis_server.url, Settings())
    opened.client.flushall()
    yield opened
    opened.close()
