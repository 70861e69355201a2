"""Runs: figures of the command, trajectories, recordings, guides of one's own, interruptions."""

import json
import pickle
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import wayfront as wf


@pytest.fixture(scope="module")
def crossing():
    return wf.builtin("crossing")


@pytest.fixture(scope="module")
def result(crossing):
    return wf.Simulation(crossing, animated=True).run()


def test_a_run_to_its_end(result):
    summary = result.summary
    assert summary["arrived"] == 100 and summary["remaining"] == 0 and summary["steering"] == "orca"
    assert result.arrivals.max() == pytest.approx(summary["evacuation_time"])
    assert len(result.trips) == 100 and (result.trips["length"] > 1).all()
    assert summary["percentiles"]["all"] >= summary["percentiles"]["50"]
    assert "100 arrived" in repr(result)


def test_trajectories(result):
    frame = result.trajectories
    assert list(frame.columns) == ["id", "frame", "x", "y", "group"] and frame.attrs["frame_rate"] == 10
    assert frame["id"].nunique() == 100 and frame.groupby("frame")["id"].apply(lambda ids: ids.is_monotonic_increasing).all()
    last = frame.groupby("id")["frame"].max() / 10
    # An agent that has arrived stands in the opening as long as a body takes to pass.
    assert (last <= result.arrivals.sort_index() + 0.6).all()
    assert frame["x"].to_numpy().base is not None  # a view


def test_step_by_step_is_the_same_run(crossing, result):
    run = wf.Simulation(crossing)
    assert run.inside == 100 and run.positions.shape == (100, 2)
    before = run.positions
    assert run.step(10) and run.steps == 10 and run.time == pytest.approx(0.5)
    assert (np.hypot(*(run.positions - before).T) < 2).all() and len(run.velocities) == len(run.ids) == len(run.radii)
    assert set(run.groups) == {0, 1, 2, 3} and run.queues == []
    while run.step(7):
        pass
    other = run.result()
    assert other.summary == result.summary
    assert other.columns["x"].tobytes() == result.columns["x"].tobytes()
    with pytest.raises(ValueError):
        run.step(-1)


def test_settings_by_keyword(crossing):
    for settings, expected in (({"seed": 5}, "seed"), ({"seconds": 3.0}, "seconds"), ({"steering": "social-force"}, "steering")):
        summary = wf.Simulation(crossing, keep=False, **settings).run().summary
        assert summary[expected] == next(iter(settings.values()))
    with pytest.raises(wf.SceneError, match="did you mean `seconds`"):
        wf.Simulation(crossing, secnds=3)
    with pytest.raises(wf.SceneError):
        wf.Simulation(crossing, steering="walk")
    with pytest.raises(ValueError, match="fps"):
        wf.Simulation(crossing, fps=0)
    with pytest.raises(wf.Error, match="kept"):
        _ = wf.Simulation(crossing, keep=False, seconds=1).run().trajectories


def test_a_plan_is_enough():
    plan = wf.from_wkt("POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0), (9 0, 10 0, 10 8, 9 8, 9 0))")
    scene = plan.replace(exits=[[(20, 4), (20, 6)]])
    summary = wf.Simulation(scene, people=50, keep=False).run().summary
    assert summary["arrived"] == 50
    with pytest.raises(wf.SceneError):
        wf.Simulation(plan)


def test_density_and_measures(result):
    density = result.density()
    assert density.seconds.sum() == pytest.approx(result.trips.eval("left - entered").sum(), rel=0.05)
    coarse = result.density(cell=1.0)
    assert coarse.seconds.sum() == pytest.approx(density.seconds.sum()) and coarse.cell == pytest.approx(1.0)
    assert coarse.per_area.max() > 0
    with pytest.raises(ValueError):
        result.density(cell=0)
    museum = wf.Simulation(wf.builtin("museum"), seconds=40).run()
    assert {"kind", "times"} <= set(next(iter(museum.measures.values())))


