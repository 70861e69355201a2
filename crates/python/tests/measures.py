"""Functions of results that other processes import, for test_study."""

import os


def quick(result):
    return {"quick": float(result.arrivals.quantile(0.5)), "rows": len(result.trajectories)}


def failing(result):
    if result.summary["seed"] == 2:
        raise RuntimeError("seed two is out of luck")
    return {"fine": 1.0}


def dying(result):
    """Ends the process, as a full memory would."""
    if result.summary["seed"] == 3:
        os._exit(9)
    return {"fine": 1.0}
