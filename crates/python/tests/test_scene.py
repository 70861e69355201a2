"""Scenes: files, texts, shapely, dictionaries, what is wrong and what was mended."""

import json
import pickle

import numpy as np
import pytest

import wayfront as wf

SQUARE = [(0, 0), (10, 0), (10, 10), (0, 10)]
BLOCK = [(4, 4), (6, 4), (6, 6), (4, 6)]


def test_a_scene_is_the_same_from_lists_arrays_wkt_geojson_and_dictionaries():
    scenes = [
        wf.Scene(SQUARE, obstacles=[BLOCK], sources=[(9, 5)]),
        wf.Scene(np.array(SQUARE, dtype=np.float32), obstacles=np.array([BLOCK]), sources=np.array([[9, 5]])),
        wf.from_wkt("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4))").replace(sources=[(9, 5)]),
        wf.from_dict({"world": {"boundary": SQUARE, "obstacles": [BLOCK]}, "sources": [{"point": (9, 5)}]}),
    ]
    for scene in scenes:
        assert scene.area == 96
        assert scene.path_map().cost(1, 5) == scenes[0].path_map().cost(1, 5)


def test_shapely_goes_in_and_comes_out():
    shapely = pytest.importorskip("shapely")
    hall = shapely.Polygon(SQUARE, [BLOCK])
    scene = wf.Scene(hall, walls=shapely.LineString([(2, 0), (2, 5)]), exits=[shapely.LineString([(10, 4), (10, 6)]), shapely.Point(5, 0)])
    assert scene.exits[0]["segment"] == [[10, 4], [10, 6]] and scene.exits[1]["point"] == [5, 0]
    assert scene.walkable.is_valid and scene.walkable.area == pytest.approx(96)
    parts = wf.Scene(shapely.MultiPolygon([hall, shapely.box(20, 0, 22, 2)]), sources=[shapely.Point(1, 1)])
    assert parts.pieces == 2 and parts.walkable.geom_type == "MultiPolygon"
    mixed = shapely.GeometryCollection([shapely.box(1, 1, 2, 2), shapely.Point(3, 3)])
    with pytest.raises(wf.Error, match="a Point is no area"):
        wf.Scene(SQUARE, obstacles=mixed)


def test_z_is_reported_and_left_out():
    shapely = pytest.importorskip("shapely")
    flat = shapely.Polygon([(0, 0, 1), (4, 0, 1), (4, 4, 1), (0, 4, 1)])
    with pytest.warns(wf.GeometryWarning, match="only x and y count"):
        assert wf.Scene(flat).area == 16


def test_z_of_texts_and_geojson_is_reported():
    for make in (
        lambda: wf.from_wkt("POLYGON Z ((0 0 1, 4 0 1, 4 4 1, 0 4 1, 0 0 1))"),
        lambda: wf.from_geojson({"type": "Polygon", "coordinates": [[[0, 0, 5], [4, 0, 5], [4, 4, 5], [0, 4, 5], [0, 0, 5]]]}),
    ):
        with pytest.warns(wf.GeometryWarning, match="only x and y count"):
            assert make().area == 16


def test_geojson_objects_are_geometries():
    polygon = {"type": "Polygon", "coordinates": [SQUARE]}
    feature = {"type": "Feature", "properties": {}, "geometry": polygon}
    for given in (polygon, feature, {"type": "FeatureCollection", "features": [feature]}, {"type": "GeometryCollection", "geometries": [polygon]}):
        assert wf.Scene(given).area == 100


@pytest.mark.parametrize(
    "boundary", [5, [], [(0, 0), (1, 1)], "POLYGON ((0 0, 1 0, 1 1))", {"type": "Polygon", "coordinates": 5},
                 {"type": "Polygon", "coordinates": [["a"]]}, {"type": "Point", "coordinates": [1, 2]}, [[(0, 0, 1)]], [None]]
)  # fmt: skip
def test_what_is_no_area_is_refused(boundary):
    with pytest.raises((wf.Error, TypeError)):
        wf.Scene(boundary).check()


