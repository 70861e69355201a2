"""Studies: the same table however it was made, resumed, interrupted, with runs that fail and workers that die."""

import concurrent.futures
import importlib.util
import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest

import wayfront as wf

pandas = pytest.importorskip("pandas")

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))
# Other processes import what is measured by its name.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(HERE), os.environ.get("PYTHONPATH", "")]))

import measures  # noqa: E402


def scene(door=2.0):
    return wf.Scene(
        [(0, 0), (12, 0), (12, 8), (0, 8)],
        walls=[[(8, 0), (8, 4 - door / 2)], [(8, 4 + door / 2), (8, 8)]],
        exits=[{"name": "out", "segment": [(12, 3), (12, 5)]}],
        crowd={"seconds": 60, "groups": [{"area": [(1, 1), (6, 1), (6, 7), (1, 7)], "count": 12}]},
    )


def study(**options):
    given = {"vary": {"speed": [1.0, 1.4]}, "seeds": 3, **options}
    return wf.Study({"narrow": scene(1.0), "wide": scene(3.0)}, **given)


def content(table):
    """A table without what differs from run to run."""
    return table.drop(columns=["run_seconds", "host"]).to_json(orient="records", double_precision=15)


@pytest.fixture(scope="module")
def serial():
    return study().run(workers=0, progress=False)


def test_a_table_of_runs(serial):
    assert len(serial) == 12 and serial["error"].isna().all()
    assert set(serial["scene"]) == {"narrow", "wide"} and set(serial["speed"]) == {1.0, 1.4}
    assert (serial["arrived"] == 12).all() and (serial["exit out"] == 12).all() and (serial["t95"] > 0).all()
    alone = wf.Simulation(scene(1.0), seed=2, speed=1.4).run().summary
    row = serial.query("scene == 'narrow' and speed == 1.4 and seed == 2").iloc[0]
    assert row["evacuation_time"] == alone["evacuation_time"] and row["mean_travel"] == alone["mean_travel"]


def test_the_same_table_on_one_worker_and_two(serial):
    for workers in (1, 2):
        assert content(study().run(workers=workers, progress=False)) == content(serial)


def test_the_same_table_on_an_executor(serial):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        assert content(study().run(on=pool, progress=False)) == content(serial)


def test_the_same_table_on_dask(serial):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            assert content(study().run(on=client, progress=False)) == content(serial)
            assert content(study().run(on=f"dask://{cluster.scheduler_address}", progress=False)) == content(serial)


def test_the_same_table_on_ray(serial):
    if not os.environ.get("WAYFRONT_RAY") or importlib.util.find_spec("ray") is None:
        pytest.skip("ray is large: set WAYFRONT_RAY where it is installed")
    assert content(study().run(on="ray", progress=False)) == content(serial)


def test_resuming(tmp_path, serial):
    store = tmp_path / "door-study"
    first = study(store=store)
    calls = []

    def stop(done, all):
        calls.append(done)
        if done >= 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        first.run(workers=0, progress=stop)
    assert study(store=store).status() == {"runs": 12, "done": 5, "failed": 0}
    again = study(store=store)
    seen = []
    table = again.run(workers=0, progress=lambda done, all: seen.append(done))
    assert seen[0] == 6 and content(table) == content(serial)
    before = sorted(store.iterdir())
    assert content(study(store=store).run(progress=False)) == content(serial)
    assert sorted(store.iterdir()) == before


def test_another_scene_or_setting_is_another_run(tmp_path):
    store = tmp_path / "store"
    wf.Study(scene(1.0), seeds=2, store=store).run(workers=0, progress=False)
    assert wf.Study(scene(1.0), seeds=3, store=store).status()["done"] == 2
    assert wf.Study(scene(1.1), seeds=2, store=store).status()["done"] == 0
    assert wf.Study(scene(1.0), seeds=2, vary={"speed": [1.1]}, store=store).status()["done"] == 0


def test_measures_and_failures_are_columns_and_rows():
    table = study(measure=measures.quick).run(workers=2, progress=False)
    assert (table["quick"] > 0).all() and (table["rows"] > 100).all()
    table = study(measure=measures.failing).run(workers=2, progress=False)
    failed = table[table["error"].notna()]
    assert set(failed["seed"]) == {2} and failed["error"].str.contains("out of luck").all() and len(table) == 12
    impossible = wf.Study(scene(1.0), vary={"radius": [0.2, 3.0]}, seeds=1).run(workers=0, progress=False)
    assert impossible["error"].notna().tolist() == [False, True] and "SceneError" in impossible["error"][1]


def test_a_worker_that_dies_costs_its_run_alone():
    table = wf.Study(scene(1.0), seeds=5, measure=measures.dying).run(workers=2, progress=False)
    assert len(table) == 5 and table["error"].notna().tolist() == [False, False, True, False, False]
    assert "BrokenProcessPool" in table["error"][2]


def test_what_cannot_be_sent_is_refused():
    with pytest.raises(wf.Error, match="cannot be sent"):
        study(measure=lambda result: {}).run(workers=2, progress=False)


def test_functions_make_scenes():
    table = wf.Study(scene, vary={"door": [1.0, 3.0], "speed": [1.2]}, seeds=1).run(workers=0, progress=False)
    assert table["door"].tolist() == [1.0, 3.0] and table["error"].isna().all()
    with pytest.raises(wf.Error, match="door: no setting"):
        wf.Study(scene(1.0), vary={"door": [1.0]})
    for bad in ({"seeds": [1, 1]}, {"vary": {"speed": []}}):
        with pytest.raises(wf.Error):
            wf.Study(scene(1.0), **bad)
    with pytest.raises(TypeError, match="on is"):
        study().run(on=3)