def test_pictures_and_animations(result, tmp_path):
    for kind in ("paths", "density", "arrivals", "exits", "now"):
        assert result.picture(kind, size=300).svg.startswith("<svg")
    animation = result.animation(size=200, faster=20)
    assert animation.png.startswith(b"\x89PNG") and b"acTL" in animation.png and "<img" in animation._repr_html_()
    animation.save(tmp_path / "run.png")
    assert (tmp_path / "run.png").read_bytes() == animation.png
    for bad in ({"kind": "film"}, {"colour": "red"}):
        with pytest.raises(ValueError):
            result.picture(**bad)


def test_recordings_are_those_of_the_run(crossing, tmp_path):
    text, database = tmp_path / "run.txt", tmp_path / "run.sqlite"
    result = wf.Simulation(crossing, out=text).run()
    wf.Simulation(crossing, out=database, keep=False).run()
    result.save(tmp_path / "kept.txt")
    for file in (text, database, tmp_path / "kept.txt"):
        recording = wf.read_recording(file)
        assert recording.frame_rate == recording.trajectories.attrs["frame_rate"] == 10
        assert len(recording) == len(result.trajectories) and "100 people" in repr(recording)
        assert np.abs(recording.columns["x"] - result.columns["x"]).max() < 1e-3
        assert (recording.columns["id"] == result.columns["id"]).all()
        assert recording.density(1.0).seconds.sum() == pytest.approx(len(recording) / 10)
        assert (recording.departures <= result.summary["evacuation_time"] + 1).all() and recording.picture(size=300).png
    recording = wf.read_recording(database)
    assert recording.scene.area == pytest.approx(crossing.area) and recording.walkable.area > 0
    with pytest.raises(wf.Error, match="no ground"):
        _ = wf.read_recording(text).scene
    with pytest.raises(wf.Error, match="txt"):
        result.save(tmp_path / "run.csv")
    with pytest.raises(wf.Error):
        wf.Simulation(crossing, out=tmp_path / "run.docx")


