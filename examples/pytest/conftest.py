import pytest

from sandbox import Sandbox, World


@pytest.fixture(scope="session")
def sandbox():
    return Sandbox()


@pytest.fixture
def world(sandbox):
    world = World(sandbox)
    yield world
    world.drop()