def test_summaries(serial):
    made = study()
    made.run(workers=0, progress=False)
    summary = made.summary(by=["scene", "speed"], of=["evacuation_time"])
    group = serial.query("scene == 'wide' and speed == 1.0")["evacuation_time"]
    row = summary.loc[("wide", 1.0)]["evacuation_time"]
    assert row["mean"] == pytest.approx(group.mean()) and row["n"] == 3
    reach = 4.303 * group.std() / math.sqrt(3)
    assert row["high"] - row["mean"] == pytest.approx(reach, rel=1e-3) and row["low"] < row["mean"]
    assert "evacuation_time" in made.summary() and made.summary("scene").loc["wide"]["arrived"]["n"] == 6
    with pytest.raises(wf.Error, match="no column"):
        made.summary(by="colour")
    estimate = study().run(dry_run=True)
    assert estimate["runs"] == 12 and estimate["seconds_in_all"] > 0


def test_a_broken_store_is_reported(tmp_path):
    (tmp_path / "part-1.jsonl").write_text('{"key": 1}\nnonsense\n')
    with pytest.raises(wf.Error, match="part-1.jsonl:2"):
        study(store=tmp_path).status()
    with pytest.raises(wf.Error, match="is a file"):
        study(store=tmp_path / "part-1.jsonl")


def test_a_large_finished_study_is_read_quickly(tmp_path):
    rows = 10_000
    made = wf.Study(scene(1.0), seeds=rows, store=tmp_path)
    done = [{"key": job.key, "scene": "scene", "seed": job.seed, "error": None, **{f"figure {k}": 1.5 for k in range(18)}} for job in made._jobs]
    (tmp_path / "part-0.jsonl").write_text("".join(json.dumps(row) + "\n" for row in done))
    start = time.perf_counter()
    assert wf.Study(scene(1.0), seeds=rows, store=tmp_path).status()["done"] == rows
    assert time.perf_counter() - start < 5.0, "on a loaded machine; a fifth of it alone"


INTERRUPTED = """
import signal, sys, wayfront as wf, test_study
# Whatever started the tests may have it ignored, as shells do for what runs behind them.
signal.signal(signal.SIGINT, signal.default_int_handler)
def tell(done, all):
    print(done, flush=True)
if __name__ == "__main__":
    wf.Study({"narrow": test_study.scene(1.0)}, seeds=int(sys.argv[2]), store=sys.argv[1]).run(workers=2, progress=tell)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_killed_anywhere_and_resumed_is_the_same_table(tmp_path, random):
    """Killed without a chance to tidy up, at a random moment, and again; what is left is done then."""
    store, script = tmp_path / "store", tmp_path / "script.py"
    script.write_text(INTERRUPTED)
    whole = wf.Study({"narrow": scene(1.0)}, seeds=300).run(workers=0, progress=False)
    for _ in range(3):
        command = [sys.executable, str(script), str(store), "300"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        for _ in range(int(random.integers(1, 4))):
            process.stdout.readline()
        time.sleep(random.uniform(0, 0.2))
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=60)
    resumed = wf.Study({"narrow": scene(1.0)}, seeds=300, store=store)
    assert content(resumed.run(workers=2, progress=False)) == content(whole)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_keeps_what_is_done(tmp_path):
    store = tmp_path / "store"
    script = tmp_path / "script.py"
    script.write_text(INTERRUPTED)
    command = [sys.executable, str(script), str(store), "20000"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    done = int(process.stdout.readline())
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=60)
    made = wf.Study({"narrow": scene(1.0)}, seeds=20_000, store=store)
    assert done <= made.status()["done"] < 20_000 and made.status()["failed"] == 0


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="no /proc")
def test_killed_alone_it_leaves_no_workers_and_no_rows_behind(tmp_path):
    """The study is killed, its workers are not: they end by themselves, and what was shown as done is in the store."""
    store, script = tmp_path / "store", tmp_path / "script.py"
    script.write_text(INTERRUPTED)
    command = [sys.executable, str(script), str(store), "20000"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        done = [int(process.stdout.readline()) for _ in range(3)][-1]
        workers = [pid for pid, session in sessions() if session == process.pid and pid != process.pid]
        assert len(workers) >= 2
        process.kill()
        process.wait(timeout=60)
        until = time.monotonic() + 20
        while any(session == process.pid for _, session in sessions()) and time.monotonic() < until:
            time.sleep(0.1)
        assert not [pid for pid, session in sessions() if session == process.pid], "workers are left"
    finally:
        if any(session == process.pid for _, session in sessions()):
            os.killpg(process.pid, signal.SIGKILL)
    assert done <= wf.Study({"narrow": scene(1.0)}, seeds=20_000, store=store).status()["done"]


def sessions():
    """Each process that runs, and its session."""
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            state, _, _, session = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if state != "Z":
            yield int(folder.name), int(session)


def test_a_row_that_was_being_written_does_not_count(tmp_path):
    made = study(store=tmp_path)
    made.run(workers=0, progress=False)
    (part,) = tmp_path.glob("part-*.jsonl")
    part.write_text(part.read_text()[:-9])
    again = study(store=tmp_path)
    assert again.status()["done"] == len(again) - 1
    assert content(again.run(workers=0, progress=False)) == content(made.run(workers=0, progress=False))