def test_files_that_are_no_recordings(tmp_path):
    with pytest.raises(FileNotFoundError):
        wf.read_recording(tmp_path / "none.sqlite")
    for name, content in (("broken.sqlite", b"nonsense" * 100), ("empty.sqlite", b""), ("broken.txt", b"1 0 2.0 three 0\n"), ("short.txt", b"1 0\n")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(wf.Error, match="this is no"):
            wf.read_recording(tmp_path / name)
    (tmp_path / "bare.txt").write_text("2 0 1.5 2.5 0\n1 0 1 2 0\n")
    bare = wf.read_recording(tmp_path / "bare.txt")
    assert bare.columns["id"].tolist() == [1, 2] and bare.frame_rate is None
    with pytest.raises(wf.Error, match="frame_rate"):
        bare.density()
    bare.frame_rate = 5.0
    assert bare.density().seconds.sum() == pytest.approx(0.4)


def test_a_file_that_jupedsim_wrote(tmp_path):
    jupedsim, pedpy = pytest.importorskip("jupedsim"), pytest.importorskip("pedpy")
    file = tmp_path / "theirs.sqlite"
    writer = jupedsim.SqliteTrajectoryWriter(output_file=file, every_nth_frame=5)
    room = [(0, 0), (10, 0), (10, 5), (0, 5)]
    run = jupedsim.Simulation(model=jupedsim.CollisionFreeSpeedModel(), geometry=room, trajectory_writer=writer)
    exit_ = run.add_exit_stage([(9, 2), (10, 2), (10, 3), (9, 3)])
    journey = run.add_journey(jupedsim.JourneyDescription([exit_]))
    for y in (1, 2.5, 4):
        agent = jupedsim.CollisionFreeSpeedModelAgentParameters(position=(1, y), journey_id=journey, stage_id=exit_)
        run.add_agent(agent)
    run.iterate(300)
    writer.close()
    recording = wf.read_recording(file)
    assert recording.scene.area == pytest.approx(50) and len(np.unique(recording.columns["id"])) == 3
    theirs = pedpy.load_trajectory_from_jupedsim_sqlite(trajectory_file=file)
    ours = recording.to_pedpy()
    assert ours.frame_rate == theirs.frame_rate and len(ours.data) == len(theirs.data)
    assert recording.density(0.5).seconds.sum() > 1 and recording.picture(size=300).svg


def test_pedpy_takes_areas_and_trajectories(result):
    pedpy = pytest.importorskip("pedpy")
    area = pedpy.WalkableArea(result.scene.walkable)
    data = result.to_pedpy()
    density = pedpy.compute_classic_density(traj_data=data, measurement_area=pedpy.MeasurementArea(area.polygon.envelope))
    assert len(density) > 100


def test_jupedsim_takes_the_ground(office):
    jupedsim = pytest.importorskip("jupedsim")
    simulation = jupedsim.Simulation(model=jupedsim.CollisionFreeSpeedModel(), geometry=wf.builtin("bottleneck").walkable)
    assert simulation.agent_count() == 0


def test_progress(crossing):
    seen = []
    wf.Simulation(crossing, keep=False).run(progress=lambda *state: seen.append(state))
    assert seen and seen[-1][2] == 100
    wf.Simulation(crossing, keep=False, seconds=2).run(progress=True)

    def stop(time, inside, arrived):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        wf.Simulation(crossing, keep=False).run(progress=stop)


def test_a_guide_of_arrays():
    """Each agent goes where the function says: the path map itself gives the same run as the word."""
    scene = wf.builtin("pocket")
    m = wf.PathMap(scene)
    shapes = []

    def along(xy):
        shapes.append(xy.shape)
        return m.aims(xy)

    result = wf.Simulation(scene, guide=along, seconds=20).run()
    assert shapes and all(shape[1] == 2 for shape in shapes)
    assert result.summary["entered"] > 0
    west = wf.Simulation(scene, guide=lambda xy: xy - [1.0, 0.0], seconds=2)
    before = west.positions[:, 0].mean()
    west.step(30)
    assert west.positions[:, 0].mean() < before


def test_a_guide_that_raises_ends_the_run(crossing, tmp_path):
    calls = []

    def failing(xy):
        calls.append(len(xy))
        if len(calls) > 40:
            raise LookupError("no idea")
        return xy + 1.0

    file = tmp_path / "run.txt"
    with pytest.raises(LookupError, match="no idea"):
        wf.Simulation(crossing, guide=failing, out=file).run()
    assert wf.read_recording(file).columns["frame"].max() >= 3  # what was written is whole
    with pytest.raises(ValueError, match="answered"):
        wf.Simulation(crossing, guide=lambda xy: xy[:-1]).run()
    with pytest.raises((TypeError, ValueError)):
        wf.Simulation(crossing, guide=lambda xy: "there").run()
    with pytest.raises(wf.Error, match="no group"):
        wf.Simulation(crossing, guide={"missing": failing})
    with pytest.raises(ValueError, match="no group"):
        wf.Simulation(crossing, guide={99: failing})


INTERRUPTED = """
import sys, time, threading, os, signal, wayfront as wf
# Whatever started the tests may have it ignored, as shells do for what runs behind them.
signal.signal(signal.SIGINT, signal.default_int_handler)
def fire():
    time.sleep(0.5)
    print(time.time(), flush=True)
    os.kill(os.getpid(), signal.SIGINT)
alarm = threading.Thread(target=fire)
def begun(*state):
    if not alarm.ident:
        alarm.start()
scene = wf.builtin("school").with_crowd(seconds=600)
try:
    wf.Simulation(scene, out=sys.argv[1], fps=5).run(progress=begun)
except KeyboardInterrupt:
    print(time.time())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_a_run_and_leaves_whole_files(tmp_path):
    file = tmp_path / "run.sqlite"
    output = subprocess.run([sys.executable, "-c", INTERRUPTED, str(file)], capture_output=True, text=True, timeout=60)
    times = [float(word) for word in output.stdout.split()]
    assert len(times) == 2, f"sent, and caught: {output}"
    sent, caught = times
    assert caught - sent < 1.0, "on a loaded machine; a tenth of it alone"
    assert len(wf.read_recording(file)) > 100


def test_runs_are_the_same_on_any_number_of_threads(crossing, result):
    wf.set_threads(1)
    try:
        alone = wf.Simulation(crossing).run()
    finally:
        wf.set_threads(0)
    assert alone.columns["y"].tobytes() == result.columns["y"].tobytes()
    assert json.dumps(alone.summary) == json.dumps(result.summary)
