"""Path maps and pairs: the library's answers, bit for bit, from whatever holds points."""

import json
import pickle

import numpy as np
import pytest

import wayfront as wf


def test_answers_are_the_librarys_bit_for_bit(expected):
    """10,000 points on every built-in scene with sources; blocked and unreachable ones included."""
    index = json.loads((expected / "index.json").read_text())
    assert len(index) > 30
    for name in index:
        rows = np.fromfile(expected / f"{name}.bin").reshape(-1, 6)
        assert len(rows) == 10_000
        m = wf.PathMap(wf.builtin(name))
        xy = rows[:, :2].copy()
        assert m.costs(xy).tobytes() == rows[:, 2].tobytes(), name
        assert m.aims(xy).tobytes() == rows[:, 3:5].tobytes(), name
        assert (m.sources(xy) == rows[:, 5]).all(), name


def test_many_points_have_the_answers_of_one(office_map, random):
    xy = random.uniform(-2, 30, (200_000, 2))
    costs = office_map.costs(xy)
    few = random.integers(0, len(xy), 300)
    for k in few:
        alone = office_map.costs(xy[k : k + 1])
        assert alone.tobytes() == costs[k : k + 1].tobytes()
        if np.isfinite(costs[k]):
            route = office_map.route(*xy[k])
            assert office_map.cost(*xy[k]) == costs[k] == route.cost
            assert route.length == pytest.approx(route.cost)
            assert sum(leg.cost for leg in office_map.legs(*xy[k])) == pytest.approx(route.cost)


def test_threads_change_nothing(office_map, random):
    xy = random.uniform(-2, 30, (200_000, 2))
    before = office_map.costs(xy), office_map.sample(300).costs
    wf.set_threads(1)
    try:
        assert wf.thread_count() == 1
        assert office_map.costs(xy).tobytes() == before[0].tobytes()
        assert office_map.sample(300).costs.tobytes() == before[1].tobytes()
    finally:
        wf.set_threads(0)
    with pytest.raises(ValueError):
        wf.set_threads(10**6)


def test_points_from_whatever_holds_points(office_map):
    exact = office_map.costs(np.array([[3.0, 2.0], [20.0, 12.0]]))
    square = np.array([[3, 2], [20, 12]])
    wide = np.zeros((2, 4))
    wide[:, ::2] = square
    frozen = square.astype(float)
    frozen.flags.writeable = False
    for given in (
        [(3, 2), (20, 12)], ((3, 2), (20, 12)), square, square.astype(np.float32), np.asfortranarray(square, float),
        wide[:, ::2], frozen, square[::-1][::-1], iter_list(square),
    ):  # fmt: skip
        assert office_map.costs(given).tobytes() == exact.tobytes()
    assert office_map.costs([]).shape == (0,) and office_map.aims(np.empty((0, 2))).shape == (0, 2)


def iter_list(array):
    return [list(row) for row in array]


def test_points_of_shapely_and_pandas(office_map):
    shapely, pandas = pytest.importorskip("shapely"), pytest.importorskip("pandas")
    exact = office_map.costs([(3, 2), (20, 12)])
    many = shapely.MultiPoint([(3, 2), (20, 12)])
    frame = pandas.DataFrame({"id": [1, 2], "x": [3, 20], "y": [2, 12]})
    for given in (many, list(many.geoms), frame):
        assert office_map.costs(given).tobytes() == exact.tobytes()
    with pytest.raises(ValueError, match="no y"):
        office_map.costs(frame[["id", "x"]])


@pytest.mark.parametrize(
    "given", [[1, 2, 3], (3, 2), [[1, 2, 3]], "text", [("a", "b")], None, np.zeros((2, 2, 2)), [[1j, 2]], object(), [[1], [2, 3]]]
)
def test_what_is_no_points_is_refused(office_map, given):
    for ask in (office_map.costs, office_map.aims, office_map.sources, office_map.routes):
        with pytest.raises((ValueError, TypeError)):
            ask(given)


def test_numbers_that_are_none_are_blocked(office_map):
    odd = [(np.nan, 1), (np.inf, 1), (1e300, 1), (1, -np.inf), (1e-300, 1)]
    assert np.isnan(office_map.costs(odd)[:4]).all()
    assert (office_map.sources(odd)[:4] == -1).all() and np.isnan(office_map.aims(odd)[:4]).all()
    for x, y in odd[:4]:
        with pytest.raises(wf.NoPath):
            office_map.cost(x, y)
    with pytest.raises(wf.NoPath, match="-1"):
        office_map.route(-1, 0)


def test_routes_of_many(office_map):
    routes = office_map.routes([(3, 2), (-1, 0), (20, 12)])
    assert len(routes) == 3 and len(routes[1]) == 0 and routes.offsets[-1] == len(routes.points)
    assert (routes[0] == office_map.route(3, 2).line).all() and (routes[-1] == office_map.route(20, 12).line).all()
    assert [len(route) for route in routes] == [len(routes[0]), 0, len(routes[2])]


