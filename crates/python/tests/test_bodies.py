"""Bodies of any radius: pairs, maps, and a graph that leads many at once."""

import pickle

import numpy as np
import pytest

import wayfront as wf


@pytest.fixture(scope="module")
def sizes():
    return wf.builtin("sizes")


def test_maps_of_bodies_against_pairs(sizes, random):
    to = sizes.sources[0]["point"] if sizes.sources and "point" in sizes.sources[0] else (1.0, 1.0)
    pairs = wf.Pairs(sizes)
    x0, y0, x1, y1 = sizes.bounds
    xy = np.column_stack([random.uniform(x0, x1, 40), random.uniform(y0, y1, 40)])
    for radius in (0.0, 0.2, 0.6):
        m = wf.DiscMap(sizes, radius, to=tuple(to))
        at = m.places[0].at
        costs = m.costs(xy)
        lengths = pairs.lengths(xy, np.tile(at, (len(xy), 1)), radius=radius)
        assert np.allclose(costs, lengths, rtol=1e-9, atol=1e-9, equal_nan=True)
        for p, cost in zip(xy, costs):
            if np.isfinite(cost):
                route = m.route(*p)
                assert route.cost == cost == m.cost(*p) and route.radius == radius
                assert route.narrowest is None or route.narrowest.width >= 2 * radius - 1e-9
                assert (sizes.clearance(route.line) >= radius - 1e-9).all()
            else:
                with pytest.raises(wf.NoPath):
                    m.cost(*p)


def test_a_map_without_radius_is_the_map_of_points(office, office_map, random):
    m = wf.DiscMap(office, 0)
    xy = random.uniform(0, 25, (500, 2))
    assert m.costs(xy).tobytes() == office_map.costs(xy).tobytes()
    assert m.aims(xy).tobytes() == office_map.aims(xy).tobytes()
    assert (m.sources(xy) == office_map.sources(xy)).all()


def test_larger_bodies_go_longer_paths(office, random):
    xy = random.uniform(0, 25, (300, 2))
    small, large = wf.DiscMap(office, 0.1).costs(xy), wf.DiscMap(office, 0.3).costs(xy)
    both = np.isfinite(small) & np.isfinite(large)
    assert both.any() and (large[both] >= small[both] - 1e-9).all()
    assert (np.isnan(small) <= np.isnan(large)).all()


def test_pixels_lines_and_pictures_of_bodies(office):
    m = wf.DiscMap(office, 0.25)
    sample = m.sample(120)
    height, width = sample.costs.shape
    x0, x1, y0, y1 = sample.extent
    centre = (x0 + 60.5 * (x1 - x0) / width, y0 + 20.5 * (y1 - y0) / height)
    assert sample.costs[20, 60] == pytest.approx(m.costs([centre])[0], rel=1e-6, nan_ok=True)
    for line in m.isolines([5.0, 10.0]):
        inside = m.costs(line.points)
        assert np.allclose(inside[np.isfinite(inside)], line.cost, rtol=1e-4)
    assert m.picture(size=200).png and sample.picture(size=200).svg and "0.25" in repr(m)
    copy = pickle.loads(pickle.dumps(m))
    assert copy.cost(3, 2) == m.cost(3, 2) and copy.scene == office


def test_impossible_bodies(office):
    for bad in (-1.0, np.nan, np.inf):
        with pytest.raises(ValueError, match="radius"):
            wf.DiscMap(office, bad)
    with pytest.raises(wf.Error):
        wf.DiscMap(office, 100.0)
    slow = wf.Scene([(0, 0), (9, 0), (9, 9), (0, 9)], walls=[[(4, 0), (4, 5)]], sources=[(1, 1)],
                    barriers=[{"segment": [(4, 5), (4, 9)], "delay": 3.0}])  # fmt: skip
    plain = wf.DiscMap(slow, 0.2, plain=True).cost(8, 1)
    assert wf.DiscMap(slow, 0.2).cost(8, 1) == pytest.approx(plain + 3) and plain > 7
    fast = wf.Scene([(0, 0), (9, 0), (9, 9), (0, 9)], sources=[(1, 1)], weights=[{"corner": (9, 9), "speed": 2}])
    with pytest.raises(wf.Error, match="weights do not count with a radius"):
        wf.DiscMap(fast, 0.2)
    for bad in ({"width": 0}, {"width": -5}, {"width": 10, "height": -1}, {"width": 2**40}):
        with pytest.raises(ValueError):
            wf.DiscMap(office, 0.2).sample(**bad)
    for bad in (0, -1, 2**40):
        with pytest.raises(ValueError, match="size"):
            office.picture(size=bad)