@pytest.mark.parametrize("sources", ["abc", [None], [[]], [{"point": "here"}], 7, [(1, 2, 3)], [((1, 2), "x")]])
def test_what_is_no_source_is_refused(sources):
    with pytest.raises((wf.Error, TypeError)):
        wf.Scene(SQUARE, sources=sources).path_map()


@pytest.mark.parametrize("settings", [{"people": -1}, {"people": 10**12}, {"seed": -1}, {"seed": "x"}, {"step": 1e9}, {"seconds": float("nan")}])
def test_crowds_that_cannot_be_are_refused(settings):
    with pytest.raises(wf.Error):
        wf.Simulation(wf.builtin("crossing"), **settings)


def test_only_scenes_are_scenes():
    for make in (wf.PathMap, wf.FlowMap, wf.PotentialMap, wf.Pairs, wf.Skeleton, wf.Simulation):
        with pytest.raises(TypeError, match="not a wayfront.Scene"):
            make("office")


def test_empty_and_invalid_polygons():
    shapely = pytest.importorskip("shapely")
    with pytest.raises(wf.Error, match="empty"):
        wf.Scene(SQUARE, obstacles=[shapely.Polygon()])
    bow = shapely.Polygon([(0, 0), (4, 4), (4, 0), (0, 4)])
    scene = wf.Scene(bow)
    assert scene.area == pytest.approx(8) and scene.repaired


def test_problems_say_where_and_what_to_do(tmp_path):
    file = tmp_path / "hall.toml"
    file.write_text('[world]\nboundary = [[0, 0], [9, 0], [9, 9], [0, 9]]\n\n[[sources]]\npoint = [20, 3]\n')
    scene = wf.read(file)
    (problem,) = scene.problems
    assert (problem.line, problem.field, problem.index, problem.at) == (4, "sources", 0, (20, 3))
    assert problem.file == str(file) and "outside" in problem.text and "move it to" in problem.advice
    with pytest.raises(wf.SceneError) as caught:
        scene.path_map()
    assert caught.value.problems == [problem] and str(problem) == str(caught.value)
    assert "<svg" in scene._repr_mimebundle_()["text/html"]
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.problems == [problem] and str(again) == str(caught.value)


def test_unknown_fields_have_a_suggestion(tmp_path):
    with pytest.raises(TypeError, match="did you mean 'obstacles'"):
        wf.Scene(SQUARE, obstacels=[])
    with pytest.raises(wf.SceneError, match="did you mean `offset`"):
        wf.Scene(SQUARE, sources=[{"point": (1, 1), "ofset": 3}])
    with pytest.raises(wf.Error, match="did you mean `office`"):
        wf.builtin("ofice")
    with pytest.raises(TypeError, match="did you mean 'size'"):
        wf.builtin("office").picture(sise=3)
    with pytest.raises(wf.SceneError) as caught:
        wf.read(tmp_path / "none.wkt")
    assert "none.wkt" in str(caught.value)


@pytest.mark.parametrize("text", ["", "POLYGON ((0 0, 1", "POLYGON EMPTY", "nonsense", "POINT (1 1"])
def test_broken_texts_are_refused(text):
    with pytest.raises(wf.Error):
        wf.from_wkt(text).path_map(to=(0.5, 0.5))


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1e300])
def test_numbers_that_are_none_are_refused(value):
    with pytest.raises(wf.Error):
        wf.Scene([(0, 0), (value, 0), (1, 1)]).check()


def test_everything_is_written_and_read_back(tmp_path):
    for name in wf.scenes():
        scene = wf.builtin(name)
        assert wf.from_dict(scene.to_dict()).to_text("json") == scene.to_text("json"), name
        again = pickle.loads(pickle.dumps(scene))
        assert again == scene and hash(again) == hash(scene), name
    file = tmp_path / "scene.json"
    wf.builtin("museum").save(file)
    assert wf.read(file).crowd == wf.builtin("museum").crowd
    assert json.loads(file.read_text())["name"]


