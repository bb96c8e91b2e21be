"""A service with an empty store, in this process."""

import pytest
from fastapi.testclient import TestClient

from mazzo.web.app import create
from mazzo.web.settings import Settings


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    folder = tmp_path_factory.mktemp("store")
    return Settings(f"sqlite:///{folder / 'table.sqlite'}", hosts=("testserver",), requests=1e6, new_games=1e6)


@pytest.fixture(scope="module")
def app(settings):
    return create(settings, warming=False)


@pytest.fixture(scope="module")
def client(app):
    with TestClient(app) as client:
        yield client


@pytest.fixture
def stranger(app, client):
    """Somebody else, with other cookies."""
    return TestClient(app)
