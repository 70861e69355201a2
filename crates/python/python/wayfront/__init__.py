"""Exact navigation for polygonal worlds: path maps, flows, harmonic fields and crowds, with numpy arrays in and out.

>>> import wayfront as wf
>>> scene = wf.builtin("office")          # or wf.read("plan.wkt"), or wf.Scene(boundary=polygon, ...)
>>> wf.PathMap(scene).cost(3, 2)
13.923493769869722
"""

from __future__ import annotations

import importlib as _importlib
import os as _os
from typing import TYPE_CHECKING
from typing import Any as _Any

from ._native import __version__, set_threads, thread_count

if TYPE_CHECKING:
    from ._display import Animation, Picture
    from ._errors import (
        Error,
        GeometryWarning,
        InternalError,
        MissingFileError,
        MissingSceneError,
        NoPath,
        Problem,
        SceneError,
    )
    from .clearance import NarrowPlace, Skeleton
    from .crowd import Guide, Progress, Result, Simulation
    from .density import Density
    from .discs import DiscMap, DiscRoute, Narrowest, Pairs, SourcePlace
    from .flow import FlowField, FlowMap, Gate, Lane, Lanes, Widening
    from .gpu import Adapter, GpuMap, adapters
    from .maps import Border, Isoline, Leg, PathMap, Region, Route, Routes, Sample
    from .navgraph import GraphRoute, Leads, NavGraph
    from .planning import ConstraintShare, Round, Scenarios, SearchPath, run_scenarios, search
    from .potential import GroupJourney, PotentialMap
    from .reading import builtin, from_dict, from_geojson, from_toml, from_wkt, read, scenes
    from .recordings import Recording, read_recording
    from .scene import Repair, Scene
    from .study import Study
    from .surface import Surface, SurfaceField
    from .verification import verify

__all__ = [
    "Adapter", "Animation", "Border", "ConstraintShare", "Density", "DiscMap", "DiscRoute", "Error", "FlowField", "FlowMap",
    "Gate", "GeometryWarning", "GpuMap", "GraphRoute", "GroupJourney", "Guide", "InternalError", "Isoline", "Lane", "Lanes",
    "Leads", "Leg", "MissingFileError", "MissingSceneError", "NarrowPlace", "Narrowest", "NavGraph", "NoPath", "Pairs", "PathMap", "Picture",
    "PotentialMap", "Problem", "Progress", "Recording", "Region", "Repair", "Result", "Round", "Route", "Routes", "Sample", "Scenarios", "Scene",
    "SceneError", "SearchPath", "Simulation", "Skeleton", "SourcePlace", "Study", "Surface", "SurfaceField",
    "Widening", "__version__", "adapters", "builtin", "from_dict", "from_geojson", "from_toml", "from_wkt", "read",
    "read_recording", "run_scenarios", "scenes", "search", "set_threads", "thread_count", "verify",
]  # fmt: skip

# Modules are imported when one of their names is first used: a script that asks one map waits for no other.
_HOMES = {
    "_display": ("Animation", "Picture"),
    "_errors": (
        "Error", "GeometryWarning", "InternalError", "MissingFileError", "MissingSceneError", "NoPath", "Problem",
        "SceneError",
    ),
    "clearance": ("NarrowPlace", "Skeleton"),
    "crowd": ("Guide", "Progress", "Result", "Simulation"),
    "density": ("Density",),
    "discs": ("DiscMap", "DiscRoute", "Narrowest", "Pairs", "SourcePlace"),
    "flow": ("FlowField", "FlowMap", "Gate", "Lane", "Lanes", "Widening"),
    "gpu": ("Adapter", "GpuMap", "adapters"),
    "maps": ("Border", "Isoline", "Leg", "PathMap", "Region", "Route", "Routes", "Sample"),
    "navgraph": ("GraphRoute", "Leads", "NavGraph"),
    "planning": ("ConstraintShare", "Round", "Scenarios", "SearchPath", "run_scenarios", "search"),
    "potential": ("GroupJourney", "PotentialMap"),
    "reading": ("builtin", "from_dict", "from_geojson", "from_toml", "from_wkt", "read", "scenes"),
    "recordings": ("Recording", "read_recording"),
    "scene": ("Repair", "Scene"),
    "study": ("Study",),
    "surface": ("Surface", "SurfaceField"),
    "verification": ("verify",),
}  # fmt: skip
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> _Any:
    if name not in _HOME:
        raise AttributeError(f"wayfront has no name {name!r}")
    value = getattr(_importlib.import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


_threads = _os.environ.get("WAYFRONT_THREADS", "")
if _threads:
    try:
        set_threads(int(_threads))
    except ValueError:
        raise ValueError(f"WAYFRONT_THREADS is {_threads!r}: give a number of threads, or 0 for one for each core") from None