def test_doors_motions_and_crowds_are_plain_data():
    subway = wf.builtin("subway")
    assert subway.duration > 0 and subway.motions
    closed = wf.Scene(
        SQUARE,
        walls=[[(5, 0), (5, 4)], [(5, 6), (5, 10)]],
        doors=[{"name": "door", "segment": [(5, 4), (5, 6)]}],
        motions=[{"door": "door", "times": [10], "open": [True]}],
        sources=[(9, 5)],
    )
    assert closed.doors[0]["name"] == "door"
    assert closed.path_map().costs([(1, 5)])[0] == np.inf
    assert closed.path_map(time=12).cost(1, 5) == 8 == closed.at(12).path_map().cost(1, 5)
    opened = closed.replace(doors=[{**closed.doors[0], "open": True}], motions=[])
    assert opened.path_map().cost(1, 5) == 8


def test_questions_about_the_free_space(office):
    assert office.contains([(3, 2), (-1, 0), (np.nan, 0)]).tolist() == [True, False, False]
    assert office.sees([(3, 2)], [(3.5, 2)])[0]
    assert np.isfinite(office.nearest_free([(-1, 0)])).all()
    assert office.clearance([(3, 2), (-1, 0)])[0] > 0
    assert office.bounds[2] > 0 and office.vertices > 100


def test_things_show_themselves(office, tmp_path):
    bundle = office._repr_mimebundle_()
    assert bundle["image/svg+xml"].startswith("<svg")
    picture = office.picture(size=300, axes=True)
    assert picture.png.startswith(b"\x89PNG") and max(picture.size) >= 300
    picture.save(tmp_path / "office.svg")
    assert (tmp_path / "office.svg").read_text().startswith("<svg")
    with pytest.raises(wf.Error):
        picture.save(tmp_path / "office.docx")


def test_what_moves_as_an_animation(tmp_path):
    trains = wf.builtin("trains")
    film = trains.animation(seconds=1, fps=2, size=200)
    assert film.png.startswith(b"\x89PNG") and b"acTL" in film.png
    assert trains.animation(seconds=1, fps=2, size=200, colour="cost").png != film.png
    with pytest.raises(wf.Error, match="nothing moves"):
        wf.builtin("two-rooms").animation()
    for bad in ({"fps": 0}, {"fps": 1e9}, {"seconds": -1}, {"colour": "blue"}, {"size": -5}):
        with pytest.raises(ValueError):
            trains.animation(**bad)


def test_lines_and_points_over_a_plan(office):
    route = wf.PathMap(office).route(3, 2)
    plain, drawn = office.picture(size=300).svg, office.picture(lines=[route, [(1, 1), (2, 2)]], points=[(3, 2)], size=300).svg
    assert len(drawn) > len(plain) and office.picture(lines=route.line, size=300).svg
    with pytest.raises(ValueError):
        office.picture(lines=[3, 4])


def test_one_point_is_a_pair_an_array_or_a_shapely_point():
    shapely = pytest.importorskip("shapely")
    scene = wf.builtin("office")
    m, body, field = wf.PathMap(scene), wf.DiscMap(scene, 0.2), wf.PotentialMap(scene, cell=0.5)
    kinds = [(3, 2), [3, 2], np.array([3, 2]), np.array([3, 2], dtype=np.float32), shapely.Point(3, 2)]
    for p in kinds:
        assert m.cost(p) == m.cost(3, 2) and m.route(p).cost == m.cost(3, 2) and m.legs(p) == m.legs(3, 2)
        assert body.cost(p) == body.cost(3, 2) and body.route(p).cost == body.cost(3, 2)
        assert (field.route(p) == field.route(3, 2)).all()
        assert wf.Pairs(scene).route(p, (20, 12)).cost == wf.Pairs(scene).route((3, 2), (20, 12)).cost
        assert wf.PathMap(scene, to=p).cost(20, 12) == wf.PathMap(scene, to=(3, 2)).cost(20, 12)
        assert wf.Skeleton(scene).widest(p, (20, 12)).width == wf.Skeleton(scene).widest((3, 2), (20, 12)).width
        assert wf.search(scene, p, (19, 11), cell=0.25).cost == wf.search(scene, (3, 2), (19, 11), cell=0.25).cost
    for bad in (3, "3, 2", [3], [3, 2, 1], [[3, 2], [4, 2]], None):
        with pytest.raises((TypeError, ValueError)):
            m.cost(bad)


