"""Maps on a graphics card, beside those of the processor; in a build without them, what it says."""

import numpy as np
import pytest

import wayfront as wf
from wayfront import _native, gpu

has_cards = hasattr(_native, "GpuMap")


@pytest.mark.skipif(has_cards, reason="this build has graphics cards")
def test_a_build_without_cards_says_what_to_do(office_map):
    with pytest.raises(wf.Error, match=r"no graphics cards[\s\S]*--features gpu"):
        gpu.GpuMap(office_map)
    with pytest.raises(wf.Error, match="no graphics cards"):
        gpu.adapters()


@pytest.fixture
def card(office_map):
    if not has_cards:
        pytest.skip("this build has no graphics cards")
    if not gpu.adapters():
        pytest.skip("no graphics adapter")
    return gpu.GpuMap(office_map)


def test_samples_are_those_of_the_processor(card, office_map):
    ours, theirs = card.sample(321), office_map.sample(321)
    assert ours.extent == theirs.extent and (ours.table == theirs.table).all()
    same = (ours.costs == theirs.costs) | (np.isnan(ours.costs) & np.isnan(theirs.costs))
    assert (same | (abs(ours.costs - theirs.costs) < 1e-4)).mean() > 0.999
    assert (ours.generators == theirs.generators).mean() > 0.99


def test_points_get_costs_and_paths(card, office_map, random):
    xy = random.uniform((0, 0), (30, 20), (500, 2))
    ours, theirs = card.costs(xy), office_map.costs(xy)
    free = np.isfinite(theirs)
    assert (np.isfinite(ours) == free).all()
    assert abs(ours - theirs)[free].max() < 1e-4
    routes, exact = card.routes(xy), office_map.routes(xy)
    assert len(routes) == len(exact) == 500
    walked = card.advanced(xy[free], 0.5)
    left = office_map.costs(walked)
    # An agent that turns at a corner may be rounded into it.
    assert np.isfinite(left).mean() > 0.9
    assert np.nanmax(abs(left - np.maximum(theirs[free] - 0.5, 0))) < 1e-3


def test_an_unknown_adapter_is_named(card, office_map):
    with pytest.raises(wf.Error, match="no adapter is called 'nonsense'"):
        gpu.GpuMap(office_map, adapter="nonsense")


def test_a_map_on_the_card_follows(card, office):
    other = wf.PathMap(office, to=(3, 2))
    card.follow(other)
    assert abs(card.costs([(20, 12)])[0] - other.cost(20, 12)) < 1e-4
