"""Threads, processes, memory: nothing hangs, nothing leaks, nothing tears."""

import gc
import multiprocessing
import os
import resource
import subprocess
import sys
import threading

import numpy as np
import pytest

import wayfront as wf
from wayfront import _native

XY = np.random.default_rng(3).uniform(0, 30, (150_000, 2))


def ask(scene):
    """What a child does: everything that uses threads."""
    m = wf.PathMap(scene)
    return float(np.nansum(np.where(np.isfinite(c := m.costs(XY)), c, 0))), m.sample(200).costs.tobytes()


def _child(scene, pipe):
    pipe.send(ask(scene))


@pytest.mark.filterwarnings("ignore:This process")
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_children_answer_as_their_parents(method, office):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} here")
    expected = ask(office)  # the parent's threads are running now
    context = multiprocessing.get_context(method)
    if method == "fork":
        here, there = context.Pipe()
        child = context.Process(target=_child, args=(office, there))
        child.start()
        assert here.poll(60), "the child hangs"
        assert here.recv() == expected
        child.join(10)
        assert child.exitcode == 0
        assert ask(office) == expected  # and the parent goes on
        return
    code = (
        "import multiprocessing, pickle, sys, wayfront as wf\n"
        "def work(scene):\n"
        "    m = wf.PathMap(scene)\n"
        "    return m.costs([(3, 2)]).tobytes()\n"
        "if __name__ == '__main__':\n"
        f"    with multiprocessing.get_context('{method}').Pool(2) as pool:\n"
        "        print(len(set(pool.map(work, [wf.builtin('office')] * 4))))\n"
    )
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "work.py")
        with open(script, "w") as file:
            file.write(code)
        output = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    assert output.stdout.strip() == "1", output.stderr


def test_two_threads_ask_one_map_while_a_third_rebuilds_it(office):
    m = wf.PathMap(office)
    known = {m.costs(XY[:50_000]).tobytes()}
    m.rebuild([(3, 2)])
    known.add(m.costs(XY[:50_000]).tobytes())
    wrong, stop = [], threading.Event()

    def asking():
        while not stop.is_set():
            if m.costs(XY[:50_000]).tobytes() not in known:
                wrong.append("neither of the two maps")

    threads = [threading.Thread(target=asking) for _ in range(2)]
    for thread in threads:
        thread.start()
    for k in range(20):
        m.rebuild(office.exits + office.sources if k % 2 else [(3, 2)])
    stop.set()
    for thread in threads:
        thread.join()
    assert not wrong


def test_arrays_may_change_during_a_call(office_map):
    """Points are copied first: answers are those of some moment of each number, and nothing tears."""
    xy = XY.copy()
    stop = threading.Event()

    def writing():
        while not stop.is_set():
            xy[:] = np.random.default_rng(0).uniform(-1e9, 1e9, xy.shape)
            xy[:] = XY

    writer = threading.Thread(target=writing)
    writer.start()
    try:
        for _ in range(10):
            assert office_map.costs(xy).shape == (len(xy),)
    finally:
        stop.set()
        writer.join()


def test_a_run_is_asked_while_it_steps():
    run = wf.Simulation(wf.builtin("crossing"))
    seen = []
    worker = threading.Thread(target=run.run)
    worker.start()
    while worker.is_alive():
        seen.append((run.time, len(run.positions)))
    worker.join()
    assert seen == sorted(seen, key=lambda moment: moment[0]) and run.arrived == 100


def test_the_lock_is_let_go(office_map):
    """While one thread computes, another counts: with the lock held it could not."""
    counted, done = [0], threading.Event()

    def counting():
        while not done.is_set():
            counted[0] += 1

    counter = threading.Thread(target=counting)
    counter.start()
    before = counted[0]
    many = np.tile(XY, (4, 1))
    office_map.costs(many)
    during = counted[0] - before
    done.set()
    counter.join()
    assert during > 100


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="no /proc")
def test_memory_stays_flat():
    scene = wf.builtin("two-rooms")

    def make(count):
        for _ in range(count):
            m = wf.PathMap(scene)
            m.costs([(1, 2), (3, 1)])
            m.route(1, 2)
        gc.collect()

    make(1000)
    before = resident()
    make(10_000)
    assert resident() - before < 3_000_000

    def use(count):
        for _ in range(count):
            sample = wf.PathMap(scene).sample(200)
            assert sample.costs.base is not None
            run = wf.Simulation(wf.builtin("pocket"), seconds=0.5)
            columns = run.run().columns
            del run
            assert columns["x"].sum() > 0  # outlives its run
            with pytest.raises(wf.Error):
                wf.PathMap(wf.Scene([(0, 0), (1, 0), (1, 1)], sources=[(9, 9)]))
        gc.collect()

    use(20)
    before = resident()
    use(100)
    assert resident() - before < 6_000_000


def test_objects_die_in_any_order(office):
    m = wf.PathMap(office)
    sample = m.sample(100)
    costs = sample.costs
    pairs = wf.Pairs(office)
    flow = wf.FlowMap(wf.builtin("narrow-door"))
    lanes = flow.lanes(0.3)
    run = wf.Simulation(wf.builtin("pocket"), seconds=1)
    result = run.run()
    del m, sample, flow, run, office
    gc.collect()
    assert np.isfinite(costs).any() and len(lanes.lanes) == 4 and lanes.picture(size=300).svg
    assert result.picture(size=300).svg and pairs.route((3, 2), (20, 12)).cost > 0


def test_panics_are_exceptions():
    """A fault of ours is an exception that asks for a report, not an abort, and work goes on after it."""
    panic = getattr(_native, "_panic", None)
    if panic is None:
        pytest.skip("a release build has no faults on purpose")
    with pytest.raises(wf.InternalError, match="(?s)nothing fits.*please report"):
        panic("nothing fits")
    assert wf.PathMap(wf.builtin("office")).cost(3, 2) > 0


def test_threads_by_the_environment():
    code = "import wayfront as wf; print(wf.thread_count())"
    for given, expected in (("1", "1"), ("3", "3")):
        output = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "WAYFRONT_THREADS": given}
        )
        assert output.stdout.strip() == expected
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "WAYFRONT_THREADS": "two"}
    )
    assert "WAYFRONT_THREADS is 'two'" in output.stderr