def test_what_is_masked_is_no_place():
    m = wf.PathMap(wf.builtin("office"))
    xy = np.ma.masked_array([[3.0, 2.0], [20.0, 12.0]], mask=[[False, False], [True, True]])
    assert np.isnan(m.costs(xy)).tolist() == [False, True]
    with pytest.raises((ValueError, wf.Error)):
        m.cost(xy[1])


def test_missing_files_are_missing_files(tmp_path):
    for read in (wf.read, wf.Surface.read, wf.read_recording):
        with pytest.raises(FileNotFoundError) as found:
            read(tmp_path / "none.off")
        assert isinstance(found.value, wf.Error) and "none.off" in str(found.value) and found.value.advice
        assert str(pickle.loads(pickle.dumps(found.value))) == str(found.value)
    with pytest.raises(wf.SceneError):
        wf.read(tmp_path / "none.toml")
    (tmp_path / "broken.toml").write_text("[world\n")
    with pytest.raises(wf.SceneError) as found:
        wf.read(tmp_path / "broken.toml")
    assert not isinstance(found.value, OSError) and found.value.advice == found.value.problems[0].advice != ""


def test_numbers_below_zero_say_what_is_wrong():
    scene = wf.Scene(SQUARE, exits=[(9, 5)])
    for call in (
        lambda: scene.simulate(people=-3),
        lambda: scene.replace(crowd={"groups": [{"area": SQUARE, "count": -3}]}),
        lambda: wf.PotentialMap(wf.builtin("office"), cell=0.5).group((3, 2), -3),
        lambda: wf.PathMap(scene).isolines(count=-3),
        lambda: wf.PathMap(scene).sample(-3),
        lambda: wf.Simulation(wf.builtin("crossing")).step(-3),
        lambda: wf.set_threads(-3),
    ):
        with pytest.raises(ValueError, match="-3"):
            call()


def test_advice_speaks_python():
    empty = wf.Scene(SQUARE, exits=[(9, 5)])
    blocked = wf.builtin("office")
    for call in (empty.simulate, lambda: wf.PathMap(blocked).route(-1, 0), lambda: wf.search(wf.Scene(SQUARE), (1, 1))):
        with pytest.raises(wf.Error) as found:
            call()
        assert "--" not in str(found.value) and "::" not in str(found.value), str(found.value)
    assert "people" in str(pytest.raises(wf.Error, empty.simulate).value)


def test_a_scene_tells_what_it_is_and_is_a_geometry():
    shapely = pytest.importorskip("shapely")
    scene = wf.Scene(SQUARE, obstacles=[BLOCK], exits=[(9, 5)], name="hall")
    assert repr(scene) == "<Scene 'hall': 8 points, 1 obstacle, 1 exit>"
    assert repr(wf.Scene(SQUARE)) == "<Scene: 4 points>"
    assert "20 agents" in repr(scene.with_crowd(people=20))
    assert shapely.geometry.shape(scene).equals(scene.walkable)
    assert shapely.geometry.shape(wf.Scene([SQUARE, [(20, 0), (21, 0), (21, 1)]])).geom_type == "MultiPolygon"
