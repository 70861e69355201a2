"""Flows, harmonic fields, surfaces, skeletons and searches: the figures that the pages of the project give."""

import pickle

import numpy as np
import pytest

import wayfront as wf


def test_flow_and_lanes():
    flow = wf.builtin("narrow-door").flow_map()
    assert flow.capacity == pytest.approx(2.6) and [gate.width for gate in flow.cut] == [pytest.approx(2.6)]
    lanes = flow.lanes(0.3)
    assert len(lanes) == 4 and len(lanes.lanes) == 4
    assert lanes.total_length == pytest.approx(110.214, abs=1e-3)
    taut = lanes.shortened()
    assert taut.total_length == pytest.approx(84.3149, abs=1e-4)
    assert taut.agents_per_second(1.34) == pytest.approx(4.46667, abs=1e-5)
    (widening,) = lanes.widenings
    assert widening.gain == 1 and widening.missing == pytest.approx(0.4) and widening.gate.lanes == 4
    assert taut.lanes[0].shape.length == pytest.approx(taut.lanes[0].length, rel=1e-3)
    for shown in (flow, lanes, taut):
        assert shown.picture(size=300).svg.startswith("<svg") and shown._repr_mimebundle_()
    assert flow.field(100).directions.shape[2] == 2
    assert pickle.loads(pickle.dumps(flow)).capacity == flow.capacity
    with pytest.raises(wf.Error):
        flow.lanes(-1)
    with pytest.raises(wf.Error):
        wf.FlowMap(wf.builtin("office"))


def test_harmonic_fields(office):
    field = wf.PotentialMap(office, cell=0.25)
    route = field.route(3, 2)
    assert len(route) > 10 and field.residual < 1e-6
    rows, columns = field.depths.shape
    assert field.potentials.shape == (rows, columns) and np.isnan(field.depths).any()
    assert np.hypot(*field.directions([(3, 2)])[0]) == pytest.approx(1)
    assert np.isnan(field.costs([(-5, 0)])[0])
    group = field.group((3, 2), 6)
    assert group.positions.shape[1:] == (6, 2) and group.arrived and group.seconds > 1
    assert field.picture(size=300).png
    assert pickle.loads(pickle.dumps(field)).costs([(3, 2)]) == field.costs([(3, 2)])
    with pytest.raises(wf.NoPath):
        field.route(-5, 0)
    for bad in ({"cell": -1.0}, {"cell": float("nan")}, {"bias": (5.0, 0.0)}):
        with pytest.raises(wf.Error):
            wf.PotentialMap(office, **bad)


def test_surfaces(tmp_path):
    torus = wf.Surface.builtin("torus")
    assert torus.closed and "torus" in wf.Surface.names()
    near, far = torus.fields([0, [1, 2]], starts=[200, 300])
    assert near.depths.shape == (len(torus.vertices),) and len(near.routes) == 2 and far.goal == (1, 2)
    assert (near.routes[0][-1] == torus.vertices[0]).all() and (near.routes[0][0] == torus.vertices[200]).all()
    again = wf.Surface(torus.vertices, torus.faces)
    assert again.field(0).depths.tobytes() == near.depths.tobytes()
    assert torus.nearest(*torus.vertices[7]) == 7
    assert torus.picture(0, size=300).png
    with pytest.raises(wf.Error, match="does not exist"):
        torus.field(10**9)
    with pytest.raises(ValueError):
        wf.Surface([[0, 0]], [[0, 1, 2]])
    with pytest.raises(wf.Error):
        wf.Surface(np.zeros((0, 3)), np.zeros((0, 3), int))
    with pytest.raises(ValueError):
        wf.Surface(np.zeros((3, 3)), [[0, 1, -1]])
    broken = tmp_path / "mesh.obj"
    broken.write_text("f 1 2 3 nonsense")
    with pytest.raises(wf.Error):
        wf.Surface.read(broken)


def test_skeletons(office):
    skeleton = wf.Skeleton(office)
    narrows = skeleton.narrows(0.5)
    assert narrows and narrows == sorted(narrows, key=lambda place: place.width)
    widest = skeleton.widest((3, 2), (20, 12))
    radius, _ = wf.Pairs(office).widest((3, 2), (20, 12))
    assert widest.width == pytest.approx(2 * radius, rel=1e-6)
    assert len(skeleton.route((3, 2), (20, 12), 0.2)) > 2
    assert skeleton.parts(0.0) <= skeleton.parts(0.5)
    assert skeleton.picture(size=300, radius=0.35).svg
    with pytest.raises(wf.NoPath):
        skeleton.widest((-5, 0), (20, 12))


def test_surfaces_answer_as_the_command(tmp_path):
    """On a closed mesh without obstacles each of several starts has a field of its own."""
    torus = wf.Surface.builtin("torus")
    both = torus.field(0, starts=[200, 300])
    for start, route in zip((200, 300), both.routes):
        assert route.tobytes() == torus.field(0, starts=[start]).routes[0].tobytes()
    walls = torus.field(0, starts=[200], obstacles=[150, 151])
    assert not np.array_equal(walls.depths, torus.field(0, starts=[200]).depths)
    other = torus.field(0, starts=[200], weights="influence")
    assert np.isfinite(other.routes[0]).all() and not np.array_equal(other.depths, walls.depths)
    for name in ("torus.ply", "torus.obj"):
        torus.export(tmp_path / name, 0, starts=[200])
        again = wf.Surface.read(tmp_path / name)
        assert len(again.faces) == len(torus.faces)
    assert torus.picture(0, azimuth=80, elevation=-10, up="y", zoom=2, size=200).png != torus.picture(0, size=200).png
    for bad in ({"up": "x"}, {"zoom": 0}, {"azimuth": np.nan}, {"weights": "heavy"}):
        with pytest.raises(ValueError):
            torus.picture(0, **bad)
    with pytest.raises(wf.Error, match="ply"):
        torus.export(tmp_path / "torus.stl")
    with pytest.raises(wf.Error, match="obstacle"):
        torus.field(0, obstacles=[0])
