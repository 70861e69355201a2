"""The pages: the example of the README runs, and every name of the table is there."""

import pathlib
import re

import pytest

import wayfront as wf

ROOM = pathlib.Path(__file__).resolve().parents[1]
PLAN = "POLYGON ((0 0, 30 0, 30 16, 0 16, 0 0), (9.8 0, 10.2 0, 10.2 7, 9.8 7, 9.8 0), (9.8 9, 10.2 9, 10.2 16, 9.8 16, 9.8 9))"


def test_ten_lines_from_a_plan_to_a_density_plot(tmp_path, monkeypatch):
    pytest.importorskip("pedpy")
    pytest.importorskip("matplotlib").use("Agg")
    (code,) = re.findall(r"```python\n(.*?)```", (ROOM / "README.md").read_text(), re.S)
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    (tmp_path / "plan.wkt").write_text(PLAN)
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(code, names)
    assert names["result"].summary["arrived"] == 100 and names["density"]["density"].max() > 0.5


def test_every_name_of_the_page_is_there():
    page = (ROOM / "../../docs/python.md").resolve().read_text()
    names = set(re.findall(r"`wf\.([A-Za-z_.]+)`", page))
    assert len(names) > 50
    for name in names:
        thing = wf
        for part in name.split("."):
            thing = getattr(thing, part)


def test_the_page_has_every_public_name():
    page = (ROOM / "../../docs/python.md").resolve().read_text()
    on_page = set(re.findall(r"`wf\.([A-Za-z_]+)", page))
    assert set(wf.__all__) - on_page == {"__version__"}


def test_every_public_name_has_a_docstring():
    for name in wf.__all__:
        thing = getattr(wf, name)
        if isinstance(thing, type) and thing.__module__.startswith("wayfront"):
            assert thing.__doc__, name
            for method, value in vars(thing).items():
                if not method.startswith("_") and (callable(value) or isinstance(value, property)):
                    assert value.__doc__, f"{name}.{method}"


def test_names_come_when_they_are_asked_for():
    assert set(wf.__all__) <= set(dir(wf))
    for name in wf.__all__:
        assert getattr(wf, name) is not None
    names = {}
    exec("from wayfront import *", names)
    assert set(wf.__all__) - {"__version__"} <= set(names)
    with pytest.raises(AttributeError, match="PathMapp"):
        wf.PathMapp
