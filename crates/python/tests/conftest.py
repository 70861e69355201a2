"""What tests share. They run on the library that cargo has just built: see pytest.rs."""

import os
from pathlib import Path

import numpy as np
import pytest

import wayfront as wf


@pytest.fixture(scope="session")
def office():
    return wf.builtin("office")


@pytest.fixture(scope="session")
def office_map(office):
    return wf.PathMap(office)


@pytest.fixture
def random(request):
    """Random numbers of a seed that is printed, and differs from test to test."""
    seed = int(os.environ.get("WAYFRONT_SEED", abs(hash(request.node.name)) % 2**31))
    print(f"WAYFRONT_SEED={seed}")
    return np.random.default_rng(seed)


@pytest.fixture(scope="session")
def expected():
    """The folder with what the library answers, written by pytest.rs."""
    folder = os.environ.get("WAYFRONT_EXPECTED")
    if not folder:
        pytest.skip("no answers of the library: run by cargo test")
    return Path(folder)
