"""Searched paths in every space, scenario files, verification."""

import itertools

import numpy as np
import pytest

import wayfront as wf

GRIDS = "grids"


@pytest.fixture(scope="module")
def guard():
    return wf.builtin("guard")


def test_a_path_in_every_space(guard):
    ends = (2, 20), (30, 4)
    found = {space: wf.search(guard, *ends, space=space, cell=0.25) for space in ("cells", "quadtree", "triangles", "hybrid")}
    for space, path in found.items():
        assert path.status == "optimal" and path.bound == 1 and np.isfinite(path.cost), space
        assert path.length == pytest.approx(np.hypot(*np.diff(path.line, axis=0).T).sum())
        assert path.rounds[-1].expanded <= path.expanded and path.expanded <= 10 * path.states
        assert len(path.constraints) == len(guard.constraints)
        assert path.picture(size=300).png and space in ("cells", "quadtree", "triangles", "hybrid")
        # Costs are lengths, dearer where constraints repel, and never cheaper than half of them where they attract.
        assert path.cost > 0.5 * np.hypot(28, 16)
    assert found["quadtree"].states < found["cells"].states
    assert "optimal" in repr(found["cells"])


def test_ends_that_are_not_given(guard):
    path = wf.search(guard, cell=0.5)
    assert path.status == "optimal" and path.length > 10


def test_budgets(guard):
    ends = (2, 20), (30, 4)
    best = wf.search(guard, *ends, cell=0.25)
    few = wf.search(guard, *ends, cell=0.25, expansions=50)
    assert few.status.startswith("out of budget") and few.expanded <= 50
    again = wf.search(guard, *ends, cell=0.25, expansions=50)
    assert again.line.tobytes() == few.line.tobytes()
    first = wf.search(guard, *ends, cell=0.25, bound=10, within=10.0)
    assert first.cost == best.cost
    assert all(a.bound >= b.bound for a, b in itertools.pairwise(first.rounds))


def test_what_cannot_be_searched(guard):
    with pytest.raises(wf.Error, match="blocked"):
        wf.search(guard, (-50, 0), (30, 4))
    for bad in (
        {"within": -1.0}, {"cell": -1.0}, {"bound": 0.5}, {"bound": np.nan}, {"space": "hexagons"}, {"expansions": 0},
        {"within": 1.0, "expansions": 3}, {"radius": -1.0}, {"radius": np.nan}, {"cell": 1e-6}, {"cell": np.nan},
    ):  # fmt: skip
        with pytest.raises(ValueError):
            wf.search(guard, (2, 20), (30, 4), **bad)
    with pytest.raises(wf.Error, match="points"):
        wf.search(guard, (2, 20), (30, 4), space="triangles", radius=0.2)
    with pytest.raises(ValueError, match="finite"):
        wf.search(guard, (np.nan, 20), (30, 4))
    with pytest.raises(wf.Error, match="no goal"):
        wf.search(wf.Scene([(0, 0), (4, 0), (4, 4), (0, 4)]))


def test_scenario_files(tmp_path):
    (tmp_path / "room.map").write_text("type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n")
    rows = ["0\troom.map\t4\t3\t0\t0\t3\t2\t5.00000000", "0\troom.map\t4\t3\t0\t1\t3\t1\t4.5"]
    (tmp_path / "room.map.scen").write_text("version 1\n" + "\n".join(rows) + "\n")
    found = wf.run_scenarios(tmp_path / "room.map", tmp_path / "room.map.scen")
    assert len(found) == 2 and found.agree == 1
    assert found.found.tolist() == [5.0, 5.0] and found.given.tolist() == [5.0, 4.5]
    assert found.starts.tolist() == [[0, 0], [0, 1]] and found.goals.tolist() == [[3, 2], [3, 1]]
    (tmp_path / "other.scen").write_text("version 1\n0\troom.map\t9\t9\t8\t8\t3\t2\t5.0\n")
    with pytest.raises(wf.Error, match="outside"):
        wf.run_scenarios(tmp_path / "room.map", tmp_path / "other.scen")
    (tmp_path / "broken.scen").write_text("version 1\nnonsense\n")
    with pytest.raises(wf.Error, match="nine columns"):
        wf.run_scenarios(tmp_path / "room.map", tmp_path / "broken.scen")


def test_verification(tmp_path):
    table = wf.verify("rimea-1", seeds=[1], steering="orca", report=tmp_path / "report.html")
    assert list(table.columns) == ["test", "source", "steering", "name", "figure", "limit", "passed"]
    assert len(table) >= 1 and set(table["steering"]) == {"orca"}
    page = (tmp_path / "report.html").read_text()
    assert page.startswith("<!doctype html>") and table["name"][0] in page
    for bad in ({"seeds": []}, {"steering": "walk"}, {"steering": ()}, {"report": "report.docx"}):
        with pytest.raises(ValueError):
            wf.verify("rimea-1", **bad)
    with pytest.raises(wf.Error, match="no test"):
        wf.verify("rimea-1000")