def test_why_a_body_has_no_path(sizes, office):
    """Blocked with the clearance and the nearest place, too narrow with the widest radius and its gap, unreachable."""
    pairs = wf.Pairs(sizes)
    desk, door = (6.0, 12.0), (34.0, 12.0)
    for ask in (pairs.route, pairs.quick):
        with pytest.raises(wf.Error, match="too narrow") as caught:
            ask(desk, door, radius=2.0)
        assert caught.value.advice == "the widest radius that gets through is 1.5; the narrowest gap is 3 wide, at (18, 3.5)"
        with pytest.raises(wf.Error, match=r"\(0.5, 12\) is blocked for a radius of 1: its clearance is 0.5") as caught:
            ask((0.5, 12.0), door, radius=1.0)
        assert caught.value.advice == "the nearest place with room is (1, 12)"
        for bad in (-1.0, np.nan, np.inf):
            with pytest.raises(ValueError, match="radius is"):
                ask(desk, door, radius=bad)
    assert pairs.widest(desk, door)[0] == 1.5
    split = wf.Scene([(0, 0), (9, 0), (9, 9), (0, 9)], walls=[[(4, 0), (4, 9)]], exits=[[(0, 4), (0, 4.5)]])
    with pytest.raises(wf.Error, match="there is no path, of any width"):
        wf.Pairs(split).route((2, 2), (7, 7), radius=0.3)
    with pytest.raises(wf.Error, match=r"0.5 wide from \(0, 4\) to \(0, 4.5\), has no room for a radius of 0.3") as caught:
        wf.DiscMap(split, 0.3)
    assert "0.6 wide or more" in caught.value.advice


def test_a_graph_leads_all_agents(office, random):
    graph = wf.NavGraph(office)
    assert len(graph) == 0 and graph.leads([]).aims.shape == (0, 2)
    xy = random.uniform(0.5, 24, (400, 2))
    free = xy[np.nan_to_num(office.clearance(xy)) > 0.3][:40]
    apart = [p for k, p in enumerate(free) if all(np.hypot(*(p - q)) > 0.6 for q in free[:k])]
    graph.place(apart, radii=0.2)
    graph.check()
    goals = np.tile((20.0, 12.0), (len(apart), 1))
    leads = graph.leads(goals)
    led = np.isfinite(leads.aims[:, 0])
    assert led.any() and len({tuple(aim) for aim in leads.aims[led].tolist()}) == led.sum()
    for k in np.flatnonzero(led)[:10]:
        route = graph.route(int(k))
        assert route is not None and (route.line[0] == apart[k]).all() and route.cost == leads.costs[k]
        assert all(k in graph.neighbours(other) for other in graph.neighbours(int(k)))
        nearest = graph.nearest(int(k))
        if nearest is not None:
            other, gap = nearest
            assert gap == pytest.approx(np.hypot(*(apart[k] - apart[other])) - 0.4)
            assert other in graph.within(int(k), gap + 1e-6)
    assert graph.cell(0).shape[1] == 2 and graph.picture(routes=[0, 1], size=300).png
    graph.place([(3, 2)], radii=[0.1])  # the same memory, another frame
    assert len(graph) == 1 and graph.neighbours(0) == [] and graph.nearest(0) is None


def test_bodies_without_a_place(office):
    graph = wf.NavGraph(office)
    graph.place([(-5, 0), (3, 2), (3, 2)], radii=[0.2, 0.3, 0.1])
    with pytest.raises(wf.Error, match="nearest free place"):
        graph.check()
    assert np.isnan(graph.leads([(20, 12)] * 3).aims[0]).all()
    graph.place([(3, 2), (4, 2)], radii=[-1.0, 0.2])
    with pytest.raises(wf.Error, match="negative"):
        graph.check()
    with pytest.raises(ValueError, match="as many"):
        graph.place([(3, 2)], radii=[0.1, 0.2])
    with pytest.raises(ValueError, match="one for each"):
        graph.leads([(3, 2)])
    with pytest.raises(ValueError, match="safety"):
        graph.leads([(3, 2)] * 2, safety=-1)
    with pytest.raises(ValueError, match="first"):
        graph.route(0)
    for ask in (graph.neighbours, graph.nearest, graph.cell, graph.route):
        with pytest.raises(IndexError):
            ask(7)
        with pytest.raises(IndexError):
            ask(-1)


def test_quick_paths(office, random):
    pairs = wf.Pairs(office)
    xy = random.uniform(0.5, 24, (60, 2))
    kinds = set()
    for a, b in zip(xy[::2], xy[1::2]):
        for radius in (0.0, 0.2):
            try:
                exact = pairs.route(tuple(a), tuple(b), radius=radius)
            except wf.Error:
                with pytest.raises(wf.Error):
                    pairs.quick(tuple(a), tuple(b), radius=radius)
                continue
            quick = pairs.quick(tuple(a), tuple(b), radius=radius)
            assert quick.cost >= exact.cost - 1e-9 and (office.clearance(quick.line) >= radius - 1e-9).all()
            assert quick.kind == "local" or quick.cost == pytest.approx(exact.cost)
            kinds.add(quick.kind)
    assert "local" in kinds
