"""Measures the Python package for `wayfront-bench python`: reads where points are, prints one object.

The peer potpourri3d is measured where it is installed.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

import wayfront as wf

BUDGET, FEWEST, MOST = 1.5, 3, 31


class Times(list):
    """Seconds of several runs, and the seconds that processors worked for one of them on average."""

    cpu = None


def times(work, most=MOST):
    """Seconds of several runs after a warm-up."""
    work()
    found, start, cpu = Times(), time.perf_counter(), time.process_time()
    while len(found) < FEWEST or (len(found) < most and time.perf_counter() - start < BUDGET):
        run = time.perf_counter()
        work()
        found.append(time.perf_counter() - run)
    found.cpu = (time.process_time() - cpu) / len(found)
    return found


def small(work, count=2_000):
    """Seconds of one call that is too short to be measured alone."""
    def many():
        for _ in range(count):
            work()

    return [seconds / count for seconds in times(many)]


rows, remarks, peers = [], [], []


def row(key, size, found):
    rows.append({"key": key, "size": size, "seconds": list(found), "cpu": getattr(found, "cpu", None)})


def maps(folder, sizes):
    m = wf.PathMap(wf.builtin("office"))
    for size in sizes:
        xy = np.fromfile(os.path.join(folder, f"{size}.bin")).reshape(-1, 2)
        row("costs", size, times(lambda: m.costs(xy)))
        row("aims", size, times(lambda: m.aims(xy)))
    largest = np.fromfile(os.path.join(folder, f"{sizes[-1]}.bin")).reshape(-1, 2)
    wf.set_threads(1)
    row("costs on one thread", sizes[-1], times(lambda: m.costs(largest)))
    wf.set_threads(0)
    one = largest[:1].copy()
    row("costs of one point", 1, small(lambda: m.costs(one)))
    row("cost(x, y)", 1, small(lambda: m.cost(3.0, 2.0)))
    row("sample", 1000 * 600, times(lambda: m.sample(1000, 600)))


def crowd(steps, walkers):
    scene = wf.builtin("bottleneck").with_crowd(
        step=0.05,
        measures=[],
        groups=[{"area": [[0, 0], [19.5, 0], [19.5, 10], [0, 10]], "count": walkers, "radius": 0.15, "speed": 1.34}],
    )
    found, positions, cpu = Times(), None, 0.0
    for _ in range(3):
        run = wf.Simulation(scene)
        positions = run.positions
        start, before = time.perf_counter(), time.process_time()
        run.step(steps)
        found.append(time.perf_counter() - start)
        cpu += time.process_time() - before
    found.cpu = cpu / 3
    row("run", steps, found)


def surfaces():
    try:
        import potpourri3d
    except ImportError:
        remarks.append("potpourri3d beside us: not installed")
        return
    torus = wf.Surface.builtin("torus")
    vertices, faces = torus.vertices, torus.faces
    peers.append({"what": "field on the torus: ours", "size": len(vertices), "seconds": times(lambda: torus.field(0))})
    heat = times(lambda: potpourri3d.MeshHeatMethodDistanceSolver(vertices, faces).compute_distance(0))
    peers.append({"what": "field on the torus: potpourri3d, heat method", "size": len(vertices), "seconds": heat})


def imports():
    code = "import numpy, time; start = time.perf_counter(); import wayfront; print(time.perf_counter() - start)"
    found = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout) for _ in range(7)]
    row("import", 1, found)
    best = min(found) * 1e3
    remarks.append(f"import beyond numpy {best:.1f} ms, at most 10: {'reached' if best <= 10 else 'NOT reached'}")


def study(runs):
    scene = wf.builtin("crossing")
    one = times(lambda: wf.Simulation(scene, keep=False).run(), 7)
    row("a run of the study", 1, one)
    wf.Study(scene, seeds=1).run(workers=0, progress=False)  # imports pandas
    start = time.perf_counter()
    alone = wf.Study(scene, seeds=runs).run(workers=0, progress=False)
    serial = time.perf_counter() - start
    row("study, this process", runs, [serial])
    start = time.perf_counter()
    table = wf.Study(scene, seeds=runs).run(workers=2, progress=False)
    local = time.perf_counter() - start
    row("study, two processes", runs, [local])
    overhead = (serial - alone["run_seconds"].sum()) / runs * 1e3
    remarks.append(f"two processes {serial / local:.2f} times as fast as one, at least 1.7: {'reached' if serial / local >= 1.7 else 'NOT reached'}")
    remarks.append(f"overhead {overhead:.2f} ms a run, at most 5: {'reached' if overhead <= 5 else 'NOT reached'}")
    try:
        import distributed
    except ImportError:
        remarks.append("Dask: not installed")
        return
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, distributed.Client(cluster) as client:
        wf.Study(scene, seeds=2).run(on=client, progress=False)
        start = time.perf_counter()
        wf.Study(scene, seeds=runs).run(on=client, progress=False)
        dask = time.perf_counter() - start
    row("study, Dask with two workers", runs, [dask])
    remarks.append(f"Dask takes {dask / local:.2f} of the local pool's time, at most 1.15: {'reached' if dask <= 1.15 * local else 'NOT reached'}")
    with tempfile.TemporaryDirectory() as folder:
        many = wf.Study(scene, seeds=10_000, store=folder)
        with open(os.path.join(folder, "part-0.jsonl"), "w") as file:
            columns = {name: 1.5 for name in table.columns if name not in ("key", "seed", "error")}
            file.writelines(json.dumps({"key": job.key, "seed": job.seed, "error": None, **columns}) + "\n" for job in many._jobs)
        start = time.perf_counter()
        assert wf.Study(scene, seeds=10_000, store=folder).run(progress=False)["seed"].nunique() == 10_000
        row("resume of 10,000 rows", 10_000, [time.perf_counter() - start])


def main():
    folder, sizes, quick = sys.argv[1], [int(size) for size in sys.argv[2].split(",")], sys.argv[3] == "quick"
    maps(folder, sizes)
    crowd(50 if quick else 200, 1000)
    imports()
    surfaces()
    study(20 if quick else 100)
    print(json.dumps({"rows": rows, "remarks": remarks, "peers": peers}))


if __name__ == "__main__":
    main()