def test_samples(office_map):
    sample = office_map.sample(400)
    height, width = sample.costs.shape
    assert max(width, height) == 400 and sample.generators.shape == sample.costs.shape
    x0, x1, y0, y1 = sample.extent
    row, column = 40, 60
    centre = (x0 + (column + 0.5) * (x1 - x0) / width, y0 + (row + 0.5) * (y1 - y0) / height)
    assert sample.costs[row, column] == pytest.approx(office_map.costs([centre])[0], abs=1e-4, nan_ok=True)
    part = office_map.sample(50, 20, bounds=(2, 1, 12, 5))
    assert part.costs.shape == (20, 50) and part.extent == (2, 12, 1, 5)
    with pytest.raises(ValueError, match="width"):
        office_map.sample(0)
    with pytest.raises(wf.Error):
        office_map.sample(10**6, 10**6)
    assert sample._repr_mimebundle_()


def test_shapes(office_map):
    shapely = pytest.importorskip("shapely")
    lines = office_map.isolines([5, 10])
    assert {line.cost for line in lines} == {5, 10}
    for line in lines:
        middle = line.points[len(line.points) // 2]
        assert office_map.costs([middle])[0] == pytest.approx(line.cost, abs=1e-2, nan_ok=True)
    regions = office_map.regions()
    assert sum(region.shape.area for region in regions) == pytest.approx(office_map.scene.area, rel=1e-3)
    assert {border.kind for border in office_map.borders()} >= {"shadow", "hyperbola"}
    for count in (0, 10**9):
        with pytest.raises(ValueError, match="count"):
            office_map.isolines(count=count)
    assert office_map.isolines([float("nan"), -1, float("inf")]) == []
    assert office_map.shapes()["type"] == "FeatureCollection"
    assert shapely.geometry.shape(office_map.route(3, 2)).length == pytest.approx(office_map.cost(3, 2))


def test_rebuilding(office):
    m = wf.PathMap(office)
    m.rebuild([(3, 2)])
    assert m.cost(3, 2) == 0
    fresh = wf.PathMap(office.replace(sources=[(3, 2)], exits=[]))
    xy = np.random.default_rng(1).uniform(0, 20, (1000, 2))
    assert m.costs(xy).tobytes() == fresh.costs(xy).tobytes()
    with pytest.raises(wf.SceneError):
        m.rebuild([(-100, 0)])
    with pytest.raises(wf.Error):
        m.rebuild([])
    assert pickle.loads(pickle.dumps(m)).costs(xy).tobytes() == fresh.costs(xy).tobytes()


def test_one_goal_plain_maps_and_moments(office):
    assert wf.PathMap(office, to=(3, 2)).cost(3, 2) == 0
    bicycle = wf.builtin("bicycle")
    assert wf.PathMap(bicycle).cost(20, 50) < wf.PathMap(bicycle, plain=True).cost(20, 50)
    with pytest.raises(wf.Error, match="no sources"):
        wf.PathMap(wf.Scene([(0, 0), (1, 0), (1, 1)]))
    for time in (-1, float("nan")):
        with pytest.raises(ValueError, match="time"):
            wf.PathMap(office, time=time)


def test_pairs(office):
    pairs = wf.Pairs(office)
    route = pairs.route((3, 2), (20, 12))
    to = wf.PathMap(office, to=(20, 12))
    assert route.cost == pytest.approx(to.cost(3, 2), rel=1e-12)
    wide = pairs.route((3, 2), (20, 12), radius=0.2)
    assert wide.cost > route.cost and wide.narrowest.width >= 0.4 and wide.radius == 0.2
    lengths = pairs.lengths([(3, 2), (-1, 0)], [(20, 12), (1, 1)])
    assert lengths[0] == route.cost and np.isnan(lengths[1])
    assert pairs.lengths([(3, 2)], [(20, 12)], radius=5.0)[0] != pairs.lengths([(3, 2)], [(20, 12)])[0]
    radius, narrowest = pairs.widest((3, 2), (20, 12))
    assert radius > 0.2 and pairs.route((3, 2), (20, 12), radius=0.999 * radius)
    with pytest.raises(wf.Error):
        pairs.route((3, 2), (20, 12), radius=1.001 * radius)
    for bad in (-1, float("nan")):
        with pytest.raises(ValueError, match="radius"):
            pairs.route((3, 2), (20, 12), radius=bad)
    with pytest.raises(wf.NoPath):
        pairs.route((-5, 0), (20, 12))
    with pytest.raises(ValueError, match="as many"):
        pairs.lengths([(1, 1)], [])


def test_pictures(office_map):
    for colour in ("regions", "cost", "evacuation"):
        assert office_map.picture(colour=colour, routes=2, size=300).svg.startswith("<svg")
    with pytest.raises(ValueError, match="colour"):
        office_map.picture(colour="red")
    shown = wf.PathMap(wf.builtin("city"))._repr_mimebundle_()
    (kind,) = shown[0] if isinstance(shown, tuple) else shown
    assert kind.startswith("image/")
